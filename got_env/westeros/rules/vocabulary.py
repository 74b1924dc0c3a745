"""Words of the board games as numbers: enumerations shared by kernels, texts and data.

Values are positions in arrays of the state, so their order is part of the format.
"""

from __future__ import annotations

from enum import IntEnum

NONE = -1
"""No seat, no area, no card: the empty value of every index field."""

MAX_PLAYERS = 6
MAX_AREAS = 58
AREA_PLACES = 64
"""Places of an area in a number that holds a side too: ``side * AREA_PLACES + area``."""

MAX_NEIGHBOURS = 11
NUM_TRACKS = 3
NUM_UNITS = 4
NUM_ORDERS = 11
HAND_SIZE = 7
ALL_CARDS = (1 << HAND_SIZE) - 1
"""Bit mask of a full hand of House cards."""

POWER_TOKENS = 20
PORT_CAPACITY = 3
MAX_LEADERS = 15
NUM_TACTICS = 7
NUM_ALLIANCE_DECKS = 4
ALLIANCE_DECK_SIZE = 6
NUM_ALLIANCE_CARDS = NUM_ALLIANCE_DECKS * ALLIANCE_DECK_SIZE
CLAIM_SPACES = 6
IMPASSABLE = 99
"""Value of a neutral force that nobody can beat (Rule: 2E-NEUT-10)."""


class Terrain(IntEnum):
    """Terrain of an area (Rule: 2E-DEF-02, 2E-PORT-01)."""

    LAND = 0
    SEA = 1
    PORT = 2


class Unit(IntEnum):
    """The four unit types (Rule: 2E-DEF-01)."""

    FOOTMAN = 0
    KNIGHT = 1
    SIEGE_ENGINE = 2
    SHIP = 3


ALLIED_FOOTMAN, ALLIED_KNIGHT = int(Unit.SIEGE_ENGINE), int(Unit.SHIP)
"""Columns of allied units in a game that has them, and neither Siege Engines nor Ships."""


class Order(IntEnum):
    """Order token types; a star marks a special order (Rule: 2E-ORD-01 to -11)."""

    MARCH_MINUS = 0
    MARCH = 1
    MARCH_STAR = 2
    DEFENSE = 3
    DEFENSE_STAR = 4
    SUPPORT = 5
    SUPPORT_STAR = 6
    RAID = 7
    RAID_STAR = 8
    CONSOLIDATE = 9
    CONSOLIDATE_STAR = 10


HIDDEN_ORDER = 11
"""Face-down order token, as a viewer sees it."""


class Track(IntEnum):
    """Influence tracks; position 0 is the first (Rule: 2E-TRK-01, -04, -09)."""

    IRON_THRONE = 0
    FIEFDOMS = 1
    KINGS_COURT = 2


class Side(IntEnum):
    """Sides of a combat, and the answer of a supporter."""

    ATTACKER = 0
    DEFENDER = 1
    NOBODY = 2


class WesterosCard(IntEnum):
    """Kinds of Westeros cards (Rule: 2E-CARD-01 to -24)."""

    SUPPLY = 0
    MUSTERING = 1
    A_THRONE_OF_BLADES = 2
    LAST_DAYS_OF_SUMMER = 3
    WINTER_IS_COMING = 4
    CLASH_OF_KINGS = 5
    GAME_OF_THRONES = 6
    DARK_WINGS_DARK_WORDS = 7
    WILDLINGS_ATTACK = 8
    PUT_TO_THE_SWORD = 9
    SEA_OF_STORMS = 10
    RAINS_OF_AUTUMN = 11
    FEAST_FOR_CROWS = 12
    WEB_OF_LIES = 13
    STORM_OF_SWORDS = 14
    CLAIM_WESTEROS = 15
    PUNISH_THE_GUILTY = 16
    SWING_THE_SWORD = 17
    HIDDEN_SCHEMES = 18


