"""Tables of verdicts: folded, ranked, with wins that win, and what is proved proved by exhaustive search."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from native.agree import Pair, to_core, to_core_move
from native.toy_games import random_toy, toy_games
from oracle import rules as oracle
from oracle.games import GAMES
from oracle.solve import TooManyPositionsError, shortest
from registered import start_of
from sizes import some_of
from winnable._core import CancelToken
from winnable.analysis.hint import hint
from winnable.analysis.known_wins import KnownWins
from winnable.analysis.move_table import MoveVerdicts, length_words
from winnable.analysis.verdicts import move_verdicts
from winnable.game import IllegalMove, Outcome
from winnable.registry import get_game
from winnable.search.api import Limits, StopReason, Verdict
from winnable.search.solvers import make_solver, solver_names
from won_lines import before_the_end, won_lines

ORDER = [Verdict.SOLVED, Verdict.UNKNOWN, Verdict.UNSOLVABLE]
QUICK = Limits(nodes=3_000)
# Of each family.
SOME = (
    "freecell", "bakers_game", "seahaven", "simple_simon", "bakers_dozen", "pyramid", "spider", "scorpion",
    "undead",
)  # fmt: skip


def expect_ranked(rows: MoveVerdicts[Any]) -> None:
    """Won rows with the shortest first, then unknown ones, then lost ones."""
    ranks = [(ORDER.index(row.verdict), row.length) for row in rows]
    assert ranks == sorted(ranks)
    for row in rows:
        assert (row.length > 0) is (row.verdict is Verdict.SOLVED)
        assert row.verdict is Verdict.SOLVED or not row.optimal


def midgame(name: str, left: int) -> Any:
    return get_game(name), before_the_end(name, left)


@pytest.mark.parametrize("name", SOME)
def test_equal_moves_are_one_row_and_different_ones_are_not(name: str) -> None:
    for left in (4, 17):
        game, position = midgame(name, left)
        rows = move_verdicts(game, position, limits=QUICK)
        expect_ranked(rows)
        keys = [game.key(game.play(position, row.move)) for row in rows]
        assert len(set(keys)) == len(keys)
        assert game.key(position) not in keys
        named = [text for row in rows for text in (row.move_text, *row.equal)]
        assert len(set(named)) == len(named)
        for row, key in zip(rows, keys, strict=True):
            for text in row.equal:
                assert game.key(game.play(position, game.notation.parse(position, text))) == key
        changing = {
            game.notation.format(position, move)
            for move in game.legal_moves(position)
            if game.key(game.play(position, move)) != game.key(position)
        }
        assert set(named) == changing


@pytest.mark.parametrize("name", SOME)
def test_every_legal_move_has_a_row_if_asked(name: str) -> None:
    game, position = midgame(name, 6)
    folded = move_verdicts(game, position, limits=QUICK)
    table = move_verdicts(game, position, limits=QUICK, every=True)
    expect_ranked(table)
    assert sorted(row.move_text for row in table) == sorted(
        game.notation.format(position, move) for move in game.legal_moves(position)
    )
    by_text = {text: row for row in folded for text in (row.move_text, *row.equal)}
    for row in table:
        assert row.move == game.notation.parse(position, row.move_text)
        assert row.move_text not in row.equal
        if row.move_text in by_text:
            same = by_text[row.move_text]
            assert (row.verdict, row.length, row.why) == (same.verdict, same.length, same.why)
            assert {row.move_text, *row.equal} == {same.move_text, *same.equal}
        else:
            assert game.key(game.play(position, row.move)) == game.key(position)
    assert table.verdict is folded.verdict
    assert (table.line, table.lost) == (folded.line, folded.lost)
    assert "the same" not in table.text()


def test_an_opening_of_freecell_is_a_short_table() -> None:
    """Thirty-five legal moves are eleven choices, and the wins are about as short as those of the hint."""
    game = get_game("freecell")
    position = game.deal(617)
    rows = move_verdicts(game, position)
    assert (len(game.legal_moves(position)), len(rows)) == (35, 11)
    assert [row.verdict for row in rows].count(Verdict.UNSOLVABLE) == 1
    assert rows[0].length <= 86
    assert max(row.length for row in rows) <= 100
    first = rows.text().splitlines()[0]
    assert first == "2a    winnable in at most 86 moves: KS from column 2 to cell a (the same: 2b 2c 2d)"


@pytest.mark.parametrize(
    ("name", "deal"),
    [
        ("freecell", 1),
        pytest.param("bakers_game", 2, marks=pytest.mark.slow),
        pytest.param("seahaven", 1, marks=pytest.mark.slow),
        ("pyramid", 5),
    ],
)
def test_the_hint_is_the_first_row(name: str, deal: int) -> None:
    game, limits = get_game(name), None if name == "pyramid" else Limits(nodes=10_000_000)
    position = game.deal(deal)
    for _ in range(2):
        rows = move_verdicts(game, position, limits=limits)
        assert rows.verdict is Verdict.SOLVED
        said = hint(game, position, limits=limits)
        assert said.move_text == rows[0].move_text
        assert len(said.line) == rows[0].length == len(rows.line)
        assert {row.move_text: row.verdict for row in rows[1:]} == {
            other.move_text: other.verdict for other in said.others
        }
        position = game.play(game.play(position, rows.line[0]), rows.line[1])


@pytest.mark.parametrize("name", SOME)
def test_the_line_of_a_table_wins(name: str) -> None:
    for left in (3, 19):
        game, position = midgame(name, left)
        rows = move_verdicts(game, position, limits=QUICK)
        assert rows[0].move == rows.line[0]
        assert len(rows.line) == rows[0].length <= left + 4
        for move in rows.line:
            assert game.outcome(position) is not Outcome.WON
            position = game.play(position, move)
        assert game.outcome(position) is Outcome.WON


def test_lengths_on_toys_are_those_of_exhaustive_search() -> None:
    """No win is shorter than the oracle's; what is said to be the fewest is as short; and lost is lost."""
    rng = Random(1)
    seen = {Verdict.SOLVED: 0, Verdict.UNSOLVABLE: 0, "optimal": 0}
    games = [toy for name in GAMES for toy in rng.sample(toy_games(name), 2)]
    for game, rules in games * some_of(2):
        position = random_toy(rules, rng, 16)
        for row in move_verdicts(game, to_core(Pair(rules, game.core), position)):
            moves = {to_core_move(move): move for move in oracle.legal_moves(rules, position)}
            try:
                best = shortest(rules, oracle.play(rules, position, moves[row.move]), 500)
            except TooManyPositionsError:
                continue
            assert row.verdict is (Verdict.UNSOLVABLE if best is None else Verdict.SOLVED)
            seen[row.verdict] += 1
            if best is not None:
                assert row.length >= best + 1
                assert row.length == best + 1 or not row.optimal
                seen["optimal"] += row.optimal
    assert min(seen.values()) >= 8, seen


