"""A review as a page of its own: one HTML file without scripts that refers to nothing outside itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final

from winnable.analysis.hint import observe
from winnable.analysis.scenes import scene_of
from winnable.errors import InputError
from winnable.render.drawing import Drawing, document
from winnable.render.review_svg import ChanceStep, VerdictStep, draw_chances, draw_verdicts
from winnable.render.style import Style
from winnable.render.svg import draw
from winnable.session.tree import Node
from winnable.text.phrases import count_noun
from winnable.web.boards import OpenBoard
from winnable.web.wire import Told

__all__ = ["finished_review", "review_page"]

_STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 940px; margin: 24px auto; padding: 0 16px;
  color: #16211d; background: #ffffff; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 2px 8px;
  border-bottom: 1px solid #c5cec9; }
.moves { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.lost { color: #a63603; font-weight: 700; } .won { color: #0b6bb0; } .open { color: #5b6169; }
section { break-inside: avoid; }
"""
_WORDS: Final = {"solved": "winnable", "unsolvable": "lost", "unknown": "not known"}
_CLASSES: Final = {"solved": "won", "unsolvable": "lost", "unknown": "open"}
_CARD: Final = Style(width=64.0)


def review_page(opened: OpenBoard, data: dict[str, Any]) -> str:
    """The page of a review that was answered about a board, as :mod:`winnable.web.reviewing` has it.

    Raises:
        InputError: a place that was reviewed is no longer in the tree.
    """
    game, deal = opened.session.game, opened.session.deal
    name = game.info.title + (f", deal {deal}" if deal is not None else "")
    parts = _of_chances(opened, data) if data["kind"] == "chances" else _of_verdicts(opened, data)
    body = "\n".join(parts)
    title = escape(f"Review of {name}")
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}\n</body>\n</html>\n"
    )


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _svg(drawing: Drawing, title: str) -> str:
    return document(drawing, title=title)


# --- by verdicts -------------------------------------------------------------------------------------------


def _of_verdicts(opened: OpenBoard, data: dict[str, Any]) -> Iterator[str]:
    line = [opened.place(number) for number in data["line"]]
    known = opened.told()
    lost_by = {one["place"] for one in data["blunders"]}
    steps = [_verdict_step(known.get(number), number in lost_by) for number in data["line"]]
    yield _paragraph(data["text"])
    yield _svg(draw_verdicts(steps), "The verdict after each move")
    for blunder in data["blunders"]:
        yield _blunder(opened, blunder, aside=opened.place(blunder["place"]) not in line)
    yield from _listed(opened, "Detours", data["detours"], _detour_words)
    yield from _listed(opened, "Guesses", data["guesses"], lambda guess: guess["words"])
    yield "<h2>Every move</h2>"
    points = data.get("points") or [None] * len(line)
    scored = any(most is not None for most in points)
    rows = []
    for number, (node, place) in enumerate(zip(line, data["line"], strict=True)):
        told = known.get(place, Told("unknown"))
        left = str(told.length) if told.length else ""
        verdict = f'<span class="{_CLASSES[told.verdict]}">{_WORDS[told.verdict]}</span>'
        cells = [str(number), escape(node.text or "start"), escape(opened.words(node)), verdict, left]
        if scored:
            cells.append("" if points[number] is None else str(points[number]))
        rows.append("".join(f"<td>{cell}</td>" for cell in cells))
    heads = ("", "move", "what it is", "verdict", "moves to the win")
    yield _table((*heads, "points within reach") if scored else heads, rows)


def _verdict_step(told: Told | None, marked: bool) -> VerdictStep:
    won = None if told is None or told.verdict == "unknown" else told.verdict == "solved"
    return VerdictStep(won, told.length if told is not None and won else 0, marked)


def _blunder(opened: OpenBoard, blunder: dict[str, Any], *, aside: bool) -> str:
    node = opened.place(blunder["place"])
    which = f"Move {node.number}, {node.text}, lost the game" + (" in a side line" if aside else "")
    line = count_noun(len(blunder["moves"]), "move")
    return "\n".join(
        (
            f"<section>\n<h2>{escape(which)}</h2>",
            _paragraph(_sentence(f"{opened.words(node)}: {'; '.join(blunder['why'])}.")),
            _before(opened, node),
            _paragraph(f"This would have won, in {line}:"),
            f'<p class="moves">{escape(" ".join(blunder["moves"]))}</p>\n</section>',
        )
    )


def _before(opened: OpenBoard, node: Node[Any, Any]) -> str:
    """The board before a move, as its player saw it, with the move ringed."""
    session = opened.session
    assert node.parent is not None
    place = node.parent.placed
    seen = observe(session.game, place) if session.unseen else place
    scene = scene_of(session.game, seen, open_cards=session.open_cards)
    made = next((move for move in scene.moves if move.text == node.text), None)
    return _svg(draw(scene, _CARD, move=made), f"The board before move {node.number}")


def _detour_words(detour: dict[str, Any]) -> str:
    return f"{count_noun(detour['more'], 'move')} more than the shortest win known"


def _listed(opened: OpenBoard, title: str, found: Sequence[dict[str, Any]], words: Any) -> Iterator[str]:
    if not found:
        return
    yield f"<h2>{escape(title)}</h2>\n<ul>"
    for one in found:
        node = opened.place(one["place"])
        yield f"<li>{escape(f'Move {node.number}, {node.text}: {words(one)}')}</li>"
    yield "</ul>"


def _table(heads: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


# --- by chances --------------------------------------------------------------------------------------------


def _of_chances(opened: OpenBoard, data: dict[str, Any]) -> Iterator[str]:
    graded = {one["step"]: one for one in data["choices"]}
    steps = []
    for place in data["chances"]:
        choice = -place["choice"]["share"] if "choice" in place else 0.0
        fall = -place["fall"]["share"] if "fall" in place else 0.0
        low, high = place["interval"]
        marked = place["number"] in graded
        steps.append(ChanceStep(place["share"], (low, high), choice, fall - choice, marked))
    yield _paragraph(data["text"])
    if data["lost_after"] is not None:
        yield _paragraph(f"Lost after move {data['lost_after']}: {'; '.join(data['why'])}.")
    yield _svg(draw_chances(steps), "The chance of a win after each move")
    for one in data["choices"]:
        node, place = opened.place(data["line"][one["step"]]), data["chances"][one["step"]]
        low, high = one["interval"]
        told = f"Move {one['step']}, {place['move']}: {one['grade']}"
        cost = f"It cost {_points(one['share'])} points of chance ({_points(low)} to {_points(high)})."
        board = _before(opened, node)
        yield f"<section>\n<h2>{escape(told)}</h2>{_paragraph(cost)}\n{board}</section>"
    yield "<h2>Every move</h2>"
    rows = []
    for place, step in zip(data["chances"], steps, strict=True):
        low, high = place["interval"]
        chance = f"{100 * place['share']:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
        parts = (_points(step.choice), _points(step.luck)) if place["number"] else ("", "")
        cells = (place["number"], place["move"] or "start", place["words"], chance, *parts)
        rows.append("".join(f"<td>{escape(str(cell))}</td>" for cell in cells))
    yield _table(("", "move", "what it is", "chance of a win", "by the choice", "by luck"), rows)


def _points(share: float) -> str:
    return f"{100 * share + 0.0:.1f}"


def finished_review(data: dict[str, Any] | None, question: str, state: str) -> dict[str, Any]:
    """The answer of a question that is a review and has ended; InputError for any other."""
    if question != "review" or state != "done" or data is None:
        raise InputError("this is no review, or it has not ended", expected="a review that is done")
    return data
