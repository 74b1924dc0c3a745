"""A masked random policy plays 1,024 games at once."""

import numpy as np

from got_env import VectorEnv

games = VectorEnv("agot2e", num_envs=1024, players=6, seed=1)
rng = np.random.default_rng(1)
decisions, wins = 0, np.zeros(6, dtype=int)
while wins.sum() < 1024:
    chance = rng.random(games.action_masks.shape, dtype=np.float32)
    games.step(np.where(games.action_masks, chance, -1).argmax(axis=1))
    decisions += games.num_envs
    wins += np.bincount(games.infos["final_info"]["winner"][games.terminations], minlength=6)
print(f"{wins.sum()} games, {decisions:,} decisions")
print({house: int(n) for house, n in zip(games.houses, wins, strict=True)})
