"""JSON data as a record: every field is checked before it is used, and named if it is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from got_env.btwixt.facts.facts import SEATS, Facts
from got_env.btwixt.facts.rulesets import ruleset_of
from got_env.btwixt.position import fields
from got_env.btwixt.position.filling import fill_hidden
from got_env.btwixt.position.hidden import check_hidden
from got_env.btwixt.position.ranges import check_in_range
from got_env.btwixt.position.soundness import check_pieces, check_zones
from got_env.btwixt.position.usual import lay_cards, stack_allies, usual_number, usual_word
from got_env.btwixt.position.writing import FRAME_BLANKS, FRAME_NUMBERS
from got_env.btwixt.rules.frames import COLUMNS, MAX_DEPTH, PHASE, PLAYER, PREVIOUS, SOURCE, YOU
from got_env.btwixt.rules.options import resolve_options
from got_env.btwixt.rules.state import JOURNAL_SIZE, new_states
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    CARD_WORDS,
    MAX_PEEK,
    MAX_TOKEN,
    NONE,
    NUM_ALLIES,
    NUM_TOKENS,
    ON_ALLY,
    Phase,
    Step,
)
from got_env.btwixt.views.knowledge import HIDDEN
from got_env.btwixt.words.names import card_refs, council_name
from got_env.core.batch import games
from got_env.core.error_values import short_repr
from got_env.core.game import States


def refuse(field: str, value: object, expected: str) -> NoReturn:
    """Raise the error of a field."""
    raise ValueError(f"{field}: {short_repr(value)}: expected {expected}")


def from_position(facts: Facts, position: object, seed: int) -> States:
    """A record ``(1,)`` from JSON data.

    What is left out has its usual value, see :data:`got_env.btwixt.position.fields.TEXTS`; without
    a ``stack`` the game goes on from its step.

    Args:
        facts: of the game.
        position: data as :func:`got_env.btwixt.position.position` writes them.
        seed: of what is not given or hidden, and of the random words.

    Raises:
        ValueError: names the field, the value and what was expected.
    """
    if not isinstance(position, dict):
        raise ValueError(f"position: expected an object, not {type(position).__name__}")
    for key in position:
        if key not in fields.TEXTS:
            raise ValueError(f"position: unknown field {short_repr(key)}")
    players = position.get("players", 4)
    if isinstance(players, bool) or players not in facts.player_counts:
        refuse("players", players, f"one of {', '.join(map(str, facts.player_counts))}")
    options = position.get("options", {})
    if not isinstance(options, dict):
        refuse("options", options, "an object")
    try:
        chosen = resolve_options(options)
    except ValueError as error:
        raise ValueError(f"options: {error}") from None
    states = new_states(1)
    rules = np.array([ruleset_of(facts, players)], dtype=np.int64)
    games.reset(states, rules, np.array([chosen], dtype=np.int16), np.array([seed]))
    if set(position) <= {"game", "data", "players", "options"}:
        return states
    reader = _Reader(facts, players, position, states)
    reader.read()
    check_hidden(states[0])
    fill_hidden(states, reader.viewer, seed)
    check_in_range(facts, states)
    if "stack" not in position and not states["over"][0]:
        check_zones(facts, states[0])
        games.step(states, np.array([NONE]))
        check_in_range(facts, states)
    check_pieces(facts, states, 0)
    return states


class _Reader:
    """Writes the fields of a position into a record, one group after another."""

    def __init__(self, facts: Facts, players: int, data: Mapping[str, Any], states: States) -> None:
        self.facts, self.players, self.data = facts, players, data
        self.seats = SEATS[:players]
        self.states = states
        self.s = states[0]
        self.cards = {name: card for card, name in card_refs(facts).items()}
        self.allies = {name: ally for ally, name in enumerate(facts.ally_ids)}
        self.councils = {council_name(players, c): c for c in range(players)}
        self.viewer = 0

    def read(self) -> None:
        """Read all fields; those that are left out are empty.

        Raises:
            ValueError: for the first that is wrong.
        """
        viewer = self.data.get("viewer")
        if viewer is not None:
            self.viewer = self._seat("viewer", viewer)
        self._read_plain()
        self._read_cards()
        self._read_allies()
        self._read_tokens()
        self._read_stack()
        self._read_journal()

    # --- values

    def _number(self, field: str, value: Any, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            refuse(field, value, f"a number from {low} to {high}")
        return value

    def _seat(self, field: str, value: Any) -> int:
        if value is None:
            return NONE
        if value not in self.seats:
            refuse(field, value, f"one of {', '.join(self.seats)}")
        return self.seats.index(value)

    def _list(self, field: str, value: Any, length: int | None = None) -> Sequence[Any]:
        if not isinstance(value, list) or (length is not None and len(value) != length):
            refuse(field, value, "a list" if length is None else f"a list of {length}")
        return value

    def _named(self, field: str, value: Any, known: Mapping[str, int], what: str) -> int:
        if not isinstance(value, str) or value not in known:
            refuse(field, value, f"the name of {what}")
        return known[value]

    def _given(self, field: str, empty: Any) -> Any:
        return self.data.get(field, empty)

    # --- groups

    def _read_plain(self) -> None:
        s = self.s
        for name, words in fields.WORDS.items():
            value = self._given(name, usual_word(s, name))
            if value not in words:
                refuse(name, value, f"one of {', '.join(words)}")
            s[name] = words.index(value)
        for name, number in fields.NUMBERS.items():
            value = self._given(name, usual_number(s, name, number.empty))
            s[name] = self._number(name, value, number.low, number.high)
        for name in fields.SEATS:
            s[name] = self._seat(
                name, self._given(name, self.seats[0] if name == "first" else None)
            )
        for name in fields.SEAT_SETS:
            seats = [self._seat(f"{name}[{i}]", v) for i, v in self._items(name)]
            s[name] = sum({1 << seat for seat in seats if seat != NONE})
        for name, number in fields.BY_SEAT.items():
            s[name][:] = number.empty if name == "place" else 0
            if name == "limit":
                s[name][:] = NONE
            for p, value in self._by_seat(name, [number.empty] * self.players):
                field = f"{name}[{p}]"
                s[name][p] = self._number(field, value, number.low, number.high)
        s["leader"][:] = NONE
        leaders = {name: i for i, name in enumerate(self.facts.leader_ids)}
        chosen = list(leaders)[: self.players] if s["step"] > Step.CHOOSE_LEADERS else []
        for p, value in self._by_seat("leaders", chosen or [None] * self.players):
            if value is not None:
                s["leader"][p] = self._named(f"leaders[{p}]", value, leaders, "a leader")

    def _items(self, field: str) -> list[tuple[int, Any]]:
        return list(enumerate(self._list(field, self._given(field, []))))

    def _by_seat(self, field: str, empty: list[Any]) -> list[tuple[int, Any]]:
        return list(enumerate(self._list(field, self._given(field, empty), self.players)))

    def _card(self, field: str, value: Any) -> int:
        return self._named(field, value, self.cards, "an influence card, such as betrayal#1")

    def _card_set(self, field: str, value: Any) -> list[int]:
        words = [0] * CARD_WORDS
        for i, name in enumerate(self._list(field, value)):
            card = self._card(f"{field}[{i}]", name)
            if words[card >> 6] >> (card & 63) & 1:
                refuse(f"{field}[{i}]", name, "every card once")
            words[card >> 6] |= 1 << (card & 63)
        return words

    def _read_cards(self) -> None:
        s = self.s
        for name in fields.HANDS:
            s[name][:] = 0
            for p, value in self._by_seat(name, [[]] * self.players):
                s[name][p] = self._card_set(f"{name}[{p}]", value)
        for name in fields.CARD_SETS:
            s[name] = self._card_set(name, self._given(name, []))
        s["met"][:] = 0
        for p, value in self._by_seat("met", [[]] * self.players):
            s["met"][p] = self._card_set(f"met[{p}]", value)[1]
        for name, zone in (("hand_n", "hand"), ("picked_n", "picked"), ("pile_n", "pile")):
            s[name][:] = 0
            for p in range(self.players):
                s[name][p] = sum(int(word).bit_count() for word in s[zone][p])
        for name in ("hand_n", "picked_n", "own_n"):
            for p, value in self._by_seat(name, [int(n) for n in s[name][: self.players]]):
                s[name][p] = self._number(f"{name}[{p}]", value, 0, 111)
        s["discards_n"] = sum(int(word).bit_count() for word in s["discards"])
        flight = self._given("flight", None)
        s["flight"] = NONE if flight is None else self._card("flight", flight)
        deck = self._given("influence_deck", None)
        s["deck"][:] = NONE
        deck = [] if deck is None else self._list("influence_deck", deck)
        if len(deck) > len(self.cards):
            refuse("influence_deck", deck, f"at most {len(self.cards)} cards")
        for i, value in enumerate(reversed(deck)):
            field = f"influence_deck[{len(deck) - 1 - i}]"
            s["deck"][i] = HIDDEN if value is None else self._card(field, value)
        s["deck_n"] = len(deck)
        for name, number in fields.BY_CARD.items():
            s[name][:] = number.empty
            given = self._given(name, {})
            if not isinstance(given, dict):
                refuse(name, given, "an object")
            for ref, value in given.items():
                card = self._card(name, ref)
                s[name][card] = self._number(f"{name}.{ref}", value, number.low, number.high)
        lay_cards(s, self.data.keys())

    def _ally_list(self, field: str, most: int) -> list[int]:
        items = self._items(field)
        if len(items) > most:
            refuse(field, self._given(field, []), f"at most {most} allies")
        return [
            HIDDEN if v is None else self._named(f"{field}[{i}]", v, self.allies, "an ally")
            for i, v in items
        ]

    def _ally_set(self, field: str, value: Any) -> int:
        mask = 0
        for i, name in enumerate(self._list(field, value)):
            ally = self._named(f"{field}[{i}]", name, self.allies, "an ally")
            if mask >> ally & 1:
                refuse(f"{field}[{i}]", name, "every ally once")
            mask |= 1 << ally
        return mask

    def _read_allies(self) -> None:
        s = self.s
        s["council"][:] = 0
        for c, value in self._by_seat("councils", [[]] * self.players):
            s["council"][c] = self._ally_set(f"councils[{c}]", value)
        for name in fields.ALLY_SETS:
            s[name] = self._ally_set(name, self._given(name, []))
        current, claimed = self._given("current", None), self._given("claimed", None)
        s["current"] = NONE
        if current is not None:
            s["current"] = self._named("current", current, self.allies, "an ally")
        s["claimed"] = NONE
        if claimed is not None:
            s["claimed"] = self._named("claimed", claimed, self.councils, "a council")
        deck = self._ally_list("ally_deck", NUM_ALLIES)[::-1]
        known = [
            self._number(f"ally_deck_known[{i}]", v, 0, (1 << self.players) - 1)
            for i, v in self._items("ally_deck_known")
        ]
        if known and len(known) != len(deck):
            refuse("ally_deck_known", known, f"a list of {len(deck)}")
        s["ally_known"][:] = 0
        s["ally_known"][: len(known)] = known[::-1]
        for name, allies, count in (
            ("ally_deck", deck, "ally_deck_n"),
            ("row", self._ally_list("row", NUM_ALLIES), "row_n"),
            ("peek", self._ally_list("peek", MAX_PEEK), "peek_n"),
        ):
            s[name][:] = NONE
            s[name][: len(allies)] = allies
            s[count] = len(allies)
        if "ally_deck" not in self.data:
            stack_allies(s)
        s["peek_at"] = self._number("peek_at", self._given("peek_at", 0), 0, MAX_PEEK)

    def _read_tokens(self) -> None:
        s = self.s
        places = {**self.councils, "current_ally": ON_ALLY}
        items = self._items("tokens")
        if len(items) > NUM_TOKENS:
            refuse("tokens", self._given("tokens", []), f"at most {NUM_TOKENS}")
        for name in ("token_at", "token", "token_known"):
            s[name][:] = 0
        s["token_n"] = len(items)
        for i, item in items:
            if not isinstance(item, dict) or set(item) - {"at", "number", "known"}:
                refuse(f"tokens[{i}]", item, "an object with at, number, known")
            s["token_at"][i] = self._named(f"tokens[{i}].at", item.get("at"), places, "a council")
            number = item.get("number")
            if number is not None:
                number = self._number(f"tokens[{i}].number", number, 1, MAX_TOKEN)
            s["token"][i] = number or 0
            known = item.get("known", 0)
            most = (1 << self.players) - 1
            s["token_known"][i] = self._number(f"tokens[{i}].known", known, 0, most)

    def _read_stack(self) -> None:
        s = self.s
        s["stack"][:] = 0
        items = self._items("stack")
        if len(items) > MAX_DEPTH:
            refuse("stack", self._given("stack", []), f"at most {MAX_DEPTH} frames")
        s["depth"] = len(items)
        for d, item in items:
            s["stack"][d] = self._frame(f"stack[{d}]", item)

    def _frame(self, field: str, item: Any) -> list[int]:
        known = {"phase", "player", "you", "source", "previous", *FRAME_NUMBERS}
        if not isinstance(item, dict) or set(item) - known:
            refuse(field, item, f"an object with {', '.join(sorted(known))}")
        frame = [0] * COLUMNS
        phases = {phase.name.lower(): int(phase) for phase in Phase}
        frame[PHASE] = self._named(f"{field}.phase", item.get("phase"), phases, "a phase")
        frame[PLAYER] = self._seat(f"{field}.player", item.get("player"))
        frame[YOU] = self._seat(f"{field}.you", item.get("you"))
        previous = item.get("previous")
        frame[PREVIOUS] = NONE
        if previous is not None:
            frame[PREVIOUS] = self._named(f"{field}.previous", previous, self.allies, "an ally")
        source = item.get("source", NONE)
        if isinstance(source, str):
            if source in self.allies:
                frame[SOURCE] = ALLY_SOURCE + self.allies[source]
            else:
                frame[SOURCE] = self._named(f"{field}.source", source, self.cards, "a card or ally")
        else:
            frame[SOURCE] = self._number(f"{field}.source", source, NONE, ON_ALLY)
        for name, column in FRAME_NUMBERS.items():
            given = item.get(name, FRAME_BLANKS[name])
            frame[column] = self._number(f"{field}.{name}", given, -999, 999)
        return frame

    def _read_journal(self) -> None:
        s = self.s
        s["journal"][:] = 0
        rows = self._items("journal")
        if len(rows) > min(JOURNAL_SIZE, int(s["journal_no"])):
            refuse("journal", self._given("journal", []), f"at most {JOURNAL_SIZE} events")
        first = int(s["journal_no"]) - len(rows)
        for i, row in rows:
            numbers = self._list(f"journal[{i}]", row, 4)
            s["journal"][(first + i) % JOURNAL_SIZE] = [
                self._number(f"journal[{i}][{k}]", n, -128, 127) for k, n in enumerate(numbers)
            ]
