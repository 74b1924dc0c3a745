"""Games of A Storm of Swords, on its own board and on the original one, against references."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

import pytest

from got_env.games import GAMES
from tests.references import bids, mustering, retreats, storm
from tests.references.watched import Move, watched
from tests.rules.marks import rule

LEGAL = {
    "muster_upgrade": mustering.legal_upgrades,
    "muster": mustering.legal_units,
    "retreat": retreats.legal_retreats,
    "bid": bids.legal_bids,
}
WATCHED = frozenset({*LEGAL, "tie", "claim_tie"})
RULEBOOK: dict[str, str] = {}
GAMES_RANDOM = int(os.environ.get("REFERENCE_RANDOM_GAMES", "30"))
GAMES_SCRIPTED = int(os.environ.get("REFERENCE_SCRIPTED_GAMES", "20"))


def compare(move: Move, compared: Counter[str]) -> None:
    """Hold one decision against the references."""
    if move.phase in LEGAL:
        if move.phase == "retreat" and move.house != beaten_defender(move):
            compared["left out"] += 1
            return
        assert move.legal == LEGAL[move.phase](move.position), move.position
    else:
        assert move.legal == {f"tie {house}" for house in tied(move)}, move.position
    compared[move.phase] += 1


def beaten_defender(move: Move) -> str | None:
    """The House that defended and lost; attackers go back without a choice."""
    combat = move.position["combat"]
    house: str = combat["sides"]["defender"]["house"]
    return house if combat["victor"] == "attacker" else None


def controlling(move: Move) -> set[str]:
    """Houses with Control Westeros in force."""
    picked = move.position["tactics"].get("houses", {})
    return {house for house, cards in picked.items() if "control_westeros" in cards.values()}


def tied(move: Move) -> set[str]:
    """Houses whose bids with all that is added are equal and next to be placed."""
    auction, asked = move.position["auction"], move.position["agenda"][-1]
    made = {house: int(n) for house, n in auction["bids"].items()}
    if move.phase == "tie":
        return bids.tied_for(storm.claim_totals(made, {}, controlling(move)), auction["ranking"])
    held = move.position["alliances"].get("held", {})
    political = {
        house: sum("political_support" in card for card in cards) for house, cards in held.items()
    }
    totals = storm.claim_totals(made, political, controlling(move))
    if not asked.get("lowest"):
        return bids.claim_ends(totals)[0]
    highest = move.position["agenda"][-2]["highest"]
    return bids.claim_ends({house: n for house, n in totals.items() if house != highest})[1]


def run(
    code: str, seeds: Iterable[int], options: dict[str, str] | None, scripted: bool
) -> Counter[str]:
    compared: Counter[str] = Counter()
    for move in watched(GAMES[code], seeds, WATCHED, options, scripted):
        compare(move, compared)
    return compared


def check_sample(code: str) -> None:
    """Compare a few random games, in which all kinds of decisions come up."""
    compared = run(code, range(4), RULEBOOK, False)

    for kind in ("muster_upgrade", "muster", "retreat", "bid", "tie"):
        assert compared[kind] > 0, compared


@rule("ASOS-WEST-07", "ASOS-WEST-14", "ASOS-WEST-15", "ASOS-TOWN-01", "ASOS-TOWN-02")
def test_a_sample_on_its_own_board_agrees_with_the_references():
    check_sample("asos")


@rule("1E-MUS-01", "1E-MUS-03", "1E-RET-03", "1E-RET-18", "ASOS-HOST-08")
def test_a_sample_on_the_original_board_agrees_with_the_references():
    check_sample("agot1e_storm")


@pytest.mark.full
@pytest.mark.parametrize("scripted", [False, True], ids=["random", "scripted"])
@pytest.mark.parametrize("options", [RULEBOOK, None], ids=["rulebook", "any-options"])
@pytest.mark.parametrize("code", ["asos", "agot1e_storm"])
def test_every_decision_agrees_with_the_references(code, options, scripted):
    games = range(GAMES_SCRIPTED if scripted else GAMES_RANDOM)
    compared = run(code, games, options, scripted)

    print(code, "scripted" if scripted else "random", dict(compared))
    assert compared["bid"] > len(games)
