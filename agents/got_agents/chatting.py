"""A person at the terminal talks: what was heard, then a line for each message."""

from __future__ import annotations

from rich.console import Console

from got_agents.base import AgentError, Messages, View
from got_agents.terminal import read_line
from got_env.core.press.messages import ALL, Heard, checked_messages

HELP = """\
Type NAME: TEXT or NAME,NAME: TEXT or all: TEXT, and Enter alone when you have nothing more to say.
All hear each other at the same time, when everybody has spoken. 'quit' leaves the game."""


def ask_to_talk(screen: Console, view: View, heard: Heard) -> Messages:
    """Messages that the person at a seat types; wrong lines are explained and asked again.

    Raises:
        AgentError: if the person leaves, or the input has ended.
    """
    name = heard.players[heard.seat]
    meaning = next(m.meaning for m in view.game.moments if m.name == heard.moment)
    screen.print()
    _show(screen, f"{name} may talk, {meaning}: round of talk {heard.talk} of {heard.rounds}")
    for message in heard.new:
        _show(screen, f"  {message.line(heard.players)}")
    said: Messages = []
    receivers = [f"{other}: " for other in (ALL, *heard.players) if other != name]
    words = [*receivers, "help", "quit"]
    while len(said) < heard.most:
        line = read_line(screen, f"{name} says> ", words)
        if not line:
            break
        if line.casefold() in ("help", "?"):
            _show(screen, HELP)
        elif line.casefold() == "quit":
            raise AgentError("the player at the terminal left the game")
        else:
            wanted = _message(line)
            try:
                if wanted is None:
                    raise ValueError("expected NAME: TEXT or all: TEXT")
                checked_messages([wanted], heard.seat, heard.players, heard.longest)
            except ValueError as error:
                _show(screen, f"  {str(error).removeprefix('messages[0]: ')}; help explains")
            else:
                said.append(wanted)
    return said


def _message(line: str) -> tuple[str | list[str], str] | None:
    """Receivers and text; None if the line names nobody."""
    names, colon, text = line.partition(":")
    if not colon:
        return None
    listed = [name.strip().casefold().replace(" ", "_") for name in names.split(",")]
    return (ALL if listed == [ALL] else listed), text.strip()


def _show(screen: Console, text: str) -> None:
    screen.print(text, markup=False, highlight=False)
