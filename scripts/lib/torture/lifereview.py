"""Sittings of a life at the interface: cards, keys, the bin, the question before the move, and kills in between."""
import os
import re
import sqlite3
import time

import lifehands
from screen import Screen

CARD = re.compile(r"╯│?\s*\n(?:.*[╯│]\s*\n)*\s*\n?\s+(\S+)")
PHOTO = re.compile(r"[^\s❯✕★■✓]+\.(?:png|jpg|dng)")
KEYS = {"h": 6, "l": 4, "u": 2, "s": 1, "*": 2, "D": 1, "n": 0.5, "j": 2, "k": 2}
CHOSEN = {"h": "delete", "l": "keep"}


def database(life):
    """What is written down of decisions: actions by number, with their library and whether they were undone."""
    path = life.room.disk / "home/state/deckle/session.sqlite"
    if not path.exists():
        return {}, 0
    link = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        keepers = dict(link.execute("SELECT action, path FROM keeper_action"))
        actions = {}
        for number, key, undone in link.execute(
                "SELECT decision_action.id, key, is_undone FROM decision_action JOIN library ON library.id = library"):
            actions[number] = (tuple(sorted(key.split(b"\0"))), bool(undone), keepers.get(number), [])
        # What an item says of a RAW beside its photo stands at a place below 0; the photo is what was decided about.
        for number, path, category, decision in link.execute(
                "SELECT action, path, category, decision FROM decision_item WHERE position >= 0 ORDER BY action, position"):
            actions[number][3].append((path, category, decision))
        scans = link.execute("SELECT coalesce(max(id), 0) FROM scan").fetchone()[0]
        return actions, scans
    except sqlite3.OperationalError as error:
        # Killed before its first tables were there.
        if "no such table" in str(error):
            return {}, 0
        raise
    finally:
        link.close()


def listen(life):
    """Takes over what was decided since: new actions, and whether one was taken back. What was said before must be there."""
    written, _ = database(life)
    home, new = life.tree.look(), []
    for number, (library, undone, keeper, items) in sorted(written.items()):
        if number <= life.heard or undone:
            continue
        words = []
        for path, category, decision in items:
            said = "keep" if path == keeper else {"pending": "open"}.get(decision, decision)
            words.append((path, said, home.get(path), category))
        life.words.say(library, words, number)
        new.append((library, words))
    undone = [number for number in life.words.numbers() if number in written and written[number][1]]
    for number in undone:
        life.words.take_back(number)
    for word in life.words.all():
        there = written.get(word.action, (None, None, None, []))[3]
        if not any(path == word.path for path, _, _ in there):
            now = home.get(word.path)
            # What is protected leaves the bin for good, and what is another file by now was not decided about.
            stands = now and word.file and (now.held, now.inode) == (word.file.held, word.file.inode)
            life.oracle.check(not stands or life.was_protected(word.path), f"the decision {word} is lost")
            life.words.drop(word)
    life.heard = max([life.heard, *written])
    return new, undone


