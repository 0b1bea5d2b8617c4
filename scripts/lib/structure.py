"""Prints the structure of the sources as figures, each with its goal: structure.py ROOT [WORD]. Standard library only."""

import collections
import fnmatch
import json
import re
import sys
from pathlib import Path

from swift_source import declared_names, stored_properties, tokens

MOST_FILES = 20
MOST_PROPERTIES = 15
MOST_LINES = 58_000
LINES_BEFORE = 69_766
SUITE_MINUTES = 6
# Folders of Sources of which every file is for what came after the first count of lines.
ADDED = (
    "*/Browse", "*/ContactSheet", "*/Large", "*/Filter", "*/Shrinking", "*/Sidecars", "ImageDecoding/Descriptive", "FileSafety/Folders",
    "deckle/Commands/Shrink", "deckle/Commands/Export", "*/Formats/JXL", "*/Formats/JP2",
)
MOST_TOUCHED = 7
SHOWN_NAMES = 20

# What only a trial can tell: a test whose name says it, by the words that must all be in it.
SWIPE = {
    "synced commits": r"(?=.*\b(?:swipe|decision|key)s?\b).*\b(?:commit|transaction)s?\b",
    "deck refreshes": r"(?=.*\b(?:swipe|decision|key)s?\b).*\brefresh",
    "AppState builds": r"(?=.*\b(?:once|one|single)\b).*\b(?:AppState|app state)\b",
}
RECORDED = r"source files touched to add a list screen with one key\W*(\d+)"
FEATURE_SHAPES = r"types a photo's features pass through\W*(\d+)"
PHOTO_HOLDERS = r"holders of a library's photos\W*(\d+)"


DECLARATION = re.compile(
    r"(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)??(?:package|public)\s+(?:(?:static|final|mutating|private\(set\)|internal\(set\)|nonisolated"
    r"|indirect|lazy|weak|override|convenience)\s+)*(?:var|let|func|init|subscript|struct|class|enum|protocol|actor|typealias|macro)\b")
ATTRIBUTE = re.compile(r"@\w+(?:\([^)]*\))?")


def parts_of(name):
    """`PDQHash` and `isAPair` fall apart into pdq, hash and is, a, pair."""
    return tuple(part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name))


class Word:
    """A word of retired-names.json: names are not to hold it, in the forms that count; what means another thing by it is allowed
    by name or file. The tests hold the tree against the same list.

    A form of several words must stand in the name in this order. `only` names the targets in which the word has the meaning; `why`
    is for readers of the list.
    """

    def __init__(self, title, forms, write, names, files, only, why=""):
        self.title, self.write, self.files, self.only = title, write, files, set(only)
        self.forms = [tuple(form.split("-")) for form in forms]
        self.names = {parts_of(name) for name in names}

    def holds(self, parts):
        return any(
            parts[at : at + len(form)] == form for form in self.forms for at in range(len(parts) - len(form) + 1)
        )

    def allows(self, name, path):
        return (
            parts_of(name) in self.names
            or (self.only and path.parts[0] not in self.only)
            or any(fnmatch.fnmatch(path.as_posix(), pattern) for pattern in self.files)
        )


WORDS = [Word(**entry) for entry in json.loads(Path(__file__).with_name("retired-names.json").read_text(encoding="utf-8"))]


def swift_files(folder):
    return sorted(folder.rglob("*.swift"))


def lines_of(folder):
    return sum(file.read_bytes().count(b"\n") for file in swift_files(folder))


def number(count):
    return f"{count:,}".replace(",", " ")


def print_figure(title, figure, goal):
    print(f"{title:<58} {figure:<30} goal {goal}")


def test_named(root, pattern):
    """The first test whose name says it."""
    for file in swift_files(root / "Tests"):
        for name in re.findall(r"func `([^`]+)`", file.read_text(encoding="utf-8")):
            if re.search(pattern, name, re.IGNORECASE):
                return f'asserted by "{name}"'
    return "not measured"


def recorded(root, pattern):
    """The figure that a page gives, with the page."""
    for page in sorted((root / "docs").rglob("*.md")):
        if match := re.search(pattern, page.read_text(encoding="utf-8"), re.IGNORECASE):
            return f"recorded: {match[1]} ({page.relative_to(root)})"
    return "not recorded"


def folders(root):
    """Files directly in each folder, the fullest first."""
    counts = collections.Counter()
    for file in (root / "Sources").rglob("*"):
        if file.is_file():
            counts[file.parent.relative_to(root).as_posix()] += 1
    return counts.most_common()


