"""Self-play with MaskablePPO: one network plays every house and learns from every seat.

With a teacher it learns in the same games to follow that.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import numpy.typing as npt
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from got_agents.base import AgentError, check_game
from got_agents.network import NetworkShape
from got_agents.policy import CARD_FILE, WEIGHTS_FILE, PolicyCard, load_policy
from got_agents.registry import make_agent, make_agents
from got_agents.saving import new_mark, save_policy
from got_agents.weights import Weights
from got_env.core.game import Game
from got_training.args import PAST, Args
from got_training.callbacks import OpponentPoolCallback, TrainingCallback
from got_training.dagger import DAgger
from got_training.devices import chosen_device, chosen_precision, precision_warning
from got_training.frozen_networks import FrozenNetworks
from got_training.kl_ppo import KLRegularizedPPO
from got_training.net2net import expand, size_conflicts
from got_training.network import adjacency_of, feature_scale
from got_training.opponent_pool import OpponentPool
from got_training.ppo import SelfPlayPPO
from got_training.run_lock import RunLock
from got_training.saving import (
    CHECKPOINTS,
    CURVES,
    TRAINER_FILE,
    Progress,
    adam_steps,
    holds_nothing,
    load_trainer,
    marks,
    mend_card,
    read_card,
    read_progress,
    remove_leftovers,
    save_trainer,
)
from got_training.sb3_policy import SeatPolicy
from got_training.seat_buffer import SeatRolloutBuffer
from got_training.tensorboard import EventWriter
from got_training.threads import ThreadTeam
from got_training.vec_env import SelfPlayVecEnv

NO_LIMIT = 1 << 62
MEASURED_GAMES = 32
MEASURED_STEPS = 800


Warn = Callable[[str], None]


def _warn(text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=3)


class Training:
    """A training and its folder: make it, run it, and it leaves a playable policy behind.

    The folder is held from the start to the end of :meth:`run`, or of a ``with`` block around it:
    no other training can use it meanwhile.

    Args:
        args: what to train.
        out: folder for everything that is kept; see :mod:`got_training.saving`.
        resume: go on with the training in that folder: network, optimizer and counters as they
            were; games start anew.
        warn: told in a line what could not be written on the way; by default a `RuntimeWarning`.
        members: tensors of the members of a league by their names, all of the learner's sizes. They
            are drawn with the past selves and stay to the end; a training that is resumed has them
            in its own file.

    Raises:
        ValueError: for bad arguments, a GPU that is not there, a folder that already holds a
            training, or one that cannot be resumed; says why.
        StoreError: if another training runs in the folder, or it cannot be written to.
    """

    def __init__(
        self,
        args: Args,
        out: Path,
        resume: bool = False,
        warn: Warn = _warn,
        members: Mapping[str, Weights] | None = None,
    ) -> None:
        self.args, self.out, self.warn = args, out, warn
        self.device = chosen_device(args.device)
        self.precision = chosen_precision(args.precision, self.device)
        self.game = args.chosen_game()
        self.members = dict(members or {})
        self._check_members()
        named = [name for name in args.opponents if name != PAST] if args.opponent_share else []
        self.opponents = list(make_agents(named).values())
        self.teacher = make_agent(args.teacher) if args.teacher else None
        for agent in (*self.opponents, *([self.teacher] if self.teacher else [])):
            check_game(agent, self.game)
        self._refuse_folder(resume)
        self._lock = RunLock(out)
        try:
            self._refuse_folder(resume)
            self._set_up(resume)
        except BaseException:
            self.close()
            raise

    def _check_members(self) -> None:
        if self.members and not self.args.learns_from_past:
            raise ValueError(
                f"opponents={self.args.opponents}, opponent_share={self.args.opponent_share}:"
                f" expected {PAST!r} with a share, as members of a league sit at its seats"
            )
        self.args.check_file(self.args.shape_for(self.game), len(self.members))

    def _refuse_folder(self, resume: bool) -> None:
        if resume:
            read_progress(self.out)
        elif (self.out / TRAINER_FILE).is_file():
            raise ValueError(
                f"{self.out} is not empty, it holds a training: expected --resume to go on with it,"
                " or a new folder"
            )
        elif not holds_nothing(self.out):
            raise ValueError(f"{self.out} is not empty: expected a new folder")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let other trainings use the folder; done at the end of :meth:`run` too."""
        self._lock.close()

    def _refuse_other_data(self) -> None:
        """Refuse to go on with a policy that was trained on other facts of the game."""
        known = read_card(self.out).data_hash
        if known != self.game.identity.data_hash:
            raise ValueError(
                f"{self.out}: trained on rules data {known!r}, not {self.game.identity.data_hash!r}"
            )

    def _set_up(self, resume: bool) -> None:
        args = self.args
        self.before, kept = read_progress(self.out) if resume else (Progress(), {})
        players = kept.get("players")
        self.players_before = players if isinstance(players, int) else 0
        """Of the games of a training that is resumed; 0 if they have several numbers."""
        if resume:
            self._refuse_other_data()
        self.saved = self.before
        """The last save that succeeded."""
        self._mark = marks(self.out)[0] if resume else ""
        remove_leftovers(self.out)
        slow = precision_warning(self.precision, self.device)
        if slow:
            self.warn(slow)
        team = ThreadTeam(args.threads, self.device)
        self.shape = args.shape_for(self.game)
        chance = np.random.SeedSequence([args.seed, self.before.starts])
        seed = int(chance.generate_state(1)[0] >> 1)
        self.past = None
        if args.learns_from_past:
            self.past = OpponentPool(self.game, self.shape, args.past_kept)
        self.games = SelfPlayVecEnv(
            self.game,
            args.num_envs,
            args.table_sizes,
            seed=seed,
            options=args.options,
            reward=args.reward,
            opponents=self.opponents,
            past=self.past,
            opponent_share=args.opponent_share,
            stagger=args.stagger,
            with_state=args.critic_sees_state,
            shaping=self._shaping if args.shaping_ends else None,
            advisors=args.advisors,
            team=team,
        )
        make_model: Callable[..., SelfPlayPPO] = SelfPlayPPO
        if self.teacher is not None:
            make_model = partial(DAgger, teacher=self.teacher, teacher_share=args.teacher_share)
        elif args.kl_coef:
            make_model = partial(KLRegularizedPPO, kl_coef=args.kl_coef)
        self.model = make_model(
            SeatPolicy,
            self.games,
            learning_rate=self._learning_rate,
            n_steps=args.rollout,
            batch_size=args.batch_size,
            n_epochs=args.epochs,
            gamma=args.gamma,
            gae_lambda=args.gae_lambda,
            clip_range=args.clip_range,
            ent_coef=args.entropy,
            vf_coef=args.value_weight,
            max_grad_norm=args.max_grad_norm,
            rollout_buffer_class=SeatRolloutBuffer,
            rollout_buffer_kwargs={
                "players": max(args.table_sizes),
                "seed": seed,
                "sure_share": args.sure_share,
            },
            policy_kwargs={
                "shape": self.shape,
                "scale": measure_scale(self.game, self.shape, args),
                "adjacency": adjacency_of(self.game, self.shape),
                "precision": self.precision,
            },
            seed=seed,
            device=self.device,
            team=team,
        )
        if args.start and not resume:
            self.model.policy.network.load_weights(self._first_weights())
        frozen = FrozenNetworks()
        if resume:
            frozen = load_trainer(self.out, self.model.policy)
            self.model.num_timesteps = self.before.steps
            self._mend_policy()
        if isinstance(self.model, KLRegularizedPPO):
            self.model.set_reference(frozen.reference or self._first_weights())
        if self.past is not None:
            self.past.restore(frozen.past)
            if not frozen.past:
                for name, weights in self.members.items():
                    self.past.add_member(name, weights)
                self.past.add_snapshot(self.model.policy.network.weights(), self.before.updates)

    def _first_weights(self) -> Weights:
        """Those of the policy to start from.

        Raises:
            ValueError: if it is of another game or its network has other sizes; names them.
        """
        card, weights = load_policy(Path(self.args.start))
        wanted = (self.game.code, self.game.identity.data_hash)
        if (card.game, card.data_hash) != wanted:
            raise ValueError(
                f"start={self.args.start!r}: a policy of {card.game}, data {card.data_hash}:"
                f" expected {wanted[0]}, data {wanted[1]}"
            )
        different = size_conflicts(card.network, self.shape)
        if different:
            raise ValueError(f"start={self.args.start!r}: its network has {different}")
        return expand(weights, self.shape, adjacency_of(self.game, self.shape), self.args.seed)

    def _learning_rate(self, remaining: float) -> float:
        return self.args.learning_rate * max(self.args.final_rate, remaining)

    def _shaping(self) -> float:
        """Weight of the potential in games that begin now."""
        return max(0.0, 1 - self.model.progress() / self.args.shaping_ends)

    def run(self, callback: TrainingCallback | None = None) -> Progress:
        """Train until a limit is reached or somebody interrupts, and save.

        A new training is saved at its start too: there is something to resume after a kill.

        Args:
            callback: what shows, tests and saves on the way; a silent one by default.

        Raises:
            AgentError: if an opponent or the teacher fails; names it, and says what is left.
            RuntimeError: if the training has diverged, or its policy cannot be written.
        """
        callback = callback or TrainingCallback(self)
        curves = EventWriter(self.out / CURVES, self.warn, self.check_folder)
        self.model.set_logger(Logger(None, [curves]))
        limit = self.args.steps or NO_LIMIT
        try:
            with callback.running():
                if not self.saved.starts:
                    callback.begin()
                try:
                    self.model.learn(
                        max(0, limit - self.model.num_timesteps),
                        callback=self._callbacks(callback),
                        reset_num_timesteps=False,
                    )
                except AgentError as error:
                    callback.save_learnt()
                    raise AgentError(f"{error}; {self.left}") from error
                return callback.finish()
        finally:
            self.model.logger.close()
            self.close()

    def _callbacks(self, callback: TrainingCallback) -> list[BaseCallback]:
        if self.past is None:
            return [callback]
        every = self.args.past_every
        return [
            callback,
            OpponentPoolCallback(self.past, self.games, every, lambda: self.progress(0).updates),
        ]

    def progress(self, seconds: float) -> Progress:
        """Progress of the training."""
        return Progress(
            steps=self.model.num_timesteps,
            seconds=round(seconds, 3),
            updates=self.before.updates + self.model._n_updates // self.args.epochs,
            adam_steps=adam_steps(self.model.policy),
            starts=self.before.starts + 1,
        )

    def check(self) -> None:
        """Refuse a network that cannot be computed any more.

        Raises:
            RuntimeError: if the training has diverged; says what is left.
        """
        try:
            self.shape.check(self.model.policy.network.weights())
        except ValueError as error:
            raise RuntimeError(
                f"the training diverged after {self.model.num_timesteps} decisions: {error};"
                f" {self.left}; try a smaller learning_rate"
            ) from error

    def check_folder(self) -> None:
        """Refuse to write into another folder than that of the last save.

        Raises:
            OSError: if it was removed, moved or replaced since.
        """
        self._lock.check()

    @property
    def left(self) -> str:
        """Content of the folder, in words."""
        steps = self.saved.steps
        if not self.saved.starts:
            return f"nothing was saved in {self.out}"
        try:
            kept = read_progress(self.out)[0].steps == steps
        except ValueError:
            kept = False
        if kept:
            return f"{self.out} keeps the policy of {steps} decisions"
        return f"{self.out} does not hold the policy of {steps} decisions any more"

    def save(self, seconds: float, checkpoint: bool = False) -> Progress:
        """Write the policy and what resuming needs; keep a copy of the policy if wanted.

        If the folder was removed, moved or replaced, a new one of its name is made, with a warning.

        Raises:
            OSError: if something cannot be written, such as for a full disk; the last save stays.
            RuntimeError: if the training has diverged; the last save stays.
        """
        self.check()
        progress, mark = self.progress(seconds), new_mark()
        card = self._card(progress)
        weights = self.model.policy.network.weights()
        if self._lock.renew(self._mark):
            self.warn(
                f"{self.out} was removed, moved or replaced: the training goes on in a new one"
            )
        others = FrozenNetworks(
            () if self.past is None else self.past.records(),
            self.model.reference_weights if isinstance(self.model, KLRegularizedPPO) else None,
        )
        save_trainer(self.out, card, progress, self.model.policy, mark, others)
        self._mark = mark
        save_policy(self.out, card, weights, mark)
        self.saved = progress
        if checkpoint:
            save_policy(self.out / CHECKPOINTS / f"{progress.steps:012d}", card, weights, mark)
        return progress

    def _mend_policy(self) -> None:
        """Write what the trainer's folder lacks, or what differs from its newest save; say so."""
        mark, other = marks(self.out)
        if other != mark:
            weights = self.model.policy.network.weights()
            save_policy(self.out, self._card(self.before), weights, mark)
            self.warn(
                f"{self.out / WEIGHTS_FILE} was missing, damaged or older than {TRAINER_FILE}:"
                " written anew from it, with its card"
            )
        elif mend_card(self.out):
            self.warn(
                f"{self.out / CARD_FILE} was missing or not the card in {WEIGHTS_FILE}:"
                " written anew from it"
            )

    def _card(self, progress: Progress) -> PolicyCard:
        return PolicyCard(
            game=self.game.code,
            version=self.game.identity.version,
            data_hash=self.game.identity.data_hash,
            players=self.args.players,
            options=dict(self.args.options),
            network=self.shape,
            steps=progress.steps,
            seed=self.args.seed,
            training=self.args.plain(),
        )


