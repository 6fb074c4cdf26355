"""How many random cases are tried (a third, but all in `make test-all`), and how long a test waits."""

from __future__ import annotations

import os

# No clock decides a test: the machine may be busy. What has not happened after so many seconds never will.
PATIENCE = 300
ALL = bool(os.environ.get("WINNABLE_ALL_EXAMPLES"))


def some_of(most: int) -> int:
    return most if ALL else -(-most // 3)
