"""Every code block of the README and of the pages does what it says.

A reader sees the pages as they lie in the repository: nothing is put in when a site is built.

- A ``python`` block is a program: saved to a file of its own, run by ``python FILE``, in a folder
  that the blocks of a page share. ``<!-- continues -->`` above it joins it to the block before.
- ``<!-- copy of FILE -->``: the block is that file, which runs in another test.
- A ``py`` block is a part of one of the examples.
- ``got ...`` lines run in order in the folder of the page, each as a process of its own, with fewer
  games, minutes and steps.
- What is not run stands in a table here, with the reason.
"""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from shutil import copyfile, copytree

import pytest

from got_agents.policy import shipped_policy
from got_env.cli.referee import serve
from got_env.referee import Referee

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

COPY = re.compile(r"<!-- copy of (\S+) -->")
CONTINUES = "<!-- continues -->"

NOT_RUN = {
    "got exploit": "trains for hours: tests/training/test_exploit.py runs it, shorter",
    "got league": "trains for minutes: tests/training/test_league.py runs it, shorter",
    "got bench speed": "measures: tests/benchmarks/test_speed.py runs it, shorter",
    "got serve": "serves until it is stopped: tests/serve/test_durability.py runs it",
    "got bench policy": "plays thousands of games: tests/benchmarks/test_suite.py runs it, shorter",
}

FEWER = {"--games": 100, "--minutes": 1000, "--steps": 100}
"""Options that make long work short: what their numbers are divided by."""

FEWEST_GAMES = 6

QUICK_PAGES = {"replays.md", "press.md"}
"""Whose commands run in every run of the tests; those of the other pages in the longer one."""

SMALL_TRAINING = "num_envs = 8\nrollout = 16\nevaluate_minutes = 0.0\n"

SHORTER = {
    "learn(1_000_000)": "learn(256)",
    "learn(1_200_000,": "learn(256,",
    'SeatVecEnv("btwixt", 64': 'SeatVecEnv("btwixt", 4',
    "win_share(self.model, 400)": "win_share(self.model, 8)",
    "ITERATIONS = 20": "ITERATIONS = 1",
}
"""Replacements that make a program short."""

NEEDED = ("sb3_contrib", "torch", "matplotlib", "ray")
"""Libraries of extras: a program that imports one is left out where there is none."""

WRITTEN = {"runs/beats": "btwixt", "runs/ray": "btwixt"}
"""Policies that programs of pages write, for the commands of these pages, and their games."""


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    page: Path
    line: int
    language: str
    text: str
    remark: str
    """The HTML comment above it, if there is one."""

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks_of(page):
    lines = page.read_text(encoding="utf-8").splitlines()
    found, at = [], 0
    while at < len(lines):
        if lines[at].startswith("```"):
            end = next(i for i in range(at + 1, len(lines)) if lines[i].startswith("```"))
            above = lines[at - 1] if at else ""
            remark = above if above.startswith("<!--") else ""
            text = "".join(f"{line}\n" for line in lines[at + 1 : end])
            found.append(Block(page, at + 1, lines[at][3:].strip(), text, remark))
            at = end
        at += 1
    return found


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def programs(page):
    """The python blocks of a page as programs; those that continue others are joined to them."""
    found = []
    for block in blocks_of(page):
        if block.language != "python" or COPY.match(block.remark):
            continue
        if block.remark == CONTINUES:
            found[-1] = (found[-1][0], f"{found[-1][1]}\n\n{block.text}")
        else:
            found.append((block, block.text))
    return found


def commands(page):
    """The lines of a page that call ``got``, as words."""
    return [
        shlex.split(line, comments=True)
        for block in blocks_of(page)
        if not block.language
        for line in block.text.splitlines()
        if line.startswith("got ")
    ]


def shorter(words):
    """A command that says the same of less work."""
    words = list(words)
    for option, divisor in FEWER.items():
        if option in words:
            at = words.index(option) + 1
            number = float(words[at]) / divisor
            fewest = {"--games": FEWEST_GAMES, "--steps": 1}.get(option)
            words[at] = str(number if fewest is None else max(fewest, int(number)))
    return words


PROGRAMS = [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES if programs(page)]
COMMANDS = [
    pytest.param(
        page,
        id=str(page.relative_to(ROOT)),
        marks=[] if page.name in QUICK_PAGES else [pytest.mark.full],
    )
    for page in PAGES
    if commands(page)
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Folder for the blocks of a page."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(SMALL_TRAINING, encoding="utf-8")
    # As ``got bench policy`` leaves it, which is not run here.
    copyfile(ROOT / "docs" / "leaderboard" / "btwixt-steward.json", tmp_path / "full.json")
    return tmp_path


@pytest.mark.parametrize("page", PROGRAMS)
def test_the_programs_of_a_page_run_as_files(page, folder):
    for number, (block, text) in enumerate(programs(page)):
        for library in NEEDED:
            if re.search(rf"^(from|import) {library}\b", text, re.M):
                pytest.importorskip(library)
        for long, short in SHORTER.items():
            text = text.replace(long, short)
        file = folder / f"block_{number}.py"
        file.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, file.name], cwd=folder, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, f"{block}: {done.stderr}"
        assert "Traceback" not in done.stderr, f"{block}: {done.stderr}"


