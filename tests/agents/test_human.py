"""A person at the terminal."""

import io
import os
import pty
import re
import select
import subprocess
import sys
from itertools import islice

import numpy as np
import pytest

from got_agents.base import AgentError, Views, first_views
from got_agents.commands import seat_names
from got_agents.human import HumanAgent, UndoWanted, find_actions
from got_agents.registry import make_agent
from got_agents.story import Story
from got_agents.undo import Undo
from got_env.games import get_game
from got_env.replay import Header, ReplayWriter, read_replay
from got_env.westeros.rules.vocabulary import Event
from got_env.westeros.words.prompt import Prompt
from tests.agents.games import GAME, random_games
from tests.builder import Board
from tests.invariants.positions import positions
from tests.invariants.scramble import scrambled
from tests.play import masks_of

HOUSES = GAME.seats.in_play(6)


def view_of(turn=0):
    return next(islice(random_games(1, 3), turn, None))[0]


def view_at(states):
    """The open decision of a record, as the house that decides knows it."""
    seats = np.zeros(1, dtype=np.int8)
    GAME.kernels.current_player(states, seats)
    return Views.of(GAME, states, seats, masks_of(states), np.zeros(1, dtype=np.int64))[0]


def prompt_at(board, width=100):
    view = view_at(board.states)
    return Prompt(GAME, view.states, view.seat, width)


@pytest.fixture
def typing(monkeypatch, capsys):
    """Let the person type lines; returns the action and what stood on the screen."""

    def decide(view, text):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return HumanAgent().act(view), capsys.readouterr()

    return decide


# --- what is typed


def test_an_action_is_chosen_by_number_text_or_beginning(typing):
    view = view_of()
    texts = [GAME.actions.text(view.states, 0, int(action)) for action in view.legal]

    assert typing(view, "3\n")[0] == view.legal[2]
    assert typing(view, f"{texts[4]}\n")[0] == view.legal[4]
    assert typing(view, f"  {texts[4].upper().replace('_', ' ')} \n")[0] == view.legal[4]


def test_labels_stand_beside_the_commands_and_can_be_typed(typing):
    view = view_of()
    texts = [GAME.actions.text(view.states, 0, int(action)) for action in view.legal]
    labels = [GAME.actions.label(view.states, 0, int(action)) for action in view.legal]
    place = next(i for i, label in enumerate(labels) if label.startswith("Special"))

    action, shown = typing(view, f"{labels[place]}\n")

    assert action == view.legal[place]
    assert re.search(rf"{re.escape(texts[place])} +{re.escape(labels[place])}\n", shown.err)
    raid = next(i for i, label in enumerate(labels) if label.startswith("Special Raid"))
    assert typing(view, "special raid\n")[0] == view.legal[raid]


def test_parts_that_fit_one_only():
    texts = ["raid winterfell", "raid white_harbor", "done"]

    assert find_actions("d", texts) == [2]
    assert find_actions("raid wi", texts) == [0]
    assert find_actions("RAID Wi", texts) == [0]
    assert find_actions("raid w", texts) == [0, 1]
    assert find_actions("harbor", texts) == [1]
    assert find_actions("White Harbor", texts) == [1]
    assert find_actions("march+1", ["order x march+1", "order x march+1*"]) == [0]
    assert find_actions("0", texts) == find_actions("4", texts) == find_actions("fly", texts) == []


def test_an_ambiguous_word_lists_what_it_fits(typing):
    texts = [GAME.actions.text(view_of().states, 0, int(a)) for a in view_of().legal]
    _, shown = typing(view_of(), "order\n1\n")
    assert f"'order' fits {len(texts)} actions:\n  1  {texts[0]}\n  2  {texts[1]}\n" in shown.err
    assert "more\n" in shown.err


@pytest.mark.parametrize("width", [80, 100])
def test_the_board_fits_the_screen(width):
    lines = prompt_at(Board(), width).look_up("board")

    assert any(line.startswith("stark") for line in lines)
    assert max(map(len, lines)) <= width


