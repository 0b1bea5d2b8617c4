package import PhotoModel
import TextSurface
package import ViewModels

/// What a typed line asks for in plain mode.
package enum PlainRequest: Hashable, Sendable {
  case perform(Action)
  /// Home: the deck of a category.
  case review(IssueCategory)
  /// A short deck, by its place in the list.
  case openGoal(Int)
  /// Bin, history and settings: the next or the previous page of the list.
  case turnPage(by: Int)
  /// Says the whole place once more.
  case sayAgain
  /// Says everything that may be typed.
  case sayWords
}

/// One line of the table of words: what may be typed, and what comes of it.
package struct PlainChoice: Hashable, Sendable {
  /// Lower case; the first is the one that is offered. An empty one is Enter alone.
  package var words: [String]
  package var request: PlainRequest
  package var title: String
  /// Stands in the line of choices; the others only in the answer to `?`.
  package var isOffered: Bool

  init(_ words: [String], _ request: PlainRequest, _ title: String, isOffered: Bool = true) {
    self.words = words
    self.request = request
    self.title = title
    self.isOffered = isOffered
  }

  init(_ words: [String], _ action: Action, _ title: String, isOffered: Bool = true) {
    self.init(words, .perform(action), title, isOffered: isOffered)
  }

  /// "d delete": the letter apart from the word, because a voice reads "[d]elete" as neither.
  var offer: String { "\(words[0]) \(title)" }
}

