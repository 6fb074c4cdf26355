"""Families whose games are written in Python: everything that follows from rules, a board's text and a scene.

A family from outside the package says what its games are; :func:`python_family` makes the value that the
commands ask. See ``docs/howto/add_family.md``.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from winnable.errors import InputError, Written, quote
from winnable.family import Family, RuleValue, Spec
from winnable.game import GameInfo, Outcome

if TYPE_CHECKING:
    from winnable._core import CancelToken
    from winnable.analysis.hint import Reasons
    from winnable.analysis.scenes import SceneMaker
    from winnable.contract import FamilyKeys
    from winnable.deals import DealNumber
    from winnable.scene import Scene
    from winnable.search.api import Limits, SolveResult
    from winnable.search.native import GameSolver
    from winnable.search.solvers import SolverKind
    from winnable.testing.strategies import FamilyStrategies
    from winnable.text.answers import Answers
    from winnable.text.readers import FamilyReaders
    from winnable.text.solution import Replay, Solutions

__all__ = ["Board", "PythonGame", "PythonNotation", "python_family"]

P = TypeVar("P")
M = TypeVar("M")
G = TypeVar("G", bound="PythonGame[Any, Any]")

PLACE = ("board", 0, 0)  # where a board begins, in its places


class PythonNotation(Generic[P, M]):
    """Moves to text and back; a text is the move whose own text it is."""

    def __init__(self, game: PythonGame[P, M]) -> None:
        self._game = game

    def format(self, position: P, move: M) -> str:
        """The move's text in this position."""
        return self._game.move_text(move)

    def parse(self, position: P, text: str) -> M:
        """The legal move that a text names; ValueError if it is no move, IllegalMove if not allowed."""
        move = self._game.parse_move(text)
        self._game.play(position, move)
        return move


