"""Games in which one seat learns and others play the rest: what Gymnasium's environments share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from got_env.core.arrays import Shown, read_only
from got_env.core.checks import (
    checked_choice,
    checked_flag,
    checked_limit,
    checked_num_envs,
    checked_number,
    checked_players,
    checked_reset_mode,
)
from got_env.core.errors import illegal_action
from got_env.core.game import Game, States
from got_env.core.jit import bound
from got_env.core.protocol import (
    ANSWERS,
    KEEP,
    MAX_TURNS,
    NOBODY,
    RESET_MODE,
    SKIP_FORCED,
    STARTS,
    WITH_SEED,
)
from got_env.core.rewards import chosen_reward
from got_env.core.views import Views, choose, decision_seeds
from got_env.envs.opponents import resolve_opponents
from got_env.envs.threads import Team
from got_env.envs.vector import set_up_rows
from got_env.games import chosen_game
from got_env.pictures import Rendered, render

RANDOM_HOUSE = "random"
"""Instead of a house: another one in each game, drawn from its seed."""

SAME_STEP = "same_step"


@dataclass(frozen=True)
class LearnerSettings:
    """How the games of :class:`LearnerGames` are played; it checks them."""

    house: str
    """The house that learns, or ``"random"``."""
    players: int | None
    """Number of players; None for the most possible."""
    opponents: Any
    """See :func:`got_env.envs.opponents.resolve_opponents`."""
    skip_forced: bool
    """Play the learner's decisions with a single legal action at once; those of the others always
    are."""
    reward: str
    """Reward option of the game."""
    illegal_reward: float | None
    """Reward of an illegal action, which ends the game; None raises instead."""
    options: Mapping[str, object]
    """Rules options by key."""
    auto_reset: Any = "disabled"
    """As for :class:`got_env.envs.vector.VectorEnv`."""
    max_turns: int | None = None
    """Truncate games after this many decisions of the learner; None for never."""
    num_threads: int = 1
    """Threads that share the rows."""


class LearnerGames:
    """``num_envs`` games, each with one learning seat, over arrays allocated once.

    Attributes:
        observations: ``(B, size) int8``, what the learner knows.
        action_masks: ``(B, A) bool``, its legal actions; all True when the game has ended and
            waits, as the next action is ignored; read-only.
        rewards: ``(B,) float64``, what it got since its last action.
        terminations: ``(B,) bool``, read-only; truncations and ended alike.
        final_observations: ``(B, size) int8``, of games that ended in the last step; only if the
            next one starts in the same step.

    Args:
        game: code of the game, or the game itself.
        num_envs: number of games B.
        settings: how they are played.

    Raises:
        ValueError: for a bad argument or option; names it and what was expected.
    """

    def __init__(self, game: str | Game, num_envs: int, settings: LearnerSettings) -> None:
        self.game = chosen_game(game)
        self.num_envs = checked_num_envs(num_envs)
        count = checked_players(self.game, settings.players)
        self.houses = self.game.seats.in_play(count)
        checked_choice(settings.house, (*self.houses, RANDOM_HOUSE), "house")
        learner = None if settings.house == RANDOM_HOUSE else settings.house
        self._numbers, self.agents = resolve_opponents(
            self.game, self.houses, learner, settings.opponents
        )
        self.raises = settings.illegal_reward is None
        penalty = checked_number(settings.illegal_reward or 0.0, "illegal_reward")
        chosen_reward(self.game, settings.reward)
        rules = np.array(self.game.options.resolve(settings.options), dtype=np.int16)
        self._team = Team(settings.num_threads, self.num_envs)
        tasks = self._team.tasks
        tasks[:, SKIP_FORCED] = checked_flag(settings.skip_forced, "skip_forced")
        tasks[:, RESET_MODE] = checked_reset_mode(settings.auto_reset, "auto_reset")
        tasks[:, MAX_TURNS] = checked_limit(settings.max_turns, "max_episode_steps")
        self._allocate(checked_reset_mode(SAME_STEP, "") == tasks[0, RESET_MODE])
        set_up_rows(self.game, self._rows, np.full(self.num_envs, count), rules, settings.reward)
        self._rows["policy"][:, :count] = self._numbers
        self._rows["house"] = NOBODY if learner is None else self.houses.index(learner)
        self._rows["illegal_reward"] = penalty
        self._bind()

    def _allocate(self, finals: bool) -> None:
        game, n = self.game, self.num_envs
        self._states = game.new_states(n)
        self._rows = np.zeros(n, dtype=game.records.row)
        self._done = np.zeros((3, n), dtype=np.bool_)
        self._wrong = np.zeros(1, dtype=np.int64)
        self._no_actions = np.zeros(n, dtype=np.int64)
        self.observations = np.zeros((n, game.observation.size), dtype=np.int8)
        self._masks = np.zeros((n, game.actions.size), dtype=np.bool_)
        self._shown_masks = Shown(self._masks)
        self.action_masks = self._shown_masks.view
        self.rewards = np.zeros(n)
        self.terminations, self.truncations, self.ended = (read_only(d) for d in self._done)
        self.final_observations = np.zeros((n * finals, game.observation.size), dtype=np.int8)
        self._asked = self._rows["asked"]
        self._asked[:] = NOBODY

    def _bind(self) -> None:
        kernels = self.game.players.learner_kernels()
        self._outside = len(kernels.policies)
        self._parts = [
            (
                self._states,
                self._rows,
                task,
                *kernels.new_scratch(),
                self._masks,
                self.observations,
                self.rewards,
                self._done,
                self.final_observations,
            )
            for task in self._team.tasks[:-1]
        ]
        self._look = (self._team.tasks[-1], self._masks, self._done, self._wrong)
        self._find_illegal = bound(self.game.kernels.find_illegal, *self._look, self._no_actions)
        self._step_rows = bound(kernels.step, *self._parts[0], self._no_actions)

    # --- playing

    def reset(self, seeds: npt.NDArray[np.int64], chosen: npt.NDArray[np.bool_]) -> None:
        """Start the games of ``seeds (B,)`` in the chosen rows ``(B,) bool``."""
        self._rows["seed"][chosen] = seeds[chosen]
        orders = np.where(chosen, WITH_SEED, KEEP)
        self._team.run_given(STARTS, self._step_rows, self._parts, orders)
        self._ask()

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Play the learner's actions ``(B,)`` and on to its next decisions.

        Raises:
            IllegalAction: for an illegal action, unless that ends the game. Nothing is changed.
        """
        if self.agents and (self._asked != NOBODY).any():
            raise RuntimeError("step: an opponent failed to decide, reset first")
        if self.raises:
            self._find_illegal(*self._look, actions)
            if self._wrong[0] >= 0:
                raise self.refusal(int(self._wrong[0]), int(actions[self._wrong[0]]))
        self._team.run(self._step_rows, self._parts, actions)
        self._ask()

    def refusal(self, row: int, action: int) -> Exception:
        """The error for an illegal action."""
        legal = np.flatnonzero(self._masks[row]).tolist()
        error = illegal_action(self.game, self._states, row, legal, action)
        if self.num_envs > 1:
            error.args = (f"game {row}: {error}",)
        return error

    def _ask(self) -> None:
        """Let agents outside decide until no game waits for one, and show what is legal then."""
        while self.agents and (self._asked != NOBODY).any():
            self._team.run_given(ANSWERS, self._step_rows, self._parts, self._answers())
        self._shown_masks.renew()

    def _answers(self) -> npt.NDArray[np.int64]:
        waiting = np.flatnonzero(self._asked != NOBODY)
        seats = self._asked[waiting]
        numbers = self._rows["policy"][waiting, seats] - self._outside
        actions = self._no_actions.copy()
        for number, agent in enumerate(self.agents):
            rows = waiting[numbers == number]
            if len(rows):
                who = self._asked[rows]
                seeds = decision_seeds(self._rows["seed"][rows], who, self._rows["clock"][rows])
                masks = self._masks[rows]
                views = Views.of(self.game, self._states, who, masks, seeds, rows)
                actions[rows] = choose(agent, views)
        return actions

    # --- copies

    def _row_players(self) -> npt.NDArray[np.int64]:
        return np.full(self.num_envs, len(self.houses), dtype=np.int64)

    def _check_deciders(
        self, rows: npt.NDArray[Any], seats: npt.NDArray[np.int8], running: npt.NDArray[np.bool_]
    ) -> None:
        """Games go on with the learner, or with the answer of an opponent outside."""
        fixed = self._rows["house"]
        asks = rows["asked"] != NOBODY
        policies = self._rows["policy"][np.arange(self.num_envs), rows["asked"]]
        decides = np.where(asks, rows["asked"], rows["learner"])
        wrong = np.flatnonzero(
            running & (decides != seats)
            | (fixed != NOBODY) & (rows["learner"] != fixed)
            | asks & ((policies < self._outside) | (rows["asked"] == rows["learner"]))
        )
        if len(wrong):
            row = int(wrong[0])
            raise ValueError(
                f"game {row}: learner={rows['learner'][row]}, asked={rows['asked'][row]}: "
                f"they do not go with the game, in which seat {seats[row]} decides"
            )

    def _final_shape(self, done: npt.NDArray[np.bool_]) -> tuple[int, ...]:
        return self.final_observations.shape

    def _saved_finals(self) -> npt.NDArray[np.int8]:
        return self.final_observations

    def _put_finals(self, views: npt.NDArray[np.int8]) -> None:
        self.final_observations[:] = views

    def _look_again(self, waiting: npt.NDArray[np.bool_]) -> None:
        self.game.kernels.action_mask(self._states, self._masks)
        self._masks[waiting] = True
        self._shown_masks.renew()

    # --- telling

    @property
    def states(self) -> States:
        """The records ``(B,)``, everything included; nothing of them goes to a learner."""
        return self._states

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """The seat that learns in each running game ``(B,)``."""
        seats: npt.NDArray[np.int64] = self._rows["learner"]
        return seats

    def final_info(self, row: int) -> dict[str, Any]:
        """Result for the learner of its game that ended in the last step."""
        last = self._rows[row]
        seat, winner = int(last["final_learner"]), int(last["final_winner"])
        ending = int(last["final_end"])
        return {
            "place": int(last["final_place"][seat]),
            "winner": self.houses[winner] if winner != NOBODY else "",
            "round": int(last["final_round"]),
            "end": self.game.results.ends[ending] if ending != NOBODY else "",
            "decisions": int(last["final_turns"]),
            "illegal_action": bool(last["illegal"]),
        }

    def final_house(self, row: int) -> str:
        """The house that learned in the game that ended in the last step."""
        return self.houses[int(self._rows["final_learner"][row])]

    def render(self, row: int, mode: str) -> Rendered | None:
        """The game as its learner knows it, in a render mode."""
        hidden = self._states[row : row + 1].copy()
        self.game.kernels.redact(hidden, self.seats[row : row + 1].copy())
        return render(self.game, hidden, 0, mode)

    def close(self) -> None:
        """End the threads."""
        self._team.close()
