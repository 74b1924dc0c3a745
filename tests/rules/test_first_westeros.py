"""1st edition: the Westeros phase, supply, mustering, bids and Wildlings."""

import numpy as np
import pytest

from got_env.games import get_game
from got_env.westeros.rules.vocabulary import Order, WesterosCard
from tests.builder import ORDERS
from tests.first_edition import HOUSES, board, empty, step_of
from tests.rules.marks import rule

QUIET = ("last_days_of_summer", "last_days_of_summer", "sea_of_storms")


def draw(b, first=QUIET[0], second=QUIET[1], third=QUIET[2], threat=0):
    """The Westeros phase with these cards, to its first decision."""
    return b.set(threat=threat).set_westeros(first, second, third).at("westeros")


def bid(b, **bids):
    """Answer one auction; houses that are not named bid nothing."""
    done = set()
    while b.phase == "BID" and b.player not in done:
        done.add(b.player)
        b.do(f"bid {bids.get(b.player, 0)}")
    return b


def deck(b, d):
    return [WesterosCard(card).name.lower() for card in b.value("deck")[d]]


# --- the phase


@rule("1E-SEQ-01", "1E-WEST-01", "1E-WEST-06")
def test_a_turn_goes_from_westeros_to_planning():
    b = draw(board())

    assert (b.value("round_no"), step_of(b), b.phase) == (2, "PLANNING", "ORDER")


@rule("1E-WEST-02", "1E-WEST-03", "1E-WILD-01", "1E-WILD-02")
def test_icons_of_all_cards_count_before_any_is_resolved():
    b = draw(board(), third="wildlings_attack", threat=6)

    assert (b.phase, b.value("wild_strength")) == ("BID", 10)


@rule("1E-WEST-03")
def test_icons_may_count_card_by_card():
    b = draw(board(wildling_icon_timing="per_card"), first="supply", threat=6)

    assert b.value("threat") == 10
    b = draw(board(wildling_icon_timing="per_card"), second="clash_of_kings", threat=6)
    assert (b.phase, b.value("threat")) == ("BID", 8)  # the icon of deck III comes later


@rule("1E-WILD-03")
def test_at_twelve_nothing_happens_by_itself():
    b = draw(board(), threat=12)

    assert (b.value("threat"), b.phase) == (12, "ORDER")


@rule("1E-WEST-04", "1E-WEST-05", "1E-WEST-20", "1E-WEST-21")
def test_winter_is_replaced_at_once_by_a_card_of_the_shuffled_deck():
    b = board()
    b.states["deck_pos"][0] = 3
    draw(b, first="supply", second="winter_is_coming")
    at = int(b.value("deck_pos")[1])

    assert WesterosCard.WINTER_IS_COMING not in b.value("revealed")
    assert deck(b, 1).count("winter_is_coming") == 1
    assert deck(b, 1).index("winter_is_coming") >= at or at > 1
    assert (b.value("deck_pos")[0], b.value("deck_pos")[2]) == (4, 4)


@rule("1E-WEST-05")
@pytest.mark.parametrize(("value", "threat"), [("counts", 6), ("ignored", 4)])
def test_the_icon_of_the_card_that_replaces_winter(value, threat):
    for seed in range(40):
        b = draw(board(seed=seed, winter_replacement_icon=value), second="winter_is_coming")
        if b.value("revealed")[1] == WesterosCard.LAST_DAYS_OF_SUMMER:
            break

    assert b.value("threat") == threat


@rule("1E-WEST-20")
def test_winter_may_go_under_the_deck_with_the_used_cards():
    b = board(winter_reshuffles_used=False)
    b.states["deck_pos"][0] = 3
    used = deck(b, 1)[:3]
    draw(b, second="winter_is_coming")

    assert deck(b, 1)[:4] == [*used, "winter_is_coming"]
    assert int(b.value("deck_pos")[1]) == 5


@rule("1E-WEST-21")
def test_winter_may_be_replaced_when_its_deck_is_resolved():
    options = {"winter_is_coming_timing": "on_resolution"}
    b = draw(board(**options), "mustering", "winter_is_coming")

    assert b.value("revealed")[1] == WesterosCard.WINTER_IS_COMING
    assert b.phase in ("MUSTER", "MUSTER_UPGRADE")


