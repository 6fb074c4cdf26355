"""How often `winnable audit` alarms: `python bench/spider_audit.py` prints the table.

Fair hands must alarm no more often than the level says; programs that cheat should. Of fair hands that a
policy played and lost only what was seen takes part, as the audit takes it. What is seen depends on the
cards there, so that this is measured, not proved: by many audits of --hands hands, and by one audit of all
the hands that were lost, in which a small bias would show most. The tests of the shuffle compare with
--shuffles sets. Equities are left out: their permutation test is exact.

Fair whole hands are compared with sets drawn from one bank, which saves time and leaves every single audit
what it is. An alarm counts at the level of the shuffle's part of an audit, half of the level: the other
half is for hands that come again.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from math import sqrt

from table import Row, print_table

from winnable.deals import random_deals
from winnable.families.spider.policy import make_policy
from winnable.intervals import wilson
from winnable.registry import get_game
from winnable.search.policy import play_many
from winnable.studies import shuffle
from winnable.studies.audit import cards_of, start_layout, start_of
from winnable.studies.places import Hand

Deck = list[int]
QUESTIONS = 2
SHUFFLES = 99  # with which hands that were lost are compared
ROW = 10
FIRST = 54  # of the stock, in the order of the deal's slots

GAME = get_game("spider")
LAYOUT, CARDS = start_layout(GAME), cards_of(GAME)


def fair(rng: random.Random, count: int) -> list[Hand]:
    """Evenly shuffled hands, by slots."""
    return [bytes(rng.sample(CARDS, len(CARDS))) for _ in range(count)]


def fair_audits(audits: int, hands: int, shuffles: int) -> Iterator[float]:
    """The p-values of whole fair hands; the bank has four times as many sets as an audit draws."""
    rng = random.Random(1)
    measure = shuffle._Measure(LAYOUT, CARDS, fair(rng, hands))
    bank = [[one.value for one in measure(fair(rng, hands))] for _ in range(4 * shuffles)]
    for _ in range(audits):
        found = measure(fair(rng, hands))
        values = [[one.value for one in found], *rng.sample(bank, shuffles)]
        yield shuffle._judge(found, values).p


def lost_hands(policy: str, games: int) -> list[Hand]:
    """The fair hands that a policy loses of so many, with what it has seen in the end."""
    deals = enumerate(islice(random_deals(7), games))
    starts = ((None, GAME.deal(deal), number) for number, deal in deals)
    found: list[Hand] = []
    for (_, start, _), played in play_many(GAME, starts, lambda: make_policy(GAME, policy), jobs=1):
        if not played.won:
            place = start
            for move in played.moves:
                place = GAME.play(place, move)
            found.append(seen_of(start, place))
    return found


def seen_of(start: object, end: object) -> Hand:
    """The hand with what was never turned and never dealt unknown."""
    hand = bytearray(start_of(GAME, GAME.setup(start)))
    for column, down in zip(LAYOUT.columns, end.down, strict=True):
        for slot in column[:down]:
            hand[slot] = 255
    left = len(end.stock)
    if left:
        hand[-left:] = bytes([255]) * left
    return bytes(hand)


def lost_audits(pool: list[Hand], audits: int, hands: int, shuffles: int) -> Iterator[float]:
    """Audits of fair lost hands. Each draws its hands from those that were lost, without putting back."""
    rng = random.Random(3)
    for seed in range(audits):
        chosen = rng.sample(pool, min(hands, len(pool)))
        answer = shuffle.shuffle_tests(LAYOUT, chosen, cards=CARDS, shuffles=shuffles, seed=seed)
        assert answer is not None
        yield answer.p


def lost_rows(policy: str, asked: argparse.Namespace, levels: list[float]) -> Iterator[Row]:
    """Many audits of what a policy lost, and one of all of it."""
    pool = lost_hands(policy, asked.games)
    print(f"    {len(pool)} of {asked.games} games of {policy} lost", file=sys.stderr, flush=True)
    ps = list(lost_audits(pool, asked.lost_audits, asked.hands, SHUFFLES))
    yield row(f"fair, lost by {policy}, seen in part", ps, levels, fair_hands=True)
    answer = shuffle.shuffle_tests(LAYOUT, pool, cards=CARDS, shuffles=SHUFFLES)
    assert answer is not None
    least = min(answer.tests, key=lambda test: (test.corrected, test.p))
    told = f"p {answer.p:.2f}; {least.name}, p {least.p:.2f}: {least.most}"
    yield Row(
        f"all {len(pool)} of these in one audit", told, "", "p above 0.025", "", answer.p > levels[0] / 2
    )


def no_rank_twice_in_a_row(deck: Deck, rng: random.Random) -> None:
    """No two cards of a rank in a row of the stock."""
    mend(deck, rng, lambda deck, at: any(deck[i] // 4 == deck[at] // 4 for i in range(start_of_row(at), at)))


def no_rank_beside_itself(deck: Deck, rng: random.Random) -> None:
    """No two cards of a rank beside each other in a row of the stock."""
    mend(deck, rng, lambda deck, at: at > start_of_row(at) and deck[at] // 4 == deck[at - 1] // 4)


def start_of_row(slot: int) -> int:
    return FIRST + (slot - FIRST) // ROW * ROW


def mend(deck: Deck, rng: random.Random, bad: Callable[[Deck, int], bool]) -> None:
    """Changes bad cards of the stock for others until there are none."""
    stock = range(FIRST, len(deck))
    while wrong := [at for at in stock if bad(deck, at)]:
        at, other = rng.choice(wrong), rng.randrange(len(deck))
        deck[at], deck[other] = deck[other], deck[at]
        if sum(bad(deck, i) for i in stock) > len(wrong):
            deck[at], deck[other] = deck[other], deck[at]


def cheating_audits(
    cheat: Callable[[Deck, random.Random], None], audits: int, hands: int, shuffles: int
) -> Iterator[float]:
    rng = random.Random(5)
    for seed in range(audits):
        given = []
        for hand in fair(rng, hands):
            deck = list(hand)
            cheat(deck, rng)
            given.append(bytes(deck))
        answer = shuffle.shuffle_tests(LAYOUT, given, cards=CARDS, shuffles=shuffles, seed=seed)
        assert answer is not None
        yield answer.p


def row(what: str, ps: list[float], levels: list[float], *, fair_hands: bool) -> Row:
    """How often each level alarms; met where a fair program's alarms are within three deviations of it."""
    told, met = [], True
    for level in levels:
        alarms = sum(p <= level / QUESTIONS for p in ps)
        low, high = wilson(alarms, len(ps))
        told.append(f"level {level:g}: {alarms} of {len(ps)} ({100 * low:.2g} to {100 * high:.2g} %)")
        share = level / QUESTIONS
        if fair_hands:
            met &= alarms <= len(ps) * share + 3 * sqrt(len(ps) * share * (1 - share))
        else:
            met &= alarms >= 0.8 * len(ps)
    return Row(what, "; ".join(told), "", "no more than the level" if fair_hands else "80 %", "", met)


