"""The steps of a round, from the reveal of an ally to the time track. Rule: BTW-ROUND-01 to -05."""

from __future__ import annotations

from got_env.btwixt.operations.on_allies import enter
from got_env.btwixt.operations.on_leaders import gain
from got_env.btwixt.phases.effects import push_effects
from got_env.btwixt.phases.entering import count_strings
from got_env.btwixt.phases.scoring import finish_game
from got_env.btwixt.phases.seasons import (
    begin_season,
    change_season,
    choose_leaders,
    go_on_drafting,
)
from got_env.btwixt.phases.start import blank_round
from got_env.btwixt.pieces.allies import draw_ally, make_current, take_from_row, unplaced
from got_env.btwixt.pieces.cards import (
    EMPTY,
    becomes_public,
    count_bits,
    discard,
    first_of_kind,
    has,
    holds,
    include,
    into_pile,
    learn_hand,
    on_table,
    one_of_each,
    only,
    out_of_hand,
)
from got_env.btwixt.pieces.influence import (
    changed_total,
    concerns,
    in_force,
    lasting_owner,
    lasting_row,
    next_lasting,
    plain_total,
    totals_change,
)
from got_env.btwixt.pieces.kneeling import choices, kneel_now, may_play, must_not_kneel, playable
from got_env.btwixt.pieces.reading import holds_true
from got_env.btwixt.pieces.seats import everybody, first_from, in_order, left_of
from got_env.btwixt.rules.actions import KNEEL
from got_env.btwixt.rules.frames import PLACE, PLAYER, YOU, get, pop, push, put
from got_env.btwixt.rules.journal import note
from got_env.btwixt.rules.options import Option, chosen
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    CARD_WORDS,
    NONE,
    Col,
    Event,
    Operation,
    Phase,
    Rule,
    Season,
    Step,
    Trigger,
)
from got_env.core.jit import kernel, linked, lowest_bit

_AFTER_BID_WON = int(Trigger.AFTER_BID_WON)
_AFTER_CLAIM = int(Trigger.AFTER_CLAIM)
_END_OF_ROUND = int(Trigger.END_OF_ROUND)

# --- step 1


@kernel
def reveal(s):
    """The next ally becomes the current one. Rule: BTW-REVEAL-01, BTW-ROW-02, BTW-AMB-37."""
    s.round_no += 1
    s.rounds_left -= 1
    note(s, Event.ROUND, s.first, s.round_no, 0)
    s.turn = NONE
    s.step = Step.PLAY
    if chosen(s, Option.REVEALED) and s.row_n > 0:
        make_current(s, take_from_row(s))
    elif s.ally_deck_n > 0:
        make_current(s, draw_ally(s))
    else:
        note(s, Event.NO_ALLY, NONE, 0, 0)
        if chosen(s, Option.EMPTY_ALLY_DECK):
            s.step = Step.TRACK


# --- step 2


@kernel
def next_turn(s):
    """Ask the next leader who does not kneel. Rule: BTW-PLAY-01, -05, -06, -09."""
    if s.kneeling == everybody(s):
        s.step = Step.BID
        return
    p = s.first if s.turn == NONE else left_of(s, s.turn)
    p = first_from(s, everybody(s) & ~int(s.kneeling), int(p))
    s.turn = p
    if chosen(s, Option.MUST_PLAY_WITHOUT_PLAY) and must_not_kneel(s, p) and not may_play(s, p):
        note(s, Event.PASS_TURN, p, 0, 0)
        s.must &= ~only(p)
        s.held &= ~only(p)
        s.played[p] += 1
        return
    push(s, Phase.TURN, p, NONE, NONE, p)


@linked
def legal_turn(s, mask):
    """DP-03: a card of the hand, or to kneel."""
    p = s.turn
    plays, kneels = choices(s, p)
    if plays:
        kind = RULES[s.ruleset].kind
        for w in range(CARD_WORDS):
            rest = one_of_each(s, playable(s, p, w), w)
            while rest != 0:
                mask[kind[64 * w + int(lowest_bit(rest))]] = True
                rest &= rest - 1
    if kneels:
        mask[KNEEL] = True


@kernel
def apply_turn(s, action):
    """Play a card, or kneel. Rule: BTW-PLAY-02, -08, BTW-KNEEL-01."""
    card = NONE
    if action != KNEEL:
        card = first_of_kind(s, s.hand[s.turn], action)
    take_turn(s, card)


