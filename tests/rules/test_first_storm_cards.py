"""1st edition with the House cards of A Storm of Swords (house_cards=asos)."""

import pytest

from got_env.games import get_game
from got_env.westeros.rules.vocabulary import Event
from tests.first_edition import battle, board, strengths, support_all
from tests.rules.marks import rule


def storm(*arguments, **options):
    return battle(*arguments, house_cards="asos", **options)


def inland(attacker, attackers, defender, defenders, **options):
    """A battle without a sea nearby: from Harrenhal into Stoney Sept."""
    return storm(
        attacker, "harrenhal", attackers, defender, "stoney_sept", defenders, **options
    ).set_power(**dict.fromkeys((attacker, defender), 5))


# --- the set


@rule("ASOS-OPT1-01", "ASOS-OPT1-02")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_house_in_play_has_the_seven_new_cards_and_no_old_one(players):
    old, new = board(players), board(players, house_cards="asos")

    for house in new.houses:
        assert len(new.hand(house)) == 7
        assert new.hand(house) == set(new.facts.card_ids[house])
    assert new.hand("lannister") > {"joffrey_lannister", "ser_ilyn_payne"}
    assert not new.hand("lannister") & {"kevan_lannister", "vargo_hoat"}
    assert "kevan_lannister" in old.hand("lannister")
    assert "martell" not in new.facts.cards.houses


@rule("ASOS-OPT1-05")
def test_the_cards_bring_nothing_else():
    old, new = board(), board(house_cards="asos")

    for field in ("deck", "wild_deck", "neutral", "units", "garrison", "track", "power"):
        assert (old.value(field) == new.value(field)).all(), field
    assert (new.rules["num_wildlings"], new.rules["num_leaders"]) == (0, 0)


@rule("ASOS-OPT1-03", "ASOS-HC-01", "ASOS-HC-06")
def test_a_card_without_text_adds_its_strength_and_icons():
    b = inland("greyjoy", "2 footman", "lannister", "2 footman")
    b.fight("andrik_the_unsmiling", "joffrey_lannister")

    assert b.result() == ("lannister", 1)  # 2 + 1 against 2 + 2
    assert b.do_until("MARCH_TO").routed("harrenhal") == {"footman": 1}  # a sword, no tower


@rule("ASOS-OPT1-03", "ASOS-HC-02", "ASOS-HC-10")
def test_the_last_card_brings_all_seven_back():
    b = inland("stark", "footman", "lannister", "footman").set_hand("stark", "jory_cassel")
    b.fight("jory_cassel", "joffrey_lannister")

    assert len(b.do_until("MARCH_TO").hand("stark")) == 7


# --- texts that change cards


@rule("ASOS-HC-14", "ASOS-HC-07")
def test_tyrion_sends_the_other_card_back_for_this_battle():
    b = inland("lannister", "footman", "greyjoy", "footman")
    b.fight("tyrion_lannister", "balon_greyjoy")
    assert (b.phase, b.player, b.legal()) == ("TYRION", "lannister", {"yes", "no"})
    b.do("yes")

    assert (b.phase, b.player) == ("TYRION_CARD", "greyjoy")
    assert "card balon_greyjoy" not in b.legal()
    b.do("card aeron_damphair")
    assert (b.phase, b.player) == ("AERON", "greyjoy")  # his window comes after that of Tyrion
    assert "card balon_greyjoy" not in b.legal()


@rule("ASOS-HC-26", "ASOS-HC-10")
def test_aeron_is_replaced_by_a_card_that_counts_one_less():
    b = inland("greyjoy", "footman", "lannister", "footman")
    b.fight("aeron_damphair", "ser_gregor_clegane")
    assert (b.phase, b.player) == ("AERON", "greyjoy")
    assert b.legal_names("card") == b.hand("greyjoy")
    b.do("card dagmer_cleftjaw")

    assert b.power("greyjoy") == 3
    assert "aeron_damphair" in b.discards("greyjoy")
    assert b.result() == ("lannister", 1)  # 1 + 3 - 1 against 1 + 3


