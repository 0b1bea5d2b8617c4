"""The hostile tree: to the trash and back on every file system at hand, and hand in hand with the desktop's tools."""
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from checker import Checker
from report import Result, Skipped
from room import Room, mount, run, unmount

GROUPS = "names,paths,links,dupes,dates"
# A longer name has no room for ".trashinfo" behind it. trash-put looks for another one for a minute and gives up; so many
# seconds show its limit as well.
LONGEST, LONG = 255 - len(".trashinfo"), 2
# How each file system is made on an image, and how the image is mounted.
VOLUMES = {
    "ext4": (["mkfs.ext4", "-q", "-F"], "64M", ["mount", "-o", "loop"]),
    "xfs": (["mkfs.xfs", "-q", "-f"], "320M", ["mount", "-o", "loop"]),
    "btrfs": (["mkfs.btrfs", "-q"], "192M", ["mount", "-o", "loop"]),
    "exfat": (["mkfs.exfat"], "64M", ["mount.exfat-fuse"]),
    "ntfs": (["mkfs.ntfs", "-q", "-F"], "64M", ["ntfs-3g"]),
}


def shared():
    return Path(os.environ.get("DECKLE_SHARED", "../shared"))


def generator():
    script = shared() / "corpus/make_hostile_tree.py"
    if not script.exists():
        raise Skipped(f"no generator of hostile trees in {shared()}")
    return script


def grow(folder, groups=GROUPS, may_hold=lambda name: True):
    """Builds the tree where the file system can hold it; gives how many of its names this one cannot."""
    with tempfile.TemporaryDirectory() as work:
        source = os.path.join(work, "tree")
        subprocess.run(
            [sys.executable, generator(), source, "--only", groups], check=True, capture_output=True)
        return copy(os.fsencode(source), os.fsencode(folder), may_hold)


def is_fit_for_exfat(name):
    """The driver of exFAT does not refuse other names: it dies of them."""
    try:
        return not set(name.decode()) & set('"*/:<>?\\|') and min(name) >= 32 and len(name.decode()) < 200
    except UnicodeDecodeError:
        return False


def copy(source, target, may_hold):
    """Like cp -a by bytes, but goes on where a name cannot be made; gives how many could not."""
    refused = 0
    os.makedirs(target, exist_ok=True)
    links = {}
    for entry in os.scandir(source):
        path = os.path.join(target, entry.name)
        if not may_hold(entry.name):
            refused += 1
            continue
        try:
            if entry.is_symlink():
                os.symlink(os.readlink(entry.path), path)
            elif entry.is_dir():
                refused += copy(entry.path, path, may_hold)
            elif entry.is_file():
                status = entry.stat()
                if status.st_nlink > 1 and status.st_ino in links:
                    os.link(links[status.st_ino], path)
                    continue
                with open(entry.path, "rb") as file:
                    content = file.read()
                with open(path, "xb") as file:
                    file.write(content)
                with contextlib.suppress(OSError):
                    os.setxattr(path, b"user.deckle.trial", entry.name[:40])
                os.utime(path, ns=(status.st_mtime_ns, status.st_mtime_ns))
                links[status.st_ino] = path
        except (OSError, ValueError):
            refused += 1
    return refused


class VolumeRoom(Room):
    """A room whose card is a file system of a kind of one's own choice."""

    def __init__(self, program, kind):
        super().__init__(program)
        self.image, self.loop = self.base / "image", None
        if kind == "tmpfs":
            return
        if kind == "overlay":
            unmount(self.card)
            for part in ("lower", "upper", "work"):
                (self.disk / part).mkdir()
            layers = ",".join(f"{layer}dir={self.disk}/{layer}" for layer in ("lower", "upper", "work"))
            mount("overlay", self.card, "deckle-torture", "-o", layers)
            return
        maker, size, mounter = VOLUMES[kind]
        unmount(self.card)
        subprocess.run(["truncate", "-s", size, self.image], check=True)
        source = self.image
        if mounter[0] != "mount":
            # These want a block device; it goes away by itself after the file system.
            source = subprocess.run(
                ["losetup", "-f", "--show", self.image], check=True, capture_output=True, text=True).stdout.strip()
            self.loop = source
        for command in ([*maker, source], [*mounter, source, self.card]):
            done = subprocess.run(command, capture_output=True, timeout=60)
            if done.returncode:
                self.close()
                words = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
                raise Skipped(f"{kind}: {command[0]} failed: {' '.join(words)}")

    def close(self):
        super().close()
        if self.loop:
            subprocess.run(["losetup", "-d", self.loop], check=False, capture_output=True)


def regular_files(folder):
    """Every regular file with only one name by its path; of several names of one file the first."""
    found, seen = [], set()
    for place, folders, names in os.walk(os.fsencode(folder)):
        folders[:] = [name for name in folders if not name.startswith(b".Trash")]
        for name in sorted(names):
            path = os.path.join(place, name)
            status = os.lstat(path)
            if os.path.isfile(path) and not os.path.islink(path) and (status.st_dev, status.st_ino) not in seen:
                seen.add((status.st_dev, status.st_ino))
                found.append(path)
    return found


def roundtrip(options, clock):
    """Every name of the hostile tree goes to the trash and comes back the same, on every file system that mounts."""
    result = Result()
    if os.geteuid() != 0:
        raise Skipped("mounting needs root")
    for kind in ["tmpfs", "overlay", *VOLUMES]:
        if kind in VOLUMES and not all(shutil.which(part[0]) for part in (VOLUMES[kind][0], VOLUMES[kind][2])):
            result.notes.append(f"{kind}: skipped, not installed")
            continue
        room = None
        try:
            room = VolumeRoom(options.program, kind)
            one_volume(room, kind, result)
        except Skipped as reason:
            result.notes.append(f"skipped, {reason}")
        finally:
            if room:
                room.close()
    return result


