"""The replay of recorded games follows what seldom happens in them. Recordings written by hand."""

import pytest

from tests.builder import Board
from tests.conformance.by_hand import HandRecording, spelled
from tests.rules.battles import Battle
from tests.rules.westeros_phase import draw

WILDLINGS = "westeros/wildlings-attack/"
HORDE = WILDLINGS + "the-horde-descends-nights-watch-victory/player-mustering"
KING = WILDLINGS + "a-king-beyond-the-wall-wildling-victory/simple-choice"
MUSTERING = "westeros/mustering/player-mustering"
CONSOLIDATE = "action/resolve-consolidate-power/resolve-single-consolidate-power"
STARRED = "action/resolve-consolidate-power/player-mustering"
COMBAT = "action/resolve-march-order/combat/"
BIDS_DONE = {"type": "wildling-bidding"}


def new(to, area="winterfell", **more):
    """A recruit."""
    return {"area": area, "to": to, **more}


def raised(to, area="winterfell"):
    """A Footman turned into something better."""
    return new(to, area, upgrade="footman")


def board(**power):
    """Three houses without any pieces on the board; Stark acts first, Lannister has the Raven."""
    found = Board(players=3, rulings="online").clear().set_track("iron_throne", "stark")
    found.set_track("fiefdoms", "stark").set_track("kings_court", "lannister", "stark")
    return found.set_power(**{"baratheon": 0, "lannister": 0, "stark": 0, **power})


def last_westeros(found, **cards):
    """The Westeros phase of the last round."""
    draw(found, **cards)
    found.set(round_no=10)
    return found


def bid_all(record, *events, then=(), **bids):
    """Bids against the Wildlings; houses without Power are not asked, and act last.

    ``then``: what the record settles by itself after the last bid.
    """
    for house, number in bids.items():
        last = house == list(bids)[-1]
        rest = ["bid 0"] * (3 - len(bids)) if last else []
        record.step(
            "bid",
            house,
            WILDLINGS + "bidding",
            {"about": "wildlings-attack", "bid": number},
            f"bid {number}",
            *rest,
            *(then if last else ()),
            options={"max": int(record.board.power(house))},
            events=(BIDS_DONE, *events) if last else (),
        )


def replayed(record, checking=False):
    """The outcome of a recording that is followed to its end."""
    outcome = record.replay(checking)

    assert outcome.problem == ""
    assert outcome.finished
    assert outcome.decisions == len(record.steps)
    assert outcome.equal == outcome.compared
    return outcome


def test_two_musterings_of_one_house_in_a_row():
    """The Horde Descends rewards Stark, who then musters first by the Westeros card."""
    found = board(stark=12).set_wildlings("the_horde_descends")
    record = HandRecording(last_westeros(found, threat=8, first="mustering"))
    bid_all(record, stark=12)
    record.musters(
        "stark", HORDE, {"winterfell": [new("footman")]}, "area winterfell", "unit footman", "done"
    )
    record.musters(
        "stark",
        MUSTERING,
        {"winterfell": [raised("knight"), new("footman")]},
        "done",
        "unit knight",
    )
    record.nobody_musters("baratheon", "lannister")
    record.end(stark=2)

    replayed(record)
    assert record.shown["areas"]["winterfell"]["units"] == ["footman", "knight"]


def test_a_proposal_of_recruits_ends_with_the_mustering_it_is_for():
    """Stark's last order musters in one castle area; another musters in the round after it."""
    found = board().units("white_harbor", "stark", footman=1)
    found.units("winterfell", "stark", footman=1).order("winterfell", "consolidate*")
    found.set_supply(stark=6).set_westeros("mustering", "last_days_of_summer", "sea_of_storms")
    record = HandRecording(found.at("consolidate", round_no=9))
    options = [{"area": "winterfell", "gain": 1, "can_muster": True}]
    use = {"area": "winterfell", "use": "muster"}
    record.step("consolidate", "stark", CONSOLIDATE, use, "choice b", options=options)
    here = {"castle": "winterfell", "recruit": [new("footman"), new("footman")]}
    there = {"castle": "white-harbor", "recruit": [new("footman", "white-harbor")]}
    probes = [{"recruits": [here], "valid": True}, {"recruits": [here, there], "valid": False}]
    record.musters(
        "stark", STARRED, {"winterfell": [new("knight")]}, "done", "unit knight", probes=probes
    )
    record.nobody_musters("stark", "baratheon", "lannister")
    record.end(stark=2)

    outcome = record.replay(checking=True)

    assert outcome.problem == ""
    assert outcome.finished
    assert outcome.checks["muster probe"] == 2
    assert outcome.differing["muster probe"] == 0


