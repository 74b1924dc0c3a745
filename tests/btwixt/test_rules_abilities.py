"""Abilities of cards and allies, "you", neighbours, the order of abilities, and their questions."""

import pytest

from got_env.btwixt.words.names import members
from tests.btwixt.table import Table
from tests.rules.marks import rule


def strings(*piles, ally="hodor", first=1, **options):
    """A bid won by player_2, with so many copies of Pulling the Strings in each pile."""
    table = Table(4, **options).clear().lay(1, "host_of_banners", "host_of_banners")
    for p, copies in enumerate(piles):
        table.lay(p, *["pulling_the_strings"] * copies)
    return table.settle(ally, first)


@rule("BTW-CARD-01", "BTW-CARD-02", "BTW-CARD-03", "BTW-CARD-04", "BTW-EX-09", "BTW-TOK-04")
def test_pulling_the_strings_steers_the_current_ally():
    table = strings(1, 0, 2, 0)
    assert table.allies(1) == ["hodor"]  # more copies on the left of the winner
    assert table.legal() == ["token council_2_3", "token council_1_2"]  # the token stays free

    assert strings(1, 0, 0, 0).allies(0) == ["hodor"]
    assert strings(1, 0, 1, 0).phase == "placement"
    assert strings(1, 1, 1, 0).phase == "placement"  # the winner's own copy does nothing
    assert strings(0, 0, 0, 2).phase == "placement"  # player_4 is no neighbour


@rule("BTW-CARD-13", "BTW-EX-15")
def test_with_three_leaders_everybody_else_is_a_neighbour():
    table = Table(3).clear().lay(0, "host_of_banners").lay(1, "pulling_the_strings")
    assert table.settle("hodor").allies(0) == ["hodor"]

    both = Table(3).clear().lay(0, "host_of_banners").lay(1, "pulling_the_strings")
    both.lay(2, "pulling_the_strings").settle("hodor")
    assert (both.phase, both.seat) == ("placement", 0)


@rule("BTW-PREC-01", "BTW-PREC-02", "BTW-PREC-03", "BTW-CARD-07", "BTW-EX-10", "BTW-AMB-05")
@rule("BTW-COUN-07")
def test_sansa_goes_to_your_strongest_ally_whatever_the_strings_say():
    table = Table(4).clear().lay(1, "host_of_banners")
    table.lay(2, "pulling_the_strings", "pulling_the_strings")
    table.seat_allies(0, "tywin_lannister").seat_allies(1, "hodor").settle("sansa_stark", first=1)

    assert "sansa_stark" in table.allies(0)


@rule("BTW-AMB-06")
def test_sansa_without_an_ally_and_with_equal_ones():
    def sansa(left=(), right=(), **options):
        table = Table(4, **options).clear().lay(1, "host_of_banners")
        table.lay(2, "pulling_the_strings")
        table.seat_allies(1, *left).seat_allies(0, *right)
        return table.settle("sansa_stark", first=1)

    assert "sansa_stark" in sansa().allies(1)  # nobody there: the strings hold
    assert sansa(sansa_without_ally="free_choice").phase == "placement"
    equal = (("hodor",), ("bronn",))
    assert "sansa_stark" in sansa(*equal).allies(1)  # in conflict with neither council
    assert sansa(*equal, sansa_tie_choice="your_choice").phase == "placement"

    def brought(**options):
        table = Table(4, **options).clear().lay(1, "host_of_banners", "the_pack_survives")
        table.seat_allies(0, "tywin_lannister").seat_allies(1, "victarion_greyjoy")
        table.stack_allies("sansa_stark").settle("bronn", first=1)
        return table.do("place council_1_2")

    assert "sansa_stark" in brought().allies(1)  # "your other council", which obeys her too
    assert brought(sansa_tie_choice="your_choice").phase == "placement"
    mance = Table(4).clear().lay(1, "host_of_banners").lay(2, "pulling_the_strings")
    assert mance.settle("mance_rayder", first=1).phase == "placement"  # "equal: your choice"


