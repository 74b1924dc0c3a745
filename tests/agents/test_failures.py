"""What agents say of their failures can be stored and shown, whatever it is."""

import pytest

from got_agents.failures import LONGEST_FAILURE, how_it_failed, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain [red]text[/red]", "plain [red]text[/red]"),
        ("\x1b[31mred\x07", r"\x1b[31mred\x07"),
        ("two\r\nlines\tand more", r"two\r\nlines\tand more"),
        ("half \ud800", r"half \ud800"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("Eddard König", "Eddard König"),
    ],
)
def test_characters_that_cannot_be_shown_are_escaped(text, shown):
    assert printable(text) == shown
    shown.encode()


def test_names_of_exceptions_are_cleaned_and_cut_like_their_texts():
    class Meta(type):
        __name__ = property(lambda cls: 1 / 0)

    kind = Meta("\x1b[1m" + 9999 * "é", (Exception,), {})

    failure = how_it_failed(kind("\n" * 9999))

    assert failure.startswith(r"\x1b[1mééé")
    assert failure.isprintable()
    assert len(failure) < 3 * LONGEST_FAILURE


def test_an_exception_without_a_text_is_its_name():
    assert how_it_failed(KeyboardInterrupt()) == "KeyboardInterrupt"


def test_an_exception_that_will_not_be_read_is_still_named():
    class Mute(Exception):
        def __str__(self):
            raise SystemExit(0)

    assert how_it_failed(Mute()) == "Mute: its text cannot be read"
