"""What a trial hands back, and the table of all of them."""
import time
from dataclasses import dataclass, field


@dataclass
class Result:
    """`runs` is what was tried, `failures` one line for each time a promise was broken."""

    runs: int = 0
    failures: list = field(default_factory=list)
    notes: list = field(default_factory=list)
    skipped: str = ""

    def check(self, problems, moment):
        self.failures += [f"{moment}: {problem}" for problem in problems]

    def merge(self, other):
        self.runs += other.runs
        self.failures += other.failures
        self.notes += [note for note in other.notes if note not in self.notes]
        return self


class Skipped(Exception):
    """The trial cannot be held here; the reason is for the reader of the table."""


class Clock:
    """How long a trial may go on; without a limit it goes on to its end."""

    def __init__(self, seconds):
        self.end = time.monotonic() + seconds if seconds else None

    @property
    def is_over(self):
        return self.end is not None and time.monotonic() > self.end


def print_table(rows):
    width = max(len(name) for name, _, _ in rows)
    print(f"\n{'trial':{width}}  {'runs':>9}  {'failures':>8}  {'seconds':>7}  notes")
    for name, result, seconds in rows:
        notes = result.skipped and f"skipped: {result.skipped}" or "; ".join(result.notes)
        print(f"{name:{width}}  {result.runs:>9}  {len(result.failures):>8}  {seconds:>7.1f}  {notes}")
    for name, result, _ in rows:
        for failure in result.failures[:20]:
            print(f"  {name}: {failure}")
        if len(result.failures) > 20:
            print(f"  {name}: and {len(result.failures) - 20} more")
