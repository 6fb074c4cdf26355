"""What a worker answers: for each question a function of the session, asked where its player stands.

Each gives what the page gets as the answer, a value that JSON can hold. What takes long may ``tell`` how far
it has come: what it tells reaches the page as it is, until the next one or the answer takes its place. What
goes on from an earlier answer is given ``so_far`` what that found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from winnable._core import CancelToken
from winnable.analysis.verdicts import MoveVerdicts
from winnable.errors import InputError
from winnable.plain import to_data
from winnable.scene import Grid, Scene
from winnable.search.api import Limits
from winnable.session import Session
from winnable.session.tried import tried
from winnable.web.reviewing import review
from winnable.web.trace import answer_trace
from winnable.web.wire import Asked

__all__ = ["ANSWERS", "GO_ON", "TEACHING", "Tell"]

Tell = Callable[[dict[str, Any]], None]

_SECONDS: Final = 0.25  # between two tellings


def _verdict(session: Session[Any, Any], asked: Asked, limits: Limits, token: CancelToken, tell: Tell) -> Any:
    return session.verdict(solver=asked.solver or "auto", limits=limits, token=token).data()


def _shorter(session: Session[Any, Any], asked: Asked, limits: Limits, token: CancelToken, tell: Tell) -> Any:
    if session.shortener is None:
        what = f"{session.game.info.title} has no solver that looks for shorter wins"
        raise InputError(what, expected="a verdict")
    return session.verdict(solver=session.shortener, limits=limits, token=token).data()


def _verdicts(
    session: Session[Any, Any], asked: Asked, limits: Limits, token: CancelToken, tell: Tell
) -> Any:
    told = 0.0

    def on_part(part: MoveVerdicts[Any], left: int) -> None:
        nonlocal told
        if left and time.monotonic() - told < _SECONDS:
            return
        told = time.monotonic()
        tell({"moves": part.data(), "left": left})

    kind = asked.solver or "auto"
    found = session.move_verdicts(solver=kind, limits=limits, token=token, on_part=on_part)
    return {"moves": found.data(), "left": 0}


def _hint(session: Session[Any, Any], asked: Asked, limits: Limits, token: CancelToken, tell: Tell) -> Any:
    hint = session.hint(limits=limits, token=token)
    return {**hint.data(), "text": hint.text().rstrip("\n")}


def _tried(session: Session[Any, Any], asked: Asked, limits: Limits, token: CancelToken, tell: Tell) -> Any:
    return tried(session, limits=limits, token=token).data()


def _explain(session: Session[Any, Any], asked: Asked, limits: Limits, token: CancelToken, tell: Tell) -> Any:
    """The steps with what a page draws of each: its lines, its squares, what it fills in and rules out."""
    explained = session.explain(limits=limits, token=token)
    *steps, ending = explained.data()
    before, drawn = session.scene(), []
    for step, frame in zip(steps, explained.frames(), strict=True):
        drawn.append({**step, **_news(before, frame.scene)})
        before = frame.scene
    return {"steps": drawn, "ending": {**ending, "text": explained.ending}}


def _news(before: Scene, after: Scene) -> dict[str, Any]:
    """What is new in the scene of a step: the lights, the squares that it points out, those that it fills
    (by number, the letter of each), and what it newly rules out of others."""
    filled, ruled_out = {}, {}
    for i, (was, now) in enumerate(zip(_grid(before).cells, _grid(after).cells, strict=True)):
        if now.holds != was.holds:
            filled[str(i)] = now.holds
        elif gone := "".join(letter for letter in now.ruled_out if letter not in was.ruled_out):
            ruled_out[str(i)] = gone
    return {
        "lights": to_data(_grid(after).lights),
        "squares": [i for i, cell in enumerate(_grid(after).cells) if cell.framed],
        "filled": filled,
        "ruled_out": ruled_out,
    }


def _grid(scene: Scene) -> Grid:
    assert scene.grid is not None  # what is explained is a puzzle on squares
    return scene.grid


def _check(session: Session[Any, Any], asked: Asked, limits: Limits, token: CancelToken, tell: Tell) -> Any:
    return session.mistakes(limits=limits, token=token).data()


def _counting(asked: Asked, limits: Limits, token: CancelToken, tell: Tell) -> dict[str, Any]:
    """How games are counted: by whom, how many, and who hears of it."""
    return {
        "policy": asked.policy or None,
        "games": int(asked.games),
        "half_width": asked.half_width,
        "limits": limits,
        "token": token,
        "on_batch": lambda found: tell(found.data()),
    }


def _chance(
    session: Session[Any, Any],
    asked: Asked,
    limits: Limits,
    token: CancelToken,
    tell: Tell,
    so_far: Mapping[str, Any],
) -> Any:
    """The session knows the true deal, but asks by what its player sees alone."""
    return session.chance(
        so_far=(so_far.get("wins", 0), so_far.get("games", 0)),
        **_counting(asked, limits, token, tell),
    ).data()


def _chances(
    session: Session[Any, Any],
    asked: Asked,
    limits: Limits,
    token: CancelToken,
    tell: Tell,
    so_far: Mapping[str, Any],
) -> Any:
    return session.move_chances(
        so_far=so_far.get("worlds") or None,
        **_counting(asked, limits, token, tell),
    ).data()


#: The questions whose answers say what can be won from where one stands.
TEACHING: Final = ("verdict", "solution", "shorter", "tried", "verdicts", "hint")

GO_ON: Final[
    dict[str, Callable[[Session[Any, Any], Asked, Limits, CancelToken, Tell, Mapping[str, Any]], Any]]
] = {"chance": _chance, "chances": _chances}

ANSWERS: Final[dict[str, Callable[[Session[Any, Any], Asked, Limits, CancelToken, Tell], Any]]] = {
    "verdict": _verdict,
    "solution": _verdict,
    "shorter": _shorter,
    "verdicts": _verdicts,
    "hint": _hint,
    "review": review,
    "tried": _tried,
    "explain": _explain,
    "check": _check,
    "trace": answer_trace,
}
