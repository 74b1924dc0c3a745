"""Recording by ``got play --record`` when the file, or the game, comes to a bad end."""

import errno
import io
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from got_agents.recording import Recording
from got_env.games import get_game
from got_env.replay import Header, ReplayWriter, read_replay

FULL = Path("/dev/full")
"""A file of Linux that takes nothing."""


def test_a_game_is_not_played_when_it_cannot_be_recorded(got, tmp_path):
    locked = tmp_path / "locked.txt"
    locked.touch(0o400)
    targets = {tmp_path / "none" / "game.txt": "No such file or directory"}
    if FULL.exists():
        targets[FULL] = "No space left on device"
    if not os.access(locked, os.W_OK):  # root may write anything
        targets[locked] = "Permission denied"
    for target, reason in targets.items():
        code, out, err = got("play", "--players", "3", "--record", target)

        assert (code, out) == (2, "")
        assert err == f"got: record {str(target)!r}: cannot be written ({reason})\n"


def test_two_games_are_not_recorded_in_one_file(got, tmp_path):
    file = tmp_path / "game.txt"
    game = get_game("agot2e")
    writer = ReplayWriter(Header.of(game, 3, {}, 1, ["random"] * 3))
    file.write_text("an older one, to be replaced " * 9)
    with Recording(file, writer):
        code, out, err = got("play", "--players", "3", "--record", file)

        assert (code, out) == (2, "")
        reason = "another game is being recorded in it"
        assert err == f"got: record {str(file)!r}: cannot be written ({reason})\n"

    assert file.read_text() == writer.text
    assert got("play", "--players", "3", "--record", file)[0] == 0
    read_replay(file.read_bytes()).verify()


def test_a_game_is_not_lost_when_its_file_takes_no_more(got, tmp_path, monkeypatch):
    class Filling(io.FileIO):
        def write(self, data):
            if self.tell():
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return super().write(data)

    elsewhere = tmp_path / "temporary"
    elsewhere.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
    monkeypatch.setattr(Path, "open", lambda path, mode: Filling(path, mode))
    target = tmp_path / "game.txt"

    code, out, err = got("play", "--players", "3", "--seed", "6", "--record", target)

    (saved,) = elsewhere.iterdir()
    assert code == 1
    assert "ROUND 1" in out.upper()
    assert err == (
        f"got: record {str(target)!r}: cannot be written (No space left on device); "
        f"the replay is in {saved}\n"
    )
    monkeypatch.undo()
    replay = read_replay(saved.read_bytes())
    replay.verify()
    assert replay.over


def test_a_recording_can_go_into_a_pipe(got, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        text = pool.submit(pipe.read_bytes)
        code, _, err = got("play", "--players", "3", "--seed", "6", "--record", pipe)

    assert (code, err) == (0, "")
    read_replay(text.result()).verify()


def test_a_game_that_an_agent_breaks_off_is_recorded(got, tmp_path, monkeypatch):
    from got_agents.random_agent import RandomAgent

    turns = iter(range(40))
    act = RandomAgent.act_batch

    def fail(self, views):
        if next(turns, None) is None:
            raise OverflowError("too much")
        return act(self, views)

    monkeypatch.setattr(RandomAgent, "act_batch", fail)
    file = tmp_path / "game.txt"

    code, _, err = got("play", "--players", "3", "--agents", "random", "--record", file)

    assert code == 1
    assert err.startswith("got: agent 'random': OverflowError: too much (")
    replay = read_replay(file.read_bytes())
    replay.verify()
    assert (replay.decisions, replay.over) == (40, False)


def test_a_killed_process_leaves_what_was_played(got, tmp_path, monkeypatch):
    from got_agents.random_agent import RandomAgent

    file = tmp_path / "game.txt"
    there = []
    act = RandomAgent.act_batch

    def look(self, views):
        there.append(file.read_bytes())
        return act(self, views)

    monkeypatch.setattr(RandomAgent, "act_batch", look)
    code, _, _ = got("play", "--players", "3", "--agents", "random", "--record", file)

    whole = file.read_text()
    assert code == 0
    for turn in (0, 1, 40, len(there) - 1):
        replay = read_replay(there[turn])
        assert replay.resume().decisions == turn
        assert whole.startswith(there[turn].decode())


def test_a_page_does_not_take_the_place_of_its_replay(got, tmp_path):
    file = tmp_path / "game.txt"
    got("play", "--players", "3", "--agents", "random", "--record", file)
    text = file.read_text()
    (tmp_path / "page.html").symlink_to(file)

    for page in (file, tmp_path / "page.html"):
        code, out, err = got("replay", file, "--html", page)
        reason = "is the replay itself, expected another file"
        assert (code, out, err) == (2, "", f"got: --html {str(page)!r}: {reason}\n")
    assert file.read_text() == text
