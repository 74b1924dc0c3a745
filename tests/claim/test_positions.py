"""Positions of games with claim: back and forth without loss, redacted, and refused by name."""

import json
import re

import numpy as np
import pytest

from got_env.core.written import faults_of_writing
from got_env.games import GAMES, get_game
from got_env.positions import position_of, states_from
from got_env.westeros.editions.options_asos import OPTIONS
from got_env.westeros.facts.reading import SHIPPED
from tests.claim.table import Table
from tests.copies import writable_copy
from tests.rules.marks import rule

GAME = GAMES["asos"]
OTHERWISE = {key: spec.values[-1] for key, spec in OPTIONS.specs.items() if len(spec.values) > 1}


def play(players, seed, options=None):
    """The record ``(1,)`` at every decision of a random game that does a lot, and at its end."""
    rng = np.random.default_rng(seed)
    states = GAME.start(1, players, seed, options)
    masks = np.zeros((1, GAME.actions.size), dtype=np.bool_)
    idle = [GAME.actions.names.index(name) for name in ("done", "no")]
    while not states["over"][0]:
        yield states
        GAME.kernels.action_mask(states, masks)
        legal = np.flatnonzero(masks[0])
        eager = legal[~np.isin(legal, idle)]
        chosen = eager if len(eager) and rng.random() < 0.7 else legal
        GAME.kernels.step(states, np.array([rng.choice(chosen)]))
    yield states


def through_json(states, viewer=None):
    return json.loads(json.dumps(position_of(GAME, states, 0, viewer)))


def sample(seeds, options):
    """Records of random games: a few of every decision, and some of the others."""
    met = {}
    for seed in seeds:
        for turn, states in enumerate(play(3 + seed % 2, seed, options)):
            name = GAME.words.phase_name(states, 0)
            met[name] = met.get(name, 0) + 1
            if met[name] <= 2 or turn % 97 == seed or states["over"][0]:
                yield turn, states


@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["default", "otherwise"])
def test_every_state_of_a_game_comes_back_byte_for_byte(options):
    for _, states in sample(range(4), options):
        position = through_json(states)

        game, back = states_from(position, seed=99)

        assert game is GAME
        assert back.tobytes() == states.tobytes(), GAME.words.phase_name(states, 0)
        assert through_json(back) == position


@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["default", "otherwise"])
def test_what_is_hidden_is_not_in_a_redacted_position(options):
    """Whatever the others chose and however the decks lie, the position is the same."""
    for turn, states in sample(range(4, 7), options):
        seat = turn % int(states["num_players"][0])
        viewer = GAME.seats.in_play(int(states["num_players"][0]))[seat]
        other = states.copy()
        GAME.kernels.redeal(other, np.array([seat]), np.array([turn]))

        seen = json.dumps(position_of(GAME, states, 0, viewer))

        assert json.dumps(position_of(GAME, other, 0, viewer)) == seen
        assert "rng" not in json.loads(seen)
        dealt = states_from(seen, turn)[1]
        assert json.dumps(position_of(GAME, dealt, 0, viewer)) == seen
        masks = np.zeros((1, GAME.actions.size), dtype=np.bool_)
        GAME.kernels.action_mask(dealt, masks)
        assert masks.any() != dealt["over"][0]


def test_records_of_other_processes_are_taken():
    for turn, states in enumerate(play(4, 11)):
        if turn % 61 == 0 or states["over"][0]:
            GAME.records.check(states)


def test_seeds_fill_a_redacted_position_in_many_ways():
    states = next(s for s in play(4, 3) if GAME.words.phase_name(s, 0) == "raven")
    position = through_json(states, "stark")

    filled = [states_from(position, seed)[1] for seed in range(20)]

    assert len({s["ally_deck"].tobytes() for s in filled}) == 20
    assert len({s["deck"].tobytes() for s in filled}) == 20


# --- written by hand


def test_a_position_by_hand_says_only_what_matters():
    document = {
        "game": "asos",
        "players": 4,
        "round": 3,
        "phase": "march",
        "weather": 3,
        "claim_track": ["stark", "greyjoy"],
        "areas": {
            "riverrun": {"units": [{"house": "stark", "type": "knight"}]},
            "lannisport": {"units": [{"house": "lannister", "type": "footman"}]},
        },
        "leaders": {"robb_stark": {"area": "riverrun"}, "eddard_stark": {"cell": "lannister"}},
        "alliances": {"held": {"greyjoy": ["mercenary_transport"]}},
        "tactics": {"open": True, "houses": {"stark": {"picked": "manage_troops"}}},
    }
    game, states = states_from(document, seed=5)
    words = game.positions.write(states, 0)

    assert words["weather"] == 3
    assert words["claim_track"] == ["stark", "greyjoy"]
    assert words["leaders"].keys() == {"robb_stark", "eddard_stark"}
    assert words["alliances"]["held"] == {"greyjoy": ["mercenary_transport"]}
    assert len(words["alliances"]["decks"]["frey"]["cards"]) == 6
    assert states["tokens_out"][0].tolist()[:4] == [0, 1, 0, 1]


