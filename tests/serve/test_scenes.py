"""Pictures of the moments between two views: what a viewer knew then, and no more."""

import dataclasses

import numpy as np
import pytest

from got_agents.serve.table import MOST_MOMENTS
from got_agents.serve.view import scene_of
from got_agents.serve.visibility import PUBLIC
from tests.leaks.twins import TWINS
from tests.serve.serving import answer, question, question_after, serving, told

GAMES = ["agot2e", "agot1e", "agot1e_storm", "asos", "btwixt"]


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path) as running:
        yield running


def looked(page, event):
    """How the table looked after an event."""
    page.send_json({"type": "look", "event": event})
    return told(page, "scene")


@pytest.mark.parametrize("code", GAMES)
def test_every_event_that_was_told_has_its_picture(server, code):
    opened = server.open(code, ["human", "heuristic", "heuristic"])
    room = server.tables.rooms[opened.name]
    secrets = [*opened.seats.values(), opened.watcher]
    with server.visit(secrets[0]) as page, server.visit(secrets[1]) as watcher:
        view = question(page)
        for _ in range(6):
            answer(page, view)
            view = question_after(page, view)
        told(watcher, "view")
        while watcher.receive_text() and room.snapshot.turns[0] > view["turn"]:
            pass
        moments = room.snapshot.moments
        assert len(moments) > 3
        for viewer, visitor in ((0, page), (PUBLIC, watcher)):
            for moment in moments[-3:-1]:
                for event in moment.events:
                    scene = looked(visitor, event)
                    assert scene["event"] == event
                    assert scene["until"] == moment.events.stop
                    assert scene["picture"] == scene_of(room.snapshot.game, moment, viewer).picture
        assert looked(page, room.snapshot.told + 5) == {
            "type": "scene",
            "event": room.snapshot.told + 5,
            "until": room.snapshot.told + 6,
            "picture": "",
        }


@pytest.mark.parametrize("code", GAMES)
def test_no_scene_depends_on_what_is_hidden(server, code):
    """Everything that a viewer cannot know is dealt anew; the pictures stay the same."""
    opened = server.open(code, ["human", "heuristic", "heuristic"])
    room, rng, different = server.tables.rooms[opened.name], np.random.default_rng(1), 0
    with server.visit(next(iter(opened.seats.values()))) as page:
        view = question(page)
        for _ in range(12):
            answer(page, view)
            view = question_after(page, view)
    game = room.snapshot.game
    for moment in room.snapshot.moments:
        for deal in TWINS[code].values():
            twin = dataclasses.replace(moment, states=deal(moment.states, 0, rng))
            different += twin.states.tobytes() != moment.states.tobytes()
            assert scene_of(game, moment, 0) == scene_of(game, twin, 0)
    assert different > 5


def test_moments_are_bounded(server):
    opened = server.open("btwixt", ["heuristic"] * 3)
    room = server.tables.rooms[opened.name]
    with server.visit(opened.watcher) as page:
        while not question(page)["end"]:
            pass
    assert len(room.snapshot.moments) == MOST_MOMENTS
    assert room.snapshot.moments[-1].events.stop == room.snapshot.told
