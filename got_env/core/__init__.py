"""Base of every game: the protocol, compiled kernels and their cache, checks, errors."""
