"""Options of the 1st edition.

Sources: the table "Defaults" of docs/rules/agot1e-rulings.md; DP numbers are those of the page of
open points.

Who plays which House (``house_assignment``, 1E-DP-49) is no option: seats are Houses, and whoever
calls an environment decides who sits where.
"""

from __future__ import annotations

from got_env.westeros.option_values import (
    AshaOrders,
    BladeNeutral,
    BranSelf,
    CerseiChoice,
    CrackclawNarrowSea,
    DavosTiming,
    DefeatedShipsCarry,
    DoublePillage,
    EnemyCardStrength,
    FinalTiebreak,
    HandRefillAfterDiscard,
    HighgardenRedwyne,
    HomeReverts,
    HouseCards,
    IlynPayne,
    IslandSupport,
    KingsCourtSwap,
    LorasDefeatedFootman,
    MaceEmptyArmy,
    MusterNeutralSea,
    NeutralSupportTiming,
    OrderPass,
    OrdersMandatory,
    RaidPlusOneTargets,
    RainsNeutral,
    RavenBannedOrder,
    RavenSpecialSwap,
    RenlyDavos,
    RenlyDefeated,
    RetreatChoice,
    RetreatEnemyHome,
    RobbBeatenAttacker,
    SalladhorShips,
    SimultaneousVictory,
    StannisSword,
    SunsetSeaOldtown,
    SupplyCut,
    SupportAgainstSelf,
    SupportOrder,
    SupportRefusal,
    VictoryCheck,
    WesterosDecks,
    WildlingCards,
    WildlingIconTiming,
    WildlingLoss,
    WildlingLossOrder,
    WildlingReward,
    WildlingZeroBid,
    WinterIsComingTiming,
    WinterReplacementIcon,
    WinterReshufflesUsed,
)
from got_env.westeros.options import Option, OptionTable, Refusal, option

