"""1st edition: planning, the Raven, raids, marches, transport, control, power, neutral forces."""

import numpy as np
import pytest

from got_env.games import get_game
from got_env.westeros.rules.vocabulary import NONE, Order
from tests.builder import ORDERS
from tests.first_edition import HOUSES, board, empty, step_of
from tests.rules.marks import rule


def to_order(b, area):
    """Leave areas without orders until one is asked for."""
    while b.asked != area:
        b.do("done")
    return b


# --- planning


@rule("1E-PLAN-01", "1E-PLAN-02", "1E-PLAN-09", "1E-DP-64")
def test_orders_only_where_units_are():
    b = (
        empty(orders_mandatory=False)
        .token("karhold", "stark")
        .units("winterfell", "stark", footman=1)
    )
    b.units("the_shivering_sea", "stark", ship=1).units("seagard", "tyrell", footman=1)
    b.at("planning", 1)

    assert (b.phase, b.asked) == ("ORDER", "winterfell")
    assert "done" in b.legal()
    b.do("order support")
    assert b.asked == "the_shivering_sea"
    b.do("done")
    assert b.asked == "seagard"
    assert (b.order_of("winterfell"), b.order_of("the_shivering_sea")) == ("support", None)


@rule("1E-PLAN-03")
def test_every_area_with_units_gets_an_order():
    assert "done" not in board().legal()
    assert "done" in board(orders_mandatory=False).legal()


BANS = {"raid": ("raid", "raid*"), "consolidate": ("consolidate", "consolidate*")}
LAND = ("winterfell", "karhold", "white_harbor", "moat_cailin", "widows_watch")
SEAS = ("bay_of_ice", "sunset_sea", "ironmans_bay", "the_narrow_sea", "the_shivering_sea")


def short_of_orders(land=0, sea=0, islands=(), banned=(), kings_court=4):
    """Stark has units in so many areas; some types are banned this round."""
    b = empty()
    for area in (*LAND[:land], *islands):
        b.units(area, "stark", footman=1)
    for area in SEAS[:sea]:
        b.units(area, "stark", ship=1)
    others = [house for house in HOUSES if house != "stark"]
    b.set_track("kings_court", *others[:kings_court], "stark", *others[kings_court:])
    b.at("planning", 1)
    for name in banned:
        b.set(banned=int(b.value("banned")) | sum(1 << ORDERS.index(t) for t in BANS[name]))
    return b


@rule("1E-PLAN-13")
def test_as_many_areas_as_possible_get_an_order():
    """Six orders for seven areas: any one of them is left out, and no second one."""
    b = short_of_orders(land=5, sea=2, banned=("raid", "consolidate"))
    assert "done" in b.legal()
    b.do("done")
    while b.phase == "ORDER":
        assert "done" not in b.legal()
        b.do(min(b.legal()))
    assert sum(b.order_of(area) is not None for area in (*LAND, *SEAS)) == 6


@rule("1E-PLAN-13", "1E-PLAN-06")
def test_an_order_is_not_laid_where_another_area_needs_it():
    """Eight orders for four seas and five lands: power orders must lie on land."""
    b = short_of_orders(land=5, sea=4, banned=("raid",))
    assert "done" in b.legal()  # eight orders, nine areas
    b.do("done")
    spared = 0
    while b.phase == "ORDER":
        assert "done" not in b.legal()
        spared += "order consolidate" not in b.legal()
        b.do(max(b.legal(), key=lambda text: ("consolidate" not in text, text)))
    assert spared
    laid = [b.order_of(area) for area in (*LAND, *SEAS)]
    assert sum(order is not None for order in laid) == 8
    assert laid.count("consolidate") == 2


@rule("1E-PLAN-04", "1E-PLAN-05", "1E-PLAN-11")
def test_stars_and_tokens_limit_orders():
    b = empty().units("winterfell", "stark", footman=1).units("karhold", "stark", footman=1)
    b.units("white_harbor", "stark", footman=1).set_track("kings_court", "tyrell", "greyjoy")
    b.set_track("kings_court", "tyrell", "greyjoy", "baratheon", "stark").at("planning", 1)
    assert "order raid*" in b.legal()
    b.do("order raid*")
    assert not {"order march+1", "order defense+2"} & b.legal()
    b.do("order raid")
    assert "order raid" in b.legal()


