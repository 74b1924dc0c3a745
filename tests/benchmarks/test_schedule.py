"""Schedules are balanced over agents, seats and luck."""

from collections import Counter

import pytest

from got_benchmarks.playing.schedule import mirror, schedule, swiss_groups, swiss_round


@pytest.mark.parametrize(
    ("agents", "players"), [(2, 6), (3, 6), (4, 6), (2, 3), (3, 5), (7, 6), (1, 4)]
)
def test_every_agent_takes_every_seat_once_on_every_deal(agents, players):
    matches = schedule(agents, players, 5 * agents, seed=3)

    for deal in range(5):
        played = [match for match in matches if match.deal == deal]
        assert len({match.seed for match in played}) == 1
        for seat in range(players):
            assert sorted(match.table[seat] for match in played) == list(range(agents))


@pytest.mark.parametrize(("agents", "players"), [(2, 6), (3, 6), (4, 6), (2, 5), (7, 6)])
def test_tables_mix_the_agents_evenly(agents, players):
    for match in schedule(agents, players, 30, seed=4):
        counts = [match.table.count(agent) for agent in range(agents)]
        assert sum(counts) == players
        assert max(counts) - min(counts) <= 1


def test_deals_and_seatings_differ():
    matches = schedule(2, 6, 40, seed=0)

    assert len({match.seed for match in matches}) == 20
    assert len({match.table for match in matches}) > 10


def test_a_longer_schedule_begins_with_the_shorter_one():
    assert schedule(3, 6, 50, seed=9)[:20] == schedule(3, 6, 20, seed=9)
    assert schedule(3, 6, 50, seed=9) != schedule(3, 6, 50, seed=10)


def test_mirror_tables_have_one_agent_each_and_share_deals():
    matches = mirror(3, 6, 9, seed=1)

    assert [set(match.table) for match in matches] == [{0}, {1}, {2}] * 3
    assert [match.deal for match in matches] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert len({match.seed for match in matches}) == 3
    assert mirror(3, 6, 20, seed=1)[:9] == matches


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("agents", range(4, 31))
def test_swiss_groups_fill_tables_and_leave_nobody_alone(agents, players):
    sizes = swiss_groups(agents, players)

    assert sum(sizes) == agents
    assert len(sizes) >= 2
    assert min(sizes) >= 2
    assert max(sizes) <= players


def test_swiss_needs_agents_enough_for_two_groups():
    with pytest.raises(ValueError, match="expected at least 4 agents, not 3"):
        swiss_groups(3, 6)


@pytest.mark.parametrize(("agents", "players"), [(4, 6), (7, 6), (9, 3), (13, 5)])
def test_in_a_swiss_round_neighbours_meet_and_take_every_seat_once(agents, players):
    standing = list(range(agents))[::-1]

    matches = swiss_round(standing, players, 2, [1, 2])

    assert [match.number for match in matches] == list(range(2 * agents, 3 * agents))
    start = 0
    for size in swiss_groups(agents, players):
        group = set(standing[start : start + size])
        played = matches[start : start + size]
        assert {agent for match in played for agent in match.table} <= group
        for seat in range(players):
            assert Counter(match.table[seat] for match in played) == Counter(group)
        start += size


def test_swiss_rounds_have_deals_of_their_own():
    deals = [
        (match.deal, match.seed)
        for round_no in range(5)
        for match in swiss_round(range(9), 3, round_no, [1])
    ]

    assert len(set(deals)) == len({deal for deal, _ in deals}) == 15
