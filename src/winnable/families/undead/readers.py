"""The texts of Undead: what is read, by its first line, and what can be written."""

from __future__ import annotations

import json as json_text
from collections.abc import Callable, Mapping
from typing import Any, Final

from winnable.families.undead import json, paths
from winnable.families.undead.game import UndeadGame, UndeadPosition
from winnable.families.undead.notes import UndeadNotes
from winnable.families.undead.setup import UndeadSetup
from winnable.families.undead.sgt import format_game_id, looks_like_game_id, parse_game_ids
from winnable.families.undead.sgt_save import format_save, looks_like_save, parse_saves, why_not_loaded
from winnable.families.undead.text import format_board, has_header, looks_like_board, parse_boards
from winnable.text.readers import FamilyReaders, TextKind, one, unnamed

__all__ = ["FORMS", "FORM_WARNINGS", "NOTED_FORMS", "READERS", "position_data"]


READERS: Final = FamilyReaders(
    expected="game IDs one to a line, a board, a save file, deal numbers one to a line, or JSON",
    has_header=has_header,
    texts=(
        TextKind("game ID", "a size, as in 4x4:3,4,2,...", looks_like_game_id, parse_game_ids),
        TextKind("save file of sgt-puzzles", "SAVEFILE", looks_like_save, unnamed(parse_saves)),
        TextKind(
            "board",
            "totals such as ghosts 3 vampires 4 zombies 2",
            looks_like_board,
            unnamed(parse_boards),
        ),
    ),
    json=one(json.parse_position),
    in_one_word=looks_like_game_id,
    notes=lambda setup: setup.notes,
)


def position_data(game: UndeadGame, position: UndeadPosition) -> dict[str, Any]:
    """The position as a value that JSON can hold, with its game's name."""
    return json.to_data(game.setup(position), game=game.spelled)


FORMS: Final[Mapping[str, Callable[[UndeadGame, UndeadPosition], str]]] = {
    "board": lambda game, position: format_board(game.setup(position)),
    "id": lambda game, position: format_game_id(position),  # the puzzle only
    "save": lambda game, position: format_save(game.setup(position)),
    "paths": lambda game, position: json_text.dumps(paths.to_data(position)) + "\n",
    "json": lambda game, position: json_text.dumps(position_data(game, position)) + "\n",
}

# The forms that hold, besides the position, what is noted beside it.
NOTED_FORMS: Final[Mapping[str, Callable[[UndeadGame, UndeadPosition, UndeadNotes], str]]] = {
    "save": lambda game, position, notes: format_save(UndeadSetup.of(position, notes=notes)),
}


def _save_warning(game: UndeadGame, position: UndeadPosition) -> str:
    faults = why_not_loaded(position)
    return f"sgt-puzzles cannot load this save: {faults}" if faults else ""


# What whoever writes a position in a form must know of it, if anything.
FORM_WARNINGS: Final[Mapping[str, Callable[[UndeadGame, UndeadPosition], str]]] = {"save": _save_warning}
