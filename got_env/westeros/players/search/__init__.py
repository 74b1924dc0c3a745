"""Answers to the search of :mod:`got_env.core.search` about the games on the map.

========== =====================================================================
value      features of a position, from which the chance to win of a seat follows
deals      full games that a seat cannot tell from the real one
horizon    where a rollout may stop
hooks      registers them
========== =====================================================================
"""
