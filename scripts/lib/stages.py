"""Prints the processor time of each stage of a scan: stages.py DECKLE-MEASURE FOLDER. Standard library only.

The pictures of FOLDER and of every folder in it are measured together.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    measure, folder = sys.argv[1], sys.argv[2]
    photos, total, pairs = 0, {}, {}
    floor = {"photos": 0, "reader": 0, "stages": 0}
    with tempfile.TemporaryDirectory(prefix="deckle-stages-") as scratch:
        for number, (place, _, _) in enumerate(sorted(os.walk(folder))):
            run = subprocess.run([measure, "stages", place, str(Path(scratch) / f"{number}.sqlite")], stdout=subprocess.PIPE)
            if run.returncode != 0:
                sys.exit(f"bench: {measure} ended with {run.returncode}")
            document = json.loads(run.stdout)
            photos += document["photos"]
            floor = {key: floor[key] + document["floor"][key] for key in floor}
            for stage in document["stages"]:
                total[stage["stage"]] = total.get(stage["stage"], 0) + stage["milliseconds"] * document["photos"]
            run = subprocess.run([measure, "reader", place], stdout=subprocess.PIPE)
            if run.returncode != 0:
                sys.exit(f"bench: {measure} ended with {run.returncode}")
            for pair in json.loads(run.stdout):
                if not pair["same"]:
                    sys.exit(f"bench: our reader gives other pixels than the library in {place}")
                pairs.setdefault(pair["kind"], []).append(pair)
    if photos == 0:
        sys.exit(f"bench: there is no picture in {folder}")
    print(f"{folder}: {photos} photos")
    for stage, milliseconds in total.items():
        print(f"{stage:<34}{milliseconds / photos:>10.2f} ms CPU a photo")
    print(f"{'all':<34}{sum(total.values()) / photos:>10.2f} ms CPU a photo")
    if floor["photos"]:
        count = floor["photos"]
        reader, stages = floor["reader"] / count, floor["stages"] / count
        print(f"all stages against the one-pass reader alone at 1/8 {stages / reader:>9.2f} ({stages:.1f} ms to {reader:.1f} ms, means of {count} JPEGs)")
    for kind, files in pairs.items():
        reader, library = (statistics.median(pair[key] for pair in files) for key in ("reader", "library"))
        ratio = statistics.median(pair["reader"] / max(1e-9, pair["library"]) for pair in files)
        title = "PNG at once against libpng" if kind == "PNG" else f"one-pass reader against libjpeg-turbo {kind}"
        print(f"{title:<55} {ratio:.2f} ({reader:.1f} ms to {library:.1f} ms, medians of {len(files)} files)")


main()
