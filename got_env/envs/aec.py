"""The PettingZoo environment of a game: one agent acts at a time (AEC).

It only reads :class:`got_env.core.game.Game` and knows no rule. One preallocated record holds the
game; an action is one call into compiled code, and an observation another, made on demand.
"""

from __future__ import annotations

import copy
import struct
from collections.abc import Mapping
from os import PathLike
from typing import Any, Self

import numpy as np

from got_env import positions
from got_env.core import state_bytes
from got_env.core.checks import (
    MAX_SEED,
    checked_choice,
    checked_limit,
    checked_players,
    checked_seed,
    refuse_unknown,
    refuse_unknown_reset_options,
)
from got_env.core.error_values import short_repr
from got_env.core.errors import IllegalAction
from got_env.core.game import Game, States
from got_env.core.protocol import MOST_TURNS
from got_env.core.results import final_info
from got_env.envs.table import NOBODY, Table
from got_env.envs.table_env import TableEnv
from got_env.games import chosen_game

RESET_OPTIONS = ("rules", "position")
"""Entries of the ``options`` of ``reset``."""

_BOOKS = struct.Struct("<BBbq")
"""Beside the record: agents left (a bit each), how play was cut off, seat selected, decisions."""

_NOT_CUT, _TRUNCATED, _FORFEITED = range(3)
"""How play was cut off before the end of the game: by the limit, by an illegal action."""

_DICTS = ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
_PICKLED = ("_np_random", "action_spaces", "observation_spaces")