def measure_scale(game: Game, shape: NetworkShape, args: Args) -> npt.NDArray[np.float32]:
    """Factors ``(entity features + other features,)`` that bring every feature to at most about 1.

    They are taken from games at random, so they follow from the arguments alone.
    """
    sizes = args.table_sizes
    env = SelfPlayVecEnv(
        game,
        MEASURED_GAMES,
        sizes,
        seed=args.seed,
        options=args.options,
        with_state=args.critic_sees_state,
    )
    rng = np.random.default_rng(args.seed)
    env.reset()
    largest = np.ones(game.observation.size, dtype=np.float32)
    for _ in range(MEASURED_STEPS):
        odds = rng.random(env.action_masks().shape, dtype=np.float32)
        env.step_async(np.argmax(odds * env.action_masks(), axis=1))
        seen = env.step_wait()[0]
        # The state behind an observation has the same features, and what is hidden from a seat.
        numbers = np.abs(seen.astype(np.float32)).reshape(-1, len(largest))
        np.maximum(largest, numbers.max(axis=0), out=largest)
    return feature_scale(largest, shape)


def train(args: Args, out: Path, resume: bool = False) -> Progress:
    """Train a policy and save it in a folder.

    Args:
        args: what to train.
        out: folder of the training; :mod:`got_training.saving` says what lies there.
        resume: go on with the training in that folder.

    Returns:
        How far it has come.

    Raises:
        ValueError: for bad arguments, or a folder that cannot be used; says why.
        StoreError: if another training runs in the folder, or it cannot be written to.
        AgentError: if an opponent or the teacher fails; names it.
        RuntimeError: if the training has diverged, or its policy cannot be written.
    """
    return Training(args, out, resume).run()


__all__ = ["Args", "Training", "train"]
