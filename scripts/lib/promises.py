"""The page of promises, of the page that proves them: promises.py EVIDENCE.

A promise is what stands in bold at the beginning of a paragraph. The last section, what no program can promise, is taken whole.
"""
import re
import sys
import textwrap
from pathlib import Path

TITLE = "# What Deckle promises about your photos"
INTRODUCTION = (
    "Each of these is proved by tests, which stand beside it in [EVIDENCE.md](EVIDENCE.md) with how it is kept and how hard it was tried "
    "to break it. What is not listed here is not promised. This page is made of that one by `scripts/make-docs`.")
WHOLE = "What no program can promise"
SKIPPED = "How hard it was tried"
WIDTH = 132


def paragraphs(text):
    """Without the lists of tests."""
    for block in re.split(r"\n\s*\n", text):
        lines = []
        for line in block.strip().splitlines():
            if line.startswith(("- *", "|")):
                break
            lines.append(line.strip())
        if lines:
            yield " ".join(lines)


def main():
    page = Path(sys.argv[1]).read_text(encoding="utf-8")
    _, *sections = re.split(r"^## ", page, flags=re.MULTILINE)
    print(f"{TITLE}\n\n{textwrap.fill(INTRODUCTION, WIDTH)}")
    for section in sections:
        name, text = section.split("\n", 1)
        if name == SKIPPED:
            continue
        if name == WHOLE:
            print(f"\n## {name}\n\n{text.strip()}")
            continue
        promises = [match[1] for part in paragraphs(text) if (match := re.match(r"\*\*(.+?)\*\*", part))]
        if not promises:
            continue
        print(f"\n## {name}\n")
        for promise in promises:
            print(textwrap.fill(promise.rstrip(",:.") + ".", WIDTH, initial_indent="- ", subsequent_indent="  "))


main()
