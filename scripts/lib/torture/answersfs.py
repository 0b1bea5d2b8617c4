"""A file system in user space whose answers get lost, come before the deed, or are old. FUSE over /dev/fuse, no packages.

    python3 scripts/lib/torture/answersfs.py BACK MOUNT [OPTION]...

shows the folder BACK at MOUNT, prints "ready" once it is mounted, and ends when it is unmounted: then it prints how many
calls of each kind it saw, as one line of JSON. Needs root. What the file system is:

noflags       a rename that must not replace anything (RENAME_NOREPLACE) is answered with EINVAL, as by libfuse 2
nolink        a hard link is answered with EPERM
cache=S       the kernel keeps names and attributes for S seconds without asking again (0; libfuse's own is 1)
negative=S    it also keeps for S seconds that there is nothing of a name (0)
inodes=stable the numbers of files are those of BACK; the default
inodes=names  a file has the number of its name, as libfuse gives it without use_ino: it goes along with a rename that was
              answered, and with no other; two hard links have two
inodes=changing
              a file gets another number with each rename
inodes=reads  the same, and also whenever it was read, and with its whole folder whenever that is listed
upload=S      as rclone with a cache of writes: what is in a file that was made here comes to BACK only S seconds after it
              was closed, over whatever has that name then. A rename of the file takes its upload along; a rename of
              another file over it does not end it. A sync does nothing
late=S        what is done after its answer is done S seconds after it (2)
type=NAME     the type in the table of mounts: fuse.NAME (answers)
fault=KIND:N:WAY
              what happens at the N-th call of a kind; may be repeated

The kinds: lookup getattr setattr create mkdir unlink rmdir rename link open read write fsync flush release opendir
readdir statfs access, and "any" for all of them together; a rename or a link that this file system cannot do counts for
none. The ways; -ERROR is the name of the error answered, EIO where
none is said:

lost[-ERROR]  done, and the answer is the error: ENOENT or EEXIST are what a client says that asked a second time
late[-ERROR]  the error is answered, and it is done later: renames, links, unlinks, folders, empty files, writes, attributes
later         it is answered as done, and done later; until then everything else sees the state before: renames, links,
              unlinks and attributes
deny[-ERROR]  not done
half[-ERROR]  half of a write is done
kill          done, and the process that called is killed before it gets the answer
kill-before   killed before it is done, and it is not done

Each line on the standard input is an order, answered with one line:

fault KIND:N:WAY ...  these faults instead of the ones before, counted from now on; none: no fault from now on
calls                 the calls since then by kind, and under "met" how many of the faults were met, as JSON
drain                 does everything that is still to be done late or uploaded; answers how much that was
expire                makes the kernel forget names and attributes, as it does by itself once their time is over
"""
import ctypes
import errno
import json
import os
import select
import signal
import struct
import sys
import time

OPCODES = {
    1: "lookup", 3: "getattr", 4: "setattr", 9: "mkdir", 10: "unlink", 11: "rmdir", 12: "rename", 13: "link", 14: "open",
    15: "read", 16: "write", 17: "statfs", 18: "release", 20: "fsync", 25: "flush", 27: "opendir", 28: "readdir",
    29: "release", 30: "fsync", 34: "access", 35: "create", 45: "rename",
}
INIT, DESTROY, FORGETS = 26, 38, (2, 36, 42)
NOREPLACE = 1
BILLION = 10**9


class Later:
    """What is done after its answer."""

    def __init__(self, due, deed):
        self.due, self.deed = due, deed


class Upload:
    """The content of a file that has not come to the backing folder; `due` is None while it is open."""

    def __init__(self, number, mode):
        self.file = os.memfd_create("upload")
        os.fchmod(self.file, mode)
        self.number, self.due, self.open = number, None, 0


class Fault:
    def __init__(self, text):
        self.kind, number, way = text.split(":")
        self.number = int(number)
        self.way, _, error = way.partition("-")
        if way == "kill-before":
            self.way, error = way, ""
        self.error = getattr(errno, error or "EIO")
        self.is_met = False


