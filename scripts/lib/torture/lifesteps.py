"""The steps of a life that are commands: each does one thing and has it judged."""
import base64
import json
import os
import re
from dataclasses import dataclass, field

import lifehands
import lifereview
from lifeoracle import same_photo
from screen import Screen


@dataclass
class PlannedPhoto:
    decision: str
    sets: list
    companions: list
    kept: bool
    # Somebody who saw in the plan that it is kept changed that word.
    insisted: bool = False


@dataclass
class Plan:
    """A plan as it was printed, and what the files held at that moment."""

    document: dict
    held: dict
    photos: dict = field(default_factory=dict)


def path_of(entry):
    return base64.b64decode(entry["pathBytes"]) if entry.get("pathBytes") else os.fsencode(entry["path"])


def outcomes(document):
    return [(path_of(entry), entry["outcome"]) for entry in document["files"]]


def scan(life):
    library = life.chance.choice(life.libraries)
    cut = life.moment() if life.chance.random() < 0.1 else None
    before = life.oracle.scene()
    finished = life.run("scan", "--json", *library, cut=cut)
    after, change = life.oracle.judge(before, cut=life.unsettled)
    life.oracle.check(not change.left and not change.back, "a scan moved a photo")
    life.note("scan", library, "→", finished.status)


def plan(life):
    library = life.chance.choice(life.libraries)
    before = life.oracle.scene()
    finished = life.run("plan", *library)
    after, change = life.oracle.judge(before, cut=life.unsettled)
    life.oracle.check(not change.left and not change.back, "a plan moved a photo")
    life.note("plan", library, "→", finished.status)
    if not finished.output:
        return
    document = json.loads(finished.output)
    made = Plan(document, {path: file.digest for path, file in before.home.items()})
    life.plans.append(made)
    for photo in document["photos"]:
        path = path_of(photo)
        if photo["decision"] == "delete":
            file = before.home.get(path)
            life.oracle.check(not life.words.is_kept(path, file), f"the plan deletes {path!r}, which was kept last")
            away = any(path.startswith(folder + b"/") for folder in life.oracle.protected)
            life.oracle.check(not away, f"the plan deletes {path!r}, which is protected")


def apply(life):
    if not life.plans or life.chance.random() < 0.5:
        plan(life)
    if not life.plans:
        return
    made = life.chance.choice(life.plans[-2:])
    edited = json.loads(json.dumps(made.document))
    made.photos = {}
    edits = life.chance.random() < 0.5
    for photo in edited["photos"]:
        was = photo["decision"]
        if edits and life.chance.random() < 0.4:
            photo["decision"] = life.chance.choice(["delete", "delete", "pending", "keep"])
        made.photos[path_of(photo)] = PlannedPhoto(
            photo["decision"], [one["set"] for one in photo["reasons"] if one.get("set")],
            [path_of(part) for part in photo["companions"]], photo.get("kept", False),
            insisted=bool(photo.get("kept")) and was != "delete" and photo["decision"] == "delete")
    file = life.room.base / "plan.json"
    file.write_text(json.dumps(edited))
    yes = life.room.number("apply", str(file)) if len(made.photos) > 20 else ["--yes"]
    before, after, change, document = life.act(
        "apply", str(file), *yes, "--json", judged=lambda *moment: life.oracle.judge_plan(*moment, made))
    if document is not None:
        life.oracle.judge_document(before, change, outcomes(document), True, document["bytes"])


def trash(life):
    before = life.oracle.scene()
    paths = sorted(path for path in before.home if not path.endswith(b".xmp"))
    if not paths:
        return
    chosen = life.chance.sample(paths, min(len(paths), life.chance.choice([1, 2, 4, 8, len(paths)])))
    yes = life.room.number("trash", *chosen) if len(chosen) > 20 else ["--yes"]
    before, after, change, document = life.act("trash", *yes, "--json", *chosen, kills=0.3)
    stray = [path for path in change.left - set(chosen) if not any(same_photo(path, one) for one in chosen)]
    life.oracle.check(not stray, f"{stray} went, and nobody named them")
    if document is not None:
        life.oracle.judge_document(before, change, outcomes(document), True, document["bytes"])


