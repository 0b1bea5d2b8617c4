"""Prints what a scan found, so that two scans of the same photos on two systems can be compared: no paths, times or figures."""

import json
import os
import sys

found = json.load(open(sys.argv[1], encoding="utf-8"))
top = os.path.commonpath([issue["path"] for issue in found["issues"]])


def name(path):
    return os.path.relpath(path, top)


for group in found["groups"]:
    print("set", group["category"], name(group["keeper"]), *sorted(name(member["path"]) for member in group["members"]))
for issue in sorted(found["issues"], key=lambda issue: (issue["category"], issue["path"])):
    print("photo", issue["category"], name(issue["path"]), "proposed" if issue["preselected"] else "listed")
for file in sorted(found["skipped"], key=lambda file: file["path"]):
    print("not read", os.path.basename(file["path"]), file["reason"])
