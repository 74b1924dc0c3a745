"""The kernel cache in new processes: a small package of kernels, wherever its machine code lies."""

import inspect
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pytest

from got_env.core.jit import PURE_PYTHON, entry
from got_env.core.linking import code_of
from tests.kernel_package import KernelPackage
from tests.other_user import as_other_user, make_read_only, make_writable

pytestmark = pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")

RULES = """
import json
from pathlib import Path
from got_env.core.jit import kernel

ROWS = json.loads(Path(__file__).parent.joinpath("data", "rows.json").read_text())
WORTH = ROWS[0]

@kernel
def worth(x):
    return WORTH * x
"""
ENGINE = """
from got_env.core.jit import entry
from got_env.rules.rules import worth

@entry
def step(out):
    out[0] = worth(out[0]) + 1
"""
APART = """
from got_env.core.jit import entry

@entry
def apart(out):
    out[0] = 7
"""
PROGRAM = """
import json, sys
{before}
import numpy as np
from got_env.core.jit import in_cache, kept_in
from got_env.apart import apart
from got_env.engine import step
known = in_cache(step)
out = np.array([5])
apart(out)
out[0] = 5
step(out)
print(json.dumps({{
    "value": int(out[0]),
    "known": known,
    "step": "loaded" if step.stats.cache_hits else "compiled",
    "apart": "loaded" if apart.stats.cache_hits else "compiled",
    "kept_in": kept_in(step),
}}))
"""
COMPILED = {"value": 11, "known": False, "step": "compiled", "apart": "compiled"}
LOADED = {"value": 11, "known": True, "step": "loaded", "apart": "loaded"}


class Installation(KernelPackage):
    """A package with two entries, one of which depends on a rule and its data."""

    def __init__(self, root: Path) -> None:
        files = {"engine.py": ENGINE, "apart.py": APART, "rules/rules.py": RULES}
        super().__init__(root, files | {"rules/data/rows.json": "[2]"}, PROGRAM)
        self.rules = self.package / "rules" / "rules.py"
        self.data = self.package / "rules" / "data" / "rows.json"

    def run(self, *prefix, before="", **environment):
        """Result of a new process, and what it wrote to stderr."""
        found, err = super().run(*prefix, before=before, **environment)
        self.folder = found.pop("kept_in")
        return found, err


@pytest.fixture
def installation():
    # Not in pytest's folder, which other users may not enter.
    root = Path(tempfile.mkdtemp())
    root.chmod(0o755)
    yield Installation(root)
    make_writable(root)
    shutil.rmtree(root)


@pytest.mark.smoke
def test_the_second_start_loads_what_the_first_compiled(installation):
    assert installation.run() == (COMPILED, "")
    assert installation.run() == (LOADED, "")
    assert Path(installation.folder) == installation.package / "__pycache__"


SOON = "from got_env.core import kernel_cache; kernel_cache.MANY = 2"
"""Start of a program of which three kernels are a lot."""


def test_a_process_says_once_that_it_compiles_a_lot(installation):
    found, err = installation.run(before=SOON)

    assert found == COMPILED
    assert err.count("\n") == 1
    assert err.startswith("got_env: compiles the rules of a game to machine code")
    assert str(installation.package / "__pycache__") in err
    assert installation.run(before=SOON) == (LOADED, "")


def test_it_does_not_say_so_where_that_has_been_said(installation):
    inside = "held = kernel_cache.announced_compiling(); held.__enter__()"

    assert installation.run(before=f"{SOON}; {inside}") == (COMPILED, "")


@pytest.fixture(params=["beside the sources", "NUMBA_CACHE_DIR", "the user's folder"])
def anywhere(request, installation):
    """An installation that keeps machine code in one of the possible places; how to start it."""
    if request.param == "the user's folder":
        # No folder can be made where a file is.
        for folder in (installation.package, installation.rules.parent):
            (folder / "__pycache__").touch()
    chosen = request.param == "NUMBA_CACHE_DIR"
    place = {
        "beside the sources": installation.package,
        "NUMBA_CACHE_DIR": installation.root / "chosen",
        "the user's folder": installation.home,
    }[request.param]

    def run():
        more = {"NUMBA_CACHE_DIR": str(installation.root / "chosen")} if chosen else {}
        found, err = installation.run(**more)
        assert err == ""
        assert all(path.is_relative_to(place) for path in installation.kernels())
        return found

    return installation, run


def test_an_edit_makes_stale_what_depends_on_it_wherever_it_lies(anywhere):
    installation, run = anywhere
    assert run() == COMPILED
    assert run() == LOADED
    count = len(installation.kernels())

    installation.rules.write_text(RULES.replace("WORTH * x", "WORTH * x * 10"))
    assert run() == LOADED | {"value": 101, "known": False, "step": "compiled"}
    assert run() == LOADED | {"value": 101}

    installation.rules.write_text(RULES)
    assert run() == LOADED | {"known": False, "step": "compiled"}
    assert len(installation.kernels()) == count


def test_a_warm_cache_beside_read_only_sources_is_used(installation):
    installation.run()
    make_read_only(installation.root)
    before = installation.kernels()

    assert installation.run(*as_other_user()) == (LOADED, "")
    assert installation.run(*as_other_user(), HOME=None) == (LOADED, "")
    assert installation.kernels() == before


def test_what_a_read_only_cache_lacks_is_kept_in_the_users_folder(installation):
    prefix = as_other_user()
    installation.run()
    for path in installation.kernels():
        if "step" in path.name:
            path.unlink()
    make_read_only(installation.root)
    installation.home.chmod(0o777)

    lacking = LOADED | {"known": False, "step": "compiled"}
    assert installation.run(*prefix) == (lacking, "")
    assert Path(installation.folder).is_relative_to(installation.home)
    assert installation.run(*prefix) == (LOADED, "")


