"""Solutions of pile-building games written out, under any autoplay.

Each begins with comments that name the deal, the autoplay that the list assumes, and its length in
every metric; ``parse_boards`` reads back the boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from winnable.errors import InputError
from winnable.families.patience.conventions import lengths, single_cards, without_autoplay
from winnable.families.patience.prose import parse_solution
from winnable.families.patience.solution import PatienceReplay, replay, replay_moves
from winnable.families.patience.text import format_board
from winnable.families.patience.words import describe_move, moved_cards
from winnable.moves import Autoplay, Metric, lay_out
from winnable.text.phrases import count_noun
from winnable.text.solution import Solutions
from winnable.text.solution_text import Style, number_lines

if TYPE_CHECKING:
    from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
    from winnable.search.api import SolveResult


def move_texts(
    game: PatienceGame,
    position: PatiencePosition,
    moves: Sequence[PatienceMove],
    *,
    style: Style = Style.MOVES,
    autoplay: Autoplay = Autoplay.NONE,
) -> list[str]:
    """The notation of each move of a solution, which ``moves`` hold whole, automatic moves too.

    InputError if the solution cannot be played under ``autoplay``.
    """
    return _texts(game, _convert(game, position, moves, Style(style), Autoplay(autoplay)))


def format_solution(
    game: PatienceGame,
    position: PatiencePosition,
    moves: Sequence[PatienceMove],
    *,
    style: Style = Style.MOVES,
    autoplay: Autoplay = Autoplay.NONE,
    deal: str | None = None,
) -> str:
    """The text of a solution, which ``moves`` hold whole, automatic moves too.

    ``deal`` names the position in the first line. InputError if the solution cannot be
    played under ``autoplay``.
    """
    style, autoplay = Style(style), Autoplay(autoplay)
    played = _convert(game, position, moves, style, autoplay)
    lines = [f"# {game.spelled}" + (f" {deal}" if deal is not None else "")]
    lines.append(f"# autoplay: {autoplay}")
    told = describe_lengths(lengths(game, position, moves, autoplay), autoplay)
    if style is Style.CARDS and autoplay is not Autoplay.NONE:
        told += f", {sum(played.player)} card by card"
    lines.append(f"# length: {told}")
    head = "".join(f"{line}\n" for line in lines)
    if style is Style.WORDS:
        return head + number_lines(_texts(game, played), _words(game, played))
    if style is Style.BOARDS:
        return head + "".join(_boards(game, played))
    return head + lay_out(_texts(game, played))


def playable_autoplay(
    game: PatienceGame,
    position: PatiencePosition,
    moves: Sequence[PatienceMove],
    wanted: Autoplay,
    *,
    style: Style = Style.MOVES,
) -> Autoplay:
    """``wanted`` if the solution can be written for it in this style, else the strongest below it.

    Every solution can be written for none; max spoils those that build on cards it takes home.
    """
    written = single_cards(game, position, moves) if Style(style) is Style.CARDS else moves
    weaker = list(Autoplay)[list(Autoplay).index(Autoplay(wanted)) :: -1]
    return next(policy for policy in weaker if without_autoplay(game, position, written, policy) is not None)


class PatienceWriter:
    """Writes solutions of pile-building games; satisfies :class:`winnable.text.solution.SolutionWriter`."""

    move_texts = staticmethod(move_texts)
    format_solution = staticmethod(format_solution)
    playable_autoplay = staticmethod(playable_autoplay)


def describe_lengths(counts: dict[Metric, int | None], autoplay: Autoplay) -> str:
    """``92 moves, 110 cards, 131 steps; 60 player moves under safe autoplay``."""
    text = ", ".join(f"{counts[metric]} {metric}" for metric in (Metric.MOVES, Metric.CARDS, Metric.STEPS))
    if autoplay is Autoplay.NONE:
        return text
    return f"{text}; {counts[Metric.PLAYER]} player moves under {autoplay} autoplay"


def _convert(
    game: PatienceGame,
    position: PatiencePosition,
    moves: Sequence[PatienceMove],
    style: Style,
    autoplay: Autoplay,
) -> PatienceReplay:
    if style is Style.CARDS:
        moves = single_cards(game, position, moves)
    player = without_autoplay(game, position, moves, autoplay)
    if player is None:
        raise InputError(
            f"this solution cannot be played under {autoplay} autoplay",
            expected="one that never builds on a card that goes home by itself",
            mend="write it under autoplay none",
        )
    return replay_moves(game, position, player, autoplay)


def _texts(game: PatienceGame, played: PatienceReplay) -> list[str]:
    return [
        game.notation.format(position, move)
        for position, move, by_player in zip(played.positions, played.moves, played.player, strict=False)
        if by_player
    ]


def _words(game: PatienceGame, played: PatienceReplay) -> list[str]:
    """Each move of the player in words, with the automatic ones that follow it."""
    out: list[str] = []
    automatic: list[str] = []
    for position, move, by_player in zip(played.positions, played.moves, played.player, strict=False):
        if not by_player:
            automatic.extend(map(str, moved_cards(position, move)))
            continue
        out = _with_automatic(out, automatic)
        automatic = []
        out.append(describe_move(game, position, move))
    return _with_automatic(out, automatic)


def _with_automatic(words: list[str], cards: list[str]) -> list[str]:
    if not cards:
        return words
    pronoun = "itself" if len(cards) == 1 else "themselves"
    return [*words[:-1], f"{words[-1]}; {' '.join(cards)} home by {pronoun}"]


def _boards(game: PatienceGame, played: PatienceReplay) -> Iterator[str]:
    """The start and the board after each move of the player and the automatic ones that follow."""
    yield "# start\n" + format_board(game.setup(played.positions[0]))
    titles = zip(_texts(game, played), _words(game, played), strict=True)
    made = 0
    for i, position in enumerate(played.positions[1:], 1):
        if i == len(played.moves) or played.player[i]:  # the last of these automatic moves
            made += 1
            text, told = next(titles)
            yield f"# {made}. {text}: {told}\n" + format_board(game.setup(position))


def _summary(_: PatienceGame, played: PatienceReplay) -> str:
    """``95 moves, 60 of them the player's, under safe autoplay``."""
    made = count_noun(len(played.moves), "move")
    if played.autoplay is Autoplay.NONE:
        return made
    return f"{made}, {sum(played.player)} of them the player's, under {played.autoplay} autoplay"


def _found(result: SolveResult[PatienceMove], texts: Sequence[str]) -> str:
    """What a search found, in a line."""
    proof = ", proved fewest" if result.optimal else ""
    return f"{result.cost:g} moves by the player{proof}, {len(texts)} with the automatic ones"


SOLUTIONS: Final[Solutions[PatienceGame, PatiencePosition, PatienceMove]] = Solutions(
    example="26 3a 5h",
    parse=parse_solution,
    replay=replay,
    replay_moves=replay_moves,
    writer=PatienceWriter(),
    summary=_summary,
    facts=lambda game, played: {"autoplay": played.autoplay.value},
    found=_found,
)
