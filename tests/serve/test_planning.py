"""Orders are planned in any order, changed at will, and sent together."""

import numpy as np
import pytest

from got_agents.serve.planning import plan_for
from got_env.core.proper_names import proper_name
from tests.leaks.twins import TWINS
from tests.serve.serving import answer, question, question_after, serving, told
from tests.serve.test_secrets import with_states

BOARDS = ["agot2e", "agot1e", "agot1e_storm", "asos"]


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path) as running:
        yield running


def planned(page, view, **wishes):
    """Answer of the server to some wishes."""
    page.send_json({"type": "plan", "turn": view["turn"], "wishes": wishes})
    return told(page, "planned")


def until_planning(page):
    """The first question that can be planned."""
    view = question(page)
    while not (view["plans"] and planned(page, view)["steps"]):
        answer(page, view)
        view = question_after(page, view)
    return view


def whole_plan(page, view):
    """A plan with an answer to every question, the last one first."""
    wishes, plan = {}, planned(page, view)
    for _ in range(3 * len(plan["steps"])):
        if plan["ready"]:
            break
        step = [step for step in plan["steps"] if step["wish"] is None][-1]
        actions = [choice["action"] for choice in step["choices"]]
        free = [action for action in actions if action not in wishes.values()]
        wishes[step["place"]] = (free or actions)[0]
        plan = planned(page, view, **wishes)
        wishes = {s["place"]: s["wish"] for s in plan["steps"] if s["wish"] is not None}
    return plan


@pytest.mark.parametrize("code", BOARDS)
def test_orders_are_planned_from_the_last_to_the_first_and_sent_together(server, code):
    opened = server.open(code, ["human", "heuristic", "heuristic"])
    table = server.tables.rooms[opened.name].table
    with server.visit(next(iter(opened.seats.values()))) as page:
        view = until_planning(page)
        before = len(table.writer.lines)
        plan = whole_plan(page, view)
        assert len(table.writer.lines) == before
        assert plan["ready"]
        for step in plan["steps"]:
            assert step["name"] == proper_name(step["place"])
            assert all(step["name"] in choice["label"] for choice in step["choices"])
        actions = [step["wish"] for step in plan["steps"]]
        assert len(actions) >= 2
        page.send_json({"type": "play_all", "turn": view["turn"], "actions": actions})
        after = question(page)
        assert after["turn"] >= view["turn"] + len(actions)
    own = [line for line in table.writer.lines[before:] if line.startswith(view["viewer"])]
    expected = [
        next(choice["text"] for choice in step["choices"] if choice["action"] == step["wish"])
        for step in plan["steps"]
    ]
    assert [line.partition(" ")[2] for line in own[: len(expected)]] == expected


def test_wishes_that_cannot_stand_together_are_not_ready(server):
    opened = server.open("agot2e", ["human", "heuristic", "heuristic"])
    with server.visit(next(iter(opened.seats.values()))) as page:
        view = until_planning(page)
        first, second = planned(page, view)["steps"][:2]
        star = next(c["action"] for c in first["choices"] if c["text"].endswith("march+1"))
        assert star in [choice["action"] for choice in second["choices"]]
        plan = planned(page, view, **{first["place"]: star, second["place"]: star})
        assert [step["wish"] for step in plan["steps"]][:2] == [star, None]
        assert not plan["ready"]


def test_what_is_wished_for_elsewhere_can_be_had_in_its_place(server):
    opened = server.open("agot2e", ["human", "heuristic", "heuristic"])
    with server.visit(next(iter(opened.seats.values()))) as page:
        view = until_planning(page)
        first, second = planned(page, view)["steps"][:2]
        star = next(c["action"] for c in first["choices"] if c["text"].endswith("march+1"))
        plan = planned(page, view, **{first["place"]: star})
        assert star in [choice["action"] for choice in plan["steps"][1]["choices"]]
        plan = planned(page, view, **{second["place"]: star})
        assert [step["wish"] for step in plan["steps"]][:2] == [None, star]


def test_a_plan_is_played_whole_or_not_at_all(server):
    opened = server.open("agot2e", ["human", "heuristic", "heuristic"])
    table = server.tables.rooms[opened.name].table
    with server.visit(next(iter(opened.seats.values()))) as page:
        view = until_planning(page)
        plan = whole_plan(page, view)
        actions = [step["wish"] for step in plan["steps"]]
        before = table.writer.text
        for wrong, words in (
            ([actions[0]] * len(actions), "answer 2 of your plan is not legal"),
            ([*actions, 0], f"only {len(actions)} answers can be planned"),
            ([10_000], "answer 1 of your plan is not legal"),
        ):
            page.send_json({"type": "play_all", "turn": view["turn"], "actions": wrong})
            assert words in told(page, "problem")["text"]
        assert table.writer.text == before
        for turn in (view["turn"], view["turn"]):
            page.send_json({"type": "play_all", "turn": turn, "actions": actions})
        assert "answered already" in told(page, "problem")["text"]
    played = [line for line in table.writer.lines if line.startswith(f"{view['viewer']} order")]
    assert len(played) == len(actions)


def test_other_questions_have_no_plan(server):
    opened = server.open("btwixt", ["human", "heuristic", "heuristic"])
    with server.visit(*opened.seats.values()) as page:
        view = question(page)
        assert not view["plans"]
        assert planned(page, view)["steps"] == []
        action = view["choices"][0]["action"]
        page.send_json({"type": "play_all", "turn": view["turn"], "actions": [action, action]})
        assert "nothing was played" in told(page, "problem")["text"]


def test_a_plan_asked_for_too_late_is_refused_in_a_sentence(server):
    opened = server.open("agot2e", ["human", "heuristic", "heuristic"])
    with server.visit(next(iter(opened.seats.values()))) as page:
        view = question(page)
        page.send_json({"type": "plan", "turn": view["turn"] + 7, "wishes": {}})
        assert told(page, "problem")["text"] == "this question is not open any more"
        page.send_json({"type": "plan", "turn": view["turn"], "wishes": {"<b>": 3, "nowhere": 5}})
        plan = told(page, "planned")
        assert [step["wish"] for step in plan["steps"]] == [None] * len(plan["steps"])


@pytest.mark.parametrize("code", BOARDS)
def test_no_plan_depends_on_what_is_hidden(server, code):
    """Everything that the seat cannot know is dealt anew; what it is told stays the same."""
    opened = server.open(code, ["human"] * 3)
    room, rng, looks, different = server.tables.rooms[opened.name], np.random.default_rng(1), 0, 0
    pages = [server.visit(secret).__enter__() for secret in opened.seats.values()]
    for _ in range(25):
        views = [told(page, "view") for page in pages]
        snapshot = room.snapshot
        seat = snapshot.asked
        for deal in TWINS[code].values():
            twin = with_states(snapshot, deal(snapshot.states, seat, rng))
            different += twin.states.tobytes() != snapshot.states.tobytes()
            plan = plan_for(snapshot, seat, {})
            assert plan == plan_for(twin, seat, {})
            looks += bool(plan.steps)
        answer(pages[seat], views[seat])
    for page in pages:
        page.__exit__(None, None, None)
    assert looks > 5
    assert different > 5
