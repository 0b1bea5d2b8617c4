"""Scans labelled photos and scores what was found: evaluate.py DECKLE SHARED PAGE [--json|--check|--write]. Standard library only."""

import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def scan(deckle, folder, scratch, *options):
    """The document that `deckle scan --json --measurements` prints. Exit code 2 means that some files were unreadable."""
    homes = {f"XDG_{kind}_HOME": str(scratch / kind.lower()) for kind in ("CONFIG", "STATE", "CACHE", "DATA")}
    command = [deckle, "scan", str(folder), "--json", "--no-cache", "--progress", "none", *options]
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


# What a task must reach: docs/DETECTION.md says where each stands.
TARGETS = {
    "exact and same pixels": {"precision": 1.0, "recall": 1.0},
    "near-duplicates": {"precision": 0.999},
    "similar shots, neighbours": {"precision": 0.99},
    "blurry, listed": {"auc": 0.975, "f1": 0.93},
    "blurry, preselected": {"precision": 0.97, "recall": 0.80},
    "screenshots": {"f1": 0.93, "camera photos flagged": 0},
}


def scored(deckle, shared, scratch):
    """Rows of figures, one a task, and the names of the sets that are not there."""
    rows, skipped = [], []
    for name in ("neardup", "similar", "blur", "screens"):
        labels = shared / "data" / name / "labels.csv"
        if not labels.is_file():
            skipped.append(name)
            continue
        with open(labels, newline="", encoding="utf-8") as file:
            known = {row["file"]: row for row in csv.DictReader(file)}
        document = scan(deckle, labels.parent, scratch, "--measurements")
        for title, scorer, prediction, arguments in tasks_of(name, document):
            guess = scratch / "pred.json"
            guess.write_text(json.dumps(prediction), encoding="utf-8")
            command = [sys.executable, str(shared / "eval" / scorer), "--labels", str(labels), "--pred", str(guess), "--json"]
            run = subprocess.run(command + arguments, stdout=subprocess.PIPE, check=True)
            row = {"task": title, "files": len(known), **json.loads(run.stdout)}
            if name == "screens":
                cameras = {file for file, label in known.items() if label["kind"].startswith("camera-")}
                row["camera photos flagged"] = len(cameras & set(prediction["flags"]))
            rows.append(row)
    return rows, skipped


def shares_by_kind(row):
    """(what the shares are, {kind: (share, how many)}) of each breakdown that the scorer gave for a task.

    Not of exact copies: there the scorer counts edited copies too, which nobody asks for.
    """
    if row["task"].startswith("exact"):
        return
    for key, value in row.items():
        if isinstance(value, dict) and value and all(isinstance(entry, list) and len(entry) == 2 for entry in value.values()):
            yield key.replace("_", " "), value


def table(rows):
    """The figures as lines of Markdown."""
    yield "| task | files | precision | recall | F1 | AUC | false | missed |"
    yield "|---|---|---|---|---|---|---|---|"
    for row in rows:
        auc = f"{row['auc']:.3f}" if "auc" in row else ""
        figures = " | ".join(f"{row[key]:.3f}" for key in ("precision", "recall", "f1"))
        yield f"| {row['task']} | {row['files']} | {figures} | {auc} | {row['fp']} | {row['fn']} |"
    for row in rows:
        for title, kinds in shares_by_kind(row):
            yield ""
            shares = ", ".join(f"{kind} {share:.2f} of {count}" for kind, (share, count) in sorted(kinds.items()))
            yield f"{row['task']}, {title}: {shares}."


def misses(rows):
    """A sentence for each target that is not reached."""
    for row in rows:
        for key, target in TARGETS.get(row["task"], {}).items():
            is_reached = row[key] <= target if key == "camera photos flagged" else row[key] >= target
            if not is_reached:
                yield f"{row['task']}: {key} {row[key]:.3f}, target {target:g}"


def write_figures(page, lines, marker="figures"):
    """Replaces what stands between the markers of the page."""
    begin, end = f"<!-- {marker} -->\n", f"<!-- /{marker} -->"
    text = page.read_text(encoding="utf-8")
    if text.count(begin) != 1 or text.count(end) != 1:
        sys.exit(f"eval: {page} has no place for the figures; put {begin.strip()} and {end} on two lines of it")
    before, _, rest = text.partition(begin)
    page.write_text(before + begin + "\n".join(lines) + "\n" + end + rest.partition(end)[2], encoding="utf-8")


def main():
    deckle, shared, page = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3])
    options = set(sys.argv[4:])
    with tempfile.TemporaryDirectory(prefix="deckle-eval-") as scratch:
        rows, skipped = scored(deckle, shared, Path(scratch))
    print(json.dumps(rows, indent=1) if "--json" in options else "\n".join(table(rows)))
    for name in skipped:
        print(f"skipped: {name} (no labels.csv in {shared / 'data' / name})", file=sys.stderr)
    if "--write" in options:
        if skipped:
            sys.exit("eval: nothing written, since a set is missing")
        write_figures(page, table(rows))
    missed = list(misses(rows)) if "--check" in options else []
    for sentence in missed:
        print(f"eval: {sentence}", file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
