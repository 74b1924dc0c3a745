"""The worked examples of the ledger of the 1st edition, played."""

import pytest

from got_env.westeros.rules.vocabulary import ALL_CARDS, NONE, WesterosCard
from tests.first_edition import HOUSES, battle, board, empty, strengths, support_all
from tests.rules.marks import rule


def westeros(b, *cards, threat=0):
    return b.set(threat=threat).set_westeros(*cards).at("westeros")


def bid(b, **bids):
    done = set()
    while b.phase == "BID" and b.player not in done:
        done.add(b.player)
        b.do(f"bid {bids.get(b.player, 0)}")
    return b


@rule("1E-EX-01")
def test_01_five_player_set_up():
    b = board()
    assert b.track("iron_throne") == ["baratheon", "lannister", "stark", "tyrell", "greyjoy"]
    assert b.track("fiefdoms") == ["greyjoy", "tyrell", "stark", "baratheon", "lannister"]
    assert b.track("kings_court") == ["lannister", "stark", "baratheon", "greyjoy", "tyrell"]
    supply = dict(zip(b.houses, b.value("supply").tolist(), strict=False))
    assert [supply[house] for house in b.track("iron_throne")] == [1, 2, 1, 3, 2]


@rule("1E-EX-02")
def test_02_three_player_tracks():
    b = board(3)
    assert b.track("fiefdoms") == ["stark", "baratheon", "lannister"]
    forces = b.value("neutral")
    assert forces[b.areas.index("highgarden")] == 3
    assert forces[b.areas.index("ironmans_bay")] == 2


@rule("1E-EX-03")
def test_03_four_player_tracks():
    b = board(4)
    assert b.track("fiefdoms") == ["tyrell", "stark", "baratheon", "lannister"]
    assert b.rules["stars"][b.track("kings_court").index("tyrell")] == 1


@rule("1E-EX-04")
def test_04_shrinking_supply():
    b = empty().units("harrenhal", "lannister", footman=3, knight=1)
    b.units("the_golden_sound", "lannister", ship=3).units("blackwater", "lannister", footman=2)
    b.units("kings_landing", "lannister", footman=2).units("lannisport", "greyjoy", footman=1)
    b.units("riverrun", "lannister", footman=1)
    westeros(b.set_supply(lannister=5), "supply", "last_days_of_summer", "sea_of_storms")
    assert b.value("supply")[b.seat("lannister")] == 3

    assert (b.phase, b.player) == ("RECONCILE_AREA", "lannister")
    b.do("area harrenhal", "unit footman")
    assert b.phase == "RECONCILE_AREA"  # 3, 3, 2, 2 is still too much
    b.do("area the_golden_sound")
    assert b.phase == "ORDER"
    assert (b.size("harrenhal"), b.size("the_golden_sound")) == (3, 2)


@rule("1E-EX-05")
def test_05_mustering_under_a_limit():
    b = empty().set_supply(lannister=3).units("riverrun", "lannister", knight=3)
    b.units("harrenhal", "lannister", footman=2).units("lannisport", "lannister", footman=1)
    b.units("ironmans_bay", "greyjoy", ship=1)
    westeros(b, "mustering", "last_days_of_summer", "sea_of_storms")
    while b.player != "lannister":
        b.do("done")
    while b.phase == "MUSTER_UPGRADE":
        b.do("upgrade knight" if b.asked == "harrenhal" else "done")
    while b.phase == "MUSTER" and b.player == "lannister":
        wanted = {
            "lannisport": "unit footman" if b.size("lannisport") == 1 else "area the_golden_sound",
            "riverrun": "area the_golden_sound",
        }.get(b.asked, "done")
        b.do(wanted if wanted in b.legal() else "done")
    assert [b.size(a) for a in ("riverrun", "harrenhal", "lannisport", "the_golden_sound")] == [
        3,
        2,
        2,
        2,
    ]


@rule("1E-EX-06")
def test_06_occupied_building_sea():
    b = (
        empty()
        .units("the_golden_sound", "greyjoy", ship=1)
        .units("lannisport", "lannister", footman=1)
    )
    westeros(b, "mustering", "last_days_of_summer", "sea_of_storms")
    while (b.phase, b.asked) != ("MUSTER", "lannisport"):
        b.do("done")
    assert b.legal() == {"unit footman", "unit knight", "done"}


