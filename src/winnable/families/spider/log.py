"""Logs of games played: a JSON object a line, which ``winnable check`` replays.

    {"game": "spider", "deal": "kpat:101", "policy": "fast", "seed": 7, "won": true, "score": 1034,
     "moves": ["37", "52v3", "deal", ...]}

A game starts from its ``deal``, or from a ``position`` as JSON has it with every card.
``moves`` are in the game's notation, all from the first to the last. ``policy`` and ``seed`` say who played,
``boards`` with how many, where that was asked for; all may be missing. So may ``won`` and ``score`` (500,
less one for each move, and 100 for each complete run). Lines are written whole, one after the other, so that
a log that breaks off is good up to its last line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath
from types import TracebackType
from typing import Any, Final, Literal, NamedTuple, TextIO

from winnable.errors import InputError
from winnable.families.spider.game import SpiderGame, SpiderPosition
from winnable.families.spider.json import SpiderReader, to_data
from winnable.families.spider.setup import SpiderSetup
from winnable.search.api import Limits
from winnable.text.detect import Entry
from winnable.text.json_text import JsonText
from winnable.text.log import Checked, LogFormat

KEYS: Final = ("game", "deal", "position", "policy", "seed", "boards", "won", "score", "moves")
_SEEDS: Final = 2**64


class LoggedGame(NamedTuple):
    """A line of a log: the game's name, where it started (a deal or a position with every card), who played
    (``boards`` where they are not the usual ones), how it ended, and its moves. ``line`` is its number in the
    file, ``source``, where it was read."""

    game: str
    moves: tuple[str, ...]
    deal: str | None = None
    position: SpiderSetup | None = None
    policy: str | None = None
    seed: int | None = None
    won: bool | None = None
    score: int | None = None
    line: int | None = None
    source: str | None = None
    boards: int | None = None

    def start(self, game: SpiderGame) -> SpiderPosition:
        """The position in which it started; InputError if there is none, or it is of another game."""
        from winnable.deals import parse_deal

        try:
            if self.position is not None:
                return Entry("", setup=self.position, game=self.game).position(game)
            deal = parse_deal(self.deal or "", game.info.dialects[0])
            return Entry("", deal=deal, game=self.game).position(game)
        except InputError as error:
            raise error.at(source=self.source, line=self.line) from None

    def error(self, what: str, *, expected: str | None = None) -> InputError:
        """An InputError about this line."""
        return InputError(what, expected=expected, source=self.source, line=self.line)


def format_game(logged: LoggedGame) -> str:
    """The line of a game, with its end."""
    value: dict[str, Any] = {"game": logged.game}
    if logged.position is not None:
        value["position"] = to_data(logged.position)
    else:
        value["deal"] = logged.deal
    for key in ("policy", "seed", "boards", "won", "score"):
        part = getattr(logged, key)
        if part is not None:
            value[key] = part
    value["moves"] = list(logged.moves)
    return json.dumps(value) + "\n"


class LogWriter:
    """Writes games to a file as they are played, each line whole and at once; a context manager.

    The first game takes the place of what an old file has unless ``append`` says otherwise; where none is
    written the old file stays. InputError if it cannot be written.
    """

    def __init__(self, name: str | FilePath, *, append: bool = False) -> None:
        self._name = str(name)
        self._replaces = not append
        self._stream = self._open("a")

    def write(self, logged: LoggedGame) -> None:
        """Adds a game."""
        if self._replaces:
            before, self._stream, self._replaces = self._stream, self._open("w"), False
            before.close()
        try:
            self._stream.write(format_game(logged))
            self._stream.flush()
        except OSError as error:
            raise self._error(error) from None

    def close(self) -> None:
        """Ends the file."""
        try:
            self._stream.close()
        except OSError as error:
            raise self._error(error) from None

    def _open(self, mode: Literal["a", "w"]) -> TextIO:
        try:
            return FilePath(self._name).open(mode, encoding="utf-8", newline="\n")
        except (OSError, ValueError) as error:
            raise self._error(error) from None

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _error(self, error: OSError | ValueError) -> InputError:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        what = f"cannot write: {reason.lower()}"
        return InputError(what, source=self._name, expected="the name of a file that may be written")


def read_log(lines: Iterable[str], source: str | None = None) -> Iterator[LoggedGame]:
    """The games of a log, one by one; InputError with line and column for whatever is not as above."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _Reader(JsonText(line, source, number)).logged(number)


