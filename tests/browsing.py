"""A real browser for tests: pages at two widths, what it complains of, and what axe-core finds.

With GOT_SCREENSHOTS=FOLDER pictures of the pages are put there, for people to look at.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SIZES = {390: 844, 1200: 900}
"""Height of the window by its width."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The Chromium of the machine, driven by playwright; skips a test without them."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@contextmanager
def opened(browser: Any, link: str, width: int, scheme: str = "light") -> Iterator[Any]:
    """A page at a link; what its browser complains of fails the test."""
    size = {"width": width, "height": SIZES[width]}
    page = browser.new_page(viewport=size, color_scheme=scheme, has_touch=width < 500)
    problems: list[str] = []
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(link)
    yield page
    page.close()
    assert problems == []


def photographed(page: Any, name: str) -> None:
    """Keep a picture of a page, if somebody wants to look at it."""
    if folder := os.environ.get("GOT_SCREENSHOTS"):
        from PIL import Image

        shot = Image.open(BytesIO(page.screenshot())).convert("RGB").quantize(64)
        shot.save(Path(folder) / f"{name}.png", optimize=True)


def barriers(page: Any) -> list[str]:
    """What axe-core finds on a page that keeps people from reading or using it.

    Contrast, names of what can be operated, roles, headings, landmarks, the language and more.
    """
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-core")
    return [
        f"{found['id']} ({found['impact']}): {node['html'][:120]}: {node['failureSummary']}"
        for found in axe.Axe().run(page).response["violations"]
        for node in found["nodes"]
    ]


def fits(page: Any) -> bool:
    """Whether nothing makes the page itself scroll to the side."""
    return bool(page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"))