@rule("ASOS-HC-26")
def test_a_weaker_card_is_not_below_zero_and_aeron_needs_two_power():
    b = inland("greyjoy", "2 footman", "lannister", "footman").set_power(greyjoy=1)
    b.fight("aeron_damphair", "joffrey_lannister")
    assert b.phase != "AERON"

    b = inland("greyjoy", "footman", "lannister", "footman")
    b.set_hand("greyjoy", "aeron_damphair", "victarion_greyjoy")
    b.fight("aeron_damphair", "cersei_lannister").do("card victarion_greyjoy")
    assert b.result() == ("lannister", 1)  # 1 + 0 against 1 + 1


# --- texts after the reveal


@rule("ASOS-HC-11", "ASOS-HC-09")
@pytest.mark.parametrize(("card", "left"), [("bran_stark", 0), ("maege_mormont", 1)])
def test_gregor_has_swords_against_a_weak_card(card, left):
    b = inland("lannister", "3 footman", "stark", "3 footman")
    b.fight("ser_gregor_clegane", card)
    b.do_until("MARCH_TO", "done")

    routed = sum(b.size(area) for area in b.areas if b.owner(area) == "stark")
    assert routed == left  # 3 or 2 swords


@rule("ASOS-HC-09")
def test_the_enemy_card_may_be_seen_with_what_its_text_adds():
    def hits(**options):
        b = storm(
            "lannister", "moat_cailin", "4 footman", "greyjoy", "seagard", "4 footman", **options
        )
        b.fight("ser_gregor_clegane", "victarion_greyjoy").do_until("MARCH_TO", "done")
        return 4 - sum(b.size(area) for area in b.areas if b.owner(area) == "greyjoy")

    assert hits() == 1  # 3 - 1 swords, a tower
    assert hits(enemy_card_strength="modified") == 0  # 3 - 2 swords, a tower


@rule("ASOS-HC-17", "ASOS-HC-05")
@pytest.mark.parametrize("supported", [True, False])
def test_catelyn_is_strong_with_support(supported):
    b = inland("stark", "footman", "lannister", "footman")
    b.holding("riverrun", "stark", "footman", "support")
    support_all(b.attack(), riverrun="attacker" if supported else "nobody")
    b.reveal("catelyn_stark", "joffrey_lannister")

    assert strengths(b)["card"] == (3 if supported else 1, 2) or b.ended
    assert b.result() == (("stark", 2) if supported else ("lannister", 1))


@rule("ASOS-HC-24", "ASOS-HC-05")
@pytest.mark.parametrize(("supported", "left"), [(True, 0), (False, 2)])
def test_asha_has_two_swords_with_support(supported, left):
    b = inland("greyjoy", "3 footman", "lannister", "2 footman")
    b.holding("riverrun", "greyjoy", "footman", "support")
    support_all(b.attack(), riverrun="attacker" if supported else "nobody")
    b.reveal("asha_greyjoy", "cersei_lannister").do_until("MARCH_TO")

    assert sum(b.size(area) for area in b.areas if b.owner(area) == "lannister") == left


@rule("ASOS-HC-25", "ASOS-OPT1-04")
@pytest.mark.parametrize(
    ("origin", "area", "units", "strength"),
    [
        ("seagard", "greywater_watch", "footman", 2),  # land beside a sea
        ("harrenhal", "stoney_sept", "footman", 1),  # land beside land alone
        ("sunset_sea", "ironmans_bay", "ship", 2),  # a sea beside others
    ],
)
def test_victarion_is_strong_beside_a_sea(origin, area, units, strength):
    b = storm("greyjoy", origin, units, "lannister", area, units)
    b.fight("victarion_greyjoy", "tywin_lannister")

    assert b.result() == ("lannister", 2 - strength) or b.result()[1] == 0
    assert b.result()[1] == 2 - strength


@rule("ASOS-HC-19")
def test_stannis_takes_the_throne_token_until_the_clash_of_kings():
    b = inland("baratheon", "2 footman", "lannister", "footman")
    b.set_track("iron_throne", "lannister", "stark")
    b.fight("stannis_baratheon", "joffrey_lannister")
    assert (b.phase, b.player, b.legal()) == ("STANNIS", "baratheon", {"yes", "no"})
    b.do("yes")

    assert b.track("iron_throne")[0] == "lannister"  # places and turn order stay
    assert b.value("throne") == b.seat("baratheon")
    assert b.do_until("MARCH_TO").size("stoney_sept") == 2
    assert b.owner("stoney_sept") == "baratheon"
    assert b.events(Event.DESTROYED) == [("lannister", b.areas.index("stoney_sept"), 0)]  # a sword


