"""Search under hidden information as kernels, for every game.

Every simulation deals anew what the searching seat cannot know, so nothing hidden finds its way
into a decision. The tree is that of single-observer information-set Monte Carlo tree search
(Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on
Computational Intelligence and AI in Games 4(2), 2012): its nodes are what the seat can tell apart.
Actions are chosen by PUCT (Rosin, "Multi-armed bandits with episode context", Annals of
Mathematics and AI 61, 2011), an upper confidence bound (Auer, Cesa-Bianchi and Fischer, Machine
Learning 47, 2002) with a prior, which comes from the order in which the scripted player ranks the
actions.

========== =====================================================================
hooks      what a game registers: its player's ranking, deals, horizon, values
rollout    playing on from a leaf
tree       nodes, edges, selection and backup
simulate   simulations, and the batch kernel
dealing    deals of many records at once
prior      what a policy network says of the actions of a decision
values     from weighted features of every seat to its chance to win
========== =====================================================================
"""
