"""What people type who have not read anything: answered, or mended in one line that says what to type.

A mend is run, too: what the line says is an answer.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from winnable.registry import game_names

ID: Final = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
TIMES: Final = " \u00d7 "
PAGE: Final = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/undead.html#"

# A command line, and the first line of its answer.
ANSWERED: Final = [
    ("help", "Usage: winnable [OPTIONS] COMMAND [ARGS]..."),
    ("help solve", "Usage: winnable solve [OPTIONS] GAME POSITION"),
    ("Help study run", "Usage: winnable study run [OPTIONS] FILE"),
    ("study help run", "Usage: winnable study run [OPTIONS] FILE"),
    ("-h", "Usage: winnable [OPTIONS] COMMAND [ARGS]..."),
    ("solve -h", "Usage: winnable solve [OPTIONS] GAME POSITION"),
    ("SOLVE FreeCell 617", "# freecell ms:617"),
    ("solve 'Free Cell' 617", "# freecell ms:617"),
    ("solve free-cell 617", "# freecell ms:617"),
    ("solve freecell '#617'", "# freecell ms:617"),
    ("solve freecell 'Deal #617'", "# freecell ms:617"),
    ("solve freecell 'game 617'", "# freecell ms:617"),
    ("solve freecell No.617", "# freecell ms:617"),
    ("solve freecell ms617", "# freecell ms:617"),
    ("solve freecell 'MS 617'", "# freecell ms:617"),
    ("solve freecell microsoft:617", "# freecell ms:617"),
    ("solve freecell 'PySolFC #617'", "# freecell pysol:617"),
    ("solve freecell 1000001", "# freecell ms:1000001"),
    ("solve freecell 0617", "# freecell ms:617"),
    ("solve freecell '1 to 2'", "# freecell ms:1"),
    ("solve freecell 1…2", "# freecell ms:1"),
    ("solve freecell '1 \u2013 2'", "# freecell ms:1"),
    ("solve freecell '1, 2'", "# freecell ms:1"),
    ("solve Seahaven-Towers 1", "# seahaven ms:1"),
    ('solve "Baker\'s Game" 1', "# bakers_game ms:1"),
    ("deal 'Spider 2 suits' 1 --json", '{"game": "spider:suits=2"'),
    ("deal 'spider (1 suit)' 1 --json", '{"game": "spider:suits=1"'),
    ("deal 'two-suit Spider' 1 --json", '{"game": "spider:suits=2"'),
    ("show freecell 617 --after '2 to a'", "  a   b   c   d"),
    ("show freecell 617 --after 2-a", "  a   b   c   d"),
    ("show freecell 617 --after 'from column 2 to cell a, 3->b'", "  a   b   c   d"),
    ("show freecell 617 --after 2A", "  a   b   c   d"),
    ("show pyramid 5 --after '8d - 5h'", "            AH"),
    (f"deal undead {PAGE}{ID}", "ghosts 3 vampires 4 zombies 2"),
    (f"deal undead '{PAGE}{ID.replace(',', '%2C').replace(':', '%3A')}'", "ghosts 3 vampires 4 zombies 2"),
    (f"deal undead ' \"{ID}\". '", "ghosts 3 vampires 4 zombies 2"),
    (
        f"deal undead 'Undead {ID.replace(',', ', ').replace('x', TIMES)}'",
        "ghosts 3 vampires 4 zombies 2",
    ),
    (f"deal undead '#{ID}'", "ghosts 3 vampires 4 zombies 2"),
    ("solve fc 617", "# freecell ms:617"),
    ("solve 'FreeCell solitaire' 617", "# freecell ms:617"),
    ("deal spider1suit 1 --json", '{"game": "spider:suits=1"'),
    ("solve 'freecell: cells = 3' 1", "# freecell:cells=3 ms:1"),
    ("generate undead '4 X 4'", "4x4de:"),
    ("generate undead 4\u00d74", "4x4de:"),
    ("solve freecell '\u201c617\u201d'", "# freecell ms:617"),
    ("solve freecell '617\n'", "# freecell ms:617"),
    ("solve freecell 617 --max-seconds 30s --max-memory 1GB --max-nodes 1e6", "# freecell ms:617"),
    ("solve freecell 617 --max-seconds 1min --max-nodes 1,000,000", "# freecell ms:617"),
    ("solve freecell 617 --max-memory '1,5 GB' --max-nodes 500k", "# freecell ms:617"),
]

# A command line, its error, and the command line that the error tells to type.
MENDED: Final = [
    ("winnable solve freecell 617", "'winnable' stands here twice", "winnable solve freecell 617"),
    (
        "617",
        "'617' is no command; say what to do with it, and of which game it is",
        "winnable solve freecell 617",
    ),
    ("freecell 617", "'freecell' is a game, and no command", "winnable solve freecell 617"),
    ("free cell 617 --json", "'free cell' is a game, and no command", "winnable solve freecell 617 --json"),
    ("freecell", "'freecell' is a game, and no command", "winnable games freecell"),
    ("617 freecell", "No such command '617'", "winnable solve freecell 617"),
    ("freecell 617 hint", "'freecell' is a game, and no command", "winnable hint freecell 617"),
    ("freecell solve 617", "'freecell' is a game, and no command", "winnable solve freecell 617"),
    ("new bakers game 5", "No such command 'new'", "winnable board bakers_game 5"),
    ("start freecell", "No such command 'start'", "winnable board freecell"),
    ("new game", "No such command 'new'", "winnable board"),
    ("is freecell 617 winnable", "No such command 'is'", "winnable solve freecell 617"),
    ("can freecell 617 be won", "No such command 'can'", "winnable solve freecell 617"),
    ("next move freecell 617", "No such command 'next'", "winnable hint freecell 617"),
    ("give me a hint", "No such command 'give'", "winnable hint freecell 617"),
    ("how hard is freecell 617", "No such command 'how'", "winnable difficulty freecell 617"),
    ("rules of freecell", "No such command 'rules'", "winnable games freecell"),
    ("list games", "No such command 'list'", "winnable games"),
    ("bakers 5", "No such command 'bakers'", "winnable solve bakers_game 5"),
    ("freecell -5", "there is no ms deal -5", "winnable solve freecell 617"),
    ("play me a game", "unknown game 'me'", "winnable board"),
    ("play freecell", "Missing argument 'POSITION...'", "winnable board freecell"),
    ("play freecell 617", "FreeCell has no policies", "winnable board freecell"),
    ("deal 617", "'617' is no game", "winnable deal freecell 617"),
    ("solve game 617", "'game' is no game", "winnable solve freecell 'game 617'"),
    ("solve deal 617 of freecell", "extra arguments (of freecell)", "winnable solve freecell 'deal 617'"),
    ("games freecell rules", "extra argument (rules)", "winnable games freecell"),
    ("winnability of seahaven", "extra argument (seahaven)", "winnable winnability seahaven --count 100"),
    ("winnability", "Missing argument 'GAME'; for example", "winnable winnability freecell --count 100"),
    ("winnability 10", "'10' is no game; for example", "winnable winnability freecell --count 100"),
    ("generate undead 4 x 4", "extra arguments (x 4)", "winnable generate undead 4x4"),
    ("generate 4x4", "'4x4' is no game; name the game first", "winnable generate undead 4x4"),
    ("review freecell 617", "Missing argument 'MOVES'; for example", "winnable review freecell 617 '2a 3b'"),
    ("review freecell 617 2a 3b", "extra argument (3b)", "winnable review freecell 617 '2a 3b'"),
    ("show freecell 617 2a 3b", "extra arguments (2a 3b)", "winnable show freecell 617 --after '2a 3b'"),
    ("show freecell 617 --after 2a 3b", "extra argument (3b)", "winnable show freecell 617 --after '2a 3b'"),
    ("deal freecell:3cells 5", "cannot read the option '3cells'", "cells=3"),
    ("deal undead:easy 5", "cannot read the option 'easy'", "grade=easy"),
    ("deal freecell 5 --cells 3", "it belongs to the name of the game", "freecell:cells=3"),
    ("solve castle 1", "unknown game 'castle'", "beleaguered_castle"),
    ("solve freecell 617 json", "extra argument (json)", "--json"),
    ("solve freecell 617 \u2014json", "extra argument (\u2014json)", "--json"),
    ("solve freecell 617 -json", "--jobs: 'son' is not a whole number", "--json"),
    ("freecell help", "'freecell' is a game, and no command", "winnable games freecell"),
    ("generate undead 4x4 --count ten", "--count: 'ten' is not a whole number", "10"),
    (ID, "is no command; say what to do with it", f"winnable solve undead {ID}"),
    ("version", "No such command 'version'", "winnable --version"),
    ("/?", "No such command '/?'", "winnable --help"),
    ("slove freecell 617", "No such command 'slove'", "solve"),
    ("help slove", "No such command 'slove'", "solve"),
    ("solve", "Missing argument 'GAME'; for example", "winnable solve freecell 617"),
    ("hint", "Missing argument 'GAME'; for example", "winnable hint freecell 617"),
    ("hint freecell", "Missing argument 'POSITION'; for example", "winnable hint freecell 617"),
    ("explain undead", "Missing argument 'POSITION'; for example", "winnable explain undead 1"),
    ("solve 617", "Missing argument 'POSITION'; name the game first", "winnable solve freecell 617"),
    ("solve 617 freecell", "'617' is no game", "winnable solve freecell 617"),
    ("solve free cell 617", "extra argument (617)", "winnable solve freecell 617"),
    ("solve freecell deal 617", "extra argument (617)", "winnable solve freecell 'deal 617'"),
    ("solve freecell 1 to 2", "extra arguments (to 2)", "winnable solve freecell '1 to 2'"),
    ("solve freecell 1 2", "extra argument (2)", "winnable solve freecell '1, 2'"),
    ("deal spider 2 suits 1", "extra arguments (suits 1)", "winnable deal spider:suits=2 1"),
    ("solve freecel 617", "unknown game 'freecel'", "freecell"),
    ("solve freecell 617 -solver short", "No such option '-s'", "--solver"),
    ("solve -?", "No such option '-?'", "winnable solve --help"),
    ("solve freecell -1", "No such option '-1'", "ms:-1"),
    ("solve freecell 1,000,001", "'1,000,001' may be one deal or several", "1000001"),
    ("solve freecell 123,456", "may be one deal or several; write 123456 for the one", "'123, 456'"),
    ("solve freecell 1.000.001", "'1.000.001' is not a deal", "1000001"),
    ("solve freecell 617.", "'617.' is not a deal", "617"),
    ("solve freecell ms-617", "'ms-617' is not a deal", "ms:617"),
    ("solve freecell 1:2", "'1:2' is not a deal", "1..2"),
    ("solve freecell pysl:617", "unknown kind of deal 'pysl'", "pysol"),
    ("show freecell 617 --after '2 a'", "--after, move 1: '2' is not a move", "2a"),
    ("show spider 101 --after Deal", "--after, move 1: 'Deal' is not a move", "deal"),
    ("show pyramid 5 --after '8D 5H'", "8D leaves only with a card that makes thirteen", "8D+5H"),
]

# What cannot be answered, and what the error says of it.
SAID: Final = [
    (f"show undead {ID} --after r1c2=x", "'r1c2=x' is not a move: expected a cell and g, v or z, as r2c3=g"),
    ("solve freecell 0", "there is no ms deal 0; expected 1 to 8589934591"),
    ("solve freecell six", "expected a deal such as 617, a file, or - for standard input"),
    ("solve freecell nowhere.txt", "cannot read 'nowhere.txt': no such file or directory"),
    ("solve freecell .", "cannot read '.': is a directory; expected a file, or -"),
    ("solve freecell aisleriot:617", "AisleRiot shows no numbers of its deals"),
    ("solve klondike 1", "unknown game 'klondike'; expected one of freecell, "),
    ("solve freecell '7D AD'", "50 cards of 52 are missing: AC, AH, AS, 2C, 2D, ..."),
    ("show freecell 617 --after 2h", "--after, move 1: 2h: KS does not fit yet: its foundation waits for AS"),
    ("solve freecell -5", "there is no ms deal -5; expected 1 to 8589934591, -1 or -2"),
    ("solve spider -99", "there is no kpat deal -99; expected 1 to 2147483647"),
    ("solve freecell 617 -5", "No such option '-5'; see winnable solve --help"),
    ("solve bakers 5", "unknown game 'bakers'; did you mean bakers_game or bakers_dozen?"),
    ("deal spider:2 5", "cannot read the option '2'; expected an option and its value, as in spider:suits=2"),
    ("solve freecell 617 --shortest", "no option '--shortest'; did you mean --solver shortest?"),
    ("solve freecell 617 --max 5", "did you mean --max-nodes, --max-seconds or --max-memory?"),
    (
        "solve freecell 617 --max-nodes many",
        "--max-nodes: 'many' is not a whole number; write one such as",
    ),
    ("solve freecell 617 --max-nodes 1.000", "--max-nodes: '1.000' is not a whole number; write one such as"),
    ("solve freecell 617 --max-seconds 1,000", "--max-seconds: '1,000' is not a number of seconds above 0"),
    ("solve freecell 617 --max-seconds", "requires an argument; see winnable solve --help"),
    ("solve freecell 617 -o out.txt", "no option '-o'; to keep the answer in a file, put > FILE at the end"),
    (
        "solve freecell https://example.org/617",
        "Winnable fetches nothing from the net; expected a deal",
    ),
    (
        "solve freecell 'C:\\Users\\me\\game.txt'",
        "no such file or directory; expected a deal such as",
    ),
    (
        "check freecell 617 solution.txt",
        "no such file or directory; expected a file, - for standard input",
    ),
    ("board.png", "'board.png' is a picture; write winnable screen read board.png"),
    ("solve undead 4x4de", "winnable generate undead 4x4 --grade easy makes such a board"),
]


@pytest.mark.parametrize(("typed", "line"), ANSWERED, ids=[typed for typed, _ in ANSWERED])
def test_what_is_meant_is_answered(winnable: Callable[..., Any], typed: str, line: str) -> None:
    answer = winnable(*shlex.split(typed))
    assert answer.code == 0, answer.err
    assert answer.out.strip().startswith(line.strip())


@pytest.mark.parametrize(("typed", "said", "mend"), MENDED, ids=[typed for typed, _, _ in MENDED])
def test_what_is_mistyped_is_mended(winnable: Callable[..., Any], typed: str, said: str, mend: str) -> None:
    argv = shlex.split(typed)
    answer = winnable(*argv)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert said in answer.err
    assert re.search(rf"[ :]{re.escape(mend)}(?![\w=])", answer.err.partition(said)[2] or answer.err)
    assert winnable(*mended(argv, mend)).code in (0, 1)


def mended(argv: list[str], mend: str) -> list[str]:
    """The command line that somebody types who does what the error says."""
    words = shlex.split(mend)
    if words[0] == "winnable":
        return words[1:]
    if words[0].startswith("--"):
        wrong = next(i for i, word in enumerate(argv[2:], 2) if not word.isdecimal())
        return [*argv[:wrong], *words, *argv[wrong + 1 :]]
    if "--after" in argv:
        return [*argv[: argv.index("--after") + 1], mend]
    if "=" in mend:  # a rule, which is a part of the game's name
        game = mend if ":" in mend else f"{argv[1].partition(':')[0]}:{mend}"
        return [argv[0], game, *argv[2:3]]
    if argv[-1] == "ten":
        return [*argv[:-1], mend]
    if len(argv) == 2 or argv[0] == "slove":  # a command
        return [mend if word == "slove" else word for word in argv]
    is_game = mend in game_names()
    return [argv[0], mend, argv[2]] if is_game else [*argv[:2], pysol_mended(argv[2], words[0])]


def pysol_mended(deal: str, word: str) -> str:
    return f"{word}:{deal.partition(':')[2]}" if word == "pysol" else word


@pytest.mark.parametrize(("typed", "said"), SAID, ids=[typed for typed, _ in SAID])
def test_what_cannot_be_meant_is_said(
    winnable: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = winnable(*shlex.split(typed))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert said in answer.err


def test_moves_as_a_solution(winnable: Callable[..., Any]) -> None:
    answer = winnable("check", "freecell", "617", "2a 26", "--unicode")
    assert (answer.code, answer.err) == (1, "")
    assert answer.out == "SOLUTION:1:4: move 2 breaks: 26: T\u2660 does not go on 6\u2663\n"
    reviewed = winnable("review", "freecell", "617", "2a", "--unicode", "--max-nodes", "300").out
    assert "2a    not known: K\u2660 from column 2 to cell a\n" in reviewed
    assert winnable("check", "undead", ID, "r1c2=g").out.startswith("legal, not won: ")


def test_a_board_as_an_argument(winnable: Callable[..., Any]) -> None:
    board = winnable("deal", "freecell", "617").out
    assert winnable("deal", "freecell", board).out == board


NEARLY: Final = [
    ("Game.txt", "game.txt"),
    ("game", "game.txt"),
    ("gmae.txt", "game.txt"),
    (".\\\\game.txt", "./game.txt"),
    ("'\u201cgame.txt\u201d'", "game.txt"),
    ("@game.txt", "game.txt"),
    ("my game.txt", "'my game.txt'"),
]


FILLED: Final = (
    "r1c2 g", "r1c2:g", "r1c2g", "r1c2 = ghost", "R1C2=Ghost", "r1c2->g", "r1c2 is a ghost", "ghost r1c2",
    "a ghost in r1c2", "g=r1c2",
)  # fmt: skip


@pytest.mark.parametrize("typed", FILLED)
def test_a_monster_in_other_words(winnable: Callable[..., Any], typed: str) -> None:
    meant = winnable("show", "undead", ID, "--after", "r1c2=g")
    assert winnable("show", "undead", ID, "--after", typed) == meant
    assert meant.code == 0


@pytest.mark.parametrize("typed", ["r1c2 g r1c3 v", "g r1c2 v r1c3", "ghost in r1c2, a vampire in r1c3"])
def test_monsters_one_after_the_other(winnable: Callable[..., Any], typed: str) -> None:
    meant = winnable("show", "undead", ID, "--after", "r1c2=g r1c3=v")
    assert winnable("show", "undead", ID, "--after", typed) == meant
    assert meant.code == 0


@pytest.mark.parametrize(("typed", "meant"), NEARLY, ids=[typed for typed, _ in NEARLY])
def test_a_file_that_is_nearly_named(
    winnable: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, meant: str
) -> None:
    monkeypatch.chdir(tmp_path)
    board = winnable("deal", "freecell", "617").out
    for name in ("game.txt", "my game.txt", "other.txt"):
        Path(name).write_text(board)
    answer = winnable(*shlex.split(f"show freecell {typed}"))
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert answer.err.endswith(f"{meant}?\n")
    name = shlex.split(meant)[-1]
    assert winnable("show", "freecell", name).out == winnable("show", "freecell", "617").out


def test_a_file_in_the_home_folder(
    winnable: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "game.txt").write_text(winnable("deal", "freecell", "617").out)
    for name in ("~/game.txt", "$HOME/game.txt"):
        answer = winnable("show", "freecell", name)
        assert answer.err.endswith(f"did you mean {tmp_path}/game.txt?\n")


def test_a_position_by_its_line_in_a_file(winnable: Callable[..., Any], tmp_path: Path) -> None:
    """As answers call positions of a file."""
    file = tmp_path / "boards.txt"
    first, second = (winnable("deal", "freecell", deal).out for deal in ("1", "2"))
    file.write_text(f"{first}---\n{second}")
    line = first.count("\n") + 2
    assert winnable("deal", "freecell", f"{file}:{line}").out == second
    solved = winnable("solve", "freecell", str(file)).out
    assert f"# freecell {file}:{line}\n" in solved
    assert winnable("solve", "freecell", f"{file}:{line}").out in solved
    answer = winnable("deal", "freecell", f"{file}:{line + 1}")
    assert (answer.code, answer.out) == (2, "")
    assert f"no position begins in line {line + 1} of {file}" in answer.err


def test_a_solution_that_stands_before_the_game(winnable: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "solution.txt"
    file.write_text(winnable("solve", "freecell", "617").out)
    answer = winnable("check", str(file), "freecell", "617")
    line = f"winnable check freecell 617 {shlex.quote(str(file))}"
    assert answer.err.endswith(f" is no game; write {line}\n")
    assert winnable(*shlex.split(line)[1:]).code == 0


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("empty.txt", b"", "there is no position here: the text is empty"),
        (
            "game.txt.gz",
            b"\x1f\x8b\x08\x08",
            "this file is packed by gzip; expected text in UTF-8; unpack it first",
        ),
        (
            "game.zip",
            b"PK\x03\x04\x14\x00",
            "this file is packed by zip; expected text in UTF-8; unpack it first",
        ),
        (
            "game.txt",
            b"\x89PNG\r\n\x1a\n\x00",
            "this is a picture; expected text in UTF-8; write winnable screen read",
        ),
        ("game.dat", b"\x00\x01\x02", "this is a binary file, or text in another encoding"),
        (
            "page.html",
            b"<html><body>617</body></html>",
            "cannot tell what '<html><body>617</body></html>' is",
        ),
    ],
)
def test_a_file_of_another_kind(
    winnable: Callable[..., Any], tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    answer = winnable("solve", "freecell", str(file))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith(f"winnable: {file}:")
    assert said in answer.err


def test_a_folder_that_is_missing(winnable: Callable[..., Any], tmp_path: Path) -> None:
    answer = winnable("show", "freecell", "617", "-o", str(tmp_path / "no" / "x.svg"))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.lower().startswith(
        f"winnable: {tmp_path}/no/x.svg: no such file or directory: there is no folder"
    )


def test_a_file_as_a_command(winnable: Callable[..., Any], tmp_path: Path) -> None:
    for game in ("pyramid", "undead", "spider"):
        file = tmp_path / f"{game}.txt"
        file.write_text(winnable("deal", game, "1").out)
        answer = winnable(str(file))
        assert answer.code == 2
        assert answer.err.endswith(f"of which game it is: winnable solve {game} {shlex.quote(str(file))}\n")
