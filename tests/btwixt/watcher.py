"""An independent check of the rules: it watches a game step by step and objects to what is wrong.

Written from the ledger of the rules, docs/rules/btwixt.md, and from the facts of the cards; the
engine only shows it positions, legal actions and events. Where abilities may change what a rule
says, the rule is checked in the steps in which none was at work.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from tests.btwixt.seen import (
    ALLIES,
    ALLY,
    ALLY_IDS,
    COUNCIL,
    EVENTS,
    FIRST_EVENT,
    FIRST_WHITE,
    KIND_OF,
    KINDS,
    KNEEL,
    LEADER,
    LEADER_CARD,
    LEADERS,
    NO,
    ON_ALLY,
    RANDOM,
    SETUP,
    STANDARD,
    TOKENS,
    WHITES,
    Seen,
    card,
    copies,
    kinds,
)

SEASONS = ("summer", "autumn", "winter")
HANDS_CHANGE = re.compile(r"plays|discards|hand|gets a card|draws|bid pile")
LEARNS = re.compile(r"hand|gets a card|looks at|wins the bid")


class Broken(AssertionError):
    """A rule does not hold."""


def demand(holds: bool, rule: str, what: str = "") -> None:
    """Object unless something holds."""
    if not holds:
        raise Broken(f"BTW-{rule}: {what}")


def said(events: Iterable[str], pattern: str) -> list[tuple[str, ...]]:
    """Parts of the events that have a form."""
    found = (re.fullmatch(pattern, event) for event in events)
    return [match.groups() for match in found if match]


def seat(name: str) -> int:
    """Seat of a player by name."""
    return int(name.removeprefix("player_")) - 1


def council(name: str, players: int) -> int:
    """Council by the two seats it lies between, in either order."""
    a, b = (int(number) - 1 for number in name.removeprefix("council_").split("_"))
    return a if (a + 1) % players == b else b


# --- one position


def cards_are_whole(now: Seen) -> None:
    """Every influence card of this game is in one place, and no other is anywhere."""
    places: Counter[int] = Counter(now.deck)
    for zone in (*now.hands, *now.picked, *now.piles):
        places.update(zone)
    for name in ("discards", "gone", "own", "aside"):
        places.update(now.zones[name])
    if now.numbers["flight"] >= 0:
        places[now.numbers["flight"]] += 1
    game = {place for place in KIND_OF if place < FIRST_WHITE}
    if now.options["clash_draft"]:
        game = set(KIND_OF)
    elif now.options["advanced"]:
        owners = {LEADERS[leader] for leader in now.leaders if leader >= 0}
        game |= {place for place in KIND_OF if card(place).owner in owners}
    twice = [card(place).id for place, count in places.items() if count != 1]
    demand(not twice, "COMP-01", f"not once: {twice}")
    demand(set(places) == game, "COMP-01", f"{len(places)} cards, expected {len(game)}")
    plain = not (now.options["advanced"] or now.options["clash_draft"])
    if plain:
        blue = {place for place in KIND_OF if FIRST_EVENT <= place < FIRST_WHITE}
        demand(now.zones["aside"] == blue, "SETUP-08", "event cards are not set aside")


def allies_are_whole(now: Seen) -> None:
    """Every ally is in one place; one on its way to a council may be on its way only."""
    places = Counter([*now.ally_deck, *now.row, *now.peek, *now.dead])
    for allies in now.councils:
        places.update(allies)
    if now.numbers["current"] >= 0 and now.numbers["claimed"] < 0:
        places[now.numbers["current"]] += 1
    places.update(now.entering - set(places))
    demand(max(places.values()) == 1, "SETUP-03", "an ally is in two places")
    demand(len(places) == len(ALLIES), "SETUP-03", f"{len(places)} allies")


def tokens_are_whole(now: Seen) -> None:
    """All tokens with their numbers are in the supply, in councils or on the current ally."""
    numbers = Counter(now.supply)
    for place, number, _ in now.tokens:
        numbers[number] += 1
        demand(place == ON_ALLY or 0 <= place < now.players, "TOK-02", f"token at {place}")
    demand(numbers == Counter(TOKENS), "COMP-01", f"tokens {dict(numbers)}")


def playable(now: Seen, p: int) -> set[int]:
    """Cards of a hand that its leader may play: no white ones of another leader. BTW-AMB-41."""
    if not now.options["advanced"] or now.options["clash_draft"]:
        return now.hands[p]
    if now.options["stolen_white_played"]:
        return now.hands[p]
    return {c for c in now.hands[p] if card(c).owner in (None, LEADERS[now.leaders[p]])}


def choices_are_right(now: Seen) -> None:
    """Check that the choices fit the decision."""
    if now.numbers["over"]:
        demand(not now.legal, "END-01", "a choice after the end")
        return
    p, legal = now.player, now.legal
    demand(0 <= p < now.players and bool(legal), "DP", f"seat {p} cannot choose")
    match now.phase:
        case "turn":
            hand = kinds(playable(now, p))
            free = p not in now.bound
            free = free and not any(c.operates("restrict_action") for c in now.on_table())
            demand(p not in now.kneeling, "KNEEL-02", "a kneeling leader has a turn")
            demand(legal <= hand | {KNEEL}, "PLAY-01", "a card that is not in the hand")
            demand(bool(hand) or legal == {KNEEL}, "KNEEL-04", "no card, yet no need to kneel")
            demand(not free or legal == hand | {KNEEL}, "PLAY-04", "a turn without all choices")
        case "draft":
            demand(legal == kinds(now.hands[p]), "DRAFT-01", "a pick that is not in the pack")
        case "leader_card":
            free_cards = set(range(len(LEADERS))) - set(now.leaders)
            wanted = {LEADER_CARD + leader for leader in free_cards} | {RANDOM}
            demand(legal == wanted, "SETUP-06", "a leader card that is taken")
        case "token":
            demand(legal == {COUNCIL, COUNCIL + 1}, "TOK-02", "not the two own councils")
        case "placement":
            free = any(ALLIES[a].does("on_placement") for a in now.entering)
            demand(free or legal <= {COUNCIL, COUNCIL + 1}, "CLAIM-01", "not an own council")
        case "target":
            demand(legal <= {*range(LEADER, LEADER + now.players - 1), NO}, "DP-15", "no leader")
        case "ally":
            reach = now.dead.union(*now.councils)
            demand(legal <= {ALLY + a for a in reach} | {NO}, "ROW-04", "an ally out of reach")


POSITION: tuple[Callable[[Seen], None], ...] = (
    cards_are_whole,
    allies_are_whole,
    tokens_are_whole,
    choices_are_right,
)


# --- one step


def turns_go_round(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """After a turn the next leader who does not kneel has one, until all kneel."""
    same = now.numbers["round_no"] == last.numbers["round_no"] and not now.numbers["over"]
    won = bool(said(events, r"\w+ wins the bid with -?\d+"))
    season_begins = bool(said(events, r"(summer|autumn|winter) begins"))
    if same and not won and not season_begins and last.phase == "turn":
        demand(last.kneeling <= now.kneeling, "KNEEL-02", "a leader rises during a round")
    if now.phase == "turn" and not same:
        demand(now.player == now.numbers["first"], "PLAY-01", "the first player does not begin")
    elif last.phase == now.phase == "turn" and not said(events, r"\w+ must play, but .*"):
        order = now.clockwise((last.player + 1) % now.players)
        expected = next((p for p in order if p not in now.kneeling), None)
        demand(now.player == expected, "PLAY-09", f"seat {now.player} before {expected}")
    if now.phase == "turn" and same:
        demand(not won, "PLAY-05", "a bid is won while somebody stands")


def turn_does_its_part(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """A card leaves the hand for the pile, or the leader kneels; plain ones do nothing else."""
    if last.phase != "turn" or now.phase != "turn":
        return
    if now.numbers["round_no"] != last.numbers["round_no"]:
        return
    p = last.player
    if action == KNEEL:
        demand(p in now.kneeling, "KNEEL-01", "a leader kneels and stands")
    elif not KINDS[action].does("on_play"):
        played = last.hands[p] - now.hands[p]
        demand(kinds(played) == {action} and len(played) == 1, "PLAY-02", "another card")
        demand(now.piles[p] == last.piles[p] | played, "PLAY-02", "not in the bid pile")
        for q in set(range(now.players)) - {p}:
            demand(now.hands[q] == last.hands[q], "PLAY-07", f"hand of seat {q}")
            demand(now.piles[q] == last.piles[q], "PLAY-02", f"pile of seat {q}")
        demand(now.councils == last.councils, "PLAY-02", "a council changes")


def hands_are_kept(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """Hands change by plays and abilities only, as long as the season lasts; none after winter."""
    if last.phase in ("draft", "leader_card") or said(events, r"(\w+) begins"):
        return
    if not any(HANDS_CHANGE.search(event) for event in events):
        demand(now.hands == last.hands, "RESET-03", "a hand changes by itself")


def bid_is_read(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """The highest total wins, of equal ones the first in first-player order."""
    if last.phase != "turn" or action != KNEEL:
        return
    bids = said(events, r"(\w+) wins the bid with (-?\d+)")
    standing = set(range(last.players)) - last.kneeling - {last.player}
    if any(piece.does("on_kneel", "during_round", "while_in_pile") for piece in last.on_table()):
        return
    demand(bool(bids) == (not standing), "PLAY-05", f"{standing} stand, bids won: {bids}")
    if not bids or last.options["negative_influence"]:
        return
    totals = [
        max(0, added + sum(max(0, card(c).number + last.changed.get(c, 0)) for c in pile))
        for pile, added in zip(last.piles, last.added, strict=True)
    ]
    winner = max(last.clockwise(last.numbers["first"]), key=lambda p: totals[p])
    expected = (f"player_{winner + 1}", str(totals[winner]))
    demand(bids[0] == expected, "BID-02", f"{bids[0]} wins, expected {expected}")


def claim_follows(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """The winner places the current ally in an own council, steered by the neighbours alone."""
    claims = said(events, r"(\w+) claims (\w+) for (\w+)")
    bids = said(events, r"(\w+) wins the bid with -?\d+")
    for who, name, where in claims:
        p, c = seat(who), council(where, now.players)
        ally = ALLY_IDS.index(name)
        own = c in now.own_councils(p) or ALLIES[ally].does("on_placement")
        demand(own, "CLAIM-01", f"{who} claims {name} for {where}")
        demand(not bids or bids[0][0] == who, "CLAIM-01", f"{bids} but {who} claims")
        calm = not any(piece.does("after_bid_won") for piece in last.on_table())
        current = ally == last.numbers["current"] and not ALLIES[ally].does("on_placement")
        if bids and calm and current and not ALLIES[ally].does("after_bid_won"):
            left, right = (p + 1) % now.players, (p - 1) % now.players
            copies = [
                sum(
                    card(x).does("on_placement") and x not in last.zones["cancelled"]
                    for x in last.piles[q]
                )
                for q in (left, right)
            ]
            if copies[0] != copies[1]:
                wanted = p if copies[0] > copies[1] else right
                demand(c == wanted, "CARD-03", f"{copies} copies beside, yet {where}")
        moved = said(events, rf"(?:\w+ (?:moves|puts) )?({name}) .*") or said(
            events, rf"\w+ (?:moves|puts) ({name}) .*"
        )
        lies = ally in now.councils[c] or bool(moved)
        demand(lies, "CLAIM-05", f"{name} does not lie in {where}")


def token_follows(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """The token of a choice lies in that own council, and nobody has seen its number."""
    if last.phase != "token":
        return
    p = last.player
    chosen = p if action == COUNCIL else (p - 1) % last.players
    gained = [place for place, _, _ in now.tokens[len(last.tokens) :]]
    moved = said(events, r"a power token goes from .*")
    if len(now.tokens) > len(last.tokens) and not moved:
        demand(chosen in gained, "TOK-02", f"a token for {chosen}, found at {gained}")
        demand(not now.tokens[len(last.tokens)][2], "TOK-01", "somebody has seen the number")
    gains = said(events, r"(\w+) gains a power token for (\w+)")
    if gains:
        name, where = gains[0]
        demand(seat(name) == p, "TOK-02", f"{name} gains the token of seat {p}")
        demand(council(where, now.players) == chosen, "TOK-02", f"a token for {where}")


def round_follows(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """Piles are discarded, leaders stand up, the first player is the next, the track moves on."""
    before, after = last.numbers, now.numbers
    rounds = SETUP[str(now.players)]["rounds_per_season"]
    begun = after["round_no"] != before["round_no"]
    new_season = bool(said(events, r"(summer|autumn|winter) begins"))
    demand(new_season or after["season"] == before["season"], "TRACK-02", "an untimely season")
    if not begun and not new_season:
        return
    in_season = (after["round_no"] - begun) % rounds
    if begun:
        demand(after["round_no"] == before["round_no"] + 1, "ROUND-04", "a round is left out")
        demand(after["rounds_left"] == rounds - 1 - in_season, "ROUND-02", "rounds of a season")
    demand(not any(now.piles), "RESET-01", "a pile outlasts its round")
    demand(not now.kneeling, "RESET-02", "a leader kneels at the start of a round")
    demand(not now.changed and not any(now.added), "RESET-01", "influence outlasts its round")
    if last.phase in ("draft", "leader_card"):
        return
    by_ability = said(events, r"(\w+) will be first player") or before["next_first"] >= 0
    expected = (before["first"] + 1) % now.players
    demand(bool(by_ability) or after["first"] == expected, "FIRST-01", "the first player")
    demand(new_season == (in_season == 0), "TRACK-02", "a season out of time")
    if not new_season and not any(HANDS_CHANGE.search(event) for event in events):
        left = set().union(*last.piles)
        demand(left <= now.zones["discards"] | now.zones["gone"], "RESET-01", "a card is not there")


def seasons_follow(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """A season follows once its rounds are over: new hands, a new deck, events, white cards."""
    before, after = last.numbers["season"], now.numbers["season"]
    if said(events, r"(summer|autumn|winter) begins") and last.numbers["round_no"]:
        demand(after == before + 1, "TRACK-03", f"{SEASONS[before]}, then {SEASONS[after]}")
        demand(last.numbers["rounds_left"] == 0, "TRACK-02", "a season ends before its time")
    begins = now.numbers["round_no"] == last.numbers["round_no"] + 1 or now.phase == "draft"
    dealt = begins and bool(said(events, r"(summer|autumn|winter) begins"))
    if not dealt:
        return
    n, table = now.players, SETUP[str(now.players)]
    first = SEASONS.index(table["short_seasons" if now.options["short"] else "seasons"][0])
    demand(after >= first, "SETUP-02", f"a game begins in {SEASONS[after]}")
    advanced = now.options["advanced"] and not now.options["clash_draft"]
    drafting = now.phase == "draft"
    share = 9 if advanced and (drafting or not now.options["draft"]) else 10
    white_dealt = advanced and not (drafting and not now.options["draft_includes_leader_specific"])
    for p in range(n):
        whites = {c for c in now.hands[p] if c >= FIRST_WHITE}
        size = 10 if white_dealt else share
        demand(len(now.hands[p]) == size, "TRACK-05", f"a hand of {len(now.hands[p])}")
        if advanced:
            owners = {card(c).owner for c in whites} - {LEADERS[now.leaders[p]]}
            demand(not owners and len(whites) == int(white_dealt), "LEAD-02", "white cards")
    demand(not now.zones["discards"], "TRACK-05", "cards are left on the discard pile")
    added = 0
    if advanced and not now.options["short_events"]:
        added = sum(table["advanced_event_cards_added"].get(s, 0) for s in SEASONS[first:after])
        demand(len(now.zones["aside"]) == len(EVENTS) - added, "EVT-01", "event cards")
    if now.options["clash_draft"]:
        added = len(EVENTS) + len(WHITES)
    deck = sum(KIND_OF[c] < len(STANDARD) for c in KIND_OF) + added - share * n
    if not now.options["short_events"]:
        demand(len(now.deck) == deck, "SETUP-10", f"a deck of {len(now.deck)}, expected {deck}")
    if now.options["revealed"]:
        laid = len(now.row) + (not drafting)
        demand(laid == min(n + 1, laid + len(now.ally_deck)), "ROW-01", f"a row of {laid}")


def ally_is_revealed(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """The leftmost ally of the row, or the top of the deck, becomes the current one."""
    if now.phase != "turn" or now.numbers["round_no"] == last.numbers["round_no"]:
        return
    words = "ally deck|looks at|is killed|brings|is the current ally"
    if len([event for event in events if re.search(words, event)]) > 1 or last.peek:
        return
    if said(events, r"(autumn|winter) begins") or last.phase not in ("turn", "token"):
        return
    source = last.row[:1] if last.row else last.ally_deck[-1:]
    if source:
        rule = "ROW-02" if last.row else "REVEAL-01"
        demand(now.numbers["current"] == source[0], rule, "another ally is revealed")


def picks_go_on(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """A pick is set aside; when all have picked, every pack goes to the same neighbour."""
    if last.phase != "draft":
        return
    p = last.player
    demand(last.numbers["pick_no"] <= 9, "DRAFT-05", "more than ten picks")
    if now.phase == "draft" and now.numbers["pick_no"] == last.numbers["pick_no"]:
        picked = now.picked[p] - last.picked[p]
        demand(kinds(picked) == {action}, "DRAFT-01", "another card is set aside")
        demand(now.hands[p] == last.hands[p] - picked, "DRAFT-01", "the pack")
        demand(now.player == (p + 1) % now.players, "DRAFT-04", "not the next leader")
    elif now.phase == "draft":
        n, table = now.players, SETUP[str(now.players)]
        season = SEASONS[now.numbers["season"]]
        short = "short_" if now.options["short"] else ""
        way = 1 if table[f"{short}draft_pass_direction"][season] == "left" else -1
        for q in set(range(n)) - {p}:
            demand(now.hands[(q + way) % n] == last.hands[q], "DRAFT-03", f"pack of seat {q}")


def deaths_are_kept(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """A killed ally lies in the dead pile, and leaves it by an ability only."""
    for (name,) in said(events, r"(\w+) is killed"):
        ally = ALLY_IDS.index(name)
        back = said(events, rf"\w+ (?:brings|claims) {name} .*|{name} is the current ally")
        alive = ally in now.entering or bool(back) or now.numbers["current"] == ally
        demand(ally in now.dead or alive, "KILL-01", f"{name} is not in the dead pile")
    for ally in last.dead - now.dead:
        name = ALLY_IDS[ally]
        back = ally in now.entering or any(name in event for event in events)
        demand(back, "KILL-02", f"{name} leaves the dead pile")


def knowledge_is_earned(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """Cards of other hands become known by what abilities show, and in no other way."""
    if last.phase in ("draft", "leader_card") or said(events, r"(\w+) begins"):
        return
    if now.phase in ("card", "target", "ability") or any(LEARNS.search(e) for e in events):
        return
    if any(piece.operates("look") for piece in (*last.on_table(), *now.on_table())):
        return
    for p in range(now.players):
        others = set().union(*(now.hands[q] for q in range(now.players) if q != p))
        demand((now.known[p] & others) <= last.known[p], "HID-09", f"seat {p} learns a card")


def game_ends(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """The game ends after the last round of winter, and the places are those of the scores."""
    final = last.numbers["season"] == 2 and last.numbers["rounds_left"] == 0
    if not now.numbers["over"]:
        return
    demand(final, "TRACK-04", "the game ends before its time")
    powers = [power_of(now, c) for c in range(now.players)]
    ranks = []
    for p in range(now.players):
        mine = [powers[c] for c in (p, (p - 1) % now.players)]
        allies = sum(len(now.councils[c]) for c in now.own_councils(p))
        ranks.append((min(mine), max(mine), allies))
    places = [sum(other > mine for other in ranks) for mine in ranks]
    demand(now.places == places, "SCORE-03", f"places {now.places}, expected {places}: {ranks}")
    first = next(p for p in now.clockwise(now.numbers["first"]) if places[p] == 0)
    demand(now.numbers["winner"] == first, "TIE-03", f"seat {now.numbers['winner']} wins")


def power_of(now: Seen, c: int) -> int:
    """Power of a council: its allies with their scoring abilities, and its tokens."""
    tokens = [number for place, number, _ in now.tokens if place == c]
    return sum(tokens) + sum(final_power(now, c, ally, tokens) for ally in now.councils[c])


def final_power(now: Seen, c: int, ally: int, tokens: list[int]) -> int:
    """Power of an ally at the end."""
    power = ALLIES[ally].number
    others = [ALLIES[a].number for a in now.councils[c] - {ally}]
    counts = {
        "ally_in_dead_pile": len(now.dead),
        "power_token_in_same_council": len(tokens),
        "token_of_value_1_in_same_council": tokens.count(1),
        "other_ally_in_same_council": len(others),
        "other_ally_in_same_council_with_power_at_most_2": sum(x <= 2 for x in others),
        "other_ally_in_same_council_with_power_at_least_5": sum(x >= 5 for x in others),
    }
    for effect in ALLIES[ally].effects:
        if effect["trigger"] != "end_game_scoring":
            continue
        condition = effect["condition"] or {"type": "always"}
        named = ALLY_IDS.index(condition["ally_id"]) if "ally_id" in condition else -1
        holds = {
            "always": True,
            "same_council_contains": named in now.councils[c],
            "any_council_contains": named in set().union(*now.councils),
            "dead_pile_contains": named in now.dead,
            "no_other_ally_in_council_with_power_at_least": all(
                x < condition.get("value", 0) for x in others
            ),
            "allies_in_council_fewer_than": len(others) + 1 < condition.get("value", 0),
        }[condition["type"]]
        amount = effect["amount"]
        if isinstance(amount, dict):
            bound, total = amount["max"], amount["each"] * counts[amount["per"]]
            far = bound is not None and abs(total) > abs(bound)
            amount = bound if far else total
        power += amount if holds else 0
    return max(0, power)


STEP: tuple[Callable[[Seen, int, Seen, list[str]], None], ...] = (
    turns_go_round,
    turn_does_its_part,
    hands_are_kept,
    bid_is_read,
    claim_follows,
    token_follows,
    round_follows,
    seasons_follow,
    ally_is_revealed,
    picks_go_on,
    deaths_are_kept,
    knowledge_is_earned,
    game_ends,
)


def watch(last: Seen, action: int, now: Seen, events: list[str]) -> None:
    """Check a step and the position it leads to.

    Raises:
        Broken: names the rule.
    """
    for rule in POSITION:
        rule(now)
    for check in STEP:
        check(last, action, now, events)


def sees_no_more(whole: Seen, shown: Seen, p: int) -> None:
    """Check a redacted record of a seat: its own hand, what it knows, nothing of the decks.

    Copies of a card are alike: a view may call them by other numbers.
    """
    demand(copies(shown.hands[p]) == copies(whole.hands[p]), "HID-01", "the own hand is hidden")
    for q in set(range(whole.players)) - {p}:
        seen = copies(whole.hands[q] & whole.known[p])
        demand(copies(shown.hands[q]) == seen, "HID-01", f"hand of seat {q}")
        demand(not shown.picked[q], "DRAFT-04", f"picks of seat {q}")
        known = copies(whole.known[q] & whole.hands[p])
        demand(copies(shown.known[q]) <= known, "HID-09", f"what seat {q} knows")
    demand(all(place < 0 for place in shown.deck), "HID-03", "the influence deck")
    for (_, number, known), (_, true, _) in zip(shown.tokens, whole.tokens, strict=True):
        open_to = whole.numbers["over"] or known >> p & 1
        demand(number in (0, true) and (open_to or not number), "HID-02", "a face-down token")
