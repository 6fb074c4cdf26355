"""FreeCell and its kin against Freecell Solver: `python bench/outside_freecell.py` prints the table.

Random deals with numbers of up to 33 bits, of FreeCell with 0 to 6 cells and 6 to 10 columns and of the games
that Debian's freecell-solver-bin (fc-solve) knows, are decided by both. The deal and our winning lines go
through the rules of `tests/oracle`, written from the rules and not from the engine; fc-solve's lines go
through our own `check`, in one of the forms in which it prints them. Penguin, which fc-solve does not know,
is told to it with its ranks turned so that the beak is an ace.

fc-solve proves nothing where whole groups move at once; there a deal that it does not solve is one that it
gave up. Where one of the two gave up, nothing is compared.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from outside import NO_PEER, Comparison, add_arguments, installed_program

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from oracle.cards import RANKS, SUITS, microsoft_deck, rank, suit
from oracle.games import GAMES, variant
from oracle.notation import CELLS, COLUMNS
from oracle.rules import (
    FIRST_CELL,
    FIRST_FOUNDATION,
    Move,
    Position,
    Rules,
    canonical,
    is_won,
    legal_moves,
    play_unchecked,
)
from winnable.analysis.check import check_solution, read_solution
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.search.api import Limits, Verdict

PEER = "fc-solve"
NODES = 1_000_000  # positions that we expand; and that fc-solve does, 0.6 kB each
FIRST_TRY = 100_000  # positions of fc-solve's fast preset, before it searches completely
ATOMIC = "01ABCDE"  # single cards, all of them: complete where a group is short for single moves
PRESET = ("-l", "lg")
GROUPS = ("--method", "soft-dfs", "-to", "0123456789")  # for kings alone: PRESET fills columns with any
EMPTY = 255  # a cell of ours
GAVE_UP = "gave up"
OUR_WORDS = {Verdict.SOLVED: "won", Verdict.UNSOLVABLE: "lost", Verdict.UNKNOWN: GAVE_UP}
COLUMNS_OF_TABLE = (
    *("deals", "both won", "both lost", "it gave up", "we gave up", "both gave up"),
    *("our lines replayed", "its lines checked"),
)
# How fc-solve prints its lines: piles and counts, sentences, boards.
FORMS = (("-m", "-snx"), ("-m",), ("-p", "-t"))
MOVE = re.compile(r"([0-9a-gixyz])([0-9a-ixyz])(?:v([0-9a-f]))?")


class Kin(NamedTuple):
    """A game: as we spell it, as the oracle has it, as fc-solve is told it."""

    spelled: str
    rules: Rules
    options: tuple[str, ...]
    proves: str | None = ATOMIC  # the moves of a complete scan; None: there is none
    tries: tuple[str, ...] = PRESET


def freecell(cells: int, columns: int = 8) -> Kin:
    """FreeCell with other numbers of cells and columns."""
    spelled = f"freecell:cells={cells},columns={columns}" if columns != 8 else f"freecell:cells={cells}"
    options = ("--freecells-num", str(cells), "--stacks-num", str(columns))
    return Kin(spelled, variant("freecell", cells=cells, columns=columns), options)


def named(game: str, preset: str | None = None, **options: Any) -> Kin:
    """A game of both programs."""
    return Kin(game, GAMES[game], ("-g", preset or game), **options)


KIN = (
    *(freecell(cells) for cells in range(7)),
    *(freecell(cells, columns) for cells, columns in ((6, 6), (4, 7), (2, 9), (1, 10))),
    named("relaxed", "relaxed_freecell", proves=None),
    named("forecell", tries=GROUPS),
    named("bakers_game"),
    named("ko_bakers", "ko_bakers_game", tries=GROUPS),
    named("eight_off", tries=GROUPS),
    named("seahaven", tries=GROUPS),
    Kin(
        "seahaven:group_size=unlimited",
        variant("seahaven", groups="unlimited"),
        ("-g", "relaxed_seahaven"),
        proves=None,
        tries=GROUPS,
    ),
    Kin(
        "penguin",
        GAMES["penguin"],
        (
            *("--freecells-num", "7", "--stacks-num", "7", "--sequences-are-built-by", "suit"),
            *("--sequence-move", "unlimited", "--empty-stacks-filled-by", "kings"),
        ),
        proves=None,
        tries=GROUPS,
    ),
    named("beleaguered_castle"),
    named("streets_and_alleys"),
    named("citadel"),
    Kin(  # Baker's Dozen; Debian's program has no more than ten columns
        "bakers_dozen:columns=10", variant("bakers_dozen", columns=10), ("-g", "good_measure")
    ),
    named("simple_simon", proves=None, tries=("-to", "abcdefghi")),
)


def board(position: Position) -> str:
    """A position as fc-solve reads it, its ranks turned so that the foundations begin with an ace."""

    def turned(card: int) -> str:
        return RANKS[(rank(card) - position.base) % 13] + SUITS[suit(card)]

    home = ((s, laid) for s, laid in enumerate(position.home))
    lines = ["Foundations: " + " ".join(f"{SUITS[s]}-{RANKS[laid - 1] if laid else 0}" for s, laid in home)]
    if position.cells:
        cells = ("-" if card is None else turned(card) for card in position.cells)
        lines.append("Freecells: " + " ".join(cells))
    lines += [": " + " ".join(map(turned, column)) for column in position.columns]
    return "\n".join(lines) + "\n"


def pile(text: str) -> int:
    """A column or a cell by its letter."""
    return FIRST_CELL + CELLS.index(text) if text in CELLS else COLUMNS.index(text)


def read_move(rules: Rules, position: Position, text: str) -> Move:
    """The legal move that a text in standard notation stands for; ValueError if there is none."""
    match = MOVE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no move")
    source, target, count = match.groups()
    legal = [
        move
        for move in legal_moves(rules, position)
        if move.from_pile == pile(source)
        and (move.to_pile >= FIRST_FOUNDATION if target == "h" else move.to_pile == pile(target))
        and (count is None or move.count == int(count, 16))
    ]
    if not legal:
        raise ValueError(f"{text} is not legal")
    return max(legal, key=lambda move: move.count)


def replayed(rules: Rules, position: Position, texts: Sequence[str]) -> str:
    """What a line does by the oracle's rules: `wins`, or what is wrong with it."""
    for number, text in enumerate(texts, 1):
        try:
            move = read_move(rules, position, text)
        except ValueError as error:
            return f"move {number}: {error}"
        position = play_unchecked(rules, position, move)
    return "wins" if is_won(position) else "ends before the win"


