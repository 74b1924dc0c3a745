"""Storm of Swords: Leaders, hostages, negotiations, executions."""

import pytest

from got_env.westeros.rules.vocabulary import NONE
from tests.claim.table import empty
from tests.rules.marks import rule


def down(b, leader):
    """True if a Leader lies face down."""
    return bool(b.value("leader_down")[b.slot(leader)])


def waiting(b):
    """A house with a march comes last, so that the position stays as it is."""
    return b.units("bitterbridge", "greyjoy", footman=1).order("bitterbridge", "march-1")


# --- activation


@rule("ASOS-LEAD-06", "ASOS-LEAD-10", "ASOS-LEAD-15", "ASOS-EX-03", "ASOS-DP-11", "ASOS-DIFF-07")
@rule("ASOS-LEAD-03", "ASOS-LEAD-04", "ASOS-LEAD-21")
def test_a_raid_order_activates_a_leader_who_marches_before_all_marches():
    b = waiting(empty()).units("tumbleton", "lannister", footman=2)
    b.leader("ser_jaime_lannister", "tumbleton").order("tumbleton", "raid").mark().at("raid")
    assert (b.phase, b.asked) == ("ACTIVATE", "tumbleton")
    b.do("leader ser_jaime_lannister")
    assert down(b, "ser_jaime_lannister")
    b.do("area roseroad", "count 1", "yes", "done")

    assert b.where("ser_jaime_lannister") == "roseroad"
    assert (b.size("tumbleton"), b.size("roseroad")) == (1, 1)
    assert b.order_of("tumbleton") is None
    assert not down(b, "ser_jaime_lannister")
    assert b.phase == "MARCH_TO"


@rule("ASOS-LEAD-06")
def test_an_activation_order_may_be_resolved_as_what_it_is():
    b = waiting(empty()).units("tumbleton", "lannister", footman=1)
    b.leader("ser_jaime_lannister", "tumbleton").order("tumbleton", "raid").mark().at("raid")

    assert b.do("no").phase == "RAID_TARGET"


@rule("ASOS-LEAD-07", "ASOS-EX-30", "ASOS-TURN-08", "ASOS-NEG-08")
def test_power_icons_pay_at_once_and_the_order_does_not():
    b = empty().units("blackwater", "lannister", footman=1).set_power(lannister=0)
    b.prisoner("ser_jaime_lannister", "stark")
    b.leader("tywin_lannister", "blackwater").order("blackwater", "consolidate").mark()
    b.at("consolidate").do("leader tywin_lannister")
    assert (b.phase, b.power("lannister")) == ("MARCH_TO", 2)
    b.do("done")

    assert b.power("lannister") == 2
    assert b.phase != "NEGOTIATE"


@rule("ASOS-EX-35", "ASOS-OQ-04", "ASOS-DP-12", "ASOS-DP-32", "ASOS-LEAD-09", "ASOS-OQ-03")
def test_a_leaders_march_may_be_declined():
    b = waiting(empty()).units("moat_cailin", "stark", footman=1).set_power(stark=0)
    b.leader("robb_stark", "moat_cailin").order("moat_cailin", "raid").mark().at("raid")
    b.do("leader robb_stark", "done")

    assert not down(b, "robb_stark")
    assert b.order_of("moat_cailin") is None
    assert b.power("stark") == 0


@rule("ASOS-LEAD-18", "ASOS-EX-36")
@pytest.mark.parametrize(
    ("value", "phase"), [("at_planning", "RAID_TARGET"), ("at_resolution", "ACTIVATE")]
)
def test_the_leader_must_have_been_there_when_orders_were_fixed(value, phase):
    b = waiting(empty(activation_marking=value)).units("roseroad", "lannister", footman=1)
    b.units("tumbleton", "lannister", footman=1).leader("ser_jaime_lannister", "tumbleton")
    b.order("roseroad", "raid").tactic(lannister="manage_troops").at("tactics")
    b.do("area tumbleton", "area roseroad", "count 1", "yes").skip("MARCH_TOKEN")

    assert (b.phase, b.asked) == (phase, "roseroad")


