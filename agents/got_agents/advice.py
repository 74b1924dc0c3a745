"""What scripted players would play, as advice to a network.

A network must guess what a script computes from the rules, such as who could come, and how strong.
One that is told what scripts would play learns when to trust them and what to do better: a residual
policy (Silver, Allen, Tenenbaum and Kaelbling 2018, "Residual Policy Learning"). A script sees no
more than its seat may know, so its advice tells nothing that is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated

import numpy as np
from msgspec import Meta

from got_agents.base import Ints, Views
from got_agents.heuristic import HeuristicAgent
from got_env.core.error_values import short_repr
from got_env.core.game import Game

Style = Annotated[str, Meta(max_length=100)]

Styles = Annotated[tuple[Style, ...], Meta(max_length=8)]
"""Styles of scripted players."""


class Advisors:
    """Scripted players of a game that are asked what they would play.

    Args:
        game: what they play.
        styles: of the players.

    Raises:
        ValueError: for a style that the game does not have, or one that is named twice; names it.
    """

    def __init__(self, game: Game, styles: Sequence[str]) -> None:
        named = f"advisors={short_repr(list(styles))}"
        for style in styles:
            if styles.count(style) > 1:
                raise ValueError(f"{named}: {short_repr(style)} is named twice, expected it once")
        try:
            self._agents = [HeuristicAgent(style=style) for style in styles]
            for agent in self._agents:
                agent.check_game(game)
        except ValueError as error:
            raise ValueError(f"{named}: {error}") from error

    def fingerprint(self, network: str) -> str:
        """The fingerprint of a policy with these advisors.

        Args:
            network: that of its network alone, which it is without advisors.
        """
        whole = " ".join([network, *(agent.fingerprint for agent in self._agents)])
        return sha256(whole.encode()).hexdigest()[:16] if self._agents else network

    def actions(self, views: Views) -> Ints:
        """Their actions ``(B, advisors)`` in some positions."""
        chosen = np.zeros((len(views), len(self._agents)), dtype=np.int64)
        for number, agent in enumerate(self._agents):
            chosen[:, number] = agent.act_batch(views)
        return chosen
