"""Tables of Spider and its kin: what lies face down is not in what the player sees."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from scenes import reached
from winnable.families.spider.scene import open_scene, view_scene
from winnable.families.spider.setup import SpiderSetup
from winnable.registry import get_game

HIDING = ["spider", "spider:suits=1", "spiderette", "will_o_the_wisp", "scorpion"]


@pytest.mark.parametrize("name", [*HIDING, "mrs_mop"])
@pytest.mark.parametrize("moves", [0, 15, 60])
def test_a_view_holds_no_card_that_is_not_seen(name: str, moves: int) -> None:
    game = get_game(name)
    position = reached(game, 7, moves)
    seen = game.observe(position)
    view = view_scene(game, seen)
    for i, (down, up) in enumerate(zip(seen.down, seen.columns, strict=True)):
        pile = view.pile(f"column {i + 1}")
        assert not any(card.known for card in pile.cards[:down])
        assert bytes(card.index for card in pile.up) == up
    known = len(re.findall('"[A23456789TJQK][CDHS]"', json.dumps(view.data()["piles"])))
    assert known == sum(map(len, seen.columns)) + 13 * sum(seen.runs)
    # Another world that looks the same has the same view.
    world = game.determinise(seen, Random(5))
    assert view_scene(game, game.observe(world)) == view


@pytest.mark.parametrize("name", HIDING)
def test_with_all_cards_known_the_rest_is_as_in_the_view(name: str) -> None:
    game = get_game(name)
    position = reached(game, 7, 10)
    opened, view = open_scene(game, position), view_scene(game, game.observe(position))
    assert opened.moves == view.moves
    assert [(p.name, p.x, p.y, p.down, len(p.cards), p.up) for p in opened.piles] == [
        (p.name, p.x, p.y, p.down, len(p.cards), p.up) for p in view.piles
    ]
    assert opened.counts == view.counts


def test_the_stock_and_the_row_that_it_deals() -> None:
    game = get_game("spider")
    position = game.deal(3)
    table = view_scene(game, game.observe(position))
    (deal,) = (move for move in table.moves if move.text == "deal")
    assert (deal.source, deal.index, deal.target) == ("stock", 49, "")
    assert [str(count) for count in table.counts] == ["stock 50", "runs 0 of 8"]
    opened = open_scene(game, position)
    after = open_scene(game, game.play(position, game.notation.parse(position, "deal")))
    row = [after.pile(f"column {i + 1}").cards[-1] for i in range(10)]
    # The top card of the stock goes to the first column.
    assert list(reversed(opened.pile("stock").cards[-10:])) == row
    assert after.pile("stock").cards == opened.pile("stock").cards[:-10]


def test_games_without_a_stock_have_no_place_for_one() -> None:
    game = get_game("mrs_mop")
    table = open_scene(game, game.deal(1))
    assert {pile.role for pile in table.piles} == {"foundation", "tableau"}
    assert [str(count) for count in table.counts] == ["runs 0 of 8"]


def test_runs_that_have_left_lie_with_their_kings_on_top() -> None:
    game = get_game("spider:suits=1")
    columns = [bytes(4 * rank + 3 for rank in range(12, -1, -1)) for _ in range(2)]
    columns = [column[:-1] for column in columns] + [bytes([3]), bytes([3])] + [b""] * 6
    position = game.position(SpiderSetup.from_indices(columns, [0] * 10, b"", (0, 0, 0, 6)))
    table = open_scene(game, position)
    filled = [pile for pile in table.piles if pile.role == "foundation" and pile.cards]
    assert [str(pile.cards[-1]) for pile in filled] == ["KS"] * 6
    assert [len(pile.cards) for pile in filled] == [13] * 6
    assert str(table.counts[-1]) == "runs 6 of 8"


def test_only_kings_fill_a_column_of_scorpion() -> None:
    game = get_game("scorpion")
    assert open_scene(game, game.deal(1)).pile("column 1").sign == "K"
