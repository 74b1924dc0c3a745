"""Marches, battles and hostages of the original board against a second computation of the rules."""

from __future__ import annotations

import itertools
import os
from math import comb, prod
from typing import Any

import numpy as np

from got_env.core.agenda import A, B
from got_env.westeros.rules.vocabulary import Event
from got_env.westeros.words.notation import phase_name
from tests.rules.marks import rule
from tests.storm import second_opinion as opinion
from tests.storm.random_positions import (
    RAINS,
    RANGES,
    Move,
    frame,
    mask,
    mover,
    moves,
    news,
    step,
)

WANTED = int(os.environ.get("SECOND_OPINIONS", "300"))
"""Positions of each kind to compare; 1500 take minutes."""

MOST_SPLITS = 5_000
WILD = ("bid", "wildling_tie", "lose_area", "lose_unit", "demote")
"""Decisions by which wildlings may take units."""


def action(said: tuple[str, int]) -> int:
    """The action of a word of the second opinion."""
    return RANGES[said[0]] + said[1]


def where(areas: Any) -> set[int]:
    """Actions that name areas."""
    return {RANGES["area"] + a for a in areas}


# --- marches


def few_enough(o: opinion.Opinion, p: int, start: opinion.Start) -> bool:
    """True if all marches can be listed."""
    places = len(opinion.reach_of(o, p, start)) + 1
    return prod(comb(n + places - 1, places - 1) for n in start.pieces) <= MOST_SPLITS


def declares(move: Move) -> bool:
    """True if a march that can be listed is about to be declared."""
    s = move.before
    if move.phase != "march_to" or s["march_count"] > s["march_done"]:
        return False
    return few_enough(move.opinion, mover(s), opinion.start_of(s))


@rule("ASOS-PROT-11", "ASOS-PROT-12", "ASOS-LEAD-01", "ASOS-LEAD-03", "ASOS-LEAD-04",
      "ASOS-LEAD-11", "ASOS-LEAD-12", "ASOS-LEAD-14", "ASOS-OPT4-08", "ASOS-OPT3-04",
      "ASOS-NEUT-01", "ASOS-NEUT-02", "ASOS-TAC-08", "ASOS-TAC-36")  # fmt: skip
def test_every_legal_march_is_offered_and_no_other():
    rng = np.random.default_rng(1)
    for move in itertools.islice(filter(declares, moves(0)), WANTED):
        s, p = move.before, mover(move.before)
        o, start = move.opinion, opinion.start_of(s)
        listed = opinion.marches(o, p, start)
        open_ones = [opinion.answers(o, p, start, march) for march in listed]
        said: list[Any] = []
        while True:
            expected = {action(m[len(said)]) for m in open_ones if len(m) > len(said)}
            assert mask(s) == expected, (said, move)
            word = [m[len(said)] for m in open_ones][rng.integers(len(open_ones))]
            said.append(word)
            open_ones = [m for m in open_ones if m[: len(said)] == said]
            if any(m == said for m in open_ones):
                break
            s = step(s, action(word))


@rule("ASOS-OPT3-04", "ASOS-TAC-15", "ASOS-TAC-34")
def test_immediate_moves_begin_where_they_can():
    compared = 0
    for move in moves(4000):
        if move.phase != "move_from":
            continue
        o, p = move.opinion, mover(move.before)
        expected = where(opinion.move_origins(o, p)) | {RANGES["done"]}
        assert mask(move.before) == expected, move
        compared += 1
        if compared >= WANTED // 4:
            return


# --- battles


def decided(move: Move) -> opinion.Fight:
    """Parts of the battle decided by this decision and those before."""
    s, side = move.before, int(frame(move.before)[A])
    cards, lost = [int(x) for x in s["card"]], [int(x) for x in s["card_loss"]]
    blade, swords = int(s["blade_side"]), [int(x) for x in s["more_swords"]]
    revealed, removed, routed = False, opinion.NOBODY, opinion.NOBODY
    yes = move.chosen == RANGES["yes"]
    if move.phase in ("house_card", "tyrion_card"):
        cards[side] = move.chosen - RANGES["card"]
        revealed = True
    elif move.phase == "tyrion" and yes:
        cards[1 - side] = opinion.NOBODY
    elif move.phase == "aeron" and move.chosen != RANGES["done"]:
        cards[side], lost[side] = move.chosen - RANGES["card"], 1
    elif move.phase == "stannis" and yes:
        swords[side] += 1
    elif move.phase == "blade" and yes:
        blade = s["fighter"].tolist().index(mover(s))
    elif move.phase == "queen_of_thorns":
        removed = move.chosen - RANGES["area"]
    elif move.phase == "mace":
        routed = move.chosen - RANGES["status"]
    revealed = revealed or move.phase in ("tyrion", "aeron")
    return opinion.Fight(
        (cards[0], cards[1]), (lost[0], lost[1]), blade, (swords[0], swords[1]), revealed,
        removed, routed,
    )  # fmt: skip


