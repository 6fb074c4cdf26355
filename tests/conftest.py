"""Settings of all tests."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# No clock decides a test: the machine may be busy. Half as many examples as usual, unless a test says how
# many or `make test-all` asks for all. All else stays as it is loaded, in CI its own profile.
EXAMPLES = 100 if os.environ.get("WINNABLE_ALL_EXAMPLES") else 50
settings.register_profile(
    "winnable",
    settings(),
    deadline=None,
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("winnable")
