"""Pictures of games: SVG documents and pixels, of everything or of what one player knows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from got_env.core.error_values import short_repr
from got_env.core.errors import UnsupportedRenderMode
from got_env.core.game import Game, States
from got_env.pixels.drawing import drawn, missing_libraries, png_file
from got_env.pixels.mosaic import follow

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
"""Text that is printed, text, an SVG document, pixels."""

TEXTS = ("human", "ansi")
"""Modes of a game without pictures."""

PIXELS = 1200
"""Width of pictures in pixels."""

Rendered = str | npt.NDArray[np.uint8]
"""A text, a document, or pixels ``(height, width, 3)``."""


def render_modes(game: Game | None = None) -> list[str]:
    """Render modes that there are here: no pixels without the libraries for them.

    Args:
        game: what is played; None for a game that is drawn.
    """
    if game is not None and game.words.picture is None:
        return list(TEXTS)
    return [mode for mode in RENDER_MODES if mode != "rgb_array" or missing_libraries() is None]


def checked_render_mode(game: Game, mode: Any) -> str | None:
    """A render mode, or None.

    Raises:
        UnsupportedRenderMode: if the game has no such mode, or if a library for it is missing;
            names the extra that brings it.
    """
    if mode is None:
        return None
    known = RENDER_MODES if game.words.picture is not None else TEXTS
    if mode not in known:
        raise UnsupportedRenderMode(
            f"render_mode={short_repr(mode)}: expected one of {', '.join(known)}, or None"
        )
    if mode == "rgb_array" and (missing := missing_libraries()):
        raise UnsupportedRenderMode(f"render_mode='rgb_array' {missing}")
    return str(mode)


def render(game: Game, states: States, row: int, mode: str) -> Rendered | None:
    """A (redacted) record in a render mode.

    Pixels take long the first time; those of positions that follow each other are made from what
    was drawn before, and differ from :func:`pixels` of the document by rounding alone.

    Args:
        game: what is played.
        states: ``(B,)`` records; redact a copy first to show what one player knows.
        row: index of the record.
        mode: one of :data:`RENDER_MODES`.

    Returns:
        A text, a document or pixels; None for ``"human"``, which prints the board to stdout.

    Raises:
        ValueError: if the game is not drawn, or not the board of your own data.
        RuntimeError: if a library for pixels is missing; names the extra that brings it.
    """
    if mode in TEXTS:
        board = game.words.board(states, row)
        if mode == "ansi":
            return board
        print(board, flush=True)
        return None
    if game.words.picture is None:
        raise ValueError(f"{game.code}: there are no pictures of this game")
    document = game.words.picture(states, row)
    return document if mode == "svg" else follow(document, PIXELS)


def picture(game: Game, states: States, row: int = 0, viewer: str | None = None) -> str:
    """Record ``row`` of a batch as an SVG document.

    Args:
        game: what is played.
        states: ``(B,)`` records; they are not changed.
        row: index of the record.
        viewer: a player: the picture as this player knows the game. None for everything.

    Raises:
        ValueError: for a viewer that does not take part, or a game that is not drawn.
    """
    return str(render(game, known_to(game, states, row, viewer), 0, "svg"))


def known_to(game: Game, states: States, row: int, viewer: str | None) -> States:
    """A copy ``(1,)`` of a record without what a viewer does not know.

    Raises:
        ValueError: for a viewer that does not take part.
    """
    known = game.new_states(1)
    known[0] = states[row]
    if viewer is not None:
        players = game.seats.in_play(int(states["num_players"][row]))
        if viewer not in players:
            raise ValueError(f"viewer={short_repr(viewer)}: expected one of {', '.join(players)}")
        game.kernels.redact(known, np.array([players.index(viewer)], dtype=np.int8))
    return known


def pixels(document: str, width: int = PIXELS) -> npt.NDArray[np.uint8]:
    """An SVG document as an array ``(height, width, 3) uint8`` of red, green and blue.

    Args:
        document: as :func:`picture` makes it; it is drawn in its light colours.
        width: in pixels, at most 8,000; the height follows.

    Raises:
        ValueError: for another width.
        RuntimeError: if a library is missing; names the extra that brings it.
    """
    return drawn(document, width)[..., :3].copy()


def png(document: str, width: int = PIXELS) -> bytes:
    """An SVG document as a PNG file; arguments and errors as :func:`pixels`."""
    return png_file(document, width)
