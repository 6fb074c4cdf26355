"""Reviews of games played unseen: chances as they are exactly, falls in pairs, and nothing that peeks."""

from __future__ import annotations

import pickle
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from native.spider_agree import Pair, from_core, pair, to_core, toy_pair
from oracle.spider import observe
from oracle.spider_cases import Case, read
from oracle.spider_solve import Endings, hidden_cards, worlds
from winnable._core import CancelToken
from winnable.analysis.chances import Chance, Chances, review_unseen
from winnable.errors import InputError
from winnable.families.spider.policy import make_policy
from winnable.intervals import wilson
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.search.policy import play

HARD = read("hard.json")
ENDINGS = [
    case
    for case in [*read("easy.json"), *HARD]
    if 0 < hidden_cards(case.position) < 10 and case.columns < 10 and case.game != "scorpion"
]
GAMES = 60
SURE = 4.0  # standard deviations: what lies outside is no chance


def both(case: Case) -> Pair:
    whole = pair(case.game)
    return whole if case.columns == len(whole.rules.dealt) else toy_pair(case.game, case.columns)


def moves_of(case: Case, policy: str, most: int) -> list[Any]:
    """What a policy plays from a case, as it lies."""
    game = both(case).game
    return list(play(game, to_core(game, case.position), make_policy(game, policy), 1).moves[:most])


def exact_share(case: Case, position: Any, policy: str, seed: int = 1) -> Fraction:
    """How often a policy wins from what is seen of a position, over all its worlds."""
    game, rules = both(case)[::-1]
    player = make_policy(game, policy)
    games = [
        play(game, to_core(game, world), player, seed)
        for world in worlds(rules, observe(from_core(position)))
    ]
    return Fraction(sum(game.won for game in games), len(games))


@pytest.mark.parametrize("case", ENDINGS, ids=str)
def test_exact_chances_lie_in_the_intervals(case: Case) -> None:
    """The oracle's chance is that of the best player: where the policy is as good, the interval holds it, and
    nowhere does it lie above."""
    rules, game = both(case)
    start, moves = to_core(game, case.position), moves_of(case, "fast", 4)
    found = review_unseen(game, start, moves, policy="fast", games=GAMES, seed=2)
    exact = Endings(rules)
    position = start
    for place, move in zip(found.positions, [*moves, None], strict=True):
        best = exact.win_probability(from_core(position))
        low, high = wilson(sum(place.wins), len(place.wins), SURE)
        assert low <= best
        if exact_share(case, position, "fast") == best:
            assert low <= best <= high
        assert place.interval == wilson(sum(place.wins), GAMES)
        if move is not None:
            position = game.play(position, move)


def test_most_intervals_hold_what_they_should() -> None:
    """Nominally 95 % of them: counted where the policy's own exact share is known."""
    held = total = 0
    for case in ENDINGS:
        game = both(case).game
        start = to_core(game, case.position)
        exact = exact_share(case, start, "fast")
        for seed in range(4):
            found = review_unseen(game, start, [], policy="fast", games=20, seed=seed)
            low, high = found.positions[0].interval
            held += low <= exact <= high
            total += 1
    assert total >= 20
    assert held >= 0.85 * total


def share_after(case: Case, start: Any, move: Any, policy: str) -> Fraction:
    """How often a policy wins after a move was made in all worlds that look like a position."""
    rules, game = both(case)
    player = make_policy(game, policy)
    after = [game.play(to_core(game, world), move) for world in worlds(rules, observe(from_core(start)))]
    return Fraction(sum(play(game, world, player, 1).won for world in after), len(after))


