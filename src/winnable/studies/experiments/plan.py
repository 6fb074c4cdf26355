"""The study file: what is to be measured, as a TOML text that people write.

Every mistake is an InputError of one line with the line of the file; so is a solver, a search or a policy
that a game does not have, or a parameter that it does not take: each player is tried on a deal of each game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from winnable.deals import DealRange, parse_deal_list
from winnable.errors import InputError, quote
from winnable.family import AnyGame, observed
from winnable.names import pick_name
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.studies.experiments.players import KINDS, MEASURES, Player, grid_of

if TYPE_CHECKING:
    from winnable.studies.experiments.tables import Table

__all__ = [
    "DEFAULT_BYTES",
    "DRAWN",
    "HIDDEN",
    "UNKNOWN",
    "USUAL_MEASURES",
    "GameDeals",
    "Kept",
    "StopRule",
    "Study",
    "read_study",
]

DEFAULT_BYTES: Final = 256_000_000  # for any number of workers, so that the answer is the same
DRAWN: Final = "drawn"  # anew for each repetition
UNKNOWN: Final = "drawn where unknown"  # the same, but only the cards that a position does not name
HIDDEN: Final = (DRAWN,)  # what a text may say of hidden cards; without, they lie as they are
MOST: Final = 2**53  # units of a player, and deals of a game
_MOST_SEED: Final = 2**64 - 1
_MOST_REPETITIONS: Final = 1_000_000
_MOST_NODES: Final = 10**18
_UNITS: Final = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "ki": 2**10, "mi": 2**20, "gi": 2**30}
# Where the deals of a game come from: exactly one of these keys.
_SOURCES: Final = ("deals", "random", "files", "generate")
USUAL_MEASURES: Final = tuple(name for name in MEASURES if name != "moves")


class Kept(NamedTuple):
    """A position that is kept: its name, and a deal or its text, which is what makes it the same one."""

    label: str
    text: str
    is_deal: bool


@dataclass(frozen=True, slots=True)
class GameDeals:
    """A game and its deals, of one kind: ranges of numbered ones; ``random`` ones, perhaps of a ``level``;
    positions in ``files``; puzzles that are made, ``generate`` of them; or ``positions`` that whoever asks
    has in hand, which no text of a study names. ``hidden`` says what becomes of hidden cards, ``DRAWN`` or
    ``UNKNOWN``; they lie as they are where it is empty. Those of a ``group`` are counted apart from others of
    the game, under this name."""

    game: str
    deals: tuple[DealRange, ...] = ()
    random: int = 0
    level: str = ""
    files: tuple[str, ...] = ()
    generate: int = 0
    hidden: str = ""
    group: str = ""
    positions: tuple[Kept, ...] = ()

    def played_by(self, player: Player) -> bool:
        """Does a player play them: all games, this one, or this group?"""
        return not player.games or self.game in player.games or self.group in player.games


@dataclass(frozen=True, slots=True)
class StopRule:
    """A game and player is measured no longer once its share of wins is known so well: plus or minus
    ``half_width``, by an interval that holds at ``level`` whenever one stops."""

    half_width: float
    level: float = 0.95


@dataclass(frozen=True, slots=True)
class Study:
    """What a study file says. ``source`` is the file, whose folder the files of positions are sought in."""

    title: str
    games: tuple[GameDeals, ...]
    players: tuple[Player, ...]
    limits: Limits
    seed: int = 0
    repetitions: int = 1
    measures: tuple[str, ...] = USUAL_MEASURES
    stop: StopRule | None = None
    text: str = ""
    source: str | None = None

    def pairs(self) -> list[tuple[GameDeals, Player]]:
        """Each game with each player that plays it."""
        return [(deals, player) for deals in self.games for player in self.players if deals.played_by(player)]


def read_study(text: str, source: str | None = None) -> Study:
    """The study that a text describes; see ``docs/howto/studies.md`` for the keys.

    Raises:
        InputError: with the file and the line, for whatever is wrong with it.
    """
    from winnable.studies.experiments.tables import parse_toml

    top = parse_toml(text, source)
    seed = top.whole("seed", 0, least=0, most=_MOST_SEED) or 0
    games = _read_games(top)
    players = _read_players(top, [deals for deals, _ in games])
    study = Study(
        title=top.text("title", Path(source).stem if source else "study"),
        games=tuple(deals for deals, _ in games),
        players=tuple(player for player, _ in players),
        limits=_read_limits(top.table("limits")),
        seed=seed,
        repetitions=top.whole("repetitions", 1, least=1, most=_MOST_REPETITIONS) or 1,
        measures=_read_measures(top),
        stop=_read_stop(top.table("stop")) if "stop" in top else None,
        text=text,
        source=source,
    )
    top.end()
    if study.stop is not None and study.repetitions > 1:
        what = "a stop rule and repetitions: results of one deal are not independent"
        raise top.error("repetitions", what, expected="one of them")
    _check_players(games, players)
    return study


def _read_games(top: Table) -> list[tuple[GameDeals, Table]]:
    found: list[tuple[GameDeals, Table]] = []
    for table in top.tables("games"):
        deals = _read_game(table)
        for other, _ in found:
            if deals.group in (other.group, other.game) and deals.group and deals.game != other.game:
                what = f"the group {quote(deals.group)} is of {other.game}, too"
                raise table.error("group", what, expected="another name for one")
        found.append((deals, table))
    return found


def _read_game(table: Table) -> GameDeals:
    name, variant = table.text("game"), table.text("variant", "")
    try:
        game = get_game(name, variant or None)
    except InputError as error:
        raise table.placed("variant" if variant else "game", error) from None
    given = [key for key in _SOURCES if key in table]
    if len(given) != 1:
        what = f"{name} has {' and '.join(given)}" if given else f"{name} has no deals"
        raise table.error(given[-1] if given else None, what, expected="one of " + ", ".join(_SOURCES))
    numbered: tuple[DealRange, ...] = ()
    if "deals" in table:
        try:
            numbered = parse_deal_list(table.text("deals"), game.info.dialects[0])
        except InputError as error:
            raise table.placed("deals", error) from None
    game = _graded(table, game)
    random, level = table.whole("random", 0, least=1, most=MOST) or 0, _read_level(table, game)
    found = GameDeals(
        game.spelled,
        numbered,
        random,
        level,
        table.texts("files") or (),
        table.whole("generate", 0, least=1, most=1_000_000) or 0,
        _read_hidden(table, game),
        table.text("group", f"{game.spelled}, {level}" if level else "").strip(),
    )
    table.end()
    return found


def _graded(table: Table, game: AnyGame) -> AnyGame:
    """The game with the grade of its puzzles, where one is asked for."""
    if "grade" not in table:
        return game
    grade = table.text("grade")
    if "generate" not in table:
        raise table.error("grade", "grade without generate", expected="generate = N, or level with random")
    try:
        joint = "," if ":" in game.spelled else ":"
        return get_game(f"{game.spelled}{joint}grade={grade}")
    except InputError as error:
        raise table.placed("grade", error) from None


def _read_level(table: Table, game: AnyGame) -> str:
    from winnable.analysis.difficulty import as_level, grader_kind

    if "level" not in table:
        return ""
    level = table.text("level")
    if "random" not in table:
        raise table.error("level", "level without random", expected="random = N")
    try:
        if why := grader_kind(game).unlevelled(game):
            raise InputError(why)
        return as_level(level).value
    except InputError as error:
        raise table.placed("level", error) from None


def _read_hidden(table: Table, game: AnyGame) -> str:
    if "hidden" not in table:
        return ""
    try:
        hidden = pick_name("hidden", table.text("hidden"), HIDDEN)
        observed(game)
    except InputError as error:
        raise table.placed("hidden", error) from None
    return hidden


def _read_players(top: Table, games: Sequence[GameDeals]) -> list[tuple[Player, Table]]:
    found: list[tuple[Player, Table]] = []
    for table in top.tables("players"):
        found += [(player, table) for player in _read_grid(table, games)]
        labels = [player.label for player, _ in found]
        if len(set(labels)) < len(labels):
            twice = next(label for label in labels if labels.count(label) > 1)
            raise table.error(None, f"two players are {quote(twice)}", expected="another name for one")
    return found


def _read_grid(table: Table, games: Sequence[GameDeals]) -> list[Player]:
    """The players that a table stands for: one for each choice of its parameters' values."""
    kinds = [kind for kind in KINDS if kind in table]
    if len(kinds) != 1:
        what = "a player is " + (" and ".join(kinds) if kinds else "of no kind")
        expected = 'solver, search, policy or grader = "NAME"'
        raise table.error(kinds[-1] if kinds else None, what, expected=expected)
    name = table.text("name", "")
    only = tuple(_game_named(table, text, games) for text in table.texts("games") or ())
    most = table.whole("deals", 0, least=1, most=MOST) or 0
    names = table.grid(kinds[0])
    if not all(isinstance(one, str) for one in names):
        raise table.error(kinds[0], f"{kinds[0]} is {names[0]}", expected="a name, or a list of names")
    grid = {key: table.grid(key) for key in table.rest()}
    players = grid_of(kinds[0], names, grid)
    varied = [key for key, values in grid.items() if len(values) > 1]
    labels = [_label(player, name, varied, len(names)) for player in players]
    return [
        replace(player, label=label, games=only, deals=most)
        for player, label in zip(players, labels, strict=True)
    ]


