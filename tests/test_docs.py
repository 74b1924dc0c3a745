"""The generated parts of the documentation, and figures that it takes from the code."""

import inspect
import json
import re
import subprocess
import sys
import traceback
from importlib import import_module
from pathlib import Path

import pytest

import got_env
from got_agents.registry import make_agent
from got_benchmarks.playing.identity import identify
from got_env import GAMES, VectorEnv, __version__, agot2e_v0, get_game

ROOT = Path(__file__).parent.parent


def test_tables_of_the_docs_are_those_of_the_code():
    """``scripts/generate_docs`` has been run after the last change of a table."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "generate_docs"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_leaderboard_is_made_of_its_results():
    """``scripts/generate_leaderboard`` has been run after the last result was added."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "generate_leaderboard"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr


ROWS = {
    file.name: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted((ROOT / "docs" / "leaderboard").glob("*.json"))
}
"""Stored results by file."""


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if "policy" in row["agent"]])
def test_rows_of_the_shipped_policies_were_played_by_them(name):
    """A policy that is replaced takes its rows with it."""
    row = ROWS[name]

    (now,) = identify([row["agent"]], get_game(row["game"]))

    assert row["agent_digest"] == now.digest, f"{name}: repeat {row['command']}"


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if "pool_digests" in row])
def test_rows_were_played_against_what_the_pools_have_now(name):
    """Older rows do not say which weights played in the pool."""
    row = ROWS[name]

    for pooled in identify(row["pool_digests"], get_game(row["game"])):
        assert row["pool_digests"][pooled.name] == pooled.digest, f"{name}: repeat {row['command']}"


@pytest.mark.parametrize(
    "file",
    sorted((ROOT / "docs" / "leaderboard" / "exploit").glob("*.json")),
    ids=lambda file: file.stem,
)
def test_exploiters_were_trained_against_the_agent_of_now(file):
    found = json.loads(file.read_text(encoding="utf-8"))

    (now,) = identify([found["agent"]], get_game(found["game"]))

    assert found["fingerprint"] == now.digest


