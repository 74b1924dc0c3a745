"""A march of a host being declared: units and Leaders, by an order, by a Leader, or twice."""

from __future__ import annotations

from typing import Any

from got_env.core.fields import Field
from got_env.westeros.claim.constants import DOUBLE, ORDER, OWN
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position.areas import read_counts, write_counts
from got_env.westeros.position.claim.leaders import names_in, read_names
from got_env.westeros.position.frames import declaring_march, pending
from got_env.westeros.rules.option_values import Tactics
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.state import MAX_DESTINATIONS
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, Phase

Record = Any

CODECS = ("order", "leader", "double", "manage_troops")
_COUNTING = (Phase.MARCH_COUNT, Phase.MARCH_LEADER)


def write_host(s: Record, houses: Houses) -> dict[str, Any] | None:
    """Origin of the march, its ``kind``, the Leader whose own it is, and its destinations.

    ``entered``: so many destinations have been entered already; ``double``: those of them from
    which units may march on.
    """
    if s["march_from"] == NONE:
        return None
    areas, leader = houses.facts.areas, int(s["march_leader"])
    march: dict[str, Any] = {
        "from": areas[int(s["march_from"])],
        "kind": CODECS[int(s["march_kind"])],
        "to": [
            {
                "area": areas[int(d)],
                "units": write_counts(s["march_units"][i], houses.facts.unit_words),
                "leaders": names_in(s["march_leaders"][i], houses),
            }
            for i, d in enumerate(s["march_to"])
            if d != NONE
        ],
    }
    if leader != NONE:
        march["leader"] = houses.facts.leader_words[leader]
    if s["march_done"]:
        march["entered"] = int(s["march_done"])
    if s["double_areas"]:
        march["double"] = [a for i, a in enumerate(areas) if int(s["double_areas"]) >> i & 1]
    return march


def read_host(document: Field, s: Record, houses: Houses) -> None:
    """Set the march; there must be one exactly while one is being declared, or its end is open.

    What is still to be sent follows from it. Leaders must have been read.
    """
    march = document.get("march")
    declaring = not declaring_march(s).isdisjoint(pending(s))
    if march is None:
        if declaring:
            document.complain("the field 'march' is missing: the agenda says that one is going on")
        return
    if not declaring and not s["over"]:
        march.complain("nothing of the kind is pending in the agenda")
    march.known(("from", "kind", "to", "leader", "entered", "double"))
    kind = march.need("kind").word(CODECS)
    if kind >= DOUBLE and s["options"][Option.TACTICS] == Tactics.OFF:
        march.need("kind").complain("the game is played without Tactics cards")
    leader, entered = march.get("leader"), march.get("entered")
    a = march.need("from").word(houses.facts.areas)
    s["march_from"] = a
    s["march_kind"] = kind
    if leader is not None:
        s["march_leader"] = leader.word(houses.facts.leader_words)
    if (leader is not None) != (kind == OWN):
        march.complain("the field 'leader' belongs to a march of the kind 'leader'")
    if kind == ORDER and s["order"][a] not in (0, 1, 2):
        march.need("from").complain(f"no march order lies in {houses.facts.areas[a]}")
    targets = march.need("to").elements(MAX_DESTINATIONS)
    s["march_done"] = 0 if entered is None else entered.integer(0, len(targets))
    if bool(s["march_done"]) != (kind == DOUBLE):
        march.complain("the field 'entered' belongs to a march of the kind 'double'")
    for i, target in enumerate(targets):
        _read_target(target, s, i, houses)
    _read_double(march, s, houses)
    top = _asked(s)
    counting = top is not None and top[0] in _COUNTING
    s["march_count"] = len(targets) - counting
    if counting:
        _check_open_count(march, s, top)
    _fill_left(march, s)