def test_a_choice_that_throws_a_win_away_is_found() -> None:
    """A first move of an ending after which the policy wins far less often, whatever card it turns."""
    tried = 0
    for case in ENDINGS:
        game = both(case).game
        start = to_core(game, case.position)
        before = exact_share(case, start, "fast")
        if before < Fraction(1, 3) or tried >= 6:
            continue
        for move in game.distinct_moves(start):
            cost = before - share_after(case, start, move, "fast")
            if cost < Fraction(1, 3):
                continue
            found = review_unseen(game, start, [move], policy="fast", games=GAMES)
            low, high = found.choice(1, SURE).interval
            assert low <= cost <= high
            assert found.worst_choice == 1
            assert found.instead
            assert "instead of move 1 the policy plays" in found.text()
            tried += 1
    assert tried >= 2


def spider_line(name: str, deal: int, most: int) -> tuple[Any, Any, list[Any]]:
    game, rng = get_game(name), Random(deal)
    start = here = game.deal(deal)
    moves = []
    for _ in range(most):
        moves.append(rng.choice(list(game.legal_moves(here))))
        here = game.play(here, moves[-1])
    return game, start, moves


def quick(name: str, deal: int, most: int, **options: Any) -> Chances:
    game, start, moves = spider_line(name, deal, most)
    return review_unseen(game, start, moves, **{"policy": "random", "games": 6} | options)


def test_the_same_worlds_where_nothing_came_to_light() -> None:
    """With nothing turned, before and after a move the same cards lie in the same places."""
    from winnable.analysis import chances

    game, start, moves = spider_line("spider:suits=1", 3, 8)
    line, _ = chances._played(game, start, moves)
    drawn: dict[int, list[Any]] = {}
    for (number, unturned), world, _ in chances._items(game, line, moves, 3, 5, None):
        if not unturned:
            assert game.observe(world) == line.seen[number]
            drawn.setdefault(number, []).append(world)
        else:
            before = drawn[number - 1][-1]
            assert world == game.play(before, moves[number - 1])
    assert not all(line.revealed[1:])
    for number in range(1, len(moves) + 1):
        if not line.revealed[number]:
            after = [game.play(world, moves[number - 1]) for world in drawn[number - 1]]
            assert after == drawn[number]
    assert len(set(drawn[0])) == 3


def test_one_seed_gives_one_answer_with_any_number_of_threads() -> None:
    answers = [quick("spider:suits=1", 5, 2, seed=9, jobs=jobs, games=4) for jobs in (1, 3)]
    assert answers[0] == answers[1]
    assert quick("spider:suits=1", 5, 2, seed=10, games=4) != answers[0]
    assert answers[0].complete
    fewer = quick("spider:suits=1", 5, 2, seed=9, games=2)
    assert [place.wins for place in fewer.positions] == [place.wins[:2] for place in answers[0].positions]


def test_worlds_that_look_alike_get_the_same_review() -> None:
    game, start, moves = spider_line("spider:suits=2", 4, 30)
    for move in moves:
        start = game.play(start, move)
    seen, here, quiet = game.observe(start), start, []
    while len(quiet) < 4:
        after = {move: game.play(here, move) for move in game.legal_moves(here)}
        hidden = game.unseen_cards(seen)
        move = next(move for move in after if game.unseen_cards(game.observe(after[move])) == hidden)
        quiet.append(move)
        here = after[move]
    worlds_alike = [game.determinise(seen, Random(seed)) for seed in range(4)]
    assert len(set(worlds_alike)) == 4
    found = [review_unseen(game, world, quiet, policy="random", games=2) for world in worlds_alike]
    assert len({pickle.dumps(one) for one in found}) == 1
    assert len({one.text() for one in found}) == 1


def test_limits_and_cancelling() -> None:
    timed = quick("spider", 1, 2, games=10**6, limits=Limits(seconds=0.02))
    assert 1 <= timed.games < 10**6
    assert not timed.complete
    assert all(len(place.wins) == len(place.unturned) == timed.games for place in timed.positions)
    token = CancelToken()
    token.cancel()
    nothing = quick("spider", 1, 2, token=token)
    assert nothing.games == 0
    assert "not one world was played" in nothing.text()
    stopped = CancelToken()
    some = quick(
        "spider", 1, 5, games=10**6, token=stopped, on_step=lambda done, _: done > 10 and stopped.cancel()
    )
    assert 1 <= some.games < 20


