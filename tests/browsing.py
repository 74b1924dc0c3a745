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

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-core")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
"""For tests that take the fixture ``browser``."""

SIZES = {390: 844, 1200: 900, 1440: 900, 1920: 1080}
"""Height of the window by its width."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The Chromium of the machine, driven by playwright."""
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


AT_ONCE = """localStorage["got-pace"] ??= "at once";"""
"""Has pages show what the others did at once, unless a test has chosen a pace."""


@contextmanager
def opened(browser: Any, link: str, width: int, scheme: str = "light") -> Iterator[Any]:
    """A page at a link; what its browser complains of fails the test."""
    size = {"width": width, "height": SIZES[width]}
    page = browser.new_page(viewport=size, color_scheme=scheme, has_touch=width < 500)
    problems: list[str] = []
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.add_init_script(AT_ONCE)
    page.goto(link)
    yield page
    page.close()
    assert problems == []


def photographed(page: Any, name: str) -> None:
    """Keep a picture of a page, if somebody wants to look at it."""
    if folder := os.environ.get("GOT_SCREENSHOTS"):
        from PIL import Image

        shot = Image.open(BytesIO(page.screenshot())).convert("RGB").quantize(COLOURS)
        shot.save(Path(folder) / f"{name}.png", optimize=True)


COLOURS = 200
"""Of pictures: with a quarter of them a House would take the colour of another."""

PLACE_ON_TOP = """shape => {
  const box = shape.getBoundingClientRect();
  const at = (x, y) => [box.x + x * box.width, box.y + y * box.height];
  const steps = [...Array(25).keys()].map((i) => (i + 0.5) / 25);
  const middle = at(0.5, 0.5), places = steps.flatMap((x) => steps.map((y) => at(x, y)));
  const far = ([x, y]) => Math.hypot(x - middle[0], y - middle[1]);
  return places.sort((a, b) => far(a) - far(b))
    .find(([x, y]) => document.elementFromPoint(x, y) === shape) || null;
}"""


def click_shape(page: Any, shape: Any) -> None:
    """Click a shape where a person would: at the place nearest to its middle where it is on top.

    Drivers click the middle of the box around a shape. In that of a bay lies its coast.
    """
    shape.evaluate("shape => shape.scrollIntoView({ block: 'center', inline: 'center' })")
    place = shape.evaluate(PLACE_ON_TOP)
    assert place is not None, f"{shape.get_attribute('data-name')}: it is nowhere on top"
    page.mouse.click(*place)


def barriers(page: Any) -> list[str]:
    """Findings of axe-core on a page that keep people from reading or using it.

    Contrast, names of what can be operated, roles, headings, landmarks, the language and more.
    """
    return [
        f"{found['id']} ({found['impact']}): {node['html'][:120]}: {node['failureSummary']}"
        for found in axe.Axe().run(page).response["violations"]
        for node in found["nodes"]
    ]


def fits(page: Any) -> bool:
    """True if nothing makes the page itself scroll to the side."""
    return bool(page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"))