class AnswersFS:
    def __init__(self, back, mount, options):
        self.back, self.mount = os.fsencode(os.path.abspath(back)), os.fsencode(os.path.abspath(mount))
        given = [option.partition("=")[::2] for option in options]
        values = dict(given)
        self.has_flags, self.has_links = "noflags" not in values, "nolink" not in values
        self.cache, self.negative = float(values.get("cache") or 0), float(values.get("negative") or 0)
        self.numbering = values.get("inodes", "stable")
        self.upload_after = float(values["upload"]) if "upload" in values else None
        self.late_after = float(values.get("late") or 2)
        self.type = values.get("type", "answers")
        # Nodes are the kernel's names for files: one for each path that it was told.
        self.paths, self.nodes, self.next_node = {1: b""}, {b"": 1}, 2
        self.handles, self.next_handle = {}, 1
        self.generations, self.aliases, self.next_number = {}, {}, 1 << 48
        self.uploads, self.waiting, self.asked = {}, [], set()
        self.set_faults([value for name, value in given if name == "fault"])

    def set_faults(self, texts):
        self.faults, self.calls = [Fault(text) for text in texts], {}

    # The way to the kernel.

    def start(self):
        # Who asked may be gone between the poll and the read.
        self.device = os.open("/dev/fuse", os.O_RDWR | os.O_NONBLOCK)
        data = f"fd={self.device},rootmode=40000,user_id=0,group_id=0,allow_other,default_permissions"
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.mount(b"answers", self.mount, f"fuse.{self.type}".encode(), 0, data.encode()):
            raise OSError(ctypes.get_errno(), "the file system cannot be mounted")

    def serve(self):
        """Answers until it is unmounted."""
        poll = select.poll()
        poll.register(self.device, select.POLLIN)
        poll.register(0, select.POLLIN)
        while True:
            ready = dict(poll.poll(self.until_next()))
            self.do_what_is_due()
            if 0 in ready and not self.obey(sys.stdin.readline()):
                poll.unregister(0)
            if self.device in ready and not self.answer():
                break
        self.do_what_is_due(all=True)

    def until_next(self):
        times = [later.due for later in self.waiting] + [one.due for one in self.uploads.values() if one.due]
        return max(0, (min(times) - time.monotonic()) * 1000 + 1) if times else None

    def obey(self, line):
        words = line.split()
        if not words:
            return bool(line)
        if words[0] == "fault":
            self.set_faults(words[1:])
            print("ok", flush=True)
        elif words[0] == "calls":
            print(self.counted(), flush=True)
        elif words[0] == "drain":
            print(self.do_what_is_due(all=True), flush=True)
        elif words[0] == "expire":
            self.expire()
            print("ok", flush=True)
        return True

    def counted(self):
        return json.dumps(self.calls | {"met": sum(fault.is_met for fault in self.faults)})

    def expire(self):
        """Names and attributes are forgotten by order of the server; the kernel may not know one any more."""
        for folder, name in self.asked:
            if folder in self.nodes:
                self.notify(3, struct.pack("<QII", self.nodes[folder], len(name), 0) + name + b"\0")
        for node in self.paths:
            self.notify(2, struct.pack("<Qqq", node, 0, 0))

    def notify(self, code, body):
        try:
            os.write(self.device, struct.pack("<IiQ", 16 + len(body), code, 0) + body)
        except OSError:
            pass

    def answer(self):
        """Takes one request and answers it; False once there is no mount any more."""
        try:
            request = os.read(self.device, 1 << 20)
        except OSError as error:
            return error.errno != errno.ENODEV
        length, opcode, unique, node = struct.unpack_from("<IIQQ", request)
        if opcode in FORGETS:
            return True
        if opcode == DESTROY:
            return False
        caller, = struct.unpack_from("<I", request, 32)
        try:
            result, code = self.take(opcode, node, request[40:length], caller), 0
        except OSError as error:
            result, code = b"", -error.errno
        try:
            os.write(self.device, struct.pack("<IiQ", 16 + len(result), code, unique) + result)
        except OSError:
            # Who asked is gone.
            pass
        return True

    # What becomes of a call.

    def take(self, opcode, node, body, caller):
        if opcode == INIT:
            return struct.pack("<IIIIHHIIHHIIIIIIII", 7, 31, 65536, 0, 12, 10, 131072, 1, 0, 0, *([0] * 8))
        kind = OPCODES.get(opcode)
        if kind is None:
            raise OSError(errno.ENOSYS, "")
        path = self.paths.get(node, b"")
        if kind == "rename":
            # What this file system cannot do is not among the calls that are counted.
            self.may_be_asked(self.renamed(opcode, path, body)[2])
        elif kind == "link" and not self.has_links:
            raise OSError(errno.EPERM, "")
        fault = self.fault(kind, caller)
        call = getattr(self, kind)
        if fault is None:
            return call(opcode, path, body)
        if fault.way == "kill-before":
            os.kill(caller, signal.SIGKILL)
            raise OSError(errno.EIO, "")
        if fault.way == "deny":
            raise OSError(fault.error, "")
        if fault.way == "late" or fault.way == "later":
            # What stands under the names now decides whether it can be done at all.
            self.check(kind, opcode, path, body)
            self.waiting.append(Later(time.monotonic() + self.late_after, self.deed(kind, opcode, path, body)))
            if fault.way == "late":
                raise OSError(fault.error, "")
            return self.as_if_done(kind, opcode, path, body)
        if fault.way == "half":
            handle, offset, size = struct.unpack_from("<QQI", body)
            os.pwrite(self.handles[handle].file, body[40:40 + size // 2], offset)
            raise OSError(fault.error, "")
        # A call that fails by itself is answered as it failed. What was done and not answered the kernel does not know,
        # and neither does a table of nodes as libfuse keeps it.
        result = call(opcode, path, body, is_answered=fault.way == "kill")
        if fault.way == "kill":
            os.kill(caller, signal.SIGKILL)
            return result
        raise OSError(fault.error, "")

    def fault(self, kind, caller):
        found = None
        for name in (kind, "any"):
            self.calls[name] = self.calls.get(name, 0) + 1
            for fault in self.faults:
                if fault.kind != name or fault.number != self.calls[name]:
                    continue
                if caller == 0 and fault.way.startswith("kill"):
                    # The kernel calls for itself, and 0 is no process to kill: the next call is meant.
                    fault.number += 1
                else:
                    fault.is_met, found = True, fault
        return found

    def check(self, kind, opcode, path, body):
        if kind == "rename":
            old, new, flags = self.renamed(opcode, path, body)
            self.may_rename(old, new, flags)
        elif kind == "link":
            self.may_link(*self.linked(path, body))
        elif kind in ("create", "mkdir"):
            if self.is_there(self.named(path, body[16 if kind == "create" else 8:])):
                raise OSError(errno.EEXIST, "")
        elif kind == "unlink" and not self.is_there(self.named(path, body)):
            raise OSError(errno.ENOENT, "")

    def deed(self, kind, opcode, path, body):
        if kind == "write":
            # By then the file is closed.
            handle, offset, size = struct.unpack_from("<QQI", body)
            file, data = os.dup(self.handles[handle].file), body[40:40 + size]
            return lambda: (os.pwrite(file, data, offset), os.close(file))
        if kind == "create":
            flags, mode, umask, _ = struct.unpack_from("<IIII", body)
            new = self.real(self.named(path, body[16:]))
            return lambda: os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode & ~umask & 0o7777))
        call = getattr(self, kind)
        return lambda: call(opcode, path, body, is_answered=False)

    def as_if_done(self, kind, opcode, path, body):
        if kind == "rename":
            old, new, _ = self.renamed(opcode, path, body)
            self.move_nodes(old, new)
        elif kind == "unlink":
            self.nodes.pop(self.named(path, body), None)
        elif kind == "link":
            old, new = self.linked(path, body)
            return self.entry(new, self.attributes(old, self.status(old)))
        elif kind == "setattr":
            return self.getattr(3, path, b"")
        else:
            raise OSError(errno.EIO, "")
        return b""

    def do_what_is_due(self, all=False):
        now, count = time.monotonic(), 0
        for later in [later for later in self.waiting if all or later.due <= now]:
            self.waiting.remove(later)
            count += 1
            try:
                later.deed()
            except OSError:
                # Something else has the name by now.
                pass
        for path in [path for path, one in self.uploads.items() if one.due and (all or one.due <= now)]:
            count += 1
            self.finish_upload(path)
        return count

    # Names, nodes and numbers.

    def real(self, path):
        return os.path.join(self.back, path) if path else self.back

    def named(self, folder, rest):
        name = rest.split(b"\0")[0]
        return folder + b"/" + name if folder else name

    def node(self, path):
        if path not in self.nodes:
            self.nodes[path] = self.next_node
            self.paths[self.next_node] = path
            self.next_node += 1
        return self.nodes[path]

    def move_nodes(self, old, new):
        self.nodes.pop(new, None)
        for path in [path for path in self.nodes if path == old or path.startswith(old + b"/")]:
            node = self.nodes.pop(path)
            path = new + path[len(old):]
            self.nodes[path], self.paths[node] = node, path

    def is_there(self, path):
        return path in self.uploads or os.path.lexists(self.real(path))

    def status(self, path):
        return os.fstat(self.uploads[path].file) if path in self.uploads else os.lstat(self.real(path))

    def number(self, path, status):
        if self.numbering == "names":
            return self.node(path)
        if path in self.uploads:
            return self.uploads[path].number
        number = self.aliases.get(status.st_ino, status.st_ino)
        return number + (self.generations.get(status.st_ino, 0) << 52)

    def renumber(self, path):
        if self.numbering in ("changing", "reads") and path not in self.uploads:
            try:
                number = os.lstat(self.real(path)).st_ino
            except OSError:
                return
            self.generations[number] = self.generations.get(number, 0) + 1

    def attributes(self, path, status):
        links = 1 if self.numbering == "names" and path in self.uploads else max(1, status.st_nlink)
        return struct.pack(
            "<QQQQQQIIIIIIIIII", self.number(path, status), status.st_size, status.st_blocks,
            status.st_atime_ns // BILLION, status.st_mtime_ns // BILLION, status.st_ctime_ns // BILLION,
            status.st_atime_ns % BILLION, status.st_mtime_ns % BILLION, status.st_ctime_ns % BILLION,
            status.st_mode, links, status.st_uid, status.st_gid, 0, 4096, 0)

    def entry(self, path, attributes=None):
        attributes = attributes or self.attributes(path, self.status(path))
        seconds, part = int(self.cache), int(self.cache % 1 * BILLION)
        return struct.pack("<QQQQII", self.node(path), 0, seconds, seconds, part, part) + attributes

    # The calls. Each has the opcode, the path of the node it is about, and the rest of the request.

    def lookup(self, opcode, path, body, is_answered=True):
        name = body.split(b"\0")[0]
        self.asked.add((path, name))
        try:
            return self.entry(self.named(path, body))
        except FileNotFoundError:
            if not self.negative:
                raise
            return struct.pack("<QQQQII", 0, 0, int(self.negative), 0, int(self.negative % 1 * BILLION), 0) + bytes(88)

    def getattr(self, opcode, path, body, is_answered=True):
        seconds, part = int(self.cache), int(self.cache % 1 * BILLION)
        return struct.pack("<QII", seconds, part, 0) + self.attributes(path, self.status(path))

    def setattr(self, opcode, path, body, is_answered=True):
        valid, _, _, size, _, _, modified, _, _, modified_part, _, mode, _, user, group = struct.unpack_from(
            "<IIQQQQQQIIIIIII", body)
        target = self.uploads[path].file if path in self.uploads else self.real(path)
        if valid & 1:
            os.chmod(target, mode & 0o7777)
        if valid & 6:
            os.chown(target, user if valid & 2 else -1, group if valid & 4 else -1)
        if valid & 8:
            os.truncate(target, size)
        if valid & 32:
            at = modified * BILLION + modified_part if not valid & 256 else time.time_ns()
            os.utime(target, ns=(at, at))
        return self.getattr(opcode, path, b"")

    def mkdir(self, opcode, path, body, is_answered=True):
        mode, umask = struct.unpack_from("<II", body)
        new = self.named(path, body[8:])
        os.mkdir(self.real(new), mode & ~umask)
        self.asked.add((path, body[8:].split(b"\0")[0]))
        return self.entry(new)

    def unlink(self, opcode, path, body, is_answered=True):
        gone = self.named(path, body)
        upload = self.uploads.pop(gone, None)
        if upload is None or os.path.lexists(self.real(gone)):
            os.unlink(self.real(gone))
        if is_answered:
            self.nodes.pop(gone, None)
        return b""

    def rmdir(self, opcode, path, body, is_answered=True):
        gone = self.named(path, body)
        os.rmdir(self.real(gone))
        if is_answered:
            self.nodes.pop(gone, None)
        return b""

    def renamed(self, opcode, path, body):
        """Both names and the flags."""
        folder, flags, rest = struct.unpack_from("<Q", body)[0], 0, body[8:]
        if opcode == 45:
            folder, flags, _ = struct.unpack_from("<QII", body)
            rest = body[16:]
        old, new, *_ = rest.split(b"\0")
        self.asked |= {(path, old), (self.paths[folder], new)}
        return self.named(path, old), self.named(self.paths[folder], new), flags

    def may_be_asked(self, flags):
        if flags and (not self.has_flags or flags != NOREPLACE):
            raise OSError(errno.EINVAL, "")

    def may_rename(self, old, new, flags):
        if flags and self.is_there(new):
            raise OSError(errno.EEXIST, "")
        if not self.is_there(old):
            raise OSError(errno.ENOENT, "")

    def rename(self, opcode, path, body, is_answered=True):
        old, new, flags = self.renamed(opcode, path, body)
        self.may_rename(old, new, flags)
        if old in self.uploads:
            self.uploads[new] = self.uploads.pop(old)
        else:
            os.rename(self.real(old), self.real(new))
        if is_answered:
            self.move_nodes(old, new)
        self.renumber(new)
        return b""

    def linked(self, path, body):
        node, = struct.unpack_from("<Q", body)
        self.asked.add((path, body[8:].split(b"\0")[0]))
        return self.paths[node], self.named(path, body[8:])

    def may_link(self, old, new):
        if old in self.uploads:
            raise OSError(errno.EPERM, "")
        if self.is_there(new):
            raise OSError(errno.EEXIST, "")

    def link(self, opcode, path, body, is_answered=True):
        old, new = self.linked(path, body)
        self.may_link(old, new)
        os.link(self.real(old), self.real(new))
        return self.entry(new)

    def opened(self, file, path, was_made=False):
        handle = self.next_handle
        self.next_handle += 1
        self.handles[handle] = Handle(file, path, was_made)
        return struct.pack("<QII", handle, 0, 0)

    def open(self, opcode, path, body, is_answered=True):
        flags, = struct.unpack_from("<I", body)
        if path in self.uploads:
            return self.opened(os.dup(self.uploads[path].file), path)
        return self.opened(os.open(self.real(path), flags & ~os.O_NOFOLLOW & ~os.O_CREAT), path)

    def opendir(self, opcode, path, body, is_answered=True):
        return self.opened(os.open(self.real(path), os.O_RDONLY | os.O_DIRECTORY), path)

    def create(self, opcode, path, body, is_answered=True):
        flags, mode, umask, _ = struct.unpack_from("<IIII", body)
        new = self.named(path, body[16:])
        self.asked.add((path, body[16:].split(b"\0")[0]))
        mode = mode & ~umask & 0o7777
        if self.upload_after is None:
            file = os.open(self.real(new), flags & ~os.O_NOFOLLOW | os.O_CREAT, mode)
            if not is_answered:
                os.close(file)
                return b""
            return self.entry(new) + self.opened(file, new)
        if self.is_there(new):
            raise OSError(errno.EEXIST, "")
        self.next_number += 1
        upload = self.uploads[new] = Upload(self.next_number, mode)
        if not is_answered:
            upload.due = time.monotonic() + self.upload_after
            return b""
        upload.open += 1
        return self.entry(new) + self.opened(os.dup(upload.file), new, was_made=True)

    def read(self, opcode, path, body, is_answered=True):
        handle, offset, size = struct.unpack_from("<QQI", body)
        self.handles[handle].was_read = True
        return os.pread(self.handles[handle].file, size, offset)

    def write(self, opcode, path, body, is_answered=True):
        handle, offset, size = struct.unpack_from("<QQI", body)
        return struct.pack("<II", os.pwrite(self.handles[handle].file, body[40:40 + size], offset), 0)

    def fsync(self, opcode, path, body, is_answered=True):
        if self.upload_after is None:
            os.fsync(self.handles[struct.unpack_from("<Q", body)[0]].file)
        return b""

    def flush(self, opcode, path, body, is_answered=True):
        return b""

    def access(self, opcode, path, body, is_answered=True):
        return b""

    def release(self, opcode, path, body, is_answered=True):
        handle = self.handles.pop(struct.unpack_from("<Q", body)[0])
        os.close(handle.file)
        if handle.was_read and self.numbering == "reads":
            self.renumber(handle.path)
        if handle.was_made:
            # By now it may have another name.
            upload = self.uploads.get(path) or self.uploads.get(handle.path)
            if upload:
                upload.open -= 1
                upload.due = time.monotonic() + self.upload_after
        return b""

    def finish_upload(self, path):
        upload = self.uploads.pop(path)
        status, place = os.fstat(upload.file), self.real(path)
        try:
            target = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        except OSError:
            return
        os.pwrite(target, os.pread(upload.file, status.st_size, 0), 0)
        os.fchmod(target, status.st_mode & 0o7777)
        self.aliases[os.fstat(target).st_ino] = upload.number
        os.close(target)
        os.close(upload.file)

    def readdir(self, opcode, path, body, is_answered=True):
        _, offset, size = struct.unpack_from("<QQI", body)
        waiting = [os.path.basename(one) for one in self.uploads if os.path.dirname(one) == path]
        names = [b".", b".."] + sorted({*os.listdir(self.real(path)), *waiting})
        if offset == 0 and self.numbering == "reads":
            for name in names[2:]:
                self.renumber(self.named(path, name))
        result = b""
        for index, name in enumerate(names[offset:], offset):
            entry = struct.pack("<QQII", 1, index + 1, len(name), 0) + name
            entry += bytes(-len(entry) % 8)
            if len(result) + len(entry) > size:
                break
            result += entry
        return result

    def statfs(self, opcode, path, body, is_answered=True):
        status = os.statvfs(self.back)
        return struct.pack(
            "<QQQQQIIIIIIIIII", status.f_blocks, status.f_bfree, status.f_bavail, status.f_files, status.f_ffree,
            status.f_bsize, status.f_namemax, status.f_frsize, 0, *([0] * 6))


class Handle:
    def __init__(self, file, path, was_made):
        self.file, self.path, self.was_made, self.was_read = file, path, was_made, False


def main():
    back, mount, *options = sys.argv[1:]
    drive = AnswersFS(back, mount, options)
    drive.start()
    print("ready", flush=True)
    drive.serve()
    print(drive.counted(), flush=True)


if __name__ == "__main__":
    main()
