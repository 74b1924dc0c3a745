"""A person at the terminal: the position in words, a list of actions, a prompt."""

from __future__ import annotations

import sys
from difflib import get_close_matches

from rich.columns import Columns
from rich.console import Console

from got_agents.base import AgentError, View
from got_env.render.text import render_text

HELP = (
    "Type the number of an action, its text, or a part of it that no other has.\n"
    "'board' shows the position, 'list' the actions, 'quit' leaves the game."
)
FEW = 12
"""As many actions stand below each other; more stand in columns."""


class HumanAgent:
    """Asks whoever sits at the terminal; prompts go to stderr, so that stdout stays the game's."""

    name = "human"

    def act(self, view: View) -> int:
        """Choose a legal action.

        Raises:
            AgentError: if the person leaves.
        """
        game, states = view.game, view.states
        actions = [int(action) for action in view.legal]
        texts = [game.action_text(states, 0, action) for action in actions]
        house = game.houses_in_play(int(states["num_players"][0]))[view.seat]
        screen = Console(stderr=True, highlight=False, soft_wrap=True)
        if len(actions) == 1:
            screen.print(f"[dim]{house}: {texts[0]} (nothing else is possible)[/dim]")
            return actions[0]
        screen.print(f"\n[bold]{house}[/bold] decides: {game.phase_name(states, 0)}")
        _list_actions(screen, texts)
        while True:
            word = _read_line(screen, f"{house}> ")
            if word in ("help", "?", ""):
                screen.print(HELP)
            elif word == "board":
                screen.print(render_text(game.snapshot(states, 0)), markup=False)
            elif word == "list":
                _list_actions(screen, texts)
            elif word == "quit":
                raise AgentError("the player at the terminal left the game")
            else:
                place = find_action(word, texts)
                if place is not None:
                    return actions[place]
                near = get_close_matches(word, texts, 1)
                hint = f"did you mean {near[0]!r}?" if near else "'list' shows what is possible"
                screen.print(f"{word!r} is not one of the actions: {hint}", markup=False)


def find_action(word: str, texts: list[str]) -> int | None:
    """Place of the action that a person means: by number from 1, by its text or a part of it."""
    if word.isascii() and word.isdigit():
        return int(word) - 1 if 1 <= int(word) <= len(texts) else None
    if word in texts:
        return texts.index(word)
    for fits in (str.startswith, str.endswith, str.__contains__):
        found = [place for place, text in enumerate(texts) if fits(text, word)]
        if len(found) == 1:
            return found[0]
    return None


def _list_actions(screen: Console, texts: list[str]) -> None:
    width = len(str(len(texts)))
    lines = [f"{number:>{width + 2}}  {text}" for number, text in enumerate(texts, 1)]
    if len(lines) <= FEW:
        for line in lines:
            screen.print(line, markup=False)
    else:
        screen.print(Columns(lines, column_first=True, padding=(0, 2)), markup=False)


def _read_line(screen: Console, prompt: str) -> str:
    """A line of the person.

    Raises:
        AgentError: if there is nobody: the input has ended.
    """
    screen.print(prompt, end="")
    screen.file.flush()
    line = sys.stdin.readline()
    if not line:
        raise AgentError("nobody at the terminal: the input has ended")
    return " ".join(line.split())