def test_the_walk_of_an_action_goes_through_files_as_long_as_it_says():
    """Within a quarter: the page shall not need an edit for every line of code."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    walk = page.partition("## The walk of an action")[2].partition("\n## ")[0]
    steps = re.findall(r"\| `([\w/]+\.py)` \| (\d+) \|", walk)
    lengths = {file: len((ROOT / file).read_text("utf-8").splitlines()) for file, _ in steps}

    assert len(steps) > 5
    assert [f for f, said in steps if abs(int(said) - lengths[f]) > lengths[f] / 4] == []


TOLD = (
    *("got_env", "got_env/core", "got_env/core/batch", "got_env/core/search", "got_env/envs"),
    *("got_env/westeros", "got_env/btwixt", "agents/got_agents", "training/got_training"),
)
"""Folders whose files the tree of the architecture page names one by one."""


def test_the_tree_of_the_architecture_page_names_every_file():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    tree = page.partition("## Where things are")[2].split("```")[1]
    files = [file for folder in TOLD for file in sorted((ROOT / folder).glob("*.py"))]

    assert len(files) > 100
    assert [
        str(file.relative_to(ROOT))
        for file in files
        if not file.name.startswith("_") and not re.search(rf"\b{file.name}\b", tree)
    ] == []


def illegal():
    env = agot2e_v0.env(players=6)
    env.reset(seed=7)
    env.step(129)


def write_into_a_view():
    VectorEnv("agot2e", num_envs=2).action_masks[:] = True


@pytest.mark.parametrize(
    "wrong",
    [
        illegal,
        write_into_a_view,
        lambda: agot2e_v0.env(player=6),
        lambda: agot2e_v0.env(players=7),
        lambda: agot2e_v0.env().observation_space("stark").low,
        lambda: make_agent("heuristik"),
        lambda: make_agent("policy:nowhere"),
    ],
    ids=["illegal", "read-only", "keyword", "players", "mask", "unknown agent", "no policy"],
)
def test_the_errors_of_the_questions_are_those_that_come(wrong, tmp_path, monkeypatch):
    """A line that ends with ... is the beginning of the error."""
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "faq.md").read_text(encoding="utf-8")
    told = [line.removeprefix("got: ") for line in re.findall(r"```text\n(.*)\n```", page)]

    with pytest.raises(Exception) as error:  # noqa: PT011 - of any kind: its whole text is compared
        wrong()

    whole = traceback.format_exception_only(error.value)[-1].strip()
    assert any(
        line in (whole, str(error.value))
        or (line.endswith("...") and str(error.value).startswith(line.removesuffix("...")))
        for line in told
    ), whole


def test_the_citation_names_the_version():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")

    assert f"\nversion: {__version__}\n" in citation
    page = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
    assert f"version = {{{__version__}}}" in page
    assert get_game("btwixt").identity.data_hash in page


FORM = [
    *("Usage", "Description", "Observation space", "Action space"),
    *("Rewards", "Horizon", "Arguments", "Version history"),
]
"""Headings of the page of a game, in this order; others may stand before the last."""


@pytest.mark.parametrize("code", sorted(GAMES))
def test_the_page_of_a_game_has_the_form_that_people_know(code):
    """The table with import, agents, spaces and so on comes before all else."""
    page = (ROOT / "docs" / "games" / f"{code}.md").read_text(encoding="utf-8")
    above, _, rest = page.partition("\n## ")
    found = re.findall(r"^## (.+)$", f"## {rest}", re.M)
    rows = re.findall(r"^\| ([a-z0-9 ]+?) \|", above, re.M)

    assert (*found[:7], found[-1]) == tuple(FORM)
    for row in ("import", "action space", "observation space", "rewards", "horizon", "arguments"):
        assert row in rows
    assert f"agents of {max(get_game(code).seats.counts)}" in rows
    for part in ("observation", "actions"):
        assert f"({code}-{part}.md)" in page


LONGEST = 3_000
"""Words of a page that somebody reads from its beginning; tables of fields have their own pages."""


def test_pages_that_are_read_are_not_too_long():
    """All but what is looked up: rules, fields, actions, the code."""
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "tutorials").glob("*.md")]
    pages += [ROOT / "docs" / "games" / f"{code}.md" for code in GAMES]
    looked_up = {"architecture.md", "leaderboard.md", "positions-fields.md", "questions.md"}
    words = {p.name: len(p.read_text(encoding="utf-8").split()) for p in pages}

    assert {p: n for p, n in words.items() if n > LONGEST and p not in looked_up} == {}


def named(name):
    """The thing that a dotted name stands for; without ray, none of those that need it."""
    path, after = name, []
    while True:
        path, _, last = path.rpartition(".")
        after.insert(0, last)
        try:
            found = import_module(path)
        except ModuleNotFoundError as error:
            if error.name == "ray":  # the one package that tests do without
                pytest.importorskip("ray")
            if not name.startswith(error.name):
                raise
        else:
            break
    for part in after:
        found = getattr(found, part)
    return getattr(found, "__func__", found)


REFERENCE = [
    name
    for page in sorted((ROOT / "docs" / "api").glob("*.md"))
    for name in re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.M)
]
"""What the pages of the API describe."""

IMPORTED = re.compile(r"^from (got_\w+(?:\.\w+)*) import ([\w, ]+)$", re.M)


def imported_by_pages():
    """Names that programs of the pages import, but for those of one engine."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    found = {
        (module, name.partition(" as ")[0].strip())
        for page in pages
        for module, names in IMPORTED.findall(page.read_text(encoding="utf-8"))
        for name in names.split(",")
    }
    return sorted(
        f"{m}.{n}" for m, n in found if not m.startswith(("got_env.btwixt", "got_env.westeros"))
    )


@pytest.mark.parametrize("name", REFERENCE)
def test_what_the_reference_describes_has_a_text(name):
    """A name that only stands for something else would be an empty heading."""
    thing = named(name)

    if name.rpartition(".")[2].isupper():  # a value: its text stands below it in the source
        return
    assert inspect.isclass(thing) or inspect.isfunction(thing)
    assert inspect.getdoc(thing), name


@pytest.mark.parametrize(
    "name", sorted({f"got_env.{name}" for name in got_env.__all__} | set(imported_by_pages()))
)
def test_the_reference_describes_what_users_import(name):
    thing = named(name)
    text = "".join(p.read_text("utf-8") for p in (ROOT / "docs" / "api").glob("*.md"))

    if inspect.ismodule(thing):
        assert f"`{name}`" in text
        assert all(is_described(f"{name}.{part}") for part in thing.__all__)
    elif not isinstance(thing, str):
        assert is_described(name)


def is_described(name):
    """Whether a name, or the place where it is defined, is in the reference."""
    last = name.rpartition(".")[2]
    return any(
        named(name) is named(other) for other in REFERENCE if other.rpartition(".")[2] == last
    )


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "tutorials").glob("*.md")), ids=lambda page: page.stem
)
def test_a_tutorial_names_the_file_of_each_program_and_how_to_run_it(page):
    """Who follows it to the letter shall not have to guess."""
    text = page.read_text(encoding="utf-8")
    parts = re.split(r"```python\n.*?```", text, flags=re.DOTALL)
    saved = ""
    for number, above in enumerate(parts[:-1]):
        if not above.endswith("<!-- continues -->\n"):
            saved = (re.findall(r"`(\w+\.py)`", above.rpartition("\n## ")[2]) or [""])[0]
        assert saved, f"part {number}"
        assert f"python {saved}" in text or f"--agents {saved}:" in text
