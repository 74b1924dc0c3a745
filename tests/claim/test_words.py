"""The Storm of Swords in words: snapshots, boards, texts of actions, what a seat may read."""

import json

import numpy as np
import pytest

from got_env.core.batch import games
from got_env.westeros.claim.tally import COLUMNS, PARTS, tally
from got_env.westeros.words import glossary
from got_env.westeros.words.board import board
from got_env.westeros.words.briefing import briefing, reveals
from got_env.westeros.words.context import context
from got_env.westeros.words.notation import action_text, parse_action, phase_name
from got_env.westeros.words.snapshot import snapshot
from tests.claim.random_games import DECISIONS, masks_of, play, positions, redacted
from tests.claim.scramble import SECRETS, scrambled
from tests.claim.table import FACTS, Table, empty
from tests.rules.marks import rule


def told(states, viewer=None):
    known = states if viewer is None else redacted(states, viewer)
    return snapshot(known, 0)


# --- texts of actions


@rule("ASOS-PROT-01")
@pytest.mark.parametrize("name", sorted(DECISIONS))
def test_texts_of_every_decision_differ_and_are_read_back(name):
    for states in positions()[name]:
        texts = [action_text(states, 0, action) for action in range(FACTS.num_actions)]
        assert len(set(texts)) == len(texts)
        legal = masks_of(states)[0]
        for action in np.flatnonzero(legal).tolist():
            assert parse_action(states, 0, texts[action]) == action
        wrong = texts[int(np.flatnonzero(~legal)[0])]
        with pytest.raises(ValueError, match="is not legal; legal: "):
            parse_action(states, 0, wrong)


@pytest.mark.parametrize("name", sorted(DECISIONS))
def test_legal_texts_follow_the_patterns_of_their_decision(name):
    decision = next(d for d in glossary.decisions(FACTS) if d.name == name)
    for states in positions()[name]:
        legal = np.flatnonzero(masks_of(states)[0]).tolist()
        firsts = {pattern.split()[0] for pattern in decision.texts}
        assert set(legal) <= set(decision.actions)
        assert {action_text(states, 0, a).split()[0] for a in legal} <= firsts


def test_every_action_has_a_meaning_of_its_own():
    meanings = glossary.action_meanings(FACTS)

    assert len(meanings) == FACTS.num_actions
    assert len(set(meanings)) == len(meanings)
    assert "the Leader robb stark" in meanings
    assert "the Alliance deck of frey" in meanings
    assert any("or a Tactics card: careful_planning" in meaning for meaning in meanings)


# --- snapshots


@pytest.mark.parametrize("name", sorted({*DECISIONS, "over"}))
def test_a_snapshot_is_plain_data_and_the_board_fits(name):
    for states in positions()[name]:
        for viewer in (None, 0, 2):
            known = states if viewer is None else redacted(states, viewer)
            assert json.loads(json.dumps(snapshot(known, 0))) == snapshot(known, 0)
            lines = board(known, 0).splitlines()
            assert max(map(len, lines)) <= 100
            assert not any(line != line.rstrip() for line in lines)
            json.dumps(context(known, 0))


@rule("ASOS-SET-11", "ASOS-SET-12")
def test_the_start_in_plain_data():
    start = told(Table().states)

    assert start["claim"] == {
        "to_win": 8,
        "castles_to_win": None,
        "track": [None] * 6,
        "throne_token": "baratheon",
    }
    assert start["wildlings"] is None
    assert start["weather"] == {"space": 1, "stormy": False}
    assert {house: seat["claim"] for house, seat in start["houses"].items()} == {
        "baratheon": 2, "greyjoy": 2, "lannister": 3, "stark": 2,
    }  # fmt: skip
    assert start["leaders"]["eddard_stark"] == {
        "house": "stark",
        "place": "cell",
        "area": None,
        "captor": "lannister",
        "face_down": False,
        "order_of": None,
    }
    assert start["houses"]["lannister"]["hostages"] == ["eddard_stark"]
    assert start["leaders"]["littlefinger"]["place"] == "alliance deck"
    assert start["areas"]["the_twins"]["leaders"] == ["black_walder"]
    assert start["houses"]["stark"]["alliance_cards"] == ["frey_leadership"]
    assert len(start["alliances"]["frey"]["cards"]) == 5


def test_leaders_of_houses_that_do_not_play_are_left_out():
    assert "theon_greyjoy" not in told(Table(players=3).states)["leaders"]
    assert "theon_greyjoy" in told(Table(players=4).states)["leaders"]


@rule("ASOS-HID-01")
def test_tactics_of_others_are_hidden_until_they_are_revealed():
    table = Table().at("planning").do("card careful_planning")
    picked = [told(table.states, seat)["houses"]["baratheon"]["tactic"] for seat in range(4)]

    assert picked == ["careful_planning", "hidden", "hidden", "hidden"]
    assert "hidden" in board(redacted(table.states, 1), 0)


@rule("ASOS-HID-02", "ASOS-HID-05")
def test_alliance_decks_show_their_open_cards_alone():
    table = empty().set(ally_known=[0, 2, 0, 0]).at("alliances")
    decks = told(table.states, 0)["alliances"]

    assert [card is not None for card in decks["arryn"]["cards"]] == [True] + [False] * 5
    assert [card is not None for card in decks["frey"]["cards"]] == [True, *[False] * 3, True, True]
    assert None not in told(table.states)["alliances"]["frey"]["cards"]


@rule("ASOS-TAC-11")
def test_a_replaced_support_order_is_told_with_its_number():
    table = empty().units("riverrun", "stark", footman=2).order("riverrun", "support", "stark")
    table.states["minus"][0, table.areas.index("riverrun")] = 1

    assert told(table.states)["areas"]["riverrun"]["order"]["token"] == "support-1"
    assert "Support -1 order" in board(table.states, 0)


