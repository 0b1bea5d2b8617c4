"""Holds Package.swift against the C targets: each library whose symbols one uses is linked by name.

usage: links.py ROOT BUILD

What pkg-config names besides a library differs between releases, so that a symbol of a second one may be found on one system
and not on the next. Prints each target with the libraries that have its undefined symbols; fails where one is not named.
"""

import json
import pathlib
import re
import subprocess
import sys


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(*options):
    """Names that nm lists, without versions."""
    return {line.split()[-1].split("@")[0] for line in output("nm", *options).splitlines() if line.strip()}


def main():
    root, build = (pathlib.Path(path) for path in sys.argv[1:3])
    targets = json.loads(output("swift", "package", "--package-path", str(root), "dump-package"))["targets"]
    named = {
        target["name"]: {
            setting["kind"]["linkedLibrary"]["_0"]
            for setting in target["settings"]
            if "linkedLibrary" in setting["kind"]
        }
        for target in targets
        if (root / "Sources" / target["name"]).is_dir() and target["type"] == "regular"
    }
    shims = {name for name in named if any((root / "Sources" / name).glob("*.c*"))}
    libraries = {library: exported(library) for name in shims for library in named[name]}
    for path in sorted(set(re.findall(r"=> (/\S+)", output("ldd", str(build / "deckle"))))):
        name = re.match(r"lib(.+?)\.so", pathlib.Path(path).name)
        if name and "/swift/" not in path:
            libraries.setdefault(name[1], symbols("-D", "--defined-only", path))
    # The compiler names these itself.
    for always in ["c", "m", "stdc++", "gcc_s", "pthread"]:
        libraries.pop(always, None)
    wrong = 0
    for shim in sorted(shims):
        objects = list((build / f"{shim}.build").rglob("*.o"))
        if not objects:
            sys.exit(f"links: {build} has no objects of {shim}; build first")
        used = set().union(*(symbols("-u", str(file)) for file in objects))
        used -= set().union(*(symbols("--defined-only", str(file)) for file in objects))
        for library in sorted(libraries):
            found = used & libraries[library]
            if found and library in named[shim]:
                print(f"{shim}: {library} ({len(found)} symbols)")
            elif found and not any(found <= libraries[other] for other in named[shim]):
                wrong += 1
                print(f"{shim}: {library} is not named in Package.swift and has {', '.join(sorted(found)[:4])}")
    sys.exit(1 if wrong else 0)


def exported(library):
    """What a library of this name exports, found as the linker finds it; libtinfo is a text that names a library."""
    name = f"lib{library}.so"
    while "/" in (path := name if "/" in name else output("cc", f"-print-file-name={name}").strip()):
        file = pathlib.Path(path).resolve()
        if file.read_bytes().startswith(b"\x7fELF"):
            return symbols("-D", "--defined-only", str(file))
        inner = re.search(r"(?:INPUT|GROUP)\s*\(\s*(?:-l)?(\S+)", file.read_text())
        name = inner[1] if inner[1].startswith("/") or ".so" in inner[1] else f"lib{inner[1]}.so"
    # A part of the C library.
    return set()


main()