def test_help_board_and_list_ask_again(typing):
    action, shown = typing(view_of(), "HELP\nboard\nlist\nfly\n1\n")

    assert action == view_of().legal[0]
    assert shown.out == ""
    assert "Type the number" in shown.err
    assert "Baratheon" in shown.err
    assert "'fly' is not one of the actions" in shown.err


def test_areas_and_own_cards_are_shown_on_demand(typing):
    _, shown = typing(view_of(), "look Winterfell\nlook winterfel\nlook\ncards\n1\n")

    assert (
        "Winterfell: Stark, 1 Footman, 1 Knight, garrison 2"
        " (stronghold, 1 supply icon, 1 power icon)"
    ) in " ".join(shown.err.split())
    assert "  beside it Moat Cailin: empty (castle)" in shown.err
    assert "did you mean 'Winterfell'?" in shown.err
    assert "look: expected the name of an area" in shown.err
    assert "Stannis Baratheon: strength 4\n" in shown.err


@pytest.mark.parametrize(
    ("text", "message"), [("quit\n", "left the game"), ("", "the input has ended")]
)
def test_leaving_is_an_error_of_the_agent(typing, text, message):
    with pytest.raises(AgentError, match=message):
        typing(view_of(), text)


def test_the_only_action_is_not_asked_for(typing):
    views = (view for batch in random_games(1, 3) for view in batch)
    view = next(view for view in views if len(view.legal) == 1)

    action, shown = typing(view, "")

    assert action == view.legal[0]
    assert "nothing else is possible" in shown.err


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("agot2e", {"board", "cards", "look"}),
        ("asos", {"alliances", "board", "cards", "leaders", "look", "tactics"}),
        ("btwixt", {"board", "cards", "read"}),
    ],
)
def test_the_tab_key_completes_answers_and_the_commands_of_the_game(code, words, monkeypatch):
    readline = pytest.importorskip("readline")
    view = next(view for view in first_views(get_game(code)) if len(view.legal) > 1)
    texts = [view.game.actions.text(view.states, 0, int(action)) for action in view.legal]
    completed = []

    def complete_all(prompt):
        completer = readline.get_completer()
        completed.extend(iter(lambda: completer("", len(completed)), None))
        return "1"

    monkeypatch.setattr("got_agents.terminal._can_edit", lambda: True)
    monkeypatch.setattr("builtins.input", complete_all)
    HumanAgent().act(view)
    readline.set_completer(None)
    assert completed[: len(texts)] == texts
    assert set(completed[len(texts) :]) == {*words, "help", "list", "quit", "undo"}


# --- what the prompt shows


def test_planning_shows_means_tokens_and_the_area_with_its_neighbours():
    board = Board()
    while board.player != "stark":
        board.do(min(board.legal()))
    lines = prompt_at(board).lines()

    assert lines[0] == "  You: 5 Power, 2 castles, 0 of 3 special orders given"
    assert lines[1] == "  Supply 1: armies of 3 and 2 allowed, yours of 2"
    left = "  Order tokens left: March -1, March +0, March +1, 2 times Defense +1"
    assert lines[2].startswith(left)
    text = "\n".join(lines)
    assert "  white_harbor: stark, 1 Footman (castle)" in text
    assert "  winterfell, beside it: stark, 1 Footman, 1 Knight, garrison 2" in text
    assert "moat_cailin (castle)," in text


def fight():
    return (
        Board()
        .clear()
        .units("winterfell", "stark", knight=2)
        .order("winterfell", "march+1")
        .units("moat_cailin", "greyjoy", footman=1)
        .order("moat_cailin", "defense+2")
        .at("march")
    )


def test_a_march_shows_where_it_starts_and_what_stands_where_it_can_go():
    board = fight()
    view, prompt = view_at(board.states), prompt_at(board)

    assert "  March from winterfell: 2 Knights still there" in prompt.lines()
    texts = {GAME.actions.text(view.states, 0, int(a)): int(a) for a in view.legal}
    text = "march to moat_cailin"
    assert prompt.remark(texts[text], text).startswith(
        "greyjoy, 1 Footman, Defense +2 order (castle"
    )


