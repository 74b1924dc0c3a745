"""Whole random games on the original board: invariants, positions, texts and secrets."""

import json

import numpy as np
import pytest

from got_env.core.batch import games
from got_env.westeros.games.game import shipped
from tests.storm.table import OLD_CARDS

GAME = shipped("agot1e_storm")
SETS = [
    {},
    {"tactics": "off"},
    {"leaders": "off"},
    {**OLD_CARDS, "wildling_cards": "off"},
]
NAMES = ["all", "no_tactics", "no_leaders", "old_cards"]
EACH = pytest.mark.parametrize("options", SETS, ids=NAMES)
PLAYERS = pytest.mark.parametrize("players", [3, 4, 5])


def moments(players, options, seed, every):
    """Copies of a random game at every so many decisions, and at its end."""
    states = GAME.start(1, players, seed, options)
    mask = np.zeros((1, GAME.actions.size), dtype=np.bool_)
    draw = np.random.default_rng(seed)
    n = 0
    while states["depth"][0] > 0:
        if n % every == 0:
            yield states.copy()
        mask[:] = False
        games.action_mask(states, mask)
        games.step(states, draw.choice(np.flatnonzero(mask[0]), 1))
        n += 1
    yield states


def legal(states):
    mask = np.zeros((1, GAME.actions.size), dtype=np.bool_)
    games.action_mask(states, mask)
    return np.flatnonzero(mask[0]).tolist()


def seen_by(states, seat):
    out = np.zeros((1, GAME.observation.size), dtype=np.int8)
    games.observe(states, np.array([seat], np.int8), out)
    return out


@PLAYERS
@EACH
def test_random_games_keep_what_must_hold(players, options):
    number = 20
    for player in ("random", "eager"):
        states = GAME.start(number, players, 7, options)
        counts = np.zeros(3, dtype=np.int64)
        faults = np.zeros((number, len(GAME.audit.faults)), dtype=np.int64)
        GAME.audit.play[player](states, 1, 20_000, counts, faults)

        assert not faults.any()
        assert states["over"].all()


@EACH
def test_positions_and_texts_read_back(options):
    for players in (3, 5):
        for states in moments(players, options, players, 60):
            written = json.loads(json.dumps(GAME.positions.write(states, 0)))
            assert GAME.positions.read(written, 1).tobytes() == states.tobytes()
            texts = {a: GAME.actions.text(states, 0, a) for a in legal(states)}
            assert len({*texts.values()}) == len(texts)
            assert all(GAME.actions.parse(states, 0, t) == a for a, t in texts.items())


@EACH
def test_nobody_learns_what_is_hidden(options):
    """A record dealt anew looks the same to its viewer, and to redaction."""
    for players in (4, 5):
        for n, states in enumerate(moments(players, options, players + 20, 80)):
            for seat in range(players):
                other = states.copy()
                games.redeal_batch(other, np.array([seat], np.int8), np.array([n]))
                assert (seen_by(other, seat) == seen_by(states, seat)).all()
                hidden, known = other.copy(), states.copy()
                for record in (hidden, known):
                    games.redact_batch(record, np.array([seat], np.int8))
                assert hidden.tobytes() == known.tobytes()
                if not states["over"][0]:
                    deciding = int(states["stack"][0, int(states["depth"][0]) - 1, 1])
                    assert deciding != seat or legal(other) == legal(states)
                    GAME.positions.read(GAME.positions.write(known, 0), 3)


@EACH
def test_it_is_told_and_drawn(options):
    for states in moments(5, options, 3, 150):
        told = GAME.words.snapshot(states, 0)
        json.dumps([told, GAME.words.context(states, 0), GAME.words.briefing(states, 0, 1)])
        assert {"leaders", "negotiation"} <= told.keys()
        assert {"claim", "alliances", "weather"}.isdisjoint(told)
        assert GAME.words.board(states, 0).startswith("Round ")
        assert GAME.words.picture(states, 0).startswith("<svg")


def test_the_scripted_player_plays_it_to_the_end():
    for players in (3, 4, 5):
        states = GAME.start(4, players, 5, {})
        GAME.players.policies["heuristic"](states)

        assert states["over"].all()
