"""Says whether every photo is safe. Reads only the disk, and shares no code with what it checks.

Safe: the bytes of the photo, its mode and its time of change are at its place, or in a trash under a note
(.trashinfo) that is complete, names the original place and restores it, or in the folder that it was to be moved to. Nothing
else counts. Where photos are made smaller, another file may have the place of one that is in a trash: smaller, with the same
mode and times, a whole JPEG, and with the digest that the receipt of the batch has.
"""
import hashlib
import os
import re
import shutil
import sqlite3
import stat
import tempfile
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

DATE = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


@dataclass(frozen=True)
class Photo:
    digest: str
    mode: int
    modified: int
    attributes: tuple


def photo(path):
    """What a file is, or None where there is none. Never follows a link and never blocks."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return None
        digest = hashlib.sha256()
        while chunk := file.read(1 << 20):
            digest.update(chunk)
        return Photo(digest.hexdigest(), stat.S_IMODE(status.st_mode), status.st_mtime_ns, attributes(handle))


def attributes(handle):
    try:
        names = os.listxattr(handle)
    except OSError:
        return ()
    return tuple(sorted((name, os.getxattr(handle, name)) for name in names if name.startswith("user.")))


def photos(roots):
    """Every regular file below the roots by its path in bytes; trashes are left out."""
    found = {}
    for root in roots:
        for folder, folders, names in os.walk(os.fsencode(root)):
            folders[:] = [name for name in folders if not name.startswith(b".Trash")]
            for name in names:
                path = os.path.join(folder, name)
                if not os.path.islink(path) and (one := photo(path)):
                    found[path] = one
    return found


def original(note, top):
    """Where a note says that its file came from; None where the note is broken."""
    lines = note.split(b"\n")
    if lines[0] != b"[Trash Info]" or len(lines) < 3:
        return None
    given = [line[5:] for line in lines if line.startswith(b"Path=")]
    dates = [line[13:] for line in lines if line.startswith(b"DeletionDate=")]
    if len(given) != 1 or len(dates) != 1 or not DATE.fullmatch(dates[0]):
        return None
    path = unquote_to_bytes(given[0])
    if b"/../" in b"/" + path + b"/" or not path:
        return None
    if path.startswith(b"/"):
        return path
    return os.path.join(os.fsencode(top), path) if top else None


class Trash:
    """One trash folder. `top` is where its relative paths start; None for a home trash."""

    def __init__(self, path, top=None):
        self.path, self.top = os.fsencode(path), top

    def names(self, part):
        try:
            return set(os.listdir(os.path.join(self.path, part)))
        except OSError:
            return set()

    def entries(self):
        """(name, original path or None, what it is) for everything in files/."""
        notes = self.names(b"info")
        for name in sorted(self.names(b"files")):
            where = None
            if name + b".trashinfo" in notes:
                with open(os.path.join(self.path, b"info", name + b".trashinfo"), "rb") as file:
                    where = original(file.read(), self.top)
            yield name, where, photo(os.path.join(self.path, b"files", name))

    def stray_notes(self):
        files = self.names(b"files")
        return {note for note in self.names(b"info") if note.removesuffix(b".trashinfo") not in files}


def smaller_files(session):
    """The digests of the smaller files that the receipts know, by path. The session is copied: to open it changes it."""
    with tempfile.TemporaryDirectory() as work:
        copy = os.path.join(work, "session.sqlite")
        for ending in ("", "-wal"):
            if os.path.exists(f"{session}{ending}"):
                shutil.copy(f"{session}{ending}", copy + ending)
        known = {}
        if os.path.exists(copy):
            database = sqlite3.connect(copy)
            try:
                rows = database.execute(
                    "SELECT path, batch_replacement.digest FROM batch_replacement JOIN batch_file USING (batch, position)"
                    " WHERE batch_replacement.digest IS NOT NULL")
                for path, digest in rows:
                    known.setdefault(path, set()).add(digest.hex())
            except sqlite3.OperationalError:
                pass  # A session without a table yet.
            finally:
                database.close()
        return known


def contents(path):
    """The bytes of a file, or None where there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def is_inserted(text, old, now):
    """Whether a sidecar is the old one with one insertion that has a text in it."""
    start = len(os.path.commonprefix([old, now]))
    return len(now) > len(old) and now.endswith(old[start:]) and text in now[start : len(now) - len(old) + start]


