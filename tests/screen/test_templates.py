"""The exact reader reads what it has pictures of, and says so where it has none."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from screen.drawn_decks import face, gnome_deck, kde_deck, pysol_set, table
from winnable.cards import CARDS, Card, parse_card
from winnable.screen import decks, templates
from winnable.screen.assign import assign
from winnable.screen.deck_looks import Ranking, is_known, look_of, ranked
from winnable.screen.fitting import Fit, Register
from winnable.screen.seen import Box, SeenCard
from winnable.screen.templates import Match, TemplateReader

EVEN = np.full(52, 1 / 52)


@pytest.fixture(autouse=True)
def kept(tmp_path: Path) -> Iterator[None]:
    decks.keep_in(tmp_path / "kept")
    yield
    decks.keep_in(None)


@pytest.fixture
def deck(tmp_path: Path) -> decks.Deck:
    (found,) = decks.installed_decks([pysol_set(tmp_path)])
    return found


def deal(seed: int = 1) -> list[list[Card]]:
    cards = list(CARDS)
    random.Random(seed).shuffle(cards)
    return [cards[i::8] for i in range(8)]


def drawn(font: int = 24) -> dict[Card, Image.Image]:
    return {card: face(card, font) for card in CARDS}


def right_and_sure(rows: np.ndarray, cards: list[Card]) -> tuple[int, int]:
    """How many rows give the card most, and how many give a wrong card 0.9 or more."""
    best = rows.argmax(axis=1)
    truth = np.array([card.index for card in cards])
    return int((best == truth).sum()), int(((best != truth) & (rows.max(axis=1) >= 0.9)).sum())


def scaled(
    picture: np.ndarray, seen: list[SeenCard], scale: float, shift: float
) -> tuple[np.ndarray, list[SeenCard]]:
    """The picture at another scale, moved by a part of a pixel, with boxes that are rounded as a finder's."""
    image = Image.fromarray(picture)
    size = round(image.width * scale), round(image.height * scale)
    box = (shift / scale, shift / scale, image.width, image.height)
    across, down = size[0] / (box[2] - box[0]), size[1] / (box[3] - box[1])

    def placed(old: Box) -> Box:
        left, top = (old.left - box[0]) * across, (old.top - box[1]) * down
        return Box(round(left), round(top), round(old.width * across), round(old.height * down))

    cards = [replace(card, box=placed(card.box), visible=placed(card.visible)) for card in seen]
    return np.asarray(image.resize(size, Image.Resampling.BICUBIC, box=box)), cards


def test_a_whole_deal_is_read(deck: decks.Deck) -> None:
    picture, seen, cards = table(deal(), drawn())
    reader = TemplateReader(deck)
    rows = reader.scores(picture, seen)
    assert rows.shape == (52, 52)
    assert rows.sum(axis=1) == pytest.approx(np.ones(52))
    assert right_and_sure(rows, cards)[1] == 0
    assert (rows.argmax(axis=1) == [card.index for card in cards]).all()
    assert reader.match is not None
    assert reader.match.likeness > 0.95


@pytest.mark.parametrize(("scale", "shift"), [(0.75, 0.5), (1.0, 0.5), (1.3, 0.25), (2.0, 0.5)])
def test_scale_shift_and_noise_change_nothing(deck: decks.Deck, scale: float, shift: float) -> None:
    picture, seen, cards = table(deal(2), drawn())
    picture, seen = scaled(picture, seen, scale, shift)
    noise = np.random.default_rng(3).normal(0, 6, picture.shape)
    noisy = np.clip(picture + noise, 0, 255).astype(np.uint8)
    right, wrong = right_and_sure(TemplateReader(deck).scores(noisy, seen), cards)
    assert right == 52
    assert wrong == 0


def test_cards_that_look_alike_share(deck: decks.Deck) -> None:
    # Of all but the last cards only the letter shows, above the sign.
    picture, seen, cards = table([CARDS[:13], CARDS[13:26], CARDS[26:39], CARDS[39:]], drawn(), step=26)
    rows = TemplateReader(deck).scores(picture, seen)
    assert right_and_sure(rows, cards)[1] == 0
    shared = 0
    for row, card, look in zip(rows, cards, seen, strict=True):
        same_colour = [other for other in CARDS if (other.rank, other.colour) == (card.rank, card.colour)]
        assert sum(row[other.index] for other in same_colour) > 0.9
        if look.visible.height < 30:
            shared += min(row[other.index] for other in same_colour) > 0.3
    assert shared >= 40


