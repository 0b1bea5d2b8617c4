"""Scores the real photos that were labelled by eye: real_photos.py DECKLE SHARED ROOT [--check] [--write] [--sheet FILE.png].

Prints Markdown tables: the sets beside what is wanted, by source, the sets of evaluate.py, what `scripts/fit` says of photos whose source
it never saw, which file is kept of an original and its copies, and the files of real devices. Needs Pillow.
"""

import csv
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from itertools import product
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

import evaluate
from evaluate import file_name

TITLES = {"neardup": "near-duplicates", "similar": "similar shots", "blur": "blurry", "screens": "screenshots"}
# The category of the issues, and the label, of a set of flags.
FLAGGED = {"blur": ("blurry", "blurry"), "screens": ("screenshot", "screenshot")}
WANTED = {
    "neardup": {"F1": 0.995, "precision": 1.0},
    "similar": {"F1": 0.95, "precision": 0.99},
    "blur": {"F1": 0.92, "AUC": 0.98, "sharp listed": 0.02, "sharp proposed": 0},
    "screens": {"F1": 0.95, "camera photos": 0},
}
AT_MOST = {"sharp listed", "sharp proposed", "camera photos"}

PHOTOS, OF_ONE_SOURCE = 12, 3
SCALES = (0.1, 0.25, 0.33, 0.5, 0.6, 0.75, 0.9)
FILTERS = {name: Image.Resampling[name] for name in ("LANCZOS", "BICUBIC", "BOX")}
SHARPENING = {"plain": None, "sharpened": ImageFilter.UnsharpMask(radius=1.5, percent=200, threshold=0)}
QUALITIES = (60, 75, 85, 95)
# Columns and rows of a collage, the sides of a tile, and whether a photo is cut to fill it.
GRIDS, TILES, CUTS = ((2, 1), (1, 3), (2, 2), (3, 2), (3, 3)), ((400, 400), (900, 600), (600, 800)), (False, True)


class Error(NamedTuple):
    """What is wrong of one picture or two, for a person to look at."""

    what: str
    files: list
    score: str


class Answer(NamedTuple):
    """What a tool finds in a set; the document of the scan where it is Deckle."""

    groups: list
    flags: set
    scores: dict
    proposed: set = frozenset()
    document: dict = None


def scorer(shared):
    sys.path.append(str(shared / "eval"))
    import score_real

    return score_real


