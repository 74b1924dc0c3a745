"""Games with claim: fords and weather, Leaders and hostages, Tactics and Alliance cards.

Their record has the fields of the other board games and more, so kernels of ``phases/`` work on it
where the rules are the same. What differs stands here, on ladders of its own (``engine.py``).
"""
