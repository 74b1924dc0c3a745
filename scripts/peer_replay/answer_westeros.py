"""Answers to the decisions of the Westeros phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from got_env.westeros.rules import actions
from got_env.westeros.rules.vocabulary import HAND_SIZE, NONE, Phase

from . import answer_muster
from .names import AREA, CARDS, UNIT, Army, army_of
from .view import cards_of

if TYPE_CHECKING:
    from .replay import Replay

Args = tuple[int, int, int]

CARD_OPTIONS = {
    "Supply": 0,
    "Mustering": 1,
    "Nothing": 2,
    "Clash of Kings": 0,
    "Game of Thrones": 1,
    "No Defense Orders": 0,
    "No March +1 Orders": 1,
    "No restrictions": 2,
}
BIDS_DONE = ("wildling-bidding", "clash-of-kings-bidding-done")
TRACK_LABELS = {"Iron": 0, "Fiefdoms": 1, "King's": 2}


def westeros_choice(r: Replay, seat: int, args: Args) -> int | None:
    """The option of a choice card."""
    step = r.peek("choice", r.house(seat), "westeros/")
    if step is None:
        return None
    return actions.CHOICE + CARD_OPTIONS[r.take()["decision"]["label"]]


# --- bids and ties


def bid(r: Replay, seat: int, args: Args) -> int | None:
    """The bid of a house; houses without Power are not asked."""
    if r.s["power"][seat] == 0:
        return actions.BID
    if not (r.plan and r.plan[0] == "bids" and r.house(seat) in r.plan[1]):
        about = "wildlings-attack/bidding" if args[0] == NONE else "clash-of-kings/bidding"
        if r.peek("bid", None, about) is None:
            return None
        bids: dict[str, int] = {}
        step = r.take()
        while True:
            bids[step["house"]] = step["decision"]["bid"]
            power = int(r.s["power"][r.seat[step["house"]]])
            r.check("bid", step["options"]["max"] == power, f"max {step['options']}, ours {power}")
            if any(event["type"] in BIDS_DONE for event in r.events) or not r.peek("bid"):
                break
            step = r.take_more()
        r.plan = ("bids", bids)
    return actions.BID + int(r.plan[1].pop(r.house(seat)))


def tie(r: Replay, seat: int, args: Args) -> int | None:
    """The next house of a tied group in the decided order."""
    if not (r.plan and r.plan[:2] == ("ties", args[0])):
        step = r.peek("order_ties", r.house(seat))
        if step is None:
            return None
        ours = {r.house(p) for p in range(6) if args[1] >> p & 1}
        r.check_set("tie", ours, set(step["options"]["ties"][0]))
        r.plan = ("ties", args[0], r.take()["decision"]["ties"])
    for group in r.plan[2]:
        for house in group:
            if args[1] >> r.seat[house] & 1:
                return actions.SEAT + r.seat[house]
    return None


def wildling_tie(r: Replay, seat: int, args: Args) -> int | None:
    """The house named as highest or lowest bidder."""
    step = r.peek("choice", r.house(seat), "wildlings-attack/simple-choice")
    if step is None:
        return None
    ours = {r.house(p) for p in range(6) if args[0] >> p & 1}
    r.check_set("wildling tie", ours, {label.lower() for label in step["options"]["labels"]})
    return actions.SEAT + r.seat[r.take()["decision"]["label"].lower()]


# --- Wildling cards


def climb_track(r: Replay, seat: int, args: Args) -> int | None:
    """The track on which A King Beyond the Wall lifts a house."""
    return king_track(r, seat, "a-king-beyond-the-wall-highest-top-track")


def drop_track(r: Replay, seat: int, args: Args) -> int | None:
    """The track on which A King Beyond the Wall lowers a house."""
    return king_track(r, seat, "a-king-beyond-the-wall-house-reduce-track")


def king_track(r: Replay, seat: int, kind: str) -> int | None:
    """The track of an event that the peer has settled by itself, else the one that is named."""
    event = r.event(kind, house=r.house(seat))
    if event:
        return actions.TRACK + int(event["trackI"])
    action = named_track(r, seat, "a-king-beyond-the-wall")
    r.event(kind, house=r.house(seat))
    return action


def preemptive_track(r: Replay, seat: int, args: Args) -> int | None:
    """The track on which Preemptive Raid lowers a house."""
    return named_track(r, seat, "preemptive-raid")


def named_track(r: Replay, seat: int, about: str) -> int | None:
    """The track named by its label."""
    step = r.peek("choice", r.house(seat), about)
    if step is None:
        return None
    tracks = {TRACK_LABELS[label.split()[0]] for label in step["options"]["labels"]}
    ours = {t for t in range(3) if r.mask[actions.TRACK + t]}
    r.check_set("track", ours, tracks)
    return actions.TRACK + TRACK_LABELS[r.take()["decision"]["label"].split()[0]]


def recover_card(r: Replay, seat: int, args: Args) -> int | None:
    """The card taken back, or none."""
    if r.peek("choice", r.house(seat), "mammoth-riders"):
        if r.take()["decision"]["label"] == "Ignore":
            return actions.DONE
        event = r.event("mammoth-riders-return-card", house=r.house(seat), auto=True)
        if event:
            return card_action(r, seat, event["houseCard"])
    return chosen_card(r, seat)


def discard_card(r: Replay, seat: int, args: Args) -> int | None:
    """The card discarded."""
    return chosen_card(r, seat)


def chosen_card(r: Replay, seat: int) -> int | None:
    """A card of a ``choose_house_card`` step, of this house."""
    step = r.peek("choose_house_card", r.house(seat))
    if step is None:
        return None
    slots = sum(bool(r.mask[actions.CARD + i]) << i for i in range(HAND_SIZE))
    r.check_set("card", set(cards_of(r.s, seat, slots)), set(step["options"]["cards"]))
    return card_action(r, seat, r.take()["decision"]["card"])


def card_action(r: Replay, seat: int, card: str) -> int:
    """Action of a house's card."""
    return actions.CARD + CARDS[r.house(seat)].index(card)


