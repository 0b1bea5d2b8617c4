"""One byte of each file in the trash that is another one now, with size and times as before: verify finds every one."""
import json
import os
import random

from report import Result
from room import Room


def flips(options, clock):
    """10 000 files in the trash, each with one bit flipped: deckle verify finds every one, and before that none."""
    result, chance = Result(), random.Random(options.seed)
    room = Room(options.program)
    try:
        count = 200 if options.quick else 10_000
        (room.disk / "home").mkdir(mode=0o700)
        folder = os.fsencode(room.disk / "library")
        for number in range(count):
            room.add(os.path.join(folder, b"photo%d.jpg" % number), chance.randbytes(chance.randrange(1, 12_000)), chance)
        names = room.base / "names"
        names.write_bytes(b"\0".join(os.path.join(folder, name) for name in os.listdir(folder)) + b"\0")
        listed = ("trash", "--from", str(names), "-0")
        moved = room.deckle(*listed, *room.number(*listed), timeout=600)
        if moved.status != 0:
            result.failures.append(f"the move ended with {moved.status}: {moved.text[-300:]}")
            return result
        early = outcomes(room).count("whole")
        if early != count:
            result.failures.append(f"only {early} of {count} were whole before")
        trash = os.fsencode(room.disk / "home/data/Trash/files")
        for entry in os.listdir(trash):
            flip(os.path.join(trash, entry), chance.random())
        found = outcomes(room)
        result.runs = count
        missed = count - found.count("changed")
        if missed:
            result.failures.append(f"{missed} of {count} flips were not found")
        result.notes.append(f"{count - missed} of {count} flips found")
    finally:
        room.close()
    return result


def flip(path, share):
    """Flips the lowest bit of one byte, and leaves the times as they were."""
    status = os.stat(path)
    os.chmod(path, 0o600)
    with open(path, "r+b") as file:
        file.seek(int(share * status.st_size))
        byte = file.read(1)[0]
        file.seek(-1, 1)
        file.write(bytes([byte ^ 1]))
    os.chmod(path, status.st_mode & 0o7777)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def outcomes(room):
    document = json.loads(room.deckle("verify", "--last", "--json", timeout=600).output or b"{}")
    return [file["outcome"] for file in document.get("files", [])]
