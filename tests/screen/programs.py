"""The four real programs, started for tests: each on an Xvfb of its own, with settings in a home of its own.

``missing`` says why one cannot be run here. ``screen`` is a display; ``running`` is a program with a given
deal on it. Whatever was started is stopped at the end.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sizes import PATIENCE
from winnable.screen.pointer import QUICK, DrivenPointer, Pace
from winnable.screen.profile import Profile
from winnable.screen.window import Window
from winnable.screen.x11 import X11Desktop
from winnable.screen.x11_hands import XtestDevice

ROOT = Path(__file__).parents[2]
FETCHED = ROOT / "build" / "screen_programs"
NAMES = ("pysolfc", "kpat", "aisleriot", "sgt_undead")

_PATH = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games", "/usr/lib/games"))
_SEED = """
#include <stdlib.h>
void *g_rand_new_with_seed(unsigned);
void *g_rand_new(void) { return g_rand_new_with_seed(atoi(getenv("WINNABLE_SEED"))); }
"""
# Run by PySolFC's own Python, as its statistics are objects of its own. A game's entry begins with the number
# of the game, that of the deal, and how it ended: 1 is won, 2 is won without having taken back a move.
_WINS = """
import pickle, sys
with open(sys.argv[1], "rb") as file:
    games = pickle.load(file).all_prev_games
print(*(entry[1] for entries in games.values() for entry in entries if entry[2] in (1, 2)))
"""


def found(program: str) -> str | None:
    """Where a program lies."""
    return shutil.which(program, path=_PATH)


def pysol() -> tuple[str, ...] | None:
    """The command of PySolFC: of a package that was unpacked, or of one that is installed."""
    for folder in (os.environ.get("WINNABLE_PYSOL", ""), str(FETCHED / "pysol")):
        script = Path(folder, "usr/share/games/pysolfc/pysol.py")
        if folder and script.is_file():
            return _python_with_tk(), str(script)
    installed = found("pysolfc")
    return None if installed is None else (installed,)


def _python_with_tk() -> str:
    """Debian's Python, for which its package python3-tk is."""
    return "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable


def pysol_modules() -> str:
    """The folder with the Python packages that PySolFC needs."""
    return os.environ.get("WINNABLE_PYSOL_MODULES", str(FETCHED / "modules"))


def pysol_wins(home: Path) -> list[str]:
    """The deals that were won, by the statistics that PySolFC keeps in its home once a game has ended."""
    command, kept = pysol(), home / ".pysolfc/statistics.dat"
    assert command is not None
    if not kept.exists():
        return []
    folder = Path(command[-1]).resolve().parent
    told = subprocess.run(
        [_python_with_tk(), "-c", _WINS, str(kept)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), pysol_modules()))},
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.split()


def missing(name: str) -> str:
    """Why a program cannot be run here, and how to get it; empty if it can."""
    wanted = {
        "kpat": ("kpat", "dbus-run-session"),
        "aisleriot": ("sol",),
        "sgt_undead": ("sgt-undead",),
        "pysolfc": (),
    }[name]
    lacks = [program for program in ("Xvfb", *wanted) if found(program) is None]
    if name == "pysolfc" and not lacks:
        lacks = _lacks_of_pysol()
    return f"{name}: no {', '.join(lacks)} here; run tools/screen_programs.sh as root" if lacks else ""


def _lacks_of_pysol() -> list[str]:
    command = pysol()
    if command is None:
        return ["PySolFC"]
    if len(command) == 1:
        return []
    modules = ("tkinter", "PIL.ImageTk", "pysol_cards", "configobj", "attr", "random2", "six")
    test = subprocess.run(
        [command[0], "-c", f"import {', '.join(modules)}"],
        env={**os.environ, "PYTHONPATH": pysol_modules()},
        capture_output=True,
        text=True,
        check=False,
    )
    return [] if test.returncode == 0 else ["Python packages for PySolFC: " + test.stderr.split("\n")[-2]]


