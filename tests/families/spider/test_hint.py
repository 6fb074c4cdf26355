"""Hints of policies in Spider: every reason is counted again on what the engine makes of the moves."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest

from sizes import some_of
from winnable._core import Observation, PatienceMove
from winnable.analysis.hint import hint as hint_of_any_game
from winnable.cards import parse_card
from winnable.errors import InputError
from winnable.families.spider.game import SpiderGame, SpiderPosition
from winnable.families.spider.hint import PolicyHint, hint
from winnable.families.spider.policy import make_policy
from winnable.registry import get_game
from winnable.search.api import Verdict

RANKS = "ace,two,three,four,five,six,seven,eight,nine,ten,jack,queen,king".split(",")  # noqa: SIM905
SUITS = ["clubs", "diamonds", "hearts", "spades"]
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

GAMES = ["spider", "spider:suits=1", "spider:suits=2,deal_over_empty=true", "spiderette:suits=2", "scorpion"]


class Draws:
    """A policy that draws legal moves until it sees something new, at most five; sometimes it gives up."""

    def __init__(self, game: SpiderGame, *, gives_up: bool = False) -> None:
        self.game, self.gives_up = game, gives_up

    def decide(self, observation: Observation, seed: int) -> Sequence[PatienceMove]:
        chance = random.Random(seed)
        position = self.game.determinise(observation, chance)
        plan: list[PatienceMove] = []
        for _ in range(0 if self.gives_up else chance.randint(1, 5)):
            moves = self.game.legal_moves(position)
            if not moves:
                break
            plan.append(chance.choice(moves))
            position = self.game.play(position, plan[-1])
        return plan


class Fixed:
    """A policy that makes the moves that it is told to make."""

    def __init__(self, *plan: PatienceMove) -> None:
        self.plan = plan

    def decide(self, observation: Observation, seed: int) -> Sequence[PatienceMove]:
        return self.plan


def shuffled(game: SpiderGame, chance: random.Random) -> SpiderPosition:
    deck = list(range(52)) * game.facts.decks
    chance.shuffle(deck)
    return game.deal_deck(bytes(deck))


def joins(table: Observation) -> int:
    return sum(a == b + 4 for up in table.columns for a, b in pairwise(up))


def empties(table: Observation) -> set[int]:
    return {i for i, up in enumerate(table.columns, 1) if not up and not table.down[i - 1]}


def turned(before: Observation, after: Observation) -> set[int]:
    return {i for i, (a, b) in enumerate(zip(before.down, after.down, strict=True), 1) if b < a}


def completed(before: Observation, after: Observation) -> Counter[str]:
    return Counter({s: b - a for s, a, b in zip(SUITS, before.runs, after.runs, strict=True) if b > a})


def columns_in(text: str) -> set[int]:
    return set(map(int, re.findall(r"\d+", text)))


def tables(game: SpiderGame, seen: Observation, line: Sequence[str]) -> tuple[list[Observation], list[bool]]:
    """What is seen before and after each move of a line, in a world drawn anew; and is each move a deal?"""
    position = game.determinise(seen, random.Random(99))
    out, deals = [seen], []
    for text in line:
        move = game.notation.parse(position, text)
        position = game.play(position, move)
        out.append(game.observe(position))
        deals.append(text == "deal")
    return out, deals


def check_turning(clause: str, seen: Observation, found: set[int]) -> None:
    last = re.search(r"turns? the last face-down card of column (\d+)", clause)
    other = re.search(r"turns? a card in column (\d+) \((\d+) face down(, the fewest)?\)", clause)
    assert ("turn" in clause) is bool(last or other)
    if last:
        assert seen.down[int(last[1]) - 1] == 1
        assert int(last[1]) in found
    if other:
        down = seen.down[int(other[1]) - 1]
        assert int(other[1]) in found
        assert down == int(other[2]) > 1
        assert (down == min(n for n in seen.down if n)) is bool(other[3])


def check_first(clause: str, before: Observation, after: Observation) -> bool:
    """Is this a clause about the first move, and does it hold?"""
    if found := re.fullmatch(r"it completes a run of (\w+)", clause):
        assert completed(before, after)[found[1]] > 0
    elif clause.startswith("it turns "):
        check_turning(clause, before, turned(before, after))
    elif found := re.fullmatch(r"it empties (columns? .*)", clause):
        assert columns_in(found[1]) == empties(after) - empties(before)
    elif clause == "it joins in suit":
        assert joins(after) == joins(before) + 1
    elif found := re.fullmatch(r"it uncovers the (\w+) of (\w+)", clause):
        card = 4 * RANKS.index(found[1]) + SUITS.index(found[2])
        ends = [[up[-1] for up in table.columns if up] for table in (before, after)]
        assert ends[1].count(card) > ends[0].count(card) - 1
        assert card in ends[1]
    elif clause == "it fills the last empty column, so that a row may be dealt":
        assert len(empties(before)) == 1
        assert after.stock
        assert not empties(after)
    else:
        return False
    return True


def check_together(clause: str, views: Sequence[Observation], deals: Sequence[bool]) -> bool:
    """Is this a clause about all moves together, without a row deal at the end, and does it hold?"""
    found = re.match(r"it begins (\d+) moves that together ", clause)
    if not found:
        return False
    moves = len(deals) - deals[-1]
    assert int(found[1]) == moves > 1
    start, end = views[0], views[moves]
    if "win the game" in clause:
        assert not any(end.columns)
        assert end.stock == 0
        return True
    runs = completed(start, end)
    check_runs(clause, runs)
    check_turning(clause, start, turned(start, end))
    assert ("turn " in clause) is bool(turned(views[moves - 1], end))
    emptied = re.search(r"empty (columns? \d+(?:(?:, | and )\d+)*)", clause)
    assert (columns_in(emptied[1]) if emptied else set()) == empties(end) - empties(start)
    gained = joins(end) - joins(start) + 12 * runs.total()
    joined = re.search(r"join (\d+) more cards? in suit", clause)
    assert (int(joined[1]) if joined else 0) == max(gained, 0)
    return True


def check_runs(clause: str, runs: Counter[str]) -> None:
    one = re.search(r"complete a run of (\w+)", clause)
    alike = re.search(r"complete (\d+) runs of (\w+)", clause)
    more = re.search(r"complete \d+ runs, (\d+ of \w+(?:, \d+ of \w+)* and \d+ of \w+)", clause)
    told = Counter(re.findall("|".join(SUITS), one[0]) if one else [])
    for number, suit in [alike.groups()] if alike else re.findall(r"(\d+) of (\w+)", more[1] if more else ""):
        told[suit] += int(number)
    assert told == runs


def check_deal(clause: str, game: SpiderGame, table: Observation, *, first: bool) -> bool:
    """Is this a clause about a row deal, and does it hold? ``table`` is what is seen before it."""
    world = game.determinise(table, random.Random(98))
    others = [move for move in game.legal_moves(world) if game.notation.format(world, move) != "deal"]
    if found := re.fullmatch(
        r"(?:it keeps|a row is dealt next, onto) (an|\w+) empty columns?( for the row)?", clause
    ):
        assert len(empties(table)) == (1 if found[1] == "an" else NUMBERS.index(found[1]))
        assert clause.startswith("it keeps") is first is found[2].endswith("row")
    elif clause == "then a row is dealt":
        assert not empties(table)
        assert not first
    elif clause == "nothing else can be moved":
        assert not others
    elif found := re.fullmatch(r"the policy chooses it over the (\d+) other moves?", clause):
        assert int(found[1]) == len(others)
    elif clause == "no other move turns a card, empties a column, joins in suit or completes a run":
        assert others
        for move in others:
            after = game.observe(game.play(world, move))
            assert not turned(table, after)
            assert not completed(table, after)
            assert joins(after) <= joins(table)
            assert not empties(after) - empties(table)
    else:
        return False
    return True


def check(game: SpiderGame, seen: Observation, said: PolicyHint) -> None:
    """Every reason, against what the engine makes of the moves."""
    assert said.why
    views, deals = tables(game, seen, said.line)
    assert not any(deals[:-1])
    assert not any(turned(a, b) for a, b in pairwise(views[:-1]))
    assert said.move_text == said.line[0]
    for clause in said.why:
        if "cards may lie" in clause or "every card known" in clause:
            continue  # tests/families/spider/test_worlds.py
        first = check_first(clause, views[0], views[1])
        together = check_together(clause, views, deals)
        dealt = deals[-1] and check_deal(clause, game, views[-2], first=len(deals) == 1)
        assert first + together + dealt == 1 or clause == "it is the policy's choice", clause


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_holds(name: str) -> None:
    game = get_game(name)
    chance = random.Random(name)
    begins: Counter[str] = Counter()
    for _ in range(some_of(20)):
        position = shuffled(game, chance)
        for _ in range(40):
            if not game.legal_moves(position):
                break
            seen = game.observe(position)
            said = hint(game, seen, decider=Draws(game), seed=chance.randint(0, 10**6))
            if said.verdict is not Verdict.UNSOLVABLE:  # of what may lie hidden: tests of worlds
                check(game, seen, said)
            begins.update(clause.partition(" column")[0] for clause in said.why)
            for text in said.line:
                position = game.play(position, game.notation.parse(position, text))
    assert {"it turns a card in", "it empties", "nothing else can be moved"} & {*begins}
    assert any(clause.startswith("it begins") for clause in begins)
    assert any(clause.startswith("it joins in suit") for clause in begins)


@pytest.mark.parametrize(
    "name", ["spider", "spider:suits=1", "spider:deal_over_empty=true", "spiderette:suits=1"]
)
def test_every_reason_holds_of_a_policy_that_plays_well(name: str) -> None:
    game = get_game(name)
    policy = make_policy(game, "fast", boards=200)
    position = shuffled(game, random.Random(name))
    for decision in range(80):
        seen = game.observe(position)
        said = hint(game, seen, decider=policy, seed=decision)
        if said.move is None:
            break
        check(game, seen, said)
        for text in said.line:
            position = game.play(position, game.notation.parse(position, text))
    assert decision > 5


def test_the_hidden_cards_do_not_matter() -> None:
    game = get_game("spider")
    position = game.deal_deck(bytes(random.Random(5).sample(list(range(52)) * 2, 104)))
    seen = game.observe(position)
    worlds = [game.determinise(seen, random.Random(seed)) for seed in range(4)]
    assert len(set(worlds)) == 4
    said = {hint(game, game.observe(world), decider=Draws(game), seed=3) for world in worlds}
    assert len(said) == 1


def table(*columns: str, stock: int = 0) -> Observation:
    """The end of a game of one suit: ``-- 9S`` is a face-down card and a nine; unseen is what is left."""
    up = [bytes(parse_card(word).index for word in column.replace("--", "").split()) for column in columns]
    up += [b""] * (10 - len(up))
    down = [column.count("--") for column in columns] + [0] * (10 - len(columns))
    seen = Counter(face for column in up for face in column)
    hidden = sum(down) + stock
    deck = Counter(dict.fromkeys(range(3, 52, 4), 8))
    runs = (104 - seen.total() - hidden) // 13
    left = Counter({face: n - runs for face, n in deck.items()}) - seen
    return Observation(up, down, stock, (0, 0, 0, runs), bytes(left[face] for face in range(52)))


FULL = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"


def test_what_a_hint_says() -> None:
    game = get_game("spider:suits=1")
    seen = table(FULL, "-- KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "AS")
    said = hint(game, seen, decider=Fixed(PatienceMove(2, 1, 1)))
    assert said.move_text == "32"
    assert said.words == "ace of spades from column 3 onto the two of spades in column 2"
    assert said.why == (
        "it completes a run of spades",
        "it turns the last face-down card of column 2",
        "it empties column 3",
        "with every card known it can be won",
    )
    assert said.line == ("32",)


def stuck_position(game: SpiderGame, chance: random.Random) -> SpiderPosition:
    """The end of a game in which rows are dealt as soon as they may be."""
    for _ in range(100):
        position = shuffled(game, chance)
        for _ in range(300):
            moves = game.legal_moves(position)
            if not moves:
                return position
            deals = [move for move in moves if game.notation.format(position, move) == "deal"]
            position = game.play(position, chance.choice(deals or moves))
    raise AssertionError("no game came to a stop")


def test_a_won_game_a_stuck_one_and_a_policy_that_gives_up() -> None:
    game = get_game("spider:suits=1")
    won = hint(game, table(), decider=Fixed())
    assert (won.verdict, won.move, won.why) == (Verdict.SOLVED, None, ("the game is won already",))
    spiderette = get_game("spiderette")
    chance = random.Random(4)
    position = stuck_position(spiderette, chance)
    stuck = hint(spiderette, spiderette.observe(position), decider=Fixed())
    assert (stuck.verdict, stuck.move) == (Verdict.UNSOLVABLE, None)
    assert stuck.why == ("lost: no card can go onto another, and the stock is used up",)
    spider = get_game("spider")
    seen = spider.observe(shuffled(spider, chance))
    up = hint(spider, seen, decider=Draws(spider, gives_up=True))
    assert (up.verdict, up.move, up.line) == (Verdict.UNKNOWN, None, ())
    moves_left = len(spider.legal_moves(spider.determinise(seen, chance)))
    assert up.why == (f"the policy gives up: it sees no use in the {moves_left} moves that are left",)


def test_a_game_that_only_chance_plays_gets_no_advice() -> None:
    scorpion = get_game("scorpion")
    position = scorpion.deal(1)
    with pytest.raises(InputError, match="no policy gives advice in scorpion; expected open_cards=True"):
        hint_of_any_game(scorpion, position)
    stuck = hint_of_any_game(scorpion, stuck_position(scorpion, random.Random(1)))
    assert (stuck.verdict, stuck.move) == (Verdict.UNSOLVABLE, None)  # which needs no player
    assert hint(scorpion, scorpion.observe(position), policy="random").move is not None
