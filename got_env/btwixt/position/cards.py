"""Check that every influence card is in one place, where the rules can have put it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.phases.seasons import EVENTS_AT_SETUP, PACK, UNPICKED
from got_env.btwixt.position.refusing import refuse
from got_env.btwixt.rules.options import OPTIONS, Option
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    CARD_PLACES,
    EVENT_CARDS,
    HAND_SIZE,
    NONE,
    NUM_LEADERS,
    Season,
    Step,
)
from got_env.btwixt.words.names import card_refs, members


def check_cards(facts: Facts, s: Any) -> None:
    """Refuse a record in which an influence card is nowhere, in two places, or out of place."""
    refs = card_refs(facts)
    where: dict[int, str] = {}

    def put(card: int, zone: str) -> None:
        if card not in refs:
            refuse(zone, f"no influence card has the place {card}")
        if card in where:
            refuse(zone, f"{refs[card]} is in {where[card]} too: a card is in one place")
        where[card] = zone

    for zone in ("hand", "picked", "pile"):
        for p in range(len(s[zone])):
            for card in members(s[zone][p]):
                put(card, f"{zone}[{p}]")
    for zone in ("discards", "gone", "own", "aside"):
        for card in members(s[zone]):
            put(card, zone)
    for i in range(int(s["deck_n"])):
        put(int(s["deck"][i]), "influence_deck")
    if s["flight"] != NONE:
        put(int(s["flight"]), "flight")
    expected = cards_of_game(s)
    missing, extra = sorted(expected - where.keys()), sorted(where.keys() - expected)
    if missing:
        refuse("influence_deck", f"{refs[missing[0]]} is nowhere: every card is somewhere")
    if extra:
        refuse(where[extra[0]], f"{refs[extra[0]]} does not take part in this game")
    for name in ("cancelled", "done"):
        for card in members(s[name]):
            if not where.get(card, "").startswith(("pile", "hand", "discards", "gone", "own")):
                refuse(name, f"{card}: expected cards in piles")
    for card in members(s["gone_open"]):
        if where.get(card) != "gone":
            refuse("gone_open", f"{refs.get(card, card)}: expected cards that were removed")
    zones = ("gone",) if s["step"] == Step.DRAFT else ("hand", "gone")
    for p, cards in enumerate(s["known"]):
        for card in members(cards):
            if not where.get(card, "").startswith(zones):
                refuse(
                    f"known[{p}]",
                    f"{refs.get(card, card)}: expected cards of {' or '.join(zones)}",
                )
    _check_met(s, refs)
    _check_white(s, refs)
    _check_events(s, refs)
    _check_draft(s, refs, where)


def cards_of_game(s: Any) -> set[int]:
    """The influence cards that take part, those beside the game included."""
    rules = RULES[s["ruleset"]]
    cards = set(members(rules["standard"])) | set(members(rules["events"]))
    for leader in _white_leaders(s):
        cards |= set(members(rules["leader_whites"][leader]))
    return cards


def _check_met(s: Any, refs: Mapping[int, str]) -> None:
    """Seats know event cards to be in the game, and no others."""
    events = int(RULES[s["ruleset"]]["events"][1]) & ~int(s["aside"][1])
    for p, cards in enumerate(s["met"]):
        strange = members((0, int(cards) & ~events))
        if strange:
            refuse(
                f"met[{p}]", f"{refs.get(strange[0], strange[0])}: expected event cards of the game"
            )


def _white_leaders(s: Any) -> list[int]:
    names = list(OPTIONS)
    options = {name: int(value) for name, value in zip(names, s["options"], strict=True)}
    if options["clash_draft"]:
        return list(range(NUM_LEADERS))
    if options["advanced"]:
        return [int(leader) for leader in s["leader"] if leader != NONE]
    return []


def _check_white(s: Any, refs: Mapping[int, str]) -> None:
    """Only leader-specific cards leave the game, and in the advanced game each waits or is out."""
    advanced = s["options"][Option.ADVANCED] and not s["options"][Option.CLASH_DRAFT]
    rules = RULES[s["ruleset"]]
    for name in ("gone", "own"):
        strange = [card for card in members(s[name]) if rules["owner"][card] == NONE]
        if strange:
            refuse(name, f"{refs[strange[0]]}: expected leader-specific cards")
    if not advanced:
        for name in ("own", "own_n"):
            if s[name].any():
                refuse(name, "expected none: leader-specific cards do not wait for their leaders")
        return
    hands = int(np.bitwise_or.reduce(s["hand"][:, 1] | s["picked"][:, 1]))
    for p, leader in enumerate(s["leader"][: int(s["num_players"])]):
        whites = int(rules["leader_whites"][leader, 1]) if leader != NONE else 0
        waiting, out = (whites & int(s["own"][1])).bit_count(), (whites & hands).bit_count()
        if s["own_n"][p] != waiting:
            refuse(f"own_n[{p}]", f"{s['own_n'][p]}: expected {waiting}, as own says")
        if out != int(s["whites_out"]) >> p & 1:
            told = "one" if int(s["whites_out"]) >> p & 1 else "none"
            refuse("whites_out", f"{told} of seat {p} in the hands, but there are {out}")


def events_aside(s: Any) -> int:
    """Number of event cards that are not in the game (yet)."""
    if s["options"][Option.CLASH_DRAFT]:
        return 0
    rules, added = RULES[s["ruleset"]], 0
    if s["options"][Option.ADVANCED]:
        if s["options"][Option.SHORT] and s["options"][Option.SHORT_EVENTS]:
            added = int(EVENTS_AT_SETUP[s["num_players"]])
        else:
            added = int(rules["events_added"][first_season_of(s) : int(s["season"])].sum())
    return max(0, EVENT_CARDS - added)


def first_season_of(s: Any) -> int:
    """The season in which the game begins."""
    return len(Season) - int(RULES[s["ruleset"]]["seasons"]) + int(s["options"][Option.SHORT] > 0)


def _check_events(s: Any, refs: Mapping[int, str]) -> None:
    """As many event cards wait beside the game as its season says."""
    aside, expected = members(s["aside"]), events_aside(s)
    strange = [card for card in aside if not int(RULES[s["ruleset"]]["events"][1]) >> card - 64 & 1]
    if strange:
        refuse("aside", f"{refs[strange[0]]}: expected event cards")
    if len(aside) != expected:
        refuse("aside", f"{len(aside)} event cards: expected {expected} in this season")


# --- the draft

_AFTER_DRAFT = ("hand", "pile", "discards", "flight")
"""Places of a card drafted in this season, unless it is removed for all to see."""


def _check_draft(s: Any, refs: Mapping[int, str], where: Mapping[int, str]) -> None:
    """Every card that went round is where its pack has come to."""
    codes = {card: int(s["pack"][card]) for card in range(CARD_PLACES) if s["pack"][card] != NONE}
    strange = sorted(codes.keys() - where.keys())
    if strange:
        refuse(f"pack[{strange[0]}]", f"{codes[strange[0]]}: expected -1, no such card takes part")
    drafts = s["options"][Option.DRAFT] or s["options"][Option.CLASH_DRAFT]
    if codes and not drafts:
        card = next(iter(codes))
        refuse(f"pack[{card}]", f"{codes[card]}: expected -1 in a game without a draft")
    if s["step"] == Step.DRAFT:
        _check_packs(s, refs, codes)
        return
    if len(set(codes.values())) != len(codes):
        refuse("pack", "two cards were picked from one pack at one time")
    for card, code in codes.items():
        start, pick = divmod(code, PACK)
        if start >= s["num_players"] or pick >= HAND_SIZE:
            refuse(f"pack[{card}]", f"{code}: expected {PACK} times a seat, and a pick")
        if not where[card].startswith(_AFTER_DRAFT) and not _is_in(s["gone_open"], card):
            refuse(f"pack[{card}]", f"{code}: {refs[card]} is in {where[card]}, not in a hand")


def _check_packs(s: Any, refs: Mapping[int, str], codes: Mapping[int, int]) -> None:
    """While packs go round, each holds what it started with but the cards picked from it."""
    players, made = int(s["num_players"]), int(s["pick_no"])
    size = int(s["hand_n"][0]) + int(s["picked_n"][0])
    expected: dict[int, int] = {}
    for i in range(players):
        p = (int(s["first"]) + i) % players
        picked = made + (i < int(s["turn"]))
        if s["picked_n"][p] != picked:
            refuse(f"picked_n[{p}]", f"{s['picked_n'][p]}: expected {picked} at this point")
        if s["hand_n"][p] != size - picked:
            refuse(f"hand_n[{p}]", f"{s['hand_n'][p]}: expected {size - picked} at this point")
        pack = PACK * _around(s, p, -made) + UNPICKED
        expected |= dict.fromkeys(members(s["hand"][p]), pack)
        picks = sorted(members(s["picked"][p]), key=lambda card: codes.get(card, NONE) % PACK)
        expected |= {card: PACK * _around(s, p, -k) + k for k, card in enumerate(picks)}
    for card in sorted(expected.keys() | codes.keys()):
        if codes.get(card, NONE) != expected.get(card, NONE):
            refuse(
                f"pack[{card}]",
                f"{codes.get(card, NONE)}: expected {expected.get(card, NONE)} for {refs[card]}",
            )


def _around(s: Any, start: int, steps: int) -> int:
    """The seat to which a pack comes in so many picks, as packs go in the season."""
    left = (int(s["season"]) - first_season_of(s)) % 2 == 0
    return (start + (steps if left else -steps)) % int(s["num_players"])


def _is_in(words: Any, card: int) -> bool:
    return bool(int(words[card >> 6]) >> (card & 63) & 1)
