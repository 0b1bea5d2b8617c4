"""What photos cost that are known under another name: copies.py DECKLE FOLDER [ROUNDS].

A folder is scanned alone; beside a copy of itself; then the copy, as a library of its own with the cache of the first; and the
folder under another name. The last three in turn with the first. Standard library only.
"""

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from bench import be_reaper, scan

CASES = ("beside a copy of itself", "its copy, a library of its own", "under another name")


def processor_seconds(deckle, folder, scratch, contents):
    """Of a scan that finds all the photos, of so many contents; nothing of it may come from the cache."""
    scratch.mkdir(exist_ok=True)
    document, cost = scan(deckle, folder, scratch)
    photos = document["photos"]
    if photos["fromCache"] > 0:
        sys.exit(f"bench: of {photos['found']} photos {photos['fromCache']} came from the cache")
    alone = photos["scanned"] - document["categories"]["duplicate"]["photos"]
    if contents is not None and alone != contents:
        sys.exit(f"bench: {contents} photos without copies were expected, and {alone} found")
    return cost.processor, alone


def measure_round(deckle, folder, scratch):
    once, both = scratch / "once", scratch / "both"
    shutil.copytree(folder, once)
    shutil.copytree(folder, both / "one")
    shutil.copytree(folder, both / "two")
    alone, contents = processor_seconds(deckle, once, scratch / "known", None)
    beside, _ = processor_seconds(deckle, both, scratch / "new", contents)
    copy, _ = processor_seconds(deckle, both / "two", scratch / "known", contents)
    once.rename(scratch / "renamed")
    renamed, _ = processor_seconds(deckle, scratch / "renamed", scratch / "known", contents)
    return alone, (beside, copy, renamed)


def main():
    deckle, folder = sys.argv[1], Path(sys.argv[2])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    be_reaper()
    results = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(prefix="deckle-bench-") as scratch:
            results.append(measure_round(deckle, folder, Path(scratch)))
    print(f"{folder}: {rounds} rounds; processor time ÷ that of the folder alone, medians")
    print(f"{'alone':<34}{statistics.median(alone for alone, _ in results):8.2f} s")
    for index, name in enumerate(CASES):
        ratios = [others[index] / alone for alone, others in results]
        print(f"{name:<34}{statistics.median(ratios):8.3f}    ({min(ratios):.3f} to {max(ratios):.3f})")


main()
