"""A computer of a trial's own: a home, a library on the home's disk, another on a card, and the program."""
import contextlib
import json
import os
import random
import shutil
import subprocess
import tempfile
from pathlib import Path

from checker import Checker, Trash
from tinyjpegs import TINY_JPEGS

HOSTILE = [
    b"IMG_1.jpg", b"a b#?%25.jpg", "\u00e9\u65e5\u672c.jpg".encode(), b"-rf.jpg", b"two\nlines.jpg", b"bad\xff\xfe.jpg",
    b"esc\x1b[31m.jpg", b"n" * 251 + b".jpg", b".hidden.jpg", b"IMG_1.trashinfo.jpg",
]


def picture(chance):
    """A JPEG of its own bytes, coded with the tables that every picture can have, so that better ones make it smaller."""
    standard = TINY_JPEGS[-1]
    comment = b"\xff\xfe\x00\x12" + chance.randbytes(16)
    return standard[:2] + comment + standard[2:]


def packet(properties):
    """An XMP sidecar with these properties."""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
        'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/">{properties}</rdf:Description></rdf:RDF></x:xmpmeta>\n'
        '<?xpacket end="w"?>\n').encode()


TITLE = b"A title that only the photo that goes has"


def matter(action):
    """The kind of photos that an action needs: of any bytes, pictures, or pictures with sidecars."""
    return "words" if "merge" in action else "pictures" if "shrink" in action else "bytes"


class Finished:
    """How a run of the program ended; `status` is negative for a signal."""

    def __init__(self, status, output, errors):
        self.status, self.output, self.errors = status, output, errors
        self.text = output + errors


def run(command, environment, timeout=60, folder=None, data=b""):
    """Runs to the end or kills it: a trial never hangs."""
    process = subprocess.Popen(
        command, env=environment, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True)
    try:
        output, errors = process.communicate(data, timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output, errors = process.communicate()
        return Finished(None, output, errors + b"hung and was killed")
    return Finished(process.returncode, output, errors)


def mount(kind, target, *options):
    subprocess.run(["mount", "-t", kind, *options, str(target)], check=True, capture_output=True)


def unmount(target):
    subprocess.run(["umount", "-l", str(target)], check=False, capture_output=True)


class Room:
    """Made of memory where this user may mount, so that the disk of the machine is left in peace.

    `disk` and `card` are two volumes, or one where mounting is not allowed: then `has_card` says so.
    """

    def __init__(self, program, per_volume=10, base=None):
        self.program = program
        self.base = Path(base or tempfile.mkdtemp(prefix="deckle-torture."))
        self.per_volume = per_volume
        self.disk, self.card = self.base / "disk", self.base / "card"
        for folder in (self.disk, self.card):
            folder.mkdir(exist_ok=True)
        self.has_card = False
        if os.geteuid() == 0 and base is None:
            mount("tmpfs", self.disk, "deckle-torture", "-o", "size=256m")
            mount("tmpfs", self.card, "deckle-torture", "-o", "size=256m")
            self.has_card = True

    def close(self):
        for folder in (self.card, self.disk):
            if os.path.ismount(folder):
                unmount(folder)
        shutil.rmtree(self.base, ignore_errors=True)

    @property
    def environment(self):
        home = self.disk / "home"
        return {
            "HOME": str(home), "XDG_CONFIG_HOME": f"{home}/config", "XDG_STATE_HOME": f"{home}/state",
            "XDG_CACHE_HOME": f"{home}/cache", "XDG_DATA_HOME": f"{home}/data", "SWIFT_BACKTRACE": "enable=no",
            "TZ": "UTC", "LC_ALL": "C.UTF-8", "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "TERM": "vt100",
        }

    @property
    def trashes(self):
        card = self.card / f".Trash-{os.geteuid()}"
        return [Trash(self.disk / "home/data/Trash"), Trash(card, self.card)]

    def fill(self, seed=1, kind="bytes"):
        """Starts afresh with `per_volume` photos on each volume; hostile names and exact copies among them.

        Only pictures can be made smaller, or have words to carry over; for all else a photo is any bytes.
        """
        for volume in (self.disk, self.card):
            volume.mkdir(exist_ok=True)
            for entry in volume.iterdir():
                shutil.rmtree(entry)
        self.card.mkdir(exist_ok=True)
        (self.disk / "home").mkdir(mode=0o700)
        self.album.mkdir()
        chance = random.Random(seed)
        self.photos, words = [], {}
        for volume in (self.disk, self.card):
            folder = os.fsencode(volume / "library")
            for number in range(self.per_volume):
                name = HOSTILE[number] if number < len(HOSTILE) else b"photo%d.jpg" % number
                path = os.path.join(folder, b"folder%d" % (number % 3), name)
                self.add(path, picture(chance) if kind != "bytes" else chance.randbytes(2000 + number), chance)
                self.photos.append(path)
            # The first photo has a twin that stays, so that the bytes of both are read before it goes.
            with open(self.photos[-self.per_volume], "rb") as file:
                self.add(os.path.join(folder, b"folder0", b"twin.jpg"), file.read(), chance)
            if kind == "words":
                going, staying = self.photos[-self.per_volume], os.path.join(folder, b"folder0", b"twin.jpg.xmp")
                title = f"<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>{TITLE.decode()}</rdf:li></rdf:Alt></dc:title>"
                self.add(going + b".xmp", packet(title), chance)
                self.add(staying, packet("<dc:subject><rdf:Bag><rdf:li>Rome</rdf:li></rdf:Bag></dc:subject>"), chance)
                words[staying] = (going, TITLE)
        receipts = self.disk / "home/state/deckle/session.sqlite" if kind == "pictures" else None
        return Checker(self.libraries, self.trashes, self.album, receipts, words)

    def add(self, path, content, chance):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
        os.chmod(path, chance.choice([0o644, 0o600, 0o440]))
        time = chance.randrange(10**9, 1_700_000_000) * 10**9 + chance.randrange(10**9)
        with contextlib.suppress(OSError):  # tmpfs has had them since Linux 6.6
            os.setxattr(path, "user.xdg.tags", b"holidays")
        os.utime(path, ns=(time, time))

    @property
    def album(self):
        """A folder to move photos to: on the disk, so that those of the card are copied."""
        return self.disk / "album"

    @property
    def libraries(self):
        return [self.disk / "library", self.card / "library"]

    def deckle(self, *arguments, wrapper=(), environment=None, timeout=60):
        return run(
            [*wrapper, self.program, *arguments], self.environment | (environment or {}), timeout, self.base)

    def number(self, *arguments):
        """The options that say how many photos a command moves: many go by their number only."""
        document = json.loads(self.deckle(*arguments, "--dry-run", "--json").output or b"{}")
        return ["--yes", "--count", str(document.get("photos", 0))]

    def trash(self, **options):
        return self.deckle("trash", "--yes", *self.photos, **options)

    def move(self, **options):
        return self.deckle("move", "--yes", "--to", str(self.album), *self.photos, **options)

    def merge(self, **options):
        return self.deckle("trash", "--yes", "--merge-metadata", *self.photos, **options)

    def shrink(self, **options):
        return self.deckle("shrink", "--lossless", "--jobs", "1", *map(str, self.libraries), **options)

    def restore(self, **options):
        return self.deckle("restore", "--last", **options)

    def recover(self):
        """The next start of any command that writes settles what was cut off; this one has nothing to do besides."""
        return self.deckle("trash", "--yes", str(self.base / "no such photo"))
