"""Files of families of phases that only games with claim have, or have otherwise."""

from __future__ import annotations

from got_env.westeros.claim import (
    alliances,
    battles,
    cards,
    hostages,
    leader_marches,
    losses_and_retreats,
    power,
    raids,
    scoring,
    tactics,
)
from got_env.westeros.rules.decision_tables import tell_kernels

CLAIM_FAMILIES = (
    *(alliances, battles, cards, hostages, leader_marches, losses_and_retreats),
    *(power, raids, scoring, tactics),
)

for _module in CLAIM_FAMILIES:
    tell_kernels(_module.ROWS)
