"""Texts broken into lines: what stands beside a head, and below one that is too long for that."""

from got_env.core.lines import hanging

WORDS = [
    "power",
    "3.",
    "When",
    "claimed:",
    "you",
    "may",
    "take",
    "an",
    "ally",
    "from",
    "the",
    "dead",
    "pile",
]


def test_parts_stand_beside_a_short_head():
    assert hanging("  supply: ", ["one", "two three", "four five"], 22) == [
        "  supply: one,",
        "          two three,",
        "          four five",
    ]


def test_what_follows_a_long_head_is_no_thin_column():
    lines = hanging("  current ally beric_dondarrion: ", WORDS, 46, " ")
    assert lines == [
        "  current ally beric_dondarrion: power 3. When",
        "      claimed: you may take an ally from the",
        "      dead pile",
    ]
    assert max(map(len, lines)) <= 46


def test_no_line_is_wider_than_it_may_be():
    for width in range(12, 60):
        for head in ("", "a: ", "  one and another: ", "x" * (width // 2) + " "):
            assert max(map(len, hanging(head, WORDS, width, " "))) <= max(width, len(head) + 8)
