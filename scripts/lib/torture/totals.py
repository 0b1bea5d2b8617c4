"""A library through the screens of a review: what each counts is what the others count, and what lies on the disk."""
import re
import subprocess
import sys
import time
from pathlib import Path

from checker import Checker
from report import Result, Skipped
from room import Room
from screen import Screen

NUMBER = r"(\d[\d\s]*)"


class Walk:
    """A session on a screen of 120×40, and what it counts."""

    def __init__(self, room, library):
        self.screen = Screen(
            [room.program, str(library), "--color", "none"], room.environment, columns=120, rows=40)

    def press(self, *keys):
        for key in keys:
            self.screen.send(key)
            self.screen.quiet(0.3)

    def number(self, pattern, seconds=60):
        """The number in a pattern, as soon as it stands on the screen."""
        end = time.monotonic() + seconds
        while not (match := re.search(pattern.replace("#", NUMBER), self.screen.text)):
            if time.monotonic() > end:
                raise TimeoutError(f"{pattern} did not come:\n{self.screen.text}")
            self.screen.read(0.05)
        return int(re.sub(r"\s", "", match[1]))

    def home(self):
        """What Home counts: photos left to gain, in the bin, kept and open, and all."""
        self.screen.wait("last scan")
        self.screen.quiet()
        text = self.screen.text
        empty = "The bin is empty" in text
        return {
            "bin": 0 if empty else self.number("# photos? in the bin"), "open": self.number("# open"),
            "kept": self.number("# kept"), "all": self.number("· # photos ·")}

    def all_photos(self):
        """What All photos counts, in its header and in its months together."""
        self.press("a")
        total = self.number(r"All photos\s+# photos ·")
        months = re.findall(rf"^ {{6}}\w+ +[\d.]+ [KM]B +(?:\d+ % +|√ +)?{NUMBER}(?:  |$)", self.screen.text, re.M)
        self.press("\x1b")
        return total, sum(int(re.sub(r"\s", "", month)) for month in months)

    def mark_all(self, *arrows):
        """Goes to a card of Home and marks every photo of it; gives how many it has."""
        self.press(*arrows, "\r")
        total = self.number(r"  \d[\d\s]* of #  ")
        self.screen.wait_for_picture()
        self.press("A", "y")
        self.screen.wait("All reviewed")
        return total


def totals(options, clock):
    """A review of 5 000 photos, the move and the way back: the counts of all screens add up."""
    result, room, photos = Result(), Room(options.program), 600 if options.quick else 5000
    library = room.disk / "library"
    maker = Path(__file__).parents[1] / "small_photos.py"
    try:
        made = subprocess.run([sys.executable, maker, library, str(photos)], capture_output=True, text=True)
        if made.returncode:
            raise Skipped(f"no photos can be made here: {made.stderr.strip().splitlines()[-1:]}")
        (room.disk / "home").mkdir()
        checker = Checker([library], room.trashes[:1])
        walk(result, room, library, checker, photos)
    finally:
        room.close()
    return result


def walk(result, room, library, checker, photos):
    def holds(what, found, wanted):
        result.runs += 1
        if found != wanted:
            result.failures.append(f"{what}: {found}, not {wanted}")

    person = Walk(room, library)
    person.screen.wait("Ready when you are")
    person.press("s")
    person.screen.wait("left to gain", seconds=600)
    before = person.home()
    holds("photos on Home", before["all"], photos)
    holds("All photos and its months", person.all_photos(), (photos, photos))
    person.home()
    marked = person.mark_all("\x1b[A", "\x1b[D")
    holds("the bin in the deck", person.number(r"bin # ·"), marked)
    person.press("\x1b")
    home = person.home()
    holds("the bin on Home", home["bin"], marked)
    holds("what is open on Home", home["open"], before["open"] - marked)
    marked += person.mark_all("\x1b[C")
    person.press("b")
    holds("the bin", person.number(r"Bin\s+# photos"), marked)
    person.press("m")
    holds("the question", person.number("Move # photos to the trash"), marked)
    if "y move" not in person.screen.text:
        person.press(str(marked), "\r")
    else:
        person.press("y")
    holds("what has moved", person.number("# photos moved", seconds=300), marked)
    holds("photos that are away", len(checker.before) - len(checker.at_home()), marked)
    result.check(checker.problems(settled=True), "after the move")
    person.press("\r")
    home = person.home()
    holds("Home after the move", (home["bin"], home["open"]), (0, before["open"] - marked))
    holds("All photos after the move", person.all_photos(), (photos - marked, photos - marked))
    person.press("y")
    holds("the history", person.number(r"\d\d:\d\d +# photos.*in the trash"), marked)
    person.press("r")
    holds("what is back", person.number("# photos are back", seconds=300), marked)
    holds("photos at home", len(checker.at_home()), photos)
    result.check(checker.problems(settled=True), "after the restore")
    person.press("\x1b")
    end = time.monotonic() + 120
    while person.home() != before and time.monotonic() < end:
        person.screen.quiet(0.5)
    holds("Home after the restore", person.home(), before)
    holds("All photos after the restore", person.all_photos(), (photos, photos))
    person.press("q")
    holds("the end", person.screen.end(), 0)
    result.notes.append(f"each run is one count of {photos:,} photos, of which {marked:,} moved and came back")
