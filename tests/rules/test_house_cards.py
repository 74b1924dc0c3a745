"""Choosing, revealing, timing and discarding House cards. Ledger section 20, step 3."""

import pytest

from got_env.westeros.rules.vocabulary import Event
from tests.builder import FACTS, Board
from tests.rules.battles import Battle, observed_house, redacted
from tests.rules.marks import rule

HIDDEN = -2


def duel(attacker="lannister", defender="stark", attackers="knight", defenders="knight", **options):
    """A combat in Kingswood, the attackers come from King's Landing."""
    return Battle(attacker, "kings_landing", attackers, defender, "kingswood", defenders, **options)


def all_cards(house):
    """The seven cards of a house."""
    return set(FACTS.card_ids[house])


@rule("2E-HOUSE-01", "2E-HOUSE-03", "2E-HOUSE-12", "2E-DP-30")
def test_each_combatant_must_choose_a_card_from_hand():
    battle = duel().set_hand("lannister", "the_hound", "tywin_lannister").attack()

    assert (battle.phase, battle.player) == ("HOUSE_CARD", "lannister")
    assert battle.legal() == {"card the_hound", "card tywin_lannister"}

    battle.do("card the_hound")

    assert (battle.phase, battle.player) == ("HOUSE_CARD", "stark")
    assert battle.legal_names("card") == all_cards("stark")
    assert len(battle.legal()) == 7


@rule("2E-HOUSE-01", "2E-HOUSE-02", "2E-DP-30")
@pytest.mark.parametrize("viewer", ["stark", "martell"])
def test_a_chosen_card_is_hidden_until_both_are_revealed(viewer):
    battle = duel().attack().do("card the_hound")
    other = duel().attack().do("card cersei_lannister")
    seen = redacted(battle, viewer)

    assert seen["card"][0] == HIDDEN
    assert seen["hand"][battle.seat("lannister")] == 127
    assert (
        observed_house(battle, viewer, "lannister") == observed_house(other, viewer, "lannister")
    ).all()
    assert redacted(battle, "lannister")["card"][0] == FACTS.card_ids["lannister"].index(
        "the_hound"
    )

    battle.do("card ser_rodrick_cassel")
    shown = redacted(battle, viewer)

    assert shown["cards_open"] == 1
    assert shown["card"][0] == FACTS.card_ids["lannister"].index("the_hound")


@rule("2E-HOUSE-04")
def test_texts_work_on_reveal_or_at_the_moment_they_name():
    battle = duel("tyrell", "stark", "2 knight", "footman, knight")
    battle.attack().do("card mace_tyrell")

    assert battle.standing("kingswood") == {"footman": 1, "knight": 1}

    battle.do("card roose_bolton")

    # Mace acts on reveal; Roose names the lost combat, which comes before the retreat.
    assert battle.phase == "RETREAT"
    assert battle.standing("kingswood") == {"knight": 1}
    assert battle.hand("stark") == all_cards("stark")


@rule("2E-HOUSE-05", "2E-DP-31")
def test_cancelling_comes_first_whatever_the_turn_order():
    battle = duel("lannister", "martell").set_track("iron_throne", "martell", "lannister")
    battle.fight("tyrion_lannister", "doran_martell")

    assert (battle.phase, battle.player) == ("TYRION", "lannister")

    battle.do("yes", "card areo_hotah")

    assert battle.position("kings_court", "lannister") == 1
    assert battle.hand("martell") >= {"doran_martell"}


@rule("2E-HOUSE-06", "2E-DP-31")
@pytest.mark.parametrize(("timing", "margin"), [("000", 1), ("002", 2)])
def test_immediate_texts_come_before_others_in_the_newer_revision_only(timing, margin):
    """Stannis is worth 5 with Martell ahead; Doran sends Baratheon to the end of the track."""
    battle = duel("baratheon", "martell", "knight", "4 knight", house_card_timing=timing)
    battle.set_track("iron_throne", "baratheon", "martell")
    battle.fight("stannis_baratheon", "doran_martell").do("track iron_throne")

    # Knights 8 against Knight 2, Stannis 4, and 1 more if his text looks after Doran's move.
    assert battle.result() == ("martell", margin)


