"""What is drawn on a terminal is read again: as it is, folded, with symbols, with what stands around it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from registered import registered_names
from scenes import reached
from winnable.analysis.scenes import scene_of
from winnable.errors import InputError
from winnable.family import observed
from winnable.reading import as_position, read
from winnable.registry import get_game
from winnable.render.page import plain
from winnable.render.text import scene_lines

MOVES = (0, 7, 30, 90)  # random ones, after which boards are drawn
WIDTHS = (None, 40, 24)
ALSO = ["freecell:cells=0", "freecell:cells=1", "freecell:cells=6,columns=10", "freecell:cells=8,columns=12"]


def names_of(*families: str) -> list[str]:
    return [name for name in registered_names() if get_game(name).info.family in families]


def drawn(game: Any, place: Any, *, open_cards: bool = True, unicode: bool = False, width: Any = None) -> str:
    scene = scene_of(game, place, open_cards=open_cards)
    return plain(scene_lines(scene, unicode=unicode, width=width)) + "\n"


@pytest.mark.parametrize("name", [*names_of("patience", "pairing", "spider"), *ALSO])
def test_a_drawn_board_is_its_position(name: str) -> None:
    """With every card shown."""
    game = get_game(name)
    for moves in MOVES:
        position = reached(game, moves + 3, moves)
        for width in WIDTHS:
            for unicode in (False, True):
                text = drawn(game, position, unicode=unicode, width=width)
                assert as_position(game, text) == position, text


@pytest.mark.parametrize("name", names_of("pairing", "spider"))
def test_a_board_with_hidden_cards_is_what_its_player_sees(name: str) -> None:
    """But for the cards of Pyramid that have left, which are to be listed below the drawing."""
    game = observed(get_game(name))
    for moves in MOVES:
        position = reached(game, moves + 3, moves)
        seen: Any = game.setup(position)
        setup = type(seen).of_observation(game.observe(position))
        gone = getattr(setup, "played", None)
        for width in WIDTHS:
            text = drawn(game, position, open_cards=False, width=width)
            (entry,) = read(text + (f"Played: {' '.join(map(str, gone))}\n" if gone else ""), game)
            assert entry.checked(game) == game.checked(setup), text
            if gone:
                (entry,) = read(text, game)
                with pytest.raises(InputError, match="list the cards that have left after Played:"):
                    entry.checked(game)


@pytest.mark.parametrize("name", ["freecell", "pyramid", "pyramid:giza", "spider", "undead"])
def test_a_drawing_that_is_folded_too_small_is_never_read_as_another_position(name: str) -> None:
    game = get_game(name)
    for moves in MOVES:
        position = reached(game, moves + 3, moves)
        for width in (20, 17, 13, 10, 7):
            text = drawn(game, position, width=width)
            with suppress(InputError):
                assert as_position(game, text) == position, text


@pytest.mark.parametrize("name", ["undead", "undead:size=4x4", "undead:size=20x3"])
def test_a_drawn_puzzle_is_its_position(name: str) -> None:
    game = get_game(name)
    given = "4x4:3,4,2,LVaRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
    places = [reached(game, moves + 3, moves) for moves in MOVES]
    for position in (*places, game.deal(5), as_position(game, given)):
        for width in (*WIDTHS, 12):
            text = drawn(game, position, width=width)
            assert as_position(game, text) == position, text


FREECELL = """\
  a   b   c   d
 KH [ ]  QD [ ]  8C  6D  7H  9S

  1   2   3   4   5   6   7   8
 KS  KC  9C  TH  7D  KD  9D  TD
 QH  JD  8D  TC      QC  JC
     TS      9H      JH  QS
             8H          JS
