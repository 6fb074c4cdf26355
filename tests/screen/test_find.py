"""Cards are found by their shape, wherever they lie and however large they are."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")
ImageDraw = pytest.importorskip("PIL.ImageDraw")

from winnable.errors import InputError  # noqa: E402
from winnable.screen.fans import FanLines, fan_lines, fan_tops  # noqa: E402
from winnable.screen.find import find_cards, look  # noqa: E402
from winnable.screen.ground import parts_of  # noqa: E402

GROUNDS = [(0, 90, 10), (20, 20, 60), (120, 60, 20), (200, 205, 200)]


def table(
    places: list[tuple[float, float]],
    wide: int,
    *,
    ground: tuple[int, int, int] = GROUNDS[0],
    paper: tuple[int, int, int] = (255, 255, 255),
    round_by: float = 0.05,
    border: int = 1,
    outline: tuple[int, int, int] = (40, 40, 40),
    size: tuple[int, int] = (900, 700),
) -> np.ndarray:
    """Cards with a pip in a corner and one in the middle, later ones on top."""
    image = Image.new("RGB", size, ground)
    pen = ImageDraw.Draw(image)
    tall = round(1.4 * wide)
    for left, top in places:
        box = (left, top, left + wide - 1, top + tall - 1)
        pen.rounded_rectangle(box, round_by * wide, fill=paper, outline=outline, width=border)
        pip = 0.14 * wide
        for x, y in ((0.08 * wide, 0.06 * tall), (0.43 * wide, 0.43 * tall)):
            pen.ellipse((left + x, top + y, left + x + pip, top + y + pip), fill=(190, 10, 20))
    return np.asarray(image)


def fan(left: float, top: float, strip: float, count: int) -> list[tuple[float, float]]:
    return [(left, round(top + strip * i)) for i in range(count)]


@pytest.mark.parametrize("wide", [40, 75, 140, 300])
@pytest.mark.parametrize("ground", GROUNDS)
def test_every_card_of_fans_is_found(wide: int, ground: tuple[int, int, int]) -> None:
    places = [
        place
        for i, count in enumerate((4, 1, 6))
        for place in fan(20 + i * 1.2 * wide, 15, 0.25 * wide, count)
    ]
    cards = find_cards(table(places, wide, ground=ground, size=(1200, 900)))
    assert len(cards) == 11
    for card, (left, top) in zip(
        sorted(cards, key=lambda card: (card.box.left, card.box.top)), places, strict=True
    ):
        assert card.up
        assert card.box.left == pytest.approx(left, abs=1.5)
        assert card.box.top == pytest.approx(top, abs=1.5)
        assert card.box.width == pytest.approx(wide, abs=2)
        assert card.box.height == pytest.approx(1.4 * wide, abs=3)


@pytest.mark.parametrize("border", [1, 3])
@pytest.mark.parametrize("round_by", [0.0, 0.1])
@pytest.mark.parametrize("paper", [(255, 255, 255), (250, 240, 200), (190, 215, 250)])
def test_paper_borders_and_corners(paper: tuple[int, int, int], round_by: float, border: int) -> None:
    places = [place for i in range(3) for place in fan(20 + 130 * i, 30, 28, 5 + i)]
    cards = find_cards(table(places, 100, paper=paper, round_by=round_by, border=border))
    assert len(cards) == 18
    assert all(card.up for card in cards)


@pytest.mark.parametrize("count", [24, 25, 37])
def test_a_very_long_fan(count: int) -> None:
    """In games of two decks columns grow long, and all the cards lie in one suit's runs."""
    cards = find_cards(table([*fan(20, 15, 12, count), *fan(150, 15, 30, 4), *fan(280, 15, 30, 4)], 100))
    assert sum(card.box.left < 100 for card in cards) == count
    assert len(cards) == count + 8


def test_what_is_visible_of_a_card() -> None:
    cards = find_cards(table([*fan(50, 40, 30, 4), *fan(200, 40, 30, 4), *fan(350, 40, 30, 4)], 100))
    first = sorted(cards, key=lambda card: (card.box.left, card.box.top))[:4]
    assert [round(card.visible.height) for card in first[:3]] == [30, 30, 30]
    assert first[3].visible == first[3].box
    assert all(card.box.height == first[3].box.height for card in first)