@rule("BTW-CARD-06")
def test_mance_and_jaqen_place_themselves():
    table = Table(4).seat_allies(1, "hodor").settle("mance_rayder", first=1)
    assert "mance_rayder" in table.allies(0)  # the council with fewest allies

    jaqen = Table(4).clear().lay(0, "pulling_the_strings").lay(1, "host_of_banners")
    jaqen.seat_allies(2, "hodor").seat_allies(3, "bronn").settle("jaqen_hghar", first=1)
    assert (jaqen.phase, jaqen.seat) == ("ally", 1)
    jaqen.do("ally hodor")
    assert (jaqen.dead(), jaqen.allies(2)) == (["hodor"], ["jaqen_hghar"])
    assert jaqen.legal() == ["token council_2_3", "token council_1_2"]


@rule("BTW-CARD-05", "BTW-AMB-02", "BTW-DP-09", "BTW-AMB-16")
def test_extra_allies_ignore_the_strings():
    def loras(**options):
        table = Table(4, **options).clear().lay(1, "host_of_banners")
        table.lay(0, "pulling_the_strings").stack_allies("robert_baratheon")
        return table.settle("ser_loras_tyrell", first=1)

    table = loras()
    assert table.allies(0) == ["robert_baratheon", "ser_loras_tyrell"]
    assert table.s["acting"] == 0
    assert loras(extra_ally_round_ability="active").s["acting"] != 0
    extra = loras(extra_ally_token="yes")
    assert extra.legal() == ["token council_2_3", "token council_1_2"]
    assert extra.do("token council_2_3", "token council_2_3").tokens(1) == 2

    def marriage(**options):
        table = Table(4, **options).clear().lay(1, "host_of_banners", "arranged_marriage")
        table.lay(0, "pulling_the_strings").stack_allies("hodor")
        return table.settle("bronn", first=1)

    first = marriage()
    assert (first.phase, first.allies(0)) == ("target", ["bronn"])  # before the token
    assert first.do("target player_3").allies(1) == ["hodor"]
    assert marriage(extra_ally_timing="after_token").phase == "token"


@rule("BTW-YOU-01", "BTW-YOU-02", "BTW-YOU-03", "BTW-CARD-10", "BTW-EX-07", "BTW-AMB-03")
def test_a_stolen_card_serves_the_thief():
    hands = [["backup_plan", "host_of_banners", "sworn_swords"], [], ["betrayal"], []]
    table = Table(4).bidding("hodor", hands)
    table.do("play backup_plan").kneel(1).do("play betrayal")
    assert table.pile(2) == ["backup_plan", "betrayal"]
    table.kneel(3).do("play host_of_banners").go_on("placement")
    table.go_on()

    assert "backup_plan" in table.hand(2)
    assert "backup_plan" not in table.hand(0)


@rule("BTW-CARD-11", "BTW-EX-08", "BTW-TRI-01", "BTW-PLAY-03", "BTW-HID-09", "BTW-AMB-21")
def test_bought_loyalty_counts_elsewhere_and_is_taken_there():
    table = Table(4, advanced=True).go_on().bidding("hodor", [["bought_loyalty"], [], [], []])
    table.do("play bought_loyalty")
    assert table.legal() == ["target player_2", "target player_3", "target player_4"]
    table.do("target player_3")
    assert (table.pile(0), table.total(2)) == ([], 8)
    table.kneel(1, 2, 3, 0)

    assert table.hand(2) == ["bought_loyalty"]
    assert all("bought_loyalty" in table.known(p) for p in (0, 1, 3))


