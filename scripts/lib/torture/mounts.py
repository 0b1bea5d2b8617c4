"""Real mounts: what a cloud drive, a network share, a card, a pool and an encrypted folder make of a move."""
import contextlib
import json
import os
import random
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from answers import judge
from checker import Checker, Trash, photos
from faults import build_shim, inject
from report import Result, Skipped
from room import run, unmount

# An account that owns nothing else here.
PLAIN = 65534
NAMES = ["photo 1.png", "\u00e9t\u00e9 \u00e0 la mer.png", "\u65e5\u672c.png", "IMG_0001.png", "copy.png", "a  b.png", "IMG_0002.png"]
STAYS = "stays.png"


def noise(number, width=96, height=72):
    """A picture of noise, as PNG."""
    chance, rows = random.Random(number), bytearray()
    for _ in range(height):
        rows += b"\0" + chance.randbytes(3 * width)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(rows), 1)) + chunk(b"IEND", b"")


def is_mounted(folder):
    """By the table of mounts: a server that is gone, or that asks who looks, answers no question about its folder."""
    table = Path("/proc/self/mountinfo").read_bytes().split(b"\n")
    return any(line.split(b" ")[4] == os.fsencode(folder) for line in table if line)


def needs(*programs):
    for program in programs:
        if not shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin:/usr/libexec"):
            raise Skipped(f"{program} is not installed")


def call(*command, data=None, environment=None):
    """Runs a tool of the system; what it says where it fails is the reason why this mount is skipped."""
    # Of a server that stays behind, a pipe would never come to its end.
    with open(os.devnull, "w") as nothing, tempfile.TemporaryFile("w+", errors="replace") as words:
        try:
            done = subprocess.run(
                command, input=data, stdout=nothing, stderr=words, timeout=60, env=environment, text=True)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Skipped(f"{command[0]} failed: {error}") from error
        if done.returncode:
            words.seek(0)
            last = words.read().strip().splitlines()[-1:]
            raise Skipped(f"{os.path.basename(command[0])} failed: {' '.join(last)}")


class Place:
    """A folder that is mounted and unmounted. `look` is where the bytes are looked at: below the mount where that can be."""

    tools = ()
    # Seconds after which it has written everything back.
    patience = 0.0

    def __init__(self, base, user):
        self.base, self.user = base, user
        self.place, self.back = base / "place", base / "back"
        self.place.mkdir()
        self.back.mkdir()
        os.chown(self.back, user, user)

    @property
    def look(self):
        return self.back

    @property
    def seen(self):
        """Where the photos are for who uses the mount."""
        return self.place

    def make(self):
        """What is needed once."""

    def mount(self):
        raise NotImplementedError

    def up(self):
        self.mount()
        end = time.monotonic() + 10
        while not is_mounted(self.place):
            if time.monotonic() > end:
                raise Skipped("it was not mounted within 10 s")
            time.sleep(0.05)

    def down(self):
        """Unmounts as a person would: what was not written back is written by then."""
        for _ in range(50):
            if not is_mounted(self.place):
                return
            subprocess.run(["umount", self.place], capture_output=True)
            time.sleep(0.1)
        unmount(self.place)

    def settle(self):
        """Until nothing changes any more below the mount; where one cannot look below, it is mounted anew."""
        if self.look == self.place:
            self.down()
            self.up()
            return
        time.sleep(self.patience)
        last = None
        while last != (now := snapshot(self.look)):
            last = now
            time.sleep(0.2 if not self.patience else 0.6)

    def close(self):
        self.down()


def snapshot(folder):
    found = []
    for place, _, names in os.walk(folder):
        found += [(path := os.path.join(place, name), os.lstat(path).st_size, os.lstat(path).st_mtime_ns) for name in names]
    return sorted(found)


class Rclone(Place):
    tools, mode, patience = ("rclone",), "off", 1.5

    def mount(self):
        call(
            "rclone", "mount", "--vfs-cache-mode", self.mode, "--vfs-write-back", "1s", "--cache-dir",
            str(self.base / "cache"), "--allow-other", "--uid", str(self.user), "--gid", str(self.user), "--daemon",
            str(self.back), str(self.place), environment=os.environ | {"HOME": str(self.base)})


class RcloneWrites(Rclone):
    mode = "writes"


class RcloneFull(Rclone):
    mode = "full"


