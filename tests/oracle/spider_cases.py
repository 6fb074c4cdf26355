"""The suite of test positions of Spider, tests/data/spider/*.json: positions with their answers.

Columns are written as in hand files: ``-`` before a face-down card, ``??`` for one that is not known, rank
(0 = ten) and suit.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from .cards import SUITS
from .spider import UNKNOWN, Position, Rules
from .spider_games import SPIDER_GAMES, SPIDER_VARIANTS

FOLDER = Path(__file__).parent.parent / "data" / "spider"
RANKS = "A234567890JQK"


class Case(NamedTuple):
    """A position and what is true of it. ``chance`` is the exact win probability of a player who sees no
    hidden card and takes nothing back, None if it was not computed; ``open`` whether a player who knows every
    card can win, None if cards are unknown or nobody knows."""

    name: str
    game: str  # as ``get_game`` spells it, but for the columns
    columns: int
    position: Position
    chance: Fraction | None
    open: bool | None

    def __str__(self) -> str:
        return self.name


def rules_of(game: str, columns: int) -> Rules:
    """A game's rules on as many columns; endings need no more of its deal."""
    rules = (SPIDER_GAMES | SPIDER_VARIANTS)[game]
    if columns == len(rules.dealt):
        return rules
    return rules._replace(dealt=rules.dealt[:columns], down=rules.down[:columns])


def read(file: str) -> list[Case]:
    """The cases of easy.json, hard.json or impossible.json."""
    return [_read(entry) for entry in json.loads((FOLDER / file).read_text(encoding="ascii"))]


def write(file: str, cases: list[Case]) -> None:
    text = ",\n".join(_text(case) for case in cases)
    (FOLDER / file).write_text(f"[\n{text}\n]\n", encoding="ascii")


def _read(entry: dict[str, object]) -> Case:
    columns = [str(column).split() for column in entry["columns"]]  # type: ignore[attr-defined]
    position = Position(
        tuple(tuple(map(_card, column)) for column in columns),
        tuple(sum(card.startswith("-") for card in column) for column in columns),
        tuple(map(_card, str(entry["stock"]).split())),
        tuple(str(entry["runs"]).count(s) for s in SUITS),
    )
    chance = None if entry["chance"] is None else Fraction(str(entry["chance"]))
    known = {None: None, "won": True, "lost": False}[entry["open"]]  # type: ignore[index]
    return Case(str(entry["name"]), str(entry["game"]), len(columns), position, chance, known)


def _text(case: Case) -> str:
    columns = [
        " ".join("-" * (depth < down) + _name(card) for depth, card in enumerate(column))
        for column, down in zip(case.position.columns, case.position.down, strict=True)
    ]
    entry = {
        "name": case.name,
        "game": case.game,
        "columns": columns,
        "stock": " ".join(map(_name, case.position.stock)),
        "runs": "".join(s * n for s, n in zip(SUITS, case.position.runs, strict=True)),
        "chance": None if case.chance is None else str(case.chance),
        "open": None if case.open is None else ("won" if case.open else "lost"),
    }
    return json.dumps(entry, indent=1)


def _card(text: str) -> int:
    word = text.removeprefix("-")
    return UNKNOWN if word == "??" else 4 * RANKS.index(word[0]) + "cdhs".index(word[1])


def _name(card: int) -> str:
    return "??" if card == UNKNOWN else RANKS[card // 4] + "cdhs"[card % 4]
