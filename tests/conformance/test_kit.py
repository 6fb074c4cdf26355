"""The kit itself: a sound game passes, and each kind of broken game fails with its fault named."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from sizes import PATIENCE
from winnable.game import GameInfo, IllegalMove, Outcome
from winnable.testing import (
    NonconformanceError,
    PerftCase,
    check_game,
    check_perft,
    check_playthrough,
    perft,
    write_playthrough,
)


class HalveNotation:
    def format(self, position: int, move: int) -> str:
        return f"-{move}"

    def parse(self, position: int, text: str) -> int:
        if not text.startswith("-"):
            raise ValueError(f"{text!r} is not a move: expected - and a number")
        return int(text[1:])


class Halve:
    """A pile of counters: take one, or half of an even pile; won at one, stuck at thirteen."""

    info = GameInfo("halve", "Halve", "toys", "take one or half", ("n",))

    def __init__(self) -> None:
        self.notation: Any = HalveNotation()

    def deal(self, number: int | str) -> int:
        return int(number) + 20

    def legal_moves(self, position: int) -> Sequence[int]:
        if position in (1, 13):
            return []
        return sorted({1, *([position // 2] if position % 2 == 0 else [])})

    def play(self, position: int, move: int) -> int:
        if move not in Halve.legal_moves(self, position):
            raise IllegalMove(f"{move} of {position} may not be taken")
        return position - move

    def outcome(self, position: int) -> Outcome:
        if position == 1:
            return Outcome.WON
        return Outcome.STUCK if position == 13 else Outcome.OPEN

    def key(self, position: int) -> int:
        return position * 7919


def broken(**parts: Callable[..., Any]) -> Halve:
    """Halve with some of its methods replaced."""
    game = type("Broken", (Halve,), dict(parts))()
    assert isinstance(game, Halve)
    return game


def broken_text(
    format: Callable[[int, int], str] | None = None,  # noqa: A002
    parse: Callable[[int, str], int] | None = None,
) -> Halve:
    game = Halve()
    if format is not None:
        game.notation.format = format
    if parse is not None:
        game.notation.parse = parse
    return game


def counted(position: int) -> Iterable[str]:
    return [f"-{move}" for move in Halve().legal_moves(position)]


DEALS = [1, 2, 30]


def test_a_sound_game_passes() -> None:
    cases = [PerftCase(4, (2, 3, 5), "by hand")]  # 24: 23 or 12; 22, 11 or 6; ...
    check_game(Halve(), deals=DEALS, oracle=counted, perft=cases)


def no_reason(self: Halve, position: int, move: int) -> int:
    if move not in Halve.legal_moves(self, position):
        raise IllegalMove("")
    return position - move


FAULTS: dict[str, tuple[Halve, str]] = {
    "unsorted": (
        broken(legal_moves=lambda self, p: list(Halve.legal_moves(self, p))[::-1]),
        "not sorted",
    ),
    "doubled": (broken(legal_moves=lambda self, p: [1, 1] if p not in (1, 13) else []), "listed twice"),
    "open at the end": (broken(outcome=lambda self, p: Outcome.OPEN), "open, yet no move"),
    "stuck too early": (broken(outcome=lambda self, p: Outcome.STUCK), "stuck, yet a move"),
    "long key": (broken(key=lambda self, p: p << 128), "more than 128 bits"),
    "negative key": (broken(key=lambda self, p: -p), "more than 128 bits"),
    "shared key": (broken(key=lambda self, p: p // 2), "share a key"),
    "plays anything": (broken(play=lambda self, p, m: p - m), "was played"),
    "gives no reason": (broken(play=no_reason), "without a reason"),
    "empty text": (broken_text(format=lambda p, m: ""), "is no text"),
    "text with a gap": (broken_text(format=lambda p, m: f"- {m}"), "is no text"),
    "text of two lines": (broken_text(format=lambda p, m: f"-\n{m}"), "is no text"),
    "one text for two moves": (broken_text(format=lambda p, m: "-1"), "means both|which reads"),
    "reads another move": (broken_text(parse=lambda p, text: int(text[1:]) + 1), "which reads"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_game_fails(fault: str) -> None:
    game, complaint = FAULTS[fault]
    with pytest.raises(NonconformanceError, match=complaint) as caught:
        check_game(game, deals=DEALS)
    assert str(caught.value).startswith("halve, deal ")


def test_a_deal_that_changes_fails() -> None:
    seen: list[int] = []

    def deal(self: Halve, number: int | str) -> int:
        seen.append(1)
        return int(number) + 20 + len(seen)

    with pytest.raises(NonconformanceError, match="same deal gave another"):
        check_game(broken(deal=deal), deals=DEALS)


def test_a_position_that_changes_when_played_from_fails() -> None:
    plays: dict[int, int] = {}

    def play(self: Halve, position: int, move: int) -> int:
        plays[position] = plays.get(position, 0) + 1
        return Halve.play(self, position, move)

    game = broken(play=play, key=lambda self, p: 1000 * p + plays.get(p, 0))
    with pytest.raises(NonconformanceError, match="changed the position it was played from"):
        check_game(game, deals=DEALS)


def test_setups_must_come_back() -> None:
    game = broken(setup=lambda self, p: p, position=lambda self, setup: setup + 1)
    with pytest.raises(NonconformanceError, match="setup of a position"):
        check_game(game, deals=DEALS)


def test_the_oracle_is_held_against_the_moves() -> None:
    with pytest.raises(NonconformanceError, match="legal by the oracle, but not listed: -99"):
        check_game(Halve(), deals=DEALS, oracle=lambda p: [*counted(p), "-99"])
    with pytest.raises(NonconformanceError, match="listed, but not legal by the oracle: -1"):
        check_game(Halve(), deals=DEALS, oracle=lambda p: [])


def test_a_wrong_count_names_the_depth_and_its_source() -> None:
    with pytest.raises(NonconformanceError, match="3 sequences of 2 moves, but 4 by a guess"):
        check_perft(Halve(), PerftCase(4, (2, 4), "a guess"))


def test_perft_of_depth_nought_is_one() -> None:
    assert perft(Halve(), 24, 0) == 1
    assert perft(Halve(), 1, 3) == 0


def test_a_playthrough_is_compared_line_by_line() -> None:
    text = write_playthrough(Halve(), 4, ["-12", "-6", "-3"])
    assert "outcome: open\n" in text
    check_playthrough(Halve(), text)
    with pytest.raises(NonconformanceError, match="line 5 of the playthrough"):
        check_playthrough(Halve(), text.replace("0: 24", "0: 25"))
    with pytest.raises(NonconformanceError, match="lines, now"):
        check_playthrough(Halve(), text + "more\n")
    with pytest.raises(ValueError, match="names its game and its deal"):
        check_playthrough(Halve(), "nothing\n")


def test_checking_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one deal"):
        check_game(Halve(), deals=[])


def test_the_kit_needs_hypothesis_only_for_its_strategies() -> None:
    code = (
        "import sys; import winnable.testing as kit; assert 'hypothesis' not in sys.modules;"
        "kit.strategies; assert 'hypothesis' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)


def test_the_kit_has_nothing_else() -> None:
    import winnable.testing as kit

    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = kit.nonsense
