"""Faults in a batch of the command line: killed, denied, cut short, at every call of the kernel."""
import os
import random
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from report import Result, Skipped
from room import Room, matter

ERRORS = ["EIO", "ENOSPC", "EROFS", "EACCES", "EPERM", "EXDEV", "EMFILE", "EINTR", "ESTALE", "ENAMETOOLONG"]

CALL = re.compile(r"(\d+) +(\w+)\(")

# A call that can change what a disk holds. A program that is killed anywhere between two of them leaves the same disk, but for
# the memory that readers of the journal share: whoever opens that first makes it anew.
CHANGE = re.compile(
    r"writev?\(|pwrite\w*\(|rename|link|unlink|mkdir|rmdir|ftruncate|fallocate|f?chmod|fchown|utimensat|\w*setxattr|\w*removexattr|"
    r"f(data)?sync|syncfs|symlink|copy_file_range|open.*O_CREAT")
# The folder of the journal, which each change to a photo is written to before and after.
JOURNAL = "/home/state/deckle/"
# Of the calls that change nothing so many are killed at all the same: one in this number.
REST = 20

# Every call with which the program reads, looks at or changes a file.
FILE_CALLS = (
    "open,openat,openat2,close,stat,lstat,fstat,newfstatat,statx,readlink,readlinkat,getcwd,access,faccessat,"
    "faccessat2,read,readv,pread64,write,writev,pwrite64,fsync,fdatasync,syncfs,rename,renameat,renameat2,link,linkat,"
    "unlink,unlinkat,mkdir,mkdirat,ftruncate,fallocate,chmod,fchmod,fchown,fcntl,flock,getdents64,lseek,statfs,fstatfs,"
    "utimensat,flistxattr,fgetxattr,fsetxattr"
)

# With EPERM a file system says of these that it has no such thing, as FAT of permission bits.
ATTRIBUTE_CALLS = ("fchmod", "utimensat", "flistxattr", "fsetxattr")


def strace():
    if not (path := shutil.which("strace")):
        raise Skipped("strace is not installed")
    return path


@dataclass(frozen=True)
class Call:
    """A call of the main thread; `ordinal` counts those of its name from 1, as strace does. `text` is its line of strace."""

    name: str
    ordinal: int
    text: str

    @property
    def changes(self):
        return CHANGE.match(self.text) is not None

    @property
    def shape(self):
        """The call without its numbers and without the names of files, but with their folders and endings."""
        text = re.sub(r"\{.*\}", "", self.text)
        text = re.sub(r"(?<=[/\"<])[^/\"<>]*?(\.[\w-]+)?(?=[\">])", r"\1", text)
        return re.sub(r"\b0x[0-9a-f]+|\d+", "", text)


def calls(room, action, names):
    """The calls of the main thread that belong to the work itself.

    What comes before the lock of the session is the start of the program, and nothing of it touches a photo.
    """
    with tempfile.NamedTemporaryFile(dir=room.base) as log:
        # Without data: what is read and written is another thing each time.
        wrapper = [strace(), "-f", "-y", "-s", "0", "-qq", "-e", f"trace={names}", "-o", log.name]
        finished = action(wrapper=wrapper)
        if finished.status != 0:
            raise RuntimeError(f"the run without a fault failed: {finished.text!r}")
        lines = log.read().decode(errors="replace").splitlines()
    main, seen, found = lines[0].split()[0], {}, None
    for line in lines:
        # A call that another thread interrupts is written in two lines.
        match = CALL.match(line)
        if not match or match[1] != main:
            continue
        seen[match[2]] = seen.get(match[2], 0) + 1
        if found is None and "session.sqlite.lock" in line:
            found = []
        if found is not None:
            found.append(Call(match[2], seen[match[2]], line[match.start(2):].replace(str(room.base), "")))
    return found


def over(room_count, program, per_volume, numbers, trial, clock):
    """Holds a trial at every number, on a few rooms at once, and adds the results up."""

    def share(index):
        result, room = Result(), Room(program, per_volume)
        try:
            for number in numbers[index::room_count]:
                if clock.is_over:
                    result.notes.append("stopped by the clock")
                    break
                trial(room, number, result)
        finally:
            room.close()
        return result

    whole = Result()
    with ThreadPoolExecutor(room_count) as pool:
        for result in pool.map(share, range(room_count)):
            whole.merge(result)
    return whole


