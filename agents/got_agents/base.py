"""Form of an agent: a name, and a choice among legal actions from what its seat may know.

One that talks where players may has a method ``talk`` too, see :mod:`got_env.core.talking`.

The environments ask agents too, as opponents of a learner, so the views live there; agents and
their users take them from here.
"""

from __future__ import annotations

from got_env.core.talking import Messages, Talker, talk_view, talks
from got_env.core.views import (
    Agent,
    AgentError,
    BatchAgent,
    Bools,
    Ints,
    Observations,
    View,
    Views,
    WrongAnswerError,
    check_game,
    choose,
    copy_rows,
    decides_in_batches,
    decision_seeds,
    first_views,
)

__all__ = [
    "Agent",
    "AgentError",
    "BatchAgent",
    "Bools",
    "Ints",
    "Messages",
    "Observations",
    "Talker",
    "View",
    "Views",
    "WrongAnswerError",
    "check_game",
    "choose",
    "copy_rows",
    "decides_in_batches",
    "decision_seeds",
    "first_views",
    "talk_view",
    "talks",
]
