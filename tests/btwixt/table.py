"""Positions of B'Twixt for tests, written short.

    table = Table(4).bidding("varys", [["betrayal"], ["masterstroke"], [], []])
    table.do("play betrayal", "kneel")
    assert table.total(0) == 1

Seats count from 0; cards are ids, of which any copy is taken; council ``i`` lies between seat ``i``
and the next seat clockwise.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.facts.rulesets import load_facts, ruleset_of
from got_env.btwixt.rules.frames import PLAYER
from got_env.btwixt.rules.options import resolve_options
from got_env.btwixt.rules.state import new_states
from got_env.btwixt.rules.vocabulary import NONE, NUM_ALLIES, ON_ALLY, Season, Step
from got_env.btwixt.words import notation
from got_env.btwixt.words.names import bits, members
from got_env.btwixt.words.snapshot import snapshot
from got_env.core.batch import games

FACTS = load_facts()
ZONES = ("discards", "gone", "own", "aside")


class Table:
    """One game whose position a test sets and plays."""

    def __init__(self, players: int = 4, seed: int = 1, facts: Facts = FACTS, **options: Any):
        self.facts, self.players = facts, players
        self.states = new_states(1)
        row = np.array([resolve_options(options)], dtype=np.int16)
        rules = np.array([ruleset_of(facts, players)])
        games.reset(self.states, rules, row, np.array([seed], dtype=np.int64))
        self.s = self.states[0]
        self.told = 0

    # --- where things are

    def cards(self, words: Any) -> list[str]:
        """Ids of the cards of a set, sorted."""
        return sorted(self.facts.kind_ids[self.facts.cards[card]] for card in members(words))

    def hand(self, p: int) -> list[str]:
        return self.cards(self.s["hand"][p])

    def pile(self, p: int) -> list[str]:
        return self.cards(self.s["pile"][p])

    def discards(self) -> list[str]:
        return self.cards(self.s["discards"])

    def known(self, p: int) -> list[str]:
        """Cards of other hands that a seat knows."""
        return self.cards(self.s["known"][p])

    def allies(self, council: int) -> list[str]:
        return [self.facts.ally_ids[a] for a in bits(self.s["council"][council])]

    def dead(self) -> list[str]:
        return [self.facts.ally_ids[a] for a in bits(self.s["dead"])]

    def deck(self) -> list[str]:
        """The ally deck, the top first."""
        deck = self.s["ally_deck"][: int(self.s["ally_deck_n"])][::-1]
        return [self.facts.ally_ids[int(a)] for a in deck]

    def row(self) -> list[str]:
        return [self.facts.ally_ids[int(a)] for a in self.s["row"][: int(self.s["row_n"])]]

    @property
    def current(self) -> str | None:
        return None if self.s["current"] == NONE else self.facts.ally_ids[int(self.s["current"])]

    def tokens(self, council: int) -> int:
        return int((self.s["token_at"][: int(self.s["token_n"])] == council).sum())

    def total(self, p: int) -> int:
        leaders = snapshot(self.states, 0)["leaders"]
        return int(list(leaders.values())[p]["total"])

    @property
    def phase(self) -> str:
        return notation.phase_name(self.states, 0)

    @property
    def seat(self) -> int:
        """Seat that decides."""
        return int(self.s["stack"][int(self.s["depth"]) - 1][PLAYER]) if self.s["depth"] else NONE

    def legal(self) -> list[str]:
        """Texts of the legal actions."""
        return list(notation.legal_texts(self.states, 0))

    def kneeling(self) -> list[int]:
        return bits(self.s["kneeling"])

    def events(self) -> list[str]:
        """Events since the last call."""
        events = notation.new_events(self.states, 0, self.told)
        self.told = int(self.s["journal_no"])
        return events

    # --- setting a position

    def take(self, name: str) -> int:
        """Take any copy of a card from the deck, or from where it lies else."""
        kind = self.facts.kind_ids.index(name)
        copies = [card for card, k in self.facts.cards.items() if k == kind]
        deck = self.s["deck"][: int(self.s["deck_n"])].tolist()
        for card in copies:
            if card in deck:
                deck.remove(card)
                self.s["deck"][:] = NONE
                self.s["deck"][: len(deck)] = deck
                self.s["deck_n"] = len(deck)
                return card
        for card in copies:
            for zone in ZONES:
                if card in members(self.s[zone]):
                    self._drop(self.s[zone], card)
                    return card
        held = [members(self.s[zone][p]) for zone in ("hand", "pile") for p in range(self.players)]
        free = set(copies) - {card for cards in held for card in cards}
        assert free, f"no copy of {name} is free"
        return min(free)  # from the box

    def _drop(self, words: Any, card: int) -> None:
        words[card >> 6] &= ~np.int64(1 << (card & 63))

    def _add(self, words: Any, card: int) -> None:
        words[card >> 6] |= np.int64(1 << (card & 63))

    def give(self, p: int, *names: str) -> Self:
        """Put cards into a hand."""
        for name in names:
            self._add(self.s["hand"][p], self.take(name))
            self.s["hand_n"][p] += 1
        return self

    def lay(self, p: int, *names: str) -> Self:
        """Put cards into a bid pile, the first first."""
        for name in names:
            card = self.take(name)
            self._add(self.s["pile"][p], card)
            self.s["pile_n"][p] += 1
            self.s["seq"][card] = self.s["pile_n"][p]
        return self

    def clear(self) -> Self:
        """All influence cards of hands go into the deck."""
        for p in range(self.players):
            for card in members(self.s["hand"][p]):
                self.s["deck"][int(self.s["deck_n"])] = card
                self.s["deck_n"] += 1
            self.s["hand"][p] = 0
            self.s["hand_n"][p] = 0
        self.s["known"] = 0
        return self

    def lift(self, name: str) -> int:
        """Take an ally from the deck or the row, or the one that is current."""
        ally = self.facts.ally_ids.index(name)
        for zone, count in (("ally_deck", "ally_deck_n"), ("row", "row_n")):
            lie = self.s[zone][: int(self.s[count])].tolist()
            if ally in lie:
                known = self.s["ally_known"][: len(lie)].tolist()
                if zone == "ally_deck":
                    known.pop(lie.index(ally))
                    self.s["ally_known"] = 0
                    self.s["ally_known"][: len(known)] = known
                lie.remove(ally)
                self.s[zone][:] = NONE
                self.s[zone][: len(lie)] = lie
                self.s[count] = len(lie)
                return ally
        if self.s["current"] == ally:
            self.s["current"] = NONE
            self.s["acting"] = 0
            return ally
        raise AssertionError(f"{name} is not free")

    def seat_allies(self, council: int, *names: str) -> Self:
        """Put allies into a council."""
        for name in names:
            self.s["council"][council] |= np.int64(1 << self.lift(name))
        return self

    def bury(self, *names: str) -> Self:
        """Put allies into the dead pile."""
        for name in names:
            self.s["dead"] |= np.int64(1 << self.lift(name))
        return self

    def stack_allies(self, *names: str) -> Self:
        """Put allies on top of the ally deck, the first on top."""
        for name in reversed(names):
            ally = self.lift(name)
            self.s["ally_deck"][int(self.s["ally_deck_n"])] = ally
            self.s["ally_deck_n"] += 1
        return self

    def lay_tokens(self, council: int, *numbers: int) -> Self:
        """Put power tokens into a council, or on the current ally."""
        for number in numbers:
            i = int(self.s["token_n"])
            self.s["token_at"][i], self.s["token"][i] = council, number
            self.s["token_n"] += 1
            self.s["supply"][number] -= 1
        return self

    def on_ally(self, *numbers: int) -> Self:
        return self.lay_tokens(ON_ALLY, *numbers)

    # --- moments

    def at(self, step: Step) -> Self:
        """Let the engine go on from a step of the round."""
        self.s["depth"] = 0
        self.s["stack"] = 0
        self.s["step"] = step
        games.step(self.states, np.array([NONE]))
        return self

    def bidding(self, ally: str | None, hands: list[list[str]], first: int = 0) -> Self:
        """Begin step 2 with a current ally and these hands."""
        self.clear()
        self.prepare(ally, first)
        for p, cards in enumerate(hands):
            self.give(p, *cards)
        return self.at(Step.PLAY)

    def prepare(self, ally: str | None, first: int = 0) -> Self:
        """Make an ally the current one; nobody has played."""
        s = self.s
        if s["current"] != NONE:
            s["ally_deck"][1:NUM_ALLIES] = s["ally_deck"][: NUM_ALLIES - 1].copy()
            s["ally_deck"][0] = s["current"]
            s["ally_deck_n"] += 1
            s["current"] = NONE
        s["acting"], s["kneeling"], s["claimed"], s["first"] = 0, 0, NONE, first
        s["turn"], s["bid_winner"], s["bid_second"] = NONE, NONE, NONE
        if ally is not None:
            index = self.lift(ally)
            s["current"] = index
            if int(self.rules["round_allies"]) >> index & 1:
                s["acting"] = np.int64(1 << index)
        return self

    @property
    def rules(self) -> Any:
        from got_env.btwixt.rules.table import RULES

        return RULES[int(self.s["ruleset"])]

    def settle(self, ally: str | None = "tywin_lannister", first: int = 0) -> Self:
        """End step 2 with the piles as they lie: the bid is read and goes on from there."""
        self.prepare(ally, first)
        self.s["kneeling"] = (1 << self.players) - 1
        return self.at(Step.BID)

    def last_round(self, season: Season, first: int = 0) -> Self:
        """Make this the last round of a season."""
        self.s["season"], self.s["rounds_left"], self.s["first"] = season, 0, first
        return self

    # --- playing

    def do(self, *texts: str) -> Self:
        """Play actions by their texts."""
        for text in texts:
            action = notation.parse_action(self.states, 0, text)
            games.step(self.states, np.array([action]))
        return self

    def kneel(self, *seats: int) -> Self:
        """These leaders kneel one after another."""
        for seat in seats:
            assert self.seat == seat, (self.seat, self.phase)
            self.do("kneel")
        return self

    def go_on(self, until: str = "turn") -> Self:
        """Answer every question with its first answer until a kind of question is open."""
        for _ in range(500):
            if self.phase in (until, "over"):
                return self
            self.do(self.legal()[0])
        raise AssertionError(f"no {until}")
