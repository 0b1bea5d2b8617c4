"""What each target measures: `Workbench` does a thing once and tells its cost; two of them in turn make a pair."""

import json
import os
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

import peers
from bench import DJPEG_EIGHTH, Cost, djpeg_seconds, ended_children, environment_in, measured, processes_below, scan
from target_photos import Unmeasured, numbers_library, warm

LIMIT = 600


def output_of(command, environment=None, limit=LIMIT):
    """What a command writes, and what it cost; it must end well within the limit."""
    with tempfile.TemporaryFile() as file:
        try:
            status, cost = measured(command, environment or dict(os.environ), file, limit=limit)
        except FileNotFoundError:
            raise Unmeasured(f"{command[0]} is not installed") from None
        if status != 0:
            raise Unmeasured(f"{Path(command[0]).name} ended with {status}")
        file.seek(0)
        return file.read().decode(errors="replace"), cost


class Workbench:
    """The programs, the photos and a place for what scans keep."""

    def __init__(self, deckle, measure, photos, kept, scratch, prototypes):
        self.deckle, self.measure, self.photos, self.kept, self.scratch = deckle, measure, photos, kept, scratch
        self.prototypes = prototypes
        self.environment = environment_in(scratch)

    # Ours

    def scan(self, kind, *options):
        """A scan of all the photos of a kind, each measured anew."""
        folder = self.photos.of(kind)
        document, cost = scan(self.deckle, folder, self.scratch, "--no-cache", *options)
        if document["photos"]["scanned"] != len(self.photos.files(kind)):
            raise Unmeasured(f"the scan could not read every file of {folder}")
        return cost

    def scan_memory(self, jobs):
        """The memory of a scan and its helpers: the sum of the most that each of them had."""
        command = [self.deckle, "scan", str(self.photos.of("few")), "--json", "--progress", "none", "--no-cache"]
        child = subprocess.Popen([*command, "--jobs", str(jobs)], env=self.environment, stdout=subprocess.DEVNULL)
        most = {}
        while child.poll() is None:
            for pid in processes_below(child.pid):
                most[pid] = max(most.get(pid, 0), high_water(pid))
        # What it left behind is not to be counted with the next command.
        for _ in ended_children():
            pass
        if child.returncode != 0:
            raise Unmeasured(f"the scan ended with {child.returncode}")
        return Cost(0, 0, sum(most.values()))

    def reader(self, kind, *options, of, by):
        """Processor seconds that our reader, or the library it replaces, takes over the files of a kind."""
        text, _ = output_of([self.measure, "reader", str(self.photos.of(kind)), *options])
        pairs = [pair for pair in json.loads(text) if pair["kind"] == of]
        if not pairs or not all(pair["same"] for pair in pairs):
            raise Unmeasured("our reader declined every file, or gave other pixels than the library")
        return Cost(0, sum(pair[by] for pair in pairs) / 1000, 0), len(pairs)

    def one_pass(self, kind):
        """The one-pass reader alone: 1/8 of the luma, and what lies in each block."""
        cost, files = self.reader(kind, "energies", of="1/8 with energies", by="reader")
        if files != len(self.photos.files(kind)):
            raise Unmeasured("the one-pass reader declined some files")
        return cost

    def copies(self):
        return output_of([self.measure, "copies", str(self.photos.all)])[1]

    def join(self, count):
        """Near pairs of hashes through the index."""
        return Cost(0, json.loads(output_of([self.measure, "join", str(count)])[0])["seconds"], 0)

    # Libraries of numbers

    def library(self, count):
        """A library whose scan is in the cache, and the homes for it. The first time a scan of it is made, so that what a scan
        adds to the cache is there, too."""
        made, home = numbers_library(self.kept, self.measure, count), self.scratch / "numbers"
        if not home.exists():
            home.mkdir()
            shutil.copytree(made / "state", home / "state")
            (home / "cache").symlink_to(made / "cache")
            self.cached_scan(made, home, count)
        return made, home

    def cached_scan(self, made, home, count):
        output = home / "scan.json"
        command = [self.deckle, "scan", str(made / "photos"), "--json", "--progress", "none"]
        with open(output, "wb") as file:
            status, cost = measured(command, environment_in(home), file)
        # Not parsed here: the memory of a command counts what this process had when it began.
        found = subprocess.run(["grep", "-Eo", '"fromCache" ?: ?[0-9]+', str(output)], stdout=subprocess.PIPE).stdout.decode()
        if status != 0 or found.rpartition(":")[2].strip() != str(count):
            raise Unmeasured(f"the scan ended with {status}; {found.strip()} of {count} photos")
        return cost

    def rescan(self, count):
        """All of `deckle scan` over photos it knows, from the start of the process to the last byte of its findings."""
        return self.cached_scan(*self.library(count), count)

    def cached_walk(self, count):
        """Walk, cache and join, without groups."""
        made, home = self.library(count)
        database = made / "cache" / "deckle" / "features.sqlite"
        text, cost = output_of([self.measure, "cached", str(made / "photos"), str(database)], environment_in(home))
        if int(text) != count:
            raise Unmeasured(f"the cache knows {text.strip()} of {count} photos")
        return cost

    # Yardsticks

    def djpeg(self, kind, *options):
        if not shutil.which("djpeg"):
            raise Unmeasured("djpeg is not installed (scripts/bench --peers)")
        files = self.photos.files(kind)
        spent, done = djpeg_seconds(files, *options)
        if done != len(files):
            raise Unmeasured("djpeg could not decode every file")
        return Cost(0, spent, 0)

    def djpeg_eighth(self, kind):
        return self.djpeg(kind, *DJPEG_EIGHTH)

    def libpng(self, kind):
        return self.reader(kind, of="PNG", by="library")[0]

    def heif_convert(self, kind):
        """Full decode into planes, which costs next to nothing to write."""
        spent = 0
        for file in self.photos.files(kind):
            command = ["heif-convert", str(file), str(self.scratch / "full.y4m")]
            spent += output_of(command)[1].processor
        return Cost(0, spent, 0)

    def find(self, count):
        made, _ = self.library(count)
        return output_of(["find", str(made / "photos"), "-printf", "%p %s %T@\\n"])[1]

    def peer(self, name):
        return peers.seconds(name, self.photos.of("few"), self.kept, output_of)

    def findimagedupes(self):
        return output_of(["findimagedupes", "-R", "-t", "90", "--", str(self.photos.of("few"))], limit=peers.LIMIT)[1]

    def jdupes(self):
        return output_of(["jdupes", "-r", "-q", str(self.photos.all)])[1]

    def all_pairs(self, count):
        program = self.compiled("near_pairs", Path(__file__).with_name("near_pairs.c"), "-mpopcnt")
        return Cost(0, float(output_of([program, str(count)])[0]), 0)

    def one_pass_in_c(self, kind):
        """The same reader as a prototype in C, without bounds for hostile input: milliseconds a file, as a sum."""
        program = self.compiled("one_pass", self.prototypes / "swift" / "fjc.c", "-lm")
        files = [str(file) for file in self.photos.files(kind)]
        words = output_of([program, "1", *files])[0].split()
        return Cost(0, float(words[words.index("ms/file") - 1]) / 1000 * len(files), 0)

    def compiled(self, name, source, *options):
        compiler = shutil.which("clang") or shutil.which("gcc")
        if not compiler or not source.exists():
            raise Unmeasured(f"there is no C compiler, or no {source.name}")
        program = self.kept / name
        output_of([compiler, "-O3", "-w", "-o", str(program), str(source), *options])
        return str(program)

    def warm(self):
        warm(self.photos.all)


def high_water(pid):
    """The most bytes a process had in memory."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def kernels(bench):
    """Medians of single steps in milliseconds, by name."""
    text, _ = output_of([bench.measure, "kernels", str(bench.photos.of("baseline"))])
    return [(entry["kernel"], statistics.median(entry["milliseconds"])) for entry in json.loads(text)]
