"""Alliances: pieces stay with their house. Ledger section 29."""

import numpy as np
import pytest

from got_env.westeros.engine.audit import audited_rollout
from got_env.westeros.rules.faults import Fault
from got_env.westeros.rules.vocabulary import Phase
from tests.play import AGOT2E, play
from tests.rules.marks import rule

PAYING = {"BID", "AERON", "MARCH_TOKEN"}
"""Decisions with which a house parts with its own Power: to the pool or to the board."""

SUFFERING = {"WILDLING_TIE"}
"""Decisions after which a Wildling card may take Power, which goes to the pool."""


def decision(s):
    """Name of the open decision, and the seat that decides."""
    phase, seat = s["stack"][int(s["depth"]) - 1][:2].tolist()
    return Phase(phase).name, seat


@rule("2E-ALLY-05")
@pytest.mark.parametrize("players", [3, 6])
def test_every_house_keeps_its_own_pieces(players):
    """Units, Power tokens, cards and orders of each house are counted at every decision."""
    states = AGOT2E.start(5, players, 1, {})
    mask = np.zeros(AGOT2E.actions.size, dtype=np.bool_)
    counts = np.zeros(3, dtype=np.int64)
    faults = np.zeros((len(states), len(Fault)), dtype=np.int64)
    audited_rollout(states, mask, True, 1, 50_000, counts, faults)

    assert (states["over"] == 1).all()
    assert counts[2] >= counts[0] > 0
    assert not faults.any()


@rule("2E-ALLY-05")
@pytest.mark.parametrize(("players", "tides"), [(3, False), (6, True)])
def test_no_decision_gives_a_piece_to_another_house(players, tides):
    """Through whole games nobody pays but to the pool and the board."""
    parted = set()
    for seed in range(2):
        before = None
        for states in play(players, seed, tides=tides):
            s = states[0]
            if before is not None:
                phase, p = decision(before)
                if s["power"][p] < before["power"][p]:
                    parted.add(phase)
                    board = s["tokens_out"][p] - before["tokens_out"][p]
                    assert phase != "MARCH_TOKEN" or board == before["power"][p] - s["power"][p]
            before = s.copy()
    assert {"BID", "MARCH_TOKEN"} <= parted <= PAYING | SUFFERING
