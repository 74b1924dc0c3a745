"""A small package of kernels with the real compiler and cache, used in processes of its own."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from got_env.core import jit

COMPILER = (
    *(
        "bitcode.py",
        "jit.py",
        "kernel_cache.py",
        "kernel_files.py",
        "late_kernels.py",
        "linking.py",
    ),
    *("shipped_kernels.py", "sources.py", "stamp.py"),
)


class KernelPackage:
    """A package in a folder of its own, and a home for its user.

    Args:
        root: an empty folder.
        files: contents of its files, by their path in the package.
        program: what a new process runs: it prints JSON; ``{before}`` is filled in.
    """

    def __init__(self, root: Path, files: Mapping[str, str], program: str) -> None:
        self.root, self.home, self.program = root, root / "home", program
        self.package = root / "site" / "got_env"
        self.home.mkdir()
        (self.package / "core").mkdir(parents=True)
        for name in COMPILER:
            shutil.copy(Path(jit.__file__).with_name(name), self.package / "core")
        for name, content in ({"__init__.py": ""} | dict(files)).items():
            self.write(name, content)

    def write(self, name, content):
        """Write a file of the package."""
        path = self.package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)

    def start(self, prefix=(), before="", **environment):
        """A new process that uses the kernels."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "XDG_"))}
        env = kept | {"HOME": str(self.home), "PYTHONPATH": str(self.package.parent)} | environment
        return subprocess.Popen(
            [*prefix, sys.executable, "-B", "-c", self.program.format(before=before)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.root,
            env={k: v for k, v in env.items() if v is not None},
        )

    def run(self, *prefix, before="", **environment):
        """Result of a new process, and what it wrote to stderr."""
        process = self.start(prefix, before, **environment)
        out, err = process.communicate(timeout=600)
        assert process.returncode == 0, err
        return json.loads(out), err

    def kernels(self):
        """All files of machine code: not what was found in sources, which is kept beside them."""
        kept = self.root.rglob("*.kernel")
        return sorted(path for path in kept if not path.name.startswith("sources.found-"))
