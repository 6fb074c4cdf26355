"""Solutions as anybody wrote them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from families.patience.text_strategies import game_named, walks
from winnable.errors import InputError
from winnable.families.patience.conventions import without_autoplay
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.setup import make_setup
from winnable.game import IllegalMove, Outcome
from winnable.moves import Autoplay
from winnable.text.solution import Solution, parse_solution, replay, replay_moves

# What `make-microsoft-freecell-board -t N | fc-solve -l lg -m -snx` (and -sn) of Debian's
# freecell-solver-bin 5.0.0 prints, as it is.
HERE = Path(__file__).parent
FC_SOLVE = {path.stem: path.read_text(encoding="ascii") for path in sorted(HERE.glob("fc_solve_*.txt"))}
FREECELL = game_named("freecell")
START = FREECELL.deal(617)
PRINTED = parse_solution(FC_SOLVE["fc_solve_617_snx"])


def message(text: str) -> str:
    with pytest.raises(InputError) as caught:
        replay(FREECELL, START, parse_solution(text, "s.txt"))
    return str(caught.value)


def test_the_printed_solutions_are_here() -> None:
    assert list(FC_SOLVE) == ["fc_solve_617_sn", "fc_solve_617_snx", "fc_solve_8_sn", "fc_solve_8_snx"]


@pytest.mark.parametrize("name", FC_SOLVE)
def test_freecell_solvers_own_output(name: str) -> None:
    """Groups to empty columns are of one card, or with -sn of any: a reading that wins is found."""
    start = FREECELL.deal(int(name.split("_")[2]))
    found = replay(FREECELL, start, parse_solution(FC_SOLVE[name]))
    assert found.won
    assert found.autoplay is Autoplay.NONE
    assert len(found.moves) == len(parse_solution(FC_SOLVE[name]).tokens)
    assert all(found.player)


def test_one_of_them_needs_another_count_than_the_longest() -> None:
    found = replay(FREECELL, START, PRINTED)
    written = [token.text for token in PRINTED.tokens]
    replayed = [FREECELL.notation.format(p, m) for p, m in zip(found.positions, found.moves, strict=False)]
    assert [(w, r) for w, r in zip(written, replayed, strict=True) if w != r] == [("15", "15v1")]


def test_positions_follow_each_other() -> None:
    found = replay(FREECELL, START, PRINTED)
    assert len(found.positions) == len(found.moves) + 1
    assert found.positions[0] == START
    for before, move, after in zip(found.positions, found.moves, found.positions[1:], strict=False):
        assert FREECELL.play(before, move) == after
    assert FREECELL.outcome(found.positions[-1]) is Outcome.WON


@given(walks(), st.sampled_from(Autoplay))
def test_replay_of_moves_is_play_and_autoplay(
    walk: tuple[PatienceGame, PatiencePosition, list[PatienceMove]], autoplay: Autoplay
) -> None:
    game, start, moves = walk
    position, made = start, 0
    for move in moves:
        try:
            position = game.play(position, move)
        except IllegalMove:
            break
        made += 1
        for automatic in game.core.autoplay(position, autoplay.value):
            position = game.play(position, automatic)
    found = replay_moves(game, start, moves, autoplay)
    assert found.positions[-1] == position
    assert sum(found.player) == made
    assert (found.broken is None) is (made == len(moves))
    if found.broken is not None:
        assert found.broken.number == made + 1


@given(walks())
def test_text_round_trip(walk: tuple[PatienceGame, PatiencePosition, list[PatienceMove]]) -> None:
    game, start, moves = walk
    played = replay_moves(game, start, moves)
    texts = [game.notation.format(p, m) for p, m in zip(played.positions, moves, strict=False)]
    numbered = "\n".join(f"{i}. {text}" for i, text in enumerate(texts, 1))
    for text in (" ".join(texts), numbered, json.dumps({"moves": texts})):
        found = replay(game, start, parse_solution(text), Autoplay.NONE)
        assert found.moves == tuple(moves)
        assert found.broken is None
        assert found.won is (game.outcome(played.positions[-1]) is Outcome.WON)


def test_a_broken_solution_says_where_and_why() -> None:
    texts = [token.text for token in PRINTED.tokens]
    texts[16] = "5h"
    found = replay(FREECELL, START, parse_solution("\n".join(texts), "s.txt"))
    assert not found.won
    assert found.broken is not None
    assert found.broken.number == 17
    assert (found.broken.token.line, found.broken.token.column) == (17, 1)
    reason = found.broken.reason
    assert str(found.broken) == f"s.txt:17:1: move 17 breaks: {reason}"
    assert reason == "5h: JC does not fit yet: its foundation waits for AC"
    assert len(found.moves) == 16


def test_a_broken_list_without_moves_home_is_judged_as_it_was_meant() -> None:
    """Under none it would break early, which says nothing to those who left the aces out."""
    texts = [text for text in under(Autoplay.SAFE) if not text.endswith("h")]
    assert len(texts) < len(under(Autoplay.SAFE))  # safe leaves some moves home to the player
    meant = replay(FREECELL, START, parse_solution(" ".join(texts)))
    as_it_stands = replay(FREECELL, START, parse_solution(" ".join(texts)), Autoplay.NONE)
    assert meant.broken is not None
    assert as_it_stands.broken is not None
    assert as_it_stands.autoplay is Autoplay.NONE
    assert meant.autoplay is not Autoplay.NONE
    assert meant.broken.number > as_it_stands.broken.number


def test_a_solution_without_a_source() -> None:
    found = replay(FREECELL, START, parse_solution("1h"))
    assert str(found.broken).startswith("move 1 breaks: 1h: JD does not fit yet")


def test_an_unfinished_solution_is_legal_but_not_won() -> None:
    texts = [token.text for token in PRINTED.tokens[:20]]
    found = replay(FREECELL, START, parse_solution(" ".join(texts)))
    assert (found.broken, found.outcome, found.won, len(found.moves)) == (None, Outcome.OPEN, False, 20)
    nothing = replay(FREECELL, START, parse_solution("# nothing\n"))
    assert (nothing.broken, nothing.won, nothing.moves) == (None, False, ())


def test_what_is_no_move_is_bad_input() -> None:
    said = message("7a 7b\n  7m")
    assert said.startswith("s.txt:2:3: move 3: '7m' is not a move")
    assert message("hello").startswith("s.txt:1:1: move 1: 'hello' is not a move")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# autoplay: raymond\n7a",
         "s.txt:1:13: unknown autoplay 'raymond'; expected one of none, horne, safe, max"),
        ("{",
         "s.txt:1:2: not JSON: Expecting property name enclosed in double quotes; expected one JSON object"),
        ('{"move": []}', 's.txt:1:1: this JSON holds no solution; expected an object with a list "moves"'),
        ('{"moves": "7a"}', 's.txt:1:1: this JSON holds no solution; expected an object with a list "moves"'),
        ('{"moves": ["7a", 7]}', 's.txt:1:18: this move is not a text; expected such as "26"'),
        ('{"moves": ["7a",\n"7m"]}', "s.txt:2:1: move 2: '7m' is not a move: no pile is called 'm'"),
        ('{"moves": [], "autoplay": "x"}',
         "s.txt:1:27: unknown autoplay 'x'; expected one of none, horne, safe, max"),
        ('{"moves": [], "autoplay": 3}',
         "s.txt:1:27: unknown autoplay ''; expected one of none, horne, safe, max"),
    ],
)  # fmt: skip
def test_bad_input(text: str, said: str) -> None:
    assert message(text) == said


def under(autoplay: Autoplay) -> list[str]:
    """The printed solution with the moves left out that come by themselves."""
    whole = replay(FREECELL, START, PRINTED).moves
    player = without_autoplay(FREECELL, START, whole, autoplay)
    assert player is not None
    played = replay_moves(FREECELL, START, player, autoplay)
    return [
        FREECELL.notation.format(position, move)
        for position, move, mine in zip(played.positions, played.moves, played.player, strict=False)
        if mine
    ]


@pytest.mark.parametrize("autoplay", [Autoplay.HORNE, Autoplay.SAFE])
def test_the_autoplay_is_taken_from_the_text_or_found_out(autoplay: Autoplay) -> None:
    texts = under(autoplay)
    stated = replay(FREECELL, START, parse_solution(f"# autoplay: {autoplay}, they say\n" + " ".join(texts)))
    assert (stated.won, stated.autoplay, sum(stated.player)) == (True, autoplay, len(texts))
    found_out = replay(FREECELL, START, parse_solution(" ".join(texts)))
    assert found_out.won
    from_json = parse_solution(json.dumps({"moves": texts, "autoplay": autoplay.value}))
    assert from_json.autoplay is autoplay
    assert replay(FREECELL, START, from_json).won


def test_the_autoplay_that_is_asked_for_comes_before_the_stated_one() -> None:
    texts = under(Autoplay.SAFE)
    solution = parse_solution("# autoplay: none\n" + " ".join(texts))
    assert not replay(FREECELL, START, solution).won
    assert replay(FREECELL, START, solution, Autoplay.SAFE).won


def test_a_list_that_never_wins_is_given_up() -> None:
    """Every group to an empty column could be of several counts; the search for one that wins ends."""
    setup = make_setup(["KH QC JH TC 9H", "KC", "JC QH TH"], "", {"C": 9, "D": 13, "H": 8, "S": 13})
    text = " ".join(["14", "45", "51"] * 40)
    found = replay(FREECELL, FREECELL.position(setup), parse_solution(text))
    assert not found.won


@given(st.text() | st.text(alphabet="0123456789abcdhv \n.,#"))
def test_any_text_is_replayed_or_an_input_error(text: str) -> None:
    try:
        solution = parse_solution(text)
        found = replay(FREECELL, START, solution)
    except InputError:
        return
    assert found.broken is None or found.broken.number <= len(solution.tokens)
    assert sum(found.player) == (len(solution.tokens) if found.broken is None else found.broken.number - 1)


@given(st.lists(st.text(max_size=4) | st.sampled_from(["7a", "7b", "1h"]), max_size=6))
def test_any_json_list_is_replayed_or_an_input_error(texts: list[str]) -> None:
    solution = parse_solution(json.dumps({"moves": texts}))
    assert [token.text for token in solution.tokens] == texts
    try:
        found = replay(FREECELL, START, solution)
    except InputError:
        return
    assert found.broken is not None or len(found.moves) >= len(texts)


def test_a_solution_is_a_value() -> None:
    assert parse_solution("7a 7b") == parse_solution("7a 7b")
    assert parse_solution("7a").tokens != parse_solution(" 7a").tokens
    assert parse_solution("") == Solution(())
