"""Uses of the library with the types that they must have: checked by mypy and pyright, never run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, assert_type

import winnable
from winnable.analysis.difficulty import Graded
from winnable.family import RegisteredGame
from winnable.freecell import PatienceGame, PatienceMove, PatiencePosition, PatienceSolver, Setup
from winnable.pyramid import PairingGame, PairingMove, PairingPosition
from winnable.scene import Scene
from winnable.spider import Observation, SpiderGame, SpiderPosition
from winnable.text.detect import Entry
from winnable.undead import UndeadGame, UndeadMove, UndeadPosition


def games(name: str) -> None:
    assert_type(winnable.get_game("freecell"), PatienceGame)
    assert_type(winnable.get_game("simple_simon"), PatienceGame)
    assert_type(winnable.get_game("pyramid"), PairingGame)
    assert_type(winnable.get_game("pyramid", "hoyle"), PairingGame)
    assert_type(winnable.get_game("undead"), UndeadGame)
    assert_type(winnable.get_game("scorpion"), SpiderGame)
    assert_type(winnable.get_game(name), RegisteredGame[Any, Any])
    assert_type(winnable.get_game("freecell:cells=3"), RegisteredGame[Any, Any])


def positions() -> None:
    game = winnable.get_game("freecell")
    position = game.deal(617)
    assert_type(position, PatiencePosition)
    assert_type(game.legal_moves(position), Sequence[PatienceMove])
    assert_type(game.play(position, game.notation.parse(position, "26")), PatiencePosition)
    assert_type(game.setup(position), Setup)
    assert_type(game.solver("shortest", metric="cards"), PatienceSolver)
    spider = winnable.get_game("spider")
    assert_type(spider.observe(spider.deal(1)), Observation)


def answers(name: str, any_game: RegisteredGame[Any, Any]) -> None:
    freecell, pyramid = winnable.get_game("freecell"), winnable.get_game("pyramid")
    undead, spider = winnable.get_game("undead"), winnable.get_game("spider")
    assert_type(winnable.solve(freecell, 617), winnable.SolveResult[PatienceMove])
    assert_type(winnable.solve(freecell, freecell.deal(617), "short"), winnable.SolveResult[PatienceMove])
    assert_type(winnable.solve(pyramid, "ms:3", "fewest").moves, tuple[PairingMove, ...])
    assert_type(winnable.solve(undead, 1, "count", most=5), winnable.SolveResult[UndeadMove])
    assert_type(winnable.solve(spider, 1), winnable.SolveResult[PatienceMove])
    assert_type(winnable.solve("freecell", 617), winnable.SolveResult[PatienceMove])
    assert_type(winnable.solve(name, "ms:617", "shortest"), winnable.SolveResult[Any])
    assert_type(winnable.solve(any_game, 617, "shortest"), winnable.SolveResult[Any])
    assert_type(winnable.hint(pyramid, 1).move, PairingMove | None)
    assert_type(winnable.hint("pyramid", 1), winnable.Hint[Any])
    verdicts = winnable.move_verdicts(freecell, 617, solver="auto")
    assert_type(verdicts, winnable.MoveVerdicts[PatienceMove])
    assert_type(verdicts[0], winnable.MoveVerdict[PatienceMove])
    assert_type(winnable.textbook_search(undead, 1, "greedy"), winnable.SolveResult[UndeadMove])
    played = winnable.replay(pyramid, 1, "draw")
    assert_type(played, winnable.Replay[PairingPosition, PairingMove])
    assert_type(winnable.difficulty(undead, 1), Graded)
    assert_type(winnable.show("spider", 1), Scene)
    assert_type(winnable.solve(freecell, 1).to_dict(), dict[str, Any])


def texts(text: str) -> None:
    assert_type(winnable.read(text), Iterator[Entry])
    for entry in winnable.read(text, "undead"):
        assert_type(entry.position(winnable.get_game("undead")), UndeadPosition)
        winnable.solve("undead", entry)
    spider = winnable.get_game("spider")
    assert_type(next(winnable.read_file("deals.txt", spider)).position(spider), SpiderPosition)
    for deal in winnable.parse_deals("ms:1..10"):
        assert_type(deal, winnable.DealNumber)


def words(result: winnable.SolveResult[Any]) -> None:
    said: str = result.verdict  # a StrEnum is a text
    assert_type(result.reason, winnable.StopReason)
    print(said)
