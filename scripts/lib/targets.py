"""Measures every target of speed against its yardstick: targets.py DECKLE MEASURE KEPT GENERATOR BASES [--pairs N] [--only T1,T2]
[--write PAGE]. Standard library only, Linux.

Both sides of a pair run one after the other, pair after pair, so that a machine that gets slower slows both. A row is the median
of the ratios of its pairs; processor time is that of the whole process with all its helpers, unless the row says otherwise.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from bench import Cost, be_reaper
from interface import write_figures
from target_photos import Unmeasured, count, prepare
from target_trials import Workbench, kernels

CACHED = int(os.environ.get("DECKLE_BENCH_CACHED", "100000"))
WORKERS = min(4, os.cpu_count())
# A row begins no pair after so long, so that one slow tool does not hold up the table.
ROW_SECONDS = 100


@dataclass
class Target:
    """One row: what is measured, the figure that is good and the one to strive for; `smaller` ones are better, or larger ones."""

    number: str
    title: str
    good: float | None
    ambitious: float | None
    ours: Callable[[Workbench], Cost]
    yardstick: Callable[[Workbench], Cost] | None
    figure: Callable[[Cost, Cost | None], float]
    unit: str = ""
    smaller: bool = True


def share(ours, yardstick):
    return ours.processor / yardstick.processor


def times_less(ours, yardstick):
    return yardstick.processor / ours.processor


def processor_seconds(ours, _):
    return ours.processor


def speed_up(ours, yardstick):
    """Of so many workers, as a share of what they could do at best."""
    return yardstick.wall / ours.wall / WORKERS


def against_peer(number, name, good, ambitious, yardstick):
    return Target(number, f"scan of photos and screenshots, times less than {name}", good, ambitious,
                  lambda bench: bench.scan("few"), yardstick, times_less, unit="×", smaller=False)


def memory(jobs, good, ambitious):
    return Target("T13", f"memory of a scan with {jobs} worker{'s' * (jobs > 1)}, all its processes", good, ambitious,
                  lambda bench: bench.scan_memory(jobs), None, lambda ours, _: ours.peak / 1e6, unit=" MB")


TARGETS = [
    Target("T1", "cold scan, 12-megapixel baseline JPEG ÷ djpeg 1/8 gray", 0.85, 0.72,
           lambda bench: bench.scan("baseline"), lambda bench: bench.djpeg_eighth("baseline"), share),
    Target("T2", "the same with a tenth of them progressive", 0.60, 0.45,
           lambda bench: bench.scan("mixed"), lambda bench: bench.djpeg_eighth("mixed"), share),
    against_peer("T3", "imagededup PHash, its encoding", 5, 8, lambda bench: bench.peer("imagededup")),
    against_peer("T3", "dupeGuru, blocks and pairs", 4, 6, lambda bench: bench.peer("dupeguru")),
    against_peer("T3", "CleanVision, copies and blur", 12, 18, lambda bench: bench.peer("cleanvision")),
    against_peer("", "findimagedupes", None, None, lambda bench: bench.findimagedupes()),
    Target("T4", "cold scan ÷ one-pass reader alone", 1.3, 1.12,
           lambda bench: bench.scan("baseline"), lambda bench: bench.one_pass("baseline"), share),
    Target("T5", "progressive JPEG ÷ djpeg in full", 0.25, 0.16,
           lambda bench: bench.scan("progressive"), lambda bench: bench.djpeg("progressive"), share),
    Target("T6", "PNG screenshot ÷ libpng", 0.60, 0.45,
           lambda bench: bench.scan("png"), lambda bench: bench.libpng("png"), share),
    Target("T7", "HEIC with a thumbnail ÷ heif-convert in full", 0.05, 0.02,
           lambda bench: bench.scan("heic"), lambda bench: bench.heif_convert("heic"), share),
    Target("T8", f"walk and cache of {CACHED:,} known photos ÷ find -printf", 2.5, 1.5,
           lambda bench: bench.cached_walk(CACHED), lambda bench: bench.find(CACHED), share),
    Target("T9", f"rescan of {CACHED:,} known photos with groups ÷ find -printf", 5, 2.5,
           lambda bench: bench.rescan(CACHED), lambda bench: bench.find(CACHED), share),
    Target("T10", "near pairs of 1,000,000 hashes of 64 bits", 10, 6,
           lambda bench: bench.join(1_000_000), None, processor_seconds, unit=" s"),
    Target("T11", "near pairs of 100,000 hashes ÷ all pairs in C, popcnt", 0.25, 0.12,
           lambda bench: bench.join(100_000), lambda bench: bench.all_pairs(100_000), share),
    Target("T12", "digests of every file, as a scan makes ÷ jdupes -r -q", 3, 1.5,
           lambda bench: bench.copies(), lambda bench: bench.jdupes(), share),
    memory(1, 120, 68),
    memory(2, 180, 116),
    Target("T15", f"speed-up of {WORKERS} workers, wall, each", 0.85, 0.95,
           lambda bench: bench.scan("baseline", "--jobs", str(WORKERS)),
           lambda bench: bench.scan("baseline", "--jobs", "1"), speed_up, smaller=False),
    Target("T16", "one-pass reader ÷ the same in C", 1.2, 1.08,
           lambda bench: bench.one_pass("baseline"), lambda bench: bench.one_pass_in_c("baseline"), share),
]
# There is none to measure.
ABSENT = {"T14": "preview pass ÷ full pass: there is no preview pass"}


def verdict(target, value):
    if target.good is None:
        return "no target"
    for name, bound in (("ambitious", target.ambitious), ("good", target.good)):
        if (value <= bound) if target.smaller else (value >= bound):
            return f"**{name}**" if name == "ambitious" else name
    missed = value / target.good - 1 if target.smaller else 1 - value / target.good
    return f"missed by {missed * 100:.0f} %"


def number(value, unit=""):
    return "" if value is None else f"{value:.0f}{unit}" if value >= 100 else f"{value:.3g}{unit}"


def measure(bench, target, pairs):
    """The row of a target."""
    figures, sides, begin = [], [], time.monotonic()
    for turn in range(pairs):
        if turn > 0 and time.monotonic() - begin > ROW_SECONDS:
            break
        ours = target.ours(bench)
        yardstick = target.yardstick(bench) if target.yardstick else None
        figures.append(target.figure(ours, yardstick))
        sides.append((ours, yardstick))
        print(f"  {target.number:<4}{turn + 1} of {pairs}: {number(figures[-1], target.unit)}", flush=True)
    value = statistics.median(figures)
    spread = f"{number(min(figures))} to {number(max(figures))}" if len(figures) > 1 else ""
    if len(figures) < pairs:
        spread += f" ({len(figures)} of {pairs} pairs)"
    return row(target, number(value, target.unit), spread, verdict(target, value), costs(sides))


def costs(sides):
    """Processor and wall seconds and the largest process of ours and of the yardstick, where they were measured."""
    for of in (lambda cost: cost.processor, lambda cost: cost.wall, lambda cost: cost.peak / 1e6):
        medians = [statistics.median(map(of, side)) for side in zip(*sides) if side[0] is not None]
        yield " : ".join(number(median) if median else "–" for median in medians)


def row(target, value, spread, judged, figures=("", "", "")):
    bounds = [number(bound, target.unit) for bound in (target.good, target.ambitious)]
    cells = [target.number, target.title, *bounds, value, spread, judged, *figures]
    return "| " + " | ".join(cells) + " |"


def table(bench, wanted, pairs):
    yield "| | what | good | ambitious | measured | from … to | verdict | CPU s | wall s | MB of a process |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for target in TARGETS:
        if wanted and target.number not in wanted:
            continue
        begin = time.monotonic()
        print(f"{target.number} {target.title}", flush=True)
        try:
            yield measure(bench, target, pairs)
        except (Unmeasured, SystemExit, OSError, ValueError) as reason:
            print(f"  {reason}", flush=True)
            yield row(target, "–", "", f"not measured: {reason}")
        print(f"  {time.monotonic() - begin:.0f} s", flush=True)
    for absent, what in ABSENT.items():
        if not wanted or absent in wanted:
            yield f"| {absent} | {what} |" + " |" * 8


def kernel_table(bench):
    yield "| step | CPU ms, median |"
    yield "|---|---|"
    for name, milliseconds in kernels(bench):
        yield f"| {name} | {number(milliseconds)} |"


def arguments():
    parser = argparse.ArgumentParser()
    for name in ("deckle", "measure", "kept", "generator", "bases"):
        parser.add_argument(name)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--only", type=lambda text: set(text.split(",")), default=set())
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    unknown = given.only - {target.number for target in TARGETS} - set(ABSENT)
    if given.pairs < 1 or unknown:
        sys.exit(f"bench: --pairs takes 1 or more, --only targets like T1,T5{', not ' + ', '.join(unknown) if unknown else ''}")
    if given.only and given.write:
        sys.exit("bench: --write takes the whole table; leave --only out")
    return given


def main():
    given = arguments()
    kept, generator = Path(given.kept).absolute(), Path(given.generator).absolute()
    be_reaper()
    photos = prepare(kept, generator, given.bases)
    with tempfile.TemporaryDirectory(prefix="deckle-targets-") as scratch:
        bench = Workbench(
            os.path.abspath(given.deckle), os.path.abspath(given.measure), photos, kept, Path(scratch), generator.parent)
        bench.warm()
        lines = list(table(bench, given.only, given.pairs))
        steps = list(kernel_table(bench)) if not given.only else []
    summary = f"{count()} photos, medians of {given.pairs} pairs, {os.cpu_count()} processors."
    lines = [*lines, "", summary, *([""] if steps else []), *steps]
    print("\n" + "\n".join(lines))
    if given.write:
        write_figures(given.write, lines, "targets")


main()
