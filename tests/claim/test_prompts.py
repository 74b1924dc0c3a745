"""Questions to a person or a language model in the Storm of Swords, and the story of a game."""

import numpy as np
import pytest

from got_env.core.batch import games
from got_env.text import MOST_CHARACTERS, sheet
from got_env.westeros.games.asos import GAME as ASOS
from got_env.westeros.words.story import Narrator
from tests.claim.random_games import DECISIONS, masks_of, play, positions, redacted
from tests.claim.scramble import scrambled
from tests.claim.table import Table, empty
from tests.rules.marks import rule


def mover(states):
    return int(states["stack"][0, int(states["depth"][0]) - 1, 1])


def prompt(states, seat=None):
    seat = mover(states) if seat is None else seat
    return ASOS.words.prompt(ASOS, redacted(states, seat), seat, 100)


def told(table):
    return "\n".join(prompt(table.states).lines())


# --- sheets


@pytest.mark.parametrize("name", sorted(DECISIONS))
def test_a_sheet_asks_every_decision(name):
    decision = next(d for d in ASOS.actions.decisions if d.name == name)
    for states in positions()[name]:
        page = sheet(ASOS, states, mover(states))
        assert page.legal == tuple(np.flatnonzero(masks_of(states)[0]))
        known = redacted(states, mover(states))
        assert ASOS.words.question(known, 0) in page.question
        assert all(pattern in page.question for pattern in decision.texts)
        assert "\n  Claim: baratheon" in page.question or " wins): baratheon" in page.question
        assert "The alliance cards that can be seen" in page.position
        leaders = page.position.partition("\nAll leaders:")[2]
        assert all(
            f"\n{leader}: " in leaders for leader in ASOS.words.snapshot(known, 0)["leaders"]
        )
        assert max(map(len, page.position.splitlines())) <= 100
        assert max(map(len, "\n".join(prompt(states).lines()).splitlines())) <= 100


def test_no_sheet_is_longer_than_the_bound():
    longest = 0
    for seed in range(12):
        for turn, states in enumerate(play(3 + seed % 2, seed)):
            if turn % 29 == 0 and not states["over"][0]:
                longest = max(longest, len(str(sheet(ASOS, states, mover(states)))))

    assert 5000 < longest <= MOST_CHARACTERS


def leaks(game):
    rng = np.random.default_rng(2)
    found = set()
    for name, kept in positions().items():
        states = kept[0]
        for seat in range(int(states["num_players"][0])):
            dealt = states.copy()
            games.redeal_batch(dealt, np.array([seat]), rng.integers(1 << 30, size=1))
            page = str(sheet(game, states, seat))
            for other in (dealt, scrambled(states, seat, rng)):
                if str(sheet(game, other, seat)) != page:
                    found.add((name, seat))
    return found


@rule("ASOS-HID-01", "ASOS-HID-06", "ASOS-HID-07", "ASOS-HID-08")
def test_no_sheet_depends_on_what_is_hidden():
    assert leaks(ASOS) == set()


@pytest.mark.parametrize("width", [60, 80, 100])
def test_pages_keep_to_the_width_of_a_terminal(width):
    for states in positions()["tactic"] + positions()["leader_area"]:
        asked = ASOS.words.prompt(ASOS, redacted(states, mover(states)), mover(states), width)
        for page in ("leaders", "alliances", "tactics stark"):
            lines = asked.look_up(page)
            assert lines is not None
            assert max(map(len, lines)) <= width, page
            assert any("robb_stark" in line for line in lines) or page != "leaders"


# --- the numbers that a question needs


def test_tactics_are_told_with_what_they_do():
    table = Table().at("planning")
    asked = prompt(table.states)
    texts = {t: asked.remark(a, t) for a in table._legal_indices()
             if (t := ASOS.actions.text(table.states, 0, a))}  # fmt: skip

    assert texts["tactic careful_planning"].startswith("Gain 2 Power, or pay 2 Power")
    assert all(texts.values())
    page = asked.look_up("tactics stark")
    assert page is not None
    assert "winter_is_coming" in page
    assert asked.look_up("tactics tully") == [
        "'tully' is no house: expected baratheon, greyjoy, lannister, stark"
    ]


