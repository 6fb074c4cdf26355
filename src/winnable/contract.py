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
    "source": Key(or_null(TEXT), "the name of the file, or `<stdin>`; null if it is in no file"),
    "line": Key(or_null(COUNT), "the line", "lines, from 1"),
    "column": Key(or_null(COUNT), "the column", "characters, from 1"),
}

_FALL: Final = {
    "share": Key(NUMBER, "by how much the chance falls; it is negative if the chance rises"),
    "interval": Key(INTERVAL, "the interval in which the true value lies"),
}

KEYS: Final[Mapping[str, Key]] = {
    # What it is about.
    "game": Key(TEXT, "the game with its options, as it was given; every command takes it"),
    "deal": Key(
        TEXT,
        "the name of the position: a deal such as `ms:617`, the place in a file such as `boards.txt:12`, or"
        " the name that stands in its text",
    ),
    "title": Key(TEXT, "the title of the game"),
    "family": Key(
        TEXT, "the family of the game; the games of a family write moves and boards in the same way"
    ),
    "summary": Key(TEXT, "what is special about it, in one line"),
    "dialects": Key(TEXTS, "whose deal numbers the game takes; a number alone is of the first kind"),
    "rules": Key(by_name(_RULE), "every rule of the game with its value"),
    "options": Key(TEXTS, "the rules that you can change after a colon"),
    "policies": Key(TEXTS, "the policies that can play the game, the strongest first"),
    "variants": Key(by_name(object_of("variant")), "the variants of the game"),
    "columns": Key(listed(TEXTS), "the columns, each with its deepest card first"),
    "stock": Key(TEXTS, "the cards of the stock; the one that is drawn next comes first"),
    # Answers.
    "verdict": Key(
        VERDICT,
        "whether the position can be won: with `solved` there are moves that win, and `unsolvable` is "
        "proved",
    ),
    "reason": Key(
        one_of(
            "goal", "exhausted", "incomplete", "nodes", "time", "memory", "cancelled",
            "won", "conceded", "moves",
        ),
        "why the search stopped, or how a game ended that was played; `exhausted`: everything was tried; "
        "`incomplete`: the search leaves positions out; `nodes`, `time` and `memory`: this limit was "
        "reached; `moves`: a game had too many moves",
    ),
    "why": Key(TEXTS, "the reasons, each a sentence; empty if there is nothing to say"),
    "words": Key(TEXT, "the move or the step in words"),
    "move": Key(or_null(TEXT), "a move in the notation of the game; null if there is none"),
    "moves": Key(TEXTS, "the moves in the notation of the game, or as `--print` asks for them"),
    "length": Key(COUNT, "how many moves there are; 0 if there are none", "moves"),
    "others": Key(
        by_name(VERDICT),
        "the verdicts of the other moves; of moves that lead to the same position only one is named",
    ),
    "equal": Key(
        TEXTS, "the other moves that lead to the same position, except for the order of cells or columns"
    ),
    "cost": Key(NUMBER, "what the moves cost, counted as the metric says", "of the metric"),
    "lower_bound": Key(
        or_null(NUMBER),
        "it is proved that no solution costs less than this; if it is equal to `cost`, the solution is "
        "proved to be the best",
        "of the metric",
    ),
    "optimal": Key(TRUTH, "whether it is proved that no solution costs less"),
    "score": Key(WHOLE, "the points, in games that count points", "points"),
    "complete_runs": Key(COUNT, "how many complete runs have left the table", "runs"),
    "solutions": Key(COUNT, "how many solutions were found, of as many as were looked for"),
    "unique": Key(or_null(TRUTH), "whether it is the only solution; null if that is not known"),
    "second": Key(TEXTS, "the moves of another solution"),
    "stats": Key(object_of("stats"), "how much was searched, and how long it took"),
    "algorithm": Key(TEXT, "the name of the search"),
    "figures": Key(
        by_name(NUMBER),
        "what the author of the search counted; [the page on searches](searches.md) explains it",
    ),
    "mean_stats": Key(by_name(NUMBER), "the mean of each number in `stats`"),
    "mean_figures": Key(by_name(NUMBER), "the mean of each number in `figures`"),
    "level": Key(
        or_null(one_of("easy", "medium", "hard", "expert", "master", "grandmaster")),
        "how hard the position is; if it is null, `why` says why there is no level",
    ),
    "scene": Key(
        Type("[scene](formats.md)", {"$ref": "#/$defs/scene"}, ("scene",)),
        "everything that lies on the table",
    ),
    # Moves that somebody wrote.
    "legal": Key(TRUTH, "whether every move can be made"),
    "won": Key(TRUTH, "whether the game is won at the end"),
    "outcome": Key(
        one_of("open", "won", "stuck"), "how the game stands at the end; `stuck`: no move can be made"
    ),
    "listed": Key(COUNT, "how many of the moves were written down; the others had been left out", "moves"),
    "broken": Key(or_null(object_of("break")), "the move that cannot be made; null if all can be made"),
    "where": Key(object_of("place"), "the place in the text"),
    "by_policy": Key(TRUTH, "whether the policy, with the seed that the line names, makes the same moves"),
    "as_logged": Key(TRUTH, "whether every move can be made, and the game ends as the line says"),
    # Moves looked over.
    "positions": Key(listed(object_of("reviewed")), "the start, and the position after each move"),
    "winnable_after": Key(
        or_null(COUNT),
        "the number of the last move after which the game can still be won; 0 is the start; null if that is"
        " not known",
    ),
    "lost_after": Key(
        or_null(COUNT),
        "the number of the first move after which the game is proved to be lost; null if there is none",
    ),
    "lost_by": Key(or_null(TEXT), "the move that lost the game; null if it is not known which one did"),
    "chances": Key(listed(object_of("chance")), "how likely a win was at the start, and after each move"),
    "largest_fall": Key(or_null(object_of("fallen")), "the move with which the chance of a win fell most"),
    "worst_choice": Key(
        or_null(object_of("fallen")), "the move that was the worst choice, whatever cards it turned up"
    ),
    "instead": Key(or_null(TEXT), "what the policy would have played instead"),
    # Games played, deals decided.
    "policy": Key(TEXT, "the policy that plays"),
    "seed": Key(LARGE, "the seed of the random choices; if there are several games, of the first one"),
    "from": Key(
        TEXT, "where the deals come from, if they were not drawn with a seed: the first deal, or a folder"
    ),
    "levels": Key(by_name(COUNT), "how many positions have each level"),
    "scales": Key(
        by_name(by_name(COUNT)), "for each other scale of the game, how many positions have each grade"
    ),
    "without_level": Key(TEXTS, "the positions that can be won and have no level"),
    "games": Key(
        COUNT,
        "how many games were played, or how many deals were looked at; if there are several moves or hands,"
        " for each of them",
    ),
    "wins": Key(COUNT, "how many of these were won, or can be won"),
    "losses": Key(COUNT, "how many of these are proved to be lost"),
    "lost": Key(TEXTS, "the positions that cannot be won"),
    "undecided": Key(TEXTS, "the positions for which a limit was reached"),
    "cancelled": Key(
        TEXTS, "the positions that were being searched when you pressed Ctrl-C; they are not counted"
    ),
    "broken_off": Key(COUNT, "how many games were broken off by a limit; they do not count as won"),
    "share": Key(
        or_null(SHARE),
        "the share that was won, or can be won; null if some are undecided: then see `share_bounds`",
    ),
    "share_bounds": Key(INTERVAL, "the share if all undecided ones are lost, and if all of them are won"),
    "interval": Key(INTERVAL, "the interval in which the true share lies (Wilson's)"),
    "interval_3_sigma": Key(INTERVAL, "the same interval for 3 standard deviations"),
    "interval_at_any_time": Key(INTERVAL, "an interval for the same share that holds whenever one stops"),
    "half_width": Key(SHARE, "half of the width of the interval that decides when to stop"),
    "z": Key(NUMBER, "the width of the interval", "standard deviations"),
    "different_games": Key(COUNT, "how many different games were played"),
    "choices": Key(listed(object_of("choice")), "the legal moves, the best first"),
    "mean_length": Key(or_null(NUMBER), "the mean number of moves; null if there are none", "moves"),
    "mean_score": Key(NUMBER, "the mean score", "points"),
    "mean_complete_runs": Key(NUMBER, "the mean number of complete runs that have left", "runs"),
    # Audits.
    "repeated": Key(COUNT, "how many hands are the same as an earlier one; they are left out", "hands"),
    "first_repeated": Key(
        or_null(TEXTS),
        "the first hand that is the same as an earlier one, and the earlier one; null if there is none",
    ),
    "log10_p_repeats": Key(
        NUMBER, "the decimal logarithm of an upper bound on the chance that so many hands repeat"
    ),
    "hands": Key(COUNT, "how many different hands were given", "hands"),
    "partly_seen": Key(
        COUNT, "how many hands have unknown cards; if there are any, nothing is said about equities", "hands"
    ),
    "random_hands": Key(COUNT, "how many random hands were drawn and played, to compare with"),
    "random_share": Key(or_null(SHARE), "the share of wins with random hands"),
    "difference": Key(
        or_null(NUMBER),
        "how much more often the given hands are won than random ones; it is negative if they are harder",
    ),
    "difference_interval": Key(
        or_null(INTERVAL), "the interval in which the true difference lies; null if there are too few hands"
    ),
    "p_equity": Key(
        or_null(SHARE),
        "the p-value of the question whether the hands are as easy to win; null if it was not asked",
    ),
    "p_shuffle": Key(
        or_null(SHARE),
        "the p-value of the question whether ranks and suits lie evenly; null if it was not tested",
    ),
    "shuffle_tests": Key(listed(object_of("shuffle_test")), "the tests that `p_shuffle` is made of"),
    "p": Key(SHARE, "the p-value of all questions together"),
    "alarm": Key(TRUTH, "whether there is an alarm: `p` is at most `alarm_level`"),
    "alarm_level": Key(SHARE, "how often fair hands give an alarm at most"),
    "visible_easier": Key(
        or_null(SHARE),
        "how much easier than random hands these must be, at least, to be found out in four of five audits;"
        " null if no difference would be",
    ),
    "visible_harder": Key(
        or_null(SHARE),
        "how much harder than random hands these must be, at least, to be found out in four of five audits;"
        " null if no difference would be",
    ),
    "hands_to_see_5_points": Key(
        or_null(COUNT),
        "how many hands of each kind are needed to see a difference of 5 points of 100",
        "hands",
    ),
    # Tuning and training.
    "trial": Key(COUNT, "the number of the trial, from 1"),
    "trials": Key(COUNT, "how many sets of weights were tried"),
    "weights": Key(by_name(NUMBER), "the features and their weights"),
    "total_length": Key(COUNT, "the moves of all solutions together", "moves"),
    "best": Key(object_of("best"), "the best trial"),
    "generation": Key(COUNT, "the number of the generation, from 1"),
    "best_share": Key(SHARE, "the share of games that the best set of numbers won"),
    # Studies.
    "study": Key(TEXT, "the file of the study"),
    "study_title": Key(TEXT, "what the study is called"),
    "group": Key(or_null(TEXT), "what the study calls these deals; null if it does not count them apart"),
    "player": Key(TEXT, "the solver, search or policy, as the study calls it or with its parameters"),
    "limits": Key(object_of("limits"), "what each unit may take"),
    "repetitions": Key(COUNT, "how often each deal is measured; for an interval each deal counts once"),
    "units": Key(COUNT, "how many units are asked for, without those that a stop rule has left out", "units"),
    "done": Key(COUNT, "how many units have a result", "units"),
    "unknown": Key(COUNT, "how many units were not decided within the limits", "units"),
    "not_won": Key(COUNT, "how many units are proved to be lost, or were lost by a policy", "units"),
    "failed": Key(
        COUNT, "how many units have failed: they ended their process, or raised an error, twice", "units"
    ),
    "stopped": Key(TRUTH, "whether its share is known well enough, so that the rest is left out"),
    "at_work": Key(COUNT, "how many runs are at work on the study now"),
    "rate": Key(
        or_null(NUMBER), "how many units this run does in a second at present; null at first", "units"
    ),
    "seconds_left": Key(
        or_null(NUMBER),
        "how long it takes until all units are done, if it goes on like this; null at first",
        "seconds",
    ),
    "interval_exact": Key(INTERVAL, "an interval for the same share, by Clopper and Pearson, for 95 %"),
    "added": Key(COUNT, "how many units were not asked for before", "units"),
    "other": Key(TEXT, "the file from which results were taken"),
    "merged": Key(COUNT, "how many results were put in"),
    "there": Key(COUNT, "how many units had a result already, which stays"),
    # Pictures.
    "certain": Key(TRUTH, "whether every card is certain, and the cards are a position of the game"),
    "position": Key(
        or_null(TEXT), "the position as text that every command reads; null if it is not `certain`"
    ),
    "seen": Key(
        TEXT, "the same text with a `?` behind each doubtful card; if there is one, no command reads it"
    ),
    "doubts": Key(listed(object_of("doubt")), "the cards that are not certain"),
    "problems": Key(TEXTS, "why the cards that were read are no position of the game, each in a line"),
    "notes": Key(TEXTS, "what was assumed, each in a line"),
    "piles": Key(listed(object_of("seen_pile")), "the piles, with the places of their cards in the picture"),
    "readers": Key(TEXTS, "the ways in which the cards were told apart"),
    "window": Key(TEXT, "the title of the window in which it was played"),
    "status": Key(
        one_of("won", "lost", "over", "unknown", "asked", "taken over", "doubts", "stopped"),
        "how playing ended; `over`: a policy gave up; `asked`: you said no to a move",
    ),
    "report": Key(object_of("report"), "how long each stage took, and what did not go as planned"),
    "saved": Key(or_null(TEXT), "the file in which a game that was not won is saved"),
    # Errors.
    "error": Key(object_of("error"), "what is wrong with the question"),
}  # fmt: skip

