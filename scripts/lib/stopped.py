"""What it costs to stop a scan half-way and to go on with it later: stopped.py DECKLE FOLDER [ROUNDS].

One scan in one go, and one that is stopped and goes on, in turn, each with a cache that begins empty. Standard library only.
"""

import json
import signal
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import be_reaper, ended_children, environment_in

INTERRUPTED = 130


def processor_seconds(deckle, folder, scratch, stops):
    """Of a scan with all its processes. With `stops` it is interrupted once half of the files are read."""
    command = [deckle, "scan", str(folder), "--json", "--progress", "json"]
    with open(scratch / "scan.json", "wb") as output:
        scan = subprocess.Popen(command, env=environment_in(scratch), stdout=output, stderr=subprocess.PIPE, text=True)
    for line in scan.stderr:
        progress = json.loads(line) if line.startswith("{") else {}
        if stops and progress.get("processed", 0) * 2 >= progress.get("total", 0) > 0:
            scan.send_signal(signal.SIGINT)
            stops = False
    spent = 0.0
    for pid, code, usage in ended_children():
        spent += usage.ru_utime + usage.ru_stime
        if pid == scan.pid:
            scan.returncode = code >> 8
    return spent, scan.returncode


def main():
    deckle, folder = sys.argv[1], sys.argv[2]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    be_reaper()
    once, twice, found = [], [], set()
    for number in range(rounds + 1):
        with tempfile.TemporaryDirectory(prefix="deckle-bench-") as first, \
                tempfile.TemporaryDirectory(prefix="deckle-bench-") as second:
            whole, status = processor_seconds(deckle, folder, Path(first), False)
            before, stopped = processor_seconds(deckle, folder, Path(second), True)
            after, ended = processor_seconds(deckle, folder, Path(second), False)
            if status not in (0, 2) or stopped != INTERRUPTED or ended not in (0, 2):
                sys.exit(f"bench: the scans of {folder} ended with {status}, {stopped} and {ended}")
            for scratch in (first, second):
                document = json.loads((Path(scratch) / "scan.json").read_text(encoding="utf-8"))
                found.add(json.dumps(document["categories"]))
        # The first of all fills the memory of the machine with the files.
        if number > 0:
            once.append(whole)
            twice.append((before, after))
    if len(found) != 1:
        sys.exit(f"bench: a scan of {folder} that goes on finds something else than one in one go")
    ratios = [sum(pair) / whole for pair, whole in zip(twice, once)]
    print(f"{folder}: {rounds} scans of each kind in turn, with the same findings; processor time, medians")
    print(f"in one go          {statistics.median(once):8.2f} s")
    for index, name in enumerate(("stopped half-way", "going on")):
        print(f"{name:<19}{statistics.median(pair[index] for pair in twice):8.2f} s")
    print(f"both ÷ one go      {statistics.median(ratios):8.3f}    ({min(ratios):.3f} to {max(ratios):.3f})")


main()
