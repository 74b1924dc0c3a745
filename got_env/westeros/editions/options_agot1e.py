"""Options of the 1st edition.

Sources: the table "Defaults" of docs/rules/agot1e-rulings.md; DP numbers are those of the page of
open points.

Who plays which House (``house_assignment``, 1E-DP-49) is no option: seats are Houses, and whoever
calls an environment decides who sits where.
"""

from __future__ import annotations

from got_env.westeros.rules.option_values import FinalTiebreak, MaceEmptyArmy, RobbBeatenAttacker
from got_env.westeros.rules.options import Option, OptionTable, Refusal, offered, option

_SPECS = offered(
    option("wildling_icon_timing", "when the wildling icon of a revealed card counts", "1E-DP-01"),
    option(
        "winter_replacement_icon",
        "whether the icon of the card that replaces Winter is Coming counts",
        "1E-DP-02",
    ),
    option(
        "winter_reshuffles_used",
        "whether used cards come back into the deck, and Winter is Coming with them",
        "1E-DP-03",
    ),
    option(
        "wildling_reward", "whether the highest bidder has to take a House card back", "1E-DP-06"
    ),
    option(
        "wildling_loss",
        "units that may be lost to the Wildlings: worth exactly what is due, or more",
        "1E-DP-07",
    ),
    option(
        "wildling_loss_order",
        "who loses units to the Wildlings first",
        "1E-DP-07",
        values="turn_order lowest_first",
    ),
    option("orders_mandatory", "every area with units gets an order", "1E-DP-08"),
    option(
        "order_pass",
        "a player with Raid or March orders may keep them for a later visit",
        "1E-DP-09",
    ),
    option(
        "raven_special_swap",
        "when the Raven may bring a special order",
        "1E-DP-10",
        values="unused_star after_swap",
    ),
    option("raid_plus_one_targets", "whose two orders a Raid +1 may remove", "1E-DP-11"),
    option(
        "double_pillage",
        "Power for two Consolidate Power orders removed by one Raid +1",
        "1E-DP-12",
    ),
    option("support_order", "who declares support first", "1E-DP-13"),
    option("support_against_self", "support for the opponent in an own battle", "1E-DP-14"),
    option("support_refusal", "portions in which support is refused", "1E-DP-15"),
    option("retreat_choice", "retreat when every area breaks Supply", "1E-DP-17"),
    option("loras_defeated_footman", "Ser Loras Tyrell against a defeated Footman", "1E-DP-20"),
    option("salladhor_ships", "whose supporting Ships Salladhor Saan sinks to 0", "1E-DP-22"),
    option("asha_orders", "whose orders Asha Greyjoy may remove", "1E-DP-23"),
    option("renly_davos", "which of the two cards promotes a Footman", "1E-DP-24"),
    option("rains_neutral", "Rains of Autumn and support against Neutral Forces", "1E-DP-27"),
    option("blade_neutral", "the Valyrian Steel Blade against Neutral Forces", "1E-DP-28"),
    option("victory_check", "when the areas that win are counted", "1E-DP-31"),
    option("sunset_sea_oldtown", "a border of the Sunset Sea and Oldtown", "1E-DP-32"),
    option("crackclaw_narrow_sea", "a border of Crackclaw Point and The Narrow Sea", "1E-DP-33"),
    option(
        "westeros_decks",
        "the Westeros cards, copies and icons reconstructed: the old ones or those of A Storm of "
        "Swords; others are your own data",
        "1E-DP-34, ASOS-OPT2-01",
    ),
    option("winter_is_coming_timing", "when Winter is Coming is replaced", "1E-DP-36"),
    option(
        "island_support",
        "Support orders on Pyke, Dragonstone and The Arbor",
        "1E-DP-37",
        values="forbidden allowed",
    ),
    option(
        "retreat_enemy_home",
        "a beaten defender's retreat to an empty home area of another House",
        "1E-DP-38",
        values="attackers allowed",
        words="forbidden allowed",
    ),
    option(
        "home_reverts",
        "a home area that enemies leave without a token falls back to its House",
        "1E-DP-39",
    ),
    option(
        "muster_neutral_sea",
        "Ships mustered into a sea with neutral Ships, which then leave",
        "1E-DP-40",
    ),
    option(
        "hand_refill_after_discard",
        "which cards return to a hand that Melisandre emptied",
        "1E-DP-41",
        values="all_return keep_discarded",
    ),
    option("cersei_choice", "whether Cersei Lannister has to remove an order", "1E-DP-42"),
    option("wildling_zero_bid", "a bid of 0 against the Wildlings", "1E-DP-43"),
    option(
        "simultaneous_victory",
        "who wins when several reach the number of areas at once",
        "1E-DP-44",
    ),
    option(
        "neutral_support_timing",
        "when others are asked for support against a Neutral Force",
        "1E-DP-45",
    ),
    option(
        "supply_cut",
        "armies over Supply: cut until they fit, or none in vain with areas in ascending order",
        "1E-DP-46",
    ),
    option("highgarden_redwyne", "a border of Highgarden and Redwyne Straights", "1E-DP-47"),
    option(
        "kings_court_swap",
        "Greyjoy and Tyrell change places on King's Court, with five players",
        "1E-DP-48",
    ),
    option("raven_banned_order", "the Raven and a type of order that is banned", "1E-DP-50"),
    option("defeated_ships_carry", "defeated Ships carry units", "1E-DP-51"),
    option("renly_defeated", "Renly Baratheon and a defeated Footman", "1E-DP-53"),
    option(
        "house_cards", "the House cards: the old ones or those of A Storm of Swords", "ASOS-OPT1-01"
    ),
    option(
        "wildling_cards",
        "Wildling cards of A Storm of Swords, four of five reconstructed",
        "ASOS-OPT5-01",
    ),
    option("ilyn_payne", "the casualty of Ser Ilyn Payne: one more, or at least one", "ASOS-HC-13"),
    option("bran_self", "Bran Stark takes himself back", "ASOS-HC-18"),
    option("stannis_sword", "the sword of Stannis without the token", "ASOS-HC-19"),
    option("davos_timing", "when Ser Davos Seaworth may pay", "ASOS-HC-22"),
    option("enemy_card_strength", "strength of the enemy card as texts see it", "ASOS-HC-09"),
)

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
