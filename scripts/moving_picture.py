"""Pictures that follow each other as one SVG document that moves: for pages, without a program.

What every picture shows stands in it once; what only some show is hidden by CSS the rest of the
time. Who has asked their system for less motion sees the last picture alone.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import groupby

SVG = "http://www.w3.org/2000/svg"
ET.register_namespace("", SVG)
ET.register_namespace("xlink", "http://www.w3.org/1999/xlink")


@dataclass
class Part:
    """An element of some of the pictures; a group has parts of its own."""

    key: str
    """The element as text, of a group its attributes alone."""
    element: ET.Element
    frames: list[int] = field(default_factory=list)
    """Numbers of the pictures that show it."""
    parts: list[Part] = field(default_factory=list)


def moving_picture(documents: Sequence[str], label: str, seconds: float) -> str:
    """One document that shows all of them in turn, and begins anew after the last.

    Args:
        documents: SVG documents of one size.
        label: says what is seen, for those who do not see it.
        seconds: that each is shown.
    """
    roots = [ET.fromstring(document) for document in documents]
    parts: list[Part] = []
    for number, root in enumerate(roots):
        parts = _merged(parts, root, number)
    box = roots[0].get("viewBox", "").split()
    out = ET.Element(
        f"{{{SVG}}}svg",
        {
            **{name: value for name, value in roots[0].attrib.items() if name != "aria-label"},
            "aria-label": label,
            "width": box[2],
            "height": box[3],
        },
    )
    ET.SubElement(out, f"{{{SVG}}}title").text = label
    kinds: dict[tuple[int, ...], str] = {}
    _write(out, parts, len(documents), kinds)
    style = ET.Element(f"{{{SVG}}}style")
    style.text = _style(kinds, len(documents), seconds)
    out.insert(1, style)
    return ET.tostring(out, encoding="unicode") + "\n"


def _merged(parts: list[Part], parent: ET.Element, number: int) -> list[Part]:
    """Parts of the pictures so far, and of one more; the order of each is kept."""
    children = [child for child in parent if child.tag != f"{{{SVG}}}title"]
    keys = [_key(child) for child in children]
    merged: list[Part] = []
    matcher = SequenceMatcher(None, [part.key for part in parts], keys, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            shown = parts[i1:i2]
        else:
            merged += parts[i1:i2]
            shown = [Part(keys[j], children[j]) for j in range(j1, j2)]
        for part, child in zip(shown, children[j1:j2], strict=True):
            part.frames.append(number)
            if _is_group(child):
                part.parts = _merged(part.parts, child, number)
        merged += shown
    return merged


def _is_group(element: ET.Element) -> bool:
    return element.tag == f"{{{SVG}}}g"


def _key(element: ET.Element) -> str:
    if _is_group(element):
        return str(sorted(element.attrib.items()))
    plain = ET.fromstring(ET.tostring(element))
    for child in [*plain.findall(f"{{{SVG}}}title")]:  # a name that is shown under the mouse
        plain.remove(child)
    return ET.tostring(plain, encoding="unicode")


def _write(
    out: ET.Element, parts: Iterable[Part], count: int, kinds: dict[tuple[int, ...], str]
) -> None:
    """Put parts into an element; neighbours that are seen at the same times share a group."""
    for frames, several in groupby(parts, key=lambda part: tuple(part.frames)):
        into = out
        if len(frames) < count:
            name = kinds.setdefault(frames, f"film-{len(kinds)}")
            into = ET.SubElement(out, f"{{{SVG}}}g", {"class": name})
        for part in several:
            if _is_group(part.element):
                group = ET.SubElement(into, part.element.tag, part.element.attrib)
                _write(group, part.parts, len(part.frames), kinds)
            else:
                into.append(ET.fromstring(part.key))


def _style(kinds: dict[tuple[int, ...], str], count: int, seconds: float) -> str:
    """Rules that hide and show; without motion only the last picture is seen."""
    lines = [f"g[class^=film-]{{animation:{count * seconds:g}s step-end infinite}}"]
    for frames, name in kinds.items():
        steps = ""
        for number in range(count):
            seen, before = number in frames, number - 1 in frames
            if number == 0 or seen != before:
                word = "visible" if seen else "hidden"
                steps += f"{number / count:.3%}{{visibility:{word}}}"
        last = "visible" if count - 1 in frames else "hidden"
        lines.append(f".{name}{{visibility:{last};animation-name:{name}}}")
        lines.append(f"@keyframes {name}{{{steps}}}")
    lines.append("@media(prefers-reduced-motion:reduce){g[class^=film-]{animation:none}}")
    return re.sub(r"\.000%", "%", "\n".join(lines))
