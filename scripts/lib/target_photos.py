"""The photos that the targets are measured on, made once from a seed and kept: photos of 12 megapixels, screenshots, HEIC with
and without a thumbnail, near and exact copies. `target_photos.py KEPT GENERATOR BASES` makes them and prints where they are."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path


class Unmeasured(Exception):
    """Why a row of the table has no figure: one sentence."""


class Photos:
    """The folders by kind. Files are hard links into the one library, so that each kind can be scanned by itself."""

    def __init__(self, folder):
        self.all, self.sets = folder / "photos", folder / "sets"

    def of(self, kind):
        folder = self.sets / kind
        if not folder.is_dir() or not any(folder.iterdir()):
            raise Unmeasured(f"the library has no {kind} (heif-enc makes HEIC: scripts/bench --peers)")
        return folder

    def files(self, kind):
        return sorted(self.of(kind).iterdir())


def count():
    """How many JPEG files the library has."""
    return int(os.environ.get("DECKLE_BENCH_TARGETS", "60"))


def prepare(kept, generator, bases):
    """The library below `kept`; made if it is not there, by the Python in the `venv` below it."""
    jpegs = count()
    heic = max(2, jpegs // 10) if shutil.which("heif-enc") else 0
    folder = kept / f"targets-{jpegs}-{heic}"
    if not (folder / "complete").exists():
        print(f"bench: making {jpegs} photos of 12 megapixels and what goes with them in {folder} (minutes)", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "photos").mkdir(parents=True)
        counts = {"jpeg": jpegs, "png": jpegs // 3, "heic": heic, "near": jpegs // 8, "exact": jpegs // 8, "seed": 1}
        options = [text for name, value in counts.items() for text in (f"--{name}", str(value))]
        python = kept / "venv" / "bin" / "python"
        command = [python, generator, "--photos", bases, "--out", folder / "photos", "--jobs", str(os.cpu_count()), *options]
        with open(folder / "generator.log", "wb") as log:
            subprocess.run(command, check=True, stdout=log, stderr=log)
        sort(folder)
        (folder / "complete").touch()
    return Photos(folder)


def sort(folder):
    """Links each file of the library into the sets of its kind."""
    entries = json.loads((folder / "perfcorpus-manifest.json").read_text())
    jpegs = [entry for entry in entries if entry["kind"] == "jpeg"]
    pngs = [entry for entry in entries if entry["kind"] == "png"]
    sets = {
        "mixed": jpegs,
        "baseline": [entry for entry in jpegs if not entry["prog"]],
        "progressive": [entry for entry in jpegs if entry["prog"]],
        "png": pngs,
        "heic": [entry for entry in entries if entry["kind"] == "heic" and entry["thumb"]],
        # What slow tools do in bearable time.
        "few": jpegs[:20] + pngs[:4],
        "jpeg-png": jpegs + pngs,
    }
    for kind, members in sets.items():
        (folder / "sets" / kind).mkdir(parents=True)
        for entry in members:
            source = folder / "photos" / entry["path"]
            os.link(source, folder / "sets" / kind / source.name)


def warm(folder):
    """Reads every file once: what is measured is work, not the disk."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest(path)


def digest(path):
    """Piece by piece: the memory of a command counts what this process had when it began."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def numbers_library(kept, measure, count):
    """A library of numbers as a finished scan leaves it, with a cache of the program as it is now."""
    version = digest(measure)[:12]
    folder = kept / f"numbers-{count}-{version}"
    if not (folder / "complete").exists():
        for old in kept.glob("numbers-*"):
            shutil.rmtree(old)
        print(f"bench: making a library of {count} photos out of numbers in {folder}", flush=True)
        folder.mkdir(parents=True)
        subprocess.run([measure, "library", str(count), str(folder)], check=True)
        (folder / "complete").touch()
    return folder


if __name__ == "__main__":
    print(prepare(Path(sys.argv[1]), sys.argv[2], sys.argv[3]).of("jpeg-png"))
