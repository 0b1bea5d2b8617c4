"""Measures scans of pictures that are nearly the same: alike.py DECKLE FOLDER…. Standard library only, Linux."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bench


def timed_scan(deckle, folder, scratch):
    """The document of a scan, its peak in bytes, the processor seconds after it had read, and the seconds from its start at which
    it told of another progress, with the stage; at last those at which it ended."""
    output = scratch / "scan.json"
    told, line, before = [], None, None
    begin = time.monotonic()
    with open(output, "wb") as file:
        child = subprocess.Popen(
            [deckle, "scan", folder, "--json", "--progress", "json"], env=bench.environment_in(scratch), stdout=file,
            stderr=subprocess.PIPE)
        for text in child.stderr:
            if text != line and text.startswith(b"{"):
                line = text
                told.append((time.monotonic() - begin, json.loads(text)["stage"]))
                if told[-1][1] == "comparing" and before is None:
                    before = bench.ticks_of(bench.processes_below(child.pid)) / os.sysconf("SC_CLK_TCK")
    usages = [usage for _, _, usage in bench.ended_children()]
    told.append((time.monotonic() - begin, "ended"))
    processor = sum(usage.ru_utime + usage.ru_stime for usage in usages) - (before or 0)
    return json.loads(output.read_text(encoding="utf-8")), max(usage.ru_maxrss * 1024 for usage in usages), processor, told


def main():
    deckle, folders = os.path.abspath(sys.argv[1]), [os.path.abspath(folder) for folder in sys.argv[2:]]
    bench.be_reaper()
    print(f"{os.cpu_count()} processors")
    columns = ("photos", "read s", "then s", "CPU s", "silence s", "peak MB", "groups", "largest", "again s", "changed s")
    print(f"{'':<16}" + "".join(f"{column:>11}" for column in columns), flush=True)
    for folder in folders:
        with tempfile.TemporaryDirectory(prefix="deckle-bench-") as scratch:
            document, peak, processor, told = timed_scan(deckle, folder, Path(scratch))
            read = next((seconds for seconds, stage in told if stage == "comparing"), told[-1][0])
            after = [read] + [seconds for seconds, _ in told if seconds > read]
            silence = max(later - earlier for earlier, later in zip(after, after[1:]))
            _, again = bench.scan(deckle, folder, Path(scratch))
            _, moved = bench.scan(deckle, folder, Path(scratch), "--similar-threshold", "0.85")
        groups = [len(group["members"]) for group in document["groups"]]
        figures = (
            document["photos"]["scanned"], f"{read:.1f}", f"{told[-1][0] - read:.1f}", f"{processor:.1f}", f"{silence:.1f}", f"{peak / 1e6:.0f}",
            len(groups), max(groups, default=0), f"{again.wall:.1f}", f"{moved.wall:.1f}")
        print(f"{os.path.basename(folder):<16}" + "".join(f"{figure:>11}" for figure in figures), flush=True)


main()
