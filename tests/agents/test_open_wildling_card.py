"""The heuristic player bids against the Wildling card that lies open, by what it threatens."""

import numpy as np
import pytest

from got_agents.base import Views
from got_agents.heuristic import HeuristicAgent
from got_env.core.jit import entry
from got_env.games import get_game
from got_env.westeros.players.heuristic.choose import new_work
from got_env.westeros.players.heuristic.weights import style_weights
from got_env.westeros.players.heuristic.wildling_stakes import penalty, reward
from got_env.westeros.rules.vocabulary import WildlingCard
from tests.first_edition import board, empty

GAME = get_game("agot1e")
POWER = 8


def before_bids(card, strength, b=None, cards="on", **power):
    """An attack on five houses, at the bid of Stark, which is asked first."""
    b = b or board(wildling_cards=cards).set_track("iron_throne", "stark")
    b.set_power(**dict.fromkeys(b.houses, POWER)).set_power(**power).set(threat=strength)
    if cards == "on":
        b.set_wildlings(card)
    b.set_westeros("last_days_of_summer", "last_days_of_summer", "wildlings_attack").at("westeros")
    assert (b.phase, b.player) == ("BID", "stark")
    return b


def stark_bids(b):
    """Bid of the heuristic player for Stark, on average over its whims."""
    masks = np.zeros((1, GAME.actions.size), dtype=np.bool_)
    GAME.kernels.action_mask(b.states, masks)
    seats = np.array([b.seat("stark")], dtype=np.int8)
    bids = []
    for seed in range(40):
        views = Views.of(GAME, b.states, seats, masks, np.array([seed], dtype=np.int64))
        action = int(HeuristicAgent().act_batch(views)[0])
        bids.append(int(GAME.actions.text(b.states, 0, action).removeprefix("bid ")))
    return sum(bids) / len(bids)


def many_knights():
    b = empty(wildling_cards="on").units("winterfell", "stark", knight=4)
    return b.set_track("iron_throne", "stark")


def test_it_bids_more_against_a_card_that_costs_it_more():
    knights = stark_bids(before_bids("crow_killers", 8, many_knights()))
    cards = stark_bids(before_bids("massing_on_the_milkwater", 8, many_knights()))
    nothing = stark_bids(before_bids("crow_killers", 8, many_knights().clear()))

    assert knights > cards > nothing


def test_it_does_not_pay_to_be_spared_what_costs_the_lowest_bidder_little():
    weak = dict.fromkeys(("baratheon", "greyjoy", "lannister", "tyrell"), 0)
    spared = many_knights().set_hand("stark", "eddard_stark")

    assert stark_bids(before_bids("massing_on_the_milkwater", 12, spared, stark=4, **weak)) == 0
    assert stark_bids(before_bids("a_king_beyond_the_wall", 12, stark=4, **weak)) == 2


def test_without_wildling_cards_its_bids_do_not_ask_for_any():
    b = before_bids("", 8, cards="off")
    usual = stark_bids(b)
    b.states["wild_deck"][0, 0] = WildlingCard.CROW_KILLERS

    assert stark_bids(b) == usual > 0


@entry
def weigh(states, p, card, works, out):
    """Penalty of the lowest bidder, that of the others, and the reward, for one seat."""
    s = states[0]
    out[0] = penalty(s, p, card, True, works[0])
    out[1] = penalty(s, p, card, False, works[0])
    out[2] = reward(s, p, card, works[0])


def points(b, card):
    out = np.zeros(3)
    works = new_work(style_weights("heuristic"))
    weigh(b.states, b.seat("stark"), int(WildlingCard[card.upper()]), works, out)
    return out.tolist()


@pytest.mark.parametrize(
    ("card", "lowest", "other", "prize"),
    [
        ("a_king_beyond_the_wall", 4 * 1.0 + 0 + 2 * 1.2, 0.0, 4 * 1.1),
        ("crow_killers", 3 * 0.9 * 1.1, 2 * 0.9 * 1.1, 1 * 0.9 * 1.1),
        ("mammoth_riders", 4 * 0.9, 2 * 0.9, 0.3 * 2),
        ("massing_on_the_milkwater", 0.3 * (1 + 3), 0.3 * (1 + 1.5), 0.0),
        ("rattleshirts_raiders", 1 * 2.0, 1 * 2.0, 2.0),
        ("silence_at_the_wall", 0.0, 0.0, 0.0),
    ],
)
def test_what_cards_are_worth(card, lowest, other, prize):
    b = empty(wildling_cards="on").units("winterfell", "stark", knight=2, footman=1)
    b.units("karhold", "stark", True, knight=1).set_supply(stark=1)
    b.set_track("iron_throne", "stark").set_hand("stark", "eddard_stark", "catelyn_stark")
    b.set_track("fiefdoms", "baratheon", "greyjoy", "lannister", "tyrell", "stark")
    b.set_track("kings_court", "baratheon", "greyjoy", "stark")

    assert points(b, card) == pytest.approx([lowest, other, prize])


def test_what_cannot_be_lost_or_won_is_worth_nothing():
    b = empty(wildling_cards="on").set_supply(stark=0).set_hand("stark", "eddard_stark")
    for card in ("crow_killers", "massing_on_the_milkwater", "rattleshirts_raiders"):
        assert points(b, card)[:2] == [0.0, 0.0]
    b.set_supply(stark=6).set_hand("stark", *b.facts.card_ids["stark"])
    for card in ("crow_killers", "mammoth_riders", "rattleshirts_raiders"):
        assert points(b, card)[2] == 0.0
