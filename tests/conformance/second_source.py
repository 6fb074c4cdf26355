"""The oracle as the kit asks for it: the texts of all legal moves of a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from native.pairing_agree import from_core as from_core_pairing
from native.spider_agree import from_core as from_core_spider
from native.undead_agree import rows_of
from oracle import pairing, spider, undead
from oracle.games import GAMES, variant
from oracle.notation import format_move
from oracle.pairing_games import MIXED_GAMES, PAIRING_GAMES
from oracle.rules import Position, Rules, legal_moves
from oracle.spider_games import SPIDER_GAMES, SPIDER_VARIANTS
from winnable.families.patience.game import PatiencePosition
from winnable.families.spider.game import SpiderPosition

VARIANTS = {
    "freecell:cells=0": variant("freecell", cells=0),
    "freecell:cells=6,columns=10": variant("freecell", cells=6, columns=10),
    "freecell:cells=2,columns=4": variant("freecell", cells=2, columns=4),
    "freecell:foundation_return=true": variant("freecell", takes_back=True),
}


def oracle_names() -> list[str]:
    return [*GAMES, *VARIANTS, *PAIRING_GAMES, *MIXED_GAMES, "undead", *SPIDER_GAMES, *SPIDER_VARIANTS]


def oracle_of(name: str) -> Callable[[Any], list[str]]:
    """All legal moves of a position as text, by the oracle's rules of that game."""
    if name == "undead":
        return lambda native: undead.legal_moves(rows_of(native))
    pairing_rules = {**PAIRING_GAMES, **MIXED_GAMES}.get(name)
    if pairing_rules is not None:
        return lambda native: pairing.legal_moves(pairing_rules, from_core_pairing(pairing_rules, native))
    spider_rules = (SPIDER_GAMES | SPIDER_VARIANTS).get(name)
    if spider_rules is not None:
        return _spider_oracle(spider_rules)
    return _patience_oracle({**GAMES, **VARIANTS}[name])


def _patience_oracle(rules: Rules) -> Callable[[PatiencePosition], list[str]]:
    def texts(native: PatiencePosition) -> list[str]:
        position = Position(
            tuple(tuple(column) for column in native.columns),
            tuple(None if card == 255 else card for card in native.cells),
            tuple(native.home),
            native.base,
        )
        return [format_move(rules, position, move) for move in legal_moves(rules, position)]

    return texts


def _spider_oracle(rules: spider.Rules) -> Callable[[SpiderPosition], list[str]]:
    def texts(native: SpiderPosition) -> list[str]:
        position = from_core_spider(native)
        return [spider.format_move(rules, position, move) for move in spider.legal_moves(rules, position)]

    return texts
