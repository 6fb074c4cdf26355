"""Scenes into files: PNG and PDF, whole or not at all."""

from __future__ import annotations

import json
import re
import struct
import zlib
from pathlib import Path

import pytest

from scenes import reached
from winnable.analysis.scenes import scene_of
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.render import png
from winnable.render.drawing import Drawing, draw_text
from winnable.render.files import write_scene, write_whole
from winnable.render.pdf import pdf_of
from winnable.render.style import Style
from winnable.render.svg import draw, svg_of
from winnable.scene import Scene

GAMES = ["freecell", "eight_off", "pyramid", "pyramid:giza", "spider", "undead"]


WORDS_NEED = "PNG needs a font for its words, and this machine has none; install"


def picture(name: str) -> Scene:
    game = get_game(name)
    return scene_of(game, reached(game, 3, 8))


@pytest.mark.parametrize("name", GAMES)
def test_a_png_is_as_large_as_its_drawing(name: str) -> None:
    pytest.importorskip("resvg_py", reason="the extra print is not installed")
    drawing = draw(picture(name), Style(width=60))
    data = png.png_of(drawing, zoom=2)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    assert (width, height) == (
        pytest.approx(2 * drawing.width, abs=2),
        pytest.approx(2 * drawing.height, abs=2),
    )


def test_a_machine_without_fonts_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py", reason="the extra print is not installed")
    monkeypatch.setattr(png, "_has_font", lambda: False)
    with pytest.raises(InputError, match=WORDS_NEED):
        png.png_of(Drawing(10, 10, draw_text("1", 5, 5, 8)))
    assert png.png_of(Drawing(10, 10, ""))


def test_fonts_are_looked_for_by_drawing_a_word() -> None:
    resvg = pytest.importorskip("resvg_py", reason="the extra print is not installed")
    empty = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">{}</svg>'
    texts = (empty.format(draw_text("123", 20, 10, 12)), empty.format(""))
    drawn, nothing = (bytes(resvg.svg_to_bytes(svg_string=text)) for text in texts)
    assert png._has_font() is (drawn != nothing)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("error")
def test_a_pdf_has_a_page_of_the_drawings_size(name: str, caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("fpdf", reason="the extra print is not installed")
    drawing = draw(picture(name))
    data = pdf_of([drawing], unit="px")
    # The first one is that of pages that have none of their own.
    _, (width, height) = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", data)
    assert float(width) == pytest.approx(drawing.width * 0.75, abs=0.1)
    assert float(height) == pytest.approx(drawing.height * 0.75, abs=0.1)
    assert not caplog.records
    # Something is drawn: the page's content has many curves.
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    pages = [zlib.decompress(stream) for stream in streams if stream.startswith(b"x")]
    assert max(len(re.findall(rb" c\s", page)) for page in pages) > 10


def test_each_ending_is_written(tmp_path: Path) -> None:
    scene = picture("freecell")
    style = Style(dark=True)
    write_scene(scene, tmp_path / "a.SVG", style)
    assert (tmp_path / "a.SVG").read_text(encoding="utf-8") == svg_of(scene, style)
    write_scene(scene, tmp_path / "a.json")
    assert Scene.from_data(json.loads((tmp_path / "a.json").read_text())) == scene
    write_scene(scene, tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_text() == scene.text() + "\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.SVG", "a.json", "a.txt"]


def test_an_ending_that_is_none(tmp_path: Path) -> None:
    for name in ("board.gif", "board", "svg"):
        with pytest.raises(InputError) as raised:
            write_scene(picture("freecell"), tmp_path / name)
        assert str(raised.value) == (
            f"'{name}' names no format; expected a file that ends in .svg, .pdf, .png, .json or .txt"
        )
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_else(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file") as raised:
        write_whole(tmp_path / "no" / "x.svg", b"x")
    assert raised.value.filename == str(tmp_path / "no" / "x.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(OSError, match=r"folder\.svg"):
        write_whole(tmp_path / "folder.svg", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]
