"""What an agent is known by: the content of its files, of any size."""

import os
from hashlib import sha256

import pytest

from got_benchmarks.playing import identity
from got_benchmarks.playing.identity import _digest_of_files


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
