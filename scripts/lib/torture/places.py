"""File systems that are mounted for a trial: a cloud drive, network shares, cards, a pool and encrypted folders."""
import contextlib
import os
import select
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from report import Skipped
from room import run, unmount


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
