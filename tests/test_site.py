"""The built documentation in a real browser: on a phone and a desk, from disk and from a server."""

from __future__ import annotations

import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.browsing import browser, fits, needs_browser, opened, photographed

__all__ = ["browser"]

pytestmark = [pytest.mark.full, needs_browser]

ROOT = Path(__file__).parent.parent

PAGES = (
    *("index", "commands", "faq", "tournaments", "training", "environments", "leaderboard"),
    *("games/agot2e", "games/agot2e-observation", "tutorials/benchmark", "changelog"),
)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site."""
    pytest.importorskip("mkdocstrings")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def links(site):
    """Where the site begins, from disk and from a server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield {"disk": site.as_uri(), "server": f"http://127.0.0.1:{server.server_port}"}
    server.shutdown()
    server.server_close()


BROKEN = """() => [...document.querySelectorAll(".md-content code .word")]
  .filter((word) => word.getClientRects().length > 1)
  .map((word) => word.textContent)"""
"""Flags and other words of code that end one line and begin the next."""

STICKING_OUT = """() => [...document.querySelectorAll(".md-content td")]
  .filter((cell) => [...cell.querySelectorAll("code")]
    .some((code) => code.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1))
  .map((cell) => cell.textContent)"""
"""Cells of tables whose code runs over what stands beside them."""

TABLES = """() => [...document.querySelectorAll(".md-typeset__scrollwrap")].map((table) => ({
  right: table.getBoundingClientRect().right, wider: table.scrollWidth - table.clientWidth,
  cue: getComputedStyle(table).backgroundImage, scrolls: getComputedStyle(table).overflowX,
}))"""


@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_and_its_tables_scroll_with_a_cue(browser, site, name, width):
    with opened(browser, (site / f"{name}.html").as_uri(), width) as page:
        photographed(page, f"site-{name.replace('/', '-')}-{width}")
        assert fits(page)
        assert page.evaluate(BROKEN) == []
        assert page.evaluate(STICKING_OUT) == []
        for table in page.evaluate(TABLES):
            assert table["right"] <= width
            assert table["scrolls"] == "auto"
            assert table["cue"].count("gradient") == 4


MANY_COLUMNS = """() => {
  const row = document.querySelector(".md-typeset__scrollwrap tr");
  for (let i = 0; i < 40; i++) row.append(row.lastElementChild.cloneNode(true));
}"""
"""Which tables are wider than a phone depends on its letters; one of forty columns is with any."""


def test_flags_are_words_and_a_wide_table_scrolls(browser, site):
    """What the test above looks for is on the pages."""
    with opened(browser, (site / "tournaments.html").as_uri(), 390) as page:
        assert page.locator("code .word", has_text="--no-isolate").count()
        page.evaluate(MANY_COLUMNS)
        assert fits(page)
        assert page.evaluate(TABLES)[0]["wider"] > 0


@pytest.mark.parametrize("typed", ["no-isolate", "--no-isolate"])
@pytest.mark.parametrize("place", ["disk", "server"])
@pytest.mark.parametrize("width", [390, 1200])
def test_the_search_finds_a_flag_and_leads_to_its_page(browser, links, place, width, typed):
    with opened(browser, f"{links[place]}/index.html", width) as page:
        if width < 500:
            page.locator("label.md-header__button[for=__search]").tap()
        page.locator(".md-search__input").press_sequentially(typed)
        found = page.locator(".md-search-result__link", has_text="--no-isolate").first
        found.wait_for()
        photographed(page, f"site-search-{place}-{width}")
        found.click()
        page.wait_for_url("**/*.html*h=*")
        assert "no-isolate" in page.locator(".md-content").inner_text()
