"""The atlas: it leaves no game out, and its page says what its study asks for and what its counts come to."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from statistics import median
from types import SimpleNamespace

import pytest

from registered import registered_names
from studies.experiments.small import begun
from winnable.errors import InputError
from winnable.registry import game_names, get_game
from winnable.search.policy import policy_names
from winnable.studies.experiments.crews import here
from winnable.studies.experiments.export import columns_of, rows_of
from winnable.studies.experiments.plan import Study, read_study
from winnable.studies.experiments.players import Player
from winnable.studies.experiments.run import run_study

ROOT = Path(__file__).parents[3]
STUDY = ROOT / "examples" / "studies" / "atlas.toml"
PAGE = ROOT / "docs" / "studies" / "atlas.md"
RULES = [*sorted((ROOT / "docs" / "rules").glob("*.md")), ROOT / "docs" / "howto" / "winnability.md"]


@cache
def atlas() -> Study:
    return read_study(STUDY.read_text(encoding="utf-8"), str(STUDY))


def pairs() -> list[tuple[str, str]]:
    """Each game with each player."""
    return [(deals.game, player.label) for deals, player in atlas().pairs()]


def named_in_the_rules() -> Iterator[str]:
    """Games with options that the pages of rules call by name: `spider:suits=1`."""
    for page in RULES:
        for text in re.findall(r"`([a-z_]+:[a-z0-9_=,]+)`", page.read_text(encoding="utf-8")):
            if text.partition(":")[0] in game_names():
                yield get_game(text).spelled


# --- nothing is left out -----------------------------------------------------------------------------------


def missing(there: set[str]) -> set[str]:
    """Games, variants and named rules that are not there; of puzzles, whatever size and grade they have."""
    asked = {get_game(name).spelled for name in (*registered_names(), *named_in_the_rules())}
    sizes = {game.partition(":")[0] for game in there if get_game(game).info.always_winnable}
    return asked - there - sizes


def test_every_game_and_variant_is_in_the_atlas() -> None:
    assert missing({game for game, player in pairs() if player == "auto"}) == set()


@pytest.mark.parametrize("game", ["scorpion", "pyramid:par", "spider:suits=2", "undead"])
def test_a_game_that_is_left_out_is_missed(game: str) -> None:
    there = {one for one, _ in pairs() if one != game and one.partition(":")[0] != game}
    assert missing(there) == {game}


def test_every_game_that_hides_cards_is_played_without_seeing_them() -> None:
    """By ``fast``, or by another policy where that does not play."""
    found = {game: player for game, player in pairs() if player != "auto"}
    assert found == {
        deals.game: next(name for name in ("fast", "random") if plays(name, deals.game))
        for deals in atlas().games
        if policy_names(get_game(deals.game))
    }


def plays(policy: str, name: str) -> bool:
    game = get_game(name)
    try:
        Player("policy", policy).check(game, game.deal("seed:1"))
    except InputError:
        return False
    return True


def test_what_is_decided_does_not_hang_on_the_machine() -> None:
    assert atlas().limits.seconds is None
    assert atlas().limits.nodes is not None


# --- the page ----------------------------------------------------------------------------------------------


def page_tables() -> list[list[dict[str, str]]]:
    """The page's tables, each a list of rows by column."""
    lines = [line.strip("|").split("|") for line in PAGE.read_text(encoding="utf-8").splitlines()]
    found = []
    for in_table, group in groupby(lines, key=lambda cells: len(cells) > 2):
        if in_table:
            head, _, *rows = ([cell.strip() for cell in cells] for cells in group)
            found.append([dict(zip(head, row, strict=True)) for row in rows])
    return found


def page_rows() -> dict[tuple[str, str], dict[str, str]]:
    """The rows of the tables that have counts, by game and player."""
    rows = [row for table in page_tables() for row in table if "deals" in row]
    found = {(row["game"].strip("`"), row.get("player", "auto")): row for row in rows}
    assert len(found) == len(rows)
    return found


def test_the_page_has_a_row_for_each_game_and_player() -> None:
    assert set(page_rows()) == set(pairs())
    tables = page_tables()
    for counted, spent in zip(tables[::2], tables[1::2], strict=True):
        assert [row["game"] for row in spent] == [row["game"] for row in counted]
        assert all(row["time"] for row in spent)


def test_the_page_has_the_deals_that_the_study_asks_for() -> None:
    asked = {}
    for deals, player in atlas().pairs():
        there = deals.random + deals.generate
        asked[deals.game, player.label] = min(player.deals or there, there)
    assert {key: number(row["deals"]) for key, row in page_rows().items()} == asked


