"""What a move of a pairing game does, in words: what it frees, keeps, and leaves without a partner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from winnable._core import CancelToken, pairing_partners
from winnable.analysis.hint import Reasons
from winnable.analysis.review import ReviewKind
from winnable.analysis.verdicts import MoveVerdict
from winnable.cards import UNKNOWN_INDEX, Card, Rank
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
from winnable.families.pairing.solver import PairingSolver
from winnable.families.pairing.words import cards_of, place_name, slot_of
from winnable.search.api import Limits, SolveResult, Verdict
from winnable.text.phrases import counted, join_words

__all__ = [
    "REASONS",
    "REVIEW",
    "find_points",
    "find_win",
    "partners",
    "why_it_scores",
    "why_it_wins",
    "why_they_lose",
]


_LOOK_AHEAD: Final = 12  # moves of the line in which a card must leave to be worth saying
_NODES_FOR_FEWEST: Final = 200_000  # enough to prove nearly every win the shortest
_MOST_CAUSES: Final = 2  # of losing moves; their verdicts name the others


def find_win(
    game: PairingGame, position: PairingPosition, limits: Limits | None, token: CancelToken | None
) -> SolveResult[PairingMove]:
    """A win in the fewest actions, or in as many as a limit lets one find; else why there is none."""
    decided = PairingSolver(game).solve(position, limits=limits, token=token)
    if decided.verdict is not Verdict.SOLVED:
        return decided
    fewest = PairingSolver(game, "fewest").solve(position, limits=limits, token=token)
    return fewest if fewest.verdict is Verdict.SOLVED else decided


def find_points(
    game: PairingGame, position: PairingPosition, limits: Limits | None, token: CancelToken | None
) -> SolveResult[PairingMove] | None:
    """The line to the most points, proved or as good as was found; None where no more are made."""
    if game.rules["scoring"] == "none":
        return None
    best = PairingSolver(game, "score").solve(position, limits=limits, token=token)
    return best if best.moves and best.score is not None and best.score > position.score else None


def most_points(
    game: PairingGame, position: PairingPosition, limits: Limits | None, token: CancelToken | None
) -> int | None:
    """The most points that a game can still reach, if that is proved within the limits."""
    best = PairingSolver(game, "score").solve(position, limits=limits, token=token)
    return best.score if best.score == best.score_bound else None


def partners(game: PairingGame, position: PairingPosition) -> dict[Card, list[Card]]:
    """For each card in play the cards with which it may still leave, both by number; none for kings.

    Left out are those that must leave before it can or after it has, and in games where no two cards
    of the stock leave together, the other cards there.
    """
    found = pairing_partners(game.core, position)
    piles = (position.tableau, *position.columns, position.waste, position.stock)
    in_play = sorted(number for pile in piles for number in pile if number != UNKNOWN_INDEX)
    return {Card.from_index(number): list(map(Card.from_index, found[number])) for number in in_play}


def why_they_lose(
    game: PairingGame, position: PairingPosition, lost: Sequence[MoveVerdict[PairingMove]]
) -> list[str]:
    """Why moves lose, in clauses, for the first of those that have a reason."""
    causes = []
    for answer in lost:
        alone = _without_partner(game, game.play(position, answer.move))
        why = f"{join_words(list(map(str, alone)))} would be left without a partner" if alone else answer.why
        why = why or (_what_it_buries(game, position) if answer.move.is_draw else "")
        if why:
            causes.append(f"{_doing(answer.move, answer.move_text)} loses: {why}")
    return causes[:_MOST_CAUSES]


def why_it_wins(game: PairingGame, position: PairingPosition, result: SolveResult[PairingMove]) -> list[str]:
    """What the first move of a win does for the line that it begins, in clauses."""
    moves = result.moves
    actions = f"{len(moves)} action" + ("" if len(moves) == 1 else "s")
    fewest = ", the fewest" if result.optimal else ""
    most = "" if result.optimal else "at most "
    return [
        *_only_partner(game, position, moves[0]),
        *_what_it_does(game, position, moves),
        *_what_it_keeps(game, position, moves),
        f"it begins a win in {most}{actions}{fewest}",
    ]


def why_it_scores(
    game: PairingGame, position: PairingPosition, result: SolveResult[PairingMove]
) -> list[str]:
    """What the first move towards the most points does, in clauses."""
    proved = result.verdict is Verdict.SOLVED
    most = "the most" if proved else f"the most found; {result.score_bound} is the limit"
    assert result.score is not None
    points = f"it begins a line to {counted(result.score, 'point')}, {most}"
    return [points, *_what_it_does(game, position, result.moves)]


def _must_leave(game: PairingGame, position: PairingPosition, card: Card) -> bool:
    """Must this card, which is in play, leave before the game is won?"""
    return game.rules["goal"] == "all" or card.index in position.tableau


def _without_partner(game: PairingGame, position: PairingPosition) -> list[Card]:
    """Cards that must leave and that no card is left to leave with."""
    return [
        card
        for card, others in partners(game, position).items()
        if not others and card.rank is not Rank.KING and _must_leave(game, position, card)
    ]


def _what_it_buries(game: PairingGame, position: PairingPosition) -> str:
    """The card that a draw of the last pass hides, if another one has no other partner."""
    if not position.waste or position.pass_number != game.rules["passes"]:
        return ""
    top = Card.from_index(position.waste[-1])
    for card, others in partners(game, position).items():
        if others == [top] and _must_leave(game, position, card):
            return f"it buries {top}, the only partner left for {card}"
    return ""


def _doing(move: PairingMove, text: str) -> str:
    return "drawing" if move.is_draw else "recycling" if move.is_recycle else text


def _only_partner(game: PairingGame, position: PairingPosition, move: PairingMove) -> list[str]:
    """Which card of a pair is the only one left for the other; a king needs none."""
    cards = cards_of(move)
    if len(cards) == 1:
        return ["a king leaves alone: it costs no partner"]
    found = partners(game, position)
    alone = [card for card in cards if len(found[card]) == 1 and _must_leave(game, position, card)]
    if len(alone) == 2:
        return [f"{alone[0]} and {alone[1]} have no other partners left"]
    if len(alone) == 1:
        other = next(card for card in cards if card is not alone[0])
        return [f"{other} is the only partner left for {alone[0]}"]
    return []


def _what_it_does(game: PairingGame, position: PairingPosition, moves: Sequence[PairingMove]) -> list[str]:
    if not moves[0].cards:
        return _where_it_leads(position, moves)
    after = game.play(position, moves[0])
    freed = [Card.from_index(number) for number in after.available if number not in position.available]
    out = []
    if lying := [card for card in freed if slot_of(after, card) is not None]:
        told = [
            _with_use(f"{card} {place_name(game, after, card, with_row=True)}", card, moves) for card in lying
        ]
        out.append(f"it frees {' and '.join(told)}")
    out += [
        f"it brings {card} to the top of the {_pile(after, card)}, which {use}"
        for card in freed
        if slot_of(after, card) is None and (use := _use(card, moves, before_draw=True))
    ]
    return out or _what_it_helps_to_free(game, position, moves)


def _what_it_helps_to_free(
    game: PairingGame, position: PairingPosition, moves: Sequence[PairingMove]
) -> list[str]:
    """The first card to leave of those on which the moved ones lie together with others."""
    slots = [slot_of(position, card) for card in cards_of(moves[0])]
    covers = game.core.covers
    for ahead, move in enumerate(moves[1:_LOOK_AHEAD], 1):
        for card in cards_of(move):
            under = slot_of(position, card)
            if under is not None and any(slot in covers[under] for slot in slots):
                return [f"it is a step to {card}, which {_use(card, moves[: ahead + 1])}"]
    return []


def _pile(position: PairingPosition, card: Card) -> str:
    return "waste" if card.index in position.waste else "stock"


def _where_it_leads(position: PairingPosition, moves: Sequence[PairingMove]) -> list[str]:
    """The card of the stock or waste for which the line draws or recycles."""
    removal = next((move for move in moves if move.cards), None)
    if removal is None:
        return []
    wanted = [card for card in cards_of(removal) if card.index in position.waste + position.stock]
    wanted.sort(key=lambda card: card.index in position.available)
    return [
        f"it goes for {card} in the {_pile(position, card)}, which {_use(card, moves)}" for card in wanted[:1]
    ]


def _with_use(told: str, card: Card, moves: Sequence[PairingMove]) -> str:
    use = _use(card, moves, most=_LOOK_AHEAD)
    return f"{told} ({use})" if use else told


def _use(
    card: Card, moves: Sequence[PairingMove], *, most: int | None = None, before_draw: bool = False
) -> str:
    """``leaves with 6C 3 moves later``; empty if it does not, within ``most`` moves or before a draw."""
    for ahead, move in enumerate(moves[1:most], 1):
        if before_draw and not move.cards:
            return ""
        if card.index in move.cards:
            others = [other for other in cards_of(move) if other is not card]
            with_whom = f" with {others[0]}" if others else ""
            return f"leaves{with_whom} " + ("next" if ahead == 1 else f"{ahead} moves later")
    return ""


def _what_it_keeps(game: PairingGame, position: PairingPosition, moves: Sequence[PairingMove]) -> list[str]:
    """A card that another pair would take now, and that the line needs for a card with no other partner."""
    later = {card: move for move in moves[1:] for card in cards_of(move)}
    found = partners(game, position)
    for legal in game.legal_moves(position):
        for card in cards_of(legal) if len(legal.cards) == 2 else ():
            if card not in later or later[card] == legal:
                continue
            (other,) = (it for it in cards_of(later[card]) if it is not card)
            if len(found[other]) == 1 and _must_leave(game, position, other):
                return [f"it keeps {card} for {other}, which has no other partner"]
    return []


REASONS: Final = Reasons(
    find_win=find_win,
    find_points=find_points,
    why_they_lose=why_they_lose,
    why_it_wins=why_it_wins,
    why_it_scores=why_it_scores,
    aims_at_points=lambda game: game.rules["scoring"] == "par",
    short=("fewest", _NODES_FOR_FEWEST),
)
REVIEW: Final[ReviewKind[PairingGame, PairingPosition, PairingMove]] = ReviewKind(most_points=most_points)
