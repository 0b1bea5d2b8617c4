"""Swift source as tokens: its code without comments and strings, and the names that it declares. Standard library only."""

import re

COMMENT_EDGE = re.compile(r"/\*|\*/")
QUOTE = re.compile(r'(#*)("""|")')
REGEX = re.compile(r"(#+)/")
NAME = re.compile(r"`?([A-Za-z_]\w*)`?")
NUMBER = re.compile(r"\d(?:\w|\.\d)*")
SPACE = re.compile(r"[ \t\r\n]+")
TYPES = {"struct", "class", "enum", "protocol", "actor"}
BINDINGS = TYPES | {"func", "let", "var", "for", "typealias", "associatedtype"}


class Token(str):
    """A name, a mark, `0` for any number, or `""` for a string or a regular expression; `line` counts from 1."""

    line = 0

    @property
    def is_name(self):
        return self[0].isalpha() or self[0] == "_"


def tokens(text):
    """The tokens of the code, those in the interpolations of strings too."""
    found, starts = [], [match.end() for match in re.finditer("\n", text)]

    def add(token, at):
        token = Token(token)
        while add.line < len(starts) and starts[add.line] <= at:
            add.line += 1
        token.line = add.line + 1
        found.append(token)

    add.line = 0

    def code(at, is_interpolated=False):
        depth = 0
        while at < len(text):
            if match := SPACE.match(text, at):
                at = match.end()
            elif text.startswith("//", at):
                at = end_of(text, "\n", at)
            elif text.startswith("/*", at):
                at = end_of_comment(text, at)
            elif match := QUOTE.match(text, at):
                add('""', at)
                at = string(match.end(), *match.groups())
            elif match := REGEX.match(text, at):
                add('""', at)
                at = end_of(text, "/" + match[1], match.end())
            elif match := NAME.match(text, at):
                add(match[1], at)
                at = match.end()
            elif match := NUMBER.match(text, at):
                add("0", at)
                at = match.end()
            else:
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                if is_interpolated and depth < 0:
                    return at + 1
                add(text[at], at)
                at += 1
        return at

    def string(at, hashes, quote):
        while at < len(text):
            if text.startswith(quote + hashes, at):
                return at + len(quote) + len(hashes)
            if text.startswith("\\" + hashes, at):
                at += 1 + len(hashes)
                at = code(at + 1, True) if text.startswith("(", at) else at + 1
            elif quote == '"' and text[at] == "\n":
                return at
            else:
                at += 1
        return at

    code(0)
    return found


def end_of(text, mark, at):
    """Behind the next `mark`, or the end of the text."""
    start = text.find(mark, at)
    return len(text) if start < 0 else start + len(mark)


def end_of_comment(text, at):
    """Behind a comment that may hold others."""
    depth = 0
    for edge in COMMENT_EDGE.finditer(text, at):
        depth += 1 if edge[0] == "/*" else -1
        if depth == 0:
            return edge.end()
    return len(text)


def declared_names(found):
    """Types, functions, properties, variables, enum cases, and the labels and names of parameters."""
    names = set()
    for at, token in enumerate(found):
        before = found[at - 1] if at else ""
        if before == ".":
            continue
        following = found[at + 1 : at + 2]
        if token in BINDINGS:
            names.update(bound(found, at + 1))
        elif token == "case":
            names.update(cases(found, at + 1))
        elif token == "in":
            names.update(closure_parameters(found, at - 1))
        elif token == "_" and following and following[0].is_name and found[at + 2 : at + 3] == [":"]:
            names.add(following[0])
        if token in ("func", "init", "subscript"):
            names.update(parameters(found, at + 1))
    return names - {"_", "let", "var", "case", "self", "in", "try", "await", "some", "any", "inout", "async", "throws"}


def bound(found, at):
    """A name, or those of a pattern in parentheses."""
    if at >= len(found):
        return []
    if found[at] != "(":
        return [found[at]] if found[at].is_name else []
    end = next((index for index in range(at, len(found)) if found[index] == ")"), at)
    return [token for token in found[at:end] if token.is_name]


def cases(found, at):
    """What an enum declares: each case, and the labels of its values."""
    names, depth = [], 0
    for index in range(at, min(at + 80, len(found))):
        token, before = found[index], found[index - 1]
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth == 0 and (token in BINDINGS or token in ("case", ":", "{", "}", "=") and index > at):
            break
        if depth == 0 and token.is_name and before in ("case", ","):
            names.append(token)
        elif depth == 1 and token == ":" and before.is_name:
            names.append(before)
    return names


def parameters(found, at):
    """Labels and names between the parentheses that follow a declaration."""
    start = next((index for index in range(at, min(at + 40, len(found))) if found[index] == "("), None)
    if start is None:
        return []
    names, depth = [], 0
    for index in range(start, len(found)):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(found[index], 0)
        if depth == 0:
            break
        if found[index] == ":":
            names += [token for token in found[index - 2 : index] if token.is_name]
    return names


def closure_parameters(found, at):
    """Names between a brace and `in`; none where it belongs to a loop."""
    names = []
    for index in range(at, max(at - 12, -1), -1):
        token = found[index]
        if token == "{":
            return names
        if not (token.is_name or token in (",", "(", ")")):
            return []
        if token.is_name:
            names.append(token)
    return []


def stored_properties(found):
    """Of each class, struct and actor: its name and the names of its own stored properties."""
    for at, token in enumerate(found[:-1]):
        if token in ("class", "struct", "actor") and found[at + 1].is_name and (at == 0 or found[at - 1] != "."):
            if found[at + 1] not in ("var", "func", "let"):
                yield found[at + 1], properties(found, at + 2)


def properties(found, at):
    names, depth = [], 0
    for index in range(at, len(found)):
        token = found[index]
        depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(token, 0)
        if depth == 0 and token == "}":
            break
        if depth == 1 and token in ("var", "let") and not {"static", "class"} & set(found[index - 2 : index]):
            if is_stored(found, index + 2):
                names.append(found[index + 1])
    return names


def is_stored(found, at):
    """A property of which the name ends before `at` has a value of its own, and is not worked out."""
    depth = 0
    for index in range(at, len(found)):
        token = found[index]
        if depth == 0:
            if token == "{":
                return found[index + 1] in ("didSet", "willSet")
            if token == "=" or token == "}" or token in BINDINGS or token in ("init", "case", "@"):
                return True
            if token in ("private", "package", "public", "static", "mutating", "nonisolated", "lazy", "weak"):
                return True
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(token, 0)
    return True
