"""The words of the rules as numbers: decisions, events, and the language of card effects."""

from __future__ import annotations

from enum import IntEnum

NONE = -1
MAX_PLAYERS = 6
NUM_ALLIES = 50
NUM_LEADERS = 9
NUM_TOKENS = 54
MAX_TOKEN = 3
"""Greatest number on a power token."""
MAX_POWER = 30
"""Greatest number on an ally or influence card."""
POWER_BITS = MAX_POWER.bit_length()

STANDARD_KINDS = 22
STANDARD_CARDS = 62
EVENT_CARDS = 11
LEADER_CARDS = 36
WHITES = 4
"""Leader-specific cards of each leader."""
NUM_KINDS = STANDARD_KINDS + EVENT_CARDS + LEADER_CARDS
FIRST_WHITE_KIND = STANDARD_KINDS + EVENT_CARDS

CARD_WORDS = 2
"""Words of 64 bits in a set of influence cards: one for standard cards, one for all others."""
FIRST_EVENT = 64
FIRST_WHITE = FIRST_EVENT + EVENT_CARDS
CARD_PLACES = FIRST_WHITE + LEADER_CARDS + 1
"""Length of arrays by influence card; standard cards are 0 to 61, the others 64 to 110."""
NUM_CARDS = STANDARD_CARDS + EVENT_CARDS + LEADER_CARDS

HAND_SIZE = 10
MAX_EFFECTS = 2
"""Effects of one card."""
MAX_ROWS = (NUM_KINDS + NUM_ALLIES) * MAX_EFFECTS * 2
MAX_PEEK = 8
"""Allies that an ability can look at."""
ALLY_SOURCE = 128
"""Added to an ally where a number may mean an influence card too."""
ON_ALLY = MAX_PLAYERS
"""In place of a council: the current ally, of a token that lies on it."""


class Season(IntEnum):
    """Seasons in their order. Rule: BTW-TRACK-03."""

    SUMMER = 0
    AUTUMN = 1
    WINTER = 2


class Color(IntEnum):
    """Colours of influence cards. Rule: BTW-COMP-03."""

    RED = 0
    GREEN = 1
    PURPLE = 2
    BLUE = 3
    WHITE = 4


class Step(IntEnum):
    """Next step of the engine once no frame is left; the moments 3a to 3h among them."""

    CHOOSE_LEADERS = 0
    SEASON = 1
    DEAL = 2
    DRAFT = 3
    REVEAL = 4
    PLAY = 5
    BID = 6
    ALLY_AFTER_BID = 7
    AFTER_BID = 8
    PLACE = 9
    AFTER_CLAIM = 10
    TOKEN = 11
    AFTER_TOKEN = 12
    END_OF_ROUND = 13
    RESET = 14
    PASS_FIRST = 15
    TRACK = 16


class Phase(IntEnum):
    """Frames of the stack: those before ``FIRST_DECISION`` run by themselves."""

    NOTHING = 0
    JOIN = 1
    """The card in flight joins a bid pile, once its abilities are done."""
    EFFECT = 2
    """An effect begins: condition, amount, targets."""
    EFFECT_NEXT = 3
    """The next target leader of an effect."""
    EFFECT_DO = 4
    """An effect is carried out for one target."""
    ENTER = 5
    """An ally is about to enter a council."""
    ENTERED = 6
    """An ally has its council and is placed there."""
    GAIN = 7
    """A leader gains power tokens."""

    LEADER_CARD = 8
    DRAFT = 9
    TURN = 10
    ABILITY = 11
    PLACEMENT = 12
    TOKEN = 13
    TARGET = 14
    CARD = 15
    ALLY = 16
    COUNCIL = 17
    AGREE = 18
    BURY = 19
    ARRANGE = 20


FIRST_DECISION = Phase.LEADER_CARD
NUM_DECISIONS = len(Phase) - FIRST_DECISION


class Col(IntEnum):
    """Columns of an effect in RULES; NONE where a column says nothing."""

    TRIGGER = 0
    OPERATION = 1
    TARGET = 2
    AMOUNT = 3
    COUNTER = 4
    AMOUNT_MAX = 5
    CONDITION = 6
    ARGUMENT = 7
    OPTIONAL = 8
    FROM = 9
    TO = 10
    PICK = 11
    WHERE = 12
    SOURCE = 13
    RULE = 14
    MODE = 15
    SCOPE = 16
    AT = 17
    VIEWER = 18
    RESTRICTION = 19
    BY = 20
    AGAINST = 21
    UP_TO = 22
    REQUIRE_FULL = 23
    BOTTOM = 24
    MIN_VALUE = 25
    MAX_VALUE = 26
    COLOR = 27
    MIN_POWER = 28
    MAX_POWER = 29
    EXCLUDE_THIS = 30
    EXCLUDE_PREVIOUS = 31
    MIN_BID_CARDS = 32
    THEN = 33


