"""Playing the games of a run: who sits where, in which processes, and how each game ended."""
