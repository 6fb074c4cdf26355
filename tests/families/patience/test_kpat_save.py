"""Saved games of KPatience."""

from __future__ import annotations

from typing import Any

import pytest

from winnable.cards import CARDS, Card
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.text.detect import read_lines

GAME = get_game("freecell")
SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = (
    "ace",
    *["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
    "jack",
    "queen",
    "king",
)


def element(card: Card, turn: str = "") -> str:
    number = f"{card.index:07d}"
    return f'<card id="{number}" suit="{SUITS[card.suit]}" rank="{RANKS[card.rank]}"{turn}/>'


def move(pile: str, at: int, *cards: Card, turn: str = "") -> str:
    return f'<move pile="{pile}" position="{at}">{"".join(element(card, turn) for card in cards)}</move>\n'


def saved(states: list[str], current: int) -> str:
    """As KPatience writes it: the states, of which one is on the table."""
    text = '<?xml version="1.0" encoding="UTF-8"?>\n<kpat-game game-type="freecell" deal-number="617">\n'
    for number, state in enumerate(states):
        mark = ' current="true"' if number == current else ""
        text += f"<state{mark}>\n{state}</state>\n"
    return text + "</kpat-game>\n"


def columns(position: Any) -> list[tuple[Card, ...]]:
    return list(GAME.setup(position).columns)


def states() -> tuple[list[str], list[Any]]:
    """A few moves as KPatience records them, and the positions that they lead to."""
    position = GAME.deal(617)
    found, positions = [], [position]
    dealt = columns(position)
    found.append(
        "".join(move(f"store{i}", 0, *column, turn=' turn="face-up"') for i, column in enumerate(dealt))
    )
    for text in ("2a", "3b", "74", "8c"):
        try:
            after = GAME.play(position, GAME.notation.parse(position, text))
        except ValueError:
            continue
        card = columns(position)[int(text[0]) - 1][-1]
        if text[1].isalpha():
            found.append(move(f"freecell{'abcd'.index(text[1])}", 0, card))
        else:
            target = int(text[1]) - 1
            found.append(move(f"store{target}", len(columns(position)[target]), card))
        position = after
        positions.append(position)
    return found, positions


def read(text: str) -> Any:
    (entry,) = read_lines(text.splitlines(keepends=True), GAME, "game.kpat")
    return entry.position(GAME)


def test_the_position_on_the_table_is_read() -> None:
    found, positions = states()
    assert len(positions) >= 3
    for current, position in enumerate(positions):
        assert read(saved(found, current)) == position
    assert read(saved(found, 1).replace("\n", "")) == positions[1]


def test_foundations_by_their_cards() -> None:
    home = [Card.of(rank, suit) for suit in (0, 1, 2) for rank in range(13)]
    spades = [card for card in CARDS if card.suit == 3]
    state = "".join(move(f"target{suit}", 0, *home[13 * suit : 13 * suit + 13]) for suit in range(3))
    state += move("target3", 0, *spades[:12]) + move("freecell2", 0, spades[12])
    setup = GAME.setup(read(saved([state], 0)))
    assert setup.foundation_counts == (13, 13, 13, 12)
    assert setup.cells == (None, None, spades[12], None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "<?xml version='1.0'?>\n<html/>",
            "this XML is of another kind: html; expected a saved game of FreeCell",
        ),
        ("<?xml version='1.0'?>\n<kpat-game>", "this is no whole XML"),
        ("<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'c'>]><kpat-game/>", "this XML defines entities"),
        (
            saved([move("talon", 0, CARDS[0])], 0).replace("freecell", "klondike"),
            "KPatience's deal 617 of klondike has other piles or cards than FreeCell",
        ),
        (saved([move("store0", 0, CARDS[0])], 0), "51 cards of 52 are missing"),
    ],
)
def test_what_is_none_is_said(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert str(caught.value).startswith("game.kpat:1:1: ")
    assert said in str(caught.value)
