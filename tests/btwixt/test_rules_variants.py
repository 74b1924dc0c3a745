"""The advanced game, drafts, revealed allies, and how variants combine."""

import itertools

import pytest

from got_env.btwixt.rules.options import OPTIONS, resolve_options
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import Season
from got_env.btwixt.words.names import members
from tests.btwixt.table import Table
from tests.rules.marks import rule

PLAYERS = pytest.mark.parametrize("players", [3, 4, 5, 6])


def advanced(players=4, seed=1, **options):
    """An advanced game after the choice of leaders."""
    return Table(players, seed, advanced=True, leader_selection="random", **options)


def whites(table, p):
    """Leader-specific cards of a hand."""
    return [card for card in members(table.s["hand"][p]) if card >= 64]


def end_season(table, season):
    """Play the last round of a season with empty hands but those that are set."""
    table.last_round(season)
    table.bidding("hodor", [[] for _ in range(table.players)])
    table.last_round(season)
    return table


@PLAYERS
@rule("BTW-ADV-01", "BTW-LEAD-02", "BTW-LEAD-05", "BTW-HID-07", "BTW-HID-16", "BTW-EVT-04")
def test_an_advanced_hand_has_one_white_card(players):
    table = advanced(players)
    rules = RULES[table.s["ruleset"]]
    for p in range(players):
        (card,) = whites(table, p)
        assert rules["owner"][card] == table.s["leader"][p]
        assert len(table.hand(p)) == 10
    assert table.s["own_n"][:players].tolist() == [3] * players
    assert table.s["deck_n"] == 62 - 9 * players
    assert members(table.s["aside"]) == members(rules["events"])
    table.go_on("over")
    seasons = 3 if players <= 4 else 2
    assert table.s["own_n"][:players].tolist() == [4 - seasons] * players


@rule("BTW-LEAD-03", "BTW-EVT-01", "BTW-EVT-03", "BTW-EX-13")
def test_the_end_of_summer_with_four_players():
    table = end_season(advanced(), Season.SUMMER)
    table.s["own_n"][0] -= 1
    white = members(RULES[table.s["ruleset"]]["leader_whites"][int(table.s["leader"][0])])
    kept = next(card for card in white if card in members(table.s["own"]))
    table._drop(table.s["own"], kept)
    table._add(table.s["hand"][0], kept)
    table.s["hand_n"][0] = 1
    table.kneel(0, 1, 2, 3).go_on("turn")

    assert kept in members(table.s["gone"])  # removed, though nobody saw it
    assert kept not in members(table.s["gone_open"])
    assert len(members(table.s["aside"])) == 8
    assert table.s["season"] == Season.AUTUMN
    events = 11 - len(members(table.s["aside"]))
    whites_in_deck = 4  # those that clear() put there
    assert table.s["deck_n"] == 62 + events + whites_in_deck - 36


@PLAYERS
@rule("BTW-EVT-01", "BTW-EVT-02", "BTW-EVT-05", "BTW-EX-20", "BTW-AMB-19")
def test_six_events_enter_a_full_game(players):
    table = advanced(players).go_on("over")
    assert len(members(table.s["aside"])) == 5

    short = advanced(players, short=True).go_on("over")
    assert len(members(short.s["aside"])) == (8 if players <= 4 else 11)
    early = advanced(players, short=True, short_events="at_setup")
    assert len(members(early.s["aside"])) == (8 if players <= 4 else 5)


@rule("BTW-AMB-21")
def test_a_white_card_that_another_leader_discards():
    def discarded(**options):
        table = Table(4, advanced=True, **options)
        table.do("lead jon_snow", "lead cersei_lannister", "lead random", "lead random")
        jon = int(next(p for p in range(4) if table.s["leader"][p] == 3))
        table.clear()
        thief = (jon + 1) % 4
        ghost = next(c for c, k in table.facts.cards.items() if table.facts.kind_ids[k] == "ghost")
        table._drop(table.s["own"], ghost)
        deck = [c for c in table.s["deck"].tolist() if c not in (ghost, -1)]
        table.s["deck"] = -1
        table.s["deck"][: len(deck)] = deck
        table.s["deck_n"] = len(deck)
        table._add(table.s["pile"][thief], ghost)
        table.s["pile_n"][thief] = 1
        table.settle("hodor", first=thief).go_on()
        return table, ghost

    table, ghost = discarded()
    assert ghost in members(table.s["gone_open"])
    table, ghost = discarded(stolen_white_card="back_to_owner")
    assert ghost in members(table.s["own"])