def dead_of(move: Move) -> int | None:
    """Casualties of a battle, None where the loser retreats or dies without more being asked."""
    s = move.after
    if s["over"]:
        return None
    asked = phase_name(np.array([s], dtype=s.dtype), 0)
    if asked == "take_leader":
        return int(frame(s)[B])
    return int(frame(s)[A]) if asked == "casualty" else None


@rule("ASOS-LEAD-02", "ASOS-LEAD-05", "ASOS-LEAD-08", "ASOS-LEAD-16", "ASOS-TAC-08", "ASOS-TAC-13",
      "ASOS-TAC-14", "ASOS-TAC-23", "ASOS-TAC-28", "ASOS-TAC-38", "ASOS-OPT3-05", "ASOS-OPT3-07",
      "ASOS-HC-05", "ASOS-HC-11", "ASOS-HC-13", "ASOS-HC-15", "ASOS-HC-17", "ASOS-HC-24",
      "ASOS-HC-25", "ASOS-HC-26", "ASOS-HC-31", "ASOS-HC-32")  # fmt: skip
def test_every_battle_ends_as_computed():
    compared = 0
    for move in moves(1000):
        for _, seat, _, margin in news(move, Event.COMBAT_WON):
            found = opinion.battle(move.opinion, decided(move), move.old)
            expected = int(move.before["fighter"][found.winner])
            totals = found.totals
            assert (seat, margin) == (expected, abs(totals[0] - totals[1])), (totals, move)
            assert dead_of(move) in (None, found.casualties), (found, move)
            compared += 1
        if compared >= WANTED:
            return


# --- hostages


def offered(move: Move) -> set[int] | None:
    """Actions of a decision about hostages and retreats; None for other decisions."""
    s, p, o = move.before, mover(move.before), move.opinion
    done = {RANGES["done"]}
    if move.phase == "negotiate":
        return done | {RANGES["seat"] + q for q in opinion.whom_to_ask(o, p, int(frame(s)[B]))}
    if move.phase == "leader_area":
        return where(opinion.landings(o, p, frame(s)[B] == 1))
    if move.phase == "retreat":
        return where(opinion.retreats(o))
    if move.phase == "take_leader":
        taken = opinion.fighting_leaders(o, int(frame(s)[A]))
        return done | {RANGES["leader"] + i for i in taken}
    if move.phase in ("execute", "free_hostage"):
        cell = p if move.phase == "execute" else int(s["fighter"][1])
        return done | {RANGES["leader"] + i for i in opinion.SLOTS if s["leader_cell"][i] == cell}
    return None


def check_fate(move: Move) -> None:
    """Look at the Leader that a decision was about."""
    s, t, p = move.before, move.after, mover(move.before)
    i = move.chosen - RANGES["leader"]
    if i not in opinion.SLOTS:
        return
    now = tuple(int(t[f"leader_{x}"][i]) for x in ("seat", "at", "cell"))
    if move.phase == "take_leader":
        assert now == (s["leader_seat"][i], -1, p), move
    elif move.phase == "execute":
        assert now == (-1, -1, -1), move
    elif move.phase == "free_hostage" and s["leader_seat"][i] != p:
        assert now == (s["leader_seat"][i], -1, p), move
    elif move.phase == "free_hostage":
        places = opinion.landings(opinion.Opinion(t, RAINS), p, returned=False)
        if s["fight_area"] in places:
            places = {int(s["fight_area"])}
        assert now[0::2] == (p, -1), move
        assert now[1] in places if len(places) == 1 else now[1] == -1, move


