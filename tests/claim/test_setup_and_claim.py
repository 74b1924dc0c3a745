"""Storm of Swords: set-up, turn sequence, claim, the board, weather."""

import numpy as np
import pytest

from got_env.westeros.rules.option_values import DoubleWin
from got_env.westeros.rules.vocabulary import NONE, Phase
from tests.claim.table import FACTS, HOUSES, Table, empty
from tests.rules.marks import rule

# --- set-up


@rule("ASOS-SET-01", "ASOS-SET-06", "ASOS-DIFF-02")
def test_four_houses_play():
    assert Table(4).houses == HOUSES


@rule("ASOS-SET-02", "ASOS-COMP-01")
def test_three_seats_start_with_neutral_forces():
    b = Table()
    forces = {area: int(b.value("neutral")[b.areas.index(area)]) for area in b.areas}
    seats = {"harrenhal": 6, "riverrun": 6, "silverhall": 5}

    assert {area: n for area, n in forces.items() if n} == seats


@rule("ASOS-SET-03", "ASOS-WX-01")
def test_the_first_turn_begins_in_fair_weather():
    b = Table()

    assert (b.value("round_no"), b.value("weather")) == (1, 0)
    assert b.rules["stormy"][:4].tolist() == [0, 0, 1, 1]


@rule("ASOS-SET-04", "ASOS-SET-05", "ASOS-COMP-02", "ASOS-COMP-06", "ASOS-COMP-07")
def test_decks_are_shuffled_separately():
    one, other = Table(seed=1), Table(seed=2)

    for name in ("deck", "ally_deck"):
        assert (one.value(name) != other.value(name)).any()
        for d, deck in enumerate(one.value(name)):
            assert sorted(deck.tolist()) == sorted(other.value(name)[d].tolist())
    assert one.value("ally_count").tolist() == [6, 5, 6, 6]


@rule("ASOS-SET-07", "ASOS-SET-08", "ASOS-SET-18", "ASOS-COMP-03", "ASOS-COMP-05")
def test_hands_are_seven_house_cards_and_seven_tactics_cards():
    b = Table()
    for house in HOUSES:
        assert len(b.hand(house)) == 7
        assert len(FACTS.tactics.decks[house]) == 7
        assert "support_allies" not in FACTS.tactics.decks[house]
    assert "eddard_stark" in b.hand("stark")


@rule("ASOS-SET-09", "ASOS-SET-10", "ASOS-SET-11", "ASOS-SET-12", "ASOS-LEAD-17")
def test_leaders_start_as_the_cards_say():
    b = Table()

    assert b.where("eddard_stark") == "cell of lannister"
    assert b.where("robb_stark") == "moat_cailin"
    assert b.where("black_walder") == "the_twins"
    assert b.where("littlefinger") is None
    assert b.holder("frey_leadership") == "stark"
    assert not b.value("leader_down").any()
    assert b.where("ser_loras_tyrell") is None


@rule("ASOS-SET-13", "ASOS-CLAIM-01", "ASOS-OQ-18")
def test_claim_at_the_start():
    b = Table()

    assert {house: b.claim(house) for house in HOUSES} == {
        "baratheon": 2,
        "greyjoy": 2,
        "lannister": 3,
        "stark": 2,
    }


@rule("ASOS-SET-14", "ASOS-SET-15", "ASOS-SET-16", "ASOS-COMP-08", "ASOS-OQ-15")
def test_supply_garrisons_and_tracks_at_the_start():
    b = Table()
    garrisons = {a: int(b.value("garrison")[i]) for i, a in enumerate(b.areas)}

    assert b.value("supply")[:4].tolist() == [2] * 4
    assert {a: n for a, n in garrisons.items() if n} == {
        "dragonstone": 2,
        "pyke": 2,
        "lannisport": 2,
        "winterfell": 2,
        "kings_landing": 6,
    }
    assert b.track("fiefdoms")[0] == "greyjoy"
    assert b.track("iron_throne") == ["baratheon", "lannister", "stark", "greyjoy"]
    assert b.count("kings_landing", "footman") == 1


