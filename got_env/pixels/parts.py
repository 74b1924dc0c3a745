"""An SVG document as parts that lie on each other: what can be drawn, or left out, by itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from xml.parsers.expat import ParserCreate

GROUND = "ground"
"""Id of the group, the first thing drawn, of what seldom changes from one picture to the next."""
_SHARED = ("style", "defs")
"""Elements that say how others are drawn."""
_UNSEEN = ("title",)


@dataclass(frozen=True)
class Sheet:
    """Common properties of all parts of a document; equal for documents that are drawn alike."""

    kind: str
    """Class of the document, to which its style sheet refers."""
    size: tuple[float, float]
    """Width and height, in units of the document."""
    shared: str
    """Style and definitions."""

    def document(self, width: int, height: int, content: str) -> str:
        """A document of so many pixels with other content, which is measured in pixels."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{escape(self.kind)}"'
            f' width="{width}" height="{height}">{self.shared}{content}</svg>'
        )


@dataclass(frozen=True)
class Parts:
    """A document taken apart; what comes later lies on top of what came before."""

    sheet: Sheet
    ground: tuple[str, ...]
    """Texts of the parts in the group :data:`GROUND`."""
    above: tuple[str, ...]
    """Texts of all other parts."""


@dataclass
class _Cuts:
    """Starts of the parts of a document, as its elements come by."""

    root: dict[str, str] = field(default_factory=dict)
    begins: list[tuple[int, str]] = field(default_factory=list)
    """Offset of each part and its kind; ``""`` where a group begins or ends."""
    held: list[str] = field(default_factory=list)
    """Of each open element that holds parts its id, or ``"-"``; ``""`` of any other."""
    ground_ends: int = 0

    def start(self, at: int, name: str, attributes: dict[str, str]) -> None:
        if not self.held:
            self.root = attributes
            self.held.append("-")
            return
        in_parts = bool(self.held[-1])
        # A group with no attribute but its id changes nothing of what is in it.
        group = in_parts and name == "g" and attributes.keys() <= {"id"}
        if in_parts:
            self.begins.append((at, "" if group else name))
        self.held.append(attributes.get("id", "-") if group else "")

    def end(self, at: int) -> None:
        closed = self.held.pop()
        if closed:
            self.begins.append((at, ""))
        if closed == GROUND:
            self.ground_ends = at


def parts_of(document: str) -> Parts:
    """A document taken apart.

    Args:
        document: with a class and a ``viewBox`` from 0, 0, as the games draw themselves.
    """
    source = document.encode()
    parser = ParserCreate()
    cuts = _Cuts()
    parser.StartElementHandler = lambda name, attributes: cuts.start(
        parser.CurrentByteIndex, name, attributes
    )
    parser.EndElementHandler = lambda name: cuts.end(parser.CurrentByteIndex)
    parser.Parse(source, True)
    shared: list[str] = []
    ground: list[str] = []
    above: list[str] = []
    for (begin, name), (stop, _) in zip(cuts.begins, cuts.begins[1:], strict=False):
        if not name or name in _UNSEEN:
            continue
        found = shared if name in _SHARED else ground if begin < cuts.ground_ends else above
        found.append(source[begin:stop].decode())
    _, _, width, height = map(float, cuts.root["viewBox"].split())
    sheet = Sheet(cuts.root["class"], (width, height), "".join(shared))
    return Parts(sheet, tuple(ground), tuple(above))
