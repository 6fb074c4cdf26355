"""Undead as a propositional formula, for boards that trying everything does not finish.

One variable for each cell and monster, exactly one of the three true; every total and every number at the
edge is a cardinality constraint. Who is seen in a line is "no ghost" where the light has met no mirror, "no
vampire" where it has; a cell passed twice stands twice in the sum. Solved by python-sat, which the ``dev``
extra installs; ``available`` says whether it is there.
"""

from collections.abc import Iterator
from importlib.util import find_spec

from .undead import MIRRORS, MONSTERS, Board, Rows, Square, look, put

available = find_spec("pysat") is not None
MISSING = "python-sat is not installed (pip install python-sat, or the dev extra)"


class Formula:
    """The clauses of a board; ``rows`` are facts, right or wrong."""

    def __init__(self, board: Board, rows: Rows | None = None) -> None:
        from pysat.formula import IDPool

        self.rows = board.rows if rows is None else rows
        self.cells = [
            (row, column)
            for row, line in enumerate(self.rows)
            for column, letter in enumerate(line)
            if letter not in MIRRORS
        ]
        self.pool = IDPool()
        self.clauses: list[list[int]] = []
        for cell in self.cells:
            variables = [self.variable(cell, monster) for monster in MONSTERS]
            self.exactly(variables, 1)
            shown = self.rows[cell[0]][cell[1]]
            if shown != ".":
                self.clauses.append([self.variable(cell, shown)])
        for monster, total in zip(MONSTERS, board.totals or (), strict=board.totals is not None):
            self.exactly([self.variable(cell, monster) for cell in self.cells], total)
        for place, number in enumerate(board.numbers):
            if number is not None:
                self.exactly(self.who_is_seen(place), number)

    def variable(self, cell: Square, monster: str) -> int:
        return int(self.pool.id((cell, monster)))

    def who_is_seen(self, place: int) -> list[int]:
        return [
            -self.variable(sight.square, "v" if sight.mirrors else "g")
            for sight in look(self.rows, place)
            if self.rows[sight.square[0]][sight.square[1]] not in MIRRORS
        ]

    def exactly(self, literals: list[int], number: int) -> None:
        from pysat.card import CardEnc, EncType

        if not 0 <= number <= len(literals):
            self.clauses.append([])
        elif number in (0, len(literals)):
            self.clauses += [[literal if number else -literal] for literal in literals]
        else:
            encoded = CardEnc.equals(literals, number, vpool=self.pool, encoding=EncType.seqcounter)
            self.clauses += encoded.clauses

    def allows(self, filled: Rows) -> bool:
        """Does this whole filling fulfil every clause?"""
        from pysat.solvers import Solver

        if [] in self.clauses:
            return False
        chosen = [self.variable(cell, filled[cell[0]][cell[1]]) for cell in self.cells]
        with Solver("glucose4", bootstrap_with=self.clauses) as solver:
            return bool(solver.solve(assumptions=chosen))

    def solutions(self) -> Iterator[Rows]:
        """Right fillings, all different, one for each call of the solver."""
        from pysat.solvers import Solver

        if [] in self.clauses:
            return
        with Solver("glucose4", bootstrap_with=self.clauses) as solver:
            while solver.solve():
                true = {literal for literal in solver.get_model() if literal > 0}
                filled, found = self.rows, []
                for cell in self.cells:
                    (monster,) = [m for m in MONSTERS if self.variable(cell, m) in true]
                    filled = put(filled, cell, monster)
                    found.append(self.variable(cell, monster))
                yield filled
                solver.add_clause([-variable for variable in found])


def solutions(board: Board, rows: Rows | None = None) -> Iterator[Rows]:
    """As ``undead.solutions``, in another order."""
    return Formula(board, rows).solutions()