@rule("ASOS-SET-17", "ASOS-PERM-01")
def test_the_leadership_card_of_the_start_counts_for_an_alliance():
    b = empty().ally("frey_leadership", "stark").ally("frey_army", "stark")
    b.units("moat_cailin", "stark", footman=1).top("frey_galleys").tactic(stark="forge_alliances")
    b.set_power(stark=2).at("tactics").do("deck frey")

    assert b.value("permanent").tolist() == [NONE, b.seat("stark"), NONE, NONE]


# --- the turn


@rule("ASOS-TURN-01", "ASOS-TURN-02", "ASOS-TURN-03", "ASOS-TURN-04", "ASOS-DIFF-06")
def test_the_order_of_a_turn():
    graph = FACTS.edition.round_graph
    phase, order = graph[Phase.ROUND], []
    while phase is not Phase.ROUND:
        order.append(phase.name)
        phase = graph[phase]

    assert order == [
        "WESTEROS",
        "ALLIANCE_STEP",
        "PLANNING",
        "RAVEN_STEP",
        "TACTICS_STEP",
        "RAID_STEP",
        "MARCH_STEP",
        "CONSOLIDATE_STEP",
        "STAND_UP_STEP",
        "OBJECTIVE_STEP",
        "CLEAN_UP",
    ]
    assert Table().phase == "TACTIC"  # no Westeros phase in the first turn


@rule("ASOS-TURN-05", "ASOS-DIFF-05")
def test_units_stand_up_after_consolidating():
    b = empty().units("oldstones", "stark", routed=True, footman=1)
    b.units("seagard", "greyjoy", footman=2).units("duskendale", "baratheon", footman=1)
    b.order("seagard", "consolidate").order("duskendale", "consolidate")
    b.units("saltpans", "stark", footman=1).order("saltpans", "march+0").at("march")
    assert b.count("oldstones", "footman", routed=True) == 1
    b.do("done")

    assert b.count("oldstones", "footman") == 1


@rule("ASOS-TURN-07", "ASOS-TURN-08", "ASOS-DP-45", "ASOS-PROT-10")
def test_consolidate_power_goes_round_one_order_a_visit():
    b = empty().set_power(stark=0, greyjoy=0).set_track("iron_throne", "stark", "greyjoy")
    for area in ("oldstones", "saltpans"):
        b.units(area, "stark", footman=1).order(area, "consolidate")
    b.units("seagard", "greyjoy", footman=1).order("seagard", "consolidate").at("consolidate")

    assert (b.player, b.legal_names("area")) == ("stark", {"oldstones", "saltpans"})
    b.do("area saltpans")
    assert (b.power("stark"), b.power("greyjoy")) == (2, 2)


# --- claim


@rule("ASOS-CLAIM-02", "ASOS-CLAIM-03", "ASOS-CLAIM-05", "ASOS-OQ-01", "ASOS-OQ-13")
def test_claim_follows_control():
    b = empty().units("blackwater", "lannister", footman=1).units("roseroad", "stark", footman=1)
    b.token("kings_landing", "baratheon").order("blackwater", "march+0").at("march")
    before = b.claim("baratheon"), b.claim("lannister")
    b.march("blackwater", "kings_landing").skip("MARCH_TOKEN")

    assert before == (3, 1)  # Dragonstone and Lannisport are homes
    assert (b.claim("baratheon"), b.claim("lannister")) == (1, 3)
    assert b.rules["claim"][b.areas.index("seagard")] == 0


@rule("ASOS-CLAIM-04", "ASOS-NEUT-01", "ASOS-NEUT-03")
def test_a_beaten_neutral_force_leaves_its_claim():
    b = empty().neutral("harrenhal", 6).units("blackwater", "lannister", knight=3)
    b.units("roseroad", "stark", footman=1).order("blackwater", "march+0").at("march")
    b.march("blackwater", "harrenhal").skip("MARCH_TOKEN")

    assert b.owner("harrenhal") == "lannister"
    assert b.claim("lannister") == 2
    assert not any(row[0] == 19 for row in b.value("journal").tolist())  # no battle


