"""Solutions of pile-building games replayed: with what autoplay does, and groups whose count is left open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from winnable._core import PatienceMove
from winnable.errors import InputError
from winnable.families.patience.conventions import parts_of
from winnable.families.patience.game import PatienceGame, PatiencePosition
from winnable.game import IllegalMove
from winnable.moves import Autoplay, MoveToken
from winnable.text.solution import Break, Record, Replay, Solution

PatienceReplay = Replay[PatiencePosition, PatienceMove]

COLUMN_LETTERS: Final = "1234567890xyz"
_MOST_MOVES: Final = 20_000  # while trying what a list may mean


def replay(
    game: PatienceGame, position: PatiencePosition, solution: Solution, autoplay: Autoplay | None = None
) -> PatienceReplay:
    """Plays ``solution`` from ``position``.

    ``autoplay`` is what the list assumes: the moves that this policy makes after each move are
    made, and are not looked for in the list. If it is None, what the list says counts; if that says
    nothing, the first of none, horne, safe and max under which it wins. If it wins under none of
    them, it is taken to leave nothing out; but without a single move home, to be meant under the
    policy that carries it furthest.

    A group to an empty column without a count is the longest that may go. Other programs mean
    other counts, Freecell Solver one card: if the list does not win as it stands, these are tried
    too, up to 20,000 moves for each autoplay, and the reading that wins is returned.

    A solution that is shown as boards is the moves that lead from each to the next.

    InputError, with the place, for a text that is no move at all, and for a board that is no position; an
    illegal move is a Break.
    """
    stated = autoplay if autoplay is not None else solution.autoplay
    policies = tuple(Autoplay) if stated is None else (stated,)
    if solution.board is not None:
        shown = [_replay_boards(game, position, solution, policy) for policy in policies]
        return max(shown, key=lambda played: (played.won, len(played.moves)))
    if solution.in_parts:
        told = [_replay_in_parts(game, position, solution, policy) for policy in policies]
        return max(told, key=lambda played: (played.won, _moves_read(played)))
    attempts: list[PatienceReplay] = []
    for try_counts in (False, True):
        for policy in policies:
            played = _replay(game, position, solution, policy, try_counts=try_counts)
            if played.won:
                return played
            attempts.append(played)
    leaves_out = not any(_is_home(token) for token in solution.tokens)
    return max(attempts, key=_moves_read) if leaves_out else attempts[0]


def replay_moves(
    game: PatienceGame,
    position: PatiencePosition,
    moves: Sequence[PatienceMove],
    autoplay: Autoplay = Autoplay.NONE,
) -> PatienceReplay:
    """Plays the player's ``moves`` from ``position``, and those of ``autoplay`` after each of them."""
    return _Player(game, position, autoplay).replay_all(moves)


def _replay(
    game: PatienceGame,
    position: PatiencePosition,
    solution: Solution,
    autoplay: Autoplay,
    *,
    try_counts: bool,
) -> PatienceReplay:
    """The list as it stands or, with ``try_counts``, the first reading that wins, if one does."""
    player = _Player(game, position, autoplay)
    # Token, moves made before it, what else it may mean.
    choices: list[tuple[int, int, list[PatienceMove]]] = []
    first: PatienceReplay | None = None
    at = made = 0
    while True:
        broken = None
        while at < len(solution.tokens) and broken is None:
            meant = _meanings(player.position, game, solution, at, try_counts)
            if isinstance(meant, Break):
                broken = meant
                continue
            choices.append((at, player.made, meant[1:]))
            player.play(meant[0])
            at, made = at + 1, made + 1
        result = player.replay(broken)
        first = first or result
        while choices and not choices[-1][2]:
            choices.pop()
        if result.won or not choices or made > _MOST_MOVES:
            return result if result.won else first
        at, before, others = choices.pop()
        choices.append((at, before, others[1:]))
        player.take_back_to(before)
        player.play(others[0])
        at, made = at + 1, made + 1


def _replay_in_parts(
    game: PatienceGame, position: PatiencePosition, solution: Solution, autoplay: Autoplay
) -> PatienceReplay:
    """A list of moves with their counts, some of which may stand for several."""
    player = _Player(game, position, autoplay)
    for at in range(len(solution.tokens)):
        moves = _meanings(player.position, game, solution, at, try_counts=False)
        if isinstance(moves, Break):
            parts = _parts_named(game, player.position, moves.token.text)
            if not _play_parts(player, parts):
                return player.replay(moves)
        else:
            player.play(moves[0])
    return player.replay()


