"""The panel of games with Leaders: Tactics cards, cells; and of those with claim beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from got_env.core.proper_names import proper_name
from got_env.core.svg import box, disc, symbol, text
from got_env.westeros.picture.leaders import banner
from got_env.westeros.picture.legend import Sign, legend
from got_env.westeros.picture.panel import Panel, absent_signs
from got_env.westeros.picture.tokens import badge
from got_env.westeros.words.claim_board import offer_words
from got_env.westeros.words.claim_snapshot import BATTLE, BESIDE

_LEADER: Sign = (banner("robb_stark", "stark"), "leader")
_MORE: tuple[Sign, ...] = (
    (lambda x, y: symbol("allied_footman", x, y - 2, "piece stark"), "allied footman"),
    (lambda x, y: symbol("allied_knight", x, y - 2, "piece stark"), "allied knight"),
    _LEADER,
    (lambda x, y: symbol("claim", x, y, "mark"), "claim"),
    (lambda x, y: symbol("town", x, y, "mark"), "town"),
)
_NOTES = (
    "Blue lines: rivers, broken where a ford is open. Arrows with two heads: ways by",
    "sea, those in the colour of a house for that house alone. Dark land: no way.",
)


class LeaderPanel(Panel):
    """Of a board with Leaders and Tactics cards; arguments as those of :class:`Panel`."""

    def more_of_house(self, house: str, seat: Mapping[str, Any]) -> None:
        """Tactics card, Alliance cards and hostages of a house."""
        words = [f"tactic: {_tactic(seat)}"]
        words += [proper_name(card) for card in seat.get("alliance_cards", ())]
        if seat["tactics_removed"]:
            words.append(f"out: {', '.join(map(proper_name, seat['tactics_removed']))}")
        words += [f"holds {proper_name(leader)}" for leader in seat["hostages"]]
        if not seat["discards"]:
            self._y += 7
        self._small("; ".join(words), 32)

    def more_of_side(self, side: Mapping[str, Any]) -> str:
        """Leaders that fight for a side of a combat."""
        return "".join(f", {proper_name(leader)}" for leader in side["leaders"])

    def more_cards(self, snapshot: Mapping[str, Any]) -> None:
        """Leaders beside the board, and an offer."""
        beside = [
            proper_name(leader)
            for leader, facts in snapshot["leaders"].items()
            if facts["place"] in (BATTLE, BESIDE)
        ]
        if beside:
            self._small(f"Leaders in no area: {', '.join(beside)}")
        if snapshot["negotiation"]:
            self._small(f"Offer: {offer_words(_named(snapshot['negotiation']))}")
        self._y += 12

    def signs(self, bottom: float) -> str:
        """Legend of the signs."""
        return legend(self._x, bottom, absent_signs(self._facts), (_LEADER,))


class ClaimPanel(LeaderPanel):
    """Of a board with claim; arguments as those of :class:`Panel`."""

    def more_tracks(self, snapshot: Mapping[str, Any]) -> None:
        """The claim track, its highest space first, and the weather."""
        track, weather = snapshot["claim"]["track"], snapshot["weather"]
        self._text(0, "Claim track", "left")
        for i, house in enumerate(track):
            x = self._column(i, 8)
            drawn = badge(house, x, self._y - 4, 13) if house else disc(x, self._y - 4, 12, "box")
            number = "" if house else text(x, self._y, len(track) - i, "small")
            self._parts.append(drawn + number)
        self.next_line()
        self._text(0, "Weather", "left")
        for i, kind in enumerate(self._facts.setup.weather):
            x = self._column(i, 8)
            now = i + 1 == weather["space"]
            sign = {"fair": "sun", "storm": "storm"}[kind]
            self._parts.append(
                box(x - 13, self._y - 16, 26, 24, "now" if now else "box")
                + symbol(sign, x, self._y - 4, "on-now" if now else sign)
            )
        words = "fords closed" if weather["stormy"] else "fords open"
        self._text(290, words, "small left")
        self.next_line()

    def score(self, snapshot: Mapping[str, Any]) -> None:
        """Claim of every house, up to what wins."""
        wins = snapshot["claim"]["to_win"]
        if wins is None:
            super().score(snapshot)
        most = max(wins or 0, *(seat["claim"] for seat in snapshot["houses"].values()))
        self._houses_on("Claim", most + 1, "claim", snapshot["houses"])

    def more_cards(self, snapshot: Mapping[str, Any]) -> None:
        """Alliance decks, then Leaders beside the board and an offer."""
        self._text(0, "Alliances", "title left")
        self._y += 18
        for deck, facts in snapshot["alliances"].items():
            words = f"{proper_name(deck)}: {len(facts['cards'])} cards"
            if facts["face_up"]:
                words += f", {proper_name(facts['cards'][0])} on top"
            if facts["permanent"]:
                words += f", ally of {proper_name(facts['permanent'])}"
            self._small(words)
        super().more_cards(snapshot)

    def signs(self, bottom: float) -> str:
        """Legend of the signs."""
        return legend(self._x, bottom, absent_signs(self._facts), _MORE, _NOTES)


def _named(offer: Mapping[str, Any]) -> dict[str, Any]:
    """An offer with names in place of ids."""
    parts = {side: proper_name(offer[side]) for side in ("from", "to")}
    leaders = {side: [*map(proper_name, offer[side])] for side in ("asks", "gives")}
    return {**offer, **parts, **leaders}


def _tactic(seat: Mapping[str, Any]) -> str:
    """The Tactics card that was picked, a question mark for a secret; how many there are."""
    picked = [card for card in (seat["tactic"], seat["second_tactic"]) if card]
    words = " and ".join("?" if card == "hidden" else proper_name(card) for card in picked)
    return f"{words or 'none'} ({len(seat['tactics'])} in the game)"
