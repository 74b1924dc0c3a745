"""Games for self-play, as the batch of environments that stable-baselines3 steps.

One environment is one game, and one policy plays all its seats. So the rows of two steps belong to
different seats as a rule, and the plain reading of a ``VecEnv`` (this observation, this action, the
reward of this step, the next observation) would mix them. Besides that plain interface this class
says whose decision each row is (``seats``) and what the step earned every seat (``seat_rewards``);
:class:`got_training.seat_buffer.SeatRolloutBuffer` makes the trajectory of each seat of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from got_agents.advice import Advisors
from got_agents.base import Agent, Views, decision_seeds
from got_agents.failures import answers_of
from got_agents.heuristic import HeuristicAgent
from got_agents.policy import PolicyAgent, ShippedPolicy
from got_env.core.game import Game
from got_env.envs.vector import VectorEnv
from got_training.network import COLUMNS, advice_columns
from got_training.opponent_pool import OpponentPool
from got_training.shaping_schedule import ScheduledRewards
from got_training.threads import ThreadTeam

LEARNER = -1
"""In the table of players: the policy that learns."""

IN_THREADS = (HeuristicAgent, PolicyAgent, ShippedPolicy)
"""Opponents that are asked at the same time: they compute, and share nothing with each other. All
others, such as those of users, are asked one after the other by the thread that plays."""


class SelfPlayVecEnv(VecEnv):
    """``num_envs`` games that take one decision each per step and start anew when they end.

    All arrays are views that the next step overwrites.

    Attributes:
        games: the games themselves.
        shaped_rewards: their rewards, if the shaping of these fades.
        seats: ``(B,) int8``, the seat each row's decision belongs to.
        learner: ``(B,) bool``, False where another agent plays that seat; :meth:`step` then
            ignores the given action.
        players: the most seats P of a game.
        seat_rewards: ``(B, P) float32``, of every seat, for the last step; 0 for seats that a game
            does not have.
        ended: ``(B,) bool``, games that ended in the last step.
        finished: of each of those, ``r``: what it brought the learner's seats on average, ``l``:
            its decisions, ``rounds``, ``end`` and ``players``.

    Args:
        game: the game.
        num_envs: number of games B.
        players: seats of each game, or several numbers: the games are shared out evenly, each
            number in turn. P is the largest of them.
        seed: everything random follows from it.
        options: rules options by key.
        reward: reward option of the game; by default the one for learning.
        opponents: agents that take the place of the learner at some seats.
        past: earlier selves of the learner, one more such agent: all seats of a game that it gets
            are those of the same earlier self, drawn anew for every game.
        opponent_share: the chance that they play a seat; drawn for every seat of every game.
        stagger: about how many decisions a game lasts. Before the first step games are brought by
            random play to different ages up to that, so that a rollout holds all parts of a game
            and not the opening of every one. 0: all start at the beginning.
        with_state: put the whole state behind each observation, for a critic: the table as
            :attr:`got_env.core.game.Kernels.observe_all` gives it, with nothing hidden but the
            order of decks. The observations are then ``(B, 2 * size)``.
        shaping: tells the weight of a shaped reward's potential in games that begin now, 0 to 1;
            see :class:`got_training.shaping_schedule.ScheduledRewards`. None: it is 1.
        advisors: styles of scripted players whose actions stand behind each observation (and the
            state), as :func:`got_training.network.advice_columns` writes them.
        team: threads that share the games, and the opponents among them.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        players: int | Sequence[int],
        *,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        reward: str = "",
        opponents: Sequence[Agent] = (),
        past: OpponentPool | None = None,
        opponent_share: float = 0.0,
        stagger: int = 0,
        with_state: bool = False,
        shaping: Callable[[], float] | None = None,
        advisors: Sequence[str] = (),
        team: ThreadTeam | None = None,
    ) -> None:
        self.team = team or ThreadTeam()
        reward = reward or game.results.for_learning
        self.games = VectorEnv(
            game,
            num_envs,
            players if isinstance(players, int) else np.resize(players, num_envs).tolist(),
            seed=seed,
            options=options,
            reward=reward,
            skip_forced=True,
            num_threads=self.team.threads,
        )
        self.players = self.games.num_players
        self.opponents = list(opponents)
        self.past = past
        self._kinds = len(self.opponents) + (past is not None)
        self.opponent_share = opponent_share if self._kinds else 0.0
        self.stagger = stagger
        self._rng = np.random.default_rng(seed)
        self._table = np.full((num_envs, self.players), LEARNER, dtype=np.int64)
        self._rows = np.arange(num_envs)
        self._steps = 0
        self._actions = np.zeros(num_envs, dtype=np.int64)
        self._infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self.seats = self.games.current_player
        self.shaped_rewards = (
            None if shaping is None else ScheduledRewards(self.games, reward, shaping)
        )
        self.seat_rewards = (
            self.games.rewards if self.shaped_rewards is None else self.shaped_rewards.rewards
        )
        self.ended = self.games.terminations
        self.learner = np.ones(num_envs, dtype=np.bool_)
        self.finished: list[dict[str, Any]] = []
        self._totals = np.zeros((num_envs, self.players), dtype=np.float32)
        self.render_mode = None
        size = game.observation.size
        self._with_state = with_state
        self._advisors = [Advisors(game, advisors) for _ in range(self.team.threads)]
        self._advice = np.zeros((num_envs, len(advisors)), dtype=np.int64)
        width = size * (1 + with_state) + COLUMNS * len(advisors)
        self._state = np.zeros((num_envs, size), dtype=np.int8)
        super().__init__(
            num_envs,
            spaces.Box(-128, 127, (width,), np.int8),
            spaces.Discrete(game.actions.size),
        )

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Copies of the legal actions ``(B, A)`` of the seats to move."""
        masks: npt.NDArray[np.bool_] = self.games.action_masks.copy()
        return masks

    def answers(self, agent: Agent, rows: npt.NDArray[np.intp], turn: int) -> npt.NDArray[np.int64]:
        """Actions of an agent for the seats to move in some games.

        Args:
            agent: who is asked.
            rows: ``(n,)`` which games.
            turn: its random numbers follow from the seed of the game, the seat and this number.

        Returns:
            ``(n,)`` legal actions.

        Raises:
            AgentError: if it fails; names it.
        """
        return answers_of(agent.name, agent, self._views(rows, turn))

    def _views(self, rows: npt.NDArray[np.intp], turn: int) -> Views:
        """What the seats to move in some games may know."""
        seats = self.seats[rows]
        turns = np.full(len(rows), turn, dtype=np.int64)
        seeds = decision_seeds(self.games.seeds[rows], seats, turns)
        masks = self.games.action_masks[rows]
        return Views.of(self.games.game, self.games.states, seats, masks, seeds, rows)

    def reset(self) -> npt.NDArray[np.int8]:
        """Start all games anew, staggered; return the input of the learner ``(B, columns)``."""
        seed = self._seeds[0]
        self._reset_seeds()
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.games.reset(seed=seed)
        self._spread()
        if self.shaped_rewards is not None:
            self.shaped_rewards.begin(self._rows)
        self._draw_players(self._rows)
        self._totals[:] = 0
        return self._seen()

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        """Take the learner's actions ``(B,)``; other seats choose theirs."""
        self._actions = actions.astype(np.int64)
        if not self.opponent_share:
            return
        deciding = self._table[self._rows, self.seats]
        asked = [
            (self._other(number), np.flatnonzero(deciding == number))
            for number in np.unique(deciding[deciding != LEARNER]).tolist()
        ]
        together = [one for one in asked if type(one[0]) in IN_THREADS]
        alone = [one for one in asked if type(one[0]) not in IN_THREADS]

        def ask(one: tuple[Agent, npt.NDArray[np.intp]]) -> npt.NDArray[np.int64]:
            return self.answers(*one, self._steps)

        answers = [*self.team.map(ask, together), *map(ask, alone)]
        for (_, rows), actions in zip([*together, *alone], answers, strict=True):
            self._actions[rows] = actions

    def step_wait(
        self,
    ) -> tuple[
        npt.NDArray[np.int8], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]
    ]:
        """Play the actions.

        Returns:
            Observations of the seats that decide next, the rewards of the step for the seats that
            *decided*, which games ended, and empty infos. Learn from ``seats`` and
            ``seat_rewards``, not from these rewards.
        """
        decided = self.seats.copy()
        self.games.step(self._actions)
        self._steps += 1
        over = np.flatnonzero(self.ended)
        if self.shaped_rewards is not None:
            self.shaped_rewards.pay(over)
            self.shaped_rewards.begin(over)
        self._totals += self.seat_rewards
        self.finished = [self._final(int(row)) for row in over]
        self._totals[over] = 0
        self._draw_players(over)
        rewards = self.seat_rewards[self._rows, decided]
        return self._seen(), rewards, self.ended, self._infos

    def _seen(self) -> npt.NDArray[np.int8]:
        """Input of the learner: observations, behind them the state and advice if it has them."""
        parts = [self.games.observations]
        if self._with_state:
            self.games.game.kernels.observe_all(self.games.states, self._state)
            parts.append(self._state)
        if self._advice.shape[1]:
            self._ask_advisors()
            parts.append(advice_columns(self._advice))
        return np.concatenate(parts, axis=1) if len(parts) > 1 else parts[0]

    def _ask_advisors(self) -> None:
        """Have the advice for the decisions of the learner; what stands for others says nothing."""

        def ask(one: tuple[Advisors, npt.NDArray[np.intp]]) -> None:
            advisors, rows = one
            self._advice[rows] = advisors.actions(self._views(rows, self._steps))

        parts = self.team.cut(np.flatnonzero(self.learner))
        self.team.map(ask, list(zip(self._advisors, parts, strict=False)))

    def _final(self, row: int) -> dict[str, Any]:
        players = int(self.games.players[row])
        table = self._table[row, :players]
        own = np.flatnonzero(table == LEARNER)
        info = self.games.infos["final_info"]
        if self.past is not None:
            for number in self._past_among(table):
                theirs = np.flatnonzero(table == len(self.opponents) + number)
                self.past.record(number, own.tolist(), theirs.tolist(), int(info["winner"][row]))
        return {
            "r": float(self._totals[row, own].mean()) if own.size else 0.0,
            "l": int(info["decisions"][row]),
            "rounds": int(info["round"][row]),
            "end": self.games.game.results.ends[info["end"][row]],
            "players": players,
        }

    def _draw_players(self, rows: npt.NDArray[np.int64]) -> None:
        """Decide who sits where in new games."""
        if self.opponent_share and len(rows):
            shape = (len(rows), self.players)
            others = self._rng.integers(self._kinds, size=shape)
            if self.past is not None:
                drawn = self.past.sample(len(rows), self._rng)[:, None]
                known = len(self.opponents)
                others = np.where(others == known, known + drawn, others)
            self._table[rows] = np.where(
                self._rng.random(shape) < self.opponent_share, others, LEARNER
            )
        if self.opponent_share:
            self.learner[:] = self._table[self._rows, self.seats] == LEARNER

    @property
    def pool_in_play(self) -> list[int]:
        """Numbers of the earlier selves that sit at some table."""
        return self._past_among(self._table)

    def _other(self, number: int) -> Agent:
        """The agent that an entry of the table of players stands for."""
        known = len(self.opponents)
        if number < known:
            return self.opponents[number]
        assert self.past is not None
        return self.past.agent(number - known)

    def _past_among(self, players: npt.NDArray[np.int64]) -> list[int]:
        """Numbers of the earlier selves among some entries of the table of players."""
        known = len(self.opponents)
        return [int(number) for number in np.unique(players[players >= known]) - known]

    def _spread(self) -> None:
        """Bring the games to different ages by random play and fresh starts on the way."""
        start_after = self._rng.integers(self.stagger + 1, size=self.num_envs)
        for step in range(self.stagger):
            odds = self._rng.random(self.games.action_masks.shape, dtype=np.float32)
            self.games.step(np.argmax(odds * self.games.action_masks, axis=1))
            fresh = start_after == step
            if fresh.any():
                self.games.reset(mask=fresh)

    # --- what else a VecEnv offers

    def close(self) -> None:
        """End the threads of the games."""
        self.games.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute of this object, once for each chosen game."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Not offered: games of a batch share their attributes."""
        raise NotImplementedError

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Result of a method of this object, cut into one row for each chosen game."""
        result = getattr(self, method_name)(*method_args, **method_kwargs)
        return [result[index] for index in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False for _ in self._get_indices(indices)]
