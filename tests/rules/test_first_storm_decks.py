"""1st edition with the Westeros and Wildling cards of A Storm of Swords."""

import numpy as np

from got_env.games import get_game
from got_env.westeros.rules.vocabulary import WesterosCard, WildlingCard
from tests.first_edition import HOUSES, board, empty
from tests.rules.marks import rule

QUIET = ("last_days_of_summer", "last_days_of_summer", "sea_of_storms")
CARDS = {
    "massing_on_the_milkwater",
    "mammoth_riders",
    "a_king_beyond_the_wall",
    "rattleshirts_raiders",
    "crow_killers",
}


def draw(b, first=QUIET[0], second=QUIET[1], third=QUIET[2], threat=0):
    """The Westeros phase with these cards, to its first decision."""
    return b.set(threat=threat).set_westeros(first, second, third).at("westeros")


def bid(b, **bids):
    """Answer one auction; houses that are not named bid nothing."""
    while b.phase == "BID":
        b.do(f"bid {bids.get(b.player, 0)}")
    return b


def attack(b, card, strength=4, **bids):
    """An attack of strength 4 or more with a Wildling card on top, to the first question after."""
    b.set_wildlings(card)
    draw(b, third="wildlings_attack", threat=strength - 4)
    return bid(b, **bids)


def lost_to(card, b, lowest="stark"):
    """An attack that is lost, with one House alone bidding least."""
    return attack(b, card, 12, **{house: 1 for house in b.houses if house != lowest})


def beaten_by(card, b, highest="stark"):
    """An attack that one House beats alone."""
    b.set_power(**{highest: 12})
    return attack(b, card, 4, **{highest: 8})


def wild(b):
    return [WildlingCard(card).name.lower() for card in b.value("wild_deck") if card >= 0]


# --- Westeros decks


@rule("ASOS-OPT2-01", "ASOS-OPT2-02")
def test_the_new_decks_replace_the_old_ones():
    b = board(westeros_decks="asos")
    decks = [[WesterosCard(card).name.lower() for card in deck] for deck in b.value("deck")]

    assert [len(deck) for deck in decks] == [10, 10, 10]
    assert sorted(set(decks[0])) == [
        "a_throne_of_blades",
        "last_days_of_summer",
        "mustering",
        "supply",
        "winter_is_coming",
    ]
    assert "dark_wings_dark_words" in decks[1]
    assert {"punish_the_guilty", "swing_the_sword", "wildlings_attack"} < set(decks[2])
    assert not {"claim_westeros", "hidden_schemes"} & set(decks[2])
    old = [WesterosCard(card).name.lower() for card in board().value("deck").ravel()]
    assert not {"punish_the_guilty", "a_throne_of_blades"} & set(old)


@rule("ASOS-OPT2-03", "ASOS-WEST-05")
def test_every_icon_counts_whatever_a_choice_card_becomes():
    b = draw(
        board(westeros_decks="asos"),
        "a_throne_of_blades",
        "dark_wings_dark_words",
        "swing_the_sword",
    )

    assert b.value("threat") == 6
    assert (b.phase, b.player) == ("WESTEROS_CHOICE", b.track("iron_throne")[0])
    b.do("choice c")
    assert (b.phase, b.player) == ("WESTEROS_CHOICE", b.track("kings_court")[0])
    b.do("choice c")
    assert (b.phase, b.value("threat")) == ("ORDER", 6)


@rule("ASOS-OPT2-04", "ASOS-WEST-01", "ASOS-WEST-02", "ASOS-WEST-09")
def test_a_throne_of_blades_is_chosen_by_the_holder_of_the_token():
    b = board(westeros_decks="asos", house_cards="asos")
    b.set(throne=b.seat("baratheon")).set_track("iron_throne", "stark")
    draw(b, "a_throne_of_blades")
    assert b.player == "baratheon"
    assert b.legal() == {"choice a", "choice b", "choice c"}
    b.do("choice b")

    assert b.phase.startswith("MUSTER")


@rule("ASOS-OPT2-04", "ASOS-WEST-03")
def test_dark_wings_dark_words_pays_or_opens_auctions():
    assert (
        draw(board(westeros_decks="asos"), second="dark_wings_dark_words").do("choice a").phase
        == "BID"
    )
    b = draw(board(westeros_decks="asos"), second="dark_wings_dark_words").do("choice b")
    assert (b.phase, sum(b.power(house) for house in HOUSES) > 25) == ("ORDER", True)


