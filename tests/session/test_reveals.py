"""A live game of Spider followed card by card: moves that name what they bring to light."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from winnable.cards import UNKNOWN, Card, parse_card
from winnable.errors import InputError
from winnable.families.spider.setup import SpiderSetup
from winnable.family import observed
from winnable.registry import get_game
from winnable.session import Session
from winnable.text.boards import write_position
from winnable.text.detect import read_lines
from winnable.text.reveals import split_reveal
from winnable.text.solution import parse_solution


def hidden(setup: SpiderSetup, rng: Random | None = None) -> SpiderSetup:
    """The setup without its hidden cards; with ``rng`` some of them stay."""

    def unknown(card: Card) -> Card:
        return card if rng is not None and rng.random() < 0.3 else UNKNOWN

    columns = [
        [card if depth >= down else unknown(card) for depth, card in enumerate(column)]
        for column, down in zip(setup.columns, setup.down, strict=True)
    ]
    return SpiderSetup(columns, setup.down, map(unknown, setup.stock), setup.runs)


def came_to_light(before: Any, after: Any) -> list[str]:
    """By the columns alone: the row, then what lies on top where fewer lie face down."""
    dealt = len(before.stock) - len(after.stock)
    cards = [Card.from_index(card) for card in before.stock[:dealt]]
    for column, down, was in zip(after.columns, after.down, before.down, strict=True):
        if down < was:
            cards.append(Card.from_index(column[down]))
    return list(map(str, cards))


@pytest.mark.parametrize("name", ["spider", "spider:suits=1", "spiderette", "scorpion", "will_o_the_wisp"])
@pytest.mark.parametrize("partly", [False, True])
def test_a_game_is_followed_card_by_card(name: str, partly: bool) -> None:
    """What is seen is at every step what is seen by one who deals the cards."""
    game = observed(get_game(name))
    turned = dealt = 0
    for deal in (1, 2):
        rng, place = Random(deal), game.deal(deal)
        session: Session[Any, Any] = Session.of_setup(
            game, hidden(game.setup(place), rng if partly else None)
        )
        for _ in range(60):
            moves = game.legal_moves(place)
            if not moves:
                break
            turning = [m for m in moves if came_to_light(place, game.play(place, m))]
            move = rng.choice(turning if turning and rng.random() < 0.5 else moves)
            text, after = game.notation.format(place, move), game.play(place, move)
            news = came_to_light(place, after)
            session.play(f"{text}={','.join(news)}" if news else text)
            place = after
            turned += len(news) == 1
            dealt += len(news) > 1
            assert session.seen == game.observe(place)
        again: Session[Any, Any] = Session.load(session.save())
        assert again.seen == session.seen
        assert again.view().moves == session.view().moves
        written = write_position(game, session.known, "board")
        read = next(read_lines(written.splitlines(), game)).checked(game)
        assert read == session.known
        assert game.observation(read) == game.observe(place)
    assert turned > 0
    assert dealt > 0


def start(name: str = "spider", deal: int = 7) -> tuple[Session[Any, Any], Any]:
    game = observed(get_game(name))
    place = game.deal(deal)
    return Session.of_setup(game, hidden(game.setup(place))), place


def turning(session: Session[Any, Any], place: Any) -> tuple[str, str]:
    """A move that turns a card, and which."""
    game = session.game
    for move in game.legal_moves(place):
        news = came_to_light(place, game.play(place, move))
        if len(news) == 1:
            return game.notation.format(place, move), news[0]
    raise AssertionError("no move turns a card")


def test_a_card_that_cannot_be_is_refused_and_changes_nothing() -> None:
    session, place = start()
    move, card = turning(session, place)
    twice = next(c for c in ["AC", "KD", "9H", "5S", "2D", "7C"] if c != card)
    seen, known = session.seen, session.known
    for text, message in (
        (move, "this move turns or deals a card that is unknown; expected it to be named"),
        (f"{move}={card},KS", f"{move} brings 1 card to light, and 2 are named"),
        (f"{move}=??", "names no move and its cards"),
        (f"{move}=", "unknown card ''"),
        (f"={card}", "names no move and its cards"),
        (f"{move}=QX", f"'{move}=QX': unknown card 'QX'"),
        ("deal=KS,QH", "deal brings 10 cards to light, and 2 are named; expected 10 cards behind ="),
        (f"deal={','.join([twice] * 10)}", f"{twice} cannot come to light: every {twice} is known to be"),
        ("xx=KS", "xx"),
    ):
        with pytest.raises(InputError) as caught:
            session.play(text)
        assert message in str(caught.value), text
        assert (session.seen, session.known) == (seen, known)
    one, place = start("spider:suits=1")
    with pytest.raises(InputError, match="QH is not in Spider; expected a card of its suits"):
        one.play(f"{turning(one, place)[0]}=QH")


def test_a_card_where_none_turns_is_refused() -> None:
    session, place = start()
    game, shown = session.game, Session(session.game, place, open_cards=True)
    quiet = None
    while quiet is None:  # the columns that are nearly turned over soon have such a move
        quiet = next(
            (m for m in game.legal_moves(place) if not came_to_light(place, game.play(place, m))), None
        )
        if quiet is None:
            move = game.legal_moves(place)[0]
            shown.play(game.notation.format(place, move))
            place = game.play(place, move)
    text = game.notation.format(place, quiet)
    with pytest.raises(InputError, match=f"{text} brings no card to light, and 1 is named; expected {text} "):
        shown.play(f"{text}=KS")


def test_where_the_cards_are_known_what_is_named_is_compared() -> None:
    game = observed(get_game("spider"))
    place = game.deal(7)
    for session in (Session(game, place), Session(game, place, open_cards=True)):
        move, card = turning(session, place)
        with pytest.raises(InputError, match=f"{move} brings {card} to light, not "):
            session.play(f"{move}={'AC' if card != 'AC' else 'KC'}")
        session.play(f"{move}={card}")
        assert session.view().moves == (move,)


def test_a_list_of_moves_names_them_too() -> None:
    session, place = start()
    move, card = turning(session, place)
    row = ",".join(came_to_light(place, session.game.play(place, session.game.notation.parse(place, "deal"))))
    moves = f"1. {move}={card}, deal={row}"
    session.play_all(parse_solution(moves, None, session.game))
    assert session.view().moves == (move, "deal")
    other, _ = start()
    with pytest.raises(InputError, match=r"m:1:4: .* is unknown"):
        other.play_all(parse_solution(f"1. {move} deal={row}", "m", other.game))


def test_cards_behind_a_move() -> None:
    assert split_reveal("37") == ("37", ())
    assert split_reveal("deal=ks,10H") == ("deal", (parse_card("KS"), parse_card("TH")))


def test_once_every_card_is_known_the_game_may_be_opened() -> None:
    """The last unknown card follows from the others, and need not be named."""
    game = observed(get_game("spider:suits=1"))
    board = """
    Runs: C-0 D-0 H-0 S-6
    Column 1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S
    Column 2: ?? ?? | AS
    Column 3: QS JS TS 9S 8S 7S 6S 5S 4S 3S
    Column 4: KS
    """
    setup = next(read_lines([line.strip() for line in board.splitlines()], game)).checked(game)
    session: Session[Any, Any] = Session.of_setup(game, setup)
    with pytest.raises(InputError, match="cards of this position are unknown"):
        session.opened()
    session.play("21=2S")
    assert [str(card) for card in session.known.columns[1]] == ["AS", "2S"]
    opened = session.opened()
    assert opened.undo().number == 0
    session.play("23")
    assert session.view().moves == ("21", "23")
