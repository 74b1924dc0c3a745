"""Steps of a battle, in order. Rule: ASOS-PROT-13, ASOS-HC-07."""

from __future__ import annotations

WORDS = (
    "lookouts",
    "declare",
    "refuse",
    "military_support",
    "choose",
    "reveal",
    "send_back",
    "change_cards",
    "texts",
    "use_blade",
    "decide",
    "winner_text",
    "loser_text",
    "casualties",
    "leave",
    "clean_board",
    "end_texts",
    "clean_cards",
    "last_texts",
    "free_hostage",
    "finish",
)
"""As positions name them."""

(
    LOOKOUTS,
    DECLARE,
    REFUSE,
    MILITARY,
    CHOOSE,
    REVEAL,
    TYRIONS,
    AERONS,
    TEXTS,
    BLADE,
    DECIDE,
    WINNER_TEXT,
    LOSER_TEXT,
    CASUALTIES,
    LEAVE,
    CLEAN_BOARD,
    END_TEXTS,
    CLEAN_CARDS,
    LAST_TEXTS,
    FREE,
    FINISH,
) = range(len(WORDS))
