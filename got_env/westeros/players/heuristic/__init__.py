"""The heuristic player as kernels: a score for every legal action of every decision.

It reads redacted records only. What it works out for a decision stands in a record of
:data:`~got_env.westeros.players.heuristic.scratch.WORK`; within one game it keeps the plan that
several small decisions carry out, which it would work out the same for each. Worths are in points,
of which a Castle is about ten.

================= ================================================================
weights           the numbers that make styles of play
work              the scratch record
appraisal         what areas are worth, what threatens them, chances in a combat
plan              the best march from an area
orders            Planning and the Messenger Raven
moves             raids, marches, ports and Consolidate Power orders
support           support, given and refused
cards             the choice of a House card, by the payoff of every pair of cards
combat_choices    choices that House cards give, the Blade, casualties, retreats
westeros_choices  Westeros cards, bids, ties, mustering
wildling_stakes   what a Wildling card that lies open is worth
losses            Wildling cards, Supply and other losses
choose            the ladder from decision to scores, and the batch kernels
playout           whole games of heuristic players
================= ================================================================
"""
