"""The 1st edition against references that are written from its rulebook alone."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import pytest

from got_env.games import GAMES
from tests.references import bids, combats, mustering, retreats
from tests.references.ground import Ground
from tests.references.watched import Move, watched
from tests.rules.marks import rule

GAME = GAMES["agot1e"]
MUSTERING = {"muster_upgrade": mustering.legal_upgrades, "muster": mustering.legal_units}
SETTLING = frozenset({"house_card", "blade"})
"""Decisions after which cards and Blade are settled."""
AFTER_OUTCOME = frozenset({"retreat", "casualty", "retreat_loss"})
WATCHED = frozenset({*MUSTERING, *SETTLING, *AFTER_OUTCOME, "bid", "tie"})
OPTIONS = {"house_cards": "base", "westeros_decks": "reconstructed", "wildling_cards": "off"}
"""The game of the rulebook: without the cards of A Storm of Swords."""

GAMES_RANDOM = int(os.environ.get("REFERENCE_RANDOM_GAMES", "30"))
GAMES_SCRIPTED = int(os.environ.get("REFERENCE_SCRIPTED_GAMES", "20"))
"""Games of half a minute; CONTRIBUTING.md says with how many they run now and then."""


def compare(move: Move, compared: Counter[str]) -> None:
    """Hold one decision against the references."""
    where = f"{move.phase} of {move.house}: {move.position}"
    if move.phase in MUSTERING:
        assert move.legal == MUSTERING[move.phase](move.position), where
        compared[move.phase] += 1
    elif move.phase == "bid":
        assert move.legal == bids.legal_bids(move.position), where
        check_bids(move, compared)
    elif move.phase == "tie":
        check_tie(move, compared)
    elif move.phase == "retreat" and move.house == loser(move):
        assert move.legal == retreats.legal_retreats(move.position), where
        compared["retreat"] += 1
    elif move.phase in SETTLING:
        check_outcome(move, compared)
    for event in move.news if move.position.get("combat") else ():
        if event[0] == "retreat":
            check_way_back(move, event, compared)


def loser(move: Move) -> str:
    """The House that lost the combat."""
    combat = move.position["combat"]
    side = "defender" if combat["victor"] == "attacker" else "attacker"
    house: str = combat["sides"][side]["house"]
    return house


def check_bids(move: Move, compared: Counter[str]) -> None:
    """When the last bid of an auction is made, what was bid is gone and the track is right."""
    auction = move.position["auction"]
    made = {**auction["bids"], move.house: int(move.chosen.split()[1])}
    if set(made) != set(auction["bidders"]):
        return
    told = {house: n for kind, house, n, _ in move.news if kind == "bid"}
    assert told == made, move.position
    track = move.position["agenda"][-1]["track"]
    if track is None:
        strength = move.position["wildlings"].get("attack", {}).get("strength", 0)
        attack = next(event for event in move.news if event[0] == "wildling_attack")
        assert attack[2:] == [strength, int(bids.night_watch_wins(made, strength))], made
        compared["attack"] += 1
    elif len(set(made.values())) == len(made):
        assert bids.agrees(move.after["tracks"][track], made), made
        compared["auction"] += 1


def check_tie(move: Move, compared: Counter[str]) -> None:
    """The holder of the Iron Throne orders equal bids, the best place that is left first."""
    asked, auction = move.position["agenda"][-1], move.position["auction"]
    made = {house: int(n) for house, n in auction["bids"].items()}
    assert move.house == move.position["tracks"]["iron_throne"][0] or asked["track"], asked
    tied = bids.tied_for(made, auction["ranking"])
    assert set(asked["tied"]) == tied, (made, auction["ranking"])
    assert move.legal == {f"tie {house}" for house in tied}
    compared["tie"] += 1
    if len(made) - len(auction["ranking"]) == 2:  # the last one takes what is left
        assert bids.agrees(move.after["tracks"][asked["track"]], made), made
        compared["auction"] += 1


def check_outcome(move: Move, compared: Counter[str]) -> None:
    """The winner, the margin, and how many units die."""
    combat = move.position["combat"]
    won = [event for event in move.news if event[0] == "combat_won"]
    if not won:
        return
    cards = [combat["sides"][side]["card"] for side in combats.SIDES]
    blade = combat["blade"]
    side = next(i for i in (0, 1) if combat["sides"][combats.SIDES[i]]["house"] == move.house)
    if move.phase == "house_card":
        cards[side] = move.chosen.split()[-1]
    elif move.chosen.endswith("yes"):
        blade = combats.SIDES[side]
    expected = combats.outcome(move.position, (cards[0], cards[1]), blade)
    if expected is None:
        compared["left out"] += 1
        return
    _, house, _, margin = won[-1]
    victor = combat["sides"][expected.victor]["house"]
    assert (house, margin) == (victor, abs(expected.totals[0] - expected.totals[1])), move.position
    compared["combat"] += 1
    asked = move.after["agenda"][-1] if move.after.get("agenda") else {}
    if asked.get("phase") == "casualty":
        assert asked["left"] == expected.casualties, move.position
        lost = 1 - combats.SIDES.index(expected.victor)
        ground = Ground(move.after)
        found = combats.legal_casualties(ground, move.after["combat"], lost, asked["left"])
        assert found, move.position
        compared["casualties"] += 1


def check_way_back(move: Move, event: list[object], compared: Counter[str]) -> None:
    """Beaten attackers are where they came from."""
    combat = move.position["combat"]
    _, house, area, _ = event
    if house == combat["sides"]["attacker"]["house"]:
        assert area == combat["from"], move.position
        compared["way back"] += 1


def run(moves: Iterator[Move]) -> Counter[str]:
    compared: Counter[str] = Counter()
    for move in moves:
        compare(move, compared)
    return compared


@rule("1E-MUS-01", "1E-MUS-03", "1E-MUS-10", "1E-RET-01", "1E-RET-03", "1E-RET-18")
@rule("1E-BAT-05", "1E-CAS-01")
def test_a_sample_of_decisions_agrees_with_the_references():
    compared = run(watched(GAME, range(3), WATCHED, OPTIONS))

    kinds = ("muster", "muster_upgrade", "auction", "attack", "combat", "retreat", "way back")
    for kind in kinds:
        assert compared[kind] > 0, compared


@pytest.mark.full
@pytest.mark.parametrize("scripted", [False, True], ids=["random", "scripted"])
def test_every_decision_agrees_with_the_references(scripted):
    games = range(GAMES_SCRIPTED if scripted else GAMES_RANDOM)
    compared = run(watched(GAME, games, WATCHED, OPTIONS, scripted))

    assert compared["combat"] > len(games)


@pytest.mark.full
@pytest.mark.parametrize("scripted", [False, True], ids=["random", "scripted"])
def test_every_decision_with_any_options_agrees_with_the_references(scripted):
    """With the cards of the rulebook; other cards have references of their own."""
    compared: Counter[str] = Counter()
    games = range(GAMES_SCRIPTED if scripted else GAMES_RANDOM)
    for move in watched(GAME, games, frozenset({*MUSTERING, "retreat", "bid"}), None, scripted):
        compare(move, compared)

    assert compared["muster"] > len(games)
