"""The graph of a review as a drawing."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from winnable.render.drawing import Drawing, document
from winnable.render.review_svg import ChanceStep, VerdictStep, draw_chances, draw_verdicts

NS = "{http://www.w3.org/2000/svg}"


def parsed(drawing: Drawing) -> Any:
    return ET.fromstring(document(drawing, title="a review"))


def test_a_line_steps_down_where_the_game_was_lost() -> None:
    steps = [VerdictStep(True, 8), VerdictStep(True, 4), VerdictStep(None), VerdictStep(False, marked=True)]
    root = parsed(draw_verdicts(steps))
    (line,) = [path.get("d") for path in root.iter(f"{NS}path") if path.get("stroke-width") == "2.5"]
    assert line.count("M") == 2  # broken where nothing is known
    levels = [float(part.split()[1]) for part in line.replace("M", "L").split("L")[1:]]
    assert levels == [18, 18, 50]
    bars = [float(bar.get("height")) for bar in root.iter(f"{NS}rect")]
    assert len(bars) == 2
    assert bars[0] == pytest.approx(2 * bars[1])
    hatched = [path for path in root.iter(f"{NS}path") if path.get("stroke-width") == "1"]
    assert len(hatched) == 1
    (mark,) = root.iter(f"{NS}circle")
    assert float(mark.get("cx")) > float(hatched[0].get("d").split()[0][1:])


def test_a_band_holds_the_chance_and_bars_say_what_changed_it() -> None:
    steps = [
        ChanceStep(0.5, (0.3, 0.7)),
        ChanceStep(0.2, (0.1, 0.4), choice=-0.4, luck=0.1, marked=True),
        ChanceStep(0.0, (0.0, 0.1), luck=-0.2),
    ]
    root = parsed(draw_chances(steps))
    points = [tuple(map(float, p.split(","))) for p in next(root.iter(f"{NS}polyline")).get("points").split()]
    band = [tuple(map(float, p.split(","))) for p in next(root.iter(f"{NS}polygon")).get("points").split()]
    for (x, y), high, low in zip(points, band[:3], band[:2:-1], strict=True):
        assert x == high[0] == low[0]
        assert high[1] <= y <= low[1]  # y grows downwards
    middle = 145.0
    bars = [(float(bar.get("y")), float(bar.get("height"))) for bar in root.iter(f"{NS}rect")]
    drawn = [(round(y, 6), high) for y, high in bars if high]
    assert [y >= middle for y, _ in drawn] == [True, False, True]  # a loss hangs down
    assert len(list(root.iter(f"{NS}circle"))) == 1


@pytest.mark.parametrize("draw", [draw_verdicts, draw_chances])
def test_nothing_to_draw(draw: Any) -> None:
    parsed(draw([]))
