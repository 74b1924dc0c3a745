"""The Westeros phase: three cards, the Wildling icons, and what each card does."""

from __future__ import annotations

from got_env.core.agenda import A, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.core.rng import shuffle
from got_env.westeros.phases.flow import next_phase
from got_env.westeros.phases.supply import update_supply
from got_env.westeros.phases.victory import check_victory
from got_env.westeros.phases.wildlings import reveal_wildling_card
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import (
    BIT,
    controller,
    enemy_units,
    gain_power,
    has,
    note,
    throne_holder,
)
from got_env.westeros.rules.decision_row import ArgType, Argument, Decision, Editions, Family, Step
from got_env.westeros.rules.option_values import (
    WildlingIconTiming,
    WinterIsComingTiming,
    WinterReplacementIcon,
    WinterReshufflesUsed,
)
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.state import DECK_SIZE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_TRACKS, Event, Phase, Track, WesterosCard

NUM_DECKS = NUM_TRACKS


@linked
def enter_westeros(s):
    """Reveal and count icons, resolve decks I to III, go on. Frame: a steps done.

    Rule: 2E-WEST-03 to -08.
    """
    frame = top(s)
    if frame[A] == 0:
        frame[A] = 1
        begin_westeros(s)
    elif frame[A] <= NUM_DECKS:
        resolve_deck(s, frame[A] - 1)
    elif not check_victory(s):
        next_phase(s)


@kernel
def begin_westeros(s):
    """Turn up the cards of all decks, and what they announce. Rule: 2E-WEST-03 to -07."""
    reveal_cards(s)
    if announces_attack(s):
        reveal_wildling_card(s)
    if s.options[Option.WILDLING_ICON_TIMING] == WildlingIconTiming.ALL_FIRST:
        advance_threat(s, count_icons(s))


# --- the decks


@kernel
def draw_card(s, d):
    """Turn up the top card of deck ``d``; a spent deck is shuffled first (AMB-06).

    Where used cards go under their deck, it is never spent: once all of its cards have been drawn
    they come again in the same order, and ``deck_pos`` goes on to twice the size of the deck.
    Rule: 1E-WEST-19.
    """
    if s.deck_pos[d] == DECK_SIZE and RULES[s.ruleset].used_return == 0:
        shuffle(s, s.deck[d], 0, DECK_SIZE)
        s.deck_pos[d] = 0
    if s.deck_pos[d] == 2 * DECK_SIZE:
        s.deck_pos[d] = DECK_SIZE
    s.revealed[d] = s.deck[d, s.deck_pos[d] % DECK_SIZE]
    s.deck_pos[d] += 1
    note(s, Event.WESTEROS_CARD, NONE, s.revealed[d], d)


@kernel
def replace_winter(s, d):
    """Shuffle deck ``d`` with Winter is Coming in it and draw again, until another card comes.

    Used cards of the deck come back too, unless winter_reshuffles_used=false. Where used cards go
    under the deck, Winter is Coming then goes there too. Rule: 2E-CARD-03, -05 (AMB-05).
    """
    while s.revealed[d] == WesterosCard.WINTER_IS_COMING:
        if s.options[Option.WINTER_REPLACEMENT_ICON] == WinterReplacementIcon.IGNORED:
            s.replaced |= BIT[d]
        first = 0
        if s.options[Option.WINTER_RESHUFFLES_USED] == WinterReshufflesUsed.FALSE:
            if RULES[s.ruleset].used_return == 1:
                first = (s.deck_pos[d] - 1) % DECK_SIZE + 1
            elif s.deck_pos[d] < DECK_SIZE:
                first = s.deck_pos[d] - 1
        shuffle(s, s.deck[d], first, DECK_SIZE)
        s.deck_pos[d] = first
        draw_card(s, d)


@kernel
def reveal_cards(s):
    """Turn up one card of each deck; replace Winter is Coming at once. Rule: 2E-WEST-03."""
    for d in range(NUM_DECKS):
        draw_card(s, d)
    if s.options[Option.WINTER_IS_COMING_TIMING] == WinterIsComingTiming.ON_REVEAL:
        for d in range(NUM_DECKS):
            replace_winter(s, d)


@kernel
def announces_attack(s):
    """True if a card that lies open brings an attack whose Wildling card comes first.

    Rule: ASOS-OPT5-02.
    """
    if RULES[s.ruleset].wild_open == 1:
        for d in range(NUM_DECKS):
            if s.revealed[d] == WesterosCard.WILDLINGS_ATTACK:
                return True
    return False


@kernel
def count_icons(s):
    """Wildling icons of all three cards. Rule: 2E-WEST-04, -05."""
    icons = 0
    for d in range(NUM_DECKS):
        icons += icon_of(s, d)
    return icons


@kernel
def icon_of(s, d):
    """Wildling icons of the card of deck ``d``. Rule: 1E-WEST-05."""
    if has(s.replaced, d):
        return 0
    return int(RULES[s.ruleset].wildling_icon[s.revealed[d]])


@kernel
def advance_threat(s, icons):
    """Move the threat token; the Wildlings attack at the end of its track.

    Rule: 2E-WEST-06, -07, 2E-WILD-01.
    """
    rules = RULES[s.ruleset]
    s.threat = min(s.threat + icons * rules.threat_step, rules.threat_max)
    if s.threat == rules.threat_max and rules.threat_attacks == 1:
        push(s, Phase.WILDLINGS, NONE, 0, 0, NONE)


