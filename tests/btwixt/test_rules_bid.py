"""Turns, kneeling, the bid, the claim and power tokens."""

import pytest

from got_env.btwixt.rules.vocabulary import NONE
from tests.btwixt.table import Table
from tests.rules.marks import rule


@rule("BTW-PLAY-01", "BTW-PLAY-04", "BTW-PLAY-09", "BTW-KNEEL-01", "BTW-KNEEL-02", "BTW-DP-03")
def test_turns_go_clockwise_past_those_who_kneel():
    hands = [["careful_scheming"], ["careful_scheming"], ["betrayal"], ["careful_scheming"]]
    hands[2] += ["little_birds"]
    table = Table(4).bidding("varys", hands, first=2)

    assert table.legal() == ["play betrayal", "play little_birds", "kneel"]
    table.do("play little_birds").kneel(3)
    table.do("play careful_scheming")
    assert table.seat == 1
    table.do("kneel")
    assert table.seat == 2  # player 4 kneels
    assert table.kneeling() == [1, 3]
    assert "play betrayal" in table.legal()  # though it cannot beat 8


@rule("BTW-PLAY-02", "BTW-PLAY-08", "BTW-PLAY-07", "BTW-PLAY-10")
def test_a_card_resolves_before_it_joins_the_pile():
    table = Table(4).bidding("varys", [["masterstroke"], ["betrayal"], [], []])
    table.do("play masterstroke")  # nothing in the pile to take back, itself included

    assert (table.pile(0), table.hand(0)) == (["masterstroke"], [])
    table.do("play betrayal")
    assert table.pile(1) == ["betrayal", "masterstroke"]
    assert table.s["deck_n"] == 60


@rule("BTW-PLAY-05", "BTW-PLAY-06", "BTW-KNEEL-03", "BTW-KNEEL-04")
def test_the_last_one_standing_may_play_on():
    table = Table(3).bidding("varys", [["careful_scheming", "betrayal"], [], ["betrayal"]])
    table.do("play careful_scheming")
    assert table.legal() == ["kneel"]  # no cards
    table.kneel(1, 2)  # with a card in hand and an empty pile
    assert table.seat == 0
    assert table.legal() == ["play betrayal", "kneel"]
    table.do("kneel")
    assert table.phase == "placement"


@rule("BTW-KNEEL-05", "BTW-RESET-01", "BTW-RESET-02", "BTW-RESET-03")
def test_piles_are_discarded_and_hands_kept():
    hands = [["the_kings_peace", "betrayal"], ["betrayal"], [], []]
    table = Table(4).bidding("hodor", hands)
    table.do("play the_kings_peace").do("play betrayal").kneel(2, 3, 0)
    assert table.pile(0) == ["the_kings_peace"]  # its peace holds though its leader kneels
    table.kneel(1)
    table.go_on()

    assert table.discards() == ["betrayal", "the_kings_peace"]
    assert table.hand(0) == ["betrayal"]
    assert table.kneeling() == []


def bid(values, first=0, ally="tywin_lannister", players=4):
    """Winner of a bid with these totals, each of one or more cards of their value."""
    table = Table(players)
    table.clear()
    plain = {8: "careful_scheming", 9: "sworn_swords", 7: "public_oath", 6: "masterstroke"}
    plain |= {5: "heralds_call", 4: "false_rumors", 3: "ambush", 2: "poisoned_wine", 10: "drogon"}
    for p, value in enumerate(values):
        for part in value if isinstance(value, list) else [value]:
            if part:
                table.lay(p, plain[part])
    return table.settle(ally, first)


@rule("BTW-BID-01", "BTW-BID-02", "BTW-EX-01")
def test_the_highest_total_wins():
    table = bid([[3, 4, 5], [9, 6], 0], ally="hodor", players=3)

    assert table.s["bid_total"][:3].tolist() == [12, 15, 0]
    assert table.s["bid_winner"] == 1


