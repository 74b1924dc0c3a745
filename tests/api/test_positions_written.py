"""Positions written by hand: each phase that can be set, and playing on from there."""

import re
from pathlib import Path

import numpy as np
import pytest

from got_env import agot2e_v0
from got_env.positions import read_position, states_from
from tests.play import AGOT2E, masks_of, random_actions


def units(house, *types, **more):
    return [{"house": house, "type": unit, **more} for unit in types]


def written(phase, number=3, **areas):
    """Three houses with one area each, and those given."""
    board = {
        "winterfell": {"units": units("stark", "footman")},
        "dragonstone": {"units": units("baratheon", "footman")},
        "lannisport": {"units": units("lannister", "footman")},
        **areas,
    }
    return {"game": "agot2e", "players": 3, "round": number, "phase": phase, "areas": board}


def legal_texts(states):
    return {AGOT2E.actions.text(states, 0, int(a)) for a in np.flatnonzero(masks_of(states)[0])}


def decision(states):
    """The open decision: ``("raid_target", "stark")``."""
    seat = int(states["stack"][0, states["depth"][0] - 1, 1])
    return AGOT2E.words.phase_name(states, 0), AGOT2E.seats.in_play(3)[seat]


def play_out(states):
    rng = np.random.default_rng(0)
    while not states["over"][0]:
        AGOT2E.kernels.step(states, random_actions(masks_of(states), rng))


def test_a_game_begins_when_nothing_else_is_said():
    _, states = states_from({"game": "agot2e"}, seed=4)
    start = AGOT2E.start(1, 6, seed=4)

    for field in ("owner", "units", "track", "power", "supply", "deck", "wild_deck", "stack"):
        assert np.array_equal(states[field], start[field]), field
    assert decision(states)[0] == "order"


def test_planning_begins_with_the_first_house_on_the_throne():
    position = written("planning") | {
        "tracks": {"iron_throne": ["stark", "lannister", "baratheon"]},
        "banned": ["march+1"],
    }

    _, states = states_from(position)

    assert decision(states) == ("order", "stark")
    texts = legal_texts(states)
    assert "order winterfell march+0" in texts
    assert "order winterfell march+1" not in texts
    play_out(states)


def test_a_westeros_phase_turns_up_the_cards_that_are_next():
    position = written("westeros") | {
        "westeros": {
            "drawn": {"I": ["supply", "mustering"]},
            "decks": {
                "I": ["a_throne_of_blades", *[None] * 7],
                "II": ["game_of_thrones", *[None] * 9],
                "III": ["storm_of_swords", *[None] * 9],
            },
        }
    }

    _, states = states_from(position, seed=8)

    assert decision(states) == ("westeros_choice", "baratheon")
    assert legal_texts(states) == {
        "westeros supply",
        "westeros mustering",
        "westeros last_days_of_summer",
    }
    play_out(states)


def test_the_rest_of_a_deck_is_what_has_not_been_named():
    position = written("planning") | {"westeros": {"drawn": {"II": ["clash_of_kings"] * 3}}}

    decks = [states_from(position, seed)[1]["deck"][0, 1] for seed in range(5)]

    start = AGOT2E.start(1, 3)["deck"][0, 1]
    for deck in decks:
        assert sorted(deck) == sorted(start)
    assert len({deck.tobytes() for deck in decks}) > 3


def test_a_raid_step_begins_with_the_first_raid():
    _, states = states_from(
        written(
            "raid",
            winterfell={"units": units("stark", "footman"), "order": {"token": "raid"}},
            moat_cailin={"units": units("lannister", "knight"), "order": {"token": "support"}},
        )
    )

    assert decision(states) == ("raid_target", "stark")
    assert legal_texts(states) == {"raid winterfell none", "raid winterfell moat_cailin"}
    play_out(states)


def test_a_march_step_begins_with_the_first_march():
    _, states = states_from(
        written(
            "march",
            winterfell={
                "units": units("stark", "knight") + units("stark", "footman", routed=True),
                "order": {"token": "march-1"},
                "garrison": 0,
            },
        )
    )

    assert decision(states) == ("march_to", "stark")
    assert "march to castle_black" in legal_texts(states)
    assert states["garrison"][0].sum() == 4
    play_out(states)


def test_a_consolidate_step_begins_with_a_choice_to_muster():
    _, states = states_from(
        written(
            "consolidate",
            lannisport={"units": units("lannister", "footman"), "order": {"token": "consolidate*"}},
        )
    )

    assert legal_texts(states) == {"consolidate lannisport power", "consolidate lannisport muster"}
    play_out(states)


def test_a_raven_step_asks_its_holder():
    position = written("raven") | {"tracks": {"kings_court": ["baratheon", "stark", "lannister"]}}

    assert decision(states_from(position)[1]) == ("raven", "baratheon")
    position["raven_used"] = True
    position["areas"]["lannisport"]["order"] = {"token": "march+0"}
    assert decision(states_from(position)[1]) == ("march_to", "lannister")


