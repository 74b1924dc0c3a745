"""Pictures of a game, made from snapshots: plain data, no engine."""
