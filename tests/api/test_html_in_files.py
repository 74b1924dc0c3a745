"""HTML in files from outside: refused by the name of its field, or shown as the text it is."""

import copy
import json
import random
import re
from pathlib import Path

import pytest

from got_env.games import get_game
from got_env.replay import ReplayError, read_replay, record
from got_env.replay.page import page_of
from got_env.replay.page.talk import EVERYTHING
from got_env.replay.page.writer import PageWriter
from tests.copies import writable_copy
from tests.play import AGOT2E
from tests.replays.pages import data_of
from tests.replays.test_replays import random_game

HTML = '<img src=x onerror="alert(1)">&\''
ROOT = Path(__file__).parents[2] / "got_env"
FOLDERS = {"agot2e": ROOT / "westeros/data/agot2e", "btwixt": ROOT / "btwixt/data/btwixt"}


def check_page(page):
    """Nothing of a text has become a part of the page; a film is put in as it is."""
    for part in (page, *data_of(page)["parts"]):
        assert "<img" not in part


def places(value, path=()):
    """Places of all texts and keys of a JSON value; that of a key ends with None."""
    if isinstance(value, str):
        yield path
    for key in value if isinstance(value, dict) else ():
        yield (*path, key, None)
        yield from places(value[key], (*path, key))
    for at, inside in enumerate(value if isinstance(value, list) else ()):
        yield from places(inside, (*path, at))


def changed(content, path):
    """A copy with HTML in place of one text or key."""
    made = copy.deepcopy(content)
    around = made
    *way, last = path[:-1] if path[-1] is None else path
    for key in way:
        around = around[key]
    around[HTML if path[-1] is None else last] = around.pop(last) if path[-1] is None else HTML
    return made


@pytest.mark.full
@pytest.mark.parametrize("code", FOLDERS)
def test_html_in_data_of_a_game_is_refused_or_shown_as_text(code, tmp_path):
    folder, rng = writable_copy(FOLDERS[code], tmp_path / "data"), random.Random(3)
    refused, shown = [], 0
    for file in sorted(folder.rglob("*.json")):
        whole = file.read_text(encoding="utf-8")
        content = json.loads(whole)
        found = list(places(content))
        for path in rng.sample(found, min(len(found), 25)):
            file.write_text(json.dumps(changed(content, path)), encoding="utf-8")
            try:
                game = get_game(code, folder)
            except ValueError as error:
                refused.append((file.name, str(error)))
                continue
            states = game.start(1, 3)
            writer = PageWriter(game, states, (EVERYTHING,), (HTML, "b", "c"))
            writer.before(states, HTML, HTML)
            writer.end(states)
            check_page(writer.html())
            shown += 1
        file.write_text(whole, encoding="utf-8")
    assert [one for one in refused if one[0] not in one[1] or not one[1].isprintable()] == []
    assert len(refused) > 20
    assert shown > 20


@pytest.mark.full
def test_html_in_a_replay_is_refused_or_shown_as_text():
    names = ("plain", "of two words", "<b>&amp;</b>")
    text = record(AGOT2E, 3, {}, 5, random_game(3, 5, limit=6), agents=names)
    lines, told, shown = text.splitlines()[:-1], [], 0
    check_page(page_of(read_replay(text.encode()), [EVERYTHING]))
    for at, whole in enumerate(lines):
        words = whole.split(" ")
        for word in range(len(words)):
            line = " ".join([*words[:word], "<img/src=x>", *words[word + 1 :]])
            made = forged([*lines[:at], line, *lines[at + 1 :]])
            try:
                page = page_of(read_replay(made), [EVERYTHING])
            except ReplayError as error:
                told.append(error)
                continue
            check_page(page)
            shown += 1
    assert [str(one) for one in told if not str(one).isprintable() or len(str(one)) > 1000] == []
    assert "<img/src=x>" in str(told)
    assert len(told) > 30
    assert shown >= 5  # words of the names of the agents


def forged(lines):
    """Lines of a replay, with the checksum that belongs to them."""
    with pytest.raises(ReplayError) as refused:
        read_replay("\n".join([*lines, "checksum 0000000000000000", ""]).encode()).verify()
    found = re.search("expected '(checksum [0-9a-f]{16})'", str(refused.value))
    return "\n".join([*lines, found[1] if found else "", ""]).encode()
