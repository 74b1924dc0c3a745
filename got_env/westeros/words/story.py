"""A game told in words, line by line, while it is played."""

from __future__ import annotations

import re

from got_env.core.game import Game, States
from got_env.core.narrator import Tell
from got_env.core.proper_names import proper_name
from got_env.westeros.words.pieces import ORDER_LABELS, PRIZES

ORDERS_REVEALED = "orders are revealed"
ROUND = re.compile(r"round \d+ begins")
BID = re.compile(r"(?P<house>\w+) bids (?P<value>\d+) (?P<topic>.+)")
PLACE = re.compile(r"(?P<house>\w+) takes place (?P<value>\d+) on (?P<topic>.+)")
OUTSIDE = re.compile(
    r" marches from | consolidates in | musters in |^westeros card | activates | an offer with "
)
"""Events that never happen during a combat."""


class Narrator:
    """Tells what is new in a record.

    Args:
        game: the game.
        states: its record ``(1,)``, which somebody else plays on.
        tell: takes each line.
        every_decision: tell the decisions too, not only what happens.
    """

    def __init__(
        self, game: Game, states: States, tell: Tell, every_decision: bool = False
    ) -> None:
        self.game = game
        self.states = states
        self.tell = tell
        self.every_decision = every_decision
        self.houses = game.seats.in_play(int(states["num_players"][0]))
        self._told = 0
        self._fighting = 0

    @property
    def waiting(self) -> int:
        """Events that have happened and are not told yet."""
        return int(self.states["journal_no"][0]) - self._told

    def before(self, player: str, text: str) -> None:
        """Hear of a decision that is about to be played."""
        if self.every_decision:
            self.tell(f"    [{player}] {text}")
        self._fighting = int(self.states["fight"][0])

    def after(self) -> None:
        """Tell what has happened since the last call."""
        words = self.game.words
        told = words.told_events(self.states, 0, self._told)
        events = [*zip(words.new_events(self.states, 0, self._told), told, strict=True)]
        while events:
            event, said = events.pop(0)
            if OUTSIDE.search(event):
                self._fighting = 0
            if self._tell_list(event, events):
                continue
            if ROUND.fullmatch(event):
                self.tell("")
                self.tell(said.removesuffix(" begins"))
            elif event == ORDERS_REVEALED:
                self._tell_orders()
            elif event:
                self.tell(("      " if self._fighting else "  ") + said)
        self._told = int(self.states["journal_no"][0])

    def _tell_list(self, event: str, events: list[tuple[str, str]]) -> bool:
        """Tell a run of bids, or the new order of a whole track, in one line."""
        for pattern in (BID, PLACE):
            found = pattern.fullmatch(event)
            run = [found] if found else []
            for other, _ in events if found else ():
                match = pattern.fullmatch(other)
                if not match or match["topic"] != run[0]["topic"]:
                    break
                run.append(match)
            if len(run) > 1:
                del events[: len(run) - 1]
                topic = run[0]["topic"].removeprefix("for ").removeprefix("against the ")
                houses = [proper_name(match["house"]) for match in run]
                if pattern is BID:
                    bids = [match["value"] for match in run]
                    parts = [f"{h} {bid}" for h, bid in zip(houses, bids, strict=True)]
                    self.tell(f"  Bids {PRIZES[topic]}: {', '.join(parts)}")
                else:
                    self.tell(f"  {proper_name(topic)}: {', '.join(houses)}")
                return True
        return False

    def _tell_orders(self) -> None:
        areas = self.game.words.snapshot(self.states, 0)["areas"]
        for house in self.houses:
            orders = [
                f"{ORDER_LABELS[facts['order']['token']]} in {proper_name(area)}"
                for area, facts in areas.items()
                if facts["order"] and facts["order"]["house"] == house
            ]
            self.tell(f"  {proper_name(house)} orders: {', '.join(orders) or 'nothing'}")
