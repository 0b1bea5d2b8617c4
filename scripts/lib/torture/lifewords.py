"""What the user of a life said about each photo, in dictionaries: who spoke last is right, in whatever library."""
from collections import defaultdict
from dataclasses import dataclass


@dataclass(frozen=True)
class Word:
    number: int
    library: tuple
    path: bytes
    decision: str
    file: object
    category: str = ""
    # Its number in what is written down.
    action: int = 0


class Words:
    def __init__(self):
        # For each library its actions that stand, oldest first; each is a list of words.
        self.actions = defaultdict(list)

    def say(self, library, items, action):
        """One action: (path, decision, file, category) for each photo that it is about."""
        self.actions[library].append([Word(action, library, *item, action) for item in items])

    def all(self):
        return [word for actions in self.actions.values() for words in actions for word in words]

    def numbers(self):
        return {word.action for word in self.all()}

    def take_back(self, action):
        for library, actions in self.actions.items():
            self.actions[library] = [words for words in actions if words[0].action != action]

    def drop(self, word):
        for library, actions in self.actions.items():
            kept = [[one for one in words if one != word] for words in actions]
            self.actions[library] = [words for words in kept if words]

    def said(self, path):
        return [word for word in self.all() if word.path == path]

    def last(self, path):
        """The last word on a photo; None where none stands."""
        return max(self.said(path), key=lambda word: word.number, default=None)

    def is_kept(self, path, file):
        """The last word is that this very file stays."""
        word = self.last(path)
        return word is not None and word.decision == "keep" and file is not None and word.file.digest == file.digest

    def forget(self, paths):
        """They went, or came back: a new question."""
        for library, actions in self.actions.items():
            kept = [[word for word in words if word.path not in paths] for words in actions]
            self.actions[library] = [words for words in kept if words]

    def marked(self, library):
        """Photos that were marked in one library, with no later word anywhere that they are not to go."""
        mine = {}
        for word in sorted((word for word in self.all() if word.library == tuple(sorted(library))), key=lambda word: word.number):
            mine[word.path] = word
        return {path: word for path, word in mine.items() if word.decision == "delete" and self.last(path).decision == "delete"}
