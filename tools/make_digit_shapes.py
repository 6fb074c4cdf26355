"""Makes ``digit_shapes.npz``: mean shapes of the digits and of G V Z over the upright fonts of a machine.

    python tools/make_digit_shapes.py [--held-out] [--out FILE] FOLDER...

Every font below the folders whose name has a wanted part is drawn at several sizes, blurred a little, and
the patches of each sign are gathered into mean shapes by k-means (Lloyd, 1982). Nothing of a font is kept
but these means and its name. On Debian the fonts come from fonts-dejavu-core, fonts-dejavu-extra,
fonts-liberation, fonts-hack, fonts-firacode, fonts-jetbrains-mono, fonts-inconsolata, fonts-freefont-ttf,
fonts-noto-mono, fonts-noto-core, fonts-roboto-unhinted, fonts-open-sans, fonts-cantarell, fonts-lato,
fonts-croscore and fonts-mononoki. Six families are left out, so that how well fonts never seen are read can
be measured on them: ``--held-out`` prints that instead.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from winnable.screen.digits import DIGITS, SIDE, read_signs, sign_boxes, sign_patch
from winnable.screen.seen_board import CERTAIN

SIGNS = "0123456789GVZ/"
SIZES = (17, 23, 31, 42)
SHAPES = 12  # of each sign
HELD_OUT = ("Cousine", "Roboto", "mononoki", "Cantarell", "FreeMono", "Inconsolata")
PACKAGE = Path(__file__).parents[1] / "src" / "winnable" / "screen" / "digit_shapes.npz"
WANTED = re.compile(
    r"^(DejaVuSans(Mono)?|LiberationSans|LiberationMono|Hack|FiraCode|JetBrainsMono|Inconsolata|FreeSans|FreeMono"
    r"|NotoSans(Mono|Display)?|Roboto|OpenSans|Cantarell|Lato|Cousine|Arimo|mononoki)"
    r"-?(Regular|Medium|SemiBold|Semibold|Bold|ExtraBold|Black)?\.[ot]tf$"
)


def patches_of(font: Path, sign: str) -> list[np.ndarray]:
    """The sign in this font at all sizes, sharp and blurred."""
    found = []
    for size in SIZES:
        letter = ImageFont.truetype(str(font), size)
        drawn = Image.new("L", (2 * size, 2 * size))
        ImageDraw.Draw(drawn).text((size // 2, size // 4), sign, 255, letter)
        for blur in (0.0, 0.5, 0.9) if size > SIZES[0] else (0.0, 0.5):
            ink = np.asarray(drawn.filter(ImageFilter.GaussianBlur(blur)), np.float32) / 255
            ink = ink / max(float(ink.max()), 0.5)
            boxes = sign_boxes(ink)
            if len(boxes) == 1:
                found.append(sign_patch(ink, boxes[0]))
    return found


def means(patches: np.ndarray, count: int, seed: int = 1) -> np.ndarray:
    """The means of so many groups of like patches."""
    rng = np.random.default_rng(seed)
    flat = patches.reshape(len(patches), -1)
    centres = flat[rng.choice(len(flat), min(count, len(flat)), replace=False)]
    for _ in range(30):
        nearest = ((flat[:, None] - centres[None]) ** 2).sum(axis=2).argmin(axis=1)
        groups = [flat[nearest == k] for k in range(len(centres))]
        centres = np.stack([g.mean(axis=0) if len(g) else c for g, c in zip(groups, centres, strict=True)])
    return centres.reshape(-1, SIDE, SIDE)


def measure(fonts: list[tuple[str, Path]]) -> int:
    """Prints how many digits of these fonts are read right, and how many wrong ones are given as certain."""
    right = wrong = certain = certain_wrong = 0
    for _, path in fonts:
        for digit in DIGITS:
            for read in read_signs(patches_of(path, digit)):
                right += read.sign == digit
                wrong += read.sign != digit
                certain += read.confidence >= CERTAIN
                certain_wrong += read.sign != digit and read.confidence >= CERTAIN
    print(
        f"{len(fonts)} fonts: {right} right, {wrong} wrong; {certain} certain, {certain_wrong} of them wrong"
    )
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--held-out", action="store_true", help="measure on the fonts that are left out")
    parser.add_argument("--out", type=Path, default=PACKAGE)
    given = parser.parse_args()
    found = {path.name: path for folder in given.folders for path in folder.rglob("*.?tf")}
    fonts = sorted((name, path) for name, path in found.items() if WANTED.match(name))
    fonts = [(name, path) for name, path in fonts if name.startswith(HELD_OUT) == given.held_out]
    if not fonts:
        print("no wanted font lies below these folders", file=sys.stderr)
        return 2
    if given.held_out:
        return measure(fonts)
    signs, shapes = "", []
    for sign in SIGNS:
        patches = np.stack([patch for _, path in fonts for patch in patches_of(path, sign)])
        found = means(patches, SHAPES)
        signs += sign * len(found)
        shapes.append(found)
    stored = np.clip(np.concatenate(shapes) * 255 + 0.5, 0, 255).astype(np.uint8)
    np.savez_compressed(given.out, signs=signs, patches=stored, fonts=" ".join(name for name, _ in fonts))
    print(f"{len(fonts)} fonts, {len(stored)} shapes, {given.out.stat().st_size} bytes: {given.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
