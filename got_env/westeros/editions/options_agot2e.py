"""Options of the 2nd edition.

Sources: the table "Defaults" of docs/rules/agot2e-rulings.md; AMB numbers are those of the
ambiguities page.
"""

from __future__ import annotations

from collections.abc import Mapping

from got_env.westeros.option_values import (
    AriannePowerToken,
    FinalTiebreak,
    HandRefillAfterDiscard,
    HouseCardTiming,
    LannisterPortShip3p,
    MaceEmptyArmy,
    MassingAllEqual,
    NegativeStrength,
    OrderWithoutUnits,
    PortCapturePartial,
    PortCaptureTiming,
    RaidersSupply,
    RavenChoicePublic,
    RetreatChoice,
    Revision,
    RobbBeatenAttacker,
    RoutedUpgrade,
    SalladhorVictarion,
    SiegeCasualty,
    SkullOrder,
    SupplyCut,
    SupportRefusal,
    SupportSplitSides,
    Tides,
    TidesBlade,
    TidesReshuffle,
    TurnOrderChange,
    VictoryCheck,
    WildlingTie,
    WinterIsComingTiming,
    WinterReshufflesUsed,
)
from got_env.westeros.options import Option, OptionTable, Preset, option

_SPECS = {
    "tides": option(Option.TIDES, Tides, "play with Tides of Battle cards", "2E-SETUP-20"),
    "revision": option(
        Option.REVISION,
        Revision,
        "rulebook revision where the two differ; with `older` the defaults are "
        "`house_card_timing=002` and `port_capture_partial=true`",
        "Part E of the ledger",
    ),
    "final_tiebreak": option(
        Option.FINAL_TIEBREAK,
        (FinalTiebreak.RULEBOOK, FinalTiebreak.FAQ),
        "order of tie-breaks after the last round",
        "2E-AMB-86",
    ),
    "lannister_port_ship_3p": option(
        Option.LANNISTER_PORT_SHIP_3P,
        LannisterPortShip3p,
        "Lannister's Ship in port with three players",
        "2E-AMB-85",
    ),
    "mace_empty_army": option(
        Option.MACE_EMPTY_ARMY,
        MaceEmptyArmy,
        "Mace Tyrell destroys the last fighting unit",
        "2E-AMB-79",
    ),
    "arianne_power_token": option(
        Option.ARIANNE_POWER_TOKEN,
        AriannePowerToken,
        "the loser's token when Arianne keeps the victor out, or no unit is left to enter",
        "2E-AMB-80",
    ),
    "salladhor_victarion": option(
        Option.SALLADHOR_VICTARION,
        SalladhorVictarion,
        "Salladhor Saan against Victarion",
        "2E-AMB-81",
    ),
    "siege_casualty": option(
        Option.SIEGE_CASUALTY, SiegeCasualty, "Siege Engines as casualties", "2E-AMB-82"
    ),
    "massing_all_equal": option(
        Option.MASSING_ALL_EQUAL,
        MassingAllEqual,
        "Massing on the Milkwater, equal strengths",
        "2E-AMB-83",
    ),
    "robb_beaten_attacker": option(
        Option.ROBB_BEATEN_ATTACKER,
        RobbBeatenAttacker,
        "where Robb Stark may send an attacker",
        "2E-AMB-84",
    ),
    "hand_refill_after_discard": option(
        Option.HAND_REFILL_AFTER_DISCARD,
        (HandRefillAfterDiscard.KEEP_DISCARDED, HandRefillAfterDiscard.KEEP_PLAYED),
        "which card stays away after Patchface",
        "2E-AMB-40",
    ),
    "support_refusal": option(
        Option.SUPPORT_REFUSAL, SupportRefusal, "portions in which support is refused", "2E-AMB-36"
    ),
    "winter_is_coming_timing": option(
        Option.WINTER_IS_COMING_TIMING,
        WinterIsComingTiming,
        "when Winter is Coming is replaced",
        "2E-AMB-04",
    ),
    "winter_reshuffles_used": option(
        Option.WINTER_RESHUFFLES_USED,
        WinterReshufflesUsed,
        "whether used cards of the deck come back",
        "2E-AMB-05",
    ),
    "supply_cut": option(
        Option.SUPPLY_CUT, SupplyCut, "how armies over supply are cut", "2E-AMB-08"
    ),
    "turn_order_change": option(
        Option.TURN_ORDER_CHANGE, TurnOrderChange, "Iron Throne changes within a pass", "2E-AMB-22"
    ),
    "victory_check": option(
        Option.VICTORY_CHECK, VictoryCheck, "when the seventh castle area wins", "2E-AMB-63"
    ),
    "house_card_timing": option(
        Option.HOUSE_CARD_TIMING,
        HouseCardTiming,
        "four or three ranks of House card texts",
        "2E-AMB-41",
        ("000", "002"),
    ),
    "negative_strength": option(
        Option.NEGATIVE_STRENGTH, NegativeStrength, "final strength below 0", "2E-AMB-39"
    ),
    "retreat_choice": option(
        Option.RETREAT_CHOICE, RetreatChoice, "retreat when every area breaks supply", "2E-AMB-49"
    ),
    "order_without_units": option(
        Option.ORDER_WITHOUT_UNITS,
        OrderWithoutUnits,
        "when an order without units goes",
        "2E-AMB-58",
    ),
    "port_capture_partial": option(
        Option.PORT_CAPTURE_PARTIAL,
        PortCapturePartial,
        "fewer Ships may be taken over than stock and Supply allow",
        "2E-AMB-33",
    ),
    "port_capture_timing": option(
        Option.PORT_CAPTURE_TIMING, PortCaptureTiming, "when a Port is taken over", "2E-AMB-91"
    ),
    "skull_order": option(
        Option.SKULL_ORDER, SkullOrder, "whose Skull is carried out first", "2E-AMB-92"
    ),
    "routed_upgrade": option(
        Option.ROUTED_UPGRADE,
        RoutedUpgrade,
        "what becomes of a routed Footman that mustering upgrades",
        "2E-AMB-94",
    ),
    "support_split_sides": option(
        Option.SUPPORT_SPLIT_SIDES,
        SupportSplitSides,
        "a third House may support both sides",
        "2E-AMB-35",
    ),
    "tides_blade": option(
        Option.TIDES_BLADE, TidesBlade, "use of the Blade with Tides cards", "2E-AMB-43"
    ),
    "tides_reshuffle": option(
        Option.TIDES_RESHUFFLE, TidesReshuffle, "when the Tides deck is shuffled", "2E-AMB-44"
    ),
    "wildling_tie": option(
        Option.WILDLING_TIE, WildlingTie, "when a Wildling tie is settled", "2E-AMB-89"
    ),
    "raven_choice_public": option(
        Option.RAVEN_CHOICE_PUBLIC, RavenChoicePublic, "others see top or bottom", "2E-AMB-21"
    ),
    "raiders_supply": option(
        Option.RAIDERS_SUPPLY,
        RaidersSupply,
        "whether Rattleshirt's Raiders cut the armies of each House before the next one's Supply "
        "falls",
        "2E-AMB-93",
    ),
}

_PRESETS: Mapping[str, Preset] = {
    "rulebook": {},
    "online": {
        "final_tiebreak": "faq",
        "lannister_port_ship_3p": "no",
        "arianne_power_token": "keep",
        "siege_casualty": "separate",
        "support_refusal": "per_house",
        "supply_cut": "minimal",
        "victory_check": "after_march",
        "port_capture_timing": "after_march",
        "skull_order": "attacker_first",
        "support_split_sides": "false",
        "port_capture_partial": "true",
        "wildling_tie": "before_reveal",
        "raiders_supply": "together",
    },
}

_OLDER_REVISION: Preset = {
    "house_card_timing": "002",  # three timing ranks (ledger Part E, row 1)
    "port_capture_partial": "true",  # as many Ships as wanted (ledger Part E, row 7)
}
"""Defaults of options where the older revision of the rulebook speaks otherwise."""

OPTIONS = OptionTable(_SPECS, presets=_PRESETS, implied={("revision", "older"): _OLDER_REVISION})
