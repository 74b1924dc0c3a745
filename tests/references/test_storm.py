"""The smallest positions of rare rules of A Storm of Swords, all of them, against a reference."""

from __future__ import annotations

import itertools

import pytest

from tests.claim.table import HOUSES, Table
from tests.references import storm
from tests.references.explored import ends
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


@rule("ASOS-ALLI-19", "ASOS-ALLI-20", "ASOS-ALLI-28", "ASOS-AC-28")
@pytest.mark.parametrize("cards", [(), ("mercenary_raiders",)], ids=str)
@pytest.mark.parametrize("order", ["raid", "raid*"])
def test_raids_remove_what_the_reference_says(order, cards):
    """From each area, in either weather; a rival's order lies on every second area.

    One is a March, which no raid removes: the game waits for it.
    """
    table = Table(claim_to_win="12").clear().set(garrison=0, neutral=0)
    blank = table.states.copy()
    for stormy, area, shift in itertools.product((False, True), storm.areas(), (0, 1)):
        table.states[:] = blank
        table.storm(stormy)
        for card in cards:
            table.ally(card, "stark")
        table.units(area, "stark", footman=1).order(area, order)
        targets = [a for a in storm.areas()[shift::2] if a != area]
        rivals = itertools.cycle(house for house in HOUSES if house != "stark")
        for target in targets:
            table.units(target, next(rivals), footman=1).order(target, "support")
        table.order(targets.pop(), "march+0").at("raid")

        laid = set(targets)
        ended = ends(table, lambda t: t.phase not in ("RAID_TARGET", "RAID_SECOND"), after_raid)
        found = {(frozenset(laid - left), kept) for left, kept in ended}
        most = 2 if order == "raid*" else 1
        expected = storm.raided(area, "stark", stormy, cards, targets, most)
        assert found == {(gone, kept and bool(cards)) for gone, kept in expected}, (area, stormy)


def after_raid(table: Table) -> tuple[frozenset[str], bool]:
    """Areas with orders, and whether Stark has the Raiders."""
    left = frozenset(area for area in storm.areas() if table.order_of(area) is not None)
    return left, table.holder("mercenary_raiders") == "stark"


# --- Claim Westeros

BONUSES: tuple[tuple[dict[str, int], tuple[str, ...]], ...] = (
    ({}, ()),
    ({"stark": 1}, ()),
    ({"stark": 2, "lannister": 1}, ()),
    ({"baratheon": 1}, ("greyjoy",)),
    ({"stark": 3}, ("stark", "lannister")),
)
"""Political Support cards of houses, and houses with Control Westeros."""
TRACKS: tuple[tuple[str, ...], ...] = (
    (),
    ("stark", "greyjoy"),
    ("stark", *("greyjoy",) * 5),
    ("baratheon", "stark") * 3,
)


def claim_westeros(power, bids, political, control, track):
    """Every end of the card, as the reference tells of one."""
    table = Table().clear().units("seagard", "stark", footman=1).tokens(*track)
    table.set_power(**power).tactic(**dict.fromkeys(control, "control_westeros"))
    supports = iter(f"{deck}_political_support" for deck in ("arryn", "frey", "tyrell"))
    for house, number in political.items():
        for _ in range(number):
            table.ally(next(supports), house)
    table.set_westeros("last_days_of_summer", "last_days_of_summer", "claim_westeros")
    table.at("westeros")
    while table.phase == "BID":
        table.do(f"bid {bids[table.player]}")

    def look(t: Table) -> storm.Claimed:
        left = frozenset((house, t.power(house)) for house in HOUSES)
        barred = int(t.value("tactics_barred"))
        (house,) = (house for p, house in enumerate(HOUSES) if barred >> p & 1)
        return storm.Claimed(tuple(h for h in t.track_tokens() if h), left, house)

    return ends(table, lambda t: t.phase not in ("CLAIM_TIE", "CLAIM_SOURCE"), look)


@rule("ASOS-WEST-05", "ASOS-WEST-06", "ASOS-WEST-07", "ASOS-WEST-10", "ASOS-WEST-11")
@rule("ASOS-WEST-12", "ASOS-ALLI-15", "ASOS-TAC-09", "ASOS-TRACK-03", "ASOS-AC-06")
@pytest.mark.parametrize("track", TRACKS, ids=len)
@pytest.mark.parametrize("bonus", BONUSES, ids=str)
def test_claim_westeros_ends_as_the_reference_says(bonus, track):
    """All bids of 0 to 2 of four houses, of which one has no more than it bids."""
    political, control = bonus
    power = {"baratheon": 2, "greyjoy": 3, "lannister": 5, "stark": 2}
    for amounts in itertools.product(range(3), repeat=4):
        bids = dict(zip(HOUSES, amounts, strict=True))
        totals = storm.claim_totals(bids, political, control)
        found = claim_westeros(power, bids, political, control, track)
        assert found == storm.claims(power, bids, totals, track), (bids, totals)


