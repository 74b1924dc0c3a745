"""Tides of Battle cards. Ledger section 27."""

from collections import Counter

import pytest

from tests.builder import FACTS, TIDES, Board
from tests.rules.battles import Battle, redacted
from tests.rules.marks import rule

HIDDEN = -2


def battle(attackers="knight", defenders="knight", **options):
    """Lannister marches from King's Landing against Stark in Kingswood, with Tides cards."""
    return Battle(
        "lannister",
        "kings_landing",
        attackers,
        "stark",
        "kingswood",
        defenders,
        tides=True,
        **options,
    )


def fight(game, *tides, cards=("the_hound", "ser_rodrick_cassel")):
    """Attack, put these Tides cards on top (attacker's first), and reveal the House cards."""
    game.attack().set_tides(*tides)
    return game.reveal(*cards)


def ready_blade(holder, **options):
    """A combat in which ``holder`` has the ready Blade."""
    return battle(**options).set_track("fiefdoms", holder).set(blade_used=0)


def drawn(game):
    """Names of the Tides cards of attacker and defender."""
    return [None if t < 0 else TIDES[t] for t in game.value("tides")]


@rule("2E-TIDE-01")
def test_tides_are_drawn_after_cancelling_and_immediate_texts():
    game = Battle(
        "lannister", "kings_landing", "knight", "martell", "kingswood", "knight", tides=True
    )
    game.set_track("fiefdoms", "stark", "lannister").set(blade_used=0).attack()
    game.set_tides("one_sword", "two").reveal("tyrion_lannister", "doran_martell")
    seen = [(game.phase, drawn(game))]
    game.do("no")
    seen.append((game.phase, drawn(game)))
    game.set_track("fiefdoms", "lannister").do("track kings_court")
    seen.append((game.phase, drawn(game)))

    assert seen == [
        ("TYRION", [None, None]),
        ("DORAN", [None, None]),
        ("TIDES_REDRAW", ["one_sword", "two"]),
    ]


@rule("2E-TIDE-01", "2E-HIDE-09")
def test_a_tides_card_is_known_to_its_drawer_until_the_reveal():
    game = fight(ready_blade("lannister"), "one_sword", "two")
    mine, theirs = TIDES.index("one_sword"), TIDES.index("two")

    assert game.phase == "TIDES_REDRAW"
    assert list(redacted(game, "lannister")["tides"]) == [mine, HIDDEN]
    assert list(redacted(game, "stark")["tides"]) == [HIDDEN, theirs]
    assert list(redacted(game, "tyrell")["tides"]) == [HIDDEN, HIDDEN]

    game.do("no")

    assert game.phase == "BLADE"
    assert list(redacted(game, "tyrell")["tides"]) == [mine, theirs]


@rule("2E-TIDE-02", "2E-TIDE-03", "2E-TIDE-04", "2E-DP-33")
@pytest.mark.parametrize(
    ("holder", "result"), [("lannister", ("lannister", 3)), ("stark", ("stark", 1))]
)
def test_the_blade_may_replace_the_own_card_once(holder, result):
    game = fight(ready_blade(holder), "one_sword", "one_sword", "three")

    assert (game.phase, game.player) == ("TIDES_REDRAW", holder)
    assert game.legal() == {"yes", "no"}

    game.do("yes")

    # The Hound 2, Ser Rodrick 1, Tides 1 for each; the holder's 1 becomes 3.
    assert game.phase != "TIDES_REDRAW"
    assert game.value("blade_used") == 1
    assert game.result() == result


@rule("2E-TIDE-02", "2E-DP-33")
@pytest.mark.parametrize(("holder", "used"), [("tyrell", 0), ("lannister", 1)])
def test_only_a_combatant_with_the_ready_blade_may_redraw(holder, used):
    game = fight(ready_blade(holder).set(blade_used=used), "zero", "zero")

    assert game.phase == "RETREAT"


@rule("2E-TIDE-05", "2E-FINAL-01")
@pytest.mark.parametrize(
    ("tides", "result"),
    [
        (("three", "zero"), ("lannister", 4)),
        (("zero", "two"), ("stark", 1)),
        (("one_sword", "one_fortification"), ("lannister", 1)),
        (("skull", "skull"), ("lannister", 1)),
    ],
)
def test_the_strength_of_both_cards_counts(tides, result):
    assert fight(battle(), *tides).result() == result


