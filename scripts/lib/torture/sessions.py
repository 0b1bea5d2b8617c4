"""Whole sessions on a pseudo-terminal, killed at random: what the screen had shown must be there again."""
import os
import random
import re
import shutil
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

from checker import Checker
from report import Result
from room import Room
from screen import Screen

HOME_BIN = re.compile(r"The bin is empty|(\d+) photos? in the bin")
# On a card of Home, with the sign that the terminal has.
DONE = ("done ✓", "done √")
DECK_BIN = re.compile(r"bin empty|bin (\d+)")


def counted(pattern, text):
    """The photos in the bin as the screen says it; None where it says nothing."""
    match = pattern.search(text)
    return None if match is None else int(match[1] or 0)


class Library:
    """A scanned library of samples, and what its bin may hold after the last kill."""

    def __init__(self, program, seed):
        self.room, self.chance = Room(program), random.Random(seed)
        self.library = self.room.disk / "library"
        root = os.path.join(os.path.dirname(__file__), "..", "..", "..", "sampledata")
        for folder in ("2023 Summer", "From grandma's computer"):
            shutil.copytree(os.path.join(root, folder), self.library / folder)
        self.checker = Checker([self.library], self.room.trashes[:1])
        self.begin()

    def begin(self):
        """Afresh: no decision, everything scanned."""
        shutil.rmtree(self.room.disk / "home", ignore_errors=True)
        (self.room.disk / "home").mkdir()
        screen = self.open()
        screen.wait("Ready when you are")
        screen.send("s")
        screen.wait("sets")
        screen.quiet()
        screen.send("q")
        screen.end()
        self.allowed = {0}

    def open(self):
        return Screen([self.room.program, str(self.library), "--color", "none"], self.room.environment)

    def session(self, result, number):
        """One start, some keys, and the kill."""
        screen = self.open()
        try:
            screen.wait("The bin is empty", "in the bin")
            first = shown = counted(HOME_BIN, screen.text)
            # What was found before is read after the first frame; until then the bin is not known.
            end = time.monotonic() + 5
            while shown not in self.allowed and time.monotonic() < end:
                screen.read(0.1)
                shown = counted(HOME_BIN, screen.text)
            if shown != first:
                result.notes[:] = ["the first frame of some starts showed an empty bin"]
            if shown not in self.allowed:
                result.failures.append(f"session {number}: {shown} photos in the bin, and {self.allowed} were shown")
            self.check_database(result, number)
            # Until the cards of Home are there, Enter opens nothing.
            screen.wait(" sets", *DONE)
            screen.quiet(0.05)
            if sum(map(screen.text.count, DONE)) >= 3:
                # Nothing is left to decide about.
                screen.kill()
                return self.begin()
            screen.send("\r")
            screen.wait("← delete", "All reviewed", "Nothing")
            screen.quiet(0.1)
            self.allowed = {shown}
            # Keys whose effect the screen has not told yet: on a busy machine one can come later than the next is sent.
            untold = 0
            for _ in range(self.chance.randrange(1, 6)):
                if "← delete" in screen.text:
                    screen.wait_for_picture()
                    screen.quiet(0.05)
                before = counted(DECK_BIN, screen.text)
                before = shown if before is None else before
                key = self.chance.choice("hhhlu")
                screen.send(key)
                # Until the screen has told, each of these may be true.
                start = self.allowed | {before} if untold else {before}
                step = {"h": 1, "u": -1}.get(key, 0)
                self.allowed = start | {max(0, count + step) for count in start}
                untold += step != 0
                if self.chance.random() < 0.2:
                    break
                screen.quiet(0.08)
                # Where nothing has changed yet, the key may still be on its way.
                if (now := counted(DECK_BIN, screen.text)) is not None and (now != before or not untold) and untold <= 1:
                    self.allowed, shown, untold = {now}, now, 0
            else:
                if shown and self.chance.random() < 0.15:
                    return self.killed_move(screen, result, number)
            time.sleep(self.chance.random() * 0.02)
            screen.kill()
            # What had come to the screen by then was acknowledged.
            last = counted(DECK_BIN, screen.text)
            if last in self.allowed and last != shown and untold <= 1:
                self.allowed = {last}
        except TimeoutError as error:
            screen.kill()
            result.failures.append(f"session {number}: {error}")

    def killed_move(self, screen, result, number):
        """The bin goes to the trash, and the kill comes in the middle."""
        if "Mark the last one" in screen.text:
            # A key before this one was answered with a question.
            screen.send("n")
            screen.wait("← delete")
        screen.send("m")
        screen.wait("to the trash?")
        screen.quiet(0.1)
        screen.send("y")
        time.sleep(self.chance.random() * 0.06)
        screen.kill()
        result.check(self.checker.problems(), f"session {number}, killed in the move")
        again = self.open()
        again.wait("The bin is empty", "in the bin", "moved", "interrupted", "can be restored", "Home")
        again.quiet(0.1)
        again.kill()
        result.check(self.checker.problems(settled=True), f"session {number}, started again")
        self.check_database(result, number)
        self.room.restore()
        result.check(self.checker.problems(settled=True), f"session {number}, restored")
        if len(self.checker.at_home()) != len(self.checker.before):
            result.failures.append(f"session {number}: not everything came home")
        self.begin()

    def check_database(self, result, number):
        path = self.room.disk / "home/state/deckle/session.sqlite"
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
        database.close()
        if verdict != "ok":
            result.failures.append(f"session {number}: the database is not whole: {verdict}")


def kill(options, clock):
    """kill -9 at random moments of whole interface sessions: no decision that was on the screen is lost."""

    def share(index):
        result, library = Result(), Library(options.program, index)
        try:
            for number in range((40 if options.quick else 1000) // options.jobs):
                if clock.is_over:
                    break
                library.session(result, f"{index}-{number}")
                result.runs += 1
        finally:
            library.room.close()
        return result

    whole = Result()
    with ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(share, range(options.jobs)):
            whole.merge(result)
    return whole
