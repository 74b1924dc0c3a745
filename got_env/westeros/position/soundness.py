"""Conditions on a position, so that the engine can play on from it."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.agenda import PLAYER, A, B
from got_env.core.batch import games
from got_env.core.fields import Field
from got_env.westeros.engine.audit import audited_rollout
from got_env.westeros.facts.facts import Houses
from got_env.westeros.facts.rulesets import areas_of, facts_of, has_claim, houses_of
from got_env.westeros.phases.planning import SUPPORT_ORDERS
from got_env.westeros.position.areas import controller, hidden_orders, own_tokens
from got_env.westeros.position.codecs import codec_of
from got_env.westeros.position.frames import frame_of, pending
from got_env.westeros.position.players_asked import check_players_asked
from got_env.westeros.rules.faults import Fault
from got_env.westeros.rules.names import ORDER_WORDS
from got_env.westeros.rules.option_values import IslandSupport, RavenBannedOrder
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    HIDDEN_ORDER,
    NONE,
    NUM_ORDERS,
    NUM_TRACKS,
    NUM_UNITS,
    POWER_TOKENS,
    Order,
    Phase,
    Tactic,
    Track,
    WesterosCard,
)
from got_env.westeros.views.knowledge import HIDDEN
from got_env.westeros.views.redeal import deal_hidden_batch

States = np.ndarray[Any, np.dtype[Any]]
Record = Any

_CUTTING = {Phase.RECONCILE}
_MOVING = {Phase.MARCH_END, Phase.COMBAT, Phase.SETTLE}
_BEFORE_ORDERS = {Phase.WESTEROS, Phase.ALLIANCE_STEP, Phase.PLANNING}
_RAIDS: tuple[Order, ...] = (Order.RAID, Order.RAID_STAR)
_BEFORE_POWER: tuple[Order, ...] = (
    *_RAIDS,
    Order.MARCH_MINUS,
    Order.MARCH,
    Order.MARCH_STAR,
)
_SPENT = {
    Phase.MARCH_STEP: _RAIDS,
    Phase.STAND_UP_STEP: _BEFORE_POWER,
    Phase.COLLECT_STEP: _BEFORE_POWER,
    Phase.CONSOLIDATE_STEP: _BEFORE_POWER,
    Phase.OBJECTIVE_STEP: _BEFORE_POWER,
}
"""Orders that have all been carried out when a step begins."""

_STARS_HOLD = {Phase.PLANNING, Phase.RAVEN_STEP, Phase.TACTICS_STEP, Phase.RAID_STEP}
"""Phases in which the King's Court track is still as it was when orders were laid."""

TRIALS = 6
TRIAL_LENGTH = 60
"""Games played on from a position with an agenda, and how far, before it is let through."""


def check_position(field: Field, s: Record, houses: Houses) -> None:
    """Refuse what the rules cannot lead to, by name."""
    areas = field.get("areas") or field
    phases = pending(s)
    _check_pieces(areas, s, houses)
    _check_power(field, s, houses)
    _check_orders(areas, s, houses, phases)
    if phases:
        _check_orders_open(field, s, phases[0])
    if _CUTTING.isdisjoint(phases):
        _check_supply(areas, s, houses)
    if phases and _MOVING.isdisjoint(phases):
        _check_ports(areas, s, houses)
    check_players_asked(field, s, houses)
    codec_of(houses).check(field, s, houses, phases)
    _check_announced(field, s, phases)
    threat = int(s["threat"])
    rules = RULES[s["ruleset"]]
    if (
        rules["threat_attacks"]
        and threat == rules["threat_max"]
        and Phase.WILDLINGS not in phases
        and phases
    ):
        field.complain(f"wildlings.threat: {threat}: the wildlings attack at once, so it is less")


def _check_announced(field: Field, s: Record, phases: list[Phase]) -> None:
    """A Wildling card lies open before its attack only if a Westeros card says that one comes."""
    if s["wild_card"] == NONE or Phase.WILDLINGS in phases or not phases:
        return
    path = "wildlings.attack"
    if WesterosCard.WILDLINGS_ATTACK not in s["revealed"] or s["stack"][0, A] > NUM_TRACKS:
        field.complain(f"{path}: no Westeros card to come says that the wildlings attack")
    if s["wild_strength"] or s["wild_won"] != NONE or s["wild_target"] != NONE:
        field.complain(f"{path}: expected a card alone before the attack")


def _check_pieces(areas: Field, s: Record, houses: Houses) -> None:
    for p, house in enumerate(houses):
        for u in range(NUM_UNITS):
            if s["pool"][p, u] < 0:
                most = int(RULES[s["ruleset"]]["pool"][u])
                areas.complain(
                    f"{house} has {most - int(s['pool'][p, u])} pieces "
                    f"{houses.facts.unit_words[u]}: "
                    f"expected at most {most}"
                )


