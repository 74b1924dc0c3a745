"""Wildling attacks: bids, the tie, the card, reward or penalties, the threat token."""

from __future__ import annotations

from got_env.core.agenda import A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.phases.bids import (
    HIGHEST,
    LOWEST,
    ask_for_bid,
    mark_seats,
    only_seat,
    open_auction,
    reveal_bids,
    top_bidders,
)
from got_env.westeros.phases.losses import lose_units
from got_env.westeros.phases.planning import bury_top_wildling_card
from got_env.westeros.phases.victory import check_victory
from got_env.westeros.phases.wildling_cards import punish_lowest, punish_other, reward_highest
from got_env.westeros.rules import actions, phrases
from got_env.westeros.rules.board import BIT, has, note, settle, throne_holder
from got_env.westeros.rules.decision_row import (
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Step,
)
from got_env.westeros.rules.expansion import bid_bonus
from got_env.westeros.rules.option_values import WildlingLossOrder, WildlingTie
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import MAX_PLAYERS, NONE, Event, Phase, Track

BEGIN, BIDS, EARLY_CARD, TARGET, CARD, CONSEQUENCE, OTHERS = range(7)
"""Stages of an attack; OTHERS + i is the part of the house on Iron Throne position i."""

END = OTHERS + MAX_PLAYERS

ATTACK_STAGES = (
    "begin",
    "bids",
    "early_card",
    "target",
    "card",
    "consequence",
    *(f"others_{i}" for i in range(MAX_PLAYERS)),
    "end",
)
"""As positions name them."""

LOSS, LOSS_OF_LOWEST = 2, 4
"""Worth of units lost to the Wildlings in a game without Wildling cards (Rule: 1E-WILD-08)."""


@linked
def enter_wildlings(s):
    """Take one attack a stage further.

    Frame: a stage, b strength if not that of the threat token (else 0), c seat left out or NONE.
    Rule: 2E-WILD-02 to -17, -21, -22 (AMB-89).
    """
    frame = top(s)
    stage = frame[A]
    if stage > CONSEQUENCE:
        resolve_others(s)
        return
    if stage == BIDS and ask_for_bid(s, NONE):
        return
    frame[A] += 1
    if stage == BEGIN:
        begin_attack(s, frame[B], frame[C])
    elif stage == BIDS:
        decide_attack(s)
    elif stage == EARLY_CARD:
        if s.options[Option.WILDLING_TIE] == WildlingTie.AFTER_REVEAL:
            reveal_wildling_card(s)
    elif stage == TARGET:
        name_target(s)
    elif stage == CARD:
        if s.options[Option.WILDLING_TIE] == WildlingTie.BEFORE_REVEAL:
            reveal_wildling_card(s)
    elif s.wild_won == 1:
        frame[A] = END
        if s.wild_card == NONE:
            reward_without_card(s, s.wild_target)
        else:
            reward_highest(s, s.wild_target, s.wild_card)
    elif s.wild_card != NONE:
        settle(s, 1)
        punish_lowest(s, s.wild_target, s.wild_card)
    elif s.options[Option.WILDLING_LOSS_ORDER] == WildlingLossOrder.LOWEST_FIRST:
        punish_without_card(s, s.wild_target, s.wild_target)


@kernel
def begin_attack(s, strength, excluded):
    """Fix the strength of the attack and invite bids, where the card lies open by then.

    Rule: 2E-WILD-02, -03, ASOS-OPT5-02, -04.
    """
    s.wild_strength = strength if strength > 0 else s.threat
    if RULES[s.ruleset].wild_open == 1:
        reveal_wildling_card(s)
    else:
        s.wild_card = NONE
    s.wild_won = NONE
    s.wild_target = NONE
    open_auction(s, excluded)


@kernel
def decide_attack(s):
    """Compare the sum of the bids with the strength. Rule: 2E-WILD-04 to -06 (AMB-17)."""
    reveal_bids(s, NONE)
    total = 0
    for p in range(s.num_players):
        if has(s.bidders, p):
            total += s.bid[p] + bid_bonus(s, p)
    s.wild_won = 1 if total >= s.wild_strength else 0
    note(s, Event.WILDLING_ATTACK, NONE, s.wild_strength, s.wild_won)


