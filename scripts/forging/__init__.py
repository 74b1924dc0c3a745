"""States, rows and positions that no game has written, and what is done with those taken."""
