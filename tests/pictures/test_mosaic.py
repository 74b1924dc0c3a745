"""Pixels of positions that follow each other: the same as those of each document by itself."""

import random

import numpy as np
import pytest

from got_env.games import get_game
from got_env.pictures import picture, pixels, render
from got_env.pixels.kept import Kept
from got_env.pixels.mosaic import Mosaic, follow
from got_env.pixels.parts import parts_of
from got_env.pixels.tiling import Tiling

EVERY = pytest.mark.parametrize("code", ["agot2e", "agot1e_storm", "asos", "btwixt"])
ROUNDED = 2
"""Of 255: half transparent on the ground."""
AT_EDGES = 1 / 1000
"""Of all pixels: curves that run from one tile into the next."""


def documents(code, decisions, seed=1, every=1):
    """Pictures of a game at random."""
    game = get_game(code)
    states = game.start(1, max(game.seats.counts), seed=seed)
    mask = np.zeros((1, game.actions.size), dtype=bool)
    chance = random.Random(seed)
    for number in range(decisions):
        if number % every == 0:
            yield picture(game, states)
        game.kernels.action_mask(states, mask)
        if not mask.any():
            return
        action = chance.choice(np.flatnonzero(mask[0]).tolist())
        game.kernels.step(states, np.array([action], dtype=np.int32))


def assert_same_but_rounded(drawn, document):
    whole = pixels(document)
    assert drawn.shape == whole.shape
    differs = np.abs(drawn.astype(int) - whole).max(axis=2)
    assert (differs > ROUNDED).mean() < AT_EDGES
    assert differs.max() < 80


@EVERY
def test_pictures_that_follow_each_other_are_those_of_the_documents(code):
    pytest.importorskip("resvg_py")
    for number, document in enumerate(documents(code, 200, every=10)):
        drawn = follow(document, 1200)
        if number % 5 == 0:
            assert_same_but_rounded(drawn, document)


@EVERY
def test_the_way_to_a_position_does_not_change_its_pixels(code):
    pytest.importorskip("resvg_py")
    first, *_, last = documents(code, 30)
    sheet = parts_of(last).sheet
    one, other = Mosaic(sheet, 1200), Mosaic(sheet, 1200)
    one.draw(parts_of(first))

    assert_same_but_rounded(one.draw(parts_of(last)), last)
    assert (one.draw(parts_of(first)) == one.draw(parts_of(first))).all()
    difference = one.draw(parts_of(last)).astype(int) - other.draw(parts_of(last))
    assert (np.abs(difference) > ROUNDED).mean() < AT_EDGES


def test_little_is_drawn_for_a_picture_like_the_one_before(monkeypatch):
    pytest.importorskip("resvg_py")
    from got_env.pixels import mosaic

    drawn = []

    def counted(document):
        found = mosaic_drawn(document)
        drawn.append(found.shape[0] * found.shape[1])
        return found

    mosaic_drawn = mosaic.drawn
    monkeypatch.setattr(mosaic, "drawn", counted)
    board = Mosaic(parts_of(next(documents("agot2e", 1))).sheet, 1200)
    shares = []
    for document in documents("agot2e", 40):
        drawn.clear()
        picture = board.draw(parts_of(document))
        shares.append(sum(drawn) / (picture.shape[0] * picture.shape[1]))

    assert shares[0] > 1  # ground and what lies on it
    assert sum(shares[1:]) / len(shares[1:]) < 0.2
    drawn.clear()
    board.draw(parts_of(document))
    assert not drawn


def test_pixels_of_a_render_mode_are_of_the_caller():
    pytest.importorskip("resvg_py")
    game = get_game("btwixt")
    states = game.start(1, 3, seed=1)

    drawn = render(game, states, 0, "rgb_array")
    drawn[:] = 0

    assert render(game, states, 0, "rgb_array").any()


def test_a_short_thin_word_is_found():
    pytest.importorskip("resvg_py")
    frame = (
        '<svg xmlns="http://www.w3.org/2000/svg" class="x" viewBox="0 0 600 600">'
        '<g id="ground"><rect width="600" height="600" fill="#fff"/></g>{}</svg>'
    )
    words = "".join(
        f'<text x="{x}" y="{y}" font-size="11">-</text><path d="M{x},{y + 9}h6" stroke="#000"'
        f' stroke-width=".4"/>'
        for x, y in ((33, 31), (250.3, 97.2), (401.7, 333.3), (511, 567))
    )
    document = frame.format(words)

    assert (pixels(document, 600) < 255).any()
    assert_exact(follow(document, 600), pixels(document, 600))


def assert_exact(drawn, whole):
    assert np.abs(drawn.astype(int) - whole).max() <= ROUNDED


def test_a_document_is_taken_apart_in_the_order_in_which_it_is_drawn():
    parts = parts_of(
        '<svg class="c" viewBox="0 0 20 10"><title>t</title><style>.a{fill:red}</style>'
        '<g id="ground"><rect/><g id="sub"><path d="ü"/></g></g>'
        '<g id="pieces"><g class="one"><circle/><text>x</text></g><use/></g><ellipse/></svg>\n'
    )

    assert parts.sheet.kind == "c"
    assert parts.sheet.size == (20, 10)
    assert parts.sheet.shared == "<style>.a{fill:red}</style>"
    assert parts.ground == ("<rect/>", '<path d="ü"/>')
    one = '<g class="one"><circle/><text>x</text></g>'
    assert parts.above == (one, "<use/>", "<ellipse/>")


def test_rectangles_hold_each_tile_once():
    tiling = Tiling(width=500, height=390, tile=48)
    chance = random.Random(5)
    for _ in range(200):
        tiles = {tile for tile in range(len(tiling)) if chance.random() < chance.random()}
        found = [tile for corners in tiling.rectangles(tiles) for tile in tiling.inside(corners)]
        assert sorted(found) == sorted(tiles)
    assert [*tiling.rectangles(range(len(tiling)))] == [(0, len(tiling) - 1)]
    assert tiling.place(len(tiling) - 1) == (slice(384, 390), slice(480, 500))


def test_what_was_not_used_for_longest_is_forgotten():
    kept = Kept(2)
    for key in "abc":
        kept[key] = key.upper()
    assert kept["a"] == "A"
    assert len(kept) == 3
    kept.forget()
    assert [key in kept for key in "abc"] == [True, False, True]


def test_what_is_kept_has_a_bound(monkeypatch):
    pytest.importorskip("resvg_py")
    from got_env.pixels import mosaic

    monkeypatch.setattr(mosaic, "_TILES", 500)
    monkeypatch.setattr(mosaic, "_PARTS", 100)
    first, second = documents("btwixt", 2)
    table = Mosaic(parts_of(first).sheet, 1200)

    for document in (first, second, first):
        assert_same_but_rounded(table.draw(parts_of(document)), document)
    assert len(table._whole) <= 500
    assert len(table._parts) <= 100
