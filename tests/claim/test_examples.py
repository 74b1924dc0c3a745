"""Worked examples of the ledger of the Storm of Swords, with the numbers of their text."""

import pytest

from tests.claim.table import empty
from tests.claim.test_battles import lost, reveal, won
from tests.rules.marks import rule


def idle(b):
    """A march of Greyjoy comes last, so that the position stays as it is."""
    return b.units("bitterbridge", "greyjoy", footman=1).order("bitterbridge", "march-1")


@rule("ASOS-EX-04", "ASOS-NEG-03", "ASOS-NEG-04", "ASOS-NEG-06")
def test_04_eddard_for_balon_and_four_power():
    b = empty().prisoner("eddard_stark", "lannister").prisoner("balon_greyjoy", "stark")
    b.units("greywater_watch", "stark", footman=1).order("greywater_watch", "consolidate")
    for area in ("saltpans", "maidenpool"):
        b.units(area, "greyjoy", footman=1).order(area, "consolidate")
    b.set_power(stark=6, lannister=1).set_track("iron_throne", "stark").at("consolidate")
    assert b.power("stark") == 7
    b.do("seat lannister", "yes", "bid 4", "yes")

    assert b.phase == "CONSOLIDATE_FROM"
    assert (b.power("stark"), b.power("lannister")) == (3, 5)
    assert b.where("eddard_stark") == "greywater_watch"
    assert b.where("balon_greyjoy") == "cell of lannister"


@rule("ASOS-EX-05", "ASOS-HC-03", "ASOS-EXEC-02")
def test_05_six_cards_return_after_an_execution():
    b = reveal("swing_the_sword").prisoner("eddard_stark", "lannister")
    b.leader("robb_stark", "seagard").set_hand("stark", "jory_cassel").at("westeros")
    b.do("leader eddard_stark").units("pinkmaiden", "stark", footman=1).units(
        "the_trident", "lannister", footman=1
    )
    b.order("the_trident", "march+0").set(blade_used=1).at("march")
    b.march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("cersei_lannister", "jory_cassel").skip("CASUALTY")

    assert b.where("eddard_stark") is None
    assert b.hand("stark") == {
        "robb_stark", "smalljon_umber", "jory_cassel", "maege_mormont", "catelyn_stark",
        "bran_stark",
    }  # fmt: skip


@rule("ASOS-EX-09", "ASOS-HC-17", "ASOS-ALLI-10")
@pytest.mark.parametrize(("paid", "dead"), [("yes", 0), ("no", 1)])
def test_09_catelyn_with_arryn_support_has_a_fortification(paid, dead):
    b = empty().ally("arryn_military_support", "stark").set_power(stark=2)
    b.units("pinkmaiden", "stark", footman=2).units("the_trident", "lannister", knight=4)
    b.set(blade_used=1).order("the_trident", "march+0").at("march")
    b.march("the_trident", "pinkmaiden").skip("MARCH_TOKEN").do(paid)
    b.do("card joffrey_lannister", "card catelyn_stark")

    card = 1 + 2 + 2 if paid == "yes" else 1
    assert won(b) == ("lannister", (8 + 2) - (2 + card))
    assert lost(b, "stark") == dead


@rule("ASOS-EX-14", "ASOS-WX-04", "ASOS-WX-09", "ASOS-ALLI-18", "ASOS-ALLI-21")
@pytest.mark.parametrize(
    ("card", "marches", "supports"),
    [
        (None, False, False),
        ("mercenary_transport", True, True),
        ("frey_galleys", True, False),
    ],
)
def test_14_over_the_ford_in_a_storm(card, marches, supports):
    def kingswood():
        b = empty().storm().units("kingswood", "baratheon", footman=1)
        return b.ally(card, "baratheon") if card else b

    b = kingswood().order("kingswood", "march+0").at("march")
    assert ("kings_landing" in b.legal_names("area")) is marches

    b = kingswood().order("kingswood", "support").units("kings_landing", "lannister", footman=1)
    b.units("blackwater", "stark", footman=2).order("blackwater", "march+0").at("march")
    b.march("blackwater", "kings_landing").skip("MARCH_TOKEN")
    assert (b.phase, b.player) == (
        ("SUPPORT", "baratheon") if supports else ("HOUSE_CARD", "stark")
    )


