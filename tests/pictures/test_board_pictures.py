"""The board as an SVG: its map, its pieces, and what a viewer may not know."""

import json
import re
import subprocess
import sys
from importlib.resources import files
from itertools import combinations

import numpy as np
import pytest

from got_env.games import get_game
from got_env.westeros.facts.rulesets import load_facts
from got_env.westeros.picture.layout import lay_out, read_map, shipped_map
from got_env.westeros.picture.picture import adjacent, render_picture
from got_env.westeros.picture.ways import rivers_of
from got_env.westeros.rules.vocabulary import Phase
from tests import first_edition
from tests.builder import Board
from tests.invariants.positions import positions
from tests.own_data import own_folder
from tests.pictures.svg import Svg, common_border, inside, overlap, rings
from tests.play import play
from tests.rules.battles import Battle

FROM_ELSEWHERE = re.compile(r"https?://(?!www\.w3\.org/2000/svg)|url\(|@import|<script")
CODES = ("agot2e", "agot1e")
HALF_A_LETTER = 4
"""Of the names of areas, in map units: their place is the foot of their letters."""
EVERY_GAME = pytest.mark.parametrize("code", CODES)


def start(code, players=None, **options):
    game = get_game(code)
    return game, game.start(1, players or max(game.seats.counts), 1, options)


def picture(states, viewer=None, code="agot2e"):
    game = get_game(code)
    known = states.copy()
    if viewer is not None:
        game.kernels.redact(known, np.array([viewer], dtype=np.int8))
    return Svg(game.words.picture(known, 0))


# --- the map


def neighbours(code, **options):
    """Pairs of areas that the files say are adjacent, and the document of a new game."""
    _, states = start(code, **options)
    board = load_facts(code).board
    pairs = {tuple(sorted((a, b))) for a, near in board.neighbours.items() for b in near}
    return pairs, picture(states, code=code), load_facts(code).areas


@EVERY_GAME
def test_adjacent_areas_touch_or_are_joined_by_a_bridge(code):
    pairs, svg, areas = neighbours(code)
    shapes = {area: svg.rings(area) for area in areas}
    joined = {tuple(e.attrib["data-between"].split()) for e in svg.with_class("bridge")}

    apart = {
        (a, b)
        for a, b in pairs
        if common_border(shapes[a], shapes[b]) < 4 and not overlap(shapes[a], shapes[b])
    }

    assert len(pairs) > 100
    assert apart == joined


@EVERY_GAME
def test_a_border_that_nobody_crosses_is_thick(code):
    pairs, svg, areas = neighbours(code)
    shapes = {area: svg.rings(area) for area in areas}
    thick = {tuple(e.attrib["data-between"].split()) for e in svg.with_class("closed")}

    touching = {
        (a, b) for a, b in combinations(sorted(areas), 2)
        if common_border(shapes[a], shapes[b]) >= 4
    }  # fmt: skip

    assert touching - pairs == thick
    assert ("harrenhal", "the_mountains_of_the_moon") in thick


@EVERY_GAME
def test_islands_lie_in_no_area_that_does_not_border_them(code):
    pairs, svg, areas = neighbours(code)
    islands = load_facts(code).board.islands

    under = {
        tuple(sorted((island, area)))
        for island in islands
        for area in areas
        if area != island and not area.startswith("port_of")
        if overlap(svg.rings(island), svg.rings(area))
    }

    assert under <= pairs
    assert len(islands) == 3


def test_an_option_opens_and_closes_borders_of_the_first_edition():
    def lines(kind, **options):
        _, states = start("agot1e", **options)
        found = picture(states, code="agot1e").with_class(kind)
        return {tuple(e.attrib["data-between"].split()) for e in found}

    crackclaw = ("crackclaw_point", "the_narrow_sea")
    highgarden = ("highgarden", "redwyne_straights")

    assert crackclaw in lines("closed")
    assert crackclaw not in lines("closed", crackclaw_narrow_sea=True)
    assert highgarden in lines("bridge")
    assert highgarden not in lines("bridge", highgarden_redwyne=False)


@pytest.mark.smoke
@EVERY_GAME
def test_every_area_has_an_id_and_every_id_is_given_once(code):
    _, states = start(code)
    svg = picture(states, code=code)

    assert set(svg.ids().values()) == {1}
    for area in load_facts(code).areas:
        title = svg.element(f"area-{area.replace('_', '-')}").find("{*}title").text
        assert title


