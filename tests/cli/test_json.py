"""The contract of --json: what is printed is documented, what is documented is printed, and it reads back."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli import json_page
from cli.json_lines import checked_lines, validator
from families.undead.ids import SAMPLE
from registered import registered_names
from winnable.cli.groups import every_command
from winnable.cli.json_keys import COMMANDS, contract, schema_of
from winnable.cli.main import cli
from winnable.cli.options import json_line
from winnable.contract import KEYS, Form
from winnable.registry import families

Winnable = Callable[..., Any]


def test_every_command_with_json_has_a_schema_and_no_other() -> None:
    takes_json = {
        name
        for name, command in every_command(cli).items()
        if any("--json" in option.opts for option in command.params)
    }
    assert set(COMMANDS) == takes_json


def test_the_schemas_are_schemas_and_close_every_object() -> None:
    for command in COMMANDS:
        validator(command)  # which checks the schema

        def closed(part: object) -> None:
            if isinstance(part, dict):
                if "properties" in part:
                    assert part["additionalProperties"] is False
                    assert set(part["required"]) <= set(part["properties"])
                for item in part.values():
                    closed(item)
            elif isinstance(part, list):
                for item in part:
                    closed(item)

        closed(schema_of(command))


def test_a_key_that_is_not_documented_fails(winnable: Winnable) -> None:
    answer = winnable("verdicts", "freecell", "617", "--max-nodes", "10", "--json")
    line = json.loads(answer.out.splitlines()[0])
    assert checked_lines("verdicts", json.dumps(line))
    for wrong in ({**line, "x": 1}, {**line, "deal": 617}, {key: line[key] for key in line if key != "why"}):
        with pytest.raises(AssertionError, match="verdicts: "):
            checked_lines("verdicts", json.dumps(wrong))
    with pytest.raises(AssertionError, match="NaN is not JSON"):
        checked_lines("verdicts", '{"length": NaN}')


def test_one_key_means_one_thing() -> None:
    """At the top of what is printed, whichever command and family prints it."""
    meanings: dict[str, object] = dict(KEYS)
    for printed in contract().commands.values():
        for one, forms in printed:
            for form in forms.values():
                for name, key in (*form.required.items(), *form.optional.items()):
                    assert meanings.setdefault(name, key) == key, f"{name}, {one.when}"


def test_every_key_that_all_share_is_used() -> None:
    def keys(form: Form) -> set[str]:
        return {*form.required, *form.optional}

    forms = [
        form for printed in contract().commands.values() for _, forms in printed for form in forms.values()
    ]
    used = set().union(*map(keys, forms), *map(keys, contract().objects.values()))
    assert set(KEYS) <= used


def test_families_name_their_objects_apart() -> None:
    names = [name for family in families().values() for name in family.json_keys().objects]
    assert len(names) == len(set(names))


def test_the_page_is_the_contract() -> None:
    text = json_page.PAGE.read_text(encoding="utf-8")
    assert json_page.written(text) == text, "if meant: python tests/cli/json_page.py"


def test_schemas_are_printed(winnable: Winnable) -> None:
    listed = winnable("schema")
    assert (listed.code, listed.out.splitlines()) == (0, list(COMMANDS))
    for command in COMMANDS:
        answer = winnable("schema", *command.split())
        assert (answer.code, answer.err) == (0, "")
        assert json.loads(answer.out) == schema_of(command)


@pytest.mark.parametrize("name", ["sheet", "schema", "nothing", "x" * 200])
def test_no_schema_of_what_prints_no_json(winnable: Winnable, name: str) -> None:
    answer = winnable("schema", name)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("winnable: no JSON comes of a command '")
    assert "; expected one of games, deal, " in answer.err
    assert answer.err.count("\n") == 1


def error_of(answer: Any) -> dict[str, Any]:
    assert answer.code == 2
    assert answer.err.startswith("winnable: ")
    assert answer.err.count("\n") == 1
    error: dict[str, Any] = json.loads(answer.out.splitlines()[-1])["error"]
    assert list(error) == ["what", "where", "expected", "mend"]
    assert error["what"] in answer.err
    return error


def test_bad_input_has_its_place(winnable: Winnable, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("# a board\n: KS XX\n")
    error = error_of(winnable("solve", "freecell", str(board), "--json"))
    assert error == {
        "what": "unknown card 'XX'",
        "where": {"source": str(board), "line": 2, "column": 6},
        "expected": "a rank A23456789TJQK then a suit CDHS",
        "mend": None,
    }
    error = error_of(winnable("show", "freecell", "617", "--after", "2a 26", "--json"))
    assert (error["what"], error["where"]) == ("--after, move 2: 26: TS does not go on 6C", None)
    assert winnable("solve", "freecell", str(board)).out == ""


def test_what_was_answered_before_stands(winnable: Winnable) -> None:
    answer = winnable("deal", "freecell", "-", "--json", stdin="617\n618\nxx\n")
    assert [json.loads(line).get("deal") for line in answer.out.splitlines()] == ["ms:617", "ms:618", None]
    assert error_of(answer)["where"] == {"source": "<stdin>", "line": 3, "column": 1}


@pytest.mark.parametrize(
    ("argv", "what", "command"),
    [
        ("solve freecell --json", "Missing argument 'POSITION'", "winnable solve"),
        ("solve --json freecell 1 --max-nodes x", "'x' is not a whole number", "winnable solve"),
        ("solve --json freecell 1 --wrong", "winnable solve has no option '--wrong'", "winnable solve"),
        ("nothing --json", "No such command 'nothing'", "winnable"),
        ("sheet undead 1 --json", "winnable sheet has no option '--json'", "winnable sheet"),
        ("generate undead --json --output /nowhere/x", "No such file or directory", None),
        ("solve nogame 1 --json", "unknown game 'nogame'", None),
    ],
)
def test_whatever_is_wrong_is_an_object(
    winnable: Winnable, argv: str, what: str, command: str | None
) -> None:
    error = error_of(winnable(*argv.split()))
    assert what in error["what"]
    assert (error["mend"] is None) == (command is None)
    assert command is None or error["mend"].endswith(f"see {command} --help")


def test_only_the_option_asks_for_json(winnable: Winnable) -> None:
    answer = winnable("solve", "freecell", "--", "--json")
    assert (answer.code, answer.out) == (2, "")


def test_limits_are_told_on_stderr(winnable: Winnable) -> None:
    answer = winnable("generate", "undead", "4x4", "--grade", "tricky", "--max-nodes", "1", "--json")
    assert (answer.code, answer.out) == (3, "")
    assert answer.err.startswith("winnable: seed:")


def test_numbers_that_others_would_round_are_texts() -> None:
    value = {"a": 2**53, "b": 2**53 + 1, "c": (-(2**60), True), "d": [math.nan, math.inf, 0.5]}
    assert json.loads(json_line(value)) == {
        "a": 2**53, "b": str(2**53 + 1), "c": [str(-(2**60)), True], "d": [None, None, 0.5],
    }  # fmt: skip


def test_a_large_seed_is_a_text(winnable: Winnable) -> None:
    argv = ("spider", "1", "--policy", "random", "--max-moves", "2", "--seed", str(2**64 - 1), "--json")
    assert json.loads(winnable("play", *argv).out)["seed"] == "18446744073709551615"
    hint = winnable("hint", "spider", "1", "--policy", "random", "--seed", str(2**63), "--json")
    assert json.loads(hint.out)["seed"] == "9223372036854775808"


@pytest.mark.parametrize("name", registered_names())
def test_positions_are_read_back(winnable: Winnable, name: str) -> None:
    """And under the same name."""
    dealt = winnable("deal", name, "seed:9007199254740993", "--json")
    data = json.loads(dealt.out)
    assert (data["game"], data["deal"]) == (name, "seed:9007199254740993")
    assert winnable("deal", name, "-", "--json", stdin=dealt.out) == dealt
    assert winnable("deal", data["game"], data["deal"], "--json") == dealt


def test_options_of_undead_are_spelled(winnable: Winnable) -> None:
    dealt = winnable("deal", "undead", "1", "--variant", "x", "--json")
    assert dealt.code == 2
    dealt = winnable("deal", "undead:size=4x4,grade=easy", "1", "--json")
    assert json.loads(dealt.out)["game"] == "undead:size=4x4,grade=easy"
    board = winnable("deal", "undead:size=4x4,grade=easy", "1").out
    for game in ("undead", "undead:size=4x4,grade=easy", "undead:size=9x9"):
        assert winnable("deal", game, "-", stdin=dealt.out).out == board


def test_generated_puzzles_are_read_back(winnable: Winnable) -> None:
    made = winnable(
        "generate", "undead", "5x5", "--grade", "easy", "--mirrors", "30%", "--count", "2", "--json"
    )
    for line in made.out.splitlines():
        data = json.loads(line)
        assert data["game"] == "undead:size=5x5,grade=easy,mirrors=30%"
        dealt = winnable("deal", data["game"], data["deal"], "--json")
        assert winnable("deal", data["game"], "-", "--json", stdin=line) == dealt
        solved = json.loads(winnable("solve", "undead", "-", "--json", stdin=line).out)
        assert (solved["deal"], solved["unique"]) == (data["deal"], True)
    wrong = winnable("solve", "undead", "-", "--json", stdin='{"deal": "a", "id": "4x4:3,4,2,x"}')
    assert error_of(wrong)["where"] == {"source": "<stdin>", "line": 1, "column": 32}


@pytest.mark.parametrize(
    ("game", "position", "command"),
    [
        ("freecell", "617", ("solve", "freecell", "617")),
        ("pyramid", "1", ("solve", "pyramid", "1")),
        ("undead", SAMPLE, ("solve", "undead", SAMPLE)),
        ("undead", SAMPLE, ("search", "undead", SAMPLE)),
        ("spider", "3", ("play", "spider", "3", "--policy", "moveblocks")),
    ],
)
def test_solutions_are_read_back(
    winnable: Winnable, game: str, position: str, command: tuple[str, ...]
) -> None:
    found = winnable(*command, "--json")
    assert found.code == 0
    checked = winnable("check", game, position, "-", "--json", stdin=found.out)
    assert checked.code == 0
    first, second = json.loads(found.out), json.loads(checked.out)
    for key in ("game", "deal", "moves", "length"):
        assert second[key] == first[key]
    assert second.get("score") == first.get("score")


@pytest.mark.parametrize("form", ["moves", "words", "boards"])
def test_lengths_are_those_of_the_moves(winnable: Winnable, form: str) -> None:
    for game, position in (("freecell", "617"), ("undead", SAMPLE), ("pyramid", "1")):
        data = json.loads(winnable("solve", game, position, "--print", form, "--json").out)
        assert data["length"] == len(data["moves"]) > 0


@pytest.mark.parametrize(
    ("game", "move", "scored"),
    [
        ("pyramid", "draw", True),
        ("pyramid:thirteen", "draw", False),
        ("spider", "deal", True),
        ("freecell", "1a", False),
    ],
)
def test_points_only_where_there_are_some(winnable: Winnable, game: str, move: str, scored: bool) -> None:
    solved = winnable("solve", game, "1", "--max-nodes", "10", "--json")
    checked = winnable("check", game, "1", "-", "--json", stdin=move)
    for answer in (solved, checked):
        assert ("score" in json.loads(answer.out)) == scored
