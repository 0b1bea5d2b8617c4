"""What the program does to the photo tree, call by call, and that it needs no network for it."""
import os
import re
import shutil

from faults import strace
from report import Result, Skipped
from room import Room
from screen import Screen

# Calls that may name something in the photo tree, beside opening to read and renaming. Anything else breaks the promise.
LOOKS = re.compile(
    r"(?:statx|newfstatat|fstat|fstatfs|faccessat2|readlink|getdents64|read|pread64|close|fcntl|fsync)\("
    # Asks for what will be read soon.
    r"|fadvise64\(.*POSIX_FADV_WILLNEED")
OPENS = re.compile(r"open(?:at2?)?\(")
WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE")
MOVES = re.compile(r"renameat2\(.*RENAME_NOREPLACE")
LINE = re.compile(r"^\d+ +(\w+\(.*)$")
NAME = re.compile(r"^\d+ +(\w+)\(")


def whole(options, clock):
    """A whole session traced: the photo tree sees looks, reads, and renames that replace nothing; no network."""
    result, seen = Result(), set()
    room = Room(options.program)
    try:
        room.fill()
        samples(room)
        log = room.disk / "calls"
        trace = [strace(), "-f", "-y", "-qq", "-s", "4096", "-e", "trace=%file,%desc,%network", "-o", str(log)]
        for name, start in sessions(room, options):
            finished = start(trace)
            result.check([] if finished in (0, 2) else [f"it ended with {finished}"], name)
            lines = log.read_text(errors="replace").splitlines()
            result.check(forbidden(lines, room), name)
            result.check(network(lines), name)
            ours = [match[1] for line in lines if touches(line, room) and (match := NAME.match(line))]
            result.runs += len(ours)
            seen.update(ours)
        result.notes.append(f"each run is one call that touches the photo tree: {', '.join(sorted(seen))}")
    finally:
        room.close()
    return result


def samples(room):
    """Real pictures, with copies among them, so that there is something to review."""
    root = os.path.join(os.path.dirname(__file__), "..", "..", "..", "sampledata")
    for folder in ("2023 Summer", "From grandma's computer"):
        if os.path.isdir(os.path.join(root, folder)):
            shutil.copytree(os.path.join(root, folder), room.disk / "library" / folder)


def sessions(room, options):
    library = str(room.disk / "library")
    yield "scan", lambda trace: room.deckle("scan", library, wrapper=trace).status
    yield "interface", lambda trace: interface(room, trace, library)
    yield "trash", lambda trace: room.trash(wrapper=trace).status
    yield "restore", lambda trace: room.restore(wrapper=trace).status


def interface(room, trace, library):
    """Home, scan, the first card marked, the bin moved to the trash, restored, and out."""
    screen = Screen([*trace, room.program, library, "--color", "none"], room.environment)
    screen.wait("Ready when you are")
    screen.send("s")
    screen.wait("sets")
    screen.send("\r")
    screen.wait("bin empty")
    while "bin empty" in screen.text:
        screen.wait_for_picture()
        screen.quiet()
        screen.send("h")
        screen.quiet(0.5)
    screen.send("m")
    screen.wait("to the trash?")
    screen.quiet()
    screen.send("y")
    screen.wait("moved")
    screen.quiet()
    screen.send("r")
    screen.wait("back where")
    screen.send("q")
    return screen.end()


def touches(line, room):
    return any(f"{library}/" in line or f"{library}>" in line or f'{library}"' in line for library in room.libraries)


def forbidden(lines, room):
    problems = []
    for line in lines:
        if not touches(line, room) or not (match := LINE.match(line)):
            continue
        call = match[1]
        if call.startswith(("execve(", "<...")) or MOVES.match(call):
            continue
        if OPENS.match(call):
            if WRITES.search(call):
                problems.append(f"opened for writing: {call[:300]}")
            elif "O_PATH" not in call and "O_DIRECTORY" not in call and "O_NOFOLLOW" not in call and (
                "RESOLVE_NO_SYMLINKS" not in call):
                problems.append(f"opened so that a link would be followed: {call[:300]}")
        elif call.startswith(("write(", "pwrite64(", "writev(")):
            # Printing a path is no write to it: what counts is the file that is written.
            target = re.match(r"\w+\(\d+<([^>]*)>", call)
            if target and any(target[1].startswith(f"{library}/") for library in room.libraries):
                problems.append(f"written to: {call[:300]}")
        elif re.match(r"(sendmsg|recvmsg)\(\d+<socket:", call):
            # An open photo is passed to the process that looks into it. It was opened to be read, as is checked above.
            continue
        elif not LOOKS.match(call):
            problems.append(f"not on the list: {call[:300]}")
    return problems


def network(lines):
    return [line[:200] for line in lines if re.search(r" (socket\((AF_INET|AF_INET6)|connect\(.*AF_INET)", line)]


def offline(options, clock):
    """Scan, trash and restore in a network of their own that leads nowhere."""
    if os.geteuid() != 0 or not shutil.which("unshare"):
        raise Skipped("a network of its own needs root and unshare")
    result = Result()
    room = Room(options.program)
    try:
        checker = room.fill()
        wrapper = ["unshare", "-n", "--"]
        for name, finished in (
            ("scan", room.deckle("scan", str(room.disk / "library"), wrapper=wrapper)),
            ("trash", room.trash(wrapper=wrapper)), ("restore", room.restore(wrapper=wrapper)),
        ):
            result.runs += 1
            if finished.status not in (0, 2) or (name != "scan" and finished.status):
                result.failures.append(f"{name}: {finished.status} {finished.text[-300:]!r}")
        result.check(checker.problems(settled=True), "afterwards")
    finally:
        room.close()
    return result


def swipes(options, clock):
    """A swipe, and its undo, wait for the disk once each: one synced commit, as strace counts it."""
    result = Result()
    room = Room(options.program)
    try:
        (room.disk / "home").mkdir()
        samples(room)
        library, log = str(room.disk / "library"), room.disk / "syncs"
        trace = [strace(), "-f", "-y", "-qq", "-e", "trace=fsync,fdatasync", "-o", str(log)]
        screen = Screen([*trace, room.program, library, "--color", "none"], room.environment)
        screen.wait("Ready when you are")
        screen.send("s")
        screen.wait("sets")
        screen.quiet()
        screen.send("\r")
        screen.wait("bin empty")

        def syncs():
            return sum("session.sqlite" in line for line in log.read_text(errors="replace").splitlines())

        keys = ["h", "l", "u", "u"] * (2 if options.quick else 8)
        for number, key in enumerate(keys):
            screen.wait_for_picture()
            screen.quiet(0.5)
            before = syncs()
            screen.send(key)
            screen.quiet(0.5)
            # The first commit also begins the log of the database.
            if number:
                result.runs += 1
                result.check([] if (count := syncs() - before) == 1 else [f"{count} synced commits"], f"key {number}, {key}")
        screen.send("q")
        screen.quiet()
        screen.kill()
    finally:
        room.close()
    return result