# What a batch does: to the trash, to a folder (of the same volume and of another), smaller files in the place of photos, to
# the trash with words for the sidecars of those that stay, and the ways back.
ACTIONS = ("trash", "restore", "move", "move back", "shrink", "shrink back", "merge", "merge back")
# What each way back undoes.
FORTH = {"restore": "trash", "move back": "move", "shrink back": "shrink", "merge back": "merge"}


def start(room, action):
    """The command of an action."""
    return room.restore if action in FORTH else getattr(room, action)


def prepared(room, action):
    """Fills the room; for a way back the photos are away already."""
    checker = room.fill(kind=matter(action))
    if action in FORTH:
        finished = start(room, FORTH[action])()
        if finished.status != 0:
            raise RuntimeError(f"the photos could not be moved: {finished.text!r}")
    return checker, start(room, action)


def points(program, per_volume, action, names):
    room = Room(program, per_volume)
    try:
        _, start = prepared(room, action)
        return calls(room, start, names), room.has_card
    finally:
        room.close()


def settle(room, checker, result, moment, action):
    """The next start, and then everything home again."""
    # Of a way back that was cut off a copy may be left, which is said.
    copies = action == "move back"
    again = room.recover()
    if again.status != 1 or b"Traceback" in again.text:
        result.failures.append(f"{moment}: the next start ended with {again.status}: {again.text!r}")
    result.check(checker.problems(settled=True, copies=copies), f"{moment}, after the next start")
    if any(not trash.names(b"files") == set() for trash in room.trashes) or any(room.album.iterdir()):
        room.restore()
    result.check(checker.problems(settled=True, copies=copies), f"{moment}, after the restore")
    away = checker.before.keys() - checker.at_home()
    result.check([f"{path!r} did not come home" for path in away], moment)


def inject(fault, name, ordinal):
    """The wrapper that brings a fault before one call."""
    # The short way to stop at few calls only does not deliver signals.
    quick = [] if fault.startswith("signal") else ["--seccomp-bpf"]
    return [
        strace(), "-f", "-qq", *quick, "-o", "/dev/null", "-e", f"trace={name}", "-e",
        f"inject={name}:{fault}:when={ordinal}"]


# While decode workers work the program waits, and how often it wakes up is never the same.
EVERY = {False: "all", True: "!futex,madvise,munmap,mmap,mprotect,sched_yield,rt_sigprocmask,clone3"}


def moments(every):
    """The calls before which the disk is another one each time, the last one, and some of the others."""
    return [call for index, call in enumerate(every, 1) if call.changes or index == len(every) or index % REST == 0]


