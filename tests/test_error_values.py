"""Values of strangers in messages."""

import pytest

from got_agents.options import parse_value
from got_agents.registry import LONGEST_SPEC, make_agent
from got_env.core import checks
from got_env.core.error_values import LONGEST, short_repr
from got_env.games import get_game
from got_env.pictures import checked_render_mode
from got_env.westeros.players.heuristic.weights import style_weights


class Broken:
    def __repr__(self):
        raise RuntimeError("no")


class Loud:
    def __repr__(self):
        return "a\nb\x1b[2J\u202e"


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("short", "'short'"),
        ("a\nb\x1b[2J", r"'a\nb\x1b[2J'"),
        (Loud(), r"a\nb\x1b[2J\u202e"),
        (None, "None"),
        (True, "True"),
        (10**20 - 1, "9" * 20),
        (10**20, "a huge number"),
        (-(10**5000), "a huge number"),
        ([10**5000], "[a huge number]"),
        ({"rulings": []}, "{'rulings': []}"),
        (nested(100_000), "[[[...]]]"),
    ],
    ids=range(11),
)
def test_values_are_shown_on_one_line(value, text):
    assert short_repr(value) == text


@pytest.mark.parametrize(
    "value",
    ["x" * 10**6, "\x00" * 10**6, b"x" * 10**6, list(range(10**6)), ["y" * 99] * 9, Broken()],
    ids=range(6),
)
def test_nothing_is_shown_at_length(value):
    assert len(short_repr(value)) <= LONGEST


def test_what_is_cut_keeps_both_ends():
    text = short_repr("begin" + "-" * 100 + "end")

    assert text.startswith("'begin---")
    assert text.endswith("---end'")
    assert "..." in text
    assert len(text) == LONGEST
    assert len(short_repr("x" * 300, 200)) == 200


LONG = "x\n" * 10**5
RESOLVE = get_game("agot2e").options.resolve


@pytest.mark.parametrize(
    ("refused", "message"),
    [
        (lambda: get_game(LONG), "unknown game 'x"),
        (lambda: RESOLVE({LONG: 1}), "unknown option 'x"),
        (lambda: RESOLVE({"rulings": LONG}), "rulings='x"),
        (lambda: RESOLVE({"rulings": [LONG]}), "rulings=['x"),
        (lambda: RESOLVE({"revision": LONG}), "option revision='x"),
        (lambda: RESOLVE({"revision": 10**5000}), "option revision=a huge number"),
        (lambda: checks.checked_seed(10**5000), "seed=a huge number"),
        (lambda: checks.checked_seed(LONG), "seed='x"),
        (lambda: checks.checked_players(get_game("agot2e"), LONG), "players='x"),
        (lambda: checks.checked_limit(-(10**5000), "max_steps"), "max_steps=a huge number"),
        (lambda: checks.checked_num_envs(10**5000), "num_envs=a huge number"),
        (lambda: checks.checked_choice(LONG, ("a",), "reward"), "reward='x"),
        (lambda: checked_render_mode(get_game("agot2e"), LONG), "render_mode='x"),
        (lambda: checks.refuse_unknown([LONG], None, "env", get_game), "env: unexpected keyword"),
        (lambda: make_agent(LONG), "unknown agent 'x"),
        (lambda: make_agent(f"heuristic:{LONG}"), "agent 'heuristic:x"),
        (lambda: make_agent(f"heuristic:castle={LONG}"), "agent 'heuristic:castle=x"),
        (lambda: parse_value(LONG, LONG, int), "option x"),
        (lambda: style_weights(LONG), "style 'x"),
        (lambda: style_weights("heuristic", {LONG: 1}), "weight 'x"),
        (lambda: style_weights("heuristic", {"castle": LONG}), "castle='x"),
    ],
    ids=range(21),
)
def test_errors_show_values_of_strangers_cut(refused, message):
    with pytest.raises((ValueError, TypeError)) as error:
        refused()
    text = str(error.value)

    assert text.startswith(message)
    assert "\n" not in text
    others = 2000  # what was expected may be long, such as the names of all options
    assert len(text) < 3 * LONGEST_SPEC + others
