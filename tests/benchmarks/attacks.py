"""Agents that attack those who let them play; ``FILE.py:NAME`` names each of them.

All play the moves of :class:`Plain`, so a game in which an attack changes nothing ends as one of
that agent does. Where an attack leaves traces, the folder is named behind the last colon.
"""

import ctypes
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import numpy as np


class Plain:
    """Plays any legal action, by the random number of the decision."""

    def act(self, view):
        return int(view.legal[view.seed % len(view.legal)])


class Attack(Plain):
    """Attacks once, in the game: the first decision is the one that it loads in."""

    def __init__(self, folder="."):
        self.folder = Path(folder)
        self.decisions = 0

    def act(self, view):
        self.decisions += 1
        if self.decisions == 3:
            self.attack(view)
        return super().act(view)


class Slow(Plain):
    """No attack, but time for those of others."""

    def act(self, view):
        if view.seed % 4 == 0:
            time.sleep(0.01)
        return super().act(view)


class LeavesLater(Attack):
    """Ends its process while another agent decides."""

    def attack(self, view):
        threading.Timer(0.005, os._exit, [0]).start()


class ClosesEverything(Attack):
    def attack(self, view):
        os.closerange(0, 1 << 12)


class EditsTheClock(Attack):
    def attack(self, view):
        time.monotonic = time.perf_counter = lambda: 0.0
        for thing in gc.get_objects():
            if hasattr(type(thing), "running") or type(thing).__name__.endswith("Clock"):
                thing.stop = thing.start = lambda *_: None
            if (
                isinstance(thing, np.ndarray)
                and thing.dtype == np.float64
                and thing.flags.writeable
            ):
                thing[...] = 1e9


class ReplacesTheEngine(Attack):
    def attack(self, view):
        from got_benchmarks.playing import matches
        from got_benchmarks.playing.outcome import Outcome

        object.__setattr__(view.game, "kernels", None)
        matches.Slots.outcome = lambda self, slot, error="": Outcome(
            self.matches[slot], "last_round", 0, (0.0, 1.0, 2.0), (1.0, 0.0, 0.0), (7, 0, 0), 10, 1
        )
        matches.play_matches = lambda *_, **__: []


class Runs:
    """As a pickle it runs a program."""

    def __init__(self, marker):
        self.marker = marker

    def __reduce__(self):
        return os.system, (f"touch {self.marker}",)


def descriptors():
    return [int(name) for name in os.listdir("/proc/self/fd")]


def frame(message):
    return len(message).to_bytes(4, "little") + message


class Forges(Attack):
    """Writes messages and pickles to every descriptor that it finds, and to those of others."""

    def attack(self, view):
        import msgspec

        from got_agents.isolated.messages import Chosen
        from got_benchmarks.playing.pool_messages import Done

        pickled = pickle.dumps(Runs(self.folder / "forged"))
        encode = msgspec.msgpack.encode
        forged = (encode(Chosen(0, 0, [int(view.legal[0])])), encode(Done()), pickled)
        ours = [f"/proc/self/fd/{number}" for number in descriptors()]
        theirs = [str(path) for path in Path(f"/proc/{os.getppid()}/fd").glob("*")]
        for path in [*ours, *theirs]:
            for message in forged:
                try:
                    with open(path, "wb", buffering=0) as file:
                        file.write(frame(message))
                except OSError:
                    pass
        for number in descriptors():
            for message in forged:
                with suppress(OSError):
                    os.write(number, frame(message))


class Announces(Attack):
    """Announces a message of four gigabytes."""

    def attack(self, view):
        for number in descriptors():
            if number > 2:
                with suppress(OSError):
                    os.write(number, b"\xff\xff\xff\xff" + bytes(1 << 16))


class Guesses(Attack):
    """Answers before it is asked, while another agent decides."""

    def attack(self, view):
        import msgspec

        from got_agents.isolated.messages import Chosen

        message = frame(msgspec.msgpack.encode(Chosen(0, 0, [0])))

        def guess():
            time.sleep(0.005)
            for number in descriptors():
                if number > 2:
                    with suppress(OSError):
                        os.write(number, message)

        threading.Thread(target=guess).start()


class Floods(Attack):
    def attack(self, view):
        line = b"\x1b[31mflood\x07 " * 10_000
        for _ in range(20):
            for name in (1, 2):
                os.write(name, line)


DAEMON = """
import ctypes, os, signal, sys, time
os.setsid()
if os.fork():
    os._exit(0)
os.setsid()
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
with open(sys.argv[1], "a") as file:
    file.write(f"{os.getpid()}\\n")
time.sleep(600)
"""


class LeavesDaemons(Attack):
    """Starts processes in sessions of their own, which are to outlive it."""

    def attack(self, view):
        marker = self.folder / "daemons"
        for _ in range(3):
            subprocess.Popen([sys.executable, "-S", "-c", DAEMON, str(marker)])
        while not marker.exists() or len(marker.read_text().split()) < 3:
            time.sleep(0.01)
        self.leave()

    def leave(self):
        pass


class AbandonsDaemons(LeavesDaemons):
    """The same, disowned as far as it can, and dies."""

    def leave(self):
        ctypes.CDLL(None).prctl(36, 0, 0, 0, 0)
        os._exit(4)


