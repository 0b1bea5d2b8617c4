function __deckle_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __deckle_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __deckle_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __deckle_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __deckle_parse_tokens -S
    set -l unparsed_tokens (__deckle_tokens -pc)
    switch $unparsed_tokens[1]
    case 'deckle'
        __deckle_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'open'
            __deckle_parse_subcommand -r 1 'read-only' 'backup=' 'plain' 'color=' 'theme=' 'reduced-motion' 'no-mouse' 'pictures=' 'version' 'h/help'
        case 'scan'
            __deckle_parse_subcommand -r 1 'exclude=+' 'protect=+' 'one-file-system' 'no-cache' 'jobs=' 'blur-threshold=' 'similar-threshold=' 'duplicate-threshold=' 'progress=' 'category=+' 'filter=' 'json' 'measurements' 'shrinkable' 'version' 'h/help'
        case 'trash'
            __deckle_parse_subcommand -r 1 'from=' '0' 'dry-run' 'yes' 'count=' 'protect=+' 'set-aside=+' 'merge-metadata' 'json' 'backup=' 'also-without-backup' 'version' 'h/help'
        case 'move'
            __deckle_parse_subcommand -r 1 'to=' 'from=' '0' 'dry-run' 'yes' 'count=' 'protect=+' 'set-aside=+' 'json' 'version' 'h/help'
        case 'shrink'
            __deckle_parse_subcommand -r 1 'exclude=+' 'protect=+' 'one-file-system' 'no-cache' 'jobs=' 'blur-threshold=' 'similar-threshold=' 'duplicate-threshold=' 'progress=' 'lossless' 'fit=' 'limit=' 'dry-run' 'yes' 'count=' 'json' 'version' 'h/help'
        case 'restore'
            __deckle_parse_subcommand -r 1 'last' 'batch=' 'json' 'version' 'h/help'
        case 'plan'
            __deckle_parse_subcommand -r 1 'exclude=+' 'protect=+' 'one-file-system' 'no-cache' 'jobs=' 'blur-threshold=' 'similar-threshold=' 'duplicate-threshold=' 'progress=' 'category=+' 'backup=' 'also-without-backup' 'version' 'h/help'
        case 'apply'
            __deckle_parse_subcommand 1 'dry-run' 'yes' 'count=' 'protect=+' 'set-aside=+' 'merge-metadata' 'json' 'backup=' 'also-without-backup' 'version' 'h/help'
        case 'import'
            __deckle_parse_subcommand -r 2 'exclude=+' 'protect=+' 'one-file-system' 'no-cache' 'jobs=' 'blur-threshold=' 'similar-threshold=' 'duplicate-threshold=' 'progress=' 'dry-run' 'json' 'version' 'h/help'
        case 'export-marks'
            __deckle_parse_subcommand -r 1 'exclude=+' 'protect=+' 'one-file-system' 'no-cache' 'jobs=' 'blur-threshold=' 'similar-threshold=' 'duplicate-threshold=' 'progress=' 'xmp' 'list' 'json' 'version' 'h/help'
        case 'report'
            __deckle_parse_subcommand -r 1 'exclude=+' 'protect=+' 'one-file-system' 'no-cache' 'jobs=' 'blur-threshold=' 'similar-threshold=' 'duplicate-threshold=' 'progress=' 'category=+' 'html=' 'most=' 'version' 'h/help'
        case 'empty'
            __deckle_parse_subcommand 0 'batch=' 'all' 'dry-run' 'version' 'h/help'
        case 'history'
            __deckle_parse_subcommand 0 'json' 'wipe' 'version' 'h/help'
        case 'verify'
            __deckle_parse_subcommand 0 'last' 'batch=' 'all' 'json' 'version' 'h/help'
        case 'apps'
            __deckle_parse_subcommand 0 'all' 'json' 'tips' 'version' 'h/help'
        case 'cache'
            __deckle_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'info'
                __deckle_parse_subcommand 0 'version' 'h/help'
            case 'clear'
                __deckle_parse_subcommand 0 'version' 'h/help'
            end
        case 'doctor'
            __deckle_parse_subcommand -r 1 'json' 'version' 'h/help'
        case 'help'
            __deckle_parse_subcommand -r 1 'version'
        end
    end
end

