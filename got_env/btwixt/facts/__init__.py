"""The facts of the game: the JSON files as types, what must agree in them, and their effects."""
