"""Store of tables, a folder: a replay of each, and hashes of its links."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Annotated, BinaryIO, Self

import msgspec

from got_agents.serve.messages import LONGEST_CLOCK
from got_env.core.error_values import short_repr
from got_env.core.files import TEMPORARY, FileError, naming, read_bytes, write_whole
from got_env.core.game import Game
from got_env.games import find_game
from got_env.replay import ReplayWriter, read_replay
from got_env.replay.reader import MAX_BYTES

try:
    import fcntl
except ModuleNotFoundError:  # Windows has other locks
    LOCKS = False
else:
    LOCKS = True

PRIVATE = 0o600
"""Replays hold what is hidden, so nobody else may read the files."""

TOKEN_BYTES = 24
MOST_LINKS = 1 << 16
"""Bytes of the file of links."""

LONGEST_PATH = 500
"""Characters of the name of a folder in a message."""

_NAME = re.compile(r"table-[1-9][0-9]*")


def new_secret() -> str:
    """The secret of a link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(secret: str) -> str:
    """Hash of a secret, which is too long and too random to be found by trying."""
    return hashlib.sha256(secret.encode()).hexdigest()


Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""Result of :func:`hashed`."""


class Links(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hashes of the secrets of a table."""

    seats: dict[str, Hash]
    """Of people, by the name of their seat."""
    watcher: Hash
    data: str = ""
    """Reference of the game, with the folder of its data, if these are not the package's."""
    clock: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_CLOCK)] = 0
    """Minutes that each person has for the game; 0: as many as they like."""


class GameFile:
    """A replay that grows with its game: each decision is on its way to the disk when it counts.

    Args:
        file: open for appending.
        lines: how many lines of the replay it holds.
    """

    def __init__(self, file: BinaryIO, lines: int) -> None:
        self._file, self._lines = file, lines
        self._size = os.fstat(file.fileno()).st_size

    def add(self, lines: list[str]) -> None:
        """Write what is new among all lines of a replay.

        Raises:
            OSError: if the file takes no more, or is not as it was left: what is written then
                would be lost with the program.
        """
        found = os.fstat(self._file.fileno())
        if not found.st_nlink:
            raise OSError(errno.ENOENT, "the file of the table has been removed")
        if found.st_size != self._size:
            raise OSError(errno.EIO, "the file of the table has been changed by somebody else")
        text = "".join(f"{line}\n" for line in lines[self._lines :]).encode()
        self._file.write(text)
        self._file.flush()
        self._lines, self._size = len(lines), self._size + len(text)

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):  # what was to be kept was flushed when it was added
            self._file.close()


class TableStore:
    """A folder of tables that no other server uses meanwhile.

    Args:
        folder: made if it is missing, for this user alone.

    Raises:
        ValueError: if it cannot be used, or another server does; names it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock: BinaryIO | None = None
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = _private(folder / "lock", os.O_CREAT)
        except OSError as error:
            raise ValueError(
                f"--folder {str(folder)!r}: cannot be used ({error.strerror})"
            ) from error
        if LOCKS:
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._lock.close()
                raise ValueError(
                    f"--folder {str(folder)!r}: another server keeps its tables there"
                ) from None
        for left in folder.glob(f".*{TEMPORARY}"):  # by a server that was killed while it wrote
            with suppress(OSError):  # what cannot be removed does no harm
                left.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the folder to others."""
        if self._lock is not None:
            self._lock.close()

    def names(self) -> Iterator[str]:
        """Tables in the folder, in the order in which they were made."""
        found = {file.stem for file in self.folder.glob("*.json") if _NAME.fullmatch(file.stem)}
        yield from sorted(found, key=_number)

    def new(
        self, writer: ReplayWriter, links: Mapping[str, str], watcher: str, clock: int = 0
    ) -> tuple[str, Links, GameFile]:
        """Begin a table.

        Args:
            writer: its game, just begun.
            links: secrets of people, by the name of their seat.
            watcher: the secret of who watches.
            clock: minutes that each person has; 0: as many as they like.

        Returns:
            Its name, what is kept of its links, and the file of its game.

        Raises:
            OSError: if it cannot be written.
        """
        used = [_number(file.stem) for file in self.folder.iterdir() if _NAME.fullmatch(file.stem)]
        name = f"table-{max(used, default=0) + 1}"
        identity = writer.game.identity
        kept = Links(
            {seat: hashed(secret) for seat, secret in links.items()},
            hashed(watcher),
            identity.reference if identity.data_dir else "",
            clock,
        )
        file = GameFile(_private(self._replay(name), os.O_CREAT | os.O_EXCL), 0)
        try:
            file.add(writer.lines)
            # Nobody knows of the table before this file is there.
            write_whole(self._links(name), msgspec.json.encode(kept), PRIVATE)
        except BaseException:
            file.close()
            self._replay(name).unlink(missing_ok=True)
            raise
        return name, kept, file

    def open(self, name: str, own: Game | None = None) -> tuple[ReplayWriter, Links, GameFile]:
        """Take a table up where it was left.

        Args:
            name: of the table.
            own: a game whose data the user has given.

        Raises:
            FileError: if its files are damaged, or it is played with data that nobody has given;
                names the file, and the line of a replay.
        """
        path = self._links(name)
        content = read_bytes(path, MOST_LINKS)
        with naming(path):
            links = msgspec.json.decode(content, type=Links)
            _check_data(links.data, own)
        path = self._replay(name)
        content = read_bytes(path, MAX_BYTES)
        whole = content[: content.rfind(b"\n") + 1]  # the rest was cut off while it was written
        with naming(path):
            writer = read_replay(whole).resume()
            missing = set(links.seats) - set(writer.houses)
            if missing or not writer.header.agents or not writer.header.events:
                raise FileError(f"{path}: expected agents and events of the seats with links")
            kept = _private(path)
            try:
                kept.truncate(len(whole))
                file = GameFile(kept, whole.count(b"\n"))
                file.add(writer.lines)
            except OSError:
                kept.close()
                raise
        return writer, links, file

    def _replay(self, name: str) -> Path:
        return self.folder / f"{name}.txt"

    def _links(self, name: str) -> Path:
        return self.folder / f"{name}.json"


def _check_data(reference: str, own: Game | None) -> None:
    """Refuse a table whose data are not here: no folder is read because a file names it."""
    if not reference:
        return
    code, _, rest = reference.partition("@")
    data_hash, _, folder = rest.partition(":")
    try:
        find_game(code, data_hash)
    except ValueError:
        given = "" if own is None else f"; those given have the hash {own.identity.data_hash!r}"
        raise ValueError(
            f"data={short_repr(folder, LONGEST_PATH)}: the table is played with the data of hash"
            f" {short_repr(data_hash)} of this folder: give it with --data-dir if you trust it"
            f"{given}"
        ) from None


def _number(name: str) -> int:
    return int(name.partition("-")[2])


def _private(path: Path, flags: int = 0) -> BinaryIO:
    """A file for appending that is this user's alone; no link to another, no pipe to wait for."""
    # The first is of Windows, which would write CR LF without it; the others are not.
    for name in ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK"):
        flags |= getattr(os, name, 0)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | flags, PRIVATE), "ab")
