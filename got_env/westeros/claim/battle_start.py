"""Start and erasure of a battle."""

from __future__ import annotations

from got_env.core.agenda import push
from got_env.core.jit import linked
from got_env.westeros.claim.battle_steps import LOOKOUTS
from got_env.westeros.phases.combat_end import end_combat
from got_env.westeros.rules.board import note
from got_env.westeros.rules.vocabulary import NONE, Event, Phase, Side


@linked
def begin_battle(s, p, origin, area, token, leaders, own):
    """Open a battle; ``s.attackers`` is set already. Rule: ASOS-GARR-03, ASOS-HOST-07.

    ``token``: the March order, NONE for a Leader's own march; ``leaders``: those that attack;
    ``own``: the Leader whose march it is if it attacks.
    """
    s.fight = 1
    s.fight_area = area
    s.fight_from = origin
    s.fight_order = token
    s.fighter[Side.ATTACKER] = p
    defender = s.owner[area]
    if defender == NONE:
        defender = s.home[area]
    s.fighter[Side.DEFENDER] = defender
    s.fight_leaders = leaders
    s.fight_leader = own
    note(s, Event.COMBAT, p, area, defender)
    push(s, Phase.COMBAT, NONE, LOOKOUTS, 0, 0)


@linked
def end_battle(s):
    """Blank the battle."""
    end_combat(s)
    s.fight_leaders = 0
    s.fight_leader = NONE
    s.bonus[:] = 0
    s.backed[:] = 0
    s.allies_side[:] = 0
