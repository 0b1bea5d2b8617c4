"""A small program of the tests under load: decisions killed in the middle, removal plans, broken pictures in processes."""
import os
import random
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from report import Result, Skipped
from room import run

ROOT = Path(__file__).resolve().parents[3]
ENVIRONMENT = {"SWIFT_BACKTRACE": "enable=no", "HOME": "/nonexistent", "PATH": "/usr/bin:/bin"}


def build():
    """Optimised, beside the program; or the one that DECKLE_TRIALS names."""
    if os.environ.get("DECKLE_TRIALS"):
        return os.environ["DECKLE_TRIALS"]
    command = ["swift", "build", "--package-path", str(ROOT), "-c", "release", "--product", "Trials", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Skipped(f"the trials do not build: {done.stderr.strip().splitlines()[-1:]}")
    where = subprocess.run(command[:-1] + ["--show-bin-path"], capture_output=True, text=True, check=True)
    return os.path.join(where.stdout.strip(), "Trials")


class Killed:
    """One run that decides until it is killed, and what it said by then."""

    def __init__(self, program, session, seed, chance):
        self.process = subprocess.Popen(
            [program, "decide", session, str(seed), "100000"], env=ENVIRONMENT, stdout=subprocess.PIPE)
        lines = chance.randrange(1, 900)
        said = []
        # So many lines, and then a moment that no line marks.
        for line in self.process.stdout:
            said.append(line)
            if len(said) >= lines:
                break
        time.sleep(chance.random() * 0.002)
        self.process.send_signal(signal.SIGKILL)
        said += self.process.stdout.readlines()
        self.status = self.process.wait()
        self.said = [tuple(line.decode().split()) for line in said if line.endswith(b"\n")]


def deciding(options, clock):
    """Decisions as fast as the disk takes them, killed again and again: all that was said to be done is there."""
    result, chance, program = Result(), random.Random(options.seed), build()
    wanted, kills = 4000 if options.quick else 100_000, 0
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="deckle-torture.", dir=memory) as work:
        session, allowed = os.path.join(work, "session.sqlite"), None
        while result.runs < wanted and not clock.is_over:
            end = Killed(program, session, chance.randrange(1 << 60), chance)
            kills += 1
            if end.status != -signal.SIGKILL:
                result.failures.append(f"kill {kills}: it ended by itself with {end.status}")
                break
            found = [state for word, state in end.said if word == "open"]
            if allowed is not None and found and found[0] not in allowed:
                result.failures.append(f"kill {kills}: {found[0]} was found, and {allowed} were said")
            done = [state for word, state in end.said if word in ("did", "open")]
            result.runs += max(0, len(done) - 1)
            if done:
                allowed = {done[-1]}
            # The one that was under way may be there or not.
            if end.said and end.said[-1][0] == "will":
                allowed = (allowed or set()) | {end.said[-1][1]}
            # A session that grows and grows would make every start slower than the last.
            if kills % 10 == 0:
                for file in os.listdir(work):
                    os.remove(os.path.join(work, file))
                allowed = None
    result.notes.append(f"{kills} kills")
    return result


def plans(options, clock):
    """Removal plans of random items, with names, files and copies that contradict each other: none empties a set."""
    result, program = Result(), build()
    wanted, share = 20_000 if options.quick else 1_000_000, 10_000
    while result.runs < wanted and not clock.is_over:
        finished = run([program, "plan", str(options.seed * 10**9 + result.runs), str(share)], ENVIRONMENT, timeout=300)
        if finished.status != 0:
            result.failures.append(f"{finished.status} {finished.errors[-300:]!r}")
            break
        result.runs += share
    return result


def workers(options, clock):
    """Broken pictures through the locked-down processes that open them: each gets an answer, and nothing else falls."""
    result, program = Result(), build()
    samples = [path for path in sorted((ROOT / "sampledata").rglob("*")) if path.suffix.lower() in (".jpg", ".png")]
    small = [str(path) for path in sorted(samples, key=lambda path: path.stat().st_size)[:10]]
    wanted, share, ends = 200 if options.quick else 10_000, 100, {}
    with tempfile.TemporaryDirectory(prefix="deckle-torture.") as work:
        while result.runs < wanted and not clock.is_over:
            seed = options.seed * 10**6 + result.runs
            finished = run([program, "inspect", work, str(seed), str(share), *small], ENVIRONMENT, timeout=600)
            if finished.status != 0 or not finished.output.startswith(b"ok"):
                result.failures.append(f"seed {seed}: {finished.status} {finished.text[-300:]!r}")
                break
            for part in finished.output.decode()[3:].strip().split(", "):
                word, count = part.rsplit(" ", 1)
                ends[word] = ends.get(word, 0) + int(count)
            result.runs += share
    result.notes.append(", ".join(f"{word} {count:,}" for word, count in sorted(ends.items())))
    return result
