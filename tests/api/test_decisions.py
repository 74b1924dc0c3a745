"""The table of decisions, and that ladders, texts and positions agree with it."""

import pkgutil
import re
import runpy
from pathlib import Path
from string import Formatter

import numpy as np
import pytest

import got_env.westeros
from got_env.core.agenda import MAX_DEPTH, A, C
from got_env.core.observation_fields import Field
from got_env.westeros import claim, phases
from got_env.westeros.claim import ladders as claim_ladders
from got_env.westeros.claim.families import CLAIM_FAMILIES
from got_env.westeros.editions import EDITIONS, decisions
from got_env.westeros.editions.decisions import BOARD_FAMILIES
from got_env.westeros.engine import ladders
from got_env.westeros.facts.rulesets import load_facts
from got_env.westeros.games import engines
from got_env.westeros.games.blocks import table_and_history
from got_env.westeros.phases import house_cards
from got_env.westeros.players.heuristic.scores import SCORES
from got_env.westeros.position.frames import (
    MOST_FRAMES,
    frames_above,
    round_phases,
)
from got_env.westeros.position.players_asked import SEAT_ASKED
from got_env.westeros.position.words import CODINGS
from got_env.westeros.rules.decision_row import ArgType, Asks, Decision, Family, Instead, Step
from got_env.westeros.rules.decision_tables import PHASES
from got_env.westeros.rules.vocabulary import Phase
from got_env.westeros.views.observation import NUM_DECISIONS, table_fields
from got_env.westeros.words.notation import ARGUMENT_WORDS, top_frame
from tests.play import AGOT2E, play

MODULES = (*BOARD_FAMILIES, *CLAIM_FAMILIES)
ROWS = [row for module in MODULES for row in module.ROWS]
DECISIONS = {row.phase: row for row in ROWS if isinstance(row, Decision)}
STEPS = {row.phase: row for row in ROWS if isinstance(row, Step)}
WESTEROS = Path(got_env.westeros.__file__).parent
DOCS = Path(__file__).parents[2] / "docs"
KINDS = set(AGOT2E.actions.kind_names)
CLAIM = {edition for edition in EDITIONS.values() if edition.with_claim}
"""Editions whose records have Leaders and Tactics cards."""
OFFERED = {
    phase: row
    for phase, row in DECISIONS.items()
    if any(phase in edition.decisions for edition in EDITIONS.values() if edition not in CLAIM)
}
"""Decisions of the games without claim."""
COLUMNS = {Decision: set(Decision.__dataclass_fields__), Step: set(Step.__dataclass_fields__)}


def test_every_phase_has_one_row():
    assert sorted(row.phase for row in ROWS if not isinstance(row, Instead)) == sorted(Phase)
    assert DECISIONS.keys() | STEPS.keys() == set(Phase)
    assert len({row.meaning for row in DECISIONS.values()}) == len(DECISIONS)
    assert {phase for phase, step in STEPS.items() if not step.pending} == {
        Phase.ROUND,
        Phase.TACTIC_EFFECTS,  # it is over when somebody is asked
    }


def test_no_file_with_rows_is_left_out():
    with_rows = {
        f"{package.__name__}.{name}"
        for package in (phases, claim)
        for _, name, _ in pkgutil.iter_modules(package.__path__)
        if "\nROWS = (" in (Path(package.__path__[0]) / f"{name}.py").read_text(encoding="utf-8")
    }

    assert {module.__name__ for module in MODULES} == with_rows


@pytest.mark.parametrize("code", EDITIONS)
def test_what_a_row_says_instead_is_a_column_of_a_game_that_has_it(code):
    edition = EDITIONS[code]
    rows = {**edition.decisions, **edition.steps}
    for other in ROWS:
        if isinstance(other, Instead) and code in other.editions:
            row = rows[other.phase]
            assert other.columns.keys() <= COLUMNS[type(row)] - {"phase", "editions", "family"}
            assert all(getattr(row, name) == value for name, value in other.columns.items())


def test_numbers_of_phases_are_those_of_states_kept_before():
    assert sorted(Phase) == list(range(len(Phase)))
    kept = {"ROUND": 0, "BID": 26, "ORDER": 41, "PATCHFACE": 75, "ASHA": 83, "REFUSE_ALLIES": 131}
    assert {name: Phase[name] for name in kept} == kept


def test_ladders_are_what_the_rows_say():
    script = runpy.run_path(str(DOCS.parent / "scripts" / "generate_ladders"))
    for file in script["files"]():
        written = (DOCS.parent / file.path).read_text(encoding="utf-8")
        assert written == file.text(), f"{file.path}: run scripts/generate_ladders"


def test_a_decision_without_a_score_is_on_no_ladder_of_the_scripted_player():
    script = runpy.run_path(str(DOCS.parent / "scripts" / "generate_ladders"))
    rest = {phase: score for phase, score in SCORES.items() if phase is not Phase.RENLY}
    texts = [script["chooser"]("", "", False, of).text() for of in (SCORES, rest)]

    case = "        case Phase.RENLY:\n            combat_choices.score_renly(s, w)\n"
    assert texts[1] == texts[0].replace(case, "") != texts[0]


