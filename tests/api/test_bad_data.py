"""Folders of facts that no game can be made of: one line that names file and field."""

import json
import re
from pathlib import Path

import pytest

import got_env
from got_env.games import GAMES, find_game, get_game
from got_env.westeros.facts.reading import SHIPPED, read_facts
from tests.copies import writable_copy
from tests.own_data import area, own_folder


def entry(content, *path):
    for key in path:
        content = content[key]
    return content


def put(value, *path):
    """An edit that writes a value."""
    return lambda content: entry(content, *path[:-1]).__setitem__(path[-1], value)


def drop(*path):
    """An edit that takes something out."""
    return lambda content: entry(content, *path[:-1]).pop(path[-1])


def in_area(name, **values):
    return lambda board: area(board, name).update(values)


def cut_off(name):
    """Let an area border nothing."""

    def edit(board):
        for near in board["neighbours"].values():
            if name in near:
                near.remove(name)
        board["neighbours"][name] = []
        board["edges"] = [e for e in board["edges"] if name not in (e["a"], e["b"])]

    return edit


def one_way(board):
    board["neighbours"]["pyke"].remove("ironmans_bay")


def card_of(house, slot, **values):
    return lambda cards: cards["houses"][house][slot].update(values)


@pytest.mark.parametrize(
    ("file", "edit", "told"),
    [
        ("board", put(1, "colour"), "board.json: object contains unknown field 'colour'"),
        (
            "board",
            in_area("pyke", colour="red"),
            "board.json: areas[16]: object contains unknown field 'colour'",
        ),
        ("setup", drop("wildling_track", "start"), "setup.json: wildling_track: object missing"),
        ("house_cards", card_of("stark", 0, strength="4"), "houses.stark[0].strength: '4': "),
        ("house_cards", card_of("stark", 0, strength=21), "houses.stark[0].strength: 21: "),
        ("house_cards", card_of("stark", 0, swords=40_000), "houses.stark[0].swords: 40000: "),
        ("house_cards", card_of("stark", 1, id="ned"), "houses.stark[1].id: 'ned' names no text"),
        (
            "house_cards",
            lambda cards: cards["houses"].update(frey=cards["houses"]["stark"]),
            "house_cards.json: houses.frey: 'frey' names no house",
        ),
        ("house_cards", drop("houses", "stark"), "house_cards.json: houses.stark: the cards"),
        ("house_cards", drop("houses", "stark", 6), "house_cards.json: houses.stark: expected"),
        ("board", cut_off("dragonstone"), "neighbours.dragonstone: the area borders nothing"),
        (
            "board",
            one_way,
            "neighbours.ironmans_bay: pyke is there, but neighbours.pyke has no ironmans_bay",
        ),
        (
            "board",
            lambda board: board["neighbours"]["pyke"].append("narnia"),
            "board.json: neighbours.pyke: 'narnia' names no area",
        ),
        ("board", lambda board: board["edges"].pop(), "board.json: edges: "),
        ("board", drop("areas", 57), "board.json: areas: 57: expected 58"),
        ("board", in_area("blackwater", castle=1), "].mustering_points: 0: expected 1"),
        ("board", in_area("bay_of_ice", supply_icons=1), "].supply_icons: 1: expected 0"),
        ("board", in_area("winterfell", home_of="frey"), "].home_of: 'frey' names no house"),
        ("board", in_area("port_of_pyke", port_sea="bay_of_ice"), "].port_sea: 'bay_of_ice'"),
        (
            "setup",
            put("catapult", "houses", "stark", "starting_units", 0, "unit"),
            "setup.json: houses.stark.starting_units[0].unit: 'catapult': ",
        ),
        (
            "setup",
            put("bay_of_ice", "houses", "stark", "starting_units", 0, "area"),
            "setup.json: houses.stark.starting_units[0].unit: a ",
        ),
        ("setup", put(7, "houses", "stark", "initial_supply"), "initial_supply: 7: "),
        ("setup", put(6, "houses", "stark", "starting_units", 0, "count"), "stark.starting_units"),
        ("setup", put(11, "component_limits", "unit_pool_per_house", "ship"), "ship: 11: "),
        ("setup", put([5], "supply_track", "0"), "setup.json: supply_track.0[0]: 5: "),
        ("setup", put(3, "wildling_track", "start"), "wildling_track.start: 3: expected a multi"),
        ("setup", put(2, "order_tokens", 2, "modifier"), "setup.json: order_tokens[2]: no token"),
        ("setup", put(4, "setups", "3", "houses_in_play", 0), "houses_in_play[0]: 4: "),
        ("setup", put("frey", "setups", "3", "houses_in_play", 0), "'frey' names no house"),
        (
            "setup",
            put(["stark", "lannister", "baratheon"], "setups", "3", "influence_tracks", "fiefdoms"),
            "setups.3.influence_tracks.fiefdoms: ['stark', 'lannister', 'baratheon']: expected",
        ),
        ("setup", put(5, "setups", "3", "neutral_forces", "narnia"), "'narnia' names no area"),
        ("setup", put(101, "game_length", "max_rounds"), "game_length.max_rounds: 101: "),
        ("westeros_cards", put(4, "decks", "I", 0, "count"), "decks.I: 11: expected 10"),
        ("westeros_cards", put("spring", "decks", "I", 0, "id"), "decks.I[0].id: 'spring' names"),
        ("westeros_cards", put([], "decks", "IV"), "westeros_cards.json: decks.IV: 'IV' names no"),
        ("wildling_cards", drop("cards", 3), "wildling_cards.json: cards: "),
        ("tides_of_battle", put(9, "cards", 0, "count"), "tides_of_battle.json: cards: 25: "),
        ("tides_of_battle", put(4, "cards", 0, "skulls"), "cards[0].skulls: 4: "),
    ],
)
def test_bad_facts_name_file_and_field(tmp_path, file, edit, told):
    folder = own_folder(tmp_path / "own", **{file: edit})

    with pytest.raises(ValueError, match=rf"own: {file}\.json: ") as caught:
        get_game("agot2e", folder)

    message = str(caught.value)
    assert told in message
    assert "\n" not in message
    assert len(message) < 1000 + len(str(folder))