def test_shares_and_intervals_are_those_of_the_counts() -> None:
    """Wilson's interval by scipy: the lower end with open deals lost, the upper with them won. Ours has 1.96
    standard deviations, scipy's some more digits."""
    for key, row in page_rows().items():
        deals, won, left = (number(row[name]) for name in ("deals", "won", "open"))
        assert won + left <= deals, key
        share = 100 * won / deals, 100 * (won + left) / deals
        assert ends(row["share (%)"]) == pytest.approx(share, abs=0.006), key
        interval = 100 * wilson(won, deals)[0], 100 * wilson(won + left, deals)[1]
        assert ends(row["95 % interval"]) == pytest.approx(interval, abs=0.006), key


def test_what_others_found_is_what_we_find() -> None:
    """Other programs' shares, within what chance allows: three times in a thousand, open deals either way."""
    stats = pytest.importorskip("scipy.stats")
    rows = page_rows()
    others = tool().OTHERS
    assert others
    for game, share in others.items():
        row = rows[game, "auto"]
        assert row["others"] == f"{share}"
        deals, won, left = (number(row[name]) for name in ("deals", "won", "open"))
        expected = stats.binom(deals, share / 100)
        assert expected.cdf(won + left) > 0.0015, game
        assert expected.sf(won - 1) > 0.0015, game


def wilson(count: int, trials: int) -> tuple[float, float]:
    stats = pytest.importorskip("scipy.stats")
    found = stats.binomtest(count, trials).proportion_ci(0.95, method="wilson")
    return float(found.low), float(found.high)


def number(text: str) -> int:
    return int(text.replace(",", ""))


def ends(text: str) -> tuple[float, float]:
    low, _, high = text.partition("\u2013")
    return float(low), float(high or low)


# --- the tool that writes it -------------------------------------------------------------------------------

SMALL = """
seed = 3
measures = ["seconds", "expanded", "length"]
limits.nodes = 400
[[games]]
game = "freecell:cells=1"
random = 40
[[games]]
game = "scorpion"
random = 12
[[games]]
game = "undead:size=4x4"
generate = 5
[[players]]
solver = "auto"
[[players]]
policy = "random"
games = ["scorpion"]
"""


@cache
def tool() -> SimpleNamespace:
    return SimpleNamespace(**runpy.run_path(str(ROOT / "tools" / "atlas.py")))


def test_its_rows_are_the_counts_and_medians_of_the_units(tmp_path: Path) -> None:
    with begun(tmp_path, SMALL) as store, here() as crew:
        run_study(store, crew)
        rows = tool().rows_of(store)
        units = [dict(zip(columns_of(store), unit, strict=True)) for unit in rows_of(store)]
    assert [(row.cell.game, row.kind) for row in rows] == [
        ("freecell:cells=1", "solver"),
        ("scorpion", "solver"),
        ("scorpion", "policy"),
        ("undead:size=4x4", "solver"),
    ]
    for row in rows:
        mine = [unit for unit in units if (unit["game"], unit["player"]) == (row.cell.game, row.cell.player)]
        assert len(mine) == row.cell.done > 0
        assert row.seconds == median(unit["seconds"] for unit in mine)
        if row.kind == "solver":
            assert row.positions == median(unit["expanded"] for unit in mine)
        won = [unit["length"] for unit in mine if unit["outcome"] in ("solved", "won")]
        assert row.moves == (median(won) if won else None)
        assert row.bound == (sum(unit["outcome"] == "unknown" for unit in mine) > len(mine) / 2)
    assert any(row.cell.open for row in rows)


def test_it_writes_the_page_anew_and_leaves_its_text(tmp_path: Path) -> None:
    with begun(tmp_path, SMALL) as store, here() as crew:
        run_study(store, crew)
        parts = tool().sections(store)
    page = PAGE.read_text(encoding="utf-8")
    once = tool().written(page, parts)
    assert tool().written(once, parts) == once
    between = re.compile(r"(<!-- ([a-z ]+) -->).*?(<!-- end of \2 -->)", re.DOTALL)
    assert between.sub(r"\1\3", once) == between.sub(r"\1\3", page)
    assert {found[2] for found in between.finditer(page)} == set(parts)
    with pytest.raises(ValueError, match="0 sections 'puzzles'"):
        tool().written(page.replace("<!-- puzzles -->", ""), parts)


def test_the_picture_has_every_game_with_cards() -> None:
    picture = (PAGE.parent / "pictures" / "atlas.svg").read_text(encoding="utf-8")
    for game, _ in pairs():
        assert get_game(game).info.always_winnable or f">{game}</text>" in picture
