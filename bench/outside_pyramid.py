"""Pyramid against a brute-force program of its own: `python bench/outside_pyramid.py` prints the table.

The rules are read from the table of variants in `docs/rules/pyramid.md`, and played here on a representation
of its own: which cards of the deck have left, how many of those left in the stock are drawn, and the pass. It
goes through all that can be reached from late positions, and reads off whether they can be won, the fewest
actions, removals and passes that win, and the most points. Our lines are replayed by the same rules.

A third of the positions are endings of games played at random; the others, which can be won, are found
backwards from the end of a game.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from outside import Comparison, add_arguments

import winnable

PAGE = Path(__file__).parents[1] / "docs" / "rules" / "pyramid.md"
RANKS, SUITS = "A23456789TJQK", "CDHS"
ROWS = 7
CLEARED = (500, 250, 150, 100, 75, 50, 25)  # points for rows of 1 to 7 cards
PAR = (50, 35, 20)
BACKWARDS = 24  # moves from the end, at most
MOST_STATES = 20_000  # that a position may lead to; else one nearer to the end is taken
# Rules changed beside the variants of the page: each mixes some that no variant has together.
MIXED = (
    ("microsoft", {"passes": "2", "overlap": "true"}),
    ("microsoft", {"goal": "all", "passes": "unlimited"}),
    ("relaxed", {"stock_top": "apart", "draw": "2"}),
    ("tuts_tomb", {"draw": "3", "passes": "2"}),
    ("king_tut", {"goal": "all", "stock_top": "open"}),
    ("giza", {"columns": "5", "overlap": "true"}),
    ("triangle", {"goal": "tableau", "overlap": "true"}),
    ("par", {"passes": "2", "draw": "2"}),
)


class State(NamedTuple):
    """Which cards of the deck have left, how many of the stock's others are on the waste, and the pass."""

    gone: frozenset[int]
    drawn: int
    turn: int


