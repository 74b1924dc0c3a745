"""Hands the rules of games with claim to the loops over many games in :mod:`got_env.core.batch`."""

from __future__ import annotations

from got_env.core.batch.rules import Rules, register
from got_env.core.jit import linked
from got_env.core.search import hooks
from got_env.westeros.claim.engine import apply, legal
from got_env.westeros.claim.knowledge import redact
from got_env.westeros.claim.observation import observe_seat
from got_env.westeros.claim.redeal import redeal
from got_env.westeros.claim.scoring import claim_of
from got_env.westeros.claim.start import set_up
from got_env.westeros.decision_tables import is_forced
from got_env.westeros.loops import ending, player_to_move
from got_env.westeros.state import CLAIM_STATE


@linked
def points(s, out):
    """Write the claim of each seat, the potential of shaping."""
    for p in range(s.num_players):
        out[p] = claim_of(s, p)


def _load_player():
    from got_env.westeros.heuristic.claim_choose import choose

    return choose


def _load_hooks():
    from got_env.westeros.search.claim.hooks import load_hooks

    return load_hooks()


def register_kernels() -> None:
    """Hand them over, once."""
    hooks.register(CLAIM_STATE, _load_hooks)
    register(
        CLAIM_STATE,
        Rules(
            set_up=set_up,
            apply=apply,
            legal=legal,
            player_to_move=player_to_move,
            is_forced=is_forced,
            observe_seat=observe_seat,
            redact=redact,
            redeal=redeal,
            points=points,
            ending=ending,
            load_player=_load_player,
        ),
    )
