"""Steps of a battle, in order. Rule: ASOS-PROT-13, ASOS-HC-07."""

from __future__ import annotations

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
) = range(21)
