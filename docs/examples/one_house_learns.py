"""Gymnasium: Stark learns, scripted houses play the rest inside the compiled step."""

import gymnasium
import numpy as np

# Before the colon stands the module that makes the id known.
games = gymnasium.make_vec(
    "got_env:got_env/Agot2e-v0", num_envs=16, house="stark", opponents="heuristic", players=3
)
observations, infos = games.reset(seed=1)
rng = np.random.default_rng(1)
places = []
while len(places) < 16:
    actions = [rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]]
    observations, rewards, terminations, truncations, infos = games.step(actions)
    if terminations.any():
        places += infos["final_info"]["place"][terminations].tolist()
print("places of a random Stark among heuristic houses, 0 is the winner:", sorted(places))
