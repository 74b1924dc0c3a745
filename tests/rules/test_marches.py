"""Marches. Ledger section 16."""

from tests.builder import Board
from tests.rules.marks import rule


def march(order="march+0", area="winterfell", supply=6, **units):
    """Stark marches from Winterfell first; the round stops before Clean up."""
    board = Board().clear().hold().set_track("iron_throne", "stark").set_supply(stark=supply)
    return board.units(area, "stark", **units).order(area, order)


@rule("2E-MARCH-01", "2E-MARCH-02", "2E-DP-25")
def test_units_may_split_stay_and_join():
    board = march(footman=3, knight=1).units("moat_cailin", "stark", footman=1).at("march")
    board.do("area karhold", "count 1", "count 0")
    board.do("area moat_cailin", "count 1", "count 1", "done")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.count("karhold", "footman") == 1
    assert (board.count("moat_cailin", "footman"), board.count("moat_cailin", "knight")) == (2, 1)
    assert board.count("winterfell", "footman") == 1
    assert board.order_of("winterfell") is None


@rule("2E-MARCH-01", "2E-MARCH-02")
def test_all_units_may_go_together():
    board = march(footman=2, knight=1).at("march").do("area karhold", "count 2", "count 1")

    assert board.size("winterfell") == 0
    assert (board.count("karhold", "footman"), board.count("karhold", "knight")) == (2, 1)


@rule("2E-MARCH-19", "2E-MARCH-12", "2E-MARCH-01")
def test_march_without_movement():
    board = march(footman=2).at("march")

    assert "done" in board.legal()

    board.do("done")

    assert board.order_of("winterfell") is None
    assert board.count("winterfell", "footman") == 2
    assert board.phase == "CONSOLIDATE_CHOICE"


@rule("2E-MARCH-03", "2E-MARCH-04", "2E-MARCH-05", "2E-DP-25")
def test_land_units_reach_adjacent_land_alone():
    board = march(footman=1).units("port_of_winterfell", "stark", ship=1).at("march")

    assert board.legal_names("area") == {
        "castle_black",
        "karhold",
        "moat_cailin",
        "the_stony_shore",
        "white_harbor",
    }


@rule("2E-MARCH-06", "2E-MARCH-07", "2E-PORT-08")
def test_ships_reach_adjacent_sea_and_own_connected_ports():
    board = march(area="the_narrow_sea", ship=2).units("white_harbor", "stark", footman=1)
    board.at("march")

    assert board.legal_names("area") == {
        "port_of_white_harbor",
        "shipbreaker_bay",
        "the_shivering_sea",
    }


@rule("2E-MARCH-08", "2E-DP-25")
def test_only_one_area_with_enemies_may_be_entered():
    board = march(footman=3).units("moat_cailin", "greyjoy", footman=1)
    board.units("karhold", "lannister", footman=1).at("march")

    assert {"karhold", "moat_cailin"} <= board.legal_names("area")

    board.do("area karhold", "count 1")

    assert "moat_cailin" not in board.legal_names("area")
    assert "white_harbor" in board.legal_names("area")


@rule("2E-MARCH-09", "2E-MARCH-10", "2E-MARCH-12", "2E-CTRL-09")
def test_other_moves_and_the_token_come_before_the_combat():
    board = march(area="moat_cailin", knight=1, footman=2).set_power(stark=2)
    board.units("seagard", "greyjoy", footman=1).at("march")
    board.do("area greywater_watch", "count 1", "count 0")
    board.do("area seagard", "count 1", "count 1")

    assert board.phase == "MARCH_TOKEN"

    board.do("yes")

    assert board.phase == "HOUSE_CARD"
    assert board.value("fighter").tolist() == [board.seat("stark"), board.seat("greyjoy")]
    assert board.count("greywater_watch", "footman") == 1
    assert board.token_of("moat_cailin") == "stark"
    assert board.order_of("moat_cailin") == "march+0"

    board.set_hand("stark", "eddard_stark").do("card eddard_stark")
    board.do_until("CONSOLIDATE_CHOICE")

    assert board.order_of("moat_cailin") is None


@rule("2E-MARCH-11")
def test_modifier_counts_for_the_attacker_alone():
    # 1 Footman +1 and card 1 against 1 Footman and card 2: a tie, won by the Fiefdoms place.
    board = march("march+1", footman=1).units("moat_cailin", "lannister", footman=1)
    board.set_hand("stark", "ser_rodrick_cassel").set_hand("lannister", "the_hound")
    board.set_track("fiefdoms", "baratheon", "stark", "lannister").at("march")
    board.do("area moat_cailin", "count 1").do_until("RETREAT")

    assert board.player == "lannister"
    assert board.value("victor_margin") == 0


@rule("2E-MARCH-11")
def test_march_order_adds_nothing_to_its_own_defense():
    board = march("march+0", footman=2).units("moat_cailin", "lannister", footman=1)
    board.order("moat_cailin", "march+1").set_hand("stark", "ser_rodrick_cassel")
    board.set_hand("lannister", "the_hound").set_track("fiefdoms", "stark").at("march")
    board.do("area moat_cailin", "count 2").do_until("RETREAT", "no")

    assert board.player == "lannister"
    assert board.value("victor_margin") == 0


@rule("2E-MARCH-13", "2E-CTRL-11", "2E-MARCH-22", "2E-CTRL-06")
def test_several_areas_with_enemy_tokens_are_taken_by_one_march():
    board = march(footman=2).token("karhold", "greyjoy").token("moat_cailin", "lannister")
    board.at("march").do("area karhold", "count 1", "area moat_cailin", "count 1")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.token_of("karhold") is None
    assert board.token_of("moat_cailin") is None
    assert board.owner("karhold") == board.owner("moat_cailin") == "stark"
    assert board.value("tokens_out").tolist() == [0] * 6