@rule("ASOS-NEG-12", "ASOS-NEG-16", "ASOS-HID-08")
def test_an_offer_is_told_to_who_answers_it_and_to_who_makes_it():
    table = empty().units("seagard", "stark", footman=1).order("seagard", "consolidate", "stark")
    table.prisoner("robb_stark", "lannister").prisoner("ser_jaime_lannister", "stark")
    table.at("consolidate").skip("CONSOLIDATE_FROM")
    table.do("seat lannister", "yes")
    made_of = "Offer: stark to lannister so far: ser_jaime_lannister for robb_stark"

    assert table.phase == "OFFER_POWER"
    assert made_of in told(table)
    waiting = "\n".join(prompt(table.states, table.seat("greyjoy")).lines())
    assert "Offer: stark to lannister, not yet made" in waiting
    assert "ser_jaime_lannister for" not in waiting

    table.do("bid 1")
    assert table.phase == "ANSWER"
    assert "Offer: stark to lannister: ser_jaime_lannister and 1 Power for robb_stark" in told(
        table
    )


@rule("ASOS-LEAD-06", "ASOS-LEAD-08")
def test_a_leader_is_told_with_its_numbers():
    table = empty().units("seagard", "stark", footman=2).order("seagard", "raid", "stark")
    table.leader("robb_stark", "seagard").at("tactics")
    asked = prompt(table.states)
    action = ASOS.actions.names.index("leader robb_stark")

    assert table.phase == "ACTIVATE"
    assert asked.remark(action, "activate robb_stark") == (
        "of stark, in seagard, strength 1, 2 on its own march with 1 sword, "
        "activated by Raid orders"
    )
    table.do("leader robb_stark")
    assert "It is the march of robb_stark" in told(table)
    assert "Leaders still there: robb_stark" in told(table)


@rule("ASOS-WX-03", "ASOS-WX-04", "ASOS-ARROW-04")
def test_a_march_is_told_its_ways_over_fords_and_along_arrows():
    table = empty().units("raventree", "stark", footman=1).order("raventree", "march+0", "stark")
    table.units("the_trident", "lannister", knight=1).at("march")

    assert "the_trident, by ford: lannister, 1 Knight (1 supply icon)" in told(table)
    assert "Fords are open" in told(table)
    asked = prompt(table.states).look_up("look raventree")
    assert asked is not None
    assert "  by river pinkmaiden: empty (1 power icon)" in asked


def test_a_battle_is_told_with_leaders_tactics_and_garrison():
    table = empty().units("kingswood", "baratheon", knight=1)
    table.order("kingswood", "march+1", "baratheon").leader("stannis_baratheon", "kingswood")
    table.set(tactic=[table.tactic_slot("baratheon", "control_westeros"), -1, -1, -1, -1, -1])
    table.set(tactics_open=1, tactics_left=[127] * 6)
    table.states["garrison"][0, table.areas.index("kings_landing")] = 6
    table.states["home"][0, table.areas.index("kings_landing")] = table.seat("lannister")
    table.at("march").march("kingswood", "kings_landing").skip("MARCH_TOKEN")

    assert table.phase == "HOUSE_CARD"
    assert "units 2, leaders 1, order +1, tactics 2" in told(table)
    assert "6 so far (garrison 6)" in told(table)


@rule("ASOS-TAC-17", "ASOS-TC-10")
def test_a_double_march_tells_what_it_entered_and_where_it_goes_on():
    met = 0
    for seed in range(40):
        for states in play(4, seed):
            asked = ASOS.words.phase_name(states, 0).startswith("march_")
            march = ASOS.words.snapshot(states, 0)["march"] if states["march_done"][0] else None
            if asked and march and march["kind"] == "double":
                assert march["from"] in march["entered"]
                assert march["from"] not in march["to"]
                assert "  Entered: " in "\n".join(prompt(states).lines())
                assert ASOS.words.picture(states, 0)
                met += 1
    assert met > 5


# --- the story


def test_the_story_of_a_game_names_claim_leaders_and_alliances():
    lines = []
    for seed in range(3):
        rng = np.random.default_rng(seed)
        states = next(play(4, seed)).copy()
        story = Narrator(ASOS, states, lines.append)
        while not states["over"][0]:
            legal = np.flatnonzero(masks_of(states)[0])
            story.before("", "")
            games.step(states, np.array([rng.choice(legal)]))
            story.after()
    text = "\n".join(lines)

    assert all(line == line.rstrip() for line in lines)
    for words in (
        "Round 2",
        " activates Robb Stark in ",
        " plays Careful Planning",
        " places a token on the Claim track",
        "The weather is stormy",
        " makes Lannister an offer with ",
        " wins the game ",
    ):
        assert words in text, words
    assert "_" not in text.replace("_Raid", "")
