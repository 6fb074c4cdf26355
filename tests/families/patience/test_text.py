"""Boards of Freecell Solver."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.cards import UNKNOWN
from winnable.errors import InputError, Place
from winnable.families.patience.setup import BOARD, Setup, cell_slot, column_slot, foundation_slot, make_setup
from winnable.families.patience.text import (
    format_board,
    looks_like_board,
    parse_board,
    parse_boards,
)
from winnable.text.lines import is_comment, is_separator

from .text_strategies import cards_of, game_named, legal_setups, loose_setups

# From the README of Freecell Solver ("Some complete examples for layouts"), by Shlomi Fish.
README_BOARD = """\
Foundations: H-6 C-9 D-2 S-0
Freecells:  QS  3S  -  KD
: 8H 3D 2S
: KS QD JC
: AS 8D TD 7D JH TS 9D
: 7S 6D
: 5S
: KH QC JD TC 9H 8S 7H 6S 5D 4S
: KC QH JS TH 9S
: 4D
"""
DEAL_617 = """\
Foundations: H-0 C-0 D-0 S-0
Freecells: - - - -
: 7D TD TH KD 4C 4S JD
: AD 7S QC 5H QS TS KS
: 5C QD 3H 9S 9C 2H KC
: 3S AC 9D 3C 9H 5D 4H
: 5S 6D 6S 8S 7C JC
: 8C 8H 8D 7H 6H 6C
: 2D AS 3D 4D 2C JH
: AH KH TC JS 2S QH
"""


def message(text: str) -> str:
    """The error of reading ``text`` as one freecell position."""
    with pytest.raises(InputError) as caught:
        game_named("freecell").position(parse_board(text, "b.txt"))
    return str(caught.value)


def test_a_board_as_published() -> None:
    setup = parse_board(README_BOARD)
    assert setup == make_setup(
        ["8H 3D 2S", "KS QD JC", "AS 8D TD 7D JH TS 9D", "7S 6D", "5S",
         "KH QC JD TC 9H 8S 7H 6S 5D 4S", "KC QH JS TH 9S", "4D"],
        "QS 3S - KD",
        {"H": 6, "C": 9, "D": 2},
    )  # fmt: skip
    game_named("freecell").position(setup)


def test_a_deal_is_written_with_both_headers() -> None:
    game = game_named("freecell")
    assert format_board(game.setup(game.deal(617))) == DEAL_617


@given(loose_setups())
def test_round_trip(setup: Setup) -> None:
    assert parse_board(format_board(setup)) == setup
    if not any(UNKNOWN in column for column in setup.columns):
        assert parse_board(format_board(setup, unicode=True)) == setup


@given(legal_setups())
def test_round_trip_of_positions(setup: Setup) -> None:
    game = game_named("freecell")
    again = parse_board(format_board(setup))
    assert again == setup
    assert game.setup(game.position(again)) == setup


@pytest.mark.parametrize("header", ["Foundations:", "Foundation:", "founds:", "Found:", "DECKS:", "  Deck:"])
def test_spellings_of_the_foundations(header: str) -> None:
    setup = parse_board(f"{header} H-10 s-K  D-A c-0\n: 4H\n")
    assert setup.foundation_counts == (0, 1, 10, 13)


@pytest.mark.parametrize(
    "tops", ["TH KS AD", "10♥ AD - KS", "H10 C0 sK d1", "H-10, S-13, D-A", "*;10h;ks;ad"]
)
def test_foundations_by_the_cards_on_top(tops: str) -> None:
    setup = parse_board(f"Foundations: {tops}\n4H\n")
    assert setup.foundation_counts == (0, 1, 10, 13)
    based = parse_board(f"Base: 9\nFoundations: {tops}\n4H\n")
    assert based.foundation_counts[2] == 2


@pytest.mark.parametrize(
    "header", ["Freecells:", "freecell:", "FC:", "Cells:", "cell:", "Free cells:", "FREE  CELL:", "cells :"]
)
def test_spellings_of_the_cells(header: str) -> None:
    assert parse_board(f"{header} - 4H * ks\n").cells == (None, *cards_of("4H"), None, *cards_of("KS"))


def test_headers_in_the_other_order_and_none() -> None:
    assert parse_board("FC: 2C\nFound: H-2\n3C\n") == make_setup(["3C"], "2C", {"H": 2})
    assert parse_board("4H 10S 0c 1d\n") == make_setup(["4H TS TC AD"])


@pytest.mark.parametrize(
    "text", ["4H,10S,0c,1d", "4H, 10S; TC  d1", ": 4♥ 10♠ 10♣ 1♦", "H4\tST C10 DA", "4♡,S10,C0,A♦️"]
)
def test_cards_as_people_write_them(text: str) -> None:
    setup = parse_board(text)
    assert setup == make_setup(["4H TS TC AD"])
    assert text[setup.places[column_slot(0, 1)].column - 1] in "1TS"


def test_empty_columns() -> None:
    text = "\n\n: 4H\n\n:\n   \n5S\n\n \n"
    assert parse_board(text) == make_setup(["4H", "", "", "", "5S"])
    assert parse_board(": 4H\n:\n:\n") == make_setup(["4H", "", ""])  # a colon is a column, also at the end
    assert parse_board(":\n: 4H\n") == make_setup(["", "4H"])


def test_blank_lines_and_comments_among_the_headers() -> None:
    text = "# a\nFound: H-2\n\n# b\nFC: 2C\n# c\n: 3C\n"
    assert parse_board(text) == make_setup(["3C"], "2C", {"H": 2})


@pytest.mark.parametrize("colon", [":", ": ", "", " : ", "\t"])
def test_the_colon_is_optional(colon: str) -> None:
    setup = parse_board(f"{colon}4H 5S\n")
    assert setup.columns == (tuple(cards_of("4H 5S")),)
    assert setup.places[column_slot(0, 1)] == Place(1, len(colon) + 4)


@pytest.mark.parametrize(
    ("line", "cells"),
    [  # as Freecell Solver prints them, with gaps
        ("Freecells:  JH      4D    ", "JH - 4D -"),
        ("Freecells:      3S", "- 3S"),
        ("Freecells:  QS  3S  2S  KD", "QS 3S 2S KD"),
        ("Freecells:  JH      4D  4H", "JH - 4D 4H"),
        ("Freecells: JH     4D", "JH 4D"),  # not in fields of four
        ("Freecells:", ""),
        ("Freecells:                ", ""),
    ],
)
def test_gaps_among_the_cells(line: str, cells: str) -> None:
    assert parse_board(line + "\n: 4C\n").cells == make_setup([], cells).cells


def test_base_rank_is_our_own_header() -> None:
    setup = parse_board("Base: 7\nFoundations: H-8 C-6 D-7 S-0\n: 4H\n")
    assert setup == make_setup(["4H"], "", {"H": 2, "C": 13, "D": 1}, base=6)
    assert parse_board(format_board(setup)) == setup
    late = parse_board("Foundations: H-8\nBase: 7\n")
    assert late.foundation_counts == (0, 0, 2, 0)


def test_windows_and_other_line_ends() -> None:
    assert parse_board(README_BOARD.replace("\n", "\r\n")) == parse_board(README_BOARD)
    assert parse_board(README_BOARD.rstrip("\n")) == parse_board(README_BOARD)


def test_places() -> None:
    setup = parse_board("# c\n Foundations: H-6 C-9\nFreecells:  JH      4D\n: 8H 3D\n 2S\n", "b.txt")
    assert setup.source == "b.txt"
    assert setup.places == {
        BOARD: Place(2, 1),
        foundation_slot(2): Place(2, 15),
        foundation_slot(0): Place(2, 19),
        cell_slot(0): Place(3, 13),
        cell_slot(1): Place(3, 17),
        cell_slot(2): Place(3, 21),
        column_slot(0): Place(4, 1),
        column_slot(0, 0): Place(4, 3),
        column_slot(0, 1): Place(4, 6),
        column_slot(1): Place(5, 1),
        column_slot(1, 0): Place(5, 2),
    }


BOARDS = [
    DEAL_617 + DEAL_617,
    DEAL_617 + "---\n" + DEAL_617,
    "\n-----\n\n" + DEAL_617 + "\n\n-----\n" + "\n" + DEAL_617 + "\n---\n",
    "# one\n" + DEAL_617 + "# two\n\n# really\n" + DEAL_617 + "\n# end\n",
    "".join(DEAL_617.splitlines(keepends=True)[2:]) + "===\n" + DEAL_617,
]


@pytest.mark.parametrize("text", BOARDS)
def test_several_boards(text: str) -> None:
    found = list(parse_boards(text.split("\n")))
    game = game_named("freecell")
    assert [game.position(setup) for setup in found] == [game.deal(617)] * 2


def test_boards_come_as_they_are_read() -> None:
    def lines() -> Iterator[str]:
        yield from DEAL_617.splitlines()
        yield "---"
        raise AssertionError("read too far")

    assert next(parse_boards(lines())) == parse_board(DEAL_617)


def test_one_board_means_one() -> None:
    assert (
        message(DEAL_617 + "---\n" + DEAL_617) == "b.txt:12:1: a second board begins here; expected one board"
    )
    assert message("\n# nothing\n") == "b.txt: there is no board here; expected a line for each column"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("7D TD", "XD TD", "b.txt:3:3: unknown card 'XD'; expected a rank A23456789TJQK then a suit CDHS"),
        ("7D TD", "7D TDT",
         "b.txt:3:6: unknown card 'TDT'; expected a rank A23456789TJQK then a suit CDHS"),
        ("7D TD", "TD TD",
         "b.txt:3:6: TD appears twice, first at line 3, column 3; expected each of the 52 cards once; "
         "take one out"),
        ("7D TD", "TD", "b.txt:1:1: 1 card of 52 is missing: 7D; put each in a column or a cell"),
        ("AH KH", "KH",
         "b.txt:1:1: 1 card of 52 is missing: AH; if home, write Foundations: C-0 D-0 H-A S-0"),
        ("7D TD", "7D TD 2C",
         "b.txt:9:15: 53 cards: 2C appears twice, first at line 3, column 9; "
         "expected each of the 52 cards once; take one out"),
        ("- - -\n", "- - - -\n",
         "b.txt:2:20: a cell too many: FreeCell has 4 cells, not 5; "
         "take it out, or name a game with more cells"),
        ("2S QH\n", "2S\nQH\n",
         "b.txt:11:1: a column too many: FreeCell has 8 columns, not 9; "
         "take it out, or put --- between two boards"),
        ("7D TD", "?? TD",
         "b.txt:3:3: an unknown card; expected every card of FreeCell face up; say which it is"),
        ("H-0", "H-2",
         "b.txt:5:18: 54 cards: 2H is on its foundation already; expected each of the 52 cards once; "
         "take it out here, or lower foundation H"),
        ("H-0", "H-X", "b.txt:1:16: unknown rank 'X'; expected one of A23456789TJQK"),
        ("H-0", "X-0", "b.txt:1:14: unknown suit 'X'; expected one of CDHS"),
        ("H-0", "H",
         "b.txt:1:14: 'H' is no foundation; expected suit-rank such as H-5 or S-0, or the card on top"),
        ("H-0", "??",
         "b.txt:1:14: '??' is no foundation; expected suit-rank such as H-5 or S-0, or the card on top"),
        (": 7D", "Tableau: 7D",
         "b.txt:3:1: 'Tableau:' is no heading; expected one of Foundations:, Freecells: and Base:"),
        (": 7D", ": Freecells: 7D",
         "b.txt:3:3: 'Freecells:' stands among the cards of a column; "
         "expected it at the beginning of a line"),
        ("H-0", "C-0 H-0", "b.txt:1:22: foundation C is given twice; expected each suit once"),
        ("Freecells: -", "Freecells: 3",
         "b.txt:2:12: unknown card '3'; expected a rank A23456789TJQK then a suit CDHS"),
        ("Freecells", "Foundations", "b.txt:2:1: a second line 'Foundations:'; expected one of each"),
        ("Freecells", "Base: A\nBase: A\nFreecells",
         "b.txt:3:1: a second line 'Base:'; expected one of each"),
        ("Freecells", "Base: X\nFreecells", "b.txt:2:7: unknown rank 'X'; expected one of A23456789TJQK"),
        ("Freecells", "Base:\nFreecells", "b.txt:2:6: a base is one rank; expected one of A23456789TJQK"),
    ],
)  # fmt: skip
def test_errors_name_the_place_and_the_mend(old: str, new: str, said: str) -> None:
    assert old in DEAL_617
    assert message(DEAL_617.replace(old, new, 1)) == said


def test_a_text_without_end_is_stopped() -> None:
    said = r"^line 65, column 1: this board has no end; expected at most 64 columns"
    with pytest.raises(InputError, match=said):
        next(parse_boards(repeat(": 4H")))


@given(st.text(alphabet=st.sampled_from("AKT10H?#:-* \n\r\tFfoundcels7SX♥"), max_size=80))
def test_any_text_is_boards_or_an_input_error(text: str) -> None:
    try:
        found = list(parse_boards(text.split("\n"), "b.txt"))
    except InputError as error:
        place = str(error)
        assert place.startswith("b.txt:")
        return
    for setup in found:
        assert all(slot in setup.places for slot, _ in setup.slots())


@pytest.mark.parametrize("line", ["# hello", "#", "  #x", "# 4H and more", "#4H"])
def test_comments(line: str) -> None:
    assert is_comment(line)


@pytest.mark.parametrize("line", ["# 4H", "# # 2S", ": # 4H", "4H # 2S", ""])
def test_an_unknown_card_is_no_comment(line: str) -> None:
    assert not is_comment(line)


def test_unknown_cards_in_a_column() -> None:
    assert parse_board("# 4H\n: ?? #\n").columns == ((UNKNOWN, *cards_of("4H")), (UNKNOWN, UNKNOWN))


def test_first_lines() -> None:
    for line in ("Foundations: H-0", "fc: -", ":", ": 4H", "4H 5X", "10H"):
        assert looks_like_board(line)
    for line in ("617", "ms:617", "hello world", "{", ""):
        assert not looks_like_board(line)
    assert [is_separator(line) for line in ("---", " ===== ", "--", "-=-", ": -", "")] == [
        True, True, False, False, False, False
    ]  # fmt: skip