"""


def test_every_card_of_a_drawing_keeps_its_place() -> None:
    (entry,) = read(FREECELL, "freecell")
    assert entry.setup is not None
    places = entry.setup.places
    assert places["cell", 2, 0] == (2, 10)
    assert places["foundation", 3, 0] == (2, 30)
    assert places["column", 3, 3] == (8, 14)
    with pytest.raises(InputError, match=r"^line 5, column 6: KC appears twice, first at line 2, column 2"):
        as_position(get_game("freecell"), FREECELL.replace("KH", "KC"))


@pytest.mark.parametrize(
    ("before", "after", "error"),
    [
        (" QH  JD", " QH  JX", "line 6, column 6: unknown card 'JX'"),
        (" QH  JD", " QH JD ", "line 6, column 5: 'JD' does not stand under the number of a column"),
        ("8D  TC", "8D    ", "line 7, column 14: '9H' does not hang on the card above it in column 4"),
        (" QH  JD  8D", " QHJ JD  8D", "line 6, column 2: unknown card 'QHJ'"),
        ("[ ]  8C", "[ ]  8D", "line 2, column 22: foundation D is given twice"),
        ("[ ]  8C", "[ ]  ##", "line 2, column 18: '##' is no foundation"),
        ("             8H", "\n             8H", "line 9, column 14: '8H' lies outside of the columns"),
    ],
)
def test_what_is_wrong_in_a_drawing_is_told_with_its_place(before: str, after: str, error: str) -> None:
    text = FREECELL.replace(before, after, 1)
    assert text != FREECELL
    with pytest.raises(InputError) as caught:
        as_position(get_game("freecell"), text)
    assert str(caught.value).startswith(error)


def test_what_stands_around_a_drawing_is_left_out() -> None:
    game = get_game("freecell")
    position = as_position(game, FREECELL)
    title = "FreeCell ms:617, move 52: 4h, 8H home;\nthat is a move in words\n\n"
    below = "\nWinnable in at most 14 moves.\n> 26\n"
    assert as_position(game, title + FREECELL + below) == position
    quoted = "".join(f"> {line}\n" for line in (title + FREECELL).splitlines())
    assert as_position(game, quoted) == position
    coloured = FREECELL.replace("QD", "\x1b[31mQD\x1b[0m").replace("  a   b", "\x1b[2m  a   b")
    assert as_position(game, coloured) == position


def test_several_drawings_are_several_positions() -> None:
    game = get_game("freecell")
    other = drawn(game, game.deal(617))
    for parting in ("", "\n", "---\n"):
        entries = list(read(FREECELL + parting + other + parting + FREECELL, game))
        assert [entry.position(game) for entry in entries] == [
            as_position(game, text) for text in (FREECELL, other, FREECELL)
        ]


def test_a_drawing_without_its_letters_or_foundations_is_read_as_far_as_it_goes() -> None:
    game = get_game("freecell")
    deal = drawn(game, game.deal(617))
    assert as_position(game, deal.split("\n", 1)[1]) == game.deal(617)
    assert as_position(game, deal.split("\n\n", 1)[1]) == game.deal(617)
    with pytest.raises(InputError, match="cards of 52 are missing"):
        as_position(game, FREECELL.split("\n\n", 1)[1])


UNDEAD = """\
        D1  D2   D3  D4
        [0]  3   ~3~  0
 R1  3  [\\]*.*(gv!z)  /  2  L1
 R2  2   V   \\   g   z?  1  L2
 R3  0   .   /   !   /  1  L3
 R4  0   \\  gz   /   .  0  L4
         0   3    1   0
        U1  U2   U3  U4

