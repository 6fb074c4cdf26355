"""What --json prints, held against the schema of its command."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from winnable.cli.json_keys import schema_of

__all__ = ["checked_lines"]


@cache
def validator(command: str) -> Draft202012Validator:
    """Of the lines that a command prints."""
    schema = schema_of(command)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def checked_lines(command: str, out: str) -> list[dict[str, Any]]:
    """The objects that a command printed; each is as the command's schema says."""
    lines = [json.loads(line, parse_constant=_refuse) for line in out.splitlines()]
    for line in lines:
        problem = best_match(validator(command).iter_errors(line))
        assert problem is None, f"{command}: {problem.message} at {problem.json_path} of {line}"
    return lines


def _refuse(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")
