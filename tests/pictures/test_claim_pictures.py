"""The Riverlands as an SVG: ways, Leaders, claim, cards, and what a viewer may not know."""

import re
from importlib.resources import files
from itertools import combinations

import numpy as np
import pytest

from got_env.core.batch import games
from got_env.westeros.games.asos import GAME as ASOS
from got_env.westeros.picture.layout import read_map, shipped_map
from got_env.westeros.picture.leaders import initials
from tests.claim.random_games import DECISIONS, play, positions, redacted
from tests.claim.scramble import scrambled
from tests.claim.table import FACTS, Table, empty
from tests.pictures.svg import Svg, common_border, inside, overlap
from tests.rules.marks import rule

BOARD = FACTS.board
LEGEND = "Signs"


def picture(states, viewer=None):
    known = states if viewer is None else redacted(states, viewer)
    return Svg(ASOS.words.picture(known, 0))


def pairs(found):
    return {tuple(sorted((pair.a, pair.b))) for pair in found}


def between(svg, kind):
    """Areas between which something of a class is drawn."""
    return {tuple(sorted(e.attrib["data-between"].split())) for e in svg.with_class(kind)
            if "data-between" in e.attrib}  # fmt: skip


# --- the map


def touching(svg):
    shapes = {area: svg.rings(area) for area in FACTS.areas}
    return {
        (a, b)
        for a, b in combinations(sorted(shapes), 2)
        if common_border(shapes[a], shapes[b]) >= 4
        or ({a, b} & {*BOARD.islands} and overlap(shapes[a], shapes[b]))
    }


@rule("ASOS-BOARD-03", "ASOS-BOARD-07", "ASOS-WX-03")
def test_areas_touch_where_a_border_a_ford_or_a_river_joins_or_parts_them_and_nowhere_else():
    svg = picture(Table().states)
    borders = {tuple(sorted((a, b))) for a, near in BOARD.neighbours.items() for b in near}
    water = pairs(BOARD.fords) | pairs(BOARD.river_borders)

    assert len(borders) == 64
    assert touching(svg) == borders | water
    assert between(svg, "closed") == between(svg, "bridge") == set()


@rule("ASOS-WX-03", "ASOS-WX-04", "ASOS-BOARD-07")
def test_rivers_are_lines_that_are_broken_where_a_ford_is_open():
    table = Table()
    fair = picture(table.states)
    stormy = picture(table.set(weather=2).states)

    assert between(fair, "ford") == between(stormy, "ford") == pairs(BOARD.fords)
    assert between(fair, "shut") == set()
    assert between(stormy, "shut") == pairs(BOARD.fords)
    assert between(fair, "river") == pairs(BOARD.river_borders)
    assert "riverrun - pinkmaiden: ford" in fair.words() or "pinkmaiden - riverrun: ford" in (
        fair.words()
    )


@rule("ASOS-ARROW-03", "ASOS-ARROW-04")
def test_arrows_join_the_islands_and_those_of_a_house_have_its_colour():
    svg = picture(Table().states)
    own = {
        tuple(sorted(e.attrib["data-between"].split())): e.attrib["class"]
        for e in svg.with_class("way")
        if "data-between" in e.attrib
    }

    assert own.keys() == pairs(BOARD.arrows)
    assert own["flints_finger", "pyke"] == "way of-greyjoy"
    assert own["dragonstone", "kings_landing"] == "way of-baratheon"
    assert own["pyke", "the_crag"] == "way"


def test_waters_and_wastes_are_drawn_and_are_no_areas():
    svg = picture(Table().states)
    titles = {e.find("{*}title").text for e in svg.with_class("waste")}

    assert titles == {"The North", "The Western Hills", "The High Road"}
    assert {a for a in svg.ids() if a.startswith("area-")} == {
        f"area-{area.replace('_', '-')}" for area in FACTS.areas
    }


def test_the_map_is_sound_and_a_bad_one_is_refused():
    chart = shipped_map("asos")
    source = (files("got_env.westeros.picture") / "maps" / "asos.json").read_text("utf-8")

    assert {*chart.points, *chart.islands} == set(FACTS.areas)
    assert len(chart.waters) == 2
    with pytest.raises(ValueError, match=r"map: wastes\.west_sea: another ground has the same"):
        read_map(source.replace('"the_north"', '"west_sea"'), "map")
    with pytest.raises(ValueError, match=r"map: waters\.west_sea\[0\]: \[-1, 330\] is outside"):
        read_map(source.replace('"west_sea": [[30, 330]', '"west_sea": [[-1, 330]'), "map")


# --- pieces and the panel


def drawn(svg, area):
    return svg.element(f"pieces-{area.replace('_', '-')}")


def test_leaders_are_banners_with_their_letters():
    svg = picture(Table().states)

    assert initials("ser_jaime_lannister") == "JL"
    assert initials("thoros_of_myr") == "TM"
    assert svg.words(drawn(svg, "lannisport")).splitlines()[-2:] == ["Ser Jaime Lannister", "JL"]
    assert [e.attrib["class"] for e in svg.with_class("leader", drawn(svg, "moat_cailin"))] == [
        "piece stark leader"
    ]


@rule("ASOS-LEAD-07")
def test_a_leader_that_is_face_down_has_a_broken_edge():
    table = empty().units("seagard", "stark", footman=1).leader("robb_stark", "seagard")
    table.states["leader_down"][0, table.slot("robb_stark")] = 1
    svg = picture(table.states)

    assert svg.with_class("leader", drawn(svg, "seagard"))[0].attrib["class"].endswith(" back")


