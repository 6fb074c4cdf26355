"""Solutions of pairing games: replayed, with draws made where a list leaves them out, and written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.cards import parse_card
from winnable.errors import InputError
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
from winnable.families.pairing.solution import Actions, PairingReplay, count_actions
from winnable.families.pairing.text import parse_boards
from winnable.game import Outcome
from winnable.moves import Autoplay
from winnable.text.solution import parse_solution, replay, replay_moves
from winnable.text.solution_text import Style, format_solution, move_texts, write_solution

from .text_strategies import games, pairing_game

PYRAMID = pairing_game("pyramid")
THESIS = json.loads((Path(__file__).parents[2] / "data" / "pyramid" / "thesis.json").read_text())[
    "transcript"
]
PRINTED: list[list[str]] = THESIS["printed_solution"]


def thesis_start() -> PairingPosition:
    texts = [card for row in reversed(THESIS["pyramid"]) for card in row] + THESIS["deck"]
    return PYRAMID.deal_deck(bytes(parse_card(text).index for text in texts))


START = thesis_start()


def played(text: str, source: str | None = None) -> PairingReplay:
    return replay(PYRAMID, START, parse_solution(text, source))


def message(text: str) -> str:
    with pytest.raises(InputError) as caught:
        played(text, "s.txt")
    return str(caught.value)


Walk = tuple[PairingGame, PairingPosition, list[PairingMove]]


@st.composite
def walks(draw: st.DrawFn, most: int = 60) -> Walk:
    """A game, the start of a deal, and legal moves from it."""
    game = draw(games)
    start = position = game.deal(draw(st.integers(1, 32000)))
    moves: list[PairingMove] = []
    for _ in range(draw(st.integers(0, most))):
        legal = game.legal_moves(position)
        if not legal:
            break
        moves.append(legal[draw(st.integers(0, len(legal) - 1))])
        position = game.play(position, moves[-1])
    return game, start, moves


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(PRINTED),
        json.dumps(PRINTED, indent=1),
        repr([tuple(pair) for pair in PRINTED]),
        repr([(*pair, "")[:2] for pair in PRINTED]),
        repr([(*pair, None)[:2] for pair in PRINTED]),
        json.dumps({"moves": PRINTED}),
        " ".join(token.text for token in parse_solution(json.dumps(PRINTED)).tokens),
        "\n".join("+".join(pair) for pair in PRINTED),
    ],
    ids=["json", "lines", "tuples", "empty", "None", "moves", "ours", "13C"],
)
def test_the_printed_solution_of_the_thesis(text: str) -> None:
    found = played(text)
    assert found.won
    assert count_actions(found.moves) == Actions(removals=26, draws=17, recycles=2)
    assert count_actions(found.moves) == Actions(**THESIS["printed_solution_actions"])
    assert sum(found.player) == 26
    assert [move for move, listed in zip(found.moves, found.player, strict=True) if not listed] == [
        move for move in found.moves if not move.cards
    ]
    # With its draws written it is the same solution.
    whole = played(" ".join(move_texts(PYRAMID, START, found.moves)))
    assert (whole.moves, whole.won, all(whole.player)) == (found.moves, True, True)


def test_no_draw_of_the_printed_solution_is_idle() -> None:
    """Each removal is made as soon as it can be: before the last draw or recycle it is not legal."""
    found = played(json.dumps(PRINTED))
    for i, move in enumerate(found.moves):
        if move.cards and i > 0 and not found.moves[i - 1].cards:
            assert PYRAMID.core.why_illegal(found.positions[i - 1], move) is not None


def test_a_list_without_draws_that_is_legal_stays_as_it_is() -> None:
    game = pairing_game("pyramid")
    found = replay(game, game.deal(1), parse_solution("QH+AH ts+3c"))
    assert (found.broken, found.outcome, count_actions(found.moves)) == (None, Outcome.OPEN, Actions(2, 0, 0))
    # And one that would not win with draws either breaks where it stands.
    buried = replay(game, game.deal(1), parse_solution("QH+AH TS+3D"))
    assert str(buried.broken) == "move 2 breaks: TS+3D: 3D is not on top of the stock"
    assert len(buried.moves) == 1


@pytest.mark.parametrize(
    ("number", "pair", "why"),
    [
        (4, ["8D", "5H"], "8D+5H: 5H and 8D do not come up together in the draws that are left"),
        (4, ["9S", "4H"], "9S+4H: 9S is covered by 8C and JD"),
        (4, ["8D", "6S"], "8D+6S: 6S and 8D do not make thirteen"),
        (4, ["8D"], "8D: 8D leaves only with a card that makes thirteen with it"),
        (1, ["13H"], "KH: KH is covered by 6S and JC"),
        (11, ["13C"], "KC: KC has left already"),
        (26, ["4H", "9H"], "4H+9H: 4H has left already"),
    ],
)
def test_a_broken_list_of_pairs_says_where_and_why(number: int, pair: list[str], why: str) -> None:
    pairs = [*PRINTED[: number - 1], pair, *PRINTED[number:]]
    text = "[" + ",\n".join(map(json.dumps, pairs)) + "]"
    found = played(text, "s.json")
    assert str(found.broken) == f"s.json:{number}:{2 if number == 1 else 1}: move {number} breaks: {why}"
    assert sum(found.player) == number - 1
    assert not found.won


def test_a_card_that_comes_up_no_more() -> None:
    """In one pass, KC of the stock is drawn past on the way to KD."""
    game = pairing_game("pyramid:hoyle")
    start = game.position(PYRAMID.setup(START))
    found = replay(game, start, parse_solution('[["13C"], ["13D"]]'))
    assert (found.broken, count_actions(found.moves)) == (None, Actions(2, 15, 0))
    lost = replay(game, start, parse_solution('[["13D"], ["13C"]]'))
    assert str(lost.broken) == "move 2 breaks: KC: KC does not come up in the draws that are left"
    assert count_actions(lost.moves) == Actions(1, 16, 0)  # those before KD; none in vain


def test_unlimited_passes_end() -> None:
    """Five cards at a time, TC never comes to the top; that is found out in one round."""
    game = pairing_game("pyramid:king_tut,draw=5")
    start = game.position(PYRAMID.setup(START))
    lost = replay(game, start, parse_solution('[["3H", "10C"]]'))
    assert str(lost.broken) == "move 1 breaks: 3H+TC: TC does not come up in the draws that are left"
    found = replay(game, start, parse_solution('[["3H", "10S"], ["12S", "1H"]]'))
    assert (found.broken, count_actions(found.moves)) == (None, Actions(2, 6, 1))
    covered = replay(game, start, parse_solution('[["2D", "11H"]]'))
    assert str(covered.broken) == "move 1 breaks: 2D+JH: 2D is covered by JD and 6C"


def str_of(card: int) -> str:
    return "A23456789TJQK"[card // 4] + "CDHS"[card % 4]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[", "s.txt:1:2: the end is no move; expected a list of moves such as ['8S', '5D'] or ['13H']"),
        ("[['13C'", "s.txt:1:8: the move goes on with the end; expected a comma or ]"),
        ("[['13C']\n,\n ['4S' '9H']]", "s.txt:3:8: the move goes on with '9H'; expected a comma or ]"),
        ("[['13C'] ['4S']]", "s.txt:1:10: the list goes on with '['; expected a comma or ]"),
        ("[['13C']] x", "s.txt:1:11: the list has ended; expected nothing after it"),
        ("[('1X',)]", "s.txt:1:4: unknown card '1X'; expected a rank A23456789TJQK then a suit CDHS"),
        ("[[]]", "s.txt:1:2: 0 cards in one move; expected a king, or two cards"),
        ("[('', '')]", "s.txt:1:2: 2 cards in one move; expected a king, or two cards"),
        ("[['8S', '5D', 'KH']]", "s.txt:1:2: 3 cards in one move; expected a king, or two cards"),
        ("[13]", "s.txt:1:2: '13' is no move; expected a list of moves such as ['8S', '5D'] or ['13H']"),
        ("[[13]]", "s.txt:1:3: '13' is no card; expected a text such as '13H'"),
        ('{"moves": [["4X"]]}',
         "s.txt:1:12: unknown card '4X'; expected a rank A23456789TJQK then a suit CDHS"),
        ('{"moves": [["4S", 5]]}', 's.txt:1:12: this move is not a text; expected such as "26"'),
        ("draw\n draw foo", "s.txt:2:7: move 3: 'foo' is not a move: expected draw, recycle, 8S+5D or KH"),
        ("# autoplay: safe\ndraw", "pyramid has no autoplay safe; expected none"),
    ],
)  # fmt: skip
def test_bad_input(text: str, said: str) -> None:
    assert message(text) == said


def test_lists_of_texts_are_moves() -> None:
    found = played('["draw", "KC", \'draw\']')
    assert (found.broken, count_actions(found.moves)) == (None, Actions(1, 2, 0))


@given(st.text() | st.text(alphabet="[](),'\" 13CHSdraw+8S5D\n"))
def test_any_text_is_replayed_or_an_input_error(text: str) -> None:
    try:
        solution = parse_solution(text)
        found = replay(PYRAMID, START, solution)
    except InputError:
        return
    assert found.broken is None or found.broken.number <= len(solution.tokens)
    assert sum(found.player) == (len(solution.tokens) if found.broken is None else found.broken.number - 1)


@given(walks())
def test_text_round_trip(walk: Walk) -> None:
    game, start, moves = walk
    texts = move_texts(game, start, moves)
    numbered = "\n".join(f"{i}. {text}" for i, text in enumerate(texts, 1))
    ours = [format_solution(game, start, moves, style=style) for style in (Style.MOVES, Style.WORDS)]
    for text in (" ".join(texts), numbered, json.dumps({"moves": texts}), json.dumps(texts), *ours):
        found = replay(game, start, parse_solution(text))
        assert found.moves == tuple(moves)
        assert (found.broken, all(found.player)) == (None, True)
        assert found.outcome is game.outcome(found.positions[-1])


@given(walks())
def test_draws_left_out_are_never_more_than_were_made(walk: Walk) -> None:
    """Taking each removal as early as it can be costs no draw, where cards are drawn one by one."""
    game, start, moves = walk
    removals = [move for move in moves if move.cards]
    pairs = json.dumps([[str_of(card) for card in move.cards] for move in removals])
    found = replay(game, start, parse_solution(pairs))
    assert [move for move in found.moves if move.cards][: len(removals)] == removals[: sum(found.player)]
    if game.rules["draw"] == 1:
        assert found.broken is None
        assert len(found.moves) <= len(moves)


@given(walks(most=25))
def test_boards_are_those_of_the_replay(walk: Walk) -> None:
    game, start, moves = walk
    text = format_solution(game, start, moves, style=Style.BOARDS)
    boards = [game.position(setup) for setup in parse_boards(text.splitlines())]
    assert tuple(boards) == replay_moves(game, start, moves).positions


def test_what_is_written() -> None:
    moves = played(json.dumps(PRINTED)).moves
    text = format_solution(PYRAMID, START, moves, deal="thesis")
    lines = text.splitlines()
    assert lines[:3] == [
        "# pyramid thesis",
        "# length: 45 actions: 26 removals, 17 draws, 2 recycles; 1280 points",
        "draw KC draw draw QS+AH 9C+4D draw draw 8D+5S draw",
    ]
    assert len(lines) == 2 + 5
    words = format_solution(PYRAMID, START, moves[:3], style=Style.WORDS).splitlines()
    assert words == [
        "# pyramid",
        "# length: 3 actions: 1 removal, 2 draws, 0 recycles; 5 points",
        "1. draw  # draw: 4S to the waste",
        "2. KC    # the king KC on the stock",
        "3. draw  # draw: QC to the waste",
    ]


def test_no_points_where_there_is_no_scoring() -> None:
    game = pairing_game("pyramid:hoyle")
    text = format_solution(game, game.deal(1), [PairingMove.DRAW])
    assert text == "# pyramid:hoyle\n# length: 1 action: 0 removals, 1 draw, 0 recycles\ndraw\n"


def test_what_these_games_do_not_have() -> None:
    with pytest.raises(InputError, match="no moves of several cards"):
        move_texts(PYRAMID, START, [], style=Style.CARDS)
    with pytest.raises(InputError, match="no autoplay safe"):
        format_solution(PYRAMID, START, [], autoplay=Autoplay.SAFE)
    with pytest.raises(InputError, match="no autoplay max"):
        write_solution(PYRAMID, START, [], autoplay=Autoplay.MAX)
    assert write_solution(PYRAMID, START, [], autoplay=Autoplay.NONE).autoplay is Autoplay.NONE
    with pytest.raises(InputError, match="no solution: move 1 breaks: the waste"):
        move_texts(PYRAMID, START, [PairingMove.RECYCLE])


# --- moves as Python prints them ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "('13C',)\n('12H', '1C')\n",
        "('13C',), ('12H', '1C')",
        "(('13C',), ('12H', '1C'))",
        "[('13C',), ('12H', '1C')]",
        '["13C"]\n["12H", "1C"]',
        "(('13C', None), ('12H', '1C'))",
    ],
)
def test_lists_and_lone_tuples_of_moves(text: str) -> None:
    assert [token.text for token in parse_solution(text).tokens] == ["KC", "QH+AC"]


def test_one_tuple_is_a_pair_or_a_list_of_moves() -> None:
    def texts(text: str) -> list[str]:
        return [token.text for token in parse_solution(text).tokens]

    assert texts("('12H', '1C')") == ["QH+AC"]
    assert texts("('KH', 'KC')") == ["KH", "KC"]
    assert texts("('QH+AC', 'draw')") == ["QH+AC", "draw"]
    assert texts("[('QH', 'AC'), ('draw',), ['recycle']]") == ["QH+AC", "draw", "recycle"]


@pytest.mark.parametrize(
    "show", [repr, lambda moves: repr(list(moves)), lambda moves: "\n".join(map(repr, moves))]
)
def test_our_own_moves_as_python_shows_them(show: Callable[[tuple[PairingMove, ...]], str]) -> None:
    start = PYRAMID.deal(4)
    moves = PYRAMID.solver().solve(start).moves
    found = replay(PYRAMID, start, parse_solution(show(moves)))
    assert (found.moves, found.won) == (moves, True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "('13C',)\n('12H', '1X')",
            "s.txt:2:10: unknown card '1X'; expected a rank A23456789TJQK then a suit CDHS",
        ),
        (
            "('13C',)\n12H",
            "s.txt:2:1: '12H' is no move; expected a list of moves such as ['8S', '5D'] or ['13H']",
        ),
        ("('13C',)\n('12H', '1C'", "s.txt:2:13: the move goes on with the end; expected a comma or )"),
    ],
)
def test_what_is_said_of_lone_tuples(text: str, said: str) -> None:
    assert message(text) == said


@pytest.mark.parametrize("after", ["draw", "KH", "8C+5D"])
@pytest.mark.parametrize("style", ["moves", "pairs"])
def test_nothing_is_played_once_the_game_is_over(after: str, style: str) -> None:
    gaps = "\n".join(" ".join(["--"] * length) for length in range(2, 8))
    (board,) = parse_boards(f"AC\n{gaps}\nStock: QC 5D KH\nWaste: 8C\nPass: 3".split("\n"))
    pairs = json.dumps([["QC", "AC"], after.split("+")])
    text = pairs if style == "pairs" else f"QC+AC {after}"
    found = replay(PYRAMID, board.position_in(PYRAMID), parse_solution(text))
    assert found.broken is not None
    assert found.broken.reason == f"{after}: the game is over: it is won"
    on = pairing_game("pyramid:par")
    assert replay(on, board.position_in(on), parse_solution(pairs)).broken is None
