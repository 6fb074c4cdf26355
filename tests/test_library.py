"""The names at the top: asked with names and deals, with values, and with what is none of them."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, get_args

import pytest

import winnable
from winnable import InputError, Limits, Outcome, StopReason, Verdict
from winnable.families.undead.solver import UndeadSolver
from winnable.registry import PairingName, PatienceName, SpiderName, UndeadName, as_game, families

UNDEAD = "undead:size=4x4"
LIMITS = Limits(nodes=20_000)
STARTS: dict[str, int] = {"freecell": 617, "pyramid": 1, "spider:suits=1": 1, UNDEAD: 1}


def forms_of(name: str) -> list[Any]:
    """One position, given in every way."""
    game: Any = winnable.get_game(name)
    position = game.deal(STARTS[name])
    dialect = game.info.dialects[0]
    (entry,) = winnable.read(winnable.write_position(game, position), game)
    return [
        STARTS[name],
        str(STARTS[name]),
        f"{dialect}:{STARTS[name]}",
        winnable.parse_deals(f"{dialect}:{STARTS[name]}").__iter__().__next__(),
        winnable.write_position(game, position),
        winnable.write_position(game, position, "json"),
        entry,
        game.setup(position),
        position,
    ]


@pytest.mark.parametrize("name", STARTS)
def test_positions_are_given_as_comes(name: str) -> None:
    game = winnable.get_game(name)
    answers = [winnable.solve(name, given, limits=LIMITS) for given in forms_of(name)]
    answers += [winnable.solve(game, given, limits=LIMITS) for given in forms_of(name)]
    assert len({(answer.verdict, answer.moves, answer.stats.expanded) for answer in answers}) == 1
    assert answers[0].stats.expanded > 0


ASKED: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "solve": ("freecell", winnable.solve),
    "hint": (UNDEAD, winnable.hint),
    "move_verdicts": ("pyramid", winnable.move_verdicts),
    "difficulty": ("pyramid", winnable.difficulty),
    "explain": (UNDEAD, winnable.explain),
    "textbook_search": (UNDEAD, winnable.textbook_search),
    "play": ("spider:suits=1", partial(winnable.play, policy="random")),
    "replay": ("freecell", partial(winnable.replay, solution="26")),
    "show": ("freecell", winnable.show),
    "write_position": ("freecell", winnable.write_position),
}


@pytest.mark.parametrize("name", ASKED)
def test_every_question_takes_names_and_deals(name: str) -> None:
    game, ask = ASKED[name]
    number = STARTS[game]
    value: Any = winnable.get_game(game)
    by_name, by_game, by_position = ask(game, number), ask(value, number), ask(value, value.deal(number))

    def told(answer: Any) -> Any:
        if isinstance(answer, str):
            return answer
        data = answer.to_dict() if hasattr(answer, "to_dict") else [one.to_dict() for one in answer]
        again = json.loads(json.dumps(data))
        if isinstance(again, dict):
            again.pop("seconds", None)
            again.get("stats", {}).pop("seconds", None)
        return again

    assert told(by_name) == told(by_game) == told(by_position)


def test_a_hint_of_a_hand_whose_cards_are_unknown() -> None:
    game = winnable.get_game("spider")
    seen = str(game.observe(game.deal(7)))
    assert winnable.hint("spider", seen).move_text == winnable.hint(game, 7).move_text
    with pytest.raises(InputError, match="unknown"):
        winnable.hint("spider", seen, open_cards=True)


ANY_GAME: dict[str, Callable[[Any], Any]] = {
    **{name: lambda game, ask=ask: ask(game, 1) for name, (_, ask) in ASKED.items()},  # type: ignore[misc]
    "find_deals": lambda game: list(winnable.find_deals(game, "1..3")),
    "count_winnable": lambda game: winnable.count_winnable(game, "1..3"),
    "solver_names": winnable.solver_names,
    "policy_names": winnable.policy_names,
    "get_game": winnable.get_game,
    "variant_names": winnable.variant_names,
    "read": lambda game: list(winnable.read("1", game)),
}


@pytest.mark.parametrize("wrong", ["freecel", "", "freecell:", "pyramid:hoile", 3, ["freecell"], object])
@pytest.mark.parametrize("name", ANY_GAME)
def test_what_is_no_game_is_said_in_one_line(name: str, wrong: Any) -> None:
    if name == "variant_names" and wrong in ("freecell:", "pyramid:hoile"):
        pytest.skip("options are no part of the name that it takes")
    with pytest.raises(InputError) as raised:
        ANY_GAME[name](wrong)
    assert "\n" not in str(raised.value)
    assert raised.value.expected or raised.value.mend


def test_boards_are_read_row_by_row() -> None:
    path = Path(__file__).parent / "data" / "freecell" / "rows-617.txt"
    game = winnable.get_game("freecell")
    (entry,) = winnable.read(path.read_text(), "freecell", rows=True)
    (other,) = winnable.read_file(str(path), game, rows=True)
    assert entry.position(game) == other.position(game) == game.deal(617)
    with pytest.raises(InputError, match="rows without a game; expected the name of the game"):
        winnable.read(path.read_text(), rows=True)
    assert len(list(winnable.read("1-3\n5,7", game))) == 5
    assert winnable.count_winnable(game, "1,3,5-6", limits=LIMITS).deals == 4


WRONG_POSITIONS: list[Any] = [
    "nonsense", "", "ms:0", "ms:1..3", None, 1.5, True, b"1", [], object(), -3, ("ms", 1),
    winnable.get_game("scorpion").deal(1), winnable.get_game("seahaven").deal(1),
    winnable.get_game("pyramid:triangle").deal(1), winnable.get_game("scorpion").setup,
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG_POSITIONS, ids=lambda wrong: repr(wrong)[:20])
@pytest.mark.parametrize("name", ASKED)
def test_what_is_no_position_is_said_in_one_line(name: str, wrong: Any) -> None:
    game, ask = ASKED[name]
    with pytest.raises(InputError) as raised:
        ask(game, wrong)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: winnable.solve("freecell", 1, "shortst"), "unknown solver 'shortst'; did you mean short"),
        (lambda: winnable.solve("freecell", 1, 3), "unknown solver 3; expected one of auto"),  # type: ignore[call-overload]
        (lambda: winnable.solve("freecell", 1, metric="moves"), "the solver auto minimises nothing"),
        (lambda: winnable.solve("undead", 1, "count", most=0), "cannot count to 0; expected 1 or more"),
        (lambda: winnable.move_verdicts("freecell", 1, solver="score"), "unknown solver 'score'"),
        (lambda: winnable.difficulty("spider", 1), "Spider has no levels of difficulty, as its player"),
        (lambda: winnable.explain("freecell", 1), "FreeCell has no explanations"),
        (lambda: winnable.explain(UNDEAD, 1, hardest="luck"), "no technique 'luck'; expected one of"),
        (lambda: winnable.play("freecell", 1), "no policy gives advice in freecell"),
        (lambda: winnable.play("freecell", 1, "best"), "FreeCell has no policies"),
        (lambda: winnable.play("spider", 1, "besst"), "no policy 'besst'|unknown policy 'besst'"),
        (lambda: winnable.play("spider", 1, 3), "3 is no policy; expected a name"),  # type: ignore[arg-type]
        (lambda: winnable.replay("freecell", 1, 26), "26 is no solution; expected a text of moves"),  # type: ignore[call-overload]
        (lambda: winnable.textbook_search("freecell", 1, "a*"), "unknown algorithm 'a\\*'; expected one of"),
        (lambda: winnable.textbook_search("undead", 1, "brute"), "brute is a search of this game's own, and"),
        (lambda: winnable.write_position("freecell", 1, "xml"), "freecell has no format 'xml'"),
        (lambda: winnable.find_deals("pyramid", "1..3", level="harder"), "unknown level 'harder'"),
        (lambda: winnable.find_deals("pyramid", 3), "3 are no deals; expected a range"),  # type: ignore[arg-type]
        (lambda: winnable.count_winnable("pyramid", None), "None are no deals"),  # type: ignore[arg-type]
        (lambda: list(winnable.read("7x7dt")), "'7x7dt' are parameters of sgt-puzzles"),
        (lambda: winnable.read(3), "int is no text; expected a text"),  # type: ignore[arg-type]
        (lambda: winnable.read_file("no such file"), "cannot read 'no such file'"),
        (lambda: winnable.Limits(nodes=0), "nodes limit: expected a positive number, not 0"),
    ],
)  # fmt: skip
def test_other_wrong_arguments_are_said_in_one_line(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        ask()
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", STARTS)
def test_games_say_in_one_line_what_they_do_not_take(name: str) -> None:
    game: Any = winnable.get_game(name)
    position = game.deal(STARTS[name])
    for ask in (
        lambda: game.play(position, "26"),
        lambda: game.play(None, game.legal_moves(position)[0]),
        lambda: game.legal_moves(3),
        lambda: game.distinct_moves(3),
        lambda: game.outcome("617"),
        lambda: game.key(None),
        lambda: game.notation.format(position, "26"),
        lambda: game.notation.parse(position, 3),
        lambda: game.notation.parse(None, "26"),
    ):
        with pytest.raises(TypeError, match=r"\(\) takes no \(") as raised:
            ask()
        assert "\n" not in str(raised.value)


def test_the_usual_words_are_texts() -> None:
    for kind in (Verdict, StopReason, Outcome, winnable.Level):
        for word in kind:
            assert word == word.value == str(word)
            assert json.dumps(word) == f'"{word.value}"'
            assert pickle.loads(pickle.dumps(word)) is word


@pytest.mark.parametrize("name", ASKED)
def test_results_are_pickled(name: str) -> None:
    game, ask = ASKED[name]
    answer = ask(game, STARTS[game])
    again = pickle.loads(pickle.dumps(answer))
    if hasattr(answer, "to_dict"):
        assert again.to_dict() == answer.to_dict()
    else:
        assert again == answer


def test_a_pool_of_processes_solves() -> None:
    game = winnable.get_game("freecell:cells=2")
    deals = [str(deal) for deal in winnable.parse_deals("ms:1..4")]
    ask = partial(winnable.solve, game, limits=LIMITS)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(ask, deals))
        starts = list(pool.map(ask, [game.deal(deal) for deal in deals]))
    alone = [ask(deal) for deal in deals]
    assert [answer.moves for answer in found] == [answer.moves for answer in alone]
    assert [answer.verdict for answer in starts] == [answer.verdict for answer in alone]
    assert Verdict.SOLVED in {answer.verdict for answer in alone}


def test_the_names_that_types_know_are_those_of_the_families() -> None:
    known = {"patience": PatienceName, "pairing": PairingName, "undead": UndeadName, "spider": SpiderName}
    for name, names in known.items():
        assert get_args(names) == tuple(families()[name].games)


def test_the_solvers_that_types_know_are_those_of_the_families() -> None:
    for module, names in (
        (winnable.freecell, winnable.freecell.PatienceSolverName),
        (winnable.pyramid, winnable.pyramid.PairingSolverName),
        (winnable.undead, winnable.undead.UndeadSolverName),
        (winnable.spider, winnable.spider.SpiderSolverName),
    ):
        assert get_args(names) == winnable.solver_names(module.__name__.rpartition(".")[2])


def test_games_make_their_solvers() -> None:
    solver = winnable.get_game("undead").solver("count", most=3)
    assert isinstance(solver, UndeadSolver)
    assert winnable.get_game("freecell").solver("shortest", metric="cards").kind == "shortest"
    assert winnable.get_game("pyramid").solver(challenge="points=500").challenge is not None
    assert winnable.get_game("spider").solver().kind == "auto"
    with pytest.raises(InputError, match="unknown solver 'shortst'"):
        winnable.get_game("freecell").solver("shortst")  # type: ignore[arg-type]


def test_about_thirty_names_are_at_the_top() -> None:
    families_own = {"freecell", "pyramid", "spider", "undead"}
    assert families_own <= set(winnable.__all__)
    assert 25 <= len(set(winnable.__all__) - families_own) <= 40
    assert set(winnable.__all__) <= set(dir(winnable))
    with pytest.raises(AttributeError, match="no attribute 'parse_board'"):
        _ = winnable.parse_board  # type: ignore[attr-defined]
    for module in families_own:
        there = getattr(winnable, module)
        assert all(hasattr(there, name) for name in there.__all__)


def test_importing_the_package_loads_no_engine() -> None:
    code = (
        "import sys, winnable\n"
        "own = sorted(name for name in sys.modules if name.startswith('winnable'))\n"
        "sys.exit(0 if own == ['winnable'] else f'loaded {own}')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_game_of_ones_own_is_searched() -> None:
    class Count:
        """Count from 0 to 3."""

        def legal_moves(self, position: int) -> list[int]:
            return [1] if position < 3 else []

        def play(self, position: int, move: int) -> int:
            return position + move

        def outcome(self, position: int) -> str:
            return "won" if position == 3 else "open"

        def key(self, position: int) -> int:
            return position

    found = winnable.textbook_search(Count(), 0, "breadth_first")
    assert found.moves == (1, 1, 1)
    assert found.to_dict()["moves"] == ["1", "1", "1"]


def test_as_game_gives_back_games() -> None:
    game = winnable.get_game("freecell")
    assert as_game(game) is game


# --- read() ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*STARTS, "spider", "pyramid:giza", "eight_off", "seahaven"])
def test_texts_that_only_one_family_has_are_known(name: str, tmp_path: Path) -> None:
    game: Any = winnable.get_game(name)
    position = game.deal(3)
    for form in game.family.forms():
        text = winnable.write_position(game, position, form)
        if form == "flat":
            continue  # could be a column
        (entry,) = winnable.read(text)
        assert entry.position(game) == position, form
        file = tmp_path / form
        file.write_text(text, encoding="utf-8")
        (entry,) = winnable.read_file(str(file))
        assert entry.position(game) == position, form


def test_a_text_that_could_be_of_several_families_wants_a_name() -> None:
    with pytest.raises(InputError, match="this could be a position of freecell, pyramid or spider"):
        winnable.read("ms:617")
    (entry,) = winnable.read("ms:617", "pyramid")
    assert str(entry.deal) == "ms:617"
    assert len(list(winnable.read("1..3\n5\n", "freecell"))) == 4


def test_a_plain_board_is_known_by_what_is_legal() -> None:
    game = winnable.get_game("freecell")
    columns = [line.removeprefix(": ") for line in str(game.deal(617)).splitlines() if line.startswith(":")]
    (entry,) = winnable.read("\n".join(columns))
    assert entry.position(game) == game.deal(617)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no position here: the text is empty; expected boards, deal numbers, game IDs"),
        ("what?", "line 1, column 1: cannot tell what 'what\\?' is; expected boards, deal numbers, game IDs"),
        ('{"game": "whist", "columns": []}', "unknown game 'whist'"),
        ("Foundations: H-0 X-0\n: 2H\n", "line 1, column 18"),
        ("Row 1: 2H\nColumn 1: 2H 3Y\n", "line 2, column 14"),
    ],
)
def test_texts_that_nobody_can_read(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(winnable.read(text))
