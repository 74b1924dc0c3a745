"""Traits of the 1st edition: its agents, options, data and positions."""

import json

import gymnasium
import numpy as np
import pytest

from got_agents.registry import make_agent
from got_agents.story import decide
from got_benchmarks.playing.outcome import shared_score
from got_env import VectorEnv, agot1e_v0, get_game
from got_env.envs.registration import GYMNASIUM_IDS, register_envs
from got_env.replay import Header, ReplayWriter
from got_env.westeros.facts.reading import SHIPPED
from tests.copies import writable_copy

GAME = get_game("agot1e")
PLAYERS = GAME.seats.counts
OTHERWISE = {
    key: values[1] for key, (values, _, _) in GAME.options.table.items() if len(values) > 1
}
"""Every option at its other value."""
RULES_OF = pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["default", "otherwise"])


def test_many_learners_against_the_scripted_player():
    register_envs()
    envs = gymnasium.make_vec(
        GYMNASIUM_IDS["agot1e"], num_envs=4, house="tyrell", opponents="heuristic", players=5
    )
    _, info = envs.reset(seed=3)
    for _ in range(60):
        mask = info["action_mask"]
        actions = np.array([int(np.flatnonzero(row)[0]) for row in mask])
        _, reward, *_, info = envs.step(actions)
    assert reward.shape == (4,)
    assert np.isfinite(reward).all()


def test_games_of_different_boards_and_numbers_share_a_batch():
    borders = {"sunset_sea_oldtown": "false", "highgarden_redwyne": "false"}
    batch = VectorEnv("agot1e", num_envs=3, players=[3, 4, 5], seed=1, options=borders)

    rows = set(batch.states["ruleset"].tolist())
    assert len(rows) == 3
    assert rows.isdisjoint(GAME.start(1, n)["ruleset"][0] for n in PLAYERS)


SPECS = ["heuristic", "raider", "courtier", "greedy:deals=1", "flat-mc:sims=4", "ismcts:sims=4"]


@pytest.mark.parametrize("spec", SPECS)
@RULES_OF
def test_agents_choose_what_is_legal(spec, options):
    agent = make_agent(spec)
    writer = ReplayWriter(Header.of(GAME, 4, options, 3, [spec] + ["random"] * 3))
    agents = [agent, *[make_agent("random")] * 3]
    for _ in range(60):
        if writer.over:
            break
        writer.play(decide(agents, writer))


def test_the_scripted_player_beats_chance():
    states = GAME.start(60, 5, 11)
    GAME.players.policies["heuristic"](states)
    assert (states["over"] == 1).all()
    by_castles = float(states["won_by_castles"].mean())
    random = GAME.start(60, 5, 11)
    GAME.players.policies["random"](random)
    assert by_castles > random["won_by_castles"].mean()


# --- options and data


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"tides": True}, "unknown option 'tides'"),
        ({"raiders_supply": "together"}, "unknown option 'raiders_supply'"),
        ({"westeros_decks": "original"}, "option westeros_decks='original': expected one of rec"),
        ({"hand_refill_after_discard": "keep_played"}, "expected one of all_return, keep_disc"),
        ({"rulings": "online"}, "rulings='online': expected one of rulebook"),
        ({"house_assignment": "chosen"}, "unknown option 'house_assignment'"),
    ],
)
def test_options_of_another_edition_are_refused_in_a_line(given, told):
    with pytest.raises(ValueError, match=told) as refused:
        GAME.start(1, 3, 0, given)
    assert "\n" not in str(refused.value)


def test_options_of_this_edition_are_refused_by_the_other():
    with pytest.raises(ValueError, match="unknown option 'order_pass'"):
        get_game("agot2e").start(1, 3, 0, {"order_pass": "allowed"})
    with pytest.raises(ValueError, match="option final_tiebreak='draw'"):
        get_game("agot2e").start(1, 3, 0, {"final_tiebreak": "draw"})


def test_numbers_of_players():
    with pytest.raises(ValueError, match=r"players=6: expected one of \(3, 4, 5\)"):
        GAME.start(1, 6)


def own(tmp_path, **edits):
    folder = tmp_path / "own"
    writable_copy(SHIPPED / "agot1e", folder)
    for name, edit in edits.items():
        path = folder / f"{name}.json"
        content = json.loads(path.read_text(encoding="utf-8"))
        edit(content)
        path.write_text(json.dumps(content), encoding="utf-8")
    return folder