@rule("ASOS-LEAD-19")
def test_one_order_activates_one_leader():
    b = waiting(empty()).units("tumbleton", "lannister", footman=1)
    b.leader("ser_jaime_lannister", "tumbleton").leader("thoros_of_myr", "tumbleton", "lannister")
    b.order("tumbleton", "raid").mark().at("raid")
    assert b.legal() == {"leader ser_jaime_lannister", "leader thoros_of_myr", "no"}
    b.do("leader thoros_of_myr")

    assert down(b, "thoros_of_myr")
    assert not down(b, "ser_jaime_lannister")


@rule("ASOS-LEAD-23", "ASOS-OQ-05")
def test_icons_are_of_orders_that_have_a_step():
    b = empty()

    assert set(b.rules["leader_icon"][:12].tolist()) <= {0, 7, 9}


@rule("ASOS-LEAD-06")
def test_a_march_order_of_any_kind_activates_black_walder():
    for order in ("march-1", "march+0", "march+1"):
        b = waiting(empty()).units("the_twins", "stark", footman=1).set_power(stark=0)
        b.leader("black_walder", "the_twins", "stark").order("the_twins", order).mark()
        b.set_track("iron_throne", "stark").at("march").do("leader black_walder")
        assert (b.phase, b.power("stark")) == ("MARCH_TO", 1)


# --- marching


@rule("ASOS-LEAD-11", "ASOS-LEAD-14", "ASOS-DP-13")
def test_on_its_own_march_a_leader_may_stay_or_go_alone_to_own_units():
    b = waiting(empty()).units("tumbleton", "lannister", footman=2)
    b.units("roseroad", "lannister", footman=1).leader("ser_jaime_lannister", "tumbleton")
    b.order("tumbleton", "raid").mark().at("raid").do("leader ser_jaime_lannister")
    b.do("area roseroad")
    assert b.legal() == {"count 0", "count 1", "count 2"}
    b.do("count 0")
    assert b.legal() == {"yes"}
    b.do("yes", "done")
    assert b.where("ser_jaime_lannister") == "roseroad"

    b = waiting(empty()).units("tumbleton", "lannister", footman=2)
    b.leader("ser_jaime_lannister", "tumbleton").order("tumbleton", "raid").mark().at("raid")
    b.do("leader ser_jaime_lannister", "area roseroad")
    assert "count 0" not in b.legal()
    b.do("count 1", "no", "done")
    assert b.where("ser_jaime_lannister") == "tumbleton"


@rule("ASOS-LEAD-12")
def test_the_leader_goes_with_the_attack_of_its_own_march():
    b = waiting(empty()).units("tumbleton", "lannister", footman=2)
    b.units("roseroad", "stark", footman=1).leader("ser_jaime_lannister", "tumbleton")
    b.order("tumbleton", "raid").mark().at("raid").do("leader ser_jaime_lannister")
    b.do("area roseroad", "count 1")

    assert b.legal() == {"yes"}


@rule("ASOS-LEAD-13", "ASOS-LEAD-20")
def test_a_march_order_does_not_bind_leaders_to_the_attack():
    b = empty().units("tumbleton", "lannister", footman=2).units("roseroad", "stark", footman=1)
    b.leader("ser_jaime_lannister", "tumbleton").order("tumbleton", "march+0").at("march")
    b.do("area roseroad", "count 1")

    assert b.legal() == {"yes", "no"}


@rule("ASOS-LEAD-04", "ASOS-LEAD-21", "ASOS-GARR-07")
def test_a_leader_does_not_stay_without_a_unit():
    b = waiting(empty()).units("lannisport", "lannister", footman=1).garrison("lannisport", 2)
    b.leader("tywin_lannister", "lannisport").order("lannisport", "march+0")
    b.set_track("iron_throne", "lannister").at("march")
    b.do("area cornfield", "count 1")

    assert b.legal() == {"yes"}


@rule("ASOS-LEAD-01")
def test_leaders_do_not_count_for_supply():
    b = empty().set_supply(lannister=0).units("tumbleton", "lannister", footman=2)
    b.leader("ser_jaime_lannister", "tumbleton").leader("tywin_lannister", "tumbleton")
    b.order("tumbleton", "march+0").at("march").march("tumbleton", "roseroad").skip("MARCH_TOKEN")

    assert b.where("tywin_lannister") == "roseroad"


