"""No output depends on hidden identities: copies, orders of decks, draws, and secret choices.

Whole games are played; at their positions everything that one viewer may not know is permuted, and
every output for that viewer must stay the same, byte for byte. A look is one output of one pair: of
a decision, for a seat, by a channel (masks, observations, texts, pictures, positions, ...).

The first test makes 200 looks for each game, in the longer tier 1,000. More than 100,000 for all
games are made, and printed, by

    LOOKS=20500 pytest --tier all -n 0 -s tests/leaks/test_permuted.py -k long
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import count

import numpy as np
import pytest

from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import Operation
from got_env.games import GAMES, get_game
from tests.leaks.copies import shuffled_copies
from tests.leaks.forks import forked, secret_actions
from tests.leaks.moments import TABLES, masks_of, whole_game
from tests.leaks.outputs import outputs
from tests.leaks.twins import TWINS
from tests.play import random_actions

QUICK, LONG = 200, int(os.environ.get("LOOKS", "1000"))
"""Looks for each game in the usual tests, and in the longer tier."""
CARDS = (
    (3, {}),
    (4, {"advanced": "true"}),
    (3, {"draft": "true"}),
    (5, {"advanced": "true", "draft": "true", "revealed": "true"}),
    (4, {"clash_draft": "true"}),
)
SEEN_BY_ALL = ("journal", "season", "token_at")
TIERS = [
    *(pytest.param(code, QUICK, id=f"{code}-quick") for code in GAMES),
    *(pytest.param(code, LONG, id=f"{code}-long", marks=pytest.mark.full) for code in GAMES),
]


def compare(game, one, other, viewer, way, looks):
    """Count the outputs of two records for a viewer.

    Raises:
        AssertionError: names those that are not the same.
    """
    first, second = (outputs(game, each, viewer) for each in (one, other))
    different = {name for name in first if first[name] != second[name]}
    assert not different, (game.code, game.words.phase_name(one, 0), viewer, way, different)
    looks[way] += len(first)


def games(code):
    """Random games of all tables of a game, again and again."""
    for seed in count(100):
        tables = TABLES[code]
        players, options = tables[seed % len(tables)]
        yield whole_game(code, players, seed, **options)


@pytest.mark.parametrize(("code", "wanted"), TIERS)
def test_no_output_shows_what_is_permuted(code, wanted):
    game, rng, looks = get_game(code), np.random.default_rng(11), Counter()
    ways, changed = TWINS[code], Counter()
    for moments in games(code):
        players = None
        for number, (states, _) in enumerate(moments):
            players = players or int(states["num_players"][0])
            viewer = int(rng.integers(players))
            if number % 7 == 0:
                way = list(ways)[number // 7 % len(ways)]
                twin = ways[way](states, viewer, rng)
                changed[way] += twin.tobytes() != states.tobytes()
                compare(game, states, twin, viewer, way, looks)
            if secret_actions(game, states) and looks["fork"] < wanted / 3:
                for one, other, knows in forked(game, states, rng):
                    seats = [seat for seat in range(players) if seat != knows]
                    compare(game, one, other, int(rng.choice(seats)), "fork", looks)
                    if looks["fork"] > wanted / 3:
                        break
            if looks.total() >= wanted:
                break
        if looks.total() >= wanted:
            break
    print(code, dict(looks))
    assert changed.keys() == ways.keys()
    assert min(changed.values()) > 0
    assert code == "btwixt" or looks["fork"] > 0


@pytest.mark.parametrize(
    ("rounds", "every"), [(1, 40), pytest.param(3, 11, marks=pytest.mark.full)]
)
def test_games_with_other_copies_cannot_be_told_apart(rounds, every):
    """What seats have seen of copies before does not tell them which one is which either."""
    game, looks = get_game("btwixt"), Counter()
    for number in range(rounds * len(CARDS)):
        players, options = CARDS[number % len(CARDS)]
        rng = np.random.default_rng(number)
        one = game.start(1, players, number, options)
        other = shuffled_copies(one, rng)
        seen = np.zeros((2, game.observation.size), dtype=np.int8)
        for turn in count():
            mask = masks_of(game, one)
            assert np.array_equal(mask, masks_of(game, other))
            for viewer in range(players):
                for i, states in enumerate((one, other)):
                    seat = np.array([viewer], dtype=np.int8)
                    game.kernels.observe(states, seat, seen[i : i + 1])
                assert np.array_equal(seen[0], seen[1]), (turn, viewer)
                looks["observation"] += 1
            if turn % every == 0 or one["over"][0]:
                compare(game, one, other, turn % players, "copies", looks)
            if one["over"][0]:
                break
            action = random_actions(mask, rng)
            for states in (one, other):
                game.kernels.step(states, action)
        assert one.tobytes() != other.tobytes()
    print("btwixt, whole games", dict(looks))


@pytest.mark.parametrize("games_each", [1, pytest.param(6, marks=pytest.mark.full)])
def test_hidden_draws_cannot_be_told_apart(games_each):
    """A step is taken twice, with other random words: who sees nothing of the draw sees no change.

    That is a seat, other than the one that acts, whose own hand and whose journal are the same
    after both, in a round in which hands do not lie open; which token left a council all see.
    """
    game, looks, drawn = get_game("btwixt"), Counter(), 0
    for number in range(games_each * len(CARDS)):
        players, options = CARDS[number % len(CARDS)]
        rng = np.random.default_rng(number)
        states = game.start(1, players, 50 + number, options)
        while not states["over"][0]:
            action, other = random_actions(masks_of(game, states), rng), states.copy()
            other["rng"] = rng.integers(1, 2**32, size=4)
            before, seats = states["season"][0], np.zeros(1, dtype=np.int8)
            game.kernels.current_player(states, seats)
            game.kernels.step(states, action)
            game.kernels.step(other, action)
            alike = all(np.array_equal(states[name], other[name]) for name in SEEN_BY_ALL)
            open_hands = states["acting"][0] & RULES["doers"][states["ruleset"][0], Operation.LOOK]
            if not alike or open_hands or states["over"][0] or states["season"][0] != before:
                continue
            moved = not np.array_equal(states["hand"], other["hand"])
            drawn += moved
            others = {*range(players)} - {int(seats[0])} if moved else ()
            for viewer in others:
                hands = [each["hand"][0, viewer] for each in (states, other)]
                known = [
                    each["known"][0] & hand
                    for each, hand in zip((states, other), hands, strict=True)
                ]
                if np.array_equal(*hands) and np.array_equal(*known):
                    compare(game, states, other, viewer, "draw", looks)
    print("btwixt, draws", dict(looks))
    assert drawn > 0
    assert looks["draw"] > 100