/// The one table of all that may be typed in plain mode: it feeds dispatch, the line of choices and the answer to `?`.
///
/// Capitals make no difference: with Caps Lock on, a letter must not mean something larger. What marks many photos at
/// once has no letter, only a word.
package enum PlainWords {
  /// What may be typed in a context, in the order in which it is offered.
  ///
  /// - Parameter keys: A letter that the user gave to an action is typed for it here, too, and for nothing else.
  package static func choices(in context: KeyContext, keys: KeyTable = KeyTable()) -> [PlainChoice] {
    let letters = letters(in: context, of: keys)
    guard !letters.isEmpty else { return standard(in: context) }
    let given = Set(letters.values.joined())
    return standard(in: context).map { choice in
      var choice = choice
      choice.words.removeAll { given.contains($0) }
      if case .perform(let action) = choice.request, let own = letters[action] {
        choice.words = own + choice.words.filter { $0.count != 1 }
      }
      return choice
    }.filter { !$0.words.isEmpty }
  }

  /// The letters of actions whose keys are not the standard ones.
  private static func letters(in context: KeyContext, of keys: KeyTable) -> [Action: [String]] {
    var letters: [Action: [String]] = [:]
    for binding in keys.bindings where binding.context == context || binding.context == .everywhere {
      guard !KeyTable.standard.contains(binding) else { continue }
      let typed = binding.keys.compactMap { key -> String? in
        guard case .character(let scalar) = key.code, !key.control, !key.alt, scalar != " " else { return nil }
        return String(scalar).lowercased()
      }
      if !typed.isEmpty, letters[binding.action] == nil { letters[binding.action] = typed }
    }
    return letters
  }

  private static func standard(in context: KeyContext) -> [PlainChoice] {
    switch context {
    case .question, .confirmation: answers
    case .goals: goals
    case .entry: []
    case .moving: [PlainChoice(["x", "stop"], .stopMove, "stop after this photo"), help]
    default: own(context) + everywhere.compactMap { $0.without(own(context).flatMap(\.words)) }
    }
  }

  /// What a line asks for; nil where the context knows no such word.
  ///
  /// A number names a row of the list: alone it chooses the row, behind a word it is what the word is about.
  package static func request(
    for line: String, in context: KeyContext, keys: KeyTable = KeyTable()
  ) -> (row: Int?, request: PlainRequest)? {
    let parts = line.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    let choices = choices(in: context, keys: keys)
    if let choice = choices.first(where: { $0.words.contains(parts.joined(separator: " ")) }) {
      return (nil, choice.request)
    }
    // Only the whole word is a yes; whatever else is typed is a no.
    if answersOnly.contains(context) { return (nil, .perform(.decline)) }
    guard lists.contains(context), let number = parts.last.flatMap(Int.init), number > 0 else { return nil }
    if parts.count == 1 { return (number - 1, .sayAgain) }
    let word = parts.dropLast().joined(separator: " ")
    return choices.first { $0.words.contains(word) && $0.isAboutRow }.map { (number - 1, $0.request) }
  }

  /// Contexts in which one question waits for its answer.
  static let answersOnly: Set<KeyContext> = [.question, .confirmation]
  /// Contexts that show a numbered list.
  static let lists: Set<KeyContext> = [.bin, .history, .batch, .settings, .ledger, .apps, .onboarding, .unread]

  private static let help = PlainChoice(["?", "help"], .sayWords, "all choices")

  private static let answers = [PlainChoice(["yes"], .confirm, "go on; anything else goes back")]

  private static let goals =
    DeckGoal.offered.indices.map { index in
      PlainChoice(["\(index + 1)"], .openGoal(index), "the deck with this number", isOffered: false)
    } + [PlainChoice(["g", "back"], .back, "not now"), help]

  private static let everywhere = [
    PlainChoice(["h", "home", "photos"], .showPhotos, "home"),
    PlainChoice(["g", "back"], .back, "go back", isOffered: false),
    PlainChoice(["o", "options", "settings"], .showSettings, "options", isOffered: false),
    PlainChoice(["a", "apps"], .showApps, "apps", isOffered: false),
    PlainChoice(["again", ""], .sayAgain, "say this again", isOffered: false),
    PlainChoice(["q", "quit", "exit"], .quit, "quit"), help,
  ]

  private static func own(_ context: KeyContext) -> [PlainChoice] {
    switch context {
    case .home: home
    case .scanning:
      [
        PlainChoice(["x", "stop", "g", "back"], .cancelScan, "stop the scan"),
        PlainChoice(["r", "review"], .open, "review what is found so far"),
      ]
    case .deck: deck
    case .compare: compare
    case .loupe:
      [PlainChoice(["c", "flip"], .flip, "the other one"), PlainChoice(["g", "back", ""], .back, "go back")]
    case .bin:
      [
        PlainChoice(["m", "move"], .moveToTrash, "move to trash"),
        PlainChoice(["x", "take out"], .takeOut, "take out"),
        PlainChoice(["l", "look"], .open, "look at it"),
      ] + pages
    case .onboarding:
      [
        PlainChoice(["c", "continue", ""], .open, "continue"), PlainChoice(["s", "skip"], .skipStep, "skip for now"),
        PlainChoice(["f", "folder"], .chooseFolder, "another folder"),
      ]
    case .batch: [PlainChoice(["r", "restore"], .restore, "restore this batch")] + pages
    case .done:
      [
        PlainChoice(["r", "restore"], .restore, "restore this batch"),
        PlainChoice(["h", "home", "photos", "g", "back", ""], .open, "home"),
      ]
    case .history:
      [
        PlainChoice(["r", "restore"], .restore, "restore this batch"), PlainChoice(["l", "look"], .open, "its photos"),
      ] + pages
    case .settings:
      [
        PlainChoice(["+", "more"], .right, "more"), PlainChoice(["-", "less"], .left, "less"),
        PlainChoice(["d", "default"], .resetSetting, "default"),
        PlainChoice(["c", "change", "l", "look", "remembered"], .open, "change or open a row"),
      ] + pages
    case .apps:
      [
        PlainChoice(["l", "look"], .open, "details"),
        PlainChoice(["t", "tips"], .askAdvice, "tips from a local model"),
        PlainChoice(["order"], .changeOrder, "by size, by last use"),
        PlainChoice(["all"], .showAll, "or menu only"),
        PlainChoice(["g", "back"], .back, "go back", isOffered: false),
      ] + pages
    case .unread: [PlainChoice(["s", "scan"], .scan, "scan again")] + pages
    case .ledger:
      [
        PlainChoice(["f", "forget"], .forget, "forget one (asks)"),
        PlainChoice(["forget all"], .forgetAll, "forget all (asks)", isOffered: false),
      ] + pages
    default: []
    }
  }

  private static let home =
    zip(1..., IssueCategory.allCases).map { number, category in
      PlainChoice(["\(number)", category.title.lowercased()], .review(category), "\(category.title)", isOffered: false)
    } + [
      PlainChoice(["r", "review"], .open, "review"), PlainChoice(["s", "scan"], .scan, "scan"),
      PlainChoice(["b", "bin"], .showBin, "bin"), PlainChoice(["f", "short deck"], .chooseGoal, "a short deck"),
      PlainChoice(["y", "history"], .showHistory, "history"),
      PlainChoice(["u", "unread"], .showUnread, "files not read"),
      PlainChoice(["o", "folder"], .chooseFolder, "another folder", isOffered: false),
    ]

  private static let deck = [
    PlainChoice(["d", "delete"], .delete, "delete"), PlainChoice(["k", "keep"], .keep, "keep"),
    PlainChoice(["u", "undo"], .undo, "undo"), PlainChoice(["s", "skip"], .skip, "skip"),
    PlainChoice(["i", "info"], .toggleDetails, "info"), PlainChoice(["b", "bin"], .showBin, "bin"),
    PlainChoice(["m", "move"], .moveToTrash, "move to trash"),
    PlainChoice(["parts"], .chooseParts, "JPEG, RAW or both"),
    PlainChoice(["c", "compare"], .compare, "compare with the keeper"),
    PlainChoice(["z", "loupe"], .loupe, "sharpness in words"),
    PlainChoice(["accept"], .acceptRemaining, "the rest like these"),
    PlainChoice(["order"], .changeOrder, "surest or largest first", isOffered: false),
    PlainChoice(["redo"], .redo, "redo", isOffered: false),
    PlainChoice(["n", "next"], .nextInGroup, "next in the set", isOffered: false),
    PlainChoice(["p", "previous"], .previousInGroup, "previous in the set", isOffered: false),
    PlainChoice(["x", "not the same"], .notSame, "not the same as its keeper", isOffered: false),
    PlainChoice(["*", "keeper"], .makeKeeper, "make it the keeper", isOffered: false),
    PlainChoice(["continue", ""], .open, "with what was skipped"),
    PlainChoice(["mark set"], .deleteGroup, "mark all left in this set (asks)", isOffered: false),
    PlainChoice(["mark all"], .deleteCategory, "mark all left here (asks)", isOffered: false),
  ]

  private static let compare = [
    PlainChoice(["d", "delete"], .delete, "delete the second one"), PlainChoice(["k", "keep"], .keep, "keep it"),
    PlainChoice(["u", "undo"], .undo, "undo"), PlainChoice(["n", "next"], .nextInGroup, "next in the set"),
    PlainChoice(["p", "previous"], .previousInGroup, "previous in the set", isOffered: false),
    PlainChoice(["*", "keeper"], .makeKeeper, "make it the keeper", isOffered: false),
    PlainChoice(["z", "loupe"], .loupe, "sharpness in words"),
    PlainChoice(["redo"], .redo, "redo", isOffered: false), PlainChoice(["g", "back", "c"], .back, "go back"),
  ]

  private static let pages = [
    PlainChoice(["n", "next"], .turnPage(by: 1), "next page", isOffered: false),
    PlainChoice(["p", "previous"], .turnPage(by: -1), "previous page", isOffered: false),
  ]
}

extension PlainChoice {
  /// Without the words that mean something else here; nil where none is left.
  fileprivate func without(_ taken: [String]) -> PlainChoice? {
    var choice = self
    choice.words.removeAll { taken.contains($0) }
    return choice.words.isEmpty ? nil : choice
  }

  /// May have the number of a row behind it.
  var isAboutRow: Bool {
    [
      .perform(.takeOut), .perform(.open), .perform(.restore), .perform(.left), .perform(.right),
      .perform(.resetSetting), .perform(.forget),
    ]
    .contains(request)
  }
}

extension AppState {
  /// The context that a typed line belongs to.
  package var plainContext: KeyContext {
    switch overlay {
    case .question: .question
    case .goals: .goals
    case .entry: .entry
    case .help, nil: place.keyContext
    }
  }
}
