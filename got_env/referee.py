"""The referee: one game behind requests and answers that are plain data.

Nothing here reads or writes anything: :meth:`Referee.answer` takes a request as a mapping and gives
the answer as a mapping; ``got referee`` carries both over stdin and stdout. A refusal changes
nothing. The protocol is described in docs/referee.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any

import msgspec

from got_env.core.checks import checked_seed
from got_env.core.error_values import short_repr
from got_env.core.game import Game, States
from got_env.core.press.settings import press_settings
from got_env.decks import start_with_decks
from got_env.envs.table import Table
from got_env.games import GAMES, find_game, games_with
from got_env.positions import position_of, states_from
from got_env.press import Press
from got_env.press_answers import heard_since, open_talk

MAX_SLOTS = 1000
"""Games that can be saved at the same time."""
MAX_ACTIONS = 10_000
"""Actions of one request."""

Answer = dict[str, Any]


class Refusal(Exception):
    """A request that is not carried out.

    Attributes:
        code: one word for programs.
        details: further parts of the error.
    """

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.details = details


class _Request(msgspec.Struct, forbid_unknown_fields=True, tag_field="cmd"):
    pass


class SaidTo(msgspec.Struct, forbid_unknown_fields=True):
    """A message: receivers and text."""

    to: str | list[str]
    text: str


class New(_Request, tag="new"):
    """Start a game."""

    game: str
    players: int
    options: dict[str, str | bool] = {}
    seed: int = 0
    decks: dict[str, list[str | None]] = {}
    press: str | bool | dict[str, Any] = False


class Set(_Request, tag="set"):
    """Go to a position."""

    position: dict[str, Any]
    seed: int = 0
    press: str | bool | dict[str, Any] = False


class Position(_Request, tag="position"):
    """The whole position, or what a player knows of it."""

    viewer: str | None = None


class Turn(_Request, tag="turn"):
    """Ask who decides, and what about."""


class Legal(_Request, tag="legal"):
    """Ask for the actions that can be played."""


class Act(_Request, tag="act"):
    """Play one action, or several, all or none."""

    action: str | None = None
    actions: list[str] | None = None


class Save(_Request, tag="save"):
    """Keep the game in a new slot, or in one that is used."""

    slot: int | None = None


class Load(_Request, tag="load"):
    """Go back to a saved game."""

    slot: int


class Observe(_Request, tag="observe"):
    """Ask for the knowledge of a player, in words."""

    player: str


class Say(_Request, tag="say"):
    """All that a player wants to say in this round of talk."""

    player: str
    messages: list[SaidTo] = []


class Hear(_Request, tag="hear"):
    """Ask for the messages that a player has said and heard."""

    player: str
    since: int = 0


class Quit(_Request, tag="quit"):
    """Say goodbye."""


Request = New | Set | Position | Turn | Legal | Act | Save | Load | Observe | Say | Hear | Quit


class Referee:
    """A session: at most one game at a time, and saved ones.

    Attributes:
        done: whether the other side has said ``quit``.

    Args:
        data_dir: your own folder of board and card files, with which all games are played.
    """

    def __init__(self, data_dir: str | PathLike[str] | None = None) -> None:
        self._games = GAMES if data_dir is None else games_with(data_dir)
        self.done = False
        self._table: Table | None = None
        self._texts: dict[str, int] | None = None
        self._press: Press | None = None
        self._slots: list[tuple[Table, Press | None]] = []

    def answer(self, request: object) -> Answer:
        """Carry out a request.

        Args:
            request: a JSON value as Python data.

        Returns:
            ``{"ok": True, ...}``, or ``{"ok": False, "error": {"code", "message"}}`` with the
            session as it was before.
        """
        try:
            return {"ok": True, **self._carry_out(_parsed(request))}
        except Refusal as refusal:
            return refused(refusal.code, str(refusal), **refusal.details)

    def _carry_out(self, request: Request) -> Answer:
        match request:
            case New():
                self._new(request)
            case Set():
                self._set(request)
            case Position():
                return {"position": self._position(request.viewer)}
            case Turn():
                return self._turn()
            case Legal():
                return {"actions": list(self._legal())}
            case Act():
                return {"events": self._act(request)}
            case Save():
                return {"slot": self._save(request.slot)}
            case Load():
                return {"slot": self._load(request.slot)}
            case Observe():
                return {"text": self._running.text(self._seat(request.player, "player"))}
            case Say():
                return self._say(request)
            case Hear():
                return self._hear(request)
            case Quit():
                self.done = True
        return {}

    @property
    def _running(self) -> Table:
        if self._table is None:
            raise Refusal("no_game", "there is no game yet: expected 'new', 'set' or 'load' first")
        return self._table

    def _begin(self, table: Table, press: Press | None) -> None:
        self._table, self._press = table, press
        self._texts = None
        self._look()

    def _look(self) -> None:
        """Find out whether players may talk now."""
        if self._press is not None and not self._running.over:
            self._press.due(self._running.states, self._running.mask)

    def _new(self, request: New) -> None:
        try:
            game = self._games.get(request.game) or find_game(request.game)
            if request.players not in game.seats.counts:
                raise ValueError(
                    f"players={short_repr(request.players)}: expected one of {game.seats.counts}"
                )
            states = start_with_decks(
                game, request.players, _seed(request.seed), request.options, request.decks
            )
            press = _press(game, states, request.press)
        except ValueError as error:
            raise Refusal("value", str(error)) from None
        self._begin(_table(game, states), press)

    def _set(self, request: Set) -> None:
        try:
            own = self._games.get(str(request.position.get("game")))
            game, states = states_from(request.position, _seed(request.seed), own)
        except ValueError as error:
            raise Refusal("position", str(error)) from None
        try:
            press = _press(game, states, request.press)
        except ValueError as error:
            raise Refusal("value", str(error)) from None
        self._begin(_table(game, states), press)

    def _position(self, viewer: str | None) -> dict[str, Any]:
        table = self._running
        if viewer is not None:
            self._seat(viewer, "viewer")
        return position_of(table.game, table.states, 0, viewer)

    def _turn(self) -> Answer:
        table = self._running
        if table.over:
            places = table.states["place"][0].tolist()
            ranking = sorted(table.houses, key=lambda house: places[table.houses.index(house)])
            winner = ranking[0] if places.count(0) == 1 else None
            return {"over": True, "winner": winner, "ranking": ranking}
        return {
            "player": table.houses[table.seat],
            "phase": table.game.words.phase_name(table.states, 0),
            "context": table.game.words.context(table.states, 0),
            **open_talk(self._press),
        }

    def _say(self, request: Say) -> Answer:
        seat = self._seat(request.player, "player")
        press = self._talking
        try:
            press.say(seat, [(message.to, message.text) for message in request.messages])
        except ValueError as error:
            raise Refusal("value", str(error)) from None
        self._look()
        return open_talk(press)

    def _hear(self, request: Hear) -> Answer:
        seat = self._seat(request.player, "player")
        try:
            return heard_since(self._talking, seat, request.since)
        except ValueError as error:
            raise Refusal("value", str(error)) from None

    @property
    def _talking(self) -> Press:
        if self._press is None:
            raise Refusal("no_press", "nobody talks in this game: expected 'press' in 'new'")
        return self._press

    def _legal(self) -> Mapping[str, int]:
        """Texts of the legal actions, and the actions."""
        table = self._running
        if self._texts is None:
            self._texts = {
                table.game.actions.text(table.states, 0, action): action
                for action in table.legal_actions()
            }
        return self._texts

    def _act(self, request: Act) -> list[str]:
        table = self._running
        if (request.action is None) == (request.actions is None):
            raise Refusal("request", "act: expected 'action' or 'actions'")
        if request.action is not None:
            return self._play(table, request.action)
        texts = request.actions or []
        if len(texts) > MAX_ACTIONS:
            raise Refusal("value", f"actions: {len(texts)}, expected at most {MAX_ACTIONS}")
        before = table.states.copy()
        said = self._press.mark() if self._press is not None else None
        events: list[str] = []
        for index, text in enumerate(texts):
            try:
                events += self._play(table, text)
            except Refusal as refusal:
                table.states[:] = before
                table.refresh()
                self._texts = None
                if self._press is not None and said is not None:
                    self._press.return_to(said)
                raise Refusal(refusal.code, f"actions[{index}]: {refusal}", index=index) from None
        return events

    def _play(self, table: Table, text: str) -> list[str]:
        legal = self._legal()
        if text not in legal:
            raise self._illegal(table, text, legal)
        told = int(table.states["journal_no"][0])
        if self._press is not None:
            self._press.decided(table.seat)
        table.play(legal[text])
        self._texts = None
        self._look()
        return [event for event in table.game.words.new_events(table.states, 0, told) if event]

    def _illegal(self, table: Table, text: str, legal: Mapping[str, int]) -> Refusal:
        if table.over:
            return Refusal("over", f"action {short_repr(text)}: the game is over")
        some = ", ".join(list(legal)[:5]) + (", ..." if len(legal) > 5 else "")
        phase = table.game.words.phase_name(table.states, 0)
        who = table.houses[table.seat]
        return Refusal(
            "illegal", f"{who} in {phase}: action {short_repr(text)} is not legal; legal: {some}"
        )

    def _save(self, slot: int | None) -> int:
        table = self._running
        game = table.clone(), self._press.copy() if self._press is not None else None
        if slot is None:
            if len(self._slots) >= MAX_SLOTS:
                raise Refusal("slot", f"all {MAX_SLOTS} slots are used: name one to use again")
            self._slots.append(game)
            return len(self._slots) - 1
        self._slots[self._used(slot)] = game
        return slot

    def _load(self, slot: int) -> int:
        table, press = self._slots[self._used(slot)]
        self._begin(table.clone(), press.copy() if press is not None else None)
        return slot

    def _used(self, slot: int) -> int:
        if not 0 <= slot < len(self._slots):
            used = f"0 to {len(self._slots) - 1}" if self._slots else "'save' first"
            raise Refusal("slot", f"slot={short_repr(slot)}: expected {used}")
        return slot

    def _seat(self, name: str, field: str) -> int:
        houses = self._running.houses
        if name not in houses:
            raise Refusal(
                "value", f"{field}={short_repr(name)}: expected one of {', '.join(houses)}"
            )
        return houses.index(name)


def refused(code: str, message: str, **details: Any) -> Answer:
    """The answer to a request that is not carried out."""
    return {"ok": False, "error": {"code": code, "message": message, **details}}


def _parsed(request: object) -> Request:
    if not isinstance(request, dict):
        raise Refusal("request", f"expected an object, not {short_repr(request)}")
    command = request.get("cmd")
    if not isinstance(command, str) or command not in COMMANDS:
        told = short_repr(command) if "cmd" in request else "missing"
        raise Refusal("request", f"cmd is {told}: expected one of {', '.join(COMMANDS)}")
    try:
        parsed: Request = msgspec.convert(request, type=COMMANDS[command])
    except msgspec.ValidationError as error:
        raise Refusal("request", f"{command}: {_in_words(str(error))}") from None
    return parsed


COMMANDS: Mapping[str, Any] = {
    str(kind.__struct_config__.tag): kind
    for kind in (New, Set, Position, Turn, Legal, Act, Save, Load, Observe, Say, Hear, Quit)
}


def _in_words(message: str) -> str:
    """A message of msgspec with the path of a field as users write it, and without its ticks."""
    message = message.replace("`", "'").replace("$.", "").replace("[...]", "")
    return message[:1].lower() + message[1:]


def _table(game: Game, states: States) -> Table:
    players = int(states["num_players"][0])
    table = Table(game, players)
    table.states[:] = states
    table.refresh()
    return table


def _press(game: Game, states: States, given: object) -> Press | None:
    settings = press_settings(game.moments, given)
    return Press(game, int(states["num_players"][0]), settings) if settings else None


def _seed(seed: int) -> int:
    # A huge number is shown as such: Python does not write those of many digits.
    if not -(2**63) <= seed < 2**63:
        raise ValueError(f"seed={short_repr(seed)}: expected 0 to 2**63 - 1")
    return checked_seed(seed)