@pytest.mark.parametrize("home", ["read-only", "none", "missing"])
def test_where_nobody_can_write_kernels_are_compiled_in_memory(installation, home):
    prefix = as_other_user()
    make_read_only(installation.root)
    homes = {"read-only": installation.home, "none": None, "missing": installation.root / "x"}
    where = None if homes[home] is None else str(homes[home])

    for _ in range(2):
        found, err = installation.run(*prefix, HOME=where, NUMBA_CACHE_DIR=str(installation.root))
        assert found == COMPILED
        assert err.count("\n") == 1
        assert "compiles kernels in memory" in err
    assert installation.folder is None
    assert installation.kernels() == []
    assert not (installation.root / "~").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_a_read_only_file_system_is_like_read_only_folders(installation):
    installation.run()
    root = str(installation.root)
    mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
    prefix = ("unshare", "--mount", "sh", "-c", mount, root)
    if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("nothing can be mounted here")

    assert installation.run(*prefix) == (LOADED, "")
    cold = {"NUMBA_OPT": "1"}
    found, err = installation.run(*prefix, **cold)
    assert found == COMPILED
    assert "compiles kernels in memory" in err


def test_a_chosen_folder_can_be_filled_by_one_user_and_read_by_another(installation):
    prefix = as_other_user()
    chosen = {"NUMBA_CACHE_DIR": str(installation.root / "chosen")}
    installation.run(**chosen)
    make_read_only(installation.root)

    assert installation.run(*prefix, **chosen) == (LOADED, "")


def test_a_cache_for_another_cpu_is_not_touched(installation):
    installation.run()

    generic = {"NUMBA_CPU_NAME": "generic"}
    assert installation.run(**generic) == (COMPILED, "")
    assert installation.run(**generic) == (LOADED, "")
    assert installation.run() == (LOADED, "")


@pytest.mark.parametrize(
    "setting", ["NUMBA_BOUNDSCHECK=1", "NUMBA_OPT=1", "NUMBA_LOOP_VECTORIZE=0"]
)
def test_settings_that_shape_machine_code_have_their_own(installation, setting):
    installation.run()
    name, _, value = setting.partition("=")

    assert installation.run(**{name: value})[0] == COMPILED
    assert installation.run()[0] == LOADED


@pytest.mark.parametrize("module", ["numba", "llvmlite", "numpy"])
def test_a_cache_of_another_version_is_not_touched(installation, module):
    installation.run()

    # Numba looks at some versions itself while it is imported.
    other = f"import numba, {module}; {module}.__version__ = '99.9'"
    assert installation.run(before=other)[0] == COMPILED
    assert installation.run()[0] == LOADED


def test_damaged_files_are_compiled_anew(installation):
    installation.run()
    for path in installation.kernels():
        path.write_bytes(path.read_bytes()[:-500])

    found, err = installation.run()
    assert (found["value"], found["step"], err) == (11, "compiled", "")
    assert installation.run() == (LOADED, "")


def test_a_process_killed_while_it_keeps_a_kernel_leaves_no_stale_code(installation):
    installation.run()
    installation.rules.write_text(RULES.replace("WORTH * x", "WORTH * x * 10"))
    killed = installation.start(before="import os; os.replace = lambda *paths: os._exit(9)")
    killed.communicate(timeout=600)

    assert killed.returncode == 9
    assert installation.run()[0]["value"] == 101
    assert installation.run()[0] == LOADED | {"value": 101}


def test_processes_that_start_together_do_not_disturb_each_other(installation):
    starting = [installation.start() for _ in range(4)]
    values = [json.loads(process.communicate(timeout=600)[0])["value"] for process in starting]

    assert values == [11] * 4
    assert installation.run() == (LOADED, "")
    assert not list(installation.root.rglob("*.tmp"))


def test_kernels_of_one_name_that_close_over_numbers_are_told_apart():
    def make(number):
        @entry
        def give(out):
            out[0] = number

        return give

    for number in (3, 4, 3):
        out = np.array([0])
        make(number)(out)
        assert out[0] == number


def test_numba_still_has_what_the_cache_uses():
    """If this fails, numba changed what ``got_env/core/kernel_cache.py`` builds on."""
    from numba import njit
    from numba.core import caching, compiler, config, serialize

    from got_env.core.kernel_cache import SETTINGS, KernelCache

    asked = {"cache_path", "load_overload", "save_overload", "enable", "disable", "flush"}
    assert caching._Cache.__abstractmethods__ == asked
    for name in ("load_overload", "save_overload"):
        theirs = inspect.signature(getattr(caching.NullCache, name))
        assert list(inspect.signature(getattr(KernelCache, name)).parameters)[1] == "sig"
        assert len(theirs.parameters) == 3
    assert [name for name in (*SETTINGS, "CACHE_DIR") if not hasattr(config, name)] == []
    assert callable(serialize.dumps)

    given = []

    class Watching(caching.NullCache):
        def load_overload(self, sig, target_context):
            given.append((sig, target_context))

        def save_overload(self, sig, data):
            given.append((sig, data))

    dispatcher = njit(lambda x: x + 1)
    assert isinstance(dispatcher._cache, caching.NullCache)
    dispatcher._cache = Watching()
    assert dispatcher(1) == 2
    (asked_for, context), (kept, compiled) = given
    assert asked_for == kept
    assert isinstance(asked_for, tuple)
    assert context is dispatcher.targetctx
    assert len(context.codegen().magic_tuple()) == 3
    assert isinstance(compiled, compiler.CompileResult)
    assert compiled.lifted == ()
    assert code_of(compiled).has_dynamic_globals is False
    again = compiler.CompileResult._rebuild(context, *compiled._reduce())
    assert again.signature == compiled.signature