@rule("ASOS-ALLY-01")
def test_allied_units_have_a_shape_of_their_own():
    table = empty().units("seagard", "stark", footman=1, allied_footman=1, allied_knight=1)
    svg = picture(table.states)

    assert [e.attrib["class"] for e in svg.with_class("unit", drawn(svg, "seagard"))] == [
        "piece stark unit footman",
        "piece stark unit allied_footman",
        "piece stark unit allied_knight",
    ]


CELL = re.compile(r"translate\((\S+) (\S+)\) scale\((\S+)\)")
HALF_A_PIECE = 13
"""In units of the drawing of a piece."""


@pytest.mark.parametrize("crowd", [{}, {"footman": 3}, {"footman": 4, "knight": 3}])
def test_pieces_of_an_island_lie_on_it(crowd):
    table = Table().units("dragonstone", "baratheon", **crowd) if crowd else Table()
    svg = picture(table.states)
    (group,) = drawn(svg, "dragonstone")
    left, top, scale = map(float, CELL.fullmatch(group.attrib["transform"]).groups())
    units = svg.with_class("unit", group)
    places = [re.match(r"translate\((\S+) (\S+)\)", e.attrib["transform"]) for e in units]
    (shore,) = svg.rings("dragonstone")

    assert len(units) >= max(2, sum(crowd.values()))
    for x, y in (map(float, place.groups()) for place in places):
        for side in (-HALF_A_PIECE, HALF_A_PIECE):
            at = (left + scale * (x + side), top + scale * (y + HALF_A_PIECE))
            assert inside(at, shore)


def test_the_panel_tells_claim_weather_cells_and_cards():
    table = Table()
    table.states["claim_track"][0, 0] = table.seat("stark")
    words = picture(table.set(weather=3).states).words().splitlines()
    track = words.index("Claim track")

    assert words[track + 1 : track + 7] == ["S", "5", "4", "3", "2", "1"]
    assert "fords closed" in words
    assert any("holds Eddard Stark" in line for line in words)
    assert "Frey: 5 cards" in " ".join(words)
    assert "ship" not in words
    assert {"leader", "claim", "town", "allied knight"} <= set(words)


def test_an_attacking_leader_goes_with_the_arrow():
    states = next(
        s for s in positions()["take_leader"] + positions()["house_card"] + positions()["support"]
        if s["fight_leaders"][0]
    )  # fmt: skip
    svg = picture(states)

    assert svg.with_class("leader", svg.element("action"))


def room(svg):
    """Map units between the last line of the panel and the heading of the legend."""
    lines = [e for e in svg.element("panel").iter() if e.tag.endswith("text")]
    heading = next(i for i, e in enumerate(lines) if e.text == LEGEND)
    return float(lines[heading].get("y")) - max(float(e.get("y")) for e in lines[:heading])


@pytest.mark.parametrize("goal", ["claim_8", "seats_8"])
def test_the_panel_has_room_in_whole_games(goal):
    for seed in range(4):
        for turn, states in enumerate(play(4, seed, {"goal": goal})):
            if turn % 67 == 0 or states["over"][0]:
                assert room(picture(states)) > 20


@pytest.mark.parametrize("name", sorted({*DECISIONS, "over"}))
def test_pictures_are_whole_small_documents_and_nothing_lies_on_the_legend(name):
    for states in positions()[name]:
        svg = picture(states)
        assert len(svg.text.encode()) < 160_000
        assert set(svg.ids().values()) == {1}
        used = set(re.findall(r'href="#([a-z_-]+)"', svg.text))
        assert used <= set(svg.ids())
        assert room(svg) > 20


def test_everything_that_is_styled_is_drawn():
    sheet = (files("got_env.westeros.picture") / "claim.css").read_text(encoding="utf-8")
    styled = set(re.findall(r"\.([a-z][a-z-]*)", re.sub(r"\{[^{}]*\}", "", sheet)))
    found = picture(Table().set(weather=2).states).classes()
    found |= picture(Table().states).classes()

    assert styled - found == set()


def test_other_games_carry_no_style_that_they_do_not_need():
    from got_env.games import get_game

    game = get_game("agot1e")

    assert "got-leader" not in game.words.picture(game.start(1, 3, 1), 0)


# --- what a viewer may not know


@rule("ASOS-HID-01", "ASOS-HID-06", "ASOS-HID-08")
def test_no_picture_depends_on_what_is_hidden():
    rng = np.random.default_rng(3)
    different = 0
    for kept in positions().values():
        states = kept[0]
        for viewer in range(int(states["num_players"][0])):
            dealt = states.copy()
            games.redeal_batch(dealt, np.array([viewer]), rng.integers(1 << 30, size=1))
            mixed = scrambled(states, viewer, rng)
            shown = picture(states, viewer).text
            assert picture(dealt, viewer).text == shown
            assert picture(mixed, viewer).text == shown
            different += picture(mixed).text != picture(states).text
    assert different > 5


def test_a_tactic_picked_in_secret_is_a_question_mark():
    table = Table().at("planning").do("card careful_planning")

    assert "tactic: Careful Planning (7 in the game)" in picture(table.states, 0).words()
    assert "tactic: ? (7 in the game)" in picture(table.states, 1).words()
