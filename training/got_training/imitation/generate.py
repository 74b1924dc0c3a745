"""Making a data set, on several processes; it goes on where it was ended."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import cache
from pathlib import Path

import msgspec

from got_benchmarks.tournament.sqlite_file import claim
from got_env.core.files import remove_unfinished
from got_env.core.worker_pool import worker_pool
from got_training.imitation.dataset_args import DatasetArgs
from got_training.imitation.record_shard import ShardRecorder
from got_training.imitation.shards import (
    CARD_FILE,
    DataCard,
    read_card,
    shard_file,
    write_card,
    write_shard,
)

OnShard = Callable[[int, int], None]


def generate_dataset(
    args: DatasetArgs, out: Path, jobs: int = 1, on_shard: OnShard | None = None
) -> int:
    """Play all games of a data set that are not there yet.

    Args:
        args: what is played.
        out: the folder; one that holds a part of this very data set is completed.
        jobs: processes to share the shards between.
        on_shard: told after each shard how many are there, and of how many.

    Returns:
        How many shards were made.

    Raises:
        ValueError: if the folder holds another data set, or something else, or an agent cannot be
            made; names the difference.
        AgentError: if an agent fails; names it. What was made before stays.
        RuntimeError: if a process that plays dies.
    """
    if jobs < 1:
        raise ValueError(f"jobs={jobs}: expected 1 or more")
    _check_folder(args, out)
    args.make_agents()  # what cannot be made is refused before anything is written
    with closing(claim(out)):
        if (out / CARD_FILE).is_file():
            _check_same(read_card(out).args, args, out)
        else:
            write_card(out, DataCard.of(args))
        remove_unfinished(out)
        missing = [k for k in range(args.shards) if not shard_file(out, k).is_file()]
        done = args.shards - len(missing)
        text = msgspec.json.encode(args.plain())
        with worker_pool(min(jobs, len(missing) or 1)) as pool:
            made = pool.map(_make_shard, [text] * len(missing), [str(out)] * len(missing), missing)
            try:
                for _ in made:
                    done += 1
                    if on_shard is not None:
                        on_shard(done, args.shards)
            except BrokenProcessPool:
                raise RuntimeError(
                    f"a process that plays has died after {done} of {args.shards} shards,"
                    " perhaps by an agent; the same command goes on with the rest"
                ) from None
    return len(missing)


def _check_folder(args: DatasetArgs, out: Path) -> None:
    if out.is_dir() and not (out / CARD_FILE).is_file() and any(out.glob("*.s*")):
        raise ValueError(f"{out}: expected a new folder, or one with a data set")


def _check_same(found: DatasetArgs, args: DatasetArgs, out: Path) -> None:
    """Refuse to mix data sets."""
    there, wanted = found.plain(), args.plain()
    for name, value in wanted.items():
        if there[name] != value:
            raise ValueError(
                f"{out} holds a data set with {name}={there[name]!r}, not {value!r}:"
                " expected the same arguments, or another folder"
            )


@cache
def _recorder(text: bytes) -> ShardRecorder:
    return ShardRecorder(DatasetArgs.parse(msgspec.json.decode(text)))


def _make_shard(text: bytes, out: str, number: int) -> None:
    """In a process of its own: play and write one shard."""
    write_shard(shard_file(Path(out), number), _recorder(text).record(number))
