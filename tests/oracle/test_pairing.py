"""The pairing oracle against what is known without it: a printed solution, rules by hand, brute force."""

import json
from pathlib import Path
from random import Random

import pytest

from oracle.cards import RANKS, SUITS, card, microsoft_deck
from oracle.pairing import (
    Position,
    Rules,
    cards_in_play,
    is_won,
    layout,
    legal_moves,
    play,
    removals,
    row_lengths,
    score,
)
from oracle.pairing_games import MICROSOFT, MIXED_GAMES, PAIRING_GAMES, pairing_variant
from oracle.pairing_solve import Reach, perft, replay

THESIS = Path(__file__).parents[1] / "data" / "pyramid" / "thesis.json"


def cards(text: str) -> tuple[int, ...]:
    return tuple(card(word) for word in text.split())


def board(rules: Rules, *rows: str, waste: str = "", stock: str = "", pass_number: int = 1) -> Position:
    """The first rows as written, ``-`` for a gap; the others are gone."""
    shown = [tuple(None if word == "-" else card(word) for word in row.split()) for row in rows]
    gone = [(None,) * length for length in row_lengths(rules)[len(shown) :]]
    return Position((*shown, *gone), (), cards(waste), cards(stock), pass_number)


def thesis_card(text: str) -> int:
    return card(RANKS[int(text[:-1]) - 1] + text[-1])


def test_the_solution_that_a_thesis_prints() -> None:
    """26 removals with 17 draws and 2 recycles between them, by the student's own count."""
    deal = json.loads(THESIS.read_text())["transcript"]
    deck = [thesis_card(text) for row in reversed(deal["pyramid"]) for text in row]
    deck += [thesis_card(text) for text in deal["deck"]]
    assert sorted(deck) == list(range(52))
    position = layout(MICROSOFT, deck)
    played = []
    for removal in deal["printed_solution"]:
        names = sorted(map(thesis_card, removal), reverse=True)
        text = "+".join(RANKS[number // 4] + SUITS[number % 4] for number in names)
        while text not in legal_moves(MICROSOFT, position):
            played.append("draw" if position.stock else "recycle")
            position = play(MICROSOFT, position, played[-1])
        position = play(MICROSOFT, position, text)
        played.append(text)
    assert is_won(MICROSOFT, position)
    counted = deal["printed_solution_actions"]
    assert played.count("draw") == counted["draws"] == 17
    assert played.count("recycle") == counted["recycles"] == 2
    assert removals(position) == counted["removals"] == 26


@pytest.mark.parametrize("name", [*PAIRING_GAMES, *MIXED_GAMES])
def test_layouts_use_every_card_once(name: str) -> None:
    rules = {**PAIRING_GAMES, **MIXED_GAMES}[name]
    position = layout(rules, microsoft_deck(1))
    assert sorted(cards_in_play(position)) == list(range(52))
    assert [len(row) for row in position.rows] == row_lengths(rules)
    assert len(position.waste) == rules.dealt_to_waste
    assert removals(position) == 0


# --- single rules, by hand ---------------------------------------------------------------------------------


def test_two_cards_cover_each_and_three_kinds_of_tops_are_free() -> None:
    here = board(MICROSOFT, "AC", "QC QD", "JS - -", waste="4S 2C", stock="JD QH")
    assert legal_moves(MICROSOFT, here) == ["JD+2C", "JS+2C", "draw"]
    after = play(MICROSOFT, here, "JS+2C")
    assert legal_moves(MICROSOFT, after) == ["draw"]  # the ace waits for both queens
    assert legal_moves(MICROSOFT, play(MICROSOFT, here, "JD+2C")) == ["draw"]


def test_an_upside_down_pyramid() -> None:
    rules = PAIRING_GAMES["pyramid:triangle"]._replace(rows=3)
    here = board(rules, "AC QD QH", "QC JS", "2S")
    assert legal_moves(rules, here) == []
    loose = rules._replace(slips_out=True)
    assert legal_moves(loose, here) == ["JS+2S"]
    after = play(loose, here, "JS+2S")
    assert legal_moves(loose, after) == ["QC+AC"]  # the ace is still covered for the free queen of hearts
    assert legal_moves(rules, board(rules, "AC QD QH", "- JS")) == []
    assert legal_moves(rules, board(rules, "AC QD QH")) == ["QD+AC", "QH+AC"]


def test_draws_passes_and_recycles() -> None:
    rules = pairing_variant("pyramid:king_tut", passes=2)
    here = board(rules, "9C", stock="4C 2D 3D 5D")
    assert legal_moves(rules, here) == ["draw"]
    drawn = replay(rules, here, ["draw", "draw"])
    assert drawn.waste == cards("4C 2D 3D 5D")
    again = play(rules, drawn, "recycle")
    assert (again.stock, again.waste, again.pass_number) == (cards("4C 2D 3D 5D"), (), 2)
    assert legal_moves(rules, replay(rules, again, ["draw", "draw"])) == []


def test_points() -> None:
    empty = board(MICROSOFT)
    assert score(MICROSOFT, empty) == 28 * 5 + 1150
    assert score(MICROSOFT, board(MICROSOFT, "KC")) == 27 * 5 + 650
    par = PAIRING_GAMES["pyramid:par"]
    assert [score(par, board(par, stock="AC QC", pass_number=n)) for n in (1, 2, 3)] == [48, 33, 18]
    assert score(par, board(par, "AC", stock="QC")) == -2


# --- searches ----------------------------------------------------------------------------------------------


def test_a_board_whose_answers_are_plain() -> None:
    """The ace needs the queen that lies two draws deep; the tens never leave, the threes are gone."""
    here = board(MICROSOFT, "AC", waste="TC", stock="TD KH QS")
    reach = Reach(MICROSOFT, here)
    assert reach.fewest_actions() == 3  # draw, draw and the pair
    assert reach.fewest_removals() == 1
    assert reach.fewest_passes() == 1
    assert reach.most_of_rank(12) == 4
    assert reach.most_of_rank(9) == 2
    late = Reach(MICROSOFT, board(MICROSOFT, "AC", waste="QS TC", pass_number=2))
    assert (late.fewest_actions(), late.fewest_passes()) == (2, 2)  # the queen is the stock's top then
    lost = Reach(MICROSOFT, board(MICROSOFT, "AC", waste="QS TC", pass_number=3))
    assert lost.fewest_actions() is None
    assert lost.most_points() == score(MICROSOFT, lost.start)


def test_perft_counts_sequences() -> None:
    rng = Random(3)
    for rules in PAIRING_GAMES.values():
        position = layout(rules, rng.sample(range(52), 52))
        assert perft(rules, position, 0) == 1
        assert perft(rules, position, 1) == len(legal_moves(rules, position))
        total = sum(perft(rules, play(rules, position, move), 3) for move in legal_moves(rules, position))
        assert perft(rules, position, 4) == total
