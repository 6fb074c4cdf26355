"""How the texts of each family of games are known by their first line, and which parser reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from winnable.families.pairing.setup import DeckSetup, PairingSetup
from winnable.families.patience.setup import Setup
from winnable.families.spider.hand import SpiderHand
from winnable.families.spider.setup import SpiderSetup
from winnable.families.undead.setup import UndeadSetup

# A position that is not a numbered deal, as its text has it.
AnySetup = Setup | PairingSetup | DeckSetup | UndeadSetup | SpiderSetup | SpiderHand

# From lines, their source and the number of the first to setups, each with its name if it has one.
TextReader = Callable[[Iterable[str], str | None, int], Iterator[tuple[str | None, Any]]]
# From a text, its source and the number of its first line to setups, each with the game and the deal
# that it names.
JsonParser = Callable[[str, str | None, int], Iterator[tuple[Any, str | None, int | str | None]]]


class FamilyReaders(NamedTuple):
    """What a family's texts may be, in words; whether a line that looks like a deal is the header of a
    board; kinds of text, each with the test of a first line; and JSON."""

    expected: str
    has_header: Callable[[str], bool]
    texts: tuple[tuple[Callable[[str], bool], TextReader], ...]
    json: JsonParser


def family_readers(family: str) -> FamilyReaders:
    """The readers of a family of games: "patience", "pairing", "spider" or "undead"."""
    families = {"patience": _patience, "pairing": _pairing, "spider": _spider, "undead": _undead}
    return families[family]()


def _unnamed(
    parse: Callable[[Iterable[str], str | None, int], Iterator[Any]],
) -> TextReader:
    """A reader of setups that have no names."""

    def read(lines: Iterable[str], source: str | None, first: int) -> Iterator[tuple[None, Any]]:
        for setup in parse(lines, source, first):
            yield None, setup

    return read


def _patience() -> FamilyReaders:
    from winnable.families.patience.text import has_header, looks_like_board, parse_boards

    def positions(text: str, source: str | None, first: int) -> Iterator[tuple[Any, ...]]:
        from winnable.families.patience.json import parse_position

        yield parse_position(text, source, first)

    return FamilyReaders(
        expected="boards, deal numbers one to a line, or JSON",
        has_header=has_header,
        texts=((looks_like_board, _unnamed(parse_boards)),),
        json=positions,
    )


def _pairing() -> FamilyReaders:
    from winnable.families.pairing.flat import looks_like_deck, parse_decks
    from winnable.families.pairing.text import has_header, looks_like_board, parse_boards

    def positions(text: str, source: str | None, first: int) -> Iterator[tuple[Any, ...]]:
        from winnable.families.pairing.json import parse_positions

        return parse_positions(text, source, first)

    def looks_like_decks(line: str) -> bool:
        return looks_like_deck(line) and not has_header(line)

    return FamilyReaders(
        expected="boards, decks one to a line, deal numbers one to a line, or JSON",
        has_header=has_header,
        texts=((looks_like_decks, parse_decks), (looks_like_board, _unnamed(parse_boards))),
        json=positions,
    )


def _spider() -> FamilyReaders:
    from winnable.families.spider.text import has_header, looks_like_text, parse_texts

    def positions(text: str, source: str | None, first: int) -> Iterator[tuple[Any, ...]]:
        from winnable.families.spider.json import parse_position

        yield parse_position(text, source, first)

    return FamilyReaders(
        expected="hand files, boards, deal numbers one to a line, or JSON",
        has_header=has_header,
        texts=((looks_like_text, _unnamed(parse_texts)),),
        json=positions,
    )


def _undead() -> FamilyReaders:
    from winnable.families.undead.sgt import looks_like_game_id, parse_game_ids
    from winnable.families.undead.sgt_save import looks_like_save, parse_saves
    from winnable.families.undead.text import has_header, looks_like_board, parse_boards

    def positions(text: str, source: str | None, first: int) -> Iterator[tuple[Any, ...]]:
        from winnable.families.undead.json import parse_position

        yield parse_position(text, source, first)

    def saves(lines: Iterable[str], source: str | None, first: int) -> Iterator[UndeadSetup]:
        return (save.setup for save in parse_saves(lines, source, first))

    return FamilyReaders(
        expected="game IDs one to a line, a board, a save file, deal numbers one to a line, or JSON",
        has_header=has_header,
        texts=(
            (looks_like_game_id, parse_game_ids),
            (looks_like_save, _unnamed(saves)),
            (looks_like_board, _unnamed(parse_boards)),
        ),
        json=positions,
    )
