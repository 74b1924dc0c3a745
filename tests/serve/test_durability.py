"""Tables outlive the server, and the failure of one is no matter of the others."""

import json
import os
import signal
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from got_agents.serve.table_store import TableStore
from got_env.games import get_game
from got_env.replay import Header, ReplayError, ReplayWriter, read_replay
from tests.serve.serving import answer, exhaust, question, question_after, serving, started, told

listen = pytest.importorskip("got_agents.serve.server", reason="needs the extra web").listen

BREAKER = """
class Breaks:
    def __init__(self, *, after: int = 5, how: str = "raise"):
        self.left, self.how = after, how
    def act(self, view):
        self.left -= 1
        if self.left < 0:
            if self.how == "raise":
                raise RuntimeError("broken on purpose")
            import os
            os._exit(3)
        return int(view.legal[0])
"""


def scribble(file):
    with file.open("ab") as also:
        also.write(b"\xff nonsense\n")


def play_some(page, number):
    view = question(page)
    for _ in range(number):
        answer(page, view, len(view["choices"]) // 2)
        view = question(page)
    return view


def test_tables_go_on_under_their_links_where_they_were(tmp_path):
    with serving(tmp_path) as server:
        opened = server.open("agot2e", ["human", "heuristic", "human"], tides="true")
        secrets = list(opened.seats.values())
        room = server.tables.rooms[opened.name]
        pages = {0: server.visit(secrets[0]).__enter__(), 2: server.visit(secrets[1]).__enter__()}
        for _ in range(12):
            views = {seat: told(page, "view") for seat, page in pages.items()}
            asked = next(seat for seat, view in views.items() if view["choices"])
            answer(pages[asked], views[asked], len(views[asked]["choices"]) // 2)
        left = [told(page, "view") for page in pages.values()]
        for page in pages.values():
            page.__exit__(None, None, None)
        before, text = room.snapshot, room.table.writer.text
    assert (tmp_path / "table-1.txt").read_text() == text
    with serving(tmp_path) as server:
        assert server.problems == []
        found = []
        for secret in secrets:
            with server.visit(secret) as page:
                found.append(told(page, "view"))
        after = server.tables.rooms[opened.name].snapshot
        assert after.states.tobytes() == before.states.tobytes()
        assert (after.turns, after.told) == (before.turns, before.told)
        assert [view | {"forced": []} for view in found] == [view | {"forced": []} for view in left]
        assert server.get(f"/play/{opened.watcher}").status_code == 200


def test_a_table_whose_last_line_was_cut_off_goes_on_before_it(tmp_path):
    with serving(tmp_path) as server:
        opened = server.open("btwixt", ["human", "random", "random"])
        (secret,) = opened.seats.values()
        with server.visit(secret) as page:
            play_some(page, 3)
    file = tmp_path / "table-1.txt"
    whole = file.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n")
    for cut in (last + 3, len(whole) - 1, last + 1):
        file.write_bytes(whole[:cut])
        with serving(tmp_path) as server:
            assert server.problems == []
            with server.visit(secret) as page:
                view = question(page)
                answer(page, view)
                question_after(page, view)
        assert file.read_bytes().startswith(whole[: last + 1])


def test_a_damaged_table_is_left_out_and_the_others_go_on(tmp_path):
    with serving(tmp_path) as server:
        links = [server.open("btwixt", ["human", "random", "random"]) for _ in range(3)]
    lines = (tmp_path / "table-1.txt").read_text().splitlines(keepends=True)
    (tmp_path / "table-1.txt").write_text("".join([*lines[:-1], "player_1 kneel twice\n"]))
    (tmp_path / "table-2.json").write_text("{}")
    with serving(tmp_path) as server:
        first, second = server.problems
        assert first.startswith(f"{tmp_path / 'table-1.txt'}: line {len(lines)}: ")
        assert second.startswith(f"{tmp_path / 'table-2.json'}: ")
        found = [server.get(f"/play/{link.watcher}").status_code for link in links]
        assert found == [404, 404, 200]
        assert server.open("btwixt", ["random"] * 3).name == "table-4"


def test_a_table_of_another_version_is_left_out_and_stays_as_it_is(tmp_path):
    with serving(tmp_path) as server:
        opened = server.open("btwixt", ["human", "random", "random"])
    file = tmp_path / "table-1.txt"
    version = get_game("btwixt").identity.version
    text = file.read_text().replace(f"game btwixt {version}\n", "game btwixt 99\n")
    file.write_text(text)
    with serving(tmp_path) as server:
        (problem,) = server.problems
        assert problem == (f"{file}: line 2: version '99' of btwixt: this is version {version}")
        assert server.get(f"/play/{opened.watcher}").status_code == 404
    assert file.read_text() == text


def test_a_link_to_the_seat_of_an_agent_is_left_out(tmp_path):
    with serving(tmp_path) as server:
        server.open("btwixt", ["human", "random", "random"])
    links = tmp_path / "table-1.json"
    kept = json.loads(links.read_text())
    kept["seats"]["player_2"] = kept["seats"]["player_1"]
    links.write_text(json.dumps(kept))
    with serving(tmp_path) as server:
        (problem,) = server.problems
    assert problem.startswith(f"{links}: seats=['player_1', 'player_2']: expected those of people")


def test_an_agent_that_cannot_be_made_is_named_with_its_file(tmp_path):
    with serving(tmp_path) as server:
        server.open("btwixt", ["human", "random", "random"])
    file = tmp_path / "table-1.txt"
    file.write_text(file.read_text().replace(" random", " heuristic:zzz=1", 1))
    with serving(tmp_path) as server:
        (problem,) = server.problems
    assert problem.startswith(f"{file}: ")
    assert "zzz" in problem


def test_names_that_no_table_was_given_are_not_counted(tmp_path):
    for name in ("table-01", "table-\u0661", "table-0"):
        (tmp_path / f"{name}.json").write_text("{}")
    (tmp_path / "table-999999.txt").write_text("")
    with serving(tmp_path) as server:
        assert server.problems == []
        assert server.open("btwixt", ["human", "random", "random"]).name == "table-1000000"
    with serving(tmp_path) as server:
        assert list(server.tables.rooms) == ["table-1000000"]


def test_links_to_files_elsewhere_are_left_out_and_what_they_lead_to_stays(tmp_path):
    folder, elsewhere = tmp_path / "tables", tmp_path / "elsewhere.txt"
    with serving(folder) as server:
        server.open("btwixt", ["human", "random", "random"])
    (folder / "table-1.txt").rename(elsewhere)
    (folder / "table-1.txt").symlink_to(elsewhere)
    before = elsewhere.read_bytes() + b"player_1 cut o"
    elsewhere.write_bytes(before)
    with serving(folder) as server:
        (problem,) = server.problems
        assert problem.startswith(f"{folder / 'table-1.txt'}: cannot be read (")
    assert elsewhere.read_bytes() == before
    (folder / "lock").unlink()
    (folder / "lock").symlink_to(tmp_path / "made")
    with pytest.raises(ValueError, match="cannot be used"), serving(folder):
        pass
    assert not (tmp_path / "made").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_in_place_of_the_lock_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "lock")
    with pytest.raises(ValueError, match="cannot be used"), serving(tmp_path):
        pass


@pytest.mark.parametrize("name", ["a[1]b", "*", "two\nlines", " "])
def test_a_folder_of_an_odd_name_keeps_tables(tmp_path, name):
    with serving(tmp_path / name) as server:
        (secret,) = server.open("btwixt", ["human", "random", "random"]).seats.values()
    with serving(tmp_path / name) as server:
        assert server.problems == []
        with server.visit(secret) as page:
            assert question(page)["choices"]


def test_files_are_private_and_hold_no_secret(tmp_path):
    folder = tmp_path / "tables"
    with serving(folder) as server:
        opened = server.open("btwixt", ["human", "human", "random"])
    for file in folder.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file
        content = file.read_text()
        for secret in (*opened.seats.values(), opened.watcher):
            assert secret not in content
    assert folder.stat().st_mode & 0o077 == 0


def test_a_folder_belongs_to_one_server(tmp_path):
    refused = pytest.raises(ValueError, match="another server keeps its tables")
    with serving(tmp_path), refused, serving(tmp_path):
        pass


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("raise", "RuntimeError: broken on purpose"),
        ("exit", "the process died (exit code 3)"),
    ],
)
def test_an_agent_that_fails_ends_its_table_alone(tmp_path, caplog, how, reason):
    (tmp_path / "bots.py").write_text(BREAKER)
    bad = f"{tmp_path / 'bots.py'}:Breaks:after=4,how={how}"
    with serving(tmp_path / "tables", named=[bad]) as server:
        fine = server.open("btwixt", ["human", "random", "random"])
        broken = server.open("btwixt", ["human", bad, "random"])
        with server.visit(*broken.seats.values()) as page, server.visit(broken.watcher) as other:
            view = question(page)
            while not view["failure"]:
                answer(page, view)
                view = question(page)
            told_all = "the table has ended: Breaks, who plays Player 2, has failed"
            assert view["failure"] == f"{told_all}; the log of the server says why"
            seen = told(other, "view")
            while not seen["failure"]:
                seen = told(other, "view")
            assert seen["failure"] == view["failure"]
            page.send_json({"type": "play", "turn": view["turn"], "action": 0})
            assert told(page, "problem")["text"] == view["failure"]
        with server.visit(*fine.seats.values()) as page:
            assert play_some(page, 3)["choices"]
    assert reason in caplog.text
    with serving(tmp_path / "tables", named=[bad]) as server:
        assert server.problems == []
        assert not server.tables.rooms[broken.name].table.failure


