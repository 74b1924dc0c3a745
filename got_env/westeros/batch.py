"""Fused steps: everything an environment needs after an action, in one call from Python."""

from __future__ import annotations

from got_env._agenda import PHASE, top
from got_env._jit import entry, kernel
from got_env._rng import next_word, seed_rng
from got_env.westeros.board import count_castles
from got_env.westeros.engine import advance, apply, legal, player_to_move
from got_env.westeros.observation import observe_row
from got_env.westeros.start import set_up
from got_env.westeros.vocabulary import NONE, Phase

DISABLED, SAME_STEP, NEXT_STEP = range(3)
"""What :func:`vector_step` does with a game that has ended."""

RULESET, SKIP_FORCED, RESET_MODE, MAX_TURNS = range(4)
"""Places in the ``config`` of :func:`vector_step`."""

SEED_STREAM = 0x2545F4914F6CDD1D
"""Sets the words that make seeds apart from those that play the game of the same seed."""


@kernel
def write_mask(s, mask):
    """Write the legal actions and return how many there are."""
    mask[:] = 0
    legal(s, mask)
    count = 0
    for action in range(len(mask)):
        count += mask[action] != 0
    return count


@kernel
def first_legal(mask):
    """The first legal action, NONE without one."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return NONE


@kernel
def settle_mask(s, mask, skip_forced):
    """Write the mask of the open decision, after playing forced ones if wanted; returns those.

    Orders are always asked for: whether one is forced depends on the tokens laid before it, which
    the other houses may not know.
    """
    count = write_mask(s, mask)
    forced = 0
    while skip_forced and count == 1 and top(s)[PHASE] != Phase.ORDER:
        apply(s, first_legal(mask))
        forced += 1
        count = write_mask(s, mask)
    return forced


@entry
def advance_batch(states, actions, skip_forced, masks, seats):
    """Play one legal action in every record, then write who decides what next.

    Args:
        states: ``(B,) STATE``; records of ended games stay as they are.
        actions: ``(B,) int64``; NONE plays nothing.
        skip_forced: 1 to play decisions with one legal action at once.
        masks: ``(B, A)``: written, 1 for a legal action; all 0 when the game is over.
        seats: ``(B,)``: written, seat to move; NONE when the game is over.
    """
    for i in range(len(states)):
        s = states[i]
        if s.depth > 0 and actions[i] != NONE:
            apply(s, actions[i])
        settle_mask(s, masks[i], skip_forced)
        seats[i] = player_to_move(s)


# --- rewards


@kernel
def shared_prize(s, p, prizes):
    """Prize of the place of seat ``p``; houses on the same place share theirs equally."""
    place = int(s.place[p])
    same = 0
    for q in range(s.num_players):
        same += s.place[q] == place
    total = 0.0
    for i in range(place, place + same):
        total += prizes[i]
    return total / same


@kernel
def write_potentials(s, shaping, potentials):
    """Write the potential of every seat: ``shaping`` times its castle areas above the average."""
    total = 0.0
    for p in range(s.num_players):
        potentials[p] = shaping * count_castles(s, p)
        total += potentials[p]
    for p in range(s.num_players):
        potentials[p] -= total / s.num_players


@kernel
def write_rewards(s, prizes, shaping, potentials, rewards):
    """Write the rewards of a step: prizes at the end, and the change of the potential.

    The potential is 0 at the end, so that shaping cannot change which policy is best.
    """
    n = s.num_players
    for p in range(n):
        rewards[p] = (shared_prize(s, p, prizes) if s.over else 0.0) - potentials[p]
    if shaping != 0.0:
        if s.over:
            potentials[:] = 0.0
        else:
            write_potentials(s, shaping, potentials)
        for p in range(n):
            rewards[p] += potentials[p]


@entry
def start_potentials(states, shaping, potentials):
    """Write the potentials ``(B, P) float64`` of games that begin or go on from here."""
    for i in range(len(states)):
        write_potentials(states[i], shaping, potentials[i])


@entry
def step_rewards(states, prizes, shaping, potentials, rewards):
    """Write the rewards ``(B, P)`` of the step just played.

    Args:
        states: ``(B,) STATE``.
        prizes: ``(P,) float64``: reward by final place.
        shaping: weight of a castle area, 0 for none.
        potentials: ``(B, P) float64``: potentials before the step; updated.
        rewards: ``(B, P)``: written.
    """
    for i in range(len(states)):
        write_rewards(states[i], prizes, shaping, potentials[i], rewards[i])


# --- many games at once


@kernel
def next_seed(scratch, seed):
    """The seed of the game that follows the one of ``seed``."""
    s = scratch[0]
    seed_rng(s, seed ^ SEED_STREAM)
    high = next_word(s) >> 2
    return (high << 32) | next_word(s)


@kernel
def waits(config, done):
    """Whether a game has ended and was not started anew."""
    return config[RESET_MODE] != SAME_STEP and (done[0] or done[1])


@kernel
def first_wrong(config, actions, masks, done):
    """Row of the first illegal action, NONE if there is none."""
    for i in range(len(actions)):
        if not waits(config, done[i]):
            if actions[i] < 0 or actions[i] >= masks.shape[1] or not masks[i, actions[i]]:
                return i
    return NONE


@kernel
def begin_game(s, config, options, seed, shaping, potentials, mask):
    """Start a game anew and go to its first decision."""
    for k in range(len(s.options)):
        s.options[k] = options[k]
    set_up(s, config[RULESET], seed)
    advance(s)
    settle_mask(s, mask, config[SKIP_FORCED])
    write_potentials(s, shaping, potentials)


@kernel
def keep_final(s, turns, scratch, observations, places, numbers):
    """Keep what is worth knowing of a game that ends: every seat's view, places, length."""
    for p in range(s.num_players):
        observe_row(s, p, scratch, observations[p])
        places[p] = s.place[p]
    numbers[0] = s.round_no
    numbers[1] = s.won_by_castles
    numbers[2] = turns