@linked
def take_turn(s, card):
    """Play a card of the hand; NONE to kneel."""
    p = int(s.turn)
    pop(s)
    if card == NONE:
        kneel_now(s, p)
        return
    out_of_hand(s, p, card)
    becomes_public(s, p, card)
    s.played[p] += 1
    s.must &= ~only(p)
    s.held &= ~only(p)
    note(s, Event.PLAY, p, RULES[s.ruleset].kind[card], 0)
    if not holds(RULES[s.ruleset].triggers[Trigger.ON_PLAY], card):
        into_pile(s, p, card)
        return
    s.flight = card
    push(s, Phase.JOIN, NONE, NONE, NONE, p)
    push_card(s, card, Trigger.ON_PLAY, p)


@kernel
def push_card(s, card, trigger, p):
    """Push the effects of a card that have a trigger."""
    rules = RULES[s.ruleset]
    push_effects(s, rules.card_row[card], rules.card_rows[card], trigger, card, p)


@linked
def join_pile(s):
    """The card in flight joins the pile, and leaders kneel who had to wait for it."""
    p = get(s, YOU)
    pop(s)
    if s.flight != NONE:
        into_pile(s, p, s.flight)
        s.flight = NONE
    if has(s.kneel_after, p):
        s.kneel_after = 0
        if not has(s.kneeling, p):
            kneel_now(s, p)


# --- step 3: the bid


@kernel
def best_bidder(s, left_out, farthest, favourite):
    """Winner of the bid without one seat. Rule: BTW-BID-02, -03, -04."""
    best = NONE
    best_rank = 0
    for i in range(s.num_players):
        p = in_order(s, i)
        if p == left_out:
            continue
        rank = int(s.bid_total[p]) * 64 + (i if farthest else s.num_players - i)
        if has(favourite, p) and not farthest:
            rank += 32
        if best == NONE or rank > best_rank:
            best = p
            best_rank = rank
    return best


