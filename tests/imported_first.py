"""Imports every module that is named first of all; prints those that cannot be.

The arguments are names of modules. Processes are copies of one that has loaded the libraries which
the modules need, and nothing of the modules: that takes a fifth of the time of fresh processes.
"""

import gc
import importlib
import os
import sys
import traceback
from contextlib import suppress

import numba  # noqa: F401

EXTRAS = {"torch", "stable_baselines3", "sb3_contrib", "ray", "rich", "tensorboard"}
"""Libraries of extras: a module that needs one cannot be imported without it."""


def error_of(name):
    """Import a module: why that fails, or None."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] not in EXTRAS:
            return error
    except BaseException as error:
        return error
    return None


def with_packages(names):
    """The modules and packages that lie in each package; those that lie in none at ``""``."""
    below = {}
    for name in names:
        parts = name.split(".")
        for count in range(len(parts)):
            inner = below.setdefault(".".join(parts[:count]), [])
            module = ".".join(parts[: count + 1])
            if module not in inner:
                inner.append(module)
    return below


def libraries_of(names):
    """Modules loaded besides these if all are imported: learned in another process."""
    ours, theirs = os.pipe()
    if not os.fork():
        os.close(ours)
        for name in names:
            error_of(name)  # said when the module is first
        with open(theirs, "w") as told:
            told.write(" ".join(sys.modules))
        os._exit(0)
    os.close(theirs)
    with open(ours) as told:
        found = told.read().split()
    os.wait()
    own = {name.split(".")[0] for name in names} | {"__main__"}
    return [name for name in found if name.split(".")[0] not in own]


def import_each(names, below):
    """Import each in a copy of this process, and what lies below it in copies of that copy.

    So whoever imports ``a.b.c`` has imported ``a`` and then ``a.b``, as Python does it by itself.
    """
    for name in names:
        child = os.fork()
        if not child:
            error = error_of(name)
            if error is not None:
                traceback.print_exception(error)
                print(name, flush=True)
            import_each(below.get(name, ()), below)
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            print(name, flush=True)


if __name__ == "__main__":
    for library in libraries_of(sys.argv[1:]):
        with suppress(ImportError):  # some are made by others, and cannot be asked for
            importlib.import_module(library)
    gc.collect()
    gc.freeze()  # a look at all that is there would copy it for each process
    below = with_packages(sys.argv[1:])
    import_each(below[""], below)
