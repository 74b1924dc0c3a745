"""A moment of a table as one viewer may see it."""

from __future__ import annotations

import numpy as np

from got_agents.serve.knowing import EVERYTHING, known_to, may_hear
from got_agents.serve.messages import Choice, TalkView, View
from got_agents.serve.moment import Moment
from got_agents.serve.pointing import elements, pointing, without_style
from got_env.core.game import Game, States
from got_env.core.narrator import Prompt
from got_env.core.results import game_result

WIDTH = 46
"""Columns of what is told in lines: as many as fit on a phone."""


def view_of(moment: Moment, viewer: int, replay: bool = False) -> View:
    """The view of a seat or a watcher; whatever it may not know leaves no trace in it.

    Args:
        moment: of the table.
        viewer: a seat, or one of those in :mod:`got_agents.serve.knowing`.
        replay: whether the replay may be had now.
    """
    game = moment.game
    known = known_to(game, moment.states, viewer)
    picture, _ = drawn(game, known)
    prompt = game.words.prompt(game, known, viewer, WIDTH) if viewer >= 0 else None
    asked = viewer == moment.asked and not moment.failure and moment.talk is None
    choices, places = _choices(moment, known, picture, prompt) if prompt and asked else ([], {})
    result = game_result(game, known)
    places_taken = [row["place"] for row in result["houses"].values()]
    phase = game.words.phase_name(known, 0)
    measured = game.results.measure(known, 0)
    return View(
        table=moment.table,
        title=full_title(game),
        game=game.code,
        viewer=moment.seats[viewer] if viewer >= 0 else "",
        seats=list(moment.seats),
        players=list(moment.players),
        round=result["rounds"],
        phase=phase,
        caption=_meaning(game, phase),
        asked="" if moment.over else moment.seats[moment.asked],
        turn=moment.turns[viewer] if viewer >= 0 else 0,
        lines=prompt.lines() if prompt and choices else [],
        choices=choices,
        places=places,
        forced=list(moment.forced[viewer]) if viewer >= 0 else [],
        pages=_pages(game, known, prompt),
        measures={name: [int(n) for n in row] for name, row in measured.items()},
        picture=picture,
        places_taken=places_taken if moment.over else [],
        end=str(result["end"] or ""),
        failure=moment.failure,
        replay=replay,
        talk=_talk(moment, viewer),
    )


def full_title(game: Game) -> str:
    """The title of a game, and that it is played with somebody's own data if it is."""
    return game.identity.title + (" (own data)" if game.identity.data_dir else "")


def heard_by(moment: Moment, viewer: int) -> list[tuple[str, str, str]]:
    """Sender, receivers and text of all messages that a viewer knows, oldest first."""
    players = len(moment.players)
    return [
        (moment.seats[message.sender], message.receivers(moment.seats), message.text)
        for message in (moment.messages or ())[: moment.said]
        if may_hear(message, viewer, players)
    ]


def _talk(moment: Moment, viewer: int) -> TalkView | None:
    talk = moment.talk
    if talk is None or moment.failure:
        return None
    return TalkView(
        place=talk.place,
        meaning=talk.meaning,
        number=talk.number,
        rounds=talk.rounds,
        most=talk.most.get(viewer, 0),
        longest=talk.longest,
        waiting=[moment.seats[seat] for seat in talk.most],
    )


def drawn(game: Game, known: States) -> tuple[str, str]:
    """The picture of a redacted record, and its style; a game that is not drawn shows its text."""
    if game.words.picture is None:
        return "", ""
    return without_style(game.words.picture(known, 0))


def _choices(
    moment: Moment, known: States, picture: str, prompt: Prompt
) -> tuple[list[Choice], dict[str, list[str]]]:
    game = moment.game
    legal = [int(action) for action in np.flatnonzero(moment.mask)]
    texts = [game.actions.text(known, 0, action) for action in legal]
    at, places = pointing(texts, elements(picture))
    choices = [
        Choice(action, text, prompt.remark(action, text), names)
        for action, text, names in zip(legal, texts, at, strict=True)
    ]
    return choices, places


def _meaning(game: Game, phase: str) -> str:
    """What the open decision is about; empty at the end."""
    return next((d.meaning for d in game.actions.decisions if d.name == phase), "")


def _pages(game: Game, known: States, prompt: Prompt | None) -> dict[str, list[str]]:
    """What a viewer can look up without naming anything."""
    if prompt is None:
        return {"the whole position": game.words.board(known, 0).splitlines()}
    return {
        meaning: prompt.look_up(word) or []
        for word, meaning in prompt.commands.items()
        if word.islower() and " " not in word
    }


def may_have_replay(moment: Moment, viewer: int) -> bool:
    """Whether a replay tells a viewer nothing new: it holds the seed, and with it all decks."""
    return moment.over or viewer == EVERYTHING
