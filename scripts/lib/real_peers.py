"""Other tools on the photos that were labelled by eye, beside Deckle: real_peers.py DECKLE SHARED KEPT. Needs Pillow.

`real_peers.py find PEER FOLDER` runs one peer, by the Python that has it, and prints last, as JSON, what it found:
{"groups": [[file, …]], "scores": {file: how blurry}, "flags": [file]}, without what it does not look for.
"""

import json
import os
import subprocess
import sys
import tempfile
from itertools import combinations
from pathlib import Path

# Each peer with what its row says of its settings; nothing is chosen on the photos but a limit of blur.
PEERS = {
    "imagededup-phash": "imagededup, PHash, 10 bits",
    "imagededup-dhash": "imagededup, DHash, 10 bits",
    "imagededup-cnn": "imagededup, CNN, 0.9 (its torch is gigabytes, its weights come from a hub)",
    "fastdup": "fastdup, its defaults",
    "pdq": "PDQ, 31 bits",
    "cleanvision": "CleanVision, its defaults",
    "laplacian": "variance of a Laplacian, 512 px",
}
SIDE, PDQ_BITS, LIMIT = 512, 31, 900


def images(folder):
    return sorted(path for path in Path(folder).iterdir() if path.suffix.lower() != ".csv")


def imagededup(folder, method):
    from peer_run import Neural

    if method != "CNN":
        sys.meta_path.insert(0, Neural())
    import imagededup.methods

    finder = getattr(imagededup.methods, method)()
    codes = finder.encode_images(image_dir=folder)
    found = finder.find_duplicates(encoding_map=codes)
    return {"groups": [[name, *others] for name, others in found.items() if others]}


def pdq(folder):
    import numpy
    import pdqhash

    names = [path.name for path in images(folder)]
    hashes = [pdqhash.compute(numpy.asarray(opened(path)))[0] for path in images(folder)]
    near = [pair for pair in combinations(range(len(names)), 2) if (hashes[pair[0]] != hashes[pair[1]]).sum() <= PDQ_BITS]
    return {"groups": [[names[one], names[other]] for one, other in near]}


def opened(path):
    from PIL import Image, ImageOps

    with Image.open(path) as picture:
        return ImageOps.exif_transpose(picture).convert("RGB")


def cleanvision(folder):
    from cleanvision import Imagelab

    lab = Imagelab(filepaths=[str(path) for path in images(folder)])
    lab.find_issues({"near_duplicates": {}, "exact_duplicates": {}, "blurry": {}}, n_jobs=1, verbose=False)
    table = lab.issues
    sets = [*lab.info["near_duplicates"]["sets"], *lab.info["exact_duplicates"]["sets"]]
    return {
        "groups": [[os.path.basename(path) for path in group] for group in sets],
        "scores": {os.path.basename(path): 1 - float(score) for path, score in table["blurry_score"].items()},
        "flags": [os.path.basename(path) for path in table.index[table["is_blurry_issue"]]],
    }


def fastdup(folder):
    import fastdup as library

    with tempfile.TemporaryDirectory() as scratch:
        run = library.create(work_dir=scratch, input_dir=[str(path) for path in images(folder)])
        run.run(print_summary=False, verbose=False, overwrite=True)
        table, _ = run.connected_components()
        groups = [[os.path.basename(path) for path in part["filename"]] for _, part in table.groupby("component_id")]
        blur = run.img_stats()
    return {
        "groups": [group for group in groups if len(group) > 1],
        "scores": {os.path.basename(path): -float(value) for path, value in zip(blur["filename"], blur["blur"])},
    }


def laplacian(folder):
    import numpy
    from scipy.ndimage import laplace

    scores = {}
    for path in images(folder):
        picture = opened(path).convert("L")
        picture.thumbnail((SIDE, SIDE))
        scores[path.name] = -float(laplace(numpy.asarray(picture, float)).var())
    return {"scores": scores}


FINDERS = {
    "imagededup-phash": lambda folder: imagededup(folder, "PHash"), "imagededup-dhash": lambda folder: imagededup(folder, "DHash"),
    "imagededup-cnn": lambda folder: imagededup(folder, "CNN"), "fastdup": fastdup, "pdq": pdq, "cleanvision": cleanvision,
    "laplacian": laplacian,
}


