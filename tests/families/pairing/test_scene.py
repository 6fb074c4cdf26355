"""Tables of Pyramid and its kin."""

from __future__ import annotations

from typing import Any

import pytest

from registered import registered_names
from scenes import reached
from winnable.cards import Card
from winnable.families.pairing.scene import scene
from winnable.registry import get_game

VARIANTS = [name for name in registered_names() if get_game(name).info.family == "pairing"]


def after(name: str, deal: int, moves: str) -> tuple[Any, Any]:
    game = get_game(name)
    position = game.deal(deal)
    for text in moves.split():
        position = game.play(position, game.notation.parse(position, text))
    return game, position


def test_a_pyramid_stands_on_its_long_row_and_a_triangle_on_its_tip() -> None:
    game = get_game("pyramid")
    slots = [(p.x, p.y) for p in scene(game, game.deal(1)).piles if p.role == "pyramid"]
    assert slots[:3] == [(3, 0), (2.5, 0.5), (3.5, 0.5)]
    assert slots[-7:] == [(i, 3) for i in range(7)]
    game = get_game("pyramid:triangle")
    slots = [(p.x, p.y) for p in scene(game, game.deal(1)).piles if p.role == "pyramid"]
    assert (slots[:7], slots[-1]) == ([(i, 0) for i in range(7)], (3, 3))


@pytest.mark.parametrize("name", VARIANTS)
def test_a_card_is_laid_down_before_those_that_cover_it(name: str) -> None:
    game = get_game(name)
    piles = [pile for pile in scene(game, game.deal(1)).piles if pile.role == "pyramid"]
    for slot, covering in enumerate(game.core.covers[:28]):
        for other in covering:
            assert other > slot
            assert (abs(piles[other].x - piles[slot].x), piles[other].y - piles[slot].y) == (0.5, 0.5)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("moves", [0, 10, 40])
def test_only_what_the_player_has_seen_is_known(name: str, moves: int) -> None:
    game = get_game(name)
    position = reached(game, 5, moves)
    view = scene(game, position)
    assert sorted(card.index for card in view.known_cards()) == sorted(position.known)
    opened = scene(game, position, open_cards=True)
    assert [pile.down for pile in opened.piles] == [pile.down for pile in view.piles]
    # What lies face up is known, and what is free lies face up.
    free = {Card.from_index(n) for n in position.available}
    assert free <= {card for pile in view.piles for card in pile.up}


def test_a_removal_can_be_made_from_either_card_and_a_king_leaves_by_a_click() -> None:
    game = get_game("pyramid")
    table = scene(game, game.deal(3))
    by_text: dict[str, list[tuple[str, str]]] = {}
    for move in table.moves:
        by_text.setdefault(move.text, []).append((move.source, move.target))
    for text, ways in by_text.items():
        if "+" in text:
            assert ways[0] == ways[1][::-1]
    assert by_text["KS"] == [("row 7 card 1", "")]
    assert by_text["draw"] == [("stock", "waste")]


def test_the_stock_lies_open_where_its_top_is_in_play() -> None:
    game = get_game("pyramid")
    stock = scene(game, game.deal(3)).pile("stock")
    assert (len(stock.cards), stock.down, str(stock.cards[-1])) == (24, 23, "AC")
    game = get_game("pyramid:king_tut")
    stock = scene(game, game.deal(3)).pile("stock")
    assert (len(stock.cards), stock.down) == (24, 24)


def test_the_empty_stock_says_whether_the_waste_may_be_turned_over() -> None:
    game, position = after("pyramid", 3, "draw " * 24)
    table = scene(game, position)
    assert (table.pile("stock").cards, table.pile("stock").sign) == ((), "recycle")
    (turn,) = (move for move in table.moves if move.text == "recycle")
    assert (turn.source, turn.index, turn.target) == ("stock", 0, "")
    game, position = after("pyramid:hoyle", 3, "draw " * 24)
    assert scene(game, position).pile("stock").sign == ""


def test_the_waste_is_fanned_in_the_width_of_the_pyramid() -> None:
    game, position = after("pyramid", 3, "draw " * 24)
    waste = scene(game, position).pile("waste")
    assert (waste.x, len(waste.cards)) == (1, 24)
    assert waste.x + 23 * waste.spread + 1 == pytest.approx(7)


def test_counts() -> None:
    words = {name: [str(count) for count in scene(*after(name, 3, "")).counts] for name in VARIANTS}
    assert words["pyramid"] == ["stock 24", "waste 0", "pass 1 of 3", "score 0"]
    assert words["pyramid:hoyle"] == ["stock 24", "waste 0", "pass 1 of 1"]
    assert words["pyramid:king_tut"] == ["stock 24", "waste 0"]
    assert words["pyramid:giza"] == ["cards 52"]


def test_rows_dealt_face_down_turn_up_when_they_are_free() -> None:
    game = get_game("pyramid:thirteen")
    position = reached(game, 3, 12)
    table = scene(game, position)
    slots = [pile for pile in table.piles if pile.role == "pyramid"]
    for slot, pile in enumerate(slots):
        if pile.cards:
            covered = any(slots[other].cards for other in game.core.covers[slot])
            assert pile.down == (covered and slot < 21)
            assert pile.cards[0].known is not bool(pile.down)
