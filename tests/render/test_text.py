"""Scenes as text."""

from __future__ import annotations

from typing import Any

import pytest

from families.undead.ids import SAMPLE, SOLVED_SAMPLE, from_id
from registered import some_registered_names
from winnable._core import UndeadPosition
from winnable.analysis.scenes import scene_of
from winnable.families.undead.notes import UndeadNotes
from winnable.families.undead.scene import board_grid
from winnable.registry import get_game
from winnable.render.grid_text import grid_page, grid_text
from winnable.render.page import plain
from winnable.render.text import scene_lines


def board_text(position: UndeadPosition, **marks: Any) -> str:
    return grid_text(board_grid(position, **marks))


def shown(game: str, deal: int, after: str = "", **options: Any) -> list[str]:
    chosen = get_game(game)
    position = chosen.deal(deal)
    for text in after.split():
        position = chosen.play(position, chosen.notation.parse(position, text))
    return list(scene_of(chosen, position, **options).text().splitlines())


def test_cells_foundations_and_columns() -> None:
    assert shown("freecell", 617, "2a") == [
        "  a   b   c   d",
        " KS [ ] [ ] [ ] [C] [D] [H] [S]",
        "",
        "  1   2   3   4   5   6   7   8",
        " 7D  AD  5C  3S  5S  8C  2D  AH",
        " TD  7S  QD  AC  6D  8H  AS  KH",
        " TH  QC  3H  9D  6S  8D  3D  TC",
        " KD  5H  9S  3C  8S  7H  4D  JS",
        " 4C  QS  9C  9H  7C  6H  2C  2S",
        " 4S  TS  2H  5D  JC  6C  JH  QH",
        " JD      KC  4H",
    ]


def test_foundations_beside_the_columns_where_cells_take_the_row_above() -> None:
    assert shown("eight_off", 5)[:10] == [
        "  a   b   c   d   e   f   g   i",
        " 9S  AD  7C  TS [ ] [ ] [ ] [ ]  [C]",
        "",
        "  1   2   3   4   5   6   7   8",
        " AH  8S  2D  QS  4C  9H  2S  3D  [D]",
        " 5C  AS  9C  KH  4D  2C  3C  4S",
        " 3S  5D  KC  3H  KD  5H  6S  8D  [H]",
        " TD  7S  JD  7H  8H  JH  JC  7D",
        " 5S  QH  8C  9D  KS  QD  4H  AC  [S]",
        " 2H  TC  TH  6D  6H  6C  QC  JS",
    ]


def test_cards_that_are_not_seen_and_cards_that_lie_face_down() -> None:
    hidden = "  ##" * 10
    assert shown("spider", 3) == [
        " ##     [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ]",
        "",
        "  1   2   3   4   5   6   7   8   9  10",
        *[hidden[1:]] * 4,
        " ##  ##  ##  ##  7C  QH  2C  4H  5H  QD",
        " KH  3H  JC  KD",
        "",
        "stock 50; runs 0 of 8",
    ]
    opened = shown("spider", 3, open_cards=True)
    assert "##" not in "".join(opened)
    assert opened[-1] == "lower case: face down"
    assert opened[3].split() == [word.lower() for word in opened[3].split()]


def test_rows_that_overlap_and_the_waste() -> None:
    lines = shown("pyramid", 3, "draw draw")
    assert [line.strip() for line in lines[:2]] == ["KC", "2D  QC"]
    assert lines[6] == " KS  7C  AD  4H  AS  JD  8D"
    assert lines[7:] == [
        "",
        " 3D  AC 6D",
        "",
        "stock 22; waste 2; pass 1 of 3; score 0",
    ]


def test_what_squares_may_hold_and_what_is_placed() -> None:
    game = get_game("undead")
    position = from_id(SAMPLE)
    left = ["gvz" if letter == "." else "" for letter in position.squares]
    left[1], left[2] = "gz", ""
    text = scene_of(game, position, candidates=left, line_at="D2").text()
    assert "[gz]" in text
    assert " ! " in text
    assert text.splitlines()[-2:] == [
        "ghosts 0 of 3, vampires 0 of 4, zombies 0 of 2",
        "D2 looks along the line to L2; it must see 3: now 0, in the end at least 0 and at most 3",
    ]


def test_the_board_with_labels_and_sightings_around() -> None:
    position = from_id(SAMPLE)
    assert board_text(position).splitlines() == [
        "        D1  D2  D3  D4",
        "         0   3   3   0",
        r" R1  3   \   .   .   /  2  L1",
        r" R2  2   .   \   .   .  1  L2",
        r" R3  0   .   /   .   /  1  L3",
        r" R4  0   \   .   /   .  0  L4",
        "         0   3   1   0",
        "        U1  U2  U3  U4",
    ]


def test_lines_in_brackets_and_cells_in_stars() -> None:
    position = from_id(SAMPLE, SOLVED_SAMPLE)
    line = next(line for line in position.lines if line.labels == ("L1", "U2"))
    assert board_text(position, lines=[line], cells=[7]).splitlines() == [
        "        D1  D2  D3  D4",
        "         0   3   3   0",
        r" R1  3   \   v   v  [/][2] L1",
        r" R2  2   v   \   g  *z* 1  L2",
        r" R3  0   g  [/] [z] [/] 1  L3",
        r" R4  0   \  [v]  /   g  0  L4",
        "         0  [3]  1   0",
        "        U1  U2  U3  U4",
    ]


