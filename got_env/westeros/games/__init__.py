"""The games as values: put together from their facts, rules, players and words."""
