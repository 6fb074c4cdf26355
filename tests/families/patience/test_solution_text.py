"""Solutions written out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from winnable.errors import InputError
from winnable.families.patience.conventions import lengths, single_cards
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.setup import make_setup
from winnable.families.patience.solution import PatienceReplay
from winnable.families.patience.solution_text import describe_lengths
from winnable.families.patience.text import parse_boards
from winnable.moves import Autoplay, Metric
from winnable.text.solution import parse_solution, replay, replay_moves
from winnable.text.solution_text import Style, format_solution, move_texts, write_solution

from .test_solution import FC_SOLVE
from .text_strategies import game_named, walks

Walk = tuple[PatienceGame, PatiencePosition, list[PatienceMove]]
FREECELL = game_named("freecell")
START = FREECELL.deal(617)
WHOLE = list(replay(FREECELL, START, parse_solution(FC_SOLVE["fc_solve_617_snx"])).moves)
QUIET = (Autoplay.NONE, Autoplay.HORNE, Autoplay.SAFE)  # those that any solution can be played under


def read(text: str) -> PatienceReplay:
    return replay(FREECELL, START, parse_solution(text))


@pytest.mark.parametrize("autoplay", QUIET)
@pytest.mark.parametrize("style", [Style.MOVES, Style.CARDS, Style.WORDS])
def test_what_is_written_wins_when_read(style: Style, autoplay: Autoplay) -> None:
    text = format_solution(FREECELL, START, WHOLE, style=style, autoplay=autoplay, deal="ms:617")
    found = read(text)
    assert found.won
    assert found.autoplay is autoplay
    assert [token.text for token in parse_solution(text).tokens] == move_texts(
        FREECELL, START, WHOLE, style=style, autoplay=autoplay
    )
    if style is Style.CARDS:
        assert all(move.count == 1 for move in found.moves)


def test_supermoves() -> None:
    lines = format_solution(FREECELL, START, WHOLE, deal="ms:617").splitlines()
    assert lines[:5] == [
        "# freecell ms:617",
        "# autoplay: none",
        "# length: 103 moves, 111 cards, 121 steps",
        "7a 7b 7c b7 1b 71 7h 83 8h 4d",
        "46 83 48 74 b7 2b 27 a2 82 8a",
    ]
    assert len(lines) == 3 + 11


def test_player_moves() -> None:
    lines = format_solution(FREECELL, START, WHOLE, autoplay=Autoplay.SAFE).splitlines()
    assert lines[:4] == [
        "# freecell",
        "# autoplay: safe",
        "# length: 103 moves, 111 cards, 121 steps; 62 player moves under safe autoplay",
        "7a 7b 7c b7 1b 71 83 4d 46 83",
    ]


def test_single_cards() -> None:
    lines = format_solution(FREECELL, START, WHOLE, style=Style.CARDS).splitlines()
    assert lines[3] == "7a 7b 7c b7 1b 7d 71 d1 7h 83"
    assert sum(len(line.split()) for line in lines[3:]) == 121


def test_player_moves_card_by_card() -> None:
    lines = format_solution(FREECELL, START, WHOLE, style=Style.CARDS, autoplay=Autoplay.SAFE).splitlines()
    listed = sum(len(line.split()) for line in lines[3:])
    assert lines[2].endswith(f"; 62 player moves under safe autoplay, {listed} card by card")
    assert listed > 62


def test_names_will_do_for_style_and_autoplay() -> None:
    by_name = format_solution(FREECELL, START, WHOLE, style="words", autoplay="safe")  # type: ignore[arg-type]
    assert by_name == format_solution(FREECELL, START, WHOLE, style=Style.WORDS, autoplay=Autoplay.SAFE)
    with pytest.raises(ValueError, match="prose"):
        move_texts(FREECELL, START, WHOLE, style="prose")  # type: ignore[arg-type]


def test_words() -> None:
    lines = format_solution(FREECELL, START, WHOLE, style=Style.WORDS, autoplay=Autoplay.SAFE).splitlines()
    assert lines[3] == " 1. 7a    # JH from column 7 to cell a"
    assert lines[8] == " 6. 71    # 3D 2C from column 7 onto 4S in column 1; AS home by itself"
    assert lines[-1].startswith("62. 16 ")
    assert lines[-1].endswith(" home by themselves")
    assert len(lines) == 3 + 62


@pytest.mark.parametrize(("autoplay", "moves"), [(Autoplay.NONE, 103), (Autoplay.SAFE, 62)])
def test_boards(autoplay: Autoplay, moves: int) -> None:
    text = format_solution(FREECELL, START, WHOLE, style=Style.BOARDS, autoplay=autoplay)
    boards = [FREECELL.position(setup) for setup in parse_boards(text.splitlines())]
    played = read(format_solution(FREECELL, START, WHOLE, autoplay=autoplay))
    shown = [START] + [
        position
        for i, position in enumerate(played.positions[1:], 1)
        if i == len(played.moves) or played.player[i]
    ]
    assert boards == shown
    assert len(boards) == moves + 1
    titles = [line for line in text.splitlines() if line.startswith("# ")][3:]
    assert titles[:2] == ["# start", "# 1. 7a: JH from column 7 to cell a"]
    assert len(titles) == moves + 1


def spoiled() -> tuple[PatiencePosition, tuple[PatienceMove, ...]]:
    """4S is to go onto 5H, which max takes home after the first move."""
    position = FREECELL.position(
        make_setup(
            ["5H", "3S 4S", "KS QS JS TS 9S 8S 7S 6S 5S", "KH QH JH TH 9H 8H 7H 6H"],
            "- - - -",
            {"C": 13, "D": 13, "H": 4, "S": 2},
        )
    )
    text = " ".join(["3a", "21", "2h", "1h", "ah", *["3h"] * 8, "1h", *["4h"] * 8])
    return position, replay(FREECELL, position, parse_solution(text), Autoplay.NONE).moves


SPOILED = spoiled()


def test_a_solution_that_autoplay_spoils_is_refused() -> None:
    position, moves = SPOILED
    assert len(move_texts(FREECELL, position, moves, autoplay=Autoplay.SAFE)) == 2
    for write in (move_texts, format_solution):
        with pytest.raises(InputError) as caught:
            write(FREECELL, position, moves, autoplay=Autoplay.MAX)
        assert str(caught.value) == (
            "this solution cannot be played under max autoplay; "
            "expected one that never builds on a card that goes home by itself; "
            "write it under autoplay none"
        )


def test_the_strongest_autoplay_that_does_not_spoil_a_solution() -> None:
    position, moves = SPOILED
    found = [write_solution(FREECELL, position, moves, autoplay=wanted).autoplay for wanted in Autoplay]
    assert found == [Autoplay.NONE, Autoplay.HORNE, Autoplay.SAFE, Autoplay.SAFE]
    whole = replay_moves(FREECELL, position, moves)
    assert write_solution(FREECELL, whole.positions[-1], [], autoplay=Autoplay.MAX).autoplay is Autoplay.MAX


@pytest.mark.parametrize("style", [Style.MOVES, Style.CARDS])
@pytest.mark.parametrize("name", FC_SOLVE)
def test_what_is_playable_can_be_written_and_nothing_stronger(name: str, style: Style) -> None:
    start = FREECELL.deal(int(name.split("_")[2]))
    moves = replay(FREECELL, start, parse_solution(FC_SOLVE[name])).moves
    found = write_solution(FREECELL, start, moves, autoplay=Autoplay.MAX, style=style).autoplay
    assert move_texts(FREECELL, start, moves, style=style, autoplay=found)
    for stronger in list(Autoplay)[list(Autoplay).index(found) + 1 :]:
        with pytest.raises(InputError, match="cannot be played"):
            move_texts(FREECELL, start, moves, style=style, autoplay=stronger)


@settings(deadline=None)
@given(walks(most=40), st.sampled_from([Style.MOVES, Style.CARDS, Style.WORDS]), st.sampled_from(QUIET))
def test_any_moves_are_read_back(walk: Walk, style: Style, autoplay: Autoplay) -> None:
    game, start, moves = walk
    text = format_solution(game, start, moves, style=style, autoplay=autoplay)
    solution = parse_solution(text)
    assert solution.autoplay is autoplay
    found = replay(game, start, solution)
    assert found.broken is None
    written = replay_moves(game, start, moves).positions[-1]
    if autoplay is Autoplay.NONE:
        assert found.positions[-1] == written
        assert list(found.moves) == (single_cards(game, start, moves) if style is Style.CARDS else moves)
    else:
        assert all(a >= w for a, w in zip(found.positions[-1].home, written.home, strict=True))


def test_no_moves_at_all() -> None:
    for style in Style:
        text = format_solution(FREECELL, START, [], style=style)
        assert text.startswith("# freecell\n# autoplay: none\n# length: 0 moves, 0 cards, 0 steps\n")
        assert parse_solution(text).tokens == () or style is Style.BOARDS


def test_lengths_in_words() -> None:
    counts = lengths(FREECELL, START, WHOLE, Autoplay.SAFE)
    assert describe_lengths(counts, Autoplay.NONE) == "103 moves, 111 cards, 121 steps"
    assert describe_lengths(counts, Autoplay.SAFE).endswith("; 62 player moves under safe autoplay")
    counts[Metric.MOVES] = 1
    assert describe_lengths(counts, Autoplay.NONE).startswith("1 move, ")