@rule("2E-HOUSE-06")
def test_the_older_revision_sets_three_ranks():
    battle = duel("baratheon", "martell", "knight", "4 knight", revision="older")
    battle.set_track("iron_throne", "baratheon", "martell")
    battle.fight("stannis_baratheon", "doran_martell").do("track iron_throne")

    assert battle.result() == ("martell", 2)


@rule("2E-HOUSE-06", "2E-HOUSE-07")
@pytest.mark.parametrize(("timing", "result"), [("000", ("tyrell", 1)), ("002", ("baratheon", 1))])
def test_a_support_removed_at_once_ends_a_condition_in_the_newer_revision_only(timing, result):
    """Salladhor needs support; the Queen of Thorns, later in turn order, takes it away."""
    battle = Battle(
        "baratheon", "storms_end", "knight", "tyrell", "kingswood", "knight",
        house_card_timing=timing,
    )  # fmt: skip
    battle.set_track("iron_throne", "baratheon", "tyrell")
    battle.holding("the_boneway", "baratheon", "footman", "support")
    battle.holding("blackwater_bay", "tyrell", "2 ship", "support")
    battle.attack().do("side attacker", "side defender")
    battle.reveal("salladhor_saan", "queen_of_thorns")

    # Knight 2 and Salladhor 1 against Knight 2 and the Ships' 2, if they count.
    assert battle.order_of("the_boneway") is None
    assert battle.result() == result


@rule("2E-HOUSE-07", "2E-HOUSE-09", "2E-HOUSE-10", "2E-DP-31")
@pytest.mark.parametrize("order", [("martell", "tyrell"), ("tyrell", "martell")])
@pytest.mark.parametrize("attacker", ["martell", "tyrell"])
def test_texts_are_applied_in_iron_throne_order_one_after_the_other(order, attacker):
    defender = "tyrell" if attacker == "martell" else "martell"
    battle = duel(attacker, defender).set_track("iron_throne", *order)
    battle.holding("storms_end", "martell", "footman", "raid")
    battle.holding("the_boneway", "martell", "footman", "raid")
    cards = {"martell": "doran_martell", "tyrell": "queen_of_thorns"}
    battle.fight(cards[attacker], cards[defender])
    seen = []
    while battle.phase in ("DORAN", "QUEEN_OF_THORNS"):
        seen.append(battle.player)
        battle.do("track iron_throne" if battle.phase == "DORAN" else "area storms_end")

    assert tuple(seen) == order
    assert battle.track("iron_throne")[-1] == "tyrell"


@rule("2E-HOUSE-08", "2E-HOUSE-10")
@pytest.mark.parametrize("order", [("lannister", "stark"), ("stark", "lannister")])
def test_texts_on_the_result_come_last_in_turn_order(order):
    battle = duel(attackers="3 knight").set_track("iron_throne", *order)
    battle.set_hand("stark", "roose_bolton").fight("tywin_lannister", "roose_bolton")
    rows = battle.value("journal")[: battle.value("journal_no")]
    won = [row[0] for row in rows].index(Event.COMBAT_WON)
    gains = [(battle.houses[row[1]], i) for i, row in enumerate(rows) if row[0] == Event.POWER]
    returned = [
        (battle.houses[row[1]], i)
        for i, row in enumerate(rows)
        if row[0] == Event.CARD and row[3] == 0
    ]
    texts = sorted(gains + returned, key=lambda found: found[1])

    assert tuple(house for house, _ in texts) == order
    assert all(i > won for _, i in texts)


