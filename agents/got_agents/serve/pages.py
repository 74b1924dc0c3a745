"""The files that browsers load, as they are in the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

FILES = {
    "table.js": "text/javascript",
    "board.js": "text/javascript",
    "talk.js": "text/javascript",
    "story.js": "text/javascript",
    "bell.js": "text/javascript",
    "plan.js": "text/javascript",
    "draft.js": "text/javascript",
    "clock.js": "text/javascript",
    "cards.js": "text/javascript",
    "lobby.js": "text/javascript",
    "table.css": "text/css",
}
"""Files that pages load, by name; nothing else can be had."""


@cache
def page_file(name: str) -> bytes:
    """A file of the pages."""
    return (files("got_agents.serve") / "page" / name).read_bytes()
