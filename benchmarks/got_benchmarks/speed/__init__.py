"""The speed of the environment on this machine, and the guard of it."""