@rule("1E-WEST-19", "1E-HIDE-06")
def test_a_deck_never_runs_out_and_its_order_comes_again():
    b = board(winter_reshuffles_used=False)
    d = 0
    order = [c for c in b.value("deck")[d] if c != WesterosCard.WINTER_IS_COMING]
    b.states["deck"][0, d] = [WesterosCard.WINTER_IS_COMING, *order]
    b.states["deck_pos"][0, d] = 10
    b.at("westeros")

    # Winter is on top again: it goes under the deck, and the nine others are shuffled.
    assert int(b.value("deck_pos")[d]) == 2
    b.states["deck_pos"][0, d] = 12
    known = list(b.value("deck")[d])
    b.at("westeros", round_no=3)
    assert b.value("revealed")[d] == known[2] or known[2] == WesterosCard.WINTER_IS_COMING
    game = get_game("agot1e")
    hidden = b.states.copy()
    game.kernels.redact(hidden, np.array([0]))
    assert (hidden["deck"][0, d] == b.value("deck")[d]).all() == (b.value("deck_pos")[d] >= 10)


@rule("1E-WEST-07", "1E-WEST-22")
def test_game_of_thrones_pays_for_crowns_in_controlled_areas():
    b = empty().set_power(**dict.fromkeys(HOUSES, 0))
    b.units("kings_landing", "lannister", footman=1).token("karhold", "stark")
    b.token("blackwater", "tyrell")
    draw(b, second="game_of_thrones")

    crowns = {a.id: a.power_icons for a in b.facts.board.areas}
    home = {"stark": "winterfell", "lannister": "lannisport", "baratheon": "dragonstone"}
    assert b.power("lannister") == crowns["kings_landing"] + crowns[home["lannister"]]
    assert b.power("stark") == crowns["karhold"] + crowns["winterfell"]
    assert b.power("tyrell") == crowns["highgarden"]  # no crown in Blackwater


@rule("1E-WEST-08", "1E-WEST-09", "1E-WEST-10", "1E-WEST-17", "1E-PLAN-10")
@pytest.mark.parametrize(
    ("card", "banned"),
    [
        ("sea_of_storms", {"raid", "raid*"}),
        ("storm_of_swords", {"defense+1", "defense+2"}),
        ("feast_for_crows", {"consolidate", "consolidate*"}),
        ("rains_of_autumn", set()),
    ],
)
def test_banned_orders_cannot_be_laid_by_anybody(card, banned):
    free = board(orders_mandatory=False)
    b = draw(free.set_track("kings_court", "baratheon"), third=card)
    assert {ORDERS[t] for t in Order if int(b.value("banned")) >> t & 1} == banned

    for _ in range(20):
        if b.phase != "ORDER":
            break
        if b.kind(b.asked) == "land" and b.asked != "dragonstone" and b.asked != "pyke":
            stars = b.rules["stars"][b.track("kings_court").index(b.player)]
            allowed = {o for i, o in enumerate(ORDERS) if stars or not b.rules["order_special"][i]}
            assert b.legal_names("order") == allowed - banned
        b.do("done")


@rule("1E-WEST-17")
def test_a_ban_ends_with_the_turn():
    b = draw(board(orders_mandatory=False))
    assert b.value("banned")
    b.set_westeros("last_days_of_summer", "last_days_of_summer", "rains_of_autumn")
    while b.value("round_no") == 2:
        b.do("done")

    assert (b.value("round_no"), b.value("banned"), b.phase) == (3, 0, "ORDER")


