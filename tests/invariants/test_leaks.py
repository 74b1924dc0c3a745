"""Facts hidden from a player reach nothing that the player is told.

At positions of every decision, for every viewer, all that is hidden from the viewer is changed
(by ``scramble.py``, which shares no code with the engine's own hiding); everything told to the
viewer must stay the same, byte for byte. Then the game goes on: while nothing is revealed, what
others chose in secret must make no difference either.
"""

import dataclasses

import gymnasium
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from got_env import agot2e_v0
from got_env.envs.parallel import ParallelGameEnv
from got_env.envs.vector import VectorEnv
from got_env.westeros.rules import actions
from got_env.westeros.rules.vocabulary import NONE, Event, Phase
from tests.builder import Board
from tests.invariants.positions import decisions_of, positions
from tests.invariants.scramble import SECRETS, scrambled
from tests.invariants.views import differences, from_env, from_kernels, moved_to, plain
from tests.play import AGOT2E, ANY_OPTIONS, PLAYERS, masks_of, play

SECRET_CHOICES = {Phase.ORDER, Phase.BID, Phase.HOUSE_CARD}
"""Decisions whose answer the others do not see."""

REVEALS = (
    "rng",
    "orders_open",
    "bids_open",
    "cards_open",
    "tides_open",
    "deck_pos",
    "tides_pos",
    "wild_card",
)
"""Fields that change when something is drawn or turned up."""

REVEALING_EVENTS = (
    Event.BID,
    Event.ORDERS_REVEALED,
    Event.CARD,
    Event.WESTEROS_CARD,
    Event.WILDLING_CARD,
)


def environment(players, **options):
    env = agot2e_v0.raw_env(players=players, render_mode="ansi", **options)
    env.reset(seed=1)
    return env


def test_the_positions_are_of_every_decision():
    for players in PLAYERS:
        assert set(positions(players)) == decisions_of(players)


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_told_to_a_player_depends_on_what_is_hidden(players):
    rng = np.random.default_rng(players)
    envs = [environment(players, tides=True, observation=form) for form in ("flat", "entities")]
    varied = set()
    checked = set()
    for phase, found in positions(players).items():
        for number, states in enumerate(found):
            env, texts = envs[number % 2], number == 0
            for viewer, agent in enumerate(env.possible_agents):
                other = scrambled(states, viewer, rng)
                varied |= {name for name in SECRETS if (states[name] != other[name]).any()}
                told = [from_kernels(AGOT2E, game, viewer, texts) for game in (states, other)]
                assert differences(*told) == [], (phase, agent)
                told = [from_env(moved_to(env, game), agent, texts) for game in (states, other)]
                assert differences(*told) == [], (phase, agent)
                checked.add((phase, agent))

    assert varied == set(SECRETS)
    assert len(checked) == players * len(decisions_of(players))


@given(st.sampled_from(PLAYERS), st.integers(0, 10_000), ANY_OPTIONS)
def test_nothing_depends_on_what_is_hidden_with_any_options(players, seed, options):
    rng = np.random.default_rng(seed)
    for turn, states in enumerate(play(players, seed, **options)):
        if turn % 31 == seed % 31 and not states["over"][0]:
            viewer = int(rng.integers(players))
            told, again = (
                from_kernels(AGOT2E, games, viewer, texts=False)
                for games in (states, scrambled(states, viewer, rng))
            )
            assert differences(told, again) == [], (AGOT2E.words.phase_name(states, 0), viewer)


# --- while the secret buffer fills


def two_answers(states, other, viewer, rng):
    """An action for each of two games that the viewer cannot tell apart; None without any.

    What the viewer or everyone sees must be the same; a secret choice of another may differ.
    """
    first, second = masks_of(states)[0], masks_of(other)[0]
    frame = states["stack"][0, states["depth"][0] - 1]
    if frame[1] != viewer and Phase(int(frame[0])) in SECRET_CHOICES:
        # An area that is left without an order is seen by everyone.
        first[actions.DONE] = second[actions.DONE] = False
        if first.any() and second.any():
            return [int(rng.choice(np.flatnonzero(mask))) for mask in (first, second)]
        return None
    assert frame[1] != viewer or (first == second).all()
    both = np.flatnonzero(first & second)
    return [int(rng.choice(both))] * 2 if len(both) else None


def is_revealing(before, after, viewer):
    """True if a step showed something to the viewer that was hidden before."""
    known = [(states["wild_known"] >> viewer & 1).tolist() for states in (before, after)]
    journal = after["journal"][0]
    told = [
        journal[number % len(journal), 0]
        for number in range(int(before["journal_no"][0]), int(after["journal_no"][0]))
    ]
    return (
        known[0] != known[1]
        or any((before[name] != after[name]).any() for name in REVEALS)
        or not set(told).isdisjoint(REVEALING_EVENTS)
    )


def pairs(players):
    """Two games that differ only in what a viewer cannot know, and an action for each."""
    rng = np.random.default_rng(players)
    for found in positions(players).values():
        for states in found:
            for viewer in rng.permutation(players)[:2].tolist():
                other = scrambled(states, viewer, rng)
                chosen = two_answers(states, other, viewer, rng)
                if chosen:
                    yield viewer, (states, other), chosen


def told_after(env, states, action, viewer):
    """News of one step for a viewer from the parallel environment, and the record after it."""
    parallel = ParallelGameEnv(moved_to(env, states))
    parallel.agents = env.agents[:]
    agent = env.possible_agents[viewer]
    result = parallel.step({env.agent_selection: action})
    after = env.states.copy()
    told = {
        "observation": result[0][agent]["observation"].tobytes(),
        "mask": result[0][agent]["action_mask"].tobytes(),
        "rest": (result[1], result[2], result[3], plain(result[4][agent])),
        "events": AGOT2E.words.new_events(after, 0, 0),
        **from_env(env, agent, texts=False),
        **from_kernels(AGOT2E, after, viewer, texts=False),
    }
    return told, after


