"""What Tab completes: the answers to a shell's questions, and real shells that ask them."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from sizes import PATIENCE
from winnable.cli import completing
from winnable.cli.groups import every_command
from winnable.cli.main import cli
from winnable.library import policy_names, solver_names
from winnable.registry import game_names, variant_names

COMMANDS = every_command(cli)
WORD_BREAKS = " \t\n\"'@><=;|&(:"  # bash's own
# How a parameter that takes names is shown in a command's usage.
NAMED = {"NAME", "NAMES", "GAME", "RUNG", "GRADE", "WEIGHTS", "COMMAND", "FILE", "IMAGE", "TRACE", "POSITION"}
# What takes names that are not ours to know: programs that run, and a profile's new name.
UNKNOWN = {("screen calibrate", "name"), ("screen calibrate", "process"), ("screen play", "process")}


def completed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str) -> list[str]:
    """What bash is told for a line that ends at the cursor: "kind,text" for each completion."""
    monkeypatch.setenv(completing.VARIABLE, "bash_complete")
    monkeypatch.setenv("COMP_LINE", line)
    monkeypatch.setenv("COMP_BREAKS", WORD_BREAKS)
    assert completing.answer_shell(cli) == 0
    return capsys.readouterr().out.split()


Ask = Callable[[str], list[str]]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    def asked(line: str) -> list[str]:
        return completed(monkeypatch, capsys, line)

    return asked


def plain(*words: str) -> list[str]:
    return [f"plain,{word}" for word in words]


def test_commands_are_completed_in_order_of_help(ask: Ask) -> None:
    assert ask("winnable ") == plain(*cli.list_commands(click.Context(cli)))
    assert ask("winnable s") == plain(
        "solve", "show", "serve", "screen", "sheet", "study", "search", "schema"
    )
    assert ask("winnable study r") == plain("run", "report")


def test_games_are_completed(ask: Ask) -> None:
    assert ask("winnable solve ") == plain(*game_names())
    assert ask("winnable solve SEA") == plain("seahaven")
    assert ask("winnable screen read --game pyr") == plain("pyramid")


def test_variants_are_completed_after_a_colon_and_an_option(ask: Ask) -> None:
    # Bash starts a new word after the colon.
    variants = [word for word in ask("winnable hint pyramid:") if "=" not in word]
    assert variants == plain(*variant_names("pyramid"))
    assert ask("winnable hint pyramid --variant ") == plain(*variant_names("pyramid"))
    assert ask("winnable hint pyramid --variant king") == plain("king_tut")
    assert ask("winnable hint freecell --variant ") == []


def test_rules_of_a_game_are_completed(ask: Ask) -> None:
    assert ask("winnable deal freecell:ce") == plain("cells=", "cells_filled=")
    assert ask("winnable deal undead:size=5x5,grade=tr") == plain("tricky")


@pytest.mark.parametrize("game", ["freecell", "pyramid", "undead", "spider", "freecell:cells=2"])
def test_solvers_are_those_of_the_game(ask: Ask, game: str) -> None:
    assert ask(f"winnable solve {game} 1 --solver ") == plain(*solver_names(game))


def test_options_take_their_value_after_an_equals_sign_too(ask: Ask) -> None:
    assert ask("winnable solve freecell 1 --solver=shorte") == plain("shortest")
    assert ask("winnable solve pyramid 1 --solver fewest --metric=p") == plain("passes")


def test_policies_are_those_of_the_game(ask: Ask) -> None:
    assert ask("winnable play pyramid 1 --policy ") == plain(*policy_names("pyramid"))
    assert ask("winnable play spider 1 --policy ") == plain(*policy_names("spider"))


def test_a_list_is_completed_at_its_end(ask: Ask) -> None:
    assert ask("winnable search pyramid 1 --algorithm astar,be") == plain("astar,beam")
    assert ask("winnable search pyramid 1 --algorithm astar,th") == plain("astar,thesis")
    assert ask("winnable search freecell 1 --algorithm astar,th") == []


def test_files_stand_beside_names_where_both_may(ask: Ask) -> None:
    assert ask("winnable solve freecell bo") == ["file,bo"]
    assert ask("winnable equity scor") == [*plain("scorpion"), "file,scor"]
    assert ask("winnable equity scorpion h") == ["file,h"]


def test_choices_and_options_are_clicks(ask: Ask) -> None:
    assert ask("winnable deal freecell --difficulty grand") == plain("grandmaster")
    assert "plain,--max-nodes" in ask("winnable solve freecell 1 --max")


def test_what_is_wrong_on_the_line_has_no_completions(ask: Ask) -> None:
    assert ask("winnable sovle freecell ") == []
    assert ask("winnable solve freecel:") == []
    assert ask("winnable schema no such ") == []


def context_for(name: str) -> click.Context:
    """A command line of Undead for its own options, of Pyramid and of Spider for theirs."""
    options = {option for parameter in COMMANDS[name].params for option in parameter.opts}
    game = "undead" if name in {"explain", "generate"} else "spider" if "--policy" in options else "pyramid"
    context = click.Context(COMMANDS[name])
    context.params = {"game": game} if "game" in {one.name for one in COMMANDS[name].params} else {}
    return context


@pytest.mark.parametrize("name", COMMANDS)
def test_every_parameter_with_names_has_completions(name: str) -> None:
    context = context_for(name)
    for parameter in COMMANDS[name].params:
        shown = (parameter.metavar or "").strip("[].")
        if shown not in NAMED or (name, parameter.name) in UNKNOWN:
            continue
        if parameter.name == "variant":
            context.params = {"game": "pyramid"}
        if parameter.name in completing.NAMES or parameter.name in completing.FILES:
            found = completing.values_of(parameter, context, "")
        else:
            found = parameter.shell_complete(context, "")
        assert found, f"{name}: {parameter.name}"


def test_commands_are_completed_without_loading_them() -> None:
    code = (
        "import os, sys\n"
        f"os.environ.update({{'{completing.VARIABLE}': 'bash_complete', 'COMP_LINE': 'winnable so'}})\n"
        "from winnable.cli.completing import answer_shell\n"
        "from winnable.cli.main import cli\n"
        "answer_shell(cli)\n"
        "sys.exit('winnable._core' in sys.modules or 'winnable.cli.solve' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "plain,solve\n"


def test_the_script_is_of_the_login_shell(winnable: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert winnable("completion") == winnable("completion", "fish")
    monkeypatch.setenv("SHELL", "/bin/dash")
    said = winnable("completion")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        "winnable: the login shell is dash, which cannot be completed for; expected one of bash, zsh, fish\n"
    )


# --- real shells ----------------------------------------------------------------------------


def shell_environment(folder: Path) -> dict[str, str]:
    """This environment with `winnable` on the path, and nobody's start-up files."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "HOME": str(folder), "ZDOTDIR": str(folder), "TERM": "dumb"}


