"""Options of A Storm of Swords.

Sources: the table "Defaults" of docs/rules/asos-rulings.md. Points of the 1st edition that the
Storm of Swords leaves alone are read by the defaults of that edition.
"""

from __future__ import annotations

from got_env.westeros.editions.options_agot1e import OPTIONS as FIRST
from got_env.westeros.rules.options import OptionTable, offered, option

_SPECS = offered(
    option("goal", "what ends the game at once", "S1", values="claim_8 seats_8"),
    option("claim_to_win", "claim that ends the game at once", "O4", words="8 5 6 7 9 10 11 12"),
    option("claim_token_source", "where a token for the claim track is from", "S5"),
    option("double_win", "who wins when one move brings two enough claim", "S3"),
    option("manage_troops_discard", "when Manage Troops leaves the game", "T1"),
    option(
        "manage_troops_control_token",
        "a Power token may stay where Manage Troops moves units away",
        "T2",
    ),
    option(
        "control_westeros_neutral",
        "Control Westeros against Neutral Forces and lone Garrisons",
        "T5",
    ),
    option("hold_territory_seat", "Hold Territory in a seat: 2, or 1 and 2", "T7"),
    option("support_minus1_replaceable", "a raided Support -1 is replaced again", "T8"),
    option("hidden_schemes_scope", "how long Hidden Schemes bars Forge Alliances", "T9"),
    option("lookout_target", "whose order Arryn Lookout removes", "A1"),
    option("lookout_timing", "when Arryn Lookout is used", "A2"),
    option(
        "permanent_after_discard", "a permanent alliance after one of its cards is discarded", "A5"
    ),
    option("permanent_reform", "when a permanent alliance can form after one has ended", "A6"),
    option("tyrell_leader", "the Leader of the Tyrell Leadership card", "A8"),
    option("activation_marking", "when it is fixed which orders activate a Leader", "L2"),
    option("stranded_leader", "a Leader that has lost its last companion", "L3"),
    option("hostage_card", "the House card of a hostage", "L5"),
    option("negotiation", "negotiations about hostages", "N1"),
    option(
        "negotiation_offers_per_responder",
        "offers to each player in one negotiation",
        "N2",
        words="1 2 3",
    ),
    option("negotiation_empty_offer", "offers that give nothing", "N3"),
    FIRST.specs["orders_mandatory"],
    option("ilyn_payne", "the casualty of Ser Ilyn Payne: one more, or at least one", "H1"),
    option("bran_self", "Bran Stark takes himself back", "H2"),
    option("stannis_sword", "the sword of Stannis without the token", "H3"),
    option("davos_timing", "when Ser Davos Seaworth may pay", "H4"),
    option("enemy_card_strength", "strength of the enemy card as texts see it", "H6"),
)

OPTIONS = OptionTable(
    _SPECS,
    fixed={
        **{spec.slot: spec.codes[0] for key, spec in FIRST.specs.items() if key not in _SPECS},
        **FIRST.fixed,
    },
)
