"""The table of decisions, and that ladders, texts and positions agree with it."""

import ast
import re
from pathlib import Path
from string import Formatter

import numpy as np
import pytest

import got_env.westeros
from got_env.core.agenda import MAX_DEPTH, A, C
from got_env.westeros.decision_row import Asks, Family, Holds
from got_env.westeros.decision_tables import ABOUT_AREA, ALWAYS_ASKED, FAMILY
from got_env.westeros.decisions import DECISIONS
from got_env.westeros.editions import EDITIONS
from got_env.westeros.observation import NUM_DECISIONS
from got_env.westeros.position.claim.steps import CLAIM_STEPS
from got_env.westeros.position.frames import (
    AUTOMATIC,
    MOST_FRAMES,
    frames_above,
    round_phases,
)
from got_env.westeros.position.players_asked import SEAT_ASKED
from got_env.westeros.position.steps import STEPS
from got_env.westeros.position.words import CODINGS
from got_env.westeros.rulesets import load_facts
from got_env.westeros.state import CLAIM_STATE
from got_env.westeros.vocabulary import Phase
from got_env.westeros.words.notation import ARGUMENT_WORDS, top_frame
from tests.play import AGOT2E, play

WESTEROS = Path(got_env.westeros.__file__).parent
DOCS = Path(__file__).parents[2] / "docs"
KINDS = set(AGOT2E.actions.kind_names)
CLAIM = {edition for edition in EDITIONS.values() if edition.state is CLAIM_STATE}
"""Editions whose records have Leaders and Tactics cards."""
OFFERED = {
    phase: row
    for phase, row in DECISIONS.items()
    if any(phase in edition.decisions for edition in EDITIONS.values() if edition not in CLAIM)
}
"""Decisions of the games without claim."""
NEVER_PENDING = {Phase.ROUND, Phase.TACTIC_EFFECTS}
"""Automatic phases that are over when somebody is asked."""


def ladder(file, name):
    """Decisions with a case in a ladder of kernels."""
    functions = ast.parse((WESTEROS / file).read_text(encoding="utf-8")).body
    (found,) = [f for f in functions if isinstance(f, ast.FunctionDef) and f.name == name]
    cases = [ast.unparse(case.pattern) for m in found.body[1:] for case in m.cases]
    return [Phase[word] for case in cases for word in re.findall(r"Phase\.(\w+)", case)]


def test_every_decision_has_one_row():
    automatic = {phase for phase in Phase if FAMILY[phase] == Family.AUTOMATIC}
    assert list(DECISIONS) == [phase for phase in Phase if phase not in automatic]
    assert automatic - NEVER_PENDING == {*STEPS, *CLAIM_STEPS}
    assert len({row.meaning for row in DECISIONS.values()}) == len(DECISIONS)


@pytest.mark.parametrize(
    ("file", "prefix"),
    [("engine.py", "_legal"), ("engine.py", "_apply"), ("heuristic/choose.py", "_score")],
)
@pytest.mark.parametrize("family", [Family.WESTEROS, Family.ACTION, Family.COMBAT])
def test_a_decision_stands_once_on_each_ladder_of_its_family(file, prefix, family):
    wanted = [row.phase for row in OFFERED.values() if row.family is family]

    assert sorted(ladder(file, f"{prefix}_{family.name.lower()}")) == wanted


@pytest.mark.parametrize("prefix", ["_legal", "_apply"])
@pytest.mark.parametrize("family", [Family.WESTEROS, Family.ACTION, Family.COMBAT])
def test_a_decision_with_claim_stands_once_on_each_ladder_of_its_own(prefix, family):
    wanted = {p for e in CLAIM for p, row in e.decisions.items() if row.family is family}

    found = ladder("claim/engine.py", f"{prefix}_{family.name.lower()}")
    assert sorted(found) == sorted(wanted)


def test_the_scripted_player_scores_every_decision_with_claim():
    names = ("_score_westeros", "_score_planning", "_score_action", "_score_combat")
    found = [p for name in names for p in ladder("heuristic/claim_choose.py", name)]

    assert sorted(found) == sorted({phase for edition in CLAIM for phase in edition.decisions})


@pytest.mark.parametrize("row", DECISIONS.values(), ids=lambda row: row.name)
def test_a_row_fits_frames_texts_and_observations(row):
    told = {argument.name for argument in row.arguments if argument.told}
    named = {name for text in row.texts.values() for _, name, _, _ in Formatter().parse(text)}

    assert row.texts
    assert row.texts.keys() <= KINDS | {"leader", "deck"}
    assert named - {None, "x"} <= told
    assert len(row.arguments) <= C - A + 1
    of_the_facts = {Holds.AREA, Holds.LEADER, Holds.DECK, Holds.ALLIANCE_CARD}
    assert {a.holds for a in row.arguments if a.told} <= {*of_the_facts, *ARGUMENT_WORDS}
    assert not row.about_area or row.arguments[0].holds is Holds.AREA
    assert row.on, "its frame lies on that of a step or of another decision"


