"""The picture of a position: board, pieces, tracks, cards, and the open question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from got_env.core.game import States
from got_env.core.svg import box, title
from got_env.westeros.facts.facts import Facts
from got_env.westeros.facts.rulesets import facts_of
from got_env.westeros.picture.arrows import action_on
from got_env.westeros.picture.claim_panel import ClaimPanel, LeaderPanel
from got_env.westeros.picture.ground import Ground
from got_env.westeros.picture.layout import Pair, has_map, lay_out, shipped_map
from got_env.westeros.picture.panel import WIDTH, Panel
from got_env.westeros.picture.ways import rivers_of
from got_env.westeros.words.context import context as context_of
from got_env.westeros.words.snapshot import snapshot as snapshot_of

_GAP = 20.0
"""Between board and panel, in map units."""


def picture_of(facts: Facts) -> Callable[[States, int], str] | None:
    """Function that draws records of a game; None for a game without a map."""
    return _picture if has_map(facts.edition.chart) else None


def _picture(states: States, row: int) -> str:
    """A (redacted) record as an SVG document.

    Raises:
        ValueError: if the board of the facts has an area that the map of the game does not know.
    """
    played = facts_of(states["ruleset"][row])
    return render_picture(played, snapshot_of(states, row), context_of(states, row))


def render_picture(facts: Facts, snapshot: Mapping[str, Any], about: Mapping[str, Any]) -> str:
    """A snapshot as an SVG document; no other file is needed to show it.

    Args:
        facts: of the game.
        snapshot: the position, whole or as one player knows it.
        about: what the open decision is about; empty for none.
    """
    ground = _ground(facts, adjacent(facts, snapshot["options"]))
    panel = _panel_of(snapshot)
    width, height = ground.layout.size
    whole = width + _GAP + WIDTH + _GAP
    name = f"{facts.edition.title}, round {snapshot['round']}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="got-board" role="img"'
        f' viewBox="0 0 {whole:g} {height:g}" aria-label="{name}">{title(name)}'
        f'{_furniture(facts)}<g id="ground">{box(0, 0, whole, height, "paper")}'
        f'<g id="board">{ground.shapes(snapshot)}{box(1.5, 1.5, width - 3, height - 3, "frame")}'
        f"{box(width, 0, whole - width, height, 'paper') if ground.layout.grounds else ''}"
        f'</g><g id="printed">{ground.prints}</g></g>'
        f'<g id="action">{action_on(ground, snapshot, about)}</g>'
        f'<g id="pieces">{ground.pieces(snapshot)}</g>'
        f'<g id="panel">{panel(facts, width + _GAP).draw(snapshot, bottom=height - 10)}</g></svg>\n'
    )


def _panel_of(snapshot: Mapping[str, Any]) -> type[Panel]:
    """Class of the panel for a game with such pieces."""
    if "claim" in snapshot:
        return ClaimPanel
    return LeaderPanel if "leaders" in snapshot else Panel


def adjacent(facts: Facts, options: Mapping[str, Any]) -> frozenset[Pair]:
    """Areas of which units can go from one to the other, under the rules options of a game.

    Args:
        facts: of the game.
        options: words by key, as a snapshot has them.
    """
    near = {
        frozenset((area, other))
        for area, others in facts.board.neighbours.items()
        for other in others
    }
    for border in facts.board.switchable_borders:
        pair = frozenset((border.a, border.b))
        near = near | {pair} if options[border.option] == "true" else near - {pair}
    return frozenset(near)


@cache
def _furniture(facts: Facts) -> str:
    """Style and symbols, and more of both for games with pieces of their own."""
    folder = files("got_env.westeros.picture")
    leaders = facts.leaders is not None
    styles = ("style.css", "claim.css") if leaders else ("style.css",)
    symbols = ("symbols.svg", "claim_symbols.svg") if leaders else ("symbols.svg",)
    style, drawn = (
        "".join((folder / name).read_text(encoding="utf-8") for name in names)
        for names in (styles, symbols)
    )
    return f"<style>{style}</style>{drawn}"


@cache
def _ground(facts: Facts, near: frozenset[Pair]) -> Ground:
    chart, board = shipped_map(facts.edition.chart), facts.board
    layout = lay_out(chart, board.areas, near, f"{facts.edition.chart}.json", rivers_of(board))
    return Ground(facts, layout)
