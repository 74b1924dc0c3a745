"""Random numbers inside the game record: xoshiro128** on four 32-bit words.

The words live in ``int64`` fields and every operation is masked to 32 bits, so compiled and pure
Python code give the same stream without overflow. Source: Blackman and Vigna, "Scrambled linear
pseudorandom number generators", ACM TOMS 47(4), 2021.
"""

from __future__ import annotations

from got_env.core.jit import kernel

_MASK = 0xFFFFFFFF
_STEP = 0x9E3779B9
"""Keeps the seed 0 from words of zeros."""


@kernel
def _rotate(x, k):
    return ((x << k) | (x >> (32 - k))) & _MASK


@kernel
def next_word(s):
    """Next uniform integer in [0, 2**32)."""
    w = s.rng
    result = (_rotate((w[1] * 5) & _MASK, 7) * 9) & _MASK
    t = (w[1] << 9) & _MASK
    w[2] ^= w[0]
    w[3] ^= w[1]
    w[1] ^= w[2]
    w[0] ^= w[3]
    w[2] ^= t
    w[3] = _rotate(w[3], 11)
    return result


@kernel
def scatter_word(x):
    """Spread a change of any bit of a 32-bit word over all of them; a permutation of the words.

    The factors are below 2**31, so that no product overflows.
    """
    x = x ^ (x >> 16)
    x = (x * 0x21F0AAAD) & _MASK
    x = x ^ (x >> 15)
    x = (x * 0x735A2D97) & _MASK
    return x ^ (x >> 15)


@kernel
def seed_rng(s, seed):
    """Start the stream of an integer seed (any int64; all 64 bits count).

    The generator is linear: without scattering, the first words of seeds that differ in few bits
    would be alike, and the games of the seeds 0, 1, 2... unevenly spread.
    """
    low = seed & _MASK
    high = (seed >> 32) & _MASK
    for i in range(4):
        low = scatter_word((low + _STEP) & _MASK)
        high = scatter_word((high ^ low) & _MASK)
        s.rng[i] = high
    if s.rng[0] == 0 and s.rng[1] == 0 and s.rng[2] == 0 and s.rng[3] == 0:
        s.rng[0] = 1


@kernel
def rand_below(s, n):
    """Uniform integer in [0, n); n below 2**30 (bias under n / 2**32)."""
    return (next_word(s) * n) >> 32


@kernel
def shuffle(s, values, start, stop):
    """Shuffle ``values[start:stop]`` in place (Fisher-Yates)."""
    for i in range(stop - 1, start, -1):
        j = start + rand_below(s, i - start + 1)
        kept = values[i]
        values[i] = values[j]
        values[j] = kept
