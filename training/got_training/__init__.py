"""Self-play training of policies on the batched environment."""
