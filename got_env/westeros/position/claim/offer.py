"""The offer of a negotiation, secret until it is complete."""

from __future__ import annotations

from typing import Any

from got_env.core.agenda import PHASE, PLAYER
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.names import HIDDEN_WORD
from got_env.westeros.position.claim.leaders import names_in, read_names
from got_env.westeros.position.frames import pending
from got_env.westeros.vocabulary import NONE, POWER_TOKENS, Phase

Record = Any

_OFFERING = {Phase.OFFER_REQUEST, Phase.OFFER_HOSTAGE, Phase.OFFER_POWER, Phase.ANSWER}


def write_offer(s: Record, houses: Houses) -> dict[str, Any] | None:
    """To whom, the Leaders asked for, and what is offered; ``"hidden"`` where it is secret."""
    if s["offer_to"] == NONE:
        return None
    to = houses[int(s["offer_to"])]
    if s["offer_asks"] == 0:
        return {"to": to, "asks": HIDDEN_WORD}
    return {
        "to": to,
        "asks": names_in(s["offer_asks"], houses),
        "gives": names_in(s["offer_gives"], houses),
        "power": int(s["offer_power"]),
    }


def read_offer(document: Field, s: Record, houses: Houses) -> None:
    """Set the offer; there must be one exactly while one is being made or answered."""
    offer = document.get("offer")
    making = not _OFFERING.isdisjoint(pending(s))
    if offer is None or not making:
        if offer is not None:
            offer.complain("no offer is pending in the agenda")
        if making:
            document.complain("the field 'offer' is missing: the agenda says one is being made")
        return
    asks = offer.known(("to", "asks", "gives", "power")).need("asks")
    s["offer_to"] = offer.need("to").word(houses)
    p = _who_offers(s)
    if s["offer_to"] == p:
        offer.need("to").complain("nobody makes an offer to itself")
    if asks.value == HIDDEN_WORD:
        if Phase.ANSWER in pending(s):
            asks.complain("an offer that is to be answered lies open")
        offer.known(("to", "asks"))
        return
    s["offer_asks"] = read_names(asks, houses)
    _check_held(asks, s, int(s["offer_asks"]), int(s["offer_to"]), houses)
    if not s["offer_asks"]:
        asks.complain("an offer asks for at least one Leader")
    gives = offer.need("gives")
    s["offer_gives"] = read_names(gives, houses)
    _check_held(gives, s, int(s["offer_gives"]), p, houses)
    power = offer.need("power")
    s["offer_power"] = power.integer(0, POWER_TOKENS)


def check_offer(document: Field, s: Record, houses: Houses) -> None:
    """Refuse an offer of Power that its house does not have, or of other Leaders than its own."""
    if s["offer_to"] == NONE or s["over"]:
        return
    offer, p = document.need("offer"), _who_offers(s)
    if s["offer_power"] > s["power"][p]:
        offer.need("power").complain(f"{houses[p]} has {s['power'][p]} available power")
    for i, name in enumerate(houses.facts.leader_words):
        if int(s["offer_asks"]) >> i & 1 and s["leader_seat"][i] != p:
            offer.need("asks").complain(f"{name} is no Leader of {houses[p]}")
    if Phase.OFFER_POWER in pending(s) and s["offer_power"]:
        offer.need("power").complain("it is still to be chosen")


def _check_held(field: Field, s: Record, mask: int, holder: int, houses: Houses) -> None:
    for name in names_in(mask, houses):
        if s["leader_cell"][houses.facts.leader_words.index(name)] != holder:
            field.complain(f"{name} is no hostage of {houses[holder]}")


def _who_offers(s: Record) -> int:
    frames = s["stack"][: int(s["depth"])]
    found = frames[frames[:, PHASE] == Phase.NEGOTIATION]
    return int(found[-1, PLAYER])
