"""Hooks of MkDocs for the build of the site: see ``hooks`` in mkdocs.yml."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parent.parent

PAGES = {"changelog.md": "CHANGELOG.md", "security.md": "SECURITY.md"}
"""Pages of the site that lie in the root of the repository, where people look for them."""

ROLE = re.compile(r":(?:attr|class|data|exc|func|meth|mod|obj):<code>([^<]+)</code>")
"""A name in a docstring as Sphinx writes it, after Markdown has read it."""

CODE = re.compile(r"<code>[^<]+</code>")
"""Code within a sentence or a table; that of blocks and signatures has other tags in it."""

HYPHENED = re.compile(r"(?<![^\s>])[^\s<>&]*-[^\s<>&]*(?![^\s<])")
"""A word of it with a hyphen."""

LONGEST = 24
"""Characters of a word that stays on one line; a cell of a table on a phone has room for them."""


def on_files(files: Any, config: Any) -> Any:
    """Add the pages of the root; their links lead into docs/, which is the root of the site."""
    for page, source in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8").replace("](docs/", "](")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_content(html: str, **_: Any) -> str:
    """Show a name in a docstring as code, without its role; end no line within a flag."""
    html = ROLE.sub(lambda found: f"<code>{_shown(found[1])}</code>", html)
    return CODE.sub(lambda found: HYPHENED.sub(_kept_together, found[0]), html)


def _kept_together(word: re.Match[str]) -> str:
    """A word as one that no line ends in: at a hyphen browsers would end one."""
    if len(word[0]) > LONGEST:
        return word[0]
    return f'<span class="word">{word[0]}</span>'


def _shown(name: str) -> str:
    """``~got_env.VectorEnv`` is VectorEnv, ``text <got_env.VectorEnv>`` is text."""
    if name.startswith("~"):
        return name.rpartition(".")[2]
    return name.partition(" &lt;")[0]
