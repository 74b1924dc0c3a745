"""Packages that only some parts need: what installs them, in one place."""

from __future__ import annotations


class MissingExtraError(RuntimeError):
    """A part needs packages that are not installed; the text says how to install them."""


def how_to_install(*extras: str) -> str:
    """The command that installs extras, ``pip install -e '.[train,viz]' in the clone``.

    The package is on no index: pip takes it from a clone of the repository.

    Args:
        extras: names in ``[project.optional-dependencies]`` of pyproject.toml.
    """
    return f"pip install -e '.[{','.join(extras)}]' in the clone of got_env"
