"""Folders of leagues that are changed at every place: refused in one line, or nothing is lost."""

import copy
import json
import math
import random
import shutil

import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("openskill")

from got_agents.policy import fingerprint_of, load_policy
from got_env.games import GAMES
from got_training.league.league import League
from got_training.league.load_args import args_from_folder
from got_training.league.state import read_state
from tests.toy.taking import TAKING
from tests.training.leagues import plant, planted, resume, run

VALUES = (
    *(None, True, 0, 1, -1, 0.5, 1e-300, math.nan, math.inf, 2**63 - 1, 2**63, 10**30),
    *("", "../x", "<script>", "a\x1b[31m\nb", "\ud800", "x" * 100_000),
    *([], {}, [1], {"a": 1}, [[[]]]),
)
FEW = 6
"""Values that each field gets."""

pytestmark = [pytest.mark.training, pytest.mark.full]


@pytest.fixture(autouse=True)
def _game(monkeypatch):
    monkeypatch.setitem(GAMES, TAKING.code, TAKING)
    planted(monkeypatch, [9] * 5, [0] * 5)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A league of two rounds: a candidate was promoted, and an exploiter became a member."""
    place = tmp_path_factory.mktemp("league")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, TAKING.code, TAKING)
        planted(patch, [0, 9], [9, 0])
        run(place / "league", plant(place / "start", 0), rounds=2)
    return place / "league"


@pytest.fixture
def league(played, tmp_path):
    return shutil.copytree(played, tmp_path / "league")


def content_of(folder):
    """All files but the lock, which is opened to find out whether the folder is free."""
    return {
        path: path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith("running.lock")
    }


def opened(league, *where):
    """Lines of a league that goes on; None if it is refused in a line that names a place."""
    before, told = content_of(league), []
    try:
        with League(args_from_folder(league, False), league, resume=True, tell=told.append):
            return told
    except (ValueError, OSError) as error:
        text = str(error)
    assert text.isprintable()
    assert len(text) < 1000
    assert any(place in text for place in where)
    assert content_of(league) == before
    return None


def places(value, path=()):
    """All places of a JSON value, as keys and indices."""
    if path:
        yield path
    kinds = {dict: list, list: lambda inside: range(len(inside))}
    for key in kinds.get(type(value), lambda _: ())(value):
        yield from places(value[key], (*path, key))


def changed(content, path, how):
    """A copy in which one place is gone, is there twice, or holds something else."""
    made = copy.deepcopy(content)
    around = made
    for key in path[:-1]:
        around = around[key]
    if how == "gone":
        del around[path[-1]]
    elif how == "twice":
        around.append(around[path[-1]])
    else:
        around[path[-1]] = how[0]
    return made


def test_any_change_of_the_state_is_refused_by_name_or_kept_as_it_is(played, league):
    content, rng = json.loads((league / "league.json").read_text()), random.Random(5)
    refused = taken = 0
    for path in places(content):
        around = content
        for key in path[:-1]:
            around = around[key]
        ways = ["gone", *(["twice"] if isinstance(around, list) else [])]
        for how in (*ways, *((value,) for value in rng.sample(VALUES, FEW))):
            made = changed(content, path, how)
            (league / "league.json").write_text(json.dumps(made))
            asked = read_if_whole(league)
            if opened(league, "league.json", "league/members/") is None:
                refused += 1
                continue
            taken += 1
            assert read_state(league).state == asked
            assert asked.members == read_state(played).state.members
            assert (asked.champion, asked.learner) == (3, 3)
    assert refused > 10 * taken
    assert taken > 10


def read_if_whole(league):
    try:
        return read_state(league).state
    except ValueError:
        return None


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("league.json", 100, 150),
        ("ratings.csv", 30, 150),
        ("policy.safetensors", 0, 0),
        ("card.json", 0, 0),
        ("members/001-main/policy.safetensors", 100, 150),
        ("members/002-exploiter/policy.safetensors", 100, 150),
    ],
)
def test_any_damage_is_refused_by_name_or_mended(played, league, name, least, most):
    """What is taken has all members, and the champion."""
    file, rng = league / name, random.Random(name)
    whole, before = content_of(played), read_state(played).state
    refused = 0
    for _ in range(150):
        made = bytearray(whole[played / name])
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(min(len(made), 4000) if rng.random() < 0.8 else len(made))
            made[at : at + rng.randint(0, 3)] = rng.randbytes(rng.randint(0, 3))
        file.write_bytes(bytes(made))
        told = opened(league, name.removesuffix("/policy.safetensors"))
        if told is None:
            refused += 1
            continue
        state = read_state(league).state
        assert state.members == before.members
        assert state.champion == before.champion
        assert same_champion(league, played)
    assert least <= refused <= most


def same_champion(league, other):
    """True if the policies of two leagues are the same, with their cards for people."""
    (card, weights), (known, tensors) = load_policy(league), load_policy(other)
    shown = (league / "card.json").read_bytes() == (other / "card.json").read_bytes()
    return shown and card == known and fingerprint_of(weights) == fingerprint_of(tensors)


@pytest.mark.parametrize("kind", ["gone", "folder", "cut", "empty"])
@pytest.mark.parametrize(
    ("name", "derived"),
    [
        ("league.json", False),
        ("members/000-start/policy.safetensors", False),
        ("members/003-main/policy.safetensors", False),
        ("members", False),
        ("ratings.csv", False),
        ("policy.safetensors", True),
        ("card.json", True),
    ],
)
def test_a_part_that_is_missing_or_something_else_is_refused_or_mended(
    played, league, name, derived, kind
):
    path = league / name
    whole = b"" if path.is_dir() else path.read_bytes()
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    if kind == "folder" and name != "members":
        path.mkdir()
    elif kind != "gone":
        path.write_bytes(whole[:-3] if kind == "cut" else b"")
    told = opened(league, name.removesuffix("/policy.safetensors"))

    if name == "ratings.csv" and kind == "gone":
        assert told == []  # as a league without ratings until now
    elif not derived or kind == "folder":
        assert told is None
    else:
        assert len(told) == 1
        assert name.partition(".")[0] in told[0]
        assert same_champion(league, played)
        assert resume(league, rounds=3)["rounds"] == 3
