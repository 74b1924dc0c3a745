"""The referee: requests and answers as plain data, and as lines of the command."""

import io
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from got_env.cli.referee import MAX_LINE, serve
from got_env.referee import COMMANDS, MAX_ACTIONS, MAX_SLOTS, Referee
from tests.play import AGOT2E, PLAYERS

ROOT = Path(__file__).parents[2]
DRIVER = ROOT / "docs" / "examples" / "referee_driver.mjs"
NEW = {"cmd": "new", "game": "agot2e", "players": 3, "options": {}, "seed": 1}


def started(**change):
    session = Referee()
    assert session.answer({**NEW, **change}) == {"ok": True}
    return session


def ask(session, cmd, **fields):
    answer = session.answer({"cmd": cmd, **fields})
    assert answer.pop("ok"), answer
    return answer


def refused(session, request):
    """The code and message of a refusal, which has left no trace."""
    before = everything(session)
    answer = session.answer(request)
    assert set(answer) == {"ok", "error"}, answer
    assert answer["ok"] is False
    assert everything(session) == before
    return answer["error"]["code"], answer["error"]["message"]


def everything(session):
    """All that a session holds."""
    games = [(session._table, session._press), *session._slots]
    seen = [
        (table.states.tobytes(), table.mask.tobytes(), table.seat, press and press.get_state())
        for table, press in games
        if table
    ]
    return seen, session.done


def play(session, choose, limit=10_000):
    """Play on with a chooser of texts; the texts played."""
    texts = []
    while len(texts) < limit:
        if ask(session, "turn").get("over"):
            break
        texts.append(choose(ask(session, "legal")["actions"]))
        ask(session, "act", action=texts[-1])
    return texts


# --- the requests


@pytest.mark.parametrize("players", PLAYERS)
def test_a_whole_game_is_played(players):
    session = started(players=players, options={"tides": True, "supply_cut": "minimal"})

    texts = play(session, random.Random(2).choice)

    end = ask(session, "turn")
    assert set(end) == {"over", "winner", "ranking"}
    assert end["over"] is True
    assert end["winner"] == end["ranking"][0]
    assert sorted(end["ranking"]) == sorted(AGOT2E.seats.in_play(players))
    assert ask(session, "legal") == {"actions": []}
    assert refused(session, {"cmd": "act", "action": texts[-1]})[0] == "over"
    again = started(players=players, options={"tides": True, "supply_cut": "minimal"})
    ask(again, "act", actions=texts)
    assert everything(again) == everything(session)


def test_the_turn_names_player_phase_and_context():
    turn = ask(started(), "turn")

    assert turn == {
        "player": "baratheon",
        "phase": "order",
        "context": {"round": 1, "area": "dragonstone"},
    }


def test_the_context_names_the_march_and_the_combat():
    session, rng = started(players=6), random.Random(6)
    found = {}
    while not (turn := ask(session, "turn")).get("over"):
        found.setdefault(turn["phase"], turn["context"])
        legal = ask(session, "legal")["actions"]
        ask(session, "act", action=rng.choice([t for t in legal if "done" not in t] or legal))

    assert set(found["march_to"]["march"]) == {"from", "left"}
    assert found["march_count"]["unit"] in {"footman", "knight", "siege_engine", "ship"}
    assert found["raid_target"]["from"] in AGOT2E.observation.blocks[0].rows
    assert found["bid"]["for"] in {"iron_throne", "wildlings"}
    combat = found["house_card"]["combat"]
    assert {"area", "from", "order", "attacker", "defender", "attacking_units"} == set(combat)


def test_legal_lists_the_texts_that_act_takes():
    session = started()
    legal = ask(session, "legal")["actions"]

    assert legal[0].startswith("order dragonstone ")
    for text in legal:
        saved = ask(session, "save")
        ask(session, "act", action=text)
        ask(session, "load", **saved)


