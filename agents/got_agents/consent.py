"""Names of agents in files from others: none starts anything unless the user agrees."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from got_agents.own import starts_code


def check_consent(specs: Iterable[str], where: Path, option: str, trust: bool = False) -> None:
    """Refuse agents that run programs, read folders or import modules because a file names them.

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
            f"{where}: agent {asking[0]!r}{others}: it runs a program, reads a folder or imports a"
            f" module because this file says so; name it again with {option}, or add"
            " --trust-agents if you trust the file"
        )
