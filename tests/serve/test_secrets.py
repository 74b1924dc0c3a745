"""Secrets from a seat never reach its socket.

Games are played, and at their moments everything that a viewer cannot know is dealt anew: what is
sent to the viewer's socket then must be the same, byte for byte.
"""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from got_agents.serve.table_snapshot import TableSnapshot
from got_env.games import get_game
from tests.leaks.twins import TWINS
from tests.serve.serving import answer, serving, told

WHOLE_GAMES = [
    ("agot2e", 3, {"tides": "true"}, 20),
    ("agot1e", 3, {}, 20),
    ("agot1e_storm", 3, {}, 30),
    ("asos", 3, {}, 20),
    ("btwixt", 3, {"advanced": "true"}, 8),
]


def with_states(snapshot: TableSnapshot, states) -> TableSnapshot:
    """The same table with another record; its legal actions are those of that record."""
    masks = np.zeros((1, snapshot.game.actions.size), dtype=np.bool_)
    snapshot.game.kernels.action_mask(states, masks)
    return dataclasses.replace(snapshot, states=states, mask=masks[0])


def sent(page, hint):
    """Bytes of the next view at a socket, and of a hint if the viewer decides."""
    while not (text := page.receive_text()).startswith('{"type":"view"'):
        pass
    if not (hint and '"choices":[{' in text):
        return text, ""
    turn = int(text.partition('"turn":')[2].partition(",")[0])
    page.send_json({"type": "hint", "turn": turn})
    while not (more := page.receive_text()).startswith('{"type":"hints"'):
        pass
    return text, more


@pytest.mark.parametrize(("code", "players", "options", "hints_every"), WHOLE_GAMES)
def test_a_socket_gets_the_same_whatever_is_hidden(tmp_path, code, players, options, hints_every):
    """Whole games of people, each at a socket; every seat's is compared in turn."""
    rng, game, ways = np.random.default_rng(1), get_game(code), list(TWINS[code].values())
    phases, different, hints = set(), 0, 0

    async def forget(room):
        """Have every page sent the next view, also the one that it shows already."""
        for visit in room._visits:
            visit.view = b""

    async def show(room, snapshot):
        await forget(room)
        room.snapshot = snapshot
        room._version += 1
        room._views.clear()
        room._hints.clear()
        for visit in room._visits:
            visit.news.set()

    with serving(tmp_path) as server:
        opened = server.open(code, ["human"] * players, 4, **options)
        room = server.tables.rooms[opened.name]
        pages = [server.visit(secret).__enter__() for secret in opened.seats.values()]
        for number in range(10_000):
            views = [told(page, "view") for page in pages]
            snapshot, version = room.snapshot, room._version
            asked = snapshot.asked
            viewer = number % players if number % 2 else max(asked, 0)
            phase = views[viewer]["phase"]
            if phase not in phases or number % 5 == 0:
                phases.add(phase)
                deal = ways[number % len(ways)]
                twin = with_states(snapshot, deal(snapshot.states, viewer, rng))
                different += twin.states.tobytes() != snapshot.states.tobytes()
                shown = []
                for each in (snapshot, twin):
                    server.call(show, room, each)
                    shown.append(sent(pages[viewer], number % hints_every == 0))
                    for page in (*pages[:viewer], *pages[viewer + 1 :]):
                        told(page, "view")
                assert shown[0] == shown[1], (phase, viewer)
                hints += bool(shown[0][1])
                server.call(show, room, snapshot)
                views = [told(page, "view") for page in pages]
                assert room._version == version + 3
            if snapshot.over:
                break
            server.call(forget, room)
            answer(pages[asked], views[asked], int(rng.integers(len(views[asked]["choices"]))))
        for page in pages:
            page.__exit__(None, None, None)
    assert game.words.phase_name(room.snapshot.states, 0) == "over"
    assert len(phases) > 5
    assert different > 20
    assert hints > 2
