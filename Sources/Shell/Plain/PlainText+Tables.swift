import PhotoModel
import Review
import ViewModels

/// The commands of each context.
extension PlainText {
  static let help = PlainChoice(["?", "help"], .showCommands, "all choices")

  static let answers = [PlainChoice(["yes"], .confirm, "go on; anything else goes back")]

  static let goals =
    DeckGoal.offered.indices.map { index in
      PlainChoice(["\(index + 1)"], .openGoal(index), "the deck with this number", isOffered: false)
    } + [PlainChoice(["w", "back"], .back, "not now"), help]

  static let folders =
    (0..<FolderChooser.most).map { index in
      PlainChoice(["\(index + 1)"], .chooseFolder(index), "the folder with this number", isOffered: false)
    } + [
      PlainChoice(["add", "+"], .perform(.addFolder), "another folder"), PlainChoice(["w", "back"], .back, "not now"),
      help,
    ]

  static let everywhere = [
    PlainChoice(["home", "photos"], .showPhotos, "home"),
    PlainChoice(["w", "back"], .back, "go back", isOffered: false),
    PlainChoice(["settings", "options"], .showSettings, "settings", isOffered: false),
    PlainChoice(["apps"], .showApps, "apps", isOffered: false),
    PlainChoice(["again", ""], .showAgain, "say this again", isOffered: false),
    PlainChoice(["quit", "exit"], .quit, "quit"), help,
  ]

  static func own(_ context: KeyContext) -> [PlainChoice] {
    switch context {
    case .home: home
    case .scanning:
      [
        PlainChoice(["stop", "w", "back"], .cancelScan, "stop the scan"),
        PlainChoice(["review"], .open, "review what is found so far"),
      ]
    case .deck: deck
    case .compare: compare
    case .loupe:
      [PlainChoice(["flip"], .flip, "the other one"), PlainChoice(["w", "back", ""], .back, "go back")]
    case .bin:
      [
        PlainChoice(["move"], .moveToTrash, "move"),
        PlainChoice(["take out"], .takeOut, "take out"),
        PlainChoice(["move to folder"], .moveToFolder, "move to a folder", isOffered: false),
        PlainChoice(["look"], .open, "look at it"),
        PlainChoice(["set"], .showSet, "the whole set", isOffered: false),
        PlainChoice(["undo"], .undo, "undo"),
      ] + pages
    case .browse:
      [
        PlainChoice(["look"], .open, "go through a group"), PlainChoice(["random"], .random, "50 at random"),
        PlainChoice(["filter"], .search, "filter"), PlainChoice(["groups"], .changeArrangement, "months or folders"),
        PlainChoice(["bin"], .showBin, "bin"),
        PlainChoice(["move"], .moveToTrash, "move to trash", isOffered: false),
      ] + pages
    case .large:
      [
        PlainChoice(["make smaller"], .makeSmaller, "make the chosen smaller"),
        PlainChoice(["choose"], .choosePhoto, "choose a photo, or no longer"),
        PlainChoice(["choose all"], .chooseAll, "all or none"),
        PlainChoice(["other way"], .changeWay, "nothing lost, or smaller pictures"),
        PlainChoice(["filter"], .search, "filter"),
        PlainChoice(["compare"], .compare, "beside the original"),
        PlainChoice(["measure"], .measure, "go on measuring"),
        PlainChoice(["stop", "w", "back"], .back, "stop, or go back", isOffered: false),
      ] + pages
    case .largePhoto:
      [
        PlainChoice(["choose"], .choosePhoto, "choose it, or no longer"), PlainChoice(["next"], .right, "the next one"),
        PlainChoice(["previous"], .left, "the one before"), PlainChoice(["w", "back", ""], .back, "go back"),
      ]
    case .contactSheet:
      [
        PlainChoice(["choose"], .choosePhoto, "choose a photo to keep, or no longer"),
        PlainChoice(["mark the rest"], .keepChosen, "keep the chosen, mark the rest"),
      ] + pages
    case .onboarding:
      [
        PlainChoice(["continue", ""], .open, "continue"), PlainChoice(["skip"], .skipStep, "skip for now"),
        PlainChoice(["folder"], .chooseFolder, "another folder"),
        PlainChoice(["skip all", "w", "back"], .back, "skip all of them", isOffered: false),
      ]
    case .batch:
      [
        PlainChoice(["restore"], .restore, "restore this batch"), PlainChoice(["look"], .open, "look at one photo"),
      ] + pages
    case .batchPhoto:
      [PlainChoice(["restore"], .restore, "restore this photo"), PlainChoice(["w", "back", ""], .back, "go back")]
    case .done:
      [
        PlainChoice(["restore"], .restore, "restore this batch"),
        PlainChoice(["home", "photos", "w", "back", ""], .open, "home"),
      ]
    case .history:
      [
        PlainChoice(["restore"], .restore, "restore this batch"), PlainChoice(["look"], .open, "look at its photos"),
      ] + pages
    case .settings:
      [
        PlainChoice(["+", "more"], .right, "more"), PlainChoice(["-", "less"], .left, "less"),
        PlainChoice(["0", "default"], .resetSetting, "default"),
        PlainChoice(["change", "look", "remembered"], .open, "change or open a row"),
      ] + pages
    case .apps:
      [
        PlainChoice(["look"], .open, "look at the details"),
        PlainChoice(["tips"], .askAdvice, "tips from a local model"),
        PlainChoice(["order"], .changeOrder, "other order"),
        PlainChoice(["all"], .showAll, "all or menu only"),
        PlainChoice(["w", "back"], .back, "go back", isOffered: false),
      ] + pages
    case .unread: [PlainChoice(["scan"], .scan, "scan again")] + pages
    case .ledger:
      [
        PlainChoice(["forget"], .forget, "forget one (asks)"),
        PlainChoice(["forget all"], .forgetAll, "forget all (asks)", isOffered: false),
      ] + pages
    default: context.isList ? pages : []
    }
  }

