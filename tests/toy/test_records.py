"""A game without a board as positions, replays and sessions of the referee."""

import numpy as np
import pytest

from got_env import positions
from got_env.decks import decks_of, start_with_decks
from got_env.envs.aec import GameEnv
from got_env.games import get_game
from got_env.referee import Referee
from got_env.replay import Header, ReplayError, ReplayWriter, read_replay


@pytest.fixture(autouse=True)
def game(pennies):
    return pennies


def recorded(game, seed=1, **kwargs):
    """A finished replay of random play, as text."""
    writer = ReplayWriter(Header.of(game, 3, seed=seed, events=True, **kwargs))
    rng = np.random.default_rng(seed)
    while not writer.over:
        writer.play(int(rng.choice(np.flatnonzero(writer.mask))))
    return writer.text


def half_played():
    env = GameEnv("pennies", mercy=True)
    env.reset(seed=1)
    for action in (0, 1, 0, 1):
        env.step(action)
    return env


# --- positions


def test_a_position_leads_back_to_its_record(game):
    env = half_played()
    position = env.position()

    found, states = positions.states_from(position)

    assert found is game
    assert states.tobytes() == env.states.tobytes()
    env.set_position(position)
    assert env.position() == position


def test_what_a_viewer_cannot_know_is_drawn_anew():
    env = half_played()
    known = env.position("bob")

    assert known["laid"][1][0] is None
    assert known["stakes"][2:] == [None] * 3
    found = [positions.states_from(known, seed)[1][0] for seed in range(12)]
    assert {int(s["laid"][1, 0]) for s in found} == {0, 1}
    assert {tuple(s["stakes"][:2].tolist()) for s in found} == {
        tuple(env.states["stakes"][0, :2].tolist())
    }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"laid": 3}, "laid: 3: expected a list"),
        ({"stakes": ["2", "9", "1", "1", "1"]}, r"stakes\[1\]: '9': expected one of 1, 2, 3"),
        ({"points": [0, 99, 0]}, r"points\[1\]: 99: expected an integer from 0 to 15"),
        ({"castles": 1}, "unknown field 'castles'"),
        ({"ranking": ["ann", "ann", "cid"]}, "ranking: expected every house once"),
        ({"options": {"mercy": "maybe"}}, "options.mercy: 'maybe': expected one of false, true"),
    ],
)
def test_a_bad_position_is_refused_and_named(change, message):
    env = half_played()
    before = env.states.tobytes()

    with pytest.raises(ValueError, match=message):
        env.set_position({**env.position(), **change})

    assert env.states.tobytes() == before


# --- replays


def test_a_replay_is_written_read_and_verified(game):
    text = recorded(game)

    replay = read_replay(text.encode())
    steps = list(replay.play())

    assert replay.over
    decisions = [line for line in text.split("\n") if line.endswith((" heads", " tails"))]
    told = [line for line in decisions if not line.startswith("  > ")]
    assert [f"{step.player} {step.text}" for step in steps] == told
    assert steps[0].player == "ann"
    assert "  > round 1: " in text
    assert any(f"result {end} " in text for end in game.results.ends)


def test_a_wrong_line_of_a_replay_is_named(game):
    lines = recorded(game).split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("ann "))
    lines[at] = "ann " + {"heads": "tails", "tails": "heads"}[lines[at].split(" ")[1]]

    with pytest.raises(ReplayError) as wrong:
        list(read_replay("\n".join(lines).encode()).play())

    assert wrong.value.line > at


def test_decks_can_be_given(game):
    given = ["3", "1", "3", "1", "3"]
    text = recorded(game, decks={"stakes": given})

    assert "deck stakes 3 1 3 1 3\n" in text
    list(read_replay(text.encode()).play())
    states = start_with_decks(game, 3, 0, None, {"stakes": given})
    assert decks_of(game, states) == {"stakes": tuple(given)}
    with pytest.raises(ValueError, match="unknown deck 'wildlings': expected stakes"):
        start_with_decks(game, 3, 0, None, {"wildlings": given})


def test_the_command_tells_a_replay(game, got, tmp_path, monkeypatch):
    monkeypatch.setattr("got_env.cli.first_start.compile_if_cold", lambda *games: None)
    path = tmp_path / "game.txt"
    path.write_text(recorded(game), encoding="utf-8")

    code, told, _ = got("replay", path)

    assert code == 0
    assert "round 1: " in told
    head = next(line for line in told.splitlines() if "place" in line)
    assert head.split() == ["place", "house", "points"]


# --- the referee


def test_the_referee_deals_with_it(game):
    referee = Referee()
    begun = referee.answer({"cmd": "new", "game": "pennies", "players": 3, "seed": 4})
    assert begun["ok"]
    told = []
    for _ in range(16):
        turn = referee.answer({"cmd": "turn"})
        if turn.get("over"):
            break
        assert turn["phase"] == "penny"
        assert referee.answer({"cmd": "legal"})["actions"] == ["heads", "tails"]
        told += referee.answer({"cmd": "act", "action": "heads"})["events"]

    assert turn["over"]
    assert turn["winner"] == turn["ranking"][0]
    assert told[0] == "round 1: heads heads heads"
    assert referee.answer({"cmd": "position", "viewer": "cid"})["position"]["viewer"] == "cid"
    refused = referee.answer({"cmd": "act", "action": "march"})
    assert refused["error"]["code"] == "over"


def test_it_leaves_with_the_test_that_brought_it(monkeypatch):
    monkeypatch.undo()

    with pytest.raises(ValueError, match="unknown game 'pennies'"):
        get_game("pennies")
