"""What is known of the game in a window: a session from the first reading, and what came to light since.

Nothing is known here by rules of our own. What a move leads to is what the session says, as far as the cards
are known; where they are not, the places that differ between several worlds that look the same are those
where a card comes to light, and what was seen there is told to the session.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, Final

from winnable.analysis.hint import observe
from winnable.analysis.scenes import scene_of
from winnable.cards import CARDS, Card
from winnable.errors import InputError
from winnable.family import AnyGame, observed
from winnable.game import Outcome
from winnable.reading import only_entry
from winnable.scene import Scene, TableMove
from winnable.screen.expect import Match, compare, compare_squares, is_seen_up
from winnable.screen.explain import Expected, Explainer
from winnable.screen.sight import Sight
from winnable.session import Session

__all__ = ["Belief", "session_of"]

_WORLDS: Final = 8  # in which a move is made to see where its outcome depends on what nobody knows
_MOST_LEFT: Final = 2  # cards of a dealt row that may complete runs, and so leave before they are seen


def session_of(game: AnyGame, text: str) -> Session[Any, Any]:
    """A session from the text of a position in which cards may be unknown, or marks placed.

    Raises:
        InputError: it is no position of the game.
    """
    entry = only_entry(game, text)
    if game.info.can_observe:
        return Session.of_setup(game, entry.checked(observed(game)))
    position = entry.position(game)
    if game.family.marks is None:
        return Session(game, position)
    start, entered = game.family.marks().entered(position)
    session = Session(game, start)
    for move in entered:
        session.play(move)
    return session


class Belief:
    """The game in the window, as far as it is known.

    ``moves`` are those that were made since the first reading, with the cards that they brought to light.
    """

    def __init__(self, session: Session[Any, Any]) -> None:
        self.session = session
        self.moves: list[str] = []
        self.learned: list[Card] = []  # in the order in which they came to light
        self.start: Any = session.given  # the setup of the first reading, where cards of it were unknown

    @property
    def game(self) -> AnyGame:
        """The game that is played, with its options."""
        return self.session.game

    @property
    def whole(self) -> bool:
        """Is every card known?"""
        return not self.session.unseen

    @property
    def won(self) -> bool:
        """Is the game won by the moves that are known to have been made?"""
        return self.session.outcome is Outcome.WON

    def scene(self) -> Scene:
        """What a player sees now."""
        return self.session.scene()

    def match(self, sight: Sight, expected: Expected | None = None) -> Match:
        """How what was seen differs from a move's outcome or, without one, from what is known."""
        wanted = expected or Expected(self.scene())
        if sight.table is None:
            return compare_squares(wanted.scene, sight.holds)
        runs = self.game.info.runs_leave
        return compare(wanted.scene, sight.table, free=wanted.free, suits_only=runs)

    def move(self, text: str) -> TableMove | None:
        """A legal move as hands make it; None for one that is not made with cards."""
        return next((move for move in self.scene().moves if move.text == text), None)

    # --- what a move leads to ------------------------------------------------------------------------------

    def expected(self, text: str) -> Expected:
        """What a move leads to; InputError if it is not legal."""
        first, *others = (self._scene_after(world, text) for world in self._worlds())
        free = {
            (pile.name, index)
            for other in others
            for pile, like in zip(first.piles, other.piles, strict=True)
            for index, pair in enumerate(zip(pile.cards, like.cards, strict=False))
            if pair[0] != pair[1]
        }
        return Expected(first, frozenset(free))

    def _worlds(self) -> Iterator[Any]:
        """Positions that look like what is seen, and hold what else is known."""
        yield self.session.here.placed
        if self.whole or self.session.given is None:
            return
        known = self.session.known
        game = observed(self.game)
        missing = game.missing(known)
        for number in range(_WORLDS - 1):
            cards = list(missing)
            Random(number + 1).shuffle(cards)
            yield game.world(known, cards)

    def _scene_after(self, world: Any, text: str) -> Scene:
        game = self.game
        try:
            after = game.play(world, game.notation.parse(world, text))
        except ValueError as error:
            raise InputError(str(error)) from None
        return self.scene_of(after)

    def scene_of(self, position: Any) -> Scene:
        """What a player sees of a position."""
        seen = observe(self.game, position) if self.session.unseen else position
        return scene_of(self.game, seen, open_cards=self.session.open_cards)

    # --- taking up what was seen ---------------------------------------------------------------------------

    def take(self, text: str, sight: Sight) -> bool:
        """Makes a move if what was seen is what it leads to, and learns what it brought to light; was it?

        Where it was not, nothing has changed. InputError if the move is not legal.
        """
        if self.session.given is None:
            if not self.match(sight, self.expected(text)).right:
                return False
            self._enter(text)
            return True
        if self.game.family.reveals is None:
            return self._take_shown(text, sight)
        return any(self._take_named(named, sight) for named in self._named(text, sight))

    def _enter(self, text: str) -> None:
        self.session.play(text)
        self.moves.append(text)

    def _take_named(self, named: str, sight: Sight) -> bool:
        """The same for a move with the cards that it brings to light; False also if it cannot bring them."""
        trial = Belief(Session.of_setup(self.game, self.session.known))
        try:
            trial.session.play(named)
        except InputError:
            return False
        if not trial.match(sight).right:
            return False
        self._enter(named)
        return True

    def _named(self, text: str, sight: Sight) -> Iterator[str]:
        """The move with the cards that it may have brought to light, as they were seen: those of a dealt row
        first, then those that were turned."""
        move, before, table = self.move(text), self.scene(), sight.table
        if move is None or table is None:
            return
        seen = {pile.name: pile.cards for pile in table.piles}
        dealt: list[list[Card]] = []
        turned: list[Card] = []
        deals = before.pile(move.source).role == "stock"
        left = len(before.pile(move.source).cards) if deals else 0
        for pile in before.piles:
            cards = seen.get(pile.name, ())
            if pile.role != "tableau":
                continue
            if deals and len(dealt) < left:
                there = len(cards) > len(pile.cards) and is_seen_up(cards[len(pile.cards)])
                new = cards[len(pile.cards)].card if there else None
                dealt.append(list(CARDS) if new is None else [new])
            # A card is turned when it is the last one: strips of backs may look like faces, it does not.
            last = cards[-1] if len(cards) == pile.down > 0 else None
            if last is not None and is_seen_up(last) and (new := last.card) is not None:
                turned.append(new)
        if sum(len(choices) > 1 for choices in dealt) > _MOST_LEFT:
            return
        for row in product(*dealt):
            cards_told = [*row, *turned]
            yield f"{text}={','.join(map(str, cards_told))}" if cards_told else text

    def _take_shown(self, text: str, sight: Sight) -> bool:
        """Where moves name no cards: the position after the move is taken up anew, with what came to light in
        the places of the cards that stood for it."""
        expected, table = self.expected(text), sight.table
        if table is None or not self.match(sight, expected).right:
            return False
        game, place = self.game, self.session.here.placed
        after = game.play(place, game.notation.parse(place, text))
        known = type(game.setup(after)).of_observation(observed(game).observe(after))
        board = game.family.json(game, known)
        tops = {pile.name: pile.cards[-1].card for pile in table.piles if pile.cards}
        for name, index in sorted(expected.free):
            pile = expected.scene.pile(name)
            card = tops[name] if index == len(pile.cards) - 1 else None
            if card is None:
                return False
            board = _with_card(board, pile.cards[index], card)
            self.learned.append(card)
        self.session = session_of(game, json.dumps(board))
        self.moves.append(text)
        return True

    def take_back(self, sight: Sight) -> bool:
        """Takes the last move back if what was seen is what was before it; was it?"""
        session = self.session
        if session.here.parent is None or not session.may_undo:
            return False
        before = Expected(self.scene_of(session.here.parent.placed))
        if not self.match(sight, before).right:
            return False
        session.undo()
        if self.moves:
            self.moves.pop()
        return True

    def opened_start(self) -> Session[Any, Any] | None:
        """The game from the first reading on, with every card that came to light since in its place, and the
        moves made so far; None where that does not lead to what is known now."""
        if not self.whole or self.start is None or not self.learned:
            return None
        game = observed(self.game)
        cards = [card.index for card in self.learned]
        cards += [card for card in game.missing(self.start) if card not in cards]  # told by being left alone
        try:
            session = Session(self.game, game.world(self.start, cards))
            for text in self.moves:
                session.play(text)
        except (InputError, StopIteration):
            return None
        return session if session.here.placed == self.session.here.placed else None

    # --- what somebody else did ----------------------------------------------------------------------------

    def explain(self, sight: Sight, likely: str = "") -> list[str] | None:
        """Legal moves that lead to what was seen: ``likely`` or another one, or two, and what went home by
        itself after them. None if there are none; nothing is taken up yet."""
        if sight.table is None:
            return None if sight.doubts or self._from_squares(sight) is None else []
        if self.whole:
            return Explainer(self, sight).find(likely)
        legal = self.session.legal()
        legal.sort(key=lambda text: text != likely)
        return next(([text] for text in legal if self._leads_to(text, sight)), None)

    def take_up(self, moves: list[str], sight: Sight) -> None:
        """Takes up what :meth:`explain` found."""
        if sight.table is None:
            session = self._from_squares(sight)
            assert session is not None
            self.session = session
        elif self.whole:
            for text in moves:
                self._enter(text)
        else:
            for text in moves:
                if not self.take(text, sight):
                    what = f"{text} does not lead to what was seen"
                    raise InputError(what, expected="what explain() found")

    def _leads_to(self, text: str, sight: Sight) -> bool:
        other = Belief(Session.of_setup(self.game, self.session.known))
        return other.take(text, sight)

    def _from_squares(self, sight: Sight) -> Session[Any, Any] | None:
        """The puzzle with what is seen to stand on its squares; None if it is another puzzle, or cannot be
        read."""
        try:
            session = session_of(self.game, sight.position)
        except InputError:
            return None
        return session if _puzzle(session.scene()) == _puzzle(self.scene()) else None

    def could_end_now(self, text: str = "") -> bool:
        """Would the game be won after a move, with what goes home by itself after it?"""
        return all(self._ends(world, text) for world in self._worlds())

    def _ends(self, place: Any, text: str) -> bool:
        game = self.game
        try:
            if text:
                place = game.play(place, game.notation.parse(place, text))
        except ValueError:
            return False
        while game.outcome(place) is not Outcome.WON:
            scene = self.scene_of(place)
            home = (move.text for move in scene.moves if move.target and _is_home(scene, move.target))
            if (text := next(home, "")) == "" or not game.info.plays_itself:
                return False
            place = game.play(place, game.notation.parse(place, text))
        return True

    # --- saying what is known ------------------------------------------------------------------------------

    def save(self) -> str:
        """The game as text, which Session.load and every command read."""
        return self.session.save()


def _puzzle(scene: Scene) -> Any:
    """What of a puzzle on squares no move changes."""
    assert scene.grid is not None
    given = [(number, cell.holds) for number, cell in enumerate(scene.grid.cells) if cell.given]
    return given, [(clue.label, clue.value) for clue in scene.grid.clues]


def _is_home(scene: Scene, name: str) -> bool:
    return scene.pile(name).role == "foundation"


def _with_card(known: Any, stand_in: Card, card: Card) -> Any:
    """JSON's values with a card in the place of another."""
    if isinstance(known, dict):
        return {key: _with_card(value, stand_in, card) for key, value in known.items()}
    if isinstance(known, list):
        return [_with_card(value, stand_in, card) for value in known]
    return str(card) if known == str(stand_in) else known
