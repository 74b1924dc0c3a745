"""House cards: choosing, revealing, and the texts that ask something or act by themselves.

Standing texts (strength, icons) are in combat_strength.py; Robb Stark is in retreat.py, Arianne
Martell and Ser Loras Tyrell in combat_end.py, The Blackfish in casualties.py.
"""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.phases.casualties import kill_fighter
from got_env.westeros.phases.combat_strength import (
    OF_STORM_SET,
    condition_holds,
    effect_of,
    enemy_card_strength,
)
from got_env.westeros.phases.hands import apply_recover_card, discard_card
from got_env.westeros.phases.storm_cards import (
    legal_recovery,
    loser_pays,
    offer_placing,
    recoverable,
    revealed_text,
    tax_enemy,
    winner_gains,
)
from got_env.westeros.rules import actions, phrases
from got_env.westeros.rules.board import (
    BIT,
    gain_power,
    has,
    lose_power,
    move_on_track,
    note,
    remove_order,
)
from got_env.westeros.rules.decision_row import (
    THE_AREA,
    THE_SIDE,
    Asks,
    Decision,
    Editions,
    Family,
    Instead,
)
from got_env.westeros.rules.offers import mark_cards, offer_yes_no
from got_env.westeros.rules.option_values import (
    AshaOrders,
    CerseiChoice,
    HandRefillAfterDiscard,
    LorasDefeatedFootman,
    MaceEmptyArmy,
    RenlyDavos,
    RenlyDefeated,
)
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    ALL_CARDS,
    HAND_SIZE,
    NONE,
    Effect,
    Event,
    Order,
    Phase,
    Side,
    Unit,
)

AERON_COST = 2
MELISANDRE_COST = 1
TYWIN_GAIN = 2


@linked
def legal_house_card(s, mask):
    """Any card in hand, compulsory. Frame: a side. Rule: 2E-HOUSE-01, -03, -12."""
    p = top(s)[PLAYER]
    mark_cards(mask, s.hand[p])


@linked
def apply_house_card(s, action):
    """Lay the card face down."""
    side = top(s)[A]
    pop(s)
    s.card[side] = action - actions.CARD


@linked
def reveal_cards(s):
    """Turn both cards up; they leave the hands. Rule: 2E-HOUSE-02."""
    s.cards_open = 1
    for side in range(2):
        take_from_hand(s, side)


@kernel
def take_from_hand(s, side):
    """Put the chosen card of a side into play."""
    p = s.fighter[side]
    s.hand[p] &= ~BIT[s.card[side]]
    note(s, Event.CARD, p, s.card[side], 1)


@kernel
def mark_other_cards(s, side, mask):
    """Allow cards in hand that were not sent back in this combat."""
    p = s.fighter[side]
    mark_cards(mask, s.hand[p])
    if s.barred_card[side] != NONE:
        mask[actions.CARD + s.barred_card[side]] = False


@kernel
def count_other_cards(s, side):
    """Cards a side could play in place of its present one."""
    p = s.fighter[side]
    n = 0
    for slot in range(HAND_SIZE):
        if has(s.hand[p], slot) and slot != s.barred_card[side]:
            n += 1
    return n


# --- rank 1: cancel


@kernel
def cancel_text(s):
    """Cancel the other text, or offer Tyrion Lannister to send the other card back.

    Rule: 2E-HOUSE-05, 2E-HC-13, 1E-HC-23.
    """
    for side in range(2):
        if effect_of(s, side) == Effect.CANCELS_TEXT:
            s.muted[1 - side] = 1
        if effect_of(s, side) == Effect.TYRION_LANNISTER:
            push(s, Phase.TYRION, s.fighter[side], side, 0, 0)


@linked
def apply_tyrion(s, action):
    """The card returns to hand and is barred; another one must be revealed. Rule: 2E-HC-13."""
    other = 1 - top(s)[A]
    pop(s)
    if action == actions.NO:
        return
    send_card_back(s, other)
    if count_other_cards(s, other) > 0:
        push(s, Phase.TYRION_CARD, s.fighter[other], other, 0, 0)


