"""Settings of all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# No clock decides a test: the machine may be busy. All else stays as it is loaded, in CI its own profile.
settings.register_profile("winnable", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("winnable")
