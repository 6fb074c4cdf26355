"""Uses of the library that type checkers must refuse: every line with a remark, and no other."""

from __future__ import annotations

import winnable

freecell, pyramid = winnable.get_game("freecell"), winnable.get_game("pyramid")
position = freecell.deal(617)

winnable.get_game(3)  # type: ignore[call-overload]
winnable.get_game("freecell").deal(None)  # type: ignore[arg-type]
winnable.solve(freecell, 617, "shortst")  # type: ignore[call-overload]
winnable.solve(pyramid, 1, "short")  # type: ignore[call-overload]
winnable.solve(winnable.get_game("undead"), 1, "second")  # type: ignore[call-overload]
winnable.solve(pyramid, position)  # type: ignore[call-overload]
winnable.solve(freecell, None)  # type: ignore[call-overload]
winnable.solve(3, 617)  # type: ignore[call-overload]
winnable.hint(freecell)  # type: ignore[call-overload]
winnable.hint(pyramid, position)  # type: ignore[misc]
winnable.move_verdicts(freecell, 617, solver="shortst")  # type: ignore[call-overload]
winnable.difficulty(pyramid, position)  # type: ignore[misc]
freecell.solver("shortst")  # type: ignore[arg-type]
freecell.play(position, "26")  # type: ignore[arg-type]
freecell.legal_moves(pyramid.deal(1))  # type: ignore[arg-type]
_ = winnable.parse_board  # type: ignore[attr-defined]