@kernel
def send_card_back(s, side):
    """Return the card of a side to its hand; it cannot be played again in this combat."""
    p = int(s.fighter[side])
    s.hand[p] |= BIT[s.card[side]]
    s.barred_card[side] = s.card[side]
    note(s, Event.CARD, p, s.card[side], 0)
    s.card[side] = NONE


@linked
def legal_tyrion_card(s, mask):
    """Another card from hand, compulsory. Rule: 2E-DP-45."""
    mark_other_cards(s, top(s)[A], mask)


@linked
def apply_tyrion_card(s, action):
    """Reveal the replacement."""
    side = top(s)[A]
    pop(s)
    s.card[side] = action - actions.CARD
    take_from_hand(s, side)


# --- before any other text: another card in place of the own one

CHANGED = 2
"""Third argument of the combat frame once the side that may change its card has been asked."""


@kernel
def offer_change(s):
    """Ask for another card in Aeron Damphair's place; False if nobody may. Rule: ASOS-HC-26.

    Frame: c becomes CHANGED.
    """
    for side in range(2):
        if effect_of(s, side) == Effect.CHANGES_CARD:
            p = s.fighter[side]
            if s.power[p] >= AERON_COST and count_other_cards(s, side) > 0:
                top(s)[C] = CHANGED
                push(s, Phase.AERON, p, side, 0, 0)
                return True
    return False


# --- rank 2: immediately


@linked
def latch_conditions(s, side):
    """Remember whether the side's text works, for the three ranks of the older revision."""
    s.condition[side] = condition_holds(s, side)


@linked
def immediate_text(s, side):
    """Begin the immediate text of a side's card, if it has one. Rule: 2E-HOUSE-06, ASOS-HC-07."""
    effect = effect_of(s, side)
    p = s.fighter[side]
    if effect == Effect.AERON_DAMPHAIR:
        if s.power[p] >= AERON_COST and s.hand[p] != 0:
            push(s, Phase.AERON, p, side, 0, 0)
    elif effect == Effect.DORAN_MARTELL:
        push(s, Phase.DORAN, p, side, 0, 0)
    elif effect == Effect.QUEEN_OF_THORNS:
        begin_queen(s, side)
    elif effect == Effect.MACE_TYRELL:
        begin_mace(s, side)
    elif effect == Effect.DROPS_DEFENSE:
        drop_defense(s, side)
    elif effect == Effect.REMOVES_ENEMY_ORDER:
        begin_queen(s, side)
    elif OF_STORM_SET[effect]:
        revealed_text(s, side, int(enemy_card_strength(s, side)))


@linked
def legal_aeron(s, mask):
    """Any card in hand for 2 Power, or done to keep Aeron.

    A card that Tyrion sent back may come again: only its immediate replacement has to be a
    different one (2E-HC-13). In the Storm of Swords set it is out of the combat (ASOS-HC-14).
    Rule: 2E-HC-10, ASOS-HC-26.
    """
    frame = top(s)
    mask[actions.DONE] = True
    if effect_of(s, frame[A]) == Effect.CHANGES_CARD:
        mark_other_cards(s, frame[A], mask)
    else:
        mark_cards(mask, s.hand[frame[PLAYER]])


@linked
def apply_aeron(s, action):
    """Discard Aeron and 2 Power, fight with the other card, weaker by the text of the set.

    Rule: 2E-HC-10, ASOS-HC-26.
    """
    frame = top(s)
    side = frame[A]
    p = frame[PLAYER]
    pop(s)
    if action == actions.DONE:
        return
    weaker = effect_of(s, side) == Effect.CHANGES_CARD
    change_card(s, p, side, action - actions.CARD)
    if weaker:
        s.card_loss[side] = 1
    else:
        latch_conditions(s, side)


