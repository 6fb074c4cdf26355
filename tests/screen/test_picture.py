"""Opening pictures: what may be opened looks as it should, and what may not says why in one line."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")

from winnable.errors import InputError  # noqa: E402
from winnable.screen.picture import MOST_PIXELS, check_picture, open_picture  # noqa: E402


def drawn(mode: str = "RGB") -> Image.Image:
    """A green table with a white card."""
    image = Image.new("RGB", (80, 60), (0, 100, 0))
    image.paste((255, 255, 255), (10, 10, 40, 50))
    return image.convert(mode)


def saved(image: Image.Image, form: str = "PNG", **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("mode", "form"),
    [("RGB", "PNG"), ("RGBA", "PNG"), ("P", "PNG"), ("P", "GIF"), ("RGB", "BMP"), ("RGB", "WEBP")],
)
def test_colours_are_kept(mode: str, form: str) -> None:
    options = {"lossless": True} if form == "WEBP" else {}
    picture = open_picture(saved(drawn(mode), form, **options))
    assert picture.shape == (60, 80, 3)
    assert picture.dtype == np.uint8
    assert picture[20, 20].tolist() == [255, 255, 255]
    assert np.abs(picture[5, 5].astype(int) - [0, 100, 0]).max() <= 3


def test_cmyk() -> None:
    picture = open_picture(saved(drawn("CMYK"), "JPEG", quality=95))
    assert picture.shape == (60, 80, 3)
    assert picture[30, 25].min() > 230
    assert np.abs(picture[55, 70].astype(int) - [0, 100, 0]).max() < 30


def test_grey_of_16_bits() -> None:
    levels = np.full((60, 80), 20_000, dtype=np.uint16)
    levels[10:50, 10:40] = 65_535
    picture = open_picture(saved(Image.fromarray(levels)))
    assert picture[20, 20].tolist() == [255, 255, 255]
    assert picture[5, 5].tolist() == [78, 78, 78]


def test_what_is_transparent_is_white() -> None:
    image = drawn("RGBA")
    image.putpixel((0, 0), (0, 0, 0, 0))
    image.putpixel((1, 0), (0, 0, 0, 128))
    picture = open_picture(saved(image))
    assert picture[0, 0].tolist() == [255, 255, 255]
    assert 120 < picture[0, 1].mean() < 135


def test_it_is_turned_as_the_camera_says() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    picture = open_picture(saved(drawn(), "JPEG", exif=exif, quality=95))
    assert picture.shape == (80, 60, 3)
    assert picture[20, 40].min() > 230
    assert picture[70, 30].max() < 130


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    path.write_bytes(saved(drawn()))
    assert (open_picture(path) == open_picture(str(path))).all()


def one_line(error: pytest.ExceptionInfo[InputError], *words: str) -> None:
    text = str(error.value)
    assert "\n" not in text
    for word in words:
        assert word in text


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        open_picture(tmp_path / "none.png")
    one_line(error, "none.png", "no such file")


@pytest.mark.parametrize(
    ("content", "word"),
    [(b"", "empty"), (b"KH QS 2D", "not a picture"), (b"\x89PNG\r\n\x1a\n", "not a picture")],
)
def test_no_picture(content: bytes, word: str) -> None:
    with pytest.raises(InputError) as error:
        open_picture(content)
    one_line(error, word)


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_a_truncated_picture(form: str) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), dtype=np.uint8)
    content = saved(Image.fromarray(noise), form)
    with pytest.raises(InputError) as error:
        open_picture(content[: len(content) // 2])
    one_line(error, "damaged")


@pytest.mark.parametrize(
    ("colour", "words"), [((0, 0, 0), "black"), ((3, 4, 2), "black"), ((0, 90, 0), "colour")]
)
def test_nothing_to_be_seen(colour: tuple[int, int, int], words: str) -> None:
    with pytest.raises(InputError) as error:
        open_picture(saved(Image.new("RGB", (300, 200), colour)))
    one_line(error, words)


def test_too_small() -> None:
    with pytest.raises(InputError) as error:
        open_picture(saved(drawn().resize((12, 60))))
    one_line(error, "12 x 60")


def huge_png(side: int) -> bytes:
    """The head of a PNG of so many pixels each way, and no pixels: it cannot be decoded."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


@pytest.mark.parametrize("side", [6_400, 10_000, 30_000])
def test_a_huge_picture_is_refused_before_it_is_decoded(side: int) -> None:
    with pytest.raises(InputError) as error:
        open_picture(huge_png(side))
    one_line(error, "40 megapixels", "cut out the window")


def test_the_limit_itself() -> None:
    assert MOST_PIXELS < 6_325 * 6_325
    with pytest.raises(InputError):
        check_picture(np.zeros((6_325, 6_325, 3), dtype=np.uint8))
