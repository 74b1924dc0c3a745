"""No ability loses or doubles a piece, whatever the data say: every piece is in one zone."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from got_env.btwixt.facts.language import NARROWED, SIGNATURES, WORDS
from got_env.btwixt.position import check_states
from got_env.core.auditing import audit_of
from got_env.games import get_game
from tests.btwixt.test_card_language import ally_table, card_table, effect
from tests.rules.marks import rule

VARIANTS = (
    {},
    {"advanced": "true"},
    {"clash_draft": "true"},
    {"revealed": "true", "advanced": "true", "extra_ally_round_ability": "active"},
    {"draft": "true", "empty_supply": "random_from_councils", "no_claimed_ally": "your_choice"},
)
LIMIT = 3000


def faults_of(game, games, seed, **options):
    """Faults by name that random games meet, every step looked at; and how many were looked at."""
    audit = audit_of(game)
    players = game.seats.counts[seed % 4]
    states = game.start(games, players, seed, options)
    counts = np.zeros(3, dtype=np.int64)
    faults = np.zeros((games, len(audit.faults)), dtype=np.int64)
    audit.play["random"](states, 1, LIMIT, counts, faults)
    found = dict(zip(audit.faults, faults.sum(axis=0).tolist(), strict=True))
    return {name: n for name, n in found.items() if n}, int(counts[2])


@pytest.mark.parametrize("options", VARIANTS)
def test_the_packages_data_lose_no_piece(options):
    game = get_game("btwixt")
    for seed in range(4):
        found, looked = faults_of(game, 20, seed, **options)
        assert not found, (seed, found)
        assert looked > 1000


NEVER = {
    ("protect", "target", target)
    for target in (
        *("bid_winner", "second_highest_leader", "each_losing_leader", "volunteer_losing_leader"),
        *("neighbor_chosen", "sharing_neighbor", "other_leader_chosen", "same_target"),
    )
}
"""Arguments that no ability of a card or ally can have, though the language knows the words: cards
are protected as long as the protector lies there, and so for leaders whom nobody has to name."""


def all_arguments():
    """Every operation with every word that the language knows for it."""
    for operation, signature in SIGNATURES.items():
        name = operation.name.lower()
        for target in signature.targets:
            yield name, "target", target.name.lower()
        for param in signature.allowed & WORDS.keys():
            for word in NARROWED.get((operation, param), tuple(WORDS[param][1])):
                yield name, param, word.name.lower()


CHILD = """
import sys
from pathlib import Path
from collections import Counter
from tests.btwixt.generated_data import generated
from tests.btwixt.test_conservation import VARIANTS, faults_of
from got_env.games import get_game

folder, first, end, games = Path(sys.argv[1]), *map(int, sys.argv[2:5])
used, looked = Counter(), 0
for seed in range(first, end):
    game = get_game("btwixt", generated(folder / str(seed), seed, used))
    for number, options in enumerate(VARIANTS):
        found, n = faults_of(game, games, seed + number, **options)
        assert not found, (seed, options, found)
        looked += n
print(looked)
for name in sorted(used):
    print(*name)
"""
"""Plays sets of data; a process of its own, because rulesets are never given back."""

SETS_EACH = 50
"""Sets of one process: RULES has 256 rows, and every set takes four."""


@pytest.mark.parametrize(("sets", "games"), [(10, 2), pytest.param(200, 3, marks=pytest.mark.full)])
def test_generated_data_lose_no_piece(tmp_path, sets, games):
    root, used, looked = Path(__file__).parents[2], set(), 0
    for first in range(0, sets, SETS_EACH):
        end = min(first + SETS_EACH, sets)
        numbers = [str(number) for number in (first, end, games)]
        done = subprocess.run(
            [sys.executable, "-c", CHILD, str(tmp_path), *numbers],
            capture_output=True,
            text=True,
            cwd=root,
        )
        assert not done.returncode, done.stderr[-2000:]
        lines = done.stdout.splitlines()
        looked += int(lines[0])
        used |= {tuple(line.split(" ", 2)) for line in lines[1:]}
    print(sets, "sets of data,", looked, "positions")
    assert looked > 1000 * sets
    assert {name for name, _, _ in used} >= {operation.name.lower() for operation in SIGNATURES}
    if sets >= 100:
        assert set(all_arguments()) - used <= NEVER


@rule("BTW-CARD-09", "BTW-KILL-01")
def test_a_current_ally_is_not_replaced_while_it_lies_there(tmp_path):
    new = effect("bring_ally", "you", source="next_ally", to="current", amount=1)
    table = card_table(tmp_path, new).bidding("hodor", [["careful_scheming"], [], [], []])
    table.do("play careful_scheming")
    assert table.current == "hodor"

    then = effect("bring_ally", "you", source="next_ally", to="current", amount=3)
    del then["trigger"]
    gardens = effect("move_ally", "current_ally", to="deck_bottom", amount=1, then=[then])
    table = card_table(tmp_path / "two", gardens)
    table.bidding("hodor", [["careful_scheming"], [], [], []]).stack_allies("bronn", "varys")
    table.do("play careful_scheming")
    assert (table.current, table.deck()[0], table.deck()[-1]) == ("bronn", "varys", "hodor")


@rule("BTW-KILL-01", "BTW-CLAIM-01")
def test_an_ally_that_kills_itself_at_its_placement_is_dead_only(tmp_path):
    for target in ("this_ally", "current_ally"):
        new = effect("move_ally", target, "on_placement", to="dead_pile", amount=1)
        table = ally_table(tmp_path / target, new).settle("hodor", first=0)
        assert table.dead() == ["hodor"]
        assert not any(table.allies(c) for c in range(4))
        check_states(table.facts, table.states)