@rule("2E-MARCH-13", "2E-HOME-03")
def test_enemy_home_area_without_garrison_is_entered_without_combat():
    board = march(area="riverrun", footman=1).at("march").do("area lannisport", "count 1", "no")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.owner("lannisport") == "stark"


@rule("2E-MARCH-14", "2E-EX-13")
def test_units_march_again_with_the_order_of_the_area_they_entered():
    board = march(footman=1).units("moat_cailin", "stark", footman=1)
    board.order("moat_cailin", "march-1").at("march")
    board.do("area winterfell", "area moat_cailin", "count 1")

    assert board.count("moat_cailin", "footman") == 2

    board.do("area seagard", "count 2", "no")

    assert board.count("seagard", "footman") == 2


@rule("2E-MARCH-15")
def test_routed_units_stay_behind():
    board = march(footman=1).units("winterfell", "stark", routed=True, knight=1).at("march")
    board.do("area karhold")

    assert board.legal() == {"count 1"}

    board.do("count 1")

    assert board.count("winterfell", "knight", routed=True) == 1
    assert board.count("karhold", "knight") == 0


@rule("2E-MARCH-15")
def test_march_of_routed_units_only_moves_nothing():
    board = march(knight=0).units("winterfell", "stark", routed=True, knight=1).at("march")

    assert board.legal() == {"done"}


@rule("2E-MARCH-16", "2E-DP-25", "2E-SUP-15")
def test_march_must_fit_supply():
    # Supply 0 allows two armies of 2 units.
    board = march(supply=0, footman=2).units("karhold", "stark", footman=2)
    board.units("moat_cailin", "stark", footman=1).at("march")

    assert "area karhold" not in board.legal()

    board.do("area moat_cailin")

    assert board.legal() == {"count 1"}

    board.do("count 1")

    assert board.legal_names("area") == {"the_stony_shore", "white_harbor"}


@rule("2E-MARCH-16")
def test_supply_is_judged_after_all_moves():
    # Supply 1 allows armies of 3 and 2. A Footman to Karhold makes a third army, until another
    # one leaves Winterfell for an empty area.
    board = march(supply=1, footman=3).units("greywater_watch", "stark", footman=2)
    board.units("karhold", "stark", footman=1).units("moat_cailin", "stark", footman=1)
    board.at("march").do("area karhold", "count 1")

    assert board.legal() == {"area the_stony_shore", "area white_harbor"}

    board.do("area the_stony_shore", "count 1", "done")

    assert board.count("karhold", "footman") == 2
    assert board.count("winterfell", "footman") == 1


@rule("2E-MARCH-16")
def test_attackers_count_as_an_army_of_the_embattled_area():
    # Supply 1 allows armies of 3 and 2: Widow's Watch and Karhold leave no room for a third.
    board = march(supply=1, footman=3).units("widows_watch", "stark", footman=2)
    board.units("karhold", "stark", footman=1).units("moat_cailin", "greyjoy", footman=1)
    board.at("march").do("area karhold", "count 1", "area moat_cailin")

    assert board.legal() == {"count 1"}


@rule("2E-MARCH-17", "2E-GARR-02")
def test_lone_garrison_is_the_one_attack():
    board = march(area="riverrun", footman=3).garrison("lannisport", 2)
    board.units("seagard", "greyjoy", footman=1).at("march").do("area lannisport", "count 1")

    assert "seagard" not in board.legal_names("area")
    assert "stoney_sept" in board.legal_names("area")

    board.do("done")

    assert board.phase == "HOUSE_CARD"
    assert board.value("fighter").tolist() == [board.seat("stark"), board.seat("lannister")]


@rule("2E-MARCH-17", "2E-NEUT-09")
def test_neutral_force_is_the_one_attack():
    board = march(area="crackclaw_point", knight=3).neutral("kings_landing", 2)
    board.units("harrenhal", "greyjoy", footman=1).at("march").do("area harrenhal", "count 1")

    assert "kings_landing" not in board.legal_names("area")

    board = march(area="crackclaw_point", knight=3).neutral("kings_landing", 2)
    board.units("the_mountains_of_the_moon", "greyjoy", footman=1).at("march")
    board.do("area kings_landing", "count 1")

    assert "the_mountains_of_the_moon" not in board.legal_names("area")
    assert "harrenhal" not in board.legal_names("area")


@rule("2E-MARCH-18", "2E-NEUT-10")
def test_closed_area_is_never_entered():
    board = Board(players=3).set_track("iron_throne", "baratheon").set_supply(baratheon=6)
    board.units("kingswood", "baratheon", knight=4, siege_engine=2)
    board.order("kingswood", "march+1").at("march")

    assert not {"storms_end", "the_boneway"} & board.legal_names("area")
    assert "kings_landing" in board.legal_names("area")


@rule("2E-MARCH-20")
def test_only_marches_take_areas():
    board = Board().clear().set_track("iron_throne", "stark")
    board.units("winterfell", "stark", footman=1).order("winterfell", "raid*")
    board.units("white_harbor", "stark", footman=1).order("white_harbor", "consolidate")
    board.units("karhold", "stark", footman=1).order("karhold", "support")
    board.units("moat_cailin", "greyjoy", footman=1).order("moat_cailin", "defense+1").hold()
    board.at("raid").do("area moat_cailin")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.owner("moat_cailin") == "greyjoy"
    assert [board.owner(a) for a in ("winterfell", "white_harbor", "karhold")] == ["stark"] * 3
    assert board.owner("castle_black") is None
