"""Goes on with a league in child processes that are killed, until it is done; prints JSON."""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from got_env.games import GAMES
from got_training.league.league import League
from got_training.league.opening import kept_args, new_args
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


def main(start, out, most):
    rng = random.Random(1)
    kills = 0
    while kills < most:
        child = os.fork()
        if not child:
            os.close(1)
            go_on(start, out)
            os._exit(0)
        time.sleep(rng.uniform(0.1, 2.5))
        if os.waitpid(child, os.WNOHANG)[0]:
            break
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        kills += 1
    print(json.dumps({**go_on(start, out), "kills": kills}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
