"""Boards of Undead as text."""

from __future__ import annotations

from families.undead.ids import SAMPLE, SOLVED_SAMPLE, from_id
from winnable.families.undead.marked_board import board_text, totals_text


def test_the_board_with_labels_and_sightings_around() -> None:
    position = from_id(SAMPLE)
    assert totals_text(position) == "3 ghosts, 4 vampires, 2 zombies"
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
    assert totals_text(position) == "no ghosts, no vampires, 10 zombies"
    assert board_text(position, lines=[position.lines[9]], cells=[0]).splitlines() == [
        "         D1  D2  D3  D4  D5  D6  D7  D8  D9  D10",
        "          1   1   1   1   1   1   1   1   1  [1]",
        " R1  10  *.*  .   .   .   .   .   .   .   .  [.]  10  L1",
        "          1   1   1   1   1   1   1   1   1  [-]",
        "         U1  U2  U3  U4  U5  U6  U7  U8  U9  U10",
    ]
