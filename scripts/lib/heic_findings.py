"""Whether HEICs of phones are judged as they should be: heic_findings.py DECKLE SHARED KEPT.

The labelled photos are written as HEICs with tiles, 8 across as a phone's of 12 megapixels, once with a thumbnail and once without:
without one every tile is decoded. Both are scanned, and the JPEGs that they were made of. Prints for each set what is listed or
proposed in one and not in the other. Ends with 1 where thumbnails make a difference.
"""

import csv
import os
import shutil
import sys
import tempfile
from pathlib import Path

from evaluate import scan
from phone_heic import write_all

SIDE, TILE = 2048, 256
SETS = ("blur", "real/blur", "similar", "real/similar", "real/neardup", "neardup")


def findings(document):
    """(category, name, whether it is proposed) of each issue, by the name without its ending."""
    return {(issue["category"], Path(issue["path"]).stem, issue["preselected"]) for issue in document["issues"]}


def main():
    deckle, shared, kept = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    total = 0
    print(f"{'':<16}{'photos':>8}{'issues':>8}{'differ by thumbnails':>24}{'in part':>10}{'differ from the JPEGs':>24}")
    for name in SETS:
        labels = shared / "data" / name / "labels.csv"
        if not labels.is_file():
            print(f"{name}: not there")
            continue
        with open(labels, newline="", encoding="utf-8") as file:
            photos = sorted({labels.parent / row["file"] for row in csv.DictReader(file)})
        # Two of one stem would be one file here.
        photos = [photo for photo in photos if photo.suffix.lower() in (".jpg", ".jpeg") and photo.is_file()]
        photos = list({photo.stem: photo for photo in photos}.values())
        with_thumbnail, without = kept / name / "phone", kept / name / "bare"
        jpegs = kept / name / "jpeg"
        for folder in (with_thumbnail, without, jpegs):
            folder.mkdir(parents=True, exist_ok=True)
        write_all(
            [(photo, [folder / f"{photo.stem}.heic" for folder in (with_thumbnail, without)]) for photo in photos],
            side=SIDE, tile=TILE, camera="Phone", quality=88)
        for photo in photos:
            shutil.copy(photo, jpegs)
        # Of equal photos the older file stays: here none is older.
        for path in (path for folder in (with_thumbnail, without, jpegs) for path in folder.iterdir()):
            os.utime(path, (1_700_000_000, 1_700_000_000))
        with tempfile.TemporaryDirectory(prefix="deckle-eval-") as scratch:
            documents = {folder: scan(deckle, folder, Path(scratch)) for folder in (with_thumbnail, without, jpegs)}
        mine, whole, originals = (findings(documents[folder]) for folder in (with_thumbnail, without, jpegs))
        sharpness = [{Path(row["path"]).stem: row["sharpness"] for row in documents[folder]["measurements"]}
                     for folder in (with_thumbnail, without)]
        partial = sum(sharpness[0].get(photo) != value for photo, value in sharpness[1].items())
        total += len(mine ^ whole)
        print(f"{name:<16}{len(photos):>8}{len(whole):>8}{len(mine ^ whole):>24}{partial:>10}{len(whole ^ originals):>24}", flush=True)
        for category, photo, proposed in sorted(mine ^ whole):
            where = "by its thumbnail" if (category, photo, proposed) in mine else "by all tiles"
            print(f"  {category} {photo}{', proposed' if proposed else ''}: {where} only")
    print(f"{total} differences in what is listed or proposed")
    sys.exit(1 if total else 0)


main()
