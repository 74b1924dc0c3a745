"""The arguments of a league, checked, and those of its trainings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from got_agents.network import NetworkShape
from got_agents.own import refuse_people
from got_env.core.error_values import short_repr
from got_env.core.ranges import checked_field, kinds_of
from got_training.args import PAST, Args, Minutes, Name, Seed, Share, Steps, current_names, sizes_of
from got_training.checked_args import GameArgs
from got_training.recipes import recipe

NEVER = 10**6
"""Updates between two copies of a learner that shall have no second one."""

Rounds = Annotated[int, Meta(ge=0, le=1000)]
Matches = Annotated[int, Meta(ge=0, le=1 << 20)]
Tested = Annotated[int, Meta(ge=1, le=1 << 20)]
ErrorRate = Annotated[float, Meta(ge=1e-9, le=0.5)]
Seated = Annotated[int, Meta(ge=2, le=60)]

TABLES = ("training", "main", "exploiter")
"""Names of the arguments that hold arguments of trainings."""

SET_BY_LEAGUE = (
    *("game", "data_dir", "players", "options", "seed", "minutes", "steps", "start"),
    *("opponents", "opponent_share", "teacher", "teacher_share"),
    *("embedding", "hidden", "critic", "message_layers", "critic_sees_state", "advisors"),
)
"""Arguments of a training that these tables may not name."""

SET_FOR_EXPLOITERS = ("past_every", "past_kept")

USUAL: Mapping[str, Any] = {"evaluate_minutes": 0.0, "checkpoint_minutes": 2.0}
"""Of every training, unless a table says something else: ratings take the place of its tests."""


@dataclass(frozen=True)
class LeagueArgs(GameArgs):
    """Everything a league is made of; ``got league --config`` reads these names from TOML.

    Raises:
        ValueError: for a wrong type or a value out of bounds; names the argument.
    """

    game: Name = "agot2e"
    """Code of the game; by default that of the policy to start from."""
    data_dir: Name = ""
    """Your own folder of board and card files; empty for those of the package."""
    players: int | tuple[int, ...] = 0
    """Players of each game, or a list of numbers; by default those of the policy to start from."""
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    """Rules options by key; by default those of the policy to start from."""
    seed: Seed = 1
    """Of trainings and games. With limits of steps the same seed gives the same members."""
    minutes: Minutes = 0.0
    """Begin no training after this many minutes of work, and end one that runs; 0: no limit."""
    rounds: Rounds = 0
    """Stop after this many rounds; 0: no limit."""

    opponents: tuple[Name, ...] = ()
    """Agents at the tables of the main training, beside its past selves and the members; by
    default `heuristic` where the game has it."""
    rated: tuple[Name, ...] = ()
    """Agents that are rated with the members; by default `random`, and `heuristic` where the game
    has it."""
    opponent_share: Share = 0.5
    """Chance of every seat to be played by another one than the learner, in every training."""
    seated: Seated = 16
    """How many members sit at the tables of the main training and are rated: the first one, the
    champion, and the newest."""

    main_minutes: Minutes = 10.0
    """Length of a main training; 0: no limit of time."""
    main_steps: Steps = 0
    """Decisions of a main training; 0: no limit of decisions."""
    exploiter_minutes: Minutes = 5.0
    """Length of the training of an exploiter; 0: no limit of time."""
    exploiter_steps: Steps = 0
    """Decisions of the training of an exploiter; 0: no limit of decisions. Without either limit
    there are no exploiters."""

    gate_games: Tested = 2000
    """Most games of a candidate against the champion; without a decision by then, the champion
    stays."""
    gate_error: ErrorRate = 0.05
    """Error probability of the test that promotes a candidate."""
    exploiter_games: Tested = 400
    """Games of an exploiter against the champion; it becomes a member if the 95 % interval of its
    share of wins lies above one half."""
    rating_games: Matches = 400
    """Games that rate the members after every round; 0: no ratings."""

    training: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of all trainings, in place of those of the recipe `climb`."""
    main: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of the main trainings alone."""
    exploiter: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of the trainings of exploiters alone."""

    def __post_init__(self) -> None:
        self.check_fields()
        for table in TABLES:
            object.__setattr__(self, table, current_names(getattr(self, table)))
        self.check_game()
        refuse_people((*self.opponents, *self.rated))
        sizes = self.table_sizes
        for table in TABLES:
            self._check_table(table)
        if PAST in self.opponents:
            raise ValueError(f"opponents={self.opponents}: {PAST!r} takes part in any case")
        if not 0 < self.opponent_share < 1:
            raise ValueError(
                f"opponent_share={self.opponent_share}: expected more than 0 and less than 1, as"
                " members sit at these seats and the learner at the others"
            )
        if not (self.main_minutes or self.main_steps):
            raise ValueError("main_minutes, main_steps: expected a limit for one of them")
        if not (self.minutes or self.rounds):
            raise ValueError("minutes, rounds: expected a limit for one of them")
        for name in ("gate_games", "exploiter_games"):
            if getattr(self, name) < 2 * len(sizes):
                raise ValueError(
                    f"{name}={getattr(self, name)}: expected at least {2 * len(sizes)}, two games"
                    " for each number of players"
                )

    def _check_table(self, table: str) -> None:
        kinds = kinds_of(Args)
        refused = {*SET_BY_LEAGUE, *(SET_FOR_EXPLOITERS if table == "exploiter" else ())}
        for name, value in getattr(self, table).items():
            if name not in kinds:
                raise ValueError(
                    f"{table}.{short_repr(name)}: unknown; expected arguments of a training"
                )
            if name in refused:
                raise ValueError(f"{table}.{name}: the league sets it; expected other arguments")
            checked_field(f"{table}.{name}", value, kinds[name])

    @property
    def has_exploiters(self) -> bool:
        """True if exploiters are trained."""
        return bool(self.exploiter_minutes or self.exploiter_steps)

    def main_training(
        self, shape: NetworkShape, start: Path, seed: int, minutes: float | None = None
    ) -> Args:
        """Arguments of a main training.

        Args:
            shape: sizes of the network.
            start: folder of the policy that it starts from.
            seed: of the training.
            minutes: its limit; by default that of the league's arguments.

        Raises:
            ValueError: for a bad one; names it.
        """
        given = {
            **{"opponents": [*self.opponents, PAST], "steps": self.main_steps},
            "minutes": self.main_minutes if minutes is None else minutes,
        }
        args = self._training(shape, start, seed, given, "main")
        args.check_file(shape, self.seated)
        return args

    def exploiter_training(
        self, shape: NetworkShape, start: Path, seed: int, minutes: float | None = None
    ) -> Args:
        """Arguments of a training against the policy that it starts from.

        The opponent is the first copy that the learner takes of itself, and no other is taken.
        The arguments are those of :meth:`main_training`.
        """
        given = {
            **{"opponents": [PAST], "past_every": NEVER, "past_kept": 1},
            "steps": self.exploiter_steps,
            "minutes": self.exploiter_minutes if minutes is None else minutes,
        }
        return self._training(shape, start, seed, given, "exploiter")

    def _training(
        self, shape: NetworkShape, start: Path, seed: int, given: Mapping[str, Any], table: str
    ) -> Args:
        return Args.parse(
            recipe("climb"),
            USUAL,
            self.training,
            getattr(self, table),
            {name: getattr(self, name) for name in ("game", "data_dir", "players", "options")},
            sizes_of(shape),
            {"opponent_share": self.opponent_share, "start": str(start), "seed": seed},
            given,
        )
