"""Boards as people type and paste them read as the clean ones do, and errors name the right places."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from families.patience.text_strategies import game_named, legal_setups
from winnable.cards import CARDS, UNKNOWN, find_card, parse_card
from winnable.errors import InputError
from winnable.families.patience.setup import Setup
from winnable.families.patience.text import format_board
from winnable.registry import get_game
from winnable.text.boards import write_position
from winnable.text.detect import Entry, read_lines, text_lines
from winnable.text.typed import cards_of, plain

FREECELL = game_named("freecell")
CARD: Final = re.compile(r"\b[A2-9TJQK][CDHS]\b")
SYMBOLS: Final = str.maketrans("CDHS", "\u2663\u2666\u2665\u2660")
ROWS: Final = {"S": 0, "H": 1, "D": 2, "C": 3}  # of Unicode's playing cards
NAMES: Final = dict(
    zip("A23456789TJQK", ["Ace", *"23456789", "10", "Jack", "Queen", "King"], strict=True),
    C="Clubs", D="diamonds", H="hearts", S="Spades",
)  # fmt: skip


def picture(card: str) -> str:
    """Unicode's picture of a card."""
    return chr(0x1F0A1 + 16 * ROWS[card[1]] + "A23456789TJ?QK".index(card[0]))


# Ways to spell each card.
SPELLINGS: Final[list[Callable[[str], str]]] = [
    str.lower,
    lambda card: card[0] + card[1].lower(),
    lambda card: card[::-1],
    lambda card: card.replace("T", "10"),
    lambda card: card.replace("T", "0"),
    lambda card: card.translate(SYMBOLS),
    lambda card: card[::-1].replace("T", "10").translate(SYMBOLS) + "\ufe0f" * (card[0] == "T"),
    picture,
    lambda card: f'"{card}",',
    lambda card: f"[{card}]",
    lambda card: f"{NAMES[card[0]]} of {NAMES[card[1]]}",
]
# Ways to write the lines of a board.
LAYOUTS: Final[list[Callable[[str], str]]] = [
    lambda text: text.replace(" ", "\t"),
    lambda text: text.replace(" ", "\u00a0"),
    lambda text: text.replace(" -", " \u2013"),
    lambda text: text.replace("Freecells:", "Free Cells:").replace("Foundations:", "HOME:"),
    lambda text: re.sub("^: ", "\u2022 ", text, flags=re.MULTILINE),
]
# What may stand around them.
AROUND: Final[list[Callable[[list[str]], list[str]]]] = [
    lambda lines: lines,
    lambda lines: [f"    {line}  " for line in lines],
    lambda lines: ["```", *lines, "```", ""],
    lambda lines: ["Deal #617", "", *lines],
    lambda lines: ["\u250c\u2500\u2500\u2510", *(f"\u2502 {line} \u2502" for line in lines), "+--+"],
]


def read(text: str | bytes, game: Any = FREECELL) -> list[Entry]:
    data = text.encode() if isinstance(text, str) else text
    return list(read_lines(text_lines(io.BytesIO(data), "f"), game, "f"))


def columns_apart(text: str, label: str) -> str:
    """The board with its columns numbered."""
    head, *columns = re.split(r"^:", text, flags=re.MULTILINE)
    return head + "".join(label.format(i) + column for i, column in enumerate(columns, 1))


@given(
    legal_setups(),
    st.sampled_from(SPELLINGS),
    st.lists(st.sampled_from(LAYOUTS), unique=True, max_size=3),
    st.sampled_from(AROUND),
    st.booleans(),
)
def test_a_sloppy_board_is_the_clean_one(
    setup: Setup,
    spell: Callable[[str], str],
    layouts: list[Callable[[str], str]],
    around: Callable[[list[str]], list[str]],
    quoted: bool,
) -> None:
    text = CARD.sub(lambda card: spell(card[0]), format_board(setup))
    for layout in layouts:
        text = layout(text)
    lines = [f"> {line}" if quoted else line for line in around(text.splitlines())]
    (entry,) = read("\n".join(lines))
    assert entry.setup == setup


@given(
    legal_setups(),
    st.sampled_from(["{}: ", "{}. ", "{}) ", "Column {}: ", "Stack {}: ", "T{}: ", "Pile #{}: "]),
)
def test_numbered_columns(setup: Setup, label: str) -> None:
    (entry,) = read(columns_apart(format_board(setup), label))
    assert entry.setup == setup


@given(legal_setups(), st.sampled_from(["", "-", "/"]))
def test_cards_without_spaces(setup: Setup, between: str) -> None:
    lines = [
        line if "s:" in line else ": " + line[2:].replace(" ", between)
        for line in format_board(setup).splitlines()
    ]
    (entry,) = read("\n".join(lines))
    assert entry.setup == setup


