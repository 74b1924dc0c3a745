"""Options of the 2nd edition.

Sources: the table "Defaults" of docs/rules/agot2e-rulings.md; AMB numbers are those of the
ambiguities page.
"""

from __future__ import annotations

from collections.abc import Mapping

from got_env.westeros.rules.options import OptionTable, Preset, offered, option

_SPECS = offered(
    option("tides", "play with Tides of Battle cards", "2E-SETUP-20"),
    option(
        "revision",
        "rulebook revision where the two differ; with `older` the defaults are "
        "`house_card_timing=002` and `port_capture_partial=true`",
        "Part E of the ledger",
    ),
    option(
        "final_tiebreak",
        "order of tie-breaks after the last round",
        "2E-AMB-86",
        values="rulebook faq",
    ),
    option("lannister_port_ship_3p", "Lannister's Ship in port with three players", "2E-AMB-85"),
    option("mace_empty_army", "Mace Tyrell destroys the last fighting unit", "2E-AMB-79"),
    option(
        "arianne_power_token",
        "the loser's token when Arianne keeps the victor out, or no unit is left to enter",
        "2E-AMB-80",
    ),
    option("salladhor_victarion", "Salladhor Saan against Victarion", "2E-AMB-81"),
    option("siege_casualty", "Siege Engines as casualties", "2E-AMB-82"),
    option("massing_all_equal", "Massing on the Milkwater, equal strengths", "2E-AMB-83"),
    option("robb_beaten_attacker", "where Robb Stark may send an attacker", "2E-AMB-84"),
    option(
        "hand_refill_after_discard",
        "which card stays away after Patchface",
        "2E-AMB-40",
        values="keep_discarded keep_played",
    ),
    option("support_refusal", "portions in which support is refused", "2E-AMB-36"),
    option("winter_is_coming_timing", "when Winter is Coming is replaced", "2E-AMB-04"),
    option("winter_reshuffles_used", "whether used cards of the deck come back", "2E-AMB-05"),
    option(
        "supply_cut",
        "armies over supply: cut until they fit, or none in vain with areas in ascending order",
        "2E-AMB-08",
    ),
    option("turn_order_change", "Iron Throne changes within a pass", "2E-AMB-22"),
    option("victory_check", "when the seventh castle area wins", "2E-AMB-63"),
    option(
        "house_card_timing", "four or three ranks of House card texts", "2E-AMB-41", words="000 002"
    ),
    option("negative_strength", "final strength below 0", "2E-AMB-39"),
    option("retreat_choice", "retreat when every area breaks supply", "2E-AMB-49"),
    option("order_without_units", "when an order without units goes", "2E-AMB-58"),
    option(
        "port_capture_partial",
        "fewer Ships may be taken over than stock and Supply allow",
        "2E-AMB-33",
    ),
    option("port_capture_timing", "when a Port is taken over", "2E-AMB-91"),
    option("skull_order", "whose Skull is carried out first", "2E-AMB-92"),
    option(
        "routed_upgrade", "what becomes of a routed Footman that mustering upgrades", "2E-AMB-94"
    ),
    option("support_split_sides", "a third House may support both sides", "2E-AMB-35"),
    option("tides_blade", "use of the Blade with Tides cards", "2E-AMB-43"),
    option("tides_reshuffle", "when the Tides deck is shuffled", "2E-AMB-44"),
    option("wildling_tie", "when a Wildling tie is settled", "2E-AMB-89"),
    option("raven_choice_public", "others see top or bottom", "2E-AMB-21"),
    option(
        "raiders_supply",
        "whether Rattleshirt's Raiders cut the armies of each House before the next one's Supply "
        "falls",
        "2E-AMB-93",
    ),
)

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
