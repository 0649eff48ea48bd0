"""Show the screens of two versions side by side: pictures that `automotive-env screens --all` wrote before and after a change."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from automotive_env.episode.imaging import decode, resize, webp
from automotive_env.episode.observation import Image
from automotive_env.headunit.kit.rendering.fonts import line_height, text_sprite
from automotive_env.headunit.kit.rendering.theme import DAY

HEIGHT = 184
"""Of a picture on the sheet, in pixels."""
GAP, LETTERS = 16, 20
ROW = 1_380
"""Width of the sheet."""


def pair(before: Image, after: Image, label: str) -> Image:
    """Two pictures of the same shape, both with a label above."""
    if before.shape != after.shape:
        raise SystemExit(f"{label}: the pictures differ in size, {before.shape[1::-1]} and {after.shape[1::-1]}")
    small = [resize(picture, -(-HEIGHT * picture.shape[1] // picture.shape[0]))[:HEIGHT] for picture in (before, after)]
    pictures = np.concatenate([small[0], _empty(HEIGHT, GAP // 2), small[1]], axis=1)
    letters = text_sprite(label, LETTERS, "medium", DAY["text"], DAY["line"])[:, : pictures.shape[1]]
    heading = _empty(line_height(LETTERS) + 4, pictures.shape[1])
    heading[: letters.shape[0], : letters.shape[1]] = letters
    return np.concatenate([heading, pictures])


def rows(cells: list[Image]) -> Image:
    """Cells in as many rows as they need."""
    lines: list[list[Image]] = [[]]
    for cell in cells:
        if lines[-1] and sum(each.shape[1] + GAP for each in (*lines[-1], cell)) > ROW:
            lines.append([])
        lines[-1].append(cell)
    return np.concatenate([part for line in lines for part in (_row(line), _empty(GAP, ROW))])


def _row(cells: list[Image]) -> Image:
    tall = cells[0].shape[0]
    parts = [part for cell in cells for part in (_empty(tall, GAP), cell)]
    wide = sum(part.shape[1] for part in parts)
    return np.concatenate([*parts, _empty(tall, max(0, ROW - wide))], axis=1)


def _empty(height: int, width: int) -> Image:
    return np.full((height, width, 3), DAY["line"], np.uint8)


def main() -> None:
    """Write the sheet."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("before", type=Path, help="pictures of the version before")
    parser.add_argument("after", type=Path, help="pictures of the version after")
    parser.add_argument("sheet", type=Path, help="the .webp file to write")
    parser.add_argument("pictures", nargs="+", help="compare only these files, such as 1408x792-english-day/home-home")
    parser.add_argument("--quality", type=int, default=50, help="quality of the file, 1 to 100")
    asked = parser.parse_args()
    cells = []
    for number, name in enumerate(asked.pictures, 1):
        before, after = (decode((folder / f"{name}.png").read_bytes()) for folder in (asked.before, asked.after))
        cells.append(pair(before, after, f"{number}  {name.rpartition('/')[2]}"))
    asked.sheet.write_bytes(webp(rows(cells), asked.quality, effort=6))


if __name__ == "__main__":
    main()
