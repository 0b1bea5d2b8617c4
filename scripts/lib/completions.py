"""Adds to a completion script what its generator does not know: "deckle FOLDER" is "deckle open FOLDER".

usage: completions.py SHELL < GENERATED > COMPLETE
"""

import re
import sys

BASH = """
# Without a command, folders and options are those of "deckle open".
_deckle_or_open() {
    local -r names=' %s '
    local -r cur="${2}"
    if [[ "${COMP_CWORD}" -gt 1 && "${names}" != *" ${COMP_WORDS[1]} "* || "${COMP_CWORD}" -eq 1 && "${cur}" == -* ]]; then
        COMP_WORDS=("${COMP_WORDS[0]}" open "${COMP_WORDS[@]:1}")
        ((COMP_CWORD++))
        _deckle "${@}"
    else
        _deckle "${@}"
        [[ "${COMP_CWORD}" -eq 1 ]] && __deckle_add_completions -d
    fi
}

complete -o filenames -F _deckle_or_open deckle
"""

ZSH = """# Without a command, folders and options are those of "deckle open".
_deckle() {
    local -ar names=(%s)
    if (( CURRENT > 2 && ! ${names[(Ie)${words[2]}]} )) || [[ ${CURRENT} -eq 2 && "${words[2]}" == -* ]]; then
        words=("${words[1]}" open "${(@)words[2,-1]}")
        (( CURRENT++ ))
        _deckle_of_commands
    else
        _deckle_of_commands
        local -i ret=${?}
        (( CURRENT == 2 )) && _files -/ && ret=0
        return "${ret}"
    fi
}

"""


def main():
    text = sys.stdin.read()
    if sys.argv[1] == "fish":
        # What is offered for "open" is offered where no command stands yet.
        added = [
            line.replace('"deckle open"', '"deckle"').replace('"deckle" -ge 1', '"deckle" -eq 1')
            for line in text.splitlines()
            if '"deckle open"' in line and " version'" not in line and " h help'" not in line
        ]
        print(text.rstrip("\n"))
        print('# Without a command, folders and options are those of "deckle open".')
        print("\n".join(added))
        return
    names = re.search(r"^    ([a-z|-]+\|help)\)$", text, re.M) or re.search(r"^ +([a-z|-]+\|help)\)$", text, re.M)
    words = names[1].replace("|", " ")
    if sys.argv[1] == "bash":
        # A shell reads it in; nothing runs it.
        pairs = [("#!/bin/bash\n\n", ""), ("complete -o filenames -F _deckle deckle\n", BASH % words)]
    else:
        # The file is the function "_deckle" until it has run once; then it is what the file defines.
        last = 'if [[ "${funcstack[1]}" = _deckle ]]; then\n'
        pairs = [("\n_deckle() {\n", "\n_deckle_of_commands() {\n"), (last, ZSH % words + last)]
    for old, new in pairs:
        if text.count(old) != 1:
            sys.exit(f"completions: the script of {sys.argv[1]} is not as it was; look at it")
        text = text.replace(old, new)
    print(text, end="")


main()