def test_what_is_asked_wrongly() -> None:
    game, start, moves = spider_line("spider", 1, 2)
    with pytest.raises(InputError, match="no policy 'luck'"):
        review_unseen(game, start, moves, policy="luck")
    with pytest.raises(InputError, match="0 games"):
        review_unseen(game, start, moves, games=0)


def test_what_is_said() -> None:
    found = quick("spider:suits=1", 5, 6, policy="fast", games=2)
    text, data = found.text(), found.data()
    assert text.startswith("by the policy fast, which sees no hidden card: 2 games from each position")
    assert len(text.splitlines()) >= 8
    assert [row["move"] for row in data["chances"]] == [
        None,
        *(place.move for place in found.positions[1:]),
    ]
    assert all(0 <= row["interval"][0] <= row["share"] <= row["interval"][1] <= 1 for row in data["chances"])
    for number in range(1, 7):
        fall, choice = found.fall(number), found.choice(number)
        assert fall.share == pytest.approx(found.positions[number - 1].share - found.positions[number].share)
        if not found.positions[number].revealed:
            assert fall == choice
    wide, narrow = found.fall(1, found.z_for_all).interval, found.fall(1).interval
    assert wide[0] < narrow[0] < narrow[1] < wide[1]
    assert found.z_for_all == pytest.approx(2.638, abs=0.001)  # of 0.05 / 12 in each tail


@pytest.mark.parametrize(
    ("lost", "grade"),
    [(0, ""), (3, ""), (7, "inaccuracy"), (15, "mistake"), (30, "blunder")],
)
def test_a_choice_is_graded_by_what_it_cost(lost: int, grade: str) -> None:
    """Of 100 worlds in pairs, so many are lost by the choice; 3 of them cost less than 5 points."""
    before = (True,) * 100
    after = (False,) * lost + (True,) * (100 - lost)
    places = (Chance(0, "", "", before, before), Chance(1, "61", "words", after, after))
    assert Chances(places, "fast", 0, 100, won=False).grade(1) == grade


def test_what_may_be_chance_has_no_grade() -> None:
    """Of few worlds, or where as many were gained: the interval has 0 in it. With more moves it is wider."""
    few = ((True,) * 10, (False,) * 2 + (True,) * 8)
    mixed = ((True,) * 60 + (False,) * 40, (False,) * 30 + (True,) * 50 + (False,) * 20)
    for before, after in (few, mixed):
        places = (Chance(0, "", "", before, before), Chance(1, "61", "words", after, after))
        found = Chances(places, "fast", 0, len(before), won=False)
        assert found.choice(1).share >= 0.05
        assert found.grade(1) == ""
    before, after = (True,) * 100, (False,) * 7 + (True,) * 93
    first = (Chance(0, "", "", before, before), Chance(1, "61", "words", after, after))
    more = tuple(Chance(number, "61", "words", after, after) for number in range(2, 80))
    assert Chances(first, "fast", 0, 100, won=False).grade(1) == "inaccuracy"
    assert Chances((*first, *more), "fast", 0, 100, won=False).grade(1) == ""


def test_parts_are_told_as_they_would_be_found() -> None:
    case = ENDINGS[0]
    game = both(case).game
    start, moves = to_core(game, case.position), moves_of(case, "fast", 3)
    parts: list[Chances] = []
    found = review_unseen(game, start, moves, games=11, seed=5, on_part=parts.append)
    assert [part.games for part in parts] == [1, 2, 4, 8]
    for part in parts:
        alone = review_unseen(game, start, moves, games=part.games, seed=5)
        assert [place.wins for place in part.positions] == [place.wins for place in alone.positions]
        assert [place.unturned for place in part.positions] == [place.unturned for place in alone.positions]
    assert found.games == 11
