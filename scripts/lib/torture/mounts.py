"""Real mounts: what a cloud drive, a network share, a card, a pool and an encrypted folder make of a move."""
import json
import os
import random
import shutil
import struct
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from answercase import judge
from checker import Checker, Trash
from faults import build_shim, inject
from places import PLACES, Image, as_user, needs
from report import Result, Skipped
from room import run

# An account that owns nothing else here.
PLAIN = 65534
NAMES = [
    "photo 1.png", "\u00e9t\u00e9 \u00e0 la mer.png", "\u65e5\u672c.png", "IMG_0001.png", "copy.png", "a  b.png",
    "IMG_0002.png",
]
STAYS = "stays.png"


def noise(number, width=96, height=72):
    """A picture of noise, as PNG."""
    chance, rows = random.Random(number), bytearray()
    for _ in range(height):
        rows += b"\0" + chance.randbytes(3 * width)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(rows), 1)) + chunk(b"IEND", b"")

# Where the program is killed, as strace counts the calls; a number alone is milliseconds after its start.
MOMENTS = [
    ("renameat2", 1), ("renameat2", 3), ("linkat", 1), ("unlinkat", 1), ("unlinkat", 3), ("mkdirat", 2), ("fsync", 2),
    ("fsync", 6), 40, 90, 150, 250, 400,
]


class Person:
    """Who uses the mount, and what came of it: one row of the table."""

    def __init__(self, program, shim, base, kind, user):
        self.name, self.user, self.program, self.shim = kind, user, program, shim
        self.base = Path(base)
        self.base.mkdir()
        os.chmod(self.base, 0o755)
        self.home = self.base / "home"
        self.result, self.moved, self.back, self.refusal, self.lost = Result(), 0, 0, "", 0
        self.place = PLACES[kind](self.base, user)

    def begin(self):
        """Afresh: no history, and all photos at home, on the disk."""
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir()
        os.chown(self.home, self.user, self.user)
        place = self.place
        place.down()
        if place.look == place.place:
            place.up()
        for entry in place.look.iterdir():
            if entry.name != "lost+found":
                shutil.rmtree(entry)
        folder = place.look / "my photos"
        folder.mkdir()
        for number, name in enumerate([*NAMES, STAYS]):
            # The copy is that of the one that stays.
            (folder / name).write_bytes(noise(NAMES.index("copy.png") if name == STAYS else number))
            at = 1_600_000_000 + 1000 * number
            os.utime(folder / name, (at, at))
        for path in [place.look, folder, *folder.iterdir()]:
            try:
                os.chown(path, self.user, self.user)
            except PermissionError:
                # A file system without owners.
                pass
        place.down()
        place.up()
        seen = place.seen / "my photos"
        self.asked = [str(seen / name) for name in NAMES]
        look = place.look
        self.checker = Checker(
            [look / "my photos"], [Trash(look / f".Trash-{self.user}", look), Trash(look / f".Trash/{self.user}", look)])
        if len(self.checker.before) != len(NAMES) + 1:
            raise Skipped(f"its photos could not be made: {len(self.checker.before)} of {len(NAMES) + 1}")

    def deckle(self, *arguments, wrapper=(), kill_after=None, leaps=False):
        environment = ({"LD_PRELOAD": self.shim, "DECKLE_SHIM": "leap"} if leaps else {}) | {
            "HOME": str(self.home), "XDG_DATA_HOME": f"{self.home}/data", "XDG_STATE_HOME": f"{self.home}/state",
            "XDG_CONFIG_HOME": f"{self.home}/config", "XDG_CACHE_HOME": f"{self.home}/cache", "TZ": "UTC",
            "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "TERM": "vt100", "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
        }
        command = [*as_user(self.user), *wrapper, self.program, *arguments]
        if kill_after is not None:
            command = ["timeout", "-s", "KILL", f"{kill_after / 1000}", *command]
        return run(command, environment, timeout=120, folder="/")

    def trash(self, **how):
        return self.deckle("trash", "--yes", "--json", *self.asked, **how)

    def restore(self, **how):
        return self.deckle("restore", "--last", "--json", **how)

    def check(self, moment, settled=True):
        problems, remarks = judge(self.checker, settled=settled)
        self.lost = max(self.lost, len({words for _, words in problems}))
        for kind in sorted({kind for kind, _ in problems}):
            names = ", ".join(words for one, words in problems if one == kind)
            self.fails(f"{moment}: {kind}: {names}")
        for remark in sorted(set(remarks)):
            print(f"{self.name}, user {self.user}, {moment}: {remark} {remarks.count(remark)}×", file=sys.stderr)
            if (note := f"{self.name}: {remark}") not in self.result.notes:
                self.result.notes.append(note)
        return remarks

    def fails(self, words):
        self.result.failures.append(f"{self.name}, user {self.user}, {words}")

    def there_and_back(self):
        """The move and the restore without a fault, with a look below the mount after each."""
        self.begin()
        done = self.trash()
        self.place.settle()
        self.check("moved")
        left = len(self.checker.before) - len(self.checker.at_home())
        self.moved = sum(len([one for one in trash.entries() if one[1]]) for trash in self.checker.trashes)
        self.result.runs += 1
        reasons = [one["reason"] for one in outcomes(done) if one["outcome"] != "moved" and one.get("reason")]
        words = (reasons or [done.errors.decode(errors="replace").strip()])[0]
        if self.moved < len(NAMES):
            for path in (*map(str, self.asked), str(self.place.seen), str(self.base)):
                words = words.replace(path, os.path.basename(path) if path in self.asked else "…")
            self.refusal = " ".join(words.split())
            if not words:
                self.fails(f"moved: it stayed without a word: {done.text[-300:]!r}")
        if left and b"Nothing was moved" in done.text:
            self.fails(f"moved: it said that nothing was moved: {done.text[-300:]!r}")
        said = sum(one["outcome"] == "moved" for one in outcomes(done))
        if said > self.moved:
            self.fails(f"moved: it said {said} moved, and {self.moved} were")
        if not left:
            return False
        # As after a restart of the computer.
        self.place.down()
        self.place.up()
        done = self.restore()
        self.place.settle()
        remarks = self.check("put back")
        if remarks or done.status != 0:
            words = ", ".join(sorted({f"{remark} {remarks.count(remark)}×" for remark in remarks}))
            self.fails(f"put back without a fault: it ended with {done.status}; {words or 'nothing is left over'}")
        self.back = left - (len(self.checker.before) - len(self.checker.at_home()))
        if self.back < left:
            self.fails(f"put back: {self.back} of {left} came back: {done.text[-300:]!r}")
        return True

    def killed(self, action, moment, is_patient):
        """The same, killed in the middle; two starts later everything has to be known.

        A start waits until the kernel and the server have forgotten what they remember. Where it need not be patient, the
        mount is made anew instead, as after a restart of the computer, and the wait is over at once.
        """
        self.begin()
        if action == self.restore and self.trash().status != 0:
            return
        how = {"kill_after": moment} if isinstance(moment, int) else {"wrapper": inject("signal=KILL", *moment)}
        action(**how)
        self.result.runs += 1
        words = f"{action.__name__} killed at {moment}"
        for number in range(2):
            if not is_patient:
                self.place.settle()
                self.check(f"{words}, before start {number + 1}", settled=False)
                self.place.down()
                self.place.up()
            self.deckle("trash", "--yes", str(self.base / "no such photo"), leaps=not is_patient)
        self.place.settle()
        self.check(words)

    def row(self):
        user = "root" if self.user == 0 else "plain"
        return [self.name, user, self.moved, self.back, self.refusal, self.lost]


