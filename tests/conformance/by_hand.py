"""Recordings of a few decisions, written by hand.

    record = HandRecording(board)
    record.step("bid", "stark", "westeros/wildlings-attack/bidding", {...}, "bid 3")
    assert record.replay().finished

A board plays along: what it shows after the given actions is the state that the record has after
the step. A recording has the form of the recorded games, but begins at any position.
"""

from __future__ import annotations

import copy
from typing import Any

from scripts.peer_replay.names import BANS, ORDERS, dashed
from scripts.peer_replay.playing import PlayedReplay
from scripts.peer_replay.recordings import Game, Json
from scripts.peer_replay.replay import Outcome
from scripts.peer_replay.view import view
from tests.builder import Board

QUIET_BANS = [ORDERS[order] for order in BANS["no-raid-order"]]
"""Orders that Sea of Storms bans."""


class HandRecording:
    """Steps of a game that a board plays along.

    Args:
        board: where the recording begins, under the options ``rulings="online"``.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.start = board.states.copy()
        self.shown = view(board.states[0])
        self.first = self.shown
        self.steps: list[Json] = []

    def step(
        self,
        kind: str,
        house: str,
        state: str,
        decision: Json,
        *actions: str,
        options: Json | None = None,
        events: tuple[Json, ...] = (),
        still: tuple[str, ...] = (),
    ) -> None:
        """Add a step after which the board has played ``actions``.

        ``still`` names areas that the record leaves as they were until a later step.
        """
        round_no = int(self.board.value("round_no"))
        self.board.do(*actions)
        after = view(self.board.states[0])
        after["areas"] |= {name: self.shown["areas"][name] for name in still}
        self.steps.append(
            {
                "n": len(self.steps) + 1,
                "round": round_no,
                "state": state,
                "house": house,
                "kind": kind,
                "decision": decision,
                "options": options or {},
                "events": list(events),
                "delta": difference(self.shown, after),
            }
        )
        self.shown = after

    def musters(
        self,
        house: str,
        state: str,
        recruits: Json,
        *actions: str,
        decline: bool = False,
        **more: Any,
    ) -> None:
        """A muster step; ``recruits`` has the recruits of each castle area.

        ``decline``: the house musters nothing else before another house acts.
        """
        decision = {"recruits": [{"castle": a, "recruit": r} for a, r in recruits.items()]}
        options = {"castles": [{"castle": a, "can": []} for a in recruits], **more}
        left = copy.deepcopy(self.board).do(*actions) if decline else None
        while left and left.player == house and left.phase.startswith("MUSTER"):
            left.do("done")
            actions = (*actions, "done")
        self.step("muster", house, state, decision, *actions, options=options)

    def nobody_musters(self, *houses: str) -> None:
        """Muster steps of houses that recruit nothing."""
        for house in houses:
            self.musters(house, "westeros/mustering/player-mustering", {}, decline=True)

    def end(self, **stars: int) -> None:
        """End the last round after Sea of Storms: Defense orders, and a Raven without a use.

        ``stars``: the starred orders that each house with units may place.
        """
        for house, star_limit in stars.items():
            areas = [a for a, held in self.shown["areas"].items() if held.get("owner") == house]
            orders = dict.fromkeys(areas, "defense-plus-one")
            options = {"areas": areas, "star_limit": star_limit, "forbidden_types": QUIET_BANS}
            actions = ["order defense+1"] * len(areas)
            state = "planning/place-orders"
            self.step("place_orders", house, state, {"orders": orders}, *actions, options=options)
        if self.board.phase == "RAVEN":
            house = str(self.board.player)
            state, options = "action/use-raven/replace-order", {"replace": {}}
            self.step("raven", house, state, {"use": "none"}, "done", options=options)

    def replay(self, checking: bool = False) -> Outcome:
        """Replay the recording from its first position; all of it has to be played."""
        assert self.board.over, self.board.phase
        game = Game("by hand", len(self.board.houses), False, self.first, self.steps, {})
        return PlayedReplay(game, checking, self.start).run()


def difference(before: Json, after: Json) -> Json:
    """Changes of a step: areas and houses whole, all else by key."""
    delta: Json = {}
    for key, value in after.items():
        if key in ("areas", "houses"):
            changed = {name: part for name, part in value.items() if part != before[key][name]}
            if changed:
                delta[key] = changed
        elif value != before[key]:
            delta[key] = value
    return delta


def spelled(names: set[str]) -> list[str]:
    """Our ids in the record's spelling."""
    return sorted(dashed(name) for name in names)