@rule("ASOS-OPT2-04", "ASOS-OPT2-05")
def test_the_blades_holder_may_let_the_wildlings_attack():
    b = draw(board(westeros_decks="asos"), third="punish_the_guilty", threat=4)
    game = get_game("agot1e")
    texts = [game.actions.text(b.states, 0, a) for a in range(62, 65)]
    assert texts == [
        "westeros wildlings_attack",
        "westeros swing_the_sword",
        "westeros last_days_of_summer",
    ]
    assert (b.phase, b.player) == ("WESTEROS_CHOICE", b.track("fiefdoms")[0])
    b.do("choice a")

    assert (b.phase, b.value("wild_strength")) == ("BID", 8)  # two icons came first
    assert bid(b, stark=5, lannister=4).value("threat") == 0


@rule("ASOS-OPT2-06", "ASOS-WEST-08")
def test_swing_the_sword_does_nothing_without_leaders():
    b = draw(board(westeros_decks="asos"), third="swing_the_sword")
    assert (b.phase, b.value("round_no")) == ("ORDER", 2)

    b = draw(board(westeros_decks="asos"), third="punish_the_guilty").do("choice b")
    assert b.phase == "ORDER"


def test_new_kinds_are_seen_in_the_places_of_kinds_that_no_deck_has():
    game = get_game("agot1e")
    b = draw(board(westeros_decks="asos"), third="swing_the_sword")
    seen = np.zeros((1, game.observation.size), dtype=np.int8)
    game.kernels.observe(b.states, np.zeros(1, dtype=np.int8), seen)
    table = {}
    at = sum(int(np.prod(block.shape)) for block in game.observation.blocks[:2])
    for name, size, _ in game.observation.blocks[2].fields:
        table[name] = seen[0, at : at + size]
        at += size

    assert np.flatnonzero(table["revealed"][30:]).tolist() == [WesterosCard.WEB_OF_LIES]
    places = b.rules["westeros_place"]
    assert places[WesterosCard.PUNISH_THE_GUILTY] == WesterosCard.PUT_TO_THE_SWORD


# --- Wildling cards


@rule("ASOS-OPT5-03")
def test_five_cards_are_shuffled_face_down():
    decks = {tuple(wild(board(seed=seed, wildling_cards="on"))) for seed in range(8)}

    assert all(set(deck) == CARDS and len(deck) == 5 for deck in decks)
    assert len(decks) > 1
    assert not board(wildling_cards="on").value("wild_known").any()
    assert wild(board()) == []


@rule("ASOS-OPT5-02")
def test_the_card_is_turned_up_before_any_westeros_card_is_resolved():
    b = board(wildling_cards="on").set_wildlings("crow_killers")
    draw(b, second="clash_of_kings", third="wildlings_attack")

    assert b.phase == "BID"
    assert b.frame[2] == 0  # for the Iron Throne track, long before the attack
    assert WildlingCard(b.value("wild_card")).name.lower() == "crow_killers"
    told = get_game("agot1e").words.snapshot(b.states, 0)["wildlings"]
    assert (told["card"], told["strength"]) == ("crow_killers", 0)
    get_game("agot1e").records.check(b.states)


@rule("ASOS-OPT5-02")
def test_no_card_is_turned_up_without_an_attack():
    b = draw(board(wildling_cards="on"), second="clash_of_kings")

    assert b.value("wild_card") == -1


@rule("ASOS-OPT5-04")
def test_an_attack_by_choice_turns_its_card_up_when_it_is_picked():
    b = board(wildling_cards="on", westeros_decks="asos").set_wildlings("mammoth_riders")
    draw(b, third="punish_the_guilty", threat=4)
    assert b.value("wild_card") == -1
    b.do("choice a")

    assert b.phase == "BID"
    assert WildlingCard(b.value("wild_card")).name.lower() == "mammoth_riders"


