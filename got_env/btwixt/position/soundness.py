"""Whether a record from outside is a position: numbers in range, every piece in one place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NoReturn

import numpy as np

from got_env.btwixt.actions import NUM_ACTIONS
from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.frames import (
    FLAGS,
    LEFT,
    MAX_DEPTH,
    PHASE,
    PLACE,
    PLAYER,
    PREVIOUS,
    ROW,
    SOURCE,
    TARGET,
    WAITING,
    YOU,
)
from got_env.btwixt.options import OPTIONS, Option, refuse_combination
from got_env.btwixt.position.fields import BY_CARD, BY_SEAT, NUMBERS
from got_env.btwixt.rules import RULES
from got_env.btwixt.rulesets import ruleset_of
from got_env.btwixt.vocabulary import (
    ALLY_SOURCE,
    CARD_PLACES,
    FIRST_DECISION,
    MAX_PEEK,
    MAX_ROWS,
    MAX_TOKEN,
    NONE,
    NUM_ALLIES,
    NUM_LEADERS,
    NUM_TOKENS,
    ON_ALLY,
    WHITES,
    Col,
    Event,
    Operation,
    Phase,
    Season,
    Step,
)
from got_env.btwixt.words.names import bits, card_refs, members
from got_env.core.batch.games import action_mask
from got_env.core.game import States
from got_env.core.limits import ANY_SEAT, ANY_SEATS, Limits, check_each, check_fields, named

_SEAT, _SEAT_OR_NONE, _SEATS = (0, ANY_SEAT), (NONE, ANY_SEAT), (0, ANY_SEATS)
_SET = (0, 2**62 - 1)
_ALLIES = (0, 2**NUM_ALLIES - 1)
_ALLY_OR_NONE = (NONE, NUM_ALLIES - 1)
_COUNT = (0, CARD_PLACES)
_CARD_OR_NONE = (NONE, CARD_PLACES - 1)


@cache
def state_limits(facts: Facts) -> dict[str, Limits]:
    """What the numbers of records may be, by field."""
    first = ruleset_of(facts, facts.player_counts[0])
    numbers = {**NUMBERS, **BY_SEAT, **BY_CARD}
    limits: dict[str, Limits] = {
        name: (number.low, number.high) for name, number in numbers.items()
    }
    return limits | {
        "place": _SEAT_OR_NONE,
        "rng": (0, 2**32 - 1),
        **dict.fromkeys(("hand", "picked", "pile", "known", "discards", "gone"), _SET),
        **dict.fromkeys(("gone_open", "own", "aside", "cancelled", "done", "met"), _SET),
        **dict.fromkeys(("council", "dead", "no_kill", "no_move", "acting"), _ALLIES),
        **dict.fromkeys(("kill_by_card", "move_by_card"), _ALLIES),
        "ruleset": (first, first + len(facts.player_counts) - 1),
        "num_players": (facts.player_counts[0], facts.player_counts[-1]),
        "winner": _SEAT_OR_NONE,
        "season": (0, len(Season) - 1),
        "step": (0, len(Step) - 1),
        "first": _SEAT,
        "next_first": _SEAT_OR_NONE,
        "turn": _SEAT_OR_NONE,
        "depth": (0, MAX_DEPTH),
        "stack": (
            [0, NONE, NONE, NONE, NONE, 0, NONE, -999, 0, NONE, NONE],
            [len(Phase) - 1, ANY_SEAT, MAX_ROWS - 1, ALLY_SOURCE + NUM_ALLIES - 1, ANY_SEAT]
            + [ANY_SEATS, ANY_SEAT, 999, 31, NUM_ALLIES - 1, 999],
        ),
        "current": _ALLY_OR_NONE,
        "claimed": _SEAT_OR_NONE,
        "bid_winner": _SEAT_OR_NONE,
        "bid_second": _SEAT_OR_NONE,
        "flight": _CARD_OR_NONE,
        **dict.fromkeys(("kneeling", "must", "oath", "held", "kneel_after"), _SEATS),
        **dict.fromkeys(("whites_out", "willing", "token_known"), _SEATS),
        "supply": (0, [0, *[NUM_TOKENS] * MAX_TOKEN]),
        "leader": (NONE, NUM_LEADERS - 1),
        **dict.fromkeys(("hand_n", "picked_n", "pile_n", "deck_n", "discards_n"), _COUNT),
        "own_n": (0, WHITES * 2),
        "deck": _CARD_OR_NONE,
        "ally_deck": _ALLY_OR_NONE,
        "ally_known": _SEATS,
        "ally_deck_n": (0, NUM_ALLIES),
        "row": _ALLY_OR_NONE,
        "row_n": (0, NUM_ALLIES),
        "peek": _ALLY_OR_NONE,
        "peek_n": (0, MAX_PEEK),
        "peek_at": (0, MAX_PEEK),
        "token_at": (0, ON_ALLY),
        "token": (0, MAX_TOKEN),
        "token_n": (0, NUM_TOKENS),
        "journal": ([0, NONE, -128, -128], [len(Event) - 1, ANY_SEAT, 127, 127]),
        "options": (0, [len(spec.values) - 1 for spec in OPTIONS.values()]),
    }


def check_states(facts: Facts, states: States) -> None:
    """Refuse records that no game leads to.

    Raises:
        ValueError: for the first; names the record and the field. Nothing is changed.
    """
    limits = state_limits(facts)
    for name in ("ruleset", "num_players"):
        check_fields(states, {name: limits[name]}, facts.player_counts[-1])
    players = RULES["num_players"][states["ruleset"]]
    wrong = np.flatnonzero(states["num_players"] != players)
    if len(wrong):
        row = int(wrong[0])
        raise ValueError(
            f"{named(states, row)}: num_players={states['num_players'][row]}: expected "
            f"{players[row]}, as its ruleset says"
        )
    check_each(states, limits, players)
    for row in range(len(states)):
        try:
            check_pieces(facts, states, row)
        except ValueError as error:
            raise ValueError(f"{named(states, row)}: {error}") from None


def check_state(facts: Facts, states: States, row: int) -> None:
    """Refuse a record of which every number was read from a position.

    Raises:
        ValueError: names the field.
    """
    limits = state_limits(facts)
    check_each(states[row : row + 1], limits, states["num_players"][row : row + 1])
    check_pieces(facts, states, row)


def _refuse(field: str, fault: str) -> NoReturn:
    raise ValueError(f"{field}: {fault}")


def check_pieces(facts: Facts, states: States, row: int) -> None:
    """Refuse a record in which pieces are lost, in two places, or a question has no answer.

    Raises:
        ValueError: names the field.
    """
    check_zones(facts, states[row])
    _check_track(states[row])
    _check_stack(facts, states, row)


def check_zones(facts: Facts, s: Any) -> None:
    """Refuse a record in which pieces are lost or in two places.

    Raises:
        ValueError: names the field.
    """
    refuse_combination(tuple(int(value) for value in s["options"]))
    _check_leaders(s)
    _check_cards(facts, s)
    _check_allies(facts, s)
    _check_tokens(facts, s)


def _check_track(s: Any) -> None:
    """The round follows from the season, and from the rounds that are left of it."""
    if s["step"] == Step.CHOOSE_LEADERS:
        return
    rounds, first = int(RULES[s["ruleset"]]["rounds"]), len(Season)
    first += int(s["options"][Option.SHORT]) - int(RULES[s["ruleset"]]["seasons"])
    if not 0 <= int(s["rounds_left"]) <= rounds:
        _refuse("rounds_left", f"{s['rounds_left']}: expected 0 to {rounds}")
    expected = rounds * (int(s["season"]) - first + 1) - int(s["rounds_left"])
    if int(s["season"]) < first or int(s["round_no"]) != expected:
        _refuse(
            "rounds_left",
            f"{s['rounds_left']} in round {s['round_no']}, {Season(int(s['season'])).name.lower()}:"
            f" this is round {expected}",
        )


def _check_cards(facts: Facts, s: Any) -> None:
    refs, players = card_refs(facts), int(s["num_players"])
    where: dict[int, str] = {}

    def put(card: int, zone: str) -> None:
        if card not in refs:
            _refuse(zone, f"no influence card has the place {card}")
        if card in where:
            _refuse(zone, f"{refs[card]} is in {where[card]} too: a card is in one place")
        where[card] = zone

    for zone in ("hand", "picked", "pile"):
        for p in range(len(s[zone])):
            found = members(s[zone][p])
            for card in found:
                put(card, f"{zone}[{p}]")
            if len(found) != int(s[f"{zone}_n"][p]):
                _refuse(f"{zone}_n[{p}]", f"{s[f'{zone}_n'][p]}: expected {len(found)}")
            if p >= players and found:
                _refuse(f"{zone}[{p}]", "there is no such seat")
    for zone in ("discards", "gone", "own", "aside"):
        for card in members(s[zone]):
            put(card, zone)
    for i in range(int(s["deck_n"])):
        put(int(s["deck"][i]), "influence_deck")
    if s["flight"] != NONE:
        put(int(s["flight"]), "flight")
    if int(s["discards_n"]) != len(members(s["discards"])):
        _refuse("discards_n", f"{s['discards_n']}: expected {len(members(s['discards']))}")
    expected = expected_cards(s)
    missing, extra = sorted(expected - where.keys()), sorted(where.keys() - expected)
    if missing:
        _refuse("influence_deck", f"{refs[missing[0]]} is nowhere: every card is somewhere")
    if extra:
        _refuse(where[extra[0]], f"{refs[extra[0]]} does not take part in this game")
    for name in ("cancelled", "done"):
        for card in members(s[name]):
            if not where.get(card, "").startswith(("pile", "hand", "discards", "gone", "own")):
                _refuse(name, f"{card}: expected cards in piles")
    for name in ("known", "gone_open"):
        for card in members(s[name] if name == "gone_open" else np.bitwise_or.reduce(s[name])):
            if not where.get(card, "").startswith(("hand", "gone", "picked")):
                _refuse(name, f"{refs.get(card, card)}: expected cards of hands or removed ones")
    _check_met(s, refs)


def expected_cards(s: Any) -> set[int]:
    """All influence cards that take part in a game, those set aside included."""
    rules = RULES[s["ruleset"]]
    expected = set(members(rules["standard"])) | set(members(rules["events"]))
    for leader in _white_leaders(s):
        expected |= set(members(rules["leader_whites"][leader]))
    return expected


def _check_met(s: Any, refs: Mapping[int, str]) -> None:
    """Seats know event cards to be in the game, and no others."""
    for p, cards in enumerate(s["met"]):
        events = RULES[s["ruleset"]]["events"][1] if p < int(s["num_players"]) else 0
        strange = members((0, int(cards) & ~int(events)))
        if strange:
            _refuse(f"met[{p}]", f"{refs.get(strange[0], strange[0])}: expected event cards")


def _white_leaders(s: Any) -> list[int]:
    names = list(OPTIONS)
    options = {name: int(value) for name, value in zip(names, s["options"], strict=True)}
    if options["clash_draft"]:
        return list(range(NUM_LEADERS))
    if options["advanced"]:
        return [int(leader) for leader in s["leader"] if leader != NONE]
    return []


def _check_allies(facts: Facts, s: Any) -> None:
    ids, players = facts.ally_ids, int(s["num_players"])
    where: dict[int, str] = {}

    def put(ally: int, zone: str) -> None:
        if ally in where:
            _refuse(zone, f"{ids[ally]} is in {where[ally]} too: an ally is in one place")
        where[ally] = zone

    for c in range(len(s["council"])):
        for ally in bits(s["council"][c]):
            if c >= players:
                _refuse(f"councils[{c}]", "there is no such council")
            put(ally, f"councils[{c}]")
    for ally in bits(s["dead"]):
        put(ally, "dead")
    for zone, count in (("ally_deck", "ally_deck_n"), ("row", "row_n"), ("peek", "peek_n")):
        for i in range(int(s[count])):
            if s[zone][i] < 0:
                _refuse(f"{zone}[{i}]", f"{s[zone][i]}: expected an ally")
            put(int(s[zone][i]), zone)
    if s["current"] != NONE and s["claimed"] == NONE:
        put(int(s["current"]), "current")
    for d in range(int(s["depth"])):
        frame = s["stack"][d]
        if frame[PHASE] in (Phase.ENTER, Phase.ENTERED, Phase.PLACEMENT):
            ally = int(frame[SOURCE]) - ALLY_SOURCE
            if ally >= 0 and ally not in where:
                put(ally, f"stack[{d}].source")
    missing = sorted(set(range(NUM_ALLIES)) - where.keys())
    if missing:
        _refuse("ally_deck", f"{ids[missing[0]]} is nowhere: every ally is somewhere")
    if s["claimed"] != NONE and s["current"] == NONE:
        _refuse("claimed", "nobody claims without a current ally")
    if int(s["peek_at"]) > int(s["peek_n"]):
        _refuse("peek_at", f"{s['peek_at']}: expected at most {s['peek_n']}")


def _check_tokens(facts: Facts, s: Any) -> None:
    players = int(s["num_players"])
    for i in range(int(s["token_n"])):
        if not 1 <= s["token"][i] <= MAX_TOKEN:
            _refuse(f"tokens[{i}].number", f"{s['token'][i]}: expected 1 to {MAX_TOKEN}")
        if players <= s["token_at"][i] < ON_ALLY:
            _refuse(f"tokens[{i}].at", f"{s['token_at'][i]}: there is no such council")
    for number in range(1, MAX_TOKEN + 1):
        out = int((s["token"][: int(s["token_n"])] == number).sum())
        expected = int(RULES[s["ruleset"]]["token_numbers"][number])
        if out + int(s["supply"][number]) != expected:
            _refuse(
                "tokens",
                f"{out} tokens of number {number} lie out and {s['supply'][number]} in the "
                f"supply: expected {expected} together",
            )


def _check_leaders(s: Any) -> None:
    chosen = [int(leader) for leader in s["leader"] if leader != NONE]
    if len(set(chosen)) != len(chosen):
        _refuse("leaders", "two players have the same leader card")
    if s["step"] > Step.CHOOSE_LEADERS and len(chosen) != int(s["num_players"]):
        _refuse("leaders", f"{len(chosen)} leader cards: expected {s['num_players']}")
    for p in range(len(s["leader"])):
        if p >= int(s["num_players"]) and s["leader"][p] != NONE:
            _refuse(f"leaders[{p}]", "there is no such seat")


_ON_CARDS = (Operation.MOVE_CARD, Operation.MODIFY_INFLUENCE, Operation.CANCEL_ABILITY)
_ON_ALLIES = (Operation.MOVE_ALLY, Operation.BRING_ALLY, Operation.PROTECT)
_OPERATIONS = {
    Phase.CARD: _ON_CARDS,
    Phase.ALLY: _ON_ALLIES,
    Phase.COUNCIL: (Operation.LOOK, Operation.MOVE_TOKEN),
    Phase.BURY: (Operation.PEEK_ALLIES,),
    Phase.ARRANGE: (Operation.PEEK_ALLIES,),
    Phase.TARGET: tuple(Operation),
    Phase.AGREE: tuple(Operation),
    Phase.EFFECT: tuple(Operation),
    Phase.EFFECT_NEXT: tuple(Operation),
    Phase.EFFECT_DO: tuple(Operation),
}
"""Operations that the effect of a frame can have."""


_MOMENTS = (Step.AFTER_BID, Step.AFTER_CLAIM, Step.AFTER_TOKEN, Step.END_OF_ROUND)
_STEPS = {
    Phase.LEADER_CARD: (Step.CHOOSE_LEADERS,),
    Phase.DRAFT: (Step.DRAFT,),
    Phase.JOIN: (Step.PLAY,),
    Phase.TURN: (Step.PLAY,),
    Phase.ABILITY: _MOMENTS,
}
"""Steps during which a frame can be open; all others are effects of cards and allies."""
_EFFECT_STEPS = (Step.PLAY, *_MOMENTS)


def _check_stack(facts: Facts, states: States, row: int) -> None:
    s = states[row]
    depth, players = int(s["depth"]), int(s["num_players"])
    if s["over"]:
        if depth or s["winner"] == NONE:
            _refuse("over", "a game that is over has a winner and no open question")
        if (s["place"][:players] == NONE).any():
            _refuse("place", "a game that is over has a place for every player")
        return
    if depth == 0:
        _refuse("stack", "a game that goes on has an open question")
    if not 0 <= int(s["turn"]) < players and s["step"] == Step.PLAY:
        _refuse("turn", f"{s['turn']}: expected a seat")
    if Step.BID < s["step"] < Step.RESET and s["bid_winner"] == NONE:
        _refuse("bid_winner", "after the bid there is a winner")
    for d in range(depth):
        _check_frame(facts, s, d, d == depth - 1)
    mask = np.zeros((1, NUM_ACTIONS), dtype=np.bool_)
    action_mask(states[row : row + 1].copy(), mask)
    if not mask.any():
        _refuse("stack", "the open question has no answer")


def _check_frame(facts: Facts, s: Any, d: int, top: bool) -> None:
    frame, field = s["stack"][d], f"stack[{d}]"
    phase, players = int(frame[PHASE]), int(s["num_players"])
    rules = RULES[s["ruleset"]]
    if (phase >= FIRST_DECISION) != top:
        _refuse(f"{field}.phase", "the last frame, and no other, is a question")
    if phase == Phase.NOTHING:
        _refuse(f"{field}.phase", "nothing is no frame")
    steps = _STEPS.get(Phase(phase), _EFFECT_STEPS)
    if s["step"] not in steps:
        names = " or ".join(step.name.lower() for step in steps)
        _refuse(
            f"{field}.phase",
            f"{Phase(phase).name.lower()} in step {Step(s['step']).name.lower()}: expected {names}",
        )
    if top and frame[PLAYER] == NONE:
        _refuse(f"{field}.player", "somebody has to decide")
    no_you = (Phase.LEADER_CARD, Phase.DRAFT)
    if frame[YOU] == NONE and phase not in no_you:
        _refuse(f"{field}.you", "is missing")
    operations = _OPERATIONS.get(Phase(phase))
    if operations is None:
        _check_plain_frame(s, frame, field)
        return
    effect, source = int(frame[ROW]), int(frame[SOURCE])
    if not 0 <= effect < int(rules["effects"]):
        _refuse(f"{field}.row", f"{effect}: expected 0 to {int(rules['effects']) - 1}")
    if rules["effect"][effect, Col.OPERATION] not in operations:
        _refuse(f"{field}.row", f"{effect}: no effect of {Phase(phase).name.lower()}")
    if source not in _sources_of(facts, int(s["ruleset"])).get(effect, ()):
        _refuse(f"{field}.source", f"{source}: it has no effect {effect}")
    if phase in (Phase.CARD, Phase.EFFECT_DO) and frame[TARGET] == NONE:
        _refuse(f"{field}.target", "is missing")
    if phase == Phase.COUNCIL and frame[TARGET] == NONE:
        _refuse(f"{field}.target", "is missing")
    each = rules["effect"][effect, Col.WHERE] == 5
    if phase in (Phase.ALLY, Phase.EFFECT_DO) and each and frame[PLACE] > players:
        _refuse(f"{field}.place", f"{frame[PLACE]}: expected at most {players}")
    if frame[LEFT] < 0 or frame[WAITING] >> players or frame[FLAGS] < 0 or frame[PREVIOUS] < NONE:
        _refuse(field, "a number out of its range")


def _check_plain_frame(s: Any, frame: Any, field: str) -> None:
    phase, players = int(frame[PHASE]), int(s["num_players"])
    if phase in (Phase.ENTER, Phase.ENTERED, Phase.PLACEMENT):
        if not 0 <= int(frame[SOURCE]) - ALLY_SOURCE < NUM_ALLIES:
            _refuse(f"{field}.source", f"{frame[SOURCE]}: expected an ally")
        if frame[WAITING] >> players:
            _refuse(f"{field}.waiting", f"{frame[WAITING]}: there is no such council")
    if phase in (Phase.GAIN, Phase.TOKEN):
        if not NONE <= frame[SOURCE] <= ON_ALLY or not 0 <= frame[LEFT] <= NUM_TOKENS:
            _refuse(field, "expected a source and a number of tokens")
        if (
            frame[SOURCE] != NONE
            and not (s["token_at"][: int(s["token_n"])] == frame[SOURCE]).any()
        ):
            _refuse(f"{field}.source", f"{frame[SOURCE]}: no token lies there")
    if phase == Phase.ABILITY and not 0 <= frame[PLACE] < 10:
        _refuse(f"{field}.place", f"{frame[PLACE]}: expected a moment")
    if phase == Phase.TURN and frame[PLAYER] != s["turn"]:
        _refuse(f"{field}.player", "expected the leader whose turn it is")
    if phase == Phase.TURN and int(s["kneeling"]) >> int(frame[PLAYER]) & 1:
        _refuse(f"{field}.player", "kneels: leaders who kneel have no turn")
    if phase == Phase.LEADER_CARD and s["leader"][int(frame[PLAYER])] != NONE:
        _refuse(f"{field}.player", "has a leader card")


@cache
def _sources_of(facts: Facts, ruleset: int) -> dict[int, tuple[int, ...]]:
    """Cards and allies on which each effect is printed."""
    rules = RULES[ruleset]
    found: dict[int, list[int]] = {}
    heads = [
        (card, int(rules["card_row"][card]), int(rules["card_rows"][card])) for card in facts.cards
    ]
    heads += [
        (ALLY_SOURCE + a, int(rules["ally_row"][a]), int(rules["ally_rows"][a]))
        for a in range(NUM_ALLIES)
    ]
    for source, first, count in heads:
        for row in range(first, first + count):
            then = int(rules["effect"][row, Col.THEN])
            for effect in (row, then) if then != NONE else (row,):
                found.setdefault(effect, []).append(source)
    return {effect: tuple(sources) for effect, sources in found.items()}
