"""Replays: written, read, verified; nothing but what was recorded is taken for it."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from got_env import IllegalAction
from got_env.replay import Header, ReplayError, ReplayWriter, read_replay, record
from got_env.replay.reader import MAX_BYTES, MAX_LINE
from got_env.replay.state_hash import state_hash
from tests.play import AGOT2E, PLAYERS, masks_of

SHORT = Path(__file__).with_name("4p.txt").read_bytes()
LINES = SHORT.decode().split("\n")
DECISIONS = sum(line.partition(" ")[0] in AGOT2E.seats.names for line in LINES)
BODY = LINES.index("") + 1


def random_game(players, seed, limit=10_000, **options):
    """Actions of a random game."""
    rng = np.random.default_rng(seed)
    states = AGOT2E.start(1, players, seed, options)
    actions = []
    while not states["over"][0] and len(actions) < limit:
        actions.append(int(rng.choice(np.flatnonzero(masks_of(states)[0]))))
        AGOT2E.kernels.step(states, np.array(actions[-1:]))
    return actions


def played(text):
    """Actions of a replay, every line of it compared."""
    return [step.action for step in read_replay(text).play()]


def refusal(text):
    with pytest.raises(ReplayError) as refused:
        read_replay(text).verify()
    assert str(refused.value) == f"line {refused.value.line}: {refused.value.problem}"
    return refused.value


def changed(line, text):
    """The short replay with another line (1 first)."""
    return "\n".join([*LINES[: line - 1], text, *LINES[line:]])


@pytest.mark.parametrize("events", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_comes_back_from_its_replay(players, events):
    actions = random_game(players, 8, tides=True, supply_cut="minimal")
    options = {"tides": True, "supply_cut": "minimal"}

    text = record(AGOT2E, players, options, 8, actions, events=events)

    replay = read_replay(text)
    assert [step.action for step in replay.play()] == actions
    assert replay.over
    assert replay.header.seed == 8
    assert replay.header.options == {"tides": "true", "supply_cut": "minimal"}
    assert (" > " in text) == events


@pytest.mark.smoke
def test_a_replay_of_half_a_game_is_unfinished():
    text = record(AGOT2E, 3, None, 5, random_game(3, 5, limit=70), agents=["a", "b c", "ü"])

    replay = read_replay(text)
    replay.verify()
    assert not replay.over
    assert replay.decisions == 70
    assert replay.header.agents == ("a", "b c", "ü")
    assert text.splitlines()[-2] == "result unfinished"


def test_a_replay_has_one_hash_for_each_round_and_one_for_the_end():
    hashes = [line.split()[-1] for line in LINES if line.startswith(("round ", "end "))]
    replay = read_replay(SHORT)
    rounds = {}
    for step in replay.play():
        rounds.setdefault(int(step.states["round_no"][0]), state_hash(AGOT2E, step.states))

    assert [*rounds.values(), state_hash(AGOT2E, replay.states)] == hashes
    assert len(set(hashes)) == len(hashes) > 2


@pytest.mark.parametrize(
    ("given_options", "written"),
    [
        ({}, {}),
        ({"tides": True, "revision": "newer"}, {"tides": "true"}),
        (
            {"revision": "older"},
            {"revision": "older", "house_card_timing": "002", "port_capture_partial": "true"},
        ),
        (
            {"revision": "older", "house_card_timing": "000", "port_capture_partial": False},
            {"revision": "older", "house_card_timing": "000", "port_capture_partial": "false"},
        ),
    ],
)
def test_the_header_holds_the_fewest_options_that_select_the_same(given_options, written):
    header = Header.of(AGOT2E, 3, given_options)

    assert header.options == written
    assert AGOT2E.options.resolve(header.options) == AGOT2E.options.resolve(given_options)


def test_a_preset_is_written_out():
    assert len(Header.of(AGOT2E, 3, {"rulings": "online"}).options) > 5
    assert "rulings" not in Header.of(AGOT2E, 3, {"rulings": "online"}).options


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": 9}, "players=9: expected one of"),
        ({"players": 3.0}, r"players=3\.0: expected an integer"),
        ({"seed": 2**63}, r"expected 0 to 2\*\*63 - 1"),
        ({"agents": ["a"]}, "agents: 1 names for 3 players"),
        ({"agents": ["a", "b", "c\nd"]}, r"agent 'c\\nd': expected 1 to 200 printable"),
        ({"options": {"fog": "on"}}, "unknown option 'fog'"),
    ],
)
def test_a_bad_argument_is_named(change, message):
    with pytest.raises(ValueError, match=message):
        Header.of(**{"game": AGOT2E, "players": 3, **change})


@pytest.mark.parametrize("kind", [int, np.int64, np.array])
def test_integers_of_any_kind_are_recorded(kind):
    actions = random_game(3, 5, limit=20)

    text = record(AGOT2E, kind(3), None, 5, [kind(action) for action in actions])

    assert text == record(AGOT2E, 3, None, 5, actions)
    assert played(text) == actions


@pytest.mark.parametrize("wrong", [9.9, 9.0, "9", None, True])
def test_an_action_that_is_no_integer_is_named_with_its_place(wrong):
    actions = [*random_game(3, 5, limit=5), wrong]

    with pytest.raises(ValueError, match=re.escape(f"actions[5]={wrong!r}: expected an integer")):
        record(AGOT2E, 3, None, 5, actions)


def test_an_illegal_action_is_not_recorded():
    writer = ReplayWriter(Header.of(AGOT2E, 3))
    before = writer.text, writer.states.tobytes()

    for action in (-1, AGOT2E.actions.size, int(np.flatnonzero(~writer.mask)[0])):
        with pytest.raises(IllegalAction):
            writer.play(action)

    assert (writer.text, writer.states.tobytes()) == before
    assert writer.finish() == writer.finish()
    with pytest.raises(IllegalAction):
        writer.play(int(np.flatnonzero(writer.mask)[0]))


def test_the_hash_does_not_depend_on_the_memory_layout():
    wide = np.dtype(
        [
            (name, np.int64, AGOT2E.records.state.fields[name][0].shape)
            for name in AGOT2E.records.state.names
        ]
    )
    states = AGOT2E.start(1, 4, 3)
    other = np.zeros(1, dtype=np.dtype((np.record, wide)))
    for name in AGOT2E.records.state.names:
        other[name] = states[name]

    assert state_hash(AGOT2E, other) == state_hash(AGOT2E, states)


def test_windows_line_ends_are_read():
    assert played(SHORT.replace(b"\n", b"\r\n")) == played(SHORT)


# --- damage


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (1, "got_env replay 3", "'got_env replay 3': expected 'got_env replay 1'"),
        (2, "game chess 0", "unknown game 'chess'"),
        (2, "game agot2e 9", "version '9' of agot2e: this is version 0"),
        (3, "data 0000", "rules data '0000': those here are"),
        (4, "players 7", "players 7: expected one of (3, 4, 5, 6)"),
        (4, "players many", "players 'many': expected a whole number"),
        (4, "players " + "9" * 5000, "expected a whole number"),
        (4, "players 04", "'players 04': expected 'players 4'"),
        (5, "seed 9223372036854775808", "expected 0 to 2**63 - 1"),
        (5, "option fog on", "unknown option 'fog'"),
        (5, "option tides maybe", "option tides='maybe': expected one of false, true"),
        (5, "option tides", "'option tides': expected 'option KEY VALUE'"),
        (6, "agent stark random", "expected the agents of baratheon, greyjoy"),
        (6, "agent baratheon ", "expected the name of an agent"),
        (9, "events", "'events': expected the agents of"),
        (10, "evens", "'evens' has no place in the header here"),
        (BODY + 2, "round 1 0000", "'round 1 0000': expected 'round 1 "),
        (BODY + 3, "stark order winterfell raid", "expected a decision of baratheon in order"),
        (BODY + 3, "baratheon order winterfell raid", "is not legal; legal: order dragonstone"),
        (BODY + 3, "end 00", "'end 00': expected a decision of baratheon in order"),
        (BODY + 3, "", "'': expected a decision of baratheon in order"),
    ],
)
def test_a_wrong_line_is_named_with_what_was_expected(line, text, message):
    error = refusal(changed(line, text))

    assert error.line == line
    assert message in error.problem


def test_another_legal_decision_shows_at_the_next_event_or_hash():
    line = next(i for i, text in enumerate(LINES, 1) if " order " in text)
    house, word, area, order = LINES[line - 1].split(" ")
    other = "support" if order != "support" else "raid"

    error = refusal(changed(line, f"{house} {word} {area} {other}"))

    assert error.line > line


def test_another_name_of_an_agent_shows_at_the_checksum():
    error = refusal(changed(6, "agent baratheon somebody_else"))

    assert error.line == len(LINES) - 1
    assert "expected 'checksum " in error.problem


def test_what_follows_the_end_is_refused():
    assert refusal(SHORT + b"\n").problem == "'': expected nothing after the checksum"
    assert refusal(SHORT + SHORT).line == len(LINES)


@given(st.integers(0, len(SHORT) - 1))
def test_a_cut_replay_is_refused(length):
    error = refusal(SHORT[:length])

    # The line that is cut, or the one that should follow it.
    assert 1 <= error.line <= SHORT.count(b"\n", 0, length) + 2


@given(st.integers(0, len(SHORT) * 8 - 1))
def test_a_flipped_bit_is_found(bit):
    damaged = bytearray(SHORT)
    damaged[bit // 8] ^= 1 << bit % 8

    refusal(bytes(damaged))


@given(st.one_of(st.binary(max_size=300), st.text(max_size=300)))
def test_anything_else_is_refused(data):
    assert refusal(data).line == 1


@given(st.data())
def test_lines_in_another_order_are_refused(data):
    first = data.draw(st.integers(0, len(LINES) - 3))
    second = data.draw(st.integers(first + 1, len(LINES) - 2))
    lines = list(LINES)
    lines[first], lines[second] = lines[second], lines[first]

    if lines == LINES:
        assert played("\n".join(lines))
    else:
        assert refusal("\n".join(lines)).line <= len(LINES)


def test_long_replays_and_lines_are_refused():
    assert "bytes, which no replay has" in refusal(b"x" * (MAX_BYTES + 1)).problem
    error = refusal(LINES[0] + "\n" + "x" * (MAX_LINE + 1))
    assert (error.line, "characters, which no line has" in error.problem) == (2, True)


def test_bytes_that_are_no_text_are_refused_with_their_line():
    error = refusal(b"\n".join([SHORT.split(b"\n")[0], b"game \xff"]))

    assert (error.line, error.problem) == (2, "byte 0xff is not UTF-8")


def test_an_error_shows_a_strange_line_without_its_control_characters():
    error = refusal("\x1b[2J" + "x" * 500)

    assert "\x1b" not in error.problem
    assert len(error.problem) < 200


# --- the commands


def test_a_recorded_game_is_told_again(got, tmp_path):
    file = tmp_path / "game.txt"
    _, told, _ = got("play", "--players", "3", "--seed", "6", "--tides", "--record", file)

    code, out, err = got("replay", file)

    assert (code, err) == (0, "")
    assert out == told
    assert got("replay", file, "--decisions")[1].count("\n    [") == len(played(file.read_bytes()))


def test_the_replay_of_the_page_is_the_one_that_its_command_writes(got, tmp_path):
    page = Path(__file__).parents[2].joinpath("docs/replays.md").read_text(encoding="utf-8")
    example = r"This is from `got (play .*?) --record\s.*?```\n(.*?)```"
    ((command, shown),) = re.findall(example, page, re.DOTALL)
    file = tmp_path / "game.txt"
    got(*command.split(), "--record", file)

    begins, ends = shown.split("...\n")
    text = file.read_text()
    assert text.startswith(begins)
    assert text.endswith(ends)


def test_verify_says_that_all_is_right(got, tmp_path):
    file = tmp_path / "game.txt"
    file.write_bytes(SHORT)

    code, out, err = got("replay", file, "--verify")

    assert (code, err) == (0, "")
    assert f"every line is right: {DECISIONS} decisions" in out
    assert out.count("\n") == 1


def test_verify_names_the_first_line_that_differs(got, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(changed(BODY + 2, "round 1 0000"))

    code, out, err = got("replay", file, "--verify")

    assert (code, out) == (1, "")
    assert err.startswith(f"got: {file}: line {BODY + 2}: 'round 1 0000': expected 'round 1 ")
    code, out, _ = got("replay", file, "--json")
    assert code == 1
    assert json.loads(out)["ok"] is False
    assert json.loads(out)["line"] == BODY + 2


@pytest.mark.parametrize(
    "content", [b"", b"hello\n", b"\xff\xfe", b"got_env replay 1\ngame chess 0\n"]
)
def test_a_file_that_is_no_replay_is_bad_usage(got, tmp_path, content):
    file = tmp_path / "game.txt"
    file.write_bytes(content)

    code, out, err = got("replay", file)

    assert (code, out) == (2, "")
    assert err.startswith(f"got: {file}: line ")
    assert err.count("\n") == 1
    code, out, _ = got("replay", file, "--json")
    assert (code, json.loads(out)["ok"]) == (2, False)


def test_a_replay_in_json(got, tmp_path):
    file = tmp_path / "game.txt"
    file.write_bytes(SHORT)

    result = json.loads(got("replay", file, "--json")[1])

    assert result["ok"]
    assert result["decisions"] == DECISIONS
    assert result["houses"][result["winner"]]["place"] == 1
    assert result["houses"]["baratheon"]["agent"] == "random"
    assert any("wins the game" in event for event in result["events"])
    assert "events" not in json.loads(got("replay", file, "--json", "--verify")[1])


def test_an_unfinished_replay_is_told(got, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(record(AGOT2E, 3, None, 5, random_game(3, 5, limit=70)))

    code, out, _ = got("replay", file)

    assert code == 0
    assert "The game was not finished." in out
    assert json.loads(got("replay", file, "--json")[1])["winner"] is None


def test_a_missing_file_is_bad_usage(got, tmp_path):
    code, _, err = got("replay", tmp_path / "none.txt")

    assert code == 2
    assert "does not exist" in err


# --- decks and positions given by hand

DECKS = {
    "I": ["mustering", None, "supply"] + [None] * 7,
    "wildlings": ["crow_killers"] + [None] * 8,
}


def test_a_game_with_decks_by_hand_comes_back():
    header = Header.of(AGOT2E, 4, {"tides": True}, 5, decks=DECKS, events=True)
    writer = ReplayWriter(header)
    rng = np.random.default_rng(1)
    while not writer.over:
        writer.play(int(rng.choice(np.flatnonzero(writer.mask))))

    replay = read_replay(writer.finish())
    replay.verify()

    assert replay.header.decks["I"][0] == "mustering"
    assert replay.header.decks["I"][2] == "supply"
    assert replay.header.decks["wildlings"][0] == "crow_killers"
    assert sorted(map(len, replay.header.decks.values())) == [9, 10, 10, 10]
    assert "westeros card I: mustering" in writer.text
    assert replay.header.start().tobytes() == header.start().tobytes()


def test_a_game_that_starts_anywhere_comes_back():
    rng = np.random.default_rng(7)
    states = AGOT2E.start(1, 5, 7)
    for _ in range(300):
        AGOT2E.kernels.step(
            states, np.array([int(rng.choice(np.flatnonzero(masks_of(states)[0])))])
        )
    header = Header.at(AGOT2E, AGOT2E.positions.write(states, 0), 3, agents=list("abcde"))
    assert header.start().tobytes() == states.tobytes()
    writer = ReplayWriter(header)
    while not writer.over:
        writer.play(int(rng.choice(np.flatnonzero(writer.mask))))

    replay = read_replay(writer.finish())
    replay.verify()

    assert replay.over
    assert replay.header.players == 5
    assert replay.header.agents == tuple("abcde")


def golden(name):
    return Path(__file__).with_name(f"{name}.txt").read_text().split("\n")


@pytest.mark.parametrize(
    ("name", "key", "old", "new", "message"),
    [
        ("4p_decks", "deck I ", "deck I ", "deck V ", "deck 'V': expected one line each of I, II"),
        ("4p_decks", "deck II ", "deck II ", "deck I ", "deck 'I': expected one line each of I"),
        ("4p_decks", "deck III ", "storm_of_swords", "rain", "westeros.decks.III"),
        ("4p_decks", "deck III ", " storm_of_swords", "", "westeros.decks.III: 9 cards: expected"),
        ("4p_decks", "deck wildlings ", "crow_killers", "mammoth_riders", "is in the deck twice"),
        ("4p_decks", "deck I ", None, "deck", "deck '': expected one line each of I"),
        ("4p_decks", "deck I ", None, "agent baratheon x", "expected the agents of"),
        ("6p_position", "position ", '"ship"', '"dragon"', "'dragon': expected one of footman"),
        ("6p_position", "position ", '{"game"', '{"game', "not valid JSON"),
        ("6p_position", "position ", '{"game"', ' {"game"', 'character 10: \' {"game"'),
        ("6p_position", "position ", '"phase"', '"a":NaN,"phase"', "NaN is not a number of JSON"),
        ("6p_position", "position ", '"players":6,', "", "expected 'players\":6,"),
        ("6p_position", "position ", '"players":6', '"players":9', "players: 9: expected an int"),
        (
            "6p_position",
            "option ",
            "always_zero",
            "iron_throne_order",
            "expected 'option salladhor",
        ),
    ],
)
def test_a_wrong_deck_or_position_is_named(name, key, old, new, message):
    lines = golden(name)
    line = next(i for i, text in enumerate(lines) if text.startswith(key))
    lines[line] = new if old is None else lines[line].replace(old, new, 1)

    error = refusal("\n".join(lines))

    assert message in error.problem
    assert error.line == line + 1 or old is None


def test_a_position_of_another_number_of_players_is_named():
    lines = golden("6p_position")
    lines[lines.index("players 6")] = "players 5"

    assert refusal("\n".join(lines)).problem == "a position of 6 players, expected 5"


@given(st.sampled_from(["4p_decks", "6p_position"]), st.data())
def test_a_flipped_bit_in_a_deck_or_position_is_found(name, data):
    blob = bytearray("\n".join(golden(name)).encode())
    start = blob.index(b"\ndeck I" if name == "4p_decks" else b"\nposition ") + 1
    end = blob.index(b"\nagent")
    bit = data.draw(st.integers(start * 8, end * 8 - 1))
    blob[bit // 8] ^= 1 << bit % 8

    refusal(bytes(blob))
