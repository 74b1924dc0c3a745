"""What every game is built on: the protocol, compiled kernels and their cache, checks, errors."""
