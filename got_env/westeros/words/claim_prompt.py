"""Further lines that a person needs to answer a question of a game with claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from got_env.core.game import Game, States
from got_env.core.lines import hanging
from got_env.westeros.words.claim_board import offer_words, where_words
from got_env.westeros.words.pieces import several, units
from got_env.westeros.words.prompt import Prompt

_ICONS = {"march": "March", "raid": "Raid", "consolidate_power": "Consolidate Power"}


class ClaimPrompt(Prompt):
    """The open question of a game with claim; arguments as those of :class:`Prompt`."""

    commands: Mapping[str, str] = {
        **Prompt.commands,
        "alliances": "the Alliance cards that can be seen, with their texts",
        "leaders": "all Leaders",
        "tactics HOUSE": "the Tactics cards of a house with their texts",
    }

    def __init__(self, game: Game, states: States, seat: int, width: int) -> None:
        super().__init__(game, states, seat, width)
        self.own = self.snapshot["houses"][self.house]

    def lines(self) -> list[str]:
        """Own means, what the decision is about, and the offer, card or Leader in question."""
        return [*super().lines(), *self._topics()]

    def remark(self, action: int, text: str) -> str:
        """Words about the target of an action; empty if there is nothing to say."""
        kind = self.game.actions.kind_names[self.game.actions.kinds[action]]
        word = text.rpartition(" ")[2]
        if kind == "card" and word in self.facts["tactics"]:
            return str(self.facts["tactics"][word])
        if kind == "leader" and word in self.facts["leaders"]:
            return self.leader_words(word)
        if kind == "deck" and word in self.snapshot.get("alliances", {}):
            return self._deck_words(word)
        if kind == "seat" and word in self.snapshot["houses"]:
            return self._house_words(word)
        if self.phase == "accuse" and kind == "count":
            track = self.snapshot["claim"]["track"]
            return f"the token of {track[len(track) - int(word)]}"
        if self.phase == "offer_request" and kind == "choice":
            return " and ".join(self._requests()[word])
        return super().remark(action, text)

    def look_up(self, word: str) -> list[str] | None:
        """Lines of one of the :attr:`commands`; None if the word is no such command."""
        if word == "alliances":
            return self.alliances() or ["the game has no Alliance cards"]
        if word == "leaders":
            return self.leaders()
        command, _, house = word.partition(" ")
        return self.tactics(house) if command == "tactics" else super().look_up(word)

    # --- pages

    def tactics(self, house: str) -> list[str]:
        """The Tactics cards that a house has left, and what they do."""
        if house not in self.snapshot["houses"]:
            houses = ", ".join(self.snapshot["houses"])
            return [f"{house!r} is no house: expected {houses}"]
        seat = self.snapshot["houses"][house]
        lines = []
        for card in seat["tactics"]:
            picked = " (picked)" if card in (seat["tactic"], seat["second_tactic"]) else ""
            lines += [f"{card}{picked}", *self._indented(self.facts["tactics"][card])]
        return lines

    def alliances(self) -> list[str]:
        """Alliance cards that houses hold and those on top of their decks, by what they say."""
        found: dict[str, list[str]] = {}
        for card, place in self._seen_cards():
            facts = self.facts["alliances"][card]
            found.setdefault(facts["text"], []).append(f"{card} ({place})")
        lines = []
        for words, cards in found.items():
            lines += [*hanging("", cards, self.width), *self._indented(words)]
        return lines

    def leaders(self) -> list[str]:
        """All Leaders: whose they are, where, strength idle and on a march, what activates them."""
        return [
            line
            for leader in self.snapshot["leaders"]
            for line in hanging(f"{leader}: ", self.leader_words(leader).split(", "), self.width)
        ]

    def leader_words(self, leader: str) -> str:
        """A Leader in one line."""
        facts, now = self.facts["leaders"][leader], self.snapshot["leaders"][leader]
        own_march = f"{facts['march']} on its own march"
        own_march += f" with {facts['swords']} sword" if facts["swords"] else ""
        parts = [f"of {now['house']}"] if now["house"] else []
        parts += [where_words(now), f"strength {facts['idle']}", own_march]
        parts += [f"{facts['power']} Power"] if facts["power"] else []
        return ", ".join([*parts, f"activated by {_ICONS[facts['order']]} orders"])

    # --- parts of lines

    def more_means(self) -> list[str]:
        """The own Alliance cards and hostages."""
        cards = [f"Alliance card {card}" for card in self.own.get("alliance_cards", ())]
        return cards + [
            f"hostage {leader} of {self.snapshot['leaders'][leader]['house']}"
            for leader in self.own["hostages"]
        ]

    def standing(self) -> list[str]:
        """Claim of all houses, and the fords; nothing in a game without claim."""
        if "claim" not in self.facts:
            return []
        wins = self.facts["claim_to_win"]
        claim = [f"{house} {n}" for house, n in self.facts["claim"].items()]
        lines = hanging(f"  Claim ({wins} wins): " if wins else "  Claim: ", claim, self.width)
        fords = "closed" if self.snapshot["weather"]["stormy"] else "open"
        return [*lines, f"  Fords are {fords}"]

    def _topics(self) -> Iterator[str]:
        march = self.snapshot["march"]
        if march and march["leader"]:
            yield f"  It is the march of {march['leader']}"
        if march and march["entered"]:
            yield from hanging("  Entered: ", march["entered"], self.width)
        if march and march["leaders_left"]:
            yield from hanging("  Leaders still there: ", march["leaders_left"], self.width)
        for area, sent in (march or {}).get("leaders_to", {}).items():
            yield from hanging(f"  To {area}: ", sent, self.width)
        for card in (self.own["tactic"], self.own["second_tactic"]):
            if card and "tactic" not in self.phase:  # then the answers tell what cards do
                words = self.facts["tactics"][card].split()
                yield from hanging(f"  {card}: ", words, self.width, " ")
        if "leader" in self.context:
            leader = self.context["leader"]
            yield from hanging(f"  {leader}: ", [self.leader_words(leader)], self.width)
        if self.context.get("card") in self.facts.get("alliances", {}):
            card = self.context["card"]
            yield from hanging(f"  {card}: ", self._card_words(card).split(), self.width, " ")
        if self.snapshot["negotiation"]:
            words = offer_words(self.snapshot["negotiation"])
            yield from hanging("  Offer: ", words.split(), self.width, " ")

    def _indented(self, words: str) -> list[str]:
        return hanging("    ", words.split(), self.width, " ")

    def _seen_cards(self) -> Iterator[tuple[str, str]]:
        for house, seat in self.snapshot["houses"].items():
            for card in seat.get("alliance_cards", ()):
                used = ["used this round"] if card in seat["alliance_cards_used"] else []
                yield card, ", ".join([house, *used, *self._printed(card)])
        for facts in self.snapshot.get("alliances", {}).values():
            if facts["face_up"]:
                top = facts["cards"][0]
                yield top, ", ".join(["top of its deck", *self._printed(top)])

    def _printed(self, card: str) -> list[str]:
        """Numbers, units and Leader of an Alliance card."""
        facts = self.facts["alliances"][card]
        parts = [f"strength {facts['strength']}"] if facts["strength"] else []
        parts += [f"cost {facts['cost']} Power"] if facts["cost"] else []
        parts += [units(facts["units"], {})] if facts["units"] else []
        return [*parts, *([facts["leader"]] if facts["leader"] else [])]

    def _card_words(self, card: str) -> str:
        parts, words = self._printed(card), str(self.facts["alliances"][card]["text"])
        return f"{', '.join(parts)}. {words}" if parts else words

    def _deck_words(self, deck: str) -> str:
        facts = self.snapshot["alliances"][deck]
        if not facts["face_up"]:
            return f"{len(facts['cards'])} cards, the top one face down"
        top = facts["cards"][0]
        return f"{top}: {self._card_words(top)}"

    def _house_words(self, house: str) -> str:
        seat = self.snapshot["houses"][house]
        castles = several(seat["castles"], "castle")
        parts = [f"Claim {seat['claim']}"] if "claim" in seat else [castles]
        parts.append(f"{seat['power']} Power")
        if seat["bid"] not in (None, "hidden"):
            parts.append(f"bid {seat['bid']}")
        parts += [f"holds {leader}" for leader in seat["hostages"]]
        return ", ".join([*parts, *seat.get("alliance_cards", ())])

    def _requests(self) -> Mapping[str, list[str]]:
        asks: list[Any] = self.snapshot["negotiation"]["asks"]
        return {"first": asks[:1], "second": asks[1:], "both": asks}