def test_a_file_that_takes_no_more_ends_its_table_alone(tmp_path, capsys):
    class Full:
        closed = False

        def __init__(self, own):
            self.own = own

        def fileno(self):
            return self.own.fileno()

        def write(self, _):
            raise OSError(28, "No space left on device")

        def close(self):
            self.own.close()
            self.closed = True

    with serving(tmp_path) as server:
        fine, full = (server.open("btwixt", ["human", "random", "random"]) for _ in range(2))
        with server.visit(*full.seats.values()) as page:
            view = question(page)
            table = server.tables.rooms[full.name].table
            table.file._file = Full(table.file._file)
            answer(page, view)
            shown = question(page)
            assert "No space left on device" in shown["failure"]
            # What could not be kept has not happened, for anybody.
            same = ("picture", "round", "phase", "asked", "turn", "measures", "forced")
            assert [shown[key] for key in same] == [view[key] for key in same]
            assert table.writer.text == (tmp_path / f"{full.name}.txt").read_text()
            server.call(server._rest, full.name)
            assert table.file._file.closed
        with server.visit(*fine.seats.values()) as page:
            assert play_some(page, 2)["choices"]
    assert "No space left on device" in capsys.readouterr().err


@pytest.mark.parametrize("where", ["write_whole", "GameFile.add"])
def test_a_table_that_cannot_be_kept_leaves_no_file(tmp_path, monkeypatch, where):
    def full(*_):
        raise OSError(28, "No space left on device")

    with serving(tmp_path) as server:
        server.open("btwixt", ["human", "random", "random"])
        before = sorted(tmp_path.iterdir())
        monkeypatch.setattr(f"got_agents.serve.table_store.{where}", full)
        with pytest.raises(OSError, match="No space left"):
            server.open("btwixt", ["human", "random", "random"])
        assert sorted(tmp_path.iterdir()) == before


