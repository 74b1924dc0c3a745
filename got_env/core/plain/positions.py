"""Positions of a plain game: the fields of its record by name, hidden numbers as null."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.fields import Field
from got_env.core.game import Positions, States
from got_env.core.plain.batch import PlainBatch
from got_env.core.plain.records import WORD, check_records
from got_env.core.plain.rules import HIDDEN, NOBODY, Numbers
from got_env.core.plain.words import plain

_COMMON = ("game", "viewer", "players", "options", "round", "ranking", "rng")


class PlainPositions:
    """Writes and reads positions of a game.

    A position is an object with ``game``, ``players``, ``options`` by key, ``round``, ``ranking``
    (houses by place, empty while the game goes on), ``rng``, and the fields of the record by name.
    Cards of decks are words, all else are numbers.
    """

    def __init__(self, batch: PlainBatch) -> None:
        self.batch = batch
        self.rules = batch.rules
        self._words = {path[0] for path in self.rules.decks.values()}

    def positions(self) -> Positions:
        """The group as a game holds it."""
        return Positions(write=self.write, read=self.read, decks=self.rules.decks)

    def write(self, states: States, row: int) -> dict[str, Any]:
        """A (redacted) record as JSON data that can be read back."""
        s, rules = states[row], self.rules
        houses = rules.houses[: int(s["num_players"])]
        places = s["place"].tolist()
        chosen = zip(rules.options.items(), s["options"].tolist(), strict=True)
        position = {
            "game": rules.code,
            "players": len(houses),
            "options": {key: values[index] for (key, (values, _, _)), index in chosen},
            "round": int(s["round_no"]),
            "ranking": [houses[places.index(i)] for i in range(len(houses)) if s["over"]],
            "rng": s["rng"].tolist(),
        }
        for name in rules.fields:
            value = plain(s[name])
            if name in self._words:
                value = [None if card is None else str(card) for card in value]
            position[name] = value
        return position

    def read(self, position: object, seed: int) -> States:
        """A record ``(1,)``; what is null is drawn from the seed.

        Raises:
            ValueError: names the bad field, its value and what was expected.
        """
        rules, field = self.rules, Field(position)
        field.known((*_COMMON, *rules.fields))
        field.need("game").word((rules.code,))
        players = field.need("players").integer(min(rules.counts), max(rules.counts))
        states = np.zeros(1, dtype=self.batch.state)
        s = states[0]
        self.batch.begin(s, players, self._options(field), seed)
        drawn = s["rng"].copy()
        s["round_no"] = field.need("round").integer(1, rules.last_round)
        for name, numbers in rules.fields.items():
            s[name] = self._numbers(field.need(name), numbers, name in self._words)
        self._ranking(field, s, rules.houses[:players])
        self.batch.fill(s, seed)
        s["rng"] = drawn
        if (rng := field.get("rng")) is not None:
            words = self._numbers(rng, Numbers((4,), 0, WORD), False)
            s["rng"] = words if any(words) else drawn
        s["journal_no"] = len(rules.events(s))
        check_records(rules, states)
        return states

    def _options(self, field: Field) -> list[int]:
        given = field.get("options") or Field({}, "options")
        chosen = [0] * len(self.rules.options)
        for index, value in given.entries(tuple(self.rules.options), "option"):
            chosen[index] = value.word(tuple(self.rules.options.values())[index][0])
        return chosen

    def _ranking(self, field: Field, s: Any, houses: tuple[str, ...]) -> None:
        ranking = field.need("ranking")
        order = ranking.words(houses, len(houses))
        s["over"], s["winner"], s["place"] = 0, NOBODY, NOBODY
        if not order:
            return
        if sorted(order) != list(range(len(houses))):
            ranking.complain(f"expected every house once, or none: {', '.join(houses)}")
        s["over"], s["winner"] = 1, order[0]
        for place, seat in enumerate(order):
            s["place"][seat] = place

    def _numbers(self, field: Field, numbers: Numbers, words: bool, axis: int = 0) -> Any:
        """Numbers of a shape; HIDDEN for null."""
        if axis < len(numbers.shape):
            length = numbers.shape[axis]
            elements = field.elements(length)
            if len(elements) != length:
                field.refuse(f"a list of {length}")
            return [self._numbers(element, numbers, words, axis + 1) for element in elements]
        if field.is_null:
            return HIDDEN
        if words:
            known = range(numbers.low, numbers.high + 1)
            return known[field.word(tuple(map(str, known)))]
        return field.integer(numbers.low, numbers.high)