@rule("1E-WEST-12", "1E-WEST-13", "1E-WEST-14", "1E-WEST-15", "1E-WEST-16")
def test_cards_of_the_decks_are_those_of_the_data():
    b = board()
    decks = b.facts.westeros.decks

    for d, numeral in enumerate(("I", "II", "III")):
        printed = sorted(card.id for card in decks[numeral] for _ in range(card.count))
        assert sorted(deck(b, d)) == printed
    assert {card.id for cards in decks.values() for card in cards} == {
        "supply",
        "mustering",
        "game_of_thrones",
        "clash_of_kings",
        "wildlings_attack",
        "sea_of_storms",
        "storm_of_swords",
        "feast_for_crows",
        "rains_of_autumn",
        "last_days_of_summer",
        "winter_is_coming",
    }
    assert draw(empty(), "mustering").phase in ("MUSTER", "MUSTER_UPGRADE")
    assert draw(board(), second="clash_of_kings").phase == "BID"
    assert draw(board(), third="wildlings_attack").phase == "BID"


@rule("1E-WEST-18", "1E-CLASH-06", "1E-CLASH-10", "1E-OV-03")
def test_card_three_uses_the_tracks_of_card_two():
    b = draw(board(), second="clash_of_kings", third="wildlings_attack")
    bid(b, greyjoy=4).do("seat tyrell", "seat stark", "seat lannister")
    assert b.track("iron_throne") == ["greyjoy", "tyrell", "stark", "lannister", "baratheon"]
    assert b.player == "greyjoy"  # bids are asked in the new order
    bid(b, greyjoy=0)
    while b.phase != "BID":
        assert b.player == "greyjoy"  # the new holder settles the ties
        b.do(sorted(b.legal())[0])
    bid(b)
    while b.phase == "TIE":
        b.do(sorted(b.legal())[0])
    assert (b.phase, b.player) == ("BID", "greyjoy")
    bid(b)
    assert (b.phase, b.player) == ("WILDLING_TIE", "greyjoy")


# --- supply


@rule("1E-SUP-01", "1E-SUP-02", "1E-SUP-03", "1E-SUP-13")
@pytest.mark.parametrize(
    ("level", "armies"),
    list(enumerate(["2 2", "3 2", "3 2 2", "3 2 2 2", "3 3 2 2", "4 3 2 2", "4 3 2 2 2"])),
)
def test_army_limits(level, armies):
    limit = board().rules["supply_limit"][level]
    sizes = [int(size) for size in armies.split()]

    assert [int(limit[n]) for n in range(2, 6)] == [
        sum(size >= n for size in sizes) for n in range(2, 6)
    ]


@rule("1E-SUP-04", "1E-SUP-05", "1E-SUP-07")
def test_the_token_moves_with_the_card_only():
    b = empty().set_supply(stark=4).units("winterfell", "stark", footman=1)
    assert draw(b).value("supply")[b.seat("stark")] == 4
    b = empty().set_supply(stark=4).units("winterfell", "stark", footman=1)
    assert draw(b, "supply").value("supply")[b.seat("stark")] == 1

    b = empty()
    for area in b.facts.board.areas:
        if area.supply_icons:
            b.token(area.id, "stark") if area.home_of != "stark" else None
    assert draw(b, "supply").value("supply")[b.seat("stark")] == 6


@rule("1E-SUP-06", "1E-SUP-10", "1E-SUP-09")
def test_armies_are_cut_by_their_owner_where_two_stand():
    b = empty().units("winterfell", "stark", knight=1, footman=3)
    b.units("karhold", "stark", footman=1)
    draw(b, "supply")

    assert (b.phase, b.player, b.legal()) == ("RECONCILE_AREA", "stark", {"area winterfell"})
    b.do("area winterfell")
    assert b.legal() == {"unit footman", "unit knight"}
    b.do("unit knight")
    assert (b.phase, b.size("winterfell"), b.size("karhold")) == ("ORDER", 3, 1)


# --- mustering


@rule("1E-MUS-01", "1E-MUS-02", "1E-MUS-03", "1E-MUS-04", "1E-MUS-12")
def test_points_and_prices():
    b = draw(board(), "mustering")
    assert b.player == "baratheon"  # first in turn order

    b = empty().units("riverrun", "lannister", footman=1)
    draw(b, "mustering")
    while b.asked != "riverrun" or b.phase != "MUSTER":
        b.do("done")
    assert b.legal() == {
        "unit footman",
        "unit knight",
        "area ironmans_bay",
        "area the_golden_sound",
        "done",
    }
    b.do("area ironmans_bay")
    assert b.count("ironmans_bay", "ship") == 1
    assert "unit knight" not in b.legal()