def _read_target(target: Field, s: Record, i: int, houses: Houses) -> None:
    target.known(("area", "units", "leaders"))
    d = target.need("area").word(houses.facts.areas)
    if i > s["march_done"] and d <= s["march_to"][i - 1]:
        target.complain("destinations must be in the order of the areas in the data")
    s["march_to"][i] = d
    s["march_units"][i] = read_counts(target.need("units"), houses.facts.unit_words)
    s["march_leaders"][i] = read_names(target.need("leaders"), houses)
    p = int(s["owner"][s["march_from"]])
    if i >= s["march_done"] and s["march_kind"] != DOUBLE and _brings_fight(s, p, d):
        if s["march_attack"] != NONE:
            target.complain("a march can bring one fight only")
        s["march_attack"] = d


def _brings_fight(s: Record, p: int, d: int) -> bool:
    if s["neutral"][d] > 0 or s["owner"][d] not in (NONE, p):
        return True
    return bool(s["garrison"][d] > 0 and s["owner"][d] == NONE and s["home"][d] != p)


def _read_double(march: Field, s: Record, houses: Houses) -> None:
    double = march.get("double")
    asked = Phase.DOUBLE_FROM in pending(s) or (s["over"] and s["march_kind"] == DOUBLE)
    if (double is not None) != bool(asked):
        march.complain("the field 'double' belongs to the question whether units march on")
    if double is None:
        return
    entered = s["march_to"][: int(s["march_done"])].tolist()
    for area in double.elements(MAX_DESTINATIONS):
        d = area.word(houses.facts.areas)
        if d not in entered:
            area.complain(f"{area.value} has not been entered by this march")
        s["double_areas"] |= 1 << d


def _asked(s: Record) -> Any:
    """The uppermost frame of the march; None without."""
    for row in reversed(s["stack"][: int(s["depth"])].tolist()):
        if row[0] in declaring_march(s):
            return row
    return None


def _check_open_count(march: Field, s: Record, top: list[int]) -> None:
    """Refuse what is being asked for if it is not still to come at the last destination."""
    i = int(s["march_count"])
    if i < s["march_done"] or s["march_to"][i] != top[2]:
        march.complain("the last destination is not the one whose units are being counted")
    phase, asked = Phase(top[0]), top[3]
    units, leaders = s["march_units"][i], int(s["march_leaders"][i])
    if phase is Phase.MARCH_COUNT and (units[asked:].any() or leaders):
        march.complain("units are sent of a type that is still to be asked for")
    if phase is Phase.MARCH_LEADER and leaders >> asked:
        march.complain("a Leader is sent that is still to be asked for")


def _fill_left(march: Field, s: Record) -> None:
    """Set what has not been sent, and what stays whatever is sent."""
    a, done = int(s["march_from"]), int(s["march_done"])
    if s["double_areas"]:
        return  # nothing is being sent until it is said from where
    if s["march_kind"] == DOUBLE:
        group = s["march_to"][:done].tolist().index(a) if a in s["march_to"][:done] else NONE
        if group == NONE:
            march.need("from").complain("the march has not entered it")
        units, leaders = s["march_units"][group], int(s["march_leaders"][group])
        s["march_fixed"] = s["units"][a] + s["routed"][a] - units
    else:
        units, leaders = s["units"][a], _leaders_at(s, a)
        s["march_fixed"] = s["routed"][a]
    s["march_left"] = units - s["march_units"][done:].sum(axis=0)
    sent = 0
    for mask in s["march_leaders"][done:].tolist():
        if sent & mask:
            march.complain("a Leader is sent to two areas")
        sent |= mask
    if (s["march_left"] < 0).any() or (s["march_fixed"] < 0).any():
        march.complain("more units are sent than stand there")
    if sent & ~leaders:
        march.complain("a Leader is sent that does not stand there")
    s["leaders_left"] = leaders & ~sent


def _leaders_at(s: Record, a: int) -> int:
    mask = 0
    for i in range(int(RULES[s["ruleset"]]["num_leaders"])):
        if s["leader_at"][i] == a and s["leader_seat"][i] == s["owner"][a]:
            mask |= 1 << i
    return mask
