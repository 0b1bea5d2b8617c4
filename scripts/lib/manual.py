"""Writes the manual pages from what the program says of itself.

usage: manual.py DECKLE FOLDER

DECKLE is the program; FOLDER holds deckle.1, written by hand but for the sections COMMANDS, OPTIONS and KEYS, which are
replaced; a page deckle-COMMAND.1 is written there for each command, and pages of commands that are gone are removed.
"""

import json
import pathlib
import subprocess
import sys


def escaped(text):
    """The text as roff prints it: no line of it is taken for a request."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").split("\n")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in lines)


def spelled(argument):
    """An option or argument as it is typed: "-0", "--from <from>", "<paths>..."."""
    value = "\\fI" + escaped(argument["valueName"]) + "\\fR"
    more = " ..." if argument["isRepeating"] else ""
    if argument["kind"] == "positional":
        return value + more
    dashes = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    names = ", ".join("\\fB" + escaped(dashes[name["kind"]] + name["name"]) + "\\fR" for name in argument["names"])
    return names + (" " + value + more if argument["kind"] == "option" else "")


def shown(command):
    """The arguments of a command that its help lists, without those that every command has."""
    common = ("version", "help")
    arguments = command.get("arguments", [])
    return [a for a in arguments if a["shouldDisplay"] and a.get("valueName") not in common]


def entries(arguments):
    """A list of arguments with what each does."""
    lines = []
    for argument in arguments:
        lines += [".TP", spelled(argument), escaped(argument.get("abstract", ""))]
        if argument.get("defaultValue"):
            lines[-1] += f" (default: {escaped(argument['defaultValue'])})"
    return lines


def synopsis(words, command):
    line = [".B " + escaped(" ".join(words))]
    for argument in shown(command):
        text = spelled(argument)
        line.append(text if not argument["isOptional"] else f"[{text}]")
    return "\n".join(line)


def leaves(command, words):
    """The command, or what it consists of, each with the words that call it."""
    parts = [c for c in command.get("subcommands", []) if c["shouldDisplay"] and c["commandName"] != "help"]
    return [leaf for part in parts for leaf in leaves(part, words + [part["commandName"]])] or [(words, command)]


def page(command):
    """The manual page of one command."""
    name = command["commandName"]
    parts = leaves(command, ["deckle", name])
    lines = [f'.TH DECKLE\\-{name.upper()} 1 "" "deckle" "User Commands"']
    lines += [".SH NAME", f"deckle\\-{name} \\- {escaped(command['abstract'].rstrip('.'))}", ".SH SYNOPSIS"]
    lines.append("\n.br\n".join(synopsis(words, part) for words, part in parts))
    texts = [command.get("discussion", "")]
    texts += [f"deckle {' '.join(w[1:])}: {p['abstract']}" for w, p in parts if p is not command]
    texts = [text for text in texts if text]
    lines += [".SH DESCRIPTION", escaped(command["abstract"])]
    for text in texts:
        for paragraph in text.split("\n\n"):
            lines += [".PP", escaped(paragraph)]
    options = []
    for _, part in parts:
        options += [a for a in shown(part) if a not in options]
    if options:
        lines += [".SH OPTIONS"] + entries(options)
    lines += [".SH EXIT STATUS", "0 done; 1 failed; 2 done in part; 64 wrong usage; 130 interrupted."]
    lines += [".SH SEE ALSO", ".BR deckle (1)"]
    return "\n".join(lines) + "\n"


def section(title, lines):
    return f".SH {title}\n" + "\n".join(lines) + "\n"


def replaced(text, sections):
    """The page with these sections, by title, in place of its own of that title."""
    blocks = text.split("\n.SH ")
    for index, block in enumerate(blocks[1:], 1):
        title = block.split("\n", 1)[0]
        if title in sections:
            blocks[index] = sections[title].removeprefix(".SH ").rstrip("\n")
    return "\n.SH ".join(blocks)


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    ask = lambda *words: subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout
    root = json.loads(ask("--experimental-dump-help"))["command"]
    commands = [c for c in root["subcommands"] if c["shouldDisplay"] and c["commandName"] != "help"]
    interface = next(c for c in commands if c["commandName"] == root["defaultSubcommand"])
    others = [c for c in commands if c is not interface]

    listed = []
    for command in others:
        listed += [".TP", f".BR deckle\\-{command['commandName']} (1)", escaped(command["abstract"])]
    main_page = folder / "deckle.1"
    sections = {
        "COMMANDS": section("COMMANDS", listed),
        "OPTIONS": section("OPTIONS", entries(shown(interface))),
        "KEYS": ask("keys", "--manual"),
    }
    main_page.write_text(replaced(main_page.read_text(), sections))
    pages = {folder / f"deckle-{c['commandName']}.1": page(c) for c in others}
    for path in folder.glob("deckle-*.1"):
        if path not in pages:
            path.unlink()
    for path, text in pages.items():
        path.write_text(text)


if __name__ == "__main__":
    main()
