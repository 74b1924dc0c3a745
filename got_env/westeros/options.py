"""Named options of the board games: readings of open points, each with a default.

An option is one int16 in ``s.options``: the index of its value, 0 for the default. Sources: the
table "Defaults" of docs/rules/agot2e-rulings.md; AMB numbers are those of the ambiguities page.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from got_env.core.shown import shown
from got_env.westeros.option_values import (
    AriannePowerToken,
    FinalTiebreak,
    HandRefillAfterDiscard,
    LannisterPortShip3p,
    MaceEmptyArmy,
    MassingAllEqual,
    NegativeStrength,
    PortCapturePartial,
    PortCaptureTiming,
    RaidersSupply,
    RavenChoicePublic,
    RetreatChoice,
    Revision,
    RobbBeatenAttacker,
    SalladhorVictarion,
    SiegeCasualty,
    SupplyCut,
    SupportRefusal,
    SupportSplitSides,
    Tides,
    TidesBlade,
    TurnOrderChange,
    VictoryCheck,
    WildlingTie,
    WinterIsComingTiming,
    WinterReshufflesUsed,
)


class Option(IntEnum):
    """Column of an option in ``s.options``."""

    TIDES = 0
    REVISION = 1
    FINAL_TIEBREAK = 2
    LANNISTER_PORT_SHIP_3P = 3
    MACE_EMPTY_ARMY = 4
    ARIANNE_POWER_TOKEN = 5
    SALLADHOR_VICTARION = 6
    SIEGE_CASUALTY = 7
    MASSING_ALL_EQUAL = 8
    ROBB_BEATEN_ATTACKER = 9
    HAND_REFILL_AFTER_DISCARD = 10
    SUPPORT_REFUSAL = 11
    WINTER_IS_COMING_TIMING = 12
    WINTER_RESHUFFLES_USED = 13
    SUPPLY_CUT = 14
    TURN_ORDER_CHANGE = 15
    VICTORY_CHECK = 16
    HOUSE_CARD_TIMING = 17
    NEGATIVE_STRENGTH = 18
    RETREAT_CHOICE = 19
    ORDER_WITHOUT_UNITS = 20
    PORT_CAPTURE_PARTIAL = 21
    PORT_CAPTURE_TIMING = 22
    SUPPORT_SPLIT_SIDES = 23
    TIDES_BLADE = 24
    TIDES_RESHUFFLE = 25
    WILDLING_TIE = 26
    RAVEN_CHOICE_PUBLIC = 27
    RAIDERS_SUPPLY = 28


NUM_OPTIONS = len(Option)


class OptionSpec(NamedTuple):
    """Values of one option, default first, what it decides, and its rule or AMB number."""

    values: tuple[str, ...]
    summary: str
    source: str


def words_of(values: type[IntEnum]) -> tuple[str, ...]:
    """Values of an option as they are written."""
    return tuple(value.name.lower() for value in values)


OPTIONS: Mapping[str, OptionSpec] = {
    "tides": OptionSpec(words_of(Tides), "play with Tides of Battle cards", "2E-SETUP-20"),
    "revision": OptionSpec(
        words_of(Revision),
        "rulebook revision where the two differ; with `older` the defaults are "
        "`house_card_timing=002` and `port_capture_partial=true`",
        "Part E of the ledger",
    ),
    "final_tiebreak": OptionSpec(
        words_of(FinalTiebreak), "order of tie-breaks after the last round", "2E-AMB-86"
    ),
    "lannister_port_ship_3p": OptionSpec(
        words_of(LannisterPortShip3p), "Lannister's Ship in port with three players", "2E-AMB-85"
    ),
    "mace_empty_army": OptionSpec(
        words_of(MaceEmptyArmy), "Mace Tyrell destroys the last fighting unit", "2E-AMB-79"
    ),
    "arianne_power_token": OptionSpec(
        words_of(AriannePowerToken),
        "the loser's token when Arianne keeps the victor out, or no unit is left to enter",
        "2E-AMB-80",
    ),
    "salladhor_victarion": OptionSpec(
        words_of(SalladhorVictarion), "Salladhor Saan against Victarion", "2E-AMB-81"
    ),
    "siege_casualty": OptionSpec(
        words_of(SiegeCasualty), "Siege Engines as casualties", "2E-AMB-82"
    ),
    "massing_all_equal": OptionSpec(
        words_of(MassingAllEqual), "Massing on the Milkwater, equal strengths", "2E-AMB-83"
    ),
    "robb_beaten_attacker": OptionSpec(
        words_of(RobbBeatenAttacker), "where Robb Stark may send an attacker", "2E-AMB-84"
    ),
    "hand_refill_after_discard": OptionSpec(
        words_of(HandRefillAfterDiscard), "which card stays away after Patchface", "2E-AMB-40"
    ),
    "support_refusal": OptionSpec(
        words_of(SupportRefusal), "portions in which support is refused", "2E-AMB-36"
    ),
    "winter_is_coming_timing": OptionSpec(
        words_of(WinterIsComingTiming), "when Winter is Coming is replaced", "2E-AMB-04"
    ),
    "winter_reshuffles_used": OptionSpec(
        words_of(WinterReshufflesUsed), "whether used cards of the deck come back", "2E-AMB-05"
    ),
    "supply_cut": OptionSpec(words_of(SupplyCut), "how armies over supply are cut", "2E-AMB-08"),
    "turn_order_change": OptionSpec(
        words_of(TurnOrderChange), "Iron Throne changes within a pass", "2E-AMB-22"
    ),
    "victory_check": OptionSpec(
        words_of(VictoryCheck), "when the seventh castle area wins", "2E-AMB-63"
    ),
    "house_card_timing": OptionSpec(
        ("000", "002"), "four or three ranks of House card texts", "2E-AMB-41"
    ),
    "negative_strength": OptionSpec(
        words_of(NegativeStrength), "final strength below 0", "2E-AMB-39"
    ),
    "retreat_choice": OptionSpec(
        words_of(RetreatChoice), "retreat when every area breaks supply", "2E-AMB-49"
    ),
    "order_without_units": OptionSpec(
        ("end_of_cleanup",), "when an order without units goes", "2E-AMB-58"
    ),
    "port_capture_partial": OptionSpec(
        words_of(PortCapturePartial),
        "fewer Ships may be taken over than stock and Supply allow",
        "2E-AMB-33",
    ),
    "port_capture_timing": OptionSpec(
        words_of(PortCaptureTiming), "when a Port is taken over", "2E-AMB-91"
    ),
    "support_split_sides": OptionSpec(
        words_of(SupportSplitSides), "a third House may support both sides", "2E-AMB-35"
    ),
    "tides_blade": OptionSpec(
        words_of(TidesBlade), "use of the Blade with Tides cards", "2E-AMB-43"
    ),
    "tides_reshuffle": OptionSpec(
        ("every_combat",), "when the Tides deck is shuffled", "2E-AMB-44"
    ),
    "wildling_tie": OptionSpec(
        words_of(WildlingTie), "when a Wildling tie is settled", "2E-AMB-89"
    ),
    "raven_choice_public": OptionSpec(
        words_of(RavenChoicePublic), "others see top or bottom", "2E-AMB-21"
    ),
    "raiders_supply": OptionSpec(
        words_of(RaidersSupply),
        "whether Rattleshirt's Raiders cut the armies of each House before the next one's Supply "
        "falls",
        "2E-AMB-93",
    ),
}
"""Every option by key, in the order of :class:`Option`."""

RULINGS_PRESETS: Mapping[str, Mapping[str, str]] = {
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
        "support_split_sides": "false",
        "port_capture_partial": "true",
        "wildling_tie": "before_reveal",
        "raiders_supply": "together",
    },
}
"""Values of the shortcut ``rulings=``: readings selected together."""

OLDER_REVISION: Mapping[str, str] = {
    "house_card_timing": "002",  # three timing ranks (ledger Part E, row 1)
    "port_capture_partial": "true",  # as many Ships as wanted (ledger Part E, row 7)
}
"""Defaults of options where the older revision of the rulebook speaks otherwise."""


def resolve_options(given: Mapping[str, object]) -> tuple[int, ...]:
    """Value index of every option, in the order of :class:`Option`.

    Args:
        given: option key to value; booleans may stand for "true"/"false" and "yes"/"no". The key
            ``rulings`` selects a preset that single keys override.

    Raises:
        ValueError: for an unknown key or value; names the key and what was expected.
    """
    chosen: dict[str, object] = dict(given)
    preset = chosen.pop("rulings", "rulebook")
    if not isinstance(preset, str) or preset not in RULINGS_PRESETS:
        raise ValueError(f"rulings={shown(preset)}: expected one of {', '.join(RULINGS_PRESETS)}")
    merged: dict[str, object] = {**RULINGS_PRESETS[preset], **chosen}
    unknown = sorted(set(merged) - set(OPTIONS))
    if unknown:
        raise ValueError(
            f"unknown option {shown(unknown[0])}: expected one of {', '.join(OPTIONS)}"
        )
    if merged.get("revision") == "older":
        merged = {**OLDER_REVISION, **merged}
    return tuple(
        _value_index(key, spec, merged[key]) if key in merged else 0
        for key, spec in OPTIONS.items()
    )


def _value_index(key: str, spec: OptionSpec, value: object) -> int:
    if isinstance(value, bool):
        words = ("true", "yes") if value else ("false", "no")
        text = next((w for w in words if w in spec.values), str(value))
    else:
        # Python does not write numbers of many digits.
        text = shown(int(value)) if isinstance(value, int) else str(value)
    if text not in spec.values:
        raise ValueError(f"option {key}={shown(value)}: expected one of {', '.join(spec.values)}")
    return spec.values.index(text)
