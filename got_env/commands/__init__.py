"""Sub-commands of `got` that need no agents."""
