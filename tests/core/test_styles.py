"""Styles of scripted players: one that names every weight, others that differ from it."""

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
    return Styles("some_player", Place)


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
