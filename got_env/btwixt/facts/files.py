"""The files of facts as types. Prose and provenance are for readers; no rule reads them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from got_env.btwixt.rules import vocabulary as v

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*$", max_length=60)]
"""Lower-case letters, digits and underscores: ids are words of action texts."""
Prose = Annotated[str, Meta(max_length=10_000)]
Value = Annotated[int, Meta(ge=0, le=v.MAX_POWER)]
Amount = Annotated[int, Meta(ge=-50, le=50)]
Copies = Annotated[int, Meta(ge=1, le=v.STANDARD_CARDS)]


class File(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An object of a file: every field without a default has to be there, and no other."""


class Counted(File, frozen=True):
    """An amount that is counted when the effect resolves."""

    per: str
    each: Amount
    max: Amount | None


class Condition(File, frozen=True):
    """Condition of an effect; one argument at most."""

    type: str
    value: Value | None = None
    ally_id: Id | None = None


class Step(File, frozen=True):
    """Follow-up of an effect; it runs at once and so has no trigger."""

    operation: str
    target: str
    amount: Amount | Counted | None
    condition: Condition | None
    optional: bool
    params: dict[str, Any]
    then: Annotated[tuple[Any, ...], Meta(max_length=0)]


class Effect(File, frozen=True):
    """An effect, and at most one follow-up."""

    trigger: str
    operation: str
    target: str
    amount: Amount | Counted | None
    condition: Condition | None
    optional: bool
    params: dict[str, Any]
    then: Annotated[tuple[Step, ...], Meta(max_length=1)]


Effects = Annotated[tuple[Effect, ...], Meta(max_length=v.MAX_EFFECTS)]
Status = Literal["exact", "partial", "invented"]


class Card(File, frozen=True):
    """An influence card."""

    id: Id
    name: Prose
    kind: Literal["standard", "event", "leader_specific"]
    color: Literal["red", "green", "purple", "blue", "white"]
    value: Value
    copies: Copies
    triumph_icon: bool
    ability: Prose | None
    effects: Effects
    field_provenance: dict[str, Prose]
    status: Status
    provenance: Prose
    leader_id: Id | None = None
    known_fragment: Prose = ""


class Ally(File, frozen=True):
    """An ally."""

    id: Id
    name: Prose
    kind: Literal["ally"]
    power: Value
    copies: Literal[1]
    ability: Prose | None
    effects: Effects
    field_provenance: dict[str, Prose]
    status: Status
    provenance: Prose


class Headed(File, frozen=True):
    """Head of all files of components."""

    schema: Prose
    game: Literal["btwixt"]
    component_count: int
    provenance_legend: dict[str, Prose]


class CardFile(Headed, frozen=True):
    """Contents of the files of influence cards."""

    cards: tuple[Card, ...]
    note: Prose = ""
    known_ranges: dict[str, Any] = {}


class AllyFile(Headed, frozen=True):
    """Contents of ``allies.json``."""

    cards: tuple[Ally, ...]
    note: Prose = ""


class Leader(File, frozen=True):
    """A leader card and the leader-specific cards that belong to it."""

    id: Id
    name: Prose
    card_ids: Annotated[tuple[Id, ...], Meta(min_length=v.WHITES, max_length=v.WHITES)]
    provenance: Prose
    field_provenance: dict[str, Prose]


class LeaderFile(Headed, frozen=True):
    """Contents of ``leaders.json``."""

    leaders: Annotated[tuple[Leader, ...], Meta(min_length=v.NUM_LEADERS, max_length=v.NUM_LEADERS)]
    note: Prose = ""


class Token(File, frozen=True):
    """Power tokens of one number."""

    id: Id
    value: Annotated[int, Meta(ge=1, le=v.MAX_TOKEN)]
    copies: Annotated[int, Meta(ge=0, le=v.NUM_TOKENS)]
    provenance: Prose


class TokenFile(Headed, frozen=True):
    """Contents of ``power_tokens.json``."""

    values: dict[str, Any]
    tokens: tuple[Token, ...]
    note: Prose = ""


Seasons = tuple[Literal["summer", "autumn", "winter"], ...]


class Table(File, frozen=True):
    """Setup for a number of players; rules read three fields, the rest is checked."""

    councils: int
    seasons: Annotated[Seasons, Meta(min_length=2, max_length=3)]
    rounds_per_season: Annotated[int, Meta(ge=1, le=16)]
    total_rounds: int
    start_round_space: int
    standard_cards_left_after_deal: int
    advanced_cards_left_after_first_deal: int
    short_seasons: Seasons
    short_total_rounds: int
    advanced_event_cards_added: dict[str, Annotated[int, Meta(ge=0, le=v.EVENT_CARDS)]]
    draft_pass_direction: dict[str, str]
    short_draft_pass_direction: dict[str, str]
    short_advanced_event_cards_added: dict[str, int]


class Toggle(File, frozen=True):
    """An open point that an option decides."""

    id: str
    default: str
    options: tuple[str, ...]
    rule: str


class SetupFile(File, frozen=True):
    """Contents of ``setup.json``; the fields without a type of their own are for readers."""

    schema: Prose
    game: Literal["btwixt"]
    provenance_legend: dict[str, Prose]
    provenance: Prose
    provenance_note: Prose
    titles: dict[str, Prose]
    players: dict[str, int]
    components: dict[str, int]
    influence_colors: dict[str, str]
    time_track: dict[str, Any]
    by_player_count: dict[str, Table]
    hand_size: dict[str, int]
    first_player: dict[str, Any]
    leader_choice: dict[str, Any]
    power_token_per_round: Literal[1]
    modes: dict[str, Any]
    variants: dict[str, Any]
    engine_toggles: tuple[Toggle, ...]
    calibration: dict[str, Any]
    engine_toggles_note: Prose
    action_space: dict[str, Any]
