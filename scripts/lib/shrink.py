"""Has the smaller files that Deckle makes judged by others: shrink.py MEASURE [--fit SIDE] [--most COUNT] FOLDER…

Every JPEG and PNG below the folders, by its first bytes, goes through "deckle-measure shrink", without loss or fitted. What comes out is
held against the original by Pillow (libjpeg-turbo, libpng), exiftool, and, fitted, beside ImageMagick at the same size and quality.
Ends with 1 where a file without loss differs, or a fitted one is less similar than 0.98.
"""

import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor

from PIL import Image, ImageFile, JpegImagePlugin

Image.MAX_IMAGE_PIXELS = None
ImageFile.LOAD_TRUNCATED_IMAGES = False
ENDINGS = {b"\xff\xd8\xff": "jpg", b"\x89PN": "png"}
# Of exiftool's groups those that tell of the coding, and tags that tell where in the file something stands.
CODING = {"System", "File", "ExifTool", "Composite"}
PLACES = ("Offset", "Start", "Interlace", "Warning")


def pictures(folders):
    """The JPEGs and PNGs below folders, each content once."""
    seen = set()
    for folder in folders:
        for root, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                path = os.path.join(root, name)
                try:
                    with open(path, "rb") as file:
                        start = file.read(65536)
                    key = (hash(start), os.path.getsize(path))
                except OSError:
                    continue
                if start[:3] in ENDINGS and key not in seen:
                    seen.add(key)
                    yield path, ENDINGS[start[:3]]


def laid_out(folders, room, wanted=None, most=None):
    """The pictures in one folder, under numbers."""
    originals = os.path.join(room, "originals")
    os.mkdir(originals)
    count = 0
    for path, ending in pictures(folders):
        if wanted and not wanted(path, ending):
            continue
        with open(path, "rb") as source, open(os.path.join(originals, f"{count:05}.{ending}"), "wb") as copy:
            copy.write(source.read())
        count += 1
        if most and count == most:
            break
    return originals


def shrunk(measure, originals, output, *fit):
    os.mkdir(output)
    start = time.monotonic()
    run = subprocess.run([measure, "shrink", originals, output, *map(str, fit)], capture_output=True, text=True, check=True)
    return list(csv.DictReader(run.stdout.splitlines())), time.monotonic() - start


def content(path):
    """All that Pillow knows of a picture."""
    with Image.open(path) as picture:
        picture.load()
        info = {key: value for key, value in picture.info.items() if key not in ("progressive", "progression", "interlace")}
        palette = picture.palette.getdata() if picture.palette else None
        return picture.format, picture.mode, picture.size, info, palette, picture.tobytes()


def differences(pair):
    original, smaller = pair
    try:
        before = content(original)
    except Exception as error:  # Pillow throws what it likes.
        return "not judged: " + type(error).__name__
    after = content(smaller)
    names = ("format", "mode", "size", "info", "palette", "pixels")
    return ", ".join(name for name, one, two in zip(names, before, after) if one != two)


def metadata(folder):
    run = subprocess.run(["exiftool", "-json", "-a", "-u", "-G1", "-api", "largefilesupport=1", folder], capture_output=True)
    told = {}
    for entry in json.loads(run.stdout or b"[]"):
        kept = {}
        for key, value in entry.items():
            group, _, tag = key.rpartition(":")
            if group and group not in CODING and not any(place in tag for place in PLACES):
                kept[key] = value
        told[os.path.basename(entry["SourceFile"])] = kept
    return told


def alone(folder, name):
    return metadata(os.path.join(folder, name))[name]


def print_counts(rows):
    outcomes = {}
    for row in rows:
        outcomes[row["outcome"].split(" ")[0]] = outcomes.get(row["outcome"].split(" ")[0], 0) + 1
    for outcome, count in sorted(outcomes.items(), key=lambda item: -item[1]):
        print(f"  {count:6} {outcome}")
    done = [row for row in rows if int(row["after"])]
    for ending in ("jpg", "png"):
        some = [row for row in done if row["file"].endswith(ending)]
        if not some:
            continue
        gains = [1 - int(row["after"]) / int(row["before"]) for row in some]
        before, after = (sum(int(row[key]) for row in some) for key in ("before", "after"))
        whole = sum(int(row["before"]) for row in rows if row["file"].endswith(ending))
        print(f"  {ending}: {len(some)} files, gain {statistics.median(gains):.1%} in the median, {1 - after / before:.1%} in all "
              f"({(before - after) / 1e6:.1f} MB; {(before - after) / whole:.1%} of all {ending} files)")
    return done


def judge_lossless(measure, folders):
    with tempfile.TemporaryDirectory() as room:
        originals, output = laid_out(folders, room), os.path.join(room, "smaller")
        rows, seconds = shrunk(measure, originals, output)
        print(f"{len(rows)} files without loss in {seconds:.0f} s")
        done = print_counts(rows)
        names = [row["file"] for row in done]
        with ProcessPoolExecutor() as pool:
            pairs = [(os.path.join(originals, name), os.path.join(output, name)) for name in names]
            found = list(pool.map(differences, pairs, chunksize=8))
        worse = [(name, text) for name, text in zip(names, found) if text and not text.startswith("not judged")]
        unjudged = sum(text.startswith("not judged") for text in found)
        print(f"Pillow: {len(names) - len(worse) - unjudged} equal, {len(worse)} different, {unjudged} not opened by it")
        before, after = metadata(originals), metadata(output)
        told = [(name, sorted(key for key in before[name].keys() | after[name].keys()
                              if before[name].get(key) != after[name].get(key))) for name in names]
        # Of many files in one run it names tags that no table has by what it met before: a difference is asked for again, alone.
        changed = [(name, keys) for name, keys in told if keys and alone(originals, name) != alone(output, name)]
        print(f"exiftool: {len(told) - len(changed)} equal, {len(changed)} different")
        for name, text in worse + changed:
            print(f"  {name}: {text}")
        return not worse and not changed