@kernel
def change_card(s, p, side, card):
    """Pay for it, discard the card of a side and play another one from the hand of seat ``p``."""
    lose_power(s, p, AERON_COST)
    s.discards[p] |= BIT[s.card[side]]
    note(s, Event.CARD, p, s.card[side], 0)
    s.card[side] = card
    take_from_hand(s, side)


@linked
def legal_doran(s, mask):
    """One of the three tracks, compulsory. Rule: 2E-HC-17."""
    for t in range(3):
        mask[actions.TRACK + t] = True


@linked
def apply_doran(s, action):
    """The opponent falls to the last position of the track. Rule: 2E-HC-17, 2E-INFL-03, -04."""
    side = top(s)[A]
    pop(s)
    move_on_track(s, action - actions.TRACK, s.fighter[1 - side], s.num_players - 1)


@kernel
def queen_target(s, side, x):
    """True if the Queen of Thorns may remove the order on ``x``. Rule: 2E-HC-24, ASOS-HC-32."""
    here = x == s.fight_area and effect_of(s, side) == Effect.REMOVES_ENEMY_ORDER
    return (
        (here or has(RULES[s.ruleset].adjacent[s.fight_area], x))
        and s.order[x] != NONE
        and s.order_seat[x] == s.fighter[1 - side]
        and x != s.fight_from
    )


@kernel
def begin_queen(s, side):
    """Remove the one order there is, or ask which. Rule: 2E-HC-24."""
    found = NONE
    n = 0
    for x in range(RULES[s.ruleset].num_areas):
        if queen_target(s, side, x):
            found = x
            n += 1
    if n == 1:
        remove_by_text(s, found)
    elif n > 1:
        push(s, Phase.QUEEN_OF_THORNS, s.fighter[side], side, 0, 0)


@linked
def legal_queen_of_thorns(s, mask):
    """Orders of the opponent next to the embattled area, compulsory. Rule: 2E-HC-24."""
    side = top(s)[A]
    for x in range(RULES[s.ruleset].num_areas):
        if queen_target(s, side, x):
            mask[actions.AREA + x] = True


@linked
def apply_queen_of_thorns(s, action):
    """Remove the order."""
    pop(s)
    remove_by_text(s, action - actions.AREA)


@kernel
def remove_by_text(s, x):
    """Take an order off the board; a Support order takes its strength along. Rule: 2E-HC-24."""
    note(s, Event.ORDER_REMOVED, s.order_seat[x], x, s.order[x])
    s.backing[x] = NONE
    remove_order(s, x)


@kernel
def drop_defense(s, side):
    """Remove the opponent's Defense order in the embattled area. Rule: 1E-HC-22, -29."""
    a = s.fight_area
    if Order.DEFENSE <= s.order[a] <= Order.DEFENSE_STAR and s.order_seat[a] != s.fighter[side]:
        remove_by_text(s, a)


@kernel
def begin_mace(s, side):
    """Destroy an enemy fighting Footman; ask only if standing and routed ones differ.

    Rule: 2E-HC-22, 2E-HC-20 (AMB-79).
    """
    other = 1 - side
    if effect_of(s, other) == Effect.THE_BLACKFISH:
        return
    standing, lying = count_footmen(s, other)
    if s.options[Option.LORAS_DEFEATED_FOOTMAN] == LorasDefeatedFootman.FORBIDDEN:
        lying = 0
    if standing > 0 and lying > 0:
        push(s, Phase.MACE, s.fighter[side], side, 0, 0)
    elif standing + lying > 0:
        mace_kills(s, side, lying > 0)


@kernel
def count_footmen(s, side):
    """Standing and routed Footmen in the fighting army of a side."""
    if side == Side.ATTACKER:
        return int(s.attackers[Unit.FOOTMAN]), 0
    if s.owner[s.fight_area] == NONE:
        return 0, 0
    return int(s.units[s.fight_area, Unit.FOOTMAN]), int(s.routed[s.fight_area, Unit.FOOTMAN])


