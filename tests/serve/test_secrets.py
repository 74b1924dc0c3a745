"""What a seat may not know never reaches its socket.

Games are played, and at their moments everything that a viewer cannot know is dealt anew: what is
sent to the viewer's socket then must be the same, byte for byte.
"""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from got_agents.serve import seen
from got_agents.serve.knowing import EVERYTHING, PUBLIC, known_to
from got_agents.serve.messages import encode
from got_agents.serve.moment import Moment
from got_agents.serve.seen import view_of
from got_env.games import get_game
from tests.invariants.positions import positions
from tests.invariants.scramble import scrambled
from tests.serve.serving import answer, serving, told


def redealt(states, viewer, rng):
    """The same game for seat ``viewer``; what it cannot know is different."""
    game = get_game("btwixt")
    twin = states.copy()
    game.kernels.redeal(twin, np.array([viewer], dtype=np.int8), rng.integers(1, 2**62, size=1))
    return twin


DEALS = {"agot2e": scrambled, "btwixt": redealt}
WHOLE_GAMES = [("agot2e", 3, {"tides": "true"}, 20), ("btwixt", 3, {"advanced": "true"}, 8)]


def with_states(moment: Moment, states) -> Moment:
    """The same table with another record; its legal actions are those of that record."""
    masks = np.zeros((1, moment.game.actions.size), dtype=np.bool_)
    moment.game.kernels.action_mask(states, masks)
    return dataclasses.replace(moment, states=states, mask=masks[0])


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
    rng, game = np.random.default_rng(1), get_game(code)
    phases, different, hints = set(), 0, 0

    async def show(room, moment):
        room.moment = moment
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
            moment, version = room.moment, room._version
            asked = moment.asked
            viewer = number % players if number % 2 else max(asked, 0)
            phase = views[viewer]["phase"]
            if phase not in phases or number % 3 == 0:
                phases.add(phase)
                twin = with_states(moment, DEALS[code](moment.states, viewer, rng))
                different += twin.states.tobytes() != moment.states.tobytes()
                shown = []
                for each in (moment, twin):
                    server.call(show, room, each)
                    shown.append(sent(pages[viewer], number % hints_every == 0))
                    for page in (*pages[:viewer], *pages[viewer + 1 :]):
                        told(page, "view")
                assert shown[0] == shown[1], (phase, viewer)
                hints += bool(shown[0][1])
                server.call(show, room, moment)
                views = [told(page, "view") for page in pages]
                assert room._version == version + 3
            if moment.over:
                break
            answer(pages[asked], views[asked], int(rng.integers(len(views[asked]["choices"]))))
        for page in pages:
            page.__exit__(None, None, None)
    assert game.words.phase_name(room.moment.states, 0) == "over"
    assert len(phases) > 5
    assert different > 20
    assert hints > 2


def moment_of(game, states, players):
    seats = np.zeros(1, dtype=np.int8)
    game.kernels.current_player(states, seats)
    masks = np.zeros((1, game.actions.size), dtype=np.bool_)
    game.kernels.action_mask(states, masks)
    return Moment(
        table="table-1",
        game=game,
        players=("human",) * players,
        states=states,
        mask=masks[0],
        asked=int(seats[0]),
        turns=(0,) * players,
        forced=((),) * players,
        story=[],
        told=0,
        failure="",
    )


def views_of_all(game, states, viewer, players):
    """What the viewer, and who only watches, would be sent."""
    moment = moment_of(game, states, players)
    return [encode(view_of(moment, each)) for each in (viewer, PUBLIC)]


@pytest.mark.parametrize("players", [3, 6])
def test_no_view_depends_on_what_is_hidden_in_any_phase(players):
    game, rng = get_game("agot2e"), np.random.default_rng(players)
    compared = set()
    for phase, found in positions(players).items():
        states = found[0]
        for viewer in rng.permutation(players)[:2].tolist():
            shown, again = (
                views_of_all(game, each, viewer, players)
                for each in (states, scrambled(states, viewer, rng))
            )
            assert shown == again, (phase, viewer)
            compared.add((phase, viewer))
    assert len(compared) > 60


def test_a_planted_leak_is_found(monkeypatch):
    """With a view of the whole record the comparison fails."""
    game, rng = get_game("agot2e"), np.random.default_rng(1)
    monkeypatch.setattr(
        seen, "known_to", lambda game, states, viewer: known_to(game, states, EVERYTHING)
    )
    found = 0
    for states_of_phase in positions(3).values():
        states = states_of_phase[0]
        shown, again = (
            views_of_all(game, each, 0, 3) for each in (states, scrambled(states, 0, rng))
        )
        found += shown != again
    assert found > 5
