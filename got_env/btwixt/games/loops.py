"""Hands the rules of this game to the loops over many games in :mod:`got_env.core.batch`."""

from __future__ import annotations

from got_env.btwixt.engine.engine import apply, legal
from got_env.btwixt.phases.start import set_up
from got_env.btwixt.rules.frames import PHASE, PLAYER, get
from got_env.btwixt.rules.state import STATE
from got_env.btwixt.rules.vocabulary import NONE, Phase
from got_env.btwixt.views.knowledge import redact
from got_env.btwixt.views.observation import observe_seat
from got_env.btwixt.views.redeal import redeal
from got_env.core.batch.rules import Rules, register
from got_env.core.jit import linked
from got_env.core.search import hooks


@linked
def player_to_move(s):
    """Seat that must decide, NONE when the game is over."""
    if s.depth == 0:
        return NONE
    return get(s, PLAYER)


@linked
def is_forced(s, count):
    """True if a decision need not be asked, though it is open.

    A pick from a hand that only one leader sees is always asked: that there is one choice says
    that all cards there are alike.
    """
    return count == 1 and get(s, PHASE) != Phase.DRAFT


@linked
def ending(s):
    """End of the game, an index of ``ENDS``."""
    leaders = 0
    for p in range(s.num_players):
        leaders += s.place[p] == 0
    return 1 if leaders > 1 else 0


def _load_player():
    from got_env.btwixt.players.heuristic.choose import choose

    return choose


def _load_hooks():
    from got_env.btwixt.players.search.hooks import load_hooks

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