@linked
def legal_mace(s, mask):
    """A standing or a routed Footman. Rule: 2E-DP-49."""
    mask[actions.STATUS] = True
    mask[actions.STATUS + 1] = True


@linked
def apply_mace(s, action):
    """Destroy it."""
    side = top(s)[A]
    pop(s)
    mace_kills(s, side, action == actions.STATUS + 1)


@kernel
def mace_kills(s, side, lying):
    """Destroy the Footman; with mace_empty_army=end_combat an emptied army ends the combat.

    Nobody loses a combat then (AMB-79), so texts about losing do nothing.
    """
    other = 1 - side
    kill_fighter(s, other, Unit.FOOTMAN, lying)
    if s.options[Option.MACE_EMPTY_ARMY] == MaceEmptyArmy.CONTINUE or army_size(s, other) > 0:
        return
    if other == Side.DEFENDER and s.garrison[s.fight_area] > 0:
        return
    s.victor = side
    note(s, Event.COMBAT_WON, s.fighter[side], s.fight_area, 0)
    jump_to_clean_up(s)


@kernel
def army_size(s, side):
    """Units of the fighting army of a side."""
    n = 0
    for u in range(4):
        if side == Side.ATTACKER:
            n += s.attackers[u]
        elif s.owner[s.fight_area] != NONE:
            n += s.units[s.fight_area, u] + s.routed[s.fight_area, u]
    return n


@kernel
def jump_to_clean_up(s):
    """Let the combat frame on top go on with the clean-up of a combat that was not fought out."""
    frame = top(s)
    frame[A] = RULES[s.ruleset].clean_up_step
    frame[B] = 0
    frame[C] = 1


# --- last rank: if you win, if you lose


@linked
def result_text(s, side):
    """Texts that look at the result. Rule: 2E-HOUSE-08, 2E-HC-02, -11, -14, -19."""
    effect = effect_of(s, side)
    p = s.fighter[side]
    if side == s.victor:
        if effect == Effect.TYWIN_LANNISTER:
            gain_power(s, p, TYWIN_GAIN, s.fight_area)
        elif effect == Effect.RENLY_BARATHEON:
            if can_renly(s, side):
                push(s, Phase.RENLY, p, side, 0, 0)
        elif effect == Effect.CERSEI_LANNISTER:
            if can_cersei(s, side):
                push(s, Phase.CERSEI, p, side, 0, 0)
        else:
            win_text(s, side, effect)
            winner_gains(s, side)
    elif effect == Effect.ORDERLY_DEFEAT:
        loser_pays(s, side)
    elif effect == Effect.ROOSE_BOLTON:
        s.hand[p] = ALL_CARDS
        s.discards[p] = 0
        s.card_kept[side] = 1
        note(s, Event.CARD, p, s.card[side], 0)


@linked
def win_text(s, side, effect):
    """Texts after a victory that the 2nd edition does not have. Rule: 1E-HC-11, -14 to -18."""
    p = s.fighter[side]
    other = s.fighter[1 - side]
    if effect == Effect.RECOVERS_CARD:
        # With no card left in hand all of them come back anyway (1E-HC-24).
        if s.discards[p] != 0 and s.hand[p] != 0:
            push(s, Phase.LUWIN, p, side, 0, 0)
    elif effect == Effect.REMOVES_ANY_ORDER:
        if can_cersei(s, side):
            push(s, Phase.CERSEI, p, side, 0, 0)
    elif effect == Effect.PROMOTES_FIGHTER or effect == Effect.PROMOTES_INSTEAD:
        davos = effect == Effect.PROMOTES_INSTEAD
        if davos == (s.options[Option.RENLY_DAVOS] == RenlyDavos.DAVOS) and can_renly(s, side):
            push(s, Phase.RENLY, p, side, 0, 0)
    elif effect == Effect.DISCARDS_CARD:
        if s.power[p] > 0 and s.hand[other] != 0:
            push(s, Phase.MELISANDRE, p, side, 0, 0)
    elif effect == Effect.REMOVES_NEAR_ORDER and can_asha(s, side):
        push(s, Phase.ASHA, p, side, 0, 0)


