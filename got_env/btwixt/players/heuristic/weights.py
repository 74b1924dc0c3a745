"""Weights: the numbers that make one scripted player another; all styles share the same code."""

from __future__ import annotations

from enum import IntEnum

from got_env.core.styles import Styles


class Weight(IntEnum):
    """Places in a vector of weights. Worths are in points of power."""

    SIDE = 0  # share of the stronger council that counts beside the weaker one
    ENVY = 1  # share of what the best rival has that counts against the own standing
    FIELD = 2  # the same for the mean of all rivals
    ABILITY = 3  # factor on what abilities are worth
    THRIFT = 4  # price of influence spent, as a factor on what it is worth later
    TYPICAL = 5  # what a win in a later round is expected to be worth
    PRESS = 6  # chance that a leader who may still play outbids a lead of nothing
    PACE = 7  # lead in influence that halves that chance, for each card in the hand of that leader
    AGAIN = 8  # share of lost leads that can be won back by a leader who does not kneel
    HARM = 9  # how much the standing of a leader counts in the choice of a victim
    THREAT = 10  # the same for the bid of the round
    PLENTY = 11  # how much cheaper influence is to who holds more than the others
    INSIGHT = 12  # factor on what abilities do that can be worked out, beside their usual worth
    ALLURE = 13  # factor on what abilities of allies are worth, added to ABILITY
    DISTANCE = 14  # points by which the best rival counts less who is no neighbour
    KEEP = 15  # price of a card for the usual worth of its abilities, as long as it may be kept
    CHANCE = 16  # points that winning the race counts beside a neighbour who saves cards too
    DRIFT = 17  # standard deviation of what a round does to a council, for that race


NUM_WEIGHTS = len(Weight)

_STYLES = Styles(__package__, Weight)

style_names = _STYLES.names
style_weights = _STYLES.weights
weight_names = _STYLES.weight_names