@contextmanager
def screen(width: int = 1920, height: int = 1080) -> Iterator[str]:
    """A display, such as ``:5``, which is this process's DISPLAY for as long as the block runs."""
    told, tell = os.pipe()
    server = subprocess.Popen(
        [found("Xvfb") or "Xvfb", "-displayfd", str(tell), "-screen", "0", f"{width}x{height}x24",
         "-nolisten", "tcp", "-noreset"],
        pass_fds=(tell,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(tell)
    before = os.environ.get("DISPLAY")
    try:
        with os.fdopen(told) as answer:
            number = answer.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        os.environ["DISPLAY"] = f":{number}"
        yield f":{number}"
    finally:
        if before is None:
            os.environ.pop("DISPLAY", None)
        else:
            os.environ["DISPLAY"] = before
        _end(server)


@dataclass
class Running:
    """A program that runs, its window and the hands."""

    name: str
    process: subprocess.Popen[bytes]
    desktop: X11Desktop
    window: Window
    profile: Profile
    home: Path
    pointer: DrivenPointer = field(repr=False)

    def arrange(self, left: int, top: int, width: int, height: int) -> None:
        """Moves and resizes the window, and waits until it is there."""
        handle: Any = self.window.handle  # type: ignore[attr-defined]
        handle.configure(x=left, y=top, width=width, height=height)
        self.desktop.display.sync()
        wait_for(lambda: (self.window.box.left, self.window.box.width) == (left, width), "the window there")
        # What a window has grown by is black until the program draws it, on a busy machine much later.
        if left + width <= self.desktop.size()[0]:
            wait_for(lambda: float((self.table() == 0).all(axis=2).mean()) < 0.15, "the table drawn")

    def settled(self, still: float = 1.0, longest: float = 20.0) -> Any:
        """The window's picture once it has not changed for a while, below and above the bars: for long enough
        that a program which draws itself anew on a busy machine has begun with that."""
        until = time.monotonic() + longest
        last, since = self.table(), time.monotonic()
        while time.monotonic() < until and time.monotonic() - since < still:
            time.sleep(0.05)
            now = self.table()
            if now.shape != last.shape or (now != last).any():
                last, since = now, time.monotonic()
        return last

    def table(self) -> Any:
        """The picture without menus and status bar."""
        picture, hints = self.window.look(), self.profile.window
        return picture[round(hints.top) : picture.shape[0] - round(hints.bottom)]


@contextmanager
def running(
    name: str,
    display: str,
    home: Path,
    *,
    game: str = "freecell",
    deal: int | str = 617,
    settings: Mapping[str, str] | None = None,
    size: tuple[int, int] = (1200, 700),
    pace: Pace = QUICK,
) -> Iterator[Running]:
    """A program with a deal of a game on a display.

    Args:
        name: the profile's.
        home: an empty folder, which is its home.
        game: our name, or what the program calls it. ``deal`` is the number, for AisleRiot the seed, for
            Undead the game ID.
        settings: what is to be other than usual, by the program's own key; a key of None's is left out.
        size: of the window.
    """
    command, env = _START[name](home, game, str(deal), dict(settings or {}), size)
    with (home / "stderr").open("wb") as talk:
        process = subprocess.Popen(
            command,
            env=_environment(display, home) | env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=talk,
            start_new_session=True,
        )
    desktop, device = X11Desktop(display), XtestDevice(display)
    try:
        profile = Profile.load(name)
        window = _window_of(process, profile, desktop)
        run = Running(name, process, desktop, window, profile, home, DrivenPointer(device, pace))
        window.bring_forward()
        run.arrange(40, 30, *size)
        if name == "kpat":
            _deal_in_kpat(run, str(deal))
        run.settled()
        yield run
    finally:
        device.close()
        desktop.close()
        _end(process, group=True)


def _deal_in_kpat(run: Running, deal: str) -> None:
    """Asks for a deal by its number, in the dialog that is there for it."""
    run.settled()
    run.pointer.key("ctrl+d")
    wait_for(lambda: bool(run.window.siblings()), "the dialog for a deal's number")
    run.window.siblings()[0].bring_forward()
    for key in ("ctrl+a", *deal, "enter"):
        run.pointer.key(key)
    wait_for(lambda: f" {deal} " in run.window.title, f"deal {deal}")
    wait_for(lambda: not run.window.siblings(), "the dialog gone")
    run.window.bring_forward()


def _window_of(process: subprocess.Popen[bytes], profile: Profile, desktop: X11Desktop) -> Window:
    """The program's window, once it is the only one and stays: PySolFC shows others while it starts."""
    seen: list[Window] = []
    since = time.monotonic()

    def there() -> bool:
        nonlocal seen, since
        if process.poll() is not None:
            raise RuntimeError(f"{profile.program} ended at once, with {process.returncode}")
        now = [window for window in desktop.windows() if profile.is_of(window)]
        if now != seen:
            seen, since = now, time.monotonic()
        return len(seen) == 1 and time.monotonic() - since > 0.5

    wait_for(there, f"a window of {profile.program}")
    return seen[0]


def wait_for(what: Callable[[], bool], name: str) -> None:
    """Waits until something holds; RuntimeError if it never does."""
    until = time.monotonic() + PATIENCE
    while not what():
        if time.monotonic() > until:
            raise RuntimeError(f"not seen in {PATIENCE} seconds: {name}")
        time.sleep(0.05)


def _environment(display: str, home: Path) -> dict[str, str]:
    kept = {key: os.environ[key] for key in ("LD_LIBRARY_PATH", "TMPDIR") if key in os.environ}
    return kept | {
        "DISPLAY": display, "HOME": str(home), "PATH": _PATH, "LC_ALL": "C.UTF-8", "NO_AT_BRIDGE": "1",
        "XDG_CONFIG_HOME": str(home / ".config"), "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_DATA_HOME": str(home / ".local/share"), "XDG_RUNTIME_DIR": str(_private(home / "run")),
        "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb", "GSETTINGS_BACKEND": "memory",
    }  # fmt: skip


def _private(folder: Path) -> Path:
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _write(path: Path, lines: Mapping[str, Mapping[str, str]]) -> None:
    """Settings in sections."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "\n".join(
        f"[{section}]\n" + "".join(f"{key}={value}\n" for key, value in keys.items())
        for section, keys in lines.items()
    )
    path.write_text(text, encoding="utf-8")


Start = tuple[list[str], dict[str, str]]


def _start_pysolfc(
    home: Path, game: str, deal: str, settings: dict[str, str], size: tuple[int, int]
) -> Start:
    cards = settings.pop("cardset", "Neo")
    offsets = settings.pop("offsets", "")
    general = {
        "splashscreen": "False", "animations": "0", "win_animation": "False", "stuck_notification": "False",
        "demo_logo": "False", "update_check": "False", "game_geometry": f"{size[0]}, {size[1]}",
    } | settings  # fmt: skip
    sections = {"general": general, "cardsets": {"1": f'"{cards}", ""'}}
    if offsets:
        sections["offsets"] = {f'"123-{cards.lower()};{cards}"': offsets}
    _write(home / ".pysolfc/options.cfg", sections)
    title = {"pyramid": "Relaxed Pyramid", "freecell": "FreeCell", "spider": "Spider"}.get(game, game)
    command = pysol()
    assert command is not None
    return [*command, "--nosound", f"--game={title}", f"--deal={deal}"], {"PYTHONPATH": pysol_modules()}


def _start_kpat(home: Path, game: str, deal: str, settings: dict[str, str], size: tuple[int, int]) -> Start:
    general = {
        "Autodrop": "false",
        "Solver": "false",
        "Cardname": "svg-standard",
        "RememberStateOnExit": "true",
    }
    _write(home / ".config/kpatrc", {"General Settings": general | settings})
    return ["dbus-run-session", "--", found("kpat") or "kpat", "--gametype", game], {}


def _start_aisleriot(
    home: Path, game: str, deal: str, settings: dict[str, str], size: tuple[int, int]
) -> Start:
    config = {"Theme": "svg:anglo.svgz", "Animations": "false", "Sound": "false"} | settings
    _write(home / ".config/gnome-games/aisleriot", {"Aisleriot Config": config})
    title = {"pyramid": "Thirteen", "freecell": "Freecell", "spider": "Spider"}.get(game, game)
    return [found("sol") or "sol", f"--variation={title}"], _seeded(home, deal)


def _seeded(home: Path, seed: str) -> dict[str, str]:
    """AisleRiot takes no number of a deal: its source of chance is replaced by one with a seed."""
    compiler = found("cc") or found("gcc") or found("clang")
    if compiler is None:
        raise RuntimeError("a given deal of AisleRiot needs a C compiler")
    library = home / "seed.so"
    source = home / "seed.c"
    source.write_text(_SEED, encoding="utf-8")
    subprocess.run([compiler, "-shared", "-fPIC", "-w", "-o", library, source], check=True)
    return {"LD_PRELOAD": str(library), "WINNABLE_SEED": seed}


def _start_sgt_undead(
    home: Path, game: str, deal: str, settings: dict[str, str], size: tuple[int, int]
) -> Start:
    return [found("sgt-undead") or "sgt-undead", deal], {}


_START: dict[str, Callable[[Path, str, str, dict[str, str], tuple[int, int]], Start]] = {
    "pysolfc": _start_pysolfc,
    "kpat": _start_kpat,
    "aisleriot": _start_aisleriot,
    "sgt_undead": _start_sgt_undead,
}


def _end(process: subprocess.Popen[bytes], *, group: bool = False) -> None:
    """Ends a process that we started, and with ``group`` all that it started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            if group:
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
            break
    if group:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
