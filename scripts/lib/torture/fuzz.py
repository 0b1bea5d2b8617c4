"""Mutated bytes against everything that reads what nobody vouches for, in a build that traps on every bad access."""
import os
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import tempfile
import time
import zlib
from pathlib import Path

from checker import Checker
from report import Result, Skipped
from room import Room, run
from tinyfamily import TINY_HEICS, TINY_JP2S, TINY_JXLS
from tinyjpegs import TINY_JPEGS

ROOT = Path(__file__).resolve().parents[3]
NOTES = [
    b"[Trash Info]\nPath=/home/me/Pictures/a%20b.jpg\nDeletionDate=2026-01-31T12:00:00\n",
    b"[Trash Info]\nPath=Pictures/%E2%82%AC.jpg\nDeletionDate=2026-01-31T12:00:00\nX=1\n[Other]\nPath=/etc/passwd\n",
    b"[Trash Info]\nPath=../../etc/passwd\nDeletionDate=9999-99-99T99:99:99\n",
    b"[Trash Info]\nPath=/media/card/%00/../x\n",
]
TEXTS = [
    "IMG_2101 \u00e9\u65e5\u672c \U0001f468\u200d\U0001f469\u200d\U0001f467.jpg".encode(), b"\x1b]0;own\x07\x1b[2J.jpg",
    b"c1\xc2\x9b31m raw\x9b31m \xe2\x80\xaegpj.exe", b"a\xe2\x81\xa6b\xe2\x81\xa9 \xe2\x80\xa8\xed\xa0\x80 \xc0\xaf",
]
KEYS = [
    b"\x1b[A\x1bOB\x1b[1;5C\x1b[200~pasted\x1b[201~", b"\x1b[<0;10;20M\x1b[<0;10;20m", b"\x1b[27;5;9~\x1b[97;5u",
    "hjkl\u00e9\u65e5".encode(), b"\x1b[?1;2c\x1b]11;rgb:0000/0000/0000\x1b\\",
]

