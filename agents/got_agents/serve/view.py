"""View of a table: what one viewer may see of a snapshot."""

from __future__ import annotations

import numpy as np

from got_agents.serve.action_targets import action_targets, elements, without_style
from got_agents.serve.messages import Choice, Scene, TalkView, View
from got_agents.serve.table_snapshot import Moment, TableSnapshot
from got_agents.serve.visibility import EVERYTHING, PUBLIC, known_to, may_hear
from got_env.core.game import Game, States
from got_env.core.narrator import Prompt
from got_env.core.proper_names import proper_name
from got_env.core.results import game_result

WIDTH = 46
"""Columns of pages that are looked up: as many as fit on a phone."""

WHOLE = 10_000
"""Columns that no fact about a question fills: pages break their lines themselves."""


def view_of(snapshot: TableSnapshot, viewer: int, replay: bool = False) -> View:
    """The view of a seat or a watcher; whatever it may not know leaves no trace in it.

    Args:
        snapshot: of the table.
        viewer: a seat, or one of those in :mod:`got_agents.serve.visibility`.
        replay: whether the replay may be had now.
    """
    game = snapshot.game
    known = known_to(game, snapshot.states, viewer)
    picture, _ = drawn(game, known)
    prompt = game.words.prompt(game, known, viewer, WIDTH) if viewer >= 0 else None
    asked = viewer == snapshot.asked and not snapshot.failure and snapshot.talk is None
    choices, places = _choices(snapshot, known, picture, prompt) if prompt and asked else ([], {})
    result = game_result(game, known)
    places_taken = [row["place"] for row in result["houses"].values()]
    phase = game.words.phase_name(known, 0)
    measured = game.results.measure(known, 0)
    return View(
        table=snapshot.table,
        title=full_title(game),
        game=game.code,
        viewer=snapshot.seats[viewer] if viewer >= 0 else "",
        seats=list(snapshot.seats),
        players=list(snapshot.players),
        round=result["rounds"],
        phase=phase,
        caption=game.words.question(known, 0),
        asked="" if snapshot.over else snapshot.seats[snapshot.asked],
        turn=snapshot.turns[viewer] if viewer >= 0 else 0,
        lines=_facts(game, known, viewer) if choices else [],
        choices=choices,
        places=places,
        names={name: proper_name(name) for name in (*snapshot.seats, *places)},
        forced=list(snapshot.forced[viewer]) if viewer >= 0 else [],
        pages=_pages(game, known, prompt),
        measures={name: [int(n) for n in row] for name, row in measured.items()},
        picture=picture,
        places_taken=places_taken if snapshot.over else [],
        end=str(result["end"] or ""),
        failure=snapshot.failure,
        replay=replay,
        plans=bool(choices) and phase in game.actions.always_asked,
        talk=_talk(snapshot, viewer),
        clock=[None if left is None else int(left) for left in snapshot.clock],
        ticks=snapshot.ticks,
    )


def scene_of(game: Game, moment: Moment, viewer: int) -> Scene:
    """Picture of a table at a moment, without a trace of what the viewer could not know."""
    picture, _ = drawn(game, known_to(game, moment.states, viewer))
    return Scene(moment.events.start, moment.events.stop, picture)


def full_title(game: Game) -> str:
    """The title of a game, and that it is played with somebody's own data if it is."""
    return game.identity.title + (" (own data)" if game.identity.data_dir else "")


def heard_by(snapshot: TableSnapshot, viewer: int) -> list[tuple[str, str, str]]:
    """Sender, receivers and text of all messages that a viewer knows, oldest first."""
    players = len(snapshot.players)
    return [
        (snapshot.seats[message.sender], message.receivers(snapshot.seats), message.text)
        for message in (snapshot.messages or ())[: snapshot.said]
        if may_hear(message, viewer, players)
    ]


def _talk(snapshot: TableSnapshot, viewer: int) -> TalkView | None:
    talk = snapshot.talk
    if talk is None or snapshot.failure:
        return None
    return TalkView(
        place=talk.place,
        meaning=talk.meaning,
        number=talk.number,
        rounds=talk.rounds,
        most=talk.most.get(viewer, 0),
        longest=talk.longest,
        waiting=[snapshot.seats[seat] for seat in talk.most],
    )


def drawn(game: Game, known: States) -> tuple[str, str]:
    """The picture of a redacted record, and its style; a game that is not drawn shows its text."""
    if game.words.picture is None:
        return "", ""
    return without_style(game.words.picture(known, 0))


def picture_of_start(game: Game) -> str:
    """A game of the most players as it begins, as everybody sees it: a picture of what it is."""
    assert game.words.picture is not None
    start = game.start(1, game.seats.counts[-1])
    return game.words.picture(known_to(game, start, PUBLIC), 0)


def _choices(
    snapshot: TableSnapshot, known: States, picture: str, prompt: Prompt
) -> tuple[list[Choice], dict[str, list[str]]]:
    game = snapshot.game
    legal = [int(action) for action in np.flatnonzero(snapshot.mask)]
    texts = [game.actions.text(known, 0, action) for action in legal]
    labels = [game.actions.label(known, 0, action) for action in legal]
    at, places = action_targets(texts, elements(picture))
    choices = [
        Choice(
            action,
            text,
            label,
            game.words.named(prompt.remark(action, text)),
            names,
            prompt.face(action, text),
        )
        for action, text, label, names in zip(legal, texts, labels, at, strict=True)
    ]
    return choices, places


def _facts(game: Game, known: States, viewer: int) -> list[str]:
    """What the person needs to know, a fact a line; what belongs to the one before stands in."""
    lines = game.words.prompt(game, known, viewer, WHOLE).lines()
    return [game.words.named(line) for line in lines]


def _pages(game: Game, known: States, prompt: Prompt | None) -> dict[str, list[str]]:
    """Pages that a viewer can look up without naming anything."""
    if prompt is None:
        found = {"the whole position": game.words.board(known, 0).splitlines()}
    else:
        found = {
            meaning: prompt.look_up(word) or []
            for word, meaning in prompt.commands.items()
            if word.islower() and " " not in word
        }
    return {meaning: [game.words.named(line) for line in lines] for meaning, lines in found.items()}


def may_have_replay(snapshot: TableSnapshot, viewer: int) -> bool:
    """True if a replay tells a viewer nothing new: it holds the seed, and with it all decks."""
    return snapshot.over or viewer == EVERYTHING