class WildlingCard(IntEnum):
    """Wildling cards (Rule: 2E-WC-01 to -21)."""

    A_KING_BEYOND_THE_WALL = 0
    CROW_KILLERS = 1
    MAMMOTH_RIDERS = 2
    MASSING_ON_THE_MILKWATER = 3
    PREEMPTIVE_RAID = 4
    RATTLESHIRTS_RAIDERS = 5
    SILENCE_AT_THE_WALL = 6
    SKINCHANGER_SCOUT = 7
    THE_HORDE_DESCENDS = 8


class Effect(IntEnum):
    """House card texts; the first are named after the cards that bear them (Rule: 2E-HC-01)."""

    NO_TEXT = 0
    STANNIS_BARATHEON = 1
    RENLY_BARATHEON = 2
    SER_DAVOS_SEAWORTH = 3
    SALLADHOR_SAAN = 4
    PATCHFACE = 5
    VICTARION_GREYJOY = 6
    BALON_GREYJOY = 7
    THEON_GREYJOY = 8
    ASHA_GREYJOY = 9
    AERON_DAMPHAIR = 10
    TYWIN_LANNISTER = 11
    SER_KEVAN_LANNISTER = 12
    TYRION_LANNISTER = 13
    CERSEI_LANNISTER = 14
    ARIANNE_MARTELL = 15
    NYMERIA_SAND = 16
    DORAN_MARTELL = 17
    ROBB_STARK = 18
    ROOSE_BOLTON = 19
    THE_BLACKFISH = 20
    CATELYN_STARK = 21
    MACE_TYRELL = 22
    SER_LORAS_TYRELL = 23
    QUEEN_OF_THORNS = 24
    # Texts that no card of the 2nd edition has, named after what they do (Rule: 1E-HC-09 to -23)
    RAISES_KNIGHTS = 25
    RAISES_FOOTMEN = 26
    RAISES_SHIPS = 27
    RECOVERS_CARD = 28
    REMOVES_ANY_ORDER = 29
    PROMOTES_FIGHTER = 30
    PROMOTES_INSTEAD = 31
    SINKS_SUPPORT = 32
    DISCARDS_CARD = 33
    REMOVES_NEAR_ORDER = 34
    DROPS_DEFENSE = 35
    CANCELS_TEXT = 36
    # Texts of the Storm of Swords set (Rule: ASOS-HC-11 to -26)
    SWORDS_OF_WEAKNESS = 37
    TAXES_ENEMY = 38
    EXECUTES_FIGHTER = 39
    STRONG_IF_SUPPORTED = 40
    RECOVERS_ANY_CARD = 41
    TAKES_THRONE = 42
    GAINS_ENEMY_STRENGTH = 43
    PILLAGES_LOSER = 44
    ORDERLY_DEFEAT = 45
    GAINS_MARGIN = 46
    SWORDS_IF_SUPPORTED = 47
    STRONG_AT_COAST = 48
    CHANGES_CARD = 49
    # Texts of the same set that only the original board has (Rule: ASOS-HC-30 to -32)
    PLACES_ORDER = 50
    STRONG_DEFENDER = 51
    REMOVES_ENEMY_ORDER = 52


class Tactic(IntEnum):
    """Tactics cards (Rule: ASOS-TC-01 to -19)."""

    CAREFUL_PLANNING = 0
    CONTROL_WESTEROS = 1
    FORGE_ALLIANCES = 2
    HOLD_TERRITORY = 3
    MANAGE_TROOPS = 4
    SECURE_HOSTAGES = 5
    OBJECTIVE = 6
    SUPPORT_ALLIES = 7


class Alliance(IntEnum):
    """Terrain of an Alliance card (Rule: ASOS-AC-01 to -30)."""

    ARMY = 0
    LEADERSHIP = 1
    MILITARY_SUPPORT = 2
    PLOTS = 3
    POLITICAL_SUPPORT = 4
    LOOKOUT = 5
    GALLEYS = 6
    SUPPLIES = 7
    ACCUSATIONS = 8
    RAIDERS = 9
    TRANSPORT = 10


