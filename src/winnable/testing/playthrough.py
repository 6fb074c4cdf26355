"""Golden playthroughs: a game written out move by move, to be compared line by line.

After OpenSpiel's playthroughs. Each position is shown with its outcome, its key and all its legal moves,
so that a change of rules, of notation, of order or of keys shows up as a changed line in review.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from winnable.game import Game, Outcome
from winnable.testing.conformance import NonconformanceError, Start, random_line

__all__ = ["check_playthrough", "moves_of", "write_playthrough"]

_HEADER = "# A golden playthrough. Made by tests/playthroughs/generate.py; compared line by line."


def write_playthrough(
    game: Game[Any, Any], deal: int | str, moves: Iterable[str], start: Start | None = None
) -> str:
    """The text of a game played from ``deal`` by move texts, every position written out.

    ``start`` makes a position of the deal where the game's own ``deal`` should not.
    """
    name = getattr(game, "spelled", game.info.name)  # with its variant, where it has some
    return (
        "\n".join(
            [_HEADER, f"game: {name}", f"deal: {deal}", *_positions(game, (start or game.deal)(deal), moves)]
        )
        + "\n"
    )


def random_moves(
    game: Game[Any, Any],
    deal: int | str,
    *,
    seed: int = 0,
    most_moves: int = 30,
    start: Start | None = None,
) -> list[str]:
    """Move texts of a random game, the same on every run."""
    return random_line(game, deal, seed, most_moves, start).texts


def _positions(game: Game[Any, Any], position: Any, moves: Iterable[str]) -> Iterator[str]:
    texts = iter(moves)
    number = 0
    while True:
        outcome = game.outcome(position)
        legal = [game.notation.format(position, move) for move in game.legal_moves(position)]
        yield ""
        yield f"{number}: {position!r}"
        yield f"outcome: {outcome.value}"
        yield f"key: {game.key(position):032x}"
        yield f"legal: {' '.join(legal)}"
        text = next(texts, None)
        if text is None or outcome is not Outcome.OPEN:
            return
        yield f"move: {text}"
        position = game.play(position, game.notation.parse(position, text))
        number += 1


def moves_of(text: str) -> tuple[str, str, list[str]]:
    """The game, the deal and the moves that a playthrough records."""
    fields = [line.partition(": ") for line in text.splitlines()]
    found = {name: value for name, _, value in fields if name in ("game", "deal")}
    if found.keys() != {"game", "deal"}:
        raise ValueError("a playthrough names its game and its deal")
    return found["game"], found["deal"], [value for name, _, value in fields if name == "move"]


def check_playthrough(game: Game[Any, Any], text: str, start: Start | None = None) -> None:
    """Plays the recorded moves again; raises NonconformanceError at the first line that differs."""
    _, deal, moves = moves_of(text)
    ours = write_playthrough(game, deal, moves, start).splitlines()
    golden = text.splitlines()
    for number, (found, expected) in enumerate(zip(ours, golden, strict=False), start=1):
        if found != expected:
            raise NonconformanceError(
                f"{game.info.name}, deal {deal}: line {number} of the playthrough is now {found!r}, "
                f"was {expected!r}"
            )
    if len(ours) != len(golden):
        raise NonconformanceError(
            f"{game.info.name}, deal {deal}: the playthrough has {len(golden)} lines, now {len(ours)}"
        )
