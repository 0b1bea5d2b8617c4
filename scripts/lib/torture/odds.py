"""Two programs at once, clocks that jump, media that cannot be written, drives that are gone, names that give orders."""
import os
import subprocess
import threading
import time
from pathlib import Path

from checker import Checker, photos
from faults import build_shim, strace
from report import Result, Skipped
from room import HOSTILE, Room
from screen import Screen

YEAR = 365 * 86400


def starts(options, clock):
    """Two programs on one session at the same moment, again and again: one works, the other says why it does not."""
    result = Result()
    room, both = Room(options.program), 0
    # The one waits a fifth of a second for the other; on a disk this slow each is at work for longer.
    slow = [strace(), "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e",
            "inject=fsync,fdatasync:delay_enter=10000"]
    try:
        for number in range(10 if options.quick else 100):
            if clock.is_over:
                break
            checker, ended = room.fill(number), []
            threads = [threading.Thread(target=lambda: ended.append(room.trash(wrapper=slow))) for _ in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            result.runs += 1
            moment = f"start {number}"
            refused = [one for one in ended if b"Another Deckle" in one.text]
            # The second may also come after the first has ended; then there is nothing left to move.
            late = [one for one in ended if b"There is no file" in one.text]
            done = [one for one in ended if one.status == 0]
            both += len(refused)
            if len(done) != 1 or len(refused) + len(late) != 1:
                result.failures.append(f"{moment}: {[(one.status, one.text[-200:]) for one in ended]}")
            result.check(checker.problems(settled=True), moment)
    finally:
        room.close()
    if both < result.runs / 2:
        result.failures.append(f"they met only {both} times")
    result.notes.append(f"{both} met the lock, the others came too late")
    return result


def jumps(options, clock):
    """The clock of the computer goes to 1976, to 2096 and back between a move and its restore."""
    result = Result()
    room = Room(options.program, 5)
    try:
        shim = build_shim(room.base)
        for then, now in ((-50 * YEAR, 70 * YEAR), (70 * YEAR, -50 * YEAR), (0, -86400), (-86400, 0)):
            checker = room.fill()
            for start, shift in ((room.trash, then), (room.restore, now)):
                finished = start(environment={"LD_PRELOAD": shim, "DECKLE_SHIM": f"clock:{shift}"})
                result.runs += 1
                moment = f"{start.__name__}, clock off by {shift} s"
                if finished.status != 0:
                    result.failures.append(f"{moment}: {finished.status} {finished.text[-300:]!r}")
                result.check(checker.problems(settled=True), moment)
                if start == room.trash and b"DeletionDate=%d" % (time.gmtime(time.time() + shift).tm_year) not in note(room):
                    result.failures.append(f"{moment}: the clock was not off")
            if not set(room.photos) <= checker.at_home():
                result.failures.append(f"{then}, {now}: not everything came home")
    finally:
        room.close()
    return result


def note(room):
    return next((room.disk / "home/data/Trash/info").iterdir()).read_bytes()


def media(options, clock):
    """Media that are read-only, mounted twice, or full: every photo stays, with a sentence, and nothing is written."""
    if os.geteuid() != 0:
        raise Skipped("mounting needs root")
    result = Result()
    room = Room(options.program, 5)
    try:
        for kind in ("read-only", "second mount", "full"):
            checker = room.fill()
            library = str(room.card / "library")
            if kind == "read-only":
                remount(room.card, "ro")
            elif kind == "full":
                with open(room.card / "filler", "wb") as filler:
                    try:
                        while True:
                            filler.write(bytes(1 << 16))
                            filler.flush()
                    except OSError:
                        pass
            else:
                # One file under two names of two mounts: no copy of itself, and no rename leads across.
                (room.disk / "second").mkdir()
                subprocess.run(["mount", "--bind", room.card, room.disk / "second"], check=True)
                checker = Checker([room.card / "library"], room.trashes)
            before = sorted(map(str, room.card.rglob("*")))
            scan = room.deckle("scan", "--json", library, *([str(room.disk / "second/library")] if kind[0] == "s" else []))
            moment = kind
            if scan.status not in (0, 2) or sorted(map(str, room.card.rglob("*"))) != before:
                result.failures.append(f"{moment}: the scan ended with {scan.status} or wrote into the tree")
            on_card = [path for path in room.photos if path.startswith(os.fsencode(room.card))]
            done = room.deckle("trash", "--yes", *on_card)
            result.runs += 1
            if kind != "second mount":
                if done.status != 1 or len(done.text.split()) < 8:
                    result.failures.append(f"{moment}: {done.status} {done.text[-300:]!r}")
                if not set(on_card) <= checker.at_home():
                    result.failures.append(f"{moment}: a photo went")
            if kind == "read-only":
                remount(room.card, "rw")
            result.check(checker.problems(settled=True), moment)
            if kind == "second mount":
                subprocess.run(["umount", room.disk / "second"], check=True)
    finally:
        room.close()
    return result


def remount(path, how):
    subprocess.run(["mount", "-o", f"remount,{how}", path], check=True, capture_output=True)


def names(options, clock):
    """The interface over names that give orders to a terminal: none of their bytes reaches it as an order."""
    result = Result()
    room = Room(options.program)
    sample = next((Path(__file__).resolve().parents[3] / "sampledata/2023 Summer").glob("*.JPG"))
    orders = HOSTILE + [b"\x1b]0;own\x07.jpg", b"clear\x1b[2J\x1b[H.jpg", b"c1\xc2\x9b31m.jpg", "\u202egpj.jpg".encode(),
                        b"\x1bPq#0~\x1b\\.jpg", b"bell\x07.jpg", b"cr\rlf.jpg", "line\u2028.jpg".encode()]
    try:
        library = room.disk / "library"
        for number, name in enumerate(orders):
            for folder in ("a", "b"):
                path = os.path.join(os.fsencode(library / folder), name if folder == "a" else b"%d.jpg" % number)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(sample.read_bytes() + bytes([number]))
        (room.disk / "home").mkdir()
        before = photos([library])
        screen = Screen([room.program, str(library), "--color", "none"], room.environment, keeps=True)
        screen.wait("Ready when you are")
        screen.send("s")
        screen.wait(" sets", " set")
        screen.quiet()
        screen.send("\r")
        screen.wait("← delete")
        for _ in range(2 * len(orders)):
            try:
                screen.wait("← delete", seconds=10)
            except TimeoutError:
                break
            screen.wait_for_picture()
            # Away again by the same key: Esc would leave the deck where a slow machine has not come to the details yet.
            for key in "iil":
                screen.quiet(0.05)
                screen.send(key)
            screen.quiet(0.1)
            result.runs += 1
        screen.send("q")
        if screen.end() != 0 or result.runs != 2 * len(orders) - 1:
            result.failures.append(f"the session ended with {screen.status} after {result.runs} cards:\n{screen.text}")
        for order in (b"\x1b]", b"\x1bP", b"\x07", b"\xc2\x9b", b"\x9b31m", "\u202e".encode(), "\u2028".encode()):
            if order in screen.log:
                result.failures.append(f"{order!r} reached the terminal")
        if photos([library]) != before:
            result.failures.append("a photo was changed by looking")
    finally:
        room.close()
    return result
