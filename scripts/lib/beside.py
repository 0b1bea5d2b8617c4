"""A cold scan by one program beside the same by another: beside.py DECKLE OTHER FOLDER [ROUNDS].

The photos of FOLDER that have no copy and no similar shot are scanned by both in turn, then all of FOLDER. What a found pair
costs is what is left of the second when each of its photos is given the time of one without copies. Standard library only.
"""

import os
import statistics
import sys
import tempfile
from pathlib import Path

from bench import be_reaper, scan


def without_copies(deckle, folder, scratch):
    """A folder of links to those photos that no group has, how many they are, and how many all are and belong to groups."""
    document, _ = scan(deckle, folder, scratch)
    grouped = {member["path"] for group in document["groups"] for member in group["members"]}
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix.lower() in SUFFIXES]
    alone = [path for path in files if str(path) not in grouped]
    if not grouped or not alone:
        sys.exit(f"bench: {folder} needs photos with copies and photos without")
    links = scratch / "without"
    links.mkdir()
    for number, path in enumerate(alone):
        os.link(path, links / f"{number}{path.suffix}")
    return links, len(alone), len(files), len(grouped) - len(document["groups"])


SUFFIXES = {".jpg", ".jpeg", ".png", ".heic"}


def cold(program, folder, scratch):
    _, cost = scan(program, folder, scratch, "--no-cache")
    return cost


def main():
    deckle, other, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3]).resolve()
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 9
    be_reaper()
    # Beside the photos: links do not cross file systems.
    with tempfile.TemporaryDirectory(prefix="deckle-bench-", dir=folder.parent) as scratch:
        scratch = Path(scratch)
        links, alone, count, pairs = without_copies(deckle, folder, scratch)
        cold(deckle, folder, scratch)
        costs = {}
        for _ in range(rounds):
            for photos in (links, folder):
                for program in (deckle, other):
                    costs.setdefault((photos, program), []).append(cold(program, photos, scratch))
    print(f"{folder}: {rounds} pairs of cold scans; {deckle} ÷ {other}, medians (least to most)")
    print(f"{'':<34}{'processor time':>32}{'time':>32}")
    for title, photos in ((f"{alone} photos without copies", links), (f"all {count}, {pairs} of them copies or similar", folder)):
        mine, others = costs[photos, deckle], costs[photos, other]
        print(f"{title:<44}{ratios(mine, others, 'processor'):>32}{ratios(mine, others, 'wall'):>32}")
    for program in (deckle, other):
        each = median(costs[links, program]) / alone
        print(f"a found pair costs {(median(costs[folder, program]) - each * count) / pairs * 1000:.0f} ms of processor time: {program}")


def median(costs):
    return statistics.median(cost.processor for cost in costs)


def ratios(mine, others, figure):
    values = [getattr(a, figure) / getattr(b, figure) for a, b in zip(mine, others)]
    return f"{statistics.median(values):.3f} × ({min(values):.3f} to {max(values):.3f})"


main()
