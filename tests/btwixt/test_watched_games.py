"""Games of every variant under the eyes of a checker that shares no code with the engine."""

from collections.abc import Iterator
from copy import deepcopy
from itertools import product

import numpy as np
import pytest

from got_env.btwixt.words.notation import new_events
from got_env.games import get_game
from tests.btwixt.planted_faults import FAULTS
from tests.btwixt.seen import Seen, see
from tests.btwixt.watcher import Broken, sees_no_more, watch

GAME = get_game("btwixt")
NAMES = tuple(GAME.options.table)
VARIANTS = [
    {"advanced": advanced, draft: True, "revealed": revealed, "short": short}
    for advanced, draft, revealed, short in product(
        (False, True), ("", "draft", "clash_draft"), (False, True), (False, True)
    )
]
LOOKS = 11
"""Every so many steps the checker looks at what the seats see."""


def named(options: dict[str, bool]) -> dict[str, bool]:
    return {name: True for name, chosen in options.items() if name and chosen}


def words(options: dict[str, bool]) -> str:
    return "-".join(named(options)) or "plain"


class Played:
    """One random game, watched."""

    def __init__(self, players: int, seed: int, options: dict[str, bool]) -> None:
        self.states = GAME.start(1, players, seed, options)
        self.mask = np.zeros((1, GAME.actions.size), dtype=np.bool_)
        self.rng = np.random.default_rng(seed)
        self.told = int(self.states["journal_no"][0])

    def look(self, states: np.ndarray | None = None) -> Seen:
        seen = self.states if states is None else states
        if states is None:
            GAME.kernels.action_mask(seen, self.mask)
        return see(seen, self.mask[0], NAMES)

    def steps(self) -> Iterator[tuple[Seen, int, Seen, list[str]]]:
        last = self.look()
        while not last.numbers["over"]:
            action = int(self.rng.choice(sorted(last.legal)))
            GAME.kernels.step(self.states, np.array([action]))
            events = new_events(self.states, 0, self.told)
            self.told = int(self.states["journal_no"][0])
            now = self.look()
            yield last, action, now, events
            last = now

    def check_views(self, whole: Seen) -> None:
        for p in range(whole.players):
            copy = self.states.copy()
            GAME.kernels.redact(copy, np.array([p], dtype=np.int8))
            sees_no_more(whole, self.look(copy), p)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("options", VARIANTS, ids=words)
def test_random_games_keep_the_rules(players, options):
    game = Played(players, 10 * players + len(named(options)), named(options))
    for i, (last, action, now, events) in enumerate(game.steps()):
        watch(last, action, now, events)
        if i % LOOKS == 0:
            game.check_views(now)

    seasons = (3 if players < 5 else 2) - options["short"]
    assert now.numbers["round_no"] == seasons * (players + 1)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_the_checker_notices(fault):
    rule, variant = FAULTS[fault]
    for seed in range(40):
        for last, action, now, events in Played(
            4, seed, {variant: True} if variant else {}
        ).steps():
            changed, told = deepcopy(now), list(events)
            if fault(last, action, changed, told):
                with pytest.raises(Broken, match=f"BTW-{rule}:"):
                    watch(last, action, changed, told)
                return
    raise AssertionError("no game had a place for this fault")


def test_the_checker_notices_what_a_seat_should_not_see():
    whole = Played(4, 1, {}).look()
    shown = deepcopy(whole)
    with pytest.raises(Broken, match="BTW-HID-01"):
        sees_no_more(whole, shown, 0)
    shown.hands[1:] = [set(), set(), set()]
    with pytest.raises(Broken, match="BTW-HID-03"):
        sees_no_more(whole, shown, 0)
    shown.deck = [-2] * len(shown.deck)
    sees_no_more(whole, shown, 0)