def main() -> int:
    """Prints the table; 0 if every row holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--audits", type=int, default=1000, help="of each row of fair hands [1000]")
    parser.add_argument("--hands", type=int, default=40, help="of each audit [40]")
    parser.add_argument("--shuffles", type=int, default=399, help="of each audit [399]")
    parser.add_argument("--games", type=int, default=1000, help="that each policy plays, to lose some [1000]")
    parser.add_argument("--lost-audits", type=int, default=300, help="of these, each with 99 sets [300]")
    parser.add_argument("--policies", nargs="*", default=["fast", "random"], help="who plays [fast random]")
    asked = parser.parse_args()
    levels = [0.01, 0.05, 0.2]
    ps = list(fair_audits(asked.audits, asked.hands, asked.shuffles))
    rows = [row("fair, whole", ps, levels, fair_hands=True)]
    for policy in asked.policies:
        rows += lost_rows(policy, asked, levels[1:])
    for what, cheat, hands in (
        ("no rank twice in a row of the stock", no_rank_twice_in_a_row, 3),
        ("no rank beside itself in the stock", no_rank_beside_itself, 10),
    ):
        ps = list(cheating_audits(cheat, 20, hands, 399))
        rows.append(row(f"{what}, {hands} hands", ps, levels[:2], fair_hands=False))
    print_table(rows)
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
