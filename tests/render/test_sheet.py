"""Printable sheets: every puzzle, every solution, in its place."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from families.undead.ids import SAMPLE, SOLVED_SAMPLE, from_id
from winnable.analysis.scenes import scene_of
from winnable.registry import get_game
from winnable.render.drawing import Drawing, document
from winnable.render.pdf import pdf_of
from winnable.render.sheet import PAPERS, Puzzle, sheet_pages

SVG = "{http://www.w3.org/2000/svg}"


def squares(page: Drawing) -> list[float]:
    """The side of each board's squares, in millimetres."""
    root = ElementTree.fromstring(document(page, unit="mm"))
    scales = [
        group.get("transform", "").rpartition("scale(")[2].rstrip(")") for group in root.findall(f"{SVG}g")
    ]
    return [40 * float(scale) for scale in scales]


def large(side: int, count: int) -> list[Puzzle]:
    """Boards of nothing but ghosts."""
    game, cells = get_game("undead"), side * side
    runs = "z" * (cells // 26) + ("" if cells % 26 == 0 else chr(ord("a") + cells % 26 - 1))
    text = f"{side}x{side}:{cells},0,0,{runs}" + 4 * side * ",0"
    puzzle, solution = (scene_of(game, from_id(*parts)) for parts in ((text,), (text, cells * "g")))
    return [Puzzle(f"no. {i}", puzzle, solution) for i in range(1, count + 1)]


def puzzles(count: int) -> list[Puzzle]:
    game = get_game("undead")
    puzzle, solution = (scene_of(game, from_id(*text)) for text in ((SAMPLE,), (SAMPLE, SOLVED_SAMPLE)))
    return [Puzzle(f"no. {i}", puzzle, solution, "easy" if i == 2 else "") for i in range(1, count + 1)]


def words(page: Drawing) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(document(page, unit="mm")).iter(f"{SVG}text"))


def texts(page: Drawing) -> list[str]:
    return [text.text or "" for text in words(page)]


def monsters(page: Drawing) -> int:
    root = ElementTree.fromstring(document(page))
    return sum(1 for group in root.iter(f"{SVG}g") if group.find(f"{SVG}path") is not None)


def test_puzzles_come_first_and_solutions_on_the_last_page() -> None:
    pages = sheet_pages(puzzles(5), per_page=2, title="Undead")
    assert len(pages) == 3 + 1
    for number, page in enumerate(pages, 1):
        assert (page.width, page.height) == PAPERS["a4"]
        assert f"{number} / 4" in texts(page)
    captions = [[text for text in texts(page) if text.startswith("no.")] for page in pages]
    assert captions == [
        ["no. 1", "no. 2"],
        ["no. 3", "no. 4"],
        ["no. 5"],
        ["no. 1", "no. 2 (easy)", "no. 3", "no. 4", "no. 5"],
    ]
    # Three above each board, and nine in each solution.
    assert [monsters(page) for page in pages] == [6, 6, 3, 5 * 12]
    assert texts(pages[0])[0] == "Undead"
    assert texts(pages[3])[0] == "Undead: solutions"


def test_many_solutions_go_on_more_pages() -> None:
    pages = sheet_pages(puzzles(31), per_page=40)
    assert [sum(text.startswith("no.") for text in texts(page)) for page in pages] == [31, 30, 1]


@pytest.mark.parametrize(
    ("side", "shared"),
    [(7, ([6, 6], [12])), (15, ([6, 6], [12])), (20, ([4, 4, 4], [6, 6])), (30, (12 * [1], 6 * [2]))],
)
def test_large_boards_stay_readable(side: int, shared: tuple[list[int], list[int]]) -> None:
    """Squares of 4 mm to write into, and of 3 mm to read: fewer boards on a page where these are smaller."""
    pages = [squares(page) for page in sheet_pages(large(side, 12))]
    cut = len(shared[0])
    assert ([len(page) for page in pages[:cut]], [len(page) for page in pages[cut:]]) == shared
    assert min(min(page) for page in pages[:cut]) >= 4
    assert min(min(page) for page in pages[cut:]) >= 3
    asked = [squares(page) for page in sheet_pages(large(side, 12), per_page=12)]
    assert len(asked[0]) == 12


def test_captions_stay_within_their_boxes() -> None:
    """With 30 solutions on a page a deal's number goes below the name."""
    game = get_game("undead")
    scenes = scene_of(game, from_id(SAMPLE)), scene_of(game, from_id(SAMPLE, SOLVED_SAMPLE))
    name, note = "30, normal", "seed:18446744073709551615"
    few, many = (sheet_pages([Puzzle(name, *scenes, note)] * count)[-1] for count in (2, 30))
    assert f"{name} ({note})" in texts(few)
    assert texts(many).count(name) == texts(many).count(f"({note})") == 30
    sizes = [float(text.get("font-size", "")) for text in words(many) if text.text == f"({note})"]
    assert all(0.6 * size * len(f"({note})") <= (210 - 24) / 5 for size in sizes)


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_boards_stay_on_the_paper_and_apart(count: int) -> None:
    page = sheet_pages(puzzles(count), paper="letter", per_page=count)[0]
    root = ElementTree.fromstring(document(page))
    boxes = []
    for group in root.findall(f"{SVG}g"):
        move, scale = group.get("transform", "").split(") ")
        x, y = map(float, move.removeprefix("translate(").split())
        size = float(scale.removeprefix("scale(").rstrip(")"))
        paper = group.find(f"{SVG}rect")
        assert paper is not None
        width, height = (size * float(paper.get(side, "")) for side in ("width", "height"))
        boxes.append((x, y, x + width, y + height))
    assert len(boxes) == count
    assert all(x > 0 and y > 0 and right < page.width and low < page.height for x, y, right, low in boxes)
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]


def test_a_pdf_has_the_pages() -> None:
    pytest.importorskip("fpdf", reason="the extra print is not installed")
    pages = sheet_pages(puzzles(3), per_page=2)
    data = pdf_of(pages)
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page\n") == len(pages)
    assert len(data) > len(pdf_of(pages[:1]))