PACKAGES = [
    b"Package: gimp\nStatus: install ok installed\nDepends: libc6 (>= 2.34), a | b,\n c\nX: y\n\nPackage: x\n",
    b"package:\nSTATUS : deinstall ok config-files\n\tmore\n:\n \n\nDepends: \xff\r\n",
]
RDF = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
PACKETS = [
    RDF + b"<rdf:Description xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmlns:dc='http://purl.org/dc/elements/1.1/' "
    b"xmp:Rating='4.0' xmp:CreateDate='2024-05-12T18:03:21.05+02:00'><dc:subject><rdf:Bag><rdf:li>Rome</rdf:li></rdf:Bag>"
    b"</dc:subject><dc:title><rdf:Alt><rdf:li xml:lang='x-default'>caf\xc3\xa9 &amp; &#x41;</rdf:li></rdf:Alt></dc:title>"
    b"</rdf:Description></rdf:RDF></x:xmpmeta>",
    RDF + b"<rdf:Description xmlns:Container='http://ns.google.com/photos/1.0/container/' xmlns:Item="
    b"'http://ns.google.com/photos/1.0/container/item/'><Container:Directory><rdf:Seq><rdf:li rdf:parseType='Resource'>"
    b"<Container:Item Item:Semantic='MotionPhoto' Item:Length='4000'/></rdf:li></rdf:Seq></Container:Directory>"
    b"</rdf:Description></rdf:RDF></x:xmpmeta>",
    b"<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]>" + RDF + b"<rdf:Description>&b;</rdf:Description></rdf:RDF>",
    (RDF + b"<rdf:Description/></rdf:RDF></x:xmpmeta>").decode().encode("utf-16"),
]
IPTC = [
    b"Photoshop 3.0\x008BIM\x04\x04\x00\x00\x00\x00\x00\x19\x1c\x01Z\x00\x03\x1b%G\x1c\x02\x19\x00\x04Rome"
    b"\x1c\x02x\x00\x03caf\x00",
    b"\x1c\x02\x19\x00\x04Rome\x1c\x02\x78\x80\x04\x00\x00\x00\x03caf",
]
SIDECARS = PACKETS[:1] + [
    b'{"title": "a.jpg", "description": "x", "favorited": true, "people": [{"name": "Anna"}], "photoTakenTime": '
    b'{"timestamp": "1715529801"}, "geoData": {"latitude": 48.1, "longitude": -1.1e1}}',
    b"[Version]\nAppVersion=5.8\n\n[General]\nRank=3\nColorLabel=2\nInTrash=true\n\n[Exposure]\nAuto=false\n",
    b'Sidecar = {\nSource = {\nItems = {\n{\nRating = 4,\nSettings = {\nOverrides = {\nA = 1,\n}\n,\n}\n}\n}\n}\n}\n',
    b"<plist version='1.0'><dict><key>adjustmentFormatIdentifier</key><string>com.apple.photo</string></dict></plist>",
    b"bplist00 adjustmentFormatIdentifier com.apple.photo",
]
ENTRIES = [
    b"[Desktop Entry]\nType=Application\nName=GIMP\nName[de]=GIMP\nExec=\"/opt/a b/gimp\" %U\nNoDisplay=false\n",
    b"[Desktop Entry]\r\nType = Application\rName= \nExec=\\\"x\\ y\n[Desktop Action n]\nExec=rm\n",
]
RECENT = [
    b"<xbel><bookmark href='file:///a'><info><metadata><bookmark:applications><bookmark:application name=\"GIMP\" "
    b"exec=\"&apos;gimp %u&apos;\" modified=\"2026-01-31T12:00:00.123456Z\" count=\"1\"/></bookmark:applications>",
    b"<bookmark:application exec=\"/usr/bin/eog &amp;quot; x\" modified=\"2026-01-31T12:00:00Z\">",
]
ANSWERS = [
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 54\r\n\r\n"
    b'{"choices":[{"message":{"content":"Remove it, or."}}]}',
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n2d\r\n"
    b'data: {"choices":[{"delta":{"content":"hi"}}]}\r\ne\r\ndata: [DONE]\n\n\r\n0\r\n\r\n',
    b"HTTP/1.0 503 Busy\r\n\r\n",
]
RESULTS = [
    b"# Report by fclones 0.34.0\n# Base dir: /p\n0a1b, 41 B (41 B) * 2:\n    /p/a.jpg\n    b\\\\ \\x80\\n.jpg\n",
    b'{"header": {"base_dir": "/p"}, "groups": [{"file_len": 1, "files": ["/p/a.jpg", "b\\\\\\\\.jpg", "\\ud83d\\ude00"]}]}',
    b'Found 2 images which have similar friends\n"/p/a.jpg" - 4032x3024 - 3.1 MiB - High\n"/p/b" - 1x1 - 1 B - High\n\n',
    b'---- Size 6 KiB (6274) - 2 files\nReference file - "/p/a.jpg"\n"/p/b.jpg"\n/p/c.jpg\n',
    b'{"41": [[{"path": "/p/a", "hash": [1, -2.5e3]}, [{"path": "/p/b", "x": null}]]], "9": [[{"path": "/p/c"}]]}',
]

PLANS = [
    b'{"schema": "deckle.plan/1", "about": "x", "createdAt": "2026-01-31T12:00:00Z", "folders": [{"path": "/p"}], '
    b'"photos": [{"path": "/p/a.jpg", "decision": "delete", "bytes": 41, "digest": "' + b"0a" * 32 + b'", "companions": '
    b'[{"path": "/p/a.xmp", "role": "sidecar", "bytes": 2, "digest": null}], "reasons": [{"category": "duplicate", '
    b'"set": "d1", "why": "same bytes"}], "inBackup": true}, {"path": "/p/b.jpg", "decision": "keep", "bytes": 41, '
    b'"companions": [], "reasons": []}]}',
    b'{"schema":"deckle.plan/1","createdAt":"2026-01-31T12:00:00Z","folders":[{"path":"/p"},{"path":"/"}],"photos":['
    b'{"path":"/p/\xef\xbf\xbd\\u00e9\\ud83d\\ude00.jpg","pathBytes":"L3Av/8Op8J+YgC5qcGc=","decision":"pending",'
    b'"bytes":1.0e1,"companions":[],"reasons":[{"category":"blurry","why":""}]}]}',
]

