"""Checks that the files agree, and that the engine has room for them."""

from __future__ import annotations

from collections import Counter

from got_env.btwixt.facts import files
from got_env.btwixt.facts.effects import refuse
from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.rules import vocabulary as v
from got_env.btwixt.rules.options import OPTIONS, Option
from got_env.core.error_values import short_repr

ALLIES, TOKENS, LEADERS, SETUP = "allies.json", "power_tokens.json", "leaders.json", "setup.json"
STANDARD, EVENTS = "influence_standard.json", "influence_event.json"
WHITES = "influence_leader.json"

FIXED = (
    "players",
    "components",
    "influence_colors",
    "time_track",
    "first_player",
    "leader_choice",
    "modes",
    "variants",
    "calibration",
    "action_space",
)
"""Fields of the set-up that tell readers what the engine does by itself."""

_COLORS = {
    STANDARD: ("standard", ("red", "green", "purple")),
    EVENTS: ("event", ("blue",)),
    WHITES: ("leader_specific", ("white",)),
}


def check_facts(facts: Facts) -> None:
    """Refuse facts that contradict each other or that the engine has no room for.

    Raises:
        ValueError: for the first; names file and field.
    """
    standard = len(facts.standard.cards)
    if not 1 <= standard <= v.STANDARD_KINDS:
        refuse(STANDARD, f"cards: {standard} different cards: expected 1 to {v.STANDARD_KINDS}")
    _check_copies(STANDARD, facts.standard.cards, v.STANDARD_CARDS)
    _check_count(EVENTS, facts.events.cards, v.EVENT_CARDS)
    _check_count(WHITES, facts.whites.cards, v.LEADER_CARDS)
    if len(facts.allies.cards) != v.NUM_ALLIES:
        refuse(ALLIES, f"cards: {len(facts.allies.cards)} cards: expected {v.NUM_ALLIES}")
    _check_ids(facts)
    for name, cards in _files_of_cards(facts):
        for i, card in enumerate(cards):
            _check_card(f"{name}: cards[{i}]", card, *_COLORS[name])
            _check_text(f"{name}: cards[{i}]", card)
    for i, ally in enumerate(facts.allies.cards):
        _check_text(f"{ALLIES}: cards[{i}]", ally)
    _check_leaders(facts)
    _check_tokens(facts)
    _check_setup(facts)


def check_fixed(setup: files.SetupFile, shipped: files.SetupFile) -> None:
    """Refuse another set-up where no change of the file would change the game.

    Raises:
        ValueError: for the first field that differs; names it.
    """
    for name in FIXED:
        if getattr(setup, name) != getattr(shipped, name):
            refuse(f"{SETUP}: {name}", "it cannot be changed: the game does not follow from it")


def _check_count(name: str, cards: tuple[files.Card, ...], expected: int) -> None:
    """Refuse other than so many cards, each of its own."""
    if len(cards) != expected:
        refuse(name, f"cards: {len(cards)} different cards: expected {expected}")
    _check_copies(name, cards, expected)


def _check_copies(name: str, cards: tuple[files.Card, ...], copies: int) -> None:
    found = sum(card.copies for card in cards)
    if found != copies:
        refuse(name, f"cards: the copies add up to {found}: expected {copies}")


def _files_of_cards(facts: Facts) -> tuple[tuple[str, tuple[files.Card, ...]], ...]:
    return (
        (STANDARD, facts.standard.cards),
        (EVENTS, facts.events.cards),
        (WHITES, facts.whites.cards),
    )


def _check_ids(facts: Facts) -> None:
    seen: set[str] = set()
    ids = {name: [card.id for card in cards] for name, cards in _files_of_cards(facts)}
    ids[ALLIES] = [ally.id for ally in facts.allies.cards]
    for name, found in ids.items():
        for i, card in enumerate(found):
            if card in seen:
                refuse(f"{name}: cards[{i}].id", f"{short_repr(card)} occurs twice")
            seen.add(card)