def _parts_named(game: PatienceGame, position: PatiencePosition, text: str) -> list[PatienceMove]:
    """The moves that a move between two columns, ``12v3``, may stand for."""
    piles, _, count = text.partition("v")
    if not count:
        return []
    source, target = (COLUMN_LETTERS.index(letter) for letter in piles)
    return parts_of(game, position, source, target, int(count, 16))


def _play_parts(player: _Player, parts: Sequence[PatienceMove]) -> bool:
    """Makes these moves, all or none; False if there are none."""
    made = player.made
    try:
        for part in parts:
            player.play(part)
    except IllegalMove:
        player.take_back_to(made)
    return player.made > made


def _replay_boards(
    game: PatienceGame, position: PatiencePosition, solution: Solution, autoplay: Autoplay
) -> PatienceReplay:
    """The moves that lead through the boards of a solution, each with what autoplay does after it."""
    player = _Player(game, position, autoplay)
    number = 1
    for board, token in zip(solution.board, solution.tokens, strict=True):
        wanted = game.position(board)
        if wanted == player.position:  # as the start is, and a board that is shown twice
            continue
        if not _play_to(game, player, wanted):
            what = "no move leads from the board before to this one"
            return player.replay(Break(number, token, what, solution.source))
        number += 1
    return player.replay()


def _play_to(game: PatienceGame, player: _Player, wanted: PatiencePosition) -> bool:
    """Makes the move that leads to a position, or those that carry a group there, if there are any."""
    made = player.made
    alike: PatienceMove | None = None  # leads there but for the order of columns
    for move in game.legal_moves(player.position):
        player.play(move)
        if player.position == wanted:
            if player.position.columns == wanted.columns:
                return True
            alike = move
        player.take_back_to(made)
    if alike is not None:
        player.play(alike)
        return True
    if _play_parts(player, _parts_between(game, player.position, wanted)) and player.position == wanted:
        return True
    player.take_back_to(made)
    return False


def _parts_between(
    game: PatienceGame, position: PatiencePosition, wanted: PatiencePosition
) -> list[PatienceMove]:
    """The moves that carry a group from the one column that gets shorter to the one that gets longer."""
    grown = [len(then) - len(now) for now, then in zip(position.columns, wanted.columns, strict=True)]
    sources, targets = [i for i, n in enumerate(grown) if n < 0], [i for i, n in enumerate(grown) if n > 0]
    if len(sources) != 1 or len(targets) != 1:
        return []
    return parts_of(game, position, sources[0], targets[0], grown[targets[0]])


def _is_home(token: MoveToken) -> bool:
    return token.text.endswith(("h", "H"))


def _moves_read(played: PatienceReplay) -> int:
    """How many moves of the list could be made."""
    return sum(played.player)


def _meanings(
    position: PatiencePosition, game: PatienceGame, solution: Solution, at: int, try_counts: bool
) -> list[PatienceMove] | Break:
    """The moves that a token may mean here, the likeliest first, or why it means none."""
    token = solution.tokens[at]
    try:
        move = game.notation.parse(position, token.text)
    except IllegalMove as error:
        return Break(at + 1, token, str(error), solution.source)
    except ValueError as error:
        what = f"move {at + 1}: {error}"
        raise InputError(what, source=solution.source, line=token.line, column=token.column) from None
    counted = len(token.text) != len("26")
    if not try_counts or counted or move.count == 1 or position.columns[move.to_pile]:
        return [move]
    counts = (PatienceMove(move.from_pile, move.to_pile, n) for n in range(move.count, 0, -1))
    return [other for other in counts if game.core.why_illegal(position, other) is None]


class _Player(Record[PatiencePosition, PatienceMove]):
    """Plays the moves of a player, and the automatic ones after each."""

    def __init__(self, game: PatienceGame, position: PatiencePosition, autoplay: Autoplay) -> None:
        super().__init__(game, position, autoplay)
        self._core = game.core

    def play(self, move: PatienceMove, *, by_player: bool = True) -> None:
        super().play(move, by_player=by_player)
        for automatic in self._core.autoplay(self.position, self.autoplay.value):
            super().play(automatic, by_player=False)
