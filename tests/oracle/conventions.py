"""Solutions of FreeCell and its kin under several conventions, and written out: move by move in Python.

It plays by the engine, one checked move after the other, and shares no other code with what the core does in
one call for a whole solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from winnable._core import PatienceMove
from winnable.cards import SUIT_LETTERS, Card
from winnable.families.patience.game import PatienceGame, PatiencePosition
from winnable.families.patience.solution import replay_moves
from winnable.families.patience.text import format_board
from winnable.families.patience.words import moved_cards, pile_name
from winnable.game import IllegalMove
from winnable.moves import Autoplay

Moves = Sequence[PatienceMove]

_FIRST_CELL: Final = 16
_FIRST_HOME: Final = 32
_EMPTY: Final = 255


def write(
    game: PatienceGame,
    position: PatiencePosition,
    moves: Sequence[PatienceMove],
    style: str,
    autoplay: Autoplay,
) -> tuple[str, list[str]] | None:
    """The lines below the head, and the notation of the moves; None if they cannot be played so."""
    written = single_cards(game, position, moves) if style == "cards" else moves
    player = without_autoplay(game, position, written, autoplay)
    if player is None:
        return None
    played = replay_moves(game, position, player, autoplay)
    texts, words, boards = [], list[str](), ["# start\n" + format_board(game.setup(position))]
    made = list(zip(played.positions, played.moves, played.player, strict=False))
    for i, (before, move, by_player) in enumerate(made):
        if by_player:
            texts.append(game.notation.format(before, move))
            automatic = []
            for there, following, by_hand in made[i + 1 :]:
                if by_hand:
                    break
                automatic.extend(map(str, moved_cards(there, following)))
            home = f"; {' '.join(automatic)} home by {'itself' if len(automatic) == 1 else 'themselves'}"
            words.append(describe_move(before, move) + (home if automatic else ""))
            after = game.setup(played.positions[i + 1 + len(automatic)])
            boards.append(f"# {len(texts)}. {texts[-1]}: {words[-1]}\n" + format_board(after))
    if style == "boards":
        return "".join(boards), texts
    if style == "words":
        wide, most = max((len(text) for text in texts), default=0), len(str(len(texts)))
        lines = zip(range(1, len(texts) + 1), texts, words, strict=True)
        return "".join(f"{n:{most}}. {text:{max(wide, 4)}}  # {told}\n" for n, text, told in lines), texts
    rows = [texts[i : i + 10] for i in range(0, len(texts), 10)]
    return "".join(" ".join(row) + "\n" for row in rows), texts


def describe_move(position: PatiencePosition, move: PatienceMove) -> str:
    """``5H 4S from column 2 onto 6C in column 6``; ``AS from cell a home``."""
    cards = " ".join(map(str, moved_cards(position, move)))
    source = pile_name(move.from_pile)
    if move.from_pile >= _FIRST_HOME:
        source = f"{source} of {SUIT_LETTERS[move.from_pile - _FIRST_HOME]}"
    if move.to_pile >= _FIRST_HOME:
        return f"{cards} from {source} home"
    target = pile_name(move.to_pile)
    if move.to_pile >= _FIRST_CELL:
        return f"{cards} from {source} to {target}"
    column = position.columns[move.to_pile]
    onto = f"onto {Card.from_index(column[-1])} in {target}" if column else f"to the empty {target}"
    return f"{cards} from {source} {onto}"


def without_autoplay(
    game: PatienceGame, position: PatiencePosition, moves: Sequence[PatienceMove], autoplay: Autoplay
) -> list[PatienceMove] | None:
    """The player's part of ``moves`` when ``autoplay`` makes its own moves after each of them.

    Cards then go home earlier than in ``moves``, so each move is carried out on what is left
    of it: it is left out if its cards are home, and its cells and empty columns are renamed where
    the old ones are taken. None if a move cannot be carried out any more, as when ``max`` has sent
    a card home that was still to be built upon. What ends won still ends won.
    """
    policy = Autoplay(autoplay)
    if policy is Autoplay.NONE:
        return list(moves)
    written = actual = position
    player: list[PatienceMove] = []
    for move in moves:
        intent = _intent(written, move)
        written = game.play(written, move)
        if move.from_pile < _FIRST_HOME and all(_is_home(actual, card) for card in intent.cards):
            continue
        step = _carry_out(actual, intent)
        if step is None or game.core.why_illegal(actual, step) is not None:
            return None
        player.append(step)
        actual = game.play(actual, step)
        for automatic in game.core.autoplay(actual, policy.value):
            actual = game.play(actual, automatic)
    return player


def single_cards(
    game: PatienceGame, position: PatiencePosition, moves: Sequence[PatienceMove]
) -> list[PatienceMove]:
    """``moves`` with each supermove carried out card by card, through empty cells and columns.

    A group that single cards could not carry, as games with unlimited groups allow, stays one move.
    """
    out: list[PatienceMove] = []
    for move in moves:
        out.extend(_steps(game, position, move))
        position = game.play(position, move)
    return out


def _steps(game: PatienceGame, position: PatiencePosition, move: PatienceMove) -> list[PatienceMove]:
    """Single-card moves that do what ``move`` does, or ``move`` itself if there are none."""
    if move.count == 1:
        return [move]
    cells = [_FIRST_CELL + i for i, card in enumerate(position.cells) if card == _EMPTY]
    columns = [i for i, column in enumerate(position.columns) if not column and i != move.to_pile]
    if move.count > _capacity(len(cells), len(columns)):
        return [move]
    steps = [
        PatienceMove(source, target, 1)
        for source, target in _carry(move.count, move.from_pile, move.to_pile, cells, columns)
    ]
    try:
        for step in steps:
            position = game.play(position, step)
    except IllegalMove:  # in this game single cards build, or fill columns, otherwise than groups
        return [move]
    return steps


def _capacity(cells: int, columns: int) -> int:
    return (cells + 1) << columns


def _carry(
    count: int, source: int, target: int, cells: Sequence[int], columns: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Pairs of piles that carry ``count`` cards over, as few as may be set down on a column.

    With c empty cells, c + 1 cards go directly. With more, the upper ones wait in an empty
    column, which doubles what may go; so (c + 1) * 2^columns in all.
    """
    if count <= len(cells) + 1:
        on_the_way = cells[: count - 1]
        yield from ((source, cell) for cell in on_the_way)
        yield source, target
        yield from ((cell, target) for cell in reversed(on_the_way))
        return
    waiting, rest = columns[0], columns[1:]
    upper = max(count - _capacity(len(cells), len(rest)), 1)
    yield from _carry(upper, source, waiting, cells, rest)
    yield from _carry(count - upper, source, target, cells, rest)
    yield from _carry(upper, waiting, target, cells, rest)