def test_an_unknown_deck_is_not_read(tmp_path: Path, deck: decks.Deck) -> None:
    strange = {card: face(CARDS[(7 * card.index + 5) % 52], 12).rotate(180) for card in CARDS}
    for picture in (Image.new("RGBA", (100, 140), "white"), None):
        faces = dict.fromkeys(CARDS, picture) if picture else strange
        shown, seen, _ = table(deal(), faces)
        reader = TemplateReader(deck)
        rows = reader.scores(shown, seen)
        assert rows.max() < 0.5, "a card of another deck was taken for one of this"


def test_a_thin_strip_gives_way_to_a_card_that_is_seen_whole() -> None:
    """The fives of spades and clubs hardly differ in the strip, which looks more like the wrong one."""
    misfit = np.full(52, 40.0)
    five, other = parse_card("5S").index, parse_card("5C").index
    misfit[[five, other]] = 0.2, 0.6
    register = Register(0, 0, 80, 120)
    strip = templates.probabilities(Fit(five, misfit, 470, 0.98, register), usual=0.0005)
    whole = templates.probabilities(Fit(five, misfit, 7000, 0.98, register), usual=0.0005)
    assert strip.argmax() == whole.argmax() == five
    assert strip[other] > 5 * whole[other]
    assigned = assign(np.stack([strip, whole]))
    assert [str(card) for card in assigned.cards] == ["5C", "5S"]


def test_no_deck_at_all_knows_nothing() -> None:
    picture, seen, _ = table(deal(), drawn())
    reader = TemplateReader([])
    assert (reader.scores(picture, seen) == EVEN).all()
    assert reader.match is None


def test_the_deck_on_the_table_is_found_among_several(tmp_path: Path) -> None:
    pysol_set(tmp_path, "Drawn")
    pysol_set(tmp_path, "Larger", font=28)
    kde_deck(tmp_path)
    picture, seen, cards = table(deal(4), drawn(28))
    reader = TemplateReader(decks.installed_decks([tmp_path]))
    assert right_and_sure(reader.scores(picture, seen), cards) == (52, 0)
    assert reader.match is not None
    assert reader.match.deck.name == "Larger"


def test_where_two_decks_fit_a_card_is_certain_that_both_show_alike(tmp_path: Path) -> None:
    pysol_set(tmp_path, "Another")
    original = pysol_set(tmp_path, "Original")
    four, five = sorted(original.glob("**/cardset-original/0[45][dh].png"))[::3]
    images = four.read_bytes(), five.read_bytes()
    four.write_bytes(images[1])
    five.write_bytes(images[0])
    exchanged = {parse_card("4D"), parse_card("5H")}
    dealt = [[card for card in column if card not in exchanged] for column in deal(4)]
    dealt[0][:0] = exchanged  # covered: no deck is judged by them
    picture, seen, cards = table(dealt, drawn())
    reader = TemplateReader(decks.installed_decks([tmp_path]))
    for _ in range(2):  # found anew, and as it was before
        rows = reader.scores(picture, seen)
        sure = {card for card, row in zip(cards, rows, strict=True) if row[card.index] >= 0.9}
        assert sure == set(CARDS) - exchanged
        assert right_and_sure(rows, cards)[1] == 0
    assert len(reader.rivals) == 1


def test_a_deck_further_off_is_tried_where_the_nearest_does_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pysol_set(tmp_path, "Drawn")
    pysol_set(tmp_path, "Larger", font=28)
    nearest, right = decks.installed_decks([tmp_path])
    order = ((nearest, 0.001), (right, 0.01))
    monkeypatch.setattr(templates, "ranked", lambda *_: Ranking(order, (), {}))
    picture, seen, cards = table(deal(4), drawn(28))
    reader = TemplateReader([nearest, right])
    assert right_and_sure(reader.scores(picture, seen), cards) == (52, 0)
    assert reader.match is not None
    assert reader.match.deck is right
    reader = TemplateReader([nearest])
    monkeypatch.setattr(templates, "ranked", lambda *_: Ranking(order[:1], (), {}))
    reader.scores(picture, seen)
    assert reader.match is None or reader.match.likeness < templates.THE_SAME


