"""Positions and options of the original board that are refused: one line, which names the field."""

import copy
import json

import pytest

from got_env.westeros.games.game import shipped
from tests.storm.table import board

GAME = shipped("agot1e_storm")


def refused(b, edit, match):
    """A position is refused after an edit and taken without; neither changes what was given."""
    document = json.loads(json.dumps(GAME.positions.write(b.states, 0)))
    changed = copy.deepcopy(document)
    edit(changed)
    given = copy.deepcopy(changed)
    with pytest.raises(ValueError, match=match) as caught:
        GAME.positions.read(changed, 1)

    assert "\n" not in str(caught.value)
    assert changed == given
    assert GAME.positions.read(document, 1).tobytes() == b.states.tobytes()


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"tides": True}, "unknown option 'tides'"),
        ({"claim_to_win": 8}, "unknown option 'claim_to_win'"),
        ({"house_martell": "on"}, "option house_martell='on': its set-up could not be found"),
        ({"house_cards": "base", "leaders": "on"}, "leaders=on: .* only with house_cards=asos"),
        ({3: 4}, "unknown option 3: expected one of"),
    ],
)
def test_options_of_other_games(options, match):
    with pytest.raises(ValueError, match=match):
        GAME.start(1, 4, 1, options)


@pytest.mark.parametrize(
    ("leader", "entry", "match"),
    [
        ("littlefinger", {"area": "winterfell"}, "leaders: unknown Leader 'littlefinger'"),
        ("robb_stark", {"cell": ["lannister", "tyrell"]}, r"leaders\.robb_stark\.cell: "),
        ("robb_stark", {"cell": "tyrell", "area": "winterfell"}, "expected one of them"),
        ("robb_stark", {"cell": "stark"}, r"leaders\.robb_stark\.cell: 'stark' is its own house"),
        ("robb_stark", {"area": "the_shivering_sea"}, "area: a Leader never stands at sea"),
        ("robb_stark", {"area": "lannisport"}, "area: no units of stark stand in lannisport"),
    ],
)
def test_leaders_where_they_cannot_be(leader, entry, match):
    refused(board(5), lambda document: document["leaders"].update({leader: entry}), match)


def attack():
    """Stark attacks Greyjoy in Karhold with both Leaders, all else is as at the start."""
    b = board(5).units("karhold", "greyjoy", footman=1).tactic(stark="hold_territory")
    b.order("winterfell", "march+0").at("march")
    return b.march("winterfell", "karhold").skip("MARCH_TOKEN")


def talks():
    """Stark, which holds Tywin, consolidates in Karhold; Lannister holds Robb."""
    b = board(5).units("karhold", "stark", footman=1).tactic(stark="hold_territory")
    b.prisoner("robb_stark", "lannister").prisoner("tywin_lannister", "stark")
    return b.order("karhold", "consolidate").mark().at("consolidate")


def test_an_own_march_of_a_leader_that_does_not_attack():
    b = attack()

    refused(
        b,
        lambda document: document["combat"].update(own_march="tywin_lannister"),
        r"combat\.own_march: 'tywin_lannister' does not attack",
    )


@pytest.mark.parametrize(("name", "value"), [("bonus", 2), ("backed", True)])
def test_military_support_without_alliance_cards(name, value):
    refused(
        attack(),
        lambda document: document["combat"]["sides"]["attacker"].update({name: value}),
        rf"combat\.sides\.attacker\.{name}: the game has no Alliance cards",
    )


def test_a_barred_card_that_the_game_does_not_have():
    refused(
        attack(),
        lambda document: document["tactics"].update(forge_barred=True),
        r"tactics\.forge_barred: the game has no Alliance cards",
    )


def test_a_second_tactics_card_without_careful_planning():
    refused(
        attack(),
        lambda document: document["tactics"].update(
            houses={"stark": {"picked": "manage_troops", "second": "hold_territory"}}
        ),
        r"tactics\.houses\.stark\.second: Careful Planning alone adds a card",
    )


def test_a_tactics_card_to_pick_in_a_game_without():
    refused(
        board(4),
        lambda document: document["options"].update(tactics="off"),
        "agenda: the game is played without Tactics cards",
    )


def test_an_immediate_move_in_a_game_without_tactics_cards():
    b = board(5, leaders="off").units("karhold", "stark", footman=1)
    b.tactic(stark="manage_troops").at("tactics").do("area winterfell")
    document = json.loads(json.dumps(GAME.positions.write(b.states, 0)))
    document["options"]["tactics"] = "off"
    del document["tactics"]["houses"]

    with pytest.raises(ValueError, match=r"march\.kind: the game is played without Tactics cards"):
        GAME.positions.read(document, 1)


@pytest.mark.parametrize("area", ["sunset_sea", "highgarden"])
def test_a_negotiation_where_its_player_has_no_land_units(area):
    def elsewhere(document):
        for frame in document["agenda"][-2:]:
            frame["area"] = area

    refused(
        talks(),
        elsewhere,
        r"agenda\[1\]\.area: stark has no land units there",
    )


def test_a_leader_to_be_placed_that_is_placed_already():
    b = talks().units("riverrun", "lannister", footman=1).do("seat lannister", "yes")
    b.do(max(b.legal()), "yes")
    assert b.phase == "LEADER_AREA"

    refused(
        b,
        lambda document: document["leaders"]["tywin_lannister"].update(area="riverrun"),
        r"agenda\[\d\]\.leader: tywin_lannister does not wait to be placed",
    )
