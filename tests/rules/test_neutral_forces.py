"""Neutral Forces. Ledger section 22, decision points 2E-DP-29 and 2E-DP-65."""

import pytest

from got_env.westeros.rules.vocabulary import NONE
from tests.builder import AREAS, Board
from tests.rules.marks import rule

TARGET = "sunspear"


def against(strength, order="march+0", target=TARGET, origin="yronwood", **units):
    """Tyrell marches first, next to a Neutral Force; five players, the round stops at the end."""
    board = Board(players=5).clear().hold("stark", "winterfell")
    board.set_track("iron_throne", "tyrell", "greyjoy", "lannister").set_supply(tyrell=6)
    board.neutral(target, strength)
    return board.units(origin, "tyrell", **(units or {"knight": 2})).order(origin, order)


def neutral(board, area=TARGET):
    """Strength of the Neutral Force left in an area."""
    return int(board.value("neutral")[AREAS.index(area)])


def is_open(board, area=TARGET):
    """True if the march may go to the Neutral Force."""
    board.at("march")

    assert board.phase == "MARCH_TO"

    return area in board.legal_names("area")


@rule("2E-NEUT-01", "2E-NEUT-02")
@pytest.mark.parametrize(
    ("order", "strength", "allowed"),
    [
        ("march-1", 3, True),
        ("march-1", 4, False),
        ("march+0", 4, True),
        ("march+0", 5, False),
        ("march+1", 5, True),
        ("march+1", 6, False),
    ],
)
def test_march_needs_the_strength_of_the_force(order, strength, allowed):
    assert is_open(against(strength, order, knight=2)) is allowed


@rule("2E-NEUT-01", "2E-DP-25")
def test_only_allocations_with_enough_strength_are_legal():
    board = against(4, footman=1, knight=2).at("march").do(f"area {TARGET}")

    # A Footman and one Knight are too weak: without the Footman both Knights must go.
    assert board.legal() == {"count 0", "count 1"}

    board.do("count 0")

    assert board.legal() == {"count 2"}


@rule("2E-NEUT-03")
@pytest.mark.parametrize(
    ("target", "strength", "allowed"),
    [
        ("sunspear", 5, True),
        ("sunspear", 6, False),
        ("starfall", 5, True),
        ("salt_shore", 1, True),
        ("salt_shore", 2, False),
    ],
)
def test_siege_engines_count_against_castle_areas_alone(target, strength, allowed):
    # Stronghold, Castle, neither
    board = against(strength, target=target, footman=1, siege_engine=1)

    assert is_open(board, target) is allowed


@rule("2E-NEUT-04", "2E-NEUT-05", "2E-NEUT-08", "2E-NEUT-11", "2E-MARCH-12")
def test_a_beaten_force_leaves_for_good_without_cards_or_losses():
    board = against(4).set_track("fiefdoms", "tyrell").at("march")
    hands = board.value("hand").copy()
    board.do(f"area {TARGET}", "count 2", "no")

    # no House card, no Blade, no casualty was asked for
    assert board.phase == "CONSOLIDATE_CHOICE"
    assert neutral(board) == 0
    assert board.owner(TARGET) == "tyrell"
    assert board.count(TARGET, "knight") == 2
    assert board.value("blade_used") == 0
    assert (board.value("hand") == hands).all()
    assert board.value("discards").tolist() == [0] * 6
    assert board.order_of("yronwood") is None


@rule("2E-NEUT-08")
def test_part_of_the_army_may_go_elsewhere():
    board = against(2, knight=1, footman=1).at("march")
    board.do("area starfall", "count 1", "count 0", f"area {TARGET}", "count 1", "no")

    assert board.owner("starfall") == "tyrell"
    assert board.count(TARGET, "knight") == 1


@rule("2E-NEUT-09", "2E-MARCH-17")
def test_attack_on_a_force_is_the_one_attack():
    board = against(2, knight=2).units("starfall", "greyjoy", footman=1).at("march")
    board.do("area starfall", "count 1")

    assert TARGET not in board.legal_names("area")

    board = (
        against(2, knight=2).neutral("salt_shore", 2).at("march").do("area salt_shore", "count 1")
    )

    assert TARGET not in board.legal_names("area")


@rule("2E-NEUT-10", "2E-MARCH-18")
@pytest.mark.parametrize("units", [{"knight": 4}, {"knight": 2, "siege_engine": 2}])
def test_insurmountable_force_is_never_entered(units):
    board = Board(players=3).set_track("iron_throne", "baratheon").set_supply(baratheon=6)
    board.units("kingswood", "baratheon", **units).order("kingswood", "march+1")
    board.units("shipbreaker_bay", "baratheon", ship=1).at("march")

    reach = board.legal_names("area")

    assert "kings_landing" in reach
    assert not {"storms_end", "the_boneway"} & reach


# --- support


@rule("2E-NEUT-02", "2E-NEUT-07")
@pytest.mark.parametrize(
    ("order", "allowed"), [("support", 5), ("support+1", 6), ("raid", 4)], ids=str
)
def test_own_support_counts_without_a_question(order, allowed):
    def board(strength):
        start = against(strength).units("sea_of_dorne", "tyrell", ship=1)
        return start.order("sea_of_dorne", order)

    assert is_open(board(allowed))
    assert not is_open(board(allowed + 1))