@pytest.mark.parametrize("code", [*CODES, "asos"])
def test_whoever_clicks_a_name_or_the_pieces_below_it_hits_the_area(code):
    """The middle of the box around a bay may lie in another area: its name and pieces do not."""
    _, states = start(code)
    svg, facts = picture(states, code=code), load_facts(code)
    drawn = [e.attrib["id"] for e in svg.root.iter() if "area" in e.attrib.get("class", "").split()]
    areas = {area.id.replace("_", "-"): area for area in facts.board.areas}
    shapes = [
        (areas[id_.removeprefix("area-")], rings(svg.element(id_).attrib["d"])) for id_ in drawn
    ]

    def hit(x, y):
        """The area that is drawn on top at a point."""
        return [a for a, shape in shapes if sum(inside((x, y), ring) for ring in shape) % 2][-1]

    near = adjacent(facts, get_game(code).words.snapshot(states, 0)["options"])
    layout = lay_out(shipped_map(code), areas.values(), near, code, rivers_of(facts.board))
    assert layout.anchors.keys() == {area.id for area in areas.values()}
    for name, point in layout.anchors.items():
        assert hit(*point).id == name
    names = svg.with_class("name")
    for word in names:
        x, y = float(word.attrib["x"]), float(word.attrib["y"])
        assert word.text in hit(x, y - HALF_A_LETTER).name
    ports = sum(area.kind == "port" for area in areas.values())
    assert len(names) >= len(areas) - ports


def crowded(snapshot):
    """Every area as full as can be, and more; all tracks at their ends."""
    houses = [*snapshot["houses"]]
    for i, content in enumerate(snapshot["areas"].values()):
        house = houses[i % len(houses)]
        content.update(owner=house, controller=house, token=house, garrison=9, order=None)
        content["neutral"] = "impassable" if i % 2 else 7
        content["units"] = dict.fromkeys(("footman", "knight"), 3)
        content["routed"] = dict.fromkeys(("footman", "knight"), 2)
    for seat in snapshot["houses"].values():
        seat.update(power=20, tokens_on_board=20, supply=6, castles=7, bid=20)
    snapshot["round"] = 10


def deserted(snapshot):
    """Nothing on the board, no card in any hand, all tracks at 0."""
    nothing = {"owner": None, "controller": None, "token": None, "order": None, "routed": {}}
    for content in snapshot["areas"].values():
        content.update(nothing, units={}, garrison=0, neutral=0)
    for seat in snapshot["houses"].values():
        seat.update(power=0, tokens_on_board=0, supply=0, castles=0, hand=[], discards=[])


@pytest.mark.parametrize("code", [*CODES, "asos"])
@pytest.mark.parametrize("change", [crowded, deserted])
def test_a_board_that_is_full_or_empty_is_drawn_within_its_frame(code, change):
    _, states = start(code)
    facts = load_facts(code)
    snapshot = get_game(code).words.snapshot(states, 0)
    change(snapshot)
    svg = Svg(render_picture(facts, snapshot, {}))
    _, _, width, height = map(float, svg.root.attrib["viewBox"].split())
    pieces = svg.element("pieces")

    def in_frame(element):
        """Look at what stands in units of the document, and not in those of a moved group."""
        if "transform" in element.attrib:
            return
        if "x" in element.attrib and "width" not in element.attrib:
            assert 0 <= float(element.attrib["x"]) <= width
            assert 0 <= float(element.attrib["y"]) <= height
        for child in element:
            in_frame(child)

    for group in ("ground", "pieces", "panel"):
        in_frame(svg.element(group))
    if change is crowded:
        assert len(pieces) == len(facts.areas)
    else:
        drawn = {e.attrib["href"] for e in pieces.iter() if "href" in e.attrib}
        assert drawn <= {"#got-anchor", "#got-leader"}  # Leaders are no part of an area


@EVERY_GAME
def test_the_styles_and_the_document_know_the_same_classes(code):
    """Nothing is styled that no picture has, and every symbol that is used is there."""
    sheet = (files("got_env.westeros.picture") / "style.css").read_text(encoding="utf-8")
    styled = set(re.findall(r"\.([a-z][a-z-]*)", re.sub(r"\{[^{}]*\}", "", sheet)))
    found, used, drawn = set(), set(), set()
    for players in (3, 6):
        for kept in positions(players).values():
            for states in kept:
                for viewer in (None, 0):
                    svg = picture(states, viewer)
                    found |= svg.classes()
                    used |= set(re.findall(r'href="#([a-z_-]+)"', svg.text))
                    drawn |= set(svg.ids())
    _, states = start("agot1e")
    found |= picture(states, code="agot1e").classes()

    assert styled - found == set()
    assert used <= drawn


