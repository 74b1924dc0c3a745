"""Identity of an agent: a name alone does not do, as code and files change."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version as version_of
from pathlib import Path
from typing import TYPE_CHECKING

from got_agents.base import Agent, check_game
from got_agents.isolated.introduce import introduce
from got_agents.isolated.messages import Made
from got_agents.own import is_own, refuse_people
from got_agents.registry import DIFFERENT, entry_of, make_agent, name_of, spec_of
from got_env.core.files import naming, opened
from got_env.core.game import Game

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

OBJECT = "object"
"""In place of the kind of a contestant that only one process knows."""

PIECE = 1 << 20
"""Bytes of a file that are held in memory at once."""


@dataclass(frozen=True)
class Contestant:
    """An agent as it took part."""

    name: str
    """The whole specification, such as ``ismcts:sims=400``, or the name that the user gave it."""
    kind: str
    """The part before its argument or options: a name, or a place in code."""
    options: str
    """The part behind it."""
    version: str
    """Its own version if it has one, else that of the distribution it comes from."""
    digest: str
    """Hash of what makes it play as it does: the agent's own ``fingerprint``, such as a hash of its
    weights, else of the files its options name; of an agent in code of the user's own also of the
    file it is written in and, without a fingerprint, of those beside it that it read when made.
    Empty if there is nothing of that."""

    @property
    def text(self) -> str:
        """Specification of the agent, with a name of the user's own before it."""
        spec = f"{self.kind}:{self.options}" if self.options else self.kind
        same = self.name in (spec, f"{self.kind}:") or self.kind == OBJECT
        return self.name if same else f"{self.name}={spec}"


@dataclass(frozen=True)
class _Facts:
    """Facts an agent gives of itself."""

    version: str | None
    fingerprint: str
    source: str = ""


Warn = Callable[[str], None]


def _warn(text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=4)


def identify(specs: Iterable[str], game: Game, warn: Warn = _warn) -> tuple[Contestant, ...]:
    """Contestants by specification; makes each agent once to find out what is wrong with it.

    Agents that are not of this package are made in processes of their own.

    Args:
        specs: specifications of agents.
        game: what they are going to play.
        warn: told in a line of an agent that may change without notice: weights lie beside it, it
            did not read them when it was made, and it has no ``fingerprint``.

    Raises:
        ValueError: if an agent is unknown, named twice, asks a person, cannot be made or does not
            play the game; names it.
    """
    names = list(specs)
    called = [name_of(name) for name in names]
    twice = next((name for name in called if called.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"agent {twice!r} is named twice: expected {DIFFERENT}")
    for name in names:
        spec_of(name)
        refuse_people([name])  # its process has no terminal
    others = introduce((name for name in names if not is_own(name)), game)
    for name, made in others.items():
        if made.unread:
            warn(
                f"agent {name!r} did not read {made.unread} beside it when it was made: a change of"
                " that file goes unnoticed, unless the agent reads it then or has a `fingerprint`"
            )
    return tuple(
        _identify(name, others[name] if name in others else _facts_of(make_agent(name), game))
        for name in names
    )


def _facts_of(agent: Agent, game: Game) -> _Facts:
    check_game(agent, game)
    return _Facts(getattr(agent, "version", None), str(getattr(agent, "fingerprint", "")))


def _identify(text: str, facts: _Facts | Made) -> Contestant:
    spec = spec_of(text)
    options = spec.argument or ""
    version = facts.version
    if version is None:
        version = _version_of(spec.place) if spec.kind == "name" else ""
    digest = facts.fingerprint or _digest_of_files(options)
    if facts.source:
        digest = sha256((facts.source + digest).encode()).hexdigest()[:16]
    return Contestant(name_of(text), spec.maker, options, version, digest)


def _version_of(name: str) -> str:
    dist = entry_of(name).dist
    return f"{dist.name} {dist.version}" if dist else f"got_env {version_of('got_env')}"


def _add_content(total: Hash, file: Path) -> None:
    """Add what a file of any size holds, piece by piece."""
    with naming(file), opened(file, sys.maxsize) as (content, size):
        left = size  # what is appended meanwhile does not keep it from ending
        while left and (piece := content.read(min(left, PIECE))):
            total.update(piece)
            left -= len(piece)


def _digest_of_files(options: str) -> str:
    """Hash of the names and contents of files.

    Raises:
        ValueError: if one of them is no ordinary file, or cannot be read; names it.
    """
    total = sha256()
    for part in options.split(","):
        path = Path(part.rpartition("=")[2])
        if path.parts and os.path.exists(path):
            # Checkpoints beside a policy and curves of its training are not what plays.
            files = sorted(path.iterdir()) if path.is_dir() else [path]
            for file in files:
                if file.suffix in (".json", ".safetensors") or file == path:
                    total.update(file.name.encode())
                    _add_content(total, file)
    return total.hexdigest()[:16] if total.digest() != sha256().digest() else ""