@rule("ASOS-CLAIM-07", "ASOS-CLAIM-08")
def test_a_seat_left_empty_is_nobodys_or_falls_back_to_its_house():
    b = empty().units("storms_end", "lannister", footman=1).units("pyke", "stark", footman=1)
    b.order("storms_end", "march+0").order("pyke", "march-1").set_power(lannister=0, stark=0)
    b.set_track("iron_throne", "stark", "lannister").at("march")
    assert (b.claim("lannister"), b.claim("greyjoy"), b.claim("stark")) == (2, 0, 3)
    b.march("pyke", "the_crag")
    assert b.claim("greyjoy") == 2
    b.march("storms_end", "kingswood")

    assert b.claim("lannister") == 1


@rule("ASOS-CLAIM-06", "ASOS-TRACK-01", "ASOS-TRACK-02", "ASOS-TRACK-04", "ASOS-TRACK-06")
@rule("ASOS-DP-10", "ASOS-DP-27", "ASOS-PROT-09")
def test_claim_tokens_go_to_the_highest_free_space():
    b = claim_gain(empty().tokens("lannister", "stark"), "stark", power=1)
    assert b.phase == "CLAIM_SOURCE"
    b.do("yes")

    assert b.track_tokens() == ["lannister", "stark", "stark", None, None, None]
    assert b.power("stark") == 0
    assert b.value("tokens_out")[b.seat("stark")] == 2


def claim_gain(b, house, power=0):
    """The house is about to gain one claim by an objective."""
    area = {"stark": "riverrun", "lannister": "harrenhal", "greyjoy": "the_twins"}[house]
    card = {"stark": "winter_is_coming", "lannister": "hear_me_roar", "greyjoy": "we_do_not_sow"}
    others = dict.fromkeys(HOUSES, 5)
    b.set_power(**others).set_power(**{house: power})
    return b.units(area, house, footman=1).tactic(**{house: card[house]}).at("objectives")


@rule("ASOS-TRACK-03", "ASOS-EX-01", "ASOS-DP-27")
def test_a_full_track_pushes_the_oldest_token_out():
    b = empty().tokens("lannister", "lannister", "stark", "baratheon", "stark", "baratheon")
    claim_gain(b, "greyjoy")

    assert b.track_tokens() == ["lannister", "stark", "baratheon", "stark", "baratheon", "greyjoy"]
    assert b.value("tokens_out")[b.seat("lannister")] == 1


@rule("ASOS-TRACK-07", "ASOS-EX-41", "ASOS-OQ-09")
def test_a_token_just_pushed_out_can_be_the_one_placed():
    b = empty().tokens("greyjoy", "stark", "stark", "baratheon", "stark", "baratheon")
    for area in [a for a in b.areas if not b.rules["claim"][b.areas.index(a)]][:19]:
        b.token(area, "greyjoy")
    assert b.value("tokens_out")[b.seat("greyjoy")] == 20
    claim_gain(b, "greyjoy")

    assert b.track_tokens() == ["stark", "stark", "baratheon", "stark", "baratheon", "greyjoy"]


@rule("ASOS-OQ-09")
def test_no_token_no_claim():
    b = empty()
    for area in [a for a in b.areas if not b.rules["claim"][b.areas.index(a)]][:20]:
        b.token(area, "greyjoy")
    claim_gain(b, "greyjoy")

    assert b.track_tokens() == [None] * 6


@rule("ASOS-WIN-01", "ASOS-WIN-04", "ASOS-WIN-06")
def test_eight_claim_win_at_once():
    b = empty().tokens(*["stark"] * 5).units("the_twins", "stark", footman=1)
    claim_gain(b, "stark")

    assert b.over
    assert b.winner == "stark"
    assert b.value("won_by_castles") == 1


@rule("ASOS-WIN-01", "ASOS-3P-08")
def test_another_number_of_claim_can_win():
    b = empty(claim_to_win="9").tokens(*["stark"] * 5)

    assert not claim_gain(b, "stark").over


