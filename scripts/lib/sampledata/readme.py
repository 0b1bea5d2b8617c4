"""Where the photographs come from, and sampledata/README.md made from what the album knows about each file."""

from typing import NamedTuple


class Photograph(NamedTuple):
    file: str
    title: str
    licence: str


#: Photographs in the scikit-image wheel whose own documentation (skimage/data/_fetchers.py) gives them free: CC0 or
#: public domain. Others in the wheel (motorcycle, moon, coins, page, …) state no such licence and are not used.
PHOTOGRAPHS = {
    "astronaut": Photograph("astronaut.png", "Eileen Collins, NASA Great Images", "public domain"),
    "brick": Photograph("brick.png", "Bricks25, CC0Textures", "CC0"),
    "camera": Photograph("camera.png", "Photographer, by Lav Varshney", "CC0"),
    "chelsea": Photograph("chelsea.png", "Chelsea the cat, by Stéfan van der Walt", "CC0"),
    "clock": Photograph("clock_motion.png", "Wall clock, by Stéfan van der Walt", "public domain"),
    "coffee": Photograph("coffee.png", "Coffee cup, by Rachel Michetti", "CC0"),
    "grass": Photograph("grass.png", "Grass, CC0Textures", "CC0"),
    "gravel": Photograph("gravel.png", "Gravel04, CC0Textures", "CC0"),
    "hubble": Photograph("hubble_deep_field.jpg", "Hubble eXtreme Deep Field, NASA", "public domain"),
    "rocket": Photograph("rocket.jpg", "Falcon 9 with DSCOVR, SpaceX", "public domain"),
}

HEAD = """# Sample library

{count} files, {megabytes:.1f} MB: a small family library with everything that Deckle looks for. `scripts/run` without a
folder opens a copy of it; tests copy it before they touch anything.

Written by `scripts/make-sampledata` (seeded; Pillow 13.0.0, numpy 2.4.6, photographs from scikit-image 0.26.0): the
same versions give the same pixels. `labels.csv` says for each file which set it belongs to, how it relates to the
set's original, and whether it is blurry or a screenshot. Some names hold characters that only Unix file systems
take, on purpose.

## Licences

- *Generated* pictures, screenshots and texts are drawn by that script and are dedicated to the public domain (CC0 1.0).
- Photographs come from the scikit-image package; edits of them here are CC0 1.0 as well:

| photograph | what it is | licence |
|---|---|---|
{photographs}

Camera names, dates and exposure values in the EXIF data are invented.

## Files

| file | bytes | origin | licence | shows |
|---|---:|---|---|---|
{files}
"""


def cell(text):
    """Text inside a Markdown table cell, in code style so that odd names keep their spaces."""
    return "`` " + text.replace("|", "\\|") + " ``"


def licence_of(origin):
    free = {"generated": "CC0", "generated with brick": "CC0"}
    return free.get(origin) or PHOTOGRAPHS[origin].licence


def write_readme(path, rows):
    photographs = "\n".join(f"| {name} | {p.title} | {p.licence} |" for name, p in PHOTOGRAPHS.items())
    files = "\n".join(f"| {cell(r['file'])} | {r['bytes']} | {r['origin']} | {licence_of(r['origin'])} | {r['shows']} |" for r in rows)
    total = sum(r["bytes"] for r in rows)
    path.write_text(HEAD.format(count=len(rows), megabytes=total / 1e6, photographs=photographs, files=files), encoding="utf-8")
