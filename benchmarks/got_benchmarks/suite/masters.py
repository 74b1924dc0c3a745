"""The harder pools: the policy and the searches of the package, with the best scripts.

They lie beside the policies, ``got_agents/policies/GAME/masters.json``. Such a pool names
the weights of its policy, so that no other ones play under its name by accident: a new policy is
put there on purpose, with its fingerprint. From 1.0.0 on it gets a new name too.
"""

from __future__ import annotations

import msgspec

from got_agents.policy import shipped_policy
from got_env.core.files import read_bytes
from got_env.core.strict_json import parse_json
from got_env.core.structures import converted

FILE = "masters.json"
MOST_BYTES = 1 << 16


class Masters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pool whose policy is known by its weights."""

    pool: str
    """Name and version."""
    members: tuple[str, ...]
    """Specifications of its agents."""
    policy: str
    """Fingerprint of the weights of the member ``policy``."""

    def check(self, digest: str) -> None:
        """Compare the policy that plays with the one that the pool was frozen with.

        Raises:
            ValueError: if it is another one.
        """
        if digest != self.policy:
            raise ValueError(
                f"pool={self.pool}: it was frozen with the policy {self.policy}, and the package"
                f" has {digest}: expected that policy, or this fingerprint in {FILE}"
            )


def masters_of(game: str) -> Masters | None:
    """The harder pool of a game; None if it has none.

    Raises:
        ValueError: if its file is damaged; names the field.
    """
    try:
        file = shipped_policy(game) / FILE
    except ValueError:
        return None
    if not file.exists():
        return None
    return converted(Masters, parse_json(read_bytes(file, MOST_BYTES).decode()), FILE)