@rule("ASOS-WIN-02", "ASOS-WIN-03", "ASOS-DIFF-01", "ASOS-DIFF-10")
def test_after_ten_turns_the_most_claim_wins_then_the_most_seats():
    b = empty().tokens("stark", "stark", "lannister").units("the_twins", "stark", footman=1)
    b.units("kings_landing", "greyjoy", footman=1).units("storms_end", "lannister", footman=1)
    b.units("harrenhal", "lannister", footman=1).at("clean_up", 10)

    assert b.claim("stark") == b.claim("lannister") == b.claim("greyjoy") == 4
    assert b.winner == "lannister"


@rule("ASOS-WIN-03")
def test_ties_go_to_supply_then_power_then_nobody():
    for change, winner in (
        ({"supply": {"stark": 5}}, "lannister"),
        ({"power": {"stark": 4, "lannister": 5}}, "lannister"),
        ({}, None),
    ):
        b = empty().tokens("stark", "lannister").set_power(**dict.fromkeys(HOUSES, 4))
        b.set_supply(greyjoy=0).set_supply(**change.get("supply", {})).set_power(
            **change.get("power", {})
        )
        b.at("clean_up", 10)
        if winner is None:
            assert int(b.value("winner")) == NONE
        else:
            assert b.winner == winner


def both_win(**options):
    """Lannister leaves Baratheon's home over the arrow for an empty King's Landing: 8 each."""
    b = empty(**options).units("dragonstone", "lannister", footman=1)
    b.ally("mercenary_transport", "lannister")
    b.tokens("lannister", "lannister", "lannister", "lannister", "baratheon", "baratheon")
    b.units("storms_end", "baratheon", footman=1).units("the_twins", "baratheon", footman=1)
    b.units("harrenhal", "baratheon", footman=1).units("riverrun", "baratheon", footman=1)
    b.units("silverhall", "baratheon", footman=1).set_power(lannister=0)
    b.units("winterfell", "lannister", footman=1)
    b.order("dragonstone", "march+0").at("march")
    return b.march("dragonstone", "kings_landing")


@rule("ASOS-WIN-05", "ASOS-EX-40", "ASOS-OQ-12", "ASOS-AC-30")
def test_two_at_eight_claim_are_told_apart_by_the_final_order():
    b = both_win()
    assert b.claim("lannister") == b.claim("baratheon") == 8
    assert b.winner == "baratheon"  # more Cities and Strongholds

    b = both_win(double_win=DoubleWin.ACTIVE_PLAYER.name.lower())
    assert b.winner == "lannister"


# --- the board


@rule("ASOS-BOARD-01", "ASOS-BOARD-02", "ASOS-BOARD-03", "ASOS-DIFF-03")
def test_the_board_is_land_alone():
    b = Table()

    assert {b.kind(area) for area in b.areas} == {"land"}
    assert len(b.areas) == 40
    assert b.rules["muster_cost"][3] > 9  # no Ships
    coasts = {area.coast for area in FACTS.board.areas}
    assert coasts == {None, "west_sea", "east_sea"}


@rule("ASOS-BOARD-04", "ASOS-BOARD-07", "ASOS-ALLI-29")
def test_a_river_without_a_way_across_is_no_border():
    b = empty().units("oldstones", "stark", footman=1).order("oldstones", "march+0").at("march")

    assert "kingsroad" not in b.legal_names("area")
    assert "the_twins" in b.legal_names("area")


@rule("ASOS-BOARD-05", "ASOS-GARR-10")
def test_a_seat_counts_its_own_icons():
    b = empty().set_power(lannister=0).units("kings_landing", "lannister", footman=1)
    b.order("kings_landing", "consolidate").units("seagard", "stark", footman=1)
    b.order("seagard", "consolidate").at("consolidate")

    assert b.power("lannister") == 3


@rule("ASOS-BOARD-06")
def test_homes_stay_controlled_without_units():
    b = empty()

    assert [b.claim(house) for house in HOUSES] == [1, 2, 1, 1]