def test_own_decks_replace_the_reconstructed_ones(tmp_path):
    def edit(cards):
        cards["decks"]["III"][0]["count"] = 4
        cards["decks"]["III"][-2]["count"] = 1

    game = get_game("agot1e", own(tmp_path, westeros_cards=edit))
    assert game.identity.data_provenance == "user's own"
    assert (game.start(1, 3)["deck"][0, 2] == 8).sum() == 4
    assert GAME.identity.data_provenance == "reconstructed"
    env = agot1e_v0.raw_env(players=3, data_dir=tmp_path / "own")
    env.reset(seed=1)


@pytest.mark.parametrize(
    ("file", "edit", "told"),
    [
        (
            "board",
            lambda c: c["switchable_borders"][0].update(default=False),
            r"board.json: switchable_borders\[0\].default: False: expected True",
        ),
        (
            "setup",
            lambda c: c["wildling_track"].update(attack_at=12),
            "setup.json: wildling_track.attack_at: 12: expected null, as they never attack so",
        ),
        (
            "setup",
            lambda c: c["component_limits"]["unit_pool_per_house"].update(siege_engine=2),
            "setup.json: unit_stats.siege_engine: null: expected its numbers, as there are some",
        ),
        (
            "house_cards",
            lambda c: c["houses"]["stark"][1].update(text="flies"),
            r"house_cards.json: houses.stark\[1\].text: 'flies' names no text that the engine",
        ),
        (
            "setup",
            lambda c: c["setups"]["3"]["neutral_forces"].update(ironmans_bay="impassable"),
            "setup.json: setups.3.neutral_forces.ironmans_bay: neutral forces stand on land",
        ),
        (
            "setup",
            lambda c: c["component_limits"].update(wildling_cards=9),
            "setup.json: component_limits.wildling_cards: 9: expected 0, cards",
        ),
    ],
)
def test_data_that_no_game_can_have_are_refused_by_field(tmp_path, file, edit, told):
    with pytest.raises(ValueError, match=told) as refused:
        get_game("agot1e", own(tmp_path, **{file: edit}))
    assert "\n" not in str(refused.value)


def test_the_folder_of_one_edition_is_none_of_the_other(tmp_path):
    folder = own(tmp_path)
    with pytest.raises(ValueError, match=r"tides_of_battle.json is missing"):
        get_game("agot2e", folder)
    (folder / "tides_of_battle.json").write_text("{}")
    with pytest.raises(ValueError, match=r"tides_of_battle.json: not a file of agot1e"):
        get_game("agot1e", folder)


# --- draws


def test_seats_that_are_equal_share_places_and_the_win():
    assert shared_score([0, 1, 2]) == ((0.0, 1.0, 2.0), (1.0, 0.0, 0.0))
    assert shared_score([2, 0, 0]) == ((2.0, 0.5, 0.5), (0.0, 0.5, 0.5))


# --- positions


@pytest.mark.parametrize(
    ("area", "unit", "token", "told"),
    [
        ("sunset_sea", "ship", "consolidate", "areas.sunset_sea.order: consolidate cannot lie"),
        ("pyke", "footman", "support", "areas.pyke.order: support cannot lie there"),
    ],
)
def test_a_position_has_no_order_where_none_can_lie(area, unit, token, told):
    here = {"units": [{"house": "stark", "type": unit}], "order": {"token": token}}
    with pytest.raises(ValueError, match=told):
        GAME.positions.read({"players": 5, "phase": "raid", "areas": {area: here}}, 1)


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"wildlings": {"deck": []}}, "wildlings.deck: the game has no Wildling cards"),
        ({"phase": "consolidate"}, "phase: 'consolidate': expected one of westeros, planning"),
        ({"westeros": {"again": {"I": 3}}}, "westeros.again.I: not all cards of deck I have been"),
        ({"areas": {"winterfell": {"shield_lost": True}}}, "it is no home area that can be lost"),
        (
            {
                "phase": "raid",
                "agenda": [{"phase": "raid", "begun": True}, {"phase": "raven_peek"}],
            },
            "expected one of",
        ),
    ],
)
def test_positions_of_another_edition_are_refused_by_field(document, told):
    with pytest.raises(ValueError, match=told) as refused:
        GAME.positions.read(document, 1)
    assert "\n" not in str(refused.value)
