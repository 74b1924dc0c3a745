"""Options of A Storm of Swords.

Sources: the table "Defaults" of docs/rules/asos-rulings.md. Points of the 1st edition that the
Storm of Swords leaves alone are read by the defaults of that edition.
"""

from __future__ import annotations

from got_env.westeros.editions.options_agot1e import OPTIONS as FIRST
from got_env.westeros.option_values import (
    ActivationMarking,
    BranSelf,
    ClaimTokenSource,
    ClaimToWin,
    ControlWesterosNeutral,
    DavosTiming,
    DoubleWin,
    EnemyCardStrength,
    Goal,
    HiddenSchemesScope,
    HoldTerritorySeat,
    HostageCard,
    IlynPayne,
    LookoutTarget,
    LookoutTiming,
    ManageTroopsControlToken,
    ManageTroopsDiscard,
    Negotiation,
    NegotiationEmptyOffer,
    NegotiationOffersPerResponder,
    PermanentAfterDiscard,
    PermanentReform,
    StannisSword,
    StrandedLeader,
    SupportMinus1Replaceable,
    TyrellLeader,
)
from got_env.westeros.options import Option, OptionTable, option

_SPECS = {
    "goal": option(Option.GOAL, (Goal.CLAIM_8, Goal.SEATS_8), "what ends the game at once", "S1"),
    "claim_to_win": option(
        Option.CLAIM_TO_WIN,
        ClaimToWin,
        "claim that ends the game at once",
        "O4",
        ("8", "5", "6", "7", "9", "10", "11", "12"),
    ),
    "claim_token_source": option(
        Option.CLAIM_TOKEN_SOURCE,
        ClaimTokenSource,
        "where a token for the claim track is from",
        "S5",
    ),
    "double_win": option(
        Option.DOUBLE_WIN, DoubleWin, "who wins when one move brings two enough claim", "S3"
    ),
    "manage_troops_discard": option(
        Option.MANAGE_TROOPS_DISCARD,
        ManageTroopsDiscard,
        "when Manage Troops leaves the game",
        "T1",
    ),
    "manage_troops_control_token": option(
        Option.MANAGE_TROOPS_CONTROL_TOKEN,
        ManageTroopsControlToken,
        "a Power token may stay where Manage Troops moves units away",
        "T2",
    ),
    "control_westeros_neutral": option(
        Option.CONTROL_WESTEROS_NEUTRAL,
        ControlWesterosNeutral,
        "Control Westeros against Neutral Forces and lone Garrisons",
        "T5",
    ),
    "hold_territory_seat": option(
        Option.HOLD_TERRITORY_SEAT,
        HoldTerritorySeat,
        "Hold Territory in a seat: 2, or 1 and 2",
        "T7",
    ),
    "support_minus1_replaceable": option(
        Option.SUPPORT_MINUS1_REPLACEABLE,
        SupportMinus1Replaceable,
        "a raided Support -1 is replaced again",
        "T8",
    ),
    "hidden_schemes_scope": option(
        Option.HIDDEN_SCHEMES_SCOPE,
        HiddenSchemesScope,
        "how long Hidden Schemes bars Forge Alliances",
        "T9",
    ),
    "lookout_target": option(
        Option.LOOKOUT_TARGET, LookoutTarget, "whose order Arryn Lookout removes", "A1"
    ),
    "lookout_timing": option(
        Option.LOOKOUT_TIMING, LookoutTiming, "when Arryn Lookout is used", "A2"
    ),
    "permanent_after_discard": option(
        Option.PERMANENT_AFTER_DISCARD,
        PermanentAfterDiscard,
        "a permanent alliance after one of its cards is discarded",
        "A5",
    ),
    "permanent_reform": option(
        Option.PERMANENT_REFORM,
        PermanentReform,
        "when a permanent alliance can form after one has ended",
        "A6",
    ),
    "tyrell_leader": option(
        Option.TYRELL_LEADER, TyrellLeader, "the Leader of the Tyrell Leadership card", "A8"
    ),
    "activation_marking": option(
        Option.ACTIVATION_MARKING,
        ActivationMarking,
        "when it is fixed which orders activate a Leader",
        "L2",
    ),
    "stranded_leader": option(
        Option.STRANDED_LEADER, StrandedLeader, "a Leader that has lost its last companion", "L3"
    ),
    "hostage_card": option(Option.HOSTAGE_CARD, HostageCard, "the House card of a hostage", "L5"),
    "negotiation": option(Option.NEGOTIATION, Negotiation, "negotiations about hostages", "N1"),
    "negotiation_offers_per_responder": option(
        Option.NEGOTIATION_OFFERS_PER_RESPONDER,
        NegotiationOffersPerResponder,
        "offers to each player in one negotiation",
        "N2",
        ("1", "2", "3"),
    ),
    "negotiation_empty_offer": option(
        Option.NEGOTIATION_EMPTY_OFFER, NegotiationEmptyOffer, "offers that give nothing", "N3"
    ),
    "orders_mandatory": FIRST.specs["orders_mandatory"],
    "ilyn_payne": option(
        Option.ILYN_PAYNE,
        IlynPayne,
        "the casualty of Ser Ilyn Payne: one more, or at least one",
        "H1",
    ),
    "bran_self": option(Option.BRAN_SELF, BranSelf, "Bran Stark takes himself back", "H2"),
    "stannis_sword": option(
        Option.STANNIS_SWORD, StannisSword, "the sword of Stannis without the token", "H3"
    ),
    "davos_timing": option(
        Option.DAVOS_TIMING, DavosTiming, "when Ser Davos Seaworth may pay", "H4"
    ),
    "enemy_card_strength": option(
        Option.ENEMY_CARD_STRENGTH,
        EnemyCardStrength,
        "strength of the enemy card as texts see it",
        "H6",
    ),
}

OPTIONS = OptionTable(
    _SPECS,
    fixed={
        **{spec.slot: spec.codes[0] for key, spec in FIRST.specs.items() if key not in _SPECS},
        **FIRST.fixed,
    },
)