@rule("1E-EX-07")
def test_07_tie_on_fiefdoms():
    b = westeros(
        board().set_track("iron_throne", "greyjoy"),
        "last_days_of_summer",
        "clash_of_kings",
        "sea_of_storms",
    )
    bid(b, greyjoy=1)
    while b.phase == "TIE":
        b.do(sorted(b.legal())[0])
    power = {house: b.power(house) for house in HOUSES}
    bid(b, lannister=4, baratheon=3, stark=3, tyrell=2)
    assert (b.phase, b.player, b.legal()) == ("TIE", "greyjoy", {"seat baratheon", "seat stark"})
    b.do("seat baratheon")
    assert b.track("fiefdoms") == ["lannister", "baratheon", "stark", "tyrell", "greyjoy"]
    assert sum(power.values()) - sum(b.power(house) for house in HOUSES) == 12


@rule("1E-EX-08")
def test_08_tie_for_the_throne_itself():
    b = westeros(board(), "last_days_of_summer", "clash_of_kings", "sea_of_storms")
    bid(b, baratheon=2, tyrell=2)
    assert (b.player, b.legal()) == ("baratheon", {"seat baratheon", "seat tyrell"})
    b.do("seat baratheon")
    assert b.player == "baratheon"
    assert b.legal_names("seat") == {"lannister", "stark", "greyjoy"}


def attack(b, strength, **bids):
    westeros(b, "last_days_of_summer", "game_of_thrones", "wildlings_attack", threat=strength - 2)
    return bid(b, **bids)


@rule("1E-EX-09")
def test_09_wildlings_win():
    b = empty().units("highgarden", "tyrell", knight=1, footman=5)
    b.units("winterfell", "stark", footman=3)
    attack(b, 6, baratheon=2, lannister=1, stark=1, greyjoy=1)
    assert b.size("winterfell") == 1
    while b.phase in ("LOSE_AREA", "LOSE_UNIT"):
        b.do("unit knight" if "unit knight" in b.legal() else sorted(b.legal())[0])
    assert (b.count("highgarden", "knight"), b.count("highgarden", "footman")) == (0, 3)
    assert b.value("threat") == 0


@rule("1E-EX-10")
def test_10_watch_wins_on_equality():
    b = board().set_track("iron_throne", "lannister").set_hand("stark", "robb_stark")
    attack(b, 4, lannister=1, stark=1, baratheon=1, tyrell=1)
    assert (b.phase, b.player) == ("WILDLING_TIE", "lannister")
    b.do("seat stark", "card eddard_stark")
    assert b.hand("stark") == {"robb_stark", "eddard_stark"}
    assert b.value("threat") == 0


@rule("1E-EX-11")
def test_11_no_downgrade():
    b = empty().units("winterfell", "stark", knight=1).units("karhold", "stark", knight=1)
    attack(b, 6, stark=1)
    b.do("seat tyrell", "area karhold")
    assert (b.size("karhold"), b.count("winterfell", "knight")) == (0, 1)


@rule("1E-EX-12")
def test_12_mammoths_before_cards():
    b = westeros(board(), "last_days_of_summer", "game_of_thrones", "wildlings_attack", threat=6)
    assert (b.phase, b.value("wild_strength")) == ("BID", 8)


@rule("1E-EX-13")
def test_13_raid_round():
    b = empty().set_track("iron_throne", "greyjoy", "stark", "lannister", "baratheon", "tyrell")
    for area, house, unit, order in (
        ("sunset_sea", "greyjoy", "ship", "raid"),
        ("blackwater", "lannister", "footman", "raid"),
        ("the_golden_sound", "lannister", "ship", "raid"),
        ("the_reach", "tyrell", "footman", "raid"),
        ("harrenhal", "baratheon", "footman", "raid"),
        ("highgarden", "tyrell", "footman", "consolidate"),
        ("riverrun", "lannister", "footman", "support"),
        ("searoad_marches", "lannister", "footman", "support"),
    ):
        b.units(area, house, **{unit: 1}).order(area, order)
    b.units("karhold", "stark", footman=1).order("karhold", "march+0").at("raid")
    b.do("area highgarden")
    assert (b.power("greyjoy"), b.power("tyrell")) == (6, 5)
    b.do("area blackwater", "area the_reach")
    assert b.player == "baratheon"
    b.do("area riverrun")
    assert b.phase == "RAID_TARGET"
    assert b.legal() == {"done"}
    b.do("done")
    assert b.order_of("the_golden_sound") is None


