"""Claim: the track, who has how much, and the end of the game."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.claim.constants import SEATS_TO_WIN
from got_env.westeros.phases.victory import begin_round, check_victory
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import (
    BIT,
    CASTLE_OF,
    castles_by_seat,
    castles_of,
    controller,
    count_castles,
    has,
    note,
)
from got_env.westeros.rules.decision_row import Argument, Decision, Editions, Family, Instead, Step
from got_env.westeros.rules.offers import offer_yes_no
from got_env.westeros.rules.option_values import ClaimTokenSource, DoubleWin, Goal
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import CLAIM_SPACES, NONE, POWER_TOKENS, Event, Phase

BEST_SCORE = 1 << 40


@kernel
def claim_of(s, p):
    """Claim of seat ``p``: seats controlled and tokens on the track. Rule: ASOS-CLAIM-01, -02."""
    rules = RULES[s.ruleset]
    total = 0
    for i in range(rules.num_castles):
        a = rules.castles[i]
        if controller(s, a) == p:
            total += rules.claim[a]
    for i in range(CLAIM_SPACES):
        total += s.claim_track[i] == p
    return total


@kernel
def claim_by_seat(s):
    """Claim of all seats, packed as castle areas are: see :func:`board.castles_of`."""
    rules = RULES[s.ruleset]
    packed = int(CASTLE_OF[0])
    for i in range(rules.num_castles):
        a = rules.castles[i]
        packed += CASTLE_OF[controller(s, a) + 1] * rules.claim[a]
    for i in range(CLAIM_SPACES):
        packed += CASTLE_OF[s.claim_track[i] + 1]
    return packed


@kernel
def has_won(s, p):
    """True if seat ``p`` has what ends the game. Rule: ASOS-WIN-01, -04."""
    if s.options[Option.GOAL] == Goal.SEATS_8:
        return count_castles(s, p) >= SEATS_TO_WIN
    return claim_of(s, p) >= s.options[Option.CLAIM_TO_WIN]


@kernel
def check_claim(s):
    """End the game if somebody has enough claim, or castle areas on a board without; True if so.

    Rule: ASOS-WIN-01, -06, ASOS-OPT-03.
    """
    if s.options[Option.GOAL] == Goal.CASTLES:
        return check_victory(s)
    if s.options[Option.GOAL] == Goal.SEATS_8:
        held, enough = castles_by_seat(s), SEATS_TO_WIN
    else:
        held, enough = claim_by_seat(s), int(s.options[Option.CLAIM_TO_WIN])
    for p in range(s.num_players):
        if castles_of(held, p) >= enough:
            end_claim_game(s, 1)
            return True
    return False


# --- gaining claim


@kernel
def gain_claim(s, p, n):
    """Have seat ``p`` place ``n`` tokens on the track, one by one. Rule: ASOS-TRACK-06."""
    push(s, Phase.GAIN_CLAIM, p, n, 0, 0)


@kernel
def tokens_to_place(s, p):
    """Tokens in the pool of seat ``p``, with its own that a full track returns."""
    full = s.claim_track[CLAIM_SPACES - 1] != NONE
    returned = full and s.claim_track[0] == p
    return POWER_TOKENS - s.power[p] - s.tokens_out[p] + returned


@kernel
def gain_claim_by_bid(s, p):
    """Have seat ``p`` place a token while what it bid does not lie in the pool yet.

    Rule: ASOS-WEST-06, -11.
    """
    if tokens_to_place(s, p) > s.bid[p]:
        gain_claim(s, p, 1)
        return
    if s.claim_track[CLAIM_SPACES - 1] != NONE:
        remove_claim_token(s, 0)
    place_claim_token(s, p, s.power[p] > 0)


@linked
def enter_gain_claim(s):
    """Place the next token, after asking where it comes from. Frame: a tokens left.

    Rule: ASOS-TRACK-02 to -04, -07, ASOS-WEST-11.
    """
    frame = top(s)
    p = frame[PLAYER]
    if frame[A] == 0:
        pop(s)
        return
    frame[A] -= 1
    pool = tokens_to_place(s, p)
    if pool == 0 and s.power[p] == 0:
        return  # Rule: ASOS-OQ-09
    if s.claim_track[CLAIM_SPACES - 1] != NONE:
        remove_claim_token(s, 0)
    if pool > 0 and s.power[p] > 0:
        if s.options[Option.CLAIM_TOKEN_SOURCE] == ClaimTokenSource.PLAYER:
            push(s, Phase.CLAIM_SOURCE, p, 0, 0, 0)
            return
        place_claim_token(s, p, False)
        return
    place_claim_token(s, p, pool == 0)


@linked
def apply_claim_source(s, action):
    """Place the token."""
    p = top(s)[PLAYER]
    pop(s)
    place_claim_token(s, p, action == actions.YES)


@kernel
def place_claim_token(s, p, from_power):
    """Put a token on the highest free space. Rule: ASOS-TRACK-02."""
    for i in range(CLAIM_SPACES):
        if s.claim_track[i] == NONE:
            s.claim_track[i] = p
            s.tokens_out[p] += 1
            if from_power:
                s.power[p] -= 1
            note(s, Event.CLAIM_TOKEN, p, 1, 0)
            return


@kernel
def remove_claim_token(s, i):
    """Return a token to its pool; the others close the gap. Rule: ASOS-TRACK-03, -05."""
    p = int(s.claim_track[i])
    s.tokens_out[p] -= 1
    note(s, Event.CLAIM_TOKEN, p, 0, 0)
    for j in range(i, CLAIM_SPACES - 1):
        s.claim_track[j] = s.claim_track[j + 1]
    s.claim_track[CLAIM_SPACES - 1] = NONE


# --- rounds and the end


@linked
def enter_claim_round(s):
    """Begin the next round, or end the game after the last. Rule: ASOS-WIN-02, ASOS-TURN-01."""
    if s.round_no == RULES[s.ruleset].max_rounds:
        end_claim_game(s, 0)
        return
    begin_round(s)


@kernel
def final_claim(s, p):
    """Rank of seat ``p`` as one number: claim, seats, Supply, Power. Rule: ASOS-WIN-02, -03."""
    score = int(claim_of(s, p))
    score = score * 64 + int(count_castles(s, p))
    return (score * 64 + int(s.supply[p])) * 64 + int(s.power[p])


@kernel
def active_seat(s):
    """Seat whose move this is; NONE if it is nobody's."""
    for i in range(s.depth - 1, -1, -1):
        p = int(s.stack[i, PLAYER])
        if p != NONE:
            return p
    return NONE


