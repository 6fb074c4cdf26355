"""What a deal and the rules let the columns be."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.cards import CARDS
from winnable.errors import InputError
from winnable.families.patience.deck import DeckSetup
from winnable.families.patience.game import PatienceGame, PatiencePosition
from winnable.families.patience.setup import Setup
from winnable.families.patience.shape import dealt_lengths, longest_column, row_lengths
from winnable.families.patience.text import parse_rows
from winnable.registry import get_game
from winnable.text.detect import read_lines

from .text_strategies import game_named, walks

DATA = Path(__file__).parents[2] / "data" / "freecell"
FREECELL = game_named("freecell")
START = FREECELL.deal(617)
GAMES = list(FREECELL.family.games)
# Dealt, and built on them: from the written rules, not from the code. In the castle games the aces are out;
# in Baker's Dozen four kings may make up a column.
LONGEST = {
    "freecell": 19, "relaxed": 19, "forecell": 18, "bakers_game": 19, "ko_bakers": 19, "eight_off": 18,
    "seahaven": 17, "penguin": 19, "beleaguered_castle": 17, "streets_and_alleys": 19, "citadel": 17,
    "bakers_dozen": 16, "simple_simon": 20,
}  # fmt: skip


def read(text: str, game: PatienceGame = FREECELL, *, rows: bool = False) -> object:
    (entry,) = read_lines(text.splitlines(), game, "f", rows=rows)
    return entry.position(game)


def message(text: str, game: PatienceGame = FREECELL, *, rows: bool = False) -> str:
    with pytest.raises(InputError) as caught:
        read(text, game, rows=rows)
    return str(caught.value)


def rows_of(game: PatienceGame, number: int, gap: str = "-") -> str:
    """A deal typed row by row, with its cells and foundations before it where it has some."""
    return board_in_rows(game, game.deal(number), gap)


def board_in_rows(game: PatienceGame, position: PatiencePosition, gap: str) -> str:
    setup = game.setup(position)
    head = [line for line in str(position).split("\n") if not line.startswith(":")]
    if not any(setup.cells) and not any(setup.foundation_counts):
        head = []
    most = max(map(len, setup.columns))
    lines = [
        " ".join(str(column[row]) if row < len(column) else gap for column in setup.columns)
        for row in range(most)
    ]
    return "\n".join([*head, *lines])


def test_the_longest_column_of_every_game() -> None:
    assert {name: sum(longest_column(game_named(name))) for name in GAMES} == LONGEST
    assert sum(longest_column(get_game("freecell:columns=4"))) == 13 + 12
    assert sum(longest_column(get_game("freecell:build=none,group_drop=none"))) == 7


@pytest.mark.parametrize("name", GAMES)
def test_a_column_may_be_so_long_and_no_longer(name: str) -> None:
    game = game_named(name)
    most = LONGEST[name]
    rest = [CARDS[most:][k :: game.rules["columns"] - 1] for k in range(game.rules["columns"] - 1)]  # type: ignore[operator]
    if game.rules["leave"] == "singly":
        game.position(Setup([CARDS[:most], *rest]))
    with pytest.raises(InputError, match=rf"column 2 has {most + 1} cards.*at most {most}:"):
        game.position(Setup([rest[0][:1], CARDS[: most + 1]]))


@pytest.mark.parametrize("name", GAMES)
def test_what_play_makes_is_never_too_long(name: str) -> None:
    @given(walks(name))
    def check(walk: tuple[PatienceGame, object, list[object]]) -> None:
        game, position, moves = walk
        for move in moves:
            position = game.play(position, move)  # type: ignore[arg-type]
        setup = game.setup(position)  # type: ignore[arg-type]
        bare = Setup(
            setup.columns, setup.cells, setup.foundation_counts, setup.base, bare=True, unmarked=True
        )
        assert game.position(bare) == position

    check()


@pytest.mark.parametrize("name", ["flat-617.txt", "cr-only-617.txt", "commas.txt", "suit-first.txt"])
def test_deal_617_as_people_type_it(name: str) -> None:
    text = (DATA / name).read_bytes().decode()
    assert read(text) == FREECELL.deal(617)


@pytest.mark.parametrize("name", GAMES)
def test_a_deck_on_one_line_is_a_deal(name: str) -> None:
    game = game_named(name)
    deck = FREECELL.setup(FREECELL.deal(617)).columns
    line = " ".join(str(column[row]) for row in range(7) for column in deck if row < len(column))
    if name != "bakers_dozen":
        assert read(line, game) == game.deal(617)
        return
    # Its program deals from the deck's other end, and sinks kings; the text has the order of dealing.
    cards, dealt = line.split(), game.setup(read(line, game))  # type: ignore[arg-type]
    assert [sorted(map(str, column)) for column in dealt.columns] == [sorted(cards[k::13]) for k in range(13)]


def test_decks_that_are_none() -> None:
    line = (DATA / "flat-617.txt").read_text().strip()
    assert message(line.replace("7D ", "")) == (
        "f:1:1: a deck in one line without 7D; expected each of the 52 cards once, first dealt first"
    )
    assert message(line.replace("AD", "7D")) == (
        "f:1:4: 7D appears twice, first at line 1, column 1; expected each of the 52 cards once; take one out"
    )
    assert "unknown card" in message(line.replace("AD", "??"))
    assert message(": " + line) == (
        "f:1:62: column 1 has 52 cards, more than play can pile up in FreeCell; "
        "expected at most 19: 7 dealt and 12 built on them"
    )
    assert DeckSetup(CARDS) == DeckSetup(CARDS) != DeckSetup(CARDS[1:])


def test_rows_and_broken_decks_are_told_apart_from_columns() -> None:
    assert message((DATA / "rows-617.txt").read_text()) == (
        "f:1:1: lines of 8 8 8 8 8 8 4 cards are no columns of FreeCell; "
        "expected 8 columns, dealt 7 7 7 7 6 6 6 6 cards; for rows as seen on the screen add --rows"
    )
    assert message((DATA / "four-long-lines-617.txt").read_text()) == (
        "f:1:1: lines of 13 13 13 13 cards are no columns of FreeCell; "
        "expected 8 columns, dealt 7 7 7 7 6 6 6 6 cards; or put the deck on one line"
    )


@pytest.mark.parametrize("name", [name for name in GAMES if name != "penguin"])  # as many rows as columns
@pytest.mark.parametrize("number", [1, 617, 31])
def test_rows_of_every_game_are_no_columns(name: str, number: int) -> None:
    game = game_named(name)
    lines = [line for line in rows_of(game, number, gap="").split("\n") if line[0] not in "BF"]
    assert "add --rows" in message("\n".join(lines), game)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", [1, 617])
def test_rows_are_read(name: str, number: int) -> None:
    game = game_named(name)
    assert read(rows_of(game, number), game, rows=True) == game.deal(number)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "penguin"])
@pytest.mark.parametrize("headed", [False, True])
def test_rows_after_some_moves_are_no_columns(name: str, headed: bool) -> None:
    """Without --rows they would be a board of another game."""
    game = game_named(name)
    rng = Random(1)
    for number in range(15):
        position = game.deal(number + 1)
        for _ in range(rng.randrange(6)):
            if not (moves := game.legal_moves(position)):
                break
            position = game.play(position, rng.choice(moves))
        text = board_in_rows(game, position, gap="")
        if not headed:
            text = "\n".join(line for line in text.split("\n") if line[0] not in "BF")
        assert "add --rows" in message(text, game), text


def test_too_many_columns_are_no_rows() -> None:
    columns = [" ".join(map(str, column)) for column in FREECELL.setup(START).columns]
    text = "\n".join([*columns[:-1], columns[-1][:-3], columns[-1][-2:]])
    assert "a column too many" in message(text)


def test_four_columns_that_play_can_make_are_read() -> None:
    runs = ["KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS", "KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH"]
    runs += [run.replace("S", "C").replace("H", "D") for run in runs]
    setup = FREECELL.setup(read("\n".join(runs)))  # type: ignore[arg-type]
    assert [len(column) for column in setup.columns] == [13] * 4 + [0] * 4


ROWS = """\
 7D  AD  5C  3S  5S  8C  2D  AH
