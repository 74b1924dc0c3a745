"""The card game B'Twixt."""
