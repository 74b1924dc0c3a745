"""The peer's readings of marches that no option expresses: why it judges a proposal otherwise."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from got_env.westeros.rules.table import RULES, SUPPLY_SIZES
from got_env.westeros.rules.vocabulary import NONE, Order, Unit

from .names import AREAS, Army


def breaks_on_the_way(s: Any, seat: int, moves: Army) -> bool:
    """Deviation ``march_supply``: whether Supply breaks after a part of the moves, attack last."""
    origin = int(s["march_from"])
    limit = RULES[int(s["ruleset"])]["supply_limit"][int(s["supply"][seat])]
    sent = {area: sum(n for (a, _), n in moves.items() if a == area) for area, _ in moves}
    fights = [area for area in sent if s["owner"][area] not in (NONE, seat) or s["neutral"][area]]
    for order in permutations(area for area in sent if area not in fights):
        sizes = (s["units"] + s["routed"]).sum(axis=1) * (s["owner"] == seat)
        for area in (*order, *fights):
            sizes[origin] -= sent[area]
            sizes[area] += sent[area]
            if any((sizes >= n).sum() > limit[n] for n in range(2, SUPPLY_SIZES)):
                break
        else:
            return False
    return True


def supported_by_movers(s: Any, moves: Army) -> bool:
    """Deviation ``moved_support``: whether the march is strong enough against its Neutral Force.

    Units that it sends into areas with own Support orders are counted too.
    """
    rules, origin = RULES[int(s["ruleset"])], int(s["march_from"])
    for target in {area for area, _ in moves if s["neutral"][area]}:
        castle = rules["muster_points"][target] > 0
        value = rules["unit_strength"].tolist()
        value[Unit.SIEGE_ENGINE] = int(rules["siege_strength"]) if castle else 0
        granted = max(0, int(s["neutral_grant"][target]))
        total = int(rules["order_bonus"][s["order"][origin]]) + granted
        total += sum(n * value[unit] for (area, unit), n in moves.items() if area == target)
        for area in range(len(AREAS)):
            order = int(s["order"][area])
            near = rules["adjacent"][area] >> target & 1
            own = s["order_seat"][area] == s["order_seat"][origin]
            if near and own and order in (Order.SUPPORT, Order.SUPPORT_STAR):
                there = [int(s["units"][area, u]) + moves[area, u] for u in range(len(value))]
                total += int(rules["order_bonus"][order])
                total += sum(n * v for n, v in zip(there, value, strict=True))
        if total >= s["neutral"][target]:
            return True
    return False
