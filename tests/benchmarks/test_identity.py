"""Identity of an agent: the content of its files, of any size."""

import os
from hashlib import sha256

import numpy as np
import pytest

from got_benchmarks.playing import identity
from got_benchmarks.playing.identity import _digest_of_files, identify
from got_env.games import get_game

GAME = get_game("btwixt")


def test_files_are_read_in_pieces(tmp_path, monkeypatch):
    file = tmp_path / "weights.bin"
    content = os.urandom(10_000)
    file.write_bytes(content)
    read = []

    class Watched:
        def __init__(self, file):
            self.file = file

        def read(self, size):
            read.append(size)
            return self.file.read(size)

    opened = identity.opened

    class Opened:
        def __init__(self, *args):
            self.opened = opened(*args)

        def __enter__(self):
            file, size = self.opened.__enter__()
            return Watched(file), size

        def __exit__(self, *error):
            return self.opened.__exit__(*error)

    monkeypatch.setattr(identity, "PIECE", 4096)
    monkeypatch.setattr(identity, "opened", Opened)
    wanted = sha256(b"weights.bin" + content).hexdigest()[:16]

    assert _digest_of_files(f"path={file}") == wanted
    assert read == [4096, 4096, 10_000 - 8192]


@pytest.mark.parametrize("place", ["pipe", "folder/card.json", "/dev/zero"])
def test_special_files_are_refused_and_not_waited_for(tmp_path, place):
    (tmp_path / "folder").mkdir()
    file = tmp_path / place
    if not file.exists():
        os.mkfifo(file)
    named = tmp_path / "folder" if "folder" in place else file

    with pytest.raises(ValueError, match=f"{file}: expected an ordinary file"):
        _digest_of_files(f"sims=3,path={named}")


BOT = """
import pathlib
import numpy as np
import helper

WEIGHTS = pathlib.Path(__file__).parent / "weights.npz"

class Reads:
    def __init__(self):
        np.load(WEIGHTS)["bias"]

    def act(self, view):
        return int(view.legal[0])

class Late:
    def act(self, view):
        return int(view.legal[0])

class Declares(Late):
    fingerprint = "mine"
"""


@pytest.fixture
def bots(tmp_path):
    """A file with agents, a module and weights beside it."""
    (tmp_path / "bots.py").write_text(BOT)
    (tmp_path / "helper.py").write_text("")
    np.savez(tmp_path / "weights.npz", bias=np.zeros(3))
    return tmp_path / "bots.py"


def digest_of(spec):
    """Digest of an agent, and what was said about it."""
    told = []
    (contestant,) = identify([spec], GAME, told.append)
    return contestant.digest, told


def test_weights_that_an_agent_reads_are_part_of_what_it_is(bots):
    before, told = digest_of(f"{bots}:Reads")
    again, _ = digest_of(f"{bots}:Reads")

    np.savez(bots.parent / "weights.npz", bias=np.ones(3))

    assert told == []
    assert before == again
    assert digest_of(f"{bots}:Reads")[0] != before


def test_modules_beside_an_agent_are_part_of_what_it_is(bots):
    before, late = digest_of(f"{bots}:Declares")[0], digest_of(f"{bots}:Late")[0]
    (bots.parent / "helper.py").write_text("more = 1\n")

    assert digest_of(f"{bots}:Late")[0] != late
    assert digest_of(f"{bots}:Declares")[0] == before


def test_weights_that_nobody_can_watch_are_named(bots):
    _, told = digest_of(f"{bots}:Late")

    assert len(told) == 1
    assert "did not read weights.npz beside it" in told[0]
    assert digest_of(f"{bots}:Declares")[1] == []


def test_a_tournament_is_not_continued_with_other_weights(bots, tmp_path, got):
    agents = ["--agents", f"{bots}:Reads,random", "--game", "btwixt", "--out", tmp_path / "cup"]
    assert got("tournament", *agents, "--games", "2")[0] == 0

    np.savez(bots.parent / "weights.npz", bias=np.ones(3))
    code, _, err = got("tournament", *agents, "--games", "4", "--resume")

    assert code == 2
    assert "is not what it was" in err
