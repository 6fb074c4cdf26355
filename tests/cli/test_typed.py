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
    (f"show undead {ID} --after 'r1c2 ghost'", "that is not a move", "r1c2=g"),
    (f"show undead {ID} --after r1c2=ghost", "that is not a move", "r1c2=g"),
]

# What cannot be answered, and what the error says of it.
SAID: Final = [
    ("solve freecell 0", "there is no ms deal 0; expected 1 to 8589934591"),
    ("solve freecell six", "expected a deal such as 617, a file, or - for standard input"),
    ("solve freecell nowhere.txt", "cannot read 'nowhere.txt': no such file or directory"),
    ("solve freecell .", "cannot read '.': is a directory; expected a file, or -"),
    ("solve freecell aisleriot:617", "AisleRiot shows no numbers of its deals"),
    ("solve klondike 1", "unknown game 'klondike'; expected one of freecell, "),
    ("solve freecell '7D AD'", "50 cards of 52 are missing: AC, AH, AS, 2C, 2D, ..."),
    ("show freecell 617 --after 2h", "--after, move 1: 2h: KS does not fit yet: its foundation waits for AS"),
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
    if mend == "--solver":
        return [mend if word == "-solver" else word for word in argv]
    if "--after" in argv:
        return [*argv[: argv.index("--after") + 1], mend]
    if len(argv) == 2 or argv[0] == "slove":  # a command
        return [mend if word == "slove" else word for word in argv]
    return [argv[0], mend, argv[2]] if mend == "freecell" else [*argv[:2], pysol_mended(argv[2], words[0])]


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


def test_a_board_as_an_argument(winnable: Callable[..., Any]) -> None:
    board = winnable("deal", "freecell", "617").out
    assert winnable("deal", "freecell", board).out == board


def test_a_file_as_a_command(winnable: Callable[..., Any], tmp_path: Path) -> None:
    for game in ("pyramid", "undead", "spider"):
        file = tmp_path / f"{game}.txt"
        file.write_text(winnable("deal", game, "1").out)
        answer = winnable(str(file))
        assert answer.code == 2
        assert answer.err.endswith(f"of which game it is: winnable solve {game} {shlex.quote(str(file))}\n")
