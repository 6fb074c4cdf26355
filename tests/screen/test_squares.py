"""Boards of monsters and mirrors are read from pictures: shared ones, our own drawings, and sgt's program."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sizes import PATIENCE

np = pytest.importorskip("numpy", reason="reading pictures needs the extra vision")
Image = pytest.importorskip("PIL.Image", reason="reading pictures needs the extra vision")
pytest.importorskip("resvg_py", reason="our own drawings need the extra vision")

from PIL import ImageDraw, ImageFont  # noqa: E402

from winnable.errors import InputError  # noqa: E402
from winnable.families.undead.notes import SaveStep, UndeadNotes  # noqa: E402
from winnable.families.undead.scene import scene  # noqa: E402
from winnable.families.undead.setup import UndeadSetup  # noqa: E402
from winnable.families.undead.sgt import format_game_id, parse_game_id  # noqa: E402
from winnable.families.undead.sgt_save import format_save  # noqa: E402
from winnable.reading import as_position  # noqa: E402
from winnable.registry import as_game  # noqa: E402
from winnable.render.png import png_of  # noqa: E402
from winnable.render.style import Style  # noqa: E402
from winnable.render.svg import draw  # noqa: E402
from winnable.screen.digits import DIGITS, read_signs, sign_boxes, sign_patch  # noqa: E402
from winnable.screen.seen_board import CERTAIN, SeenBoard  # noqa: E402
from winnable.screen.squares import read_squares  # noqa: E402

GAME = as_game("undead")
SGT = shutil.which("sgt-undead") or shutil.which("/usr/games/sgt-undead")
SHARED = Path(os.environ.get("WINNABLE_SCREENS") or Path(__file__).parents[3] / "shared" / "data" / "screens")
needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the shared screenshots are not here: name their folder in WINNABLE_SCREENS"
)
needs_sgt = pytest.mark.skipif(SGT is None, reason="sgt-undead is not installed: package sgt-puzzles")

IDS = {
    "3x3": "3x3:3,2,1,aRbLbLa,2,0,1,1,1,2,1,1,2,0,1,1",
    "4x4": "4x4:5,4,2,LaRaRLiR,0,3,0,4,3,0,2,0,0,1,2,4,4,2,0,0",
    "5x7": "5x7:6,10,3,RbRRbRRbRLaRaLbRdLRbRLcLL,0,0,1,2,0,0,4,4,0,0,3,0,0,0,5,3,4,3,2,3,3,3,2,0",
    "7x7": "7x7:5,13,9,bLRLaLLRLaRLaRLaRhRcLLRRRaRRfRaRb,"
    "2,0,0,0,1,2,0,0,0,11,1,2,5,2,2,3,1,3,0,3,5,2,7,0,11,0,0,1",
    "5x10": "5x10:16,10,6,dLRcRaRRaRLaLRaRcLaRdRcRaLaLfRLb,"
    "0,1,3,1,0,0,4,0,7,0,2,4,1,0,4,11,0,0,0,3,3,0,1,2,4,0,0,3,1,9",
    "10x10": "10x10:12,28,17,aLaLRcRRaRaRaRRaLeRRaRfLLLaRLeLaRLaRLaLaLRLdRcRbLaRaLbLLRRbRLbLbLfLaLL,"
    "4,8,8,0,0,6,2,7,4,1,1,0,1,1,1,4,0,0,0,8,0,0,2,4,4,8,0,2,2,5,5,2,6,8,4,2,7,2,2,0",
}  # fmt: skip


def filled(game_id: str, seed: int) -> Any:
    """A position of the board with half of its squares filled in."""
    position = parse_game_id(game_id).position(GAME.core)
    rng = np.random.default_rng(seed)
    squares = [
        str(rng.choice(list("gvz"))) if square == "." and rng.random() < 0.5 else square
        for square in position.board
    ]
    return position.filled("".join(squares))


def drawn(position: Any, zoom: float = 1.0, notes: UndeadNotes | None = None, **style: Any) -> Any:
    """Our own drawing as a picture."""
    return rastered(scene(GAME, position, notes=notes), zoom, **style)


def rastered(shown: Any, zoom: float = 1.0, **style: Any) -> Any:
    png = png_of(draw(shown, Style(**style)), zoom=zoom)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def check(board: SeenBoard, position: Any) -> None:
    """The board was read whole, right, and with certainty."""
    assert board.doubts == ()
    assert board.problems == ()
    assert board.game_id == format_game_id(position).strip()
    assert board.holds == tuple("" if letter == "." else letter for letter in position.squares)
    assert as_position(GAME, board.position) == position


@needs_shared
def test_every_shared_screenshot_is_read() -> None:
    names = sorted(SHARED.glob("undead_*.json"))
    assert len(names) >= 5
    for name in names:
        truth = json.loads(name.read_text())
        board = read_squares(np.asarray(Image.open(name.with_suffix(".png")).convert("RGB")))
        assert board.certain, (name, board.text())
        assert board.game_id == truth["game_id"]
        assert not any(letter in "gvz" for letter in board.holds if letter)
        assert not board.letters
        assert board.cursor is None


@needs_shared
@pytest.mark.parametrize("scale", [0.75, 1.1, 1.5, 2.0])
def test_shared_screenshots_at_other_scales_shifted_and_noisy(scale: float) -> None:
    rng = np.random.default_rng(3)
    for name in sorted(SHARED.glob("undead_*.json")):
        truth = json.loads(name.read_text())
        image = Image.open(name.with_suffix(".png")).convert("RGB")
        size = round(image.width * scale), round(image.height * scale)
        shifted = image.resize(size, Image.Resampling.BILINEAR, (0.5, 0.5, image.width, image.height))
        noisy = np.asarray(shifted) + rng.normal(0, 4, (size[1], size[0], 3))
        board = read_squares(np.clip(noisy, 0, 255).astype(np.uint8))
        assert board.game_id == truth["game_id"], (name, board.text())


@pytest.mark.parametrize("size", IDS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_our_own_drawings_are_read(size: str, dark: bool) -> None:
    position = filled(IDS[size], seed=len(size))
    check(read_squares(drawn(position, 1.25, dark=dark, labels=dark)), position)


@pytest.mark.parametrize("zoom", [0.75, 0.9, 1.5, 2.0])
def test_the_size_of_a_drawing_does_not_matter(zoom: float) -> None:
    position = filled(IDS["5x7"], seed=8)
    check(read_squares(drawn(position, zoom)), position)


def test_a_board_is_found_anywhere_in_a_larger_picture() -> None:
    position = filled(IDS["4x4"], seed=1)
    board = drawn(position, 1.5, labels=False)
    desktop = np.full((900, 1200, 3), (40, 90, 120), np.uint8)
    desktop[211 : 211 + board.shape[0], 387 : 387 + board.shape[1]] = board
    seen = read_squares(desktop)
    check(seen, position)
    alone = read_squares(board)
    assert seen.box.left == pytest.approx(alone.box.left + 387, abs=0.5)
    assert seen.box.top == pytest.approx(alone.box.top + 211, abs=0.5)


def test_where_squares_are_is_known_to_a_pixel() -> None:
    zoom, side = 1.5, 40
    board = read_squares(drawn(filled(IDS["5x7"], seed=2), zoom, labels=False))
    left, top = side, (1 + 1.2) * side  # of our own drawing: a square for the clues, and the totals
    for row in range(7):
        for column in range(5):
            x, y = board.centre(row, column)
            assert x == pytest.approx(zoom * (left + (column + 0.5) * side), abs=1)
            assert y == pytest.approx(zoom * (top + (row + 0.5) * side), abs=1)
    with pytest.raises(InputError, match="row 8"):
        board.centre(7, 0)


def test_pencil_marks_are_read() -> None:
    position = parse_game_id(IDS["4x4"]).position(GAME.core)
    pencil = {"r1c2": "g", "r1c4": "vz", "r3c1": "gvz", "r4c2": "z"}
    board = read_squares(drawn(position, 1.5, UndeadNotes(pencil=pencil)))
    check(board, position)
    assert {square.name: square.pencil for square in board.squares if square.pencil} == pencil


def test_clues_that_are_not_shown_are_hidden() -> None:
    position = parse_game_id(IDS["4x4"].replace(",4,3,0,2", ",-,3,-,2")).position(GAME.core)
    board = read_squares(drawn(position, 1.5))
    check(board, position)
    assert [clue.name for clue in board.clues if clue.hidden] == ["D4", "L2"]


@pytest.mark.parametrize("zoom", [1.0, 1.7])
def test_the_cursor_is_seen(zoom: float) -> None:
    position = filled(IDS["4x4"], seed=4)
    picture = drawn(position, zoom, labels=False)
    square = read_squares(picture).square(2, 1)
    box = square.box
    lit = picture.copy()
    part = lit[round(box.top) + 1 : round(box.bottom), round(box.left) + 1 : round(box.right)]
    part[:] = (part * 0.78).astype(np.uint8)
    board = read_squares(lit)
    check(board, position)
    assert board.cursor is not None
    assert (board.cursor.name, board.cursor.cursor) == ("r3c2", "cell")
    corner = picture.copy()
    part = corner[round(box.top) + 1 :, round(box.left) + 1 :]
    half = round(box.width / 2)
    part[:half, :half][np.add.outer(np.arange(half), np.arange(half)) < half] = 199
    cursor = read_squares(corner).cursor
    assert cursor is not None
    assert (cursor.name, cursor.cursor) == ("r3c2", "pencil")


def test_what_a_clue_or_a_total_cannot_be_is_not_certain() -> None:
    position = parse_game_id(IDS["4x4"]).position(GAME.core)
    shown = scene(GAME, position)
    assert shown.grid is not None
    marks = (replace(shown.grid.marks[0], total=8), *shown.grid.marks[1:])
    board = read_squares(rastered(replace(shown, grid=replace(shown.grid, marks=marks)), 1.5))
    assert not board.certain
    assert board.game_id == ""
    assert board.position == ""
    assert board.problems == ("the totals add up to 14, and 11 squares have no mirror",)
    clues = tuple(replace(c, value=9) if c.label == "D4" else c for c in shown.grid.clues)
    board = read_squares(rastered(replace(shown, grid=replace(shown.grid, clues=clues)), 1.5))
    assert not board.certain
    assert {doubt.name for doubt in board.doubts} >= {"D4"}


def test_a_board_without_a_solution_was_misread() -> None:
    position = parse_game_id(IDS["5x7"]).position(GAME.core)
    shown = scene(GAME, position)
    assert shown.grid is not None
    one, other = shown.grid.marks[0], shown.grid.marks[1]
    marks = (replace(one, total=other.total), replace(other, total=one.total), shown.grid.marks[2])
    board = read_squares(rastered(replace(shown, grid=replace(shown.grid, marks=marks)), 1.5))
    assert not board.certain
    assert any("no filling" in problem for problem in board.problems)


def test_nothing_covered_is_given_as_certain() -> None:
    """A patch over any place leaves what is below it doubtful, or does not change what is read."""
    position = filled(IDS["4x4"], seed=6)
    picture = drawn(position, 1.2, labels=False)
    whole = read_squares(picture)
    rng = np.random.default_rng(5)
    for _ in range(25):
        spoilt = picture.copy()
        height, width = picture.shape[:2]
        y, x = int(rng.integers(0, height - 24)), int(rng.integers(0, width - 24))
        spoilt[y : y + 24, x : x + 24] = rng.integers(0, 256, (24, 24, 1))
        try:
            board = read_squares(spoilt)
        except InputError:
            continue
        if (board.columns, board.rows) != (whole.columns, whole.rows):
            assert not board.certain
            continue
        wrong = [
            (seen.name, seen.holds)
            for seen, true in zip(board.squares, whole.squares, strict=True)
            if seen.confidence >= CERTAIN and seen.holds != true.holds
        ]
        wrong += [
            (seen.name, str(seen.value))
            for seen, true in zip(board.totals + board.clues, whole.totals + whole.clues, strict=True)
            if seen.confidence >= CERTAIN and seen.value != true.value
        ]
        assert not wrong, (x, y)


def test_a_faint_mark_is_not_taken_for_an_open_square() -> None:
    """As when sgt's window flashes: what is drawn is nearly of the ground's colour then."""
    position = parse_game_id(IDS["4x4"]).position(GAME.core)
    picture = drawn(position, 1.5, labels=False).copy()
    mirror = read_squares(picture).square(0, 0)
    box = mirror.box
    part = picture[round(box.top) + 3 : round(box.bottom) - 2, round(box.left) + 3 : round(box.right) - 2]
    part[:] = 255 - (255 - part) // 10
    square = read_squares(picture).square(0, 0)
    assert mirror.holds == "\\"
    assert square.holds == "?"
    assert square.confidence < CERTAIN


@pytest.mark.parametrize("size", [20, 26, 33])
def test_digits_of_a_font_never_seen_are_read(size: int) -> None:
    font = ImageFont.load_default(size)
    patches = []
    for digit in DIGITS:
        image = Image.new("L", (80, 80))
        ImageDraw.Draw(image).text((20, 10), digit, 255, font)
        ink = np.asarray(image, np.float32) / 255
        patches += [sign_patch(ink, box) for box in sign_boxes(ink)]
    assert "".join(sign.sign for sign in read_signs(patches)) == DIGITS


def test_two_digits_that_touch_are_parted() -> None:
    font = ImageFont.load_default(40)
    image = Image.new("L", (120, 80))
    pen = ImageDraw.Draw(image)
    pen.text((20, 10), "2", 255, font)
    pen.text((20 + font.getlength("2") - 4, 10), "3", 255, font)
    ink = np.asarray(image, np.float32) / 255
    boxes = sign_boxes(ink)
    assert "".join(sign.sign for sign in read_signs([sign_patch(ink, box) for box in boxes])) == "23"


def test_the_reading_as_data_and_text() -> None:
    board = read_squares(drawn(filled(IDS["4x4"], seed=9), 1.2))
    data = json.loads(json.dumps(board.data()))
    assert data["certain"]
    assert data["game_id"] == IDS["4x4"]
    assert data["game"] == "undead"
    assert data["squares"][0]["holds"] == "\\"
    assert len(data["squares"]) == 16
    assert [number["value"] for number in data["numbers"]][:3] == [5, 4, 2]
    assert board.text().startswith("# undead\nghosts 5 vampires 4 zombies 2\n")
    assert as_position(GAME, board.text()).squares == "".join(h or "." for h in board.holds)


def test_pictures_without_a_board_say_so_in_one_line() -> None:
    blank = np.full((300, 400, 3), 230, np.uint8)
    lattice = blank.copy()
    lattice[40:260:44, 60:281] = 0
    lattice[40:261, 60:281:44] = 0
    noise = np.random.default_rng(1).integers(0, 256, (300, 400, 3)).astype(np.uint8)
    for picture in (blank, lattice, noise, blank[:5, :5]):
        with pytest.raises(InputError, match="no board of monsters and mirrors") as error:
            read_squares(picture)
        assert "\n" not in str(error.value)


@needs_shared
def test_tables_of_cards_are_no_boards() -> None:
    for name in ("kpat_freecell_2_oxygen-air_1600x950", "pysolfc_pyramid_108_greywyvern_1200x700"):
        with pytest.raises(InputError):
            read_squares(np.asarray(Image.open(SHARED / f"{name}.png").convert("RGB")))


def shot(setup: UndeadSetup, folder: Path, tile: int, colours: tuple[str, ...] = ()) -> Any:
    """A picture that sgt's program makes of a saved game; it needs no display for that."""
    assert SGT is not None
    saved, picture = folder / "game.sav", folder / "picture.png"
    saved.write_text(format_save(setup))
    env = dict(os.environ, UNDEAD_TILESIZE=str(tile))
    env.update({f"UNDEAD_COLOUR_{i}": colour for i, colour in enumerate(colours)})
    subprocess.run(
        [SGT, "--screenshot", picture, saved], check=False, env=env, timeout=PATIENCE, capture_output=True
    )
    if not picture.exists():
        pytest.skip("this sgt-undead makes no pictures without a display")
    return np.asarray(Image.open(picture).convert("RGB"))


