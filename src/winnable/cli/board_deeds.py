"""What can be done at the table of a terminal game: each deed takes the rest of the line that asks for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from winnable.cards import Card, find_card, parse_card
from winnable.cli.board_begin import Opening, begin_file, begin_given, begin_text
from winnable.cli.board_guide import Guide
from winnable.cli.board_kept import Kept, is_saved_game, kept_games
from winnable.cli.board_table import Table
from winnable.cli.interrupts import undivided
from winnable.cli.progress import Progress
from winnable.errors import InputError, quote
from winnable.family import RegisteredGame
from winnable.game import Outcome
from winnable.moves import Autoplay, lay_out
from winnable.names import find_name
from winnable.registry import game_names, get_game, split_game
from winnable.search.api import Verdict
from winnable.session import Session
from winnable.session.live import named
from winnable.session.tree import Node
from winnable.text.drawn import is_counts, is_drawn_line, is_triangle
from winnable.text.phrases import count_noun
from winnable.web.store import StoreError

if TYPE_CHECKING:
    from winnable.analysis.move_table import MoveVerdicts
    from winnable.analysis.outlook import MoveChances, WinChance

__all__ = ["Deeds"]

_MOST_LISTED: Final = 15
_MOST_MOVES: Final = 10_000
# What there is not where cards are hidden, and what to do instead.
_NO_WAY_BACK: Final = "nothing is taken back", "to see all cards and go back, start with --open"
_UNKNOWABLE: Final = "nobody knows whether it can be won", "hint and chance say what can be known"


class Deeds:
    """Does things at a table. Each raises InputError where it cannot be done.

    Args:
        table: where the game is.
        opening: how games begin.
    """

    def __init__(self, table: Table, opening: Opening) -> None:
        self.table, self.opening = table, opening
        self.guide = Guide(table)
        self.over = False
        self._listed: list[str] = []  # ids of the kept games that were listed last

    @property
    def session_or_none(self) -> Session[Any, Any] | None:
        """The game that is there, if one is."""
        return None if self.table.kept is None else self.table.session

    @property
    def is_lost(self) -> bool:
        """Is the game that is there known to be lost?"""
        session = self.session_or_none
        if session is None:
            return False
        known = self.table.known_here()
        lost = known is not None and known.verdict is Verdict.UNSOLVABLE
        return lost or session.outcome is Outcome.STUCK

    def is_mark(self, text: str) -> bool:
        """Is this a pencil mark of the game, which is no move?"""
        session = self.table.session
        if session.game.family.marks is None:
            return False
        kind = session.game.family.marks()
        try:
            kind.made(session.here.placed, kind.none(session.here.placed), text)
        except InputError:
            return False
        return True

    def make(self, text: str) -> str:
        """Makes a move or a mark; what it was, in words."""
        session = self.table.session
        if self.is_mark(text):
            session.mark(text)
            return f"{text} is marked"
        if self.table.lines.interactive and "=" not in text:
            text = named(session, text, self._asking())
        with undivided():
            node = session.play(text)
        return self._told(node)

    def _told(self, node: Node[Any, Any]) -> str:
        """A move that was made, in words, with what moved by itself after it."""
        session = self.table.session
        assert node.parent is not None
        words = session.game.family.describe(session.game, node.parent.placed, node.moves[0])
        said = words if words.startswith(node.text) else f"{node.text}, {words}"
        by_itself = f"; then by itself: {' '.join(node.texts[1:])}" if len(node.texts) > 1 else ""
        return said + by_itself

    def _asking(self) -> Callable[[int], Card]:
        """Asks for cards that come to light, which may be typed one by one or several in a line."""
        typed: deque[str] = deque()

        def ask(left: int) -> Card:
            while True:
                while not typed:
                    which = (
                        "Which card comes to light"
                        if left == 1
                        else f"Which {left} cards come to light, in their order"
                    )
                    line = self.table.lines.next(f"{which}? (nothing: not this move) ")
                    if not (line or "").strip():
                        raise InputError("the move was not made", expected="the card that it turns")
                    typed.extend((line or "").replace(",", " ").split())
                try:
                    card = parse_card(typed.popleft())
                except InputError as error:
                    typed.clear()
                    click.echo(f"{error}")
                    continue
                if card.known:
                    return card

        return ask

    def lay_text(self, line: str, game: RegisteredGame[Any, Any] | None) -> None:
        """Lays the position that is pasted, which begins with ``line`` and ends with an empty one. A drawing
        ends with the first empty line above which it is whole."""
        lines = self.table.lines
        first = lines.number + (0 if line else 1)

        def goes_on(read: Sequence[str]) -> bool:
            if is_triangle(read):
                return not any(is_counts(line) or ":" in line for line in read)
            foundations = len(read) == 1 and all(find_card(word) is not None for word in read[0].split())
            if not (foundations or any(map(is_drawn_line, read))):
                return False
            try:
                begin_text("\n".join(read) + "\n", game, self.opening)
            except InputError:
                return True
            return False

        text = "\n".join(lines.block([line] if line else [], goes_on))
        if not text.strip():
            raise InputError("nothing was pasted", expected="a position, and an empty line behind it")
        source = None if lines.interactive else "<stdin>"
        session = begin_text(text + "\n", game, self.opening, source=source, first=first)
        self._lay(session)

    def _lay(self, session: Session[Any, Any]) -> None:
        self.table.lay(Kept(session, self.table.store))

    def new(self, text: str) -> None:
        """``new freecell 617``: without a deal a random one, without a game another deal of this one."""
        words = [] if text.casefold() == "game" else text.split()
        found = split_game(words)
        name, position = words[0] if words else "", " ".join(words[1:])
        if found is not None:
            name, position = found[0], " ".join(words[found[1] :])
        if not name:
            if self.session_or_none is None:
                raise InputError("no game is named", expected="a game and a deal, such as new freecell 617")
            game = self.session_or_none.game
        elif (
            self.session_or_none is not None
            and not position
            and find_name(name.partition(":")[0], game_names()) is None
        ):
            game, position = self.session_or_none.game, text
        else:
            game = get_game(name)
        self.begin(game, position.strip())

    def begin(self, game: RegisteredGame[Any, Any], position: str) -> None:
        """A game from a position as the command line names it; - for the lines that follow."""
        if position == "-":
            self.lay_text("", game)
        else:
            self._lay(begin_given(game, position, self.opening))

    def paste(self, text: str) -> None:
        """A position in the lines that follow, up to an empty one."""
        self.lay_text("", get_game(text) if text else None)

    def open(self, text: str) -> None:
        """A saved game or a position in a file, or one of the kept games by its number in the list."""
        if not text:
            self._list()
        elif text.isdecimal() and not Path(text).exists():
            self._open_kept(int(text))
        else:
            self._lay(begin_file(text, None, self.opening))

    def _list(self) -> None:
        rows = self._kept_rows()
        self._listed = [row.id for row in rows]
        if not rows:
            self.table.say("No games are kept. open FILE opens a saved game.")
        for number, row in enumerate(rows, 1):
            deal = f" {row.deal}" if row.deal else ""
            self.table.say(f"{number:>3}  {row.title}{deal}, move {row.moves}, {row.ending}")

    def _kept_rows(self) -> list[Any]:
        if self.table.store is None:
            return []
        try:
            return kept_games(self.table.store, _MOST_LISTED)
        except StoreError as error:
            raise InputError(str(error)) from None

    def _open_kept(self, number: int) -> None:
        store = self.table.store
        if not self._listed:
            self._listed = [row.id for row in self._kept_rows()]
        if store is None or not 1 <= number <= len(self._listed):
            raise InputError(f"no game is kept with the number {number}", expected="a number that open lists")
        try:
            row = store.get(self._listed[number - 1])
        except StoreError as error:
            raise InputError(str(error)) from None
        if row is None:
            raise InputError("this game is not kept any more", expected="one that open lists")
        self.table.lay(Kept(Session.load(row.text), store, row))

    def save(self, text: str) -> None:
        """The game with its moves into a file."""
        from winnable.render.files import write_whole

        if not text:
            kept = "the game is also kept as you play; open lists such games"
            mend = None if self.table.store is None else kept
            raise InputError("no file is named", expected="save FILE", mend=mend)
        path = Path(text).expanduser()
        if path.exists() and not is_saved_game(path):
            raise InputError(f"{text} is there already and holds no saved game", expected="another name")
        try:
            write_whole(path, self.table.session.save().encode())
        except OSError as error:
            raise InputError(f"cannot write {text}: {error.strerror}") from None
        self.table.saved = True
        self.table.say(f"Saved in {text}; winnable board {text} goes on with it.")

    def undo(self, text: str) -> None:
        """Takes back one move, or so many, or all."""
        session = self._seen_through(
            "nothing is taken back", "to see all cards and go back, start with --open"
        )
        for _ in range(_count(text)):
            session.undo()
            assert self.table.kept is not None
            self.table.kept.undone()
            if not session.may_undo:
                break
        self.table.changed("taken back")

    def _seen_through(self, what: str, mend: str) -> Session[Any, Any]:
        """The game that is there; InputError where it is played unseen."""
        session = self.table.session
        if session.unseen:
            raise InputError(f"{session.game.info.title} is played unseen here: {what}", mend=mend)
        return session

    def redo(self, text: str) -> None:
        """Makes one move again that was taken back, or so many, or all."""
        session = self.table.session
        for _ in range(_count(text)):
            session.redo()
            if not session.may_redo:
                break
        self.table.changed("made again")

    def go(self, text: str) -> None:
        """Makes the best move, or so many, or all to the end; what was made when it is stopped stays made."""
        table, session = self.table, self.table.session
        count = _count(text)
        if session.outcome is Outcome.WON:
            raise InputError("the game is won already", expected="a game that goes on")
        start, why, broken = session.here, "", None
        try:
            why = self.guide.lead(count, self.make)
        except (KeyboardInterrupt, InputError) as error:  # the latter for a card that was not named
            if session.here is start:
                raise
            why, broken = "you stopped it" if isinstance(error, KeyboardInterrupt) else "", error
        if session.here is start:
            raise InputError(why)
        table.changed(self._told(session.here))
        made = count_noun(session.here.number - start.number, "move")
        if why:
            table.say(f"go ended after {made}: {why}.")
        if isinstance(broken, InputError) or (broken and not table.lines.interactive):
            raise broken

    def board(self, text: str) -> None:
        """Shows the board again."""
        self.table.show()

    def log(self, text: str) -> None:
        """The moves that were made, ten to a line."""
        way = list(self.table.session.here.way())[::-1][1:]
        self.table.say(lay_out(node.text for node in way) or "no move was made yet")

    def hint(self, text: str) -> None:
        """The best move, and why."""
        advice = self.guide.hint()
        self.table.helped("hint")
        self.table.say(advice.text())

    def verdict(self, text: str) -> None:
        """Can the game still be won?"""
        self._seen_through(*_UNKNOWABLE)
        self.table.tell_verdict(again=True)
        self.table.helped("verdict")

    def moves(self, text: str) -> None:
        """What each legal move leads to."""
        table, session = self.table, self.table.session
        asked: dict[str, Any] = {"limits": table.manner.limits}
        with table.searching("game" if session.unseen else "move") as (asked["token"], progress):
            if session.unseen:
                told = session.move_chances(on_batch=_games(progress), **asked).text()
            else:
                told = session.move_verdicts(on_part=_decided(progress), **asked).text()
        table.say(told)
        table.helped("verdicts")

    def chance(self, text: str) -> None:
        """How likely a win is, by what is seen."""
        table = self.table
        with table.searching("game") as (token, progress):
            asked: dict[str, Any] = {"limits": table.manner.limits, "token": token}
            chance = table.session.chance(on_batch=_games(progress), **asked)
        table.say(f"chance of a win: {chance.text()}")
        self.table.helped("chance")

    def solution(self, text: str) -> None:
        """The moves of a win."""
        self._seen_through(*_UNKNOWABLE)
        known = self.table.verdict(again=True)
        if known.verdict is not Verdict.SOLVED:
            self.table.tell_verdict()
            return
        self.table.say(lay_out(known.moves) or "the game is won already")
        self.table.helped("solution")

    def explain(self, text: str) -> None:
        """How the puzzle is solved from here, step by step."""
        with self.table.searching() as (token, _):
            explained = self.table.session.explain(limits=self.table.manner.limits, token=token)
        self.table.say(explained.text())
        self.table.helped("explain")

    def check(self, text: str) -> None:
        """What on the board no solution has."""
        with self.table.searching() as (token, _):
            found = self.table.session.mistakes(limits=self.table.manner.limits, token=token)
        self.table.say(found.text())
        self.table.helped("check")

    def review(self, text: str) -> None:
        """Which move lost the game."""
        table, session = self.table, self.table.session
        with table.searching("game" if session.unseen else "position") as (token, progress):
            asked: dict[str, Any] = {"limits": table.manner.limits, "token": token}
            found = session.review(on_step=lambda done, most: progress.show("", done, most), **asked)
        table.say(found.text())
        table.helped("review")

    def autoplay(self, text: str) -> None:
        """Which cards go home by themselves."""
        session = self.table.session
        if text or not session.game.info.plays_itself:
            session.set_autoplay(text or "safe")  # says where nothing plays itself
            self.table.changed()
        else:
            self.table.say(f"autoplay is {session.autoplay.value}; it may be {', '.join(Autoplay)}")

    def quit(self, text: str) -> None:
        """Ends the game."""
        if not self.table.saved and self.table.lines.interactive:
            self.table.saved = True
            raise InputError("this game is not saved", expected="save FILE first", mend="or quit once more")
        self.over = True


def _decided(progress: Progress) -> Callable[[MoveVerdicts[Any], int], None]:
    """Tells of how many moves it is known what they lead to."""

    def on_part(part: MoveVerdicts[Any], left: int) -> None:
        progress.show("", sum(row.verdict is not Verdict.UNKNOWN for row in part), len(part))

    return on_part


def _games(progress: Progress) -> Callable[[WinChance | MoveChances], None]:
    """Tells how many games were played to the end."""
    return lambda found: progress.show("", found.games)


def _count(text: str) -> int:
    """How many are meant: one where nothing is said, and more than there are with all."""
    if not text:
        return 1
    if text.casefold() == "all":
        return _MOST_MOVES
    if not text.isdecimal() or not int(text[:6]) >= 1 or len(text) > 6:
        raise InputError(f"{quote(text)} is no number of moves", expected="a number from 1, or all")
    return int(text)
