"""Answers to the decisions of planning, raids, marches and Consolidate Power orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from got_env.westeros.rules import actions
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_UNITS, Order, Phase, Track

from . import checks
from .names import AREA, AREAS, ORDER, UNIT, Army
from .recordings import Json

if TYPE_CHECKING:
    from .replay import Replay

Args = tuple[int, int, int]

# --- planning


def order(r: Replay, seat: int, args: Args) -> int | None:
    """The token for one area; orders of all houses are taken together."""
    if not (r.plan and r.plan[0] == "orders"):
        if r.peek("place_orders") is None:
            return None
        orders: dict[str, Json] = {}
        step = r.take()
        while True:
            orders[step["house"]] = step["decision"]["orders"]
            check_orders(r, step)
            if not r.peek("place_orders"):
                break
            step = r.take_more()
        r.prepare_round()
        r.plan = ("orders", orders)
    name = r.plan[1][r.house(seat)].get(AREAS[args[0]])
    if name is None:
        return actions.DONE
    token = actions.ORDER + ORDER[name]
    if r.mask[token]:
        return token
    r.shortage[args[0]] = (seat, int(ORDER[name]))
    return actions.DONE


def show_shortage(r: Replay) -> None:
    """Deviation ``shortage``: orders placed beyond what is allowed lie there for the Raven step."""
    for area, (seat, kind) in r.shortage.items():
        if r.s["order"][area] == NONE:
            r.s["order"][area], r.s["order_seat"][area] = kind, seat
            r.s["placed"][seat, kind] += 1
            r.outcome.deviations["shortage"] += 1


def clear_shortage(r: Replay, swapped: int) -> None:
    """Take such orders away at the end of the Raven step, but for the one being swapped."""
    for area, (seat, kind) in r.shortage.items():
        if area != swapped:
            r.s["order"][area] = r.s["order_seat"][area] = NONE
            r.s["placed"][seat, kind] -= 1
    r.shortage = {}


def check_orders(r: Replay, step: Json) -> None:
    """Areas that need an order, banned types and stars."""
    seat, options = r.seat[step["house"]], step["options"]
    ours = {AREAS[a] for a in range(len(AREAS)) if r.s["owner"][a] == seat}
    r.check_set("order areas", ours, set(options["areas"]))
    place = r.s["track"][Track.KINGS_COURT].tolist().index(seat)
    limit = int(RULES[int(r.s["ruleset"])]["stars"][place])
    r.check("star limit", limit == options["star_limit"], f"{limit} {options['star_limit']}")
    banned = {Order(o) for o in range(11) if r.s["banned"] >> o & 1}
    if limit == 0:
        stars = (Order.MARCH_STAR, Order.DEFENSE_STAR, Order.SUPPORT_STAR)
        banned |= {*stars, Order.RAID_STAR, Order.CONSOLIDATE_STAR}
    r.check_set("forbidden orders", banned, {ORDER[o] for o in options["forbidden_types"]})


def raven(r: Replay, seat: int, args: Args) -> int | None:
    """Swap an order, look at the Wildling card, or neither."""
    step = r.peek("raven", r.house(seat))
    if step is None:
        return None
    show_shortage(r)
    if r.checking:
        checks.check_raven(r, seat, step["options"]["replace"])
    decision = r.take()["decision"]
    if decision["use"] == "replace" and r.s["banned"] >> ORDER[decision["order"]] & 1:
        # Deviation ``raven_banned``: the peer accepts a banned order, then takes it away.
        area = AREA[decision["area"]]
        r.s["placed"][seat, r.s["order"][area]] -= 1
        r.s["order"][area] = r.s["order_seat"][area] = NONE
        r.outcome.deviations["raven_banned"] += 1
        return actions.DONE
    r.plan = ("raven", decision)
    return {
        "replace": actions.CHOICE,
        "peek": actions.CHOICE + 1,
        "none": actions.DONE,
    }[decision["use"]]


def raven_area(r: Replay, seat: int, args: Args) -> int | None:
    """The area whose order is swapped."""
    return actions.AREA + AREA[r.plan[1]["area"]]


def raven_order(r: Replay, seat: int, args: Args) -> int | None:
    """The new order."""
    return actions.ORDER + ORDER[r.plan[1]["order"]]


def raven_peek(r: Replay, seat: int, args: Args) -> int | None:
    """Top or bottom."""
    if r.peek("raven_peek_action", r.house(seat)) is None:
        return None
    return actions.CHOICE + int(r.take()["decision"]["action"] == "put_at_bottom")


# --- raids


def raid_from(r: Replay, seat: int, args: Args) -> int | None:
    """The Raid order to resolve."""
    if event := idle_raid(r, seat):
        r.plan = ("raid", seat, event["raiderRegion"], None)
    elif not take_raid(r, seat):
        return None
    return actions.AREA + AREA[r.plan[2]]


def idle_raid(r: Replay, seat: int) -> Json | None:
    """The next Raid the peer discards by itself for this house."""
    while event := r.event("raid-done", raider=r.house(seat), auto=True):
        if r.s["order"][AREA[event["raiderRegion"]]] != NONE:
            return event
    return None


def take_raid(r: Replay, seat: int) -> bool:
    """Take a raid step of this house."""
    step = r.peek("raid", r.house(seat))
    if step is None:
        return False
    if r.checking:
        checks.check_raids(r, seat, step["options"])
    decision = r.take()["decision"]
    r.plan = ("raid", seat, decision["from"], decision["target"])
    return True


def raid_target(r: Replay, seat: int, args: Args) -> int | None:
    """The order removed, or none."""
    active = r.plan and r.plan[0] == "raid" and r.plan[1:3] == (seat, AREAS[args[0]])
    if not active:
        if idle_raid(r, seat):
            return actions.DONE
        if not take_raid(r, seat):
            return None
    target = r.plan[3]
    r.plan = None
    return actions.DONE if target is None else actions.AREA + AREA[target]


# --- marches


def ask_support(r: Replay, seat: int, args: Args) -> int | None:
    """Areas to ask support against; with the answers that follow."""
    if not (r.plan and r.plan[0] == "call"):
        if r.peek("call_support_vs_neutral", r.house(seat)) is None:
            return actions.DONE
        step = r.take()
        granted: set[tuple[str, str]] = set()
        while r.peek("choice", None, "call-for-support-against-neutral-force"):
            answer = r.take_more()
            event = r.event("support-attack-against-neutral-force")
            if event and not event.get("refused"):
                granted.add((answer["house"], event["region"]))
        areas = sorted(AREA[name] for name in step["options"]["possible"])
        r.plan = ("call", areas, granted)
    for area in r.plan[1]:
        if area >= args[0]:
            return actions.AREA + int(area)
    return actions.DONE


def neutral_support(r: Replay, seat: int, args: Args) -> int | None:
    """Answer whether this house grants its support."""
    if not (r.plan and r.plan[0] == "call"):
        return None
    return actions.YES if (r.house(seat), AREAS[args[1]]) in r.plan[2] else actions.NO


def march_from(r: Replay, seat: int, args: Args) -> int | None:
    """The March order to resolve."""
    if not take_march(r, seat):
        return None
    return actions.AREA + int(r.plan[1])


def take_march(r: Replay, seat: int) -> bool:
    """Take a march step of this house."""
    step = r.peek("march", r.house(seat))
    if step is None:
        return False
    if r.checking:
        checks.check_marches(r, seat, step["options"])
    decision = r.take()["decision"]
    moves = moves_of(decision["moves"])
    r.plan = ("march", AREA[decision["from"]], moves, decision["leave_power_token"])
    return True


def moves_of(moves: list[Json]) -> Army:
    """Units of a march per destination and type."""
    army: Army = Army()
    for move in moves:
        for name in move["units"]:
            army[AREA[move["to"]], int(UNIT[name])] += 1
    return army


def march_to(r: Replay, seat: int, args: Args) -> int | None:
    """The next destination in ascending order."""
    if not (r.plan and r.plan[0] == "march" and r.plan[1] == r.s["march_from"]) and not take_march(
        r, seat
    ):
        return None
    if r.plan[1] != r.s["march_from"]:
        return None
    return next_destination(r.plan[2], args[0])


def next_destination(moves: Army, start: int) -> int:
    """Action of the first destination from ``start`` on, or done."""
    areas = [area for area, _ in moves if area >= start]
    return actions.AREA + min(areas) if areas else actions.DONE


def march_count(r: Replay, seat: int, args: Args) -> int | None:
    """Number of units of a type that go there."""
    return actions.COUNT + int(r.plan[2][args[0], args[1]])


def march_token(r: Replay, seat: int, args: Args) -> int | None:
    """Answer whether a Power token is left."""
    return actions.YES if r.plan[3] else actions.NO


def port_capture(r: Replay, seat: int, args: Args) -> int | None:
    """Number of Ships taken over."""
    step = r.peek("choice", r.house(seat), "take-control-of-enemy-port")
    if step is not None:
        counts = {n for n in range(NUM_UNITS) if r.mask[actions.COUNT + n]}
        r.check_set("port capture", counts, {int(x) for x in step["options"]["labels"]})
        return actions.COUNT + int(r.take()["decision"]["label"])
    event = r.event("enemy-port-taken", port=AREAS[args[0]])
    return actions.COUNT + int(event["shipCount"]) if event else None


# --- Consolidate Power


def consolidate_from(r: Replay, seat: int, args: Args) -> int | None:
    """The order to resolve."""
    while event := r.event("consolidate-power-order-resolved", house=r.house(seat), auto=True):
        area = AREA[event["region"]]
        if r.s["order"][area] != NONE:
            r.plan = ("consolidate", area, "power")
            return actions.AREA + area
    if not take_consolidate(r, seat):
        return None
    return actions.AREA + int(r.plan[1])


def take_consolidate(r: Replay, seat: int) -> bool:
    """Take a consolidate step of this house."""
    step = r.peek("consolidate", r.house(seat))
    if step is None:
        return False
    if r.checking:
        checks.check_consolidate(r, seat, step["options"])
    decision = r.take()["decision"]
    r.plan = ("consolidate", AREA[decision["area"]], decision["use"])
    return True


def consolidate_choice(r: Replay, seat: int, args: Args) -> int | None:
    """Power or mustering; a mustering without any unit gives Power (README, position 11)."""
    if not (r.plan and r.plan[0] == "consolidate" and r.plan[1] == args[0]):
        if r.event(
            "consolidate-power-order-resolved",
            house=r.house(seat),
            auto=True,
            region=AREAS[args[0]],
        ):
            return actions.CHOICE
        if not take_consolidate(r, seat):
            return None
    if r.plan[2] == "power":
        return actions.CHOICE
    step = r.peek("muster", r.house(seat), "resolve-consolidate-power")
    if step is None:
        return actions.CHOICE
    if step["decision"]["recruits"]:
        return actions.CHOICE + 1
    r.take()
    return actions.CHOICE


ANSWERS = {
    Phase.ORDER: order,
    Phase.RAVEN: raven,
    Phase.RAVEN_AREA: raven_area,
    Phase.RAVEN_ORDER: raven_order,
    Phase.RAVEN_PEEK: raven_peek,
    Phase.RAID_FROM: raid_from,
    Phase.RAID_TARGET: raid_target,
    Phase.ASK_SUPPORT: ask_support,
    Phase.NEUTRAL_SUPPORT: neutral_support,
    Phase.MARCH_FROM: march_from,
    Phase.MARCH_TO: march_to,
    Phase.MARCH_COUNT: march_count,
    Phase.MARCH_TOKEN: march_token,
    Phase.PORT_CAPTURE: port_capture,
    Phase.CONSOLIDATE_FROM: consolidate_from,
    Phase.CONSOLIDATE_CHOICE: consolidate_choice,
}
