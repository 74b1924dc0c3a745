"""Leagues of a game whose best moves are known, with trainings that end as a test says."""

from dataclasses import dataclass, field

import numpy as np

from got_agents.network import NetworkShape
from got_agents.policy import PolicyCard
from got_agents.saving import save_policy
from got_training.league import league as module
from got_training.league.league import League
from got_training.league.load_args import args_from_folder, args_from_policy
from got_training.league.state import read_state
from tests.toy.taking import MOST, TAKING, best

SHAPE = NetworkShape.of(TAKING, 4, MOST + 1, 4)

TINY = {"num_envs": 16, "rollout": 16, "batch_size": 64, "stagger": 0, "threads": 1}

ASKED = {
    **{
        "rounds": 2,
        "main_minutes": 0.0,
        "main_steps": 256,
        "rating_games": 12,
        "rated": ["random"],
    },
    **{"exploiter_minutes": 0.0, "exploiter_steps": 256, "gate_games": 120, "exploiter_games": 60},
    "training": TINY,
}


def skilled(skill):
    """Tensors of a policy: 0 plays at random, 9 the best moves, -9 avoids them."""
    weights = {name: np.zeros(size, np.float32) for name, size in SHAPE.tensors().items()}
    weights["scale"][:] = 1
    weights["first.weight"][:] = weights["second.weight"][:] = 3 * np.eye(MOST + 1)
    for tokens in range(MOST + 1):
        if best(tokens):
            weights["actor.weight"][best(tokens) - 1, tokens] = skill
    return weights


def plant(folder, skill, game=TAKING, players=2):
    """A policy of some skill in a folder."""
    identity = game.identity
    card = PolicyCard(
        game.code, identity.version, identity.data_hash, players, {}, SHAPE, steps=0, seed=1
    )
    save_policy(folder, card, skilled(skill))
    return folder


@dataclass
class Planted:
    """Stands for trainings: what comes out of each is known before."""

    skills: dict
    """By the name of the training, such as ``001-main``."""
    calls: list = field(default_factory=list)

    def __call__(self, args, out, resume=False, members=None):
        self.calls.append((out.name, args, list(members or {})))
        plant(out, self.skills[out.name])
        return {"interrupted": False, "steps": 256, "seconds": 1.0}


def planted(monkeypatch, main, exploiters):
    """Trainings of which the main ones and the exploiters, round by round, have these skills."""
    skills = {f"{number:03d}-main": skill for number, skill in enumerate(main, 1)}
    skills |= {f"{number:03d}-exploiter": skill for number, skill in enumerate(exploiters, 1)}
    trainings = Planted(skills)
    monkeypatch.setattr(module, "run_training", trainings)
    return trainings


def run(out, start, **changes):
    """Begin a league and bring it to its end."""
    with League(args_from_policy(start, ASKED, changes), out, start) as league:
        return league.run()


def resume(out, trust=False, **changes):
    """Go on with a league."""
    with League(args_from_folder(out, trust, changes), out, resume=True) as league:
        return league.run()


def result(out):
    """Result of a league, but for the time it took."""
    state = read_state(out).state
    return (
        state.round,
        state.stage,
        state.champion,
        state.learner,
        state.members,
        [
            (record.round, record.champion, record.games, record.share, record.verdict)
            for record in (*state.gates, *state.exploiters)
        ],
    )
