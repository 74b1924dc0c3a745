"""Parts of battles that only games with claim have."""

from __future__ import annotations

from typing import Any

from got_env.core.codec import FLAG, Place, Row, names_of, number, read_part, write_part
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position import words as w
from got_env.westeros.position.claim.leaders import LEADERS
from got_env.westeros.position.combat import More, write_combat
from got_env.westeros.rules.names import SIDE_WORDS
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE

Record = Any

_MOST = 20


def _check_alliance(field: Field, s: Record, place: Place) -> None:
    if field.value and not RULES[s["ruleset"]]["num_alliances"]:
        field.complain("the game has no Alliance cards")


_BATTLE = (
    Row("leaders", "fight_leaders", LEADERS),
    Row("own_march", "fight_leader", w.LEADER_OR_NULL),
)


def _write(s: Record, houses: Houses) -> dict[str, Any]:
    parts = write_part(_BATTLE, s, houses)
    helped = s["allies_side"][: len(houses)].tolist()
    if any(helped):
        parts["allies"] = {h: SIDE_WORDS[n - 1] for h, n in zip(houses, helped, strict=True) if n}
    return parts


def _read(combat: Field, s: Record, houses: Houses) -> None:
    leaders, own = combat.need("leaders"), combat.need("own_march")
    read_part(_BATTLE, combat, s, houses)
    allies = combat.get("allies")
    for p, side in allies.entries(houses, "house") if allies is not None else ():
        if p in s["fighter"].tolist():
            side.complain(f"{houses[p]} fights itself")
        s["allies_side"][p] = side.word(SIDE_WORDS) + 1
    for i, name in enumerate(houses.facts.leader_words):
        if int(s["fight_leaders"]) >> i & 1:
            if s["leader_seat"][i] != s["fighter"][0]:
                leaders.complain(f"{name} is no Leader of the attacker")
            if s["leader_at"][i] != NONE or s["leader_cell"][i] != NONE:
                leaders.complain(f"{name} is on the board or in a cell too")
    if s["fight_leader"] != NONE and not _attacks(s, int(s["fight_leader"])):
        own.complain(f"{own.value!r} does not attack")


def _attacks(s: Record, i: int) -> bool:
    """True if a Leader goes with the attackers, or has moved in with them."""
    area, p = int(s["fight_area"]), s["fighter"][0]
    moved_in = s["leader_at"][i] == area and s["owner"][area] == p == s["leader_seat"][i]
    return bool(int(s["fight_leaders"]) >> i & 1) or bool(moved_in)


IN_BATTLES = More(
    (
        Row("bonus", "bonus", number(0, _MOST), check=_check_alliance),
        Row("more_swords", "more_swords", number(0, _MOST)),
        Row("more_forts", "more_forts", number(0, _MOST)),
        Row("backed", "backed", FLAG, check=_check_alliance),
        Row("card_loss", "card_loss", FLAG),
    ),
    (*names_of(_BATTLE), "allies"),
    _write,
    _read,
)
"""``leaders`` attack; ``own_march``: the one of them whose march it is. By side: ``bonus`` by
Military Support, ``backed`` if it counts as support, ``card_loss``, ``more_swords`` and
``more_forts`` by texts. ``allies``: whom houses help by Support Allies."""


def write_battle(s: Record, houses: Houses) -> dict[str, Any] | None:
    """The battle going on; None without."""
    return write_combat(s, houses, IN_BATTLES)
