"""Trains the card reader: python tools/train_reader.py [--minutes 25] (needs winnable[train])

It learns from the decks that are installed (``reader_decks`` says which families) and from decks that it
draws itself; whole families are held back to fit the temperature and to measure. It writes the weights to
src/winnable/screen/reader.npz and, beside them, reader.md with what they come from and how good they are.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np
import reader_decks as decks
import torch
from reader_corners import Noise, nothing, spoilt
from reader_report import fitted, note, samples
from torch import nn

from winnable.screen.network import COLUMNS, ROWS, NetworkReader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reader_decks import Corners

OUT: Final = Path(__file__).parents[1] / "src" / "winnable" / "screen" / "reader.npz"
CHANNELS: Final = (4, 16, 32, 64, 64)
HIDDEN: Final = 128
HEADS: Final = (14, 5)
BATCH: Final = 128
FRESH: Final = 96  # of a batch; the others were seen before, which costs less than drawing new ones
KEPT: Final = 24576
FIRST: Final = 24  # decks that are invented at first
BLOCKS: Final = 8  # after so many one more is
MOST: Final = 200  # at once
RATE: Final = 2e-3


class Net(nn.Module):
    """The network of ``winnable.screen.network``, with the batch normalisation that training needs."""

    def __init__(self) -> None:
        super().__init__()
        self.convolutions = nn.ModuleList(
            nn.Conv2d(a, b, 3, padding=1, bias=False) for a, b in pairwise(CHANNELS)
        )
        self.norms = nn.ModuleList(nn.BatchNorm2d(channels) for channels in CHANNELS[1:])
        self.dense = nn.Linear(CHANNELS[-1] * (ROWS // 8) * (COLUMNS // 8), HIDDEN)
        self.dropout = nn.Dropout(0.3)
        self.head = nn.Linear(HIDDEN, sum(HEADS))

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        last = len(self.convolutions) - 1
        for number, (convolution, norm) in enumerate(zip(self.convolutions, self.norms, strict=True)):
            values = torch.relu(norm(convolution(values)))
            if number < last:
                values = torch.max_pool2d(values, 2)
        hidden = torch.relu(self.dense(values.flatten(1)))
        return self.head(self.dropout(hidden))


class Drawn(torch.utils.data.IterableDataset):
    """Blocks of spoilt corners with their labels, without end; another process draws them."""

    def __init__(self, real: list[list[Corners]], odd: list[Corners], seed: int, fonts: list[Path]) -> None:
        self.seed, self.fonts = seed, fonts
        self.real, self.odd = real, odd
        self.every = [deck for family in real for deck in family]

    def __iter__(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        self.noise, self.random = Noise(self.seed), Random(self.seed)
        self.invented = decks.synthetic(FIRST, self.random, self.fonts)
        while True:
            for _ in range(BLOCKS):
                crops = np.empty((FRESH, ROWS, COLUMNS, 4), np.float16)
                labels = np.empty((FRESH, 2), np.int64)
                for place in range(FRESH):
                    crops[place], labels[place] = self.one()
                yield crops, labels
            self.invented = self.invented[-MOST:] + decks.synthetic(1, self.random, self.fonts)

    def one(self) -> tuple[np.ndarray, tuple[int, int]]:
        draw = self.noise.of.random()
        if draw < 0.03:
            return nothing(self.noise.one_of(self.every), self.noise), (decks.NO_RANK, decks.NO_SUIT)
        if draw < 0.09 and self.odd:
            deck = self.noise.one_of(self.odd)
        elif draw < 0.68 and self.real:
            deck = self.noise.one_of(self.noise.one_of(self.real))
        else:
            deck = self.noise.one_of(self.invented)
        card = int(self.noise.of.integers(52))
        return spoilt(deck, card, self.noise), deck.labels(card)


class Source:
    """Batches of new corners and of some that were seen before, each in another light."""

    def __init__(self, drawn: Drawn, seed: int) -> None:
        loader = torch.utils.data.DataLoader(drawn, batch_size=None, num_workers=1, prefetch_factor=16)
        self.blocks = iter(loader)
        self.noise = np.random.default_rng(seed)
        self.crops = np.zeros((KEPT, ROWS, COLUMNS, 4), np.float16)
        self.labels = np.zeros((KEPT, 2), np.int64)
        self.made = 0

    def batch(self) -> tuple[torch.Tensor, torch.Tensor]:
        block = next(self.blocks)
        new = np.arange(self.made, self.made + FRESH) % KEPT
        self.crops[new], self.labels[new] = (np.asarray(part) for part in block)
        self.made += FRESH
        old = self.noise.integers(0, min(self.made, KEPT), BATCH - FRESH)
        places = np.concatenate([new, old])
        crops = in_other_light(self.crops[places].astype(np.float32), self.noise)
        return torch.from_numpy(crops.transpose(0, 3, 1, 2).copy()), torch.from_numpy(self.labels[places])


def in_other_light(crops: np.ndarray, noise: np.random.Generator) -> np.ndarray:
    """The corners lighter or darker, with more or less contrast, in stronger or paler colours; a few grey or
    in other colours, so that the suit's shape must tell, or light on dark."""

    def each(values: np.ndarray) -> np.ndarray:
        return values.astype(np.float32).reshape(-1, 1, 1, 1)

    count = len(crops)
    colours, shown = crops[..., :3], crops[..., 3:]
    changed = noise.random(count) < 0.6
    swapped = np.flatnonzero(noise.random(count) < 0.04)
    for place in swapped:
        colours[place] = colours[place][..., noise.permutation(3)]
    strength = np.where(changed, noise.normal(1, 0.15, count), 1)
    strength[noise.random(count) < 0.03] = 0
    grey = colours.mean(axis=3, keepdims=True)
    night = np.flatnonzero(noise.random(count) < 0.06)
    colours[night] -= 2 * grey[night]
    grey[night] *= -1
    colours = grey + each(strength) * (colours - grey)
    colours = each(np.where(changed, noise.normal(1, 0.12, count), 1)) * colours
    colours += each(np.where(changed, noise.normal(0, 0.05, count), 0)) * shown
    return np.concatenate([colours, shown], axis=3)