@rule("ASOS-OPT5-03", "ASOS-OPT5-05")
def test_a_resolved_card_goes_face_up_to_the_bottom_and_the_threat_to_zero():
    b = beaten_by("rattleshirts_raiders", board(wildling_cards="on"))

    assert (b.phase, b.value("threat"), b.value("wild_card")) == ("ORDER", 0, -1)
    assert wild(b)[-1] == "rattleshirts_raiders"
    assert b.value("wild_known")[4] == (1 << 5) - 1
    b = lost_to("rattleshirts_raiders", board(wildling_cards="on"))
    assert b.do_until("ORDER").value("threat") == 0


@rule("ASOS-OPT5-01", "ASOS-WLD-02")
def test_mammoth_riders_cost_four_points_and_two():
    b = empty(wildling_cards="on")
    for i, house in enumerate(b.houses):
        b.units(
            ("winterfell", "lannisport", "highgarden", "pyke", "dragonstone")[i], house, footman=6
        )
    b = lost_to("mammoth_riders", b).do_until("ORDER")

    sizes = {house: sum(b.size(a) for a in b.areas if b.owner(a) == house) for house in b.houses}
    assert sizes == {house: 2 if house == "stark" else 4 for house in b.houses}


@rule("ASOS-WLD-02", "ASOS-OPT5-06")
def test_the_watch_takes_a_card_back_from_mammoth_riders():
    b = board(wildling_cards="on").set_hand("stark", "eddard_stark")
    b = beaten_by("mammoth_riders", b)

    assert (b.phase, b.player) == ("RECOVER_CARD", "stark")
    assert "done" in b.legal()


@rule("ASOS-WLD-01")
def test_massing_takes_the_strongest_card_and_random_ones():
    b = board(wildling_cards="on", house_cards="asos")
    b = lost_to("massing_on_the_milkwater", b)

    assert (b.phase, b.value("threat")) == ("ORDER", 0)
    assert b.discards("stark") == {"robb_stark"}
    assert all(len(b.discards(house)) == 1 for house in b.houses)
    taken = {
        card
        for seed in range(12)
        for card in lost_to("massing_on_the_milkwater", board(seed=seed, wildling_cards="on"))
        .do_until("ORDER")
        .discards("lannister")
    }
    assert len(taken) > 2


@rule("ASOS-WLD-01", "ASOS-DP-42")
def test_massing_asks_among_equally_strong_cards_and_spares_the_last_one():
    b = board(wildling_cards="on", house_cards="asos")
    b.set_hand("stark", "eddard_stark", "jory_cassel", "bran_stark")
    b.set_hand("lannister", "tyrion_lannister")
    b = lost_to("massing_on_the_milkwater", b)

    assert (b.phase, b.player) == ("DISCARD_CARD", "stark")
    assert b.legal() == {"card eddard_stark", "card jory_cassel"}
    b.do("card jory_cassel")
    assert b.hand("stark") == {"eddard_stark", "bran_stark"}
    assert b.hand("lannister") == {"tyrion_lannister"}


@rule("ASOS-WLD-01")
def test_the_watch_gains_nothing_from_massing():
    b = board(wildling_cards="on").set_hand("stark", "eddard_stark")
    b = beaten_by("massing_on_the_milkwater", b)

    assert (b.phase, b.hand("stark")) == ("ORDER", {"eddard_stark"})


@rule("ASOS-WLD-03", "ASOS-OPT5-06")
def test_a_king_beyond_the_wall_sends_houses_down_the_tracks():
    b = board(wildling_cards="on").set_track("iron_throne", "stark", "lannister", "tyrell")
    b = lost_to("a_king_beyond_the_wall", b)

    assert [b.track(track)[-1] for track in ("iron_throne", "fiefdoms", "kings_court")] == [
        "stark"
    ] * 3
    asked = []
    while b.phase == "DROP_TRACK":
        asked.append(b.player)
        assert b.legal() == {"track fiefdoms", "track kings_court"}
        b.do("track fiefdoms")
    assert asked == ["lannister", "tyrell", *[h for h in asked[2:]]]
    assert len(asked) == 4
    assert b.track("fiefdoms")[1:] == asked
    assert b.track("fiefdoms")[0] == "stark"


@rule("ASOS-WLD-03")
def test_the_watch_climbs_a_track_and_first_on_the_throne_takes_its_token():
    b = board(wildling_cards="on", house_cards="asos")
    b.set_track("iron_throne", "lannister", "stark").set(throne=b.seat("baratheon"))
    b = beaten_by("a_king_beyond_the_wall", b)
    assert (b.phase, b.player) == ("CLIMB_TRACK", "stark")
    b.do("track iron_throne")

    assert (b.track("iron_throne")[0], b.value("throne")) == ("stark", -1)


