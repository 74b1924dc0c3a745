"""Pixels of SVG documents: of one alone, or of one after the other with little that is new."""
