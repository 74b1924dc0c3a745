"""Consent to what files of others name: no agent starts and no folder is read without it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from got_agents.own import starts_code
from got_env.core.error_values import short_repr


def check_consent(specs: Iterable[str], where: Path, option: str, trust: bool = False) -> None:
    """Refuse agents that reach beyond this package because a file names them.

    They run programs, talk to servers, read folders or import modules.

    Args:
        specs: specifications that nobody but the file has named.
        where: the file or folder they stand in.
        option: what the user can write to name them; part of the message.
        trust: the user has said that all agents in the file may start.

    Raises:
        ValueError: if there is such an agent; names the first one, and what to write.
    """
    asking = [] if trust else [spec for spec in specs if starts_code(spec)]
    if asking:
        others = f" and {len(asking) - 1} more" if len(asking) > 1 else ""
        raise ValueError(
            f"{where}: agent {asking[0]!r}{others}: it runs a program, talks to a server, reads"
            f" a folder or imports a module because this file says so; name it again with {option},"
            " or add --trust-agents if you trust the file"
        )


def check_data_dir(named: object, asked: Mapping[str, object], where: Path) -> None:
    """Refuse to read a folder of board and card files because a file names it.

    Args:
        named: the folder that stands in the file; empty if there is none.
        asked: what the user has asked for, with ``data_dir`` if it is given.
        where: the file.

    Raises:
        ValueError: if only the file names a folder.
    """
    if named and not asked.get("data_dir"):
        raise ValueError(
            f"{where}: data_dir={short_repr(named)}: give the folder again with --data-dir if you"
            " trust it"
        )
