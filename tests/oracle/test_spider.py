"""The oracle of Spider against what is known without it: rules by hand, chances by counting."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from oracle.cards import card
from oracle.spider import (
    DEAL,
    UNKNOWN,
    Position,
    Rules,
    canonical,
    faults,
    format_move,
    is_won,
    layout,
    legal_moves,
    observe,
    pack,
    play,
    settle,
    unseen,
)
from oracle.spider_games import SPIDER_GAMES, SPIDER_VARIANTS, spider
from oracle.spider_solve import (
    Endings,
    chance_of,
    is_winnable,
    outcomes,
    reachable,
    winning_line,
    worlds,
)
from oracle.spider_toys import ending, headed_ending
from sizes import some_of

SPIDER = SPIDER_GAMES["spider"]
SCORPION = SPIDER_GAMES["scorpion"]
SPIDERETTE = SPIDER_GAMES["spiderette"]
GAMES = SPIDER_GAMES | SPIDER_VARIANTS


def cards(text: str) -> tuple[int, ...]:
    return tuple(UNKNOWN if word == "??" else card(word) for word in text.split())


def board(rules: Rules, *columns: str, down: tuple[int, ...] = (), stock: str = "") -> Position:
    """Some columns, the others empty; whatever is missing is said to have left."""
    shown = [cards(text) for text in columns]
    shown += [()] * (len(rules.dealt) - len(shown))
    down += (0,) * (len(rules.dealt) - len(down))
    return Position(tuple(shown), down, cards(stock))


def run(suit: str, first: str = "K", last: str = "A") -> str:
    ranks = "KQJT98765432A"
    return " ".join(r + suit for r in ranks[ranks.index(first) : ranks.index(last) + 1])


@pytest.mark.parametrize("name", GAMES)
def test_deals_are_whole(name: str) -> None:
    rules = GAMES[name]
    deck = pack(rules)
    Random(name).shuffle(deck)
    start = layout(rules, deck)
    assert faults(rules, start) == []
    assert tuple(map(len, start.columns)) == rules.dealt
    assert len(start.stock) == len(deck) - sum(rules.dealt)


def test_sizes_are_those_that_the_books_have() -> None:
    assert {name: len(pack(r)) - sum(r.dealt) for name, r in SPIDER_GAMES.items()} == {
        "spider": 50,
        "spiderette": 24,
        "will_o_the_wisp": 31,
        "mrs_mop": 0,
        "scorpion": 3,
    }
    assert Counter(pack(spider("S"))) == {card(f"{r}S"): 8 for r in "A23456789TJQK"}
    assert set(Counter(pack(spider("HS"))).values()) == {4}


# --- moves -----------------------------------------------------------------------------------------------


def test_a_run_in_suit_moves_onto_any_suit_and_whole_or_in_part_onto_nothing() -> None:
    position = board(SPIDER, "9H 8S 7S 6S", "9D", "9C 8H 7D", "8D 7S")
    moves = [m for m in legal_moves(SPIDER, position) if m[0] == 0 and m[1] < 5]
    assert moves == [(0, 1, 3), (0, 2, 1), (0, 3, 1), (0, 4, 1), (0, 4, 2), (0, 4, 3)]
    assert [format_move(SPIDER, position, m) for m in moves] == ["12", "13", "14", "15v1", "15v2", "15"]


def test_a_face_down_card_ends_a_run() -> None:
    position = board(SPIDER, "8S 7S 6S", "9D", down=(1,))
    assert {m[2] for m in legal_moves(SPIDER, position) if m[0] == 0} == {1, 2}
    assert not [m for m in legal_moves(SPIDER, position) if m[:2] == (0, 1)]


def test_only_one_copy_of_a_card_is_built_on_at_a_time() -> None:
    """Both copies of the nine take the eight; neither takes it with the seven of another suit on it."""
    position = board(SPIDER, "8H 7S", "9S", "9S", "KC", "KC", "KC", "KC", "KC", "KC", "KC")
    assert legal_moves(SPIDER, position) == []


def test_a_run_leaves_at_once_from_on_top_of_anything_and_the_card_below_is_turned() -> None:
    position = board(SPIDER, "3H 4D " + run("S", last="2"), "AS", down=(2,))
    after = play(SPIDER, position, (1, 0, 1))
    assert after.columns[0] == cards("3H 4D")
    assert after.down[0] == 1
    assert after.runs == (0, 0, 0, 1)


def test_a_row_deal_goes_to_each_column_and_lets_runs_leave() -> None:
    columns = ["4D " + run("S", last="2"), *["KC"] * 8, "KD " + run("H", last="2")]
    position = board(SPIDER, *columns, down=(1,), stock="AS " + "3C " * 8 + "AH 9D")
    after = play(SPIDER, position, DEAL)
    assert after.columns[0] == cards("4D")
    assert after.down[0] == 0
    assert after.columns[1:9] == (cards("KC 3C"),) * 8
    assert after.columns[9] == cards("KD")
    assert after.runs == (0, 0, 1, 1)
    assert after.stock == cards("9D")


def test_a_row_is_refused_while_a_column_is_empty_or_allowed_by_rule() -> None:
    position = board(SPIDERETTE, *["KC"] * 6, stock="2C 3C 4C")
    assert DEAL not in legal_moves(SPIDERETTE, position)
    allowed = SPIDERETTE._replace(deal_over_empty=True)
    assert legal_moves(allowed, position)[-1] == DEAL
    assert format_move(allowed, position, DEAL) == "deal"


def test_a_last_row_that_is_not_full_goes_to_the_first_columns() -> None:
    position = board(SPIDERETTE, *["KC"] * 7, stock="2C 3C 4C")
    after = play(SPIDERETTE, position, DEAL)
    assert [len(column) for column in after.columns] == [2, 2, 2, 1, 1, 1, 1]
    assert not after.stock


def test_in_scorpion_any_face_up_card_moves_with_all_on_it() -> None:
    position = board(SCORPION, "3D 9S KH 4C", "TS", "5C", down=(1,))
    assert legal_moves(SCORPION, position) == [(0, 1, 3), (0, 2, 1), *[(0, n, 2) for n in range(3, 7)]]
    after = play(SCORPION, position, (0, 1, 3))
    assert after.columns[1] == cards("TS 9S KH 4C")
    assert after.down[0] == 0


def test_in_scorpion_a_run_leaves_when_the_heap_on_it_goes() -> None:
    position = board(SCORPION, run("S") + " 7H 2D", "8H")
    after = play(SCORPION, position, (0, 1, 2))
    assert after.columns[0] == ()
    assert after.runs == (0, 0, 0, 1)


def test_columns_have_an_order_while_there_is_a_stock() -> None:
    ahead, behind = board(SPIDER, "2C", "3C"), board(SPIDER, "3C", "2C")
    assert canonical(ahead) == canonical(behind)
    assert canonical(ahead._replace(stock=cards("9D"))) != canonical(behind._replace(stock=cards("9D")))


# --- what is seen ------------------------------------------------------------------------------------------


def test_what_is_seen_is_the_same_in_every_world() -> None:
    position = ending(SPIDERETTE, Random(1), runs=2, pieces=13, down=3, stock=3)
    seen = observe(position)
    everything = list(worlds(SPIDERETTE, seen))
    assert len(set(everything)) == len(everything) == 720
    assert position in everything
    assert {observe(world) for world in everything} == {seen}
    assert unseen(SPIDERETTE, seen).total() == 6


@pytest.mark.parametrize("name", ["spider:suits=1", "spider:suits=2", "spiderette", "scorpion"])
def test_what_may_come_is_what_comes_in_the_worlds(name: str) -> None:
    """The chances of a move's outcomes, against every world played and counted."""
    rules = GAMES[name]
    for number in range(some_of(12)):
        position = ending(rules, Random(number), runs=2, pieces=6, down=2, stock=2)
        seen = observe(position)
        for move in legal_moves(rules, seen):
            found = Counter(canonical(observe(play(rules, world, move))) for world in worlds(rules, seen))
            assert outcomes(rules, seen, move) == {
                end: Fraction(number, found.total()) for end, number in found.items()
            }


