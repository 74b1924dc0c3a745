"""Hidden facts never show, in any phase of any variant; and the way there and back."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from got_env import GameEnv
from got_env.btwixt.position import fields
from got_env.btwixt.position.soundness import check_pieces
from got_env.btwixt.rules.actions import NUM_ACTIONS, RANGES
from got_env.btwixt.rules.vocabulary import HAND_SIZE, Step
from got_env.btwixt.words.names import members
from got_env.games import get_game
from got_env.text import sheet
from tests.btwixt.table import FACTS, Table
from tests.btwixt.test_card_language import ally_table, card_table, effect
from tests.rules.marks import rule

GAME = get_game("btwixt")
VARIANTS = (
    {},
    {"advanced": True},
    {"draft": True},
    {"clash_draft": True},
    {"revealed": True, "short": True},
    {"advanced": True, "draft": True, "revealed": True},
    {"advanced": True, "short": True, "short_events": "at_setup"},
)
GAMES = [(3 + i % 4, options) for i, options in enumerate(VARIANTS)]
EVERY = 11
"""One position out of so many is looked at from every seat."""


def observed(states, seat):
    out = np.zeros((1, GAME.observation.size), dtype=np.int8)
    GAME.kernels.observe(states, np.array([seat], dtype=np.int8), out)
    return out[0]


def redacted(states, seat):
    known = states.copy()
    GAME.kernels.redact(known, np.array([seat], dtype=np.int8))
    return known


def redealt(states, seat, seed):
    twin = states.copy()
    GAME.kernels.redeal(twin, np.array([seat], dtype=np.int8), np.array([seed]))
    return twin


def positions(players, options, seed):
    """Positions of a random game, and the random generator that plays it."""
    env = GameEnv(GAME, players=players, **options)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    number = 0
    while env.legal_actions():
        yield number, env.states, rng
        env.step(int(rng.choice(env.legal_actions())))
        number += 1
    yield number, env.states, rng


@pytest.mark.parametrize(("players", "options"), GAMES)
@rule("BTW-HID-04", "BTW-HID-08")
def test_what_a_seat_cannot_know_shows_nowhere(players, options):
    """Observation, mask, texts and redacted position of a redealt twin are the same."""
    phases = set()
    for number, states, _ in positions(players, options, seed=players):
        phases.add(GAME.words.phase_name(states, 0))
        if number % EVERY:
            continue
        for seat in range(players):
            known = redacted(states, seat)
            seen = observed(states, seat)
            assert np.array_equal(seen, observed(known, seat))
            twin = redealt(states, seat, number)
            GAME.records.check(twin)
            assert np.array_equal(seen, observed(twin, seat))
            assert GAME.positions.write(known, 0) == GAME.positions.write(redacted(twin, seat), 0)
            assert GAME.words.board(known, 0) == GAME.words.board(redacted(twin, seat), 0)
            assert str(sheet(GAME, states, seat)) == str(sheet(GAME, twin, seat))
            assert GAME.words.picture(known, 0) == GAME.words.picture(redacted(twin, seat), 0)
            if not states["over"][0] and seat == deciding(states):
                masks = np.zeros((2, NUM_ACTIONS), dtype=np.bool_)
                GAME.kernels.action_mask(states, masks[:1])
                GAME.kernels.action_mask(twin, masks[1:])
                assert np.array_equal(masks[0], masks[1])
    assert len(phases) > 4


def deciding(states):
    seats = np.zeros(1, dtype=np.int8)
    GAME.kernels.current_player(states, seats)
    return int(seats[0])


@pytest.mark.parametrize(("players", "options"), GAMES[:7])
def test_positions_and_texts_lead_back(players, options):
    for number, states, rng in positions(players, options, seed=10 + players):
        if number % EVERY:
            continue
        GAME.records.check(states)
        position = GAME.positions.write(states, 0)
        again = GAME.positions.read(json.loads(json.dumps(position)), number)
        assert GAME.positions.write(again, 0) == position
        again["rng"] = states["rng"]
        assert again.tobytes() == states.tobytes()
        seat = int(rng.integers(players))
        whole = GAME.positions.read(
            {"viewer": f"player_{seat + 1}", **GAME.positions.write(redacted(states, seat), 0)},
            number,
        )
        GAME.records.check(whole)
        assert np.array_equal(observed(whole, seat), observed(states, seat))
        masks = np.zeros((1, NUM_ACTIONS), dtype=np.bool_)
        GAME.kernels.action_mask(states, masks)
        for action in np.flatnonzero(masks[0]):
            text = GAME.actions.text(states, 0, int(action))
            assert GAME.actions.parse(states, 0, text) == action


@rule("BTW-HID-04", "BTW-HID-02")
def test_a_redacted_record_names_no_hidden_card():
    table = Table(4, draft=True)
    table.lay_tokens(0, 3)
    for seat in range(4):
        known = redacted(table.states, seat)[0]
        assert not any(known["hand"][q].any() for q in range(4) if q != seat)
        assert (known["deck"][: int(known["deck_n"])] == -2).all()
        assert (known["ally_deck"][: int(known["ally_deck_n"])] == -2).all()
        assert known["token"][0] == 0
        assert not known["rng"].any()


@rule("BTW-HID-08")
def test_redealt_drafts_keep_to_what_was_seen():
    table = Table(4, draft=True)
    for _ in range(10):
        table.do(table.legal()[0])
    first = int(table.s["first"])
    viewer = (first + 3) % 4
    held = {c for c in range(62) if int(table.s["pack"][c]) // 16 == viewer}
    held -= set(members(table.s["picked"][viewer]))
    wanted = Counter(FACTS.cards[c] for c in held)
    after, then = (viewer + 1) % 4, (viewer + 2) % 4  # who got the viewer's first pack
    for seed in range(20):
        twin = redealt(table.states, viewer, seed)[0]
        zones = (twin["picked"][after], twin["picked"][then], twin["hand"][then])
        now = Counter(FACTS.cards[c] for zone in zones for c in members(zone))
        assert wanted <= now
        first_pick = [c for c in members(zones[0]) if int(twin["pack"][c]) // 16 == viewer]
        assert len(first_pick) == 1


@rule("BTW-HID-09", "BTW-ACT-01")
def test_a_card_played_may_be_the_copy_that_was_seen():
    """A hand holds two copies, one of which another seat has seen: after a play none is known."""
    for seen in (0, 1):
        hands = [["betrayal", "betrayal", "ambush"], ["little_birds"], [], []]
        table = Table(4).bidding("hodor", hands)
        copies = members(table.s["hand"][0])[:2]
        table.s["known"][2] = [1 << copies[seen], 0]
        table.do("play betrayal")
        assert table.hand(0) == ["ambush", "betrayal"]
        assert table.known(2) == []


@rule("BTW-HID-01", "BTW-DP-15")
def test_a_filter_on_hidden_cards_does_not_show_in_who_can_be_named(tmp_path):
    new = effect(
        "move_card",
        "other_leader_chosen",
        **{"from": "target_hand", "to": "discard", "pick": "random", "filter": {"color": "red"}},
        amount=1,
    )
    hands = [["poisoned_wine"], ["ambush"], ["little_birds"], []]
    table = card_table(tmp_path, new, card="poisoned_wine").bidding("hodor", hands)
    table.do("play poisoned_wine")
    assert table.legal() == ["target player_2", "target player_3"]  # both have a card
    table.do("target player_3")
    assert (table.hand(2), table.discards()) == (["little_birds"], [])


@rule("BTW-HID-01", "BTW-DP-20")
@pytest.mark.parametrize("pick", ["owner", "you"])
def test_who_may_discard_is_asked_whatever_the_hand_holds(tmp_path, pick):
    new = effect(
        "move_card",
        "you",
        **{"from": "target_hand", "to": "discard", "pick": pick, "filter": {"max_value": 1}},
        amount=1,
        optional=True,
    )
    for held, legal in (("betrayal", ["card betrayal", "no"]), ("ambush", ["no"])):
        hands = [["poisoned_wine", held], [], [], []]
        table = card_table(tmp_path / held, new, card="poisoned_wine").bidding("hodor", hands)
        table.do("play poisoned_wine")
        assert (table.phase, table.seat, table.legal()) == ("card", 0, legal)
        assert table.do("no").hand(0) == [held]


@rule("BTW-HID-01", "BTW-CARD-08")
def test_who_may_volunteer_is_asked_whatever_the_hand_holds(tmp_path):
    new = effect(
        "move_card",
        "volunteer_losing_leader",
        "after_bid_won",
        **{"from": "target_hand", "to": "discard", "pick": "owner", "filter": {"color": "red"}},
        **{"require_full": True},
        amount=1,
        optional=True,
    )
    table = ally_table(tmp_path, new).clear().lay(0, "host_of_banners")
    table.give(1, "betrayal").give(2, "ambush").settle("hodor")
    assert (table.seat, table.legal()) == (1, ["no"])
    table.do("no")
    assert (table.seat, table.legal()) == (2, ["yes", "no"])
    assert table.do("yes").discards() == ["ambush"]


# --- the action space


@rule("BTW-ACT-02", "BTW-ACT-04", "BTW-ACT-06", "BTW-ACT-08", "BTW-ACT-01", "BTW-ACT-05")
def test_the_action_space():
    sizes = {kind.name: kind.size for kind in RANGES}

    assert sizes == {
        "card": 69,
        "kneel": 1,
        "leader": 5,
        "council": 6,
        "ally": 50,
        "leader_card": 9,
        "random_leader": 1,
        "yes": 1,
        "no": 1,
    }
    assert NUM_ACTIONS == 143
    table = Table(6).settle("sandor_clegane", first=0)
    table.lay_tokens(1, 1).lay_tokens(2, 1).lay_tokens(3, 1).lay_tokens(4, 1)
    table.do("place council_1_2")
    names = [f"council council_{c}_{c + 1}" for c in (2, 3, 4, 5)]
    assert table.legal() == names  # own ones first, then clockwise from the left neighbour's left
    assert GAME.actions.names[75:81] == tuple(f"council {w}" for w in ("left", "right", *"3456"))


# --- records from outside


def test_records_with_a_piece_in_two_places_are_refused_by_name():
    states = GAME.start(1, 4, seed=1)
    twice = states.copy()
    twice["hand"][0, 1] |= twice["hand"][0, 0]
    twice["hand_n"][0, 1] += twice["hand_n"][0, 0]
    with pytest.raises(
        ValueError, match=r"hand\[1\]: .* is in hand\[0\] too: a card is in one place"
    ):
        GAME.records.check(twice)
    dead = states.copy()
    dead["dead"] = 1 << int(dead["ally_deck"][0, 0])
    with pytest.raises(ValueError, match=r"ally_deck: .* is in dead too"):
        GAME.records.check(dead)
    tokens = states.copy()
    tokens["supply"][0, 1] = 17
    with pytest.raises(
        ValueError, match="tokens: 0 tokens of number 1 lie out and 17 in the supply"
    ):
        GAME.records.check(tokens)


@pytest.mark.parametrize(
    ("name", "place", "value", "message"),
    [
        ("turn", (), 4, "turn=4: expected -1 to 3"),
        ("met", (0,), 1 << 47, r"met\[0\]=\d+: expected 0 to \d+"),
        ("met", (5,), 1 << 60, r"met\[5\]=\d+: expected 0, as num_players=4 says"),
        (
            "step",
            (),
            Step.CHOOSE_LEADERS,
            r"round_no: 1: expected 0 to 0 in summer",
        ),
        ("step", (), Step.DRAFT, r"picked_n\[1\]: 0: expected 1 at this point"),
    ],
)
def test_records_with_a_number_that_no_game_leads_to_are_refused(name, place, value, message):
    states = GAME.start(1, 4, seed=1)
    GAME.records.check(states)
    states[name][(0, *place)] = value

    with pytest.raises(ValueError, match=message):
        GAME.records.check(states)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hand": [["betrayal#1"], ["betrayal#1"], [], []]}, r"hand\[1\]: betrayal#1 is in hand"),
        ({"hand": [["betrayal"], [], [], []]}, r"hand\[0\]\[0\]: 'betrayal': expected the name of"),
        ({"players": 7}, r"players: 7: expected one of 3, 4, 5, 6"),
        ({"colour": 1}, "unknown field 'colour'"),
        ({"options": {"draft": "true", "clash_draft": "true"}}, "options: options clash_draft"),
        ({"first": "arya"}, r"first: 'arya': expected one of player_1"),
        ({"stack": []}, "stack: a game that goes on has an open question"),
        ({"supply": None, "tokens": [{"at": "council_1_2", "number": 9}]}, r"tokens\[0\]\.number"),
    ],
)
def test_wrong_positions_are_refused_by_field(change, message):
    position = GAME.positions.write(GAME.start(1, 4, seed=2), 0)
    with pytest.raises(ValueError, match=message):
        GAME.positions.read({**position, **change}, 1)


def test_a_flipped_bit_is_refused_or_leads_on():
    rng = np.random.default_rng(0)
    base = [s.copy() for n, s, _ in positions(4, {"advanced": True}, 3) if n % 40 == 20]
    refused = 0
    for states in base:
        for _ in range(60):
            bad = states.copy()
            raw = bad.view(np.uint8).reshape(-1)
            raw[int(rng.integers(len(raw)))] ^= 1 << int(rng.integers(8))
            try:
                GAME.records.check(bad)
            except ValueError:
                refused += 1
                continue
            for _ in range(30):
                masks = np.zeros((1, NUM_ACTIONS), dtype=np.bool_)
                GAME.kernels.action_mask(bad, masks)
                if bad["over"][0]:
                    break
                action = int(rng.choice(np.flatnonzero(masks[0])))
                GAME.kernels.step(bad, np.array([action]))
    assert refused > 10


# --- conservation and the reference


@pytest.mark.parametrize(("players", "options"), GAMES[:7])
def test_pieces_are_conserved_and_no_question_is_without_an_answer(players, options):
    decisions = 0
    for number, states, _ in positions(players, options, seed=20 + players):
        check_pieces(FACTS, states, 0)
        decisions = number
    assert decisions > 60
    assert (states["place"][0, :players] >= 0).all()
    assert states["hand_n"].max() <= 4 * HAND_SIZE


DIGEST = """
import hashlib, numpy as np
from got_env.games import get_game
game = get_game("btwixt")
digest = hashlib.sha256()
for players, options in ((3, {}), (4, {"advanced": True}), (5, {"clash_draft": True}),
                         (6, {"draft": True, "revealed": True, "advanced": True})):
    states = game.start(2, players, 5, options)
    counts = np.zeros(2, dtype=np.int64)
    for limit in (40, 60, -1):
        game.kernels.rollout(states, np.zeros(143, dtype=np.bool_), limit, counts)
        out = np.zeros((2, game.observation.size), dtype=np.int8)
        game.kernels.observe(states, np.arange(2, dtype=np.int8), out)
        twin = states.copy()
        game.kernels.redeal(twin, np.ones(2, dtype=np.int8), np.arange(2))
        digest.update(states.tobytes() + out.tobytes() + twin.tobytes())
