"""Measures the interface of a release build: interface.py DECKLE FOLDER [PAGE]. Standard library only, Linux.

Drives the real program on a pseudo-terminal that answers its questions as a terminal of each kind would. With PAGE the
table is written between its markers.
"""

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

from bench import environment_in, processes_below, scan, ticks_of

CELL = (10, 20)
COLUMNS, ROWS = 120, 40
PLAIN = b"\x1b[?62;22c"
SIXEL = b"\x1bP>|XTerm(379)\x1b\\\x1b[6;20;10t\x1b[?1;0;256S\x1b[?2;0;4000;4000S\x1b[?63;1;2;4;22c"
KITTY = b"\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.26.5)\x1b\\\x1b[6;20;10t\x1b[?62;c"
RUNGS = [
    ("symbols, 24 bit", PLAIN, ["--color", "24bit"]),
    ("symbols, 256", PLAIN, ["--color", "256"]),
    ("symbols, 16", PLAIN, ["--color", "16"]),
    ("kitty", KITTY, ["--color", "24bit"]),
    ("sixel", SIXEL, ["--color", "24bit"]),
]
# What a newer kitty, which shows pictures within tmux, answers to tmux, and to the program through it.
AROUND_TMUX = [
    (b"\x1b[>q", b"\x1b[>1;4000;35c\x1bP>|kitty(0.35.2)\x1b\\"), (b"\x1b_Gi=31,", b"\x1b_Gi=31;OK\x1b\\"),
]
TMUX_SETTINGS = """
set -g allow-passthrough on
set -g default-terminal tmux-256color
set -ga terminal-overrides ",*:Tc"
set -g status off
"""
# Block elements, braille and the blocks of Unicode 13: what pictures are made of.
SYMBOL = re.compile(rb"\xe2\x96[\x80-\x9f]|\xe2[\xa0-\xa3].|\xf0\x9f\xac.")


class Session:
    """The program on a terminal of ours; everything that it writes is kept with the time it came."""

    def __init__(self, deckle, folder, scratch, answer, options):
        self.launch([deckle, str(folder), "--no-mouse", *options], scratch, [(b"\x1b[c", answer)])

    def launch(self, command, scratch, answers):
        self.answers, self.chunks, self.size = answers, [], (COLUMNS, ROWS)
        self.begin = time.monotonic()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, environment_in(scratch))
        self.resize(COLUMNS, ROWS)

    def resize(self, columns, rows):
        self.size = (columns, rows)
        pixels = (columns * CELL[0], rows * CELL[1])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, *pixels))

    def read(self, seconds):
        """Reads for so long, or until the next bytes have come; returns them."""
        if not select.select([self.terminal], [], [], max(0, seconds))[0]:
            return b""
        try:
            chunk = os.read(self.terminal, 65536)
        except OSError:
            return b""
        self.chunks.append((time.monotonic(), chunk))
        for question, answer in self.answers:
            if question in chunk:
                os.write(self.terminal, answer)
        return chunk

    def settle(self, quiet=0.15, limit=20):
        """Reads until nothing came for so long."""
        end = time.monotonic() + limit
        while time.monotonic() < end and self.read(quiet):
            pass

    def until(self, is_there, limit=10):
        """Reads until something is in what came since; returns when that was, or None."""
        seen, end = b"", time.monotonic() + limit
        while (left := end - time.monotonic()) > 0:
            seen += self.read(left)
            if is_there(seen):
                return self.chunks[-1][0]
        return None

    def press(self, key):
        os.write(self.terminal, key)
        return time.monotonic()

    def end(self):
        for process in processes_below(self.pid):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


class TmuxSession(Session):
    """The same within the real tmux, with a terminal around it that shows pictures where characters say so."""

    def __init__(self, deckle, folder, scratch, options):
        (scratch / "tmux.conf").write_text(TMUX_SETTINGS)
        self.tmux = ["tmux", "-u", "-S", str(scratch / "tmux.socket")]
        self.launch([*self.tmux, "-f", str(scratch / "tmux.conf"), "new-session", "sleep 600"], scratch, AROUND_TMUX)
        # tmux has to know first which terminal stands around it.
        self.until(lambda seen: AROUND_TMUX[0][0] in seen)
        self.settle()
        subprocess.run(
            [*self.tmux, "respawn-pane", "-k", deckle, str(folder), "--no-mouse", *options], check=True,
            env=environment_in(scratch))

    def end(self):
        subprocess.run([*self.tmux, "kill-server"], check=False, capture_output=True)
        super().end()