@rule("BTW-AMB-41", "BTW-COK-02")
def test_a_white_card_of_another_leader_is_not_played():
    def legal(**options):
        table = Table(4, **options)
        if table.phase == "leader_card":
            table.do("lead jon_snow", "lead cersei_lannister", "lead random", "lead random")
        if table.phase == "draft":
            table.go_on()
        jon = next((p for p in range(4) if table.s["leader"][p] == 3), 0)
        hands = [[], [], [], []]
        hands[jon], hands[(jon + 1) % 4] = ["longclaw"], ["ghost"]
        table.bidding("khal_drogo", hands, first=jon)
        own = table.legal()
        table.do("play longclaw")
        return own, table.legal()

    assert legal(advanced=True) == (["play longclaw"], ["kneel"])
    assert legal(advanced=True, stolen_white_played="yes")[1] == ["play ghost"]
    assert legal(clash_draft=True)[1] == ["play ghost"]


@PLAYERS
@rule("BTW-DRAFT-01", "BTW-DRAFT-02", "BTW-DRAFT-04", "BTW-DRAFT-05", "BTW-DP-02", "BTW-EX-21")
def test_hands_are_drafted(players):
    table = Table(players, draft=True)
    first = int(table.s["first"])
    pack = table.hand(first)
    assert (table.phase, table.seat) == ("draft", first)
    picks = 0
    for pick in range(9):
        for i in range(players):
            assert table.seat == (first + i) % players
            table.do(table.legal()[0])
            picks += 1
        if pick == 0 and players > 1:
            assert len(table.hand((first + 1) % players)) == 9
            assert set(table.hand((first + 1) % players)) <= set(pack)  # passed to the left
    assert table.phase == "turn"  # the tenth pick is no choice
    assert picks == 9 * players
    assert [len(table.hand(p)) for p in range(players)] == [10] * players
    assert not table.s["picked"].any()


@rule("BTW-DRAFT-03", "BTW-DRAFT-06")
def test_packs_change_direction_with_every_season():
    for players, options in ((4, {}), (5, {}), (4, {"short": True})):
        table = Table(players, draft=True, **options)
        goes_left = True
        for _ in range(3):
            first = int(table.s["first"])
            pack = set(table.hand(first))
            for _ in range(players):
                table.do(table.legal()[0])
            taker = (first + (1 if goes_left else -1)) % players
            assert set(table.hand(taker)) <= pack
            goes_left = not goes_left
            season = int(table.s["season"])
            while table.phase != "over" and table.s["season"] == season:
                table.do(table.legal()[-1])
            if table.phase == "over":
                break


@rule("BTW-AMB-10")
def test_the_white_card_joins_after_the_draft_or_is_drafted():
    table = advanced(draft=True)
    assert [len(table.hand(p)) for p in range(4)] == [9] * 4
    assert not any(whites(table, p) for p in range(4))
    table.go_on("turn")
    assert all(len(whites(table, p)) == 1 for p in range(4))
    other = advanced(draft=True, draft_includes_leader_specific="yes")
    assert [len(other.hand(p)) for p in range(4)] == [10] * 4
    assert all(len(whites(other, p)) == 1 for p in range(4))


@PLAYERS
@rule("BTW-COK-01", "BTW-COK-03", "BTW-COK-05", "BTW-COK-04", "BTW-HID-15")
def test_the_clash_of_kings_deck_holds_everything(players):
    table = Table(players, clash_draft=True)

    assert table.phase == "draft"
    assert table.s["deck_n"] == 109 - 10 * players
    assert not members(table.s["aside"])
    table.go_on("over")
    lost = set(range(62)) | set(range(64, 111))
    lost -= set(table.s["deck"][: int(table.s["deck_n"])].tolist())
    lost -= set(members(table.s["discards"]))
    for p in range(players):
        lost -= set(members(table.s["hand"][p]))
    assert not lost


@rule("BTW-COK-02", "BTW-AMB-11")
def test_anybody_plays_any_white_card_in_the_clash_of_kings():
    for reading, zone in (("no", "discards"), ("yes", "gone")):
        table = Table(4, clash_draft=True, clash_of_kings_leader_cards_removed=reading)
        table.go_on("turn").bidding("hodor", [["drogon"], [], [], []])
        assert table.legal() == ["play drogon", "kneel"]
        table.do("play drogon").kneel(1, 2, 3, 0).go_on("turn")
        assert "drogon" in table.cards(table.s[zone])


@rule("BTW-SHORT-03", "BTW-AMB-31")
def test_variants_combine_but_for_two_drafts():
    variants = list(OPTIONS)[:5]
    assert variants == ["advanced", "draft", "clash_draft", "revealed", "short"]
    for chosen in itertools.product((False, True), repeat=5):
        options = dict(zip(variants, chosen, strict=True))
        if options["draft"] and options["clash_draft"]:
            with pytest.raises(ValueError, match=r"^options clash_draft=true and draft=true: "):
                resolve_options(options)
        else:
            resolve_options(options)
    with pytest.raises(ValueError, match="clash_with_advanced=refused"):
        resolve_options({"clash_draft": True, "advanced": True, "clash_with_advanced": "refused"})