@rule("ASOS-LEAD-02", "ASOS-LEAD-05", "ASOS-LEAD-16", "ASOS-EX-31", "ASOS-LEAD-08", "ASOS-HOST-01")
@rule("ASOS-HOST-02", "ASOS-HOST-03", "ASOS-DP-18")
def test_march_strength_and_swords_count_in_the_own_march_alone():
    b = waiting(empty()).units("pinkmaiden", "lannister", footman=2)
    b.leader("tywin_lannister", "pinkmaiden").order("pinkmaiden", "defense+1")
    b.units("the_trident", "stark", knight=2).leader("robb_stark", "the_trident")
    b.order("the_trident", "raid").mark().at("raid").do("leader robb_stark")
    b.march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("jory_cassel", "joffrey_lannister").skip("BLADE")
    won = next(row for row in b.value("journal").tolist() if row[0] == 23)
    assert won[3] == 8 - 6  # Tywin adds 1 to the 5 of the example
    assert (b.phase, b.legal()) == ("TAKE_LEADER", {"leader tywin_lannister", "done"})
    b.do("leader tywin_lannister")

    assert b.where("tywin_lannister") == "cell of stark"
    assert b.phase == "RETREAT"  # one casualty instead of two
    assert int(b.value("pool")[b.seat("lannister"), 0]) == 9


@rule("ASOS-LEAD-16")
def test_a_leader_on_a_march_order_counts_idle():
    b = empty().neutral("harrenhal", 4).units("the_trident", "stark", knight=1)
    b.leader("robb_stark", "the_trident").order("the_trident", "march+0").at("march")

    assert "area harrenhal" not in b.legal()  # 2 + 1; 2 + 2 on the own march


@rule("ASOS-LEAD-02")
def test_a_leader_adds_to_support():
    b = empty().neutral("harrenhal", 4).units("the_trident", "lannister", knight=1)
    b.units("blackwater", "lannister", footman=1).leader("tywin_lannister", "blackwater")
    b.order("the_trident", "march+0").order("blackwater", "support").at("march")

    assert "area harrenhal" in b.legal()


@rule("ASOS-LEAD-24", "ASOS-DP-39")
def test_a_leader_without_a_companion_enters_elsewhere_or_waits():
    b = waiting(empty()).leader("robb_stark", "oldstones").at("march")
    assert b.where("robb_stark") is None

    b = waiting(empty()).leader("robb_stark", "oldstones").units("saltpans", "stark", footman=1)
    b.at("march")
    assert b.where("robb_stark") == "saltpans"

    b = waiting(empty(stranded_leader="removed")).leader("robb_stark", "oldstones")
    b.units("saltpans", "stark", footman=1).at("march")
    assert int(b.value("leader_seat")[b.slot("robb_stark")]) == NONE


# --- taken


def robbs_loss(b, attackers, card="tywin_lannister"):
    """Stark's Footmen with Robb in Pinkmaiden are attacked from the Trident."""
    b.units("pinkmaiden", "stark", footman=2).leader("robb_stark", "pinkmaiden")
    b.units("the_trident", "lannister", **attackers).order("the_trident", "march+0").at("march")
    b.march("the_trident", "pinkmaiden").skip("MARCH_TOKEN").fight(card, "eddard_stark")
    return b.skip("BLADE")


@rule("ASOS-HOST-03", "ASOS-HOST-05", "ASOS-HOST-08")
def test_without_casualties_a_leader_retreats_with_its_units():
    b = robbs_loss(waiting(empty()), {"knight": 4})
    assert b.phase == "RETREAT"
    b.do("area stoney_sept")

    assert b.where("robb_stark") == "stoney_sept"
    assert b.count("stoney_sept", "footman", routed=True) == 2


@rule("ASOS-HOST-04", "ASOS-HOST-06", "ASOS-HOST-11")
def test_a_leader_that_cannot_retreat_is_taken():
    b = waiting(empty()).units("pinkmaiden", "stark", footman=1).leader("robb_stark", "pinkmaiden")
    b.units("the_trident", "lannister", knight=4).order("the_trident", "march+0").at("march")
    b.march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("ser_jaime_lannister", "robb_stark").skip("BLADE").do("done")
    assert b.where("robb_stark") == "cell of lannister"

    b = waiting(empty()).units("pinkmaiden", "stark", footman=1).leader("robb_stark", "pinkmaiden")
    b.units("stoney_sept", "stark", footman=1)
    b.units("the_trident", "lannister", knight=4).order("the_trident", "march+0").at("march")
    b.march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("ser_jaime_lannister", "robb_stark").skip("BLADE").do("done")
    assert b.where("robb_stark") == "stoney_sept"  # alone, to own units


