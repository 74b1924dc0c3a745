"""A snapshot as a picture: an SVG of the table with everything that lies on it."""