@linked
def end_claim_game(s, by_claim):
    """Rank all seats, name the winner and clear the agenda. Rule: ASOS-WIN-01 to -03, -05."""
    first = NONE
    if by_claim == 1 and s.options[Option.DOUBLE_WIN] == DoubleWin.ACTIVE_PLAYER:
        p = active_seat(s)
        first = p if p != NONE and has_won(s, p) else NONE
    ranked = 0
    last_place = 0
    last_score = -1
    for place in range(s.num_players):
        best = NONE
        best_score = -1
        for p in range(s.num_players):
            if not has(ranked, p):
                score = BEST_SCORE if p == first else final_claim(s, p)
                if score > best_score:
                    best = p
                    best_score = score
        ranked |= BIT[best]
        if best_score != last_score:
            last_place = place
        last_score = best_score
        s.place[best] = last_place
        if place == 0:
            s.winner = best
        elif last_place == 0:
            s.winner = NONE
    s.over = 1
    s.won_by_castles = by_claim
    note(s, Event.GAME_OVER, s.winner, by_claim, 0)
    while s.depth > 0:
        pop(s)


ROWS = (
    Step(
        Phase.GAIN_CLAIM,
        enter_gain_claim,
        Editions.STORM,
        arguments=(Argument("left", range(2)),),
        on=(Phase.WESTEROS, Phase.OBJECTIVE_STEP, Phase.SEAL_ALLIANCE),
    ),
    Instead(Phase.ROUND, Editions.CLAIM, enter=enter_claim_round),
    Decision(
        Phase.CLAIM_SOURCE,
        Family.WESTEROS,
        "whether a token for the claim track comes from available power, else from the pool",
        {"yes": "claim power", "no": "claim pool"},
        question="Where does a token for the Claim track come from?",
        labels={"yes": "From the available Power", "no": "From the Power Pool"},
        legal=offer_yes_no,  # Rule: ASOS-PROT-09
        apply=apply_claim_source,
        editions=Editions.STORM,
        on=(Phase.GAIN_CLAIM,),
    ),
)
"""Rows of these decisions and steps."""
