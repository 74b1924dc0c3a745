"""Forge states at random and play on from those that are taken; run by the tests, or by hand.

    python tests/api/forge_states.py --game btwixt --seed 1 --count 100000

Each forged state must be refused with ValueError, the environment as it was, or be played on from:
masks, observations, redeals and random actions. Writes how many were taken and how many refused.
"""

import argparse
import faulthandler
from pathlib import Path

import numpy as np

from got_env.core import state_bytes
from got_env.envs.aec import GameEnv
from got_env.games import GAMES as CODES
from got_env.games import get_game

GAMES = 12
KEPT = 0.05
"""Share of the states of a game that are forged."""
PLAYED = 50
"""Decisions played on from a forged state that was taken."""


def some_options(game, rng):
    """Options at random that go together."""
    options = {
        key: values[int(rng.integers(len(values)))]
        for key, (values, _, _) in game.options.table.items()
    }
    while True:
        try:
            game.options.resolve(options)
        except ValueError:
            del options[str(rng.choice(list(options)))]
        else:
            return options


def some_games(game, rng):
    """States of random games of all kinds, each with the books of an environment, by players."""
    found = []
    for number in range(GAMES):
        options = some_options(game, rng) if number % 2 else {}
        counts = game.seats.counts
        env = GameEnv(game, players=counts[number // 2 % len(counts)], **options)
        env.reset(seed=int(rng.integers(2**31)))
        while env.legal_actions():
            if rng.random() < KEPT:
                found.append((env.states.copy(), state_bytes.unpack(game, env.get_state())[1]))
            env.step(int(rng.choice(env.legal_actions())))
        found.append((env.states.copy(), state_bytes.unpack(game, env.get_state())[1]))
    return found


def forge(game, states, books, found, rng):
    """Change one or two things of a state or of what is kept beside it; says what."""
    told = []
    for _ in range(int(rng.integers(1, 3))):
        kind = int(rng.integers(5))
        name = game.records.state.names[int(rng.integers(len(game.records.state.names)))]
        values = states[name].reshape(-1)
        place = int(rng.integers(values.size))
        if kind == 0:
            raw = states.view(np.uint8).reshape(-1)
            name, place = "byte", int(rng.integers(len(raw)))
            raw[place] = rng.integers(256)
        elif kind == 1:
            values[place] += int(rng.choice([-2, -1, 1, 2, 3]))
        elif kind == 2:
            values[place] = int(rng.integers(-3, 12))
        elif kind == 3:
            name = f"{name} of another"
            other, _ = found[int(rng.integers(len(found)))]
            values[:] = other[name.split()[0]].reshape(-1)
        elif rng.random() < 0.2:
            name, place = "books", int(rng.integers(len(books)))
            books[place] = rng.integers(256)
        told.append((name, place))
    return told


def play_on(env, rng):
    """Use everything an agent or a search uses."""
    for turn in range(PLAYED):
        legal = env.legal_actions()
        if not legal:
            ended = [*env.terminations.values(), *env.truncations.values()]
            assert any(ended) or not env.agents
            return
        for agent in env.agents:
            env.observe(agent)
        if turn % 10 == 0:
            env.resample_hidden(env.agent_selection, turn)
            env.position()
            env.position(env.agent_selection)
            env.rollout()
        env.step(int(rng.choice(legal)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--keep", type=Path, help="file for the state in hand, to look at a crash")
    parser.add_argument("--game", choices=CODES, default="agot2e")
    given = parser.parse_args()
    game = get_game(given.game)
    faulthandler.enable()
    rng = np.random.default_rng(given.seed)
    found = some_games(game, rng)
    envs = {players: GameEnv(game, players=players) for players in game.seats.counts}
    for env in envs.values():
        env.reset(seed=1)
    taken = refused = 0
    for _ in range(given.count):
        states, books = found[int(rng.integers(len(found)))]
        env = envs[int(states["num_players"][0])]
        states, books = states.copy(), bytearray(books)
        told = forge(game, states, books, found, rng)
        blob = state_bytes.pack(game, states.tobytes(), bytes(books))
        if given.keep:
            given.keep.write_bytes(blob)
        before = env.get_state()
        try:
            env.set_state(blob)
        except ValueError:
            refused += 1
            assert env.get_state() == before, told
            continue
        taken += 1
        try:
            play_on(env, rng)
        except Exception:
            print("after", told)
            raise
    print(taken, refused)


if __name__ == "__main__":
    main()
