"""What holds for the scene of every game: it has the position's cards once, and its legal moves."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from registered import registered_names
from scenes import positions_of, scenes_of
from winnable.analysis.scenes import scene_of
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.scene import Scene

CARD_GAMES = [name for name in registered_names() if get_game(name).info.family != "undead"]


@pytest.mark.parametrize("name", registered_names())
def test_every_game_and_variant_has_a_scene_that_goes_through_json(name: str) -> None:
    for scene in scenes_of(name):
        assert (scene.game, scene.title) == (get_game(name).spelled, get_game(name).info.title)
        assert bool(scene.piles) is (scene.grid is None)
        assert Scene.from_data(json.loads(json.dumps(scene.data()))) == scene
        assert scene.text()


def all_cards(game: Any, position: Any) -> Counter[str]:
    """Every card that is still on the table, by the position's own account."""
    setup = game.setup(position)
    cards = [card for _, card in setup.slots()]
    if hasattr(setup, "home_cards"):
        cards += [card for suit in range(4) for card in setup.home_cards(suit)]
    return Counter(map(str, cards))


@pytest.mark.parametrize("name", CARD_GAMES)
def test_with_all_cards_known_each_is_there_once(name: str) -> None:
    for game, position in positions_of(name):
        scene = scene_of(game, position, open_cards=True)
        piles = [pile for pile in scene.piles if not pile.name.startswith("run ")]
        assert Counter(str(card) for pile in piles for card in pile.cards) == all_cards(game, position)
        assert "??" not in json.dumps(scene.data())


@pytest.mark.parametrize("name", CARD_GAMES)
def test_what_may_be_lifted_is_what_the_legal_moves_take(name: str) -> None:
    """Every legal move is there, from where its cards lie to where they go, and nothing else is."""
    for game, position in positions_of(name):
        legal = {game.notation.format(position, move): move for move in game.legal_moves(position)}
        for open_cards in (False, True):
            scene = scene_of(game, position, open_cards=open_cards)
            assert {move.text for move in scene.moves} == set(legal)
            for move in scene.moves:
                assert move.index in scene.lifts(move.source)
                assert not move.target or move.target in scene.targets(move.source, move.index)
                source = scene.pile(move.source)
                if move.index < source.down:  # only the stock is taken from unseen
                    assert source.role == "stock"
            lifted = {(move.source, move.index) for move in scene.moves}
            assert lifted == {(pile.name, i) for pile in scene.piles for i in scene.lifts(pile.name)}


@pytest.mark.parametrize("name", CARD_GAMES)
def test_a_move_of_the_scene_takes_the_cards_that_the_game_takes(name: str) -> None:
    """Playing a move from one pile onto another leaves the scene that the move's piles promise."""
    for game, position in positions_of(name):
        before = scene_of(game, position, open_cards=True)
        for move in before.moves:
            after = scene_of(
                game, game.play(position, game.notation.parse(position, move.text)), open_cards=True
            )
            taken = before.pile(move.source).cards[move.index :]
            left = after.pile(move.source).cards
            if move.target and before.pile(move.target).role in ("cell", "tableau", "foundation"):
                if len(left) == move.index:
                    now = after.pile(move.target).cards
                    gone = len(before.pile(move.target).cards) + len(taken) - len(now)
                    assert gone in (0, 13)
                    assert gone or now[-len(taken) :] == taken
            elif taken and before.pile(move.source).role in ("pyramid", "waste", "reserve"):
                assert left == before.pile(move.source).cards[: move.index]


@pytest.mark.parametrize(
    "name",
    [
        "freecell:cells=0,columns=3",
        "freecell:columns=13,cells=8",
        "mrs_mop:columns=8,column_cards=13 13 13 13 13 13 13 13",
        "spiderette:columns=4,column_cards=1 2 3 4,face_down=0 1 2 3",
        "pyramid:hoyle,rows=1",
        "pyramid:hoyle,rows=9",
        "pyramid:triangle,rows=2",
        "pyramid:giza,rows=5",
    ],
)
def test_unusual_rules_have_a_table_too(name: str) -> None:
    for scene in scenes_of(name):
        assert scene.piles
        assert scene.svg()


@pytest.mark.parametrize("name", ["freecell", "pyramid", "spider"])
@pytest.mark.parametrize("marks", [{"line_at": "D1"}, {"ruled_out_by": "totals"}])
def test_a_table_has_no_sightings(name: str, marks: dict[str, str]) -> None:
    game = get_game(name)
    with pytest.raises(InputError, match="has no sightings and no candidates; expected neither"):
        scene_of(game, game.deal(1), **marks)
