"""The game as a value: put together from its facts, rules, players and words."""
