"""Solutions of pile-building games replayed: with what autoplay does, and groups whose count is left open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from winnable._core import PatienceMove
from winnable.cards import Card
from winnable.errors import InputError
from winnable.families.patience.conventions import parts_of
from winnable.families.patience.game import PatienceGame, PatiencePosition
from winnable.game import IllegalMove
from winnable.moves import Autoplay, MoveToken
from winnable.text.solution import Break, Record, Replay, Solution

Moves = Sequence[PatienceMove]
PatienceReplay = Replay[PatiencePosition, PatienceMove]

COLUMN_LETTERS: Final = "1234567890xyz"
_NAMES: Final = {"10": "0", "11": "x", "12": "y", "13": "z", "k": "i"}  # Freecell Solver's, and ours
_LONGEST_NAME: Final = max(map(len, _NAMES))
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
    too, up to 20,000 moves for each autoplay, and the reading that wins is returned. So is, in Simple Simon,
    a group of several suits, whose parts go one by one.

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
        told = [_replay(game, position, solution, policy, loosely=True) for policy in policies]
        return max(told, key=lambda played: (played.won, _moves_read(played)))
    attempts: list[PatienceReplay] = []
    for loosely in (False, True):
        for policy in policies:
            played = _replay(game, position, solution, policy, loosely=loosely)
            if played.won:
                return played
            attempts += [] if loosely else [played]
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
    loosely: bool,
) -> PatienceReplay:
    """The list as it stands or, ``loosely``, the first reading that wins, if one does."""
    player = _Player(game, position, autoplay)
    # Token, moves made before it, what else it may mean.
    choices: list[tuple[int, int, list[Moves]]] = []
    first: PatienceReplay | None = None
    at = made = 0
    while True:
        broken = None
        while at < len(solution.tokens) and broken is None:
            meant = _meanings(player, solution, at, loosely=loosely)
            if isinstance(meant, Break):
                broken = meant
                continue
            choices.append((at, player.made, meant[1:]))
            player.play_each(meant[0])
            at, made = at + 1, made + len(meant[0])
        result = player.replay(broken)
        first = first or result
        while choices and not choices[-1][2]:
            choices.pop()
        if result.won or not choices or made > _MOST_MOVES:
            return result if result.won else first
        at, before, others = choices.pop()
        choices.append((at, before, others[1:]))
        player.take_back_to(before)
        player.play_each(others[0])
        at, made = at + 1, made + len(others[0])


def _parts_named(game: PatienceGame, position: PatiencePosition, text: str) -> list[PatienceMove]:
    """The moves that a move between two columns, ``12v3``, may stand for; onto a card, ranks say how many
    cards go."""
    piles, _, counted = text.partition("v")
    if not all(letter in COLUMN_LETTERS[: len(position.columns)] for letter in piles):
        return []
    source, target = (COLUMN_LETTERS.index(letter) for letter in piles)
    tops = [column[-1] for column in (position.columns[source], position.columns[target]) if column]
    if not counted and len(tops) < len(piles):
        return []
    count = int(counted, 16) if counted else _rank(tops[1]) - _rank(tops[0])
    return parts_of(game, position, source, target, count) if count > 0 else []


def _rank(card: int) -> int:
    return Card.from_index(card).rank


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
    parts = _parts_between(game, player.position, wanted)
    if not player.may_play_each(parts):
        return False
    player.play_each(parts)
    if player.position == wanted:
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


def _meanings(player: _Player, solution: Solution, at: int, *, loosely: bool) -> list[Moves] | Break:
    """The moves that a token may mean here, the likeliest first, or why it means none.

    ``loosely``, a move may also be a shorter group, or a group that has to go in parts.
    """
    token, game, position = solution.tokens[at], player.game, player.position
    if _has_left(game, position, solution, at):
        return [()]
    meant: list[Moves] = []
    why: IllegalMove | None = None
    for text in _spellings(token.text):
        try:
            move = game.notation.parse(position, text)
        except IllegalMove as error:
            why = error
            parts = _parts_named(game, position, text) if loosely else []
            meant += [parts] if player.may_play_each(parts) else []
        except ValueError as error:
            what = f"move {at + 1}: {error}"
            raise InputError(what, source=solution.source, line=token.line, column=token.column) from None
        else:
            counted = not loosely or "v" in text.lower()
            meant += [[move]] if counted else [[other] for other in _counts(position, game, move)]
    return meant or Break(at + 1, token, str(why), solution.source)


def _has_left(game: PatienceGame, position: PatiencePosition, solution: Solution, at: int) -> bool:
    """Does the token send a complete suit home that has left by itself?"""
    if game.rules["leave"] != "runs" or not _is_home(solution.tokens[at]):
        return False
    return sum(map(bool, position.home)) > sum(map(_is_home, solution.tokens[:at]))


def _counts(position: PatiencePosition, game: PatienceGame, move: PatienceMove) -> list[PatienceMove]:
    """The groups that a move without a count may take, the longest first."""
    if move.count == 1 or position.columns[move.to_pile]:
        return [move]
    counts = (PatienceMove(move.from_pile, move.to_pile, n) for n in range(move.count, 0, -1))
    return [other for other in counts if game.core.why_illegal(position, other) is None]


def _spellings(text: str) -> list[str]:
    """The moves in our notation that a text may stand for, which is mostly that text.

    Freecell Solver numbers all columns, and calls the eighth cell k: ``10a`` is our ``0a``, ``1112v3`` our
    ``xyv3``, ``k2`` our ``i2``; ``111`` may be ``1x`` or ``x1``.
    """
    end = text.lower().find("v")
    piles, count = (text, "") if end < 0 else (text[:end], text[end:])
    if len(piles) > 2 * _LONGEST_NAME:
        return [text]
    cuts = ((piles[:at], piles[at:]) for at in range(1, len(piles)))
    known = [pair for pair in cuts if all(len(pile) == 1 or pile in _NAMES for pile in pair)]
    return ["".join(_NAMES.get(pile, pile) for pile in pair) + count for pair in known] or [text]


class _Player(Record[PatiencePosition, PatienceMove]):
    """Plays the moves of a player, and the automatic ones after each."""

    def __init__(self, game: PatienceGame, position: PatiencePosition, autoplay: Autoplay) -> None:
        super().__init__(game, position, autoplay)
        self._core = game.core
        self.game: PatienceGame = game

    def play_each(self, moves: Moves) -> None:
        """Makes moves one after the other."""
        for move in moves:
            self.play(move)

    def may_play_each(self, moves: Moves) -> bool:
        """Could these moves be made, and are there any?"""
        made = self.made
        try:
            self.play_each(moves)
        except IllegalMove:
            return False
        else:
            return self.made > made
        finally:
            self.take_back_to(made)

    def play(self, move: PatienceMove, *, by_player: bool = True) -> None:
        super().play(move, by_player=by_player)
        for automatic in self._core.autoplay(self.position, self.autoplay.value):
            super().play(automatic, by_player=False)
