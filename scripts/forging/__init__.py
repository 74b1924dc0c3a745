"""Records, rows and positions that no game has written, and what is done with those that are taken."""
