"""The text of deal numbers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.deals import (
    DIALECTS,
    DealNumber,
    DealRange,
    deck_of,
    looks_like_deal,
    parse_deal,
    parse_deal_list,
    parse_deals,
)
from winnable.errors import InputError
from winnable.families.patience.text import parse_rows
from winnable.registry import get_game
from winnable.search.api import Verdict

dialects = st.sampled_from(sorted(DIALECTS))


@st.composite
def deals(draw: st.DrawFn) -> DealNumber:
    dialect = DIALECTS[draw(dialects)]
    numbers = st.integers(dialect.first, dialect.last)
    if dialect.special:
        numbers |= st.sampled_from(dialect.special)
    return DealNumber(dialect.name, draw(numbers))


@given(deals())
def test_round_trip(deal: DealNumber) -> None:
    assert parse_deal(str(deal)) == deal
    assert parse_deal(f" {deal.dialect.upper()}:{deal.number}\n") == deal
    assert parse_deal(str(deal.number), deal.dialect) == deal
    assert parse_deals(str(deal)) == DealRange(deal.dialect, deal.number, deal.number)
    assert looks_like_deal(str(deal))
    assert looks_like_deal(str(deal.number))
    assert deck_of(deal) == deal.deck() == deck_of(str(deal)) == deck_of(deal.number, deal.dialect)


@given(deals(), st.integers(0, 10**6))
def test_ranges(first: DealNumber, more: int) -> None:
    last = min(first.number + more, -1 if first.number < 0 else DIALECTS[first.dialect].last)
    text = f"{first.dialect}:{first.number}..{last}"
    found = parse_deals(text)
    assert str(found) == text
    assert len(found) == last - first.number + 1
    assert next(iter(found)) == first
    assert looks_like_deal(text)


def test_ranges_are_made_one_by_one() -> None:
    everything = parse_deals("ms:1..8589934591")
    assert len(everything) == 2**33 - 1
    assert next(iter(everything)) == DealNumber("ms", 1)
    assert [str(deal) for deal in parse_deals("5..7")] == ["ms:5", "ms:6", "ms:7"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ms:0", "there is no ms deal 0; expected 1 to 8589934591"),
        ("ms:-3", "there is no ms deal -3; expected 1 to 8589934591, -1 or -2"),
        ("kpat:-1", "there is no kpat deal -1; expected 1 to 2147483647"),
        ("8589934592", "there is no ms deal 8589934592; expected 1 to 8589934591"),
        (f"pysol:{10**20 + 1}", f"there is no pysol deal {10**20 + 1}; expected 0 to {10**20}"),
        (f"seed:{2**64}", f"there is no seed deal {2**64}; expected 0 to {2**64 - 1}"),
        ("golf:7", "unknown kind of deal 'golf'; expected one of ms, kpat, pysol, seed"),
        ("pysl:7", "unknown kind of deal 'pysl'; did you mean pysol?"),
        (
            "aisleriot:7",
            "'aisleriot' is no kind of deal: AisleRiot shows no numbers of its deals; "
            "expected one of ms, kpat, pysol, seed, or the position as a text",
        ),
        (":7", "unknown kind of deal ''; expected one of ms, kpat, pysol, seed"),
        *(
            (text, f"{text!r} is not a deal; expected a deal such as 617, ms:617, pysol:123456 or seed:42")
            for text in ("", "x", "ms:", "ms:x", "--5", "-", "1.5", "+5", "1e3", "٣", "1_00")
        ),
    ],
)
def test_bad_numbers(text: str, message: str) -> None:
    for parse in (parse_deal, parse_deals, deck_of):
        with pytest.raises(InputError) as caught:
            parse(text)
        assert str(caught.value) == message


def test_numbers_too_long_to_print() -> None:
    for text in ("9" * 5000, "ms:-" + "9" * 5000, "1.." + "9" * 5000):
        with pytest.raises(
            InputError, match=r"^there is no ms deal .{1,40}; expected 1 to 8589934591(, -1 or -2)?$"
        ):
            parse_deals(text)
    with pytest.raises(InputError, match="there is no ms deal so large a number"):
        deck_of(10**5000)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ms:7..3", "'ms:7..3' runs backwards; expected ms:3..7"),
        ("ms:-1..3", "there is no ms deal 0; expected 1 to 8589934591"),
        ("ms:1..kpat:3", "'ms:1..kpat:3' goes from ms to kpat; expected deals of one kind, such as ms:1..10"),
        ("1,3", "'1,3' is several deals; expected one deal, or a range such as ms:1..10"),
        ("1-", "'1-' is not a deal; expected a deal such as 617, ms:617, pysol:123456 or seed:42"),
        ("1-2-3", "'1-2-3' is not a deal; expected a deal such as 617, ms:617, pysol:123456 or seed:42"),
        ("0..3", "there is no ms deal 0; expected 1 to 8589934591"),
        ("1..8589934592", "there is no ms deal 8589934592; expected 1 to 8589934591"),
        ("1..", "'1..' is not a deal; expected a deal such as 617, ms:617, pysol:123456 or seed:42"),
        ("1 2 3", "'1 2 3' is not a deal; expected a deal such as 617, ms:617, pysol:123456 or seed:42"),
        ("1.000.001", "'1.000.001' is not a deal; did you mean 1000001?"),
        ("1_000", "'1_000' is not a deal; did you mean 1000?"),
        ("1 000 001", "'1 000 001' is not a deal; did you mean 1000001?"),
        ("617.", "'617.' is not a deal; did you mean 617?"),
        ("ms-617", "'ms-617' is not a deal; did you mean ms:617?"),
    ],
)
def test_bad_ranges(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_deals(text)
    assert str(caught.value) == message


def test_a_range_is_not_one_deal() -> None:
    with pytest.raises(InputError, match=r"'ms:1\.\.5' is a range of deals; expected one deal"):
        parse_deal("ms:1..5")


def test_deal_numbers_are_checked_when_dealt() -> None:
    with pytest.raises(InputError, match="there is no ms deal 0"):
        deck_of(DealNumber("ms", 0))
    with pytest.raises(InputError, match="unknown kind of deal 'golf'"):
        deck_of(DealNumber("golf", 1))
    with pytest.raises(InputError, match="there is no ms deal 0"):
        deck_of(0)


@given(st.text())
def test_any_text_is_deals_or_an_input_error(text: str) -> None:
    try:
        found = parse_deals(text)
    except InputError:
        return
    dialect = DIALECTS[found.dialect]
    assert {found.first, found.last} <= {*dialect.special} or dialect.first <= found.first
    assert found.first <= found.last <= dialect.last
    assert looks_like_deal(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ms:1..ms:3", "ms:1..3"), ("1..ms:3", "ms:1..3"), ("1-3", "ms:1..3"),
        ("pysol:1-pysol:3", "pysol:1..3"),
        ("#617", "ms:617..617"), ("ms:#617", "ms:617..617"), ("#1-#3", "ms:1..3"), ("-2..-1", "ms:-2..-1"),
        ("1,2,5..7", "ms:1..1 ms:2..2 ms:5..7"), ("pysol:5,7", "pysol:5..5 pysol:7..7"),
        ("seed:4,ms:7,8-9", "seed:4..4 ms:7..7 ms:8..9"), ("-1,-2", "ms:-1..-1 ms:-2..-2"),
    ],
)  # fmt: skip
def test_deals_as_people_write_them(text: str, found: str) -> None:
    assert " ".join(map(str, parse_deal_list(text))) == found
    assert looks_like_deal(text)


@pytest.mark.parametrize("text", ["1,", ",1", "1,,2", "1,x"])
def test_lists_with_something_else_in_them(text: str) -> None:
    with pytest.raises(InputError, match="is not a deal"):
        parse_deal_list(text)


def test_the_two_impossible_deals() -> None:
    game = get_game("freecell")
    rows = {
        -1: ["AC AD AH AS QC QD QH QS", "3C 3D 3H 3S TC TD TH TS", "5C 5D 5H 5S 8C 8D 8H 8S",
             "7C 7D 7H 7S 6C 6D 6H 6S", "9C 9D 9H 9S 4C 4D 4H 4S", "JC JD JH JS 2C 2D 2H 2S", "KC KD KH KS"],
        -2: ["AS AH AD AC 7S 7H 7D 7C", "KS KH KD KC 6S 6H 6D 6C", "QS QH QD QC 5S 5H 5D 5C",
             "JS JH JD JC 4S 4H 4D 4C", "TS TH TD TC 3S 3H 3D 3C", "9S 9H 9D 9C 2S 2H 2D 2C", "8S 8H 8D 8C"],
    }  # as shown at https://rosettacode.org/wiki/Talk:Deal_cards_for_FreeCell  # fmt: skip
    for number, lines in rows.items():
        (setup,) = parse_rows(lines)
        assert game.position(setup) == game.deal(number) == game.deal(f"ms:{number}")
        assert game.solver("auto").solve(game.deal(number)).verdict is Verdict.UNSOLVABLE
    with pytest.raises(InputError, match="deal -1 is a layout of one deck"):
        get_game("spider").deal("ms:-1")


@pytest.mark.parametrize("text", ["", " ", "4H", ": 4H", "Foundations: H-0", "KC - 7H", "{", "...", "ms :"])
def test_what_does_not_look_like_a_deal(text: str) -> None:
    assert not looks_like_deal(text)


@pytest.mark.parametrize(
    "text", ["617", " 617\n", "ms:x", "windows:7", "-5", "1..3", "ms:", "1,", "2024-01-02"]
)
def test_what_looks_like_a_deal_right_or_wrong(text: str) -> None:
    assert looks_like_deal(text)


def test_ranges_are_collections_of_their_deals() -> None:
    deals = parse_deals("ms:5..7")
    assert [str(deal) for deal in deals] == ["ms:5", "ms:6", "ms:7"]
    assert list(deals) == list(deals)  # as often as one likes
    assert len(deals) == 3
    assert DealNumber("ms", 7) in deals
    assert DealNumber("ms", 8) not in deals
    assert DealNumber("pysol", 7) not in deals
    assert "ms:7" not in deals


@pytest.mark.parametrize("wrong", [None, 1.5, True, b"1", ("ms", 1), DealNumber("ms", "617")])
@pytest.mark.parametrize("name", ["freecell", "pyramid", "spider", "scorpion", "undead"])
def test_what_is_no_deal_is_said_in_one_line(name: str, wrong: Any) -> None:
    with pytest.raises(InputError, match="is not a deal; expected a deal such as 617") as raised:
        get_game(name).deal(wrong)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("typed", "documented"),
    [
        *(
            (text, "617")
            for text in ("#617", "Deal #617", "deal 617", "Game 617", "game#617", "No. 617", "nº 617")
        ),
        *(
            (text, "ms:617")
            for text in ("MS 617", "ms617", "ms#617", "ms: 617", "Microsoft:617", "Windows #617")
        ),
        ("PySolFC 123456", "pysol:123456"),
        ("Deal kpat:5", "kpat:5"),
        ("#-1", "ms:-1"),
        *(
            (text, "1..10")
            for text in ("1…10", "1...10", "1 .. 10", "1 to 10", "1\u201310", "1 - 10", "ms 1 to ms:10")
        ),
        ("1, 2, 5 to 7", "1,2,5..7"),
        ("123, 456", "ms:123,ms:456"),
    ],
)
def test_what_people_type(typed: str, documented: str) -> None:
    assert parse_deal_list(typed) == parse_deal_list(documented)
    assert looks_like_deal(typed)


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("123,456", "write 123456 for the one, '123, 456' for the others"),
        ("ms:1,234,567", "write 1234567 for the one, '1, 234, 567' for the others"),
        ("1,000,001", "did you mean 1000001?"),
    ],
)
def test_one_number_with_commas_or_several_deals(text: str, mend: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_deal_list(text)
    assert str(caught.value) == f"'{text}' may be one deal or several; {mend}"
    assert looks_like_deal(text)
