"""`winnable board` in a pipe: every game played through, what is typed wrongly, and what is said."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from registered import some_registered_names, start_of
from winnable.cli.board_words import _OTHERS, _WORDS
from winnable.cli.main import run
from winnable.moves import lay_out
from winnable.registry import get_game
from winnable.session import Session
from won_lines import won_lines

PUZZLE = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
Winnable = Callable[..., Any]


@pytest.mark.parametrize("game", some_registered_names())
def test_a_won_game_of_every_kind(winnable: Winnable, game: str) -> None:
    deal, moves = won_lines()[game]
    answer = winnable("board", game, deal, "--no-verdicts", stdin=lay_out(moves))
    assert answer.code == 0, answer.err
    last = answer.out.splitlines()[-1]
    on_squares = get_game(game).info.on_squares
    assert last == ("Solved." if on_squares else f"Won in {len(moves)} moves.")
    assert "\x1b" not in answer.out
    assert answer.err == ""


def test_a_solution_as_solve_prints_it_is_played(winnable: Winnable) -> None:
    solution = winnable("solve", "freecell", "617").out
    answer = winnable("board", "freecell", "617", "--no-verdicts", stdin=solution)
    assert answer.code == 0
    assert answer.out.splitlines()[-1].startswith("Won in ")


def test_each_move_shows_the_board_and_its_verdict(winnable: Winnable) -> None:
    answer = winnable("board", "freecell", "617", stdin="2a\nu\n3a\n")
    shown = answer.out.split("\n> ")
    assert shown[1].startswith("2a\nFreeCell ms:617, move 1: 2a, KS from column 2 to cell a\n")
    assert " KS [ ] [ ] [ ] [C] [D] [H] [S]\n" in shown[1]
    assert re.search(r"\nWinnable in at most \d+ moves\.$", shown[1])
    assert shown[2].startswith("u\nFreeCell ms:617: taken back\n")
    assert "\nLost: " in shown[3]
    assert "This move lost it: there was a win in " in shown[3]
    assert answer.code == 1  # it ended in a lost game


def test_the_verdict_is_that_of_verdicts(winnable: Winnable) -> None:
    for row in winnable("verdicts", "pyramid", "5").out.splitlines():
        move, verdict, *_ = row.split()
        out = winnable("board", "pyramid", "5", stdin=f"{move}\n").out
        assert out.splitlines()[-1 if verdict == "winnable" else -2].lower().startswith(verdict.strip(":"))


def test_a_lost_deal_is_lost_from_the_start(winnable: Winnable) -> None:
    answer = winnable("board", "freecell", "11982", "--max-seconds", "60", stdin="")
    assert answer.code == 1
    assert "\nLost: no line wins" in answer.out


def test_undo_and_redo_so_many(winnable: Winnable) -> None:
    answer = winnable(
        "board", "freecell", "617", "--no-verdicts", stdin="2a 2b 2c\nundo 2\nlog\nredo 5\nlog\n"
    )
    assert [line for line in answer.out.splitlines() if re.fullmatch(r"(2[abc] ?)+", line)] == [
        "2a",
        "2a 2b 2c",
    ]


@pytest.mark.parametrize(
    ("game", "typed", "made"),
    [
        ("freecell", "2 to a", "move 1: 2a, "),
        ("freecell", "2->a 8 -> 3", "move 2: 83, "),
        ("freecell", "2A", "move 1: 2a, "),
        ("freecell", "play 2a, 2b", "move 2: 2b, "),
        ("freecell", "Move 2 to a", "move 1: 2a, "),
        ("pyramid", "DRAW", "move 1: draw: "),
        ("freecell", "1. 2a 2. 83", "move 2: 83, "),
        ("freecell", "1: 2->a 2: 8->3 3: 2 to b", "move 3: 2b, "),
        ("pyramid", "1) 8D - 5H", "move 1: 8D with 5H"),
        ("pyramid", "8D - 5H", "move 1: 8D with 5H"),
        ("pyramid", "8♦+5♥", "move 1: 8D with 5H"),
        ("pyramid", "8d+5h", "move 1: 8D with 5H"),
    ],
)
def test_moves_in_other_signs(winnable: Winnable, game: str, typed: str, made: str) -> None:
    deal = "617" if game == "freecell" else "5"
    answer = winnable("board", game, deal, "--no-verdicts", stdin=f"{typed}\n")
    assert answer.code == 0, answer.err
    assert made.replace("8D with", "8D+5H, 8D with") in answer.out


def test_to_the_start_and_on_again(winnable: Winnable) -> None:
    typed = "2a 2b 2c\nrestart\nredo all\nback\nhistory\nundo all\nlist\n"
    answer = winnable("board", "freecell", "617", "--no-verdicts", stdin=typed)
    assert answer.out.splitlines()[-1] == "no move was made yet"
    assert "\n> history\n2a 2b\n" in answer.out


def test_go_plays_a_win(winnable: Winnable) -> None:
    answer = winnable("board", "pyramid", "5", stdin="go\ngo 2\ngo all\n")
    assert answer.code == 0
    assert answer.out.splitlines()[-1].startswith("Won in ")
    first, second = (int(n) for n in re.findall(r"move (\d+):", answer.out)[:2])
    assert (first, second) == (1, 3)


@pytest.mark.parametrize(
    ("game", "deal", "told"),
    [
        ("spider:suits=1", "1", r"Won in \d+ moves\.$"),
        ("will_o_the_wisp", "6", r"go ended after \d+ moves: the policy gives up: it sees no use in .*\.$"),
    ],
)
def test_go_plays_to_the_end_where_cards_are_hidden(
    winnable: Winnable, game: str, deal: str, told: str
) -> None:
    answer = winnable("board", game, deal, stdin="go 2\ngo all\nlog\n")
    shown, log = answer.out.split("\n> ")[-2:]
    assert re.search(told, shown), shown[-200:]
    checked = winnable("check", game, deal, "-", stdin=log.removeprefix("log\n"))
    assert checked.code == (0 if "Won" in told else 1)
    assert "breaks" not in checked.err


def test_go_does_not_go_in_circles(winnable: Winnable, monkeypatch: pytest.MonkeyPatch) -> None:
    """A policy that turns back whenever it is asked."""
    hint = Session.hint

    def turning_back(session: Session[Any, Any]) -> Any:
        move = "79" if "79" in session.legal() and session.here.text != "79" else "97"
        return replace(hint(session), move_text=move, line=(move,))

    monkeypatch.setattr(Session, "hint", turning_back)
    answer = winnable("board", "spider", "1", stdin="go all\n")
    ended = r"go ended after [2-4] moves: the policy would go in circles from here\."
    assert re.fullmatch(ended, answer.out.splitlines()[-1])


def test_go_follows_the_plan_of_a_policy(winnable: Winnable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is asked again after each move may forget what the last one was for."""
    asked: list[str] = []
    hint = Session.hint

    def with_plan(session: Session[Any, Any]) -> Any:
        asked.append(" ".join(node.text for node in session.line()[1:]))
        plan = ("79", "97") if not session.here.number else hint(session).line
        return replace(hint(session), move_text=plan[0], line=plan)

    monkeypatch.setattr(Session, "hint", with_plan)
    answer = winnable("board", "spider", "1", stdin="go\ngo\nlog\n")
    assert answer.out.splitlines()[-1] == "79 97"
    assert asked == [""]
    winnable("board", "spider", "1", stdin="hint\ngo\nhint\ngo\n")
    assert asked[1:] == ["", "79"]
    asked.clear()
    winnable("board", "spider", "1", stdin="hint\n84\ngo\n")
    assert asked == ["", "84"]


