"""Solutions of pairing games replayed, with the draws that a list leaves out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from winnable._core import PairingMove, PairingPosition
from winnable.cards import Card, find_card
from winnable.errors import InputError
from winnable.families.pairing.game import PairingGame
from winnable.game import IllegalMove
from winnable.moves import Autoplay, MoveToken
from winnable.text.plain_solution import refuse_autoplay, replay_moves
from winnable.text.solution import Break, Record, Replay, Solution

__all__ = ["Actions", "PairingReplay", "count_actions", "replay", "replay_moves"]

PairingReplay = Replay[PairingPosition, PairingMove]

_WITHOUT_CARDS: Final = {"draw": PairingMove.DRAW, "recycle": PairingMove.RECYCLE}


class Actions(NamedTuple):
    """What a line of play is made of."""

    removals: int
    draws: int
    recycles: int

    def __str__(self) -> str:
        named = zip(self, ("removal", "draw", "recycle"), strict=True)
        return ", ".join(f"{count} {word}" + ("" if count == 1 else "s") for count, word in named)


def count_actions(moves: Iterable[PairingMove]) -> Actions:
    """How many of ``moves`` are removals, draws and recycles."""
    counts = [0, 0, 0]
    for move in moves:
        counts[1 if move.is_draw else 2 if move.is_recycle else 0] += 1
    return Actions(*counts)


def replay(
    game: PairingGame, position: PairingPosition, solution: Solution, autoplay: Autoplay | None = None
) -> PairingReplay:
    """Plays ``solution`` from ``position``.

    A list of the cards that leave, without a single draw or recycle, is one that leaves them out if it
    says so, or wins in this way only: then the draws and recycles before each removal are made, the
    fewest after which it is legal. Their ``player`` is false.

    InputError, with the place, for a text that is no move at all, and for an autoplay.
    """
    refuse_autoplay(game, autoplay if autoplay is not None else solution.autoplay)
    if any(token.text.lower() in _WITHOUT_CARDS for token in solution.tokens):
        return _replay(game, position, solution, draw=False)
    if solution.removals_only:
        return _replay(game, position, solution, draw=True)
    as_it_stands = _replay(game, position, solution, draw=False)
    if as_it_stands.broken is None:
        return as_it_stands
    with_draws = _replay(game, position, solution, draw=True)
    return with_draws if with_draws.won else as_it_stands


def _replay(game: PairingGame, position: PairingPosition, solution: Solution, *, draw: bool) -> PairingReplay:
    record = Record(game, position)
    for number, token in enumerate(solution.tokens, 1):
        try:
            move = _meaning(game, record.position, token.text)
        except IllegalMove as error:
            return record.replay(_break(number, token, error, solution.source))
        except ValueError as error:
            what = f"move {number}: {error}"
            raise InputError(what, source=solution.source, line=token.line, column=token.column) from None
        try:
            for step in _draws_before(game, record.position, move) if draw and move.cards else ():
                record.play(step, by_player=False)
            record.play(move)
        except IllegalMove as error:
            return record.replay(_break(number, token, error, solution.source))
    return record.replay()


def _break(number: int, token: MoveToken, error: IllegalMove, source: str | None) -> Break:
    return Break(number, token, f"{token.text}: {error}", source)


def _meaning(game: PairingGame, position: PairingPosition, text: str) -> PairingMove:
    """The move that a text names, legal here or not; ValueError if it is none."""
    word = text.lower()
    if word in _WITHOUT_CARDS:
        return _WITHOUT_CARDS[word]
    cards = {find_card(part) for part in text.split("+")}
    known = [card.index for card in cards if card is not None and card.known]
    if len(known) == text.count("+") + 1 <= 2:
        return PairingMove(*known)
    return game.notation.parse(position, text)  # which says what is wrong with it


def _draws_before(game: PairingGame, position: PairingPosition, move: PairingMove) -> list[PairingMove]:
    """The fewest draws and recycles after which a removal is legal; IllegalMove if it never is."""
    steps: list[PairingMove] = []
    here, seen = position, {position}
    reason, at_hand = game.core.why_illegal(position, move), False
    if reason is not None and not game.legal_moves(position):  # such as a game that is over
        raise IllegalMove(reason)
    while (why := game.core.why_illegal(here, move)) is not None:
        if not at_hand and _stock_cards_at_hand(here, move):
            reason, at_hand = why, True  # so it is something else that keeps the cards from leaving
        step = PairingMove.RECYCLE if not here.stock else PairingMove.DRAW
        if game.core.why_illegal(here, step) is None:
            steps.append(step)
            here = game.play(here, step)
        if here in seen:
            raise IllegalMove(reason if at_hand else _never_at_hand(position, move) or reason)
        seen.add(here)
    return steps


def _in_stock(position: PairingPosition, move: PairingMove) -> list[int]:
    return [card for card in move.cards if card in position.waste or card in position.stock]


def _stock_cards_at_hand(position: PairingPosition, move: PairingMove) -> bool:
    available = position.available
    return all(card in available for card in _in_stock(position, move))


def _never_at_hand(position: PairingPosition, move: PairingMove) -> str | None:
    """Why cards of stock and waste never come up in the passes that are left."""
    names = [str(Card.from_index(card)) for card in _in_stock(position, move)]
    if len(names) == 2:
        return f"{names[0]} and {names[1]} do not come up together in the draws that are left"
    return f"{names[0]} does not come up in the draws that are left" if names else None
