"""Settings of all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from sizes import some_of

# No clock decides a test: the machine may be busy. A third of the usual examples, unless a test says how
# many or `make test-all` asks for all. All else stays as it is loaded, in CI its own profile.
EXAMPLES = some_of(100)
settings.register_profile(
    "winnable",
    settings(),
    deadline=None,
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("winnable")
