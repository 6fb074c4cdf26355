"""The steps of an Undead explanation as sentences, each with its rule, its line and its cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from winnable._core import UndeadLine, UndeadPosition
from winnable.families.undead.explain import Cut, Reason, Step
from winnable.families.undead.sums import (
    MONSTERS,
    Choice,
    LineSum,
    candidates_of,
    difference_sum,
    sighting_sum,
)
from winnable.families.undead.words import (
    MONSTER_NAMES,
    cell_name,
    cell_names,
    line_name,
    monster_noun,
)
from winnable.text.phrases import count_noun, join_words

__all__ = ["Told", "apply_cuts", "breaking", "outcome", "rule_name", "sentence", "tell"]


@dataclass(frozen=True, slots=True)
class Told:
    """A step in words: its rule, its sentence, the board after it with what each square may still hold, and
    the steps of its chain.

    In the chain of a what-if ``after``, ``candidates`` and the sentences take the assumption for true.
    """

    step: Step
    rule: str
    words: str
    after: UndeadPosition
    candidates: tuple[str, ...]
    chain: tuple[Told, ...] = ()

    @property
    def lines(self) -> tuple[UndeadLine, ...]:
        """The lines to draw: those of the step's reason, for a what-if of what breaks."""
        broken = self.step.broken
        return self.step.reason.lines if broken is None else broken.lines

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that the step says something about, as squares."""
        return tuple(cut.square for cut in self.step.cuts)


def tell(position: UndeadPosition, steps: Sequence[Step]) -> list[Told]:
    """The steps from a position on, in words."""
    return _tell(position, candidates_of(position), steps)


def _tell(position: UndeadPosition, candidates: Sequence[str], steps: Sequence[Step]) -> list[Told]:
    out = []
    for step in steps:
        chain: list[Told] = []
        if step.assumed is not None:
            square, monster = step.assumed
            assumed = [monster if i == square else held for i, held in enumerate(candidates)]
            chain = _tell(position, assumed, step.chain)
        rule, words = rule_name(candidates, step.reason), sentence(position, candidates, step)
        candidates = apply_cuts(candidates, step.cuts)
        out.append(Told(step, rule, words, _filled(position, candidates), tuple(candidates), tuple(chain)))
    return out


def _filled(position: UndeadPosition, candidates: Sequence[str]) -> UndeadPosition:
    """The board with what is settled."""
    pairs = zip(candidates, position.squares, strict=True)
    return position.filled("".join(held if len(held) == 1 else square for held, square in pairs))


def apply_cuts(candidates: Sequence[str], cuts: Iterable[Cut]) -> list[str]:
    """What the cells may hold after a step."""
    after = list(candidates)
    for cut in cuts:
        after[cut.square] = cut.left
    return after


def rule_name(candidates: Sequence[str], reason: Reason) -> str:
    """The rule of a step as people call it: ``full line``, ``zero line``, ``end difference``, ``what if``."""
    if reason.rung == "difference":
        return "end difference"
    if reason.rung != "sighting":
        return reason.rung
    total = _sum_of(reason, candidates)
    if total.target == 0:
        return "zero line"
    return "full line" if total.target == total.most else "sighting"


def sentence(position: UndeadPosition, candidates: Sequence[str], step: Step) -> str:
    """Why a step holds, in one sentence without a full stop; ``candidates`` are those before the step.

    Of a what-if it says how the chain ends; the steps of the chain are sentences of their own.
    """
    if step.assumed is not None:
        return _what_if(position, candidates, step)
    because = _BECAUSE[step.reason.rung](position, candidates, step)
    return f"{because}{outcome(position, step.cuts)}"


def outcome(position: UndeadPosition, cuts: Sequence[Cut]) -> str:
    """What is known then: ``r1c2 and r1c3 are ghosts, r2c1 is no zombie``."""
    said: dict[str, list[int]] = {}
    for cut in cuts:
        if len(cut.left) == 1:
            said.setdefault(cut.left, []).append(cut.square)
    for cut in cuts:
        if len(cut.left) > 1:
            said.setdefault(f"no {cut.gone}", []).append(cut.square)
        elif not cut.left:
            said.setdefault("", []).append(cut.square)
    return join_words([_are(position, squares, what) for what, squares in said.items()])


def breaking(position: UndeadPosition, candidates: Sequence[str], reason: Reason) -> str:
    """What cannot be met, as a clause: ``R2 would see at least 4 along line D3-R2, not 3``."""
    return _BREAKING[reason.rung](position, candidates, reason)


def _are(position: UndeadPosition, squares: Sequence[int], what: str) -> str:
    """``r1c2 is a ghost``; ``r1c2 and r1c3 are no ghosts``; ``r1c2 can hold no monster at all``."""
    cells = cell_names(position, squares)
    if not what:
        return f"{cells} can hold no monster at all"
    one = len(squares) == 1
    name = MONSTER_NAMES[what[-1]] + ("" if one else "s")
    if what.startswith("no "):
        return f"{cells} {'is' if one else 'are'} no {name}"
    return f"{cells} is a {name}" if one else f"{cells} are {name}"


def _choices(cuts: Iterable[Cut]) -> list[Choice]:
    return [(cut.square, monster) for cut in cuts for monster in cut.gone]


def _with(position: UndeadPosition, choices: Sequence[Choice]) -> str:
    """``with a ghost or a vampire in r1c2, or a zombie in r2c1 or r2c2``."""
    by_cells: dict[tuple[int, ...], list[str]] = {}
    for monster in MONSTERS:
        if cells := tuple(cell for cell, held in choices if held == monster):
            by_cells.setdefault(cells, []).append(monster_noun(monster))
    held = [
        f"{join_words(nouns, 'or')} in {join_words([cell_name(position, cell) for cell in cells], 'or')}"
        for cells, nouns in by_cells.items()
    ]
    return "with " + ", or ".join(held)


def _sum_of(reason: Reason, candidates: Sequence[str]) -> LineSum:
    (line,) = reason.lines
    if reason.rung == "sighting":
        assert reason.end is not None
        return sighting_sum(line, reason.end, candidates)
    return difference_sum(line, _greater_end(reason), candidates)


def _greater_end(reason: Reason) -> int:
    """The end of a line that sees more, or the first."""
    first, second = reason.lines[0].sightings
    assert first is not None
    assert second is not None
    return 1 if second > first else 0


def _because_sighting(position: UndeadPosition, candidates: Sequence[str], step: Step) -> str:
    (line,), end = step.reason.lines, step.reason.end
    assert end is not None
    total, choices = _sum_of(step.reason, candidates), _choices(step.cuts)
    label, n = line.labels[end], total.target
    seen = f"{label} sees {n or 'nothing'} along {line_name(line)}"
    much, little = total.too_much(choices), total.too_little(choices)
    if total.least == n and len(much) == len(choices):
        return f"{seen}, so " if n == 0 else f"{seen}, no more than it must, so "
    if total.most == n and len(little) == len(choices):
        return f"{seen}, as many as it can, so "
    return f"{seen}; {_wrong(position, much, little, 'it would see more', 'it would see fewer')}, so "


def _because_difference(position: UndeadPosition, candidates: Sequence[str], step: Step) -> str:
    total, choices = _sum_of(step.reason, candidates), _choices(step.cuts)
    much, little = total.too_much(choices), total.too_little(choices)
    seen = _difference(step.reason, total.target)
    if total.target and total.most == total.target and len(little) == len(choices):
        return f"{seen}, as many as its cells before the first mirror and behind the last can make, so "
    if total.target and total.least == total.target and len(much) == len(choices):
        return f"{seen}, no more than its cells before the first mirror and behind the last must make, so "
    wrong = _wrong(
        position, much, little, "the difference would be too great", "the difference would be too small"
    )
    return f"{seen}; {wrong}, so "


def _wrong(
    position: UndeadPosition, much: Sequence[Choice], little: Sequence[Choice], more: str, fewer: str
) -> str:
    """``with a ghost in r1c2 it would see more, and with a zombie in r2c1 it would see fewer``."""
    pairs = ((much, more), (little, fewer))
    return ", and ".join(f"{_with(position, choices)} {what}" for choices, what in pairs if choices)


def _difference(reason: Reason, difference: int) -> str:
    (line,) = reason.lines
    end = _greater_end(reason)
    (a, b), (m, n) = line.labels, line.sightings
    if end == 1:
        a, b, m, n = b, a, n, m
    if difference == 0:
        return f"{a} and {b} both see {m} along {line_name(line)}"
    return f"{a} ({m}) sees {difference} more than {b} ({n}) along {line_name(line)}"


def _because_totals(position: UndeadPosition, candidates: Sequence[str], step: Step) -> str:
    kind, placed = _kind(step.reason)
    total = position.totals[MONSTERS.index(kind)]
    return f"{_all_placed(kind, total) if placed else _all_places(kind, total)}, so "


def _kind(reason: Reason) -> tuple[str, bool]:
    """The monster whose total matters, and whether it is all placed, else has only the places it needs."""
    if len(reason.kinds) == 1:
        return reason.kinds, True
    (third,) = (monster for monster in MONSTERS if monster not in reason.kinds)
    return third, False


def _all_placed(monster: str, total: int) -> str:
    name = MONSTER_NAMES[monster]
    if total == 0:
        return f"there are no {name}s"
    return f"the one {name} stands already" if total == 1 else f"all {total} {name}s stand already"


def _all_places(monster: str, total: int) -> str:
    name = MONSTER_NAMES[monster]
    if total == 1:
        return f"there is one {name}, and just one cell where it can be"
    return f"there are {total} {name}s, and just {total} cells where they can be"


def _because_lines(position: UndeadPosition, candidates: Sequence[str], step: Step) -> str:
    verb = _by_number(step.reason, "is right", "are both right", "are all right")
    where = _along(position, step.reason)
    return f"{join_words(_sightings(step.reason))} {verb} {where}{',' if ',' in where else ''} only if "


def _by_number(reason: Reason, one: str, two: str, more: str) -> str:
    return {1: one, 2: two}.get(len(_sightings(reason)), more)


def _sightings(reason: Reason) -> list[str]:
    """``R2 (3)``: the sightings that lines show, with their labels."""
    return [
        f"{label} ({n})"
        for line in reason.lines
        for label, n in zip(line.labels, line.sightings, strict=True)
        if n is not None
    ]


def _along(position: UndeadPosition, reason: Reason) -> str:
    """``along line D3-R2``, ``along lines D3-R2 and L1-U2, which share r1c3, with 3 ghosts, … in all``."""
    names = join_words(["-".join(line.labels) for line in reason.lines])
    where = f"along line {names}"
    if len(reason.lines) == 2:
        first, second = (set(line.cells) for line in reason.lines)
        where = f"along lines {names}"
        if shared := sorted(first & second):
            where += f", which share {cell_names(position, shared)}"
    return where + (f", with {_totals(position)} in all" if reason.totals else "")


def _totals(position: UndeadPosition) -> str:
    return join_words(
        [count_noun(n, MONSTER_NAMES[m]) for m, n in zip(MONSTERS, position.totals, strict=True)]
    )


def _what_if(position: UndeadPosition, candidates: Sequence[str], step: Step) -> str:
    assert step.assumed is not None
    assert step.broken is not None
    square, monster = step.assumed
    cell = cell_name(position, square)
    here = list(candidates)
    here[square] = monster
    for link in step.chain:
        here = apply_cuts(here, link.cuts)
    after = f"after {count_noun(len(step.chain), 'step')} " if step.chain else ""
    return (
        f"if {cell} were {monster_noun(monster)}, then {after}{breaking(position, here, step.broken)}; "
        f"so {outcome(position, step.cuts)}"
    )


def _breaking_sighting(position: UndeadPosition, candidates: Sequence[str], reason: Reason) -> str:
    (line,), end = reason.lines, reason.end
    assert end is not None
    total = _sum_of(reason, candidates)
    bound = _bound(total)
    return f"{line.labels[end]} would see {bound} along {line_name(line)}, not {total.target}"


def _breaking_difference(position: UndeadPosition, candidates: Sequence[str], reason: Reason) -> str:
    total = _sum_of(reason, candidates)
    return f"{_difference(reason, total.target)}, and the difference would be {_bound(total)}"


def _bound(total: LineSum) -> str:
    """Why a sum cannot be met: ``at least 4``, ``at most 2``, ``1 or 3`` where a cell counts twice."""
    if total.least > total.target:
        return f"at least {total.least}"
    if total.most < total.target:
        return f"at most {total.most}"
    return join_words([str(n) for n in total.possible], "or")


def _breaking_totals(position: UndeadPosition, candidates: Sequence[str], reason: Reason) -> str:
    kind, placed = _kind(reason)
    total, name = position.totals[MONSTERS.index(kind)], MONSTER_NAMES[kind]
    if placed:
        return f"there would be {count_noun(sum(held == kind for held in candidates), name)}, not {total}"
    return (
        f"there would be room for {count_noun(sum(kind in held for held in candidates), name)}, not {total}"
    )


def _breaking_lines(position: UndeadPosition, candidates: Sequence[str], reason: Reason) -> str:
    verb = _by_number(reason, "could not be right", "could not both be right", "could not all be right")
    return f"{join_words(_sightings(reason))} {verb} {_along(position, reason)}"


_BECAUSE: Final[dict[str, Callable[[UndeadPosition, Sequence[str], Step], str]]] = {
    "sighting": _because_sighting,
    "difference": _because_difference,
    "totals": _because_totals,
    "one line": _because_lines,
    "two lines": _because_lines,
}
_BREAKING: Final[dict[str, Callable[[UndeadPosition, Sequence[str], Reason], str]]] = {
    "sighting": _breaking_sighting,
    "difference": _breaking_difference,
    "totals": _breaking_totals,
    "one line": _breaking_lines,
    "two lines": _breaking_lines,
}
