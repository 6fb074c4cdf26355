"""What a player of Pyramid sees: observations against the oracle's, boards with unknown cards, bad ones."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

from oracle.pairing import layout
from oracle.pairing_games import PAIRING_GAMES
from oracle.pairing_seen import World, after, first_look, look
from oracle.pairing_seen import unseen as unseen_in
from winnable._core import UNSEEN_INDEX, PairingObservation
from winnable.errors import InputError
from winnable.families.pairing.game import PairingGame
from winnable.families.pairing.json import parse_positions, to_data
from winnable.families.pairing.setup import PairingSetup
from winnable.families.pairing.text import format_board
from winnable.reading import read
from winnable.registry import get_game

HIDING = [name for name in PAIRING_GAMES if get_game(name).info.hidden]
DEALS = (1, 7, 617)


def deck_of(game: PairingGame, deal: int) -> list[int]:
    start = game.setup(game.deal(deal))
    return list(start.dealt_order())


def check_same(seen: PairingObservation, world: World) -> None:
    """The same is seen, pile by pile, and the same cards are missing."""
    rows, columns, waste, stock, pass_number = look(world)

    def numbers(cards: Any) -> list[int]:
        return [255 if card is None else UNSEEN_INDEX if card < 0 else card for card in cards]

    assert list(seen.tableau) == numbers([card for row in rows for card in row])
    assert [list(column) for column in seen.columns] == [numbers(column) for column in columns]
    assert list(seen.waste) == numbers(waste)
    assert list(seen.stock) == numbers(stock)
    assert seen.pass_number == pass_number
    assert [card for card, there in enumerate(seen.unseen) if there] == unseen_in(world)


@pytest.mark.parametrize("name", HIDING)
def test_what_is_seen_after_each_move(name: str) -> None:
    """Random games to their end, so that cards of an earlier pass and those turned up are among them."""
    game, rules = get_game(name), PAIRING_GAMES[name]
    for deal in DEALS:
        rng, position = Random(f"{name} {deal}"), game.deal(deal)
        world = first_look(rules, layout(rules, deck_of(game, deal)))
        for _ in range(110):
            check_same(game.observe(position), world)
            moves = game.legal_moves(position)
            if not moves:
                break
            # Drawing more often than not, to come to later passes.
            move = moves[-1] if rng.random() < 0.7 else rng.choice(moves)
            world = after(rules, world, game.notation.format(position, move))
            position = game.play(position, move)


def test_what_is_known_stays_so_when_a_position_is_pickled() -> None:
    """Also where passes are not counted, so that nothing else tells that the stock was gone through."""
    game = get_game("pyramid:king_tut")
    position = game.deal(3)
    for text in ["draw"] * 8 + ["recycle", "draw"]:
        position = game.play(position, game.notation.parse(position, text))
    assert game.unseen_cards(game.observe(position)) == 0
    for again in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert game.observe(again) == game.observe(position)
    assert game.unseen_cards(game.observe(game.deal(3))) == 24


def test_giza_hides_nothing() -> None:
    game = get_game("pyramid:giza")
    assert not game.info.hidden
    assert game.unseen_cards(game.observe(game.deal(1))) == 0


def test_a_card_may_not_leave_from_beneath_another_one_face_down() -> None:
    game = get_game("pyramid:tuts_tomb,face_down_rows=3")
    assert game.info.hidden
    assert not game.info.can_observe
    with pytest.raises(ValueError, match="a card that lies face up is unknown"):
        game.determinise(game.observe(game.deal(1)), Random(0))


# --- texts ------------------------------------------------------------------------------------------------


def seen_setup(name: str, deal: int, moves: str) -> tuple[PairingGame, PairingSetup]:
    game = get_game(name)
    position = game.deal(deal)
    for text in moves.split():
        position = game.play(position, game.notation.parse(position, text))
    return game, PairingSetup.of_observation(game.observe(position))


@pytest.mark.parametrize(
    ("name", "moves"),
    [("pyramid", ""), ("pyramid", "draw draw"), ("pyramid:thirteen", "draw"), ("pyramid:king_tut", "draw")],
)
def test_boards_with_unknown_cards_are_written_and_read(name: str, moves: str) -> None:
    game, setup = seen_setup(name, 1, moves)
    text = format_board(setup, game.core)
    assert "??" in text
    (entry,) = read(text, game)
    assert game.checked(entry.setup) == setup
    assert game.observation(game.checked(entry.setup)) == game.observation(setup)
    (found,) = parse_positions(str(to_data(setup, game.core)).replace("'", '"').replace("None", "null"))
    assert found.setup == setup


def test_cards_that_have_left_are_listed() -> None:
    game = get_game("pyramid:hoyle")
    position = game.deal(4)
    while not (moves := [move for move in game.legal_moves(position) if move.cards]):
        position = game.play(position, game.legal_moves(position)[-1])
    gone = moves[0].cards
    position = game.play(position, moves[0])
    setup = PairingSetup.of_observation(game.observe(position))
    assert setup.played is not None
    assert sorted(card.index for card in setup.played) == sorted(gone)
    (entry,) = read(format_board(setup, game.core), game)
    assert game.observation(game.checked(entry.setup)) == game.observe(position)


def test_a_deck_with_unknown_cards() -> None:
    game = get_game("pyramid")
    order = [str(card) for _, card in game.setup(game.deal(1)).slots()]
    (entry,) = read(" ".join(order[:29] + ["??"] * 23), game)
    assert game.observation(game.checked(entry.setup)) == game.observe(game.deal(1))


def test_what_is_written_is_known() -> None:
    """A card of the stock that is written beside unknown ones was seen, as before moves were taken back."""
    game, setup = seen_setup("pyramid", 1, "")
    third = game.setup(game.deal(1)).stock[2]
    stock = [*setup.stock[:2], third, *setup.stock[3:]]
    seen = game.observation(PairingSetup(setup.tableau, (), (), stock))
    assert seen.stock[2] == third.index
    assert game.unseen_cards(seen) == 22
    for seed in range(5):
        world = game.determinise(seen, Random(seed))
        assert game.observe(world) == seen
        assert world.stock[2] == third.index


def bad(text: str, name: str = "pyramid") -> str:
    game = get_game(name)
    (entry,) = read(text, game)
    with pytest.raises(InputError) as caught:
        game.observation(game.checked(entry.setup))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_bad_boards_are_one_line() -> None:
    game, setup = seen_setup("pyramid", 1, "")
    board = format_board(setup, game.core)
    top = str(setup.stock[0])
    said = bad(board.replace(" ??", "", 1))
    assert "22 cards unknown, but 23 of 52 named nowhere; expected as many; " in said
    assert said.endswith("list the cards that have left after Played:")
    assert "the stock holds 25 cards" in bad(board.replace(" ??", " ?? ??", 1))
    assert "an unknown card where it lies face up" in bad(board.replace(top, "??", 1))
    first = str(setup.tableau[0])
    assert "an unknown card where it lies face up" in bad(board.replace(first, "??", 1))
    assert f"{first} appears twice" in bad(board.replace("??", first, 1))
    played = board + "Played: " + top + "\n"
    assert f"{top} is listed as played and is still on the board" in bad(played)


def test_all_cards_are_asked_for_where_a_solver_needs_them() -> None:
    game, setup = seen_setup("pyramid", 1, "")
    with pytest.raises(InputError, match="an unknown card"):
        game.position(setup)
