"""The first act of ``got demo``: the policy of the package plays while the rest is compiled.

It needs neither torch nor the kernels of any other player, so it can begin while these are being
made ready.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children

from got_agents.base import check_game
from got_agents.registry import make_agents
from got_agents.story import Story
from got_env.cli.console import console, print_places, tell_on_screen, waiting
from got_env.cli.progress import Progress, compile_and_tell
from got_env.cli.warmup import (
    Step,
    default_jobs,
    kernel_folder,
    rules_are_warm,
    warm_up,
    warm_up_steps,
)
from got_env.core.checks import checked_players
from got_env.games import get_game
from got_training.args import Args
from got_training.recipes import recipe

SMALLER = 256
"""Width of the network: in a few minutes it learns more than a wider one."""

GAME = "agot2e"
PLAYER = "policy"

NOT_NEEDED = (
    "search agent",
    "Gymnasium environment",
    "games of heuristic",
    "games of random",
    "positions",
    "audit",
)
"""Steps of the compilation of the game that are no part of the demo."""

SECONDS_A_LINE = 0.1
"""Time a line stands alone on a terminal while there is something to wait for."""


@dataclass(frozen=True)
class DemoArgs:
    """Arguments of ``got demo``."""

    minutes: float = 1.0
    """Minutes of training."""
    games: int = 100
    """Games of each tournament."""
    players: int = 6
    """Players of each game."""
    seed: int = 1
    """Seed of everything random."""


def demo_training(args: DemoArgs) -> Args:
    """Arguments of the training of a demo; checks all others too.

    Raises:
        ValueError: for a bad number; names it.
    """
    if args.games < 1:
        raise ValueError(f"games={args.games}: expected at least 1")
    asked = {"players": args.players, "seed": args.seed, "minutes": args.minutes}
    usual = {"hidden": SMALLER, "checkpoint_minutes": 0.0}
    return Args.parse(recipe("follow"), usual, asked)


def play_first_game(players: int, seed: int) -> None:
    """Tell a game on the screen as soon as its rules are compiled, and compile the rest meanwhile.

    Args:
        players: how many play.
        seed: of the game.

    Raises:
        ValueError: if the policy does not play such games.
        RuntimeError: when a step of the compilation fails; names it.
    """
    game, screen = get_game(GAME), console()
    agent = make_agents([PLAYER])[PLAYER]
    check_game(agent, game)
    checked_players(game, players)
    steps = warm_up_steps((GAME,), NOT_NEEDED) if kernel_folder() is not None else ()
    if steps and not rules_are_warm((GAME,)):
        tell_on_screen(f"compiling the rules of {game.identity.title} for this processor")
        compile_and_tell([step for step in steps if step.rules], default_jobs())
    with _compiled_meanwhile([step for step in steps if not step.rules]) as rest:
        tell_on_screen(f"the policy of the package plays all {players} houses, seed {seed}")
        story = Story(game, [agent] * players, seed, {})

        def tell(line: str) -> None:
            if line.startswith(" "):
                tell_on_screen(line)
            else:
                screen.print(line, style="bold")
            if screen.is_terminal and rest.is_alive():
                time.sleep(SECONDS_A_LINE)

        story.play(tell)
        print_places(story.result()["houses"], game.results.measures)


@contextmanager
def _compiled_meanwhile(steps: Sequence[Step]) -> Iterator[threading.Thread]:
    """Compile while something else goes on, and wait for the end of it."""
    progress = Progress(steps, default_jobs())
    errors: list[BaseException] = []

    def compile_all() -> None:
        try:
            warm_up(steps, default_jobs(), progress.begin, progress.end)
        except BaseException as error:
            errors.append(error)

    others = set(active_children())
    compiling = threading.Thread(target=compile_all, daemon=True)
    compiling.start()
    try:
        yield compiling
        with waiting(progress):
            compiling.join()
    except BaseException:
        for child in set(active_children()) - others:
            child.terminate()
        raise
    if errors:
        raise errors[0]
