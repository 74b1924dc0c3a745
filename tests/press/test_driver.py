"""Talk beside a running game: when it is due, that it touches nothing, that it can be kept."""

import numpy as np
import pytest

from got_env import agot2e_v0
from got_env.core.game import Game
from got_env.core.press.moments import Moment
from got_env.games import GAMES, get_game
from got_env.press import Press
from got_env.replay import Header, ReplayWriter
from tests.press.talkers import GAMES_WITH_TALK, say_something, talked
from tests.toy.pennies import PENNIES


@pytest.mark.parametrize(("code", "players", "seed"), GAMES_WITH_TALK)
def test_talk_comes_before_the_decisions_of_its_moment_and_once(code, players, seed):
    """Each moment opens before the first decision that is asked of each of its occasions."""
    game = get_game(code)
    names = [moment.name for moment in game.moments]
    writer = ReplayWriter(
        Header.of(game, players, None, seed, press={"moments": names, "rounds": 1})
    )
    rng, opened, rounds = np.random.default_rng(seed), [], set()
    while not writer.over:
        phase = game.words.phase_name(writer.states, 0)
        while writer.talking:
            talk = writer.press.talk
            assert phase in next(m for m in game.moments if m.name == talk.moment).decisions
            context = game.words.context(writer.states, 0)
            combat = context.get("combat", {})
            opened.append(
                (
                    talk.moment,
                    talk.round,
                    context.get("for"),
                    combat.get("area"),
                    combat.get("from"),
                )
                if talk.moment != "planning"
                else (talk.moment, talk.round)
            )
            for seat in writer.press.waiting:
                writer.say(seat, [("all", "hm")])
        rounds.add(int(writer.states["round_no"][0]))
        writer.play(int(rng.choice(np.flatnonzero(writer.mask))))
    assert len(opened) == len(set(opened))
    assert {moment for moment, *_ in opened} >= {"planning"}
    assert [entry[1] for entry in opened if entry[0] == "planning"] == sorted(rounds)


@pytest.mark.parametrize(("code", "players", "_"), GAMES_WITH_TALK)
def test_planning_alone_is_the_default(code, players, _):
    assert Press(get_game(code), players).settings.moments == ("planning",)


def test_every_game_of_the_package_has_moments():
    assert {code for code, game in GAMES.items() if game.moments} >= {
        code for code, *_ in GAMES_WITH_TALK
    }


@pytest.mark.parametrize(("code", "players", "seed"), GAMES_WITH_TALK)
def test_talk_touches_neither_record_nor_decisions(code, players, seed):
    """The same decisions with talk and without give the same game, byte for byte."""
    writer = talked(code, players, seed)
    game = writer.game
    plain = [line for line in writer.lines if not line.startswith("say ")]
    silent = ReplayWriter(Header.of(game, players, None, seed, events=True))
    body = [line for line in plain[plain.index("") + 1 :] if not line.startswith("  >")]
    for line in body:
        who, _, text = line.partition(" ")
        if who in silent.houses:
            silent.play(game.actions.parse(silent.states, 0, text))
    assert silent.states.tobytes() == writer.states.tobytes()
    assert silent.over
    assert len(writer.press.messages) > 10


def test_the_same_messages_give_the_same_text():
    assert talked("btwixt", 3, 5).text == talked("btwixt", 3, 5).text
    assert talked("btwixt", 3, 5).text != talked("btwixt", 3, 6).text


def test_a_loop_of_an_environment_talks():
    """As the page of the docs shows it; who forgets to talk loses nothing but its words."""
    env = agot2e_v0.raw_env(players=3)
    env.reset(seed=7)
    press = Press(env.game, 3, {"rounds": 1})
    planned = 0
    for agent in env.agent_iter(max_iter=200):
        if press.due(env.states):
            assert press.hear(agent).most == 2
            if planned % 2:
                press.say(agent, [("all", "peace?")])
            planned += 1
        press.decided(agent)
        env.step(int(np.argmax(env.infos[agent]["action_mask"])))
    assert planned > 2
    assert len(press.messages) == planned // 2


def test_a_forced_decision_is_none_that_talk_comes_before():
    """With forced decisions skipped or played, talk comes before the same decisions."""
    game, seed, found = get_game("agot2e"), 4, []
    settings = {"moments": ["planning", "bids", "support"], "rounds": 1}
    for skip in (False, True):
        rng, press = np.random.default_rng(seed), Press(game, 4, settings)
        states = game.start(1, 4, seed)
        masks, seats = np.zeros((1, game.actions.size), np.bool_), np.zeros(1, np.int8)
        opened, asked = [], 0
        game.kernels.advance(states, np.array([-1]), int(skip), masks, seats)
        while seats[0] >= 0:
            mask = masks[0]
            forced = mask.sum() == 1 and (
                game.words.phase_name(states, 0) not in game.actions.always_asked
            )
            while press.due(states, mask):
                opened.append((asked, press.place))
                press.close()
            asked += not forced
            action = np.flatnonzero(mask)[0] if forced else rng.choice(np.flatnonzero(mask))
            press.decided(int(seats[0]))
            game.kernels.advance(states, np.array([action]), int(skip), masks, seats)
        found.append(opened)
    assert found[0] == found[1]
    assert len(found[0]) > 15