def two_swords_on_robb(friends):
    """Lannister shows 2 swords, Stark no fortification; it has two Footmen and Robb."""
    b = idle(empty()).units("pinkmaiden", "stark", footman=2).leader("robb_stark", "pinkmaiden")
    if friends:
        b.units("stoney_sept", "stark", footman=1)
    b.units("the_trident", "lannister", knight=4).order("the_trident", "march+0")
    b.set(blade_used=1).at("march").march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("ser_gregor_clegane", "maege_mormont")
    assert b.legal() == {"leader robb_stark", "done"}
    return b


@rule("ASOS-EX-15", "ASOS-HOST-01", "ASOS-HOST-04", "ASOS-HOST-08")
def test_15_robb_or_a_second_footman():
    b = two_swords_on_robb(friends=False).do("done")
    assert lost(b, "stark") == 2
    assert b.where("robb_stark") == "cell of lannister"

    b = two_swords_on_robb(friends=True).do("done")
    assert lost(b, "stark") == 2
    assert b.where("robb_stark") == "stoney_sept"

    b = two_swords_on_robb(friends=True).do("leader robb_stark", "area deep_den")
    assert lost(b, "stark") == 1
    assert b.count("deep_den", "footman", routed=True) == 1
    assert b.where("robb_stark") == "cell of lannister"


@rule("ASOS-EX-16", "ASOS-HOST-03")
def test_16_a_fortification_saves_the_leader():
    b = idle(empty()).units("pinkmaiden", "stark", footman=1).leader("robb_stark", "pinkmaiden")
    b.units("the_trident", "lannister", knight=4).order("the_trident", "march+0")
    b.set(blade_used=1).at("march").march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("joffrey_lannister", "smalljon_umber")
    assert b.phase == "RETREAT"
    b.do("area deep_den")

    assert lost(b, "stark") == 0
    assert b.where("robb_stark") == "deep_den"


@rule("ASOS-EX-20", "ASOS-WIN-01", "ASOS-WIN-06")
def test_20_the_eighth_claim_comes_in_the_westeros_phase():
    b = reveal("claim_westeros", stark=1).tokens(*["stark"] * 5)
    b.units("the_twins", "stark", footman=1)
    b.set_track("iron_throne", "stark", "baratheon", "lannister", "greyjoy").at("westeros", 6)
    assert b.claim("stark") == 7
    b.do("bid 1", "bid 0", "bid 0", "bid 0", "seat greyjoy")

    assert b.over
    assert (b.winner, b.claim("stark"), int(b.value("round_no"))) == ("stark", 8, 6)


@rule("ASOS-EX-28", "ASOS-WIN-02", "ASOS-WIN-03")
def test_28_five_seats_against_four():
    b = empty().tokens("stark", "stark")
    for area in ("the_twins", "harrenhal", "riverrun"):
        b.units(area, "stark", footman=1)
    for area in ("kings_landing", "storms_end", "silverhall", "dragonstone"):
        b.units(area, "lannister", footman=1)
    b.at("clean_up", 10)

    assert (b.claim("stark"), b.claim("lannister")) == (6, 6)
    assert b.winner == "lannister"


@rule("ASOS-EX-31", "ASOS-LEAD-08", "ASOS-LEAD-16")
def test_31_robb_attacks_by_his_own_march():
    b = idle(empty()).units("pinkmaiden", "lannister", footman=2).order("pinkmaiden", "defense+1")
    b.units("the_trident", "stark", knight=2).leader("robb_stark", "the_trident")
    b.order("the_trident", "raid").set(blade_used=1).mark().at("raid").do("leader robb_stark")
    b.march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("jory_cassel", "joffrey_lannister")

    assert won(b) == ("stark", 8 - 5)
    assert lost(b, "lannister") == 2
    assert b.where("robb_stark") == "pinkmaiden"


@rule("ASOS-EX-32", "ASOS-ALLI-08", "ASOS-NEG-08")
def test_32_a_blocked_order_opens_a_negotiation():
    b = empty().ally("mercenary_army", "baratheon").prisoner("eddard_stark", "lannister")
    b.units("moat_cailin", "baratheon", footman=1, allied_footman=2)
    b.units("greywater_watch", "stark", footman=1).order("greywater_watch", "consolidate")
    b.set_power(stark=1).at("consolidate")

    assert (b.phase, b.player, b.power("stark")) == ("NEGOTIATE", "stark", 1)


