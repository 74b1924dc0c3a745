"""1st edition: which options of its expansions it has, together and each by itself."""

import itertools

import pytest

from got_env.games import get_game
from tests.first_edition import board
from tests.rules.marks import rule

GAME = get_game("agot1e")
HAVE = {"house_cards": "asos", "westeros_decks": "asos", "wildling_cards": "on"}
CLASH_OF_KINGS = (
    "house_martell",
    "fortifications",
    "siege_engines",
    "ports",
    "one_time_orders",
    "westeros_variant",
    "battle_variant",
    "three_player_variant",
)


@rule("ASOS-OPT-01", "ASOS-OPT-02")
@pytest.mark.parametrize("size", range(4))
def test_any_of_options_1_2_and_5_go_together(size):
    for chosen in itertools.combinations(HAVE.items(), size):
        states = GAME.start(1, 5, 2, dict(chosen))

        values = GAME.options.values(states[0]["options"])
        assert {key: values[key] for key in HAVE} == {
            "house_cards": "base",
            "westeros_decks": "reconstructed",
            "wildling_cards": "off",
            **dict(chosen),
        }
        GAME.records.check(states)
        again = GAME.positions.read(GAME.positions.write(states, 0), 0)
        assert again.tobytes() == states.tobytes()


@rule("ASOS-OPT-03")
def test_castles_win_with_every_option():
    plain, rich = board(), board(**HAVE)

    assert rich.rules["castles_to_win"] == plain.rules["castles_to_win"] == 7
    assert not rich.rules["claim"].any()


@rule("ASOS-OPT4-03", "ASOS-OPT-02")
def test_leaders_need_the_new_cards_and_decks():
    with pytest.raises(ValueError, match="house_cards=asos and westeros_decks=asos"):
        GAME.options.resolve({"leaders": "on"})
    with pytest.raises(ValueError, match=r"leaders='on'.* only with westeros_decks=asos"):
        GAME.options.resolve({"leaders": "on", "house_cards": "asos"})
    with pytest.raises(
        ValueError, match=r"leaders='on': .*without Leaders and cells; .*agot1e_storm"
    ):
        GAME.options.resolve({"leaders": "on", **HAVE})


def test_tactics_cards_are_refused_by_name():
    with pytest.raises(ValueError, match=r"tactics='on': .*without Tactics cards; .*agot1e_storm"):
        GAME.options.resolve({"tactics": "on"})
    assert GAME.options.resolve({"tactics": "off", "leaders": False}) == GAME.options.resolve({})


@rule("ASOS-COK-01", "ASOS-COK-06")
@pytest.mark.parametrize("key", CLASH_OF_KINGS)
def test_what_nothing_is_known_of_is_refused_by_name(key):
    for value in ("on", "true", True):
        with pytest.raises(ValueError, match=rf"option {key}=.*could not be found"):
            GAME.options.resolve({key: value})


@rule("ASOS-COK-06")
def test_the_cards_of_a_clash_of_kings_are_refused_by_name():
    with pytest.raises(ValueError, match="house_cards='acok': its cards' texts could not be found"):
        GAME.options.resolve({"house_cards": "acok"})
    with pytest.raises(ValueError, match="expected one of base, asos"):
        GAME.options.resolve({"house_cards": "new"})


def test_other_games_do_not_know_these_options():
    with pytest.raises(ValueError, match="unknown option 'fortifications'"):
        get_game("agot2e").options.resolve({"fortifications": "on"})
