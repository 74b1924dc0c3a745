"""Players of any form as agents: objects, classes, functions that make one, functions that choose.

::

    class Cautious: def act(self, view) -> int      a class; made without arguments
    Cautious()                                      an object
    def cautious() -> Cautious                      a function that makes one
    def choose(observation, action_mask) -> int     a function that is one
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from got_env.core.views import Agent, View

EXPECTED = (
    "an object with a method act(view), a class or function that makes one, or a function"
    " (observation, action_mask) -> action"
)


class FunctionAgent:
    """A function of observation and action mask as an agent.

    Args:
        function: gets the flat observation ``(observation_size,) int8`` and the mask of legal
            actions ``(A,) bool``, and returns a legal action.
    """

    def __init__(self, function: Callable[[Any, Any], int]) -> None:
        self.function = function
        self.name = name_of(function)

    def act(self, view: View) -> int:
        """Choose a legal action."""
        return self.function(view.observation, view.mask)


class RenamedAgent:
    """An agent under another name, for objects whose own name cannot be changed.

    All else, such as ``act_batch`` where it has one, is that of the agent.
    """

    def __init__(self, agent: Agent, name: str) -> None:
        self.agent = agent
        self.name = name

    def act(self, view: View) -> int:
        """Choose a legal action."""
        return self.agent.act(view)

    def __getattr__(self, attribute: str) -> Any:
        if attribute == "agent":  # a copy under way has none yet
            raise AttributeError(attribute)
        return getattr(self.agent, attribute)


def renamed(agent: Agent, name: str) -> Agent:
    """The agent with another name: itself where it lets its name be changed."""
    try:
        agent.name = name
    except (AttributeError, TypeError):
        return RenamedAgent(agent, name)
    return agent


def name_of(player: object) -> str:
    """Name of a player of any form: its own if it has one, else that of its class or function."""
    own = getattr(player, "name", None)
    if isinstance(own, str) and own:
        return own
    named = getattr(player, "__qualname__", None)
    whole = named if isinstance(named, str) else type(player).__qualname__
    return whole.rpartition("<locals>.")[2]


def is_player(thing: Any) -> bool:
    """Tell whether an object plays as it is: it has ``act(view)``, and is no class."""
    return callable(getattr(thing, "act", None)) and not isinstance(thing, type)


def chooses(thing: Any) -> bool:
    """Tell whether a function is called with observation and mask: it needs exactly two arguments.

    A function whose signature Python does not know is taken for one.
    """
    if isinstance(thing, type) or not callable(thing):
        return False
    try:
        parameters = inspect.signature(thing).parameters.values()
    except ValueError:
        return True
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = [p for p in parameters if p.kind in positional and p.default is p.empty]
    return len(needed) == 2


def may_make(thing: Any) -> bool:
    """Tell whether a class or function can make a player."""
    if isinstance(thing, type):
        # Every class can be called; only its own __call__ makes its objects functions.
        calls = any("__call__" in base.__dict__ for base in thing.__mro__)
        return callable(getattr(thing, "act", None)) or calls
    return callable(thing) and not is_player(thing) and not chooses(thing)


def as_agent(thing: Any) -> Agent:
    """A player of any form as an agent.

    Args:
        thing: see the top of this module; a class or a function that makes a player is called
            without arguments.

    Raises:
        ValueError: if it is nothing of that; says what it is and what was expected.
    """
    made = _make(thing) if may_make(thing) else thing
    if is_player(made):
        agent: Agent = made
        has_name = isinstance(getattr(agent, "name", None), str)
        return agent if has_name else renamed(agent, name_of(agent))
    if chooses(made):
        return FunctionAgent(made)
    raise ValueError(f"{describe(made)}: expected {EXPECTED}")


def _make(maker: Callable[..., Any]) -> Any:
    try:
        inspect.signature(maker).bind()
    except TypeError as error:
        named = f"{name_of(maker)}{_signature(maker)}"
        raise ValueError(f"{named} needs arguments: expected {EXPECTED}") from error
    return maker()


def describe(thing: object) -> str:
    """Description of something that is no player."""
    if isinstance(thing, type):
        return f"class {thing.__qualname__} has no method act(view)"
    if callable(thing):
        return f"{name_of(thing)}{_signature(thing)} is no player"
    return f"an object of type {type(thing).__name__} is no player"


def _signature(thing: Callable[..., Any]) -> str:
    try:
        return str(inspect.signature(thing))
    except ValueError:
        return "(...)"
