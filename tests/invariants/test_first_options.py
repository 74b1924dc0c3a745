"""1st edition with the cards of A Storm of Swords: records, texts and secrets of whole games."""

import numpy as np
import pytest

from got_env.core.auditing import audit_of
from got_env.games import get_game
from tests.first_edition import OF_OPTIONS

GAME = get_game("agot1e")
OPTIONS = {"house_cards": "asos", "westeros_decks": "asos", "wildling_cards": "on"}
EVERY = 23


def games(count):
    """Records at decisions of random games that prefer to do something."""
    for seed in range(count):
        players = GAME.seats.counts[seed % 3]
        states = GAME.start(1, players, seed, OPTIONS)
        rng = np.random.default_rng(seed)
        mask = np.zeros((1, GAME.actions.size), dtype=np.bool_)
        turn = 0
        while not states["over"][0]:
            GAME.kernels.action_mask(states, mask)
            legal = np.flatnonzero(mask[0])
            if turn % EVERY == 0 or GAME.words.phase_name(states, 0) in OF_OPTIONS:
                yield states
            busy = [a for a in legal if GAME.actions.names[a] not in ("done", "no", "count 0")]
            GAME.kernels.step(states, rng.choice(busy or legal, 1))
            turn += 1
        yield states


def seen(states, seat):
    out = np.zeros((1, GAME.observation.size), dtype=np.int8)
    GAME.kernels.observe(states, np.array([seat], dtype=np.int8), out)
    return out.tobytes()


def test_records_positions_texts_and_secrets_of_whole_games():
    asked = set()
    for states in games(4):
        asked.add(GAME.words.phase_name(states, 0))
        GAME.records.check(states)
        mask = np.zeros((1, GAME.actions.size), dtype=np.bool_)
        GAME.kernels.action_mask(states, mask)
        texts = [GAME.actions.text(states, 0, int(a)) for a in np.flatnonzero(mask[0])]
        assert len(set(texts)) == len(texts)
        for seat in range(int(states["num_players"][0])):
            known = states.copy()
            GAME.kernels.redact(known, np.array([seat], dtype=np.int8))
            assert seen(known, seat) == seen(states, seat)
            dealt = states.copy()
            GAME.kernels.redeal(dealt, np.array([seat], dtype=np.int8), np.array([7]))
            GAME.records.check(dealt)
            assert seen(dealt, seat) == seen(states, seat)
    assert {"westeros_choice", "tyrion", "davos"} <= asked


@pytest.mark.parametrize("player", ["random", "eager", "heuristic"])
def test_no_game_breaks_an_invariant_or_ends_in_a_dead_end(player):
    audit = audit_of(GAME)
    for players in GAME.seats.counts:
        states = GAME.start(40, players, 11, OPTIONS)
        faults = np.zeros((40, len(audit.faults)), dtype=np.int64)
        audit.play[player](states, 5, 20_000, np.zeros(3, dtype=np.int64), faults)

        assert not faults.any(), audit.faults
        assert states["over"].all()


def test_positions_that_the_texts_cannot_lead_to_are_refused():
    read = GAME.positions.read
    document = GAME.positions.write(GAME.start(1, 5, 1), 0)
    with pytest.raises(ValueError, match="'baratheon' has no card that takes the token"):
        read({**document, "throne_taken": "baratheon"}, 0)
    document = GAME.positions.write(GAME.start(1, 5, 1, OPTIONS), 0)
    with pytest.raises(ValueError, match="'stark' has no card that takes the token"):
        read({**document, "throne_taken": "stark"}, 0)
    attack = {"strength": 0, "card": "crow_killers"}
    with pytest.raises(ValueError, match="no wildling attack is pending"):
        read({**document, "wildlings": {"threat": 0, "attack": attack}}, 0)
    deck = ["the_horde_descends", None, None, None, None]
    with pytest.raises(ValueError, match="is no Wildling card of this game"):
        read({**document, "wildlings": {"threat": 0, "deck": deck}}, 0)