class _Intent(NamedTuple):
    """A move by its cards: which go (deepest first), and onto which card, if onto one.

    ``source`` and ``target`` are its piles in the position of the written move.
    """

    cards: bytes
    onto: int | None
    source: int
    target: int


def _intent(position: PatiencePosition, move: PatienceMove) -> _Intent:
    if move.from_pile < _FIRST_CELL:
        cards = position.columns[move.from_pile][-move.count :]
    elif move.from_pile < _FIRST_HOME:
        cards = position.cells[move.from_pile - _FIRST_CELL :][:1]
    else:
        suit = move.from_pile - _FIRST_HOME
        cards = bytes([4 * ((position.base + position.home[suit] - 1) % 13) + suit])
    target = position.columns[move.to_pile] if move.to_pile < _FIRST_CELL else b""
    return _Intent(cards, target[-1] if target else None, move.from_pile, move.to_pile)


def _carry_out(position: PatiencePosition, intent: _Intent) -> PatienceMove | None:
    """The move of what is left of the intended cards, or None if its target is gone."""
    if intent.source >= _FIRST_HOME:  # back from a foundation
        left, source = list(intent.cards), intent.source
    else:
        left = [card for card in intent.cards if not _is_home(position, card)]
        source = _find(position, left[0])
    target = _target(position, intent)
    return None if target is None else PatienceMove(source, target, len(left))


def _target(position: PatiencePosition, intent: _Intent) -> int | None:
    """The pile where the intended cards may go now: the written one, or another that will do."""
    if intent.target >= _FIRST_HOME:
        return intent.target
    if intent.onto is not None:
        return None if _is_home(position, intent.onto) else _find(position, intent.onto)
    if intent.target >= _FIRST_CELL:
        empty = [_FIRST_CELL + i for i, card in enumerate(position.cells) if card == _EMPTY]
    else:
        empty = [i for i, column in enumerate(position.columns) if not column]
    if intent.target in empty:
        return intent.target
    return empty[0] if empty else None


def _is_home(position: PatiencePosition, card: int) -> bool:
    return (card // 4 - position.base) % 13 < position.home[card % 4]


def _find(position: PatiencePosition, card: int) -> int:
    """The pile that holds a card which is not home."""
    for i, column in enumerate(position.columns):
        if card in column:
            return i
    return _FIRST_CELL + position.cells.index(card)
