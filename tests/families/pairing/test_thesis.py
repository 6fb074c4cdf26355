"""The thesis's search: its printed figures, its switches, and what it never claims."""

from __future__ import annotations

import pytest

from winnable._core import CancelToken
from winnable.cards import parse_card
from winnable.errors import InputError
from winnable.families.pairing.game import PairingGame, PairingPosition
from winnable.families.pairing.thesis import DEAD_ENDS, ThesisFigures, thesis_search
from winnable.registry import get_game
from winnable.search.api import Limits, SearchEvent, StopReason, Verdict
from winnable.search.solvers import solve

# Section 10.1: the deal, and the moves printed as the solution.
DEAL = """
    9H KH 4C 6S JC 7C 6H 7D 5C 5D KS AS 2C 9S 2D 8S 3C 7H 8C JD 6C QS JH 5S 3S JS 4D 3H
    4S KC QC 4H AH 9C 5H 3D 8D AC 9D TC QD AD 2S 7S KD TD 2H TS 8H 6D QH TH
"""
PRINTED = """
    KC AH+QS 9C+4D 8D+5S TC+3H AD+QD 2S+JH 7S+6C KD TD+3S 2H+JS TS+3C 6D+7H QH+AS 5H+8C JD+2C 4H+9S
    8S+5C KS 6H+7D 2D+JC 8H+5D 6S+7C KH 9D+4C 4S+9H
"""


@pytest.fixture(scope="module")
def pyramid() -> PairingGame:
    game: PairingGame = get_game("pyramid")
    return game


@pytest.fixture(scope="module")
def printed(pyramid: PairingGame) -> PairingPosition:
    return pyramid.deal_deck(bytes(parse_card(text).index for text in DEAL.split()))


def test_the_printed_run(pyramid: PairingGame, printed: PairingPosition) -> None:
    result = thesis_search(pyramid, printed)
    assert result.verdict is Verdict.SOLVED
    figures = result.figures
    assert (figures.generated, figures.visited, figures.depth, figures.backtracks) == (32, 27, 27, 0)
    texts = [repr(move).split()[1].rstrip(">") for move in result.moves]
    removals = [text for text in texts if text not in ("draw", "recycle")]
    assert [frozenset(text.split("+")) for text in removals] == [
        frozenset(text.split("+")) for text in PRINTED.split()
    ]
    assert (len(removals), texts.count("draw"), texts.count("recycle")) == (26, 17, 2)


def test_switches_change_the_search(pyramid: PairingGame) -> None:
    """Each of them changes what is visited on some of these deals."""
    limits = Limits(nodes=3000)

    def visited(**options: object) -> list[int]:
        return [
            thesis_search(pyramid, pyramid.deal(number), limits=limits, **options).figures.visited  # type: ignore[arg-type]
            for number in range(1, 101)
        ]

    usual = visited()
    for options in (
        {"kings": False},
        {"pyramid": False},
        {"frees": False},
        {"dead_ends": "single"},
        {"dead_ends": "shared"},
        {"dead_ends": "none"},
        {"table": True},
        {"draw_moves": True},
    ):
        assert visited(**options) != usual, options
    assert sum(visited(table=True)) < sum(usual)


@pytest.mark.parametrize("dead_ends", DEAD_ENDS)
@pytest.mark.parametrize("variant", ["microsoft", "hoyle", "king_tut", "tuts_tomb", "giza", "triangle"])
def test_verdicts_are_true(variant: str, dead_ends: str) -> None:
    game = get_game(f"pyramid:{variant}")
    for number in range(1, 21):
        position = game.deal(number)
        truth = solve(game, position, limits=Limits(nodes=200_000)).verdict
        limits = Limits(nodes=20_000)
        first = thesis_search(game, position, dead_ends=dead_ends, table=True, limits=limits)
        assert first.verdict is not Verdict.UNSOLVABLE
        assert first.verdict is Verdict.SOLVED or first.reason in (StopReason.INCOMPLETE, StopReason.NODES)
        whole = thesis_search(game, position, dead_ends=dead_ends, table=True, draw_moves=True, limits=limits)
        for answer in (first, whole):
            assert Verdict.UNKNOWN in (truth, answer.verdict) or answer.verdict is truth


def test_with_draws_as_moves_it_proves(pyramid: PairingGame) -> None:
    """Hoyle's single pass leaves little to search."""
    hoyle = get_game("pyramid:hoyle")
    proofs = [
        number
        for number in range(1, 11)
        if thesis_search(
            hoyle, hoyle.deal(number), table=True, draw_moves=True, limits=Limits(nodes=100_000)
        ).verdict
        is Verdict.UNSOLVABLE
    ]
    assert proofs
    assert all(solve(hoyle, hoyle.deal(number)).verdict is Verdict.UNSOLVABLE for number in proofs)


def test_figures_agree_with_the_statistics(pyramid: PairingGame) -> None:
    for number in range(1, 21):
        result = thesis_search(pyramid, pyramid.deal(number), limits=Limits(nodes=5000))
        figures, stats = result.figures, result.stats
        assert figures.generated == stats.generated + 1
        assert figures.visited == stats.expanded <= 5000
        assert figures.depth == figures.visited - figures.backtracks
        assert figures.backtracks == stats.backtracks
        assert figures.seconds == stats.seconds
        assert stats.depth <= 28  # 24 pairs and 4 kings
    assert ThesisFigures() == ThesisFigures(0, 0, 0, 0, 0.0)


def test_events_are_seen(pyramid: PairingGame, printed: PairingPosition) -> None:
    class Watch:
        every = 1

        def __init__(self) -> None:
            self.events: list[SearchEvent] = []

        def on_events(self, events: list[SearchEvent]) -> None:
            self.events.extend(events)

    watch = Watch()
    thesis_search(pyramid, printed, observer=watch)
    kinds = [event.kind for event in watch.events]
    assert (kinds.count("expand"), kinds.count("generate"), kinds.count("goal")) == (26, 31, 1)
    assert watch.events[-1].depth == 26


def test_limits_and_cancelling(pyramid: PairingGame, printed: PairingPosition) -> None:
    assert thesis_search(pyramid, printed, limits=Limits(nodes=10)).reason is StopReason.NODES
    assert thesis_search(pyramid, printed, limits=Limits(bytes=1000)).reason is StopReason.MEMORY
    token = CancelToken()
    token.cancel()
    cancelled = thesis_search(pyramid, pyramid.deal(1), dead_ends="none", draw_moves=True, token=token)
    assert cancelled.reason is StopReason.CANCELLED


def test_refusals(pyramid: PairingGame, printed: PairingPosition) -> None:
    freecell = get_game("freecell")
    with pytest.raises(InputError, match="plays pairing games"):
        thesis_search(freecell, freecell.deal(1))
    with pytest.raises(InputError, match="dead_ends is 'all'"):
        thesis_search(pyramid, printed, dead_ends="all")
    with pytest.raises(ValueError, match="other rules"):
        thesis_search(pyramid, get_game("pyramid:giza").deal(1))