@rule("1E-PLAN-06")
def test_no_consolidate_power_at_sea():
    b = empty().units("sunset_sea", "greyjoy", ship=1).at("planning", 1)

    assert not {"order consolidate", "order consolidate*"} & b.legal()
    assert {"order raid", "order support", "order defense+1", "order march+0"} <= b.legal()


@rule("1E-SUPP-08")
@pytest.mark.parametrize("area", ["dragonstone", "pyke", "the_arbor"])
def test_no_support_order_on_an_island(area):
    b = empty().units(area, "lannister", footman=1).at("planning", 1)
    assert not {"order support", "order support+1"} & b.legal()
    assert {"order raid", "order consolidate", "order defense+1", "order march+0"} <= b.legal()

    b = empty(island_support="allowed").units(area, "lannister", footman=1).at("planning", 1)
    assert "order support" in b.legal()


@rule("1E-PLAN-07", "1E-PLAN-08", "1E-PLAN-12", "1E-HIDE-02", "1E-HIDE-03")
def test_orders_lie_face_down_until_all_are_laid():
    b = board(orders_mandatory=False).do("order march+0")
    game = get_game("agot1e")
    hidden = b.states.copy()
    game.kernels.redact(hidden, np.array([b.seat("tyrell")]))
    a = int(np.flatnonzero(b.value("order") != NONE)[0])

    assert hidden["order"][0, a] == 11  # everybody sees that an order lies there, and whose
    assert hidden["order_seat"][0, a] == b.seat("baratheon")
    assert not hidden["placed"][0, b.seat("baratheon")].any()
    while b.phase == "ORDER":
        b.do("done")
    assert b.order_of(b.areas[a]) == "march+0"
    again = b.states.copy()
    game.kernels.redact(again, np.array([b.seat("tyrell")]))
    assert (again["order"] == b.states["order"]).all()


# --- the Raven


def raven(*orders, first="stark", **options):
    """The Raven of Stark with orders in Winterfell, Karhold and so on."""
    b = empty(**options).set_track("kings_court", first)
    areas = ("winterfell", "karhold", "white_harbor", "moat_cailin")
    for area, order in zip(areas, orders, strict=False):
        b.units(area, "stark", footman=1).order(area, order)
    return b.at("raven")


@rule("1E-RAV-01", "1E-RAV-04", "1E-RAV-05", "1E-RAV-06", "1E-DP-65")
def test_the_raven_swaps_one_order():
    b = raven("march+0", "support")
    b.units("the_twins", "stark", footman=1)
    assert b.legal() == {"choice a", "done"}
    b.do("choice a")
    assert b.legal_names("area") == {"winterfell", "karhold"}
    b.do("area winterfell")
    assert "order march+0" not in b.legal()
    b.do("order march-1")
    assert (b.order_of("winterfell"), b.value("raven_used")) == ("march-1", 1)
    assert step_of(b) != "RAVEN_STEP"
    assert raven("march+0").do("done").value("raven_used") == 0


@rule("1E-RAV-02")
def test_a_special_order_needs_a_star_that_is_left():
    full = ("march+1", "raid*", "support+1", "defense+1")
    b = raven(*full).do("choice a", "area winterfell")
    assert not {"order defense+2", "order consolidate*"} & b.legal()
    b = raven(*full, raven_special_swap="after_swap").do("choice a", "area winterfell")
    assert "order defense+2" in b.legal()
    b = raven(*full, raven_special_swap="after_swap").do("choice a", "area moat_cailin")
    assert "order defense+2" not in b.legal()
    b = raven("march+1", "raid*").do("choice a", "area winterfell")
    assert "order defense+2" in b.legal()


@rule("1E-RAV-06")
def test_the_order_that_the_raven_takes_back_is_unused():
    b = raven("march+0", "support").do("choice a", "area winterfell", "order march-1")
    laid = b.value("placed")[b.seat("stark")]

    assert (laid[ORDERS.index("march+0")], laid[ORDERS.index("march-1")]) == (0, 1)


@rule("1E-RAV-01")
def test_the_raven_asks_nobody_without_an_order_to_replace():
    b = empty().set_track("kings_court", "stark").units("winterfell", "stark", footman=1)
    b.units("karhold", "baratheon", footman=1).order("karhold", "march+0").at("raven")

    assert (b.phase, b.player) == ("MARCH_TO", "baratheon")


