"""Somebody swaps files, folders and symbolic links under the program as fast as the machine can."""
import ctypes
import hashlib
import json
import multiprocessing
import os
import random
import shutil
import time
from collections import Counter

from checker import photos
from report import Result
from room import Room, picture

# A library has so many folders of 20 photos, each moved in a batch of its own: one of more photos goes by its number only,
# which changes while it is counted.
FOLDERS = 5
PHOTOS = 20
EXCHANGE = 2  # RENAME_EXCHANGE of renameat2(2)


def swap(pairs, breath, stop, count):
    """The attacker: exchanges pairs of names until it is told to stop.

    Now as fast as it can and now with a breath of so many seconds between: a photo that is never left alone for a
    moment is refused at the first look, and nothing would be learnt about the later ones.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    chance, swaps = random.Random(len(pairs)), 0
    while not stop.is_set():
        for one, other in chance.sample(pairs, len(pairs)):
            libc.renameat2(-100, one, -100, other, EXCHANGE)
            swaps += 1
            if chance.random() < 60 / len(pairs):
                time.sleep(chance.random() * breath)
    count.value = swaps


def build(room, action, kind, number):
    """A library, canaries outside of it, and what is to be swapped with what."""
    room.fill()
    chance = random.Random(number)

    def content():
        return picture(chance) if action == "shrink" else chance.randbytes(500)

    library, outside = os.fsencode(room.disk / "races"), os.fsencode(room.disk / "outside")
    victims, pairs = [], []
    for folder in range(FOLDERS):
        inside = os.path.join(library, b"folder%d" % folder)
        away = os.path.join(outside, b"folder%d" % folder)
        for photo_number in range(PHOTOS):
            path = os.path.join(inside, b"photo%d.jpg" % photo_number)
            room.add(path, content(), chance)
            room.add(os.path.join(away, b"photo%d.jpg" % photo_number), content(), chance)
            victims.append(path)
            if kind == "file":
                other = os.path.join(library, b"spare", b"%d-%d.jpg" % (folder, photo_number))
                room.add(other, content(), chance)
                pairs.append((path, other))
        if kind == "folder":
            # A real folder of the library with the same names in it.
            other = os.path.join(library, b"other%d" % folder)
            shutil.copytree(inside, other)
            for name in os.listdir(other):
                room.add(os.path.join(other, name), content(), chance)
            pairs.append((inside, other))
        if kind == "link":
            # A link that leads out of the library, to a folder with the same names in it.
            other = os.path.join(library, b"link%d" % folder)
            os.symlink(away, other)
            pairs.append((inside, other))
    return library, outside, victims, pairs


def plans(room, action, library, victims):
    """A plan of each folder, from before the swapping: a path that is named while a link stands in it means the photo there."""
    files = []
    for number in range(FOLDERS):
        photos = []
        for path in victims[number * PHOTOS : (number + 1) * PHOTOS]:
            with open(path, "rb") as file:
                content = file.read()
            verdict = {"decision": "delete"} if action == "trash" else {"decision": "move", "to": str(family(room))}
            photos.append(
                {"path": os.fsdecode(path), "bytes": len(content), "digest": hashlib.sha256(content).hexdigest(),
                 "companions": [], "reasons": [{"category": "blurry", "why": "blurry"}], **verdict})
        file = room.base / f"plan{number}.json"
        file.write_text(json.dumps(
            {"schema": "deckle.plan/1", "createdAt": "2026-11-29T00:00:00Z", "folders": [{"path": os.fsdecode(library)}],
             "photos": photos}))
        files.append(str(file))
    return files


def family(room):
    """The folder that photos are moved to."""
    return room.disk / "family"


# What is held against it, with the photos that are tried of each kind of swapping, and the longest breath.
RACES = {"trash": (10_000, 0.03), "move": (5_000, 0.03), "shrink": (2_000, 0.05)}


def race(options, clock):
    """10 000 photos each while files, folders or links to the outside are swapped: nothing outside is touched."""
    result = Result()
    for action, (wanted, breath) in RACES.items():
        for kind in ("file", "folder", "link"):
            held(action, kind, 400 if options.quick else wanted, breath, options, clock, result)
    return result


def held(action, kind, wanted, breath, options, clock, result):
    """One action, and its way back, while one kind of thing is swapped."""
    room = Room(options.program, 1)
    tried = swaps = moved = back = 0
    try:
        while tried < wanted and not clock.is_over:
            library, outside, victims, pairs = build(room, action, kind, tried)
            family(room).mkdir(exist_ok=True)
            before, canaries = photos([library]), photos([outside])
            planned = [] if action == "shrink" else plans(room, action, library, victims)
            stop, count = multiprocessing.Event(), multiprocessing.Value("l", 0)
            attacker = multiprocessing.Process(target=swap, args=(pairs, breath, stop, count))
            attacker.start()
            try:
                if action == "shrink":
                    ends = [room.deckle("shrink", "--lossless", os.fsdecode(library))]
                else:
                    ends = [room.deckle("apply", "--yes", plan) for plan in planned]
                away = originals_away(room, before)
                ends += [room.restore() for _ in ends]
            finally:
                stop.set()
                attacker.join()
            swaps += count.value
            tried += len(victims)
            moved += away
            back += away - originals_away(room, before)
            moment = f"{action}, {kind}s swapped, {tried} photos"
            for finished in ends:
                if finished.status not in (0, 1, 2):
                    result.failures.append(f"{moment}: it ended with {finished.status}: {finished.text[-200:]!r}")
            judge(room, action, library, outside, before, canaries, result, moment)
    finally:
        room.close()
    result.runs += tried
    # Fewer photos swapped than that, and most would have moved with nobody near.
    swapped = swaps * (1 if kind == "file" else PHOTOS)
    if swapped * 4 < tried or moved == 0 or back == 0:
        result.failures.append(f"{action}, {kind}: no race was held ({swaps} swaps, {moved} moved, {back} restored)")
    result.notes.append(f"{action}, {kind}: {swaps} swaps, {moved} moved, {back} restored in spite of it")


def originals_away(room, before):
    """The number of photos in the trash or the folder: of a restore of smaller files these come to the trash."""
    digests = {one.digest for one in before.values()}
    there = [one for trash in room.trashes for _, _, one in trash.entries()] + list(photos([bytes(family(room))]).values())
    return sum(one.digest in digests for one in there)


def judge(room, action, library, outside, before, canaries, result, moment):
    """Every photo is there once, wherever the swapping took it, and nothing outside has changed."""
    if photos([outside]) != canaries:
        result.failures.append(f"{moment}: a file outside of the library was touched")
    there = list(photos([library, bytes(family(room))]).values())
    for trash in room.trashes:
        for name, where, one in trash.entries():
            there.append(one)
            if where is None or not where.startswith(library + b"/"):
                result.failures.append(f"{moment}: {name!r} is in the trash and its note names {where!r}")
    found, wanted = Counter(one.digest for one in there), Counter(one.digest for one in before.values())
    # Smaller files come besides the photos.
    if wanted - found or action != "shrink" and found != wanted:
        result.failures.append(f"{moment}: {len(before)} photos before, {len(there)} after, or other bytes")
