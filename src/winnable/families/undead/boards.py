"""The boards of Undead that seeds make: what can be asked of them, and the generator.

A seed makes the same board on every machine. Each board has exactly one solution.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Final

from winnable._core import CancelToken, UndeadGenerator, UndeadSgtGrader
from winnable.deals import DealNumber, checked_deal
from winnable.errors import InputError, NoDealError, quote
from winnable.names import find_name, unknown_name
from winnable.text.phrases import counted

if TYPE_CHECKING:
    from winnable._core import UndeadPosition
    from winnable.families.undead.game import UndeadGame

__all__ = [
    "GRADES",
    "MOST_LOOKED",
    "OPTION_NAMES",
    "TECHNIQUES",
    "BoardRecipe",
    "MadeBoard",
    "check_options",
    "checked_seed",
    "make_board",
    "make_boards",
    "recipe_of",
]

OPTION_NAMES: Final = ("size", "grade", "technique", "mirrors", "hidden")
GRADES: Final = ("easy", "normal", "tricky")
TECHNIQUES: Final = ("sighting", "difference", "totals", "one-line", "two-lines", "what-if")
ANY: Final = "any"
MOST_LOOKED: Final = 400_000  # boards that are looked at for one seed, unless told otherwise
_SIDE: Final = re.compile(r"([0-9]{1,6})(?:\s*(?:[x\u00d7*]|by)\s*([0-9]{1,6}))?", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[0-9]+")
_MOST_DIGITS: Final = 6  # of mirrors or hidden clues; no board has a million
_SHARE: Final = re.compile(r"([0-9]{1,3}(?:\.[0-9]{0,4})?|\.[0-9]{1,4})(%?)")


@dataclass(frozen=True, slots=True)
class BoardRecipe:
    """What the boards are to be like.

    ``grade`` is sgt's (easy, normal, tricky), ``technique`` the hardest rung of ``explain`` that the puzzle
    needs (see ``TECHNIQUES``); empty where any will do. ``mirrors`` and ``hidden`` (sightings not shown) are
    numbers; without ``mirrors`` there are two fifths of the squares, more or less.
    """

    width: int = 7
    height: int = 7
    grade: str = ""
    technique: str = ""
    mirrors: int | None = None
    hidden: int = 0

    def generator(self) -> UndeadGenerator:
        """A generator of such boards; InputError if there can be none."""
        technique = self.technique.replace("-", " ")
        for name, count in (("mirrors", self.mirrors), ("hidden clues", self.hidden)):
            if count is not None and count >= 10**_MOST_DIGITS:  # more than the core counts
                raise InputError(f"{count} {name} on a board of {self.width}x{self.height}")
        try:
            return UndeadGenerator(self.width, self.height, self.grade, technique, self.mirrors, self.hidden)
        except ValueError as error:
            raise InputError(str(error)) from None

    def __str__(self) -> str:
        """In words: ``7x7, tricky, 5 hidden clues``."""
        parts = [f"{self.width}x{self.height}"]
        if self.grade:
            parts.append(self.grade)
        if self.technique:
            parts.append(f"technique {self.technique}")
        if self.mirrors is not None:
            parts.append(f"{self.mirrors} mirrors")
        if self.hidden:
            parts.append(f"{self.hidden} hidden clues")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class MadeBoard:
    """The board of a deal number, with its solution and sgt's grade (easy, normal, tricky).

    Where ``position`` is None, none was found: ``reason`` is nodes, time or cancelled. ``looked`` counts the
    boards looked at.
    """

    deal: DealNumber
    position: UndeadPosition | None
    solution: UndeadPosition | None
    grade: str
    reason: str
    looked: int


def recipe_of(options: Mapping[str, str]) -> BoardRecipe:
    """The recipe that options spell: ``{"size": "7x7", "grade": "tricky", "mirrors": "30%", "hidden": "5"}``.

    ``mirrors`` and ``hidden`` are shares (``30%``, ``0.3``) of all squares and sightings, or whole numbers.

    Raises:
        InputError: an option, or a value of one, that the generator does not have.
    """
    for name in options:
        if name not in OPTION_NAMES:
            raise InputError(
                f"undead has no option {quote(name)}", expected="one of " + ", ".join(OPTION_NAMES)
            )
    width, height = _size(options.get("size", "7x7"))
    mirrors = options.get("mirrors")
    return BoardRecipe(
        width,
        height,
        _word("grade", options.get("grade", ANY), GRADES),
        _word("technique", options.get("technique", ANY), TECHNIQUES),
        None if mirrors is None else _amount("mirrors", mirrors, width * height),
        _amount("hidden", options.get("hidden", "0"), 2 * (width + height)),
    )


def check_options(options: Mapping[str, str]) -> None:
    """InputError for an option, or a value of one, that the generator does not have."""
    recipe_of(options).generator()


def checked_seed(number: int | str | DealNumber) -> DealNumber:
    """The seed that makes a board: 617, "seed:617"; InputError for what is none."""
    deal = checked_deal(number, "seed")
    if deal.dialect != "seed":
        raise InputError(f"Undead has no {deal.dialect} deals", expected="a seed, as 617 or seed:617")
    return deal


def make_board(game: UndeadGame, deal: DealNumber) -> UndeadPosition:
    """The board that a seed makes for a game with such options; NoDealError if none is as asked."""
    recipe = recipe_of(game.options)
    made = recipe.generator().make(deal.number, MOST_LOOKED)
    if made.position is None:
        raise NoDealError(f"{deal}: {not_found(recipe, made.looked)}", mend="ask for less")
    return made.position


def not_found(recipe: BoardRecipe, looked: int) -> str:
    """Says that no board was as asked."""
    return f"none of {counted(looked, 'board')} is as asked: {recipe}"


def make_boards(
    recipe: BoardRecipe,
    deals: Iterable[DealNumber],
    *,
    looked: int = MOST_LOOKED,
    seconds: float = 0.0,
    jobs: int = 1,
    token: CancelToken | None = None,
    on_looked: Callable[[int], None] | None = None,
) -> Generator[MadeBoard, None, None]:
    """The boards of deal numbers, lazily and in their order.

    Args:
        recipe: what they are to be like.
        deals: see :func:`winnable.deals.random_deals`.
        looked: boards to look at for each of them, at most; 0: no limit.
        seconds: wall clock for each; 0: no limit. With one, what is found depends on the machine.
        jobs: threads; the boards do not depend on their number.
        token: cancels; boards in work then come as cancelled, and no more are begun.
        on_looked: told now and then, from any thread, how many boards were looked at in all.

    Raises:
        InputError: a recipe that no board can meet.
    """
    token = token or CancelToken()
    source = iter(deals)
    workers: deque[_Worker] = deque([_Worker(recipe, looked, seconds, token, on_looked)])
    first = workers[0]
    if jobs == 1:
        while not token.cancelled and (deal := next(source, None)) is not None:
            yield first.make(deal)
        return

    def work(deal: DealNumber) -> MadeBoard:
        try:
            worker = workers.popleft()
        except IndexError:  # a thread's first board
            worker = first.another()
        try:
            return worker.make(deal)
        finally:
            workers.append(worker)

    with ThreadPoolExecutor(jobs) as pool:
        pending: deque[Future[MadeBoard]] = deque()
        try:
            while True:
                room = 0 if token.cancelled else 4 * jobs - len(pending)
                pending.extend(pool.submit(work, deal) for deal in islice(source, room))
                if not pending:
                    return
                yield pending.popleft().result()
        except BaseException:
            token.cancel()
            raise


class _Worker:
    """What one thread makes boards with; all of them count together."""

    def __init__(
        self,
        recipe: BoardRecipe,
        looked: int,
        seconds: float,
        token: CancelToken,
        on_looked: Callable[[int], None] | None,
        counts: list[list[int]] | None = None,
    ) -> None:
        self._same = (recipe, looked, seconds, token, on_looked)
        self._counts = [] if counts is None else counts  # boards looked at, by worker
        self._own = [0]
        self._counts.append(self._own)
        self._generator = recipe.generator()
        self._grader = UndeadSgtGrader()

    def another(self) -> _Worker:
        """One for another thread."""
        return _Worker(*self._same, self._counts)

    def make(self, deal: DealNumber) -> MadeBoard:
        """The board of one deal number."""
        _, looked, seconds, token, on_looked = self._same
        before = self._own[0]

        def tell(count: int) -> None:
            self._own[0] = before + count
            if on_looked is not None:
                on_looked(sum(own[0] for own in self._counts))

        made = self._generator.make(deal.number, looked, seconds, token, tell)
        tell(made.looked)
        grade = ""
        if made.position is not None:
            grade = self._grader.grade_many([made.position])[0].grade
        return MadeBoard(deal, made.position, made.solution, grade, made.reason, made.looked)


def _size(text: str) -> tuple[int, int]:
    match = _SIDE.fullmatch(text.strip())
    if match is None:
        raise InputError(f"{quote(text)} is no size of a board", expected="width and height, as 7x7")
    return int(match[1]), int(match[2] or match[1])


def _word(name: str, text: str, words: tuple[str, ...]) -> str:
    """One of the words; empty for any."""
    found = find_name(text, (*words, ANY))
    if found is None:
        raise unknown_name(f"no {name} {quote(text)}", text, (*words, ANY))
    return "" if found == ANY else found


def _amount(name: str, text: str, whole: int) -> int:
    """A share of the whole, rounded, or a number itself."""
    if _NUMBER.fullmatch(text):
        if len(text) > _MOST_DIGITS:
            raise InputError(f"{name}={quote(text)[1:-1]} is too many", expected=f"at most {whole}")
        return int(text)
    match = _SHARE.fullmatch(text)
    share = None if match is None else Fraction(match[1]) / (100 if match[2] else 1)
    if share is None or share > 1:
        raise InputError(
            f"{name}={quote(text)[1:-1]} is no share and no number", expected="such as 30%, 0.3 or 12"
        )
    return int(share * whole + Fraction(1, 2))
