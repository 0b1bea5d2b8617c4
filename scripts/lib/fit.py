"""Fits a logistic regression to raw measures: fit.py POSITIVE FOLDER... < measures.csv. Needs numpy.

Reads `file,eligible,measure,…` (a row with eligible 0 cannot be told and counts as negative), prints the constants for
the source, and how well the model does on photos whose source it never saw: ten folds by source, five repetitions.
"""

import argparse
import csv
import sys

import numpy


def fit(measures, labels, counts, ridge):
    """Weights, the bias first: Newton's method on the penalised likelihood. The bias is not penalised.

    A mistake with a photo counts as often as `counts` says."""
    design = numpy.c_[numpy.ones(len(measures)), measures]
    penalty = numpy.eye(design.shape[1]) * ridge
    penalty[0, 0] = 1e-6
    weights = numpy.zeros(design.shape[1])
    for _ in range(50):
        chance = 1 / (1 + numpy.exp(-numpy.clip(design @ weights, -30, 30)))
        gradient = design.T @ (counts * (chance - labels)) + penalty @ weights
        curvature = (design.T * (counts * chance * (1 - chance))) @ design + penalty
        step = numpy.linalg.solve(curvature, gradient)
        weights = weights - step
        if abs(step).max() < 1e-9:
            break
    return weights


def standardised(measures, mean, deviation):
    """No measure counts for more than three deviations: what the photos here do not show is not extrapolated.

    One that could not be measured counts neither way."""
    return numpy.nan_to_num(numpy.clip((measures - mean) / deviation, -3, 3))


def model(measures, labels, counts, ridge):
    """Learned from the photos that count."""
    measures, labels, counts = measures[counts > 0], labels[counts > 0], counts[counts > 0]
    mean, deviation = numpy.nanmean(measures, 0), numpy.nanstd(measures, 0) + 1e-9
    return mean, deviation, fit(standardised(measures, mean, deviation), labels, counts, ridge)


def evidence(measures, mean, deviation, weights):
    return weights[0] + standardised(measures, mean, deviation) @ weights[1:]


def cross_validated(measures, labels, eligible, counts, sources, ridge, repetitions=5, folds=10):
    """For each repetition the evidence of every photo, from a model that saw no photo of its source."""
    random = numpy.random.default_rng(0)
    names = sorted(set(sources))
    for _ in range(repetitions):
        fold_of = dict(zip(names, random.permutation(len(names)) % folds))
        folds_of = numpy.array([fold_of[name] for name in sources])
        result = numpy.full(len(labels), -30.0)
        for fold in range(folds):
            tried = (folds_of == fold) & eligible
            result[tried] = evidence(measures[tried], *model(measures, labels, counts * (folds_of != fold), ridge))
        yield result


def area_under_curve(scores, labels):
    positive, negative = scores[labels == 1], scores[labels == 0]
    above = (positive[:, None] > negative[None, :]).sum() + 0.5 * (positive[:, None] == negative[None, :]).sum()
    return above / (len(positive) * len(negative))


def precision_recall(flags, labels):
    hits = (flags & (labels == 1)).sum()
    return hits / max(1, flags.sum()), hits / max(1, (labels == 1).sum())


def report(runs, labels, kinds, strict):
    def averaged(values):
        return numpy.mean(list(values), axis=0)

    precision, recall = averaged(precision_recall(run > 0, labels) for run in runs)
    sure = averaged(precision_recall(run > strict, labels) for run in runs)
    harmonic = 2 * precision * recall / (precision + recall)
    curve = averaged(area_under_curve(run, labels) for run in runs)
    print(f"cross-validated by source, {len(labels)} photos: AUC {curve:.3f}")
    print(f"  listed     precision {precision:.3f}  recall {recall:.3f}  F1 {harmonic:.3f}")
    print(f"  z > {strict:<5}  precision {sure[0]:.3f}  recall {sure[1]:.3f}")
    for positive in (True, False):
        print(f"  {'found' if positive else 'flagged by mistake'}, at z > 0 and at z > {strict}:")
        for kind in sorted(set(kinds[labels == positive])):
            chosen = (kinds == kind) & (labels == positive)
            listed = averaged((run[chosen] > 0).mean() for run in runs)
            strictly = averaged((run[chosen] > strict).mean() for run in runs)
            print(f"    {kind:<16}{chosen.sum():>4}{listed:>8.2f}{strictly:>8.2f}")


def collection(source):
    """"Debian shotwell" of "Debian shotwell : usr/share/a.png", "BIDS+BSDS500" of "BIDS+BSDS500/24077.jpg"."""
    return source.partition(" : ")[0] if " : " in source else source.partition("/")[0]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("positive")
    arguments.add_argument("folders", nargs="+")
    arguments.add_argument("--ridge", type=float, default=1.0)
    arguments.add_argument("--negative", type=float, default=1.0)
    arguments.add_argument("--strict", type=float, default=1.35)
    arguments.add_argument("--term", default="Term")
    arguments.add_argument("--graphics", type=float, help="learn by so much from negatives that cannot be told, report none")
    arguments.add_argument("--by-collection", action="store_true", help="leave out whole collections, not single sources")
    options = arguments.parse_args()
    known = {}
    for folder in options.folders:
        with open(f"{folder}/labels.csv", newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["label"] != "ignore"]
        known.update({f"{folder}/{row['file']}": row for row in rows})
    rows = [row for row in csv.DictReader(sys.stdin) if row["file"] in known]
    if not rows:
        sys.exit("fit: none of the measured files has a label")
    names = [name for name in rows[0] if name not in ("file", "eligible")]
    measures = numpy.array([[float(row[name]) for name in names] for row in rows])
    eligible = numpy.array([row["eligible"] == "1" for row in rows])
    labels = numpy.array([known[row["file"]]["label"] == options.positive for row in rows]).astype(int)
    kinds = numpy.array([known[row["file"]]["kind"] for row in rows])
    sources = [known[row["file"]]["source"] for row in rows]
    if options.by_collection:
        sources = [collection(source) for source in sources]

    counts = numpy.where(labels == 1, 1.0, options.negative) * eligible
    reported = numpy.ones(len(rows), bool)
    if options.graphics is not None:
        counts += options.graphics * (~eligible & (labels == 0))
        reported = eligible
    runs = list(cross_validated(measures, labels, eligible, counts, sources, options.ridge))
    report([run[reported] for run in runs], labels[reported], kinds[reported], options.strict)
    for folder in options.folders if len(options.folders) > 1 else []:
        chosen = reported & numpy.array([row["file"].rpartition("/")[0] == folder for row in rows])
        print(f"\nof these, {folder}: ", end="")
        report([run[chosen] for run in runs], labels[chosen], kinds[chosen], options.strict)
    mean, deviation, weights = model(measures, labels, counts, options.ridge)
    print(f"\nfitted on all of them, ridge {options.ridge:g}:\n\n  private static let bias = {weights[0]:.4f}\n")
    for name, *values in zip(names, mean, deviation, weights[1:]):
        print(f"      {options.term}(\"{name}\", \\.{name}, {', '.join(f'{value:.4f}' for value in values)}),")


main()
