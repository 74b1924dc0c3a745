"""``python -m got_env.cli``: the command ``got``."""

from got_env.cli.app import main

if __name__ == "__main__":
    main()