def test_hint_moves_and_solution_are_those_of_the_commands(winnable: Winnable) -> None:
    answer = winnable("board", "pyramid", "5", "--no-verdicts", stdin="hint\nmoves\nsolution\n")
    _, hint, moves, solution = answer.out.split("\n> ")
    assert hint == "hint\n" + winnable("hint", "pyramid", "5").out.rstrip("\n")
    assert moves == "moves\n" + winnable("verdicts", "pyramid", "5").out.rstrip("\n")
    checked = winnable("check", "pyramid", "5", "-", stdin=solution.removeprefix("solution\n"))
    assert checked.code == 0


def test_pencil_marks_and_questions_of_a_puzzle(winnable: Winnable) -> None:
    answer = winnable("board", "undead", PUZZLE, stdin="r1c2?gv\nu\nr1c2=g\ncheck\nu\nexplain\n")
    assert answer.code == 0
    assert "(gv)" in answer.out
    assert "No solution with what is filled in." in answer.out
    assert "1 square cannot be right." in answer.out


def test_spider_hides_what_its_player_does_not_see(winnable: Winnable) -> None:
    answer = winnable("board", "spider", "3", stdin="28\n")
    assert "turning a card" in answer.out
    assert "##" in answer.out
    back = winnable("board", "spider", "3", stdin="28\nundo\n")
    assert (back.code, back.err.count("\n")) == (2, 1)
    assert "<stdin>:2: Spider is played unseen here: nothing is taken back" in back.err
    assert "to see all cards and go back, start with --open" in back.err
    for word in ("verdict", "solution"):
        unknowable = winnable("board", "spider", "3", stdin=f"{word}\n").err
        assert "nobody knows whether it can be won; hint and chance say what can be known" in unknowable
    assert "nothing plays itself in pyramid" in winnable("board", "pyramid", "5", stdin="autoplay\n").err
    opened = winnable("board", "spider", "3", "--open", "--no-verdicts", stdin="28\nundo\n")
    assert opened.code == 0
    assert "##" not in opened.out


