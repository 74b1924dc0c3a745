"""Rules for every agent: legal choices, from what its seat may know, row by row alike."""

import hashlib
import struct
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from got_agents.base import View, Views, choose, decision_seeds, first_views
from got_agents.heuristic import HeuristicAgent
from got_agents.random_agent import RandomAgent, RandomKindAgent
from got_env.core.press.messages import Heard
from got_env.games import GAMES, get_game
from got_env.westeros.editions.agot2e import SECOND_EDITION
from tests.agents.games import GAME, open_phases, random_games

AGENTS = [RandomAgent(), RandomKindAgent(), HeuristicAgent()]
IDS = [agent.name for agent in AGENTS]


def views_of_a_game(count=1):
    """Views of ``count`` games some way into round one."""
    return next(islice(random_games(count, 6), 30, None))


def legal_choices(agent, views):
    """True if the choice of each row is legal there."""
    return views.masks[np.arange(len(views)), choose(agent, views)]


@pytest.mark.parametrize("options", [{}, {"tides": True, "supply_cut": "minimal"}])
@pytest.mark.parametrize("agent", AGENTS, ids=IDS)
def test_every_choice_is_legal_in_every_phase(agent, options):
    met = set()
    for views in random_games(60, 6, seed=11, options=options):
        met |= open_phases(views.states)
        assert legal_choices(agent, views).all()

    missing = SECOND_EDITION.decisions.keys() - met
    assert len(missing) <= 6  # some questions are rare, such as which of two Footmen


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("agent", AGENTS, ids=IDS)
def test_every_choice_is_legal_with_fewer_players(agent, players):
    decisions = 0
    for views in random_games(5, players, seed=2):
        decisions += len(views)
        assert legal_choices(agent, views).all()

    assert decisions > 5 * 100  # whole games


@pytest.mark.parametrize("agent", AGENTS, ids=IDS)
def test_a_row_of_a_batch_is_decided_as_if_alone(agent):
    for views in islice(random_games(40, 6, seed=3), 0, 400, 57):
        alone = [agent.act(view) for view in views]

        assert agent.act_batch(views).tolist() == alone


@pytest.mark.parametrize("agent", AGENTS, ids=IDS)
def test_a_choice_leaves_the_views_as_they_are(agent):
    views = views_of_a_game(20)
    before = views.states.tobytes(), views.masks.tobytes()

    agent.act_batch(views)

    assert (views.states.tobytes(), views.masks.tobytes()) == before


@pytest.mark.smoke
@pytest.mark.parametrize("agent", AGENTS, ids=IDS)
def test_hidden_things_do_not_change_a_choice(agent):
    states = GAME.start(30, 6, seed=5)
    masks = np.zeros((30, GAME.actions.size), dtype=np.bool_)
    seats = np.zeros(30, dtype=np.int8)
    nothing = np.full(30, -1, dtype=np.int64)
    for turn in range(60):
        GAME.kernels.advance(states, nothing, 0, masks, seats)
        seeds = decision_seeds(np.arange(30), seats, np.full(30, turn))
        twins = states.copy()
        GAME.kernels.redeal(twins, seats, np.arange(100, 130, dtype=np.int64))
        views = Views.of(GAME, states, seats, masks, seeds)

        actions = agent.act_batch(views)

        assert agent.act_batch(Views.of(GAME, twins, seats, masks, seeds)).tolist() == (
            actions.tolist()
        )
        GAME.kernels.step(states, actions)


def test_a_view_shows_what_the_environment_shows():
    views = views_of_a_game(4)
    out = np.zeros((4, GAME.observation.size), dtype=np.int8)
    GAME.kernels.observe(views.states.copy(), views.seats, out)

    assert np.array_equal(views.observations, out)
    assert np.array_equal(views[2].observation, out[2])


def test_views_hide_the_random_words_and_the_decks():
    views = views_of_a_game()

    assert not views.states["rng"].any()
    assert (views.states["tides_deck"] < 0).all()


def test_an_illegal_choice_is_refused_in_words():
    class Stubborn:
        name = "stubborn"

        def act(self, view: View) -> int:
            return int(np.flatnonzero(~view.mask)[0])

    with pytest.raises(ValueError, match=r"agent 'stubborn' as \w+ chose \d+ \(.+\), which is not"):
        choose(Stubborn(), views_of_a_game())


def test_a_choice_out_of_range_is_refused():
    class Lost:
        name = "lost"

        def act(self, view: View) -> int:
            return 10_000

    with pytest.raises(ValueError, match="chose 10000, which is not legal"):
        choose(Lost(), views_of_a_game())


def test_a_number_beyond_64_bits_with_sign_is_named_as_it_was_answered():
    class Vast:
        name = "vast"

        def act(self, view: View) -> int:
            return (1 << 64) - 1

    with pytest.raises(ValueError, match="chose 18446744073709551615, which is not legal"):
        choose(Vast(), views_of_a_game())


def test_an_answer_that_python_will_not_write_out_is_named():
    class Vaster:
        name = "vaster"

        def act(self, view: View) -> int:
            return 10**5000

    with pytest.raises(ValueError, match=r"'vaster' answered \[a huge number\]: expected one"):
        choose(Vaster(), views_of_a_game())


