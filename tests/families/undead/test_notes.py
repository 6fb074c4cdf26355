"""What a player of Undead has noted beside the board: what sgt's moves do to it, and that it is kept."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable._core import UndeadPosition
from winnable.families.undead.notes import SaveStep, UndeadNotes
from winnable.families.undead.setup import UndeadSetup
from winnable.families.undead.sgt import format_game_id
from winnable.families.undead.sgt_save import format_save, parse_saves
from winnable.text.boards import write_position

from .ids import SAMPLE
from .text_strategies import GAME, at, boards

MONSTERS = "gvz"


class Model:
    """The program's own memory: a guess and three pencil bits for each cell, and the clues that are done.

    Marks stay below a monster, where they do not show; emptying a cell takes them away.
    """

    def __init__(self, board: UndeadPosition) -> None:
        self.board = board
        self.cells = [i for i, letter in enumerate(board.board) if letter not in "/\\"]
        self.start()

    def start(self) -> None:
        self.guess = [self.board.board[square] for square in self.cells]
        self.pencils: list[set[str]] = [set() for _ in self.cells]
        self.done: set[tuple[int, int]] = set()

    def make(self, move: str) -> None:
        for part in filter(None, move.split(";")):
            letter, rest = part[0], part[1:]
            if letter == "M":
                self.pencils = [
                    set(MONSTERS) if guess == "." else marks
                    for guess, marks in zip(self.guess, self.pencils, strict=True)
                ]
            elif letter == "D":
                column, row = map(int, rest.split(","))
                self.done ^= {(column, row)}
            elif letter in MONSTERS:
                self.pencils[int(rest)] ^= {letter}
            elif letter == "E":
                self.guess[int(rest)], self.pencils[int(rest)] = ".", set()
            elif letter != "S":
                self.guess[int(rest)] = letter.lower()

    def shown(self) -> dict[str, str]:
        width = self.board.width
        return {
            f"r{square // width + 1}c{square % width + 1}": "".join(sorted(marks))
            for square, guess, marks in zip(self.cells, self.guess, self.pencils, strict=True)
            if guess == "." and marks
        }

    def labels(self) -> set[str]:
        beside = {(0, "row"): "R", (self.board.width + 1, "row"): "L"}
        found = set()
        for column, row in self.done:
            if (column, "row") in beside:
                found.add(f"{beside[column, 'row']}{row}")
            else:
                found.add(f"{'D' if row == 0 else 'U'}{column}")
        return found


def histories(board: UndeadPosition) -> st.SearchStrategy[list[SaveStep]]:
    """Steps of a game on a board, as the program might write them."""
    return st.integers(0, 2**32 - 1).map(lambda seed: history(board, Random(seed)))


def history(board: UndeadPosition, rng: Random) -> list[SaveStep]:
    """Mostly in a few cells, so that what is done is undone as well."""
    width, height = board.width, board.height
    letters = [letter for letter in board.board if letter not in "/\\"]
    free = [number for number, letter in enumerate(letters) if letter == "."]
    cells = rng.sample(free, min(len(free), 4))
    beside = [(column, row) for column in range(1, width + 1) for row in (0, height + 1)]
    beside += [(column, row) for row in range(1, height + 1) for column in (0, width + 1)]
    ends = rng.sample(beside, 2)

    def part() -> str:
        kind = rng.random()
        if cells and kind < 0.8:
            return f"{rng.choice('gvzgvzGVZE')}{rng.choice(cells)}"
        return "M" if kind > 0.95 else "D{},{}".format(*rng.choice(ends))

    def step() -> SaveStep:
        kind = rng.random()
        if kind < 0.05:
            return SaveStep("RESTART", format_game_id(board).rstrip().partition(":")[2])
        if kind < 0.1:
            solved = [f"{rng.choice('GVZ')}{cell}" for cell in cells]
            return SaveStep("SOLVE", ";".join(["S", *solved]))
        return SaveStep("MOVE", ";".join(part() for _ in range(rng.randint(1, 3))))

    return [step() for _ in range(rng.randint(0, 12))]


def save_text(board: UndeadPosition, steps: Sequence[SaveStep], at: int, extra: str = "") -> str:
    params, _, desc = format_game_id(board).rstrip().partition(":")
    fields = [("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"), ("VERSION", "1"), ("GAME", "Undead")]
    fields += [("PARAMS", params), ("CPARAMS", params), ("SEED", "12"), ("DESC", desc)]
    fields += [("AUXINFO", "beef"), ("UI", extra), ("TIME", "3.25")] if extra else []
    fields += [("NSTATES", str(len(steps) + 1)), ("STATEPOS", str(at + 1)), *steps]
    return "".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in fields)


def read(text: str) -> tuple[UndeadSetup, UndeadNotes]:
    (found,) = parse_saves(text.splitlines())
    assert found.notes is not None
    return found, found.notes


@given(boards(5), st.data())
def test_notes_are_as_the_program_has_them_and_are_written_again(
    board: UndeadPosition, data: st.DataObject
) -> None:
    steps = data.draw(histories(board))
    standing = data.draw(st.integers(0, len(steps)))
    text = save_text(board, steps, standing, data.draw(st.sampled_from(["", "la"])))
    setup, notes = read(text)
    model = Model(board)
    for step in steps[:standing]:
        if step.key == "RESTART":
            model.start()
        else:
            model.make(step.text)
    assert notes.pencil == model.shown()
    assert notes.marked == model.labels()
    assert "".join(setup.squares[square] for square in model.cells) == "".join(model.guess)
    assert (list(notes.steps), notes.at) == (steps, standing)
    assert format_save(setup) == text
    assert write_position(GAME, GAME.position(setup), "save", notes) == text


@given(boards(5), st.data())
def test_a_move_more_is_noted_as_the_program_would(board: UndeadPosition, data: st.DataObject) -> None:
    setup, notes = read(save_text(board, data.draw(histories(board)), 0))
    steps = data.draw(st.integers(0, len(notes.steps)))
    setup, notes = read(save_text(board, notes.steps, steps))
    position = GAME.position(setup)
    moves = list(GAME.legal_moves(position))
    if not moves:
        return
    move = data.draw(st.sampled_from(moves))
    after = notes.played(position, move)
    played = UndeadSetup.of(GAME.play(position, move), notes=after)
    again, read_again = read(format_save(played))
    assert again == played
    assert (read_again.pencil, read_again.marked) == (after.pencil, after.marked)
    assert read_again.steps == (*notes.steps[:steps], read_again.steps[-1])
    assert read_again.at == steps + 1


@pytest.mark.parametrize("written", ["aa", "b"])
def test_an_id_in_other_words_stays_as_it_was(written: str) -> None:
    """A restart repeats it letter by letter."""
    board = at()
    desc = SAMPLE.partition(":")[2].replace("LbR", f"L{written}R", 1)
    steps = [SaveStep("MOVE", "g0"), SaveStep("RESTART", desc)]
    text = save_text(board, steps, 2).replace(f":{SAMPLE[4:]}", f":{desc}")
    text = text.replace(f"DESC    :{len(SAMPLE) - 4}:", f"DESC    :{len(desc)}:")
    setup, _ = read(text)
    assert format_save(setup) == text
    setup.totals = (4, 3, 2)  # another board now, whose ID is made anew
    assert f":4,3,2,{desc.removeprefix('3,4,2,').replace('aa', 'b')}\n" in format_save(setup)


def test_notes_as_data() -> None:
    board = at()
    _, notes = read(save_text(board, [SaveStep("MOVE", "g0;v0;D4,0"), SaveStep("MOVE", "V1")], 1))
    assert notes.data() == {
        "pencil": {"r1c2": "gv"},
        "struck": {},
        "done": ["D4"],
        "steps": [["MOVE", "g0;v0;D4,0"], ["MOVE", "V1"]],
        "at": 1,
    }
