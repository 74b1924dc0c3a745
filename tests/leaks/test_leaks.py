"""No picture, page, socket, sheet or answer depends on what its viewer may not know.

Every game, every decision, every viewer: all that is hidden from the viewer is dealt anew, and all
outputs must stay the same, byte for byte.
"""

from __future__ import annotations

import dataclasses
from collections import Counter

import numpy as np
import pytest

from got_env.games import GAMES, get_game
from got_env.replay.page import PageWriter
from tests.leaks.moments import TABLES, decisions_of, moments, whole_game
from tests.leaks.outputs import outputs
from tests.leaks.twins import TWINS

WHOLE_GAMES = [
    ("agot2e", 3, {"tides": "true"}),
    ("agot1e", 3, {"house_cards": "asos", "westeros_decks": "asos", "wildling_cards": "on"}),
    ("agot1e_storm", 3, {}),
    ("asos", 3, {}),
    ("btwixt", 4, {"advanced": "true"}),
]
TOLD = {
    "svg",
    "page",
    "socket",
    "socket of who watches",
    "sheet",
    "text",
    "position",
    "redacted record",
    "observation",
    "masks and infos",
    "referee",
}


def changed(game, states, twin, viewer):
    """Outputs that are not the same for the viewer in two records."""
    shown, again = (outputs(game, each, viewer) for each in (states, twin))
    assert shown.keys() == TOLD
    return {name for name in TOLD if shown[name] != again[name]}


def test_every_game_is_looked_at():
    assert GAMES.keys() == TABLES.keys() == TWINS.keys() == {code for code, *_ in WHOLE_GAMES}


@pytest.mark.parametrize("code", GAMES)
def test_no_output_depends_on_what_is_hidden_at_any_decision(code):
    game, rng = get_game(code), np.random.default_rng(1)
    different, ways = Counter(), list(TWINS[code])
    for number, (phase, kept) in enumerate(moments(code).items()):
        states = kept[0]
        for viewer in range(int(states["num_players"][0])):
            way = ways[(number + viewer) % len(ways)]
            twin = TWINS[code][way](states, viewer, rng)
            different[way] += twin.tobytes() != states.tobytes()
            assert changed(game, states, twin, viewer) == set(), (phase, viewer, way)
    assert moments(code).keys() >= decisions_of(code)
    assert min(different.values()) >= 2 * len(moments(code))


@pytest.mark.parametrize(("code", "players", "options"), WHOLE_GAMES)
def test_no_output_of_a_whole_game_depends_on_what_is_hidden(code, players, options):
    """Positions one after another: all outputs for each viewer in turn, and every page as a whole.

    The page of a viewer is written twice: from every third moment of the game and the end, and
    from a twin of each of these.
    """
    game, rng = get_game(code), np.random.default_rng(players)
    names, ways = game.seats.in_play(players), list(TWINS[code].values())
    start = game.start(1, players, 7, options)
    pages = {name: [PageWriter(game, start, (name,)) for _ in "ab"] for name in names}
    looked, different = Counter(), 0
    for number, (states, action) in enumerate(whole_game(code, players, 7, **options)):
        phase = game.words.phase_name(states, 0)
        for viewer, name in enumerate(names):
            twin = ways[number % len(ways)](states, viewer, rng)
            different += states.tobytes() != twin.tobytes()
            for writer, each in zip(pages[name], (states, twin), strict=True):
                if action < 0:
                    writer.end(each)
                elif number % 3 == 0:
                    writer.before(each, "somebody", f"action {action}")
            if number % players == viewer and (number % 10 == 0 or looked[phase] < players):
                looked[phase] += 1
                assert changed(game, states, twin, viewer) == set(), (number, phase, name)
    for name, (one, other) in pages.items():
        assert one.html() == other.html(), name
    assert "over" in looked
    assert len(looked) > 5
    assert different > 50


@pytest.mark.parametrize("code", GAMES)
def test_a_planted_leak_is_found_in_every_output(code):
    """A game that hides nothing changes all that is made of what a viewer knows."""
    game, rng = get_game(code), np.random.default_rng(2)

    def leaky(states, players, out):
        game.kernels.observe(states, players, out)
        out[0, : states["rng"][0].nbytes] ^= states["rng"][0].view(np.int8)

    kernels = dataclasses.replace(game.kernels, redact=lambda states, seats: None, observe=leaky)
    leaking = dataclasses.replace(game, kernels=kernels)
    found: set[str] = set()
    for kept in moments(code).values():
        states = kept[0]
        for deal in TWINS[code].values():
            found |= changed(leaking, states, deal(states, 0, rng), 0)
        if found == TOLD:
            break
    assert found == TOLD
