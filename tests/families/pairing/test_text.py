"""Drawn boards of pairing games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.cards import UNKNOWN, parse_card
from winnable.errors import InputError, Place
from winnable.families.pairing.game import PairingGame, PairingPosition
from winnable.families.pairing.setup import BOARD, PASS, PairingSetup
from winnable.families.pairing.text import format_board, has_header, looks_like_board, parse_boards

from .text_strategies import MS_1, loose_setups, pairing_game, positions

PYRAMID = pairing_game("pyramid:microsoft")
MIDDLE = """\
# after a few moves
JD
2D 9H
JC 5D 7H
7C 5H KD KC
9S 5S AD QC KH
3H 2S KS 9D - JS

AS AH 3C 4C 5C -- --
Pass: 2
waste : 4H AC
Stock:4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 8C TC 6S 9C 2H 6H
Played: QD TS QH
"""


def parse(text: str) -> list[PairingSetup]:
    return list(parse_boards(text.split("\n"), "b.txt"))


def only(text: str) -> PairingSetup:
    (setup,) = parse(text)
    return setup


def message(text: str, game: PairingGame = PYRAMID) -> str:
    with pytest.raises(InputError) as caught:
        list(map(game.position, parse(text)))
    return str(caught.value)


def test_what_it_looks_like() -> None:
    assert format_board(PYRAMID.setup(PYRAMID.deal(1)), PYRAMID.core) == MS_1
    assert PYRAMID.position(only(MS_1)) == PYRAMID.deal(1)


def test_unicode() -> None:
    setup = PYRAMID.setup(PYRAMID.deal(1))
    text = format_board(setup, PYRAMID.core, unicode=True)
    assert text.startswith("            J♦\n          2♦  9♥\n")
    assert only(text) == setup


def test_a_triangle_stands_on_its_point() -> None:
    game = pairing_game("pyramid:triangle")
    text = format_board(game.setup(game.deal(1)), game.core)
    assert text.splitlines()[:3] == [
        "JD  2D  9H  JC  5D  7H  7C",
        "  5H  KD  KC  9S  5S  AD",
        "    QC  KH  3H  2S  KS",
    ]


def test_columns() -> None:
    game = pairing_game("pyramid:giza")
    text = format_board(game.setup(game.deal(1)), game.core)
    assert text.splitlines()[7:] == [
        "Column 1: 4H 8H 6C",
        "Column 2: AC 2C 3D",
        "Column 3: 4D JH 8C",
        "Column 4: 7S 7D TC",
        "Column 5: 3S 6D 6S",
        "Column 6: TD 8S 9C",
        "Column 7: 4S 8D 2H",
        "Column 8: TH QS 6H",
    ]
    assert game.position(only(text)) == game.deal(1)


def test_the_pass_is_written_where_there_are_several() -> None:
    for name, lines in {"hoyle": 9, "king_tut": 9, "microsoft": 10, "triangle": 10}.items():
        game = pairing_game(f"pyramid:{name}")
        assert format_board(game.setup(game.deal(1)), game.core).count("\n") == lines


@given(positions())
def test_round_trip_of_positions(found: tuple[PairingGame, PairingPosition]) -> None:
    game, position = found
    assert game.position(only(format_board(game.setup(position), game.core))) == position


@given(loose_setups())
def test_what_is_read_is_what_was_written(setup: PairingSetup) -> None:
    """Any piles, written by hand."""

    def spell(cards: object) -> str:
        return " ".join("--" if card is None else str(card) for card in cards)  # type: ignore[attr-defined]

    cards = iter(setup.tableau)
    assert setup.rows is not None
    lines = [spell([next(cards) for _ in range(length)]) for length in setup.rows]
    lines += [f"Column {i}: {spell(column)}" for i, column in enumerate(setup.columns, 1)]
    lines += [f"STOCK: {spell(setup.stock)}", f"Waste : {spell(setup.waste)}", f"Pass: {setup.pass_number}"]
    if setup.played is not None:
        lines.append(f"Played: {spell(setup.played)}")
    found = only("\n".join(lines))
    assert (found, found.rows, found.played) == (setup, setup.rows, setup.played)


def test_a_position_written_by_hand() -> None:
    setup = only(MIDDLE)
    assert setup.played == tuple(map(parse_card, ("QD", "TS", "QH")))
    assert setup.pass_number == 2
    assert [str(card) for card in setup.waste] == ["4H", "AC"]
    assert setup.tableau[26:] == (None, None)
    assert setup.places[BOARD] == Place(2, 1)
    assert setup.places["tableau", 2, 0] == Place(3, 4)
    assert setup.places["row", 6, 0] == Place(9, 1)
    assert setup.places[PASS] == Place(10, 7)
    assert setup.places["waste", 1, 0] == Place(11, 12)
    assert setup.places["stock", 0, 0] == Place(12, 7)
    assert setup.places["played", 2, 0] == Place(13, 15)


@pytest.mark.parametrize(
    "text",
    [
        MS_1 + MS_1,
        MS_1 + "---\n" + MS_1,
        "---\n\n# one\n" + MS_1 + "# two\n" + MS_1 + "=====\n",
        "\n".join([*MS_1.splitlines()[7:], *MS_1.splitlines()[:7], "---", MS_1]),
        MS_1.replace("\n", "\r\n") + "\r\n" + MS_1,
    ],
)
def test_several_boards(text: str) -> None:
    assert parse(text) == [PYRAMID.setup(PYRAMID.deal(1))] * 2


def test_boards_come_as_they_are_read() -> None:
    def lines() -> Iterator[str]:
        yield from [*MS_1.splitlines(keepends=True), "---\n"]
        raise AssertionError("read too far")

    assert PYRAMID.position(next(parse_boards(lines()))) == PYRAMID.deal(1)


def test_first_lines() -> None:
    for line in ("JD", "  10h", "--", "- - -", "-- JC", "Stock:", "waste: 5H", "Pass: 2", "column 3:", "??"):
        assert looks_like_board(line), line
    for line in ("", "hello world", "617", "Pile: 2", "column x:"):
        assert not looks_like_board(line), line
    assert has_header(" PLAYED : KS")
    assert not has_header("JD")


def test_unknown_cards_are_read() -> None:
    assert only("JD\n?? #").tableau == (parse_card("JD"), UNKNOWN, UNKNOWN)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (MS_1.replace("5D", "5X"),
         "b.txt:3:13: unknown card '5X'; expected a rank A23456789TJQK then a suit CDHS"),
        (MS_1.replace("Stock: 4H", "Stock: 4HH"),
         "b.txt:8:8: unknown card '4HH'; expected a rank A23456789TJQK then a suit CDHS"),
        (MS_1.replace("7H\n", "7H 7H\n"),
         "b.txt:3:9: row 3 of the tableau has 4 cards; expected 3, gaps included; "
         "take out what is too much, or put --- between two boards"),
        (MS_1.replace("  7H\n", "\n"),
         "b.txt:3:9: row 3 of the tableau has 2 cards; expected 3, gaps included; "
         "write -- for each card that has left"),
        (MS_1.replace("7H\n", "7D\n"),
         "b.txt:8:41: 7D appears twice, first at line 3, column 17; "
         "expected each of the 52 cards once; take one out"),
        (MS_1.replace("Pass: 1", "Pass: 4"),
         "b.txt:10:7: there is no pass 4: pyramid has 3; expected 1 to 3; name a game with more passes"),
        (MS_1.replace("Pass: 1", "Pass:"),
         "b.txt:10:6: the pass is one number; expected a line such as Pass: 2"),
        (MS_1.replace("Pass: 1", "Pass: two"),
         "b.txt:10:7: the pass is one number; expected a line such as Pass: 2"),
        (MS_1.replace("Pass: 1", "Pass: 2 3"),
         "b.txt:10:7: the pass is one number; expected a line such as Pass: 2"),
        (MS_1.replace("Waste:", "Waste: 4H"),
         "b.txt:9:8: the waste holds 1 card, and 0 of 24 have been drawn; "
         "expected at most 0 beside a stock of 24; take out of the stock what lies on the waste"),
        (MS_1.replace("JC  5D", "JC  --"),
         "b.txt:3:13: a card has left here that 5H and KD still cover; expected the card that lies here; "
         "write it, or -- for 5H and KD too"),
        (MS_1 + "Played: QH\n",
         "b.txt:11:9: QH is listed as played and is still on the board at line 7, column 25; "
         "expected each of the 52 cards once; take one out"),
        (MS_1.replace("  QH", "  --"),
         "b.txt:1:13: 1 card of 52 is missing: QH; "
         "expected cards to leave in pairs that make thirteen, and kings; put it where it lies"),
        (MS_1 + "Stock: 4H",
         "b.txt:11:1: a second line 'Stock:'; expected one of each; put --- between two boards"),
        (MS_1 + "Column 1: 4H", "b.txt:11:1: a column too many: pyramid has none; "
         "expected Stock and Waste instead"),
        (MS_1 + "Column 0: 4H", "b.txt:11:8: there is no column 0; expected each from 1 on, once"),
        (MS_1 + "column  1:\ncolumn 01:", "b.txt:12:8: there is no column 1; expected each from 1 on, once"),
        (MS_1 + "column 1:\nColumn  1:",
         "b.txt:12:1: a second line 'Column  1:'; expected one of each; put --- between two boards"),
        ("JD\n" * 99, "b.txt:65:1: this board has no end; expected at most 64 rows"),
    ],
)  # fmt: skip
def test_errors(text: str, said: str) -> None:
    assert message(text) == said


@given(st.text() | st.text(alphabet="JD2-# :\n\tStockPass1Column") | st.text().map(lambda tail: MS_1 + tail))
def test_any_text_is_boards_or_an_input_error(text: str) -> None:
    try:
        found = parse(text)
    except InputError as error:
        assert error.line is not None  # noqa: PT017 - whatever else, it has its place
        return
    for setup in found:
        assert setup.places[BOARD].line >= 1


# --- a stock without a name --------------------------------------------------------------------------------

# The example in the guide of mchung94's solitaire-player; there the stock follows without an empty line.
DRAWN = """\
            6d
          5h  Ah
        Jd  4s  Ks
      6s  8c  2h  4d
    9s  Kd  6c  Ad  8s
  Ac  5c  9d  7h  3h  8d
