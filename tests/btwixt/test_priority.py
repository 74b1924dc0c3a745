"""An ally's ability prevails over an influence card's, in every pair of them that can meet.

Each test plays the card twice: beside a neutral ally, where it does what it says, and beside the
ally of the pair, whose ability has its way.
"""

import pytest

from got_env.btwixt.rules.options import Option
from got_env.btwixt.rules.vocabulary import ALLY_SOURCE, NONE, Step
from tests.btwixt.priority_pairs import DECISIONS, PAGE, page, pairs
from tests.btwixt.table import Table
from tests.btwixt.test_card_language import ally_table, card_table, effect
from tests.rules.marks import rule

PAIRS = pairs()


def of(about):
    """The pairs in conflict about something, as arguments of a test."""
    found = [(pair.ally, pair.card) for pair in PAIRS if pair.about == about]
    assert found
    return pytest.mark.parametrize(("ally", "card"), found)


def bit(table, ally):
    return 1 << table.facts.ally_ids.index(ally)


# --- cards in bid piles that an ally protects


def lying(table):
    return [table.pile(p) for p in range(table.players)]


def after_the_card(ally, card):
    """Cards of the piles that are still there once the card has done its work, and hands then."""
    table = Table(4)
    late = card in ("backup_plan", "breaker_of_chains", "unbowed")
    table.bidding(ally, [[card], [], [], []])
    table.lay(0, "backup_plan").lay(1, "backup_plan", "betrayal").lay(3, "host_of_banners")
    before = lying(table)
    table.do(f"play {card}")
    while table.phase in ("target", "card"):
        table.do(table.legal()[0])
    kept = all(set(old) <= set(new) for old, new in zip(before, lying(table), strict=True))
    while table.phase != "over" and int(table.s["round_no"]) == 1:
        texts = [text for text in table.legal() if text != "no"]
        table.do("kneel" if "kneel" in texts else texts[0])
    taken = any(table.hand(p) for p in range(4))
    return kept and not taken if late or card == "bought_loyalty" else kept


@of("cards that an ally protects")
@rule("BTW-PREC-02")
def test_what_an_ally_protects_no_card_takes(ally, card):
    if ally == "stannis_baratheon":
        assert after_the_card(ally, card)
        assert not after_the_card("hodor", card)
        return

    def killed(protected):
        table = Table(4).clear().lay(0, "host_of_banners")
        loser = card in ("the_red_wedding", "the_strangler")
        victim = "grey_worm" if ally == "grey_worm" else "hodor"
        table.lay(2 if loser else 0, card).seat_allies(0 if loser else 2, victim)
        if protected:
            table.s["no_kill"] |= bit(table, victim)
        table.settle("mace_tyrell")
        while table.phase in ("placement", "ally"):
            named = f"ally {victim}"
            table.do(named if named in table.legal() else table.legal()[0])
        return victim in table.dead()

    assert killed(False)
    assert not killed(True)


# --- cards in bid piles that a card protects


@of("cards that a card protects")
@rule("BTW-PREC-02")
def test_what_a_card_protects_an_ally_takes_all_the_same(ally, card):
    winner = ally == "davos_seaworth"

    def asked(shield):
        table = Table(4).clear().lay(1, "host_of_banners").lay(2, "backup_plan")
        table.lay(1 if winner else 2, *shield)
        table.settle(ally, first=1)
        if table.phase == "placement":
            table.do("place council_2_3")
        return table

    plain, shielded = asked([]), asked([card])
    assert (plain.phase, shielded.phase) == ("card", "card")
    assert shielded.seat == plain.seat == (1 if winner else 2)
    assert set(plain.legal()) <= set(shielded.legal())
    taken = plain.legal()[0].removeprefix("card ")
    shielded.do(f"card {taken}")
    assert shielded.hand(1 if winner else 2) == [taken]

    thief = Table(4).bidding("hodor", [["betrayal"], [], [], []])
    thief.lay(2, card, "backup_plan").do("play betrayal")
    assert thief.pile(0) == ["betrayal"]  # a card gives way to a card's protection


