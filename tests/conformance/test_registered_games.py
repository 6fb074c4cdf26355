"""The kit over every registered game and variant; one that lacks an oracle, perft counts, a playthrough or
a win fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perft.data import perft_cases
from registered import file_stem, registered_names, start_of
from winnable.game import Game, IllegalMove, Outcome
from winnable.registry import get_game
from winnable.testing import check_game, check_perft, check_playthrough, strategies

from .second_source import oracle_names, oracle_of

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
CASES = perft_cases()
# Game IDs for Undead: mirrors and givens, a hidden sighting, a cell that no line reaches, cells crossed
# twice, a single row, nothing but mirrors.
DEALS = {
    "undead": (
        "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3",
        "3x3:2,0,1,aRLRaRLRa,0,-,0,0,1,0,0,-,0,0,1,0",
        "5x4:5,4,7,cRbGcLbZbRbL,5,-,3,3,2,1,-,4,-,0,4,3,0,0,-,1,4,2",
        "3x2:2,1,2,aRcV,-,-,-,-,-,-,-,-,-,-",
        "3x3:0,2,4,aRLbRc,3,1,0,-,1,3,1,3,3,3,4,1",
        "6x1:2,3,1,f,0,1,0,-,1,1,4,1,1,-,0,1,0,4",
        "2x2:0,0,0,RLLR,0,0,0,0,0,0,0,0",
    )
}
CARD_DEALS = (1, "ms:11982", "pysol:100000", "seed:7")
WINS = {
    line.split()[0]: line.split()[1:] for line in (PLAYTHROUGHS / "wins.txt").read_text().splitlines()[1:]
}


@pytest.mark.parametrize("name", registered_names())
def test_each_has_an_oracle_perft_counts_and_a_playthrough(name: str) -> None:
    assert name in oracle_names(), f"{name} has no second source in tests/oracle"
    assert CASES.get(name), f"{name} has no counts in tests/perft/counts.txt"
    assert (PLAYTHROUGHS / f"{file_stem(name)}.txt").is_file(), f"{name} has no golden playthrough"


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in PLAYTHROUGHS.glob("*.txt")} == {"wins", *map(file_stem, registered_names())}
    assert set(WINS) == set(registered_names())


@pytest.mark.parametrize("name", oracle_names())
def test_the_kit(name: str) -> None:
    game = get_game(name)
    assert isinstance(game, Game)
    deals = DEALS.get(game.info.family, CARD_DEALS)
    check_game(game, deals=deals, most_moves=35, oracle=oracle_of(name), start=start_of(game))


@pytest.mark.parametrize("name", CASES)
def test_perft(name: str) -> None:
    game = get_game(name)
    for case in CASES[name]:
        check_perft(game, case, start_of(game))


@pytest.mark.parametrize("name", registered_names())
def test_golden_playthrough(name: str) -> None:
    text = (PLAYTHROUGHS / f"{file_stem(name)}.txt").read_text()
    assert f"game: {name}\n" in text
    game = get_game(name)
    check_playthrough(game, text, start_of(game))


@pytest.mark.parametrize("name", registered_names())
def test_golden_win(name: str) -> None:
    """The line wins by the engine's rules and by the oracle's, each reading the moves as text."""
    deal, *texts = WINS[name]
    game = get_game(name)
    position = start_of(game)(deal)
    moves_of = oracle_of(name)
    for text in texts:
        assert game.outcome(position) is Outcome.OPEN
        assert text in moves_of(position)
        position = game.play(position, game.notation.parse(position, text))
    assert game.outcome(position) is Outcome.WON


@pytest.mark.parametrize("name", registered_names())
def test_strategies_give_positions_of_the_game(name: str) -> None:
    game = get_game(name)

    @settings(max_examples=15)
    @given(
        st.one_of(
            strategies.positions(game),
            strategies.near_end_positions(game),
            strategies.toy_positions(game),
        ),
        strategies.illegal_moves(game),
        strategies.any_moves(game),
    )
    def check(position: object, illegal: tuple[object, object], anything: object) -> None:
        assert game.position(game.setup(position)) == position
        here, move = illegal
        with pytest.raises(IllegalMove):
            game.play(here, move)
        if anything not in game.legal_moves(position):
            with pytest.raises(IllegalMove):
                game.play(position, anything)

    check()