@pytest.mark.smoke
def test_act_tells_what_happened_publicly():
    session = started()
    texts = play(session, lambda legal: legal[0], limit=9)
    events = ask(session, "act", action=ask(session, "legal")["actions"][0])["events"]

    assert all(" order " in f" {text}" for text in texts)
    assert events == ["orders are revealed"]


def test_several_actions_are_played_all_or_none():
    session = started()
    legal = ask(session, "legal")["actions"]
    answer = session.answer({"cmd": "act", "actions": [legal[0], "order nowhere raid"]})

    assert answer["error"]["code"] == "illegal"
    assert answer["error"]["index"] == 1
    assert answer["error"]["message"].startswith("actions[1]: baratheon in order: action ")
    assert ask(session, "legal")["actions"] == legal
    assert ask(session, "act", actions=[legal[0]]) == {"events": []}
    assert ask(session, "act", actions=[]) == {"events": []}


def test_a_saved_game_comes_back_as_often_as_one_likes():
    session = started()
    first = ask(session, "save")
    texts = play(session, random.Random(1).choice, limit=60)
    second = ask(session, "save")
    end = play(session, random.Random(3).choice)

    assert (first, second) == ({"slot": 0}, {"slot": 1})
    ask(session, "load", slot=1)
    assert play(session, random.Random(3).choice) == end
    ask(session, "load", slot=0)
    assert play(session, random.Random(1).choice, limit=60) == texts


def test_a_slot_can_be_used_again_and_outlives_the_game():
    session = started()
    ask(session, "save")
    ask(session, "new", game="agot2e", players=6, seed=3)
    ask(session, "save", slot=0)
    ask(session, "new", game="agot2e", players=4)

    ask(session, "load", slot=0)

    assert len(ask(session, "turn")) == 3
    assert ask(session, "observe", player="martell")["text"].startswith("Round 1")


def test_slots_are_limited():
    session = started()
    for _ in range(MAX_SLOTS):
        ask(session, "save")

    assert refused(session, {"cmd": "save"})[0] == "slot"
    assert ask(session, "save", slot=MAX_SLOTS - 1) == {"slot": MAX_SLOTS - 1}


def test_observe_hides_the_orders_of_the_others():
    session = started()
    ask(session, "act", action="order dragonstone raid")

    own = ask(session, "observe", player="baratheon")["text"]
    other = ask(session, "observe", player="stark")["text"]

    assert "Raid order" in own
    assert "Raid order" not in other
    assert "order face down" in other


def test_quit_ends_the_session():
    session = Referee()

    assert session.answer({"cmd": "quit"}) == {"ok": True}
    assert session.done


# --- positions and decks


def test_a_position_comes_back():
    session = started(players=5, options={"tides": True})
    play(session, random.Random(4).choice, limit=250)
    position = ask(session, "position")["position"]
    other = Referee()

    ask(other, "set", position=json.loads(json.dumps(position)), seed=9)

    assert ask(other, "position")["position"] == position
    assert play(other, random.Random(5).choice) == play(session, random.Random(5).choice)


def test_a_position_by_hand_begins_its_phase():
    session = Referee()

    ask(session, "set", position={"game": "agot2e", "players": 3, "round": 4}, seed=1)

    assert ask(session, "turn")["context"] == {"round": 4, "area": "dragonstone"}


def test_a_viewer_gets_a_position_without_the_secrets_of_others():
    session = started()
    ask(session, "act", action="order dragonstone raid")

    def order(viewer):
        position = ask(session, "position", viewer=viewer)["position"]
        assert position["viewer"] == viewer
        assert "decks" not in position["westeros"]
        return position["areas"]["dragonstone"]["order"]["token"]

    assert (order("baratheon"), order("stark")) == ("raid", "hidden")


def test_decks_by_hand_lie_as_they_were_given():
    cards = ["web_of_lies", "storm_of_swords", *[None] * 8]
    session = started(players=4, decks={"III": cards, "wildlings": ["crow_killers", *[None] * 8]})

    position = ask(session, "position")["position"]
    assert position["westeros"]["decks"]["III"][:2] == cards[:2]
    assert position["wildlings"]["deck"][0] == "crow_killers"
    assert None not in position["westeros"]["decks"]["III"]
    again = started(players=4, decks={"III": position["westeros"]["decks"]["III"]})
    assert ask(again, "position")["position"]["westeros"] == position["westeros"]


