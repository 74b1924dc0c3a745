"""Actions in progress besides combat: a march, mustering, an auction, an attack."""

from __future__ import annotations

from typing import Any

from got_env.core.codec import (
    FLAG_OR_NULL,
    Row,
    names_of,
    read_part,
    word_or_null,
    write_part,
)
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.facts.rulesets import areas_of, facts_of, has_claim
from got_env.westeros.position import words as w
from got_env.westeros.position.areas import read_counts, write_counts
from got_env.westeros.position.frames import declaring_march, pending
from got_env.westeros.rules.decision_row import STEPS_OF_ORDERS
from got_env.westeros.rules.names import HIDDEN_WORD, WILDLING_WORDS
from got_env.westeros.rules.state import MAX_DESTINATIONS
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, POWER_TOKENS, Phase
from got_env.westeros.views.knowledge import HIDDEN

Record = Any

_BIDDING = {Phase.CLASH, Phase.WILDLINGS, Phase.CLAIM_AUCTION}


# --- a march being declared; how many units are left to send follows from those sent


def write_march(s: Record) -> dict[str, Any] | None:
    """Origin of the march, and the units sent to each destination."""
    if s["march_from"] == NONE:
        return None
    areas, unit_words = areas_of(s), facts_of(s["ruleset"]).unit_words
    return {
        "from": areas[int(s["march_from"])],
        "to": [
            {"area": areas[int(d)], "units": write_counts(units, unit_words)}
            for d, units in zip(s["march_to"], s["march_units"], strict=True)
            if d != NONE
        ],
    }


def read_march(document: Field, s: Record) -> None:
    """Set the march; there must be one exactly while one is being declared."""
    march = document.get("march")
    declaring = not (declaring_march(s) | {Phase.NEUTRAL_ENTRY}).isdisjoint(pending(s))
    if march is None or not declaring:
        _must_agree(document, "march", march is not None, declaring)
        return
    march.known(("from", "to"))
    origin = march.need("from")
    a = origin.word(areas_of(s))
    if s["order"][a] not in (0, 1, 2):
        origin.complain(f"no march order lies in {origin.value}")
    s["march_from"] = a
    targets = march.need("to").elements(MAX_DESTINATIONS)
    counting = pending(s)[-1] is Phase.MARCH_COUNT
    left = s["units"][a].copy()
    for i, target in enumerate(targets):
        target.known(("area", "units"))
        d = target.need("area").word(areas_of(s))
        if i and d <= s["march_to"][i - 1]:
            target.complain("destinations must be in the order of the areas in the data")
        units = target.need("units")
        s["march_units"][i] = read_counts(units, facts_of(s["ruleset"]).unit_words)
        left -= s["march_units"][i]
        if (left < 0).any():
            units.complain(f"more units than stand in {origin.value}")
        s["march_to"][i] = d
        if _brings_fight(s, int(s["order_seat"][a]), d):
            if s["march_attack"] != NONE:
                target.complain("a march can bring one fight only")
            s["march_attack"] = d
    s["march_left"] = left
    s["march_count"] = len(targets) - counting
    _check_open_count(march, s, counting)


def _check_open_count(march: Field, s: Record, counting: bool) -> None:
    """The unit type that is being asked for must be one to come at the last destination."""
    top = s["stack"][int(s["depth"]) - 1]
    if counting:
        i = int(s["march_count"])
        if i < 0 or s["march_to"][i] != top[2]:
            march.complain("the last destination is not the one whose units are being counted")
        if s["march_units"][i, int(top[3]) :].any():
            march.complain("units are sent of a type that is still to be asked for")


def _brings_fight(s: Record, p: int, d: int) -> bool:
    if s["neutral"][d] > 0:
        return True
    if s["owner"][d] != NONE:
        return bool(s["owner"][d] != p)
    return bool(s["garrison"][d] > 0 and RULES[s["ruleset"]]["home_seat"][d] != p)


def _must_agree(document: Field, name: str, given: bool, needed: bool) -> None:
    if given and not needed:
        document.need(name).complain("nothing of the kind is pending in the agenda")
    if needed and not given:
        document.complain(f"the field {name!r} is missing: the agenda says that one is going on")


# --- support granted against Neutral Forces, for one march


def write_granted(s: Record) -> dict[str, int] | None:
    """Strength granted against each Neutral Force that support was asked for."""
    found = {a: int(n) for a, n in zip(areas_of(s), s["neutral_grant"], strict=False) if n != NONE}
    return found or None


