"""Hands the rules of these games to the loops over many games in :mod:`got_env.core.batch`."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, top
from got_env.core.batch.rules import Rules, register
from got_env.core.jit import linked
from got_env.core.search import hooks
from got_env.westeros.engine.engine import apply, legal
from got_env.westeros.phases import start
from got_env.westeros.rules import expansion
from got_env.westeros.rules.decision_tables import is_forced
from got_env.westeros.rules.state import STATE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE
from got_env.westeros.views import knowledge, observation
from got_env.westeros.views import redeal as on_board


@linked
def player_to_move(s):
    """Seat that must decide, NONE when the game is over."""
    if s.depth == 0:
        return NONE
    return int(top(s)[PLAYER])


@linked
def set_up(s, ruleset, seed):
    """Set the start position and shuffle all decks; ``s.options`` is set by the caller."""
    if RULES[ruleset].with_claim == 1:
        expansion.set_up(s, ruleset, seed)
    else:
        start.set_up(s, ruleset, seed)


@linked
def redact(s, p):
    """Hide from record ``s`` everything that seat ``p`` may not know."""
    if RULES[s.ruleset].with_claim == 1:
        expansion.redact(s, p)
    else:
        knowledge.redact(s, p)


@linked
def redeal(s, p, seed):
    """Resample everything that seat ``p`` does not know."""
    if RULES[s.ruleset].with_claim == 1:
        expansion.redeal(s, p, seed)
    else:
        on_board.redeal(s, p, seed)


@linked
def observe_seat(s, p, knower, row):
    """Write a record as seat ``p`` sees it and ``knower``, a seat or EVERYBODY, knows it."""
    if RULES[s.ruleset].with_claim == 1:
        expansion.observe_seat(s, p, knower, row)
    else:
        observation.observe_seat(s, p, knower, row)


@linked
def ending(s):
    """End of the game, an index of ``ENDS``."""
    return int(s.won_by_castles)


def _load_player():
    from got_env.westeros.players.heuristic.choose import choose

    return choose


def _load_hooks():
    from got_env.westeros.players.search.hooks import load_hooks

    return load_hooks()


def register_kernels() -> None:
    """Hand them over, once."""
    hooks.register(STATE, _load_hooks)
    register(
        STATE,
        Rules(
            set_up=set_up,
            apply=apply,
            legal=legal,
            player_to_move=player_to_move,
            is_forced=is_forced,
            observe_seat=observe_seat,
            redact=redact,
            redeal=redeal,
            ending=ending,
            load_player=_load_player,
        ),
    )
