"""The conventions of the project, enforced by reading its sources."""

import ast
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = {
    "got_env": ROOT / "got_env",
    "got_agents": ROOT / "agents" / "got_agents",
    "got_benchmarks": ROOT / "benchmarks" / "got_benchmarks",
    "got_training": ROOT / "training" / "got_training",
}
PACKAGE_RANK = {name: rank for rank, name in enumerate(SOURCES)}

FOUNDATION, ENGINE, GAMES, WRAPPERS, COMMAND = range(5)
MODULE_RANK = {"core": FOUNDATION, "westeros": ENGINE, "btwixt": ENGINE, "games": GAMES}
MODULE_RANK |= {"cli": COMMAND}

KNOWS_NO_BOARD = tuple(SOURCES.values())
"""Folders whose files know any game by its value alone; the rooms of the engines are left out."""

OF_A_BOARD = re.compile(
    r"castle|(?<![a-z])area|(?<![a-z])march|wildling|house[ _]card", re.IGNORECASE
)
"""Words that only a game on the map of Westeros has."""

NAMES_THE_GAMES = {"got_env/games.py"}
"""Files that may import an engine: the list of the games."""

NOT_OURS = {"site", "build", "dist", "runs", "node_modules", "__pycache__"}

HOSTS = re.compile(
    r"\b(?:pypi|pythonhosted|download\.pytorch|anaconda|dockerhub|ghcr|npmjs)\b"
    r"|--(?:extra-)?index-url|--find-links",
    re.IGNORECASE,
)
ABSOLUTE_PATH = re.compile(r"(?<![\w.~*)}\]/:<-])/(?:home|opt|root|tmp|Users|work)/\w")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def modules() -> Iterator[tuple[str, Path]]:
    """Yield the dotted name and the path of every module that is installed."""
    for package, folder in SOURCES.items():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            yield ".".join((package, *(p for p in parts if p != "__init__"))), path


def imports(name: str, path: Path) -> Iterator[str]:
    """Yield the dotted names that a module imports, inside functions and on demand too."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: -(node.level - 1) or None] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{source}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "OnDemand":
            places = [ast.literal_eval(place.elts[1]) for place in node.args[1:]]
            assert all(map(is_module, places)), path
            yield from places


def module_rank(name: str) -> int:
    """Rank of a module of got_env, which is that of its room."""
    return MODULE_RANK.get((*name.split("."), "")[1], WRAPPERS)


def is_module(name: str) -> bool:
    parts = name.split(".")
    base = SOURCES["got_env"].joinpath(*parts[1:])
    return len(parts) > 1 and (base.is_dir() or base.with_suffix(".py").is_file())


def backward_import(name: str, target: str) -> bool:
    """Tell whether module ``name`` may not import ``target``."""
    package, other = name.split(".")[0], target.split(".")[0]
    if other not in PACKAGE_RANK:
        return False
    if package != other:
        return PACKAGE_RANK[other] > PACKAGE_RANK[package]
    if package != "got_env" or name == "got_env":
        return False
    while "." in target and not is_module(target):
        target = target.rpartition(".")[0]  # the last part is a name inside a module
    if {name.split(".")[1], (*target.split("."), "")[1]} == {"westeros", "btwixt"}:
        return True
    return module_rank(target) > module_rank(name)


def files() -> Iterator[Path]:
    """Yield every file of the repository, without what tools leave behind."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [
            f
            for f in folders
            if f not in NOT_OURS
            and not f.endswith(".egg-info")
            and (not f.startswith(".") or f == ".ci")
            and not Path(folder, f, "pyvenv.cfg").exists()
        ]
        yield from (Path(folder, n) for n in sorted(names) if n != ".git")


@pytest.mark.parametrize(
    ("name", "target", "backward"),
    [
        ("got_training.ppo", "got_agents.base", False),
        ("got_agents.base", "got_training.ppo", True),
        ("got_env.cli.app", "got_benchmarks.commands", True),
        ("got_env.westeros.engine.engine", "got_env.core.jit.kernel", False),
        ("got_env.westeros.engine.engine", "got_env.cli.app.main", True),
        ("got_env.westeros.engine.engine", "got_env.VectorEnv", True),
        ("got_env.westeros.engine.engine", "got_env.btwixt.rules.state", True),
        ("got_env.core.jit", "got_env.westeros.rules.state", True),
        ("got_env.westeros.engine.engine", "numpy", False),
    ],
)
def test_the_import_check_tells_directions_apart(name, target, backward, monkeypatch):
    named = {
        "got_env.westeros",
        "got_env.westeros.rules.state",
        "got_env.core.jit",
        "got_env.cli.app",
    }
    named |= {"got_env.btwixt.rules.state", "got_env.westeros.engine.engine"}
    monkeypatch.setitem(globals(), "is_module", named.__contains__)

    assert backward_import(name, target) == backward


