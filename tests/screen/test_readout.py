"""Tables read whole, with what is doubtful about them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="install winnable[vision]")

from screen.tables import BLANK, KnowingReader, lay_out_of, row_of, truth_of  # noqa: E402
from winnable import get_game  # noqa: E402
from winnable.analysis.scenes import scene_of  # noqa: E402
from winnable.cards import CARDS, Suit, parse_card  # noqa: E402
from winnable.errors import InputError  # noqa: E402
from winnable.reading import only_entry  # noqa: E402
from winnable.scene import Scene  # noqa: E402
from winnable.screen.combine import combine  # noqa: E402
from winnable.screen.game_decks import deck_of, games_like, suits_shown  # noqa: E402
from winnable.screen.reading import Reading  # noqa: E402
from winnable.screen.readout import read_table  # noqa: E402
from winnable.session import Session  # noqa: E402
from winnable.text.boards import write_position  # noqa: E402


def scene_of_deal(spelled: str, deal: int | str = 617, moves: str = "") -> Scene:
    session: Session[Any, Any] = Session.of_deal(get_game(spelled), deal)
    for move in moves.split():
        session.play(move)
    return session.scene()


def read(scene: Scene, game: str, *readers: Any, **slips: Any) -> Reading:
    return read_table(BLANK, game, readers or [KnowingReader(scene)], lay_out=lay_out_of(scene))


@pytest.mark.parametrize("spelled", ["freecell", "bakers_dozen", "penguin", "seahaven", "beleaguered_castle"])
def test_an_open_table_is_the_position(spelled: str) -> None:
    game = get_game(spelled)
    scene = scene_of(game, game.deal(617))
    reading = read(scene, spelled)
    assert (reading.doubts, reading.problems, reading.certain) == ((), (), True)
    assert reading.position == write_position(game, game.deal(617))


def test_in_the_middle_of_a_game_the_foundations_tell_what_lies_below() -> None:
    game = get_game("freecell")
    from winnable import solve

    found = solve("freecell", 617)
    session: Session[Any, Any] = Session.of_deal(game, 617)
    position = game.deal(617)
    for move in list(found.moves)[:70]:
        session.play(game.notation.format(position, move), autoplay="none")
        position = game.play(position, move)
    assert sum(len(pile.cards) for pile in session.scene().piles if pile.role == "foundation") > 4
    reading = read(session.scene(), "freecell")
    assert reading.certain
    assert reading.position == write_position(game, session.position)


@pytest.mark.parametrize(
    ("asked", "spelled"),
    [("spider", "spider"), ("spider", "spider:suits=2"), ("spider", "spider:suits=1"),
     ("spider:suits=1", "spider:suits=1"), ("spiderette", "spiderette"), ("scorpion", "scorpion")],
)  # fmt: skip
def test_spider_is_what_its_player_sees(asked: str, spelled: str) -> None:
    game = get_game(spelled)
    scene = scene_of(game, game.deal(103))
    reading = read(scene, asked)
    assert (reading.certain, reading.problems, reading.game) == (True, (), spelled)
    session: Session[Any, Any] = Session.of_setup(
        game, only_entry(game, reading.position).checked(game), unseen=True
    )
    assert session.scene().piles == scene.piles
    assert any("taken for" in note for note in reading.notes) == (asked != spelled)


class InOtherSuits:
    """A reader of a program that shows other suits: for C D H S those named."""

    name = "others"

    def __init__(self, scene: Scene, suits: str) -> None:
        self._reader, self._suits = KnowingReader(scene), suits

    def scores(self, picture: Any, cards: Any) -> Any:
        shown = [parse_card(f"{card.rank.letter}{self._suits[card.suit]}").index for card in CARDS]
        rows = np.zeros((len(cards), 52))
        rows[:, shown] = self._reader.scores(picture, cards)
        return rows


@pytest.mark.parametrize(
    ("asked", "spelled", "suits", "told"),
    [
        ("spider:suits=1", "spider:suits=1", "SDHC", "clubs for spades"),
        ("spider", "spider:suits=1", "CSHD", "diamonds for spades"),
        ("spider:suits=2", "spider:suits=2", "SDHC", "clubs for spades"),
        ("spider", "spider:suits=2", "SHDC", "diamonds for hearts and clubs for spades"),
    ],
)
def test_a_deck_of_few_suits_may_be_shown_in_others(asked: str, spelled: str, suits: str, told: str) -> None:
    game = get_game(spelled)
    scene = scene_of(game, game.deal(103))
    reading = read(scene, asked, InOtherSuits(scene, suits))
    assert (reading.certain, reading.game) == (True, spelled)
    assert reading.position == read(scene, spelled).position
    assert f"the program shows {told}" in reading.notes


@pytest.mark.parametrize("spades", [1, 2, 4])
def test_few_cards_tell_the_suits_in_which_a_deck_is_shown(spades: int) -> None:
    """PySolFC shows hearts and clubs: where most of the first cards are hearts, all but a few fit ours."""
    game = get_game("spider:suits=2")
    scene = next(
        scene
        for scene in (scene_of(game, game.deal(number)) for number in range(1, 500))
        if sum(card.suit is Suit.SPADES for card in truth_of(scene).values()) == spades
    )
    reading = read(scene, "spider:suits=2", InOtherSuits(scene, "SDHC"))
    assert reading.certain
    assert reading.position == read(scene, "spider:suits=2").position
    assert "the program shows clubs for spades" in reading.notes


class Wavering(InOtherSuits):
    """The same; of some cards it cannot tell whether they are clubs or spades."""

    def scores(self, picture: Any, cards: Any) -> Any:
        rows = super().scores(picture, cards)
        for row in rows[:2]:
            club = int(row.argmax())
            row[club], row[club | 3] = 0.4, 0.58
        return rows


@pytest.mark.parametrize("deal", [101, 109])
def test_suits_do_not_change_when_one_of_them_has_left(deal: int) -> None:
    """Clubs might stand for hearts where no heart is left: then spades would do for what may be either."""
    game = get_game("spider:suits=2")
    scene = scene_of(game, game.deal(deal))
    piles = (
        replace(pile, cards=(), down=0)
        if pile.role == "tableau" and pile.cards[-1].suit is Suit.HEARTS
        else pile
        for pile in scene.piles
    )
    scene = replace(scene, piles=tuple(piles), moves=())
    reading = read(scene, "spider:suits=2", Wavering(scene, "SDHC"))
    assert "the program shows clubs for spades" in reading.notes


def test_suits_that_a_deck_may_be_shown_in() -> None:
    assert suits_shown("freecell") == [tuple(Suit)]
    assert len(suits_shown("spider:suits=1")) == 4
    assert len(suits_shown("spider:suits=2")) == 12
    assert suits_shown("spider:suits=1")[0] == tuple(Suit)


@pytest.mark.parametrize("variant", ["relaxed", "pysol", "thirteen"])
def test_pyramid_with_a_stock_that_is_not_seen(variant: str) -> None:
    game = get_game(f"pyramid:{variant},stock_top=hidden")
    scene = scene_of(game, game.deal(100))
    reading = read(scene, f"pyramid:{variant}")
    assert (reading.problems, reading.certain, reading.game) == ((), True, game.spelled)
    setup = only_entry(game, reading.position).checked(game)
    assert Session.of_setup(game, setup).scene().piles == scene.piles


def test_one_look_does_not_tell_what_has_left() -> None:
    scene = scene_of_deal("pyramid:relaxed", 102)
    pairs = [move.text for move in scene.moves if move.text != "draw"]
    assert pairs
    after = scene_of_deal("pyramid:relaxed", 102, pairs[0])
    reading = read(after, "pyramid:relaxed")
    assert not reading.certain
    assert reading.position == ""
    assert len(reading.problems) == 1


def test_what_is_doubtful_is_marked_and_asked_about() -> None:
    scene = scene_of_deal("freecell", "seed:617")
    table = {(pile.name, i): card for pile in scene.piles for i, card in enumerate(pile.cards)}
    first, second = ("column 1", 1), ("column 4", 2)
    names = [str(table[spot]) for spot in (first, second)]
    alike = {spot: {names[0]: 0.49, names[1]: 0.49} for spot in (first, second)}
    reading = read(scene, "freecell", KnowingReader(scene, alike))
    assert [doubt.spot for doubt in reading.doubts] == [first, second]
    assert reading.position == ""
    assert reading.seen.count("?") == 2
    with pytest.raises(InputError):
        only_entry(get_game("freecell"), reading.seen)
    told = reading.answered({first: table[first]})  # which leaves one card for the other
    assert told.certain
    assert told.position == write_position(get_game("freecell"), get_game("freecell").deal("seed:617"))
    with pytest.raises(InputError, match="no card lies face up at column 9"):
        reading.answered({("column 9", 0): table[first]})


def test_a_sure_reader_that_claims_a_card_twice_is_not_believed() -> None:
    """As where a six was taken for an eight: neither is given as certain."""
    scene = scene_of_deal("freecell")
    table = {(pile.name, i): card for pile in scene.piles for i, card in enumerate(pile.cards)}
    right, wrong = [spot for spot, card in table.items() if str(card) in ("6H", "8H")]
    slip = {wrong: {str(table[right]): 0.97}}
    reading = read(scene, "freecell", KnowingReader(scene, slip))
    assert {doubt.spot for doubt in reading.doubts} == {right, wrong}
    assert all(doubt.why for doubt in reading.doubts if doubt.spot == wrong) or reading.doubts


def test_readers_that_disagree() -> None:
    scene = scene_of_deal("freecell")
    spot, name = ("column 2", 0), str(scene.pile("column 2").cards[0])
    other = "2C" if name != "2C" else "3C"
    readers = [KnowingReader(scene, name="one"), KnowingReader(scene, {spot: {other: 0.98}}, name="two")]
    assert read(scene, "freecell", *readers).certain  # each other card lies elsewhere
    spider = scene_of(get_game("spider"), get_game("spider").deal(103))
    spot = ("column 2", 4 + 1)
    name = str(spider.pile("column 2").cards[-1])
    other = "2C" if name != "2C" else "3C"
    readers = [KnowingReader(spider, name="one"), KnowingReader(spider, {spot: {other: 0.98}}, name="two")]
    reading = read(spider, "spider", *readers)
    assert [doubt.spot for doubt in reading.doubts] == [spot]
    assert reading.doubts[0].why == f"one reads {name}, two reads {other}"
    silent = [KnowingReader(spider, name="one"), KnowingReader(spider, {spot: {}}, name="two")]
    assert read(spider, "spider", *silent).certain


def test_a_wrong_game_is_a_problem() -> None:
    scene = scene_of(get_game("freecell"), get_game("freecell").deal(617))
    reading = read(scene, "bakers_dozen")
    assert not reading.certain
    assert reading.problems


def test_what_it_says() -> None:
    reading = read(scene_of_deal("freecell"), "freecell")
    data = reading.data()
    assert data["certain"] is True
    assert data["position"] == data["seen"] == reading.position
    assert [pile["name"] for pile in data["piles"]][-1] == "column 8"
    assert reading.text().startswith("# freecell\nFoundations:")


def test_combining_needs_readers_and_their_shape() -> None:
    with pytest.raises(InputError, match="nothing here can tell cards apart"):
        combine([], BLANK, [])

    class Wrong:
        name = "wrong"

        def scores(self, picture: Any, cards: Any) -> Any:
            return np.ones((1, 13))

    with pytest.raises(ValueError, match="shape"):
        combine([Wrong()], BLANK, [None])  # type: ignore[list-item]
    assert row_of({"TH": 0.5})[parse_card("TH").index] > 0.5


def test_decks_of_games() -> None:
    assert set(deck_of("spider:suits=1").values()) == {8}
    assert sum(deck_of("spider:suits=1").values()) == 104
    assert set(deck_of("freecell").values()) == {1}
    assert games_like("spider") == ["spider", "spider:suits=2", "spider:suits=1"]
    assert games_like("spider:suits=4") == ["spider:suits=4"]
    assert games_like("freecell") == ["freecell"]


def test_a_card_that_nobody_can_tell_is_not_guessed() -> None:
    spider = scene_of(get_game("spider"), get_game("spider").deal(103))
    spot = ("column 2", 5)
    reading = read(spider, "spider", KnowingReader(spider, {spot: {}}))
    (doubt,) = reading.doubts
    assert (doubt.spot, doubt.value, doubt.others) == (spot, "??", ())
    assert "| ???\n" in reading.seen
    assert not reading.position


@pytest.mark.parametrize(("spelled", "certain"), [("freecell", True), ("spider", False)])
def test_what_the_eyes_are_not_sure_of_counts_where_cards_are_hidden(spelled: str, certain: bool) -> None:
    scene = scene_of(get_game(spelled), get_game(spelled).deal(3))
    lay_out = lay_out_of(scene)
    reading = read_table(
        BLANK,
        spelled,
        [KnowingReader(scene)],
        lay_out=lambda picture, game: replace(lay_out(picture, game), notes=("column 3: how many?",)),
    )
    assert reading.certain is certain
    assert "column 3: how many?" in (reading.notes if certain else reading.problems)


def test_cards_that_the_deck_has_not_speak_against_nothing() -> None:
    """A suit that is hard to tell is told by the deck, where that has one suit alone."""
    game = get_game("spider:suits=1")
    scene = scene_of(game, game.deal(103))
    spot = ("column 2", 5)
    rank = str(scene.pile("column 2").cards[-1])[0]
    reading = read(
        scene, "spider:suits=1", KnowingReader(scene, {spot: {f"{rank}C": 0.75, f"{rank}S": 0.24}})
    )
    assert reading.certain
    sure = KnowingReader(scene, {spot: {f"{rank}C": 0.9999}})
    assert [doubt.spot for doubt in read(scene, "spider:suits=1", sure).doubts] == [spot]


def hidden_suits(scene: Scene, game: str) -> Reading:
    """A table of which covered cards show their ranks and the colours of their suits alone."""
    partner = {Suit.CLUBS: Suit.SPADES, Suit.SPADES: Suit.CLUBS, Suit.HEARTS: Suit.DIAMONDS}
    slips = {
        (pile.name, index): {
            str(card): 0.49,
            str(type(card).of(card.rank, partner.get(card.suit, Suit.HEARTS))): 0.49,
        }
        for pile in scene.piles
        for index, card in enumerate(pile.cards[:-1])
        if index % 2
    }
    return read(scene, game, KnowingReader(scene, slips))


@pytest.mark.parametrize(
    ("spelled", "deal"), [("freecell", 617), ("seahaven", 31_999), ("freecell", 999_983)]
)
def test_a_numbered_deal_tells_what_strips_do_not_show(spelled: str, deal: int) -> None:
    game = get_game(spelled)
    reading = hidden_suits(scene_of(game, game.deal(deal)), spelled)
    assert reading.certain
    assert reading.position == write_position(game, game.deal(deal))
    assert any(f"ms:{deal}" in note for note in reading.notes)


@pytest.mark.parametrize(("deal", "moves"), [("seed:617", ""), (617, "2a"), (1_000_001, "")])
def test_another_deal_or_a_later_position_is_not_taken_for_a_numbered_one(deal: Any, moves: str) -> None:
    session: Session[Any, Any] = Session.of_deal(get_game("freecell"), deal)
    for move in moves.split():
        session.play(move)
    reading = hidden_suits(session.scene(), "freecell")
    assert len(reading.doubts) >= 6
    assert not any("ms:" in note for note in reading.notes)


def test_too_few_certain_cards_name_no_deal() -> None:
    game = get_game("freecell")
    scene = scene_of(game, game.deal(617))
    reader = KnowingReader(scene, {spot: {} for spot in list(truth_of(scene))[:33]})
    assert not read(scene, "freecell", reader).certain