def test_columns_of_the_table_are_arrays_for_kernels():
    assert {p for p in Phase if FAMILY[p] != Family.AUTOMATIC} == DECISIONS.keys()
    assert {p for p in Phase if ABOUT_AREA[p]} == {p for p, r in DECISIONS.items() if r.about_area}
    assert [p for p in Phase if ALWAYS_ASKED[p] and p in OFFERED] == [Phase.ORDER]
    assert AGOT2E.actions.always_asked == ("order",)


def test_every_kind_of_argument_and_of_asking_is_known():
    assert set(CODINGS) == set(Holds)
    assert set(SEAT_ASKED) == set(Asks) - {Asks.UNTOLD}


@pytest.mark.parametrize("code", EDITIONS)
def test_every_frame_is_reached_from_a_phase_of_the_round(code):
    facts = load_facts(code)
    reached, depth, level = set(), 0, set(round_phases(facts).values())
    while level - reached:
        reached |= level
        level = {above for below in level for above in frames_above(facts, below)}
        depth += 1

    own = AUTOMATIC[facts.edition.state].steps
    steps = {phase for phase in own if phase not in facts.edition.without}
    of_others = {p for e in EDITIONS.values() for p in e.round_graph} - {*facts.edition.round_graph}
    assert reached == facts.edition.decisions.keys() | (steps - of_others)
    assert depth <= MOST_FRAMES <= MAX_DEPTH


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.code)
def test_an_edition_has_its_own_words_and_places_for_its_decisions(edition):
    assert edition.decisions.keys() <= DECISIONS.keys()
    assert len(edition.decisions) <= (edition.decision_places or NUM_DECISIONS)
    assert len({row.meaning for row in edition.decisions.values()}) == len(edition.decisions)
    for phase, row in edition.decisions.items():
        known = DECISIONS[phase]
        assert row.arguments[: len(known.arguments)] == known.arguments
        assert row.asks is known.asks
        assert row.on
        assert row.texts.keys() == known.texts.keys()


def test_decisions_are_listed_in_few_files():
    """A copy of the table elsewhere would have to be kept up by hand."""
    lists = {}
    for path in WESTEROS.rglob("*.py"):
        named = set(re.findall(r"\bPhase\.(\w+)", path.read_text(encoding="utf-8")))
        lists[path.relative_to(WESTEROS).as_posix()] = len(named & {p.name for p in DECISIONS})

    assert {file for file, count in lists.items() if count > len(DECISIONS) // 4} == {
        "decisions.py",
        "decisions_claim.py",
        "claim/engine.py",
        "editions/agot1e.py",  # which of them this edition has
        "editions/agot1e_storm.py",
        "editions/asos.py",
        "engine.py",
        "heuristic/choose.py",
        "heuristic/claim_choose.py",
    }


def unmarked_areas():
    """Areas that decisions are about and that observations show as numbers, by place."""
    found = set()
    for row in OFFERED.values():
        for place, argument in enumerate(row.arguments):
            names_area = argument.told and argument.holds is Holds.AREA
            if names_area and (place > 0 or not row.about_area):
                found.add((row.name, place))
    return found


def test_areas_that_no_observation_marks_are_on_the_page_of_the_game():
    places = {"first": 0, "second": 1, "third": 2}
    page = (DOCS / "games" / "agot2e.md").read_text(encoding="utf-8")
    table = page.partition("number in `arguments` |")[2].partition("\n\n")[0]
    listed = re.findall(r"^\| `(\w+)` \|.*\| the (\w+) \|$", table, re.MULTILINE)

    assert {(name, places[place]) for name, place in listed} == unmarked_areas()


def test_an_open_decision_shows_its_area_marked_or_as_a_number():
    at, sizes = 0, {}
    for block in AGOT2E.observation.blocks:
        sizes[block.name] = (at, block.shape)
        at += int(np.prod(block.shape))
    areas, (rows, columns) = sizes["areas"]
    arguments = sizes["table"][0] + NUM_DECISIONS
    seen = set()
    for seed in range(12):
        for states in play(6, seed):
            if states["over"][0]:
                break
            phase, seat, *numbers = (int(number) for number in top_frame(states, 0))
            row = DECISIONS[Phase(phase)]
            out = np.zeros((1, AGOT2E.observation.size), dtype=np.int8)
            AGOT2E.kernels.observe(states, np.array([seat], np.int8), AGOT2E.new_states(1), out)
            marks = out[0, areas : areas + rows * columns].reshape(rows, columns)[:, -1]
            marked = [numbers[0]] if row.about_area else []
            assert np.flatnonzero(marks).tolist() == marked
            for name, place in unmarked_areas():
                if name == row.name:
                    assert out[0, arguments + place] == numbers[place]
                    seen.add(name)
    assert "neutral_support" in seen