OBJECTS: Final[Mapping[str, Form]] = {
    "stats": Form(
        optional={
            "expanded": Key(
                COUNT, "how many positions were expanded, that is, all their moves were made", "positions"
            ),
            "generated": Key(COUNT, "how many positions were reached by those moves", "positions"),
            "duplicates": Key(COUNT, "how many of these were known already", "positions"),
            "backtracks": Key(COUNT, "how many positions were given up", "positions"),
            "depth": Key(COUNT, "how many moves the deepest position is away from the start", "moves"),
            "branching": Key(NUMBER, "how many positions were reached from each expanded one, on average"),
            "peak_bytes": Key(COUNT, "the most memory that the search used", "bytes"),
            "seconds": Key(NUMBER, "the time by the clock", "seconds"),
            "cpu_seconds": Key(NUMBER, "the processor time of the whole command", "seconds"),
        }
    ),
    "limits": Form(
        {
            "nodes": Key(
                or_null(COUNT), "how many positions may be expanded; null without a limit", "positions"
            ),
            "seconds": Key(or_null(NUMBER), "the time by the clock; null without a limit", "seconds"),
            "bytes": Key(COUNT, "the memory of the search", "bytes"),
        }
    ),
    "break": Form(
        {"number": Key(COUNT, "the number of the move in the list, from 1")},
        {
            "move": Key(TEXT, "the text of the move"),
            "where": Key(object_of("place"), "the place in the text"),
        },
    ),
    "place": Form(_PLACE),
    "error": Form(
        {
            "what": Key(TEXT, "what is wrong"),
            "where": Key(or_null(object_of("place")), "where it is; null if it is in no text"),
            "expected": Key(or_null(TEXT), "what would have been right"),
            "mend": Key(or_null(TEXT), "what you can do about it; null if there is nothing to say"),
        }
    ),
    "variant": Form(
        {
            "title": KEYS["title"],
            "summary": KEYS["summary"],
            "source": Key(TEXT, "the book or the program that plays it so"),
        }
    ),
    "choice": Form(
        {
            **{name: KEYS[name] for name in ("move", "games", "wins", "share", "interval")},
            "interval_at_any_time": KEYS["interval_at_any_time"],
            "less_than_best": Key(INTERVAL, "the interval for how much more often the best move wins"),
        }
    ),
    "shuffle_test": Form(
        {
            "name": Key(TEXT, "what is compared"),
            "p": Key(SHARE, "the p-value of this test alone"),
            "corrected": Key(SHARE, "the p-value, corrected for the number of tests"),
            "most": Key(TEXT, "what is furthest from even"),
        }
    ),
    "reviewed": Form(
        {
            "number": Key(COUNT, "the number of the move; 0 is the start"),
            **{name: KEYS[name] for name in ("move", "words", "verdict", "reason")},
            "by_player": Key(
                TRUTH, "whether it is a move that was written down, and not one that was left out"
            ),
        },
        {"points": Key(WHOLE, "the most points that can still be reached", "points")},
    ),
    "chance": Form(
        {
            "number": Key(COUNT, "the number of the move; 0 is the start"),
            **{name: KEYS[name] for name in ("move", "words", "wins", "share", "interval")},
        },
        {
            "fall": Key(object_of("fall"), "by how much the chance is smaller than before the move"),
            "choice": Key(object_of("fall"), "the part of this fall that is due to the choice of the move"),
            "revealed": Key(TRUTH, "whether the move turned up cards"),
        },
    ),
    "fall": Form(_FALL),
    "fallen": Form({"number": Key(COUNT, "the number of the move"), "move": Key(TEXT, "the move"), **_FALL}),
    "doubt": Form(
        {
            "name": Key(
                TEXT, "where the card lies: `column 3, card 2`, counted from the deepest card, or `D3`"
            ),
            "value": Key(TEXT, "what it most probably is"),
            "confidence": Key(SHARE, "how probable this is"),
            "others": Key(TEXTS, "what else it may be, the most probable first"),
            "box": Key(_BOX, "the place in the picture", "pixels"),
            "why": Key(TEXT, "why it is doubtful; empty if there is no more to say"),
        }
    ),
    "seen_pile": Form(
        {
            "name": Key(TEXT, "the name of the pile, as in a scene"),
            "box": Key(_BOX, "the place of its first card", "pixels"),
            "cards": Key(TEXTS, "the cards, deepest first; `??` for those that lie face down"),
            "down": Key(COUNT, "how many of them lie face down"),
            "boxes": Key(listed(_BOX), "the whole area of each card", "pixels"),
        }
    ),
    "report": Form(
        {
            "seconds": Key(object_of("stages"), "how long each stage took, by the clock", "seconds"),
            "looks": Key(COUNT, "how many pictures were taken of the window"),
            "reads": Key(COUNT, "how many boards were read"),
            "doubted": Key(COUNT, "how many cards were doubtful"),
            "corrected": Key(COUNT, "how many of these you corrected"),
            "moves": Key(COUNT, "how many moves were made"),
            "retried": Key(COUNT, "moves that were made again because nothing had happened"),
            "taken_up": Key(COUNT, "how many moves happened by themselves"),
            "dismissed": Key(COUNT, "how many dialogs were closed"),
            "moved": Key(COUNT, "how often the window had moved or changed its size"),
            "plans": Key(COUNT, "how often the game was solved"),
        }
    ),
    "stages": Form(
        {
            "find": Key(NUMBER, "the time for looking at the window", "seconds"),
            "identify": Key(NUMBER, "the time for reading the board", "seconds"),
            "solve": Key(NUMBER, "the time for finding the moves", "seconds"),
            "execute": Key(NUMBER, "the time for making the moves", "seconds"),
        }
    ),
    "best": Form({name: KEYS[name] for name in ("trial", "weights", "wins", "total_length", "stats")}),
}


def pick(*names: str) -> dict[str, Key]:
    """Some of the keys that all share."""
    return {name: KEYS[name] for name in names}