def test_a_combat_shows_totals_so_far_and_cards_with_strengths():
    board = fight().do("area moat_cailin", "count 2").do_until("HOUSE_CARD")
    view, prompt = view_at(board.states), prompt_at(board)
    text = "\n".join(prompt.lines())

    assert "  Battle of moat_cailin: attack from winterfell with March +1" in text
    assert "  stark attacks: strength 5 so far (units 4, order +1)" in text
    assert "  greyjoy defends: strength 3 so far (units 1, order +2)" in text
    assert "euron_crows_eye (4)" in text
    said = [GAME.actions.text(view.states, 0, int(a)) for a in view.legal]
    remarks = [prompt.remark(int(a), t) for a, t in zip(view.legal, said, strict=True)]
    assert all(remark.startswith("strength ") for remark in remarks)


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("width", [80, 100])
def test_every_decision_fits_the_width(players, width, typing, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    for found in positions(players).values():
        view = view_at(found[0])
        _, shown = typing(view, "board\nhelp\ncards\n1\n")
        wide = [line for line in shown.err.splitlines() if len(line) > max(width, 100)]
        assert not wide
        asked = shown.err.partition("> ")[0]
        assert all(len(line) <= width for line in asked.splitlines()), asked


@pytest.mark.parametrize("players", GAME.seats.counts)
def test_nothing_on_the_screen_depends_on_what_is_hidden(players, typing):
    rng = np.random.default_rng(players)
    for phase, found in positions(players).items():
        for states in found[:4]:
            view = view_at(states)
            other = scrambled(states, view.seat, rng)
            area = rng.choice(GAME.observation.blocks[0].rows)
            shown = []
            for game in (states, other):
                asked = view_at(game)
                # The same answers: what is legal is the seat's to know.
                assert (asked.mask == view.mask).all(), phase
                shown.append(typing(asked, f"board\ncards\nlook {area}\n1\n")[1].err)
            assert shown[0] == shown[1], phase


# --- taking back


def test_undo_is_asked_of_who_runs_the_game(typing):
    with pytest.raises(UndoWanted, match="nothing can be taken back here"):
        typing(view_of(), "undo\n")


def known_to(states, seat):
    """The bytes of a record that are hidden from a seat."""
    hidden = states.copy()
    GAME.kernels.redact(hidden, np.array([seat], dtype=np.int8))
    size = states.dtype.itemsize
    return [one.view(np.uint8).reshape(size) for one in (states.copy(), hidden)]


@pytest.mark.parametrize("seed", range(6))
def test_undo_goes_back_over_own_choices_and_over_nothing_that_was_shown(seed):
    writer = ReplayWriter(Header.of(GAME, 4, {"tides": True}, seed, events=True))
    undo, rng = Undo(writer), np.random.default_rng(seed)
    chains, moments = set(), []
    showing = {Event.BID, Event.ORDERS_REVEALED, Event.CARD, Event.WESTEROS_CARD}
    showing |= {Event.WILDLING_CARD}
    while writer.player is not None:
        seat, before = int(writer.seats[0]), writer.states.copy()
        phase, text = GAME.words.phase_name(before, 0), writer.text
        moments.append((seat, text, int(writer.mask.sum())))
        undo.play(int(rng.choice(np.flatnonzero(writer.mask))))
        if not undo:
            moments.clear()
            continue
        chains.add(phase)
        assert int(writer.seats[0]) == seat
        old, old_seen = known_to(before, seat)
        new, new_seen = known_to(writer.states, seat)
        hidden = old != old_seen
        assert (hidden <= (new != new_seen)).all(), phase
        events = range(int(before["journal_no"][0]), int(writer.states["journal_no"][0]))
        rows = before["journal"].shape[1]
        shown = [writer.states["journal"][0, i % rows].tolist() for i in events]
        # A card that is put away lay open in its house's hand.
        shown = [event for event in shown if event[0] != Event.CARD or event[3]]
        assert not showing & {event[0] for event in shown}
        if rng.random() < 0.2:
            choices = [moment for moment in moments if moment[2] > 1]
            while choices and rng.random() < 0.8:
                assert undo.back()
                _, text, _ = choices.pop()
                assert writer.text == text
            moments = choices
            if not moments:
                assert not undo.back()
    assert {"order", "march_to", "march_count"} <= chains
    read_replay(writer.finish()).verify()


def play(names, seed, typed, monkeypatch, players=3, **options):
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    story = Story(GAME, [make_agent(name) for name in names], seed, options)
    lines = []
    with pytest.raises(AgentError, match="the input has ended"):
        story.play(lines.append)
    return story.writer, lines


def test_what_was_taken_back_is_neither_told_nor_recorded(monkeypatch, capsys):
    names = ["human", "heuristic", "heuristic"]
    plain, lines = play(names, 1, "march+0\nmarch-1\n", monkeypatch)
    capsys.readouterr()
    again, told_again = play(names, 1, "march+0\nraid\nundo\nundo\nMARCH+0\nmarch-1\n", monkeypatch)

    assert again.text == plain.text
    assert told_again == lines


def test_undo_is_refused_once_others_have_answered(monkeypatch, capsys):
    names = ["human", "heuristic", "heuristic"]
    play(names, 1, "undo\n", monkeypatch)

    assert "nothing to take back" in capsys.readouterr().err


# --- seats


def test_one_person_gets_one_house():
    assert seat_names(HOUSES, "Stark", "courtier", None) == [
        "human" if house == "stark" else "courtier" for house in HOUSES
    ]
    assert seat_names(HOUSES, "greyjoy", "a,b", None) == ["a", "human", "b", "a", "b", "a"]
    assert seat_names(HOUSES[:3], "greyjoy", None, None) == ["heuristic", "human", "heuristic"]
    assert seat_names(HOUSES[:3], None, None, "human,a,human") == ["human", "a", "human"]
    assert seat_names(HOUSES[:3], None, None, None) == ["heuristic"] * 3


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("strak", "a", None), "house 'strak' does not play: did you mean 'stark'"),
        (("arryn", "a", None), "house 'arryn' does not play: expected one of baratheon"),
        ((None, "a", None), "--against: expected --house"),
        (("stark", None, "a"), "--agents: expected --against beside --house"),
        (("stark", "human", None), "against 'human': expected agents"),
        (("stark", "a,b,c,d,e,f", None), "against: 6 names for 5 other seats"),
        ((None, None, "human,heuristic"), "'human' would get several seats: expected --house"),
        ((None, None, "me=human,heuristic"), "'me=human' would get several seats: expected"),
        (("stark", "me=human", None), "against 'me=human': expected agents"),
    ],
)
def test_seats_that_nobody_meant_are_refused(args, message):
    with pytest.raises(ValueError, match=message):
        seat_names(HOUSES, *args)