@entry
def vector_reset(
    states,
    chosen,
    fresh,
    config,
    options,
    seeds,
    shaping,
    potentials,
    scratch,
    masks,
    seats,
    observations,
    rewards,
    done,
    turns,
):
    """Start the chosen games ``(B,) bool``; other arguments as for :func:`vector_step`.

    ``fresh``: True if ``seeds`` holds the seeds of the new games, False if of those before them.
    """
    for i in range(len(states)):
        if chosen[i]:
            s = states[i]
            if not fresh:
                seeds[i] = next_seed(scratch, seeds[i])
            begin_game(s, config, options, seeds[i], shaping, potentials[i], masks[i])
            seats[i] = player_to_move(s)
            observe_row(s, max(int(seats[i]), 0), scratch, observations[i])
            rewards[i, :] = 0.0
            done[i, :] = False
            turns[i] = 0


@entry
def vector_step(
    states,
    actions,
    config,
    options,
    seeds,
    prizes,
    shaping,
    potentials,
    scratch,
    masks,
    seats,
    observations,
    rewards,
    done,
    turns,
    final_observations,
    final_places,
    final_numbers,
    wrong,
):
    """Play one action in every game and write everything the next one needs.

    Args:
        states: ``(B,) STATE``.
        actions: ``(B,) int64``; ignored where a game has ended and was not started anew.
        config: ``(4,) int64``: row of RULES of new games; 1 to play forced decisions at once;
            DISABLED, SAME_STEP or NEXT_STEP; decisions after which a game is cut off, 0 for never.
        options: ``(n,) int16``: options of new games.
        seeds: ``(B,) int64``: seed of each running game; that of the next is made from it.
        prizes: ``(P,) float64``: reward by final place.
        shaping: weight of a castle area, 0 for none.
        potentials: ``(B, P) float64``: potentials before the step; updated.
        scratch: ``(1,) STATE``, overwritten.
        masks: ``(B, A) bool``: legal actions; read first, then written.
        seats: ``(B,) int8``: seat to move, NONE when the game has ended.
        observations: ``(B, N) int8`` of the seat to move.
        rewards: ``(B, P) float32``.
        done: ``(B, 2) bool``: terminated, truncated.
        turns: ``(B,) int64``: decisions of the running game, forced ones left out.
        final_observations: ``(B, P, N) int8``: of every seat of a game that ended in this step.
        final_places: ``(B, P) int8``: its final places, NONE if it was cut off.
        final_numbers: ``(B, 3) int64``: its last round, 1 if won by castles, its decisions.
        wrong: ``(1,) int64``: written, row of the first illegal action, NONE if all are legal.
            Nothing else is changed if there is one.
    """
    wrong[0] = first_wrong(config, actions, masks, done)
    if wrong[0] != NONE:
        return
    for i in range(len(states)):
        s = states[i]
        anew = waits(config, done[i])
        if anew and config[RESET_MODE] == DISABLED:
            rewards[i, :] = 0.0
            continue
        done[i, :] = False
        if anew:
            rewards[i, :] = 0.0
        else:
            apply(s, actions[i])
            settle_mask(s, masks[i], config[SKIP_FORCED])
            turns[i] += 1
            write_rewards(s, prizes, shaping, potentials[i], rewards[i])
            done[i, 0] = s.over == 1
            done[i, 1] = s.over == 0 and 0 < config[MAX_TURNS] <= turns[i]
            if done[i, 0] or done[i, 1]:
                keep_final(
                    s,
                    turns[i],
                    scratch,
                    final_observations[i],
                    final_places[i],
                    final_numbers[i],
                )
                anew = config[RESET_MODE] == SAME_STEP
        if anew:
            seeds[i] = next_seed(scratch, seeds[i])
            begin_game(s, config, options, seeds[i], shaping, potentials[i], masks[i])
            turns[i] = 0
        seats[i] = player_to_move(s)
        observe_row(s, max(int(seats[i]), 0), scratch, observations[i])
