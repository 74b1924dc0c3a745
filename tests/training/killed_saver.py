"""Saves over and over in child processes that are killed, and reads all the while; prints JSON.

Every save writes its number into the card, the counters and the tensors, so a reader can tell
whether what it got is of one save.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

import torch
from gymnasium import spaces

from got_agents.network import NetworkShape
from got_agents.policy import PolicyCard, load_policy
from got_agents.saving import new_mark, save_policy
from got_env.games import get_game
from got_training.saving import (
    Progress,
    load_trainer,
    read_progress,
    save_trainer,
)
from got_training.sb3_policy import SeatPolicy

GAME = get_game("agot2e")
SHAPE = NetworkShape.of(GAME, embedding=4, hidden=16, critic=8)


def new_policy():
    torch.manual_seed(0)
    scale = torch.ones(SHAPE.tensors()["scale"]).numpy()
    observations = spaces.Box(-128, 127, (GAME.observation.size,))
    actions = spaces.Discrete(GAME.actions.size)
    return SeatPolicy(observations, actions, lambda _: 1e-3, shape=SHAPE, scale=scale)


def write(folder, policy, number):
    with torch.no_grad():
        policy.network.value.bias.fill_(float(number))
    card = PolicyCard(
        GAME.code,
        GAME.identity.version,
        GAME.identity.data_hash,
        3,
        {},
        SHAPE,
        number,
        1,
        {"seed": number},
    )
    mark = new_mark()
    save_trainer(folder, card, Progress(steps=number, starts=1), policy, mark)
    save_policy(folder, card, policy.network.weights(), mark)
    save_policy(folder / "checkpoints" / f"{number:012d}", card, policy.network.weights(), mark)


def read(folder, policy):
    """Numbers of the saves that the parts of the newest files and checkpoints are of."""
    card, weights = load_policy(folder)
    progress, args = read_progress(folder)
    load_trainer(folder, policy)
    kept = [load_policy(path) for path in sorted(folder.glob("checkpoints/0*"))[-3:]]
    return (
        {card.steps, int(weights["value.bias"][0])},
        {progress.steps, args["seed"]},
        *({card.steps, int(weights["value.bias"][0])} for card, weights in kept),
    )


def main(folder, kills):
    rng = random.Random(1)
    policy, other = new_policy(), new_policy()
    number = reads = 0
    write(folder, policy, number)
    wrong = []
    for _ in range(kills):
        number = max(read_progress(folder)[0].steps, load_policy(folder)[0].steps) + 1
        child = os.fork()
        if not child:
            while True:
                write(folder, policy, number)
                number += 1
        until = time.monotonic() + rng.uniform(0.01, 0.12)
        try:
            seen = reads
            while (
                time.monotonic() < until or reads == seen or read_progress(folder)[0].steps < number
            ):
                wrong += [part for part in read(folder, other) if len(part) != 1]
                reads += 1
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        wrong += [part for part in read(folder, other) if len(part) != 1]
    print(
        json.dumps({"reads": reads, "wrong": len(wrong), "saves": read_progress(folder)[0].steps})
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
