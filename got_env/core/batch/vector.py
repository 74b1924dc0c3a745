"""The kernels of the batch environment: many games take one decision each in one call."""

from __future__ import annotations

from got_env.core.batch.masks import settle_mask
from got_env.core.batch.rewards import write_rewards
from got_env.core.batch.rows import follow_seed, keep_final, keep_final_views, start_game
from got_env.core.batch.rules import NOBODY, apply, observe_seat, player_to_move
from got_env.core.jit import entry, inlined, kernel
from got_env.core.protocol import (
    ACTIONS,
    DISABLED,
    ENDED,
    ENDS,
    GIVEN,
    HAS_ENDED,
    KEEP,
    MAX_TURNS,
    RESET_MODE,
    SAME_STEP,
    SKIP_FORCED,
    START,
    STARTS,
    STOP,
    TERMINATED,
    TRUNCATED,
    WITH_NEXT_SEED,
)

BLOCK = 64
"""Rows that move before their observations are written: for so long the code of one of the two
stays in the innermost cache, and the records in the next one."""


@kernel
def waits(task, done, i):
    """True if the game of row ``i`` has ended and was not started anew."""
    return task[RESET_MODE] != SAME_STEP and done[ENDED, i]


@entry
def find_illegal(task, masks, done, wrong, actions):
    """Write into ``wrong (1,) int64`` the first row with an illegal action, NOBODY without one."""
    wrong[0] = NOBODY
    for i in range(task[START], task[STOP]):
        action = actions[i]
        illegal = action < 0 or action >= masks.shape[1] or not masks[i, action]
        if illegal and not waits(task, done, i):
            wrong[0] = i
            break


@inlined
def play(s, row, i, task, masks, rewards, done, action):
    """Play an action in row ``i`` and write its rewards and whether the game ends with it."""
    apply(s, action)
    settle_mask(s, masks[i], task[SKIP_FORCED])
    row.turns += 1
    write_rewards(s, row.prizes, row.shaping, row.potentials, rewards[i])
    done[TERMINATED, i] = s.over == 1
    done[TRUNCATED, i] = s.over == 0 and 0 < task[MAX_TURNS] <= row.turns
    if done[TERMINATED, i] or done[TRUNCATED, i]:
        done[ENDED, i] = True
        keep_final(s, row)
        task[HAS_ENDED] = 1


@inlined
def look(s, i, task, masks, seats, observations, done):
    """Write who decides next in row ``i``, and what that seat knows."""
    seats[i] = player_to_move(s)
    p = max(int(seats[i]), 0)
    observe_seat(s, p, p, observations[i])
    if waits(task, done, i):
        seats[i] = NOBODY  # though a game that was cut off could go on
        masks[i, :] = False


@inlined
def move(s, row, i, task, masks, rewards, done, final_views, action):
    """Play the action of row ``i`` or start its next game, as GIVEN wants it."""
    given = task[GIVEN]
    if given != ACTIONS and action == KEEP:
        return
    if given == ENDS:
        if action < len(final_views):
            keep_final_views(s, final_views[action])
        anew = task[RESET_MODE] == SAME_STEP
    else:
        anew = given == STARTS or waits(task, done, i)
        if anew:
            for p in range(rewards.shape[1]):
                rewards[i, p] = 0.0
            if given == ACTIONS and task[RESET_MODE] == DISABLED:
                return
        for k in range(3):
            done[k, i] = False
        if not anew:
            play(s, row, i, task, masks, rewards, done, action)
    if anew:
        if given != STARTS or action == WITH_NEXT_SEED:
            follow_seed(row)
        start_game(s, row)
        settle_mask(s, masks[i], task[SKIP_FORCED])


@inlined
def is_shown(task, seats, done, i, action):
    """False for a row that was left alone, or whose game has ended and is yet to be followed."""
    if task[GIVEN] != ACTIONS:
        return action != KEEP
    if task[RESET_MODE] == SAME_STEP:
        return not done[ENDED, i]
    return not done[ENDED, i] or seats[i] != NOBODY


@entry
def vector_step(
    states, rows, task, masks, seats, observations, rewards, done, final_views, actions
):
    """Play one legal action in every game, or start games, and write what the next step needs.

    Where the next game begins in the same step, a game that ends is left as it is, and HAS_ENDED
    asks for a second call with ENDS, which starts the next one.

    Args:
        states: ``(B,) STATE``.
        rows: ``(B,) ROW``.
        task: ``(7,) int64``: rows to work on, 1 to play forced decisions at once, what to do with
            games that have ended, decisions after which a game is cut off (0 for never), GIVEN:
            ACTIONS, STARTS or ENDS; HAS_ENDED is written.
        masks: ``(B, A) bool``, written: legal actions.
        seats: ``(B,) int8``, written: seat to move, NOBODY when the game has ended.
        observations: ``(B, N) int8``, written: of the seat to move.
        rewards: ``(B, P) float32``, written for the seats of the game.
        done: ``(3, B) bool``, written: terminated, truncated, either.
        final_views: ``(places, P, N) int8``, written for ENDS: the view of every seat of games that
            have ended; for those with a place beyond it is left out.
        actions: ``(B,) int64``, not checked; ignored where a game has ended and still waits. For
            STARTS: KEEP, WITH_SEED or WITH_NEXT_SEED. For ENDS: KEEP, or a place in the final
            views.
    """
    for start in range(task[START], task[STOP], BLOCK):
        stop = min(start + BLOCK, task[STOP])
        for i in range(start, stop):
            move(states[i], rows[i], i, task, masks, rewards, done, final_views, actions[i])
        for i in range(start, stop):
            if is_shown(task, seats, done, i, actions[i]):
                look(states[i], i, task, masks, seats, observations, done)
