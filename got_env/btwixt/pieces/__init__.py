"""Allies, cards and tokens: where they lie, and what moves or forbids to move them."""
