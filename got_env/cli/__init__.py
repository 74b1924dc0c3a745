"""The command ``got``: its console, its own sub-commands, and what it says about the games."""