@rule("ASOS-TOWN-01", "ASOS-TOWN-02", "ASOS-WEST-15", "ASOS-DP-44", "ASOS-DP-26")
def test_towns_muster_one_footman_and_nothing_else():
    b = empty().units("seagard", "stark", footman=1).units("the_twins", "stark", footman=1)
    b.set_westeros("mustering", "last_days_of_summer", "feast_for_crows").at("westeros")
    asked = {}
    while b.phase in ("MUSTER", "MUSTER_UPGRADE"):
        if b.player == "stark":
            asked[(b.phase, b.asked)] = b.legal()
        b.do("done")

    assert asked[("MUSTER", "seagard")] == {"unit footman", "done"}
    assert ("MUSTER_UPGRADE", "seagard") not in asked
    assert ("MUSTER_UPGRADE", "the_twins") in asked
    assert "unit knight" in asked[("MUSTER", "winterfell")]


@rule("ASOS-COK-05", "ASOS-SET-01")
def test_nothing_of_a_clash_of_kings_is_on_this_board():
    assert "martell" not in FACTS.houses
    assert not any(Table().kind(area) == "port" for area in FACTS.areas)
    assert all(card.id != "doran_martell" for hand in FACTS.cards.houses.values() for card in hand)


@rule("ASOS-COK-06", "ASOS-PROT-19")
@pytest.mark.parametrize(
    "name", ["fortifications", "siege_engines", "one_use_orders", "leader_march_timing"]
)
def test_what_is_not_built_is_refused_by_name(name):
    with pytest.raises(ValueError, match=f"unknown option '{name}'"):
        Table(**{name: "any_visit"})


@rule("ASOS-ARROW-01", "ASOS-ARROW-03", "ASOS-ARROW-06")
def test_arrows_are_marched_along():
    b = empty().units("pyke", "greyjoy", footman=1).order("pyke", "march+0").at("march")

    assert b.legal_names("area") == {"cape_of_eagles", "the_crag", "flints_finger"}


@rule("ASOS-ARROW-04")
def test_house_arrows_serve_their_house_alone():
    b = empty().units("pyke", "stark", footman=1).order("pyke", "march+0").at("march")
    assert b.legal_names("area") == {"cape_of_eagles", "the_crag"}

    b = empty().units("dragonstone", "baratheon", footman=1).order("dragonstone", "march+0")
    assert "kings_landing" in b.at("march").legal_names("area")


@rule("ASOS-ARROW-02", "ASOS-ARROW-05")
def test_no_raid_and_no_support_along_an_arrow():
    b = empty().units("pyke", "greyjoy", footman=1).order("pyke", "raid")
    b.units("the_crag", "stark", footman=1).order("the_crag", "support").at("raid")
    assert b.legal() == {"done"}

    b = empty().units("pyke", "greyjoy", footman=1).order("pyke", "support")
    b.units("the_crag", "stark", footman=1).units("lannisport", "lannister", footman=2)
    b.order("lannisport", "march+0").at("march").march("lannisport", "the_crag")
    assert b.skip("MARCH_TOKEN").phase == "HOUSE_CARD"


@rule("ASOS-ARROW-07", "ASOS-GARR-08")
def test_a_defender_may_retreat_along_an_arrow():
    b = empty().units("the_crag", "greyjoy", footman=1).units("lannisport", "lannister", knight=3)
    b.order("lannisport", "march+1").at("march").march("lannisport", "the_crag")
    b.skip("MARCH_TOKEN").fight("tywin_lannister", "theon_greyjoy").skip("BLADE")

    assert b.phase == "RETREAT"
    assert "pyke" in b.legal_names("area")
    assert "lannisport" not in b.legal_names("area")


# --- weather and fords


