"""Logs of games: written, read, and played again."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.errors import InputError
from winnable.families.spider.json import to_data
from winnable.families.spider.log import Checked, LoggedGame, LogWriter, format_game, read_log, replay_logged
from winnable.text.detect import text_lines

from .text_strategies import games, spider_game

SPIDER = spider_game()


def played(name: str, deal: str, seed: int, most: int = 60, *, from_position: bool = False) -> LoggedGame:
    """A game played at random, as a log has it."""
    game = spider_game(name)
    random = Random(seed)
    start = position = game.deal(deal)
    moves = []
    for _ in range(most):
        legal = game.legal_moves(position)
        if not legal:
            break
        move = random.choice(legal)
        moves.append(game.notation.format(position, move))
        position = game.play(position, move)
    where = {"position": game.setup(start)} if from_position else {"deal": deal}
    won, score = game.outcome(position).value == "won", game.score(len(moves), sum(position.runs))
    return LoggedGame(game.spelled, tuple(moves), policy="random", seed=seed, won=won, score=score, **where)


def changed(logged: LoggedGame, **changes: Any) -> LoggedGame:
    return logged._replace(**changes)


def lines_of(*values: Any) -> list[str]:
    return [value if isinstance(value, str) else json.dumps(value) + "\n" for value in values]


@given(games, st.integers(0, 2**64 - 1), st.booleans())
def test_a_game_is_read_and_played_as_it_was(game: Any, seed: int, from_position: bool) -> None:
    logged = played(game.spelled, f"seed:{seed}", seed, from_position=from_position)
    (read,) = read_log([format_game(logged)], "g.log")
    assert read == changed(logged, line=1, source="g.log")
    assert replay_logged(game, read) == Checked(bool(logged.won), logged.score or 0)


@given(st.integers(0, 2**32), st.data())
def test_the_move_that_breaks_is_named(seed: int, data: st.DataObject) -> None:
    logged = played("spider:suits=1", f"seed:{seed}", seed)
    at = data.draw(st.integers(0, len(logged.moves) - 1))
    text = data.draw(st.sampled_from(["11", "5h", "", "deal deal", "99", "zz", "37v0"]))
    broken = changed(logged, moves=(*logged.moves[:at], text, *logged.moves[at:]))
    found = replay_logged(spider_game("spider:suits=1"), broken)
    assert found.breaks_at == at + 1
    assert found.reason
    assert "\n" not in found.reason


def test_the_end_that_is_not_so() -> None:
    logged = played("spider", "kpat:101", 3)
    assert replay_logged(SPIDER, changed(logged, won=True)).breaks_at == 0
    assert replay_logged(SPIDER, changed(logged, won=True)).reason == (
        "the game is not won, and the line says that it is won"
    )
    wrong = replay_logged(SPIDER, changed(logged, score=501))
    assert wrong.reason == f"the score is {logged.score}, and the line says 501"
    assert replay_logged(SPIDER, changed(logged, won=None, score=None)).reason is None


def test_writing(tmp_path: Path) -> None:
    first, second = played("spider", "kpat:1", 1), played("spider", "kpat:2", 2)
    path = tmp_path / "g.log"
    with LogWriter(path) as writer:
        writer.write(first)
        assert path.read_text() == format_game(first)  # at once
    with LogWriter(str(path), append=True) as writer:
        writer.write(second)
    assert path.read_text() == format_game(first) + format_game(second)
    with LogWriter(path) as writer:
        writer.write(second)
    with path.open("rb") as stream:
        assert [one.deal for one in read_log(text_lines(stream))] == ["kpat:2"]


def test_an_old_log_stays_until_a_game_takes_its_place(tmp_path: Path) -> None:
    path = tmp_path / "g.log"
    path.write_text("old\n")
    with LogWriter(path):
        assert path.read_text() == "old\n"
    assert path.read_text() == "old\n"
    with LogWriter(path) as writer:
        writer.write(played("spider", "kpat:1", 1))
    assert path.read_text() == format_game(played("spider", "kpat:1", 1))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_told_with_the_name_of_the_log() -> None:
    with (
        pytest.raises(InputError, match=r"^/dev/full: cannot write: no space left on device; "),
        LogWriter("/dev/full") as writer,
    ):
        writer.write(played("spider", "kpat:1", 1))


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        LogWriter(tmp_path / "no" / "g.log")
    assert str(caught.value) == (
        f"{tmp_path}/no/g.log: cannot write: no such file or directory; "
        "expected the name of a file that may be written"
    )


def test_games_are_read_one_by_one() -> None:
    """The second line is not looked at before the first game is there."""
    logged = read_log(iter([format_game(played("spider", "kpat:1", 1)), "\n", "{"]), "g.log")
    assert next(logged).line == 1
    with pytest.raises(InputError, match=r"^g\.log:3:2: not JSON"):
        next(logged)


def test_a_large_log_is_not_held(tmp_path: Path) -> None:
    line = format_game(played("spider", "kpat:1", 1, most=5))

    class Endless(io.RawIOBase):
        def readline(self, size: int | None = -1) -> bytes:
            return line.encode()

    read = read_log(text_lines(Endless()))  # type: ignore[arg-type]
    assert [next(read).line for _ in range(100)] == list(range(1, 101))


GAME = {"game": "spider", "deal": "kpat:101", "moves": ["73"]}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("hello", "g.log:1:1: not JSON: Expecting value; expected one JSON object"),
        ([], 'g.log:1:1: this line is no game; expected an object with "moves"'),
        ({"game": "spider"}, 'g.log:1:1: this line is no game; expected an object with "moves"'),
        ({"moves": [], "deal": 1},
         'g.log:1:1: this line names no game; expected a key "game" such as "spider"'),
        ({"game": 1, "deal": 1, "moves": []},
         "g.log:1:10: the game is not a text; expected a name such as freecell"),
        ({"game": "spider", "moves": []},
         'g.log:1:1: a game that starts nowhere; expected one key, "deal" or "position"'),
        ({**GAME, "position": {"columns": []}},
         'g.log:1:1: a game with two starts; expected one key, "deal" or "position"'),
        ({**GAME, "moves": "73"}, "g.log:1:49: moves is not a list; expected a list in [ ]"),
        ({**GAME, "moves": ["73", 5]}, 'g.log:1:56: this move is not a text; expected a text such as "37"'),
        ({**GAME, "won": "no"}, "g.log:1:64: unreadable won; expected true or false"),
        ({**GAME, "seed": 1.5}, "g.log:1:65: unreadable seed; expected a whole number"),
        ({**GAME, "score": True}, "g.log:1:66: unreadable score; expected a whole number"),
        ({**GAME, "policy": 1}, "g.log:1:67: unreadable policy; expected a text"),
        ({**GAME, "time": 1}, "g.log:1:57: unknown key 'time'; expected one of game, deal, position, policy, "
                              "seed, boards, won, score, moves"),
        ({"game": "spider", "position": {"columns": [["XX"]]}, "moves": []},
         "g.log:1:46: unknown card 'XX'; expected a rank A23456789TJQK then a suit CDHS"),
    ],
)  # fmt: skip
def test_mistakes(line: Any, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read_log(lines_of(line), "g.log"))
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"deal": "golf:1"},
         "g.log:1: unknown kind of deal 'golf'; expected one of ms, kpat, pysol, seed"),
        ({"deal": "kpat:0"}, "g.log:1: there is no kpat deal 0; expected 1 to 2147483647"),
        ({"game": "spider:suits=2"},
         "g.log:1: this position is of 'spider:suits=2'; expected spider; "
         "ask for spider:suits=2, or take the game out here"),
    ],
)  # fmt: skip
def test_games_that_cannot_start(change: dict[str, Any], expected: str) -> None:
    (logged,) = read_log(lines_of(GAME | change), "g.log")
    with pytest.raises(InputError) as caught:
        replay_logged(SPIDER, logged)
    assert str(caught.value) == expected


def test_a_position_in_a_log_has_every_card() -> None:
    position = to_data(SPIDER.setup(SPIDER.deal("kpat:101")))
    position["stock"] = ["??"] * 50
    (logged,) = read_log(lines_of({"game": "spider", "position": position, "moves": []}), "g.log")
    with pytest.raises(InputError, match=r"^g\.log:1:\d+: an unknown card; expected every card"):
        replay_logged(SPIDER, logged)