class Phase(IntEnum):
    """Question or step of a frame of the agenda.

    Each has a row beside its kernels: see :mod:`got_env.westeros.editions.decisions`. They stand in
    the order of a round, in which lists and observations have the decisions of a game. Numbers
    never change, for states and replays hold them.
    """

    # automatic: the round (the graph RULES.after leads from one to the next)
    ROUND = 0
    WESTEROS = 1
    PLANNING = 2
    RAVEN_STEP = 3
    RAID_STEP = 4
    MARCH_STEP = 5
    CONSOLIDATE_STEP = 6
    CLEAN_UP = 7
    STAND_UP_STEP = 76
    COLLECT_STEP = 77
    ALLIANCE_STEP = 88
    TACTICS_STEP = 89
    OBJECTIVE_STEP = 90
    # automatic: nested
    SETTLE = 8
    RECONCILE = 9
    MUSTER_ALL = 10
    MUSTER_HOUSE = 11
    CLASH = 12
    WILDLINGS = 13
    LOSE_UNITS = 14
    DEMOTE_KNIGHTS = 15
    MARCH_TURN = 16
    NEUTRAL_CALL = 17
    COMBAT = 18
    MARCH_END = 19
    NEUTRAL_ENTRY = 78
    TACTIC_EFFECTS = 91
    GAIN_CLAIM = 92
    ARMY = 93
    PLACE_LEADER = 94
    SEAL_ALLIANCE = 95
    DROP_ALLIES = 96
    RAID_HIT = 97
    CLAIM_AUCTION = 98
    EXECUTIONS = 99
    NEGOTIATION = 100
    # decisions: Westeros phase
    WESTEROS_CHOICE = 20
    RECONCILE_AREA = 21
    RECONCILE_UNIT = 22
    MUSTER_UPGRADE = 23
    MUSTER_STATUS = 24
    MUSTER = 25
    BID = 26
    TIE = 27
    WILDLING_TIE = 28
    CLIMB_TRACK = 29
    DROP_TRACK = 30
    PROMOTE = 31
    DEMOTE = 32
    RECOVER_CARD = 33
    LOSE_AREA = 34
    LOSE_UNIT = 35
    DISCARD_CARD = 36
    PREEMPTIVE_CHOICE = 37
    PREEMPTIVE_TRACK = 38
    HORDE_MUSTER = 39
    HORDE_AREA = 40
    CLAIM_TIE = 101
    EXECUTE = 102
    EXECUTE_TRACK = 103
    CLAIM_SOURCE = 116
    # decisions: planning and actions
    TACTIC = 104
    ORDER = 41
    RAVEN = 42
    RAVEN_AREA = 43
    RAVEN_ORDER = 44
    RAVEN_PEEK = 45
    PASS_VISIT = 79
    CAREFUL = 105
    SECOND_TACTIC = 106
    FORGE = 107
    PLOT = 110
    PLOT_VICTIM = 111
    ACCUSE = 112
    ARMY_AREA = 113
    DROP_ALLY = 114
    LEADER_AREA = 115
    MOVE_FROM = 108
    STEAL = 109
    RAID_FROM = 46
    RAID_TARGET = 47
    RAID_SECOND = 80
    REPLACE_SUPPORT = 118
    ACTIVATE = 117
    ASK_SUPPORT = 48
    NEUTRAL_SUPPORT = 49
    MARCH_FROM = 50
    MARCH_TO = 51
    MARCH_COUNT = 52
    MARCH_LEADER = 119
    MARCH_TOKEN = 53
    PORT_CAPTURE = 54
    DOUBLE_FROM = 120
    CONSOLIDATE_FROM = 55
    CONSOLIDATE_CHOICE = 56
    NEGOTIATE = 121
    OFFER_REQUEST = 122
    OFFER_HOSTAGE = 123
    OFFER_POWER = 124
    ANSWER = 125
    # decisions: combat
    LOOKOUT = 126
    SUPPORT = 57
    SUPPORT_ALLIES = 130
    REFUSE_ALLIES = 131
    REFUSE_SUPPORT = 58
    MILITARY = 127
    HOUSE_CARD = 59
    TYRION = 60
    TYRION_CARD = 61
    AERON = 62
    DORAN = 63
    STANNIS = 84
    QUEEN_OF_THORNS = 64
    MACE = 65
    TIDES_REDRAW = 66
    BLADE = 67
    DAVOS = 85
    RENLY = 68
    RENLY_STATUS = 69
    CERSEI = 70
    MELISANDRE = 82
    ASHA = 83
    TAKE_LEADER = 128
    CASUALTY = 71
    ROBB = 72
    RETREAT = 73
    RETREAT_LOSS = 74
    PATCHFACE = 75
    LUWIN = 81
    BRAN = 86
    PLACE_ORDER = 87
    FREE_HOSTAGE = 129


