"""One case of the trial "answers": a server with its faults, the photos below it, a run or two, and what came of it."""
import json
import os
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field

from checker import Checker, Trash, photo
from report import Skipped
from room import Finished, Room, unmount
from screen import Screen

SERVER = os.path.join(os.path.dirname(__file__), "answersfs.py")


@dataclass(frozen=True)
class Case:
    """One run on one file system: the faults of the action, and those of the start after it."""

    options: str
    action: str
    faults: str
    next_faults: str = ""
    # The next start comes at once: before what is late is done, and before the kernel has forgotten anything.
    is_hasty: bool = False

    def __str__(self):
        parts = [self.options, self.action + " hasty" * self.is_hasty, self.faults, self.next_faults]
        return " / ".join(part or "-" for part in parts)

    @staticmethod
    def parse(text):
        parts = [part.strip() for part in text.split("/")] + [""] * 4
        options, action, faults, next_faults = ("" if part == "-" else part for part in parts[:4])
        return Case(options, action.split()[0], faults, next_faults, "hasty" in action)


@dataclass
class Verdict:
    """What is wrong, as (kind of trouble, sentence); what is no loss is only remarked."""

    problems: list = field(default_factory=list)
    remarks: list = field(default_factory=list)
    said: list = field(default_factory=list)
    # How many faults of the action and of the next start were met.
    met: int = 0
    met_next: int = 0
    calls: dict = field(default_factory=dict)
    refused: bool = False
    # The backing folder at the end.
    tree: list = field(default_factory=list)


