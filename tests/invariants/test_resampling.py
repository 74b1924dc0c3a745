"""Resampled games: nothing the player knows is changed, everything else takes all its values."""

import math
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from got_env import agot2e_v0
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    NONE,
    NUM_TRACKS,
    Phase,
    Track,
    WesterosCard,
    WildlingCard,
)
from tests.builder import AREAS, ORDERS, Board
from tests.invariants.positions import positions
from tests.invariants.views import differences, from_kernels, moved_to
from tests.invariants.watcher import Watcher
from tests.play import AGOT2E, PLAYERS, masks_of
from tests.rules.battles import Battle

DEALS = 4000
WILDLINGS = [card.name.lower() for card in WildlingCard]
LOOK = AGOT2E.actions.names.index("choice b")
"""With the Raven: look at the top Wildling card."""


def top_frame(states):
    return states["stack"][0, states["depth"][0] - 1]


def resampled(states, viewer, deals, seed=0):
    """Many resampled games ``(deals,)`` of one record."""
    dealt = np.repeat(states, deals)
    seeds = np.arange(seed, seed + deals)
    AGOT2E.kernels.redeal(dealt, np.full(deals, viewer), seeds)
    return dealt


def watched(players, seed, viewer, limit, **options):
    """A random game as a watcher sees it: the record and the watcher at every decision."""
    house = AGOT2E.seats.in_play(players)[viewer]
    watcher = Watcher(house, options.get("winter_reshuffles_used", True))
    rng = np.random.default_rng(seed)
    states = AGOT2E.start(1, players, seed, options)
    heard = 0
    for _ in range(limit):
        for event in AGOT2E.words.new_events(states, 0, heard):
            watcher.hear(event)
        heard = int(states["journal_no"][0])
        if states["over"][0]:
            return
        phase, player = top_frame(states)[:2]
        if phase == Phase.RAVEN_PEEK and player == viewer:
            watcher.look(WildlingCard(int(states["wild_deck"][0, 0])).name.lower())
        yield states, watcher
        action = int(rng.choice(np.flatnonzero(masks_of(states)[0])))
        if phase == Phase.RAVEN and rng.random() < 0.7:
            action = LOOK
        if player == viewer:
            watcher.decide(AGOT2E.actions.text(states, 0, action))
        AGOT2E.kernels.step(states, np.array([action]))


def westeros_decks(states):
    rules = RULES[states["ruleset"][0]]
    return [
        [WesterosCard(c).name.lower() for c in deck] for deck in rules["westeros_deck"].tolist()
    ]


# --- what the player knows stays


@pytest.mark.parametrize("used_come_back", [True, False])
@settings(max_examples=10)
@given(st.sampled_from(PLAYERS), st.integers(0, 10_000))
def test_a_resampled_game_is_what_a_watcher_knows(used_come_back, players, seed):
    viewer = seed % players
    options = {"tides": True, "winter_reshuffles_used": used_come_back}
    for turn, (states, watcher) in enumerate(watched(players, seed, viewer, 1500, **options)):
        if turn % 40 == seed % 40 or top_frame(states)[0] == Phase.RAVEN_PEEK:
            decks = westeros_decks(states)
            assert watcher.contradictions(AGOT2E.words.snapshot(states, 0), decks) == []
            dealt = resampled(states, viewer, 2, seed + turn)
            for row in range(2):
                assert watcher.contradictions(AGOT2E.words.snapshot(dealt, row), decks) == []
                told, again = (
                    from_kernels(AGOT2E, games, viewer, texts=row == 0)
                    for games in (states, dealt[row : row + 1])
                )
                assert differences(told, again) == []


@given(st.sampled_from(PLAYERS), st.integers(0, 10_000))
def test_a_player_is_shown_all_it_can_deduce_about_the_wildling_deck(players, seed):
    """The redacted record has the watcher's knowledge, neither more nor less."""
    viewer = seed % players
    for states, watcher in watched(players, seed, viewer, 3000):
        known = states.copy()
        AGOT2E.kernels.redact(known, np.array([viewer]))
        shown = known["wild_deck"][0].tolist()
        assert [WILDLINGS[card] if card >= 0 else None for card in shown] == watcher.wild


def test_watched_games_come_to_know_cards():
    """The tests above would pass if nobody ever saw a Wildling card; somebody does."""
    most = 0
    for seed in range(6):
        for _, watcher in watched(4, seed, seed % 4, 3000):
            most = max(most, 9 - watcher.wild.count(None))

    assert most >= 3