def judged_fit(job):
    """Similarity and size of a fitted picture, and of ImageMagick's at the same size and quality."""
    import cv2
    import numpy

    original, smaller, size, quality, room = job
    base = os.path.join(room, os.path.basename(original))

    def luma(picture):
        return numpy.asarray(picture.convert("L"), dtype=numpy.float64)

    with Image.open(original) as picture:
        sampling = "4:4:4" if JpegImagePlugin.get_sampling(picture) == 0 else "4:2:0"
        scaled = luma(picture.resize(tuple(map(int, size.split("x"))), Image.LANCZOS))
    filters = ["-define", "filter:blur=1", "-filter", "Lanczos", "-resize", size + "!"]
    coding = ["-quality", str(quality), "-interlace", "JPEG", "-sampling-factor", sampling]
    subprocess.run(["convert", original, *filters, *coding, base], check=True, capture_output=True)

    def similarity(one, other):
        def mean(values):
            return cv2.GaussianBlur(values, (11, 11), 1.5)

        mu, nu = mean(one), mean(other)
        first, second = mean(one * one) - mu * mu, mean(other * other) - nu * nu
        both = mean(one * other) - mu * nu
        found = (2 * mu * nu + 6.5025) * (2 * both + 58.5225) / ((mu * mu + nu * nu + 6.5025) * (first + second + 58.5225))
        return float(found.mean())

    with Image.open(smaller) as one, Image.open(base) as two:
        own, other = luma(one), luma(two)
    result = similarity(scaled, own), similarity(scaled, other), os.path.getsize(smaller), os.path.getsize(base)
    os.remove(base)
    return result


def judge_fit(measure, folders, side, most):
    def is_large(path, ending):
        try:
            with Image.open(path) as picture:
                return ending == "jpg" and max(picture.size) > side * 1.2
        except Exception:  # Pillow throws what it likes.
            return False

    with tempfile.TemporaryDirectory() as room:
        originals, output = laid_out(folders, room, is_large, most), os.path.join(room, "smaller")
        rows, seconds = shrunk(measure, originals, output, side)
        print(f"{len(rows)} files fitted to {side} pixels in {seconds:.0f} s")
        done = print_counts(rows)
        if not done:
            print("no JPEG is larger than that by a fifth")
            return True
        jobs = [(os.path.join(originals, row["file"]), os.path.join(output, row["file"]), row["outcome"].split(" ")[1],
                 row["quality"], room) for row in done]
        with ProcessPoolExecutor() as pool:
            found = list(pool.map(judged_fit, jobs))
        for title, index in (("Deckle", 0), ("ImageMagick", 1)):
            values = [result[index] for result in found]
            print(f"SSIM to Pillow's Lanczos, {title}: median {statistics.median(values):.4f}, least {min(values):.4f}")
        claimed = [float(row["similarity"]) for row in done]
        print(f"SSIM to Deckle's own Lanczos, as measured by Deckle: least {min(claimed):.4f}")
        print(f"bytes, Deckle's to ImageMagick's: {sum(r[2] for r in found) / sum(r[3] for r in found):.3f}")
        before, after = metadata(originals), metadata(output)
        sizes = ("ImageWidth", "ImageHeight", "ImageLength", "ExifImageWidth", "ExifImageHeight", "APP14Flags", "DCTEncodeVersion",
                 "ColorTransform")
        lost = [(row["file"], keys) for row in done if (keys := sorted(
            key for key in before[row["file"]] if before[row["file"]][key] != after[row["file"]].get(key)
            and key.rpartition(":")[2] not in sizes and not key.startswith("Adobe:")))]
        print(f"exiftool: {len(done) - len(lost)} with all metadata, {len(lost)} without")
        for name, keys in lost:
            print(f"  {name}: {keys}")
        return min(claimed) >= 0.98 and not lost


def judge_speed(measure, folders):
    """Processor and wall time beside jpegtran on the same files, all processors busy, in turn."""
    with tempfile.TemporaryDirectory() as room:
        originals = laid_out(folders, room, lambda path, ending: ending == "jpg")
        names = sorted(os.listdir(originals))
        rows, seconds = shrunk(measure, originals, os.path.join(room, "smaller"))
        spent = {key: sum(float(row[key] or 0) for row in rows) for key in ("encoding", "proof")}
        print(f"{len(rows)} JPEGs: Deckle {seconds:.1f} s (encoding {spent['encoding']:.1f} s, proof {spent['proof']:.1f} s of both processors)")
        for options in (["-optimize"], ["-progressive"]):
            start = time.monotonic()
            command = ["xargs", "-0", "-P", str(os.cpu_count()), "-I{}", "jpegtran", *options, "-copy", "all", "-outfile",
                       "/dev/null", originals + "/{}"]
            subprocess.run(command, input="\0".join(names).encode(), capture_output=True)
            took = time.monotonic() - start
            print(f"jpegtran {options[0]} -copy all: {took:.1f} s, {took / seconds:.2f} of it a Deckle file")


def main():
    arguments = sys.argv[1:]
    measure = arguments.pop(0)
    side, most, is_speed = None, None, False
    while arguments and arguments[0].startswith("--"):
        option = arguments.pop(0)
        if option == "--fit":
            side = int(arguments.pop(0))
        elif option == "--most":
            most = int(arguments.pop(0))
        elif option == "--speed":
            is_speed = True
    if is_speed:
        judge_speed(measure, arguments)
        return
    is_good = judge_fit(measure, arguments, side, most) if side else judge_lossless(measure, arguments)
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
