"""RULES: everything that differs between rulesets, one record per game and number of players.

Kernels index it as ``RULES[s.ruleset]`` and never ask which game they play. The records are made
from the facts of a game by :mod:`got_env.westeros.facts.rulesets`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.jit import record_dtype
from got_env.core.tables import Table
from got_env.westeros.rules.options import NUM_OPTIONS
from got_env.westeros.rules.vocabulary import (
    HAND_SIZE,
    MAX_AREAS,
    MAX_LEADERS,
    MAX_NEIGHBOURS,
    MAX_PLAYERS,
    NUM_ALLIANCE_CARDS,
    NUM_ALLIANCE_DECKS,
    NUM_ORDERS,
    NUM_PHASES,
    NUM_TACTICS,
    NUM_TRACKS,
    NUM_UNITS,
    WesterosCard,
    WildlingCard,
)

MAX_RULESETS = 2048
"""Rows of RULES, those of a user's own data included: four for a game of 3 to 6 players, and as
many again for each choice of its switchable borders and of the cards that its options bring."""
MAX_SEAS = 12
MAX_PORTS = 8
MAX_CASTLES = MAX_AREAS
SUPPLY_LEVELS = 7
WEATHER_SPACES = 8
SUPPLY_SIZES = 8
NUM_TIDES_KINDS = 6
NUM_CHOICES = 3
"""Options of a choice card."""

_I = np.int16
_A = MAX_AREAS

RULES_DTYPE: np.dtype[Any] = record_dtype(
    [
        # --- board
        ("num_areas", _I),
        ("kind", _I, (_A,)),
        ("adjacent", np.int64, (_A,)),  # bit per adjacent area
        ("neighbours", _I, (_A, MAX_NEIGHBOURS)),  # the same as a list
        ("degree", _I, (_A,)),
        ("land_mask", np.int64),
        ("sea_mask", np.int64),
        ("port_mask", np.int64),
        ("seas", _I, (MAX_SEAS,)),
        ("num_seas", _I),
        ("ports", _I, (MAX_PORTS,)),
        ("num_ports", _I),
        ("port_land", _I, (_A,)),  # of a port: its land area
        ("port_sea", _I, (_A,)),  # of a port: its sea area
        ("port_of", _I, (_A,)),  # of a land area: its port
        ("castles", _I, (MAX_CASTLES,)),  # castle areas
        ("num_castles", _I),
        ("muster_points", _I, (_A,)),  # 2 Stronghold, 1 Castle, 0 neither
        ("supply_icons", _I, (_A,)),
        ("power_icons", _I, (_A,)),
        ("home_seat", _I, (_A,)),  # seat of the house whose home area this is
        ("home_mask", np.int64),  # bit per home area of a house in play
        ("island_mask", np.int64),  # bit per land area without land beside it
        ("area_orders", _I, (_A,)),  # bit per order type that may lie there
        ("orders_by_area", _I),  # 1 when some area does not take all of them
        # --- houses in play
        ("num_players", _I),
        ("house", _I, (MAX_PLAYERS,)),  # house of each seat
        ("start_units", _I, (_A, NUM_UNITS)),
        ("start_owner", _I, (_A,)),
        ("start_garrison", _I, (_A,)),
        ("start_neutral", _I, (_A,)),
        ("start_supply", _I, (MAX_PLAYERS,)),
        ("start_power", _I),
        ("start_threat", _I),
        ("start_track", _I, (NUM_TRACKS, MAX_PLAYERS)),
        ("swapped_track", _I),  # track on which two houses change places by an option, or NONE
        ("swapped_seats", _I, (2,)),  # those houses
        ("optional_ship", _I),  # port whose start Ship lannister_port_ship_3p=no leaves out
        ("pool", _I, (NUM_UNITS,)),  # pieces of each unit type
        ("allied", _I),  # 1 when the last two types of units are allied ones
        ("allied_digits", np.int64),  # those of packed numbers of units that count allied ones
        # --- numbers
        ("max_rounds", _I),
        ("castles_to_win", _I),
        ("stars", _I, (MAX_PLAYERS,)),  # special orders by King's Court position
        ("order_tokens", _I, (NUM_ORDERS,)),
        ("order_special", _I, (NUM_ORDERS,)),
        ("order_bonus", _I, (NUM_ORDERS,)),  # strength of March, Defense and Support orders
        ("unit_strength", _I, (NUM_UNITS,)),
        ("siege_strength", _I),  # against a castle area
        ("muster_cost", _I, (NUM_UNITS,)),
        ("supply_limit", _I, (SUPPLY_LEVELS, SUPPLY_SIZES)),  # [level, n]: armies of n or more
        ("threat_max", _I),
        ("threat_step", _I),
        ("threat_attacks", _I),  # 1 when the Wildlings attack at threat_max by themselves
        ("threat_back", _I),  # what the threat loses after a Wildling victory
        ("loss_price", _I, (NUM_UNITS,)),  # what a unit lost to the Wildlings is worth
        # --- procedures
        ("star_raid", _I),  # a StarRaid
        ("victim_pays", _I),  # 1 when a raided Consolidate Power order costs its house a Power
        ("star_musters", _I),  # 1 when a special Consolidate Power order may muster
        ("raven_looks", _I),  # 1 when the Raven may look at a Wildling card
        ("text_order", _I),  # track that says whose House card text comes first
        ("whole_hand", _I),  # 1 when the last card of a hand comes back with the others
        ("used_return", _I),  # 1 when used Westeros cards go under their deck
        ("places_tie", _I),  # 1 when houses may share a place
        # --- cards
        ("card_strength", _I, (MAX_PLAYERS, HAND_SIZE)),
        ("card_swords", _I, (MAX_PLAYERS, HAND_SIZE)),
        ("card_forts", _I, (MAX_PLAYERS, HAND_SIZE)),
        ("card_effect", _I, (MAX_PLAYERS, HAND_SIZE)),
        ("westeros_deck", _I, (NUM_TRACKS, 10)),
        ("wildling_icon", _I, (len(WesterosCard),)),
        ("westeros_ban", _I, (len(WesterosCard),)),  # bit per order type
        ("westeros_mute", _I, (len(WesterosCard),)),  # bit per unit type that adds no support
        ("mutes", _I),  # 1 when some card does so
        ("mutes_lending", _I),  # 1 when it does so against Neutral Forces too, whatever the option
        ("westeros_place", _I, (len(WesterosCard),)),  # of each kind in observations
        ("offers", _I, (len(WesterosCard), NUM_CHOICES)),  # cards that a choice card stands for
        ("num_wildlings", _I),  # cards of the Wildling deck, 0 without
        ("wildlings", _I, (len(WildlingCard),)),  # those cards, NONE beyond
        ("wild_open", _I),  # 1 when a Wildling card is turned up before the bids
        ("mammoth_loss", _I),  # what Mammoth Riders cost the lowest bidder
        ("massing_one", _I),  # 1 when Massing on the Milkwater costs everybody one card
        ("tides_strength", _I, (NUM_TIDES_KINDS,)),
        ("tides_swords", _I, (NUM_TIDES_KINDS,)),
        ("tides_forts", _I, (NUM_TIDES_KINDS,)),
        ("tides_skulls", _I, (NUM_TIDES_KINDS,)),
        ("tides_deck", _I, (24,)),
        # --- the round: which phase follows which
        ("after", _I, (NUM_PHASES,)),
        # --- fords, arrows, towns and claim; nothing in games without them
        ("fords", np.int64, (_A,)),  # bit per area over a ford
        ("arrows", np.int64, (_A,)),  # bit per area at the other end of an arrow for everybody
        ("house_arrows", np.int64, (MAX_PLAYERS, _A)),  # of an arrow for one seat
        ("closed_arrows", np.int64, (_A,)),  # of an arrow for a house that is not in play
        ("rivers", np.int64, (_A,)),  # of a river border without a way across
        ("town_mask", np.int64),
        ("coast_mask", np.int64),  # areas that touch a sea
        ("guard_mask", np.int64),  # areas that are held like a home while their Garrison stands
        ("claim", _I, (_A,)),  # claim for controlling the area
        ("weather_icon", _I, (len(WesterosCard),)),
        ("stormy", _I, (WEATHER_SPACES,)),  # 1 for a stormy space
        ("weather_spaces", _I),
        ("minus_tokens", _I),  # Support -1 tokens in all
        # --- Leaders
        ("num_leaders", _I),
        ("leader_house", _I, (MAX_LEADERS,)),  # seat of the house; NONE for allied Leaders
        ("leader_icon", _I, (MAX_LEADERS,)),  # first order type of the activation icon
        ("leader_idle", _I, (MAX_LEADERS,)),
        ("leader_march", _I, (MAX_LEADERS,)),
        ("leader_swords", _I, (MAX_LEADERS,)),
        ("leader_power", _I, (MAX_LEADERS,)),
        ("leader_card", _I, (MAX_LEADERS,)),  # slot of the House card, NONE without
        ("leader_alliance", _I, (MAX_LEADERS,)),  # Alliance card that brings the Leader, or NONE
        ("leader_start", _I, (MAX_LEADERS,)),  # area, NONE elsewhere
        ("leader_prison", _I, (MAX_LEADERS,)),  # seat of the cell, NONE elsewhere
        # --- Tactics and Alliance cards
        ("tactic", _I, (MAX_PLAYERS, NUM_TACTICS)),
        ("objective", np.int64, (MAX_PLAYERS,)),  # areas of which one has to be controlled
        ("leader_neutral", _I, (_A,)),  # what Leaders in the game add to a Neutral Force
        ("num_alliances", _I),  # Alliance cards
        ("alliance", _I, (NUM_ALLIANCE_CARDS,)),  # kind of every card; six to a deck
        ("alliance_units", _I, (NUM_ALLIANCE_CARDS, NUM_UNITS)),
        ("alliance_strength", _I, (NUM_ALLIANCE_CARDS,)),
        ("alliance_cost", _I, (NUM_ALLIANCE_CARDS,)),
        ("alliance_blocks", _I, (NUM_ALLIANCE_CARDS,)),
        ("alliance_start", _I, (NUM_ALLIANCE_CARDS,)),  # seat that starts with it, or NONE
        ("lasting", _I, (NUM_ALLIANCE_DECKS,)),  # 1 for a house that can be a permanent ally
        # --- which rules
        ("with_claim", _I),  # 1 where the rules are those of claim/
        ("clean_up_step", _I),  # step of a combat in which the board is cleaned up
        # --- what observations show
        ("decision_place", _I, (NUM_PHASES,)),  # of each decision of the game, else NONE
        ("decision_places", _I),  # places for decisions in the observation of a game with claim
        ("area_places", _I),  # places for areas in it
        ("num_options", _I),
        ("option_slot", _I, (NUM_OPTIONS,)),  # column of s.options of each option of the game
    ]
)

RULES = Table("got_env.westeros.RULES", RULES_DTYPE, MAX_RULESETS)
"""Rows of :data:`RULES_DTYPE`. Rows in use never change."""
