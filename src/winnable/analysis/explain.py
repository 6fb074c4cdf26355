"""Explanations: a whole solution, step by step, as one reasons. What a family's steps are stands with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

from winnable._core import CancelToken
from winnable.scene import Scene
from winnable.search.api import Limits

__all__ = ["Explained", "Explainer", "Frame"]

G_contra = TypeVar("G_contra", contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)


class Frame(Protocol):
    """What is drawn of a step: its title and the board after it, with what the step is about marked."""

    @property
    def title(self) -> str:
        """What is done in the step, in a line."""
        ...

    @property
    def scene(self) -> Scene:
        """The board after the step."""
        ...


class Explained(Protocol):
    """Steps from a position on.

    ``solved``: they lead to the one solution. ``complete``: else, nothing more follows by these rules, or no
    limit came first.
    """

    @property
    def solved(self) -> bool:
        """Do the steps lead to the one solution?"""
        ...

    @property
    def complete(self) -> bool:
        """True where nothing more follows by these rules, as at the solution; False if a limit came first."""
        ...

    @property
    def ending(self) -> str:
        """Where the steps end, and why, in a clause."""
        ...

    def text(self, *, boards: bool = False) -> str:
        """The steps in lines and how they end; ``boards`` draws the board after each."""
        ...

    def data(self) -> Iterator[dict[str, Any]]:
        """The steps, one by one, and how they end, as values that JSON can hold."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """All of that in one dictionary."""
        ...

    def frames(self) -> Sequence[Frame]:
        """The steps to draw."""
        ...


class Explainer(Protocol[G_contra, P_contra]):
    """Explains positions of one family. ``rungs`` are the kinds of step, the easiest first."""

    @property
    def rungs(self) -> Sequence[str]:
        """The names of the kinds of step, the easiest first; ``hardest`` of ``explain`` is one of them."""
        ...

    def explain(
        self,
        game: G_contra,
        position: P_contra,
        *,
        hardest: str | None = None,
        limits: Limits | None = None,
        token: CancelToken | None = None,
    ) -> Explained:
        """The steps of rungs up to ``hardest`` (all by default); InputError for a rung that is none."""
        ...
