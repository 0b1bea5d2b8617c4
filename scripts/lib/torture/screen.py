"""The program on a pseudo-terminal, and what stands on its screen. Just enough of a terminal for TERM=vt100."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

SEQUENCE = re.compile(rb"\x1b(?:\[([?0-9;]*)([A-Za-z@`])|([()].)|([=>78DMEc]))")


class Screen:
    def __init__(self, command, environment, columns=100, rows=30, keeps=False):
        # Every byte that came, where somebody wants to look at it.
        self.keeps, self.log = keeps, b""
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.x = self.y = 0
        self.top, self.bottom = 0, rows - 1
        self.saved = (0, 0)
        self.pending = b""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ.clear()
            os.execvpe(os.fsencode(command[0]), [os.fsencode(part) for part in command], environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.status = None

    @property
    def text(self):
        return "\n".join("".join(line) for line in self.cells)

    def send(self, keys):
        os.write(self.terminal, keys.encode())

    def read(self, seconds):
        """What comes within so many seconds; False where nothing came, or the program is gone."""
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.terminal, 1 << 16)
        except OSError:
            data = b""
        if not data:
            time.sleep(0.01)
            return False
        if self.keeps:
            self.log += data
        self.feed(data)
        return True

    def shows(self, *words):
        """Any of the words, also where a line ends within them."""
        text = self.text
        return any(word in text or word in text.replace("\n", "") for word in words)

    def wait(self, *words, seconds=30):
        """Until one of the words is on the screen."""
        end = time.monotonic() + seconds
        while not self.shows(*words):
            if time.monotonic() > end:
                raise TimeoutError(f"{words} did not come:\n{self.text}")
            self.read(0.05)

    def quiet(self, seconds=0.15):
        while self.read(seconds):
            pass

    def wait_for_picture(self):
        """Until the photo stands on the card: before that, no key decides about it."""
        end = time.monotonic() + 30
        while sum("\u2800" < character <= "\u28ff" or character in "▀▄█" for character in self.text) < 40:
            if time.monotonic() > end:
                raise TimeoutError(f"no picture came:\n{self.text}")
            self.read(0.02)

    def kill(self):
        os.kill(self.process, signal.SIGKILL)
        return self.end()

    def end(self, seconds=30):
        """How the program ended; it is killed where it does not."""
        stop = time.monotonic() + seconds
        while self.status is None:
            self.read(0.02)
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                self.status = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > stop:
                os.kill(self.process, signal.SIGKILL)
        os.close(self.terminal)
        return self.status

    # What the bytes do to the screen.

    def feed(self, data):
        data, at = self.pending + data, 0
        self.pending = b""
        while at < len(data):
            byte = data[at]
            if byte == 0x1B:
                match = SEQUENCE.match(data, at)
                if not match:
                    if len(data) - at < 32:
                        self.pending = data[at:]
                        return
                    at += 1
                    continue
                self.obey(match)
                at = match.end()
            elif byte < 0x20:
                self.control(byte)
                at += 1
            else:
                length = 1 if byte < 0x80 else 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
                if at + length > len(data):
                    self.pending = data[at:]
                    return
                self.put(data[at : at + length].decode(errors="replace")[:1])
                at += length

    def put(self, character):
        if self.x >= self.columns:
            self.x = 0
            self.line_feed()
        self.cells[self.y][self.x] = character
        self.x += 1

    def line_feed(self):
        if self.y == self.bottom:
            del self.cells[self.top]
            self.cells.insert(self.bottom, [" "] * self.columns)
        else:
            self.y = min(self.y + 1, self.rows - 1)

    def control(self, byte):
        if byte == 8:
            self.x = max(0, self.x - 1)
        elif byte == 9:
            self.x = min(self.columns - 1, self.x // 8 * 8 + 8)
        elif byte == 10:
            self.line_feed()
        elif byte == 13:
            self.x = 0

    def obey(self, match):
        if match[4] == b"M":
            if self.y == self.top:
                del self.cells[self.bottom]
                self.cells.insert(self.top, [" "] * self.columns)
            else:
                self.y = max(0, self.y - 1)
        elif match[4] == b"D":
            self.line_feed()
        elif match[4] == b"7":
            self.saved = (self.x, self.y)
        elif match[4] == b"8":
            self.x, self.y = self.saved
        if match[2] is None or match[1].startswith(b"?"):
            return
        numbers = [int(part or 0) for part in match[1].split(b";")]
        one = max(1, numbers[0])
        command = match[2]
        if command in b"Hf":
            self.y = min(self.rows, one) - 1
            self.x = min(self.columns, max(1, numbers[1] if len(numbers) > 1 else 1)) - 1
        elif command in b"ABCD":
            dx, dy = {b"A": (0, -1), b"B": (0, 1), b"C": (1, 0), b"D": (-1, 0)}[command]
            self.x = min(self.columns - 1, max(0, self.x + dx * one))
            self.y = min(self.rows - 1, max(0, self.y + dy * one))
        elif command == b"J":
            self.erase(numbers[0], (self.y, self.x), [(y, x) for y in range(self.rows) for x in range(self.columns)])
        elif command == b"K":
            self.erase(numbers[0], (self.y, self.x), [(self.y, x) for x in range(self.columns)])
        elif command == b"r":
            self.top, self.bottom = one - 1, (numbers[1] if len(numbers) > 1 and numbers[1] else self.rows) - 1
            self.x = self.y = 0

    def erase(self, way, here, places):
        for place in places:
            if way == 2 or (way == 0 and place >= here) or (way == 1 and place <= here):
                self.cells[place[0]][place[1]] = " "