@rule("ASOS-HC-19", "1E-CLASH-04")
def test_the_throne_token_settles_ties_and_goes_back_with_the_new_track():
    b = board(house_cards="asos").set_track("iron_throne", "lannister")
    b.set(throne=b.seat("baratheon"))
    b.set_westeros("last_days_of_summer", "clash_of_kings", "sea_of_storms").at("westeros")
    while b.phase == "BID":
        b.do("bid 1")

    assert (b.phase, b.player) == ("TIE", "baratheon")
    while b.phase == "TIE":
        b.do(sorted(b.legal())[-1])
    first = b.track("iron_throne")[0]
    assert b.value("throne") == -1
    while b.phase == "BID":
        b.do("bid 1")
    assert (b.phase, b.player) == ("TIE", first)


@rule("ASOS-HC-19", "1E-WILD-08")
def test_the_throne_token_settles_the_ties_of_a_wildling_attack():
    b = board(house_cards="asos").set_track("iron_throne", "lannister")
    b.set(throne=b.seat("baratheon"), threat=4)
    b.set_westeros("last_days_of_summer", "last_days_of_summer", "wildlings_attack").at("westeros")
    while b.phase == "BID":
        b.do("bid 1")

    assert (b.phase, b.player) == ("WILDLING_TIE", "baratheon")


@rule("ASOS-HC-07", "1E-HC-03")
@pytest.mark.parametrize(
    ("first", "asked"), [("baratheon", "STANNIS"), ("tyrell", "QUEEN_OF_THORNS")]
)
def test_the_text_of_the_house_higher_on_fiefdoms_comes_first(first, asked):
    b = inland("tyrell", "footman", "baratheon", "footman").order("stoney_sept", "support")
    b.holding("lannisport", "baratheon", "footman", "raid")
    b.set_track("iron_throne", "tyrell").set_track("fiefdoms", first)

    assert b.fight("queen_of_thorns", "stannis_baratheon").phase == asked


@rule("ASOS-HC-19")
@pytest.mark.parametrize(("sword", "lost"), [("only_with_theft", 0), ("always", 1)])
def test_stannis_without_the_token(sword, lost):
    b = inland("baratheon", "2 footman", "lannister", "footman", stannis_sword=sword)
    b.set_track("iron_throne", "stark")
    b.fight("stannis_baratheon", "joffrey_lannister").do_until("MARCH_TO")

    assert len(b.events(Event.DESTROYED)) == lost


@rule("ASOS-HC-20", "ASOS-HC-08")
def test_melisandre_gains_the_strength_of_the_enemy_card():
    b = inland("baratheon", "2 footman", "lannister", "footman")
    b.fight("melisandre_of_asshai", "ser_jaime_lannister")

    assert b.power("baratheon") == 9
    b = inland("baratheon", "2 footman", "lannister", "footman").set_power(baratheon=18)
    b.fight("melisandre_of_asshai", "ser_jaime_lannister")
    assert b.power("baratheon") == 20  # as far as the pool goes


@rule("ASOS-HC-31")
def test_willas_defends():
    b = inland("lannister", "footman", "tyrell", "footman")
    assert b.fight("joffrey_lannister", "willas_tyrell").result() == ("tyrell", 1)
    b = inland("tyrell", "footman", "lannister", "footman")
    assert b.fight("willas_tyrell", "joffrey_lannister").result() == ("lannister", 1)


@rule("ASOS-HC-32", "ASOS-DP-36")
def test_the_queen_of_thorns_removes_an_order_here_or_beside():
    b = inland("tyrell", "2 footman", "lannister", "footman").order("stoney_sept", "defense+2")
    b.holding("lannisport", "lannister", "footman", "raid")
    b.holding("riverrun", "stark", "footman", "raid")
    b.holding("the_reach", "lannister", "footman", "raid")
    b.fight("queen_of_thorns", "cersei_lannister")
    assert (b.phase, b.player) == ("QUEEN_OF_THORNS", "tyrell")
    assert b.legal_names("area") == {"stoney_sept", "lannisport"}
    b.do("area stoney_sept")

    assert b.result() in {("tyrell", 0), ("lannister", 0)}  # 2 + 0 against 1 + 1


