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
    "lines": Key(TEXTS, "the lines of sight that are looked at, named by their two ends: `D3-R2`"),
    "uses_totals": Key(TRUTH, "whether the totals are needed, too"),
}
_SIGHTING: Final = {
    "sighting": Key(TEXT, "the number at the edge from which it follows, if it is a single one")
}
_STEP: Final = Form(
    {
        "rule": Key(or_null(TEXT), "the rule of the step; null if no step leads on"),
        "words": Key(TEXT, "the move or the step in words"),
        "candidates": Key(
            by_name(object_of("cut")), "the squares that the step is about, by their names: `r2c3`"
        ),
        "narrowed": Key(
            by_name(TEXT),
            "what open squares may hold after the step, if something is ruled out there",
        ),
    },
    {
        **_CLUES,
        **_SIGHTING,
        "if": Key(object_of("assumption"), "what a what-if supposes"),
        "chain": Key(listed(object_of("step")), "the steps that follow from what is supposed"),
        "refuted": Key(object_of("refutation"), "the contradiction at the end"),
    },
)

KEYS: Final = FamilyKeys(
    {
        "position": Form(
            {
                "totals": Key(by_name(COUNT), "how many ghosts, vampires and zombies there are", "monsters"),
                "rows": Key(
                    TEXTS,
                    "the squares, row by row: `.` for an open one, `g`, `v` and `z` for monsters, capital"
                    " letters for given ones, and the mirrors",
                ),
                "sightings": Key(
                    by_name(listed(or_null(COUNT))),
                    "what is seen from each place of each side; null if the number is not shown",
                    "monsters",
                ),
            }
        ),
        "answer": Form(
            pick("solutions", "unique"),
            {
                **pick("second"),
                "conflict": Key(
                    object_of("conflict"), "clues that contradict each other, if there is no solution"
                ),
            },
        ),
        "check": Form(
            {
                "wrong": Key(
                    or_null(object_of("fault")), "why the board cannot be completed any more; null if it can"
                )
            }
        ),
        "hint": Form(
            {
                "rule": _STEP.required["rule"],
                "steps": Key(listed(object_of("step")), "the steps that lead to the move"),
            },
            {
                "mistakes": Key(TEXTS, "what is wrong on the board, each a sentence"),
                "take_back": Key(TEXTS, "the squares that must be emptied, by their names"),
                "pencil": Key(listed(object_of("pencil")), "the pencil marks that are wrong"),
                "pencil_undecided": Key(
                    TEXTS, "the squares whose pencil marks were not decided within the limits"
                ),
            },
        ),
        "step": Form(
            {"step": Key(COUNT, "the number of the step, from 1"), **_STEP.required}, _STEP.optional
        ),
        "ending": Form(
            {
                "settled": Key(TRUTH, "whether the steps fill in every square"),
                **pick("reason", "why"),
                "by_rung": Key(by_name(COUNT), "how many steps there are of each kind of reason", "steps"),
                "hardest": Key(
                    or_null(TEXT), "the hardest kind of reason among the steps; null if there is no step"
                ),
                "open": Key(by_name(TEXT), "what the squares may hold that are not filled in"),
            }
        ),
        "difficulty": Form(
            {
                "sgt": Key(
                    or_null(object_of("sgt")),
                    "the grade of sgt-puzzles; null unless there is exactly one solution",
                ),
                "technique": Key(
                    or_null(object_of("technique")),
                    "what the easiest explanation needs; null if there is none",
                ),
                "formula": Key(object_of("formula"), "the difficulty by the dissertation's formula"),
            }
        ),
        "puzzle": Form(
            {
                "id": Key(TEXT, "the game ID of sgt-puzzles"),
                "grade": Key(_GRADE, "the grade of sgt-puzzles"),
                "solution": Key(TEXT, "the squares of the filled board, in reading order"),
                "looked": Key(COUNT, "how many boards were looked at to find it", "boards"),
            }
        ),
    },
    {
        "step": _STEP,
        "cut": Form(
            {
                "was": Key(TEXT, "what the square might hold before"),
                "left": Key(TEXT, "what it may hold after"),
            }
        ),
        "assumption": Form(
            {
                "cell": Key(TEXT, "the name of the square"),
                "monster": Key(TEXT, "the monster that is supposed there: `g`, `v` or `z`"),
            }
        ),
        "refutation": Form({"rung": Key(TEXT, "the kind of reason"), **_CLUES}, _SIGHTING),
        "conflict": Form(
            {
                "clues": Key(TEXTS, "the clues"),
                "fewest": Key(TRUTH, "whether it is proved that no fewer clues contradict each other"),
            }
        ),
        "pencil": Form(
            {
                "cell": Key(TEXT, "the name of the square"),
                "marks": Key(TEXT, "its pencil marks, one letter for each"),
                "certain": Key(
                    or_null(TEXT), "the monster that is certain there; null if it is not a single one"
                ),
                "words": Key(TEXT, "what is wrong with them, in words"),
            }
        ),
        "fault": Form(
            {
                "number": Key(
                    COUNT,
                    "the number of the move after which the board could not be completed; 0 is before the"
                    " first move",
                ),
                "clues": Key(TEXTS, "the clues that are broken at the end"),
            }
        ),
        "sgt": Form(
            {
                "grade": Key(_GRADE, "the grade"),
                "passes": Key(COUNT, "how often its method goes over all lines"),
                "open": Key(COUNT, "how many squares are then left to trial and error", "cells"),
            }
        ),
        "technique": Form(
            {
                "hardest": Key(
                    or_null(TEXT), "the hardest kind of reason; null if there is nothing to fill in"
                ),
                "steps": Key(COUNT, "how many steps there are", "steps"),
                "at_hardest": Key(COUNT, "how many of them are of the hardest kind", "steps"),
                "by_rung": Key(by_name(COUNT), "how many are of each kind", "steps"),
                "chain": Key(
                    COUNT, "the steps of the longest what-if, together with the what-ifs within it", "steps"
                ),
                "nested": Key(TRUTH, "whether there are what-ifs within a what-if"),
                "open": Key(COUNT, "how many squares are open when only what-ifs lead on", "cells"),
                "branching": Key(
                    NUMBER, "how many monsters each of these may hold then, on average", "monsters"
                ),
            }
        ),
        "formula": Form(
            {
                "value": Key(NUMBER, "the difficulty"),
                "length": Key(NUMBER, "how many squares the longest line crosses", "cells"),
                "faces": Key(NUMBER, "how many ghosts and vampires there are for each zombie"),
                "sightings": Key(
                    NUMBER, "how near the sum of the numbers at the edge is to twice the number of squares"
                ),
                "mirrors": Key(NUMBER, "how near the number of mirrors is to the number of squares"),
            }
        ),
    },
)
