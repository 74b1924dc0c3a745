"""Lines of text that a person needs to answer the open question of a game."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from got_env.core.game import Game, States
from got_env.core.lines import hanging
from got_env.core.narrator import CardFace
from got_env.core.proper_names import names_in_words, proper_name
from got_env.westeros.rules.names import HIDDEN_WORD
from got_env.westeros.words.board import render_text
from got_env.westeros.words.combat import running_sum
from got_env.westeros.words.notation import houses_of
from got_env.westeros.words.pieces import (
    EMPTY,
    ORDER_LABELS,
    area_words,
    card_words,
    several,
    units,
)

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
    legend = ""

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
        return f"{proper_name(self.house)}, round {number}: {self.question}"

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
        """Further means of the seat in a game, for the line that begins with ``You``."""
        return []

    def standing(self) -> list[str]:
        """Lines about what counts in a game for all houses."""
        return []

    def _means(self) -> list[str]:
        facts, own = self.facts, self.snapshot["houses"][self.house]
        allowed, armies = (_listed(facts[key]) for key in ("armies", "own_armies"))
        parts = [
            f"{facts['power']} Power",
            several(own["castles"], "castle"),
            _special_orders(facts["stars_used"], facts["stars"]),
            *self.more_means(),
        ]
        lines = hanging("  You: ", parts, self.width)
        supplied = [f"armies of {allowed} allowed" if allowed else "no army allowed"]
        supplied.append(f"yours of {armies}" if armies else "you have none")
        lines += hanging(f"  Supply {facts['supply']}: ", supplied, self.width)
        lines += self.standing()
        if self.phase in _TOKENS:
            left = [
                ORDER_LABELS[token] if count == 1 else f"{count} times {ORDER_LABELS[token]}"
                for token, count in facts["orders_left"].items()
                if count
            ]
            lines += hanging("  Order tokens left: ", left, self.width)
        return lines

    def _march(self) -> list[str]:
        march = self.snapshot["march"]
        if march is None:
            return []
        left = units(march["left"], {}) if any(march["left"].values()) else "nobody"
        lines = [f"  March from {march['from']}: {left} still there"]
        for area, moved in march["to"].items():
            if moved:
                lines += hanging(f"  To {area}: ", [units(moved, {})], self.width)
        return lines

    def _place(self) -> list[str]:
        """The area in question and what lies beside it, the empty ones by name only."""
        march = self.snapshot["march"] or {}
        area = self.context.get("area") or self.context.get("from") or march.get("from")
        if area is None or self.snapshot["combat"]:
            return []
        areas, printed = self.snapshot["areas"], self.facts["areas"]
        lines = hanging(f"  {area}: ", [area_words(areas[area], printed[area])], self.width)
        near = {name: "beside it" for name in printed[area]["neighbours"]}
        near |= {name: f"by {way}" for name, way in printed[area].get("ways", {}).items()}
        empty: dict[str, list[str]] = {}
        for name, way in near.items():
            words = area_words(areas[name], printed[name])
            if words.startswith(EMPTY):
                empty.setdefault(way, []).append(name + words.removeprefix(EMPTY))
            else:
                lines += hanging(f"  {name}, {way}: ", [words], self.width)
        for way, names in empty.items():
            head = f"{way[:1].upper()}{way[1:]}"
            lines += hanging(f"  {head}, empty: ", names, self.width)
        return lines

    def _combat(self) -> list[str]:
        combat, strengths = self.snapshot["combat"], self.facts["combat"]
        if combat is None:
            return []
        order, leader = combat["order"], combat.get("march_of")
        by = ORDER_LABELS[order] if order else f"the march of {leader or 'a Leader'}"
        lines = [f"  Battle of {combat['area']}: attack from {combat['from']} with {by}"]
        if strengths:
            houses = houses_of(self.states, 0)
            told = running_sum(self.states, 0, self.seat, houses, self.facts["cards"])
            lines += hanging("  Sum: ", told.split(", "), self.width)
        for side, data in combat["sides"].items():
            lines += self._side(side, data, strengths[side] if strengths else None)
        return lines

    def _side(
        self, side: str, data: Mapping[str, Any], strength: Mapping[str, Any] | None
    ) -> list[str]:
        cards = self.facts["cards"]
        parts = []
        if strength:
            counted = [
                f"{part} {n:+}" if part == "order" else f"{part} {n}"
                for part, n in strength.items()
                if n and part not in _SUMS
            ]
            of = f" ({', '.join(counted)})" if counted else ""
            parts = [f"strength {strength['total']} so far{of}"]
            icons = [(icon, strength.get(icon, 0)) for icon in _ICONS]
            parts += [several(n, icon.removesuffix("s")) for icon, n in icons if n]
        if data["card"]:
            card = data["card"]
            shown = "card face down" if card == HIDDEN_WORD else _with_strength(card, cards)
            parts.append(shown)
        if data["tides"]:
            hidden = data["tides"] == HIDDEN_WORD
            parts.append(f"Tides of Battle card {'face down' if hidden else data['tides']}")
        head = f"  {data['house']} {side.removesuffix('er')}s: "
        lines = hanging(head, parts or ["-"], self.width)
        if data["card"] in cards:
            lines += self._gists([data["card"]])
        elif strength:
            hand = self.snapshot["houses"][data["house"]]["hand"]
            named = [_with_strength(card, cards) for card in hand]
            lines += hanging("    Hand: ", named or ["none"], self.width)
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


def _with_strength(card: str, cards: Mapping[str, Any]) -> str:
    return f"{card} ({cards[card]['strength']})"


def _special_orders(given: int, allowed: int) -> str:
    return (
        f"{given} of {several(allowed, 'special order')} given" if allowed else "no special orders"
    )


def _listed(sizes: list[int]) -> str:
    """Sizes of armies: ``3, 2 and 2``; empty for none."""
    return names_in_words([str(size) for size in sizes]) if sizes else ""
