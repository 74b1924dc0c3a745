"""Agents that search: compiled simulations of what may follow, from what the seat may know.

Every simulation deals anew what is hidden. `greedy` looks one step ahead, `flat-mc` compares
actions by rollouts, `ismcts` grows a tree. The simulations are those that a game offers.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from got_agents.base import Ints, View, Views, first_views
from got_agents.offered import first_that_takes, searched_games, searcher
from got_agents.prior import PolicyPrior, PriorOf, prior_of
from got_env.core.game import Game
from got_env.core.players import Scratch, Searcher, Weights

MOST_SIMULATIONS = 1_000_000
CAPACITY = 20_000
"""Nodes of a tree at most; a full tree still takes in simulations."""
PORTION = 2
"""Simulations between two looks at the clock: one takes a fraction of a millisecond."""


@dataclass(frozen=True)
class _Ready:
    """The search of one game with the settings of the agent."""

    search: Searcher
    settings: npt.NDArray[np.float64]
    weights: Weights
    values: npt.NDArray[np.float64]
    scratch: Scratch
    width: int
    prior: PolicyPrior | None

    @property
    def nodes(self) -> npt.NDArray[np.void]:
        """The tree, the root first."""
        return self.scratch[0]

    @property
    def fingerprint(self) -> str:
        numbers = (self.settings, self.weights, self.values)
        policy = b"" if self.prior is None else self.prior.fingerprint
        return sha256(b"".join(part.tobytes() for part in numbers) + policy).hexdigest()[:16]


class SearchAgent:
    """Chooses by simulations; the kinds below say how they are spent.

    It plays every game that has a search with these settings.

    Args:
        name: of the agent.
        sims: simulations for each decision.
        ms: milliseconds for each decision in place of a number, None for no limit of time; what is
            chosen then depends on the machine.
        width: actions considered, those first that the heuristic player ranks first; None for as
            many as the game allows.
        horizon: rounds a rollout looks ahead before the position is valued; 0 for the next move,
            99 for the end of the game.
        rollout: who plays rollouts.
        belief: percent of the secret choices of others dealt as the heuristic player would choose;
            the rest at random.
        style: style of the heuristic player in rollouts, beliefs and the ranking of actions.
        prior: a policy that has a say in which actions are considered, and in their order.
        settings: more settings of the kernel.

    Raises:
        ValueError: for a number out of range, or a style or player that no game knows; names it.
    """

    def __init__(
        self,
        name: str,
        *,
        sims: int,
        ms: float | None,
        width: int | None,
        horizon: int,
        rollout: str,
        belief: int,
        style: str,
        prior: PriorOf | None = None,
        **settings: float,
    ) -> None:
        self.name = name
        _check("sims", sims, 1, MOST_SIMULATIONS)
        if ms is not None:
            _check("ms", ms, 0.1, 3_600_000)
        _check("belief", belief, 0, 100)
        self._sims = sims
        self._seconds = None if ms is None else ms / 1000
        self.most_seconds = math.inf
        """Time for a decision at most, whatever the settings ask for."""
        self._width = width
        self._horizon = horizon
        self._rollout = rollout
        self._style = style
        self._prior = prior
        self._given = {"belief": belief, **settings}
        self._capacity = CAPACITY if ms is not None else min(CAPACITY, sims + 1)
        if settings.get("even"):
            self._capacity = 1
        self._ready: dict[str, _Ready] = {}
        first_that_takes(searched_games(), self.check_game)

    def check_game(self, game: Game) -> None:
        """Get ready for a game.

        Raises:
            ValueError: if it has no search, or that does not take these settings.
        """
        if game.code not in self._ready:
            try:
                self._ready[game.code] = self._prepare(game)
            except ValueError as error:
                if not self._ready:
                    raise
                raise ValueError(
                    f"agent {self.name!r} does not play {game.code!r}: {error}"
                ) from error
        self._now = self._ready[game.code]
        self.fingerprint = self._now.fingerprint
        """Changes with the settings, the weights of the style and the value of positions, in the
        game that was checked last."""

    def _prepare(self, game: Game) -> _Ready:
        search = searcher(game)
        prior = None if self._prior is None else self._prior(game)
        width = search.widest if self._width is None else self._width
        _check("width", width, 1, search.widest)
        _check("horizon", self._horizon, 0, search.farthest)
        if self._rollout not in search.rollouts:
            raise ValueError(
                f"rollout={self._rollout!r}: expected one of {', '.join(search.rollouts)}"
            )
        given = {
            "horizon": self._horizon,
            "policy": search.rollouts[self._rollout],
            "width": width,
            **self._given,
        }
        settings = np.zeros(len(search.settings), dtype=np.float64)
        for key, value in given.items():
            if key not in search.settings:
                raise ValueError(f"{key}={value}: the search of the game has no such setting")
            settings[search.settings.index(key)] = value
        weights = search.weights(self._style, {})
        scratch = search.new_scratch(self._capacity, weights)
        return _Ready(search, settings, weights, search.values(), scratch, width, prior)

    def act(self, view: View) -> int:
        """Choose a legal action."""
        if self._ready.get(view.game.code) is not self._now:
            self.check_game(view.game)
        if len(view.legal) == 1:
            return int(view.legal[0])
        if self._seconds is not None:
            self._search_in_time(view, min(self._seconds, self.most_seconds), math.inf)
        elif self.most_seconds < math.inf:
            self._search_in_time(view, self.most_seconds, self._sims_for(view))
        else:
            self._simulate(view, 0, self._sims_for(view))
        return self._best()

    def act_batch(self, views: Views) -> Ints:
        """Choose a legal action for every row, one row after the other."""
        return np.array([self.act(view) for view in views], dtype=np.int64)

    def warm_up(self, view: View) -> None:
        """Load all that decisions need, by one simulation however many they take."""
        self.check_game(view.game)
        self._simulate(view, 0, 1)

    def _sims_for(self, view: View) -> int:
        """Simulations for a decision, if no time is set for it."""
        return self._sims

    def _search_in_time(self, view: View, seconds: float, most: float) -> None:
        """Simulate until the time is over, or so many simulations are done; a portion at least."""
        until = time.perf_counter() + seconds
        done = 0
        while done == 0 or (done < most and time.perf_counter() < until):
            count = int(min(PORTION, most - done))
            self._simulate(view, done, count)
            done += count

    def _simulate(self, view: View, first: int, count: int) -> None:
        now = self._now
        if now.prior is not None and first == 0:
            self._search(view, 0, 0)
            now.prior.blend(now.nodes, view, now.width)
            first = 1
        self._search(view, first, count)

    def _search(self, view: View, first: int, count: int) -> None:
        now = self._now
        now.search.search(
            view.states,
            view.seat,
            view.mask,
            view.seed,
            first,
            count,
            now.settings,
            now.values,
            *now.scratch,
        )

    def _best(self) -> int:
        """The action tried most often, of equals the one with the best mean."""
        root = self._now.nodes[0]
        edges = int(root["edges"])
        counts = root["count"][:edges]
        means = root["sum"][:edges, root["seat"]] / np.maximum(counts, 1)
        best = np.lexsort((-np.arange(edges), means, counts))[-1]
        return int(root["action"][best])

    def shares(self) -> dict[int, tuple[int, float]]:
        """Visits and mean value by action of the decision made last, for people to look at."""
        root = self._now.nodes[0]
        return {
            int(root["action"][k]): (
                int(root["count"][k]),
                float(root["sum"][k, root["seat"]] / max(1, root["count"][k])),
            )
            for k in range(int(root["edges"]))
        }


Rollout = Literal["heuristic", "random"]


def greedy(*, deals: int = 3, belief: int = 80, style: str = "heuristic") -> SearchAgent:
    """One-step look-ahead: every action, the rest of its move, then the value of the position.

    Args:
        deals: resampled hidden states in which every action is tried.
        belief: see :class:`SearchAgent`.
        style: see :class:`SearchAgent`.
    """
    _check("deals", deals, 1, 1000)
    return EvenAgent(
        "greedy",
        deals=deals,
        sims=deals,
        ms=None,
        width=None,
        horizon=0,
        rollout="heuristic",
        belief=belief,
        style=style,
    )


def flat_mc(
    *,
    sims: int = 60,
    ms: float | None = None,
    width: int = 6,
    horizon: int = 1,
    rollout: Rollout = "heuristic",
    belief: int = 80,
    style: str = "heuristic",
) -> SearchAgent:
    """Flat Monte Carlo: every action meets the same deals equally often, the best mean is played.

    Args: see :class:`SearchAgent`.
    """
    return EvenAgent(
        "flat-mc",
        sims=sims,
        ms=ms,
        width=width,
        horizon=horizon,
        rollout=rollout,
        belief=belief,
        style=style,
    )


class EvenAgent(SearchAgent):
    """Tries all actions it considers equally often.

    Args:
        name: of the agent.
        deals: simulations for each action, in place of a number in all.
        settings: see :class:`SearchAgent`.
    """

    def __init__(self, name: str, *, deals: int = 0, **settings: Any) -> None:
        super().__init__(name, even=1, **settings)
        self._deals = deals

    def _sims_for(self, view: View) -> int:
        if not self._deals:
            return super()._sims_for(view)
        return self._deals * min(len(view.legal), self._now.search.widest)

    def _best(self) -> int:
        """The action with the best mean, the first of equals."""
        shares = self.shares()
        return max(shares, key=lambda action: shares[action][1])


def ismcts(
    *,
    sims: int = 200,
    ms: float | None = None,
    width: int = 6,
    horizon: int = 1,
    rollout: Rollout = "heuristic",
    backup: Literal["maxn", "paranoid"] = "maxn",
    others: Literal["rollout", "tree"] = "rollout",
    exploration: float = 0.3,
    decay: float = 0.6,
    belief: int = 80,
    style: str = "heuristic",
    net: str | None = None,
    trust: float = 0.5,
) -> SearchAgent:
    """Information-set Monte Carlo tree search.

    Args:
        sims: see :class:`SearchAgent`, as all that is not named here.
        ms: the same.
        width: the same.
        horizon: the same.
        rollout: the same.
        backup: ``maxn``: the others maximise their own value; ``paranoid``: they minimise that of
            the searching seat. It matters for decisions of others in the tree.
        others: ``tree``: decisions of the other seats are nodes too; ``rollout``: they follow the
            rollout player.
        exploration: weight of prior and curiosity against the values seen.
        decay: prior of an action relative to the one ranked before it.
        belief: the same.
        style: the same.
        net: folder of a policy whose chances count in the prior of the actions of the open
            decision, ``policy`` for the one that comes with the package; None: no network.
        trust: share of the network in that prior; the rest is that of the ranking.

    Raises:
        ValueError: also for a folder without a sound policy of `got train`; names it.
    """
    _check("trust", trust, 0.0, 1.0)
    _check("exploration", exploration, 0.0, 100.0)
    _check("decay", decay, 0.01, 1.0)
    return SearchAgent(
        "ismcts",
        sims=sims,
        ms=ms,
        width=width,
        horizon=horizon,
        rollout=rollout,
        belief=belief,
        style=style,
        prior=None if net is None else prior_of(net, trust),
        paranoid=backup == "paranoid",
        others=others == "tree",
        exploration=exploration,
        decay=decay,
    )


def _check(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise ValueError(f"{name}={value}: expected a number from {least} to {most}")


def warm_up(game: Game) -> None:
    """Compile the kernels of a game, if it has a search."""
    if game.players.search is not None:
        view = first_views(game)[0]
        ismcts(sims=1).act(view)
        game.players.search().chances(view.states)
