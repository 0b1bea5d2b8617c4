"""A drive that neither answers nor fails: a file system in user space whose server is stopped in the middle."""
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

from checker import Checker
from report import Result, Skipped
from room import Room, unmount
from screen import Screen

# A key is answered within this, and a slow moment of the machine is not the program's.
PATIENCE = 0.1
# From the start of the process, which is a tenth of a second at most on a machine that does other things too.
START = 0.2


class Drive:
    """The card, seen through a server that can be stopped."""

    def __init__(self, room):
        self.mount = room.disk / "drive"
        self.mount.mkdir(exist_ok=True)
        self.server = subprocess.Popen(["bindfs", "-f", str(room.card), str(self.mount)], stderr=subprocess.DEVNULL)
        end = time.monotonic() + 10
        while not os.path.ismount(self.mount):
            if time.monotonic() > end or self.server.poll() is not None:
                raise Skipped("no file system in user space can be mounted")
            time.sleep(0.02)

    def stop(self):
        self.server.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.server.send_signal(signal.SIGCONT)

    def close(self):
        self.go_on()
        unmount(self.mount)
        self.server.terminate()
        self.server.wait()


def answer(screen, key, *words):
    """How long a key takes to show something."""
    start = time.monotonic()
    screen.send(key)
    screen.wait(*words, seconds=10)
    return time.monotonic() - start