class Game:
    """A variant's rules and a deck, cards by their places in it: the tableau's come first."""

    def __init__(self, rules: Mapping[str, str], deck: Sequence[str]) -> None:
        self.rules = rules
        self.deck = list(deck)
        lengths = range(1, ROWS + 1) if rules["tableau"] == "pyramid" else range(ROWS, 0, -1)
        self.rows: list[list[int]] = []
        for length in lengths:
            first = sum(map(len, self.rows))
            self.rows.append(list(range(first, first + length)))
        self.tableau = sum(map(len, self.rows))
        width = int(rules["columns"])
        self.columns = [list(range(self.tableau + i, len(deck), width)) for i in range(width)]
        self.stock = [] if width else list(range(self.tableau, len(deck)))
        self.passes = None if rules["passes"] == "unlimited" else int(rules["passes"])
        self.everything = frozenset(range(len(deck) if rules["goal"] == "all" else self.tableau))
        self.covers = {card: list(self._over(card)) for row in self.rows for card in row}
        self.covers |= {a: [b] for column in self.columns for a, b in pairwise(column)}

    def _over(self, card: int) -> Iterator[int]:
        """The cards dealt onto this one: in a pyramid to its left and right in the row below it."""
        for row, below in pairwise(self.rows):
            if card in row:
                place = row.index(card)
                sides = (place, place + 1) if len(below) > len(row) else (place - 1, place)
                yield from (below[side] for side in sides if 0 <= side < len(below))

    def value(self, card: int) -> int:
        """Ace 1 to king 13."""
        return RANKS.index(self.deck[card][0]) + 1

    def start(self) -> State:
        """Before the first move."""
        return State(frozenset(), int(self.rules["waste_cards"]), 1)

    def is_won(self, state: State) -> bool:
        """Has all left that must?"""
        return self.everything <= state.gone

    def stock_left(self, state: State) -> list[int]:
        """The cards of waste and stock, the first drawn first."""
        return [card for card in self.stock if card not in state.gone]

    def removals(self, state: State) -> Iterator[frozenset[int]]:
        """The cards that may leave together."""
        left = self.stock_left(state)
        waste = left[state.drawn - 1 : state.drawn] if state.drawn else []
        top = left[state.drawn : state.drawn + 1] if self.rules["stock_top"] != "hidden" else []
        lying = [card for row in self.rows for card in row] + [card for pile in self.columns for card in pile]
        over = {c: [d for d in self.covers.get(c, ()) if d not in state.gone] for c in lying}
        free = [card for card in lying if card not in state.gone and not over[card]]
        pairs = [(a, b) for i, a in enumerate(free) for b in [*free[i + 1 :], *waste, *top]]
        if self.rules["stock_top"] == "open":
            pairs += [(a, b) for a in waste for b in top]
        if self.rules["overlap"] == "true":
            pairs += [
                (c, d)
                for c in lying
                if c not in state.gone and len(over[c]) == 1
                for d in over[c]
                if d in free
            ]
        yield from (frozenset((a,)) for a in [*free, *waste, *top] if self.value(a) == 13)
        yield from (frozenset(pair) for pair in pairs if self.value(pair[0]) + self.value(pair[1]) == 13)

    def moves(self, state: State) -> Iterator[tuple[str | frozenset[int], State]]:
        """Every move and where it leads; none once the game is over."""
        if self.is_won(state) and self.rules["play_on"] == "false":
            return
        left = self.stock_left(state)
        for cards in self.removals(state):
            from_waste = any(card in left[: state.drawn] for card in cards)
            yield cards, State(state.gone | cards, state.drawn - from_waste, state.turn)
        if state.drawn < len(left):
            yield "draw", state._replace(drawn=min(state.drawn + int(self.rules["draw"]), len(left)))
        elif left and (self.passes is None or state.turn < self.passes):
            yield "recycle", State(state.gone, 0, state.turn + (self.passes is not None))

    def points(self, state: State) -> int:
        """The score, if the game ends here."""
        if self.rules["scoring"] == "par":
            bonus = PAR[state.turn - 1] if set(range(self.tableau)) <= state.gone else 0
            return bonus - (len(self.deck) - len(state.gone))
        if self.rules["scoring"] == "none":
            return 0
        kings = sum(self.value(card) == 13 for card in state.gone)
        cleared = (CLEARED[len(row) - 1] for row in self.rows if set(row) <= state.gone)
        return 5 * (kings + (len(state.gone) - kings) // 2) + sum(cleared)

    def text(self, state: State) -> str:
        """The position as JSON that Winnable reads."""

        def named(cards: Sequence[int]) -> list[str | None]:
            return [None if card in state.gone else self.deck[card] for card in cards]

        position: dict[str, object] = {"tableau": [named(row) for row in self.rows]}
        if self.columns:
            position["columns"] = [[name for name in named(column) if name] for column in self.columns]
        else:
            left = [self.deck[card] for card in self.stock_left(state)]
            position |= {"waste": left[: state.drawn], "stock": left[state.drawn :]}
            position |= {"pass": state.turn} if self.passes else {}
        return json.dumps(position)


class Answers(NamedTuple):
    """What can be read off from all that a position leads to; None for what no line does."""

    winnable: bool
    actions: int | None
    removals: int | None
    passes: int | None
    points: int | None


def all_states(game: Game, start: State) -> dict[State, list[tuple[bool, State]]] | None:
    """Each state that play reaches, and where its moves lead, recycles marked; None if they are too many."""
    found: dict[State, list[tuple[bool, State]]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in found:
            continue
        found[state] = [(move == "recycle", after) for move, after in game.moves(state)]
        waiting += [after for _, after in found[state]]
        if len(found) > MOST_STATES:
            return None
    return found


def least(
    states: Mapping[State, Sequence[tuple[bool, State]]],
    start: State,
    cost: Callable[[bool], int],
    done: Callable[[State], bool],
) -> int | None:
    """The least cost, of moves of cost 0 or 1, to a state that is done."""
    spent = {start: 0}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        if done(state):
            return spent[state]
        for recycles, after in states[state]:
            total = spent[state] + cost(recycles)
            if total < spent.get(after, total + 1):
                spent[after] = total
                waiting.append(after) if cost(recycles) else waiting.appendleft(after)
    return None


def brute_force(game: Game, start: State) -> Answers | None:
    """All the answers; None if the position leads to too many others."""
    states = all_states(game, start)
    if states is None:
        return None
    wins = [state for state in states if game.is_won(state)]
    removed = (left_by(game, start, win) for win in wins)
    recycles = least(states, start, int, game.is_won)
    counted = recycles is not None and not game.columns
    return Answers(
        bool(wins),
        least(states, start, lambda recycles: 1, game.is_won),
        min(removed, default=None),
        recycles + 1 if counted and recycles is not None else recycles,
        None if game.rules["scoring"] == "none" else max(map(game.points, states)),
    )


def left_by(game: Game, start: State, end: State) -> int:
    """How many removals lie between two states."""
    gone = end.gone - start.gone
    kings = sum(game.value(card) == 13 for card in gone)
    return kings + (len(gone) - kings) // 2


def our_answers(spelled: str, text: str, game: Game, start: State) -> tuple[Answers, list[str]]:
    """Winnable's answers, and what is wrong with their lines."""
    ours = winnable.get_game(spelled)
    (entry,) = winnable.read(text, ours)
    position = entry.position(ours)
    faults: list[str] = []

    def ask(kind: str, metric: str | None = None) -> Any:
        result = ours.solver(kind, metric=metric).solve(position)
        if result.verdict == "unknown":
            raise RuntimeError(f"{kind} without limits left {spelled} {text} undecided")
        faults.extend(fault_of(game, start, kind, result))
        return result

    decided = ask("auto").verdict == "solved"
    costs = [ask("fewest", metric) for metric in ("actions", "removals", "passes")]
    least_of = [round(result.cost) if result.verdict == "solved" else None for result in costs]
    score = None if game.rules["scoring"] == "none" else ask("score").score
    return Answers(decided, *least_of, score), faults


def fault_of(game: Game, start: State, kind: str, result: Any) -> Iterator[str]:
    """Replays a line; what is wrong with it, if something is."""
    state = start
    for number, text in enumerate(result.texts, 1):
        wanted = text if text in ("draw", "recycle") else frozenset(map(game.deck.index, text.split("+")))
        after = [after for move, after in game.moves(state) if move == wanted]
        if not after:
            yield f"move {number} of {kind}, {text}, is not legal"
            return
        state = after[0]
    if kind == "score" and game.points(state) != result.score:
        yield f"{kind} says {result.score} points, but its line makes {game.points(state)}"
    if kind != "score" and result.verdict == "solved" and not game.is_won(state):
        yield f"the line of {kind} does not win"


@cache
def variants() -> dict[str, dict[str, str]]:
    """The rules of each variant, from the page, and those of the mixed ones, as Winnable spells them."""
    table = re.findall(r"^\|(.*)\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    rows = [[cell.strip() for cell in line.split("|")] for line in table]
    first = next(i for i, row in enumerate(rows) if row[0] == "variant")
    names, *lines = rows[first : first + 1] + rows[first + 2 :]
    read = {line[0]: dict(zip(names, line, strict=True)) for line in lines if len(line) == len(names)}
    out = {f"pyramid:{name}": rules for name, rules in read.items()}
    for name, changed in MIXED:
        spelled = ",".join(f"{rule}={value}" for rule, value in changed.items())
        out[f"pyramid:{name},{spelled}"] = read[name] | changed
    return out


def random_deck(random: Random) -> list[str]:
    """The 52 cards, shuffled."""
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    random.shuffle(deck)
    return deck


def played_ending(game: Game, random: Random) -> list[State]:
    """The states of a game played at random, mostly removing what can be removed."""
    states = [game.start()]
    draws = 0
    while draws < 200 and (moves := list(game.moves(states[-1]))):
        pairs = [after for move, after in moves if isinstance(move, frozenset)]
        removes = bool(pairs) and random.random() < 0.8
        states.append(random.choice(pairs) if removes else random.choice(moves)[1])
        draws = 0 if removes else draws + 1
    return states


def thirteens(game: Game, cards: Sequence[int]) -> list[frozenset[int]]:
    """The kings among some cards, and the pairs that make thirteen."""
    kings = [frozenset((card,)) for card in cards if game.value(card) == 13]
    return kings + [frozenset(p) for p in combinations(cards, 2) if sum(map(game.value, p)) == 13]


def won_ending(game: Game, random: Random) -> list[State]:
    """The last states of a game that is won, found backwards from its end."""
    gone: frozenset[int] = frozenset()
    while not game.everything <= gone:  # the end: all that must has left, with partners
        left = [card for card in range(len(game.deck)) if card not in gone]
        gone |= random.choice([cards for cards in thirteens(game, left) if min(cards) in game.everything])
    # In the first pass, several cards drawn at once leave fixed numbers in the stock.
    first_turn = 1 if game.rules["draw"] == "1" else game.passes or 1
    end = State(gone, 0, random.randint(first_turn, game.passes or 1))
    end = end._replace(drawn=random.randint(0, len(game.stock_left(end))))
    states = [end]
    while len(states) < BACKWARDS:
        before = [state for state in befores(game, states[0]) if state.turn >= first_turn]
        random.shuffle(before)
        led = (state for state in before if states[0] in (after for _, after in game.moves(state)))
        if (state := next(led, None)) is None:
            break
        states.insert(0, state)
    return states


def befores(game: Game, state: State) -> list[State]:
    """States from which a move may lead to this one, and others."""
    left = len(game.stock_left(state))
    drawn = max(0, state.drawn - int(game.rules["draw"]))
    before = [state._replace(drawn=drawn)] * 3 + [State(state.gone, left, state.turn - 1)] * 3
    for cards in thirteens(game, sorted(state.gone)):
        before += [State(state.gone - cards, state.drawn + waste, state.turn) for waste in (0, 1)]
    return [
        one for one in before if one.turn > 0 and one.drawn <= len(game.stock_left(one)) and holds(game, one)
    ]


def holds(game: Game, state: State) -> bool:
    """Does every card that has left lie under none that has not?"""
    return all(state.gone.issuperset(game.covers.get(card, ())) for card in state.gone)


def late_position(game: Game, random: Random, *, won: bool) -> tuple[State, Answers]:
    """A state near the end of a game, one that does not lead to too many, and the answers."""
    while True:
        states = won_ending(game, random) if won else played_ending(game, random)
        at = max(0, len(states) - random.randint(2, BACKWARDS))
        while at < len(states):
            if (answers := brute_force(game, states[at])) is not None:
                return states[at], answers
            at = (at + len(states) + 1) // 2


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the table; the exit code."""
    parser = argparse.ArgumentParser(description="Pyramid against a brute-force program of its own.")
    add_arguments(parser, 500, "late positions")
    chosen = parser.parse_args(argv)
    random = Random(chosen.seed)
    comparison = Comparison(("positions", "winnable"))
    rules = list(variants().items())
    for i in range(chosen.deals):
        spelled, of_it = rules[i % len(rules)]
        game = Game(of_it, random_deck(random))
        start, theirs = late_position(game, random, won=i // len(rules) % 3 > 0)
        text = game.text(start)
        ours, faults = our_answers(spelled, text, game, start)
        comparison.count(spelled, "positions", *["winnable"] * theirs.winnable)
        for what, our, their in zip(Answers._fields, ours, theirs, strict=True):
            comparison.compare(f"{what} of {spelled} {text}", our, their)
        for fault in faults:
            comparison.disagree(f"{spelled} {text}", "a line", fault)
    return comparison.report()


if __name__ == "__main__":
    sys.exit(main())
