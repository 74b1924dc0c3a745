"""The files of a game's facts, written as types: fields, and the values rules can be made of.

A field that kernels hold as a constant takes this constant alone. ``notes``, ``doubts`` and their
like are prose for readers; nothing is made from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from got_env.westeros.rules.vocabulary import (
    HAND_SIZE,
    MAX_AREAS,
    MAX_LEADERS,
    MAX_NEIGHBOURS,
    NUM_ALLIANCE_CARDS,
    NUM_ALLIANCE_DECKS,
    NUM_TACTICS,
    Order,
)

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*$", max_length=60)]
"""Lower-case letters, digits and underscores: ids are words of action texts."""
Prose = Annotated[str, Meta(max_length=10_000)]
Count = Annotated[int, Meta(ge=0, le=99)]
Strength = Annotated[int, Meta(ge=0, le=20)]
UnitStrength = Annotated[int, Meta(ge=0, le=4)]
Icons = Annotated[int, Meta(ge=0, le=9)]
Swords = Annotated[int, Meta(ge=0, le=5)]
TidesIcons = Annotated[int, Meta(ge=0, le=3)]
Pieces = Annotated[int, Meta(ge=0, le=10)]
"""Units of one type of a house."""
Place = Annotated[float, Meta(ge=0, le=1)]
ArmySize = Annotated[int, Meta(ge=2, le=4)]
"""Sizes of armies that the kernels tell apart: two, three, four, and more."""


class File(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An object of a file: every field without a default has to be there, and no other."""


class Area(File, frozen=True):
    """An area of the board."""

    id: Id
    name: Prose
    kind: Literal["land", "sea", "port"]
    castle: Literal[0, 1]
    stronghold: Literal[0, 1]
    mustering_points: Literal[0, 1, 2]
    supply_icons: Icons
    power_icons: Icons
    home_of: Id | None
    garrison_strength: Strength
    island: bool
    x: Place
    y: Place
    label_x: Place
    label_y: Place
    port: Id | None = None
    port_land: Id | None = None
    port_sea: Id | None = None
    claim: Annotated[int, Meta(ge=0, le=9)] = 0
    """Claim that controlling it is worth, in a game with claim."""
    town: bool = False
    """One point to muster a Footman, and nothing else."""
    coast: Id | None = None
    """The sea that a land area touches on a board without sea areas."""
    provenance: Prose = ""


class Edge(File, frozen=True):
    """A border of two areas."""

    a: Id
    b: Id
    kind: str
    bridge: bool
    provenance: Prose = ""


class SwitchableBorder(File, frozen=True):
    """A border that an option gives or takes."""

    a: Id
    b: Id
    option: Literal["sunset_sea_oldtown", "crackclaw_narrow_sea", "highgarden_redwyne"]
    default: bool
    provenance: Prose


class Crossing(File, frozen=True):
    """Two areas with a river between them: a ford, or no way across."""

    a: Id
    b: Id
    river: Prose
    provenance: Prose = ""


class Arrow(File, frozen=True):
    """A movement arrow between two areas, of one house alone if it names one."""

    a: Id
    b: Id
    house: Id | None
    provenance: Prose = ""


