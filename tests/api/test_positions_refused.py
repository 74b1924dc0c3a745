"""Positions that are none: each is refused with the path of what is wrong; none slips through."""

import copy
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from got_env.positions import position_of, read_position, states_from
from tests.invariants.checks import broken
from tests.play import AGOT2E, PLAYERS, masks_of, play, random_actions

STARK = [{"house": "stark", "type": "footman"}]
SHIP = {"house": "stark", "type": "ship"}
RAID = {"units": STARK, "order": {"token": "raid"}}


def of(house, *types):
    return [{"house": house, "type": unit} for unit in types]


def base(**fields):
    return {"game": "agot2e", "players": 3, "round": 3, "phase": "raid", **fields}


def with_areas(phase="raid", **areas):
    return base(phase=phase, areas=areas)


def with_stark(**fields):
    return base(houses={"stark": fields})


REFUSALS = [
    # the document
    ([], "position: expected an object, not list"),
    (
        {},
        "position: the field 'game' is missing: expected one of agot2e, agot1e, agot1e_storm, asos,"
        " btwixt",
    ),
    (
        {"game": "chess"},
        "game: 'chess': expected one of agot2e, agot1e, agot1e_storm, asos, btwixt",
    ),
    ({"game": ["agot2e"]}, "game: "),
    (
        base(dragons=3),
        "position: unknown field 'dragons': expected one of game, data, viewer, players",
    ),
    ({"game": "agot2e", 5: 5}, "position: the key 5 is not a string"),
    (base(players=7), "players: 7: expected an integer from 3 to 6"),
    (base(players="3"), "players: '3': expected an integer"),
    (base(players=True), "players: True: expected an integer"),
    (base(viewer="tyrell"), "viewer: 'tyrell': expected one of baratheon, lannister, stark"),
    (base(round=0), "round: 0: expected an integer from 1 to 10"),
    (base(round=3.0), "round: 3.0: expected an integer"),
    (base(round=10**5000), "round: a huge number: expected an integer"),
    (base(round=float("nan")), "round: nan: expected an integer"),
    (base(phase="lunch"), "phase: 'lunch': expected one of westeros, planning, raven, raid, march"),
    (base(phase="westeros", round=1), "round 1 has no Westeros phase"),
    (base(phase="over"), "position: the field 'result' is missing"),
    (base(result={}), "result: the game is not over"),
    (base(options={"dragons": 1}), "options: unknown field 'dragons'"),
    (
        base(options={"tides": "maybe"}),
        "options: option tides='maybe': expected one of false, true",
    ),
    (base(options={"tides": [1]}), "options.tides: [1]: expected a string, true or false"),
    (base(options=[]), "options: []: expected an object"),
    (base(banned=["march"]), "banned[0]: 'march': expected one of march-1"),
    (base(blade_used=1), "blade_used: 1: expected true or false"),
    (base(orders_open=False), "orders_open: expected true in this phase"),
    (base(rng=[1, 2, 3]), "rng: [1, 2, 3]: expected four integers"),
    (base(rng=[0, 0, 0, 2**32]), "rng[3]: 4294967296: expected an integer from 0 to 4294967295"),
    # areas
    (base(areas=[]), "areas: []: expected an object"),
    (with_areas(essos={}), "areas: unknown area 'essos': expected one of blackwater, castle_black"),
    (with_areas(winterfell={"unit": []}), "areas.winterfell: unknown field 'unit'"),
    (with_areas(winterfell={"units": 3}), "areas.winterfell.units: 3: expected a list"),
    (
        with_areas(winterfell={"units": [*STARK, {"house": "stark", "type": "dragon"}]}),
        "areas.winterfell.units[1].type: 'dragon': expected one of footman, knight, siege_engine",
    ),
    (
        with_areas(winterfell={"units": [{"house": "tully", "type": "knight"}]}),
        "areas.winterfell.units[0].house: 'tully': expected one of baratheon, lannister, stark",
    ),
    (
        with_areas(winterfell={"units": [{"type": "knight"}]}),
        "areas.winterfell.units[0]: the field 'house' is missing",
    ),
    (
        with_areas(winterfell={"units": [*STARK, *of("lannister", "knight")]}),
        "areas.winterfell.units[1].house: 'lannister': units of stark already stand there",
    ),
    (
        with_areas(winterfell={"units": [{**STARK[0], "routed": 1}]}),
        "areas.winterfell.units[0].routed: 1: expected true or false",
    ),
    (with_areas(winterfell={"units": [SHIP]}), "a ship cannot be in a land area"),
    (with_areas(bay_of_ice={"units": STARK}), "a footman cannot be in a sea area"),
    (with_areas(port_of_winterfell={"units": [SHIP] * 4}), "4 ships: a port holds at most 3"),
    (
        with_areas(port_of_lannisport={"units": [SHIP]}),
        "ships of stark are in port_of_lannisport, but it does not control lannisport",
    ),
    (
        with_areas(winterfell={"units": of("stark", *["siege_engine"] * 3)}),
        "areas: stark has 3 pieces siege_engine: expected at most 2",
    ),
    (
        with_areas(winterfell={"units": STARK * 4}, castle_black={"units": STARK * 2}),
        "areas: stark has armies of 4, 2 units: too many for supply 1",
    ),
    (with_areas(bay_of_ice={"token": "stark"}), "areas.bay_of_ice.token: a power token lies on"),
    (with_areas(winterfell={"token": "stark"}), "winterfell is the home area of stark"),
    (
        with_areas(karhold={"units": STARK, "token": "lannister"}),
        "areas.karhold.token: units of stark stand there",
    ),
    (with_areas(winterfell={"garrison": 3}), "areas.winterfell.garrison: 3: expected an integer"),
    (with_areas(winterfell={"garrison": 1}), "areas.winterfell.garrison: 1: expected 0 or 2"),
    (
        with_areas(winterfell={"units": of("lannister", "knight"), "garrison": 2}),
        "areas.winterfell.garrison: another house holds the area: its garrison is gone",
    ),
    (with_areas(the_eyrie={"neutral": 5}), "areas.the_eyrie.neutral: 5: expected 0 or 6"),
    (with_areas(pyke={"neutral": 0}), "areas.pyke.neutral: 0: expected impassable"),
    (with_areas(pyke={"units": STARK, "neutral": "impassable"}), "areas.pyke: a neutral force and"),
    # orders
    (
        with_areas(winterfell={"order": {"token": "raid"}}),
        "areas.winterfell.order: no units stand there, so its house must be named",
    ),
    (
        with_areas(winterfell={"order": {"house": "stark", "token": "raid"}}),
        "areas.winterfell.order: stark has no units there",
    ),
    (
        with_areas(winterfell={"units": STARK, "order": {"token": "charge"}}),
        "areas.winterfell.order.token: 'charge': expected one of march-1",
    ),
    (
        with_areas(winterfell={"units": STARK, "order": {"token": "hidden"}}),
        "areas.winterfell.order: 'hidden', but the orders are open",
    ),
    (
        with_areas(phase="planning", winterfell=RAID),
        "areas.winterfell.order: it is still to be laid in this Planning phase",
    ),
    (with_areas(phase="westeros", winterfell=RAID), "no orders on the board in the Westeros phase"),
    (
        with_areas(phase="march", winterfell=RAID),
        "areas.winterfell.order: raid has been carried out before this phase",
    ),
    (
        with_areas(winterfell=RAID) | {"banned": ["raid"]},
        "areas.winterfell.order: raid is banned this round",
    ),
    (
        with_areas(
            winterfell={"units": STARK, "order": {"token": "raid*"}},
            castle_black={"units": STARK, "order": {"token": "raid*"}},
        ),
        "areas: stark has 2 orders raid*: expected at most 1",
    ),
    (
        with_areas(
            winterfell={"units": STARK, "order": {"token": "raid*"}},
            castle_black={"units": STARK, "order": {"token": "march+1"}},
            karhold={"units": STARK, "order": {"token": "defense+2"}},
        ),
        "areas: stark has 3 special orders: expected at most 2",
    ),
    # houses and tracks
    (base(houses={"martell": {}}), "houses: unknown house 'martell': expected one of baratheon"),
    (with_stark(gold=3), "houses.stark: unknown field 'gold'"),
    (with_stark(power=-1), "houses.stark.power: -1: expected an integer from 0 to 20"),
    (with_stark(power=21), "houses.stark.power: 21: expected an integer from 0 to 20"),
    (
        with_stark(power=20) | {"areas": {"karhold": {"token": "stark"}}},
        "houses.stark.power: 20: with 1 power tokens on the board at most 19 of 20 are left",
    ),
    (with_stark(supply=7), "houses.stark.supply: 7: expected an integer from 0 to 6"),
    (with_stark(hand=["tywin_lannister"]), "houses.stark.hand[0]: 'tywin_lannister': expected one"),
    (with_stark(hand=["robb_stark"] * 2), "houses.stark.hand[1]: 'robb_stark' is listed twice"),
    (with_stark(hand=[]), "houses.stark: the hand is empty"),
    (
        with_stark(hand=["robb_stark"], discards=["robb_stark"]),
        "houses.stark: robb_stark is in the hand and among the discards",
    ),
    (with_stark(hand=["robb_stark"], discards=[]), "is neither in the hand nor discarded"),
    (with_stark(orders_used=["raid*"] * 2), "houses.stark.orders_used: 2 times raid*: expected 0"),
    (with_stark(wildlings_seen=[9]), "houses.stark.wildlings_seen[0]: 9: expected an integer from"),
    (base(tracks={"throne": []}), "tracks: unknown track 'throne'"),
    (
        base(tracks={"fiefdoms": ["stark", "stark", "lannister"]}),
        "tracks.fiefdoms: expected every house once: baratheon, lannister, stark",
    ),
    (base(turn={"served": 3}), "turn.served: 3: expected an integer from 0 to 2"),
    # decks
    (base(westeros={"decks": {"IV": []}}), "westeros.decks: unknown field 'IV'"),
    (
        base(westeros={"decks": {"I": ["supply"]}}),
        "westeros.decks.I: 1 cards: expected 10, as 0 of 10 are drawn",
    ),
    (
        base(westeros={"drawn": {"I": ["supply"] * 4}}),
        "westeros: deck I has supply 4 times: expected at most 3",
    ),
    (base(westeros={"drawn": {"I": ["game_of_thrones"]}}), "deck I has game_of_thrones 1 times"),
    (
        base(westeros={"revealed": {"I": "supply"}}),
        "westeros.revealed.I: 'supply' is not the last card drawn from deck I",
    ),
    (base(wildlings={"threat": 3}), "wildlings.threat: 3: expected a multiple of 2"),
    (base(wildlings={"threat": 12}), "wildlings.threat: 12: the wildlings attack at once"),
    (base(wildlings={"deck": [None] * 8}), "wildlings.deck: 8 cards: expected 9"),
    (
        base(wildlings={"deck": ["crow_killers", "crow_killers", *[None] * 7]}),
        "wildlings.deck[1]: 'crow_killers' is in the deck twice",
    ),
    (base(wildlings={"attack": {}}), "wildlings.attack: no wildling attack is pending"),
    (base(tides={}), "tides: the game is played without Tides of Battle"),
    (base(options={"tides": True}, tides={"deck": ["zero"]}), "tides.deck"),
    # what is pending
    (base(agenda=[]), "agenda: empty: leave it out to begin a phase"),
    (base(agenda=[{"phase": "march"}]), "agenda[0].phase: 'march': expected one of raid"),
    (
        base(agenda=[{"phase": "raid", "begun": True}, {"phase": "blade"}]),
        "agenda[1].phase: 'blade': expected one of raid_from, raid_target",
    ),
    (
        base(agenda=[{"phase": "raid", "begun": True}, {"phase": "raid_from"}]),
        "agenda[1]: the field 'player' is missing",
    ),
    (
        base(agenda=[{"phase": "raid", "begun": True}, {"phase": "raid_from", "player": "stark"}]),
        "the game cannot be played on from it (dead_end)",
    ),
    (base(agenda=[{"phase": "raid", "begun": True}] * 2), "agenda[1].phase: 'raid': expected one"),
    (base(combat={}), "combat: no combat is pending in the agenda"),
    (base(march={}), "march: nothing of the kind is pending in the agenda"),
    (base(mustering={}), "mustering: nothing of the kind is pending in the agenda"),
    (base(auction={}), "auction: there are auctions in the Westeros phase only"),
    (
        base(support_granted={"the_eyrie": 1}),
        "support_granted: support is granted for a march only",
    ),
    (
        base(phase="march", support_granted={"karhold": 1}),
        "support_granted.karhold: there is no neutral force",
    ),
    (
        base(phase="westeros", auction={"bidders": ["stark"], "bids": {}, "open": False}),
        "auction: bids are made while a clash or an attack is on the agenda",
    ),
    (base(history={"events": [["dance", None, 0, 0]]}), "history.events[0][0]: 'dance': expected"),
    (base(history={"events": [["march", "stark", "pyke"]]}), "history.events[0]: ['march', "),
    (
        base(
            phase="over", result={"ranking": ["stark", "lannister", "baratheon"], "by_castles": 0}
        ),
        "result.by_castles: 0: expected true or false",
    ),
    (
        base(
            phase="over",
            result={"ranking": ["lannister", "stark", "baratheon"], "by_castles": False},
        ),
        "result.ranking: it is not the one that the rules give",
    ),
]