def preemptive_choice(r: Replay, seat: int, args: Args) -> int | None:
    """Destroy units, or fall on a track."""
    step = r.peek("choice", r.house(seat), "preemptive-raid")
    if step is None or "Destroy" not in step["options"]["labels"][0]:
        return None
    return actions.CHOICE + int(r.take()["decision"]["index"])


def begin_units(r: Replay, seat: int, *auto: str) -> Army | None:
    """The units that are still to be named of a chosen set of units."""
    house = r.house(seat)
    if not (r.plan and r.plan[:2] == ("units", house)):
        step = r.peek("choose_units", house)
        before = armies_of_peer(r)
        if step is not None:
            # What is forced may be gone already; the next comparison looks at all of it.
            wanted = army_of(r.take(*UNIT_KEYS)["decision"]["units"])
        else:
            found = None
            for kind in auto:
                found = found or r.event(kind, house=house)
            if found is None:
                return None
            wanted = army_of({"area": area, "units": units} for area, units in found["units"])
            before = snapshot(r)
        r.plan = ("units", house, wanted, before)
    _, _, wanted, before = r.plan
    left: Army = Army()
    for (area, unit), n in wanted.items():
        gone = int(before[area, unit] - snapshot(r)[area, unit])
        if n > gone:
            left[area, unit] = n - gone
    return left


def snapshot(r: Replay) -> Any:
    """Units per area and type, routed ones included."""
    return r.s["units"] + r.s["routed"]


def armies_of_peer(r: Replay) -> Any:
    """The same, of the peer."""
    found = np.zeros_like(r.s["units"])
    for area, entry in r.peer["areas"].items():
        for name in (*entry.get("units", ()), *entry.get("routed", ())):
            found[AREA[area], UNIT[name]] += 1
    return found


UNIT_KEYS = ("units", "routed", "owner", "control", "castles", "land_areas", "order")

