"""Holds what Deckle reads of pictures against exiftool and Pillow with pillow_heif: readers.py DECKLE FOLDER…

Prints each difference with its reason, and a line of sums; ends with 1 where a difference has none.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

import pillow_heif
from PIL import Image, ImageFile

pillow_heif.register_heif_opener()
Image.MAX_IMAGE_PIXELS = None
ImageFile.LOAD_TRUNCATED_IMAGES = False


def scanned(deckle, folder):
    """What Deckle says of each file below a folder: its measurement, or why it is not read."""
    with tempfile.TemporaryDirectory() as room:
        places = {f"XDG_{kind}_HOME": room for kind in ("CACHE", "STATE", "CONFIG", "DATA")}
        run = subprocess.run(
            [deckle, "scan", folder, "--json", "--measurements", "--no-cache", "--progress", "none"],
            env={**os.environ, **places}, capture_output=True)
    document = json.loads(run.stdout)
    read = {entry["path"]: entry for entry in document["measurements"]}
    refused = {entry["path"]: entry for entry in document["skipped"]}
    return read, refused


def told_by_exiftool(folder):
    tags = ["-ImageWidth", "-ImageHeight", "-Orientation", "-DateTimeOriginal", "-CreateDate", "-Make", "-Model"]
    run = subprocess.run(["exiftool", "-json", "-n", "-r", *tags, folder], capture_output=True)
    return {entry["SourceFile"]: entry for entry in json.loads(run.stdout or b"[]")}


def opened_by_pillow(path):
    """The size of the picture as it is shown; nil with the reason where Pillow does not open it."""
    try:
        with Image.open(path) as picture:
            picture.load()
            turned = picture.getexif().get(0x0112, 1) in (5, 6, 7, 8) and picture.format != "HEIF"
            size = picture.size[::-1] if turned else picture.size
            return size, None
    except Exception as error:  # Pillow throws what it likes.
        return None, f"{type(error).__name__}: {error}"


def time_of(entry):
    for tag in ("DateTimeOriginal", "CreateDate"):
        found = re.match(r"(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)", str(entry.get(tag, "")))
        if found and found[1] != "0000":
            return f"{found[1]}-{found[2]}-{found[3]}T{found[4]}"
    return None


def camera_of(entry):
    return str(entry.get("Model") or entry.get("Make") or "").strip()


def read_as_raw(name):
    return name.lower().endswith((".iiq", ".crw", ".nef", ".cr2", ".dng"))


# Why a difference is none, by what is known of both readers.
def reason(kind, path, ours, theirs, read):
    name = os.path.basename(path)
    if kind == "refused by us" and read_as_raw(name):
        return "a RAW without a preview: Pillow shows its thumbnail"
    if kind == "refused by us" and "CRC error" in ours:
        return "its checksum is wrong: said to be damaged, where Pillow checks none"
    if kind == "refused by us" and "Bogus marker" in ours:
        return "hostile: libjpeg refuses what Pillow's newer one skips"
    if kind == "refused by Pillow" and re.search(r"grid|Truncated|fromhex|bitfields|cannot identify", theirs):
        return "stricter than the libraries here; the picture is whole in them"
    if kind == "time" and not read.get("capturedAt") and "CasioQVCI" in name:
        return "in a maker's note that is not read"
    if kind == "refused by us" and re.search(r"more than can be opened|too much time or memory", ours):
        return "over the limits of what is opened safely"
    if kind == "refused by us" and "ends too early" in ours:
        return "cut off: Pillow gives what is there"
    if kind == "refused by us" and "This kind of" in ours:
        return "a kind that is named and not read"
    if kind == "refused by Pillow" and read.get("contents", {}).get("damaged"):
        return "damaged: the part that is there is shown, and the file said to be damaged"
    if kind == "refused by Pillow" and read.get("format") == "raw":
        return "a RAW: shown by the JPEG inside"
    if kind == "size" and read.get("format") == "raw":
        return "a RAW: its own size, where Pillow shows a part of it"
    if kind == "size" and name.lower().endswith((".tif", ".tiff")):
        return "a TIFF is turned as its tag says; Pillow turns it too"
    return None


def main():
    deckle, folders = sys.argv[1], [os.path.realpath(folder) for folder in sys.argv[2:]]
    counts = {}
    unexplained = 0

    def differ(kind, path, ours, theirs, read):
        nonlocal unexplained
        why = reason(kind, path, str(ours), str(theirs), read)
        counts[kind] = counts.get(kind, 0) + 1
        unexplained += why is None
        print(f"{kind}: {path}: {ours} | {theirs} | {why or 'NOT EXPLAINED'}")

    files = 0
    for folder in folders:
        read, refused = scanned(deckle, folder)
        told = told_by_exiftool(folder)
        for path in sorted({**read, **refused}):
            files += 1
            size, obstacle = opened_by_pillow(path)
            entry = told.get(path, {})
            if path in refused:
                if size:
                    differ("refused by us", path, refused[path]["message"], size, {})
                continue
            ours = read[path]
            shown = (ours["width"], ours["height"])
            if not size:
                differ("refused by Pillow", path, shown, obstacle, ours)
            elif size != shown:
                differ("size", path, shown, size, ours)
            time = (ours["capturedAt"] or "")[:19] or None
            if time != time_of(entry):
                differ("time", path, time, time_of(entry), ours)
            camera = camera_of(entry)
            if camera and camera.lower() not in (ours["camera"] or "").lower():
                differ("camera", path, ours["camera"], camera, ours)
    sums = ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())) or "no difference"
    print(f"{files} files: {sums}; {unexplained} without a reason")
    sys.exit(1 if unexplained else 0)


main()