def outcomes(finished):
    try:
        return json.loads(finished.output)["files"]
    except (ValueError, KeyError):
        return []


def mounts(options, clock):
    """Real mounts (rclone, sshfs, gvfs, exFAT, NTFS, pools, encrypted): moved, killed and put back, nothing is lost."""
    if os.geteuid() != 0:
        raise Skipped("mounting needs root")
    result, rows = Result(), []
    base = Path(os.path.realpath(tempfile.mkdtemp(prefix="deckle-torture.")))
    os.chmod(base, 0o755)
    shim = build_shim(base)
    # A plain user may not look into every build folder.
    program = shutil.copy(options.program, base / "deckle")

    def hold(kind_and_user):
        number, (kind, user) = kind_and_user
        person = None
        try:
            if not os.path.exists("/dev/fuse") and not issubclass(PLACES[kind], Image):
                raise Skipped("there is no /dev/fuse")
            needs(*PLACES[kind].tools)
            person = Person(program, shim, base / str(number), kind, user)
            person.place.make()
            moves = person.there_and_back()
            if not options.quick or moves:
                moments = MOMENTS if not options.quick else random.Random(number).sample(MOMENTS, 2)
                # Where nothing moves, a kill early on still may leave something behind.
                for index, moment in enumerate(moments if moves else moments[::4]):
                    for turn, action in (1, person.trash), (4, person.restore):
                        if not clock.is_over and (moves or turn == 1):
                            person.killed(action, moment, is_patient=index % 6 == turn)
            return person.result, person.row()
        except Skipped as reason:
            row = [kind, "root" if user == 0 else "plain", "", "", f"skipped: {reason}", ""]
            return Result(notes=[f"{kind}: skipped, {reason}"]), row
        finally:
            if person:
                person.place.close()

    try:
        wanted = os.environ.get("DECKLE_MOUNTS", "")
        pairs = [(kind, user) for kind in PLACES if wanted in kind for user in (0, PLAIN)]
        # Most of the time goes by in waiting for what is written back.
        with ThreadPoolExecutor(6 * options.jobs) as pool:
            for one, row in pool.map(hold, enumerate(pairs)):
                result.merge(one)
                rows.append(row)
    finally:
        shutil.rmtree(base, ignore_errors=True)
    print("\n| mount | user | moved | back | refused because | lost |\n|---|---|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |")
    return result
