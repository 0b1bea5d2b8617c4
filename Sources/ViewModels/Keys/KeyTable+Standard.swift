import TextSurface

extension KeyTable {
  /// The standard keys, as docs/KEYS.md lists them: those of each screen, of the overlays, and those that count
  /// everywhere.
  package static let standard: [KeyBinding] = Screens.bindings + overlays

  private static let overlays: [KeyBinding] = [
    KeyBinding(
      .question, [Key(.left), Key("h"), Key(.backTab)], .left, "other button", hint: 4, as: "other button"),
    KeyBinding(.question, [Key(.right), Key("l"), Key(.tab)], .right, "other button", hint: 4, as: "other button"),
    KeyBinding(.question, [Key(.enter)], .open, "press the button", hint: 1, as: "press it"),
    KeyBinding(.question, [Key("y")], .confirm, "yes", hint: 2, plain: .unoffered("yes")),
    KeyBinding(.question, [Key("n"), Key(.escape), Key("q")], .decline, "no", hint: 3),

    KeyBinding(.goals, [Key(.up), Key("k")], .up, "up", hint: 3, as: "choose"),
    KeyBinding(.goals, [Key(.down), Key("j")], .down, "down", hint: 3, as: "choose"),
    KeyBinding(.goals, [Key(.enter)], .open, "begin it", hint: 1),
    KeyBinding(.goals, [Key(.escape), Key("f"), Key("q")], .back, "not now", hint: 2, plain: .offered(1, "w", "back")),

    KeyBinding(.folders, [Key(.up), Key("k")], .up, "up", hint: 4, as: "choose"),
    KeyBinding(.folders, [Key(.down), Key("j")], .down, "down", hint: 4, as: "choose"),
    KeyBinding(.folders, [Key(.enter)], .open, "move it there", hint: 1),
    KeyBinding(.folders, [Key("+")], .addFolder, "another folder", hint: 2, plain: .offered(1, "add", "+")),
    KeyBinding(
      .folders, [Key(.escape), Key("t"), Key("q")], .back, "not now", hint: 3, plain: .offered(2, "w", "back")),

    KeyBinding(.help, [Key(.up)], .up, "up", hint: 2, as: "choose"),
    KeyBinding(.help, [Key(.down)], .down, "down", hint: 2, as: "choose"),
    KeyBinding(.help, [Key(.pageUp)], .pageUp, "page up"),
    KeyBinding(.help, [Key(.pageDown)], .pageDown, "page down"),
    KeyBinding(.help, [Key(.enter)], .open, "do it", hint: 1),
    KeyBinding(.help, [Key(.escape), Key("?"), Key(.function(1))], .back, "close", hint: 3),
    KeyBinding(.help, [.control("u")], .clearEntry, "clear the line"),

    KeyBinding(.entry, [Key(.enter)], .confirm, "take it", hint: 1),
    KeyBinding(.entry, [Key(.escape)], .decline, "leave it", hint: 2),
    KeyBinding(.entry, [Key(.tab)], .complete, "complete the folder", hint: 2, as: "complete"),
    KeyBinding(.entry, [Key(.up)], .up, "up", hint: 3, as: "choose"),
    KeyBinding(.entry, [Key(.down)], .down, "down", hint: 3, as: "choose"),
    KeyBinding(.entry, [.control("u")], .clearEntry, "clear the line", hint: 4),

    KeyBinding(.everywhere, [Key("1")], .showPhotos, "photos", plain: .offered(1, "home", "photos", as: "home")),
    KeyBinding(.everywhere, [Key("2")], .showApps, "apps", plain: .unoffered("apps")),
    KeyBinding(.everywhere, [Key("3")], .showSettings, "settings", plain: .unoffered("settings", "options")),
    KeyBinding(.everywhere, [Key("[")], .previousTab, "tab to the left"),
    KeyBinding(.everywhere, [Key("]")], .nextTab, "tab to the right"),
    KeyBinding(.everywhere, [Key(.escape)], .back, "back", plain: .unoffered("w", "back", as: "go back")),
    KeyBinding(.everywhere, [Key("?"), Key(.function(1))], .showHelp, "help", hint: 6),
    KeyBinding(.everywhere, [Key("q")], .quit, "quit", hint: 21, plain: .offered(2, "quit", "exit")),
    KeyBinding(.everywhere, [.control("z")], .suspend, "suspend"),
    KeyBinding(.everywhere, [.control("l")], .redraw, "redraw"),
  ]
}
