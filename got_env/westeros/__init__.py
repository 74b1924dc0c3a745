"""The board games on the map of Westeros."""