class PythonGame(ABC, Generic[P, M]):
    """A game written in Python; satisfies :class:`winnable.family.RegisteredGame`.

    A position is any value that can be compared and hashed, and a setup is its :class:`Board`.
    """

    family: Family[Any, Any, Any]  # the same for every game of a class, which is given it after it is made

    def __init__(self, spec: Spec, options: Mapping[str, RuleValue] | None = None) -> None:
        if options:
            expected = "no options"
            raise InputError(f"{spec.name} has no option {quote(next(iter(options)))}", expected=expected)
        self.options: dict[str, RuleValue] = {}
        self.info = GameInfo(
            name=spec.name,
            title=spec.title,
            family=self.family.name,
            summary=spec.summary,
            dialects=("seed",),
            on_squares=True,
        )
        self.notation: PythonNotation[P, M] = PythonNotation(self)

    @property
    def spelled(self) -> str:
        """The name that get_game() reads back."""
        return self.info.name

    @property
    def rules(self) -> Mapping[str, RuleValue]:
        """None to set."""
        return {}

    def deal(self, number: int | str | DealNumber) -> P:
        """The start of a numbered deal: 3, "seed:3"."""
        from winnable.deals import DealNumber, parse_deal

        if isinstance(number, str):
            number = parse_deal(number, "seed")
        if isinstance(number, DealNumber):
            if number.dialect != "seed":
                raise InputError(f"{self.info.title} has no {number.dialect} deals", expected="a seed, as 3")
            number = number.number
        return self.start(number)

    def position(self, setup: Board[P]) -> P:
        """The position that a board shows."""
        return setup.value

    def setup(self, position: P) -> Board[P]:
        """The board of a position."""
        return Board(position, None, None)

    def distinct_moves(self, position: P) -> Sequence[M]:
        """Every legal move: each leads to a position of its own."""
        return self.legal_moves(position)

    def solver(self, kind: str = "auto", /) -> GameSolver:
        """The solver of that name; InputError if there is none."""
        from winnable.search.solvers import make_solver

        return make_solver(self, kind)

    @abstractmethod
    def start(self, number: int) -> P:
        """The start of the deal with this number; InputError if there is none."""

    @abstractmethod
    def legal_moves(self, position: P) -> Sequence[M]:
        """Every legal move, sorted."""

    @abstractmethod
    def play(self, position: P, move: M) -> P:
        """The position after a move; raises IllegalMove with the reason."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome:
        """Won, stuck or open."""

    @abstractmethod
    def key(self, position: P) -> int:
        """At most 128 bits, equal for equal positions only."""

    @abstractmethod
    def move_text(self, move: M) -> str:
        """A move as text."""

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """The move that a text names, legal or not; ValueError if it is none."""


class Board(Written[Any], Generic[P]):
    """A position as a text shows it, and where it stood."""

    __slots__ = ("value",)

    def __init__(self, value: P, places: Mapping[Any, Any] | None, source: str | None) -> None:
        super().__init__(places, source)
        self.value = value

    def position_in(self, game: PythonGame[P, Any]) -> P:
        """The position."""
        return game.position(self)

    def __eq__(self, other: object) -> bool:
        return self.value == other.value if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.value)


def python_family(
    *,
    name: str,
    games: Iterable[Spec],
    make: Callable[[Spec, Mapping[str, str]], G],
    describe: Callable[[G, Any, Any], str],
    board: Callable[[Any], str],
    looks_like_board: Callable[[str], bool],
    parse_board: Callable[[Sequence[str], str | None, int], Any],
    rows: int,
    scene: Callable[[G, Any], Scene],
    example: str,
    algorithm: str = "breadth_first",
    told_rules: Callable[[G], Sequence[str]] = lambda game: (),
) -> Family[G, Any, Any]:
    """The family of games written in Python.

    Args:
        name: of the family.
        games: its games as data.
        make: builds a game from its spec and options.
        describe: a move in words.
        board: a position as text: ``rows`` lines.
        looks_like_board: could this line be the first of a board?
        parse_board: the position that these lines show; their source and the number of the first are for
        errors. rows: lines of a board. scene: what is on the table. example: moves, for errors. algorithm:
        the complete search that decides, and finds the wins of hints. told_rules: the rules in words, for
        ``winnable games NAME``.
    """
    parts = _Parts(board, looks_like_board, parse_board, rows, describe, scene, example, algorithm)
    return Family(
        name=name,
        games={spec.name: spec for spec in games},
        make=lambda spec, variant, options: make(variant or spec, options),
        option=f"{name} takes no options",
        describe=describe,
        told_rules=told_rules,
        readers=parts.readers,
        forms=parts.forms,
        json=parts.json,
        json_keys=parts.json_keys,
        scene=parts.scene,
        solutions=parts.solutions,
        answers=parts.answers,
        solvers=parts.solvers,
        reasons=parts.reasons,
        strategies=parts.strategies,
    )


class _Parts:
    """The members of such a family."""

    def __init__(
        self,
        board: Callable[[Any], str],
        looks_like_board: Callable[[str], bool],
        parse_board: Callable[[Sequence[str], str | None, int], Any],
        rows: int,
        describe: Callable[[Any, Any, Any], str],
        scene: Callable[[Any, Any], Scene],
        example: str,
        algorithm: str,
    ) -> None:
        self.board, self.looks_like_board, self.parse_board = board, looks_like_board, parse_board
        self.rows, self.describe, self.draw = rows, describe, scene
        self.example, self.algorithm = example, algorithm

    def readers(self) -> FamilyReaders:
        from winnable.text.readers import FamilyReaders, TextKind, unnamed

        return FamilyReaders(
            expected="boards, deal numbers one to a line, or JSON",
            has_header=self.looks_like_board,
            texts=(TextKind("board", "its first row", self.looks_like_board, unnamed(self._boards)),),
            json=self._from_json,
        )

    def _boards(self, lines: Iterable[str], source: str | None, first: int) -> Iterator[Board[Any]]:
        from winnable.errors import Place
        from winnable.text.lines import is_comment, is_separator

        rows: list[str] = []
        begin = first
        for number, raw in enumerate(lines, first):
            line = raw.rstrip("\r\n")
            if not line.strip() or is_separator(line) or is_comment(line):
                continue
            begin = begin if rows else number
            rows.append(line)
            if len(rows) == self.rows:
                value = self.parse_board(rows, source, begin)
                yield Board(value, {PLACE: Place(begin, 1)}, source)
                rows = []
        if rows:
            what = f"a board of {len(rows)} of {self.rows} rows"
            raise InputError(what, expected=f"{self.rows}", source=source, line=begin)

    def _from_json(
        self, text: str, source: str | None, first: int
    ) -> Iterator[tuple[Board[Any], str | None, int | str | None]]:
        from winnable.text.json_reader import JsonReader
        from winnable.text.json_text import JsonText

        reader = JsonReader(JsonText(text, source, first))
        data = reader.fields((), reader.text.value, ("deal", "game", "board"), "board")
        rows = [str(row) for row in reader.items(("board",), data["board"])]
        place = reader.text.place(("board",))
        if len(rows) != self.rows:
            raise reader.text.error(
                ("board",), f"a board of {len(rows)}, not {self.rows} rows", f"{self.rows}"
            )
        value = self.parse_board(rows, source, place.line)
        yield Board(value, {PLACE: place}, source), reader.game(data), reader.deal(data)

    def forms(self) -> Mapping[str, Callable[[Any, Any], str]]:
        return {
            "board": lambda game, position: self.board(position),
            "json": lambda game, position: json.dumps(self.json(game, position)) + "\n",
        }

    def json(self, game: Any, position: Any) -> dict[str, Any]:
        return {"game": game.spelled, "board": self.board(position).splitlines()}

    def json_keys(self) -> FamilyKeys:
        from winnable.contract import TEXTS, FamilyKeys, Form, Key

        return FamilyKeys({"position": Form({"board": Key(TEXTS, "the rows of the board")})})

    def scene(self) -> SceneMaker:
        def make(game: Any, position: Any, *, open_cards: bool = False) -> Scene:
            return self.draw(game, position)

        return make

    def solutions(self) -> Solutions[Any, Any, Any]:
        from winnable.text.phrases import count_noun
        from winnable.text.plain_solution import PlainText, replay, replay_moves
        from winnable.text.solution import Solutions, parse_moves

        def length(game: Any, played: Replay[Any, Any]) -> str:
            return count_noun(len(played.moves), "move")

        def found(result: SolveResult[Any], texts: Sequence[str]) -> str:
            return count_noun(len(texts), "move") + (", proved fewest" if result.optimal else "")

        return Solutions(
            example=self.example,
            parse=parse_moves,
            replay=replay,
            replay_moves=replay_moves,
            write=PlainText(self.describe, length, lambda game, position: self.board(position)).write,
            summary=length,
            facts=lambda game, played: {},
            found=found,
        )

    def answers(self) -> type[Answers[Any]]:
        from winnable.text.answers import Answers

        return Answers

    def solvers(self) -> Mapping[str, SolverKind[Any]]:
        from winnable.search.python_solver import PythonSolver
        from winnable.search.solvers import SolverKind

        solver = partial(PythonSolver[Any, Any], algorithm=self.algorithm)
        return {"auto": SolverKind("auto", "decides by trying every line", solver)}

    def reasons(self) -> Reasons[Any, Any, Any]:
        from winnable.analysis.hint import Reasons
        from winnable.search.python_solver import PythonSolver

        def find_win(
            game: Any, position: Any, limits: Limits | None, token: CancelToken | None
        ) -> SolveResult[Any]:
            return PythonSolver(game, self.algorithm).solve(position, limits=limits, token=token)

        return Reasons(find_win=find_win)

    def strategies(self) -> FamilyStrategies[Any]:
        from winnable.families import strategies

        return strategies
