"""One game between agents, told round by round in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from got_agents.base import Agent, Views, choose, decision_seeds
from got_env.game import Game

NOBODY = -1
ORDERS_REVEALED = "orders are revealed"
ROUND = re.compile(r"round \d+ begins")
IDS = re.compile(r"[a-z]+(?:_[a-z]+)+|[a-z]{3,}")
CARD = re.compile(r"(plays|away) ([a-z]+)$")
BID = re.compile(r"(?P<house>\w+) bids (?P<value>\d+) (?P<topic>.+)")
PLACE = re.compile(r"(?P<house>\w+) takes place (?P<value>\d+) on (?P<topic>.+)")
OUTSIDE = re.compile(r" marches from | consolidates in | musters in |^westeros card ")
"""What never happens during a combat."""

Tell = Callable[[str], None]


class Story:
    """Plays a game and tells it line by line.

    Args:
        game: the game.
        agents: one for each seat.
        seed: of the game and of the agents' chances.
        options: options of the game.
        every_decision: tell the decisions too, not only what happens.

    Raises:
        ValueError: for bad options; names them.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        seed: int,
        options: Mapping[str, object],
        every_decision: bool = False,
    ) -> None:
        self.game = game
        self.agents = agents
        self.seed = seed
        self.every_decision = every_decision
        self.states = game.start(1, len(agents), seed, options)
        self.houses = game.houses_in_play(len(agents))
        self.decisions = 0
        self._told = 0
        self._names = {*game.areas, *game.houses}

    def play(self, tell: Tell) -> None:
        """Play to the end."""
        game = self.game
        mask = np.zeros((1, game.num_actions), dtype=np.bool_)
        seats = np.zeros(1, dtype=np.int8)
        actions = np.full(1, NOBODY, dtype=np.int64)
        game.kernels.advance(self.states, actions, 0, mask, seats)
        self._tell_news(tell, 0)
        while seats[0] != NOBODY:
            turn = np.array([self.decisions], dtype=np.int64)
            seeds = decision_seeds(np.array([self.seed], dtype=np.int64), seats, turn)
            views = Views.of(game, self.states, seats, mask, seeds)
            actions[:] = choose(self.agents[seats[0]], views)
            if self.every_decision:
                text = game.action_text(self.states, 0, int(actions[0]))
                tell(f"    [{self.houses[seats[0]]}] {text}")
            fighting = int(self.states["fight"][0])
            game.kernels.advance(self.states, actions, 0, mask, seats)
            self.decisions += 1
            self._tell_news(tell, fighting)

    def _tell_news(self, tell: Tell, fighting: int) -> None:
        events = self.game.new_events(self.states, 0, self._told)
        while events:
            event = events.pop(0)
            if OUTSIDE.search(event):
                fighting = 0
            if self._tell_list(tell, event, events):
                continue
            if ROUND.fullmatch(event):
                tell("")
                tell(event.removesuffix(" begins").capitalize())
            elif event == ORDERS_REVEALED:
                self._tell_orders(tell)
            elif event:
                tell(("      " if fighting else "  ") + self.in_words(event))
        self._told = int(self.states["journal_no"][0])

    def _tell_list(self, tell: Tell, event: str, events: list[str]) -> bool:
        """Tell a run of bids, or the new order of a whole track, in one line."""
        for pattern in (BID, PLACE):
            found = pattern.fullmatch(event)
            run = [found] if found else []
            for other in events if found else ():
                match = pattern.fullmatch(other)
                if not match or match["topic"] != run[0]["topic"]:
                    break
                run.append(match)
            if len(run) > 1:
                del events[: len(run) - 1]
                topic = run[0]["topic"].removeprefix("for ")
                if pattern is BID:
                    what = f"bids {'' if topic.startswith('against') else 'for '}{topic}"
                    parts = [f"{m['house']} {m['value']}" for m in run]
                else:
                    what, parts = topic, [m["house"] for m in run]
                tell(f"  {self.in_words(what)}: {self.in_words(', '.join(parts))}")
                return True
        return False

    def _tell_orders(self, tell: Tell) -> None:
        areas = self.game.snapshot(self.states, 0)["areas"]
        for house in self.houses:
            orders = [
                f"{self.in_words(area)} {facts['order']['token']}"
                for area, facts in areas.items()
                if facts["order"] and facts["order"]["house"] == house
            ]
            tell(f"  {self.in_words(house)} orders {', '.join(orders) or 'nothing'}")

    def in_words(self, text: str) -> str:
        """A text with ids of areas, houses and cards as names: ``Castle Black``."""

        def name(found: re.Match[str]) -> str:
            word = found[0]
            if "_" in word or word in self._names:
                return word.replace("_", " ").title()
            return word

        return IDS.sub(name, CARD.sub(lambda found: f"{found[1]} {found[2].title()}", text))

    def result(self) -> dict[str, Any]:
        """How the game ended, as plain data."""
        state = self.states[0]
        facts = self.game.snapshot(self.states, 0)
        winner = int(state["winner"])
        return {
            "game": self.game.code,
            "players": len(self.houses),
            "seed": self.seed,
            "winner": self.houses[winner],
            "winner_agent": self.agents[winner].name,
            "end": "seven_castles" if state["won_by_castles"] else "last_round",
            "rounds": int(state["round_no"]),
            "decisions": self.decisions,
            "houses": {
                house: {
                    "agent": self.agents[seat].name,
                    "place": int(state["place"][seat]) + 1,
                    "castles": facts["houses"][house]["castles"],
                    "supply": facts["houses"][house]["supply"],
                    "power": facts["houses"][house]["power"],
                }
                for seat, house in enumerate(self.houses)
            },
        }
