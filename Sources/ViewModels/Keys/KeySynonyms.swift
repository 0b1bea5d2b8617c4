/// Names that people have for an action besides its title: the search of the help finds the action by them, and nothing
/// shows them.
enum KeySynonyms {
  static func text(for action: Action?, in context: KeyContext?) -> [String] {
    guard let action, let context else { return [] }
    return (own[context]?[action] ?? []) + (everywhere[action] ?? [])
  }

  /// The synonyms of actions that mean something else in another context.
  static let own: [KeyContext: [Action: [String]]] = [
    .home: [
      .chooseFolder: ["open", "library", "directory", "change folder"], .open: ["start", "swipe"],
      .search: ["find", "narrow", "query"],
    ],
    .apps: [.open: ["info", "show", "size"], .changeOrder: ["sort"]],
    .settings: [
      .left: ["slider", "threshold", "decrease", "lower"], .right: ["slider", "threshold", "increase", "raise"],
      .open: ["edit", "toggle", "change"],
    ],
    .onboarding: [.open: ["next", "continue"], .back: ["close", "leave"]],
    .deck: [.changeOrder: ["sort"], .search: ["find", "narrow", "query"]],
    .largePhoto: [.flip: ["toggle", "switch", "compare"]],
    .compare: [.flip: ["toggle", "switch"]],
    .loupe: [.flip: ["toggle", "switch", "compare"], .left: ["pan"], .right: ["pan"], .up: ["pan"], .down: ["pan"]],
    .bin: [.open: ["view", "show"], .search: ["find", "filter", "narrow"]],
    .history: [.search: ["find", "narrow", "query"]],
    .batch: [.search: ["find", "narrow", "query"]],
    .browse: [.open: ["deck", "review", "swipe", "start"], .search: ["find", "narrow", "query"]],
  ]

  private static let everywhere: [Action: [String]] = [
    .delete: ["reject", "remove", "trash", "discard", "bin", "swipe left", "mark"],
    .keep: ["accept", "approve", "stay", "swipe right", "like"],
    .undo: ["revert", "take back", "restore", "mistake"],
    .redo: ["again", "repeat"],
    .skip: ["later", "next", "undecided"],
    .loupe: ["zoom", "magnify", "enlarge", "1:1", "100 %", "full size", "inspect", "focus"],
    .zoomIn: ["zoom", "magnify", "enlarge", "larger", "bigger"],
    .zoomOut: ["zoom", "smaller", "wider"],
    .compare: ["side by side", "difference", "versus", "next to"],
    .makeKeeper: ["best", "favourite", "favorite", "star", "original", "promote"],
    .preferFolder: ["prefer", "always keep", "folder"],
    .notSame: ["different", "split", "separate", "ungroup", "unrelated", "wrong"],
    .toggleDetails: ["info", "metadata", "exif", "properties"],
    .previousInGroup: ["group", "burst"],
    .nextInGroup: ["group", "burst"],
    .deleteGroup: ["delete all", "group", "select all", "whole set"],
    .deleteCategory: ["delete all", "select all", "category"],
    .acceptRemaining: ["bulk", "automatic", "all like these"],
    .chooseParts: ["pair", "sidecar", "companion"],
    .moveToTrash: ["delete", "remove", "commit", "apply", "execute", "empty"],
    .moveToFolder: ["album", "sort", "file away", "destination", "archive"],
    .takeOut: ["unmark", "remove", "keep", "restore", "undo"],
    .restore: ["restore", "undelete", "recover", "undo", "bring back", "untrash"],
    .carryOver: ["metadata", "keywords", "rating", "sidecar", "XMP", "merge"],
    .showHistory: ["restore", "undelete", "recover", "put back", "batches", "log", "statistics"],
    .showAllPhotos: ["browse", "library", "triage", "timeline", "gallery", "months", "everything"],
    .choosePhoto: ["select", "pick", "tag"],
    .showLarge: ["shrink", "compress", "optimise", "optimize", "reduce", "size", "smaller", "space"],
    .makeSmaller: ["shrink", "compress", "optimise", "optimize", "reduce", "apply"],
    .changeWay: ["resize", "scale", "pixels", "lossless", "lossy", "quality"],
    .chooseAll: ["select all", "deselect", "clear"],
    .measure: ["continue", "resume", "scan"],
    .showSet: ["contact sheet", "burst", "group", "grid", "thumbnails", "overview"],
    .keepChosen: ["accept", "confirm", "reject", "cull"],
    .changeArrangement: ["timeline", "tree", "group by", "sort"],
    .random: ["shuffle", "sample", "lucky"],
    .showBin: ["marked", "trash", "deleted", "cart"],
    .showUnread: ["errors", "skipped", "damaged", "corrupt", "broken", "unreadable"],
    .chooseGoal: ["goal", "quick", "ten minutes", "free space", "session"],
    .scan: ["rescan", "search for", "find duplicates", "analyse", "analyze", "start", "update"],
    .cancelScan: ["cancel", "abort"],
    .stopMove: ["cancel", "abort"],
    .showSettings: ["preferences", "options", "configuration", "theme", "dark", "light", "sensitivity", "privacy"],
    .showApps: ["programs", "software", "packages", "uninstall"],
    .runRemoval: ["uninstall", "delete", "purge"],
    .askAdvice: ["advice", "model", "recommend", "help"],
    .copyCommand: ["clipboard"],
    .showAll: ["packages", "hidden", "filter"],
    .resetSetting: ["reset", "standard", "recommended"],
    .forget: ["remove", "delete"],
    .forgetAll: ["remove", "delete", "clear"],
    .quit: ["exit", "leave", "close"],
    .showHelp: ["keys", "shortcuts", "manual"],
    .suspend: ["background", "shell", "pause"],
    .redraw: ["refresh", "repaint", "garbled"],
    .skipStep: ["next"],
  ]
}