class CopiesItself(Attack):
    """Copies that hold its connection stay when it dies."""

    def attack(self, view):
        if not os.fork():
            os.setsid()
            time.sleep(600)
        os._exit(5)


class Stops(Attack):
    def attack(self, view):
        os.kill(os.getpid(), signal.SIGSTOP)


class Evil(Exception):
    def __str__(self):
        raise KeyboardInterrupt


Evil.__name__ = Evil.__qualname__ = "\x1b[31m[red]\u202eEvil\r\n" + 5000 * "x"


class RaisesEvil(Attack):
    def attack(self, view):
        raise Evil


class Interrupts(Attack):
    def attack(self, view):
        raise KeyboardInterrupt


class Number:
    """Looks like a number, and does something whenever it is looked at."""

    def __init__(self, marker):
        self.marker = marker

    def __index__(self):
        return 0

    def __reduce__(self):
        return os.system, (f"touch {self.marker}",)


class AnswersObjects(Attack):
    def act(self, view):
        return Number(self.folder / "forged")


class ChecksNothing(Attack):
    """Replaces what checks its answers where it plays, and answers what is not legal."""

    def attack(self, view):
        from got_agents.isolated import seat

        seat.choose = lambda agent, views: np.full(len(views), 1 << 40)


class MadeOnce(Attack):
    """Can be made once; after that it refuses."""

    def __init__(self, folder):
        super().__init__(folder)
        with open(self.folder / "made", "a") as file:
            if file.tell() > 0:
                raise ValueError("not again")
            file.write("made")

    def attack(self, view):
        os._exit(6)


class Lists(Attack):
    """Says what it was given: descriptors, and who is around it."""

    def attack(self, view):
        found = []
        for number in sorted(descriptors()):
            try:
                found.append((number, os.readlink(f"/proc/self/fd/{number}").partition(":")[0]))
            except OSError:
                continue
        raise ValueError(repr([kind for number, kind in found if number > 2]))


MASK = 0x5A5A5A5A5A5A5A5A


class LooksForSeeds(Attack):
    """Looks for 64-bit numbers in its own memory; the file holds them masked, so it has none."""

    def attack(self, view):
        masked = np.load(self.folder / "masked.npy")
        with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", buffering=0) as memory:
            for line in maps:
                span, rights, *_ = line.split()
                low, high = (int(part, 16) for part in span.split("-"))
                if not rights.startswith("rw"):
                    continue
                for at in range(low, high, 1 << 24):
                    try:
                        memory.seek(at)
                        chunk = memory.read(min(1 << 24, high - at))
                    except (OSError, ValueError):
                        continue
                    words = np.frombuffer(chunk[: len(chunk) // 8 * 8], dtype=np.int64)
                    if np.isin(words ^ MASK, masked).any():
                        raise ValueError("found a seed")


class KillsItsParent(Attack):
    def attack(self, view):
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(10)


class EndsTheGroupOfItsParent(Attack):
    def attack(self, view):
        os.killpg(os.getpgid(os.getppid()), signal.SIGTERM)
        time.sleep(10)


class StopsItsParent(Attack):
    """It cannot be ended by its parent any more, and dies."""

    def attack(self, view):
        os.kill(os.getppid(), signal.SIGSTOP)
        os._exit(3)


def parent(pid):
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


class KillsThoseWhoPlay(Attack):
    """Nothing keeps a process from killing others of the same user."""

    def attack(self, view):
        fork_server = os.getppid()
        games = parent(parent(fork_server))
        os.kill(games, signal.SIGKILL)
        time.sleep(10)


class Storms(Attack):
    """Processes that copy themselves and end, each in a session of its own, and die with it."""

    def attack(self, view):
        if not os.fork():
            for _ in range(4000):
                os.setsid()
                (self.folder / "storm").write_text("x")
                time.sleep(0.005)
                if os.fork():
                    os._exit(0)
            os._exit(0)
        while not (self.folder / "storm").exists():
            time.sleep(0.01)
        os._exit(7)


class ChildAnswers(Attack):
    """Goes on in a copy of itself."""

    def attack(self, view):
        child = os.fork()
        if child:
            os.waitpid(child, 0)
            os._exit(8)


class AnswersLate(Attack):
    def attack(self, view):
        time.sleep(20)  # longer than the limit of its test


class Litters(Exception):
    def __del__(self):
        raise ValueError(2000 * "litter")

    def __repr__(self):
        raise KeyboardInterrupt


class LeavesLitter(Attack):
    def attack(self, view):
        Litters()


class LimitsItself(Attack):
    def attack(self, view):
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


class LeavesItsFolder(Attack):
    """Goes where nothing is any more."""

    def attack(self, view):
        gone = self.folder / "gone"
        gone.mkdir(exist_ok=True)
        os.chdir(gone)
        gone.rmdir()


class AnnouncesMuch(Attack):
    """Announces two gigabytes and sends some of them."""

    def attack(self, view):
        for number in descriptors():
            if number > 2:
                with suppress(OSError):
                    os.write(number, (1 << 31).to_bytes(4, "little") + bytes(1 << 20))


class Batch(Attack):
    """Decides for many games at once, and dies in some of them."""

    def act(self, view):
        if view.seed % 149 == 0:
            os._exit(3)
        return Plain.act(self, view)

    def act_batch(self, views):
        return np.array([self.act(view) for view in views])