def _check_power(field: Field, s: Record, houses: Houses) -> None:
    for p, house in enumerate(houses):
        total = int(s["power"][p]) + int(s["tokens_out"][p])
        if total > POWER_TOKENS:
            field.complain(
                f"houses.{house}.power: {s['power'][p]} and {s['tokens_out'][p]} power tokens on "
                f"the board: expected at most {POWER_TOKENS} together"
            )


# --- orders


def _check_orders(areas: Field, s: Record, houses: Houses, phases: list[Phase]) -> None:
    rules = RULES[s["ruleset"]]
    fight = {int(s["fight_area"]), int(s["fight_from"])} if s["fight"] else set()
    spent = _SPENT.get(phases[0], ()) if phases else ()
    for a in np.flatnonzero(s["order"] != NONE).tolist():
        path = f"areas.{areas_of(s)[a]}.order"
        token, seat = int(s["order"][a]), int(s["order_seat"][a])
        if s["owner"][a] != seat and a not in fight:
            _fail(path, f"{houses[seat]} has no units there")
        if phases and phases[0] is Phase.WESTEROS:
            _fail(path, "there are no orders on the board in the Westeros phase")
        if token == HIDDEN_ORDER:
            if s["orders_open"]:
                _fail(path, "'hidden', but the orders are open")
            continue
        if int(s["banned"]) >> token & 1 and not _brought_by_raven(s):
            _fail(path, f"{ORDER_WORDS[token]} is banned this round")
        if not _taken_orders(s, a) >> token & 1:
            _fail(path, f"{ORDER_WORDS[token]} cannot lie there")
        if token in spent:
            _fail(path, f"{ORDER_WORDS[token]} has been carried out before this phase")
    for p, house in enumerate(houses):
        for t in range(NUM_ORDERS):
            here = int((s["order"][own_tokens(s, p)] == t).sum())
            if here > rules["order_tokens"][t]:
                areas.complain(
                    f"{house} has {here} orders {ORDER_WORDS[t]}: "
                    f"expected at most {rules['order_tokens'][t]}"
                )
        _check_stars(areas, s, p, house, phases)
    _check_planning(s, houses, phases)


def _brought_by_raven(s: Record) -> bool:
    """True if the Raven may have brought an order that is banned."""
    return bool(s["raven_used"]) and (
        s["options"][Option.RAVEN_BANNED_ORDER] == RavenBannedOrder.ALLOWED
    )


def _taken_orders(s: Record, a: int) -> int:
    """Order types that may lie in an area, as a mask."""
    rules = RULES[s["ruleset"]]
    types = int(rules["area_orders"][a])
    on_island = int(rules["island_mask"]) >> a & 1
    if on_island and s["options"][Option.ISLAND_SUPPORT] == IslandSupport.FORBIDDEN:
        types &= ~SUPPORT_ORDERS
    return types


def _check_stars(areas: Field, s: Record, p: int, house: str, phases: list[Phase]) -> None:
    rules = RULES[s["ruleset"]]
    stars = int((s["placed"][p] * rules["order_special"]).sum())
    careful = _careful_stars(s, p)
    most = int(rules["stars"].max()) + careful
    if phases and phases[0] in _STARS_HOLD:
        most = int(rules["stars"][s["track"][Track.KINGS_COURT].tolist().index(p)]) + careful
    if stars > most:
        areas.complain(f"{house} has {stars} special orders: expected at most {most}")


def _careful_stars(s: Record, p: int) -> int:
    """Special orders more that a Tactics card allows; as many as could be if it lies face down."""
    if not has_claim(s):
        return 0
    tactics = RULES[s["ruleset"]]["tactic"][p]
    careful = Tactic.CAREFUL_PLANNING
    picked = (int(s["tactic"][p]), int(s["second_tactic"][p]))
    return int(any(t == HIDDEN or (t != NONE and tactics[t] == careful) for t in picked))


def _check_planning(s: Record, houses: Houses, phases: list[Phase]) -> None:
    """While orders are being laid, only those asked for before lie on the board."""
    if not phases or phases[0] is not Phase.PLANNING:
        return
    asked = frame_of(s, Phase.ORDER)
    turn = int(s["stack"][0, A])
    cursor = int(s["stack"][0, B] if asked is None else asked[A])
    throne = s["track"][Track.IRON_THRONE].tolist()
    for a in np.flatnonzero(s["order"] != NONE).tolist():
        place = throne.index(int(s["order_seat"][a]))
        if (place, a) >= (turn, cursor):
            _fail(f"areas.{areas_of(s)[a]}.order", "it is still to be laid in this Planning phase")


def _check_orders_open(field: Field, s: Record, phase: Phase) -> None:
    wanted = phase not in _BEFORE_ORDERS
    if bool(s["orders_open"]) != wanted:
        field.complain(f"orders_open: expected {str(wanted).lower()} in this phase")


# --- supply and ports


