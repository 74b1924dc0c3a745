"""A record in words: actions, events, questions, and the board as plain data."""