@given(legal_setups(), st.sampled_from(["utf-16", "utf-8-sig"]), st.sampled_from(["\r\n", "\n"]))
def test_files_of_windows(setup: Setup, encoding: str, end: str) -> None:
    (entry,) = read(format_board(setup).replace("\n", end).encode(encoding))
    assert entry.setup == setup


@pytest.mark.parametrize("spell", SPELLINGS)
@pytest.mark.parametrize(
    ("name", "deal"), [("pyramid", 1), ("pyramid:giza", 2), ("spider", 101), ("spiderette", 5)]
)
def test_boards_of_other_games(name: str, deal: int, spell: Callable[[str], str]) -> None:
    game = get_game(name)
    position = game.deal(deal)
    text = CARD.sub(lambda card: spell(card[0]), write_position(game, position))
    for lines in (
        text,
        text.replace("\n", "\r\n"),
        "> " + text.replace("\n", "\n> "),
        text.replace(" ", "\t"),
    ):
        (entry,) = read(lines, game)
        assert entry.position(game) == position


@given(st.lists(st.sampled_from(CARDS), min_size=1, max_size=12), st.integers(0, 8))
def test_words_stay_where_they_are(cards: list[Any], spaces: int) -> None:
    gap = " " * (spaces + 1)
    line = f"{gap}({', '.join(map(str, cards))})"
    assert len(plain(line)) == len(line)
    for word, column in cards_of(plain(line)):
        assert line[column - 1 : column - 1 + len(word)] == word
    glued = "".join(map(str, cards))
    assert [find_card(word) for word, _ in cards_of(glued)] == cards
    for word, column in cards_of(glued):
        assert glued[column - 1 : column - 1 + len(word)] == word


def test_pictures_of_cards() -> None:
    assert [parse_card(picture(str(card))) for card in CARDS] == list(CARDS)
    assert parse_card("\U0001f0a0") is UNKNOWN  # its back
    assert find_card("\U0001f0ac") is None  # the knight


BOARD: Final = format_board(FREECELL.setup(FREECELL.deal(617)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            BOARD.replace("7D TD", "7D 1OD"),
            "f:3:6: unknown card '1OD'; expected a rank A23456789TJQK then a suit CDHS; did you mean TD?",
        ),
        (
            BOARD.replace(": AD 7S", "Column 3: AD 7S"),
            "f:4:1: column 3 stands here; expected column 2, one after the other",
        ),
        (
            BOARD.replace(": AD", "- AD"),
            "f:4:1: '-' in a column; expected cards, the deepest first; take it out, or add --rows if each "
            "line is a row of the table",
        ),
        (
            "My game:\n" + BOARD,
            "f:1:1: cannot tell what 'My game:' is; expected boards, decks or deal numbers one to a line, or "
            "JSON; put a # before lines that are not of the board",
        ),
        (
            '[["7D", "TD"], ["AD", "7S"]]',
            "f:1:1: several lists of cards on one line; expected a line for each column, or JSON: "
            '{"columns": [[...], [...]]}',
        ),
        (
            BOARD.replace("\n:", "\n\n:"),
            "f:11:1: a column too many: FreeCell has 8 columns, not 16; take out what is empty: in a board a "
            "blank line is an empty column",
        ),
        (BOARD.replace("H-0", "7H 9H"), "f:1:17: foundation H is given twice; expected each suit once"),
        (
            BOARD.replace("7D TD", "7D-TD-XD"),
            "f:3:3: unknown card '7D-TD-XD'; expected a rank A23456789TJQK then a suit CDHS",
        ),
        (
            b"\x89PNG\r\n\x1a\n\x00",
            "f: this is a picture; expected text in UTF-8; write winnable screen read f",
        ),
        (
            b"\x80\x04\x95\x08\x8c\x06PySolFC\xff",
            "f: this is a saved game of PySolFC; expected text; give the deal by its number, as in "
            "pysol:617, or a screenshot to winnable screen read",
        ),
    ],
)
def test_what_is_wrong_is_said(text: str | bytes, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)[0].position(FREECELL)
    assert str(caught.value) == said


def test_foundations_card_by_card() -> None:
    won = "Home: AS 2S 3S, KH, KD, KC\nFree cells: 4S 5S none none\nTableau:\nKS QS JS TS\n9S 8S 7S 6S\n"
    (entry,) = read(won)
    assert entry.position(FREECELL) == read(won.replace("AS 2S 3S", "S-3"))[0].position(FREECELL)
    (entry,) = read("Foundations: 7H 8C\nFreecells: - - 2S -\nAS 3S")
    assert isinstance(entry.setup, Setup)
    assert entry.setup.foundation_counts == (8, 0, 7, 0)


def test_a_deal_in_words_above_other_deals() -> None:
    assert [entry.label for entry in read("Deal #617\n\nGame 5\nms:7")] == ["ms:617", "ms:5", "ms:7"]
