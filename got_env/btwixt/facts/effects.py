"""An effect of the files as a row of integers, or an error that names what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, NoReturn, TypeVar

import numpy as np

from got_env.btwixt.facts import files
from got_env.btwixt.facts.language import (
    ARGUMENTS,
    FILTER_FLAGS,
    FILTER_NUMBERS,
    FLAGS,
    NARROWED,
    PICKED_ZONES,
    SCANNED_OPERATIONS,
    SIGNATURES,
    WORDS,
)
from got_env.btwixt.rules import vocabulary as v
from got_env.btwixt.rules.vocabulary import (
    EVERYTHING,
    NONE,
    UNBOUNDED,
    At,
    Col,
    Condition,
    Counter,
    From,
    Mode,
    Operation,
    Pick,
    Restriction,
    Rule,
    Scope,
    Source,
    Target,
    To,
    Trigger,
    Where,
)
from got_env.core.error_values import short_repr

Row = np.ndarray[Any, np.dtype[np.int16]]
E = TypeVar("E", bound=IntEnum)


def refuse(where: str, fault: str) -> NoReturn:
    """Raise the error of a field."""
    raise ValueError(f"{where}: {fault}")


def word(where: str, text: object, known: Sequence[E]) -> E:
    """The member of an enumeration that a word stands for."""
    for member in known:
        if member.name.lower() == text:
            return member
    names = ", ".join(member.name.lower() for member in known)
    refuse(where, f"{short_repr(text)}: expected one of {names}")


def effect_rows(
    effect: files.Effect, where: str, allies: Mapping[str, int], of_ally: bool, then: int
) -> list[Row]:
    """Rows of an effect and of its follow-up, if it has one.

    Args:
        effect: as the file has it.
        where: file and path, for errors.
        allies: index of each ally.
        of_ally: whether it is printed on an ally.
        then: number that the row of the follow-up will have.

    Raises:
        ValueError: for what no rule can play; names file and field.
    """
    triggers = v.ALLY_TRIGGERS if of_ally else v.CARD_TRIGGERS
    trigger = word(f"{where}.trigger", effect.trigger, triggers)
    rows = [_row(effect, where, allies, of_ally)]
    rows[0][Col.TRIGGER] = trigger
    _check_trigger(rows[0], where, of_ally, trigger)
    for step in effect.then:
        if trigger in v.SCANNED:
            refuse(f"{where}.then", f"an effect of trigger {effect.trigger} has no follow-up")
        rows[0][Col.THEN] = then
        rows.append(_row(step, f"{where}.then[0]", allies, of_ally))
        _check_trigger(rows[1], f"{where}.then[0]", of_ally, trigger)
    return rows


def _row(
    effect: files.Effect | files.Step, where: str, allies: Mapping[str, int], of_ally: bool
) -> Row:
    row = np.full(len(Col), NONE, dtype=np.int16)
    operation = word(f"{where}.operation", effect.operation, tuple(Operation))
    target = word(f"{where}.target", effect.target, tuple(Target))
    if target not in SIGNATURES[operation].targets:
        names = ", ".join(t.name.lower() for t in sorted(SIGNATURES[operation].targets))
        refuse(
            f"{where}.target",
            f"{short_repr(effect.target)}: {effect.operation} takes one of {names}",
        )
    if target == (Target.THIS_CARD if of_ally else Target.THIS_ALLY):
        refuse(f"{where}.target", f"{short_repr(effect.target)}: the card is none")
    row[Col.OPERATION], row[Col.TARGET] = operation, target
    row[Col.OPTIONAL] = int(effect.optional)
    _write_params(row, effect, operation, f"{where}.params")
    _write_amount(row, effect.amount, operation, f"{where}.amount")
    _write_condition(row, effect.condition, f"{where}.condition", allies)
    _check_row(row, where, of_ally)
    return row


def _write_params(
    row: Row, effect: files.Effect | files.Step, operation: Operation, where: str
) -> None:
    signature = SIGNATURES[operation]
    for name in sorted(signature.required):
        if name not in effect.params:
            refuse(where, f"{name!r} is missing: {effect.operation} needs it")
    for name, value in effect.params.items():
        place = f"{where}.{name}"
        if name not in signature.allowed:
            names = ", ".join(sorted(signature.allowed)) or "none"
            refuse(place, f"{effect.operation} takes no such parameter: expected {names}")
        if name == "filter":
            _write_filter(row, value, place)
        elif name == "against":
            if not isinstance(value, list) or not value:
                refuse(place, f"{short_repr(value)}: expected a list of words")
            row[Col.AGAINST] = sum({1 << word(place, part, tuple(v.Against)) for part in value})
        elif name in FLAGS:
            row[FLAGS[name]] = _truth(value, place)
        else:
            column, words = WORDS[name]
            row[column] = word(place, value, NARROWED.get((operation, name), tuple(words)))


def _truth(value: object, place: str) -> int:
    if not isinstance(value, bool):
        refuse(place, f"{short_repr(value)}: expected true or false")
    return int(value)


def _write_filter(row: Row, value: object, where: str) -> None:
    if not isinstance(value, dict):
        refuse(where, f"{short_repr(value)}: expected an object")
    for name, part in value.items():
        place = f"{where}.{name}"
        if name == "color":
            row[Col.COLOR] = word(place, part, tuple(v.Color))
        elif name in FILTER_FLAGS:
            row[FILTER_FLAGS[name]] = _truth(part, place)
        elif name in FILTER_NUMBERS:
            if not isinstance(part, int) or isinstance(part, bool) or not 0 <= part <= 99:
                refuse(place, f"{short_repr(part)}: expected a number from 0 to 99")
            row[FILTER_NUMBERS[name]] = part
        else:
            known = ", ".join((*FILTER_NUMBERS, *FILTER_FLAGS, "color"))
            refuse(place, f"no such filter: expected one of {known}")


def _write_amount(
    row: Row, amount: int | files.Counted | None, operation: Operation, where: str
) -> None:
    row[Col.AMOUNT_MAX] = UNBOUNDED
    if isinstance(amount, files.Counted):
        row[Col.COUNTER] = word(f"{where}.per", amount.per, tuple(Counter))
        row[Col.AMOUNT] = amount.each
        if amount.max is not None:
            row[Col.AMOUNT_MAX] = amount.max
    elif amount is not None:
        row[Col.AMOUNT] = amount
    elif row[Col.PICK] == Pick.ALL and operation == Operation.MOVE_CARD:
        row[Col.AMOUNT] = EVERYTHING
    else:
        row[Col.AMOUNT] = 0 if row[Col.MODE] == Mode.SET else 1


def _write_condition(
    row: Row, condition: files.Condition | None, where: str, allies: Mapping[str, int]
) -> None:
    if condition is None:
        return
    kind = word(f"{where}.type", condition.type, tuple(Condition))
    row[Col.CONDITION] = kind
    wanted = ARGUMENTS.get(kind)
    for name in ("value", "ally_id"):
        given = getattr(condition, name)
        if name != wanted and given is not None:
            refuse(f"{where}.{name}", f"{condition.type} has no {name}")
        if name == wanted and given is None:
            refuse(where, f"{name!r} is missing: {condition.type} needs it")
    if wanted == "value":
        row[Col.ARGUMENT] = int(condition.value or 0)
    elif wanted == "ally_id":
        if condition.ally_id not in allies:
            refuse(f"{where}.ally_id", f"{short_repr(condition.ally_id)} names no ally")
        row[Col.ARGUMENT] = allies[str(condition.ally_id)]


def _check_row(row: Row, where: str, of_ally: bool) -> None:
    """Refuse what no rule says how to play."""
    operation, params = row[Col.OPERATION], f"{where}.params"
    if operation == Operation.MOVE_CARD:
        if row[Col.FROM] in PICKED_ZONES and row[Col.PICK] == NONE:
            refuse(params, "'pick' is missing: somebody has to choose the cards")
        if row[Col.FROM] == From.DECK and row[Col.TO] not in (To.TARGET_HAND, To.YOUR_HAND):
            refuse(f"{params}.to", "a card of the deck goes to a hand")
        if row[Col.FROM] == From.THIS_CARD and of_ally:
            refuse(f"{params}.from", "'this_card': an ally is no influence card")
    if operation == Operation.MODIFY_INFLUENCE:
        if row[Col.MODE] == Mode.SET and row[Col.SCOPE] == Scope.TOTAL:
            refuse(f"{params}.scope", "'total' can be added to, and not set")
        picks = row[Col.SCOPE] == Scope.CARDS and row[Col.TARGET] != Target.THIS_CARD
        if picks and row[Col.PICK] == NONE:
            refuse(params, "'pick' is missing: which cards change?")
    if row[Col.TARGET] == Target.ALLY:
        for column, name in ((Col.WHERE, "where"), (Col.PICK, "pick")):
            if row[column] == NONE:
                refuse(params, f"{name!r} is missing: which ally is meant?")
    if operation == Operation.PEEK_ALLIES and not 1 <= row[Col.AMOUNT] <= v.MAX_PEEK:
        refuse(f"{where}.amount", f"{row[Col.AMOUNT]}: expected 1 to {v.MAX_PEEK}")
    if operation == Operation.MOVE_TOKEN:
        if row[Col.SOURCE] == Source.SUPPLY and row[Col.TO] == To.SUPPLY:
            refuse(f"{params}.to", "'supply': a token of the supply goes somewhere else")
    objects = row[Col.TARGET] >= v.FIRST_OBJECT
    if operation == Operation.PROTECT and objects and row[Col.BY] != v.By.ANYONE:
        refuse(f"{params}.by", "an ally has no single owner: expected anyone")


def _check_trigger(row: Row, where: str, of_ally: bool, trigger: Trigger) -> None:
    """Refuse operations that a trigger cannot have."""
    operation, target = Operation(row[Col.OPERATION]), Target(row[Col.TARGET])
    if trigger in v.SCANNED:
        _check_lasting(row, where, of_ally)
        return
    if operation == Operation.CHANGE_BID_RULE or (
        operation == Operation.PROTECT and target < v.FIRST_OBJECT
    ):
        refuse(where, "this holds for a time: expected trigger while_in_pile or during_round")
    if (operation == Operation.MODIFY_POWER) != (trigger == Trigger.END_GAME_SCORING):
        refuse(where, "modify_power and trigger end_game_scoring go together")
    placement = trigger == Trigger.ON_PLACEMENT
    steers = operation == Operation.PLACE_ALLY and row[Col.RULE] == Rule.SHARED_WITH_YOU
    if placement and not of_ally:
        if not steers or row[Col.CONDITION] != NONE or target != Target.CURRENT_ALLY:
            refuse(
                where,
                "on_placement of an influence card: expected place_ally of current_ally, rule "
                "shared_with_you, without condition",
            )
    elif operation == Operation.PLACE_ALLY and (
        not placement or target != Target.THIS_ALLY or steers
    ):
        refuse(where, "place_ally of an ally: expected trigger on_placement, target this_ally")
    if placement and row[Col.WHERE] == Where.EACH_COUNCIL:
        refuse(f"{where}.params.where", "'each_council' names no place for a placement")


def _check_lasting(row: Row, where: str, of_ally: bool) -> None:
    """Refuse what an effect that holds for a time cannot say."""
    if row[Col.OPERATION] not in SCANNED_OPERATIONS:
        names = ", ".join(o.name.lower() for o in SCANNED_OPERATIONS)
        refuse(f"{where}.operation", f"does not hold for a time: expected one of {names}")
    holders = [Target.EACH_LEADER, Target.BID]
    if not of_ally:
        holders += [Target.YOU, Target.EACH_NEIGHBOR, Target.EACH_OTHER_LEADER]
    if row[Col.TARGET] not in holders:
        names = ", ".join(t.name.lower() for t in holders)
        refuse(f"{where}.target", f"of an effect that holds for a time: expected one of {names}")
    if row[Col.COUNTER] != NONE or row[Col.CONDITION] != NONE or row[Col.OPTIONAL] == 1:
        refuse(where, "an effect that holds for a time has no counter, condition or choice")
    if row[Col.RESTRICTION] == Restriction.CANNOT_KNEEL_NEXT_TURN:
        refuse(f"{where}.params.restriction", "'cannot_kneel_next_turn' is for one turn")
    if row[Col.AT] == At.TOKENS:
        refuse(f"{where}.params.at", "'tokens' are looked at once")
    picks = row[Col.OPERATION] == Operation.MODIFY_INFLUENCE and row[Col.SCOPE] == Scope.CARDS
    if picks and row[Col.PICK] not in (Pick.ALL, Pick.HIGHEST):
        refuse(f"{where}.params.pick", "of an effect that holds for a time: expected all, highest")
