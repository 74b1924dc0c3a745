"""Every action says what it does, as on a button."""

import re
from dataclasses import replace
from string import Formatter

import numpy as np
import pytest

from got_env.btwixt.phases.decisions import DECISIONS as CARD_DECISIONS
from got_env.btwixt.rules.vocabulary import Operation
from got_env.btwixt.rules.vocabulary import Phase as CardPhase
from got_env.btwixt.words.question import OPERATIONS
from got_env.core.proper_names import proper_name
from got_env.games import GAMES
from got_env.westeros.editions import EDITIONS
from got_env.westeros.rules.vocabulary import Phase
from got_env.westeros.words.labels import ORDER_LABELS
from tests.text.test_sheet import random_options
from tests.toy.pennies import PENNIES

BOARD_GAMES = [code for code in GAMES if code != "btwixt"]
NAMED = {"area", "leader", "deck", "track", "ally", "leader_card", "card", "seat"}
"""Kinds of actions whose words are names."""


def asked(code, seed, most=2500, **options):
    """The record as the seat that decides knows it, and its legal actions, in a random game."""
    game = GAMES[code]
    states = game.start(1, game.seats.counts[seed % len(game.seats.counts)], seed, options)
    rng, seats = np.random.default_rng(seed), np.zeros(1, dtype=np.int8)
    mask = np.zeros((1, game.actions.size), dtype=np.bool_)
    for _ in range(most):
        if states["over"][0]:
            return
        game.kernels.current_player(states, seats)
        game.kernels.action_mask(states, mask)
        known, legal = states.copy(), np.flatnonzero(mask[0])
        game.kernels.redact(known, seats)
        yield game, known, legal.tolist()
        game.kernels.step(states, np.array([rng.choice(legal)]))


def raw_names(game, known, action):
    """Names in the text of an action as ids have them, where people write them otherwise."""
    kind = game.actions.kind_names[game.actions.kinds[action]]
    words = set(re.findall(r"[a-z]\w+", game.actions.text(known, 0, action)))
    names = {word for word in words if "_" in word}
    names |= {game.actions.names[action].partition(" ")[2]} & words if kind in NAMED else set()
    return {name.replace("_", " ") for name in names} - {"ask support", "grant support"}


def check_labels(game, known, legal):
    labels = [game.actions.label(known, 0, action) for action in legal]
    assert len(set(labels)) == len(labels), labels
    for action, label in zip(legal, labels, strict=True):
        assert label[0].isupper() or label[0].isdigit()
        assert "_" not in label
        assert not re.search(r"[a-z]-[a-z]", label)
        assert not re.search(r"[{}?]", label)
        assert not any(name in label for name in raw_names(game, known, action)), label


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_legal_action_has_a_label_of_its_own(code, seed):
    phases = set()
    for game, known, legal in asked(code, seed):
        check_labels(game, known, legal)
        phases.add(game.words.phase_name(known, 0))
    assert len(phases) > 5


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_labels_with_other_options(code, seed):
    for game, known, legal in asked(code, seed, 800, **random_options(GAMES[code], seed)):
        check_labels(game, known, legal)


def test_a_row_has_a_label_for_each_kind_of_answer():
    row = EDITIONS["agot2e"].decisions[Phase.PREEMPTIVE_CHOICE]
    with pytest.raises(ValueError, match="row of PREEMPTIVE_CHOICE: labels has none for 'choice'"):
        replace(row, labels={"choice units": "Lose two units"})
    assert replace(row, labels={"choice": "{x}"}).labels == {"choice": "{x}"}


@pytest.mark.parametrize("code", BOARD_GAMES)
def test_sentences_name_only_what_their_decision_tells(code):
    for phase, row in EDITIONS[code].decisions.items():
        context = {argument.told for argument in row.arguments} | {"who", *row.about}
        context |= {"units", "a_unit"} if "unit" in context else set()
        context |= {"march_from"} if row.declares else set()
        context |= {"wildling"} if row.name == "raven_peek" else set()
        asked = ASKED_ABOUT.get(row.name, set())
        assert fields(row.question) <= context | asked, phase
        own = {argument.name for argument in row.arguments if argument.told}
        own |= {"x", "a_x", "who", "units"} | ({"a_unit"} if "unit" in own else set())
        own |= {"first", "second"} if row.name == "offer_request" else set()
        for label in row.labels.values():
            assert fields(label) <= own | asked, phase


ASKED_ABOUT = {"tyrion": {"card"}, "wildling_tie": {"extreme"}, "claim_tie": {"extreme"}}
"""Fields that the record tells, and no argument of the decision."""


def fields(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_rows_of_the_card_game_have_a_label_for_each_kind_of_answer():
    for row in CARD_DECISIONS.values():
        assert row.labels.keys() == row.texts.keys()
        assert fields(row.question) <= {"ally", "source"}
        assert all(fields(label) <= {"x", "source"} for label in row.labels.values())
    row = CARD_DECISIONS[CardPhase.AGREE]
    with pytest.raises(ValueError, match="row of BTW-DP-20: labels has none for 'no'"):
        replace(row, labels={"yes": "Use {source}"})


def test_words_for_every_operation_and_order():
    assert OPERATIONS.keys() == set(Operation)
    assert len(set(ORDER_LABELS.values())) == len(ORDER_LABELS)


@pytest.mark.parametrize("code", GAMES)
def test_an_action_out_of_place_has_its_name(code):
    game = GAMES[code]
    states = game.start(1, game.seats.counts[0], 1)
    states["depth"] = 0
    for action in (0, game.actions.size - 1):
        name = game.actions.names[action]
        assert game.actions.label(states, 0, action) == " ".join(map(proper_name, name.split()))
    for action in (-1, game.actions.size):
        with pytest.raises(ValueError, match=f"action {action}: expected 0 to"):
            game.actions.label(states, 0, action)


def labels_by_text(code, *seeds):
    return {
        game.actions.text(known, 0, action): game.actions.label(known, 0, action)
        for seed in seeds
        for game, known, legal in asked(code, seed)
        for action in legal
    }


def test_labels_of_a_board_game_read_as_on_a_button():
    found = labels_by_text("agot2e", 0, 3)
    assert found["order dragonstone march+1"] == "March +1 in Dragonstone"
    assert found["order dragonstone raid*"] == "Special Raid in Dragonstone"
    assert found["bid 0"] == "Bid 0 Power"
    assert found["march 1 footman"].startswith("1 Footman to ")
    assert found["march 2 footman"].startswith("2 Footmen to ")
    assert found["march 0 footman"].startswith("No Footman to ")
    assert found["card stannis_baratheon"] == "Play Stannis Baratheon"
    assert found["muster dragonstone siege_engine"] == "Muster a Siege Engine in Dragonstone"
    assert found["raven look"] == "Look at the top Wildling card"


def test_labels_of_the_card_game_read_as_on_a_button():
    found = labels_by_text("btwixt", 0)
    assert found["kneel"] == "Kneel"
    assert found["play drawn_steel"] == "Play Drawn Steel"
    assert found["token council_2_3"] == "Token to the council of Player 2 and Player 3"
    assert found["target player_2"] == "Choose Player 2"


def test_a_plain_game_has_labels():
    states = PENNIES.start(1, PENNIES.seats.counts[0], 1)
    assert [PENNIES.actions.label(states, 0, action) for action in (0, 1)] == ["Heads", "Tails"]
