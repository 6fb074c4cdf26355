"""Pairing games and positions that play reaches in them, for the tests of formats."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from winnable.cards import CARDS, UNKNOWN
from winnable.families.pairing.game import PairingGame, PairingPosition
from winnable.families.pairing.setup import PairingSetup
from winnable.registry import get_game, variant_names

VARIANTS = tuple(f"pyramid:{name}" for name in variant_names("pyramid"))
# Rules that no variant has together: other sizes, draws, passes and wastes.
MIXTURES = (
    "pyramid:tuts_tomb,draw=3,waste_cards=2",
    "pyramid:relaxed,draw=4,stock_top=apart,waste_cards=3",
    "pyramid:hoyle,draw=5,stock_top=hidden",
    "pyramid:hoyle,rows=9,passes=9",
    "pyramid:hoyle,rows=1,draw=2",
    "pyramid:triangle,rows=9,overlap=true",
    "pyramid:giza,columns=3,rows=5,tableau=triangle",
    "pyramid:giza,columns=7,overlap=true",
    "pyramid:king_tut,waste_cards=1,stock_top=open",
)
GAMES = (*VARIANTS, *MIXTURES)

# The start of ms:1 under Microsoft's rules, as it is drawn.
MS_1 = """\
            JD
          2D  9H
        JC  5D  7H
      7C  5H  KD  KC
    9S  5S  AD  QC  KH
  3H  2S  KS  9D  QD  JS
AS  AH  3C  4C  5C  TS  QH
Stock: 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H
Waste:
Pass: 1
"""


@cache
def pairing_game(name: str) -> PairingGame:
    game: PairingGame = get_game(name)
    return game


games = st.sampled_from(GAMES).map(pairing_game)


@st.composite
def positions(draw: st.DrawFn, most: int = 90) -> tuple[PairingGame, PairingPosition]:
    """A game, and a position some way into a deal; cards leave more often than not where they can."""
    game = draw(games)
    position = game.deal(f"seed:{draw(st.integers(0, 2**64 - 1))}")
    random = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, most))):
        legal = game.legal_moves(position)
        if not legal:
            break
        removals = [move for move in legal if move.cards]
        move = random.choice(removals) if removals and random.random() < 0.7 else random.choice(legal)
        position = game.play(position, move)
    return game, position


def played_cards(setup: PairingSetup) -> list[int]:
    """The cards of a setup that have left."""
    there = {card for _, card in setup.slots()}
    return [card.index for card in CARDS if card not in there]


any_card = st.sampled_from([*CARDS, UNKNOWN])
piles = st.lists(any_card, max_size=26)


@st.composite
def loose_setups(draw: st.DrawFn) -> PairingSetup:
    """Any piles at all, as a text or a JSON object can hold them: the tableau in rows that are not empty."""
    rows = draw(st.lists(st.integers(1, 8), min_size=1, max_size=9))
    tableau = draw(st.lists(st.none() | any_card, min_size=sum(rows), max_size=sum(rows)))
    columns = draw(st.lists(st.lists(any_card, max_size=5), max_size=9))
    played = draw(st.none() | piles)
    number = draw(st.integers(0, 12))
    return PairingSetup(tableau, columns, draw(piles), draw(piles), number, played, rows=rows)
