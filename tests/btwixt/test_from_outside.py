"""States and positions of B'Twixt that no game has written: refused by the name of a field."""

import numpy as np
import pytest

from got_env import GameEnv
from got_env.btwixt.facts.rulesets import load_facts
from got_env.btwixt.position.ranges import EVENTS, FRAMES, state_limits
from got_env.btwixt.rules.actions import NUM_ACTIONS
from got_env.btwixt.rules.frames import COLUMNS, PHASE
from got_env.btwixt.rules.vocabulary import Event, Phase
from got_env.games import get_game

GAME = get_game("btwixt")


def started(players=4, turns=60, **options):
    env = GameEnv(GAME, players=players, **options)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(turns):
        env.step(int(rng.choice(env.legal_actions())))
    return env


def until(phase, players=4, **options):
    """A position of a random game in which the open decision is of a phase."""
    for seed in range(20):
        env = GameEnv(GAME, players=players, **options)
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        while env.legal_actions():
            s = env.states[0]
            if s["stack"][int(s["depth"]) - 1, PHASE] == phase:
                return env
            env.step(int(rng.choice(env.legal_actions())))
    raise AssertionError(phase)


def test_every_field_frame_and_event_has_limits():
    assert set(state_limits(load_facts())) == set(GAME.records.state.names)
    assert set(FRAMES) == set(Phase)
    assert set(EVENTS) == set(Event)
    assert all(0 <= column < COLUMNS for columns in FRAMES.values() for column in columns)


@pytest.mark.parametrize(
    ("name", "index", "value", "message"),
    [
        ("row_n", (), 3, r"row\[0\]=-1: expected 0 to 49"),
        ("deck", (111,), 5, r"deck\[111\]=5: expected -1, as deck_n=\d+ says"),
        ("hand_n", (1,), 60, r"hand_n\[1\]=60: expected \d+, the members of hand\[1\]"),
        ("own_n", (0,), 1, r"own_n: expected none"),
        ("pick_no", (), 11, r"pick_no=11: expected 0 to 9"),
        ("round_no", (), 190, r"round_no: 190: expected 0 to 5 in summer"),
        ("rounds_left", (), 16, r"rounds_left: 16: expected 2 after round 3"),
        ("season", (), 2, r"round_no: 3: expected 10 to 15 in winter"),
        ("rng", (slice(None),), 0, r"rng: expected words that are not all 0"),
        ("journal", (0, 2), 127, r"journal\[0, 2\]=127: expected"),
        ("journal_no", (), 2**31 - 1, r"journal_no=2147483647: expected 0 to 1073741824"),
        ("stack", (0, 2), 0, r"stack\[0, 2\]=0: expected -1"),
        ("stack", (11, 10), 3, r"stack\[11, 10\]=3: expected 0, as depth=\d+ says"),
        ("flight", (), 3, r"(influence_deck|flight|hand\[\d\]|discards): "),
        ("kneel_after", (), 1, r"kneel_after: 1: expected only who waits"),
        ("peek_at", (), 1, r"peek_at=1: expected 0 to 0, as peek_n=0 says|peek_at=1: expected 0"),
        ("kill_by_card", (), 1 << 7, r"kill_by_card: \w+: expected allies of no_kill"),
        ("move_by_card", (), 1 << 7, r"move_by_card: \w+: expected allies of no_move"),
        ("held", (), 2, r"held: player_2: expected seats of must or oath"),
        ("first_by_ally", (), 1, r"first_by_ally: 1: expected 0, nobody was named"),
        ("pack", (3,), 20, r"pack\[3\]: 20: expected -1 in a game without a draft"),
    ],
)
def test_a_number_that_no_game_has_is_refused_by_field(name, index, value, message):
    states = started().states.copy()
    GAME.records.check(states)
    states[name][(0, *index)] = value

    with pytest.raises(ValueError, match=rf"^state: ({message})"):
        GAME.records.check(states)


@pytest.mark.parametrize("field", ["first", "row", "turn", "leader", "stack", "token", "hand"])
def test_a_field_of_another_game_is_refused_or_harmless(field):
    """Fields of games with more players used to be taken, and games then wrote beside arrays."""
    taken = 0
    for number, players in enumerate((3, 4, 5, 6) * 3):
        states = started(3, turns=20 + 9 * number).states.copy()
        states[field] = started(players, 30 + 11 * number, revealed=True).states[field]
        try:
            GAME.records.check(states)
        except ValueError:
            continue
        taken += 1
        assert (states["first"] < 3).all()
        assert (states["turn"] < 3).all()
        assert (states["row_n"] == 0).all()
        GAME.players.policies["random"](states)
        assert states["over"].all()
    assert taken < 12