def has_pixels(seen):
    """Pixels of a picture are placed by these bytes, or by characters that stand for them."""
    return b"_Ga=p," in seen or seen.count(b"\xf4\x8e\xbb\xae") > 100


def has_picture(seen):
    """A picture is in these bytes, whatever it is made of."""
    return len(SYMBOL.findall(seen)) > 300 or b"_Ga=p," in seen or (b"\x1bP0;1" in seen and b"\x1b\\" in seen)


def main_processor_seconds(pid):
    """Of all threads of the program itself, without its helpers: nanoseconds, not ticks."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            total += int((task / "schedstat").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            continue
    return total / 1e9


def open_deck(deckle, folder, scratch, answer, options):
    return opened(Session(deckle, folder, scratch, answer, options))


def opened(session):
    session.until(bool)
    session.settle(quiet=1.0)
    # All is in the cache; after a scan the first card that has work is highlighted.
    for key in (b"s", b"\r"):
        session.press(key)
        session.settle(quiet=1.5, limit=60)
    return session


def first_frame(deckle, folder, scratch, count=7):
    """Seconds from the command to the first frame, which has the tabs: the median of some starts, the program in memory."""
    times = []
    for _ in range(count):
        session = Session(deckle, folder, scratch, PLAIN, ["--color", "24bit"])
        times.append(session.until(lambda seen: b"Photos" in seen) - session.begin)
        session.end()
    return statistics.median(times)


def worst_and_median(times):
    return f"{statistics.median(times) * 1000:.1f}", f"{max(times) * 1000:.1f}"


def key_times(deckle, folder, scratch, count):
    """Seconds from a decision, which is on the disk before the next card is drawn, to a picture that was decoded ahead,
    and from a new size to one that was not."""
    session = open_deck(deckle, folder, scratch, PLAIN, ["--color", "24bit", "--reduced-motion"])
    ahead, fresh = [], []
    for number in range(count):
        # A card is kept, then brought back: the deck never ends.
        pressed = session.press(b"l" if number % 2 == 0 else b"u")
        if there := session.until(has_picture, limit=5):
            ahead.append(there - pressed)
        session.settle(quiet=0.12)
    for number in range(max(1, count // 5)):
        session.resize(COLUMNS - 1 - number % 30, ROWS)
        resized = time.monotonic()
        # The picture of the old size goes first, with the rest of the screen.
        if there := session.until(has_picture, limit=5):
            fresh.append(there - resized)
        session.settle(quiet=0.3)
    pids, since = {session.pid}, time.monotonic()
    family, before = processes_below(session.pid), ticks_of(processes_below(session.pid))
    time.sleep(5)
    idle = (ticks_of(family | pids) - before) / os.sysconf("SC_CLK_TCK") / (time.monotonic() - since)
    session.end()
    return ahead, fresh, idle


def pixel_times(session, count):
    """Seconds from a decision to the pixels of the next picture, which was decoded and sent ahead."""
    times = []
    for key in (b"l", b"u") * 2:
        session.press(key)
        session.settle(quiet=0.4)
    for number in range(count):
        pressed = session.press(b"l" if number % 2 == 0 else b"u")
        if there := session.until(has_pixels, limit=5):
            times.append(there - pressed)
        session.settle(quiet=0.15)
    session.end()
    return times


def pixels_with_and_without_tmux(deckle, folder, scratch, count):
    """By title, the times to the pixels in kitty, and in tmux within it; none where tmux is not installed."""
    options = ["--color", "24bit", "--reduced-motion"]
    title = "from a decision to the pixels of the next picture, sent ahead: kitty"
    found = {title: pixel_times(open_deck(deckle, folder, scratch, KITTY, options), count)}
    if shutil.which("tmux"):
        version = subprocess.run(["tmux", "-V"], capture_output=True, text=True, check=True).stdout.strip()
        session = opened(TmuxSession(deckle, folder, scratch, options))
        found[f"the same, {version} within kitty"] = pixel_times(session, count)
    return found


def swipes(deckle, folder, scratch, answer, options, count):
    """Frames a second, processor milliseconds and bytes of a frame, bytes of a swipe, of cards that leave and return."""
    session = open_deck(deckle, folder, scratch, answer, options)
    for key in (b"l", b"u") * 2:
        session.press(key)
        session.settle(quiet=0.4)
    frames = seconds = processor = moving = whole = 0
    for number in range(count):
        before, start = main_processor_seconds(session.pid), len(session.chunks)
        pressed = session.press(b"l" if number % 2 == 0 else b"u")
        session.settle(quiet=0.06, limit=0.6)
        processor += main_processor_seconds(session.pid) - before
        came = session.chunks[start:]
        # Bytes that come together are one frame; the swipe takes 220 ms.
        last, these = None, 0
        for at, chunk in came:
            if at - pressed > 0.26:
                break
            if last is None or at - last > 0.006:
                these += 1
            moving += len(chunk)
            last = at
        if these > 1:
            frames += these
            seconds += last - pressed
        session.settle(quiet=0.4)
        whole += sum(len(chunk) for _, chunk in session.chunks[start:])
    session.end()
    frames = max(1, frames)
    return frames / max(seconds, 1e-9), processor * 1000 / frames, moving / frames, whole / count


def table(first, ahead, fresh, pixels, idle, rows):
    yield "| | median ms | worst ms | of |"
    yield "|---|---|---|---|"
    yield f"| from a decision, which is on the disk first, to the next picture, decoded ahead | {' | '.join(worst_and_median(ahead))} | {len(ahead)} |"
    yield f"| from a new size to a picture that was not | {' | '.join(worst_and_median(fresh))} | {len(fresh)} |"
    for title, times in pixels.items():
        yield f"| {title} | {' | '.join(worst_and_median(times))} | {len(times)} |" if times else f"| {title} | none came | | 0 |"
    yield ""
    yield f"Start to first frame {first * 1000:.0f} ms; idle {idle * 100:.1f} % of a processor."
    yield ""
    yield "| a swipe of a card | frames/s | CPU ms a frame | bytes a frame | bytes in all |"
    yield "|---|---|---|---|---|"
    for title, (rate, processor, size, whole) in rows:
        yield f"| {title} | {rate:.0f} | {processor:.1f} | {size:,.0f} | {whole:,.0f} |"


def write_figures(page, lines, name="interface"):
    """Replaces what stands between the markers of the page."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    text = page.read_text(encoding="utf-8")
    if text.count(begin) != 1 or text.count(end) != 1:
        sys.exit(f"bench: {page} has no place for the figures; put {begin.strip()} and {end} on two lines of it")
    before, _, rest = text.partition(begin)
    page.write_text(before + begin + "\n".join(lines) + "\n" + end + rest.partition(end)[2], encoding="utf-8")


def main():
    deckle, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    count = int(os.environ.get("DECKLE_BENCH_KEYS", "200"))
    with tempfile.TemporaryDirectory(prefix="deckle-interface-") as scratch:
        scratch = Path(scratch)
        scan(deckle, folder, scratch)
        first = first_frame(deckle, folder, scratch)
        ahead, fresh, idle = key_times(deckle, folder, scratch, count)
        pixels = pixels_with_and_without_tmux(deckle, folder, scratch, count // 4)
        rows = [(title, swipes(deckle, folder, scratch, answer, options, 20)) for title, answer, options in RUNGS]
    if not ahead or not fresh:
        sys.exit(f"bench: no card of {folder} came to be seen")
    lines = list(table(first, ahead, fresh, pixels, idle, rows))
    print("\n".join(lines))
    if len(sys.argv) > 3:
        write_figures(Path(sys.argv[3]), lines)


if __name__ == "__main__":
    main()