@rule("ASOS-EX-29")
@pytest.mark.parametrize("stays", [True, False])
def test_a_beaten_attackers_leader_goes_back_to_own_units(stays):
    b = waiting(empty()).units("seagard", "greyjoy", footman=2 if stays else 1)
    b.leader("theon_greyjoy", "seagard").order("seagard", "raid").mark()
    b.units("oldstones", "stark", knight=3).at("raid").do("leader theon_greyjoy")
    b.do("area oldstones", "count 1", "yes", *(["done"] if stays else [])).skip("MARCH_TOKEN")
    b.fight("balon_greyjoy", "robb_stark").skip("BLADE", "TAKE_LEADER")

    assert b.where("theon_greyjoy") == ("seagard" if stays else "cell of stark")
    assert not down(b, "theon_greyjoy")


@rule("ASOS-EX-38", "ASOS-ARROW-08")
def test_beaten_attackers_return_home_over_an_arrow():
    b = waiting(empty()).garrison("kings_landing", 6).home("kings_landing", "lannister")
    b.units("dragonstone", "baratheon", footman=2).leader("stannis_baratheon", "dragonstone")
    b.order("dragonstone", "march+0").set_track("iron_throne", "baratheon").at("march")
    b.march("dragonstone", "kings_landing")
    b.fight("ser_davos_seaworth", "tywin_lannister").skip("BLADE", "DAVOS")

    assert b.where("stannis_baratheon") == "dragonstone"
    assert b.size("dragonstone") == 2


@rule("ASOS-HOST-07")
def test_leaders_in_supporting_areas_are_not_taken():
    b = waiting(empty()).units("pinkmaiden", "stark", footman=1)
    b.units("gods_eye", "stark", footman=1).leader("robb_stark", "gods_eye")
    b.order("gods_eye", "support").units("the_trident", "lannister", knight=4)
    b.order("the_trident", "march+1").at("march").march("the_trident", "pinkmaiden")
    b.skip("MARCH_TOKEN").fight("ser_jaime_lannister", "jory_cassel").skip("BLADE")

    assert b.phase != "TAKE_LEADER"
    assert b.where("robb_stark") == "gods_eye"


@rule("ASOS-SWITCH-01", "ASOS-SWITCH-03", "ASOS-EX-17", "ASOS-PERM-05", "ASOS-PERM-09")
def test_a_captured_allied_leader_changes_sides_with_its_card():
    b = waiting(empty()).ally("frey_galleys", "stark").ally("frey_army", "stark")
    b.units("oldstones", "stark", footman=1).leader("black_walder", "oldstones", "stark")
    b.states["permanent"][0, 1] = b.seat("stark")
    b.units("the_twins", "greyjoy", knight=4).order("the_twins", "march+1")
    b.set_power(greyjoy=0).set_track("iron_throne", "greyjoy").at("march")
    if b.phase == "MARCH_FROM":
        b.do("area the_twins")
    b.march("the_twins", "oldstones").fight("andrik_the_unsmiling", "jory_cassel").skip("BLADE")
    b.do("leader black_walder").skip("CASUALTY")
    while b.phase == "RETREAT":
        b.do(sorted(b.legal())[0])

    assert b.holder("frey_leadership") == "greyjoy"
    assert b.where("black_walder") == "oldstones"
    assert int(b.value("permanent")[1]) == NONE
    assert b.holder("frey_galleys") == "stark"


@rule("ASOS-SWITCH-02")
def test_a_garrison_that_takes_an_allied_leader_places_it_with_units():
    b = waiting(empty()).garrison("kings_landing", 6).home("kings_landing", "lannister")
    b.units("duskendale", "baratheon", footman=1).leader("littlefinger", "duskendale", "baratheon")
    b.units("lannisport", "lannister", footman=1)
    b.order("duskendale", "march+0").set_track("iron_throne", "baratheon").set_power(baratheon=0)
    b.at("march").march("duskendale", "kings_landing")
    b.fight("ser_davos_seaworth", "joffrey_lannister").skip("BLADE", "TAKE_LEADER", "DAVOS")

    assert b.where("littlefinger") == "lannisport"
    assert b.holder("arryn_leadership") == "lannister"


