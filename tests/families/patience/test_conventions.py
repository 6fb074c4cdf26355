"""One solution under several conventions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import conventions
from winnable.cards import CARDS
from winnable.families.patience.conventions import lengths, single_cards, without_autoplay
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.setup import make_setup
from winnable.moves import Autoplay, Metric
from winnable.registry import get_game
from winnable.text.solution import parse_solution, replay, replay_moves
from winnable.text.solution_text import Style

from .test_solution import FC_SOLVE
from .text_strategies import game_named, walks

Walk = tuple[PatienceGame, PatiencePosition, list[PatienceMove]]
FREECELL = game_named("freecell")
WRITTEN_GAMES = [
    "freecell",
    "penguin",
    "simple_simon",
    "freecell:group_size=unlimited,foundation_return=true",
]


def printed(name: str) -> Walk:
    start = FREECELL.deal(int(name.split("_")[2]))
    return FREECELL, start, list(replay(FREECELL, start, parse_solution(FC_SOLVE[name])).moves)


@pytest.mark.parametrize("name", FC_SOLVE)
@pytest.mark.parametrize("autoplay", Autoplay)
def test_a_win_stays_a_win(name: str, autoplay: Autoplay) -> None:
    game, start, moves = printed(name)
    player = without_autoplay(game, start, moves, autoplay)
    if player is None:
        assert autoplay is Autoplay.MAX
        return
    played = replay_moves(game, start, player, autoplay)
    assert played.won
    assert len(player) <= len(moves)
    assert (len(player) == len(moves)) is (autoplay is Autoplay.NONE)
    # All moves, written out, are a solution without autoplay.
    assert replay_moves(game, start, played.moves).won


def test_more_autoplay_leaves_less_to_the_player() -> None:
    game, start, moves = printed("fc_solve_617_snx")
    policies = (Autoplay.NONE, Autoplay.HORNE, Autoplay.SAFE)
    counts = [len(without_autoplay(game, start, moves, policy) or ()) for policy in policies]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 103
    assert counts[2] == 62


@settings(deadline=None)
@given(walks(most=60), st.sampled_from(Autoplay))
def test_what_is_left_can_be_played(walk: Walk, autoplay: Autoplay) -> None:
    """Also for walks that do not win: nothing comes home later than as written."""
    game, start, moves = walk
    player = without_autoplay(game, start, moves, autoplay)
    if autoplay in (Autoplay.NONE, Autoplay.HORNE, Autoplay.SAFE):
        assert player is not None
    if player is None:
        return
    played = replay_moves(game, start, player, autoplay)
    assert played.broken is None
    written = replay_moves(game, start, moves).positions[-1]
    assert all(a >= w for a, w in zip(played.positions[-1].home, written.home, strict=True))


@settings(deadline=None)
@given(st.sampled_from(WRITTEN_GAMES).flatmap(lambda name: walks(name, most=50)), st.sampled_from(Autoplay))
def test_the_core_writes_what_slow_rules_write(walk: Walk, autoplay: Autoplay) -> None:
    game, start, moves = walk
    assert single_cards(game, start, moves) == conventions.single_cards(game, start, moves)
    assert without_autoplay(game, start, moves, autoplay) == conventions.without_autoplay(
        game, start, moves, autoplay
    )
    for style in Style:
        expected = conventions.write(game, start, moves, style, autoplay)
        written = game.core.write(start, moves, style, autoplay)
        if expected is None:
            assert Autoplay(written.autoplay) is not autoplay
        else:
            assert (Autoplay(written.autoplay), written.body, written.texts) == (autoplay, *expected)


def test_max_may_send_home_what_is_still_needed() -> None:
    """4S is to go onto 5H, which max takes home after the first move; safe leaves it."""
    position = FREECELL.position(
        make_setup(
            ["5H", "3S 4S", "KS QS JS TS 9S 8S 7S 6S 5S", "KH QH JH TH 9H 8H 7H 6H"],
            "- - - -",
            {"C": 13, "D": 13, "H": 4, "S": 2},
        )
    )
    text = " ".join(["3a", "21", "2h", "1h", "ah", *["3h"] * 8, "1h", *["4h"] * 8])
    whole = replay(FREECELL, position, parse_solution(text), Autoplay.NONE)
    assert whole.won
    assert without_autoplay(FREECELL, position, whole.moves, Autoplay.MAX) is None
    assert lengths(FREECELL, position, whole.moves, Autoplay.MAX)[Metric.PLAYER] is None
    player = without_autoplay(FREECELL, position, whole.moves, Autoplay.SAFE)
    assert player is not None
    assert len(player) == 2  # then all goes home by itself
    assert replay_moves(FREECELL, position, player, Autoplay.SAFE).won


@settings(deadline=None)
@given(walks(most=60))
def test_single_cards_end_where_the_groups_end(walk: Walk) -> None:
    game, start, moves = walk
    steps = single_cards(game, start, moves)
    assert all(step.count == 1 for step in steps)
    assert replay_moves(game, start, steps).positions[-1] == replay_moves(game, start, moves).positions[-1]
    assert len(steps) >= sum(move.count for move in moves)


RUN = ["QH", "JS", "TH", "9S", "8H", "7S", "6H", "5S", "4H", "3S", "2H", "AS"]
ROOM = [(cells, columns) for cells in range(5) for columns in range(4) if (cells + 1) << columns <= len(RUN)]


@pytest.mark.parametrize(("cells", "columns"), ROOM)
def test_the_longest_group_is_carried_through_cells_and_columns(cells: int, columns: int) -> None:
    """A run of (cells + 1) * 2^columns cards onto a king, each step played."""
    count = (cells + 1) << columns
    game = get_game(f"freecell:cells={cells},columns={columns + 3}")
    position = with_room(game, RUN[:count], 3)
    move = PatienceMove(0, 1, count)
    steps = single_cards(game, position, [move])
    assert all(step.count == 1 for step in steps)
    assert replay_moves(game, position, steps).positions[-1] == game.play(position, move)
    if columns == 0:
        assert len(steps) == 2 * count - 1


@pytest.mark.parametrize(("cells", "columns"), [(0, 1), (0, 2), (1, 1), (2, 1), (1, 2)])
def test_groups_to_an_empty_column(cells: int, columns: int) -> None:
    """The target cannot serve on the way: so many cells and columns besides it."""
    count = (cells + 1) << columns
    game = get_game(f"freecell:cells={cells},columns={columns + 4}")
    position = with_room(game, RUN[:count], 3)
    for target in range(3, columns + 4):
        move = PatienceMove(0, target, count)
        steps = single_cards(game, position, [move])
        assert all(step.count == 1 for step in steps)
        assert replay_moves(game, position, steps).positions[-1] == game.play(position, move)


def with_room(game: PatienceGame, run: list[str], filled: int) -> PatiencePosition:
    """The run on column 1, KS alone on column 2, all else on the others up to column ``filled``: more than
    play could pile up there, which only the core takes."""
    rest = [str(card) for card in reversed(CARDS) if str(card) not in {*run, "KS"}]
    others = [" ".join(rest[k :: filled - 2]) for k in range(filled - 2)]
    return game.core.position(*make_setup([" ".join(run), "KS", *others]).indices())


OTHERS = ["relaxed", "eight_off", "seahaven", "bakers_game", "simple_simon", "penguin", "citadel"]


@pytest.mark.parametrize("name", OTHERS)
def test_other_games(name: str) -> None:
    @settings(max_examples=20, deadline=None)
    @given(walks(name, most=40))
    def check(walk: Walk) -> None:
        game, start, moves = walk
        end = replay_moves(game, start, moves).positions[-1]
        assert replay_moves(game, start, single_cards(game, start, moves)).positions[-1] == end
        for autoplay in Autoplay:
            player = without_autoplay(game, start, moves, autoplay)
            if player is not None:
                assert replay_moves(game, start, player, autoplay).broken is None

    check()


def test_a_group_that_single_cards_cannot_carry_stays_whole() -> None:
    game = game_named("relaxed")
    position = with_room(game, RUN, 8)
    five, twelve = PatienceMove(0, 1, 5), PatienceMove(0, 1, 12)
    assert game.core.why_illegal(position, five) is not None
    assert single_cards(game, position, [twelve]) == [twelve]


@settings(deadline=None)
@given(walks(most=60), st.sampled_from(Autoplay))
def test_lengths(walk: Walk, autoplay: Autoplay) -> None:
    game, start, moves = walk
    found = lengths(game, start, moves, autoplay)
    assert set(found) == set(Metric)
    assert found[Metric.MOVES] == len(moves)
    assert found[Metric.CARDS] == sum(move.count for move in moves)
    assert found[Metric.STEPS] == len(single_cards(game, start, moves))
    player = without_autoplay(game, start, moves, autoplay)
    assert found[Metric.PLAYER] == (None if player is None else len(player))


def test_lengths_of_a_known_solution() -> None:
    game, start, moves = printed("fc_solve_617_snx")
    assert lengths(game, start, moves, Autoplay.SAFE) == {
        Metric.MOVES: 103,
        Metric.CARDS: 111,
        Metric.STEPS: 121,
        Metric.PLAYER: 62,
    }


def test_cards_back_from_a_foundation() -> None:
    """2H comes back onto 3C; safe takes it home again, and then everything else."""
    game = get_game("freecell:foundation_return=true")
    ranks = "KQJT9876543"
    columns = [" ".join(rank + suit for rank in ranks) for suit in "CH"]
    position = game.position(make_setup(columns, "", {"C": 2, "D": 13, "H": 2, "S": 13}))
    text = " ".join(["H1", "1h", *["1h"] * 11, *["2h"] * 11])
    whole = replay(game, position, parse_solution(text), Autoplay.NONE)
    assert whole.won
    for autoplay in (Autoplay.HORNE, Autoplay.SAFE, Autoplay.MAX):
        player = without_autoplay(game, position, whole.moves, autoplay)
        assert player is not None
        assert [game.notation.format(position, move) for move in player] == ["H1"]
        assert replay_moves(game, position, player, autoplay).won