@rule("1E-MUS-01", "1E-MUS-02")
@pytest.mark.parametrize(
    "names",
    [
        ("unit footman", "area ironmans_bay"),
        ("area ironmans_bay", "unit footman"),
        ("area the_golden_sound", "area ironmans_bay"),
    ],
)
def test_no_point_is_lost_by_naming_one_unit_first(names):
    b = draw(empty().token("riverrun", "lannister"), "mustering")
    while (b.phase, b.asked) != ("MUSTER", "riverrun"):
        b.do("done")
    b.do(*names)

    mustered = b.count("riverrun", "footman") + b.count("the_golden_sound", "ship")
    assert (b.count("ironmans_bay", "ship"), mustered) == (1, 1)


@rule("1E-MUS-04")
def test_a_footman_may_follow_an_upgrade():
    b = draw(empty().units("riverrun", "lannister", footman=1), "mustering")
    while (b.phase, b.asked) != ("MUSTER_UPGRADE", "riverrun"):
        b.do("done")
    b.do("upgrade knight")
    while (b.phase, b.asked) != ("MUSTER", "riverrun"):
        b.do("done")
    b.do("unit footman")

    assert (b.count("riverrun", "knight"), b.count("riverrun", "footman")) == (1, 1)


@rule("1E-MUS-05")
def test_ships_do_not_appear_among_ships_of_others():
    b = empty().units("riverrun", "lannister", footman=1).units("ironmans_bay", "greyjoy", ship=1)
    draw(b, "mustering")
    while (b.phase, b.asked) != ("MUSTER", "riverrun"):
        b.do("done")

    assert "area ironmans_bay" not in b.legal()
    assert "area the_golden_sound" in b.legal()


@rule("1E-MUS-06")
def test_a_token_is_enough_but_gives_no_upgrade():
    b = empty().token("harrenhal", "stark")
    draw(b, "mustering")
    asked = []
    while b.phase in ("MUSTER", "MUSTER_UPGRADE"):
        asked.append((b.phase, b.asked))
        b.do("done")

    assert ("MUSTER", "harrenhal") in asked
    assert ("MUSTER_UPGRADE", "harrenhal") not in asked


@rule("1E-MUS-07", "1E-MUS-11")
def test_unused_points_are_lost():
    b = draw(empty(), "mustering")
    b.do_until("ORDER", "done")

    assert not b.value("muster_left").any()


@rule("1E-MUS-09", "1E-CP-03")
def test_no_order_musters():
    b = empty().units("winterfell", "stark", footman=1).order("winterfell", "consolidate*")
    b.set_power(stark=0).at("march")

    assert b.power("stark") == 2
    assert b.phase != "CONSOLIDATE_CHOICE"


@rule("1E-MUS-10", "1E-SUP-08")
def test_a_unit_that_breaks_supply_cannot_be_mustered():
    b = empty().units("winterfell", "stark", footman=2).units("karhold", "stark", footman=2)
    b.set_supply(stark=0)
    draw(b, "mustering")
    while (b.phase, b.asked) != ("MUSTER", "winterfell"):
        b.do("done")
    assert "unit footman" not in b.legal()
    assert "unit knight" not in b.legal()
    assert "area bay_of_ice" in b.legal()  # a single Ship is no army


# --- Clash of Kings


@rule("1E-CLASH-01", "1E-CLASH-02", "1E-CLASH-07", "1E-CLASH-08", "1E-CLASH-09", "1E-HIDE-01")
def test_three_auctions_of_the_available_power():
    b = draw(board().set_power(stark=3), second="clash_of_kings")
    assert b.player == "baratheon"
    assert "bid 0" in b.legal()
    b.do("bid 2", "bid 1")
    assert b.player == "stark"
    assert "bid 4" not in b.legal()
    game = get_game("agot1e")
    hidden = b.states.copy()
    game.kernels.redact(hidden, np.array([b.seat("stark")]))
    assert hidden["bid"][0, b.seat("baratheon")] == -2
    b.do("bid 3", "bid 4", "bid 0")

    assert b.track("iron_throne") == ["tyrell", "stark", "baratheon", "lannister", "greyjoy"]
    assert (b.power("stark"), b.power("tyrell"), b.phase) == (0, 1, "BID")


