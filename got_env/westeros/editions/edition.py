"""An edition beside its facts: options, decisions, the round, and rules without a card.

Nothing here is asked by kernels. ``rulesets.py`` makes columns of RULES from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from got_env.westeros.editions.decisions import decisions_of, steps_of
from got_env.westeros.rules.decision_row import Decision, Step
from got_env.westeros.rules.options import OptionTable
from got_env.westeros.rules.vocabulary import Phase, StarRaid, Track


@dataclass(frozen=True, eq=False)
class Edition:
    """A game of the family, its facts aside."""

    code: str
    title: str
    gist: str
    """As :attr:`got_env.core.game.Identity.gist`."""
    minutes: int
    """As :attr:`got_env.core.game.Identity.minutes`."""
    options: OptionTable
    round_graph: Mapping[Phase, Phase]
    """Successor of each phase of the round."""
    areas: int
    """Areas of its board: observations and actions have room for so many."""
    ends: tuple[str, str]
    """Names of an end after the last round, and of one by enough points."""
    board_of: str = ""
    """Code of the game on whose board it is played, where that is another one."""
    decision_places: int = 0
    """Places for decisions in its observations, where those are of a game with claim."""
    with_claim: bool = False
    """Its rules are those of ``claim/``: it has claim, or Leaders and Tactics cards."""
    points: str = "castles"
    """Points that end a game at once when a House has enough; shaped rewards count them."""
    points_to_win: int = 7
    """Number of points that is enough with the default options."""
    provenance: str = "sourced"
    """``"sourced"`` if the facts of the package could all be checked, else ``"reconstructed"``."""
    star_raid: StarRaid = StarRaid.DEFENSE_TOO
    victim_pays: bool = True
    """A House whose Consolidate Power order is raided loses a Power."""
    star_musters: bool = True
    """A Consolidate Power order with a star may muster."""
    raven_looks: bool = True
    """The Raven may look at a Wildling card."""
    text_order: Track = Track.IRON_THRONE
    """Track that says whose House card text comes first."""
    whole_hand_returns: bool = False
    """The last card of a hand comes back with the others."""
    threat_steps_back: int = 2
    """Spaces the threat goes back after a Wildling victory."""
    threat_attacks: bool = True
    """The Wildlings attack by themselves when the threat is at the end of its track."""
    used_cards_return: bool = False
    """Used Westeros cards go under their deck."""
    places_can_tie: bool = False
    """Houses may share a place."""
    rains_on_lending: bool = False
    """Rains of Autumn falls on support against Neutral Forces, and that is no option."""
    no_power_at_sea: bool = False
    """Consolidate Power orders lie on land only."""
    loss_prices: Mapping[str, int] = field(default_factory=dict)
    """Worth of a unit lost to the Wildlings, by type; 1 if it is not named."""

    @property
    def decisions(self) -> Mapping[Phase, Decision]:
        """Its decisions, in the order in which observations mark them."""
        return decisions_of(self.code)

    @property
    def steps(self) -> Mapping[Phase, Step]:
        """Its automatic phases."""
        return steps_of(self.code)

    @property
    def chart(self) -> str:
        """Code of the game whose map shows the board."""
        return self.board_of or self.code