def test_decks_are_ranked_by_their_looks_and_drawn_once(tmp_path: Path) -> None:
    for name, font in (("Drawn", 24), ("Larger", 28), ("Smaller", 16)):
        pysol_set(tmp_path, name, font=font)
    found = decks.installed_decks([tmp_path])
    picture, seen, _ = table(deal(4), drawn(28))
    whole = [card for card in seen if card.visible == card.box]
    ranking = ranked(found, picture, whole, patience=math.inf)
    assert [deck.name for deck, _ in ranking.decks] == ["Larger", "Drawn", "Smaller"]
    assert ranking.decks[0][1] < 0.25 * ranking.decks[1][1]
    assert all(map(is_known, found))
    look_of.cache_clear()
    again = ranked(found, picture, whole, patience=0.0)  # what is kept takes no patience
    assert again == ranking


def test_a_deck_for_which_there_was_no_time_is_told(tmp_path: Path) -> None:
    pysol_set(tmp_path, "Drawn")
    picture, seen, cards = table(deal(4), drawn())
    reader = TemplateReader(decks.installed_decks([tmp_path]), patience=-1.0)
    assert (reader.scores(picture, seen) == EVEN).all()
    assert [deck.name for deck in reader.untried] == ["Drawn"]
    reader.patience = None
    assert right_and_sure(reader.scores(picture, seen), cards) == (52, 0)


