"""Lines of text that a person needs to answer the open question of a game."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from got_env.core.game import Game, States
from got_env.core.lines import hanging
from got_env.core.narrator import CardFace
from got_env.core.proper_names import proper_name
from got_env.westeros.words.board import render_text
from got_env.westeros.words.combat import running_sum
from got_env.westeros.words.notation import houses_of
from got_env.westeros.words.pieces import EMPTY, area_words, card_words, units

_TOKENS = ("order", "raven_order")
"""Decisions about which order token to lay."""

_ICONS = ("swords", "fortifications")
"""Of House cards."""

_SUMS = ("house", "total", "swords", "fortifications")
"""Entries of a side in combat in a briefing, beside the parts of its strength."""


class Prompt:
    """The open question of a game, from what the seat that must answer it may know.

    Args:
        game: the game.
        states: its redacted record ``(1,)``.
        seat: who decides.
        width: columns of the lines.
    """

    commands: Mapping[str, str] = {
        "board": "the whole position",
        "look AREA": "an area and those beside it",
        "cards": "your House cards with their texts",
    }
    legend = (
        "Units are letters, in lower case when routed:\n"
        "F footman, K knight, E siege engine, S ship."
    )

    def __init__(self, game: Game, states: States, seat: int, width: int) -> None:
        self.game, self.width = game, width
        self.states, self.seat = states, seat
        self.snapshot = game.words.snapshot(states, 0)
        self.facts = game.words.briefing(states, 0, seat)
        self.context = game.words.context(states, 0)
        self.house: str = self.facts["house"]
        self.phase = game.words.phase_name(states, 0)
        self.question = game.words.question(states, 0)

    def headline(self) -> str:
        """Round, decision and what it asks."""
        number = self.snapshot["round"]
        return f"{proper_name(self.house)}, round {number}, {self.phase}: {self.question}"

    def lines(self) -> list[str]:
        """Own means, and what the decision is about."""
        return [*self._means(), *self._march(), *self._place(), *self._combat()]

    def remark(self, action: int, text: str) -> str:
        """Words about the target of an action; empty if there is nothing to say."""
        kind = self.game.actions.kind_names[self.game.actions.kinds[action]]
        last = text.rpartition(" ")[2]
        if kind == "area":
            area = self.game.actions.names[action].partition(" ")[2]
            return area_words(self.snapshot["areas"][area], self.facts["areas"][area])
        if kind == "card" and last in self.facts["cards"]:
            return self.card_gist(last)
        return ""

    def face(self, action: int, text: str) -> CardFace | None:
        """The House card that an action is about, of whichever house; None if there is none."""
        kind = self.game.actions.kind_names[self.game.actions.kinds[action]]
        card = text.rpartition(" ")[2]
        if kind != "card" or card not in self.facts["cards"]:
            return None
        houses, facts = houses_of(self.states, 0), self.facts["cards"][card]
        owner = next(house for house in houses if card in houses.facts.card_ids[house])
        signs = {icon: facts[icon] for icon in _ICONS if facts[icon]}
        return CardFace(proper_name(card), owner, facts["strength"], signs, facts["text"])

    def card_gist(self, card: str) -> str:
        """Strength, icons and text of a House card."""
        facts = self.facts["cards"][card]
        text = f". {facts['text']}" if facts["text"] else ""
        return card_words(facts) + text

    def look_up(self, word: str) -> list[str] | None:
        """Lines of one of the :attr:`commands`; None if the word is no such command."""
        if word == "board":
            return render_text(self.snapshot, self.facts["cards"], self.width).splitlines()
        if word == "cards":
            return self.cards()
        command, _, area = word.partition(" ")
        if command != "look":
            return None
        area = area.replace(" ", "_")
        areas = list(self.facts["areas"])
        if area in areas:
            return self.look(area)
        near = get_close_matches(area, areas, 1)
        hint = f"did you mean {near[0]!r}?" if near else "'board' shows them"
        return [f"{area!r} is no area: {hint}" if area else "look: expected the name of an area"]

    def look(self, area: str) -> list[str]:
        """An area and those beside it."""
        printed = self.facts["areas"]
        lines = [f"{area}: {area_words(self.snapshot['areas'][area], printed[area])}"]
        for name in printed[area]["neighbours"]:
            words = area_words(self.snapshot["areas"][name], printed[name])
            lines.append(f"  beside it {name}: {words}")
        for name, way in printed[area].get("ways", {}).items():
            words = area_words(self.snapshot["areas"][name], printed[name])
            lines.append(f"  by {way} {name}: {words}")
        return lines

    def cards(self) -> list[str]:
        """The own House cards with their texts, those in hand first."""
        seat = self.snapshot["houses"][self.house]
        lines = []
        for pile in ("hand", "discards"):
            for card in seat[pile]:
                facts = self.facts["cards"][card]
                where = "" if pile == "hand" else " (discarded)"
                head = f"{card}{where}: {card_words(facts)}"
                lines.append(head)
                if facts["text"]:
                    lines += hanging("    ", facts["text"].split(), self.width, " ")
        return lines

    def more_means(self) -> list[str]:
        """Further lines of the own means in a game."""
        return []

    def _means(self) -> list[str]:
        facts, own = self.facts, self.snapshot["houses"][self.house]

        def sizes(armies: list[int]) -> str:
            return " ".join(map(str, armies)) or "none"

        parts = [
            f"power {facts['power']}",
            f"castles {own['castles']}",
            f"supply {facts['supply']} allows armies {sizes(facts['armies'])}",
            f"yours {sizes(facts['own_armies'])}",
            f"stars {facts['stars_used']} of {facts['stars']} used",
            *self.more_means(),
        ]
        lines = hanging("  you: ", parts, self.width)
        if self.phase in _TOKENS:
            left = [
                token if count == 1 else f"{token} x{count}"
                for token, count in facts["orders_left"].items()
                if count
            ]
            lines += hanging("  tokens left: ", left, self.width)
        return lines

    def _march(self) -> list[str]:
        march = self.snapshot["march"]
        if march is None:
            return []
        lines = [f"  march from {march['from']}, still there: {units(march['left'], {})}"]
        going = [f"{area} {units(moved, {})}" for area, moved in march["to"].items() if moved]
        if going:
            lines += hanging("  going: ", going, self.width)
        return lines

    def _place(self) -> list[str]:
        """The area in question and what lies beside it, the empty ones by name only."""
        march = self.snapshot["march"] or {}
        area = self.context.get("area") or self.context.get("from") or march.get("from")
        if area is None or self.snapshot["combat"]:
            return []
        areas, printed = self.snapshot["areas"], self.facts["areas"]
        lines = hanging(f"  {area}: ", [area_words(areas[area], printed[area])], self.width)
        beside = [self._named(name) for name in printed[area]["neighbours"]]
        lines += hanging("  beside it: ", beside, self.width) if beside else []
        ways = printed[area].get("ways", {})
        if ways:
            reached = [f"{self._named(name)} by {way}" for name, way in ways.items()]
            lines += hanging("  other ways: ", reached, self.width)
        return lines

    def _named(self, area: str) -> str:
        """An area with what it holds, if it holds anything."""
        words = area_words(self.snapshot["areas"][area], self.facts["areas"][area])
        held = not words.startswith(EMPTY)
        return f"{area} [{words}]" if held else area + words.removeprefix(EMPTY)

    def _combat(self) -> list[str]:
        combat, strengths = self.snapshot["combat"], self.facts["combat"]
        if combat is None:
            return []
        by = combat["order"] or f"the march of {combat['march_of'] or 'a leader'}"
        lines = [f"  combat in {combat['area']}, attacked from {combat['from']} with {by}"]
        if strengths:
            houses = houses_of(self.states, 0)
            told = running_sum(self.states, 0, self.seat, houses, self.facts["cards"])
            lines += hanging("  sum: ", told.split(", "), self.width)
        for side, data in combat["sides"].items():
            lines += self._side(side, data, strengths[side] if strengths else None)
        return lines

    def _side(
        self, side: str, data: Mapping[str, Any], strength: Mapping[str, Any] | None
    ) -> list[str]:
        cards = self.facts["cards"]
        parts = []
        if strength:
            parts = [f"{part} {n}" for part, n in strength.items() if n and part not in _SUMS]
            parts = [f"{strength['total']} so far ({', '.join(parts) or 'nothing'})"]
            parts += [f"{icon} {strength[icon]}" for icon in _SUMS[2:] if strength.get(icon)]
        if data["card"]:
            card = data["card"]
            shown = "face down" if card == "hidden" else f"{card} {cards[card]['strength']}"
            parts.append(f"card {shown}")
        if data["tides"]:
            parts.append(f"tides {'face down' if data['tides'] == 'hidden' else data['tides']}")
        head = f"  {side} {data['house']}: "
        lines = hanging(head, parts or ["-"], self.width)
        if data["card"] in cards:
            lines += self._gists([data["card"]])
        elif strength:
            hand = self.snapshot["houses"][data["house"]]["hand"]
            named = [f"{card} {cards[card]['strength']}" for card in hand]
            lines += hanging("    hand: ", named, self.width)
            if self.phase == "house_card" and data["house"] != self.house:
                lines += self._gists(hand)
        return lines

    def _gists(self, cards: list[str]) -> list[str]:
        """House cards of a side with strength, icons and text."""
        return [
            line
            for card in cards
            for line in hanging(
                f"    {proper_name(card)}: ", self.card_gist(card).split(), self.width, " "
            )
        ]
