"""The smallest positions of rare rules of A Storm of Swords, all of them, against a reference."""

from __future__ import annotations

import itertools

import pytest

from tests.claim.table import HOUSES, Table
from tests.references import bids, storm
from tests.rules.marks import rule

CARDS = ((), ("frey_galleys",), ("mercenary_transport",), ("frey_galleys", "mercenary_transport"))


def empty(house: str, cards: tuple[str, ...], stormy: bool) -> Table:
    """A board with nothing on it; a house holds some cards."""
    table = Table().clear().storm(stormy)
    for card in cards:
        table.ally(card, house)
    return table.set_track("iron_throne", house).set(garrison=0, neutral=0)


@rule("ASOS-ALLI-18", "ASOS-ALLI-21", "ASOS-ARROW-01", "ASOS-ARROW-04", "ASOS-WX-03", "ASOS-WX-04")
@pytest.mark.parametrize("stormy", [False, True])
def test_marches_go_wherever_the_reference_says(stormy):
    """One Footman in each area, for each house, in either weather, with each set of cards."""
    table = empty("stark", (), stormy)
    blank = table.states.copy()
    for house, cards, area in itertools.product(HOUSES, CARDS, storm.areas()):
        table.states[:] = blank
        for card in cards:
            table.ally(card, house)
        table.set_track("iron_throne", house)
        table.units(area, house, footman=1).order(area, "march+0").at("march")

        expected = storm.marches(area, house, stormy, cards)
        assert table.legal_names("area") == expected, (house, cards, area)


@rule("ASOS-ALLI-19", "ASOS-ALLI-20", "ASOS-ALLI-28", "ASOS-AC-28", "ASOS-WX-03", "ASOS-WX-04")
@pytest.mark.parametrize("stormy", [False, True])
def test_raids_reach_what_the_reference_says(stormy):
    """A Support order of some other house lies everywhere; with Raiders, Transport, or neither."""
    decks = ((), ("mercenary_raiders",), ("mercenary_raiders", "mercenary_transport"))
    table = empty("stark", (), stormy)
    blank = table.states.copy()
    for house, cards, area in itertools.product(HOUSES, decks, storm.areas()):
        table.states[:] = blank
        for card in cards:
            table.ally(card, house)
        table.set_track("iron_throne", house)
        table.units(area, house, footman=1).order(area, "raid")
        rivals = itertools.cycle(other for other in HOUSES if other != house)
        for other in storm.areas():  # each rival holds a third of them: nobody has won
            if other != area:
                table.units(other, next(rivals), footman=1).order(other, "support")
        table.at("raid")

        expected = storm.raids(area, house, stormy, cards)
        assert table.legal_names("area") == expected, (house, cards, area)


@rule("ASOS-TAC-22", "ASOS-TC-13")
def test_executions_change_places_on_any_track():
    """Every track, every order of the houses in which the two stand apart or side by side."""
    leader = "eddard_stark"
    for order, track in itertools.product(itertools.permutations(HOUSES), storm.TRACKS):
        table = Table().clear().prisoner(leader, "lannister").tactic(lannister="secure_hostages")
        table.units("seagard", "stark", footman=1).set_track(track, *order)
        table.set_westeros("last_days_of_summer", "last_days_of_summer", "swing_the_sword")
        table.at("westeros").do(f"leader {leader}", f"track {track}")

        assert table.track(track) == storm.exchanged(list(order), "lannister", "stark")


@rule("ASOS-WEST-05", "ASOS-WEST-07", "ASOS-WEST-12")
def test_claim_goes_to_the_highest_bid_and_the_lowest_is_barred():
    """All bids of 0 to 2 of four houses."""
    table = Table().clear().units("seagard", "stark", footman=1)
    table.set_power(**dict.fromkeys(HOUSES, 2)).set_track("iron_throne", *HOUSES)
    table.set_westeros("last_days_of_summer", "last_days_of_summer", "claim_westeros")
    table.at("westeros")
    asked = table.states.copy()
    for amounts in itertools.product(range(3), repeat=4):
        table.states[:] = asked
        made = {}
        for _ in HOUSES:
            made[table.player] = amounts[len(made)]
            table.do(f"bid {made[table.player]}")
        highest, lowest = bids.claim_ends(made)
        gained, barred = follow(table, highest, lowest)

        assert gained in highest, made
        assert barred in lowest, made
        assert all(table.power(house) <= 2 - n for house, n in made.items())


def follow(table: Table, highest: set[str], lowest: set[str]) -> tuple[str, str]:
    """Settle ties and the source of the token; who gained the claim, who is barred."""
    while table.phase in ("CLAIM_TIE", "CLAIM_SOURCE"):
        if table.phase == "CLAIM_SOURCE":
            table.do("no")
            continue
        asked = highest if not table.frame[3] else lowest
        offered = table.legal_names("seat")
        assert offered <= asked, (offered, asked)
        table.do(f"seat {min(offered)}")
    tokens = [HOUSES[int(p)] for p in table.value("claim_track") if p >= 0]
    barred = [
        house for p, house in enumerate(HOUSES) if int(table.value("tactics_barred")) >> p & 1
    ]
    assert (len(tokens), len(barred)) == (1, 1)
    return tokens[0], barred[0]


@rule("ASOS-ALLI-12", "ASOS-ALLI-24", "ASOS-DP-07")
@pytest.mark.parametrize("deck", ["arryn", "frey", "tyrell"])
def test_plots_steal_from_whoever_holds_a_card_of_the_deck(deck):
    """Every subset of the other houses holds one card, with and without Power to pay."""
    cards = [f"{deck}_military_support", f"{deck}_political_support", f"{deck}_army"]
    others = [house for house in HOUSES if house != "stark"]
    for held, power in itertools.product(itertools.product((0, 1), repeat=3), (2, 3)):
        table = Table().clear().units("seagard", "stark", footman=1)
        owners = {h: {c} for h, c, has in zip(others, cards, held, strict=True) if has}
        for house, owned in owners.items():
            table.ally(min(owned), house)
        table.top(f"{deck}_plots").tactic(stark="forge_alliances").set_power(stark=power)
        table.set_track("iron_throne", "stark").at("tactics").do(f"deck {deck}")

        victims = storm.plot_victims(owners, "stark", deck)
        steals = {"choice b"} if victims and power > 2 else set()
        assert table.legal() == {"choice a"} | steals, (owners, power)
        if steals:
            table.do("choice b")
            assert len(victims) == 1 or table.legal_names("seat") == victims