# --- freed


@rule("ASOS-TAC-21", "ASOS-TC-12", "ASOS-FREE-01", "ASOS-DP-20", "ASOS-HOST-12")
def test_a_won_attack_with_secure_hostages_frees_a_leader():
    for name, place in (("robb_stark", "pinkmaiden"), ("theon_greyjoy", "cell of stark")):
        b = waiting(empty()).prisoner(name, "lannister").tactic(stark="secure_hostages")
        b.units("pinkmaiden", "lannister", footman=1).units("the_trident", "stark", knight=3)
        b.order("the_trident", "march+0").set_track("iron_throne", "stark").set_power(stark=0)
        b.at("march").march("the_trident", "pinkmaiden")
        b.fight("eddard_stark", "cersei_lannister").skip("BLADE")
        while b.phase == "RETREAT":
            b.do(sorted(b.legal())[0])
        assert b.phase == "FREE_HOSTAGE"
        b.do(f"leader {name}")
        assert b.where(name) == place


# --- negotiations


def table_talk(b, **power):
    """Stark consolidates at Greywater Watch while Lannister holds Eddard."""
    b.prisoner("eddard_stark", "lannister").units("greywater_watch", "stark", footman=1)
    b.units("lannisport", "lannister", footman=1).order("greywater_watch", "consolidate")
    b.units("saltpans", "greyjoy", footman=1).order("saltpans", "consolidate")
    b.set_power(**power).set_track("iron_throne", "stark", "lannister")
    return b.at("consolidate")


@rule("ASOS-NEG-01", "ASOS-NEG-02", "ASOS-NEG-03", "ASOS-NEG-04", "ASOS-NEG-06")
@rule("ASOS-NEG-09", "ASOS-NEG-10", "ASOS-NEG-14", "ASOS-DP-21", "ASOS-DP-28", "ASOS-PROT-14")
@rule("ASOS-NEG-16", "ASOS-HID-08")
def test_a_negotiation_exchanges_leaders_and_power():
    b = empty().prisoner("balon_greyjoy", "stark")
    b = table_talk(b, stark=4, lannister=0)
    assert (b.phase, b.player) == ("NEGOTIATE", "stark")
    b.do("seat lannister", "yes", "bid 4")
    assert (b.phase, b.player) == ("ANSWER", "lannister")
    b.do("yes")

    assert b.where("eddard_stark") == "greywater_watch"
    assert b.where("balon_greyjoy") == "cell of lannister"
    assert b.power("stark") == 1  # 4 and 1 of the order, less 4
    assert b.power("lannister") >= 4


@rule("ASOS-NEG-07", "ASOS-NEG-12", "ASOS-NEG-13", "ASOS-EX-33")
@pytest.mark.parametrize(("value", "again"), [("1", False), ("2", True)])
def test_a_refused_offer_changes_nothing_and_is_not_repeated(value, again):
    b = table_talk(empty(negotiation_offers_per_responder=value), stark=2, lannister=0)
    b.do("seat lannister", "bid 2", "no")

    assert b.where("eddard_stark") == "cell of lannister"
    assert (b.phase == "NEGOTIATE") is again


@rule("ASOS-NEG-11")
def test_an_offer_gives_something():
    b = table_talk(empty(), stark=2).do("seat lannister")
    assert "bid 0" not in b.legal()

    b = table_talk(empty(negotiation_empty_offer="yes"), stark=2).do("seat lannister")
    assert "bid 0" in b.legal()


@rule("ASOS-NEG-11", "ASOS-NEG-15")
def test_the_last_hostage_is_included_when_there_is_nothing_else():
    b = empty().prisoner("balon_greyjoy", "stark").prisoner("theon_greyjoy", "stark")
    b.ally("mercenary_army", "greyjoy").units("moat_cailin", "greyjoy", footman=1, allied_footman=1)
    b = table_talk(b, stark=0).do("seat lannister", "no")

    assert b.legal() == {"yes"}


@rule("ASOS-NEG-01")
def test_negotiations_can_be_switched_off():
    assert table_talk(empty(negotiation="off"), stark=2).phase != "NEGOTIATE"


