"""Scans labelled photos and scores what was found: evaluate.py DECKLE SHARED [--json]. Standard library only."""

import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def scan(deckle, folder, scratch):
    """The document that `deckle scan --json --measurements` prints. Exit code 2 means that some files were unreadable."""
    homes = {f"XDG_{kind}_HOME": str(scratch / kind.lower()) for kind in ("CONFIG", "STATE", "CACHE", "DATA")}
    command = [deckle, "scan", str(folder), "--json", "--measurements", "--no-cache", "--progress", "none"]
    run = subprocess.run(command, stdout=subprocess.PIPE, env={**os.environ, **homes})
    if run.returncode not in (0, 2):
        sys.exit(f"eval: {' '.join(command)} ended with {run.returncode}")
    return json.loads(run.stdout)


def file_name(path):
    return os.path.basename(path)


def merged_groups(document, categories):
    """The groups of these categories as connected sets: a copy is in the set of the photo that stands for it."""
    leader = {}

    def find(name):
        while leader.setdefault(name, name) != name:
            name = leader[name]
        return name

    for group in document["groups"]:
        if group["category"] in categories:
            names = [file_name(member["path"]) for member in group["members"]]
            for name in names[1:]:
                leader[find(name)] = find(names[0])
    sets = {}
    for name in leader:
        sets.setdefault(find(name), []).append(name)
    return [sorted(names) for names in sets.values() if len(names) > 1]


def flagged(document, category, only_preselected=False):
    issues = [issue for issue in document["issues"] if issue["category"] == category]
    return sorted({file_name(i["path"]) for i in issues if i["preselected"] or not only_preselected})


def measured(document, value):
    """A score for each measured photo; `value` gives it from the measurement."""
    return {file_name(row["path"]): value(row) for row in document["measurements"]}


def blur_score(row):
    """Higher is blurrier; a photo whose sharpness cannot be told counts as sharp."""
    return 0.0 if row["sharpness"] is None else 1.0 - row["sharpness"]


def group_tasks(document, tasks):
    both = merged_groups(document, {"duplicate", "similar"})
    only_copies = merged_groups(document, {"duplicate"})
    return [(name, "eval_groups.py", {"groups": only_copies if copies else both}, arguments) for name, copies, arguments in tasks]


def tasks_of(name, document):
    """Rows of the table for one set: (title, scorer, prediction, arguments of the scorer)."""
    if name == "neardup":
        return group_tasks(document, [("exact and same pixels", True, ["--tiers", "exact,samepix"]), ("near-duplicates", False, [])])
    if name == "similar":
        return group_tasks(document, [("similar shots", False, []), ("similar shots, neighbours", False, ["--adjacent"])])
    if name == "blur":
        arguments, scores = ["--positive", "blurry"], measured(document, blur_score)
        listed, sure = flagged(document, "blurry"), flagged(document, "blurry", only_preselected=True)
        return [
            ("blurry, listed", "eval_flags.py", {"flags": listed, "scores": scores}, arguments),
            ("blurry, preselected", "eval_flags.py", {"flags": sure}, arguments),
        ]
    prediction = {"flags": flagged(document, "screenshot"), "scores": measured(document, lambda row: row["screenshot"])}
    return [("screenshots", "eval_flags.py", prediction, ["--positive", "screenshot"])]


def main():
    deckle, shared = sys.argv[1], Path(sys.argv[2]).resolve()
    rows, skipped = [], []
    with tempfile.TemporaryDirectory(prefix="deckle-eval-") as scratch:
        scratch = Path(scratch)
        for name in ("neardup", "similar", "blur", "screens"):
            labels = shared / "data" / name / "labels.csv"
            if not labels.is_file():
                skipped.append(name)
                continue
            with open(labels, newline="", encoding="utf-8") as file:
                count = sum(1 for _ in csv.DictReader(file))
            document = scan(deckle, labels.parent, scratch)
            for title, scorer, prediction, arguments in tasks_of(name, document):
                guess = scratch / "pred.json"
                guess.write_text(json.dumps(prediction), encoding="utf-8")
                command = [sys.executable, str(shared / "eval" / scorer), "--labels", str(labels), "--pred", str(guess), "--json"]
                run = subprocess.run(command + arguments, stdout=subprocess.PIPE, check=True)
                rows.append({"task": title, "files": count, **json.loads(run.stdout)})
    if "--json" in sys.argv[3:]:
        print(json.dumps(rows, indent=1))
        return
    print(f"{'task':<28}{'files':>7}{'precision':>11}{'recall':>9}{'F1':>8}{'AUC':>8}{'false':>7}{'missed':>8}")
    for row in rows:
        auc = f"{row['auc']:8.3f}" if "auc" in row else f"{'':>8}"
        print(f"{row['task']:<28}{row['files']:>7}{row['precision']:>11.3f}{row['recall']:>9.3f}{row['f1']:>8.3f}{auc}{row['fp']:>7}{row['fn']:>8}")
    for name in skipped:
        print(f"skipped: {name} (no labels.csv in {shared / 'data' / name})")


main()
