"""What all results have in common: they are values that JSON can hold."""

from __future__ import annotations

from typing import Any

__all__ = ["Result"]


class Result:
    """A result: a value with ``data``, which front ends print as JSON, and ``to_dict``, its public name."""

    __slots__ = ()

    def data(self) -> Any:
        """As a value that JSON can hold."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary that JSON can hold."""
        data: dict[str, Any] = self.data()
        return data
