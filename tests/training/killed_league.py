"""Goes on with a league in child processes that are killed in every stage; prints JSON."""

import json
import os
import random
import signal
import sys
import time
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from got_env.games import GAMES
from got_training.league.league import League
from got_training.league.opening import kept_args, new_args
from got_training.league.state import EXPLOITER, MAIN, STAGES, read_state
from tests.toy.taking import TAKING
from tests.training.leagues import ASKED

GAMES[TAKING.code] = TAKING
CHANGES = {"main_steps": 1024, "training": {**ASKED["training"], "checkpoint_minutes": 1e-6}}


def go_on(start, out):
    """Begin the league or go on with it, to its end."""
    resume = (out / "league.json").exists()
    args = kept_args(out, False) if resume else new_args(start, ASKED, CHANGES)
    with League(args, out, start, resume) as league:
        return league.run()


def reached(out):
    """Round and stage of a league; before all of them if there is none yet."""
    if not (out / "league.json").exists():
        return 0, 0
    state = read_state(out).state
    return state.round, STAGES.index(state.stage)


def main(start, out, rounds):
    rng = random.Random(1)
    killed = []
    for place in [(0, 0), *product(range(1, rounds + 1), range(len(STAGES)))]:
        child = os.fork()
        if not child:
            os.close(1)
            go_on(start, out)
            os._exit(0)
        while reached(out) < place:
            time.sleep(0.001)
        time.sleep(rng.uniform(0, 0.3 if STAGES[place[1]] in (MAIN, EXPLOITER) else 0.03))
        if os.waitpid(child, os.WNOHANG)[0]:
            break
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        killed.append(reached(out))
    print(json.dumps({**go_on(start, out), "killed": killed}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
