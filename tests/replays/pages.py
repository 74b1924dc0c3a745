"""Reads pages of replays, and the policy of any page that is a file."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any


def data_of(page: str) -> Any:
    """Data of a page, as plain data."""
    found = re.search(r'<script type="text/plain" id="data">([^<]+)</script>', page)
    assert found
    return json.loads(gzip.decompress(base64.b64decode(found[1])))


def policy_of(page: str) -> dict[str, str]:
    """Sources that a page allows itself, by directive."""
    found = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
    assert found
    assert not re.search("<(style|script|link|img|title)", page[: found.start()])
    return dict(part.split(maxsplit=1) for part in found[1].split("; "))


def documents(data: Any, viewer: str) -> list[str]:
    """The pictures of a view, one for each step."""
    parts: list[int] = []
    found = []
    for changes in data["films"][viewer]:
        for start, gone, *come in changes:
            parts[start : start + gone] = come
        found.append("".join(data["parts"][part] for part in parts))
    return found