def test_a_game_does_not_start_with_ladders_of_other_rows():
    assert {engines.check_ladders(*of) for of in ((ladders, False), (claim_ladders, True))} == {
        None
    }
    with pytest.raises(
        RuntimeError, match=r"engine.ladders\.py is older than the rows: run scripts"
    ):
        engines.check_ladders(ladders, True)


def test_a_phase_without_a_row_is_named(monkeypatch):
    rest = tuple(row for row in house_cards.ROWS if row.phase is not Phase.RENLY)
    monkeypatch.setattr(house_cards, "ROWS", rest)
    decisions.rows_of.cache_clear()
    with pytest.raises(ValueError, match=r"Phase\.RENLY of rules/vocabulary.py has no row: write"):
        decisions.check_rows()
    decisions.rows_of.cache_clear()


def test_more_decisions_than_places_in_observations_are_refused():
    facts = load_facts("agot2e")
    table = [field for field in table_fields(facts) if field.name != "decision"]
    count = len(facts.edition.decisions)
    error = f"agot2e has {count} decisions and its observations have {count - 1} places"
    with pytest.raises(ValueError, match=error):
        table_and_history(facts, (*table, Field("decision", count - 1, "the open decision")))


@pytest.mark.parametrize("row", DECISIONS.values(), ids=lambda row: row.name)
def test_a_row_fits_frames_texts_and_observations(row):
    told = {argument.name for argument in row.arguments if argument.told}
    named = {name for text in row.texts.values() for _, name, _, _ in Formatter().parse(text)}

    assert row.texts
    assert row.texts.keys() <= KINDS | {"leader", "deck"}
    assert named - {None, "x"} <= told
    assert len(row.arguments) <= C - A + 1
    of_the_facts = {ArgType.AREA, ArgType.LEADER, ArgType.DECK, ArgType.ALLIANCE_CARD}
    assert {a.holds for a in row.arguments if a.told} <= {*of_the_facts, *ARGUMENT_WORDS}
    assert not row.about_area or row.arguments[0].holds is ArgType.AREA
    assert row.on, "its frame lies on that of a step or of another decision"


def test_columns_of_the_table_are_arrays_for_kernels():
    assert {p for p in Phase if PHASES[p]["family"] != Family.AUTOMATIC} == DECISIONS.keys()
    for column in ("about_area", "always_asked", "declares"):
        wanted = {phase for phase, row in DECISIONS.items() if getattr(row, column)}
        assert {phase for phase in Phase if PHASES[phase][column]} == wanted != set()
    quiet = {phase for phase, row in (*DECISIONS.items(), *STEPS.items()) if row.quiet}
    assert {phase for phase in Phase if PHASES[phase]["quiet"]} == quiet
    assert [p for p in OFFERED if PHASES[p]["always_asked"]] == [Phase.ORDER]
    assert AGOT2E.actions.always_asked == ("order",)


def test_every_kind_of_argument_and_of_asking_is_known():
    assert set(CODINGS) == set(ArgType)
    assert set(SEAT_ASKED) == set(Asks) - {Asks.UNTOLD}


@pytest.mark.parametrize("code", EDITIONS)
def test_every_frame_is_reached_from_a_phase_of_the_round(code):
    facts = load_facts(code)
    reached, depth, level = set(), 0, set(round_phases(facts).values())
    while level - reached:
        reached |= level
        level = {above for below in level for above in frames_above(facts, below)}
        depth += 1

    steps = {phase for phase, step in facts.edition.steps.items() if step.pending}
    assert reached == facts.edition.decisions.keys() | steps
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
        text = path.read_text(encoding="utf-8")
        if "Written by ``scripts/generate_ladders``" not in text:
            named = set(re.findall(r"\bPhase\.(\w+)", text)) & {p.name for p in DECISIONS}
            lists[path.relative_to(WESTEROS).as_posix()] = len(named)

    assert {file for file, count in lists.items() if count > len(DECISIONS) // 4} == {
        "players/heuristic/scores.py",
        "players/heuristic/claim_scores.py",
    }


def unmarked_areas():
    """Areas that decisions are about and that observations show as numbers, by place."""
    found = set()
    for row in OFFERED.values():
        for place, argument in enumerate(row.arguments):
            names_area = argument.told and argument.holds is ArgType.AREA
            if names_area and (place > 0 or not row.about_area):
                found.add((row.name, place))
    return found


def test_areas_that_no_observation_marks_are_on_the_page_of_the_game():
    places = {"first": 0, "second": 1, "third": 2}
    page = (DOCS / "games" / "agot2e-observation.md").read_text(encoding="utf-8")
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
            AGOT2E.kernels.observe(states, np.array([seat], np.int8), out)
            marks = out[0, areas : areas + rows * columns].reshape(rows, columns)[:, -1]
            marked = [numbers[0]] if row.about_area else []
            assert np.flatnonzero(marks).tolist() == marked
            for name, place in unmarked_areas():
                if name == row.name:
                    assert out[0, arguments + place] == numbers[place]
                    seen.add(name)
    assert "neutral_support" in seen
