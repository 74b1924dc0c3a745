"""Games of a tournament as replay files."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from got_benchmarks.playing.aborted_games import without_aborted
from got_benchmarks.playing.outcome import FORFEIT, NOBODY, Outcome
from got_benchmarks.tournament.plan import Plan
from got_env.core.files import write_whole
from got_env.core.press.messages import Message
from got_env.games import get_game
from got_env.replay import Header, ReplayWriter

FOLDER = "replays"

CHOICES = ("notable", "all", "none")
"""Choices of games to write as replays."""

MOST_FORFEITS = 20
"""Forfeited games among the notable ones."""


@dataclass(frozen=True)
class Kept:
    """A game that was written as a replay."""

    number: int
    link: str
    """Path of the file within the folder of the tournament."""
    why: str
    winner: str
    rounds: int
    page: str = ""
    """The same of its web page; empty if there is none."""


def replay_text(plan: Plan, outcome: Outcome) -> str:
    """The replay of a game; it ends early if the game was forfeited."""
    header = Header.of(
        get_game(plan.game),
        plan.players,
        plan.options,
        outcome.match.seed,
        [plan.names[agent] for agent in outcome.match.table],
        press=plan.press or None,
    )
    writer, messages = ReplayWriter(header), deque(outcome.messages)
    for action in outcome.actions:
        _play_forced(writer)
        _say(writer, messages)
        writer.play(int(action))
    _play_forced(writer)
    _say(writer, messages)
    if messages:
        raise ValueError(f"{len(messages)} messages that nobody could have sent")
    return writer.finish()


def _say(writer: ReplayWriter, messages: deque[Message]) -> None:
    """Let the players say again what they have said before this decision."""
    press = writer.press
    while press is not None and press.talk is not None:
        place = (press.talk.round, *press.place)
        said: dict[int, list[tuple[list[str], str]]] = {seat: [] for seat in press.waiting}
        while messages and (messages[0].round, messages[0].moment, messages[0].talk) == place:
            message = messages.popleft()
            if message.sender not in said or not set(message.to) <= set(range(len(press.names))):
                raise ValueError("a message that nobody could have sent")
            receivers = [press.names[to] for to in message.to]
            said[message.sender].append((receivers, message.text))
        for seat, spoken in said.items():
            writer.say(seat, spoken)


def _play_forced(writer: ReplayWriter) -> None:
    """Decisions that the match played without asking are not stored: play them."""
    game, states = writer.game, writer.states
    while np.count_nonzero(writer.mask) == 1:
        if game.words.phase_name(states, 0) in game.actions.always_asked:
            return
        writer.play(int(np.argmax(writer.mask)))


def notable(plan: Plan, outcomes: Sequence[Outcome]) -> dict[int, str]:
    """Numbers of the games worth a look, and why."""
    found: dict[int, str] = {}

    def note(outcome: Outcome, why: str) -> None:
        number = outcome.match.number
        found[number] = f"{found[number]}; {why}" if number in found else why

    for outcome in [o for o in outcomes if o.end == FORFEIT][:MOST_FORFEITS]:
        name = plan.names[outcome.match.table[outcome.failed]]
        note(outcome, f"forfeited by {name} as {plan.houses[outcome.failed]}: {outcome.error}")
    ended = [outcome for outcome in outcomes if outcome.end != FORFEIT]
    compared = [o for o in ended if len(set(o.match.table)) > 1]
    won: set[int] = set()
    for outcome in compared:
        if outcome.winner == NOBODY:
            continue
        agent = outcome.match.table[outcome.winner]
        if agent not in won:
            won.add(agent)
            note(outcome, f"first win of {plan.names[agent]}")
    if ended:
        note(min(ended, key=lambda outcome: outcome.decisions), "fewest decisions")
        note(max(ended, key=lambda outcome: outcome.decisions), "most decisions")
    return dict(sorted(found.items()))


def write_replays(
    folder: Path, plan: Plan, outcomes: Sequence[Outcome], choice: str = "notable"
) -> list[Kept]:
    """Write replays into the folder of a tournament; files that exist are left alone.

    Games that were given up have none.

    Raises:
        ValueError: for an unknown choice, or a game whose actions are none of its rules; names it.
    """
    if choice not in CHOICES:
        raise ValueError(f"replays={choice!r}: expected one of {', '.join(CHOICES)}")
    outcomes = without_aborted(outcomes)
    why = notable(plan, outcomes) if choice != "none" else {}
    kept = []
    for outcome in outcomes:
        number = outcome.match.number
        if number not in why and choice != "all":
            continue
        file = folder / FOLDER / f"game-{number:06d}.txt"
        if not file.exists():
            file.parent.mkdir(exist_ok=True)
            try:
                text = replay_text(plan, outcome)
            except ValueError as error:
                raise ValueError(f"table games, row {number}, actions: {error}") from error
            write_whole(file, text.encode())
        if number in why:
            link = f"{FOLDER}/{file.name}"
            won = winner_of(plan, outcome)
            kept.append(Kept(number, link, why[number], won, outcome.rounds))
    return kept


def winner_of(plan: Plan, outcome: Outcome) -> str:
    """Winner of a game, in words; of a win that is shared, as in a forfeited game, the agents."""
    table = [plan.names[agent] for agent in outcome.match.table]
    if outcome.winner != NOBODY:
        return f"{table[outcome.winner]} ({plan.houses[outcome.winner]})"
    shared = zip(table, outcome.shares, strict=True)
    winners = list(dict.fromkeys(name for name, share in shared if share))
    if not winners:
        return "nobody: the agent that failed has all seats"
    return f"shared by {' and '.join(winners)}"