@kernel
def renly_footmen(s, side, x, routed):
    """Footmen in ``x`` that Renly may turn into a Knight. Rule: 2E-HC-02 (AMB-90)."""
    p = s.fighter[side]
    if x == s.fight_area:
        standing, lying = count_footmen(s, side)
        if s.options[Option.RENLY_DEFEATED] == RenlyDefeated.FORBIDDEN:
            lying = 0
        return lying if routed else standing
    supporters = effect_of(s, side) == Effect.RENLY_BARATHEON
    if s.owner[x] != p or s.backing[x] != side or not supporters:
        return 0
    return s.routed[x, Unit.FOOTMAN] if routed else s.units[x, Unit.FOOTMAN]


@kernel
def can_renly(s, side):
    """True if there is a Knight to take and a Footman to turn into it."""
    if s.pool[s.fighter[side], Unit.KNIGHT] == 0:
        return False
    for x in range(RULES[s.ruleset].num_areas):
        if renly_footmen(s, side, x, False) + renly_footmen(s, side, x, True) > 0:
            return True
    return False


@linked
def legal_renly(s, mask):
    """Areas with an eligible Footman (the embattled area: the fighting army), or done."""
    side = top(s)[A]
    mask[actions.DONE] = True
    for x in range(RULES[s.ruleset].num_areas):
        if renly_footmen(s, side, x, False) + renly_footmen(s, side, x, True) > 0:
            mask[actions.AREA + x] = True


@linked
def apply_renly(s, action):
    """Turn the Footman into a Knight; ask for its status only if both are there."""
    frame = top(s)
    side = frame[A]
    p = frame[PLAYER]
    pop(s)
    if action == actions.DONE:
        return
    x = action - actions.AREA
    standing = renly_footmen(s, side, x, False)
    lying = renly_footmen(s, side, x, True)
    if standing > 0 and lying > 0:
        push(s, Phase.RENLY_STATUS, p, side, x, 0)
    else:
        renly_promotes(s, side, x, lying > 0)


@linked
def legal_renly_status(s, mask):
    """A standing or a routed Footman (AMB-90)."""
    mask[actions.STATUS] = True
    mask[actions.STATUS + 1] = True


@linked
def apply_renly_status(s, action):
    """Promote the one chosen."""
    frame = top(s)
    side = frame[A]
    x = frame[B]
    pop(s)
    renly_promotes(s, side, x, action == actions.STATUS + 1)


@kernel
def renly_promotes(s, side, x, lying):
    """Swap one Footman for a Knight of the same status. Rule: 2E-HC-02."""
    p = s.fighter[side]
    if side == Side.ATTACKER and x == s.fight_area:
        s.attackers[Unit.FOOTMAN] -= 1
        s.attackers[Unit.KNIGHT] += 1
    elif lying:
        s.routed[x, Unit.FOOTMAN] -= 1
        s.routed[x, Unit.KNIGHT] += 1
    else:
        s.units[x, Unit.FOOTMAN] -= 1
        s.units[x, Unit.KNIGHT] += 1
    s.pool[p, Unit.FOOTMAN] += 1
    s.pool[p, Unit.KNIGHT] -= 1
    note(s, Event.UPGRADE, p, x, Unit.KNIGHT)


@kernel
def cersei_target(s, side, x):
    """True if Cersei may remove the order on ``x``.

    The order of the embattled area and the March that began the combat leave the board anyway,
    so they are not offered, unless the text names any order. Rule: 2E-HC-14, 1E-HC-14.
    """
    if s.order[x] == NONE or s.order_seat[x] != s.fighter[1 - side]:
        return False
    leaves = x == s.fight_area or x == s.fight_from
    return not leaves or effect_of(s, side) == Effect.REMOVES_ANY_ORDER