def uncommented(text):
    """Declarations with `package` or `public`, and those of them without a `///` above."""
    every, bare, above = 0, 0, ""
    for line in (line.strip() for line in text.splitlines()):
        if DECLARATION.match(line):
            every += 1
            bare += not above.startswith("///")
        # An attribute on a line of its own belongs to what follows.
        if not ATTRIBUTE.fullmatch(line):
            above = line
    return every, bare


def uses_of(sources, names):
    """Uses of each name that the sources declare, by file."""
    uses = collections.defaultdict(collections.Counter)
    for path, found in sources.items():
        for token in found:
            if token.is_name and token in names:
                uses[str(token)][path] += 1
    return uses


def offences(word, uses, parts):
    """Uses of the names that hold a word, by name and file, without what is allowed."""
    result = {}
    for name, files in uses.items():
        if word.holds(parts[name]):
            counted = {path: count for path, count in files.items() if not word.allows(name, path)}
            if counted:
                result[name] = counted
    return result


def most_used(names):
    return sorted(((sum(files.values()), name) for name, files in names.items()), key=lambda pair: (-pair[0], pair[1]))


def print_word(title, uses, parts):
    chosen = [word for word in WORDS if title == word.title or tuple(re.split("[ -]", title.lower())) in word.forms]
    if not chosen:
        sys.exit(f"structure: there is no word {title}; the words are " + ", ".join(word.title for word in WORDS))
    for word in chosen:
        names = offences(word, uses, parts)
        for count, name in most_used(names):
            print(f"{count:>6}  {name}")
            for path, part in sorted(names[name].items(), key=lambda pair: (-pair[1], pair[0])):
                print(f"{part:>12}  {path}")


def print_words(uses, parts):
    found = [(word, offences(word, uses, parts)) for word in WORDS]
    every = collections.defaultdict(dict)
    for _, names in found:
        for name, files in names.items():
            every[name].update(files)
    print_figure(
        "names with a word that is to go",
        f"{number(len(every))} names, {number(sum(sum(files.values()) for files in every.values()))} uses", 0)
    for word, names in found:
        if names:
            ranked = most_used(names)
            print(f"  {word.title:<22}{len(names):>5} names{sum(count for count, _ in ranked):>7} uses   write: {word.write}")
            shown = ", ".join(f"{name} {count}" for count, name in ranked[:SHOWN_NAMES])
            print(f"    {shown}{', …' if len(ranked) > SHOWN_NAMES else ''}")


def main():
    root = Path(sys.argv[1])
    files = {file.relative_to(root / "Sources"): file.read_text(encoding="utf-8") for file in swift_files(root / "Sources")}
    sources = {path: tokens(text) for path, text in files.items()}
    names = set().union(*(declared_names(found) for found in sources.values()))
    uses = uses_of(sources, names)
    parts = {name: parts_of(name) for name in uses}
    if len(sys.argv) > 2:
        return print_word(sys.argv[2], uses, parts)

    print_figure("lines of Swift in Sources", number(lines_of(root / "Sources")), f"{number(MOST_LINES)} and what was added since")
    added = sum(lines_of(folder) for name in ADDED for folder in sorted((root / "Sources").glob(name)))
    print(f"  {number(LINES_BEFORE)} at the first count; {number(added)} in folders that hold only what came since, more in others")
    print_figure("lines of Swift in Tests", number(lines_of(root / "Tests")), f"what is right; the suite in {SUITE_MINUTES} minutes")
    for title, pattern in SWIPE.items():
        print_figure(f"{title} of a swipe", test_named(root, pattern), 1)
    print_figure("source files touched to add a list screen with one key", recorded(root, RECORDED), MOST_TOUCHED)
    print_figure("types that a photo's features pass through", recorded(root, FEATURE_SHAPES), 2)
    print_figure("holders of a library's photos", recorded(root, PHOTO_HOLDERS), 1)

    models = [
        (len(properties), name)
        for path, found in sources.items()
        if path.parts[0] == "ViewModels"
        for name, properties in stored_properties(found)
        if name.endswith("Model")
    ]
    models.sort(reverse=True)
    largest = f"{models[0][1]}, {models[0][0]}" if models else "none"
    print_figure("stored properties of the largest model", largest, MOST_PROPERTIES)
    for count, name in models[1:]:
        if count > MOST_PROPERTIES:
            print(f"  {name}, {count}")

    (fullest, count), *others = folders(root)
    print_figure("files in the fullest folder", f"{fullest}, {count}", MOST_FILES)
    for folder, count in others:
        if count > MOST_FILES:
            print(f"  {folder}, {count}")

    every, bare = (sum(counts) for counts in zip(*map(uncommented, files.values())))
    print_figure("package and public declarations without ///", f"{number(bare)} of {number(every)}", 0)
    print_words(uses, parts)


main()
