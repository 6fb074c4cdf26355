"""Writes the golden files of the matrix, every command with every game: ``python tests/cli/matrix_golden.py
[COMMAND ...]``, all unless named. The installed package answers.

Run it after a change that is meant to change what a command says, and read the diff. Each case runs in a
folder of its own, with ``end.txt``, a board some moves before a won end, ``moves.txt``, those moves,
``some.txt``, moves from deal 1 as they come, ``noted.sav``, a save file of sgt's Undead with pencil marks and
moves that were taken back, and ``black.png``, a picture of a screen that is locked; for ``replay`` with a
trace of a short search, too, and for ``study`` with a study of two deals and one that was done.

A case is a block: the command line after ``$``, the exit code, standard output
after ``|``, standard error after ``!``, and the files that the command wrote.

Left out: seconds and bytes, written as <s> and <bytes>; of a text all lines after the 40th, of a file that
was written all after the 5th, and of a line all characters after the 600th. Where a part is cut, the length
and a checksum of the whole are written.
"""

from __future__ import annotations

import io
import math
import re
import struct
import sys
import zlib
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from registered import registered_names  # noqa: E402
from winnable.cli.groups import every_command  # noqa: E402
from winnable.cli.main import cli, run  # noqa: E402
from winnable.registry import game_names, get_game  # noqa: E402
from winnable.testing.conformance import random_line  # noqa: E402
from winnable.text.boards import write_position  # noqa: E402
from won_lines import before_the_end, won_lines  # noqa: E402

FOLDER = HERE / "matrix"
ALL_COMMANDS = every_command(cli)
COMMANDS = [name for name in ALL_COMMANDS if name != "serve"]  # that ends only when told to: see tests/web
LEFT = 6  # moves from end.txt to the win
SOME = 12  # moves in some.txt
MOST_LINES, MOST_CHARACTERS = 40, 600
MOST_FILE_LINES = 5

# What follows `winnable COMMAND`: the least work that still answers. Each runs with and without --json.
ARGUMENTS = {
    "games": ("{game}",),
    "deal": ("{game} 1", "{game} end.txt", "{game} --winnable --seed {seed}"),
    "generate": ("{game} --seed 1", "{game} --grade easy --format grid"),
    "solve": (
        "{game} end.txt --max-nodes 2000",
        "{game} 1 --max-nodes 20",
        "{game} 1..2 --max-nodes 200 --summary",
    ),
    "hint": (
        "{game} end.txt --max-nodes 2000 --max-seconds 600",
        "{game} end.txt --max-nodes 2000 --max-seconds 600 --open",
        "{game} 1 --max-nodes 20 --max-seconds 600",
        "{game} end.txt --policy random",
    ),
    "show": ("{game} end.txt", "{game} 1 --output show.svg", "{game} end.txt --line D3"),
    "explain": ("{game} end.txt --max-nodes 2000",),
    "check": ("{game} end.txt moves.txt", "{game} 1 moves.txt"),
    "review": (
        "{game} end.txt moves.txt --max-seconds 600",
        "{game} end.txt moves.txt --open --max-nodes 2000 --max-seconds 600",
        "{game} 1 some.txt --max-nodes 3000 --max-seconds 600",
    ),
    "play": ("{game} 1 --max-moves 6 --boards 20", "{game} 1 --max-moves 6 --policy random --log log.jsonl"),
    "equity": (
        "{game} end.txt --count 2",
        "{game} end.txt --count 1 --moves",
        "{game} end.txt --count 1 --policy random --sampled",
    ),
    "audit": ("{game} --hands 1..2 --random-hands 2 --count 2 --shuffles 20 --policy random",),
    "verdicts": ("{game} end.txt --max-nodes 20000 --max-seconds 600",),
    "winnability": ("{game} --count 2 --max-nodes 200",),
    "difficulty": ("{game} end.txt --max-nodes 2000",),
    "sheet": ("{game} 1 --output sheet.svg",),
    "search": (
        "{game} end.txt --max-nodes 2000",
        "{game} end.txt --max-nodes 50 --algorithm depth_first --trace trace.jsonl",
        "{game} end.txt end.txt --max-nodes 50 --algorithm greedy,depth_first",
    ),
    "replay": ("{game}.jsonl", "{game}.jsonl --output replay.svg --count 3"),
    "tune": ("{game} 1..2 --count 2 --max-nodes 100 --algorithm greedy",),
    "study run": ("{game}.toml --jobs 0",),
    "study status": ("study.db", "study.toml"),
    "study add": ("study.db {game}.toml",),
    "study report": ("study.toml", "study.db --plot tim", "study.db -o study.txt"),
    "study page": ("study.toml", "nowhere/study.db", "study.db --port 70000"),
    "study export": ("study.toml",),
    "study merge": ("all.db study.db",),
    "board": ("{game} end.txt --max-nodes 2000 --max-seconds 600", "moves.txt"),
    "schema": ("", *(name for name in COMMANDS if name != "schema")),
    "completion": ("zsh",),
    "screen read": ("black.png --game {game}",),
    "screen play": ("{game} --profile none",),
    "screen calibrate": ("{game} no.name",),
    "train": ("{game} --boards 10 --count 1 --population 2 --elite 1 --generations 1",),
}
# What only one game has.
OF_GAME = {
    "undead": {
        "deal": ("{game} noted.sav --format save",),
        "hint": ("{game} noted.sav --max-seconds 600",),
        "show": ("{game} noted.sav", "{game} noted.sav --candidates one-line --line D2"),
    }
}
# Of each game one variant, or one option spelled out; every registered variant has the sign of its game's.
VARIANTS = {
    "freecell": "freecell:cells=5",
    "relaxed": "relaxed:columns=9",
    "forecell": "forecell:cells=5",
    "bakers_game": "bakers_game:empty_column=king",
    "ko_bakers": "ko_bakers:cells=5",
    "eight_off": "eight_off:empty_column=any",
    "seahaven": "seahaven:cells=5",
    "penguin": "penguin:empty_column=any",
    "beleaguered_castle": "beleaguered_castle:cells=1",
    "streets_and_alleys": "streets_and_alleys:cells=1",
    "citadel": "citadel:cells=1",
    "bakers_dozen": "bakers_dozen:empty_column=any",
    "simple_simon": "simple_simon:cells=1",
    "pyramid": "pyramid:hoyle",
    "undead": "undead:size=4x4",
    "spider": "spider:suits=1",
    "spiderette": "spiderette:suits=2",
    "will_o_the_wisp": "will_o_the_wisp:suits=4",
    "mrs_mop": "mrs_mop:suits=2",
    "scorpion": "scorpion:empty_column=any",
}
SEEDS = {"scorpion": 5, "will_o_the_wisp": 5}  # of deals among which a winnable one is soon found; else 1
MORE = ("pyramid:thirteen",)  # its hidden cards are another matter


