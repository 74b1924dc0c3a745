"""Columns of RULES for a board with claim: fords, arrows, Leaders, Tactics and Alliance cards."""

from __future__ import annotations

from typing import Any

from got_env.westeros.claim.battle_steps import CLEAN_BOARD as CLEAN_BATTLE
from got_env.westeros.facts.facts import Facts
from got_env.westeros.phases.combat_steps import CLEAN_BOARD
from got_env.westeros.rules.vocabulary import (
    ALLIED_FOOTMAN,
    ALLIED_KNIGHT,
    NONE,
    Alliance,
    Order,
    Tactic,
    Unit,
    WesterosCard,
)

_ICONS = {"march": Order.MARCH_MINUS, "raid": Order.RAID, "consolidate_power": Order.CONSOLIDATE}


def fill_claim(row: Any, facts: Facts, players: int) -> None:
    """Fill what only games with claim have; the rest of the row must be filled."""
    for field in ("leader_house", "leader_card", "leader_alliance", "leader_start"):
        row[field][:] = NONE
    row["leader_prison"][:] = NONE
    row["alliance_start"][:] = NONE
    row["tactic"][:, :] = NONE
    _fill_ground(row, facts, players)
    _fill_guards(row, facts, players)
    _fill_leaders(row, facts, players)
    _fill_tactics(row, facts, players)
    _fill_alliances(row, facts, players)
    _fill_storm(row, facts)
    claims = facts.edition.with_claim
    row["with_claim"] = claims
    row["clean_up_step"] = CLEAN_BATTLE if claims else CLEAN_BOARD
    row["area_places"] = facts.edition.areas
    row["decision_places"] = facts.edition.decision_places


def _fill_ground(row: Any, facts: Facts, players: int) -> None:
    index = {area: i for i, area in enumerate(facts.areas)}
    houses = facts.houses_in_play(players)
    for i, area in enumerate(facts.board.areas):
        row["claim"][i] = area.claim
        row["town_mask"] |= int(area.town) << i
        row["coast_mask"] |= int(area.coast is not None) << i
    for field, pairs in (("fords", facts.board.fords), ("rivers", facts.board.river_borders)):
        for pair in pairs:
            a, b = index[pair.a], index[pair.b]
            row[field][a] |= 1 << b
            row[field][b] |= 1 << a
    for arrow in facts.board.arrows:
        a, b = index[arrow.a], index[arrow.b]
        if arrow.house is None:
            masks = row["arrows"]
        elif arrow.house in houses:
            masks = row["house_arrows"][houses.index(arrow.house)]
        else:
            masks = row["closed_arrows"]
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    for deck in facts.westeros.decks.values():
        for card in deck:
            row["weather_icon"][WesterosCard[card.id.upper()]] = card.weather_icon
    weather = facts.setup.weather
    row["weather_spaces"] = len(weather)
    row["stormy"][: len(weather)] = [space == "storm" for space in weather]
    row["minus_tokens"] = facts.setup.support_minus_tokens


def _fill_guards(row: Any, facts: Facts, players: int) -> None:
    """Garrisons beside those of the homes; such an area is held like a home while they stand."""
    index = {area: i for i, area in enumerate(facts.areas)}
    for seat, house in enumerate(facts.houses_in_play(players)):
        for garrison in facts.setup.houses[house].more_garrisons:
            a = index[garrison.area]
            row["start_garrison"][a] = garrison.strength
            row["home_seat"][a] = seat
            row["home_mask"] |= 1 << a
            row["guard_mask"] |= 1 << a
    allied = facts.setup.allied_units
    if allied is None:
        return
    row["allied"] = 1
    row["allied_digits"] = 0xFF00  # four bits a type, see claim/leader_march_fits.py
    for unit, own, number in (
        (ALLIED_FOOTMAN, Unit.FOOTMAN, allied.footman),
        (ALLIED_KNIGHT, Unit.KNIGHT, allied.knight),
    ):
        row["pool"][unit] = number
        row["unit_strength"][unit] = row["unit_strength"][own]
    row["siege_strength"] = row["unit_strength"][ALLIED_FOOTMAN]
    for kind in WesterosCard:
        if int(row["westeros_mute"][kind]) >> Unit.FOOTMAN & 1:
            row["westeros_mute"][kind] |= 1 << ALLIED_FOOTMAN  # Rule: ASOS-WEST-17


