"""From a decision to what follows, and play that looks for faults."""
