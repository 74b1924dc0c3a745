"""Training with RLlib: many machines, one network for all seats."""
