"""Agents that misbehave, as a distribution of its own: found by name in every process."""

import os
import signal
import time
from pathlib import Path

NAME = "unruly_agents"

DICE = 97
"""An unruly agent fails in one of so many decisions, by the random number of the decision."""


class Unruly:
    """Plays the first legal action, and sometimes fails in its way."""

    version = "1.0"

    def act(self, view):
        if view.seed % DICE == 0:
            return self.fail(view)
        return int(view.legal[view.seed % len(view.legal)])


class Raises(Unruly):
    name = "raises"

    def fail(self, view):
        raise ArithmeticError("not today")


class Hangs(Unruly):
    name = "hangs"

    def fail(self, view):
        while True:
            time.sleep(0.01)


class Dies(Unruly):
    name = "dies"

    def fail(self, view):
        print("good bye")
        os._exit(3)


class Lingers(Unruly):
    """Takes its process down later, when no agent is to decide."""

    name = "lingers"

    def fail(self, view):
        signal.signal(signal.SIGALRM, self.look)
        signal.setitimer(signal.ITIMER_REAL, 0.0002, 0.0002)
        return int(view.legal[0])

    def look(self, number, frame):
        while frame is not None:
            if frame.f_code.co_name == "_decide":
                return
            frame = frame.f_back
        os._exit(3)


class Cheats(Unruly):
    name = "cheats"

    def fail(self, view):
        return int((~view.mask).argmax())


class Rewrites(Unruly):
    """Makes everything legal in its view, and plays what is not."""

    name = "rewrites"

    def fail(self, view):
        illegal = int((~view.mask).argmax())
        view.mask[:] = True
        return illegal


class Leaves(Unruly):
    """Ends the program, as it thinks, as if all were well."""

    name = "leaves"

    def fail(self, view):
        raise SystemExit(0)


class Mumbles(Unruly):
    """Fails with a text that cannot be stored as it is."""

    name = "mumbles"

    def fail(self, view):
        raise ValueError("bad \ud800 text " + 100_000 * "x")


class Lists(Unruly):
    """Answers a list where one number is expected."""

    name = "lists"

    def act_batch(self, views):
        return [[int(view.legal[0])] for view in views]

    def fail(self, view):
        return [int(view.legal[0])]


class Doubles(Unruly):
    """Copies its process; both copies go on."""

    name = "doubles"

    def fail(self, view):
        os.fork()
        return int(view.legal[0])


class DiesInBatches(Unruly):
    """Decides for many games at once, and takes them all down."""

    name = "dies_in_batches"

    def act_batch(self, views):
        return [self.act(view) for view in views]

    def fail(self, view):
        os._exit(3)


class NeverReady(Unruly):
    """Hangs in its first decision in every process."""

    name = "never_ready"
    fresh = True

    def act(self, view):
        while self.fresh:
            time.sleep(0.01)


def install(folder: Path) -> Path:
    """Write the distribution into a folder, which is to be on the path."""
    folder.joinpath(f"{NAME}.py").write_text(Path(__file__).read_text())
    info = folder / f"{NAME}-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n")
    agents = (
        *(Raises, Hangs, Dies, Cheats, DiesInBatches, NeverReady),
        *(Rewrites, Leaves, Mumbles, Lists, Doubles, Lingers),
    )
    lines = [f"{agent.name} = {NAME}:{agent.__name__}" for agent in agents]
    info.joinpath("entry_points.txt").write_text("\n".join(["[got.agents]", *lines, ""]))
    return folder