@rule("1E-EX-14")
def test_14_raid_plus_one_takes_two():
    b = empty().units("blackwater_bay", "baratheon", ship=1).order("blackwater_bay", "raid*")
    b.units("kings_landing", "lannister", footman=1).order("kings_landing", "support")
    b.units("crackclaw_point", "lannister", footman=1).order("crackclaw_point", "consolidate")
    b.units("karhold", "stark", footman=1).order("karhold", "march+0").at("raid")
    b.do("area crackclaw_point", "area kings_landing")
    assert (b.order_of("kings_landing"), b.order_of("crackclaw_point")) == (None, None)
    assert (b.power("baratheon"), b.power("lannister")) == (6, 5)


@rule("1E-EX-15")
def test_15_land_cannot_raid_sea():
    b = empty().units("kings_landing", "lannister", footman=1).order("kings_landing", "raid")
    b.units("blackwater_bay", "baratheon", ship=1).order("blackwater_bay", "support").at("raid")
    assert b.legal() == {"done"}
    b = empty().units("kings_landing", "lannister", footman=1).order("kings_landing", "support")
    b.units("blackwater_bay", "baratheon", ship=1).order("blackwater_bay", "raid").at("raid")
    assert b.legal() == {"area kings_landing", "done"}


@rule("1E-EX-16")
def test_16_splitting_a_march():
    b = empty().units("lannisport", "lannister", footman=3).order("lannisport", "march-1")
    b.units("searoad_marches", "lannister", footman=1).at("march")
    b.do("area searoad_marches", "count 1", "area stoney_sept", "count 1", "done")
    assert [b.size(a) for a in ("lannisport", "searoad_marches", "stoney_sept")] == [1, 2, 1]


@rule("1E-EX-17")
def test_17_only_one_battle():
    b = empty().units("blackwater", "lannister", footman=1, knight=1).order("blackwater", "march+0")
    b.units("the_reach", "tyrell", footman=1).units("kings_landing", "baratheon", footman=1)
    b.at("march").do("area kings_landing", "count 1", "count 0")
    assert "area the_reach" not in b.legal()


@rule("1E-EX-18")
def test_18_sailing_to_sunspear():
    b = empty().units("redwyne_straights", "tyrell", ship=1).units("summer_sea", "tyrell", ship=1)
    b.order("summer_sea", "support").units("highgarden", "tyrell", knight=1, footman=1)
    b.order("highgarden", "march+1").neutral("sunspear", 5).at("march")
    b.do("area sunspear")
    assert b.legal() == {"count 1"}
    b.do("count 1", "count 1")
    assert b.size("sunspear") == 2
    assert b.value("neutral")[b.areas.index("sunspear")] == 0


@rule("1E-EX-19")
def test_19_the_long_chain():
    seas = ("sunset_sea", "redwyne_straights", "summer_sea", "shipbreaker_bay", "the_narrow_sea")
    b = empty().units("flints_finger", "greyjoy", knight=1).order("flints_finger", "march+0")
    for sea in seas:
        b.units(sea, "greyjoy", ship=1)
    assert "area widows_watch" in b.at("march").legal()
    b = empty().units("flints_finger", "greyjoy", knight=1).order("flints_finger", "march+0")
    for sea in seas[:-1]:
        b.units(sea, "greyjoy", ship=1)
    assert "area widows_watch" not in b.at("march").legal()


