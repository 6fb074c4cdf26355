"""Games of Spider written out and replayed: moves, words and boards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.cards import Card
from winnable.errors import InputError
from winnable.families.spider.text import parse_texts
from winnable.moves import Autoplay
from winnable.text.solution import parse_solution, replay, replay_moves
from winnable.text.solution_text import Style, format_solution, move_texts, write_solution

from .text_strategies import games, spider_game

SPIDER = spider_game()
START = SPIDER.deal("kpat:101")


def played(game: Any, start: Any, seed: int, most: int = 60) -> list[Any]:
    """Moves made at random."""
    random, position, moves = Random(seed), start, []
    for _ in range(most):
        legal = game.legal_moves(position)
        if not legal:
            break
        moves.append(random.choice(legal))
        position = game.play(position, moves[-1])
    return moves


@given(games, st.integers(0, 2**64 - 1), st.sampled_from([Style.MOVES, Style.WORDS]))
def test_what_is_written_is_replayed(game: Any, seed: int, style: Style) -> None:
    start = game.deal(f"seed:{seed}")
    moves = played(game, start, seed)
    text = format_solution(game, start, moves, style=style, deal=f"seed:{seed}")
    head = text.splitlines()[:2]
    assert head[0] == f"# {game.spelled} seed:{seed}"
    found = replay(game, start, parse_solution(text, "s.txt", game))
    assert found.broken is None
    assert found.moves == tuple(moves)
    assert found == replay_moves(game, start, moves)
    runs = sum(found.positions[-1].runs)
    assert head[1].startswith(f"# length: {len(moves) or 'no'} move")
    assert f"; {runs or 'no'} run" in head[1]
    assert head[1].endswith(f"; {500 - len(moves) + 100 * runs} points")


def test_the_boards_read_back() -> None:
    moves = played(SPIDER, START, 5, 12)
    text = format_solution(SPIDER, START, moves, style=Style.BOARDS)
    boards = text.split("\n# ")[2:]
    assert len(boards) == len(moves) + 1
    positions = replay_moves(SPIDER, START, moves).positions
    for board, position in zip(boards, positions, strict=True):
        lines = board.splitlines(keepends=True)[1:]
        (setup,) = parse_texts(lines)
        assert SPIDER.position(setup) == position  # type: ignore[arg-type]


def test_the_length_counts_deals_and_runs() -> None:
    game = spider_game("spider:suits=1,deal_over_empty=true")
    start = game.deal("kpat:103")
    moves = [game.notation.parse(start, "deal")]
    assert format_solution(game, start, moves).splitlines()[1:] == [
        "# length: 1 move, 1 deal among them; no runs; 499 points",
        "deal",
    ]
    assert format_solution(game, start, []).splitlines()[1:] == ["# length: no moves; no runs; 500 points"]
    assert move_texts(game, start, moves) == ["deal"]


def test_breaks() -> None:
    found = replay(SPIDER, START, parse_solution("20 73 # no\n", "s.txt", SPIDER))
    assert str(found.broken) == "s.txt:1:4: move 2 breaks: 73: QC does not go on 2C"
    assert not found.won
    with pytest.raises(InputError, match=r"^s\.txt:1:4: move 2: "):
        replay(SPIDER, START, parse_solution("20 nonsense\n", "s.txt", SPIDER))
    with pytest.raises(InputError, match="this is no solution"):
        format_solution(SPIDER, START, [SPIDER.notation.parse(START, "20")] * 2)


def test_nothing_plays_itself() -> None:
    assert write_solution(SPIDER, START, [], autoplay=Autoplay.NONE).autoplay is Autoplay.NONE
    with pytest.raises(InputError, match="spider has no autoplay max; expected none"):
        replay(SPIDER, START, parse_solution("20"), Autoplay.MAX)
    with pytest.raises(InputError, match="expected the style moves, words or boards"):
        format_solution(SPIDER, START, [], style=Style.CARDS)


def test_moves_may_name_the_cards_that_they_bring_to_light() -> None:
    game = spider_game("spider")
    start = game.deal(7)
    row = ",".join(str(Card.from_index(card)) for card in start.stock[:10])

    def replayed(text: str) -> Any:
        return replay(game, start, parse_solution(text, "s", game))

    whole = replayed(f"deal={row} deal")
    assert whole.broken is None
    assert whole.positions == replayed("deal deal").positions
    other = replayed(f"deal deal={row}")
    assert (other.broken.number, len(other.moves)) == (2, 1)
    assert "deal brings " in other.broken.reason
    assert "to light, not " in other.broken.reason
    few = replayed(f"deal={row[:5]}")
    assert few.broken.reason == "deal brings 10 cards to light, and 2 are named; expected 10 cards behind ="