@kernel
def can_cersei(s, side):
    """True if the beaten opponent has any order to remove."""
    for x in range(RULES[s.ruleset].num_areas):
        if cersei_target(s, side, x):
            return True
    return False


@linked
def legal_cersei(s, mask):
    """Orders of the beaten opponent anywhere, or done where it may. Rule: 2E-HC-14, 1E-HC-14."""
    side = top(s)[A]
    must = effect_of(s, side) == Effect.REMOVES_ANY_ORDER
    mask[actions.DONE] = not must or s.options[Option.CERSEI_CHOICE] == CerseiChoice.MAY
    for x in range(RULES[s.ruleset].num_areas):
        if cersei_target(s, side, x):
            mask[actions.AREA + x] = True


@linked
def apply_cersei(s, action):
    """Remove the order."""
    pop(s)
    if action != actions.DONE:
        remove_by_text(s, action - actions.AREA)


# --- Maester Luwin, Melisandre, Asha Greyjoy


@linked
def legal_melisandre(s, mask):
    """Cards of the loser's hand, or done. Rule: 1E-HC-17."""
    mask[actions.DONE] = True
    mark_cards(mask, s.hand[s.fighter[1 - top(s)[A]]])


@linked
def apply_melisandre(s, action):
    """Pay one Power; the card goes to the loser's used pile. Rule: 1E-HC-17, -25.

    With hand_refill_after_discard=keep_discarded an emptied hand is refilled but for this card.
    """
    frame = top(s)
    p = frame[PLAYER]
    other = 1 - frame[A]
    pop(s)
    if action == actions.DONE:
        return
    slot = action - actions.CARD
    victim = s.fighter[other]
    lose_power(s, p, MELISANDRE_COST)
    discard_card(s, victim, slot)
    refill = s.options[Option.HAND_REFILL_AFTER_DISCARD]
    if s.hand[victim] == 0 and refill == HandRefillAfterDiscard.KEEP_DISCARDED:
        s.discards[victim] = BIT[slot]
        s.hand[victim] = ALL_CARDS & ~BIT[slot]
        s.card_kept[other] = 1


@kernel
def asha_target(s, side, x):
    """True if Asha may remove the order on ``x``. Rule: 1E-HC-18."""
    kind = s.order[x]
    if not (Order.SUPPORT <= kind <= Order.SUPPORT_STAR or kind >= Order.CONSOLIDATE):
        return False
    if not has(RULES[s.ruleset].adjacent[s.fight_area], x):
        return False
    anybody = s.options[Option.ASHA_ORDERS] == AshaOrders.ANY_HOUSE
    return anybody or s.order_seat[x] == s.fighter[1 - side]


@kernel
def can_asha(s, side):
    """True if there is any order for Asha to remove."""
    for x in range(RULES[s.ruleset].num_areas):
        if asha_target(s, side, x):
            return True
    return False


@linked
def legal_asha(s, mask):
    """Support and Consolidate Power orders beside the embattled area, or done. Rule: 1E-HC-18."""
    side = top(s)[A]
    mask[actions.DONE] = True
    for x in range(RULES[s.ruleset].num_areas):
        if asha_target(s, side, x):
            mask[actions.AREA + x] = True


@linked
def apply_asha(s, action):
    """Remove the order; it is no pillage."""
    pop(s)
    if action != actions.DONE:
        remove_by_text(s, action - actions.AREA)


# --- after the combat


@linked
def after_combat_text(s, side):
    """Texts of the end of a combat. Rule: 2E-HOUSE-19, 2E-HC-05, ASOS-HC-12, -18, -30."""
    effect = effect_of(s, side)
    if effect == Effect.PATCHFACE:
        if s.hand[s.fighter[1 - side]] != 0:
            push(s, Phase.PATCHFACE, s.fighter[side], side, 0, 0)
    elif effect == Effect.RECOVERS_ANY_CARD:
        if recoverable(s, side) != 0:
            push(s, Phase.BRAN, s.fighter[side], side, 0, 0)
    elif OF_STORM_SET[effect]:
        tax_enemy(s, side)
        offer_placing(s, side)


