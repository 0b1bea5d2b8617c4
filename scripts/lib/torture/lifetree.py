"""A small photo library for one life: generated pictures in overlapping folders, and what a look at the disk sees of it."""
import functools
import os
import random
import struct
import zlib
from dataclasses import dataclass

from checker import photo
from tinyjpegs import TINY_JPEGS

WIDTH, HEIGHT, SCENES = 96, 72, 12


@functools.cache
def scene(number, shift=0):
    """The pixels of a picture that belongs to a number; with a shift, the next frame of it."""
    chance = random.Random(number)
    coarse = [[[chance.randrange(256) for _ in range(3)] for _ in range(10)] for _ in range(7)]
    boxes = [(chance.randrange(76), chance.randrange(52), chance.randrange(8, 40), chance.randrange(8, 30),
              [chance.randrange(-90, 91) for _ in range(3)]) for _ in range(14)]
    rows = bytearray()
    for y in range(HEIGHT):
        rows.append(0)
        above, down = divmod(y / HEIGHT * 6, 1)
        for x in range(shift, WIDTH + shift):
            left, right = divmod(x / (WIDTH + 8) * 8, 1)
            over, under = coarse[int(above)], coarse[int(above) + 1]
            a, b = over[int(left)], over[int(left) + 1]
            c, d = under[int(left)], under[int(left) + 1]
            here = [box[4] for box in boxes if box[0] <= x < box[0] + box[2] and box[1] <= y < box[1] + box[3]]
            for i in range(3):
                value = (a[i] * (1 - right) + b[i] * right) * (1 - down) + (c[i] * (1 - right) + d[i] * right) * down
                rows.append(max(0, min(255, int(value) + sum(box[i] for box in here))))
    return zlib.compress(bytes(rows))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture(number, shift=0, comment=b""):
    """A PNG of a scene. The comment changes its bytes and not its picture."""
    text = chunk(b"tEXt", b"Comment\0" + comment) if comment else b""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + text + chunk(b"IDAT", scene(number, shift)) + chunk(b"IEND", b"")


@dataclass(frozen=True)
class File:
    """A file at home: what it holds, and the numbers that tell whether somebody wrote to it."""

    held: object
    inode: int
    size: int
    changed: int

    @property
    def digest(self):
        return self.held.digest


def look(roots):
    """Every regular file below the roots by its path; trashes and what Deckle keeps for itself are left out."""
    found = {}
    for root in roots:
        for folder, folders, names in os.walk(root):
            folders[:] = [name for name in folders if not name.startswith(b".Trash") and not (folder == root and name == b"home")]
            for name in names:
                path = os.path.join(folder, name)
                status = os.lstat(path)
                if not os.path.islink(path) and (held := photo(path)):
                    found[path] = File(held, status.st_ino, status.st_size, status.st_ctime_ns)
    return found


class Tree:
    """The folders of one life: a library, a folder in it, a backup beside it or on the card, and what is in them."""

    def __init__(self, room, chance):
        self.chance, self.count = chance, 0
        self.disk, self.card = os.fsencode(room.disk), os.fsencode(room.card)
        self.library = os.path.join(self.disk, b"library")
        self.trip = os.path.join(self.library, b"trip")
        self.backup = os.path.join(chance.choice([self.disk, self.card]), b"backup")
        self.folders = [self.library, os.path.join(self.library, b"old"), self.trip, os.path.join(self.trip, b"day"),
                        self.backup]
        for folder in self.folders:
            os.makedirs(folder)
        self.fill()

    @property
    def roots(self):
        return [self.disk, self.card]

    def look(self):
        return look(self.roots)

    def name(self, ending=b".png"):
        """No name comes twice in a life, so that the name on a card says which photo it is."""
        self.count += 1
        return self.chance.choice([b"IMG_%04d", b"p%03d", "\u00e9t\u00e9-%d".encode()]) % self.count + ending

    def put(self, content, folder=None, name=None):
        path = os.path.join(folder or self.chance.choice(self.folders), name or self.name())
        with open(path, "xb") as file:
            file.write(content)
        os.chmod(path, self.chance.choice([0o644, 0o600, 0o440]))
        time = self.chance.randrange(10**9, 1_700_000_000) * 10**9 + self.chance.randrange(10**9)
        os.utime(path, ns=(time, time))
        return path

    def fill(self):
        for number in self.chance.sample(range(SCENES), self.chance.randrange(4, 7)):
            kinds = self.chance.choices(["copy", "other", "frame", "link", "twin"], [5, 3, 3, 1, 1], k=self.chance.randrange(1, 5))
            first = self.put(picture(number))
            for kind in kinds:
                if kind == "copy":
                    self.put(picture(number))
                elif kind == "other":
                    self.put(picture(number, comment=b"%d" % self.chance.randrange(2)))
                elif kind == "frame":
                    self.put(picture(number, shift=self.chance.choice([2, 3])))
                elif kind == "link":
                    os.link(first, os.path.join(os.path.dirname(first), self.name()))
                elif not os.path.lexists(path := first.swapcase()) and os.path.isdir(os.path.dirname(path)):
                    self.put(picture(number), os.path.dirname(path), os.path.basename(path))
            if self.chance.random() < 0.3:
                self.sidecar(first)
        for number in range(self.chance.randrange(3)):
            self.pair(number)

    def sidecar(self, path):
        self.count += 1
        name = os.path.basename(path) if self.chance.random() < 0.5 else os.path.basename(path).rsplit(b".", 1)[0]
        if not os.path.lexists(os.path.join(os.path.dirname(path), name + b".xmp")):
            self.put(b"<x:xmpmeta/>%d" % self.count, os.path.dirname(path), name + b".xmp")

    def pair(self, number):
        """A RAW beside its JPEG, and sometimes copies of one or both elsewhere."""
        jpeg, raw = TINY_JPEGS[number], raw_around(TINY_JPEGS[number])
        for _ in range(self.chance.randrange(1, 3)):
            stem, folder = self.name(b""), self.chance.choice(self.folders)
            self.put(jpeg, folder, stem + b".jpg")
            if self.chance.random() < 0.8:
                self.put(raw, folder, stem + b".dng")


def raw_around(jpeg):
    """A DNG with this JPEG as its preview."""
    def directory(entries, at):
        entries = sorted(entries)
        return struct.pack("<H", len(entries)) + b"".join(
            struct.pack("<HHI", tag, kind, count) + value.ljust(4, b"\0") for tag, kind, count, value in entries
        ) + bytes(4)

    def whole(tag, value):
        return (tag, 4, 1, struct.pack("<I", value))

    preview, sensor, data = 256, 512, 1024
    first = directory([whole(0xFE, 1), (0x112, 3, 1, b"\1\0"), (0xC612, 1, 4, b"\1\4\0\0"), whole(0x14A, preview)], 64)
    sub = directory([whole(0xFE, 1), whole(0x103, 7), whole(0x111, data), whole(0x117, len(jpeg))], preview)
    file = bytearray(data)
    file[0:8] = b"II*\0" + struct.pack("<I", 64)
    file[64 : 64 + len(first)] = first
    file[preview : preview + len(sub)] = sub
    return bytes(file) + jpeg + bytes(64)