class GameEnv(TableEnv):
    """A game as a PettingZoo AEC environment; agents are the houses, ``"stark"``, by seat.

    Args:
        game: code of the game, or the game itself.
        players: number of players; None for the most the game allows.
        observation: ``"flat"`` for one int8 vector, ``"entities"`` for the blocks it consists of.
        mask_in_observation: make observations ``{"observation": ..., "action_mask": ...}``; the
            mask is in ``infos`` either way.
        skip_forced: play decisions with a single legal action at once.
        reward: ``"win"``, ``"rank"`` or a shaped one of the game, see :mod:`got_env.core.rewards`.
        max_cycles: truncate the game after this many decisions; None for never.
        render_mode: ``"human"``, ``"ansi"``, ``"svg"``, ``"rgb_array"`` or None. With
            ``"human"`` the board is printed at the start and after every step.
        data_dir: your own folder of board and card files, see docs/data.md.
        **options: rules options of the game by key, such as ``tides=True``.

    Raises:
        TypeError: for an unknown keyword; names the nearest known one.
        ValueError: for a bad argument or option; names it and what was expected.
    """

    def __init__(
        self,
        game: str | Game = "agot2e",
        *,
        players: int | None = None,
        observation: str = "flat",
        mask_in_observation: bool = True,
        skip_forced: bool = False,
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        data_dir: str | PathLike[str] | None = None,
        **options: object,
    ) -> None:
        game = chosen_game(game, data_dir)
        refuse_unknown(options, game, type(self).__name__, type(self))
        players = checked_players(game, players)
        game.options.resolve(options)
        table = Table(game, players, reward, skip_forced)
        super().__init__(table, observation, mask_in_observation, render_mode)
        self._limit = checked_limit(max_cycles, "max_cycles")
        self._options = options
        self._arguments = {
            "game": game,
            "players": players,
            "observation": observation,
            "mask_in_observation": mask_in_observation,
            "skip_forced": skip_forced,
            "reward": reward,
            "max_cycles": max_cycles,
            "render_mode": render_mode,
            **options,
        }
        self._np_random = np.random.default_rng()
        self._turns = 0
        self._clear_agents([])

    def _clear_agents(self, agents: list[str]) -> None:
        self.agents = agents
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: self._info(agent) for agent in agents}
        self._skip_agent_selection: str | None = None
        self._rewarded = False
        self._cut = _NOT_CUT

    def _info(self, agent: str) -> dict[str, Any]:
        return {"action_mask": self.action_mask(agent)}

    # --- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            seed: of the game, 0 to 2**63 - 1; the same seed gives the same game. Without one the
                next seed of the environment's own stream.
            options: its entry ``"rules"`` has rules options that replace those of the environment
                for this game; its entry ``"position"`` is where the game begins, see
                :meth:`set_position`. Another key is refused.

        Raises:
            ValueError: for a bad seed, option or position; the running game stays as it is.
        """
        refuse_unknown_reset_options(options, RESET_OPTIONS, self._game)
        if options and "position" in options:
            self._reset_to(seed, options)
        else:
            self._reset_by_rules(seed, (options or {}).get("rules", {}))
        if self.render_mode == "human":
            self.render()

    def _reset_by_rules(self, seed: int | None, rules: Any) -> None:
        if not isinstance(rules, Mapping):
            raise ValueError(f"options: rules={short_repr(rules)}: expected a mapping of options")
        chosen = {**self._options, **rules}
        self._game.options.resolve(chosen)
        if seed is not None:
            self._np_random = np.random.default_rng(checked_seed(seed))
        self._table.restart(self._next_seed() if seed is None else int(seed), chosen)
        self._turns = 0
        self._clear_agents(self.possible_agents[:])
        self.agent_selection = self.possible_agents[self._table.seat]

    def _reset_to(self, seed: int | None, options: dict[str, Any]) -> None:
        if options.get("rules"):
            raise ValueError("options: 'position' has rules options of its own, leave out 'rules'")
        number = self._next_seed() if seed is None else checked_seed(seed)
        self.set_position(options["position"], number)
        if seed is not None:
            self._np_random = np.random.default_rng(number)

    def _next_seed(self) -> int:
        return int(self._np_random.integers(MAX_SEED, endpoint=True))

    def step(self, action: int | None) -> None:
        """Play the action of the agent selected; None for an agent whose game is over.

        Raises:
            IllegalAction: if it is not legal now; the game stays as it is.
        """
        if not self.agents:
            raise IllegalAction(f"action {action!r}: the game is over, reset first", action=action)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self._table
        table.play(table.checked(action))
        self._turns += 1
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        self._cumulative_rewards[agent] = 0.0
        over = table.seat == NOBODY
        if over or table.pays_on_the_way:
            self._pay()
        if over or 0 < self._limit <= self._turns:
            self._end(over)
        else:
            # Every step comes here: no call is made for what is at hand.
            self.infos[agent] = {"action_mask": np.zeros(len(table.mask), dtype=np.int8)}
            self.agent_selection = following = self.possible_agents[table.seat]
            self.infos[following] = {"action_mask": table.mask.astype(np.int8)}
        if self.render_mode == "human":
            self.render()

    def _pay(self) -> None:
        for agent, reward in zip(self.agents, self._table.rewards(), strict=True):
            self.rewards[agent] = reward
        self._accumulate_rewards()
        self._rewarded = True

    def _forfeit(self, penalty: float) -> None:
        """End the game as after an illegal action of the agent selected, which gets the penalty.

        It is terminated and truncated for all agents, as PettingZoo's wrapper ends it.
        """
        self._clear_rewards()
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards[self.agent_selection] = penalty
        self._accumulate_rewards()
        self._rewarded = True
        self._end(False, _FORFEITED)

    def _end(self, over: bool, cut: int = _TRUNCATED) -> None:
        """The game is over, or cut off if it is not, for all agents at once."""
        self.terminations = dict.fromkeys(self.agents, over or cut == _FORFEITED)
        self.truncations = dict.fromkeys(self.agents, not over)
        if not over:
            self._cut = cut
            self._table.close()
        # Selected until its agent has stepped out, and again when all have.
        self.agent_selection = self._skip_agent_selection = self.possible_agents[0]
        for agent in self.agents:
            self.infos[agent] = self._info(agent)
            if over:
                self.infos[agent] |= final_info(
                    self._game, self._table.states, 0, self._seat_of[agent]
                )

    # --- copies, states, search

    def clone(self) -> Self:
        """An independent environment in the same state; it shares only the spaces."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        for name in _DICTS:
            setattr(twin, name, dict(getattr(self, name)))
        twin.agents = self.agents[:]
        twin._np_random = copy.deepcopy(self._np_random)
        twin._table = self._table.clone()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        kept = {name: getattr(self, name) for name in _PICKLED}
        return _restore, (type(self), self._arguments, self.get_state(), kept)

    def get_state(self) -> bytes:
        """The whole state, hidden things and random words included, as bytes for `set_state`."""
        rewards = np.zeros((2, len(self.possible_agents)))
        for agent in self.agents:
            seat = self._seat_of[agent]
            rewards[:, seat] = self.rewards[agent], self._cumulative_rewards[agent]
        books = _BOOKS.pack(
            sum(1 << self._seat_of[agent] for agent in self.agents),
            self._cut,
            self._seat_of[self.agent_selection] if self.agents else NOBODY,
            self._turns,
        )
        record = self._table.states.tobytes()
        blob = state_bytes.pack(self._game, record, books + rewards.tobytes())
        return state_bytes.remember(blob)

    def set_state(self, state: bytes) -> None:
        """Go to a state of :meth:`get_state`, of an environment with the same players.

        A state that another process made takes some milliseconds: that a game can come to it at
        all is found out before anything changes.

        Raises:
            ValueError: if the bytes are damaged, of another game, version or number of players, or
                no state of a game; names the field. The environment stays as it is.
        """
        players = len(self.possible_agents)
        record, books = state_bytes.unpack(self._game, state)
        states = np.frombuffer(record, dtype=self._game.records.state)
        if len(books) != _BOOKS.size + 16 * players:
            given = (len(books) - _BOOKS.size) // 16
            raise ValueError(f"state: of a game with {given} players, expected {players}")
        left, cut, selected, turns = _BOOKS.unpack_from(books)
        rewards = np.frombuffer(books[_BOOKS.size :]).reshape(2, players)
        if not state_bytes.is_known(state):
            self._check_record(states)
            self._check_books(states, left, cut, selected, turns)
            if not np.isfinite(rewards).all():
                raise ValueError("state: the rewards are not finite")
            state_bytes.remember(bytes(state))
        self._table.states[:] = states
        self._table.refresh()
        self._turns = turns
        self._clear_agents([a for a, seat in self._seat_of.items() if left >> seat & 1])
        if cut or self._table.over:
            self._end(not cut, cut)
        if selected != NOBODY:
            self.agent_selection = self.possible_agents[selected]
        for agent in self.agents:
            reward, total = rewards[:, self._seat_of[agent]].tolist()
            self.rewards[agent], self._cumulative_rewards[agent] = reward, total
        self._rewarded = bool(rewards[0].any())

    def _check_record(self, states: States) -> None:
        """Refuse a record that is no game of this environment; one without a game is blank."""
        if not states.view(np.uint8).any():
            return
        self._game.records.check(states)
        given, players = int(states["num_players"][0]), len(self.possible_agents)
        if given != players:
            raise ValueError(f"state: num_players={given}: expected {players}")

    def _check_books(self, states: States, left: int, cut: int, selected: int, turns: int) -> None:
        """Refuse what is kept beside the record if it does not go with it."""
        everybody = (1 << len(self.possible_agents)) - 1
        seats = np.full(1, NOBODY, dtype=np.int8)
        started, over = bool(states["num_players"][0]), bool(states["over"][0])
        if started:
            self._game.kernels.current_player(states.copy(), seats)
        if not started:
            sound = (left, cut, selected, turns) == (0, _NOT_CUT, NOBODY, 0)
        elif cut or over:
            dead_first = left >> selected & 1 if selected >= 0 else left == 0
            ends_once = cut <= _FORFEITED and not (cut and over)
            sound = 0 <= left <= everybody and bool(dead_first) and ends_once
        else:
            sound = left == everybody and selected == int(seats[0])
        if not sound or not 0 <= turns <= MOST_TURNS:
            raise ValueError(
                f"state: agents left {left:#b}, cut off {cut}, selected {selected}, "
                f"turns {turns}: they do not go with the game"
            )

    def position(self, viewer: str | None = None) -> dict[str, Any]:
        """The state as JSON data, see docs/positions.md.

        Args:
            viewer: an agent: the position as it knows it; None for the whole.

        Raises:
            ValueError: for a viewer that does not take part.
            RuntimeError: if there is no game yet.
        """
        if not self._table.states["num_players"][0]:
            raise RuntimeError("position: there is no game yet, reset first")
        return positions.position_of(self._game, self._table.states, 0, viewer)

    def set_position(self, position: Mapping[str, Any] | str, seed: int = 0) -> None:
        """Go to a position, which has rules options of its own; turns are counted anew.

        Args:
            position: data as :meth:`position` gives it or written by hand, or its JSON text.
            seed: of the decks that are not given, of hidden choices, and of the random words.

        Raises:
            ValueError: if it is no position of this game with these players; names the field. The
                running game stays as it is.
        """
        states = positions.states_of(self._game, len(self.possible_agents), position, seed)
        self._table.states[:] = states
        self._table.refresh()
        self._turns = 0
        self._clear_agents(self.possible_agents[:])
        if self._table.over:
            self._pay()
            self._end(True)
        else:
            self.agent_selection = self.possible_agents[self._table.seat]

    def resample_hidden(self, player: str, seed: int) -> Self:
        """A new environment whose state ``player`` cannot tell from this one.

        What the player knows stays; face-down orders, bids and cards of others, the order of the
        decks and the random words are drawn anew, from the seed and that knowledge alone.

        Raises:
            ValueError: for a player that does not take part, or a bad seed.
        """
        if player not in self._seat_of:
            raise ValueError(f"player={player!r}: expected one of {', '.join(self._seat_of)}")
        twin = self.clone()
        twin._table.redeal(self._seat_of[player], checked_seed(seed))
        if twin._table.seat != NOBODY:
            twin.agent_selection = twin.possible_agents[twin._table.seat]
        for agent in twin.agents:
            twin.infos[agent] = twin.infos[agent] | twin._info(agent)
        return twin

    def rollout(self, policy: str = "random", seed: int | None = None) -> dict[str, float]:
        """Play on from here to the end in compiled code, on a copy.

        Args:
            policy: who plays all seats: ``"random"`` or ``"heuristic"``.
            seed: of the play; without one the next of the environment's own stream.

        Returns:
            Reward of each agent for its final place, without shaping.

        Raises:
            ValueError: for an unknown policy or a bad seed.
            RuntimeError: before the first reset.
        """
        if not self._table.states["num_players"][0]:
            raise RuntimeError("rollout: there is no game yet, reset first")
        checked_choice(policy, tuple(self._game.players.policies), "policy")
        number = self._next_seed() if seed is None else checked_seed(seed)
        return dict(zip(self.possible_agents, self._table.playout(policy, number), strict=True))


def _restore(
    kind: type[GameEnv], arguments: dict[str, Any], state: bytes, kept: dict[str, Any]
) -> GameEnv:
    env = kind(**arguments)
    env.set_state(state)
    env.__dict__.update(kept)
    return env
