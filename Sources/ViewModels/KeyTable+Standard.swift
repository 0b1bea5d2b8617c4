import TextSurface

extension KeyTable {
  /// The keys of docs: those that users rely on, with the arrows and their letters.
  package static let standard: [KeyBinding] = [
    KeyBinding(.home, [Key(.enter)], .open, "review", hint: 2),
    KeyBinding(.home, [Key(.left), Key("h")], .left, "card to the left"),
    KeyBinding(.home, [Key(.right), Key("l")], .right, "card to the right"),
    KeyBinding(.home, [Key(.up), Key("k")], .up, "card above"),
    KeyBinding(.home, [Key(.down), Key("j")], .down, "card below"),
    KeyBinding(.home, [Key("s")], .scan, "scan", hint: 3),
    KeyBinding(.home, [Key("b")], .showBin, "bin", hint: 4),
    KeyBinding(.home, [Key("y")], .showHistory, "history", hint: 5),
    KeyBinding(.home, [Key("o")], .chooseFolder, "choose another folder"),

    KeyBinding(.scanning, [Key(.enter)], .open, "review what is found so far", hint: 1),
    KeyBinding(.scanning, [Key(.escape)], .cancelScan, "stop the scan", hint: 2),

    KeyBinding(.deck, [Key(.left), Key("h")], .delete, "delete", hint: 1),
    KeyBinding(.deck, [Key(.right), Key("l")], .keep, "keep", hint: 2),
    KeyBinding(.deck, [Key("u")], .undo, "undo", hint: 3),
    KeyBinding(.deck, [.control("r")], .redo, "redo"),
    KeyBinding(.deck, [Key("s")], .skip, "skip", hint: 4),
    KeyBinding(.deck, [Key(.up), Key("k")], .previousInGroup, "previous in the set"),
    KeyBinding(.deck, [Key(.down), Key("j")], .nextInGroup, "next in the set"),
    KeyBinding(.deck, [Key("*")], .makeKeeper, "make it the keeper", hint: 7),
    KeyBinding(.deck, [Key("n")], .notSame, "not the same"),
    KeyBinding(.deck, [Key("i")], .toggleDetails, "details", hint: 8),
    KeyBinding(.deck, [Key("p")], .chooseParts, "JPEG, RAW or both", hint: 5),
    KeyBinding(.deck, [Key("D")], .deleteGroup, "mark all left in this set"),
    KeyBinding(.deck, [Key("A")], .deleteCategory, "mark all left here"),
    KeyBinding(.deck, [Key("b")], .showBin, "bin", hint: 9),
    KeyBinding(.deck, [Key("m")], .moveToTrash, "move to trash", hint: 5),
    KeyBinding(.deck, [Key(.enter)], .open, "go on", hint: 0),

    KeyBinding(.bin, [Key("m")], .moveToTrash, "move to trash", hint: 1),
    KeyBinding(.bin, [Key("x"), Key(.backspace), Key(.deleteForward)], .takeOut, "take out", hint: 2),
    KeyBinding(.bin, [Key(.enter)], .open, "look", hint: 3),
    KeyBinding(.bin, [Key(.up), Key("k"), Key(.left)], .up, "up"),
    KeyBinding(.bin, [Key(.down), Key("j"), Key(.right)], .down, "down"),
    KeyBinding(.bin, [Key(.pageUp)], .pageUp, "page up"),
    KeyBinding(.bin, [Key(.pageDown)], .pageDown, "page down"),

    KeyBinding(.confirmation, [Key(.left), Key("h"), Key(.backTab)], .left, "other button"),
    KeyBinding(.confirmation, [Key(.right), Key("l"), Key(.tab)], .right, "other button", hint: 1),
    KeyBinding(.confirmation, [Key(.enter)], .open, "press the button", hint: 2),
    KeyBinding(.confirmation, [Key("y")], .confirm, "move", hint: 3),
    KeyBinding(.confirmation, [Key("n"), Key(.escape)], .decline, "not yet", hint: 4),

    KeyBinding(.moving, [Key(.escape)], .stopMove, "stop after this photo", hint: 1),

    KeyBinding(.done, [Key("r")], .restore, "put this batch back", hint: 1),
    KeyBinding(.done, [Key(.enter)], .open, "back", hint: 2),

    KeyBinding(.history, [Key(.up), Key("k")], .up, "up"),
    KeyBinding(.history, [Key(.down), Key("j")], .down, "down"),
    KeyBinding(.history, [Key(.enter)], .open, "show its photos", hint: 1),
    KeyBinding(.history, [Key("r")], .restore, "put this batch back", hint: 2),

    KeyBinding(.batch, [Key(.up), Key("k")], .up, "up"),
    KeyBinding(.batch, [Key(.down), Key("j")], .down, "down"),
    KeyBinding(.batch, [Key(.pageUp)], .pageUp, "page up"),
    KeyBinding(.batch, [Key(.pageDown)], .pageDown, "page down"),
    KeyBinding(.batch, [Key("r")], .restore, "put this batch back", hint: 1),

    KeyBinding(.settings, [Key(.up), Key("k")], .up, "up", hint: 1),
    KeyBinding(.settings, [Key(.down), Key("j")], .down, "down", hint: 2),
    KeyBinding(.settings, [Key(.left), Key("h")], .left, "less", hint: 3),
    KeyBinding(.settings, [Key(.right), Key("l")], .right, "more", hint: 4),
    KeyBinding(.settings, [Key("0")], .resetSetting, "default", hint: 5),
    KeyBinding(.settings, [Key(.enter)], .open, "open or switch", hint: 7),

    KeyBinding(.ledger, [Key("x"), Key(.backspace), Key(.deleteForward)], .forget, "forget", hint: 1),
    KeyBinding(.ledger, [Key("X")], .forgetAll, "forget all", hint: 2),
    KeyBinding(.ledger, [Key(.up), Key("k")], .up, "up"),
    KeyBinding(.ledger, [Key(.down), Key("j")], .down, "down"),
    KeyBinding(.ledger, [Key(.pageUp)], .pageUp, "page up"),
    KeyBinding(.ledger, [Key(.pageDown)], .pageDown, "page down"),

    KeyBinding(.question, [Key(.left), Key("h"), Key(.backTab)], .left, "other button"),
    KeyBinding(.question, [Key(.right), Key("l"), Key(.tab)], .right, "other button", hint: 1),
    KeyBinding(.question, [Key(.enter)], .open, "press the button", hint: 2),
    KeyBinding(.question, [Key("y")], .confirm, "yes", hint: 3),
    KeyBinding(.question, [Key("n"), Key(.escape)], .decline, "no", hint: 4),

    KeyBinding(.help, [Key(.up), Key("k")], .up, "up", hint: 1),
    KeyBinding(.help, [Key(.down), Key("j")], .down, "down", hint: 2),
    KeyBinding(.help, [Key(.pageUp)], .pageUp, "page up"),
    KeyBinding(.help, [Key(.pageDown), Key(" ")], .pageDown, "page down"),
    KeyBinding(.help, [Key("/")], .search, "search", hint: 4),
    KeyBinding(.help, [Key(.escape), Key("?"), Key(.function(1)), Key("q"), Key(.enter)], .back, "close", hint: 3),

    KeyBinding(.entry, [Key(.enter)], .confirm, "take it", hint: 1),
    KeyBinding(.entry, [Key(.escape)], .decline, "leave it", hint: 2),

    KeyBinding(.onboarding, [Key(.enter)], .open, "go on", hint: 1),
    KeyBinding(.onboarding, [Key("s")], .skipStep, "skip for now", hint: 2),
    KeyBinding(.onboarding, [Key("o")], .chooseFolder, "another folder", hint: 3),
    KeyBinding(.onboarding, [Key(.up), Key("k")], .up, "folder above"),
    KeyBinding(.onboarding, [Key(.down), Key("j")], .down, "folder below"),

    KeyBinding(.everywhere, [Key("1")], .showPhotos, "photos"),
    KeyBinding(.everywhere, [Key("2")], .showApps, "apps"),
    KeyBinding(.everywhere, [Key("3")], .showSettings, "settings"),
    KeyBinding(.everywhere, [Key("[")], .previousTab, "tab to the left"),
    KeyBinding(.everywhere, [Key("]")], .nextTab, "tab to the right"),
    KeyBinding(.everywhere, [Key(.escape)], .back, "back"),
    KeyBinding(.everywhere, [Key("?"), Key(.function(1))], .showHelp, "help", hint: 6),
    KeyBinding(.everywhere, [Key("q")], .quit, "quit", hint: 21),
    KeyBinding(.everywhere, [.control("z")], .suspend, "suspend"),
    KeyBinding(.everywhere, [.control("l")], .redraw, "redraw"),
  ]
}
