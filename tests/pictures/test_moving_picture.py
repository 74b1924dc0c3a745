"""A picture that moves shows each of its pictures whole, at its time."""

import re
import xml.etree.ElementTree as ET

from scripts.moving_picture import moving_picture

SVG = "{http://www.w3.org/2000/svg}"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" aria-label="old"><title>x</title>'

FRAMES = [
    f'{HEAD}<rect id="a"/><g id="units"><circle r="1"/><circle r="2"/></g><rect id="z"/></svg>',
    f'{HEAD}<rect id="a"/><g id="units"><circle r="2"/></g><path d="M0,0"/><rect id="z"/></svg>',
    f'{HEAD}<rect id="a"><title>n</title></rect><g id="units"><circle r="3"/></g>'
    '<g id="new"><text>1</text></g></svg>',
]


def shown_at(document, number, count):
    """Elements seen of a moving picture at one of its times, as ``flat`` tells a picture."""
    root = ET.fromstring(document)
    style = root.findall(f"{SVG}style")[0].text
    films = dict(re.findall(r"@keyframes (film-\d+)\{((?:[\d.]+%\{[^}]*\})+)\}", style))
    seen = {}
    for name, steps in films.items():
        for percent, word in re.findall(r"([\d.]+)%\{visibility:(\w+)\}", steps):
            if float(percent) <= 100 * number / count + 0.001:
                seen[name] = word == "visible"

    def walk(parent, visible):
        for child in parent:
            name = child.get("class", "")
            if child.tag == f"{SVG}g" and name.startswith("film-"):
                yield from walk(child, seen[name])
            elif child.tag == f"{SVG}g":
                inside = list(walk(child, visible))
                yield from ([("g", child.get("id")), *inside] if visible or inside else [])
            elif visible and child.tag not in (f"{SVG}title", f"{SVG}style"):
                yield (child.tag.removeprefix(SVG), *sorted(child.attrib.items()), child.text)

    return list(walk(root, True))


def flat(parent):
    found = []
    for child in parent:
        if child.tag == f"{SVG}g":
            found += [("g", child.get("id")), *flat(child)]
        elif child.tag != f"{SVG}title":
            found.append((child.tag.removeprefix(SVG), *sorted(child.attrib.items()), child.text))
    return found


def test_each_picture_is_seen_at_its_time_and_nothing_else():
    document = moving_picture(FRAMES, "three moments", 1.0)

    for number, frame in enumerate(FRAMES):
        assert shown_at(document, number, len(FRAMES)) == flat(ET.fromstring(frame)), number


def test_what_all_show_stands_in_it_once():
    document = moving_picture(FRAMES, "three moments", 1.0)

    assert document.count('<rect id="a"') == 1
    assert 'aria-label="three moments"' in document
    assert "old" not in document


def test_without_motion_the_last_picture_is_left():
    style = ET.fromstring(moving_picture(FRAMES, "three moments", 1.0)).find(f"{SVG}style").text

    assert "@media(prefers-reduced-motion:reduce){g[class^=film-]{animation:none}}" in style
    assert re.search(r"^\.film-\d+\{visibility:visible;", style, re.M)
    assert re.search(r"^\.film-\d+\{visibility:hidden;", style, re.M)
