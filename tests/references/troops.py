"""Manage Troops by the text of the Tactics card: which units can be where, and where tokens lie.

At once units move between two areas that their house controls; an area left without units loses its
order. Later a group that marched into an area that no opponent holds marches on into another such
area. Whoever leaves an area empty may leave one available Power token on it. Supply holds after
each.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.references import storm
from tests.references.ground import facts

Army = tuple[int, int]
"""Footmen and Knights."""
Board = dict[str, Army]
End = tuple[frozenset[tuple[str, Army]], frozenset[str], bool]
"""Armies by area, areas with a token, and whether the card is out of the game."""


def fits(level: int, board: Board) -> bool:
    """True if the armies of a house fit its Supply."""
    flags = sorted(facts("asos", "setup")["supply_track"][str(level)], reverse=True)
    armies = sorted((sum(army) for army in board.values() if sum(army) > 1), reverse=True)
    return len(armies) <= len(flags) and all(map(int.__le__, armies, flags))


def parts(army: Army) -> Iterator[Army]:
    """All parts of an army, none and all of it too."""
    return ((one, other) for one in range(army[0] + 1) for other in range(army[1] + 1))


def moved(board: Board, origin: str, target: str, army: Army) -> Board:
    """The board after a part of the army of one area went to another."""
    after = dict(board)
    after[origin] = (board[origin][0] - army[0], board[origin][1] - army[1])
    there = board.get(target, (0, 0))
    after[target] = (there[0] + army[0], there[1] + army[1])
    return {area: left for area, left in after.items() if sum(left)}


def home_of(area: str) -> str | None:
    """House whose shield is printed in an area."""
    found = next(a["home_of"] for a in facts("asos", "board")["areas"] if a["id"] == area)
    return None if found is None else str(found)


def is_foreign(area: str, house: str) -> bool:
    """True if an empty area without token is held by an opponent: by the printed shield."""
    return home_of(area) not in (None, house)


def with_tokens(
    left: str, board: Board, house: str, power: int, lie: frozenset[str]
) -> Iterator[tuple[frozenset[str], int]]:
    """Tokens after an area was left, and Power: one may be put where no unit stayed."""
    yield lie, power
    if left not in board and power and home_of(left) != house and left not in lie:
        yield lie | {left}, power - 1


def moves(area: str, house: str, stormy: bool) -> set[str]:
    """Areas of the immediate move: it is no march, so cards about marches do not serve it."""
    return storm.adjacent(area, stormy, ()) | storm.over_arrow(area, house, ())


def immediate(
    board: Board, origin: str, target: str, house: str, level: int, power: int
) -> set[End]:
    """Ends of the immediate move from one area to another, of one unit or more."""
    found = set()
    for army in parts(board[origin]):
        after = moved(board, origin, target, army)
        if sum(army) and fits(level, after):
            for lie, _ in with_tokens(origin, after, house, power, frozenset()):
                found.add((frozenset(after.items()), lie, False))
    return found


def spread(army: Army, areas: list[str]) -> Iterator[dict[str, Army]]:
    """All ways to send parts of an army to some areas."""
    if not areas:
        yield {}
        return
    for part in parts(army):
        rest = (army[0] - part[0], army[1] - part[1])
        for others in spread(rest, areas[1:]):
            yield {areas[0]: part, **others} if sum(part) else others


def double_marches(
    board: Board, origin: str, house: str, stormy: bool, level: int, power: int
) -> set[End]:
    """Ends of a march, and of one that goes on; nobody else is anywhere near."""
    found = set()
    ways = sorted(storm.marches(origin, house, stormy, ()))
    for sent in spread(board[origin], ways):
        first = board
        for area, army in sent.items():
            first = moved(first, origin, area, army)
        if not fits(level, first):
            continue
        for lie, left in with_tokens(origin, first, house, power if sent else 0, frozenset()):
            found.add((frozenset(first.items()), lie, False))
            found |= _going_on(first, sent, house, stormy, level, left, lie)
    return found


def _going_on(
    first: Board,
    sent: dict[str, Army],
    house: str,
    stormy: bool,
    level: int,
    power: int,
    lie: frozenset[str],
) -> set[End]:
    """Ends of what one of the groups does next, or a part of it."""
    found = set()
    for middle, group in sent.items():
        if is_foreign(middle, house):
            continue
        for target in storm.marches(middle, house, stormy, ()):
            if is_foreign(target, house) and target not in first and target not in lie:
                continue
            for army in parts(group):
                after = moved(first, middle, target, army)
                if not sum(army) or not fits(level, after):
                    continue
                for tokens, _ in with_tokens(middle, after, house, power, lie):
                    found.add((frozenset(after.items()), tokens, True))
    return found