@rule("1E-RAV-03")
def test_the_raven_brings_no_order_that_could_not_be_laid():
    banned = 1 << Order.DEFENSE | 1 << Order.DEFENSE_STAR
    b = empty().set_track("kings_court", "stark").units("winterfell", "stark", footman=1)
    b.order("winterfell", "march+0").set(banned=banned).at("raven").do("choice a")
    assert "order defense+1" not in b.do("area winterfell").legal()

    b = empty(raven_banned_order="allowed").set_track("kings_court", "stark")
    b.units("winterfell", "stark", footman=1).order("winterfell", "march+0").set(banned=banned)
    assert "order defense+1" in b.at("raven").do("choice a", "area winterfell").legal()

    b = empty().set_track("kings_court", "stark").units("bay_of_ice", "stark", ship=1)
    b.order("bay_of_ice", "raid").units("dragonstone", "stark", footman=1)
    b.order("dragonstone", "raid").at("raven").do("choice a", "area bay_of_ice")
    assert not {"order consolidate", "order consolidate*"} & b.legal()
    assert "order support" in b.legal()
    b = empty().set_track("kings_court", "stark").units("dragonstone", "stark", footman=1)
    b.order("dragonstone", "raid").at("raven").do("choice a", "area dragonstone")
    assert "order support" not in b.legal()


# --- raids


@rule("1E-ACT-01", "1E-ACT-03", "1E-ACT-06", "1E-RAID-01", "1E-RAID-12", "1E-DP-66", "1E-DP-67")
def test_raids_go_round_the_table():
    b = empty().units("sunset_sea", "greyjoy", ship=1).order("sunset_sea", "raid")
    b.units("bay_of_ice", "greyjoy", ship=1).order("bay_of_ice", "raid")
    b.units("highgarden", "tyrell", footman=1).order("highgarden", "support")
    b.units("kingswood", "baratheon", footman=1).order("kingswood", "raid")
    b.units("storms_end", "tyrell", footman=1).order("storms_end", "support").at("raid")

    assert (b.phase, b.player, b.asked) == ("RAID_TARGET", "baratheon", "kingswood")
    b.do("area storms_end")
    assert (b.phase, b.player) == ("RAID_FROM", "greyjoy")
    assert b.legal_names("area") == {"sunset_sea", "bay_of_ice"}
    b.do("area sunset_sea", "area highgarden")
    assert b.order_of("highgarden") is None
    assert b.order_of("storms_end") is None
    assert b.order_of("sunset_sea") is None


@rule("1E-RAID-02", "1E-RAID-10", "1E-RAID-11")
def test_what_a_raid_removes():
    b = empty().units("sunset_sea", "greyjoy", ship=1).order("sunset_sea", "raid*")
    near = {
        "highgarden": "march+0",
        "searoad_marches": "defense+1",
        "oldtown": "support+1",
        "the_golden_sound": "raid",
    }
    for area, order in near.items():
        unit = {"ship": 1} if b.kind(area) == "sea" else {"footman": 1}
        b.units(area, "tyrell", **unit).order(area, order)
    b.units("ironmans_bay", "greyjoy", ship=1).order("ironmans_bay", "support")
    b.set_track("iron_throne", "greyjoy").at("raid")

    assert b.legal() == {"area oldtown", "area the_golden_sound", "done"}


@rule("1E-RAID-03", "1E-RAID-05")
def test_a_special_raid_removes_two_orders():
    def position(**options):
        b = empty(**options).units("sunset_sea", "greyjoy", ship=1).order("sunset_sea", "raid*")
        b.units("highgarden", "tyrell", footman=1).order("highgarden", "consolidate")
        b.units("oldtown", "tyrell", footman=1).order("oldtown", "consolidate")
        b.units("searoad_marches", "lannister", footman=1).order("searoad_marches", "support")
        return b.set_power(greyjoy=0).at("raid")

    b = position().do("area highgarden")
    assert (b.phase, b.player) == ("RAID_SECOND", "greyjoy")
    assert b.legal() == {"area oldtown", "area searoad_marches", "done"}
    b.do("area oldtown")
    assert (b.power("greyjoy"), b.order_of("oldtown")) == (2, None)
    assert position().do("area highgarden", "done").power("greyjoy") == 1
    assert (
        position(double_pillage="one").do("area highgarden", "area oldtown").power("greyjoy") == 1
    )
    b = position(raid_plus_one_targets="one_house").do("area highgarden")
    assert b.legal() == {"area oldtown", "done"}


