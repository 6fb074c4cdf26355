"""What is known of a game goes with what is seen, where less is seen of cards that are known already, too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

pytest.importorskip("numpy")

from screen.fake import reader_of
from screen.test_player import GAMES, Table
from winnable.cards import Card, Suit
from winnable.registry import get_game
from winnable.screen.belief import Belief, session_of
from winnable.screen.plan import Planner, Step
from winnable.screen.seen import SeenCard, SeenTable
from winnable.screen.sight import Sight
from winnable.session import Session

Change = Callable[[int, SeenCard, int], SeenCard]


def seen_of(table: Table) -> Sight:
    return reader_of(table.program)(table.program.picture())


def changed(sight: Sight, change: Change) -> Sight:
    """The sight with its columns' cards changed; ``change`` is told how many cards lie on each."""
    assert sight.table is not None
    piles = tuple(
        replace(
            pile,
            cards=tuple(change(n, card, len(pile.cards) - 1 - n) for n, card in enumerate(pile.cards)),
        )
        if pile.role == "tableau"
        else pile
        for pile in sight.table.piles
    )
    return replace(sight, table=replace(sight.table, piles=piles))


def like_faces(number: int, card: SeenCard, over: int) -> SeenCard:
    """Thin strips of backs look like faces that cannot be read."""
    return card if card.up else replace(card, up=True, card=None)


def test_a_card_is_turned_below_strips_of_backs_that_look_like_faces() -> None:
    table = Table("spider", whole=True)
    belief = Belief(session_of(table.game, seen_of(table).position))
    for text in ("38", "19"):
        table.program.session.play(text)
        table.program._scene = None
        assert belief.take(text, changed(seen_of(table), like_faces))
    assert all("=" in text for text in belief.moves)
    assert belief.scene().piles == table.program.scene().piles


def test_a_move_is_told_from_a_board_with_doubts() -> None:
    """What is doubtful below other cards is known from before; what lies on top has to be certain."""
    table = Table("spider", whole=True)
    belief = Belief(session_of(table.game, seen_of(table).position))
    table.program.session.play("38")
    table.program._scene = None
    doubts = ("column 4, card 1: ?? (12%)",)
    sight = replace(changed(seen_of(table), like_faces), doubts=doubts)
    assert belief.explain(sight) == ["38"]
    top = replace(changed(sight, lambda n, card, over: card if over else replace(card, card=None)))
    assert belief.explain(top) is None


def test_a_king_that_left_is_not_forgotten_where_the_program_drew_the_next_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """PySolFC deals by itself when its waste is empty: of the waste the top alone is seen."""
    monkeypatch.setitem(GAMES, "pyramid", ("pyramid:pysol", 6, "pysolfc", (330, 300), 20))
    table = Table("pyramid", whole=True)
    belief = Belief(Session.of_deal(table.game, 6))
    for text in ("KD", "draw"):
        table.program.session.play(text)
    sight = seen_of(table)
    assert belief.explain(sight, "KD") == ["KD", "draw"]
    assert belief.explain(sight) == ["draw"]


def _as_strip(sight: Sight, part: float) -> Sight:
    """So much of each covered card shows, and all such cards are read as others."""

    def change(number: int, card: SeenCard, over: int) -> SeenCard:
        if not over or card.card is None:
            return card
        other = Card.of(card.card.rank, Suit((card.card.suit + 1) % 4))
        strip = replace(card.visible, height=part * card.box.height)
        return replace(card, card=other, visible=strip)

    return changed(sight, change)


@pytest.mark.parametrize(("part", "right"), [(0.1, True), (0.3, False)])
def test_a_strip_tells_nothing_new_of_a_card_that_is_known(part: float, right: bool) -> None:
    table = Table("freecell")
    sight = seen_of(table)
    belief = Belief(session_of(table.game, sight.position))
    match: Any = belief.match(_as_strip(sight, part))
    assert match.right is right


def test_the_last_card_is_compared_however_little_of_it_shows() -> None:
    table = Table("freecell")
    sight = seen_of(table)
    belief = Belief(session_of(table.game, sight.position))

    def change(number: int, card: SeenCard, over: int) -> SeenCard:
        assert card.card is not None
        other = Card.of(card.card.rank, Suit((card.card.suit + 1) % 4))
        return card if over else replace(card, card=other, visible=replace(card.visible, height=2.0))

    assert isinstance(sight.table, SeenTable)
    assert belief.match(changed(sight, change)).different


def test_a_foundation_that_is_complete_may_be_shaded() -> None:
    """What lies on it cannot be told any more, but nothing else can: the card is nowhere else."""
    table = Table("freecell")
    belief = Belief(session_of(table.game, seen_of(table).position))
    move = next(
        move for move in belief.scene().moves if belief.scene().pile(move.target).role == "foundation"
    )
    before = seen_of(table)
    table.program.session.play(move.text)
    after = seen_of(table)
    card = belief.scene().pile(move.source).cards[-1]
    assert not belief.take(move.text, shaded(before, None))
    assert not belief.match(shaded(after, card)).right
    assert not belief.take(move.text, without(shaded(after, card)))
    assert belief.take(move.text, shaded(after, card))


def shaded(sight: Sight, card: Card | None) -> Sight:
    """The sight in which this card on a foundation cannot be told; None: the top of each."""
    assert sight.table is not None
    piles = tuple(
        replace(
            pile,
            cards=tuple(replace(top, card=None) if card in (None, top.card) else top for top in pile.cards),
        )
        if pile.role == "foundation"
        else pile
        for pile in sight.table.piles
    )
    return replace(sight, table=replace(sight.table, piles=piles))


def without(sight: Sight) -> Sight:
    """The sight without the last card of the first column."""
    assert sight.table is not None
    first = next(pile for pile in sight.table.piles if pile.role == "tableau" and pile.cards)
    piles = tuple(
        replace(pile, cards=pile.cards[:-1]) if pile is first else pile for pile in sight.table.piles
    )
    return replace(sight, table=replace(sight.table, piles=piles))


def test_a_line_in_which_a_column_changes_its_place_alone() -> None:
    """The solver's line for this deal moves a whole column to an empty one: the board after it counts as
    equal to the one before, but another move is next."""
    game = get_game("freecell")
    belief, planner = Belief(Session.of_deal(game, "ms:164")), Planner()
    places = []
    while not belief.won:
        step = planner.next(belief)
        assert isinstance(step, Step)
        places.append(belief.session.here.placed)
        belief.session.play(step.text)
    assert planner.solved == 1
    assert any(one == other for one, other in pairwise(places))