def test_a_missing_file_is_an_error_and_no_fallback(tmp_path):
    folder = own_folder(tmp_path / "own")
    (folder / "tides_of_battle.json").unlink()

    with pytest.raises(ValueError, match=r"own: tides_of_battle\.json is missing"):
        get_game("agot2e", folder)


def test_a_file_of_no_game_is_named(tmp_path):
    folder = own_folder(tmp_path / "own")
    (folder / "house_card.json").write_text("{}")
    (folder / "README.md").write_text("mine")

    with pytest.raises(ValueError, match=r"own: house_card\.json: not a file of agot2e; it has"):
        get_game("agot2e", folder)


def test_no_folder(tmp_path):
    with pytest.raises(ValueError, match=r"data_dir='.*nowhere': not a folder"):
        get_game("agot2e", tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "board.json: not valid JSON"),
        ('{"title": 1, "title": 2}', "board.json: the field 'title' is given twice"),
        ('{"title": NaN}', "board.json: NaN is not a number of JSON"),
        ("[" * 100_000, "board.json: nested too deeply"),
        (" " * 1_000_001, "board.json: expected at most 1000000 bytes"),
        ("[]", "board.json: "),
        (r'{"title": ["\ud800"]}', "board.json: title[0]: '\\ud800': holds half of a character"),
        (r'{"two\nlines": 1}', r"unknown field 'two\nlines'"),
        (r'{"\udfff": 1}', "board.json: '\\udfff': holds half of a character"),
    ],
)
def test_a_file_that_is_no_json_object(tmp_path, text, told):
    folder = own_folder(tmp_path / "own")
    (folder / "board.json").write_text(text)

    with pytest.raises(ValueError, match=re.escape(told)):
        get_game("agot2e", folder)


@pytest.mark.parametrize(
    ("code", "file", "entries"),
    [("agot2e", "board", "areas"), ("agot1e", "board", "areas"), ("btwixt", "allies", "cards")],
)
def test_a_long_value_is_cut_in_the_error(tmp_path, code, file, entries):
    """One that is compared with a list of names; the reader repeats it in its own words."""
    folder = tmp_path / "own"
    engine = "btwixt" if code == "btwixt" else "westeros"
    writable_copy(Path(got_env.__file__).parent / engine / "data" / code, folder)
    content = json.loads((folder / f"{file}.json").read_text(encoding="utf-8"))
    content["game"] = "y" * 5000
    content[entries][0]["kind"] = "y" * 5000
    (folder / f"{file}.json").write_text(json.dumps(content), encoding="utf-8")

    with pytest.raises(ValueError, match=rf"{file}\.json: ") as refused:
        get_game(code, folder)

    assert len(str(refused.value)) < 600


def test_a_device_is_no_file(tmp_path):
    """Nor is a named pipe, which would be waited for."""
    folder = own_folder(tmp_path / "own")
    (folder / "board.json").unlink()
    (folder / "board.json").symlink_to("/dev/null")

    with pytest.raises(ValueError, match=r"own: board\.json is not a file$"):
        get_game("agot2e", folder)


def test_a_file_that_is_no_text(tmp_path):
    folder = own_folder(tmp_path / "own")
    (folder / "board.json").write_bytes(b"\xff")

    with pytest.raises(ValueError, match=r"board\.json: byte 0 is not UTF-8"):
        get_game("agot2e", folder)


def test_an_unknown_hash_asks_for_the_folder():
    with pytest.raises(ValueError, match=r"rules data 'f00': .*has to be given as data_dir"):
        find_game("agot2e", "f00")


def test_the_reference_of_a_folder_that_has_changed(tmp_path):
    folder = own_folder(tmp_path / "own", board=in_area("pyke", power_icons=3))
    reference = f"agot2e@0123456789abcdef:{folder}"

    with pytest.raises(ValueError, match="the data of agot2e have changed: their hash is"):
        get_game(reference)


def test_the_hash_is_that_of_the_bytes_of_all_files(tmp_path):
    shipped = read_facts("agot2e", SHIPPED / "agot2e")
    same = read_facts("agot2e", own_folder(tmp_path / "same"))
    folder = own_folder(tmp_path / "other")
    text = (folder / "setup.json").read_text()
    (folder / "setup.json").write_text(json.dumps(json.loads(text)))

    assert shipped.data_hash == same.data_hash == GAMES["agot2e"].identity.data_hash
    assert read_facts("agot2e", folder).data_hash != same.data_hash
    assert (shipped.shipped, same.shipped) == (True, False)
