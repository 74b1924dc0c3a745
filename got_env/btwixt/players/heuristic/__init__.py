"""The heuristic player of B'Twixt as kernels: a score for every legal action of every decision.

It reads redacted records only. A position is worth to a leader what the weaker council holds, a
share of the stronger one, less a share of what the best rival has. Worths are in points of power.

========= =========================================================================
weights   the numbers that make styles of play
work      the scratch record
standing  what the councils hold, and what that is worth to a leader
worth     what abilities and cards are worth
bidding   a card of the hand, or kneeling
effects   what abilities ask: leaders, cards, allies, councils, yes or no
seasons   leader cards and picks of the draft
choose    the ladder from decision to scores, and the batch kernel
playout   whole games of heuristic players
scripted  the player as the game value offers it
========= =========================================================================
"""