@pytest.mark.parametrize("missing", [0, 3, 8, 13])
def test_the_last_card_of_a_long_fan_may_stick_out_of_the_window(missing: int) -> None:
    short = [place for i in range(3) for place in fan(20 + 130 * i, 30, 28, 1 + i)]
    long = fan(20 + 130 * 3, 30, 18, 13)
    height = 30 + 18 * 12 + 140 - missing
    cards = find_cards(table([*short, *long], 100, size=(600, height)))
    tops = sorted(round(card.box.top) for card in cards if card.box.left > 400)
    assert len(cards) == 6 + 13
    assert tops == [pytest.approx(top, abs=1) for _, top in long]
    assert all(card.visible.bottom <= height for card in cards)


def test_a_rough_ground_and_noise() -> None:
    places = [place for i in range(4) for place in fan(20 + 130 * i, 30, 28, 5)]
    picture = table(places, 100).astype(float)
    rng = np.random.default_rng(3)
    felt = rng.normal(0, 6, picture.shape[:2])[..., None] * (picture[..., :1] < 60)
    rough = np.clip(picture + felt + rng.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
    assert len(find_cards(rough)) == 20


def test_specks_of_the_ground_beside_a_card_are_no_part_of_it() -> None:
    """Else a card that lies alone would be higher than others, and all of them be parted wrongly."""
    places = [(20, 30), *(place for i in (1, 2, 3) for place in fan(20 + 130 * i, 30, 28, 4))]
    picture = table(places, 100).copy()
    picture[170:173, 30:110:9] = picture[60:90:8, 120:124] = (90, 160, 90)
    cards = find_cards(picture)
    assert len(cards) == 13
    assert {(card.box.width, card.box.height) for card in cards} == {(100, 140)}


def test_a_pyramid_of_cards() -> None:
    places = [(400 + (2 * c - r) * 52, 40 + 60 * r) for r in range(5) for c in range(r + 1)] + [(30, 40)]
    cards = find_cards(table(places, 92))
    found = sorted((round(card.box.top), round(card.box.left)) for card in cards)
    assert len(found) == 16
    for (top, left), (x, y) in zip(
        found, sorted(places, key=lambda place: (place[1], place[0])), strict=True
    ):
        assert (left, top) == (pytest.approx(x, abs=3), pytest.approx(y, abs=2))


def test_a_line_in_a_picture_makes_no_card_of_a_fan_that_lies_face_up() -> None:
    """A jack's frame, a third of a strip below its upper end: two strips of half the height above a whole one
    would explain it as well, as there are where some cards lie face down."""
    places = [(20 + 120 * column, 30 + 36 * row) for column in range(3) for row in range(3)]
    picture = table(places, 100).copy()
    assert [len(fan.cards) for fan in look(picture).fans] == [3, 3, 3]
    picture[30 + 16, 143:237] = (40, 40, 40)
    assert [len(fan.cards) for fan in look(picture).fans] == [3, 3, 3]


def test_frames_of_pictures_are_no_cards() -> None:
    """A king, a queen and a jack on each other, as they lie there when a game is nearly won."""
    picture = table(
        [(20 + 120 * column, 30 + 36 * row) for column in range(3) for row in range(5)], 100
    ).copy()
    for row in (0, 1, 2):
        top = 30 + 36 * row
        picture[top + 18, 260 + 12 : 260 + 87] = (40, 40, 40)
        picture[top + 18, 260 + 2 : 260 + 12] = (190, 10, 20)  # the sign beside it
    assert [len(fan.cards) for fan in look(picture).fans] == [5, 5, 5]


def test_a_frame_and_the_sign_beside_it_are_no_upper_end() -> None:
    cut = np.full((60, 100, 3), 255, dtype=np.uint8)
    cut[20, 4:86] = 40  # a sign and a frame
    cut[40] = 40
    cover = fan_lines(cut, 100).cover
    assert cover[20] <= 0.5
    assert cover[40] == 1.0


def test_a_faint_end_among_pictures() -> None:
    """A court card's picture is no noise: the grey end of the card that lies on it is a line nonetheless."""
    draw = np.random.default_rng(1)
    fan = np.full((144, 67, 3), 255, dtype=np.uint8)
    for top, end in ((0, 24), (24, 48), (48, 140)):
        fan[top + 9 : end, 9:58] = draw.integers(0, 120, (end - top - 9, 49, 1))
    fan[[0, 24, 48]] = 212
    fan[[23, 47], 9:58] = 212 + draw.choice((-43, 43), (2, 49, 1))
    differ = np.abs(np.diff(fan[::2, 5:-5].astype(int), axis=1)).max(2)
    assert np.percentile(differ, 25) < 2
    assert np.median(differ) > 15
    assert fan_tops(fan_lines(fan, 67), 67, 96) == ([0, 24, 48], True)


def test_empty_places_are_no_cards() -> None:
    image = Image.fromarray(table([(20, 30), (140, 30), (260, 30)], 100))
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((380, 30, 479, 169), 5, outline=(0, 0, 0), width=2)
    pen.rounded_rectangle((500, 30, 599, 169), 5, fill=(60, 130, 70))
    pen.rounded_rectangle((620, 30, 719, 169), 5, fill=(60, 130, 70))
    for ends in ((640, 60, 700, 140), (640, 140, 700, 60)):  # nothing is left to deal
        pen.line(ends, fill=(230, 50, 50), width=29)
    marked = np.asarray(image)[30:170, 620:720, 0] == 230
    assert 0.31 < marked.mean() < 0.4
    sight = look(np.asarray(image))
    assert len(sight.cards) == 3
    assert [round(box.left) for box in sight.empty] == [380, 500, 620]


def test_what_is_no_card_is_told() -> None:
    image = Image.fromarray(table([(20, 30), (140, 30), (260, 30)], 100))
    ImageDraw.Draw(image).rectangle((300, 300, 700, 500), fill=(220, 218, 213))
    sight = look(np.asarray(image))
    assert len(sight.cards) == 3
    assert [(round(box.left), round(box.width)) for box in sight.others] == [(300, 401)]


def test_no_table() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    with pytest.raises(InputError, match="no table"):
        look(np.ascontiguousarray(noise.repeat(4, axis=0).repeat(4, axis=1)))


def test_a_table_without_cards() -> None:
    image = Image.new("RGB", (600, 400), (0, 90, 0))
    ImageDraw.Draw(image).text((100, 100), "no cards", fill=(255, 255, 255))
    assert find_cards(np.asarray(image)) == []


def test_parts_of_a_mask() -> None:
    mask = np.zeros((6, 9), dtype=bool)
    mask[1:3, 1:4] = mask[3, 3] = mask[4:, 6:] = True
    mask[4, 4] = True  # touches (3, 3) at a corner only
    parts, lengths, of = parts_of(mask)
    assert sorted((part.left, part.top, part.right, part.bottom, part.area) for part in parts) == [
        (1, 1, 4, 4, 7),
        (4, 4, 5, 5, 1),
        (6, 4, 9, 6, 6),
    ]
    assert sorted(lengths.tolist()) == [1, 1, 3, 3, 3, 3]
    assert len(of) == 6


def test_a_line_that_is_missing_is_filled_in_and_one_too_many_left_out() -> None:
    cover = np.zeros(240, dtype=np.float32)
    middle = np.full((240, 3), 255, dtype=np.float32)
    for row in (0, 20, 40, 60, 80, 100):
        cover[row] = 1.0
        middle[row] = 0
    cover[40] = 0.8  # a pip ends just there
    cover[67] = 0.95  # the frame of a court card
    assert fan_tops(FanLines(cover, middle, middle), 100, 140) == ([0, 20, 40, 60, 80, 100], True)


def test_the_frame_of_a_picture_is_no_upper_end_though_it_is_nearly_as_long() -> None:
    """Backs in strips of 14 pixels, a queen of whom 28 are seen, and a card on her, as PySolFC has them."""
    cover = np.zeros(240, dtype=np.float32)
    middle = np.full((240, 3), 255, dtype=np.float32)
    for row in (0, 14, 28, 42, 56, 70, 98):
        cover[row] = 1.0
        middle[row] = 0
    cover[82:86] = 0.91  # her frame
    middle[82] = 0
    assert fan_tops(FanLines(cover, middle, middle), 100, 142)[0] == [0, 14, 28, 42, 56, 70, 98]


def test_a_very_long_fan_with_backs_of_which_little_more_than_the_rim_shows() -> None:
    """They may be taken for faces, but are counted."""
    image = Image.fromarray(table([*fan(150, 15, 30, 4), *fan(280, 15, 30, 4)], 100))
    pen = ImageDraw.Draw(image)
    tops = [15 + 8 * i for i in range(5)] + [15 + 40 + 14 * i for i in range(30)]
    for number, top in enumerate(tops):
        box = (20, top, 119, top + 139)
        pen.rounded_rectangle(box, 5, fill=(255, 255, 255), outline=(40, 40, 40), width=1)
        if number < 5:
            pen.rectangle((25, top + 5, 114, top + 134), fill=(20, 20, 150))
    cards = find_cards(np.asarray(image))
    assert [round(card.box.top) for card in cards if card.box.left < 100] == tops
