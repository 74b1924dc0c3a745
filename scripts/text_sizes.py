#!/usr/bin/env python3
"""Print how long the sheets of random games are, by game and phase: characters and tokens.

Run as ``python scripts/text_sizes.py [games of each number of players]``.
"""

from __future__ import annotations

import sys

from got_env.games import GAMES
from got_env.text import estimated_tokens
from got_env.text.sizes import largest_sheets


def main() -> None:
    """Print a table for every game: the largest sheet of each phase, over all player counts."""
    seeds = range(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    for game in GAMES.values():
        largest: dict[str, str] = {}
        for players in game.seats.counts:
            for seed in seeds:
                for phase, page in largest_sheets(game, players, seed).items():
                    largest[phase] = max(largest.get(phase, ""), str(page), key=len)
        print(f"{game.code:<24} characters  tokens (estimated)")
        for phase, text in sorted(largest.items(), key=lambda item: -len(item[1])):
            print(f"  {phase:<22} {len(text):>10}  {estimated_tokens(text):>6}")


if __name__ == "__main__":
    main()
