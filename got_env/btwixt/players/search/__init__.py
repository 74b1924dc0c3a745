"""Answers to the search of :mod:`got_env.core.search` about B'Twixt.

========== =====================================================================
value      features of a position, from which the chance to win of a seat follows
horizon    where a rollout may stop, and games that a seat cannot tell apart
hooks      registers them
========== =====================================================================
"""
