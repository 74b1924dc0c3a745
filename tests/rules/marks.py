"""The mark that ties a test to the rules it decides."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test with the ledger ids that it decides, e.g. ``@rule("2E-RAID-07")``.

    scripts/rule_coverage reads the ids from the source, so they must be literal strings.
    """
    return pytest.mark.rule(*ids)