@pytest.mark.parametrize("players", PLAYERS)
def test_no_answer_depends_on_what_its_player_cannot_know(players):
    """All that is asked for the player who decides stays when everything hidden is dealt anew."""
    session, rng = started(players=players, options={"tides": True}), random.Random(players)
    for turn in range(600):
        decision = ask(session, "turn")
        if decision.get("over"):
            break
        if turn % 7 == 0:
            told = what_is_told_to(session, decision["player"])
            ask(session, "save", **({"slot": 0} if turn else {}))
            session._table.redeal(session._table.seat, turn)
            session._texts = None
            assert what_is_told_to(session, decision["player"]) == told
            ask(session, "load", slot=0)
        ask(session, "act", action=rng.choice(ask(session, "legal")["actions"]))
    assert turn > 100


def what_is_told_to(session, player):
    return (
        ask(session, "turn"),
        ask(session, "legal"),
        ask(session, "observe", player=player),
        ask(session, "position", viewer=player),
    )


# --- refusals


@pytest.mark.parametrize("cmd", ["turn", "legal", "save", "position"])
def test_without_a_game_there_is_nothing_to_ask(cmd):
    code, message = refused(Referee(), {"cmd": cmd})

    assert code == "no_game"
    assert "expected 'new', 'set' or 'load' first" in message


@pytest.mark.parametrize(
    ("request_", "code", "message"),
    [
        (None, "request", "expected an object, not None"),
        ([1], "request", "expected an object, not [1]"),
        ({}, "request", "cmd is missing: expected one of new, "),
        ({"cmd": "fly"}, "request", "cmd is 'fly': expected one of new, "),
        ({"cmd": ["new"]}, "request", "cmd is ['new']: expected one of"),
        ({"cmd": "turn", "x": 1}, "request", "turn: object contains unknown field 'x'"),
        ({"cmd": "new"}, "request", "new: object missing required field 'game'"),
        ({**NEW, "players": "3"}, "request", "expected 'int', got 'str' - at 'players'"),
        ({**NEW, "players": True}, "request", "expected 'int', got 'bool' - at 'players'"),
        ({**NEW, "players": 3.5}, "request", "expected 'int', got 'float' - at 'players'"),
        ({**NEW, "players": 7}, "value", "players=7: expected one of (3, 4, 5, 6)"),
        ({**NEW, "players": 10**400}, "value", "players=a huge number: expected one of"),
        ({**NEW, "game": "chess"}, "value", "unknown game 'chess': expected one of"),
        ({**NEW, "seed": -1}, "value", "seed=-1: expected 0 to"),
        ({**NEW, "seed": 10**5000}, "value", "seed=a huge number: expected 0 to"),
        ({**NEW, "seed": None}, "request", "expected 'int', got 'null' - at 'seed'"),
        ({**NEW, "options": {"fog": "on"}}, "value", "unknown option 'fog': expected one of"),
        ({**NEW, "options": {"tides": "maybe"}}, "value", "option tides='maybe': expected"),
        ({**NEW, "options": {"tides": 1}}, "request", "expected 'bool | str', got 'int' - at"),
        ({**NEW, "options": []}, "request", "expected 'object', got 'array' - at 'options'"),
        ({**NEW, "decks": {"V": []}}, "value", "decks: unknown deck 'V': expected I, II, III"),
        ({**NEW, "decks": {"I": ["supply"]}}, "value", "westeros.decks.I: 1 cards: expected 10"),
        ({**NEW, "decks": {"I": ["supply"] * 10}}, "value", "deck I has supply 10 times"),
        ({**NEW, "decks": {"I": [1]}}, "request", "got 'int' - at 'decks"),
        ({"cmd": "set"}, "request", "set: object missing required field 'position'"),
        ({"cmd": "set", "position": []}, "request", "got 'array' - at 'position'"),
        ({"cmd": "set", "position": {}}, "position", "the field 'game' is missing"),
        ({"cmd": "set", "position": {"game": "agot2e", "round": 99}}, "position", "round: 99"),
        ({"cmd": "set", "position": {"game": "agot2e"}, "seed": -1}, "position", "seed=-1"),
        ({"cmd": "position", "viewer": "tyrell"}, "value", "viewer='tyrell': expected one of bar"),
        ({"cmd": "position", "viewer": 3}, "request", "got 'int' - at 'viewer'"),
        ({"cmd": "act"}, "request", "act: expected 'action' or 'actions'"),
        ({"cmd": "act", "action": "x", "actions": []}, "request", "act: expected 'action' or"),
        ({"cmd": "act", "action": 3}, "request", "got 'int' - at 'action'"),
        ({"cmd": "act", "actions": ["x", 3]}, "request", "got 'int' - at 'actions"),
        ({"cmd": "act", "action": "bid 3"}, "illegal", "action 'bid 3' is not legal; legal: order"),
        ({"cmd": "act", "action": ""}, "illegal", "action '' is not legal; legal: order"),
        ({"cmd": "act", "action": "x" * 999}, "illegal", "baratheon in order: action 'xxx"),
        ({"cmd": "act", "actions": ["x"] * (MAX_ACTIONS + 1)}, "value", "expected at most 10000"),
        ({"cmd": "load"}, "request", "load: object missing required field 'slot'"),
        ({"cmd": "load", "slot": 0}, "slot", "slot=0: expected 'save' first"),
        ({"cmd": "load", "slot": -1}, "slot", "slot=-1: expected 'save' first"),
        ({"cmd": "load", "slot": 10**400}, "slot", "slot=a huge number: expected 'save' first"),
        ({"cmd": "save", "slot": 0}, "slot", "slot=0: expected 'save' first"),
        ({"cmd": "observe", "player": "tyrell"}, "value", "player='tyrell': expected one of bar"),
        ({"cmd": "observe"}, "request", "observe: object missing required field 'player'"),
    ],
)
def test_a_bad_request_is_refused_with_the_reason(request_, code, message):
    told = refused(started(), request_)

    assert told[0] == code
    assert message in told[1]
    assert len(told[1]) < 2000