UNBOUNDED = -128
"""AMOUNT_MAX of a counter without bound."""
EVERYTHING = 127
"""AMOUNT of "all there are"."""


class Trigger(IntEnum):
    """When an effect resolves."""

    ON_PLAY = 0
    WHILE_IN_PILE = 1
    DURING_ROUND = 2
    ON_KNEEL = 3
    AFTER_BID_WON = 4
    ON_PLACEMENT = 5
    WHEN_CLAIMED = 6
    AFTER_CLAIM = 7
    END_OF_ROUND = 8
    END_GAME_SCORING = 9


class Operation(IntEnum):
    """Operation of an effect."""

    MOVE_CARD = 0
    LOOK = 1
    MODIFY_INFLUENCE = 2
    CANCEL_ABILITY = 3
    RESTRICT_ACTION = 4
    KNEEL = 5
    PROTECT = 6
    CHANGE_BID_RULE = 7
    PLACE_ALLY = 8
    MOVE_ALLY = 9
    BRING_ALLY = 10
    PEEK_ALLIES = 11
    MOVE_TOKEN = 12
    CHANGE_FIRST_PLAYER = 13
    MODIFY_POWER = 14


class Target(IntEnum):
    """Whom or what an effect concerns; leaders first, then objects."""

    YOU = 0
    NEIGHBOR_CHOSEN = 1
    EACH_NEIGHBOR = 2
    SHARING_NEIGHBOR = 3
    OTHER_LEADER_CHOSEN = 4
    EACH_OTHER_LEADER = 5
    EACH_LEADER = 6
    BID_WINNER = 7
    SECOND_HIGHEST_LEADER = 8
    EACH_LOSING_LEADER = 9
    VOLUNTEER_LOSING_LEADER = 10
    SAME_TARGET = 11
    THIS_CARD = 12
    THIS_ALLY = 13
    CURRENT_ALLY = 14
    ALLY = 15
    BID = 16


FIRST_OBJECT = Target.THIS_CARD


class Condition(IntEnum):
    """Condition on which an effect resolves."""

    YOU_WON_BID = 0
    YOU_LOST_BID = 1
    CURRENT_ALLY_POWER_AT_LEAST = 2
    EMPTY_BID_PILE = 3
    SAME_COUNCIL_CONTAINS = 4
    ANY_COUNCIL_CONTAINS = 5
    DEAD_PILE_CONTAINS = 6
    NO_OTHER_ALLY_IN_COUNCIL_WITH_POWER_AT_LEAST = 7
    ALLIES_IN_COUNCIL_FEWER_THAN = 8


class Counter(IntEnum):
    """Things that an amount can be counted by."""

    ALLY_IN_DEAD_PILE = 0
    ALLY_IN_YOUR_COUNCILS = 1
    KNEELING_NEIGHBOR = 2
    OTHER_ALLY_IN_SAME_COUNCIL = 3
    OTHER_ALLY_IN_SAME_COUNCIL_WITH_POWER_AT_MOST_2 = 4
    OTHER_ALLY_IN_SAME_COUNCIL_WITH_POWER_AT_LEAST_5 = 5
    POWER_TOKEN_IN_SAME_COUNCIL = 6
    TOKEN_OF_VALUE_1_IN_SAME_COUNCIL = 7


class From(IntEnum):
    """Places from which ``move_card`` takes cards."""

    DECK = 0
    TARGET_HAND = 1
    YOUR_HAND = 2
    TARGET_PILE = 3
    THIS_CARD = 4


class To(IntEnum):
    """Destinations; each operation knows some of these."""

    TARGET_HAND = 0
    YOUR_HAND = 1
    TARGET_PILE = 2
    YOUR_PILE = 3
    DISCARD = 4
    DEAD_PILE = 5
    YOUR_OTHER_COUNCIL = 6
    DECK_TOP = 7
    DECK_BOTTOM = 8
    THIS_COUNCIL = 9
    CLAIMED_COUNCIL = 10
    OTHER_THAN_CLAIMED = 11
    YOUR_CHOICE = 12
    SHARED_WITH_TARGET = 13
    CURRENT = 14
    COUNCIL_CHOICE = 15
    CURRENT_ALLY = 16
    SUPPLY = 17


class Pick(IntEnum):
    """Way to pick a card or an ally, or who picks it."""

    YOU = 0
    OWNER = 1
    RANDOM = 2
    ALL = 3
    LAST = 4
    HIGHEST = 5
    LOWEST = 6