_SPECS = {
    "wildling_icon_timing": option(
        Option.WILDLING_ICON_TIMING,
        WildlingIconTiming,
        "when the wildling icon of a revealed card counts",
        "1E-DP-01",
    ),
    "winter_replacement_icon": option(
        Option.WINTER_REPLACEMENT_ICON,
        WinterReplacementIcon,
        "whether the icon of the card that replaces Winter is Coming counts",
        "1E-DP-02",
    ),
    "winter_reshuffles_used": option(
        Option.WINTER_RESHUFFLES_USED,
        WinterReshufflesUsed,
        "whether used cards come back into the deck, and Winter is Coming with them",
        "1E-DP-03",
    ),
    "wildling_reward": option(
        Option.WILDLING_REWARD,
        WildlingReward,
        "whether the highest bidder has to take a House card back",
        "1E-DP-06",
    ),
    "wildling_loss": option(
        Option.WILDLING_LOSS,
        WildlingLoss,
        "units that may be lost to the Wildlings: worth exactly what is due, or more",
        "1E-DP-07",
    ),
    "wildling_loss_order": option(
        Option.WILDLING_LOSS_ORDER,
        (WildlingLossOrder.TURN_ORDER, WildlingLossOrder.LOWEST_FIRST),
        "who loses units to the Wildlings first",
        "1E-DP-07",
    ),
    "orders_mandatory": option(
        Option.ORDERS_MANDATORY,
        OrdersMandatory,
        "every area with units gets an order",
        "1E-DP-08",
    ),
    "order_pass": option(
        Option.ORDER_PASS,
        OrderPass,
        "a player with Raid or March orders may keep them for a later visit",
        "1E-DP-09",
    ),
    "raven_special_swap": option(
        Option.RAVEN_SPECIAL_SWAP,
        (RavenSpecialSwap.UNUSED_STAR, RavenSpecialSwap.AFTER_SWAP),
        "when the Raven may bring a special order",
        "1E-DP-10",
    ),
    "raid_plus_one_targets": option(
        Option.RAID_PLUS_ONE_TARGETS,
        RaidPlusOneTargets,
        "whose two orders a Raid +1 may remove",
        "1E-DP-11",
    ),
    "double_pillage": option(
        Option.DOUBLE_PILLAGE,
        DoublePillage,
        "Power for two Consolidate Power orders removed by one Raid +1",
        "1E-DP-12",
    ),
    "support_order": option(
        Option.SUPPORT_ORDER, SupportOrder, "who declares support first", "1E-DP-13"
    ),
    "support_against_self": option(
        Option.SUPPORT_AGAINST_SELF,
        SupportAgainstSelf,
        "support for the opponent in an own battle",
        "1E-DP-14",
    ),
    "support_refusal": option(
        Option.SUPPORT_REFUSAL, SupportRefusal, "portions in which support is refused", "1E-DP-15"
    ),
    "retreat_choice": option(
        Option.RETREAT_CHOICE, RetreatChoice, "retreat when every area breaks Supply", "1E-DP-17"
    ),
    "loras_defeated_footman": option(
        Option.LORAS_DEFEATED_FOOTMAN,
        LorasDefeatedFootman,
        "Ser Loras Tyrell against a defeated Footman",
        "1E-DP-20",
    ),
    "salladhor_ships": option(
        Option.SALLADHOR_SHIPS,
        SalladhorShips,
        "whose supporting Ships Salladhor Saan sinks to 0",
        "1E-DP-22",
    ),
    "asha_orders": option(
        Option.ASHA_ORDERS, AshaOrders, "whose orders Asha Greyjoy may remove", "1E-DP-23"
    ),
    "renly_davos": option(
        Option.RENLY_DAVOS, RenlyDavos, "which of the two cards promotes a Footman", "1E-DP-24"
    ),
    "rains_neutral": option(
        Option.RAINS_NEUTRAL,
        RainsNeutral,
        "Rains of Autumn and support against Neutral Forces",
        "1E-DP-27",
    ),
    "blade_neutral": option(
        Option.BLADE_NEUTRAL,
        BladeNeutral,
        "the Valyrian Steel Blade against Neutral Forces",
        "1E-DP-28",
    ),
    "victory_check": option(
        Option.VICTORY_CHECK, VictoryCheck, "when the areas that win are counted", "1E-DP-31"
    ),
    "sunset_sea_oldtown": option(
        Option.SUNSET_SEA_OLDTOWN,
        SunsetSeaOldtown,
        "a border of the Sunset Sea and Oldtown",
        "1E-DP-32",
    ),
    "crackclaw_narrow_sea": option(
        Option.CRACKCLAW_NARROW_SEA,
        CrackclawNarrowSea,
        "a border of Crackclaw Point and The Narrow Sea",
        "1E-DP-33",
    ),
    "westeros_decks": option(
        Option.WESTEROS_DECKS,
        WesterosDecks,
        "the Westeros cards, copies and icons reconstructed: the old ones or those of A Storm of "
        "Swords; others are your own data",
        "1E-DP-34, ASOS-OPT2-01",
    ),
    "winter_is_coming_timing": option(
        Option.WINTER_IS_COMING_TIMING,
        WinterIsComingTiming,
        "when Winter is Coming is replaced",
        "1E-DP-36",
    ),
    "island_support": option(
        Option.ISLAND_SUPPORT,
        (IslandSupport.FORBIDDEN, IslandSupport.ALLOWED),
        "Support orders on Pyke, Dragonstone and The Arbor",
        "1E-DP-37",
    ),
    "retreat_enemy_home": option(
        Option.RETREAT_ENEMY_HOME,
        (RetreatEnemyHome.ATTACKERS, RetreatEnemyHome.ALLOWED),
        "a beaten defender's retreat to an empty home area of another House",
        "1E-DP-38",
        ("forbidden", "allowed"),
    ),
    "home_reverts": option(
        Option.HOME_REVERTS,
        HomeReverts,
        "a home area that enemies leave without a token falls back to its House",
        "1E-DP-39",
    ),
    "muster_neutral_sea": option(
        Option.MUSTER_NEUTRAL_SEA,
        MusterNeutralSea,
        "Ships mustered into a sea with neutral Ships, which then leave",
        "1E-DP-40",
    ),
    "hand_refill_after_discard": option(
        Option.HAND_REFILL_AFTER_DISCARD,
        (HandRefillAfterDiscard.ALL_RETURN, HandRefillAfterDiscard.KEEP_DISCARDED),
        "which cards return to a hand that Melisandre emptied",
        "1E-DP-41",
    ),
    "cersei_choice": option(
        Option.CERSEI_CHOICE,
        CerseiChoice,
        "whether Cersei Lannister has to remove an order",
        "1E-DP-42",
    ),
    "wildling_zero_bid": option(
        Option.WILDLING_ZERO_BID, WildlingZeroBid, "a bid of 0 against the Wildlings", "1E-DP-43"
    ),
    "simultaneous_victory": option(
        Option.SIMULTANEOUS_VICTORY,
        SimultaneousVictory,
        "who wins when several reach the number of areas at once",
        "1E-DP-44",
    ),
    "neutral_support_timing": option(
        Option.NEUTRAL_SUPPORT_TIMING,
        NeutralSupportTiming,
        "when others are asked for support against a Neutral Force",
        "1E-DP-45",
    ),
    "supply_cut": option(
        Option.SUPPLY_CUT, SupplyCut, "how armies over Supply are cut", "1E-DP-46"
    ),
    "highgarden_redwyne": option(
        Option.HIGHGARDEN_REDWYNE,
        HighgardenRedwyne,
        "a border of Highgarden and Redwyne Straights",
        "1E-DP-47",
    ),
    "kings_court_swap": option(
        Option.KINGS_COURT_SWAP,
        KingsCourtSwap,
        "Greyjoy and Tyrell change places on King's Court, with five players",
        "1E-DP-48",
    ),
    "raven_banned_order": option(
        Option.RAVEN_BANNED_ORDER,
        RavenBannedOrder,
        "the Raven and a type of order that is banned",
        "1E-DP-50",
    ),
    "defeated_ships_carry": option(
        Option.DEFEATED_SHIPS_CARRY, DefeatedShipsCarry, "defeated Ships carry units", "1E-DP-51"
    ),
    "renly_defeated": option(
        Option.RENLY_DEFEATED, RenlyDefeated, "Renly Baratheon and a defeated Footman", "1E-DP-53"
    ),
    "house_cards": option(
        Option.HOUSE_CARDS,
        HouseCards,
        "the House cards: the old ones or those of A Storm of Swords",
        "ASOS-OPT1-01",
    ),
    "wildling_cards": option(
        Option.WILDLING_CARDS,
        WildlingCards,
        "Wildling cards of A Storm of Swords, four of five reconstructed",
        "ASOS-OPT5-01",
    ),
    "ilyn_payne": option(
        Option.ILYN_PAYNE,
        IlynPayne,
        "the casualty of Ser Ilyn Payne: one more, or at least one",
        "ASOS-HC-13",
    ),
    "bran_self": option(Option.BRAN_SELF, BranSelf, "Bran Stark takes himself back", "ASOS-HC-18"),
    "stannis_sword": option(
        Option.STANNIS_SWORD, StannisSword, "the sword of Stannis without the token", "ASOS-HC-19"
    ),
    "davos_timing": option(
        Option.DAVOS_TIMING, DavosTiming, "when Ser Davos Seaworth may pay", "ASOS-HC-22"
    ),
    "enemy_card_strength": option(
        Option.ENEMY_CARD_STRENGTH,
        EnemyCardStrength,
        "strength of the enemy card as texts see it",
        "ASOS-HC-09",
    ),
}

