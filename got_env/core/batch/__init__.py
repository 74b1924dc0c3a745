"""Loops over many games at once, compiled for whichever game the records belong to."""