class Where(IntEnum):
    """The councils in which an ally is looked for."""

    ANY_COUNCIL = 0
    OWN_COUNCILS = 1
    FOREIGN_COUNCILS = 2
    THIS_COUNCIL = 3
    WINNER_COUNCILS = 4
    EACH_COUNCIL = 5


class Source(IntEnum):
    """Places that allies or tokens come from."""

    NEXT_ALLY = 0
    DEAD_PILE = 1
    SUPPLY = 2
    FOREIGN_COUNCILS = 3
    WINNER_COUNCILS = 4


class Rule(IntEnum):
    """Rules of ``change_bid_rule`` and ``place_ally``."""

    FARTHEST_WINS_TIES = 0
    YOU_WIN_TIES = 1
    SECOND_HIGHEST_WINS = 2
    SHARED_WITH_YOU = 3
    HIGHEST_POWER_ALLY = 4
    FEWEST_ALLIES = 5
    COUNCIL_OF_PREVIOUS = 6


class Mode(IntEnum):
    """Ways in which ``modify_influence`` changes a number."""

    ADD = 0
    SET = 1


class Scope(IntEnum):
    """Numbers that ``modify_influence`` changes."""

    CARDS = 0
    TOTAL = 1


class At(IntEnum):
    """Things that ``look`` shows."""

    HAND = 0
    TOKENS = 1


class Viewer(IntEnum):
    """To whom ``look`` shows it."""

    YOU = 0
    ALL = 1


class Restriction(IntEnum):
    """Restrictions by ``restrict_action``."""

    CANNOT_KNEEL_NEXT_TURN = 0
    MUST_PLAY_BEFORE_KNEELING = 1
    MAX_CARDS_IN_BID_PILE = 2


class Against(IntEnum):
    """Threats that ``protect`` keeps away; bits of a mask."""

    MOVE = 0
    DISCARD = 1
    KILL = 2
    CANCEL = 3


class By(IntEnum):
    """From whom ``protect`` protects."""

    OTHERS = 0
    ANYONE = 1


class Event(IntEnum):
    """Kinds of journal rows ``(kind, seat, x, y)``; all of it is public."""

    NOTHING = 0
    LEADER = 1
    SEASON = 2
    ROUND = 3
    REVEAL = 4
    NO_ALLY = 5
    PLAY = 6
    KNEEL = 7
    WIN = 8
    CLAIM = 9
    ENTER = 10
    TOKEN = 11
    TOKEN_MOVED = 12
    KILL = 13
    ALLY_MOVED = 14
    ALLY_TO_DECK = 15
    DISCARD = 16
    TAKE_SEEN = 17
    TAKE_UNSEEN = 18
    PILE = 19
    DRAW = 20
    LOOK = 21
    LOOK_TOKENS = 22
    PEEK = 23
    CANCEL = 24
    VALUE = 25
    TOTAL = 26
    MUST_PLAY = 27
    PROTECT = 28
    FIRST_PLAYER = 29
    EVENTS_ADDED = 30
    GAME_OVER = 31
    PASS_TURN = 32


ENDS = ("won", "shared")
"""Ends of a game: one leader wins, or tied leaders share the victory. Rule: BTW-TIE-03."""

LEADER_TARGETS = tuple(Target)[:FIRST_OBJECT]
SCANNED = (Trigger.WHILE_IN_PILE, Trigger.DURING_ROUND)
"""Triggers that are read while they hold; they never resolve."""

ALLY_TRIGGERS = (
    Trigger.DURING_ROUND,
    Trigger.ON_KNEEL,
    Trigger.AFTER_BID_WON,
    Trigger.ON_PLACEMENT,
    Trigger.WHEN_CLAIMED,
    Trigger.END_GAME_SCORING,
)
CARD_TRIGGERS = (
    Trigger.ON_PLAY,
    Trigger.WHILE_IN_PILE,
    Trigger.AFTER_BID_WON,
    Trigger.ON_PLACEMENT,
    Trigger.AFTER_CLAIM,
    Trigger.END_OF_ROUND,
)
LATE_TRIGGERS = (
    Trigger.AFTER_BID_WON,
    Trigger.ON_PLACEMENT,
    Trigger.AFTER_CLAIM,
    Trigger.END_OF_ROUND,
)
"""Triggers of cards with the triumph icon. Rule: BTW-TRI-01."""


def words(values: type[IntEnum]) -> tuple[str, ...]:
    """Members of an enumeration as the files of facts write them."""
    return tuple(value.name.lower() for value in values)
