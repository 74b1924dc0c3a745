"""Steps of a combat, in order. Rule: 2E-CMB-04, -05, 2E-TIDE-01, 2E-HOUSE-19."""

from __future__ import annotations

(
    DECLARE,
    REFUSE,
    CHOOSE,
    REVEAL,
    IMMEDIATE,
    DRAW_TIDES,
    SHOW_TIDES,
    USE_BLADE,
    DECIDE,
    RESULT_TEXTS,
    SWORDS,
    SKULLS,
    LEAVE,
    CLEAN_BOARD,
    CLEAN_CARDS,
    AFTER_TEXTS,
    FINISH,
) = range(17)
