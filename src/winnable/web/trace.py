"""What a worker answers where a search is to be watched."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from winnable._core import CancelToken
from winnable.analysis.watch import watch_search
from winnable.errors import InputError
from winnable.search.api import EVENT_KINDS, Limits, SearchEvent
from winnable.session import Session
from winnable.web.wire import Asked

__all__ = ["answer_trace", "refuse_unseen"]

_TELL: Final = 0.25  # seconds between two tidings


def refuse_unseen(session: Session[Any, Any]) -> None:
    """InputError where a search would know cards that the player does not see."""
    if session.unseen:
        raise InputError(
            "a search knows every card, and this game is played unseen", expected="a game with open cards"
        )


def answer_trace(
    session: Session[Any, Any],
    asked: Asked,
    limits: Limits,
    token: CancelToken,
    tell: Callable[[dict[str, Any]], None],
) -> dict[str, Any]:
    """A search from where one is, as :meth:`winnable.analysis.watch.WatchedSearch.data` gives it; meanwhile
    its counts are told.

    Raises:
        InputError: a game played unseen; or as for :func:`~winnable.analysis.watch.watch_search`.
    """
    refuse_unseen(session)
    told = time.monotonic()

    def progress(event: SearchEvent) -> None:
        nonlocal told
        if time.monotonic() - told >= _TELL:
            told = time.monotonic()
            tell({"counts": dict(zip(EVENT_KINDS, event.counts, strict=True))})

    watched = watch_search(
        session.game,
        session.position,
        asked.algorithm,
        asked.options,
        limits=replace(limits, nodes=int(asked.nodes) or None),
        token=token,
        on_progress=progress,
    )
    return watched.data()
