"""The end of the game: powers, small councils, ties."""

import numpy as np
import pytest

from got_env.btwixt.phases.scoring import finish_game
from got_env.btwixt.rules.vocabulary import Season
from got_env.btwixt.views.results import powers
from got_env.core.jit import entry
from tests.btwixt.table import Table
from tests.rules.marks import rule


@entry
def score(states):
    finish_game(states[0])


def ended(table):
    """Score the councils as they lie."""
    table.s["depth"] = 0
    table.s["stack"] = 0
    score(table.states)
    return table


def with_powers(*councils, players=4):
    """Councils of so much power in tokens."""
    table = Table(players)
    for council, power in enumerate(councils):
        table.lay_tokens(council, *[3] * (power // 3), *[power % 3] * (power % 3 > 0))
    return ended(table)


@rule("BTW-OBJ-01", "BTW-SCORE-01", "BTW-SCORE-02", "BTW-SCORE-03", "BTW-COUN-05", "BTW-COUN-06")
@rule("BTW-END-02", "BTW-HID-17")
def test_the_strongest_small_council_wins():
    table = Table(4).seat_allies(0, "tywin_lannister").lay_tokens(0, 3, 1).lay_tokens(1, 2)
    table.seat_allies(1, "robert_baratheon", "stannis_baratheon").lay_tokens(2, 3)
    ended(table)

    assert powers(table.states, 0) == [10, 12, 3, 0]
    # 1: min(10, 0), 2: min(12, 10), 3: min(3, 12), 4: min(0, 3)
    assert table.s["place"][:4].tolist() == [2, 0, 1, 3]
    assert table.s["winner"] == 1


@rule("BTW-TIE-01", "BTW-EX-05")
def test_a_tie_goes_to_the_stronger_other_council():
    # Daenerys (seat 1) has 17 and 20, Jon (seat 2) 17 and 22, as in the printed example
    table = with_powers(20, 17, 22, 9)

    assert table.s["place"][:4].tolist() == [3, 1, 0, 2]
    assert table.s["winner"] == 2


@rule("BTW-TIE-02", "BTW-TIE-04", "BTW-EX-06")
def test_then_to_more_allies_in_both_councils():
    table = Table(4)
    plain = [
        ally.id
        for ally in sorted(table.facts.allies.cards, key=lambda ally: ally.power)
        if ally.id != table.current and "end_game_scoring" not in {e.trigger for e in ally.effects}
    ]
    for council, (count, power) in enumerate(((3, 24), (5, 33), (4, 24), (4, 33))):
        table.seat_allies(council, *[plain.pop(0) for _ in range(count)])
        rest = power - powers(table.states, 0)[council]
        table.lay_tokens(council, *[3] * (rest // 3), *[rest % 3] * (rest % 3 > 0))
    assert powers(table.states, 0) == [24, 33, 24, 33]  # 24 and 33 for everybody
    ended(table)

    assert table.s["winner"] == 2  # 9 allies in both councils, the others 7 and 8
    assert table.s["place"][:4].tolist() == [3, 1, 0, 1]


@rule("BTW-TIE-03")
def test_then_the_victory_is_shared():
    table = with_powers(6, 6, 6, players=3)

    assert table.s["place"][:3].tolist() == [0, 0, 0]
    assert table.events()[-1].endswith("share the victory")


@pytest.mark.parametrize(
    ("council", "dead", "tokens", "power"),
    [
        (["bran_stark"], ["hodor", "bronn"], [], 1 + 2),
        (["hodor", "bran_stark"], [], [], 2 + 3 + 1),
        (["maester_aemon"], [], [1, 1], 1 + 2 + 2),
        (["shireen_baratheon"], [], [], 1 + 3),
        (["shireen_baratheon", "tywin_lannister"], [], [], 1 + 6),
        (["edmure_tully", "bronn"], [], [], 2 + 1 + 2),
        (["randyll_tarly"], [], [], 5 - 3),
        (["victarion_greyjoy", "tywin_lannister"], [], [], 6 - 2 + 6),
        (["ellaria_sand"], ["oberyn_martell"], [], 3 + 2),
        (["tormund_giantsbane", "mance_rayder"], [], [], 2 + 2 + 4),
        (["mace_tyrell", "bronn"], [], [], 2 + 1 + 2),
        (["illyrio_mopatis"], [], [1, 1, 2], 2 + 2 + 4),
    ],
)
@rule("BTW-AMB-23", "BTW-SCORE-01")
def test_scoring_abilities(council, dead, tokens, power):
    table = Table(4)
    if table.current in council + dead:
        table.prepare(None, 0)
    table.seat_allies(0, *council).bury(*dead).lay_tokens(0, *tokens)
    ended(table)

    assert powers(table.states, 0)[0] == power


@rule("BTW-END-01")
def test_a_game_is_over_once():
    table = Table(3, short=True).last_round(Season.WINTER)
    table.bidding("hodor", [[], [], []]).last_round(Season.WINTER)
    table.go_on("over")
    assert table.legal() == []
    assert np.isin(table.s["place"][:3], [0, 1, 2]).all()
