"""Planning: order tokens, stars, shortage. Ledger section 13."""

import pytest

from got_env.westeros.rules.vocabulary import HIDDEN_ORDER, Order
from got_env.westeros.views import observation
from tests.builder import AREAS, ORDERS, Board
from tests.rules.battles import observed, observed_area, redacted
from tests.rules.marks import rule

NORMAL = {"march-1", "march+0", "defense+1", "support", "raid", "consolidate"}
SPECIAL = {"march+1", "defense+2", "support+1", "raid*", "consolidate*"}
LANDS = (
    "winterfell",
    "castle_black",
    "karhold",
    "white_harbor",
    "widows_watch",
    "moat_cailin",
    "the_stony_shore",
    "greywater_watch",
    "seagard",
    "the_twins",
    "the_fingers",
    "flints_finger",
    "riverrun",
    "harrenhal",
    "stoney_sept",
    "blackwater",
)


def stark_alone(count, kings_court=0, players=6, **options):
    """Stark Footmen in ``count`` areas, at a position of the King's Court; nobody else."""
    board = Board(players=players, **options).clear().set_track("iron_throne", "stark")
    others = [house for house in board.track("kings_court") if house != "stark"]
    board.set_track("kings_court", *others[:kings_court], "stark")
    for area in LANDS[:count]:
        board.units(area, "stark", footman=1)
    return board


def seen_by(board, house):
    """Observation of a house as bytes."""
    return observed(board, house).tobytes()


def answer_all(board, *orders):
    """Give these orders, in the order of the questions; returns the areas asked about."""
    asked = []
    for order in orders:
        asked.append(board.asked)
        board.do(order if order == "done" else f"order {order}")
    return asked


@rule("2E-PLAN-01", "2E-PLAN-09", "2E-RAVEN-08", "2E-ACT-01")
def test_orders_then_reveal_then_raven_then_raids():
    board = stark_alone(2).units("pyke", "greyjoy", footman=1).at("planning")

    assert board.phase == "ORDER"

    answer_all(board, "raid", "raid")

    assert board.phase == "ORDER"
    assert board.player == "greyjoy"
    assert board.value("orders_open") == 0

    board.do("order support")

    assert board.phase == "RAVEN"
    assert board.value("orders_open") == 1

    board.do("done")

    assert board.phase == "RAID_FROM"


@rule("2E-PLAN-02", "2E-PLAN-03", "2E-PLAN-04", "2E-PLAN-05", "2E-PLAN-06", "2E-DP-16")
def test_every_area_with_units_gets_exactly_one_order():
    board = (
        Board()
        .clear()
        .set_track("iron_throne", "stark", "greyjoy")
        .units("winterfell", "stark", footman=2, knight=1)
        .units("port_of_winterfell", "stark", ship=2)
        .units("the_shivering_sea", "stark", ship=1)
        .token("karhold", "stark")
        .garrison("pyke", 2)
        .units("seagard", "greyjoy", siege_engine=1)
        .at("planning")
    )
    asked = {}
    while board.phase == "ORDER":
        assert "done" not in board.legal()
        asked.setdefault(board.player, []).append(board.asked)
        board.do("order " + ("support" if board.asked != "winterfell" else "raid"))

    assert asked["greyjoy"] == ["seagard"]
    assert sorted(asked["stark"]) == ["port_of_winterfell", "the_shivering_sea", "winterfell"]
    assert board.order_of("port_of_winterfell") == "support"
    assert board.order_of("winterfell") == "raid"
    assert board.order_of("karhold") is None
    assert board.order_of("pyke") is None


@rule("2E-PLAN-07", "2E-PLAN-10")
def test_orders_are_sealed_until_all_are_placed():
    def greyjoy_sees(order):
        board = stark_alone(1).units("pyke", "greyjoy", footman=1).at("planning")
        board.do(f"order {order}")

        assert board.player == "greyjoy"

        before = seen_by(board, "greyjoy")
        board.do("order raid")
        return before, seen_by(board, "greyjoy")

    sealed, opened = zip(greyjoy_sees("support"), greyjoy_sees("march+0"), strict=True)

    assert sealed[0] == sealed[1]
    assert opened[0] != opened[1]


@rule("2E-PLAN-08")
def test_nobody_can_reveal_what_he_has_placed():
    """Talk is outside the engine; in it, no action shows a token, and nobody else observes it."""

    def seen(order):
        board = stark_alone(1).units("pyke", "greyjoy", footman=1)
        board.units("storms_end", "tyrell", footman=1).at("planning").do(f"order {order}")
        by_house = {house: [] for house in board.houses}
        while board.phase == "ORDER":
            assert {action.split()[0] for action in board.legal()} == {"order"}
            for house, views in by_house.items():
                views.append((seen_by(board, house), redacted(board, house).tobytes()))
            board.do("order raid")
        return by_house

    one, other = seen("support"), seen("march+0")

    assert len(one["tyrell"]) == 2
    assert {house for house in one if one[house] != other[house]} == {"stark"}