@pytest.mark.parametrize("phase", [Phase.TOKEN, Phase.CARD, Phase.ALLY, Phase.PLACEMENT])
def test_a_stack_without_room_for_what_it_starts_is_refused(phase):
    states = until(phase).states.copy()
    depth = int(states["depth"][0])
    frames = states["stack"][0]
    frames[11] = frames[depth - 1]
    frames[depth:11] = frames[max(0, depth - 2)]
    states["depth"] = 12

    with pytest.raises(ValueError, match=r"^state: "):
        GAME.records.check(states)


def test_a_gain_of_more_tokens_than_there_are_is_refused():
    env = until(Phase.TOKEN)
    states = env.states.copy()
    top = int(states["depth"][0]) - 1
    states["stack"][0, top, 3] = 2
    states["stack"][0, top, 7] = 54

    with pytest.raises(ValueError, match=r"stack\[\d+\]\.left: 54: expected at most \d+"):
        GAME.records.check(states)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hand_n": [60, 60, 60, 60]}, r"hand_n\[0\]: 60 of \d+ cards that lie hidden"),
        ({"picked_n": [0, 40, 40, 0]}, r"picked_n\[1\]: 40 of \d+ cards that lie hidden"),
        ({"ally_deck": [None] * 50}, r"ally_deck: 50 of 50 allies that lie hidden"),
        ({"stack": [], "peek": [None]}, r"peek: nobody is asked about allies"),
        ({"row": [None]}, r"row: null: expected allies"),
        ({"hand_n": [0, 0, 0, 0]}, r"(hand_n\[\d\]: 0: expected at least|influence_deck: \w+#)"),
    ],
)
@pytest.mark.parametrize("viewer", [None, "player_1"])
def test_a_position_that_hides_more_than_there_is_is_refused_by_field(viewer, change, message):
    env = started()
    before = env.get_state()

    with pytest.raises(ValueError, match=rf"^{message}"):
        env.set_position(env.position(viewer) | change)

    assert env.get_state() == before


@pytest.mark.parametrize("seat", range(4))
def test_a_hand_of_ten_more_cards_is_refused(seat):
    env = started()
    for viewer in (None, *env.possible_agents):
        position = env.position(viewer)
        position["hand_n"][seat] += 10
        with pytest.raises(ValueError, match=r"^(hand_n\[\d\]|influence_deck): \d+ of \d+ cards"):
            env.set_position(position)


def test_tokens_of_which_there_are_not_so_many_are_refused():
    env = started()
    tokens = [{"at": "council_1_2", "number": 3, "known": 0}] * 54

    with pytest.raises(ValueError, match=r"^tokens: 54 of number 3: expected at most \d+"):
        env.set_position(env.position() | {"tokens": tokens})


def test_a_card_in_flight_that_nobody_waits_for_is_refused():
    env = started()
    position = env.position()
    position["flight"] = position["influence_deck"].pop()

    with pytest.raises(ValueError, match=r"^flight: .* no leader waits"):
        env.set_position(position)


@pytest.mark.parametrize("number", range(24))
def test_every_position_of_random_games_passes(number):
    """So that nothing is refused that a game can come to, whoever deals it anew."""
    rng = np.random.default_rng(number)
    options = {
        key: values[int(rng.integers(len(values)))]
        for key, (values, _, _) in GAME.options.table.items()
        if rng.random() < 0.4
    }
    options |= {"draft": "false"} if options.get("clash_draft") == "true" else {}
    options |= {"clash_with_advanced": GAME.options.table["clash_with_advanced"][0][0]}
    players = 3 + number % 4
    env = GameEnv(GAME, players=players, **options)
    env.reset(seed=number)
    mask = np.zeros((1, NUM_ACTIONS), dtype=np.bool_)
    turn = 0
    while env.legal_actions():
        if turn % 7 == number % 7:
            GAME.records.check(env.states.copy())
            twin = env.states.copy()
            GAME.kernels.redeal(twin, np.array([turn % players], dtype=np.int8), np.array([turn]))
            GAME.records.check(twin)
            GAME.kernels.action_mask(twin, mask)
            assert mask.any()
        env.step(int(rng.choice(env.legal_actions())))
        turn += 1
    GAME.records.check(env.states.copy())