# --- a bad map


def broken(change):
    source = (files("got_env.westeros.picture") / "maps" / "agot2e.json").read_text("utf-8")
    data = json.loads(source)
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda d: d.pop("size"), "map.json: object missing required field 'size'"),
        (lambda d: d.update(colour="red"), "map.json: object contains unknown field 'colour'"),
        (
            lambda d: d["points"].update(karhold=[[700]]),
            "map.json: points.karhold[0]: expected 'array' of length 2, got 1",
        ),
        (
            lambda d: d["points"].update(karhold="east"),
            "map.json: points.karhold: 'east': expected 'array', got 'str'",
        ),
        (
            lambda d: d["points"].update(karhold=[]),
            "map.json: points.karhold: expected at least one point",
        ),
        (
            lambda d: d["points"].update(karhold=[[700, 1401]]),
            "map.json: points.karhold[0]: [700, 1401] is outside the map",
        ),
        (
            lambda d: d["points"].update(karhold=[[500, 60]]),
            "map.json: points.karhold[0]: [500, 60] is also points.castle_black[0]",
        ),
        (
            lambda d: d["islands"].update(pyke=[1, "two"]),
            "map.json: islands.pyke[1]: 'two': expected 'float', got 'str'",
        ),
    ],
)
def test_a_bad_map_is_refused_by_file_and_field(change, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        read_map(broken(change), "map.json")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda d: d["points"].pop("karhold"), "map.json: points: no place for the area 'karhold'"),
        (
            lambda d: d["points"].update(braavos=[[990, 20]]),
            "map.json: points: the board has no area 'braavos'",
        ),
        (
            lambda d: d["ports"].pop("port_of_pyke"),
            "map.json: ports: no place for the area 'port_of_pyke'",
        ),
    ],
)
def test_a_map_of_another_board_is_refused(change, told):
    facts = load_facts("agot2e")
    chart = read_map(broken(change), "map.json")

    with pytest.raises(ValueError, match=re.escape(told)):
        lay_out(chart, facts.board.areas, adjacent(facts, {}), "map.json")


def test_a_map_that_is_no_json_is_refused():
    with pytest.raises(ValueError, match=r"map\.json: not valid JSON"):
        read_map("{", "map.json")


@EVERY_GAME
def test_the_shipped_maps_are_sound(code):
    chart = shipped_map(code)

    assert chart.size == (1000, 1400)
    assert {*chart.points, *chart.islands, *chart.ports} == set(load_facts(code).areas)


# --- pieces


def drawn(svg, area):
    return svg.element(f"pieces-{area.replace('_', '-')}")


def kinds(svg, area):
    """Classes of the pieces in an area, in order."""
    return [e.attrib["class"] for e in svg.with_class("unit", drawn(svg, area))]


def test_units_are_drawn_one_by_one_and_routed_ones_lie():
    board = Board().clear().units("winterfell", "stark", knight=2, siege_engine=1)
    board.units("winterfell", "stark", routed=True, footman=1)

    svg = picture(board.states)

    assert kinds(svg, "winterfell") == [
        "piece stark unit knight",
        "piece stark unit knight",
        "piece stark unit siege_engine",
        "piece stark unit footman routed",
    ]
    turned = ["rotate(90)" in e.attrib["transform"] for e in svg.with_class("unit")]
    assert turned == [False, False, False, True]
    assert svg.words(drawn(svg, "winterfell")).splitlines() == ["S"] * 4


def test_ships_in_a_port_garrisons_tokens_and_neutral_forces_are_drawn():
    board = Board().units("port_of_pyke", "greyjoy", ship=2)
    board.token("seagard", "lannister")
    svg = picture(board.states)

    assert kinds(svg, "port_of_pyke") == ["piece greyjoy unit ship"] * 3
    assert svg.with_class("garrison", drawn(svg, "winterfell"))
    assert svg.words(drawn(svg, "winterfell")).splitlines()[-1] == "2"
    assert "neutral force 6" in svg.words(drawn(svg, "the_eyrie"))
    assert svg.with_class("token", drawn(svg, "seagard"))
    assert "of-lannister" in svg.element("area-seagard").attrib["class"]


def test_neutral_forces_of_small_games_are_drawn():
    svg = picture(start("agot2e", 3)[1])

    assert "neutral force ✕" in svg.words(drawn(svg, "highgarden"))


