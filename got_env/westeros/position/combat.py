"""The combat of a position; attackers stand in it, not on the board, until it is decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from got_env.core.agenda import B, C
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.rulesets import has_claim
from got_env.westeros.knowledge import HIDDEN
from got_env.westeros.options import Option
from got_env.westeros.phases.house_cards import CHANGED
from got_env.westeros.position.areas import read_counts, write_counts
from got_env.westeros.position.frames import combat_step, course_of, frame_of, pending
from got_env.westeros.position.houses import cards_of
from got_env.westeros.position.words import HIDDEN_WORD
from got_env.westeros.rules import RULES
from got_env.westeros.vocabulary import NONE, Effect, Kind, Order, Phase, Track, Unit
from got_env.westeros.words.notation import ORDER_WORDS, SIDE_WORDS, UNIT_WORDS, order_word

Record = Any

_SIDES = SIDE_WORDS[:2]
_MARCHES = 3
_FIELDS = (
    "area",
    "from",
    "order",
    "attacking_units",
    "support",
    "sides",
    "cards_open",
    "tides_open",
    "tides_rejected",
    "blade",
    "victor",
    "margin",
)


@dataclass(frozen=True, eq=False)
class More:
    """What the combats of some games have beside the rest."""

    fields: tuple[str, ...] = ()
    side_fields: tuple[str, ...] = ()
    read: Callable[[Field, Record, Houses], None] = lambda combat, s, houses: None
    read_side: Callable[[Field, Record, int], None] = lambda side, s, i: None


NO_MORE = More()


def _chosen(words: tuple[str, ...], value: Any) -> str | None:
    """Word of a choice: None when not made, ``"hidden"`` when it is secret."""
    index = int(value)
    return None if index == NONE else HIDDEN_WORD if index == HIDDEN else words[index]


def write_combat(s: Record, houses: Houses) -> dict[str, Any] | None:
    """The combat going on; None without."""
    if not s["fight"]:
        return None
    areas = houses.facts.areas
    return {
        "area": areas[int(s["fight_area"])],
        "from": areas[int(s["fight_from"])],
        "order": order_word(s["fight_order"]),
        "attacking_units": write_counts(s["attackers"], houses.facts.unit_words),
        "support": {
            areas[a]: SIDE_WORDS[int(side)] for a, side in enumerate(s["backing"]) if side != NONE
        },
        "sides": {side: _write_side(s, i, houses) for i, side in enumerate(_SIDES)},
        "cards_open": bool(s["cards_open"]),
        "tides_open": bool(s["tides_open"]),
        "tides_rejected": _chosen(houses.facts.tides_words, s["tides_rejected"]),
        "blade": _chosen(SIDE_WORDS, s["blade_side"]),
        "victor": _chosen(SIDE_WORDS, s["victor"]),
        "margin": int(s["victor_margin"]),
    }


def _write_side(s: Record, side: int, houses: Houses) -> dict[str, Any]:
    seat = int(s["fighter"][side])
    cards = cards_of(houses, seat)
    return {
        "house": houses[seat],
        "card": _chosen(cards, s["card"][side]),
        "card_kept": bool(s["card_kept"][side]),
        "barred": _chosen(cards, s["barred_card"][side]),
        "condition": bool(s["condition"][side]),
        "tides": _chosen(houses.facts.tides_words, s["tides"][side]),
    }


def read_combat(document: Field, s: Record, houses: Houses, more: More = NO_MORE) -> None:
    """Set the combat; there must be one exactly while one is on the agenda.

    Args:
        document: the position.
        s: its record.
        houses: those in play.
        more: fields that only some games have.
    """
    combat = document.get("combat")
    phases = pending(s)
    if combat is None:
        if Phase.COMBAT in phases:
            document.complain("the field 'combat' is missing: the agenda says one is going on")
        return
    if Phase.COMBAT not in phases and not s["over"]:
        combat.complain("no combat is pending in the agenda")
    combat.known((*_FIELDS, *more.fields))
    areas = houses.facts.areas
    s["fight"] = 1
    s["fight_area"] = combat.need("area").word(areas)
    s["fight_from"] = combat.need("from").word(areas)
    order = combat.need("order")
    s["fight_order"] = order.word_or_null(ORDER_WORDS[:_MARCHES])
    if order.is_null and not has_claim(s):
        order.refuse(f"one of {', '.join(ORDER_WORDS[:_MARCHES])}")
    s["attackers"] = read_counts(combat.need("attacking_units"), houses.facts.unit_words)
    s["cards_open"] = combat.need("cards_open").flag()
    s["tides_open"] = combat.need("tides_open").flag()
    sides = combat.need("sides").known(_SIDES)
    for i, side in enumerate(_SIDES):
        _read_side(sides.need(side), s, i, houses, more.side_fields)
        more.read_side(sides.need(side), s, i)
    more.read(combat, s, houses)
    for a, backed in combat.need("support").entries(areas, "area"):
        s["backing"][a] = backed.word(SIDE_WORDS)
    s["tides_rejected"] = _read_choice(
        combat.need("tides_rejected"), houses.facts.tides_words, True
    )
    s["blade_side"] = combat.need("blade").word_or_null(_SIDES)
    s["victor"] = combat.need("victor").word_or_null(_SIDES)
    s["victor_margin"] = combat.need("margin").integer(0, 99)
    _mute_texts(s)
    if not s["over"]:  # a game may have ended in the middle of it
        _check(combat, s, houses)


def _read_side(field: Field, s: Record, i: int, houses: Houses, more: tuple[str, ...]) -> None:
    field.known(("house", "card", "card_kept", "barred", "condition", "tides", *more))
    seat = field.need("house").word(houses)
    s["fighter"][i] = seat
    cards = cards_of(houses, seat)
    s["card"][i] = _read_choice(field.need("card"), cards, not s["cards_open"])
    s["card_kept"][i] = field.need("card_kept").flag()
    s["barred_card"][i] = field.need("barred").word_or_null(cards)
    s["condition"][i] = field.need("condition").flag()
    s["tides"][i] = _read_choice(field.need("tides"), houses.facts.tides_words, not s["tides_open"])


def _mute_texts(s: Record) -> None:
    """A text that the other open card cancels."""
    effects = RULES[s["ruleset"]]["card_effect"]
    for i in range(2):
        card = int(s["card"][i])
        if s["cards_open"] and card != NONE:
            s["muted"][1 - i] = effects[s["fighter"][i], card] == Effect.CANCELS_TEXT


def _read_choice(field: Field, words: tuple[str, ...], secret: bool) -> int:
    if secret and field.value == HIDDEN_WORD:
        return HIDDEN
    return field.word_or_null(words)


def _check(combat: Field, s: Record, houses: Houses) -> None:
    """Check everything that the engine relies on when it continues the combat."""
    area, step, course = int(s["fight_area"]), combat_step(s), course_of(s)
    place = houses.facts.areas[area]
    attacker, defender = (int(p) for p in s["fighter"])
    if attacker == defender:
        combat.complain(f"{houses[attacker]} cannot fight against itself")
    if s["owner"][area] == attacker and step <= course.decide:
        combat.complain(f"{place} already belongs to the attacker")
    if s["owner"][area] not in (NONE, attacker, defender):
        combat.complain(f"{place} holds units of a house that does not fight")
    land = RULES[s["ruleset"]]["kind"][area] == Kind.LAND
    if not s["attackers"].any() and step <= course.reveal:
        combat.need("attacking_units").complain("nobody attacks")
    _check_support(combat, s, step, houses.facts.areas)
    _check_results(combat, s)
    _check_order_of_events(combat, s, step)
    _check_blade(combat, s, houses)
    ships = houses.facts.unit_words[Unit.SHIP] == UNIT_WORDS[Unit.SHIP]
    at_sea = s["attackers"][Unit.SHIP] if ships else 0
    wrong = at_sea > 0 if land else s["attackers"][: Unit.SHIP].any()
    if wrong:
        combat.need("attacking_units").complain(f"they cannot fight in {place}")
    if (step > course.decide) != (s["victor"] != NONE):
        combat.need("victor").complain(
            f"it must be named from the step {course.steps[course.result_texts]} on, not before"
        )
    if (step > course.reveal) != bool(s["cards_open"]):
        combat.need("cards_open").complain(
            f"cards are open from the step {course.steps[course.immediate]} on, not before"
        )
    if s["tides_open"] and step <= course.show_tides:
        combat.need("tides_open").complain("Tides cards are shown at the step show_tides")


def _check_support(combat: Field, s: Record, step: int, areas: tuple[str, ...]) -> None:
    """Support comes from orders beside the battle; texts of cards may take them away later."""
    if step > course_of(s).reveal:
        return
    rules = RULES[s["ruleset"]]
    near = int(rules["adjacent"][s["fight_area"]]) | int(rules["fords"][s["fight_area"]])
    for a, backed in combat.need("support").entries(areas, "area"):
        if s["order"][a] not in (Order.SUPPORT, Order.SUPPORT_STAR):
            backed.complain(f"no support order lies in {areas[a]}")
        if not near >> a & 1:
            backed.complain(f"{areas[a]} is not adjacent to {areas[int(s['fight_area'])]}")


def _check_order_of_events(combat: Field, s: Record, step: int) -> None:
    """Nothing has happened yet that only a later step brings."""
    course, frame = course_of(s), frame_of(s, Phase.COMBAT)
    if frame[C] == CHANGED and step == course.immediate and not has_claim(s):
        _check_change(combat, s, frame)
    comes_at = {
        "barred": course.immediate,
        "condition": course.immediate,
        "tides": course.show_tides,
        "card_kept": course.result_texts,
    }
    turned = [int(frame[C]), 1 - int(frame[C])][: int(frame[B])]
    for i, name in enumerate(_SIDES):
        side = combat.need("sides").need(name)
        for field, first in comes_at.items():
            value = side.need(field)
            if step < first and not value.is_null and value.value is not False:
                value.complain(f"it comes at the step {course.steps[first]}, not before")
        if step == course.immediate and s["condition"][i] and i not in turned:
            side.need("condition").complain(f"the text of the {name} has not had its turn")
    rejected = combat.need("tides_rejected")
    if step < course.show_tides and not rejected.is_null:
        rejected.complain(f"it comes at the step {course.steps[course.show_tides]}, not before")


def _check_change(combat: Field, s: Record, frame: Any) -> None:
    """Nothing else is going on while Aeron Damphair's side is asked for another card."""
    effects = RULES[s["ruleset"]]["card_effect"]
    asked = any(
        s["card"][i] != NONE and effects[s["fighter"][i], s["card"][i]] == Effect.CHANGES_CARD
        for i in range(2)
    )
    if not asked or frame[B] != 0 or pending(s)[-1] is not Phase.AERON:
        combat.complain("agenda: nobody is asked for another card")