def test_a_leader_beside_the_board_of_a_house_with_land_units_is_refused():
    states = GAME.start(1, 4, seed=1)
    document = GAME.positions.write(states, 0)
    document["leaders"]["tywin_lannister"] = {}

    with pytest.raises(ValueError, match=r"leaders\.tywin_lannister: it is beside the board while"):
        GAME.positions.read(document, 5)
    with pytest.raises(ValueError, match=r"leaders\.tywin_lannister: it is beside the board while"):
        states_from({"game": "asos", "players": 4, "leaders": {"tywin_lannister": {}}})


def test_a_leader_beside_the_board_of_a_house_without_land_units_waits():
    areas = {"winterfell": {"units": [{"house": "stark", "type": "footman"}]}}
    document = {"game": "asos", "players": 4, "areas": areas, "leaders": {"tywin_lannister": {}}}
    states = states_from(document)[1]

    words = GAME.positions.write(states, 0)

    assert words["leaders"] == {"tywin_lannister": {}}
    assert GAME.positions.read(words, 5).tobytes() == states.tobytes()


def test_a_position_names_the_hash_of_own_data(tmp_path):
    folder = tmp_path / "own"
    writable_copy(SHIPPED / "asos", folder)
    path = folder / "leaders.json"
    leaders = json.loads(path.read_text(encoding="utf-8"))
    leaders["leaders"][0]["march_strength"] += 1
    path.write_text(json.dumps(leaders), encoding="utf-8")
    game = get_game("asos", folder)
    states = game.start(1, 4, seed=1)

    document = game.positions.write(states, 0)

    assert game.identity.data_provenance == "user's own"
    assert GAME.identity.data_provenance == "reconstructed"
    assert document["data"] == game.identity.data_hash
    assert game.positions.read(document, 5).tobytes() == states.tobytes()
    with pytest.raises(ValueError, match=r"^data: "):
        GAME.positions.read(document, 5)


# --- refused


