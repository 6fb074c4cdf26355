"""The contract of --json: which keys each command prints, as one value, and the JSON Schema made of it."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from winnable.contract import KEYS, OBJECTS, FamilyKeys, Form, Key, pick
from winnable.errors import quote
from winnable.names import find_name, unknown_name
from winnable.registry import families
from winnable.scene import Scene

__all__ = ["COMMANDS", "Contract", "Printed", "contract", "schema_of"]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class Printed(NamedTuple):
    """An object that a command prints: when (the beginning of a sentence), the keys it has, and those that it
    may have.

    ``family`` names what families add to it; ``alone``: does it stand where a family adds nothing?
    """

    when: str
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    family: str = ""
    alone: bool = True


_POSITION: Final = ("game", "deal")
_ANSWER: Final = (*_POSITION, "verdict", "reason", "why", "moves", "length")
_STUDY: Final = ("game", "policy", "seed", "stats")
_SHARE: Final = ("games", "wins", "share", "interval")
# How a study stands.
_STANDING: Final = (
    Printed("about the study", ("study", "study_title", "units", "done", "failed", "at_work")),
    Printed(
        "for each game and player",
        (
            "game", "group", "player", "limits", "repetitions", "units", "done", "wins", "not_won",
            "unknown", "failed", "stopped", "share_bounds", "interval", "interval_exact",
            "interval_at_any_time", "mean_stats",
        ),
    ),
)  # fmt: skip

COMMANDS: Final[Mapping[str, tuple[Printed, ...]]] = {
    "games": (
        Printed("for each game, if you name none", ("game", "title", "family", "summary")),
        Printed(
            "for the game that you name",
            ("game", "title", "family", "summary", "dialects", "rules", "options"),
            ("policies", "variants"),
        ),
    ),
    "deal": (Printed("for each position", _POSITION, family="position", alone=False),),
    "generate": (Printed("for each puzzle", _POSITION, family="puzzle", alone=False),),
    "show": (Printed("for the position", (*_POSITION, "scene")),),
    "solve": (
        Printed("for each position", (*_ANSWER, "stats"), ("cost", "lower_bound"), family="answer"),
        Printed(
            "about all positions together, with `--summary`",
            ("game", "games", "wins", "losses", "lost", "undecided", "mean_length", "stats"),
            ("cancelled",),
        ),
        Printed(
            "at the end, if something is asked about all positions together",
            ("game", "games"),
            family="total",
            alone=False,
        ),
    ),
    "hint": (
        Printed("for the position", (*_ANSWER, "move", "words", "others"), ("score",), family="hint"),
    ),
    "explain": (
        Printed("for each step", _POSITION, family="step", alone=False),
        Printed("at the end", _POSITION, family="ending", alone=False),
    ),
    "check": (
        Printed(
            "for a solution",
            (*_POSITION, "legal", "won", "outcome", "moves", "length", "listed", "broken", "why"),
            family="check",
        ),
        Printed(
            "for each game of a log",
            (*_POSITION, "where", "as_logged", "won", "score", "broken", "why"),
            ("by_policy",),
        ),
    ),
    "review": (
        Printed(
            "for the moves",
            (
                *_POSITION, "verdict", "won", "winnable_after", "lost_after", "lost_by", "why", "moves",
                "length", "positions", "stats",
            ),
        ),
        Printed(
            "for the moves, if a policy plays on without seeing hidden cards",
            (
                *_POSITION, "policy", "seed", "games", "won", "largest_fall", "worst_choice", "instead",
                "lost_after", "why", "chances",
            ),
        ),
    ),
    "play": (
        Printed(
            "for each game",
            (
                *_POSITION, "policy", "seed", "won", "reason", "why", "score", "moves", "length",
            ),
            ("complete_runs",),
        ),
        Printed(
            "about all games together, with `--summary`",
            (*_STUDY, *_SHARE, "broken_off", "mean_score", "mean_length"),
            ("mean_complete_runs",),
        ),
    ),
    "equity": (
        Printed(
            "for the hand",
            (*_STUDY, "deal", *_SHARE, "interval_at_any_time", "z"),
            ("different_games",),
        ),
        Printed("for the hand, with `--moves`", (*_STUDY, "deal", "z", "choices")),
    ),
    "audit": (
        Printed(
            "about all hands together",
            (
                *_STUDY, "from", "repeated", "first_repeated", "log10_p_repeats", "hands", "partly_seen",
                "random_hands", "games", "share", "random_share", "difference", "difference_interval",
                "p_equity", "p_shuffle", "shuffle_tests", "p", "alarm", "alarm_level", "visible_easier",
                "visible_harder", "hands_to_see_5_points",
            ),
        ),
    ),
    "verdicts": (
        Printed(
            "for each legal move, or for several equal ones",
            (*_POSITION, "move", "verdict", "reason", "why", "length", "optimal", "words", "equal"),
            ("score",),
        ),
    ),
    "winnability": (
        Printed(
            "about all deals together",
            (
                "game", *_SHARE, "losses", "undecided", "share_bounds", "interval_3_sigma", "half_width", "z",
                "stats",
            ),
            ("seed", "from", "interval_at_any_time"),
        ),
        Printed(
            "about all deals together, with `--policy`",
            (*_STUDY, *_SHARE, "broken_off", "share_bounds", "interval_3_sigma", "half_width", "z"),
            ("from", "interval_at_any_time"),
        ),
    ),
    "difficulty": (
        Printed(
            "for each position",
            (*_POSITION, "verdict", "reason", "why", "level"),
            family="difficulty",
            alone=False,
        ),
        Printed(
            "about all positions together, with `--summary`",
            ("game", "games", "levels", "scales", "lost", "undecided", "without_level"),
        ),
    ),
    "search": (
        Printed(
            "for each position and algorithm",
            (*_ANSWER, "algorithm", "cost", "lower_bound", "optimal", "stats"),
            ("solutions", "unique", "second", "figures"),
        ),
        Printed(
            "for each algorithm, if there are several searches",
            ("game", "algorithm", "games", "wins", "losses", "undecided", "mean_length", "mean_stats"),
            ("mean_figures",),
        ),
    ),
    "tune": (
        Printed("for each trial", ("game", "games", "trial", "weights", "wins", "total_length", "stats")),
        Printed("at the end", ("game", "games", "trials", "best")),
    ),
    "study run": (
        Printed(
            "now and then, while the study runs",
            ("study", "units", "done", "failed", "rate", "seconds_left"),
        ),
        *_STANDING,
    ),
    "study status": _STANDING,
    "study add": (Printed("about the file", ("study", "added")),),
    "study merge": (
        Printed("for each other file", ("study", "other", "added", "merged", "there")),
    ),
    "screen read": (
        Printed(
            "for each picture",
            (
                *_POSITION, "certain", "position", "seen", "doubts", "problems", "notes", "piles", "readers",
                "stats",
            ),
        ),
    ),
    "screen play": (
        Printed(
            "for the game", ("game", "window", "status", "why", "length", "moves", "report", "saved"),
        ),
    ),
    "train": (Printed("for each generation", ("game", "generation", "share", "best_share")),),
}  # fmt: skip
_ERROR: Final = Printed("for an error in the question, with exit code 2", ("error",))


@dataclass(frozen=True, slots=True)
class Contract:
    """All that is printed: the keys that all share, the objects within, and what each command prints.

    ``commands`` has for each printed object the forms that it may have: one, or one for each family that
    adds to it.
    """

    keys: Mapping[str, Key]
    objects: Mapping[str, Form]
    commands: Mapping[str, tuple[tuple[Printed, Mapping[str, Form]], ...]]


@cache
def contract() -> Contract:
    """The contract, with what every registered family adds."""
    added = {one.name: one.json_keys() for one in families().values()}
    objects = dict(OBJECTS)
    for keys in added.values():
        objects |= keys.objects
    commands = {
        command: tuple((printed, _forms(printed, added)) for printed in (*all_printed, _ERROR))
        for command, all_printed in COMMANDS.items()
    }
    return Contract(KEYS, objects, commands)


def _forms(printed: Printed, added: Mapping[str, FamilyKeys]) -> dict[str, Form]:
    """The forms of a printed object, by the family that adds to it; by an empty name where none does."""
    required, optional = pick(*printed.required), pick(*printed.optional)
    forms: dict[str, Form] = {}
    for name, keys in added.items():
        own = keys.prints.get(printed.family)
        if own is not None:
            may = {key: what for key, what in {**optional, **own.optional}.items() if key not in own.required}
            forms[name] = Form({**required, **own.required}, may)
        elif printed.alone:
            forms[""] = Form(required, optional)
    return forms


def schema_of(command: str) -> dict[str, Any]:
    """What each line of a command's JSON is, as JSON Schema; InputError for a command that has none."""
    found = contract()
    name = find_name(command, found.commands)
    if name is None:
        raise unknown_name(f"no JSON comes of a command {quote(command)}", command, found.commands)
    printed = [
        _object(form) | {"title": f"{one.when}{f' ({family})' if family else ''}"}
        for one, forms in found.commands[name]
        for family, form in forms.items()
    ]
    return {
        "$schema": _DIALECT,
        "title": f"a line of winnable {name} --json",
        "anyOf": printed,
        "$defs": _definitions(found, found.commands[name]),
    }