@rule("2E-HOUSE-11", "2E-HOUSE-12")
def test_played_cards_lie_on_the_discard_piles_and_cannot_be_played():
    battle = duel().hold().holding("the_boneway", "lannister", "knight", "march-1")
    battle.units("yronwood", "stark", footman=1).at("march")
    battle.do("area kings_landing", "area kingswood", "count 1", "no")
    battle.reveal("the_hound", "ser_rodrick_cassel").do("area the_reach", "done")
    battle.do("area yronwood", "count 1", "no")

    assert battle.discards("lannister") == {"the_hound"}
    assert battle.discards("stark") == {"ser_rodrick_cassel"}
    assert battle.legal_names("card") == all_cards("lannister") - {"the_hound"}


@rule("2E-HOUSE-13", "2E-HOUSE-14")
def test_after_the_last_card_the_other_six_come_back():
    battle = duel().set_hand("lannister", "the_hound").fight("the_hound", "ser_rodrick_cassel")
    battle.do("area the_reach")

    assert battle.hand("lannister") == all_cards("lannister") - {"the_hound"}
    assert battle.discards("lannister") == {"the_hound"}
    assert battle.discards("stark") == {"ser_rodrick_cassel"}


@rule("2E-HOUSE-13")
def test_with_a_card_left_nothing_comes_back():
    battle = duel().set_hand("lannister", "the_hound", "tywin_lannister")
    battle.fight("the_hound", "ser_rodrick_cassel").do("area the_reach")

    assert battle.hand("lannister") == {"tywin_lannister"}


@rule("2E-HOUSE-13", "2E-HOUSE-14", "2E-HC-10")
def test_after_aeron_only_the_card_he_brought_stays_away():
    battle = duel("greyjoy", "stark").set_hand("greyjoy", "aeron_damphair", "euron_crows_eye")
    battle.fight("aeron_damphair", "ser_rodrick_cassel").do("card euron_crows_eye")
    battle.do_until("MARCH_TO")

    assert battle.hand("greyjoy") == all_cards("greyjoy") - {"euron_crows_eye"}
    assert battle.discards("greyjoy") == {"euron_crows_eye"}


@rule("2E-HOUSE-15")
@pytest.mark.parametrize("card", ["eddard_stark", "greatjon_umber", "ser_rodrick_cassel"])
def test_the_printed_strength_counts(card):
    strength = {"eddard_stark": 4, "greatjon_umber": 2, "ser_rodrick_cassel": 1}[card]
    battle = duel("stark", "lannister", "4 knight").fight(card, "cersei_lannister")

    assert battle.result() == ("stark", 8 + strength - 2)


@rule("2E-HOUSE-16")
def test_cards_bear_a_text_or_icons():
    cards = [card for house in FACTS.houses for card in FACTS.cards.houses[house]]
    both = [c.id for c in cards if c.ability and c.swords + c.fortifications > 0]
    texts = [c.id for c in cards if c.ability]

    assert both == []
    assert (len(cards), len(texts)) == (42, 24)


@rule("2E-HOUSE-17")
def test_a_card_counts_in_its_own_combat_only():
    battle = duel().hold().holding("the_boneway", "lannister", "2 knight", "march-1")
    battle.units("yronwood", "stark", footman=2).set_track("iron_throne", "lannister").at("march")
    battle.do("area kings_landing", "area kingswood", "count 1", "no")
    battle.reveal("ser_gregor_clegane", "ser_rodrick_cassel").do_until("MARCH_TO").do("done")
    battle.do("area yronwood", "count 2", "no").reveal("ser_jaime_lannister", "eddard_stark")

    # Knights 4, March -1, Jaime 2 against Footmen 2 and Eddard 4; Eddard's two Swords.
    assert battle.result() == ("stark", 1)
    assert battle.size("the_boneway") == 0


