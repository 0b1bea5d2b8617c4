#compdef deckle

__deckle_complete() {
    local -ar non_empty_completions=("${@:#(|:*)}")
    local -ar empty_completions=("${(M)@:#(|:*)}")
    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''
}

__deckle_custom_complete() {
    local -a completions
    completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
    if [[ "${#completions[@]}" -gt 1 ]]; then
        __deckle_complete "${completions[@]:0:-1}"
    fi
}

__deckle_cursor_index_in_current_word() {
    if [[ -z "${QIPREFIX}${IPREFIX}${PREFIX}" ]]; then
        printf 0
    else
        printf %s "${#${(z)LBUFFER}[-1]}"
    fi
}

_deckle_of_commands() {
    emulate -RL zsh -G
    setopt extendedglob nullglob numericglobsort
    unsetopt aliases banghist

    local -xr SAP_SHELL=zsh
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(builtin emulate zsh -c 'printf %s "${ZSH_VERSION}"')"
    local -r SAP_SHELL_VERSION

    local context state state_descr line
    local -A opt_args

    local -r command_name="${words[1]}"
    local -ar command_line=("${words[@]}")
    local -ir current_word_index="$((CURRENT - 1))"

    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'open:Review photos in the full-screen interface (the default), or with --plain line by line.'
            'scan:Scan folders and print the findings; changes nothing.'
            'trash:Move photos to the trash, from where they can be put back.'
            'move:Move photos to a folder of yours, from where they can be put back.'
            'shrink:Make photos'\'' files smaller, without loss unless --fit is said.'
            'restore:Put photos back from the trash; never overwrites.'
            'plan:Print the proposed removals as a plan to read, edit and apply; changes nothing.'
            'apply:Move to the trash what a plan says; everything in it is checked again.'
            'import:Mark for the bin what fclones or czkawka found to be alike; moves nothing.'
            'export-marks:Tell other programs which photos you kept and which are in the bin; no photo is changed.'
            'report:Write the findings as one page of small pictures; changes nothing.'
            'empty:Erase photos of Deckle'\''s own batches from the trash, for good.'
            'history:List the batches: when, how many, where, restored or not; months and totals.'
            'verify:Read what went to the trash against the digests in its receipts.'
            'apps:List installed apps by how much is to be said for removing them; removes nothing.'
            'cache:Look at or clear what scans remember; photos and decisions are never touched.'
            'doctor:Check terminal, formats, folders, trash and files: what works, and what to do.'
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        open|scan|trash|move|shrink|restore|plan|apply|import|export-marks|report|empty|history|verify|apps|cache|doctor|help)
            "_deckle_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_deckle_open() {
    local -i ret=1
    local -ar ___color=('24bit' '256' '16' 'none')
    local -ar ___theme=('auto' 'dark' 'light' 'highContrast' 'noColor')
    local -ar ___pictures=('auto' 'kitty' 'iterm' 'sixel' 'symbols' 'off')
    local -ar arg_specs=(
        '*:folder:_files -/'
        '--read-only[Look only\: nothing can be decided or moved.]'
        '--backup[Before a move, ask about photos that are not also in this folder, byte for byte. Names do not count.]:folder:_files -/'
        '--plain[Lines of text and typed letters in place of the full screen\: for screen readers, serial lines and scripts.]'
        '--color[Colours\: 24bit, 256, 16 or none; else what the terminal says.]:depth:{__deckle_complete "${___color[@]}"}'
        '--theme[Theme\: auto (as the terminal), dark, light, highContrast or noColor.]:name:{__deckle_complete "${___theme[@]}"}'
        '--reduced-motion[Nothing slides.]'
        '--no-mouse[Leave the mouse to the terminal.]'
        '--pictures[Pictures\: auto, kitty, iterm, sixel, symbols or off; else DECKLE_PICTURES, else the settings.]:how:{__deckle_complete "${___pictures[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_scan() {
    local -i ret=1
    local -ar ___progress=('auto' 'bar' 'json' 'none')
    local -ar ___category=('duplicate' 'similar' 'blurry' 'screenshot')
    local -ar arg_specs=(
        '*:folder:_files -/'
        '*--exclude[Leave out names like Old or *.{tif,png}, and paths in the folder like Phone/Old. May be repeated.]:pattern:'
        '*--protect[Compare photos of this folder, propose none. May be repeated.]:folder:_files -/'
        '--one-file-system[Do not enter folders where another file system is mounted.]'
        '--no-cache[Measure every photo anew, and remember nothing.]'
        '--jobs[Pictures decoded at the same time; else one for each processor.]:number:'
        '--blur-threshold[List photos less sharp than this as blurry\: 0.10…0.80.]:sharpness:'
        '--similar-threshold[List photos at least this alike as similar\: 0.50…0.99.]:similarity:'
        '--duplicate-threshold[List photos at least this alike as duplicates\: 0.50…0.99.]:similarity:'
        '--progress[Progress on standard error\: auto, bar, json or none.]:form:{__deckle_complete "${___progress[@]}"}'
        '*--category[List only this category\: duplicate, similar, blurry or screenshot. May be repeated.]:category:{__deckle_complete "${___category[@]}"}'
        '--filter[List only what matches, like "march >5mb" or "heic no gps".]:words:'
        '--json[Print one JSON document (schema deckle.scan/1).]'
        '--measurements[With --json\: add the scores of every photo.]'
        '--shrinkable[Measure how much smaller the photos could be (deckle shrink); this encodes each of them.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_trash() {
    local -i ret=1
    local -ar arg_specs=(
        '*:photo:_files'
        '--from[Also the files listed in this file, one to a line; - is standard input.]:file:'
        '-0[The list has NUL between names, as from find -print0.]'
        '--dry-run[Only say what would happen.]'
        '--yes[Do not ask.]'
        '--count[With --yes\: photos that this moves, as --dry-run counts them; needed for many, and checked wherever it is named.]:number:'
        '*--protect[Nothing in this folder is moved. May be repeated.]:folder:_files -/'
        '*--set-aside[On a volume without a trash\: move to this folder instead; it must be on that volume. May be repeated.]:folder:_files -/'
        '--merge-metadata[Carry over what only a photo that goes says (place, time, rating, label, keywords, title, caption, people) to an XMP sidecar of the one that stays for it. Undone with the batch.]'
        '--json[Print one JSON document (schema deckle.trash/1).]'
        '--backup[Hold back photos that are not also in this folder, byte for byte. Names do not count.]:folder:_files -/'
        '--also-without-backup[With --backup\: say which photos are not in the backup, and let them go all the same.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_move() {
    local -i ret=1
    local -ar arg_specs=(
        '--to[The folder that the photos go to.]:folder:_files -/'
        '*:photo:_files'
        '--from[Also the files listed in this file, one to a line; - is standard input.]:file:'
        '-0[The list has NUL between names, as from find -print0.]'
        '--dry-run[Only say what would happen.]'
        '--yes[Do not ask.]'
        '--count[With --yes\: photos that this moves, as --dry-run counts them; needed for many, and checked wherever it is named.]:number:'
        '*--protect[Nothing in this folder is moved. May be repeated.]:folder:_files -/'
        '*--set-aside[On a volume without a trash\: move to this folder instead; it must be on that volume. May be repeated.]:folder:_files -/'
        '--json[Print one JSON document (schema deckle.move/1).]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_shrink() {
    local -i ret=1
    local -ar ___progress=('auto' 'bar' 'json' 'none')
    local -ar arg_specs=(
        '*:folder:_files -/'
        '*--exclude[Leave out names like Old or *.{tif,png}, and paths in the folder like Phone/Old. May be repeated.]:pattern:'
        '*--protect[Compare photos of this folder, propose none. May be repeated.]:folder:_files -/'
        '--one-file-system[Do not enter folders where another file system is mounted.]'
        '--no-cache[Measure every photo anew, and remember nothing.]'
        '--jobs[Pictures decoded at the same time; else one for each processor.]:number:'
        '--blur-threshold[List photos less sharp than this as blurry\: 0.10…0.80.]:sharpness:'
        '--similar-threshold[List photos at least this alike as similar\: 0.50…0.99.]:similarity:'
        '--duplicate-threshold[List photos at least this alike as duplicates\: 0.50…0.99.]:similarity:'
        '--progress[Progress on standard error\: auto, bar, json or none.]:form:{__deckle_complete "${___progress[@]}"}'
        '--lossless[Fewer bytes, the same pixels and metadata; this is what is done where no way is named.]'
        '--fit[Scale to a long side of at most so many pixels, such as 3072.]:pixels:'
        '--limit[With --fit\: at most so many bytes for each photo, such as 5MB.]:size:'
        '--dry-run[Only say what would happen.]'
        '--yes[Do not ask.]'
        '--count[With --fit --yes\: photos that this makes smaller, as --dry-run counts them; needed for many, and checked wherever it is named.]:number:'
        '--json[Print one JSON document (schema deckle.shrink/1).]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_restore() {
    local -i ret=1
    local -ar arg_specs=(
        '--last[The newest batch of which something can be put back.]'
        '--batch[The batch with this name; deckle history lists them.]:id:'
        '*:path:_files'
        '--json[Print one JSON document (schema deckle.restore/1).]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_plan() {
    local -i ret=1
    local -ar ___progress=('auto' 'bar' 'json' 'none')
    local -ar ___category=('duplicate' 'similar' 'blurry' 'screenshot')
    local -ar arg_specs=(
        '*:folder:_files -/'
        '*--exclude[Leave out names like Old or *.{tif,png}, and paths in the folder like Phone/Old. May be repeated.]:pattern:'
        '*--protect[Compare photos of this folder, propose none. May be repeated.]:folder:_files -/'
        '--one-file-system[Do not enter folders where another file system is mounted.]'
        '--no-cache[Measure every photo anew, and remember nothing.]'
        '--jobs[Pictures decoded at the same time; else one for each processor.]:number:'
        '--blur-threshold[List photos less sharp than this as blurry\: 0.10…0.80.]:sharpness:'
        '--similar-threshold[List photos at least this alike as similar\: 0.50…0.99.]:similarity:'
        '--duplicate-threshold[List photos at least this alike as duplicates\: 0.50…0.99.]:similarity:'
        '--progress[Progress on standard error\: auto, bar, json or none.]:form:{__deckle_complete "${___progress[@]}"}'
        '*--category[List only this category\: duplicate, similar, blurry or screenshot. May be repeated.]:category:{__deckle_complete "${___category[@]}"}'
        '--backup[Hold back photos that are not also in this folder, byte for byte. Names do not count.]:folder:_files -/'
        '--also-without-backup[With --backup\: say which photos are not in the backup, and let them go all the same.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_apply() {
    local -i ret=1
    local -ar arg_specs=(
        ':plan:_files -g '\''*.json'\'''
        '--dry-run[Only say what would happen.]'
        '--yes[Do not ask.]'
        '--count[With --yes\: photos that this moves, as --dry-run counts them; needed for many, and checked wherever it is named.]:number:'
        '*--protect[Nothing in this folder is moved. May be repeated.]:folder:_files -/'
        '*--set-aside[On a volume without a trash\: move to this folder instead; it must be on that volume. May be repeated.]:folder:_files -/'
        '--merge-metadata[Carry over what only a photo that goes says (place, time, rating, label, keywords, title, caption, people) to an XMP sidecar of the one that stays for it. Undone with the batch.]'
        '--json[Print one JSON document (schema deckle.trash/1).]'
        '--backup[Hold back photos that are not also in this folder, byte for byte. Names do not count.]:folder:_files -/'
        '--also-without-backup[With --backup\: say which photos are not in the backup, and let them go all the same.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_import() {
    local -i ret=1
    local -ar ___progress=('auto' 'bar' 'json' 'none')
    local -ar arg_specs=(
        ':file:_files'
        '*:folder:_files -/'
        '*--exclude[Leave out names like Old or *.{tif,png}, and paths in the folder like Phone/Old. May be repeated.]:pattern:'
        '*--protect[Compare photos of this folder, propose none. May be repeated.]:folder:_files -/'
        '--one-file-system[Do not enter folders where another file system is mounted.]'
        '--no-cache[Measure every photo anew, and remember nothing.]'
        '--jobs[Pictures decoded at the same time; else one for each processor.]:number:'
        '--blur-threshold[List photos less sharp than this as blurry\: 0.10…0.80.]:sharpness:'
        '--similar-threshold[List photos at least this alike as similar\: 0.50…0.99.]:similarity:'
        '--duplicate-threshold[List photos at least this alike as duplicates\: 0.50…0.99.]:similarity:'
        '--progress[Progress on standard error\: auto, bar, json or none.]:form:{__deckle_complete "${___progress[@]}"}'
        '--dry-run[Only say what would be marked.]'
        '--json[Print one JSON document (schema deckle.import/1).]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_export-marks() {
    local -i ret=1
    local -ar ___progress=('auto' 'bar' 'json' 'none')
    local -ar arg_specs=(
        '*:folder:_files -/'
        '*--exclude[Leave out names like Old or *.{tif,png}, and paths in the folder like Phone/Old. May be repeated.]:pattern:'
        '*--protect[Compare photos of this folder, propose none. May be repeated.]:folder:_files -/'
        '--one-file-system[Do not enter folders where another file system is mounted.]'
        '--no-cache[Measure every photo anew, and remember nothing.]'
        '--jobs[Pictures decoded at the same time; else one for each processor.]:number:'
        '--blur-threshold[List photos less sharp than this as blurry\: 0.10…0.80.]:sharpness:'
        '--similar-threshold[List photos at least this alike as similar\: 0.50…0.99.]:similarity:'
        '--duplicate-threshold[List photos at least this alike as duplicates\: 0.50…0.99.]:similarity:'
        '--progress[Progress on standard error\: auto, bar, json or none.]:form:{__deckle_complete "${___progress[@]}"}'
        '--xmp[Write the verdicts into XMP sidecars.]'
        '--list[Print the verdicts, a line each; so without --xmp.]'
        '--json[Print one JSON document (schema deckle.export-marks/1).]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_report() {
    local -i ret=1
    local -ar ___progress=('auto' 'bar' 'json' 'none')
    local -ar ___category=('duplicate' 'similar' 'blurry' 'screenshot')
    local -ar arg_specs=(
        '*:folder:_files -/'
        '*--exclude[Leave out names like Old or *.{tif,png}, and paths in the folder like Phone/Old. May be repeated.]:pattern:'
        '*--protect[Compare photos of this folder, propose none. May be repeated.]:folder:_files -/'
        '--one-file-system[Do not enter folders where another file system is mounted.]'
        '--no-cache[Measure every photo anew, and remember nothing.]'
        '--jobs[Pictures decoded at the same time; else one for each processor.]:number:'
        '--blur-threshold[List photos less sharp than this as blurry\: 0.10…0.80.]:sharpness:'
        '--similar-threshold[List photos at least this alike as similar\: 0.50…0.99.]:similarity:'
        '--duplicate-threshold[List photos at least this alike as duplicates\: 0.50…0.99.]:similarity:'
        '--progress[Progress on standard error\: auto, bar, json or none.]:form:{__deckle_complete "${___progress[@]}"}'
        '*--category[List only this category\: duplicate, similar, blurry or screenshot. May be repeated.]:category:{__deckle_complete "${___category[@]}"}'
        '--html[Where the page is written.]:file:_files -g '\''*.html'\'''
        '--most[The most photos that are shown of each category.]:number:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_empty() {
    local -i ret=1
    local -ar arg_specs=(
        '--batch[The batch with this name; deckle history lists them.]:id:'
        '--all[Every batch that has files in the trash.]'
        '--dry-run[Only say what would be erased.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_history() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print one JSON document (schema deckle.history/1).]'
        '--wipe[Forget what cannot be put back any more, after a typed confirmation on a terminal.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_verify() {
    local -i ret=1
    local -ar arg_specs=(
        '--last[The last batch.]'
        '--batch[The batch with this name; deckle history lists them.]:id:'
        '--all[Every batch.]'
        '--json[Print one JSON document (schema deckle.verify/1).]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_apps() {
    local -i ret=1
    local -ar arg_specs=(
        '--all[Also packages that no menu shows.]'
        '--json[Print one JSON document (schema deckle.apps/1).]'
        '--tips[Ask a model on this machine for advice (adviceEndpoint in config.toml).]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_cache() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'info:Size and content of the cache.'
            'clear:Forget what scans measured. Photos, decisions and batches stay.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        info|clear)
            "_deckle_cache_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_deckle_cache_info() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_cache_clear() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_doctor() {
    local -i ret=1
    local -ar arg_specs=(
        '*:folder:_files -/'
        '--json[Print one JSON document (schema deckle.doctor/1).]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_deckle_help() {
    local -i ret=1
    local -ar arg_specs=(
        '*:subcommands:'
        '--version[Show the version.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

# Without a command, folders and options are those of "deckle open".
_deckle() {
    local -ar names=(open scan trash move shrink restore plan apply import export-marks report empty history verify apps cache doctor help)
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

if [[ "${funcstack[1]}" = _deckle ]]; then
    _deckle "${@}"
else
    compdef _deckle deckle
fi
