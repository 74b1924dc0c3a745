"""Agents know their game: they play it with what it offers, or say that it offers nothing."""

import json
from dataclasses import replace

import numpy as np
import pytest

from got_agents.base import first_views
from got_agents.heuristic import HeuristicAgent
from got_agents.registry import make_agent
from got_benchmarks.tournament import tournament
from got_env.core.players import ScriptedPlayer, Searcher
from got_env.games import GAMES
from tests.play import AGOT2E
from tests.toy.pennies import PENNIES

STYLES = {"heuristic": 0.0, "stubborn": 1.0}


def weights(style, changes):
    if style not in STYLES:
        raise ValueError(f"style {style!r}: expected one of {', '.join(STYLES)}")
    for name in changes:
        if name != "side":
            raise ValueError(f"weight {name!r}: expected side")
    return np.array([changes.get("side", STYLES[style])])


def choose(states, seats, masks, seeds, numbers, actions):
    """Lay the side that the weight names."""
    actions[:] = int(numbers[0])


def search(states, seat, mask, seed, first, count, settings, values, nodes, numbers):
    """Find out that the side that the weight names is best."""
    nodes[0]["edges"] = 2
    nodes[0]["action"][:2] = 0, 1
    nodes[0]["count"][:2] = int(numbers[0]) != np.arange(2)
    nodes[0]["count"][:2] = 1 - nodes[0]["count"][:2]


NODE = np.dtype(
    [("edges", int), ("seat", int), ("action", int, 2), ("count", int, 2), ("sum", float, (2, 3))]
)


def scripted():
    return ScriptedPlayer(
        state=PENNIES.records.state,
        styles=tuple(STYLES),
        weights=weights,
        new_scratch=lambda numbers: (numbers,),
        choose=choose,
        counting=lambda games: lambda states, counts: None,
    )


def searcher():
    return Searcher(
        state=PENNIES.records.state,
        rollouts={"heuristic": 0},
        farthest=5,
        widest=2,
        settings=("horizon", "policy", "width", "belief", "even"),
        features=("coins",),
        weights=weights,
        values=lambda: np.zeros(1),
        new_scratch=lambda capacity, numbers: (np.zeros(capacity, dtype=NODE), numbers),
        chances=lambda states: np.full((len(states), 3), 1 / 3),
        search=search,
    )


@pytest.fixture
def second(monkeypatch):
    """A second game with a scripted player and a search of its own, for one test."""
    players = replace(PENNIES.players, scripted=scripted, search=searcher)
    game = replace(PENNIES, players=players)
    monkeypatch.setitem(GAMES, game.code, game)
    return game


def test_one_agent_plays_each_game_with_its_own_player(second):
    agent = make_agent("heuristic")
    here, there = first_views(AGOT2E)[0], first_views(second)[0]
    alone = make_agent("heuristic").act(here)

    assert agent.act(there) == 0
    assert agent.act(here) == alone
    assert agent.act(there) == 0
    assert HeuristicAgent(side=1.0).act(there) == 1


def test_its_fingerprint_is_that_of_the_game_it_plays(second):
    agent = make_agent("heuristic")
    first = agent.fingerprint
    agent.check_game(second)
    other = agent.fingerprint
    agent.check_game(AGOT2E)

    assert first == agent.fingerprint != other


def test_a_style_belongs_to_the_games_that_have_it(second):
    agent = HeuristicAgent(style="stubborn")

    assert agent.act(first_views(second)[0]) == 1
    with pytest.raises(ValueError, match="'stubborn' does not play 'agot2e': style 'stubborn'"):
        agent.check_game(AGOT2E)
    with pytest.raises(ValueError, match="'raider' does not play 'pennies': style 'raider'"):
        make_agent("raider").check_game(second)
    with pytest.raises(ValueError, match="style 'none'"):
        HeuristicAgent(style="none")
    with pytest.raises(ValueError, match="weight 'none'"):
        HeuristicAgent(none=1.0)


