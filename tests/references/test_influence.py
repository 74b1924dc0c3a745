"""B'Twixt against a reference that is written from its rulebook alone."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

import pytest

from got_env.btwixt.rules.vocabulary import Event
from got_env.games import GAMES
from tests.references import influence
from tests.references.watched import Move, watched
from tests.rules.marks import rule

GAME = GAMES["btwixt"]
WATCHED = frozenset({"turn", "placement"})
PLAIN: dict[str, str] = {}
GAMES_RANDOM = int(os.environ.get("REFERENCE_RANDOM_GAMES", "30"))
GAMES_SCRIPTED = int(os.environ.get("REFERENCE_SCRIPTED_GAMES", "20"))


def events(move: Move) -> list[list[int]]:
    """Events of the decision, as far as they are still told."""
    new = move.after["journal_no"] - move.position["journal_no"]
    told: list[list[int]] = move.after["journal"]
    return told[max(0, len(told) - new) :]


def compare(move: Move, compared: Counter[str]) -> None:
    """Hold one decision against the reference."""
    position = move.position
    if move.phase == "placement":
        check_question(move, compared)
        return
    assert move.legal == influence.legal_turns(position, move.house), position
    compared["turn"] += 1
    standing = set(influence.Table(position).seats) - set(position["kneeling"])
    if move.chosen == "kneel" and standing == {move.house}:
        check_bid(move, compared)


def check_question(move: Move, compared: Counter[str]) -> None:
    """A choice of councils for the current ally, which says nothing of its own."""
    position = move.position
    entering = position["stack"][-1]
    current = position["current"]
    plain = current is not None and position["claimed"] is None
    plain = plain and current in str(entering) and not influence.has_own_placement(current)
    if not plain or position["options"].get("strings_counted_at") == "bid_won":
        compared["left out"] += 1
        return
    expected = influence.legal_councils(position, move.house)
    assert move.legal == {f"place {council}" for council in expected}, position
    compared["choice of councils"] += 1


def check_bid(move: Move, compared: Counter[str]) -> None:
    """The last leader kneels: who wins with what, and where the ally goes if it goes at once."""
    position, told = move.position, events(move)
    kneels = {
        effect["trigger"]
        for ally in position["acting"]
        for effect in influence.printed()[ally]["effects"]
    } & {"on_kneel"}
    won = next((at for at, event in enumerate(told) if event[0] == Event.WIN), None)
    if kneels or won is None:
        compared["left out"] += 1
        return
    bids = influence.totals(position)
    seat = influence.winner(position, bids)
    _, told_seat, hundreds, rest = told[won]
    names = influence.Table(position).seats
    assert (names[told_seat], 100 * hundreds + rest) == (seat, bids[seat]), (bids, position)
    compared["bid"] += 1
    compared["tie"] += sorted(bids.values())[-1] == sorted(bids.values())[-2]
    if len(told) > won + 1 and told[won + 1][0] == Event.CLAIM:
        ally, council = position["current"], told[won + 1][3]
        if influence.has_own_placement(ally):
            return
        allowed = influence.legal_councils(position, seat)
        assert len(allowed) == 1, (allowed, position)
        assert allowed == {influence.Table(position).councils(names[council])[0]}, position
        compared["steered"] += 1


def run(seeds: Iterable[int], options: dict[str, str] | None, scripted: bool) -> Counter[str]:
    compared: Counter[str] = Counter()
    for move in watched(GAME, seeds, WATCHED, options, scripted):
        compare(move, compared)
    return compared


@rule("BTW-PLAY-01", "BTW-PLAY-04", "BTW-BID-01", "BTW-BID-02", "BTW-BID-03", "BTW-CLAIM-01")
@rule("BTW-CARD-01", "BTW-CARD-02", "BTW-CARD-03", "BTW-PREC-02")
def test_a_sample_of_turns_bids_and_claims_agrees_with_the_reference():
    compared = run(range(1), {"advanced": "true", "short": "true"}, False)

    for kind in ("turn", "bid", "choice of councils"):
        assert compared[kind] > 0, compared


@pytest.mark.full
@pytest.mark.parametrize("scripted", [False, True], ids=["random", "scripted"])
@pytest.mark.parametrize("options", [PLAIN, None], ids=["rulebook", "any-options"])
def test_every_turn_bid_and_claim_agrees_with_the_reference(options, scripted):
    games = range(GAMES_SCRIPTED if scripted else GAMES_RANDOM)
    compared = run(games, options, scripted)

    print("btwixt", "scripted" if scripted else "random", dict(compared))
    assert compared["bid"] > len(games)
    assert compared["choice of councils"] > len(games)
    assert compared["tie"] > 0
    assert compared["steered"] > 0