def ask(screen, result, moment, back):
    """Opens and closes the help again and again while nothing answers from the disk."""
    times = []
    for _ in range(10):
        times.append(answer(screen, "?", "Help", "Everywhere"))
        screen.quiet(0.02)
        screen.send("\x1b")
        screen.wait(*back, seconds=10)
        screen.quiet(0.02)
    times.sort()
    if times[len(times) // 2] > PATIENCE:
        result.failures.append(f"{moment}: a key was answered after {times[len(times) // 2] * 1000:.0f} ms")
    result.runs += len(times)
    return times


def has_left(process, seconds=10):
    """The program has ended, although its parent may not have been told yet."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
        if state in "ZX":
            return True
        time.sleep(0.05)
    return False


def commands(room, drive, result):
    """Every command says what it waits for, and Ctrl-C ends it at once."""
    library = str(drive.mount / "library")
    photo = library + "/2023 Summer/IMG_2102.JPG"
    plan = room.disk / "plan.json"
    plan.write_bytes(room.deckle("plan", library).output)
    for words in (["trash", "--yes", photo], ["restore", "--last"], ["history"], ["empty", "--all", "--dry-run"],
                  ["scan", library], ["plan", library], ["apply", "--yes", str(plan)]):
        time.sleep(1.2)
        drive.stop()
        screen = Screen([room.program, *words], room.environment)
        try:
            screen.wait("no answer for", seconds=20)
            screen.send("\x03")
            if not has_left(screen.process, 2):
                result.failures.append(f"{words[0]}: Ctrl-C did not end it")
        except TimeoutError as error:
            result.failures.append(f"{words[0]}: {error}")
        drive.go_on()
        if screen.end(seconds=10) != 130:
            result.failures.append(f"{words[0]}: it ended with {screen.status}")
        result.runs += 1


def opening(room, drive, result):
    """A start on a drive that hangs shows a screen at once, says what it waits for, and can be left."""
    time.sleep(1.2)
    drive.stop()
    start = time.monotonic()
    screen = Screen([room.program, str(drive.mount / "library"), "--color", "none"], room.environment)
    try:
        screen.wait("Opening your photos", seconds=10)
        took = time.monotonic() - start
        screen.wait("no answer for", seconds=20)
        screen.send("q")
        if not has_left(screen.process, 2):
            result.failures.append("at the start: q did not end it")
    finally:
        drive.go_on()
    if screen.end(seconds=10) != 0:
        result.failures.append(f"at the start: it ended with {screen.status}")
    if took > START:
        result.failures.append(f"at the start: the screen came after {took * 1000:.0f} ms")
    result.notes.append(f"a screen {took * 1000:.0f} ms after the start")
    result.runs += 1


def settings(room, drive, result):
    """A protected folder lies on a drive that hangs: a change in the settings is written, and no key waits."""
    config = room.disk / "home/config/deckle/config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(f'protectedFolders = ["{drive.mount}/library/2023 Summer"]\n')
    screen = Screen([room.program, str(drive.mount / "library"), "--color", "none"], room.environment)
    try:
        screen.wait("Ready when you are", "The bin is empty", "in the bin")
        screen.send("3")
        screen.wait("Sensitivity")
        screen.quiet()
        for _ in range(60):
            if re.search(r"^ *\S Left out", screen.text, re.MULTILINE):
                break
            screen.send("j")
            screen.quiet(0.05)
        time.sleep(1.2)
        drive.stop()
        screen.send("\r")
        screen.wait("What shall scans leave out?")
        screen.send("*.psd")
        screen.wait("*.psd")
        took = answer(screen, "\r", "Left out from now on")
        if took > PATIENCE:
            result.failures.append(f"in the settings: a change was answered after {took * 1000:.0f} ms")
        slowest = max([took] + ask(screen, result, "in the settings", ["*.psd"]))
        if "*.psd" not in config.read_text():
            result.failures.append("in the settings: the change is not written")
        screen.send("q")
        if not has_left(screen.process, 2):
            result.failures.append("in the settings: q did not end it")
    finally:
        drive.go_on()
        if screen.end(seconds=10) is None:
            screen.kill()
        config.unlink()
    result.runs += 1
    return slowest


def hang(options, clock):
    """A drive stops answering in a scan, a question, a move, a command, the settings, at the start: keys are answered, nothing is lost."""
    if os.geteuid() != 0 or not os.path.exists("/dev/fuse") or not shutil.which("bindfs"):
        raise Skipped("needs root, /dev/fuse and bindfs")
    result, room = Result(), Room(options.program)
    drive, slowest, screens = None, [], []

    def start():
        screen = Screen([room.program, str(drive.mount / "library"), "--color", "none"], room.environment)
        screens.append(screen)
        screen.wait("Ready when you are", "The bin is empty", "in the bin")
        return screen

    try:
        (room.disk / "home").mkdir()
        samples = Path(__file__).resolve().parents[3] / "sampledata"
        for folder in ("2023 Summer", "From grandma's computer"):
            shutil.copytree(samples / folder, room.card / "library" / folder)
        checker = Checker([room.card / "library"], room.trashes)
        drive = Drive(room)
        for number in range(1 if options.quick else 5):
            if clock.is_over:
                break
            shutil.rmtree(room.disk / "home")
            (room.disk / "home").mkdir()
            # In the walk.
            screen = start()
            screen.quiet()
            # What the kernel remembers of names is forgotten by then.
            time.sleep(1.2)
            drive.stop()
            screen.send("s")
            screen.wait("no answer for", seconds=20)
            slowest += ask(screen, result, "in a scan", ["no answer for"])[-1:]
            screen.send("\x1b")
            screen.wait("Ready when you are", "does not answer", seconds=10)
            drive.go_on()
            screen.send("s")
            screen.wait("sets", seconds=60)
            screen.quiet()
            # Under the question.
            screen.send("\r")
            screen.wait("← delete")
            screen.wait_for_picture()
            screen.quiet(0.05)
            screen.send("h")
            screen.wait("bin 1", "in the bin")
            screen.quiet()
            time.sleep(1.2)
            drive.stop()
            screen.send("m")
            screen.wait("no answer for", seconds=20)
            times = []
            for _ in range(5):
                times.append(answer(screen, "\x1b", "bin 1"))
                times.append(answer(screen, "m", "to the trash?"))
                screen.quiet(0.02)
            if sorted(times)[len(times) // 2] > PATIENCE:
                result.failures.append(f"under the question: keys were answered after {times}")
            slowest.append(max(times))
            result.runs += len(times)
            screen.send("\x1b")
            drive.go_on()
            screen.quiet()
            # In the move.
            screen.send("m")
            screen.wait("can be put back")
            screen.quiet()
            time.sleep(1.2)
            drive.stop()
            screen.send("y")
            screen.wait("no answer for", seconds=20)
            os.kill(screen.process, signal.SIGINT)
            if not has_left(screen.process):
                result.failures.append("in a move: Ctrl-C did not end it")
            # The kernel closes the files of a program that has ended, and a drive that hangs holds that up, too.
            drive.go_on()
            if screen.end(seconds=10) != 130:
                result.failures.append(f"in a move: it ended with {screen.status}")
            result.runs += 1
            time.sleep(0.5)
            room.recover()
            result.check(checker.problems(settled=True), "after the move")
            room.restore()
            result.check(checker.problems(settled=True), "after the restore")
            # A batch to look for, and every command that asks the drive for something.
            room.deckle("trash", "--yes", str(drive.mount / "library/2023 Summer/IMG_2101.JPG"))
            commands(room, drive, result)
            room.restore()
            result.check(checker.problems(settled=True), "after the commands")
            opening(room, drive, result)
            slowest.append(settings(room, drive, result))
        # Whoever cannot press Ctrl-C is not held either.
        drive.stop()
        finished = room.deckle("scan", str(drive.mount / "library"), timeout=40)
        result.runs += 1
        if finished.status != 1 or b"does not answer" not in finished.text:
            result.failures.append(f"at the start: {finished.status} {finished.text[-300:]!r}")
        drive.go_on()
    except TimeoutError as error:
        result.failures.append(str(error))
    finally:
        if drive:
            drive.close()
        for screen in screens:
            if screen.status is None:
                screen.kill()
        room.close()
    result.notes.append(f"the slowest key took {max(slowest, default=0) * 1000:.0f} ms")
    return result
