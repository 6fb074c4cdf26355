"""What a family lets its players choose: the options of its games, as a form shows them, and named games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Choice",
    "OptionKind",
    "Preset",
    "flag",
    "meant_by",
    "number",
    "number_or_word",
    "numbers",
    "text",
    "word",
]

# A number in a range; yes or no; one of a few words; a number for each column; a number or a word for none; a
# text of its own kind.
OptionKind = Literal["number", "flag", "word", "numbers", "number or word", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An option of a family's games: what it is about, and what values it takes.

    ``least`` and ``most`` bound numbers, also each of several; ``length`` is how many of them there may be.
    ``words`` are all that a word may be, or what may stand for a number. ``suggested`` are some values of a
    text. ``usual`` is the value where a game's rules have none.
    """

    name: str
    kind: OptionKind
    meaning: str
    least: int = 0
    most: int = 0
    length: int = 0
    words: tuple[str, ...] = ()
    suggested: tuple[str, ...] = ()
    usual: str = ""

    def extremes(self) -> tuple[str, ...]:
        """The first and the last of its values, as texts; of words each."""
        ends = (str(self.least), str(self.most))
        if self.kind == "flag":
            return ("false", "true")
        if self.kind == "numbers":
            return ("", ends[0], " ".join(ends[1:] * self.length))
        return (*(ends if self.most else ()), *self.words, *self.suggested)


def number(name: str, least: int, most: int, meaning: str) -> Choice:
    """A number in a range."""
    return Choice(name=name, kind="number", least=least, most=most, meaning=meaning)


def flag(name: str, meaning: str) -> Choice:
    """Yes or no."""
    return Choice(name=name, kind="flag", meaning=meaning)


def word(name: str, words: Sequence[str], meaning: str, *, usual: str = "") -> Choice:
    """One of a few words."""
    return Choice(name=name, kind="word", words=tuple(words), meaning=meaning, usual=usual)


def numbers(name: str, most: int, length: int, meaning: str) -> Choice:
    """A list of numbers from 0."""
    return Choice(name=name, kind="numbers", most=most, length=length, meaning=meaning)


def number_or_word(name: str, least: int, most: int, instead: str, meaning: str) -> Choice:
    """A number in a range, or the word that stands for none."""
    return Choice(name=name, kind="number or word", least=least, most=most, words=(instead,), meaning=meaning)


def text(name: str, suggested: Sequence[str], meaning: str, *, usual: str = "") -> Choice:
    """A text of its own kind, with some that are often asked for."""
    return Choice(name=name, kind="text", suggested=tuple(suggested), meaning=meaning, usual=usual)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A named game whose answer is known; a test proves what it claims.

    ``start`` is a deal, or any text with one position. ``won`` says whether it can be won, in games that hide
    cards with all of them known, and ``level`` how hard it is, where its family grades.
    """

    name: str
    start: str
    won: bool
    level: str = ""
    about: str = ""


def meant_by(word: str, choices: Sequence[Choice]) -> list[str]:
    """What a word without its option may mean, as options are written: ``grade=easy`` for ``easy``,
    ``suits=2`` for ``2 suits``. Empty where no option takes it."""
    plain = word.strip().casefold()
    counted = re.fullmatch(r"(\d+)[\s_-]*([a-z]+?)s?", plain)
    if counted is not None:
        return [
            f"{choice.name}={counted[1]}" for choice in choices if choice.name.removesuffix("s") == counted[2]
        ]
    return [f"{choice.name}={plain}" for choice in choices if plain in (*choice.words, *choice.suggested)][:3]
