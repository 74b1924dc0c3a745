"""The open decision of a board game as a sentence that says what is at stake."""

from __future__ import annotations

from typing import Any

from got_env.core.proper_names import names_in_words, proper_name
from got_env.westeros.words.context import States, context
from got_env.westeros.words.notation import houses_of, row_of, top_frame

PHRASES = {
    "for": "for {x}",
    "area": "{x}",
    "from": "from {x}",
    "to": "to {x}",
    "unit": "{x}",
    "leader": "{x}",
    "card": "{x}",
    "deck": "{x} deck",
    "side": "as {x}",
    "against": "against {x}",
}
"""How a question tells each thing that its decision is about."""


def question(states: States, row: int) -> str:
    """What is asked, and about what; empty when the game is over.

    Two questions that are about different areas, tracks, cards, marches, combats or offers have
    different words. Nothing but the (redacted) record tells them.

    Args:
        states: ``(B,) STATE``.
        row: index of the record.
    """
    frame = top_frame(states, row)
    if frame is None:
        return ""
    meaning = row_of(houses_of(states, row).facts, frame).meaning
    about = context(states, row)
    stakes = [
        PHRASES[key].format(x=proper_name(value)) for key, value in about.items() if key in PHRASES
    ]
    stakes += [_march(about["march"])] if "march" in about else []
    stakes += [_combat(about["combat"])] if "combat" in about else []
    stakes += [_offer(about["offer"])] if "offer" in about else []
    asked = meaning[:1].upper() + meaning[1:]
    return f"{asked} ({'; '.join(stakes)})" if stakes else asked


def _march(march: dict[str, Any]) -> str:
    left = [f"{count} {proper_name(unit)}" for unit, count in march["left"].items()]
    left += [proper_name(leader) for leader in march.get("leaders_left", ())]
    entered = [proper_name(area) for area in march.get("entered", ())]
    parts = [f"march from {proper_name(march['from'])}", f"{', '.join(left) or 'nobody'} left"]
    if march.get("leader"):
        parts.append(f"by {proper_name(march['leader'])}")
    if march.get("kind", "order") != "order":
        parts.append(march["kind"])
    if entered:
        parts.append(f"through {', '.join(entered)}")
    return ", ".join(parts)


def _combat(combat: dict[str, Any]) -> str:
    attacker, defender = proper_name(combat["attacker"]), proper_name(combat["defender"])
    origin, area = proper_name(combat["from"]), proper_name(combat["area"])
    return f"battle of {area}: {attacker} from {origin} against {defender}"


def _offer(offer: dict[str, Any]) -> str:
    maker, other = proper_name(offer["from"]), proper_name(offer["to"])
    gives = names_in_words(offer["gives"]) if offer["gives"] else "nobody"
    return (
        f"offer of {maker} to {other}: {names_in_words(offer['asks'])} for {gives}"
        f" and {offer['power']} power"
    )