def test_lines_go_on_along_shorter_ones() -> None:
    """Of two lines that meet, both end as the shorter one does, and one that goes astray is straightened."""
    game, position = midgame("freecell", 30)
    deal, texts = won_lines()["freecell"]
    moves, place = [], position
    for text in texts[-30:]:
        moves.append(game.notation.parse(place, text))
        place = game.play(place, moves[-1])
    astray = next(
        (first, back)
        for first in game.distinct_moves(position)
        for back in game.legal_moves(game.play(position, first))
        if game.key(game.play(game.play(position, first), back)) == game.key(position)
    )
    elsewhere = game.play(position, astray[0])
    known: KnownWins[Any, Any] = KnownWins(game)
    known.add(position, [*astray, *moves])
    known.add(elsewhere)
    known.join()
    assert known.moves_left(position) <= 30
    assert known.moves_left(elsewhere) <= 31
    for start in (position, elsewhere):
        line = known.line(start)
        assert len(line) == known.moves_left(start)
        for move in line:
            start = game.play(start, move)  # noqa: PLW2901
        assert game.outcome(start) is Outcome.WON
    assert known.moves_left(start_of(game)(deal)) is None
    with pytest.raises(IllegalMove):
        known.add(position, moves[5:])


def test_what_a_hint_wins_is_won_where_the_solver_knows_nothing() -> None:
    """With a node for each question nothing is known; with the hint's win its move is, and the way back."""
    game, position = midgame("simple_simon", 40)
    limits = Limits(nodes=1)
    assert {row.verdict for row in move_verdicts(game, position, limits=limits)} <= {
        Verdict.UNKNOWN,
        Verdict.UNSOLVABLE,
    }
    win = make_solver(game).solve(position)
    rows = move_verdicts(game, position, limits=limits, win=win)
    after = game.key(game.play(position, win.moves[0]))
    (same,) = (row for row in rows if game.key(game.play(position, row.move)) == after)
    assert same.verdict is Verdict.SOLVED
    assert rows[0].length <= same.length <= len(win.moves)
    assert any(row.verdict is Verdict.UNKNOWN for row in rows)


