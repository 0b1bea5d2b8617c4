"""What others do to a library between two looks of Deckle: people, editors, file managers, cables."""
import os
import shutil

from lifetree import SCENES, picture
from room import run


def pictures(life):
    return sorted(path for path in life.tree.look() if not path.endswith((b".xmp", b".dng")))


def some(life, paths):
    """Mostly one that something was said about: there an old word may meet what is new."""
    spoken = {word.path for word in life.words.all()}.intersection(paths)
    if spoken and life.chance.random() < 0.6:
        paths = spoken
    return life.chance.choice(sorted(paths)) if paths else None


def copy(life):
    """A photo is copied, by a copy that keeps the times or by one that does not."""
    if path := some(life, pictures(life)):
        target = os.path.join(folder(life), life.tree.name(b"." + path.rsplit(b".")[-1]))
        (shutil.copy2 if life.chance.random() < 0.5 else shutil.copy)(path, target)
        return path, target


def edit(life):
    """Other bytes of the same length under the same name, inode and time: only the time of change tells."""
    if path := some(life, pictures(life)):
        status = os.stat(path)
        held = bytearray(open(path, "rb").read())
        # In a comment where there is one, so that the picture can still be read.
        place = held.find(b"Comment\0") + 8 if b"Comment\0" in held else len(held) - 30
        held[place] ^= 1 + life.chance.randrange(255)
        os.chmod(path, 0o644)
        with open(path, "r+b") as file:
            file.write(held)
        os.chmod(path, status.st_mode & 0o777)
        if life.chance.random() < 0.8:
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        return path


def replace(life):
    """A new file is renamed over an old one, with other bytes or the same, with the old time or a new one."""
    if path := some(life, pictures(life)):
        status = os.stat(path)
        held = open(path, "rb").read()
        if life.chance.random() < 0.7:
            held = picture(life.chance.randrange(SCENES), comment=b"%d" % life.chance.randrange(100))
        new = path + b".part"
        with open(new, "xb") as file:
            file.write(held)
        if life.chance.random() < 0.5:
            os.utime(new, ns=(status.st_atime_ns, status.st_mtime_ns))
        os.rename(new, path)
        return path


def rename(life):
    if path := some(life, pictures(life)):
        name = os.path.basename(path) if life.chance.random() < 0.3 else life.tree.name(b"." + path.rsplit(b".")[-1])
        target = os.path.join(folder(life), name)
        # Another volume: a person would copy and erase.
        if not os.path.lexists(target) and os.stat(os.path.dirname(target)).st_dev == os.stat(path).st_dev:
            os.rename(path, target)
            return path, target


def swap(life):
    """Two photos exchange their names."""
    paths = pictures(life)
    if len(paths) > 1:
        one, other = life.chance.sample(paths, 2)
        if os.stat(one).st_dev == os.stat(other).st_dev:
            os.rename(one, one + b".part")
            os.rename(other, one)
            os.rename(one + b".part", other)
            return one, other


def rename_folder(life):
    """A folder gets another name, and mostly the old one again later."""
    path = os.path.join(life.tree.library, b"old")
    if os.path.isdir(path) and not os.path.lexists(path + b" renamed"):
        os.rename(path, path + b" renamed")
        return path
    if os.path.isdir(path + b" renamed") and not os.path.lexists(path):
        os.rename(path + b" renamed", path)
        return path, b"back"


def unplug(life):
    """The library is away, or there again."""
    path = life.tree.library
    if not os.path.isdir(path + b".away"):
        os.rename(path, path + b".away")
        return path, b"away"
    if os.path.lexists(path):
        life.tree.count += 1
        os.rename(path, path + b".put back %d" % life.tree.count)
    os.rename(path + b".away", path)
    return path, b"there again"


def delete(life):
    if path := some(life, pictures(life)):
        os.unlink(path)
        return path


def touch(life):
    """The time of change alone: another mode, or a second name."""
    if path := some(life, pictures(life)):
        if life.chance.random() < 0.5:
            os.chmod(path, life.chance.choice([0o644, 0o600, 0o440]))
        else:
            os.link(path, os.path.join(os.path.dirname(path), life.tree.name(b"." + path.rsplit(b".")[-1])))
        return path


def sidecar(life):
    if path := some(life, pictures(life)):
        name = path + b".xmp"
        if os.path.lexists(name):
            with open(name, "ab") as file:
                file.write(b"more")
        else:
            life.tree.sidecar(path)
        return path


def put_back(life):
    """By trash-cli, or by hand: then the note stays behind or goes."""
    entries = [(trash, name, where) for trash in life.room.trashes for name, where, held in trash.entries() if where and held]
    if not entries:
        return None
    trash, name, where = life.chance.choice(entries)
    if os.path.lexists(where) or not os.path.isdir(os.path.dirname(where)):
        return None
    if shutil.which("trash-restore") and life.chance.random() < 0.5:
        run(["trash-restore", where], life.room.environment, data=b"0\n")
        return b"trash-cli", where
    os.rename(os.path.join(trash.path, b"files", name), where)
    if life.chance.random() < 0.5:
        os.unlink(os.path.join(trash.path, b"info", name + b".trashinfo"))
    return b"by hand", where


def throw(life):
    """Somebody else puts a photo into the trash."""
    path = some(life, pictures(life))
    if path and shutil.which("trash-put"):
        run(["trash-put", "--", path], life.room.environment)
        return path


def folder(life):
    there = [one for one in life.tree.folders if os.path.isdir(one)]
    return life.chance.choice(there) if there else life.tree.disk


# Settings.


def write_settings(life, **change):
    life.settings |= change
    lines = [f"similarThreshold = {life.settings['similar']}", f"duplicateThreshold = {life.settings['duplicate']}"]
    names = ", ".join(f'"{os.fsdecode(path)}"' for path in life.settings["protected"])
    lines.append(f"protectedFolders = [{names}]")
    path = life.room.disk / "home/config/deckle/config.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")
    life.ever_protected.update(life.settings["protected"])
    life.oracle.protected = list(life.settings["protected"])


def protect(life):
    one = life.chance.choice([os.path.join(life.tree.library, b"old"), life.tree.trip, life.tree.backup])
    others = [path for path in life.settings["protected"] if path != one]
    write_settings(life, protected=others if len(others) < len(life.settings["protected"]) else others + [one])
    return life.settings["protected"]


def slide(life):
    write_settings(life, similar=life.chance.choice([0.5, 0.8, 0.95]), duplicate=life.chance.choice([0.6, 0.95, 0.99]))
    return life.settings["similar"], life.settings["duplicate"]


HANDS = {copy: 5, edit: 5, replace: 4, rename: 4, swap: 2, rename_folder: 2, unplug: 2, delete: 3, touch: 3, sidecar: 2,
         put_back: 4, throw: 1, protect: 4, slide: 2}