def test_hidden_sightings_are_dashes_and_long_ones_keep_the_columns() -> None:
    ones = ",".join(["1"] * 10)
    position = from_id(f"10x1:0,0,10,j,{ones},10,-,{ones[2:]},10")
    assert board_text(position, lines=[position.lines[9]], cells=[0]).splitlines() == [
        "         D1  D2  D3  D4  D5  D6  D7  D8  D9  D10",
        "          1   1   1   1   1   1   1   1   1  [1]",
        " R1  10  *.*  .   .   .   .   .   .   .   .  [.]  10  L1",
        "          1   1   1   1   1   1   1   1   1  [-]",
        "         U1  U2  U3  U4  U5  U6  U7  U8  U9  U10",
    ]


def test_what_the_player_noted_stands_beside_what_is_ruled_out() -> None:
    position = from_id(SAMPLE)
    notes = UndeadNotes(pencil={"r1c2": "gz", "r2c3": "v"}, marked=frozenset({"D2", "R4"}))
    left = [letter if letter in "gvz" else "gvz" for letter in position.squares]
    left[1] = "v"
    text = board_text(position, notes=notes, candidates=left)
    assert "v?(gz)" in text
    assert "(v)" in text
    assert text.count("~3~") == text.count("~0~") == 1
    lines = scene_of(get_game("undead"), position, notes=notes).text().splitlines()
    assert lines[-2:] == ["in round brackets: pencil marks", "between waves: marked as done"]
    assert "brackets" not in scene_of(get_game("undead"), position, notes=UndeadNotes()).text()
    lit = board_text(position, notes=notes, lines=[line for line in position.lines if "D2" in line.labels])
    assert "[~3~]" in lit


def folded(game: str, width: int, after: str = "", **options: Any) -> list[str]:
    chosen = get_game(game)
    position = chosen.deal(1)
    for text in after.split():
        position = chosen.play(position, chosen.notation.parse(position, text))
    return plain(scene_lines(scene_of(chosen, position), width=width, **options)).split("\n")


def test_a_wide_table_is_set_closer_in_a_narrow_terminal() -> None:
    lines = folded("bakers_dozen", 40)
    assert lines[0] == "              [C][D][H][S]"
    assert lines[2] == "  1  2  3  4  5  6  7  8  9 10 11 12 13"
    assert lines[3] == " 6H 2H 9C KC KD 8C 3D 6C KS 8D 8S KH 7D"


def test_what_does_not_fit_even_so_is_folded() -> None:
    assert folded("bakers_dozen", 20) == [
        "  1  2  3  4",
        " 6H 2H 9C KC",
        " JH 2C 8H TH",
        " 5C 4C 3C AH",
        " AD 5S 9S 6S",
        "",
        " [C][D][H][S]",
        "",
        " 5  6  7  8  9 10 11",
        "KD 8C 3D 6C KS 8D 8S",
        "4S TD 3S 7S 4D AC 4H",
        "AS JS QD 9D QS 2S 3H",
        "TC 5H 7C 7H 5D JC 9H",
        "",
        " 12 13",
        " KH 7D",
        " QH TS",
        " 6D QC",
        " 2D JD",
    ]


@pytest.mark.parametrize("game", some_registered_names())
@pytest.mark.parametrize("width", [12, 40, 200])
def test_no_line_of_any_game_is_wider_and_no_word_is_lost(game: str, width: int) -> None:
    chosen = get_game(game)
    scene = scene_of(chosen, chosen.deal(1))
    lines = plain(scene_lines(scene, width=width)).split("\n")
    assert max(map(len, lines)) <= width
    whole = scene.text()
    if scene.grid is None:
        assert sorted("".join(lines).replace(" ", "")) == sorted("".join(whole.split()))
    if max(map(len, whole.split("\n"))) <= width:
        assert "\n".join(lines) == whole


def test_labels_above_a_narrow_grid_stand_upright() -> None:
    grid = board_grid(from_id(SAMPLE))
    assert plain(grid_page(grid, close=True).lines()).splitlines() == [
        "     D D D D",
        "     1 2 3 4",
        "     0 3 3 0",
        r"R1 3 \ . . / 2 L1",
        r"R2 2 . \ . . 1 L2",
        r"R3 0 . / . / 1 L3",
        r"R4 0 \ . / . 0 L4",
        "     0 3 1 0",
        "     U U U U",
        "     1 2 3 4",
    ]


def test_suits_as_symbols() -> None:
    lines = folded("freecell", 200, unicode=True)
    assert lines[1] == "[ ] [ ] [ ] [ ] [♣] [♦] [♥] [♠]"
    assert lines[4] == " J♦  2♦  9♥  J♣  5♦  7♥  7♣  5♥"


def test_each_card_has_the_look_of_its_suit() -> None:
    game = get_game("freecell")
    looks = {
        span.text.strip(): span.look for line in scene_lines(scene_of(game, game.deal(1))) for span in line
    }
    assert [looks[card] for card in ("JC", "2D", "9H", "5S", "[C]", "1")] == [
        "clubs",
        "diamonds",
        "hearts",
        "spades",
        "empty",
        "label",
    ]