class Board(File, frozen=True):
    """Contents of ``board.json``."""

    title: Prose
    conventions: dict[str, Prose]
    map_aspect_ratio: Annotated[float, Meta(gt=0, le=10)]
    totals: dict[str, Any]
    areas: Annotated[tuple[Area, ...], Meta(min_length=1, max_length=MAX_AREAS)]
    edges: tuple[Edge, ...]
    neighbours: dict[str, Annotated[tuple[Id, ...], Meta(max_length=MAX_NEIGHBOURS)]]
    rivers: list[Any]
    bridges: list[Any]
    islands: list[Id]
    notes: list[Prose]
    cross_checks: list[Prose]
    doubts: list[Prose]
    sources: dict[str, Prose] = {}
    switchable_borders: tuple[SwitchableBorder, ...] = ()
    fords: tuple[Crossing, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    river_borders: tuple[Crossing, ...] = ()


class Ability(File, frozen=True):
    """Effect of a House card; the engine knows it by the card's id, the rest is told to people."""

    summary: Prose
    timing: str
    trigger: Prose
    mandatory: bool
    decided_by: Prose | None
    affects: list[Prose]
    rulings: list[Prose]
    source: Prose
    rule: str
    decision_points: list[str]


class HouseCard(File, frozen=True):
    """A House card."""

    id: Id
    name: Prose
    strength: Strength
    swords: Swords
    fortifications: Swords
    ability: Ability | None
    text: Id | None = None
    """Name of the text, where it is not that of the card's id."""
    provenance: Prose = ""
    dispute: dict[str, Prose] = {}


Hand = Annotated[tuple[HouseCard, ...], Meta(min_length=HAND_SIZE, max_length=HAND_SIZE)]


class HouseCards(File, frozen=True):
    """Contents of ``house_cards.json``."""

    title: Prose
    timing_steps: list[dict[str, str]]
    general: list[Prose]
    houses: dict[str, Hand]
    doubts: list[Prose]
    sources: dict[str, Prose] = {}


class UnitStats(File, frozen=True):
    """Strength and price of a unit type."""

    strength: UnitStrength
    muster_cost: Literal[1, 2]
    moves_on: Prose
    upgrade_from_footman_cost: Literal[1] | None = None
    strength_at_castle: UnitStrength | None = msgspec.field(
        name="strength_when_attacking_or_supporting_attack_on_castle_or_stronghold", default=None
    )
    can_retreat: Literal[False] | None = None
    port_capacity: Literal[3] | None = None


class UnitTypes(File, frozen=True):
    """Strength and price of each unit type."""

    footman: UnitStats
    knight: UnitStats
    siege_engine: UnitStats | None
    """None in a game without Siege Engines."""
    ship: UnitStats | None
    """None in a game without Ships."""


class Units(File, frozen=True):
    """A value of each unit type."""

    footman: Pieces
    knight: Pieces
    siege_engine: Pieces
    ship: Pieces


class AlliedUnits(File, frozen=True):
    """Allied pieces; in the record they take the columns of Siege Engines and Ships."""

    footman: Pieces
    knight: Pieces


class LeaderStart(File, frozen=True):
    """Starting area of a Leader."""

    leader: Id
    area: Id


class ComponentLimits(File, frozen=True):
    """Pieces in the box; all but the units are numbers of the engine."""

    unit_pool_per_house: Units
    power_tokens_per_house: Literal[20]
    order_tokens_per_house: Count
    house_cards_per_house: Literal[7]
    westeros_cards: Literal[30]
    wildling_cards: Literal[0, 9]
    tides_of_battle_cards: Literal[0, 24]
    neutral_force_tokens: Count
    garrison_tokens: Count


class GameLength(File, frozen=True):
    """When the game ends."""

    max_rounds: Annotated[int, Meta(ge=1, le=100)]
    castles_and_strongholds_for_immediate_win: Annotated[int, Meta(ge=1, le=MAX_AREAS)]
    westeros_phase_skipped_in_round: Literal[1]


class WildlingTrack(File, frozen=True):
    """The Wildling threat."""

    positions: list[Count]
    start: Count
    attack_at: Annotated[int, Meta(ge=1, le=12)] | None
    """Space at which the Wildlings attack by themselves; None if they never do."""
    step_per_icon: Annotated[int, Meta(ge=1, le=12)]


class OrderToken(File, frozen=True):
    """An order token of a house."""

    type: str
    modifier: int | None
    special: bool
    count: Annotated[int, Meta(ge=0, le=9)]
    extra: Prose = ""


ORDER_KINDS: Mapping[Order, tuple[str, int | None, bool]] = {
    Order.MARCH_MINUS: ("march", -1, False),
    Order.MARCH: ("march", 0, False),
    Order.MARCH_STAR: ("march", 1, True),
    Order.DEFENSE: ("defense", 1, False),
    Order.DEFENSE_STAR: ("defense", 2, True),
    Order.SUPPORT: ("support", 0, False),
    Order.SUPPORT_STAR: ("support", 1, True),
    Order.RAID: ("raid", None, False),
    Order.RAID_STAR: ("raid", None, True),
    Order.CONSOLIDATE: ("consolidate_power", None, False),
    Order.CONSOLIDATE_STAR: ("consolidate_power", None, True),
}
"""Type, modifier and star of each order token; its name in texts says the same."""


class Tracks(File, frozen=True):
    """Houses on the Influence tracks, first to last."""

    iron_throne: tuple[Id, ...]
    fiefdoms: tuple[Id, ...]
    kings_court: tuple[Id, ...]


class Stack(File, frozen=True):
    """Units of the start."""

    area: Id
    unit: Literal["footman", "knight", "siege_engine", "ship"]
    count: Annotated[int, Meta(ge=1, le=6)]


class Garrison(File, frozen=True):
    """A Garrison token."""

    area: Id
    strength: Strength


class HouseSheet(File, frozen=True):
    """Start of a house."""

    home_area: Id
    starting_units: tuple[Stack, ...]
    initial_supply: Annotated[int, Meta(ge=0, le=6)]
    initial_victory: Count
    initial_power: Annotated[int, Meta(ge=0, le=20)]
    garrison: Garrison
    track_positions_6p: dict[str, int]
    more_garrisons: tuple[Garrison, ...] = ()
    leaders: tuple[LeaderStart, ...] = ()
    prison: tuple[Id, ...] = ()
    """Leaders that start in the cell of the house."""
    alliance_cards: tuple[Id, ...] = ()
    """Alliance cards that the house starts with."""
    provenance: dict[str, Prose] = {}


NeutralForce = Annotated[int, Meta(ge=1, le=20)] | Literal["impassable"]


class Setup(File, frozen=True):
    """Setup for a number of players."""

    houses_in_play: tuple[Id, ...]
    houses_not_in_play: tuple[Id, ...]
    neutral_forces: dict[str, NeutralForce]
    neutral_force_token_count: Count
    closed_ports: tuple[Id, ...]
    kings_court_overlay: bool
    special_orders_by_kings_court_position: tuple[Annotated[int, Meta(ge=0, le=9)], ...]
    influence_tracks: Tracks
    dominance_tokens: dict[str, Id]
    special_orders_by_house_at_start: dict[str, int]
    starting_unit_changes: Annotated[list[Any], Meta(max_length=0)]
    castles_to_win: Annotated[int, Meta(ge=1, le=MAX_AREAS)] | None = None
    """Castle areas that win at once with so many players, if not as many as always."""


class OptionalStack(File, frozen=True):
    """Units that an option takes away."""

    house: Id
    area: Id
    unit: Literal["ship"]
    count: Literal[0]


class SetupOption(File, frozen=True):
    """A reading of the set-up that an option of the game chooses."""

    option: Literal["lannister_port_ship_3p"]
    default: Literal["yes"]
    alternative: Literal["no"]
    applies_to_players: Annotated[int, Meta(ge=2, le=6)]
    effect_of_alternative: Annotated[tuple[OptionalStack, ...], Meta(min_length=1, max_length=1)]
    evidence: Prose


class Swap(File, frozen=True):
    """Two Houses that change places on a track if an option says so."""

    option: Literal["kings_court_swap"]
    players: Annotated[int, Meta(ge=2, le=6)]
    track: Literal["kings_court"]
    houses: tuple[Id, Id]
    provenance: Prose


class SetupFile(File, frozen=True):
    """Contents of ``setup.json``."""

    title: Prose
    component_limits: ComponentLimits
    game_length: GameLength
    initial_power_per_house: Annotated[int, Meta(ge=0, le=20)]
    garrison_strength: Strength
    unit_stats: UnitTypes
    mustering_points: dict[str, int]
    supply_track: dict[str, Annotated[tuple[ArmySize, ...], Meta(max_length=20)]]
    supply_track_note: Prose
    wildling_track: WildlingTrack | None
    """None in a game without Wildlings."""
    order_tokens: tuple[OrderToken, ...]
    special_orders_by_kings_court_position: dict[str, list[int]]
    influence_tracks_6p: Tracks
    track_compaction_rule: Prose
    dominance_tokens_rule: Prose
    houses: dict[Id, HouseSheet]
    setups: dict[str, Setup]
    notes: list[Prose]
    doubts: list[Prose]
    options: tuple[SetupOption, ...]
    swaps: tuple[Swap, ...] = ()
    allied_units: AlliedUnits | None = None
    weather: tuple[Literal["fair", "storm"], ...] = ()
    """The loop of the weather marker."""
    claim_spaces: Literal[0, 6] = 0
    support_minus_tokens: Count = 0
    sources: dict[str, Prose] = {}


class WesterosEntry(File, frozen=True):
    """A kind of Westeros card and how many of it a deck has."""

    id: Id
    name: Prose
    count: Annotated[int, Meta(ge=1, le=10)]
    wildling_icon: bool
    chooser: Prose | None
    options: list[Prose]
    planning_restriction: (
        Literal["no_raid", "no_march_plus_one", "no_consolidate_power", "no_support", "no_defense"]
        | None
    )
    effect: Prose
    muted_support: tuple[Literal["footman", "knight", "ship"], ...] = ()
    """Unit types that add nothing to a combat they support in the round of the card."""
    weather_icon: bool = False
    stands_for: tuple[Id, ...] = ()
    """Cards that the options of a choice card are, where they are not those the engine knows."""
    provenance: dict[str, Prose] = {}


class WesterosCards(File, frozen=True):
    """Contents of ``westeros_cards.json``."""

    title: Prose
    rules: list[Prose]
    decks: dict[str, tuple[WesterosEntry, ...]]
    doubts: list[Prose]
    provenance: Literal["", "reconstructed"] = ""
    sources: dict[str, Prose] = {}


class WildlingEntry(File, frozen=True):
    """A Wildling card; the engine knows what it does by its id."""

    id: Id
    name: Prose
    night_watch_victory: dict[str, Prose]
    wildling_victory: dict[str, Prose]
    edge_cases: list[Prose]
    decision_points: dict[str, list[str]]
    lowest_loses: Literal[3, 4] = 3
    """Units that Mammoth Riders cost the lowest bidder, or what they are worth."""
    one_card_each: bool = False
    """Massing on the Milkwater costs everybody one card, the others a random one; no reward."""
    provenance: Prose = ""


class WildlingCards(File, frozen=True):
    """Contents of ``wildling_cards.json``."""

    title: Prose
    resolution: list[Prose]
    cards: Annotated[tuple[WildlingEntry, ...], Meta(min_length=1)]
    doubts: list[Prose]
    open: bool = False
    """A card is turned up before the bids."""
    provenance: Literal["", "reconstructed"] = ""
    sources: dict[str, Prose] = {}


class TidesCard(File, frozen=True):
    """A kind of Tides of Battle card."""

    id: Id
    count: Annotated[int, Meta(ge=0, le=24)]
    strength: Strength
    swords: TidesIcons
    fortifications: TidesIcons
    skulls: TidesIcons


class TidesOfBattle(File, frozen=True):
    """Contents of ``tides_of_battle.json``."""

    title: Prose
    total: Literal[24]
    cards: tuple[TidesCard, ...]
    rules: list[Prose]
    variants: Prose
    doubts: list[Prose]


class Leader(File, frozen=True):
    """A Leader token, both sides."""

    id: Id
    name: Prose
    house: Id | None
    """None for one who follows the holder of an Alliance card."""
    activation_icon: Literal["march", "raid", "consolidate_power"]
    idle_strength: Annotated[int, Meta(ge=0, le=5)]
    march_strength: Annotated[int, Meta(ge=0, le=5)]
    swords: Annotated[int, Meta(ge=0, le=3)]
    power: Annotated[int, Meta(ge=0, le=5)]
    house_card: Id | None
    alliance_card: Id | None
    provenance: dict[str, Prose] = {}


class Leaders(File, frozen=True):
    """Contents of ``leaders.json``."""

    title: Prose
    leaders: Annotated[tuple[Leader, ...], Meta(max_length=MAX_LEADERS)]
    sources: dict[str, Prose] = {}


class TacticsEffect(File, frozen=True):
    """Effect of a Tactics card; the engine knows it by the card's id, the rest is for people."""

    kind: Literal["immediate", "continuous"]
    optional: bool
    text: Prose
    rule: str


class TacticsCard(File, frozen=True):
    """A Tactics card."""

    id: Id
    name: Prose
    house: Id | None
    effects: tuple[TacticsEffect, ...]
    objective: tuple[Id, ...]
    """Areas of which its player has to control one at the end of a turn, for 1 claim."""
    provenance: dict[str, Prose] = {}


class TacticsCards(File, frozen=True):
    """Contents of ``tactics_cards.json``."""

    title: Prose
    cards: tuple[TacticsCard, ...]
    decks: dict[str, Annotated[tuple[Id, ...], Meta(min_length=1, max_length=NUM_TACTICS)]]
    sources: dict[str, Prose] = {}


class StormSetup(File, frozen=True):
    """Contents of ``storm_setup.json``: changes by Leaders and Tactics cards on another board."""

    title: Prose
    neutral_forces_with_leaders: dict[Id, Annotated[int, Meta(ge=1, le=20)]]
    """Strength of Neutral Forces while Leaders are in the game."""
    support_minus_tokens: Count
    provenance: dict[str, Prose] = {}


class AllianceCard(File, frozen=True):
    """An Alliance card."""

    id: Id
    name: Prose
    deck: Id
    type: Id
    text: Prose
    rules: list[str]
    footmen: Annotated[int, Meta(ge=0, le=4)]
    knights: Annotated[int, Meta(ge=0, le=4)]
    strength: Annotated[int, Meta(ge=0, le=9)]
    cost: Annotated[int, Meta(ge=0, le=9)]
    """Power that using it costs; 0: the card is discarded instead."""
    blocks_power: bool
    leader: Id | None
    provenance: dict[str, Prose] = {}


class AllianceCards(File, frozen=True):
    """Contents of ``alliance_cards.json``."""

    title: Prose
    decks: Annotated[
        tuple[Id, ...], Meta(min_length=NUM_ALLIANCE_DECKS, max_length=NUM_ALLIANCE_DECKS)
    ]
    permanent: tuple[Id, ...]
    """Decks whose house can become a permanent ally."""
    cards: Annotated[
        tuple[AllianceCard, ...],
        Meta(min_length=NUM_ALLIANCE_CARDS, max_length=NUM_ALLIANCE_CARDS),
    ]
    sources: dict[str, Prose] = {}