def slow_chance(rules: Rules, seen: Position) -> Fraction:
    """The exact win probability by values that only grow: of all that may be seen from here, each is at least
    as good as its moves, over and over until nothing changes."""
    ends = {seen}
    frontier = [seen]
    moves: dict[Position, list[Counter[Position]]] = {}
    while frontier:
        here = frontier.pop()
        moves[here] = [outcomes(rules, here, move) for move in legal_moves(rules, here)]
        new = {end for gamble in moves[here] for end in gamble} - ends
        ends |= new
        frontier += new
    values = {end: Fraction(is_won(rules, end)) for end in ends}
    changed = True
    while changed:
        changed = False
        for here, gambles in moves.items():
            worth = [sum((p * values[end] for end, p in g.items()), Fraction(0)) for g in gambles]
            best = max([values[here], *worth])
            changed |= best > values[here]
            values[here] = best
    return values[seen]


def test_win_probabilities_against_values_that_only_grow() -> None:
    toy = spider("S")._replace(dealt=(4,) * 3, down=(0,) * 3)
    chances = set()
    for number in range(8):
        position = ending(toy, Random(number), runs=1, pieces=3, down=2, stock=2 * (number % 2))
        chance = Endings(toy).win_probability(position)
        assert chance == slow_chance(toy, canonical(observe(position)))
        chances.add(chance)
    assert len(chances) > 1


