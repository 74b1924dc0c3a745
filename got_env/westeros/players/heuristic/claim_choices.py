"""Choices of cards, claim and hostages, which only games with claim have."""

from __future__ import annotations

from got_env.core.agenda import A, B, top
from got_env.core.jit import kernel, linked
from got_env.westeros.claim.alliances import LOW_CLAIM, deck_of
from got_env.westeros.claim.map_queries import first_deck, first_leader, steps
from got_env.westeros.claim.tactics import can_forge, holds_hostage, meets_objective
from got_env.westeros.players.heuristic.appraisal import (
    find_threats,
    lead,
    spice,
    standing_strength,
)
from got_env.westeros.players.heuristic.westeros_choices import score_bid
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import controller, has, position_of
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    CLAIM_SPACES,
    IMPASSABLE,
    NONE,
    NUM_ALLIANCE_DECKS,
    NUM_TACTICS,
    NUM_TRACKS,
    Alliance,
    Tactic,
)

# Points of Tactics cards; a claim is worth a castle area, about ten points.
OBJECTIVE, NO_OBJECTIVE = 10.0, 0.2
CAREFUL, POOR = 2.2, 3.0
CONTROL, CONTROL_IDLE = 3.2, 1.0
FORGE = 2.8
HOLD, HOLD_THREATENED = 1.2, 2.6
HOSTAGES, NO_HOSTAGES = 2.4, 0.3
MANAGE = 0.8
WHIM = 0.8
"""Most points that chance adds to a Tactics card, which others try to foresee."""

UNKNOWN_CARD = 2.0
FORGE_PRICE = 1.5
POOR_POWER = 2
RICH_POWER = 5
CLAIM_SHARE = 0.45
"""Share of the Power that is bid for claim."""
OFFER_SHARE = 0.4
"""Share of the Power that is offered for Leaders."""
HOSTAGE_PRICE = 2
"""Power for which a hostage is given back."""
DANGEROUS_CLAIM = 5
"""Claim from which on a rival's Leader is rather executed than kept."""


# --- Tactics cards


@kernel
def meets_seat(s, p):
    """True if an army of seat ``p`` can march to a seat of others or of a Neutral Force."""
    rules = RULES[s.ruleset]
    for a in range(rules.num_areas):
        if s.owner[a] == p and standing_strength(s, a, False) > 1.0:
            near = steps(s, p, a)
            for i in range(rules.num_castles):
                d = rules.castles[i]
                if has(near, d) and controller(s, d) != p and s.neutral[d] != IMPASSABLE:
                    return True
    return False


@kernel
def tactic_points(s, p, kind, w):
    """Points of picking a kind of Tactics card."""
    if kind == Tactic.OBJECTIVE:
        return OBJECTIVE if meets_objective(s, p) else NO_OBJECTIVE
    if kind == Tactic.CAREFUL_PLANNING:
        return POOR if s.power[p] <= POOR_POWER else CAREFUL
    if kind == Tactic.CONTROL_WESTEROS:
        return CONTROL if meets_seat(s, p) else CONTROL_IDLE
    if kind == Tactic.FORGE_ALLIANCES:
        return FORGE if can_forge(s, p) else 0.0
    if kind == Tactic.HOLD_TERRITORY:
        worst = 0.0
        for a in range(RULES[s.ruleset].num_areas):
            if controller(s, a) == p and RULES[s.ruleset].muster_points[a] > 0:
                worst = max(worst, w.threat[a] - standing_strength(s, a, False))
        return HOLD_THREATENED if worst > 0.0 else HOLD
    if kind == Tactic.SECURE_HOSTAGES:
        return HOSTAGES if holds_hostage(s, p) else NO_HOSTAGES
    return MANAGE


@linked
def score_tactic(s, p, seed, w):
    """Prefer the card that is worth most now, with some chance in it."""
    find_threats(s, p, w)
    for slot in range(NUM_TACTICS):
        points = tactic_points(s, p, RULES[s.ruleset].tactic[p, slot], w)
        w.score[actions.CARD + slot] = points + WHIM * spice(seed, slot)


@linked
def score_careful(s, p, w):
    """A second card where it brings a claim, else Power."""
    w.score[actions.CHOICE] = 1.0
    for slot in range(NUM_TACTICS):
        objective = RULES[s.ruleset].tactic[p, slot] == Tactic.OBJECTIVE
        if objective and has(s.tactics_left[p], slot) and meets_objective(s, p):
            w.score[actions.CHOICE + 1] = 2.0


# --- Alliance cards


@kernel
def card_value(s, p, kind, w):
    """Points of gaining a kind of Alliance card."""
    if kind == Alliance.POLITICAL_SUPPORT:
        return 10.0 if w.castles[p] <= LOW_CLAIM else 1.0
    if kind == Alliance.ARMY or kind == Alliance.LEADERSHIP:
        return 3.5
    if kind == Alliance.PLOTS or kind == Alliance.MILITARY_SUPPORT:
        return 2.5
    if kind == Alliance.ACCUSATIONS:
        return 4.0 if s.claim_track[0] != NONE else 0.0
    if kind == Alliance.SUPPLIES:
        return 2.0
    return 1.0


