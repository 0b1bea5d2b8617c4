"""Lives of a library: random weeks of commands, reviews, settings, other people's hands and kills, held against an oracle."""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import lifehands
import lifesteps
from lifeoracle import Oracle
from lifetree import Tree
from lifewords import Words
from report import Result
from room import Finished, Room


class Life:
    """One library from its first scan to its last restore. Everything in it follows from its seed but the moments of kills."""

    def __init__(self, room, seed):
        self.room, self.seed, self.chance = room, seed, random.Random(seed)
        for volume in (room.disk, room.card):
            volume.mkdir(exist_ok=True)
            for entry in volume.iterdir():
                shutil.rmtree(entry)
        (room.disk / "home").mkdir(mode=0o700)
        self.tree, self.words = Tree(room, self.chance), Words()
        self.oracle = Oracle(self.tree, room.trashes, self.words)
        self.ever_protected, self.taken_back = set(), set()
        # How long the last command took.
        self.usual = 0.1
        self.settings = {"similar": 0.8, "duplicate": 0.95, "protected": []}
        self.plans, self.steps, self.unsettled, self.heard = [], [], False, 0
        tree = self.tree
        whole, both = (tree.library,), (tree.library, tree.backup)
        self.libraries = [whole, whole, both, both, (tree.trip,), (tree.trip, tree.backup), (tree.backup,)]

    def live(self):
        for _ in range(self.chance.randrange(10, 26)):
            step = self.chance.choices([self.hands, *lifesteps.STEPS], [30, *lifesteps.STEPS.values()])[0]
            (self.hands if step == self.hands else lambda: step(self))()
            if self.oracle.problems:
                break
        else:
            lifesteps.last(self)
        return self.oracle.problems[:5]

    def was_protected(self, path):
        return any(path.startswith(folder + b"/") for folder in self.ever_protected)

    def note(self, *words):
        self.steps.append(" ".join(str(word) for word in words))
        if os.environ.get("DECKLE_LIVES_SHOW"):
            print(f"{self.seed}.{len(self.steps)}: {self.steps[-1]}", file=sys.stderr, flush=True)

    def hands(self):
        hand = self.chance.choices(list(lifehands.HANDS), list(lifehands.HANDS.values()))[0]
        before = self.oracle.scene()
        done = hand(self)
        self.note(hand.__name__, done)
        after = self.oracle.scene()
        self.oracle.orphans |= after.notes
        # A name that is free again may be taken by what others throw away.
        self.oracle.own &= before.trash.keys()
        if self.unsettled:
            # Nobody can tell whether it had left already.
            self.taken_back |= after.home.keys() - before.home.keys()
        self.oracle.counts["hands"] += before.home != after.home

    # The program.

    def run(self, *arguments, cut=None):
        """A command, killed after so many seconds where it is told to."""
        command = [self.room.program, *arguments]
        process = subprocess.Popen(
            command, env=self.room.environment, cwd=self.room.base, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True)
        start = time.monotonic()
        try:
            output, errors = process.communicate(timeout=60 if cut is None else cut)
            self.usual = time.monotonic() - start
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            output, errors = process.communicate()
            if cut is None:
                self.oracle.problems.append(f"{arguments[:2]} hung")
        finished = Finished(process.returncode, output, errors)
        self.oracle.check(
            finished.status in (0, 1, 2) or (cut is not None and finished.status == -signal.SIGKILL),
            f"{arguments[:3]} ended with {finished.status}: {finished.text[-300:]!r}")
        return finished

    def moment(self):
        """When to kill: somewhere in what a command takes on this machine, and now and then too late."""
        return self.chance.random() * 1.2 * self.usual

    def act(self, *arguments, kills=0.2, judged=None):
        """A command that may move photos, with what it was judged to have done; the document is None of one that was killed.

        - judged: What else holds for it, asked while the words about what moved are still known.
        """
        self.settle()
        cut = self.moment() if self.chance.random() < kills else None
        before = self.oracle.scene()
        finished = self.run(*arguments, cut=cut)
        was_cut = finished.status == -signal.SIGKILL
        after, change = self.oracle.judge(before, cut=was_cut)
        if judged:
            judged(before, after, change)
        self.words.forget(change.left | change.back)
        missing = [folder for folder in self.settings["protected"] if not os.path.isdir(folder)]
        self.oracle.check(not (missing and change.left), f"photos moved while the protected {missing} was away")
        self.note(*(os.fsdecode(one) for one in arguments), "→", finished.status, len(change.left), len(change.back))
        self.unsettled = self.unsettled or was_cut
        self.oracle.counts["kills"] += was_cut
        document = json.loads(finished.output) if not was_cut and "--json" in arguments else None
        return before, after, change, document

    def settle(self):
        """The next start puts in order what a kill cut off, whatever other hands did since."""
        if not self.unsettled:
            return
        before = self.oracle.scene()
        finished = self.run("trash", "--yes", str(self.room.base / "no such photo"))
        after, change = self.oracle.judge(before)
        self.settled(change)
        self.note("settle →", finished.status, len(change.left), len(change.back))

    def settled(self, change):
        """A start has put everything in order. What it took back from a move may be marked as before."""
        if self.unsettled:
            self.taken_back |= change.back
        self.words.forget(change.left | change.back)
        self.unsettled = False


def one(program, seed, room=None):
    own = room or Room(program)
    try:
        life = Life(own, seed)
        try:
            problems = life.live()
        except Exception as error:
            # The steps tell what led here.
            problems = [f"the trial itself failed after this: {error!r}"]
            if os.environ.get("DECKLE_LIVES_SHOW"):
                raise
        return problems, life
    finally:
        if room is None:
            own.close()


def lives(options, clock):
    """Random weeks of a library: commands, reviews, settings, other people's hands and kills; who spoke last is right."""
    seed = os.environ.get("DECKLE_LIVES_SEED")
    wanted = range(20 if options.quick else 500)
    seeds = [int(seed)] if seed else [options.seed * 10**6 + number for number in wanted]
    whole, counts = Result(), {}

    def share(index):
        result, room = Result(), Room(options.program)
        try:
            for seed in seeds[index :: options.jobs]:
                if clock.is_over:
                    break
                problems, life = one(options.program, seed, room)
                result.runs += 1
                if problems:
                    steps = "".join(f"\n    {number}. {step}" for number, step in enumerate(life.steps, 1))
                    result.failures.append(
                        f"life {seed}: {'; '.join(problems)}{steps}\n    again: DECKLE_LIVES_SEED={seed} scripts/torture --only lives")
                for key, count in life.oracle.counts.items():
                    counts[key] = counts.get(key, 0) + count
                counts["steps"] = counts.get("steps", 0) + len(life.steps)
        finally:
            room.close()
        return result

    with ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(share, range(min(options.jobs, len(seeds)))):
            whole.merge(result)
    whole.notes.append(", ".join(f"{count:,} {word}" for word, count in sorted(counts.items())))
    if not seed and not clock.is_over:
        idle = [word for word in ("moved", "put back", "copies", "by plan", "by review", "kills") if not counts.get(word)]
        whole.failures += [f"nothing was ever judged: {word}" for word in idle]
    return whole
