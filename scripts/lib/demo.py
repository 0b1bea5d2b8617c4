"""Records and draws the demo: demo.py DECKLE SAMPLES DIRECTORY [--render] [--frames]. Needs pyte and pillow, Linux.

Keys are pressed when the screen says what they are about, and a moment later, as a person does.
"""

import codecs
import fcntl
import json
import os
import pty
import re
import select
import shutil
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

import pyte

from demo_frames import draw_cast

COLUMNS, ROWS = 100, 30
LEFT, RIGHT, DOWN, ENTER, ESCAPE = "\x1b[D", "\x1b[C", "\x1b[B", "\r", "\x1b"
# What must stand on the screen, how many seconds later the key comes, the key.
KEYS = [
    ("Scan photos", 1.2, "s"),
    ("left to gain", 2.0, ENTER),
    ("DELETE", 1.8, LEFT),
    ("u undo", 1.2, LEFT),
    ("u undo", 1.2, RIGHT),
    ("u undo", 1.4, "u"),
    ("undecided again", 1.4, RIGHT),
    ("u undo", 1.0, ESCAPE),
    ("left to gain", 1.2, RIGHT),
    ("left to gain", 0.8, ENTER),
    ("c compare", 1.6, "c"),
    ("Sharpness", 2.6, LEFT),
    ("u undo", 1.4, ESCAPE),
    ("c compare", 1.0, " "),
    ("whole photo", 1.4, "z"),
    ("c flip", 1.8, "c"),
    ("keeper", 1.6, ESCAPE),
    ("c compare", 1.0, LEFT),
    ("c compare", 1.2, "b"),
    ("Bin", 2.0, "m"),
    ("Move to trash", 2.4, "y"),
    ("moved", 2.6, "r"),
    ("back where", 2.4, ENTER),
    ("left to gain", 1.2, "a"),
    ("v folders", 1.2, DOWN),
    ("v folders", 0.6, DOWN),
    ("v folders", 0.6, DOWN),
    ("v folders", 1.6, ENTER),
    ("looked at", 1.4, RIGHT),
    ("looked at", 1.4, RIGHT),
    ("looked at", 1.2, ESCAPE),
    ("v folders", 1.8, "q"),
]
# Questions and answers between terminal and program that are no picture.
TALK = re.compile(r"\x1b[P_\]X^].*?(?:\x1b\\|\x07)", re.DOTALL)

# The program marks the end of each frame (synchronized updates).
FRAME_END = "\x1b[?2026l"


class Screen(pyte.Screen):
    """With what ncurses uses beyond the standard: a character said once and drawn many times."""

    last = " "

    def draw(self, data):
        super().draw(data)
        if data:
            self.last = data[-1]

    def repeat_last(self, count=1):
        self.draw(self.last * (count or 1))


class Stream(pyte.Stream):
    csi = {**pyte.Stream.csi, "b": "repeat_last"}
    events = frozenset(pyte.Stream.events | {"repeat_last"})


class Recorder:
    def __init__(self, deckle, home):
        self.screen = Screen(COLUMNS, ROWS)
        self.stream = Stream(self.screen)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.cast, self.rest, self.begin = [], "", time.monotonic()
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", "TERM": "xterm-256color",
            "COLORTERM": "truecolor", "XDG_DATA_HOME": str(home / ".local/share"), "DECKLE_PICTURES": "symbols",
        }
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execve(deckle, [deckle, str(home / "Pictures")], environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, COLUMNS * 10, ROWS * 20))

    def read(self, seconds):
        if not select.select([self.terminal], [], [], max(0, seconds))[0]:
            return False
        try:
            data = os.read(self.terminal, 65536)
        except OSError:
            return False
        if b"\x1b[c" in data:
            os.write(self.terminal, b"\x1b[?62;22c")
        text = self.decoder.decode(data)
        self.cast.append((time.monotonic() - self.begin, text))
        # A question may be cut in two by a read.
        self.rest = TALK.sub("", self.rest + text)
        cut = self.rest.rfind("\x1b")
        whole = self.rest if cut < 0 or len(self.rest) - cut > 64 else self.rest[:cut]
        self.stream.feed(whole)
        self.rest = self.rest[len(whole):]
        return True

    def watch(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.read(left)

    def wait_for(self, words):
        end = time.monotonic() + 30
        while words not in "\n".join(self.screen.display):
            if time.monotonic() > end:
                sys.exit(f"make-demo: \"{words}\" did not come; the screen says\n" + "\n".join(self.screen.display))
            self.read(0.1)

    def press(self, key):
        os.write(self.terminal, key.encode())


def record(deckle, samples, path):
    with tempfile.TemporaryDirectory(prefix="deckle-demo-") as scratch:
        home = Path(scratch)
        shutil.copytree(samples, home / "Pictures")
        recorder = Recorder(deckle, home)
        for words, moment, key in KEYS:
            recorder.wait_for(words)
            recorder.watch(moment)
            recorder.press(key)
            recorder.watch(0.3)
        os.waitpid(recorder.pid, 0)
    header = {"version": 2, "width": COLUMNS, "height": ROWS, "title": "Deckle", "env": {"TERM": "xterm-256color"}}
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(header) + "\n")
        for moment, text in recorder.cast:
            file.write(json.dumps([round(moment, 4), "o", text], ensure_ascii=False) + "\n")


def frames_of(path):
    """Each screen that stood for a moment: (seconds from the start, cells)."""
    lines = path.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    screen = Screen(header["width"], header["height"])
    stream = Stream(screen)
    rest = begun = ""
    for line in lines[1:]:
        moment, _, text = json.loads(line)
        rest = TALK.sub("", rest + text)
        cut = rest.rfind("\x1b")
        whole = rest if cut < 0 or len(rest) - cut > 64 else rest[:cut]
        rest = rest[len(whole):]
        # Only whole frames: between two of them the screen is half of each.
        *whole_frames, begun = (begun + whole).split(FRAME_END)
        for frame in whole_frames:
            # The program has left: its last screen stays.
            if "\x1b[?1049l" in frame:
                return
            stream.feed(frame)
            yield moment, screen


def main():
    deckle, samples, target = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    cast = target / "demo.cast"
    if "--render" not in sys.argv:
        record(deckle, samples, cast)
    draw_cast(frames_of(cast), COLUMNS, ROWS, target / "demo.webp", "--frames" in sys.argv)


main()
