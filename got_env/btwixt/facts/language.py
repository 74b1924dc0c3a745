"""Language of effects: the targets and parameters that each operation takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import NamedTuple

from got_env.btwixt.rules import vocabulary as v
from got_env.btwixt.rules.vocabulary import (
    Col,
    Condition,
    From,
    Operation,
    Pick,
    Rule,
    Source,
    Target,
    To,
    Where,
)


class Signature(NamedTuple):
    """Targets of an operation, and parameters that it must and may have."""

    targets: frozenset[Target]
    required: frozenset[str]
    allowed: frozenset[str]


def _takes(targets: Iterable[Target], required: str, allowed: str = "") -> Signature:
    return Signature(
        frozenset(targets), frozenset(required.split()), frozenset(f"{required} {allowed}".split())
    )


_LEADERS = v.LEADER_TARGETS

SIGNATURES: Mapping[Operation, Signature] = {
    Operation.MOVE_CARD: _takes(_LEADERS, "from to", "pick up_to require_full filter"),
    Operation.LOOK: _takes(_LEADERS, "at viewer"),
    Operation.MODIFY_INFLUENCE: _takes((*_LEADERS, Target.THIS_CARD), "mode scope", "pick filter"),
    Operation.CANCEL_ABILITY: _takes(_LEADERS, "pick"),
    Operation.RESTRICT_ACTION: _takes(_LEADERS, "restriction"),
    Operation.KNEEL: _takes(_LEADERS, "", "filter"),
    Operation.PROTECT: _takes(
        (*_LEADERS, Target.THIS_ALLY, Target.ALLY), "against by", "where pick filter"
    ),
    Operation.CHANGE_BID_RULE: _takes((Target.BID, Target.YOU), "rule"),
    Operation.PLACE_ALLY: _takes((Target.THIS_ALLY, Target.CURRENT_ALLY), "rule"),
    Operation.MOVE_ALLY: _takes(
        (Target.CURRENT_ALLY, Target.THIS_ALLY, Target.ALLY), "to", "where pick filter"
    ),
    Operation.BRING_ALLY: _takes((Target.YOU, Target.NEIGHBOR_CHOSEN), "source to", "filter"),
    Operation.PEEK_ALLIES: _takes((Target.YOU,), "bottom"),
    Operation.MOVE_TOKEN: _takes(_LEADERS, "source to"),
    Operation.CHANGE_FIRST_PLAYER: _takes((Target.YOU,), ""),
    Operation.MODIFY_POWER: _takes((Target.THIS_ALLY,), ""),
}

WORDS: Mapping[str, tuple[Col, type[IntEnum]]] = {
    "from": (Col.FROM, v.From),
    "to": (Col.TO, v.To),
    "pick": (Col.PICK, v.Pick),
    "where": (Col.WHERE, v.Where),
    "source": (Col.SOURCE, v.Source),
    "rule": (Col.RULE, v.Rule),
    "mode": (Col.MODE, v.Mode),
    "scope": (Col.SCOPE, v.Scope),
    "at": (Col.AT, v.At),
    "viewer": (Col.VIEWER, v.Viewer),
    "restriction": (Col.RESTRICTION, v.Restriction),
    "by": (Col.BY, v.By),
}
"""Parameters whose value is a word: column of an effect, and the words."""

_PICKS = (Pick.YOU, Pick.OWNER, Pick.RANDOM, Pick.ALL, Pick.LAST)

NARROWED: Mapping[tuple[Operation, str], tuple[IntEnum, ...]] = {
    (Operation.MOVE_CARD, "to"): tuple(To)[: To.DEAD_PILE],
    (Operation.MOVE_CARD, "pick"): _PICKS,
    (Operation.MODIFY_INFLUENCE, "pick"): (Pick.YOU, Pick.ALL, Pick.HIGHEST),
    (Operation.CANCEL_ABILITY, "pick"): _PICKS,
    (Operation.PROTECT, "pick"): (Pick.YOU,),
    (Operation.PROTECT, "where"): tuple(Where)[: Where.EACH_COUNCIL],
    (Operation.MOVE_ALLY, "to"): tuple(To)[To.DEAD_PILE : To.THIS_COUNCIL],
    (Operation.MOVE_ALLY, "pick"): (Pick.YOU, Pick.LOWEST),
    (Operation.BRING_ALLY, "to"): tuple(To)[To.THIS_COUNCIL : To.COUNCIL_CHOICE],
    (Operation.BRING_ALLY, "source"): (Source.NEXT_ALLY, Source.DEAD_PILE),
    (Operation.MOVE_TOKEN, "to"): (
        To.COUNCIL_CHOICE,
        To.CLAIMED_COUNCIL,
        To.CURRENT_ALLY,
        To.SUPPLY,
    ),
    (Operation.MOVE_TOKEN, "source"): tuple(Source)[Source.SUPPLY :],
    (Operation.CHANGE_BID_RULE, "rule"): tuple(Rule)[: Rule.SHARED_WITH_YOU],
    (Operation.PLACE_ALLY, "rule"): tuple(Rule)[Rule.SHARED_WITH_YOU :],
}
"""Words that an operation takes, where not all."""

FLAGS: Mapping[str, Col] = {
    "up_to": Col.UP_TO,
    "require_full": Col.REQUIRE_FULL,
    "bottom": Col.BOTTOM,
}
"""Parameters that are true or false."""

FILTER_NUMBERS: Mapping[str, Col] = {
    "min_value": Col.MIN_VALUE,
    "max_value": Col.MAX_VALUE,
    "min_power": Col.MIN_POWER,
    "max_power": Col.MAX_POWER,
    "min_bid_cards": Col.MIN_BID_CARDS,
}
FILTER_FLAGS: Mapping[str, Col] = {
    "exclude_this": Col.EXCLUDE_THIS,
    "exclude_previous": Col.EXCLUDE_PREVIOUS,
}

ARGUMENTS: Mapping[Condition, str] = {
    Condition.CURRENT_ALLY_POWER_AT_LEAST: "value",
    Condition.SAME_COUNCIL_CONTAINS: "ally_id",
    Condition.ANY_COUNCIL_CONTAINS: "ally_id",
    Condition.DEAD_PILE_CONTAINS: "ally_id",
    Condition.NO_OTHER_ALLY_IN_COUNCIL_WITH_POWER_AT_LEAST: "value",
    Condition.ALLIES_IN_COUNCIL_FEWER_THAN: "value",
}
"""Conditions that have an argument, and its name."""

SCANNED_OPERATIONS = (
    Operation.LOOK,
    Operation.MODIFY_INFLUENCE,
    Operation.RESTRICT_ACTION,
    Operation.PROTECT,
    Operation.CHANGE_BID_RULE,
)
"""Operations of effects that hold while something lies on the table."""

PICKED_ZONES = (From.TARGET_HAND, From.YOUR_HAND, From.TARGET_PILE)
"""Zones from which ``move_card`` has to say who picks."""