@kernel
def resolve_deck(s, d):
    """Carry out the card of deck ``d``.

    With winter_is_coming_timing=on_resolution Winter is Coming is replaced only now: its icon
    counts, an attack comes first, and this kernel is entered again (AMB-04). Rule: 2E-WEST-08.
    """
    if replaces_card(s, d):
        return
    top(s)[A] += 1
    count_late_icon(s, d)
    resolve_card(s, s.revealed[d])


@kernel
def replaces_card(s, d):
    """Replace Winter is Coming of deck ``d`` if it lies open; True if it did."""
    if s.revealed[d] != WesterosCard.WINTER_IS_COMING:
        return False
    replace_winter(s, d)
    if s.options[Option.WILDLING_ICON_TIMING] == WildlingIconTiming.ALL_FIRST:
        advance_threat(s, icon_of(s, d))
    return True


@kernel
def count_late_icon(s, d):
    """Count the icon of a card that is about to be resolved, where icons count one by one."""
    if s.options[Option.WILDLING_ICON_TIMING] == WildlingIconTiming.PER_CARD:
        advance_threat(s, icon_of(s, d))


# --- what the cards do


@kernel
def resolve_card(s, card):
    """Carry out a Westeros card. Rule: 2E-CARD-01 to -24, ASOS-WEST-01 to -03, -08."""
    if card == WesterosCard.SUPPLY:
        update_supply(s)
    elif card == WesterosCard.MUSTERING:
        push(s, Phase.MUSTER_ALL, NONE, 0, 0, 0)
    elif card == WesterosCard.A_THRONE_OF_BLADES:
        ask_holder(s, Track.IRON_THRONE, card)
    elif card == WesterosCard.CLASH_OF_KINGS:
        push(s, Phase.CLASH, NONE, 0, 0, 0)
    elif card == WesterosCard.GAME_OF_THRONES:
        pay_incomes(s)
    elif card == WesterosCard.DARK_WINGS_DARK_WORDS:
        ask_holder(s, Track.KINGS_COURT, card)
    elif card == WesterosCard.WILDLINGS_ATTACK:
        push(s, Phase.WILDLINGS, NONE, 0, 0, NONE)
    elif card == WesterosCard.PUT_TO_THE_SWORD or card == WesterosCard.PUNISH_THE_GUILTY:
        ask_holder(s, Track.FIEFDOMS, card)
    else:
        ban_orders(s, RULES[s.ruleset].westeros_ban[card])


@kernel
def ask_holder(s, track, card):
    """Let the holder of a Dominance token choose. Rule: 2E-CARD-14, -16, -18."""
    p = throne_holder(s) if track == Track.IRON_THRONE else s.track[track, 0]
    push(s, Phase.WESTEROS_CHOICE, p, card, 0, 0)


@linked
def legal_westeros_choice(s, mask):
    """Options a, b, c, idle ones too (AMB-77). Frame: a card."""
    for i in range(3):
        if RULES[s.ruleset].offers[top(s)[A], i] != NONE:
            mask[actions.CHOICE + i] = True


@linked
def apply_westeros_choice(s, action):
    """Carry out the option as if its card had been drawn. Rule: 2E-CARD-19."""
    card = top(s)[A]
    pop(s)
    resolve_card(s, RULES[s.ruleset].offers[card, action - actions.CHOICE])


@kernel
def ban_orders(s, orders):
    """Forbid order types (a mask) in the coming Planning phase. Rule: 2E-CARD-08 to -13."""
    if orders != 0:
        s.banned |= orders
        note(s, Event.BAN, NONE, orders, 0)


@kernel
def count_income(s, p):
    """Power seat ``p`` gains from A Game of Thrones. Rule: 2E-CARD-20 to -23, 2E-PORT-25."""
    rules = RULES[s.ruleset]
    n = 0
    for a in range(rules.num_areas):
        if rules.power_icons[a] > 0 and controller(s, a) == p:
            n += rules.power_icons[a]
    for i in range(rules.num_ports):
        port = rules.ports[i]
        if s.owner[port] == p and not enemy_units(s, p, rules.port_sea[port]):
            n += 1
    return n


@kernel
def pay_incomes(s):
    """Every house in turn order gains its income, as far as its tokens last.

    Rule: 2E-CARD-20, 2E-COMP-12.
    """
    for i in range(s.num_players):
        p = s.track[Track.IRON_THRONE, i]
        gain_power(s, p, count_income(s, p), NONE)


ROWS = (
    Step(Phase.WESTEROS, enter_westeros, Editions.ALL, arguments=(Argument("steps", range(5)),)),
    Decision(
        Phase.WESTEROS_CHOICE,
        Family.WESTEROS,
        "which effect a Westeros card has, asked of a dominance token's holder",
        {"choice": "westeros {x}"},
        question="{card}: which effect does it have?",
        labels={"choice": "{x}"},
        legal=legal_westeros_choice,
        apply=apply_westeros_choice,
        editions=Editions.ALL,
        arguments=(Argument("card", ArgType.WESTEROS_CARD, told="card"),),
        on=(Phase.WESTEROS,),
    ),
)
"""Rows of these decisions and steps."""