@rule("1E-RAID-03")
def test_two_raided_orders_are_named_in_one_way_only():
    b = empty().units("sunset_sea", "greyjoy", ship=1).order("sunset_sea", "raid*")
    b.units("highgarden", "tyrell", footman=1).order("highgarden", "support")
    b.units("oldtown", "tyrell", footman=1).order("oldtown", "support")
    b.units("karhold", "stark", footman=1).order("karhold", "march+0").at("raid")
    b.do("area oldtown")

    assert (b.phase, b.player) == ("MARCH_TO", "stark")
    assert b.order_of("highgarden") == "support"


@rule("1E-RAID-02", "1E-RAID-03")
def test_a_plain_raid_removes_one_order():
    b = empty().units("sunset_sea", "greyjoy", ship=1).order("sunset_sea", "raid")
    b.units("highgarden", "tyrell", footman=1).order("highgarden", "support")
    b.units("oldtown", "tyrell", footman=1).order("oldtown", "support")
    b.units("karhold", "stark", footman=1).order("karhold", "march+0").at("raid")
    b.do("area highgarden")

    assert (b.phase, b.player) == ("MARCH_TO", "stark")
    assert (b.order_of("highgarden"), b.order_of("oldtown")) == (None, "support")


@rule("1E-RAID-04")
def test_pillage_takes_nothing_from_the_victim():
    b = empty().units("sunset_sea", "greyjoy", ship=1).order("sunset_sea", "raid")
    b.units("highgarden", "tyrell", footman=1).order("highgarden", "consolidate")
    b.at("raid").do("area highgarden")

    assert (b.power("greyjoy"), b.power("tyrell")) == (6, 5)


@rule("1E-RAID-06", "1E-RAID-07", "1E-RAID-08", "1E-RAID-09", "1E-TRANS-04")
def test_land_does_not_raid_the_sea_and_no_raid_goes_far():
    b = empty().units("kings_landing", "lannister", footman=1).order("kings_landing", "raid")
    b.units("blackwater_bay", "baratheon", ship=1).order("blackwater_bay", "support").at("raid")
    assert b.legal() == {"done"}

    b = empty().units("pyke", "greyjoy", footman=1).order("pyke", "raid")
    b.units("ironmans_bay", "greyjoy", ship=1)
    b.units("seagard", "stark", footman=1).order("seagard", "support").at("raid")
    assert b.legal() == {"done"}

    b = empty().units("the_reach", "tyrell", footman=1).order("the_reach", "raid")
    b.units("blackwater", "lannister", footman=1).order("blackwater", "raid").at("raid")
    assert b.player == "lannister"
    b.do("area the_reach")
    assert step_of(b) != "RAID_STEP"  # the raided raid is not resolved


@rule("1E-ACT-04", "1E-DP-66", "1E-DP-70")
def test_orders_cannot_be_kept_back_unless_an_option_allows_it():
    def position(**options):
        b = empty(**options).units("the_reach", "tyrell", footman=1).order("the_reach", "raid")
        b.units("blackwater", "lannister", footman=1).order("blackwater", "raid")
        return b.at("raid")

    assert position().phase == "RAID_TARGET"
    b = position(order_pass="allowed")
    assert (b.phase, b.player) == ("PASS_VISIT", "lannister")
    b.do("no")
    assert (b.phase, b.player) == ("PASS_VISIT", "tyrell")
    b.do("yes", "area blackwater")
    assert step_of(b) == "CLEAN_UP" or b.order_of("blackwater") is None
    b = position(order_pass="allowed").do("no", "no")
    assert b.order_of("the_reach") is None  # nobody resolves them any more


# --- marches