SETTINGS = [
    b"# mine\nblurThreshold = 0.30 # so\nsimilarThreshold = 0.9\nkeeper_order = [\"sharpness\", \"resolution\"]\n"
    b"excludedFolders = [\"~/a\", '*.tmp', # no\n  \"\\u00e9\",]\nprotectedFolders = [\"/x\"]\nsetAsideFolders = []\n"
    b"theme = \"dark\"\nreducedMotion = false\nmouse = true\npictures = \"auto\"\nadviceEndpoint = "
    b"\"http://127.0.0.1:8080/v1\"\nadviceModel = \"default\"\nhistory = true\n"
    b"[keys.deck]\ndelete = [\"x\", \"left\"]\nkeep = \"ctrl-r\"\n",
    b"\"mouse\" = false\r\nexcludedFolders=[\"\"\"a\r\nb\"\"\", 'c', ]\r\nkeys.deck.keep = 'k'\r\n",
    "excludedFolders = [\"a\u2028\", 'b\u2029', \"c\u0085\"] # \u2028\n".encode(),
    b"bell = true\r\nhistory = false\r\n[keys]\r\nhome = {quit = \"q\"}\r\n",
    b"duplicateThreshold = 1e-1\nbell = 0x1F\nflash = 1979-05-27T07:32:00Z\nx.y = [[1, {z = inf}], -0.0]\n[[a]]\n[[a.b]]\n",
]


def pictures():
    """Small whole pictures, and their EXIF blocks."""
    found = [path for path in sorted((ROOT / "sampledata").rglob("*")) if path.suffix.lower() in (".jpg", ".png")]
    small = sorted(found, key=lambda path: path.stat().st_size)[:12]
    blocks = []
    for path in found[:40]:
        content = path.read_bytes()
        start = content.find(b"Exif\0\0")
        if 0 < start < 64:
            length = int.from_bytes(content[start - 2 : start], "big") - 2
            blocks.append(content[start : start + length][:4096])
    return [path.read_bytes() for path in small], blocks


def tiny_pngs():
    """A small PNG of each ordinary kind, with every filter."""
    chunk = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    files = []
    for color, stride in ((0, 1), (2, 3), (3, 1), (4, 2), (6, 4)):
        rows = b"".join(bytes([y % 5]) + bytes((x * 7 + y * 3) % 4 for x in range(9 * stride)) for y in range(7))
        extra = chunk(b"PLTE", bytes(range(192)) * 4) + chunk(b"tRNS", b"\x80\x00") if color == 3 else b""
        header = struct.pack(">IIBBBBB", 9, 7, 8, color, 0, 0, 0)
        files.append(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"tEXt", b"Software\0x")
                     + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return files


def movies():
    """Small QuickTime movies with a header of either version and Apple's keys."""
    box = lambda name, data: struct.pack(">I", len(data) + 8) + name + data
    text = lambda value: box(b"data", struct.pack(">II", 1, 0) + value)
    keys = box(b"mdta", b"com.apple.quicktime.content.identifier") + box(b"mdta", b"com.apple.quicktime.creationdate")
    items = box(b"\0\0\0\1", text(b"3F2504E0-4F89")) + box(b"\0\0\0\2", text(b"2024-08-15T12:00:00+0200"))
    meta = box(b"hdlr", bytes(25)) + box(b"keys", struct.pack(">II", 0, 2) + keys) + box(b"ilst", items)
    short = struct.pack(">IIIII", 0, 3806560800, 3806560800, 600, 1500) + bytes(80)
    long = struct.pack(">IQQIQ", 1 << 24, 3806560800, 3806560800, 600, 1500) + bytes(80)
    kind = box(b"ftyp", b"qt  \0\0\2\0qt  ")
    return [kind + box(b"mdat", bytes(40)) + box(b"moov", box(b"mvhd", head) + box(b"meta", front + meta))
            for head, front in ((short, b""), (long, bytes(4)))]