DESTROYED = (
    "mammoth-riders-destroy-units",
    "preemptive-raid-units-killed",
    "the-horde-descends-units-killed",
)


def lose_area(r: Replay, seat: int, args: Args) -> int | None:
    """The area of the next unit to destroy, in ascending order."""
    left = begin_units(r, seat, *DESTROYED)
    return actions.AREA + min(left)[0] if left else None


def lose_unit(r: Replay, seat: int, args: Args) -> int | None:
    """The type of the next unit to destroy in an area."""
    left = begin_units(r, seat, *DESTROYED)
    if not left:
        return None
    units = [unit for area, unit in left if area == args[0]]
    return actions.UNIT + min(units) if units else None


def horde_area(r: Replay, seat: int, args: Args) -> int | None:
    """The castle area that loses two units."""
    left = begin_units(r, seat, *DESTROYED)
    return actions.AREA + min(left)[0] if left else None


def demote(r: Replay, seat: int, args: Args) -> int | None:
    """The area of the next Knight that becomes a Footman."""
    left = begin_units(r, seat, "crow-killers-knights-replaced")
    return actions.AREA + min(left)[0] if left else None


def promote(r: Replay, seat: int, args: Args) -> int | None:
    """The area of the next Footman that becomes a Knight."""
    left = begin_units(r, seat, "crow-killers-footman-upgraded")
    if left is None:
        return None
    return actions.AREA + min(left)[0] if left else actions.DONE


# --- cutting armies


def reconcile(r: Replay, seat: int) -> Army | None:
    """The units still to be removed."""
    house = r.house(seat)
    if not (r.plan and r.plan[0] == "cut" and r.plan[1] == house):
        step = r.peek("reconcile_armies", house)
        if step is not None:
            sizes = [int(n) for n in snapshot(r)[r.s["owner"] == seat].sum(axis=1)]
            theirs = step["options"]["armies"]
            r.check("army sizes", sorted(sizes, reverse=True) == theirs, f"{sizes} {theirs}")
            wanted = army_of(r.take()["decision"]["remove"])
        else:
            found = r.event("armies-reconciled", house=house)
            if found is None:
                return None
            wanted = army_of({"area": area, "units": units} for area, units in found["armies"])
        r.plan = ("cut", house, wanted)
    left: Army = r.plan[2]
    return +left


def reconcile_area(r: Replay, seat: int, args: Args) -> int | None:
    """The area of the next unit removed."""
    left = reconcile(r, seat)
    if not left:
        return None
    area = min(left)[0]
    kinds = [u for u in range(4) if snapshot(r)[area, u]]
    if len(kinds) == 1:
        r.plan[2][area, kinds[0]] -= 1
    return actions.AREA + area


def reconcile_unit(r: Replay, seat: int, args: Args) -> int | None:
    """The type of the next unit removed."""
    left = reconcile(r, seat)
    if not left:
        return None
    area, unit = min(left)
    r.plan[2][area, unit] -= 1
    return actions.UNIT + unit


ANSWERS = {
    **answer_muster.ANSWERS,
    Phase.WESTEROS_CHOICE: westeros_choice,
    Phase.RECONCILE_AREA: reconcile_area,
    Phase.RECONCILE_UNIT: reconcile_unit,
    Phase.BID: bid,
    Phase.TIE: tie,
    Phase.WILDLING_TIE: wildling_tie,
    Phase.CLIMB_TRACK: climb_track,
    Phase.DROP_TRACK: drop_track,
    Phase.PROMOTE: promote,
    Phase.DEMOTE: demote,
    Phase.RECOVER_CARD: recover_card,
    Phase.LOSE_AREA: lose_area,
    Phase.LOSE_UNIT: lose_unit,
    Phase.DISCARD_CARD: discard_card,
    Phase.PREEMPTIVE_CHOICE: preemptive_choice,
    Phase.PREEMPTIVE_TRACK: preemptive_track,
    Phase.HORDE_AREA: horde_area,
}