def _check_card(where: str, card: files.Card, kind: str, colors: tuple[str, ...]) -> None:
    if card.kind != kind:
        refuse(f"{where}.kind", f"{short_repr(card.kind)}: expected {kind!r}")
    if card.color not in colors:
        refuse(f"{where}.color", f"{short_repr(card.color)}: expected {', '.join(colors)}")
    if (card.leader_id is not None) != (kind == "leader_specific"):
        refuse(f"{where}.leader_id", "a leader is named on white cards, and on no others")
    late = {trigger.name.lower() for trigger in v.LATE_TRIGGERS}
    icon = any(effect.trigger in late for effect in card.effects)
    if card.triumph_icon != icon:
        refuse(
            f"{where}.triumph_icon",
            f"{card.triumph_icon}: expected {icon}, as the triggers of the effects say",
        )


def _check_text(where: str, card: files.Card | files.Ally) -> None:
    """Refuse a text that the game would not follow."""
    if card.ability is not None and not card.effects:
        refuse(f"{where}.ability", "without effects it changes nothing: expected effects, or null")


def _check_leaders(facts: Facts) -> None:
    names = [leader.id for leader in facts.leaders.leaders]
    for i, card in enumerate(facts.whites.cards):
        if card.leader_id not in names:
            refuse(
                f"{WHITES}: cards[{i}].leader_id", f"{short_repr(card.leader_id)} names no leader"
            )
    for i, leader in enumerate(facts.leaders.leaders):
        if names.index(leader.id) != i:
            refuse(f"{LEADERS}: leaders[{i}].id", f"{short_repr(leader.id)} occurs twice")
        cards = sorted(c.id for c in facts.whites.cards if c.leader_id == leader.id)
        if cards != sorted(leader.card_ids):
            refuse(
                f"{LEADERS}: leaders[{i}].card_ids",
                f"{short_repr(list(leader.card_ids))}: expected {', '.join(cards) or 'none'}, as "
                f"{WHITES} says",
            )


def _check_tokens(facts: Facts) -> None:
    numbers = Counter(token.value for token in facts.tokens.tokens)
    for i, token in enumerate(facts.tokens.tokens):
        if numbers[token.value] > 1:
            refuse(f"{TOKENS}: tokens[{i}].value", f"{token.value} occurs twice")
    found = sum(token.copies for token in facts.tokens.tokens)
    if found != v.NUM_TOKENS:
        refuse(TOKENS, f"tokens: the copies add up to {found}: expected {v.NUM_TOKENS}")


def _check_setup(facts: Facts) -> None:
    counts = sorted(facts.setup.by_player_count)
    if counts != ["3", "4", "5", "6"]:
        refuse(SETUP, f"by_player_count: {short_repr(counts)}: expected 3, 4, 5 and 6")
    for players, table in facts.setup.by_player_count.items():
        place = f"{SETUP}: by_player_count.{players}"
        last = ["summer", "autumn", "winter"][-len(table.seasons) :]
        if list(table.seasons) != last:
            refuse(f"{place}.seasons", f"expected {', '.join(last)}: winter ends the game")
        rounds = len(table.seasons) * table.rounds_per_season
        if table.total_rounds != rounds:
            refuse(f"{place}.total_rounds", f"{table.total_rounds}: expected {rounds}")
        added = table.advanced_event_cards_added
        if sum(added.values()) > v.EVENT_CARDS or not set(added) <= {"summer", "autumn"}:
            refuse(
                f"{place}.advanced_event_cards_added",
                f"{short_repr(added)}: expected summer and autumn, together at most"
                f" {v.EVENT_CARDS}",
            )
    sizes = {"standard": v.HAND_SIZE, "advanced_dealt": v.HAND_SIZE - 1}
    sizes["advanced_leader_specific"] = 1
    if facts.setup.hand_size != sizes:
        refuse(f"{SETUP}: hand_size", f"{short_repr(facts.setup.hand_size)}: expected {sizes}")
    readings = list(OPTIONS)[Option.AFTER_BID_ORDER :]
    for i, toggle in enumerate(facts.setup.engine_toggles):
        if toggle.id not in readings:
            refuse(f"{SETUP}: engine_toggles[{i}].id", f"{short_repr(toggle.id)} names no option")
        if toggle.default != OPTIONS[toggle.id].values[0]:
            refuse(
                f"{SETUP}: engine_toggles[{i}].default",
                f"{short_repr(toggle.default)}: expected {OPTIONS[toggle.id].values[0]!r}; another "
                "reading is chosen as an option of a game",
            )
