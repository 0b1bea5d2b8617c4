"""Cross-validates the rule of a proof by source: proof.py SHARED < pairs of each set. Standard library only.

Reads what `deckle-measure pairs` prints, a line `# SET` before each set. What the rule may make up for (`floor`: the
least share of what is needed that others can outweigh; 1 is: nothing) is chosen on pairs of some sources, and tried on
the pairs in which another source takes part: ten folds by source, five repetitions.
"""

import csv
import random
import re
import sys
from pathlib import Path

FLOORS = [1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6]
CHOSEN = 0.8
# Strangers stay this far below a proof in what a floor is chosen on.
GAP = 1 / 3


class Pair:
    def __init__(self, row, labels):
        first, second = labels.get(row["first"]), labels.get(row["second"])
        self.is_known = first is not None and second is not None
        self.sources = {scene(label) for label in (first, second) if label}
        self.is_same = self.is_known and scene(first) == scene(second)
        # Neither one scene nor strangers: the pages of one app, the diagrams of one book.
        self.is_template = self.is_known and not self.is_same and drawn_by(first) == drawn_by(second) is not None
        self.numbers = {name: float(row[name]) for name in row if name not in ("first", "second")}
        self.proofs = {floor: proof(self.numbers, floor) for floor in FLOORS}


def scene(label):
    """Pictures of one group show one scene, and so do those that were made of one photo, or blurred on purpose beside it."""
    return label.get("group") or re.sub(r"_[SMF]\.JPG$", "", label["source"])


def drawn_by(label):
    """The origin of a screen or a graphic; None for a photo."""
    is_drawn = label.get("kind", "").split("-")[0] in ("graphic", "phone", "tablet", "window")
    return label["source"].rpartition("/")[0] if is_drawn else None


def proof(pair, floor):
    """The rule of PairVerification.proof, with another floor."""

    def weighed(*shares):
        least = min(shares)
        if floor == 1:
            return least
        product = 1.0
        for share in shares:
            product *= min(2, share)
        return min(product ** (1 / 3), least / floor)

    common, spread, agreement = pair["inliers"], pair["spread"], pair["agreement"]
    is_framed = pair["same_frame"] == 1
    wide = min(common / 8, weighed(common / 8, spread / 0.10, agreement / (0.60 if is_framed else 0.25)))
    narrow = (
        0
        if is_framed
        else min(weighed(common / 14, spread / 0.03, agreement / 0.22), 1 + 0.50 - pair["gradient_distance"])
    )
    whole = (
        min(agreement / 0.85, pair["correlation"] / 0.80, 1) if is_framed and pair["mirrored"] == 0 else 0
    )
    return max(wide, narrow, whole)


def strangest(pairs, floor):
    return max((pair.proofs[floor] for pair in pairs if not pair.is_same), default=0)


def found(pairs, floor):
    return sum(pair.proofs[floor] >= 1 for pair in pairs if pair.is_same)


def chosen_floor(pairs):
    """The one that proves most pairs while strangers stay away; of equals the strictest."""
    safe = [floor for floor in FLOORS if strangest(pairs, floor) <= 1 - GAP]
    return max(safe, key=lambda floor: (found(pairs, floor), floor), default=1.0)


def scores(hits, alarms, same):
    precision, recall = hits / max(1, hits + alarms), hits / max(1, same)
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def cross_validated(pairs, repetitions=5, folds=10):
    """For each repetition: hits, alarms, the most that a stranger had, and the floors that were chosen."""
    sources = sorted({source for pair in pairs for source in pair.sources})
    for repetition in range(repetitions):
        shuffled = sources[:]
        random.Random(repetition).shuffle(shuffled)
        fold_of = {source: place % folds for place, source in enumerate(shuffled)}
        held_out, floors = {}, []
        for fold in range(folds):
            learned = [pair for pair in pairs if all(fold_of[source] != fold for source in pair.sources)]
            floor = chosen_floor(learned)
            floors.append(floor)
            for pair in pairs:
                # A pair of two folds is tried twice; the worse of both counts.
                if any(fold_of[source] == fold for source in pair.sources):
                    value = pair.proofs[floor]
                    worst = min if pair.is_same else max
                    held_out[pair] = worst(held_out.get(pair, value), value)
        hits = sum(value >= 1 for pair, value in held_out.items() if pair.is_same)
        alarms = sum(value >= 1 for pair, value in held_out.items() if not pair.is_same)
        stranger = max((value for pair, value in held_out.items() if not pair.is_same), default=0)
        yield hits, alarms, stranger, floors


def read(lines, shared):
    sets, name = {}, None
    for line in lines:
        if line.startswith("# "):
            name = line[2:].strip()
            sets[name] = []
        else:
            sets[name].append(line)
    for name, rows in sets.items():
        with open(Path(shared) / "data" / name / "labels.csv", newline="", encoding="utf-8") as file:
            labels = {row["file"]: row for row in csv.DictReader(file)}
        yield name, [Pair(row, labels) for row in csv.DictReader(rows)]


def main():
    by_set = dict(read(sys.stdin, sys.argv[1]))
    everything = [pair for pairs in by_set.values() for pair in pairs if pair.is_known]
    differing = [pair for pair in everything if abs(pair.proofs[CHOSEN] - pair.numbers["proof"]) > 1e-6]
    if differing:
        sys.exit(f"fit: {len(differing)} pairs have another proof in Sources/PhotoAnalysis; bring proof.py up to it")
    pairs = [pair for pair in everything if not pair.is_template]
    templates = [pair for pair in everything if pair.is_template]
    same = sum(pair.is_same for pair in pairs)
    print(f"{len(pairs)} candidate pairs: {same} of one scene, {len(pairs) - same} of strangers")
    print(
        f"not counted: {len(templates)} pairs of screens or graphics of one origin, maximum {strangest(templates, CHOSEN):.2f}\n"
    )
    print("all of them        proven    strangers' maximum")
    for floor in FLOORS:
        mark = "*" if floor == CHOSEN else " "
        print(f"  floor {floor:.2f} {mark}   {found(pairs, floor):>8}    {strangest(pairs, floor):.2f}")
    counted = set(pairs)
    maxima = ", ".join(f"{name} {strangest([pair for pair in rows if pair in counted], CHOSEN):.2f}" for name, rows in by_set.items())
    print(f"\nstrangers' maximum by set, floor {CHOSEN}: {maxima}")
    runs = list(cross_validated(pairs))
    floors = [floor for run in runs for floor in run[3]]
    print(f"\ncross-validated by source, 10 folds, {len(runs)} repetitions, the floor chosen without the source:")
    print("  floors chosen       " + ", ".join(f"{floor:.2f} × {floors.count(floor)}" for floor in sorted(set(floors))))
    print(f"  strangers' maximum  {max(run[2] for run in runs):.2f}")
    results = [scores(hits, alarms, same) for hits, alarms, _, _ in runs]
    mean = [sum(values) / len(values) for values in zip(*results)]
    print(f"  held-out pairs      precision {mean[0]:.3f}  recall {mean[1]:.3f}  F1 {mean[2]:.3f}")
    strict = scores(found(pairs, 1.0), sum(p.proofs[1.0] >= 1 for p in pairs if not p.is_same), same)
    print(f"  the least decides   precision {strict[0]:.3f}  recall {strict[1]:.3f}  F1 {strict[2]:.3f}")


main()