def start_from(net: Net, path: Path, source: Source) -> None:
    """Sets the network to stored weights. They hold no batch normalisation: it is set to what it does to some
    batches, so that nothing changes at first."""
    with np.load(path) as stored:
        arrays = {name: torch.from_numpy(stored[name].astype(np.float32)) for name in stored.files}
    values = torch.cat([source.batch()[0] for _ in range(6)])
    with torch.no_grad():
        for k, (convolution, norm) in enumerate(zip(net.convolutions, net.norms, strict=True), 1):
            kernel = arrays[f"conv{k}"].reshape(3, 3, -1, convolution.out_channels)
            convolution.weight.copy_(kernel.permute(3, 2, 0, 1))
            values = convolution(values)
            norm.running_mean.copy_(values.mean((0, 2, 3)))
            norm.running_var.copy_(values.var((0, 2, 3)))
            norm.weight.copy_(torch.sqrt(norm.running_var + norm.eps))
            norm.bias.copy_(arrays[f"bias{k}"] + norm.running_mean)
            values = torch.relu(values + arrays[f"bias{k}"][:, None, None])
            values = torch.max_pool2d(values, 2) if k < len(net.norms) else values
        dense = arrays["dense"].reshape(ROWS // 8, COLUMNS // 8, CHANNELS[-1], HIDDEN)
        net.dense.weight.copy_(dense.permute(3, 2, 0, 1).reshape(HIDDEN, -1))
        net.dense.bias.copy_(arrays["dense_bias"])
        net.head.weight.copy_(arrays["head"].T)
        net.head.bias.copy_(arrays["head_bias"])


def train(
    source: Source, seconds: float, seed: int, out: Path, stored: Path | None = None
) -> tuple[Net, int]:
    """A network trained for so long, from stored weights where they are given, and the number of batches; it
    is kept on the way every few minutes."""
    torch.manual_seed(seed)
    net = Net().to(memory_format=torch.channels_last)
    if stored is not None:
        start_from(net, stored, source)
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-2)
    loss_of = nn.CrossEntropyLoss()
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.98), use_buffers=True
    )
    quick = torch.ops.mkldnn._is_mkldnn_bf16_supported()
    start, batches, running, kept = time.monotonic(), 0, 4.0, time.monotonic()
    while (part := (time.monotonic() - start) / seconds) < 1:
        rate = RATE * min(1, (batches + 1) / 100, (1 - part) / 0.6 + 0.003)
        for group in optimiser.param_groups:
            group["lr"] = rate
        crops, labels = source.batch()
        with torch.autocast("cpu", torch.bfloat16, enabled=quick):
            result = net(crops.contiguous(memory_format=torch.channels_last)).float()
        loss = loss_of(result[:, : HEADS[0]], labels[:, 0]) + loss_of(result[:, HEADS[0] :], labels[:, 1])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        mean.update_parameters(net)
        batches += 1
        running += 0.02 * (loss.item() - running)
        if batches % 50 == 0:
            print(f"batch {batches}, {part:.0%} of the time, loss {running:.3f}", flush=True)
        if time.monotonic() - kept > 150:
            save(mean.module, out, (1.0, 1.0))
            kept = time.monotonic()
    return mean.module, batches


