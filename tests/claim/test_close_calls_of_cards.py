"""Cards, Power and weather of the Storm of Swords in positions that small slips would spoil."""

import pytest

from got_env.westeros.rules.vocabulary import WesterosCard
from tests.claim.table import empty
from tests.claim.test_alliances import at_seagard, forge
from tests.claim.test_battles import reveal
from tests.rules.marks import rule


@rule("ASOS-ALLI-24", "ASOS-ALLI-12", "ASOS-DP-07")
@pytest.mark.parametrize(("power", "theft"), [(2, False), (3, True)])
def test_a_theft_needs_one_power(power, theft):
    b = at_seagard().ally("frey_galleys", "greyjoy")
    forge(b, "frey_plots", power=power)

    assert ("choice b" in b.legal()) is theft


@rule("ASOS-ALLI-24", "ASOS-DP-07")
def test_nobody_steals_from_oneself():
    b = at_seagard().ally("frey_galleys", "stark").ally("arryn_lookout", "greyjoy")
    forge(b, "frey_plots", power=3)

    assert b.legal() == {"choice a"}


@rule("ASOS-ALLI-07", "ASOS-AC-24")
@pytest.mark.parametrize(("allies", "gained"), [(1, 0), (0, 1)])
def test_a_mercenary_army_keeps_power_back_with_allied_units_alone(allies, gained):
    b = empty().ally("mercenary_army", "baratheon").units("duskendale", "baratheon", footman=1)
    b.units("saltpans", "baratheon", footman=1, allied_footman=1)
    if allies:
        b.units("duskendale", "baratheon", allied_footman=1)
    b.units("blackwater", "lannister", footman=1).order("blackwater", "consolidate")
    for area in ("seagard", "raventree"):
        b.units(area, "stark", footman=1).order(area, "consolidate")
    b.set_power(lannister=0).set_track("iron_throne", "lannister", "stark").at("consolidate")

    assert b.phase == "CONSOLIDATE_FROM"
    assert b.power("lannister") == gained


@rule("ASOS-ALLI-30", "ASOS-WEST-14")
def test_political_support_adds_nothing_to_bids_for_tracks():
    b = reveal("swing_the_sword", second="clash_of_kings")
    b.ally("arryn_political_support", "stark").set_track("iron_throne", "greyjoy").at("westeros")
    b.do("bid 0", "bid 0", "bid 0", "bid 0")

    assert (b.phase, b.player) == ("TIE", "greyjoy")
    assert b.legal_names("seat") == set(b.houses)


@rule("ASOS-TAC-32", "ASOS-WEST-05")
def test_hidden_schemes_bars_forge_alliances_for_one_turn():
    b = reveal("swing_the_sword").set(forge_barred=1).at("clean_up")
    b.do_until("TACTIC")

    assert "card forge_alliances" in b.legal()


@rule("ASOS-WX-02", "ASOS-WX-06")
@pytest.mark.parametrize(("deck", "spaces"), [(0, 0), (1, 0), (2, 1)])
def test_weather_icons_of_deck_three_alone_count(deck, spaces):
    b = reveal("swing_the_sword")
    b.states["deck"][0, deck, 0] = WesterosCard.RAINS_OF_AUTUMN
    b.at("westeros")

    assert int(b.value("weather")) == spaces