@rule("1E-MARCH-01", "1E-MARCH-08", "1E-MARCH-10", "1E-MARCH-12", "1E-MARCH-13", "1E-DP-71")
def test_units_split_or_stay():
    b = empty().units("lannisport", "lannister", footman=3).order("lannisport", "march-1")
    b.token("stoney_sept", "tyrell").at("march")
    assert b.legal_names("area") == {"stoney_sept", "searoad_marches", "riverrun"}
    b.do("area searoad_marches", "count 1", "area stoney_sept", "count 1", "done")
    assert [b.size(a) for a in ("lannisport", "searoad_marches", "stoney_sept")] == [1, 1, 1]
    assert b.order_of("lannisport") is None

    b = empty().units("lannisport", "lannister", footman=3).order("lannisport", "march-1")
    b.at("march").do("done")
    assert (b.size("lannisport"), b.order_of("lannisport")) == (3, None)


@rule("1E-MARCH-02", "1E-MARCH-16")
def test_one_battle_for_each_march():
    b = empty().units("blackwater", "lannister", footman=1, knight=1).order("blackwater", "march+0")
    b.units("the_reach", "tyrell", footman=1).units("kings_landing", "baratheon", footman=1)
    b.units("harrenhal", "stark", routed=True, footman=1).at("march").do("area harrenhal")
    b.do("count 1", "count 0")

    assert not {"area the_reach", "area kings_landing"} & b.legal()


@rule("1E-MARCH-03")
def test_a_neutral_force_is_the_one_attack():
    b = empty().units("blackwater", "lannister", footman=1, knight=4).order("blackwater", "march+1")
    b.neutral("kings_landing", 5).units("the_reach", "tyrell", footman=1).at("march")
    b.do("area kings_landing", "count 0", "count 3")

    assert "area the_reach" not in b.legal()


@rule("1E-MARCH-06", "1E-MARCH-04")
def test_units_can_move_again_by_another_order():
    b = empty().units("winterfell", "stark", knight=1).order("winterfell", "march+0")
    b.units("moat_cailin", "stark", footman=1).order("moat_cailin", "march-1").at("march")
    b.do("area winterfell", "area moat_cailin", "count 1")
    b.do_until("MARCH_TO", "no").do("area the_twins", "count 1", "count 1")

    assert b.do_until("MARCH_TO", "no").size("the_twins") == 2


@rule("1E-MARCH-07")
def test_defeated_units_do_not_march():
    b = empty().units("winterfell", "stark", footman=1).units("winterfell", "stark", True, knight=1)
    b.order("winterfell", "march+0").at("march").do("area karhold")

    assert b.legal_names("count") == {"1"}
    assert (b.phase, int(b.frame[3])) == ("MARCH_COUNT", 0)


@rule("1E-MARCH-09", "1E-CTRL-07", "1E-MARCH-15", "1E-CTRL-05")
def test_entering_without_a_battle_removes_a_token():
    b = empty().units("moat_cailin", "greyjoy", footman=2).order("moat_cailin", "march+0")
    b.token("white_harbor", "stark").at("march").do("area white_harbor", "count 1")
    b.do("area winterfell", "count 1")
    b.do("no") if b.phase == "MARCH_TOKEN" else None

    assert (b.token_of("white_harbor"), b.owner("winterfell")) == (None, "greyjoy")
    assert b.value("tokens_out")[b.seat("stark")] == 0


@rule("1E-MARCH-11", "1E-MAP-02", "1E-TRANS-07")
def test_ships_stay_at_sea():
    b = empty().units("the_golden_sound", "lannister", ship=1).order("the_golden_sound", "march+0")
    b.units("sunset_sea", "lannister", ship=1).at("march")

    assert b.legal_names("area") == {"sunset_sea", "ironmans_bay"}


@rule("1E-MARCH-14", "1E-CTRL-09", "1E-CTRL-02", "1E-CTRL-03", "1E-DP-72")
def test_a_token_may_stay_where_the_last_unit_left():
    b = empty().units("karhold", "stark", footman=1).order("karhold", "march+0").at("march")
    b.do("area castle_black", "count 1")
    assert (b.phase, b.legal()) == ("MARCH_TOKEN", {"yes", "no"})
    b.do("yes")
    assert (b.token_of("karhold"), b.power("stark")) == ("stark", 4)
    b = empty().set_power(stark=0).units("karhold", "stark", footman=1).order("karhold", "march+0")
    b.at("march").do("area castle_black", "count 1")
    assert b.phase != "MARCH_TOKEN"