def found_by(peer, folder, kept):
    """What a peer found in a folder, without a network; a sentence where it cannot be run."""
    python = kept / ("peers-fastdup" if peer == "fastdup" else "peers") / "bin" / "python"
    alone = ["unshare", "--map-root-user", "--net"]
    if subprocess.run([*alone, "true"], capture_output=True).returncode != 0:
        alone = []
    environment = {**os.environ, "SENTRY_OPT_OUT": "1", "TQDM_DISABLE": "1"}
    try:
        run = subprocess.run(
            [*alone, python, __file__, "find", peer, folder], env=environment, capture_output=True, text=True, timeout=LIMIT)
        if run.returncode == 0:
            return json.loads(run.stdout.splitlines()[-1])
        reason = (run.stderr.strip().splitlines() or [f"ended with {run.returncode}"])[-1]
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        reason = f"{type(error).__name__}: {error}"
    return f"not measured: {reason[:120]}"


def install(kept):
    from peers import attempt, install_wheels, pip_of

    install_wheels(kept, "pdqhash")
    python = kept / "peers-fastdup" / "bin" / "python"
    # Apart, since it asks for older versions of what the others use.
    venv = [] if python.exists() else [[sys.executable, "-m", "venv", str(python.parent.parent)]]
    attempt("fastdup", [*venv, [*pip_of(python.parent.parent), "fastdup==2.54"]])


def best_limit(rows, scores):
    """The score from which photos are called blurry that does best by F1 on these rows, in the middle between two photos."""
    known = [(scores[row["file"]], row["label"] == "blurry") for row in rows if row["label"] != "ignore" and row["file"] in scores]
    blurred, values = sum(is_blurry for _, is_blurry in known), sorted({score for score, _ in known})

    def harmonic(limit):
        chosen = [is_blurry for score, is_blurry in known if score > limit]
        return 2 * sum(chosen) / max(1, len(chosen) + blurred)

    return max(((low + high) / 2 for low, high in zip(values, values[1:])), key=harmonic)


def cells(score, task, rows, found):
    """What a row says of one set: precision, recall and F1, for blur the AUC as well."""
    from real_photos import Answer, scored, three

    blank = [""] * (3 if task == "blur" else 2)
    if isinstance(found, str):
        return [found, *blank]
    if isinstance(found, dict):
        if ("scores" if task == "blur" else "groups") not in found:
            return ["–", *blank]
        found = Answer(score.merged(found.get("groups", [])), set(found.get("flags", [])), found.get("scores", {}))
    figures = scored(score, task, rows, found)[1]
    return [three(figures), *([f"{figures['AUC']:.3f}"] if task == "blur" else [])]


def main():
    from real_photos import TITLES, deckle_answer, labels, scorer

    deckle, shared, kept = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
    score = scorer(shared)
    install(kept)
    real, old = shared / "data" / "real", shared / "data" / "blur"
    tasks = ("neardup", "similar", "blur")
    rows = {task: labels(real / task) for task in tasks}
    answers = {"Deckle": {task: deckle_answer(score, deckle, real / task) for task in tasks}}
    for peer, title in PEERS.items():
        found = {tasks[0]: found_by(peer, real / tasks[0], kept)}
        runs = isinstance(found[tasks[0]], dict)
        found |= {task: found_by(peer, real / task, kept) if runs else "" for task in tasks[1:]}
        if "scores" in found["blur"] and "flags" not in found["blur"]:
            chosen = found_by(peer, old, kept)
            if isinstance(chosen, dict):
                limit = best_limit(labels(old), chosen["scores"])
                found["blur"]["flags"] = [name for name, value in found["blur"]["scores"].items() if value > limit]
                title += f", blurry under {-limit:.4g} (best on data/blur)"
        answers[title] = found
    heads = [f"{TITLES[task]}: P | R | F1" for task in tasks]
    print(f"| real photos | {' | '.join(heads)} | AUC |\n|---|{'---|' * (3 * len(tasks) + 1)}")
    for title, found in answers.items():
        print(f"| {title} | {' | '.join(cell for task in tasks for cell in cells(score, task, rows[task], found[task]))} |")


if __name__ == "__main__":
    if sys.argv[1] == "find":
        print(json.dumps(FINDERS[sys.argv[2]](sys.argv[3])))
    else:
        main()
