"""Check that the rules can have built the stack of a record, with an open question."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.position.refusing import refuse
from got_env.btwixt.rules.actions import NUM_ACTIONS
from got_env.btwixt.rules.frames import (
    LEFT,
    MAX_DEPTH,
    PHASE,
    PLACE,
    PLAYER,
    PREVIOUS,
    ROW,
    SAFE_DEPTH,
    SOURCE,
    TARGET,
    YOU,
)
from got_env.btwixt.rules.options import Option
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    FIRST_DECISION,
    NONE,
    NUM_ALLIES,
    ON_ALLY,
    Col,
    Operation,
    Phase,
    Rule,
    Step,
    Target,
    Trigger,
    Where,
)
from got_env.core.batch.games import action_mask
from got_env.core.game import States

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

_MOMENTS = {
    Step.AFTER_BID: Trigger.AFTER_BID_WON,
    Step.AFTER_CLAIM: Trigger.AFTER_CLAIM,
    Step.AFTER_TOKEN: Trigger.AFTER_CLAIM,
    Step.END_OF_ROUND: Trigger.END_OF_ROUND,
}
"""Steps in which cards resolve, and the trigger of those that do."""
_STEPS = {
    Phase.LEADER_CARD: (Step.CHOOSE_LEADERS,),
    Phase.DRAFT: (Step.DRAFT,),
    Phase.JOIN: (Step.PLAY,),
    Phase.TURN: (Step.PLAY,),
    Phase.ABILITY: tuple(_MOMENTS),
}
"""Steps during which a frame can be open; all others are effects of cards and allies."""
_EFFECT_STEPS = (Step.PLAY, *_MOMENTS)

_AT_THE_BOTTOM = {Phase.LEADER_CARD, Phase.DRAFT, Phase.TURN, Phase.ABILITY, Phase.JOIN}
"""Frames that lie on no other."""
_NEVER_PENDING = {Phase.NOTHING, Phase.ENTERED, Phase.GAIN}
"""Frames that are gone, or another, before anybody is asked."""
_ENTERING = {Phase.ENTER, Phase.PLACEMENT}
_OF_YOU = {
    *(Phase.TURN, Phase.ABILITY, Phase.PLACEMENT, Phase.TOKEN, Phase.TARGET),
    *(Phase.COUNCIL, Phase.BURY, Phase.ARRANGE),
}
"""Questions to the leader that the frame speaks to."""
_PEEKING = {Phase.BURY, Phase.ARRANGE}


def check_stack(facts: Facts, states: States, row: int) -> None:
    """Refuse a stack that the rules cannot have built, or whose question has no answer."""
    s = states[row]
    depth = int(s["depth"])
    if s["over"]:
        if depth:
            refuse("depth", f"{depth}: a game that is over has no open question")
        return
    if depth == 0:
        refuse("stack", "a game that goes on has an open question")
    for d in range(depth):
        _check_place(s, d, d == depth - 1)
        _check_frame(facts, s, d)
    _check_flight(s)
    _check_peek(s)
    mask = np.zeros((1, NUM_ACTIONS), dtype=np.bool_)
    action_mask(states[row : row + 1].copy(), mask)
    if not mask.any():
        refuse("stack", "the open question has no answer")


def _check_place(s: Any, d: int, top: bool) -> None:
    """Refuse a frame that cannot lie where it does."""
    phase, field = Phase(int(s["stack"][d, PHASE])), f"stack[{d}]"
    if phase in _NEVER_PENDING:
        refuse(f"{field}.phase", f"{phase.name.lower()} is never pending")
    if (phase >= FIRST_DECISION) != top:
        refuse(f"{field}.phase", "the last frame, and no other, is a question")
    steps = _STEPS.get(phase, _EFFECT_STEPS)
    if s["step"] not in steps:
        names = " or ".join(step.name.lower() for step in steps)
        refuse(
            f"{field}.phase",
            f"{phase.name.lower()} in step {Step(s['step']).name.lower()}: expected {names}",
        )
    if phase in _AT_THE_BOTTOM and d > 0:
        refuse(f"{field}.phase", f"{phase.name.lower()} lies on no other frame")
    room = _deepest(int(s["ruleset"]), phase)
    if d >= room:
        refuse(f"{field}.phase", f"{phase.name.lower()}: expected it among the first {room} frames")


@cache
def _deepest(ruleset: int, phase: Phase) -> int:
    """At most so many frames have one of a phase on top, so that what it starts finds room.

    An ally is brought below ``SAFE_DEPTH`` only. An effect starts a gain, or one effect for each
    ability that resolves when a leader kneels.
    """
    if phase in _ENTERING:
        return SAFE_DEPTH + 1
    if phase not in _OPERATIONS:
        return MAX_DEPTH
    rules = RULES[ruleset]
    kneeling = int((rules["effect"][: rules["effects"], Col.TRIGGER] == Trigger.ON_KNEEL).sum())
    return MAX_DEPTH - max(1, kneeling)


def _check_frame(facts: Facts, s: Any, d: int) -> None:
    frame, field = s["stack"][d], f"stack[{d}]"
    phase = Phase(int(frame[PHASE]))
    if phase in _OF_YOU and frame[PLAYER] != frame[YOU]:
        refuse(f"{field}.player", f"{frame[PLAYER]}: expected {frame[YOU]}, as you says")
    if phase in _OPERATIONS:
        _check_effect(facts, s, frame, field)
    elif phase is Phase.TOKEN:
        _check_gain(s, frame, field)
    elif phase is Phase.ABILITY and frame[PLACE] != _MOMENTS[Step(int(s["step"]))]:
        moment = _MOMENTS[Step(int(s["step"]))]
        refuse(f"{field}.place", f"{frame[PLACE]}: expected {int(moment)}, {moment.name.lower()}")
    elif phase is Phase.TURN and frame[PLAYER] != s["turn"]:
        refuse(f"{field}.player", f"{frame[PLAYER]}: expected {s['turn']}, whose turn it is")
    elif phase is Phase.TURN and int(s["kneeling"]) >> int(frame[PLAYER]) & 1:
        refuse(f"{field}.player", f"{frame[PLAYER]}: kneels, leaders who kneel have no turn")
    elif phase is Phase.LEADER_CARD and s["leader"][int(frame[PLAYER])] != NONE:
        refuse(f"{field}.player", f"{frame[PLAYER]}: has a leader card")
    elif phase is Phase.DRAFT:
        following = (int(s["first"]) + int(s["turn"])) % int(s["num_players"])
        if s["turn"] == NONE or frame[PLAYER] != following or s["hand_n"][following] < 2:
            refuse(f"{field}.player", f"{frame[PLAYER]}: expected the next to pick a card")


def _check_effect(facts: Facts, s: Any, frame: Any, field: str) -> None:
    phase, rules = Phase(int(frame[PHASE])), RULES[s["ruleset"]]
    row, source = int(frame[ROW]), int(frame[SOURCE])
    if row >= rules["effects"]:
        refuse(f"{field}.row", f"{row}: expected 0 to {int(rules['effects']) - 1}")
    effect = rules["effect"][row]
    if effect[Col.OPERATION] not in _OPERATIONS[phase]:
        refuse(f"{field}.row", f"{row}: no effect of {phase.name.lower()}")
    if source not in _sources_of(facts, int(s["ruleset"])).get(row, ()):
        refuse(f"{field}.source", f"{source}: it has no effect {row}")
    begins = phase is Phase.EFFECT and effect[Col.TARGET] == Target.SAME_TARGET
    if begins and frame[TARGET] == NONE:
        refuse(f"{field}.target", "is missing")
    ends_at = int(s["num_players"])
    each = effect[Col.WHERE] == Where.EACH_COUNCIL
    if phase is not Phase.TARGET and frame[PLACE] >= ends_at:
        placing = effect[Col.OPERATION] == Operation.PLACE_ALLY
        rule = placing and effect[Col.RULE] == Rule.COUNCIL_OF_PREVIOUS
        if rule or phase is Phase.ALLY or not (each or phase is Phase.EFFECT):
            refuse(f"{field}.place", f"{frame[PLACE]}: expected less than {ends_at}")


def _check_gain(s: Any, frame: Any, field: str) -> None:
    """Refuse a gain of tokens from where there are not so many."""
    source, left = int(frame[SOURCE]), int(frame[LEFT])
    places = s["token_at"][: int(s["token_n"])]
    if source != NONE:
        count = int((places == source).sum())
        if left > count:
            refuse(f"{field}.left", f"{left}: expected at most {count}, so many tokens lie there")
    elif s["supply"].sum() == 0:
        you, players = int(frame[YOU]), int(s["num_players"])
        others = [at for at in places.tolist() if at not in (you, (you - 1) % players, ON_ALLY)]
        if not s["options"][Option.EMPTY_SUPPLY] or not others:
            refuse(f"{field}.source", "the supply is empty")


def _check_flight(s: Any) -> None:
    """Refuse a card that is being played while nobody waits for it, and the reverse."""
    waits = s["stack"][0, PHASE] == Phase.JOIN
    if s["flight"] != NONE and not waits:
        refuse("flight", f"{s['flight']}: expected null, no leader waits for a card to join a pile")
    if s["kneel_after"] and (not waits or s["kneel_after"] != 1 << int(s["stack"][0, YOU])):
        refuse("kneel_after", f"{s['kneel_after']}: expected only who waits for the card in flight")


def _check_peek(s: Any) -> None:
    """Allies are looked at while somebody is asked about them."""
    frame = s["stack"][int(s["depth"]) - 1]
    field = f"stack[{int(s['depth']) - 1}]"
    if frame[PHASE] not in _PEEKING:
        if s["peek_n"] or s["peek_at"]:
            refuse("peek_n", f"{s['peek_n']}: expected 0 while nobody looks at allies")
        return
    taken = frame[PREVIOUS]
    places = [*s["peek"][: int(s["peek_n"])], *s["ally_deck"][: min(1, int(s["ally_deck_n"]))]]
    if taken != NONE and taken not in places:
        refuse(f"{field}.previous", f"{taken}: expected an ally that is looked at")
    if frame[PLACE] not in (0, 1):
        refuse(f"{field}.place", f"{frame[PLACE]}: expected 0 or 1")


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
