"""What the server says to hands at the table: why a move cannot be made, and what a move did."""

from __future__ import annotations

from typing import Any

import pytest

from winnable.errors import InputError
from winnable.registry import game_names, get_game
from winnable.session import Session
from winnable.session.told import told
from winnable.text.spoken import card_name, number_word, sentence, spoken

from .serving import Client, begin, with_client


def words_here(session: Session[Any, Any]) -> str:
    node = session.here
    assert node.parent is not None
    words = session.game.family.describe(session.game, node.parent.placed, node.moves[0])
    return told(session, node, words)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "7H from column 4 onto 8C in column 3",
            "seven of hearts from column 4 onto eight of clubs in column 3",
        ),
        ("5H 4S from column 2", "five of hearts, four of spades from column 2"),
        ("the king KH in row 7", "king of hearts in row 7"),
        ("8S+5D", "8S+5D"),
        ("a ghost in r2c3", "a ghost in r2c3"),
    ],
)
def test_cards_by_their_names(text: str, said: str) -> None:
    assert spoken(text) == said


def test_sentences_and_numbers() -> None:
    assert sentence("two cards home") == "Two cards home."
    assert sentence("Won!") == "Won!"
    assert sentence("") == ""
    assert [number_word(n) for n in (0, 2, 11)] == ["no", "two", "11"]


@pytest.mark.parametrize(
    ("game", "source", "index", "target", "why"),
    [
        (
            "freecell",
            "column 1",
            6,
            "column 2",
            "The nine of spades cannot go on the ace of diamonds: it goes on a ten.",
        ),
        (
            "freecell",
            "column 1",
            6,
            "foundation S",
            "The nine of spades does not fit yet: its foundation waits for the ace of spades.",
        ),
        ("freecell", "column 1", 5, "cell a", "A cell holds one card."),
        ("eight_off", "column 1", 5, "cell a", "That cell holds the nine of spades."),
        (
            "simple_simon",
            "column 1",
            7,
            "foundation C",
            "Only complete runs leave, and they leave by themselves.",
        ),
        (
            "spider",
            "column 1",
            5,
            "column 2",
            "The jack of clubs cannot go on the nine of clubs: it goes on a queen.",
        ),
        ("spider", "column 1", 2, "column 2", "This card lies face down."),
        ("spider", "column 1", 5, "stock", "No card goes back to the stock."),
        (
            "pyramid",
            "row 7 card 1",
            0,
            "row 7 card 2",
            "The five of hearts and the six of spades do not make thirteen.",
        ),
        (
            "pyramid",
            "row 7 card 1",
            0,
            "waste",
            "The five of hearts leaves only with a card that makes thirteen with it.",
        ),
    ],
)
def test_why_a_move_cannot_be_made(game: str, source: str, index: int, target: str, why: str) -> None:
    session = Session.of_deal(get_game(game), 5)
    assert session.why_not(source, index, target) == why


def test_colours_must_alternate() -> None:
    session = Session.of_deal(get_game("freecell"), 1)
    scene = session.scene()
    reasons = {
        session.why_not(pile.name, len(pile.cards) - 1, other.name)
        for pile in scene.piles
        for other in scene.piles
        if pile.cards
        and other.cards
        and pile is not other
        and not any(
            (m.source, m.index, m.target) == (pile.name, len(pile.cards) - 1, other.name) for m in scene.moves
        )
    }
    assert any(reason.endswith(": colours must alternate.") for reason in reasons)


@pytest.mark.parametrize("name", [name for name in game_names() if not get_game(name).info.on_squares])
def test_every_refusal_is_a_sentence(name: str) -> None:
    """Of every card that lies open onto every pile, in every game."""
    session = Session.of_deal(get_game(name), 5)
    scene = session.scene()
    legal = {(move.source, move.index, move.target) for move in scene.moves}
    for pile in scene.piles:
        for target in scene.piles:
            for index in range(pile.down, len(pile.cards)):
                if pile is target or (pile.name, index, target.name) in legal:
                    continue
                why = session.why_not(pile.name, index, target.name)
                assert not why[0].islower()
                assert why.endswith(".")
                assert "not a move" not in why


def test_what_is_not_there_cannot_be_refused() -> None:
    session = Session.of_deal(get_game("freecell"), 5)
    for asked in (("column 9", 0, "column 1"), ("column 1", 7, "column 2"), ("column 1", 6, "cell a")):
        with pytest.raises(InputError):
            session.why_not(*asked)


def test_a_move_is_told_with_what_it_turned() -> None:
    session = Session.of_deal(get_game("spider"), 5)
    session.play(session.legal()[0])
    said = words_here(session)
    top = session.scene().pile("column 1").up[0]
    assert said.startswith("Jack of clubs from column 1 onto the queen of")
    assert said.endswith(f"Turned: {card_name(top)}.")


def test_a_move_is_told_with_what_went_home_by_itself() -> None:
    session = Session.of_deal(get_game("freecell"), 5, autoplay="max")
    played = 0
    while len(session.here.moves) < 2:
        session.play(session.legal()[played % len(session.legal())])
        played += 1
    home = len(session.here.moves) - 1
    assert words_here(session).endswith(
        f"{number_word(home).capitalize()} card{'' if home == 1 else 's'} home."
    )


def test_the_routes() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "5", "freecell")
        assert board["said"] == ""
        one = f"/api/boards/{board['id']}"
        tried = {"source": "column 1", "index": 6, "target": "column 2"}
        reply = await client.post(f"{one}/why-not", json=tried)
        assert (
            reply.json()["text"] == "The nine of spades cannot go on the ace of diamonds: it goes on a ten."
        )
        for wrong in ({"index": 6.5}, {"index": 1e300}, {"target": "column 0"}, {"target": "cell a"}):
            reply = await client.post(f"{one}/why-not", json=tried | wrong)
            assert reply.status_code == 422, wrong
            assert reply.json()["error"]["what"]
        reply = await client.post(f"{one}/play", json={"move": "1a"})
        assert reply.json()["said"] == "Nine of spades from column 1 to cell a."

    with_client(ask)


# --- autoplay ----------------------------------------------------------------------------------------------


def with_a_card_home(autoplay: str) -> Session[Any, Any]:
    """A game in which cards may come back, after a move that sent some home."""
    session = Session.of_deal(get_game("freecell:foundation_return=true"), 5, autoplay=autoplay)
    number = 0
    while len(session.here.moves) < 2:
        session.play(session.legal()[number % len(session.legal())])
        number += 1
    return session


def test_one_undo_takes_back_a_move_with_what_it_caused() -> None:
    session = with_a_card_home("max")
    before = session.here.parent
    assert len(session.here.moves) > 1
    session.undo()
    assert session.here is before
    assert session.here.placed == before.placed  # and nothing goes home by itself while there is a redo
    session.redo()
    assert len(session.here.moves) > 1


def test_a_card_taken_from_its_foundation_stays() -> None:
    session = with_a_card_home("max")
    back = next((text for text in session.legal() if text[0] in "CDHS"), None)
    tries = 0
    while back is None:
        session.play(session.legal()[tries % len(session.legal())])
        back = next((text for text in session.legal() if text[0] in "CDHS"), None)
        tries += 1
    home = sum(session.position.home)
    session.play(back)
    assert session.here.texts == (back,)
    assert sum(session.position.home) == home - 1
    assert Session.load(session.save()).here.texts == (back,)
    other = next(text for text in session.legal() if not text.endswith("h") and text[0] != back[1])
    session.play(other)
    assert sum(session.position.home) >= home  # after another move it goes home again
