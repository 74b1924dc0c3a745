"""The ids under which Gymnasium makes the games: ``gymnasium.make("got_env/Agot2e-v0")``."""

from __future__ import annotations

from gymnasium.envs.registration import register, registry

GYMNASIUM_IDS = {
    "agot2e": "got_env/Agot2e-v0",
    "agot1e": "got_env/Agot1e-v0",
    "agot1e_storm": "got_env/Agot1eStorm-v0",
    "asos": "got_env/Asos-v0",
    "btwixt": "got_env/Btwixt-v0",
}
"""Game code: id. The number is raised with the version of the game."""


def register_envs() -> None:
    """Make the ids known; those that are stay as they are."""
    for code, name in GYMNASIUM_IDS.items():
        if name not in registry:
            register(
                id=name,
                entry_point="got_env.envs.gymnasium_env:SeatEnv",
                vector_entry_point="got_env.envs.gymnasium_vector:SeatVectorEnv",
                kwargs={"game": code},
            )
