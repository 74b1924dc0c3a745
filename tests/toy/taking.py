"""Taking tokens for two, who takes the last one wins: a game whose best moves are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from got_env.core.game import Block
from got_env.core.plain import Numbers, PlainRules, plain_game

MOST, TAKEN = 15, 3
"""Tokens at the start, from five on; and the most that one takes."""


def best(tokens: int) -> int:
    """Number to take of so many tokens, to leave a multiple of four; 0 if no move wins."""
    return tokens % (TAKEN + 1)


class Taking(PlainRules):
    """Players take one to three tokens in turn."""

    code, title = "taking", "Taking tokens"
    counts, houses = (2,), ("ann", "bob")
    actions = ("one", "two", "three")
    decisions: ClassVar[Mapping] = {"take": ("how many tokens to take", (0, 1, 2))}
    fields: ClassVar[Mapping] = {
        "tokens": Numbers((1,), 0, MOST),
        "turn": Numbers((1,), 0, 1),
    }
    blocks = (Block("tokens", (MOST + 1,), (("left", MOST + 1, "1 at the number left"),)),)
    last_round = MOST
    ends = ("taken",)

    def set_up(self, s, rng):
        s["tokens"] = rng.integers(5, MOST + 1)

    def seat(self, s):
        return int(s["turn"][0])

    def decision(self, s):
        return "take"

    def legal(self, s):
        return range(min(TAKEN, int(s["tokens"][0])))

    def play(self, s, action):
        s["tokens"] -= action + 1
        if s["tokens"][0] == 0:
            self.finish(s, [int(seat == s["turn"][0]) for seat in range(2)])
        else:
            s["turn"] = 1 - s["turn"]
            s["round_no"] += 1

    def features(self, s, seat):
        return [int(s["tokens"][0] == left) for left in range(MOST + 1)]

    def end(self, s):
        return "taken"


TAKING = plain_game(Taking())
