"""Address of a server, and the key it wants: checked before anything is sent."""

from __future__ import annotations

import os
from dataclasses import dataclass
from urllib.parse import urlsplit

from got_env.core.error_values import short_repr


@dataclass(frozen=True)
class Address:
    """The parts of a URL to which requests go."""

    secure: bool
    host: str
    port: int | None
    path: str
    """Of the chat completions."""


def address_of(url: str) -> Address:
    """The parts of the URL of a server: ``http://localhost:8080/v1``.

    Raises:
        ValueError: if it is no such URL, or has a user or password in it.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if "@" in parts.netloc:
        raise ValueError(
            "the URL has a user or password in it: name an environment variable with"
            " key_env instead"
        )
    wrong = parts.query or parts.fragment or not (url.isascii() and url.isprintable())
    if parts.scheme not in ("http", "https") or not parts.hostname or wrong or " " in url:
        raise ValueError(
            f"url={short_repr(url)}: expected a server such as http://localhost:8080/v1,"
            " without a query"
        )
    path = f"{parts.path.rstrip('/')}/chat/completions"
    return Address(parts.scheme == "https", parts.hostname, port, path)


def key_in(name: str) -> str:
    """The key in an environment variable; empty if no variable is named. It is in no message.

    Raises:
        ValueError: if there is no such variable, or it holds no key.
    """
    if not name:
        return ""
    key = os.environ.get(name, "")
    if not key:
        raise ValueError(
            f"key_env={short_repr(name)}: the environment has no such variable, or an empty one"
        )
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ValueError(
            f"key_env={short_repr(name)}: expected a key of ASCII characters without blanks"
        )
    return key
