"""Runs one peer over a folder: peer_run.py imagededup|cleanvision|dupeguru FOLDER. Prints, last, how many photos it read and
the processor seconds of it and its helpers, without those of its imports."""

import importlib.abc
import importlib.machinery
import json
import os
import sys
import tempfile
import types
from pathlib import Path


def spent():
    return sum(os.times()[:4])


class Neural(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Stands in for the parts of imagededup that need torch: nothing of them is used."""

    NAMES = {"imagededup.methods.cnn", "imagededup.utils.models", "imagededup.utils.data_generator"}

    def find_spec(self, name, path, target=None):
        return importlib.machinery.ModuleSpec(name, self) if name in self.NAMES else None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__getattr__ = lambda name: type(name, (), {})
        return module

    def exec_module(self, module):
        pass


def imagededup(folder):
    """64-bit perceptual hashes; the pairs are not counted, as in the figure that the target comes from."""
    sys.meta_path.insert(0, Neural())
    from imagededup.methods import PHash

    begin = spent()
    return len(PHash(verbose=False).encode_images(image_dir=folder, recursive=True, num_enc_workers=0)), begin


def cleanvision(folder):
    """Near and exact copies, and blur."""
    from cleanvision import Imagelab

    begin = spent()
    lab = Imagelab(data_path=folder)
    lab.find_issues({"near_duplicates": {}, "exact_duplicates": {}, "blurry": {}}, n_jobs=1, verbose=False)
    return len(lab.issues), begin


def dupeguru(folder):
    """Its blocks of 15 × 15 colours and their comparison, without its window."""
    import builtins

    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    sys.path[:0] = ["/usr/share/dupeguru", "/usr/lib/dupeguru"]
    builtins.tr = lambda text: text
    from core import fs
    from core.pe import matchblock, photo
    from qt.pe.photo import File

    photo.PLAT_SPECIFIC_PHOTO_CLASS = File
    fs.filesdb.connect(":memory:")
    begin = spent()
    files = [File(path) for path in sorted(Path(folder).iterdir())]
    for file in files:
        file.is_ref = False
    with tempfile.TemporaryDirectory() as scratch:
        matchblock.getmatches(files, os.path.join(scratch, "cache.db"), 95, match_scaled=True)
    return len(files), begin


if __name__ == "__main__":
    photos, begin = {"imagededup": imagededup, "cleanvision": cleanvision, "dupeguru": dupeguru}[sys.argv[1]](sys.argv[2])
    print(json.dumps({"photos": photos, "seconds": spent() - begin}))
