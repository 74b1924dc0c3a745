"""Editions: what a game of the family is beside its facts, by code."""

from __future__ import annotations

from collections.abc import Mapping

from got_env.westeros.editions.agot1e import FIRST_EDITION
from got_env.westeros.editions.agot1e_storm import STORM_ON_THE_BOARD
from got_env.westeros.editions.agot2e import SECOND_EDITION
from got_env.westeros.editions.asos import STORM_OF_SWORDS
from got_env.westeros.editions.edition import Edition

EDITIONS: Mapping[str, Edition] = {
    edition.code: edition
    for edition in (SECOND_EDITION, FIRST_EDITION, STORM_OF_SWORDS, STORM_ON_THE_BOARD)
}
"""Every game of the family, by its code."""
