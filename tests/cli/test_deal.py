"""`winnable deal`: positions written out, and read back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from families.pairing.text_strategies import MS_1
from families.undead.test_save import save

DATA = Path(__file__).parents[1] / "data" / "pyramid"


def test_a_pyramid(winnable: Callable[..., Any]) -> None:
    answer = winnable("deal", "pyramid", "ms:1")
    assert (answer.code, answer.out, answer.err) == (0, MS_1, "")
    assert winnable("deal", "pyramid", "-", stdin=answer.out) == answer


@pytest.mark.parametrize("game", ["pyramid", "pyramid:relaxed", "pyramid:giza", "pyramid:triangle"])
@pytest.mark.parametrize("form", ["board", "flat", "thesis", "json"])
def test_what_is_written_is_read(winnable: Callable[..., Any], game: str, form: str) -> None:
    boards = winnable("deal", game, "ms:1..3")
    assert boards.out.count("---\n") == 2
    written = winnable("deal", game, "ms:1..3", "--format", form)
    assert (written.code, written.err) == (0, "")
    assert written.out.count("\n") == (boards.out.count("\n") if form == "board" else 3)
    assert winnable("deal", game, "-", stdin=written.out) == boards


FREECELL = DATA.parent / "freecell"
TYPED = ["flat-617.txt", "cr-only-617.txt", "commas.txt", "suit-first.txt", "rows-617.txt"]


@pytest.mark.parametrize("name", TYPED)
def test_617_as_people_type_it(winnable: Callable[..., Any], name: str) -> None:
    options = ["--rows"] if name.startswith("rows") else []
    answer = winnable("deal", "freecell", str(FREECELL / name), *options)
    assert answer == winnable("deal", "freecell", "617")
    solved = winnable("solve", "freecell", str(FREECELL / name), *options)
    assert (solved.code, solved.err) == (0, "")
    checked = winnable("check", "freecell", "617", "-", stdin=solved.out)
    assert (checked.code, checked.out[:10]) == (0, "legal, won")


@pytest.mark.parametrize("deals", ["ms:1..ms:3", "1-3", "1,2,3", "#1,#2..3"])
def test_deals_as_people_write_them(winnable: Callable[..., Any], deals: str) -> None:
    assert winnable("deal", "freecell", deals) == winnable("deal", "freecell", "ms:1..3")


@pytest.mark.parametrize(
    "command", ["solve", "hint", "verdicts", "show", "check", "review", "search", "tune"]
)
def test_every_command_that_reads_boards_reads_rows(winnable: Callable[..., Any], command: str) -> None:
    refused = winnable(command, "pyramid", "1", *(["26"] if command in ("check", "review") else []), "--rows")
    assert refused.code == 2
    assert "Pyramid has no --rows" in refused.err


def test_a_variant_by_its_option(winnable: Callable[..., Any]) -> None:
    spelled = winnable("deal", "pyramid:giza", "1", "--json")
    assert spelled.code == 0
    assert winnable("deal", "pyramid", "1", "--variant", "giza", "--json") == spelled


def test_json(winnable: Callable[..., Any]) -> None:
    answer = winnable("deal", "pyramid:hoyle", "ms:1..2", "--json")
    first, second = map(json.loads, answer.out.splitlines())
    assert (first["deal"], second["deal"], first["game"]) == ("ms:1", "ms:2", "pyramid:hoyle")
    assert list(first) == ["game", "deal", "tableau", "waste", "stock", "pass"]
    assert first["tableau"][:2] == [["JD"], ["2D", "9H"]]
    assert winnable("deal", "pyramid:hoyle", "ms:1..2", "--format", "json") == answer
    assert winnable("deal", "pyramid:hoyle", "-", "--json", stdin=answer.out) == answer


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("microsoft-decks.txt", ["expert", "master", "master2", "44step", "simple"]),
        ("thesis.json", ["transcript", "fig9"]),
    ],
)
def test_labels(winnable: Callable[..., Any], name: str, labels: list[str]) -> None:
    answer = winnable("deal", "pyramid", str(DATA / name), "--json")
    assert [json.loads(line)["deal"] for line in answer.out.splitlines()] == labels


def test_the_500_decks(winnable: Callable[..., Any]) -> None:
    path = DATA / "decks500.txt"
    answer = winnable("deal", "pyramid", str(path), "--format", "flat")
    assert answer.out == "".join(f"{line.strip()}\n".upper() for line in path.read_text().splitlines())


def test_freecell(winnable: Callable[..., Any]) -> None:
    board = winnable("deal", "freecell", "617")
    assert board.out.startswith("Foundations: H-0 C-0 D-0 S-0\nFreecells: - - - -\n: 7D TD TH KD")
    as_json = winnable("deal", "freecell", "617", "--json")
    assert winnable("deal", "freecell", "617", "--format", "json") == as_json
    assert json.loads(as_json.out)["deal"] == "ms:617"
    assert winnable("deal", "freecell", "-", stdin=as_json.out) == board
    flat = winnable("deal", "freecell", "617", "--format", "flat")
    assert (flat.code, flat.out) == (2, "")
    assert "freecell has no format 'flat'; expected one of board, json" in flat.err


def test_a_save_file_is_written_again_as_it_was(winnable: Callable[..., object], tmp_path: Path) -> None:
    file, text = tmp_path / "games.sav", save("g0;v0", "M", "V3", pos=3) + save("D1,0", "S;V0;V1")
    file.write_text(text, encoding="ascii")
    assert winnable("deal", "undead", str(file), "--format", "save").out == text
    boards = winnable("deal", "undead", str(file)).out
    assert boards.count("---") == 1


def test_a_save_that_its_program_cannot_load_is_announced(winnable: Callable[..., Any]) -> None:
    board = "8x7:56,0,0,zzd,-,-" + 28 * ",0"
    answer = winnable("deal", "undead", board, "--format", "save")
    assert answer.code == 0
    assert answer.out.startswith("SAVEFILE:41:")
    assert answer.err == (
        f"winnable: {board}: sgt-puzzles cannot load this save: a board of 8x7 has more than 54 squares, "
        "and 2 of its sightings are hidden\n"
    )
    assert winnable("deal", "undead", board, "--format", "id").err == ""
    assert winnable("deal", "undead:size=4x4", "1", "--format", "save").err == ""