def replay_logged(game: SpiderGame, logged: LoggedGame, *, by_policy: bool = False) -> Checked:
    """Plays a logged game again, and where ``by_policy`` says so asks the policy that its line names, too.

    InputError, with the line, for one of another game or without a start.
    """
    found = _replay_moves(game, logged)
    if not by_policy or found.reason is not None:
        return found
    from winnable.families.spider.policy import policy_names

    if logged.policy not in policy_names(game) or logged.seed is None:
        return found
    differs = _differs(game, logged, logged.policy, logged.seed)
    if differs is None:
        return found._replace(by_policy=True)
    return found._replace(breaks_at=0, reason=differs, by_policy=False)


def _differs(game: SpiderGame, logged: LoggedGame, policy: str, seed: int) -> str | None:
    """Where a policy plays otherwise than a line says, in a clause. A game that was broken off is compared as
    far as it goes."""
    from winnable.families.spider.policy import make_policy
    from winnable.search.policy import play

    if not 0 <= seed < _SEEDS:
        return f"no game has the seed {seed}"
    limits = Limits(nodes=max(1, len(logged.moves)))
    played = play(
        game, logged.start(game), make_policy(game, policy, boards=logged.boards), seed, limits=limits
    )
    texts = played.texts[: len(logged.moves)]
    if texts == logged.moves:
        return None
    same = next(
        (i for i, pair in enumerate(zip(texts, logged.moves, strict=False)) if len({*pair}) > 1), len(texts)
    )
    instead = f"plays {texts[same]}" if same < len(texts) else "gives up"
    return f"move {same + 1}, {logged.moves[same]}, is not the policy's: {policy} with seed {seed} {instead}"


def _replay_moves(game: SpiderGame, logged: LoggedGame) -> Checked:
    position = logged.start(game)
    for number, text in enumerate(logged.moves, 1):
        try:
            position = game.play(position, game.notation.parse(position, text))
        except ValueError as error:  # IllegalMove, or no move at all
            return Checked(False, game.score(number - 1, sum(position.runs)), number, str(error))
    won = game.outcome(position).value == "won"
    score = game.score(len(logged.moves), sum(position.runs))
    reason = None
    if logged.won is not None and logged.won != won:
        says = ("not won", "won")
        reason = f"the game is {says[won]}, and the line says that it is {says[logged.won]}"
    elif logged.score is not None and logged.score != score:
        reason = f"the score is {score}, and the line says {logged.score}"
    return Checked(won, score, None if reason is None else 0, reason)


class _Reader(SpiderReader):
    def logged(self, line: int) -> LoggedGame:
        value = self.text.value
        if not isinstance(value, dict) or "moves" not in value:
            raise self.text.error((), "this line is no game", expected='an object with "moves"')
        data = self.fields((), value, KEYS, "moves")
        game = self.game(data)
        if game is None:
            raise self.text.error((), "this line names no game", expected='a key "game" such as "spider"')
        if ("deal" in data) == ("position" in data):
            what = "a game that starts nowhere" if "deal" not in data else "a game with two starts"
            raise self.text.error((), what, expected='one key, "deal" or "position"')
        deal = self.deal(data)
        position = self.position(data["position"], ("position",)).setup if "position" in data else None
        return LoggedGame(
            game,
            tuple(self._move(i, move) for i, move in enumerate(self.items(("moves",), data["moves"]))),
            None if deal is None else str(deal),
            position,
            self._part(data, "policy", str, "a text"),
            self._part(data, "seed", int, "a whole number"),
            self._part(data, "won", bool, "true or false"),
            self._part(data, "score", int, "a whole number"),
            line,
            self.text.source,
            self._part(data, "boards", int, "a whole number"),
        )

    def _part(self, data: dict[str, Any], key: str, kind: type, expected: str) -> Any:
        value = data.get(key)
        if value is not None and type(value) is not kind:
            raise self.text.error((key,), f"unreadable {key}", expected=expected)
        return value

    def _move(self, i: int, value: object) -> str:
        if not isinstance(value, str):
            raise self.text.error(("moves", i), "this move is not a text", expected='a text such as "37"')
        return value


def _entry(
    game: SpiderGame, start: Any, played: Any, deal: Any, policy: str, boards: int | None = None
) -> LoggedGame:
    """What a log holds of a game by a policy: a start with ``position`` and ``seed``, and its deal if it is
    one."""
    return LoggedGame(
        game.spelled,
        played.texts,
        deal=None if deal is None else str(deal),
        position=game.setup(start.position) if deal is None else None,
        policy=policy,
        seed=start.seed,
        won=played.won,
        score=played.score,
        boards=boards,
    )


LOG: Final = LogFormat(writer=LogWriter, entry=_entry, read=read_log, replay=replay_logged)