@needs_sgt
@pytest.mark.parametrize(("size", "tile"), [("3x3", 48), ("4x4", 40), ("5x7", 64), ("7x7", 96), ("5x10", 56)])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures_of_sgt_are_read(size: str, tile: int, dark: bool, tmp_path: Path) -> None:
    position = filled(IDS[size], seed=tile)
    notes = UndeadNotes.filled_in(position.board, position.squares)
    open_squares = [square for square in range(len(position.board)) if position.board[square] not in "/\\"]
    free = [number for number, square in enumerate(open_squares) if position.squares[square] == "."]
    steps = [f"g{free[0]};v{free[0]};z{free[0]}", f"z{free[1]}", "D1,0"]
    steps = [*notes.steps, *(SaveStep("MOVE", step) for step in steps)]
    notes = replace(notes, steps=tuple(steps), at=len(steps))
    colours = ("202428", "eeeeee", "eeeeee") if dark else ()
    board = read_squares(shot(UndeadSetup.of(position.start, notes=notes), tmp_path, tile, colours))
    check(board, position)
    pencil = {open_squares[free[0]]: "gvz", open_squares[free[1]]: "z"}
    assert {i: square.pencil for i, square in enumerate(board.squares) if square.pencil} == pencil
    assert board.clues[0].state in ("done", "broken")