10D  7S  QD  AC  6D  8H  AS  KH
10H  QC  3H  9D  6S  8D  3D 10C
 KD  5H  9S  3C  8S  7H  4D  JS
 4C  QS  9C  9H  7C  6H  2C  2S
 4S 10S  2H  5D  JC  6C  JH  QH
 JD  KS  KC  4H
"""


def test_rows_that_stand_below_their_columns() -> None:
    assert read(ROWS, rows=True) == FREECELL.deal(617)
    later = ROWS.replace(" 4S 10S  2H  5D", " 4S      2H  5D").replace(" JD  KS  KC  4H", " JD      KC  4H")
    text = "Freecells: KS TS\n" + later
    marked = text.replace(" 4S     ", " 4S -").replace(" JD     ", " JD -")
    assert read(text, rows=True) == read(marked, rows=True)
    position = FREECELL.deal(617)
    for move in ("2a", "2b"):
        position = FREECELL.play(position, FREECELL.notation.parse(position, move))
    assert read(text, rows=True) == position


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ROWS + "7D 7D 7D 7D 7D 7D 7D 7D 7D\n", "f:8:25: a row of 9 cards below one of 8; expected no more"),
        (
            ROWS.replace(" 4S 10S", " -- 10S"),
            "f:7:2: 'JD' hangs below a gap in column 1; expected a card",
        ),
        (ROWS.replace(" JD  KS  KC  4H", "     JD  KS        KC    4H 5H"), "f:7:6: this row leaves open in"),
        (ROWS.replace("7D", "XD"), "f:1:2: unknown card 'XD'"),
    ],
)
def test_rows_that_cannot_be_read(text: str, said: str) -> None:
    assert message(text, rows=True).startswith(said)


def test_rows_of_another_kind_of_game() -> None:
    spider = get_game("spider")
    with pytest.raises(InputError, match="Spider has no --rows; expected FreeCell or a game like it"):
        next(read_lines(["617"], spider, rows=True))


@given(st.text(alphabet="7DKH-* \n:"))
def test_any_rows_are_boards_or_an_input_error(text: str) -> None:
    try:
        for setup in parse_rows(text.split("\n")):
            assert len(setup.columns) <= 64
    except InputError:
        pass


def test_lengths_across_columns() -> None:
    assert row_lengths(dealt_lengths(game_named("simple_simon"))) == [10, 9, 8, 7, 6, 5, 4, 3]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", [1, 5, 617])
def test_columns_without_headings(name: str, number: int) -> None:
    game = game_named(name)
    setup = game.setup(game.deal(number))
    bare = "\n".join(" ".join(map(str, column)) for column in setup.columns)
    if any(setup.cells):  # nothing shows which of the cards are in cells
        assert "4 cards of 52 are missing" in message(bare, game) or "2 cards of 52 are" in message(
            bare, game
        )
    else:
        assert read(bare, game) == game.deal(number)


@pytest.mark.parametrize(
    ("name", "left_out", "said"),
    [
        ("penguin", "KS", "4 cards of 52 are missing: "),
        ("beleaguered_castle", "2S", "5 cards of 52 are missing: "),
        ("freecell", "AS", "1 card of 52 is missing: AS; if home, write Foundations: "),
    ],
)
def test_what_the_deal_does_not_put_home_is_missing(name: str, left_out: str, said: str) -> None:
    game = game_named(name)
    columns = game.setup(game.deal(617)).columns
    bare = "\n".join(" ".join(str(card) for card in column if str(card) != left_out) for column in columns)
    assert said in message(bare, game)