def kill(options, clock):
    """kill -9 before every change to the disk in a batch of 20 photos over two volumes, of each kind, and in its restore."""
    whole = Result()
    for action in ACTIONS:
        every, has_card = points(options.program, 10, action, EVERY[action in ("shrink", "merge")])
        missed = []

        def trial(room, call, result):
            checker, start = prepared(room, action)
            finished = start(wrapper=inject("signal=KILL", call.name, call.ordinal))
            result.runs += 1
            moment = f"{action} killed at {call.name} {call.ordinal}"
            if finished.status != -9:
                missed.append(call)
            result.check(checker.problems(), moment)
            settle(room, checker, result, moment, action)

        chosen = every if options.every else moments(every)[:: 5 if options.quick else 1]
        whole.merge(over(options.jobs, options.program, 10, chosen, trial, clock))
        # The very last calls may come after the end of the work or, for memory, not at all.
        if len(missed) > max(3, whole.runs // 50):
            whole.failures.append(f"{action}: {len(missed)} kills did not happen: {missed[:10]}")
        changes = sum(call.changes for call in every)
        whole.notes.append(f"{action}: {len(every)} calls, {changes} of them changes, {len(missed)} not met again")
        if not has_card:
            whole.notes.append("one trash only: mounting needs root")
    return whole


def sites(every):
    """Each kind of call with each error, dealt out to the calls of the kind: a shape, and the call before it.

    All that is written to the journal looks the same: there the kind is also the last change before it, as what is noted is.
    """
    kinds, before, change = {}, None, None
    for call in every:
        is_journal = JOURNAL in call.text
        kinds.setdefault((before, call.shape, change if is_journal else None), []).append(call)
        before = call.name
        if call.changes and not is_journal:
            change = call.shape
    return [
        (kind[index * len(kind) // len(ERRORS)], error) for kind in kinds.values() for index, error in enumerate(ERRORS)]


def errors(options, clock):
    """Every kind of call on a file fails with each of ten errors; every photo is safe and everything is said."""
    whole = Result()
    for action in ACTIONS:
        every, _ = points(options.program, 3, action, FILE_CALLS)
        chosen = [(call, error) for call in every for error in ERRORS] if options.every else sites(every)
        # Where the clock ends it early, what was tried is spread over the whole batch.
        random.Random(options.seed).shuffle(chosen)

        def trial(room, site, result):
            call, error = site
            checker, start = prepared(room, action)
            checker.folder_keeps_attributes = error != "EPERM" or call.name not in ATTRIBUTE_CALLS
            finished = start(wrapper=inject(f"error={error}", call.name, call.ordinal))
            result.runs += 1
            moment = f"{action} with {error} at {call.name} {call.ordinal}"
            if action == "merge":
                checker.unclaimed = {path for path in checker.words if path not in finished.output}
            result.check(checker.problems(), moment)
            result.check(told(room, checker, action, finished), moment)
            settle(room, checker, result, moment, action)

        whole.merge(over(options.jobs, options.program, 3, chosen[:: 10 if options.quick else 1], trial, clock))
        whole.notes.append(f"{action}: {len(every)} calls, {len(chosen)} pairs of a kind of call and one of {len(ERRORS)} errors")
    return whole


def told(room, checker, action, finished):
    """What is wrong with the way a run ended: a trouble must have an exit code and a sentence."""
    home = checker.at_home()
    asked = set(room.photos)
    undone = asked - home if action in FORTH else asked & home
    if finished.status is None or finished.status < 0 or finished.status not in (0, 1, 2):
        return [f"it ended with {finished.status}: {finished.text[-300:]!r}"]
    if finished.status == 0 and undone:
        return [f"it said done, and {len(undone)} of {len(asked)} are not: {finished.text[-300:]!r}"]
    if finished.status != 0 and len(finished.text.strip().split()) < 4:
        return [f"it ended with {finished.status} and without a sentence: {finished.text!r}"]
    return []


def build_shim(folder):
    """Compiles shim.c; it stands between the program and the C library."""
    if not (compiler := shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")):
        raise Skipped("there is no C compiler")
    source = os.path.join(os.path.dirname(__file__), "shim.c")
    target = os.path.join(folder, "shim.so")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", target, source, "-ldl"], check=True)
    return target


def short(options, clock):
    """Every read and write gives less than was asked, or is interrupted first: nothing may come out different."""
    result = Result()
    with tempfile.TemporaryDirectory() as folder:
        shim = build_shim(folder)
        for way in ("short", "interrupt", "byte"):
            for back, forth in FORTH.items():
                room = Room(options.program)
                try:
                    checker = room.fill(kind=matter(forth))
                    extra = {"LD_PRELOAD": shim, "DECKLE_SHIM": way, "DECKLE_SHIM_COUNT": f"{room.base}/count"}
                    for action in (forth, back):
                        finished = start(room, action)(environment=extra)
                        result.runs += hits(f"{room.base}/count")
                        moment = f"{action}, {way}"
                        if finished.status != 0:
                            result.failures.append(f"{moment}: {finished.status} {finished.text!r}")
                        result.check(checker.problems(settled=True), moment)
                        if (action == back) != (set(room.photos) <= checker.at_home()):
                            result.failures.append(f"{moment}: not all photos went where they should")
                finally:
                    room.close()
    result.notes.append("each run is one call that was cut short or interrupted")
    return result


def hits(path):
    """How many calls the shim met; none would make the trial worthless."""
    with open(path) as file:
        count = int(file.read() or 0)
    if count == 0:
        raise RuntimeError("the shim met no call")
    return count