class SSHFS(Place):
    """Over a server of its own on a high port, with keys that are thrown away."""

    tools = ("sshfs", "ssh", "ssh-keygen", "/usr/sbin/sshd")

    def make(self):
        for name in ("host", "user"):
            call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.base / name))
        os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
        self.port = free_port()
        config = self.base / "sshd_config"
        config.write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {self.base}/host\nAuthorizedKeysFile {self.base}/user.pub\n"
            "PasswordAuthentication no\nKbdInteractiveAuthentication no\nPermitRootLogin yes\nStrictModes no\nUsePAM no\n"
            f"PidFile none\nSubsystem sftp internal-sftp\n")
        self.server = subprocess.Popen(
            ["/usr/sbin/sshd", "-D", "-e", "-f", config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_port(self.port)

    def mount(self):
        options = [
            "allow_other", f"uid={self.user}", f"gid={self.user}", f"port={self.port}", f"IdentityFile={self.base}/user",
            "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "BatchMode=yes"]
        call("sshfs", f"root@127.0.0.1:{self.back}", str(self.place), "-o", ",".join(options))

    def close(self):
        super().close()
        self.server.terminate()
        self.server.wait()


class Samba(Place):
    """A share of a server of its own, opened by the desktop's gvfs and seen through its file system in user space."""

    tools = ("smbd", "gvfsd", "gvfsd-fuse", "gvfsd-smb", "gio", "dbus-run-session", "setpriv")
    session = None

    def make(self):
        self.port = free_port()
        for name in ("private", "state", "run"):
            (self.base / name).mkdir(mode=0o755)
        os.chown(self.base / "run", self.user, self.user)
        os.chmod(self.base / "run", 0o700)
        owner = "root" if self.user == 0 else "nobody"
        state = "".join(
            f"{name} = {self.base}/state\n" for name in (
                "lock directory", "state directory", "cache directory", "pid directory", "ncalrpc dir"))
        config = self.base / "smb.conf"
        config.write_text(
            f"[global]\nsmb ports = {self.port}\ninterfaces = 127.0.0.1\nbind interfaces only = yes\nmap to guest = bad user\n"
            f"guest account = nobody\nprivate dir = {self.base}/private\n{state}log file = {self.base}/state/log\n"
            f"disable spoolss = yes\nload printers = no\n"
            f"[photos]\npath = {self.back}\nguest ok = yes\nread only = no\nforce user = {owner}\n")
        self.server = subprocess.Popen(
            [shutil.which("smbd") or "/usr/sbin/smbd", "-F", "--no-process-group", "-s", config],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            # It ends by ending its whole group.
            start_new_session=True)
        wait_for_port(self.port)

    def up(self):
        script = (
            "/usr/libexec/gvfsd --no-fuse > /dev/null & one=$!; sleep 0.5; /usr/libexec/gvfsd-fuse -f \"$1\" & two=$!; "
            "gio mount -a \"$2\" > /dev/null && echo mounted; read -r line; gio mount -u \"$2\"; kill $one $two")
        os.chown(self.place, self.user, self.user)
        environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(self.base / "run"), "LC_ALL": "C.UTF-8",
            "XDG_RUNTIME_DIR": str(self.base / "run"), "GIO_USE_VOLUME_MONITOR": "unix"}
        self.session = subprocess.Popen(
            [*as_user(self.user), "dbus-run-session", "--", "sh", "-c", script, "sh", self.place,
             f"smb://127.0.0.1:{self.port}/photos"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment,
            start_new_session=True)
        ready, _, _ = select.select([self.session.stdout], [], [], 20)
        if not ready or self.session.stdout.readline() != b"mounted\n":
            self.down()
            raise Skipped("gvfs cannot mount the share")
        end = time.monotonic() + 10
        while not self.shares():
            if time.monotonic() > end:
                self.down()
                raise Skipped("gvfs shows the share nowhere")
            time.sleep(0.1)

    def shares(self):
        # Root may not look into what another user mounted.
        found = run([*as_user(self.user), "ls", self.place], os.environ, timeout=20).output.decode().split("\n")
        return [name for name in found if name.startswith("smb-share")]

    @property
    def seen(self):
        shares = self.shares()
        if not shares:
            raise Skipped("gvfs has lost the share")
        return self.place / shares[0]

    def down(self):
        if self.session:
            try:
                self.session.stdin.write(b"\n")
                self.session.stdin.close()
                self.session.wait(timeout=5)
            except (subprocess.TimeoutExpired, BrokenPipeError):
                pass
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.session.pid, 9)
            self.session.wait()
            self.session.stdout.close()
            self.session = None
        unmount(self.place)

    def close(self):
        super().close()
        self.server.terminate()
        self.server.wait()


class Image(Place):
    """A file system of a kind of its own in a file, on a loop device."""

    tools = ("losetup", "truncate")
    size, maker, mounter = "64M", ("mkfs.ext4", "-q", "-F"), ("mount",)
    device = None

    @property
    def look(self):
        return self.place

    def make(self):
        needs(self.maker[0], self.mounter[0])
        image = str(self.base / "image")
        call("truncate", "-s", self.size, image)
        done = subprocess.run(["losetup", "-f", "--show", image], capture_output=True, text=True)
        if done.returncode:
            raise Skipped(f"there is no loop device: {done.stderr.strip()}")
        self.device = done.stdout.strip()
        call(*self.maker, self.device)

    def options(self):
        return ()

    def mount(self):
        call(*self.mounter, *self.options(), self.device, str(self.place))
        if not self.options():
            os.chown(self.place, self.user, self.user)

    def close(self):
        super().close()
        if self.device:
            subprocess.run(["losetup", "-d", self.device], capture_output=True)


class Ext4(Image):
    pass


class XFS(Image):
    size, maker = "320M", ("mkfs.xfs", "-q", "-f")


class Btrfs(Image):
    size, maker = "192M", ("mkfs.btrfs", "-q")


class ExFAT(Image):
    maker, mounter = ("mkfs.exfat",), ("mount.exfat-fuse",)

    def options(self):
        return "-o", f"allow_other,uid={self.user},gid={self.user}"


class NTFS(ExFAT):
    maker, mounter = ("mkfs.ntfs", "-q", "-F"), ("ntfs-3g",)


class Mergerfs(Place):
    """A pool of two disks; a note may lie on another one than its file, so that only the pool tells."""

    tools = ("mergerfs",)

    @property
    def look(self):
        return self.place

    def mount(self):
        branches = [self.back / "one", self.back / "two"]
        for branch in branches:
            branch.mkdir(exist_ok=True)
            os.chown(branch, self.user, self.user)
        call("mergerfs", "-o", "allow_other,category.create=rand", ":".join(map(str, branches)), str(self.place))


class Gocryptfs(Place):
    tools = ("gocryptfs",)

    @property
    def look(self):
        return self.place

    def make(self):
        (self.base / "password").write_text("secret\n")
        call("gocryptfs", "-init", "-q", "-scryptn", "10", "-passfile", str(self.base / "password"), str(self.back))

    def mount(self):
        call(
            "gocryptfs", "-q", "-allow_other", "-passfile", str(self.base / "password"), str(self.back), str(self.place))
        os.chown(self.place, self.user, self.user)


class EncFS(Place):
    tools = ("encfs",)

    @property
    def look(self):
        return self.place

    def mount(self):
        # Public: each user's files are their own, not those of root, who mounts it.
        call("encfs", "--standard", "--public", "-S", str(self.back), str(self.place), data="secret\n")
        os.chown(self.place, self.user, self.user)


class Bindfs(Place):
    """Every file belongs to who looks, whoever made it."""

    tools = ("bindfs",)

    def mount(self):
        call("bindfs", f"--force-user={self.user}", f"--force-group={self.user}", str(self.back), str(self.place))


PLACES = {
    "rclone, no cache": Rclone, "rclone, cache of writes": RcloneWrites, "rclone, full cache": RcloneFull, "sshfs": SSHFS,
    "Samba share by gvfs": Samba, "exFAT (exfat-fuse)": ExFAT, "NTFS (ntfs-3g)": NTFS, "mergerfs": Mergerfs,
    "gocryptfs": Gocryptfs, "encfs": EncFS, "bindfs, one owner": Bindfs, "ext4": Ext4, "XFS": XFS, "btrfs": Btrfs,
}

# Where the program is killed, as strace counts the calls; a number alone is milliseconds after its start.
MOMENTS = [
    ("renameat2", 1), ("renameat2", 3), ("linkat", 1), ("unlinkat", 1), ("unlinkat", 3), ("mkdirat", 2), ("fsync", 2),
    ("fsync", 6), 40, 90, 150, 250, 400,
]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for_port(port):
    end = time.monotonic() + 10
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError as error:
            if time.monotonic() > end:
                raise Skipped(f"the server does not answer: {error}") from error
            time.sleep(0.1)


def as_user(user):
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user else []


class Person:
    """Who uses the mount, and what came of it: one row of the table."""

    def __init__(self, program, shim, base, kind, user):
        self.name, self.user, self.program, self.shim = kind, user, program, shim
        self.base = Path(base)
        self.base.mkdir()
        os.chmod(self.base, 0o755)
        self.home = self.base / "home"
        self.result, self.moved, self.back, self.refusal, self.lost = Result(), 0, 0, "", 0
        self.place = PLACES[kind](self.base, user)

    def begin(self):
        """Afresh: no history, and all photos at home, on the disk."""
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir()
        os.chown(self.home, self.user, self.user)
        place = self.place
        place.down()
        if place.look == place.place:
            place.up()
        for entry in place.look.iterdir():
            if entry.name != "lost+found":
                shutil.rmtree(entry)
        folder = place.look / "my photos"
        folder.mkdir()
        for number, name in enumerate([*NAMES, STAYS]):
            # The copy is that of the one that stays.
            (folder / name).write_bytes(noise(NAMES.index("copy.png") if name == STAYS else number))
            at = 1_600_000_000 + 1000 * number
            os.utime(folder / name, (at, at))
        for path in [place.look, folder, *folder.iterdir()]:
            try:
                os.chown(path, self.user, self.user)
            except PermissionError:
                # A file system without owners.
                pass
        place.down()
        place.up()
        seen = place.seen / "my photos"
        self.asked = [str(seen / name) for name in NAMES]
        look = place.look
        self.checker = Checker(
            [look / "my photos"], [Trash(look / f".Trash-{self.user}", look), Trash(look / f".Trash/{self.user}", look)])
        if len(self.checker.before) != len(NAMES) + 1:
            raise Skipped(f"its photos could not be made: {len(self.checker.before)} of {len(NAMES) + 1}")

    def deckle(self, *arguments, wrapper=(), kill_after=None, leaps=False):
        environment = ({"LD_PRELOAD": self.shim, "DECKLE_SHIM": "leap"} if leaps else {}) | {
            "HOME": str(self.home), "XDG_DATA_HOME": f"{self.home}/data", "XDG_STATE_HOME": f"{self.home}/state",
            "XDG_CONFIG_HOME": f"{self.home}/config", "XDG_CACHE_HOME": f"{self.home}/cache", "TZ": "UTC",
            "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "TERM": "vt100", "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
        }
        command = [*as_user(self.user), *wrapper, self.program, *arguments]
        if kill_after is not None:
            command = ["timeout", "-s", "KILL", f"{kill_after / 1000}", *command]
        return run(command, environment, timeout=120, folder="/")

    def trash(self, **how):
        return self.deckle("trash", "--yes", "--json", *self.asked, **how)

    def restore(self, **how):
        return self.deckle("restore", "--last", "--json", **how)

    def check(self, moment, settled=True):
        problems, remarks = judge(self.checker, settled=settled)
        self.lost = max(self.lost, len({words for _, words in problems}))
        for kind in sorted({kind for kind, _ in problems}):
            names = ", ".join(words for one, words in problems if one == kind)
            self.fails(f"{moment}: {kind}: {names}")
        for remark in sorted(set(remarks)):
            print(f"{self.name}, user {self.user}, {moment}: {remark} {remarks.count(remark)}×", file=sys.stderr)
            if (note := f"{self.name}: {remark}") not in self.result.notes:
                self.result.notes.append(note)
        return remarks

    def fails(self, words):
        self.result.failures.append(f"{self.name}, user {self.user}, {words}")

    def there_and_back(self):
        """The move and the restore without a fault, with a look below the mount after each."""
        self.begin()
        done = self.trash()
        self.place.settle()
        self.check("moved")
        left = len(self.checker.before) - len(self.checker.at_home())
        self.moved = sum(len([one for one in trash.entries() if one[1]]) for trash in self.checker.trashes)
        self.result.runs += 1
        reasons = [one["reason"] for one in outcomes(done) if one["outcome"] != "moved" and one.get("reason")]
        words = (reasons or [done.errors.decode(errors="replace").strip()])[0]
        if self.moved < len(NAMES):
            for path in (*map(str, self.asked), str(self.place.seen), str(self.base)):
                words = words.replace(path, os.path.basename(path) if path in self.asked else "…")
            self.refusal = " ".join(words.split())
            if not words:
                self.fails(f"moved: it stayed without a word: {done.text[-300:]!r}")
        if left and b"Nothing was moved" in done.text:
            self.fails(f"moved: it said that nothing was moved: {done.text[-300:]!r}")
        said = sum(one["outcome"] == "moved" for one in outcomes(done))
        if said > self.moved:
            self.fails(f"moved: it said {said} moved, and {self.moved} were")
        if not left:
            return False
        # As after a restart of the computer.
        self.place.down()
        self.place.up()
        done = self.restore()
        self.place.settle()
        remarks = self.check("put back")
        if remarks or done.status != 0:
            words = ", ".join(sorted({f"{remark} {remarks.count(remark)}×" for remark in remarks}))
            self.fails(f"put back without a fault: it ended with {done.status}; {words or 'nothing is left over'}")
        self.back = left - (len(self.checker.before) - len(self.checker.at_home()))
        if self.back < left:
            self.fails(f"put back: {self.back} of {left} came back: {done.text[-300:]!r}")
        return True

    def killed(self, action, moment, is_patient):
        """The same, killed in the middle; two starts later everything has to be known.

        A start waits until the kernel and the server have forgotten what they remember. Where it need not be patient, the
        mount is made anew instead, as after a restart of the computer, and the wait is over at once.
        """
        self.begin()
        if action == self.restore and self.trash().status != 0:
            return
        how = {"kill_after": moment} if isinstance(moment, int) else {"wrapper": inject("signal=KILL", moment)}
        action(**how)
        self.result.runs += 1
        words = f"{action.__name__} killed at {moment}"
        for number in range(2):
            if not is_patient:
                self.place.settle()
                self.check(f"{words}, before start {number + 1}", settled=False)
                self.place.down()
                self.place.up()
            self.deckle("trash", "--yes", str(self.base / "no such photo"), leaps=not is_patient)
        self.place.settle()
        self.check(words)

    def row(self):
        user = "root" if self.user == 0 else "plain"
        return [self.name, user, self.moved, self.back, self.refusal, self.lost]


def outcomes(finished):
    try:
        return json.loads(finished.output)["files"]
    except (ValueError, KeyError):
        return []


def mounts(options, clock):
    """Real mounts (rclone, sshfs, gvfs, exFAT, NTFS, pools, encrypted): moved, killed and put back, nothing is lost."""
    if os.geteuid() != 0:
        raise Skipped("mounting needs root")
    result, rows = Result(), []
    base = Path(os.path.realpath(tempfile.mkdtemp(prefix="deckle-torture.")))
    os.chmod(base, 0o755)
    shim = build_shim(base)
    # A plain user may not look into every build folder.
    program = shutil.copy(options.program, base / "deckle")

    def hold(kind_and_user):
        number, (kind, user) = kind_and_user
        person = None
        try:
            if not os.path.exists("/dev/fuse") and not issubclass(PLACES[kind], Image):
                raise Skipped("there is no /dev/fuse")
            needs(*PLACES[kind].tools)
            person = Person(program, shim, base / str(number), kind, user)
            person.place.make()
            moves = person.there_and_back()
            if not options.quick or moves:
                moments = MOMENTS if not options.quick else random.Random(number).sample(MOMENTS, 2)
                # Where nothing moves, a kill early on still may leave something behind.
                for index, moment in enumerate(moments if moves else moments[::4]):
                    for turn, action in (1, person.trash), (4, person.restore):
                        if not clock.is_over and (moves or turn == 1):
                            person.killed(action, moment, is_patient=index % 6 == turn)
            return person.result, person.row()
        except Skipped as reason:
            row = [kind, "root" if user == 0 else "plain", "", "", f"skipped: {reason}", ""]
            return Result(notes=[f"{kind}: skipped, {reason}"]), row
        finally:
            if person:
                person.place.close()

    try:
        wanted = os.environ.get("DECKLE_MOUNTS", "")
        pairs = [(kind, user) for kind in PLACES if wanted in kind for user in (0, PLAIN)]
        # Most of the time goes by in waiting for what is written back.
        with ThreadPoolExecutor(6 * options.jobs) as pool:
            for one, row in pool.map(hold, enumerate(pairs)):
                result.merge(one)
                rows.append(row)
    finally:
        shutil.rmtree(base, ignore_errors=True)
    print("\n| mount | user | moved | back | refused because | lost |\n|---|---|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |")
    return result
