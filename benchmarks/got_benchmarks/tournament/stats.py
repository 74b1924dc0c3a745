"""Intervals of measured shares."""

from __future__ import annotations

import math

CONFIDENCE = 0.95
Z = 1.959964
"""Quantile of the normal distribution for :data:`CONFIDENCE`."""

METHOD = "Wilson score, 95 %"


def share(count: float, trials: int) -> float:
    """``count / trials``, 0 without trials."""
    return count / trials if trials else 0.0


def wilson(count: float, trials: int) -> tuple[float, float]:
    """Wilson score interval of a share: sensible for few trials and for shares near 0 and 1."""
    if trials == 0:
        return 0.0, 1.0
    mean = count / trials
    scale = 1 + Z * Z / trials
    centre = (mean + Z * Z / (2 * trials)) / scale
    half = Z / scale * math.sqrt(mean * (1 - mean) / trials + Z * Z / (4 * trials * trials))
    low = 0.0 if count == 0 else max(0.0, centre - half)
    high = 1.0 if count == trials else min(1.0, centre + half)
    return low, high
