"""Writes the page of a game while it is played again."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from got_env.core.game import Game, States
from got_env.core.press.messages import Message
from got_env.pictures import known_to
from got_env.replay.page.chances import chances_of
from got_env.replay.page.film import Film, Parts
from got_env.replay.page.talk import EVERYTHING, Talk

_PLACE = re.compile("@([A-Z]+)@")
"""A place in the page that something is put in."""


class PageWriter:
    """Collects what a page shows; what none of its viewers may know is in no part of it.

    Args:
        game: what is played.
        states: the record ``(1,)`` at the start.
        viewers: players, or :data:`EVERYTHING`; whoever opens the page chooses among them.
        agents: names of those who play, by seat; none if they are not known.

    Raises:
        ValueError: if the game is not drawn, or for a viewer that does not take part.
    """

    def __init__(
        self, game: Game, states: States, viewers: Sequence[str], agents: Sequence[str] = ()
    ) -> None:
        if game.words.picture is None:
            raise ValueError(f"{game.code}: there are no pictures of this game")
        for viewer in viewers:
            known_to(game, states, 0, _player(viewer))
        self._game, self._viewers = game, tuple(dict.fromkeys(viewers))
        self._seats = game.seats.in_play(int(states["num_players"][0]))
        self._agents = tuple(agents)
        self._parts = Parts()
        self._films = {viewer: Film(self._parts) for viewer in self._viewers}
        self._steps: list[dict[str, Any]] = []
        self._charts: dict[str, list[dict[str, Any]]] = {v: [] for v in self._viewers}
        self._told = 0
        self._talk = Talk(self._seats, self._viewers)

    def say(self, messages: Sequence[Message]) -> None:
        """The players have talked before the next decision; viewers are shown what they know."""
        self._talk.add(messages, len(self._steps))

    def before(self, states: States, player: str, text: str) -> None:
        """A decision is about to be played.

        Args:
            states: the record ``(1,)`` before it.
            player: who decides.
            text: the decision in words; only a view of everything is told it.
        """
        step = {"phase": self._game.words.phase_name(states, 0), "player": player}
        if EVERYTHING in self._viewers:
            step["text"] = text
        self._add(states, step)

    def end(self, states: States) -> None:
        """The last decision was played."""
        self._add(states, {"phase": self._game.words.phase_name(states, 0)}, last=True)

    def _add(self, states: States, step: dict[str, Any], last: bool = False) -> None:
        picture, words = self._game.words.picture, self._game.words
        assert picture is not None
        now = int(states["round_no"][0])
        new_round = last or not self._steps or self._steps[-1]["round"] != now
        events = words.told_events(states, 0, self._told)
        self._told = int(states["journal_no"][0])
        for viewer in self._viewers:
            known = known_to(self._game, states, 0, _player(viewer))
            self._films[viewer].add(picture(known, 0))
            if new_round:
                numbers = self._game.results.measure(known, 0)
                values = {name: [int(n) for n in row] for name, row in numbers.items()}
                self._charts[viewer].append(
                    {
                        "round": now,
                        "last": last,
                        "values": values,
                        "chances": chances_of(self._game, known, self._seat(viewer)),
                    }
                )
        self._steps.append({"round": now, "events": events, **step})

    def _seat(self, viewer: str) -> int | None:
        return None if viewer == EVERYTHING else self._seats.index(viewer)

    def html(self) -> str:
        """The page."""
        data = {
            "seats": self._seats,
            "viewers": self._viewers,
            "parts": self._parts.texts(),
            "films": {viewer: film.frames for viewer, film in self._films.items()},
            "steps": self._steps,
            "charts": self._charts,
            "talk": self._talk.lines,
        }
        raw = json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
        packed = base64.b64encode(gzip.compress(raw, 9, mtime=0)).decode()
        players = ", ".join(
            f"{seat} ({agent})" if agent else seat
            for seat, agent in zip(
                self._seats, self._agents or [""] * len(self._seats), strict=False
            )
        )
        contents = {
            "TITLE": escape(self._game.identity.title),
            "PLAYERS": escape(players),
            "STYLE": _file("page.css"),
            "SCRIPT": _file("talk.js") + _file("page.js"),
            "DATA": packed,
        }
        # All at once: what is put in may look like a place itself, as a name of an agent can.
        return _PLACE.sub(lambda place: contents[place[1]], _file("page.html"))


def _player(viewer: str) -> str | None:
    return None if viewer == EVERYTHING else viewer


@cache
def _file(name: str) -> str:
    return (files("got_env.replay.page") / name).read_text(encoding="utf-8")