@rule("1E-CTRL-10", "1E-CTRL-11", "1E-CTRL-08", "1E-CTRL-06")
def test_where_no_token_is_placed():
    for area, target in (("winterfell", "karhold"), ("the_shivering_sea", "the_narrow_sea")):
        unit = {"ship": 1} if area.startswith("the") else {"footman": 1}
        b = empty().units(area, "stark", **unit).order(area, "march+0").at("march")
        assert b.do(f"area {target}", "count 1").phase != "MARCH_TOKEN"
    b = empty().token("karhold", "stark").units("karhold", "stark", footman=1)
    b.order("karhold", "march+0").at("march").do("area castle_black", "count 1")
    assert b.phase != "MARCH_TOKEN"
    assert b.token_of("karhold") == "stark"


@rule("1E-CTRL-01", "1E-CTRL-12", "1E-CTRL-14")
@pytest.mark.parametrize(("value", "controls"), [(True, True), (False, False)])
def test_a_home_area_falls_back_to_its_house(value, controls):
    b = empty(home_reverts=value).units("moat_cailin", "greyjoy", footman=1)
    b.order("moat_cailin", "march+0").at("march").do("area winterfell", "count 1", "no")
    b.order("winterfell", "march-1").at("march").do("area karhold", "count 1", "no")
    b.set_power(stark=0).set_westeros("last_days_of_summer", "game_of_thrones", "sea_of_storms")
    b.at("westeros", 3)

    assert (b.power("stark") == 1) == controls


@rule("1E-CTRL-12")
def test_a_lost_home_area_comes_back_with_its_units():
    b = empty(home_reverts=False).units("moat_cailin", "greyjoy", footman=1)
    b.order("moat_cailin", "march+0").at("march").do("area winterfell", "count 1", "no")
    home = b.areas.index("winterfell")
    assert b.value("home")[home] == NONE
    b.order("winterfell", "march-1").at("march").do("area karhold", "count 1", "no")
    b.units("white_harbor", "stark", footman=1).order("white_harbor", "march+0").at("march")
    b.do("area winterfell", "count 1")
    b.do("no") if b.phase == "MARCH_TOKEN" else None
    assert b.value("home")[home] == b.seat("stark")


# --- transport


def chain(*seas, house="greyjoy", **options):
    b = empty(**options)
    for sea in seas:
        b.units(sea, house, ship=1)
    return b


@rule("1E-TRANS-01", "1E-TRANS-03", "1E-TRANS-05", "1E-TRANS-08", "1E-MAP-03")
def test_ships_join_coasts():
    b = (
        chain("ironmans_bay")
        .units("pyke", "greyjoy", knight=2)
        .order("pyke", "march+0")
        .at("march")
    )
    assert b.legal_names("area") == {"flints_finger", "greywater_watch", "seagard", "riverrun"}
    b.do("area flints_finger", "count 1", "area seagard", "count 1")
    assert (b.size("flints_finger"), b.size("seagard")) == (1, 1)

    b = chain("ironmans_bay", "sunset_sea").units("pyke", "greyjoy", knight=1)
    b.order("pyke", "march+0").at("march")
    assert {"highgarden", "searoad_marches", "oldtown"} <= b.legal_names("area")


@rule("1E-TRANS-02")
def test_ships_of_others_carry_nobody():
    b = chain("ironmans_bay", house="lannister").units("pyke", "greyjoy", knight=1)
    b.order("pyke", "march+0").at("march")

    assert b.legal_names("area") == set()


@rule("1E-TRANS-06")
@pytest.mark.parametrize(("value", "open_"), [("true", True), ("false", False)])
def test_defeated_ships_carry(value, open_):
    b = empty(defeated_ships_carry=value).units("ironmans_bay", "greyjoy", True, ship=1)
    b.units("pyke", "greyjoy", knight=1).order("pyke", "march+0").at("march")

    assert ("area seagard" in b.legal()) == open_


@rule("1E-SUP-08", "1E-SUP-11")
def test_supply_is_judged_after_all_moves():
    b = empty().set_supply(stark=0).units("winterfell", "stark", footman=2)
    b.units("karhold", "stark", footman=2).units("moat_cailin", "stark", footman=1)
    b.order("winterfell", "march+0").at("march")

    assert "area moat_cailin" in b.legal()  # the army moves house, so to say
    b.do("area moat_cailin")
    assert b.legal_names("count") == {"1"}
    b.do("count 1")
    assert b.phase in ("MARCH_TO", "MARCH_TOKEN")


