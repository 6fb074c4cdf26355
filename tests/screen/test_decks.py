"""Decks are found where programs keep them, and their faces are drawn as the programs draw them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from screen.drawn_decks import HEIGHT, WIDTH, face, gnome_deck, kde_deck, pysol_set
from winnable.cards import CARDS, UNKNOWN
from winnable.errors import InputError
from winnable.screen import decks
from winnable.screen.deck_in_use import decks_in_use


@pytest.fixture(autouse=True)
def kept(tmp_path: Path) -> Iterator[Path]:
    decks.keep_in(tmp_path / "kept")
    yield tmp_path / "kept"
    decks.keep_in(None)


def test_three_programs_decks_are_found(tmp_path: Path) -> None:
    for make in (pysol_set, kde_deck, gnome_deck):
        make(tmp_path)
    found = decks.installed_decks([tmp_path])
    assert [(deck.program, deck.name) for deck in found] == [
        ("AisleRiot", "drawn.svgz"),
        ("KPat", "svg-drawn"),
        ("PySolFC", "Drawn"),
    ]


def test_the_folders_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pysol_set(tmp_path)
    monkeypatch.setenv(decks.FOLDERS, str(tmp_path))
    assert [deck.name for deck in decks.installed_decks()] == ["Drawn"]
    monkeypatch.setenv(decks.FOLDERS, "")
    assert decks.installed_decks() == []


def test_a_set_of_other_cards_is_left_out(tmp_path: Path) -> None:
    config = pysol_set(tmp_path) / "games/pysolfc/cardset-drawn/config.txt"
    config.write_text(config.read_text().replace(";1;52", ";4;42"))
    assert decks.installed_decks([tmp_path]) == []


def test_pysol_faces_are_its_files(tmp_path: Path) -> None:
    (deck,) = decks.installed_decks([pysol_set(tmp_path)])
    assert deck.shape == HEIGHT / WIDTH
    drawn = decks.faces(deck, 72)
    assert drawn.shape == (53, 101, 72, 4)
    for card in CARDS[::7]:
        want = np.asarray(
            face(card).convert("RGBa").resize((72, 101), Image.Resampling.LANCZOS).convert("RGBA")
        )
        assert np.abs(decks.face(deck, card, 72).astype(int) - want).mean() < 3
    assert (decks.back(deck, 72)[50, 36] == (0x20, 0x30, 0x80, 255)).all()
    assert (decks.face(deck, UNKNOWN, 72) == decks.back(deck, 72)).all()


@pytest.mark.parametrize("make", [kde_deck, gnome_deck])
def test_svg_faces_are_the_cards_they_are_named_after(tmp_path: Path, make: object) -> None:
    (deck,) = decks.installed_decks([make(tmp_path)])  # type: ignore[operator]
    assert deck.shape == pytest.approx(1.5, abs=0.01)
    drawn = decks.faces(deck, 60, 90)
    for card in CARDS:
        picture = drawn[card.index].astype(int)
        marks = [picture[5 + 12 * (i // 4) + 3, 5 + 12 * (i % 4) + 3, :3].sum() < 600 for i in range(16)]
        assert sum(marks) == card.rank + 1
        red = picture[70, 30, 0] > 150
        assert red == (card.colour == "red")
    assert (np.abs(drawn[decks.BACK][45, 30].astype(int) - (0x20, 0x30, 0x80, 255)) < 3).all()


def test_a_drawn_deck_is_kept_and_one_that_changed_is_drawn_anew(tmp_path: Path, kept: Path) -> None:
    (deck,) = decks.installed_decks([gnome_deck(tmp_path)])
    first = decks.faces(deck, 60)
    (file,) = kept.glob("*.png")
    file.write_bytes(b"spoilt")
    decks._kept.cache_clear()
    assert (decks.faces(deck, 60) == first).all()
    deck.path.write_bytes(deck.path.read_bytes() + b"\0")
    decks.faces(deck, 60)
    assert len(list(kept.glob("*.png"))) == 2


def test_what_was_kept_of_a_deck_is_gone_when_its_file_changes(tmp_path: Path) -> None:
    (deck,) = decks.installed_decks([gnome_deck(tmp_path)])
    decks.keep_bytes(deck, "some", b"thing")
    assert decks.kept_bytes(deck, "some") == b"thing"
    assert decks.kept_bytes(deck, "other") is None
    deck.path.write_bytes(deck.path.read_bytes() + b"\0")
    assert decks.kept_bytes(deck, "some") is None


def test_a_deck_that_cannot_be_read_says_so_in_one_line(tmp_path: Path) -> None:
    (deck,) = decks.installed_decks([gnome_deck(tmp_path)])
    deck.path.write_bytes(b"<svg")
    with pytest.raises(InputError, match=r"drawn.svgz: the deck is not an SVG picture") as error:
        decks.faces(deck, 60)
    assert "\n" not in str(error.value)


def test_the_deck_a_program_is_set_to_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pysol_set(tmp_path)
    kde_deck(tmp_path)
    found = decks.installed_decks([tmp_path])
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert decks_in_use(found) == []
    (tmp_path / "config").mkdir()
    (tmp_path / "config/kpatrc").write_text("[General Settings]\nCardname=svg-drawn\n")
    assert [deck.name for deck in decks_in_use(found)] == ["svg-drawn"]
