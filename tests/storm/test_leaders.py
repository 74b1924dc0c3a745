"""Leaders and cells on the original board. Ledger section 15, option 4."""

import pytest

from got_env.westeros.games.game import shipped
from got_env.westeros.rules.vocabulary import NONE, Terrain
from got_env.westeros.words.briefing import briefing
from tests.rules.marks import rule
from tests.storm.table import STORM, board, empty

GAME = shipped("agot1e_storm")

HOMES = {
    "baratheon": "dragonstone",
    "greyjoy": "pyke",
    "lannister": "lannisport",
    "stark": "winterfell",
    "tyrell": "highgarden",
}


def total(b, side):
    """Strength of a side of the battle, as people are told."""
    return briefing(b.states, 0, 0)["combat"][side]["total"]


def placed(b):
    """Place of every Leader in the game."""
    return {name: b.where(name) for name in STORM.leader_words if b.where(name)}


@rule("ASOS-OPT4-01", "ASOS-OPT4-05", "ASOS-OPT4-12")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_both_leaders_start_face_up_in_the_home_area(players):
    b = board(players)
    expected = {
        leader.id: HOMES[leader.house]
        for leader in STORM.leaders.leaders
        if leader.house in b.houses
    }

    assert placed(b) == expected
    assert len(expected) == 2 * players
    assert not b.value("leader_down").any()
    assert not b.value("garrison").any()
    assert (b.value("ally_owner") == NONE).all()


@rule("ASOS-OPT4-02", "ASOS-OPT4-06")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_neutral_forces_are_stronger_with_leaders(players):
    with_leaders, without = board(players), board(players, leaders="off")
    changed = {
        area: (int(without.value("neutral")[i]), int(with_leaders.value("neutral")[i]))
        for i, area in enumerate(STORM.areas)
        if without.value("neutral")[i] != with_leaders.value("neutral")[i]
    }

    assert changed == {"the_eyrie": (6, 7), "kings_landing": (5, 6), "sunspear": (5, 6)}


@rule("ASOS-OPT4-02", "ASOS-OPT4-06")
@pytest.mark.parametrize("leaders", ["on", "off"])
def test_a_position_that_leaves_neutral_forces_out_has_those_of_the_set_up(leaders):
    stark = {"units": [{"house": "stark", "type": "footman"}]}
    position = {"game": "agot1e_storm", "players": 5, "areas": {"winterfell": stark}, "leaders": {}}
    position["options"] = {"leaders": leaders}
    if leaders == "off":
        del position["leaders"]
    states = GAME.positions.read(position, 1)

    forces = board(5, leaders=leaders).value("neutral")
    assert states["neutral"][0].tolist() == forces.tolist()
    written = GAME.positions.read(GAME.positions.write(states, 0), 1)
    assert written["neutral"][0].tolist() == forces.tolist()


@rule("ASOS-OPT4-07", "ASOS-OPT-02")
def test_leaders_without_tactics_cards():
    b = board(tactics="off")

    assert b.phase == "ORDER"
    assert len(placed(b)) == 10


@rule("ASOS-OPT-02")
def test_without_the_option_there_are_no_leaders():
    assert not placed(board(leaders="off"))


# --- on the march


@rule("ASOS-OPT4-08", "ASOS-LEAD-03")
def test_leaders_travel_by_ship_with_land_units():
    b = empty().units("winterfell", "stark", footman=2).leader("robb_stark", "winterfell")
    b.units("the_shivering_sea", "stark", ship=1).units("the_narrow_sea", "stark", ship=1)
    b.order("winterfell", "march+0").at("march")
    b.do("area the_fingers", "count 1", "yes")

    assert "done" in b.legal()
    b.do("done")
    assert b.where("robb_stark") == "the_fingers"


@rule("ASOS-OPT4-08", "ASOS-LEAD-04")
def test_a_leader_is_not_left_alone():
    b = empty().units("winterfell", "stark", footman=1).leader("robb_stark", "winterfell")
    b.order("winterfell", "march+0").at("march").do("area karhold")

    assert b.legal() >= {"count 1"}
    b.do("count 1")
    assert b.phase != "MARCH_LEADER" or b.legal() == {"yes"}


