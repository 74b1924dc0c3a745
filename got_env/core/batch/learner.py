"""Games in which one seat learns: all that others decide happens inside the kernel.

A seat is played by the random player, a style of the scripted player, or a player outside of
compiled code; the kernel stops where one of those must decide and goes on with its answer.
"""

from __future__ import annotations

from got_env.core.batch.masks import choose_random, first_legal, is_running, write_mask
from got_env.core.batch.rewards import write_potentials, write_rewards
from got_env.core.batch.rows import follow_seed, keep_final, start_game
from got_env.core.batch.rules import (
    NOBODY,
    apply,
    choose,
    is_forced,
    observe_seat,
    player_to_move,
    redact,
)
from got_env.core.batch.vector import waits
from got_env.core.jit import entry, inlined, kernel
from got_env.core.protocol import (
    ANSWERS,
    DISABLED,
    ENDED,
    GIVEN,
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
from got_env.core.rng import next_word, rand_below, seed_rng

LEARNER = -1
RANDOM = 0
"""Number of the random player in the field ``policy``; the styles follow, then players outside."""

PLAYER_STREAM = 0x71D67FFFEDA60000
"""Sets the random words of the players apart from those of the game with the same seed."""


@kernel
def player_of(row, p):
    """Player of seat ``p`` in the running game."""
    return LEARNER if p == row.learner else int(row.policy[p])


@inlined
def play_on(s, row, mask, skip_forced, known, trials, works):
    """Play until the learner or a player outside has to decide, or the game is over.

    Writes the mask of that decision; ``row.asked`` becomes the seat of the player outside.
    """
    row.asked = NOBODY
    while True:
        count = write_mask(s, mask)
        if not is_running(s):
            break
        p = player_to_move(s)
        player = player_of(row, p)
        forced = is_forced(s, count)
        if forced and (player != LEARNER or skip_forced):
            action = first_legal(mask)
        elif player == RANDOM:
            action = choose_random(row, mask, count)
        elif RANDOM < player <= len(works):
            known[0] = s
            redact(known[0], p)
            action = choose(known[0], p, mask, next_word(row), trials, works[player - 1])
        else:
            if player != LEARNER:
                row.asked = p
            break
        apply(s, action)
        row.clock += 1


@inlined
def begin(s, row):
    """Start the game of the row's seed and say who learns."""
    start_game(s, row)
    seed_rng(row, row.seed ^ PLAYER_STREAM)
    row.learner = row.house if row.house != NOBODY else rand_below(row, int(s.num_players))
    row.clock = 0
    row.fresh = 1
    row.illegal = 0


@inlined
def settle(s, row, i, task, rewards, done):
    """Write what the learner got for its action, and whether the game ends with that."""
    write_rewards(s, row.prizes, row.shaping, row.potentials, row.earned)
    rewards[i] = row.earned[row.learner]
    done[TERMINATED, i] = s.over == 1
    done[TRUNCATED, i] = s.over == 0 and 0 < task[MAX_TURNS] <= row.turns


@inlined
def forfeit(row, i, rewards, done):
    """An illegal action ends the game."""
    row.illegal = 1
    rewards[i] = row.illegal_reward
    done[TERMINATED, i] = True


@inlined
def end_game(s, row, i, task, known, masks, done, final_views):
    """Keep what is worth knowing of the game, and start the next one if that is wanted."""
    done[ENDED, i] = True
    keep_final(s, row)
    row.final_learner = row.learner
    if i < len(final_views):
        observe_seat(s, row.learner, row.learner, final_views[i])
    if task[RESET_MODE] == SAME_STEP:
        illegal = row.illegal
        follow_seed(row)
        begin(s, row)
        row.illegal = illegal


@inlined
def go_on(s, row, i, task, scratch, works, masks, observations, rewards, done, final_views):
    """Play up to what the learner sees next, through the end of a game if it comes first.

    Stops at a decision of a player outside, with ``row.asked`` set.
    """
    known = scratch[0:1]
    trials = scratch[1:2]
    if row.illegal == 0 or row.fresh == 1:
        play_on(s, row, masks[i], task[SKIP_FORCED], known, trials, works)
        if row.asked != NOBODY:
            return
        if row.fresh == 0:
            settle(s, row, i, task, rewards, done)
    if row.fresh == 0 and (done[TERMINATED, i] or done[TRUNCATED, i]):
        end_game(s, row, i, task, known, masks, done, final_views)
        if row.fresh == 1:
            play_on(s, row, masks[i], task[SKIP_FORCED], known, trials, works)
            if row.asked != NOBODY:
                return
    if row.fresh == 1:
        row.fresh = 0
        write_potentials(s, row.shaping, row.potentials)
    if waits(task, done, i):
        masks[i, :] = True  # the next action is ignored: any will do
    observe_seat(s, row.learner, row.learner, observations[i])


@entry
def learner_step(
    states, rows, task, scratch, works, masks, observations, rewards, done, final_views, actions
):
    """Play the learner's action in every game, or start games, and on to its next decision.

    Args:
        states: ``(B,) STATE``.
        rows: ``(B,) ROW``; where ``asked`` is a seat afterwards, call again with its action.
        task: ``(6,) int64``: as for ``vector_step``; GIVEN may also be ANSWERS: the actions are
            those of the players outside, for the rows that ask one.
        scratch: ``(2,) STATE``, overwritten.
        works: ``(S,) WORK``, overwritten: one for each style, with its weights.
        masks: ``(B, A) bool``, written: legal actions of the learner, or of the seat that is asked;
            all True when the game has ended and waits.
        observations: ``(B, N) int8``, written: what the learner knows.
        rewards: ``(B,) float64``, written: what the learner got since its last action.
        done: ``(3, B) bool``, written: terminated, truncated, either.
        final_views: ``(B, N) int8``, written for games that end; may have fewer rows.
        actions: ``(B,) int64``. An illegal one of the learner ends the game. For STARTS as for
            ``vector_step``.
    """
    starts = task[GIVEN] == STARTS
    for i in range(task[START], task[STOP]):
        if starts and actions[i] == KEEP:
            continue
        s = states[i]
        row = rows[i]
        if task[GIVEN] == ANSWERS:
            if row.asked == NOBODY:
                continue
            apply(s, actions[i])
            row.clock += 1
        else:
            rewards[i] = 0.0
            anew = starts or waits(task, done, i)
            if anew and not starts and task[RESET_MODE] == DISABLED:
                continue
            row.illegal = 0
            for k in range(3):
                done[k, i] = False
            action = actions[i]
            if anew:
                if not starts or action == WITH_NEXT_SEED:
                    follow_seed(row)
                begin(s, row)
            elif action < 0 or action >= masks.shape[1] or not masks[i, action]:
                forfeit(row, i, rewards, done)
            else:
                apply(s, action)
                row.clock += 1
                row.turns += 1
        go_on(s, row, i, task, scratch, works, masks, observations, rewards, done, final_views)
