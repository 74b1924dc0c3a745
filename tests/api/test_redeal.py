"""Redealing: what a player knows stays, everything else is drawn anew and makes a legal game."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, Order, Phase
from tests.invariants.checks import broken
from tests.play import AGOT2E, PLAYERS, masks_of, play, random_actions


def redacted(states, seat):
    known = states.copy()
    AGOT2E.kernels.redact(known, np.full(len(known), seat))
    return known


def redealt(states, seat, seed):
    dealt = states.copy()
    AGOT2E.kernels.redeal(dealt, np.full(len(dealt), seat), np.array([seed]))
    return dealt


def positions(players, seed, phases=(), **options):
    """Decisions of a random game, all or those of some phases."""
    wanted = {phase.name.lower() for phase in phases}
    for states in play(players, seed, **options):
        if not wanted or AGOT2E.words.phase_name(states, 0) in wanted:
            yield states


@pytest.mark.parametrize("public", [True, False])
@given(st.sampled_from(PLAYERS), st.integers(0, 1000), st.integers(0, 2**62))
def test_a_player_cannot_tell_a_redealt_game(public, players, game, seed):
    options = {"tides": True, "raven_choice_public": public}
    for turn, states in enumerate(play(players, game, limit=400, **options)):
        if turn % 7 == 0:
            seat = (game + turn) % players
            dealt = redealt(states, seat, seed)
            assert redacted(dealt, seat).tobytes() == redacted(states, seat).tobytes()
            assert broken(dealt) == []


@given(st.sampled_from(PLAYERS), st.integers(0, 1000))
def test_a_redealt_game_can_be_played_to_the_end(players, game):
    rng = np.random.default_rng(game)
    for turn, states in enumerate(play(players, game, limit=300, tides=True)):
        if turn % 60 == 13:
            dealt = redealt(states, turn % players, turn)
            while not dealt["over"][0]:
                masks = masks_of(dealt)
                assert masks.any()
                AGOT2E.kernels.step(dealt, random_actions(masks, rng))


@given(st.sampled_from(PLAYERS), st.integers(0, 1000))
def test_only_knowledge_and_seed_decide(players, game):
    """A redealt game is redealt to the same game as the real one."""
    for turn, states in enumerate(play(players, game, limit=200, tides=True)):
        if turn % 11 == 0:
            seat = turn % players
            again = redealt(redealt(states, seat, 1), seat, 2)
            assert again.tobytes() == redealt(states, seat, 2).tobytes()


def test_seeds_give_different_games():
    states = next(positions(6, 1))

    dealt = {redealt(states, 0, seed).tobytes() for seed in range(20)}

    assert len(dealt) == 20


def test_face_down_orders_are_drawn_within_the_rules():
    """Every area keeps having an order, and over many deals every token is laid."""
    rules = RULES[3]
    seen = set()
    for states in positions(6, 5, phases=[Phase.ORDER]):
        laid = states["order"][0] != NONE
        seat = int(states["stack"][0, states["depth"][0] - 1, 1])
        others = laid & (states["order_seat"][0] != seat)
        if others.sum() < 12:
            continue
        for seed in range(200):
            dealt = redealt(states, seat, seed)[0]
            assert np.array_equal(dealt["order"] != NONE, laid)
            assert np.array_equal(dealt["order_seat"], states["order_seat"][0])
            seen |= set(dealt["order"][others].tolist())
            for house in range(6):
                placed = dealt["placed"][house]
                assert (placed <= rules["order_tokens"]).all()
                court = list(dealt["track"][2]).index(house)
                assert (placed * rules["order_special"]).sum() <= rules["stars"][court]
        break

    assert seen == set(range(len(Order)))


def test_banned_orders_are_not_dealt():
    for states in positions(4, 2, phases=[Phase.ORDER]):
        states["banned"] = 1 << Order.RAID | 1 << Order.RAID_STAR
        for seed in range(50):
            dealt = redealt(states, 0, seed)[0]
            others = dealt["order_seat"] > 0
            assert not np.isin(dealt["order"][others], (Order.RAID, Order.RAID_STAR)).any()
        if states["round_no"][0] == 2:
            break


def test_hidden_bids_are_drawn_within_the_available_power():
    bids = set()
    for states in positions(6, 3, phases=[Phase.BID]):
        seat = int(states["stack"][0, states["depth"][0] - 1, 1])
        for seed in range(100):
            dealt = redealt(states, seat, seed)[0]
            for house in range(6):
                if states["bid"][0, house] == NONE or house == seat:
                    assert dealt["bid"][house] == states["bid"][0, house]
                else:
                    assert 0 <= dealt["bid"][house] <= dealt["power"][house]
                    bids.add(int(dealt["bid"][house]))

    assert len(bids) > 2


def test_a_hidden_house_card_is_drawn_from_the_hand():
    drawn = {}
    for states in positions(6, 4, phases=[Phase.HOUSE_CARD]):
        frame = states["stack"][0, states["depth"][0] - 1]
        if states["card"][0, 0] == NONE:
            continue
        other = int(states["fighter"][0, 0])
        hand = int(states["hand"][0, other])
        cards = {int(redealt(states, int(frame[1]), seed)["card"][0, 0]) for seed in range(150)}
        assert cards == {slot for slot in range(7) if hand >> slot & 1}
        own = {int(redealt(states, other, seed)["card"][0, 0]) for seed in range(20)}
        assert own == {int(states["card"][0, 0])}
        drawn[hand] = cards

    assert drawn


@pytest.mark.parametrize("phase", [Phase.TIDES_REDRAW, Phase.BLADE])
def test_hidden_tides_cards_come_from_the_deck(phase):
    """The cards drawn lie where they were drawn, the deck has its 24 cards."""
    deck = sorted(RULES[3]["tides_deck"].tolist())
    found = 0
    for game in range(30):
        for states in positions(6, game, phases=[phase], tides=True, tides_blade="either"):
            found += 1
            for seat in range(6):
                record = redealt(states, seat, game)[0]
                assert sorted(record["tides_deck"].tolist()) == deck
                rejected = int(record["tides_rejected"])
                drawn = record["tides_deck"][: int(record["tides_pos"])].tolist()
                on_table = [int(card) for card in record["tides"]]
                on_table += [rejected] if rejected != NONE else []
                assert sorted(drawn) == sorted(on_table)
        if found > 20:
            break

    assert found


def test_unknown_cards_of_the_wildling_deck_are_spread_evenly():
    states = AGOT2E.start(1, 6, 1)
    states["wild_known"][0, 4] = 0b000101
    known = int(states["wild_deck"][0, 4])
    counts = np.zeros((9, 9), dtype=int)

    for seed in range(1600):
        deck = redealt(states, 2, seed)["wild_deck"][0]
        assert sorted(deck.tolist()) == list(range(9))
        assert deck[4] == known
        counts[np.arange(9), deck] += 1

    spread = np.delete(np.delete(counts, 4, axis=0), known, axis=1)
    assert abs(spread - 200).max() < 70
    assert redealt(states, 2, 1)["wild_known"][0, 4] == 0b000101
    assert len({int(redealt(states, 1, seed)["wild_deck"][0, 4]) for seed in range(60)}) == 9


def test_drawn_westeros_cards_stay():
    for states in positions(6, 6, limit=600):
        if states["deck_pos"][0].max() < 3:
            continue
        dealt = redealt(states, 0, 8)
        for deck in range(3):
            drawn = int(states["deck_pos"][0, deck])
            assert np.array_equal(dealt["deck"][0, deck, :drawn], states["deck"][0, deck, :drawn])
            assert sorted(dealt["deck"][0, deck]) == sorted(states["deck"][0, deck])
        return
    raise AssertionError("no Westeros phase was reached")


def test_a_secret_place_of_the_raven_stays_secret():
    """With raven_choice_public=false nobody may learn from a deal where the others know cards."""
    states = AGOT2E.start(1, 6, 1, {"raven_choice_public": False})
    assert states["options"][0, Option.RAVEN_CHOICE_PUBLIC] == 1
    states["wild_known"][0, 8] = 0b000010

    assert redealt(states, 0, 1)["wild_known"][0, 8] == 0
    assert redealt(states, 1, 1)["wild_known"][0, 8] == 0b000010
