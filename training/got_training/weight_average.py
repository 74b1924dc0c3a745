"""The mean of the latest weights of a learner, which plays better than the last of them.

Updates from noisy games move weights to and fro around where they would settle. Their mean over
many updates leaves that out, as a small learning rate does, but without slowing the learner down
(Izmailov and others, "Averaging weights leads to wider optima and better generalization", 2018).
The mean is kept by polynomial-decay averaging (Shamir and Zhang, "Stochastic gradient descent for
non-smooth optimization", 2013): it is over a share of all updates so far, so no length must be
known beforehand, and one copy of the weights is all that it takes.
"""

from __future__ import annotations

from got_agents.weights import Weights


class WeightAverage:
    """A running mean of weights.

    Args:
        share: about the share of the updates so far that the mean is over, the latest ones: 1 is
            all of them alike; more than 0.
        weights: the mean of the updates before.
        updates: how many there were; with none, the first update takes the place of `weights`.
    """

    def __init__(self, share: float, weights: Weights, updates: int = 0) -> None:
        self._latest = 1 / share
        self.updates = updates
        self.weights: Weights = {name: table.copy() for name, table in weights.items()}

    def add(self, weights: Weights, updates: int) -> None:
        """Add the weights after an update.

        Args:
            weights: the learner's.
            updates: how many it has had; without a new one nothing is added.
        """
        if updates <= self.updates:
            return
        self.updates = updates
        rate = self._latest / (updates + self._latest - 1)
        for name, mean in self.weights.items():
            mean += rate * (weights[name] - mean)
