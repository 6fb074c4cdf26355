"""Hands without a screen: a device that writes down what it is told, a pointer likewise, and a watch without
time."""

from __future__ import annotations

from typing import Any

from winnable.screen.pointer import Watch


class FakeDevice:
    """A mouse and keyboard. ``events`` are what was done; ``after`` this many of them a user moves the
    mouse."""

    def __init__(self, x: float = 0, y: float = 0, after: int = -1) -> None:
        self.at = (x, y)
        self.events: list[tuple[Any, ...]] = []
        self.after = after

    def place(self) -> tuple[float, float]:
        return (self.at[0] + 50, self.at[1]) if 0 <= self.after <= len(self.events) else self.at

    def put(self, x: float, y: float) -> None:
        self.at = (x, y)
        self.events.append(("put", x, y))

    def press(self, button: str) -> None:
        self.events.append(("press", button, *self.at))

    def release(self, button: str) -> None:
        self.events.append(("release", button, *self.at))

    def key_down(self, key: str) -> None:
        self.events.append(("down", key))

    def key_up(self, key: str) -> None:
        self.events.append(("up", key))

    @property
    def deeds(self) -> list[tuple[Any, ...]]:
        """What was done besides moving."""
        return [event for event in self.events if event[0] != "put"]


class FakePointer:
    """A pointer that writes down what it is told, a line for each thing."""

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []

    def move(self, x: float, y: float) -> None:
        self.done.append(("move", x, y))

    def click(self, x: float, y: float, button: str = "left") -> None:
        self.done.append(("click", x, y) if button == "left" else (f"{button} click", x, y))

    def double_click(self, x: float, y: float) -> None:
        self.done.append(("double click", x, y))

    def right_click(self, x: float, y: float) -> None:
        self.click(x, y, "right")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.done.append(("drag", start, end))

    def key(self, text: str) -> None:
        self.done.append(("key", text))


class QuickWatch(Watch):
    """A watch that adds up the time that is waited instead of waiting it."""

    def __init__(self) -> None:
        super().__init__()
        self.waited = 0.0

    def wait(self, seconds: float) -> None:
        self.waited += seconds
        self.check()