def put(path, value):
    """A change of one field of a position, named by its path."""

    def change(document):
        *names, last = path.split("/")
        for name in names:
            document = document.setdefault(name, {})
        document[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            put("leaders/eddard_stark/area", "riverrun"),
            "leaders.eddard_stark: it stands in an area and sits in a cell: expected one of them",
        ),
        (
            put("leaders/eddard_stark/cell", "stark"),
            "eddard_stark.cell: 'stark' is its own",
        ),
        (put("leaders/eddard_stark/cell", "tully"), "eddard_stark.cell: 'tully': expected"),
        (put("leaders/hodor", {}), "leaders: unknown Leader 'hodor': expected"),
        (put("leaders/black_walder", {"cell": "greyjoy"}), "an allied Leader is never a hostage"),
        (put("leaders/thoros_of_myr", {}), "nobody holds outlaw_leadership, which brings it"),
        (put("leaders/robb_stark/area", "the_eyrie"), "leaders.robb_stark.area: "),
        (put("leaders/robb_stark/area", "pyke"), "no units of stark stand in pyke"),
        (put("leaders/robb_stark/face_down", True), "its march is not being made"),
        (put("leaders/robb_stark/order", "pyke"), "there are no open orders yet"),
        (put("claim_track", ["stark"] * 7), "claim_track: "),
        (put("claim_track", ["tully"]), "claim_track"),
        (put("weather", 5), "weather: 5: expected an integer from 1 to 4"),
        (put("weather", True), "weather: "),
        (put("throne_taken", "baratheon"), "'baratheon' is first on the track"),
        (put("alliances/held/greyjoy", ["frey_leadership"]), "holds frey_leadership already"),
        (put("alliances/held/stark", []), "decks.frey: 5 cards and 0 held: expected 6 in all"),
        (put("alliances/used", ["arryn_army"]), "alliances.used"),
        (put("alliances/permanent", {"mercenaries_and_outlaws": "stark"}), "cannot be a permanent"),
        (
            put("alliances/decks/arryn/cards", ["arryn_army", "arryn_army", *[None] * 4]),
            "decks.arryn: arryn_army is in the deck twice",
        ),
        (
            put("alliances/decks/arryn/cards", ["frey_army", *[None] * 5]),
            "alliances.decks.arryn.cards",
        ),
        (
            put("tactics/houses", {"stark": {"picked": "hold_territory"}}),
            "tactics.houses.stark.picked: it is not to pick now",
        ),
        (
            put("tactics/houses", {"stark": {"picked": "hear_me_roar"}}),
            "tactics.houses.stark.picked",
        ),
        (put("tactics/open", True), "tactics.open: expected false in this phase"),
        (put("tactics/houses", {"stark": {"second": "hold_territory"}}), "once the cards are open"),
        (put("offer", {"to": "stark", "asks": "hidden"}), "offer: no offer is pending"),
        (put("march", {"from": "pyke", "kind": "order", "to": []}), "march: nothing of the kind"),
        (put("wildlings", {"threat": 2}), "wildlings: the game has no Wildlings"),
        (
            put("areas/riverrun", {"units": [{"house": "stark", "type": "allied_footman"}]}),
            "areas.riverrun: allied units stand there alone",
        ),
        (
            put("areas/casterly_rock", {"units": []}),
            "areas: unknown area 'casterly_rock': expected",
        ),
        (
            put(
                "areas/moat_cailin/units",
                [{"house": "stark", "type": t} for t in ("footman", "knight", "allied_knight")],
            ),
            "stark has 1 allied_knight: its Alliance cards bring 0",
        ),
        (put("areas/moat_cailin/units", [{"house": "stark", "type": "ship"}]), "type: 'ship'"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_line(change, message):
    document = through_json(GAME.start(1, 4, 3))
    change(document)
    before = json.dumps(document)

    with pytest.raises(ValueError, match=re.escape(message)) as refused:
        states_from(document)

    assert "\n" not in str(refused.value)
    assert json.dumps(document) == before


def phase(name, seeds=range(40)):
    """A record at a decision, of the first game in which it comes up."""
    for seed in seeds:
        for states in play(4, seed):
            if GAME.words.phase_name(states, 0) == name:
                return states
    raise AssertionError(name)


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("answer", lambda d: d["offer"].update(power=20), "available power"),
        ("answer", lambda d: d["offer"].update(asks=[]), "asks for at least one Leader"),
        ("answer", lambda d: d["offer"].update(asks=["balon_greyjoy"]), "offer.asks"),
        ("answer", lambda d: d.pop("offer"), "the field 'offer' is missing"),
        ("march_count", lambda d: d.pop("march"), "the field 'march' is missing"),
        ("march_count", lambda d: d["march"].update(kind="double"), "march"),
        ("march_count", lambda d: d["march"].update(kind="leader"), "the field 'leader'"),
        (
            "march_count",
            lambda d: d["march"]["to"][-1].update(leaders=["balon_greyjoy"]),
            "march",
        ),
        ("house_card", lambda d: d["combat"].update(leaders=["thoros_of_myr"]), "combat.leaders"),
        ("house_card", lambda d: d["combat"].pop("own_march"), "own_march"),
        ("house_card", lambda d: d["combat"]["sides"]["attacker"].update(bonus=-1), "bonus"),
        ("tactic", lambda d: d["agenda"][0].update(asked=False), "agenda[0].asked"),
        ("claim_tie", lambda d: d["agenda"][-1].update(tied=[]), "cannot be played on from it"),
        ("double_from", lambda d: d["march"].pop("double"), "the field 'double'"),
        ("double_from", lambda d: d["march"].update(double=["pyke", "oldstones"]), "march.double"),
    ],
)
def test_what_is_under_way_is_checked(name, change, message):
    document = through_json(phase(name))
    change(document)

    with pytest.raises(ValueError, match=re.escape(message)) as refused:
        states_from(document)

    assert "\n" not in str(refused.value)


def test_a_routed_footman_at_mustering_is_asked_about():
    b = Table().units("the_twins", "stark", routed=True, footman=1)
    b.set_westeros("mustering", "last_days_of_summer", "swing_the_sword").at("westeros")
    while (b.phase, b.player) != ("MUSTER_UPGRADE", "stark"):
        b.do("done")
    b.do("upgrade knight")
    _, b.states = states_from(through_json(b.states), seed=1)

    assert b.legal() == {"status fresh", "status routed"}
    b.do("status routed")
    assert b.count("the_twins", "knight", routed=True) == 1
    assert b.count("the_twins", "footman") == 1


@rule("ASOS-NEG-05")
def test_two_leaders_given_back_are_written_while_one_waits():
    """The other is asked about first; both lie on the agenda till they are placed."""
    b = Table().prisoner("robb_stark", "lannister").prisoner("ser_jaime_lannister", "stark")
    b.order("lannisport", "consolidate").set_power(lannister=0).set(tactics_open=1)
    b.set_track("iron_throne", "lannister").at("consolidate")
    b.do("seat stark", "yes", "yes", "bid 0", "yes")

    assert b.phase == "LEADER_AREA"
    agenda = through_json(b.states)["agenda"]
    assert [frame["phase"] for frame in agenda[-2:]] == ["place_leader", "leader_area"]
    assert {frame["leader"] for frame in agenda[-2:]} == {"robb_stark", "eddard_stark"}
    assert faults_of_writing(GAME, b.states) == []
    agenda[-1]["leader"] = agenda[-2]["leader"]
    twice = through_json(b.states) | {"agenda": agenda}
    with pytest.raises(
        ValueError, match=r"agenda\[3\]\.leader: (robb|eddard)_stark is placed twice$"
    ):
        states_from(twice)
    assert faults_of_writing(GAME, b.do(min(b.legal())).states) == []
