"""What playing on a screen took, by the four stages of it: find, identify, solve, execute."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol, TypeAlias

__all__ = ["STAGES", "Clock", "Report", "Stage", "SystemClock"]

Stage: TypeAlias = Literal["find", "identify", "solve", "execute"]
STAGES: Final[tuple[Stage, ...]] = ("find", "identify", "solve", "execute")

_SAID: Final = {
    "find": "looking at the window",
    "identify": "reading the board",
    "solve": "finding the moves",
    "execute": "making them",
}


class Clock(Protocol):
    """Time, which tests may make pass as they like."""

    def now(self) -> float:
        """Seconds from some moment on."""
        ...

    def sleep(self, seconds: float) -> None:
        """Lets so many seconds pass."""
        ...


class SystemClock:
    """The time that really passes."""

    def now(self) -> float:
        from time import monotonic

        return monotonic()

    def sleep(self, seconds: float) -> None:
        from time import sleep

        sleep(seconds)


@dataclass
class Report:
    """Seconds of each stage, and what there was to count.

    ``looks`` are pictures taken and ``reads`` those that were read; ``doubted`` the cards that were doubted
    and ``corrected`` those that were set right; ``moves`` were made and ``retried`` made again because they
    had been lost; ``taken_up`` are moves that somebody else made, such as cards that went home by themselves.
    ``dismissed`` are dialogs, ``moved`` changes of the window's place or size, ``plans`` searches and
    decisions.
    """

    clock: Clock = field(default_factory=SystemClock)
    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(STAGES, 0.0))
    looks: int = 0
    reads: int = 0
    doubted: int = 0
    corrected: int = 0
    moves: int = 0
    retried: int = 0
    taken_up: int = 0
    dismissed: int = 0
    moved: int = 0
    plans: int = 0

    @contextmanager
    def stage(self, name: Stage) -> Iterator[None]:
        """The time that the block takes belongs to a stage."""
        start = self.clock.now()
        try:
            yield
        finally:
            self.seconds[name] += self.clock.now() - start

    def counts(self) -> dict[str, int]:
        """Everything that is counted, by name."""
        names = ("looks", "reads", "doubted", "corrected", "moves", "retried", "taken_up")
        return {name: getattr(self, name) for name in (*names, "dismissed", "moved", "plans")}

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "seconds": {name: round(spent, 3) for name, spent in self.seconds.items()},
            **self.counts(),
        }

    def text(self) -> str:
        """A line for each stage, then the counts."""
        total = sum(self.seconds.values())
        rows = [f"{name:<9}{spent:9.2f} s  {_SAID[name]}" for name, spent in self.seconds.items()]
        rows.append(f"{'total':<9}{total:9.2f} s")
        rows.append(f"cards doubted {self.doubted}, corrected {self.corrected}")
        rows.append(f"moves made {self.moves}, made again {self.retried}, taken up {self.taken_up}")
        rows.append(f"dialogs closed {self.dismissed}, window moved {self.moved}")
        rows.append(f"looks {self.looks}, boards read {self.reads}, plans {self.plans}")
        return "\n".join(rows) + "\n"