@pytest.mark.parametrize("spec", ["greedy", "greedy:deals=2", "flat-mc:width=2"])
def test_searches_take_the_bounds_of_each_game(second, spec):
    agent = make_agent(spec)
    before = agent.fingerprint

    assert agent.act(first_views(second)[0]) in (0, 1)
    assert agent.fingerprint != before
    assert agent.act(first_views(AGOT2E)[0]) == make_agent(spec).act(first_views(AGOT2E)[0])


def test_settings_that_a_game_has_not_are_named(second):
    with pytest.raises(ValueError, match="'flat-mc' does not play 'pennies': width=6"):
        make_agent("flat-mc").check_game(second)
    with pytest.raises(ValueError, match="'ismcts:width=2' does not play 'pennies': paranoid="):
        make_agent("ismcts:width=2").check_game(second)
    agent = make_agent("flat-mc:width=2,rollout=random")
    with pytest.raises(ValueError, match="rollout='random': expected one of heuristic"):
        agent.check_game(second)


@pytest.mark.parametrize(
    ("spec", "lacks"),
    [
        *((spec, "scripted player") for spec in ("heuristic", "expander", "raider", "courtier")),
        *((spec, "search") for spec in ("greedy", "flat-mc", "ismcts")),
    ],
)
def test_a_game_that_offers_nothing_is_refused_by_name(pennies, spec, lacks):
    agent = make_agent(spec)
    told = f"agent '{spec}' does not play 'pennies': pennies has no {lacks}: expected agot2e"

    with pytest.raises(ValueError, match=told):
        agent.check_game(pennies)
    with pytest.raises(ValueError, match=told):
        agent.act(first_views(pennies)[0])
    assert agent.act(first_views(AGOT2E)[0]) == make_agent(spec).act(first_views(AGOT2E)[0])


def test_a_policy_is_refused_by_the_name_of_its_game(pennies):
    with pytest.raises(ValueError, match="agent 'policy': no policy for 'pennies' comes with"):
        make_agent("policy").check_game(pennies)


@pytest.mark.parametrize("spec", ["ismcts", "policy", "expander"])
def test_commands_refuse_before_the_first_game(pennies, got, spec):
    common = ("--game", "pennies", "--players", 3, "--agents", f"random,{spec}")
    for words in (("play", *common), ("tournament", *common)):
        code, out, said = got(*words)

        assert (code, out) == (2, "")
        assert said.count("\n") == 1
        assert f"agent '{spec}'" in said
        assert "'pennies'" in said


def test_a_game_with_a_player_is_played_by_name(second, got):
    code, out, _ = got(
        "play", "--game", "pennies", "--players", 3, "--agents", "heuristic,random", "--json"
    )

    assert code == 0
    assert json.loads(out)["game"] == "pennies"


def test_a_learner_gets_no_opponent_that_does_not_play_the_game(pennies):
    import gymnasium

    with pytest.raises(ValueError, match="opponents='ismcts': agent 'ismcts' does not play"):
        gymnasium.make("got_env/Agot2e-v0", game="pennies", players=3, opponents="ismcts")


class Choosy:
    """Plays one game alone, and says so."""

    name = "choosy"

    def __init__(self):
        self.told = []

    def check_game(self, game):
        self.told.append(game.code)
        if game.code != "pennies":
            raise ValueError(f"knows pennies, not {game.code}")

    def act(self, view):
        return int(view.legal[0])


def test_agents_of_users_can_refuse_a_game_too(pennies):
    agent = Choosy()

    tournament({"choosy": agent, "random": "random"}, games=2, players=3, game="pennies")
    assert agent.told == ["pennies"]
    with pytest.raises(ValueError, match=r"agents\['choosy'\]: knows pennies, not agot2e"):
        tournament({"choosy": agent, "random": "random"}, games=2, players=3)


def test_agents_in_processes_of_their_own_are_told_too(tmp_path):
    bot = tmp_path / "bots.py"
    bot.write_text(
        "class Choosy:\n"
        "    def check_game(self, game):\n"
        "        raise ValueError(f'does not know {game.code}')\n"
        "    def act(self, view):\n"
        "        return int(view.legal[0])\n"
    )
    with pytest.raises(ValueError, match=r"agent '.*bots.py:Choosy': does not know agot2e"):
        tournament(["random", f"{bot}:Choosy"], games=2, players=3)