# --- the council of an ally


def placed(ally, card):
    """Council of the ally that player_2 claims or brings, which a card wants elsewhere."""
    table = Table(4).clear().lay(1, "host_of_banners")
    if ally == "sansa_stark":
        table.seat_allies(0, "tywin_lannister").seat_allies(1, "hodor")
    elif ally == "mance_rayder":
        table.seat_allies(1, "tywin_lannister", "hodor")
    else:
        table.seat_allies(3, "hodor").seat_allies(1, "tywin_lannister")
    if card == "pulling_the_strings":
        table.lay(2, card).settle(ally, first=1)
    else:
        table.lay(1, card)
        dead = card in ("a_feast_for_crows", "blood_magic")
        table.bury(ally) if dead else table.stack_allies(ally)
        table.settle("grey_worm", first=1)
    other = "place council_1_2" if card == "the_pack_survives" else "place council_2_3"
    wanted = (other, "yes", "target player_3", f"ally {ally}", "ally hodor")
    while table.phase in ("placement", "agree", "target", "ally"):
        table.do(next(text for text in wanted if text in table.legal()))
    return next(c for c in range(4) if ally in table.allies(c))


@of("the council of an ally")
@rule("BTW-PREC-02", "BTW-CARD-06")
def test_an_ally_that_places_itself_goes_there_whatever_a_card_says(ally, card):
    assert placed(ally, card) == (3 if ally == "jaqen_hghar" else 0)
    if card != "blood_magic":
        assert placed("beric_dondarrion", card) == 1


# --- the first player, kneeling, playing


@of("the first player")
@rule("BTW-PREC-02", "BTW-FIRST-01")
def test_an_ally_says_who_is_first_player(ally, card):
    def first(current):
        table = Table(4).clear().lay(1, "host_of_banners").lay(3, card)
        return int(table.settle(current, first=0).go_on().s["first"])

    assert first("hodor") == 3
    assert first(ally) == 1


@of("kneeling")
@rule("BTW-PREC-02", "BTW-AMB-28")
def test_an_ally_keeps_a_leader_from_kneeling(ally, card):
    def kneeling(current, hand=("betrayal",), **options):
        table = Table(4, **options).bidding(current, [[card], list(hand), ["ambush"], []])
        table.lay(1, "bought_loyalty")  # put there by somebody else: nothing was played
        table.do(f"play {card}")
        return table.kneeling()

    assert kneeling("hodor") == [1]
    assert kneeling(ally) == []
    assert kneeling(ally, hand=()) == [1]  # "if able"
    assert kneeling("hodor", forced_kneel="obeys_restrictions") == [1]


@of("playing a card")
@rule("BTW-PREC-02", "BTW-AMB-36")
def test_an_ally_keeps_a_leader_from_playing(ally, card):
    def legal(current):
        table = Table(4).bidding(current, [[card, "ghost"], ["drogon", "ambush"], [], []])
        mine = card == "sworn_swords"
        table.lay(0 if mine else 1, "backup_plan", "backup_plan", *([] if mine else ["betrayal"]))
        table.do(f"play {card}")
        if table.phase == "target":
            table.do("target player_2")
        if mine:
            table.s["kneeling"] = 0b1110
            table.s["depth"] = 0
            table.at(table.s["step"])
        return table.legal()

    assert "kneel" not in legal("hodor")
    assert legal(ally) == ["kneel"]


# --- who wins, and what a card counts


@of("who wins the bid")
@rule("BTW-PREC-02", "BTW-BID-03")
def test_an_ally_says_who_wins_the_bid(ally, card):
    def winner(current):
        table = Table(4).clear().lay(1, card).lay(2, "masterstroke")
        return int(table.settle(current, first=1).s["bid_winner"])

    assert winner("hodor") == 1
    assert winner(ally) == 2


