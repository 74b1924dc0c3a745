"""Goes on with a league in child processes that are killed in every stage; prints JSON.

A child is killed after a random time in its stage, and at the latest when it is about to write
that the stage is done.
"""

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
from got_training.league import league
from got_training.league.load_args import args_from_folder, args_from_policy
from got_training.league.state import EXPLOITER, MAIN, STAGES, STATE_FILE, read_state, write_state
from tests.toy.taking import TAKING
from tests.training.leagues import ASKED

GAMES[TAKING.code] = TAKING
CHANGES = {"main_steps": 1024, "training": {**ASKED["training"], "checkpoint_minutes": 1e-6}}

TRAININGS = (MAIN, EXPLOITER)

NOWHERE = (0, 0)
"""Before the first round, and before there is a league."""


def go_on(start, out):
    """Begin the league or go on with it, to its end."""
    resume = (out / STATE_FILE).exists()
    args = args_from_folder(out, False) if resume else args_from_policy(start, ASKED, CHANGES)
    with league.League(args, out, start, resume) as one:
        return one.run()


def place_of(state):
    """Round and stage of a state."""
    return state.round, STAGES.index(state.stage)


def begun(out, place):
    """True if a league has come to a place."""
    if not (out / STATE_FILE).exists():
        return place == NOWHERE
    return place_of(read_state(out).state) >= place


def ended(child):
    """True if a child has ended; it stays there to be waited for."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def go_on_to_the_end_of(place, start, out):
    """Go on with the league until it would write that it is past a place."""

    def write(*args):
        if place_of(args[-1]) > place:
            os.kill(os.getpid(), signal.SIGKILL)
        write_state(*args)

    league.write_state = write
    go_on(start, out)


def main(start, out, rounds):
    rng = random.Random(1)
    places = [NOWHERE, *product(range(1, rounds + 1), range(len(STAGES)))]
    killed = []
    for place in places:
        child = os.fork()
        if not child:
            os.close(1)
            go_on_to_the_end_of(place, start, out)
            os._exit(0)
        while not begun(out, place) and not ended(child):
            time.sleep(0.001)
        time.sleep(rng.uniform(0, 0.3 if STAGES[place[1]] in TRAININGS else 0.03))
        os.kill(child, signal.SIGKILL)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL:
            killed.append(place)
    print(json.dumps({**go_on(start, out), "killed": killed, "places": places}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
