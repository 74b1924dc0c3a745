"""Conditions on Leaders, allied units and cards, so that the engine can play on."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.agenda import PLAYER, A
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position.claim.offer import check_offer
from got_env.westeros.rules.option_values import Tactics
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    ALLIED_FOOTMAN,
    ALLIED_KNIGHT,
    NONE,
    NUM_ALLIANCE_CARDS,
    Phase,
    Terrain,
    Track,
)

Record = Any


def check_claim(field: Field, s: Record, houses: Houses, phases: list[Phase]) -> None:
    """Refuse what the rules cannot lead to, by name."""
    _check_leaders(field, s, houses, phases)
    if RULES[s["ruleset"]]["allied"]:
        _check_allies(field, s, houses, phases)
    _check_places(field, s, houses)
    _check_minus(field, s)
    _check_picks(field, s, houses, phases)
    check_offer(field, s, houses)


# --- Leaders

_PLACING = {Phase.PLACE_LEADER, Phase.LEADER_AREA}


def _check_leaders(field: Field, s: Record, houses: Houses, phases: list[Phase]) -> None:
    rules, facts = RULES[s["ruleset"]], houses.facts
    marching = Phase.MARCH_TURN in phases or Phase.MARCH_END in phases
    settled = phases and not s["fight"] and _PLACING.isdisjoint(phases)
    for i, name in enumerate(facts.leader_words):
        seat, at, card = (
            int(s["leader_seat"][i]),
            int(s["leader_at"][i]),
            int(rules["leader_alliance"][i]),
        )
        if seat == NONE:
            continue
        if card != NONE and s["ally_owner"][card] != seat:
            field.complain(
                f"leaders.{name}: {houses[seat]} does not hold {facts.alliance_words[card]}"
            )
        if at != NONE and s["owner"][at] != seat and not s["fight"]:
            field.complain(
                f"leaders.{name}.area: no units of {houses[seat]} stand in {facts.areas[at]}"
            )
        if at != NONE and rules["kind"][at] != Terrain.LAND:
            field.complain(f"leaders.{name}.area: a Leader never stands at sea")
        if settled and at == NONE and s["leader_cell"][i] == NONE:
            own = (s["owner"] == seat) & (rules["kind"] == Terrain.LAND)
            for a in np.flatnonzero(own)[:1].tolist():
                field.complain(
                    f"leaders.{name}: it is beside the board while {houses[seat]} has units in"
                    f" {facts.areas[a]}: expected its area, or the cell of a house"
                )
        if s["leader_down"][i] and not (marching or s["march_leader"] == i or s["over"]):
            field.complain(f"leaders.{name}.face_down: its march is not being made")
        before = phases and phases[0] in (Phase.WESTEROS, Phase.ALLIANCE_STEP, Phase.PLANNING)
        if s["leader_order"][i] != NONE and before:
            field.complain(f"leaders.{name}.order: there are no open orders yet")


def _check_places(field: Field, s: Record, houses: Houses) -> None:
    """Refuse a negotiation where its player has no units, and a Leader that is placed already."""
    rules, facts = RULES[s["ruleset"]], houses.facts
    waiting: list[int] = []
    for k, (phase, p, a, _, _) in enumerate(s["stack"][: int(s["depth"])].tolist()):
        if phase in (Phase.NEGOTIATION, Phase.NEGOTIATE):
            if s["owner"][a] != p or rules["kind"][a] != Terrain.LAND:
                field.complain(f"agenda[{k}].area: {houses[p]} has no land units there")
        elif phase in _PLACING:
            if a in waiting:
                field.complain(f"agenda[{k}].leader: {facts.leader_words[a]} is placed twice")
            waiting.append(a)
            if (s["leader_seat"][a], s["leader_at"][a], s["leader_cell"][a]) != (p, NONE, NONE):
                name = facts.leader_words[a]
                field.complain(f"agenda[{k}].leader: {name} does not wait to be placed")


# --- allied units and Support -1


def _check_allies(field: Field, s: Record, houses: Houses, phases: list[Phase]) -> None:
    rules, facts = RULES[s["ruleset"]], houses.facts
    both = s["units"] + s["routed"]
    own, allied = both[:, :ALLIED_FOOTMAN].sum(axis=1), both[:, ALLIED_FOOTMAN:].sum(axis=1)
    for a in np.flatnonzero((allied > 0) & (own == 0)).tolist():
        if not s["fight"]:
            field.complain(f"areas.{facts.areas[a]}: allied units stand there alone")
    if Phase.DROP_ALLIES in phases:
        return
    for p, house in enumerate(houses):
        held = [c for c in range(NUM_ALLIANCE_CARDS) if s["ally_owner"][c] == p]
        for u in (ALLIED_FOOTMAN, ALLIED_KNIGHT):
            most = sum(int(rules["alliance_units"][c, u]) for c in held)
            there = int(rules["pool"][u] - s["pool"][p, u])
            if there > most:
                field.complain(
                    f"{house} has {there} {facts.unit_words[u]}: its Alliance cards bring {most}"
                )


def _check_minus(field: Field, s: Record) -> None:
    laid, most = int(s["minus"].sum()), int(RULES[s["ruleset"]]["minus_tokens"])
    if laid > most:
        field.complain(f"areas: {laid} orders support-1: expected at most {most}")


# --- Tactics cards


def _check_picks(field: Field, s: Record, houses: Houses, phases: list[Phase]) -> None:
    """While cards are picked, only houses asked before have one; later they lie open."""
    if not phases:
        return
    if Phase.TACTIC in phases and s["options"][Option.TACTICS] == Tactics.OFF:
        field.complain("agenda: the game is played without Tactics cards")
    first = phases[0]
    if first not in (Phase.WESTEROS, Phase.ALLIANCE_STEP):
        wanted = first is not Phase.PLANNING
        if bool(s["tactics_open"]) != wanted:
            field.complain(f"tactics.open: expected {str(wanted).lower()} in this phase")
    if first is not Phase.PLANNING:
        return
    begun = s["stack"][0, A] or s["stack"][0, A + 1] or s["stack"][0, A + 2]
    turn = int(s["stack"][0, A]) if begun else 0
    asked = bool(begun) and bool(s["stack"][0, A + 2]) and Phase.TACTIC not in phases
    throne = s["track"][Track.IRON_THRONE].tolist()
    if Phase.TACTIC in phases:
        if not s["stack"][0, A + 2]:
            field.complain("agenda[0].asked: expected true while a Tactics card is picked")
        if s["stack"][1, PLAYER] != throne[turn]:
            field.complain(f"agenda[1].player: expected {houses[throne[turn]]}")
    for p, house in enumerate(houses):
        place = throne.index(p)
        barred = int(s["tactics_barred"]) >> p & 1
        had_turn = place < turn or (place == turn and asked)
        barred = barred or not s["tactics_left"][p]
        if (s["tactic"][p] != NONE) != (had_turn and not barred):
            what = "it has picked already" if had_turn and not barred else "it is not to pick now"
            field.complain(f"tactics.houses.{house}.picked: {what}")