@rule("2E-TIDE-06")
@pytest.mark.parametrize(
    ("tides", "cards", "lost"),
    [
        (("one_sword", "zero"), ("ser_jaime_lannister", "eddard_stark"), 2),
        (("one_sword", "one_fortification"), ("ser_jaime_lannister", "eddard_stark"), 1),
        (("zero", "one_fortification"), ("ser_jaime_lannister", "eddard_stark"), 0),
        (("one_fortification", "one_sword"), ("ser_jaime_lannister", "eddard_stark"), 1),
    ],
)
def test_icons_count_as_if_on_the_house_card(tides, cards, lost):
    game = fight(battle("4 knight", "3 footman"), *tides, cards=cards).do("area the_reach")

    assert game.result()[0] == "lannister"
    assert game.routed("the_reach") == {"footman": 3 - lost}


@rule("2E-TIDE-07", "2E-TIDE-10", "2E-DP-35")
def test_a_skull_costs_the_opponent_one_unit_after_the_swords():
    game = fight(
        battle("4 knight", "2 footman, knight"),
        "skull",
        "zero",
        cards=("ser_jaime_lannister", "eddard_stark"),
    )
    losses = []
    while game.phase == "CASUALTY":
        losses.append((game.player, int(game.frame[2])))
        game.do("unit footman")

    # One casualty by Jaime's Sword, then one by the Skull.
    assert losses == [("stark", 1), ("stark", 1)]
    assert game.phase == "RETREAT"
    assert game.standing("kingswood") == {"knight": 1}


@rule("2E-TIDE-08", "2E-TIDE-11", "2E-DP-35")
def test_a_skull_hits_the_winner_too():
    game = fight(battle("2 knight, footman", "footman"), "zero", "skull")

    assert game.result()[0] == "lannister"
    assert (game.phase, game.player) == ("CASUALTY", "lannister")
    assert game.legal_names("unit") == {"footman", "knight"}

    game.do("unit knight", "area the_reach")

    assert game.standing("kingswood") == {"footman": 1, "knight": 1}
    assert game.routed("the_reach") == {"footman": 1}


@rule("2E-TIDE-08", "2E-AMB-92")
@pytest.mark.parametrize(("first", "second"), [("stark", "lannister"), ("lannister", "stark")])
def test_two_skulls_are_settled_by_card_in_turn_order(first, second):
    """The card of the House first in turn order goes first: its opponent suffers first."""
    game = battle("3 knight, footman", "footman, knight").set_track("iron_throne", first)
    fight(game, "skull", "skull")

    assert (game.phase, game.player) == ("CASUALTY", second)
    assert (game.do("unit footman").phase, game.player) == ("CASUALTY", first)


@rule("2E-TIDE-08", "2E-AMB-92")
@pytest.mark.parametrize(("first", "second"), [("stark", "lannister"), ("lannister", "stark")])
def test_two_skulls_by_the_online_reading_begin_with_that_of_the_attacker(first, second):
    game = battle("3 knight, footman", "footman, knight", rulings="online")
    fight(game.set_track("iron_throne", first), "skull", "skull")
    assert (game.phase, game.player) == ("CASUALTY", "stark")  # Lannister attacks
    assert (game.do("unit footman").phase, game.player) == ("CASUALTY", "lannister")


@rule("2E-TIDE-08", "2E-AMB-46", "2E-AMB-92")
@pytest.mark.parametrize("rulings", ["rulebook", "online"])
def test_two_skulls_take_the_only_unit_of_each_side(rulings):
    game = battle("knight", "footman", rulings=rulings).order("kingswood", "defense+1")
    fight(game, "skull", "skull", cards=("ser_gregor_clegane", "ser_rodrick_cassel"))

    assert game.ended
    assert game.result()[0] == "lannister"
    assert game.owner("kingswood") is None
    assert game.order_of("kingswood") is None


@rule("2E-TIDE-09")
def test_fortifications_do_not_stop_skulls():
    game = fight(battle("4 knight", "2 footman"), "skull", "one_fortification")
    game.do("area the_reach")

    # Ser Rodrick and the Tides card bear three Fortifications.
    assert game.routed("the_reach") == {"footman": 1}


@rule("2E-TIDE-11")
def test_skulls_take_no_routed_and_no_supporting_units():
    game = battle("4 knight", "knight").units("kingswood", "stark", routed=True, footman=1)
    game.holding("the_reach", "stark", "footman", "support").attack().do("side nobody")
    game.set_tides("skull", "zero").reveal("the_hound", "ser_rodrick_cassel")

    assert game.ended
    assert game.pool("stark", "knight") == 5
    assert game.standing("the_reach") == {"footman": 1}


@rule("2E-TIDE-11")
def test_a_skull_against_routed_units_alone_does_nothing():
    game = battle("footman", "").units("kingswood", "stark", routed=True, footman=2)
    game.order("kingswood", "defense+2")
    fight(game, "zero", "zero", cards=("the_hound", "eddard_stark"))
    other = battle("footman", "").units("kingswood", "stark", routed=True, footman=2)
    other.order("kingswood", "defense+2")
    fight(other, "skull", "zero", cards=("the_hound", "eddard_stark"))

    assert game.result() == other.result() == ("stark", 3)
    assert other.routed("kingswood") == {"footman": 2}