def _label(player: Player, name: str, varied: Sequence[str], names: int) -> str:
    if not name:
        return player.words()
    words = player.words(varied)
    return " ".join([name, words if names > 1 else words.removeprefix(player.name).lstrip()]).rstrip()


def _game_named(table: Table, text: str, games: Sequence[GameDeals]) -> str:
    groups = [one.group for one in games if one.group]
    if text in groups:
        return text
    try:
        spelled = get_game(text).spelled
        if spelled not in [one.game for one in games]:
            known = ", ".join(dict.fromkeys([*(one.game for one in games), *groups]))
            raise InputError(f"{text} is none of the games", expected=f"one of {known}")
    except InputError as error:
        raise table.placed("games", error) from None
    return spelled


def _read_limits(table: Table) -> Limits:
    nodes = table.whole("nodes", None, least=1, most=_MOST_NODES)
    seconds = table.number("seconds")
    memory = table.any("memory")
    table_bytes = DEFAULT_BYTES if memory is None else _bytes(memory)
    if table_bytes is None:
        raise table.error("memory", f"memory is {quote(memory)}", expected="a size such as 500M or 2G")
    table.end()
    return Limits(nodes, seconds, table_bytes)


def _bytes(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmg]i?)?b?", str(value).strip().lower())
    size = int(float(found[1]) * _UNITS[found[2] or ""]) if found else 0
    return size if 1 <= size <= 10**18 else None


