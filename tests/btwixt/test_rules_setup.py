"""Components, set-up, councils, seasons and the time track."""

import json

import numpy as np
import pytest

from got_env.btwixt.facts.reading import SHIPPED
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import NONE, Season, Step
from got_env.btwixt.words.names import members
from tests.btwixt.table import FACTS, Table
from tests.rules.marks import rule

PLAYERS = pytest.mark.parametrize("players", [3, 4, 5, 6])


@rule("BTW-COMP-01", "BTW-COMP-03", "BTW-COMP-04", "BTW-TOK-06")
def test_the_components_are_counted():
    assert sum(token.copies for token in FACTS.tokens.tokens) == 54
    assert {token.value for token in FACTS.tokens.tokens} == {1, 2, 3}
    assert (len(FACTS.leaders.leaders), len(FACTS.allies.cards)) == (9, 50)
    assert sum(card.copies for card in FACTS.standard.cards) == 62
    assert (len(FACTS.events.cards), len(FACTS.whites.cards)) == (11, 36)
    assert {card.color for card in FACTS.standard.cards} == {"red", "green", "purple"}
    assert {card.color for card in FACTS.events.cards} == {"blue"}
    assert {card.color for card in FACTS.whites.cards} == {"white"}
    setup = json.loads((SHIPPED / "setup.json").read_text())
    assert setup["components"]["reference_cards"] == 6


@PLAYERS
@rule("BTW-SETUP-01", "BTW-SETUP-02", "BTW-ROUND-01", "BTW-ROUND-02", "BTW-ROUND-03")
def test_a_game_has_seasons_and_rounds_by_the_number_of_players(players):
    table = Table(players)
    few = players <= 4
    assert table.s["season"] == (Season.SUMMER if few else Season.AUTUMN)
    table.go_on("over")

    assert table.s["round_no"] == (players + 1) * (3 if few else 2)
    assert table.s["round_no"] == {3: 12, 4: 15, 5: 12, 6: 14}[players]


@PLAYERS
@rule("BTW-SHORT-01", "BTW-SHORT-02")
def test_the_short_version_leaves_the_first_season_out(players):
    table = Table(players, short=True)
    assert table.s["season"] == (Season.AUTUMN if players <= 4 else Season.WINTER)
    table.go_on("over")

    assert table.s["round_no"] == {3: 8, 4: 10, 5: 6, 6: 7}[players]


@PLAYERS
@rule("BTW-SETUP-03", "BTW-SETUP-04", "BTW-SETUP-08", "BTW-SETUP-09", "BTW-SETUP-10")
def test_the_standard_set_up(players):
    table = Table(players)
    s = table.s

    assert s["ally_deck_n"] == 49  # one is the current ally
    assert s["supply"].tolist() == [0, 18, 18, 18]
    assert [len(table.hand(p)) for p in range(players)] == [10] * players
    assert s["deck_n"] == 62 - 10 * players == {3: 32, 4: 22, 5: 12, 6: 2}[players]
    assert members(s["aside"]) == members(RULES[s["ruleset"]]["events"])
    assert all(card < 62 for p in range(players) for card in members(s["hand"][p]))


@rule("BTW-SETUP-11", "BTW-KILL-02")
def test_everything_else_starts_empty():
    s = Table(4).s

    assert not s["council"].any()
    assert not s["pile"].any()
    assert (s["dead"], s["discards_n"], s["token_n"]) == (0, 0, 0)


@rule("BTW-SETUP-05", "BTW-AMB-32")
def test_the_first_player_is_drawn_or_the_first_seat():
    assert {int(Table(4, seed).s["first"]) for seed in range(40)} == {0, 1, 2, 3}
    assert {
        int(Table(4, seed, first_player_setup="seat_zero").s["first"]) for seed in range(9)
    } == {0}


@rule("BTW-SETUP-06", "BTW-DP-01", "BTW-LEAD-01", "BTW-AMB-33")
def test_leaders_are_chosen_in_first_player_order_in_the_advanced_game():
    table = Table(4, advanced=True)
    first = int(table.s["first"])

    assert (table.phase, table.seat) == ("leader_card", first)
    assert len(table.legal()) == 10
    table.do("lead jon_snow")
    assert table.seat == (first + 1) % 4
    assert "lead jon_snow" not in table.legal()
    assert table.s["own_n"][first] == 4
    assert table.cards(table.s["own"]) == sorted(
        ["ghost", "longclaw", "the_watchs_vow", "watcher_on_the_wall"]
    )
    table.do("lead random", "lead random", "lead random")
    assert len(set(table.s["leader"][:4].tolist())) == 4
    assert Table(4, advanced=True, leader_selection="random").phase == "turn"


