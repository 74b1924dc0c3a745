"""Marches, battles and hostages of random games against a second computation of the rules."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np

from got_env.core.agenda import PLAYER, A, B
from got_env.core.batch import games
from got_env.westeros.rules.vocabulary import Event
from got_env.westeros.words.notation import phase_name
from tests.claim import second_opinion as opinion
from tests.claim.random_games import masks_of, start
from tests.claim.table import FACTS
from tests.rules.marks import rule

WANTED = int(os.environ.get("SECOND_OPINIONS", "12"))
"""Positions of each kind to compare; 300 and more take minutes."""

MOST_SPLITS = 20_000
RANGES = {r.name: r.offset for r in FACTS.action_ranges}


class Move(NamedTuple):
    """A decision of a random game."""

    before: Any
    phase: str
    chosen: int
    after: Any


def moves(first: int) -> Iterator[Move]:
    """Decisions of one random game after the other, of 4 players and of 3."""
    rng = np.random.default_rng(first)
    for seed in itertools.count(first):
        states = start(1, 4 - seed % 4 // 3, seed)
        while not states["over"][0]:
            before = states[0].copy()
            phase = phase_name(states, 0)
            legal = np.flatnonzero(masks_of(states)[0])
            eager = legal[(legal < RANGES["no"]) | (legal > RANGES["done"])]
            chosen = int(rng.choice(eager if len(eager) and rng.random() < 0.8 else legal))
            games.step(states, np.array([chosen]))
            yield Move(before, phase, chosen, states[0])


def mask(s: Any) -> set[int]:
    """Legal actions of a record."""
    return {int(x) for x in np.flatnonzero(masks_of(np.array([s], dtype=s.dtype))[0])}


def action(said: tuple[str, int]) -> int:
    """The action of a word of the second opinion."""
    return RANGES[said[0]] + said[1]


def step(s: Any, chosen: int) -> Any:
    """The record after an action."""
    states = np.array([s], dtype=s.dtype)
    games.step(states, np.array([chosen]))
    return states[0]


def mover(s: Any) -> int:
    """The seat that is asked."""
    return int(frame(s)[PLAYER])


def frame(s: Any) -> Any:
    """Frame of the question."""
    return s["stack"][int(s["depth"]) - 1]


def news(move: Move, kind: Event) -> list[list[int]]:
    """Journal rows of a kind that a decision brought."""
    size = len(move.after["journal"])
    numbers = range(int(move.before["journal_no"]), int(move.after["journal_no"]))
    rows = [move.after["journal"][n % size].tolist() for n in numbers]
    return [row for row in rows if row[0] == kind]


def where(areas: set[int]) -> set[int]:
    """Actions that name areas."""
    return {RANGES["area"] + a for a in areas}


# --- marches


def declares(move: Move) -> bool:
    """True if a march of few enough pieces to list all marches is about to be declared."""
    s = move.before
    if move.phase != "march_to" or s["march_count"] > s["march_done"]:
        return False
    ways = len(opinion.Opinion(s).steps(mover(s), int(s["march_from"]))) + 1
    return prod(comb(int(n) + ways - 1, ways - 1) for n in s["march_left"]) <= MOST_SPLITS


@rule("ASOS-PROT-11", "ASOS-PROT-12", "ASOS-LEAD-03", "ASOS-LEAD-04", "ASOS-LEAD-11",
      "ASOS-LEAD-12", "ASOS-LEAD-14", "ASOS-ALLY-02", "ASOS-NEUT-01", "ASOS-WX-04")  # fmt: skip
def test_every_legal_march_is_offered_and_no_other():
    rng = np.random.default_rng(1)
    compared = 0
    for move in filter(declares, moves(0)):
        s, p = move.before, mover(move.before)
        open_ones = [opinion.answers(s, march, p) for march in opinion.marches(s, p)]
        said: list[Any] = []
        while True:
            expected = {action(m[len(said)]) for m in open_ones if len(m) > len(said)}
            assert mask(s) == expected, (said, move.before)
            compared += 1
            word = [m[len(said)] for m in open_ones][rng.integers(len(open_ones))]
            said.append(word)
            open_ones = [m for m in open_ones if m[: len(said)] == said]
            if any(m == said for m in open_ones):
                break
            s = step(s, action(word))
        if compared >= WANTED:
            return


# --- battles


def cards_of(move: Move) -> tuple[Any, Any, int, Any]:
    """Cards, what Aeron costs them, the side with the Blade and swords of Stannis, all decided."""
    s, side = move.before, int(frame(move.before)[A])
    cards, lost = [int(x) for x in s["card"]], [int(x) for x in s["card_loss"]]
    blade, swords = int(s["blade_side"]), [int(x) for x in s["more_swords"]]
    yes = move.chosen == RANGES["yes"]
    if move.phase in ("house_card", "tyrion_card"):
        cards[side] = move.chosen - RANGES["card"]
    elif move.phase == "tyrion" and yes:
        cards[1 - side] = opinion.NOBODY
    elif move.phase == "aeron" and move.chosen != RANGES["done"]:
        cards[side], lost[side] = move.chosen - RANGES["card"], 1
    elif move.phase == "stannis" and yes:
        swords[side] += 1
    elif move.phase == "blade" and yes:
        blade = s["fighter"].tolist().index(mover(s))
    return cards, lost, blade, swords


def dead_of(move: Move, loser: int) -> int | None:
    """Casualties of a battle, None where the loser retreats or dies without more being asked."""
    s = move.after
    if s["over"]:
        return None
    asked = phase_name(np.array([s], dtype=s.dtype), 0)
    if asked == "take_leader":
        return int(frame(s)[B])
    return int(frame(s)[A]) if asked == "casualty" else None


@rule("ASOS-LEAD-16", "ASOS-LEAD-08", "ASOS-GARR-02", "ASOS-TAC-08", "ASOS-TAC-14", "ASOS-HC-05",
      "ASOS-HC-11", "ASOS-HC-13", "ASOS-HC-15", "ASOS-HC-17", "ASOS-HC-24", "ASOS-HC-25",
      "ASOS-HC-26")  # fmt: skip
def test_every_battle_ends_as_computed():
    compared = 0
    for move in moves(1000):
        for _, seat, _, margin in news(move, Event.COMBAT_WON):
            found = opinion.battle(move.before, *cards_of(move))
            told = (seat, margin)
            expected = int(move.before["fighter"][found.winner])
            assert told == (expected, abs(found.totals[0] - found.totals[1])), move
            dead = dead_of(move, 1 - found.winner)
            assert dead in (None, found.casualties), move
            compared += 1
        if compared >= WANTED:
            return


# --- hostages and alliances


def offered(move: Move) -> set[int] | None:
    """Actions of a decision about cards and Leaders; None for other decisions."""
    s, p = move.before, mover(move.before)
    done = {RANGES["done"]}
    if move.phase == "forge":
        return done | {RANGES["deck"] + d for d in opinion.open_decks(s, p)}
    if move.phase == "army_area":
        return where(opinion.room_for_ally(s, p))
    if move.phase == "negotiate":
        return done | {RANGES["seat"] + q for q in opinion.whom_to_ask(s, p, int(frame(s)[B]))}
    if move.phase == "leader_area":
        return where(opinion.places_for_leader(s, p, frame(s)[B] == 1))
    if move.phase in ("execute", "free_hostage"):
        cell = p if move.phase == "execute" else int(s["fighter"][1])
        held = [i for i in range(12) if s["leader_cell"][i] == cell]
        return done | {RANGES["leader"] + i for i in held}
    return None


def check_fate(move: Move) -> None:
    """Look at the Leader that a decision was about."""
    s, t, p = move.before, move.after, mover(move.before)
    i = move.chosen - RANGES["leader"]
    if not 0 <= i < len(opinion.LEADERS):
        return
    leader = opinion.LEADERS[i]
    if move.phase == "take_leader" and leader["house"]:
        assert (t["leader_cell"][i], t["leader_at"][i]) == (p, opinion.NOBODY), move
    elif move.phase == "take_leader":
        card = [c["id"] for c in opinion.CARDS].index(leader["alliance_card"])
        assert (t["ally_owner"][card], t["leader_seat"][i], t["leader_cell"][i]) == (p, p, -1), move
        assert t["permanent"][card // 6] in (p, opinion.NOBODY)
    elif move.phase == "execute":
        q = int(s["leader_seat"][i])
        house = opinion.Opinion(s).houses[q]
        ids = [c["id"] for c in opinion.data("house_cards")["houses"][house]]
        cards = int(t["hand"][q]) | int(t["discards"][q])
        assert not cards >> ids.index(leader["house_card"]) & 1, move
        assert (t["leader_seat"][i], t["leader_cell"][i], t["leader_at"][i]) == (-1, -1, -1)
    elif move.phase == "free_hostage" and s["leader_seat"][i] != p:
        assert t["leader_cell"][i] == p, move
    elif move.phase == "free_hostage":
        assert (t["leader_cell"][i], t["leader_at"][i]) == (-1, s["fight_area"]), move


def check_exchange(move: Move) -> None:
    """Look at what an answer moved. Rule: ASOS-NEG-03 to -07, -14, -15."""
    s, t, q = move.before, move.after, mover(move.before)
    p, n, area = int(frame(s)[A]), int(s["offer_power"]), int(s["stack"][int(s["depth"]) - 2][A])
    yes = move.chosen == RANGES["yes"]
    room = 20 - int(s["power"][q]) - int(s["tokens_out"][q])
    gained = min(n, room) if yes else 0
    paid = [row[2] for row in news(move, Event.POWER) if row[1] == q and row[3] == opinion.NOBODY]
    assert not (yes and n) or paid[0] == gained, move
    for i in range(len(opinion.LEADERS)):
        if int(s["offer_asks"]) >> i & 1:
            there = (-1, area) if yes and s["owner"][area] == p else (q, -1)
            assert (t["leader_cell"][i], t["leader_at"][i]) == there, move
        if yes and int(s["offer_gives"]) >> i & 1:
            assert t["leader_cell"][i] == (-1 if s["leader_seat"][i] == q else q), move


def check_alliances(move: Move) -> bool:
    """Look at permanent alliances that begin. Rule: ASOS-PERM-01, -04, -07."""
    s, t = move.before, move.after
    begun = 0
    for d, house in enumerate(opinion.DECKS):
        p = int(t["permanent"][d])
        if p >= 0 and p != s["permanent"][d]:
            assert opinion.cards_held(t, p, d) >= 3, move
            assert house in opinion.data("alliance_cards")["permanent"]
            begun += 1
        for q in range(int(t["num_players"])):
            third = opinion.cards_held(t, q, d) >= 3 > opinion.cards_held(s, q, d)
            nested = int(t["depth"]) > 2 or t["fight"]
            if third and not nested and house in opinion.data("alliance_cards")["permanent"]:
                assert t["permanent"][d] >= 0, move
    return begun > 0


@rule("ASOS-ALLI-06", "ASOS-ALLI-23", "ASOS-PERM-01", "ASOS-PERM-02", "ASOS-PERM-04",
      "ASOS-HOST-06", "ASOS-SWITCH-01", "ASOS-EXEC-02", "ASOS-NEG-05", "ASOS-NEG-06",
      "ASOS-NEG-08", "ASOS-NEG-13")  # fmt: skip
def test_hostages_and_alliances_go_as_the_rules_say():
    compared = 0
    for move in moves(2000):
        expected = offered(move)
        if expected is not None:
            assert mask(move.before) == expected, move
            compared += 1
        if move.phase == "answer":
            check_exchange(move)
        check_fate(move)
        compared += check_alliances(move)
        compared += move.phase in ("take_leader", "answer")
        if compared >= WANTED:
            return