CELLS = """
import json, sys
for cell in json.load(sys.stdin):
    exec(compile(cell, "<cell>", "exec"))
"""
"""Runs programs as a notebook does: part by part, in one module without a file."""


@pytest.mark.full
@pytest.mark.parametrize("page", [p for p in PROGRAMS if "tutorials" in p.id])
def test_the_programs_of_a_tutorial_run_as_cells_of_a_notebook(page, folder):
    cells = [
        block.text
        for block in blocks_of(page)
        if block.language == "python" and not COPY.match(block.remark)
    ]
    for library in NEEDED:
        if any(re.search(rf"^(from|import) {library}\b", cell, re.M) for cell in cells):
            pytest.importorskip(library)
    for long, short in SHORTER.items():
        cells = [cell.replace(long, short) for cell in cells]
    done = subprocess.run(
        [sys.executable, "-c", CELLS],
        input=json.dumps(cells),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", COMMANDS)
def test_the_commands_of_a_page_run_as_processes(page, folder):
    for block, text in named_files(page):
        (folder / block).write_text(text, encoding="utf-8")
    trained = folder / "runs" / "first"
    if all(words[1] != "train" for words in commands(page)):
        copytree(shipped_policy("agot2e"), trained)  # as ``got train`` of another page leaves it
    for name, game in WRITTEN.items():
        copytree(shipped_policy(game), folder / name)
    for words in commands(page):
        if any(" ".join(words).startswith(skipped) for skipped in NOT_RUN):
            if words[1] == "league" and "--resume" not in words:
                # as a league leaves it
                copytree(shipped_policy("agot2e"), folder / words[words.index("--out") + 1])
            continue
        if words[1] == "train":
            pytest.importorskip("torch")
            if "--resume" not in words:
                words = [*words, "--config", "small.toml"]
        done = subprocess.run(
            [Path(sys.executable).with_name("got"), *shorter(words)[1:]],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
        assert "Traceback" not in done.stderr, f"{' '.join(words)}: {done.stderr}"


def named_files(page):
    """Programs of a page that its commands name: ``my_bots.py:Cautious``."""
    texts = programs(page)
    for words in commands(page):
        for name in re.findall(r"([\w/]+\.py):", " ".join(words)):
            classes = re.findall(rf"{re.escape(name)}:(\w+)", " ".join(words))
            for _, text in texts:
                if all(re.search(rf"^(class|def) {one}\b", text, re.M) for one in classes):
                    yield name, text
                    break
            else:
                raise AssertionError(f"{page}: no program with {classes} for {name}")


def test_what_is_not_run_is_on_a_page():
    said = "\n".join(" ".join(words) for page in PAGES for words in commands(page))

    assert all(command in said for command in NOT_RUN)


def test_copies_are_those_files():
    copies = [block for block in BLOCKS if COPY.match(block.remark)]
    for block in copies:
        name = COPY.match(block.remark)[1]
        assert block.text == (ROOT / name).read_text(encoding="utf-8"), f"{block}: not {name}"

    shown = {COPY.match(block.remark)[1] for block in copies}
    examples = ROOT / "docs" / "examples"
    for file in (*examples.glob("*.py"), *examples.glob("*.mjs")):
        assert f"docs/examples/{file.name}" in shown


def test_parts_of_examples_are_in_them():
    sources = [
        file.read_text(encoding="utf-8") for file in (ROOT / "docs" / "examples").rglob("*.py")
    ]
    for block in BLOCKS:
        if block.language == "py":
            for part in re.split(r"\n\s*(?:# \.\.\.)?\n", block.text.strip("\n")):
                assert any(squeezed(part) in squeezed(source) for source in sources), block


def squeezed(text):
    return re.sub(r"\s+", " ", text)


def test_nothing_is_included_that_a_reader_of_the_repository_does_not_see():
    for page in PAGES:
        assert "--8<--" not in page.read_text(encoding="utf-8"), page


def test_every_block_has_a_language_that_is_checked():
    assert {block.language for block in BLOCKS} <= {
        "",
        "python",
        "py",
        "javascript",
        "json",
        "toml",
        "text",
        "dockerfile",
    }


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.language == "toml"], ids=str)
def test_toml_can_be_read(block):
    assert tomllib.loads(block.text)


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.language == "json"], ids=str)
def test_json_can_be_read(block):
    assert json.loads(block.text)


def test_the_dialogue_with_the_referee_is_what_it_says():
    page = ROOT / "docs" / "referee.md"
    text = next(b.text for b in blocks_of(page) if b.text.startswith("$ got referee\n"))
    lines = text.splitlines()[1:]
    sink = BytesIO()

    serve(Referee(), BytesIO("".join(f"{line}\n" for line in lines[::2]).encode()), sink)

    answers = sink.getvalue().decode().splitlines()
    assert len(answers) == len(lines[1::2])
    for answer, shown in zip(answers, lines[1::2], strict=True):
        pattern = ".*".join(re.escape(part) for part in shown.split("..."))
        assert re.fullmatch(pattern, answer), answer


def test_the_navigation_lists_every_page():
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = re.findall(r": ([\w/-]+\.md)$", site.partition("\nnav:\n")[2], re.MULTILINE)
    pages = [str(page.relative_to(ROOT / "docs")) for page in PAGES[1:]]

    assert sorted(listed) == sorted([*pages, "changelog.md", "security.md"])