def typed(shell: list[str], start: str, keys: str, until: str, folder: Path) -> str:
    """What an interactive shell shows when keys are typed, ``\\t`` among them, up to the text waited for."""
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        shell,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env=shell_environment(folder),
        start_new_session=True,
    )
    os.close(theirs)
    shown = ""
    try:
        os.write(ours, f"{start}; echo re''ady\r".encode())
        shown += read_until(ours, "ready")
        os.write(ours, f"{keys}\r".encode())
        shown += read_until(ours, until)
    finally:
        running.kill()
        running.wait()
        os.close(ours)
    return shown


def read_until(terminal: int, text: str) -> str:
    shown = b""
    end = time.monotonic() + PATIENCE
    os.set_blocking(terminal, False)
    while text.encode() not in shown:
        assert time.monotonic() < end, f"no {text!r} in {shown.decode(errors='replace')!r}"
        try:
            shown += os.read(terminal, 4096)
        except BlockingIOError:
            time.sleep(0.02)
    return shown.decode(errors="replace")


SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'eval "$(winnable completion bash)"'),
    "zsh": (
        ["zsh", "-f", "-i"],
        'autoload -Uz compinit; compinit -D -u; eval "$(winnable completion zsh)"',
    ),
}


@pytest.mark.parametrize("name", SHELLS)
@pytest.mark.parametrize(
    ("keys", "until"),
    [
        ("winnable games pyramid:hoy\t", "played so by:"),
        ("winnable ga\tpyramid --var\tking_\t", "played so by:"),
        ("winnable so\tpyramid ms:1 --solver few\t", "proved fewest"),
        ("winnable so\tpyramid ms:1 --solver=few\t", "proved fewest"),
        ("winnable deal freecell my\\ b\t", "my board.txt:1:1: "),
    ],
)
def test_tab_in_a_real_shell(name: str, keys: str, until: str, tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"no {name} here")
    (tmp_path / "my board.txt").write_text("no board\n")
    shell, start = SHELLS[name]
    typed(shell, start, keys, until, tmp_path)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("winnable solve pyramid:hoy", "pyramid:hoyle\tPyramid (Hoyle)"),
        ("winnable so", "solve\t"),
        ("winnable solve freecell 1 --solver shorte", "shortest\t"),
        ("winnable solve freecell 1 --solver=shorte", "--solver=shortest\t"),
        ("winnable search pyramid 1 --algorithm astar,th", "astar,thesis\t"),
        ("winnable deal freecell bo", "board.txt"),
    ],
)
def test_fish_completes(line: str, expected: str, tmp_path: Path) -> None:
    if shutil.which("fish") is None:
        pytest.skip("no fish here")
    (tmp_path / "board.txt").touch()
    done = subprocess.run(
        ["fish", "--no-config", "-c", 'winnable completion fish | source; complete -C "$argv[1]"', line],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env=shell_environment(tmp_path),
        timeout=PATIENCE,
    )
    (found,) = done.stdout.splitlines()
    assert found.startswith(expected)
