"""Values of the options by name, for kernels: ``s.options[Option.X] == X.VALUE``.

The first value of each is the default. ``options.py`` says what they decide.
"""

from __future__ import annotations

from enum import IntEnum


class Tides(IntEnum):
    """Values of ``tides``."""

    FALSE = 0
    TRUE = 1


class Revision(IntEnum):
    """Values of ``revision``."""

    NEWER = 0
    OLDER = 1


class FinalTiebreak(IntEnum):
    """Values of ``final_tiebreak``."""

    RULEBOOK = 0
    FAQ = 1


class LannisterPortShip3p(IntEnum):
    """Values of ``lannister_port_ship_3p``."""

    YES = 0
    NO = 1


class MaceEmptyArmy(IntEnum):
    """Values of ``mace_empty_army``."""

    CONTINUE = 0
    END_COMBAT = 1


class AriannePowerToken(IntEnum):
    """Values of ``arianne_power_token``."""

    REMOVE = 0
    KEEP = 1


class SalladhorVictarion(IntEnum):
    """Values of ``salladhor_victarion``."""

    IRON_THRONE_ORDER = 0
    ALWAYS_ZERO = 1


class SiegeCasualty(IntEnum):
    """Values of ``siege_casualty``."""

    CHOOSABLE = 0
    SEPARATE = 1


class MassingAllEqual(IntEnum):
    """Values of ``massing_all_equal``."""

    NONE = 0
    DISCARD_ALL = 1


class RobbBeatenAttacker(IntEnum):
    """Values of ``robb_beaten_attacker``."""

    ANY_LEGAL = 0
    ORIGIN_ONLY = 1


class HandRefillAfterDiscard(IntEnum):
    """Values of ``hand_refill_after_discard``."""

    KEEP_DISCARDED = 0
    KEEP_PLAYED = 1


class SupportRefusal(IntEnum):
    """Values of ``support_refusal``."""

    PER_AREA = 0
    PER_HOUSE = 1


class WinterIsComingTiming(IntEnum):
    """Values of ``winter_is_coming_timing``."""

    ON_REVEAL = 0
    ON_RESOLUTION = 1


class WinterReshufflesUsed(IntEnum):
    """Values of ``winter_reshuffles_used``."""

    TRUE = 0
    FALSE = 1


class SupplyCut(IntEnum):
    """Values of ``supply_cut``."""

    ANY_PATH = 0
    MINIMAL = 1


class TurnOrderChange(IntEnum):
    """Values of ``turn_order_change``."""

    TRACK_POSITION = 0
    FINISH_PASS = 1


class VictoryCheck(IntEnum):
    """Values of ``victory_check``."""

    IMMEDIATE = 0
    AFTER_MARCH = 1


class HouseCardTiming(IntEnum):
    """Values of ``house_card_timing``, written ``000`` and ``002``."""

    FOUR_RANKS = 0
    THREE_RANKS = 1


class NegativeStrength(IntEnum):
    """Values of ``negative_strength``."""

    FLOOR_ZERO = 0
    ALLOW = 1


class RetreatChoice(IntEnum):
    """Values of ``retreat_choice``."""

    FEWEST_LOSSES = 0
    FREE = 1


class PortCapturePartial(IntEnum):
    """Values of ``port_capture_partial``."""

    FALSE = 0
    TRUE = 1


class PortCaptureTiming(IntEnum):
    """Values of ``port_capture_timing``."""

    ON_CONTROL = 0
    AFTER_MARCH = 1


class SupportSplitSides(IntEnum):
    """Values of ``support_split_sides``."""

    TRUE = 0
    FALSE = 1


class TidesBlade(IntEnum):
    """Values of ``tides_blade``."""

    EITHER = 0
    REDRAW_ONLY = 1


class WildlingTie(IntEnum):
    """Values of ``wildling_tie``."""

    AFTER_REVEAL = 0
    BEFORE_REVEAL = 1


class RavenChoicePublic(IntEnum):
    """Values of ``raven_choice_public``."""

    TRUE = 0
    FALSE = 1


class RaidersSupply(IntEnum):
    """Values of ``raiders_supply``."""

    ONE_BY_ONE = 0
    TOGETHER = 1