NOTED = """\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :6:Undead
PARAMS  :3:4x4
CPARAMS :3:4x4
DESC    :51:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3
NSTATES :1:5
STATEPOS:1:4
MOVE    :5:g0;z0
MOVE    :7:v1;D4,0
MOVE    :2:V7
MOVE    :2:Z4
"""


class Case(NamedTuple):
    """One command line, without the word winnable."""

    command: str
    spelled: str
    line: str


def spelled_games() -> list[str]:
    """The games as the matrix spells them: each, and its variants here."""
    every = [*VARIANTS.values(), *MORE]
    return [
        spelled
        for name in game_names()
        for spelled in (name, *(variant for variant in every if variant.startswith(f"{name}:")))
    ]


def cases(command: str, spelled: str) -> Iterator[Case]:
    """The cases of a command with a game; those that name none come with the first game."""
    takes_json = any("--json" in option.opts for option in ALL_COMMANDS[command].params)
    base = spelled.partition(":")[0]
    for arguments in (*ARGUMENTS[command], *OF_GAME.get(base, {}).get(command, ())):
        if "{game}" not in arguments and spelled != game_names()[0]:
            continue
        seed = SEEDS.get(base, 1)
        line = f"{command} {arguments.format(game=spelled, seed=seed)}".rstrip()
        yield Case(command, spelled, line)
        if takes_json:
            yield Case(command, spelled, f"{line} --json")


class Said(NamedTuple):
    """What a command said; ``code`` is a word where it raised something."""

    code: int | str
    out: str
    err: str
    files: dict[str, str]


