"""What a hint says a move is for: it comes to pass, when it says, and not without that move.

Everything that is said is read back from the words and looked up on boards that the oracle plays.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest

from native.agree import from_core, from_core_move
from oracle import rules as oracle
from oracle.cards import card, suit
from oracle.games import GAMES
from winnable.analysis.hint import hint
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.purpose import purpose
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.text.detect import read_lines, text_lines
from won_lines import before_the_end, won_lines

SAID = {
    "emptied": re.compile(r"column (?P<column>\d+) is empty (?P<when>.+)"),
    "home": re.compile(
        r"(?P<frees>it frees )?(?P<card>..) of (?P<where>[a-z]+ \w+)(?(frees), which) goes home "
        r"(?P<when>next|in \w+ moves)(?: and leaves column (?P<column>\d+) empty)?"
    ),
    "complete": re.compile(r"the run of (?P<suit>[a-z]+) is complete (?P<when>.+)"),
    "built": re.compile(
        r"(?P<first>\w\w) (?:to (?P<last>\w\w)|(?P<rest>[\w ]+)) "
        r"lie in order in column (?P<column>\d+) (?P<when>.+)"
    ),
    "cell": re.compile(r"one more cell is free (?P<when>.+)"),
}
NUMBERS = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
]  # fmt: skip


def number_in(when: str) -> int:
    """``after the next move`` is 2, ``in three moves`` 3, ``in 14 moves`` 14."""
    if when in ("next", "after the next move"):
        return 2
    found = re.fullmatch(r"in (\w+) moves", when)
    assert found, when
    return NUMBERS.index(found[1]) if found[1] in NUMBERS else int(found[1])


def parse(words: str) -> tuple[str, dict[str, str]]:
    found = {kind: match for kind, pattern in SAID.items() if (match := pattern.fullmatch(words))}
    assert len(found) == 1, words
    ((kind, match),) = found.items()
    return kind, match.groupdict()


def is_home(position: oracle.Position, number: int) -> bool:
    return (number // 4 - position.base) % 13 < position.home[suit(number)]


def holds(position: oracle.Position, kind: str, said: dict[str, str], least_free: int) -> bool:
    """Has it come to pass on this board?"""
    if kind == "emptied":
        return not position.columns[int(said["column"]) - 1]
    if kind == "home":
        return is_home(position, card(said["card"]))
    if kind == "complete":
        return position.home[["clubs", "diamonds", "hearts", "spades"].index(said["suit"])] == 13
    if kind == "cell":
        return position.cells.count(None) >= least_free
    if said["last"]:
        length = card(said["first"]) // 4 - card(said["last"]) // 4 + 1
        return any(
            len(column) >= length
            and (column[-length], column[-1]) == (card(said["first"]), card(said["last"]))
            and all(lower // 4 == upper // 4 - 1 for upper, lower in pairwise(column[-length:]))
            for column in position.columns
        )
    cards = (card(said["first"]), *map(card, said["rest"].split()))
    return any(column[-len(cards) :] == cards for column in position.columns)


def deepest(position: oracle.Position, move: oracle.Move) -> int:
    """The deepest card that moves."""
    if move.from_pile >= 32:
        laid = position.home[move.from_pile - 32]
        return 4 * ((position.base + laid - 1) % 13) + move.from_pile - 32
    if move.from_pile >= 16:
        held = position.cells[move.from_pile - 16]
        assert held is not None
        return held
    return position.columns[move.from_pile][-move.count]


def lands_on(position: oracle.Position, move: oracle.Move) -> object:
    """The card that it lands on, or the kind of pile."""
    if move.to_pile >= 16:
        return "home" if move.to_pile >= 32 else "cell"
    return position.columns[move.to_pile][-1:]


def played(
    rules: oracle.Rules, start: oracle.Position, moves: Sequence[oracle.Move]
) -> list[oracle.Position]:
    places = [start]
    for move in moves:
        places.append(oracle.play(rules, places[-1], move))
    return places


def played_without_first(
    rules: oracle.Rules, places: Sequence[oracle.Position], moves: Sequence[oracle.Move]
) -> list[oracle.Position]:
    """The boards of the line from its start, without its first move and what then cannot be made."""
    found = [places[0]]
    for before, move in zip(places[1:], moves[1:], strict=False):
        wanted = deepest(before, move), lands_on(before, move)
        same = [
            other
            for other in oracle.legal_moves(rules, found[-1])
            if (deepest(found[-1], other), lands_on(found[-1], other)) == wanted
        ]
        found.append(oracle.play(rules, found[-1], same[0]) if same else found[-1])
    return found


def expect_true(name: str, position: PatiencePosition, moves: Sequence[PatienceMove], words: str) -> str:
    """What is said comes to pass with that move of the line, not before, and not without the first move."""
    rules, start = GAMES[name], from_core(position)
    line = [from_core_move(move) for move in moves]
    kind, said = parse(words)
    number = number_in(said["when"])
    assert 2 <= number <= len(line)
    places = played(rules, start, line[:number])
    free = places[-1].cells.count(None)
    assert [holds(place, kind, said, free) for place in places] == [False] * number + [True], words
    without = played_without_first(rules, places, line[:number])
    emptied = said.get("column") if kind == "home" else None
    missed = not any(holds(place, kind, said, free) for place in without)
    if emptied:
        column = int(emptied) - 1
        assert [not place.columns[column] for place in places] == [False] * number + [True], words
        missed = missed or all(place.columns[column] for place in without)
    assert missed, words
    if kind == "home":
        moved, number_of = deepest(start, line[0]), card(said["card"])
        pile, _, which = said["where"].partition(" ")
        at = start.columns[int(which) - 1] if pile == "column" else (start.cells["abcdefgi".index(which)],)
        assert number_of in at
        under = pile == "column" and moved in at and at.index(number_of) < at.index(moved)
        assert bool(said["frees"]) == under, words
        assert number_of not in at[at.index(moved) :] if moved in at else True
    if kind == "built" and not said["last"]:
        column = places[-1].columns[int(said["column"]) - 1]
        assert [column[-1]] == [card(said["rest"].split()[-1])]
    return kind


@pytest.mark.parametrize("name", GAMES)
def test_a_purpose_is_reached_when_it_says_and_not_without_the_move(name: str) -> None:
    game: PatienceGame = get_game(name)
    _, texts = won_lines()[name]
    position, moves, places = before_the_end(name, len(texts)), [], []
    for text in texts:
        places.append(position)
        moves.append(game.notation.parse(position, text))
        position = game.play(position, moves[-1])
    kinds: Counter[str] = Counter()
    for at, place in enumerate(places):
        aim = purpose(game, place, moves[at:])
        if aim is None:
            kinds["none"] += 1
            continue
        kinds[expect_true(name, place, moves[at:], aim.words)] += 1
        assert aim.number == number_in(parse(aim.words)[1]["when"])
    assert kinds["none"] <= len(moves) // 5
    assert len(kinds) >= 2


@pytest.mark.parametrize(
    ("name", "deal", "nodes"),
    [
        ("freecell", 617, 120_000),
        ("bakers_game", 1, 40_000),
        ("seahaven", 1, 40_000),
        ("simple_simon", 2, 50_000),
    ],
)
def test_hints_name_a_purpose_of_their_own_line(name: str, deal: int, nodes: int) -> None:
    game: PatienceGame = get_game(name)
    position = game.deal(deal)
    told = 0
    for _ in range(2):
        said = hint(game, position, limits=Limits(nodes=nodes))
        moves, place = [], position
        for text in said.line:
            moves.append(game.notation.parse(place, text))
            place = game.play(place, moves[-1])
        assert game.outcome(place).value == "won"
        length = re.fullmatch(r"it wins in (?:at most )?(\d+) moves(?:, the fewest)?", said.why[-1])
        assert length
        assert int(length[1]) == len(moves)
        for clause in said.why[:-1]:
            if any(pattern.fullmatch(clause) for pattern in SAID.values()):
                expect_true(name, position, moves, clause)
                told += 1
        position = game.play(game.play(position, moves[0]), moves[1])
    assert told >= 2


def test_what_happens_anyway_is_no_purpose() -> None:
    """The queen need not go to a cell: without that move, she goes home as soon, and frees as many cells."""
    game: PatienceGame = get_game("freecell")
    text = "Foundations: H-K C-K D-K S-T\nFreecells: JS KS\n: QS\n"
    (entry,) = read_lines(text_lines(io.BytesIO(text.encode())), game, "board.txt")
    position = entry.position(game)
    moves, place = [], position
    for move in ("1c", "ah", "ch", "bh"):
        moves.append(game.notation.parse(place, move))
        place = game.play(place, moves[-1])
    assert game.outcome(place).value == "won"
    assert purpose(game, position, moves) is None
    assert purpose(game, position, moves[:1]) is None
