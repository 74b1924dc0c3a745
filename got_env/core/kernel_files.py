"""The files that hold the machine code of kernels: where they are, and whose are loaded.

A file holds a kernel for one combination of argument types and one kind of machine. Its header says
what the code was made from and what it has to be, byte for byte: a stale, truncated or garbled file
is as good as none. The code is compressed, to a fifth. Loading machine code runs it, so a file that
somebody else could have written is not loaded.

Places are tried in order: the folder that the user chose, ``__pycache__`` beside the sources, the
user's own cache folder. The first that can be written is the last: code is looked for in all up to
it and kept in it. So a warm cache beside read-only sources is used, and what it lacks is kept
elsewhere.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from got_env.core.shipped_kernels import Shipped, shipped_name

SUFFIX = ".kernel"
MAGIC = b"got_env kernel 3\n"
DIGEST = hashlib.sha256().digest_size
LONGEST_NAME = 100
"""Characters of a kernel's name in the names of its files."""

LONGEST_SHOWN = 200
"""Characters of the folder that the user chose, in a message."""

_OPEN_FLAGS = ("O_CLOEXEC", "O_NONBLOCK", "O_BINARY")  # a pipe in place of a file must not block
READ_ONLY = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in _OPEN_FLAGS)

_said: set[str] = set()


class Place(NamedTuple):
    """A folder for machine code."""

    folder: Path
    guarded: bool
    """False beside the sources: who can write there could as well change the sources."""
    chosen: str = ""
    """The folder that the user chose, as it was written; empty if this is no part of it."""


class _ForeignFileError(Exception):
    """Somebody else could have written the file."""


class KernelFiles:
    """The files of one kernel on one kind of machine.

    Args:
        source: the file that defines the kernel.
        name: of the kernel; two kernels of a name take turns.
        made_from: digest of everything that the machine code depends on.
        machine: what kind of machine, versions and settings the code is for; files for
            different ones lie side by side.
        chosen: folder that the user chose; empty if none.
        shipped: kernels that lie in the package itself, for the same versions and settings; None
            if there are none.
        quiet: whether nothing is said of what could not be loaded or kept.
    """

    def __init__(
        self,
        source: Path,
        name: str,
        made_from: bytes,
        machine: str,
        chosen: str = "",
        shipped: Shipped | None = None,
        quiet: bool = False,
    ) -> None:
        plain = name.replace("<", "").replace(">", "")[:LONGEST_NAME]
        self._source, self._shipped, self._quiet = source, shipped, quiet
        self._start, self._made_from = f"{source.stem}.{plain}", made_from
        self._stem = _stem(self._start, machine)
        self._head = _head(made_from, machine)
        self._places = tuple(places(source, chosen))
        self._owners = _trusted_owners(source)

    @property
    def folder(self) -> Path | None:
        """Folder for new machine code; None if nothing can be written."""
        return next((place.folder for place in self._places if _can_write(place.folder)), None)

    def load(self, types: str) -> bytes | None:
        """The machine code for these argument types; None if it has to be compiled.

        If it could not be kept afterwards either, or not where the user chose, one line on stderr
        says so; another one if kernels in the package should have held it.
        """
        code, problem = self._load_shipped(types)
        if code is None:
            code = self._load_kept(types)
        if code is None and problem:
            self._say("shipped", f"{problem}: compiling")
        return code

    def _load_shipped(self, types: str) -> tuple[bytes | None, str]:
        """Machine code in the package, and why there is none where there should be some."""
        shipped = self._shipped
        if shipped is None or shipped_name(self._source, "") is None:
            return None, ""
        if shipped.unfit:
            return None, shipped.unfit
        machine = str(shipped.machine)
        name = shipped_name(self._source, f"{_stem(self._start, machine)}{_short(types)}{SUFFIX}")
        if name not in shipped.files:
            return None, ""
        try:
            content = (shipped.folder / name).read_bytes()
        except OSError as error:
            return None, f"kernels in this wheel are incomplete ({name}: {error.strerror})"
        head = _head(self._made_from, machine) + _digest(types)
        if content[: len(head)] != head and content.startswith(MAGIC):
            return None, f"kernels in this wheel are of other sources than those here ({name})"
        code = _checked(content, head)
        return code, "" if code is not None else f"kernels in this wheel are damaged ({name})"

    def _load_kept(self, types: str) -> bytes | None:
        """Machine code in the cache."""
        head = self._head + _digest(types)
        for place in self._places:
            try:
                code = self._read(place, self._path(place, types), head)
            except _ForeignFileError as reason:
                self._say("foreign", f"does not load kernels that others could have made: {reason}")
                continue
            if code is not None:
                return code
            if _can_write(place.folder):
                return None
            if place.chosen:
                self._say_not_chosen(place)
        self._say_in_memory()
        return None

    def save(self, types: str, code: bytes) -> None:
        """Keep machine code in the first place that takes it; one line on stderr if none does."""
        packed = zlib.compress(code, level=1)
        content = self._head + _digest(types) + hashlib.sha256(packed).digest() + packed
        for place in self._places:
            path = self._path(place, types)
            if not _can_write(place.folder) or self._is_foreign(place, path):
                continue
            try:
                _write(path, content)
            except OSError as error:
                self._say_in_memory(f"{place.folder}: {error.strerror}")
            return
        self._say_in_memory()

    def any_fresh(self) -> bool:
        """True if machine code that is not stale is there for any argument types."""
        if self._any_shipped():
            return True
        for place in self._places:
            paths = list(_files_of(place.folder, self._stem))
            try:
                if any(self._content(place, p, len(self._head)) == self._head for p in paths):
                    return True
            except _ForeignFileError:
                continue
            if _can_write(place.folder):
                return False
        return False

    def _any_shipped(self) -> bool:
        shipped = self._shipped
        if shipped is None or shipped.unfit:
            return False
        machine = str(shipped.machine)
        stem = shipped_name(self._source, _stem(self._start, machine))
        if stem is None:
            return False
        head = _head(self._made_from, machine)
        return any(
            _beginning(shipped.folder / name, len(head)) == head
            for name in shipped.files
            if name.startswith(stem)
        )

    def _path(self, place: Place, types: str) -> Path:
        return place.folder / f"{self._stem}{_short(types)}{SUFFIX}"

    def _read(self, place: Place, path: Path, head: bytes) -> bytes | None:
        content = self._content(place, path, None)
        return None if content is None else _checked(content, head)

    def _is_foreign(self, place: Place, path: Path) -> bool:
        try:
            self._content(place, path, 0)
        except _ForeignFileError:
            return True
        return False

    def _content(self, place: Place, path: Path, size: int | None) -> bytes | None:
        """The file, or its first bytes; None if it cannot be read.

        Raises:
            _ForeignFileError: if it is not to be trusted. The open file is what is judged, so that
                nobody can put another in its place in between.
        """
        try:
            descriptor = os.open(path, READ_ONLY)
        except OSError:
            return None
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise _ForeignFileError(f"{path.name} is no plain file")
            if place.guarded and self._owners:
                if status.st_uid not in self._owners:
                    raise _ForeignFileError(f"{path.name} belongs to user {status.st_uid}")
                if status.st_mode & stat.S_IWOTH:
                    raise _ForeignFileError(f"{path.name} can be written by everybody")
            return file.read(-1 if size is None else size)

    def _say(self, what: str, message: str) -> None:
        if not self._quiet:
            say(what, message)

    def _say_not_chosen(self, place: Place) -> None:
        kept = self.folder
        if kept is None:  # The line about kernels in memory names all places, this one too.
            return
        wanted, why = place.chosen[:LONGEST_SHOWN], _problem(place.folder)
        self._say(
            "not chosen",
            f"cannot use NUMBA_CACHE_DIR={wanted} ({why}): kernels are looked for"
            f" and kept in {kept}",
        )

    def _say_in_memory(self, problem: str = "") -> None:
        tried = problem or ", ".join(str(place.folder) for place in self._places)
        self._say(
            "in memory",
            "compiles kernels in memory, which takes minutes in every process: there is no place"
            f" to keep them ({tried}); NUMBA_CACHE_DIR may name a folder that can be written",
        )


