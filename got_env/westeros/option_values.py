"""Values of the options by name, for kernels: ``s.options[Option.X] == X.VALUE``.

Which of them a game offers, in which words, and which is the default is said by the table of its
edition (``options.py``, ``editions/``).
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
    DRAW = 2
    """Supply, available Power, then nobody is better."""


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
    ALL_RETURN = 2


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


class SkullOrder(IntEnum):
    """Values of ``skull_order``: whose Skull is carried out first."""

    TURN_ORDER = 0
    ATTACKER_FIRST = 1


class RoutedUpgrade(IntEnum):
    """Values of ``routed_upgrade``: what becomes of a routed Footman that mustering upgrades."""

    STAYS_ROUTED = 0
    STANDS = 1


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


class WildlingIconTiming(IntEnum):
    """Values of ``wildling_icon_timing``."""

    ALL_FIRST = 0
    PER_CARD = 1


class WinterReplacementIcon(IntEnum):
    """Values of ``winter_replacement_icon``."""

    COUNTS = 0
    IGNORED = 1


class WildlingReward(IntEnum):
    """Values of ``wildling_reward``."""

    OPTIONAL = 0
    FORCED = 1


class WildlingLoss(IntEnum):
    """Values of ``wildling_loss``."""

    EXACT = 0
    AT_LEAST = 1


class WildlingLossOrder(IntEnum):
    """Values of ``wildling_loss_order``."""

    LOWEST_FIRST = 0
    TURN_ORDER = 1


class OrdersMandatory(IntEnum):
    """Values of ``orders_mandatory``."""

    TRUE = 0
    FALSE = 1


class OrderPass(IntEnum):
    """Values of ``order_pass``."""

    FORBIDDEN = 0
    ALLOWED = 1


class RavenSpecialSwap(IntEnum):
    """Values of ``raven_special_swap``."""

    AFTER_SWAP = 0
    UNUSED_STAR = 1


class RaidPlusOneTargets(IntEnum):
    """Values of ``raid_plus_one_targets``."""

    ANY_TWO = 0
    ONE_HOUSE = 1


class DoublePillage(IntEnum):
    """Values of ``double_pillage``."""

    TWO = 0
    ONE = 1


class SupportOrder(IntEnum):
    """Values of ``support_order``."""

    TURN_ORDER = 0
    FIGHTERS_FIRST = 1


class SupportAgainstSelf(IntEnum):
    """Values of ``support_against_self``."""

    FORBIDDEN = 0
    ALLOWED = 1


class LorasDefeatedFootman(IntEnum):
    """Values of ``loras_defeated_footman``."""

    ALLOWED = 0
    FORBIDDEN = 1


class SalladhorShips(IntEnum):
    """Values of ``salladhor_ships``."""

    OPPONENT_SIDE = 0
    ANY = 1


class AshaOrders(IntEnum):
    """Values of ``asha_orders``."""

    ANY_HOUSE = 0
    OPPONENT = 1


class RenlyDavos(IntEnum):
    """Values of ``renly_davos``."""

    RENLY = 0
    DAVOS = 1


class RainsNeutral(IntEnum):
    """Values of ``rains_neutral``."""

    BATTLES_ONLY = 0
    ALSO_NEUTRAL = 1


class BladeNeutral(IntEnum):
    """Values of ``blade_neutral``."""

    FORBIDDEN = 0
    ALLOWED = 1


class SunsetSeaOldtown(IntEnum):
    """Values of ``sunset_sea_oldtown``."""

    TRUE = 0
    FALSE = 1


class CrackclawNarrowSea(IntEnum):
    """Values of ``crackclaw_narrow_sea``."""

    FALSE = 0
    TRUE = 1


class IslandSupport(IntEnum):
    """Values of ``island_support``."""

    ALLOWED = 0
    FORBIDDEN = 1


class RetreatEnemyHome(IntEnum):
    """Values of ``retreat_enemy_home``: who may retreat to an empty home area of another House."""

    FORBIDDEN = 0  # nobody, and no beaten attacker goes back to one (2nd edition)
    ALLOWED = 1
    ATTACKERS = 2  # beaten attackers that came from there, but no defender


class HomeReverts(IntEnum):
    """Values of ``home_reverts``."""

    TRUE = 0
    FALSE = 1


class MusterNeutralSea(IntEnum):
    """Values of ``muster_neutral_sea``."""

    FORBIDDEN = 0
    ALLOWED = 1


class CerseiChoice(IntEnum):
    """Values of ``cersei_choice``."""

    MUST = 0
    MAY = 1


class WildlingZeroBid(IntEnum):
    """Values of ``wildling_zero_bid``."""

    ALLOWED = 0
    ONE_IF_ABLE = 1


class SimultaneousVictory(IntEnum):
    """Values of ``simultaneous_victory``."""

    FINAL_ORDER = 0
    ACTIVE_PLAYER = 1


class NeutralSupportTiming(IntEnum):
    """Values of ``neutral_support_timing``."""

    BEFORE_MARCH = 0
    AFTER_MARCH = 1


class HighgardenRedwyne(IntEnum):
    """Values of ``highgarden_redwyne``."""

    TRUE = 0
    FALSE = 1


class KingsCourtSwap(IntEnum):
    """Values of ``kings_court_swap``."""

    FALSE = 0
    TRUE = 1


class RavenBannedOrder(IntEnum):
    """Values of ``raven_banned_order``."""

    FORBIDDEN = 0
    ALLOWED = 1


class DefeatedShipsCarry(IntEnum):
    """Values of ``defeated_ships_carry``."""

    TRUE = 0
    FALSE = 1


class RenlyDefeated(IntEnum):
    """Values of ``renly_defeated``."""

    ALLOWED = 0
    FORBIDDEN = 1


class OrderWithoutUnits(IntEnum):
    """Values of ``order_without_units``."""

    END_OF_CLEANUP = 0


class TidesReshuffle(IntEnum):
    """Values of ``tides_reshuffle``."""

    EVERY_COMBAT = 0


class WesterosDecks(IntEnum):
    """Values of ``westeros_decks``."""

    RECONSTRUCTED = 0
    ASOS = 1


class HouseCards(IntEnum):
    """Values of ``house_cards``."""

    BASE = 0
    ASOS = 1


class WildlingCards(IntEnum):
    """Values of ``wildling_cards``."""

    OFF = 0
    ON = 1


class Goal(IntEnum):
    """Values of ``goal``; the last is that of boards without claim."""

    CLAIM_8 = 0
    SEATS_8 = 1
    CASTLES = 2


class ClaimTokenSource(IntEnum):
    """Values of ``claim_token_source``."""

    PLAYER = 0
    POOL_FIRST = 1


class DoubleWin(IntEnum):
    """Values of ``double_win``."""

    FINAL_TIES = 0
    ACTIVE_PLAYER = 1


class ManageTroopsDiscard(IntEnum):
    """Values of ``manage_troops_discard``."""

    DOUBLE_MARCH = 0
    ANY_USE = 1


class HoldTerritorySeat(IntEnum):
    """Values of ``hold_territory_seat``."""

    REPLACE = 0
    ADD = 1


class HiddenSchemesScope(IntEnum):
    """Values of ``hidden_schemes_scope``."""

    TURN = 0
    PLANNING_ONLY = 1


class LookoutTarget(IntEnum):
    """Values of ``lookout_target``."""

    ANY_OTHER_PLAYER = 0
    BATTLE_OPPONENT = 1


class LookoutTiming(IntEnum):
    """Values of ``lookout_timing``."""

    BEFORE_DECLARATIONS = 0
    AFTER_DECLARATIONS = 1


class PermanentAfterDiscard(IntEnum):
    """Values of ``permanent_after_discard``."""

    STAYS = 0
    NEEDS_THREE = 1


class PermanentReform(IntEnum):
    """Values of ``permanent_reform``."""

    ON_GAIN = 0
    AT_ONCE = 1


class TyrellLeader(IntEnum):
    """Values of ``tyrell_leader``."""

    SER_LORAS_TYRELL = 0
    NO_LEADER = 1


class ActivationMarking(IntEnum):
    """Values of ``activation_marking``."""

    AT_PLANNING = 0
    AT_RESOLUTION = 1


class StrandedLeader(IntEnum):
    """Values of ``stranded_leader``."""

    RE_ENTER = 0
    REMOVED = 1


class HostageCard(IntEnum):
    """Values of ``hostage_card``."""

    USABLE = 0
    LOCKED = 1


class Negotiation(IntEnum):
    """Values of ``negotiation``."""

    ON = 0
    OFF = 1


class IlynPayne(IntEnum):
    """Values of ``ilyn_payne``."""

    ADDED = 0
    MINIMUM_ONE = 1


class StannisSword(IntEnum):
    """Values of ``stannis_sword``."""

    ONLY_WITH_THEFT = 0
    ALWAYS = 1


class DavosTiming(IntEnum):
    """Values of ``davos_timing``."""

    AFTER_LOSER = 0
    AFTER_REVEAL = 1


class EnemyCardStrength(IntEnum):
    """Values of ``enemy_card_strength``."""

    PRINTED = 0
    MODIFIED = 1


class ManageTroopsControlToken(IntEnum):
    """Values of ``manage_troops_control_token``."""

    YES = 0
    NO = 1


class ControlWesterosNeutral(IntEnum):
    """Values of ``control_westeros_neutral``."""

    YES = 0
    NO = 1


class SupportMinus1Replaceable(IntEnum):
    """Values of ``support_minus1_replaceable``."""

    YES = 0
    NO = 1


class BranSelf(IntEnum):
    """Values of ``bran_self``."""

    YES = 0
    NO = 1


class NegotiationEmptyOffer(IntEnum):
    """Values of ``negotiation_empty_offer``."""

    NO = 0
    YES = 1


class NegotiationOffersPerResponder(IntEnum):
    """Values of ``negotiation_offers_per_responder``."""

    ONE = 0
    TWO = 1
    THREE = 2


class ClaimToWin(IntEnum):
    """Values of ``claim_to_win``."""

    EIGHT = 8
    FIVE = 5
    SIX = 6
    SEVEN = 7
    NINE = 9
    TEN = 10
    ELEVEN = 11
    TWELVE = 12


class Tactics(IntEnum):
    """Values of ``tactics``."""

    ON = 0
    OFF = 1


class Leaders(IntEnum):
    """Values of ``leaders``."""

    ON = 0
    OFF = 1
