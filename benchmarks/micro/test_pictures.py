"""Pictures of a position: SVG documents and pixels."""

from __future__ import annotations

from typing import Any

import pytest

from got_env.games import get_game
from got_env.pictures import picture, pixels


@pytest.mark.parametrize("code", ["agot2e", "agot1e", "btwixt"])
def test_svg(benchmark: Any, code: str) -> None:
    game = get_game(code)
    states = game.start(1, max(game.seats.counts), seed=1)

    assert benchmark(picture, game, states).startswith("<svg")


@pytest.mark.parametrize("code", ["agot2e", "btwixt"])
def test_pixels(benchmark: Any, code: str) -> None:
    pytest.importorskip("resvg_py")
    game = get_game(code)
    document = picture(game, game.start(1, max(game.seats.counts), seed=1))

    assert benchmark(pixels, document).shape[1] == 1200