@pytest.mark.parametrize("make", [gnome_deck, pytest.param(kde_deck, marks=pytest.mark.slow)])
def test_a_deck_is_drawn_small_for_its_look_and_whole_once_it_is_likely(tmp_path: Path, make: Any) -> None:
    (deck,) = decks.installed_decks([make(tmp_path)])
    small = look_of(deck, decks.stamp_of(deck))
    assert is_known(deck)
    assert not decks.is_drawn(deck)
    faces = {card: Image.fromarray(decks.face(deck, card, 80, 120)) for card in CARDS}
    assert decks.is_drawn(deck)
    large = decks.faces(deck, 24, 36, keep=False)[:52, 1:17, 1:23, :3]  # of what is kept
    apart = np.square(small[:, None].astype(float) - large[None]).mean(axis=(2, 3, 4))
    assert (apart.argmin(axis=1) // 4 == np.arange(52) // 4).all()  # suits show in the lower half alone
    picture, seen, cards = table([[card] for card in CARDS[::5]], faces)
    reader = TemplateReader(deck, patience=0.0)
    assert right_and_sure(reader.scores(picture, seen), cards) == (len(cards), 0)


def test_decks_of_the_program_in_whose_window_they_lie_come_first(tmp_path: Path) -> None:
    gnome_deck(kde_deck(tmp_path))
    found = decks.installed_decks([tmp_path])
    box = Box(0, 0, 80, 120)
    for program, first in (("", "AisleRiot"), ("kpat", "KPat")):
        reader = TemplateReader(found, patience=0.0, program=program)
        assert reader._in_order([SeenCard(box, box)])[0].program == first


def test_a_deck_that_is_only_like_that_on_the_table_is_not_gone_by_while_others_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gnome_deck(kde_deck(tmp_path))
    found = decks.installed_decks([tmp_path])
    for deck in found:
        look_of(deck, decks.stamp_of(deck))
    drawn_alone = decks.faces(found[0], 80, 120, keep=False)
    faces = {card: Image.fromarray(drawn_alone[card.index]) for card in CARDS}
    picture, seen, cards = table([[card] for card in CARDS[::5]], faces)
    seek = TemplateReader._try

    def half_as_like(reader: TemplateReader, deck: decks.Deck, *rest: Any) -> Match | None:
        match = seek(reader, deck, *rest)
        return match and replace(match, likeness=0.8)

    monkeypatch.setattr(TemplateReader, "_try", half_as_like)
    reader = TemplateReader(found, patience=0.0)
    assert (reader.scores(picture, seen) == EVEN).all()
    assert len(reader.untried) == 1
    decks.faces(reader.untried[0], 72)
    assert right_and_sure(reader.scores(picture, seen), cards) == (len(cards), 0)
    assert not reader.untried


def test_the_deck_is_sought_once_and_again_where_another_one_lies_there(tmp_path: Path) -> None:
    pysol_set(tmp_path, "Drawn")
    pysol_set(tmp_path, "Larger", font=28)
    reader = TemplateReader(decks.installed_decks([tmp_path]))
    tried: list[str] = []
    seek = reader._try

    def counted(deck: decks.Deck, *rest: Any) -> Any:
        tried.append(deck.name)
        return seek(deck, *rest)

    reader._try = counted  # type: ignore[method-assign]
    for font, name in ((24, "Drawn"), (28, "Larger")):
        picture, seen, cards = table(deal(4), drawn(font))
        tried.clear()
        assert right_and_sure(reader.scores(picture, seen), cards) == (52, 0)
        assert name in tried
        tried.clear()
        for some in (slice(0, 3), slice(20, 21)):
            assert right_and_sure(reader.scores(picture, seen[some]), cards[some])[1] == 0
        assert not tried
        assert reader.match is not None
        assert reader.match.deck.name == name


def test_what_lies_on_a_card_makes_it_unknown_and_no_other(deck: decks.Deck) -> None:
    picture, seen, cards = table(deal(5), drawn())
    spoilt = picture.copy()
    hidden = len(deal(5)[0]) - 1
    box = seen[hidden].box
    spoilt[int(box.top) : int(box.bottom) - 40, int(box.left) : int(box.right)] = (90, 90, 200)
    rows = TemplateReader(deck).scores(spoilt, seen)
    assert rows[hidden].max() < 0.5
    others = [i for i in range(52) if i != hidden]
    assert right_and_sure(rows[others], [cards[i] for i in others]) == (51, 0)


def test_cards_face_down_are_even_and_the_edge_of_the_picture_is_no_trouble(deck: decks.Deck) -> None:
    picture, seen, cards = table(deal(6), drawn(), x=0)
    cut = picture[20:, :]
    moved = [replace(c, box=c.box.moved(0, -20), visible=c.visible.moved(0, -20)) for c in seen]
    moved[3] = replace(moved[3], up=False)
    rows = TemplateReader(deck).scores(cut, moved)
    assert (rows[3] == EVEN).all()
    assert right_and_sure(rows, cards) == (51 + (cards[3].index == 0), 0)


def test_a_broken_deck_is_told_and_the_others_are_used(tmp_path: Path, deck: decks.Deck) -> None:
    (deck2,) = decks.installed_decks([pysol_set(tmp_path / "second", "Second")])
    next(deck2.path.glob("05*.png")).unlink()
    picture, seen, cards = table(deal(7), drawn())
    reader = TemplateReader([deck2, deck])
    assert right_and_sure(reader.scores(picture, seen), cards) == (52, 0)
    assert list(reader.broken) == [deck2]
    assert reader.match is not None
    assert reader.match.deck == deck


def spoilt(picture: np.ndarray, seen: list[SeenCard], *numbers: int) -> np.ndarray:
    """The picture with something on the last cards of these columns."""
    out = picture.copy()
    whole = [card.visible for card in seen if card.visible.height == card.box.height]
    for number in numbers:
        box = whole[number]
        out[box.top + 2 : box.top + box.height // 2, box.left + 2 : box.left + box.width // 2] = (
            200,
            60,
            160,
        )
    return out


def test_a_card_on_which_something_lies_does_not_have_the_deck_sought_at_every_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pysol_set(tmp_path, "Drawn")
    pysol_set(tmp_path, "Larger", font=28)
    reader = TemplateReader(decks.installed_decks([tmp_path]))
    sought: list[str] = []
    find = reader._find
    monkeypatch.setattr(reader, "_find", lambda *given: (sought.append("deck"), find(*given))[1])
    picture, seen, cards = table(deal(4), drawn())
    looks = {}
    for name, shown, times in (
        ("one card", spoilt(picture, seen, 1), 1),
        ("the same again", spoilt(picture, seen, 1), 1),
        ("another card", spoilt(picture, seen, 5), 1),
        ("none", picture, 1),
        ("two cards", spoilt(picture, seen, 1, 5), 2),
    ):
        looks[name] = reader.scores(shown, seen)
        assert len(sought) == times, name
        assert right_and_sure(looks[name], cards)[1] == 0
    assert (looks["one card"] == looks["the same again"]).all()
    assert right_and_sure(looks["none"], cards) == (52, 0)
    other, seen, cards = table(deal(4), drawn(28))  # the program has changed its deck
    assert right_and_sure(reader.scores(other, seen), cards) == (52, 0)
    assert len(sought) == 3
    assert reader.match is not None
    assert reader.match.deck.name == "Larger"
