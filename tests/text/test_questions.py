"""Every question says what is at stake."""

import json

import numpy as np
import pytest

from got_env.core.agenda import B
from got_env.core.proper_names import names_in_words, proper_name, with_names
from got_env.games import GAMES
from got_env.westeros.words.notation import legal_actions
from tests.builder import Board
from tests.claim.random_games import positions
from tests.rules.battles import Battle
from tests.rules.westeros_phase import attack, fresh

UNTOLD = {"round", "season", "you"}
"""Facts beside the question on every screen."""


def questions_of(code, seed, decisions):
    """The question of each decision of a random game, with what it is about."""
    game = GAMES[code]
    players = game.seats.counts[seed % len(game.seats.counts)]
    states, rng = game.start(1, players, seed), np.random.default_rng(seed)
    mask, seats = np.zeros((1, game.actions.size), dtype=np.bool_), np.zeros(1, dtype=np.int8)
    for _ in range(decisions):
        game.kernels.current_player(states, seats)
        if seats[0] < 0:
            assert game.words.question(states, 0) == ""
            return
        game.kernels.action_mask(states, mask)
        about = game.words.context(states, 0)
        told = {key: value for key, value in about.items() if key not in UNTOLD}
        yield game.words.phase_name(states, 0), told, game.words.question(states, 0)
        game.kernels.step(states, np.array([rng.choice(np.flatnonzero(mask[0]))]))


def at_stake(told):
    """Stakes that two questions must not share: all but what a battle's briefing lists."""
    combat = told.get("combat", {})
    shown = {key: combat[key] for key in ("area", "from", "attacker", "defender") if combat}
    march = {key: value for key, value in told.get("march", {}).items() if key != "leaders_to"}
    return json.dumps({**told, "combat": shown, "march": march, "made": None}, sort_keys=True)


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_situations_with_different_stakes_have_different_questions(code, seed):
    found = {}
    for phase, told, question in questions_of(code, seed, 3000):
        assert question
        if "offer" in told:
            told = {**told, "offer": {k: v for k, v in told["offer"].items() if k != "made"}}
        assert found.setdefault((phase, question), at_stake(told)) == at_stake(told)
    assert len(found) > 20


@pytest.mark.parametrize("code", GAMES)
def test_questions_name_areas_cards_and_tracks_as_people_do(code):
    for _, told, question in questions_of(code, 1, 600):
        assert "_" not in question
        for key in ("for", "area", "card", "ally", "source"):
            if key in told:
                assert proper_name(told[key]) in question


@pytest.mark.parametrize("code", GAMES)
def test_the_list_of_questions_has_a_sentence_for_each_decision_and_its_answers(code):
    for decision in GAMES[code].actions.decisions:
        assert decision.question[:1].isupper()
        assert "?" in decision.question
        assert decision.labels
        for words in (decision.question, *decision.labels):
            assert "_" not in words
            assert "{" not in words
            assert "None" not in words


def test_the_list_of_questions_has_the_words_that_a_game_asks():
    asked = {d.name: d.question for d in GAMES["agot2e"].actions.decisions}
    board = Board().clear().units("winterfell", "stark", knight=1)
    board.order("winterfell", "march+1").at("march")
    told = GAMES["agot2e"].words.question(board.states, 0)

    assert told.startswith(asked["march_to"].replace("AREA", "Winterfell"))


def test_the_raven_names_the_card_to_who_has_seen_it_alone():
    game = GAMES["agot2e"]
    board = Board().set_wildlings("crow_killers").at("raven").do("choice b")
    seat = board.seat(board.player)
    asked = {}
    for viewer in range(6):
        known = board.states.copy()
        game.kernels.redact(known, np.array([viewer], dtype=np.int8))
        asked[viewer] = game.words.question(known, 0)

    assert asked.pop(seat) == "The Messenger Raven: where does Crow Killers go?"
    assert set(asked.values()) == {"The Messenger Raven: where does the Wildling card go?"}


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("kings_court", "King's Court"),
        ("the_water_gardens", "The Water Gardens"),
        ("cape_of_eagles", "Cape of Eagles"),
        ("player_1", "Player 1"),
        ("greatjon_umber", "Greatjon Umber"),
        ("stark", "Stark"),
    ],
)
def test_names_have_their_capitals_and_apostrophes(word, name):
    assert proper_name(word) == name


