"""Positions of every decision of the game, found in games of random play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from got_env.core.agenda import PHASE
from got_env.westeros.editions.agot2e import SECOND_EDITION
from got_env.westeros.rules.vocabulary import NONE, Phase
from tests.builder import FACTS, Board
from tests.play import AGOT2E, masks_of, random_actions
from tests.rules.battles import Battle

EVERY_DECISION = frozenset(SECOND_EDITION.decisions)

WITH_SECRETS = {Phase.ORDER, Phase.BID, Phase.HOUSE_CARD, Phase.TIDES_REDRAW, Phase.RAVEN_PEEK}

HOUSE_OF = {Phase.TYRION_CARD: "lannister"} | {
    phase: house
    for house, hand in FACTS.cards.houses.items()
    for card in hand
    for phase, row in SECOND_EDITION.decisions.items()
    if row.meaning.startswith(f"{card.name}:")
}
"""Whose House card asks a question: there is none in a game without that house."""


def decisions_of(players: int) -> set[Phase]:
    """Decisions that can come up with a number of players."""
    houses = AGOT2E.seats.in_play(players)
    return {p for p in EVERY_DECISION if p not in HOUSE_OF or HOUSE_OF[p] in houses}


GAMES = 400
MOST_BATCHES = 10
"""More games are played until every decision has come up, so many times at most."""

KEPT = 2
"""Positions kept of each decision."""

KEPT_SECRETS = 8
"""Positions kept of decisions at which something is secret."""

EXCHANGE = 0.02
"""Chance that a position kept gives way to a later one, so that those of all rounds are found."""


@cache
def positions(players: int) -> dict[Phase, list[Any]]:
    """Records ``(1,)`` at every decision that comes up, with Tides cards, by decision."""
    found: dict[Phase, list[Any]] = {}
    for board in _rare(players):
        found.setdefault(Phase[board.phase], []).append(board.states)
    rng = np.random.default_rng(players)
    for batch in range(MOST_BATCHES):
        if decisions_of(players) - set(found) or batch == 0:
            _collect(found, players, 1000 * batch, rng)
    return found


def _collect(found: dict[Phase, list[Any]], players: int, seed: int, rng: Any) -> None:
    """Play games of random actions and keep some positions of each decision."""
    states = AGOT2E.start(GAMES, players, seed, {"tides": True})
    while len(states):
        phases = states["stack"][np.arange(len(states)), states["depth"] - 1, PHASE]
        for number in np.unique(phases).tolist():
            kept = found.setdefault(Phase(number), [])
            row = rng.choice(np.flatnonzero(phases == number))
            if len(kept) < (KEPT_SECRETS if number in WITH_SECRETS else KEPT):
                kept.append(states[row : row + 1].copy())
            elif rng.random() < EXCHANGE:
                kept[-1] = states[row : row + 1].copy()
        AGOT2E.kernels.step(states, random_actions(masks_of(states), rng))
        states = states[states["over"] == 0]


def _rare(players: int) -> Iterator[Board]:
    """Decisions that hardly come up in random play, and one after a Tides card was rejected."""
    knights = Battle(
        "lannister", "kings_landing", "footman", "baratheon", "kingswood", "footman",
        players=players, tides=True,
    )  # fmt: skip
    knights.units("kingswood", "baratheon", routed=True, footman=1).set_supply(baratheon=6)
    yield knights.fight("cersei_lannister", "renly_baratheon").do("area kingswood")
    redraw = Battle(
        "lannister", "kings_landing", "4 knight", "baratheon", "kingswood", "2 knight",
        players=players, tides=True,
    )  # fmt: skip
    redraw.set(blade_used=0).set_track("fiefdoms", "lannister")
    redraw.fight("the_hound", "salladhor_saan").do("yes")
    assert redraw.value("tides_rejected") != NONE
    yield redraw
    musters = Board(players=players, tides=True).clear().units("white_harbor", "stark", footman=1)
    musters.units("white_harbor", "stark", routed=True, footman=1).set_supply(stark=6)
    musters.order("white_harbor", "consolidate*").at("consolidate")
    yield musters.do("choice b", "upgrade knight")
    if "tyrell" in musters.houses:
        mace = Battle(
            "tyrell", "kings_landing", "3 knight", "lannister", "kingswood", "footman",
            players=players, tides=True,
        )  # fmt: skip
        mace.units("kingswood", "lannister", routed=True, footman=1)
        yield mace.fight("mace_tyrell", "ser_kevan_lannister")
