"""A record as plain data: what texts and pictures are made from."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.btwixt.pieces.influence import pile_total
from got_env.btwixt.rules.frames import PLAYER
from got_env.btwixt.rules.options import OPTIONS
from got_env.btwixt.rules.state import STATE
from got_env.btwixt.rules.vocabulary import MAX_PLAYERS, MAX_TOKEN, NONE, ON_ALLY, Season
from got_env.btwixt.views.results import powers
from got_env.btwixt.words.names import bits, council_name, facts_behind, members, seats_of
from got_env.btwixt.words.notation import phase_name, top_frame
from got_env.core.game import States
from got_env.core.jit import entry


@entry
def totals(states, out):
    """Influence of every bid pile ``out (B, P) int64`` as it stands."""
    for i in range(len(states)):
        for p in range(states[i].num_players):
            out[i, p] = pile_total(states[i], p)


def snapshot(states: States, row: int) -> dict[str, Any]:
    """A record as plain data, ready for JSON; redact a copy first to show what one player knows.

    Hidden cards are counted, not named. ``power`` of a council holds the numbers of tokens that
    are known.
    """
    s = states[row]
    facts, seats = facts_behind(s), seats_of(s)
    frame = top_frame(states, row)
    found = np.zeros((1, MAX_PLAYERS), dtype=np.int64)
    totals(np.ascontiguousarray(states[row : row + 1]).view(STATE), found)
    return {
        "game": "btwixt",
        "players": len(seats),
        "options": {
            key: spec.values[int(i)]
            for (key, spec), i in zip(OPTIONS.items(), s["options"], strict=True)
        },
        "round": int(s["round_no"]),
        "season": Season(int(s["season"])).name.lower(),
        "rounds_left": int(s["rounds_left"]),
        "decision": None
        if frame is None
        else {"phase": phase_name(states, row), "player": seats[frame[PLAYER]]},
        "over": bool(s["over"]),
        "winner": None if s["winner"] == NONE else seats[int(s["winner"])],
        "places": [int(place) + 1 for place in s["place"][: len(seats)]] if s["over"] else [],
        "first_player": seats[int(s["first"])],
        "current": _ally(facts, s),
        "row": [facts.ally_ids[int(a)] for a in s["row"][: int(s["row_n"])]],
        "leaders": {name: _leader(s, facts, p, int(found[0, p])) for p, name in enumerate(seats)},
        "councils": _councils(states, row, facts, len(seats)),
        "dead": [facts.ally_ids[a] for a in bits(s["dead"])],
        "discards": _kinds(facts, s["discards"]),
        "influence_deck": int(s["deck_n"]),
        "ally_deck": int(s["ally_deck_n"]),
        "supply": int(s["supply"].sum()),
        "ally_tokens": int((s["token_at"][: int(s["token_n"])] == ON_ALLY).sum()),
    }


def _ally(facts: Any, s: Any) -> str | None:
    if s["current"] == NONE or s["claimed"] != NONE:
        return None
    return str(facts.ally_ids[int(s["current"])])


def _kinds(facts: Any, words: Any) -> list[str]:
    return sorted(facts.kind_ids[facts.cards[card]] for card in members(words))


def _leader(s: Any, facts: Any, p: int, total: int) -> dict[str, Any]:
    leader = int(s["leader"][p])
    pile = sorted(members(s["pile"][p]), key=lambda card: int(s["seq"][card]))
    return {
        "leader": None if leader == NONE else facts.leader_ids[leader],
        "hand": _kinds(facts, s["hand"][p]),
        "hand_size": int(s["hand_n"][p]),
        "picked": _kinds(facts, s["picked"][p]),
        "pile": [facts.kind_ids[facts.cards[card]] for card in pile],
        "total": total,
        "kneeling": bool(int(s["kneeling"]) >> p & 1),
        "must_play": bool(int(s["must"]) >> p & 1),
        "white_cards": int(s["own_n"][p]),
    }


def _councils(states: States, row: int, facts: Any, players: int) -> dict[str, Any]:
    s, power = states[row], powers(states, row)
    at = s["token_at"][: int(s["token_n"])]
    numbers = s["token"][: int(s["token_n"])]
    return {
        council_name(players, c): {
            "allies": [facts.ally_ids[a] for a in bits(s["council"][c])],
            "tokens": int((at == c).sum()),
            "known_numbers": sorted(int(n) for n in numbers[at == c] if 1 <= n <= MAX_TOKEN),
            "power": power[c],
        }
        for c in range(players)
    }