@rule("2E-PLAN-11")
@pytest.mark.parametrize(
    ("card", "banned"),
    [
        ("sea_of_storms", {"raid", "raid*"}),
        ("rains_of_autumn", {"march+1"}),
        ("feast_for_crows", {"consolidate", "consolidate*"}),
        ("web_of_lies", {"support", "support+1"}),
        ("storm_of_swords", {"defense+1", "defense+2"}),
    ],
)
def test_banned_orders_cannot_be_placed(card, banned):
    board = stark_alone(1).set_westeros("last_days_of_summer", "last_days_of_summer", card)
    board.at("westeros")

    assert board.phase == "ORDER"
    assert board.legal_names("order") == set(ORDERS) - banned


@rule("2E-PLAN-12", "2E-CONS-03", "2E-PORT-10")
def test_orders_may_lie_where_they_do_nothing():
    board = Board().clear().set_track("iron_throne", "stark").set_track("kings_court", "stark")
    board.units("winterfell", "stark", footman=1).units("port_of_winterfell", "stark", ship=1)
    board.units("the_shivering_sea", "stark", ship=1).at("planning")

    offered = {}
    while board.phase == "ORDER":
        offered[board.asked] = board.legal_names("order")
        board.do("order " + ("march+0" if board.asked == "winterfell" else "consolidate"))

    assert offered["winterfell"] == set(ORDERS)
    assert {"consolidate", "consolidate*"} <= offered["the_shivering_sea"]
    assert {"defense+1", "defense+2", "consolidate*"} <= offered["port_of_winterfell"]


@rule("2E-ORD-01", "2E-ORD-02", "2E-ORD-03", "2E-ORD-04", "2E-ORD-05", "2E-ORD-06")
@rule("2E-ORD-07", "2E-ORD-08", "2E-ORD-09", "2E-ORD-10", "2E-ORD-11", "2E-MARCH-21")
@pytest.mark.parametrize(
    ("order", "tokens"),
    [
        ("march-1", 1),
        ("march+0", 1),
        ("march+1", 1),
        ("defense+1", 2),
        ("defense+2", 1),
        ("support", 2),
        ("support+1", 1),
        ("raid", 2),
        ("raid*", 1),
        ("consolidate", 2),
        ("consolidate*", 1),
    ],
)
def test_tokens_of_each_type(order, tokens):
    board = stark_alone(4).at("planning")
    for _ in range(tokens):
        assert order in board.legal_names("order")
        board.do(f"order {order}")

    assert board.legal_names("order") == set(ORDERS) - {order}


@rule("2E-ORD-04", "2E-ORD-05", "2E-ORD-06", "2E-ORD-07", "2E-MARCH-11", "2E-MARCH-21")
@pytest.mark.parametrize(
    ("march", "bonus"), [("march-1", -1), ("march+0", 0), ("march+1", 1)], ids=str
)
@pytest.mark.parametrize(
    ("defense", "plus"), [("defense+1", 1), ("defense+2", 2), ("consolidate", 0)], ids=str
)
def test_modifiers_in_combat(march, bonus, defense, plus):
    board = Board().clear().set_track("fiefdoms", "baratheon").set_supply(stark=6)
    board.units("winterfell", "stark", knight=3).order("winterfell", march)
    board.units("moat_cailin", "lannister", footman=1).order("moat_cailin", defense)
    board.set_hand("stark", "ser_rodrick_cassel").set_hand("lannister", "the_hound").at("march")
    board.do("area moat_cailin", "count 3").do_until("RETREAT")

    # 3 Knights and card 1 against 1 Footman and card 2
    assert board.value("victor_margin") == (6 + bonus + 1) - (1 + plus + 2)


@rule("2E-ORD-08", "2E-ORD-09")
@pytest.mark.parametrize(("support", "plus"), [("support", 0), ("support+1", 1)])
def test_modifiers_of_support(support, plus):
    board = Board().clear().set_track("fiefdoms", "baratheon").set_supply(stark=6)
    board.units("winterfell", "stark", knight=3).order("winterfell", "march+0")
    board.units("white_harbor", "stark", footman=1).order("white_harbor", support)
    board.units("moat_cailin", "lannister", footman=1)
    board.set_hand("stark", "ser_rodrick_cassel").set_hand("lannister", "the_hound").at("march")
    board.do("area moat_cailin", "count 3", "side attacker").do_until("RETREAT")

    assert board.value("victor_margin") == (6 + 1 + plus + 1) - (1 + 2)


