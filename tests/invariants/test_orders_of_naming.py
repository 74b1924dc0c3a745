"""Small answers that make up one choice come in ascending order, and the order loses no choice.

A march, the dead of a battle or units lost to the Wildlings are sets that are named one by one. In
random games the same question is asked twice: as the game asks it, where each set must be reached
in one way only, and with the lower bound of what may be named next taken away before each answer.
Both must reach the same ends. Where supply_cut=minimal, the areas that are cut come in ascending
order, the units of one area in any: held against it is a cut in any order in which, at the end, no
unit died in vain.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import factorial
from typing import Any

import numpy as np
import pytest

from got_env.core.agenda import A, B, C
from got_env.core.game import Game
from got_env.core.written import random_options
from got_env.games import GAMES
from got_env.westeros.rules.option_values import SupplyCut
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from tests.rules.marks import rule

MANY = int(os.environ.get("ORDERS_OF_NAMING_GAMES", "3"))
"""Random games of each game, as many as a few seconds allow."""
CUTTING = 8
"""Random games of each game in which armies are cut."""
MOST = 1500
"""Decisions of one question, on all ways: larger ones are left out."""

MARCH = ("march_to", "march_count", "march_leader")
CUT = ("reconcile_area", "reconcile_unit")
BOUNDS = {
    "march_to": ((1, A),),
    "ask_support": ((1, A),),
    "casualty": ((1, B),),
    "retreat_loss": ((1, B),),
    "lose_area": ((1, C),),
    "lose_unit": ((2, C),),
    "promote": ((1, B),),
    "demote": ((1, B), (2, C)),
}
"""Place of the lower bound: how deep in the agenda, and in which column of the frame."""
DEAD = ("casualty", "retreat_loss")
"""Whoever is left may die too, so different sets can come to the same: they are told apart."""
KINDS = (MARCH, CUT, ("ask_support",), ("casualty",), ("retreat_loss",), ("lose_area", "lose_unit"),
         ("promote",), ("demote",), ("raid_target", "raid_second"), ("arrange",))  # fmt: skip
BEGINS = {kind[0]: kind for kind in KINDS}
PATHS = ("journal", "journal_no", "stack", "depth")
"""Fields that tell how an end was reached, or what comes next."""
NAMED = ("march_to", "march_units", "march_leaders")
"""Columns of the destinations of a march, in the order in which they were named."""


class Question:
    """Question to a house, with all that it can answer."""

    def __init__(self, game: Game, states: Any, kind: tuple[str, ...]) -> None:
        self.game, self.first, self.kind = game, states.copy(), kind
        self.seat = self.asked(states)
        self.mask = np.zeros((1, game.actions.size), dtype=np.bool_)

    def asked(self, states: Any) -> int:
        """Seat that is asked; below 0 if nobody is."""
        seats = np.zeros(1, dtype=np.int8)
        self.game.kernels.current_player(states, seats)
        return int(seats[0])

    def over(self, states: Any) -> bool:
        """True if the next answer is none to this question."""
        if states["over"][0] or self.asked(states) != self.seat:
            return True
        phase = self.game.words.phase_name(states, 0)
        if phase == "march_to" and states["march_count"][0] == done(states):
            return True
        return phase not in self.kind or (phase == "raid_target")

    def legal(self, states: Any, freely: bool) -> list[int]:
        """Answers; ``freely``: without the lower bound, but nothing is named twice."""
        phase = self.game.words.phase_name(states, 0)
        if freely and self.kind == CUT:
            states["options"][0, Option.SUPPLY_CUT] = SupplyCut.ANY_PATH
        elif freely:
            for up, column in BOUNDS.get(phase, ()):
                states["stack"][0, int(states["depth"][0]) - up, column] = 0
        self.game.kernels.action_mask(states, self.mask)
        found = [int(action) for action in np.flatnonzero(self.mask[0])]
        if not freely or phase not in ("march_to", "ask_support"):
            return found
        kinds = np.array(self.game.actions.kinds)
        area = int(np.flatnonzero(kinds == self.game.actions.kind_names.index("area"))[0])
        named = named_areas(states, phase)
        return [action for action in found if action - area not in named]

    def due(self, states: Any) -> bytes:
        """Work left of a raid: one order may lie while an answer about it is due."""
        if self.kind[0] != "raid_target":
            return b""
        return states["stack"][0, : int(states["depth"][0])].tobytes()

    def ends(self, freely: bool) -> Counter[Any] | None:
        """Number of ways to each end; ``freely`` counts no ways. None if there are too many.

        Ways of a cut differ in the areas alone; cut freely, it ends where no unit died in vain.
        """
        found: Counter[Any] = Counter()
        trails = set()
        none: tuple[int, ...] = ()
        waiting, seen, looked = [(self.first.copy(), none)], set(), 0
        while waiting:
            states, named = waiting.pop()
            looked += 1
            if looked > (10 * MOST if freely else MOST):
                return None
            for action in self.legal(states, freely):
                after = states.copy()
                self.game.kernels.step(after, np.array([action]))
                told = self.told(states, named, action, freely)
                if self.over(after) and self.kind == CUT:
                    after["options"] = self.first["options"]
                    if not (freely and self.in_vain(after)):
                        trails.add((told, end(after)))
                elif self.over(after):
                    found[told, self.due(after), end(after)] += 1
                elif not freely:
                    waiting.append((after, told))
                elif (told, after.tobytes()) not in seen:
                    seen.add((told, after.tobytes()))
                    waiting.append((after, told))
        found.update((none, reached) for _, reached in trails)
        return found

    def told(
        self, states: Any, named: tuple[int, ...], action: int, freely: bool
    ) -> tuple[int, ...]:
        """What tells ways apart, with one more answer: the dead, or the areas of a cut in order."""
        if self.kind[0] in DEAD:
            return tuple(sorted((*named, action)))
        if not freely and self.game.words.phase_name(states, 0) == CUT[0]:
            return (*named, action)
        return named

    def in_vain(self, states: Any) -> bool:
        """Whether the house could have kept a unit that the cut cost."""
        before, after = sizes(self.first, self.seat), sizes(states, self.seat)
        rules = RULES[states["ruleset"][0]]
        limit = rules["supply_limit"][states["supply"][0, self.seat]]
        for i in np.flatnonzero(before > after):
            armies = after + np.eye(1, len(after), i, dtype=np.int64)[0]
            if all((armies >= n).sum() <= limit[n] for n in range(2, len(limit))):
                return True
        return False


def is_minimal(states: Any) -> bool:
    """Whether armies are cut by whole sets, of which no unit may be unnecessary."""
    return bool(states["options"][0, Option.SUPPLY_CUT] == SupplyCut.MINIMAL)


def sizes(states: Any, seat: int) -> Any:
    """Units in each area of a house, standing and routed."""
    count = (states["units"][0] + states["routed"][0]).sum(axis=1, dtype=np.int64)
    return count[states["owner"][0] == seat]


def done(states: Any) -> int:
    """Destinations that the march has entered before it goes on."""
    return int(states["march_done"][0]) if "march_done" in states.dtype.names else 0


def named_areas(states: Any, phase: str) -> set[int]:
    """Areas that were named before."""
    if phase == "march_to":
        return set(states["march_to"][0, done(states) : int(states["march_count"][0])].tolist())
    return set(np.flatnonzero(states["neutral_grant"][0] >= 0).tolist())


def end(states: Any) -> Any:
    """A record without the way that led to it."""
    names = states.dtype.names
    columns = [states[name][0].tolist() for name in NAMED if name in names]
    march = sorted(zip(*columns, strict=True), key=str)
    rest = [states[name].tobytes() for name in names if name not in (*PATHS, *NAMED)]
    return (str(march), *rest)


def questions(
    game: Game, seeds: range, options: dict[str, str] | None = None
) -> Iterator[Question]:
    """Questions of random games that like to do something, with any options if none are given."""
    mask = np.zeros((1, game.actions.size), dtype=np.bool_)
    idle = [i for i, name in enumerate(game.actions.names) if name in ("done", "no")]
    for seed in seeds:
        rng = np.random.default_rng(seed)
        players = int(rng.choice(game.seats.counts))
        chosen = random_options(game, rng) if options is None else options
        states = game.start(1, players, seed, chosen)
        before = ""
        while not states["over"][0]:
            phase = game.words.phase_name(states, 0)
            kind = BEGINS.get(phase)
            if kind == CUT and not is_minimal(states):
                kind = None
            if kind and (before not in kind or phase == "raid_target"):
                fresh = phase != "march_to" or states["march_count"][0] == done(states)
                if fresh:
                    yield Question(game, states, kind)
            before = phase
            game.kernels.action_mask(states, mask)
            legal = np.flatnonzero(mask[0])
            eager = legal[~np.isin(legal, idle)]
            chosen = rng.choice(eager if len(eager) and rng.random() < 0.8 else legal)
            game.kernels.step(states, np.array([chosen]))


def raids(question: Question) -> int:
    """Number of ends of a raid: nothing, one order, or two for a Raid +1, without an order."""
    position = question.game.positions.write(question.first, 0)
    asked = position["agenda"][-1]
    legal = question.legal(question.first, freely=False)
    texts = [question.game.actions.text(question.first, 0, action) for action in legal]
    targets = [text.split()[-1] for text in texts if not text.endswith("none")]
    token = position["areas"][asked["area"]]["order"]["token"]
    pairs = list(combinations(targets, 2)) if token == "raid*" else []
    if position["options"].get("raid_plus_one_targets") == "one_house":
        of = {area: position["areas"][area]["order"]["house"] for area in targets}
        pairs = [(one, other) for one, other in pairs if of[one] == of[other]]
    return 1 + len(targets) + len(pairs)


def has_raiders(question: Question) -> bool:
    """True if the house holds Mercenary Raiders, which reach far with one of two removals."""
    position = question.game.positions.write(question.first, 0)
    held = position.get("alliances", {}).get("held", {})
    return "mercenary_raiders" in held.get(position["agenda"][-1]["player"], ())


def compare(question: Question, compared: Counter[str]) -> None:
    """Hold one question as it is asked against the same one without an order."""
    first, ordered = question.kind[0], question.ends(freely=False)
    if ordered is None:
        compared["left out"] += 1
        return
    where = f"{first}: {question.game.positions.write(question.first, 0)}"
    assert max(ordered.values()) == 1, where
    if first == "raid_target":
        if question.game.identity.code != "agot2e" and not has_raiders(question):
            assert len(ordered) == raids(question), where
            compared["pair of raids"] += len(ordered) > 3
    else:
        free = question.ends(freely=True)
        if free is None:
            compared["left out"] += 1
            return
        assert set(free) == set(ordered), where
    compared[first] += 1


@rule("2E-DP-25", "ASOS-PROT-11", "ASOS-PROT-15")
@pytest.mark.parametrize("code", ["agot1e", "agot1e_storm", "agot2e", "asos"])
def test_naming_in_order_reaches_each_choice_once(code):
    compared: Counter[str] = Counter()
    for question in questions(GAMES[code], range(1)):
        compare(question, compared)

    assert compared["march_to"] > 10, compared
    assert compared["raid_target"] > 0, compared


@pytest.mark.full
@pytest.mark.parametrize("code", ["agot1e", "agot1e_storm", "agot2e", "asos"])
def test_naming_in_order_reaches_each_choice_once_in_many_games(code):
    compared: Counter[str] = Counter()
    for question in questions(GAMES[code], range(MANY)):
        compare(question, compared)

    assert compared["march_to"] > 10 * MANY, compared


@rule("2E-SUP-13", "2E-AMB-08")
@pytest.mark.parametrize("code", ["agot1e", "agot1e_storm", "agot2e"])
def test_a_minimal_cut_is_reached_in_one_order_of_areas(code):
    compared: Counter[str] = Counter()
    for question in questions(GAMES[code], range(CUTTING), {"supply_cut": "minimal"}):
        if question.kind == CUT:
            compare(question, compared)

    assert compared[CUT[0]] > 0, compared


@rule("BTW-DP-12", "BTW-ROW-06")
def test_allies_are_put_back_in_every_order_in_one_way_each():
    """B'Twixt asks for an order itself, the next ally from the top each time: all are reached."""
    looked = 0
    for question in questions(GAMES["btwixt"], range(8)):
        ends = question.ends(freely=False)
        assert ends is not None
        assert set(ends.values()) == {1}
        assert len(ends) == factorial(len(question.legal(question.first, freely=False)))
        looked += 1

    assert looked > 0
