#!/usr/bin/env python3
"""Play many random games and report everything that must not happen.

    python scripts/soak.py --games 100000
    python scripts/soak.py --games 2000 --players 4 --option tides=true --player eager
    python scripts/soak.py --game btwixt --games 1000 --every 20
    python scripts/soak.py --illegal 1000000
    python scripts/soak.py --game asos --games 100 --written --jobs 4

Every game is played to its end by uniformly random actions, or by others that the game offers:
random ones that prefer to do something (``eager``), or the heuristic player. What must hold in
every position is checked on the way: pieces, tokens, cards, tracks, orders and supply, or that the
position is one which records from outside may have. Exit code 1 if anything was found, and the
seed of the first game in which it was.

With ``--illegal N`` it sends N illegal actions to environments, at decisions of random games: each
one must raise IllegalAction and leave all bytes of the game unchanged.

With ``--written`` every decision of eager random games, with random numbers of players and random
options, is written as a position, whole and as each player knows it, and as the bytes of a state;
all of it must be read back. ``--every N`` looks at every N-th decision, and at the first ones of
each agenda. One look takes some ten milliseconds.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from contextlib import ExitStack
from typing import Any

import numpy as np

from got_env import IllegalAction, VectorEnv
from got_env.core.auditing import audit_of
from got_env.core.game import Game
from got_env.core.worker_pool import worker_pool
from got_env.core.written import Looks, faults_of_play, random_options
from got_env.envs.aec import GameEnv
from got_env.games import get_game

BATCH = 500
LIMIT = 50_000


def soak(task: tuple[str, int, int, int, str, int, dict[str, str]]) -> dict[str, Any]:
    """Play ``games`` games from a seed on; the summary of a batch."""
    code, players, seed, games, player, every, options = task
    game = get_game(code)
    audit = audit_of(game)
    states = game.start(games, players, seed, options)
    counts = np.zeros(3, dtype=np.int64)
    faults = np.zeros((games, len(audit.faults)), dtype=np.int64)
    audit.play[player](states, every, LIMIT, counts, faults)
    bad = np.flatnonzero(faults.any(axis=1))
    over = np.flatnonzero(states["over"] == 1)
    won = states["winner"][over]
    ends = Counter(game.results.end(states, int(row)) for row in over)
    return {
        "players": players,
        "games": games,
        "finished": len(over),
        "decisions": int(counts[0]),
        "forced": int(counts[1]),
        "positions": int(counts[2]),
        "ends": dict(ends),
        "rounds": int(states["round_no"][over].sum()),
        "draws": int((won < 0).sum()),
        "wins": np.bincount(won[won >= 0], minlength=players).tolist(),
        "faults": dict(zip(audit.faults, faults.sum(axis=0).tolist(), strict=True)),
        "first": None if not len(bad) else {"seed": seed + int(bad[0]), "players": players},
    }


ODD_ACTIONS: tuple[Any, ...] = (
    -1, -2, 2**31 - 1, 2**31, 2**63, -(2**63), 10**100, None, True, False, 1.0,
    float("nan"), float("inf"), "0", "order", b"1", [3], (3,), {}, object(), np.float32(3),
    np.array([3]), np.array([]), np.int64(-1), np.int64(2**31), np.True_,
)  # fmt: skip
"""Values that are no action of any game."""

STRIDE = 5
"""Only so many decisions of the random games are used, that the actions meet many games."""


def any_env(game: Game, rng: np.random.Generator) -> GameEnv:
    """An environment with any number of players and any options that go together."""
    options = random_options(game, rng)
    players, skip_forced = int(rng.choice(game.seats.counts)), bool(rng.integers(2))
    return GameEnv(game, players=players, skip_forced=skip_forced, **options)


def illegal_actions(code: str, count: int, seed: int) -> dict[str, Any]:
    """Send illegal actions to environments until ``count`` are refused, or a fault is found."""
    rng = np.random.default_rng(seed)
    result: dict[str, Any] = {"refused": 0, "games": 0, "decisions": 0, "fault": None}
    while result["refused"] < count and result["fault"] is None:
        result["games"] += 1
        env = any_env(get_game(code), rng)
        env.reset(seed=seed + result["games"])
        turn = int(rng.integers(STRIDE))
        while env.legal_actions() and result["refused"] < count and result["fault"] is None:
            if turn % STRIDE == 0:
                result["decisions"] += 1
                refuse_here(env, result, count)
            turn += 1
            env.step(int(rng.choice(env.legal_actions())))
    return result


def refuse_here(env: Any, result: dict[str, Any], count: int) -> None:
    """Try everything that is not legal at one decision, alone and in a row of a batch."""
    legal = env.legal_actions()
    before, all_before = env.states.tobytes(), env.get_state()
    indices = [action for action in range(env.game.actions.size) if action not in set(legal)]
    beyond = (env.game.actions.size, env.game.actions.size + 1)
    for action in (*indices, *beyond, *ODD_ACTIONS):
        try:
            env.step(action)
        except IllegalAction:
            result["refused"] += 1
        else:
            result["fault"] = f"{action!r} was played, legal: {legal}"
            return
        if env.states.tobytes() != before:
            result["fault"] = f"{action!r} changed the game"
            return
        if result["refused"] >= count:
            break
    if env.get_state() != all_before or env.legal_actions() != legal:
        result["fault"] = f"the environment is not as it was at {env.agent_selection}'s decision"
        return
    refuse_in_batch(env, result, legal, indices[result["decisions"] % len(indices)])


def refuse_in_batch(env: Any, result: dict[str, Any], legal: list[int], action: int) -> None:
    """One illegal action in the last of three rows: no row may change."""
    batch = VectorEnv(env.game, 3, len(env.possible_agents))
    batch._states[:] = env.states
    batch._masks[:] = env._table.mask
    before = batch.states.tobytes()
    try:
        batch.step([legal[0], legal[-1], action])
    except IllegalAction:
        result["refused"] += 1
    else:
        result["fault"] = f"{action} was played in a batch, legal: {legal}"
    if batch.states.tobytes() != before:
        result["fault"] = f"{action} changed a batch"


def add(total: dict[str, Any], part: dict[str, Any]) -> None:
    """Add the summary of a batch to that of its number of players."""
    for key, value in part.items():
        if key == "players":
            total[key] = value
        elif key == "first":
            total[key] = total.get(key) or value
        elif isinstance(value, dict):
            inner = total.setdefault(key, {})
            add(inner, value)
        elif isinstance(value, list):
            total[key] = [
                a + b for a, b in zip(total.get(key, [0] * len(value)), value, strict=True)
            ]
        else:
            total[key] = total.get(key, 0) + value


def describe(code: str, total: dict[str, Any]) -> str:
    """A few lines about all games of a number of players."""
    houses = get_game(code).seats.in_play(total["players"])
    won = [n / max(total["finished"], 1) for n in total["wins"]]
    found = {name: n for name, n in total["faults"].items() if n}
    lines = [
        f"{total['players']} players: {total['finished']} of {total['games']} games finished, "
        f"{total['draws']} draws; faults: {found or 'none'}",
        "  ended by " + ", ".join(f"{end} {n}" for end, n in sorted(total["ends"].items())),
        f"  {total['decisions'] / total['games']:.0f} decisions a game, "
        f"{total['forced'] / max(total['decisions'], 1):.0%} forced; "
        f"{total['positions']} positions checked",
        "  " + ", ".join(f"{h} {share:.1%}" for h, share in zip(houses, won, strict=True)),
    ]
    if total["first"]:
        lines.append(f"  first fault in the game of seed {total['first']['seed']}")
    return "\n".join(lines)


FIRST_LOOKS = 2
"""So many decisions of each agenda are looked at in any case."""

WRITTEN_BATCH = 5


def soak_written(task: tuple[str, int, int, int, dict[str, str] | None]) -> dict[str, Any]:
    """Write and read the decisions of some games; what was looked at, and what was found."""
    code, seed, games, every, options = task
    looks, found = Looks(most=FIRST_LOOKS, every=every), []
    for game_seed in range(seed, seed + games):
        found += list(faults_of_play(get_game(code), game_seed, looks, options))
    return {"games": games, "looks": looks.looked, "agendas": set(looks.met), "found": found}


def soak_with_written_states(args: argparse.Namespace, options: dict[str, str]) -> int:
    """Play and look; returns the exit code."""
    begun = time.perf_counter()
    chosen = options or None
    tasks = [
        (args.game, args.seed + at, min(WRITTEN_BATCH, args.games - at), args.every, chosen)
        for at in range(0, args.games, WRITTEN_BATCH)
    ]
    total: dict[str, Any] = {"games": 0, "looks": 0, "agendas": set(), "found": []}
    with ExitStack() as stack:
        play = map if args.jobs == 1 else stack.enter_context(worker_pool(args.jobs)).map
        for part in play(soak_written, tasks):
            total["games"] += part["games"]
            total["looks"] += part["looks"]
            total["agendas"] |= part["agendas"]
            total["found"] += part["found"]
    seconds, agendas = time.perf_counter() - begun, len(total.pop("agendas"))
    if args.json:
        print(json.dumps({**total, "agendas": agendas, "seconds": seconds}))
    else:
        print("\n".join(total["found"][:50]) or "no faults")
        print(
            f"{args.game}: {total['looks']:,} looks at decisions of {total['games']:,} games, "
            f"{agendas:,} agendas; {len(total['found'])} faults after {seconds:.0f} s"
        )
    return 1 if total["found"] else 0


def soak_with_illegal_actions(code: str, count: int, seed: int, as_json: bool) -> int:
    """Send illegal actions and tell what came of it; returns the exit code."""
    begun = time.perf_counter()
    result = illegal_actions(code, count, seed)
    seconds = time.perf_counter() - begun
    if as_json:
        print(json.dumps({**result, "seconds": seconds}))
    else:
        print(
            f"{result['refused']:,} illegal actions refused at {result['decisions']:,} "
            f"decisions of {result['games']} games in {seconds:.0f} s; "
            f"fault: {result['fault'] or 'none'}"
        )
    return 0 if result["fault"] is None else 1


def main(argv: list[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="agot2e", help="code of the game")
    parser.add_argument("--games", type=int, default=1000, help="games for each number of players")
    parser.add_argument("--players", type=int, action="append", help="only this number (repeat)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument("--player", default="random", help="who plays")
    parser.add_argument("--every", type=int, default=1, help="check every n-th decision")
    parser.add_argument("--illegal", type=int, metavar="N", help="send N illegal actions instead")
    parser.add_argument(
        "--written", action="store_true", help="write and read positions and state bytes instead"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    if args.illegal is not None:
        return soak_with_illegal_actions(args.game, args.illegal, args.seed, args.json)
    options = dict(text.split("=", 1) for text in args.option)
    try:
        game = get_game(args.game)
        game.options.resolve(options)
    except ValueError as error:
        parser.error(str(error))
    if args.every < 1:
        parser.error(f"every={args.every}: expected 1 or more")
    if args.written:
        return soak_with_written_states(args, options)
    offered = audit_of(game).play
    if args.player not in offered:
        parser.error(f"player={args.player!r}: expected one of {', '.join(offered)}")
    counts = args.players or list(game.seats.counts)
    tasks = [
        (
            args.game,
            players,
            args.seed + start,
            min(BATCH, args.games - start),
            args.player,
            args.every,
            options,
        )
        for players in counts
        for start in range(0, args.games, BATCH)
    ]
    begun = time.perf_counter()
    totals: dict[int, dict[str, Any]] = {players: {} for players in counts}
    soak(
        (args.game, counts[0], 0, 1, args.player, 1, options)
    )  # compiled once, before the processes start
    with ExitStack() as stack:
        play = map if args.jobs == 1 else stack.enter_context(worker_pool(args.jobs)).map
        for part in play(soak, tasks):
            add(totals[part["players"]], part)
    seconds = time.perf_counter() - begun
    clean = all(
        not any(total["faults"].values()) and total["finished"] == total["games"]
        for total in totals.values()
    )
    if args.json:
        print(json.dumps({"options": options, "seconds": seconds, "tables": list(totals.values())}))
    else:
        for total in totals.values():
            print(describe(args.game, total))
        print(f"{'clean' if clean else 'FAULTS FOUND'} after {seconds:.0f} s")
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