def test_lists_of_names_read_as_a_sentence():
    assert names_in_words([]) == "nobody"
    assert names_in_words(["hodor"]) == "Hodor"
    assert names_in_words(["arya_stark", "hodor", "varys"]) == "Arya Stark, Hodor and Varys"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "stark marches from winterfell to the_twins",
            "Stark marches from Winterfell to The Twins",
        ),
        ("  kings_landing    stark  F", "  King's Landing   Stark  F"),
        ("  kings_landing  F", "  King's Landing F"),
        ("order march+1 in winterfell, stark's", "order march+1 in Winterfell, Stark's"),
        ("Starks of the south", "Starks of the south"),
    ],
)
def test_ids_within_a_line_become_names_and_columns_stay(line, told):
    assert with_names(line, {"stark", "winterfell"}) == told


@pytest.mark.parametrize("code", GAMES)
def test_a_game_knows_all_its_names(code):
    names = GAMES[code].words.names
    assert names >= set(GAMES[code].seats.names)
    kinds = {"area", "leader", "deck", "ally", "leader_card"}
    words = [name.split() for name in GAMES[code].actions.names]
    assert names >= {word[1] for word in words if word[0] in kinds and not word[1].isdigit()}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("westeros card I: supply", "westeros card I: Supply"),
        ("westeros card III: a_throne_of_blades", "westeros card III: A Throne of Blades"),
        ("wildling card: massing_on_the_milkwater", "wildling card: Massing on the Milkwater"),
        ("stark has supply 4", "Stark has supply 4"),
        ("westeros card III: sea_of_storms", "westeros card III: Sea of Storms"),
        ("westeros card II: clash_of_kings", "westeros card II: Clash of Kings"),
        ("lannister marches to storms_end", "Lannister marches to Storm's End"),
    ],
)
def test_a_card_is_called_by_its_name_even_if_that_is_a_common_word(line, told):
    assert GAMES["agot2e"].words.named(line) == told


@pytest.mark.parametrize(("strength", "extreme"), [(4, "highest"), (12, "lowest")])
def test_a_tie_against_the_wildlings_says_which_bidder_is_looked_for(strength, extreme):
    board = fresh().set_track("iron_throne", "greyjoy")
    attack(board, "silence_at_the_wall", strength=strength, stark=2, tyrell=2)
    told = GAMES["agot2e"].words.question(board.states, 0)

    assert told == f"Equal bids against the Wildlings: who counts as the {extreme} bidder?"


def test_a_tie_for_claim_says_which_bidder_is_looked_for():
    states = positions()["claim_tie"][0].copy()
    frame = states["stack"][0, int(states["depth"][0]) - 1]
    for lowest, extreme in enumerate(("highest", "lowest")):
        frame[B] = lowest
        told = GAMES["asos"].words.question(states, 0)
        assert told == f"Equal bids for Claim: who counts as the {extreme} bidder?"


def test_offered_support_names_the_house_that_gets_it():
    game = GAMES["agot2e"]
    battle = Battle("lannister", "kings_landing", "knight", "baratheon", "kingswood", "knight")
    battle.holding("storms_end", "stark", "2 footman", "support").attack().do("side attacker")
    told = game.words.question(battle.states, 0)

    assert told.startswith("Is the support of Storm's End for the attacker Lannister accepted?")


def test_tyrion_names_the_card_that_he_may_send_back():
    game = GAMES["agot2e"]
    battle = Battle("lannister", "kings_landing", "knight", "baratheon", "kingswood", "knight")
    battle.attack().reveal("tyrion_lannister", "stannis_baratheon")
    told = game.words.question(battle.states, 0)
    labels = {
        game.actions.label(battle.states, 0, action) for action in legal_actions(battle.states, 0)
    }

    assert told.startswith("Tyrion Lannister: does Stannis Baratheon go back?")
    assert labels == {"Send Stannis Baratheon back", "Let Stannis Baratheon stand"}


def test_what_is_paid_stands_in_the_question():
    for code in ("agot2e", "agot1e", "agot1e_storm", "asos"):
        asked = {d.name: d for d in GAMES[code].actions.decisions}["aeron"]
        assert "for 2 Power" in asked.question
        assert asked.labels[0] == "Pay 2 Power and play CARD"


def test_an_ally_is_not_named_twice():
    for phase, told, question in questions_of("btwixt", 1, 600):
        if phase == "placement" and told["ally"] == told.get("current"):
            assert question == f"To which council does {proper_name(told['ally'])} go?"