def test_cards_that_come_to_light_are_named_in_a_pipe(winnable: Winnable, tmp_path: Path) -> None:
    seen = tmp_path / "seen.txt"
    seen.write_text(winnable("show", "spider", "3", "--format", "board").out)
    unnamed = winnable("board", "spider", str(seen), stdin="28\n")
    assert unnamed.code == 2
    assert "a card that is unknown" in unnamed.err
    named = winnable("board", "spider", str(seen), stdin="28=QH\n")
    assert named.code == 0
    assert " ##  QH  ##  ##  7C  QH" in named.out


def test_a_position_is_pasted_and_its_game_is_found(winnable: Winnable) -> None:
    board = winnable("deal", "freecell", "617").out
    for argv, text in (
        ((), f"{board}\n2a\n"),
        (("freecell", "-"), f"{board}\n2a\n"),
        (("-",), f"{board}\n2a\n"),
        (("freecell", "1"), f"paste\n{board}\n2a\n"),
        ((), f"new freecell -\n{board}.\n2a\n"),
        ((), f"paste freecell\n{board}\n2a\n"),
    ):
        answer = winnable("board", *argv, "--no-verdicts", stdin=text)
        assert answer.code == 0, (argv, answer.err)
        assert " KS [ ] [ ] [ ] [C] [D] [H] [S]\n" in answer.out


def test_a_fault_in_what_is_pasted_has_its_line(winnable: Winnable) -> None:
    board = winnable("deal", "freecell", "617").out.replace("JD", "JX")
    answer = winnable("board", "freecell", "1", "--no-verdicts", stdin=f"b\npaste\n{board}\n")
    assert answer.code == 2
    assert re.match(r"winnable: <stdin>:5:\d+: ", answer.err), answer.err


def test_a_saved_game_goes_on(winnable: Winnable, tmp_path: Path) -> None:
    file = str(tmp_path / "game.txt")
    answer = winnable("board", "freecell", "617", "--no-verdicts", stdin=f"2a 2b\nundo\nsave {file}\n")
    assert answer.out.endswith(f"Saved in {file}; winnable board {file} goes on with it.\n")
    on = winnable("board", file, "--no-verdicts", stdin="redo\n")
    assert on.out.startswith("FreeCell ms:617, move 1\n")
    assert "move 2: made again" in on.out
    session = Session.load(Path(file).read_text())
    assert (session.here.number, len(list(session.root.all()))) == (1, 3)
    again = winnable("board", "freecell", "617", "--no-verdicts", stdin=f"save {file}\n")
    assert again.code == 0  # it holds a saved game
    other = tmp_path / "other.txt"
    other.write_text("mine")
    refused = winnable("board", "freecell", "617", "--no-verdicts", stdin=f"save {other}\n")
    assert (refused.code, other.read_text()) == (2, "mine")
    nowhere = winnable("board", "freecell", "617", "--no-verdicts", stdin=f"save {tmp_path}/none/x\n")
    assert f"cannot write {tmp_path}/none/x: No such file or directory" in nowhere.err
    wrong = winnable("board", "pyramid", file)
    assert "this is a game of freecell; expected a game of pyramid" in wrong.err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("99", "<stdin>:1:1: 99: no such pile in this game"),
        ("2a 28 2b", "<stdin>:1:4: 28: TS does not go on QH"),
        ("hintt", "<stdin>:1: 'hintt' is no move and no word that is known here; did you mean hint?"),
        ("xyzzy", "<stdin>:1: 'xyzzy' is not a move: expected two piles such as 26, 3a or 4h; ? lists"),
        ("undo", "<stdin>:1: there is nothing to take back"),
        ("undo x", "<stdin>:1: 'x' is no number of moves; expected a number from 1, or all"),
        ("explain", "<stdin>:1: FreeCell has no explanations; expected undead"),
        ("chance", "<stdin>:1: nothing is hidden in this game of FreeCell"),
        ("move me", "<stdin>:1: 'move' is no move and no word that is known here; did you mean moves?"),
        ("autoplay often", "<stdin>:1: unknown autoplay 'often'"),
        ("new chess 1", "<stdin>:1: unknown game 'chess'; expected one of freecell, "),
        ("new chess", "<stdin>:1: 'chess' is no deal of FreeCell, and no file has this name"),
        ("new pyramid 1..3", "<stdin>:1: "),
        ("open nowhere.txt", "nowhere.txt"),
        ("open 7", "<stdin>:1: no game is kept with the number 7"),
        ("save", "<stdin>:1: no file is named"),
        ("/", "<stdin>:1: "),
    ],
)
def test_a_line_that_cannot_be_done_ends_a_pipe(winnable: Winnable, line: str, told: str) -> None:
    answer = winnable("board", "freecell", "617", "--no-verdicts", stdin=f"{line}\nb\n")
    assert answer.code == 2
    assert told in answer.err
    assert answer.err.count("\n") == 1
    assert "> b" not in answer.out