@linked
def legal_patchface(s, mask):
    """A card of the opponent's hand, or done. Rule: 2E-HC-05."""
    victim = s.fighter[1 - top(s)[A]]
    mask[actions.DONE] = True
    mark_cards(mask, s.hand[victim])


@linked
def apply_patchface(s, action):
    """Discard it; an emptied hand is refilled. Rule: 2E-HC-05, 2E-HOUSE-23 (AMB-40)."""
    other = 1 - top(s)[A]
    pop(s)
    if action == actions.DONE:
        return
    slot = action - actions.CARD
    victim = s.fighter[other]
    s.hand[victim] &= ~BIT[slot]
    s.discards[victim] |= BIT[slot]
    note(s, Event.CARD, victim, slot, 0)
    if s.hand[victim] == 0:
        stays = slot
        if (
            s.options[Option.HAND_REFILL_AFTER_DISCARD] == HandRefillAfterDiscard.KEEP_PLAYED
            and s.card[other] != NONE
        ):
            stays = s.card[other]
        s.discards[victim] = BIT[stays]
        s.hand[victim] = ALL_CARDS & ~BIT[stays]


ROWS = (
    Decision(
        Phase.HOUSE_CARD,
        Family.COMBAT,
        "the house card to fight with, in secret",
        {"card": "card {x}"},
        question="Which House card fights, in secret?",
        labels={"card": "Play {x}"},
        legal=legal_house_card,
        apply=apply_house_card,
        editions=Editions.ALL,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
        quiet=True,
    ),
    Decision(
        Phase.TYRION,
        Family.COMBAT,
        "Tyrion Lannister: send the other card back, or not",
        {"yes": "tyrion_lannister yes", "no": "tyrion_lannister no"},
        question="{who}: does {card} go back?",
        labels={"yes": "Send {card} back", "no": "Let {card} stand"},
        legal=offer_yes_no,  # Rule: 2E-DP-44
        apply=apply_tyrion,
        editions=Editions.ALL,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.TYRION_CARD,
        Family.COMBAT,
        "the card that replaces the one sent back",
        {"card": "card {x}"},
        question="Which House card fights in place of the one sent back?",
        labels={"card": "Play {x}"},
        legal=legal_tyrion_card,
        apply=apply_tyrion_card,
        editions=Editions.ALL,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.AERON,
        Family.COMBAT,
        "Aeron Damphair: the card to pay for and play in his place, or none",
        {"card": "aeron_damphair {x}", "done": "aeron_damphair none"},
        question="{who}: which other card fights in his place, for 2 Power?",
        labels={"card": "Pay 2 Power and play {x}", "done": "Keep {who}"},
        legal=legal_aeron,
        apply=apply_aeron,
        editions=Editions.ALL,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.DORAN,
        Family.COMBAT,
        "Doran Martell: the track on which the opponent becomes last",
        {"track": "doran_martell {x}"},
        question="{who}: on which track does the opponent become last?",
        labels={"track": "Last place on the {x} track for the opponent"},
        legal=legal_doran,
        apply=apply_doran,
        editions=Editions.SECOND,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.QUEEN_OF_THORNS,
        Family.COMBAT,
        "Queen of Thorns: the opponent's order to remove",
        {"area": "queen_of_thorns {x}"},
        question="{who}: which order of the opponent goes?",
        labels=phrases.REMOVE_ORDER,
        legal=legal_queen_of_thorns,
        apply=apply_queen_of_thorns,
        editions=Editions.WILDLINGS,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.MACE,
        Family.COMBAT,
        "Mace Tyrell: destroy a standing or a routed footman",
        {"status": "mace_tyrell {x}"},
        question="{who}: which Footman is destroyed?",
        labels={"status": "Destroy the {x} Footman"},
        legal=legal_mace,
        apply=apply_mace,
        editions=Editions.WILDLINGS,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Instead(
        Phase.MACE,
        Editions.FIRST_BOARD,
        meaning="Ser Loras Tyrell: destroy a standing or a routed footman",
        texts={"status": "ser_loras_tyrell {x}"},
    ),
    Decision(
        Phase.RENLY,
        Family.COMBAT,
        "Renly Baratheon: where a footman becomes a knight, or nowhere",
        {"area": "renly_baratheon {x}", "done": "renly_baratheon none"},
        question="{who}: where does a Footman become a Knight?",
        labels={"area": "Turn a Footman in {x} into a Knight", "done": "Promote no Footman"},
        legal=legal_renly,
        apply=apply_renly,
        editions=Editions.WILDLINGS,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.RENLY_STATUS,
        Family.COMBAT,
        "Renly Baratheon: promote a standing or a routed footman",
        {"status": "renly_baratheon {area} {x}"},
        question="{who}: which Footman in {area} becomes a Knight?",
        labels={"status": "Promote the {x} Footman in {area}"},
        legal=legal_renly_status,
        apply=apply_renly_status,
        editions=Editions.WILDLINGS,
        arguments=(THE_SIDE, THE_AREA),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.CERSEI,
        Family.COMBAT,
        "Cersei Lannister: the order of the beaten house to remove, or none",
        {"area": "cersei_lannister {x}", "done": "cersei_lannister none"},
        question="{who}: which order of the beaten house goes?",
        labels=phrases.REMOVE_ORDER,
        legal=legal_cersei,
        apply=apply_cersei,
        editions=Editions.WILDLINGS,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.PATCHFACE,
        Family.COMBAT,
        "Patchface: the card the opponent discards, or none",
        {"card": "patchface {x}", "done": "patchface none"},
        question="{who}: which card does the opponent discard?",
        labels=phrases.DISCARD,
        legal=legal_patchface,
        apply=apply_patchface,
        editions=Editions.SECOND,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
        others_cards=True,
    ),
    Decision(
        Phase.LUWIN,
        Family.COMBAT,
        "Maester Luwin: the used house card to take back, or none",
        {"card": "maester_luwin {x}", "done": "maester_luwin none"},
        question="{who}: which used House card is taken back?",
        labels=phrases.TAKE_BACK,
        legal=legal_recovery,
        apply=apply_recover_card,  # Rule: 1E-HC-08, -11
        editions=Editions.FIRST_AND_STORM,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Instead(Phase.LUWIN, Editions.FIRST, before=Phase.RENLY),
    Decision(
        Phase.MELISANDRE,
        Family.COMBAT,
        "Melisandre: the card of the beaten house to discard for a power, or none",
        {"card": "melisandre_of_asshai {x}", "done": "melisandre_of_asshai none"},
        question="{who}: which card of the beaten house is discarded for 1 Power?",
        labels=phrases.DISCARD,
        legal=legal_melisandre,
        apply=apply_melisandre,
        editions=Editions.FIRST_BOARD,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
        others_cards=True,
    ),
    Decision(
        Phase.ASHA,
        Family.COMBAT,
        "Asha Greyjoy: the support or consolidate power order beside the battle to remove, or none",
        {"area": "asha_greyjoy {x}", "done": "asha_greyjoy none"},
        question="{who}: which Support or Consolidate Power order beside the battle goes?",
        labels=phrases.REMOVE_ORDER,
        legal=legal_asha,
        apply=apply_asha,
        editions=Editions.FIRST_BOARD,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.BRAN,
        Family.COMBAT,
        "Bran Stark: the used house card to take back, or none",
        {"card": "bran_stark {x}", "done": "bran_stark none"},
        question="{who}: which used House card is taken back?",
        labels=phrases.TAKE_BACK,
        legal=legal_recovery,
        apply=apply_recover_card,  # Rule: 1E-HC-08, -11
        editions=Editions.FIRST,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
)
"""Rows of these decisions and steps."""