# --- Consolidate Power, the end of the turn


@rule("1E-CP-01", "1E-CP-02", "1E-CP-05", "1E-CP-04", "1E-ACT-05", "1E-COMP-06")
def test_all_consolidate_power_orders_pay_at_once():
    b = empty().set_power(**dict.fromkeys(HOUSES, 0))
    for area, house in (
        ("dragonstone", "baratheon"),
        ("blackwater", "lannister"),
        ("kings_landing", "stark"),
    ):
        b.units(area, house, footman=1).order(area, "consolidate")
    b.units("karhold", "stark", footman=1).order("karhold", "support")
    b.set_westeros("last_days_of_summer", "last_days_of_summer", "sea_of_storms").at("march")

    assert (b.power("baratheon"), b.power("lannister"), b.power("stark")) == (2, 1, 3)
    assert (b.value("order") == NONE).all()  # what is left goes too
    assert b.phase == "ORDER"


@rule("1E-RET-09", "1E-ACT-02")
def test_defeated_units_stand_up_after_the_marches():
    b = empty().units("winterfell", "stark", True, footman=1).units("karhold", "stark", footman=1)
    b.order("karhold", "march+0").at("march")
    assert b.count("winterfell", "footman", routed=True) == 1
    b.do("done")
    assert b.count("winterfell", "footman") == 1
    after = b.rules["after"]
    names = [step_of(b)]
    assert names
    assert after[5] == 76  # the marches lead to the phase in which units stand up
    assert after[76] == 77


# --- neutral forces


@rule("1E-NEU-01", "1E-NEU-03", "1E-NEU-04", "1E-NEU-10", "1E-NEU-11", "1E-NEU-06")
def test_a_neutral_force_is_beaten_as_a_whole():
    def position(**units):
        b = empty().units("the_mountains_of_the_moon", "baratheon", **units)
        return b.order("the_mountains_of_the_moon", "march+1").neutral("the_eyrie", 6).at("march")

    assert "area the_eyrie" not in position(knight=2).legal()
    b = position(knight=2, footman=2).do("area the_eyrie")
    assert "count 0" not in b.legal()
    b.do("count 1", "count 2", "area the_fingers", "count 1")
    b.do("no") if b.phase == "MARCH_TOKEN" else None
    assert (b.size("the_eyrie"), b.size("the_fingers")) == (3, 1)
    assert b.value("neutral")[b.areas.index("the_eyrie")] == 0
    assert b.hand("baratheon") == set(b.facts.card_ids["baratheon"])


@rule("1E-NEU-02", "1E-NEU-07", "1E-NEU-12", "1E-DP-68", "1E-DP-69")
def test_others_are_asked_for_support_before_the_march():
    def position(**options):
        b = empty(**options).units("yronwood", "tyrell", knight=1, footman=1)
        b.order("yronwood", "march+1").neutral("sunspear", 5)
        b.units("summer_sea", "lannister", ship=1).order("summer_sea", "support")
        return b.at("march")

    b = position()
    assert (b.phase, b.player, b.legal()) == ("ASK_SUPPORT", "tyrell", {"area sunspear", "done"})
    b.do("area sunspear", "done")
    assert (b.phase, b.player, b.asked) == ("NEUTRAL_SUPPORT", "lannister", "summer_sea")
    assert "area sunspear" in b.do("yes").legal()
    assert "area sunspear" not in position().do("area sunspear", "done", "no").legal()


@rule("1E-NEU-07")
def test_support_against_a_neutral_force_is_lent_for_one_march():
    b = empty().set_track("iron_throne", "tyrell").neutral("sunspear", 5)
    b.units("yronwood", "tyrell", knight=1, footman=1).order("yronwood", "march+1")
    b.units("summer_sea", "lannister", ship=1).order("summer_sea", "support")
    b.units("winterfell", "stark", footman=1).order("winterfell", "march+0").at("march")
    b.do("area sunspear", "done", "yes")
    assert (b.value("neutral_grant") != NONE).any()
    b.do("done")

    assert b.player == "stark"
    assert (b.value("neutral_grant") == NONE).all()


