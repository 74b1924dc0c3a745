"""Names can be read on every ground that a House has coloured, by day and in the dark."""

import re
from importlib.resources import files

import pytest

LEAST = 4.5
"""Ratio of contrast that WCAG 2.1 asks for text of this size."""


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.04 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def sheets():
    """Rules of the map by day, and in the dark; of which those by day hold where it has none."""
    text = (files("got_env.westeros.picture") / "style.css").read_text(encoding="utf-8")
    day, _, dark = text.partition("@media")
    rules = [dict(re.findall(r"\.got-board ([^{}]+)\{fill:(#\w{6})", part)) for part in (day, dark)]
    return {"light": rules[0], "dark": {**rules[0], **rules[1]}}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_names_of_areas_can_be_read_whoever_holds_them(scheme):
    rules = sheets()[scheme]
    grounds = [rule for rule in rules if re.match(r"\.(land|sea)(\.of-\w+)?$", rule)]
    assert len(grounds) == 14
    for ground in grounds:
        name = rules["text" if ground.startswith(".land") else ".sea-name"]
        assert contrast(name, rules[ground]) >= LEAST, ground
