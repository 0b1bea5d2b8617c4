"""Whether phones' HEICs that are measured in part give what they give whole: heic_findings.py DECKLE SHARED KEPT.

The labelled photos are written as HEICs with tiles, 8 across as a phone's of 12 megapixels, enlarged and sharpened. They are scanned as
usual, and so that every photo is measured whole, as its scores ask for. Prints for each set what is listed or proposed in one and not
in the other, and the processor time of both. Then the same with one photo of each group, for photos that are like no other. Ends with
1 where anything differs.
"""

import csv
import os
import resource
import sys
import tempfile
from pathlib import Path

from evaluate import scan
from phone_heic import write_all

SIDE, TILE = 2048, 256
SETS = ("real/blur", "blur", "similar", "real/similar", "real/neardup")


def findings(document):
    """(category, name, whether it is proposed) of each issue, and (category, names) of each group."""
    issues = {(issue["category"], Path(issue["path"]).name, issue["preselected"]) for issue in document["issues"]}
    groups = {
        (group["category"], Path(group["keeper"]).name, tuple(sorted(Path(member["path"]).name for member in group["members"])))
        for group in document["groups"]
    }
    return issues, groups


def timed(*scanned):
    """The document of a scan, and the seconds of processors that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    document = scan(*scanned)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return document, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(deckle, title, photos):
    """How many findings differ."""
    with tempfile.TemporaryDirectory(prefix="deckle-eval-", dir=photos[0].parent.parent) as scratch:
        folder = Path(scratch) / "photos"
        folder.mkdir()
        for photo in photos:
            os.link(photo, folder / photo.name)
            # Of equal photos the older file stays: here none is older.
            os.utime(photo, (1_700_000_000, 1_700_000_000))
        runs = [timed(deckle, folder, Path(scratch) / "state", *options) for options in ((), ("--measurements",))]
    (mine, my_groups), (theirs, their_groups) = (findings(document) for document, _ in runs)
    differences = sorted(mine ^ theirs)
    print(f"{title:<28}{len(photos):>8}{runs[0][1]:>9.1f}{runs[1][1]:>9.1f}{len(theirs):>9}{len(their_groups):>9}"
          f"{len(differences):>14}{len(my_groups ^ their_groups):>16}", flush=True)
    for finding in differences:
        category, photo, proposed = finding
        print(f"  {category} {photo}{', proposed' if proposed else ''}: {'in part' if finding in mine else 'whole'} only")
    return len(differences) + len(my_groups ^ their_groups)


def main():
    deckle, shared, kept = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    print(f"{'':<28}{'photos':>8}{'s part':>9}{'s whole':>9}{'issues':>9}{'groups':>9}{'differ: issues':>14}{'groups':>16}")
    total = 0
    for name in SETS:
        labels = shared / "data" / name / "labels.csv"
        if not labels.is_file():
            print(f"{name}: not there")
            continue
        with open(labels, newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["file"].lower().endswith((".jpg", ".jpeg"))]
        # Sharp ones first. Two of one stem would be one file here.
        rows.sort(key=lambda row: (row.get("label") != "sharp", row["file"]))
        by_stem = {Path(row["file"]).stem: row for row in rows if (labels.parent / row["file"]).is_file()}
        folder = kept / name / "phone"
        folder.mkdir(parents=True, exist_ok=True)
        heics = {stem: folder / f"{stem}.heic" for stem in by_stem}
        write_all(
            [(labels.parent / row["file"], heics[stem]) for stem, row in by_stem.items()], 75, "Phone", side=SIDE, tile=TILE)
        alone = {}
        for stem, row in by_stem.items():
            alone.setdefault(row.get("group") or row["source"], heics[stem])
        total += compare(deckle, name, list(heics.values()))
        total += compare(deckle, f"{name}, one of a group", list(alone.values()))
    print(f"{total} differences in what is listed, proposed or kept")
    sys.exit(1 if total else 0)


main()
