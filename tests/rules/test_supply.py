"""Supply: the track, the limit, and cutting armies. Ledger section 8."""

import itertools

import pytest

from tests.builder import AREAS, Board
from tests.rules.marks import rule
from tests.rules.westeros_phase import draw, events, fresh, outcomes

SUPPLY_TOKENS = (
    "the_stony_shore",
    "widows_watch",
    "greywater_watch",
    "the_fingers",
    "the_mountains_of_the_moon",
)
"""Areas of one Supply icon each; Winterfell brings the first."""

CAMPS = ("moat_cailin", "castle_black", "karhold", "white_harbor", "the_twins", "the_narrow_sea")
"""Areas without a Supply icon."""

LIMITS = {2: (3, 2, 2), 3: (3, 2, 2, 2), 5: (4, 3, 2, 2)}
"""Army sizes that the rulebooks give in words."""


def stark_at(level, board=None):
    """A board on which a Supply card gives Stark this level, 1 to 6."""
    board = board or fresh()
    for area in SUPPLY_TOKENS[: level - 1]:
        board.token(area, "stark")
    return board


def with_armies(board, sizes):
    """Stark armies of these sizes: Footmen, then Knights; the sixth of Ships."""
    for area, size in zip(CAMPS, sizes, strict=False):
        if area == "the_narrow_sea":
            board.units(area, "stark", ship=size)
        else:
            footmen = min(size, board.pool("stark", "footman"))
            board.units(area, "stark", footman=footmen, knight=size - footmen)
    return board


def fits(level, sizes):
    """True if a Supply card leaves these armies alone."""
    board = draw(with_armies(stark_at(level), sizes), first="supply")
    assert board.value("supply")[board.seat("stark")] == level
    return board.phase != "RECONCILE_AREA"


# --- the track


@rule("2E-SUP-01", "2E-SUP-02")
def test_supply_counts_the_icons_of_controlled_areas():
    """A unit, a lone token, the home shield; not an area whose token an enemy stands upon."""
    board = fresh().units("blackwater", "stark", footman=1).token("the_fingers", "stark")
    board.token("the_eyrie", "greyjoy").units("lannisport", "greyjoy", footman=1)
    draw(board, first="supply")
    levels = dict(zip(board.houses, board.value("supply"), strict=True))

    assert levels["stark"] == 1 + 2 + 1
    assert levels["greyjoy"] == 1 + 1 + 2
    assert levels["lannister"] == 0


@rule("2E-SUP-01", "2E-AMB-09")
def test_supply_stays_on_the_track():
    board = (
        stark_at(6).units("blackwater", "stark", footman=1).units("highgarden", "stark", footman=1)
    )
    draw(board, first="supply")

    assert board.value("supply")[board.seat("stark")] == 6
    assert board.value("supply")[board.seat("tyrell")] == 0


@rule("2E-SUP-01", "2E-AMB-03", "2E-SUP-13", "2E-DP-06")
def test_all_tokens_move_before_armies_are_cut_in_turn_order():
    board = fresh().set_track("iron_throne", "lannister", "stark")
    board.units("castle_black", "stark", knight=4).units("harrenhal", "lannister", knight=5)
    draw(board, first="supply")
    moved = [house for house, _, _ in events(board, "SUPPLY")]
    cut = [board.player]
    board.do("area harrenhal", "area harrenhal")
    cut.append(board.player)

    assert moved == board.track("iron_throne")
    assert cut == ["lannister", "stark"]


# --- the limit


@rule("2E-SUP-03", "2E-SUP-04", "2E-SUP-06", "2E-SUP-07")
@pytest.mark.parametrize("sizes", [(3, 2, 2, 2), (2, 2, 2, 2), (3,), (), (3, 2, 2, 2, 1, 1)])
def test_armies_within_level_3(sizes):
    assert fits(3, sizes)


@rule("2E-SUP-03", "2E-SUP-04")
@pytest.mark.parametrize("sizes", [(3, 3), (4,), (2, 2, 2, 2, 2)])
def test_armies_over_level_3(sizes):
    assert not fits(3, sizes)


@rule("2E-SUP-03", "2E-SUP-05", "2E-SUP-07")
@pytest.mark.parametrize(
    ("sizes", "legal"),
    [((3, 2, 2), True), ((2, 2, 2), True), ((3, 3), False), ((2, 2, 2, 2), False), ((4,), False)],
)
def test_level_2(sizes, legal):
    assert fits(2, sizes) == legal