5s  4c  Qc  Jh  Kc  Kh  3c
"""
STOCK = "3s 9c As 5d Qh Ts 4h 7s Td 9h Th 7c 8h 2c 7d Tc 2d 6h 2s Js Qd 3d Qs Jc\n"


@pytest.mark.parametrize("name", ["pyramid", "pyramid:pysol", "pyramid:giza", "pyramid:king_tut"])
@pytest.mark.parametrize("between", ["", "\n", "# the stock\n"])
def test_the_stock_may_follow_a_drawn_pyramid_without_its_name(name: str, between: str) -> None:
    game = pairing_game(name)
    (board,) = parse_boards((DRAWN + between + STOCK).split("\n"))
    deck = bytes(parse_card(word).index for word in (DRAWN + STOCK).split())
    assert board.position_in(game) == game.deal_deck(deck)


def test_boards_with_and_without_names_in_one_text() -> None:
    text = DRAWN + STOCK + DRAWN + "Waste:\nStock: " + STOCK + MS_1
    positions = [board.position_in(PYRAMID) for board in parse_boards(text.split("\n"))]
    assert positions[0] == positions[1]
    assert positions[2] == PYRAMID.deal(1)


def test_a_stock_without_its_name_in_mid_game() -> None:
    """Two cards of it have left together."""
    (board,) = parse_boards((DRAWN + STOCK.replace("Qh ", "").replace("As ", "")).split("\n"))
    assert bytes(board.position_in(PYRAMID).stock)[:2] == bytes(parse_card(c).index for c in ("3S", "9C"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DRAWN, "1:13: there is no Stock line; expected Stock: and its cards, first drawn first, also where"),
        (
            DRAWN + STOCK + STOCK,
            "9:1: the tableau has 8 rows; expected 7 in pyramid, of 1 to 7 cards and gaps",
        ),
        (
            DRAWN + STOCK.replace("Jc", "3s"),
            "8:70: 3S appears twice, first at line 8, column 1; expected each",
        ),
        (DRAWN + STOCK.replace("Jc", "Jx"), "8:70: unknown card 'Jx'; expected a rank A23456789TJQK then a"),
    ],
)
def test_what_is_said_of_a_stock_without_its_name(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        [board.position_in(PYRAMID) for board in parse_boards(text.split("\n"), "b.txt")]
    assert str(caught.value).startswith(f"b.txt:{said}")


def test_a_whole_tableau_alone_where_there_are_columns() -> None:
    with pytest.raises(InputError, match="there is no Column line; expected a line Column 1: to Column 8:"):
        only(DRAWN).check(pairing_game("pyramid:giza"))
