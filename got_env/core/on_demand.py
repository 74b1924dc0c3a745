"""Values that lie in modules of their own, imported when somebody first asks for one."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class OnDemand(MutableMapping[K, V], Generic[K, V]):
    """A mapping whose keys are known and whose values are loaded one by one.

    Asking for one value imports the module of that one, so a process pays for what it uses. Walking
    through all values imports all modules. A value that somebody puts in is used as it is, before
    that of a module; deleting it brings that of the module back.

    Args:
        name: of the value in each module.
        *places: key and module, in the order of the mapping.

    Raises:
        ValueError: if two places have the same key; names both modules.
    """

    def __init__(self, name: str, *places: tuple[K, str]) -> None:
        self._name = name
        self._modules: dict[K, str] = {}
        self._given: dict[K, V] = {}
        for key, module in places:
            other = self._modules.setdefault(key, module)
            if other != module:
                raise ValueError(f"{key!r}: of {other} and of {module}")

    def __getitem__(self, key: K) -> V:
        if key in self._given:
            return self._given[key]
        value: V = getattr(import_module(self._modules[key]), self._name)
        return value

    def __setitem__(self, key: K, value: V) -> None:
        self._given[key] = value

    def __delitem__(self, key: K) -> None:
        del self._given[key]

    def __contains__(self, key: object) -> bool:
        return key in self._modules or key in self._given

    def __iter__(self) -> Iterator[K]:
        return iter({**self._modules, **self._given})

    def __len__(self) -> int:
        return len({**self._modules, **self._given})
