"""What a life may do to its photos. Knows the disk, what the user said and what was told on the screen; nothing of the program."""
import os
from collections import Counter, defaultdict
from dataclasses import dataclass, field


@dataclass
class Scene:
    """The disk at one moment: files at home by path, files in trashes by place with (where they came from, what they are)."""

    home: dict
    trash: dict
    notes: set

    @classmethod
    def of(cls, tree, trashes):
        entries = {(index, name): (where, held) for index, one in enumerate(trashes) for name, where, held in one.entries()}
        return cls(tree.look(), entries, {(index, note) for index, one in enumerate(trashes) for note in one.stray_notes()})


@dataclass
class Change:
    """What one step of the program moved: paths that left home, and paths that came back to it."""

    left: set = field(default_factory=set)
    back: set = field(default_factory=set)


def same_photo(path, other):
    """Files of one folder and one name but for the endings may be of one photo."""
    mine, theirs = os.path.basename(path), os.path.basename(other)
    return os.path.dirname(path) == os.path.dirname(other) and mine.split(b".")[0] == theirs.split(b".")[0]


class Oracle:
    """Holds every step of the program against what was there before it."""

    def __init__(self, tree, trashes, words):
        self.tree, self.trashes, self.words = tree, trashes, words
        # Folders under which nothing may move; notes that somebody's hand left without a file.
        self.protected, self.orphans = [], set()
        self.problems = []
        # Places in a trash where the program put something.
        self.own = set()
        # How often each rule had something to judge: a life in which nothing moves proves nothing.
        self.counts = Counter()

    def scene(self):
        return Scene.of(self.tree, self.trashes)

    def check(self, holds, words):
        if not holds:
            self.problems.append(words)

    def judge(self, before, cut=False, erased=frozenset()):
        """Nothing vanished, nothing was overwritten, nothing came from nowhere, and what must stay stayed.

        - cut: the program was killed; then a note may be there before its file.
        - erased: places in the trash of which the program said that it erases them.
        """
        after, change = self.scene(), Change()
        for path, was in before.home.items():
            now = after.home.get(path)
            if now is None:
                change.left.add(path)
                place = [key for key, one in after.trash.items() if one == (path, was.held) and key not in before.trash]
                self.check(place, f"{path!r} is gone from home and in no trash under a whole note")
            else:
                self.check(now.held == was.held and now.inode == was.inode, f"{path!r} was overwritten or changed")
        for path in after.home.keys() - before.home.keys():
            change.back.add(path)
            held = after.home[path].held
            place = [key for key, one in before.trash.items() if one == (path, held) and key not in after.trash]
            self.check(place, f"{path!r} is new at home and did not come whole from the trash")
        for key, (where, held) in before.trash.items():
            if key in after.trash:
                self.check(after.trash[key] == (where, held), f"{key!r} in the trash is not what it was")
                continue
            self.own.discard(key)
            if key not in erased:
                self.check(where in change.back, f"{key!r} of {where!r} is gone from the trash and not at home")
        for key, (where, held) in after.trash.items():
            if key not in before.trash:
                self.own.add(key)
                self.check(where in change.left, f"{key!r} is new in the trash and came from {where!r}, which did not leave")
        if not cut:
            notes = after.notes - self.orphans
            self.check(not notes, f"notes without a file: {notes}")
        self.judge_leaving(before, after, change)
        self.counts["moved"] += len(change.left)
        self.counts["put back"] += len(change.back)
        return after, change

    def judge_leaving(self, before, after, change):
        """The last of its content stays, and so does what is protected."""
        for path in change.left:
            for folder in self.protected:
                self.check(not path.startswith(folder + b"/"), f"{path!r} was moved out of the protected {folder!r}")
        copies = defaultdict(set)
        for path, file in before.home.items():
            if not path.endswith(b".xmp"):
                copies[file.digest].add(file.inode)
        staying = {file.digest for file in after.home.values()}
        for path in change.left:
            digest = before.home[path].digest
            if len(copies[digest]) > 1:
                self.counts["copies"] += 1
                self.check(digest in staying, f"{path!r} left, and none of its {len(copies[digest])} copies stayed")

    # What was said.

    def judge_document(self, before, change, files, moved, byte_count):
        """A document says of each file what the disk shows."""
        word = "moved" if moved else "restored"
        said = {path for path, outcome in files if outcome == word}
        seen = change.left if moved else change.back
        home = before.home if moved else self.scene().home
        # What somebody else had put back is home again, too.
        there = set() if moved else before.home.keys() & home.keys()
        self.check(seen <= said <= seen | there, f"it said {word} of {sorted(said - seen)} and not of {sorted(seen - said)}")
        size = sum(home[path].size for path in said if path in home)
        self.check(byte_count == size, f"it said {byte_count} bytes {word}, and they are {size}")

    def judge_plan(self, before, after, change, plan):
        """A plan moves what it names, while it is what it was, while something of its sets stays, and nothing that was kept."""
        for path in change.left:
            owner = next((one for one in plan.photos if path == one or path in plan.photos[one].companions), None)
            self.check(owner is not None, f"{path!r} is not in the plan and went")
            if owner is None:
                continue
            photo = plan.photos[owner]
            self.check(photo.decision == "delete", f"{path!r} went, and the plan says {photo.decision}")
            self.check(plan.held.get(path) == before.home[path].digest, f"{path!r} is not what the plan was made for")
            kept = self.words.is_kept(owner, before.home[owner] if owner in before.home else None)
            self.check(not kept or photo.insisted, f"{path!r} went by a plan, and the last word is to keep it")
            for name in photo.sets:
                stays = [other for other, one in plan.photos.items()
                         if name in one.sets and other != owner and other in after.home
                         and after.home[other].digest == plan.held.get(other)]
                self.check(stays, f"{path!r} went, and nothing of its set {name} stayed as it was")
        self.counts["by plan"] += len(change.left)

    def judge_review(self, before, change):
        """The interface moves what was marked in this library, as it was when it was marked."""
        for path in change.left:
            owner = path
            if not self.words.said(path):
                owner = next((one for one in change.left if same_photo(one, path) and self.words.said(one)), path)
            word = self.words.last(owner)
            self.check(word is not None and word.decision == "delete", f"{path!r} went, and the last word on it is {word}")
            if word is not None and word.decision == "delete":
                self.check(word.file.digest == before.home[owner].digest, f"{path!r} went, and changed since it was marked")
        self.counts["by review"] += len(change.left)