def restore(life):
    """The last batch, one by its name, or paths; in whatever is in the way nothing is overwritten."""
    kind = life.chance.choice(["--last", "--batch", "path"])
    arguments = ["--last"]
    if kind == "--batch" and (batches := history(life)):
        arguments = ["--batch", life.chance.choice(batches)["id"]]
    elif kind == "path":
        places = sorted({where for trash in life.room.trashes for _, where, _ in trash.entries() if where})
        if places:
            arguments = life.chance.sample(places, min(len(places), 3))
    before, after, change, document = life.act("restore", "--json", *arguments, kills=0.2)
    life.oracle.check(not change.left, "a restore took photos from home")
    if document is not None:
        life.oracle.judge_document(before, change, outcomes(document), False, document["bytes"])


def history(life):
    before = life.oracle.scene()
    finished = life.run("history", "--json")
    life.oracle.judge(before, cut=life.unsettled)
    return json.loads(finished.output)["batches"] if finished.output else []


def imported(life):
    """What fclones would have found of the files at home is marked, and nothing moves."""
    library = life.chance.choice(life.libraries)
    life.settle()
    before, groups = life.oracle.scene(), {}
    for path, file in before.home.items():
        if any(path.startswith(root + b"/") for root in library) and b"\xff" not in path:
            groups.setdefault(file.digest, []).append(os.fsdecode(path))
    sets = [{"files": sorted(paths)} for paths in groups.values() if len(paths) > 1]
    file = life.room.base / "fclones.json"
    file.write_text(json.dumps({"header": {"base_dir": "/"}, "groups": sets}, ensure_ascii=False))
    finished = life.run("import", "--json", str(file), *library)
    after, change = life.oracle.judge(before)
    life.oracle.check(not change.left and not change.back, "an import moved a photo")
    document = json.loads(finished.output) if finished.output else {"marked": []}
    marked = {path_of(entry) for entry in document["marked"]}
    for path in marked:
        kept = life.words.is_kept(path, before.home.get(path))
        life.oracle.check(not kept, f"the import marked {path!r}, which was kept last")
    new, _ = lifereview.listen(life)
    written = {word[0] for _, words in new for word in words}
    life.oracle.check(marked == written, f"the import said {len(marked)} marks and wrote down {len(written)}")
    life.note("import", library, "→", finished.status, len(marked))


def empty(life):
    """Erases all batches after the words were typed; what is gone then was counted."""
    life.settle()
    before = life.oracle.scene()
    screen = Screen([life.room.program, "empty", "--all"], life.room.environment)
    number = 0
    try:
        screen.wait("erase ", "nothing to erase", "othing")
        screen.quiet(0.1)
        if found := re.search(r"erase (\d+)", screen.text):
            number = int(found[1])
            screen.send(f"erase {number}\r")
        screen.end()
    except TimeoutError as error:
        screen.kill()
        life.oracle.problems.append(f"empty: {error}")
    after = life.oracle.scene()
    gone = {key for key in before.trash if key not in after.trash}
    life.oracle.check(len(gone) == number, f"empty said {number} files and erased {len(gone)}")
    life.oracle.judge(before, erased=gone)
    life.note("empty →", screen.status, number)


def last(life):
    """Everything comes back that nobody else took: each batch, the oldest last, after the library is there again."""
    if os.path.isdir(life.tree.library + b".away"):
        life.note(*lifehands.unplug(life))
    life.settle()
    for batch in history(life):
        life.act("restore", "--batch", batch["id"], "--json", kills=0)
    scene = life.oracle.scene()
    for key, (where, held) in scene.trash.items():
        if key not in life.oracle.own or os.path.lexists(where):
            continue
        beside = [path for path in scene.home if same_photo(path, where)]
        life.oracle.check(beside, f"{where!r} is still in the trash, and nothing is in its place")


STEPS = {scan: 8, plan: 12, apply: 20, trash: 12, restore: 14, imported: 6, empty: 1, lifereview.review: 25}