def _fill_leaders(row: Any, facts: Facts, players: int) -> None:
    if facts.leaders is None:
        return
    index = {area: i for i, area in enumerate(facts.areas)}
    houses = facts.houses_in_play(players)
    leaders = facts.leaders.leaders
    slots = {leader.id: i for i, leader in enumerate(leaders)}
    cards = [] if facts.alliances is None else [card.id for card in facts.alliances.cards]
    row["num_leaders"] = len(leaders)
    for i, leader in enumerate(leaders):
        if leader.house is not None and leader.house in houses:
            row["leader_house"][i] = houses.index(leader.house)
            hand = facts.card_ids[leader.house]
            if leader.house_card in hand:
                row["leader_card"][i] = hand.index(leader.house_card)
        row["leader_icon"][i] = _ICONS[leader.activation_icon]
        row["leader_idle"][i] = leader.idle_strength
        row["leader_march"][i] = leader.march_strength
        row["leader_swords"][i] = leader.swords
        row["leader_power"][i] = leader.power
        if leader.alliance_card is not None:
            row["leader_alliance"][i] = cards.index(leader.alliance_card)
    for seat, house in enumerate(houses):
        sheet = facts.setup.houses[house]
        for start in sheet.leaders:
            row["leader_start"][slots[start.leader]] = index[start.area]
        for prisoner in sheet.prison:
            row["leader_prison"][slots[prisoner]] = seat


def _fill_tactics(row: Any, facts: Facts, players: int) -> None:
    if facts.tactics is None:
        return
    cards = {card.id: card for card in facts.tactics.cards}
    index = {area: i for i, area in enumerate(facts.areas)}
    for seat, house in enumerate(facts.houses_in_play(players)):
        for slot, name in enumerate(facts.tactics.decks[house]):
            card = cards[name]
            kind = Tactic.OBJECTIVE if card.objective else Tactic[name.upper()]
            row["tactic"][seat, slot] = kind
            for area in card.objective:
                row["objective"][seat] |= 1 << index[area]


def _fill_alliances(row: Any, facts: Facts, players: int) -> None:
    if facts.alliances is None:
        return
    houses = facts.houses_in_play(players)
    row["num_alliances"] = len(facts.alliances.cards)
    for i, card in enumerate(facts.alliances.cards):
        row["alliance"][i] = Alliance[card.type.upper()]
        row["alliance_units"][i, ALLIED_FOOTMAN] = card.footmen
        row["alliance_units"][i, ALLIED_KNIGHT] = card.knights
        row["alliance_strength"][i] = card.strength
        row["alliance_cost"][i] = card.cost
        row["alliance_blocks"][i] = card.blocks_power
        for seat, house in enumerate(houses):
            if card.id in facts.setup.houses[house].alliance_cards:
                row["alliance_start"][i] = seat
    for d, deck in enumerate(facts.alliances.decks):
        row["lasting"][d] = deck in facts.alliances.permanent


def _fill_storm(row: Any, facts: Facts) -> None:
    """Set changes by Leaders and Tactics cards on the original board. Rule: ASOS-OPT4-01, -02."""
    if facts.storm is None:
        return
    index = {area: i for i, area in enumerate(facts.areas)}
    row["minus_tokens"] = facts.storm.support_minus_tokens
    row["claim"] = row["muster_points"] > 0  # Rule: ASOS-OPT-03, castle areas are counted
    for area, strength in facts.storm.neutral_forces_with_leaders.items():
        a = index[area]
        row["leader_neutral"][a] = strength - row["start_neutral"][a]
    for i in range(int(row["num_leaders"])):
        seat = row["leader_house"][i]
        if seat != NONE:
            row["leader_start"][i] = row["home_seat"].tolist().index(seat)
