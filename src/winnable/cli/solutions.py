"""How `winnable solve` shows its answers: as text, or as JSON lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import click

from winnable.cli.options import echo_json
from winnable.cli.positions import Label
from winnable.errors import InputError

if TYPE_CHECKING:
    from winnable._core import CancelToken
    from winnable.moves import Autoplay
    from winnable.search.api import Limits

# The solvers that take a metric.
OPTIMISERS = ("shortest", "fewest")


class Task(NamedTuple):
    """What was asked of each position."""

    solver: str
    metric: str | None
    challenge: str | None


class AnyPrinter(Protocol):
    """Shows answers, one by one."""

    def show(self, label: Label, result: Any) -> None: ...


def make_printer(
    game: Any,
    style: str | None,
    autoplay: str,
    as_json: bool,
    task: Task,
    limits: Limits,
    token: CancelToken,
) -> AnyPrinter:
    """The printer of a game's family; InputError for a style or an autoplay that means nothing there."""
    if game.info.family == "undead":
        from winnable.families.undead.answers import UndeadPrinter

        _refuse_autoplay(game, autoplay)
        return UndeadPrinter(game, style, as_json, task, limits, token)
    return Printer(game, style or "moves", autoplay, as_json, task)


def _refuse_autoplay(game: Any, autoplay: str) -> None:
    if autoplay != "none":
        raise InputError(f"nothing plays itself in {game.info.name}", expected="--autoplay none")


class Printer:
    """Solutions of one game in one style; InputError for a style that means nothing in that game."""

    def __init__(self, game: Any, style: str, autoplay: str, as_json: bool, task: Task) -> None:
        from winnable.moves import Autoplay
        from winnable.text.solution_text import Style

        self.game, self.as_json, self.task = game, as_json, task
        self.style, self.autoplay = Style(style), Autoplay(autoplay)
        self.pairing = game.info.family == "pairing"
        self.plays_itself = game.info.family == "patience"
        if not self.plays_itself and style == "cards":
            what = f"{game.info.name} has no moves of several cards"
            raise InputError(what, expected="--print moves, words or boards")
        if not self.plays_itself:
            _refuse_autoplay(game, autoplay)

    def show(self, label: Label, result: Any) -> None:
        """Prints one answer."""
        if self.as_json:
            echo_json(self._data(label, result))
        elif result.verdict == "solved":
            click.echo(self._text(label, result), nl=False)
        else:
            click.echo(
                f"# {self.game.spelled} {named(self.game, label)}: {result.verdict}, {self._explain(result)}"
            )

    def _autoplay_for(self, result: Any) -> Autoplay:
        """What was asked for, or the strongest weaker policy that does not spoil this solution."""
        from winnable.text.solution_text import playable_autoplay

        return playable_autoplay(self.game, result.start, result.moves, self.autoplay, style=self.style)

    def _data(self, label: Label, result: Any) -> dict[str, Any]:
        moves, autoplay = result.texts, self.autoplay
        if result.verdict == "solved" and (self.style, self.autoplay) != ("moves", "none"):
            from winnable.text.solution_text import move_texts

            autoplay = self._autoplay_for(result)
            moves = move_texts(self.game, result.start, result.moves, style=self.style, autoplay=autoplay)
        data = {
            "deal": label,
            "verdict": result.verdict,
            "reason": result.reason,
            "length": len(moves) if result.verdict == "solved" else 0,
            "moves": moves,
        }
        if self.pairing:
            data |= {"why": result.why, "score": result.score}
            if self.task.solver == "score":
                data |= {"score_bound": result.score_bound}
        elif self.plays_itself:
            data["autoplay"] = autoplay
        return data | {"cost": result.cost, "lower_bound": result.lower_bound, "stats": result.stats}

    def _text(self, label: Label, result: Any) -> str:
        from winnable.text.solution_text import format_solution

        text = format_solution(
            self.game,
            result.start,
            result.moves,
            style=self.style,
            autoplay=self._autoplay_for(result),
            deal=named(self.game, label),
        )
        remark = self._remark(result)
        return text.replace("\n", f"\n# {remark}\n", 1) if remark else text

    def _remark(self, result: Any) -> str:
        """What is proved about a solution, beside that it is one."""
        if self.task.challenge is not None:
            return f"challenge {self.task.challenge}: met"
        if self.task.solver == "score":
            return f"points: {result.score}, proved the most"
        if self.task.solver not in OPTIMISERS:
            return ""
        metric = self.task.metric or ("actions" if self.pairing else "moves")
        proved = "proved fewest" if self.pairing else "proved shortest"
        proof = proved if result.lower_bound >= result.cost else f"at least {result.lower_bound:g}"
        return f"{metric}: {result.cost:g}, {proof}"

    def _explain(self, result: Any) -> str:
        expanded = result.stats["expanded"]
        if result.verdict == "unsolvable":
            if self.task.challenge is None:
                why = result.why or "no line wins"
            else:
                why = f"no line meets the challenge {self.task.challenge}" + (
                    f": {result.why}" if result.why else ""
                )
            return f"proved: {why} ({expanded} positions searched)"
        best = ""
        if self.task.solver == "score":
            best = f"; {result.score} points found, at most {result.score_bound} possible"
        return f"stopped by {result.reason} after {expanded} positions{best}"


def named(game: Any, label: Label) -> str:
    """A label as text that names its dialect: ``ms:617``."""
    return f"{game.info.dialects[0]}:{label}" if isinstance(label, int) else label
