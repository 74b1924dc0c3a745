"""A record in words: actions, events, questions, and the table as plain data."""
