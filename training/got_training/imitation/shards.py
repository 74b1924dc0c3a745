"""A data set on disk: a card, and shards of decisions.

::

    DATA/card.json       the arguments, the game and its data, the format
    DATA/00000.shard     the decisions of a few games, compressed; and so on
    DATA/running.lock    held while a process writes there

A shard is a header line of JSON, then the arrays one after another, all of it compressed by zlib.
Nothing in it can run code. :func:`read_shard` decompresses it once into one block of memory, and
the arrays are views of that block, which ``torch.from_numpy`` takes without copying.
"""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Meta

from got_env.core.error_values import short_repr
from got_env.core.files import naming, read_bytes, read_json, write_whole
from got_env.core.game import Game
from got_env.core.ranges import checked_fields
from got_env.core.strict_json import parse_json
from got_env.games import find_game
from got_training.imitation.dataset_args import DatasetArgs

CARD_FILE = "card.json"
FORMAT = 1
MAX_CARD = 1 << 18
MAX_HEADER = 1 << 16
MAX_SHARD = 1 << 28
"""Bytes of a shard on disk."""
MAX_CONTENT = 1 << 31
"""Bytes of its arrays."""
LEVEL = 6
"""Of the compression."""

Arrays = dict[str, npt.NDArray[Any]]
Count = Annotated[int, Meta(ge=0, le=1 << 40)]

DTYPES: Mapping[str, str] = {
    "observations": "|i1",
    "masks": "|u1",
    "seats": "|i1",
    "games": "<i4",
    "turns": "<i4",
    "actions": "<i2",
    "edges": "<i2",
    "visits": "<i4",
    "values": "<f4",
    "points": "<f4",
    "seeds": "<i8",
    "places": "|i1",
}
"""Arrays of a shard, and of what; docs/imitation.md says what they mean."""

LARGEST_POINT = 1e6
"""No value and no point of a game is larger."""

OF_GAMES = ("seeds", "places")
"""Those with one row for each game; all others have one for each decision."""


@dataclass(frozen=True)
class DataCard:
    """Description of a data set and its origin."""

    args: DatasetArgs
    version: int
    """Of the game."""
    data_hash: str
    """Of the facts of the game."""

    @property
    def lessons(self) -> DatasetArgs:
        """Old name of :attr:`args`."""
        warnings.warn("lessons is the old name of args", DeprecationWarning, stacklevel=2)
        return self.args

    @classmethod
    def of(cls, args: DatasetArgs) -> DataCard:
        """The card of a data set that begins."""
        identity = args.chosen_game().identity
        return cls(args, identity.version, identity.data_hash)

    def plain(self) -> dict[str, Any]:
        """The card as plain data."""
        return {
            "format": FORMAT,
            "version": self.version,
            "data_hash": self.data_hash,
            "lessons": self.args.plain(),
        }

    @classmethod
    def parse(cls, value: Any) -> DataCard:
        """A card from plain data, checked against the game it names.

        Raises:
            ValueError: for anything missing or wrong; names the field.
        """
        kinds = {"format": int, "version": int, "data_hash": str, "lessons": dict[str, Any]}
        card = checked_fields(kinds, value)
        if card["format"] != FORMAT:
            raise ValueError(f"format={short_repr(card['format'])}: expected {FORMAT}")
        args = DatasetArgs.parse(card["lessons"])
        game = find_game(args.game, card["data_hash"])
        if card["version"] != game.identity.version:
            raise ValueError(
                f"version={card['version']}: expected {game.identity.version} of {game.code}"
            )
        if card["data_hash"] != game.identity.data_hash:
            raise ValueError(
                f"data_hash={short_repr(card['data_hash'])}: expected"
                f" {game.identity.data_hash!r} of {game.code}"
            )
        return cls(args, card["version"], card["data_hash"])