class Overwrites:
    """Fills all it gets with one byte, and plays what was not legal before."""

    name = "overwrites"

    def __init__(self, byte):
        self.byte = byte

    def act(self, view):
        illegal = int((~view.mask).argmax())
        view.states.view(np.uint8)[:] = self.byte
        view.mask[:] = True
        return illegal

    def act_batch(self, views):
        actions = np.array([self.act(view) for view in views])
        views.seats[:] = self.byte % 128
        return actions


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("byte", [0, 127, 255])
def test_an_agent_that_overwrites_its_view_reads_what_it_did_wrong(code, byte):
    game = get_game(code)
    views = first_views(game)
    seat = game.seats.in_play(game.seats.counts[0])[int(views.seats[0])]
    action = int((~views.masks[0]).argmax())
    text = game.actions.text(views.states, 0, action)

    with pytest.raises(ValueError, match="is not legal") as refused:
        choose(Overwrites(byte), views)

    assert str(refused.value) == (
        f"agent 'overwrites' as {seat} chose {action} ({text}), which is not legal"
    )


def test_rows_beyond_the_views_raise_index_error():
    with pytest.raises(IndexError):
        views_of_a_game()[1]


def test_one_view_as_a_batch_keeps_everything_it_knows():
    views = replace(views_of_a_game(2), heard=(Heard(0, ("a",)), Heard(1, ("b",))))
    batch = views[1].as_batch()

    assert (len(batch), batch[0].heard) == (1, views.heard[1])
    assert batch.states.tobytes() == views.states[1:].tobytes()
    assert (batch.observations == views.observations[1:]).all()
    assert (batch.masks == views.masks[1:]).all()
    assert (batch.seats, batch.seeds) == (views.seats[1:], views.seeds[1:])
    assert batch.seats.dtype == views.seats.dtype
    assert views_of_a_game()[0].as_batch().heard == ()


def test_decision_seeds_differ_by_game_seat_and_turn():
    games, seats, turns = (grid.ravel() for grid in np.mgrid[0:20, 0:6, 0:20])

    seeds = decision_seeds(games, seats, turns)

    assert len(set(seeds.tolist())) == len(games)
    assert (seeds >= 0).all()


def unmixed(word: int) -> int:
    """The number from which a round of SplitMix64, the usual mixing of seeds, makes ``word``."""
    size, odd = 1 << 64, (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
    word ^= word >> 31 ^ word >> 62
    word = word * pow(odd[1], -1, size) % size
    word ^= word >> 27 ^ word >> 54
    word = word * pow(odd[0], -1, size) % size
    return word ^ word >> 30 ^ word >> 60


def seeds_behind(seed: int, seat: int, turn: int) -> set[int]:
    """Seeds of the games that give a number, were it a mix of rounds of SplitMix64."""
    size, found = 1 << 64, set()
    for word in (seed << 1, seed << 1 | 1):
        for part in (turn, seat):
            word = unmixed(word) ^ (part + 1) * 0xD1B54A32D192ED03 % size
        found.add(word * pow(0x9E3779B97F4A7C15, -1, size) % size)
    return found


def test_the_seed_of_a_game_cannot_be_worked_out_from_that_of_a_decision():
    games = np.random.default_rng(1).integers(1 << 62, size=50)
    for game in games.tolist():
        (seed,) = decision_seeds(np.array([game]), np.array([4]), np.array([217])).tolist()

        assert game not in seeds_behind(seed, 4, 217)


def test_the_seed_of_a_decision_is_a_hash_of_game_seat_and_turn():
    whole = struct.pack("<qqq", 3**39, 5, 1203)
    digest = hashlib.blake2b(whole, digest_size=8, person=b"got_env decision").digest()

    (seed,) = decision_seeds(np.array([3**39]), np.array([5]), np.array([1203])).tolist()

    assert seed == int.from_bytes(digest, "little") >> 1


def test_every_bit_of_the_inputs_changes_half_of_a_decisions_seed():
    inputs = np.array([[3**39, 5, 1203]] * 61)
    inputs[:50, 0] ^= 1 << np.arange(50)
    inputs[50:53, 1] ^= 1 << np.arange(3)
    inputs[53:60, 2] ^= 1 << np.arange(7)
    *changed, seed = decision_seeds(*inputs.T).tolist()

    counts = [(seed ^ other).bit_count() for other in changed]

    assert min(counts) >= 16
    assert max(counts) <= 47


def test_random_choices_are_uniform_over_legal_actions():
    view = views_of_a_game()[0]
    seeds = decision_seeds(np.arange(6000), np.zeros(6000), np.zeros(6000))
    counts = np.zeros(GAME.actions.size)
    for seed in seeds.tolist():
        counts[RandomAgent().act(View(view.game, view.states, view.seat, view.mask, seed))] += 1

    expected = 6000 / len(view.legal)
    assert counts.sum() == counts[view.legal].sum()
    assert ((counts[view.legal] - expected) ** 2 / expected).sum() < 3 * len(view.legal) + 10


def test_random_kind_gives_every_kind_the_same_share():
    mask = np.zeros(GAME.actions.size, dtype=np.bool_)
    done = GAME.actions.names.index("done")
    mask[done] = True
    mask[GAME.actions.kinds == GAME.actions.kind_names.index("area")] = True
    states = views_of_a_game().states
    seeds = decision_seeds(np.arange(2000), np.zeros(2000), np.zeros(2000))

    actions = RandomKindAgent().act_batch(
        Views(GAME, states, np.zeros(2000, np.int8), np.tile(mask, (2000, 1)), seeds)
    )

    assert 0.45 < np.mean(actions == done) < 0.55
    assert len(set(actions.tolist())) > 50
