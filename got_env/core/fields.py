"""Reading data from outside: every error names the path of the bad value.

A :class:`Field` is a value of parsed JSON with its path, ``table.north.pieces[1].type``. Its
methods give the value back in the wanted form or raise a ``ValueError`` that shows path, value and
what was expected. Nothing here recurses, so the depth of the data does not matter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NoReturn

from got_env.core.error_values import short_repr


class Field:
    """A value of parsed JSON and where it stands.

    Args:
        value: dict, list, str, int, float, bool or None; anything else is refused when it is read.
        path: of the value, empty for the whole document.
    """

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value
        self.path = path

    def refuse(self, expected: str) -> NoReturn:
        """Raise the error of a value that is not what was ``expected``."""
        raise ValueError(f"{self._place}: {short_repr(self.value)}: expected {expected}")

    def complain(self, fault: str) -> NoReturn:
        """Raise the error of a value that does not fit the rest."""
        raise ValueError(f"{self._place}: {fault}")

    @property
    def _place(self) -> str:
        return self.path or "position"

    @property
    def is_null(self) -> bool:
        """True if the value is JSON's null."""
        return self.value is None

    # --- objects

    def known(self, keys: Collection[str]) -> Field:
        """The field itself, an object with no other keys than these."""
        self._object()
        for key in self.value:
            if key not in keys:
                self.complain(f"unknown field {short_repr(key)}: expected one of {', '.join(keys)}")
        return self

    def get(self, key: str) -> Field | None:
        """A member of an object; None when it is left out."""
        if key not in self.value:
            return None
        return Field(self.value[key], f"{self.path}.{key}" if self.path else key)

    def need(self, key: str) -> Field:
        """A member that must be there."""
        found = self.get(key)
        if found is None:
            self.complain(f"the field {key!r} is missing")
        return found

    def entries(self, names: Sequence[str], what: str) -> Iterator[tuple[int, Field]]:
        """Index of each key in ``names``, and its member; ``what`` the keys are, in words."""
        self._object()
        for key in self.value:
            if key not in names:
                self.complain(
                    f"unknown {what} {short_repr(key)}: expected one of {', '.join(names)}"
                )
        for key in self.value:
            yield names.index(key), self.need(key)

    def _object(self) -> None:
        if not isinstance(self.value, dict):
            self.refuse("an object")
        for key in self.value:
            if not isinstance(key, str):
                self.complain(f"the key {short_repr(key)} is not a string")

    # --- lists and single values

    def elements(self, most: int) -> list[Field]:
        """The elements of a list of at most so many."""
        if not isinstance(self.value, list):
            self.refuse("a list")
        if len(self.value) > most:
            self.complain(f"{len(self.value)} elements: expected at most {most}")
        return [Field(value, f"{self.path}[{i}]") for i, value in enumerate(self.value)]

    def words(self, words: Sequence[str], most: int) -> list[int]:
        """Indices of a list of words."""
        return [element.word(words) for element in self.elements(most)]

    def word(self, words: Sequence[str]) -> int:
        """Index of one of several words."""
        if not isinstance(self.value, str) or self.value not in words:
            self.refuse(f"one of {', '.join(words)}")
        return words.index(self.value)

    def word_or_null(self, words: Sequence[str], null: int = -1) -> int:
        """Index of a word; ``null`` for JSON's null."""
        if self.is_null:
            return null
        if not isinstance(self.value, str) or self.value not in words:
            self.refuse(f"null or one of {', '.join(words)}")
        return words.index(self.value)

    def integer(self, least: int, most: int) -> int:
        """A whole number within limits."""
        if type(self.value) is not int or not least <= self.value <= most:
            self.refuse(f"an integer from {least} to {most}")
        return int(self.value)

    def flag(self) -> bool:
        """True or false."""
        if type(self.value) is not bool:
            self.refuse("true or false")
        return bool(self.value)
