"""A move in the words that are read aloud once it was made: what moved, what it turned, what went home."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from winnable.analysis.hint import observe
from winnable.analysis.scenes import scene_of
from winnable.analysis.verdict import PositionVerdict
from winnable.scene import Scene, TableMove
from winnable.search.api import Verdict
from winnable.session.tree import Node
from winnable.text.phrases import count_noun
from winnable.text.solution import Replay
from winnable.text.spoken import card_name, number_word, sentence, spoken

if TYPE_CHECKING:
    from winnable.family import RegisteredGame
    from winnable.session.session import Session

__all__ = ["solutions_told", "taken_back", "told"]


def told(session: Session[Any, Any], node: Node[Any, Any], words: str) -> str:
    """``Seven of hearts from column 4 onto eight of clubs in column 3. Turned: jack of clubs. Two cards
    home.``

    ``words`` describe the player's move. Nothing is said of a card that its player does not see.
    """
    if node.parent is None:
        return ""
    said = [sentence(spoken(words))]
    if not session.game.info.on_squares:
        before, after = _scene(session, node.parent), _scene(session, node)
        if turned := _turned(before, after):
            said.append(f"Turned: {', '.join(turned)}.")
        if home := _home(after) - _home(before) - _home_by_hand(before, node.text):
            said.append(sentence(f"{number_word(home)} card{'' if home == 1 else 's'} home"))
    return " ".join(said)


def solutions_told(node: Node[Any, Any], known: PositionVerdict) -> str:
    """What is known of a puzzle, which is not won but solved; nothing where the search came to no end."""
    if known.verdict is Verdict.UNKNOWN:
        return ""
    if known.verdict is Verdict.UNSOLVABLE:
        return "No solution" if node.parent is None else "No solution with what is filled in"
    if not known.moves:
        return "Solved"
    found = {True: "One solution", False: "Several solutions", None: "It can be solved"}[known.unique]
    return f"{found}: {count_noun(len(known.moves), 'square')} to fill"


def _scene(session: Session[Any, Any], node: Node[Any, Any]) -> Scene:
    seen = observe(session.game, node.placed) if session.unseen else node.placed
    return scene_of(session.game, seen, open_cards=session.open_cards)


def _turned(before: Scene, after: Scene) -> list[str]:
    """The cards that lay face down, and lie face up in the same place."""
    now = {pile.name: pile for pile in after.piles}
    return [
        card_name(now[pile.name].cards[i])
        for pile in before.piles
        for i in range(pile.down)
        if pile.name in now and pile.role != "stock" and now[pile.name].down <= i < len(now[pile.name].cards)
    ]


def _home(scene: Scene) -> int:
    return sum(len(pile.cards) for pile in scene.piles if pile.role == "foundation")


def _home_by_hand(scene: Scene, text: str) -> int:
    """How many cards a move itself carries home, or takes back from there."""
    move = _by_hand(scene, text)
    if move is None or not move.target:
        return 0
    source, target = scene.pile(move.source), scene.pile(move.target)
    count = len(source.cards) - move.index
    return count * ((target.role == "foundation") - (source.role == "foundation"))


def _by_hand(scene: Scene, text: str) -> TableMove | None:
    return next((move for move in scene.moves if move.text == text), None)


def taken_back(game: RegisteredGame[Any, Any], made: Replay[Any, Any]) -> int:
    """How many of a player's move and of those that made themselves after it are to be made: not those from
    the first on that sends a card back to the foundation that the player took it from."""
    if len(made.moves) < 2:
        return len(made.moves)
    source = ""
    for number, (place, move) in enumerate(zip(made.positions, made.moves, strict=False)):
        scene = scene_of(game, place, open_cards=True)
        hands = _by_hand(scene, game.notation.format(place, move))
        if number == 0:
            if hands is None or scene.pile(hands.source).role != "foundation":
                break
            source = hands.source
        elif hands is not None and hands.target == source:
            return number
    return len(made.moves)
