"""Replay of games recorded from an independent implementation ("the peer") through the engine.

``recordings`` reads the games, ``replay`` feeds their decisions to the engine one by one (the
modules ``answer_*`` translate them), ``view`` compares the public states and ``checks`` the legal
options. ``report`` sums up, and ``excerpt`` cuts a game down to what a replay
reads.
"""