def places(source: Path, chosen: str = "") -> Iterator[Place]:
    """Places for machine code of the kernels of a source file, in order."""
    source = source.absolute()
    own = f"{source.parent.name}_{_short(str(source.parent))}"
    if chosen:
        yield Place(Path(chosen).absolute() / own, guarded=True, chosen=chosen)
    yield Place(source.parent / "__pycache__", guarded=False)
    user = user_cache()
    if user is not None:
        yield Place(user / own, guarded=True)


def user_cache() -> Path | None:
    """The user's own folder for what this package keeps; None where the user has no home."""
    if os.name == "nt":
        local = os.environ.get("LOCALAPPDATA", "")
        return Path(local, "got_env", "Cache") if local else None
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(chosen):
        return Path(chosen, "got_env")
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        return None
    within = ("Library", "Caches") if sys.platform == "darwin" else (".cache",)
    return Path(home, *within, "got_env")


def _trusted_owners(source: Path) -> frozenset[int]:
    """Users whose files are loaded: this one, root, and who owns the sources; empty on Windows.

    The last two can change what this user runs anyway.
    """
    if not hasattr(os, "geteuid"):
        return frozenset()
    return frozenset({os.geteuid(), 0, source.stat().st_uid})


def _can_write(folder: Path) -> bool:
    """True if files can be made in a folder, which is made first; found out by doing it."""
    return not _problem(folder)


@cache
def _problem(folder: Path) -> str:
    """Why no file can be made in a folder; empty if one can."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or str(error)
    return ""


def _write(path: Path, content: bytes) -> None:
    """Write a file as a whole: readers and other writers never see a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{uuid4().hex}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(unfinished, flags, 0o644), "wb") as file:
            file.write(content)
        os.replace(unfinished, path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _files_of(folder: Path, stem: str) -> Iterator[Path]:
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        if name.startswith(stem) and name.endswith(SUFFIX):
            yield folder / name


def say(what: str, message: str) -> None:
    """One line on stderr, once in a process for each kind of message."""
    if what not in _said and sys.stderr is not None:
        print(f"got_env: {message}", file=sys.stderr, flush=True)
    _said.add(what)


def _stem(start: str, machine: str) -> str:
    """Start of the names of all files of a kernel."""
    return f"{start}-{_short(machine)}-"


def _head(made_from: bytes, machine: str) -> bytes:
    """Start of the content of all files of a kernel."""
    return MAGIC + made_from + _digest(machine)


def _checked(content: bytes, head: bytes) -> bytes | None:
    """The machine code in the content of a file; None if that is stale or damaged."""
    if not content.startswith(head):
        return None
    packed = content[len(head) + DIGEST :]
    expected = content[len(head) : len(head) + DIGEST]
    return zlib.decompress(packed) if hashlib.sha256(packed).digest() == expected else None


def code_in(content: bytes) -> bytes:
    """The machine code in the content of a file that nobody has changed."""
    return zlib.decompress(content[len(MAGIC) + 4 * DIGEST :])


def _beginning(path: Path, size: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(size)
    except OSError:
        return b""


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _short(text: str) -> str:
    return _digest(text).hex()[:12]
