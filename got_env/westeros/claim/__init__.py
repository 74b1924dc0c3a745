"""Games with claim: fords and weather, Leaders and hostages, Tactics and Alliance cards.

All board games have one record, so kernels of ``phases/`` are theirs too where the rules are the
same. What differs stands here, on ladders of its own (``ladders.py``).
"""
