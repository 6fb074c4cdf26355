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
from torch import nn

from winnable.screen.network import COLUMNS, ROWS, NetworkReader

if TYPE_CHECKING:
    from reader_decks import Corners

OUT: Final = Path(__file__).parents[1] / "src" / "winnable" / "screen" / "reader.npz"
CHANNELS: Final = (4, 16, 32, 64, 64)
HIDDEN: Final = 128
HEADS: Final = (14, 5)
BATCH: Final = 64
FRESH: Final = 24  # of a batch; the others were seen before, which costs less than drawing new ones
KEPT: Final = 12288
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


class Source:
    """Batches of spoilt corners with their labels."""

    def __init__(
        self, real: list[list[Corners]], unranked: list[Corners], seed: int, fonts: list[Path]
    ) -> None:
        self.random, self.noise = Random(seed), np.random.default_rng(seed)
        self.real, self.unranked, self.fonts = real, unranked, fonts
        self.drawn = decks.synthetic(24, self.random, fonts)
        self.crops = np.zeros((KEPT, ROWS, COLUMNS, 4), np.float16)
        self.labels = np.zeros((KEPT, 2), np.int64)
        self.made = 0

    def one(self) -> tuple[np.ndarray, tuple[int, int]]:
        draw = self.random.random()
        if draw < 0.04:
            every = [deck for family in self.real for deck in family]
            return decks.nothing(every, self.random, self.noise), (decks.NO_RANK, decks.NO_SUIT)
        if draw < 0.07 and self.unranked:
            deck = self.random.choice(self.unranked)
        elif draw < 0.55 and self.real:
            deck = self.random.choice(self.random.choice(self.real))
        else:
            deck = self.random.choice(self.drawn)
        card = self.random.randrange(52)
        return decks.spoilt(deck, card, self.random, self.noise), deck.labels(card)

    def more(self, count: int) -> np.ndarray:
        """Makes new corners, in place of the oldest; their places."""
        places = np.arange(self.made, self.made + count) % KEPT
        for place in places:
            crop, self.labels[place] = self.one()
            self.crops[place] = crop
        self.made += count
        if self.made % (16 * FRESH) == 0:
            self.drawn = self.drawn[-160:] + decks.synthetic(1, self.random, self.fonts)
        return places

    def batch(self) -> tuple[torch.Tensor, torch.Tensor]:
        new = self.more(FRESH)
        old = self.noise.integers(0, min(self.made, KEPT), BATCH - FRESH)
        places = np.concatenate([new, old])
        crops = self.crops[places].astype(np.float32)
        light = self.noise.normal(1, 0.08, (BATCH, 1, 1, 1)).astype(np.float32)
        crops[..., :3] *= light
        return torch.from_numpy(crops.transpose(0, 3, 1, 2).copy()), torch.from_numpy(self.labels[places])


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
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
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
        running += 0.02 * (float(loss) - running)
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


def samples(corners: list[Corners], times: int, seed: int, hard: float) -> tuple[np.ndarray, np.ndarray]:
    """Every card of these decks so many times: crops and cards."""
    random, noise = Random(seed), np.random.default_rng(seed)
    cards = [card for _ in corners for _ in range(times) for card in range(52)]
    crops = [
        decks.spoilt(deck, card, random, noise, hard)
        for deck in corners
        for _ in range(times)
        for card in range(52)
    ]
    return np.stack(crops), np.asarray(cards)


def fitted(reader: NetworkReader, crops: np.ndarray, cards: np.ndarray) -> tuple[float, float]:
    """The temperatures of both heads under which these cards are most probable."""
    logits = reader.logits(crops)
    found = []
    for part, labels in ((logits[:, : HEADS[0]], cards >> 2), (logits[:, HEADS[0] :], cards & 3)):
        choices = np.geomspace(0.5, 4, 60)
        losses = [
            nn.functional.cross_entropy(torch.from_numpy(part / t), torch.from_numpy(labels)) for t in choices
        ]
        found.append(float(choices[int(np.argmin([float(loss) for loss in losses]))]))
    return found[0], found[1]


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
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))
    fonts = [Path(folder) for folder in asked.fonts.split(os.pathsep)]
    before = f" from the weights {digest_of(asked.start)}" if asked.start else ""
    real = [loaded for family in decks.families("train") if (loaded := decks.load(family))]
    source = Source(
        real, [d for f in decks.families("unranked") for d in decks.load(f, ranked=False)], asked.seed, fonts
    )
    print(f"{sum(map(len, real))} installed decks in {len(real)} families", flush=True)
    net, batches = train(source, 60 * asked.minutes, asked.seed, asked.out, asked.start)
    save(net, asked.out, (1.0, 1.0))
    others = {
        side: [d for f in decks.families(side) for d in decks.load(f)] for side in ("calibrate", "test")
    }
    temperature = fitted(NetworkReader(asked.out), *samples(others["calibrate"], 4, asked.seed, 1.0))
    save(net, asked.out, temperature)
    table = measured(NetworkReader(asked.out), others["test"], asked.seed)
    text = NOTE.format(
        digest=digest_of(asked.out), seed=asked.seed, batches=batches, samples=batches * FRESH,
        start=before, drawn=len(source.drawn),
        decks=", ".join(sorted(deck.name for family in real for deck in family)),
        unranked=", ".join(deck.name for deck in source.unranked),
        calibrate=", ".join(deck.name for deck in others["calibrate"]),
        rank=temperature[0], suit=temperature[1], table=table,
    )  # fmt: skip
    asked.out.with_suffix(".md").write_text(text, encoding="utf-8")
    print(text)


NOTE: Final = """# Where the card reader's weights come from

`reader.npz` (sha256 {digest}) was made by `tools/train_reader.py` with seed {seed}: {batches} batches{start},
{samples} corners drawn anew. No picture of a card is kept in it or in this package.

Learned from decks installed by package name: KPat's from `kdegames-card-data-kf5` (GPL-2+, some
LGPL-2+, GPL-3+ or MIT), AisleRiot's from `aisleriot` and `gnome-cards-data` (GPL-3+, LGPL-3+), PySolFC's
from `pysolfc-cardsets` (GPL-2+, some under BSD-like licences):
{decks}.

From these, whose corners hold no rank, it learned what cannot be read: {unranked}.

And from synthetic decks, drawn by `tools/reader_synthetic.py` with the system's fonts; the last {drawn} of
them were in use at the end.

Temperatures {rank:.2f} (rank) and {suit:.2f} (suit) were fitted on decks not learned from: {calibrate}.

Decks neither learned from nor used for the temperatures, measured. Clean: scaled and shifted only. Spoilt:
also noise, blur, compression, other light, boxes off by a few pixels. Covered: a strip of 9 to 50 % of the
card's height or 13 to 45 % of its width shows; thin strips often hold no suit at all.

{table}
"""


if __name__ == "__main__":
    main()
