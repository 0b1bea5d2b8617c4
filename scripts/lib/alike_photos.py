"""Makes a folder of pictures that are nearly the same: alike_photos.py FOLDER KIND PHOTOS. Needs numpy and Pillow.

KIND is "still", one scene with another grain, light and a shift of a pixel each time, without a time, as scans, thumbnails and
frames of videos have none; or "lapse", the frames of a fixed camera five seconds apart, with clouds that pass and light that
comes and goes in two hours.
"""

import math
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path

import numpy
from PIL import Image

WIDTH, HEIGHT = 160, 120
IN_FOLDER = 1000
BEGIN = datetime(2020, 6, 1)
MAKE, MODEL, PHOTO_FACTS, EXPOSURE, TAKEN_AT = 0x010F, 0x0110, 0x8769, 0x829A, 0x9003


def scene():
    """A ground with edges below a sky that is a little lighter."""
    random = numpy.random.default_rng(7)
    coarse = Image.fromarray(random.integers(40, 200, (7, 9, 3), dtype=numpy.uint8))
    pixels = numpy.asarray(coarse.resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)).astype(numpy.float32)
    for _ in range(24):
        left, top = random.integers(0, WIDTH - 12), random.integers(HEIGHT // 3, HEIGHT - 8)
        width, height = random.integers(5, 40, 2)
        pixels[top:top + height, left:left + width] += random.integers(-70, 71, 3)
    return pixels


def still(number, pixels, random):
    shifted = numpy.roll(pixels, (number % 3 - 1, number // 3 % 3 - 1), axis=(0, 1))
    return shifted * random.uniform(0.92, 1.08), Image.Exif()


def lapse(number, pixels, random):
    y, x = numpy.mgrid[0:HEIGHT // 2, 0:WIDTH]
    sky = numpy.zeros((HEIGHT // 2, WIDTH), dtype=numpy.float32)
    for cloud in range(6):
        middle = (number * (0.3 + 0.1 * cloud) + cloud * 61) % (WIDTH + 60) - 30
        sky += 60 * numpy.exp(-((x - middle) / (14 + 2 * cloud)) ** 2 - ((y - 8 * cloud) / 7) ** 2)
    frame = pixels.copy()
    frame[:HEIGHT // 2] += sky[:, :, None]
    exif = Image.Exif()
    exif[MAKE], exif[MODEL] = "Generated", "Fixed"
    facts = exif.get_ifd(PHOTO_FACTS)
    facts[TAKEN_AT] = f"{BEGIN + timedelta(seconds=5 * number):%Y:%m:%d %H:%M:%S}"
    facts[EXPOSURE] = 0.005
    return frame * (0.8 + 0.2 * math.cos(number * 2 * math.pi / 1440)), exif


def write(folder, kind, first, last):
    pixels = scene()
    for number in range(first, last):
        random = numpy.random.default_rng(number)
        frame, exif = {"still": still, "lapse": lapse}[kind](number, pixels, random)
        frame = frame + random.normal(0, 3, frame.shape)
        picture = Image.fromarray(frame.clip(0, 255).astype(numpy.uint8))
        picture.save(folder / f"{number // IN_FOLDER:03}" / f"{number:06}.jpg", "JPEG", quality=88, exif=exif)


def main():
    folder, kind, photos = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    starts = range(0, photos, IN_FOLDER)
    for start in starts:
        (folder / f"{start // IN_FOLDER:03}").mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for part in [pool.submit(write, folder, kind, start, min(start + IN_FOLDER, photos)) for start in starts]:
            part.result()


main()
