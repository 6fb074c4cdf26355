"""A position of any game written out, in each form that its family has."""

from __future__ import annotations

import json as json_text
from typing import Any, Final

from winnable._core import UndeadPosition
from winnable.errors import InputError, quote
from winnable.families.spider.setup import SpiderSetup
from winnable.families.undead.setup import UndeadSetup

# By family: the forms in which a position can be written, the usual one first.
FORMS: Final = {
    "patience": ("board", "json"),
    "pairing": ("board", "flat", "thesis", "json"),
    "spider": ("board", "hand", "json"),
    "undead": ("board", "id", "save", "paths", "json"),
}


def write_position(game: Any, position: Any, form: str = "board") -> str:
    """The position as text that reads back: a board, or JSON; a deck on one line (flat) or the thesis's JSON;
    a hand file; a game ID of Simon Tatham's, his save file, or the dissertation's dictionaries of paths.

    A game ID holds only the puzzle: what is filled in is left out. In Spider and its kin ``position`` may
    also be a setup, whose hidden cards may be unknown.

    Raises:
        InputError: this family of games has no such form, or it can hold only the start of a deal.
    """
    forms = FORMS[game.info.family]
    if form not in forms:
        raise InputError(
            f"{game.info.name} has no format {quote(form)}", expected="one of " + ", ".join(forms)
        )
    if form == "json":
        return json_text.dumps(position_data(game, position)) + "\n"
    if game.info.family == "patience":
        from winnable.families.patience.text import format_board

        return format_board(game.setup(position))
    if game.info.family == "undead":
        return _write_undead(position, form)
    if game.info.family == "spider":
        return _write_spider(game, _spider_setup(game, position), form)
    if form == "board":
        from winnable.families.pairing import text as pairing_text

        return pairing_text.format_board(game.setup(position), game.core)
    deck = start_deck(game, position, form)
    if form == "flat":
        from winnable.families.pairing.flat import format_deck

        return format_deck(deck)
    from winnable.families.pairing import thesis_deal as thesis
    from winnable.families.pairing.setup import row_lengths

    return json_text.dumps(thesis.to_data(deck, row_lengths(game.core))) + "\n"


def _write_spider(game: Any, setup: SpiderSetup, form: str) -> str:
    if form == "hand":
        from winnable.families.spider.hand import format_hand

        return format_hand(setup, game.facts)
    from winnable.families.spider import text as spider_text

    return spider_text.format_board(setup, game.facts.columns)


def _spider_setup(game: Any, position: Any) -> SpiderSetup:
    if isinstance(position, SpiderSetup):
        return position
    setup: SpiderSetup = game.setup(position)
    return setup


def _write_undead(position: UndeadPosition, form: str) -> str:
    if form == "id":
        from winnable.families.undead.sgt import format_game_id

        return format_game_id(position)
    if form == "save":
        from winnable.families.undead.sgt_save import format_save, save_of

        return format_save(save_of(position))
    if form == "paths":
        from winnable.families.undead import paths as undead_paths

        return json_text.dumps(undead_paths.to_data(position)) + "\n"
    from winnable.families.undead import text as undead_text

    return undead_text.format_board(UndeadSetup.of(position))


def position_data(game: Any, position: Any) -> dict[str, Any]:
    """The position, as ``write_position`` takes it, as a value that JSON can hold, with its game's name."""
    if game.info.family == "patience":
        from winnable.families.patience import json

        return json.to_data(game.setup(position), game=game.spelled)
    if game.info.family == "undead":
        from winnable.families.undead import json as undead_json

        return undead_json.to_data(game.setup(position), game=game.info.name)
    if game.info.family == "spider":
        from winnable.families.spider import json as spider_json

        return spider_json.to_data(_spider_setup(game, position), game=game.spelled)
    from winnable.families.pairing import json as pairing_json

    return pairing_json.to_data(game.setup(position), game.core, game=game.spelled)


def start_deck(game: Any, position: Any, form: str = "flat") -> bytes:
    """The 52 cards whose deal is this position of a pairing game; InputError if it is not a start."""
    deck: bytes = game.setup(position).dealt_order()
    try:
        if game.deal_deck(deck) == position:
            return deck
    except ValueError:  # not 52 cards
        pass
    raise InputError(
        f"this position is not the start of a deal, which is all that {quote(form)} can hold",
        mend="write it as a board or as json",
    )
