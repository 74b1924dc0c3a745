"""Print fingerprints of games: ``python fingerprints.py PLAYERS...``, one line for each number.

Every decision's record and mask go into the fingerprint, and now and then all that is made from
them. Run with and without compilation the lines must be the same.
"""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from got_env.core.jit import PURE_PYTHON
from got_env.games import get_game


def fingerprint(players: int) -> str:
    """Fingerprint of one whole game with Tides of Battle and one redealt on its way."""
    game = get_game("agot2e")
    states = game.start(1, players, 17, {"tides": True, "supply_cut": "minimal"})
    masks = np.zeros((1, game.actions.size), dtype=np.bool_)
    seen = np.zeros((1, game.observation.size), dtype=np.int8)
    digest = hashlib.sha256()
    turn = 0
    while True:
        digest.update(states.tobytes())
        game.kernels.action_mask(states, masks)
        digest.update(masks.tobytes())
        legal = np.flatnonzero(masks[0])
        if turn % 20 == 0:
            seat = np.array([turn // 20 % players], dtype=np.int8)
            game.kernels.observe(states, seat, seen)
            digest.update(seen.tobytes())
            dealt = states.copy()
            game.kernels.redeal(dealt, seat, np.array([turn]))
            digest.update(dealt.tobytes())
        if not len(legal):
            return f"{players} players, {turn} decisions: {digest.hexdigest()}"
        game.kernels.step(states, legal[[(turn * 7919 + turn // 3) % len(legal)]])
        turn += 1


if __name__ == "__main__":
    print(PURE_PYTHON)
    with np.errstate(over="raise"):
        for argument in sys.argv[1:]:
            print(fingerprint(int(argument)))