def fc_solve(options: Sequence[str], text: str) -> tuple[str, str]:
    """fc-solve's verdict, `won`, `lost` or `gave up`, and what it printed; RuntimeError if it failed."""
    done = subprocess.run(
        [PEER, *options, "-sel", "-"], input=text, capture_output=True, text=True, check=False
    )
    if "This game is solveable." in done.stdout:
        return "won", done.stdout
    if "I could not solve this game." in done.stdout:
        return "lost", done.stdout
    if "Iterations count exceeded." in done.stdout:
        return GAVE_UP, done.stdout
    raise RuntimeError(f"{PEER} {' '.join(options)}: {done.stdout[-200:]}{done.stderr[-200:]}")


def ask_peer(kin: Kin, text: str, form: Sequence[str]) -> tuple[str, str]:
    """fc-solve's verdict and what it printed: first a fast preset, then a complete scan if there is one."""
    verdict, printed = fc_solve((*kin.options, *kin.tries, "-mi", str(FIRST_TRY), *form), text)
    if verdict == "won":
        return verdict, printed
    if kin.proves is None:
        return GAVE_UP, printed
    complete = ("--method", "soft-dfs", "-to", kin.proves, "-mi", str(NODES))
    return fc_solve((*kin.options, *complete, *form), text)


def random_number(random: Random) -> int:
    """A deal number above 32000: of any length up to 33 bits."""
    return random.randrange(32001, 2 ** random.choice((16, 20, 31, 32, 33)))


def our_start(position: Any) -> Position:
    """A position of ours as the oracle has it."""
    cells = (None if card == EMPTY else card for card in position.cells)
    home = tuple(position.home)
    return Position(tuple(map(tuple, position.columns)), tuple(cells), home, position.base)


def compare_deal(kin: Kin, number: int, form: Sequence[str], comparison: Comparison) -> None:
    """Asks both about one deal."""
    game = get_game(kin.spelled)
    deal = f"ms:{number}"
    position = game.deal(deal)
    start = our_start(position)
    dealt = canonical(kin.rules.layout(kin.rules, microsoft_deck(number)))
    comparison.compare(f"winnable deal {kin.spelled} {deal}", board(canonical(start)), board(dealt))

    question = f"winnable solve {kin.spelled} {deal}"
    result = game.solver().solve(position, limits=Limits(nodes=NODES))
    ours = OUR_WORDS[result.verdict]
    theirs, printed = ask_peer(kin, board(start), form)
    comparison.count(kin.spelled, "deals", *answers(ours, theirs))
    if GAVE_UP not in (ours, theirs):
        comparison.compare(question, ours, theirs)
    if ours == "won":
        comparison.count(kin.spelled, "our lines replayed")
        comparison.compare(f"{question}, the line", "wins", replayed(kin.rules, start, result.texts))
    if theirs == "won":
        comparison.count(kin.spelled, "its lines checked")
        asked = f"winnable check {kin.spelled} {deal}, by {PEER} {' '.join((*kin.options, *form))}"
        comparison.compare(asked, our_check(game, position, printed), "wins")


def our_check(game: Any, position: Any, printed: str) -> str:
    """What `winnable check` says of a line that fc-solve printed: `wins`, or what is wrong."""
    try:
        checked = check_solution(game, position, read_solution(game, printed, PEER))
    except InputError as error:
        return str(error)
    return "wins" if checked.played.won else checked.text().strip()


def answers(ours: str, theirs: str) -> list[str]:
    """The column for two answers; none if they disagree."""
    if ours == theirs:
        return [f"both {ours}"]
    return ["we gave up"] if ours == GAVE_UP else ["it gave up"] if theirs == GAVE_UP else []


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the table; the exit code."""
    parser = argparse.ArgumentParser(description="FreeCell and its kin against Freecell Solver.")
    add_arguments(parser, 500, "deals")
    chosen = parser.parse_args(argv)
    if not installed_program(PEER, "freecell-solver-bin"):
        return NO_PEER
    random = Random(chosen.seed)
    comparison = Comparison(COLUMNS_OF_TABLE)
    for i in range(chosen.deals):
        kin, turn = KIN[i % len(KIN)], i // len(KIN)
        # The boards of a deck whose ranks are turned would show other cards.
        forms = FORMS[:2] if kin.rules.name == "penguin" else FORMS
        compare_deal(kin, random_number(random), forms[turn % len(forms)], comparison)
    return comparison.report()


if __name__ == "__main__":
    sys.exit(main())