@rule("ASOS-NEG-05", "ASOS-NEG-17", "ASOS-DP-22", "ASOS-EX-34")
def test_a_leader_given_back_goes_to_a_seat_with_own_units():
    b = empty().prisoner("robb_stark", "lannister").prisoner("ser_jaime_lannister", "stark")
    b.units("winterfell", "stark", footman=1).units("the_twins", "stark", footman=1)
    b.units("oldstones", "stark", footman=1).units("tumbleton", "lannister", footman=1)
    b.order("tumbleton", "consolidate").units("saltpans", "greyjoy", footman=1)
    b.order("saltpans", "consolidate").set_power(lannister=0)
    b.set_track("iron_throne", "lannister").at("consolidate")
    b.do("seat stark", "yes", "bid 0", "yes")
    assert b.legal_names("area") == {"winterfell", "the_twins"}
    b.do("area the_twins")

    assert b.where("robb_stark") == "the_twins"
    assert b.where("ser_jaime_lannister") == "tumbleton"


@rule("ASOS-NEG-02", "ASOS-NEG-09")
def test_one_or_both_own_leaders_are_asked_for():
    b = empty().prisoner("robb_stark", "lannister")
    b = table_talk(b, stark=2).do("seat lannister")
    assert b.phase == "OFFER_REQUEST"
    b.do("choice c", "bid 1", "yes")

    assert b.where("robb_stark") == b.where("eddard_stark") == "greywater_watch"


# --- executions


def sword(b, **options):
    """Swing the Sword is turned up."""
    b.units("seagard", "stark", footman=1)
    b.set_westeros("last_days_of_summer", "last_days_of_summer", "swing_the_sword")
    return b.at("westeros")


@rule("ASOS-EXEC-01", "ASOS-EXEC-02", "ASOS-EXEC-03", "ASOS-WEST-18", "ASOS-DP-23")
@rule("ASOS-HC-03", "ASOS-PROT-17", "ASOS-DIFF-09")
def test_an_execution_removes_the_leader_and_its_card():
    b = sword(empty().prisoner("eddard_stark", "lannister"))
    assert (b.phase, b.player) == ("EXECUTE", "lannister")
    b.do("leader eddard_stark")

    assert b.where("eddard_stark") is None
    assert "eddard_stark" not in b.hand("stark") | b.discards("stark")
    assert int(b.value("leader_seat")[b.slot("eddard_stark")]) == NONE


@rule("ASOS-EXEC-03")
def test_an_execution_that_empties_the_hand_refills_it():
    b = empty().prisoner("robb_stark", "lannister").set_hand("stark", "robb_stark")
    b = sword(b).do("leader robb_stark")

    assert b.hand("stark") == {
        "bran_stark",
        "catelyn_stark",
        "eddard_stark",
        "jory_cassel",
        "maege_mormont",
        "smalljon_umber",
    }


@rule("ASOS-TAC-22", "ASOS-TC-13", "ASOS-EX-06", "ASOS-DP-23")
def test_secure_hostages_swaps_places_after_an_execution():
    b = empty().prisoner("eddard_stark", "lannister").tactic(lannister="secure_hostages")
    b.set_track("fiefdoms", "stark", "greyjoy", "baratheon", "lannister")
    b = sword(b).do("leader eddard_stark", "track fiefdoms")

    assert b.track("fiefdoms") == ["lannister", "greyjoy", "baratheon", "stark"]


@rule("ASOS-TAC-22")
def test_who_becomes_first_on_the_throne_takes_its_token():
    b = empty().prisoner("eddard_stark", "lannister").tactic(lannister="secure_hostages")
    b.set_track("iron_throne", "stark").set(throne=b.seat("baratheon"))
    b = sword(b).do("leader eddard_stark", "track iron_throne")

    assert b.track("iron_throne")[0] == "lannister"
    assert int(b.value("throne")) == NONE


@rule("ASOS-HOST-10", "ASOS-SET-18")
@pytest.mark.parametrize(("value", "usable"), [("usable", True), ("locked", False)])
def test_the_house_card_of_a_hostage(value, usable):
    b = waiting(empty(hostage_card=value)).prisoner("eddard_stark", "lannister")
    b.units("pinkmaiden", "stark", footman=1).units("the_trident", "lannister", footman=2)
    b.order("the_trident", "march+0").at("march").march("the_trident", "pinkmaiden")
    b.skip("MARCH_TOKEN").do("card tywin_lannister")

    assert ("card eddard_stark" in b.legal()) is usable