def test_the_mask_is_worked_out_if_it_is_not_given():
    game = get_game("btwixt")
    press = Press(game, 3)
    assert press.due(game.start(1, 3, 1))
    assert press.place == ("planning", 1)


# --- errors


@pytest.fixture
def press():
    found = Press(PENNIES, 3, {"characters": 20})
    assert found.due(PENNIES.start(1, 3, 1))
    return found


@pytest.mark.parametrize(
    ("seat", "said", "problem"),
    [
        ("dan", [], "player='dan': expected one of ann, bob, cid"),
        (3, [], "seat=3: expected 0 to 2"),
        (-1, [], "seat=-1: expected 0 to 2"),
        ("ann", "hello", "ann: messages='hello': expected a list of receivers and texts"),
        ("ann", None, "ann: messages=None: expected a list"),
        ("ann", ["hello"], r"ann: messages\[0\]: 'hello': expected receivers and a text"),
        ("ann", [("all", "hi"), ("ann", "hi")], r"messages\[1\]: to='ann': that is the speaker"),
        ("ann", [("bob", "x" * 21)], r"messages\[0\]: text='x+.*': 21 characters, expected 1 to"),
        ("ann", [("bob", "x")] * 3, "ann: 3 messages: expected at most 2"),
    ],
)
def test_what_cannot_be_said_is_named_and_changes_nothing(press, seat, said, problem):
    before = press.get_state()
    with pytest.raises(ValueError, match=problem):
        press.say(seat, said)
    assert press.get_state() == before


def test_a_game_whose_moments_name_no_decision_is_refused():
    fields = {name: getattr(PENNIES, name) for name in Game.__dataclass_fields__}
    wrong = Moment("x", "", frozenset({"no_such_decision"}))
    with pytest.raises(ValueError, match="pennies: moments: x: decisions="):
        Game(**{**fields, "moments": (wrong,)})


def test_press_for_a_game_without_moments_is_refused():
    fields = {name: getattr(PENNIES, name) for name in Game.__dataclass_fields__}
    with pytest.raises(ValueError, match="no moments at which players talk"):
        Press(Game(**{**fields, "moments": ()}), 3)


# --- states


def test_a_state_comes_back():
    writer = talked("btwixt", 3, 2, most=60)
    say_something(writer, np.random.default_rng(9))
    press = writer.press
    twin = Press(writer.game, 3, press.settings)
    twin.set_state(press.get_state())
    assert twin.get_state() == press.get_state()
    assert list(twin.messages) == list(press.messages)
    assert twin.place == press.place
    assert twin.hear(1) == press.hear(1)


def test_an_open_round_comes_back(press):
    press.say("bob", [("all", "wait")])
    twin = Press(PENNIES, 3, {"characters": 20})
    twin.set_state(press.get_state())
    for each in (press, twin):
        each.say("ann", [])
        each.say("cid", [("ann", "so what")])
    assert twin.get_state() == press.get_state()
    assert len(twin.messages) == 2


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"format":1', '"format":2', "format 2"),
        ('"sender":1', '"sender":3', r"messages\[0\]: sender=3: expected a seat from 0 to 2"),
        ('"to":[0,2]', '"to":[2,0]', r"messages\[0\]: to=\(2, 0\): expected some of the seats"),
        ('"to":[0,2]', '"to":[1]', r"messages\[0\]: to=\(1,\)"),
        ('"to":[0,2]', '"to":[]', r"messages\[0\]: to=\(\)"),
        ('"talk":1', '"talk":9', r"messages\[0\]: talk=9: expected 1 to 2"),
        (
            '"moment":"table"',
            '"moment":"bed"',
            r"messages\[0\]: moment='bed': expected one of table",
        ),
        ('"round":1', '"round":-1', r"messages\[0\]: round=-1"),
        ('"text":"wait"', '"text":"wa\\nit"', r"messages\[0\]: text=.*expected characters"),
        ('"text":"wait"', f'"text":"{"x" * 21}"', "21 characters"),
        ('"messages":1', '"messages":2', "messages=2: expected 1"),
        ('"moved":[0,0,0]', '"moved":[0,0]', r"moved=\(0, 0\)"),
        ('"moved":[0,0,0]', '"moved":[0,0,2]', r"moved=\(0, 0, 2\)"),
        ("characters=20", "characters=21", "with '.*characters=21'"),
        ('{"format"', '{"formt"', "state of press"),
        ("}", "", "state of press"),
    ],
)
def test_a_forged_state_is_refused_and_changes_nothing(press, old, new, problem):
    press.say("bob", [("all", "wait")])
    press.close()
    state = press.get_state().decode()
    assert old in state
    with pytest.raises(ValueError, match=problem):
        press.set_state(state.replace(old, new).encode())
    assert press.get_state().decode() == state
