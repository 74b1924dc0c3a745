"""What makes the first answer at a table take no longer than those that follow."""

from __future__ import annotations

from got_agents.serve.knowing import PUBLIC
from got_agents.serve.moment import Moment
from got_agents.serve.seating import Seating
from got_agents.serve.seen import view_of
from got_agents.story import open_decision
from got_env.replay import ReplayWriter


def get_ready(writer: ReplayWriter, seating: Seating) -> None:
    """Load the kernels of the agents, and draw the board, before anybody waits for either.

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
    moment = Moment(
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
        view_of(moment, viewer)
    seating.warm_up(open_decision(writer)[0])