@linked
def score_forge(s, p, w):
    """Take the best card that lies open, or an unknown one rather than a poor one."""
    w.score[actions.DONE] = FORGE_PRICE
    for d in range(NUM_ALLIANCE_DECKS):
        card = int(s.ally_deck[d, 0])
        value = UNKNOWN_CARD
        if card >= 0:
            value = card_value(s, p, RULES[s.ruleset].alliance[card], w)
        w.score[first_deck(s) + d] = value


@linked
def score_plot(s, p, w):
    """Steal from a rival that leads; else take the Power."""
    d = deck_of(top(s)[A])
    best = 0
    for c in range(6 * d, 6 * d + 6):
        q = int(s.ally_owner[c])
        if q != NONE and q != p:
            best = max(best, w.castles[q])
    w.score[actions.CHOICE] = 1.0
    w.score[actions.CHOICE + 1] = 2.0 if best >= DANGEROUS_CLAIM and s.power[p] > 1 else 0.0


@linked
def score_rival(s, p, w):
    """The seat that is nearest to winning, never oneself."""
    for q in range(s.num_players):
        w.score[actions.SEAT + q] = lead(s, q, w)
    w.score[actions.SEAT + p] = -1000.0


@linked
def score_accuse(s, p, w):
    """Remove a token of the rival that is nearest to winning."""
    w.score[actions.DONE] = 0.0
    for i in range(CLAIM_SPACES):
        q = int(s.claim_track[i])
        if q != NONE:
            points = -1000.0 if q == p else lead(s, q, w)
            w.score[actions.COUNT + CLAIM_SPACES - i] = points


@linked
def score_joining(s, p, w):
    """An own area that is worth much and threatened."""
    find_threats(s, p, w)
    for a in range(RULES[s.ruleset].num_areas):
        if s.owner[a] == p:
            held = standing_strength(s, a, False) + s.garrison[a]
            w.score[actions.AREA + a] = 100.0 + 0.2 * w.worth[a] + w.threat[a] - 0.5 * held


@linked
def score_army_together(s, p, w):
    """The own area with the strongest army."""
    for a in range(RULES[s.ruleset].num_areas):
        if s.owner[a] == p:
            w.score[actions.AREA + a] = 100.0 + standing_strength(s, a, False) + 0.1 * w.worth[a]


# --- claim


@linked
def score_claim_bid(s, p, seed, w):
    """A good share of the Power for claim; for a track as in other games."""
    if top(s)[A] < NUM_TRACKS:
        score_bid(s, p, seed, w)
        return
    wanted = CLAIM_SHARE * s.power[p] * (0.6 + 0.8 * spice(seed, 3))
    wanted = max(wanted, 1.0)
    for n in range(s.power[p] + 1):
        w.score[actions.BID + n] = -abs(n - wanted)


@linked
def score_claim_tie(s, p, w):
    """Let oneself win, and the strongest rival lose."""
    sign = 1.0 if top(s)[B] == 1 else -1.0
    for q in range(s.num_players):
        w.score[actions.SEAT + q] = sign * lead(s, q, w)
    w.score[actions.SEAT + p] = -sign * 1000.0


# --- hostages


@linked
def score_execute(s, p, w):
    """Execute the Leader of a rival that is about to win; keep the others for exchange."""
    w.score[actions.DONE] = DANGEROUS_CLAIM - 0.5
    for i in range(RULES[s.ruleset].num_leaders):
        q = int(s.leader_seat[i])
        if s.leader_cell[i] == p and q != NONE:
            w.score[first_leader(s) + i] = float(w.castles[q])


@linked
def score_change_places(s, p, w):
    """The track on which one gains most places."""
    q = top(s)[A]
    w.score[actions.DONE] = 0.0
    for t in range(NUM_TRACKS):
        w.score[actions.TRACK + t] = float(position_of(s, t, p) - position_of(s, t, q))


@linked
def score_negotiate(s, p, w):
    """Ask for Leaders while there is Power to offer."""
    w.score[actions.DONE] = 0.5
    for q in range(s.num_players):
        w.score[actions.SEAT + q] = 1.0 if s.power[p] > POOR_POWER else 0.0


@linked
def score_offer_power(s, p, w):
    """A share of the Power."""
    wanted = max(float(HOSTAGE_PRICE), OFFER_SHARE * s.power[p])
    for n in range(s.power[p] + 1):
        w.score[actions.BID + n] = -abs(n - wanted)


@linked
def score_answer(s, p, w):
    """Give hostages for as many own Leaders, or for Power enough."""
    asked = 0
    offered = 0
    for i in range(RULES[s.ruleset].num_leaders):
        asked += has(s.offer_asks, i)
        offered += has(s.offer_gives, i) and s.leader_seat[i] == p
    value = offered * HOSTAGE_PRICE + s.offer_power
    w.score[actions.YES] = float(value)
    w.score[actions.NO] = asked * HOSTAGE_PRICE - 0.5
    if w.castles[top(s)[A]] >= DANGEROUS_CLAIM:
        w.score[actions.NO] += HOSTAGE_PRICE