@pytest.mark.parametrize(
    ("standing", "recruits", "actions", "units"),
    [
        (1, [raised("knight")], ("upgrade knight", "status routed"), ["footman"]),
        (2, [raised("siege-engine")], ("upgrade siege_engine", "status routed"), ["footman"] * 2),
        (0, [raised("knight"), new("footman")], ("upgrade knight", "unit footman"), ["footman"]),
    ],
)
def test_a_routed_footman_is_upgraded_if_the_record_did_so(standing, recruits, actions, units):
    """The record names no status; it shows in what stands and lies there afterwards."""
    found = board().units("winterfell", "stark", routed=True, footman=1).set_supply(stark=6)
    if standing:
        found.units("winterfell", "stark", footman=standing)
    found.order("winterfell", "consolidate*").units("lannisport", "lannister", footman=1)
    found.order("lannisport", "consolidate*")
    record = HandRecording(found.at("consolidate", round_no=10))
    use = {"area": "winterfell", "use": "muster"}
    record.step("consolidate", "stark", CONSOLIDATE, use, "choice b")
    record.musters("stark", STARRED, {"winterfell": recruits}, *actions, decline=True)

    assert record.shown["areas"]["winterfell"]["units"] == units
    assert record.shown["areas"]["winterfell"]["routed"] == [recruits[0]["to"]]

    use = {"area": "lannisport", "use": "power"}
    record.step("consolidate", "lannister", CONSOLIDATE, use, "choice a")

    replayed(record)


def test_a_choice_that_the_record_answers_by_itself():
    """A King Beyond the Wall: Stark falls without a question, then is asked by a Westeros card."""
    found = board(lannister=1, stark=1).set_wildlings("a_king_beyond_the_wall")
    found.set_track("iron_throne", "stark", "lannister", "baratheon")
    record = HandRecording(last_westeros(found, threat=8, third="put_to_the_sword"))
    fall = {"type": "a-king-beyond-the-wall-house-reduce-track"}
    bid_all(
        record,
        {"type": "a-king-beyond-the-wall-lowest-reduce-tracks", "lowestBidder": "baratheon"},
        {**fall, "house": "stark", "trackI": 2},
        stark=1,
        lannister=1,
        then=("track kings_court",),
    )
    labels = ["Fiefdoms", "King's Court"]
    record.step(
        "choice",
        "lannister",
        KING,
        {"about": "a-king-beyond-the-wall", "index": 0, "label": labels[0]},
        "track fiefdoms",
        options={"labels": labels},
        events=({**fall, "house": "lannister", "trackI": 1},),
    )
    labels = ["No Defense Orders", "No March +1 Orders", "No restrictions"]
    record.step(
        "choice",
        "stark",
        "westeros/put-to-the-sword/simple-choice",
        {"about": "put-to-the-sword", "index": 2, "label": labels[2]},
        "choice c",
        options={"labels": labels},
    )
    record.end()

    replayed(record)
    assert record.shown["kings_court"] == ["lannister", "baratheon", "stark"]
    assert record.shown["fiefdoms"] == ["stark", "baratheon", "lannister"]


def test_ports_are_compared_when_the_march_has_ended():
    """Arianne Martell keeps the victors out; the Ships sink only after Patchface."""
    found = Battle(
        "baratheon", "kingswood", "3 knight", "martell", "storms_end", "footman", rulings="online"
    )
    found.units("port_of_storms_end", "martell", ship=1).order("port_of_storms_end", "support")
    idle = found.idle
    found.at("march", round_no=10)
    record = HandRecording(found)
    moves = [{"to": "storms-end", "units": ["knight"] * 3}]
    march = {"from": "kingswood", "moves": moves, "leave_power_token": False}
    state = "action/resolve-march-order/resolve-single-march-order"
    record.step("march", "baratheon", state, march, "area storms_end", "count 3", "no")
    cards = [["baratheon", "patchface"], ["martell", "arianne-martell"]]
    stats = [
        {"house": "baratheon", "isWinner": True, "total": 7},
        {"house": "martell", "isWinner": False, "total": 2},
    ]
    hands = {house: spelled(found.hand(house)) for house, _ in cards}
    for house, card in cards:
        events = (
            {"type": "combat-house-card-chosen", "houseCards": cards},
            {"type": "combat-result", "stats": stats},
        )
        record.step(
            "house_card",
            house,
            COMBAT + "choose-house-card",
            {"card": card, "asks_blade_prompt": False},
            f"card {card.replace('-', '_')}",
            options={"cards": hands[house]},
            events=events if house == "martell" else (),
        )
    areas = spelled(found.legal_names("area"))
    record.step(
        "retreat",
        "martell",
        COMBAT + "post-combat/resolve-retreat/select-region",
        {"area": "the-boneway"},
        "area the_boneway",
        options={"areas": areas},
        still=("port-of-storms-end",),
    )

    assert (found.phase, found.size("port_of_storms_end")) == ("PATCHFACE", 1)
    assert record.shown["areas"]["port-of-storms-end"]["units"] == ["ship"]

    ability = (
        "post-combat/after-combat-house-card-abilities/house-card-resolution/patchface-ability"
    )
    record.step(
        "choice",
        "baratheon",
        COMBAT + ability + "/simple-choice",
        {"about": "patchface", "index": 1, "label": "Ignore"},
        "done",
    )
    assert "units" not in record.shown["areas"]["port-of-storms-end"]
    march = {"from": "the-arbor", "moves": [], "leave_power_token": False}
    record.step("march", idle, state, march, "done")

    replayed(record)
