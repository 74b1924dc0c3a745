"""The decks of a position. Cards nobody has looked at may be left out, or be null."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from got_env.core.fields import Field
from got_env.westeros.facts.facts import Facts, Houses
from got_env.westeros.facts.rulesets import facts_of
from got_env.westeros.rules.names import WESTEROS_WORDS, WILDLING_WORDS
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.state import DECK_SIZE, TIDES_DECK_SIZE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE
from got_env.westeros.views.knowledge import HIDDEN

Record = Any

_NUMERALS = ("I", "II", "III")


def decks(facts: Facts) -> Mapping[str, tuple[str, ...]]:
    """Place of each deck in a position. The Tides deck is shuffled before every combat."""
    found: dict[str, tuple[str, ...]] = {
        numeral: ("westeros", "decks", numeral) for numeral in _NUMERALS
    }
    if facts.wildlings is not None or any(b.attribute == "wildlings" for b in facts.brought):
        found["wildlings"] = ("wildlings", "deck")
    for deck in facts.deck_words:
        found[deck] = ("alliances", "decks", deck, "cards")
    return found


_MOST_TIDES_DRAWN = 3


def deck_words(values: Any, words: Sequence[str]) -> list[str | None]:
    """Cards in words; None for those that are not known."""
    return [None if value == HIDDEN else words[int(value)] for value in values]


def _unknown(values: Any) -> bool:
    return bool((values == HIDDEN).all())


# --- Westeros decks


def write_westeros_cards(s: Record) -> dict[str, Any]:
    """Cards face up, cards used, and the cards still to come, next first, by deck."""
    entry: dict[str, Any] = {"revealed": {}, "drawn": {}, "decks": {}}
    for d, numeral in enumerate(_NUMERALS):
        at, revealed = min(int(s["deck_pos"][d]), DECK_SIZE), int(s["revealed"][d])
        entry["revealed"][numeral] = None if revealed == NONE else WESTEROS_WORDS[revealed]
        entry["drawn"][numeral] = deck_words(s["deck"][d, :at], WESTEROS_WORDS)
        entry["decks"][numeral] = deck_words(s["deck"][d, at:], WESTEROS_WORDS)
    return entry


def write_westeros(s: Record) -> dict[str, Any]:
    """The three decks without those of which nothing is known."""
    entry = write_westeros_cards(s)
    decks = entry.pop("decks")
    known = {numeral: deck for numeral, deck in decks.items() if not deck or any(deck)}
    again = {
        numeral: int(at) - DECK_SIZE
        for numeral, at in zip(_NUMERALS, s["deck_pos"], strict=True)
        if at > DECK_SIZE
    }
    return {
        **entry,
        **({"decks": known} if known else {}),
        **({"again": again} if again else {}),
    }


def read_westeros(document: Field, s: Record) -> None:
    """Set the three decks. What is left out has not been drawn, or lies in unknown order."""
    westeros = document.get("westeros")
    if westeros is None:
        return
    returns = bool(RULES[s["ruleset"]]["used_return"])
    names = ("revealed", "drawn", "decks", *(("again",) if returns else ()))
    westeros.known(names)
    parts = {name: westeros.get(name) for name in names}
    for name, part in parts.items():
        if part is not None:
            part.known(_NUMERALS)
            for d, numeral in enumerate(_NUMERALS):
                field = part.get(numeral)
                if field is not None and name == "drawn":
                    _read_drawn(field, s, d)
                elif field is not None and name == "decks":
                    _read_deck(field, s, d)
                elif field is not None and name == "again":
                    _read_again(field, s, d)
    for d, numeral in enumerate(_NUMERALS):
        if parts["drawn"] is not None or parts["decks"] is not None:
            _check_counts(westeros, s, d)
        revealed = parts["revealed"].get(numeral) if parts["revealed"] is not None else None
        if revealed is not None:
            _read_revealed(revealed, s, d)


def _read_drawn(field: Field, s: Record, d: int) -> None:
    drawn = field.words(WESTEROS_WORDS, DECK_SIZE)
    s["deck"][d] = HIDDEN
    s["deck"][d, : len(drawn)] = drawn
    s["deck_pos"][d] = len(drawn)


def _read_deck(field: Field, s: Record, d: int) -> None:
    """The rest of a deck; the part ``drawn`` has been read before."""
    at = int(s["deck_pos"][d])
    cards = field.elements(DECK_SIZE)
    if len(cards) != DECK_SIZE - at:
        field.complain(
            f"{len(cards)} cards: expected {DECK_SIZE - at}, as {at} of {DECK_SIZE} are drawn"
        )
    s["deck"][d, at:] = [card.word_or_null(WESTEROS_WORDS, HIDDEN) for card in cards]


def _read_again(field: Field, s: Record, d: int) -> None:
    """Read the number of cards, all of them known, that have been drawn once more."""
    if s["deck_pos"][d] != DECK_SIZE:
        field.complain(f"not all cards of deck {_NUMERALS[d]} have been drawn")
    s["deck_pos"][d] += field.integer(1, DECK_SIZE)


def _check_counts(westeros: Field, s: Record, d: int) -> None:
    printed = list(RULES[s["ruleset"]]["westeros_deck"][d])
    for card in set(s["deck"][d].tolist()) - {HIDDEN}:
        here, most = int((s["deck"][d] == card).sum()), printed.count(card)
        if here > most:
            westeros.complain(
                f"deck {_NUMERALS[d]} has {WESTEROS_WORDS[card]} {here} times: "
                f"expected {'at most ' if most else ''}{most}"
            )


def _read_revealed(field: Field, s: Record, d: int) -> None:
    card = field.word_or_null(WESTEROS_WORDS, NONE)
    at = int(s["deck_pos"][d])
    if card != NONE and (at == 0 or s["deck"][d, (at - 1) % DECK_SIZE] != card):
        field.complain(f"{field.value!r} is not the last card drawn from deck {_NUMERALS[d]}")
    s["revealed"][d] = card


# --- the Wildling deck


def write_wildling_deck(s: Record) -> list[str | None] | None:
    """Cards of the Wildling deck, next first; None without, or when no card of it is known."""
    if RULES[s["ruleset"]]["num_wildlings"] == 0:
        return None
    deck = s["wild_deck"][: RULES[s["ruleset"]]["num_wildlings"]]
    return None if _unknown(deck) else deck_words(deck, WILDLING_WORDS)


def read_wildling_deck(wildlings: Field, s: Record) -> None:
    """Set the Wildling deck; what is left out or null is shuffled."""
    deck = wildlings.get("deck")
    if deck is None:
        return
    number = int(RULES[s["ruleset"]]["num_wildlings"])
    if number == 0:
        deck.complain("the game has no Wildling cards")
    cards = deck.elements(number)
    if len(cards) != number:
        deck.complain(f"{len(cards)} cards: expected {number}")
    kinds = RULES[s["ruleset"]]["wildlings"][:number].tolist()
    seen: set[int] = set()
    for i, card in enumerate(cards):
        value = card.word_or_null(WILDLING_WORDS, HIDDEN)
        if value in seen and value != HIDDEN:
            card.complain(f"{card.value!r} is in the deck twice")
        if value != HIDDEN and value not in kinds:
            card.complain(f"{card.value!r} is no Wildling card of this game")
        seen.add(value)
        s["wild_deck"][i] = value


# --- the Tides of Battle deck


def write_tides(s: Record) -> dict[str, Any] | None:
    """The deck in order, drawn cards first; None when it is not played with."""
    if not s["options"][Option.TIDES]:
        return None
    entry: dict[str, Any] = {"drawn": int(s["tides_pos"])}
    if not _unknown(s["tides_deck"]):
        entry["deck"] = deck_words(s["tides_deck"], facts_of(s["ruleset"]).tides_words)
    return entry


def read_tides(document: Field, s: Record, houses: Houses) -> None:
    """Set the Tides deck; it is shuffled if it is left out."""
    tides = document.get("tides")
    if tides is None:
        return
    tides.known(("drawn", "deck"))
    if not s["options"][Option.TIDES]:
        tides.complain("the game is played without Tides of Battle: options.tides is not 'true'")
    drawn, deck = tides.get("drawn"), tides.get("deck")
    if drawn is not None:
        s["tides_pos"] = drawn.integer(0, _MOST_TIDES_DRAWN)
        s["tides_deck"] = HIDDEN
    if deck is not None:
        cards = deck.words(houses.facts.tides_words, TIDES_DECK_SIZE)
        if sorted(cards) != sorted(RULES[s["ruleset"]]["tides_deck"].tolist()):
            deck.complain(f"not the {TIDES_DECK_SIZE} cards of the Tides of Battle deck")
        s["tides_deck"] = cards