@rule("1E-EX-20")
def test_20_pyke_by_sea():
    b = empty().units("ironmans_bay", "greyjoy", ship=1).units("pyke", "greyjoy", knight=1)
    b.order("pyke", "march+0").at("march")
    near = {"flints_finger", "greywater_watch", "seagard", "riverrun"}
    assert b.legal_names("area") == near

    b = empty().units("ironmans_bay", "greyjoy", ship=1).units("pyke", "greyjoy", knight=1)
    b.units("sunset_sea", "greyjoy", ship=1).order("pyke", "march+0").at("march")
    assert b.legal_names("area") >= near | {"highgarden", "searoad_marches"}


def two_sides():
    b = battle("tyrell", "the_reach", "2 knight", "lannister", "blackwater", "footman", "march+1")
    b.order("blackwater", "march-1").set_track("iron_throne", "tyrell")
    b.holding("kings_landing", "tyrell", "knight", "support")
    b.holding("stoney_sept", "lannister", "footman, knight", "support")
    b.holding("harrenhal", "baratheon", "knight", "support")
    sides = {"kings_landing": "attacker", "stoney_sept": "defender", "harrenhal": "defender"}
    return support_all(b.attack(), **sides)


@rule("1E-EX-21")
def test_21_support_from_two_sides():
    found = strengths(two_sides())
    assert found["total"] == (7, 6)


@rule("1E-EX-22")
def test_22_finishing_that_battle():
    b = two_sides().reveal("mace_tyrell", "tywin_lannister")
    assert b.result() == ("tyrell", 1)
    b.do_until("MARCH_TO")
    assert b.owner("blackwater") == "tyrell"
    assert b.pool("lannister", "footman") == 9  # one supports in Stoney Sept
    assert (b.order_of("blackwater"), b.order_of("the_reach")) == (None, None)
    assert (b.size("harrenhal"), b.size("stoney_sept")) == (1, 2)


@rule("1E-EX-23")
def test_23_equal_totals():
    b = battle("stark", "winterfell", "3 footman", "greyjoy", "moat_cailin", "3 footman")
    assert b.fight("greatjon_umber", "theon_greyjoy").result() == ("greyjoy", 0)


@rule("1E-EX-24")
@pytest.mark.parametrize(("winner", "lost"), [("lannister", 1), ("tyrell", 0)])
def test_24_icons_decide_casualties(winner, lost):
    if winner == "lannister":
        b = battle("lannister", "searoad_marches", "4 knight", "tyrell", "highgarden", "3 footman")
        b.fight("tywin_lannister", "margaery_tyrell").do_until("MARCH_TO")
        assert b.pool("tyrell", "footman") == 10 - 3 + lost
    else:
        b = battle("lannister", "searoad_marches", "knight", "tyrell", "highgarden", "3 footman")
        b.order("highgarden", "defense+2").fight("tywin_lannister", "margaery_tyrell")
        assert b.result()[0] == "tyrell"
        assert b.do_until("MARCH_TO").pool("lannister", "knight") == 3 + lost


@rule("1E-EX-25")
def test_25_defeated_knight():
    b = battle("baratheon", "dragonstone", "2 knight", "tyrell", "storms_end", "footman")
    b.units("shipbreaker_bay", "baratheon", ship=1).units("storms_end", "tyrell", True, knight=1)
    b.attack()
    assert strengths(b)["units"] == (4, 1)
    b.reveal("stannis_baratheon", "queen_of_thorns").do_until("MARCH_TO")
    assert b.pool("tyrell", "knight") == 4


@rule("1E-EX-26")
def test_26_nowhere_to_go():
    b = battle("lannister", "riverrun", "4 knight", "greyjoy", "pyke", "footman, knight")
    b.units("ironmans_bay", "lannister", ship=1).fight("ser_jaime_lannister", "balon_greyjoy")
    assert (b.pool("greyjoy", "footman"), b.pool("greyjoy", "knight")) == (10, 4)


@rule("1E-EX-27")
def test_27_not_back_the_way_they_came():
    b = battle("stark", "the_twins", "3 knight", "greyjoy", "moat_cailin", "footman")
    b.fight("eddard_stark", "asha_greyjoy")
    assert b.legal_names("area") == {"greywater_watch", "seagard", "white_harbor"}


