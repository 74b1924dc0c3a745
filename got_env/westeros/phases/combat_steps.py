"""Steps of a combat, in order. Rule: 2E-CMB-04, -05, 2E-TIDE-01, 2E-HOUSE-19."""

from __future__ import annotations

WORDS = (
    "declare",
    "refuse",
    "choose",
    "reveal",
    "immediate",
    "draw_tides",
    "show_tides",
    "use_blade",
    "decide",
    "result_texts",
    "swords",
    "skulls",
    "leave",
    "clean_board",
    "clean_cards",
    "after_texts",
    "finish",
)
"""As positions name them."""

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
) = range(len(WORDS))