def _definitions(
    found: Contract, printed: Iterable[tuple[Printed, Mapping[str, Form]]]
) -> dict[str, dict[str, Any]]:
    """The objects that are referred to, and those within them."""
    wanted = [name for _, forms in printed for form in forms.values() for name in _refers(form)]
    definitions: dict[str, dict[str, Any]] = {}
    while wanted:
        name = wanted.pop()
        if name in definitions:
            continue
        if name == "scene":
            definitions |= _scene_definitions()
            continue
        definitions[name] = _object(found.objects[name])
        wanted += _refers(found.objects[name])
    return dict(sorted(definitions.items()))


def _refers(form: Form) -> Iterator[str]:
    for key in (*form.required.values(), *form.optional.values()):
        yield from key.type.refers


def _object(form: Form) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            name: {**key.type.schema, "description": _described(key)}
            for name, key in (*form.required.items(), *form.optional.items())
        },
        "required": list(form.required),
        "additionalProperties": False,
    }


def _described(key: Key) -> str:
    return f"{key.meaning} ({key.unit})" if key.unit else key.meaning


def _scene_definitions() -> dict[str, dict[str, Any]]:
    """A scene and what it is made of, by their fields; the page on formats tells what they mean."""
    definitions: dict[str, dict[str, Any]] = {}

    def define(kind: Any) -> str:
        name = str(kind.__name__).lower()
        if name not in definitions:
            definitions[name] = {}
            hints = get_type_hints(kind)
            definitions[name] = {
                "type": "object",
                "properties": {field.name: typed(hints[field.name]) for field in fields(kind)},
                "required": [field.name for field in fields(kind) if field.default is MISSING],
                "additionalProperties": False,
            }
        return name

    def typed(hint: Any) -> dict[str, Any]:
        origin = get_origin(hint)
        if origin is Literal:
            return {"enum": list(get_args(hint))}
        if origin is tuple:
            return {"type": "array", "items": typed(get_args(hint)[0])}
        if origin in (types.UnionType, Union):
            return {"anyOf": [typed(get_args(hint)[0]), {"type": "null"}]}
        if is_dataclass(hint):
            return {"$ref": f"#/$defs/{define(hint)}"}
        return {"type": {int: "integer", float: "number", bool: "boolean"}.get(hint, "string")}

    define(Scene)
    return definitions
