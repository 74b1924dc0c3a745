"""The offer of a negotiation, secret until it is complete."""

from __future__ import annotations

from typing import Any

from got_env.core.agenda import PHASE, PLAYER
from got_env.core.codec import Place, Row, names_of, number, read_part, write_part
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.facts.rulesets import houses_of
from got_env.westeros.position import words as w
from got_env.westeros.position.claim.leaders import LEADERS, names_in
from got_env.westeros.position.frames import pending
from got_env.westeros.rules.names import HIDDEN_WORD
from got_env.westeros.rules.vocabulary import NONE, POWER_TOKENS, Phase

Record = Any

_OFFERING = {Phase.OFFER_REQUEST, Phase.OFFER_HOSTAGE, Phase.OFFER_POWER, Phase.ANSWER}


def _check_to(to: Field, s: Record, place: Place) -> None:
    if s["offer_to"] == _who_offers(s):
        to.complain("nobody makes an offer to itself")


def _check_asks(asks: Field, s: Record, place: Place) -> None:
    _check_held(asks, s, int(s["offer_asks"]), int(s["offer_to"]))
    if not s["offer_asks"]:
        asks.complain("an offer asks for at least one Leader")


def _check_gives(gives: Field, s: Record, place: Place) -> None:
    _check_held(gives, s, int(s["offer_gives"]), _who_offers(s))


def _check_held(field: Field, s: Record, mask: int, holder: int) -> None:
    houses = houses_of(s)
    for name in names_in(mask, houses):
        if s["leader_cell"][houses.facts.leader_words.index(name)] != holder:
            field.complain(f"{name} is no hostage of {houses[holder]}")


def _who_offers(s: Record) -> int:
    frames = s["stack"][: int(s["depth"])]
    found = frames[frames[:, PHASE] == Phase.NEGOTIATION]
    return int(found[-1, PLAYER])


_TO = (Row("to", "offer_to", w.SEAT, check=_check_to),)
_TERMS = (
    Row("asks", "offer_asks", LEADERS, check=_check_asks),
    Row("gives", "offer_gives", LEADERS, check=_check_gives),
    Row("power", "offer_power", number(0, POWER_TOKENS)),
)


def write_offer(s: Record, houses: Houses) -> dict[str, Any] | None:
    """To whom, the Leaders asked for, and what is offered; ``"hidden"`` where it is secret."""
    if s["offer_to"] == NONE:
        return None
    to = write_part(_TO, s, houses)
    if s["offer_asks"] == 0:
        return {**to, "asks": HIDDEN_WORD}
    return to | write_part(_TERMS, s, houses)


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
    asks = offer.known(names_of((*_TO, *_TERMS))).need("asks")
    read_part(_TO, offer, s, houses)
    if asks.value == HIDDEN_WORD:
        if Phase.ANSWER in pending(s):
            asks.complain("an offer that is to be answered lies open")
        offer.known(("to", "asks"))
        return
    read_part(_TERMS, offer, s, houses)


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
