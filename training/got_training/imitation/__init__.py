"""Learning from a teacher: its decisions as a data set on disk, and a network that follows it."""
