"""The machine of a measurement."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

GIB = 1 << 30


def cores() -> int:
    """Processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processor() -> str:
    """Name of the processor, as well as the system knows it.

    With the numbers of its family and model: a rented machine may call several generations by one
    name, and what one of them gains another does not.
    """
    info = Path("/proc/cpuinfo")
    if info.is_file():
        told: dict[str, str] = {}
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            told.setdefault(key.strip(), value.strip())
        if "model name" in told:
            kinds = [
                f"{key} {told[f'{prefix}{key}']}"
                for prefix, key in _KINDS
                if f"{prefix}{key}" in told
            ]
            return ", ".join([told["model name"], *kinds])
    return platform.processor() or platform.machine()


_KINDS = (("cpu ", "family"), ("", "model"))


def load() -> float | None:
    """Processes that wanted a core in the last minute, on average; None where nobody counts."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def versions(packages: Iterable[str]) -> dict[str, str | None]:
    """Installed version of each distribution, None for one that is missing."""
    found: dict[str, str | None] = {}
    for name in packages:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


def describe(packages: Iterable[str] = ("got_env", "numpy", "numba")) -> dict[str, Any]:
    """Processor, cores, load, system and versions."""
    return {
        "processor": processor(),
        "cores": cores(),
        "load": load(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "versions": versions(packages),
    }


def free_memory() -> int:
    """Bytes that can still be used: what the machine has free and what its group may still take.

    Raises:
        OSError: if the system tells nothing about its memory.
    """
    found = [free for free in (_free_on_machine(), _free_in_group()) if free is not None]
    if not found:
        raise OSError("free memory: this system tells nothing about it")
    return min(found)


def _free_on_machine() -> int | None:
    info = Path("/proc/meminfo")
    if info.is_file():
        for line in info.read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    names = getattr(os, "sysconf_names", {})
    if "SC_AVPHYS_PAGES" in names:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    if "SC_PHYS_PAGES" in names:  # without a count of the free ones: half of all
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    return None


def _free_in_group(root: Path = Path("/sys/fs/cgroup")) -> int | None:
    """Memory left to the control group of this process; None without a limit."""
    for folder, names in (
        (root, ("memory.max", "memory.current", "inactive_file")),
        (
            root / "memory",
            ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
        ),
    ):
        limit, used, cached = (folder / names[0], folder / names[1], names[2])
        if limit.is_file() and used.is_file():
            text = limit.read_text(encoding="ascii").strip()
            if text == "max":
                return None
            taken = int(used.read_text(encoding="ascii"))
            for line in (folder / "memory.stat").read_text(encoding="ascii").splitlines():
                if line.split()[0] == cached:  # file pages that are given back when asked for
                    taken -= int(line.split()[1])
            return int(text) - taken
    return None
