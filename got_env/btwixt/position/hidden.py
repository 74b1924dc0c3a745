"""Check that what a position hides can be dealt, before anything is."""

from __future__ import annotations

from typing import Any

from got_env.btwixt.position.cards import cards_of_game
from got_env.btwixt.position.refusing import refuse
from got_env.btwixt.rules.frames import PHASE, SOURCE
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import ALLY_SOURCE, NUM_ALLIES, Phase
from got_env.btwixt.views.knowledge import HIDDEN
from got_env.btwixt.words.names import bits, members


def check_hidden(s: Any) -> None:
    """Refuse a record with more hidden places than pieces that are nowhere else.

    Raises:
        ValueError: names the field.
    """
    _check_cards(s)
    _check_allies(s)
    _check_tokens(s)


def _check_cards(s: Any) -> None:
    rooms: dict[str, int] = {}
    for zone in ("hand", "picked"):
        for p in range(int(s["num_players"])):
            count, seen = int(s[f"{zone}_n"][p]), len(members(s[zone][p]))
            if count < seen:
                refuse(f"{zone}_n[{p}]", f"{count}: expected at least {seen}, which are named")
            rooms[f"{zone}_n[{p}]"] = count - seen
    deck = s["deck"][: int(s["deck_n"])]
    rooms["influence_deck"] = int((deck == HIDDEN).sum())
    placed = {int(card) for card in deck if card != HIDDEN} | {int(s["flight"])}
    for zone in ("hand", "picked", "pile"):
        for p in range(int(s["num_players"])):
            placed |= set(members(s[zone][p]))
    for zone in ("discards", "gone", "own", "aside"):
        placed |= set(members(s[zone]))
    free = len(cards_of_game(s) - placed)
    hidden = sum(rooms.values())
    if hidden > free:
        largest = max(rooms, key=lambda field: rooms[field])
        refuse(
            largest,
            f"{rooms[largest]} of {hidden} cards that lie hidden in hands, picks and the deck: "
            f"expected at most {free} in all, so many are nowhere else",
        )


def _check_allies(s: Any) -> None:
    placed = int(s["dead"])
    for council in s["council"]:
        placed |= int(council)
    found = set(bits(placed)) | {int(s["current"])}
    for frame in s["stack"][: int(s["depth"])]:
        if frame[PHASE] in (Phase.ENTER, Phase.ENTERED, Phase.PLACEMENT):
            found.add(int(frame[SOURCE]) - ALLY_SOURCE)
    hidden = {}
    for zone in ("ally_deck", "row", "peek"):
        lying = s[zone][: int(s[f"{zone}_n"])].tolist()
        hidden[zone] = lying.count(HIDDEN)
        found |= set(lying)
    if hidden["row"]:
        refuse("row", "null: expected allies, they lie face up")
    if s["peek_n"] and not s["depth"]:
        refuse("peek", "nobody is asked about allies")
    free = NUM_ALLIES - len(found & set(range(NUM_ALLIES)))
    if sum(hidden.values()) > free:
        largest = max(hidden, key=lambda zone: hidden[zone])
        refuse(
            largest,
            f"{hidden[largest]} of {sum(hidden.values())} allies that lie hidden: expected at most "
            f"{free} in all, so many are nowhere else",
        )


def _check_tokens(s: Any) -> None:
    lying = s["token"][: int(s["token_n"])].tolist()
    numbers = RULES[s["ruleset"]]["token_numbers"]
    left = 0
    for number in range(1, len(numbers)):
        most = int(numbers[number])
        if lying.count(number) > most:
            refuse("tokens", f"{lying.count(number)} of number {number}: expected at most {most}")
        left += most - lying.count(number)
    if lying.count(0) > left:
        refuse("tokens", f"{lying.count(0)} of unknown number: expected at most {left}")
