"""Nim in compiled kernels: two players take one to three of the tokens, who takes the last wins."""

import numpy as np

from got_env.core.batch.rules import NOBODY, Rules, register
from got_env.core.jit import linked, record_dtype

TOKENS = 9

STATE = record_dtype(
    [
        ("num_players", np.int16),
        ("ruleset", np.int16),
        ("options", np.int16, (1,)),
        ("over", np.int16),
        ("winner", np.int16),
        ("place", np.int16, (2,)),
        ("round_no", np.int16),
        ("journal_no", np.int64),
        ("rng", np.int64, (4,)),
        ("tokens", np.int16),
        ("seat", np.int16),
    ]
)


@linked
def set_up(s, ruleset, seed):
    s.num_players = 2
    s.ruleset = ruleset
    s.over = 0
    s.winner = NOBODY
    s.place[:] = NOBODY
    s.tokens = TOKENS
    s.seat = 0
    s.rng[:] = seed + 1


@linked
def apply(s, action):
    if action != NOBODY:
        s.tokens -= action + 1
        s.round_no += 1
        if s.tokens == 0:
            s.over = 1
            s.winner = s.seat
            s.place[s.seat] = 0
            s.place[1 - s.seat] = 1
        s.seat = 1 - s.seat


@linked
def legal(s, mask):
    if s.over == 0:
        for take in range(min(3, int(s.tokens))):
            mask[take] = True


@linked
def player_to_move(s):
    return NOBODY if s.over or s.num_players == 0 else int(s.seat)


@linked
def is_forced(s, count):
    return count == 1


@linked
def observe_seat(s, p, knower, row):
    row[0] = s.tokens
    row[1] = p == s.seat


@linked
def redact(s, p):
    s.rng[:] = 0


@linked
def redeal(s, p, seed):
    s.rng[:] = seed


@linked
def ending(s):
    return 0


RULES = Rules(
    set_up=set_up,
    apply=apply,
    legal=legal,
    player_to_move=player_to_move,
    is_forced=is_forced,
    observe_seat=observe_seat,
    redact=redact,
    redeal=redeal,
    ending=ending,
)

register(STATE, RULES)


@linked
def has_won(s, out):
    for p in range(2):
        out[p] = s.winner == p