@rule("BTW-AMB-31")
def test_clash_of_kings_rules_alone_apply():
    table = Table(4, clash_draft=True, advanced=True)
    assert (table.phase, table.s["own_n"].sum()) == ("draft", 0)


# --- revealed allies


def rowed(**options):
    """A game with the row P Q R on the table, the current ally not counted."""
    table = Table(4, revealed=True, **options)
    table.prepare(None, 0)
    return table


@PLAYERS
@rule("BTW-ROW-01", "BTW-ROW-02", "BTW-ROW-03", "BTW-AMB-40")
def test_a_row_is_laid_for_every_season(players):
    table = Table(players, revealed=True)
    row = table.row()
    assert len(row) == players  # one is the current ally
    assert table.s["ally_deck_n"] == 49 - players
    table.go_on("placement").go_on("turn")
    assert (
        table.current == row[0]
        or row[0] in [a for c in range(players) for a in table.allies(c)] + table.dead()
    )


@rule("BTW-ROW-05", "BTW-EX-14", "BTW-ROW-08", "BTW-ROW-04")
def test_an_ability_reveals_the_next_ally_of_the_row():
    table = Table(4, revealed=True).clear()
    table.lay(0, "host_of_banners", "the_pack_survives")
    table.settle("bronn", first=0)
    q, r = table.row()[:2]
    top = table.deck()[0]
    table.do("place council_1_2")
    while table.phase not in ("token", "over"):
        table.do(table.legal()[0])

    assert q in table.allies(3) + table.allies(0) + table.dead()
    assert table.row()[0] == r or table.s["row_n"] >= 3
    assert top in table.row() + table.allies(0) + table.allies(3) + table.dead()


@rule("BTW-ROW-06", "BTW-ROW-09", "BTW-EX-16", "BTW-AMB-25")
def test_a_look_with_a_row():
    def look(**options):
        table = Table(4, revealed=True, **options).bidding("hodor", [["well_read"], [], [], []])
        row, deck = table.row(), table.deck()
        table.do("play well_read")
        assert sorted(table.legal()) == sorted(f"next {a}" for a in (row[0], *deck[:2]))
        table.do(f"next {deck[1]}", f"next {row[0]}")
        return table, row, deck

    table, row, deck = look()
    assert table.row() == [deck[1], row[0], deck[0], *row[1:]]
    assert table.deck()[0] == deck[2]
    other, row, deck = look(row_peek_return="next_in_row")
    assert other.row() == [deck[1], *row[1:]]
    assert other.deck()[:2] == [row[0], deck[0]]


@rule("BTW-ROW-07", "BTW-EX-17")
def test_on_top_of_the_deck_is_the_left_end_of_the_row():
    table = Table(4, revealed=True).seat_allies(2, "hodor")
    row = table.row()
    table.settle("lysa_arryn", first=0)
    row = table.row()
    table.do("place council_1_2", "ally hodor")
    assert table.row() == ["hodor", *row]


@rule("BTW-AMB-12")
def test_what_is_left_of_the_row_at_the_end_of_a_season():
    for reading in ("shuffle_back", "keep_left"):
        table = Table(4, revealed=True, row_leftovers=reading)
        table.bidding("tywin_lannister", [[], [], [], []]).last_round(Season.SUMMER)
        left = table.row()
        table.kneel(0, 1, 2, 3).do("place council_1_2", "token council_1_2")
        assert len(table.row()) == 4
        now = [table.current, *table.row()]
        assert (now[:4] == left[:4]) == (reading == "keep_left")


@rule("BTW-AMB-09", "BTW-AMB-38")
def test_what_is_shown_and_remembered():
    def season(reading):
        table = Table(4, season_discard_visibility=reading)
        table.bidding("hodor", [["betrayal"], [], [], []]).last_round(Season.SUMMER)
        table.kneel(0, 1, 2, 3).do("place council_1_2", "token council_1_2")
        return " ".join(table.events())

    assert "player_1 discards betrayal" in season("public")
    assert "discards" not in season("hidden")

    for reading, known in (("perfect", ["ambush"]), ("current_only", [])):
        table = Table(4, observation_memory=reading)
        table.bidding("hodor", [["whispered_secrets"], ["ambush"], [], []])
        assert table.do("play whispered_secrets").known(0) == known


@rule("BTW-AMB-08")
def test_an_empty_influence_deck():
    for reading, drawn in (("reshuffle", 1), ("no_draw", 0)):
        table = Table(4, influence_deck_empty=reading).clear()
        for card in table.s["deck"][: int(table.s["deck_n"])].tolist():
            table._add(table.s["discards"], card)
        table.s["discards_n"], table.s["deck_n"] = table.s["deck_n"], 0
        table.s["deck"] = -1
        table.settle("bronn", first=0).do("place council_1_2")
        assert len(table.hand(0)) == drawn
