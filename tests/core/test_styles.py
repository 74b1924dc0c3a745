"""Styles of scripted players: one that names every weight, others that differ from it."""

import sys
from enum import IntEnum

import pytest

from got_env.core.styles import MOST, Styles


class Place(IntEnum):
    LAND = 0
    SEA = 1


@pytest.fixture
def styles(tmp_path, monkeypatch):
    folder = tmp_path / "some_player" / "styles"
    folder.mkdir(parents=True)
    (tmp_path / "some_player" / "__init__.py").touch()
    (folder / "sailor.json").write_text('{"sea": 5}')
    (folder / "heuristic.json").write_text('{"land": 1, "sea": 2.5}')
    monkeypatch.syspath_prepend(tmp_path)
    yield Styles("some_player", Place)
    sys.modules.pop("some_player", None)  # the next test makes a package of this name elsewhere


def test_styles_and_weights_have_names_in_order(styles):
    assert styles.names() == ("heuristic", "sailor")
    assert styles.weight_names() == ("land", "sea")


def test_a_style_differs_from_the_first_one_and_changes_from_the_style(styles):
    assert styles.weights().tolist() == [1, 2.5]
    assert styles.weights("sailor").tolist() == [1, 5]
    assert styles.weights("sailor", {"land": 3}).tolist() == [3, 5]


@pytest.mark.parametrize(
    ("style", "changes", "message"),
    [
        ("pirate", {}, "style 'pirate': expected one of heuristic, sailor"),
        ("sailor", {"sky": 1}, "weight 'sky': expected one of land, sea"),
        ("sailor", {"sea": True}, "sea=True: expected a number from 0 to 100"),
        ("sailor", {"sea": -1}, "sea=-1: expected a number"),
        ("sailor", {"sea": MOST * 2}, "sea=200.0: expected a number"),
        ("sailor", {"sea": float("nan")}, "sea=nan: expected a number"),
    ],
)
def test_bad_names_and_numbers_are_refused(styles, style, changes, message):
    with pytest.raises(ValueError, match=message):
        styles.weights(style, changes)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("sailor", b'{"sea": 5', r"sailor\.json: .*truncated"),
        ("sailor", b"", r"sailor\.json: "),
        ("sailor", b"\xff\xfe", r"sailor\.json: .*utf-8"),
        ("sailor", b"[5]", r"sailor\.json: \[5\]: expected an object of weights by name"),
        ("sailor", b'{"sea": 5, "sea": 6}', r"sailor\.json: .*'sea' is given twice"),
        ("sailor", b'{"sky": 5}', r"sailor\.json: weight 'sky': expected one of land, sea"),
        ("sailor", b'{"sea": NaN}', r"sailor\.json: "),
        ("sailor", b'{"sea": 1e999}', r"sailor\.json: "),
        ("sailor", b'{"sea": "5"}', r"sailor\.json: sea='5': expected a number from 0 to 100"),
        ("sailor", b"[" * 100_000, r"sailor\.json: "),
        ("heuristic", b'{"land": 1}', r"heuristic\.json: sea is missing"),
    ],
)
def test_a_damaged_file_is_named_with_its_field(styles, tmp_path, name, content, message):
    (tmp_path / "some_player" / "styles" / f"{name}.json").write_bytes(content)

    with pytest.raises(ValueError, match=message) as refused:
        styles.weights("sailor")

    assert len(str(refused.value)) < len(str(tmp_path)) + 300


def test_what_an_editor_leaves_beside_the_files_is_no_style(styles, tmp_path):
    (tmp_path / "some_player" / "styles" / "sailor.json~").write_text("{")

    assert styles.names() == ("heuristic", "sailor")
