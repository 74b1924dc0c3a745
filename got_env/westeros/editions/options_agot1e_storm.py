"""Options of the original board with Leaders and Tactics cards of A Storm of Swords.

Those of the 1st edition that the longer sequence of the expansion leaves open, and those of the
expansion about Leaders and Tactics cards, in the words of both. All five options of the expansion
are on unless they are turned off.
"""

from __future__ import annotations

from got_env.westeros.editions.options_agot1e import OPTIONS as FIRST
from got_env.westeros.editions.options_agot1e import REFUSED_OF_CLASH
from got_env.westeros.editions.options_asos import OPTIONS as STORM
from got_env.westeros.rules.option_values import Goal
from got_env.westeros.rules.options import Option, OptionTable, offered, option

_TURNED_ON = offered(
    option(
        "house_cards",
        "the House cards: those of A Storm of Swords or the old ones",
        "ASOS-OPT1-01",
        values="asos base",
    ),
    option(
        "westeros_decks",
        "the Westeros cards, copies and icons reconstructed: those of A Storm of Swords or the "
        "old ones",
        "ASOS-OPT2-01",
        values="asos reconstructed",
    ),
    option("tactics", "Tactics cards, six for each House", "ASOS-OPT3-01"),
    option(
        "leaders",
        "Leaders and prison cells, only with house_cards=asos and westeros_decks=asos",
        "ASOS-OPT4-01, -03",
    ),
    option(
        "wildling_cards",
        "Wildling cards of A Storm of Swords, four of five reconstructed",
        "ASOS-OPT5-01",
        values="on off",
    ),
)
"""The five options of the expansion."""

_SETTLED = (
    "order_pass",  # Rule: ASOS-TURN-08, a visit with an order left must use one
    "blade_neutral",  # Rule: ASOS-NEUT-03
    "neutral_support_timing",  # Rule: ASOS-NEUT-04
    "victory_check",  # Rule: ASOS-WIN-06
    "home_reverts",  # Rule: ASOS-CLAIM-08
    "simultaneous_victory",  # Rule: ASOS-WIN-05
)
"""Options of the 1st edition that the rules of the expansion settle."""

_ABOUT_LEADERS_AND_TACTICS = (
    "manage_troops_discard",
    "manage_troops_control_token",
    "control_westeros_neutral",
    "hold_territory_seat",
    "support_minus1_replaceable",
    "activation_marking",
    "stranded_leader",
    "hostage_card",
    "negotiation",
    "negotiation_offers_per_responder",
    "negotiation_empty_offer",
)
"""Options of the expansion that this board has too."""

_SPECS = {
    **_TURNED_ON,
    **{
        key: spec
        for key, spec in FIRST.specs.items()
        if key not in _TURNED_ON and key not in _SETTLED
    },
    **{key: STORM.specs[key] for key in _ABOUT_LEADERS_AND_TACTICS},
}

_CARDS_TOO = {"house_cards": "asos", "westeros_decks": "asos"}

OPTIONS = OptionTable(
    _SPECS,
    implied={
        ("house_cards", "base"): {"leaders": "off"},
        ("westeros_decks", "reconstructed"): {"leaders": "off"},
    },
    needs={("leaders", "on"): _CARDS_TOO},  # Rule: ASOS-OPT4-03, ASOS-OPT-02
    refused=REFUSED_OF_CLASH,
    fixed={
        **{
            spec.slot: spec.codes[0]
            for table in (FIRST, STORM)
            for key, spec in table.specs.items()
            if key not in _SPECS
        },
        **FIRST.fixed,
        Option.GOAL: Goal.CASTLES,
    },
)