def test_a_message_shows_no_control_characters():
    assert "\x1b" not in refused(started(), {"cmd": "act", "action": "\x1b[2J"})[1]


ATOMS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.just(10**30)
)
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
FIELDS = ("game", "players", "options", "seed", "decks", "position", "action", "actions", "slot")
FIELDS += ("player", "viewer")
SENSIBLE = st.sampled_from(
    [
        *("agot2e", 3, 4, 0, 1, "stark", "order dragonstone raid"),
        *([], {}, {"tides": True}, ["bid 1"], {"I": [None] * 10}),
        *({"game": "agot2e", "players": 4}, {"game": "agot2e", "areas": {}}),
    ]
)
REQUESTS = st.one_of(
    VALUES,
    st.builds(
        lambda cmd, fields: {"cmd": cmd, **fields},
        st.sampled_from(sorted(set(COMMANDS) - {"quit"})),
        st.dictionaries(st.sampled_from(FIELDS), st.one_of(SENSIBLE, VALUES), max_size=4),
    ),
)


@given(st.lists(REQUESTS, max_size=15), st.booleans())
def test_any_request_is_carried_out_or_leaves_everything_as_it_was(requests, playing):
    session = started() if playing else Referee()
    for request in requests:
        before = everything(session)
        answer = session.answer(request)
        json.dumps(answer)
        assert type(answer["ok"]) is bool
        if not answer["ok"]:
            assert set(answer["error"]) - {"index"} == {"code", "message"}
            assert answer["error"]["code"] != "internal"
            assert everything(session) == before


# --- the lines