ghosts 1 of 3, vampires 1 of 4, zombies 0 of 2
in round brackets: pencil marks, behind ! what is struck out
D3 looks along the line to R1; it must see 3: now 1, in the end at least 1 and at most 4
"""


def test_what_a_player_noted_on_a_puzzle_is_read_with_it() -> None:
    game = get_game("undead")
    (entry,) = read("Undead\n\n" + UNDEAD + "\nNot solved yet.\n", game)
    position, notes = entry.position(game), entry.notes(game)
    assert notes is not None
    assert position.squares == "\\../" + "v\\g." + "./" + "./" + "\\./."
    assert position.board[4] == "v"
    assert (notes.pencil, notes.struck, notes.marked) == ({"r1c3": "gv"}, {"r1c3": "z"}, {"D3"})
    scene = scene_of(game, position, notes=notes)
    for width in WIDTHS:
        text = plain(scene_lines(scene, width=width))
        (again,) = read(text, game)
        assert again.position(game) == position
        noted = again.notes(game)
        assert noted is not None
        assert (noted.pencil, noted.struck, noted.marked) == (notes.pencil, notes.struck, notes.marked)


@pytest.mark.parametrize("rung", ["sighting", "one line"])
def test_what_a_square_may_still_hold_is_not_taken_for_a_monster(rung: str) -> None:
    game = get_game("undead")
    position = game.deal(7)
    scene = scene_of(game, position, ruled_out_by=rung)
    assert "z?" in plain(scene_lines(scene))
    for width in (*WIDTHS, 30):
        assert as_position(game, plain(scene_lines(scene, width=width))) == position


@pytest.mark.parametrize(
    ("before", "after", "error"),
    [
        ("ghosts 1 of", "ghosts 2 of", "line 10, column 13: 2 ghosts are placed, but 1 are drawn"),
        ("   V   ", "   Q   ", "line 4, column 10: 'Q' in the grid"),
        ("~3~", " x ", "line 2, column 19: 'x' is no sighting"),
        ("ghosts 1 of 3, ", "", "line 1, column 1: the number of ghosts is missing"),
        (" R3  0", " R3   ", "line 5, column 10: '.' is no sighting"),
    ],
)
def test_what_is_wrong_in_a_drawn_puzzle_is_told_with_its_place(before: str, after: str, error: str) -> None:
    text = UNDEAD.replace(before, after, 1)
    assert text != UNDEAD
    with pytest.raises(InputError) as caught:
        as_position(get_game("undead"), text)
    assert str(caught.value).startswith(error)


PYRAMID = """\
             3D
           8S  4S
         --  5D  8H
       --  --  2S  2D
     QH  --  --  QS  9H
   TC  7S  --  --  KC  6C
 --  --  5H  --  --  JH  5C

 JC  AD 7D

stock 3; waste 2; pass 2 of 3; score 45
Played: 9D 6H 4C
"""


@pytest.mark.parametrize(
    ("before", "after", "error"),
    [
        (
            "stock 3; waste 2",
            "stock 3; waste 3",
            "line 11, column 1: 3 cards in the stock and 3 in the waste",
        ),
        (" JC  AD 7D", " JC  AD 7X", "line 9, column 9: unknown card '7X'"),
        ("         --  5D  8H", "         5D  8H", "line 3, column 10: row 3 of the tableau has 2 cards"),
        ("\n JC  AD 7D\n", "", "line 9, column 1: 3 cards in the stock and 2"),
    ],
)
def test_what_is_wrong_in_a_drawn_pyramid_is_told_with_its_place(before: str, after: str, error: str) -> None:
    text = PYRAMID.replace(before, after, 1)
    assert text != PYRAMID
    game = observed(get_game("pyramid"))
    with pytest.raises(InputError) as caught:
        next(read(text, game)).checked(game)
    assert str(caught.value).startswith(error)


def test_drawn_pyramids_one_after_the_other_with_what_is_said_below_them() -> None:
    game = get_game("pyramid")
    deals = [game.deal(number) for number in (1, 2, 3)]
    text = "\n\n".join(drawn(game, deal) + "\nWinnable in at most 52 moves.\n" for deal in deals)
    assert [entry.position(game) for entry in read(text, game)] == deals


def test_a_drawn_spider_needs_its_counts_and_its_order() -> None:
    game = observed(get_game("spider"))
    text = drawn(game, game.deal(7), open_cards=False)
    with pytest.raises(InputError, match="copy the drawing with the line below it"):
        next(read(text.split("\n\nstock")[0], game))
    with pytest.raises(InputError, match="1 run that left are drawn, and 0 counted"):
        next(read(text.replace(" [ ]\n", "  KS\n", 1), game))
    with pytest.raises(InputError, match="'##' lies face down on a face-up card in column 2"):
        next(read(text.replace(" ##  ##", " ##  5H", 1), game))
    with pytest.raises(InputError, match="'5H' stands below a drawing"):
        next(read(text + "\n 5H\n", game))
    shown = drawn(game, game.deal(7))
    with pytest.raises(InputError, match="the stock has 49 cards, and 50 are counted"):
        next(read(shown.replace("its top: " + shown.split("its top: ")[1][:3], "its top: "), game))


def test_drawn_spiders_one_after_the_other() -> None:
    game = get_game("spider")
    deals = [game.deal(number) for number in (1, 2, 3)]
    text = "Spider kpat:1\n\n" + "\n".join(drawn(game, deal) for deal in deals)
    assert [entry.position(game) for entry in read(text, game)] == deals
