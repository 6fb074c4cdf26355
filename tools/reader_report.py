"""How well the card reader reads decks, and what is written down of that beside its weights."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from reader_corners import Noise, spoilt

from winnable.screen.network import RANKS

if TYPE_CHECKING:
    from reader_decks import Corners

    from winnable.screen.network import NetworkReader

TEMPERATURES: Final = np.geomspace(1, 6, 80)  # never below 1: the network is made no surer than it is


def samples(corners: list[Corners], times: int, seed: int, hard: float) -> tuple[np.ndarray, np.ndarray]:
    """Every card of these decks so many times: crops and cards."""
    noise = Noise(seed)
    cards = [card for _ in corners for _ in range(times) for card in range(52)]
    crops = [spoilt(deck, card, noise, hard) for deck in corners for _ in range(times) for card in range(52)]
    return np.stack(crops), np.asarray(cards)


def fitted(reader: NetworkReader, crops: np.ndarray, cards: np.ndarray) -> tuple[float, float]:
    """The temperatures of both heads under which these cards are most probable."""
    logits = reader.logits(crops).astype(np.float64)
    heads = ((logits[:, : RANKS + 1], cards >> 2), (logits[:, RANKS + 1 :], cards & 3))
    rank, suit = (min(TEMPERATURES, key=lambda t: _surprise(part / t, labels)) for part, labels in heads)
    return float(rank), float(suit)


def _surprise(logits: np.ndarray, labels: np.ndarray) -> float:
    """The mean of -log of the label's probability."""
    top = logits.max(1)
    own = logits[np.arange(len(labels)), labels]
    return float((np.log(np.exp(logits - top[:, None]).sum(1)) + top - own).mean())


def measured(reader: NetworkReader, corners: list[Corners], seed: int, times: int = 4) -> str:
    """A table of how well each deck is read, clean and spoilt, whole corners and covered ones."""
    lines = [
        "| deck | clean: rank | suit | spoilt: rank | suit | covered: rank | suit | > .99 | of them wrong |"
    ]
    lines.append("|---" * 9 + "|")
    every: list[np.ndarray] = []
    for deck in corners:
        columns: list[np.ndarray] = []
        for hard, count in ((0.0, 1), (1.0, times)):
            crops, cards = samples([deck], count, seed, hard)
            rank, suit = reader.heads(crops)
            right = np.stack([rank[:, :13].argmax(1) == cards >> 2, suit[:, :4].argmax(1) == cards & 3], 1)
            best = reader.read(crops)
            whole = crops[..., 3].mean(axis=(1, 2)) > 0.97
            sure = best.max(1) > 0.99
            wrong = sure & (best.argmax(1) != cards)
            columns.append(np.column_stack([right, whole, sure, wrong, np.full(len(cards), hard)]))
        rows = np.concatenate(columns)
        every.append(rows)
        lines.append(f"| {deck.name} | {_figures(rows)} |")
    lines.append(f"| all | {_figures(np.concatenate(every))} |")
    return "\n".join(lines)


def _figures(rows: np.ndarray) -> str:
    whole, hard = rows[:, 2] > 0, rows[:, 5] > 0
    parts = [rows[whole & ~hard], rows[whole & hard], rows[~whole]]
    shares = [f"{share:.3f}" for part in parts for share in part[:, :2].mean(0)]
    return " | ".join([*shares, f"{rows[:, 3].mean():.3f}", str(int(rows[:, 4].sum()))])


def note(
    reader: NetworkReader, digest: str, seed: int, temperatures: tuple[float, float], training: str,
    sides: dict[str, list[Corners]],
) -> str:  # fmt: skip
    """What is written down beside the weights: what they come from, and how well decks are read."""
    known = [deck for deck in sides["train"] if not deck.name.startswith("winnable/")]
    own = [deck for deck in sides["train"] if deck.name.startswith("winnable/")]
    named = {
        side: ", ".join(sorted({deck.name for deck in found}))
        for side, found in {**sides, "train": known}.items()
    }
    text = NOTE.format(
        digest=digest, seed=seed, training=training, rank=temperatures[0], suit=temperatures[1],
        unseen=measured(reader, sides["test"], seed), seen=_last(measured(reader, known, seed, 1)),
        own=_last(measured(reader, own, seed, 1)), **named,
    )  # fmt: skip
    # Lines of a table are left as they are.
    parts = [part if part.startswith("|") else fill(part, 118, **WHOLE) for part in text.split("\n\n")]
    return "\n\n".join(parts).rstrip() + "\n"


def _last(table: str) -> str:
    return table.splitlines()[-1]


WHOLE: Final[dict[str, Any]] = {"break_long_words": False, "break_on_hyphens": False}
NOTE: Final = """# Where the card reader's weights come from

`reader.npz` (sha256 {digest}) was made by `tools/train_reader.py` with seed {seed}: {training}. No picture of
a card is kept in it or in this package.

Learned from decks installed by package name: KPat's from `kdegames-card-data-kf5` (GPL-2+, some
LGPL-2+, GPL-3+ or MIT), AisleRiot's from `aisleriot` and `gnome-cards-data` (GPL-3+, LGPL-3+), PySolFC's
from `pysolfc-cardsets` (GPL-2+, some under BSD-like licences), and from the cards that this program draws:
{train}.

From these, whose upper left corners lack ranks or suits, it learned what cannot be read there: {odd}.

And from synthetic decks, drawn by `tools/reader_synthetic.py` with the system's fonts.

Temperatures {rank:.2f} (rank) and {suit:.2f} (suit) were fitted on decks not learned from: {calibrate}.

Measured on corners drawn anew. Clean: scaled and shifted only. Spoilt: also noise, blur, compression, boxes
off by a pixel or two. Covered: a strip of 13 to 68 % of the card's width shows; thin strips often hold no
suit at all. Decks neither learned from nor used for the temperatures:

{unseen}

Decks learned from:

| deck | clean: rank | suit | spoilt: rank | suit | covered: rank | suit | > .99 | of them wrong |
|---|---|---|---|---|---|---|---|---|
{seen}

The cards that this program draws, small ones too, whose corners hold little of the suit:

| deck | clean: rank | suit | spoilt: rank | suit | covered: rank | suit | > .99 | of them wrong |
|---|---|---|---|---|---|---|---|---|
{own}
"""