@rule("1E-EX-28")
def test_28_retreat_and_supply():
    b = battle("stark", "the_twins", "3 knight", "greyjoy", "moat_cailin", "2 footman")
    b.units("greywater_watch", "greyjoy", footman=1).units("flints_finger", "greyjoy", footman=3)
    b.units("seagard", "tyrell", footman=1).token("white_harbor", "tyrell").set_supply(greyjoy=1)
    b.fight("eddard_stark", "balon_greyjoy").do_until("MARCH_TO")
    assert b.size("greywater_watch") == 2
    assert b.pool("greyjoy", "footman") == 10 - 2 - 3


@rule("1E-EX-29")
def test_29_loras_ends_it():
    b = battle("tyrell", "the_reach", "footman", "lannister", "blackwater", "footman")
    b.order("blackwater", "defense+2").holding("stoney_sept", "lannister", "knight", "support")
    b.holding("harrenhal", "lannister", "knight", "support")
    b = support_all(b.attack(), stoney_sept="defender", harrenhal="defender")
    b.reveal("ser_loras_tyrell", "tywin_lannister")
    assert b.owner("blackwater") == "tyrell"
    assert (b.discards("tyrell"), b.discards("lannister")) == (
        {"ser_loras_tyrell"},
        {"tywin_lannister"},
    )


@rule("1E-EX-30")
def test_30_thorns_against_balon():
    b = battle("greyjoy", "seagard", "footman", "tyrell", "riverrun", "footman")
    assert b.fight("balon_greyjoy", "queen_of_thorns").result()[1] == 0


@rule("1E-EX-31")
def test_31_balon_against_mace():
    b = battle("tyrell", "the_reach", "4 knight", "greyjoy", "blackwater", "3 footman")
    b.fight("mace_tyrell", "balon_greyjoy")
    assert b.result() == ("tyrell", 5)
    assert b.do_until("MARCH_TO").pool("greyjoy", "footman") == 10 - 3 + 2


@rule("1E-EX-32")
def test_32_catelyn_doubles():
    b = battle("greyjoy", "karhold", "2 knight", "stark", "winterfell", "knight")
    b.order("winterfell", "defense+2").fight("theon_greyjoy", "catelyn_stark")
    assert b.result() == ("greyjoy", 0)
    assert b.pool("stark", "knight") == 4


@rule("1E-EX-33")
def test_33_rains_of_autumn():
    b = battle("tyrell", "the_reach", "2 footman", "lannister", "kings_landing", "footman")
    b.holding("kingswood", "tyrell", "knight, footman", "support+1")
    b.holding("blackwater_bay", "tyrell", "2 ship", "support")
    b.states["revealed"][0, 2] = WesterosCard.RAINS_OF_AUTUMN
    b = support_all(b.attack(), kingswood="attacker", blackwater_bay="attacker")
    assert strengths(b)["total"][0] == 2 + 2 + 0 + 1 + 2


@rule("1E-EX-34")
def test_34_seventh_card():
    b = battle("baratheon", "kingswood", "3 knight", "tyrell", "the_reach", "footman")
    b.set_hand("baratheon", "melisandre_of_asshai").fight(
        "melisandre_of_asshai", "brienne_of_tarth"
    )
    assert b.phase == "MELISANDRE"
    b.do("card mace_tyrell").do_until("MARCH_TO")
    assert b.value("hand")[b.seat("baratheon")] == ALL_CARDS
    assert b.discards("tyrell") == {"mace_tyrell", "brienne_of_tarth"}


@rule("1E-EX-35")
def test_35_melisandre_wasted():
    b = battle("baratheon", "kingswood", "3 knight", "tyrell", "the_reach", "footman")
    b.set_hand("tyrell", "brienne_of_tarth").fight("melisandre_of_asshai", "brienne_of_tarth")
    assert b.phase != "MELISANDRE"
    assert b.do_until("MARCH_TO").value("hand")[b.seat("tyrell")] == ALL_CARDS


@rule("1E-EX-36")
def test_36_consolidating():
    b = empty().set_power(stark=0)
    for area in ("dragonstone", "blackwater", "kings_landing"):
        b.units(area, "stark", footman=1)
    for area in ("dragonstone", "blackwater"):
        b.order(area, "consolidate")
    b.order("kings_landing", "consolidate*")
    b.set_westeros("last_days_of_summer", "last_days_of_summer", "sea_of_storms").at("march")
    assert b.power("stark") == 2 + 1 + 3


