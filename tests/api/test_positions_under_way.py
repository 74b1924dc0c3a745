"""Positions within a march or a combat: what could not have come about so far is refused."""

import copy
import re

import numpy as np
import pytest

from got_agents.base import Views, decision_seeds
from got_agents.heuristic import HeuristicAgent
from got_agents.random_agent import RandomKindAgent
from got_env.positions import position_of, states_from
from got_env.westeros.rules.vocabulary import Phase
from tests.play import AGOT2E, PLAYERS
from tests.replays.test_golden_replays import PATHS, replay

FOOTMEN = [{"house": "stark", "type": "footman"}] * 2
KNIGHT = {"house": "stark", "type": "knight"}
NO_CARD = {"card": None, "card_kept": False, "barred": None, "condition": False, "tides": None}


def marching(to=(), asked=None, **fields):
    """Stark marches from Winterfell with two Footmen and a Knight."""
    return {
        "game": "agot2e",
        "players": 3,
        "round": 3,
        "phase": "march",
        "agenda": [
            {"phase": "march", "begun": True},
            {"phase": "march_to", "player": "stark", "from": "blackwater"},
            *([asked] if asked else []),
        ],
        "areas": {
            "winterfell": {"units": [*FOOTMEN, KNIGHT], "order": {"token": "march+0"}},
            "moat_cailin": {"units": [{"house": "lannister", "type": "footman"}]},
            **fields,
        },
        "houses": {"stark": {"supply": 2}},
        "march": {"from": "winterfell", "to": list(to)},
    }


def sent(area, **units):
    return {"area": area, "units": units}


def after(area, position):
    """The position, asking for a destination behind an area in the order of the data."""
    position["agenda"][1]["from"] = area
    return position


def counting(unit, *to):
    area = to[-1]["area"]
    asked = {"phase": "march_count", "player": "stark", "area": area, "unit": unit}
    follower = {"castle_black": "crackclaw_point", "white_harbor": "widows_watch"}[area]
    return after(follower, marching(to, asked))


BACK = after("crackclaw_point", marching([sent("castle_black", footman=1)]))
COUNTED = counting("knight", sent("castle_black", footman=1))

MARCHES = [
    (
        marching([sent("sunspear", footman=1)]),
        "march.to[0].area: a march from winterfell cannot go",
    ),
    (marching([sent("bay_of_ice", footman=1)]), "march.to[0].area: a march from winterfell cannot"),
    (
        after("widows_watch", marching([sent("winterfell", footman=1)])),
        "march.to[0].area: a march from winterfell cannot go to winterfell here",
    ),
    (
        marching([sent("castle_black", footman=1), sent("karhold", footman=1), sent("pyke")]),
        "march.to[2].area: a march from winterfell cannot go to pyke here",
    ),
    (
        after("crackclaw_point", marching([sent("castle_black")])),
        "march.to[0].units: 0 knight cannot be sent to castle_black here",
    ),
    (
        after("widows_watch", marching([sent("castle_black", footman=1)])),
        "march: declared so far, it does not lead to the decision on the agenda",
    ),
    (
        after("crackclaw_point", marching([sent("castle_black", footman=2, knight=1)])),
        "march: declared so far, it does not lead to the decision on the agenda",
    ),
    (
        counting("siege_engine", sent("castle_black", footman=1)),
        "march: declared so far, it does not lead to the decision on the agenda",
    ),
]


@pytest.mark.parametrize("position", [marching(), BACK, COUNTED])
def test_the_marches_of_these_tests_are_some(position):
    states = states_from(position)[1]

    assert position_of(AGOT2E, states, 0)["march"] == position["march"]


