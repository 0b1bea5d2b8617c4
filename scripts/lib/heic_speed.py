"""What HEICs cost as phones write them: heic_speed.py DECKLE MEASURE KEPT LABELS [OTHER].

Twelve photos of LABELS, a table of labelled photos, that are as sharp as a phone's when they are enlarged to 12 megapixels are written
as JPEGs and as HEICs with tiles, a thumbnail and a camera's Exif, and kept in KEPT. In pairs: a cold scan of the HEICs beside one of the
JPEGs, beside one in which every photo is measured whole, and beside one by OTHER, another version of Deckle; the luma of each by tiles
and by libheif. And how long a card waits for its picture. The same of the first six photos that are labelled blurry, which are measured
in part in vain; and of the large photos of real phones, where they are there.
"""

import csv
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import be_reaper, scan
from interface import key_times
from PIL import Image
from phone_heic import enlarged, write_all

LARGE = {"24 MP (iPhone)": "ios26-iphone15pro.heic", "200 MP (Galaxy)": "galaxy-s24ultra-200mp.heic"}
PHOTOS, BLURRED, ROUNDS, QUALITY, SIDE, SHARP = 12, 6, 5, 55, 4032, 0.6


def prepared(deckle, kept, labels, scratch):
    """A folder of JPEGs, one of the HEICs made of them, one with a copy of each HEIC, and one of blurred HEICs."""
    jpegs, heics, cards, originals, blurred = (
        kept / "heic 2" / name for name in ("jpeg", "heic", "cards", "blurred jpeg", "blurred"))
    for folder in (jpegs, heics, cards, originals, blurred):
        folder.mkdir(parents=True, exist_ok=True)
    with open(labels, newline="", encoding="utf-8") as file:
        rows = sorted((row["file"], row["label"], row["kind"]) for row in csv.DictReader(file))
    if len(list(jpegs.iterdir())) != PHOTOS:
        for name, label, kind in rows:
            if (label, kind) == ("sharp", "plain"):
                write_jpeg(labels.parent / name, jpegs / name)
    document, _ = scan(deckle, jpegs, scratch, "--no-cache", "--measurements")
    scores = {Path(row["path"]).name: row["sharpness"] or 0 for row in document["measurements"]}
    photos = [jpegs / name for name in sorted(scores) if scores[name] >= SHARP][:PHOTOS]
    for path in set(jpegs.iterdir()) - set(photos):
        path.unlink()
    for name in [name for name, label, _ in rows if label == "blurry"][:BLURRED]:
        if not (originals / name).exists():
            write_jpeg(labels.parent / name, originals / name)
    for sources, folder in ((photos, heics), (originals.iterdir(), blurred)):
        write_all([(photo, folder / f"{photo.stem}.heic") for photo in sources], QUALITY, "Phone")
    # Copies, so that there are cards.
    for heic in heics.iterdir():
        for name in (heic.name, f"copy {heic.name}"):
            if not (cards / name).exists():
                shutil.copy(heic, cards / name)
    return jpegs, heics, cards, blurred


def write_jpeg(source, target):
    """Of 12 megapixels, by a camera."""
    exif = Image.Exif()
    exif[0x010F], exif[0x0110] = "Deckle", "Phone"
    with Image.open(source) as picture:
        enlarged(picture.convert("RGB"), SIDE).save(target, quality=90, exif=exif)


def main():
    deckle, measure, kept, labels = sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
    other = sys.argv[5] if len(sys.argv) > 5 else None
    be_reaper()
    with tempfile.TemporaryDirectory(prefix="deckle-bench-") as scratch:
        scratch = Path(scratch)
        jpegs, heics, cards, blurred = prepared(deckle, kept, labels, scratch)
        size = sum(path.stat().st_size for path in heics.iterdir()) / PHOTOS / 1e6
        print(f"{PHOTOS} HEICs of phones, 12 megapixels and {size:.1f} MB each; {ROUNDS} rounds in turn, medians (least to most)")
        empty = scratch / "empty"
        empty.mkdir()
        ways = {
            "HEIC": (deckle, heics), "HEIC measured whole": (deckle, heics, "--measurements"),
            "JPEG": (deckle, jpegs), "nothing": (deckle, empty),
            "blurred HEIC": (deckle, blurred), "blurred HEIC measured whole": (deckle, blurred, "--measurements"),
        }
        if other:
            ways["HEIC by the other version"] = (other, heics)
        real = labels.parent.parent.parent / "real"
        for title, name in LARGE.items():
            if (real / name).exists():
                folder = scratch / name
                folder.mkdir()
                shutil.copy(real / name, folder)
                ways[title] = (deckle, folder)
                ways[f"{title} measured whole"] = (deckle, folder, "--measurements")
        costs = {way: [] for way in ways}
        for number in range(ROUNDS + 1):
            for way, (program, folder, *options) in ways.items():
                _, cost = scan(program, folder, scratch, "--no-cache", *options)
                if number:
                    costs[way].append(cost.processor)
        bare = statistics.median(costs["nothing"])
        for way in ways:
            if way != "nothing":
                photos = BLURRED if "blurred" in way else 1 if " MP " in way else PHOTOS
                print(row(f"a cold scan, a photo: {way}", [(cost - bare) / photos * 1000 for cost in costs[way]], "ms"))
        for way in ways:
            if way not in ("nothing", "HEIC") and "blurred" not in way and " MP " not in way:
                ratios = [(mine - bare) / (theirs - bare) for mine, theirs in zip(costs["HEIC"], costs[way])]
                print(row(f"HEIC ÷ {way}", ratios, "", 2))
        pairs = json.loads(subprocess.run([measure, "reader", str(heics)], stdout=subprocess.PIPE, check=True).stdout)
        pairs = [pair for pair in pairs if pair["kind"] == "HEIC"]
        print(row("luma of a photo: tile by tile", [pair["reader"] for pair in pairs], "ms"))
        print(row("luma of a photo: libheif", [pair["library"] for pair in pairs], "ms"))
        print(f"{'the same luma but for rounding':<58}{sum(pair['same'] for pair in pairs)} of {len(pairs)}")
        ahead, fresh, _ = key_times(deckle, str(cards), scratch, int(os.environ.get("DECKLE_BENCH_KEYS", "40")))
        print(row("key to a picture that was decoded ahead", [time * 1000 for time in ahead], "ms"))
        print(row("new size to a picture that was not", [time * 1000 for time in fresh], "ms"))


def row(title, values, unit, digits=0):
    middle, least, most = (f"{value:.{digits}f}" for value in (statistics.median(values), min(values), max(values)))
    return f"{title:<58}{middle} {unit} ({least} to {most})".replace("  (", " (")


main()
