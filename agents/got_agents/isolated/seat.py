"""The process in which an agent plays: it gets views and answers numbers.

Nothing here is trusted by the other side, since the agent can change all of it.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Iterator
from hashlib import sha256

import msgspec
import numpy as np

from got_agents.base import Agent, View, Views, check_game, choose, decides_in_batches, talks
from got_agents.failures import how_it_failed, printable, show_traceback
from got_agents.isolated.files_read import FilesRead, hash_of, unread_weights
from got_agents.isolated.frames import Frames
from got_agents.isolated.messages import (
    LONGEST_QUESTION,
    Answer,
    Ask,
    Chosen,
    Failed,
    Made,
    Make,
    Question,
    Refused,
    Speak,
    Spoken,
)
from got_agents.isolated.server import serve
from got_agents.registry import make_agent, spec_of
from got_agents.specs import Spec
from got_agents.user_code import folder_of, source_file
from got_env.core.portable import from_portable
from got_env.core.press.messages import checked_messages
from got_env.games import get_game

LONGEST_FACT = 200
"""Characters of a version or a fingerprint."""


def play(descriptors: list[int]) -> None:
    """Make an agent and let it decide, as the other end of the connection asks, until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one ends it
    sys.stdout = sys.stderr  # stderr keeps what was printed when the process dies
    connection = Frames(socket.socket(fileno=descriptors[0]), LONGEST_QUESTION)
    encode, decoder = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(Question)
    process, agent, files = os.getpid(), None, FilesRead()
    while True:
        try:
            question = decoder.decode(connection.receive())
        except EOFError:
            return
        if isinstance(question, Make):
            answers: Iterator[Answer]
            try:
                with files.noting():
                    agent = _make(question)
            except ValueError as error:  # it names the agent
                show_traceback(error)
                answers = iter([Refused(printable(str(error)))])
            except BaseException as error:
                answers = iter([_refused(question.spec, error)])
            else:
                answers = iter([_introduction(question.spec, agent, files)])
        else:
            assert agent is not None
            speaks = isinstance(question, Speak)
            answers = _speak(agent, question) if speaks else _decide(agent, question)
        for answer in answers:
            if os.getpid() != process:
                os._exit(1)  # a copy of this process, made by the agent, must not answer
            connection.send(encode(answer))


def serve_seats(control: int) -> None:
    """Run a fork server of such processes."""
    serve(socket.socket(fileno=control), play, shows_output=True)


def _make(question: Make) -> Agent:
    game = get_game(question.game)  # first, for an agent may know only these data
    agent = make_agent(question.spec)
    try:
        check_game(agent, game)
    except ValueError as error:
        raise ValueError(f"agent {question.spec!r}: {error}") from error
    return agent


def _introduction(spec: str, agent: Agent, files: FilesRead) -> Answer:
    try:
        return _describe(spec, agent, files)
    except BaseException as error:
        return _refused(spec, error)


def _refused(spec: str, error: BaseException) -> Refused:
    show_traceback(error)
    return Refused(printable(f"agent {spec!r}: {how_it_failed(error)}"))


def _describe(text: str, agent: Agent, files: FilesRead) -> Made:
    version = getattr(agent, "version", None)
    fingerprint = printable(str(getattr(agent, "fingerprint", "")), LONGEST_FACT)
    source, unread = _source_of(spec_of(text), files, bool(fingerprint))
    return Made(
        version=None if version is None else printable(str(version), LONGEST_FACT),
        fingerprint=fingerprint,
        source=source,
        batches=decides_in_batches(agent),
        talks=talks(agent),
        unread=printable(unread, LONGEST_FACT),
    )


def _source_of(spec: Spec, read: FilesRead, declared: bool) -> tuple[str, str]:
    """Hash of code of the user's own and what it read, and a file of weights that is not in it.

    Args:
        spec: the specification.
        read: what was read when the agent was made.
        declared: the agent has a fingerprint: what it reads is for that to say.
    """
    file = None if spec.kind == "name" else source_file(spec)
    if file is None:
        return "", ""
    own = sha256(file.read_bytes()).hexdigest()
    folder = file.absolute().parent if spec.kind == "file" else folder_of(spec.place)
    if declared or folder is None:
        return own, ""
    files = read.inside(folder)
    others = [path for path in files if path != file.resolve()]
    unread = [name for name in unread_weights(folder, files) if name not in (spec.argument or "")]
    if others:
        own = sha256((own + hash_of(others, folder)).encode()).hexdigest()
    return own, next(iter(unread), "")


def _decide(agent: Agent, question: Ask) -> Iterator[Answer]:
    views = _views(question)
    if question.together and len(views) > 1 and decides_in_batches(agent):
        try:
            actions = choose(agent, views).tolist()
        except BaseException:  # the rows are asked one by one below, each with its own message
            views = _views(question)  # the agent may have written into the first ones
        else:
            yield Chosen(question.number, 0, actions)
            return
    for row in range(len(views)):
        try:
            action = int(choose(agent, views.part(slice(row, row + 1)))[0])
        except BaseException as problem:
            show_traceback(problem)
            yield Failed(question.number, row, how_it_failed(problem))
        else:
            yield Chosen(question.number, row, [action])


def _speak(agent: Agent, question: Speak) -> Iterator[Answer]:
    heard = question.heard
    try:
        said = agent.talk(_talk_view(question), heard) if talks(agent) else []
        names = heard.players
        messages = [
            ([names[to] for to in receivers], text)
            for receivers, text in checked_messages(said, heard.seat, names, heard.longest)
        ]
    except BaseException as problem:
        show_traceback(problem)
        yield Failed(question.number, 0, how_it_failed(problem))
    else:
        yield Spoken(question.number, messages)


def _talk_view(question: Speak) -> View:
    game = get_game(question.game)
    state = bytearray(from_portable(game, question.state))
    states = np.frombuffer(state, dtype=game.records.state)
    mask = np.zeros(game.actions.size, dtype=np.bool_)
    return View(game, states, question.heard.seat, mask, question.seed, question.heard)


def _views(question: Ask) -> Views:
    """Views in memory of their own, which the agent may write into."""
    game = get_game(question.game)
    seats = np.frombuffer(question.seats, dtype=np.int8).copy()
    states = np.frombuffer(
        bytearray(from_portable(game, question.states)), dtype=game.records.state
    )
    masks = np.frombuffer(question.masks, dtype=np.bool_).reshape(len(seats), -1).copy()
    seeds = np.frombuffer(question.seeds, dtype="<i8").astype(np.int64)
    return Views(game, states, seats, masks, seeds, question.heard)
