"""The scripted player: always legal, blind to what is hidden, far stronger than chance."""

import hashlib

import numpy as np
import pytest

from got_agents.base import Views
from got_agents.heuristic import HeuristicAgent
from got_agents.random_agent import RandomAgent
from got_agents.registry import make_agent
from got_benchmarks.playing.matches import play_matches, schedule
from got_env.btwixt.players.heuristic.playout import play_tables
from got_env.btwixt.players.heuristic.weights import style_names, style_weights, weight_names
from got_env.btwixt.rules.vocabulary import FIRST_DECISION, Phase
from got_env.btwixt.words.notation import action_text
from got_env.core.styles import BASE
from got_env.games import get_game
from tests.btwixt.table import Table

GAME = get_game("btwixt")
VARIANTS = (
    {},
    {"advanced": True},
    {"draft": True},
    {"clash_draft": True},
    {"revealed": True, "short": True},
    {"advanced": True, "draft": True, "revealed": True},
    {"advanced": True, "short": True, "short_events": "at_setup"},
)


def mask_of(states):
    mask = np.zeros((1, GAME.actions.size), dtype=np.bool_)
    GAME.kernels.action_mask(states, mask)
    return mask


def mover(states):
    seats = np.zeros(1, dtype=np.int8)
    GAME.kernels.current_player(states, seats)
    return int(seats[0])


def answer(states, seat, mask, player):
    known = states.copy()
    GAME.kernels.redact(known, np.array([seat], dtype=np.int8))
    seats = np.array([seat], dtype=np.int8)
    return int(player.act_batch(Views(GAME, known, seats, mask, np.zeros(1, dtype=np.int64)))[0])


@pytest.mark.parametrize("options", VARIANTS)
def test_it_answers_every_decision_with_a_legal_action_and_knows_nothing_hidden(options):
    """What it chooses is the same for a twin that its seat cannot tell from the game."""
    rng = np.random.default_rng(5)
    phases = set()
    for players in GAME.seats.counts:
        player = HeuristicAgent(style=style_names()[players % 2])
        states = GAME.start(1, players, players, options)
        number = 0
        while not states["over"][0]:
            mask = mask_of(states)
            seat = mover(states)
            action = answer(states, seat, mask, player)
            assert mask[0, action]
            twin = states.copy()
            GAME.kernels.redeal(twin, np.array([seat], dtype=np.int8), np.array([number]))
            assert answer(twin, seat, mask, player) == action
            phases.add(GAME.words.phase_name(states, 0))
            if number % 3:  # chance leads to positions that the player alone would not see
                action = int(rng.choice(np.flatnonzero(mask[0])))
            GAME.kernels.step(states, np.array([action], dtype=np.int64))
            number += 1

    assert {"turn", "placement", "token", "target", "card", "ally"} <= phases


def test_it_leaves_the_position_as_it_is_and_needs_no_chance():
    states = GAME.start(1, 4, 3)
    player = HeuristicAgent()
    for _ in range(60):
        seat, mask = mover(states), mask_of(states)
        known = states.copy()
        GAME.kernels.redact(known, np.array([seat], dtype=np.int8))
        before = known.tobytes()
        seats = np.array([seat], dtype=np.int8)
        actions = {
            int(player.act_batch(Views(GAME, known, seats, mask, np.array([seed])))[0])
            for seed in (0, 1, 99)
        }
        assert known.tobytes() == before
        assert len(actions) == 1
        GAME.kernels.step(states, np.array([actions.pop()], dtype=np.int64))


@pytest.mark.parametrize("style", style_names())
def test_every_style_beats_chance_and_the_styles_differ(style):
    states = {name: GAME.start(20, 4, 3) for name in (BASE, style)}
    for name, games in states.items():
        play_tables(games, np.zeros((20, 6), dtype=np.int64), [style_weights(name)])
        assert (games["over"] == 1).all()
    same = states[BASE]["journal_no"] == states[style]["journal_no"]
    assert same.all() == (style == BASE)

    matches = schedule(2, 4, 120, seed=3)
    outcomes = play_matches(GAME, 4, {}, [make_agent(style), RandomAgent()], matches)
    assert np.mean([o.match.table[o.winner] == 0 for o in outcomes]) >= 0.7


def test_games_of_a_policy_and_of_a_learners_opponents_are_played_in_compiled_code():
    states = GAME.start(3, 5, 1)
    GAME.players.policies["heuristic"](states)

    assert (states["over"] == 1).all()
    assert GAME.players.learner_kernels().policies == ("random", *style_names())