def check_exchange(move: Move) -> None:
    """Look at what an answer moved. Rule: ASOS-NEG-03 to -07, -14, -15."""
    s, t, q = move.before, move.after, mover(move.before)
    p, n, area = int(frame(s)[A]), int(s["offer_power"]), int(s["stack"][int(s["depth"]) - 2][A])
    yes = move.chosen == RANGES["yes"]
    room = 20 - int(s["power"][q]) - int(s["tokens_out"][q])
    paid = [row[1:3] for row in news(move, Event.POWER)][:2]
    assert not (yes and n) or paid == [[p, -n], [q, min(n, room)]], move
    for i in opinion.SLOTS:
        if int(s["offer_asks"]) >> i & 1:
            there = (-1, area) if yes else (q, -1)
            assert (t["leader_cell"][i], t["leader_at"][i]) == there, move
        if yes and int(s["offer_gives"]) >> i & 1:
            assert t["leader_cell"][i] == (-1 if s["leader_seat"][i] == q else q), move


def losers(move: Move) -> list[int]:
    """Leaders of the beaten side, if the battle is decided and the side is about to leave."""
    s = move.before
    if not s["fight"] or s["victor"] == opinion.NOBODY:
        return []
    return opinion.fighting_leaders(move.opinion, 1 - int(s["victor"]))


def check_rout(move: Move) -> int:
    """Leaders of the beaten go where the units go, or are taken; how many were looked at.

    Rule: ASOS-HOST-04, -05, -08.
    """
    s, t, o = move.before, move.after, move.opinion
    there = losers(move)
    if not there or move.phase not in ("casualty", "retreat", "retreat_loss", "take_leader"):
        return 0
    side = 1 - int(s["victor"])
    p, area = int(s["fighter"][side]), int(s["fight_area"])
    fled = [row[2] for row in news(move, Event.RETREAT) if row[1] == p]
    captured = [row[2] for row in news(move, Event.CAPTURED)]
    if move.phase == "take_leader" and move.chosen != RANGES["done"]:
        there.remove(move.chosen - RANGES["leader"])
    for i in there:
        if fled:
            assert t["leader_at"][i] == fled[0] != area, move
        elif i in captured:
            assert t["leader_cell"][i] == s["fighter"][1 - side], move
            shelter = [int(s["fight_from"])] if side == 0 else opinion.shelters(o)
            assert all(s["owner"][d] != p for d in shelter), move
    return len(there) if fled or captured else 0


@rule("ASOS-HOST-01", "ASOS-HOST-04", "ASOS-HOST-05", "ASOS-HOST-06", "ASOS-HOST-07",
      "ASOS-HOST-08", "ASOS-HOST-12", "ASOS-FREE-01", "ASOS-EXEC-01", "ASOS-EXEC-02",
      "ASOS-NEG-03", "ASOS-NEG-05", "ASOS-NEG-06", "ASOS-NEG-08", "ASOS-NEG-13", "ASOS-NEG-17",
      "ASOS-LEAD-24", "ASOS-OPT4-04", "ASOS-OPT4-08", "ASOS-OPT4-11")  # fmt: skip
def test_hostages_go_as_the_rules_say():
    compared = 0
    for move in moves(2000):
        expected = offered(move)
        if expected is not None:
            assert mask(move.before) == expected, move
            compared += 1
        if move.phase == "answer":
            check_exchange(move)
            compared += 1
        check_fate(move)
        compared += check_rout(move)
        after = opinion.Opinion(move.after, RAINS)
        assert opinion.wrong_leaders(after, move.leaders) == [], move
        for _, seat, i, _ in news(move, Event.LEADER_KILLED):
            at = int(move.before["leader_at"][i])
            assert move.before["leader_seat"][i] == seat
            assert move.after["owner"][at] == opinion.NOBODY, move
            assert move.after["leader_seat"][i] == opinion.NOBODY, move
            compared += 1
        if compared >= 2 * WANTED:
            return


@rule("ASOS-OPT4-04", "ASOS-OPT4-11")
def test_wildlings_kill_whom_they_leave_alone_and_nobody_else():
    killed = 0
    for move in moves(6000):
        s, t = move.before, move.after
        if move.phase not in WILD or t["over"]:
            continue
        dead = {row[2] for row in news(move, Event.LEADER_KILLED)}
        for i in opinion.SLOTS:
            at = int(s["leader_at"][i])
            if at != opinion.NOBODY:
                assert (t["owner"][at] == opinion.NOBODY) == (i in dead), move
        killed += len(dead)
        if killed >= WANTED // 20:
            return
