"""What is printed as JSON: the keys that all share, each with its type, its meaning and its unit.

One key means one thing wherever it stands at the top of a printed object. What a family prints beside these
stands with the family, in its ``keys.py``; which of them a command prints, in :mod:`winnable.cli.json_keys`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

__all__ = [
    "KEYS",
    "LARGEST",
    "OBJECTS",
    "FamilyKeys",
    "Form",
    "Key",
    "Type",
    "by_name",
    "listed",
    "object_of",
    "one_of",
    "or_null",
    "pick",
]

LARGEST: Final = 2**53  # beyond it many readers of JSON round whole numbers; there they are texts


class Type(NamedTuple):
    """What a value may be, in words and as JSON Schema; ``refers`` names the objects in it."""

    words: str
    schema: Mapping[str, Any]
    refers: tuple[str, ...] = ()


class Key(NamedTuple):
    """A key: what its value may be, what it means, and in what it is counted, if that needs saying."""

    type: Type
    meaning: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """The keys of an object: those that it always has, and those that it may have. It has no others."""

    required: Mapping[str, Key] = field(default_factory=dict)
    optional: Mapping[str, Key] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FamilyKeys:
    """What a family prints beside what all print.

    ``prints`` are by what is printed: ``position``, ``answer`` and the ``total`` of several, ``check``,
    ``hint``, ``step`` and ``ending`` of an explanation, ``difficulty``, ``puzzle``. ``objects`` are those
    that stand within them, by their names.
    """

    prints: Mapping[str, Form]
    objects: Mapping[str, Form] = field(default_factory=dict)


def listed(item: Type) -> Type:
    """A list of such."""
    return Type(f"list: {item.words}", {"type": "array", "items": item.schema}, item.refers)


def by_name(item: Type) -> Type:
    """An object whose keys are names."""
    schema = {"type": "object", "additionalProperties": item.schema}
    return Type(f"object by name: {item.words}", schema, item.refers)


def or_null(item: Type) -> Type:
    """Such a value, or null."""
    return Type(f"{item.words}, or null", {"anyOf": [item.schema, {"type": "null"}]}, item.refers)


def one_of(*words: str) -> Type:
    """One of these texts."""
    return Type(", ".join(f"`{word}`" for word in words), {"enum": list(words)})


def object_of(name: str) -> Type:
    """An object that ``objects`` describes."""
    return Type(f"[{name}](#{name})", {"$ref": f"#/$defs/{name}"}, (name,))


def _number(words: str, **bounds: float) -> Type:
    return Type(words, {"type": "number", **bounds})


TEXT: Final = Type("text", {"type": "string"})
TRUTH: Final = Type("true or false", {"type": "boolean"})
WHOLE: Final = Type("whole number", {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST})
COUNT: Final = Type("whole number from 0", {"type": "integer", "minimum": 0, "maximum": LARGEST})
LARGE: Final = Type(
    "whole number; a text beyond 2^53",
    {"anyOf": [COUNT.schema, {"type": "string", "pattern": "^[0-9]{16,20}$"}]},
)
NUMBER: Final = _number("number")
SHARE: Final = _number("number from 0 to 1", minimum=0, maximum=1)
INTERVAL: Final = Type(
    "list: low, high", {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
)
TEXTS: Final = listed(TEXT)
_BOX: Final = Type(
    "list: left, top, width, height",
    {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4},
)
VERDICT: Final = one_of("solved", "unsolvable", "unknown")

_RULE: Final = Type(
    "whole number, truth, text or list of whole numbers",
    {
        "anyOf": [
            {"type": ["integer", "boolean", "string"]},
            {"type": "array", "items": {"type": "integer"}},
        ]
    },
)

_PLACE: Final = {
    "source": Key(or_null(TEXT), "the file, `<stdin>`, or null where no file was named"),
    "line": Key(or_null(COUNT), "its line", "lines, from 1"),
    "column": Key(or_null(COUNT), "its column", "characters, from 1"),
}

_FALL: Final = {
    "share": Key(NUMBER, "by how much; negative: it rises"),
    "interval": Key(INTERVAL, "where that lies"),
}

KEYS: Final[Mapping[str, Key]] = {
    # What it is about.
    "game": Key(TEXT, "the game as it was spelled, options and all; every command takes it"),
    "deal": Key(
        TEXT,
        "what the position is called: a deal in its dialect, `ms:617`; the place in a file, `boards.txt:12`; "
        "or the name that its text gives it",
    ),
    "title": Key(TEXT, "the game's name for people"),
    "family": Key(TEXT, "the family of the game: those of one share a notation"),
    "summary": Key(TEXT, "what is special to it, in a line"),
    "dialects": Key(TEXTS, "the dialects of its deals; a bare number is of the first"),
    "rules": Key(by_name(_RULE), "every rule with its value"),
    "options": Key(TEXTS, "the rules that may be set after a colon"),
    "policies": Key(TEXTS, "the policies that play it, the strongest first"),
    "variants": Key(by_name(object_of("variant")), "its variants"),
    "columns": Key(listed(TEXTS), "columns of cards, deepest card first"),
    "stock": Key(TEXTS, "the cards of the stock, the next first"),
    # Answers.
    "verdict": Key(VERDICT, "can the position be won? `solved` comes with moves, `unsolvable` is a proof"),
    "reason": Key(
        one_of(
            "goal", "exhausted", "incomplete", "nodes", "time", "memory", "cancelled",
            "won", "conceded", "moves",
        ),
        "why the search stopped, or how a game that was played ended; `incomplete`: it leaves positions out",
    ),
    "why": Key(TEXTS, "reasons, a sentence each; none where there is nothing to say"),
    "words": Key(TEXT, "the move or the step in words"),
    "move": Key(or_null(TEXT), "a move in the game's notation; null where there is none"),
    "moves": Key(TEXTS, "the moves in the game's notation, or as `--print` asks for them"),
    "length": Key(COUNT, "how long the line is; 0 where there is none", "moves"),
    "others": Key(
        by_name(VERDICT),
        "the verdicts of the other moves; of those that lead to the same position only one is named",
    ),
    "equal": Key(
        TEXTS, "the other moves that lead to the same position, but for the order of cells or columns"
    ),
    "cost": Key(NUMBER, "what the moves cost in the metric of the solver", "of the metric"),
    "lower_bound": Key(
        or_null(NUMBER), "no solution costs less; equal to `cost`: proved to be the least", "of the metric"
    ),
    "optimal": Key(TRUTH, "is the solution proved to cost the least?"),
    "score": Key(WHOLE, "points of the game, in games that have such", "points"),
    "complete_runs": Key(COUNT, "runs that have left the table", "runs"),
    "solutions": Key(COUNT, "solutions found, of as many as were looked for"),
    "unique": Key(or_null(TRUTH), "is it the only solution? null where that is not known"),
    "second": Key(TEXTS, "the moves of another solution"),
    "stats": Key(object_of("stats"), "what the work took"),
    "algorithm": Key(TEXT, "the search"),
    "figures": Key(by_name(NUMBER), "what the author of the search counted; [its page](searches.md) tells"),
    "mean_stats": Key(by_name(NUMBER), "the mean of each count in `stats`"),
    "mean_figures": Key(by_name(NUMBER), "the mean of each of the `figures`"),
    "level": Key(
        or_null(one_of("easy", "medium", "hard", "expert", "master", "grandmaster")),
        "how hard it is; null where `why` says why it has no level",
    ),
    "scene": Key(Type("[scene](formats.md)", {"$ref": "#/$defs/scene"}, ("scene",)), "what is on the table"),
    # Moves that somebody wrote.
    "legal": Key(TRUTH, "can every move be made?"),
    "won": Key(TRUTH, "is the game won in the end?"),
    "outcome": Key(one_of("open", "won", "stuck"), "how the position at the end stands by itself"),
    "listed": Key(COUNT, "of the moves made, those in the list; the others it leaves out", "moves"),
    "broken": Key(or_null(object_of("break")), "the move that cannot be made; null where all can"),
    "where": Key(object_of("place"), "the place in the text"),
    "by_policy": Key(TRUTH, "are the moves those of the policy and the seed that the line names?"),
    "as_logged": Key(TRUTH, "can every move be made, and is the end as the line says?"),
    # Moves looked over.
    "positions": Key(listed(object_of("reviewed")), "the start, and the position after each move"),
    "winnable_after": Key(
        or_null(COUNT), "the last move after which the game can be won, 0: the start; null where unknown"
    ),
    "lost_after": Key(
        or_null(COUNT), "the first move after which the game is proved lost; null where it is lost nowhere"
    ),
    "lost_by": Key(or_null(TEXT), "the move that lost the game; null where that is not known of one"),
    "chances": Key(listed(object_of("chance")), "how likely a win was at the start, and after each move"),
    "largest_fall": Key(or_null(object_of("fallen")), "the move with which the chance of a win fell most"),
    "worst_choice": Key(
        or_null(object_of("fallen")), "the move whose choice cost most, whatever cards came to light by it"
    ),
    "instead": Key(or_null(TEXT), "what the policy would have played there"),
    # Games played, deals decided.
    "policy": Key(TEXT, "who plays"),
    "seed": Key(LARGE, "the seed of every choice; of the first game, of several"),
    "from": Key(TEXT, "where the deals come from, where no seed drew them: the first of them, or a folder"),
    "levels": Key(by_name(COUNT), "how many positions have each level"),
    "scales": Key(by_name(by_name(COUNT)), "how many have each grade, by each other scale that the game has"),
    "without_level": Key(TEXTS, "those that can be won, and have no level"),
    "games": Key(COUNT, "how many games were played, or deals looked at; of each, where there are several"),
    "wins": Key(COUNT, "how many of them were won, or can be"),
    "losses": Key(COUNT, "how many of them cannot be won, proved"),
    "lost": Key(TEXTS, "those that cannot be won"),
    "undecided": Key(TEXTS, "those at which a limit was reached"),
    "cancelled": Key(TEXTS, "those that were begun and not finished when all was cancelled; not counted"),
    "broken_off": Key(COUNT, "games that a limit broke off; they are not won"),
    "share": Key(
        or_null(SHARE), "the share of wins; null where some are undecided, as `share_bounds` tells more"
    ),
    "share_bounds": Key(INTERVAL, "the share with the undecided ones taken as lost, and as won"),
    "interval": Key(INTERVAL, "where the share of all such games lies (Wilson)"),
    "interval_3_sigma": Key(INTERVAL, "the same, 3 standard deviations wide"),
    "interval_at_any_time": Key(INTERVAL, "the same, valid whenever one stops"),
    "half_width": Key(SHARE, "half of the interval's width, of that which decided when to stop"),
    "z": Key(NUMBER, "the width of the interval", "standard deviations"),
    "different_games": Key(COUNT, "how many of the games differ in a move"),
    "choices": Key(listed(object_of("choice")), "each legal move, the best first"),
    "mean_length": Key(or_null(NUMBER), "the mean length of the lines; null where there is none", "moves"),
    "mean_score": Key(NUMBER, "the mean score", "points"),
    "mean_complete_runs": Key(NUMBER, "the mean of runs that have left", "runs"),
    # Audits.
    "repeated": Key(COUNT, "hands that are the same as an earlier one, and left out", "hands"),
    "first_repeated": Key(
        or_null(TEXTS), "the first hand that is the same as an earlier one, and that one; null of none"
    ),
    "log10_p_repeats": Key(NUMBER, "decimal logarithm of the chance that so many hands repeat, at most"),
    "hands": Key(COUNT, "different hands that were given", "hands"),
    "partly_seen": Key(COUNT, "hands with unknown cards; if any, nothing is said of equities", "hands"),
    "random_hands": Key(COUNT, "hands that were drawn and played, to compare with"),
    "random_share": Key(or_null(SHARE), "the share of wins with random hands"),
    "difference": Key(
        or_null(NUMBER), "how much more often the hands given are won; negative: they are harder"),
    "difference_interval": Key(
        or_null(INTERVAL), "where the difference of all such hands lies; null of too few hands"
    ),
    "p_equity": Key(or_null(SHARE), "p-value: are they as easy to win? null where not asked"),
    "p_shuffle": Key(or_null(SHARE), "p-value: do ranks and suits lie evenly? null where not tested"),
    "shuffle_tests": Key(listed(object_of("shuffle_test")), "the tests that `p_shuffle` is made of"),
    "p": Key(SHARE, "p-value of all questions together"),
    "alarm": Key(TRUTH, "is `p` at most `alarm_level`?"),
    "alarm_level": Key(SHARE, "how often fair hands may give an alarm, at most"),
    "visible_easier": Key(
        or_null(SHARE), "the smallest rise of the share that would be seen four times of five; null if none"
    ),
    "visible_harder": Key(
        or_null(SHARE), "the smallest fall of the share that would be seen four times of five; null if none"
    ),
    "hands_to_see_5_points": Key(
        or_null(COUNT), "hands of each kind by which 5 points of 100 would be seen", "hands"
    ),
    # Tuning and training.
    "trial": Key(COUNT, "the number of the trial, from 1"),
    "trials": Key(COUNT, "how many weight sets were tried"),
    "weights": Key(by_name(NUMBER), "the features and their weights"),
    "total_length": Key(COUNT, "the length of all solutions together", "moves"),
    "best": Key(object_of("best"), "the best trial"),
    "generation": Key(COUNT, "the number of the generation, from 1"),
    "best_share": Key(SHARE, "the share of wins of the best shape"),
    # Studies.
    "study": Key(TEXT, "the file of the study"),
    "study_title": Key(TEXT, "what the study is called"),
    "group": Key(or_null(TEXT), "what the study calls these deals, if they are counted apart"),
    "player": Key(TEXT, "the solver, search or policy with its parameters, or as the study calls it"),
    "limits": Key(object_of("limits"), "what each unit may spend"),
    "repetitions": Key(COUNT, "how often each deal is measured; in intervals a deal counts once"),
    "units": Key(COUNT, "units that are asked for, without those that a stop rule has spared", "units"),
    "done": Key(COUNT, "units that have a result", "units"),
    "unknown": Key(COUNT, "units that a limit left undecided", "units"),
    "not_won": Key(COUNT, "units that are proved unwinnable, or games that a policy lost", "units"),
    "failed": Key(COUNT, "units that ended their worker or raised an error, twice", "units"),
    "stopped": Key(TRUTH, "is its share known well enough, so that the rest is left out?"),
    "at_work": Key(COUNT, "runs that are at work on it now"),
    "rate": Key(or_null(NUMBER), "units that this run has done in a second of late; null at first", "units"),
    "seconds_left": Key(or_null(NUMBER), "until all are done, if it goes on so; null at first", "seconds"),
    "interval_exact": Key(INTERVAL, "the same by Clopper and Pearson, at 95 %"),
    "added": Key(COUNT, "units that were not asked for before", "units"),
    "other": Key(TEXT, "the file whose results were put in"),
    "merged": Key(COUNT, "results that were put in"),
    "there": Key(COUNT, "results of units that had one already, which stays"),
    # Pictures.
    "certain": Key(TRUTH, "is every card sure, and are they a position of the game?"),
    "position": Key(
        or_null(TEXT), "the position as text that every command reads; null where it is not `certain`"
    ),
    "seen": Key(TEXT, "the same with a `?` behind each doubtful card; then no command reads it"),
    "doubts": Key(listed(object_of("doubt")), "the cards that are not certain"),
    "problems": Key(TEXTS, "why the cards that were read are no position of the game, a line each"),
    "notes": Key(TEXTS, "what was taken for granted, a line each"),
    "piles": Key(listed(object_of("seen_pile")), "the piles with the places of their cards"),
    "readers": Key(TEXTS, "what told the cards apart"),
    "window": Key(TEXT, "the title of the window in which it was played"),
    "status": Key(
        one_of("won", "lost", "over", "unknown", "asked", "taken over", "doubts", "stopped"),
        "how playing ended: `over` where a policy gave up, `asked` where you said no to a move",
    ),
    "report": Key(object_of("report"), "what each stage took, and what went otherwise than planned"),
    "saved": Key(or_null(TEXT), "the file in which a game that was not won is saved"),
    # Errors.
    "error": Key(object_of("error"), "what is wrong with the question"),
}  # fmt: skip

OBJECTS: Final[Mapping[str, Form]] = {
    "stats": Form(
        optional={
            "expanded": Key(COUNT, "positions whose moves were looked at", "positions"),
            "generated": Key(COUNT, "positions reached by those moves", "positions"),
            "duplicates": Key(COUNT, "of these, those that were known already", "positions"),
            "backtracks": Key(COUNT, "positions given up", "positions"),
            "depth": Key(COUNT, "the deepest position, from the start", "moves"),
            "branching": Key(NUMBER, "generated for each expanded"),
            "peak_bytes": Key(COUNT, "memory of the search, at most", "bytes"),
            "seconds": Key(NUMBER, "wall clock", "seconds"),
            "cpu_seconds": Key(NUMBER, "processor time of the whole command", "seconds"),
        }
    ),
    "limits": Form(
        {
            "nodes": Key(or_null(COUNT), "positions expanded; null without a limit", "positions"),
            "seconds": Key(or_null(NUMBER), "wall clock; null without a limit", "seconds"),
            "bytes": Key(COUNT, "memory of the search", "bytes"),
        }
    ),
    "break": Form(
        {"number": Key(COUNT, "which move of the list it is, from 1")},
        {"move": Key(TEXT, "its text"), "where": Key(object_of("place"), "the place in the text")},
    ),
    "place": Form(_PLACE),
    "error": Form(
        {
            "what": Key(TEXT, "what is wrong"),
            "where": Key(or_null(object_of("place")), "where; null where it stands in no text"),
            "expected": Key(or_null(TEXT), "what would have been right"),
            "mend": Key(or_null(TEXT), "what to do about it"),
        }
    ),
    "variant": Form(
        {
            "title": KEYS["title"],
            "summary": KEYS["summary"],
            "source": Key(TEXT, "who plays it so"),
        }
    ),
    "choice": Form(
        {
            **{name: KEYS[name] for name in ("move", "games", "wins", "share", "interval")},
            "interval_at_any_time": KEYS["interval_at_any_time"],
            "less_than_best": Key(INTERVAL, "where it lies by how much the best move wins more often"),
        }
    ),
    "shuffle_test": Form(
        {
            "name": Key(TEXT, "what is compared"),
            "p": Key(SHARE, "p-value of this test alone"),
            "corrected": Key(SHARE, "p-value, corrected for the number of tests"),
            "most": Key(TEXT, "what is furthest from even"),
        }
    ),
    "reviewed": Form(
        {
            "number": Key(COUNT, "the number of the move, 0: the start"),
            **{name: KEYS[name] for name in ("move", "words", "verdict", "reason")},
            "by_player": Key(TRUTH, "is it a move of the list, rather than one that it leaves out?"),
        },
        {"points": Key(WHOLE, "the most points that a game can still reach", "points")},
    ),
    "chance": Form(
        {
            "number": Key(COUNT, "the number of the move, 0: the start"),
            **{name: KEYS[name] for name in ("move", "words", "wins", "share", "interval")},
        },
        {
            "fall": Key(object_of("fall"), "by how much the chance is smaller than before the move"),
            "choice": Key(object_of("fall"), "the part of that which the choice of the move makes"),
            "revealed": Key(TRUTH, "did cards come to light?"),
        },
    ),
    "fall": Form(_FALL),
    "fallen": Form({"number": Key(COUNT, "the number of the move"), "move": Key(TEXT, "the move"), **_FALL}),
    "doubt": Form(
        {
            "name": Key(TEXT, "where it lies: `column 3, card 2`, counted from the deepest, or `D3`"),
            "value": Key(TEXT, "what it most probably is"),
            "confidence": Key(SHARE, "how probable that is"),
            "others": Key(TEXTS, "what else it may be, likeliest first"),
            "box": Key(_BOX, "its place in the picture", "pixels"),
            "why": Key(TEXT, "what makes it doubtful; empty where no more is to be said"),
        }
    ),
    "seen_pile": Form(
        {
            "name": Key(TEXT, "the pile's name, as in scenes"),
            "box": Key(_BOX, "the place of its first card", "pixels"),
            "cards": Key(TEXTS, "the cards, deepest first; `??` for those that lie face down"),
            "down": Key(COUNT, "how many of them lie face down"),
            "boxes": Key(listed(_BOX), "the whole card of each", "pixels"),
        }
    ),
    "report": Form(
        {
            "seconds": Key(object_of("stages"), "wall clock of each stage", "seconds"),
            "looks": Key(COUNT, "pictures taken of the window"),
            "reads": Key(COUNT, "boards read"),
            "doubted": Key(COUNT, "cards that were doubtful"),
            "corrected": Key(COUNT, "those of them that you said"),
            "moves": Key(COUNT, "moves made"),
            "retried": Key(COUNT, "moves that were made again, for nothing had happened"),
            "taken_up": Key(COUNT, "moves that happened by themselves"),
            "dismissed": Key(COUNT, "dialogs that were closed"),
            "moved": Key(COUNT, "times that the window was found elsewhere, or of another size"),
            "plans": Key(COUNT, "times that the game was solved"),
        }
    ),
    "stages": Form(
        {
            "find": Key(NUMBER, "looking at the window", "seconds"),
            "identify": Key(NUMBER, "reading the board", "seconds"),
            "solve": Key(NUMBER, "finding the moves", "seconds"),
            "execute": Key(NUMBER, "making them", "seconds"),
        }
    ),
    "best": Form({name: KEYS[name] for name in ("trial", "weights", "wins", "total_length", "stats")}),
}


def pick(*names: str) -> dict[str, Key]:
    """Some of the keys that all share."""
    return {name: KEYS[name] for name in names}