# --- what an answer needs


@pytest.mark.parametrize("name", sorted({"support", "house_card", "blade", "military", "stannis"}))
def test_the_parts_of_a_strength_add_up(name):
    for states in positions()[name]:
        found = np.zeros((1, 2, len(COLUMNS)), dtype=np.int64)
        tally(states, found)
        parts, totals = found[0, :, : len(PARTS)], found[0, :, COLUMNS.index("total")]
        assert (np.maximum(parts.sum(axis=1), 0) == totals).all()
        assert totals.any()
        for seat in range(int(states["num_players"][0])):
            known = redacted(states, seat)
            again = np.zeros_like(found)
            tally(known, again)
            assert (again == found).all()


def test_a_tally_tells_the_margin_of_the_battle():
    """With both cards open and no Blade, the difference is that by which the battle is won."""
    checked = 0
    for seed in range(30):
        last = None
        for states in play(4, seed):
            if states["fight"][0] and states["cards_open"][0] and states["victor"][0] == -1:
                last = states.copy()
            elif last is not None:
                last = None
            if last is not None and phase_name(states, 0) == "blade":
                found = np.zeros((1, 2, len(COLUMNS)), dtype=np.int64)
                tally(last, found)
                after = states.copy()
                no = next(a for a in np.flatnonzero(masks_of(after)[0])
                          if action_text(after, 0, int(a)) == "blade no")  # fmt: skip
                games.step(after, np.array([no]))
                if after["victor"][0] != -1:
                    totals = found[0, :, COLUMNS.index("total")]
                    margin = abs(int(totals[0] - totals[1]))
                    assert margin == int(after["victor_margin"][0])
                    checked += 1
    assert checked > 5


def test_a_briefing_tells_what_the_seat_may_use():
    table = Table()
    told_to_stark = briefing(table.states, 0, table.seat("stark"))

    assert told_to_stark["claim"] == {"baratheon": 2, "greyjoy": 2, "lannister": 3, "stark": 2}
    assert told_to_stark["claim_to_win"] == 8
    assert told_to_stark["leaders"]["robb_stark"] == {
        "idle": 1, "march": 2, "swords": 1, "power": 0, "order": "raid",
    }  # fmt: skip
    ways = told_to_stark["areas"]["pyke"]["ways"]
    assert ways == {
        "cape_of_eagles": "arrow",
        "flints_finger": "arrow of greyjoy",
        "the_crag": "arrow",
    }
    assert told_to_stark["areas"]["raventree"]["ways"]["the_trident"] == "ford"
    table.set(weather=2)
    stormy = briefing(table.states, 0, 0)["areas"]["raventree"]
    assert stormy["ways"]["the_trident"] == "ford, closed"
    assert stormy["ways"]["pinkmaiden"] == "river"


@rule("ASOS-TC-02")
def test_careful_planning_adds_a_star_that_only_its_player_is_told_of():
    table = Table().at("planning")
    seat = table.seat("baratheon")
    before = briefing(table.states, 0, seat)["stars"]
    table.do("card careful_planning")

    assert briefing(table.states, 0, seat)["stars"] == before + 1
    hidden = redacted(table.states, table.seat("stark"))
    assert briefing(hidden, 0, seat)["stars"] == before


def test_what_is_drawn_or_offered_counts_as_shown():
    shown = {name: set() for name in ("forge", "offer_power", "march_count")}
    for name, found in shown.items():
        for states in positions()[name]:
            for action in np.flatnonzero(masks_of(states)[0]).tolist():
                after = states.copy()
                games.step(after, np.array([action]))
                if phase_name(after, 0).startswith("march") or name != "march_count":
                    nothing = action_text(states, 0, action) == "forge none"
                    found.add((nothing, reveals(states, after, 0)))

    assert shown["forge"] == {(True, False), (False, True)}
    assert shown["offer_power"] == {(False, True)}
    assert shown["march_count"] == {(False, False)}


# --- what a seat may not know


def words_for(states, viewer, know=redacted):
    known = know(states, viewer)
    words = {
        "snapshot": json.dumps(snapshot(known, 0)),
        "board": board(known, 0),
        "briefing": json.dumps(briefing(known, 0, viewer)),
    }
    top = states["stack"][0, int(states["depth"][0]) - 1]
    if states["depth"][0] and top[1] == viewer:
        words["context"] = json.dumps(context(states, 0))
        words["texts"] = [action_text(states, 0, a) for a in range(FACTS.num_actions)]
    return words


def leaks(know=redacted):
    """Decisions, seats and words that change when what a seat cannot know is another."""
    rng = np.random.default_rng(1)
    found, varied = set(), set()
    for name, kept in positions().items():
        for states in kept:
            for viewer in range(int(states["num_players"][0])):
                dealt = states.copy()
                games.redeal_batch(dealt, np.array([viewer]), rng.integers(1 << 30, size=1))
                mixed = scrambled(states, viewer, rng)
                varied |= {field for field in SECRETS if (states[field] != mixed[field]).any()}
                words = words_for(states, viewer, know)
                for other in (dealt, mixed):
                    again = words_for(other, viewer, know)
                    found |= {(name, viewer, key) for key in words if words[key] != again[key]}
    assert varied == set(SECRETS)
    return found


@rule("ASOS-HID-01", "ASOS-HID-02", "ASOS-HID-06", "ASOS-HID-07", "ASOS-HID-08")
def test_no_words_depend_on_what_is_hidden():
    assert leaks() == set()


def test_a_planted_leak_in_words_is_found():
    found = leaks(lambda states, viewer: states)

    assert {key for _, _, key in found} >= {"snapshot", "board"}
