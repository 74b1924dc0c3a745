"""Sizes of sheets: a bound that tests hold, and the largest of random games by phase."""

from __future__ import annotations

import numpy as np

from got_env.core.game import Game
from got_env.text.sheet import Sheet, sheet

MOST_CHARACTERS = 12_000
"""Characters of the longest sheet of any game of the package, in any phase, for any seat."""

CHARACTERS_PER_TOKEN = 3
"""Tokenizers make three to four characters of English a token, fewer of names with ``_``."""


def estimated_tokens(text: str) -> int:
    """Tokens of a text if one is three characters, rounded up: more than most tokenizers make."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def largest_sheets(
    game: Game, players: int, seed: int = 0, most: int = 10_000, every: int = 1
) -> dict[str, Sheet]:
    """The longest sheet of every phase that a random game goes through, for who decides.

    Args:
        game: what is played.
        players: number of players.
        seed: of the game and of its moves.
        most: decisions to play at most.
        every: one decision out of so many is looked at, and the first of each phase.

    Returns:
        By name of the phase; ``"over"`` is that of seat 0.
    """
    states = game.start(1, players, seed)
    rng = np.random.default_rng(seed)
    mask = np.zeros((1, game.actions.size), dtype=np.bool_)
    seats = np.zeros(1, dtype=np.int8)
    since = [0] * players
    found: dict[str, Sheet] = {}
    for number in range(most):
        game.kernels.current_player(states, seats)
        seat, over = max(0, int(seats[0])), bool(states["over"][0])
        phase = game.words.phase_name(states, 0)
        if over or number % every == 0 or phase not in found:
            page = sheet(game, states, seat, since[seat])
            if phase not in found or len(str(page)) > len(str(found[phase])):
                found[phase] = page
        if over:
            break
        since[seat] = int(states["journal_no"][0])
        game.kernels.action_mask(states, mask)
        game.kernels.step(states, np.array([rng.choice(np.flatnonzero(mask[0]))]))
    return found