@of("what a card counts")
@rule("BTW-PREC-02", "BTW-AMB-14")
def test_an_ally_says_what_a_card_counts(ally, card):
    def total(current):
        table = Table(4, negative_influence="allow").bidding(current, [[card], [], [], []])
        table.bury("edmure_tully").seat_allies(0, "bronn")
        table.lay(1, "betrayal").s["kneeling"] = 2
        table.do(f"play {card}")
        return table.total(1 if card == "false_rumors" else 0)

    assert total("hodor") not in (0, 1)
    assert total(ally) == 0


# --- the same for abilities of a user's own


@rule("BTW-PREC-02")
def test_a_kneel_by_an_ally_passes_over_what_a_card_forbids(tmp_path):
    table = ally_table(tmp_path, effect("kneel", "each_neighbor", "on_kneel"))
    table.s["options"][Option.FORCED_KNEEL] = 1  # obeys_restrictions
    table.bidding("hodor", [["dragonbinder"], ["betrayal"], [], ["betrayal"]])
    table.lay(1, "ambush").s["must"] = 0b0010
    table.do("play dragonbinder")
    assert (table.phase, table.kneeling()) == ("turn", [])
    table.s["turn"], table.s["depth"] = NONE, 0
    table.at(Step.PLAY).do("kneel")
    assert table.kneeling() == [0, 1, 2, 3]


@rule("BTW-PREC-02")
def test_what_an_ally_demands_holds_against_a_kneel_by_a_card(tmp_path):
    new = effect(
        "restrict_action", "each_other_leader", "on_kneel", restriction="cannot_kneel_next_turn"
    )
    table = ally_table(tmp_path, new)
    table.bidding("hodor", [[], ["dragonbinder"], ["betrayal"], []]).lay(2, "ambush")
    table.do("kneel").do("play dragonbinder")
    assert table.kneeling() == [0]
    assert table.s["held"] == 0b1100
    table.do("play betrayal")
    assert table.s["held"] == 0b1000


@rule("BTW-PREC-02")
def test_an_ally_kills_what_only_a_card_protects(tmp_path):
    def dead(current, protector):
        new = effect(
            "protect", "ally", "after_claim" if protector == "card" else "when_claimed",
            where="any_council", pick="you", against=["kill"], by="anyone",
        )  # fmt: skip
        make = card_table if protector == "card" else ally_table
        table = make(tmp_path / f"{current}-{protector}", new).clear()
        table.seat_allies(0, "viserys_targaryen").lay(0, "host_of_banners")
        if protector == "card":
            table.lay(0, "careful_scheming").settle("robert_baratheon")
        else:
            table.settle("hodor")
        table.do("place council_1_2", "ally viserys_targaryen").go_on("token").go_on()
        table.clear().lay(2, "host_of_banners", "drawn_steel").settle(current, first=2)
        table.do("place council_3_4") if table.phase == "placement" else None
        asked = [text for text in table.legal() if text == "ally viserys_targaryen"]
        return bool(asked) or "viserys_targaryen" in table.dead()

    assert dead("arya_stark", "card")
    assert not dead("arya_stark", "ally")
    assert not dead("bronn", "card")


@rule("BTW-PREC-02")
def test_a_card_that_lies_sets_no_value_that_an_ally_sets(tmp_path):
    new = effect(
        "modify_influence", "each_leader", "while_in_pile", mode="set", scope="cards", pick="all",
        amount=9,
    )  # fmt: skip
    table = card_table(tmp_path, new).bidding("tywin_lannister", [["careful_scheming"], [], [], []])
    table.lay(1, "betrayal", "ambush").do("play careful_scheming")
    assert table.total(1) == 0 + 9


def test_the_page_lists_these_pairs():
    assert PAGE.read_text(encoding="utf-8") == page()
    assert {pair.about for pair in PAIRS} == DECISIONS.keys()


def test_sources_of_allies_are_told_from_cards():
    assert all(pair.ally in Table(3).facts.ally_ids for pair in PAIRS)
    assert max(Table(3).facts.cards) < ALLY_SOURCE
    assert len(PAIRS) == len(set(PAIRS)) > 50