@rule("BTW-CARD-08", "BTW-DP-11", "BTW-AMB-07", "BTW-DP-10")
def test_robb_stark_asks_the_losers_in_order_until_one_agrees():
    hands = [["host_of_banners"], ["betrayal", "ambush"], ["betrayal"], ["betrayal", "ambush"]]
    table = Table(4).clear()
    for p, cards in enumerate(hands[1:], 1):
        table.give(p, *cards)
    table.lay(0, *hands[0]).settle("robb_stark")

    assert (table.phase, table.seat) == ("agree", 1)
    table.do("no")
    assert table.seat == 3  # player_3 has one card only
    table.do("yes")
    assert (table.dead(), table.hand(3)) == (["robb_stark"], [])
    assert table.phase == "token"

    random = Table(4, robb_volunteer="random").clear()
    for p, cards in enumerate(hands[1:], 1):
        random.give(p, *cards)
    random.lay(0, *hands[0]).settle("robb_stark").do("yes")
    assert random.seat == 3  # everybody is asked
    random.do("yes")
    assert random.dead() == ["robb_stark"]


@rule("BTW-AMB-01", "BTW-DP-05")
def test_own_abilities_resolve_in_the_order_their_leader_chooses():
    def two(**options):
        table = Table(4, **options).clear().lay(0, "host_of_banners", "royal_favor")
        table.lay(0, "the_pack_survives").stack_allies("hodor")
        return table.settle("bronn", first=1).do("place council_1_2")

    table = two()
    assert (table.phase, table.legal()) == (
        "ability",
        ["resolve royal_favor", "resolve the_pack_survives"],
    )
    table.do("resolve the_pack_survives")
    assert table.allies(3) == ["hodor"]
    assert table.phase == "token"
    assert two(own_ability_order="order_played").phase == "token"

    for reading, seat in (("first_player_order", 1), ("winner_first", 3)):
        table = Table(4, after_bid_order=reading).clear().lay(2, "host_of_banners")
        table.lay(1, "patient_vengeance").lay(3, "pay_the_iron_price").lay_tokens(1, 1)
        assert table.settle("hodor", first=0).seat == seat


@rule("BTW-AMB-26")
def test_when_the_strings_are_counted():
    for reading, phase in (("placement", "placement"), ("bid_won", "token")):
        table = Table(4, strings_counted_at=reading).clear().lay(1, "host_of_banners")
        table.lay(0, "pulling_the_strings")
        table.give(0, "betrayal")
        table.settle("theon_greyjoy", first=1)
        assert (table.phase, table.seat) == ("card", 0)  # may take a card back
        table.do("card pulling_the_strings")
        if table.phase == "card":
            table.do("no")
        assert table.phase == phase


@rule("BTW-AMB-27")
def test_the_claimed_council_without_a_claim():
    def favour(**options):
        table = Table(4, **options).clear().lay(0, "host_of_banners", "the_pack_survives")
        table.lay(1, "shadow_assassin").stack_allies("hodor")
        return table.settle("bronn")

    assert favour().dead() == ["bronn"]
    assert favour().phase == "token"
    other = favour(no_claimed_ally="your_choice")
    assert (other.phase, other.seat) == ("placement", 0)


@rule("BTW-AMB-29", "BTW-DP-16", "BTW-ACT-01")
def test_which_copy_of_a_pile_is_meant():
    table = Table(4).bidding("hodor", [["betrayal"], [], [], []])
    table.lay(1, "false_rumors", "false_rumors")
    cards = members(table.s["pile"][1])
    table.s["add"][cards[1]] = -3
    table.do("play betrayal")
    assert cards[0] in members(table.s["pile"][0])  # the higher value

    latest = Table(4, equal_cards_in_pile="latest").bidding("hodor", [["betrayal"], [], [], []])
    latest.lay(1, "false_rumors", "false_rumors")
    cards = members(latest.s["pile"][1])
    latest.s["add"][cards[1]] = -3
    latest.do("play betrayal")
    assert cards[1] in members(latest.s["pile"][0])