  static let home =
    zip(1..., IssueCategory.allCases).map { number, category in
      PlainChoice(["\(number)", category.title.lowercased()], .review(category), "\(category.title)", isOffered: false)
    } + [
      PlainChoice(["review"], .open, "review"), PlainChoice(["scan"], .scan, "scan"),
      PlainChoice(["all photos", "browse", "5"], .showAllPhotos, "all photos"),
      PlainChoice(["large", "6"], .showLarge, "photos that could be smaller"),
      PlainChoice(["filter"], .search, "filter", isOffered: false),
      PlainChoice(["bin"], .showBin, "bin"), PlainChoice(["move"], .moveToTrash, "move to trash", isOffered: false),
      PlainChoice(["quick pass"], .chooseGoal, "a quick pass"),
      PlainChoice(["history"], .showHistory, "history"),
      PlainChoice(["unread"], .showUnread, "files not read"),
      PlainChoice(["folder"], .chooseFolder, "another folder"),
    ]

  static let deck = [
    PlainChoice(["delete"], .delete, "delete"), PlainChoice(["keep"], .keep, "keep"),
    PlainChoice(["undo"], .undo, "undo"), PlainChoice(["skip"], .skip, "skip"),
    PlainChoice(["details", "info"], .toggleDetails, "details"), PlainChoice(["bin"], .showBin, "bin"),
    PlainChoice(["move"], .moveToTrash, "move to trash"),
    PlainChoice(["move to folder"], .moveToFolder, "move to a folder", isOffered: false),
    PlainChoice(["parts"], .chooseParts, "JPEG, RAW or both"),
    PlainChoice(["compare"], .compare, "compare with the keeper"),
    PlainChoice(["loupe"], .loupe, "sharpness in words"),
    PlainChoice(["accept"], .acceptRemaining, "accept the rest like these"),
    PlainChoice(["order"], .changeOrder, "clearest or largest first", isOffered: false),
    PlainChoice(["redo"], .redo, "redo", isOffered: false),
    PlainChoice(["next"], .nextInGroup, "next in the set", isOffered: false),
    PlainChoice(["previous"], .previousInGroup, "previous in the set", isOffered: false),
    PlainChoice(["set"], .showSet, "the whole set", isOffered: false),
    PlainChoice(["filter"], .search, "filter", isOffered: false),
    PlainChoice(["not the same"], .notSame, "not the same as its keeper", isOffered: false),
    PlainChoice(["prefer folder"], .preferFolder, "prefer the photos in this folder (asks)", isOffered: false),
    PlainChoice(["keeper"], .makeKeeper, "make it the keeper", isOffered: false),
    PlainChoice(["continue", ""], .open, "go on with what was skipped"),
    PlainChoice(["mark set"], .deleteGroup, "mark all left in this set (asks)", isOffered: false),
    PlainChoice(["mark all"], .deleteCategory, "mark all left here (asks)", isOffered: false),
  ]

  static let compare = [
    PlainChoice(["delete"], .delete, "delete the second one"), PlainChoice(["keep"], .keep, "keep it"),
    PlainChoice(["undo"], .undo, "undo"), PlainChoice(["next"], .nextInGroup, "next in the set"),
    PlainChoice(["previous"], .previousInGroup, "previous in the set", isOffered: false),
    PlainChoice(["keeper"], .makeKeeper, "make it the keeper", isOffered: false),
    PlainChoice(["loupe"], .loupe, "sharpness in words"), PlainChoice(["details", "info"], .toggleDetails, "details"),
    PlainChoice(["redo"], .redo, "redo", isOffered: false), PlainChoice(["back", "w"], .back, "go back"),
  ]

  static let pages = [
    PlainChoice(["next", ">"], .turnPage(by: 1), "next page", isOffered: false),
    PlainChoice(["previous", "<"], .turnPage(by: -1), "previous page", isOffered: false),
  ]
}
