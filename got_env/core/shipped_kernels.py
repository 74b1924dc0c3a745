"""Kernels that lie in the package itself: a wheel may bring the machine code of its sources.

They are made for a *level* of processors, such as all x86 processors with AVX2, and not for the
very one that they run on. So they are no part of the cache: a manifest beside them says what they
need, and they are used where the machine, the versions and the settings fit that. They are never
written here; whoever could change them could as well change the sources.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

PACKAGE = Path(__file__).parents[1]
FOLDER = PACKAGE / "kernels"
MANIFEST = "manifest.json"
FORMAT = 1

LONGEST_REASON = 200
"""Characters of what is wrong with a manifest, in a message."""

_SECOND = ("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
_THIRD = (*_SECOND, "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave")
_FOURTH = (*_THIRD, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")

NEEDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "x86_64": {
        "generic": (),
        "x86-64-v2": _SECOND,
        "x86-64-v3": _THIRD,
        "x86-64-v4": _FOURTH,
    },
    "aarch64": {"generic": ()},
    "arm64": {"generic": ()},
}
"""Levels by kind of machine, each with the features that a processor has to have beyond those of
every 64-bit one, as the ABI of x86-64 and LLVM name them."""


class Machine(NamedTuple):
    """All beside the sources that machine code depends on."""

    triple: str
    """Kind of machine and system, as LLVM names it."""
    cpu: str
    features: str
    others: tuple[tuple[str, str], ...]
    """Versions and settings by name, in order."""

    def __str__(self) -> str:
        """Different ones have different texts."""
        return repr((*self[:3], *(f"{name}={value}" for name, value in self.others)))


class Manifest(msgspec.Struct, forbid_unknown_fields=True):
    """Target of the kernels in a package."""

    format: int
    level: str
    needs: tuple[str, ...]
    triple: str
    cpu: str
    features: str
    others: dict[str, str]
    files: frozenset[str]


class Shipped(NamedTuple):
    """The kernels in the package, as far as this machine can use them."""

    folder: Path
    machine: Machine
    """Machine they were compiled for."""
    files: frozenset[str]
    """Names of all there should be."""
    unfit: str = ""
    """Why none of them can be used here; empty if they can."""


def manifest_for(level: str, machine: Machine, files: frozenset[str]) -> Manifest:
    """The manifest of kernels that were compiled for a level."""
    needs = levels_of(machine.triple)[level]
    return Manifest(
        FORMAT, level, needs, machine.triple, machine.cpu, machine.features,
        dict(machine.others), files,
    )  # fmt: skip


def levels_of(triple: str) -> Mapping[str, tuple[str, ...]]:
    """Levels for a kind of machine, each with the features that it needs; none if unknown."""
    return NEEDS.get(triple.partition("-")[0], {})


def lacking(needs: tuple[str, ...], features: frozenset[str]) -> str:
    """Features that a processor would need and does not have, in words; empty if it has all."""
    missing = [name for name in needs if name not in features]
    shown = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
    return f"this processor lacks {shown}" if missing else ""


@cache
def shipped_kernels(
    own: Machine, chosen: tuple[str, ...], host: frozenset[str], folder: Path = FOLDER
) -> Shipped | None:
    """The kernels in the package; None if it has none, as most have.

    Args:
        own: what this process compiles for.
        chosen: the processor and features that the user chose to compile for; empty if none.
        host: features of this processor.
        folder: where they lie.
    """
    try:
        text = (folder / MANIFEST).read_bytes()
        manifest = msgspec.json.decode(text, type=Manifest)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:  # msgspec's errors are of the latter kind
        reason = f"{MANIFEST} cannot be read ({error})"[:LONGEST_REASON]
        return Shipped(folder, own, frozenset(), f"kernels in this wheel cannot be used: {reason}")
    made_for = Machine(
        manifest.triple, manifest.cpu, manifest.features, tuple(sorted(manifest.others.items()))
    )
    differs = _difference(manifest, made_for, own, chosen, host)
    unfit = f"kernels in this wheel are for {differs}" if differs else ""
    return Shipped(folder, made_for, manifest.files, unfit)


def _difference(
    manifest: Manifest,
    made_for: Machine,
    own: Machine,
    chosen: tuple[str, ...],
    host: frozenset[str],
) -> str:
    """Difference between the target of the kernels and this machine; empty if they can be used."""
    if manifest.format != FORMAT:
        return f"another version of got_env ({manifest.format}, here is {FORMAT})"
    if made_for.triple != own.triple:
        return f"{made_for.triple}; this machine is {own.triple}"
    if chosen and (own.cpu, own.features) != (made_for.cpu, made_for.features):
        return f"{manifest.level}; NUMBA_CPU_NAME and NUMBA_CPU_FEATURES choose {own.cpu}"
    lacks = lacking(manifest.needs, host)
    if lacks:
        return f"{manifest.level}; {lacks}"
    for name, value in own.others:
        made_with = dict(made_for.others).get(name)
        if made_with != value:
            return f"{name} {made_with}; here is {name} {value}"
    return "" if made_for.others == own.others else "other settings of numba"


def shipped_name(source: Path, name: str) -> str | None:
    """Name in :data:`FOLDER` of what the cache keeps beside a source; None outside the package."""
    try:
        parts = source.absolute().parent.relative_to(PACKAGE).parts
    except ValueError:
        return None
    return ".".join((*parts, name))


def exists() -> bool:
    """True if the package has kernels of its own, found out without reading them."""
    return os.path.lexists(FOLDER)
