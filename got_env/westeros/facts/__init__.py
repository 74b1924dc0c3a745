"""Facts: board, set-up and cards of a game, read from JSON files and checked."""
