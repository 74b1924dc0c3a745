"""A snapshot as a picture: an SVG of the board with everything that lies beside it."""
