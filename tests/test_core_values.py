"""Native values in Python's hands: copies, pickles, callbacks."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from winnable import Limits, Outcome, _core, get_game
from winnable._core import PairingRules, PatienceRules
from winnable.freecell import PatienceSolver
from winnable.search.algorithms import search


@pytest.mark.parametrize(
    "name", ["freecell", "penguin", "simple_simon", "eight_off", "freecell:cells=3,columns=13"]
)
def test_positions_and_moves_are_copied_and_pickled(name: str) -> None:
    game = get_game(name)
    position = game.deal(5)
    for _ in range(5):
        moves = game.legal_moves(position)
        assert pickle.loads(pickle.dumps(moves)) == moves == copy.deepcopy(moves)
        position = game.play(position, moves[-1])
    for again in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert again == position
        assert hash(again) == hash(position)
        assert game.setup(again) == game.setup(position)
        assert game.legal_moves(again) == game.legal_moves(position)


def test_a_result_is_pickled() -> None:
    game = get_game("freecell")
    result = PatienceSolver(game).solve(game.deal(617))
    assert pickle.loads(pickle.dumps(result)) == result


def test_the_last_improvement_is_told() -> None:
    game = get_game("freecell")
    told: list[int] = []
    result = PatienceSolver(game, "short").solve(
        game.deal(1), on_improvement=lambda better: told.append(len(better.moves))
    )
    assert told[-1] == len(result.moves)
    assert told == sorted(told, reverse=True)


def test_an_improvement_names_the_position_it_is_of() -> None:
    game = get_game("freecell")
    told: list[Any] = []
    positions = [game.deal(number) for number in (1, 2, 3)]
    _core.PatienceSolver(game.core, "short").solve_many(positions, 300_000, on_improvement=told.append)
    assert {*positions[1:]} & {answer.start for answer in told}
    for answer in told:
        end = answer.start
        for move in answer.moves:
            end = game.play(end, move)
        assert game.outcome(end) is Outcome.WON


def test_what_an_improvement_callback_raises_is_raised() -> None:
    game = get_game("freecell")

    def refuse(better: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PatienceSolver(game, "short").solve(game.deal(1), on_improvement=refuse)


class Hashed:
    """A walk to 9 whose keys say nothing; ``same`` answers with what need not be a bool."""

    def legal_moves(self, position: int) -> list[int]:
        return [1, 2]

    def play(self, position: int, move: int) -> int:
        return position + move

    def outcome(self, position: int) -> str:
        return "won" if position == 9 else "open" if position < 9 else "stuck"

    def key(self, position: int) -> int:
        return 0

    def same(self, a: int, b: int) -> object:
        return [a] if a == b else None


def test_same_may_answer_with_any_truth() -> None:
    result = search(Hashed(), 0, "breadth_first", limits=Limits(nodes=1000))
    assert len(result.moves) == 5


def test_rules_tell_the_type_of_each_value() -> None:
    kinds: dict[str, tuple[type, ...]] = {
        "number": (int,),
        "flag": (bool,),
        "word": (str,),
        "numbers": (list,),
        "number or word": (int, str),
    }
    for rules in (PatienceRules.from_dict({"columns": 10}), PairingRules.from_dict({"passes": "unlimited"})):
        types = rules.types()
        assert list(types) == list(rules.to_dict())
        for key, value in rules.to_dict().items():
            assert type(value) in kinds[types[key]], key
    assert PatienceRules.types()["face_down"] == "numbers"
    assert PairingRules.types()["passes"] == "number or word"
