"""Making a data set, on several processes or a cluster; it goes on where it was ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import cache, partial
from pathlib import Path

import msgspec

from got_benchmarks.playing.cluster import answers_of_cluster, need_ray
from got_benchmarks.tournament.sqlite_file import claim
from got_env.core.files import remove_unfinished
from got_env.core.worker_pool import worker_pool
from got_training.imitation.dataset_args import DatasetArgs
from got_training.imitation.record_shard import ShardRecorder
from got_training.imitation.shards import (
    CARD_FILE,
    Arrays,
    DataCard,
    read_card,
    read_shard,
    shard_file,
    write_card,
    write_shard,
)

OnShard = Callable[[int, int], None]


def generate_dataset(
    args: DatasetArgs,
    out: Path,
    jobs: int = 1,
    on_shard: OnShard | None = None,
    ray: bool = False,
) -> int:
    """Play all games of a data set that are not there yet; what is there is read first.

    Args:
        args: what is played.
        out: the folder; one that holds a part of this very data set is completed.
        jobs: processes to share the shards between.
        on_shard: told after each shard how many are there, and of how many.
        ray: play on a Ray cluster, ``jobs`` shards at a time; the shards are the same.

    Returns:
        How many shards were made.

    Raises:
        ValueError: if the folder holds another data set, a damaged shard, or something else, or an
            agent cannot be made; names the difference.
        AgentError: if an agent fails; names it. What was made before stays.
        RuntimeError: if a process that plays dies.
        MissingExtraError: if ray is not installed.
    """
    if jobs < 1:
        raise ValueError(f"jobs={jobs}: expected 1 or more")
    if ray:
        need_ray()
    _check_folder(args, out)
    args.make_agents()  # what cannot be made is refused before anything is written
    with closing(claim(out)):
        if (out / CARD_FILE).is_file():
            _check_same(read_card(out).args, args, out)
        else:
            write_card(out, DataCard.of(args))
        remove_unfinished(out)
        missing = _missing(args, out)
        done = args.shards - len(missing)
        text = msgspec.json.encode(args.plain())
        make = _made_on_cluster if ray else _made_by_processes
        try:
            for _ in make(text, out, missing, jobs):
                done += 1
                if on_shard is not None:
                    on_shard(done, args.shards)
        except BrokenProcessPool:
            raise RuntimeError(
                f"a process that plays has died after {done} of {args.shards} shards,"
                " perhaps by an agent; the same command goes on with the rest"
            ) from None
    return len(missing)


def _made_by_processes(text: bytes, out: Path, missing: list[int], jobs: int) -> Iterator[None]:
    """Make shards in processes of this machine, which write them at once."""
    with worker_pool(min(jobs, len(missing) or 1)) as pool:
        yield from pool.map(partial(_make_shard, text, str(out)), missing)


def _made_on_cluster(text: bytes, out: Path, missing: list[int], jobs: int) -> Iterator[None]:
    """Make shards on a cluster, whose nodes need not see the folder."""
    calls = {number: (text, number) for number in missing}
    for number, arrays in answers_of_cluster(_record_shard, calls, jobs):
        write_shard(shard_file(out, number), arrays)
        yield


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


def _missing(args: DatasetArgs, out: Path) -> list[int]:
    """Numbers of the shards that are not there; those that are there must be sound."""
    game = args.chosen_game()
    missing = []
    for number in range(args.shards):
        file = shard_file(out, number)
        if not file.is_file():
            missing.append(number)
            continue
        try:
            read_shard(file, game)
        except ValueError as error:
            raise ValueError(f"{error}; without this file the same command makes it anew") from None
    return missing


@cache
def _recorder(text: bytes) -> ShardRecorder:
    return ShardRecorder(DatasetArgs.parse(msgspec.json.decode(text)))


def _record_shard(text: bytes, number: int) -> Arrays:
    """The arrays of one shard, played in a process of its own."""
    return _recorder(text).record(number)


def _make_shard(text: bytes, out: str, number: int) -> None:
    """In a process of its own: play and write one shard."""
    write_shard(shard_file(Path(out), number), _record_shard(text, number))
