"""RLlib over the batched engine: PPO on this machine or on a cluster, or a sweep of learning rates.

python rllib_batch.py --out runs/rllib                                  # one process
python rllib_batch.py --out runs/rllib --workers 2                      # two more that play
python rllib_batch.py --out runs/rllib --address 10.0.0.1:6379 --workers 64
python rllib_batch.py --out runs/sweep --sweep 3e-4,7e-4,2e-3 --iterations 10
"""

import argparse
import time
from pathlib import Path

import ray

from got_env.games import get_game
from got_training.rllib.learning import connect, decisions_of, ppo_config, save_agent
from got_training.rllib.sweep import share_of_wins, sweep


def main():
    """Train and save an agent, or try learning rates side by side."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, help="folder of the policy")
    parser.add_argument("--address", default="", help="of a Ray that runs; else one is started")
    parser.add_argument("--workers", type=int, default=0, help="processes that play")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--decisions", type=int, default=4096, help="of each iteration")
    parser.add_argument("--batch", type=int, default=16, help="games of each process")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--learning-rate", type=float, default=7e-4)
    parser.add_argument("--sweep", default="", help="learning rates to try, with commas")
    parser.add_argument("--games", type=int, default=60, help="games of each test")
    args = parser.parse_args()
    try:
        connect(args.address, args.workers)
    except (ConnectionError, ValueError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    game = get_game("agot2e")
    config = ppo_config(
        game,
        players=args.players,
        games=args.batch,
        workers=args.workers,
        decisions=args.decisions,
        learning_rate=args.learning_rate,
    )
    if args.sweep:
        rates = [float(rate) for rate in args.sweep.split(",")]
        for rate, share in sweep(config, rates, args.iterations, args.out, args.games).items():
            print(f"learning rate {rate:g}: {share:.0%} of games won against random players")
        return
    algorithm = config.build_algo()
    save_agent(algorithm, args.out / "before")
    before = share_of_wins(args.out / "before", game.code, args.players, args.games)
    print(f"before: {before:.0%} of games won against random players", flush=True)
    began, used = time.monotonic(), time.process_time()
    for _ in range(args.iterations):
        algorithm.train()
    seconds, used = time.monotonic() - began, time.process_time() - used
    played = decisions_of(algorithm)
    print(f"{played:,} decisions, {played / seconds:,.0f} in a second;", end=" ")
    print(f"this process computed in {used:.1f} of {seconds:.1f} seconds", flush=True)
    save_agent(algorithm, args.out / "after")
    after = share_of_wins(args.out / "after", game.code, args.players, args.games)
    print(f"after: {after:.0%}, play it as the agent policy:{args.out / 'after'}")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
