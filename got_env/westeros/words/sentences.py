"""Question of every decision and words of every answer, as people at the table speak.

One row for each decision: its question, and the label of each kind of action that it can have. The
texts of :mod:`got_env.westeros.words.notation` say the same as a command that can be read back.

Fields in braces are names with capitals. Those of a question are what the context tells, those of a
label the arguments of the decision that are told; besides

==============  ===================================================================
``x``           the word of the action itself: ``Winterfell``, ``March +1``, ``Stark``
``a_x``         the same with its article: ``a Knight``, ``an Allied Footman``
``a_unit``      the unit that is asked about, with its article
``units``       how many of them, or in a question their plural: ``2 Footmen``
``who``         the card that asks: ``Tyrion Lannister``
``march_from``  where the march that is being declared began
``wildling``    the Wildling card just looked at, for who has seen it
``first``       the Leaders that can be asked for, with ``second``
==============  ===================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from got_env.westeros.rules.vocabulary import Phase


class Said(NamedTuple):
    """Question and labels of a decision.

    Attributes:
        asks: the question.
        labels: of each kind of action, or of an option by its word (``"choice power"``).
    """

    asks: str
    labels: Mapping[str, str]


_TAKE_BACK = {"card": "Take back {x}", "done": "Take back no card"}
_DISCARD = {"card": "Discard {x}", "done": "Discard nothing"}
_REMOVE_ORDER = {"area": "Remove the order in {x}", "done": "Remove no order"}
_HOUSE = {"seat": "{x}"}
_SUPPORT = {"side": "Support {x}"}

_ONWARDS = "Areas before the one chosen are given up."
"""Note for decisions that name areas one after another in the order of the board."""

SENTENCES: Mapping[Phase, Said] = {
    # --- Westeros phase
    Phase.WESTEROS_CHOICE: Said("{card}: which effect does it have?", {"choice": "{x}"}),
    Phase.RECONCILE_AREA: Said(
        "Supply is exceeded: where is a unit destroyed?", {"area": "Destroy a unit in {x}"}
    ),
    Phase.RECONCILE_UNIT: Said(
        "Supply is exceeded: which unit is destroyed in {area}?",
        {"unit": "Destroy {a_x} in {area}"},
    ),
    Phase.MUSTER_UPGRADE: Said(
        "Mustering in {area}: does a Footman become a better unit? New units come after that.",
        {"upgrade": "Turn a Footman in {area} into {a_x}", "done": "No more upgrades in {area}"},
    ),
    Phase.MUSTER_STATUS: Said(
        "Mustering in {area}: which Footman becomes a better unit?",
        {"status": "Upgrade the {x} Footman in {area}"},
    ),
    Phase.MUSTER: Said(
        "Mustering in {area}: which new unit? Points that are left are given up.",
        {
            "unit": "Muster {a_x} in {area}",
            "area": "Muster a Ship in {x}",
            "done": "Muster no more in {area}",
        },
    ),
    Phase.BID: Said("How much Power is bid {for}, in secret?", {"bid": "Bid {x} Power"}),
    Phase.TIE: Said("Equal bids {for}: who takes the best place that is left?", _HOUSE),
    Phase.WILDLING_TIE: Said("Equal bids {for}: who counts as highest or lowest?", _HOUSE),
    Phase.CLIMB_TRACK: Said(
        "{who}: on which track is the first place taken?", {"track": "First place on the {x} track"}
    ),
    Phase.DROP_TRACK: Said(
        "{who}: on which track is the last place taken?", {"track": "Last place on the {x} track"}
    ),
    Phase.PROMOTE: Said(
        f"{{who}}: where does a Footman become a Knight? {_ONWARDS}",
        {"area": "Turn a Footman in {x} into a Knight", "done": "Promote no more Footmen"},
    ),
    Phase.DEMOTE: Said(
        f"{{who}}: where is a Knight turned back into a Footman, or destroyed? {_ONWARDS}",
        {"area": "Give up a Knight in {x}"},
    ),
    Phase.RECOVER_CARD: Said("{who}: which House card is taken back?", _TAKE_BACK),
    Phase.LOSE_AREA: Said(
        f"The Wildlings' penalty: where is a unit destroyed? {_ONWARDS}",
        {"area": "Destroy a unit in {x}"},
    ),
    Phase.LOSE_UNIT: Said(
        "The Wildlings' penalty: which unit is destroyed in {area}?",
        {"unit": "Destroy {a_x} in {area}"},
    ),
    Phase.DISCARD_CARD: Said("{who}: which House card is discarded?", _DISCARD),
    Phase.PREEMPTIVE_CHOICE: Said(
        "{who}: lose two units, or two places on a track?",
        {"choice units": "Lose two units", "choice track": "Lose two places on a track"},
    ),
    Phase.PREEMPTIVE_TRACK: Said(
        "{who}: on which track are two places lost?",
        {"track": "Lose two places on the {x} track"},
    ),
    Phase.HORDE_MUSTER: Said(
        "{who}: where are units mustered?", {"area": "Muster in {x}", "done": "Muster nowhere"}
    ),
    Phase.HORDE_AREA: Said(
        "{who}: in which castle area are two units destroyed?",
        {"area": "Destroy two units in {x}"},
    ),
    Phase.CLAIM_TIE: Said("Equal bids {for}: who counts as highest or lowest?", _HOUSE),
    Phase.EXECUTE: Said(
        "{who}: which hostage is executed?",
        {"leader": "Execute {x}", "done": "Execute nobody"},
    ),
    Phase.EXECUTE_TRACK: Said(
        "{who}: on which track are places changed with the house of the executed?",
        {"track": "Change places on the {x} track", "done": "Change no places"},
    ),
    Phase.CLAIM_SOURCE: Said(
        "Where does a token for the Claim track come from?",
        {"yes": "From the available Power", "no": "From the Power Pool"},
    ),
    # --- planning phase
    Phase.TACTIC: Said(
        "Which Tactics card is chosen for this round, in secret?", {"card": "Choose {x}"}
    ),
    Phase.ORDER: Said(
        "Which order is given in {area}, in secret?",
        {"order": "{x} in {area}", "done": "No order in {area}"},
    ),
    Phase.RAVEN: Said(
        "Is the Messenger Raven used?",
        {
            "choice replace": "Replace an order",
            "choice look": "Look at the top Wildling card",
            "done": "Do not use the Messenger Raven",
        },
    ),
    Phase.RAVEN_AREA: Said(
        "The Messenger Raven: which order is replaced?", {"area": "Replace the order in {x}"}
    ),
    Phase.RAVEN_ORDER: Said(
        "The Messenger Raven: which order comes to {area}?", {"order": "{x} in {area}"}
    ),
    Phase.RAVEN_PEEK: Said(
        "The Messenger Raven: where does {wildling} go?",
        {
            "choice top": "Leave the card on top of the deck",
            "choice bottom": "Put the card under the deck",
        },
    ),
    Phase.PASS_VISIT: Said(
        "Is an order resolved now, or are all kept for a later visit?",
        {"yes": "Resolve an order now", "no": "Keep all orders for later"},
    ),
    Phase.CAREFUL: Said(
        "{who}: gain 2 Power, or pay 2 for a second Tactics card?",
        {"choice power": "Gain 2 Power", "choice card": "Pay 2 Power for a second Tactics card"},
    ),
    Phase.SECOND_TACTIC: Said("{who}: which is the second Tactics card?", {"card": "Choose {x}"}),
    Phase.FORGE: Said(
        "{who}: is a card drawn for 2 Power, and from which deck?",
        {"deck": "Pay 2 Power for a card of the {x} deck", "done": "Draw no card"},
    ),
    Phase.PLOT: Said(
        "{who}: gain 4 Power, or pay 1 to steal a card of the deck of {card}?",
        {"choice power": "Gain 4 Power", "choice steal": "Pay 1 Power to steal a card"},
    ),
    Phase.PLOT_VICTIM: Said(
        "{who}: from whom is a card of the {deck} deck stolen?", {"seat": "Steal from {x}"}
    ),
    Phase.ACCUSE: Said(
        "{who}: which space of the Claim track is cleared?",
        {"count": "Clear space {x} of the Claim track", "done": "Clear no space"},
    ),
    Phase.ARMY_AREA: Said("Where does {a_unit} join?", {"area": "{a_unit} joins in {x}"}),
    Phase.DROP_ALLY: Said(
        "Its card was stolen: where does {a_unit} leave?", {"area": "{a_unit} leaves {x}"}
    ),
    Phase.LEADER_AREA: Said("Where does {leader} enter?", {"area": "{leader} enters in {x}"}),
    Phase.MOVE_FROM: Said(
        "{who}: from where do units move to neighbouring own areas?",
        {"area": "Move units from {x}", "done": "Move no units"},
    ),
    Phase.STEAL: Said(
        "{who}: does each hostage cost its house 2 Power?",
        {"yes": "Take 2 Power for each hostage", "no": "Take no Power for hostages"},
    ),
    # --- action phase
    Phase.RAID_FROM: Said("Which Raid order is resolved?", {"area": "Raid from {x}"}),
    Phase.RAID_TARGET: Said(
        "Raid from {from}: which order is removed?",
        {"area": "Raid the order in {x}", "done": "Raid no order from {area}"},
    ),
    Phase.RAID_SECOND: Said(
        "Raid from {from}: which order is removed too?",
        {"area": "Raid the order in {x} too", "done": "Raid no second order"},
    ),
    Phase.REPLACE_SUPPORT: Said(
        "Are 2 Power paid for a Support -1 order in {area}, in place of the one raided?",
        {
            "yes": "Pay 2 Power for Support -1 in {area}",
            "no": "Leave {area} without an order",
        },
    ),
    Phase.ACTIVATE: Said(
        "Which Leader does the order in {area} activate?",
        {"leader": "Activate {x}", "no": "Activate nobody: resolve the order in {area}"},
    ),
    Phase.ASK_SUPPORT: Said(
        f"Before a march: against which neutral force are others asked for support? {_ONWARDS}",
        {"area": "Ask for support against {x}", "done": "Ask for no more support"},
    ),
    Phase.NEUTRAL_SUPPORT: Said(
        "Does {area} support the attack on the neutral force in {against}?",
        {
            "yes": "{area} supports the attack on {against}",
            "no": "{area} does not support the attack on {against}",
        },
    ),
    Phase.MARCH_FROM: Said("Which March order is resolved?", {"area": "March from {x}"}),
    Phase.MARCH_TO: Said(
        f"March from {{march_from}}: where do units go next? {_ONWARDS}",
        {"area": "March to {x}", "done": "Nobody else marches"},
    ),
    Phase.MARCH_COUNT: Said("How many {units} go to {to}?", {"count": "{units} to {area}"}),
    Phase.MARCH_LEADER: Said(
        "Does {leader} go to {to} too?",
        {"yes": "{leader} goes to {area}", "no": "{leader} does not go to {area}"},
    ),
    Phase.MARCH_TOKEN: Said(
        "Does a Power token stay in {area}, which is left empty?",
        {"yes": "Leave a Power token in {area}", "no": "Leave no Power token in {area}"},
    ),
    Phase.PORT_CAPTURE: Said(
        "How many Ships are taken over in {area}?", {"count": "Take over {units} in {area}"}
    ),
    Phase.DOUBLE_FROM: Said(
        "{who}: from which area just entered do units march on?",
        {"area": "March on from {x}", "done": "Nobody marches on"},
    ),
    Phase.CONSOLIDATE_FROM: Said(
        "Which Consolidate Power order is resolved?", {"area": "Consolidate Power in {x}"}
    ),
    Phase.CONSOLIDATE_CHOICE: Said(
        "Special Consolidate Power in {area}: take Power, or muster?",
        {"choice power": "Take Power in {area}", "choice muster": "Muster in {area}"},
    ),
    Phase.NEGOTIATE: Said(
        "To whom is an offer made for own Leaders?",
        {"seat": "Make {x} an offer", "done": "Make no more offers"},
    ),
    Phase.OFFER_REQUEST: Said(
        "Which own Leaders are asked for?",
        {
            "choice first": "Ask for {first}",
            "choice second": "Ask for {second}",
            "choice both": "Ask for {first} and {second}",
        },
    ),
    Phase.OFFER_HOSTAGE: Said(
        "Does the offer include {leader}?",
        {"yes": "Offer {leader}", "no": "Do not offer {leader}"},
    ),
    Phase.OFFER_POWER: Said("How much Power does the offer include?", {"bid": "Offer {x} Power"}),
    Phase.ANSWER: Said(
        "Is the offer accepted?", {"yes": "Accept the offer", "no": "Refuse the offer"}
    ),
    # --- combat
    Phase.LOOKOUT: Said("{who}: which Support order beside the battle goes?", _REMOVE_ORDER),
    Phase.SUPPORT: Said("Which side does {area} support?", _SUPPORT),
    Phase.SUPPORT_ALLIES: Said("{who}: which side gets 1 strength?", _SUPPORT),
    Phase.REFUSE_ALLIES: Said(
        "Is the help of Support Allies accepted?",
        {"yes": "Accept the help", "no": "Refuse the help"},
    ),
    Phase.REFUSE_SUPPORT: Said(
        "Is the support of {area} for {side} accepted?",
        {"yes": "Accept the support of {area}", "no": "Refuse the support of {area}"},
    ),
    Phase.MILITARY: Said(
        "Is the Military Support card {card} used?",
        {"yes": "Use {card}", "no": "Do not use {card}"},
    ),
    Phase.HOUSE_CARD: Said("Which House card fights, in secret?", {"card": "Play {x}"}),
    Phase.TYRION: Said(
        "{who}: does the other card go back?",
        {"yes": "Send the other card back", "no": "Let the other card stand"},
    ),
    Phase.TYRION_CARD: Said(
        "Which House card fights in place of the one sent back?", {"card": "Play {x}"}
    ),
    Phase.AERON: Said(
        "{who}: which other card is paid for and fights in his place?",
        {"card": "Pay and play {x}", "done": "Keep {who}"},
    ),
    Phase.DORAN: Said(
        "{who}: on which track does the opponent become last?",
        {"track": "Last place on the {x} track for the opponent"},
    ),
    Phase.STANNIS: Said(
        "{who}: is the Iron Throne token taken?",
        {"yes": "Take the Iron Throne token", "no": "Do not take the Iron Throne token"},
    ),
    Phase.QUEEN_OF_THORNS: Said("{who}: which order of the opponent goes?", _REMOVE_ORDER),
    Phase.MACE: Said("{who}: which Footman is destroyed?", {"status": "Destroy the {x} Footman"}),
    Phase.TIDES_REDRAW: Said(
        "Is the Valyrian Steel Blade used for another Tides of Battle card?",
        {"yes": "Draw another Tides of Battle card", "no": "Keep the Tides of Battle card"},
    ),
    Phase.BLADE: Said(
        "Is the Valyrian Steel Blade used for 1 more strength?",
        {"yes": "Use the Valyrian Steel Blade", "no": "Do not use the Valyrian Steel Blade"},
    ),
    Phase.DAVOS: Said(
        "{who}: are 2 Power paid for a fortification?",
        {"yes": "Pay 2 Power for a fortification", "no": "Pay nothing"},
    ),
    Phase.RENLY: Said(
        "{who}: where does a Footman become a Knight?",
        {"area": "Turn a Footman in {x} into a Knight", "done": "Promote no Footman"},
    ),
    Phase.RENLY_STATUS: Said(
        "{who}: which Footman in {area} becomes a Knight?",
        {"status": "Promote the {x} Footman in {area}"},
    ),
    Phase.CERSEI: Said("{who}: which order of the beaten house goes?", _REMOVE_ORDER),
    Phase.MELISANDRE: Said(
        "{who}: which card of the beaten house is discarded for 1 Power?", _DISCARD
    ),
    Phase.ASHA: Said(
        "{who}: which Support or Consolidate Power order beside the battle goes?", _REMOVE_ORDER
    ),
    Phase.TAKE_LEADER: Said(
        "Which Leader is taken hostage in place of a casualty?",
        {"leader": "Take {x} hostage", "done": "Take no hostage"},
    ),
    Phase.CASUALTY: Said("Which unit is lost next?", {"unit": "Lose {a_x}"}),
    Phase.ROBB: Said(
        "{who}: where does the beaten army retreat?",
        {"area": "The beaten army retreats to {x}", "done": "Leave the retreat to its house"},
    ),
    Phase.RETREAT: Said("Where does the beaten army retreat?", {"area": "Retreat to {x}"}),
    Phase.RETREAT_LOSS: Said(
        "Supply forbids a part of the retreat: which unit is destroyed next?",
        {"unit": "Destroy {a_x}"},
    ),
    Phase.PATCHFACE: Said("{who}: which card does the opponent discard?", _DISCARD),
    Phase.LUWIN: Said("{who}: which used House card is taken back?", _TAKE_BACK),
    Phase.BRAN: Said("{who}: which used House card is taken back?", _TAKE_BACK),
    Phase.PLACE_ORDER: Said(
        "{who}: which order is placed where the battle was won?",
        {"order": "Place {x}", "done": "Place no order"},
    ),
    Phase.FREE_HOSTAGE: Said(
        "{who}: which Leader leaves the loser's cell?",
        {"leader": "Free {x}", "done": "Free nobody"},
    ),
}
"""Every decision, in the order of a round."""