@rule("ASOS-HC-32")
def test_the_queen_of_thorns_leaves_the_march_of_the_battle():
    b = inland("lannister", "footman", "tyrell", "2 footman")
    b.fight("cersei_lannister", "queen_of_thorns")

    assert b.result()[1] == 0
    assert not b.events(Event.ORDER_REMOVED)


# --- texts of winners and losers


@rule("ASOS-HC-21", "ASOS-HC-08")
@pytest.mark.parametrize(("power", "left"), [(5, 3), (1, 0)])
def test_salladhar_saan_pillages_the_loser(power, left):
    b = inland("baratheon", "3 footman", "lannister", "footman").set_power(lannister=power)
    b.fight("salladhar_saan", "joffrey_lannister").do_until("MARCH_TO")

    assert (b.power("baratheon"), b.power("lannister")) == (7, left)


@rule("ASOS-HC-23")
def test_balon_gains_the_margin():
    b = inland("greyjoy", "2 footman", "lannister", "footman")
    b.fight("balon_greyjoy", "joffrey_lannister").do_until("MARCH_TO")

    assert (b.result(), b.power("greyjoy")) == (("greyjoy", 3), 8)


@rule("ASOS-HC-12")
@pytest.mark.parametrize("attackers", ["footman", "4 footman"])
def test_cersei_costs_the_opponent_power_won_or_lost(attackers):
    b = inland("lannister", attackers, "stark", "2 footman")
    b.fight("cersei_lannister", "jory_cassel").do_until("MARCH_TO")

    assert b.power("stark") == 3


@rule("ASOS-HC-13")
@pytest.mark.parametrize(("reading", "lost"), [("added", 1), ("minimum_one", 1)])
def test_ilyn_payne_costs_a_unit_whatever_the_towers(reading, lost):
    b = inland("lannister", "2 knight, footman", "stark", "2 footman", ilyn_payne=reading)
    b.fight("ser_ilyn_payne", "smalljon_umber").do_until("MARCH_TO")

    assert len(b.events(Event.DESTROYED)) == lost
    b = inland("lannister", "2 knight, footman", "stark", "2 footman", ilyn_payne=reading)
    b.fight("ser_ilyn_payne", "eddard_stark").do_until("MARCH_TO")
    assert not b.events(Event.DESTROYED)  # Rule: ASOS-HC-15


@rule("ASOS-HC-15")
def test_eddard_stark_suffers_no_casualties():
    b = inland("greyjoy", "4 footman", "stark", "2 footman")
    b.fight("andrik_the_unsmiling", "eddard_stark").do_until("MARCH_TO")

    assert not b.events(Event.DESTROYED)


@rule("ASOS-HC-16")
def test_maege_mormont_names_the_retreat_of_a_defender_only():
    b = inland("stark", "4 footman", "lannister", "footman")
    b.fight("maege_mormont", "joffrey_lannister")
    assert (b.phase, b.player) == ("ROBB", "stark")
    assert "area lannisport" in b.legal()
    assert "done" in b.legal()
    assert b.do("area lannisport").routed("lannisport") == {"footman": 1}

    b = inland("lannister", "footman", "stark", "4 footman")
    b.fight("joffrey_lannister", "maege_mormont")
    assert b.ended
    assert b.routed("harrenhal") == {"footman": 1}


@rule("ASOS-HC-22")
def test_davos_retreats_in_order_and_may_pay_for_a_tower():
    b = inland("baratheon", "2 footman", "lannister", "3 footman")
    b.fight("ser_davos_seaworth", "joffrey_lannister")
    assert (b.phase, b.player, b.legal()) == ("DAVOS", "baratheon", {"yes", "no"})
    b.do("yes")
    assert b.power("baratheon") == 3
    assert b.standing("harrenhal") == {"footman": 2}  # the sword met the tower, nobody lies

    b = inland("baratheon", "2 footman", "lannister", "3 footman")
    b.fight("ser_davos_seaworth", "joffrey_lannister").do("no")
    assert b.standing("harrenhal") == {"footman": 1}