@pytest.mark.parametrize("players", PLAYERS)
def test_at_every_decision_a_resampled_game_looks_the_same(players):
    for found in positions(players).values():
        for states in found:
            for viewer in range(players):
                dealt = resampled(states, viewer, 1, viewer)
                told, again = (
                    from_kernels(AGOT2E, games, viewer, texts=False) for games in (states, dealt)
                )
                assert differences(told, again) == []


def test_the_environment_resamples_the_same_way():
    env = agot2e_v0.raw_env(players=5, tides=True)
    env.reset(seed=1)
    seat = env.possible_agents.index("stark")
    for states in positions(5)[Phase.HOUSE_CARD]:
        twin = moved_to(env, states).resample_hidden("stark", 3)

        assert twin.states.tobytes() == resampled(states, seat, 1, 3).tobytes()
        assert env.states.tobytes() == states.tobytes()


# --- everything else varies, as it would if the player could look


def chi_square(counts, expected):
    """Distance of counts from what is expected, in standard deviations of a chi-square."""
    assert set(counts) <= {value for value, n in expected.items() if n > 0}
    total = sum(expected.values())
    scale = sum(counts.values()) / total
    parts = [(counts[value] - n * scale) ** 2 / (n * scale) for value, n in expected.items() if n]
    freedom = max(len(parts) - 1, 1)
    return (sum(parts) - freedom) / math.sqrt(2 * freedom)


def assert_spread(values, expected):
    """The values occur about as often as expected (weights by value)."""
    counts = Counter(np.asarray(values).tolist())
    assert chi_square(counts, expected) < 5, (counts, expected)


def late_position(players, phase, tides=False):
    """A decision of a random game in round 4 or later, with cards seen by somebody."""
    for seed in range(50):
        for states, _ in watched(players, seed, 0, 4000, tides=tides):
            if states["round_no"][0] >= 4 and top_frame(states)[0] == phase:
                return states
    raise AssertionError(f"no {phase.name} from round 4 on")


@pytest.mark.parametrize("players", PLAYERS)
def test_every_card_left_in_a_westeros_deck_may_be_anywhere(players):
    states = late_position(players, Phase.ORDER)
    dealt = resampled(states, 1, DEALS)

    for deck in range(NUM_TRACKS):
        drawn = int(states["deck_pos"][0, deck])
        left = Counter(states["deck"][0, deck, drawn:].tolist())
        assert 0 < drawn < 10
        for place in range(drawn, 10):
            assert_spread(dealt["deck"][:, deck, place], left)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_wildling_card_not_known_may_be_in_every_place_not_known(players):
    states = late_position(players, Phase.RAVEN_PEEK)
    viewer = int(top_frame(states)[1])
    known = states["wild_known"][0] >> viewer & 1 == 1
    dealt = resampled(states, viewer, DEALS)
    unknown = Counter(states["wild_deck"][0][~known].tolist())

    assert 0 < known.sum() < 9
    for place in range(9):
        if known[place]:
            assert set(dealt["wild_deck"][:, place]) == {states["wild_deck"][0, place]}
        else:
            assert_spread(dealt["wild_deck"][:, place], unknown)


def test_resampled_games_of_neighbouring_seeds_are_independent():
    """Their decks are as uneven as chance makes them, neither more nor less."""
    decks = resampled(AGOT2E.start(1, 6, 1), 0, 60_000)["wild_deck"]
    uneven = [
        chi_square(Counter(decks[:, place].tolist()), dict.fromkeys(range(9), 1))
        for place in range(9)
    ]

    assert max(uneven) < 5
    assert abs(np.mean(uneven)) < 0.8


def test_random_words_are_drawn_anew():
    states = positions(3)[Phase.BID][0]
    words = {tuple(row) for row in resampled(states, 0, 500)["rng"].tolist()}

    assert len(words) == 500
    assert tuple(states["rng"][0].tolist()) not in words


@pytest.mark.parametrize("players", PLAYERS)
def test_every_bid_in_reach_is_as_likely(players):
    order = Board(players=players).track("iron_throne")
    board = Board(players=players).set_power(**{house: 3 + i for i, house in enumerate(order)})
    board.set_westeros("last_days_of_summer", "clash_of_kings", "sea_of_storms").at("westeros")
    board.do_until("BID").do(*["bid 1"] * (players - 1))
    viewer = board.seat(order[0])
    dealt = resampled(board.states, viewer, DEALS)

    assert set(dealt["bid"][:, viewer]) == {1}
    assert set(dealt["bid"][:, board.seat(order[-1])]) == {NONE}
    for i, house in enumerate(order[1:-1], 1):
        assert_spread(dealt["bid"][:, board.seat(house)], dict.fromkeys(range(4 + i), 1))