@rule("1E-CLASH-03", "1E-CLASH-04", "1E-CLASH-05", "1E-OV-04")
def test_the_old_holder_settles_ties_for_the_throne():
    b = bid(draw(board(), second="clash_of_kings"), greyjoy=3)

    assert (b.phase, b.player) == ("TIE", "baratheon")
    assert b.legal_names("seat") == {"baratheon", "lannister", "stark", "tyrell"}
    b.do("seat tyrell", "seat stark", "seat lannister")
    assert b.track("iron_throne") == ["greyjoy", "tyrell", "stark", "lannister", "baratheon"]


# --- Wildlings


def attack(b, strength, **bids):
    icon = 0 if strength == 12 else 2
    draw(b, second="game_of_thrones", third="wildlings_attack", threat=strength - icon)
    return bid(b, **bids)


@rule("1E-WILD-04", "1E-WILD-05", "1E-WILD-06", "1E-WILD-12", "1E-WILD-19")
def test_the_watch_wins_with_as_much_strength():
    b = board().set_power(**dict.fromkeys(HOUSES, 5))
    attack(b, 4, stark=3, tyrell=1)

    assert b.value("threat") == 0
    assert b.phase == "ORDER"  # nobody has a used card to take back


@rule("1E-WILD-07", "1E-WILD-17")
def test_the_highest_bidder_takes_a_used_card_back():
    b = board().set_hand("stark", "robb_stark", "eddard_stark")
    attack(b, 4, stark=4)
    assert (b.phase, b.player) == ("RECOVER_CARD", "stark")
    assert "done" in b.legal()
    assert "card catelyn_stark" in b.legal()
    b.do("card catelyn_stark")
    assert b.hand("stark") == {"robb_stark", "eddard_stark", "catelyn_stark"}

    b = board(wildling_reward="forced").set_hand("stark", "robb_stark")
    assert "done" not in attack(b, 4, stark=4).legal()


@rule("1E-WILD-07", "1E-WILD-08", "1E-OV-04")
def test_the_throne_settles_ties_of_bidders():
    b = attack(board(), 4, stark=2, tyrell=2)
    assert (b.phase, b.player, b.legal()) == (
        "WILDLING_TIE",
        "baratheon",
        {"seat stark", "seat tyrell"},
    )
    b = attack(board(), 12)
    assert b.legal_names("seat") == set(HOUSES)


@rule("1E-WILD-08", "1E-WILD-09", "1E-WILD-13", "1E-WILD-14")
def test_losses_are_paid_exactly_in_turn_order():
    b = empty().units("winterfell", "stark", knight=1, footman=4)
    b.units("riverrun", "lannister", knight=1, footman=1).units("highgarden", "tyrell", footman=9)
    attack(b, 12, baratheon=1, lannister=1, greyjoy=1, tyrell=1)

    assert b.count("riverrun", "footman") == 1
    assert b.count("riverrun", "knight") == 0
    assert (b.phase, b.player) == ("LOSE_UNIT", "stark")
    assert b.legal() == {"unit footman", "unit knight"}
    assert b.count("winterfell", "footman") == 2  # two Footmen go in either way
    b.do("unit knight")
    assert (b.count("winterfell", "footman"), b.count("winterfell", "knight")) == (2, 0)
    assert b.size("highgarden") == 7


@rule("1E-WILD-10")
def test_a_knight_pays_whole():
    b = empty().units("winterfell", "stark", knight=1).units("karhold", "stark", knight=1)
    attack(b, 12, baratheon=1, lannister=0, greyjoy=1, tyrell=1, stark=1)

    assert (b.phase, b.player, b.legal_names("area")) == (
        "LOSE_AREA",
        "stark",
        {"winterfell", "karhold"},
    )
    b.do("area karhold")
    assert (b.size("karhold"), b.size("winterfell")) == (0, 1)
    assert b.pool("stark", "knight") == 3


