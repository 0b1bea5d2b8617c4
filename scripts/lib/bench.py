"""Measures `deckle scan` and the interface: bench.py DECKLE FOLDER [--cached]. Standard library only, Linux.

With --cached the scan that keeps nothing is left out: of a large folder each scan takes minutes.
"""

import ctypes
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
JPEG_SUFFIXES = {".jpg", ".jpeg"}
DJPEG_EIGHTH = ["-scale", "1/8", "-grayscale"]


class Cost:
    """What a program and everything it started used: seconds of wall and processor time, bytes of the largest process."""

    def __init__(self, wall, processor, peak):
        self.wall, self.processor, self.peak = wall, processor, peak


def be_reaper():
    """Makes this process the parent of whatever its children leave behind; without it `measured` would not count that."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def measured(command, environment, stdout, limit=None):
    """Runs a command to its end, or for `limit` seconds. Its helpers are reaped here even where it leaves them behind, so they
    are counted."""
    begin = time.monotonic()
    child = subprocess.Popen(
        command, env=environment, stdout=stdout, stderr=subprocess.DEVNULL, start_new_session=limit is not None)
    alarm = threading.Timer(limit, os.killpg, (child.pid, signal.SIGKILL)) if limit else None
    if alarm:
        alarm.start()
    wall = processor = status = 0.0
    peak = 0
    try:
        for pid, code, usage in ended_children():
            if pid == child.pid:
                wall, status = time.monotonic() - begin, os.waitstatus_to_exitcode(code)
                child.returncode = status
            processor += usage.ru_utime + usage.ru_stime
            peak = max(peak, usage.ru_maxrss * 1024)
    except KeyboardInterrupt:
        child.kill()
        raise
    finally:
        if alarm:
            alarm.cancel()
    return status, Cost(wall, processor, peak)


def ended_children():
    """Waits for each child, also those left behind by others, until there is none."""
    while True:
        try:
            yield os.wait3(0)
        except ChildProcessError:
            return


def environment_in(scratch):
    homes = {f"XDG_{kind}_HOME": str(scratch / kind.lower()) for kind in ("CONFIG", "STATE", "CACHE", "DATA")}
    return {**os.environ, **homes, "TERM": "xterm-256color", "COLORTERM": "truecolor"}


def scan(deckle, folder, scratch, *options):
    output = scratch / "scan.json"
    with open(output, "wb") as file:
        command = [deckle, "scan", str(folder), "--json", "--progress", "none", *options]
        status, cost = measured(command, environment_in(scratch), file)
    if status not in (0, 2):
        sys.exit(f"bench: {' '.join(command)} ended with {status}")
    return json.loads(output.read_text(encoding="utf-8")), cost


def djpeg_reference(folder):
    """Processor seconds a photo for the decode that any thumbnailer needs, or None without djpeg or JPEG files."""
    photos = sorted(p for p in Path(folder).rglob("*") if p.suffix.lower() in JPEG_SUFFIXES and p.stat().st_size)
    photos = photos[:: max(1, len(photos) // 100)]
    if not shutil.which("djpeg") or not photos:
        return None
    spent, done = djpeg_seconds(photos, *DJPEG_EIGHTH)
    return spent / done if done else None


def djpeg_seconds(photos, *options):
    """Processor seconds of djpeg on each of the photos, and how many of them it decoded."""
    spent = done = 0
    for photo in photos:
        command = ["djpeg", *options, "-outfile", "/dev/null", os.path.abspath(photo)]
        status, cost = measured(command, dict(os.environ), subprocess.DEVNULL)
        if status == 0:
            spent, done = spent + cost.processor, done + 1
    return spent, done


def processes_below(pid):
    """The process and all its descendants that still run."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    family = {pid}
    while True:
        more = {child for child, parent in parents.items() if parent in family} - family
        if not more:
            return family
        family |= more


def ticks_of(pids):
    total = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total


def drain(terminal, until, after=None):
    """Reads what the program draws until `until` (monotonic seconds); answers its questions about the terminal.

    Returns when the first frame stood: the last byte before a pause of 50 ms, once something readable was drawn.
    """
    seen, last = b"", None
    while (left := until - time.monotonic()) > 0:
        pause = 0.05 if last else left
        ready, _, _ = select.select([terminal], [], [], min(left, pause))
        if not ready:
            if after is not None and last and len(seen) > 200:
                return last - after
            continue
        try:
            chunk = os.read(terminal, 65536)
        except OSError:
            break
        seen, last = seen + chunk, time.monotonic()
        if b"\x1b[c" in chunk:
            os.write(terminal, b"\x1b[?62;22c")
    return None


def interface(deckle, folder, scratch):
    """Seconds from start to first frame, and the share of a processor used while nothing happens."""
    begin = time.monotonic()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(deckle, [deckle, str(folder), "--no-mouse"], environment_in(scratch))
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    first = drain(terminal, begin + 10, after=begin)
    drain(terminal, time.monotonic() + 2)
    family, before, since = processes_below(pid), 0, time.monotonic()
    before = ticks_of(family)
    drain(terminal, since + 5)
    idle = (ticks_of(family) - before) / os.sysconf("SC_CLK_TCK") / (time.monotonic() - since)
    os.write(terminal, b"\x03")
    drain(terminal, time.monotonic() + 1)
    for process in processes_below(pid):
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
    os.close(terminal)
    os.waitpid(pid, 0)
    return first, idle


def main():
    deckle, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    be_reaper()
    reference = djpeg_reference(folder)
    scans = [("scan, no cache", ["--no-cache"]), ("scan, filling the cache", []), ("scan, from the cache", [])]
    print(f"{folder}; {os.cpu_count()} processors")
    print(f"{'':<26}{'photos':>9}{'MB':>9}{'photos/s':>10}{'wall s':>9}{'CPU ms/photo':>14}{'x djpeg 1/8':>13}{'peak MB':>9}{'from cache':>12}", flush=True)
    with tempfile.TemporaryDirectory(prefix="deckle-bench-") as scratch:
        scratch = Path(scratch)
        for title, options in scans[1:] if "--cached" in sys.argv[3:] else scans:
            document, cost = scan(deckle, folder, scratch, *options)
            photos = document["photos"]
            count = max(1, photos["scanned"])
            ratio = f"{cost.processor / count / reference:.2f}" if reference else "-"
            print(
                f"{title:<26}{photos['scanned']:>9}{photos['bytes'] / 1e6:>9.0f}{count / cost.wall:>10.1f}{cost.wall:>9.2f}"
                f"{cost.processor / count * 1000:>14.2f}{ratio:>13}{cost.peak / 1e6:>9.0f}{photos['fromCache']:>12}", flush=True)
        if reference:
            print(f"{'djpeg -scale 1/8':<26}{'':>38}{reference * 1000:>14.2f}{1:>13.2f}", flush=True)
        first, idle = interface(deckle, folder, scratch)
    print(f"first frame {'not seen' if first is None else f'{first * 1000:.0f} ms'}; idle {idle * 100:.1f} % of a processor")


if __name__ == "__main__":
    main()
