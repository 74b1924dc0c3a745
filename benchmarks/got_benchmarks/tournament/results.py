"""Results of a tournament, for Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from got_benchmarks.playing.outcome import Outcome
from got_benchmarks.tournament.plan import Plan
from got_benchmarks.tournament.summary import ranking


@dataclass(frozen=True, repr=False)
class Results(Mapping[str, Mapping[str, Any]]):
    """The results of a tournament: a mapping from agents to what they achieved.

    ``results["heuristic"]["win_share"]`` and all other figures are those of the command's JSON:
    ``seats``, ``tables``, ``wins``, ``win_share``, ``interval``, ``parity``, ``against_parity``,
    ``mean_place``, the mean of each of ``summary["measures"]``, ``thinking_per_game`` in seconds,
    ``forfeits`` and ``rating`` (without the extra ``viz`` there is none). Agents stand in order,
    the strongest first.
    """

    summary: Mapping[str, Any]
    """Everything, as ``got tournament --json`` prints it."""
    plan: Plan
    """Plan that was played."""
    outcomes: tuple[Outcome, ...] = field(default=())
    """All games by number."""
    files: tuple[str, ...] = ()
    """Lines on what was written where."""

    @property
    def ranking(self) -> tuple[str, ...]:
        """Agents by their share of wins beyond what equals would have, the strongest first."""
        return tuple(ranking(self.summary))

    @property
    def errors(self) -> int:
        """Games in which an agent failed."""
        return int(self.summary["errors"])

    @property
    def given_up(self) -> int:
        """Games that could not be played, and count for nobody."""
        return int(self.summary["given_up"])

    def __getitem__(self, name: str) -> Mapping[str, Any]:
        row: Mapping[str, Any] = self.summary["agents"][name]
        return row

    def __iter__(self) -> Iterator[str]:
        return iter(self.ranking)

    def __len__(self) -> int:
        return len(self.summary["agents"])

    def __repr__(self) -> str:
        found = ", ".join(f"{name} {self[name]['win_share']:.3f}" for name in self)
        return f"<Results of {self.summary['games']} games: {found}>"

    def __str__(self) -> str:
        """A table of the agents for people."""
        from io import StringIO

        from rich.console import Console

        from got_benchmarks.tournament.tables import agents_table

        text = StringIO()
        Console(file=text, width=100, highlight=False, markup=False, emoji=False).print(
            agents_table(self.summary)
        )
        return text.getvalue()