@rule("ASOS-WX-03", "ASOS-WX-04", "ASOS-DIFF-04")
@pytest.mark.parametrize("stormy", [False, True])
def test_fords_are_open_in_fair_weather_alone(stormy):
    b = empty().storm(stormy).units("kingsroad", "stark", footman=1).order("kingsroad", "march+0")
    assert ("the_trident" in b.at("march").legal_names("area")) is not stormy

    b = empty().storm(stormy).units("kingsroad", "stark", footman=1).order("kingsroad", "raid")
    b.units("the_trident", "lannister", footman=1).order("the_trident", "support").at("raid")
    assert ("area the_trident" in b.legal()) is not stormy


@rule("ASOS-WX-02", "ASOS-WX-05", "ASOS-WX-06", "ASOS-WX-07", "ASOS-WX-08", "ASOS-EX-22")
def test_icons_of_deck_three_move_the_weather():
    b = empty().units("seagard", "stark", footman=1)
    seen = []
    for card in ("rains_of_autumn", "feast_for_crows", "swing_the_sword", "storm_of_swords"):
        b.states["deck_pos"] = 0
        b.set_westeros("last_days_of_summer", "last_days_of_summer", card).at("westeros")
        seen.append(int(b.value("weather")))

    assert seen == [1, 2, 2, 3]


@rule("ASOS-WX-09", "ASOS-ALLI-21", "ASOS-AC-29")
def test_transport_opens_fords_for_its_holder_alone():
    b = empty().storm().ally("mercenary_transport", "baratheon")
    b.units("kingswood", "baratheon", footman=1).order("kingswood", "march+0")
    b.units("kings_landing", "lannister", footman=1).order("kings_landing", "march-1")
    b.set_track("iron_throne", "baratheon", "lannister").at("march")
    assert "kings_landing" in b.legal_names("area")
    b.do("done")

    assert "kingswood" not in b.legal_names("area")


@rule("ASOS-ALLI-18", "ASOS-AC-14")
def test_galleys_cross_closed_fords_to_march_and_not_to_support():
    b = empty().storm().ally("frey_galleys", "baratheon")
    b.units("kingswood", "baratheon", footman=1).order("kingswood", "march+0").at("march")
    assert "kings_landing" in b.legal_names("area")

    b = empty().storm().ally("frey_galleys", "baratheon").units("kingswood", "baratheon", footman=1)
    b.order("kingswood", "support").units("kings_landing", "lannister", footman=1)
    b.units("blackwater", "stark", footman=2).order("blackwater", "march+0").at("march")
    assert b.march("blackwater", "kings_landing").skip("MARCH_TOKEN").phase == "HOUSE_CARD"


@rule("ASOS-WX-04")
def test_a_closed_ford_lets_nobody_through():
    b = empty().storm().units("kingswood", "baratheon", footman=1)
    b.order("kingswood", "march+0").at("march")

    assert "kings_landing" not in b.legal_names("area")


# --- three players


@rule("ASOS-3P-01", "ASOS-3P-02", "ASOS-3P-03", "ASOS-3P-04", "ASOS-3P-05", "ASOS-EX-25")
@rule("ASOS-3P-07")
def test_greyjoy_is_neutral_with_three_players():
    b = Table(3)
    neutral = {a: int(b.value("neutral")[i]) for i, a in enumerate(b.areas)}

    assert b.houses == ("baratheon", "lannister", "stark")
    assert (neutral["cape_of_eagles"], neutral["pyke"], neutral["flints_finger"]) == (4, 99, 99)
    assert b.track("fiefdoms")[0] == "stark"
    assert b.where("balon_greyjoy") is None
    assert b.value("leader_seat")[b.slot("balon_greyjoy")] == NONE
    assert b.rules["stars"][:3].tolist() == [3, 2, 1]


@rule("ASOS-3P-03", "ASOS-3P-06")
def test_closed_areas_are_not_entered():
    b = empty(3).neutral("flints_finger", 99).units("greywater_watch", "stark", knight=4)
    b.order("greywater_watch", "march+1").at("march")

    assert "flints_finger" not in b.legal_names("area")


def test_a_game_of_three_starts_with_the_units_of_three():
    states = Table(3).states

    assert set(np.unique(states["owner"][0])) <= {NONE, 0, 1, 2}
