"""Panel beside the board: tracks, houses, cards, and the open question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from got_env.core.lettering import fitted, wrapped
from got_env.core.proper_names import proper_name
from got_env.core.svg import box, disc, symbol, text, title
from got_env.westeros.facts.facts import Facts
from got_env.westeros.picture.legend import legend
from got_env.westeros.picture.tokens import badge, coin
from got_env.westeros.words.pieces import ORDER_LABELS

WIDTH = 430.0
"""Of the panel, in map units."""
_TRACKS = {
    "iron_throne": ("Iron Throne", "throne", None),
    "fiefdoms": ("Fiefdoms", "blade", "blade_used"),
    "kings_court": ("King's Court", "raven", "raven_used"),
}
"""Title and dominance token of each track, and what says that the token was used."""
_STEP = 34.0
_ROOM = WIDTH - 6
"""Of a line, in map units."""
_TITLE, _SMALL = 14.5, 11.0
"""Font sizes."""
_POWER, _CARDS, _BID = 150.0, 195.0, 405.0
"""Columns of the houses."""
_CARD = 22.0
"""From one card to the next."""


class Panel:
    """Writes from top to bottom.

    Args:
        facts: of the game.
        x: its left side, in map units.
    """

    def __init__(self, facts: Facts, x: float) -> None:
        self._facts = facts
        self._x = x
        self._y = 14.0
        self._parts: list[str] = []

    def draw(self, snapshot: Mapping[str, Any], bottom: float) -> str:
        """The whole panel.

        Args:
            snapshot: the position.
            bottom: where the legend ends, in map units.
        """
        setup = self._facts.setup
        self._headline(snapshot)
        self._scale("Round", range(1, setup.game_length.max_rounds + 1), snapshot["round"])
        if setup.wildling_track is not None:
            positions = setup.wildling_track.positions
            self._scale("Wildlings", positions, snapshot["wildlings"]["threat"])
        for track, houses in snapshot["tracks"].items():
            self._track(track, houses, snapshot)
        self.more_tracks(snapshot)
        self._houses_on("Supply", len(setup.supply_track), "supply", snapshot["houses"])
        self.score(snapshot)
        self._houses(snapshot["houses"])
        self._combat(snapshot["combat"])
        self.more_cards(snapshot)
        self._cards(snapshot)
        self._parts.append(f'<g id="signs">{self.signs(bottom)}</g>')
        return "".join(self._parts)

    # --- what other games draw otherwise

    def more_tracks(self, snapshot: Mapping[str, Any]) -> None:
        """Tracks that not every game has."""

    def score(self, snapshot: Mapping[str, Any]) -> None:
        """Points that win the game."""
        length = self._facts.setup.game_length
        castles = length.castles_and_strongholds_for_immediate_win
        self._houses_on("Castles", castles + 1, "castles", snapshot["houses"])

    def more_of_house(self, house: str, seat: Mapping[str, Any]) -> None:
        """Lines about a house that not every game has."""

    def more_of_side(self, side: Mapping[str, Any]) -> str:
        """Others who fight for a side of a combat."""
        return ""

    def more_cards(self, snapshot: Mapping[str, Any]) -> None:
        """Cards that not every game has."""

    def signs(self, bottom: float) -> str:
        """Legend of the signs."""
        return legend(self._x, bottom, absent_signs(self._facts))

    def _headline(self, snapshot: Mapping[str, Any]) -> None:
        self._y += 24
        self._text(0, f"Round {snapshot['round']}: {_plain(snapshot['phase'])}", "head left")
        self._y += 34
        question = snapshot["decision"]
        if snapshot["over"]:
            winner = snapshot["winner"]
            if winner:
                self._parts.append(badge(winner, self._x + 13, self._y - 5, 13))
            won = f"{winner.title()} wins" if winner else "A draw"
            self._text(34 if winner else 0, won, "title left")
        elif question is not None and question["player"] is not None:
            house = question["player"]
            self._parts.append(badge(house, self._x + 13, self._y - 5, 13))
            self._title(34, f"{house.title()} decides")
        self._y += 34

    def _scale(self, name: str, values: Sequence[int], now: int) -> None:
        self._text(0, name, "left")
        for i, value in enumerate(values):
            x = self._column(i, len(values))
            at = value == now
            self._parts.append(
                box(x - 13, self._y - 16, 26, 24, "now" if at else "box")
                + text(x, self._y, value, "number on-now" if at else "")
            )
        self._y += _STEP

    def _track(self, track: str, houses: list[str | None], snapshot: Mapping[str, Any]) -> None:
        name, token, used = _TRACKS[track]
        self._text(0, name, "left")
        kind = "mark used" if used and snapshot[used] else "mark"
        self._parts.append(symbol(token, self._x + 104, self._y - 4, kind))
        for i, house in enumerate(houses):
            x = self._column(i, max(8, len(houses)))
            self._parts.append(
                badge(house, x, self._y - 4, 13) if house else disc(x, self._y - 4, 12, "box")
            )
        self._y += _STEP

    def _houses_on(
        self, name: str, count: int, field: str, houses: Mapping[str, Mapping[str, Any]]
    ) -> None:
        self._text(0, name, "left")
        tallest = 0
        for value in range(count):
            x = self._column(value, max(8, count))
            there = [house for house, seat in houses.items() if seat[field] == value]
            tallest = max(tallest, (len(there) + 1) // 2)
            self._parts.append(box(x - 13, self._y - 16, 26, 24) + text(x, self._y, value))
            for n, house in enumerate(there):
                row, column = divmod(n, 2)
                alone = n == len(there) - 1 and column == 0
                left = x if alone else x - 8 + 16 * column
                self._parts.append(badge(house, left, self._y + 19 + 18 * row, 9))
        self._y += _STEP + 18 * tallest

    def _houses(self, houses: Mapping[str, Mapping[str, Any]]) -> None:
        self._y += 8
        self._text(0, "Houses", "title left")
        self._text(_POWER, "power")
        self._text(_CARDS, "cards in hand, faded: played", "left")
        self._text(_BID, "bid")
        self._y += 27
        for house, seat in houses.items():
            self._house(house, seat)
        self._y += 4

    def _house(self, house: str, seat: Mapping[str, Any]) -> None:
        self._parts.append(badge(house, self._x + 13, self._y - 5, 12))
        self._text(32, house.title(), "title left")
        self._parts.append(coin(house, self._x + _POWER - 14, self._y - 5, 9))
        self._text(_POWER + 8, seat["power"], "number")
        bid = {None: "-", "hidden": "?"}.get(seat["bid"], seat["bid"])
        self._text(_BID, bid, "number")
        for i, card in enumerate(self._facts.cards.houses[house]):
            gone = "" if card.id in seat["hand"] else " gone"
            left = self._x + _CARDS + _CARD * i
            back = box(left, self._y - 17, _CARD - 3, 25, f"piece {house}")
            face = text(left + _CARD / 2 - 1.5, self._y, card.strength, f"card-text on-{house}")
            self._parts.append(f'<g class="card{gone}">{title(card.name)}{back}{face}</g>')
        self._y += 15
        if seat["discards"]:
            self._y += 7
            self._small("played: " + ", ".join(map(proper_name, seat["discards"])), 32)
        self.more_of_house(house, seat)
        self._y += 19

    def _cards(self, snapshot: Mapping[str, Any]) -> None:
        self._text(0, "Cards", "title left")
        self._y += 18
        for deck, card in snapshot["westeros"]["revealed"].items():
            self._small(f"Westeros {deck}: {proper_name(card) if card else 'none yet'}")
        if snapshot["banned"]:
            banned = [ORDER_LABELS[token] for token in snapshot["banned"]]
            self._small(f"Banned orders: {', '.join(banned)}")
        wildlings = snapshot["wildlings"]
        if wildlings is None:
            return
        if wildlings["card"]:
            self._small(f"Wildlings: {proper_name(wildlings['card'])}")
        known = [f"{i + 1} {proper_name(card)}" for i, card in enumerate(wildlings["deck"]) if card]
        if known:
            self._small("Wildling deck: " + ", ".join(known))
        self._y += 14

    def _combat(self, combat: Mapping[str, Any] | None) -> None:
        if combat is None:
            return
        where = f"Combat in {proper_name(combat['area'])}, from {proper_name(combat['from'])}"
        self._title(0, where)
        self._y += 22
        for side, data in combat["sides"].items():
            if data["house"] is None:
                continue
            self._parts.append(badge(data["house"], self._x + 10, self._y - 4, 9))
            card = (
                "?"
                if data["card"] == "hidden"
                else proper_name(data["card"] or "") or "no card yet"
            )
            self._small(f"{side}: {card}{self.more_of_side(data)}", 26)
            self._y += 8
        self._y += 10

    def _small(self, words: str, indent: float = 0) -> None:
        for line in wrapped(words, _ROOM - indent, _SMALL):
            self._text(indent, line, "small left")
            self._y += 15

    def _title(self, x: float, words: str) -> None:
        at = self._x + x
        drawn = fitted(at, self._y, words, "title left", _ROOM - x, _TITLE, bold=True)
        self._parts.append(drawn)

    def next_line(self) -> None:
        """Go down to the next track."""
        self._y += _STEP

    def _column(self, i: int, count: int) -> float:
        left = self._x + 135
        return left + i * min(_STEP, (WIDTH - 165) / max(1, count - 1))

    def _text(self, x: float, words: object, kind: str = "") -> None:
        self._parts.append(text(self._x + x, self._y, words, kind))


def absent_signs(facts: Facts) -> set[str]:
    """Signs of the legend that a game has no use for."""
    present = {
        "port": any(area.kind == "port" for area in facts.board.areas),
        "garrison": any(area.garrison_strength for area in facts.board.areas),
        "ship": facts.setup.component_limits.unit_pool_per_house.ship > 0,
        "siege engine": facts.setup.component_limits.unit_pool_per_house.siege_engine > 0,
    }
    return {sign for sign, there in present.items() if not there}


def _plain(word: str) -> str:
    return word.replace("_", " ")
