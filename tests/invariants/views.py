"""Everything a player is told about a game, as bytes and texts that can be compared."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from got_env.core import state_bytes
from got_env.core.game import Game
from got_env.envs.aec import GameEnv
from got_env.positions import position_of
from got_env.text import sheet


def moved_to(env: GameEnv, states: Any) -> GameEnv:
    """The environment, taken to ``states (1,)``."""
    _, books = state_bytes.unpack(env.game, env.get_state())
    seats = np.zeros(1, dtype=np.int8)
    env.game.kernels.current_player(states, seats)
    # The third byte of the books is the agent selected.
    books = books[:2] + bytes([int(seats[0]) % 256]) + books[3:]
    # Boards of the tests need not be such as a game leads to: set_state is not to look at them.
    env.set_state(state_bytes.remember(state_bytes.pack(env.game, states.tobytes(), books)))
    return env


def from_kernels(game: Game, states: Any, viewer: int, texts: bool = True) -> dict[str, Any]:
    """View of a seat from the kernels, and from the texts made with them."""
    seats = np.zeros(1, dtype=np.int8)
    game.kernels.current_player(states, seats)
    seat = np.array([viewer], dtype=np.int8)
    observation = np.zeros((1, game.observation.size), dtype=np.int8)
    game.kernels.observe(states, seat, observation)
    known = states.copy()
    game.kernels.redact(known, seat)
    seen: dict[str, Any] = {
        "player": int(seats[0]),
        "phase": game.words.phase_name(states, 0),
        "observation": observation.tobytes(),
        "redacted record": known.tobytes(),
    }
    if seats[0] == viewer:
        mask = np.zeros((1, game.actions.size), dtype=np.bool_)
        game.kernels.action_mask(states, mask)
        seen["mask"] = mask.tobytes()
    if texts:
        seen |= _texts(game, states, known, viewer, seats[0] == viewer)
    return seen


def _texts(game: Game, states: Any, known: Any, viewer: int, decides: bool) -> dict[str, Any]:
    snapshot = game.words.snapshot(known, 0)
    house = game.seats.in_play(int(states["num_players"][0]))[viewer]
    seen: dict[str, Any] = {
        "snapshot": json.dumps(snapshot),
        "text": game.words.board(known, 0),
        "position": json.dumps(position_of(game, states, 0, house)),
        "events": game.words.new_events(states, 0, 0),
        "sheet": str(sheet(game, states, viewer)),
    }
    if game.words.picture is not None:
        seen["picture"] = game.words.picture(known, 0)
    if decides:
        seen["actions"] = [game.actions.text(states, 0, i) for i in range(game.actions.size)]
        seen["refusal"] = _refusal(game, states)
    return seen


def _refusal(game: Game, states: Any) -> str:
    try:
        game.actions.parse(states, 0, "nonsense")
    except ValueError as error:
        return str(error)
    raise AssertionError("nonsense was taken for an action")


def from_env(env: GameEnv, agent: str, texts: bool = True) -> dict[str, Any]:
    """View of an agent of an environment."""
    seen: dict[str, Any] = {
        "agents": list(env.agents),
        "agent_selection": env.agent_selection,
        "observe": plain(env.observe(agent)),
        "infos": plain(env.infos[agent]),
        "rewards": dict(env.rewards),
        "ended": (env.terminations[agent], env.truncations[agent]),
    }
    if texts:
        seen["position"] = json.dumps(env.position(agent))
    if env.agent_selection == agent:
        observation, *rest = env.last()
        seen["last"] = (plain(observation), rest[:-1], plain(rest[-1]))
        seen["legal actions"] = env.legal_actions()
        if texts:
            seen["render"] = env.render()
            seen["illegal action"] = _illegal(env)
    return seen


def plain(observation: Any) -> Any:
    """An observation, or an info, with bytes in place of arrays."""
    if isinstance(observation, dict):
        return {key: plain(value) for key, value in observation.items()}
    return observation.tobytes() if isinstance(observation, np.ndarray) else observation


def _illegal(env: GameEnv) -> str:
    illegal = next(i for i in range(env.game.actions.size) if i not in env.legal_actions())
    try:
        env.step(illegal)
    except ValueError as error:
        return str(error)
    raise AssertionError(f"action {illegal} is legal after all")


def differences(first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    """Names of what is not the same in two views."""
    return [key for key in {**first, **second} if first.get(key) != second.get(key)]