@pytest.mark.parametrize(
    ("totals", "first", "winner"),
    [
        ([7, 9, 9, 4], 0, 1),
        ([9, 4, 9, 9], 0, 0),
        ([6, 2, 0, 6], 2, 3),
        ([0, 0, 0, 0], 3, 3),
    ],
)
@rule("BTW-BID-03", "BTW-BID-04", "BTW-EX-03", "BTW-EX-04")
def test_ties_go_to_the_first_in_order(totals, first, winner):
    assert bid(totals, first, ally="hodor").s["bid_winner"] == winner


@rule("BTW-EX-02")
def test_nobody_plays_and_the_first_player_wins():
    table = Table(4).bidding("hodor", [[], [], [], []], first=1).kneel(1, 2, 3, 0)

    assert table.seat == 1
    table.do("place council_1_2", "token council_2_3")
    assert (table.allies(0), table.tokens(1)) == (["hodor"], 1)


@rule("BTW-CLAIM-01", "BTW-CLAIM-03", "BTW-CLAIM-04", "BTW-CLAIM-05", "BTW-CLAIM-07", "BTW-DP-06")
@rule("BTW-TOK-01", "BTW-TOK-02", "BTW-TOK-05", "BTW-DP-08", "BTW-COUN-04", "BTW-HID-13")
def test_the_winner_claims_the_ally_and_gains_a_token():
    table = Table(4).settle("hodor", first=2)
    assert table.legal() == ["place council_3_4", "place council_2_3"]
    table.do("place council_2_3")
    assert table.legal() == ["token council_3_4", "token council_2_3"]
    table.do("token council_3_4")

    assert (table.allies(1), table.tokens(2)) == (["hodor"], 1)
    assert table.s["token_known"][0] == 0  # nobody looked
    assert table.s["supply"].sum() == 53
    assert sum(table.tokens(c) for c in range(4)) == 1


@rule("BTW-CLAIM-02", "BTW-CLAIM-06", "BTW-YOU-04", "BTW-DP-07")
def test_a_when_claimed_ability_has_to_be_resolved_if_able():
    table = Table(4).seat_allies(1, "hodor", "bronn").settle("roose_bolton", first=1)
    table.do("place council_2_3")
    assert (table.phase, table.legal()) == ("ally", ["ally bronn", "ally hodor"])  # both power 2
    table.do("ally bronn")
    assert table.dead() == ["bronn"]

    nobody = Table(4).settle("roose_bolton", first=1).do("place council_2_3")
    assert (nobody.phase, nobody.allies(1)) == ("token", ["roose_bolton"])


@rule("BTW-TOK-03", "BTW-AMB-18")
def test_abilities_gain_tokens_too():
    table = Table(4).settle("tommen_baratheon", first=0)
    table.do("place council_1_2", "token council_1_2", "token council_4_1")

    assert (table.tokens(0), table.tokens(3)) == (1, 1)


@rule("BTW-AMB-24")
def test_an_empty_supply_gives_no_token():
    def emptied(**options):
        table = Table(4, **options)
        table.lay_tokens(1, *[1] * 18, *[2] * 18, *[3] * 18)
        return table.settle("hodor", first=3).do("place council_4_1")

    assert emptied().phase == "turn"
    other = emptied(empty_supply="random_from_councils")
    other.do("token council_4_1")
    assert (other.tokens(3), other.tokens(1)) == (1, 53)


@rule("BTW-KILL-01", "BTW-KILL-03", "BTW-KILL-04", "BTW-AMB-04", "BTW-EX-18", "BTW-CARD-09")
@rule("BTW-EX-11", "BTW-TOK-07")
def test_a_killed_current_ally_is_claimed_by_nobody():
    def killed(**options):
        table = Table(4, **options).clear()
        table.lay(0, "sworn_swords").lay(1, "shadow_assassin", "pulling_the_strings")
        table.on_ally(2, 3)
        return table.settle("roose_bolton")

    table = killed()
    assert table.dead() == ["roose_bolton"]
    assert (table.phase, table.seat) == ("token", 0)  # still gained, and freely placed
    assert table.s["token_n"] == 0
    assert table.s["supply"].sum() == 54
    assert killed(winner_gains_token_if_ally_killed="no").phase == "turn"