@rule("ASOS-WEST-11", "ASOS-TRACK-03", "ASOS-PROT-09")
@pytest.mark.parametrize("amount", [0, 1, 19, 20])
@pytest.mark.parametrize("number", [0, 1, 5, 6])
def test_what_was_bid_is_no_token_of_the_pool_yet(number, amount):
    """Stark has all 20 tokens before it or on the track, of which it bids some and wins."""
    track = ("stark",) * number
    power = dict.fromkeys(HOUSES, 0) | {"stark": 20 - number}
    bids = dict.fromkeys(HOUSES, 0) | {"stark": min(amount, 20 - number)}
    political = {"stark": 1}
    totals = storm.claim_totals(bids, political, ())

    found = claim_westeros(power, bids, political, (), track)
    assert found == storm.claims(power, bids, totals, track)


# --- Plots

AREAS = {
    "stark": "seagard",
    "lannister": "pinkmaiden",
    "baratheon": "stoney_sept",
    "greyjoy": "moat_cailin",
}
LEADERS = {"arryn": "littlefinger", "frey": "black_walder", "tyrell": "ser_loras_tyrell"}
NEXT = ("RAID_TARGET", "ACTIVATE")
"""Questions to Greyjoy after Plots, for its Raid order or a Leader with it."""
DRAWS = range(1, 7)
"""Random words of a game, of which each of two cards comes up."""


def plotted(deck: str, held: dict[str, str], power: int, supply: int) -> Table:
    """Stark has just taken Plots."""
    table = Table().clear().set_supply(stark=supply).set(garrison=0, neutral=0)
    for house, area in AREAS.items():
        table.units(area, house, footman=1)
    for card, house in held.items():
        row = storm.printed_ally(card)
        table.ally(card, house)
        if row["type"] == "army":
            units = {"allied_footman": row["footmen"], "allied_knight": row["knights"]}
            table.units(AREAS[house], house, **units)
        if row["leader"]:
            table.leader(row["leader"], AREAS[house], house)
    table.order(AREAS["greyjoy"], "raid")
    table.top(f"{deck}_plots").tactic(stark="forge_alliances").set_power(stark=power + 2)
    return table.set_track("iron_throne", "stark").at("tactics").do(f"deck {deck}")


def robbed(table: Table, deck: str) -> storm.Robbed:
    """End of a game in the form of the reference."""
    cards = [c for c in table.facts.alliance_words if c.startswith(deck)]
    holders = frozenset((c, house) for c in cards if (house := table.holder(c)))
    allied = tuple(
        (house, *units)
        for house, area in sorted(AREAS.items())
        if any(units := (table.count(area, "allied_footman"), table.count(area, "allied_knight")))
    )
    place = table.where(LEADERS[deck])
    leader = next((house for house, area in AREAS.items() if area == place), None)
    supply = int(table.value("supply")[table.seat("stark")])
    claim = table.track_tokens().count("stark")
    return storm.Robbed(holders, table.power("stark"), claim, supply, allied, leader)


def holdings(deck: str, most: int) -> list[dict[str, str]]:
    """Every way in which houses hold so many cards of a deck; two are held by others alone."""
    rows = storm.facts("asos", "alliance_cards")["cards"]
    cards = [row["id"] for row in rows if row["deck"] == deck and row["type"] != "plots"]
    found = []
    for number in range(most + 1):
        holders = [house for house in AREAS if number < 2 or house != "stark"]
        for some in itertools.combinations(cards, number):
            ways = itertools.product(holders, repeat=number)
            found += [dict(zip(some, houses, strict=True)) for houses in ways]
    return found


@rule("ASOS-ALLI-12", "ASOS-ALLI-13", "ASOS-ALLI-14", "ASOS-ALLI-24", "ASOS-ALLI-25")
@rule("ASOS-AC-21", "ASOS-AC-05", "ASOS-HID-04", "ASOS-PROT-08")
@pytest.mark.parametrize("power", [0, 1, 2, 17])
@pytest.mark.parametrize("deck", ["tyrell", "arryn", "frey"])
def test_plots_end_as_the_reference_says(deck, power):
    """Whoever holds a card or two; a random card of two is drawn in one game or another."""
    for held in holdings(deck, 2 if power == 2 else 1):
        supply = 6 if power == 1 else 5
        table, found = plotted(deck, held, power, supply), set()
        blank = table.states.copy()
        two = len(held) == 2 and len(set(held.values())) == 1
        for draw in DRAWS if two else DRAWS[:1]:
            table.states[:] = blank
            table.states["rng"] = [[draw * 7919, draw * 104729 + 1, 3 * draw, draw]]
            found |= ends(table, lambda t: t.phase in NEXT, lambda t: robbed(t, deck))

        assert found == storm.plots(held, "stark", power, supply), held


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
