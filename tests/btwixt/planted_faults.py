"""Faults for the checker of the rules to notice: each is planted into a position or an event.

A fault plants itself where it can, in a position as it was played, and says whether it did.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.btwixt.seen import COUNCIL, KNEEL, Seen, card, kinds

Fault = Callable[[Seen, int, Seen, list[str]], bool]
"""Gets a step; may change the position it leads to, and its events."""


def add_copy(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    now.zones["discards"].add(now.deck[0])
    return True


def lose_card(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    now.deck.pop()
    return True


def add_event(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    now.deck.append(now.zones["aside"].pop())
    return True


def double_ally(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    now.dead.add(now.ally_deck[0])
    return True


def swap_token(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    now.supply[1] -= 1
    now.supply[3] += 1
    return True


def forbid_card(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    if now.phase != "turn" or now.bound or now.on_table() or len(now.legal) < 3:
        return False
    now.legal.remove(min(now.legal))
    return True


def offer_any_card(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    now.legal |= set(range(KNEEL))
    return now.phase in ("turn", "draft")


def offer_far_council(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    now.legal.add(COUNCIL + 2)
    return now.phase == "token"


def pass_over(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    standing = set(range(now.players)) - now.kneeling - {now.player}
    if now.phase != "turn" or last.phase != "turn" or not standing:
        return False
    now.player = min(standing)
    now.bound.add(now.player)
    now.legal = {KNEEL} if now.hands[now.player] else now.legal
    return True


def stand_up(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    same = now.numbers["round_no"] == last.numbers["round_no"] and now.phase == "turn"
    if not same or not last.kneeling:
        return False
    now.kneeling -= last.kneeling
    return True


def take_back(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    p = last.player
    played = last.hands[p] - now.hands[p]
    if last.phase != "turn" or now.phase != "turn" or not played <= now.piles[p] or not played:
        return False
    if card(min(played)).does("on_play"):
        return False
    now.hands[p] |= played
    now.piles[p] -= played
    return True


def award(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    for i, event in enumerate(events):
        if "wins the bid" in event and not last.on_table() and last.phase == "turn":
            name, rest = event.split(" ", 1)
            events[i] = f"player_{int(name[-1]) % now.players + 1} {rest}"
            return True
    return False


def claim_far(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    for i, event in enumerate(events):
        if " claims " in event and now.players == 4:
            name, _ = event.rsplit(" ", 1)
            far = (int(name.split("_")[1].split(" ")[0]) + 1) % 4
            events[i] = f"{name} council_{far + 1}_{(far + 1) % 4 + 1}"
            return " sansa" not in name and " mance" not in name and " jaqen" not in name
    return False


def show_number(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    if last.phase != "token" or len(now.tokens) != len(last.tokens) + 1:
        return False
    place, number, _ = now.tokens[-1]
    now.tokens[-1] = (place, number, 1)
    return not any("power token goes" in event for event in events)


def new_round(last: Seen, now: Seen) -> bool:
    return now.numbers["round_no"] != last.numbers["round_no"] and now.phase == "turn"


def keep_first(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    now.numbers["first"] = now.player = last.numbers["first"]
    now.bound.add(now.player)
    now.legal = {KNEEL}
    calm = not any("first player" in e and "begins" not in e for e in events)
    return new_round(last, now) and calm and last.numbers["next_first"] < 0


def keep_pile(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    if not new_round(last, now) or not now.zones["discards"]:
        return False
    now.piles[0].add(now.zones["discards"].pop())
    return True


def stay_kneeling(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    now.kneeling.add((now.player + 1) % now.players)
    return new_round(last, now)


def skip_round(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    now.numbers["rounds_left"] -= 1
    return new_round(last, now)


def deal_nine(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    if not new_round(last, now) or now.numbers["rounds_left"] != now.players:
        return False
    now.deck.append(now.hands[now.player].pop())
    now.legal = {KNEEL}
    now.bound.add(now.player)
    return True


def turn_over_row(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    if not new_round(last, now) or not now.row or last.phase not in ("turn", "token"):
        return False
    if any("begins" in e and "round" not in e for e in events):
        return False
    if sum("is the current ally" in e or "brings" in e or "is killed" in e for e in events) > 1:
        return False
    now.numbers["current"], now.row[0] = now.row[0], now.numbers["current"]
    return not any("ally deck" in e or "looks at" in e for e in events)


def pass_wrong_way(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    if last.phase != "draft" or now.phase != "draft":
        return False
    now.hands = [now.hands[(p + 2) % now.players] for p in range(now.players)]
    now.legal = kinds(now.hands[now.player])
    return bool(now.numbers["pick_no"] == last.numbers["pick_no"] + 1)


def forget_death(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    if not now.dead or any("killed" in e or "brings" in e for e in events) or not last.dead:
        return False
    ally = min(last.dead & now.dead, default=None)
    if ally is None:
        return False
    now.dead.discard(ally)
    now.councils[0].add(ally)
    return not now.numbers["over"]


def wrong_place(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    now.places.reverse()
    return bool(now.numbers["over"]) and now.places != now.places[::-1]


def end_early(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    if last.numbers["season"] == 2 or now.numbers["over"]:
        return False
    now.numbers["over"] = 1
    now.phase = ""
    now.legal = set()
    return True


def learn_unasked(last: Seen, action: int, now: Seen, events: list[str]) -> bool:
    quiet = last.phase == now.phase == "turn" and action == KNEEL and not now.on_table()
    if not quiet or last.on_table() or any("wins" in e or "round" in e for e in events):
        return False
    now.known[0] |= now.hands[1]
    return bool(now.hands[1] - last.known[0])


FAULTS: dict[Fault, tuple[str, str]] = {
    add_copy: ("COMP-01", ""),
    lose_card: ("COMP-01", ""),
    add_event: ("SETUP-08", ""),
    double_ally: ("SETUP-03", ""),
    swap_token: ("COMP-01", ""),
    forbid_card: ("PLAY-04", ""),
    offer_any_card: ("PLAY-01", ""),
    offer_far_council: ("TOK-02", ""),
    pass_over: ("PLAY-09", ""),
    stand_up: ("KNEEL-02", ""),
    take_back: ("PLAY-02", ""),
    award: ("BID-02", ""),
    claim_far: ("CLAIM-01", ""),
    show_number: ("TOK-01", ""),
    keep_first: ("FIRST-01", ""),
    keep_pile: ("RESET-01", ""),
    stay_kneeling: ("RESET-02", ""),
    skip_round: ("ROUND-02", ""),
    deal_nine: ("TRACK-05", ""),
    turn_over_row: ("ROW-02", "revealed"),
    pass_wrong_way: ("DRAFT-03", "draft"),
    wrong_place: ("SCORE-03", ""),
    end_early: ("TRACK-04", ""),
    forget_death: ("KILL-02", ""),
    learn_unasked: ("HID-09", ""),
}
"""The rule that each breaks, and the variant that it needs."""
