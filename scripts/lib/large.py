"""Measures the interface of a release build on a large library: large.py DECKLE MEASURE PHOTOS [PAGE]. Standard library only,
Linux.

The library is made of numbers (deckle-measure library): files without content, features as of photos. So no picture is
decoded, and what is left is what grows with the library. With PAGE the table is written between its markers.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench import environment_in
from interface import PLAIN, Session, main_processor_seconds, write_figures

REPEATS = int(os.environ.get("DECKLE_BENCH_KEYS", "40"))
DOWN, UP, RIGHT, LEFT = b"\x1b[B", b"\x1b[A", b"\x1b[C", b"\x1b[D"


def memory_of(pid, what="VmHWM"):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(what + ":"):
            return int(line.split()[1]) * 1024
    return 0


class Library:
    """The interface on the library, with what a key costs."""

    def __init__(self, deckle, scratch):
        self.session = Session(deckle, scratch / "photos", scratch, PLAIN, ["--color", "24bit", "--reduced-motion"])
        if not self.session.until(lambda seen: b" sets" in seen, limit=300):
            sys.exit("bench: the cards of the large library did not come")
        self.session.settle(quiet=1)
        self.times = {}

    def main_thread_seconds(self):
        pid = self.session.pid
        return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e9

    def go(self, *keys, quiet=0.4):
        for key in keys:
            self.session.press(key)
            self.session.settle(quiet=quiet)

    def press(self, title, key):
        """A key from rest: seconds to the first bytes of the frame, and those the main thread worked."""
        before = self.main_thread_seconds()
        pressed = self.session.press(key)
        # A key may have nothing to do here, as in an empty bin.
        if not self.session.read(2):
            return
        wall = self.session.chunks[-1][0] - pressed
        self.session.settle(quiet=0.05)
        self.times.setdefault(title, []).append((wall, self.main_thread_seconds() - before))

    def press_on(self, title, key, seconds):
        """The same key again and again while work goes on behind: what the longest of them waited for its frame."""
        end, number = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            before = self.main_thread_seconds()
            pressed = self.session.press(key[number % len(key)])
            if not self.session.read(2):
                return
            wall = self.session.chunks[-1][0] - pressed
            self.session.settle(quiet=0.03, limit=0.2)
            self.times.setdefault(title, []).append((wall, self.main_thread_seconds() - before))
            number += 1


STARTS = 5


def starts(deckle, scratch, folders=()):
    """Seconds, and processor seconds, from the start of the program to the first card that can be opened, and the most
    memory until then. Of some folders another one is away at each start: photos that were moved themselves would be new to
    the cache."""
    for number in range(STARTS):
        away = folders[number] if folders else None
        if away:
            away.rename(away.parent.parent / "away")
        session = Session(deckle, scratch / "photos", scratch, PLAIN, ["--color", "24bit", "--reduced-motion"])
        there = session.until(lambda seen: b" sets" in seen, limit=300)
        if not there:
            sys.exit("bench: the cards of the large library did not come")
        yield there - session.begin, main_processor_seconds(session.pid), memory_of(session.pid)
        session.end()
        if away:
            (away.parent.parent / "away").rename(away)


def measure(deckle, scratch):
    library = Library(deckle, scratch)
    library.go(b"\r")
    for _ in range(REPEATS):
        library.press("→ keep", b"l")
        library.press("u undo", b"u")
        library.press("← delete", b"h")
        library.press("s skip", b"s")
        library.press("↓ within the set", DOWN)
        library.press("i details", b"i")
        library.press("i details", b"i")
    library.go(b"s", b"h", b"s", b"h", b"s")
    for _ in range(max(4, REPEATS // 8)):
        library.press("* another keeper", b"*")
        library.press("u undo of a keeper", b"u")
        library.press("s skip", b"s")
    for _ in range(max(4, REPEATS // 8)):
        library.press("o another order", b"o")
        library.press("n not the same", b"n")
        library.press_on("any key after n", [b"i"], 3)
        library.press("u undo of n", b"u")
        library.press_on("any key after u", [b"i"], 3)
        library.press("A the question", b"A")
        library.go(b"n")
        library.press("b the bin", b"b")
        library.press("↓ in the bin", DOWN)
        library.go(b"\x1b")
        library.press("1 Home", b"1")
        library.press("f quick passes", b"f")
        library.go(b"\x1b")
        library.press("3 Settings", b"3")
        library.press_on("any key after Settings", [DOWN, UP], 2)
        library.go(b"1", b"\r")
    library.go(b"3")
    for turn in range(2):
        for key in (RIGHT, LEFT):
            # The keys above end on any row: the second slider, and the third.
            library.go(*[UP] * 12, *[DOWN] * (turn + 1), quiet=0.05)
            for _ in range(4):
                library.press("a step of a slider", key)
            library.press_on("any key after a slider rests", [DOWN, UP], 3)
    all_photos(library)
    peak = memory_of(library.session.pid)
    library.session.end()
    return library.times, peak


def all_photos(library):
    """All photos: opened, from group to group, in the grid, narrowed, and a deck of all of them."""
    library.go(b"1")
    for _ in range(4):
        library.press("a all photos", b"a")
        for _ in range(3):
            library.press("↓ another month", DOWN)
        library.go(*[UP] * 3, RIGHT)
        for _ in range(6):
            library.press("↓ in the grid", DOWN)
        library.press("PgDn in the grid", b"\x1b[6~")
        library.go(b"/")
        for key in (b"i", b"m", b"g"):
            library.press("a letter of a filter", key)
        library.go(b"\x1b")
        library.press("v folders", b"v")
        library.go(b"v")
        library.press("Enter a deck of all", b"\r")
        library.press("→ looked at", b"l")
        library.press("u undo of looked at", b"u")
        library.go(b"\x1b", b"\x1b")


def start_line(title, started):
    walls, processor, memory = zip(*started)
    return (
        f"{title}: {statistics.median(walls):.2f} s, at worst {max(walls):.2f} s, "
        f"{statistics.median(processor):.2f} s of processor time, {max(memory) / 1e6:.0f} MB at most, "
        f"of {len(walls)} starts."
    )


def table(count, times, peak, unchanged, changed):
    yield f"| {count:,} photos | median ms | worst ms | main thread, worst ms | of |"
    yield "|---|---|---|---|---|"
    for title, taken in times.items():
        walls = [wall * 1000 for wall, _ in taken]
        worst = max(processor for _, processor in taken) * 1000
        yield f"| {title} | {statistics.median(walls):.1f} | {max(walls):.1f} | {worst:.1f} | {len(taken)} |"
    yield ""
    yield start_line("Start to first card", unchanged)
    yield ""
    yield start_line("The same with another 500 photos gone each time", changed)
    yield ""
    yield f"Memory: {peak / 1e6:.0f} MB at most in all."


def main():
    deckle, tool, count = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory(prefix="deckle-large-") as scratch:
        scratch = Path(scratch)
        kept = os.environ.get("DECKLE_BENCH_LARGE")
        made = Path(kept) if kept else scratch
        if not (made / "photos").exists():
            subprocess.run([tool, "library", str(count), str(made)], check=True)
        # Decisions of an earlier run are not those of this one.
        if kept:
            shutil.copytree(made / "state", scratch / "state")
            for name in ("photos", "cache"):
                (scratch / name).symlink_to(made / name)
        # Leaves what scans leave.
        command = [deckle, "scan", str(scratch / "photos")]
        subprocess.run(command, env=environment_in(scratch), stdout=subprocess.DEVNULL, check=True)
        unchanged = list(starts(deckle, scratch))
        folders = sorted((made / "photos").iterdir())[:STARTS]
        changed = list(starts(deckle, scratch, folders))
        lines = list(table(count, *measure(deckle, scratch), unchanged, changed))
    print("\n".join(lines))
    if len(sys.argv) > 4:
        write_figures(Path(sys.argv[4]), lines, "large library")


main()
