"""A person at the terminal: what the question is about, a list of answers, a prompt."""

from __future__ import annotations

from difflib import get_close_matches

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from got_agents.base import AgentError, Messages, View
from got_agents.chatting import ask_to_talk
from got_agents.terminal import read_line
from got_env.core.lines import fitted, hanging
from got_env.core.narrator import Prompt
from got_env.core.press.messages import Heard
from got_env.core.proper_names import proper_name

HELP = """\
Type the number of an action, its command or label, or a part of it that no other has.
Case does not matter."""
COMMANDS = {"list": "the actions again"}
OTHER_COMMANDS = {
    "undo": "take back your last choice, until others answer or something is turned up",
    "quit": "leave the game",
}
"""Those of the game stand between."""

FEW = 12
"""As many actions without remarks stand below each other; more stand in columns."""

MOST_MATCHES = 8
"""Matches of an ambiguous word that are listed."""


class UndoWanted(AgentError):
    """The person wants to take back the last choice; who runs the game decides."""

    def __init__(self) -> None:
        super().__init__("nothing can be taken back here")

    def refuse(self) -> None:
        """Tell the person that it is too late."""
        _screen().print(
            "  nothing to take back: it is your first choice since another house decided,"
            " or since something was turned up"
        )


class HumanAgent:
    """Asks whoever sits at the terminal; prompts go to stderr, so that stdout stays the game's."""

    name = "human"

    def act(self, view: View) -> int:
        """Choose a legal action.

        Raises:
            UndoWanted: if the person wants the last choice back.
            AgentError: if the person leaves.
        """
        actions = [int(action) for action in view.legal]
        texts = [view.game.actions.text(view.states, 0, action) for action in actions]
        labels = [view.game.actions.label(view.states, 0, action) for action in actions]
        screen = _screen()
        prompt = view.game.words.prompt(view.game, view.states, view.seat, screen.width)
        if len(actions) == 1:
            told = f"{proper_name(prompt.house)}: {labels[0]} (nothing else is possible)"
            screen.print(told, style="dim")
            return actions[0]
        named = view.game.words.named
        remarks = [
            named(prompt.remark(action, text)) for action, text in zip(actions, texts, strict=True)
        ]
        screen.print()
        _print_lines(screen, [prompt.headline()], style="bold")
        _print_lines(screen, [named(line) for line in prompt.lines()])
        _list_actions(screen, texts, labels, remarks)
        words = [*texts, "help", *(command.split()[0] for command in commands_of(prompt))]
        while True:
            typed = read_line(screen, f"{prompt.house}> ", words)
            word = typed.casefold()
            if word in ("help", "?", ""):
                screen.print(help_for(prompt))
            elif word == "list":
                _list_actions(screen, texts, labels, remarks)
            elif word == "undo":
                raise UndoWanted
            elif word == "quit":
                raise AgentError("the player at the terminal left the game")
            elif (shown := prompt.look_up(word)) is not None:
                _print_lines(screen, [named(line) for line in shown])
            else:
                found = find_actions(word, texts) or find_actions(word, labels)
                if len(found) == 1:
                    return actions[found[0]]
                screen.print(_explain(typed, texts, found))

    def talk(self, view: View, heard: Heard) -> Messages:
        """Messages that the person types in this round of talk.

        Raises:
            AgentError: if the person leaves.
        """
        return ask_to_talk(_screen(), view, heard)


def find_actions(word: str, texts: list[str]) -> list[int]:
    """Places of the actions that a person may mean: by number from 1, by text or a part of it.

    The whole text goes before its beginning, that before its end, that before its middle. Case
    does not matter, and a blank fits where an id has ``_``.
    """
    if word.isascii() and word.isdigit():
        return [int(word) - 1] if 1 <= int(word) <= len(texts) else []
    wanted = _plain(word)
    for fits in (str.__eq__, str.startswith, str.endswith, str.__contains__):
        found = [place for place, text in enumerate(texts) if fits(_plain(text), wanted)]
        if found:
            return found
    return []


def _plain(text: str) -> str:
    return text.casefold().replace("_", " ")


def _explain(typed: str, texts: list[str], found: list[int]) -> str:
    """Why what was typed is no answer: it fits several actions, or none."""
    if found:
        shown = [f"  {place + 1}  {texts[place]}" for place in found[:MOST_MATCHES]]
        more = [f"  and {len(found) - MOST_MATCHES} more"] if len(found) > MOST_MATCHES else []
        return "\n".join([f"{typed!r} fits {len(found)} actions:", *shown, *more])
    near = get_close_matches(typed.casefold(), texts, 1)
    hint = f"did you mean {near[0]!r}?" if near else "'list' shows what is possible"
    return f"{typed!r} is not one of the actions: {hint}"


def commands_of(prompt: Prompt) -> dict[str, str]:
    """What can be typed in place of an answer, and what it does."""
    return {**COMMANDS, **prompt.commands, **OTHER_COMMANDS}


def help_for(prompt: Prompt) -> str:
    """Help on what can be typed and what the signs on the screen mean."""
    commands = commands_of(prompt)
    width = max(map(len, commands))
    told = [f"  {word:<{width}}  {meaning}" for word, meaning in commands.items()]
    return "\n".join([HELP, *told, *([prompt.legend] if prompt.legend else [])])


def _list_actions(screen: Console, texts: list[str], labels: list[str], remarks: list[str]) -> None:
    """Number and command of every action, what it does, and what it points at."""
    width, column = len(str(len(texts))) + 2, max(map(len, texts))
    heads = [f"{number:>{width}}  {text:<{column}}  " for number, text in enumerate(texts, 1)]
    if any(remarks) or len(heads) <= FEW:
        for head, label, remark in zip(heads, labels, remarks, strict=True):
            told = f"{label}: {remark}" if remark else label
            _print_lines(screen, hanging(head, told.split(), screen.width, " "))
    else:
        lines = map("".join, zip(heads, labels, strict=True))
        cells = [Text(line, no_wrap=True) for line in lines]
        screen.print(Columns(cells, column_first=True, padding=(0, 2)))


def _print_lines(screen: Console, lines: list[str], style: str = "") -> None:
    for line in lines:
        for part in fitted(line, screen.width):
            screen.print(part, style=style)


def _screen() -> Console:
    # Ids and what a person types are no markup.
    return Console(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)