class Checker:
    """Remembers the photos below the roots as they are now.

    `words` are sidecars of photos that stay, each with a photo that may go, and with the words that it must get then: it is
    the old one or has the words, and has them whenever that photo is away.
    """

    def __init__(self, roots, trashes, folder=None, receipts=None, words=None):
        self.roots, self.trashes, self.folder, self.receipts = roots, trashes, folder, receipts
        self.before = photos(roots)
        self.words = {path: (contents(path), *wanted) for path, wanted in (words or {}).items()}
        for path in self.words:
            del self.before[path]
        # Sidecars of which the program did not say that they have the words: it may have met a fault before it knew of them.
        self.unclaimed = set()
        # Whether the file system of the folder has permission bits, times and attributes.
        self.folder_keeps_attributes = True
        self.sizes = {path: os.path.getsize(path) for path in self.before}

    def is_smaller(self, path, was, now, known):
        """Whether what has the place of a photo is the smaller file that its receipt tells of."""
        with open(path, "rb") as file:
            content = file.read()
        return (
            now.digest in known.get(path, ()) and (now.mode, now.modified, now.attributes) == (
                was.mode, was.modified, was.attributes)
            and 0 < len(content) < self.sizes[path] and content.startswith(b"\xff\xd8") and content.endswith(b"\xff\xd9"))

    def problems(self, settled=False, copies=False):
        """One line for each photo that is not safe; once settled, also for everything left lying in a trash or the folder.

        Until it is settled a photo may be in both places at once, as in the middle of a move by hard link. A photo in the
        folder may be in its own trash as well: there it is a copy. Where `copies` may stay, it may also be at home.
        """
        problems = self.word_problems(settled)
        moved = list(photos([self.folder]).values()) if self.folder else []
        if not self.folder_keeps_attributes:
            # Only the bytes can tell which photo it is.
            photo_of = {one.digest: one for path, one in self.before.items() if photo(path) != one}
            moved = [photo_of.get(one.digest, one) for one in moved]
        trashed = {}
        known = smaller_files(self.receipts) if self.receipts else {}
        for trash in self.trashes:
            for name, where, one in trash.entries():
                trashed.setdefault(where, []).append(one)
                if settled and where is None:
                    problems.append(f"in the trash without a whole note: {name!r}")
            if settled:
                problems += [f"a note without its file: {name!r}" for name in sorted(trash.stray_notes())]
        for path, was in self.before.items():
            now = photo(path)
            places = (now == was) + sum(one == was for one in trashed.get(path, []))
            there = sum(one == was for one in moved)
            if places + there < 1 or (settled and (places > 1 or there > 1)):
                problems.append(f"{path!r} is in {places} places, and in the folder {there} times")
            if settled and there and now == was and not copies:
                problems.append(f"{path!r} is at home and in the folder")
            if now and now.digest != was.digest and not (places and self.is_smaller(path, was, now, known)):
                problems.append(f"{path!r} has other bytes")
            if settled and self.receipts and not now:
                problems.append(f"nothing is at {path!r}")
        if settled:
            # Nothing may appear beside the photos either: an empty file that reserved a name, a second copy.
            new = photos(self.roots).keys() - self.before.keys() - self.words.keys()
            problems += [f"{path!r} is new" for path in new if not self.is_unfinished(path)]
            known = set(self.before.values())
            problems += [f"in the folder, and no photo: {one}" for one in moved if one not in known]
        return problems

    def word_problems(self, settled):
        """One line for each sidecar that is neither the old nor the new one, or not the one that belongs to where its photo is."""
        problems = []
        for path, (old, source, text) in self.words.items():
            now, is_home = contents(path), photo(source) == self.before[source]
            has_words = now is not None and is_inserted(text, old, now)
            if now != old and not has_words:
                problems.append(f"{path!r} is neither the old sidecar nor one with the words")
            elif not is_home and not has_words and path not in self.unclaimed:
                problems.append(f"{source!r} is away, and its words are not in {path!r}")
            elif is_home and has_words and settled:
                problems.append(f"{source!r} is at home, and its words are in {path!r} all the same")
        return problems

    def is_unfinished(self, path):
        """Whether a file is a sidecar that was being written when the program ended: under its hidden name it may stay."""
        return bool(self.words) and os.path.basename(path).startswith(b".deckle-unfinished-")

    def at_home(self):
        return {path for path, was in self.before.items() if photo(path) == was}
