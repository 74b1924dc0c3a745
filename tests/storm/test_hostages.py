"""Hostages on the original board: where freed and returned Leaders go, and who dies."""

import pytest

from tests.rules.marks import rule
from tests.storm.table import empty


def beat_at_sea(**more):
    """Stark takes the Narrow Sea from Greyjoy, which holds Eddard, with Secure Hostages."""
    b = empty().units("the_shivering_sea", "stark", ship=3)
    b.units("the_narrow_sea", "greyjoy", ship=1).units("pyke", "greyjoy", footman=1)
    for area, number in more.items():
        b.units(area, "stark", footman=number)
    b.prisoner("eddard_stark", "greyjoy").tactic(stark="secure_hostages")
    b.order("the_shivering_sea", "march+0").at("march")
    return b.march("the_shivering_sea", "the_narrow_sea")


def to_the_cell(b):
    """Fight on, declining what can be declined, until Stark is asked about hostages."""
    while b.phase != "FREE_HOSTAGE":
        legal = b.legal()
        b.do(next((t for t in ("done", "no", "side nobody") if t in legal), sorted(legal)[0]))
    return b


@rule("ASOS-OPT4-08", "ASOS-TAC-21", "ASOS-LEAD-24")
def test_a_leader_freed_by_a_battle_at_sea_goes_ashore():
    b = to_the_cell(beat_at_sea(winterfell=1)).do("leader eddard_stark")

    assert b.where("eddard_stark") == "winterfell"


@rule("ASOS-OPT4-08", "ASOS-TAC-21", "ASOS-LEAD-24")
def test_a_leader_freed_by_a_battle_at_sea_chooses_between_shores():
    b = to_the_cell(beat_at_sea(winterfell=1, karhold=1)).do("leader eddard_stark")

    assert (b.phase, b.player) == ("LEADER_AREA", "stark")
    assert b.legal() == {"area winterfell", "area karhold"}


@rule("ASOS-OPT4-08", "ASOS-LEAD-24")
def test_a_freed_leader_without_a_shore_waits_beside_the_board():
    b = to_the_cell(beat_at_sea()).do("leader eddard_stark")

    assert b.where("eddard_stark") is None
    assert int(b.value("leader_seat")[b.slot("eddard_stark")]) == b.seat("stark")


def bargain(**lannister):
    """Stark gets Robb back in Karhold and gives Tywin for him."""
    b = empty().units("karhold", "stark", footman=1)
    for area, units in lannister.items():
        b.units(area, "lannister", **units)
    b.prisoner("robb_stark", "lannister").prisoner("tywin_lannister", "stark")
    b.set_power(stark=0, lannister=0).order("karhold", "consolidate").mark().at("consolidate")
    b.do("seat lannister")
    while b.phase != "ANSWER":
        legal = b.legal()
        b.do("yes" if "yes" in legal else sorted(legal)[0])
    return b.do("yes")


@rule("ASOS-OPT4-08", "ASOS-NEG-05", "ASOS-NEG-17")
def test_a_returned_leader_does_not_go_to_sea():
    b = bargain(sunset_sea={"ship": 1}, stoney_sept={"footman": 1})

    assert b.where("tywin_lannister") == "stoney_sept"


@rule("ASOS-OPT4-08", "ASOS-NEG-17", "ASOS-LEAD-24")
def test_a_returned_leader_with_ships_alone_waits():
    b = bargain(sunset_sea={"ship": 1})

    assert b.where("tywin_lannister") is None
    assert b.where("robb_stark") == "karhold"


@rule("ASOS-TAC-22", "ASOS-HC-19")
@pytest.mark.parametrize("first", ["stark", "baratheon"])
def test_who_becomes_first_by_an_execution_has_the_token(first):
    """Stannis had taken it; whichever of the two is first after the exchange has it now."""
    b = empty().units("winterfell", "stark", footman=1).prisoner("renly_baratheon", "stark")
    second = "baratheon" if first == "stark" else "stark"
    b.set_track("iron_throne", first, second)
    b.set(throne=b.seat("baratheon" if first == "stark" else "lannister"))
    b.tactic(stark="secure_hostages")
    b.set_westeros("supply", "dark_wings_dark_words", "punish_the_guilty").at("westeros")
    b.do("choice c", "choice b")  # nothing; then Swing the Sword
    b.do("leader renly_baratheon", "track iron_throne")

    assert b.track("iron_throne")[0] == second
    assert int(b.value("throne")) == -1