def test_every_card_in_hand_is_as_likely():
    battle = Battle("lannister", "kings_landing", "knight", "baratheon", "kingswood", "knight")
    battle.set_hand("lannister", "the_hound", "ser_kevan_lannister", "tywin_lannister")
    battle.attack().do("card the_hound")
    hand = int(battle.value("hand")[battle.seat("lannister")])
    cards = resampled(battle.states, battle.seat("baratheon"), DEALS)["card"]

    assert_spread(cards[:, 0], {slot: hand >> slot & 1 for slot in range(7)})
    assert set(cards[:, 1]) == {NONE}


@pytest.mark.parametrize("viewer", ["lannister", "baratheon", "stark"])
def test_tides_cards_come_from_what_the_viewer_has_not_seen(viewer):
    battle = Battle(
        "lannister", "kings_landing", "knight", "baratheon", "kingswood", "knight", tides=True
    )
    battle.set(blade_used=0).set_track("fiefdoms", "lannister")
    battle.fight("the_hound", "salladhor_saan")
    assert battle.phase == "TIDES_REDRAW"
    drawn = battle.value("tides").tolist()
    deck = Counter(RULES[3]["tides_deck"].tolist())
    mine = {"lannister": 0, "baratheon": 1, "stark": None}[viewer]
    if mine is not None:
        deck -= Counter([drawn[mine]])
    dealt = resampled(battle.states, battle.seat(viewer), DEALS)

    for side in range(2):
        if side == mine:
            assert set(dealt["tides"][:, side]) == {drawn[side]}
        else:
            assert_spread(dealt["tides"][:, side], deck)
    assert_spread(dealt["tides_deck"][:, 20], deck)


def test_a_rejected_tides_card_may_be_any_for_the_other_side():
    battle = Battle(
        "lannister", "kings_landing", "4 knight", "baratheon", "kingswood", "2 knight", tides=True
    )
    battle.set(blade_used=0).set_track("fiefdoms", "lannister")
    battle.fight("the_hound", "salladhor_saan").do("yes")
    shown = Counter(battle.value("tides").tolist())
    deck = Counter(RULES[3]["tides_deck"].tolist()) - shown
    rejected = int(battle.value("tides_rejected"))

    assert rejected != NONE
    for house in ("baratheon", "stark"):
        dealt = resampled(battle.states, battle.seat(house), DEALS)
        assert_spread(dealt["tides_rejected"], deck)
    holder = resampled(battle.states, battle.seat("lannister"), 50)
    assert set(holder["tides_rejected"]) == {rejected}


@pytest.mark.parametrize(("court", "stars"), [(5, 0), (3, 1), (2, 2), (0, 3)])
def test_every_way_to_lay_the_orders_is_as_likely(court, stars):
    """Three areas, raids banned: each choice of different tokens counts once."""
    board = Board().clear().units("dragonstone", "baratheon", footman=1)
    areas = ("winterfell", "karhold", "castle_black")
    for area in areas:
        board.units(area, "stark", footman=1)
    others = [house for house in board.houses if house != "stark"]
    board.set_track("kings_court", *others[:court], "stark", *others[court:])
    banned = {ORDERS.index("raid"), ORDERS.index("raid*")}
    board.set_track("iron_throne", "stark").at("planning")
    board.set(banned=sum(1 << t for t in banned))
    board.do("order march+0", "order support", "order defense+1")
    rules = board.rules
    assert rules["stars"][board.value("track")[Track.KINGS_COURT].tolist().index(4)] == stars
    tokens = [t for t in range(11) if t not in banned for _ in range(rules["order_tokens"][t])]
    expected = Counter(
        chosen
        for chosen in permutations(tokens, 3)
        if sum(int(rules["order_special"][t]) for t in chosen) <= stars
    )
    dealt = resampled(board.states, board.seat("baratheon"), 60_000)
    at = sorted(AREAS.index(area) for area in areas)
    laid = Counter(map(tuple, dealt["order"][:, at].tolist()))

    assert chi_square(laid, expected) < 5
    for row in range(100):
        assert (
            dealt["placed"][row, 4].tolist()
            == np.bincount(dealt["order"][row, at], minlength=11).tolist()
        )
