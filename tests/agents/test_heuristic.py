"""The heuristic player: sensible in plain positions, far stronger than chance."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import got_env
from got_agents.base import Views, first_views
from got_agents.heuristic import HeuristicAgent
from got_agents.random_agent import RandomAgent, RandomKindAgent
from got_benchmarks.playing.matches import play_matches, schedule
from got_env.envs.vector import VectorEnv
from got_env.games import get_game
from got_env.westeros.players.heuristic.choose import new_work
from got_env.westeros.players.heuristic.playout import play_tables
from got_env.westeros.players.heuristic.weights import style_names, style_weights
from tests.agents.games import GAME, random_games
from tests.builder import Board


def decide(board: Board, agent: HeuristicAgent | None = None) -> str:
    """An agent's answer to the open decision, in words; the heuristic player's by itself."""
    seats = np.array([board.seat(board.player)], dtype=np.int8)
    masks = np.zeros((1, GAME.actions.size), dtype=np.bool_)
    GAME.kernels.action_mask(board.states, masks)
    views = Views.of(GAME, board.states, seats, masks, np.zeros(1, dtype=np.int64))
    return GAME.actions.text(board.states, 0, int((agent or HeuristicAgent()).act_batch(views)[0]))


def play_turn(board: Board, house: str) -> list[str]:
    """Let the heuristic player answer while ``house`` decides."""
    told = []
    while board.player == house:
        told.append(decide(board))
        board.states[:] = board.states
        GAME.kernels.step(
            board.states, np.array([GAME.actions.parse(board.states, 0, told[-1])], dtype=np.int64)
        )
    return told


def test_only_one_function_makes_scratch_so_that_none_is_without_weights():
    root = Path(got_env.__file__).parent
    makers = {
        path.name for path in root.rglob("*.py") if re.search("dtype=WORK", path.read_text("utf-8"))
    }

    # What the player asks games with claim shows the compiler the type of a scratch.
    assert makers == {"choose.py", "expansion.py"}
    assert (new_work()["weights"] == style_weights("heuristic")).all()


@pytest.mark.parametrize("style", style_names())
def test_every_style_beats_chance_and_the_styles_differ(style):
    states = {name: GAME.start(20, 6, 3) for name in ("heuristic", style)}
    for name, games in states.items():
        play_tables(games, np.zeros((20, 6), dtype=np.int64), [style_weights(name)])
    same = states["heuristic"]["journal_no"] == states[style]["journal_no"]
    assert same.all() == (style == "heuristic")

    matches = schedule(2, 6, 40, seed=3)
    outcomes = play_matches(GAME, 6, {}, [HeuristicAgent(style=style), RandomAgent()], matches)
    assert np.mean([o.match.table[o.winner] == 0 for o in outcomes]) >= 0.95


def board(**options):
    return Board(**options).clear().hold("martell", "starfall")


def test_it_takes_an_empty_castle():
    game = board().units("winterfell", "stark", footman=2).order("winterfell", "march+0")
    game.at("march")

    play_turn(game, "stark")

    assert game.owner("moat_cailin") == "stark" or game.owner("white_harbor") == "stark"


def test_it_leaves_a_token_on_an_area_of_worth():
    game = board().units("seagard", "greyjoy", footman=1).order("seagard", "march+0")
    game.set_power(greyjoy=5).at("march")

    assert "token seagard yes" in play_turn(game, "greyjoy") or game.owner("seagard") == "greyjoy"


def test_it_does_not_march_into_a_hopeless_fight():
    game = board().units("moat_cailin", "stark", footman=1).order("moat_cailin", "march+0")
    game.units("seagard", "greyjoy", knight=3).order("seagard", "defense+2").at("march")

    play_turn(game, "stark")

    assert game.owner("seagard") == "greyjoy"
    assert not game.value("fight")


def test_it_attacks_where_it_is_stronger():
    game = board().units("moat_cailin", "stark", knight=2, footman=1)
    game.order("moat_cailin", "march+1").units("seagard", "greyjoy", footman=1).at("march")

    play_turn(game, "stark")

    assert game.value("fight_area") == GAME.observation.blocks[0].rows.index("seagard")


def attack(**options):
    """Stark attacks Seagard from Moat Cailin with two units."""
    game = board(**options).units("moat_cailin", "stark", knight=1, footman=1)
    return game.order("moat_cailin", "march+0").units("seagard", "greyjoy", footman=1)


def test_it_supports_itself():
    game = attack().units("riverrun", "greyjoy", footman=1).order("riverrun", "support")
    game.at("march").do("area seagard", "count 1", "count 1")
    if game.phase == "MARCH_TOKEN":
        game.do("yes")

    assert game.phase == "SUPPORT"
    assert decide(game) == "support riverrun defender"


@pytest.mark.parametrize(("order", "answer"), [("march+0", "yes"), ("march-1", "no")])
def test_the_blade_is_used_when_one_point_turns_the_combat(order, answer):
    # 3 + 2 against 1 + 4: level, and Greyjoy without the Blade wins ties only behind Stark.
    game = board().units("moat_cailin", "stark", knight=1, footman=1)
    game.order("moat_cailin", order).units("seagard", "greyjoy", footman=1, knight=1)
    game.set_track("fiefdoms", "stark").set_hand("stark", "eddard_stark")
    game.set_hand("greyjoy", "euron_crows_eye").units("riverrun", "greyjoy", footman=1)
    game.order("riverrun", "support").at("march").do("area seagard", "count 1", "count 1")
    game.do_until("SUPPORT", "no").do("side defender").do("card eddard_stark")
    game.do("card euron_crows_eye")

    assert game.phase == "BLADE"
    assert decide(game) == f"blade {answer}"


def test_it_bids_nothing_against_a_harmless_card_it_knows():
    game = Board().set_wildlings("silence_at_the_wall").set(threat=12).set_power(baratheon=8)
    game.states["wild_known"][0, 0] = 1 << game.seat("baratheon")
    game.set_track("iron_throne", "baratheon")
    game.set_westeros("last_days_of_summer", "last_days_of_summer", "wildlings_attack")
    game.at("westeros")

    assert game.player == "baratheon"
    assert decide(game) == "bid 0"


def test_patchface_takes_the_strongest_card():
    game = board().units("storms_end", "baratheon", knight=2).order("storms_end", "march+1")
    game.units("kingswood", "martell", footman=1).set_hand("baratheon", "patchface", "melisandre")
    game.at("march").do("area kingswood", "count 2").do_until("HOUSE_CARD", "no")
    game.do("card patchface").do_until("PATCHFACE", "card darkstar")

    assert decide(game) == "patchface the_red_viper"


@pytest.mark.parametrize("rival", [RandomAgent(), RandomKindAgent()], ids=["random", "random_kind"])
@pytest.mark.parametrize("players", [3, 6])
def test_it_beats_chance(rival, players):
    matches = schedule(2, players, 40, seed=1)

    outcomes = play_matches(GAME, players, {}, [HeuristicAgent(), rival], matches)

    won = [outcome.match.table[outcome.winner] == 0 for outcome in outcomes]
    assert np.mean(won) >= 0.95


@pytest.mark.parametrize("code", ["agot2e", "agot1e", "agot1e_storm", "asos"])
def test_the_squire_beats_chance_on_every_board_and_loses_to_the_script(code):
    game = get_game(code)
    players = max(game.seats.counts)
    matches = schedule(2, players, 120, seed=5)

    def wins(rival):
        outcomes = play_matches(game, players, {}, [HeuristicAgent(style="squire"), rival], matches)
        return np.mean([outcome.match.table[outcome.winner] == 0 for outcome in outcomes])

    assert wins(RandomAgent()) >= (0.8 if code == "asos" else 0.95)
    assert wins(HeuristicAgent()) <= 0.15


@pytest.mark.parametrize(("defenders", "attacks"), [(1, True), (3, False)])
def test_the_squire_attacks_the_weaker_alone(defenders, attacks):
    game = board().units("moat_cailin", "stark", knight=1).order("moat_cailin", "march+1")
    game.units("seagard", "greyjoy", footman=defenders).at("march")

    assert (decide(game, HeuristicAgent(style="squire")) == "march to seagard") == attacks


def test_its_games_end_by_castles_and_by_the_last_round():
    matches = schedule(1, 6, 40, seed=2)

    outcomes = play_matches(GAME, 6, {}, [HeuristicAgent()], matches)

    assert {outcome.end for outcome in outcomes} == {"seven_castles", "last_round"}


@pytest.mark.parametrize(
    ("code", "players", "style"),
    [
        ("agot2e", [3, 4, 6] * 8, "heuristic"),
        ("agot1e", 5, "raider"),
        ("agot1e_storm", 5, "courtier"),
        ("asos", 4, "heuristic"),
    ],
)
def test_plans_kept_from_batch_to_batch_change_no_choice(code, players, style):
    games = VectorEnv(code, 24, players, seed=5)
    games.reset()
    agent = HeuristicAgent(style=style)
    rows = np.arange(games.num_envs)

    for turn in range(150):
        seats, masks = games.current_player.copy(), games.action_masks.copy()
        views = Views.of(games.game, games.states, seats, masks, rows + turn, rows)
        chosen = agent.act_batch(views)
        assert chosen.tolist() == HeuristicAgent(style=style).act_batch(views).tolist()
        games.step(chosen)


@pytest.mark.parametrize("code", ["agot2e", "btwixt"])
def test_no_decisions_have_no_answers(code):
    views = first_views(get_game(code))
    nothing = Views(views.game, views.states[:0], views.seats[:0], views.masks[:0], views.seeds[:0])

    assert HeuristicAgent().act_batch(nothing).shape == (0,)


def test_what_is_kept_from_other_decisions_changes_no_choice():
    agent = HeuristicAgent()
    games = [random_games(2, players, seed=3, options={"tides": True}) for players in (3, 6, 4)]
    turns = list(zip(*games, strict=False))[::60]

    for views in (views for turn in turns for views in turn):
        assert agent.act_batch(views).tolist() == HeuristicAgent().act_batch(views).tolist()


PURE = """
import sys
import numpy as np
from got_env.games import get_game
from got_env.westeros.players.heuristic.batch import choose_rows, new_plans
from got_env.westeros.players.heuristic.choose import new_work
from got_env.westeros.players.heuristic.weights import style_weights
STATE = get_game("agot2e").records.state
data = np.load(sys.argv[1])
states = np.frombuffer(data["states"].tobytes(), dtype=STATE).copy()
actions = np.zeros(len(states), dtype=np.int64)
choose_rows(states, data["seats"], data["masks"], data["seeds"], np.zeros(1, dtype=STATE),
            new_work(style_weights(sys.argv[2])), new_plans(), actions)
print(*actions)
"""


@pytest.mark.parametrize("style", ["heuristic", "squire"])
def test_compiled_choices_are_those_of_plain_python(style, tmp_path):
    views = [v for i, v in enumerate(random_games(3, 6, seed=8, options={"tides": True})) if i % 5]
    merged = [
        np.concatenate(parts)
        for parts in zip(*((v.states, v.seats, v.masks, v.seeds) for v in views[::7]), strict=True)
    ]
    states, seats, masks, seeds = merged
    path = tmp_path / "decisions.npz"
    np.savez(path, states=states.view(np.uint8), seats=seats, masks=masks, seeds=seeds)
    compiled = HeuristicAgent(style=style).act_batch(Views(GAME, states, seats, masks, seeds))

    done = subprocess.run(
        [sys.executable, "-c", PURE, str(path), style],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert [int(word) for word in done.stdout.split()] == compiled.tolist()