@pytest.mark.parametrize(("position", "message"), REFUSALS, ids=[m for _, m in REFUSALS])
def test_a_bad_position_is_refused_by_name(position, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        states_from(position)

    assert message in str(caught.value)


def test_a_seed_must_be_one():
    with pytest.raises(ValueError, match="seed=-1"):
        states_from(base(), seed=-1)


def test_deep_and_endless_data_does_no_harm():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    endless = {}
    endless["areas"] = endless

    for value in (deep, endless, object(), {1, 2}, b"stark", 1j):
        with pytest.raises(ValueError, match=r"expected|unknown"):
            states_from(base(areas=value))


# --- mutations of real positions

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["hidden", "stark", "winterfell", "knight", "march+1", "attacker", "supply"]),
    st.lists(st.integers(0, 5), max_size=3),
    st.just({}),
)


def places(value, path=()):
    """Paths of everything in a position."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


def mutate(position, data):
    """Drop, replace, duplicate or swap a part of a position."""
    path = data.draw(st.sampled_from(list(places(position))[1:]))
    parent = position
    for key in path[:-1]:
        parent = parent[key]
    kind = data.draw(st.sampled_from(["drop", "replace", "twin", "double"]))
    if kind == "drop":
        del parent[path[-1]]
    elif kind == "replace":
        parent[path[-1]] = data.draw(JUNK)
    elif kind == "twin":
        other = data.draw(st.sampled_from(sorted(parent) if isinstance(parent, dict) else parent))
        parent[path[-1]] = copy.deepcopy(parent[other] if isinstance(parent, dict) else other)
    elif isinstance(parent, list):
        parent.append(copy.deepcopy(parent[path[-1]]))
    else:
        parent[data.draw(st.sampled_from(["stark", "karhold", "agenda", "phase"]))] = copy.deepcopy(
            parent[path[-1]]
        )


@given(
    st.sampled_from(PLAYERS),
    st.integers(0, 300),
    st.integers(0, 400),
    st.booleans(),
    st.data(),
)
def test_a_changed_position_is_refused_or_sound(players, seed, turn, redacted, data):
    """Whatever is let through can be played on to the end without breaking anything."""
    states = list(play(players, seed, turn, tides=True))[-1]
    houses = AGOT2E.seats.in_play(players)
    position = json.loads(
        json.dumps(position_of(AGOT2E, states, 0, houses[0] if redacted else None))
    )
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(position, data)
    try:
        _, changed = states_from(position)
    except ValueError:
        return

    assert broken(changed) == []
    rng = np.random.default_rng(seed)
    for _ in range(40):
        masks = masks_of(changed)
        assert masks.any() != changed["over"][0]
        AGOT2E.kernels.step(changed, random_actions(masks, rng))
        assert broken(changed) == []


def test_a_field_given_twice_among_many_is_found_at_once():
    """Looking at every pair of fields would take minutes."""
    many = ",".join(f'"{number:x}":1' for number in range(90_000))

    with pytest.raises(ValueError, match=r"^position: the field '5' is given twice$"):
        read_position(f'{{{many},"5":1}}')
    with pytest.raises(ValueError, match=r"^position: the field 'x+\.{3}x+' is given twice$"):
        read_position(f'{{"{"x" * 9000}":1,"{"x" * 9000}":1}}')
