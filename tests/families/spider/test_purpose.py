"""What an open hint says a move is for: it comes to pass, when it says, and not without that move.

Everything that is said is read back from the words and looked up on boards that the oracle plays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from families.patience.test_purpose import number_in
from native.spider_agree import from_core, from_core_move, pair
from oracle import spider as oracle
from oracle.spider_games import SPIDER_GAMES
from winnable.families.spider.purpose import purpose
from won_lines import before_the_end, won_lines

SUITS = ["clubs", "diamonds", "hearts", "spades"]
RANKS = [
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
]  # fmt: skip
SAID = {
    "emptied": re.compile(r"column (?P<column>\d+) is empty (?P<when>.+)"),
    "complete": re.compile(r"a run of (?P<suit>[a-z]+) is complete (?P<when>.+)"),
    "turned": re.compile(
        r"(?P<which>a card|the last face-down card) of column (?P<column>\d+) is turned (?P<when>.+)"
    ),
    "built": re.compile(
        r"(?P<first>\w+) to (?P<last>\w+) of (?P<suit>[a-z]+) lie in order in column (?P<column>\d+) "
        r"(?P<when>.+)"
    ),
}


def holds(start: oracle.Position, place: oracle.Position, kind: str, said: dict[str, str]) -> bool:
    """Has it come to pass on this board? A run has, if more than at the start are complete."""
    if kind == "complete":
        suit = SUITS.index(said["suit"])
        return place.runs[suit] > start.runs[suit]
    if kind == "built":
        suit = SUITS.index(said["suit"])
        ranks = range(RANKS.index(said["first"]), RANKS.index(said["last"]) - 1, -1)
        run = tuple(4 * rank + suit for rank in ranks)
        return any(column[-len(run) :] == run for column in place.columns)
    column = int(said["column"]) - 1
    if kind == "emptied":
        return not place.columns[column]
    return place.down[column] < start.down[column]


def mark(place: oracle.Position, move: oracle.Move) -> object:
    """The deepest card that moves, and the one that it lands on."""
    source, target, count = move
    return move if move == oracle.DEAL else (place.columns[source][-count], place.columns[target][-1:])


def boards(
    rules: oracle.Rules, start: oracle.Position, moves: Sequence[oracle.Move]
) -> tuple[list[oracle.Position], list[oracle.Position]]:
    """Those of a line, and those of its later moves alone, as far as they can be made."""
    places, without = [start], [start]
    for number, move in enumerate(moves):
        if number:
            wanted, here = mark(places[-1], move), without[-1]
            same = [other for other in oracle.legal_moves(rules, here) if mark(here, other) == wanted]
            without.append(oracle.play(rules, here, same[0]) if same else here)
        places.append(oracle.play(rules, places[-1], move))
    return places, without


@pytest.mark.parametrize("name", SPIDER_GAMES)
def test_a_purpose_is_reached_when_it_says_and_not_without_the_move(name: str) -> None:
    rules, game = pair(name)
    texts = won_lines()[name][1]
    position, moves, places = before_the_end(name, len(texts)), [], []
    for text in texts:
        places.append(position)
        moves.append(game.notation.parse(position, text))
        position = game.play(position, moves[-1])
    kinds: Counter[str] = Counter()
    for at in range(0, len(moves), 1 + len(moves) // 60):
        aim = purpose(game, places[at], moves[at:])
        if aim is None:
            kinds["none"] += 1
            continue
        found = {kind: match for kind, pattern in SAID.items() if (match := pattern.fullmatch(aim.words))}
        assert len(found) == 1, aim.words
        ((kind, match),) = found.items()
        said = match.groupdict()
        kinds[kind] += 1
        number, start = number_in(said["when"]), from_core(places[at])
        assert number == aim.number
        line, without = boards(rules, start, [from_core_move(move) for move in moves[at : at + number]])
        told = [holds(start, place, kind, said) for place in line]
        assert told == [False] * number + [True], aim.words
        assert not any(holds(start, place, kind, said) for place in without), aim.words
        if kind == "turned":
            left = line[-1].down[int(said["column"]) - 1]
            assert (said["which"] == "the last face-down card") == (left == 0)
    assert len(kinds) >= 3
    assert kinds["none"] <= len(moves) // 4
