"""Animations: well-formed, self-contained, and at each time one frame is shown."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from scenes import scenes_of
from winnable.render.drawing import document
from winnable.render.film import Frame, film
from winnable.render.style import Style

SVG = "{http://www.w3.org/2000/svg}"


def frames_of(root: ET.Element) -> list[ET.Element]:
    return [group for group in root.findall(f"{SVG}g") if group.find(f"{SVG}animate") is not None]


@pytest.mark.parametrize("name", ["freecell", "pyramid", "spider", "undead"])
def test_one_frame_is_shown_at_a_time(name: str) -> None:
    scenes = list(scenes_of(name))
    frames = [Frame(scene, (f"step {i} & more", "x" * 200), i % 3) for i, scene in enumerate(scenes)]
    seconds, last = 0.5, 2.0
    text = document(film(frames, Style(width=40), seconds=seconds, last_seconds=last, title="a film"))
    root = ET.fromstring(text)
    found = frames_of(root)
    assert len(found) == len(frames)
    assert [frame.get("visibility") for frame in found] == ["visible"] + ["hidden"] * (len(frames) - 1)
    length = len(frames) * seconds + last
    shown = []
    for frame in found:
        animate = frame.find(f"{SVG}animate")
        assert animate is not None
        assert animate.get("dur") == f"{length:g}s"
        values = (animate.get("values") or "").split(";")
        times = list(map(float, (animate.get("keyTimes") or "").split(";")))
        assert times[0] == 0
        assert all(a < b for a, b in pairwise(times))
        until = dict(zip(times, values, strict=True))
        start = next(time for time, value in until.items() if value == "visible")
        shown.append((start, next((time for time in times if time > start), 1.0)))
    assert shown[0][0] == 0
    assert shown[-1][1] == 1
    assert all(a[1] == b[0] for a, b in pairwise(shown))
    assert shown[-1][0] * length == pytest.approx((len(frames) - 1) * seconds, abs=0.01)


def test_nothing_is_missing_and_nothing_comes_from_outside() -> None:
    scenes = list(scenes_of("freecell"))
    frames = [Frame(scene, ("a",), 1) for scene in (scenes[0], scenes[0], scenes[2])]
    text = document(film(frames, Style(width=40), seconds=1, title="t"))
    root = ET.fromstring(text)
    names = {element.get("id") for element in root.iter() if element.get("id")}
    used = [element.get("href") or "" for element in root.iter(f"{SVG}use")]
    assert all(name.removeprefix("#") in names for name in used)
    assert len(names) < len(used)  # the first two frames are one picture
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    one = document(film(frames[:1], Style(width=40), seconds=1, title="t"))
    assert len(text) < 3 * len(one)
