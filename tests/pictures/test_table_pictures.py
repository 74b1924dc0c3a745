"""The table of B'Twixt as an SVG."""

import re
from importlib.resources import files

import numpy as np
import pytest

from got_env.btwixt.picture.picture import render_picture
from got_env.btwixt.words.names import facts_behind
from got_env.btwixt.words.snapshot import snapshot as snapshot_of
from got_env.games import get_game
from got_env.pictures import picture
from tests.btwixt.table import Table
from tests.pictures.svg import Svg

GAME = get_game("btwixt")


def drawn(table, viewer=None):
    return Svg(picture(GAME, table.states, 0, viewer))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_player_and_council_has_an_id(players):
    svg = drawn(Table(players))

    assert set(svg.ids().values()) == {1}
    for seat in range(players):
        svg.element(f"player-{seat + 1}")
        svg.element(f"council-{seat + 1}-{(seat + 1) % players + 1}")
    assert len(svg.with_class("leader")) == len(svg.with_class("council")) == players


def test_bids_are_told_with_their_cards():
    table = Table(4).bidding("varys", [["betrayal"], ["masterstroke"], [], []])
    svg = drawn(table.do("play betrayal"))

    words = svg.words(svg.element("player-1")).splitlines()
    assert f"bids {table.total(0)}" in words
    assert "Betrayal" in words
    assert "no card yet" in svg.words(svg.element("player-3"))
    assert "Varys" in svg.words(svg.element("table"))


@pytest.mark.parametrize("cards", [1, 9, 16])
def test_a_player_with_many_cards_stays_within_the_picture(cards):
    states = GAME.start(1, 4, seed=1)
    snapshot = snapshot_of(states, 0)
    for leader in snapshot["leaders"].values():
        leader["pile"] = [facts_behind(states[0]).kinds[0].id] * cards
    page = render_picture(facts_behind(states[0]), snapshot)
    boxes = re.findall(r'<rect x="[^"]*" y="([^"]*)" width="186" height="([^"]*)"', page)
    height = float(re.search(r'viewBox="0 0 \S+ ([^"]+)"', page)[1])

    assert len(boxes) >= 4
    assert all(float(y) > 0 and float(y) + float(tall) < height for y, tall in boxes)


def test_who_kneels_is_faded_and_who_is_asked_has_a_ring():
    table = Table(4).bidding("varys", [["betrayal"], ["masterstroke"], [], []])
    table.do("play betrayal", "kneel")
    svg = drawn(table)
    players = [svg.element(f"player-{seat + 1}") for seat in range(4)]
    kneeling = [e.attrib["id"] for e in players if svg.with_class("kneels", e)]

    assert kneeling == [f"player-{seat + 1}" for seat in table.kneeling()]
    assert kneeling
    assert len(svg.with_class("asked")) == 1


def test_a_player_sees_the_own_hand_alone():
    states = GAME.start(1, 3, seed=1)
    while not states["hand_n"].any():
        step(states)
    whole, own = (Svg(picture(GAME, states, 0, viewer)).words() for viewer in (None, "player_1"))

    assert "Player 1: hand" in own
    assert "Player 2: hand" in whole
    assert "Player 2: hand" not in own


def test_the_styles_and_the_document_know_the_same_classes():
    sheet = (files("got_env.btwixt.picture") / "style.css").read_text(encoding="utf-8")
    styled = set(re.findall(r"\.([a-z][a-z0-9-]*)", re.sub(r"\{[^{}]*\}", "", sheet)))
    found = set()
    for seed, options in ((0, {}), (1, {}), (2, {"advanced": True}), (3, {"advanced": True})):
        env_states = GAME.start(1, 6, seed, options)
        for _ in range(400):
            if env_states["over"][0]:
                break
            found |= Svg(picture(GAME, env_states)).classes()
            step(env_states)

    assert styled - found == set()


def step(states):
    """Play the first legal action."""
    mask = np.zeros((1, GAME.actions.size), dtype=np.bool_)
    GAME.kernels.action_mask(states, mask)
    GAME.kernels.step(states, mask.argmax(axis=1))


def names(svg, kind):
    """Cards with an id, as the picture has them."""
    return sorted(id_.removeprefix(kind) for id_ in svg.ids() if id_.startswith(kind))


def test_the_hand_that_a_viewer_knows_lies_below_the_table_as_cards():
    states = GAME.start(1, 3, seed=1)
    while not states["hand_n"].any():
        step(states)
    hands = [snapshot_of(states, 0)["leaders"][f"player_{seat + 1}"]["hand"] for seat in range(3)]

    for seat, hand in enumerate(hands):
        svg = Svg(picture(GAME, states, 0, f"player_{seat + 1}"))
        assert hand
        assert names(svg, "card-") == sorted({card.replace("_", "-") for card in hand})
    asked = snapshot_of(states, 0)["decision"]["player"]
    whole = Svg(picture(GAME, states, 0))
    assert f"{asked.replace('_', ' ').capitalize()}: cards in hand" in whole.words()


def test_a_hand_that_is_known_in_part_is_no_hand_of_cards():
    states = GAME.start(1, 3, seed=1)
    while not states["hand_n"].any():
        step(states)
    snapshot = snapshot_of(states, 0)
    for leader in snapshot["leaders"].values():
        leader["hand"] = leader["hand"][1:]

    assert names(Svg(render_picture(facts_behind(states[0]), snapshot)), "card-") == []


def test_allies_can_be_pointed_at_where_they_lie():
    table = Table(4).bidding("varys", [["betrayal"], ["masterstroke"], [], []])
    snapshot = snapshot_of(table.states, 0)
    next(iter(snapshot["councils"].values()))["allies"] = ["lysa_arryn", "randyll_tarly"]
    svg = Svg(render_picture(facts_behind(table.states[0]), snapshot))

    assert names(svg, "ally-") == ["lysa-arryn", "randyll-tarly", "varys"]
    assert "Varys" in svg.words(svg.element("ally-varys"))