def test_an_ended_table_whose_file_is_gone_is_told_in_a_line(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr("got_agents.serve.tables.MOST_ENDED", 0)
    with serving(tmp_path) as server:
        opened = server.open("btwixt", ["heuristic"] * 3)
        server.call(server._rest, opened.name)
        (tmp_path / f"{opened.name}.txt").unlink()
        for place in ("", "/replay", "/page"):
            server.tables.forget_rested()
            answered = server.get(f"/play/{opened.watcher}{place}")
            assert answered.status_code == 410
            assert answered.text == "this table is lost; the log of the server says why\n"
    assert caplog.text.count(f"{opened.name}.txt") == 3
    assert "Traceback" not in caplog.text


def test_a_table_that_a_failing_agent_ended_leaves_the_memory_and_stays_ended(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("got_agents.serve.tables.MOST_ENDED", 0)
    (tmp_path / "bots.py").write_text(BREAKER)
    bad = f"{tmp_path / 'bots.py'}:Breaks:after=2,how=raise"
    with serving(tmp_path / "tables", named=[bad]) as server:
        broken = server.open("btwixt", ["random", bad, "random"])
        server.call(server._rest, broken.name)
        server.tables.forget_rested()
        assert not server.tables.rooms
        with server.visit(broken.watcher) as page:
            assert told(page, "view")["failure"].startswith("the table has ended: Breaks, who")


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (Path.unlink, "the file of the table has been removed"),
        (lambda file: os.truncate(file, 100), "has been changed by somebody else"),
        (scribble, "has been changed by somebody else"),
    ],
)
def test_a_table_whose_file_somebody_damages_ends_before_anything_is_lost(
    tmp_path, damage, reason, capsys
):
    with serving(tmp_path) as server:
        fine, bad = (server.open("btwixt", ["human", "random", "random"]) for _ in range(2))
        with server.visit(*bad.seats.values()) as page:
            view = play_some(page, 2)
            damage(tmp_path / f"{bad.name}.txt")
            answer(page, view)
            shown = question(page)
            assert reason in shown["failure"]
            assert shown["turn"] == view["turn"]
        with server.visit(*fine.seats.values()) as page:
            assert play_some(page, 2)["choices"]
    assert reason in capsys.readouterr().err
    with serving(tmp_path) as server:
        (problem,) = server.problems
        assert problem.startswith(f"{tmp_path / bad.name}.txt: ")
        assert list(server.tables.rooms) == [fine.name]


