"""Answers to the decisions of a combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from got_env.westeros.rules import actions
from got_env.westeros.rules.vocabulary import NUM_UNITS, Phase, Side

from .answer_westeros import TRACK_LABELS, card_action, chosen_card
from .names import AREA, AREAS, UNIT, army_of
from .recordings import Json
from .tides import set_tides
from .view import cards_of, house_of, view_supporters

if TYPE_CHECKING:
    from .replay import Replay

Args = tuple[int, int, int]

CARDS_SHOWN = "combat-house-card-chosen"

# --- support


def coming_refusals(r: Replay) -> set[tuple[str, str]]:
    """(who, whose support) of every refusal before the cards of this combat are shown."""
    found = set()
    for step in r.game.steps[r.taken :]:
        if step["kind"] == "refuse_support":
            found |= {(step["house"], giver) for giver in step["decision"]["from"]}
        elif step["kind"] not in ("support", "house_card"):
            break
        if any(event["type"] == CARDS_SHOWN for event in step.get("events", ())):
            break
    return found


def support(r: Replay, seat: int, args: Args) -> int | None:
    """The side supported. Own support is given unless the house declines it later."""
    fighters = [int(p) for p in r.s["fighter"]]
    house = r.house(seat)
    if seat in fighters:
        if auto_cards(r) or (house, house) not in coming_refusals(r):
            return actions.SIDE + fighters.index(seat)
        return actions.SIDE + Side.NOBODY
    if not (r.plan and r.plan[0] == "support" and r.plan[1] == house):
        step = r.peek("support", house)
        if step is None:
            return None
        sides = {r.house(p) for side, p in enumerate(fighters) if r.mask[actions.SIDE + side]}
        ours = sides | ({None} if r.mask[actions.SIDE + Side.NOBODY] else set())
        r.check_set("support", ours, set(step["options"]["choices"]))
        r.plan = ("support", house, r.take()["decision"]["supports"])
    helped = r.plan[2]
    if helped is None:
        return actions.SIDE + Side.NOBODY
    return actions.SIDE + fighters.index(r.seat[helped])


def refuse_support(r: Replay, seat: int, args: Args) -> int | None:
    """Answer to an offer of support."""
    giver = house_of(r.s, int(r.s["order_seat"][args[0]]))
    if auto_cards(r):
        return actions.YES
    return actions.NO if (r.house(seat), giver) in coming_refusals(r) else actions.YES


# --- cards


def auto_cards(r: Replay) -> bool:
    """True if the peer chose both cards of this combat without a question."""
    return any(event["type"] == CARDS_SHOWN for event in r.events)


def house_card(r: Replay, seat: int, args: Args) -> int | None:
    """The card played; both are taken together, with refusals of support between them."""
    if not (r.plan and r.plan[0] == "cards"):
        cards: dict[str, str] = {}
        if not auto_cards(r):
            step = r.peek("house_card") or r.peek("refuse_support")
            if step is None:
                return None
            refused = coming_refusals(r)
            if not refused:
                check_supporters(r)
            check_cards(r, step)
            step = r.take()
            while True:
                if step["kind"] == "house_card":
                    cards[step["house"]] = step["decision"]["card"]
                if auto_cards(r) or not (r.peek("house_card") or r.peek("refuse_support")):
                    break
                step = r.take_more()
                check_cards(r, step)
        shown = next((e for e in r.events if e["type"] == CARDS_SHOWN), None)
        if shown:
            cards.update(dict(shown["houseCards"]))
        r.events = [e for e in r.events if e["type"] != CARDS_SHOWN]
        r.plan = ("cards", cards)
        set_tides(r)
    card = r.plan[1].get(r.house(seat))
    return None if card is None else card_action(r, seat, card)


def check_supporters(r: Replay) -> None:
    """Compare who supports whom."""
    theirs = (r.peer["combat"] or {}).get("supporters", {})
    ours = view_supporters(r.s)
    r.check("supporters", ours == theirs, f"ours {ours}, peer {theirs}")


def check_cards(r: Replay, step: Json) -> None:
    """Compare the cards in hand."""
    if step["kind"] == "house_card":
        seat = r.seat[step["house"]]
        hand = cards_of(r.s, seat, int(r.s["hand"][seat]))
        r.check_set("house cards", set(hand), set(step["options"]["cards"]))


def yes_no(r: Replay, seat: int, about: str) -> bool | None:
    """Answer whether an ability is used."""
    if r.peek("choice", r.house(seat), about) is None:
        return None
    return bool(r.take()["decision"]["index"] == 0)


def tyrion(r: Replay, seat: int, args: Args) -> int | None:
    """Answer whether the other card is sent back."""
    use = yes_no(r, seat, "tyrion")
    return None if use is None else actions.YES if use else actions.NO


def tyrion_card(r: Replay, seat: int, args: Args) -> int | None:
    """The replacement."""
    event = r.event("tyrion-lannister-house-card-replaced", auto=True)
    if event and event["newHouseCard"]:
        return card_action(r, seat, event["newHouseCard"])
    return chosen_card(r, seat)


def aeron(r: Replay, seat: int, args: Args) -> int | None:
    """Another card, or none."""
    use = yes_no(r, seat, "aeron")
    if not use:
        return None if use is None else actions.DONE
    event = r.event("aeron-damphair-house-card-changed", house=r.house(seat))
    if event:
        return card_action(r, seat, event["newHouseCard"])
    return chosen_card(r, seat)


def doran(r: Replay, seat: int, args: Args) -> int | None:
    """The track."""
    if r.peek("choice", r.house(seat), "doran"):
        return actions.TRACK + TRACK_LABELS[r.take()["decision"]["label"].split()[0]]
    event = r.event("doran-used")
    return actions.TRACK + int(event["influenceTrack"]) if event else None


def order_areas(r: Replay, seat: int, name: str) -> int | None:
    """The area whose order is removed by a card text."""
    step = r.peek("choose_orders", r.house(seat))
    if step is None:
        return None
    ours = {AREAS[a] for a in range(len(AREAS)) if r.mask[actions.AREA + a]}
    r.check_set(name, ours, set(step["options"]["areas"]))
    return actions.AREA + AREA[r.take()["decision"]["areas"][0]]


def queen_of_thorns(r: Replay, seat: int, args: Args) -> int | None:
    """The order removed."""
    return order_areas(r, seat, "queen of thorns")


def cersei(r: Replay, seat: int, args: Args) -> int | None:
    """The order removed, or none."""
    use = yes_no(r, seat, "cersei")
    if not use:
        return None if use is None else actions.DONE
    event = r.event("cersei-lannister-order-removed", auto=True)
    if event:
        return actions.AREA + AREA[event["region"]]
    return order_areas(r, seat, "cersei")


def mace(r: Replay, seat: int, args: Args) -> int | None:
    """A standing or a routed Footman."""
    step = r.peek("choose_units", r.house(seat), "mace")
    if step is None:
        return None
    routed = bool(r.take()["decision"]["units"][0].get("routed"))
    return actions.STATUS + routed


def renly(r: Replay, seat: int, args: Args) -> int | None:
    """The area of the Footman promoted, or none."""
    step = r.peek("choose_units", r.house(seat), "renly")
    if step is None:
        return None
    ours = {AREAS[a] for a in range(len(AREAS)) if r.mask[actions.AREA + a]}
    theirs = {
        r.peer["combat"]["area"] if c["area"] == r.peer["combat"]["from"] else c["area"]
        for c in step["options"]["candidates"]
    }
    r.check_set("renly", ours, theirs)
    units = r.take()["decision"]["units"]
    if not units:
        return actions.DONE
    r.plan = ("renly", bool(units[0].get("routed")))
    area = AREA[units[0]["area"]]
    # The peer leaves attackers where they came from; for us they fight in the embattled area.
    return actions.AREA + int(r.s["fight_area"] if area == r.s["fight_from"] else area)


def renly_status(r: Replay, seat: int, args: Args) -> int | None:
    """A standing or a routed Footman."""
    return actions.STATUS + int(r.plan[1])


# --- the Blade


def redraw(r: Replay, seat: int, args: Args) -> int | None:
    """Answer whether the Tides card is redrawn."""
    return blade_answer(r, seat, True)


def blade(r: Replay, seat: int, args: Args) -> int | None:
    """Answer whether the Blade adds 1; not asked where it cannot matter."""
    answer = blade_answer(r, seat, False)
    return actions.NO if answer is None else answer


def blade_answer(r: Replay, seat: int, redrawing: bool) -> int | None:
    """Answer of a blade step of that sort."""
    step = r.peek("blade", r.house(seat))
    if step is None or step["decision"]["for_new_tides_card"] != redrawing:
        return None
    return actions.YES if r.take()["decision"]["use"] else actions.NO


# --- casualties and retreat


def casualty(r: Replay, seat: int, args: Args) -> int | None:
    """The type of the next casualty."""
    if not (r.plan and r.plan[0] == "dead" and r.plan[1] == seat and r.plan[2]):
        step = r.peek("casualties", r.house(seat))
        if step is not None:
            check_casualties(r, step)
            units = [unit for _, unit in army_of(r.take()["decision"]["units"]).elements()]
        else:
            event = r.event("killed-after-combat", house=r.house(seat))
            if event is None:
                return None
            units = [int(UNIT[name]) for name in event["killed"]]
        r.plan = ("dead", seat, sorted(units))
    return actions.UNIT + int(r.plan[2].pop(0))


def check_casualties(r: Replay, step: Json) -> None:
    """Compare which unit types may be casualties."""
    ours = {u for u in range(NUM_UNITS) if r.mask[actions.UNIT + u]}
    army = army_of(step["options"]["candidates"])
    count, units = step["options"]["count"], sorted(u for _, u in army.elements())
    theirs = {u for u in units if sum(v >= u for v in units) >= count}
    r.check_set("casualties", ours, theirs)


def robb(r: Replay, seat: int, args: Args) -> int | None:
    """Area where Robb Stark sends the beaten side."""
    return retreat(r, seat, args)


def retreat(r: Replay, seat: int, args: Args) -> int | None:
    """The area of the retreat."""
    step = r.peek("retreat", r.house(seat))
    if step is not None:
        ours = {AREAS[a] for a in range(len(AREAS)) if r.mask[actions.AREA + a]}
        r.check_set("retreat", ours, set(step["options"]["areas"]))
        return actions.AREA + AREA[r.take()["decision"]["area"]]
    event = r.event("retreat-region-chosen", auto=True)
    return actions.AREA + AREA[event["regionTo"]] if event else None


def retreat_loss(r: Replay, seat: int, args: Args) -> int | None:
    """The type of the next unit lost on the retreat."""
    if not (r.plan and r.plan[0] == "lost" and r.plan[2]):
        step = r.peek("retreat_casualties", r.house(seat))
        if step is not None:
            units = [unit for _, unit in army_of(r.take()["decision"]["units"]).elements()]
        else:
            event = r.event("retreat-casualties-suffered", house=r.house(seat))
            if event is None:
                return None
            units = [int(UNIT[name]) for name in event["units"]]
        r.plan = ("lost", seat, sorted(units))
    return actions.UNIT + int(r.plan[2].pop(0))


def patchface(r: Replay, seat: int, args: Args) -> int | None:
    """The card discarded, or none. The peer moves Loras' order only after this."""
    if r.peek("choice", r.house(seat), "patchface") is None:
        return None
    moved = [f"area {AREAS[int(r.s[field])]} order" for field in ("fight_from", "fight_area")]
    use = r.take(*moved)["decision"]["index"] == 0
    if not use:
        return actions.DONE
    event = r.event("patchface-used", auto=True)
    victim = next(int(p) for p in r.s["fighter"] if p != seat)
    if event:
        return card_action(r, victim, event["houseCard"])
    step = r.peek("choose_house_card", r.house(seat))
    if step is None:
        return None
    hand = cards_of(r.s, victim, int(r.s["hand"][victim]))
    r.check_set("patchface", set(hand), set(step["options"]["cards"]))
    return card_action(r, victim, r.take(*moved)["decision"]["card"])


ANSWERS = {
    Phase.SUPPORT: support,
    Phase.REFUSE_SUPPORT: refuse_support,
    Phase.HOUSE_CARD: house_card,
    Phase.TYRION: tyrion,
    Phase.TYRION_CARD: tyrion_card,
    Phase.AERON: aeron,
    Phase.DORAN: doran,
    Phase.QUEEN_OF_THORNS: queen_of_thorns,
    Phase.MACE: mace,
    Phase.TIDES_REDRAW: redraw,
    Phase.BLADE: blade,
    Phase.RENLY: renly,
    Phase.RENLY_STATUS: renly_status,
    Phase.CERSEI: cersei,
    Phase.CASUALTY: casualty,
    Phase.ROBB: robb,
    Phase.RETREAT: retreat,
    Phase.RETREAT_LOSS: retreat_loss,
    Phase.PATCHFACE: patchface,
}
