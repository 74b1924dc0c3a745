"""The members of a league: policies in folders that are named by number."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from got_agents.network import NetworkShape
from got_agents.policy import PolicyAgent, PolicyCard, fingerprint_of, load_policy
from got_agents.saving import save_policy
from got_agents.weights import Weights
from got_env.core.game import Game
from got_training.args import sizes_of

FOLDER = "members"

START, MAIN, EXPLOITER = KINDS = ("start", "main", "exploiter")
"""Origin of a member: what the league started from, a main training, an exploiter."""

FIRST = 0
"""Number of the member that a league starts from."""

Number = Annotated[int, Meta(ge=0, le=99_999)]
Short = Annotated[str, Meta(max_length=16)]
Fingerprint = Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]


@dataclass(frozen=True)
class Member:
    """A member as the league knows it."""

    number: Number
    kind: Short
    """One of :data:`KINDS`."""
    round: Number
    """In which it was trained; 0 for the first one."""
    fingerprint: Fingerprint
    """Of its tensors."""

    @property
    def name(self) -> str:
        """Name of its folder, such as ``003-exploiter``."""
        return f"{self.number:03d}-{self.kind}"

    def folder(self, league: Path) -> Path:
        """Folder that keeps it."""
        return league / FOLDER / self.name


@dataclass(frozen=True)
class Policy:
    """A policy in memory."""

    card: PolicyCard
    shape: NetworkShape
    weights: Weights

    @property
    def fingerprint(self) -> str:
        """Of its tensors."""
        return fingerprint_of(self.weights)

    def agent(self, game: Game, name: str) -> PolicyAgent:
        """Agent that plays it."""
        return PolicyAgent.of(game, self.shape, self.weights, name=name)

    def save(self, folder: Path) -> None:
        """Write it as a playable policy.

        Raises:
            OSError: if it cannot be written.
        """
        save_policy(folder, self.card, self.weights)


def read_policy(folder: Path, game: Game, shape: NetworkShape | None = None) -> Policy:
    """The policy of a folder, which can be trained on.

    Args:
        folder: where it is.
        game: what it must play.
        shape: sizes that its network must have; None for any that this package trains.

    Raises:
        ValueError: if it is missing, damaged or of another game, or its network is another one;
            names the folder.
    """
    card, weights = load_policy(folder)
    if (card.game, card.data_hash) != (game.code, game.identity.data_hash):
        raise ValueError(
            f"{folder}: a policy of {card.game}, data {card.data_hash}: expected {game.code}, data"
            f" {game.identity.data_hash}"
        )
    found = card.network
    wanted = shape
    if wanted is None and isinstance(found, NetworkShape):
        wanted = NetworkShape.of(game, **sizes_of(found))
    if not isinstance(found, NetworkShape) or found != wanted:
        if wanted is None:
            kind = found.plain()["kind"]
            raise ValueError(
                f"{folder}: its network is of the kind {kind!r}: expected one that got train makes"
            )
        raise ValueError(f"{folder}: its network is {found.plain()}: expected {wanted.plain()}")
    return Policy(card, found, weights)


def read_member(league: Path, member: Member, game: Game, shape: NetworkShape) -> Policy:
    """The policy of a member.

    Raises:
        ValueError: as :func:`read_policy`, or if it is not the policy that became a member.
    """
    folder = member.folder(league)
    policy = read_policy(folder, game, shape)
    if policy.fingerprint != member.fingerprint:
        raise ValueError(
            f"{folder}: its policy has the fingerprint {policy.fingerprint}: expected"
            f" {member.fingerprint}, that of the member"
        )
    return policy