@pytest.mark.parametrize(
    "seats", [("--house", "stark"), ("--agents", ",".join(["me=human", *["heuristic"] * 5]))]
)
def test_secret_choices_of_others_are_not_told_to_a_person(got, seats):
    code, out, err = got("play", *seats, "--decisions")

    assert (code, out) == (2, "")
    assert err == "got: --decisions: would show you what others choose in secret\n"


def test_a_person_can_play_in_a_terminal():
    terminal, inner = pty.openpty()
    command = [sys.executable, "-m", "got_env.cli", "play", "--players", "3", "--seed", "1"]
    game = subprocess.Popen(
        [*command, "--house", "baratheon", "--against", "heuristic"],
        stdin=inner,
        stdout=inner,
        stderr=inner,
        env={**os.environ, "COLUMNS": "80", "TERM": "xterm"},
    )
    os.close(inner)
    shown = b""

    def until(text):
        nonlocal shown
        while text not in shown:
            ready, _, _ = select.select([terminal], [], [], 120)
            assert ready, shown
            shown += os.read(terminal, 4096)

    until(b"baratheon> ")
    os.write(terminal, b"Raid*\nundo\nboard\n")
    until(b"Wildling threat")
    os.write(terminal, b"quit\n")
    try:
        while part := os.read(terminal, 4096):
            shown += part
    except OSError:
        pass  # the other end is closed: the game is over
    os.close(terminal)

    assert game.wait() == 1
    first = shown.split(b"\r\n")[:2]
    assert first[0] == b"You play Baratheon against heuristic (Lannister, Stark)"
    assert b"Type help" in first[1]
    assert b"Baratheon, round 1: Which order is given in" in shown
    assert b"the player at the terminal left the game" in shown
