"""The golden replays: games that must stay what they are. scripts/golden_replays.py writes them."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from got_env.games import get_game
from got_env.replay import read_replay
from tests.play import AGOT2E

PATHS = sorted(Path(__file__).parent.glob("*.txt"))
OF = {path: path.read_text("utf-8").splitlines()[1].split()[1] for path in PATHS}
"""The game of each replay, by its code."""
HAPPENINGS = (
    " attacks ",
    " supports ",
    " plays ",
    " retreats to ",
    "westeros card III: ",
    "wildlings attack ",
    "wildling card: ",
    " musters a ",
    " turns a unit ",
    " bids ",
    " raids ",
    " takes over ",
    " beats the neutral force ",
    " uses the blade",
    " replaces the order ",
    " looks at the top wildling card",
    "banned: ",
    " by castles",
    " after the last round",
)


def replay(path):
    return read_replay(path.read_bytes())


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_line_is_what_the_game_gives(path):
    replay(path).verify()


def of_game(code):
    return [path for path in PATHS if OF[path] == code]


WITH_LEADERS = (
    " plays hold_territory",
    " is rid of ",
    " comes to ",
    " takes eddard_stark",
    " executes ",
    " activates ",
    " makes ",
    " accepts the offer",
    " refuses the offer",
    " lays a support-1 in ",
)
"""Events of games with Leaders and Tactics cards alone."""

WITH_CLAIM = (
    " places a token on the claim track",
    " takes a token off the claim track",
    "the weather is stormy",
    " gains arryn_",
    " begins an alliance with ",
    " by claim",
)
"""Events of the Riverlands board alone."""

OF_WILDLINGS = ("wildlings attack ", "wildling card: ", " looks at the top wildling card")
NOT_IN = {
    "agot2e": (
        " keeps its orders for later",
        "routed units stand up",
        *WITH_LEADERS,
        *WITH_CLAIM,
    ),
    "agot1e": (" takes over ", OF_WILDLINGS[2], *WITH_LEADERS, *WITH_CLAIM),
    "agot1e_storm": (" takes over ", " keeps its orders for later", OF_WILDLINGS[2], *WITH_CLAIM),
    "asos": (" takes over ", " keeps its orders for later", *OF_WILDLINGS, " by castles"),
}


@pytest.mark.parametrize("code", sorted(set(OF.values())))
def test_the_set_has_every_number_of_players_and_every_happening(code):
    paths = of_game(code)
    together = "\n".join(path.read_text() for path in paths)
    wanted = {*HAPPENINGS, *(words for others in NOT_IN.values() for words in others)}

    assert {replay(path).header.players for path in paths} == set(get_game(code).seats.counts)
    assert {words for words in wanted - {*NOT_IN[code]} if words not in together} == set()
    assert sum(path.stat().st_size for path in paths) < 600_000


def test_the_set_has_every_kind_of_decision():
    """Few are missing, those of rare cards; a drop shows that the games have become poorer."""
    words = {
        re.split(r" ", line)[1]
        for path in of_game("agot2e")
        for line in path.read_text().partition("\n\n")[2].splitlines()
        if line.partition(" ")[0] in AGOT2E.seats.names
    }

    assert {"order", "raid", "march", "consolidate", "muster", "bid", "card", "support"} <= words
    assert {"casualty", "retreat", "blade", "tides", "westeros", "reconcile", "raven"} <= words


def plays_otherwise(header, actions, key):
    """True if a game differs anywhere when one option is left at its default."""
    other = replace(header, options={**header.options, key: default(key)})
    if header.position:
        rest = {name: value for name, value in header.options.items() if name != key}
        other = replace(header, position={**header.position, "options": rest})
    other = other.start()
    games = [header.start(), other]
    masks = [np.zeros((1, AGOT2E.actions.size), dtype=np.bool_) for _ in games]
    seats = np.zeros(1, dtype=np.int8)
    for action in [-1, *actions]:
        for states, mask in zip(games, masks, strict=True):
            AGOT2E.kernels.advance(states, np.array([action]), 0, mask, seats)
        if (masks[0] != masks[1]).any() or without_options(games[0]) != without_options(other):
            return True
    return False


def without_options(states):
    kind, offset = AGOT2E.records.state.fields["options"][:2]
    record = states.tobytes()
    return record[:offset] + record[offset + kind.itemsize :]


def default(key):
    return AGOT2E.options.table[key][0][0]


def test_every_option_matters_in_a_game_of_the_set():
    missing = {key for key, (values, _, _) in AGOT2E.options.table.items() if len(values) > 1}
    for path in of_game("agot2e"):
        played = replay(path)
        wanted = missing & {
            key for key, value in played.header.options.items() if value != default(key)
        }
        if wanted:
            actions = [step.action for step in played.play()]
            missing -= {key for key in wanted if plays_otherwise(played.header, actions, key)}

    assert missing == set()
