"""Tables and branch-free code of the kernels give what the plain rule says."""

import json

import numpy as np
import pytest

from got_env.btwixt.engine.playout import WINDOWS
from got_env.btwixt.facts.reading import SHIPPED, read_facts
from got_env.btwixt.facts.rulesets import add_rulesets
from got_env.btwixt.rules.actions import (
    ALLY,
    COUNCIL,
    KNEEL,
    LEADER,
    LEADER_CARD,
    NO,
    NUM_ACTIONS,
    YES,
)
from got_env.btwixt.rules.frames import PHASE
from got_env.btwixt.rules.vocabulary import Phase
from got_env.btwixt.views.observation import COUNCIL as COUNCIL_DETAIL
from got_env.btwixt.views.observation import SEAT as SEAT_DETAIL
from got_env.btwixt.views.observation import VIEWS
from got_env.core.batch import games
from got_env.games import get_game
from tests.btwixt.table import Table
from tests.copies import writable_copy

GAME = get_game("btwixt")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_seats_and_councils_are_counted_from_the_one_who_looks(players):
    """Councils as in BTW-ACT-04: left, right, then clockwise from the left neighbour's left."""
    for p in range(players):
        clockwise = [(p + i) % players for i in range(players)]
        councils = [p, clockwise[-1], *clockwise[1:-1]]
        for number in range(players):
            assert VIEWS[players, p, SEAT_DETAIL, clockwise[number]] == number
            assert VIEWS[players, p, COUNCIL_DETAIL, councils[number]] == number
        for number in (-128, -2, -1, players, 100, 127):
            assert VIEWS[players, p, 0, number & 255] == number
            assert VIEWS[players, p, COUNCIL_DETAIL, number & 255] == number
        assert VIEWS[players, p, SEAT_DETAIL, -1 & 255] == -1


def owned_by_many_copies(tmp_path, copies):
    """The facts with one standard card that has so many copies, the others as few as that takes."""
    folder = tmp_path / "own"
    writable_copy(SHIPPED, folder)
    path = folder / "influence_standard.json"
    data = json.loads(path.read_text())
    spare = copies - data["cards"][0]["copies"]
    data["cards"][0]["copies"] = copies
    for card in data["cards"][1:]:
        taken = min(spare, card["copies"] - 1)
        card["copies"] -= taken
        spare -= taken
    assert spare == 0
    path.write_text(json.dumps(data))
    facts = read_facts(folder)
    add_rulesets(facts)
    return facts


@pytest.mark.parametrize("copies", [5, 8, 17, 41])
def test_each_card_of_a_hand_is_legal_once_however_many_copies_there_are(tmp_path, copies):
    facts = owned_by_many_copies(tmp_path, copies)
    rng = np.random.default_rng(copies)
    for seed in range(20):
        table = Table(4, seed=seed, facts=facts)
        mask = np.zeros((1, NUM_ACTIONS), dtype=np.bool_)
        for _ in range(int(rng.integers(0, 12))):
            GAME.kernels.action_mask(table.states, mask)
            GAME.kernels.step(table.states, np.array([rng.choice(np.flatnonzero(mask[0]))]))
        if table.s["stack"][table.s["depth"] - 1, PHASE] != Phase.TURN:
            continue
        GAME.kernels.action_mask(table.states, mask)
        hand = set(table.hand(int(table.s["turn"])))
        assert {facts.kind_ids[i] for i in np.flatnonzero(mask[0, :KNEEL])} <= hand
        if not mask[0, KNEEL] or mask[0, :KNEEL].any():
            assert mask[0, :KNEEL].sum() == len(hand)


@pytest.mark.parametrize("copies", [5, 41])
def test_random_play_draws_the_same_cards_however_many_copies_there_are(tmp_path, copies):
    owned_by_many_copies(tmp_path, copies)
    game = GAME.with_data(tmp_path / "own")
    one = game.start(30, 4, 7, {})
    two = one.copy()
    mask = np.zeros(NUM_ACTIONS, dtype=np.bool_)
    game.kernels.rollout(one, mask, -1, np.zeros(2, dtype=np.int64))
    games.rollout(two, mask, -1, np.zeros(2, dtype=np.int64))

    assert one.tobytes() == two.tobytes()


VARIANTS = (
    {},
    {"advanced": True, "robb_volunteer": "random"},
    {"clash_draft": True, "revealed": True, "chosen_token": "latest"},
    {"draft": True, "short": True, "extra_ally_token": "yes"},
)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(options) or "plain")
def test_random_play_is_that_of_plain_masks(players, options):
    one = GAME.start(40, players, players, options)
    two = one.copy()
    mask = np.zeros(NUM_ACTIONS, dtype=np.bool_)
    counted, plainly = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64)
    GAME.kernels.rollout(one, mask, -1, counted)
    games.rollout(two, mask, -1, plainly)

    assert one.tobytes() == two.tobytes()
    assert counted.tolist() == plainly.tolist()


def test_every_legal_action_lies_in_the_window_of_its_decision():
    assert tuple(WINDOWS[Phase.TARGET]) == (LEADER, COUNCIL)
    assert tuple(WINDOWS[Phase.ALLY]) == (ALLY, LEADER_CARD)

    rng = np.random.default_rng(3)
    mask = np.zeros((1, NUM_ACTIONS), dtype=np.bool_)
    seen = set()
    for options in ({"advanced": True}, {"clash_draft": True, "revealed": True}):
        for seed in range(15):
            states = GAME.start(1, 4, seed, options)
            while not states["over"][0]:
                phase = int(states["stack"][0, states["depth"][0] - 1, PHASE])
                GAME.kernels.action_mask(states, mask)
                legal = np.flatnonzero(mask[0])
                first, end = WINDOWS[phase]
                assert set(legal) <= {*range(first, end), YES, NO}
                seen.add(phase)
                GAME.kernels.step(states, np.array([rng.choice(legal)]))

    assert seen == {int(phase) for phase in Phase if phase >= Phase.LEADER_CARD}