@rule("1E-EX-37")
def test_37_power_runs_out():
    b = battle("lannister", "riverrun", "3 knight", "greyjoy", "seagard", "footman")
    b.token("harrenhal", "lannister").token("stoney_sept", "lannister").set_power(lannister=17)
    b.fight("ser_jaime_lannister", "asha_greyjoy")
    assert b.power("lannister") == 18


@rule("1E-EX-38")
def test_38_home_and_away():
    b = empty().units("winterfell", "stark", footman=1).units("white_harbor", "stark", footman=1)
    b.order("winterfell", "march+0").order("white_harbor", "march-1").at("march")
    b.do("area winterfell", "area karhold", "count 1")
    b.do_until("MARCH_TO", "no").do("area widows_watch", "count 1", "no")
    b.set_power(stark=0)
    westeros(b, "last_days_of_summer", "game_of_thrones", "sea_of_storms")
    assert b.power("stark") == 1 + 1  # Winterfell and Karhold; White Harbor has no crown
    assert b.token_of("white_harbor") is None


@rule("1E-EX-39")
def test_39_neutral_fleet():
    b = empty(3).neutral("ironmans_bay", 2).units("the_golden_sound", "lannister", ship=1)
    b.order("the_golden_sound", "march+1").at("march").do("area ironmans_bay", "count 1")
    assert b.owner("ironmans_bay") == "lannister"
    assert b.hand("lannister") == set(b.facts.card_ids["lannister"])


@rule("1E-EX-40")
def test_40_too_weak_for_the_eyrie():
    b = empty().units("the_mountains_of_the_moon", "baratheon", knight=1, footman=1)
    b.order("the_mountains_of_the_moon", "march+1").neutral("the_eyrie", 6)
    b.units("the_narrow_sea", "baratheon", ship=1).order("the_narrow_sea", "support").at("march")
    assert "area the_eyrie" not in b.legal()


@rule("1E-EX-41")
def test_41_two_marches_in_a_row():
    b = battle("stark", "moat_cailin", "footman", "greyjoy", "the_twins", "footman", "march-1")
    b.holding("winterfell", "stark", "knight", "march+0").at("march")
    b.do("area winterfell", "area moat_cailin", "count 1")
    while b.player != "stark":
        b.do("done")
    b.do("area the_twins", "count 1", "count 1")
    b.do("no") if b.phase == "MARCH_TOKEN" else None
    assert strengths(b)["total"] == (2, 1)


@rule("1E-EX-42")
def test_42_river():
    b = battle("stark", "moat_cailin", "footman", "greyjoy", "the_twins", "footman")
    b.holding("harrenhal", "baratheon", "knight", "support").attack()
    assert b.phase == "HOUSE_CARD"


@rule("1E-EX-45", "1E-EX-49")
def test_45_and_49_raven_and_stars():
    def raven(*orders, **options):
        b = empty(**options).set_track("kings_court", "lannister")
        for area, order in zip(
            ("lannisport", "riverrun", "harrenhal", "blackwater"), orders, strict=False
        ):
            b.units(area, "lannister", footman=1).order(area, order)
        return b.at("raven").do("choice a")

    two = ("raid*", "support+1", "defense+1")
    assert "order march+1" in raven(*two).do("area harrenhal").legal()
    three = ("raid*", "support+1", "march+1", "defense+1")
    assert "order defense+2" not in raven(*three).do("area blackwater").legal()
    assert "order defense+2" not in raven(*three).do("area harrenhal").legal()
    swapped = raven(*three, raven_special_swap="after_swap").do("area harrenhal")
    assert "order defense+2" in swapped.legal()


@rule("1E-EX-46")
@pytest.mark.parametrize(("support", "enough"), [(True, True), (False, False)])
def test_46_sunspear_on_foot(support, enough):
    b = empty().units("yronwood", "tyrell", knight=1, footman=1).order("yronwood", "march+1")
    b.units("summer_sea", "tyrell", ship=1).neutral("sunspear", 5)
    if support:
        b.order("summer_sea", "support")
    assert ("area sunspear" in b.at("march").legal()) == enough


