"""How many random cases are tried: half of them by default, all in `make test-all`."""

from __future__ import annotations

import os

ALL = bool(os.environ.get("WINNABLE_ALL_EXAMPLES"))


def some_of(most: int) -> int:
    return most if ALL else -(-most // 2)
