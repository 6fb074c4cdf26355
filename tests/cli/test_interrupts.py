"""Ctrl-C and SIGTERM: what is known is printed, once, and nothing is counted that was not begun."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

import winnable.analysis.equity
import winnable.search.solvers
import winnable.studies.experiments.run  # noqa: F401  # before a test puts another token in their place
from sizes import PATIENCE
from winnable.cli import interrupts
from winnable.cli.interrupts import cancellable, interrupt, until_cancelled

Process = Callable[..., subprocess.Popen[str]]


@pytest.fixture(autouse=True)
def no_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long after any other test's signal as needs be; and no machine is so busy that two signals here are
    two wishes."""
    monkeypatch.setattr(interrupts._LastWish, "at", -float("inf"))
    monkeypatch.setattr(interrupts, "SAME_WISH", 600.0)


def raised(number: int) -> None:
    os.kill(os.getpid(), number)
    time.sleep(0)  # Python's handlers run between two of its instructions


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_cancels_and_a_later_one_interrupts(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signal.getsignal(number)
    with cancellable() as token:
        assert not token.cancelled
        raised(number)
        assert token.cancelled
        raised(number)  # the same wish
        monkeypatch.setattr(interrupts._LastWish, "at", time.monotonic() - 1200)
        with pytest.raises(KeyboardInterrupt):
            raised(number)
    assert signal.getsignal(number) is before


def test_what_is_printed_after_the_work_is_printed_whole() -> None:
    with cancellable() as token:
        raised(signal.SIGINT)
    printed = False
    with suppress(KeyboardInterrupt):
        interrupt(signal.SIGTERM, None)
        printed = True
    assert token.cancelled
    assert printed


def test_a_command_that_cannot_be_cancelled_is_interrupted() -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupt(signal.SIGTERM, None)


def test_a_signal_while_the_next_item_is_awaited_ends_the_items() -> None:
    def items() -> Iterator[int]:
        yield 1
        raised(signal.SIGTERM)
        raised(signal.SIGINT)
        yield 2

    with cancellable() as token:
        assert list(until_cancelled(items(), token)) == [1]
        assert token.cancelled


def test_between_two_items_no_handler_is_set_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """It cost a tenth of the time of `solve` on a range of easy deals."""
    with cancellable() as token, monkeypatch.context() as patched:
        patched.setattr(signal, "signal", lambda *handler: pytest.fail("a handler is set"))
        assert list(until_cancelled(range(3), token)) == [0, 1, 2]


def test_a_signal_while_an_item_is_worked_on_ends_nothing_at_once() -> None:
    done = []
    with cancellable() as token:
        for item in until_cancelled(range(3), token):
            raised(signal.SIGINT)
            assert token.cancelled
            done.append(item)
    assert done == [0, 1, 2]


@pytest.mark.parametrize("jobs", [1, 2])
def test_deals_that_were_not_begun_are_not_counted(process: Process, jobs: int) -> None:
    limits = ("--jobs", str(jobs), "--max-nodes", "20000")
    running = process("solve", "freecell:cells=1", "1..100000", "--summary", "--json", *limits)
    assert running.stderr is not None
    assert "solved" in running.stderr.readline()  # its progress, after a second
    running.send_signal(signal.SIGTERM)
    running.send_signal(signal.SIGTERM)
    out, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    found = json.loads(out)
    assert found["games"] == found["wins"] + found["losses"] + len(found["undecided"]) > 0
    unknown = [int(deal.removeprefix("ms:")) for deal in found["undecided"]]
    # The ones in work are counted; what else is unknown needs more than the limit, as one in ten does.
    in_a_row = sum(1 for i, number in enumerate(reversed(unknown)) if number == max(unknown) - i)
    assert in_a_row <= jobs + 6


@pytest.mark.parametrize(
    "argv",
    [
        ("winnability", "spider", "--count", "1000000"),
        ("equity", "spider", "seed:1", "--policy", "best", "--count", "100000"),
        ("play", "spider", "seed:1", "--policy", "best", "--count", "100000", "--summary"),
    ],
)
def test_of_nothing_there_is_no_share(
    winnable: Callable[..., object], monkeypatch: pytest.MonkeyPatch, argv: tuple[str, ...]
) -> None:
    """Cancelled before anything ends: no "0.0 %"."""
    from winnable._core import CancelToken

    class Cancelled(CancelToken):
        def __init__(self) -> None:
            super().__init__()
            self.cancel()

    monkeypatch.setattr("winnable._core.CancelToken", Cancelled)
    answer = winnable(*argv)
    assert (answer.code, answer.out, answer.err) == (130, "", "winnable: cancelled\n")  # type: ignore[attr-defined]