class Sitting:
    def __init__(self, life, library):
        self.life, self.library = life, library
        self.chance, self.oracle = life.chance, life.oracle
        self.done, self.fresh = [], False
        roots = [os.fsdecode(root) for root in library]
        self.screen = Screen(
            [life.room.program, *roots, "--color", "none", "--reduced-motion"], life.room.environment)

    def press(self, key, seconds=0.08):
        """A key, and what the screen says to it: on a busy machine that takes its time."""
        self.done.append(key)
        self.screen.send(key)
        self.screen.read(1)
        self.screen.quiet(seconds)

    def asks(self):
        return "❯  " in self.screen.text and "[  " in self.screen.text

    def start(self):
        """The first screen, what the start had to settle, and mostly a scan. False where there is nothing to look at."""
        before = self.oracle.scene()
        self.screen.wait("bin is empty", "in the bin", "Ready when you are", "away", "No photos here", "access required",
                         "There is no folder", "Scan again", "scan again")
        if "There is no folder" in self.screen.text:
            self.screen.end()
            return False
        self.screen.quiet(0.1)
        after, change = self.oracle.judge(before)
        self.life.settled(change)
        if "Photos" not in self.screen.text or "is away" in self.screen.text or "access required" in self.screen.text:
            return False
        if "Ready when you are" in self.screen.text or self.chance.random() < 0.7:
            self.scan()
        return "╭❯" in self.screen.text

    def scan(self):
        _, before = database(self.life)
        self.press("s")
        end = time.monotonic() + 30
        while database(self.life)[1] == before and time.monotonic() < end:
            self.screen.quiet(0.05)
        self.screen.quiet(0.1)
        self.fresh = True

    def check_bin(self):
        """In the bin is what was marked last and has not changed since, and nothing else."""
        found = re.search(r"(\d+) photos? in the bin", self.screen.text)
        count = int(found[1]) if found else 0
        shown = set()
        if count:
            self.press("b", 0.15)
            shown = {name.encode() for name in PHOTO.findall(self.screen.text)}
            self.press("\x1b", 0.12)
        home = self.life.tree.look()
        marked = self.life.words.marked(self.library)
        wrong = shown - {os.path.basename(path) for path in self.life.taken_back.union(marked)}
        self.oracle.check(not wrong, f"{wrong} is in the bin, and the last word is another")
        for path in marked:
            word, now = marked[path], home.get(path)
            if now and os.path.basename(path) in shown:
                self.oracle.check(word.file and word.file.digest == now.digest, f"{path!r} is in the bin, and has other bytes than it had")
            whole = now and word.file and (now.held, now.inode) == (word.file.held, word.file.inode) and path.endswith(b".png")
            held = any(path.startswith(folder + b"/") for folder in self.oracle.protected)
            if self.fresh and whole and not held and count == len(shown):
                self.oracle.check(os.path.basename(path) in shown, f"{path!r} was marked, and is not in the bin")
        self.oracle.counts["bins"] += 1

    def open_deck(self):
        if not re.search("│  new |▰|▱", self.screen.text):
            return False
        for _ in range(self.chance.randrange(3)):
            self.press("\x1b[C", 0.04)
        for _ in range(4):
            self.press("\r", 0.15)
            if "← delete" in self.screen.text:
                return True
            if "Enter review" not in self.screen.text:
                self.press("\x1b", 0.12)
            self.press("\x1b[C", 0.04)
        return False

    def card(self):
        """The path of the photo on the card, by its name below it; None where that is no photo that is there."""
        lines = self.screen.text.split("\n")
        bottom = max((number for number, line in enumerate(lines) if "╯" in line), default=0)
        names = [line.split()[0] for line in lines[bottom + 1 :] if line.strip()]
        home = self.life.tree.look()
        paths = [path for path in home if names and os.path.basename(path) == names[0].encode()
                 and any(path.startswith(root + b"/") for root in self.library)]
        return paths[0] if len(paths) == 1 else None

    def decide(self):
        """Some keys on the cards of a deck. False where the program was killed."""
        for _ in range(self.chance.randrange(2, 11)):
            if "← delete" not in self.screen.text:
                return True
            self.screen.wait_for_picture()
            self.screen.quiet(0.05)
            path, key = self.card(), self.chance.choices(list(KEYS), list(KEYS.values()))[0]
            if self.chance.random() < 0.02:
                self.screen.send(key)
                time.sleep(self.chance.random() * 0.02)
                self.done.append(key + " killed")
                self.screen.kill()
                listen(self.life)
                self.oracle.counts["kills"] += 1
                return False
            self.press(key)
            if self.asks():
                self.press(self.chance.choice("yyn"))
            new, undone = listen(self.life)
            self.oracle.check(not undone or key == "u", f"{key} took a decision back")
            self.oracle.counts["decisions"] += len(new)
            for library, words in new:
                self.done.append(str([f"{os.fsdecode(os.path.basename(word[0]))} {word[1]} {word[3]}" for word in words]))
                self.oracle.check(library == tuple(sorted(self.library)), f"{key} was written down for {library}")
                if key in CHOSEN:
                    # What other categories said of the bin is said again, or ended, with it.
                    said = [(word[0], word[1]) for word in words]
                    others = {(path, CHOSEN[key] if key == "h" else "pending")}
                    holds = said[:1] == [(path, CHOSEN[key])] and others >= set(said[1:])
                    self.oracle.check(holds, f"{key} on {path!r} was taken for {said}")
        return True

    def take_out(self):
        self.press("b", 0.15)
        if "Bin " in self.screen.text and " of " in self.screen.text:
            self.press("x")
            listen(self.life)
        self.press("\x1b", 0.12)

    def move(self):
        """The bin goes to the trash: the question, sometimes another hand while it stands, the yes, sometimes a kill."""
        self.press("b", 0.15)
        self.press("m", 0.2)
        end = time.monotonic() + 3
        while "to the trash?" not in self.screen.text and time.monotonic() < end:
            self.screen.read(0.05)
        if "to the trash?" not in self.screen.text:
            return True
        if self.chance.random() < 0.3:
            hand = self.chance.choice([lifehands.edit, lifehands.replace, lifehands.rename, lifehands.delete, lifehands.protect,
                                       lifehands.swap, lifehands.touch])
            self.done.append(f"({hand.__name__} {hand(self.life)})")
        before = self.oracle.scene()
        self.done.append("y")
        self.screen.send("y")
        cut = self.chance.random() < 0.2
        if cut:
            time.sleep(self.chance.random() * 0.03)
            self.screen.kill()
            self.oracle.counts["kills"] += 1
            self.done.append("killed")
            self.life.unsettled = True
        else:
            self.screen.wait("moved", "none can", seconds=10)
            self.screen.quiet(0.2)
        after, change = self.oracle.judge(before, cut=cut)
        self.oracle.judge_review(before, change)
        if found := re.search(r"(\d+) photos? .*moved", self.screen.text):
            photos = {path for path in change.left if self.life.words.said(path)}
            self.oracle.check(cut or int(found[1]) == len(photos), f"the screen says {found[0]!r}, and {len(photos)} went")
        self.life.words.forget(change.left | change.back)
        if cut:
            return False
        if change.left and self.chance.random() < 0.4:
            before = self.oracle.scene()
            self.press("r", 0.3)
            after, back = self.oracle.judge(before)
            self.oracle.check(back.back == change.left, f"r brought back {len(back.back)} of {len(change.left)}")
            self.life.words.forget(back.left | back.back)
        return True

    def leave(self):
        for _ in range(4):
            self.press("q", 0.05)
            if self.asks():
                self.press("y", 0.05)
            if os.waitid(os.P_PID, self.screen.process, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                break
        self.screen.end(5)


def review(life):
    library = life.chance.choice(life.libraries)
    listen(life)
    sitting = Sitting(life, library)
    try:
        alive = True
        if sitting.start():
            sitting.check_bin()
            for _ in range(life.chance.randrange(1, 4)):
                if alive and sitting.open_deck():
                    alive = sitting.decide()
                    if alive:
                        sitting.press("\x1b", 0.3)
            if alive and life.chance.random() < 0.2:
                sitting.take_out()
            if alive and life.chance.random() < 0.6:
                alive = sitting.move()
        if alive and sitting.screen.status is None:
            sitting.leave()
    except TimeoutError as error:
        life.oracle.problems.append(f"review: {error}")
        sitting.screen.kill()
    life.note("review", library, *(key.replace("\x1b", "Esc").replace("\r", "Enter") for key in sitting.done))
