"""Writes pages for a package: links lead to pages that are in it, and other links and pictures are only words.

usage: pages.py ROOT FOLDER PAGE…
"""

import os
import pathlib
import re
import sys

root, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
pages = {os.path.normpath(page): os.path.basename(page) for page in sys.argv[3:]}
folder.mkdir(parents=True, exist_ok=True)
for page, name in pages.items():

    def link(match):
        text, target, anchor = match[1], match[2], match[3] or ""
        if "://" in target or not target:
            return match[0]
        path = os.path.normpath(os.path.join(os.path.dirname(page), target))
        return f"[{text}]({pages[path]}{anchor})" if path in pages else text

    text = (root / page).read_text(encoding="utf-8")
    text = re.sub(r"^!\[[^\]]*\]\([^)]*\)\n*", "", text, flags=re.M)
    text = re.sub(r"\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)", link, text)
    (folder / name).write_text(text, encoding="utf-8")
