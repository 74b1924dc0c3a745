"""Feed the decisions of a recorded game to the engine and compare the states after each of them.

The engine asks, the replay answers: for each of our decisions it looks at the peer's next step, or
at what the peer settled by itself (the events of the step before).
"""

from __future__ import annotations

import numpy as np

from got_env.core.batch import games
from got_env.westeros.rules.actions import DONE
from got_env.westeros.rules.state import JOURNAL_SIZE
from got_env.westeros.rules.vocabulary import NONE, Event, Phase

from . import answer_action, answer_combat, answer_westeros, tides
from .names import AREA
from .replay import Mismatch, Outcome, Replay
from .view import view

MAX_ANSWERS = 20_000
RAVEN_ENDS = (Phase.RAVEN, Phase.RAVEN_ORDER, Phase.RAVEN_PEEK)

ANSWERS = {**answer_westeros.ANSWERS, **answer_action.ANSWERS, **answer_combat.ANSWERS}


class PlayedReplay(Replay):
    """A game that is played from the recording; arguments as those of :class:`Replay`."""

    def run(self) -> Outcome:
        """Replay the game until the end or the first difference that cannot be bridged."""
        try:
            for _ in range(MAX_ANSWERS):
                if self.s["depth"] == 0:
                    self._finish()
                    break
                self._answer()
            else:
                raise Mismatch(f"{self.where()}: no end after {MAX_ANSWERS} decisions of ours")
        except Mismatch as problem:
            self.outcome.problem = str(problem)
        return self.outcome

    def _pass_over(self) -> None:
        """Take steps that we settle without a question.

        The peer asks about a starred order in a castle area also when nothing can be mustered, and
        Cersei Lannister also when there is no order to remove.
        """
        decided = not self.s["fight"] or self.s["victor"] != NONE
        cersei = self.s["depth"] > 0 and self.frame()[0] == Phase.CERSEI
        if decided and not cersei and self.peek("choice", None, "cersei-lannister"):
            self.take_more()
        while step := self.peek("consolidate"):
            ours = self.s["order"][AREA[step["decision"]["area"]]]
            if ours != NONE and self.s["round_no"] == step["round"]:
                break
            self.take_more()
            while self.peek("muster", step["house"], "resolve-consolidate-power"):
                if self.take_more()["decision"]["recruits"]:
                    raise Mismatch(f"{self.where()}: the peer musters where we cannot")

    def _answer(self) -> None:
        self._pass_over()
        tides.strike_skull(self)
        phase, seat, a, b, c = self.frame()
        games.action_mask(self.states, self.masks)
        legal = np.flatnonzero(self.mask)
        if len(legal) == 0:
            raise Mismatch(f"{self.where()}: {Phase(phase).name} has no legal action")
        action = ANSWERS[Phase(phase)](self, seat, (a, b, c))
        if action is None:
            if len(legal) > 1:
                raise Mismatch(f"{self.where()}: we ask {Phase(phase).name}, the peer does not")
            action = int(legal[0])
        if action not in legal:
            raise Mismatch(
                f"{self.where()}: {Phase(phase).name} {self.house(seat)}: "
                f"the peer's decision {action} is not legal, only {legal.tolist()}"
            )
        if self.shortage and phase in RAVEN_ENDS and (phase != Phase.RAVEN or action == DONE):
            answer_action.clear_shortage(self, a if phase == Phase.RAVEN_ORDER else NONE)
        written = int(self.s["journal_no"])
        games.step(self.states, np.array([action]))
        for n in range(written, int(self.s["journal_no"])):
            kind, seat, _, margin = self.s["journal"][n % JOURNAL_SIZE].tolist()
            if kind == Event.COMBAT_WON:
                self._check_result(self.house(seat), margin)

    def _check_result(self, winner: str, margin: int) -> None:
        """Compare winner and strength difference of a combat."""
        if not self.results:
            raise Mismatch(f"{self.where()}: we decide a combat, the peer does not")
        stats = self.results.pop(0)["stats"]
        theirs = next(side["house"] for side in stats if side["isWinner"])
        totals = [side["total"] for side in stats]
        fine = (winner, margin) == (theirs, abs(totals[0] - totals[1]))
        self.check("combat result", fine, f"{winner} by {margin}, peer {theirs} {totals}")

    def _finish(self) -> None:
        self._pass_over()
        tides.strike_skull(self)
        if self.taken < len(self.game.steps):
            raise Mismatch(f"{self.where()}: our game is over, won by {view(self.s)['winner']}")
        # The peer stops before the clean-up of the last round.
        self.s["units"] += self.s["routed"]
        self.s["routed"] = 0
        for area in self.peer["areas"].values():
            if "routed" in area:
                area["units"] = sorted(area.get("units", []) + area.pop("routed"))
        self._compare(frozenset(("order_restrictions", "order", "blade_used")))
        self.outcome.finished = True