def save(net: Net, path: Path, temperature: tuple[float, float]) -> None:
    """Writes the weights as float16, batch normalisation folded into the convolutions."""
    net.eval()
    arrays: dict[str, np.ndarray] = {"temperature": np.asarray(temperature)}
    with torch.no_grad():
        for k, (convolution, norm) in enumerate(zip(net.convolutions, net.norms, strict=True), 1):
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            kernel = (convolution.weight * scale[:, None, None, None]).permute(2, 3, 1, 0)
            arrays[f"conv{k}"] = kernel.reshape(-1, kernel.shape[-1]).numpy()
            arrays[f"bias{k}"] = (norm.bias - norm.running_mean * scale).numpy()
        dense = net.dense.weight.reshape(HIDDEN, CHANNELS[-1], ROWS // 8, COLUMNS // 8)
        arrays["dense"] = dense.permute(2, 3, 1, 0).reshape(-1, HIDDEN).numpy()
        arrays["dense_bias"] = net.dense.bias.numpy()
        arrays["head"] = net.head.weight.T.numpy()
        arrays["head_bias"] = net.head.bias.numpy()
    net.train()
    unfinished = path.with_suffix(".part.npz")
    np.savez_compressed(unfinished, **{name: array.astype(np.float16) for name, array in arrays.items()})
    unfinished.replace(path)


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=25, help="how long to train")
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--fonts", default="/usr/share/fonts", help="folders, parted as in PATH")
    asked = parser.parse_args()
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    fonts = [Path(folder) for folder in asked.fonts.split(os.pathsep)]
    before = f" from the weights {digest_of(asked.start)}" if asked.start else ""
    real = [loaded for family in decks.families("train") if (loaded := decks.load(family))]
    real += decks.own()
    odd = decks.odd()
    print(f"{sum(map(len, real))} decks in {len(real)} families", flush=True)
    source = Source(Drawn(real, odd, asked.seed, fonts), asked.seed)
    net, batches = train(source, 60 * asked.minutes, asked.seed, asked.out, asked.start)
    del source  # ends the process that drew corners, so that its time counts
    seconds = sum(os.times()[:4])
    save(net, asked.out, (1.0, 1.0))
    others = {
        side: [deck for family in decks.families(side) for deck in decks.load(family)]
        for side in ("calibrate", "test")
    }
    temperatures = fitted(NetworkReader(asked.out), *samples(others["calibrate"], 6, asked.seed, 1.0))
    save(net, asked.out, temperatures)
    text = note(
        NetworkReader(asked.out), digest_of(asked.out), asked.seed, temperatures,
        f"{batches} batches of {BATCH}{before}, {batches * FRESH} corners drawn anew, in {seconds / 60:.0f} "
        "minutes of processor time",
        {"train": [deck for family in real for deck in family], "odd": odd, **others},
    )  # fmt: skip
    asked.out.with_suffix(".md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
