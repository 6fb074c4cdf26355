"""Spider and its kin twice: as the oracle's functions and as the native engine's rules value."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from oracle import spider as oracle
from oracle.spider import UNKNOWN, Move, Position, Rules
from oracle.spider_games import SPIDER_GAMES, SPIDER_VARIANTS
from winnable.families.spider.game import Observation, PatienceMove, SpiderGame, SpiderPosition
from winnable.registry import get_game

BOTH = SPIDER_GAMES | SPIDER_VARIANTS


class Pair(NamedTuple):
    """One game in both forms."""

    rules: Rules
    game: SpiderGame

    def __str__(self) -> str:
        return self.game.spelled


def pair(name: str) -> Pair:
    return Pair(BOTH[name], get_game(name))


def toy_pair(name: str, columns: int) -> Pair:
    """The game on fewer columns: for endings, not for deals."""
    rules = BOTH[name]
    dealt = rules.dealt[:columns]
    game, _, options = name.partition(":")
    cards = "" if rules.name == "mrs_mop" else " ".join(map(str, dealt))  # without a stock, all are dealt
    toy = [f"columns={columns}", f"column_cards={cards}", "face_down="]
    spelled = f"{game}:" + ",".join([*toy, *([options] if options else [])])
    return Pair(rules._replace(dealt=dealt, down=(0,) * columns), get_game(spelled))


def to_core(game: SpiderGame, position: Position) -> SpiderPosition:
    columns = [bytes(column) for column in position.columns]
    return game.core.position(columns, list(position.down), bytes(position.stock), list(position.runs))


def from_core(position: SpiderPosition) -> Position:
    return Position(
        tuple(map(tuple, position.columns)), tuple(position.down), tuple(position.stock), tuple(position.runs)
    )


def seen(observation: Observation) -> Position:
    """What the player sees, as the oracle writes it."""
    columns = [
        (UNKNOWN,) * down + tuple(column)
        for down, column in zip(observation.down, observation.columns, strict=True)
    ]
    stock = (UNKNOWN,) * observation.stock
    return Position(tuple(columns), tuple(observation.down), stock, tuple(observation.runs))


def to_core_move(move: Move) -> PatienceMove:
    return PatienceMove(*move)


def from_core_move(move: PatienceMove) -> Move:
    return move.from_pile, move.to_pile, move.count


def random_deal(rules: Rules, rng: Random) -> list[int]:
    deck = oracle.pack(rules)
    rng.shuffle(deck)
    return deck
