"""`winnable show`: any position as text or as a picture."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from families.undead.ids import SAMPLE
from registered import registered_names
from winnable.registry import get_game
from winnable.scene import Scene

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", registered_names())
def test_every_game_is_shown(winnable: Callable[..., object], name: str, tmp_path: Path) -> None:
    position = SAMPLE if name == "undead" else "3"
    text = winnable("show", name, position)
    assert (text.code, text.err) == (0, "")
    as_json = winnable("show", name, position, "--json")
    data = json.loads(as_json.out)
    assert as_json.out.count("\n") == 1
    assert data["game"] == data["scene"]["game"] == name
    assert data["deal"] == (SAMPLE if name == "undead" else f"{get_game(name).info.dialects[0]}:3")
    assert Scene.from_data(data["scene"]).text() + "\n" == text.out
    output = tmp_path / "board.svg"
    drawn = winnable("show", name, position, "-o", str(output))
    assert (drawn.code, drawn.out, drawn.err) == (0, f"{output}\n", "")
    ElementTree.parse(output)


def test_after_some_moves(winnable: Callable[..., object]) -> None:
    answer = winnable("show", "freecell", "617", "--after", "2a 7b")
    assert answer.out.splitlines()[1] == " KS  JH [ ] [ ] [C] [D] [H] [S]"
    answer = winnable("show", "freecell", "617", "--after", "2a 26")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "winnable: --after, move 2: 26: TS does not go on 6C\n"


def test_a_board_from_a_file_or_standard_input(winnable: Callable[..., object], tmp_path: Path) -> None:
    board = winnable("deal", "freecell", "617").out
    file = tmp_path / "board.txt"
    file.write_text(board)
    shown = winnable("show", "freecell", "617").out
    assert winnable("show", "freecell", str(file)).out == shown
    assert winnable("show", "freecell", "-", stdin=board).out == shown


def test_hidden_cards_are_shown_only_when_asked(winnable: Callable[..., object]) -> None:
    view = json.loads(winnable("show", "spider", "3", "--json").out)
    opened = json.loads(winnable("show", "spider", "3", "--open", "--json").out)
    for table, unknown in ((view, 94), (opened, 0)):
        assert sum(pile.get("cards", []).count("??") for pile in table["scene"]["piles"]) == unknown


def test_cards_that_nobody_knows(winnable: Callable[..., object], tmp_path: Path) -> None:
    """A table as one writes it down from a screen; with --open every card must be known."""
    hand = winnable("deal", "spider", "3").out
    known = json.loads(winnable("deal", "spider", "3", "--format", "json").out)
    known["columns"] = [
        ["??"] * down + column[down:] for column, down in zip(known["columns"], known["down"], strict=True)
    ]
    known["stock"] = ["??"] * len(known["stock"])
    file = tmp_path / "seen.json"
    file.write_text(json.dumps(known))
    assert hand
    assert winnable("show", "spider", str(file)).out == winnable("show", "spider", "3").out
    answer = winnable("show", "spider", str(file), "--open")
    assert (answer.code, answer.out) == (2, "")
    assert "unknown card" in answer.err
    assert answer.err.count("\n") == 1
    answer = winnable("show", "spider", str(file), "--after", "deal")
    assert ": --after, move 1: this move turns or deals a card that is unknown; " in answer.err


def test_what_a_sighting_sees(winnable: Callable[..., object], tmp_path: Path) -> None:
    answer = winnable("show", "undead", SAMPLE, "--line", "d3", "--candidates", "sighting")
    assert answer.out.splitlines()[-2:] == [
        "ghosts 0 of 3, vampires 0 of 4, zombies 0 of 2",
        "D3 looks along the line to R1; it must see 3: now 0, in the end at least 2 and at most 4",
    ]
    answer = winnable("show", "undead", SAMPLE, "--line", "D9")
    assert (answer.code, answer.out, answer.err) == (
        2,
        "",
        "winnable: no sighting is called 'D9'; expected D or U with 1 to 4, L or R with 1 to 4\n",
    )


def test_the_style_of_a_picture(winnable: Callable[..., object], tmp_path: Path) -> None:
    plain, other = tmp_path / "plain.svg", tmp_path / "other.svg"
    winnable("show", "freecell", "617", "-o", str(plain))
    winnable("show", "freecell", "617", "-o", str(other), "--four-colour", "--dark", "--card-width", "40")
    one, two = (ElementTree.parse(path).getroot() for path in (plain, other))
    assert float(two.get("width", "")) == pytest.approx(float(one.get("width", "")) / 2, rel=0.01)

    def colours(root: ElementTree.Element) -> set[str | None]:
        groups = (group for group in root.iter(f"{SVG}g") if group.get("data-card"))
        return {path.get("fill") for group in groups for path in group.findall(f"{SVG}path")} - {"none"}

    assert (len(colours(one)), len(colours(two))) == (2, 4)
    assert not colours(one) & colours(two)


@pytest.mark.parametrize("ending", ["png", "pdf"])
def test_without_its_package_it_says_what_to_install(
    winnable: Callable[..., object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    package, name = {"png": ("resvg_py", "resvg-py"), "pdf": ("fpdf", "fpdf2")}[ending]
    monkeypatch.setitem(__import__("sys").modules, package, None)
    answer = winnable("show", "freecell", "617", "-o", str(tmp_path / f"x.{ending}"))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(
        f"winnable: {ending.upper()} needs the package {name}; install winnable[print], or write "
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ["freecell", "617", "-o", "x.gif"],
            "'x.gif' names no format; expected a file that ends in .svg, .pdf, .png, .json or .txt",
        ),
        (
            ["freecell", "617", "-o", "no/such/x.svg"],
            "no/such/x.svg: No such file or directory: there is no folder 'no/such'",
        ),
        (
            ["freecell", "617", "-o", "x.json", "--json"],
            "--json prints to standard output, --output writes a file: give one of them; "
            "see winnable show --help",
        ),
        (
            ["freecell", "617", "--line", "D1"],
            "FreeCell is played with cards: it has no sightings and no candidates; "
            "expected neither lines nor candidates",
        ),
        (["freecell", "1..3"], "'1..3' names several positions; expected one"),
        (["nocell", "1"], None),
        (["freecell", "617", "--card-width", "5"], None),
    ],
)
def test_wrong_arguments(
    winnable: Callable[..., object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    error: str | None,
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = winnable("show", *arguments)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert answer.out == "" or "--json" in arguments
    assert error is None or answer.err == f"winnable: {error}\n"
    assert not list(tmp_path.iterdir())
