"""Learning from a teacher on the way: the network plays, and the teacher says what it would play.

A data set of a teacher's games holds the positions that the teacher reaches. A network that learns
from it errs somewhere, and then stands where it has learnt nothing. Here the network plays most
seats itself, and learns in its own positions what the teacher would do: DAgger, Ross, Gordon and
Bagnell, "A Reduction of Imitation Learning and Structured Prediction to No-Regret Online Learning",
2011. It needs a teacher that answers as fast as the network learns, such as a scripted player.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from torch import Tensor
from torch.nn import functional

from got_agents.base import Agent
from got_training.gradients import LOSS
from got_training.ppo import Ints, SelfPlayPPO, weighted
from got_training.seat_buffer import Bools, Samples
from got_training.vec_env import SelfPlayVecEnv


class DAgger(SelfPlayPPO):
    """The rollouts of :class:`SelfPlayPPO` with another loss: cross entropy of a teacher's answers.

    The critic learns what the games bring, so a training by self-play can start from the policy.

    Args:
        teacher: asked what it would play in every decision of the learner.
        teacher_share: the chance of every seat of every game to play what the teacher says.
        **kwargs: as for :class:`SelfPlayPPO`; `clip_range` and `ent_coef` are not used.
    """

    def __init__(self, *args: Any, teacher: Agent, teacher_share: float, **kwargs: Any) -> None:
        self.teacher, self.teacher_share = teacher, teacher_share
        self._rng = np.random.default_rng(kwargs["seed"])
        self._teacher_plays = np.zeros((0, 0), dtype=np.bool_)
        self._turn = 0
        super().__init__(*args, **kwargs)

    def decide(self, games: SelfPlayVecEnv, masks: Bools, chosen: Ints) -> tuple[Ints, Ints]:
        """Actions to play, and actions of the teacher, both ``(B,)``."""
        asked = np.flatnonzero(games.learner)
        answers = chosen.copy()
        answers[asked] = games.answers(self.teacher, asked, self._turn)
        self._turn += 1
        return np.where(self._who_plays(games), answers, chosen), answers

    def _who_plays(self, games: SelfPlayVecEnv) -> Bools:
        """Rows ``(B,)`` whose seat to move the teacher plays; drawn anew for new games."""
        shape = (games.num_envs, games.players)
        fresh = games.ended.copy()
        if self._teacher_plays.shape != shape:
            self._teacher_plays = np.zeros(shape, dtype=np.bool_)
            fresh[:] = True
        drawn = self._rng.random((int(fresh.sum()), games.players))
        self._teacher_plays[fresh] = drawn < self.teacher_share
        plays: Bools = self._teacher_plays[np.arange(games.num_envs), games.seats]
        return plays

    def terms(self, batch: Samples, log_probs: Tensor, values: Tensor) -> dict[str, Tensor]:
        """The loss of a network that imitates; see :meth:`SelfPlayPPO.terms`."""
        answers = batch.actions.flatten()
        losses = functional.nll_loss(log_probs, answers, reduction="none")
        imitation_loss = weighted(losses, batch)
        value_loss = weighted((batch.returns - values).square(), batch)
        return {
            LOSS: imitation_loss + self.vf_coef * value_loss,
            "teacher_loss": imitation_loss,
            "agreement": weighted((log_probs.argmax(dim=1) == answers).float(), batch),
        }