@rule("BTW-AMB-13")
def test_tokens_on_a_claimed_ally_join_its_council():
    table = Table(4).on_ally(2, 3).settle("hodor").do("place council_1_2")
    assert (table.tokens(0), table.phase) == (2, "token")

    other = Table(4, claimed_tokens_council="claimant_choice").on_ally(2, 3).settle("hodor")
    other.do("place council_1_2", "token council_4_1", "token council_1_2", "token council_1_2")
    assert (other.tokens(0), other.tokens(3)) == (2, 1)


@rule("BTW-AMB-14", "BTW-BID-05")
def test_no_total_falls_below_zero():
    def total(**options):
        table = Table(4, **options).bidding("hodor", [["siege_lines"], [], [], []])
        return table.do("play siege_lines").total(1)

    assert total() == 0
    assert total(negative_influence="allow") == -1


@rule("BTW-AMB-28", "BTW-AMB-36")
def test_restrictions_and_kneeling():
    hands = [["call_to_battle"], ["betrayal"], [], []]
    table = Table(4).bidding("hodor", hands).do("play call_to_battle", "target player_2")
    assert table.legal() == ["play betrayal"]

    helpless = Table(4).bidding("hodor", [["call_to_battle"], [], [], []])
    helpless.do("play call_to_battle", "target player_2")
    assert helpless.legal() == ["kneel"]

    passing = Table(4, must_play_without_play="pass")
    passing.bidding("hodor", [["call_to_battle"], [], [], []])
    passing.do("play call_to_battle", "target player_2")
    assert passing.seat == 2  # the turn passed once
    assert passing.s["must"] == 0

    for reading, kneels in (("always", True), ("obeys_restrictions", False)):
        hands = [["call_to_battle", "careful_scheming"], ["careful_scheming", "betrayal"], []]
        hands += [["dragonbinder"]]
        forced = Table(4, forced_kneel=reading, advanced=True, first_player_setup="seat_zero")
        forced.do("lead eddard_stark", "lead jon_snow", "lead melisandre", "lead euron_greyjoy")
        forced.bidding("hodor", hands)
        forced.do("play call_to_battle", "target player_2", "play careful_scheming", "kneel")
        forced.s["must"] = 0b10
        forced.do("play dragonbinder")
        if forced.phase == "target":
            assert kneels
            forced.do("target player_2")
        assert (1 in forced.kneeling()) == kneels


@rule("BTW-AMB-39")
def test_moved_cards_and_the_duty_to_play():
    for reading, free in (("no", False), ("yes", True)):
        table = Table(4, moved_card_counts_as_played=reading, advanced=True)
        table.go_on()
        table.bidding("khal_drogo", [["bought_loyalty"], ["betrayal"], [], []])
        table.do("play bought_loyalty", "target player_2")
        assert ("kneel" in table.legal()) == free


@rule("BTW-AMB-22", "BTW-TRACK-07", "BTW-EX-22", "BTW-CARD-12")
def test_backup_plan_returns_to_the_loser_in_step_four():
    table = Table(4).clear().lay(0, "careful_scheming").lay(1, "backup_plan").settle("hodor")
    assert table.hand(1) == []
    table.go_on()
    assert table.hand(1) == ["backup_plan"]
    assert table.known(0) == ["backup_plan"]  # everybody saw it

    early = Table(4, backup_plan_timing="after_bid").clear()
    early.lay(0, "careful_scheming").lay(1, "backup_plan").settle("hodor")
    assert (early.phase, early.hand(1)) == ("placement", ["backup_plan"])

    last = Table(4).clear().lay(0, "careful_scheming").lay(1, "backup_plan")
    last.last_round(0).settle("hodor").go_on()
    assert len(last.hand(1)) == 10
    assert last.s["discards_n"] == 0


@rule("BTW-CLAIM-02")
def test_nobody_has_won_before_the_bid():
    table = Table(4).bidding("hodor", [[], [], [], []])

    assert (table.s["bid_winner"], table.s["claimed"]) == (NONE, NONE)
