"""Settings shared by all tests."""

import os

from hypothesis import HealthCheck, settings

# Kernels compile on first use, so the time of a first example says nothing.
_SHARED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
settings.register_profile("repeatable", derandomize=True, max_examples=25, **_SHARED)
settings.register_profile("explore", max_examples=500, **_SHARED)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
