"""Facts from a folder of files: read, held against their types, and checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from got_env.btwixt.facts import files
from got_env.btwixt.facts.checks import check_facts, check_fixed
from got_env.btwixt.facts.facts import Facts
from got_env.core.data_files import read_data_files

SHIPPED = Path(__file__).parents[1] / "data" / "btwixt"

FILES: Mapping[str, Any] = {
    "allies": files.AllyFile,
    "influence_event": files.CardFile,
    "influence_leader": files.CardFile,
    "influence_standard": files.CardFile,
    "leaders": files.LeaderFile,
    "power_tokens": files.TokenFile,
    "setup": files.SetupFile,
}
"""The files by name, and what each holds."""


def read_facts(folder: Path) -> Facts:
    """The facts of a folder of files.

    Args:
        folder: holds all files of the game. There may be other things beside them, but no other
            JSON.

    Raises:
        ValueError: if a file is missing, cannot be read or says what no game can have; names file
            and field.
    """

    def build(read: Mapping[str, Any], data_hash: str) -> Facts:
        facts = Facts(
            data_hash=data_hash,
            setup=read["setup"],
            standard=read["influence_standard"],
            events=read["influence_event"],
            whites=read["influence_leader"],
            allies=read["allies"],
            leaders=read["leaders"],
            tokens=read["power_tokens"],
            shipped=folder == SHIPPED,
        )
        check_facts(facts)
        if not facts.shipped:
            check_fixed(facts.setup, read_facts(SHIPPED).setup)
        return facts

    return read_data_files("btwixt", FILES, folder, build)
