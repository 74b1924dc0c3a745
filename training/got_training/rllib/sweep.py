"""Learning rates tried side by side with Ray Tune."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ray import tune
from ray.rllib.algorithms.ppo import PPOConfig

from got_benchmarks.tournament import tournament
from got_training.rllib.learning import save_agent

RIVAL = "random"


def share_of_wins(folder: Path, game: str, players: int, games: int) -> float:
    """Share of games that a saved policy wins at tables that it shares evenly with `random`.

    Args:
        folder: of the policy.
        game: code of the game.
        players: of each game.
        games: how many.
    """
    policy = f"policy:{folder}"
    results = tournament((policy, RIVAL), games=games, players=players, game=game, isolate=False)
    return float(results[policy]["win_share"])


def sweep(
    config: PPOConfig, rates: Sequence[float], iterations: int, folder: Path, games: int = 60
) -> dict[float, float]:
    """Train one policy with each learning rate; each is kept and tested.

    Args:
        config: of the training, from :func:`got_training.rllib.learning.ppo_config`.
        rates: step sizes of Adam.
        iterations: updates of each policy.
        folder: for the policies, one by rate; on a cluster one that all machines share.
        games: games of each test.

    Returns:
        By learning rate the share of wins against `random` at tables that both share.

    Raises:
        RuntimeError: if a trial fails; names its learning rate.
    """
    folder = folder.resolve()  # trials run in folders of their own

    def train_one(chosen: Mapping[str, Any]) -> None:
        own = config.copy(copy_frozen=False).training(lr=chosen["lr"])
        algorithm = own.build_algo()
        for _ in range(iterations):
            algorithm.train()
        place = folder / f"{chosen['lr']:g}"
        card = save_agent(algorithm, place)
        algorithm.stop()
        players = card.players if isinstance(card.players, int) else max(card.players)
        tune.report({"win_share": share_of_wins(place, card.game, players, games)})

    processors = [{"CPU": 1.0}] * (1 + (config.num_env_runners or 0))
    trial = tune.with_resources(train_one, tune.PlacementGroupFactory(processors))
    found = tune.Tuner(
        trial,
        param_space={"lr": tune.grid_search(list(rates))},
        run_config=tune.RunConfig(name="tune", storage_path=str(folder), verbose=0),
    ).fit()
    shares = {}
    for result in found:
        rate = float((result.config or {})["lr"])
        if result.error is not None:
            raise RuntimeError(f"learning_rate={rate:g}: {result.error}")
        shares[rate] = float((result.metrics or {})["win_share"])
    return shares