def features():
    """Features as a decode worker sends them: of a flat picture, and with all vectors."""
    files = []
    texts = b"".join(struct.pack("<Q", len(text)) + text for text in (b"Maker", b"Camera", b"", b"1.0", b"Screenshot"))
    for vectors in (b"", bytes(range(256)) * 3 + bytes(32)):
        checksum = 0
        for word, in struct.iter_unpack("<Q", vectors):
            mixed = (checksum ^ word) * 0x9E3779B97F4A7C15 & (1 << 64) - 1
            checksum = (mixed << 29 | mixed >> 35) & (1 << 64) - 1
        counts = (16, 512, 256, 32) if vectors else (0, 0, 0, 0)
        numbers = struct.pack(
            "<QQq8diIHHHh5H7B", 7, checksum, 1_700_000_000_000, 0.01, 2.8, 35, -0.5, 0.7, 0.1, 0.5, 0.25, 100, len(texts),
            0xFFF, 4000, 3000, 1, 0, *counts, 0, 6, 99, 1, 200, 3, 4)
        files.append(numbers + texts + bytes(counts[0]) + vectors + bytes(1344 if vectors else 0))
    return files


def keypoints():
    """SIFT keypoints as a decode worker sends them, and pixels in which some are found."""
    sent = struct.pack("<HH", 640, 480)
    for index in range(24):
        sent += struct.pack("<4H", 640 + index * 1500, 320 + index * index * 50, 100 + index, index * 2700)
        sent += bytes((index * 31 + number * number) % 128 for number in range(128))
    blobs = bytes((x // 7 * 53 + y // 9 * 91) % 256 for y in range(64) for x in range(96))
    return [sent, struct.pack("<HH", 16, 16), bytes([95, 0]) + blobs]


def tiny(kind):
    """The tiny pictures of a format that Deckle tries its decoders with."""
    source = (ROOT / "Sources/ImageDecoding/Decoding/TinyPicture.swift").read_text()
    digits = re.findall(r'TinyPicture\(\s*\.%s,[^"]*(?:"[^"\n]+",\s*)?"""([0-9A-F\s]+)"""' % kind, source)
    return [bytes.fromhex("".join(text.split())) for text in digits]


def corpus():
    images, blocks = pictures()
    if not images or not blocks:
        raise RuntimeError("there is no seed for the fuzzing of pictures")
    bare = [block.removeprefix(b"Exif\0\0") for block in blocks]
    heics = tiny("heic") + TINY_HEICS
    # Heads only, so that most mutations hit what is parsed.
    return {
        "exif": bare + blocks[:4], "header": [image[:2048] for image in images], "decode": images[:6],
        "jpeg": TINY_JPEGS, "png": tiny_pngs(), "shrink": [*TINY_JPEGS, *tiny_pngs()], "movie": movies(),
        "boxes": [file[:1500] for file in heics], "references": [file[:1500] for file in heics], "tiles": heics,
        "jxl": tiny("jxl") + TINY_JXLS, "jp2": tiny("jp2") + TINY_JP2S,
        "xmp": PACKETS, "iptc": IPTC, "sidecar": SIDECARS,
        "trashinfo": NOTES, "results": RESULTS, "plan": PLANS, "config": SETTINGS, "text": TEXTS, "keys": KEYS, "packages": PACKAGES,
        "desktop": ENTRIES, "recent": RECENT, "model": ANSWERS, "features": features(), "sift": keypoints(),
    }


def build():
    scratch = ROOT / ".build/fuzz"
    # Two builds of one package in one folder would undo each other, so this has its own.
    command = ["swift", "build", "--package-path", ROOT, "-c", "release", "--sanitize", "address", "--scratch-path",
               scratch, "--product", "Fuzzing", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Skipped(f"the fuzzer does not build: {done.stderr.strip().splitlines()[-1:]}")
    return scratch / "release/Fuzzing"


def parsers(options, clock):
    """Every parser for a minute each, or for --seconds N in all: no crash, no hang, no wrong answer."""
    result = Result()
    program = os.environ.get("DECKLE_FUZZER") or build()
    with tempfile.TemporaryDirectory(prefix="deckle-torture.") as work:
        seeds = corpus()
        each = options.seconds / len(seeds) if options.seconds else 1.5 if options.quick else 60
        for entry, files in seeds.items():
            paths = []
            for number, content in enumerate(files):
                paths.append(os.path.join(work, f"{entry}{number}"))
                Path(paths[-1]).write_bytes(content)
            runs, end, begin, share = 0, time.monotonic() + each, 0, 2000
            while time.monotonic() < end:
                start = time.monotonic()
                finished = run(
                    [program, entry, str(options.seed), str(begin), str(share), os.path.join(work, "number"), *paths],
                    {"SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": "allocator_may_return_null=1:detect_leaks=0"},
                    timeout=300)
                if finished.status != 0:
                    near = Path(work, "number").read_text().strip()
                    result.failures.append(
                        f"{entry}: seed {options.seed}, at or after input {near}: {finished.status} "
                        f"{finished.errors[-600:]!r}")
                    break
                runs, begin = runs + share, begin + share
                # Shares of about two seconds, so that the clock is kept and starting costs little.
                share = max(100, min(2_000_000, int(share * 2 / max(0.01, time.monotonic() - start))))
            result.runs += runs
            result.notes.append(f"{entry} {runs:,}")
    return result


def decisions(options, clock):
    """Random decisions, undos and moves over the view models: no set is emptied without the question that says so."""
    result = Result()
    build = subprocess.run(
        ["swift", "build", "--package-path", ROOT, "--build-tests"], capture_output=True, text=True)
    if build.returncode:
        lines = [line for line in (build.stdout + build.stderr).splitlines() if "error:" in line]
        result.failures.append(f"the tests could not be built: {' '.join(lines) or build.returncode}")
        return result
    command = ["swift", "test", "--package-path", ROOT, "--skip-build", "--disable-xctest"]
    command += ["--filter", "LastCopyPropertyTests"]
    # A process keeps some 200 KB of each script until its end, so each takes a share of them.
    wanted, share = 500 if options.quick else 100_000, 500
    while result.runs < wanted and not clock.is_over:
        environment = os.environ | {"DECKLE_SCRIPTS": str(share), "DECKLE_SCRIPTS_FROM": str(result.runs + options.seed)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode or "with 1 test" not in done.stdout + done.stderr:
            lines = [line for line in (done.stdout + done.stderr).splitlines() if "✘" in line or "error:" in line]
            result.failures += lines or ["the test did not run"]
            break
        result.runs += share
    return result


def settings(options, clock):
    """Mutated settings and lists of photos through the real program: a sentence and an exit code, never a crash."""
    result, chance = Result(), random.Random(options.seed)
    whole = b"blurThreshold = 0.30\nexcludedFolders = [\"~/a\", \"*.tmp\"]\nprotectedFolders = [\"/x\"]\n[keys]\n"
    room = Room(options.program, 2)
    try:
        checker = room.fill()
        config = room.disk / "home/config/deckle/config.toml"
        config.parent.mkdir(parents=True)
        for number in range(100 if options.quick else 2000):
            if clock.is_over:
                break
            config.write_bytes(mutated(whole, chance))
            names = mutated(b"/etc/passwd\n" + b"\n".join(room.photos) + b"\n../x\n\n", chance)
            finished = room.deckle(
                "trash", "--dry-run", "--from", "-", "--json", wrapper=["sh", "-c", 'exec "$0" "$@" < "$NAMES"'],
                environment={"NAMES": write(room.disk / "names", names)})
            result.runs += 1
            if finished.status not in (0, 1, 2, 64) or (finished.status and not finished.text.strip()):
                result.failures.append(f"number {number}: {finished.status} {finished.text[-300:]!r}")
        result.check(checker.problems(settled=True), "afterwards")
    finally:
        room.close()
    return result


def proposals(options, clock):
    """Mutated plans, carried out by the real program: a sentence and an exit code, no photo unsafe, and all come back."""
    result, chance = Result(), random.Random(options.seed)
    room = Room(options.program)
    try:
        (room.disk / "home").mkdir()
        for folder in ("2023 Summer", "From grandma's computer"):
            shutil.copytree(ROOT / "sampledata" / folder, room.disk / "library" / folder)
        checker = Checker([room.disk / "library"], room.trashes)
        # A plan moves nothing a second time that was put back since.
        def made():
            return room.deckle("plan", str(room.disk / "library")).output

        whole, moves = made(), 0
        if whole.count(b'"delete"') < 2:
            raise RuntimeError("the plan to begin with deletes nothing")
        plan, wishes = room.disk / "plan.json", [b'"delete"', b'"keep"', b'"pending"']
        for number in range(60 if options.quick else 3000):
            if clock.is_over:
                break
            # Half of them are read to the end: only what they want is another thing.
            swapped = whole
            for wish in chance.sample(wishes, 2):
                swapped = swapped.replace(wish, chance.choice(wishes), chance.randrange(1, 4))
            plan.write_bytes(swapped if chance.random() < 0.5 else mutated(swapped, chance))
            finished = room.deckle("apply", "--yes", str(plan))
            result.runs += 1
            moment = f"number {number}"
            if finished.status not in (0, 1, 2, 64) or (finished.status and not finished.text.strip()):
                result.failures.append(f"{moment}: {finished.status} {finished.text[-300:]!r}")
            result.check(checker.problems(settled=True), moment)
            if checker.before.keys() - checker.at_home():
                moves += 1
                room.restore()
                away = checker.before.keys() - checker.at_home()
                result.check([f"{path!r} did not come home" for path in away], moment)
                whole = made()
        result.notes.append(f"{moves} of them moved photos")
        if not moves:
            result.failures.append("no plan moved a photo, so nothing was tried")
    finally:
        room.close()
    return result


def write(path, content):
    path.write_bytes(content)
    return str(path)


def mutated(content, chance):
    content = bytearray(content)
    for _ in range(chance.randrange(1, 5)):
        place = chance.randrange(len(content) + 1)
        way = chance.randrange(4)
        if way == 0 and place < len(content):
            content[place] = chance.randrange(256)
        elif way == 1:
            del content[place : place + chance.randrange(20)]
        elif way == 2:
            content[place:place] = chance.choice([b"\0", b"\xff", b"\n", b"=", b'"', b"[[", b"9" * 400, b"{", b"\x1b["])
        else:
            content[place:place] = content[place : place + chance.randrange(60)]
    return bytes(content)


def database(options, clock):
    """The session with bytes flipped or cut off: every start works with it or sets it aside and says so."""
    result, chance = Result(), random.Random(options.seed)
    room = Room(options.program, 3)
    try:
        checker = room.fill()
        room.trash()
        state = room.disk / "home/state/deckle"
        session = state / "session.sqlite"
        with sqlite3.connect(session) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        whole, aside = session.read_bytes(), 0
        for number in range(60 if options.quick else 1000):
            if clock.is_over:
                break
            shutil.rmtree(state)
            state.mkdir()
            broken = bytearray(whole)
            for _ in range(chance.choice([1, 1, 8, 200])):
                broken[chance.randrange(len(broken))] = chance.randrange(256)
            if chance.random() < 0.25:
                del broken[chance.randrange(len(broken)) :]
            session.write_bytes(broken)
            finished = room.recover()
            result.runs += 1
            moment = f"number {number}"
            if finished.status != 1 or not finished.text.strip():
                result.failures.append(f"{moment}: {finished.status} {finished.text[-300:]!r}")
            kept = [path for path in state.iterdir() if "damaged" in path.name and path.suffix not in (".wal",)]
            said = b"damaged" in finished.text
            if kept:
                aside += 1
                if not said or bytes(broken) not in [path.read_bytes() for path in kept]:
                    result.failures.append(f"{moment}: set aside without a word, or changed")
            elif said:
                result.failures.append(f"{moment}: said to be damaged, and nothing is kept")
            result.check(checker.problems(settled=True), moment)
        result.notes.append(f"{aside} set aside with a word, the others read on")
    finally:
        room.close()
    return result
