"""`winnable winnability`: text and JSON, the choice of deals, limits, and what it refuses."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable

import pytest

from sizes import PATIENCE

KEYS = {
    "game",
    "games",
    "wins",
    "losses",
    "undecided",
    "share",
    "share_bounds",
    "z",
    "interval",
    "interval_3_sigma",
    "half_width",
    "stats",
}


def data(winnable: Callable[..., object], *argv: str) -> dict[str, object]:
    answer = winnable("winnability", *argv, "--json")
    found: dict[str, object] = json.loads(answer.out)
    stops = {"interval_at_any_time"} if "--half-width" in argv else set()
    assert set(found) == KEYS | stops | {"from" if "--from" in argv else "seed"}
    return found


def test_json_and_text_say_the_same(winnable: Callable[..., object]) -> None:
    found = data(winnable, "freecell:cells=2", "--count", "30", "--from", "ms:1")
    assert (found["game"], found["from"], found["games"]) == ("freecell:cells=2", "ms:1", 30)
    text = winnable("winnability", "freecell:cells=2", "--count", "30", "--from", "1")
    assert text.code == 0
    lines = dict(line.split(": ", 1) for line in text.out.splitlines())
    assert lines["deals"] == "30, from ms:1 on"
    assert lines["winnable"] == str(found["wins"])
    assert lines["undecided"] == "none"
    low, high = found["interval"]
    assert lines["interval, z 1.96"] == f"{100 * low:.2f} % to {100 * high:.2f} %"


def test_a_seed_names_the_deals_whatever_the_jobs(winnable: Callable[..., object]) -> None:
    def counted(*argv: str) -> tuple[object, ...]:
        found = data(winnable, "freecell:cells=2", "--count", "40", *argv)
        return found["seed"], found["wins"], found["losses"]

    assert counted("--seed", "3", "--jobs", "1") == counted("--seed", "3", "--jobs", "4")
    assert counted()[0] == 0


def test_a_half_width_as_a_share_or_in_percent(winnable: Callable[..., object]) -> None:
    a, b = (
        data(winnable, "freecell", "--count", "1000", "--half-width", width) for width in ("0.02", " 2 %")
    )
    assert a["games"] == b["games"] < 1000
    low, high = a["interval_at_any_time"]
    assert a["half_width"] == (high - low) / 2 <= 0.02
    text = winnable("winnability", "freecell", "--count", "1000", "--half-width", "0.02").out
    assert f"interval at any time, z 1.96: {100 * low:.2f} % to {100 * high:.2f} %\n" in text
    assert "interval, z" not in text  # that one is for a number chosen in advance


def test_undecided_deals_are_named_and_exit_3(winnable: Callable[..., object]) -> None:
    answer = winnable("winnability", "freecell", "--count", "8", "--from", "ms:1", "--max-nodes", "5")
    assert answer.code == 3
    assert "undecided: 8 (ms:1, ms:2, ms:3, ms:4, ms:5, …)\n" in answer.out
    assert "share: 0.00 % to 100.00 %\n" in answer.out


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["freecell", "--half-width", "2"], "'2' is not a share between 0 and 1; write 0.005 or 0.5%"),
        (["freecell", "--half-width", "nan"], "'nan' is not a share"),
        (["freecell", "--half-width", "x%"], "'x%' is not a share"),
        (["freecell", "--from", "ms:1", "--seed", "1"], "--seed and --from both choose the deals"),
        (["freecell", "--from", "ms:0"], "there is no ms deal 0"),
        (["freecell", "--from", "ms:8589934591"], "there are no 10000 deals from ms:8589934591 on"),
        (["freecell", "--from", "ms:1..9"], "'ms:1..9' is a range of deals"),
        (["freecell", "--count", "0"], "'0' is not a whole number from 1"),
        (["freecell", "--z", "0"], "'0' is not a number above 0 and up to 100"),
        (["chess"], "unknown game 'chess'"),
        (["freecell", "--variant", "hoyle"], "freecell has no variants"),
    ],
)
def test_bad_input_is_one_line(winnable: Callable[..., object], argv: list[str], complaint: str) -> None:
    answer = winnable("winnability", *argv)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


def test_ctrl_c_answers_with_what_is_known(process: Callable[..., subprocess.Popen[str]]) -> None:
    running = process("winnability", "freecell", "--count", "100000000", "--json", "--jobs", "2")
    assert running.stderr is not None
    next(line for line in running.stderr if " deals" in line)  # something is decided
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert 0 < json.loads(out)["games"] < 100_000_000


def test_a_slow_first_deal_is_no_silence(process: Callable[..., subprocess.Popen[str]]) -> None:
    """The first deal takes minutes; what has been said until then stands on stderr."""
    running = process("winnability", "mrs_mop:empty_column=king", "--count", "1")
    assert running.stderr is not None
    assert running.stderr.readline().startswith("no deals yet")
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