@rule("ASOS-WLD-04")
def test_rattleshirts_raiders_lower_supply_and_fit_armies_at_once():
    b = empty(wildling_cards="on").units("winterfell", "stark", footman=4)
    b.set_supply(stark=2, lannister=1, tyrell=0, greyjoy=6, baratheon=3)
    b = lost_to("rattleshirts_raiders", b)

    assert (b.phase, b.player) in {("RECONCILE_UNIT", "stark"), ("RECONCILE_AREA", "stark")} or (
        b.size("winterfell") < 4
    )
    b.do_until("ORDER")
    levels = [int(b.value("supply")[b.seat(h)]) for h in b.houses]
    assert dict(zip(b.houses, levels, strict=True)) == {
        "baratheon": 2,
        "greyjoy": 5,
        "lannister": 0,
        "stark": 0,
        "tyrell": 0,
    }
    assert b.size("winterfell") == 2


@rule("ASOS-WLD-04")
def test_the_watch_gains_supply_up_to_six():
    b = beaten_by("rattleshirts_raiders", board(wildling_cards="on").set_supply(stark=2))
    assert b.value("supply")[b.seat("stark")] == 3
    b = beaten_by("rattleshirts_raiders", board(wildling_cards="on").set_supply(stark=6))
    assert b.value("supply")[b.seat("stark")] == 6


@rule("ASOS-WLD-05")
def test_crow_killers_degrade_knights():
    b = empty(wildling_cards="on").units("winterfell", "stark", knight=3)
    b.units("lannisport", "lannister", knight=3).units("pyke", "greyjoy", knight=1)
    b = lost_to("crow_killers", b).do_until("ORDER")

    def units(area):
        return b.count(area, "footman"), b.count(area, "knight")

    assert (units("winterfell"), units("lannisport"), units("pyke")) == ((3, 0), (2, 1), (1, 0))


@rule("ASOS-WLD-05")
def test_knights_die_where_no_footman_is_spare():
    b = empty(wildling_cards="on").units("winterfell", "stark", knight=2)
    b.units("castle_black", "stark", footman=5).units("karhold", "stark", footman=4)
    b = lost_to("crow_killers", b.set_supply(stark=6)).do_until("ORDER")

    assert (b.count("winterfell", "footman"), b.count("winterfell", "knight")) == (1, 0)


@rule("ASOS-WLD-05")
def test_the_watch_may_promote_two_footmen():
    b = empty(wildling_cards="on").units("winterfell", "stark", footman=3)
    b = beaten_by("crow_killers", b)
    assert (b.phase, b.player) == ("PROMOTE", "stark")
    b.do("area winterfell", "area winterfell")

    assert (b.count("winterfell", "knight"), b.phase) == (2, "ORDER")


@rule("ASOS-OPT5-05")
def test_bids_and_comparison_are_those_of_the_base_game():
    won = attack(board(wildling_cards="on"), "rattleshirts_raiders", 4, stark=3, tyrell=1)
    lost = attack(board(wildling_cards="on"), "rattleshirts_raiders", 6, stark=3, tyrell=1)

    assert won.value("supply")[won.seat("stark")] == board().value("supply")[won.seat("stark")] + 1
    assert lost.phase in {"WILDLING_TIE", "RECONCILE_AREA", "RECONCILE_UNIT", "ORDER"}


@rule("ASOS-EX-10", "ASOS-OQ-10")
def test_the_example_of_an_attack_with_a_card():
    b = board(wildling_cards="on", house_cards="asos").set_wildlings("massing_on_the_milkwater")
    draw(b, second="clash_of_kings", third="wildlings_attack", threat=4)
    assert b.value("threat") == 6  # one icon, two spaces of the track of the base game
    while not (b.phase == "BID" and b.frame[2] < 0):
        b.do("bid 0" if b.phase == "BID" else sorted(b.legal())[0])
    bid(b, baratheon=1, greyjoy=1, stark=1, tyrell=1)

    assert (b.phase, b.value("threat")) == ("ORDER", 0)
    assert b.discards("lannister") == {"ser_jaime_lannister"}
    assert all(len(b.discards(house)) == 1 for house in b.houses)