def answer(case: Case) -> Said:
    """Runs the command in a folder of its own, without its progress lines."""
    out, err = io.StringIO(), io.StringIO()
    with (
        TemporaryDirectory() as folder,
        chdir(folder),
        patch("winnable.cli.progress._FIRST", math.inf),
        patch("sys.stdin", io.StringIO()),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        given = write_inputs(case)
        try:
            code: int | str = run(case.line.split())
        except Exception as error:  # noqa: BLE001  # what gets out of `run` is a traceback to its user
            code = f"{type(error).__name__}: {error}"
        written = {
            name: Path(name).read_text()
            for name in sorted(p.name for p in Path().iterdir())
            if name not in given
        }
    return Said(code, out.getvalue(), err.getvalue(), written)


def write_inputs(case: Case) -> tuple[str, ...]:
    """Writes the files that cases read; variants without a line of their own get their game's."""
    spelled, trace = case.spelled, f"{case.spelled}.jsonl"
    known = spelled if spelled in registered_names() else spelled.partition(":")[0]
    board = write_position(get_game(known), before_the_end(known, LEFT))
    if "suits=" in spelled:
        board = in_suits(board, spelled)
    Path("end.txt").write_text(board)
    Path("moves.txt").write_text(" ".join(won_lines()[known][1][-LEFT:]) + "\n")
    Path("noted.sav").write_text(NOTED, encoding="ascii")
    Path("black.png").write_bytes(black_png(64, 48))
    game = get_game(spelled)
    if case.command.startswith("study"):
        return write_study(spelled)
    Path("some.txt").write_text(" ".join(random_line(game, 1, 0, SOME).texts) + "\n")
    if case.command == "replay":
        search = f"search {spelled} end.txt --max-nodes 50 --algorithm depth_first --trace {trace}"
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            run(search.split())
    return "end.txt", "moves.txt", "some.txt", "noted.sav", "black.png", trace


def write_study(spelled: str) -> tuple[str, ...]:
    """Writes a study of a game, and one of FreeCell that is done."""
    head, player = "limits.nodes = 200\n[[games]]\n", '[[players]]\nsolver = "auto"\n'
    Path(f"{spelled}.toml").write_text(f'{head}game = "{spelled}"\ndeals = "1..2"\n{player}')
    Path("study.toml").write_text(f'title = "Some"\n{head}game = "freecell"\ndeals = "1..3"\n{player}')
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        run(["study", "run", "study.toml", "--jobs", "0"])
    names = (f"{name}.{end}" for name in (spelled, "study", "all") for end in ("toml", "db"))
    return ("end.txt", "moves.txt", "noted.sav", "black.png", *names)


def black_png(width: int, height: int) -> bytes:
    """A PNG of one colour, black, of eight bits of grey."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" * (width + 1)) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def in_suits(board: str, spelled: str) -> str:
    """The same board in fewer suits."""
    instead = {"suits=1": "SSSS", "suits=2": "SHHS", "suits=4": "CDHS"}[spelled.partition(":")[2]]
    first, _, rest = board.partition("\n")
    runs = [int(number) for number in re.findall(r"[CDHS]-(\d)", first)]
    counts = {suit: sum(n for n, to in zip(runs, instead, strict=True) if to == suit) for suit in "CDHS"}
    table = dict(zip("CDHS", instead, strict=True))
    cards = re.sub(r"\b([A2-9TJQK])([CDHS])\b", lambda card: card[1] + table[card[2]], rest)
    return "Runs: " + " ".join(f"{suit}-{n}" for suit, n in counts.items()) + "\n" + cards


def block(case: Case, said: Said) -> str:
    """The case as the golden file has it."""
    lines = [f"exit {said.code}" if isinstance(said.code, int) else f"raised {said.code}"]
    for sign, text in (("|", said.out), ("!", said.err)):
        lines += [f"{sign} {line}".rstrip() for line in cut(text)]
    for name, text in said.files.items():
        lines += [f"file {name}", *(f"+ {line}".rstrip() for line in cut(text, MOST_FILE_LINES))]
    text = "\n".join(lines) + "\n"
    return f"$ winnable {case.line}\n{text}"


_VOLATILE = (
    (re.compile(r'(seconds"?: )[\d.e+-]+'), r"\1<s>"),
    (re.compile(r"\b[\d.]+(?= s\b)"), "<s>"),
    (re.compile(r'(peak[_ ]bytes"?: )\d+(?:,\d{3})*'), r"\1<bytes>"),
)
# A table of searches, whose columns are as wide as their figures.
_TABLE = re.compile(r"^position +algorithm .*(?:\n.+)*", re.MULTILINE)
_COSTS = (
    (re.compile(r"  [\d,]+  [\d.e-]+$", re.MULTILINE), "  <bytes>  <s>"),
    (re.compile(r"  [\d.e-]+$", re.MULTILINE), "  <s>"),
)


def without_costs(table: re.Match[str]) -> str:
    """A table without its bytes and seconds, two spaces between columns."""
    pattern, instead = _COSTS["peak bytes" not in table[0]]
    return pattern.sub(instead, re.sub("  +", "  ", table[0]))


def cut(text: str, most: int = MOST_LINES) -> list[str]:
    """A text in lines without what changes from run to run, and without what would be too long to read."""
    for pattern, instead in _VOLATILE:
        text = pattern.sub(instead, text)
    text = _TABLE.sub(without_costs, text)
    lines = text.splitlines()
    short = [line if len(line) <= MOST_CHARACTERS else shorten(line) for line in lines[:most]]
    if len(lines) > most:
        short.append(f"... {len(lines)} lines, checksum {zlib.crc32(text.encode()):08x}")
    return short


def shorten(line: str) -> str:
    return f"{line[:MOST_CHARACTERS]} ... {len(line)} characters, checksum {zlib.crc32(line.encode()):08x}"


def file_of(command: str) -> Path:
    """The golden file of a command: of ``screen read`` ``screen_read.txt``."""
    return FOLDER / f"{command.replace(' ', '_')}.txt"


def golden(command: str) -> dict[str, str]:
    """The blocks of a golden file by their command lines; none where there is no file."""
    path = file_of(command)
    text = path.read_text() if path.exists() else ""
    blocks = re.split(r"^(?=\$ )", text, flags=re.MULTILINE)[1:]
    return {one.partition("\n")[0].removeprefix("$ winnable "): one.rstrip("\n") + "\n" for one in blocks}


def main(commands: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for command in commands or COMMANDS:
        blocks = [block(case, answer(case)) for game in spelled_games() for case in cases(command, game)]
        file_of(command).write_text("\n".join(blocks))


if __name__ == "__main__":
    main(sys.argv[1:])
