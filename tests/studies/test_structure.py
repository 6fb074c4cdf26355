"""Structure in rows and columns: exact means, counts as loops have them, alarms on what programs do."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations, pairwise, permutations

import pytest

from winnable.studies.places import Layout, layout_of
from winnable.studies.shuffle import ShuffleTests, shuffle_tests
from winnable.studies.structure import CARDS, RANKS, SUITS, Chances, Structure

from .decks import even_decks
from .test_shuffle import SPIDER, as_hands

Cheat = Callable[[list[int], random.Random], None]
PACK = bytes(range(52)) * 2


def test_means_are_exact() -> None:
    """Against all draws from a few cards."""
    cards = bytes((0, 0, 1, 4, 5, 8, 48))  # three aces, two twos, a three, a king; suits 5 and 2
    chances = Chances(cards)
    for kind in (RANKS, SUITS, CARDS):
        for size in (1, 2, 3, 5):
            draws = [bytes(draw).translate(kind.table) for draw in combinations(cards, size)]
            mean = sum(size - len(set(draw)) for draw in draws) / len(draws)
            assert chances.repeats(kind, size) == pytest.approx(mean)
        pairs = [bytes(draw).translate(kind.table) for draw in combinations(cards, 2)]
        assert chances.equal(kind) == pytest.approx(sum(a == b for a, b in pairs) / len(pairs))
    ordered = [(a >> 2, b >> 2) for a, b in permutations(cards, 2)]
    assert chances.in_sequence() == pytest.approx(sum(a == b + 1 for a, b in ordered) / len(ordered))


def naive_counts(layout: Layout, hands: list[bytes]) -> dict[str, int]:
    """By loops over the slots of each region."""
    found = dict.fromkeys(
        (f"{what} {kind} in a {where}" for what in ("repeated",) for kind in ("ranks", "suits", "cards")
         for where in ("stock row", "row of the tableau", "column")),
        0,
    )  # fmt: skip
    regions = {"stock row": layout.rows, "row of the tableau": layout.dealt, "column": layout.columns}
    for hand in hands:
        for where, slots in regions.items():
            for region in slots:
                cards = [hand[slot] for slot in region]
                ranks, suits = [card // 4 for card in cards], [card % 4 for card in cards]
                found[f"repeated ranks in a {where}"] += sum(r in ranks[:i] for i, r in enumerate(ranks))
                found[f"repeated cards in a {where}"] += sum(c in cards[:i] for i, c in enumerate(cards))
                found[f"repeated suits in a {where}"] += sum(a == b for a, b in combinations(suits, 2))
                for name, count in (
                    ("equal ranks", sum(a == b for a, b in pairwise(ranks))),
                    ("sequences", sum(abs(a - b) == 1 for a, b in pairwise(ranks))),
                    ("equal suits", sum(a == b for a, b in pairwise(suits))),
                ):
                    key = f"{name} beside each other in a {where}"
                    found[key] = found.get(key, 0) + count
        for column, place in enumerate(layout.columns):
            pile = [hand[place[-1]], *(hand[row[column]] for row in layout.rows if column < len(row))]
            for name, fits in (("equal ranks", 0), ("sequences", 1)):
                key = f"{name} dealt onto each other"
                count = sum(a // 4 - b // 4 == fits for a, b in pairwise(pile))
                found[key] = found.get(key, 0) + count
    return found


@pytest.mark.parametrize(
    ("layout", "cards"),
    [(SPIDER, PACK), (layout_of(range(1, 8), 24), PACK[:52]), (layout_of([8] * 13, 0), PACK)],
)
def test_counts_are_those_of_loops(layout: Layout, cards: bytes) -> None:
    rng = random.Random(5)
    hands = [bytes(rng.sample(cards, len(cards))) for _ in range(6)]
    seen = [range(len(layout.rows))] * len(hands)
    naive = naive_counts(layout, hands)
    told = {statistic.name: statistic.most() for statistic in Structure(layout, cards, seen, True)(hands)}
    assert len(told) == (18 if layout.rows else 10)
    for name, words in told.items():
        assert int(words.split()[0]) == naive[name], name
    assert "by chance" in next(iter(told.values()))


@pytest.mark.parametrize("whole", [True, False])
def test_values_are_distances_from_the_means_of_many_shuffles(whole: bool) -> None:
    rng, cards = random.Random(2), list(PACK)
    hands = []
    for _ in range(400):
        rng.shuffle(cards)
        hands.append(bytes(cards))
    seen = [range(5) if whole else range(i % 6) for i in range(len(hands))]
    for statistic in Structure(SPIDER, PACK, seen, whole)(hands):
        count, mean = (float(word.rstrip(",")) for word in statistic.most().split() if word[0].isdigit())
        assert abs(count - mean) < 5 * (3 * mean) ** 0.5, statistic.name
        assert statistic.value == pytest.approx(abs(count - mean), abs=0.51)


def swap_until(cards: list[int], rng: random.Random, bad: Callable[[list[int], int], bool]) -> None:
    """Changes places at random until no place is bad, as a program might that does not want such deals."""
    for _ in range(100_000):
        wrong = [place for place in range(len(cards)) if bad(cards, place)]
        if not wrong:
            return
        place, other = rng.choice(wrong), rng.randrange(len(cards))
        before = len(wrong)
        cards[place], cards[other] = cards[other], cards[place]
        if sum(bad(cards, i) for i in range(len(cards))) > before:
            cards[place], cards[other] = cards[other], cards[place]
    raise AssertionError("no such deal was found")


def no_rank_twice_in_a_row(cards: list[int], rng: random.Random) -> None:
    """In each of the five rows of the stock all ten ranks differ."""

    def bad(cards: list[int], place: int) -> bool:
        if place < 54:
            return False
        first = 54 + (place - 54) // 10 * 10
        return any(cards[i] // 4 == cards[place] // 4 for i in range(first, place))

    swap_until(cards, rng, bad)


def no_rank_beside_itself(cards: list[int], rng: random.Random) -> None:
    def bad(cards: list[int], place: int) -> bool:
        return place >= 54 and (place - 54) % 10 > 0 and cards[place] // 4 == cards[place - 1] // 4

    swap_until(cards, rng, bad)


def no_rank_onto_itself(cards: list[int], rng: random.Random) -> None:
    """Of cards that lie on each other, dealt from the stock or not."""

    def bad(cards: list[int], place: int) -> bool:
        return place >= 54 and cards[place] // 4 == cards[place - 10] // 4

    swap_until(cards, rng, bad)


def no_card_twice_face_up(cards: list[int], rng: random.Random) -> None:
    def bad(cards: list[int], place: int) -> bool:
        return 44 <= place < 54 and any(cards[i] // 4 == cards[place] // 4 for i in range(44, place))

    swap_until(cards, rng, bad)


def cheating(cheat: Cheat, count: int, seed: int) -> list[bytes]:
    """Decks that are evenly shuffled, and then mended by a program."""
    rng, decks = random.Random(seed), []
    for deck in even_decks(count, seed):
        cards = list(deck)
        cheat(cards, rng)
        decks.append(bytes(cards))
    return decks


CHEATS = [
    (no_rank_twice_in_a_row, 5, "repeated ranks in a stock row"),
    (no_rank_beside_itself, 20, "equal ranks beside each other in a stock row"),
    (no_rank_onto_itself, 20, "equal ranks dealt onto each other"),
    (no_card_twice_face_up, 40, "repeated ranks in a row of the tableau"),
]


def answer_of(hands: list[bytes], **options: object) -> ShuffleTests:
    found = shuffle_tests(SPIDER, hands, **options)  # type: ignore[arg-type]
    assert found is not None
    return found


@pytest.mark.parametrize(("cheat", "count", "name"), CHEATS)
def test_programs_that_arrange_their_rows_alarm(cheat: Cheat, count: int, name: str) -> None:
    decks = cheating(cheat, count, 3)
    found = answer_of(as_hands(decks), shuffles=99)
    assert found.p == 0.01  # the least that 99 shuffles can say
    assert name in [test.name for test in found.tests if test.corrected == 0.01]
    assert answer_of(as_hands(even_decks(count, 3)), shuffles=99).p > 0.05


@pytest.mark.parametrize(("cheat", "count", "name"), [CHEATS[0], CHEATS[1], CHEATS[3]])
def test_they_alarm_where_only_some_rows_were_seen(cheat: Cheat, count: int, name: str) -> None:
    """Nothing in the columns but the last cards is known, and of the stock one to three rows."""
    unseen = {slot for region in SPIDER.dealt[:-1] for slot in region}
    hands = []
    for number, hand in enumerate(as_hands(cheating(cheat, 2 * count, 4))):
        rows = 1 + number % 3
        gone = unseen | {slot for row in SPIDER.rows[rows:] for slot in row}
        hands.append(bytes(255 if slot in gone else card for slot, card in enumerate(hand)))
    found = answer_of(hands, cards=PACK, shuffles=99)
    assert found.p == 0.01
    where = name.replace("row of the tableau", "face-up row")
    assert where in [test.name for test in found.tests if test.corrected == 0.01]


def test_of_hands_seen_in_part_only_places_that_all_see_take_part() -> None:
    """However the cards lie that some players saw and others did not."""
    rng = random.Random(1)
    hidden = [slot for region in SPIDER.dealt[:-1] for slot in region]
    fair = as_hands(even_decks(12, 8))
    known: list[list[bytes]] = [[], []]
    for hand in fair:
        kings = [slot for slot in hidden if hand[slot] // 4 == 12]  # that is what is seen
        for variant, shown in ((0, set(kings)), (1, set(rng.sample(hidden, 20)))):
            gone = set(hidden) - shown | {slot for row in SPIDER.rows[2:] for slot in row}
            known[variant].append(bytes(255 if slot in gone else card for slot, card in enumerate(hand)))
    first, second = (answer_of(hands, cards=PACK, shuffles=49) for hands in known)
    assert first == second
    assert [test.name for test in first.tests][:2] == ["ranks face up", "suits face up"]
    assert len(first.tests) == 14


@pytest.mark.parametrize("repeats", [100, pytest.param(1500, marks=pytest.mark.slow)])
def test_p_values_of_hands_seen_in_part_are_uniform(repeats: int) -> None:
    """Where what is seen does not depend on the cards."""
    rng, ps = random.Random(9), []
    for seed in range(repeats):
        hands = []
        for hand in as_hands(even_decks(4, seed)):
            gone = {slot for row in SPIDER.rows[rng.randrange(6) :] for slot in row} | {0, 1}
            hands.append(bytes(255 if slot in gone else card for slot, card in enumerate(hand)))
        ps.append(answer_of(hands, cards=PACK, shuffles=19, seed=seed).p)
    for level in (0.1, 0.25, 0.5):
        below, spread = sum(p <= level for p in ps), (repeats * level * (1 - level)) ** 0.5
        assert below == pytest.approx(level * repeats, abs=3.5 * spread)