@rule("ASOS-EX-34", "ASOS-NEG-05", "ASOS-NEG-17", "ASOS-DP-22")
def test_34_robb_comes_back_to_an_area_without_a_seat():
    b = empty().prisoner("robb_stark", "lannister").prisoner("ser_jaime_lannister", "stark")
    b.units("oldstones", "stark", footman=1).units("saltpans", "stark", footman=1)
    b.units("tumbleton", "lannister", footman=1).order("tumbleton", "consolidate")
    b.set_power(lannister=0).at("consolidate").do("seat stark", "yes", "bid 0", "yes")
    assert b.legal_names("area") == {"oldstones", "saltpans"}  # nobody stands in Winterfell
    b.do("area saltpans")

    assert b.where("robb_stark") == "saltpans"
    assert b.where("ser_jaime_lannister") == "tumbleton"


def out_of_kings_landing(guarded, power):
    """The only unit of Lannister marches from King's Landing to Blackwater."""
    b = idle(empty()).units("kings_landing", "lannister", footman=1)
    b.order("kings_landing", "march+0").set_power(lannister=power)
    if guarded:
        b.garrison("kings_landing", 6).home("kings_landing", "lannister")
    b.set_track("iron_throne", "lannister").at("march")
    return b.do("area blackwater", "count 1")


@rule("ASOS-EX-37", "ASOS-GARR-06", "ASOS-GARR-10", "ASOS-GARR-11")
def test_37_kings_landing_without_units():
    b = out_of_kings_landing(guarded=True, power=1)
    assert b.phase == "MARCH_TO"  # no token is needed
    assert b.claim("lannister") == 1 + 2
    b.set_power(lannister=0)
    b.set_westeros("last_days_of_summer", "game_of_thrones", "swing_the_sword").at("westeros")
    assert b.power("lannister") == 1 + 2  # Lannisport and King's Landing

    b = out_of_kings_landing(guarded=False, power=1).do("no")
    assert b.claim("lannister") == 1
    b = out_of_kings_landing(guarded=False, power=1).do("yes")
    assert b.claim("lannister") == 1 + 2


@rule("ASOS-EX-39", "ASOS-HC-13", "ASOS-HOST-09")
@pytest.mark.parametrize("taken", [False, True])
def test_39_ser_ilyns_casualty_in_spite_of_fortifications(taken):
    b = empty().units("the_trident", "lannister", knight=4).order("the_trident", "raid")
    b.leader("ser_jaime_lannister", "the_trident").units("pinkmaiden", "greyjoy", knight=1)
    b.leader("balon_greyjoy", "pinkmaiden").order("pinkmaiden", "defense+1")
    b.units("bitterbridge", "stark", footman=1).order("bitterbridge", "march-1")
    b.tactic(greyjoy="hold_territory").set(blade_used=1).mark().at("raid")
    b.do("leader ser_jaime_lannister").march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("ser_ilyn_payne", "theon_greyjoy")  # 1 sword of Jaime, 2 fortifications
    assert b.legal() == {"leader balon_greyjoy", "done"}
    b.do("leader balon_greyjoy" if taken else "done")

    assert lost(b, "greyjoy") == (0 if taken else 1)
    assert b.where("balon_greyjoy") == "cell of lannister"
    if taken:
        assert b.phase == "RETREAT"


@rule("ASOS-EX-40", "ASOS-CLAIM-08", "ASOS-WIN-01")
def test_40_a_home_given_back_wins_for_its_house():
    b = empty().units("dragonstone", "lannister", footman=1).order("dragonstone", "march+0")
    b.tokens("lannister", "lannister", "lannister", "lannister", "baratheon", "baratheon")
    b.units("winterfell", "lannister", footman=1).set_power(lannister=0)
    b.token("kings_landing", "baratheon")
    for area in ("the_twins", "harrenhal", "riverrun"):
        b.units(area, "baratheon", footman=1)
    b.at("march")
    assert (b.claim("lannister"), b.claim("baratheon")) == (7, 7)
    b.march("dragonstone", "storms_end")

    assert (b.claim("lannister"), b.claim("baratheon")) == (7, 8)
    assert b.winner == "baratheon"


@rule("ASOS-EX-46", "ASOS-WEST-04", "ASOS-WX-05")
def test_46_one_auction_and_no_execution():
    b = reveal("punish_the_guilty", baratheon=1).prisoner("robb_stark", "lannister")
    b.set_track("fiefdoms", "baratheon").set_track("iron_throne", "baratheon").at("westeros")
    b.do("choice a")
    assert int(b.value("weather")) == 1
    b.do("bid 1", "bid 0", "bid 0", "bid 0").skip("CLAIM_SOURCE")
    b.do(sorted(b.legal())[0])

    assert b.phase == "TACTIC"
    assert b.track_tokens() == ["baratheon"] + [None] * 5
    assert b.where("robb_stark") == "cell of lannister"
