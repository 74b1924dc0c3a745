"""Games of a tournament as web pages, beside their replays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from got_benchmarks.tournament.replays import Kept
from got_env.core.files import write_whole
from got_env.core.game import Game
from got_env.replay import read_replay


def check_pages(folder: bool, replays: str) -> None:
    """Refuse to make pages where there is nothing to make them of.

    Args:
        folder: whether there is a folder for the results.
        replays: games that are written as replays.

    Raises:
        ValueError: if there is no folder, or no replay.
    """
    if not folder:
        raise ValueError("pages: expected out, a folder for the results")
    if replays == "none":
        raise ValueError("pages: expected replays notable or all; pages are made of replays")


def check_drawn(game: Game) -> None:
    """Refuse a game that has no pictures.

    Raises:
        ValueError: if it has none.
    """
    if game.words.picture is None:
        raise ValueError(f"pages: there are no pictures of {game.code}")


def write_pages(folder: Path, kept: Sequence[Kept]) -> list[Kept]:
    """Make pages of replays in the folder of a tournament; files that exist are left alone.

    A page shows everything. It takes seconds, because each of its decisions is drawn.

    Returns:
        The games with the links of their pages.
    """
    from got_env.replay.page import page_of

    found = []
    for one in kept:
        link = str(Path(one.link).with_suffix(".html").as_posix())
        if not (folder / link).exists():
            page = page_of(read_replay((folder / one.link).read_bytes()))
            write_whole(folder / link, page.encode())
        found.append(replace(one, page=link))
    return found
