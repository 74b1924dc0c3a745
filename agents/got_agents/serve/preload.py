"""Preloading, so that the first answer at a table takes no longer than those that follow."""

from __future__ import annotations

from got_agents.serve.planning import plan_for
from got_agents.serve.seating import Seating
from got_agents.serve.table_snapshot import TableSnapshot
from got_agents.serve.view import view_of
from got_agents.serve.visibility import PUBLIC
from got_agents.story import open_decision
from got_env.replay import ReplayWriter


def preload(writer: ReplayWriter, seating: Seating) -> None:
    """Load the kernels of agents and plans, and draw the board, before anybody waits for either.

    The game stays as it is.

    Args:
        writer: the game.
        seating: who plays it.

    Raises:
        ValueError: for an agent that fails, or a board that cannot be drawn; says what is wrong.
    """
    if writer.over:
        return
    seats, asked = len(seating.specs), int(writer.seats[0])
    snapshot = TableSnapshot(
        table="",
        game=writer.game,
        players=seating.specs,
        states=writer.states.copy(),
        mask=writer.mask.copy(),
        asked=asked,
        turns=(0,) * seats,
        forced=((),) * seats,
        story=(),
        told=0,
        failure="",
    )
    for viewer in (asked, PUBLIC):
        view_of(snapshot, viewer)
    if seating.people:
        plan_for(snapshot, asked, {})
    seating.warm_up(open_decision(writer)[0])
