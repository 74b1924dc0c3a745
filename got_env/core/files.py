"""Files of strangers, read within bounds, and own files, written whole.

A file is opened once, its size is checked before a byte is read, and any error in its content
becomes one :class:`FileError` that names the file.
"""

from __future__ import annotations

import csv
import errno
import os
import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from typing import Any, BinaryIO

from got_env.core.strict_json import parse_json

TEMPORARY = ".unfinished"
"""Suffix of a file that is being written; the next owner of its folder removes it."""


class FileError(ValueError):
    """Fault of a file; the text names the file."""


@contextmanager
def naming(source: object) -> Iterator[None]:
    """Turn everything that content can be wrong in into an error that names its source.

    Raises:
        FileError: in place of `ValueError`, `RecursionError`, `OverflowError`, `MemoryError` and
            `OSError`; one that names another file already stays as it is.
    """
    try:
        yield
    except FileError:
        raise
    except ValueError as error:
        raise FileError(f"{source}: {error}") from error
    except RecursionError as error:
        raise FileError(f"{source}: nested too deeply") from error
    except OverflowError as error:
        raise FileError(f"{source}: a number is too large") from error
    except MemoryError as error:
        raise FileError(f"{source}: takes more memory than there is") from error
    except OSError as error:
        raise FileError(f"{source}: cannot be read ({error.strerror or error})") from error


@contextmanager
def opened(path: Path, most: int) -> Iterator[tuple[BinaryIO, int]]:
    """A file open for reading, and its size in bytes.

    What is open stays the same file when another one is put into its place.

    Raises:
        ValueError: if it is no ordinary file, or longer than ``most`` bytes.
        OSError: if it cannot be opened.
    """
    with open(path, "rb", opener=_open_without_waiting) as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise ValueError("expected an ordinary file")
        if found.st_size > most:
            raise ValueError(f"{found.st_size} bytes, expected at most {most}")
        yield file, found.st_size


def _open_without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe that nobody writes to would be waited for otherwise."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_bytes(path: Path, most: int) -> bytes:
    """Content of a file of at most ``most`` bytes.

    Raises:
        ValueError: if it is longer or cannot be read; names it.
    """
    with naming(path), opened(path, most) as (file, size):
        return file.read(size)


def read_json(path: Path, most: int) -> Any:
    """Plain data from a JSON file of at most ``most`` bytes.

    Raises:
        ValueError: if it is longer, cannot be read, is no JSON, or repeats a key; names it.
    """
    content = read_bytes(path, most)
    with naming(path):
        return parse_json(content)


def write_whole(path: Path, content: bytes, mode: int | None = None) -> None:
    """Put a file into its place at once: readers see the old one or this one, also after a crash.

    Args:
        path: its name; a link of that name is replaced too.
        content: its bytes.
        mode: its permissions; those of any new file by default.

    Raises:
        OSError: if it cannot be written; the old one stays.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}{TEMPORARY}")
    try:
        with open(temporary, "xb") as file:
            file.write(content)
            if mode is not None:
                temporary.chmod(mode)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException as error:
        if isinstance(error, OSError):
            error.filename = str(path)  # what was asked for; nobody knows the temporary name
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Put a table of comma-separated values into its place at once, as :func:`write_whole`.

    Args:
        path: its name.
        columns: names of its columns, which are the first line.
        rows: values by column.

    Raises:
        OSError: if it cannot be written; the old one stays.
    """
    text = StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, text.getvalue().encode())


def read_table(path: Path, most: int) -> list[dict[str | None, Any]]:
    """The rows of a table that :func:`write_table` has written, as texts by column.

    Args:
        path: its name.
        most: bytes of it at most.

    Raises:
        ValueError: if it is too long, empty or cut short, or no table.
    """
    text = read_bytes(path, most).decode()
    if not text.endswith("\n"):
        raise ValueError("it is empty, or its last line is cut short")
    try:
        return list(csv.DictReader(StringIO(text)))
    except csv.Error as error:
        raise ValueError(str(error)) from error


def remove_unfinished(*folders: Path) -> None:
    """Remove what writers that were killed left unfinished; for the only writer of the folders."""
    for folder in folders:
        for path in folder.iterdir() if folder.is_dir() else ():
            if path.name.startswith(".") and path.name.endswith(TEMPORARY):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def write_named(path: Path, content: bytes) -> None:
    """Write a file that a user named: whole if it is an ordinary one, else straight into it.

    A link stays a link; what it leads to is replaced, with its permissions. Pipes and devices are
    written to, and so is a file that this process prints to, behind what it has printed.

    Raises:
        OSError: if it cannot be written; names it. An ordinary file stays as it was.
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        found = None
    printing = None if found is None else _printed_to(found)
    if found is None or (printing is None and stat.S_ISREG(found.st_mode)):
        mode = None if found is None else stat.S_IMODE(found.st_mode)
        write_whole(Path(os.path.realpath(path)), content, mode)
        return
    try:
        with open(path if printing is None else os.dup(printing), "wb") as file:
            file.write(content)
    except OSError as error:
        error.filename = str(path)  # a device that takes no more does not say which it is
        raise


def _printed_to(found: os.stat_result) -> int | None:
    """The descriptor of stdout or stderr that leads to this file, such as ``/dev/stdout``."""
    for descriptor in (1, 2):
        with suppress(OSError):
            if os.path.samestat(os.fstat(descriptor), found):
                return descriptor
    return None


def check_writable(option: str, file: Path | None) -> None:
    """Find out before long work whether :func:`write_named` can work; leaves nothing behind.

    Args:
        option: the option that names the file.
        file: the file; None if the option was not given.

    Raises:
        ValueError: if it cannot be written; names the option and why.
    """
    if file is None:
        return
    try:
        if file.exists() and not file.is_file():
            # To open a pipe and to close it again would tell its reader that all has been said.
            if file.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if not os.access(file, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return
        if file.exists():
            with file.open("ab"):
                pass
            if _printed_to(file.stat()) is not None:
                return
        with tempfile.TemporaryFile(dir=os.path.dirname(os.path.realpath(file))):
            pass
    except OSError as error:
        raise ValueError(f"{option} {str(file)!r}: cannot be written ({error.strerror})") from error


def check_fillable(option: str, folder: Path) -> None:
    """Find out before long work whether a folder can be made and filled; leaves nothing behind.

    Args:
        option: the option that names the folder.
        folder: new or empty.

    Raises:
        ValueError: if it holds something, is no folder, or cannot be written; names the option.
    """
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ValueError(f"{option} {str(folder)!r}: expected a folder that is new or empty")
        if folder.is_symlink() and not folder.exists():
            raise FileNotFoundError(errno.ENOENT, "it is a link to a place that is not there")
        there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise ValueError(
            f"{option} {str(folder)!r}: cannot be written ({error.strerror})"
        ) from error


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can do that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
