"""Whatever a table needs is loaded before its links are given out, so that nobody waits for it."""

from __future__ import annotations

import numpy as np
import pytest

from got_agents.heuristic import HeuristicAgent
from got_agents.registry import make_agent
from got_agents.search import SearchAgent
from got_agents.serve import preload
from got_agents.story import open_decision
from got_env.games import GAMES, get_game
from got_env.replay import Header, ReplayWriter
from tests.serve.serving import question, serving


@pytest.fixture
def order(monkeypatch):
    """Happenings in order: who decides for the table, what is drawn, what is written down."""
    happened: list[str] = []

    def noted(place, name, word):
        own = getattr(place, name)

        def also(*args, **named):
            happened.append(word)
            return own(*args, **named)

        monkeypatch.setattr(place, name, also)

    noted(HeuristicAgent, "act", "agent")
    noted(HeuristicAgent, "act_batch", "agent")
    noted(preload, "view_of", "picture")
    noted(ReplayWriter, "play", "decision")
    return happened


def test_agents_and_pictures_are_loaded_before_anything_is_decided(tmp_path, order):
    seats = ["human", "heuristic", "heuristic"]
    with serving(tmp_path) as server:
        opened = server.open("agot2e", seats)
        table = server.tables.rooms[opened.name].table
        assert order == ["picture", "picture", "agent", "agent"]  # it asks itself for one row
        assert table.writer.decisions == 0
        header = Header.of(table.writer.game, 3, {}, 1, seats, events=True)
        assert table.writer.text == ReplayWriter(header).text
    order.clear()
    with serving(tmp_path) as server:
        assert order == ["picture", "picture", "agent", "agent"]
        with server.visit(*opened.seats.values()) as page:
            assert question(page)["choices"]


@pytest.mark.parametrize("code", GAMES)
def test_agents_get_ready_for_the_decision_that_is_open(code):
    """In the middle of a game too; what they choose afterwards is what they choose without it."""
    game = get_game(code)
    writer = ReplayWriter(Header.of(game, game.seats.counts[0], {}, 3))
    for _ in range(25):
        writer.play(int(np.flatnonzero(writer.mask)[-1]))
    for spec in ("heuristic", "random", "flat-mc:sims=4", "ismcts:sims=8"):
        fresh, ready = make_agent(spec), make_agent(spec)
        view = open_decision(writer)[0]
        getattr(ready, "warm_up", ready.act)(view)
        assert ready.act(view) == fresh.act(view), spec


@pytest.mark.parametrize("spec", ["ismcts:sims=1000000", "ismcts:ms=900000", "greedy:deals=1000"])
def test_a_search_gets_ready_by_one_simulation(monkeypatch, spec):
    counts = []
    monkeypatch.setattr(SearchAgent, "_search", lambda _, __, first, count: counts.append(count))
    game = get_game("agot2e")
    writer = ReplayWriter(Header.of(game, 3))
    make_agent(spec).warm_up(open_decision(writer)[0])
    assert counts == [1]


def test_an_agent_that_cannot_get_ready_makes_no_table(tmp_path, monkeypatch):
    def fails(*_):
        raise RuntimeError("no rules of thumb left")

    with serving(tmp_path) as server:
        with monkeypatch.context() as patch:
            patch.setattr(HeuristicAgent, "act_batch", fails)
            with pytest.raises(ValueError, match="agent 'heuristic': RuntimeError: no rules of"):
                server.open("agot2e", ["human", "heuristic", "heuristic"])
        assert [file.name for file in tmp_path.iterdir()] == ["lock"]
        assert server.open("agot2e", ["human", "heuristic", "heuristic"]).name == "table-1"


def test_agents_of_others_are_not_asked_beforehand(tmp_path):
    """They may count what they are asked: only decisions of the game are."""
    bot = tmp_path / "bots.py"
    bot.write_text(
        "class Counts:\n"
        "    asked = 0\n"
        "    def act(self, view):\n"
        "        self.asked += 1\n"
        f"        open({str(tmp_path / 'asked')!r}, 'w').write(str(self.asked))\n"
        "        return int(view.legal[0])\n"
    )
    spec = f"{bot}:Counts"
    with serving(tmp_path / "tables", named=[spec]) as server:
        server.open("agot2e", ["human", spec, spec])
        assert not (tmp_path / "asked").exists()