@rule("1E-NEU-07")
def test_others_may_be_asked_after_the_march_is_declared():
    def position():
        b = empty(neutral_support_timing="after_march")
        b.units("yronwood", "tyrell", knight=1, footman=1).order("yronwood", "march+1")
        b.neutral("sunspear", 5).units("summer_sea", "lannister", ship=1)
        return b.order("summer_sea", "support").at("march")

    b = position()
    assert b.phase == "MARCH_TO"
    b.do("area sunspear", "count 1", "count 1")
    assert (b.phase, b.player) == ("NEUTRAL_SUPPORT", "lannister")
    get_game("agot1e").records.check(b.states)
    b.do("yes", "no")
    assert b.size("sunspear") == 2
    b = position().do("area sunspear", "count 1", "count 1", "no")
    assert (b.size("sunspear"), b.size("yronwood"), b.order_of("yronwood")) == (0, 2, None)


@rule("1E-NEU-05")
def test_the_blade_does_not_help_unless_an_option_says_so():
    def position(**options):
        b = empty(**options).set_track("fiefdoms", "tyrell").neutral("sunspear", 5)
        b.set_track("iron_throne", "tyrell")
        b.units("yronwood", "tyrell", knight=2).units("karhold", "stark", footman=1)
        return b.order("yronwood", "march+0").order("karhold", "march+0").at("march")

    assert "area sunspear" not in position().legal()
    b = position(blade_neutral="allowed")
    b.do("area sunspear", "count 2", "no")
    assert (b.size("sunspear"), b.value("blade_used")) == (2, 1)


@rule("1E-NEU-05")
@pytest.mark.parametrize(
    ("force", "used", "possible", "after"), [(5, 0, True, 1), (4, 0, True, 0), (5, 1, False, 1)]
)
def test_the_blade_is_spent_where_it_is_needed_and_once(force, used, possible, after):
    b = empty(blade_neutral="allowed").set_track("fiefdoms", "tyrell").neutral("sunspear", force)
    b.set_track("iron_throne", "tyrell").set(blade_used=used)
    b.units("yronwood", "tyrell", knight=2).units("karhold", "stark", footman=1)
    b.order("yronwood", "march+0").order("karhold", "march+0").at("march")

    assert ("area sunspear" in b.legal()) is possible
    b.do("area sunspear", "count 2", "no") if possible else b.do("done")
    assert b.value("blade_used") == after


@rule("1E-NEU-08")
@pytest.mark.parametrize(("value", "enough"), [("battles_only", True), ("also_neutral", False)])
def test_rains_of_autumn_and_neutral_forces(value, enough):
    b = empty(rains_neutral=value).units("yronwood", "tyrell", knight=2).neutral("sunspear", 5)
    b.units("summer_sea", "stark", ship=1)
    b.units("blackwater", "tyrell", knight=2).order("blackwater", "march+0")
    b.units("the_reach", "tyrell", footman=1).order("the_reach", "support")
    b.neutral("kings_landing", 5)
    b.states["revealed"][0, 2] = 11
    b.at("march")

    assert ("area kings_landing" in b.legal()) == enough


@rule("1E-NEU-09", "1E-NEU-13")
def test_neutral_ships_are_beaten_by_ships():
    b = empty(3).neutral("ironmans_bay", 2).units("the_golden_sound", "lannister", ship=1)
    b.order("the_golden_sound", "march+1").at("march").do("area ironmans_bay", "count 1")
    assert b.owner("ironmans_bay") == "lannister"
    assert b.value("neutral")[b.areas.index("ironmans_bay")] == 0

    b = empty(3).neutral("ironmans_bay", 2).units("the_golden_sound", "lannister", ship=1)
    b.order("the_golden_sound", "march+0").at("march")
    assert "area ironmans_bay" not in b.legal()


@rule("1E-NP-08", "1E-NP-11")
def test_ships_are_not_mustered_among_neutral_ones():
    def position(**options):
        b = empty(4, **options).neutral("ironmans_bay", 2).units("riverrun", "lannister", footman=1)
        b.set_westeros("mustering", "last_days_of_summer", "last_days_of_summer").at("westeros")
        while (b.phase, b.asked) != ("MUSTER", "riverrun"):
            b.do("done")
        return b

    assert position().legal_names("area") == {"the_golden_sound"}
    b = position(muster_neutral_sea="allowed").do("area ironmans_bay")
    assert b.value("neutral")[b.areas.index("ironmans_bay")] == 0
