"""Pictures of a tournament as SVG text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

INK, PALE, ACCENT, EVEN, PAPER = "#22303c", "#c9d1d9", "#2f6f9f", "#b5523b", "#fefefe"
ROLES = {INK: "ink", PALE: "line", ACCENT: "accent", EVEN: "even", PAPER: "paper"}
"""Colours that are another in the dark: the page has a CSS variable for each of these roles."""

LINES = ("#2f6f9f", "#b5523b", "#4f8a4c", "#8a5fa8", "#b08a2e", "#3f8f92", "#a84f7b", "#6b6b6b")

STYLE: Any = {
    "svg.fonttype": "none",  # text stays text: small files, readable when scaled
    "svg.hashsalt": "got_env",  # the same picture every time
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.edgecolor": PALE,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}

POINTS = 400
"""Points of a curve."""


def short(name: str) -> str:
    """A name that fits beside an axis."""
    return name if len(name) <= 18 else f"{name[:7]}…{name[-10:]}"


def _svg(figure: Figure) -> str:
    text = StringIO()
    figure.savefig(
        text, format="svg", bbox_inches="tight", transparent=True, metadata={"Date": None}
    )
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    for colour, role in ROLES.items():
        svg = svg.replace(colour, f"var(--{role})")
    return svg


def _figure(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(4.2, height))
    return figure, figure.add_subplot()


def ratings(agents: Mapping[str, Any]) -> str:
    """Rating of every agent with its interval, the best on top."""
    with rc_context(STYLE):
        order = sorted(agents, key=lambda name: agents[name]["rating"]["mu"])
        figure, axes = _figure(0.9 + 0.32 * len(order))
        for row, name in enumerate(order):
            rating = agents[name]["rating"]
            low, high = rating["interval"]
            axes.plot([low, high], [row, row], color=ACCENT, linewidth=3, solid_capstyle="butt")
            axes.plot(rating["mu"], row, "o", color=INK, markersize=5)
        axes.set_yticks(range(len(order)), [short(name) for name in order])
        axes.set_ylim(-0.6, len(order) - 0.4)
        axes.set_xlabel("rating, 95 % interval")
        axes.grid(axis="x", color=PALE, linewidth=0.5)
        return _svg(figure)


def shares(groups: Mapping[str, Any], parity: float, label: str) -> str:
    """Share of wins of every house with its interval, and what would be even."""
    with rc_context(STYLE):
        figure, axes = _figure(0.9 + 0.32 * len(groups))
        names = list(groups)[::-1]
        for row, name in enumerate(names):
            low, high = groups[name]["interval"]
            axes.barh(row, groups[name]["win_share"], color=PALE, height=0.6)
            axes.plot([low, high], [row, row], color=ACCENT, linewidth=2)
        axes.axvline(parity, color=EVEN, linewidth=1, linestyle="--")
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel(label)
        axes.set_xlim(left=0)
        return _svg(figure)


def matrix(names: Sequence[str], payoffs: Mapping[str, Mapping[str, Any]]) -> str:
    """Plot of how often the agent of a row finishes ahead of that of a column."""
    with rc_context(STYLE):
        count = len(names)
        values = np.full((count, count), np.nan)
        for i, one in enumerate(names):
            for j, other in enumerate(names):
                if other in payoffs[one]:
                    values[i, j] = payoffs[one][other]["ahead"]
        figure, axes = _figure(1.0 + 0.42 * count)
        grid = np.arange(count + 1) - 0.5
        axes.pcolormesh(grid, grid, values, cmap="RdBu", vmin=0, vmax=1, edgecolors=PAPER)
        axes.invert_yaxis()
        for i in range(count):
            for j in range(count):
                if not np.isnan(values[i, j]):
                    strong = abs(values[i, j] - 0.5) > 0.3
                    axes.text(
                        j,
                        i,
                        f"{100 * values[i, j]:.0f}",
                        ha="center",
                        va="center",
                        color="#ffffff" if strong else "#1c2730",  # the cell stays as it is
                    )
        axes.set_xticks(range(count), [str(number + 1) for number in range(count)])
        axes.set_yticks(range(count), [f"{i + 1} {short(name)}" for i, name in enumerate(names)])
        axes.set_xlabel("ahead of, % of pairs of seats")
        axes.tick_params(length=0)
        return _svg(figure)


def history(names: Sequence[str], curves: npt.NDArray[np.float64], ranked: Sequence[str]) -> str:
    """Ratings over the games, the legend in the order of the ranking.

    Args:
        names: of the agents.
        curves: ratings ``(G, K)``, a column for each name.
        ranked: the names, the best first.
    """
    with rc_context(STYLE):
        figure, axes = _figure(2.6)
        at = np.unique(np.linspace(0, len(curves) - 1, POINTS).astype(int))
        for index, name in enumerate(ranked):
            axes.plot(
                at + 1,
                curves[at, names.index(name)],
                color=LINES[index % len(LINES)],
                linestyle=("-", "--", ":")[index // len(LINES) % 3],
                linewidth=1.3,
                label=short(name),
            )
        axes.set_xlabel("games")
        axes.set_ylabel("rating")
        axes.grid(axis="y", color=PALE, linewidth=0.5)
        axes.legend(
            loc="upper center", bbox_to_anchor=(0.5, -0.2), ncol=2, frameon=False, fontsize=8
        )
        return _svg(figure)