def test_chances_by_hand() -> None:
    """Two aces lie face down, each below a run that lacks its ace. With a free column either run may go
    there, and whichever ace is turned completes a run; without one nothing moves."""
    toy = SPIDER._replace(dealt=(1, 1), down=(0, 0), suits="HS", copies=1)
    position = Position((cards("AS " + run("S", last="2")), cards("AH " + run("H", last="2"))), (1, 1))
    assert Endings(toy).win_probability(position) == 0
    wide = toy._replace(dealt=(1, 1, 1), down=(0, 0, 0))
    position = Position((*position.columns, ()), (1, 1, 0))
    assert Endings(wide).win_probability(position) == 1


def test_policies_never_do_better_than_the_best() -> None:
    toy = spider("S")._replace(dealt=(4,) * 3, down=(0,) * 3)
    for number in range(6):
        position = ending(toy, Random(number), runs=1, pieces=6, down=3)
        best = Endings(toy).win_probability(position)

        def last_move(seen: Position) -> tuple[int, int, int] | None:
            moves = legal_moves(toy, seen)
            return moves[-1] if moves else None

        assert chance_of(toy, position, last_move, 40) <= best


def test_knowing_every_card_is_no_worse() -> None:
    for number in range(10):
        position = headed_ending(SPIDERETTE, Random(number), runs=2, tail=(2, 3), down=2)
        assert faults(SPIDERETTE, position) == []
        if Endings(SPIDERETTE).win_probability(position) == 1:
            line = winning_line(SPIDERETTE, position)
            assert line is not None
            for move in line:
                position = play(SPIDERETTE, position, move)
            assert is_won(SPIDERETTE, position)


def test_lost_means_that_no_position_within_reach_is_won() -> None:
    toy = SPIDER._replace(dealt=(4,) * 3, down=(0,) * 3)
    verdicts = set()
    for number in range(30):
        position = ending(toy, Random(number), runs=2, pieces=5)
        winnable = any(is_won(toy, end) for end in reachable(toy, position))
        assert is_winnable(toy, position) == winnable
        verdicts.add(winnable)
        assert settle(toy, position) == position
    assert verdicts == {True, False}