def test_links_that_are_none_or_lead_to_two_seats_are_left_out(tmp_path):
    with serving(tmp_path) as server:
        opened = [server.open("btwixt", ["human", "random", "random"]) for _ in range(3)]
    links = (tmp_path / "table-1.json").read_bytes()
    (tmp_path / "table-2.json").write_bytes(links)
    broken = json.loads(links)
    broken["seats"]["player_1"] = "zz"
    (tmp_path / "table-3.json").write_text(json.dumps(broken))
    with serving(tmp_path) as server:
        second, third = server.problems
        assert second == (
            f"{tmp_path / 'table-2.json'}: a link of this table leads to another seat too"
        )
        assert third.startswith(f"{tmp_path / 'table-3.json'}: Expected `str` matching regex")
        with server.visit(*opened[0].seats.values()) as page:
            assert question(page)["table"] == "table-1"


def test_agents_that_only_a_file_names_are_not_started(tmp_path):
    (tmp_path / "bots.py").write_text(BREAKER)
    spec = f"{tmp_path / 'bots.py'}:Breaks"
    with serving(tmp_path / "tables", named=[spec]) as server:
        server.open("btwixt", ["human", spec, "random"])
    with serving(tmp_path / "tables") as server:
        (problem,) = server.problems
        assert "name it again with --seats, or add --trust-agents" in problem
    with serving(tmp_path / "tables", trust=True) as server:
        assert server.problems == []


# --- the replay of a game that goes on


@pytest.mark.parametrize("code", ["agot2e", "btwixt"])
def test_a_replay_that_stops_anywhere_can_be_played_on(code):
    game = get_game(code)
    writer = ReplayWriter(Header.of(game, 3, {}, 2, events=True))
    for _ in range(40):
        writer.play(int(writer.mask.argmax()))
    lines = writer.text.splitlines(keepends=True)
    head = lines.index("\n") + 1
    for end in range(head, len(lines), 7):
        again = read_replay("".join(lines[:end])).resume()
        assert again.text.startswith("".join(lines[:end]))
        while again.decisions < writer.decisions:
            again.play(int(again.mask.argmax()))
        assert again.text == writer.text
    with pytest.raises(ReplayError, match="line 2: "):
        read_replay("".join([lines[0], "game chess 0\n"])).resume()
    finished = ReplayWriter(writer.header).finish()
    with pytest.raises(ReplayError, match="expected a decision of"):
        read_replay(finished).resume()


def test_a_position_that_cannot_be_drawn_is_logged_and_told(tmp_path, monkeypatch, capsys):
    def fails(*_):
        raise RuntimeError("no ink left")

    with serving(tmp_path) as server:
        opened = server.open("btwixt", ["human", "heuristic", "heuristic"])
        (secret,) = opened.seats.values()
        with monkeypatch.context() as patch:
            patch.setattr("got_agents.serve.room.view_of", fails)
            with server.visit(secret) as page:
                assert "cannot be shown" in told(page, "problem")["text"]
        assert "RuntimeError: no ink left" in capsys.readouterr().err


