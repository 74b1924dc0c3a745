"""Every pair of an ally's and an influence card's ability that can be in conflict, from the facts.

A pair is in conflict if one forbids, undoes or replaces what the other says. Which operations can
do that to each other stands in :data:`CONFLICTS`; who prevails does not: the rulebook gives it to
the ally, always (BTW-PREC-02). ``python -m tests.btwixt.priority_pairs`` writes a page of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parents[2] / "got_env" / "btwixt" / "data" / "btwixt"
Effect = Mapping[str, Any]


class Ability(NamedTuple):
    """An effect or follow-up, and the card or ally it is printed on."""

    id: str
    number: int
    trigger: str
    effect: Effect

    @property
    def does(self) -> str:
        return str(self.effect["operation"])

    def says(self, name: str) -> Any:
        return self.effect["params"].get(name)


class Pair(NamedTuple):
    """An ally's ability, a card's ability, and what they are in conflict about."""

    about: str
    ally: str
    card: str


def _abilities(cards: list[dict[str, Any]]) -> Iterator[Ability]:
    for card in cards:
        for effect in card["effects"]:
            number = card.get("power", card.get("value"))
            for part in (effect, *effect["then"]):
                yield Ability(card["id"], number, effect["trigger"], part)


def _cards(*names: str) -> list[dict[str, Any]]:
    return [
        card for name in names for card in json.loads((DATA / f"{name}.json").read_text())["cards"]
    ]


def takes_from_piles(a: Ability) -> str | None:
    """Harm to cards of bid piles, as ``protect`` calls it."""
    if a.does == "cancel_ability":
        return "cancel"
    in_pile = a.says("from") == "target_pile" or (
        a.says("from") == "this_card" and a.trigger != "on_play"
    )
    if a.does != "move_card" or not in_pile:
        return None
    return "discard" if a.says("to") == "discard" else "move"


def takes_allies(a: Ability) -> str | None:
    """Harm to allies of councils, as ``protect`` calls it."""
    if a.does != "move_ally" or a.effect["target"] != "ally":
        return None
    return "kill" if a.says("to") == "dead_pile" else "move"


def _guards(a: Ability, b: Ability) -> bool:
    taken = takes_from_piles(b) if "leader" in a.effect["target"] else takes_allies(b)
    return a.does == "protect" and taken in a.says("against")


def _is_guarded(a: Ability, b: Ability) -> bool:
    leaders = b.effect["target"] in ("you", "each_leader")
    return b.does == "protect" and leaders and takes_from_piles(a) in b.says("against")


def _places(a: Ability, b: Ability) -> bool:
    named = b.does == "bring_ally" and b.says("to") != "current"
    own = a.trigger == "on_placement" and a.does == "place_ally"
    return own and (b.does == "place_ally" or named)


def _first(a: Ability, b: Ability) -> bool:
    return a.does == b.does == "change_first_player"


def _kneels(a: Ability, b: Ability) -> bool:
    """The leader has played nothing: with a card on play, another one has to be meant."""
    return a.says("restriction") == "must_play_before_kneeling" and (
        b.does == "kneel" and b.effect["target"] != "you"
    )


def _plays(a: Ability, b: Ability) -> bool:
    return (
        a.says("restriction") == "max_cards_in_bid_pile"
        and b.says("restriction") == "cannot_kneel_next_turn"
    )


def _ties(a: Ability, b: Ability) -> bool:
    return a.does == b.does == "change_bid_rule"


def _counts(a: Ability, b: Ability) -> bool:
    """An ally says what a card counts, an influence card adds to it or takes from it."""
    if not (a.does == b.does == "modify_influence" and a.says("mode") == "set"):
        return False
    needs = (b.effect["condition"] or {}).get("value", 0)
    most = (a.says("filter") or {}).get("max_value", 99)
    itself = b.effect["target"] == "this_card"
    return b.says("scope") == "cards" and needs <= a.number and not (itself and b.number > most)


CONFLICTS: Mapping[str, Callable[[Ability, Ability], bool]] = {
    "cards that an ally protects": _guards,
    "cards that a card protects": _is_guarded,
    "the council of an ally": _places,
    "the first player": _first,
    "kneeling": _kneels,
    "playing a card": _plays,
    "who wins the bid": _ties,
    "what a card counts": _counts,
}


def pairs() -> list[Pair]:
    """All pairs of the package's data that can be in conflict, in the order of the files."""
    allies = list(_abilities(_cards("allies")))
    cards = list(_abilities(_cards("influence_standard", "influence_event", "influence_leader")))
    found = {
        Pair(about, a.id, b.id): None
        for about, meet in CONFLICTS.items()
        for a in allies
        for b in cards
        if meet(a, b)
    }
    return list(found)


PAGE = Path(__file__).parents[2] / "docs" / "rules" / "btwixt-priority.md"
DECISIONS: Mapping[str, str] = {
    "cards that an ally protects": "the card takes nothing that the ally protects",
    "cards that a card protects": "the ally takes it all the same, whoever leads the effect",
    "the council of an ally": "the ally goes where its own ability says",
    "the first player": "the token goes to the leader whom the ally names",
    "kneeling": "a leader who is able to play stays upright until a card was played",
    "playing a card": "the leader may not play, and so kneels",
    "who wins the bid": "the ally's rule ranks the leaders, the card's adds nothing",
    "what a card counts": "the card counts what the ally says, whatever was added",
}


def page() -> str:
    """The page that lists the pairs."""
    cards: dict[tuple[str, str], list[str]] = {}
    for pair in pairs():
        cards.setdefault((pair.about, pair.ally), []).append(pair.card)
    rows = [
        f"| {about} | {ally} | {', '.join(found)} | {DECISIONS[about]} |"
        for (about, ally), found in cards.items()
    ]
    return "\n".join(
        [
            "# A Game of Thrones: B'Twixt — allies before influence cards",
            "",
            "Companion to [the rules](btwixt.md), BTW-PREC-02: where the ability of an influence",
            "card is in conflict with the ability of an ally, the ally's prevails. These are all",
            "pairs of the package's cards that can be in conflict, made from the data; every other",
            "pair resolves one beside the other. Abilities of [your own data](../data.md) are",
            "decided alike.",
            "",
            "| about | ally | influence cards | the ally prevails |",
            "| --- | --- | --- | --- |",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