def test_a_position_proved_lost_loses_every_move() -> None:
    game = get_game("freecell")
    position = game.deal(11982)
    lost = make_solver(game).solve(position)
    assert lost.verdict is Verdict.UNSOLVABLE
    rows = move_verdicts(game, position, limits=Limits(nodes=1), win=lost)
    assert {row.verdict for row in rows} == {Verdict.UNSOLVABLE}
    assert rows.line == ()
    assert rows.verdict is Verdict.UNSOLVABLE


def test_a_cancelled_table_is_a_table_of_what_is_not_known() -> None:
    game, token = get_game("freecell"), CancelToken()
    token.cancel()
    rows = move_verdicts(game, game.deal(1), token=token)
    assert {(row.verdict, row.reason) for row in rows} == {(Verdict.UNKNOWN, StopReason.CANCELLED)}


def test_tables_are_values() -> None:
    game, position = midgame("freecell", 12)
    rows = move_verdicts(game, position, limits=QUICK)
    again = pickle.loads(pickle.dumps(rows))
    assert again == rows
    assert (again.won, again.lost, again.line) == (rows.won, rows.lost, rows.line)
    assert MoveVerdicts().verdict is Verdict.UNSOLVABLE
    assert MoveVerdicts(won=True).text() == "the game is won already\n"
    assert MoveVerdicts().text() == "no legal move changes anything\n"


def test_the_same_on_every_run() -> None:
    game = get_game("bakers_game")
    tables = [move_verdicts(game, game.deal(4)).data() for _ in range(2)]
    assert tables[0] == tables[1]


@pytest.mark.parametrize("solver", [name for name in solver_names(get_game("freecell")) if name != "auto"])
def test_a_solver_of_short_wins_is_asked_alone(solver: str) -> None:
    game, position = midgame("freecell", 12)
    rows = move_verdicts(game, position, solver=solver, limits=Limits(nodes=20_000))
    expect_ranked(rows)
    assert rows[0].length <= 12


def test_words_of_lengths() -> None:
    assert length_words(1) == "in 1 move"
    assert length_words(84) == "in at most 84 moves"
    assert length_words(84, optimal=True) == "in 84 moves, the fewest"
    assert length_words(12, optimal=True, differ=False) == "in 12 moves"


@pytest.mark.parametrize("name", SOME)
def test_what_is_told_move_by_move_ends_in_the_same_table(name: str) -> None:
    game, position = midgame(name, 6)
    parts: list[tuple[MoveVerdicts[Any], int]] = []
    found = move_verdicts(game, position, limits=QUICK, on_part=lambda *part: parts.append(part))
    assert found.data() == move_verdicts(game, position, limits=QUICK).data()
    assert [left for _, left in parts] == list(reversed(range(len(found))))
    decided = {row.move_text: row.verdict for row in found}
    for number, (part, _) in enumerate(parts, 1):
        assert len(part) == number
        expect_ranked(part)
        for row in part:
            assert decided.get(row.move_text, row.verdict) in (row.verdict, Verdict.SOLVED)


def test_why_a_move_loses_is_asked_once_however_often_the_rows_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import winnable.analysis.verdicts as module

    asked, told = [], []
    why_lost = module.why_lost

    def counted(game: Any, position: Any, raw: Any) -> str:
        asked.append(game.key(position))
        return why_lost(game, position, raw)

    monkeypatch.setattr(module, "why_lost", counted)
    game: Any = get_game("undead:size=5x5")
    found = move_verdicts(game, game.deal(3), on_part=lambda rows, left: told.append(left))
    assert any(row.verdict is Verdict.UNSOLVABLE for row in found)
    assert len(told) > 5
    assert len(asked) == len(set(asked))
