"""Answers that get lost, come too early or are old: every call of a move, a restore, an erasing and a recovery."""
import contextlib
import json
import os
import random
import re
import sys
import tempfile
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from answercase import AnswersRoom, Case, hold
from faults import build_shim
from report import Result, Skipped

# What a file system can do, and how it numbers its files and keeps what it knows.
ABILITIES = ["", "noflags", "nolink", "noflags nolink"]
MANNERS = [
    "", "cache=1", "cache=1 inodes=names", "inodes=changing", "cache=1 negative=1 inodes=names",
    "cache=1 inodes=names upload=1",
]
# Those of file systems that are about, and the long cache: sshfs keeps names for 20 seconds.
SPECIAL = [
    "noflags nolink cache=1 inodes=names upload=1 type=rclone", "noflags cache=20 inodes=names type=sshfs",
    "cache=20 inodes=names", "noflags nolink cache=20", "noflags inodes=reads",
]
ENOUGH = ["", "noflags cache=1", "cache=1 inodes=names", "noflags nolink cache=1 inodes=names upload=1"]
# On these every call fails once in every way; on the others a sample of them.
EVERY = ENOUGH + ["noflags cache=1 inodes=names", "nolink cache=1 inodes=names"]

# What can become of each call.
WAYS = {
    "rename": ["lost", "late", "lost-ENOENT", "lost-EEXIST", "later", "deny"],
    "link": ["lost", "late", "lost-EEXIST", "later", "deny"],
    "unlink": ["lost", "late", "lost-ENOENT", "later", "deny"],
    "create": ["lost", "late", "lost-EEXIST"],
    "write": ["lost", "late", "half"],
    "mkdir": ["lost", "late", "lost-EEXIST"],
    "setattr": ["lost", "late"],
    "fsync": ["lost"],
    "flush": ["lost"],
    "open": ["deny"],
    "read": ["deny"],
    "getattr": ["deny"],
    "lookup": ["deny"],
}
# There are too many of these to fail each one.
LOOKS = ("getattr", "lookup", "open", "read", "flush", "fsync")
ACTIONS = ("trash", "restore", "foreign", "empty")


def kinds():
    return [" ".join(f"{able} {manner}".split()) for able in ABILITIES for manner in MANNERS] + SPECIAL


def series(case, counts, is_quick, chance):
    """The cases of one action on one file system, which made so many calls of each kind without a fault."""
    for call, ways in WAYS.items():
        points = range(1, counts.get(call, 0) + 1)
        if not points:
            continue
        for way in ways[:2] if is_quick else ways:
            if is_quick or case.options not in EVERY:
                some = chance.sample(points, 1)
            else:
                some = points[:: 9] if call in LOOKS else points
            for number in some:
                yield Case(case.options, case.action, f"{call}:{number}:{way}")


def more(count, chance):
    """A sample of what comes on top: a start at once, a kill after the fault, and a fault in the start after a kill."""
    for number in range(count):
        kind, action = chance.choice(kinds()), chance.choice(ACTIONS)
        call = chance.choice(["rename", "rename", "link", "unlink", "create"])
        fault = f"{call}:{chance.randrange(1, 6)}:{chance.choice(WAYS[call][:5])}"
        form = number % 3
        if form == 0:
            yield Case(kind, action, fault, is_hasty=True)
        elif form == 1:
            yield Case(kind, action, f"{fault} any:{chance.randrange(30, 260)}:kill")
        else:
            kill = chance.choice(["rename:1", "rename:2", "rename:3", "link:1", "unlink:1", "unlink:2", "create:2"])
            call = chance.choice(["rename", "link", "unlink", "unlink", "create", "fsync", "lookup", "getattr"])
            fault = f"{call}:{chance.randrange(1, 4)}:{chance.choice(WAYS[call])}"
            yield Case(kind, action, f"{kill}:{chance.choice(['kill', 'kill-before'])}", fault)


