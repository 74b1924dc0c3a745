"""Check that a record is a position: numbers in range, every piece in one place."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from got_env.btwixt.facts.facts import SEATS, Facts
from got_env.btwixt.position.cards import check_cards, first_season_of
from got_env.btwixt.position.ranges import check_in_range
from got_env.btwixt.position.refusing import refuse
from got_env.btwixt.position.stack import check_stack
from got_env.btwixt.rules.frames import PHASE, SOURCE
from got_env.btwixt.rules.options import Option, refuse_combination
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    CARD_WORDS,
    MAX_TOKEN,
    NONE,
    NUM_ALLIES,
    ON_ALLY,
    Phase,
    Season,
    Step,
)
from got_env.btwixt.words.names import bits
from got_env.core.batch.games import redeal_batch
from got_env.core.game import States
from got_env.core.limits import named


def check_states(facts: Facts, states: States) -> None:
    """Refuse records that no game leads to.

    All numbers are held against their table first: that is fast.

    Raises:
        ValueError: for the first; names the record and the field. Nothing is changed.
    """
    check_in_range(facts, states)
    for row in range(len(states)):
        try:
            check_pieces(facts, states, row)
        except ValueError as error:
            raise ValueError(f"{named(states, row)}: {error}") from None


def check_pieces(facts: Facts, states: States, row: int) -> None:
    """Refuse a record in which pieces are lost, in two places, or a question has no answer.

    Its numbers are within their limits.

    Raises:
        ValueError: names the field.
    """
    _check_course(states[row])
    _check_marks(facts, states[row])
    check_zones(facts, states[row])
    check_stack(facts, states, row)
    _check_redeals(facts, states, row)


def check_zones(facts: Facts, s: Any) -> None:
    """Refuse a record in which pieces are lost or in two places.

    Its numbers are within their limits.

    Raises:
        ValueError: names the field.
    """
    refuse_combination(tuple(int(value) for value in s["options"]))
    _check_leaders(s)
    check_cards(facts, s)
    _check_allies(facts, s)
    _check_tokens(s)


def _check_course(s: Any) -> None:
    """Refuse a round or an end to which the game cannot have come."""
    players, rules = int(s["num_players"]), RULES[s["ruleset"]]
    if not s["rng"].any():
        refuse("rng", "expected words that are not all 0")
    season, first = int(s["season"]), first_season_of(s)
    if season < first:
        refuse("season", f"{season}: expected at least {first}")
    rounds, now, left = int(rules["rounds"]), int(s["round_no"]), int(s["rounds_left"])
    last = rounds * (season - first + 1) if s["step"] > Step.CHOOSE_LEADERS else 0
    lowest = max(0, last - rounds)
    if not lowest <= now <= last:
        word = Season(season).name.lower()
        refuse("round_no", f"{now}: expected {lowest} to {last} in {word}")
    if left != last - now:
        refuse("rounds_left", f"{left}: expected {last - now} after round {now}")
    places = s["place"][:players]
    if s["over"]:
        if s["winner"] == NONE or s["place"][int(s["winner"])] != 0 or (places == NONE).any():
            refuse("winner", "a game that is over has a winner, and a place for every player")
        return
    if s["winner"] != NONE or (places != NONE).any():
        refuse("winner", "a game that goes on has neither a winner nor places")
    if s["step"] == Step.PLAY and s["turn"] == NONE:
        refuse("turn", f"{s['turn']}: expected a seat")
    if Step.BID < s["step"] < Step.RESET:
        for name in ("bid_winner", "bid_second"):
            if s[name] == NONE:
                refuse(name, f"{s[name]}: expected a seat, the bid is over")


def _check_marks(facts: Facts, s: Any) -> None:
    """Refuse marks of who is protected or held by whom on those who are neither."""
    for name, marked in (("kill_by_card", "no_kill"), ("move_by_card", "no_move")):
        strange = bits(int(s[name]) & ~int(s[marked]))
        if strange:
            refuse(name, f"{facts.ally_ids[strange[0]]}: expected allies of {marked}")
    strange = bits(int(s["held"]) & ~(int(s["must"]) | int(s["oath"])))
    if strange:
        refuse("held", f"{SEATS[strange[0]]}: expected seats of must or oath")
    if s["first_by_ally"] and s["next_first"] == NONE:
        refuse("first_by_ally", "1: expected 0, nobody was named to take the token")


def _check_redeals(facts: Facts, states: States, row: int) -> None:
    """Refuse a record that could not be dealt anew for a seat from what it knows."""
    players = int(states["num_players"][row])
    twins = np.repeat(states[row : row + 1], players)
    redeal_batch(twins, np.arange(players), np.arange(players))
    check_in_range(facts, twins)
    for zone, lying in _pieces(twins).items():
        expected = _pieces(states[row : row + 1])[zone]
        wrong = np.flatnonzero((lying != expected).any(axis=1))
        if len(wrong):
            refuse(zone, f"what seat {wrong[0]} does not know of them cannot be dealt to it anew")


def _pieces(states: States) -> dict[str, npt.NDArray[np.int64]]:
    """Every piece that is dealt: sets of all that lie anywhere, and how many they are."""
    cards = np.concatenate(
        [
            *(states[zone] for zone in ("hand", "picked", "pile")),
            *(states[zone][:, None] for zone in ("discards", "gone", "own", "aside")),
            *(
                np.stack([_bits(places - 64 * w) for w in range(CARD_WORDS)], axis=2)
                for places in (states["deck"], states["flight"][:, None])
            ),
        ],
        axis=1,
    )
    allies = np.concatenate(
        [
            states["council"],
            states["dead"][:, None],
            *(_bits(states[zone]) for zone in ("ally_deck", "row", "peek")),
        ],
        axis=1,
    )
    numbers = np.arange(MAX_TOKEN + 1)
    out = (states["token"][:, :, None] == numbers).sum(axis=1)
    out[:, 0] = 0
    return {
        "hand": np.concatenate(
            [np.bitwise_or.reduce(cards, axis=1), np.bitwise_count(cards).sum(axis=1)], axis=1
        ),
        "ally_deck": np.stack(
            [np.bitwise_or.reduce(allies, axis=1), np.bitwise_count(allies).sum(axis=1)], axis=1
        ),
        "tokens": out + states["supply"],
    }


def _bits(places: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """The set of each number from 0 to 63; the empty one of others."""
    inside = (places >= 0) & (places < 64)
    sets: npt.NDArray[np.int64] = np.where(
        inside, np.int64(1) << np.where(inside, places, 0).astype(np.int64), 0
    )
    return sets


def _check_allies(facts: Facts, s: Any) -> None:
    ids = facts.ally_ids
    where: dict[int, str] = {}

    def put(ally: int, zone: str) -> None:
        if ally in where:
            refuse(zone, f"{ids[ally]} is in {where[ally]} too: an ally is in one place")
        where[ally] = zone

    for c in range(len(s["council"])):
        for ally in bits(s["council"][c]):
            put(ally, f"councils[{c}]")
    for ally in bits(s["dead"]):
        put(ally, "dead")
    for zone, count in (("ally_deck", "ally_deck_n"), ("row", "row_n"), ("peek", "peek_n")):
        for i in range(int(s[count])):
            put(int(s[zone][i]), zone)
    if s["current"] != NONE and s["claimed"] == NONE:
        put(int(s["current"]), "current")
    for d in range(int(s["depth"])):
        frame = s["stack"][d]
        if frame[PHASE] in (Phase.ENTER, Phase.ENTERED, Phase.PLACEMENT):
            ally = int(frame[SOURCE]) - ALLY_SOURCE
            if where.get(ally) == "current":
                del where[ally]  # it is about to enter
            put(ally, f"stack[{d}].source")
    missing = sorted(set(range(NUM_ALLIES)) - where.keys())
    if missing:
        refuse("ally_deck", f"{ids[missing[0]]} is nowhere: every ally is somewhere")
    if s["claimed"] != NONE and s["current"] == NONE:
        refuse("claimed", "nobody claims without a current ally")
    if s["row_n"] and not s["options"][Option.REVEALED]:
        refuse("row_n", f"{s['row_n']}: expected 0 without the option 'revealed'")


def _check_tokens(s: Any) -> None:
    players = int(s["num_players"])
    for i in range(int(s["token_n"])):
        if players <= s["token_at"][i] < ON_ALLY:
            refuse(f"tokens[{i}].at", f"{s['token_at'][i]}: there is no such council")
    for number in range(1, MAX_TOKEN + 1):
        out = int((s["token"][: int(s["token_n"])] == number).sum())
        expected = int(RULES[s["ruleset"]]["token_numbers"][number])
        if out + int(s["supply"][number]) != expected:
            refuse(
                "tokens",
                f"{out} tokens of number {number} lie out and {s['supply'][number]} in the "
                f"supply: expected {expected} together",
            )


def _check_leaders(s: Any) -> None:
    chosen = [int(leader) for leader in s["leader"] if leader != NONE]
    if s["step"] > Step.CHOOSE_LEADERS and len(chosen) != int(s["num_players"]):
        refuse("leaders", f"{len(chosen)} leader cards: expected {s['num_players']}")
