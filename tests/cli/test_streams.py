"""Streams that are closed, full, or waiting; and Ctrl-C, which every phase answers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.waiting import until_reading, until_threads
from sizes import PATIENCE

WINNABLE = (sys.executable, "-m", "winnable")


def shell(script: str, *argv: str) -> subprocess.CompletedProcess[str]:
    """Runs `script` where "$@" is the command."""
    return subprocess.run(
        ("bash", "-c", script, "bash", *WINNABLE, *argv),
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("argv", [("deal", "freecell", "1..100000"), ("solve", "--help"), ("--help",)])
def test_a_reader_that_goes_away_is_no_answer_no(argv: tuple[str, ...]) -> None:
    done = shell('"$@" | head -c 1 > /dev/null; echo "${PIPESTATUS[0]}"', *argv)
    assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("argv", [("games",), ("solve", "freecell", "617", "--json"), ("--help",)])
def test_output_that_cannot_be_written_is_one_line(argv: tuple[str, ...]) -> None:
    done = shell('"$@" > /dev/full', *argv)
    assert (done.returncode, done.stderr) == (2, "winnable: cannot write: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_talk_that_cannot_be_written_changes_no_exit_code() -> None:
    assert shell('"$@" 2> /dev/full', "solve", "freecell", "nope").returncode == 2


def test_a_closed_input_is_empty() -> None:
    for argv in (("solve", "freecell", "-"), ("check", "freecell", "617", "-")):
        done = shell('"$@" <&-', *argv)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "empty" in done.stderr


def test_closed_outputs_break_nothing() -> None:
    assert shell('"$@" >&- 2>&-', "solve", "freecell", "ms:617", "--json").returncode == 0
    assert shell('"$@" 2>&-', "solve", "freecell", "nope").returncode == 2


@pytest.mark.parametrize(("jobs", "answered"), [("1", 1), ("2", 0)])  # two jobs wait for two positions
def test_interrupt_while_input_is_awaited(
    process: Callable[..., subprocess.Popen[str]], jobs: str, answered: int
) -> None:
    running = process("solve", "freecell", "-", "--summary", "--json", "--jobs", jobs)
    assert running.stdin is not None
    running.stdin.write("617\n")
    running.stdin.flush()
    until_reading(running.pid)
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=PATIENCE) == 130
    out, err = running.communicate()
    if answered:  # on a busy machine after a line of progress
        assert (json.loads(out)["games"], "cancelled" in err) == (answered, False)
    else:
        assert (out, err) == ("", "winnable: cancelled\n")


def test_interrupt_before_the_first_trial_ends(process: Callable[..., subprocess.Popen[str]]) -> None:
    argv = ("tune", "freecell", "11982", "--max-nodes", "1000000000", "--autoplay", "none")
    running = process(*argv, "--algorithm", "ida_star", "--features", "needed_above")
    until_threads(running.pid)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out, err) == (130, "", "winnable: cancelled\n")


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="there is no /dev/null here")
def test_a_trace_keeps_links_and_devices(winnable: Callable[..., object], tmp_path: Path) -> None:
    real, link, device = tmp_path / "real", tmp_path / "link", tmp_path / "null"
    link.symlink_to(real)
    device.symlink_to(os.devnull)
    for path in (link, device):
        done = winnable("search", "freecell", "617", "--max-nodes", "50", "--trace", str(path))
        assert done.code == 3
        assert path.is_symlink()
    assert real.read_text().startswith('{"trace": 2')
    assert Path("/dev/null").is_char_device()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link", "null", "real"]
