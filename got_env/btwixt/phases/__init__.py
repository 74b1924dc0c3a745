"""The steps of a round, and the machine that carries out effects."""
