"""The review of a game: a worker goes through it and tells what it learns; the server takes that down.

Places go by their order in the tree on the worker's side, and by their numbers on the page's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from winnable._core import CancelToken
from winnable.analysis.chances import Chances, review_unseen
from winnable.analysis.verdict import PositionVerdict
from winnable.search.api import Limits
from winnable.session import Session
from winnable.session.tree import Node
from winnable.session.tree_review import TreeReview
from winnable.text.phrases import count_noun
from winnable.web.facts import Fact
from winnable.web.wire import Asked

if TYPE_CHECKING:
    from winnable.web.boards import OpenBoard
    from winnable.web.jobs import Asking

__all__ = ["Hearing", "review"]

_POLICY: Final = "fast"
_SECONDS: Final = 0.25  # between two tellings


# --- the worker's side -------------------------------------------------------------------------------------


def review(
    session: Session[Any, Any],
    asked: Asked,
    limits: Limits,
    token: CancelToken,
    tell: Callable[[dict[str, Any]], None],
) -> dict[str, Any]:
    """Looks over the tree that a session has, or in a game played unseen the moves that were made. ``limits``
    are for the whole review."""
    if session.unseen:
        return _Unseen(session, tell).review(int(asked.games), limits, token)
    return _Seen(session, limits, token, tell).review()


class _Seen:
    """A review by verdicts, telling what it learns at most so often."""

    def __init__(
        self,
        session: Session[Any, Any],
        limits: Limits,
        token: CancelToken,
        tell: Callable[[dict[str, Any]], None],
    ) -> None:
        self._numbers = {node: i for i, node in enumerate(session.root.all())}
        self._review = TreeReview(session, limits=limits, token=token, learned=self._learned)
        self._tell, self._told = tell, 0.0
        self._news: list[Fact] = []
        self._data: dict[str, Any] = {
            "kind": "verdicts",
            "line": [self._numbers[node] for node in self._review.line],
            "phase": "looking for the move that lost",
        }

    def review(self) -> dict[str, Any]:
        """All of it, in rounds: which moves lost, how far each place is from a win and what follows from
        that, and how many points can still be reached."""
        self._review.decide()
        self._data["phase"] = "looking for reasons"
        self._say(at_once=True)
        self._data |= self._found()
        for left in self._review.shorten():
            self._data["phase"] = f"looking for short wins, {count_noun(left, 'place')} left"
            self._say()
        self._data |= self._found()
        self._data["phase"] = "counting points"
        self._say(at_once=True)
        self._data["points"] = self._review.points()
        self._data["phase"] = ""
        return self._data | {"news": self._taken()}

    def _learned(self, node: Node[Any, Any], answer: PositionVerdict) -> None:
        self._news.append(Fact(self._numbers[node], answer))
        self._say()

    def _say(self, *, at_once: bool = False) -> None:
        if at_once or time.monotonic() - self._told > _SECONDS:
            self._told = time.monotonic()
            self._tell(self._data | {"news": self._taken()})

    def _taken(self) -> list[dict[str, Any]]:
        news, self._news = self._news, []
        return [msgspec.to_builtins(one) for one in news]

    def _found(self) -> dict[str, Any]:
        review = self._review
        summary = review.as_review().summary
        return {
            "text": summary[0].upper() + summary[1:] + ".",
            "blunders": [
                {"place": self._numbers[one.node], "why": list(one.why), "moves": list(one.line)}
                for one in review.blunders()
            ],
            "detours": [{"place": self._numbers[one.node], "more": one.more} for one in review.detours()],
            "guesses": [{"place": self._numbers[one.node], "words": one.words} for one in review.guesses()],
            "decisions": review.decisions,
            "expanded": review.expanded,
        }


class _Unseen:
    """A review by chances, told after so many worlds."""

    def __init__(self, session: Session[Any, Any], tell: Callable[[dict[str, Any]], None]) -> None:
        self._session, self._tell = session, tell
        self._line = session.line()
        numbers = {node: i for i, node in enumerate(session.root.all())}
        # One place for each move: those that made themselves belong to the player's before them.
        self._places = [numbers[self._line[0]]]
        for node in self._line[1:]:
            self._places += [numbers[node]] * len(node.moves)

    def review(self, games: int, limits: Limits, token: CancelToken) -> dict[str, Any]:
        """The chances after so many games, or as many as the limits allow."""
        moves = [move for node in self._line[1:] for move in node.moves]
        found = review_unseen(
            self._session.game,
            self._session.root.placed,
            moves,
            policy=_POLICY,
            games=games,
            limits=limits,
            token=token,
            on_part=lambda part: self._tell(self._data(part, f"{count_noun(part.games, 'game')} so far")),
        )
        return self._data(found, "")

    def _data(self, found: Chances, phase: str) -> dict[str, Any]:
        choices = []
        for number in range(1, len(found.positions)):
            if grade := found.grade(number):
                fall = found.choice(number, found.z_for_all)
                choices.append({"step": number, "grade": grade, **fall.data()})
        choices.sort(key=lambda choice: -choice["share"])
        return {
            "kind": "chances",
            "line": self._places,
            "phase": phase,
            "text": self._text(found, choices),
            "choices": choices,
            **{key: value for key, value in found.data().items() if key in _OF_CHANCES},
        }

    def _text(self, found: Chances, choices: Sequence[Any]) -> str:
        fewer = "" if found.complete else f" of the {found.wanted} asked for"
        games = count_noun(found.games, "game") + fewer
        how = f"By a player who sees no hidden card: {games} from each position, in the same worlds."
        if not choices:
            return f"{how} No choice is known to have cost 5 points of chance or more."
        costly = count_noun(len(choices), "choice")
        return f"{how} {costly} cost 5 points of chance or more, beyond what may be chance."


_OF_CHANCES: Final = ("policy", "games", "won", "instead", "lost_after", "why", "chances", "worst_choice")


# --- the server's side -------------------------------------------------------------------------------------


class Hearing:
    """Takes down what a review of a board learns, and has what it tells speak of places as the page does, to
    which it adds what is known of each. Places that are deleted meanwhile still tell of those before them."""

    def __init__(self, opened: OpenBoard) -> None:
        self._opened = opened
        self._autoplay = opened.session.autoplay
        self._nodes = list(opened.session.root.all())
        self._places = [opened.number(node) for node in self._nodes]

    def __call__(self, asking: Asking) -> None:
        """Hears what a question has told last."""
        data, opened = asking.data, self._opened
        assert data is not None
        opened.helped(asking.asked.question, asking.place)
        for news in data.pop("news", ()):
            one = msgspec.convert(news, Fact)
            opened.known.tell(self._nodes[one.place], one.answer, self._autoplay)
        data["line"] = [self._places[number] for number in data["line"]]
        for name in ("blunders", "detours", "guesses"):
            for one_of in data.get(name, ()):
                one_of["place"] = self._places[one_of["place"]]
        data["known"] = msgspec.to_builtins(opened.told())