def row_shapes(game: Game, width: int, seats: int) -> dict[str, tuple[int, ...]]:
    """Shapes of a row of those arrays whose rows hold several numbers."""
    return {
        "observations": (game.observation.size,),
        "masks": (-(-game.actions.size // 8),),
        "edges": (width,),
        "visits": (width,),
        "values": (width,),
        "points": (seats,),
        "places": (seats,),
    }


def write_card(folder: Path, card: DataCard) -> None:
    """Write the card of a data set."""
    write_whole(folder / CARD_FILE, msgspec.json.format(msgspec.json.encode(card.plain())) + b"\n")


def read_card(folder: Path) -> DataCard:
    """The card of a data set.

    Raises:
        ValueError: if there is none or it is not sound; names file and field.
    """
    file = folder / CARD_FILE
    if not file.is_file():
        raise ValueError(f"{folder} is no data set: it has no {CARD_FILE}")
    with naming(file):
        return DataCard.parse(read_json(file, MAX_CARD))


def shard_file(folder: Path, number: int) -> Path:
    """File of a shard."""
    return folder / f"{number:05d}.shard"


def shard_files(folder: Path) -> list[Path]:
    """All shards that are there, in order."""
    numbers = [path.stem for path in folder.glob("*.shard")]
    known = sorted(int(number) for number in numbers if number.isdecimal())
    return [file for file in (shard_file(folder, number) for number in known) if file.is_file()]


def write_shard(file: Path, arrays: Arrays) -> None:
    """Write a shard, whole or not at all.

    Raises:
        ValueError: if it is longer than :func:`read_shard` takes.
    """
    parts = [np.asarray(arrays[name], dtype=DTYPES[name], order="C") for name in DTYPES]
    content = b"".join(part.tobytes() for part in parts)
    if len(content) > MAX_CONTENT - MAX_HEADER:
        raise ValueError(
            f"{file}: {len(content)} bytes of arrays: expected at most {MAX_CONTENT - MAX_HEADER},"
            " with a smaller shard_games"
        )
    header = {
        "format": FORMAT,
        "sha256": sha256(content).hexdigest(),
        "shapes": {name: list(part.shape) for name, part in zip(DTYPES, parts, strict=True)},
    }
    packed = zlib.compress(msgspec.json.encode(header) + b"\n" + content, LEVEL)
    if len(packed) > MAX_SHARD:
        raise ValueError(
            f"{file}: {len(packed)} bytes: expected at most {MAX_SHARD}, with a smaller shard_games"
        )
    write_whole(file, packed)


def read_shard(file: Path, game: Game) -> Arrays:
    """The arrays of a shard by name.

    Args:
        file: where it lies.
        game: what it must be of.

    Raises:
        ValueError: if it is cut short, damaged or of another game; names file and field.
    """
    packed = read_bytes(file, MAX_SHARD)
    with naming(file):
        unpacker = zlib.decompressobj()
        try:
            content = unpacker.decompress(packed, MAX_CONTENT)
        except zlib.error as error:
            raise ValueError(f"damaged: {error}") from error
        if not unpacker.eof or unpacker.unused_data:
            raise ValueError("cut short, or too long")
        end = content.find(b"\n", 0, MAX_HEADER)
        if end < 0:
            raise ValueError("no header")
        kinds = {"format": int, "sha256": str, "shapes": dict[str, tuple[Count, ...]]}
        header = checked_fields(kinds, parse_json(content[:end]))
        if header["format"] != FORMAT:
            raise ValueError(f"format={header['format']}: expected {FORMAT}")
        block = bytearray(content[end + 1 :])
        if sha256(block).hexdigest() != header["sha256"]:
            raise ValueError("sha256: the content is another one")
        return _cut(block, header["shapes"], game)


def _cut(block: bytearray, shapes: Mapping[str, tuple[int, ...]], game: Game) -> Arrays:
    """The arrays in a block of memory."""
    if set(shapes) != set(DTYPES):
        raise ValueError(f"shapes: expected {', '.join(DTYPES)}")
    arrays: Arrays = {}
    at = 0
    for name, dtype in DTYPES.items():
        shape = shapes[name]
        size = prod(shape) * np.dtype(dtype).itemsize
        if at + size > len(block):
            raise ValueError(f"{name}: shape {shape} needs more bytes than there are")
        arrays[name] = np.frombuffer(block, dtype, prod(shape), at).reshape(shape)
        at += size
    if at != len(block):
        raise ValueError(f"{len(block)} bytes of arrays, expected {at}")
    _check(arrays, game)
    return arrays


def _check(arrays: Arrays, game: Game) -> None:
    """Refuse arrays that do not go together, or with the game."""
    actions = game.actions.size
    for name, array in arrays.items():
        if not array.ndim:
            raise ValueError(f"{name}: shape (): expected rows")
    decisions, games = len(arrays["seats"]), len(arrays["seeds"])
    width = arrays["edges"].shape[-1]
    seats = arrays["places"].shape[-1]
    rows = row_shapes(game, width, seats)
    for name, array in arrays.items():
        shape = (games if name in OF_GAMES else decisions, *rows.get(name, ()))
        if array.shape != shape:
            raise ValueError(f"{name}: shape {array.shape}, expected {shape} for {game.code}")
    ranges = {
        "games": (0, games - 1),
        "seats": (0, seats - 1),
        "actions": (0, actions - 1),
        "edges": (-1, actions - 1),
        "visits": (0, 2**31 - 1),
        "places": (-1, seats - 1),
        "turns": (0, 2**31 - 1),
        "values": (-LARGEST_POINT, LARGEST_POINT),
        "points": (-LARGEST_POINT, LARGEST_POINT),
    }
    for name, (low, high) in ranges.items():
        array = arrays[name]
        if array.size and not (low <= array.min() and array.max() <= high):
            raise ValueError(f"{name}: expected numbers from {low} to {high}")
    legal = np.unpackbits(arrays["masks"], axis=1, count=actions)
    decision = np.arange(decisions)[:, None]
    for name, chosen in (("actions", arrays["actions"][:, None]), ("edges", arrays["edges"])):
        at = np.maximum(chosen, 0)
        if not (legal[decision, at] | (chosen < 0)).all():
            raise ValueError(f"{name}: holds actions that masks does not have as legal")
