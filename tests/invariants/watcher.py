"""A player with a perfect memory, to compare resampled games with.

It is told what a player at the table is told: what is said aloud (the texts of events), whose
decision is open, its own decisions, and the cards that it alone looks at. From that it keeps what
can be deduced about the decks. It shares no code with the engine's own bookkeeping.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

DECK_SIZE = 10
WINTER = "winter_is_coming"
DECKS = {"I": 0, "II": 1, "III": 2}


class Watcher:
    """Knowledge of one house that has watched a game from its beginning.

    Attributes:
        wild: the Wildling deck from the top: the card, or None where it is not known.
        drawn: cards of each Westeros deck in the order in which they were drawn since its last
            shuffle.
        orders: own tokens of this round by area.
        bid: own bid of the open auction, or None.
        card: own House card before the reveal, or None.
    """

    def __init__(self, house: str, used_come_back: bool = True) -> None:
        self.house = house
        self.used_come_back = used_come_back
        self.wild: list[str | None] = [None] * 9
        self.drawn: list[list[str]] = [[], [], []]
        self.orders: dict[str, str] = {}
        self.bid: int | None = None
        self.card: str | None = None

    def look(self, card: str) -> None:
        """Look at the top Wildling card with the Raven."""
        self.wild[0] = card

    def decide(self, text: str) -> None:
        """Take a decision of its own."""
        words = text.split()
        if words[0] == "order" and words[2] != "none":
            self.orders[words[1]] = words[2]
        elif words[0] == "bid":
            self.bid = int(words[1])
        elif words[0] == "card":
            self.card = words[1]

    def hear(self, event: str) -> None:
        """Be told something that everyone is told."""
        if match := re.fullmatch(r"westeros card (I+): (\w+)", event):
            self._draw(DECKS[match[1]], match[2])
        elif match := re.fullmatch(r"wildling card: (\w+)", event):
            self.wild[0] = match[1]
            self._bury()
        elif re.fullmatch(r"\w+ looks at the top wildling card, puts it at the bottom", event):
            self._bury()
        elif event == "orders are revealed":
            self.orders = {}
        elif " bids " in event:
            self.bid = None
        elif event == f"{self.house} plays {self.card}":
            self.card = None

    def _bury(self) -> None:
        self.wild = [*self.wild[1:], self.wild[0]]

    def _draw(self, deck: int, card: str) -> None:
        drawn = self.drawn[deck]
        if len(drawn) == DECK_SIZE:
            drawn.clear()  # The spent deck was shuffled.
        if drawn and drawn[-1] == WINTER:
            # Winter is Coming was shuffled into the deck again, and the used cards with it.
            if self.used_come_back:
                drawn.clear()
            else:
                drawn.pop()
        drawn.append(card)

    # --- comparing

    def contradictions(self, game: dict[str, Any], decks: list[list[str]]) -> list[str]:
        """Facts in the snapshot of a whole game that this player knows to be otherwise.

        Args:
            game: the snapshot, nothing hidden.
            decks: the cards each Westeros deck consists of.
        """
        faults = []
        deck = game["wildlings"]["deck"]
        if any(known not in (None, card) for known, card in zip(self.wild, deck, strict=True)):
            faults.append(f"wildling deck {deck}, known {self.wild}")
        if len(set(deck)) != len(deck):
            faults.append(f"wildling deck {deck}")
        for number, name in enumerate(DECKS):
            if game["westeros"]["drawn"][name] != self.drawn[number]:
                faults.append(f"drawn of {name}: {game['westeros']['drawn'][name]}")
            left = Counter(decks[number]) - Counter(self.drawn[number])
            if Counter(game["westeros"]["decks"][name]) != left:
                faults.append(f"left of {name}: {game['westeros']['decks'][name]}")
        faults += [
            f"order in {area}: {game['areas'][area]['order']}"
            for area, token in self.orders.items()
            if game["areas"][area]["order"] != {"house": self.house, "token": token}
        ]
        if self.bid is not None and game["houses"][self.house]["bid"] != self.bid:
            faults.append(f"bid {game['houses'][self.house]['bid']}")
        if self.card is not None:
            played = [side["card"] for side in game["combat"]["sides"].values()]
            if self.card not in played:
                faults.append(f"cards {played}")
        return faults
