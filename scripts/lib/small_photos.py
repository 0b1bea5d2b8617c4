"""Makes a tree of small photos: small_photos.py FOLDER PHOTOS. Needs numpy and Pillow.

Each has a scene of its own, from its number: soft colours, a few edges, grain. Every fifth is the next frame of the one
before, every fiftieth a copy; five hundred lie in a folder. Each names its camera and its time, as photos do: five in a
minute and a half, then nothing for two hours.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path

import numpy
from PIL import Image

WIDTH, HEIGHT = 320, 240
IN_FOLDER = 500
BEGIN = datetime(2000, 1, 1)
MODEL, PHOTO_FACTS, TAKEN_AT = 0x0110, 0x8769, 0x9003


def scene(number):
    """A picture that belongs to a number: the same each time."""
    random = numpy.random.default_rng(number)
    coarse = Image.fromarray(random.integers(0, 256, (7, 9, 3), dtype=numpy.uint8))
    pixels = numpy.asarray(coarse.resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)).astype(numpy.int16)
    for _ in range(6):
        left, top = random.integers(0, WIDTH - 40), random.integers(0, HEIGHT - 40)
        width, height = random.integers(12, 120, 2)
        pixels[top:top + height, left:left + width] += random.integers(-90, 91, 3, dtype=numpy.int16)
    return pixels


def facts(number):
    """The metadata of a photo."""
    taken = BEGIN + timedelta(hours=2 * (number // 5), seconds=20 * (number % 5))
    exif = Image.Exif()
    exif[MODEL] = "Generated"
    exif.get_ifd(PHOTO_FACTS)[TAKEN_AT] = f"{taken:%Y:%m:%d %H:%M:%S}"
    return exif


def write(folder, first, last):
    for number in range(first, last):
        # Of a copy everything is that of the photo before it.
        same = number - 1 if number % 50 == 49 else number
        is_next = same % 5 == 4
        pixels = scene(same - 1 if is_next else same)
        if is_next:
            pixels = numpy.roll(pixels, 3, axis=1)
        random = numpy.random.default_rng(10**9 + same)
        grain = random.integers(-6, 7, pixels.shape, dtype=numpy.int16)
        name = folder / f"{number // IN_FOLDER:05}" / f"IMG_{number:07}.JPG"
        picture = Image.fromarray((pixels + grain).clip(0, 255).astype(numpy.uint8))
        picture.save(name, "JPEG", quality=88, exif=facts(same))


def main():
    folder, photos = Path(sys.argv[1]), int(sys.argv[2])
    for number in range(0, photos, IN_FOLDER):
        (folder / f"{number // IN_FOLDER:05}").mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        parts = [
            pool.submit(write, folder, first, min(first + IN_FOLDER, photos)) for first in range(0, photos, IN_FOLDER)
        ]
        for part in parts:
            part.result()


main()