@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_step_tells_nothing_that_is_not_revealed(players, skip_forced):
    env = environment(players, tides=True, skip_forced=skip_forced)
    compared = 0
    for viewer, games, chosen in pairs(players):
        (told, after), (again, after_again) = (
            told_after(env, states, action, viewer)
            for states, action in zip(games, chosen, strict=True)
        )
        revealing = is_revealing(games[0], after, viewer)
        if not revealing and not is_revealing(games[1], after_again, viewer):
            assert differences(told, again) == [], (AGOT2E.words.phase_name(games[0], 0), viewer)
            compared += 1

    assert compared > 80


@pytest.mark.parametrize("players", PLAYERS)
def test_rows_of_a_batch_tell_the_same(players):
    batch = VectorEnv("agot2e", 2, players, options={"tides": True}, skip_forced=True)
    compared = 0
    for viewer, games, chosen in pairs(players):
        batch.reset(1)
        for row, states in enumerate(games):
            batch._states[row] = states[0]
        AGOT2E.kernels.advance(batch._states, np.full(2, NONE), 0, batch._masks, batch._seats)
        batch.step(chosen)
        ends = [batch.states[row : row + 1] for row in range(2)]
        if batch.current_player[0] == viewer and not any(
            is_revealing(*pair, viewer) for pair in zip(games, ends, strict=True)
        ):
            assert batch.current_player[1] == viewer
            assert (batch.observations[0] == batch.observations[1]).all()
            assert (batch.action_masks[0] == batch.action_masks[1]).all()
            assert (batch.rewards[0] == batch.rewards[1]).all()
            compared += 1

    assert compared > 20


@pytest.mark.parametrize("viewer", ["baratheon", "stark", "tyrell"])
def test_a_secret_place_for_the_wildling_card_stays_secret(viewer):
    """With raven_choice_public=false top and bottom look the same, even to who knew the card."""
    told = []
    for place in ("top", "bottom"):
        board = Board(raven_choice_public=False).set_track("kings_court", "lannister")
        board.set(wild_known=[1 << board.seat("stark"), *[0] * 8]).at("raven").do("choice b")
        board.do("choice a" if place == "top" else "choice b")
        told.append(from_kernels(AGOT2E, board.states, board.seat(viewer)))

    assert differences(*told) == []


LAND = ("winterfell", "karhold", "castle_black", "the_stony_shore", "widows_watch", "white_harbor",
        "greywater_watch", "flints_finger", "moat_cailin", "the_twins")  # fmt: skip
FIRST_EIGHT = ("march-1", "march+0", "defense+1", "defense+1", "raid", "consolidate", "consolidate")


@pytest.mark.parametrize("skip_forced", [False, True])
def test_a_forced_order_does_not_show_in_whose_turn_it_is(skip_forced):
    """With two tokens left and two areas, the last orders are forced if the tokens are alike."""
    told = []
    for eighth in ("raid", "support"):
        board = Board(players=6).clear().units("dragonstone", "baratheon", footman=1)
        for area in LAND:
            board.units(area, "stark", footman=1)
        board.set_track("kings_court", "tyrell", "lannister", "martell", "greyjoy", "baratheon")
        board.set_track("iron_throne", "stark").at("planning")
        board.do(*(f"order {order}" for order in FIRST_EIGHT))
        env = moved_to(environment(6, skip_forced=skip_forced), board.states)
        env.step(env.parse_action(f"order {board.asked} {eighth}"))
        told.append(from_env(env, "baratheon"))
        assert env.agent_selection == "stark"

    assert differences(*told) == []


SEED = 8_123_456_789_012_345_678


def test_nobody_is_told_the_seed_of_the_game():
    env = environment(4, tides=True)
    env.reset(seed=SEED)
    learner = gymnasium.make(
        "got_env/Agot2e-v0", players=4, house="stark", disable_env_checker=True
    )
    told = [repr(learner.reset(seed=SEED))]
    rng = np.random.default_rng(1)
    for _ in range(300):
        told += [repr(from_env(env, agent)) for agent in env.agents]
        env.step(int(rng.choice(env.legal_actions())))
    for _ in range(30):
        result = learner.step(int(rng.choice(learner.unwrapped.legal_actions())))
        told.append(repr(result))
        if result[2]:
            told.append(repr(learner.reset(seed=SEED)))

    assert sum("winterfell" in text for text in told) > 1000
    assert [text for text in told if str(SEED) in text] == []


# --- the test tests


@pytest.mark.parametrize("field", ["deck", "wild_deck", "order", "bid", "card", "tides"])
def test_a_planted_leak_is_found(field):
    """One hidden field copied into the observation makes the comparison fail."""

    def leaky(states, players, out):
        AGOT2E.kernels.observe(states, players, out)
        out[0, : states[field][0].size] += states[field][0].reshape(-1).astype(np.int8)

    game = dataclasses.replace(AGOT2E, kernels=dataclasses.replace(AGOT2E.kernels, observe=leaky))
    rng = np.random.default_rng(1)
    found = set()
    for positions_of_phase in positions(6).values():
        for states in positions_of_phase:
            for viewer in range(6):
                told, again = (
                    from_kernels(game, record, viewer, texts=False)
                    for record in (states, scrambled(states, viewer, rng))
                )
                found |= set(differences(told, again))

    assert found == {"observation"}