@pytest.mark.parametrize(
    ("style", "changes", "error"),
    [
        ("noble", {}, "style 'noble': expected one of contender, heuristic, schemer, steward"),
        (BASE, {"castle": 1.0}, "weight 'castle': expected one of side, "),
        (BASE, {"envy": -1}, "envy=-1: expected a number from 0 to 100"),
        (BASE, {"envy": True}, "envy=True: expected a number from 0 to 100"),
        (BASE, {"pace": float("nan")}, "pace=nan: expected a number from 0 to 100"),
    ],
)
def test_wrong_weights_are_refused_by_name(style, changes, error):
    with pytest.raises(ValueError, match=f"^{error}"):
        style_weights(style, changes)


def test_the_base_style_names_every_weight():
    assert style_weights(BASE).shape == (len(weight_names()),)


def test_a_style_of_another_game_is_refused_by_name():
    with pytest.raises(ValueError, match="'courtier' does not play 'btwixt': style 'courtier'"):
        make_agent("courtier").check_game(GAME)


def test_the_list_of_decisions_is_whole():
    """Every decision has scores of its own: a new one needs a place in the ladder."""
    from inspect import getsource

    from got_env.btwixt.players.heuristic.choose import score

    ladder = getsource(getattr(score, "py_func", score))
    assert all(f"Phase.{phase.name}" in ladder for phase in Phase if phase >= FIRST_DECISION)


FROZEN = ("contender", "heuristic", "schemer")
"""Styles that reference pools hold: what they play changes with the rules alone."""


def test_the_styles_of_the_reference_pools_play_as_they_always_did():
    games = hashlib.sha256()
    tables = (np.arange(30)[:, None] + np.arange(6)[None, :]) % 3
    for players, options in (
        (3, {}),
        (4, {"advanced": True}),
        (6, {"clash_draft": True, "short": True}),
    ):
        states = GAME.start(30, players, 11, options)
        play_tables(states, tables.astype(np.int64), [style_weights(name) for name in FROZEN])
        games.update(states.tobytes())

    pooled = {name for pool in GAME.players.pools.values() for name in pool} - {"random"}
    assert pooled == set(FROZEN)
    assert games.hexdigest()[:16] == "c6aaafb683ae6083"


def test_the_steward_wins_nearly_always_against_chance_at_two_and_two():
    matches = schedule(2, 4, 240, seed=5)
    outcomes = play_matches(GAME, 4, {}, [make_agent("steward"), RandomAgent()], matches)

    assert np.mean([o.match.table[o.winner] == 0 for o in outcomes]) >= 0.84


def choice(table, style):
    """Action of a style in the position of a table."""
    states = table.states
    action = answer(states, table.seat, mask_of(states), HeuristicAgent(style=style))
    return action_text(states, 0, action)


def test_the_steward_takes_the_best_card_that_lies_on_the_table():
    """The base style would rather harm the one who has bid most."""
    table = Table(4).bidding("tywin_lannister", [["betrayal"], [], [], []])
    table.lay(1, "careful_scheming", "careful_scheming").lay(2, "host_of_banners")
    table.do("play betrayal")

    assert choice(table, "steward") == "target player_3"


def test_the_steward_sees_the_tokens_on_the_current_ally():
    """A strong card is worth its price for them, that is not worth it for a weak ally alone."""
    bids = {}
    for tokens in ((), (2, 2, 2, 2)):
        hand = ["careful_scheming", "backup_plan"]
        table = Table(4).bidding("bran_stark", [hand, [], [], []])
        table.s["rounds_left"] = 4
        table.lay(1, "siege_lines").on_ally(*tokens)
        bids[len(tokens)] = {style: choice(table, style) for style in (BASE, "steward")}

    assert bids[0][BASE] == bids[4][BASE]
    assert bids[0]["steward"] != bids[4]["steward"] == "play careful_scheming"


def saves_cards(s, p):
    """True if a leader has saved cards beside a neighbour who has saved as many."""
    beside = max(s["hand_n"][(p + 1) % 4], s["hand_n"][(p - 1) % 4])
    return s["rounds_left"] < 4 and 3 <= s["hand_n"][p] <= beside


def test_the_steward_counts_its_chances_beside_a_neighbour_who_saves_cards_and_nowhere_else():
    """The weights of the race change answers only where a leader's neighbour holds as many cards.

    That may be another leader, of whom the steward asks where that one would place an ally.
    """
    racing, plain = HeuristicAgent(style="steward"), HeuristicAgent(style="steward", chance=0.0)
    rng = np.random.default_rng(8)
    changed = 0
    for seed in range(12):
        states = GAME.start(1, 4, seed, {})
        while not states["over"][0]:
            mask, p = mask_of(states), mover(states)
            action = answer(states, p, mask, racing)
            if answer(states, p, mask, plain) != action:
                assert any(saves_cards(states[0], q) for q in range(4))
                changed += 1
            if p % 2:
                action = int(rng.choice(np.flatnonzero(mask[0])))
            GAME.kernels.step(states, np.array([action], dtype=np.int64))

    assert changed > 5
