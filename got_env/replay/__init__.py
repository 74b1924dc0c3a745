"""Replays: one game as a small text file that anybody can read, write and check.

The header says how the game starts, then one line for each decision; a hash of the position stands
at the start of every round and at the end. Reading a replay plays it again and compares every line,
so a damaged file is never mistaken for another game. The format is described in docs/replays.md.
"""

from __future__ import annotations

from got_env.replay.header import Header
from got_env.replay.reader import Replay, ReplayError, Step, read_replay
from got_env.replay.writer import ReplayWriter, record

__all__ = ["Header", "Replay", "ReplayError", "ReplayWriter", "Step", "read_replay", "record"]
