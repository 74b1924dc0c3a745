"""Players: agents that choose among the legal actions of a position."""
