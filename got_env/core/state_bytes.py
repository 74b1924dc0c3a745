"""States as bytes: a header that says what they are, the record, and a checksum over both.

A checksum detects damaged bytes, not forged ones. Checking whether a record from outside can be a
game takes milliseconds, so this process remembers the checksums of the states it has returned or
checked: a search that goes back and forth between its own states does not wait.
"""

from __future__ import annotations

import hashlib
import struct
from functools import cache

from got_env.core.game import Game
from got_env.core.portable import from_portable, to_portable

MAGIC = b"got_env\n"
FORMAT = 1
_HEADER = struct.Struct("<8sBB16s16s16sHH")
_CHECKSUM = 16

MOST_KNOWN = 2**16
"""States that are remembered; the oldest are forgotten first."""
_known: dict[bytes, None] = {}


@cache
def _layout(game: Game) -> bytes:
    """Hash of the names, types and places of all fields of a record."""
    names, fields = game.records.state.names or (), game.records.state.fields
    text = repr([(name, str(fields[name][0]), fields[name][1]) for name in names if fields])
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def _header(game: Game, extra: int) -> bytes:
    return _HEADER.pack(
        MAGIC,
        FORMAT,
        game.identity.version,
        game.code.encode(),
        game.identity.data_hash.encode(),
        _layout(game),
        game.records.state.itemsize,
        extra,
    )


def pack(game: Game, record: bytes, extra: bytes) -> bytes:
    """Header, one record, further bytes, and the checksum of all."""
    body = _header(game, len(extra)) + to_portable(game, record) + extra
    return body + hashlib.blake2b(body, digest_size=_CHECKSUM).digest()


def unpack(game: Game, blob: bytes) -> tuple[bytes, bytes]:
    """Record and further bytes of what :func:`pack` made.

    Raises:
        ValueError: if the bytes are cut, damaged or of another game, version or layout; says
            which.
    """
    if not isinstance(blob, bytes | bytearray | memoryview):
        raise ValueError(f"state: expected bytes, not {type(blob).__name__}")
    blob = bytes(blob)
    if len(blob) < _HEADER.size or not blob.startswith(MAGIC):
        raise ValueError("state: not a state of got_env")
    _, form, version, code, data_hash, layout, size, extra = _HEADER.unpack_from(blob)
    if form != FORMAT:
        raise ValueError(f"state: format {form}, expected {FORMAT}")
    name = code.rstrip(b"\0").decode("ascii", "replace")
    if name != game.code:
        raise ValueError(f"state: of the game {name!r}, expected {game.code!r}")
    if version != game.identity.version:
        raise ValueError(f"state: of version {version} of {name}, expected {game.identity.version}")
    if data_hash != game.identity.data_hash.encode() or layout != _layout(game):
        raise ValueError(f"state: made with other rules data or another layout of {name}")
    expected = _HEADER.size + size + extra + _CHECKSUM
    if len(blob) != expected:
        raise ValueError(f"state: {len(blob)} bytes, expected {expected}")
    body, checksum = blob[:-_CHECKSUM], blob[-_CHECKSUM:]
    if hashlib.blake2b(body, digest_size=_CHECKSUM).digest() != checksum:
        raise ValueError("state: damaged, the checksum differs")
    record = body[_HEADER.size : _HEADER.size + game.records.state.itemsize]
    return from_portable(game, record), body[_HEADER.size + game.records.state.itemsize :]


def remember(blob: bytes) -> bytes:
    """Take it from now on that this state is one of a game; returns it."""
    _known[blob[-_CHECKSUM:]] = None
    if len(_known) > MOST_KNOWN:
        _known.pop(next(iter(_known)), None)
    return blob


def is_known(blob: bytes) -> bool:
    """True if the bytes, sound as :func:`unpack` found them, are a state of :func:`remember`."""
    return bytes(blob[-_CHECKSUM:]) in _known