@rule("2E-HOUSE-18", "2E-HIDE-05")
@pytest.mark.parametrize("viewer", ["lannister", "stark", "tyrell"])
def test_hands_and_discard_piles_are_public(viewer):
    board = Board().set_hand("stark", "eddard_stark", "robb_stark")
    seen = redacted(board, viewer)

    assert seen["hand"][board.seat("stark")] == board.value("hand")[board.seat("stark")]
    assert seen["discards"][board.seat("stark")] == board.value("discards")[board.seat("stark")]


@rule("2E-HOUSE-19")
@pytest.mark.parametrize("order", ["baratheon", "stark"])
def test_after_combat_texts_come_when_cards_are_discarded_and_hands_refilled(order):
    battle = duel("baratheon", "stark").set_track("iron_throne", order)
    battle.set_hand("stark", "eddard_stark").fight("patchface", "eddard_stark")

    assert (battle.phase, battle.player) == ("PATCHFACE", "baratheon")
    assert battle.discards("baratheon") == {"patchface"}
    assert battle.legal_names("card") == all_cards("stark") - {"eddard_stark"}
    assert battle.order_of("kings_landing") is None


@rule("2E-HOUSE-20")
def test_a_text_is_resolved_once():
    battle = duel("lannister", "greyjoy").fight("tyrion_lannister", "euron_crows_eye")
    battle.do("yes", "card aeron_damphair")
    seen = []
    while not battle.ended:
        seen.append(battle.phase)
        battle.do("card dagmar_cleftjaw" if battle.phase == "AERON" else min(battle.legal()))

    assert seen.count("AERON") == 1
    assert "TYRION" not in seen


@rule("2E-HOUSE-20", "2E-HC-10", "2E-HC-13")
def test_aeron_as_the_replacement_may_bring_the_card_that_was_sent_back():
    battle = duel("lannister", "greyjoy").set_hand("greyjoy", "euron_crows_eye", "aeron_damphair")
    battle.fight("tyrion_lannister", "euron_crows_eye").do("yes")

    assert battle.legal() == {"card aeron_damphair"}
    assert battle.do("card aeron_damphair").legal() == {"card euron_crows_eye", "done"}
    assert battle.do("card euron_crows_eye").result() == ("greyjoy", 3)


@rule("2E-HOUSE-21")
@pytest.mark.parametrize("helper", ["greyjoy", "stark"])
def test_own_and_foreign_support_are_support(helper):
    battle = duel("greyjoy", "lannister", "4 knight", "3 footman")
    battle.holding("the_reach", helper, "footman", "support").attack().do("side attacker")
    if helper == "stark":
        battle.do("yes")
    battle.reveal("asha_greyjoy", "cersei_lannister").do_until("RETREAT", "unit footman")

    # Asha is supported: no Swords.
    assert battle.standing("kingswood") == {"footman": 3}


@rule("2E-HOUSE-22")
def test_without_a_card_strength_is_0_and_nothing_is_discarded():
    battle = duel(defenders="4 footman").set_hand("stark", "eddard_stark")
    battle.fight("tyrion_lannister", "eddard_stark").do("yes")

    # Footmen 4 against Knight 2 and Tyrion 1; Eddard's two Swords do not count.
    assert battle.result() == ("stark", 1)
    assert battle.routed("kings_landing") == {"knight": 1}
    assert battle.hand("stark") == {"eddard_stark"}


@rule("2E-HOUSE-23", "2E-HC-05")
@pytest.mark.parametrize(
    ("option", "stays"), [("keep_discarded", "robb_stark"), ("keep_played", "eddard_stark")]
)
def test_a_hand_emptied_by_patchface_is_refilled(option, stays):
    battle = duel("baratheon", "stark", hand_refill_after_discard=option)
    battle.set_hand("stark", "eddard_stark", "robb_stark").fight("patchface", "eddard_stark")
    battle.do("card robb_stark")

    assert battle.hand("stark") == all_cards("stark") - {stays}
    assert battle.discards("stark") == {stays}