def read_granted(document: Field, s: Record) -> None:
    """Set the support granted; none was asked for if it is left out."""
    granted = document.get("support_granted")
    marching = STEPS_OF_ORDERS if has_claim(s) else (Phase.MARCH_STEP,)
    if granted is not None and not s["over"] and pending(s)[0] not in marching:
        granted.complain("support is granted for a march only")
    # It is kept until the march is over, after the force has been beaten.
    forces = RULES[s["ruleset"]]["start_neutral"] if has_claim(s) else s["neutral"]
    for a, strength in granted.entries(areas_of(s), "area") if granted is not None else ():
        if forces[a] <= 0:
            strength.complain("there is no neutral force")
        s["neutral_grant"][a] = strength.integer(0, 99)


# --- mustering


def write_mustering(s: Record) -> dict[str, Any] | None:
    """Points left in each area."""
    points = {a: int(n) for a, n in zip(areas_of(s), s["muster_left"], strict=False) if n}
    return {"points": points} if points else None


def read_mustering(document: Field, s: Record) -> None:
    """Set the points left; only while a house is mustering."""
    mustering = document.get("mustering")
    if mustering is None:
        return
    if Phase.MUSTER_HOUSE not in pending(s):
        _must_agree(document, "mustering", True, False)
    mustering.known(("points",))
    for a, points in mustering.need("points").entries(areas_of(s), "area"):
        s["muster_left"][a] = points.integer(0, _most_points(s, a))


def _most_points(s: Record, a: int) -> int:
    rules = RULES[s["ruleset"]]
    return max(int(rules["muster_points"][a]), int(rules["town_mask"]) >> a & 1)


# --- an auction


def write_auction(s: Record, houses: Houses) -> dict[str, Any] | None:
    """Bidders, bids, and the positions filled so far."""
    if not s["bidders"]:
        return None
    return {
        "bidders": w.SEATS.write(int(s["bidders"]), houses),
        "bids": {
            house: HIDDEN_WORD if bid == HIDDEN else int(bid)
            for house, bid in zip(houses, s["bid"], strict=False)
            if bid != NONE
        },
        "open": bool(s["bids_open"]),
        "ranking": [houses[int(p)] for p in s["ranking"] if p != NONE],
    }


def read_auction(document: Field, s: Record, houses: Houses) -> None:
    """Set the auction. Bids can be hidden until all are open."""
    auction = document.get("auction")
    if auction is None:
        return
    if not s["over"] and pending(s)[0] is not Phase.WESTEROS:
        auction.complain("there are auctions in the Westeros phase only")
    auction.known(("bidders", "bids", "open", "ranking"))
    s["bidders"] = w.SEATS.read(auction.need("bidders"), houses)
    s["bids_open"] = auction.need("open").flag()
    if not s["bids_open"] and _BIDDING.isdisjoint(pending(s)):
        auction.complain("bids are made while a clash or an attack is on the agenda")
    for p, bid in auction.need("bids").entries(houses, "house"):
        if not int(s["bidders"]) >> p & 1:
            bid.complain(f"{houses[p]} does not take part")
        if bid.value == HIDDEN_WORD and not s["bids_open"]:
            s["bid"][p] = HIDDEN
        else:
            most = POWER_TOKENS if s["bids_open"] else int(s["power"][p])
            s["bid"][p] = bid.integer(0, most)
    if s["bids_open"] and sum(s["bid"] != NONE) != int(s["bidders"]).bit_count():
        auction.complain("the bids are open, but not every bidder has one")
    ranking = auction.get("ranking")
    seats = ranking.words(houses, len(houses)) if ranking is not None else []
    if ranking is not None and len(set(seats)) < len(seats):
        ranking.complain("a house is named twice")
    s["ranking"][: len(seats)] = seats


# --- a Wildling attack


_ATTACK = (
    Row("strength", "wild_strength", w.limited("wild_strength")),
    Row("nights_watch_won", "wild_won", FLAG_OR_NULL, usual=NONE, always=True),
    Row("card", "wild_card", word_or_null(WILDLING_WORDS), usual=NONE, always=True),
    Row("target", "wild_target", w.SEAT_OR_NULL, usual=NONE, always=True),
)


def write_attack(s: Record, houses: Houses) -> dict[str, Any] | None:
    """The attack being resolved: its strength, and what is known of it so far."""
    if not s["wild_strength"] and s["wild_won"] == NONE and s["wild_card"] == NONE:
        return None
    return write_part(_ATTACK, s, houses)


def _may_be_announced(s: Record) -> bool:
    """True if the Wildling card of an attack to come may lie open already (ASOS-OPT5-02)."""
    return bool(RULES[s["ruleset"]]["wild_open"]) and pending(s)[:1] == [Phase.WESTEROS]


def read_attack(wildlings: Field, s: Record, houses: Houses) -> None:
    """Set the attack; only while one is on the agenda."""
    attack = wildlings.get("attack")
    if attack is None:
        return
    if Phase.WILDLINGS not in pending(s) and not s["over"] and not _may_be_announced(s):
        attack.complain("no wildling attack is pending in the agenda")
    read_part(_ATTACK, attack.known(names_of(_ATTACK)), s, houses)
