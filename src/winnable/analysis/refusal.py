"""Why hands cannot make a move, in a sentence: a card was laid where the rules do not have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from winnable.errors import InputError, quote
from winnable.scene import Pile, Scene
from winnable.text.spoken import card_name, sentence, spoken

if TYPE_CHECKING:
    from winnable.family import RegisteredGame

__all__ = ["Refuse", "by_labels", "refused", "why_not"]

G_contra = TypeVar("G_contra", contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)


class Refuse(Protocol[G_contra, P_contra]):
    """Why the card at ``index`` of the pile ``source``, with all that lies on it, cannot go onto ``target``;
    empty if there is nothing better to say than that."""

    def __call__(self, game: G_contra, position: P_contra, source: Pile, index: int, target: Pile, /) -> str:
        """The reason as a clause, without the names of the card and of the target."""
        ...


def why_not(
    game: RegisteredGame[Any, Any], position: Any, scene: Scene, source: str, index: int, target: str
) -> str:
    """The sentence, of what is on the table: ``The nine of clubs cannot go on the ten of spades: colours must
    alternate.``

    Raises:
        InputError: a pile or a card that is not there, or a move that is legal.
    """
    piles = {pile.name: pile for pile in scene.piles}
    for name in (source, target):
        if name not in piles:
            raise InputError(f"no pile is called {quote(name)}", expected="a pile of this game")
    if not 0 <= index < len(piles[source].cards):
        raise InputError(
            f"there is no card {index} in {source}", expected=f"0 to {len(piles[source].cards) - 1}"
        )
    if any((move.source, move.index, move.target) == (source, index, target) for move in scene.moves):
        raise InputError("this move is legal", expected="one that is not, to say why")
    if index < piles[source].down:
        return "This card lies face down."
    refuse = by_labels if game.family.refuse is None else game.family.refuse()
    why = refuse(game, position, piles[source], index, piles[target])
    if not why:
        card = piles[source].cards[index]
        why = f"the {card_name(card)} cannot go to {_place(target)}"
    return sentence(spoken(why, "the "))


def by_labels(game: Any, position: Any, source: Pile, index: int, target: Pile) -> str:
    """As the game's notation refuses the move that is written as its two piles."""
    return refused(game, position, source.label + target.label) if source.label and target.label else ""


def refused(game: Any, position: Any, text: str) -> str:
    """Why a move's text is refused; empty if it is not, or is no move."""
    try:
        game.notation.parse(position, text)
    except ValueError as error:
        why = str(error).removeprefix(f"{text}: ")
        return "" if "is not a move" in why else why
    return ""


def _place(name: str) -> str:
    return f"the {name}" if name in ("stock", "waste") else name