_NO_FACTS = "its {} could not be found, so the game does not have it (ASOS-COK-06)"
REFUSED_OF_CLASH = {
    "house_cards=acok": Refusal(_NO_FACTS.format("cards' texts")),
    "house_martell": Refusal(_NO_FACTS.format("set-up")),
    "fortifications": Refusal(_NO_FACTS.format("full text")),
    "siege_engines": Refusal(_NO_FACTS.format("full text")),
    "ports": Refusal(_NO_FACTS.format("rules of mustering, capture and raids")),
    "one_time_orders": Refusal(_NO_FACTS.format("effects")),
    "westeros_variant": Refusal(_NO_FACTS.format("rules")),
    "battle_variant": Refusal(_NO_FACTS.format("rules")),
    "three_player_variant": Refusal(_NO_FACTS.format("rules")),
}
"""Options of A Clash of Kings that boards of the 1st edition refuse by name."""

_ELSEWHERE = "agot1e is played without {}; the game agot1e_storm has them on the same board"
_CARDS_TOO = {"house_cards": "asos", "westeros_decks": "asos"}

_REFUSED = {
    # Options 3 and 4 of A Storm of Swords
    "tactics": Refusal(_ELSEWHERE.format("Tactics cards"), harmless=("off", "false")),
    "leaders": Refusal(  # Rule: ASOS-OPT4-03
        _ELSEWHERE.format("Leaders and cells"), needs=_CARDS_TOO, harmless=("off", "false")
    ),
    **REFUSED_OF_CLASH,
}
"""Options of the two expansions that the game refuses by name."""

OPTIONS = OptionTable(
    _SPECS,
    refused=_REFUSED,
    fixed={
        Option.ROBB_BEATEN_ATTACKER: RobbBeatenAttacker.ORIGIN_ONLY,  # Rule: ASOS-HC-16
        Option.FINAL_TIEBREAK: FinalTiebreak.DRAW,  # Rule: 1E-WIN-03
        Option.MACE_EMPTY_ARMY: MaceEmptyArmy.END_COMBAT,  # Rule: 1E-BAT-08
    },
)