def one_volume(room, kind, result):
    tree = room.card / "tree"
    refused = grow(tree, **({"may_hold": is_fit_for_exfat} if kind == "exfat" else {}))
    try:
        os.stat(room.card)
    except OSError as error:
        raise Skipped(f"{kind}: its driver died while the tree was built: {error.strerror}") from error
    (room.disk / "home").mkdir(exist_ok=True)
    checker = Checker([tree], room.trashes)
    files = regular_files(tree)
    listed = room.disk / "list"
    listed.write_bytes(b"\0".join(files))
    trash = ["trash", "-0", "--from", str(listed)]
    done = room.deckle(*trash, *room.number(*trash), "--json")
    result.check(checker.problems(settled=True), f"{kind}, in the trash")
    document = json.loads(done.output or b"{}")
    outcomes = document.get("files", [])
    stayed = [one for one in outcomes if one["outcome"] != "moved"]
    # Of sets of equal files one stays, and what is no photo of its own is refused with a reason.
    wordless = [one for one in stayed if not one.get("reason")]
    result.check([f"{one['path']} stayed without a word" for one in wordless], kind)
    moved = len(outcomes) - len(stayed)
    back = room.restore()
    result.check(checker.problems(settled=True), f"{kind}, restored")
    away = checker.before.keys() - checker.at_home()
    result.check([f"{path!r} did not come home" for path in away], kind)
    if back.status != 0:
        result.failures.append(f"{kind}: the restore ended with {back.status}: {back.text[-300:]!r}")
    if any(trash.names(b"info") for trash in room.trashes):
        result.failures.append(f"{kind}: notes are left behind")
    failed = [one for one in stayed if one["outcome"] == "failed"]
    result.check([f"{one['path']}: {one.get('reason')}" for one in failed], kind)
    result.runs += moved
    result.notes.append(f"{kind}: {moved} there and back, {len(stayed)} refused, {refused} not to be made there")


def interop(options, clock):
    """What Deckle trashed, trash-cli and gio list and restore, and the reverse, for every hostile name.

    Where a tool cannot bring back even what it trashed itself, Deckle cannot make it.
    """
    result = Result()
    tools = {"trash-cli": (["trash-put", "--"], trash_cli_back), "gio": (["gio", "trash", "--"], gio_back)}
    with tempfile.TemporaryDirectory(prefix="deckle-torture.") as base:
        # On a disk: gio refuses memory as internal to the system.
        room = Room(options.program, base=base)
        for tool, (put, back) in tools.items():
            if not shutil.which(put[0]):
                result.notes.append(f"{tool}: skipped, not installed")
                continue
            own = there_and_back(room, put, back)
            from_tool = there_and_back(room, put, deckle_back)
            to_tool = there_and_back(room, None, back)
            count = len(names_tree(room)[1])
            if back is gio_back and not has_trash_service():
                result.notes.append("gio restores nothing here: gvfs or dbus is not installed")
                own, to_tool = from_tool, (to_tool[0], to_tool[0])
            result.runs += len(from_tool[0]) + len(to_tool[0])
            lost = from_tool[0] - from_tool[1]
            result.check([f"{path!r} did not come back from its trash" for path in sorted(lost)], f"{tool} → Deckle")
            lost = to_tool[0] & own[1] - to_tool[1]
            result.check([f"{path!r} was not restored by it" for path in sorted(lost)], f"Deckle → {tool}")
            result.notes += [
                f"{tool} → Deckle {len(from_tool[1])} of the {len(from_tool[0])} names that {tool} takes ({count} in all)",
                f"Deckle → {tool} {len(to_tool[1])} of {len(to_tool[0])}, and {len(own[1])} of its own",
            ]
    return result


def names_tree(room):
    for folder in (room.disk, room.card):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    (room.disk / "home").mkdir()
    grow(room.disk / "tree", "names")
    return Checker([room.disk / "tree"], room.trashes[:1]), regular_files(room.disk / "tree")


def there_and_back(room, put, back):
    """Which names went to the trash, and which of them came back byte for byte. Without `put`, Deckle takes them."""
    checker, files = names_tree(room)
    if put:
        for path in files:
            run([*put, path], room.environment, timeout=LONG if len(os.path.basename(path)) > LONGEST else 60)
    else:
        listed = room.disk / "list"
        listed.write_bytes(b"\0".join(files))
        trash = ["trash", "-0", "--from", str(listed)]
        room.deckle(*trash, *room.number(*trash))
    gone = {path for path in files if not os.path.lexists(path)}
    back(room, sorted(gone))
    return gone, gone & checker.at_home()


def deckle_back(room, gone):
    room.deckle("restore", *gone)


def trash_cli_back(room, gone):
    for path in gone:
        run(["trash-restore", path], room.environment, data=b"0\n")


def has_trash_service():
    places = ("/usr/libexec/gvfsd-trash", "/usr/lib/gvfs/gvfsd-trash")
    return bool(shutil.which("dbus-run-session")) and any(os.access(place, os.X_OK) for place in places)


def gio_back(room, gone):
    script = "gio list -h -u trash:/// | while IFS= read -r uri; do gio trash --restore \"$uri\"; done"
    run(["dbus-run-session", "--", "sh", "-c", script], room.environment, timeout=120)