print(digest.hexdigest())
"""


def test_compiled_code_gives_the_bytes_of_plain_python():
    root = Path(__file__).parents[2]

    def digest(**env):
        done = subprocess.run(
            [sys.executable, "-c", DIGEST],
            capture_output=True,
            text=True,
            check=True,
            cwd=root,
            env={**os.environ, **env},
        )
        return done.stdout

    assert digest(NUMBA_DISABLE_JIT="1") == digest(NUMBA_DISABLE_JIT="0")


@pytest.mark.parametrize(("players", "options"), GAMES[:4])
def test_random_play_draws_as_the_loop_for_all_games(players, options):
    from got_env.core.batch import games

    one = GAME.start(3, players, 7, options)
    two = one.copy()
    mask = np.zeros(NUM_ACTIONS, dtype=np.bool_)
    counts = np.zeros((2, 2), dtype=np.int64)
    GAME.kernels.rollout(one, mask, -1, counts[0])
    games.rollout(two, mask, -1, counts[1])

    assert one.tobytes() == two.tobytes()
    assert counts[0].tolist() == counts[1].tolist()


# --- positions written by hand


def test_an_empty_supply_is_a_number():
    table = Table(3)
    numbers = [n for n in (1, 2, 3) for _ in range(int(table.s["supply"][n]))]
    table.lay_tokens(0, *numbers)
    for states in (table.states, redacted(table.states, 1)):
        assert GAME.positions.write(states, 0)["supply"] == [0, 0, 0]
    states = table.states.copy()
    assert GAME.positions.write(GAME.positions.read(GAME.positions.write(states, 0), 1), 0)


def test_the_table_of_fields_names_what_a_position_has():
    written = GAME.positions.write(GAME.start(1, 4, seed=1), 0)

    assert written.keys() <= fields.TEXTS.keys()
    assert fields.TEXTS.keys() - written.keys() == {"data", "viewer"}


@pytest.mark.parametrize("options", [{}, {"advanced": "true"}, {"revealed": "true"}])
def test_a_position_written_by_hand_leaves_out_what_is_usual(options):
    position = {
        "game": "btwixt",
        "options": options,
        "season": "autumn",
        "current": "hodor",
        "hand": [["betrayal#1", "ambush#1"], ["sworn_swords#2"], [], []],
        "hand_n": [3, 1, 2, 0],
        "pile": [[], ["little_birds#1"], [], []],
        "councils": [["bronn"], [], [], ["varys"]],
        "tokens": [{"at": "council_1_2"}],
    }
    states = GAME.positions.read(position, 5)
    GAME.records.check(states)
    written = GAME.positions.write(states, 0)

    assert (GAME.words.phase_name(states, 0), deciding(states)) == ("turn", 0)
    assert (written["round_no"], written["rounds_left"]) == (6, 4)
    assert [len(cards) for cards in written["hand"]] == [3, 1, 2, 0]
    assert len(written["ally_deck"]) == 47
    assert sum(written["supply"]) == 53
    while not states["over"][0]:
        masks = np.zeros((1, NUM_ACTIONS), dtype=np.bool_)
        GAME.kernels.action_mask(states, masks)
        GAME.kernels.step(states, np.array([int(np.flatnonzero(masks[0])[0])]))
    GAME.records.check(states)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rounds_left": 9}, "rounds_left: 9: expected 4 after round 1"),
        ({"rounds_left": 2}, "rounds_left: 2: expected 4 after round 1"),
        ({"season": "winter"}, "round_no: 1: expected 10 to 15 in winter"),
        ({"kneeling": ["player_1"], "first": "player_1"}, r"stack\[0\].player: 0: kneels"),
    ],
)
def test_a_position_that_no_game_leads_to_is_refused(change, message):
    states = GAME.start(1, 4, 2, {"first_player_setup": "seat_zero"})
    position = GAME.positions.write(states, 0)
    GAME.positions.read(position, 1)
    with pytest.raises(ValueError, match=message):
        GAME.positions.read({**position, **change}, 1)
