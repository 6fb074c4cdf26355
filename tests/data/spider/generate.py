"""Writes the suite of test positions: ``python tests/data/spider/generate.py`` (minutes).

Endings are drawn at random and solved exhaustively by the oracle; those that it cannot finish are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from oracle.solve import TooManyPositionsError
from oracle.spider import Position, Rules, pack
from oracle.spider_cases import Case, rules_of, write
from oracle.spider_solve import Endings, hidden_cards, is_winnable
from oracle.spider_toys import ending

AT_MOST = 2_000  # positions that the oracle may meet in an ending

# Game, columns, and what is left: runs, pieces of each, cards face down, cards in the stock.
KINDS = (
    ("spider", 4, (2, 4, 4, 0)),
    ("spider", 3, (2, 3, 4, 0)),
    ("spider:suits=1", 3, (2, 4, 4, 0)),
    ("spider:suits=2", 3, (2, 3, 3, 0)),
    ("spider:deal_over_empty=true", 3, (1, 6, 2, 2)),
    ("spiderette", 3, (2, 3, 4, 0)),
    ("spiderette", 3, (1, 6, 3, 1)),
    ("will_o_the_wisp", 3, (2, 4, 3, 0)),
    ("scorpion", 7, (2, 13, 4, 0)),
    ("mrs_mop", 3, (2, 4, 0, 0)),
    ("spider", 10, (2, 13, 4, 0)),
)
DRAWN = 16  # endings of each kind
WANTED = 2  # of each kind and difficulty


def solved(game: str, columns: int, left: tuple[int, int, int, int], rng: Random) -> Iterator[Case]:
    """Of ``DRAWN`` random endings of a kind, those that the oracle finishes, with their answers."""
    rules = rules_of(game, columns)
    runs, pieces, down, stock = left
    for _ in range(DRAWN):
        position = ending(rules, rng, runs=runs, pieces=pieces, down=down, stock=stock)
        if hidden_cards(position) < down + stock:
            continue
        try:
            chance = Endings(rules, AT_MOST).win_probability(position)
            known = chance == 1 or is_winnable(rules, position, 2 * AT_MOST)
        except TooManyPositionsError:
            continue
        yield Case("", game, columns, position, chance, known)


def difficulty(case: Case) -> str:
    if case.chance == 1:
        return "easy"
    return "hard" if case.chance or case.open else "impossible"


def endings(seed: str = "spider") -> dict[str, list[Case]]:
    """By difficulty, at most ``WANTED`` of each kind."""
    found: dict[str, list[Case]] = {"easy": [], "hard": [], "impossible": []}
    for game, columns, left in KINDS:
        counts = dict.fromkeys(found, 0)
        for case in solved(game, columns, left, Random(f"{seed} {game} {columns} {left}")):
            level = difficulty(case)
            if counts[level] < WANTED:
                counts[level] += 1
                number = len(found[level]) + 1
                name = f"{level} {number}: {game} on {columns} columns"
                found[level].append(case._replace(name=name))
            if all(count == WANTED for count in counts.values()):
                break
        print(game, columns, counts, flush=True)
    return found


def parity_deal(rules: Rules) -> Position:
    """A whole deal of Spider in which no card ever fits on another: the cards that come to lie on top, and
    with them each row of the stock, are all of odd ranks or all of even ones."""
    cards = sorted(pack(rules), key=lambda card: (card // 4 % 2, card))
    odd, even = cards[:56], cards[56:]
    tops, rows, last = odd[:10], odd[10:50], even[:10]
    hidden = iter(even[10:] + odd[50:])
    columns = tuple((*(next(hidden) for _ in range(down)), tops[i]) for i, down in enumerate(rules.down))
    return Position(columns, rules.down, tuple(rows + last))


def whole_deals() -> dict[str, list[Case]]:
    rules = rules_of("spider", 10)
    lost = Case("a whole deal, no move but to deal", "spider", 10, parity_deal(rules), Fraction(0), False)
    return {"easy": [], "hard": [], "impossible": [lost]}


def main() -> None:
    found, whole = endings(), whole_deals()
    for level, cases in found.items():
        write(f"{level}.json", cases + whole[level])


if __name__ == "__main__":
    main()