@rule("ASOS-OPT4-08")
def test_leaders_never_go_to_sea():
    b = board()
    for _ in range(600):
        if b.over:
            break
        b.do(sorted(b.legal())[len(b.legal()) // 2])
        at = [int(a) for a in b.value("leader_at") if a != NONE]
        assert all(b.rules["kind"][a] == Terrain.LAND for a in at)


@rule("ASOS-OPT4-08", "ASOS-LEAD-06", "ASOS-LEAD-09", "ASOS-LEAD-10", "ASOS-LEAD-16")
def test_a_raid_order_activates_a_leader_that_marches_over_ships():
    b = empty().units("winterfell", "stark", footman=2).leader("robb_stark", "winterfell")
    b.units("the_shivering_sea", "stark", ship=1)
    b.units("widows_watch", "greyjoy", footman=2)
    b.order("winterfell", "raid").mark().at("raid")
    assert b.phase == "ACTIVATE"
    b.do("leader robb_stark", "area widows_watch", "count 2")
    assert b.legal() == {"yes"}  # it must lead its own attack
    b.do("yes").skip("MARCH_TOKEN")

    assert b.phase == "HOUSE_CARD"
    assert total(b, "attacker") == 2 + 2


@rule("ASOS-OPT4-08", "ASOS-LEAD-04", "ASOS-LEAD-06")
@pytest.mark.parametrize(("ship", "reached"), [("stark", True), ("lannister", False)])
def test_a_leader_marches_alone_over_own_ships_to_own_units(ship, reached):
    b = empty().units("winterfell", "stark", footman=2).leader("robb_stark", "winterfell")
    b.units("the_shivering_sea", ship, ship=1).units("widows_watch", "stark", footman=1)
    b.order("winterfell", "raid").mark().at("raid")
    b.do("leader robb_stark")
    assert ("area widows_watch" in b.legal()) is reached

    if reached:
        b.do("area widows_watch", "count 0", "yes")
        if b.phase == "MARCH_TO":
            b.do("done")

        assert b.where("robb_stark") == "widows_watch"
        assert b.count("winterfell", "footman") == 2


@rule("ASOS-LEAD-02", "ASOS-NEUT-02", "ASOS-OPT4-02")
def test_leaders_count_against_neutral_forces():
    b = empty().units("the_mountains_of_the_moon", "stark", knight=3)
    b.leader("robb_stark", "the_mountains_of_the_moon")
    b.neutral("the_eyrie", 7).order("the_mountains_of_the_moon", "march+0").at("march")

    assert "area the_eyrie" in b.legal()
    b.do("area the_eyrie", "count 3")
    assert b.legal() == {"yes"}


# --- in battle


def beaten(**options):
    """Stark with Robb attacks Greyjoy with Theon in Moat Cailin and wins with two swords."""
    b = empty(**options).units("winterfell", "stark", knight=3).units("moat_cailin", "greyjoy")
    b.units("moat_cailin", "greyjoy", footman=2).leader("theon_greyjoy", "moat_cailin")
    b.units("greywater_watch", "greyjoy", footman=1)
    b.order("winterfell", "march+0").at("march").march("winterfell", "moat_cailin")
    b.skip("MARCH_TOKEN")
    b.set_hand("stark", "robb_stark", "bran_stark").set_hand(
        "greyjoy", "aeron_damphair", "theon_greyjoy"
    )
    return b


@rule("ASOS-OPT4-08", "ASOS-HOST-01", "ASOS-HOST-06")
def test_a_leader_is_taken_instead_of_a_casualty():
    b = beaten()
    b.fight("robb_stark", "aeron_damphair").skip("AERON", "BLADE")
    assert (b.phase, b.player) == ("TAKE_LEADER", "stark")
    b.do("leader theon_greyjoy")

    assert b.where("theon_greyjoy") == "cell of stark"


@rule("ASOS-OPT4-08", "ASOS-HOST-05")
def test_leaders_retreat_with_the_units():
    b = beaten()
    b.fight("robb_stark", "aeron_damphair").skip("AERON", "BLADE", "TAKE_LEADER")
    while b.phase in ("CASUALTY", "ROBB", "RETREAT"):
        legal = b.legal()
        b.do("area greywater_watch" if "area greywater_watch" in legal else sorted(legal)[0])

    assert b.where("theon_greyjoy") in ("greywater_watch", "cell of stark")
    if b.size("greywater_watch") > 1:
        assert b.where("theon_greyjoy") == "greywater_watch"


@rule("ASOS-OPT4-08", "ASOS-HOST-04")
def test_defeated_units_retreat_by_ship_with_their_leader():
    b = empty().units("lannisport", "lannister", knight=4).units("riverrun", "greyjoy", footman=2)
    b.leader("theon_greyjoy", "riverrun").units("ironmans_bay", "greyjoy", ship=1)
    b.units("flints_finger", "greyjoy", footman=1)
    b.order("lannisport", "march+0").at("march").march("lannisport", "riverrun")
    b.skip("MARCH_TOKEN").set_hand("lannister", "joffrey_lannister", "tywin_lannister")
    b.set_hand("greyjoy", "andrik_the_unsmiling", "theon_greyjoy")
    b.fight("joffrey_lannister", "andrik_the_unsmiling").skip("BLADE", "TAKE_LEADER")
    while b.phase == "CASUALTY":
        b.do("unit footman")

    assert b.phase == "RETREAT"
    b.do("area flints_finger")
    assert b.where("theon_greyjoy") == "flints_finger"


@rule("ASOS-OPT4-10", "ASOS-FREE-01")
def test_without_tactics_cards_no_battle_frees_a_hostage():
    b = beaten(tactics="off").prisoner("eddard_stark", "greyjoy")
    b.fight("robb_stark", "aeron_damphair")
    for _ in range(30):
        if not int(b.value("fight")):
            break
        assert b.phase != "FREE_HOSTAGE"
        b.do(sorted(b.legal())[-1])

    assert b.where("eddard_stark") == "cell of greyjoy"


@rule("ASOS-TC-12", "ASOS-TAC-21")
def test_secure_hostages_frees_one_after_a_won_attack():
    b = beaten().prisoner("eddard_stark", "greyjoy").tactic(stark="secure_hostages")
    b.fight("robb_stark", "aeron_damphair")
    for _ in range(30):
        if b.phase == "FREE_HOSTAGE":
            break
        b.do(sorted(b.legal())[-1])
    b.do("leader eddard_stark")

    assert b.where("eddard_stark") == "moat_cailin"


# --- negotiations and executions


@rule("ASOS-OPT4-09", "ASOS-NEG-05", "ASOS-OPT4-10")
def test_a_returned_leader_goes_to_a_city_or_stronghold():
    b = empty().units("winterfell", "stark", footman=1).units("karhold", "stark", footman=1)
    b.units("lannisport", "lannister", footman=1).units("stoney_sept", "lannister", footman=1)
    b.prisoner("robb_stark", "lannister").prisoner("tywin_lannister", "stark")
    b.set_power(stark=0, lannister=0).order("karhold", "consolidate").mark().at("consolidate")
    assert b.phase == "NEGOTIATE"
    b.do("seat lannister")
    while b.phase != "ANSWER":
        legal = b.legal()
        b.do("yes" if "yes" in legal else sorted(legal)[0])
    b.do("yes")

    assert b.where("robb_stark") == "karhold"
    assert b.where("tywin_lannister") == "lannisport"


@rule("ASOS-OPT2-05", "ASOS-OPT2-06", "ASOS-WEST-18", "ASOS-EXEC-02")
def test_swing_the_sword_executes():
    b = empty().prisoner("robb_stark", "lannister").units("winterfell", "stark", footman=1)
    b.set_westeros("supply", "dark_wings_dark_words", "punish_the_guilty").at("westeros")
    b.do("choice c", "choice b")  # nothing; then Swing the Sword
    assert (b.phase, b.player) == ("EXECUTE", "lannister")
    b.do("leader robb_stark")

    assert b.where("robb_stark") is None
    assert "robb_stark" not in b.hand("stark")


# --- wildlings


def attacked(**options):
    """Wildlings win; Stark is the lowest bidder and must lose all that it has, Robb with it."""
    b = empty(**options).set_power(**dict.fromkeys(board().houses, 1)).set_power(stark=0)
    b.units("winterfell", "stark", footman=1).leader("robb_stark", "winterfell")
    b.set_westeros("a_throne_of_blades", "dark_wings_dark_words", "wildlings_attack")
    b.set(threat=12)
    return b


def bid_all(b):
    """Answer all bids with all there is, and no choice card."""
    while b.phase in ("BID", "WESTEROS_CHOICE"):
        legal = b.legal()
        b.do("choice c" if "choice c" in legal else sorted(legal)[-1])
    return b


@rule("ASOS-OPT4-04", "ASOS-OPT4-11")
def test_a_leader_whose_last_companion_falls_to_wildlings_is_killed():
    b = bid_all(attacked(wildling_cards="off").at("westeros"))

    assert b.where("robb_stark") is None
    assert int(b.value("leader_seat")[b.slot("robb_stark")]) == NONE
    assert "robb_stark" not in b.hand("stark") | b.discards("stark")


@rule("ASOS-EX-44", "ASOS-OPT4-11")
@pytest.mark.parametrize("knights", [0, 1])
def test_wildlings_take_two_footmen_beside_tywin(knights):
    """They are worth two; the Knight that stays keeps him alive."""
    b = empty(wildling_cards="off").set_power(**dict.fromkeys(board().houses, 1))
    b.set_power(stark=0).leader("tywin_lannister", "lannisport")
    b.units("lannisport", "lannister", footman=2, knight=knights)
    b.set_westeros("a_throne_of_blades", "dark_wings_dark_words", "wildlings_attack")
    bid_all(b.set(threat=12).at("westeros"))
    while b.phase in ("LOSE_AREA", "LOSE_UNIT"):
        b.do("unit footman" if b.phase == "LOSE_UNIT" else "area lannisport")

    assert b.count("lannisport", "footman") == 0
    assert b.where("tywin_lannister") == ("lannisport" if knights else None)
    assert ("tywin_lannister" in b.hand("lannister")) == bool(knights)


@rule("ASOS-OPT4-04", "ASOS-OPT4-11")
def test_a_wildling_card_kills_it_too():
    b = attacked().set_wildlings("mammoth_riders").at("westeros")
    bid_all(b)

    assert b.where("robb_stark") is None
    assert "robb_stark" not in b.hand("stark")


@rule("ASOS-OPT4-11")
def test_the_owner_chooses_whether_a_leader_lives():
    b = attacked(wildling_cards="off").units("karhold", "stark", footman=4).at("westeros")
    bid_all(b)
    while b.player != "stark":
        b.do(sorted(b.legal())[0])
    assert b.phase == "LOSE_AREA"
    while b.phase == "LOSE_AREA":
        b.do("area karhold")

    assert b.where("robb_stark") == "winterfell"


# --- the goal


@rule("ASOS-OPT-03")
@pytest.mark.parametrize(("players", "seats"), [(3, 8), (4, 7), (5, 7)])
def test_cities_and_strongholds_win(players, seats):
    b = empty(players).units("winterfell", "stark", footman=1)
    castles = [a.id for a in STORM.board.areas if a.mustering_points and a.id != "winterfell"]
    own = [a for a in castles if a not in HOMES.values() and a != "moat_cailin"][: seats - 2]
    for area in own:
        b.token(area, "stark")
    b.order("winterfell", "march+0").at("march").do("area moat_cailin", "count 1")
    if b.phase == "MARCH_TOKEN":
        b.do("no")

    assert b.over
    assert b.winner == "stark"