@rule("1E-EX-47")
@pytest.mark.parametrize(
    ("units", "lowest", "left"),
    [
        ({"footman": 1, "knight": 1}, False, {"footman": 1}),
        ({"footman": 1, "knight": 1}, True, {}),
        ({"footman": 3, "knight": 1}, True, {"footman": 1}),  # nothing else is worth 4
        ({"knight": 3}, False, {"knight": 2}),
    ],
)
def test_47_paying_the_wildlings_exactly(units, lowest, left):
    b = empty().units("winterfell", "stark", **units)
    attack(
        b,
        12,
        stark=0 if lowest else 2,
        tyrell=0 if not lowest else 1,
        baratheon=1,
        lannister=1,
        greyjoy=1,
    )
    assert {
        u: b.count("winterfell", u) for u in ("footman", "knight") if b.count("winterfell", u)
    } == left


@rule("1E-EX-48")
def test_48_no_support_on_an_island():
    def kinds(b):
        return {order.split("+")[0].split("-")[0].rstrip("*") for order in b.legal_names("order")}

    b = empty().units("dragonstone", "baratheon", footman=1).at("planning", 1)
    assert kinds(b) == {"march", "raid", "defense", "consolidate"}

    b = empty().units("dragonstone", "baratheon", footman=1).order("dragonstone", "raid")
    b.set_track("kings_court", "baratheon").at("raven").do("choice a", "area dragonstone")
    assert kinds(b) == {"march", "raid", "defense", "consolidate"}


@rule("1E-EX-50")
def test_50_brienne_before_catelyn():
    b = battle("tyrell", "blackwater", "footman", "stark", "harrenhal", "footman")
    b.order("harrenhal", "defense+2").fight("brienne_of_tarth", "catelyn_stark")
    assert b.result() == ("tyrell", 0)
    assert b.do_until("MARCH_TO").pool("stark", "footman") == 9


@rule("1E-EX-52")
def test_52_robb_stark_and_a_supporting_knight():
    b = battle("stark", "winterfell", "2 knight", "greyjoy", "moat_cailin", "footman")
    b.holding("white_harbor", "stark", "knight", "support")
    b = support_all(b.attack(), white_harbor="attacker").reveal("robb_stark", "aeron_damphair")
    assert b.result() == ("stark", 10 - 2)


@rule("1E-EX-53")
def test_53_loras_against_vargo():
    b = battle("lannister", "blackwater", "2 footman", "tyrell", "the_reach", "knight")
    b.fight("vargo_hoat", "ser_loras_tyrell")
    assert b.result() == ("tyrell", 2)
    b.do_until("MARCH_TO")
    assert b.routed("blackwater") == {"footman": 1}


@rule("1E-EX-54")
def test_54_the_cheaper_retreat():
    b = battle("stark", "the_twins", "3 knight", "greyjoy", "moat_cailin", "2 footman")
    b.units("greywater_watch", "greyjoy", footman=1).units("flints_finger", "greyjoy", footman=3)
    b.units("seagard", "tyrell", footman=1).set_supply(greyjoy=1)
    b.fight("eddard_stark", "balon_greyjoy")
    assert b.legal() == {"area white_harbor"}


@rule("1E-EX-55")
def test_55_luwin_as_the_last_card():
    b = battle("stark", "winterfell", "3 knight", "greyjoy", "moat_cailin", "footman")
    b.set_hand("stark", "maester_luwin").fight("maester_luwin", "balon_greyjoy").do_until(
        "MARCH_TO"
    )
    assert b.value("hand")[b.seat("stark")] == ALL_CARDS