@pytest.mark.parametrize(("position", "message"), MARCHES, ids=[m for _, m in MARCHES])
def test_a_march_that_cannot_be_declared_is_refused_by_name(position, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        states_from(position)


# --- combat


def fought(step="choose", asked="house_card", attacker=(), defender=(), done=None, **change):
    """Lannister attacks Winterfell; both sides as given, the rest changed."""
    opened = step not in ("declare", "refuse", "choose", "reveal")
    cards = ("tywin_lannister", "robb_stark") if opened else (None, None)
    combat = {
        "area": "winterfell",
        "from": "moat_cailin",
        "order": "march+0",
        "attacking_units": {"knight": 1},
        "support": {},
        "sides": {
            "attacker": {"house": "lannister", **NO_CARD, "card": cards[0], **dict(attacker)},
            "defender": {"house": "stark", **NO_CARD, "card": cards[1], **dict(defender)},
        },
        "cards_open": opened,
        "tides_open": False,
        "tides_rejected": None,
        "blade": None,
        "victor": None,
        "margin": 0,
    }
    asks = {"phase": asked, "player": "lannister", "side": "attacker"}
    done = int(asked == "house_card") if done is None else done
    hands = {} if not opened else {"lannister": {"hand": ["ser_kevan_lannister"]}}
    return {
        "game": "agot2e",
        "players": 3,
        "round": 3,
        "phase": "march",
        "agenda": [
            {"phase": "march", "begun": True},
            {"phase": "march_end", "player": "lannister", "settled": False},
            {"phase": "combat", "step": step, "done": done, "at": 0},
            *([asks] if asked else []),
        ],
        "tracks": {"fiefdoms": ["lannister", "stark", "baratheon"]},
        "areas": {
            "winterfell": {"units": FOOTMEN[:1]},
            "moat_cailin": {"order": {"house": "lannister", "token": "march+0"}},
            "dragonstone": {
                "units": [{"house": "baratheon", "type": "footman"}],
                "order": {"token": "support"},
            },
        },
        "houses": hands,
        "combat": {**combat, **change},
    }


TIDES = {"options": {"tides": True}}
SET = {"condition": True}

COMBATS = [
    (fought(attacking_units={}), "combat.attacking_units: nobody attacks"),
    (fought(support={"sunspear": "attacker"}), "combat.support.sunspear: no support order lies in"),
    (
        fought(support={"dragonstone": "attacker"}),
        "combat.support.dragonstone: dragonstone is not adjacent to winterfell",
    ),
    (
        fought(done=2, defender={"card": "robb_stark"}),
        "combat: agenda: the attacker is asked for a card, expected done 1",
    ),
    (fought(asked=None, done=1), "combat.sides.attacker.card: the attacker has chosen: expected a"),
    (
        fought(attacker={"card": "tywin_lannister"}),
        "combat.sides.attacker.card: the attacker has not chosen yet: expected null",
    ),
    (
        fought(defender={"card": "robb_stark"}),
        "combat.sides.defender.card: the defender has not chosen yet: expected null",
    ),
    (fought(margin=1), "combat.margin: it is 0 until a victor is named"),
    (fought(tides_rejected="zero"), "combat.tides_rejected: the game is played without Tides of"),
    (fought(attacker=SET), "combat.sides.attacker.condition: it comes at the step immediate, not"),
    (fought(defender=SET), "combat.sides.defender.condition: it comes at the step immediate, not"),
    (
        fought(defender={"barred": "robb_stark"}),
        "combat.sides.defender.barred: it comes at the step immediate, not before",
    ),
    (
        fought(attacker={"card_kept": True}),
        "combat.sides.attacker.card_kept: it comes at the step result_texts, not before",
    ),
    (
        fought(attacker={"tides": "zero"}) | TIDES,
        "combat.sides.attacker.tides: it comes at the step show_tides, not before",
    ),
    (
        fought(tides_rejected="zero") | TIDES,
        "combat.tides_rejected: it comes at the step show_tides, not before",
    ),
    (fought(blade="attacker"), "combat.blade: it is used at the step use_blade, not before"),
    (
        fought(blade="attacker") | {"blade_used": True},
        "combat.blade: it is used at the step use_blade, not before",
    ),
    (
        fought("decide", "blade", SET, SET, blade="attacker"),
        "combat.blade: it is used at the step use_blade, not before",
    ),
    (
        fought("decide", None, SET, SET, blade="attacker"),
        "combat.blade: blade_used says that it was not used this round",
    ),
    (
        fought("decide", None, SET, SET, blade="defender") | {"blade_used": True},
        "combat.blade: lannister holds it",
    ),
    (
        fought("decide", None, SET, SET, blade="attacker")
        | {"blade_used": True, "options": {"tides": True, "tides_blade": "redraw_only"}},
        "combat.blade: it cannot be used so beside Tides cards",
    ),
    (
        fought("immediate", "doran", attacker=SET),
        "combat.sides.attacker.condition: the text of the attacker has not had its turn",
    ),
]


def test_the_combats_of_these_tests_are_some():
    for position, asked in (
        (fought(), Phase.HOUSE_CARD),
        (fought("decide", "blade", SET, SET), Phase.BLADE),
        (fought("decide", None, SET, SET, blade="attacker") | {"blade_used": True}, None),
    ):
        states = states_from(position)[1]

        assert states["fight"].tolist() == [1]
        assert asked is None or states["stack"][0, states["depth"][0] - 1, 0] == asked


@pytest.mark.parametrize(("position", "message"), COMBATS, ids=[m for _, m in COMBATS])
def test_what_cannot_have_happened_in_a_combat_yet_is_refused_by_name(position, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        states_from(position)


# --- nothing that happens in a game is refused


def under_way(agent, players, seed, every):
    """Some states of a game that lie within a march or a combat."""
    states = AGOT2E.start(1, players, seed, {"tides": seed % 2 == 1})
    seats = np.zeros(1, dtype=np.int8)
    masks = np.zeros((1, AGOT2E.actions.size), dtype=np.bool_)
    found = 0
    for turn in range(10_000):
        AGOT2E.kernels.advance(states, np.full(1, -1), 0, masks, seats)
        if seats[0] < 0:
            return
        phase = Phase(int(states["stack"][0, states["depth"][0] - 1, 0]))
        if states["fight"][0] or phase in (Phase.MARCH_TO, Phase.MARCH_COUNT, Phase.MARCH_TOKEN):
            found += 1
            if found % every == 0:
                yield states
        seeds = decision_seeds(np.array([seed]), seats, np.array([turn]))
        views = Views.of(AGOT2E, states, seats, masks, seeds)
        AGOT2E.kernels.step(states, agent.act_batch(views))


@pytest.mark.parametrize("agent", [HeuristicAgent(), RandomKindAgent()], ids=lambda a: a.name)
@pytest.mark.parametrize("players", PLAYERS)
def test_marches_and_combats_of_games_come_back(agent, players):
    compared = 0
    for states in under_way(agent, players, 7 + players, 11):
        position = position_of(AGOT2E, states, 0)

        assert states_from(copy.deepcopy(position))[1].tobytes() == states.tobytes()
        compared += 1

    assert compared > 5


@pytest.mark.parametrize("path", PATHS[::3], ids=lambda path: path.stem)
def test_marches_and_combats_of_the_golden_replays_come_back(path):
    """Their agents and options are many."""
    played = replay(path)
    for number, _ in enumerate(played.play()):
        phase = Phase(int(played.states["stack"][0, played.states["depth"][0] - 1, 0]))
        if number % 7 == 0 and (played.states["fight"][0] or phase.name.startswith("MARCH")):
            position = position_of(AGOT2E, played.states, 0)
            assert states_from(position)[1].tobytes() == played.states.tobytes()
