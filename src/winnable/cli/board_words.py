"""The words of a terminal game, and the reading of a line as moves or as one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import click

from winnable.cli.board_begin import Opening
from winnable.cli.board_deeds import Deeds
from winnable.cli.board_table import Table
from winnable.cli.ink import listed, toned
from winnable.cli.positions import Stopped, meant_move, played_in_turn
from winnable.errors import InputError, quote
from winnable.game import IllegalMove
from winnable.moves import as_written, split_moves
from winnable.names import find_name, unknown_name
from winnable.registry import game_names, split_game
from winnable.session import Session
from winnable.text.drawn import is_drawn_line
from winnable.text.lines import is_comment

__all__ = ["Words", "words_here"]

_NEAR: Final = 4  # letters of a word that may be a misspelt one

_Session = Session[Any, Any]


@dataclass(frozen=True, slots=True)
class Word:
    """A word that a line may begin with: how it is written, what it does, and in which games. ``topic`` is
    the heading of the list in which it stands."""

    topic: str
    name: str
    short: str
    takes: str
    meaning: str
    when: Callable[[_Session | None], bool]
    does: Callable[[Deeds, str], None]


class Words:
    """Reads lines, and does what they say at a table."""

    def __init__(self, table: Table, opening: Opening) -> None:
        self.table, self.deeds = table, Deeds(table, opening)

    def read(self, line: str) -> None:
        """Does what a line says: moves before words of the same letters, which a slash tells apart.

        Raises:
            InputError: it says nothing that can be done; moves before the one that cannot be made are made.
        """
        text = line.strip()
        if not text or is_comment(text):
            return
        if text.casefold() == "restart":
            text = "undo all"
        if text.startswith("/"):
            self._do(text[1:])
        elif is_drawn_line(line):
            session = self.deeds.session_or_none
            self.deeds.lay_text(line, None if session is None else session.game)
        elif self.table.kept is None:
            if self._word(text) is not None:
                self._do(text)
            else:
                self._begin(line)
        elif not self._moves(text):
            self._do(text)

    def _word(self, text: str) -> Word | None:
        first = text.split(maxsplit=1)[0].casefold() if text.split() else ""
        if not first:
            return None
        return next(
            (word for word in _WORDS if first in (word.name, word.short, *_OTHERS.get(word.name, ()))), None
        )

    def _do(self, text: str) -> None:
        word = self._word(text)
        if word is None:
            raise self._unknown(text)
        if self.table.kept is None and not word.when(None):
            raise InputError(
                f"{word.name}: there is no game on the table yet",
                expected="a game and a deal, such as freecell 617",
            )
        word.does(self.deeds, text.partition(" ")[2].strip())

    def _unknown(self, text: str) -> InputError:
        """What is wrong with a line that is neither a word nor a move."""
        first = text.split(maxsplit=1)[0] if text.split() else text
        known = [word.name for word in words_here(self.deeds.session_or_none)]
        near = unknown_name(f"{quote(first)} is no move and no word that is known here", first, known)
        if near.mend is not None and len(first) >= _NEAR:
            return near
        if self.deeds.session_or_none is None:
            return InputError(
                near.what, expected="a game and a deal, such as freecell 617", mend="? lists the words"
            )
        session = self.deeds.session_or_none
        moves = unknown_name(near.what, first, session.legal())
        if moves.mend is not None and len(first) >= _NEAR:
            return moves
        try:
            session.game.notation.parse(session.here.placed, first)
        except ValueError as error:
            return InputError(str(error), mend="? lists what else can be typed")
        return near

    def _moves(self, text: str) -> bool:
        """Makes the moves and marks of a line, if it begins with one; does it? InputError at the first that
        cannot be made."""
        verb, _, rest = text.partition(" ")
        forms = [text, as_written(text), text.lower()]
        if verb.casefold() in _VERBS:
            forms += [rest, as_written(rest)]
        found = next(filter(self._begins_with_move, forms), None)
        if found is None:
            return False
        text = found
        before, said, made = None, "", 0

        def make(move: str) -> None:
            nonlocal before, said, made
            known = self.table.known_here()
            said = self.deeds.make(move)
            before, made = known, made + 1

        stopped = played_in_turn(text, make, cards=self.table.session.game.family.reveals is not None)
        if made:
            self.table.changed(said, before)
        if stopped is not None:
            raise self._refused(stopped)
        return True

    def _refused(self, stopped: Stopped) -> InputError:
        """Why a move cannot be made, and what may be meant by it."""
        error, session, lines = stopped.error, self.table.session, self.table.lines
        wrong = error if isinstance(error, InputError) else InputError(str(error))
        place = session.here.placed
        meant = meant_move(stopped.moves, lambda move: session.game.notation.parse(place, move))
        if meant is not None and wrong.mend is None:
            wrong = InputError(wrong.what, expected=wrong.expected, mend=f"did you mean {meant}?")
        if lines.interactive:  # one sees what one typed
            return wrong
        return wrong.at(source="<stdin>", line=lines.number, column=stopped.column)

    def _begins_with_move(self, text: str) -> bool:
        cards = self.table.session.game.family.reveals is not None
        first = next(split_moves([text], cards=cards), None)
        return first is not None and self._is_move(first.text)

    def _is_move(self, text: str) -> bool:
        """Is a word a move or a mark by its form, legal or not?"""
        session = self.table.session
        move = text.partition("=")[0] if session.game.family.reveals is not None else text
        try:
            session.game.notation.parse(session.here.placed, move)
        except IllegalMove:
            return self._word(text) is None
        except ValueError:
            return self.deeds.is_mark(text)
        return True

    def _begin(self, line: str) -> None:
        """A line where there is no game on the table yet: a game with its deal, or the beginning of a
        position."""
        name = line.split()[0]
        if find_name(name.partition(":")[0], game_names()) is not None or split_game(line.split()):
            self.deeds.new(line.strip())
            return
        names = [*game_names(), *(word.name for word in words_here(None))]
        near = unknown_name(f"{quote(name)} is no game", name, names)
        if near.mend is not None and name.isalpha() and len(name) >= _NEAR:
            raise near
        self.deeds.lay_text(line, None)


def _help(deeds: Deeds, text: str) -> None:
    """Lists the words, and shows how moves are written."""
    session = deeds.session_or_none
    if session is not None:
        legal = session.legal()
        if legal:
            several = " Several may stand in a line." if len(legal) > 1 else ""
            deeds.table.say(f"A move is written as in: {'  '.join(legal[:4])}.{several}")
        if session.game.family.marks is not None:
            deeds.table.say(f"A mark is written as in: {session.game.family.marks().example}")
        if session.game.family.reveals is not None and session.given is not None:
            deeds.table.say("A card that comes to light is asked for, or named behind the move, as in 37=QH.")
    for topic in dict.fromkeys(word.topic for word in words_here(session)):
        rows = [
            (", ".join(filter(None, (f"{word.name} {word.takes}".strip(), word.short))), word.meaning)
            for word in words_here(session)
            if word.topic == topic
        ]
        click.echo(f"\n{toned(topic, 'strong')}")
        click.echo(listed(rows, _LONGEST_NAME))


def _always(session: _Session | None) -> bool:
    return True


def _playing(session: _Session | None) -> bool:
    return session is not None


def _goes_back(session: _Session | None) -> bool:
    return session is not None and not session.unseen


def _unseen(session: _Session | None) -> bool:
    return session is not None and session.unseen


def _can(capability: str) -> Callable[[_Session | None], bool]:
    return lambda session: session is not None and getattr(session.game.family, capability) is not None


def _plays_itself(session: _Session | None) -> bool:
    return session is not None and session.game.info.plays_itself


_MOVES, _QUESTIONS, _GAMES = "Moves", "Questions", "Games"
_WORDS: Final = (
    Word(_MOVES, "undo", "u", "[N|all]", "take back a move, or N, or all", _goes_back, Deeds.undo),
    Word(_MOVES, "redo", "r", "[N|all]", "make again what was taken back", _goes_back, Deeds.redo),
    Word(_MOVES, "go", "g", "[N|all]", "make the best move, or N, or all to the end", _playing, Deeds.go),
    Word(_MOVES, "autoplay", "a", "[NAME]", "which cards move by themselves", _plays_itself, Deeds.autoplay),
    Word(_MOVES, "log", "l", "", "the moves so far", _playing, Deeds.log),
    Word(_MOVES, "board", "b", "", "show the board again", _playing, Deeds.board),
    Word(_QUESTIONS, "hint", "h", "", "the best move, and why", _playing, Deeds.hint),
    Word(_QUESTIONS, "verdict", "v", "", "can it still be won? Look longer", _goes_back, Deeds.verdict),
    Word(_QUESTIONS, "moves", "m", "", "what each move leads to", _playing, Deeds.moves),
    Word(_QUESTIONS, "chance", "c", "", "how likely a win is", _unseen, Deeds.chance),
    Word(_QUESTIONS, "solution", "s", "", "the moves of a win", _goes_back, Deeds.solution),
    Word(_QUESTIONS, "explain", "e", "", "how to solve it, step by step", _can("explain"), Deeds.explain),
    Word(_QUESTIONS, "check", "k", "", "what is wrong on the board", _can("mistakes"), Deeds.check),
    Word(_QUESTIONS, "review", "", "", "which move lost the game", _playing, Deeds.review),
    Word(_GAMES, "new", "n", "[GAME] [DEAL]", "another game", _always, Deeds.new),
    Word(
        _GAMES,
        "paste",
        "p",
        "[GAME]",
        "a position in the next lines, then an empty one",
        _always,
        Deeds.paste,
    ),
    Word(_GAMES, "open", "o", "[FILE|N]", "a saved game; alone, list the kept ones", _always, Deeds.open),
    Word(_GAMES, "save", "", "FILE", "save the game with its moves", _playing, Deeds.save),
    Word(_GAMES, "help", "?", "", "this list; /WORD where a move is spelled the same", _always, _help),
    Word(_GAMES, "quit", "q", "", "end", _always, Deeds.quit),
)
_LONGEST_NAME: Final = max(len(f"{word.name} {word.takes}, {word.short}") for word in _WORDS)
# Other words for the same.
_OTHERS: Final = {
    "undo": ("back", "takeback"),
    "log": ("history", "list"),
    "board": ("show",),
    "solution": ("solve",),
    "open": ("load",),
    "help": ("commands",),
    "quit": ("exit", "bye"),
}
_VERBS: Final = ("move", "play")  # may stand before moves


def words_here(session: _Session | None) -> Sequence[Word]:
    """The words that mean something now."""
    return [word for word in _WORDS if word.when(session)]