class Tally:
    """What all cases came to, under a lock: several are held at the same time."""

    def __init__(self):
        self.lock, self.runs, self.missed, self.refused = threading.Lock(), 0, 0, 0
        self.remarks, self.troubles, self.broken, self.last = {}, {}, [], None

    def add(self, case, verdict):
        with self.lock:
            self.runs, self.last = self.runs + 1, verdict
            self.missed += bool(case.faults) and not verdict.met
            self.refused += verdict.refused
            for remark in set(verdict.remarks):
                self.remarks.setdefault(remark, []).append(case)
            for kind in sorted({kind for kind, _ in verdict.problems}):
                self.troubles.setdefault(kind, []).append((case, verdict))
                print(f"{kind}: DECKLE_ANSWERS_CASE='{case}'", file=sys.stderr, flush=True)

    def result(self):
        """One line for each kind of trouble, action and file system; all that is known of its shortest case."""
        result = Result(runs=self.runs, failures=self.broken)
        for kind, found in sorted(self.troubles.items(), key=lambda one: -len(one[1])):
            result.notes.append(f"{kind}: {len(found)}")
            groups = {}
            for case, verdict in found:
                groups.setdefault((case.action, case.options), []).append((case, verdict))
            for group in sorted(groups.values(), key=len, reverse=True):
                case, verdict = min(group, key=lambda one: (len(str(one[0])), str(one[0])))
                result.failures.append(f"{kind} in {len(group)} cases: DECKLE_ANSWERS_CASE='{case}'")
            show(*min(found, key=lambda one: (len(str(one[0])), str(one[0]))))
        if self.missed:
            result.notes.append(f"{self.missed} had fewer calls")
        if self.refused:
            result.notes.append(f"{self.refused} on file systems that the move refuses")
        for remark, found in sorted(self.remarks.items(), key=lambda one: -len(one[1])):
            result.notes.append(f"{remark} {len(found)}×")
            counts = Counter((case.action, re.sub(r":\d+", "", case.faults)) for case in found if " " not in case.faults)
            for (action, faults), count in counts.most_common(12):
                first = min(
                    (str(case) for case in found if (case.action, re.sub(r":\d+", "", case.faults)) == (action, faults)), key=len)
                print(f"{remark} {count}×: {action}, {faults or 'no fault'}, as in '{first}'", file=sys.stderr)
        return result


def show(case, verdict):
    print(f"\n{case}\n  calls {json.dumps(verdict.calls)}, met {verdict.met} and {verdict.met_next}", file=sys.stderr)
    for kind, words in verdict.problems:
        print(f"  {kind}: {words}", file=sys.stderr)
    for words in verdict.said:
        print("  " + words.replace("\n", "\n    "), file=sys.stderr)
    print("".join(f"  {line}\n" for line in verdict.tree), file=sys.stderr)


def answers(options, clock):
    """Answers of a file system that get lost, come too early or are old, at every call: no photo is erased or unknown."""
    if os.geteuid() != 0 or not os.access("/dev/fuse", os.W_OK):
        raise Skipped("a file system of its own needs root and /dev/fuse")
    tally, chance, spare, lock = Tally(), random.Random(options.seed), [], threading.Lock()

    def each(case):
        """Holds a case in a room that nobody uses now; gives what was called."""
        if clock.is_over:
            return {}
        with lock:
            room = spare.pop() if spare else None
        if room is None:
            room = AnswersRoom(options.program, 1)
            room.shim = shim
        try:
            verdict = hold(room, case)
            tally.add(case, verdict)
            return verdict.calls
        except (RuntimeError, TimeoutError, OSError, ValueError, IndexError) as error:
            with lock:
                tally.broken.append(f"the case itself failed: DECKLE_ANSWERS_CASE='{case}': {error!r}")
            return {}
        finally:
            with lock:
                spare.append(room)

    with contextlib.ExitStack() as stack:
        stack.callback(lambda: [room.close() for room in spare])
        shim = build_shim(stack.enter_context(tempfile.TemporaryDirectory()))
        if given := os.environ.get("DECKLE_ANSWERS_CASE"):
            each(case := Case.parse(given))
            if not tally.troubles:
                show(case, tally.last)
            return tally.result()
        with ThreadPoolExecutor(2 * options.jobs) as pool:
            whole = [Case(kind, action, "") for kind in (ENOUGH if options.quick else kinds()) for action in ACTIONS]
            work = []
            for case, counts in zip(whole, pool.map(each, whole)):
                work += series(case, counts, options.quick, chance)
            work += more(12 if options.quick else 600, chance)
            chance.shuffle(work)
            # Those that wait in truth sleep most of their time.
            hasty = [case for case in work if case.is_hasty]
            with ThreadPoolExecutor(12 * options.jobs) as patient:
                waiting = patient.map(each, hasty)
                list(pool.map(each, [case for case in work if not case.is_hasty]))
                list(waiting)
    result = tally.result()
    if clock.is_over:
        result.notes.insert(0, f"stopped by the clock, {len(whole) + len(work)} cases in all")
    return result
