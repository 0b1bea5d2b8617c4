"""Hostile pictures through the real program: every one ends as expected, in bounded time and memory."""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from report import Result, Skipped
from room import run
from trees import generator, shared

# Formats that Deckle reads and the reference of the corpus does not.
READ_BESIDES = ("tiff", "bmp")
# Names of half files that are judged as backups of the files beside them, whatever the reference expects.
BACKUPS = (b".part",)
# Bounds of one whole scan: megabytes at its peak, seconds.
MEMORY, TIME = 1500, 600


# What must be mentioned whatever is inside; of other names only what is a picture is.
PICTURES = (".jpg", ".jpeg", ".png", ".heic", ".heif", ".avif", ".webp", ".gif", ".tif", ".tiff", ".bmp")


def who():
    """The users to scan as: this one, and a plain one where this one is root."""
    yield "this user", []
    if os.geteuid() == 0 and shutil.which("setpriv"):
        yield "a plain user", ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"]


def scan(program, folder, home, prefix):
    """(document, how it ended, seconds, peak megabytes)"""
    environment = {"HOME": home, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"}
    measure = ["/usr/bin/env", "python3", "-c", PEAK]
    start = time.monotonic()
    finished = run(
        [*prefix, *measure, program, "scan", "--json", "--measurements", "--progress", "none", folder], environment,
        timeout=TIME, folder="/")
    seconds = time.monotonic() - start
    *words, last = finished.errors.decode(errors="replace").strip().splitlines() or ["0"]
    peak = int(last) // 1024 if last.isdigit() else 0
    return json.loads(finished.output or b"{}"), finished, seconds, peak


# Runs a program and says its peak memory in kilobytes on the last line of its errors.
PEAK = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(code if code >= 0 else 128 - code)
"""


def lay_out(prefix):
    """A folder that both users may use, and the program in it."""
    base = tempfile.mkdtemp(prefix="deckle-torture.")
    os.chmod(base, 0o755)
    home = os.path.join(base, "home")
    os.mkdir(home)
    if prefix:
        os.chown(home, 65534, 65534)
    return base, home


def judge(finished, seconds, peak, moment, result):
    if finished.status not in (0, 2):
        result.failures.append(f"{moment}: it ended with {finished.status}: {finished.errors[-300:]!r}")
    if peak > MEMORY:
        result.failures.append(f"{moment}: {peak} MB of memory")
    result.notes.append(f"{moment}: {seconds:.0f} s, {peak} MB")


def pictures(options, clock):
    """The corpus of broken and odd pictures: each decodes or is skipped as its manifest says."""
    folder = shared() / "corpus"
    if not (folder / "MANIFEST.csv").exists():
        raise Skipped(f"no corpus of pictures in {shared()}")
    result = Result()
    with open(folder / "MANIFEST.csv", newline="") as file:
        entries = list(csv.DictReader(file))
    for name, prefix in who():
        base, home = lay_out(prefix)
        try:
            shutil.copy(options.program, base)
            document, finished, seconds, peak = scan(
                os.path.join(base, os.path.basename(options.program)), str(folder.resolve()), home, prefix)
        finally:
            shutil.rmtree(base)
        judge(finished, seconds, peak, name, result)
        outcomes(document, entries, str(folder.resolve()), name, result)
    return result


def outcomes(document, entries, folder, name, result):
    measured = {one["path"]: one for one in document.get("measurements", [])}
    skipped = {one["path"]: one for one in document.get("skipped", [])}
    later = 0
    for entry in entries:
        path = os.path.join(folder, entry["file"])
        expected, one, why = entry["expected"], measured.get(path), skipped.get(path)
        result.runs += 1
        # A format that is not read yet is said to be that, whatever is inside.
        if why and why["reason"] == "unsupported":
            later += 1
            continue
        if expected == "decodes" and not one:
            result.failures.append(f"{name}: {entry['file']} should decode: {why}")
        elif expected in ("error", "toobig") and one:
            result.failures.append(f"{name}: {entry['file']} should not decode")
        # "skipped": the reference does not know the format. Those that are read here may decode, or be damaged.
        elif expected == "skipped" and one and entry["format"] not in READ_BESIDES:
            result.failures.append(f"{name}: {entry['file']} should be skipped")
        elif not one and not why and entry["file"].lower().endswith(PICTURES) and expected != "skipped":
            result.failures.append(f"{name}: {entry['file']} is not mentioned at all")
        if one and expected == "decodes" and entry["size_px"]:
            # Sizes are given upright, the manifest's as stored.
            size = sorted((one["width"], one["height"]))
            if size != sorted(int(side) for side in entry["size_px"].split("x")):
                result.failures.append(f"{name}: {entry['file']} is {one['width']}x{one['height']}")
    result.notes.append(f"{name}: {len(measured)} decoded, {len(skipped)} listed as skipped, {later} of them unsupported")


def hostile(options, clock):
    """The generated hostile tree, bombs and all, as root and as a plain user: every file as expected, and in time."""
    result = Result()
    for name, prefix in who():
        base, home = lay_out(prefix)
        try:
            tree = os.path.join(base, "tree")
            os.mkdir(tree)
            if prefix:
                os.chown(tree, 65534, 65534)
            script = os.path.join(base, "make.py")
            shutil.copy(generator(), script)
            big = [] if options.quick else ["--big"]
            subprocess.run([*prefix, sys.executable if not prefix else "/usr/bin/python3", script, tree, *big],
                           check=True, capture_output=True)
            shutil.copy(options.program, base)
            document, finished, seconds, peak = scan(
                os.path.join(base, os.path.basename(options.program)), tree, home, prefix)
            judge(finished, seconds, peak, name, result)
            with open(os.path.join(tree, "EXPECT.jsonl")) as file:
                expected_outcomes(document, [json.loads(line) for line in file], tree, name, result)
        finally:
            subprocess.run(["chmod", "-R", "u+rwx", base], check=False, capture_output=True)
            subprocess.run(["rm", "-rf", base], check=False)
    return result


def path_bytes(one):
    import base64

    return base64.b64decode(one["pathBytes"]) if one.get("pathBytes") else os.fsencode(one["path"])


def expected_outcomes(document, entries, tree, name, result):
    measured = {path_bytes(one) for one in document.get("measurements", [])}
    unsupported = {path_bytes(one) for one in document.get("skipped", []) if one["reason"] == "unsupported"}
    wrong = 0
    for entry in entries:
        path = os.path.join(os.fsencode(tree), bytes.fromhex(entry["path_hex"]))
        result.runs += 1
        # Permission bits stop a plain user only.
        is_about_permission = "permission" in entry.get("note", "") or "plain user" in entry.get("note", "")
        if path in unsupported or path.endswith(BACKUPS) or (is_about_permission and name == "this user" and os.geteuid() == 0):
            continue
        decoded, expect = path in measured, entry["expect"]
        if (expect == "decodes" and not decoded) or (expect in ("error", "toobig", "skipped", "no_follow") and decoded):
            wrong += 1
            result.failures.append(f"{name}: {path!r} should be {expect!r} ({entry.get('note')})")
    result.notes.append(f"{name}: {len(measured)} of {len(entries)} decoded, {wrong} wrong")
