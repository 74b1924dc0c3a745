"""The start-up in a new process: import, first step, its observation and mask."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from got_benchmarks.speed.startup import startup
from got_env.core.game import Game


def test_start_with_a_warm_cache(game: Game, benchmark: Any) -> None:
    times = benchmark.pedantic(startup, (game, 6, {}, None), rounds=3, warmup_rounds=1)

    assert times["import_s"] < times["seconds"]


@pytest.mark.slow
def test_compile_with_a_cold_cache(game: Game, benchmark: Any, tmp_path: Path) -> None:
    times = benchmark.pedantic(startup, (game, 6, {}, str(tmp_path)), rounds=1)

    assert any(tmp_path.rglob("*.kernel"))
    assert times["import_s"] < times["seconds"]