@pytest.mark.parametrize(
    ("argv", "stdin", "told"),
    [
        (("frecell", "617"), "", "did you mean freecell?"),
        (("./nothing.txt",), "", "'./nothing.txt' is no game, and no file has this name"),
        (("freecell", "6x7"), "", "'6x7'"),
        ((), "frecell 617\n", "'frecell' is no game; did you mean freecell?"),
        ((), "undo\n", "undo: there is no game on the table yet; expected a game and a deal"),
        ((), "what is this\n\n", "<stdin>:1:1: cannot tell what 'what is this' is"),
        (("freecell", "-"), "\n\n", "nothing was pasted"),
        (("freecell", "617", "--after", "2a 99"), "", "--after, move 2: 99"),
        (("spider", "3", "--autoplay", "safe"), "", "nothing plays itself in spider"),
    ],
)
def test_a_game_that_cannot_begin(winnable: Winnable, argv: tuple[str, ...], stdin: str, told: str) -> None:
    answer = winnable("board", *argv, stdin=stdin)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert told in answer.err


def test_what_can_be_typed_is_listed_for_the_game(winnable: Winnable) -> None:
    listed = winnable("board", "freecell", "617", "--no-verdicts", stdin="?\n").out
    assert "A move is written as in: 1a  1b  1c  1d" in listed
    assert "autoplay" in listed
    assert "explain" not in listed
    assert "explain" in winnable("board", "undead", PUZZLE, "--no-verdicts", stdin="help\n").out


@pytest.mark.parametrize("game", some_registered_names())
def test_no_word_is_a_move_of_a_game(game: str) -> None:
    """Else the move would hide it, and the list of words would have to say so."""
    chosen = get_game(game)
    deal, moves = won_lines()[game]
    session = Session(chosen, start_of(chosen)(deal), open_cards=chosen.info.hidden)
    for text in ("", *moves[: len(moves) // 2]):
        if text:
            session.play(text)
        legal = set(session.legal())
        for word in _WORDS:
            assert not legal & {word.name, word.short, *_OTHERS.get(word.name, ())}


def test_autoplay_and_what_moves_by_itself(winnable: Winnable) -> None:
    answer = winnable("board", "freecell", "617", "--no-verdicts", "--autoplay", "max", stdin="go 12\na\n")
    assert "then by itself: " in answer.out
    assert "autoplay is max; it may be none, horne, safe, max" in answer.out


def test_symbols_of_suits(winnable: Winnable) -> None:
    answer = winnable("board", "freecell", "617", "--unicode", "--no-verdicts", stdin="2a\nhint\n")
    assert "K♠ from column 2 to cell a" in answer.out
    assert " K♠ [ ] [ ] [ ] [♣] [♦] [♥] [♠]" in answer.out


_LINES = st.lists(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(
            [
                "2a",
                "26",
                "1h",
                "deal",
                "draw",
                "8D+5H",
                "r1c2=g",
                "r1c2?gv",
                "37=QH",
                "u",
                "r",
                "go 2",
                "b",
                "l",
            ]
        ),
        st.sampled_from(
            [f"{word.name} {word.takes}" for word in _WORDS if word.name not in ("save", "review")]
        ),
        st.sampled_from(
            ["new", "new spider 3", "new pyramid 5", f"new undead {PUZZLE}", "paste", "7H 8C", "/", "//", "?"]
        ),
    ),
    max_size=6,
)


@given(
    _LINES, st.sampled_from([(), ("freecell", "617"), ("pyramid", "5"), ("spider", "3"), ("undead", PUZZLE)])
)
@settings(deadline=None, max_examples=60)
def test_whatever_is_typed_ends_in_order(lines: list[str], argv: tuple[str, ...]) -> None:
    text = "\n".join(lines).encode("utf-8", "surrogatepass")
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(text), encoding="utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            limits = ("--max-seconds", "0.05", "--no-verdicts")
            code = run(["board", *argv, *limits])
    finally:
        sys.stdin = before
    assert code in (0, 1, 2)
    assert "Traceback" not in err.getvalue()
    assert err.getvalue().count("\n") == (code == 2)
    assert "\x1b" not in re.sub(r"^[>.] .*$", "", out.getvalue(), flags=re.MULTILINE)


def test_bytes_that_are_no_text(winnable: Winnable, tmp_path: Path) -> None:
    with chdir(tmp_path):
        answer = winnable("board", "freecell", "617", "--no-verdicts", stdin=b"\xff\xfe\n")
    assert answer.code == 2
    assert answer.err.count("\n") == 1
