"""Moves in words."""

from __future__ import annotations

import pytest

from families.undead.ids import SAMPLE, from_id
from winnable.cards import CARDS, parse_card
from winnable.families.pairing.words import cards_of, place_name, slot_of
from winnable.families.undead.words import cell_names, clash_words, line_name
from winnable.registry import get_game
from winnable.text.phrases import count_noun, join_words


def told(name: str, *texts: str, deal: int = 1) -> str:
    """The last of these moves, made from the start of a deal, in words."""
    game = get_game(name)
    position = game.deal(deal)
    for text in texts[:-1]:
        position = game.play(position, game.notation.parse(position, text))
    return game.family.describe(game, position, game.notation.parse(position, texts[-1]))


ROUND = ["draw"] * 24


@pytest.mark.parametrize(
    ("name", "texts", "words"),
    [
        ("pyramid", ["QH+AH"], "QH with AH, both in the pyramid"),
        ("pyramid", [*["draw"] * 8, "5C+8H"], "5C in the pyramid with 8H on the stock"),
        ("pyramid", [*["draw"] * 9, "5C+8H"], "5C in the pyramid with 8H on the waste"),
        ("pyramid", [*["draw"] * 5, "3S+TD"], "3S on the waste with TD on the stock"),
        ("pyramid", ["draw"], "draw: 4H to the waste"),
        ("pyramid", [*ROUND, "recycle"], "recycle the waste: pass 2 of 3"),
        ("pyramid", [*ROUND, "recycle", *ROUND, "recycle"], "recycle the waste: pass 3 of 3"),
        ("pyramid:king_tut", ["draw"], "draw: 4H AC 4D to the waste"),
        ("pyramid:king_tut", [*["draw"] * 8, "recycle"], "recycle the waste"),
        ("pyramid:giza", ["3C+TC"], "3C in the pyramid with TC in column 4"),
        ("pyramid:triangle", ["QH+AC"], "QH in the triangle with AC on the stock"),
        ("freecell", ["6d"], "3D from column 6 to cell d"),
    ],
)  # fmt: skip
def test_moves_in_words(name: str, texts: list[str], words: str) -> None:
    assert told(name, *texts) == words


@pytest.mark.parametrize(
    ("name", "deal", "texts", "words"),
    [
        ("pyramid", 6, ["KH"], "the king KH in row 7"),
        ("pyramid", 6, ["KD"], "the king KD on the stock"),
        ("pyramid", 6, ["draw", "KD"], "the king KD on the waste"),
        ("pyramid:giza", 2, ["KH"], "the king KH in column 3"),
    ],
)
def test_kings_in_words(name: str, deal: int, texts: list[str], words: str) -> None:
    assert told(name, *texts, deal=deal) == words


def test_rows_are_counted_as_they_are_dealt() -> None:
    slots = (0, 1, 2, 3, 20, 21, 27)
    for name, rows in (("pyramid", [1, 2, 2, 3, 6, 7, 7]), ("pyramid:triangle", [1, 1, 1, 1, 4, 4, 7])):
        game = get_game(name)
        position = game.deal(1)
        cards = [CARDS[position.tableau[slot]] for slot in slots]
        places = [place_name(game, position, card, with_row=True) for card in cards]
        assert places == [f"in row {row}" for row in rows]


@pytest.mark.parametrize("name", ["pyramid", "pyramid:giza", "pyramid:relaxed", "pyramid:triangle"])
def test_every_card_in_play_has_a_place(name: str) -> None:
    game = get_game(name)
    start = game.deal(6)
    move = next(move for move in game.legal_moves(start) if move.cards)
    position = game.play(start, move)
    slots = {}
    for card in CARDS:
        if card in cards_of(move):
            with pytest.raises(ValueError, match=f"{card} has left already"):
                place_name(game, position, card)
            continue
        assert place_name(game, position, card).startswith(("in ", "on "))
        slots[card] = slot_of(position, card)
    fixed = sorted(slot for slot in slots.values() if slot is not None)
    assert len(fixed) == len(set(fixed))
    # What lies free in the tableau or the columns is what has no card left on its slot.
    taken = set(fixed)
    free = {
        card.index
        for card, slot in slots.items()
        if slot is not None and not taken & {*game.core.covers[slot]}
    }
    piles = {*position.waste, *position.stock}
    assert free == {number for number in position.available if number not in piles}


def test_cards_below_the_top_are_in_their_pile() -> None:
    game = get_game("pyramid")
    position = game.deal(1)
    for _ in range(3):
        position = game.play(position, game.notation.parse(position, "draw"))
    places = [place_name(game, position, parse_card(name)) for name in ("4H", "4D", "7S", "3S", "JD")]
    assert places == ["in the waste", "on the waste", "on the stock", "in the stock", "in the pyramid"]


def test_undead_in_words() -> None:
    game = get_game("undead")
    position = from_id(SAMPLE)
    move = game.notation.parse(position, "r2c3=g")
    assert game.family.describe(game, position, move) == "a ghost in r2c3"
    assert cell_names(position, [1, 2, 7]) == "r1c2, r1c3 and r2c4"
    assert line_name(position.lines[0]) == "line D1-D4"


def test_phrases() -> None:
    assert [count_noun(n, "zombie") for n in (0, 1, 2)] == ["no zombies", "1 zombie", "2 zombies"]
    assert [join_words("abc"[:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert join_words(["a", "b"], "or") == "a or b"


def test_clues_that_contradict_each_other() -> None:
    assert clash_words([]) == "the board itself has no filling"
    assert clash_words(["R2"], fewest=True) == "R2 cannot be right"
    assert clash_words(["D1", "R2"]) == "D1 and R2 contradict each other"
    assert clash_words(["D1", "R2"], fewest=True) == "D1 and R2 contradict each other, and no fewer clues do"