@rule("2E-TIDE-08", "2E-CCLN-07")
def test_a_winner_without_units_leaves_the_area_empty():
    game = battle("knight", "footman").order("kingswood", "defense+1")
    fight(game, "zero", "skull", cards=("ser_gregor_clegane", "ser_rodrick_cassel"))

    assert game.ended
    assert game.result()[0] == "lannister"
    assert game.owner("kingswood") is None
    assert game.order_of("kingswood") is None
    assert game.token_of("kingswood") is None


@rule("2E-TIDE-13")
def test_no_tides_are_drawn_against_a_neutral_force():
    board = Board(tides=True).clear().units("kings_landing", "lannister", knight=3)
    board.hold().neutral("kingswood", 3).order("kings_landing", "march+0").at("march")
    deck = board.value("tides_deck").copy()
    board.do("area kingswood", "count 3", "no")

    assert board.owner("kingswood") == "lannister"
    assert list(board.value("tides")) == [-1, -1]
    assert list(board.value("tides_deck")) == list(deck)


@rule("2E-TIDE-14")
def test_every_combat_draws_from_a_full_deck_shuffled_again():
    game = battle().holding("the_boneway", "martell", "knight", "march-1")
    game.units("yronwood", "stark", footman=1)
    fight(game, "three", "three").do("area the_reach")
    game.do("area yronwood", "count 1", "no")
    counts = {card.id: card.count for card in FACTS.tides.cards}

    assert game.phase == "HOUSE_CARD"
    assert game.value("tides_pos") == 0
    assert Counter(TIDES[t] for t in game.value("tides_deck")) == counts


@rule("2E-TIDE-14")
def test_the_tides_deck_is_in_another_order_in_each_combat():
    decks = {tuple(battle(seed=seed).attack().value("tides_deck")) for seed in range(5)}

    assert len(decks) == 5


@rule("2E-TIDE-15", "2E-DP-32", "2E-DP-33")
@pytest.mark.parametrize(
    ("tides_blade", "result"), [("either", ("lannister", 2)), ("redraw_only", ("lannister", 1))]
)
def test_an_unspent_blade_may_add_1_after_the_reveal(tides_blade, result):
    game = fight(ready_blade("lannister", tides_blade=tides_blade), "zero", "zero").do("no")
    if tides_blade == "either":
        assert game.phase == "BLADE"
        assert game.value("tides_open") == 1

        game.do("yes")

    assert game.result() == result


@rule("2E-TIDE-04", "2E-TIDE-15")
def test_a_redraw_leaves_no_blade_for_the_bonus():
    game = fight(ready_blade("lannister"), "zero", "zero", "zero").do("yes")

    assert game.result() == ("lannister", 1)
    assert game.phase == "RETREAT"


@rule("2E-TIDE-16")
def test_a_side_without_a_house_card_uses_its_tides_card():
    game = battle("2 footman", "4 footman").set_hand("stark", "eddard_stark")
    fight(game, "zero", "one_sword", cards=("tyrion_lannister", "eddard_stark")).do("yes")

    # Footmen 4 and Tides 1 against Footmen 2 and Tyrion 1; the Sword kills one Footman.
    assert game.result() == ("stark", 2)
    assert game.routed("kings_landing") == {"footman": 1}


@rule("2E-TIDE-05")
def test_without_the_option_no_tides_card_is_drawn():
    game = Battle("lannister", "kings_landing", "knight", "stark", "kingswood", "knight")
    game.fight("the_hound", "ser_rodrick_cassel")

    assert game.phase == "RETREAT"
    assert drawn(game) == [None, None]


@rule("2E-HIDE-09")
def test_a_rejected_card_is_known_to_its_drawer_alone():
    game = ready_blade("lannister").set_track("fiefdoms", "lannister")
    fight(game, "two", "zero", "one_sword").do("yes")

    assert game.phase == "RETREAT"
    assert redacted(game, "lannister")["tides_rejected"] == TIDES.index("two")
    assert redacted(game, "stark")["tides_rejected"] == HIDDEN
    assert redacted(game, "tyrell")["tides_rejected"] == HIDDEN


@rule("2E-HIDE-09")
def test_a_rejected_card_stays_unknown_after_the_combat():
    told = []
    for card in ("two", "three"):
        game = fight(ready_blade("lannister"), card, "zero", "one_sword").do("yes")
        while game.value("fight"):
            game.do(sorted(game.legal())[0])
        events = [event.tolist() for event in game.value("journal")]
        told.append((redacted(game, "stark").tobytes(), events))

    assert told[0] == told[1]