@rule("BTW-AMB-30", "BTW-DP-19", "BTW-HID-02", "BTW-HID-11")
def test_a_token_is_taken_at_random_from_the_named_council():
    def asha(**options):
        table = Table(4, **options).lay_tokens(1, 1, 2, 3).lay_tokens(2, 1)
        table.s["token_known"][:3] = 1
        table.settle("asha_greyjoy", first=0).do("place council_1_2")
        assert table.legal() == ["council council_2_3", "council council_3_4"]
        table.do("council council_2_3")
        assert (table.phase, table.seat) == ("token", 0)
        return table.do("token council_4_1")

    table = asha()
    assert (table.tokens(3), table.tokens(1)) == (1, 2)
    assert not table.s["token_known"].any()  # mixed: nobody knows which was taken
    assert asha(chosen_token="latest").s["token_known"].any()


@rule("BTW-DP-15", "BTW-DP-20", "BTW-DP-21", "BTW-DP-04", "BTW-ACT-03", "BTW-ACT-07")
def test_questions_of_abilities():
    table = Table(4).bidding("hodor", [["poisoned_wine"], ["betrayal"], [], ["betrayal"]])
    table.do("play poisoned_wine")
    assert table.legal() == ["target player_2", "target player_4"]  # those with a card
    table.do("target player_4")
    assert (table.hand(3), table.discards()) == ([], ["betrayal"])

    blood = Table(4).clear().lay(0, "blood_magic").bury("hodor").settle("bronn")
    assert (blood.phase, blood.legal()) == ("agree", ["yes", "no"])
    blood.do("yes", "place council_1_2")
    assert (blood.dead(), blood.allies(0)) == (["bronn"], ["hodor"])

    chains = Table(4).clear().lay(0, "host_of_banners")
    chains.lay(1, "breaker_of_chains", "ambush", "little_birds").settle("bronn")
    assert chains.legal() == ["card little_birds", "card ambush", "no"]
    chains.do("card ambush")
    assert chains.legal() == ["card little_birds", "no"]
    chains.do("no")
    assert chains.hand(1) == ["ambush"]


@rule("BTW-DP-12", "BTW-HID-12", "BTW-ACT-05")
def test_a_look_at_the_ally_deck():
    table = Table(4).bidding("hodor", [["visions_in_the_flames"], [], [], []])
    table.stack_allies("bronn", "varys", "arya_stark", "grey_worm")
    table.do("play visions_in_the_flames")
    assert (table.phase, len(table.legal())) == ("bury", 5)
    table.do("bury varys")
    assert table.phase == "arrange"
    table.do("next grey_worm", "next bronn")
    assert table.deck()[:3] == ["grey_worm", "bronn", "arya_stark"]
    assert table.deck()[-1] == "varys"
    known = table.s["ally_known"][: int(table.s["ally_deck_n"])].tolist()
    assert known[-3:] == [1, 1, 1]
    assert known[0] == 1


@rule("BTW-DP-14", "BTW-DP-17", "BTW-DP-18", "BTW-KILL-02")
def test_questions_about_allies():
    table = Table(4).clear().lay(0, "host_of_banners").lay(1, "valar_morghulis")
    table.seat_allies(0, "hodor", "bronn").seat_allies(2, "varys")
    table.settle("grey_worm", first=2)
    assert (table.phase, table.seat) == ("ally", 2)  # the first player breaks the tie
    table.do("ally bronn")
    assert table.dead() == ["varys", "bronn"]

    beric = Table(4).bury("hodor", "tywin_lannister", "bronn").settle("beric_dondarrion", first=0)
    beric.do("place council_1_2")
    assert beric.legal() == ["ally bronn", "ally hodor", "no"]
    beric.do("ally bronn")
    assert "bronn" in beric.allies(0)


@rule("BTW-DP-22", "BTW-HID-01", "BTW-HID-14")
def test_a_card_is_picked_from_a_hand_looked_at():
    table = Table(4).bidding("hodor", [["queen_of_thorns"], ["betrayal", "ambush"], [], []])
    table.do("play queen_of_thorns")
    assert (table.legal(), table.known(0)) == (
        ["card betrayal", "card ambush"],
        ["ambush", "betrayal"],
    )
    table.do("card ambush")
    assert (table.known(0), table.known(2), table.discards()) == (["betrayal"], [], ["ambush"])


