"""Boards and hand files of Spider: they read back, and every mistake has its place."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.errors import InputError, Place
from winnable.families.spider.game import SpiderGame, SpiderPosition
from winnable.families.spider.hand import SpiderHand, format_hand
from winnable.families.spider.setup import BOARD, SpiderSetup
from winnable.families.spider.text import format_board, looks_like_text, parse_texts
from winnable.text.boards import write_position
from winnable.text.detect import Entry, read_lines

from .text_strategies import ended_run, loose_setups, positions, spider_game

SPIDER = spider_game()
START = SPIDER.deal("kpat:101")
HAND = write_position(SPIDER, START, "hand")
BOARD_TEXT = write_position(SPIDER, START, "board")

any_position = positions() | ended_run()


def only(text: str, game: SpiderGame = SPIDER) -> SpiderSetup:
    (found,) = parse_texts(text.splitlines(keepends=True), "s.txt")
    return found.setup(game.facts) if isinstance(found, SpiderHand) else found


def entry(text: str) -> Entry:
    (found,) = read_lines(text.splitlines(keepends=True), SPIDER, "s.txt")
    return found


def message(text: str, game: SpiderGame = SPIDER) -> str:
    with pytest.raises(InputError) as caught:
        entry(text).position(game)
    return str(caught.value)


def changed(text: str, line: int, old: str, new: str) -> str:
    lines = text.splitlines()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "\n".join(lines) + "\n"


@given(any_position, st.sampled_from(list(SPIDER.family.forms())))
def test_positions_read_back(found: tuple[SpiderGame, SpiderPosition], form: str) -> None:
    game, position = found
    read = entry(write_position(game, position, form))
    assert read.position(game) == position
    assert read.checked(game) == game.setup(position)


@given(any_position)
def test_what_a_player_sees_reads_back(found: tuple[SpiderGame, SpiderPosition]) -> None:
    game, position = found
    seen = game.observe(position)
    setup = SpiderSetup.of_observation(seen)
    for text in (format_board(setup, game.facts.columns), format_hand(setup, game.facts)):
        assert game.observation(entry(text).checked(game)) == seen
        assert entry(text).checked(game) == setup


@given(loose_setups(), st.booleans())
def test_any_board_reads_back(setup: SpiderSetup, unicode: bool) -> None:
    text = format_board(setup, 8, unicode=unicode)
    read = only(text)
    assert read == setup
    assert read.rows == tuple(len(setup.stock[at : at + 8]) for at in range(0, len(setup.stock), 8))
    assert all(looks_like_text(line) for line in text.splitlines())


@given(loose_setups())
def test_places_are_where_the_cards_stand(setup: SpiderSetup) -> None:
    text = format_board(setup, 10)
    lines = text.splitlines()
    read = only(text)
    assert read.places[BOARD] == Place(1, 1)
    for slot, card in read.slots():
        place = read.places[slot]
        assert lines[place.line - 1][place.column - 1 :].startswith(str(card))


@given(any_position)
def test_places_of_a_hand(found: tuple[SpiderGame, SpiderPosition]) -> None:
    game, position = found
    text = write_position(game, position, "hand")
    lines = text.splitlines()
    read = only(text, game)
    for slot, card in read.slots():
        place = read.places[slot]
        word = lines[place.line - 1][place.column - 1 :].split()[0]
        assert word.removeprefix("-").upper().replace("0", "T") == str(card)


@given(st.text("KQ0c dhs-?|:12\nRunsColumwRow#", max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(InputError):
        for found in read_lines(text.splitlines(keepends=True), SPIDER, "s.txt"):
            SPIDER.observation(found.checked(SPIDER))


def test_the_hand_of_the_project() -> None:
    """The facts' example: five cards face down, the ten of spades face up."""
    text = changed(HAND, 1, HAND.splitlines()[0], "-Kc -Ad -4s -6h -5s 0s")
    setup = only(text)
    assert " ".join(map(str, setup.columns[0])) == "KC AD 4S 6H 5S TS"
    assert setup.down[0] == 5
    # Line i of the stock holds what column i gets, first row first.
    lines = HAND.splitlines()[10:]
    assert [str(card) for card in setup.stock[:10]] == [
        line.split()[0].upper().replace("0", "T") for line in lines
    ]
    assert [str(card) for card in setup.stock[0:50:10]] == [
        word.upper().replace("0", "T") for word in lines[0].split()
    ]


def test_a_hand_in_the_middle_of_a_game() -> None:
    """Empty columns, a stock of one row, unknown cards, and a run that has left."""
    lines = ["--", "-??  Kc", "-"] + ["-?? " * 6 + "2h"] * 7 + ["??"] * 10 + ["runs: s-1 h 1"]
    read = only("\n".join(lines))
    assert read.runs == (0, 0, 1, 1)
    assert read.down == (0, 1, 0, 6, 6, 6, 6, 6, 6, 6)
    assert len(read.stock) == 10
    assert not any(card.known for card in read.stock)


