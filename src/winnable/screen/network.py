"""The small network reader: rank and suit from the corners of a card.

The upper left corner of a card, 0.48 by 0.60 card widths, is brought to 40 by 48 pixels; four 3 x 3
convolutions, each followed by a maximum over 2 x 2 (the last by none), a layer of 128 and two heads: 13 ranks
and "no rank to be read", 4 suits and "no suit to be read". What is covered is left out of the crop and marked
so in a fourth channel, so that the strip of a covered card is judged by what shows of it. What cannot be read
there is looked for in the upper right corner, where some decks have it.

``reader.npz`` holds the weights, made by ``make train-reader``; ``reader.md`` tells from which decks. Both
heads' logits are divided by a temperature that was fitted on decks the network had not seen (Guo and others,
On Calibration of Modern Neural Networks, 2017), so that a probability of .9 is right nine times in ten.

It runs in plain numpy: 52 cards take some 50 ms on one core.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from winnable.cards import DECK_SIZE
from winnable.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from winnable.screen.seen import Box, Picture, Scores, SeenCard

    Floats = NDArray[np.float32]

__all__ = ["COLUMNS", "ROWS", "NetworkReader", "corner", "corner_of"]

CORNER_WIDTH: Final = 0.48  # of a card's width
CORNER_HEIGHT: Final = 0.60  # of a card's width too: wide and narrow decks have indices of like shape
COLUMNS: Final = 40
ROWS: Final = 48
RANKS: Final = 13
SUITS: Final = 4
WEIGHTS: Final = Path(__file__).with_name("reader.npz")
_LEAST_SHOWN: Final = 0.04  # of the corner: less than that tells nothing
_LACKS: Final = 0.2  # the probability that something cannot be read from which the other corner is looked at
_NEAR: Final = 0.04  # of a card's width: an edge this close to the card's counts as not covered


class NetworkReader:
    """A CardReader for decks that nobody has told us of; ``path`` is a file of weights as the trainer writes.

    InputError where the file is missing or holds something else.
    """

    name = "network"

    def __init__(self, path: Path = WEIGHTS) -> None:
        try:
            with np.load(path) as stored:
                self._weights = {key: stored[key].astype(np.float32) for key in stored.files}
            self._layers = [(self._weights[f"conv{k}"], self._weights[f"bias{k}"]) for k in range(1, 5)]
            self._temperature = self._weights["temperature"]
            self._dense = self._weights["dense"], self._weights["dense_bias"]
            self._head = self._weights["head"], self._weights["head_bias"]
        except (OSError, ValueError, KeyError) as error:
            raise InputError(
                f"the card reader's weights cannot be used: {error}",
                source=str(path),
                mend="install winnable[vision] again",
            ) from None

    def scores(self, picture: Picture, cards: Sequence[SeenCard]) -> Scores:
        """As in CardReader: an even row for a card that lies face down or shows too little to be read."""
        result = np.full((len(cards), DECK_SIZE), 1 / DECK_SIZE)
        corners = [corner_of(picture, card) if card.up else None for card in cards]
        crops = {row: crop for row, crop in enumerate(corners) if crop is not None}
        if not crops:
            return result
        rank, suit = self.heads(np.stack(list(crops.values())))
        for i, row in enumerate(crops):
            if max(rank[i, RANKS], suit[i, SUITS]) < _LACKS:
                continue
            crop = right_corner_of(picture, cards[row])
            if crop is not None:
                for head, other in zip((rank, suit), self.heads(crop[None]), strict=True):
                    head[i, :-1] += head[i, -1] * other[0, :-1]
                    head[i, -1] *= other[0, -1]
        result[list(crops)] = _cards(rank, suit)
        return result

    def read(self, crops: Floats) -> Scores:
        """The probabilities of the 52 cards for corners as ``corner`` makes them: (n, ROWS, COLUMNS, 4)."""
        return _cards(*self.heads(crops))

    def heads(self, crops: Floats) -> tuple[Scores, Scores]:
        """Probabilities of shape (n, 14) and (n, 5): each rank or suit, and last that none can be read."""
        logits = self.logits(crops)
        rank_temperature, suit_temperature = self._temperature
        return (
            _softmax(logits[:, : RANKS + 1] / rank_temperature),
            _softmax(logits[:, RANKS + 1 :] / suit_temperature),
        )

    def logits(self, crops: Floats) -> Floats:
        """What the network says before temperature: (n, 14 + 5)."""
        values = crops
        for number, (kernel, bias) in enumerate(self._layers):
            values = _convolved(values, kernel, bias)
            if number < len(self._layers) - 1:
                values = _pooled(values)
        flat = values.reshape(len(values), -1)
        hidden = np.maximum(flat @ self._dense[0] + self._dense[1], 0)
        out: Floats = hidden @ self._head[0] + self._head[1]
        return out


def corner_of(picture: Picture, card: SeenCard) -> Floats | None:
    """The corner of a card from which it is read; None where too little of it shows.

    Where other cards cover the upper left corner but not the lower right one, that is taken, turned by half:
    most decks look the same either way up.
    """
    box, visible = card.box, card.visible
    near = _NEAR * box.width
    upper = visible.left <= box.left + near and visible.top <= box.top + near
    lower = visible.right >= box.right - near and visible.bottom >= box.bottom - near
    crop = corner(picture, box, visible, turned=lower and not upper)
    return crop if float(crop[..., 3].mean()) >= _LEAST_SHOWN else None


def right_corner_of(picture: Picture, card: SeenCard) -> Floats | None:
    """The upper right corner of a card, in which some decks have their ranks or suits; None where it is
    covered."""
    box, visible = card.box, card.visible
    near = _NEAR * box.width
    if visible.right < box.right - near or visible.top > box.top + near:
        return None
    crop = corner(picture, box.moved((1 - CORNER_WIDTH) * box.width, 0), visible)
    return crop if float(crop[..., 3].mean()) >= _LEAST_SHOWN else None


def _cards(rank: Scores, suit: Scores) -> Scores:
    """The probabilities of the 52 cards from those of both heads: that something cannot be read is shared out
    evenly, for it tells nothing about which it is."""
    ranks = rank[:, :RANKS] + rank[:, RANKS:] / RANKS
    suits = suit[:, :SUITS] + suit[:, SUITS:] / SUITS
    return (ranks[:, :, None] * suits[:, None, :]).reshape(len(rank), DECK_SIZE)


def corner(picture: Picture, box: Box, visible: Box, turned: bool = False) -> Floats:
    """The upper left corner of a card (``turned``: the lower right one, turned by half) at ROWS x COLUMNS.

    Channels: red, green and blue from -0.5 to 0.5, and 1 where it shows; what does not show is 0 in all four.
    """
    wide, high = CORNER_WIDTH * box.width, CORNER_HEIGHT * box.width
    left = box.right - wide if turned else box.left
    top = box.bottom - high if turned else box.top
    y, first_row = _resampling(top, high, ROWS, (visible.top, visible.bottom), picture.shape[0])
    x, first_column = _resampling(left, wide, COLUMNS, (visible.left, visible.right), picture.shape[1])
    part = picture[first_row : first_row + y.shape[1], first_column : first_column + x.shape[1]]
    values = part.astype(np.float32) / np.float32(255) - np.float32(0.5)
    tall = y @ values.reshape(len(part), -1)
    colours = np.matmul(x, tall.reshape(ROWS, x.shape[1], 3))
    shown = np.outer(y.sum(axis=1), x.sum(axis=1))
    crop: Floats = np.concatenate([colours, shown[..., None]], axis=2, dtype=np.float32)
    return crop[::-1, ::-1] if turned else crop


def _resampling(
    start: float, length: float, count: int, shown: tuple[float, float], limit: int
) -> tuple[Floats, int]:
    """Weights (count, pixels) that bring a stretch of pixels to ``count`` values; the first pixel's place.

    A triangle as wide as two values' shares, at least two pixels (as Pillow's bilinear resize). Pixels that
    do not show, or lie outside the picture, have the weight 0, and the others are not raised for it.
    """
    step = length / count
    reach = max(step, 1.0)
    first = min(max(int(np.floor(start - reach)), 0), limit)
    last = max(min(int(np.ceil(start + length + reach)), limit), first)
    inside = int(np.floor(start - reach)), int(np.ceil(start + length + reach))
    pixels = np.arange(*inside) + 0.5
    middles = start + (np.arange(count) + 0.5) * step
    weights = np.maximum(0, 1 - np.abs(pixels[None, :] - middles[:, None]) / reach)
    weights /= weights.sum(axis=1, keepdims=True)
    weights *= np.clip(np.minimum(pixels + 0.5, shown[1]) - np.maximum(pixels - 0.5, shown[0]), 0, 1)
    return weights[:, first - inside[0] : last - inside[0]].astype(np.float32), first


def _convolved(values: Floats, kernel: Floats, bias: Floats) -> Floats:
    """3 x 3 convolution with zeros around, then max(0, .); the kernel's rows go by y, x, channel."""
    n, rows, columns, channels = values.shape
    padded = np.zeros((n, rows + 2, columns + 2, channels), np.float32)
    padded[:, 1:-1, 1:-1] = values
    patches = np.empty((n, rows, columns, 9, channels), np.float32)
    for place in range(9):
        y, x = divmod(place, 3)
        patches[:, :, :, place] = padded[:, y : y + rows, x : x + columns]
    result = patches.reshape(-1, 9 * channels) @ kernel
    result += bias
    np.maximum(result, 0, out=result)
    return result.reshape(n, rows, columns, -1)


def _pooled(values: Floats) -> Floats:
    """The largest of each 2 x 2."""
    n, rows, columns, channels = values.shape
    across = values.reshape(n, rows, columns // 2, 2, channels).max(axis=3)
    pooled: Floats = across.reshape(n, rows // 2, 2, columns // 2, channels).max(axis=2)
    return pooled


def _softmax(logits: NDArray[np.floating]) -> Scores:
    values = logits.astype(np.float64)
    values = np.exp(values - values.max(axis=1, keepdims=True))
    result: Scores = values / values.sum(axis=1, keepdims=True)
    return result