@rule("BTW-HID-10")
def test_a_card_taken_unseen_is_known_to_two():
    hands = [["stolen_letters", "little_birds"], ["betrayal", "ambush"], [], []]
    table = Table(4).bidding("hodor", hands)
    table.s["known"][2] = table.s["hand"][1]
    table.do("play stolen_letters")
    gained = next(c for c in table.hand(0) if c != "little_birds")
    assert gained in table.known(1)
    assert table.known(2) == []  # cannot tell which card has gone
    table.do(f"card {gained}")
    assert gained in table.known(0)


@rule("BTW-REVEAL-02", "BTW-REVEAL-03", "BTW-AMB-17", "BTW-AMB-35", "BTW-DP-13")
def test_abilities_for_the_round_end_with_it():
    table = Table(4).bidding("tywin_lannister", [["betrayal"], [], [], []])
    table.do("play betrayal")
    assert table.total(0) == 0  # values up to 2 count 0
    table.kneel(1, 2, 3, 0)
    table.go_on()
    assert table.s["acting"] in (0, 1 << int(table.s["current"]))

    gardens = Table(4).bidding("robert_baratheon", [["the_water_gardens"], [], [], []])
    gardens.stack_allies("renly_baratheon").on_ally(3)
    gardens.do("play the_water_gardens", "yes")
    assert (gardens.current, gardens.deck()[-1]) == ("renly_baratheon", "robert_baratheon")
    assert gardens.s["token_n"] == 0
    assert gardens.s["acting"] == 1 << int(gardens.s["current"])


@pytest.mark.parametrize(
    ("ally", "winner"), [("petyr_baelish", 2), ("walder_frey", 2), ("hodor", 1)]
)
@rule("BTW-BID-03")
def test_allies_that_change_the_rules_of_the_bid(ally, winner):
    table = Table(4).clear().lay(1, "careful_scheming").lay(2, "careful_scheming")

    assert table.settle(ally, first=0).s["bid_winner"] == winner


@rule("BTW-AMB-15")
def test_the_tie_rule_of_an_ally_beats_that_of_a_card():
    table = Table(4).clear().lay(1, "the_lords_chosen").lay(2, "masterstroke")
    assert table.settle("hodor", first=2).s["bid_winner"] == 1
    other = Table(4).clear().lay(1, "the_lords_chosen").lay(2, "masterstroke")
    assert other.settle("petyr_baelish", first=1).s["bid_winner"] == 2


@rule("BTW-BID-02")
def test_who_wins_ties_does_not_win_with_one_influence_less():
    table = Table(4).clear().lay(1, "the_lords_chosen").lay(2, "public_oath")
    assert (table.total(1), table.total(2)) == (6, 7)
    assert table.settle("hodor", first=1).s["bid_winner"] == 2


@rule("BTW-AMB-29")
def test_a_cancelled_copy_does_not_resolve_beside_another_one():
    table = Table(4).clear().lay(0, "backup_plan", "backup_plan").lay(1, "public_oath")
    table._add(table.s["cancelled"], members(table.s["pile"][0])[0])
    table.settle("hodor").go_on()

    assert (table.hand(0), table.discards()) == (
        ["backup_plan"],
        ["backup_plan", "public_oath"],
    )


@rule("BTW-DEAL-01", "BTW-AMB-34")
def test_there_is_no_action_for_talk():
    table = Table(3, short=True)
    seen = set()
    while table.phase != "over":
        seen.add(table.phase)
        table.do(table.legal()[-1])
    assert seen <= {"turn", "placement", "token", "target", "card", "ally", "council", "agree"} | {
        "ability", "bury", "arrange",
    }  # fmt: skip


@rule("BTW-FIRST-01")
def test_an_ability_passes_the_first_player_token():
    table = Table(4).clear().lay(2, "heralds_call").settle("hodor", first=0)
    table.go_on()
    assert table.s["first"] == 2
