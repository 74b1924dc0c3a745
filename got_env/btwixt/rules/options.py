"""Named options: variants of the game, and readings of open points, each with a default.

An option is one int8 in ``s.options``: the index of its value, 0 for the default. Sources: the
table "Defaults" of docs/rules/btwixt-rulings.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from got_env.core.error_values import short_repr
from got_env.core.jit import kernel
from got_env.core.suggest import suggest


class Option(IntEnum):
    """Column of an option in ``s.options``."""

    ADVANCED = 0
    DRAFT = 1
    CLASH_DRAFT = 2
    REVEALED = 3
    SHORT = 4
    AFTER_BID_ORDER = 5
    OWN_ABILITY_ORDER = 6
    EXTRA_ALLY_TIMING = 7
    MOVED_CARD_ABILITY = 8
    WINNER_GAINS_TOKEN_IF_ALLY_KILLED = 9
    SANSA_TIE_CHOICE = 10
    SANSA_WITHOUT_ALLY = 11
    ROBB_VOLUNTEER = 12
    INFLUENCE_DECK_EMPTY = 13
    SEASON_DISCARD_VISIBILITY = 14
    DRAFT_INCLUDES_LEADER_SPECIFIC = 15
    CLASH_OF_KINGS_LEADER_CARDS_REMOVED = 16
    ROW_LEFTOVERS = 17
    CLAIMED_TOKENS_COUNCIL = 18
    NEGATIVE_INFLUENCE = 19
    RULE_CONFLICT = 20
    EXTRA_ALLY_ROUND_ABILITY = 21
    REPLACED_ALLY_EFFECTS = 22
    EXTRA_ALLY_TOKEN = 23
    SHORT_EVENTS = 24
    STOLEN_WHITE_CARD = 25
    BACKUP_PLAN_TIMING = 26
    SCORING_READS = 27
    EMPTY_SUPPLY = 28
    ROW_PEEK_RETURN = 29
    STRINGS_COUNTED_AT = 30
    NO_CLAIMED_ALLY = 31
    FORCED_KNEEL = 32
    EQUAL_CARDS_IN_PILE = 33
    CHOSEN_TOKEN = 34
    CLASH_WITH_ADVANCED = 35
    FIRST_PLAYER_SETUP = 36
    LEADER_SELECTION = 37
    TABLE_TALK = 38
    LASTING_ABILITY_OF_MOVED_OUT_CARD = 39
    MUST_PLAY_WITHOUT_PLAY = 40
    EMPTY_ALLY_DECK = 41
    OBSERVATION_MEMORY = 42
    MOVED_CARD_COUNTS_AS_PLAYED = 43
    ROW_LAID = 44
    STOLEN_WHITE_PLAYED = 45


NUM_OPTIONS = len(Option)


@kernel
def chosen(s, option):
    """True if an option has its second value: a variant is played, an alternative reading holds."""
    return s.options[option] != 0


@kernel
def advanced(s):
    """True if leader-specific cards belong to their leaders. Rule: BTW-ADV-01, BTW-AMB-31."""
    return chosen(s, Option.ADVANCED) and not chosen(s, Option.CLASH_DRAFT)


class OptionSpec(NamedTuple):
    """Values of one option, default first, what it decides, and its rule."""

    values: tuple[str, ...]
    summary: str
    source: str


_NO_YES = ("no", "yes")
_OFF_ON = ("false", "true")

OPTIONS: Mapping[str, OptionSpec] = {
    "advanced": OptionSpec(
        _OFF_ON,
        "play with leader-specific cards and, from the second season on, event cards",
        "BTW-ADV-01",
    ),
    "draft": OptionSpec(_OFF_ON, "draft the hands of each season", "BTW-DRAFT-01"),
    "clash_draft": OptionSpec(_OFF_ON, "draft from all 109 cards (Clash of Kings)", "BTW-COK-01"),
    "revealed": OptionSpec(_OFF_ON, "lay the allies of a season in a row, face up", "BTW-ROW-01"),
    "short": OptionSpec(_OFF_ON, "play one season less", "BTW-SHORT-01"),
    "after_bid_order": OptionSpec(
        ("first_player_order", "winner_first"),
        "whose abilities resolve first after the bid",
        "BTW-AMB-01",
    ),
    "own_ability_order": OptionSpec(
        ("owner_choice", "order_played"), "order of one leader's own abilities", "BTW-AMB-01"
    ),
    "extra_ally_timing": OptionSpec(
        ("after_claim", "after_token"),
        "whether extra allies come before or after the winner's token",
        "BTW-AMB-02",
    ),
    "moved_card_ability": OptionSpec(
        ("once",), "the ability on play of a card that is moved", "BTW-AMB-03"
    ),
    "winner_gains_token_if_ally_killed": OptionSpec(
        ("yes", "no"), "the power token when the current ally died", "BTW-AMB-04"
    ),
    "sansa_tie_choice": OptionSpec(
        ("pulling_the_strings", "your_choice"),
        "what else counts if an ally's own placement leaves several councils",
        "BTW-AMB-06",
    ),
    "sansa_without_ally": OptionSpec(
        ("other_restrictions", "free_choice"),
        "placement if an ally's own placement has no effect",
        "BTW-AMB-06",
    ),
    "robb_volunteer": OptionSpec(
        ("first_player_order", "random"), "which of several willing leaders acts", "BTW-AMB-07"
    ),
    "influence_deck_empty": OptionSpec(
        ("reshuffle", "no_draw"), "a draw from an empty influence deck", "BTW-AMB-08"
    ),
    "season_discard_visibility": OptionSpec(
        ("hidden", "public"), "hands discarded at the end of a season", "BTW-AMB-09"
    ),
    "draft_includes_leader_specific": OptionSpec(
        _NO_YES, "whether the white card is drafted in the advanced game", "BTW-AMB-10"
    ),
    "clash_of_kings_leader_cards_removed": OptionSpec(
        _NO_YES, "whether white cards leave the game in the Clash of Kings draft", "BTW-AMB-11"
    ),
    "row_leftovers": OptionSpec(
        ("shuffle_back", "keep_left"),
        "allies left in the row at the end of a season",
        "BTW-AMB-12",
    ),
    "claimed_tokens_council": OptionSpec(
        ("ally_council", "claimant_choice"), "tokens that lie on a claimed ally", "BTW-AMB-13"
    ),
    "negative_influence": OptionSpec(
        ("floor_zero", "allow"), "whether a card or total may be below 0", "BTW-AMB-14"
    ),
    "rule_conflict": OptionSpec(("cannot_first",), "effects of equal rank", "BTW-AMB-15"),
    "extra_ally_round_ability": OptionSpec(
        ("ignored", "active"), "abilities for the round of extra allies", "BTW-AMB-16"
    ),
    "replaced_ally_effects": OptionSpec(
        ("numbers_stay",), "numbers computed under a current ally that was replaced", "BTW-AMB-17"
    ),
    "extra_ally_token": OptionSpec(_NO_YES, "a power token for an extra ally", "BTW-AMB-18"),
    "short_events": OptionSpec(
        ("by_season", "at_setup"), "event cards of a short advanced game", "BTW-AMB-19"
    ),
    "stolen_white_card": OptionSpec(
        ("removed", "back_to_owner"), "a white card that another leader discards", "BTW-AMB-21"
    ),
    "backup_plan_timing": OptionSpec(
        ("step_four", "after_bid"),
        "when a card returns to a hand at the end of the round",
        "BTW-AMB-22",
    ),
    "scoring_reads": OptionSpec(("printed",), "which power scoring abilities read", "BTW-AMB-23"),
    "empty_supply": OptionSpec(
        ("no_token", "random_from_councils"), "a token gained from an empty supply", "BTW-AMB-24"
    ),
    "row_peek_return": OptionSpec(
        ("all_in_row", "next_in_row"),
        "where allies that were looked at return, with a row",
        "BTW-AMB-25",
    ),
    "strings_counted_at": OptionSpec(
        ("placement", "bid_won"), "when cards that steer the current ally count", "BTW-AMB-26"
    ),
    "no_claimed_ally": OptionSpec(
        ("nothing", "your_choice"), "the claimed ally's council if nobody claimed", "BTW-AMB-27"
    ),
    "forced_kneel": OptionSpec(
        ("always", "obeys_restrictions"), "forced to kneel, but not allowed to", "BTW-AMB-28"
    ),
    "equal_cards_in_pile": OptionSpec(
        ("highest_value", "latest"), "which of several copies in a pile is meant", "BTW-AMB-29"
    ),
    "chosen_token": OptionSpec(
        ("random", "latest"), "which token of a council is taken", "BTW-AMB-30"
    ),
    "clash_with_advanced": OptionSpec(
        ("clash_only", "refused"), "clash_draft together with advanced", "BTW-AMB-31"
    ),
    "first_player_setup": OptionSpec(("random", "seat_zero"), "who is first player", "BTW-AMB-32"),
    "leader_selection": OptionSpec(
        ("choose", "random"), "leader cards in the advanced game", "BTW-AMB-33"
    ),
    "table_talk": OptionSpec(("none",), "talk and deals", "BTW-AMB-34"),
    "lasting_ability_of_moved_out_card": OptionSpec(
        ("ends",), "a lasting ability of a card that leaves the piles", "BTW-AMB-35"
    ),
    "must_play_without_play": OptionSpec(
        ("kneel", "pass"), "a leader who must play but cannot", "BTW-AMB-36"
    ),
    "empty_ally_deck": OptionSpec(
        ("bid_for_token", "skip_round"), "a round without an ally to reveal", "BTW-AMB-37"
    ),
    "observation_memory": OptionSpec(
        ("perfect", "current_only"), "whether what was once seen stays known", "BTW-AMB-38"
    ),
    "moved_card_counts_as_played": OptionSpec(
        _NO_YES, "whether a card that is moved counts as played by its new leader", "BTW-AMB-39"
    ),
    "row_laid": OptionSpec(
        ("before_hands", "after_hands"), "when the row of a season is laid", "BTW-AMB-40"
    ),
    "stolen_white_played": OptionSpec(
        _NO_YES, "whether white cards of other leaders may be played", "BTW-AMB-41"
    ),
}
"""Every option by key, in the order of :class:`Option`."""


def resolve_options(given: Mapping[str, object]) -> tuple[int, ...]:
    """Value index of every option, in the order of :class:`Option`.

    Args:
        given: option key to value; booleans may stand for "true"/"false" and "yes"/"no".

    Raises:
        ValueError: for an unknown key or value, or variants that cannot be combined; names them.
    """
    for name in given:
        if name not in OPTIONS:
            raise ValueError(f"unknown option {short_repr(name)}: {suggest(name, OPTIONS)}")
    resolved = tuple(
        _value_index(key, spec, given[key]) if key in given else 0 for key, spec in OPTIONS.items()
    )
    refuse_combination(resolved)
    return resolved


def option_values(kept: Sequence[int]) -> dict[str, str]:
    """The value of every option by key, from what :func:`resolve_options` gives."""
    options = zip(OPTIONS.items(), kept, strict=True)
    return {key: spec.values[int(index)] for (key, spec), index in options}


def refuse_combination(options: tuple[int, ...]) -> None:
    """Refuse variants that exclude each other. Rule: BTW-SHORT-03, BTW-AMB-31.

    Raises:
        ValueError: names both.
    """
    if options[Option.CLASH_DRAFT] and options[Option.DRAFT]:
        raise ValueError(
            "options clash_draft=true and draft=true: the Clash of Kings draft is a draft of its "
            "own, choose one of them"
        )
    if (
        options[Option.CLASH_DRAFT]
        and options[Option.ADVANCED]
        and options[Option.CLASH_WITH_ADVANCED]
    ):
        raise ValueError(
            "options clash_draft=true and advanced=true: refused by clash_with_advanced=refused"
        )


def _value_index(key: str, spec: OptionSpec, value: object) -> int:
    if isinstance(value, bool):
        choices = ("true", "yes") if value else ("false", "no")
        text = next((w for w in choices if w in spec.values), str(value))
    else:
        text = value if isinstance(value, str) else short_repr(value)
    if text not in spec.values:
        raise ValueError(
            f"option {key}={short_repr(value)}: expected one of {', '.join(spec.values)}"
        )
    return spec.values.index(text)
