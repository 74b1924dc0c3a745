"""One game in both engines: ours, the recording, and what is compared between them.

A peer's step is *taken* when our engine has come to the point where the step was decided; then the
states are compared. :mod:`~scripts.peer_replay.playing` says when that is.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from got_env.core.batch import games
from got_env.westeros.editions.options_agot2e import OPTIONS
from got_env.westeros.facts.rulesets import ruleset_of
from got_env.westeros.rules.actions import num_actions
from got_env.westeros.rules.state import DECK_SIZE, TIDES_DECK_SIZE, new_states
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_TRACKS

from .names import AREAS, FACTS, WESTEROS, WILDLING
from .recordings import Game, Json, merge
from .view import compare, house_of, seats_by_house, view


class Mismatch(Exception):
    """The engine and the recording cannot be brought together any further."""


@dataclass
class Outcome:
    """Outcome of one game."""

    game: str
    decisions: int = 0
    compared: int = 0
    equal: int = 0
    finished: bool = False
    problem: str = ""
    checks: Counter[str] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    deviations: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Replay:
    """One game in both engines, as far as it has been played.

    Args:
        game: the recording.
        checking: whether options and probes are compared too (slower).
        states: ``(1,) STATE``, where the recording begins; a new game by default.
    """

    def __init__(
        self, game: Game, checking: bool = True, states: np.ndarray[Any, Any] | None = None
    ) -> None:
        self.game = game
        self.checking = checking
        self.outcome = Outcome(game.name)
        self.states = new_states(1) if states is None else states.copy()
        self.s = self.states[0]
        self.masks = np.zeros((1, num_actions(len(AREAS))), dtype=np.bool_)
        self.mask = self.masks[0]
        self.taken = 0
        self.peer: Json = game.initial
        self.events: list[Json] = []
        self.plan: Any = None
        self.patched: set[str] = set()
        self.shortage: dict[int, tuple[int, int]] = {}
        self.skull_area = NONE
        self.results: list[Json] = []
        if states is None:
            self._set_up()
        self.seat = seats_by_house(self.s)

    def _set_up(self) -> None:
        options = {"rulings": "online", "tides": self.game.tides}
        games.reset(
            self.states,
            np.array([ruleset_of(FACTS, self.game.players)]),
            np.array([OPTIONS.resolve(options)]),
            np.array([0]),
        )
        for d in range(NUM_TRACKS):
            cards = [WESTEROS[card] for card in self.peer[f"westeros_{d + 1}"]]
            self.s["deck"][d] = cards
        self.s["wild_deck"] = [WILDLING[card] for card in self.peer["wildling_deck"]]

    # --- the recording

    def peek(self, kind: str, house: str | None = None, about: str | None = None) -> Json | None:
        """The next step if it is of this kind, by this house, in a state that ends so."""
        if self.taken >= len(self.game.steps):
            return None
        step: Json = self.game.steps[self.taken]
        if step["kind"] != kind or (house is not None and step["house"] != house):
            return None
        if about is not None and about not in step["state"]:
            return None
        return step

    def take(self, *skip: str) -> Json:
        """Compare the states, then take the next step; ``skip`` is not compared."""
        self._compare(frozenset(skip))
        step: Json = self.game.steps[self.taken]
        self.taken += 1
        self.peer = merge(self.peer, step["delta"])
        self.events = list(step.get("events", ()))
        self.results += [e for e in self.events if e["type"] == "combat-result"]
        self.plan = None
        self.outcome.decisions += 1
        return step

    def take_more(self) -> Json:
        """Take a further step that was decided at the same time as the last one."""
        step: Json = self.game.steps[self.taken]
        events = list(step.get("events", ()))
        self.taken += 1
        self.peer = merge(self.peer, step["delta"])
        self.events += events
        self.results += [e for e in events if e["type"] == "combat-result"]
        self.outcome.decisions += 1
        return step

    def event(self, kind: str, **fields: Any) -> Json | None:
        """First event of the last step of a type with these fields, used up by the call."""
        for i, found in enumerate(self.events):
            if found["type"] == kind and all(found.get(k) == v for k, v in fields.items()):
                return self.events.pop(i)
        return None

    def _compare(self, skip: frozenset[str]) -> None:
        self.outcome.compared += 1
        skip |= self.patched
        if self.s["fight"] and self.s["victor"] != NONE:
            # We remove a beaten Garrison at clean-up, the peer before the casualties.
            skip |= {f"area {AREAS[int(self.s['fight_area'])]} garrison"}
            # We empty a Port at clean-up when nobody holds its land; the peer after the march.
            skip |= self._ports_of("fight_area") | self._ports_of("fight_from")
        found = compare(view(self.s), self.peer, skip)
        if found:
            raise Mismatch(self.where() + ": " + "; ".join(found))
        self.outcome.equal += 1

    def _ports_of(self, field: str) -> frozenset[str]:
        """Paths of the Port, if any, of an area of the combat."""
        port = int(RULES[int(self.s["ruleset"])]["port_of"][int(self.s[field])])
        keys = ("control", "owner", "units", "routed", "order")
        return frozenset(f"area {AREAS[port]} {key}" for key in keys if port != NONE)

    def where(self) -> str:
        """The last step taken and the next one, for a message."""
        steps = self.game.steps
        last = steps[self.taken - 1] if self.taken else {"n": 0, "kind": "start", "house": ""}
        after = steps[self.taken] if self.taken < len(steps) else {"kind": "end", "house": ""}
        return (
            f"{self.game.name} after step {last['n']} ({last['kind']} {last['house']}), "
            f"before {after['kind']} {after['house']}"
        )

    # --- checks of single facts

    def check(self, name: str, fine: bool, text: str = "") -> None:
        """Count a comparison of legal options; ``text`` describes a difference."""
        self.outcome.checks[name] += 1
        if not fine:
            self.outcome.differing[name] += 1
            self.outcome.wrong.append(f"{self.game.name} step {self.taken} [{name}] {text}")

    def check_set(self, name: str, ours: set[Any], theirs: set[Any], what: str = "") -> None:
        """Compare two sets of options."""
        only, missing = sorted(map(str, ours - theirs)), sorted(map(str, theirs - ours))
        self.check(name, ours == theirs, f"{what}: only ours {only}, only peer {missing}")

    # --- decks

    def prepare_round(self) -> None:
        """Put the Westeros decks in the order the peer's next round shows.

        The peer lists a drawn card last. After a reshuffle for Winter is Coming the new deck was
        "last entry, then the others"; ours is set so, and the replacement is drawn at once.
        """
        self.patched = set()
        shown: Json = {}
        for step in self.game.steps[self.taken :]:
            shown.update({k: v for k, v in step["delta"].items() if k.startswith("westeros_")})
            if step["delta"].get("round", self.peer["round"]) != self.peer["round"]:
                break
        else:
            return
        for d in range(NUM_TRACKS):
            key = f"westeros_{d + 1}"
            before, after = self.peer[key], shown.get(key) or self.peer[key]
            if after != [*before[1:], before[0]]:
                cards = [WESTEROS[card] for card in [after[-1], *after[:-1]]]
                assert len(cards) == DECK_SIZE
                self.s["deck"][d] = cards
                self.s["deck_pos"][d] = 0
                self.patched.add(key)

    def set_tides(self, cards: list[int]) -> None:
        """Put these Tides cards on top of the deck."""
        deck = [int(card) for card in self.s["tides_deck"]]
        for card in cards:
            deck.remove(card)
        assert len(cards) + len(deck) == TIDES_DECK_SIZE
        self.s["tides_deck"] = cards + deck

    # --- playing

    def frame(self) -> tuple[int, int, int, int, int]:
        """The top frame: phase, seat and three arguments."""
        phase, seat, a, b, c = self.s["stack"][int(self.s["depth"]) - 1].tolist()
        return phase, seat, a, b, c

    def house(self, seat: int) -> str:
        """House of a seat."""
        return str(house_of(self.s, seat))
