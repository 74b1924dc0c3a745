"""Matching pennies for three: a game of some fifty lines, to prove that the rest knows no board."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from got_env.core.game import Block
from got_env.core.plain import HIDDEN, Numbers, PlainRules, plain_game
from got_env.core.press.moments import Moment
from got_env.core.rewards import potential

ROUNDS, PLAYERS, RUNAWAY = 5, 3, 6
OPEN = -1
"""In place of a choice that is still to be made."""


def points(s, out):
    out[:] = s["points"]


class Pennies(PlainRules):
    """All lay heads or tails face down; the odd one out takes the stake, which a deck decides."""

    code, title = "pennies", "Matching pennies for three"
    counts, houses = (PLAYERS,), ("ann", "bob", "cid")
    actions = ("heads", "tails", "pass")
    decisions: Mapping = {
        "penny": ("which side to lay", (0, 1)),
        "mercy": ("the leader may lay no penny", (0, 1, 2)),
    }
    always_asked = ("penny",)
    moments = (Moment("table", "before all lay", frozenset({"penny"}), by_default=True),)
    options: Mapping = {"mercy": (("false", "true"), "the leader may pass", "house rule")}
    fields: Mapping = {
        "laid": Numbers((ROUNDS, PLAYERS), OPEN, 2),
        "stakes": Numbers((ROUNDS,), 1, 3),
        "points": Numbers((PLAYERS,), 0, 3 * ROUNDS),
    }
    blocks = (
        Block("players", (PLAYERS, 1), (("points", 1, "points of the player"),), rows=houses),
        Block("table", (2 * ROUNDS,), (("stakes", ROUNDS, ""), ("own", ROUNDS, "own pennies"))),
    )
    last_round = ROUNDS
    rewards: Mapping = {"points": potential(points, 1 / RUNAWAY)}
    ends, measures = ("last_round", "runaway"), ("points",)
    decks: Mapping = {"stakes": ("stakes",)}

    def set_up(self, s, rng):
        s["laid"] = OPEN
        s["stakes"] = rng.integers(1, 4, size=ROUNDS)

    def seat(self, s):
        return int((s["laid"][s["round_no"] - 1] != OPEN).sum())

    def decision(self, s):
        ahead = s["points"][self.seat(s)] > np.delete(s["points"], self.seat(s)).max()
        return "mercy" if s["options"][0] and ahead else "penny"

    def legal(self, s):
        return self.decisions[self.decision(s)][1]

    def play(self, s, action):
        laid = s["laid"][s["round_no"] - 1]
        laid[self.seat(s)] = action
        if OPEN in laid:
            return
        for seat in range(PLAYERS):
            s["points"][seat] += s["stakes"][s["round_no"] - 1] * ((laid == laid[seat]).sum() == 1)
        if s["round_no"] == ROUNDS or s["points"].max() >= RUNAWAY:
            self.finish(s, s["points"].tolist())
        else:
            s["round_no"] += 1

    def features(self, s, seat):
        return [*s["points"], *s["stakes"], *s["laid"][:, seat]]

    def hide(self, s, seat):
        if not s["over"]:
            s["stakes"][s["round_no"] :] = HIDDEN
            laid = s["laid"][s["round_no"] - 1]
            laid[(laid != OPEN) & (np.arange(PLAYERS) != seat) & (seat is not None)] = HIDDEN

    def deal(self, s, rng):
        for numbers, low, high in ((s["stakes"], 1, 4), (s["laid"], 0, 2)):
            unknown = numbers == HIDDEN
            numbers[unknown] = rng.integers(low, high, size=int(unknown.sum()))

    def measure(self, s):
        return {"points": s["points"].tolist()}

    def end(self, s):
        return self.ends[int(s["points"].max() >= RUNAWAY)]

    def events(self, s):
        shown = s["laid"] if s["over"] else s["laid"][: s["round_no"] - 1]
        laid = [" ".join(self.actions[a] for a in row) for row in shown if OPEN not in row]
        return [f"round {number}: {pennies}" for number, pennies in enumerate(laid, 1)]


PENNIES = plain_game(Pennies())
