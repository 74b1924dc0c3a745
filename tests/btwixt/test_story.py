"""The story of a game names cards, allies, leaders and councils as people write them."""

import pytest

from got_env.btwixt.words.story import in_words

IDS = {"betrayal", "pulling_the_strings", "hodor"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("player_2 plays betrayal", "Player 2 plays Betrayal"),
        ("player_1 plays pulling_the_strings", "Player 1 plays Pulling the Strings"),
        ("player_3 claims hodor for council_3_4", "Player 3 claims Hodor for council 3-4"),
        ("player_2 gains a power token for current_ally",
         "Player 2 gains a power token for the current ally"),
        ("an ally is killed", "an ally is killed"),
    ],
)  # fmt: skip
def test_ids_are_told_as_names(text, told):
    assert in_words(text, IDS) == told
