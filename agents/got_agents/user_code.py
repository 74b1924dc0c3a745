"""Agents in the user's own files and modules, without a package."""

from __future__ import annotations

import importlib
import inspect
import sys
import traceback
from hashlib import sha256
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from got_agents.specs import Spec
from got_env.core.suggest import suggest


class UserCodeError(ValueError):
    """Code of the user's own cannot be used; says why, and where in it."""


def load(spec: Spec) -> Any:
    """Object named by a specification of the kind ``file`` or ``module``.

    Raises:
        UserCodeError: if there is no such file, module, class, function or object, or if it cannot
            be imported; names the file and line of the code that fails.
    """
    if not spec.attribute:
        raise UserCodeError(f"expected {spec.place}:NAME of a class or function in it")
    module = load_file(spec.place) if spec.kind == "file" else load_module(spec.place)
    found: Any = module
    for part in spec.attribute.split("."):
        if not hasattr(found, part):
            offered = _offered(found)
            hint = suggest(part, offered) if offered else "it has no class and no function"
            raise UserCodeError(f"{spec.place} has no {spec.attribute}: {hint}")
        found = getattr(found, part)
    return found


def load_file(place: str) -> ModuleType:
    """The module of a file; it is run again only when it has changed.

    Modules beside it can be imported, after all that Python finds elsewhere.

    Raises:
        UserCodeError: see :func:`load`.
    """
    path = Path(place).expanduser()
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserCodeError(f"{place}: {error.strerror or error}") from error
    name = f"got_agents_file_{sha256(bytes(path.resolve()) + b':' + content).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    _can_import_from(path.resolve().parent)
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module  # classes in it look their module up
    try:
        exec(compile(content, str(path), "exec", dont_inherit=True), module.__dict__)
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, Exception | SystemExit):
            raise
        raise UserCodeError(explain(error, path.parent)) from error
    return module


def load_module(name: str) -> ModuleType:
    """A module that Python can import, as it could in a session in this folder.

    Raises:
        UserCodeError: see :func:`load`.
    """
    _can_import_from(Path.cwd())
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing and f"{name}.".startswith(f"{missing}."):
            raise UserCodeError(f"there is no module {missing!r}") from error
        raise UserCodeError(explain(error, folder_of(name))) from error


def is_module(name: str) -> bool:
    """Tell whether there is a module, or a package around it; nothing is imported."""
    head = name.partition(".")[0]
    found = PathFinder.find_spec(head, [*sys.path, str(Path.cwd())])
    return found is not None or head in sys.modules


def source_file(spec: Spec) -> Path | None:
    """The file of code that has been loaded; None for a module without one."""
    if spec.kind == "file":
        return Path(spec.place).expanduser()
    file = getattr(sys.modules[spec.place], "__file__", None)
    return Path(file) if file else None


def written_at(thing: object) -> str:
    """File and line of a class or function, with a colon behind; empty if they are not known."""
    named = thing if isinstance(thing, type) or inspect.isroutine(thing) else type(thing)
    try:
        return f"{inspect.getsourcefile(named)}:{inspect.getsourcelines(named)[1]}: "
    except (OSError, TypeError):
        return ""


def explain(error: BaseException, root: Path | None) -> str:
    """Text of an error, behind the file and line of the user's code where it arose.

    Args:
        error: what the code raised.
        root: folder of the user's code; other code is passed over unless there is no other.
    """
    meant = isinstance(error, OSError | ValueError | ImportError)
    text = str(error) if meant else f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):
        place, line, text = error.filename, error.lineno, f"{type(error).__name__}: {error.msg}"
        return f"{place}:{line}: {text}" if place and line else text
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if root is not None and _inside(f.filename, root)]
    return f"{own[-1].filename}:{own[-1].lineno}: {text}" if own else text


def _inside(file: str, root: Path) -> bool:
    path, folder = Path(file).resolve(), root.resolve()
    if file.startswith("<") or not path.is_relative_to(folder):
        return False
    return "site-packages" not in path.relative_to(folder).parts  # an environment in the folder


def folder_of(name: str) -> Path | None:
    """Folder of the outermost package of a module, or of the module itself."""
    found = PathFinder.find_spec(name.partition(".")[0])
    return Path(found.origin).parent if found is not None and found.origin else None


def _can_import_from(folder: Path) -> None:
    """Let Python look into a folder too, last: nothing there takes the place of what it has."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _offered(module: Any) -> list[str]:
    """Names of what could be an agent: classes and functions that were written there."""
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and callable(value)
        and getattr(value, "__module__", None) == getattr(module, "__name__", None)
    ]