def _read_measures(top: Table) -> tuple[str, ...]:
    names = top.texts("measures")
    if names is None:
        return USUAL_MEASURES
    try:
        chosen = {pick_name("measure", name, MEASURES) for name in names}
    except InputError as error:
        raise top.placed("measures", error) from None
    return tuple(name for name in MEASURES if name in chosen)


def _read_stop(table: Table) -> StopRule:
    given = table.any("half_width")
    half_width, level = _share(given), _share(table.any("level") or 0.95)
    if half_width is None:
        raise table.error("half_width", f"half_width is {quote(given)}", expected="a share: 0.01 or 1%")
    if level is None:
        raise table.error("level", f"level is {quote(table.any('level'))}", expected="a share such as 95%")
    table.end()
    return StopRule(half_width, level)


def _share(given: object) -> float | None:
    """A share between 0 and 1: 0.005 or "0.5%"; None for anything else."""
    text = str(given).strip()
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return None
    return share if 0 < share < 1 else None


def _check_players(games: Sequence[tuple[GameDeals, Table]], players: Sequence[tuple[Player, Table]]) -> None:
    """InputError for a player that does not play one of its games, or not with these parameters."""
    for deals, table in games:
        game = get_game(deals.game)
        try:
            position = game.deal(next(iter(deals.deals[0])) if deals.deals else "seed:1")
        except InputError as error:
            raise table.placed("deals", error) from None
        for player, owner in players:
            if not deals.played_by(player):
                continue
            try:
                player.check(game, position)
            except InputError as error:
                raise owner.placed(player.kind, error) from None
            except (TypeError, ValueError) as error:  # of a parameter's value
                raise owner.error(player.kind, f"{player.words()}: {error}") from None