class Drive:
    """The folder of the card, shown by a server with these options."""

    def __init__(self, room, options):
        self.mount = room.disk / "drive"
        self.mount.mkdir(exist_ok=True)
        self.server = subprocess.Popen(
            [sys.executable, "-S", "-E", SERVER, room.card, self.mount, *options.split()],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if self.server.stdout.readline() != "ready\n":
            self.server.wait()
            raise Skipped("no file system in user space can be mounted")

    def order(self, words):
        self.server.stdin.write(words + "\n")
        self.server.stdin.flush()
        return self.server.stdout.readline().strip()

    def fault(self, faults):
        self.order(f"fault {faults}")

    def calls(self):
        return json.loads(self.order("calls"))

    def settle(self):
        """As if enough time had gone by: all is done and uploaded, and nothing is remembered."""
        self.order("drain")
        self.order("expire")

    def close(self):
        unmount(self.mount)
        try:
            self.server.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.server.wait()


class AnswersRoom(Room):
    """A handful of photos on the card; the program sees it only through a drive."""

    shim = None

    @property
    def trashes(self):
        return [Trash(self.card / f".Trash-{os.geteuid()}", self.card)]

    def fill(self, seed=1):
        super().fill(seed)
        chance = random.Random(seed)
        self.folder = os.fsencode(self.card / "p")
        content = {name: chance.randbytes(3000 + len(name)) for name in (
            b"one.png", b"pair.jpg", b"pair.xmp", b"stays.png", b"other.png", b"foreign.png", b"a b\xc3\xa9.png")}
        content[b"copy.png"] = content[b"stays.png"]
        for name, data in sorted(content.items()):
            self.add(os.path.join(self.folder, name), data, chance)
        return Checker([self.card / "p"], self.trashes)

    def lay(self, *names):
        """Puts files into the trash by hand, as another program does."""
        trash = self.card / f".Trash-{os.geteuid()}"
        for part in ("files", "info"):
            os.makedirs(trash / part, mode=0o700, exist_ok=True)
        for name in names:
            (trash / "info" / f"{name}.trashinfo").write_text(
                f"[Trash Info]\nPath=p/{name}\nDeletionDate=2024-05-01T12:00:00\n")
            os.rename(self.card / "p" / name, trash / "files" / name)

    def seen(self, *names):
        return [str(self.disk / "drive/p" / name) for name in names]

    @property
    def asked(self):
        return self.seen("one.png", "pair.jpg", "copy.png", "a b\u00e9.png")

    def prepare(self, case):
        """What comes before the action, where nothing fails yet; gives whether the file system was refused."""
        if case.action == "foreign":
            self.lay("one.png", "foreign.png")
            return False
        if case.action == "empty":
            self.lay("foreign.png")
            if self.deckle("trash", "--yes", *self.seen("other.png")).status != 0:
                return True
        if case.action in ("restore", "empty"):
            done = self.deckle("trash", "--yes", "--json", *self.asked)
            if done.status != 0:
                return True
            self.batch = json.loads(done.output)["batch"]
        return False

    def act(self, case):
        if case.action == "trash":
            return self.deckle("trash", "--yes", *self.asked)
        if case.action == "restore":
            return self.deckle("restore", "--last")
        if case.action == "foreign":
            return self.deckle("restore", *self.seen("one.png", "foreign.png"))
        return self.empty()

    def recover(self, is_patient=False):
        """A start waits for what the kernel remembers before it looks; where that is gone by order, no time need go by."""
        leap = {} if is_patient or not self.shim else {"LD_PRELOAD": self.shim, "DECKLE_SHIM": "leap"}
        return self.deckle("trash", "--yes", str(self.base / "no such photo"), environment=leap, timeout=120)

    def empty(self):
        screen = Screen([self.program, "empty", "--batch", self.batch], self.environment, columns=400)
        end = time.monotonic() + 30
        while time.monotonic() < end and screen.status is None:
            if not screen.read(0.05):
                done, status = os.waitpid(screen.process, os.WNOHANG)
                screen.status = os.waitstatus_to_exitcode(status) if done else None
            elif found := re.search(r"[Tt]ype.*?(erase \d+)", screen.text.replace("\n", "")):
                screen.send(f"{found[1]}\r")
                break
        status = screen.end()
        return Finished(status, re.sub(r"\s+", " ", screen.text).encode(), b"")


def judge(checker, erasable=(), settled=False):
    """(kind of trouble, sentence) for each photo, by what lies in the folder below the drive; and what is remarked."""
    problems, remarks, noted, loose = [], [], {}, {}
    for trash in checker.trashes:
        for name, where, one in trash.entries():
            noted.setdefault(where, []).append(one and one.digest)
            if where is None and one:
                loose[one.digest] = name
        if settled and (stray := trash.stray_notes()):
            remarks.append("a note without its file")
    known = {was.digest for was in checker.before.values()}
    for path, was in checker.before.items():
        now, name = photo(path), os.path.basename(path)
        places = (now is not None and now.digest == was.digest) + noted.get(path, []).count(was.digest)
        if now and now.digest != was.digest:
            if os.path.getsize(path):
                problems.append(("other bytes stand at home", repr(name)))
            else:
                remarks.append("an empty file at home")
        elif now and now != was:
            remarks.append("another mode or time")
        if places < 1 and name not in erasable:
            if was.digest not in loose:
                problems.append(("erased", repr(name)))
            elif settled:
                problems.append(("in files/ without a whole note", f"{name!r} as {loose[was.digest]!r}"))
        elif settled and places > 1:
            remarks.append("a photo in both places")
        elif settled and places < 1 and was.digest in loose:
            problems.append(("in files/ without a whole note", f"{name!r} as {loose[was.digest]!r}"))
    if settled and loose.keys() - known:
        remarks.append("something else in files/ without a note")
    return problems, remarks


def hold(room, case):
    """One case from its first to its last start."""
    verdict, checker = Verdict(), room.fill()
    drive = Drive(room, case.options)
    try:
        if room.prepare(case):
            # What this file system is refused for may still lie in its trash from before.
            drive.close()
            checker, drive = room.fill(), Drive(room, "")
            if room.prepare(case):
                raise RuntimeError("the photos could not be trashed without a fault")
            drive.close()
            drive = Drive(room, case.options)
            verdict.refused = True
        drive.settle()
        drive.fault(case.faults)
        finished = room.act(case)
        verdict.calls = drive.calls()
        verdict.met = verdict.calls.pop("met")
        hear(verdict, "action", finished, is_killed="kill" in case.faults)
        if not case.is_hasty:
            drive.settle()
        erasable = {os.path.basename(os.fsencode(path)) for path in room.asked} | {b"pair.xmp"}
        erasable = erasable if case.action == "empty" else ()
        if not case.is_hasty:
            verdict.problems += judge(checker, erasable)[0]
            verdict.problems += told(room, checker, case, finished)
        drive.fault(case.next_faults)
        for number in range(3 if case.next_faults else 2):
            hear(verdict, f"start {number + 1}", room.recover(case.is_hasty), is_killed="kill" in case.next_faults and number == 0)
            if number == 0:
                verdict.met_next = drive.calls()["met"]
                drive.fault("")
            drive.settle()
        problems, remarks = judge(checker, erasable, settled=True)
        verdict.problems += [problem for problem in problems if problem not in verdict.problems]
        verdict.remarks, verdict.tree = remarks, tree(room)
        if case.action != "foreign":
            verdict.problems += listed(room, checker)
        if not case.faults:
            verdict.problems += [("without a fault", f"it left over: {remark}") for remark in sorted(set(remarks))]
            if finished.status not in (0, 1):
                verdict.problems.append(("without a fault", f"it ended with {finished.status}"))
    finally:
        drive.close()
    return verdict


def hear(verdict, moment, finished, is_killed):
    verdict.said.append(f"{moment}: {finished.status} {finished.text.decode(errors='replace').strip()}")
    if finished.status is None:
        verdict.problems.append(("it hung", moment))
    elif finished.status < 0 and not (is_killed and finished.status == -9):
        verdict.problems.append(("it crashed", moment))


def told(room, checker, case, finished):
    """Where what was said is not what is so."""
    home = {os.path.basename(path) for path in checker.at_home()}
    away = {os.path.basename(path) for path in checker.before} - home
    if case.action == "trash" and b"Nothing was moved" in finished.text and away:
        return [("it said that nothing was moved", f"{sorted(away)}")]
    back = home & {os.path.basename(os.fsencode(path)) for path in room.asked}
    if case.action == "restore" and b"Nothing was put back" in finished.text and back:
        return [("it said that nothing was put back", f"{sorted(back)}")]
    if case.action == "trash" and finished.status == 0 and "later" not in case.faults and back:
        return [("it said done", f"{sorted(back)} at home")]
    return []


def listed(room, checker):
    """What this program moved and is in the trash now, the history has to know."""
    home, unknown = checker.at_home(), []
    known = room.deckle("history", "--json").output.decode(errors="replace")
    for trash in checker.trashes:
        for name, where, one in trash.entries():
            path = where and os.fsdecode(where).replace(str(room.card), str(room.disk / "drive"))
            if where and where not in home and one == checker.before.get(where) and b"foreign" not in name:
                if json.dumps(path, ensure_ascii=False) not in known.replace("\\/", "/"):
                    unknown.append(("in the trash and not in the history", repr(name)))
    return unknown


def tree(room):
    """The backing folder as it is, for who looks for the fault."""
    lines = []
    for place, folders, names in os.walk(room.card):
        folders[:] = [folder for folder in folders if folder != "library"]
        for name in sorted(names):
            path = os.path.join(place, name)
            one = photo(path)
            lines.append(f"{os.path.relpath(path, room.card)}: {os.path.getsize(path)} bytes, {one and one.digest[:8]}")
    return lines
