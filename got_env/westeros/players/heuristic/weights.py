"""Weights: the numbers that make one scripted player another; all styles share the same code."""

from __future__ import annotations

from enum import IntEnum

from got_env.core.styles import Styles


class Weight(IntEnum):
    """Places in a vector of weights. Worths are in points, of which a Castle is about ten."""

    LAND = 0  # worth of any land area
    CASTLE = 1  # worth of a castle area
    STRONGHOLD = 2  # more for a Stronghold, before the last rounds
    LATE_CASTLE = 3  # more for a castle area in the last rounds
    CLOSING_CASTLE = 4  # more for a castle area when few are missing
    SUPPLY = 5  # of a supply icon
    POWER = 6  # of a power icon
    SEA = 7  # of any sea area
    SEA_OWN = 8  # of a sea area for each own castle area beside it
    SEA_OTHER = 9  # of a sea area for each other castle area beside it
    UNIT = 10  # of a unit lost or beaten
    HARM = 11  # share of an area's worth that taking it from its holder adds
    HARM_LEADER = 12  # the same for each castle area of the holder beyond a few
    DREAD_HIDDEN = 13  # share of possible attacks that others make, while orders are face down
    DREAD_OPEN = 14  # the same with open orders
    JOIN = 15  # share of the other armies that come along with the strongest
    HOLD = 16  # share of a conquest's worth that counts as lost when others can come at once
    LEAVE_OPEN = 17  # share of an area's worth at stake when it is left with others near
    FAILED_MARCH = 18  # price of a lost attack beyond its units
    CAUTION = 19  # strength expected of a face-down order in a defence
    MARCH = 20  # zeal: factors on the points of the orders
    DEFENSE = 21
    SUPPORT = 22
    RAID = 23
    CONSOLIDATE = 24
    MUSTER = 25  # points of a mustering point
    BIDDING = 26  # factor on bids for tracks
    WILDLINGS = 27  # factor on bids against the Wildlings
    THRONE = 28  # how keenly each track is bid for
    FIEFDOMS = 29
    COURT = 30
    CARD = 31  # price of a point of card strength that is spent
    QUICK = 32  # not 0: decisions at a glance, see quick.py; a search still ranks by the others


NUM_WEIGHTS = len(Weight)

_STYLES = Styles(__package__, Weight)

style_names = _STYLES.names
style_weights = _STYLES.weights
weight_names = _STYLES.weight_names
