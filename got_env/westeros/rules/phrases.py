"""Labels and notes that several decisions share, and the names that sentences can use.

The ``question`` of a row and the ``labels`` of its answers speak as people at the table do; its
``texts`` say the same as commands that can be read back. Fields in braces are names with capitals.
Those of a question are what the context tells, those of a label the arguments of the decision that
are told; besides

==============  ===================================================================
``x``           the word of the action itself: ``Winterfell``, ``March +1``, ``Stark``
``a_x``         the same with its article: ``a Knight``, ``an Allied Footman``
``a_unit``      the unit that is asked about, with its article
``units``       how many of them, or in a question their plural: ``2 Footmen``
``who``         the card that asks: ``Tyrion Lannister``
``march_from``  where the march that is being declared began
``wildling``    the Wildling card just looked at, for who has seen it
``first``       the Leaders that can be asked for, with ``second``
``extreme``     which bidder is looked for: ``highest`` or ``lowest``
``card``        the card in question: what the context tells, or the opponent's in a combat
==============  ===================================================================
"""

from __future__ import annotations

TAKE_BACK = {"card": "Take back {x}", "done": "Take back no card"}
DISCARD = {"card": "Discard {x}", "done": "Discard nothing"}
REMOVE_ORDER = {"area": "Remove the order in {x}", "done": "Remove no order"}
HOUSE = {"seat": "{x}"}
SUPPORT = {"side": "Support {x}"}

ONWARDS = "Areas listed above the one chosen cannot be chosen after it."
"""Note for decisions that name areas one after another in the order of the board."""
