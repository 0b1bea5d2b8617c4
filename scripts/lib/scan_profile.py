"""Where a scan without a cache spends its processor time: scan_profile.py DECKLE FOLDER [PAGE]. Needs perf, nm and addr2line.

Samples of every process of the scan are put down to the source file of the function they fell into, or to the library, and
these to what they are for. With PAGE the table is written between its markers.
"""

import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import scan
from interface import write_figures

FREQUENCY = 499
SOURCES = Path(__file__).resolve().parents[2] / "Sources"
# What a source file or a library is for; the first that fits counts.
GROUPS = [
    ("JPEG: the one-pass reader", r"OnePassJPEG/|CPixels/transform"),
    ("JPEG: libjpeg-turbo", r"libjpeg|libturbojpeg|CTurboJPEG"),
    ("PNG: filters, inflate, libpng", r"OnePassPNG/|CPixels/filters|libpng|libdeflate|libz\.|CPNG"),
    ("HEIC: libheif, libde265", r"libheif|libde265|CHeif"),
    ("other decoding: headers, EXIF, rows, colour", r"ImageDecoding/|CWebP|CTIFF|CEXIF|libwebp|libtiff|libexif"),
    ("shrinking and planes", r"CPixels/shrinking|PhotoModel/(Area|ColumnG|PictureS|LumaP|RGBP|Tones)|/(Resampling|FloatPlane)"),
    ("blur", r"CPixels/(planes|edges)|PhotoAnalysis/(Blur|Edge|Wavelet|Sharpness|MeanMagnitude|Spectrum|FourierTransform)"),
    ("screenshot evidence", r"CPixels/screens|PhotoAnalysis/(Screen|PhoneScreens)"),
    ("margins, hashes, descriptor", r"PhotoAnalysis/(Descriptor|PDQ|Perceptual|MarginTrim|LumaFeatures)"),
    ("keypoints: corners and patches", r"CPixels/|PhotoAnalysis/(Corner|PatchDescriber|LocalFeatures|Keypoint\.)"),
    ("keypoints: pairs", r"CHamming/|PhotoAnalysis/(KeypointMatching|Neighbours|Pair|SimilarityTransform|SamePlaces|FocusStack)"),
    ("candidates, groups, issues", r"PhotoAnalysis/"),
    ("SHA-256", r"libcrypto"),
    ("SQLite and GRDB", r"libsqlite|SessionStore/|GRDB"),
    ("walk, decode workers, output", r"FileSafety/|PhotoScan/|DecodeWorker/|PhotoModel/|deckle/|CFileSystem"),
    ("mathematics (libm)", r"libm\.so"),
    ("memory and copies (libc)", r"libc\.so"),
    ("Swift runtime", r"libswift|libdispatch|lib_?Foundation"),
    ("start of processes (ld.so)", r"ld-linux"),
    ("kernel: pages, reading, processes", r"kernel"),
]


def samples(deckle, folder, scratch):
    """How many samples fell into each (library, function), and how many photos were scanned."""
    record = scratch / "perf.data"
    wrapper = scratch / "deckle"
    wrapper.write_text(f'#!/bin/sh\nexec perf record -q -F {FREQUENCY} -o "{record}" -- "{deckle}" "$@"\n')
    wrapper.chmod(0o755)
    document, _ = scan(str(wrapper), folder, scratch, "--no-cache", "--jobs", "1")
    script = subprocess.run(
        ["perf", "script", "-i", str(record), "-F", "ip,sym,dso"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    found = collections.Counter()
    for line in script.stdout.decode(errors="replace").splitlines():
        parts = re.match(r"\s*[0-9a-f]+ (.*) \((.*)\)$", line)
        if parts:
            found[parts[2], parts[1].strip()] += 1
    return found, document["photos"]["scanned"]


def source_files(deckle, symbols):
    """The source file of each function, below Sources; a function that the compiler made belongs to the type in its name."""
    sources = sorted(path for path in SOURCES.rglob("*") if path.suffix in (".swift", ".c"))
    stems = {path.stem: str(path.relative_to(SOURCES)) for path in sources}
    named = {f"{len(stem)}{stem}": path for stem, path in stems.items()}
    table = subprocess.run(["nm", deckle], stdout=subprocess.PIPE, check=True).stdout.decode(errors="replace")
    places = {}
    for line in table.splitlines():
        words = line.split(" ", 2)
        if len(words) == 3 and words[2] in symbols:
            places[words[2]] = words[0]
    names = list(places)
    asked = "\n".join(places[name] for name in names)
    answer = subprocess.run(["addr2line", "-e", deckle], input=asked.encode(), stdout=subprocess.PIPE, check=True).stdout
    files = {}
    for name, place in zip(names, answer.decode(errors="replace").splitlines()):
        file = re.search(r"([\w+]+)\.(swift|c)\b", place)
        files[name] = stems.get(file[1], "") if file else ""
    for symbol in symbols:
        if not files.get(symbol):
            files[symbol] = next((path for key, path in named.items() if key in symbol), "")
    return files


def by_group(deckle, found):
    own = {symbol for library, symbol in found if os.path.basename(library) == os.path.basename(deckle)}
    files = source_files(deckle, own)
    groups = collections.Counter()
    for (library, symbol), count in found.items():
        place = files.get(symbol) or library
        groups[next((name for name, pattern in GROUPS if re.search(pattern, place)), "other")] += count
    return groups


def table(title, groups, photos):
    whole = sum(groups.values())
    yield f"| {title} | share | CPU ms a photo |"
    yield "|---|---|---|"
    for name, count in groups.most_common():
        yield f"| {name} | {count / whole * 100:.1f} % | {count / FREQUENCY / photos * 1000:.2f} |"
    yield f"| all | 100 % | {whole / FREQUENCY / photos * 1000:.1f} |"


def main():
    deckle, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    missing = [tool for tool in ("perf", "nm", "addr2line") if not shutil.which(tool)]
    if missing:
        sys.exit(f"bench: --profile needs {', '.join(missing)}; install linux-perf and binutils")
    with tempfile.TemporaryDirectory(prefix="deckle-profile-") as scratch:
        found, photos = samples(deckle, folder, Path(scratch))
    if not found:
        sys.exit("bench: perf took no sample; it may not be allowed to (kernel.perf_event_paranoid)")
    lines = list(table(f"a scan of {photos} photos with one worker", by_group(deckle, found), photos))
    print("\n".join(lines))
    if len(sys.argv) > 3:
        write_figures(Path(sys.argv[3]), lines, "profile")


main()
