"""Settings shared by all tests."""

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

# Kernels compile on first use, so the time of a first example says nothing.
_SHARED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
settings.register_profile("repeatable", derandomize=True, max_examples=25, **_SHARED)
settings.register_profile("explore", max_examples=500, **_SHARED)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let tests/conformance replay the recorded games of another folder."""
    parser.addoption("--recordings", metavar="DIR", help="recorded games for tests/conformance")


@pytest.fixture
def got(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run the command ``got``: its exit code, and what it wrote to stdout and stderr."""
    from got_env.cli import app as cli

    def run(*args: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main([str(arg) for arg in args])
        said = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, said.out, said.err

    return run