function __deckle_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __deckle_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __deckle_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __deckle_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__deckle_tokens -p)
    if test -z "$(__deckle_tokens -t)"
        set -l index (count (__deckle_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'deckle' -f
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'open' -d 'Review photos in the full-screen interface (the default), or with --plain line by line.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'scan' -d 'Scan folders and print the findings; changes nothing.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'trash' -d 'Move photos to the trash, from where they can be put back.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'move' -d 'Move photos to a folder of yours, from where they can be put back.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'shrink' -d 'Make photos\' files smaller, without loss unless --fit is said.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'restore' -d 'Put photos back from the trash; never overwrites.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'plan' -d 'Print the proposed removals as a plan to read, edit and apply; changes nothing.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'apply' -d 'Move to the trash what a plan says; everything in it is checked again.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'import' -d 'Mark for the bin what fclones or czkawka found to be alike; moves nothing.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'export-marks' -d 'Tell other programs which photos you kept and which are in the bin; no photo is changed.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'report' -d 'Write the findings as one page of small pictures; changes nothing.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'empty' -d 'Erase photos of Deckle\'s own batches from the trash, for good.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'history' -d 'List the batches: when, how many, where, restored or not; months and totals.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'verify' -d 'Read what went to the trash against the digests in its receipts.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'apps' -d 'List installed apps by how much is to be said for removing them; removes nothing.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'cache' -d 'Look at or clear what scans remember; photos and decisions are never touched.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'doctor' -d 'Check terminal, formats, folders, trash and files: what works, and what to do.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle open" -ge 1' -fa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle open" read-only' -l 'read-only' -d 'Look only: nothing can be decided or moved.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle open" backup' -l 'backup' -d 'Before a move, ask about photos that are not also in this folder, byte for byte. Names do not count.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle open" plain' -l 'plain' -d 'Lines of text and typed letters in place of the full screen: for screen readers, serial lines and scripts.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle open" color' -l 'color' -d 'Colours: 24bit, 256, 16 or none; else what the terminal says.' -rfka '24bit 256 16 none'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle open" theme' -l 'theme' -d 'Theme: auto (as the terminal), dark, light, highContrast or noColor.' -rfka 'auto dark light highContrast noColor'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle open" reduced-motion' -l 'reduced-motion' -d 'Nothing slides.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle open" no-mouse' -l 'no-mouse' -d 'Leave the mouse to the terminal.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle open" pictures' -l 'pictures' -d 'Pictures: auto, kitty, iterm, sixel, symbols or off; else DECKLE_PICTURES, else the settings.' -rfka 'auto kitty iterm sixel symbols off'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle open" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle open" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle scan" -ge 1' -fa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan"' -l 'exclude' -d 'Leave out names like Old or *.{tif,png}, and paths in the folder like Phone/Old. May be repeated.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan"' -l 'protect' -d 'Compare photos of this folder, propose none. May be repeated.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan" one-file-system' -l 'one-file-system' -d 'Do not enter folders where another file system is mounted.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan" no-cache' -l 'no-cache' -d 'Measure every photo anew, and remember nothing.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan" jobs' -l 'jobs' -d 'Pictures decoded at the same time; else one for each processor.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan" blur-threshold' -l 'blur-threshold' -d 'List photos less sharp than this as blurry: 0.10…0.80.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan" similar-threshold' -l 'similar-threshold' -d 'List photos at least this alike as similar: 0.50…0.99.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan" duplicate-threshold' -l 'duplicate-threshold' -d 'List photos at least this alike as duplicates: 0.50…0.99.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan" progress' -l 'progress' -d 'Progress on standard error: auto, bar, json or none.' -rfka 'auto bar json none'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan"' -l 'category' -d 'List only this category: duplicate, similar, blurry or screenshot. May be repeated.' -rfka 'duplicate similar blurry screenshot'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan" filter' -l 'filter' -d 'List only what matches, like "march >5mb" or "heic no gps".' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan" json' -l 'json' -d 'Print one JSON document (schema deckle.scan/1).'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan" measurements' -l 'measurements' -d 'With --json: add the scores of every photo.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan" shrinkable' -l 'shrinkable' -d 'Measure how much smaller the photos could be (deckle shrink); this encodes each of them.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle scan" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle trash" -ge 1' -F
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle trash" from' -l 'from' -d 'Also the files listed in this file, one to a line; - is standard input.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle trash" 0' -s '0' -d 'The list has NUL between names, as from find -print0.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle trash" dry-run' -l 'dry-run' -d 'Only say what would happen.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle trash" yes' -l 'yes' -d 'Do not ask.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle trash" count' -l 'count' -d 'With --yes: photos that this moves, as --dry-run counts them; needed for many, and checked wherever it is named.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle trash"' -l 'protect' -d 'Nothing in this folder is moved. May be repeated.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle trash"' -l 'set-aside' -d 'On a volume without a trash: move to this folder instead; it must be on that volume. May be repeated.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle trash" merge-metadata' -l 'merge-metadata' -d 'Carry over what only a photo that goes says (place, time, rating, label, keywords, title, caption, people) to an XMP sidecar of the one that stays for it. Undone with the batch.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle trash" json' -l 'json' -d 'Print one JSON document (schema deckle.trash/1).'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle trash" backup' -l 'backup' -d 'Hold back photos that are not also in this folder, byte for byte. Names do not count.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle trash" also-without-backup' -l 'also-without-backup' -d 'With --backup: say which photos are not in the backup, and let them go all the same.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle trash" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle trash" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle move" to' -l 'to' -d 'The folder that the photos go to.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle move" -ge 1' -F
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle move" from' -l 'from' -d 'Also the files listed in this file, one to a line; - is standard input.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle move" 0' -s '0' -d 'The list has NUL between names, as from find -print0.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle move" dry-run' -l 'dry-run' -d 'Only say what would happen.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle move" yes' -l 'yes' -d 'Do not ask.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle move" count' -l 'count' -d 'With --yes: photos that this moves, as --dry-run counts them; needed for many, and checked wherever it is named.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle move"' -l 'protect' -d 'Nothing in this folder is moved. May be repeated.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle move"' -l 'set-aside' -d 'On a volume without a trash: move to this folder instead; it must be on that volume. May be repeated.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle move" json' -l 'json' -d 'Print one JSON document (schema deckle.move/1).'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle move" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle move" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle shrink" -ge 1' -fa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink"' -l 'exclude' -d 'Leave out names like Old or *.{tif,png}, and paths in the folder like Phone/Old. May be repeated.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink"' -l 'protect' -d 'Compare photos of this folder, propose none. May be repeated.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" one-file-system' -l 'one-file-system' -d 'Do not enter folders where another file system is mounted.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" no-cache' -l 'no-cache' -d 'Measure every photo anew, and remember nothing.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" jobs' -l 'jobs' -d 'Pictures decoded at the same time; else one for each processor.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" blur-threshold' -l 'blur-threshold' -d 'List photos less sharp than this as blurry: 0.10…0.80.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" similar-threshold' -l 'similar-threshold' -d 'List photos at least this alike as similar: 0.50…0.99.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" duplicate-threshold' -l 'duplicate-threshold' -d 'List photos at least this alike as duplicates: 0.50…0.99.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" progress' -l 'progress' -d 'Progress on standard error: auto, bar, json or none.' -rfka 'auto bar json none'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" lossless' -l 'lossless' -d 'Fewer bytes, the same pixels and metadata; this is what is done where no way is named.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" fit' -l 'fit' -d 'Scale to a long side of at most so many pixels, such as 3072.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" limit' -l 'limit' -d 'With --fit: at most so many bytes for each photo, such as 5MB.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" dry-run' -l 'dry-run' -d 'Only say what would happen.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" yes' -l 'yes' -d 'Do not ask.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" count' -l 'count' -d 'With --fit --yes: photos that this makes smaller, as --dry-run counts them; needed for many, and checked wherever it is named.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" json' -l 'json' -d 'Print one JSON document (schema deckle.shrink/1).'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle shrink" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle restore" last' -l 'last' -d 'The newest batch of which something can be put back.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle restore" batch' -l 'batch' -d 'The batch with this name; deckle history lists them.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle restore" -ge 1' -F
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle restore" json' -l 'json' -d 'Print one JSON document (schema deckle.restore/1).'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle restore" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle restore" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle plan" -ge 1' -fa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan"' -l 'exclude' -d 'Leave out names like Old or *.{tif,png}, and paths in the folder like Phone/Old. May be repeated.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan"' -l 'protect' -d 'Compare photos of this folder, propose none. May be repeated.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan" one-file-system' -l 'one-file-system' -d 'Do not enter folders where another file system is mounted.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan" no-cache' -l 'no-cache' -d 'Measure every photo anew, and remember nothing.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan" jobs' -l 'jobs' -d 'Pictures decoded at the same time; else one for each processor.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan" blur-threshold' -l 'blur-threshold' -d 'List photos less sharp than this as blurry: 0.10…0.80.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan" similar-threshold' -l 'similar-threshold' -d 'List photos at least this alike as similar: 0.50…0.99.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan" duplicate-threshold' -l 'duplicate-threshold' -d 'List photos at least this alike as duplicates: 0.50…0.99.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan" progress' -l 'progress' -d 'Progress on standard error: auto, bar, json or none.' -rfka 'auto bar json none'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan"' -l 'category' -d 'List only this category: duplicate, similar, blurry or screenshot. May be repeated.' -rfka 'duplicate similar blurry screenshot'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan" backup' -l 'backup' -d 'Hold back photos that are not also in this folder, byte for byte. Names do not count.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan" also-without-backup' -l 'also-without-backup' -d 'With --backup: say which photos are not in the backup, and let them go all the same.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle plan" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle apply" -eq 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'json\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apply" dry-run' -l 'dry-run' -d 'Only say what would happen.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apply" yes' -l 'yes' -d 'Do not ask.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apply" count' -l 'count' -d 'With --yes: photos that this moves, as --dry-run counts them; needed for many, and checked wherever it is named.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apply"' -l 'protect' -d 'Nothing in this folder is moved. May be repeated.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apply"' -l 'set-aside' -d 'On a volume without a trash: move to this folder instead; it must be on that volume. May be repeated.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apply" merge-metadata' -l 'merge-metadata' -d 'Carry over what only a photo that goes says (place, time, rating, label, keywords, title, caption, people) to an XMP sidecar of the one that stays for it. Undone with the batch.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apply" json' -l 'json' -d 'Print one JSON document (schema deckle.trash/1).'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apply" backup' -l 'backup' -d 'Hold back photos that are not also in this folder, byte for byte. Names do not count.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apply" also-without-backup' -l 'also-without-backup' -d 'With --backup: say which photos are not in the backup, and let them go all the same.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apply" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apply" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle import" -eq 1' -F
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle import" -ge 2' -fa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle import"' -l 'exclude' -d 'Leave out names like Old or *.{tif,png}, and paths in the folder like Phone/Old. May be repeated.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle import"' -l 'protect' -d 'Compare photos of this folder, propose none. May be repeated.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle import" one-file-system' -l 'one-file-system' -d 'Do not enter folders where another file system is mounted.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle import" no-cache' -l 'no-cache' -d 'Measure every photo anew, and remember nothing.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle import" jobs' -l 'jobs' -d 'Pictures decoded at the same time; else one for each processor.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle import" blur-threshold' -l 'blur-threshold' -d 'List photos less sharp than this as blurry: 0.10…0.80.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle import" similar-threshold' -l 'similar-threshold' -d 'List photos at least this alike as similar: 0.50…0.99.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle import" duplicate-threshold' -l 'duplicate-threshold' -d 'List photos at least this alike as duplicates: 0.50…0.99.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle import" progress' -l 'progress' -d 'Progress on standard error: auto, bar, json or none.' -rfka 'auto bar json none'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle import" dry-run' -l 'dry-run' -d 'Only say what would be marked.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle import" json' -l 'json' -d 'Print one JSON document (schema deckle.import/1).'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle import" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle export-marks" -ge 1' -fa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks"' -l 'exclude' -d 'Leave out names like Old or *.{tif,png}, and paths in the folder like Phone/Old. May be repeated.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks"' -l 'protect' -d 'Compare photos of this folder, propose none. May be repeated.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks" one-file-system' -l 'one-file-system' -d 'Do not enter folders where another file system is mounted.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks" no-cache' -l 'no-cache' -d 'Measure every photo anew, and remember nothing.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks" jobs' -l 'jobs' -d 'Pictures decoded at the same time; else one for each processor.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks" blur-threshold' -l 'blur-threshold' -d 'List photos less sharp than this as blurry: 0.10…0.80.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks" similar-threshold' -l 'similar-threshold' -d 'List photos at least this alike as similar: 0.50…0.99.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks" duplicate-threshold' -l 'duplicate-threshold' -d 'List photos at least this alike as duplicates: 0.50…0.99.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks" progress' -l 'progress' -d 'Progress on standard error: auto, bar, json or none.' -rfka 'auto bar json none'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks" xmp' -l 'xmp' -d 'Write the verdicts into XMP sidecars.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks" list' -l 'list' -d 'Print the verdicts, a line each; so without --xmp.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks" json' -l 'json' -d 'Print one JSON document (schema deckle.export-marks/1).'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle export-marks" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle report" -ge 1' -fa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report"' -l 'exclude' -d 'Leave out names like Old or *.{tif,png}, and paths in the folder like Phone/Old. May be repeated.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report"' -l 'protect' -d 'Compare photos of this folder, propose none. May be repeated.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report" one-file-system' -l 'one-file-system' -d 'Do not enter folders where another file system is mounted.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report" no-cache' -l 'no-cache' -d 'Measure every photo anew, and remember nothing.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report" jobs' -l 'jobs' -d 'Pictures decoded at the same time; else one for each processor.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report" blur-threshold' -l 'blur-threshold' -d 'List photos less sharp than this as blurry: 0.10…0.80.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report" similar-threshold' -l 'similar-threshold' -d 'List photos at least this alike as similar: 0.50…0.99.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report" duplicate-threshold' -l 'duplicate-threshold' -d 'List photos at least this alike as duplicates: 0.50…0.99.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report" progress' -l 'progress' -d 'Progress on standard error: auto, bar, json or none.' -rfka 'auto bar json none'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report"' -l 'category' -d 'List only this category: duplicate, similar, blurry or screenshot. May be repeated.' -rfka 'duplicate similar blurry screenshot'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report" html' -l 'html' -d 'Where the page is written.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'html\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report" most' -l 'most' -d 'The most photos that are shown of each category.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle report" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle empty" batch' -l 'batch' -d 'The batch with this name; deckle history lists them.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle empty" all' -l 'all' -d 'Every batch that has files in the trash.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle empty" dry-run' -l 'dry-run' -d 'Only say what would be erased.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle empty" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle empty" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle history" json' -l 'json' -d 'Print one JSON document (schema deckle.history/1).'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle history" wipe' -l 'wipe' -d 'Forget what cannot be put back any more, after a typed confirmation on a terminal.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle history" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle history" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle verify" last' -l 'last' -d 'The last batch.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle verify" batch' -l 'batch' -d 'The batch with this name; deckle history lists them.' -rfka ''
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle verify" all' -l 'all' -d 'Every batch.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle verify" json' -l 'json' -d 'Print one JSON document (schema deckle.verify/1).'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle verify" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle verify" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apps" all' -l 'all' -d 'Also packages that no menu shows.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apps" json' -l 'json' -d 'Print one JSON document (schema deckle.apps/1).'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apps" tips' -l 'tips' -d 'Ask a model on this machine for advice (adviceEndpoint in config.toml).'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apps" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle apps" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle cache" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle cache" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle cache" -eq 1' -fa 'info' -d 'Size and content of the cache.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle cache" -eq 1' -fa 'clear' -d 'Forget what scans measured. Photos, decisions and batches stay.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle cache info" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle cache info" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle cache clear" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle cache clear" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle doctor" -ge 1' -fa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle doctor" json' -l 'json' -d 'Print one JSON document (schema deckle.doctor/1).'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle doctor" version' -l 'version' -d 'Show the version.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle help" version' -l 'version' -d 'Show the version.'
# Without a command, folders and options are those of "deckle open".
complete -c 'deckle' -n '__deckle_should_offer_completions_for_positional "deckle" -eq 1' -fa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle" read-only' -l 'read-only' -d 'Look only: nothing can be decided or moved.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle" backup' -l 'backup' -d 'Before a move, ask about photos that are not also in this folder, byte for byte. Names do not count.' -rfa '(__deckle_complete_directories)'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle" plain' -l 'plain' -d 'Lines of text and typed letters in place of the full screen: for screen readers, serial lines and scripts.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle" color' -l 'color' -d 'Colours: 24bit, 256, 16 or none; else what the terminal says.' -rfka '24bit 256 16 none'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle" theme' -l 'theme' -d 'Theme: auto (as the terminal), dark, light, highContrast or noColor.' -rfka 'auto dark light highContrast noColor'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle" reduced-motion' -l 'reduced-motion' -d 'Nothing slides.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle" no-mouse' -l 'no-mouse' -d 'Leave the mouse to the terminal.'
complete -c 'deckle' -n '__deckle_should_offer_completions_for_flags_or_options "deckle" pictures' -l 'pictures' -d 'Pictures: auto, kitty, iterm, sixel, symbols or off; else DECKLE_PICTURES, else the settings.' -rfka 'auto kitty iterm sixel symbols off'