def test_the_panel_tells_the_tracks_the_hands_and_the_question():
    board = Board().order("winterfell", "march+0").set(threat=8).at("march")
    svg = picture(board.states)
    panel = svg.element("panel")
    words = svg.words(panel).splitlines()

    assert "Round 2: march" in words
    assert "Stark decides" in words
    now = svg.with_class("now", panel)
    assert len(now) == 2  # the round and the Wildlings
    assert len(svg.with_class("card", panel)) == 6 * 7
    first = words.index("Iron Throne") + 1
    assert words[first : first + 6] == ["B", "L", "S", "M", "G", "T"]


def test_a_dominance_token_that_was_used_fades():
    board = Board()
    fresh = picture(board.states)
    board.set(blade_used=1)

    assert fresh.with_class("used") == []
    assert [e.attrib["href"] for e in picture(board.states).with_class("used")] == ["#got-blade"]


def test_a_combat_is_an_arrow_with_an_army_and_both_cards_are_named_when_open():
    fight = Battle("stark", "winterfell", "2 knight", "greyjoy", "moat_cailin", "footman")
    fight.attack()
    svg = picture(fight.states)
    action = svg.element("action")

    assert len(svg.with_class("contested", action)) == 1
    assert len(svg.with_class("arrow", action)) == 1
    assert len(svg.with_class("knight", action)) == 2
    assert "Combat in Moat Cailin, from Winterfell" in svg.words()


def test_the_area_in_question_has_a_ring():
    board = Board().at("planning")
    svg = picture(board.states)

    assert [e.attrib["d"] for e in svg.with_class("asked")] == [
        svg.element(f"area-{board.asked.replace('_', '-')}").attrib["d"]
    ]


def test_the_end_of_a_game_names_the_winner():
    *_, states = play(3, 1)
    winner = get_game("agot2e").words.snapshot(states, 0)["winner"]

    assert f"{winner.title()} wins" in picture(states).words()


def test_the_first_edition_is_drawn_without_what_it_does_not_have():
    words = picture(first_edition.board().states, code="agot1e").words()

    assert "footman" in words
    assert not {"port", "garrison", "siege engine"} & set(words.splitlines())


# --- what a viewer may not know


@pytest.mark.parametrize("players", [3, 6])
def test_orders_of_others_lie_face_down_until_they_are_revealed(players):
    hidden = shown = 0
    for states in positions(players)[Phase.ORDER]:
        for viewer, house in enumerate(get_game("agot2e").seats.in_play(players)):
            svg = picture(states, viewer)
            told = {e.find("{*}title").text.split(":")[0] for e in svg.with_class("face-up")}
            assert told <= {house}
            hidden += len(svg.with_class("face-down"))
            shown += len(told)

    assert hidden > 10
    assert shown > 0


def test_bids_and_cards_of_others_are_question_marks():
    fight = Battle("stark", "winterfell", "2 knight", "greyjoy", "moat_cailin", "footman")
    fight.attack().do("card eddard_stark")
    whole, own, other = (
        picture(fight.states, viewer).words()
        for viewer in (None, fight.seat("stark"), fight.seat("greyjoy"))
    )

    assert "attacker: Eddard Stark" in whole
    assert "attacker: Eddard Stark" in own
    assert "attacker: ?" in other


# --- the document


@EVERY_GAME
def test_a_picture_is_the_same_in_another_process(code):
    _, states = start(code, 3)
    program = (
        "import sys; from got_env.games import get_game; "
        f"game = get_game('{code}'); "
        "sys.stdout.write(game.words.picture(game.start(1, 3, 1), 0))"
    )
    other = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert other.stdout == picture(states, code=code).text


def test_names_of_a_users_own_files_are_written_as_text(tmp_path):
    def rename(cards):
        cards["houses"]["stark"][0]["name"] = "<Ned> & co"

    game = get_game("agot2e", own_folder(tmp_path / "own", house_cards=rename))

    words = Svg(game.words.picture(game.start(1, 3, 1), 0)).words()

    assert "<Ned> & co" in words


@pytest.mark.parametrize("players", [3, 6])
def test_pictures_are_whole_small_documents(players):
    for kept in positions(players).values():
        for states in kept[:1]:
            svg = picture(states)
            assert len(svg.text.encode()) < 160_000
            assert set(svg.ids().values()) == {1}
            assert not re.search(
                r"https?://(?!www\.w3\.org/2000/svg)|url\(|@import|<script", svg.text
            )