def test_a_clean_up_leads_to_the_next_round():
    _, states = states_from(written("clean_up", number=4))

    assert states["round_no"][0] == 5


def test_the_last_clean_up_ends_the_game():
    _, states = states_from(written("clean_up", number=10) | {"houses": {"stark": {"supply": 6}}})

    assert states["over"][0]
    assert AGOT2E.seats.in_play(3)[states["winner"][0]] == "stark"


def test_areas_that_are_left_out_are_empty_but_for_their_guards():
    _, states = states_from(written("planning"))
    start = AGOT2E.start(1, 3)

    assert (states["units"][0] + states["routed"][0]).sum() == 3
    assert np.array_equal(states["neutral"], start["neutral"])
    assert np.array_equal(states["garrison"], start["garrison"])


def test_guards_give_way_to_those_who_came():
    _, states = states_from(
        written(
            "planning",
            kings_landing={"token": "baratheon"},
            the_eyrie={"units": units("stark", "knight")},
            winterfell={"token": "lannister"},
        )
    )

    for area in ("kings_landing", "the_eyrie", "winterfell"):
        a = AGOT2E.observation.blocks[0].rows.index(area)
        assert (states["neutral"][0, a], states["garrison"][0, a]) == (0, 0)


def test_what_the_houses_have_follows_from_what_is_said():
    position = written("planning", castle_black={"token": "stark"}) | {
        "houses": {"stark": {"power": 9, "discards": ["roose_bolton"]}}
    }

    states = states_from(position)[1][0]
    seat = AGOT2E.seats.in_play(3).index("stark")

    assert states["tokens_out"][seat] == 1
    assert states["hand"][seat] | states["discards"][seat] == 127
    assert int(states["discards"][seat]).bit_count() == 1
    assert list(states["pool"][seat]) == [9, 5, 2, 6]


# --- environments


def test_an_environment_goes_to_a_position_and_gives_it_back():
    env = agot2e_v0.env(players=3)
    env.set_position(written("raid", winterfell={
        "units": units("stark", "footman"), "order": {"token": "raid"},
    }))  # fmt: skip

    assert env.agent_selection == "stark"
    assert {env.action_text(a) for a in env.legal_actions()} == {"raid winterfell none"}
    twin = agot2e_v0.env(players=3, tides=True)
    twin.set_position(env.position())
    assert twin.states.tobytes() == env.states.tobytes()
    assert env.position("baratheon")["viewer"] == "baratheon"


def test_an_environment_can_be_reset_to_a_position():
    env = agot2e_v0.env(players=3)
    env.reset(seed=3, options={"position": written("planning", number=7)})

    assert env.position()["round"] == 7
    with pytest.raises(ValueError, match="leave out 'rules'"):
        env.reset(options={"position": written("planning"), "rules": {"tides": True}})


def test_a_refused_position_leaves_the_environment_as_it_is():
    env = agot2e_v0.env(players=3)
    env.reset(seed=1)
    before = env.get_state()

    for bad, message in (
        (written("planning") | {"round": 11}, "round: 11"),
        ({"game": "agot2e", "players": 6}, "with 6 players, expected agot2e with 3"),
        ("{", "not valid JSON"),
    ):
        with pytest.raises(ValueError, match=message):
            env.set_position(bad)
        assert env.get_state() == before


def test_a_finished_position_ends_the_environment():
    env = agot2e_v0.env(players=3)
    env.set_position(written("clean_up", number=10))

    observation, _, termination, truncation, info = env.last()
    assert termination
    assert not truncation
    assert info["round"] == 10
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert not observation["action_mask"].any()


def test_an_environment_without_a_game_has_no_position():
    with pytest.raises(RuntimeError, match="reset first"):
        agot2e_v0.env(players=3).position()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not valid JSON"),
        ('{"round": NaN}', "NaN is not a number"),
        ('{"round": 1, "round": 2}', "'round' is given twice"),
        ('{"round": ' + "9" * 5000 + "}", "position: a number of 5000 digits"),
        ("[" * 100_000, "nested too deeply"),
        (" " * 1_000_001, "1000001 characters"),
        ("1" * 5000, "digits"),
    ],
)
def test_a_text_that_is_no_position_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        read_position(text)


def test_the_position_of_the_docs_is_one():
    page = (Path(__file__).parents[2] / "docs" / "positions.md").read_text("utf-8")
    text = re.search(r"^```json\n(.*?)^```", page, re.M | re.S)[1]

    _, states = states_from(text)

    assert decision(states) == ("march_to", "stark")
    assert "march to moat_cailin" in legal_texts(states)
    play_out(states)