@rule("ASOS-HC-22")
def test_davos_may_be_asked_after_the_reveal():
    b = inland("baratheon", "3 footman", "lannister", "footman", davos_timing="after_reveal")
    b.fight("ser_davos_seaworth", "tyrion_lannister").do("no")  # Tyrion sends nothing back

    assert (b.phase, b.player) == ("DAVOS", "baratheon")


# --- texts of the end


@rule("ASOS-HC-18")
def test_bran_takes_back_a_card_and_may_take_himself():
    b = inland("stark", "3 footman", "lannister", "footman")
    b.set_hand("stark", "bran_stark", "robb_stark")
    b.fight("bran_stark", "cersei_lannister").do_until("BRAN")
    assert b.player == "stark"
    assert {"card bran_stark", "card jory_cassel", "done"} <= b.legal()
    b.do("card bran_stark")
    assert b.hand("stark") == {"bran_stark", "robb_stark"}

    b = inland("stark", "3 footman", "lannister", "footman", bran_self="no")
    b.set_hand("stark", "bran_stark", "robb_stark")
    b.fight("bran_stark", "cersei_lannister").do_until("BRAN")
    assert "card bran_stark" not in b.legal()


@rule("ASOS-HC-18")
def test_bran_as_the_last_card_gives_way_to_the_refill():
    b = inland("stark", "3 footman", "lannister", "footman").set_hand("stark", "bran_stark")
    b.fight("bran_stark", "cersei_lannister").do_until("MARCH_TO")

    assert b.ended
    assert len(b.hand("stark")) == 7


@rule("ASOS-HC-30", "ASOS-DP-36")
def test_mace_tyrell_places_an_order_where_he_won():
    b = inland("tyrell", "3 footman", "lannister", "footman")
    b.fight("mace_tyrell", "cersei_lannister").do_until("PLACE_ORDER")
    assert b.player == "tyrell"
    assert b.legal() == {"order support", "order defense+1", "done"}
    b.do("order support")
    assert b.order_of("stoney_sept") == "support"
    assert b.events(Event.ORDER_PLACED) == [("tyrell", b.areas.index("stoney_sept"), 5)]


@rule("ASOS-HC-30")
def test_mace_tyrell_replaces_his_own_order_but_not_with_what_is_banned_or_used():
    b = inland("lannister", "footman", "tyrell", "3 footman").order("stoney_sept", "support")
    b.states["placed"][0, b.seat("tyrell"), 5] = 2
    b.fight("cersei_lannister", "mace_tyrell").do_until("PLACE_ORDER")
    assert b.legal() == {"order defense+1", "done"}
    b.do("order defense+1")
    assert b.order_of("stoney_sept") == "defense+1"

    b = inland("lannister", "footman", "tyrell", "3 footman").set(banned=1 << 3 | 1 << 5)
    b.fight("cersei_lannister", "mace_tyrell").do_until("MARCH_TO")
    assert b.ended


@rule("ASOS-HC-30")
def test_mace_tyrell_places_nothing_when_he_lost():
    b = inland("tyrell", "footman", "lannister", "4 footman")
    b.fight("mace_tyrell", "cersei_lannister").do_until("MARCH_TO")

    assert b.ended


# --- what players are told


def test_pictures_and_texts_name_the_cards_in_play():
    game = get_game("agot1e")
    states = game.start(1, 5, 1, {"house_cards": "asos"})

    assert game.words.picture is not None
    assert "Joffrey Lannister" in game.words.picture(states, 0)
    assert "joffrey_lannister" in game.words.snapshot(states, 0)["houses"]["lannister"]["hand"]
    assert "Joffrey Lannister" not in game.words.picture(game.start(1, 5, 1), 0)


def test_who_took_the_throne_token_is_seen_and_told():
    game = get_game("agot1e")
    b = inland("baratheon", "2 footman", "lannister", "footman")
    b.set_track("iron_throne", "lannister").fight("stannis_baratheon", "joffrey_lannister")
    before = game.words.snapshot(b.states, 0)
    b.do("yes")

    assert "throne_token" not in before
    assert game.words.snapshot(b.states, 0)["throne_token"] == "baratheon"