@kernel
def name_target(s):
    """Find the highest or lowest bidder; the Iron Throne settles a tie.

    Rule: 2E-WILD-12, -13, -16.
    """
    group = top_bidders(s, s.bidders, HIGHEST if s.wild_won == 1 else LOWEST, 0)
    s.wild_target = only_seat(group)
    if s.wild_target == NONE:
        push(s, Phase.WILDLING_TIE, throne_holder(s), group, 0, 0)


@linked
def legal_wildling_tie(s, mask):
    """The tied houses. Frame: a their mask. Rule: 2E-WILD-16."""
    mark_seats(mask, top(s)[A])


@linked
def apply_wildling_tie(s, action):
    """Name the house that is rewarded or punished."""
    pop(s)
    s.wild_target = action - actions.SEAT


@kernel
def reveal_wildling_card(s):
    """Turn up the top card and bury it; everyone knows where it lies. Rule: 2E-WILD-11, -17.

    A game without Wildling cards has nothing to turn up; nor is a card that lies open turned up.
    """
    number = RULES[s.ruleset].num_wildlings
    if number == 0 or s.wild_card != NONE:
        return
    s.wild_card = s.wild_deck[0]
    bury_top_wildling_card(s)
    s.wild_known[number - 1] = BIT[s.num_players] - 1
    note(s, Event.WILDLING_CARD, NONE, s.wild_card, 0)


@kernel
def reward_without_card(s, p):
    """The highest bidder takes a used House card back. Rule: 1E-WILD-07, -17."""
    if s.discards[p] != 0:
        push(s, Phase.RECOVER_CARD, p, 0, 0, 0)


@kernel
def punish_without_card(s, p, lowest):
    """A house loses units of some worth, the lowest bidder more. Rule: 1E-WILD-08."""
    settle(s, 1)
    lose_units(s, p, LOSS_OF_LOWEST if p == lowest else LOSS, NONE)


@kernel
def resolve_others(s):
    """Punish the other bidders in turn order as it is now, one each time, then end.

    Rule: 2E-WILD-14, -15, 2E-WC-22 (AMB-16).
    """
    if check_victory(s):
        return
    frame = top(s)
    i = frame[A] - OTHERS
    if i >= s.num_players:
        end_attack(s)
        return
    frame[A] += 1
    p = s.track[Track.IRON_THRONE, i]
    if not has(s.bidders, p):
        return
    if s.wild_card == NONE:
        in_turn = s.options[Option.WILDLING_LOSS_ORDER] == WildlingLossOrder.TURN_ORDER
        if in_turn or p != s.wild_target:
            punish_without_card(s, p, s.wild_target)
    elif p != s.wild_target:
        settle(s, 1)
        punish_other(s, p, s.wild_card)


@kernel
def end_attack(s):
    """Move the threat token and forget the attack. Rule: 2E-WILD-08, -09 (AMB-88).

    After Preemptive Raid the inner attack already forgot who won; the token lies on 0 then.
    """
    if s.wild_won == 1:
        s.threat = 0
    else:
        s.threat = max(0, s.threat - RULES[s.ruleset].threat_back)
    s.wild_card = NONE
    s.wild_strength = 0
    s.wild_won = NONE
    s.wild_target = NONE
    pop(s)


ROWS = (
    Step(
        Phase.WILDLINGS,
        enter_wildlings,
        Editions.WILDLINGS,
        arguments=(
            Argument("stage", ATTACK_STAGES),
            Argument("strength", range(13)),
            Argument("left_out", ArgType.SEAT_OR_NONE),
        ),
        on=(Phase.WESTEROS, Phase.WILDLINGS),
    ),
    Decision(
        Phase.WILDLING_TIE,
        Family.WESTEROS,
        "which of the tied bidders counts as highest or lowest",
        {"seat": "tie {x}"},
        question="Equal bids {for}: who counts as the {extreme} bidder?",
        labels=phrases.HOUSE,
        legal=legal_wildling_tie,
        apply=apply_wildling_tie,
        editions=Editions.WILDLINGS,
        arguments=(Argument("tied", ArgType.SEATS),),
        asks=Asks.FIRST_ON_THRONE,
        on=(Phase.WILDLINGS,),
        about={"for": "wildlings"},
    ),
)
"""Rows of these decisions and steps."""
