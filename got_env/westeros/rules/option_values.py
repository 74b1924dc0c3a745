"""Options and their values by name, for kernels: ``s.options[Option.X] == X.VALUE``.

Written by ``scripts/generate_options`` from the rows in ``option_rows.py``.
"""

from __future__ import annotations

from enum import IntEnum


class Option(IntEnum):
    """Column of an option in ``s.options``: of all editions, each of which offers some of them."""

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
    WILDLING_ICON_TIMING = 29
    WINTER_REPLACEMENT_ICON = 30
    WILDLING_REWARD = 31
    WILDLING_LOSS = 32
    WILDLING_LOSS_ORDER = 33
    ORDERS_MANDATORY = 34
    ORDER_PASS = 35
    RAVEN_SPECIAL_SWAP = 36
    RAID_PLUS_ONE_TARGETS = 37
    DOUBLE_PILLAGE = 38
    SUPPORT_ORDER = 39
    SUPPORT_AGAINST_SELF = 40
    LORAS_DEFEATED_FOOTMAN = 41
    SALLADHOR_SHIPS = 42
    ASHA_ORDERS = 43
    RENLY_DAVOS = 44
    RAINS_NEUTRAL = 45
    BLADE_NEUTRAL = 46
    SUNSET_SEA_OLDTOWN = 47
    CRACKCLAW_NARROW_SEA = 48
    ISLAND_SUPPORT = 49
    RETREAT_ENEMY_HOME = 50
    HOME_REVERTS = 51
    MUSTER_NEUTRAL_SEA = 52
    CERSEI_CHOICE = 53
    WILDLING_ZERO_BID = 54
    SIMULTANEOUS_VICTORY = 55
    NEUTRAL_SUPPORT_TIMING = 56
    HIGHGARDEN_REDWYNE = 57
    KINGS_COURT_SWAP = 58
    RAVEN_BANNED_ORDER = 59
    DEFEATED_SHIPS_CARRY = 60
    RENLY_DEFEATED = 61
    WESTEROS_DECKS = 62
    HOUSE_CARDS = 63
    WILDLING_CARDS = 64
    ILYN_PAYNE = 65
    BRAN_SELF = 66
    STANNIS_SWORD = 67
    DAVOS_TIMING = 68
    ENEMY_CARD_STRENGTH = 69
    SKULL_ORDER = 70
    ROUTED_UPGRADE = 71
    GOAL = 72
    CLAIM_TO_WIN = 73
    CLAIM_TOKEN_SOURCE = 74
    DOUBLE_WIN = 75
    MANAGE_TROOPS_DISCARD = 76
    MANAGE_TROOPS_CONTROL_TOKEN = 77
    CONTROL_WESTEROS_NEUTRAL = 78
    HOLD_TERRITORY_SEAT = 79
    SUPPORT_MINUS1_REPLACEABLE = 80
    HIDDEN_SCHEMES_SCOPE = 81
    LOOKOUT_TARGET = 82
    LOOKOUT_TIMING = 83
    PERMANENT_AFTER_DISCARD = 84
    PERMANENT_REFORM = 85
    TYRELL_LEADER = 86
    ACTIVATION_MARKING = 87
    STRANDED_LEADER = 88
    HOSTAGE_CARD = 89
    NEGOTIATION = 90
    NEGOTIATION_OFFERS_PER_RESPONDER = 91
    NEGOTIATION_EMPTY_OFFER = 92
    TACTICS = 93
    LEADERS = 94