def answers(*lines, session=None):
    """Answers to lines of bytes, one each."""
    sink = io.BytesIO()
    serve(session or Referee(), io.BytesIO(b"\n".join(lines)), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def line(**request):
    return json.dumps(request).encode()


def test_every_line_has_one_answer():
    told = answers(line(**NEW), b"", b"{", line(cmd="legal"), line(cmd="quit"), line(cmd="turn"))

    assert [answer["ok"] for answer in told] == [True, False, False, True, True]
    assert [told[i]["error"]["code"] for i in (1, 2)] == ["json", "json"]


@pytest.mark.parametrize(
    "bad",
    [
        b"\x00\xff\xfe",
        b'{"cmd": "turn"',
        b'{"cmd": "turn"} {}',
        b"NaN",
        b'{"cmd": "new", "game": "agot2e", "players": NaN}',
        b'{"cmd": "new", "game": "agot2e", "players": 1e999}',
        b'{"cmd": "new", "game": "agot2e", "players": ' + b"9" * 10_000 + b"}",
        b'{"cmd": "act", "action": "\\ud800"}',
        b'{"cmd": "new", "game": "agot2e", "players": 3, "players": 4}',
        b'{"cmd": "set", "position": {"game": "agot2e", "round": 1, "round": 2}}',
        b'{"cmd": "act", "action": "\xc3\x28"}',
        b"[" * 100_000,
        b'{"cmd":' * 50_000,
        b"x" * (MAX_LINE + 1),
        b'{"cmd": "turn", "x": "' + b"x" * 3 * MAX_LINE + b'"}',
    ],
    ids=lambda bad: repr(bad[:25]),
)
def test_a_bad_line_is_refused_and_the_next_is_answered(bad):
    told = answers(line(**NEW), bad, line(cmd="turn"))

    assert [answer["ok"] for answer in told] == [True, False, True]
    assert told[1]["error"]["code"] in {"json", "request", "value"}
    assert len(told[1]["error"]["message"]) < 2000


@given(st.lists(st.binary(max_size=60), max_size=8))
def test_random_bytes_get_one_refusal_a_line(lines):
    lines = [bad.replace(b"\n", b"") for bad in lines]
    told = answers(line(**NEW), *lines, line(cmd="turn"))

    assert [answer["ok"] for answer in told] == [True, *([False] * len(lines)), True]
    assert {answer["error"]["code"] for answer in told if not answer["ok"]} <= {"json", "request"}


def test_the_last_line_needs_no_end():
    assert answers(line(**NEW)) == [{"ok": True}]
    assert answers(b'{"cmd": "tu')[0]["error"]["code"] == "json"
    assert answers() == []


def test_a_fault_of_the_referee_itself_is_told_and_survived(monkeypatch, capsys):
    session = started()
    monkeypatch.setattr(Referee, "_turn", lambda self: 1 / 0)

    told = answers(line(cmd="turn"), line(cmd="legal"), session=session)

    assert told[0]["error"] == {
        "code": "internal",
        "message": "ZeroDivisionError: division by zero",
    }
    assert told[1]["ok"]
    assert "Traceback" in capsys.readouterr().err


def test_the_command_serves_its_standard_streams():
    lines = b"\n".join([line(**NEW), b"?", line(cmd="turn"), line(cmd="quit"), b""])
    done = subprocess.run(
        [sys.executable, "-m", "got_env.cli", "referee"],
        input=lines,
        capture_output=True,
        check=True,
        cwd=ROOT,
    )

    told = [json.loads(answer) for answer in done.stdout.splitlines()]
    assert [answer["ok"] for answer in told] == [True, False, True, True]
    assert done.stderr == b""


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed: no JavaScript driver")
def test_the_driver_of_the_docs_plays_a_whole_game(tmp_path):
    command = tmp_path / "got"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m got_env.cli "$@"\n')
    command.chmod(0o755)

    done = subprocess.run(
        ["node", str(DRIVER), "3", "1", str(command)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=dict(os.environ),
    )

    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert " wins the game " in lines[-2]
    assert " decisions, " in lines[-1]


def test_the_driver_of_the_docs_is_short():
    assert len(DRIVER.read_text().splitlines()) <= 40
