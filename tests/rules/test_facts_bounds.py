"""Files of facts that are no such files: one line that names them."""

import shutil

import pytest

from got_env.westeros.rules import DATA, LARGEST_FACTS, Facts


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[" * 100_000, "nested too deeply"),
        (b" " * (LARGEST_FACTS + 1), f"expected at most {LARGEST_FACTS} bytes"),
        (b"{", "not valid JSON"),
        (b"\xff", "not valid JSON"),
    ],
)
def test_facts_have_bounds(tmp_path, content, message):
    folder = tmp_path / "facts"
    shutil.copytree(DATA / "agot2e", folder)
    Facts(folder)
    (folder / "setup.json").write_bytes(content)

    with pytest.raises(ValueError, match=f"setup.json: {message}") as refused:
        Facts(folder)

    assert "\n" not in str(refused.value)
