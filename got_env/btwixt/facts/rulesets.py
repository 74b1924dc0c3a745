"""Rulesets: facts made into rows of RULES, and the facts behind each row.

A ruleset is the data of a folder with a number of players. Which rows a folder gets depends on
what a process has loaded before; :func:`ruleset_of` gives them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

from got_env.btwixt.facts import files
from got_env.btwixt.facts.effects import Row, effect_rows
from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.facts.reading import SHIPPED, read_facts
from got_env.btwixt.rules.table import RULES, RULES_DTYPE
from got_env.btwixt.rules.vocabulary import (
    FIRST_WHITE_KIND,
    NONE,
    POWER_BITS,
    STANDARD_KINDS,
    Col,
    Color,
    From,
    Operation,
    Scope,
    Season,
    Target,
    To,
    Trigger,
)

_facts: list[Facts] = []
"""Behind each row of RULES."""
_first_rows: dict[Facts, int] = {}
_lock = threading.Lock()

_LIMITS = (Col.MIN_VALUE, Col.MAX_VALUE, Col.COLOR)
"""Columns by which an effect passes over influence cards."""


def add_rulesets(facts: Facts) -> None:
    """Append a row to RULES for each number of players; those of the same facts are found.

    Raises:
        ValueError: if RULES has no room for them, or an effect says what no rule can play; names
            file and field.
    """
    with _lock:
        if facts not in _first_rows:
            rows = np.concatenate([build_rules(facts, n) for n in facts.player_counts])
            first = RULES.add(rows)
            _facts.extend([facts] * len(rows))
            _first_rows[facts] = first


def ruleset_of(facts: Facts, players: int, options: Sequence[int] | None = None) -> int:
    """Row of RULES for a number of players, whatever the options."""
    return _first_rows[facts] + facts.player_counts.index(players)


def facts_of(ruleset: Any) -> Facts:
    """Facts behind a row of RULES."""
    return _facts[int(ruleset)]


@cache
def load_facts() -> Facts:
    """Facts shipped with the package; they have rulesets."""
    facts = read_facts(SHIPPED)
    add_rulesets(facts)
    return facts


def build_rules(facts: Facts, players: int) -> np.ndarray[Any, np.dtype[Any]]:
    """One RULES record ``(1,)`` for a number of players.

    Raises:
        ValueError: for an effect that says what no rule can play; names file and field.
    """
    rules = np.zeros(1, dtype=RULES_DTYPE)
    row = rules[0]
    table = facts.setup.by_player_count[str(players)]
    row["num_players"] = players
    row["seasons"] = len(table.seasons)
    row["rounds"] = table.rounds_per_season
    for season, count in table.advanced_event_cards_added.items():
        row["events_added"][Season[season.upper()]] = count
    for token in facts.tokens.tokens:
        row["token_numbers"][token.value] = token.copies
    effects: list[Row] = []
    _fill_cards(row, facts, effects)
    _fill_allies(row, facts, effects)
    row["effect"][:] = NONE
    row["effect"][: len(effects)] = effects
    row["picky"][: len(effects)] = [
        effect[Col.EXCLUDE_THIS] == 1 or any(effect[limit] != NONE for limit in _LIMITS)
        for effect in effects
    ]
    row["on_cards"][: len(effects)] = [_is_on_cards(effect) for effect in effects]
    row["of_hand"][: len(effects)] = [
        effect[Col.OPERATION] == Operation.MOVE_CARD
        and effect[Col.FROM] in (From.TARGET_HAND, From.YOUR_HAND)
        for effect in effects
    ]
    row["effects"] = len(effects)
    return rules


def _is_on_cards(effect: Row) -> bool:
    """True if an effect picks influence cards."""
    operation = Operation(effect[Col.OPERATION])
    if operation == Operation.MOVE_CARD:
        return From(effect[Col.FROM]) not in (From.DECK, From.THIS_CARD)
    if operation == Operation.MODIFY_INFLUENCE:
        on_cards = effect[Col.SCOPE] == Scope.CARDS
        return bool(on_cards and effect[Col.TARGET] != Target.THIS_CARD)
    return operation == Operation.CANCEL_ABILITY


def _include(words: Any, card: int) -> None:
    words[card >> 6] |= np.int64(1 << (card & 63))


def _compile(
    card: files.Card | files.Ally, where: str, facts: Facts, effects: list[Row]
) -> tuple[int, list[Row]]:
    """First row of the effects of a card, and those rows; follow-ups lie behind them."""
    allies = {ally: i for i, ally in enumerate(facts.ally_ids)}
    first = len(effects)
    heads: list[Row] = []
    tails: list[Row] = []
    of_ally = isinstance(card, files.Ally)
    for i, effect in enumerate(card.effects):
        then = first + len(card.effects) + len(tails)
        rows = effect_rows(effect, f"{where}.effects[{i}]", allies, of_ally, then)
        heads.append(rows[0])
        tails += rows[1:]
    effects += heads + tails
    return first, heads


def _fill_cards(row: Any, facts: Facts, effects: list[Row]) -> None:
    row["owner"][:] = NONE
    row["kind"][:] = NONE
    leaders = facts.leader_ids
    copies: dict[int, list[int]] = {}
    for place, kind in facts.cards.items():
        copies.setdefault(kind, []).append(place)
    for name, cards, start in (
        ("influence_standard.json", facts.standard.cards, 0),
        ("influence_event.json", facts.events.cards, STANDARD_KINDS),
        ("influence_leader.json", facts.whites.cards, FIRST_WHITE_KIND),
    ):
        for i, card in enumerate(cards):
            first, heads = _compile(card, f"{name}: cards[{i}]", facts, effects)
            _include(row["first_copies"], copies[start + i][0])
            _include(row["last_copies"], copies[start + i][-1])
            for place in copies[start + i]:
                row["kind"][place] = start + i
                row["value"][place] = card.value
                row["color"][place] = Color[card.color.upper()]
                row["card_row"][place] = first
                row["card_rows"][place] = len(heads)
                _include(row["kind_cards"][start + i], place)
                group = {"standard": "standard", "event": "events", "leader_specific": "whites"}
                _include(row[group[card.kind]], place)
                if card.leader_id is not None:
                    row["owner"][place] = leaders.index(card.leader_id)
                    _include(row["leader_whites"][leaders.index(card.leader_id)], place)
                _note_effects(row, place, heads)


def _note_effects(row: Any, place: int, heads: Iterable[Row]) -> None:
    """Put a card into the sets of those that do something at a moment."""
    for effect in heads:
        trigger, operation = effect[Col.TRIGGER], effect[Col.OPERATION]
        _include(row["abilities"], place)
        _include(row["triggers"][trigger], place)
        if trigger == Trigger.WHILE_IN_PILE:
            _include(row["lasting"][operation], place)
        elif trigger == Trigger.ON_PLACEMENT:
            _include(row["strings"], place)
        elif trigger == Trigger.AFTER_CLAIM and operation == Operation.BRING_ALLY:
            _include(row["bringers"], place)
        elif trigger == Trigger.END_OF_ROUND and effect[Col.FROM] == From.THIS_CARD:
            if effect[Col.TO] in (To.TARGET_HAND, To.YOUR_HAND):
                _include(row["returners"], place)


def _fill_allies(row: Any, facts: Facts, effects: list[Row]) -> None:
    for a, ally in enumerate(facts.allies.cards):
        first, heads = _compile(ally, f"allies.json: cards[{a}]", facts, effects)
        row["power"][a] = ally.power
        for bit in range(POWER_BITS):
            if ally.power >> bit & 1:
                row["power_bits"][bit] |= np.int64(1 << a)
        row["ally_row"][a] = first
        row["ally_rows"][a] = len(heads)
        for effect in heads:
            if effect[Col.TRIGGER] == Trigger.DURING_ROUND:
                row["doers"][effect[Col.OPERATION]] |= np.int64(1 << a)
            elif effect[Col.TRIGGER] == Trigger.ON_KNEEL:
                row["kneel_doers"] |= np.int64(1 << a)
            elif effect[Col.TRIGGER] == Trigger.END_GAME_SCORING:
                row["scorers"] |= np.int64(1 << a)
    row["round_allies"] = np.bitwise_or.reduce(row["doers"]) | row["kneel_doers"]
