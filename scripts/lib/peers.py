"""Other tools for the same task, as yardsticks: `peers.py FOLDER` installs them, with their Python parts below FOLDER."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from target_photos import Unmeasured

# The packages of Debian that hold a peer or make photos for one, and a file that tells that one is there.
PACKAGES = {
    "jdupes": "/usr/bin/jdupes",
    "findimagedupes": "/usr/bin/findimagedupes",
    "dupeguru": "/usr/share/dupeguru/core/pe/matchblock.py",
    "libheif-examples": "/usr/bin/heif-convert",
    "libjpeg-turbo-progs": "/usr/bin/djpeg",
}
# With all they need by name: imagededup's neural methods are not measured, and its torch would be gigabytes.
WHEELS = [
    "imagededup==0.3.3.post2", "cleanvision==0.3.7", "matplotlib", "Pillow", "PyWavelets", "scikit-learn", "tqdm", "fsspec",
    "imagehash", "numpy", "pandas", "tabulate",
]
RUNNER = Path(__file__).with_name("peer_run.py")
LIMIT = 300


def interpreter(peer, kept):
    """The Python that has the peer: dupeGuru comes with that of the system."""
    return "/usr/bin/python3" if peer == "dupeguru" else str(kept / "peers" / "bin" / "python")


def seconds(peer, folder, kept, output_of):
    """Processor seconds of a peer over a folder, without those of its start.

    - Parameter output_of: Runs a command and returns its output and cost.
    """
    python = interpreter(peer, kept)
    if not os.path.exists(python) or (peer == "dupeguru" and not os.path.exists(PACKAGES[peer])):
        raise Unmeasured(f"{peer} is not installed (scripts/bench --peers)")
    text, cost = output_of([python, str(RUNNER), peer, str(folder)], limit=LIMIT)
    found = json.loads(text.splitlines()[-1])
    if found["photos"] != len(list(folder.iterdir())):
        raise Unmeasured(f"{peer} read {found['photos']} files of {folder}")
    cost.processor = found["seconds"]
    return cost


def install(kept):
    """Installs what is missing; a peer that cannot be had is named, and its rows of the table will say so."""
    missing = [package for package, file in PACKAGES.items() if not os.path.exists(file)]
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    for package in missing:
        command = [*as_root, "apt-get", "-q", "-y", "install", "--no-install-recommends", package]
        attempt(package, [command])
    install_wheels(kept)


def pip_of(venv):
    return [str(venv / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def install_wheels(kept, *others):
    """The Python peers, and other packages from PyPI, in an environment below `kept`."""
    venv = kept / "peers"
    steps = [] if (venv / "bin" / "python").exists() else [[sys.executable, "-m", "venv", str(venv)]]
    pip = pip_of(venv)
    attempt(", ".join(["imagededup, CleanVision", *others]), [*steps, [*pip, "--no-deps", *WHEELS[:2]], [*pip, *WHEELS[2:], *others]])


def attempt(name, commands):
    for command in commands:
        if not shutil.which(command[0]) or subprocess.run(command).returncode != 0:
            print(f"{name} could not be installed; its rows will say so")
            return
    print(f"{name} is installed")


if __name__ == "__main__":
    install(Path(sys.argv[1]))