@rule("1E-EX-56")
@pytest.mark.parametrize("options", [{}, {"asha_orders": "opponent"}])
def test_56_asha_and_a_third_house(options):
    b = battle("greyjoy", "seagard", "3 knight", "lannister", "riverrun", "footman", **options)
    power = b.power("greyjoy")
    b.holding("harrenhal", "baratheon", "footman", "support")
    b.holding("crackclaw_point", "baratheon", "footman", "consolidate")
    support_all(b.attack()).reveal("asha_greyjoy", "vargo_hoat")
    if options:
        assert b.phase != "ASHA"
        return
    assert b.legal() == {"area harrenhal", "done"}
    b.do("area harrenhal")
    assert b.order_of("harrenhal") is None
    assert (b.power("greyjoy"), b.power("baratheon")) == (power, power)


@rule("1E-EX-58")
def test_58_winter_is_coming():
    for seed in range(60):
        b = board(seed=seed)
        westeros(b, "supply", "winter_is_coming", "wildlings_attack", threat=4)
        if b.value("revealed")[1] == 3:
            break
    assert b.phase == "BID"
    assert b.value("wild_strength") == 6


@rule("1E-EX-59")
def test_59_neutral_ships_and_mustering():
    b = empty(4).neutral("ironmans_bay", 2).units("riverrun", "lannister", footman=1)
    westeros(b, "mustering", "last_days_of_summer", "sea_of_storms")
    while (b.phase, b.asked) != ("MUSTER", "riverrun"):
        b.do("done")
    assert b.legal_names("area") == {"the_golden_sound"}


@rule("1E-EX-60")
def test_60_balon_against_vargo():
    b = battle("lannister", "riverrun", "2 footman", "greyjoy", "seagard", "footman")
    assert b.fight("vargo_hoat", "balon_greyjoy").result() == ("lannister", 4 - 1)


@rule("1E-EX-44")
@pytest.mark.parametrize(("power", "winner"), [(6, "stark"), (5, None)])
def test_44_final_tie(power, winner):
    b = empty(3).set_supply(stark=4, lannister=4, baratheon=2)
    free = [a.id for a in b.facts.board.areas if a.castle + a.stronghold and not a.home_of]
    for area in free[:4]:
        b.token(area, "lannister")
    for area in free[4:8]:
        b.token(area, "stark")
    b.set_power(stark=power, lannister=5).set(round_no=10).at("clean_up", 10)
    assert int(b.value("winner")) == (NONE if winner is None else b.seat(winner))


@rule("1E-EX-43")
def test_43_sudden_victory():
    b = empty(4)
    free = [a.id for a in b.facts.board.areas if a.castle + a.stronghold and not a.home_of]
    free.remove("harrenhal")
    for area in free[:5]:
        b.token(area, "tyrell")
    b.units("blackwater", "tyrell", footman=1).order("blackwater", "march+0")
    b.units("karhold", "stark", footman=1).order("karhold", "march+0")
    b.set_track("iron_throne", "tyrell").at("march", 6).do("area harrenhal", "count 1", "no")
    assert (b.winner, b.value("round_no")) == ("tyrell", 6)
    assert b.order_of("karhold") == "march+0"


@rule("1E-EX-51")
@pytest.mark.parametrize(("value", "totals"), [("opponent_side", (4, 2)), ("any", (4, 1))])
def test_51_salladhor_and_both_fleets(value, totals):
    b = battle(
        "lannister",
        "harrenhal",
        "knight",
        "baratheon",
        "crackclaw_point",
        "footman",
        salladhor_ships=value,
    )
    b.holding("blackwater_bay", "lannister", "2 ship", "support+1")
    b.holding("shipbreaker_bay", "baratheon", "ship", "support")
    b = support_all(b.attack(), blackwater_bay="attacker", shipbreaker_bay="defender")
    b.reveal("kevan_lannister", "salladhor_saan")
    assert b.result() == ("lannister", totals[0] - totals[1])


@rule("1E-EX-57")
def test_57_melisandre_takes_the_last_card():
    b = battle("baratheon", "kingswood", "3 knight", "lannister", "the_reach", "footman")
    b.set_hand("lannister", "vargo_hoat", "tywin_lannister").set_power(baratheon=1)
    b.fight("melisandre_of_asshai", "vargo_hoat").do("card tywin_lannister")
    assert (b.power("baratheon"), b.hand("lannister")) == (0, set())
    assert b.do_until("MARCH_TO").value("hand")[b.seat("lannister")] == ALL_CARDS