@rule("BTW-SETUP-07", "BTW-LEAD-04", "BTW-SCORE-04")
def test_the_leader_changes_nothing_in_the_standard_game():
    table = Table(4, 3)
    other = Table(4, 3)
    other.s["leader"][:4] = np.roll(table.s["leader"][:4], 1)
    for _ in range(60):
        assert table.legal() == other.legal()
        text = table.legal()[-1]
        table.do(text)
        other.do(text)
    assert table.s["council"].tolist() == other.s["council"].tolist()
    assert not members(table.s["own"])


@PLAYERS
@rule("BTW-COUN-01", "BTW-COUN-02", "BTW-COUN-03", "BTW-COUN-08", "BTW-EX-19", "BTW-EX-23")
def test_a_council_lies_between_each_two_neighbours(players):
    table = Table(players).settle(first=players - 1)
    assert (table.phase, table.seat) == ("placement", players - 1)

    left, right = table.legal()
    assert left == f"place council_{players}_1"  # shared with the next clockwise
    assert right == f"place council_{players - 1}_{players}"
    table.do(left)
    assert table.allies(players - 1) == ["tywin_lannister"]


@rule("BTW-ROUND-04", "BTW-ROUND-05", "BTW-FIRST-01", "BTW-SETUP-12", "BTW-TRACK-01")
def test_a_round_goes_through_its_six_steps():
    table = Table(4).bidding("tywin_lannister", [[], [], [], []], first=2)
    table.events()
    table.kneel(2, 3, 0, 1)
    assert table.seat == 2
    table.do("place council_3_4", "token council_3_4")

    assert table.s["first"] == 3  # whoever won, the token goes on clockwise
    assert table.s["rounds_left"] == 3
    events = " / ".join(table.events())
    assert events.index("wins the bid") < events.index("claims") < events.index("gains a power")
    assert events.index("gains a power") < events.index("round 2 begins, player_4")


@rule("BTW-TRACK-02", "BTW-TRACK-03", "BTW-TRACK-05", "BTW-TRACK-06", "BTW-EX-12", "BTW-HID-06")
def test_a_new_season_brings_new_hands():
    table = Table(4).bidding("varys", [["betrayal"], [], [], []])
    table.seat_allies(0, "hodor").bury("bronn").lay_tokens(1, 2)
    table.last_round(Season.AUTUMN)
    deck = table.deck()
    table.kneel(0, 1, 2, 3).do("place council_1_2", "token council_1_2")

    assert table.s["season"] == Season.WINTER
    assert [len(table.hand(p)) for p in range(4)] == [10] * 4
    assert table.s["deck_n"] == 22
    assert (table.s["discards_n"], table.s["rounds_left"]) == (0, 4)
    assert table.allies(0) == ["varys", "hodor"]
    assert (table.dead(), table.deck()) == (["bronn"], deck[1:])
    assert table.s["first"] == 1  # passed in step 5 before


@rule("BTW-TRACK-04", "BTW-TRACK-08", "BTW-END-01", "BTW-AMB-20", "BTW-DEAL-02")
def test_the_game_ends_after_winter_without_a_new_deal():
    table = Table(4).bidding("hodor", [["betrayal"], [], [], []]).last_round(Season.WINTER)
    table.kneel(0, 1, 2, 3).do("place council_1_2", "token council_1_2")

    assert table.phase == "over"
    assert table.hand(0) == ["betrayal"]
    assert table.s["winner"] in (0, 1)


@rule("BTW-REVEAL-01", "BTW-HID-03", "BTW-HID-05")
def test_the_top_ally_becomes_current():
    table = Table(4).stack_allies("hodor", "bronn").at(Step.REVEAL)

    assert table.current == "hodor"
    assert table.deck()[0] == "bronn"


@rule("BTW-AMB-37", "BTW-AMB-08")
def test_without_an_ally_the_round_is_played_for_the_token():
    table = Table(4)
    table.prepare(None, 0)
    table.s["dead"] = np.int64((1 << 50) - 1)
    table.s["ally_deck_n"] = 0
    table.s["ally_deck"] = NONE
    table.at(Step.REVEAL)
    assert (table.current, table.phase) == (None, "turn")
    table.kneel(0, 1, 2, 3)
    assert (table.phase, table.seat) == ("token", 0)

    skipped = Table(4, empty_ally_deck="skip_round")
    skipped.s["dead"], skipped.s["ally_deck_n"] = np.int64((1 << 50) - 1), 0
    skipped.s["ally_deck"] = NONE
    skipped.s["rounds_left"], skipped.s["season"] = 1, Season.WINTER
    assert skipped.at(Step.REVEAL).phase == "over"
