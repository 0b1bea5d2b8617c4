"""Every trial by its name, one after the other, and the table at the end."""
import argparse
import os
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(__file__))

import answers
import calls
import corpus
import faults
import flips
import fuzz
import hangs
import lives
import mounts
import odds
import power
import races
import sessions
import totals
import trees
import trials
from report import Clock, Result, Skipped, print_table

TRIALS = {
    "kill": faults.kill,
    "errors": faults.errors,
    "short": faults.short,
    "sessions": sessions.kill,
    "power": power.shutdown,
    "snapshots": power.snapshots,
    "races": races.race,
    "roundtrip": trees.roundtrip,
    "interop": trees.interop,
    "corpus": corpus.pictures,
    "hostile": corpus.hostile,
    "calls": calls.whole,
    "offline": calls.offline,
    "swipes": calls.swipes,
    "starts": odds.starts,
    "jumps": odds.jumps,
    "media": odds.media,
    "names": odds.names,
    "hang": hangs.hang,
    "answers": answers.answers,
    "mounts": mounts.mounts,
    "flips": flips.flips,
    "parsers": fuzz.parsers,
    "decisions": fuzz.decisions,
    "settings": fuzz.settings,
    "proposals": fuzz.proposals,
    "database": fuzz.database,
    "deciding": trials.deciding,
    "plans": trials.plans,
    "workers": trials.workers,
    "lives": lives.lives,
    "totals": totals.totals,
}


def main():
    parser = argparse.ArgumentParser(prog="scripts/torture")
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--only", action="append", choices=list(TRIALS), default=[])
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for name, trial in TRIALS.items():
            print(f"{name:10} {(trial.__doc__ or '').strip().splitlines()[0]}")
        return 0
    rows = []
    for name in options.only or TRIALS:
        start = time.monotonic()
        print(f"torture: {name}", file=sys.stderr, flush=True)
        try:
            result = TRIALS[name](options, Clock(options.seconds))
        except Skipped as reason:
            result = Result(skipped=str(reason))
        except Exception as error:  # A trial that breaks proves nothing, so it counts as a failure.
            traceback.print_exc()
            result = Result(failures=[f"the trial itself failed: {error}"])
        rows.append((name, result, time.monotonic() - start))
    print_table(rows)
    return 1 if any(result.failures for _, result, _ in rows) else 0


sys.exit(main())