Tides = IntEnum("Tides", "FALSE TRUE", start=0)
Revision = IntEnum("Revision", "NEWER OLDER", start=0)
FinalTiebreak = IntEnum("FinalTiebreak", "RULEBOOK FAQ DRAW", start=0)
LannisterPortShip3p = IntEnum("LannisterPortShip3p", "YES NO", start=0)
MaceEmptyArmy = IntEnum("MaceEmptyArmy", "CONTINUE END_COMBAT", start=0)
AriannePowerToken = IntEnum("AriannePowerToken", "REMOVE KEEP", start=0)
SalladhorVictarion = IntEnum("SalladhorVictarion", "IRON_THRONE_ORDER ALWAYS_ZERO", start=0)
SiegeCasualty = IntEnum("SiegeCasualty", "CHOOSABLE SEPARATE", start=0)
MassingAllEqual = IntEnum("MassingAllEqual", "NONE DISCARD_ALL", start=0)
RobbBeatenAttacker = IntEnum("RobbBeatenAttacker", "ANY_LEGAL ORIGIN_ONLY", start=0)
HandRefillAfterDiscard = IntEnum(
    "HandRefillAfterDiscard", "KEEP_DISCARDED KEEP_PLAYED ALL_RETURN", start=0
)
SupportRefusal = IntEnum("SupportRefusal", "PER_AREA PER_HOUSE", start=0)
WinterIsComingTiming = IntEnum("WinterIsComingTiming", "ON_REVEAL ON_RESOLUTION", start=0)
WinterReshufflesUsed = IntEnum("WinterReshufflesUsed", "TRUE FALSE", start=0)
SupplyCut = IntEnum("SupplyCut", "ANY_PATH MINIMAL", start=0)
TurnOrderChange = IntEnum("TurnOrderChange", "TRACK_POSITION FINISH_PASS", start=0)
VictoryCheck = IntEnum("VictoryCheck", "IMMEDIATE AFTER_MARCH", start=0)
HouseCardTiming = IntEnum("HouseCardTiming", "FOUR_RANKS THREE_RANKS", start=0)
NegativeStrength = IntEnum("NegativeStrength", "FLOOR_ZERO ALLOW", start=0)
RetreatChoice = IntEnum("RetreatChoice", "FEWEST_LOSSES FREE", start=0)
OrderWithoutUnits = IntEnum("OrderWithoutUnits", "END_OF_CLEANUP", start=0)
PortCapturePartial = IntEnum("PortCapturePartial", "FALSE TRUE", start=0)
PortCaptureTiming = IntEnum("PortCaptureTiming", "ON_CONTROL AFTER_MARCH", start=0)
SupportSplitSides = IntEnum("SupportSplitSides", "TRUE FALSE", start=0)
TidesBlade = IntEnum("TidesBlade", "EITHER REDRAW_ONLY", start=0)
TidesReshuffle = IntEnum("TidesReshuffle", "EVERY_COMBAT", start=0)
WildlingTie = IntEnum("WildlingTie", "AFTER_REVEAL BEFORE_REVEAL", start=0)
RavenChoicePublic = IntEnum("RavenChoicePublic", "TRUE FALSE", start=0)
RaidersSupply = IntEnum("RaidersSupply", "ONE_BY_ONE TOGETHER", start=0)
WildlingIconTiming = IntEnum("WildlingIconTiming", "ALL_FIRST PER_CARD", start=0)
WinterReplacementIcon = IntEnum("WinterReplacementIcon", "COUNTS IGNORED", start=0)
WildlingReward = IntEnum("WildlingReward", "OPTIONAL FORCED", start=0)
WildlingLoss = IntEnum("WildlingLoss", "EXACT AT_LEAST", start=0)
WildlingLossOrder = IntEnum("WildlingLossOrder", "LOWEST_FIRST TURN_ORDER", start=0)
OrdersMandatory = IntEnum("OrdersMandatory", "TRUE FALSE", start=0)
OrderPass = IntEnum("OrderPass", "FORBIDDEN ALLOWED", start=0)
RavenSpecialSwap = IntEnum("RavenSpecialSwap", "AFTER_SWAP UNUSED_STAR", start=0)
RaidPlusOneTargets = IntEnum("RaidPlusOneTargets", "ANY_TWO ONE_HOUSE", start=0)
DoublePillage = IntEnum("DoublePillage", "TWO ONE", start=0)
SupportOrder = IntEnum("SupportOrder", "TURN_ORDER FIGHTERS_FIRST", start=0)
SupportAgainstSelf = IntEnum("SupportAgainstSelf", "FORBIDDEN ALLOWED", start=0)
LorasDefeatedFootman = IntEnum("LorasDefeatedFootman", "ALLOWED FORBIDDEN", start=0)
SalladhorShips = IntEnum("SalladhorShips", "OPPONENT_SIDE ANY", start=0)
AshaOrders = IntEnum("AshaOrders", "ANY_HOUSE OPPONENT", start=0)
RenlyDavos = IntEnum("RenlyDavos", "RENLY DAVOS", start=0)
RainsNeutral = IntEnum("RainsNeutral", "BATTLES_ONLY ALSO_NEUTRAL", start=0)
BladeNeutral = IntEnum("BladeNeutral", "FORBIDDEN ALLOWED", start=0)
SunsetSeaOldtown = IntEnum("SunsetSeaOldtown", "TRUE FALSE", start=0)
CrackclawNarrowSea = IntEnum("CrackclawNarrowSea", "FALSE TRUE", start=0)
IslandSupport = IntEnum("IslandSupport", "ALLOWED FORBIDDEN", start=0)
RetreatEnemyHome = IntEnum("RetreatEnemyHome", "FORBIDDEN ALLOWED ATTACKERS", start=0)
HomeReverts = IntEnum("HomeReverts", "TRUE FALSE", start=0)
MusterNeutralSea = IntEnum("MusterNeutralSea", "FORBIDDEN ALLOWED", start=0)
CerseiChoice = IntEnum("CerseiChoice", "MUST MAY", start=0)
WildlingZeroBid = IntEnum("WildlingZeroBid", "ALLOWED ONE_IF_ABLE", start=0)
SimultaneousVictory = IntEnum("SimultaneousVictory", "FINAL_ORDER ACTIVE_PLAYER", start=0)
NeutralSupportTiming = IntEnum("NeutralSupportTiming", "BEFORE_MARCH AFTER_MARCH", start=0)
HighgardenRedwyne = IntEnum("HighgardenRedwyne", "TRUE FALSE", start=0)
KingsCourtSwap = IntEnum("KingsCourtSwap", "FALSE TRUE", start=0)
RavenBannedOrder = IntEnum("RavenBannedOrder", "FORBIDDEN ALLOWED", start=0)
DefeatedShipsCarry = IntEnum("DefeatedShipsCarry", "TRUE FALSE", start=0)
RenlyDefeated = IntEnum("RenlyDefeated", "ALLOWED FORBIDDEN", start=0)
WesterosDecks = IntEnum("WesterosDecks", "RECONSTRUCTED ASOS", start=0)
HouseCards = IntEnum("HouseCards", "BASE ASOS", start=0)
WildlingCards = IntEnum("WildlingCards", "OFF ON", start=0)
IlynPayne = IntEnum("IlynPayne", "ADDED MINIMUM_ONE", start=0)
BranSelf = IntEnum("BranSelf", "YES NO", start=0)
StannisSword = IntEnum("StannisSword", "ONLY_WITH_THEFT ALWAYS", start=0)
DavosTiming = IntEnum("DavosTiming", "AFTER_LOSER AFTER_REVEAL", start=0)
EnemyCardStrength = IntEnum("EnemyCardStrength", "PRINTED MODIFIED", start=0)
SkullOrder = IntEnum("SkullOrder", "TURN_ORDER ATTACKER_FIRST", start=0)
RoutedUpgrade = IntEnum("RoutedUpgrade", "STAYS_ROUTED STANDS", start=0)
Goal = IntEnum("Goal", "CLAIM_8 SEATS_8 CASTLES", start=0)
ClaimToWin = IntEnum(
    "ClaimToWin",
    {"EIGHT": 8, "FIVE": 5, "SIX": 6, "SEVEN": 7, "NINE": 9, "TEN": 10, "ELEVEN": 11, "TWELVE": 12},
)
ClaimTokenSource = IntEnum("ClaimTokenSource", "PLAYER POOL_FIRST", start=0)
DoubleWin = IntEnum("DoubleWin", "FINAL_TIES ACTIVE_PLAYER", start=0)
ManageTroopsDiscard = IntEnum("ManageTroopsDiscard", "DOUBLE_MARCH ANY_USE", start=0)
ManageTroopsControlToken = IntEnum("ManageTroopsControlToken", "YES NO", start=0)
ControlWesterosNeutral = IntEnum("ControlWesterosNeutral", "YES NO", start=0)
HoldTerritorySeat = IntEnum("HoldTerritorySeat", "REPLACE ADD", start=0)
SupportMinus1Replaceable = IntEnum("SupportMinus1Replaceable", "YES NO", start=0)
HiddenSchemesScope = IntEnum("HiddenSchemesScope", "TURN PLANNING_ONLY", start=0)
LookoutTarget = IntEnum("LookoutTarget", "ANY_OTHER_PLAYER BATTLE_OPPONENT", start=0)
LookoutTiming = IntEnum("LookoutTiming", "BEFORE_DECLARATIONS AFTER_DECLARATIONS", start=0)
PermanentAfterDiscard = IntEnum("PermanentAfterDiscard", "STAYS NEEDS_THREE", start=0)
PermanentReform = IntEnum("PermanentReform", "ON_GAIN AT_ONCE", start=0)
TyrellLeader = IntEnum("TyrellLeader", "SER_LORAS_TYRELL NO_LEADER", start=0)
ActivationMarking = IntEnum("ActivationMarking", "AT_PLANNING AT_RESOLUTION", start=0)
StrandedLeader = IntEnum("StrandedLeader", "RE_ENTER REMOVED", start=0)
HostageCard = IntEnum("HostageCard", "USABLE LOCKED", start=0)
Negotiation = IntEnum("Negotiation", "ON OFF", start=0)
NegotiationOffersPerResponder = IntEnum("NegotiationOffersPerResponder", "ONE TWO THREE", start=0)
NegotiationEmptyOffer = IntEnum("NegotiationEmptyOffer", "NO YES", start=0)
Tactics = IntEnum("Tactics", "ON OFF", start=0)
Leaders = IntEnum("Leaders", "ON OFF", start=0)
