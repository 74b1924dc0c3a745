"""Environments over any game: PettingZoo, Gymnasium, batches, and games with one learning seat."""
