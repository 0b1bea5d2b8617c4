"""The power goes in the middle of a batch: whole file systems on an image, cut off at every step, mounted again."""
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from faults import ACTIONS, FORTH, build_shim, start
from report import Result, Skipped
from room import Room, matter, unmount

# Flag 1 writes the log of the file system out before it goes, flag 2 does not.
FLAGS = (1, 2)
MAKERS = {
    "ext4": (["mkfs.ext4", "-q", "-F"], "48M"),
    "xfs": (["mkfs.xfs", "-q", "-f"], "300M"),
}


class DiskRoom(Room):
    """A room whose disk is an image file, so that its power can be cut; `card` is a folder of the same disk, mounted a
    second time so that no rename leads there."""

    is_bound = False

    def __init__(self, program, kind, work):
        super().__init__(program, per_volume=6, base=tempfile.mkdtemp(dir=work))
        self.image, self.template = self.base / "image", self.base / "template"
        self.card = self.disk / "card"
        maker, size = MAKERS[kind]
        subprocess.run(["truncate", "-s", size, self.template], check=True)
        subprocess.run([*maker, self.template], check=True, capture_output=True)
        # The program and the photos are there before the first trial, and on the disk.
        self.checkers = {}
        for photos in ("bytes", "pictures", "words"):
            self.copy(self.template, self.image)
            self.attach(self.image)
            self.card.mkdir()
            self.checkers[photos] = self.fill(kind=photos)
            os.sync()
            self.detach()
            self.copy(self.image, self.filled(photos))

    def filled(self, photos):
        """The disk with photos of a kind (`room.matter`)."""
        return self.template.with_suffix(f".{photos}")

    @staticmethod
    def copy(source, target):
        subprocess.run(["cp", "--sparse=always", source, target], check=True)

    def attach(self, image):
        subprocess.run(["mount", "-o", "loop", image, self.disk], check=True, capture_output=True)
        if self.card.exists():
            subprocess.run(["mount", "--bind", self.card, self.card], check=True, capture_output=True)
            self.is_bound = True

    def detach(self):
        if self.is_bound:
            self.unmount(self.card)
            self.is_bound = False
        self.unmount(self.disk)

    @staticmethod
    def unmount(target):
        """At once, or as soon as the helpers of a program that has ended are gone, too."""
        for _ in range(100):
            done = subprocess.run(["umount", target], capture_output=True)
            if done.returncode == 0:
                return
            time.sleep(0.1)
        raise RuntimeError(f"umount {target}: {done.stderr.decode()}")

    def fresh(self, photos="bytes"):
        self.copy(self.filled(photos), self.image)
        self.attach(self.image)
        return self.checkers[photos]

    def close(self):
        if self.is_bound:
            unmount(self.card)
        if os.path.ismount(self.disk):
            unmount(self.disk)
        shutil.rmtree(self.base, ignore_errors=True)


def kinds():
    if os.geteuid() != 0:
        raise Skipped("mounting an image needs root")
    for kind, (maker, _) in MAKERS.items():
        yield kind, shutil.which(maker[0]) is not None


def settled(room, checker, result, moment, acknowledged):
    """After the disk is back: the next start, every photo safe, and what was acknowledged is there."""
    room.recover()
    result.check(checker.problems(settled=True, copies=True), moment)
    lost = set() if not acknowledged else (
        set(room.photos) - checker.at_home() if acknowledged in FORTH else set(room.photos) & checker.at_home())
    result.check([f"{path!r} was acknowledged and is not so" for path in lost], moment)


def shutdown(options, clock):
    """The file system goes away under the program at every step that changes something, with and without its log."""
    result = Result()
    with tempfile.TemporaryDirectory(prefix="deckle-torture.", dir=memory()) as work:
        shim = build_shim(work)
        for kind, is_there in kinds():
            if not is_there:
                result.notes.append(f"{kind}: mkfs is not installed")
                continue
            room = DiskRoom(options.program, kind, work)
            try:
                for flag in FLAGS:
                    cut_everywhere(room, kind, flag, shim, options, clock, result)
            finally:
                room.close()
    return result


def cut_everywhere(room, kind, flag, shim, options, clock, result):
    for action in ACTIONS:
        step = 1
        while not clock.is_over:
            checker = room.fresh(matter(action))
            if action in FORTH:
                start(room, FORTH[action])()
                os.sync()
            extra = {"LD_PRELOAD": shim, "DECKLE_SHIM": f"shutdown:{step}:{flag}:{room.disk}",
                     "DECKLE_SHIM_COUNT": f"{room.base}/count"}
            finished = start(room, action)(environment=extra)
            moment = f"{kind}, power cut (flag {flag}) at step {step} of the {action}"
            result.runs += 1
            is_met = int((room.base / "count").read_text() or 0) >= step
            acknowledged = None
            if finished.status == 0:
                acknowledged = action
                if not is_met:
                    # It came through: now the power goes right after its last word.
                    cut(room.disk, flag)
            elif finished.status not in (1, 2) or not finished.text.strip():
                result.failures.append(f"{moment}: it ended with {finished.status}: {finished.text[-200:]!r}")
            room.detach()
            room.attach(room.image)
            settled(room, checker, result, moment, acknowledged)
            room.detach()
            if not is_met:
                result.notes.append(f"{kind} {action} flag {flag}: {step - 1} steps")
                break
            step += 9 if options.quick else 1


def cut(path, flag):
    import fcntl
    import struct

    folder = os.open(path, os.O_RDONLY)
    try:
        fcntl.ioctl(folder, 0x8004587D, struct.pack("I", flag))
    finally:
        os.close(folder)


def memory():
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def snapshots(options, clock):
    """A copy of the disk as it is before every step of one batch and one restore; each copy is started from."""
    result = Result()
    with tempfile.TemporaryDirectory(prefix="deckle-torture.", dir=memory()) as work:
        shim = build_shim(work)
        for kind, is_there in kinds():
            if not is_there:
                result.notes.append(f"{kind}: mkfs is not installed")
                continue
            room = DiskRoom(options.program, kind, work)
            try:
                checker = room.fresh()
                for action in ("trash", "restore"):
                    copies = stepwise(room, action, shim, 8 if options.quick else 1)
                    room.detach()
                    for number, copy in enumerate(copies):
                        if not clock.is_over:
                            room.attach(copy)
                            settled(room, checker, result, f"{kind}, copy {number} of the {action}", None)
                            room.detach()
                            result.runs += 1
                        copy.unlink()
                    room.attach(room.image)
                room.detach()
            finally:
                room.close()
    return result


def stepwise(room, action, shim, stride):
    """Lets the program go from step to step and copies the image while it stands still."""
    arguments = ["trash", "--yes", *room.photos] if action == "trash" else ["restore", "--last"]
    process = subprocess.Popen(
        [room.program, *arguments], env=room.environment | {"LD_PRELOAD": shim, "DECKLE_SHIM": "stop"},
        cwd=room.base, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    copies, step = [], 0
    while True:
        _, status = os.waitpid(process.pid, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            process.returncode = os.waitstatus_to_exitcode(status)
            break
        if step % stride == 0:
            copies.append(room.base / f"copy{step}")
            room.copy(room.image, copies[-1])
        step += 1
        os.kill(process.pid, signal.SIGCONT)
    if process.returncode != 0 or not copies:
        raise RuntimeError(f"the {action} ended with {process.returncode} after {step} steps")
    return copies