def labels(folder):
    with open(folder / "labels.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def deckle_answer(score, deckle, folder):
    task, document = folder.name, score.scan(deckle, str(folder))
    groups = score.merged([[file_name(member["path"]) for member in group["members"]] for group in document["groups"]])
    category = FLAGGED.get(task, ("",))[0]
    value = (lambda row: row["screenshot"]) if task == "screens" else evaluate.blur_score
    found = [set(evaluate.flagged(document, category, only_preselected=sure)) for sure in (False, True)]
    return Answer(groups, found[0], evaluate.measured(document, value), found[1], document)


def scored(score, task, rows, answer):
    """What the scorer says, and the figures by name."""
    if task not in FLAGGED:
        result = score.pairs(rows, answer.groups)
    else:
        result = score.flags(rows, answer.flags, answer.scores, FLAGGED[task][1], answer.proposed)
    figures = dict(zip(("precision", "recall", "F1"), result["prf"]))
    if task in FLAGGED:
        figures["AUC"] = result["auc"]
    if task == "blur":
        sharp = sum(row["label"] == "sharp" for row in rows)
        figures |= {"sharp": sharp, "sharp listed": result["fp"] / max(1, sharp), "sharp proposed": len(result["falsepre"])}
    if task == "screens":
        cameras = [row["file"] for row in rows if row["label"] == "not" and row["kind"].startswith(("camera-", "photo-"))]
        figures["camera photos"] = len(answer.flags.intersection(cameras))
    return result, figures


def missed(task, figures):
    """The wanted figures of a set that are not reached."""
    for name, bound in WANTED[task].items():
        if figures[name] > bound if name in AT_MOST else figures[name] < bound:
            yield name


def besides(figures, result):
    if "sharp" in figures:
        return f"of {figures['sharp']} sharp {result['fp']} listed, {figures['sharp proposed']} proposed"
    return f"{figures['camera photos']} camera photos" if "camera photos" in figures else ""


def wanted(task, figures):
    short = set(missed(task, figures))
    return ", ".join(
        f"{name} {'≤' if name in AT_MOST else '≥'} {bound:g}{' **missed**' if name in short else ''}"
        for name, bound in WANTED[task].items())


def three(figures):
    return " | ".join(f"{figures[name]:.3f}" for name in ("precision", "recall", "F1"))


def table_of_sets(found):
    yield "| real photos | files | precision | recall | F1 | AUC | false | missed | besides | wanted |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for task, (rows, _, result, figures) in found.items():
        files = result.get("n", len(rows))
        auc = f"{figures['AUC']:.3f}" if "AUC" in figures else ""
        yield (f"| {TITLES[task]} | {files} | {three(figures)} | {auc} | {result['fp']} | {result['fn']} | "
               f"{besides(figures, result)} | {wanted(task, figures)} |")
    for task, (_, _, result, _) in found.items():
        shares = ", ".join(f"{kind} {right} of {count}" for kind, (right, count) in sorted(result["kinds"].items()))
        yield from ("", f"{TITLES[task]}, right by kind: {shares}.")


def table_of_sources(score, found):
    yield "| source | set | files | precision | recall | F1 | false | missed |"
    yield "|---|---|---|---|---|---|---|---|"
    for task, (rows, answer, _, _) in found.items():
        for source in sorted({source_of(row) for row in rows}):
            chosen = [row for row in rows if source_of(row) == source]
            result, figures = scored(score, task, chosen, answer)
            shares = three(figures) if result["tp"] + result["fp"] + result["fn"] else " |  | "
            yield f"| {source} | {TITLES[task]} | {result.get('n', len(chosen))} | {shares} | {result['fp']} | {result['fn']} |"


def source_of(row):
    return row["source"].partition(" : ")[0]


def table_of_fits(root, shared):
    """What `scripts/fit` says of photos whose source a model never saw."""
    yield "| cross-validated by source | photos | AUC | precision | recall | F1 | precision, sure | recall, sure |"
    yield "|---|---|---|---|---|---|---|---|"
    environment = {
        **os.environ, "DECKLE_SHARED": str(shared), "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    block = re.compile(
        r"(?:of these, (.+): )?cross-validated by source, (\d+) photos: AUC (\S+)\n"
        r" +listed +precision (\S+) +recall (\S+) +F1 (\S+)\n +z > \S+ +precision (\S+) +recall (\S+)")
    for model in ("blur", "screens"):
        run = subprocess.run([root / "scripts" / "fit", model], env=environment, capture_output=True, text=True)
        blocks = block.findall(run.stdout)
        for part, *figures in blocks:
            where = f", those of {os.path.relpath(part, shared)}" if part else ""
            yield f"| {TITLES[model]}{where} | {' | '.join(figures)} |"
        if not blocks:
            reasons = (run.stderr or run.stdout).strip().splitlines() or ["nothing printed"]
            yield f"| {TITLES[model]} | not measured: {reasons[-1]} |  |  |  |  |  |  |"


def errors_of_sets(found, folder, deckle):
    for task, (_, answer, result, _) in found.items():
        for wrong in result["wrong"]:
            if task in FLAGGED:
                name, what, kind = wrong[:3]
                value, limit = (1 - wrong[3], "0.30, sharpness") if task == "blur" else (wrong[3], "0.50, evidence")
                yield Error(f"{TITLES[task]}: {what.lower()} ({kind})", [folder / task / name], f"{value:.2f}, limit {limit}")
            else:
                what, kind, *names = wrong[:4]
                paths = [folder / task / name for name in names]
                yield Error(f"{TITLES[task]}: {what.lower()} ({kind})", paths, f"match {likeness(deckle, paths)}")


def likeness(deckle, paths):
    """How alike two photos are to Deckle where its limits are the lowest."""
    with tempfile.TemporaryDirectory(prefix="deckle-eval-") as scratch:
        folder = Path(scratch, "photos")
        folder.mkdir()
        for path in paths:
            shutil.copy(path, folder)
        document = evaluate.scan(deckle, folder, Path(scratch), "--similar-threshold", "0.50")
    return min((f"{member['similarity']:.2f}" for group in document["groups"] for member in group["members"]), default="under 0.50")


def keepers(rows, answer, folder):
    """(label of the group, whether its copies are named as such, the error or None) of each group with an original."""
    known = {row["file"]: row for row in rows}
    for group in answer.document["groups"]:
        members = [file_name(member["path"]) for member in group["members"]]
        originals = [name for name in members if known[name]["transform"] == "original"]
        labelled = {known[name]["group"] for name in members}
        if len(labelled) != 1 or not originals:
            continue
        kept, label = file_name(group["keeper"]), labelled.pop()
        kinds = {row["transform"] for row in rows if row["group"] == label}
        error = None
        if known[kept]["transform"] != "original" and known[kept]["tier"] != "exact":
            error = Error(f"kept the {known[kept]['transform']}, not the original ({label})",
                          [folder / kept, folder / originals[0]], group["reason"])
        yield label, bool(kinds & {"thumb", "resized", "copy"}), error


def table_of_keepers(kept):
    yield "| kept | groups | the original | not |"
    yield "|---|---|---|---|"
    for title, is_named in (
        ("of full, view and thumbnail, or original and copy", True), ("of files of the web (which is first is a guess)", False)):
        chosen = [error for _, named, error in kept if named == is_named]
        wrong = sum(error is not None for error in chosen)
        yield f"| {title} | {len(chosen)} | {len(chosen) - wrong} | {wrong} |"


def large_photos(shared):
    """The largest JPEGs without camera data among the real photos, not many of one source, and no two of one scene."""
    candidates = []
    for task, is_photo in (
        ("neardup", lambda row: row["transform"] == "original"), ("blur", lambda row: row["label"] == "sharp"),
        ("screens", lambda row: row["kind"] == "photo-noexif")):
        folder = shared / "data" / "real" / task
        for row in filter(is_photo, labels(folder)):
            with Image.open(folder / row["file"]) as picture:
                if picture.format == "JPEG" and not picture.getexif():
                    candidates.append((picture.width * picture.height, source_of(row), row["source"], folder / row["file"]))
    chosen, of_source, seen = [], {}, set()
    for _, source, name, path in sorted(candidates, reverse=True):
        if len(chosen) < PHOTOS and name not in seen and of_source.get(source, 0) < OF_ONE_SOURCE:
            chosen.append(path)
            of_source[source] = of_source.get(source, 0) + 1
        seen.add(name)
    return chosen


def neutral_name(*of):
    """A name that puts a copy now before its original, now behind it."""
    return hashlib.sha256(repr(of).encode()).hexdigest()[:8] + ".jpg"


def generated(deckle, photos, scratch):
    """(recipe, original, copy, keeper or None, its reason, names that are proposed) of each generated pair.

    No file is older than another, and their names tell nothing."""
    folder = scratch / "photos"
    folder.mkdir()

    def settle(path):
        os.utime(path, (1_700_000_000, 1_700_000_000))

    originals = []
    for photo in photos:
        originals.append(folder / neutral_name(photo.name))
        shutil.copyfile(photo, originals[-1])
        settle(originals[-1])
    pictures = [Image.open(photo).convert("RGB") for photo in photos]
    for turn, (scale, resampling, sharpening) in enumerate(product(SCALES, FILTERS, SHARPENING)):
        copies = {}
        for number, (original, picture) in enumerate(zip(originals, pictures)):
            quality = QUALITIES[(turn + number) % len(QUALITIES)]
            recipe = f"of {photos[number].name} × {scale:g}, {resampling.lower()}, {sharpening}, quality {quality}"
            copy = folder / neutral_name(recipe)
            smaller = picture.resize([max(1, round(side * scale)) for side in picture.size], FILTERS[resampling])
            if SHARPENING[sharpening]:
                smaller = smaller.filter(SHARPENING[sharpening])
            smaller.save(copy, quality=quality)
            settle(copy)
            copies[copy] = recipe, original
        document = evaluate.scan(deckle, folder, scratch)
        proposed = {issue["path"] for issue in document["issues"] if issue["preselected"]}
        for copy, (recipe, original) in copies.items():
            both = {str(copy), str(original)}
            group = next((g for g in document["groups"] if both <= {member["path"] for member in g["members"]}), None)
            yield recipe, original, copy, group and group["keeper"], group and group["reason"], proposed & both
            if not group or group["keeper"] == str(original):
                copy.unlink()
            else:
                copy.rename(scratch / copy.name)


def table_of_generated(pairs, scratch):
    """Lines and errors."""
    wrong = [pair for pair in pairs if pair[3] not in (None, str(pair[1]))]
    proposed = sum(str(copy) in names for _, _, copy, _, _, names in pairs)
    originals = sum(str(original) in names for _, original, _, _, _, names in pairs)
    lines = [
        "| generated pairs | joined | the smaller kept | the smaller proposed | the original proposed |", "|---|---|---|---|---|",
        f"| {len(pairs)} | {sum(pair[3] is not None for pair in pairs)} | {len(wrong)} | {proposed} | {originals} |"]
    errors = [Error(f"kept the copy{', proposed the original' if names else ''} {recipe}", [scratch / copy.name, original], reason)
              for recipe, original, copy, _, reason, names in wrong]
    return lines, errors


def collages(deckle, photos, scratch):
    """(collage, the largest group that it is in) of each generated collage, with its photos beside it."""
    for turn, ((columns, rows), (width, height), is_cut) in enumerate(product(GRIDS, TILES, CUTS)):
        folder = scratch / f"collage{turn}"
        folder.mkdir()
        gap = turn % 3 * 10
        sheet = Image.new("RGB", (columns * (width + gap) + gap, rows * (height + gap) + gap), "white")
        for tile in range(columns * rows):
            photo = photos[(turn * 5 + tile) % len(photos)]
            shutil.copyfile(photo, folder / neutral_name(photo.name))
            with Image.open(photo) as picture:
                picture = (ImageOps.fit if is_cut else ImageOps.contain)(picture.convert("RGB"), (width, height))
            left, top = gap + tile % columns * (width + gap), gap + tile // columns * (height + gap)
            sheet.paste(picture, (left + (width - picture.width) // 2, top + (height - picture.height) // 2))
        collage = folder / "collage.jpg"
        sheet.save(collage, quality=QUALITIES[turn % len(QUALITIES)])
        groups = [{Path(member["path"]) for member in group["members"]} for group in evaluate.scan(deckle, folder, scratch)["groups"]]
        yield collage, max((group for group in groups if collage in group), key=len, default=set())


def table_of_collages(found):
    """Lines and errors: a collage may stand beside one of its photos, and ties no two of them to one set."""
    tied = [(collage, group) for collage, group in found if len(group) > 2]
    lines = ["| generated collages | beside one of their photos | tying several |", "|---|---|---|",
             f"| {len(found)} | {sum(len(group) == 2 for _, group in found)} | {len(tied)} |"]
    return lines, [Error("collage: ties strangers", [collage], f"{len(group) - 1} photos") for collage, group in tied]


def devices(score, deckle, shared):
    """How many sharp photos of real devices there are, and an error for each that is called blurry."""
    folder = shared / "real" / "blur"
    with open(shared / "real" / "MANIFEST.csv", newline="", encoding="utf-8") as file:
        sharp = [file_name(row["file"]) for row in csv.DictReader(file)
                 if row["file"].startswith("blur/") and row["category truth"] == "sharp"]
    answer = deckle_answer(score, deckle, folder)
    errors = [Error("photo of a real device: false", [folder / name], f"{1 - answer.scores[name]:.2f}, limit 0.30, sharpness")
              for name in sharp if name in answer.flags]
    return len(sharp), errors


def contact_sheet(errors, path):
    width, height, columns = 420, 330, 4
    sheet = Image.new("RGB", (width * columns, height * max(1, -(-len(errors) // columns))), "white")
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(13)
    for number, error in enumerate(errors):
        left, top = number % columns * width, number // columns * height
        for index, file in enumerate(error.files):
            with Image.open(file) as picture:
                box = (width // len(error.files) - 10, height - 85)
                small = ImageOps.contain(ImageOps.exif_transpose(picture).convert("RGBA"), box)
            sheet.paste(small, (left + 5 + index * width // len(error.files), top + 5), small)
        sentences = (" | ".join(file.name for file in error.files), error.what, error.score)
        lines = [line for sentence in sentences for line in textwrap.wrap(sentence.replace("×", "x"), 58)]
        draw.text((left + 5, top + height - 76), "\n".join(lines[:4]), "black", font)
    sheet.save(path)


def main():
    deckle, shared, root = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
    options = sys.argv[4:]
    sheet = Path(options[options.index("--sheet") + 1]).resolve() if "--sheet" in options else None
    if sheet and sheet.is_relative_to(root):
        sys.exit(f"eval: {sheet} lies in the repository; the licences of these photos ask for another place")
    score, folder, page = scorer(shared), shared / "data" / "real", root / "docs" / "DETECTION.md"
    found = {}
    for task in TITLES:
        rows = labels(folder / task)
        answer = deckle_answer(score, deckle, folder / task)
        found[task] = (rows, answer, *scored(score, task, rows, answer))
    kept = list(keepers(*found["neardup"][:2], folder / "neardup"))
    sharp, blurred = devices(score, deckle, shared)
    with tempfile.TemporaryDirectory(prefix="deckle-eval-") as place:
        scratch = Path(place)
        (old_sets := scratch / "sets").mkdir()
        rows, skipped = evaluate.scored(deckle, shared, old_sets)
        pairs = list(generated(deckle, large_photos(shared), scratch))
        made, confused = table_of_generated(pairs, scratch)
        sheets, tied = table_of_collages(list(collages(deckle, large_photos(shared), scratch)))
        wrong = [error for _, _, error in kept if error]
        errors = [*errors_of_sets(found, folder, deckle), *wrong, *confused, *tied, *blurred]
        if sheet:
            contact_sheet(errors, sheet)
    lines = [
        *table_of_sets(found), "", *table_of_sources(score, found), "", *table_of_fits(root, shared), "", *table_of_keepers(kept), "",
        *made, "", *sheets, "", f"Sharp photos of real devices: {sharp}, called blurry {len(blurred)}."]
    print("\n".join([*lines, "", *evaluate.table(rows), "", "Every error:"]))
    for error in errors:
        print(f"- {error.what}: {', '.join(file.name for file in error.files)}: {error.score}")
    if "--write" in options:
        evaluate.write_figures(page, lines, "real")
        if not skipped:
            evaluate.write_figures(page, evaluate.table(rows))
    if "--check" in options:
        short = [f"{TITLES[task]}: {name} {found[task][3][name]:.3f}, wanted {WANTED[task][name]:g}"
                 for task in found for name in missed(task, found[task][3])]
        short += evaluate.misses(rows)
        named = [error for _, is_named, error in kept if is_named and error]
        short += [f"{error.what}: {error.files[0].name}" for error in (*named, *confused, *blurred)]
        for sentence in short:
            print(f"eval: {sentence}", file=sys.stderr)
        sys.exit(1 if short else 0)


if __name__ == "__main__":
    main()
