"""The sentences of Undead explanations say what the steps are, and what they say is so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest

from winnable._core import UndeadPosition
from winnable.families.undead.explain import Cut, Reason, Step, explain
from winnable.families.undead.reasons import Told, apply_cuts, breaking, outcome, sentence, tell
from winnable.families.undead.sums import MONSTERS, candidates_of, difference_sum, sighting_sum

from .ids import SAMPLE, SOLVED_SAMPLE, from_id

DATA = Path(__file__).parents[2] / "data" / "undead"
NAMES = {"ghost": "g", "vampire": "v", "zombie": "z"}
# Unique boards that need what-ifs.
HARD = (
    "6x6:11,11,5,hRaRiLLbRaLbLcRaL,1,4,3,2,4,4,4,2,3,4,0,3,0,3,0,0,4,2,5,4,1,3,3,4",
    "7x7:16,8,10,cRcRgRRgLaRaRaLRaLdLRLdLRb,0,3,5,2,3,6,4,7,5,4,2,2,6,0,4,3,2,3,2,1,2,0,1,5,5,3,1,2",
)
# Needs two lines together that share no cell, only the totals.
APART = "5x5:5,5,4,cRbLRRbLLcLLaLbLaL,2,2,2,3,1,1,2,2,2,1,2,3,1,1,2,1,1,2,0,2"
IDS = [
    SAMPLE,
    APART,
    *HARD,
    *(
        text
        for name in ("4x4dt", "5x5de", "6x6dn", "7x7dn", "7x7dt", "search-needed-10x10", "random-10x10")
        for text in (DATA / f"{name}.txt").read_text(encoding="utf-8").split()[:3]
    ),
]


def steps_of(told: Sequence[Told]) -> Iterator[Told]:
    """All steps, those of chains before the what-if that they belong to."""
    for step in told:
        yield from steps_of(step.chain)
        yield step


def claims(words: str, width: int) -> dict[int, str]:
    """What the end of a sentence says about cells: what they are, or `!` and what they are not."""
    found: dict[int, str] = {}
    tail = re.split(r", so |; so | only if ", words)[-1]
    for cells, verb, noun in re.findall(
        r"((?:r\d+c\d+(?:, | and )?)+) (is no|are no|is a|are) (ghost|vampire|zombie)s?", tail
    ):
        for row, column in re.findall(r"r(\d+)c(\d+)", cells):
            square = (int(row) - 1) * width + int(column) - 1
            assert square not in found, words
            found[square] = ("!" if verb.endswith("no") else "") + NAMES[noun]
    return found


def stated(cuts: Sequence[Cut]) -> dict[int, str]:
    return {cut.square: cut.left if len(cut.left) == 1 else f"!{cut.gone}" for cut in cuts}


@pytest.mark.parametrize("text", IDS)
def test_each_sentence_names_its_lines_sightings_and_cells(text: str) -> None:
    position = from_id(text)
    for told in steps_of(tell(position, explain(position).steps)):
        step, words = told.step, told.words
        assert claims(words, position.width) == stated(step.cuts), words
        for line in told.lines:
            assert re.search(rf"\b{line.labels[0]}-{line.labels[1]}\b", words)
        reason = step.reason if step.broken is None else step.broken
        if reason.rung == "sighting":
            assert reason.end is not None
            label, n = reason.lines[0].labels[reason.end], reason.lines[0].sightings[reason.end]
            if step.broken is None:
                assert words.startswith(f"{label} sees {n or 'nothing'} along line ")
            else:
                assert re.search(rf"\b{label} would see at (least|most) \d+ along .*, not {n};", words)
        elif reason.rung in ("difference", "one line", "two lines"):
            shown = [
                (e, n) for line in reason.lines for e, n in zip(line.labels, line.sightings, strict=True)
            ]
            assert all(f"{label}" in words and str(n) in words for label, n in shown if n is not None)
        assert ("in all" in words) == (reason.totals and bool(reason.lines)), words
        assert (told.rule == "what if") == words.startswith("if ") == (step.assumed is not None)
        if step.assumed is not None:
            square, monster = step.assumed
            row, column = divmod(square, position.width)
            assert words.startswith(
                f"if r{row + 1}c{column + 1} were a {dict(map(reversed, NAMES.items()))[monster]}"
            )
            count = re.search(r"then after (\d+) steps? ", words)
            assert (int(count[1]) if count else 0) == len(told.chain)


@pytest.mark.parametrize("text", IDS)
def test_what_sentences_say_of_sums_is_so(text: str) -> None:
    """As many as it can, no more than it must, more, fewer: counted again by filling in the line."""
    position = from_id(text)

    def check(candidates: Sequence[str], steps: Sequence[Step]) -> None:
        for step in steps:
            if step.assumed is not None:
                square, monster = step.assumed
                check([monster if i == square else held for i, held in enumerate(candidates)], step.chain)
            elif step.reason.rung in ("sighting", "difference"):
                check_sum(position, candidates, step)
            candidates = apply_cuts(candidates, step.cuts)

    check(candidates_of(position), explain(position).steps)


def check_sum(position: UndeadPosition, candidates: Sequence[str], step: Step) -> None:
    words = sentence(position, candidates, step)
    (line,) = step.reason.lines
    ends = line.ends
    if step.reason.rung == "sighting":
        assert step.reason.end is not None
        first, second = ends[step.reason.end], None
    else:
        swap = (line.sightings[1] or 0) > (line.sightings[0] or 0)
        first, second = ends if not swap else ends[::-1]
    cells = sorted(set(line.cells))
    if len(cells) > 9:  # too many to go through
        return
    target = position.sightings[first]
    assert target is not None
    if second is not None:
        target -= position.sightings[second] or 0
    values: dict[tuple[int, str], set[int]] = {}
    for held in product(*(candidates[cell] for cell in cells)):
        squares = list(position.board)
        for cell, monster in zip(cells, held, strict=True):
            squares[cell] = monster
        seen = position.filled("".join(squares)).seen
        value = seen[first] - (0 if second is None else seen[second])
        for cell, monster in zip(cells, held, strict=True):
            values.setdefault((cell, monster), set()).add(value)
    every = set().union(*values.values())
    if "as many as" in words:
        assert max(every) == target
    if "no more than" in words:
        assert min(every) == target
    for cut in step.cuts:
        for monster in cut.gone:
            assert target not in values[cut.square, monster]
            if "would see more" in words or "too great" in words or "would see fewer" in words:
                row, column = divmod(cut.square, position.width)
                name = dict(map(reversed, NAMES.items()))[monster]
                clause = next(
                    part
                    for part in re.split(r"; |, and with ", words)
                    if f"a {name}" in part and f"r{row + 1}c{column + 1}" in part and "would" in part
                )
                more = min(values[cut.square, monster]) > target
                assert ("more" in clause or "too great" in clause) == more


def test_sums_are_what_the_engine_sees() -> None:
    position = from_id(SAMPLE, SOLVED_SAMPLE)
    candidates = candidates_of(position)
    for line in position.lines:
        for end in (0, 1):
            total = sighting_sum(line, end, candidates)
            assert total.least == total.most == total.target == position.seen[line.ends[end]]
            other = difference_sum(line, end, candidates)
            assert (
                other.least == other.most == position.seen[line.ends[end]] - position.seen[line.ends[1 - end]]
            )


def test_the_board_after_the_last_step_is_the_solution() -> None:
    position = from_id(SAMPLE)
    told = tell(position, explain(position).steps)
    assert told[-1].after.squares == SOLVED_SAMPLE
    assert [step.after.squares.count(".") for step in told] == sorted(
        (step.after.squares.count(".") for step in told), reverse=True
    )


def test_totals_in_words() -> None:
    position = from_id("3x1:1,2,0,c,-,-,-,-,-,-,-,-")
    candidates = ["g", "gv", "gvz"]
    placed = Step(Reason("totals", totals=True, kinds="g"), (Cut(1, "gv", "v"), Cut(2, "gvz", "vz")))
    assert sentence(position, candidates, placed) == (
        "the one ghost stands already, so r1c2 is a vampire and r1c3 is no ghost"
    )
    places = Step(Reason("totals", totals=True, kinds="gz"), (Cut(1, "gv", "v"), Cut(2, "gvz", "v")))
    assert sentence(position, candidates, places) == (
        "there are 2 vampires, and just 2 cells where they can be, so r1c2 and r1c3 are vampires"
    )
    none = Step(Reason("totals", totals=True, kinds="z"), (Cut(2, "gvz", "gv"),))
    assert sentence(position, candidates, none) == "there are no zombies, so r1c3 is no zombie"


def test_outcomes_in_words() -> None:
    position = from_id(SAMPLE)
    cuts = [
        Cut(1, "gvz", "g"),
        Cut(2, "gvz", "gz"),
        Cut(4, "gvz", "g"),
        Cut(6, "gvz", "gv"),
        Cut(7, "gv", ""),
    ]
    assert outcome(position, cuts) == (
        "r1c2 and r2c1 are ghosts, r1c3 is no vampire, r2c3 is no zombie and r2c4 can hold no monster at all"
    )
    assert set(MONSTERS) == set(NAMES.values())


def test_a_sighting_can_be_passed_over_where_cells_are_crossed_twice() -> None:
    position = from_id("4x4:4,2,1,RLRdLaLaRRLRa,0,-,0,-,-,-,-,-,0,1,-,-,4,3,5,0", "/\\/gv..\\g\\g//\\/.")
    explained = explain(position)
    assert explained.broken is not None
    told = breaking(position, explained.candidates, explained.broken)
    assert told == "R4 would see 3 or 5 along line R4-R2, not 4"
