"""What is asked for and not in the file yet: as sets of units say it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studies.experiments.small import TEXT, begun, study
from winnable.deals import random_deals
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.studies.experiments.blocks import Wanted, add_study, missing_units, without
from winnable.studies.experiments.crews import here
from winnable.studies.experiments.export import columns_of, rows_of
from winnable.studies.experiments.merge import merge
from winnable.studies.experiments.players import Player
from winnable.studies.experiments.run import run_study
from winnable.studies.experiments.starts import KEPT, Run, deal_of, deals_of, position_of, positions_of
from winnable.studies.experiments.store import Block, Store
from winnable.studies.experiments.summary import summarise
from winnable.studies.reports.samples import samples_of

PLAYER = Player("solver", "auto", {}, "auto")
ENDS = st.tuples(st.integers(0, 12), st.integers(0, 12)).map(sorted)
PARTS = st.tuples(ENDS, st.integers(0, 4), st.integers(1, 4))


def units(run: Run, repetition: int, repetitions: int) -> set[tuple[int, int]]:
    return {
        (deal, n)
        for deal in range(run.first, run.last + 1)
        for n in range(repetition, repetition + repetitions)
    }


def block(part: tuple[list[int], int, int], source: str = "ms", terms: str = "{}") -> Block:
    (first, last), repetition, repetitions = part
    count = (last - first + 1) * repetitions
    run = Run(source, first, last)
    return Block(1, "freecell", PLAYER.identity, "auto", terms, run, repetition, repetitions, count, 0, False)


@settings(max_examples=200)
@given(PARTS, st.lists(PARTS, max_size=4))
def test_what_is_left_is_what_sets_leave(
    wanted: tuple[list[int], int, int], there: list[tuple[list[int], int, int]]
) -> None:
    (first, last), *repeated = wanted
    asked = Wanted("freecell", PLAYER, "{}", Run("ms", first, last), *repeated)
    left = without(asked, [*map(block, there), block(wanted, "pysol"), block(wanted, "ms", "other")])
    parts = [units(one.run, one.repetition, one.repetitions) for one in left]
    expected = units(asked.run, *repeated)
    for (begin, end), *more in there:
        expected -= units(Run("ms", begin, end), *more)
    assert sum(map(len, parts)) == len(expected)
    assert set().union(*parts) == expected
    assert all(parts)


def test_a_block_numbers_its_units() -> None:
    one = block(([5, 7], 2, 2))
    places = [one.place(number) for number in range(one.units)]
    assert places == [(2, 5), (2, 6), (2, 7), (3, 5), (3, 6), (3, 7)]
    assert all(one.has("ms", *place) for place in places)
    assert not one.has("ms", 2, 8)
    assert not one.has("ms", 4, 5)


def test_adding_adds_what_is_missing(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        assert missing_units(store, study()) == 0
        more = study(
            TEXT.replace("ms:1..30", "ms:1..40,ms:20..50").replace("title", "repetitions = 2\ntitle")
        )
        before = sum(one.units for one in store.blocks())
        wanted = 2 * (50 + 20 + 50) - before
        assert missing_units(store, more) == wanted
        assert sum(one.units for one in store.blocks()) == before  # it only counted
        assert add_study(store, more) == wanted
        assert add_study(store, more) == 0
        assert add_study(store, study(), create=True) == 0
        assert store.one("SELECT count(*) FROM studies") == (2,)


def test_other_measures_are_refused(tmp_path: Path) -> None:
    expected = "measures: seconds; expected as in the file: seconds, expanded"
    with begun(tmp_path) as store, pytest.raises(InputError, match=expected):
        add_study(store, study('measures = "seconds"\n' + TEXT))


def test_one_name_is_one_player(tmp_path: Path) -> None:
    other = '[[games]]\ngame = "freecell"\ndeals = "1"\n[[players]]\nname = "auto"\nsearch = "astar"\n'
    with begun(tmp_path) as store, pytest.raises(InputError, match="the file has another player 'auto'"):
        add_study(store, study(other))


def test_drawn_deals_are_those_of_the_seed() -> None:
    drawn = random_deals(7)
    first = [next(drawn) for _ in range(9)]
    assert [deal_of("random:7", number) for number in range(9)] == first
    numbers = [3, 4, 5, 1, 2, 0, 8]
    assert list(deals_of("random:7", numbers)) == [first[number] for number in numbers]
    game = get_game("freecell")
    assert positions_of(game, "ms", [617], {}) == [game.deal("ms:617")]


def test_positions_of_files_and_puzzles_are_kept(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text("617\nseed:3\n")
    from winnable.text.boards import write_position

    freecell = get_game("freecell")
    (tmp_path / "one.txt").write_text(write_position(freecell, freecell.deal("ms:5")))
    text = (
        '[[games]]\ngame = "freecell"\nfiles = ["boards.txt", "one.txt"]\n'
        '[[games]]\ngame = "undead:size=4x4"\ngenerate = 3\ngrade = "easy"\n[[players]]\nsolver = "auto"\n'
    )
    from winnable.studies.experiments.plan import read_study

    asked = read_study(text, str(tmp_path / "study.toml"))
    with Store(tmp_path / "kept.db", create=True) as store:
        assert add_study(store, asked) == 3 + 3
        assert missing_units(store, asked) == add_study(store, asked) == 0
        first, second = store.blocks()
        assert first.run.source == second.run.source == KEPT
        kept = store.kept("freecell", first.run.first, first.run.last)
        assert [one.label for one in kept] == ["ms:617", "seed:3", "one.txt:1"]
        positions = positions_of(freecell, KEPT, [1, 2, 3], dict(zip((1, 2, 3), kept, strict=True)))
        assert positions == [freecell.deal(deal) for deal in ("ms:617", "seed:3", "ms:5")]
        puzzles = store.kept(second.game, second.run.first, second.run.last)
        numbered = dict(enumerate(puzzles))
        assert len(set(positions_of(get_game(second.game), KEPT, [0, 1, 2], numbered))) == 3


def test_groups_of_one_game_are_counted_apart(tmp_path: Path) -> None:
    """Also where they have deals in common, and in a file into which another is merged."""
    game = '[[games]]\ngame = "freecell"\ndeals = "ms:1..{}"\ngroup = "{}"\n'
    text = game.format(3, "few") + game.format(5, "more") + '[[players]]\nsolver = "auto"\n'
    with begun(tmp_path, text) as store, here() as crew:
        assert [(one.shown, one.game, one.units) for one in store.blocks()] == [
            ("few", "freecell", 3), ("more", "freecell", 5),
        ]  # fmt: skip
        run_study(store, crew)
        with Store(tmp_path / "all.db", create=True) as whole:
            assert merge(whole, store).results == 8
            for one in (store, whole):
                cells = [cell.data() for cell in summarise(one).cells]
                assert [(cell["group"], cell["game"], cell["done"]) for cell in cells] == [
                    ("few", "freecell", 3), ("more", "freecell", 5),
                ]  # fmt: skip
                assert [shown for shown, _ in samples_of(one)] == ["few", "more"]
                groups = [row[list(columns_of(one)).index("group")] for row in rows_of(one)]
                assert groups == ["few"] * 3 + ["more"] * 5


def test_deals_of_a_level(tmp_path: Path) -> None:
    text = '[[games]]\ngame = "undead:size=4x4"\nrandom = 1\nlevel = "easy"\n[[players]]\nsolver = "auto"\n'
    from winnable.analysis.difficulty import difficulty

    with begun(tmp_path, text) as store:
        (one,) = store.blocks()
        game = get_game("undead:size=4x4")
        for kept in store.kept(one.game, one.run.first, one.run.last):
            assert difficulty(game, position_of(game, KEPT, 0, kept)).level == "easy"


def test_a_player_of_the_first_deals_alone(tmp_path: Path) -> None:
    text = """\
[[games]]
game = "freecell"
deals = "ms:1..4,pysol:7,ms:10..12"
[[games]]
game = "pyramid"
random = 3
[[players]]
solver = "auto"
[[players]]
search = "greedy"
deals = 5
"""
    with begun(tmp_path, text) as store:
        asked = [(block.game, block.label, block.run.source, *block.run[1:]) for block in store.blocks()]
        assert [row for row in asked if row[1] == "greedy"] == [
            ("freecell", "greedy", "ms", 1, 4),
            ("freecell", "greedy", "pysol", 7, 7),
            ("pyramid", "greedy", "random:0", 0, 2),
        ]
        assert sum(last - first + 1 for _, label, _, first, last in asked if label == "auto") == 8 + 3
        more = text.replace("deals = 5", "deals = 7")
        assert add_study(store, study(more)) == 2  # the next two, ms:10 and ms:11
        assert add_study(store, study(more.replace("deals = 7\n", ""))) == 1
