"""Westeros phases, auctions and Wildling attacks, written short for tests."""

import copy
import itertools

from got_env.westeros.rules.state import JOURNAL_SIZE
from got_env.westeros.rules.vocabulary import Event
from tests.builder import UNITS, Board

QUIET = {
    "first": "last_days_of_summer",
    "second": "last_days_of_summer",
    "third": "sea_of_storms",
}
"""Cards without a decision; each bears a Wildling icon."""

LOSING = {"LOSE_AREA", "LOSE_UNIT", "HORDE_AREA"}
"""Questions about units to destroy."""


def draw(board, threat=0, **cards):
    """Play the Westeros phase with these cards to its first decision."""
    cards = QUIET | cards
    board.set(threat=threat).set_westeros(cards["first"], cards["second"], cards["third"])
    return board.at("westeros")


def bid(board, **bids):
    """Answer the open auction; houses that are not named bid nothing."""
    done = set()
    while board.phase == "BID" and board.player not in done:
        done.add(board.player)
        board.do(f"bid {bids.get(board.player, 0)}")
    return board


def attack(board, *cards, strength, **bids):
    """One attack, 4 to 10 by the card of deck III, 12 by the track, with these Wildling cards."""
    board.set_wildlings(*cards)
    if strength == 12:
        draw(board, threat=8)
    else:
        draw(board, threat=strength - 4, third="wildlings_attack")
    return bid(board, **bids)


def nights_watch_wins(board, *cards, highest="stark"):
    """An attack of strength 4 beaten by the four tokens of one house."""
    return attack(board, *cards, strength=4, **{highest: 4})


def wildlings_win(board, *cards, lowest="stark"):
    """An attack of strength 12, lost although every house but the lowest bids one token."""
    bids = {house: 1 for house in board.houses if house != lowest}
    return attack(board, *cards, strength=12, **bids)


def events(board, kind):
    """Public events of one kind, oldest first, as (house, x, y)."""
    last = int(board.value("journal_no"))
    rows = (
        board.value("journal")[i % JOURNAL_SIZE] for i in range(max(0, last - JOURNAL_SIZE), last)
    )
    return [
        (board.houses[row[1]] if row[1] >= 0 else None, int(row[2]), int(row[3]))
        for row in rows
        if row[0] == Event[kind]
    ]


def outcomes(board, house, phases, read):
    """All values of ``read(board)`` over every way a house can answer its run of questions."""
    if board.player != house or board.phase not in phases:
        return {read(board)}
    found = set()
    for text in board.legal():
        found |= outcomes(copy.deepcopy(board).do(text), house, phases, read)
    return found


def fresh(players=6, **options):
    """An empty board."""
    return Board(players, **options).clear()


def spread_stark(board):
    """Stark units of all kinds on land and in a Port."""
    board.units("karhold", "stark", footman=1, knight=1, siege_engine=1)
    return board.units("port_of_winterfell", "stark", ship=2).set_supply(stark=6)


def standing(areas):
    """A reader of what stands in some areas, by unit type."""
    return lambda board: tuple(board.count(area, unit) for area in areas for unit in UNITS)


def removals(board, areas, n):
    """Forces left after any ``n`` units are gone."""
    before = standing(areas)(board)
    ranges = [range(count + 1) for count in before]
    return {after for after in itertools.product(*ranges) if sum(before) - sum(after) == n}