@rule("2E-NEUT-03", "2E-NEUT-07")
@pytest.mark.parametrize(("units", "support"), [({"siege_engine": 1}, 4), ({"knight": 1}, 2)])
def test_support_by_land_counts_as_in_a_combat(units, support):
    def board(strength):
        return (
            against(strength).units("salt_shore", "tyrell", **units).order("salt_shore", "support")
        )

    assert is_open(board(4 + support))
    assert not is_open(board(4 + support + 1))


@rule("2E-NEUT-07")
def test_no_support_from_a_port_or_by_routed_units():
    port = against(5).units("port_of_sunspear", "tyrell", ship=1)
    routed = against(5).units("sea_of_dorne", "tyrell", routed=True, ship=1)

    assert not is_open(port.order("port_of_sunspear", "support"))
    assert not is_open(routed.order("sea_of_dorne", "support"))


def foreign_support(strength=5):
    """Greyjoy could support from the Sea of Dorne, Lannister from Salt Shore."""
    board = against(strength).units("sea_of_dorne", "greyjoy", ship=1)
    board.order("sea_of_dorne", "support").units("salt_shore", "lannister", knight=1)
    return board.order("salt_shore", "support")


@rule("2E-DP-65", "2E-NEUT-07", "2E-NEUT-01")
def test_the_marching_house_asks_before_it_marches():
    board = foreign_support().at("march")

    assert (board.phase, board.player) == ("ASK_SUPPORT", "tyrell")
    assert board.legal() == {f"area {TARGET}", "done"}

    board.do("done")

    assert board.phase == "MARCH_TO"
    assert TARGET not in board.legal_names("area")


@rule("2E-DP-29", "2E-NEUT-07")
@pytest.mark.parametrize(
    ("first", "second", "strength"), [("yes", "yes", 7), ("yes", "no", 5), ("no", "no", 4)]
)
def test_owners_answer_in_turn_order_and_bind_themselves(first, second, strength):
    def board(force):
        start = foreign_support(force).at("march").do(f"area {TARGET}", "done")

        assert (start.phase, start.player, start.asked) == (
            "NEUTRAL_SUPPORT",
            "greyjoy",
            "sea_of_dorne",
        )
        assert start.legal() == {"yes", "no"}

        start.do(first)

        assert (start.player, start.asked) == ("lannister", "salt_shore")

        start.do(second)

        assert (start.phase, start.player) == ("MARCH_TO", "tyrell")

        return start

    assert TARGET in board(strength).legal_names("area")
    assert TARGET not in board(strength + 1).legal_names("area")


@rule("2E-DP-29", "2E-DP-65")
def test_granted_support_need_not_be_used_and_counts_for_one_march():
    board = against(5).units("sea_of_dorne", "greyjoy", ship=1).order("sea_of_dorne", "support")
    board.units("salt_shore", "tyrell", knight=2).order("salt_shore", "march-1").at("march")
    board.do(f"area {TARGET}", "done", "yes", "area yronwood")

    assert TARGET in board.legal_names("area")

    board.do("done")

    assert board.order_of("sea_of_dorne") == "support"
    assert board.phase == "ASK_SUPPORT"

    board.do("done")

    assert board.phase == "MARCH_TO"
    assert TARGET not in board.legal_names("area")


@rule("2E-DP-29")
def test_nothing_is_granted_any_more_after_the_march():
    board = foreign_support(5).at("march").do(f"area {TARGET}", "done", "yes", "no")

    assert board.value("neutral_grant")[AREAS.index(TARGET)] == 1

    board.do("done")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert set(board.value("neutral_grant").tolist()) == {NONE}


@rule("2E-NEUT-06", "2E-DP-29")
def test_nobody_supports_a_neutral_force():
    board = foreign_support(4).at("march").do("done", f"area {TARGET}", "count 2", "no")

    # Greyjoy and Lannister were not asked to stand against the march.
    assert board.phase == "CONSOLIDATE_CHOICE"
    assert neutral(board) == 0


@rule("2E-DP-65")
def test_asked_only_for_what_a_march_can_reach():
    far = (
        foreign_support().neutral("kings_landing", 5).units("crackclaw_point", "greyjoy", knight=1)
    )
    far.order("crackclaw_point", "support").at("march")

    assert far.legal() == {f"area {TARGET}", "done"}

    alone = against(5).units("crackclaw_point", "greyjoy", knight=1).neutral("kings_landing", 5)
    alone.order("crackclaw_point", "support").at("march")

    assert alone.phase == "MARCH_TO"


@rule("2E-DP-65")
def test_several_forces_may_be_asked_for():
    board = foreign_support().neutral("the_boneway", 3).at("march")

    assert board.legal() == {f"area {TARGET}", "area the_boneway", "done"}

    board.do(f"area {TARGET}", "area the_boneway", "done")

    # The Boneway borders the Sea of Dorne, not Salt Shore.
    asked = []
    while board.phase == "NEUTRAL_SUPPORT":
        asked.append((board.player, board.asked, AREAS[board.frame[3]]))
        board.do("no")

    assert asked == [
        ("greyjoy", "sea_of_dorne", TARGET),
        ("lannister", "salt_shore", TARGET),
        ("greyjoy", "sea_of_dorne", "the_boneway"),
    ]
