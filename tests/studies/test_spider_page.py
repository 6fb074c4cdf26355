"""The page on Spider without undo: its numbers follow from its counts, which the shipped studies give."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from winnable.deals import random_deals
from winnable.intervals import both_ways, wilson
from winnable.studies.experiments.blocks import add_study
from winnable.studies.experiments.crews import here
from winnable.studies.experiments.plan import Study, read_study
from winnable.studies.experiments.run import run_study
from winnable.studies.experiments.store import Store
from winnable.studies.experiments.summary import Cell, summarise
from winnable.studies.reports.equity import BoardShare, board_shares, spread_of
from winnable.studies.reports.samples import samples_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "studies" / "spider.md").read_text(encoding="utf-8")
GAMES = {"4": "spider", "2": "spider:suits=2", "1": "spider:suits=1"}
GAMES_OF_A_HAND = 30
COLUMNS = {
    "fast": "`fast`",
    "moveblocks": "`moveblocks`",
    "fast, hidden cards drawn": "`fast`, as seen",
    "moveblocks, hidden cards drawn": "`moveblocks`, as seen",
}


def shipped(name: str) -> Study:
    path = ROOT / "examples" / "studies" / f"{name}.toml"
    return read_study(path.read_text(encoding="utf-8"), str(path))


def table(head: str) -> list[list[str]]:
    """The rows of the first table of the page whose line of names begins so."""
    _, _, rest = PAGE.partition(f"\n| {head}")
    assert rest, head
    rows = rest.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def rates() -> dict[tuple[str, str], list[str]]:
    return {(row[0], row[1].strip("`")): row[2:] for row in table("suits | player | won")}


def hands(suits: str) -> list[list[str]]:
    """The cells of each hand of so many suits, in the order of the deals."""
    rows = table(f"{suits} suit")
    assert [row[0] for row in rows] == [str(1 + n) for n in range(len(rows))]
    return [row[1:] for row in rows]


def won_of(cell: str) -> int:
    """How many games of a hand were won."""
    return int(cell.partition(":")[0])


def counts(text: str) -> tuple[int, int]:
    won, of = re.match(r"([\d,]+) of ([\d,]+)", text).groups()  # type: ignore[union-attr]
    return int(won.replace(",", "")), int(of.replace(",", ""))


def ends(low: float, high: float, digits: int) -> str:
    return f"{100 * low:.{digits}f} to {100 * high:.{digits}f} %"


def test_every_unit_of_the_studies_is_on_the_page() -> None:
    study = shipped("spider_winrates")
    wanted = {(game, player.words()): player.deals or deals.random for deals, player in study.pairs()
              for game in [next(s for s, name in GAMES.items() if name == deals.game)]}  # fmt: skip
    assert {key: counts(row[0])[1] for key, row in rates().items()} == wanted
    study = shipped("spider_equity")
    for suits in GAMES:
        assert [len(cells) for cells in hands(suits)] == [len(COLUMNS)] * study.games[0].random
    assert study.repetitions == GAMES_OF_A_HAND
    assert f"each played {GAMES_OF_A_HAND} times" in PAGE
    drawn = [str(deal) for deal in islice(random_deals(study.seed), study.games[0].random)]
    assert re.findall(r"seed:\d+", PAGE) == drawn


def test_shares_and_intervals_are_those_of_the_counts() -> None:
    for (_, player), (won, share, interval) in rates().items():
        wins, games = counts(won)
        most = games if player == "auto" else wins  # what the solver left open may be won
        known = f"{100 * wins / games:.1f} %" if wins == most else ends(wins / games, most / games, 1)
        assert share == known
        assert interval == ends(*both_ways(wilson, wins, most - wins, games), 1)
    for suits in GAMES:
        for cells in hands(suits):
            for cell in cells:
                assert cell == f"{won_of(cell)}: {ends(*wilson(won_of(cell), GAMES_OF_A_HAND), 0)}"


def test_how_hands_differ_follows_from_their_games() -> None:
    rows = {(row[0], row[1]): row[2:] for row in table("suits | player | mean equity")}
    for suits in GAMES:
        for i, name in enumerate(COLUMNS.values()):
            won = [won_of(cells[i]) for cells in hands(suits)]
            found = spread_of([BoardShare(n, GAMES_OF_A_HAND, wins, 0) for n, wins in enumerate(won)])
            assert found is not None
            assert rows[suits, name] == [
                f"{100 * found.mean:.1f} %",
                ends(*found.interval, 1),
                f"{100 * found.least:.0f} %",
                f"{100 * found.greatest:.0f} %",
                f"{100 * found.deviation:.1f}",
            ]


def measured(folder: Path, study: Study) -> Store:
    store = Store(folder / "part.db", create=True)
    add_study(store, study)
    with here() as crew:
        run_study(store, crew)
    return store


def test_a_part_of_the_equities_measured_again(tmp_path: Path) -> None:
    """The first hand of four suits, and of one: every game of `moveblocks`, as it lies and as seen."""
    study = shipped("spider_equity")
    part = replace(
        study,
        games=tuple(replace(deals, random=1) for deals in study.games if deals.game != GAMES["2"]),
        players=tuple(player for player in study.players if player.name == "moveblocks"),
    )
    with measured(tmp_path, part) as store:
        for game, samples in samples_of(store):
            suits = next(suits for suits, name in GAMES.items() if name == game)
            for sample in samples:
                (found,) = board_shares(sample)
                printed = hands(suits)[0][list(COLUMNS).index(sample.label)]
                assert (found.won, found.units) == (won_of(printed), GAMES_OF_A_HAND), (game, sample.label)


def part_of_rates(folder: Path, suits: str, *players: str) -> list[Cell]:
    study = shipped("spider_winrates")
    part = replace(
        study,
        games=tuple(deals for deals in study.games if deals.game == GAMES[suits]),
        players=tuple(player for player in study.players if player.name in players),
    )
    with measured(folder, part) as store:
        return list(summarise(store).cells)


def test_players_that_never_win(tmp_path: Path) -> None:
    (cell,) = part_of_rates(tmp_path, "4", "random")
    assert (cell.wins, cell.done) == counts(rates()["4", "random"][0])


@pytest.mark.slow
@pytest.mark.parametrize("suits", GAMES)
def test_every_game_of_the_project_s_player_again(tmp_path: Path, suits: str) -> None:
    (cell,) = part_of_rates(tmp_path, suits, "moveblocks")
    assert (cell.wins, cell.done) == counts(rates()[suits, "moveblocks"][0])
