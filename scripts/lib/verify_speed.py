"""How fast `deckle verify` reads a trash, beside sha256sum: verify_speed.py DECKLE [FILES [ROUNDS]].

Files of 4 MB are moved to a trash of their own, then read by both in turn. As root with nothing in the memory of the machine,
else from memory. Standard library only.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench import environment_in

SIZE = 4_000_000


def seconds(command, environment):
    os.sync()
    try:
        Path("/proc/sys/vm/drop_caches").write_text("3", encoding="ascii")
    except OSError:
        pass
    start = time.monotonic()
    ended = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if ended.returncode != 0:
        sys.exit(f"bench: {command[0]} ended with {ended.returncode}: {ended.stderr.decode(errors='replace')}")
    return time.monotonic() - start


def main():
    deckle = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    chance = random.Random(1)
    # On one disk: nothing is moved to a trash on another.
    with tempfile.TemporaryDirectory(prefix="deckle-bench-") as scratch:
        library = Path(scratch) / "library"
        library.mkdir(mode=0o700)
        environment = environment_in(Path(scratch))
        for number in range(count):
            (library / f"photo{number}.jpg").write_bytes(chance.randbytes(SIZE))
        names = Path(scratch) / "names"
        names.write_bytes(b"\0".join(os.fsencode(path) for path in sorted(library.iterdir())) + b"\0")
        seconds([deckle, "trash", "--from", str(names), "-0", "--yes", "--count", str(count)], environment)
        trashed = sorted(str(path) for path in Path(scratch).rglob("Trash*/files/*"))
        if len(trashed) != count:
            sys.exit(f"bench: {len(trashed)} of {count} files are in the trash")
        pairs = [(seconds([deckle, "verify"], environment), seconds(["sha256sum", *trashed], environment))
                 for _ in range(rounds)]
    verify, plain = (statistics.median(side) for side in zip(*pairs))
    speed = statistics.median(other / own for own, other in pairs)
    print(f"{count} files, {count * SIZE / 1e9:.1f} GB, {rounds} rounds in turn, medians")
    print(f"deckle verify {verify:.2f} s, sha256sum {plain:.2f} s: {speed:.2f} times its speed (wanted: 0.8)")


main()