def test_files_that_a_killed_server_left_half_written_are_removed(tmp_path):
    (tmp_path / ".table-1.json.77-abcd.unfinished").write_bytes(b"half of it")
    (tmp_path / "of-the-user.unfinished").write_bytes(b"not ours")

    with TableStore(tmp_path) as store:
        assert not [*store.names()]
        assert sorted(file.name for file in tmp_path.iterdir()) == [
            "lock",
            "of-the-user.unfinished",
        ]


# --- the command


def test_the_command_ends_without_unloading_what_it_has_loaded(tmp_path):
    program = (
        "import atexit, signal; from got_env.cli.app import main; "
        "signal.signal(signal.SIGINT, signal.default_int_handler); "  # it may be ignored here
        "atexit.register(print, 'unloaded'); main()"
    )
    args = ["serve", "--port", "0", "--folder", str(tmp_path), "--game", "btwixt"]
    process = subprocess.Popen(
        [sys.executable, "-c", program, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while not process.stdout.readline().startswith("lobby"):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    finally:
        process.kill()
    assert process.returncode == 0
    assert err.endswith("stopped; with the same folder all tables go on where they are\n")
    assert "unloaded" not in out


def test_the_command_prints_links_and_goes_on_after_a_kill(tmp_path):
    client = pytest.importorskip("websockets.sync.client", reason="needs the extra web")
    closed = pytest.importorskip("websockets.exceptions").ConnectionClosed
    folder, seats = tmp_path / "tables", ("--game", "btwixt", "--players", "3", "--seed", "1")
    process, lines = started(folder, *seats)
    try:
        assert lines[0] == "table-1:"
        seat, link = lines[1].split()
        assert seat == "player_1"
        origin, secret = link.split("/play/")

        def visit(base):
            url = f"{base.replace('http', 'ws')}/play/{secret}/socket"
            return client.connect(url, origin=base)

        def view_at(page):
            while True:
                message = json.loads(page.recv(timeout=120))
                if message["type"] == "view" and message["choices"]:
                    return message

        with visit(origin) as page:
            view = view_at(page)
            for _ in range(3):
                said = {"type": "play", "turn": view["turn"]}
                page.send(json.dumps(said | {"action": view["choices"][0]["action"]}))
                view = view_at(page)
            page.send("x" * 5000)
            with pytest.raises(closed):
                exhaust(partial(page.recv, timeout=120))
        process.send_signal(signal.SIGKILL)
        process.wait(120)
        process.stdout.close()
        process, lines = started(folder, *seats)
        assert lines[0] == "table-1: going on, under the links given out before"
        with visit(lines[1].partition(": ")[2].split("/lobby/")[0]) as page:
            assert view_at(page)["turn"] == view["turn"]
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 0
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_connections_send_at_once_what_they_are_given():
    with (
        listen("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_in_use_is_one_clear_line(got, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, out, err = got("serve", "--port", port, "--folder", tmp_path / "tables")
    assert (code, out) == (2, "")
    assert err == (
        f"got: port {port} of 127.0.0.1 is in use: expected a free one, as --port 0 finds\n"
    )
    assert not (tmp_path / "tables").exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--game", "chess"], "--game 'chess': "),
        (["--players", "9"], "players=9: "),
        (["--players", "3", "--seats", "human,random,random,random"], "4 names for 3 players"),
        (["--seats", "human,,random"], "expected names separated by commas"),
        (["--seats", "human,nobody"], "unknown agent 'nobody'"),
        (["--option", "nonsense=1"], "nonsense"),
        (["--clock", "-1"], "--clock -1: expected 0 to 10000 minutes"),
        (["--clock", "10001"], "--clock 10001: expected 0 to 10000 minutes"),
        (["--clock", "soon"], "Invalid value for '--clock': 'soon': expected a whole number"),
        (["--host", "203.0.113.7"], "--host '203.0.113.7' --port 0: cannot listen there"),
    ],
)
def test_bad_arguments_are_one_clear_line(got, tmp_path, args, message):
    code, out, err = got("serve", "--port", "0", "--folder", tmp_path / "tables", *args)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_missing_library_is_named_with_its_extra(got, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "got_agents.serve.command.find_spec", lambda name: None if name == "uvicorn" else object()
    )
    code, _, err = got("serve", "--folder", tmp_path / "tables")
    assert code == 1
    assert err == "got: got serve needs uvicorn: pip install -e '.[web]' in the clone of got_env\n"
