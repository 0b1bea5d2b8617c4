"""What a scan costs more because pictures are opened in processes of their own: workers.py TRIALS FOLDER [ROUNDS].

The same scan without a cache, with pictures opened in one process and in those of their own, in turn. Standard library only.
"""

import ctypes
import os
import resource
import statistics
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36


def measured(command):
    """Processor and wall seconds of a run with all its processes, and what it printed."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    output = process.stdout.read()
    wall = time.monotonic() - start
    if process.wait() != 0:
        sys.exit(f"bench: {command[0]} ended with {process.returncode}")
    # Processes that outlive it come to this one, and only who waits for them is told what they used.
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall, int(output)


def main():
    trials, folder = sys.argv[1], sys.argv[2]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        sys.exit("bench: processes that outlive their parent cannot be waited for here")
    ways = {"here": [], "apart": []}
    for number in range(rounds + 1):
        # The first of all fills the memory of the machine with the files; each way goes first in every other round.
        for way in sorted(ways, reverse=number % 2 == 0):
            run = measured([trials, "scan", way, folder])
            if number > 0:
                ways[way].append(run)
    read = {run[2] for runs in ways.values() for run in runs}
    if len(read) != 1 or read == {0}:
        sys.exit(f"bench: the two ways did not read the same photos of {folder}: {sorted(read)}")
    print(f"{folder}: {read.pop()} photos, {rounds} scans each way in turn")
    for index, name in ((0, "processor time"), (1, "time")):
        here, apart = ([run[index] for run in ways[way]] for way in ("here", "apart"))
        ratios = [there / home for home, there in zip(here, apart)]
        print(f"{name:<16}{statistics.median(here):8.2f} s in one process{statistics.median(apart):8.2f} s in their own"
              f"{100 * (statistics.median(ratios) - 1):+7.1f} %  ({100 * (min(ratios) - 1):+.1f} to {100 * (max(ratios) - 1):+.1f})")


main()