def _check_blade(combat: Field, s: Record, houses: Houses) -> None:
    """The Blade adds to the strength of its holder, once, and not before it is asked for."""
    side, blade = int(s["blade_side"]), combat.need("blade")
    if side == NONE:
        return
    course = course_of(s)
    if combat_step(s) < course.decide or pending(s)[-1] is Phase.BLADE:
        blade.complain(f"it is used at the step {course.steps[course.use_blade]}, not before")
    if not s["blade_used"]:
        blade.complain("blade_used says that it was not used this round")
    if s["tides_rejected"] != NONE or _only_redraws(s):
        blade.complain("it cannot be used so beside Tides cards")
    holder = int(s["track"][Track.FIEFDOMS, 0])
    if s["fighter"][side] != holder:
        blade.complain(f"{houses[holder]} holds it")


def _only_redraws(s: Record) -> bool:
    return bool(s["options"][Option.TIDES] and s["options"][Option.TIDES_BLADE])


def _check_results(combat: Field, s: Record) -> None:
    """Refuse results of a combat that has none yet, and Tides cards in a game without them."""
    if s["victor"] == NONE and s["victor_margin"]:
        combat.need("margin").complain("it is 0 until a victor is named")
    if s["options"][Option.TIDES]:
        return
    sides = combat.need("sides")
    cards = [sides.need(side).need("tides") for side in _SIDES]
    for card in (*cards, combat.need("tides_rejected")):
        if not card.is_null:
            card.complain("the game is played without Tides of Battle")