NUM_PHASES = len(Phase)


class StarRaid(IntEnum):
    """Powers of a Raid order with a star."""

    DEFENSE_TOO = 0
    TWO_ORDERS = 1


class Event(IntEnum):
    """Kinds of public events in the journal: (kind, seat, x, y)."""

    NOTHING = 0
    ROUND_BEGINS = 1  # x round
    WESTEROS_CARD = 2  # x card, y deck
    BAN = 3  # x order type mask
    BID = 4  # seat, x tokens, y track (NONE: wildlings)
    TRACK = 5  # seat, x track, y position
    WILDLING_ATTACK = 6  # x strength, y 1 if the Night's Watch won
    WILDLING_CARD = 7  # x card
    POWER = 8  # seat, x change, y area or NONE
    SUPPLY = 9  # seat, x level
    MUSTER = 10  # seat, x area, y unit
    UPGRADE = 11  # seat, x area, y unit
    DESTROYED = 12  # seat, x area, y unit
    ORDERS_REVEALED = 13
    RAVEN = 14  # seat, x 0 kept, 1 replaced, 2 looked, y area, or top 0 / bottom 1
    RAID = 15  # seat, x from, y target or NONE
    MARCH = 16  # seat, x from, y to
    TOKEN = 17  # seat, x area, y 1 placed 0 removed
    NEUTRAL_BEATEN = 18  # seat, x area
    COMBAT = 19  # seat attacker, x area, y defender
    SUPPORTED = 20  # seat, x area, y side
    CARD = 21  # seat, x hand slot, y 1 played, 0 taken back or discarded
    BLADE = 22  # seat
    COMBAT_WON = 23  # seat winner, x area, y strength difference
    RETREAT = 24  # seat, x area
    GARRISON_LOST = 25  # seat, x area
    ORDER_REMOVED = 26  # seat, x area, y order
    CONSOLIDATE = 27  # seat, x area, y 0 power, 1 muster
    PORT_TAKEN = 28  # seat, x port, y ships
    GAME_OVER = 29  # seat winner, NONE for a draw
    STOOD_UP = 30  # defeated units of all houses stand up
    VISIT_PASSED = 31  # seat keeps its orders for a later visit
    MARCH_VOID = 32  # seat, x from, y area whose Neutral Force was too strong
    ORDER_PLACED = 33  # seat, x area, y order
    CLAIM_TOKEN = 34  # seat, x 1 placed on the claim track, 0 back in the pool
    WEATHER = 35  # x 1 stormy
    TACTIC = 36  # seat, x slot, y 1 played, 0 out of the game
    ALLIANCE = 37  # seat, x card, y 1 gained, 0 lost
    LEADER = 38  # seat, x leader, y area to which it comes
    CAPTURED = 39  # seat of the captor, x leader
    EXECUTED = 40  # seat of the captor, x leader
    ACTIVATED = 41  # seat, x leader, y area
    OFFER = 42  # seat, x seat asked, y power offered
    ANSWER = 43  # seat, x 1 accepted
    PERMANENT = 44  # seat, x deck, y 1 begun, 0 ended
    SUPPORT_REPLACED = 45  # seat, x area
    ALLIES_SUPPORTED = 46  # seat, x side
    LEADER_KILLED = 47  # seat, x leader
