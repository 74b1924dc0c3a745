"""A move of several answers is put together, taken back and changed before it is sent whole."""

from pathlib import Path

import numpy as np
import pytest

from got_agents.serve.planning import draft_for, rehearsal_of
from got_env.replay import read_replay
from tests.browsing import browser, needs_browser, opened
from tests.leaks.twins import TWINS
from tests.serve.serving import answer, question, question_after, serving, told
from tests.serve.test_browser import ASKED, answer_with_mouse, settled, table, wait_for_question
from tests.serve.test_secrets import with_states

__all__ = ["browser"]

REPLAYS = Path(__file__).parents[1] / "replays"
BOARDS = ["agot2e", "agot1e", "agot1e_storm", "asos"]


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path) as running:
        yield running


def drafted(page, view, actions):
    """What the server says to the answers of a draft."""
    page.send_json({"type": "draft", "turn": view["turn"], "actions": actions})
    return told(page, "drafted")


def until(page, rng, *phases):
    """The first question of some phases."""
    view = question(page)
    while view["phase"] not in phases:
        assert not view["end"]
        answer(page, view, int(rng.integers(len(view["choices"]))))
        view = question_after(page, view)
    return view


@pytest.mark.parametrize("code", BOARDS)
def test_a_march_is_chosen_whole_before_anything_is_played(server, code):
    made, rng = server.open(code, ["human", "heuristic", "heuristic"]), np.random.default_rng(2)
    table = server.tables.rooms[made.name].table
    with server.visit(next(iter(made.seats.values()))) as page:
        view = until(page, rng, "march_from", "march_to")
        before, shown, actions = table.writer.text, view, []
        while shown:
            marches = [c for c in shown["choices"] if c["label"] != "Nobody else marches"]
            actions.append(int(rng.choice([c["action"] for c in marches or shown["choices"]])))
            follows = drafted(page, view, actions)
            assert follows["asked"] == len(actions)
            assert follows["actions"][: len(actions)] == actions
            assert len(follows["labels"]) == len(follows["actions"])
            actions, shown = follows["actions"], follows["view"]
        assert len(actions) > 2
        assert table.writer.text == before
        page.send_json({"type": "play_all", "turn": view["turn"], "actions": actions})
        after = question_after(page, view)
        assert after["turn"] >= view["turn"] + len(actions)
        page.send_json({"type": "draft", "turn": view["turn"], "actions": actions})
        assert told(page, "problem")["text"] == "this question is not open any more"


@pytest.mark.parametrize("name", ["6p", "1e_5p", "asos_4p"])
def test_several_musters_are_one_move(name):
    """Although each of them is told to all when it is played."""
    replay, more = read_replay((REPLAYS / f"{name}.txt").read_bytes()), 0
    game = replay.header.game
    masks = np.zeros((1, game.actions.size), dtype=np.bool_)
    for _ in replay.play():
        states = replay.states
        if game.words.phase_name(states, 0) != "muster":
            continue
        house = game.words.snapshot(states, 0)["decision"]["player"]
        seat = game.seats.in_play(int(states["num_players"][0])).index(house)
        game.kernels.action_mask(states, masks)
        for action in np.flatnonzero(masks[0]):
            rehearsal = rehearsal_of(game, states, masks[0], seat)
            told_before = int(rehearsal.states["journal_no"][0])
            if rehearsal.answer(int(action)):
                assert rehearsal.phase.startswith("muster")
                more += int(rehearsal.states["journal_no"][0]) > told_before
    assert more > 0


def test_drafts_that_cannot_be_are_refused_in_a_sentence(server):
    made, rng = server.open("agot2e", ["human", "heuristic", "heuristic"]), np.random.default_rng(2)
    table = server.tables.rooms[made.name].table
    with server.visit(next(iter(made.seats.values()))) as page:
        view = until(page, rng, "march_from", "march_to")
        before = table.writer.text
        good = view["choices"][-1]["action"]
        for wrong in ([10_000], [good, 10_000], [good] * 64):
            page.send_json({"type": "draft", "turn": view["turn"], "actions": wrong})
            assert "choose again" in told(page, "problem")["text"]
        for wrong in ([], [0] * 65):
            page.send_json({"type": "draft", "turn": view["turn"], "actions": wrong})
            assert "cannot be understood" in told(page, "problem")["text"]
        page.send_json({"type": "play_all", "turn": view["turn"], "actions": [good, 10_000]})
        assert "nothing was played" in told(page, "problem")["text"]
        assert table.writer.text == before


@pytest.mark.parametrize("code", [*BOARDS, "btwixt"])
def test_no_draft_depends_on_what_is_hidden(server, code):
    """Everything that the seat cannot know is dealt anew; what it is told stays the same."""
    made, rng = server.open(code, ["human"] * 3), np.random.default_rng(1)
    room, different, longer = server.tables.rooms[made.name], 0, 0
    pages = [server.visit(secret).__enter__() for secret in made.seats.values()]
    for _ in range(40):
        views = [told(page, "view") for page in pages]
        snapshot = room.snapshot
        seat = snapshot.asked
        legal = np.flatnonzero(snapshot.mask)
        action = int(rng.choice(legal))
        draft = draft_for(snapshot, seat, [action])
        for deal in TWINS[code].values():
            twin = with_states(snapshot, deal(snapshot.states, seat, rng))
            different += twin.states.tobytes() != snapshot.states.tobytes()
            assert draft == draft_for(twin, seat, [action])
        longer += draft.view is not None
        answer(pages[seat], views[seat], int(np.flatnonzero(legal == action)[0]))
    for page in pages:
        page.__exit__(None, None, None)
    assert different > 5
    assert longer > 5 or code == "btwixt"


@needs_browser
@pytest.mark.parametrize("width", [390, 1440])
def test_a_march_is_changed_and_taken_back_before_it_is_sent(browser, tmp_path, width):
    game = ("--game", "agot2e", "--players", "3", "--seed", "2")
    with table(tmp_path, *game) as links, opened(browser, links["baratheon"], width) as page:
        wait_for_question(page)
        title, chosen = page.locator("#ui-question-title"), page.locator("#ui-chosen")
        while "Which March order" not in title.text_content():
            answer_with_mouse(page)
        turn = page.locator("#ui-actions").get_attribute("data-turn")
        first = title.text_content()
        said = []
        while page.locator("#ui-send").is_disabled() and len(said) < 12:
            page.locator(ASKED).last.click()
            settled(page)
            said.append(chosen.text_content())
        assert len(said) > 2
        assert said[0].startswith("So far: March from ")
        assert said[-1].startswith("Chosen: March from ")
        assert page.locator("#ui-actions").get_attribute("data-turn") == turn
        for _ in said:
            page.locator("#ui-back").click()
        assert title.text_content() == first
        assert page.locator("#ui-back").is_disabled()
        while page.locator("#ui-send").is_disabled():
            page.locator(ASKED).last.click()
            settled(page)
        assert chosen.text_content() == said[-1]
        told_before = page.locator("#ui-story li").count()
        page.locator("#ui-send").click()
        assert wait_for_question(page, turn)
        assert page.locator("#ui-story li").count() > told_before