@rule("2E-SUP-03")
@pytest.mark.parametrize("level", sorted(LIMITS))
def test_armies_fit_if_sorted_sizes_fit_one_to_one(level):
    """All combinations of up to five armies of up to 4 units."""
    for sizes in itertools.combinations_with_replacement((4, 3, 2), 4):
        for sample in (sizes, sizes[1:], sizes[2:]):
            expected = len(sample) <= len(LIMITS[level]) and all(
                size <= most for size, most in zip(sample, LIMITS[level], strict=False)
            )
            if sum(sample) <= 15:
                assert fits(level, sample) == expected, sample


@rule("2E-SUP-08")
@pytest.mark.parametrize(
    "units",
    [{"footman": 3}, {"knight": 2, "siege_engine": 1}, {"siege_engine": 2, "footman": 1}],
)
def test_every_unit_counts_one(units):
    """Three of any kind fit level 1 (3, 2), four do not."""
    board = draw(fresh().units("karhold", "stark", **units), first="supply")

    assert board.phase != "RECONCILE_AREA"

    board = draw(
        fresh().units("karhold", "stark", footman=1).units("karhold", "stark", **units),
        first="supply",
    )

    assert board.phase == "RECONCILE_AREA"


@rule("2E-SUP-09", "2E-SUP-10")
@pytest.mark.parametrize("area", ["the_narrow_sea", "port_of_winterfell"])
def test_ships_together_are_an_army(area):
    """Level 1 allows two armies; the Ships are the third."""
    board = with_armies(fresh(), (2, 2)).units(area, "stark", ship=1)
    draw(board, first="supply")

    assert board.phase != "RECONCILE_AREA"

    board = draw(with_armies(fresh(), (2, 2)).units(area, "stark", ship=2), first="supply")

    assert board.legal_names("area") == {*CAMPS[:2], area}


@rule("2E-SUP-11", "2E-ROUT-05")
def test_routed_units_count():
    board = fresh().units("karhold", "stark", footman=2)
    board.units("karhold", "stark", routed=True, footman=2)
    draw(board, first="supply")

    assert board.phase == "RECONCILE_AREA"
    assert board.legal_names("area") == {"karhold"}

    board.do("area karhold")

    # Nothing asks which of the same type: the routed one, which is worth less, goes.
    assert board.count("karhold", "footman") == 2
    assert board.count("karhold", "footman", routed=True) == 1


@rule("2E-SUP-12", "2E-GARR-07")
def test_garrison_does_not_count():
    """Two armies of 2 and one of 3 with the Garrison would break level 1 (3, 2)."""
    board = fresh().garrison("winterfell", 2).units("winterfell", "stark", footman=3)
    draw(board.units("karhold", "stark", footman=2), first="supply")

    assert board.phase != "RECONCILE_AREA"


# --- when it is checked


@rule("2E-SUP-14", "2E-SUP-16")
def test_lost_icons_change_nothing_before_the_track_is_adjusted():
    """Stark at 3 holds one icon; its armies {3, 2, 2, 2} stay until the Supply card."""
    board = with_armies(fresh().set_supply(stark=3), (3, 2, 2, 2))
    draw(board, first="a_throne_of_blades")

    assert board.value("supply")[board.seat("stark")] == 3
    assert [board.size(area) for area in CAMPS[:4]] == [3, 2, 2, 2]

    board.do("choice a")

    assert board.value("supply")[board.seat("stark")] == 1
    assert board.phase == "RECONCILE_AREA"
    assert board.legal() == {f"area {area}" for area in CAMPS[:4]}


@rule("2E-SUP-15")
def test_no_march_over_the_limit():
    """Level 0: two armies of 2 stand; a third army or one of 3 may not be made."""
    board = fresh().set_supply(stark=0).units("winterfell", "stark", footman=1)
    board.units("white_harbor", "stark", footman=2).units("moat_cailin", "stark", footman=2)
    board.units("karhold", "stark", footman=1).order("winterfell", "march+0").at("march")

    assert board.legal_names("area") == {"castle_black", "the_stony_shore"}


@rule("2E-SUP-15", "2E-MUS-13")
def test_no_mustering_over_the_limit():
    board = fresh().set_supply(stark=0).units("white_harbor", "stark", knight=2)
    board.units("moat_cailin", "stark", knight=2).units("winterfell", "stark", knight=1)
    draw(board.set_track("iron_throne", "stark"), first="mustering")
    while board.asked != "winterfell":
        board.do("done")

    assert board.legal_names("unit") == set()
    assert board.legal_names("area") == {"bay_of_ice", "port_of_winterfell", "the_shivering_sea"}