@rule("2E-ORD-12")
def test_removed_orders_come_back_for_the_next_planning():
    board = stark_alone(3).set_westeros(*["last_days_of_summer"] * 2, "feast_for_crows")
    board.units("moat_cailin", "greyjoy", footman=1).at("planning")
    answer_all(board, "raid", "raid", "raid*", "support")

    assert board.phase == "RAVEN"

    board.do("done").do_until("ORDER", "done")

    assert board.value("round_no") == 3
    assert board.player == "stark"
    assert {"raid", "raid*"} <= board.legal_names("order")

    answer_all(board, "raid", "raid", "raid*")

    assert board.player == "greyjoy"


@rule("2E-STAR-01", "2E-STAR-02", "2E-STAR-03", "2E-DP-16")
@pytest.mark.parametrize(
    ("players", "position", "stars"),
    [(6, 0, 3), (6, 3, 1), (6, 4, 0), (5, 0, 3), (5, 3, 1), (5, 4, 0), (4, 0, 3), (3, 0, 3)],
)
def test_stars_limit_special_orders(players, position, stars):
    board = stark_alone(5, position, players).at("planning")
    left = set(SPECIAL)
    for order in sorted(SPECIAL)[:stars]:
        assert board.legal_names("order") == NORMAL | left

        left.remove(order)
        board.do(f"order {order}")

    assert board.legal_names("order") == NORMAL


@rule("2E-STAR-05")
def test_stars_need_not_be_used():
    board = stark_alone(3).at("planning")
    answer_all(board, "support", "support", "raid")

    assert board.phase == "RAVEN"


@rule("2E-STAR-04", "2E-SHORT-01", "2E-SHORT-03", "2E-SHORT-04", "2E-DP-17")
def test_shortage_because_of_stars():
    board = stark_alone(12, kings_court=4).at("planning")

    # 10 normal tokens, no star, 12 areas: two areas of Stark's choice stay without order
    assert "done" in board.legal()

    skipped = [board.asked]
    board.do("done")
    orders = ["march-1", "march+0", *["defense+1", "support", "raid"] * 2]
    answer_all(board, *orders)

    assert board.legal_names("order") == {"consolidate"}
    assert "done" in board.legal()

    skipped.append(board.asked)
    board.do("done")

    assert board.legal() == {"order consolidate"}

    answer_all(board, "consolidate", "consolidate")

    assert board.phase == "RAVEN"
    assert sum(board.order_of(area) is not None for area in LANDS[:12]) == 10
    assert [board.order_of(area) for area in skipped] == [None, None]


@rule("2E-SHORT-01", "2E-SHORT-03")
def test_shortage_because_of_a_ban():
    board = stark_alone(9, kings_court=4).set(banned=1 << Order.RAID | 1 << Order.RAID_STAR)
    board.at("planning")

    assert "done" in board.legal()

    answer_all(board, "march-1", "march+0", *["defense+1", "support", "consolidate"] * 2)

    assert board.legal() == {"done"}


@rule("2E-SHORT-03")
def test_exactly_enough_tokens_are_no_shortage():
    board = stark_alone(10, kings_court=4).at("planning")

    assert "done" not in board.legal()


@rule("2E-SHORT-03", "2E-STAR-04")
def test_special_tokens_count_as_far_as_stars_allow():
    board = stark_alone(14).at("planning")

    # 10 normal tokens and 3 of the 5 special ones
    assert "done" in board.legal()

    board.do("done")

    assert "done" not in board.legal()

    answer_all(board, "march+1", "defense+2", "raid*")

    assert board.legal_names("order") == NORMAL
    assert "done" not in board.legal()


@rule("2E-SHORT-02", "2E-SHORT-05", "2E-DP-17")
def test_others_see_where_tokens_lie_and_must_order_everything():
    board = stark_alone(11, kings_court=4).units("pyke", "greyjoy", footman=1)
    board.set_track("iron_throne", "stark", "greyjoy").at("planning")

    assert "done" in board.legal()

    empty = board.asked
    board.do("done")
    while board.player == "stark":
        board.do(min(board.legal()))

    assert board.player == "greyjoy"
    assert "done" not in board.legal()
    assert board.order_of(empty) is None

    face_down = observation.A_ORDER + HIDDEN_ORDER

    assert {a for a in AREAS if observed_area(board, "greyjoy", a)[face_down]} == set(
        LANDS[:11]
    ) - {empty}