@linked
def read_bid(s):
    """Read the totals once; the winner and the second are fixed. Moment 3a."""
    change = totals_change(s)
    for p in range(s.num_players):
        s.bid_total[p] = changed_total(s, p) if change else plain_total(s, p)
        s.strings[p] = count_strings(s, p)
    farthest = False
    second_wins = False
    favourite = EMPTY
    if in_force(s, Operation.CHANGE_BID_RULE):
        at = next_lasting(s, Operation.CHANGE_BID_RULE, NONE)
        while at != NONE:
            rule = RULES[s.ruleset].effect[lasting_row(s, at), Col.RULE]
            if rule == Rule.FARTHEST_WINS_TIES:
                farthest = True
            elif rule == Rule.SECOND_HIGHEST_WINS:
                second_wins = True
            elif lasting_owner(s, at) != NONE:
                favourite |= only(lasting_owner(s, at))
            at = next_lasting(s, Operation.CHANGE_BID_RULE, at)
    winner = best_bidder(s, NONE, farthest, favourite)
    second = best_bidder(s, winner, farthest, favourite)
    s.bid_winner = second if second_wins else winner
    s.bid_second = winner if second_wins else second
    total = s.bid_total[s.bid_winner]
    note(s, Event.WIN, s.bid_winner, total // 100, total % 100)


# --- abilities of cards in piles. Moments 3c and 3g, step 4


@kernel
def is_live(s, card, trigger, p):
    """True if an effect of a card that waits for a moment has its condition."""
    rules = RULES[s.ruleset]
    for i in range(rules.card_rows[card]):
        row = rules.card_row[card] + i
        if rules.effect[row, Col.TRIGGER] == trigger and (
            rules.effect[row, Col.CONDITION] == NONE or holds_true(s, row, card, p)
        ):
            return True
    return False


@linked
def live_cards(s, p, trigger, w):
    """One word of the set of cards in a pile that resolve at a moment."""
    rules = RULES[s.ruleset]
    cards = rules.triggers[trigger, w]
    early = chosen(s, Option.BACKUP_PLAN_TIMING)
    if trigger == Trigger.AFTER_BID_WON and early:
        cards |= rules.returners[w]
    elif trigger == Trigger.END_OF_ROUND and early:
        cards &= ~rules.returners[w]
    elif trigger == Trigger.AFTER_CLAIM and chosen(s, Option.EXTRA_ALLY_TIMING):
        if s.step == Step.AFTER_TOKEN:
            cards &= rules.bringers[w]
        else:
            cards &= ~rules.bringers[w]
    rest = s.pile[p, w] & cards & ~s.cancelled[w] & ~s.done[w]
    live = rest
    while rest != 0:
        bit = lowest_bit(rest)
        rest &= rest - 1
        card = 64 * w + int(bit)
        if not is_live(s, card, trigger_of(s, card, trigger), p):
            live &= ~only(bit)
    return live


@kernel
def trigger_of(s, card, trigger):
    """The trigger of a card at a moment: cards that return to a hand may come early."""
    if trigger == Trigger.AFTER_BID_WON and not holds(RULES[s.ruleset].triggers[trigger], card):
        return _END_OF_ROUND
    return trigger


@kernel
def resolver(s, i):
    """The i-th seat in the order in which abilities resolve after a bid. Rule: BTW-AMB-01."""
    if chosen(s, Option.AFTER_BID_ORDER):
        return int((s.bid_winner + i) % s.num_players)
    return in_order(s, i)


@kernel
def moment_of(step):
    """Trigger of the cards that resolve in a step."""
    if step == Step.AFTER_BID:
        return _AFTER_BID_WON
    return _END_OF_ROUND if step == Step.END_OF_ROUND else _AFTER_CLAIM


@linked
def resolve_cards(s, following):
    """Resolve the next card of the moment, or go on to the next step. Rule: BTW-DP-05."""
    trigger = moment_of(s.step)
    rules = RULES[s.ruleset]
    low = (rules.triggers[trigger, 0] | rules.returners[0]) & ~(s.done[0] | s.cancelled[0])
    high = (rules.triggers[trigger, 1] | rules.returners[1]) & ~(s.done[1] | s.cancelled[1])
    if (on_table(s, 0) & low) | (on_table(s, 1) & high) != 0:
        for i in range(s.num_players):
            p = int(resolver(s, i))
            waits = (s.pile[p, 0] & low) | (s.pile[p, 1] & high) != 0
            if waits and resolve_of(s, p, trigger):
                return
    s.done[:] = 0
    s.step = following


@linked
def resolve_of(s, p, trigger):
    """Resolve a card of one leader, or ask which; False if there is none."""
    low = live_cards(s, p, trigger, 0)
    high = live_cards(s, p, trigger, 1)
    best = NONE
    several = False
    kind = NONE
    for w in range(CARD_WORDS):
        rest = low if w == 0 else high
        while rest != 0:
            card = 64 * w + int(lowest_bit(rest))
            rest &= rest - 1
            if best == NONE or s.seq[card] < s.seq[best]:
                best = card
            several = several or (kind != NONE and kind != RULES[s.ruleset].kind[card])
            kind = int(RULES[s.ruleset].kind[card])
    if best == NONE:
        return False
    if several and not chosen(s, Option.OWN_ABILITY_ORDER):
        push(s, Phase.ABILITY, p, NONE, NONE, p)
        put(s, PLACE, trigger)
    else:
        start_card(s, best, trigger, p)
    return True


@kernel
def start_card(s, card, trigger, p):
    """A card resolves."""
    include(s.done, card)
    push_card(s, card, trigger_of(s, card, trigger), p)


@linked
def legal_ability(s, mask):
    """DP-05: which of the own cards resolves next."""
    p, trigger = get(s, PLAYER), get(s, PLACE)
    for w in range(CARD_WORDS):
        rest = live_cards(s, p, trigger, w)
        while rest != 0:
            mask[RULES[s.ruleset].kind[64 * w + int(lowest_bit(rest))]] = True
            rest &= rest - 1


@linked
def apply_ability(s, action):
    """The card that resolves next; of equal ones the one played first."""
    p, trigger = get(s, PLAYER), get(s, PLACE)
    pop(s)
    best = NONE
    for w in range(CARD_WORDS):
        rest = live_cards(s, p, trigger, w)
        while rest != 0:
            card = 64 * w + int(lowest_bit(rest))
            rest &= rest - 1
            if RULES[s.ruleset].kind[card] == action and (
                best == NONE or s.seq[card] < s.seq[best]
            ):
                best = card
    start_card(s, best, trigger, p)


# --- steps 4 to 6


@linked
def clear_table(s):
    """Piles are discarded, leaders turned upright. Rule: BTW-RESET-01 to -03."""
    for p in range(s.num_players):
        for w in range(CARD_WORDS):
            cards = s.pile[p, w]
            s.pile[p, w] = 0
            plain = cards & ~RULES[s.ruleset].whites[w]
            s.discards[w] |= plain
            s.discards_n += count_bits(plain)
            rest = cards & ~plain
            while rest != 0:
                discard(s, p, 64 * w + int(lowest_bit(rest)), True)
                rest &= rest - 1
    s.seq[:] = 0
    s.add[:] = 0
    s.cancelled[:] = 0
    following, by_ally = s.next_first, s.first_by_ally
    blank_round(s)
    s.next_first = following
    s.first_by_ally = by_ally
    s.step = Step.PASS_FIRST


@linked
def advance_track(s):
    """The round token moves on; at the end of a season so does the season token. BTW-TRACK-01."""
    if s.rounds_left > 0:
        s.step = Step.REVEAL
    elif s.season == Season.WINTER:
        finish_game(s)
    else:
        public = chosen(s, Option.SEASON_DISCARD_VISIBILITY)
        for p in range(s.num_players):
            for w in range(CARD_WORDS):
                rest = s.hand[p, w]
                s.hand[p, w] = 0
                while rest != 0:
                    card = 64 * w + int(lowest_bit(rest))
                    rest &= rest - 1
                    if public:
                        note(s, Event.DISCARD, p, RULES[s.ruleset].kind[card], 0)
                    discard(s, p, card, public)
            s.hand_n[p] = 0
        for p in range(s.num_players):
            for w in range(CARD_WORDS):
                s.known[p, w] &= s.gone[w]
        s.whites_out = 0
        change_season(s)


@linked
def open_hands(s):
    """Show hands that a lasting ability lays open, to whom it does. Rule: BTW-HID-09."""
    at = next_lasting(s, Operation.LOOK, NONE)
    while at != NONE:
        row = lasting_row(s, at)
        owner = lasting_owner(s, at)
        for q in range(s.num_players):
            if concerns(s, row, owner, q):
                for p in range(s.num_players):
                    if owner == NONE or RULES[s.ruleset].effect[row, Col.VIEWER] == 1 or p == owner:
                        learn_hand(s, p, q)
        at = next_lasting(s, Operation.LOOK, at)


@linked
def next_step(s):
    """Do what comes next in the round, other than turns, until something has to be resolved."""
    match s.step:
        case Step.CHOOSE_LEADERS:
            choose_leaders(s)
        case Step.SEASON:
            begin_season(s)
        case Step.DRAFT:
            go_on_drafting(s)
        case Step.REVEAL:
            reveal(s)
        case Step.BID:
            read_bid(s)
            s.step = Step.ALLY_AFTER_BID
        case Step.ALLY_AFTER_BID:
            s.step = Step.AFTER_BID
            if unplaced(s):
                ally = s.current
                rules = RULES[s.ruleset]
                push_effects(
                    s,
                    rules.ally_row[ally],
                    rules.ally_rows[ally],
                    Trigger.AFTER_BID_WON,
                    ALLY_SOURCE + ally,
                    s.bid_winner,
                )
        case Step.AFTER_BID:
            resolve_cards(s, Step.PLACE)
        case Step.PLACE:
            s.step = Step.AFTER_CLAIM
            if unplaced(s):
                enter(s, s.current, s.bid_winner, 0)
        case Step.AFTER_CLAIM:
            resolve_cards(s, Step.TOKEN)
        case Step.TOKEN:
            s.step = Step.AFTER_TOKEN
            if s.claimed != NONE or not chosen(s, Option.WINNER_GAINS_TOKEN_IF_ALLY_KILLED):
                gain(s, s.bid_winner, 1, NONE)
        case Step.AFTER_TOKEN:
            if chosen(s, Option.EXTRA_ALLY_TIMING):
                resolve_cards(s, Step.END_OF_ROUND)
            else:
                s.step = Step.END_OF_ROUND
        case Step.END_OF_ROUND:
            resolve_cards(s, Step.RESET)
        case Step.RESET:
            clear_table(s)
        case Step.PASS_FIRST:
            s.first = s.next_first if s.next_first != NONE else left_of(s, s.first)
            s.next_first = NONE
            s.first_by_ally = 0
            s.step = Step.TRACK
        case Step.TRACK:
            advance_track(s)