@rule("2E-SUP-15")
def test_no_retreat_over_the_limit_while_another_is_open():
    """Level 0: Greyjoy's Knights may not join the one Footman at Seagard, but go elsewhere."""
    board = fresh().set_supply(greyjoy=0, stark=6).units("moat_cailin", "greyjoy", knight=2)
    board.units("seagard", "greyjoy", footman=1).units("winterfell", "stark", knight=4)
    board.set_hand("stark", "ser_rodrick_cassel").set_hand("greyjoy", "theon_greyjoy")
    board.order("winterfell", "march+0").at("march").do("area moat_cailin", "count 4")
    board.do_until("RETREAT")

    assert "seagard" not in board.legal_names("area")
    assert "greywater_watch" in board.legal_names("area")


# --- cutting armies


def cut_results(sizes, limit, minimal):
    """Sizes an owner may end with: brute force over AMB-08, areas in a fixed order."""

    def fit(result):
        armies = sorted((n for n in result if n > 1), reverse=True)
        return len(armies) <= len(limit) and all(
            n <= most for n, most in zip(armies, limit, strict=False)
        )

    if minimal:
        found = set()
        for result in itertools.product(*(range(1, n + 1) for n in sizes)):
            back = [
                (*result[:i], result[i] + 1, *result[i + 1 :])
                for i, n in enumerate(sizes)
                if result[i] < n
            ]
            if fit(result) and not any(map(fit, back)):
                found.add(result)
        return found
    done, open_ends = set(), {tuple(sizes)}
    while open_ends:
        result = open_ends.pop()
        if fit(result):
            done.add(result)
        else:
            open_ends |= {
                (*result[:i], n - 1, *result[i + 1 :]) for i, n in enumerate(result) if n > 1
            }
    return done


@rule("2E-SUP-13", "2E-DP-06", "2E-AMB-08")
@pytest.mark.parametrize("option", ["any_path", "minimal"])
@pytest.mark.parametrize(
    ("level", "sizes"),
    [
        (1, (2, 2, 2)),
        (1, (4, 2)),
        (1, (3, 3)),
        (2, (3, 3, 2)),
        (3, (4, 3, 2)),
        (4, (4, 3)),
        (4, (3, 4)),
    ],
)
def test_option_ways_to_cut_armies(option, level, sizes):
    board = draw(
        with_armies(stark_at(level, Board(supply_cut=option).clear()), sizes), first="supply"
    )
    limit = {1: (3, 2), 2: (3, 2, 2), 3: (3, 2, 2, 2), 4: (3, 3, 2, 2)}[level]
    found = outcomes(
        board,
        "stark",
        {"RECONCILE_AREA", "RECONCILE_UNIT"},
        lambda b: tuple(b.size(area) for area in CAMPS[: len(sizes)]),
    )

    assert found == cut_results(sizes, limit, option == "minimal")


@rule("2E-SUP-13", "2E-DP-06")
def test_owner_picks_the_unit_and_single_units_are_safe():
    board = fresh().units("karhold", "stark", footman=3, knight=1, siege_engine=1)
    board.units("the_narrow_sea", "stark", ship=1)
    draw(board, first="supply")

    assert board.legal() == {"area karhold"}

    board.do("area karhold")

    assert board.legal() == {"unit footman", "unit knight", "unit siege_engine"}

    board.do("unit knight", "area karhold", "unit siege_engine")

    assert board.phase == "ORDER"
    assert board.count("karhold", "footman") == 3
    assert board.pool("stark", "knight") == 5
    assert board.pool("stark", "siege_engine") == 2


@rule("2E-SUP-16")
def test_the_cut_is_compulsory():
    board = draw(fresh().units("karhold", "stark", footman=4), first="supply")

    assert board.phase == "RECONCILE_AREA"
    assert board.legal() == {"area karhold"}


@rule("2E-SUP-13", "2E-AMB-08")
def test_a_minimal_cut_goes_through_the_areas_in_one_order():
    """What could be cut in two orders is asked for in one: an area before the last stays out."""
    board = draw(
        with_armies(stark_at(1, Board(supply_cut="minimal").clear()), (2, 2, 2, 2)), first="supply"
    )
    first, second, third, fourth = sorted(CAMPS[:4], key=AREAS.index)

    assert board.legal_names("area") == {first, second, third}
    board.do(f"area {second}")
    assert board.legal_names("area") == {third, fourth}
