"""The open decision of a board game as a sentence that says what is at stake."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from got_env.core.agenda import PHASE
from got_env.core.proper_names import names_in_words, proper_name
from got_env.westeros.rules.names import WILDLING_WORDS
from got_env.westeros.rules.vocabulary import Phase
from got_env.westeros.views.knowledge import HIDDEN
from got_env.westeros.words.context import States, context
from got_env.westeros.words.labels import asked_about, side_name, who_asks
from got_env.westeros.words.notation import houses_of, row_of, top_frame
from got_env.westeros.words.pieces import PRIZES, counted, plural, with_article

PHRASES = {
    "for": "{x}",
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
"""Words of a question for each subject of its decision, unless its sentence names it."""


_MARCHES: Mapping[str, tuple[str, ...]] = {
    "order": (),
    "leader": ("a Leader's own march",),
    "double": ("second part of a double march",),
    "move": ("a move by Manage Troops",),
}
"""Words about the kind of a march."""


def question(states: States, row: int) -> str:
    """Open question, with its subject in parentheses; empty when the game is over.

    Two questions that are about different areas, tracks, cards, marches, combats or offers have
    different words. Nothing but the (redacted) record tells them.

    Args:
        states: ``(B,) STATE``.
        row: index of the record.
    """
    frame = top_frame(states, row)
    if frame is None:
        return ""
    houses = houses_of(states, row)
    asks = row_of(houses.facts, frame).question
    named = {name for _, name, _, _ in Formatter().parse(asks) if name}
    about = context(states, row)
    words = {key: _words(key, value) for key, value in about.items() if key in PHRASES}
    named |= {"unit"} if named & {"units", "a_unit"} else set()
    stakes = [PHRASES[key].format(x=told) for key, told in words.items() if key not in named]
    words["who"] = who_asks(houses, frame)
    words |= asked_about(states, row, houses, frame)
    if "side" in about:
        words["side"] = side_name(states, row, houses, about["side"])
    if frame[PHASE] == Phase.RAVEN_PEEK:
        words["wildling"] = _wildling(int(states["wild_deck"][row, 0]))
    if "march" in about:
        words["march_from"] = proper_name(about["march"]["from"])
        stakes.append(_march(about["march"], "march_from" in named))
    stakes += [_combat(about["combat"])] if "combat" in about else []
    stakes += [_offer(about["offer"])] if "offer" in about else []
    if "unit" in about:
        words["units"], words["a_unit"] = plural(about["unit"]), with_article(words["unit"])
    asked = asks.format(**words)
    return f"{asked} ({'; '.join(stakes)})" if stakes else asked


def _wildling(card: int) -> str:
    return "the Wildling card" if card == HIDDEN else proper_name(WILDLING_WORDS[card])


def _words(key: str, value: str) -> str:
    return PRIZES[value] if key == "for" else proper_name(value)


def _march(march: dict[str, Any], named: bool) -> str:
    """A march in words, without its origin if that is named already."""
    left = [counted(march["left"])] if march["left"] else []
    left += [proper_name(leader) for leader in march.get("leaders_left", ())]
    entered = [proper_name(area) for area in march.get("entered", ())]
    parts = [] if named else [f"march from {proper_name(march['from'])}"]
    parts += [f"{names_in_words(left)} still there"] if left else []
    if march.get("leader"):
        parts.append(f"led by {proper_name(march['leader'])}")
    parts += _MARCHES[march.get("kind", "order")]
    if entered:
        parts.append(f"through {', '.join(entered)}")
    return ", ".join(parts)


def _combat(combat: dict[str, Any]) -> str:
    attacker, defender = proper_name(combat["attacker"]), proper_name(combat["defender"])
    origin, area = proper_name(combat["from"]), proper_name(combat["area"])
    return f"battle of {area}: {attacker} from {origin} against {defender}"


def _offer(offer: dict[str, Any]) -> str:
    maker, other = proper_name(offer["from"]), proper_name(offer["to"])
    power = [f"{offer['power']} Power"] if offer["power"] else []
    gives = [*offer["gives"], *power]
    given = names_in_words(gives) if gives else "nothing"
    return f"offer of {maker} to {other}: {given} for {names_in_words(offer['asks'])}"
