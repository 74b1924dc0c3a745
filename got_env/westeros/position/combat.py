"""The combat of a position; attackers stand in it, not on the board, until it is decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from got_env.core.agenda import A, B, C
from got_env.core.codec import (
    FLAG,
    Coding,
    Part,
    Place,
    Row,
    names_of,
    read_part,
    word_or_null,
    write_part,
)
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.facts.rulesets import has_claim
from got_env.westeros.phases.house_cards import CHANGED
from got_env.westeros.position import words as w
from got_env.westeros.position.areas import read_counts, write_counts
from got_env.westeros.position.frames import combat_step, course_of, frame_of, pending
from got_env.westeros.position.houses import cards_of
from got_env.westeros.rules.names import HIDDEN_WORD, ORDER_WORDS, SIDE_WORDS, UNIT_WORDS
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, Effect, Order, Phase, Terrain, Track, Unit
from got_env.westeros.views.knowledge import HIDDEN

Record = Any

_SIDES = SIDE_WORDS[:2]
_MARCHES = 3


@dataclass(frozen=True, eq=False)
class More:
    """Parts of combats that only some games have."""

    side: Part = ()
    """Of each side."""
    fields: tuple[str, ...] = ()
    """Names of what :attr:`write` adds and :attr:`read` reads."""
    write: Callable[[Record, Houses], dict[str, Any]] = lambda s, houses: {}
    read: Callable[[Field, Record, Houses], None] = lambda combat, s, houses: None


NO_MORE = More()


class Setting(NamedTuple):
    """Setting of a combat, on which its words depend."""

    houses: Houses
    s: Record
    side: int = 0

    @property
    def cards(self) -> tuple[str, ...]:
        """The House cards of the side."""
        return cards_of(self.houses, int(self.s["fighter"][self.side]))


def _of_game(coding: Coding) -> Coding:
    """A coding that is told the houses in play."""
    return Coding(
        lambda value, at: coding.write(value, at.houses),
        lambda field, at: coding.read(field, at.houses),
    )


_AREA = _of_game(w.AREA)
_UNITS = Coding(
    lambda values, at: write_counts(values, at.houses.facts.unit_words),
    lambda field, at: read_counts(field, at.houses.facts.unit_words),
)


def _chosen(words: Callable[[Setting], Sequence[str]], opens: str | None = None) -> Coding:
    """A choice: null when not made, ``"hidden"`` when it is secret, until ``opens`` is true."""

    def write(value: int, at: Setting) -> str | None:
        return HIDDEN_WORD if value == HIDDEN else word_or_null(words(at)).write(value, at)

    def read(field: Field, at: Setting) -> int:
        if field.value == HIDDEN_WORD and not (opens and at.s[opens]):
            return HIDDEN
        return field.word_or_null(words(at))

    return Coding(write, read)


def _read_support(field: Field, at: Setting) -> Any:
    backing = at.s["backing"].copy()
    for a, backed in field.entries(at.houses.facts.areas, "area"):
        backing[a] = backed.word(SIDE_WORDS)
    return backing


_SUPPORT = Coding(
    lambda values, at: {
        at.houses.facts.areas[a]: SIDE_WORDS[int(side)]
        for a, side in enumerate(values)
        if side != NONE
    },
    _read_support,
)


def _check_order(order: Field, s: Record, place: Place) -> None:
    if order.is_null and not has_claim(s):
        order.refuse(f"one of {', '.join(ORDER_WORDS[:_MARCHES])}")


_ATTACK = (
    Row("area", "fight_area", _AREA),
    Row("from", "fight_from", _AREA),
    Row("order", "fight_order", word_or_null(ORDER_WORDS[:_MARCHES]), check=_check_order),
    Row("attacking_units", "attackers", _UNITS),
    Row("support", "backing", _SUPPORT),
)
_OPEN = (Row("cards_open", "cards_open", FLAG), Row("tides_open", "tides_open", FLAG))
_RESULT = (
    Row("tides_rejected", "tides_rejected", _chosen(lambda at: at.houses.facts.tides_words)),
    Row("blade", "blade_side", word_or_null(_SIDES)),
    Row("victor", "victor", word_or_null(_SIDES)),
    Row("margin", "victor_margin", w.limited("victor_margin")),
)
_SIDE = (
    Row("house", "fighter", _of_game(w.SEAT)),
    Row("card", "card", _chosen(lambda at: at.cards, "cards_open")),
    Row("card_kept", "card_kept", FLAG),
    Row(
        "barred",
        "barred_card",
        Coding(
            lambda value, at: word_or_null(at.cards).write(value, at),
            lambda field, at: field.word_or_null(at.cards),
        ),
    ),
    Row("condition", "condition", FLAG),
    Row("tides", "tides", _chosen(lambda at: at.houses.facts.tides_words, "tides_open")),
)
_FIELDS = (*names_of(_ATTACK), "sides", *names_of(_OPEN), *names_of(_RESULT))


def write_combat(s: Record, houses: Houses, more: More = NO_MORE) -> dict[str, Any] | None:
    """The combat going on; None without."""
    if not s["fight"]:
        return None
    at = Setting(houses, s)
    return {
        **write_part(_ATTACK, s, at),
        "sides": {
            side: write_part((*_SIDE, *more.side), s, Setting(houses, s, i), i)
            for i, side in enumerate(_SIDES)
        },
        **write_part(_OPEN, s, at),
        **write_part(_RESULT, s, at),
        **more.write(s, houses),
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
    at = Setting(houses, s)
    s["fight"] = 1
    read_part(_ATTACK, combat, s, at)
    read_part(_OPEN, combat, s, at)
    sides = combat.need("sides").known(_SIDES)
    for i, name in enumerate(_SIDES):
        side = sides.need(name).known(names_of((*_SIDE, *more.side)))
        read_part((*_SIDE, *more.side), side, s, Setting(houses, s, i), i)
    more.read(combat, s, houses)
    read_part(_RESULT, combat, s, at)
    _mute_texts(s)
    if not s["over"]:  # a game may have ended in the middle of it
        _check(combat, s, houses)


def _mute_texts(s: Record) -> None:
    """A text that the other open card cancels."""
    effects = RULES[s["ruleset"]]["card_effect"]
    for i in range(2):
        card = int(s["card"][i])
        if s["cards_open"] and card != NONE:
            s["muted"][1 - i] = effects[s["fighter"][i], card] == Effect.CANCELS_TEXT


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
    land = RULES[s["ruleset"]]["kind"][area] == Terrain.LAND
    if not s["attackers"].any() and step <= course.reveal:
        combat.need("attacking_units").complain("nobody attacks")
    _check_support(combat, s, step, houses.facts.areas)
    _check_results(combat, s)
    _check_order_of_events(combat, s, step)
    _check_chosen_cards(combat, s, step)
    _check_other_card(combat, s)
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


def _check_chosen_cards(combat: Field, s: Record, step: int) -> None:
    """Until cards are open, those sides have one that were asked and have answered."""
    course = course_of(s)
    choose = course.steps.index("choose")
    if step > course.reveal:
        return
    asked = int(frame_of(s, Phase.COMBAT)[B]) if step == choose else 2 * (step > choose)
    waiting = frame_of(s, Phase.HOUSE_CARD)
    if waiting is not None and waiting[A] != asked - 1:
        side = _SIDES[waiting[A]]
        combat.complain(f"agenda: the {side} is asked for a card, expected done {waiting[A] + 1}")
    for i, name in enumerate(_SIDES):
        card = combat.need("sides").need(name).need("card")
        answered = i < asked and (waiting is None or waiting[A] != i)
        if answered and s["card"][i] == NONE and (s["hand"][s["fighter"][i]] or not has_claim(s)):
            card.complain(f"the {name} has chosen: expected a card")
        if not answered and s["card"][i] != NONE:
            card.complain(f"the {name} has not chosen yet: expected null")


def _check_other_card(combat: Field, s: Record) -> None:
    """Only a side that has played a card can be asked for another one in its place."""
    frame = frame_of(s, Phase.AERON)
    if frame is not None and s["card"][frame[A]] == NONE:
        side = _SIDES[frame[A]]
        combat.need("sides").need(side).need("card").complain(
            f"the agenda asks the {side} for another card: expected the one that is played"
        )


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