def test_several_in_one_text() -> None:
    text = f"# two\n{HAND}---\n{BOARD_TEXT}===\n\n{HAND}"
    found = list(read_lines(text.splitlines(keepends=True), SPIDER, "s.txt"))
    assert [one.label for one in found] == ["s.txt:2", "s.txt:23", "s.txt:41"]
    assert all(one.position(SPIDER) == START for one in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            changed(HAND, 1, "-0d", "0d"),
            "s.txt:1:8: 4H lies face down above a face-up card; "
            "expected the face-down cards of a column below its others; put it deeper, or turn it face up",
        ),
        (
            changed(HAND, 12, "5h", "5h 6h"),
            "s.txt:12:16: 6 cards in line 2 of the stock; expected at most 5, one for each deal; "
            "take one out",
        ),
        (
            changed(HAND, 13, " Kd", ""),
            "s.txt:13:1: 4 cards in line 3 of the stock; expected 5, as the other lines have them",
        ),
        (
            HAND + "4c\n",
            "s.txt:21:1: a hand of 21 lines; expected 10 columns, then 10 lines of stock; "
            "take it out, or put --- between two hands",
        ),
        (
            "\n".join(HAND.splitlines()[:9]),
            "s.txt:1:1: a hand of 9 lines; expected 10 columns, then 10 lines of stock; "
            "write -- for an empty column",
        ),
        (
            changed(HAND, 11, "Kd", "-Kd"),
            "s.txt:11:1: a - in line 1 of the stock; expected 10 columns, then stock cards without -; "
            "take it out; if this is a column, one of the 10 before it is missing",
        ),
        (
            changed(HAND, 3, "-6s", "-6x"),
            "s.txt:3:2: unknown card '6x'; expected a rank A23456789TJQK then a suit CDHS",
        ),
        (
            changed(HAND, 3, "2c", "??"),
            "s.txt:3:21: an unknown card that lies face up in column 3; "
            "expected unknown cards only face down and in the stock; say which it is",
        ),
        (
            changed(HAND, 3, " 2c", ""),
            "s.txt:3:17: the last card of column 3 lies face down; "
            "expected a face-up card, since the game turns it; turn it",
        ),
        (
            changed(BOARD_TEXT, 1, "C-0", "C-X"),
            "s.txt:1:7: unreadable runs; expected suits with numbers, such as C-1 S-2",
        ),
        (
            changed(BOARD_TEXT, 3, "Column 2", "Column 1"),
            "s.txt:3:8: a second column 1; expected one of each; put --- between two positions",
        ),
        (
            changed(BOARD_TEXT, 3, "Column 2", "Column 0"),
            "s.txt:3:8: there is no column 0; expected each from 1 on",
        ),
        (
            changed(BOARD_TEXT, 3, "9D", "| 9D"),
            "s.txt:3:28: a second bar; expected one, behind the face-down cards",
        ),
        (
            changed(BOARD_TEXT, 3, "9D", "#9D"),
            "s.txt:3:28: '#9D': a # before a card means nothing; expected a card; "
            "write - before a card that lies face down",
        ),
        (
            changed(BOARD_TEXT, 12, "KD ", ""),
            "s.txt:12:1: row 1 of the stock has 9 cards; expected 10, one for each of the columns",
        ),
        (
            BOARD_TEXT + "Column 11:\n",
            "s.txt:17:1: a column too many: Spider has 10 columns; expected 10, not 11; take it out",
        ),
        (
            BOARD_TEXT + "5h\n",
            "s.txt:17:1: '5h' without the name of its pile; expected a line such as Column 1: or Row 1:; "
            "put --- between two positions",
        ),
        (
            HAND + "Row 1: 5h\n",
            "s.txt:21:1: 'Row 1:' in a hand whose lines have no names; expected one or the other; "
            "put --- between two positions",
        ),
        (
            HAND + "runs: c-1\nruns: d-1\n",
            "s.txt:22:1: a second line of runs; expected one; put --- between two positions",
        ),
        ("5h 6h\n" * 65, "s.txt:65:1: this hand has no end; expected at most 64 lines"),
        ("", "s.txt: there is no position here: the text is empty; expected hand files, boards, "
             "deal numbers one to a line, or JSON"),
        ("hello world\n", "s.txt:1:1: cannot tell what 'hello world' is; expected hand files, boards, "
                          "deal numbers one to a line, or JSON"),
    ],
)  # fmt: skip
def test_mistakes(text: str, expected: str) -> None:
    assert message(text) == expected


def test_a_hand_of_another_size() -> None:
    assert message(HAND, spider_game("spiderette")) == (
        "s.txt:15:1: a hand of 20 lines; expected 7 columns, then 7 lines of stock; "
        "take it out, or put --- between two hands"
    )
    assert message(HAND, spider_game("mrs_mop")).startswith(
        "s.txt:14:1: a hand of 20 lines; expected 13 columns"
    )


def test_runs_in_many_spellings() -> None:
    for line in ("runs: c-1 s-2", "Runs: C1 S 2", "RUNS: s-2, c 1", "runs: C-1 D-0 H-0 S-2"):
        assert only(f"{line}\nColumn 1:\n").runs == (1, 0, 0, 2)
    for line in ("runs:", "Runs: none"):
        assert only(f"{line}\nColumn 1:\n").runs == (0, 0, 0, 0)