@rule("1E-WILD-13")
def test_whoever_has_less_loses_all_and_more_may_be_paid_by_an_option():
    b = empty().units("winterfell", "stark", footman=1)
    attack(b, 12, stark=1).do("seat tyrell")
    assert b.size("winterfell") == 0

    b = empty().units("winterfell", "stark", footman=1, knight=2)
    attack(b, 12, stark=1).do("seat tyrell")
    assert (b.count("winterfell", "footman"), b.count("winterfell", "knight")) == (1, 1)

    b = empty(wildling_loss="at_least").units("winterfell", "stark", footman=1, knight=2)
    attack(b, 12, stark=1).do("seat tyrell")
    assert b.legal() == {"unit footman", "unit knight"}
    b.do("unit footman")  # 1 + 2 is more than is due
    assert (b.count("winterfell", "footman"), b.count("winterfell", "knight")) == (0, 1)


@rule("1E-WILD-13")
@pytest.mark.parametrize(
    ("of_knight", "of_footman"), [("karhold", "winterfell"), ("winterfell", "karhold")]
)
def test_too_much_is_paid_wherever_the_units_stand(of_knight, of_footman):
    b = empty(wildling_loss="at_least")
    b.units(of_knight, "stark", knight=1).units(of_footman, "stark", footman=1)
    attack(b, 12, stark=1).do("seat tyrell")
    assert b.legal_names("area") == {of_knight, of_footman}

    b.do(f"area {of_footman}")  # 1 + 2 is more than is due
    assert (b.size(of_knight), b.size(of_footman)) == (0, 0)


@rule("1E-WILD-14")
def test_the_lowest_bidder_may_lose_first():
    b = empty(wildling_loss_order="lowest_first")
    b.units("highgarden", "tyrell", footman=3, knight=3).units(
        "dragonstone", "baratheon", footman=4, knight=1
    )
    attack(b, 12, baratheon=1, lannister=1, stark=1, greyjoy=1)
    assert b.player == "tyrell"

    b = empty().units("highgarden", "tyrell", footman=3, knight=3)
    b.units("dragonstone", "baratheon", footman=4, knight=1)
    attack(b, 12, baratheon=1, lannister=1, stark=1, greyjoy=1)
    assert b.player == "baratheon"


@rule("1E-WILD-11", "1E-WILD-18", "1E-CTRL-04", "1E-CTRL-13")
def test_an_area_emptied_by_wildlings_is_lost():
    b = empty().units("karhold", "stark", footman=2).units("winterfell", "stark", footman=2)
    attack(b, 12, stark=1)
    b.do("seat tyrell")
    while b.phase in ("LOSE_AREA", "LOSE_UNIT"):
        b.do("area karhold" if b.phase == "LOSE_AREA" else "unit footman")

    assert b.owner("karhold") is None
    assert b.token_of("karhold") is None
    assert b.phase == "ORDER"


@rule("1E-WILD-15")
def test_the_least_bid_against_the_wildlings():
    b = draw(board(), third="wildlings_attack")
    assert "bid 0" in b.legal()
    b = draw(board(wildling_zero_bid="one_if_able"), third="wildlings_attack")
    assert "bid 0" not in b.legal()
    assert "bid 1" in b.legal()
    b = board(wildling_zero_bid="one_if_able").set_power(**dict.fromkeys(HOUSES, 0))
    assert draw(b, third="wildlings_attack").legal() == {"bid 0"}
    b = draw(board(wildling_zero_bid="one_if_able"), second="clash_of_kings")
    assert "bid 0" in b.legal()


@rule("1E-WILD-16")
def test_without_strength_the_watch_wins():
    b = board().set_hand("tyrell", "mace_tyrell")
    draw(b, "supply", "game_of_thrones", "wildlings_attack", threat=0)
    bid(b)

    assert (b.value("wild_strength"), b.phase) == (0, "WILDLING_TIE")
    assert b.do("seat tyrell").phase == "RECOVER_CARD"
