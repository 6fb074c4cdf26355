"""What Undead prints as JSON beside what all games do."""

from __future__ import annotations

from typing import Final

from winnable.contract import (
    COUNT,
    NUMBER,
    TEXT,
    TEXTS,
    TRUTH,
    FamilyKeys,
    Form,
    Key,
    by_name,
    listed,
    object_of,
    one_of,
    or_null,
    pick,
)

__all__ = ["KEYS"]

_GRADE: Final = one_of("easy", "normal", "tricky")

_CLUES: Final = {
    "lines": Key(TEXTS, "the lines that are looked at, by their ends: `D3-R2`"),
    "uses_totals": Key(TRUTH, "are the totals needed, too?"),
}
_SIGHTING: Final = {"sighting": Key(TEXT, "the sighting that it follows from, where it is one")}
_STEP: Final = Form(
    {
        "rule": Key(or_null(TEXT), "the rule of the step; null where no step leads on"),
        "words": Key(TEXT, "the move or the step in words"),
        "candidates": Key(
            by_name(object_of("cut")), "the cells that the step is about, by their names: `r2c3`"
        ),
        "narrowed": Key(
            by_name(TEXT),
            "what open cells may hold after the step, where something is ruled out there by then",
        ),
    },
    {
        **_CLUES,
        **_SIGHTING,
        "if": Key(object_of("assumption"), "what a what-if takes for granted"),
        "chain": Key(listed(object_of("step")), "the steps that follow from it"),
        "refuted": Key(object_of("refutation"), "what breaks then"),
    },
)

KEYS: Final = FamilyKeys(
    {
        "position": Form(
            {
                "totals": Key(by_name(COUNT), "how many ghosts, vampires and zombies there are", "monsters"),
                "rows": Key(TEXTS, "the squares, row by row: `.`, `g v z`, given ones `G V Z`, mirrors"),
                "sightings": Key(
                    by_name(listed(or_null(COUNT))), "what is seen from each side; null is hidden", "monsters"
                ),
            }
        ),
        "answer": Form(
            pick("solutions", "unique"),
            {
                **pick("second"),
                "conflict": Key(
                    object_of("conflict"), "clues that contradict each other, where there is no solution"
                ),
            },
        ),
        "check": Form(
            {"wrong": Key(or_null(object_of("fault")), "why it cannot come right; null where it still can")}
        ),
        "hint": Form(
            {
                "rule": _STEP.required["rule"],
                "steps": Key(listed(object_of("step")), "the steps that lead to the move"),
            },
            {
                "mistakes": Key(TEXTS, "what is wrong on the board, a sentence each"),
                "take_back": Key(TEXTS, "the cells to empty, by their names"),
                "pencil": Key(listed(object_of("pencil")), "the pencil marks that are wrong"),
                "pencil_undecided": Key(TEXTS, "the cells of whose pencil marks a limit left that open"),
            },
        ),
        "step": Form(
            {"step": Key(COUNT, "the number of the step, from 1"), **_STEP.required}, _STEP.optional
        ),
        "ending": Form(
            {
                "settled": Key(TRUTH, "do the steps settle every cell?"),
                **pick("reason", "why"),
                "by_rung": Key(by_name(COUNT), "how many steps there are of each rung", "steps"),
                "hardest": Key(or_null(TEXT), "the hardest rung among them; null where there is no step"),
                "open": Key(by_name(TEXT), "what the cells that are not settled may hold"),
            }
        ),
        "difficulty": Form(
            {
                "sgt": Key(or_null(object_of("sgt")), "the grade of sgt-puzzles; null without one solution"),
                "technique": Key(
                    or_null(object_of("technique")), "what the easiest explanation needs; null without one"
                ),
                "formula": Key(object_of("formula"), "the dissertation's difficulty"),
            }
        ),
        "puzzle": Form(
            {
                "id": Key(TEXT, "sgt's game ID"),
                "grade": Key(_GRADE, "how sgt-puzzles grades it"),
                "solution": Key(TEXT, "the squares of the filled board, in reading order"),
                "looked": Key(COUNT, "boards looked at for it", "boards"),
            }
        ),
    },
    {
        "step": _STEP,
        "cut": Form(
            {"was": Key(TEXT, "what the cell might hold before"), "left": Key(TEXT, "what it may hold after")}
        ),
        "assumption": Form(
            {"cell": Key(TEXT, "the cell"), "monster": Key(TEXT, "what is put there: `g`, `v` or `z`")}
        ),
        "refutation": Form({"rung": Key(TEXT, "the rung of the reason"), **_CLUES}, _SIGHTING),
        "conflict": Form(
            {"clues": Key(TEXTS, "the clues"), "fewest": Key(TRUTH, "is it proved that no fewer do?")}
        ),
        "pencil": Form(
            {
                "cell": Key(TEXT, "the cell"),
                "marks": Key(TEXT, "its pencil marks, a letter each"),
                "certain": Key(or_null(TEXT), "what is certain there; null where that is not one monster"),
                "words": Key(TEXT, "what is wrong with them, in words"),
            }
        ),
        "fault": Form(
            {
                "number": Key(COUNT, "the move after which it could not come right; 0: before the first"),
                "clues": Key(TEXTS, "the clues that are wrong at the end"),
            }
        ),
        "sgt": Form(
            {
                "grade": Key(_GRADE, "the grade"),
                "passes": Key(COUNT, "passes over all lines"),
                "open": Key(COUNT, "cells left to brute force then", "cells"),
            }
        ),
        "technique": Form(
            {
                "hardest": Key(or_null(TEXT), "the hardest rung; null where nothing is to be filled in"),
                "steps": Key(COUNT, "all steps", "steps"),
                "at_hardest": Key(COUNT, "those of the hardest rung", "steps"),
                "by_rung": Key(by_name(COUNT), "those of each rung", "steps"),
                "chain": Key(COUNT, "the longest what-if, with those within it", "steps"),
                "nested": Key(TRUTH, "are there what-ifs within it?"),
                "open": Key(COUNT, "cells left when only what-ifs lead on", "cells"),
                "branching": Key(NUMBER, "what each of these may hold then, on average", "monsters"),
            }
        ),
        "formula": Form(
            {
                "value": Key(NUMBER, "the difficulty"),
                "length": Key(NUMBER, "the most cells that a line crosses", "cells"),
                "faces": Key(NUMBER, "ghosts and vampires for each zombie"),
                "sightings": Key(NUMBER, "how near the sum of sightings is to the squares twice"),
                "mirrors": Key(NUMBER, "how near the number of mirrors is to the squares"),
            }
        ),
    },
)