def test_imports_point_one_way():
    wrong = [
        f"{name} imports {target}"
        for name, path in modules()
        for target in imports(name, path)
        if backward_import(name, target)
    ]

    assert wrong == []


def imported_modules(names: Iterable[str], known: set[str]) -> set[str]:
    """Modules among ``known`` that imported names are, or are in."""
    found = set()
    for name in names:
        while name and name not in known:
            name = name.rpartition(".")[0]
        found |= {name} & known
    return found


def circle(needs: Mapping[str, set[str]]) -> list[str]:
    """Modules of which each imports the next, and the last the first; empty without a circle."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return list(error.args[1][::-1])
    return []


def test_the_circle_check_finds_a_circle():
    needs = {"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": set()}

    assert sorted(set(circle(needs))) == ["a", "b", "c"]
    assert circle(needs | {"c": {"d"}}) == []


def test_no_modules_import_each_other():
    """Neither at the top, nor inside functions, nor for the type checker alone."""
    known = {name for name, _ in modules()}
    needs = {
        name: imported_modules(imports(name, path), known) - {name} for name, path in modules()
    }

    assert circle(needs) == []


def neutral_modules() -> Iterator[tuple[str, Path]]:
    """Yield the modules that may know no board."""
    for name, path in modules():
        in_room = any(path.is_relative_to(folder) for folder in KNOWS_NO_BOARD)
        if in_room and name.split(".")[1:2] not in (["westeros"], ["btwixt"]):
            yield name, path


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("won_by_castles", True),
        ("Castle Black", True),
        ("game.areas", True),
        ("first_area", True),
        ("march_from", True),
        ("the Wildlings attack", True),
        ("a House card", True),
        ("house_cards", True),
        ("a clear search", False),
        ("demarcation", False),
        ("houses and cards", False),
    ],
)
def test_the_words_of_a_board_are_told_from_others(text, found):
    assert bool(OF_A_BOARD.search(text)) == found


def test_no_word_of_a_board_outside_its_engine():
    templates = [path for folder in KNOWS_NO_BOARD for path in folder.rglob("*.j2")]
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: {found[0]}"
        for path in [*(path for _, path in neutral_modules()), *templates]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := OF_A_BOARD.search(line))
    ]

    assert wrong == []


def test_only_the_list_of_games_imports_an_engine():
    users = {
        path.relative_to(ROOT).as_posix()
        for name, path in neutral_modules()
        for target in imports(name, path)
        if target.split(".")[:2] in (["got_env", "westeros"], ["got_env", "btwixt"])
    }

    assert users == NAMES_THE_GAMES


def test_the_ruleset_is_only_an_index_of_rules():
    wrong = []
    for path in sorted(SOURCES["got_env"].glob("westeros/**/*.py")):
        allowed = {
            id(node.slice)
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "RULES"
        }
        wrong += [
            f"{path.relative_to(ROOT)}:{node.lineno}"
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Attribute)
            and node.attr == "ruleset"
            and isinstance(node.ctx, ast.Load)
            and id(node) not in allowed
        ]

    assert wrong == []


def ordered_phases(source: ast.Module) -> list[str]:
    """Comparisons of a source that ask which phase has the greater number."""
    order = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
    found = []
    for node in ast.walk(source):
        if isinstance(node, ast.Compare) and any(isinstance(op, order) for op in node.ops):
            text = ast.unparse(node)
            found += [text] if re.search(r"\bPhase\.", text) else []
    return found


def test_the_check_of_phases_tells_order_from_equality():
    assert ordered_phases(ast.parse("Phase.ORDER <= phase <= Phase.RAVEN")) != []
    assert ordered_phases(ast.parse("phase == Phase.ORDER or depth > 0")) == []


FLOORS = {
    "westeros": (
        *("rules", "phases", "claim", "editions", "facts", "views"),
        *("engine", "players", "position", "words", "picture", "games"),
    ),
    "btwixt": (
        *("rules", "pieces", "operations", "phases", "facts", "views"),
        *("engine", "players", "words", "position", "picture", "games"),
    ),
}
"""Rooms of each engine, from the ground: each imports from itself and from those before."""


@pytest.mark.parametrize("engine", FLOORS)
def test_no_room_of_an_engine_imports_from_a_room_above(engine):
    def floor(name):
        return FLOORS[engine].index(name.split(".")[2])

    inside = f"got_env.{engine}."
    climbing = {
        (name, target)
        for name, path in modules()
        for target in imports(name, path)
        if name.startswith(inside) and target.startswith(inside) and floor(target) > floor(name)
    }
    assert climbing == set()


def test_numbers_of_phases_have_no_order():
    """What phases have in common is a table by name: numbers may be given in any order."""
    engines = [name for name, rank in MODULE_RANK.items() if rank == ENGINE]
    paths = [path for name in engines for path in (SOURCES["got_env"] / name).rglob("*.py")]

    assert len(paths) > 50
    assert {path.name: ordered for path in paths if (ordered := ordered_phases(tree(path)))} == {}


def test_only_the_compiler_and_its_cache_know_numba():
    users = {
        path.relative_to(ROOT).as_posix()
        for name, path in modules()
        for target in imports(name, path)
        if target.split(".")[0] in {"numba", "llvmlite"}
    }

    known = (
        "bitcode",
        "jit",
        "kernel_cache",
        "late_kernels",
        "linking",
        "numba_patches",
        "numbered_kernels",
        "tables",
    )

    assert users <= {f"got_env/core/{name}.py" for name in known}


def test_pools_of_processes_come_from_the_one_place_whose_workers_end():
    users = {
        path.relative_to(ROOT).as_posix()
        for name, path in modules()
        for target in imports(name, path)
        if target.endswith(("ProcessPoolExecutor", "multiprocessing.Pool"))
    }

    assert users == {"got_env/core/worker_pool.py"}


def test_the_engine_does_not_import_torch():
    users = [
        name
        for name, path in modules()
        if name.startswith("got_env")
        for target in imports(name, path)
        if target.split(".")[0] in {"torch", "stable_baselines3", "sb3_contrib", "ray"}
    ]

    assert users == []


@pytest.mark.parametrize("pattern", [HOSTS, ABSOLUTE_PATH], ids=["hosts", "absolute_paths"])
def test_no_file_names_a_machine(pattern):
    wrong = []
    for path in files():
        if path == Path(__file__):
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        wrong += [
            f"{path.relative_to(ROOT)}:{number}: {found[0]}"
            for number, line in enumerate(text.splitlines(), 1)
            if (found := pattern.search(line))
        ]

    assert wrong == []


def linked_kernels(source: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in source.body:
        if isinstance(node, ast.FunctionDef):
            marks = {mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)}
            if "linked" in marks:
                yield node


def test_linked_kernels_are_called_by_position():
    """The name that callers know holds types alone: no order of names, and no defaults."""
    sources = [tree(path) for path in SOURCES["got_env"].rglob("*.py")]
    kernels = [kernel for source in sources for kernel in linked_kernels(source)]
    names = {kernel.name for kernel in kernels}
    named = [
        ast.unparse(node)
        for source in sources
        for function in source.body
        if isinstance(function, ast.FunctionDef) and function.decorator_list
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and node.keywords
        if ast.unparse(node.func).rpartition(".")[2] in names
    ]

    assert len(names) > 100
    assert [k.name for k in kernels if k.args.defaults or k.args.kwonlyargs] == []
    assert named == []


def test_modules_of_the_package_are_imported_where_the_stamp_of_a_kernel_looks():
    """It follows the imports at the top of a module, by their whole names."""
    for path in SOURCES["got_env"].rglob("*.py"):
        for node in tree(path).body:
            guarded = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            if guarded or isinstance(node, ast.FunctionDef | ast.ClassDef):
                continue
            for inner in ast.walk(node):
                if isinstance(inner, ast.ImportFrom):
                    assert inner.level == 0, path
                    inside = inner is not node and str(inner.module).startswith("got_env")
                    assert not inside, path


def test_only_the_lists_of_games_name_the_card_game():
    """A game is a package of its own: what is built for all games knows none of them by name."""
    package = ROOT / "got_env"
    users = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if "btwixt" in path.read_text("utf-8").lower()
        and path.relative_to(package).parts[0] != "btwixt"
    }

    assert users == {"__init__.py", "btwixt_v0.py", "envs/registration.py", "games.py"}