def _check_supply(areas: Field, s: Record, houses: Houses) -> None:
    sizes = (s["units"] + s["routed"]).sum(axis=1)
    for p, house in enumerate(houses):
        armies = sizes[s["owner"] == p].tolist()
        if s["fight"] and s["fighter"][0] == p:
            armies.append(int(s["attackers"].sum()))
        limit = RULES[s["ruleset"]]["supply_limit"][s["supply"][p]]
        for size in range(2, len(limit)):
            if sum(army >= size for army in armies) > limit[size]:
                large = sorted((n for n in armies if n > 1), reverse=True)
                areas.complain(
                    f"{house} has armies of {', '.join(map(str, large))} units: "
                    f"too many for supply {s['supply'][p]}"
                )


def _check_ports(areas: Field, s: Record, houses: Houses) -> None:
    rules = RULES[s["ruleset"]]
    for port in rules["ports"][: rules["num_ports"]].tolist():
        owner, land = int(s["owner"][port]), int(rules["port_land"][port])
        if owner != NONE and controller(s, land) != owner:
            areas.complain(
                f"ships of {houses[owner]} are in {areas_of(s)[port]}, but it does not control "
                f"{areas_of(s)[land]}"
            )


def _fail(path: str, fault: str) -> None:
    raise ValueError(f"{path}: {fault}")


# --- the last steps: fill the blanks, come to the first decision, look once more


def finish(field: Field, states: States, seed: int, rng: list[int] | None) -> None:
    """Draw what is hidden, do what is automatic, and audit the result.

    Raises:
        ValueError: if the position cannot be played on.
    """
    s = states[0]
    if _has_blanks(s):
        deal_hidden_batch(states, np.array([seed], dtype=np.int64))
    if (s["order"] == NONE).sum() != (s["order_seat"] == NONE).sum() or len(hidden_orders(s)):
        field.complain("areas: a hidden order has no token left that could lie there")
    if rng is not None:
        s["rng"] = rng
    faults = _faults(states, 0, Fault.DEAD_END)  # what is automatic comes first
    if faults:
        field.complain(f"not a position of the game ({', '.join(faults)})")
    _check_ending(field, states)
    codec_of(houses_of(states[0])).check_declaration(field, states)
    games.step(states, np.array([NONE], dtype=np.int64))
    _try_out(field, states)


def _has_blanks(s: Record) -> bool:
    return bool(
        (s["deck"] == HIDDEN).any()
        or (s["wild_deck"] == HIDDEN).any()
        or (s["tides_deck"] == HIDDEN).any()
        or (s["order"] == HIDDEN_ORDER).any()
        or (s["bid"] == HIDDEN).any()
        or (s["card"] == HIDDEN).any()
        or (s["tides"] == HIDDEN).any()
        or s["tides_rejected"] == HIDDEN
        or (has_claim(s) and _has_claim_blanks(s))
    )


def _has_claim_blanks(s: Record) -> bool:
    return bool(
        (s["tactic"] == HIDDEN).any()
        or (s["ally_deck"] == HIDDEN).any()
        or (s["offer_to"] != NONE and s["offer_asks"] == 0)
    )


def _faults(states: States, length: int, *ignored: Fault) -> list[str]:
    """Names of invariants that break now or in a random game of so many decisions, on a copy."""
    copy = states.copy()
    mask = np.zeros(facts_of(states[0]["ruleset"]).num_actions, dtype=np.bool_)
    faults = np.zeros((1, len(Fault)), dtype=np.int64)
    audited_rollout(copy, mask, True, 1, length, np.zeros(3, dtype=np.int64), faults)
    faults[0, [Fault.TOO_LONG, *ignored]] = 0
    return [fault.name.lower() for fault in Fault if faults[0, fault]]


def _try_out(field: Field, states: States) -> None:
    """Refuse an agenda that leads nowhere: play on from it, on copies."""
    if states["over"][0]:
        return
    frame = states["stack"][0, int(states["depth"][0]) - 1]
    if not 0 <= frame[PLAYER] < states["num_players"][0]:
        field.complain("agenda: nobody has to decide anything")
    tries = TRIALS if field.get("agenda") is not None else 1
    for trial in range(tries):
        copy = states.copy()
        copy["rng"][0] = np.random.SeedSequence(trial).generate_state(4)
        faults = _faults(copy, TRIAL_LENGTH if tries > 1 else 0)
        if faults:
            field.complain(f"the game cannot be played on from it ({', '.join(faults)})")


def _check_ending(field: Field, states: States) -> None:
    """The ranking of a finished game must be the one that the rules give."""
    if not states["over"][0]:
        return
    copy = states.copy()
    copy["over"] = 0
    copy["round_no"] = RULES[states["ruleset"][0]]["max_rounds"]
    copy["depth"] = 1
    copy["stack"] = 0
    # Where one House alone has enough, it may have to be its turn.
    active = int(states["winner"][0]) if has_claim(states[0]) else NONE
    copy["stack"][0, 0] = [Phase.ROUND, active, 0, 0, 0]
    games.step(copy, np.array([NONE], dtype=np.int64))
    if (copy["place"] != states["place"]).any():
        field.complain("result.ranking: it is not the one that the rules give")
